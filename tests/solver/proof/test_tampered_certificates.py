"""A certificate is accepted for what is true alone, whatever was done to it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.certifying import verify_folder
from hexcourt.solver.api.position import Position
from hexcourt.solver.proof.certificate import Certificate, json_text
from hexcourt.solver.proof.grounding import program_text
from hexcourt.solver.proof.verification import verify
from hexcourt.solver.query.certifying import CertificateChecks, certify_answer, verify_statement
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.statement import RulesNeeded, claim_of, read_claim, read_statement
from hexcourt.solver.sandbox.limited_run import Limits
from tests import effort
from tests.changed_json import changes
from tests.effort import PATIENCE
from tests.tampering import (
    KINDS,
    Genuine,
    opened_and_spoilt,
    questioned,
    read_files,
    write_sealed,
)
from tests.tiny import tiny

HILLS = tiny("A1 @2, A2 woods, A3, B1, B2 building(stone,1), B3 @4, C1, C2, C3, A2-A3 wall")
FAMILY = "{ rubble(H,stone) : building(H,stone) }"
ENEMIES = '{ enemy("A3"); enemy("B3") }'
ASKED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ('never : sees("A1", "A3")', ()),
    ('exists : sees("A1", "B1")', ()),
    ('which H : hex(H), sees(H, "B3")', ()),
    ('count H : hex(H), sees(H, "C3")', ()),
    ("max L : hex(H), level(H, L)", ()),
    ('exists : sees("B1", "B2")', (FAMILY,)),
    ('count H : hex(H), sees(H, "C1")', (FAMILY,)),
    ('all H : hex(H), sees(H, "A1") -> level(H) >= 0', ()),
    ("min L : enemy(H), level(H, L)", (ENEMIES,)),
    ("max L : hex(H), not enemy(H), level(H, L)", (ENEMIES,)),
    ("which H : enemy(H)", (ENEMIES,)),
)


@pytest.fixture(scope="module")
def genuine(tmp_path_factory: pytest.TempPathFactory) -> list[Genuine]:
    found = []
    for number, (question, vary) in enumerate(ASKED):
        session, folder = (
            QuerySession(Position(HILLS)),
            tmp_path_factory.mktemp("true") / str(number),
        )
        answer = session.ask(question, vary=vary)
        assert answer.answer in ("yes", "no"), question
        assert isinstance(certify_answer(session, answer, vary, folder, Limits()), Certificate)
        found.append(Genuine(read_files(folder)))
    return found


def is_true(found: CertificateChecks) -> bool:
    """Ask what is stated once more, the fast way."""
    assert found.statement is not None
    stated = found.statement
    answer = stated.session.ask(stated.question, vary=stated.vary)
    return answer.answer == stated.answer and stated.claim in (None, claim_of(answer))


def test_what_is_true_is_accepted(genuine: list[Genuine], tmp_path: Path) -> None:
    kinds = set()
    for number in effort.sample((0, 1, 2, 6), range(len(genuine))):  # of each kind one
        each = genuine[number]
        write_sealed(tmp_path / str(number), each.files)
        found = verify_statement(tmp_path / str(number))
        assert found.is_bound and is_true(found), [c for c in found.every if not c.ok]
        assert found.is_grounded_independently, ASKED[number]
        kinds.add((each.told["kind"], each.told["claim"] is not None))
    assert kinds >= {("nowhere", False), ("shown", False), ("rows", True), ("everywhere", True)}


def test_a_statement_that_can_be_read_in_two_ways_is_refused(
    genuine: list[Genuine], tmp_path: Path
) -> None:
    files = dict(genuine[0].files)
    other = '"question": "never : sees(\\"A1\\", \\"B1\\")", "question":'
    files["question.json"] = files["question.json"].replace('"question":', other)
    write_sealed(tmp_path, files)
    found = verify_statement(tmp_path)
    assert not found.ok
    assert any("each name once" in each.sentence for each in found.every if not each.ok)


@pytest.mark.parametrize("kind", range(len(KINDS)), ids=lambda n: KINDS[n].__name__)
def test_nothing_else_is_accepted(kind: int, genuine: list[Genuine], tmp_path: Path) -> None:
    refused = 0
    for seed in range(effort.sample(1, 100)):
        random = Random(f"{kind} {seed}")
        one, other = random.sample(genuine, 2)
        files = KINDS[kind](one, other, random)
        folder = tmp_path / str(seed)
        write_sealed(folder, files)
        found = verify_statement(folder)
        assert not found.is_bound or is_true(found), (seed, one.told["question"])
        refused += not found.is_bound
        shutil.rmtree(folder)
    assert refused > effort.sample(0, 60)


def test_whatever_is_changed_of_what_it_tells_is_refused_or_true(
    genuine: list[Genuine], tmp_path: Path
) -> None:
    """Each value of ``question.json``: left out, of another type, swapped with that of another one."""
    legal: dict[str, list[object]] = {}
    for each in genuine:
        for name, value in each.told.items():
            legal.setdefault(name, []).append(value)
    read = 0
    for number, one in enumerate(genuine):
        every = list(changes(one.told, legal))
        for each in Random(number).sample(every, min(len(every), effort.sample(2, len(every)))):
            try:
                stated = read_statement(json.dumps(each), one.files["board.lp"])
            except BadInput:
                continue
            if isinstance(stated, RulesNeeded):
                continue
            assert json_text(stated.as_json) == json_text(
                each
            )  # nothing is told that is not stated
            read += 1
            if program_text(*stated.program()) == one.files["program.lp"]:
                folder = tmp_path / f"{number} {read}"
                write_sealed(folder, questioned(one.files, each))
                found = verify_statement(folder)
                assert not found.is_bound or is_true(found), each
    assert read


def test_each_end_of_a_number_is_proved(genuine: list[Genuine]) -> None:
    """Of numbers in all worlds, in those that have any, and of one world alone."""
    some = set()
    for one in genuine:
        if "number" not in (one.told["claim"] or {}):
            continue
        some.add(one.told["claim"]["some"])
        place = "bounds/" if "bounds/program.lp" in one.files else ""
        for end, by in ((0, 1), (0, -1), (1, 1), (1, -1)):
            told = one.told
            told["claim"]["number"][end] += by
            stated = Genuine({**one.files, "question.json": json.dumps(told)}).stated
            program = stated.bounds() or stated.program()
            assert program_text(*program) != one.files[f"{place}program.lp"], told
    assert some == {True, False}


def test_whatever_is_changed_of_the_manifest_is_refused(
    genuine: list[Genuine], tmp_path: Path
) -> None:
    one = genuine[6]
    assert "bounds/manifest.json" in one.files
    write_sealed(tmp_path, one.files)
    for name in ("manifest.json", "bounds/manifest.json"):
        told = json.loads((tmp_path / name).read_text("utf-8"))
        every = list(changes(told))
        for each in Random(name).sample(every, effort.sample(5, len(every))):
            if isinstance(each, dict) and each.get("tools") != told["tools"]:
                continue  # which versions it was made with is for its maker to say
            (tmp_path / name).write_text(json.dumps(each), "utf-8")
            if name != "manifest.json":
                _sealed_again(tmp_path)
            with suppress(BadInput):
                assert not verify(tmp_path).ok, each
        (tmp_path / name).write_text(json.dumps(told), "utf-8")


def _sealed_again(folder: Path) -> None:
    """Put the digest of the inner manifest right."""
    content = (folder / "bounds/manifest.json").read_bytes()
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    about = {"bytes": len(content), "sha256": sha256(content).hexdigest()}
    manifest["files"]["bounds/manifest.json"] = about
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def test_each_file_is_opened_once(
    genuine: list[Genuine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is changed as soon as it was read changes nothing."""
    write_sealed(tmp_path / "c", genuine[6].files)
    times = opened_and_spoilt(tmp_path / "c", monkeypatch)
    answer = verify_folder(tmp_path / "c")
    assert answer.verdict == "yes", answer.text()
    assert set(times) == set(genuine[6].files) and set(times.values()) == {1}


