"""An empty cache, one that is full of earlier answers, and one that cannot be written: one answer each.

Nor does it matter whether machine code can be kept; a full disk for temporary files is said.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from hexcourt import open_board
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.kernels import compiled
from hexcourt.solver.proof import stable_models
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.sandbox.processes import can_fork
from tests.cli.test_commands import hexcourt
from tests.effort import PATIENCE
from tests.tiny import tiny_facts
from tests.tiny_cards import HEAD, condition, group

CARD = "\n".join(
    [
        HEAD.replace('"tiny" }', '"tiny.lp" }'),
        "[turns]\ncount = 6",
        group("b1", "blue", "squad 4-6-7", 'setup = "hex A2"'),
        group("r1", "red", "squad 4-6-7", 'setup = "hex A4"'),
        '[victory]\notherwise = "blue"',
        condition("red", "Control hex A1"),
    ]
)

FULL = OSError(28, "No space left on device")

ASKING = """
import json, os, sys
from pathlib import Path
from click.testing import CliRunner
from hexcourt.cli.main import main
from hexcourt.cli.web.questions import QUESTIONS
from hexcourt.cli.web.board_registry import BoardRegistry
from hexcourt.cli.web.work import Answerer, RequestedBoard, WorkerSettings, Task
from hexcourt.solver.sandbox.limited_run import Limits

boards = Path(sys.argv[1])
answerer = Answerer(WorkerSettings(BoardRegistry(boards), Limits()))

def over_http(what, board, **given):
    body = QUESTIONS[what](board=board, **given).arguments if what in QUESTIONS else given
    status, body = answerer.answer(Task(what, RequestedBoard(BoardRegistry(boards).find(board)), body))
    return json.loads(body)["answer"] if status == 200 else [status, body.decode()]

def in_the_shell(*words):
    return json.loads(CliRunner().invoke(main, [*words, "--json"]).stdout)

tiny, card = str(boards / "tiny.lp"), str(boards / "card.toml")
for number, cache in enumerate(sys.argv[2:]):
    child = os.fork()  # what is kept in memory is not shared
    if child:
        assert os.waitpid(child, 0)[1] == 0
        continue
    os.environ["HEXCOURT_CACHE"] = cache
    told = [
        [over_http("check", "card.toml", select=("S15", "S18")),
         in_the_shell("scenario", "check", card, "--select", "S15", "--select", "S18")],
        [over_http("see", "tiny.lp", targets=("A1",)),
         in_the_shell("see", tiny, "A1")],
        [over_http("path", "tiny.lp", start="A1", goal="A4", unit="squad"),
         in_the_shell("path", tiny, "A1", "A4", "--unit", "squad")],
    ]
    (boards.parent / f"told{number}").write_text(json.dumps(told))
    os._exit(0)
"""


@pytest.mark.skipif(not can_fork(), reason="needs fork")
def test_answers_are_the_same_with_an_empty_a_warm_and_an_unwritable_cache(tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    (boards / "tiny.lp").write_text(tiny_facts("A1:A4, A2 woods, A3 building(stone,1)"), "utf-8")
    (boards / "card.toml").write_text(CARD, "utf-8")
    caches = [tmp_path / "cache", tmp_path / "cache", Path(os.devnull, "none")]
    words = [sys.executable, "-c", ASKING, str(boards), *map(str, caches)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "cache" / "checks").is_dir()
    told = [json.loads((tmp_path / f"told{each}").read_text()) for each in range(len(caches))]
    for over_http, in_the_shell in told[0]:
        assert over_http == in_the_shell
    assert {row["check"]: row["found"] for row in told[0][0][0]["rows"]} == {
        "S15": "pass",
        "S18": "pass",
    }
    assert told[1:] == [told[0]] * 2


def doubled(number: int) -> int:
    return 2 * number


def cut_index(folder: Path) -> None:
    for each in folder.rglob("*.nbi"):
        each.write_bytes(each.read_bytes()[:30])


def cut_code(folder: Path) -> None:
    for each in folder.rglob("*.nbc"):
        each.write_bytes(each.read_bytes()[:100])


@pytest.mark.parametrize("spoil", [cut_index, cut_code])
def test_damaged_machine_code_is_made_anew(
    spoil: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import numba

    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    for _ in range(2):
        assert compiled.__wrapped__(doubled)(21) == 42
    assert {each.suffix for each in tmp_path.rglob("*.*")} == {".nbi", ".nbc"}
    spoil(tmp_path)
    assert compiled.__wrapped__(doubled)(21) == 42
    assert compiled.__wrapped__(doubled)(21) == 42


def test_machine_code_that_cannot_be_kept_runs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import numba
    from numba.core import caching

    def fail(*_: object) -> None:
        raise FULL

    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    with monkeypatch.context() as full:
        full.setattr(caching.IndexDataCacheFile, "save", fail)
        assert compiled.__wrapped__(doubled)(21) == 42
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    assert compiled.__wrapped__(doubled)(21) == 42


NO_ROOM = "the folder for temporary files is full or cannot be written; make room there, or name"


@pytest.mark.parametrize("rest", [0, 0.5, 0.999])
def test_of_a_file_cut_short_by_a_full_disk_nothing_is_read(
    rest: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground = ActiveRules.ground_to

    def cut(rules: ActiveRules, file: Path, *more: str) -> Any:
        control = ground(rules, file, *more)
        whole = file.read_bytes()
        file.write_bytes(whole[: int(rest * len(whole))])
        return control

    monkeypatch.setattr(ActiveRules, "ground_to", cut)
    with pytest.raises(BadInput, match=NO_ROOM):
        open_board("pegasus").path("L13", "K12", unit="wagon")


def test_no_folder_for_temporary_files_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> None:
        raise FULL

    monkeypatch.setattr("tempfile.TemporaryDirectory", fail)
    done = hexcourt("path", "pegasus", "L13", "K12", "--unit", "wagon")
    assert done.exit_code == 2 and NO_ROOM in done.stderr


@pytest.mark.parametrize(
    "trace", [b"", b"5 1 2 0 3 4 0\n", b"5 1 0 3 4 0\n6 0 5", b"5 1 0 3 4 0\n6"]
)
def test_a_proof_cut_short_by_a_full_disk_is_none(trace: bytes) -> None:
    with pytest.raises(BadInput, match=NO_ROOM):
        stable_models._trimmed(BytesIO(trace), 4)
