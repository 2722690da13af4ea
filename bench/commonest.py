"""Writes the commonest situations of lines of sight, with what the law says of them, to be shipped.

    python bench/commonest.py ~/vasl/boards [FILE]

The law is asked about all lines of each board archive in the folder, of all Locations. What is met on
most boards is written, by marks that know no board: where a board is judged for the first time it has
not to be asked again. To be made anew when the rules about lines of sight change: what was written
under others is not used.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

os.environ["HEXCOURT_CACHE"] = "off"

import numpy as np

from hexcourt.solver.answering.seeing.matrices import judge_pairs
from hexcourt.solver.position.opening import open_position
from hexcourt.solver.seeing import precedents
from hexcourt.solver.seeing.kept_rulings import (
    SHIPPED,
    KeptRulings,
    Ruling,
    Rulings,
    law_digest,
    ship,
)
from hexcourt.solver.statutes.lawbook import in_force

MOST = 60_000
"""How many situations are shipped."""


class Listening(KeptRulings):
    """Keeps nothing, but hears what would be kept."""

    def __init__(self) -> None:
        super().__init__(None)
        self.heard: dict[int, Ruling] = {}

    def keep(self, marks, said):  # type: ignore[no-untyped-def]
        """Take down what was decided."""
        self.heard.update(zip(marks.tolist(), said, strict=True))


def main() -> None:
    """Ask about all boards and write the file."""
    folder, path = Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2:] else SHIPPED
    said: dict[int, Ruling] = {}
    met: Counter[int] = Counter()
    for board in sorted(each for each in folder.iterdir() if each.is_file()):
        listening = Listening()
        precedents.kept_under = lambda _, heard=listening: heard
        judge_pairs(open_position(str(board)), "all", workers=1)
        said |= listening.heard
        met.update(listening.heard.keys())
        print(f"{board.name}: {len(listening.heard)}, {len(said)} in all", flush=True)
    common = [mark for mark, _ in met.most_common(MOST)]
    rulings = Rulings.of(np.array(common, dtype=np.uint64), [said[each] for each in common])
    ship(path, law_digest(in_force()), rulings)
    print(f"{path}: {len(common)} situations, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
