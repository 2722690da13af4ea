"""Times studies: a question put to some thousand worlds, by one worker and by two.

Usage: python bench/sweep.py [--worlds N] [--turns N] [BOARD ...]
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.studies.results import COLUMNS, Session, cut
from hexcourt.solver.studies.running import run
from hexcourt.solver.studies.study import Study, StudyBoard

ROADBLOCK = "{ roadblock(A,B) : road(A,B) } = 1"
RUBBLE = "{ rubble(H,stone) : building(H,stone) } = "
ENDS = ("K5", "Q5")
CHUNK = 500


@dataclass(frozen=True)
class Measured:
    """How long the rules were asked before the first world, and then all worlds took, in seconds by the
    clock; the seconds of the processor, of all processes, that both took; how many worlds say what.
    """

    worlds: int
    set_up: float
    steady: float
    processor: float
    answers: Counter[str]

    @property
    def said(self) -> str:
        """Say it in rates."""
        told = ", ".join(f"{answer} {count}" for answer, count in sorted(self.answers.items()))
        return (
            f"rules asked in {self.set_up:.1f} s, then {self.worlds / self.steady:.0f} worlds/s; "
            f"all in all {self.worlds / self.whole:.0f} worlds/s, "
            f"{self.worlds / self.processor:.0f} a second of the processor ({told})"
        )

    @property
    def whole(self) -> float:
        """Give the time of all of it by the clock."""
        return self.set_up + self.steady


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*", default=["budapest"], metavar="BOARD")
    parser.add_argument("--turns", type=int, default=1, help="how many turns the units have")
    parser.add_argument("--worlds", type=int, default=10_000, help="how many worlds at most")
    given = parser.parse_args()
    for name in given.boards:
        board = open_board(name)
        print(f"{board.name}: {len(board.hexes)} hexes, {len(board.locations)} Locations")
        for title, study in studies(name, ends_on(name), given):
            measure(title, study, given.worlds)


def ends_on(name: str) -> tuple[str, str]:
    """Choose two hexes of a board."""
    names = [record.name for record in open_board(name).hexes]
    if set(ENDS) <= set(names):
        return ENDS
    return names[len(names) // 3], names[2 * len(names) // 3]


def studies(
    name: str, ends: tuple[str, str], given: argparse.Namespace
) -> Iterator[tuple[str, Study]]:
    board = StudyBoard(name, name)
    path = f'exists : path("{ends[0]}", "{ends[1]}")'
    for unit in ("tank", "squad"):
        vary = (ROADBLOCK, f"{RUBBLE}1")
        yield (
            f"{unit}, one roadblock and one rubble",
            Study("bench", (board,), (unit,), (path,), turns=given.turns, vary=vary),
        )
    number = rubbles(name, given.worlds)
    seen = f'which H : sees(H, "{ends[0]}")'
    vary = (f"{RUBBLE}{number}",)
    yield (
        f"lines of sight, {number} rubbles",
        Study("bench", (board,), ("squad",), (seen,), vary=vary),
    )


def rubbles(name: str, worlds: int) -> int:
    """Find how many rubbles give so many worlds, three at most."""
    (family,) = QuerySession(name).families([f"{RUBBLE}1"])
    return next((n for n in (1, 2) if comb(len(family.pieces), n) >= worlds), 3)


def measure(title: str, study: Study, worlds: int) -> None:
    """Decide the worlds of a study by one worker and by two, each time from the beginning."""
    found = [measured(study, worlds, jobs) for jobs in (1, 2)]
    print(f"  {title}: {found[0].worlds} worlds")
    for jobs, each in enumerate(found, 1):
        print(f"    {jobs} worker{'s' * (jobs > 1)}: {each.said}")
    print(f"    two workers are {found[0].whole / found[1].whole:.2f} times as fast as one")


def measured(study: Study, worlds: int, jobs: int) -> Measured:
    session = Session(study)
    begun, spent = time.perf_counter(), processor()
    count = min(worlds, session.survey(0).size)
    chunks = cut(study, {study.boards[0].name: count}, CHUNK)
    session.warm(chunks, jobs)
    ready = time.perf_counter()
    answers = Counter(
        row[COLUMNS.index("answer")] for _, rows in run(chunks, session, jobs) for row in rows
    )
    assert answers.total() == count
    steady = time.perf_counter() - ready
    return Measured(count, ready - begun, steady, processor() - spent, answers)


def processor() -> float:
    """Give the seconds of the processor that this process, and those that it started, have taken."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    main()
