"""Studies: what is wrong in the file is said, and results are the same however they came about."""

from __future__ import annotations

import csv
import importlib.util
import io
import os
import pickle
import re
import signal
import subprocess
import sys
import time
import types
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from hexcourt.cli.render.sweep import INTERRUPTED, run_sweep
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.query.outcomes import finding
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.studies import running
from hexcourt.solver.studies import study as study_module
from hexcourt.solver.studies.results import (
    COLUMNS,
    Chunk,
    Results,
    Row,
    Session,
    count_on_boards,
    cut,
)
from hexcourt.solver.studies.running import opened
from hexcourt.solver.studies.study import Study, read_study
from tests.effort import PATIENCE, one_in, sample, some_of

ROADBLOCKS = "{ roadblock(A,B) : road(A,B) } = 1"
RUBBLE = "{ rubble(H,stone) : building(H,stone) } = 1"
LOOKED_UP = "which H : building(H), not rubble(H)"

SMALL = f"""
question = '{LOOKED_UP}'
board = "barricades"
vary = ['{ROADBLOCKS}', '{RUBBLE}']
"""
WORLDS = 19 * 15


def written(folder: Path, text: str = SMALL, name: str = "SWEEP.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def study_of(folder: Path, text: str = SMALL) -> Study:
    return read_study(written(folder, text))


def swept(path: Path, **options: object) -> tuple[int, str]:
    """Run a study and give the status with what is printed."""
    said = io.StringIO()
    options = {"jobs": 1, **options}
    return run_sweep(Console(file=said, width=200), path, **options), said.getvalue()  # type: ignore[arg-type]


def rows_in(folder: Path) -> list[dict[str, str]]:
    with (folder / "results.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


# --- the file -------------------------------------------------------------------------------------

ASKED = 'question = "count H : hex(H)"\nboard = "barricades"\n'
HALF = 'question = "count H : hex(H)"\n'

WRONG = {
    "quesion = 'count H : hex(H)'": "quesion: is no key of a study; did you mean question?",
    "zzz = 1": "zzz: is no key of a study; the keys are question",
    "board = 'barricades'": "question: is missing; write question = ",
    "question = ''\nboard = 'barricades'": "question: an empty text is no text; write question = ",
    "question = 7\nboard = 'barricades'": "question: 7 is no text; write question = ",
    "questions = []\nboard = 'barricades'": "questions: is empty; write questions = [",
    "questions = 'count H : hex(H)'\nboard = 'barricades'": "is no list; write questions = [",
    "questions = [1]\nboard = 'barricades'": "questions: 1 in the list is no text; write",
    ASKED + "questions = ['count H : hex(H)']": "questions: question is given as well; leave one",
    HALF: "board: is missing; write board = 'budapest'",
    HALF + "boards = ['barricades', 'barricades']": "boards: barricades is given twice; leave one",
    HALF + "board = 'baricades'": "baricades: no such board; write barricades",
    ASKED + "unit = 'tnk'": "unit: tnk is not known; did you mean tank?",
    ASKED + "units = ['zzzzz']": "unit: zzzzz is not known; choose one of",
    ASKED + "unit = true": "unit: true is no text; write unit = 'tank'",
    ASKED + "from = 3": "from: 3 is no text; write from = 'K5'",
    ASKED + "turns = 0": "turns: 0 is no whole number from 1 to 99",
    ASKED + "turns = true": "turns: true is no whole number from 1 to 99",
    ASKED + "mf = 4.3": "mf: 4.3 is no number of MF or MP; write whole or half",
    ASKED + "mf = '8'": "mf: 8 is no number of MF or MP",
    ASKED + "mf = nan": "mf: nan is no number of MF or MP",
    ASKED + "suppose = 'rubble(\"B1\",stone)'": "suppose: rubble(",
    ASKED + "suppose = ['rubbel(\"B1\",stone)']": 'barricades: rubbel("B1",stone): rubbel/2 is not',
    ASKED + "without = [1]": "without: 1 in the list is no text",
    ASKED + "vary = ['roadblock(A,B)']": "is no choice between braces; write one such as",
    ASKED + "vary = [['a']]": "vary: ['a'] in the list is no text",
    ASKED + "chunk = 0": "chunk: 0 is no whole number from 1 to",
    ASKED + "chunk = 1.5": "chunk: 1.5 is no whole number from 1 to",
    "question = 'counts H : hex(H)'\nboard = 'barricades'": "did you mean count?",
    "question = \n": "cannot be read as TOML",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_in_the_file_is_said_in_one_sentence(text: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(BadInput) as told:
        swept(path)
    sentence = str(told.value)
    assert sentence.startswith("SWEEP.toml: ") and WRONG[text] in sentence
    assert "\n" not in sentence and len(sentence) < 500
    assert sorted(each.name for each in tmp_path.iterdir()) == ["SWEEP.toml"], "nothing is left"


def test_a_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file or directory"):
        read_study(tmp_path / "NONE.toml")
    (tmp_path / "SWEEP.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="no text in UTF-8"):
        read_study(tmp_path / "SWEEP.toml")


def test_boards_are_found_from_where_the_file_lies(tmp_path: Path) -> None:
    facts = tmp_path / "deep" / "own.lp"
    facts.parent.mkdir()
    facts.write_text('hex("A1"). elevation("A1",0). terrain("A1",open). location("A1",ground,0).\n')
    study = study_of(tmp_path, "question = 'count H : hex(H)'\nboards = ['deep/own.lp']")
    assert study.boards[0].name == "deep/own.lp"
    assert Path(study.boards[0].source) == facts


def test_what_may_be_told_is_kept(tmp_path: Path) -> None:
    study = study_of(
        tmp_path, ASKED + "unit = 'half-squad'\nfrom = 'B1'\nturns = 2\nmf = 4.5\nchunk = 7"
    )
    assert (study.units, study.start, study.turns, study.allowance, study.chunk) == (
        *(("half_squad",), "B1", 2),
        *(9, 7),
    )


# --- the fingerprint ------------------------------------------------------------------------------


def test_the_fingerprint_tells_studies_apart_but_not_by_chunk_and_layout(tmp_path: Path) -> None:
    digest = study_of(tmp_path).digest
    assert study_of(tmp_path, SMALL + "chunk = 3\n# a remark\n").digest == digest
    changes = ("turns = 2", "mf = 3", "unit = 'tank'", "from = 'B2'", "suppose = ['wreck(\"B2\")']")
    found = {study_of(tmp_path, SMALL + each).digest for each in changes}
    assert len(found | {digest}) == len(changes) + 1


def test_the_fingerprint_hangs_on_boards_and_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = tmp_path / "own.lp"
    found = set()
    for level in (0, 2):
        facts.write_text(
            f'hex("A1"). elevation("A1",{level}). terrain("A1",open). location("A1",ground,{level}).\n'
        )
        found.add(study_of(tmp_path, "question = 'count H : hex(H)'\nboard = 'own.lp'").digest)

    class OtherLaw:
        digest = "another"

        def __init__(self, profile: str) -> None:
            pass

    monkeypatch.setattr(study_module, "ActiveRules", OtherLaw)
    found.add(study_of(tmp_path, "question = 'count H : hex(H)'\nboard = 'own.lp'").digest)
    assert len(found) == 3


# --- what is found --------------------------------------------------------------------------------


def test_a_study_tells_what_the_session_says_of_each_world(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        f"questions = ['count H : rubble(H)', '{LOOKED_UP}']" + SMALL[SMALL.index("\nboard") :],
    )
    status, said = swept(path)
    rows = rows_in(tmp_path / "SWEEP.results")
    assert status == 0 and tuple(rows[0]) == COLUMNS
    assert [row["question"] for row in rows] == ["count H : rubble(H)"] * WORLDS + [
        LOOKED_UP
    ] * WORLDS
    survey = QuerySession("barricades").survey(LOOKED_UP, [ROADBLOCKS, RUBBLE])
    found = [
        finding(survey.question, each) for _, each in survey.decided() if not isinstance(each, str)
    ]
    assert [(each.answer, str(len(each.rows))) for each in found] == [
        (row["answer"], row["rows"]) for row in rows[WORLDS:]
    ]
    # four hexes are printed with rubble, one is laid
    assert {(row["at_least"], row["at_most"]) for row in rows[:WORLDS]} == {("5", "5")}
    pieces = [row["world"].split("; ") for row in rows[:WORLDS]]
    assert len({tuple(world) for world in pieces}) == WORLDS
    assert all(
        re.fullmatch(r'roadblock\("\w+","\w+"\)|rubble\("\w+",stone\)', each)
        for world in pieces
        for each in world
    )
    assert f"{LOOKED_UP}: yes {WORLDS}" in said
    assert f"{2 * WORLDS} worlds, {2 * WORLDS} decided now" in said


def test_levels_are_told_in_wholes(tmp_path: Path) -> None:
    path = written(
        tmp_path, "question = 'max X : location(L), level(L, X)'\nboard = 'barricades'\nsuppose=[]"
    )
    swept(path)
    (row,) = rows_in(tmp_path / "SWEEP.results")
    (least, most) = QuerySession("barricades").ask("max X : location(L), level(L, X)").value or (
        None,
        None,
    )
    assert least is not None and most is not None
    assert (row["world"], row["at_least"], row["at_most"]) == (
        "",
        f"{least / 2:g}",
        f"{most / 2:g}",
    )


def test_a_world_that_cannot_be_is_impossible_and_says_why(tmp_path: Path) -> None:
    here = min(piece.hexes[0] for piece in QuerySession("barricades").families([RUBBLE])[0].pieces)
    other = next(
        record.name
        for record in QuerySession("barricades").board.hexes
        if QuerySession("barricades").board.range(record.name, here) == 1
    )
    path = written(
        tmp_path,
        f"question = 'exists : sees(\"{here}\", \"{other}\")'\nboard = 'barricades'\n"
        f'vary = [\'{{ rubble("{here}",stone); debris("{here}") }} >= 1\']',
    )
    _, said = swept(path)
    rows = rows_in(tmp_path / "SWEEP.results")
    assert [row["answer"] for row in rows[:2]] != ["impossible"] * 2
    assert rows[2]["answer"] == "impossible" and "B24.1" in rows[2]["why"]
    assert "impossible 1" in said


def test_a_family_without_pieces_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    family = "{ rubble(H,stone) : building(H,stone), level(H) >= 40 } = 1"
    path = written(tmp_path, ASKED + f"vary = ['{family}']")
    status, said = swept(path)
    assert status == 0 and rows_in(tmp_path / "SWEEP.results") == []
    assert "no worlds" in said
    assert (
        f"barricades: no worlds: there are too few pieces for {family}" in capsys.readouterr().err
    )
    swept(path)
    assert "barricades: no worlds" in capsys.readouterr().err


# --- the same results however they come about -----------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Give the results of the small study, come about in one go."""
    folder = tmp_path_factory.mktemp("whole")
    swept(written(folder))
    return (folder / "SWEEP.results" / "results.csv").read_bytes()


@pytest.mark.parametrize(("jobs", "chunk"), some_of([(2, 7), (1, 1), (3, 100), (2, 1000)], 2))
def test_results_do_not_hang_on_workers_and_chunks(
    jobs: int, chunk: int, tmp_path: Path, whole: bytes
) -> None:
    swept(written(tmp_path, SMALL + f"chunk = {chunk}"), jobs=jobs)
    assert (tmp_path / "SWEEP.results" / "results.csv").read_bytes() == whole
    assert len(list((tmp_path / "SWEEP.results").glob("part-*"))) == -(-WORLDS // chunk)


def test_workers_that_do_not_begin_warm_find_the_same(
    tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "can_fork", lambda: False)
    monkeypatch.setattr("hexcourt.solver.studies.running.can_fork", lambda: False)
    monkeypatch.setattr(
        running.multiprocessing,
        "get_context",
        lambda _: __import__("multiprocessing").context.SpawnContext(),
    )
    swept(written(tmp_path, SMALL + "chunk = 150"), jobs=2)
    assert (tmp_path / "SWEEP.results" / "results.csv").read_bytes() == whole


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """List the chunks that are decided in this process."""
    numbers: list[int] = []
    decide = Session.__call__

    def noting(session: Session, chunk: Chunk) -> list[Row]:
        numbers.append(chunk.number)
        return decide(session, chunk)

    monkeypatch.setattr(Session, "__call__", noting)
    yield numbers


def test_what_is_done_is_not_done_again(
    tmp_path: Path, whole: bytes, computed: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, SMALL + "chunk = 20")
    folder = tmp_path / "SWEEP.results"
    with opened(read_study(path), folder) as sweep, closing(sweep.run(1)) as run:
        first = [next(run).number for _ in range(4)]  # type: ignore[call-overload]
    assert first == [0, 1, 2, 3]
    _, said = swept(written(tmp_path, SMALL + "chunk = 9"))
    assert computed == list(range(15)), "each chunk once, of the size it was begun with"
    assert "4 of 15 chunks were done before" in capsys.readouterr().err
    assert f"{WORLDS} worlds, {WORLDS - 80} decided now" in said
    assert (folder / "results.csv").read_bytes() == whole
    _, said = swept(path)
    assert len(computed) == 15 and f"{WORLDS} worlds, 0 decided now" in said


KILLED = """
import os, sys, time
from pathlib import Path
from rich.console import Console
from hexcourt.cli.render.sweep import run_sweep
from hexcourt.solver.studies.results import Session

decide = Session.__call__
log = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)

def slowly(session, chunk):
    os.write(log, b"%d\\n" % chunk.number)
    if chunk.number >= 8:
        time.sleep(3600)  # until it is ended
    return decide(session, chunk)

Session.__call__ = slowly
sys.exit(run_sweep(Console(), Path(sys.argv[1]), jobs=int(sys.argv[3])))
"""


def begun(path: Path, jobs: int, parts: int) -> subprocess.Popen[bytes]:
    """Begin a slow run in a process of its own, and wait until some parts are there."""
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path), str(path.parent / "log"), str(jobs)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        start_new_session=True,
    )
    folder = path.with_suffix(".results")
    until = time.monotonic() + PATIENCE
    while len(list(folder.glob("part-*.csv"))) < parts and time.monotonic() < until:
        assert process.poll() is None, process.stderr.read().decode() if process.stderr else ""
        time.sleep(0.01)
    return process


def done_in(folder: Path) -> set[int]:
    return {int(path.stem.split("-")[1]) for path in folder.glob("part-*.csv")}


@pytest.mark.parametrize("jobs", sample([2], [1, 2]))
def test_a_killed_run_goes_on_where_it_was(
    jobs: int, tmp_path: Path, whole: bytes, computed: list[int]
) -> None:
    path = written(tmp_path, SMALL + "chunk = 20")
    folder = tmp_path / "SWEEP.results"
    process = begun(path, jobs, parts=4)
    process.kill()
    process.wait()
    kept = done_in(folder)
    assert 4 <= len(kept) < 15
    asked = [int(line) for line in (tmp_path / "log").read_text().split()]
    assert len(asked) == len(set(asked)) and kept <= set(asked)
    swept(path)
    assert set(computed) == set(range(15)) - kept and len(computed) == 15 - len(kept)
    assert (folder / "results.csv").read_bytes() == whole
    assert not list(folder.glob(".*.tmp"))


@pytest.mark.parametrize("jobs", sample([1], [1, 2]))
def test_an_interrupted_run_ends_cleanly_and_says_how_to_go_on(
    jobs: int, tmp_path: Path, whole: bytes
) -> None:
    path = written(tmp_path, SMALL + "chunk = 20")
    process = begun(path, jobs, parts=2)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == INTERRUPTED
    assert "run the same command again to go on" in said.decode()
    assert "Traceback" not in said.decode()
    swept(path)
    assert (tmp_path / "SWEEP.results" / "results.csv").read_bytes() == whole


# --- the folder -----------------------------------------------------------------------------------


def half_done(folder: Path) -> tuple[Path, Path]:
    path = written(folder, SMALL + "chunk = 100")
    swept(path)
    return path, folder / "SWEEP.results"


def test_half_written_files_are_never_read(tmp_path: Path, whole: bytes) -> None:
    path, folder = half_done(tmp_path)
    part = folder / "part-000001.csv"
    left = folder / ".part-000001.csv.abcd_123.tmp"
    left.write_bytes(part.read_bytes()[:500])
    part.unlink()
    swept(path)
    assert not left.exists()
    assert (folder / "results.csv").read_bytes() == whole


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut short": lambda text: text[:-200],
    "a row is gone": lambda text: text.split(b"\n", 1)[1],
    "an answer was changed": lambda text: text.replace(b",yes,", b",no,", 1),
    "empty": lambda text: b"",
    "no text": lambda text: b"\xff" + text,
    "something follows": lambda text: text + b"\n",
}


@one_in(3)
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_part_is_decided_anew(
    damage: str,
    tmp_path: Path,
    whole: bytes,
    computed: list[int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, folder = half_done(tmp_path)
    part = folder / "part-000001.csv"
    part.write_bytes(DAMAGES[damage](part.read_bytes()))
    computed.clear()
    swept(path)
    assert computed == [1]
    assert "part-000001.csv was damaged and is decided anew" in capsys.readouterr().err
    assert (folder / "results.csv").read_bytes() == whole


def test_a_part_of_another_chunk_or_study_is_no_part(tmp_path: Path, computed: list[int]) -> None:
    path, folder = half_done(tmp_path)
    (folder / "part-000001.csv").write_bytes((folder / "part-000000.csv").read_bytes())
    (folder / "part-000077.csv").write_bytes((folder / "part-000000.csv").read_bytes())
    computed.clear()
    swept(path)
    assert computed == [1] and not (folder / "part-000077.csv").exists()


def test_a_folder_of_another_study_is_refused(tmp_path: Path) -> None:
    _, folder = half_done(tmp_path)
    other = written(tmp_path, SMALL.replace(LOOKED_UP, "count H : hex(H)"), "OTHER.toml")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(BadInput, match="another study, with other questions; choose another --out"):
        swept(other, out=folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_folder_of_anything_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("dear")
    with pytest.raises(BadInput, match=r"holds a\.txt, but no results; choose an empty folder"):
        swept(written(tmp_path), out=tmp_path / "letters")
    with pytest.raises(BadInput, match="cannot be used for results"):
        swept(written(tmp_path), out=tmp_path / "letters" / "a.txt")


def test_a_damaged_record_is_told(tmp_path: Path) -> None:
    path, folder = half_done(tmp_path)
    (folder / "study.json").write_text("{")
    with pytest.raises(BadInput, match=r"study\.json: is damaged; delete the folder"):
        swept(path)


def test_two_runs_do_not_work_in_one_folder(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = written(tmp_path, SMALL + "chunk = 20")
    process = begun(path, 1, parts=1)
    try:
        with pytest.raises(BadInput, match="another run is at work there"):
            swept(path)
    finally:
        process.kill()
        process.wait()


def test_a_part_that_cannot_be_put_in_place_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = study_of(tmp_path)
    folder = tmp_path / "out"
    kept = Results.open(folder, study)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("hexcourt.facts.base.files.os.fsync", fail)
    with pytest.raises(BadInput, match=r"part-000000\.csv: cannot be written \(No space left"):
        kept.put(Chunk(0, 0, 0, 1), [("a",) * len(COLUMNS)])
    kept.close()
    assert [path.name for path in folder.iterdir()] == [".lock"]


# --- chunks and workers ---------------------------------------------------------------------------


def test_chunks_hold_each_world_once_and_no_two_cases(tmp_path: Path) -> None:
    study = study_of(
        tmp_path, SMALL.replace("question = ", "units = ['squad', 'tank']\nquestion = ")
    )
    worlds, empty = count_on_boards(study)
    chunks = cut(study, worlds, 100)
    assert worlds == {"barricades": WORLDS} and empty == {}
    assert [chunk.number for chunk in chunks] == list(range(6))
    for case in (0, 1):
        mine = [chunk for chunk in chunks if chunk.case == case]
        assert [(chunk.first, chunk.last) for chunk in mine] == [(0, 100), (100, 200), (200, 285)]


class Failing:
    """Fails at some chunk."""

    def __init__(self, how: str) -> None:
        self.how = how

    def __call__(self, chunk: Chunk) -> list[Row]:
        if chunk.number == 3 and self.how == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        if chunk.number == 3:
            raise BadInput("the third one is wrong")
        return [(str(chunk.number),)]


CHUNKS = [Chunk(number, 0, number, number + 1) for number in range(50)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_worker_raises_is_raised(jobs: int) -> None:
    with pytest.raises(BadInput, match="the third one is wrong"):
        list(running.run(CHUNKS, Failing("raises"), jobs))


def test_a_worker_that_dies_is_told() -> None:
    with pytest.raises(BadInput, match="a worker ended before its time"):
        list(running.run(CHUNKS, Failing("dies"), 2))


def test_workers_give_every_chunk_once() -> None:
    chunks = [replace(each, number=each.number + 100) for each in CHUNKS]
    found = dict(running.run(chunks, Failing("not"), 3))
    assert found == {chunk: [(str(chunk.number),)] for chunk in chunks}


def test_a_worker_with_another_rule_set_or_board_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = pickle.dumps(Session(study_of(tmp_path)))
    chunk = Chunk(0, 0, 0, 2)
    here = pickle.loads(sent)
    assert len(here(chunk)) == 2

    class OtherLaw:
        digest = "another"

        def __init__(self, profile: str) -> None:
            pass

    monkeypatch.setattr(study_module, "ActiveRules", OtherLaw)
    with pytest.raises(BadInput, match="a worker has other boards or another state of the rules"):
        pickle.loads(sent)(chunk)
    assert len(here(chunk)) == 2


@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1:1", "tcp://:x"])
def test_an_address_without_a_cluster_is_told(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = types.ModuleType("distributed")
    fake.KilledWorker = RuntimeError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "distributed", fake)
    with pytest.raises(BadInput, match=f"--cluster: no cluster answers at {address} .*check the"):
        swept(written(tmp_path), jobs=None, cluster=address)


def test_without_its_library_a_cluster_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=re.escape("pip install 'hexcourt[cluster]'")):
        swept(written(tmp_path), jobs=None, cluster="tcp://localhost:1")
    with pytest.raises(BadInput, match="leave --workers out"):
        swept(written(tmp_path), jobs=2, cluster="tcp://localhost:1")


def test_without_its_library_parquet_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadInput, match=re.escape("pip install 'hexcourt[parquet]'")):
        swept(written(tmp_path), parquet=True)


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="needs pyarrow")
def test_parquet_holds_the_same_rows(tmp_path: Path) -> None:
    parquet = importlib.import_module("pyarrow.parquet")
    swept(written(tmp_path), parquet=True)
    folder = tmp_path / "SWEEP.results"
    table = parquet.read_table(folder / "results.parquet").to_pylist()
    assert [row["world"] for row in table] == [row["world"] for row in rows_in(folder)]
    assert {row["rows"] for row in table} == {int(row["rows"]) for row in rows_in(folder)}
