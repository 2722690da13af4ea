"""Reads files of cases, with the standard library alone.

A case is a dictionary: ``question`` and ``arguments`` about a position (``facts`` or ``board``, with
what is in ``place`` and ``given``), and the ``answer``, ``value``, ``rules`` that are expected. Run as
a program it counts the cases of some files by question and answer.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VERSION = 1
DEFAULTS: dict[str, Any] = {
    "facts": "",
    "board": "",
    "place": [],
    "given": [],
    "value": None,
    "rules": [],
}


def read_cases(path: str) -> Iterator[dict[str, Any]]:
    """Return the cases of a file; raises ValueError where it is of another version."""
    with Path(path).open(encoding="utf-8") as lines:
        for line in lines:
            told = json.loads(line)
            if "cases" not in told:
                yield DEFAULTS | told
            elif told["cases"] != VERSION:
                raise ValueError(f"{path}: version {told['cases']}, not {VERSION}")


if __name__ == "__main__":
    counts = Counter(
        (e["question"], e["answer"]) for path in sys.argv[1:] for e in read_cases(path)
    )
    for (question, answer), count in sorted(counts.items()):
        print(question, answer, count)
