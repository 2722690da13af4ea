"""Every question of questions.md is answered as shown; reasons, programs, certificates, JSON."""

from __future__ import annotations

import doctest
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from defusedxml import ElementTree

from hexcourt import open_board
from hexcourt.solver.query.answers import PositionQuestion
from hexcourt.solver.query.reasons import explain_answer
from hexcourt.solver.query.session import QuerySession
from tests import effort
from tests.cli.test_commands import SVG, answer, hexcourt
from tests.documents import Shown, examples_of, page, says
from tests.effort import PATIENCE

pytestmark = pytest.mark.usefixtures("kept", "engines")

PAGE = "questions.md"
EXAMPLES = examples_of(PAGE)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def slowest_first(block: tuple[Shown, ...]) -> int:
    return sum(1 + 2 * each.option("--turns") for each in block if each.option("--certify"))


def is_long(block: tuple[Shown, ...]) -> bool:
    """Tell whether a proof on the page is one of many lines or many worlds, which takes a while."""
    return any(
        each.option("--certify") and not each.arguments[2].startswith("never") for each in block
    )


TRIED = [each for each in EXAMPLES if effort.FACTOR > 1 or not is_long(each)]


def named(block: tuple[Shown, ...]) -> str:
    return " ".join(block[0].arguments)[:80]


# --- the page ---------------------------------------------------------------------------------------


@effort.one_in(4)
@pytest.mark.parametrize(
    "block", sorted(effort.one_of(TRIED, 4), key=slowest_first, reverse=True), ids=named
)
def test_the_page_shows_answers(block: tuple[Shown, ...]) -> None:
    for shown in block:
        result = hexcourt(*shown.arguments)
        assert says(result.output, shown.lines), result.output
        refused = shown.lines[0].startswith("hexcourt: ")
        assert (result.exit_code == 2) == refused
        assert bool(result.stderr) == refused


def test_the_page_has_many_questions_for_designers() -> None:
    text = page(PAGE).read_text("utf-8")
    assert text.partition("## Cook-book")[2].count("$ hexcourt ask ") >= 25


def test_the_page_is_true_of_python() -> None:
    text = page(PAGE).read_text("utf-8").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE, PAGE, 0)
    found = doctest.DocTestRunner().run(examples)
    assert found.attempted > 0
    assert found.failed == 0


def test_every_word_of_the_vocabulary_has_a_sentence_and_an_example() -> None:
    rows = answer("vocabulary")["rows"]
    assert len(rows) > 30
    assert all(row["example"] and row["sentence"] for row in rows)


# --- why --------------------------------------------------------------------------------------------

ONE_WORLD = [
    shown
    for block in EXAMPLES
    for shown in block
    if shown.command == "ask"
    and not shown.lines[0].startswith(("hexcourt: ", "out of budget"))
    and not any(map(shown.option, ("--why", "--vary", "--certify", "--dump")))
]


@cache
def session_of(board: str, options: tuple[str, ...]) -> QuerySession:
    """Open a session by the options of a command, once."""
    given = dict(zip(options[::2], options[1::2], strict=True))
    several = {
        name: (given[option],)
        for name, option in (("place", "--suppose"), ("without", "--without"))
        if option in given
    }
    position = open_board(board).with_(**several)
    unit, turns = given.get("--unit", "squad"), int(given.get("--turns", 1))
    asked = PositionQuestion(position, "", unit=unit, allowance=given.get("--mf"), turns=turns)
    return asked.session()


@pytest.mark.parametrize("board", ["budapest", "pegasus", "barricades"])
def test_reasons_of_every_question_are_short(board: str) -> None:
    asked = [shown.arguments[2:] for shown in ONE_WORLD if shown.arguments[1] == board]
    assert asked
    for question, *options in asked[:: effort.sample(16, 1)]:
        session = session_of(board, tuple(options))
        told = explain_answer(session, session.ask(question)).lines
        assert told[0] in ("why:", "why perhaps:", "why, in one reading of what is not decided:")
        assert 1 <= len(told[1:]) <= 40, question