ELSEWHERE = """
import sys
from pathlib import Path
from hexcourt.solver.analysis.certifying import verify_folder
answer = verify_folder(Path("proof"))
print(answer.exit_status, answer.text().splitlines()[0])
"""


def test_another_installation_accepts_it_in_an_empty_folder(
    genuine: list[Genuine], tmp_path: Path
) -> None:
    """A copy of the package, in a process of its own, where nothing else lies."""
    package = Path(sys.modules["hexcourt"].__path__[0])
    copy, empty = tmp_path / "copy", tmp_path / "empty"
    shutil.copytree(package, copy / "hexcourt", ignore=shutil.ignore_patterns("__pycache__"))
    write_sealed(empty / "proof", genuine[0].files)
    environment = {"PYTHONPATH": str(copy), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        cwd=empty,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.stdout.startswith("0 yes: proved that 'never : sees("), ran.stderr


def test_a_certificate_of_another_rule_set_is_told_as_such(
    genuine: list[Genuine], tmp_path: Path
) -> None:
    from hexcourt.solver.rulebase.rulebase import active_rules, use_rules

    write_sealed(tmp_path / "c", genuine[0].files)
    with use_rules(active_rules().without(["A6.5"])):
        answer = verify_folder(tmp_path / "c")
    assert (answer.answer, answer.exit_status) == ("unbound", 4)
    assert "that it is the question's was not checked" in answer.text()
    assert genuine[0].told["rules_digest"] in answer.text()


@pytest.mark.parametrize(
    "claim",
    [
        {"some": True, "certain": [["A1"], ["A1"]], "possible": [["A1"], ["A1"]]},
        {"some": True, "number": [5, 5]},
        {"some": True, "number": [5, 5], "certain": [], "possible": []},
        {"some": True, "certain": [["A1"]], "possible": []},
    ],
    ids=["a row twice", "a number of which", "both", "certain, not possible"],
)
def test_a_claim_says_each_thing_once(claim: dict[str, object]) -> None:
    """Each was provable, and told something else than what was proved."""
    asked = QuerySession(Position(HILLS)).read("which H : hex(H)")
    with pytest.raises(BadInput, match="certify anew"):
        read_claim(asked, claim)


@pytest.mark.parametrize(
    ("name", "value"),
    [("half_allowance", 10**20), ("half_allowance", 2**31), ("half_allowance", 0), ("turns", 100)],
)
def test_a_statement_of_a_unit_that_there_cannot_be_is_none(
    name: str, value: int, genuine: list[Genuine]
) -> None:
    told = {**genuine[0].told, name: value}
    with pytest.raises(BadInput, match="are none; give from 1 to"):
        read_statement(json.dumps(told), genuine[0].files["board.lp"])


def test_what_is_proved_is_told_with_its_rows(genuine: list[Genuine], tmp_path: Path) -> None:
    told = {}
    for each in (genuine[2], genuine[6], genuine[5]):
        folder = tmp_path / str(len(told))
        write_sealed(folder, each.files)
        told[each.told["question"]] = verify_folder(folder).text().split("\nby: ")[0]
    rows, counted, world = told.values()
    assert "listed below, and no further one" in rows
    assert rows.endswith("\nrows:\n  A1 A2 A3 B2 C1 C2 C3")
    assert "is answered yes in the world of no piece, one of { rubble(H,stone)" in counted
    assert ", in every world count " in counted
    assert "is answered yes in the world of " in world


def test_a_quotation_mark_does_not_end_the_question(tmp_path: Path) -> None:
    from hexcourt.solver.query.certifying import proved

    session = QuerySession(Position(HILLS))
    question = 'exists : hex(H), "x\' is answered no" != "y"'
    answer = session.ask(question)
    certify_answer(session, answer, (), tmp_path / "c", Limits())
    found = verify_statement(tmp_path / "c")
    assert found.statement is not None
    assert repr(question) in proved(found.statement)


def test_a_folder_that_the_board_was_read_from_is_kept(tmp_path: Path) -> None:
    session = QuerySession(Position(HILLS))
    certify_answer(session, session.ask("exists : hex(H)"), (), tmp_path / "c", Limits())
    before = read_files(tmp_path / "c")
    own = QuerySession(str(tmp_path / "c" / "board.lp"))
    with pytest.raises(BadInput, match="was read for this answer; choose another folder"):
        certify_answer(own, own.ask("exists : hex(H)"), (), tmp_path / "c", Limits())
    assert read_files(tmp_path / "c") == before
