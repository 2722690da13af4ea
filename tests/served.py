"""A server to ask in tests: the whole application, its questions answered in this process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.testclient import TestClient

from hexcourt.cli.web.application import application
from hexcourt.cli.web.board_registry import DROPPED, BoardRegistry
from hexcourt.cli.web.work import Answerer, Task, WorkerSettings
from hexcourt.cli.web.workers import Workers
from hexcourt.solver.sandbox.limited_run import Limits
from tests.tiny import tiny_facts

HOST = "127.0.0.1:8470"
BOARD = "A1:A6, B1:B6, C1:C6, B3 building(stone,1) level(1), B4 woods, A4-B4 hedge, C3 @2"


class AtOnce(Workers):
    """Answers in this process."""

    def __init__(self, orders: WorkerSettings) -> None:
        super().__init__(orders, 1)
        self.answerer = Answerer(orders)

    async def start(self) -> None:
        """Start nothing."""

    async def do(self, task: Task, is_wanted: object = None) -> tuple[int, bytes]:
        """Answer."""
        return self.answerer.answer(task)


@contextmanager
def served(
    folder: Path, seconds: float = 60.0, dropped: Path | None = None
) -> Iterator[TestClient]:
    """Serve a folder; ``tiny.lp`` is written into it. Files that are sent go into ``dropped``."""
    (folder / "tiny.lp").write_text(tiny_facts(BOARD), "utf-8")
    registry = BoardRegistry(folder, () if dropped is None else ((DROPPED, dropped),))
    orders = WorkerSettings(registry, Limits(seconds=seconds))
    app = application(registry, AtOnce(orders), [HOST], None, dropped)
    with TestClient(app, base_url=f"http://{HOST}", follow_redirects=False) as client:
        yield client


@contextmanager
def receiving(folder: Path) -> Iterator[TestClient]:
    """Serve a folder within one that keeps, in another, the files that are sent."""
    for name in ("served", "dropped"):
        (folder / name).mkdir()
    with served(folder / "served", dropped=folder / "dropped") as client:
        yield client
