"""One question in every way: the Python API, the commands, and questions that mean the same."""

from __future__ import annotations

import csv
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from hexcourt import open_board
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.answer.answer import Answer, Verdict
from hexcourt.solver.api.position import Position
from tests.answer_shape import check_answer
from tests.cli.test_commands import hexcourt
from tests.effort import one_of, sample, some_of
from tests.tiny import tiny_facts

pytestmark = pytest.mark.usefixtures("engines")

BLOCK = 'roadblock("L12","K13")'
RUBBLE = 'rubble("H38",stone)'
SQUAD, TANK = {"unit": "squad"}, {"unit": "tank"}

ENTRY_POINTS: list[tuple[str, dict[str, tuple[str, ...]], str, tuple[Any, ...], dict[str, Any]]] = [
    ("budapest", {}, "los", ("L33h2", "E31"), {}),
    ("budapest", {"place": (RUBBLE,)}, "los", ("G39", "I39"), {}),
    ("budapest", {}, "los", ("E37", "G37"), {"target_status": "emplaced"}),
    ("budapest", {}, "los", ("E37", "G37"), {"margin": 15.0}),
    ("pegasus", {"place": (BLOCK,)}, "los", ("K12", "L13"), {}),
    ("budapest", {}, "see", ("F31",), {"status": "emplaced"}),
    ("budapest", {"given": (RUBBLE, 'fortified("F31")')}, "see", ("F31",), {}),
    ("budapest", {"given": ('emplaced("F31")',)}, "see", ("F31",), {}),
    ("pegasus", {"place": (BLOCK,)}, "path", ("L13", "K12"), {**SQUAD, "only": "bypass"}),
    ("pegasus", {}, "path", ("L13", "K12"), {**SQUAD, "avoid": (BLOCK, "K12")[:1]}),
    ("pegasus", {}, "path", ("I9", "J14"), {**TANK, "allowance": 4.5, "turns": 2}),
    ("pegasus", {"place": (BLOCK,)}, "reach", ("L12",), {**SQUAD, "allowance": 2}),
    ("pegasus", {}, "reach", ("L12",), {**TANK, "every_state": True}),
    ("pegasus", {}, "cut", ("I9", "J14"), {**TANK, "kinds": ("roadblock",), "seconds": 9999.0}),
    ("pegasus", {"place": ('tunnel("L13","K12")',)}, "adjacent", ("L13",), {}),
    ("budapest", {}, "entry", ("C29",), {"obstructed": ("C29",)}),
    ("pegasus", {}, "legal", ('mines("K12",ap,12,hidden)', BLOCK), {}),
    ("pegasus", {"given": ('fortified("L13")',)}, "legal", ('sees("K12","L13")',), {}),
    ("budapest", {"place": (RUBBLE,)}, "effect", ('small_arms("F31")', "F33"), {}),
    ("budapest", {"place": (RUBBLE,)}, "ask", ('which H : sees(H, "G39")',), {}),
    (
        "pegasus",
        {"without": ()},
        "ask",
        ('exists : path("L13","K12")',),
        {"vary": ("{ roadblock(A,B) : narrow(A,B) } = 1",), **SQUAD},
    ),
]
OPTIONS = {
    "viewer_status": "--from-status",
    "target_status": "--to-status",
    "allowance": "--mf",
    "kinds": "--with",
    "every_state": "--all",
    "start": "--from",
    "most": "--max",
    "place": "--place",
    "given": "--given",
}


def as_options(named: dict[str, Any]) -> list[str]:
    """Write the arguments of a method as the options of a command."""
    found = []
    for name, value in named.items():
        option = OPTIONS.get(name, f"--{name}")
        if value is True:
            found.append(option)
        else:
            values = value if isinstance(value, tuple) else (value,)
            found += [part for each in values for part in (option, str(each))]
    return found


def by_command(board: str, laid: dict[str, Any], method: str, *asked: Any, **named: Any) -> Any:
    """Ask by the command, as JSON."""
    if method == "effect":
        asked, named = (), {"attack": asked[0], "target": asked[1], **named}
    options = as_options({**laid, **named})
    printed = hexcourt(method, board, *asked, *options, "--json").stdout
    check_answer(printed)
    return json.loads(printed)


@pytest.mark.parametrize(("board", "laid", "method", "asked", "named"), some_of(ENTRY_POINTS, 3))
def test_a_method_and_its_command_give_one_answer(
    board: str, laid: dict[str, Any], method: str, asked: tuple[Any, ...], named: dict[str, Any]
) -> None:
    position = open_board(board).with_(**laid)
    answer: Answer = getattr(position, method)(*asked, **named)
    assert json.loads(answer.as_json()) == by_command(board, laid, method, *asked, **named)
    assert answer.verdict in Verdict
    assert str(answer) == answer.text() != ""
    assert "<pre>" in answer._repr_html_()


