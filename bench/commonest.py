"""Writes what the law says of the situations that lines of sight meet, to be shipped.

    python bench/commonest.py ~/vasl/boards [FILE]

The law is asked about all lines of each board archive in the folder and of the embedded boards, of all
Locations; then, of all situations that were met, what it looks at, and what it says of what is left of
them, at all ranges (``solver/seeing/rulings/``). On a board judged for the first time it has
not to be asked that again. To be made anew when the rules about lines of sight change: what was written
under others is not used.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path

os.environ["HEXCOURT_CACHE"] = "off"

import numpy as np

from hexcourt.facts.boards.embedded import embedded_names
from hexcourt.facts.lines.situations import Sight
from hexcourt.facts.lines.told_situations import LEVELS, Told
from hexcourt.solver.answering.seeing.matrices import judge_pairs
from hexcourt.solver.position.opening import open_position
from hexcourt.solver.seeing.rulings import counted_features, precedents
from hexcourt.solver.seeing.rulings.kept_rulings import KeptRulings, law_digest
from hexcourt.solver.seeing.rulings.marked_rulings import Ruling, Rulings
from hexcourt.solver.seeing.rulings.shipped_rulings import MOST_RANGE, SHIPPED, Shipped
from hexcourt.solver.seeing.rulings.told_apart import (
    DIVIDED,
    NOT_AT_ALL,
    alike_terms,
    bearing,
    same_range,
)
from hexcourt.solver.statutes.lawbook import in_force

AT_ONCE = 1_000
"""How many cores the law is asked about at once."""

Row = tuple[int, str, Sight]
"""A situation: what is told of it, its terrain, its ends."""


class Listening(KeptRulings):
    """Keeps nothing, but hears what is looked for, and what the law says of whole lines."""

    def __init__(self) -> None:
        super().__init__(None)
        self.met: dict[Row, None] = {}
        self.of_lines: dict[int, Ruling] = {}
        self._whole = False

    def looked_at(self, told):  # type: ignore[no-untyped-def]
        """Take down what is told."""
        terms, sights = told.terms, told.sights
        columns = zip(told.bits.tolist(), told.terrain.tolist(), told.sight.tolist(), strict=True)
        self.met.update(dict.fromkeys((b, terms[t], sights[s]) for b, t, s in columns))
        return told

    def find(self, marks, told=None, ranges=None):  # type: ignore[no-untyped-def]
        """Find nothing."""
        self._whole = told is None
        return super().find(marks, told, ranges)

    def keep(self, marks, said):  # type: ignore[no-untyped-def]
        """Take down what was decided of whole lines."""
        if self._whole:
            self.of_lines.update(zip(marks.tolist(), said, strict=True))


def listen(board: str) -> Listening:
    """Judge all lines of a board."""
    listening = Listening()
    for module in (precedents, counted_features):
        module.kept_under = lambda _: listening  # type: ignore[attr-defined]
    judge_pairs(open_position(board), "all", workers=1)
    return listening


def built(rows: Iterable[Row], of_lines: dict[int, Ruling]) -> Shipped:
    """Ask the law about situations, and put together what it says."""
    met = _as_told(list(dict.fromkeys(rows)))
    marks, first, which = np.unique(
        met.only(LEVELS).marks(), return_index=True, return_inverse=True
    )
    cores = met.at(first)
    found = [
        bearing(cores.at(np.arange(start, min(start + AT_ONCE, len(cores)))))
        for start in range(0, len(cores), AT_ONCE)
    ]
    looks = np.concatenate([each.bits for each in found])
    ranges = np.concatenate([each.ranges for each in found])
    masks, mask_of = np.unique(looks, return_inverse=True)
    left = met.only(looks[which])
    _, some = np.unique(left.marks(), return_index=True)
    left, which = left.at(some), which[some]
    said = precedents.ask_about(left, None)
    said += of_lines.values()
    of = np.concatenate([left.marks(), np.array(list(of_lines), dtype=np.uint64)])
    ranged = np.array([n for n, each in enumerate(said[: len(left)]) if each.ranged])
    grids = [_grid(left.at(np.array([n])), ranges[which[n]].tolist()) for n in ranged.tolist()]
    rulings = tuple(dict.fromkeys([*said, *(each for grid in grids for each in grid)]))
    number = {each: n for n, each in enumerate(rulings)}
    tables = [tuple(number[each] for each in grid) for grid in grids]
    distinct = {table: n for n, table in enumerate(dict.fromkeys(tables))}
    by_mark = np.argsort(left.at(ranged).marks())
    return Shipped(
        marks,
        mask_of,
        masks,
        Rulings(of, np.array([number[each] for each in said]), rulings).sorted,
        left.at(ranged).marks()[by_mark],
        np.array([distinct[each] for each in tables])[by_mark],
        np.array(list(distinct)).reshape(-1, MOST_RANGE + 1, MOST_RANGE + 1),
        alike_terms(in_force()),
    )


def _as_told(rows: Sequence[Row]) -> Told:
    alike = alike_terms(in_force())
    terms = {each: n for n, each in enumerate(sorted({row[1] for row in rows}))}
    sights = {each: n for n, each in enumerate(dict.fromkeys(row[2] for row in rows))}
    columns = zip(*((bits, terms[term], sights[sight]) for bits, term, sight in rows), strict=True)
    told = (np.array(each, dtype=np.int64) for each in columns)
    return Told(*told, [alike.get(each, each) for each in terms], list(sights))


def _grid(situation: Told, looks: Sequence[int]) -> list[Ruling]:
    """Ask the law about a situation at all ranges; those that it takes for the same are one."""
    count = MOST_RANGE + 1
    same = {NOT_AT_ALL: (0,) * count, DIVIDED: same_range(in_force(), MOST_RANGE)}
    upper, lower = (same.get(look, tuple(range(count))) for look in looks)
    pairs = sorted(set(product(upper, lower)))
    told = situation.at(np.zeros(len(pairs), dtype=np.int64))
    asked = np.array(pairs)
    said = dict(zip(pairs, precedents.ask_about(told, (asked[:, 0], asked[:, 1])), strict=True))
    return [said[pair] for pair in product(upper, lower)]


def main() -> None:
    """Ask about all boards and write the file."""
    folder, path = Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2:] else SHIPPED
    rows: dict[Row, None] = {}
    of_lines: dict[int, Ruling] = {}
    archives = sorted(str(each) for each in folder.iterdir() if each.is_file())
    for board in [*archives, *embedded_names()]:
        heard = listen(board)
        rows |= heard.met
        of_lines |= heard.of_lines
        print(f"{Path(board).name}: {len(heard.met)}, {len(rows)} in all", flush=True)
    whole = built(rows, of_lines)
    path.write_bytes(whole.written(law_digest(in_force())))
    cores, said, ranged = len(whole.cores), len(whole.said.marks), len(whole.ranged)
    print(f"{cores} cores, {said} situations, {ranged} of them at all ranges")
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
