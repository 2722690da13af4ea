"""Measures a server on the loopback: each kind of question alone, then of ten users at once.

``python bench/serving.py [--each N] [--users N]``. Milliseconds by the clock as a client meets them, and
of the processor as server and workers spend them: on a machine with other work only these mean much.
Questions differ from each other; what is asked of is warm. Needs ``../shared/vasl``, else asks of an
embedded board alone.
"""

from __future__ import annotations

import argparse
import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import psutil
from rich.console import Console
from rich.table import Table

from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.solver.scenario.opening import open_board

BOARDS = Path(__file__).resolve().parents[2] / "shared" / "vasl" / "boards"
ARCHIVE, RAILWAY = "bd12", "budapest"
PATIENCE = 120.0

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question: what it is, where it is asked, and in how many milliseconds to be answered."""

    title: str
    question: str
    board: str
    aim: float

    def bodies(self, hexes: list[str], chance: random.Random) -> Iterator[Body]:
        """Give ever other questions of this kind."""
        while True:
            one, other = chance.sample(hexes, 2)
            fields = {
                "los": {"viewer": one, "target": other},
                "see": {"targets": [one]},
                "reach": {"start": one, "unit": "squad"},
            }[self.question]
            yield {"board": self.board, **fields}


class Measured:
    """A server, and what it and its workers have spent."""

    def __init__(self, process: psutil.Popen, client: httpx2.Client) -> None:
        self.process = process
        self.client = client

    def spent(self) -> float:
        """Give the milliseconds of the processor so far."""
        all_of_it = [self.process, *self.process.children(recursive=True)]
        return 1000 * sum(sum(each.cpu_times()[:2]) for each in all_of_it)

    def timed(self, method: str, address: str, body: Body | None = None) -> float:
        """Send a request; give the milliseconds until its answer is there."""
        begin = time.perf_counter()
        told = self.client.request(method, address, json=body)
        told.raise_for_status()
        return 1000 * (time.perf_counter() - begin)

    def ask(self, question: str, body: Body) -> float:
        """Ask a question."""
        return self.timed("POST", f"/api/v1/{question}", body)


@contextmanager
def serving(board: str) -> Iterator[Measured]:
    """Run a server for a while."""
    options = ["--port", "0", "--no-browser"]
    if BOARDS.is_dir():
        options += ["--boards", str(BOARDS)]
        board = str(BOARDS / board) if board == ARCHIVE else board
    command = [sys.executable, "-m", "hexcourt.cli.main", "serve", board, *options]
    process = psutil.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        address = process.stdout.readline().split()[3].partition("?")[0]
        with httpx2.Client(base_url=address, timeout=PATIENCE) as client:
            yield Measured(process, client)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def hexes_of(board: str) -> list[str]:
    """List the hexes of a board."""
    found = open_board(str(BOARDS / board)) if board == ARCHIVE else embedded_board(board)
    return [each.name for each in found.hexes]


def percentile(times: list[float], share: float) -> float:
    """Give the time that so large a share keeps to."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def main() -> None:
    """Print all measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", type=int, default=40, help="questions of a kind")
    parser.add_argument("--users", type=int, default=10, help="users at once")
    told = parser.parse_args()
    board = ARCHIVE if BOARDS.is_dir() else RAILWAY
    kinds = [
        Kind("a line of sight", "los", board, 50),
        Kind("a line of sight", "los", RAILWAY, 50),
        Kind("who sees a hex", "see", board, 150),
        Kind("a squad's reach", "reach", board, 100),
    ]
    chance = random.Random(17)
    table = Table("asked", "of", "median ms", "95 % ms", "processor ms", "aim ms")
    with serving(board) as server:
        for title, address in (
            ("first page", "/"),
            ("map", f"/api/v1/map?board={board}"),
            ("picture of the map", f"/api/v1/map.svg?board={board}"),
        ):
            before = server.spent()
            took = server.timed("GET", address)
            table.add_row(
                title, board, f"{took:.0f}", "", f"{server.spent() - before:.0f}", "1000 in all"
            )
        every = {each: hexes_of(each) for each in {kind.board for kind in kinds}}
        for kind in kinds:
            bodies = kind.bodies(every[kind.board], chance)
            warm(server, kind, bodies)
            before = server.spent()
            times = [server.ask(kind.question, next(bodies)) for _ in range(told.each)]
            spent = (server.spent() - before) / told.each
            figures = (statistics.median(times), percentile(times, 0.95), spent, kind.aim)
            table.add_row(kind.title, kind.board, *(f"{each:.0f}" for each in figures))
        table.add_section()
        for kind in kinds:
            bodies = kind.bodies(every[kind.board], chance)
            asked = [next(bodies) for _ in range(max(told.each, 10 * told.users))]
            before = server.spent()
            with ThreadPoolExecutor(told.users) as users:
                times = list(users.map(lambda body: server.ask(kind.question, body), asked))  # noqa: B023
            spent = (server.spent() - before) / len(asked)
            figures = (statistics.median(times), percentile(times, 0.95), spent, 5 * kind.aim)
            title = f"{kind.title}, {told.users} users"
            table.add_row(title, kind.board, *(f"{each:.0f}" for each in figures))
    Console().print(table)


def warm(server: Measured, kind: Kind, bodies: Iterator[Body]) -> None:
    """Have all workers open the board, and learn what they ask the rules once."""
    with ThreadPoolExecutor(8) as users:
        list(
            users.map(
                lambda body: server.ask(kind.question, body), [next(bodies) for _ in range(60)]
            )
        )


if __name__ == "__main__":
    main()