def test_reasons_of_worlds_are_short() -> None:
    family = ("--vary", "{ rubble(H,stone) : building(H,stone) } <= 1")
    asked = ("ask", "budapest", 'exists : sees("L33h2", "E31")', *family)
    plain, told = hexcourt(*asked).stdout, hexcourt(*asked, "--why").stdout
    reasons = told.removeprefix(plain).splitlines()
    assert reasons[0] == 'why, where rubble("F31",stone):'
    assert len(reasons[1:]) <= 40


def test_reasons_take_as_many_lines_as_wanted() -> None:
    asked = ("ask", "budapest", 'which R : blocked("L33h2", "E31", R)')
    plain = hexcourt(*asked).stdout
    for most in (8, 12):
        told = hexcourt(*asked, "--why", "--lines", most).stdout
        assert len(told.removeprefix(plain).splitlines()[1:]) <= most


def test_a_picture_of_the_reasons_is_well_formed(here: Path) -> None:
    hexcourt("ask", "budapest", 'exists : sees("C30", "F31")', "--tree", "why.svg")
    tree = ElementTree.parse(here / "why.svg")
    assert tree.getroot().tag == f"{SVG}svg"
    assert [each for each in tree.iter(f"{SVG}text") if each.text]


# --- as a program -----------------------------------------------------------------------------------

ROWS = 'which H : hex(H), sees(H, "F31"), range(H, "F31") <= 2'
WORLDS = 'exists : sees("L33h2", "E31")'
FAMILY = '{ rubble(H,stone) : building(H,stone), range(H, "F31") <= 2 } <= 1'