def test_the_text_of_a_command_is_that_of_its_answer() -> None:
    answer = open_board("budapest").los("L33h2", "E31")
    plain = hexcourt("los", "budapest", "L33h2", "E31").stdout
    assert plain == f"{answer}\n"
    assert (
        hexcourt("los", "budapest", "L33h2", "E31", "--why").stdout == f"{answer.text(why=True)}\n"
    )


# --- lines of sight: four entry points ------------------------------------------------------------

LINES = """
A1:A5, B0:B5, C1:C5, A3 building(stone,1)@2 level(1), C3 woods, B3 @2, B2-B3 wall, A2 +debris
"""


@pytest.fixture
def lines(tmp_path: Path) -> str:
    """Write a small board with a bit of everything into a file."""
    path = tmp_path / "lines.lp"
    path.write_text(tiny_facts(LINES))
    return str(path)


@pytest.mark.parametrize("laid", [(), ('wreck("B2")',)], ids=["bare", "wreck"])
def test_los_see_matrix_and_ask_agree(lines: str, laid: tuple[str, ...], tmp_path: Path) -> None:
    position = open_board(lines, laid)
    out = tmp_path / "matrix.csv"
    hexcourt("matrix", lines, "--out", out, "--locations", "all", *as_options({"place": laid}))
    with out.open() as opened:
        written = {(r["from"], r["to"]): r["verdict"] for r in csv.DictReader(opened)}
    rows = position.matrix(locations="all").rows
    assert {(r["from"], r["to"]): r["verdict"] for r in rows} == written
    assert len(set(written.values())) > 1
    for target in some_of(("B3", "A1", "C5"), 2):
        seen = {r["from"]: r["verdict"] for r in position.see(target).rows}
        of_matrix = {
            (first if second == target else second): verdict
            for (first, second), verdict in written.items()
            if target in (first, second)
        }
        assert seen == of_matrix
        told = position.ask(f'which L : sees(L, "{target}")').rows
        assert {r["row"]["L"] for r in told if "row" in r and r["certain"]} == {
            position.board.locations_by_name[name].name
            for name, verdict in seen.items()
            if verdict == "clear"
        }
        for name, verdict in list(seen.items())[:: sample(10, 5)]:
            assert position.los(name, target).rows[0]["verdict"] == verdict


# --- moves: path, reach and ask ------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["squad", "tank"])
@pytest.mark.parametrize("laid", some_of([(BLOCK,), (), ('wreck("L13")',)], 3))
def test_path_reach_and_ask_agree(unit: str, laid: tuple[str, ...]) -> None:
    position = open_board("pegasus", laid)
    reached = position.reach("L12", unit=unit)
    certain = {r["location"]: r["spent"] for r in reached.rows if r["certain"] and r["turn"] == 1}
    for goal in some_of(("K12", "L13", "M12", "K14"), 2):
        path = position.path("L12", goal, unit=unit)
        assert (path.verdict is Verdict.YES) == (goal in certain)
        asked = position.ask(f'min C : reach("{goal}", C)', unit=unit, start="L12")
        if goal in certain:
            assert path.rows[0]["spent_most"] == certain[goal]
            (row,) = (r for r in asked.rows if "value_most" in r)
            assert row["value_most"] == certain[goal]


# --- Positions ------------------------------------------------------------------------------------


def test_a_position_is_a_value() -> None:
    plain = open_board("budapest")
    laid = plain.place(RUBBLE)
    assert plain == open_board("Budapest")
    assert laid != plain
    assert laid == plain.give("rubble(h38, Stone)") == open_board("budapest", [RUBBLE])
    assert len({plain, laid, open_board("budapest")}) == 2
    assert plain.pieces == ()
    with pytest.raises(AttributeError):
        plain.placed = (RUBBLE,)  # type: ignore[misc]


def test_what_is_taken_away_is_gone() -> None:
    plain = open_board("budapest")
    fewer = plain.without('hedge("K33","J33")')
    assert fewer.digest != plain.digest
    with pytest.raises(BadInput, match="has nothing; name what is there"):
        fewer.without('hedge("K33","J33")')


@pytest.mark.parametrize(
    ("laid", "sentence"),
    [
        ('debris("F99")', "hex F99 is not on board budapest"),
        ('smog("F36")', "smog/1 is not a predicate of counters"),
        ('rubble("F36",wood)', "FB6.1242"),
        ("", "is missing; write one such as"),
    ],
)
@pytest.mark.parametrize(
    "asked",
    [
        ("los", "F31", "F33"),
        ("see", "F31"),
        ("path", "F31", "F33", "--unit", "squad"),
        ("reach", "F31", "--unit", "squad"),
        ("adjacent", "F31"),
        ("entry", "C29"),
        ("legal", 'mines("F31",ap,6,hidden)'),
        ("ask", 'exists : sees("F31","F33")'),
    ],
    ids=lambda each: each[0],
)
def test_every_entry_point_refuses_in_the_same_words(
    asked: tuple[str, ...], laid: str, sentence: str
) -> None:
    with pytest.raises(BadInput) as raised:
        open_board("budapest").place(laid)
    assert sentence in str(raised.value)
    command, *arguments = asked
    result = hexcourt(command, "budapest", *arguments, "--place", laid)
    assert (result.exit_code, result.stderr) == (2, f"hexcourt: {raised.value}\n")


