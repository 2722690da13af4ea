"""Holds every reason of every move against its derivation, found in another way (tests/derivations.py).

Usage: python bench/reasons.py [UNIT ...]    four kinds of unit on the embedded boards

For each board and unit it prints how many reasons are told, and how many of them are cited otherwise
than they were derived, or not told.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from hexcourt.facts.formats.embedded import embedded_board, embedded_names

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.derivations import wrong_reasons

UNITS = ("squad", "tank", "truck", "motorcycle")
SHOWN = 5


def main(units: Sequence[str]) -> int:
    """Check all reasons; print what is wrong."""
    every, amiss = 0, 0
    print("| board | unit | reasons | wrong | seconds |")
    print("| --- | --- | ---: | ---: | ---: |")
    for name in embedded_names():
        for unit in units:
            begun = time.perf_counter()
            count, wrong = wrong_reasons(embedded_board(name), unit)
            spent = time.perf_counter() - begun
            print(f"| {name} | {unit} | {count} | {len(wrong)} | {spent:.1f} |", flush=True)
            for each in wrong[:SHOWN]:
                print(f"    {' '.join(each)}")
            every, amiss = every + count, amiss + len(wrong)
    print(f"{every} reasons, {amiss} wrong")
    return 1 if amiss else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or UNITS))