def models(path: str) -> list[set[str]]:
    """Answer a program with bare clingo."""
    done = subprocess.run(
        [sys.executable, "-m", "clingo", path, "0", "--verbose=0", "--warn=none"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return [set(line.split()) for line in done.stdout.splitlines() if line != "SATISFIABLE"]


def test_bare_clingo_gives_the_same_rows() -> None:
    found = answer("ask", "budapest", ROWS)
    hexcourt("ask", "budapest", ROWS, "--dump", "rows.lp")
    (model,) = models("rows.lp")
    rows = [row["row"]["H"] for row in found["rows"]]
    assert model == {"goal", *(f'answer("{name}")' for name in rows)}


def test_bare_clingo_counts_the_same_worlds() -> None:
    asked = ("ask", "budapest", WORLDS, "--vary", FAMILY)
    found = answer(*asked)
    hexcourt(*asked, "--dump", "worlds.lp")
    worlds = models("worlds.lp")
    assert len(worlds) == found["counts"]["worlds"]
    assert sum("goal" in world for world in worlds) == found["counts"]["worlds_yes"] > 0


# --- certificates -----------------------------------------------------------------------------------

NEVER = 'never : sees("C30", "N39")'


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("certificates") / "proof"
    assert hexcourt("ask", "budapest", NEVER, "--certify", folder).exit_code == 0
    return folder


def test_a_certificate_holds(certificate: Path) -> None:
    found = answer("verify", certificate)
    assert found["answer"] == "yes"
    stated, *checks = found["rows"]
    assert stated["stated"]["question"] == NEVER
    assert all(row["ok"] for row in checks)
    names = {row["check"] for row in checks}
    assert names >= {"translation", "proof by dratify", "witness", "board", "program", "grounding"}


def test_a_world_is_a_certificate_too(here: Path) -> None:
    found = answer("ask", "budapest", WORLDS, "--vary", FAMILY, "--certify", here / "world")
    (row,) = [row for row in found["rows"] if "certificate" in row]
    assert row["verdict"] == "satisfiable"
    assert "F31" in (here / "world" / "model.txt").read_text("utf-8")
    assert hexcourt("verify", here / "world").exit_code == 0


@pytest.mark.parametrize("name", ["proof.drat", "program.lp", "formula.cnf", "ground.aspif"])
def test_a_damaged_certificate_fails(certificate: Path, here: Path, name: str) -> None:
    folder = here / "damaged"
    shutil.copytree(certificate, folder)
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[: len(content) // 2])
    result = hexcourt("verify", folder)
    assert result.exit_code == 1
    assert result.stdout.startswith("no: the certificate does not hold: ")
    assert f"{name}: its digest is not" in result.stdout.splitlines()[0]
    assert f"FAILED  file {name}" in result.stdout
    assert answer("verify", folder)["answer"] == "no"


def test_a_folder_without_a_certificate_is_bad_input(here: Path) -> None:
    (here / "empty").mkdir()
    for folder in ("empty", "nowhere"):
        result = hexcourt("verify", folder)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "Traceback" not in result.stderr


def test_what_is_not_known_is_not_certified(here: Path) -> None:
    asked = 'exists : arrives("C34", "N39/off", T), T <= 6'
    result = hexcourt("ask", "budapest", asked, "--certify", here / "proof")
    assert result.exit_code == 2
    assert not (here / "proof").exists()


# --- JSON -------------------------------------------------------------------------------------------

RUBBLE = ("--vary", '{ rubble(H,stone) : hex(H), range(H, "H38") <= 1 } <= 1')
BY_TRENCH = 'exists : adjacent("C25/cellar", "D24/trench")'

ASKED = {
    "rows": ("budapest", 'which H : hex(H), sees(H, "G38")', "--why"),
    "nothing": ("budapest", "which H : hex(H), level(H) > 4"),
    "broken": ("barricades", "all H : building(H) -> stairwell(H)", "--why"),
    "vacuous": ("budapest", "all H : terrain(H, graveyard) -> level(H) = 2"),
    "halves": ("budapest", "max X : hex(H), level(H, X), X < 3"),
    "perhaps": ("budapest", 'min T : arrives("C34", "N32", T)', "--unit", "tank"),
    "none": ("budapest", 'min C : reach("C34", "N39", C)'),
    "unknown": ("budapest", 'exists : arrives("C34", "N39/off", T), T <= 6'),
    "way": ("pegasus", 'exists : path("L13", "K12")', "--why"),
    "adjacent": ("barricades", BY_TRENCH, "--suppose", 'trench("D24")', "--why"),
    "worlds": ("budapest", 'always : sees("G39", "I39")', *RUBBLE, "--why", "--why-not"),
    "numbers": ("budapest", 'count H : sees(H, "G39"), hex(H)', *RUBBLE),
    "names": ("budapest", 'which H : sees(H, "G39"), hex(H), range(H, "G39") <= 3', *RUBBLE),
    "refused": ("budapest", WORLDS, "--vary", '{ rubble("H38",wood); rubble("F31",stone) } = 1'),
    "impossible": ("budapest", WORLDS, "--vary", '{ rubble("F31",stone); debris("F31") } = 2'),
    "over": ("budapest", "count A, B, C, D : hex(A), hex(B), hex(C), hex(D)", "--limit-seconds", 1),
}


@effort.one_in(2)
@pytest.mark.parametrize("name", effort.one_of(sorted(ASKED), 2))
def test_json_is_as_described(name: str) -> None:
    found = answer("ask", *ASKED[name])
    assert found["question"]["command"] == "ask"
    assert found["question"]["arguments"]["question"] == ASKED[name][1]
    if name == "halves":
        assert {"value": 2.5, "value_most": 2.5} in found["rows"]


def test_the_vocabulary_as_json_is_as_described() -> None:
    found = answer("vocabulary", "sees")
    assert [row["predicate"] for row in found["rows"]] == ["sees", "sees", "sees"]
    assert found["question"]["arguments"] == {"word": "sees"}