@pytest.mark.parametrize("question", ["see", "entry", "legal"])
def test_a_question_that_names_nothing_is_refused(question: str) -> None:
    with pytest.raises(BadInput, match="is named; write one"):
        getattr(open_board("budapest"), question)()


EVERY_KIND = (
    'rubble("H38",stone)',
    'debris("F36")',
    'afv("F36")',
    'wreck("F36")',
    'foxhole("D32")',
    'enemy("F33")',
    'breach("F31","F32")',
)


@pytest.mark.parametrize("piece", one_of(EVERY_KIND, 4))
def test_every_command_takes_every_kind_of_piece(piece: str) -> None:
    try:
        position = open_board("budapest").place(piece)
    except BadInput as error:
        assert "; take it out or lay it elsewhere" in str(error)  # the rules refuse it, for all
        return
    for answer in (
        position.los("G34", "I39"),
        position.reach("G34", unit="hero", allowance=1),
        position.adjacent("G34"),
        position.entry("C29"),
    ):
        kind = piece.split("(")[0].removesuffix("s")
        assert any(kind in each.lower().replace("breach", "breach") for each in answer.assumed)


def test_what_no_rule_of_a_question_speaks_of_is_said() -> None:
    position = open_board("budapest").give('fortified("F31")')
    assert any("fortified" in each for each in position.los("F31", "F33").assumed)


def test_an_answer_tells_its_reasons_and_what_is_not_decided() -> None:
    blocked = open_board("budapest").los("L33h2", "E31")
    assert "A6.4" in {each.number for each in blocked.reasons}
    path = open_board("pegasus").path("L13", "K12", **SQUAD)
    assert path.witness is not None
    assert path.witness["steps"][-1]["to"] == "K12"
    assert path.undecided == ()
    works = open_board("barricades").give('roofless("O7")')
    assert works.effect("indirect", "O7").undecided == ("O5.41",)
    assert works.legal("removes_mines(O7)").undecided == ("B28.53",)
    assert works.legal('stack("O7",7)').undecided == ()


def test_an_answer_is_a_value() -> None:
    first, second = (open_board("budapest").see("F31", status=each) for each in (None, "emplaced"))
    assert first == open_board("budapest").see("F31") != second
    copied = pickle.loads(pickle.dumps(second))
    assert copied == second
    assert (str(copied), copied.text(why=True)) == (str(second), second.text(why=True))
    with pytest.raises(AttributeError):
        copied.rows = ()


def test_status_1_is_a_computed_no(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Position, *_: object, **__: object) -> Answer:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(Position, "los", broken)
    from click.testing import CliRunner

    from hexcourt.cli.main import main

    result = CliRunner().invoke(main, ["los", "budapest", "F31", "F33"])
    assert result.exit_code == 70
    assert "a mistake of ours" in result.stderr


@pytest.mark.parametrize(
    "asked",
    [
        ("los", "F31", "F33", "--svg"),
        ("see", "F31", "--svg"),
        ("matrix", "--out"),
        ("ask", 'exists : sees("F31","F33")', "--svg"),
        ("ask", 'exists : sees("F31","F33")', "--dump"),
    ],
    ids=lambda each: f"{each[0]} {each[-1]}",
)
def test_no_answer_is_written_over_what_is_asked_about(lines: str, asked: tuple[str, ...]) -> None:
    command, *arguments = (each.replace("F31", "A1").replace("F33", "A2") for each in asked)
    before = Path(lines).read_bytes()
    result = hexcourt(command, lines, *arguments, lines)
    assert result.exit_code == 2
    assert "is the board itself" in result.stderr
    assert Path(lines).read_bytes() == before
    assert [each.name for each in Path(lines).parent.iterdir()] == ["lines.lp"]


def test_hexes_of_a_position_and_what_lies_between_them() -> None:
    position = open_board("budapest")
    assert len(position.hexes) == 132 and position.hexes[0] == "C29"
    assert position.neighbours("F33") == ("F32", "G33", "G34", "F34", "E34", "E33")
    assert position.neighbours("C29") == ("D29", "C30")  # at the corner of the map
    for name in position.hexes[::20]:
        near = [each for each in position.hexes if position.range(name, each) == 1]
        assert sorted(near) == sorted(position.neighbours(name))
    assert {"squad", "assault-gun"} <= set(position.units)
    for ask in (lambda: position.neighbours("Z99"), lambda: position.range("F33", "Z99")):
        with pytest.raises(BadInput, match="Z99"):
            ask()


def test_completion_shows_what_a_user_asks() -> None:
    shown = dir(open_board("budapest"))
    assert {"los", "see", "path", "place", "hexes", "units", "neighbours", "range"} <= set(shown)
    assert not {"kept", "lender", "taken", "said", "digest"} & set(shown)
