"""A study decided by a real scheduler of `dask.distributed` and two workers, each a process."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import distributed
import pytest
from rich.console import Console

from hexcourt.cli.render.sweep import run_sweep
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.studies import running
from hexcourt.solver.studies.results import Chunk, Row
from tests.effort import long

pytestmark = pytest.mark.usefixtures("kept")

STUDY = """
question = 'exists : path("A21", "E25")'
board = "barricades"
unit = "tank"
chunk = 3
vary = ['{ roadblock(A,B) : road(A,B) } = 1']
"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


@long
def test_a_cluster_writes_what_one_process_does(address: str, tmp_path: Path) -> None:
    written = []
    for name, by in (("alone", {"jobs": 1}), ("cluster", {"jobs": None, "cluster": address})):
        (tmp_path / name).mkdir()
        study = tmp_path / name / "SWEEP.toml"
        study.write_text(STUDY, "utf-8")
        assert run_sweep(Console(file=io.StringIO()), study, **by) == 0  # type: ignore[arg-type]
        (results,) = (tmp_path / name).rglob("results.csv")
        written.append(results.read_bytes())
    assert written[0] == written[1]
    assert written[0].count(b"\n") == 1 + 19


def who(chunk: Chunk) -> list[Row]:
    if chunk.first < 0:
        raise BadInput(f"{chunk.first}: no world")
    return [(str(os.getpid()),)]


def test_each_worker_has_chunks_of_its_own(address: str) -> None:
    chunks = [Chunk(number, 0, number, number + 1) for number in range(40)]
    found = dict(running.run(chunks, who, cluster=address))
    assert set(found) == set(chunks)
    deciders = {rows[0][0] for rows in found.values()}
    assert len(deciders) == 2
    assert str(os.getpid()) not in deciders


def test_what_a_worker_of_a_cluster_refuses_is_told(address: str) -> None:
    with pytest.raises(BadInput, match="-1: no world"):
        list(running.run([Chunk(0, 0, -1, 0)], who, cluster=address))
