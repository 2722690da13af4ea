"""Questions on tiny boards: modes, units, the vocabulary, doubts, agreement with board and rules."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.solver.language.question import read_question
from hexcourt.solver.language.vocabulary import Askable, askables
from hexcourt.solver.movement.engine import MovementEngine, ReachSearch
from hexcourt.solver.movement.routes import RouteQuery, find_route, starts_of
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.placement.surroundings import neighbours_of, surroundings_of
from hexcourt.solver.position.board_language import NUMBERS, BoardLanguage
from hexcourt.solver.position.locations import MAX_TURNS, read_unit_position, with_quotes
from hexcourt.solver.query.deciding import AskedNumber
from hexcourt.solver.query.outcomes import QueryResult
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.sight.los_engine import LosEngine
from tests.effort import one_in, sample, tries
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("engines")

HILLY = """A1:A3, B1:B3, C1:C3, A1 building(stone,1) level(1) stairwell, A2 @2, B2 woods, C1 brush,
           C2 @-2, C3 +debris, A3-B3 hedge, B1-C1 road(dirt)"""
"""A1 and A1h1 a building, A2 on level 1, C2 on level -1, B2 woods between."""


@cache
def hilly() -> QuerySession:
    return QuerySession(tiny(HILLY), start="A3", turns=2)


def asked(question: str) -> QueryResult:
    return hilly().ask(question)


def rows(question: str) -> list[tuple[str | int, ...]]:
    return list(asked(question).rows)


def names(question: str) -> list[str | int]:
    return [row[0] for row in rows(question)]


PROGRAM = (
    r"Value\d|halves\(|Traceback|<block>|RuntimeError"
    r"|(?:mend|of|write) (?:the )?rules?\b|\bhead\b|answer\(|\) :-"
)
"""What is of the program into which a question is written, and no user wrote."""


def refused(question: str, engine: QuerySession | None = None) -> str:
    with pytest.raises(BadInput) as told:
        (engine or hilly()).read(question)
    sentence = str(told.value)
    assert "\n" not in sentence
    assert not re.search(PROGRAM, sentence)
    return sentence


# --- every mode, with both outcomes and with nothing to go by -------------------------------------


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("which H : terrain(H, woods)", "yes"),
        ("which H : terrain(H, marsh)", "no"),
        ("exists : level(H) > 0", "yes"),
        ("exists : level(H) > 1", "no"),
        ("all H : hex(H), level(H) > 0 -> hex(H), level(H) >= 1", "yes"),
        ("all H : hex(H) -> level(H) >= 0", "no"),
        ("all H : level(H) > 5 -> level(H) > 9", "yes"),
        ("count H : hex(H)", "yes"),
        ("count H : level(H) > 5", "no"),
        ("min X : level(_, X)", "yes"),
        ("min X : level(_, X), X > 5", "no"),
        ("max X : level(_, X)", "yes"),
        ("max X : level(_, X), X > 5", "no"),
        ('always : sees("A3", "B3")', "yes"),
        ('always : sees("A3", "A1")', "no"),
        ("always : hex(H) -> location(H)", "yes"),
        ("always : hex(H) -> building(H)", "no"),
        ("always : level(H) > 5 -> building(H)", "yes"),
        ('never : sees("A3", "A1")', "yes"),
        ('never : sees("A3", "B3")', "no"),
        ("never : level(H) > 5", "yes"),
    ],
)
def test_every_mode_answers_yes_and_no(question: str, answer: str) -> None:
    assert asked(question).answer == answer


def test_which_lists_what_was_asked_for() -> None:
    assert rows("which A, B : hexside(A, B, hedge), A < B") == [("A3", "B3")]
    assert rows("which H : terrain(H, marsh)") == []


def test_all_lists_its_counterexamples_and_counts_its_cases() -> None:
    found = asked("all H : hex(H) -> level(H) >= 0")
    assert found.rows == (("C2",),)
    assert found.cases == (9, 9)
    assert not found.vacuous


@pytest.mark.parametrize("mode", ["all H", "always"])
def test_a_claim_about_nothing_says_so(mode: str) -> None:
    found = asked(f"{mode} : hex(H), level(H) > 5 -> level(H) > 9")
    assert (found.answer, found.vacuous, found.cases) == ("yes", True, (0, 0))


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("count H : hex(H)", (9, 9)),
        ("count H : hex(H), level(H) > 5", (0, 0)),
        ("count X : level(_, X)", (3, 3)),
        ("min X : level(_, X)", (-2, -2)),
        ("max X : level(_, X)", (2, 2)),
        ("max X : level(_, X), X > 5", (None, None)),
        ("max level(H) : hex(H)", (2, 2)),
        ("max 2*X : level(_, X)", (4, 4)),
        ('min C : reach("C3", C)', (6, 6)),
    ],
)
def test_a_number_is_told(question: str, value: tuple[int | None, int | None]) -> None:
    assert asked(question).value == value


def test_the_best_rows_go_with_the_best_number() -> None:
    assert rows("max X : level(H, X), hex(H)") == [(2, "A2")]


# --- units: asked in wholes and halves ------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "hexes"),
    [
        ("level(H) >= 1", ["A1h1", "A2"]),
        ("level(H) = 1.0", ["A1h1", "A2"]),
        ("level(H) > 0.5, hex(H)", ["A2"]),
        ("level(H) > ½, hex(H)", ["A2"]),
        ("level(H) = 2½", []),
        ("level(H) = 2.5", []),
        ("level(H) = -1", ["C2"]),
        ("level(H, -1)", ["C2"]),
        ("level(H, 0.5..1)", ["A1h1", "A2"]),
        ("level(H) = 0.5..1, hex(H)", ["A2"]),
        ("level(H, X), X = 1..2", ["A1h1", "A2"]),
        ("level(H) = (1;-1), hex(H)", ["A2", "C2"]),
        ('level(H)+1 >= level("A2"), H != "A2", building(H)', ["A1"]),
        ("level(H)+0.5 > 1, hex(H)", ["A2"]),
        ("2*level(H) >= 2, hex(H)", ["A2"]),
        ("level(H)*2 = 2, hex(H)", ["A2"]),
        ("-level(H) = 1", ["C2"]),
        ("|level(H)| = 1, hex(H)", ["A2", "C2"]),
        ("1 <= level(H) < 2.5, hex(H)", ["A2"]),
        ("hex(H), not level(H) <= 0", ["A2"]),
        ("hex(H), level(H) > #inf, level(H) < #sup, level(H) != 0", ["A2", "C2"]),
        ("level(H) = N, N = #count{ G : terrain(G, woods) }", ["A1h1", "A2"]),
        ("N = #count{ G : terrain(G, woods) }, level(H) = N", ["A1h1", "A2"]),
        ('range(H, "A1") = level(H)', ["A1", "A2"]),
        ('embankments(H, "A3") > 0', []),
        ("hex(H), reach(H) < 2.5", ["A2", "B1", "B2", "B3", "C2"]),
    ],
)
def test_levels_and_costs_are_asked_in_wholes_and_halves(question: str, hexes: list[str]) -> None:
    assert set(names(f"which H : {question}")) == set(hexes)


@pytest.mark.parametrize(
    ("body", "halves"),
    [
        ("S = #sum{ X,L : level(L, X) }", 2),
        ("S = #sum{ level(L),L : location(L), level(L) > 0 }", 4),
        ("S > 1, S = #sum{ level(L),L : location(L), level(L) > 0 }", 4),
        ("S = #min{ X : level(L, X) }", -2),
        ("S = #max{ X : level(L, X) }", 2),
        ("S = #max{ 0.5 ; X : level(L, X) }", 2),
    ],
)
def test_sums_and_bounds_of_levels_are_levels(body: str, halves: int) -> None:
    assert asked(f"max S : {body}").value == (halves, halves)


@pytest.mark.parametrize(
    ("body", "number"),
    [
        ("N = #count{ L : level(L, X), X > 0 }", 2),
        ("N = #count{ L : level(L) > 0.5 }", 2),
        ("N = #count{ X : level(L, X) }", 3),
        ('N = #sum{ range(H, "A1"),H : hex(H) }', 16),
    ],
)
def test_numbers_of_things_are_whole(body: str, number: int) -> None:
    assert asked(f"max N : {body}").value == (number, number)


@pytest.mark.parametrize(
    ("body", "holds"),
    [
        ("#sum{ level(L),L : location(L), level(L) > 0 } > 1.5", True),
        ("2.5 < #sum{ level(L),L : location(L) }", False),
        ("1 { hex(H) : terrain(H, woods) } 1", True),
        ("2 { hex(H) : terrain(H, woods) }", False),
        ("#count{ H : hex(H) } = 9", True),
        ("level(H) >= -1 : hex(H)", True),
        ("level(H) >= 0 : hex(H)", False),
        ('hex("A1";"B2")', True),
        ('terrain("B2", (brush;woods))', True),
        ('terrain("A1", building(stone, N)), N = 1', True),
        ('terrain("A1", building(_, _))', True),
        ('not not building("A1")', True),
        ('not building("A1")', False),
        ("1 = 1.0", True),
        ("hex(_)", True),
    ],
)
def test_bodies_are_those_of_clingo(body: str, holds: bool) -> None:
    assert asked(f"exists : {body}").answer == ("yes" if holds else "no")


@pytest.mark.parametrize(
    "question",
    [
        "exists : hindrance(\"A3\", H) > 0.5",
        "exists : range(H, \"A3\") = 2.5",
        "exists : hindrance(H, \"A3\", 0.5)",
        "exists : #count{ H : hex(H) } = 9.5",
        "exists : 0.5 { hex(H) : terrain(H, woods) }",
        "which X : X = 2.5",
    ],
)  # fmt: skip
def test_halves_are_refused_where_there_are_none(question: str) -> None:
    assert "halves are for levels and costs" in refused(question)


@pytest.mark.parametrize(
    ("question", "mend"),
    [
        ("which H : reach(H) = level(H)", "compares a cost with a level"),
        ("which H : reach(H, C), level(H, C)", "C: is a cost and a level at once"),
        ("which H : level(H)*level(H) > 1", "level(H)*level(H): levels and costs may be added"),
        ("which H : level(H)/2 > 1", "write it without another operation"),
        ("which H : level(H)*0.5 > 1", "multiplied by a whole number"),
        ("which H : level(H) = 1000000.5", "1000000.5: is out of range; write at most 999999.5"),
        ("which H : level(H) = 2.25", "2.25: levels and costs go by halves; write 2.5"),
        ("which S : S = #sum{ X : level(_, X) ; C : reach(_, C) }", "mixes a cost and a level"),
        ("exists : 1 = #sum{ H : hex(H) }", "H: is no number to add up"),
        ("exists : level(H, X), X = #count{ G : hex(G) }, X > 1", ""),
    ],
)
def test_units_that_do_not_go_together_are_refused(question: str, mend: str) -> None:
    if mend:
        assert mend in refused(question)
    else:
        refused(question)


def test_what_has_no_value_is_not_less_than_anything_nor_more() -> None:
    """A1 is out of reach of a truck, and A3 is where it starts: neither within 2 MP nor beyond them."""
    truck = QuerySession(tiny("A1:A3, B1:B3, A1 building(stone,0)"), unit="truck", start="A3")
    near, far = (truck.ask(f"which H : hex(H), reach(H) {how} 2").rows for how in ("<=", ">"))
    assert not {("A1",), ("A3",)} & {*near, *far}
    rest = set(truck.ask("which H : hex(H), not reach(H) <= 2").rows)
    assert rest == {*far, ("A1",), ("A3",)}
    assert "there may be no such value" in refused("exists : reach(H) <= 2 : hex(H)", truck)


# --- variables ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "mend"),
    [
        ("which H : not hex(H)", "nothing says where H ranges; add such as hex(H)"),
        ("which H : hex(G)", "nothing says where H ranges"),
        ("which H : hex(_)", "nothing says where H ranges"),
        ("which N : N > 2", "nothing says where N ranges"),
        ('which H : hex(H), not sees(H, G)', "nothing says where G ranges; add such as location(G)"),
        ("exists : level(H) > X", "nothing says where X ranges"),
        ("exists : hex(H) : hex(H), H < G", "nothing says where G ranges"),
        ("which _ : hex(_)", "cannot be asked for"),
        ("which (A, B) : adjoins(A, B)", "leave the parentheses out"),
        ("which f(H) : hex(H)", "nothing of that name has a value"),
        ("max H : hex(H)", "H: is a hex, no number"),
        ("which H+1 : hex(H)", "H is a hex, and cannot be computed with"),
        ("which H : hex(H), H > 3", "compares a hex with a number"),
        ("which H : level(H) > H", "compares a location with a level"),
        ("which T : terrain(H, T), sees(T, H)", "T: is a terrain and a location at once"),
    ],
)  # fmt: skip
def test_variables_need_a_range_and_one_kind(question: str, mend: str) -> None:
    assert mend in refused(question)


def test_a_variable_may_have_any_name() -> None:
    assert rows('which Value1 : level("A2", Value1), level("A1") >= 0') == [(2,)]
    assert rows('exists : level("A2", Value), Value > 0') == [(2,)]


@pytest.mark.parametrize(
    ("bare", "quoted"),
    [
        ("which H : sees(H, A3)", 'which H : sees(H, "A3")'),
        ("exists : sees(A1h1, A3), hex(A1)", 'exists : sees("A1h1", "A3"), hex("A1")'),
        ("which H : hex(H), H != A1", 'which H : hex(H), H != "A1"'),
        ("all H : hex(H), H = (A1;A2) -> level(H) >= 0", None),
        ('exists : sees("A1", A3)', 'exists : sees("A1", "A3")'),
    ],
)
def test_names_of_the_board_need_no_quotation_marks(bare: str, quoted: str | None) -> None:
    quoted = quoted or bare.replace("A1", '"A1"').replace("A2", '"A2"')
    found, wanted = asked(bare), asked(quoted)
    assert (found.answer, found.rows) == (wanted.answer, wanted.rows)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("path(A1-A2-B1)", 'path("A1-A2-B1")'),
        ("path(A1 - A2 - B1)", 'path("A1" - "A2" - "B1")'),
        ("f(A1', A1x, xA1, A1(2), A1.5, 2..A1)", "f(A1', A1x, xA1, A1(2), A1.5, 2..A1)"),
        ("{ rubble(A1,stone) : hex(A1) }", '{ rubble("A1",stone) : hex("A1") }'),
        ('"A1 A2" A9 \'A1', '"A1 A2" A9 \'A1'),
    ],
)
def test_only_what_can_be_nothing_else_is_quoted(text: str, written: str) -> None:
    assert with_quotes(text, hilly().board) == written


# --- typing errors are never "no" -----------------------------------------------------------------

MISSPELT = [
    ('which H : seas(H, "A3")', "did you mean sees"),
    ("which H : hexx(H)", "did you mean hex"),
    ("which H : levle(H) > 1", "did you mean level"),
    ("which H : woods(H)", "woods: is terrain; write terrain(H, woods)"),
    ("which H : sees(H)", "write sees(Viewer,Target), sees(Viewer,Target,Status) or sees("),
    ("which H : hex(H, 1)", "write hex(Hex)"),
    ("which H : hex(H) = 1", "has no value of its own"),
    ("which H : -hex(H)", "write not before what does not hold"),
    ('which H : sees(H, "A11")', "hexrow A has A1 to A3"),
    ('which H : sees(H, "ZZ9")', "its hexes run from A1 to C3"),
    ('which H : sees(H, "A1h5")', "A1 has: A1, A1h1"),
    ('which H : sees(H, "A1/L7")', "A1 has: A1, A1h1"),
    ('which H : sees(H, "A1En")', "write the status as in sees(H, L, entrenched)"),
    ("which A3 : sees(A3, A1)", 'A3: without quotation marks is a variable; write "A3"'),
    ("exists : sees(A1h5, A3)", "A1 has: A1, A1h1"),
    ("exists : sees(A1, A3-1)", 'A3: without quotation marks is a variable; write "A3"'),
    ("which H : sees(H, F31)", 'F31: without quotation marks is a variable; write "F31"'),
    ("which H : sees(H, a3)", "a3 is no location; quote its name"),
    ("which H : sees(H, 3)", "3 is no location; quote its name"),
    ('which H : sees(H, "A3", emplacd)', "write entrenched or emplaced"),
    ('which H : sees(H, "A3", "emplaced")', "write entrenched or emplaced"),
    ("which H : terrain(H, wods)", "write woods"),
    ('which H : terrain(H, "woods")', "write woods"),
    ("which H : terrain(H, bulding(stone, _))", "write building("),
    ("which H : terrain(H, T), T = wods", "write woods"),
    ("which H : building(H, stoen)", "write stone or wood"),
    ("which H : counter(H, debri)", "write debris"),
    ("which H : feature(H, manhol)", "write manhole"),
    ('exists : blocked("A1", "A3", "A6.22")', 'write "A6.2"'),
    ('exists : blocked("A1", "A3", a62)', "quote its number"),
    ("which H : hex(H), H = a1", "a1 is no hex; quote its name"),
    ('exists : sees("A1", woods)', "woods is no location; quote its name"),
    ('exists : terrain(woods, "A1")', "woods is no hex; quote its name"),
    ('which T : terrain("A1", T), area(T, "A1")', "is a terrain and an area at once"),
    ('which T : terrain("A1", T), sees(T, "A3")', "is a terrain and a location at once"),
    ('which H : hex(H), H != "ZZ9"', "its hexes run from A1 to C3"),
    ("which H : level(H) > two", "two is no level; write a number"),
    ('which H : level(H, "two")', "is no level; write a number"),
    ('which L : adjacent(L, "ZZ9")', "its hexes run from A1 to C3"),
    ('which L : adjacent("A1/cellar", L)', "Location A1/cellar does not exist on board "),
    ('which L : adjacent("A1-A2", L)', "is no one Location"),
    ('exists : reach("ZZ9") <= 3', "its hexes run from A1 to C3"),
    ('exists : reach("A1/cellar") <= 3', "Location A1/cellar does not exist on board "),
    ('exists : enters("A1")', "Write one path or bypass_path beside it"),
    ('exists : path("A3", "C3"), enters("Z9")', "its hexes run from A1 to C3"),
    ('exists : path("A3", "C3"), crosses("roadblok")', 'write crosses("roadblock")'),
    ('exists : path("A3", "C3"), enters(H), hex(H)', "takes no variable"),
    ('exists : 1 { path("A3", "C3") }', "cannot stand in a condition"),
    ("whish H : hex(H)", "did you mean which?"),
    ("which H hex(H)", "the colon is missing"),
    ("which : hex(H)", "which of what?"),
    ("exists H : hex(H)", "exists takes no term"),
    ("which H : hex(H) -> building(H)", "only all and always may claim"),
    ("all H : hex(H)", "all needs a claim"),
    ("which H : hex(H) % all", "leave comments out"),
    ("which H : hex(H), T", "complete it"),
    ("which H : Hex(H)", 'at (H): "(" does not belong here'),
    ('which H : hex(H), count N : sees(H,"A3")', "write a number within a question as N = #count {"),
    ("which H : hex(H), count { A : hex(A) } > 3", "write a number within a question as N = #count {"),
    ("exists : sum { 1 } > 2", "as N = #sum { 1,H : "),
    ("max count { A : hex(A) }", "at { A: what is asked for is no term"),
    ("which H| : hex(H)", "at |: what is asked for is no term"),
    ("which H : hex(H), #count { A : hex(A), #count { B : hex(B) } > 2 } > 3", "within another"),
    ("count H : hex(H), N = #count { A : hex(A) : hex(H) }", "a colon stands once"),
    ("which H : hex(H) | brush(H)", "with commas between them"),
    ("which H : hex(H), { brush(H) }", "compare it, as in 1 <= { ... }"),
    ("which H : hex(H), #count { A : hex(A) }", "compare it, as in 1 <= { ... }"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "mend"), MISSPELT)
def test_what_is_misspelt_is_refused_with_a_mend(question: str, mend: str) -> None:
    assert mend in refused(question)


VALID = (
    'which H : sees(H, "A3", emplaced), building(H)',
    'all H : hex(H), level(H) >= 0.5 -> hindrance(H, "A3") <= 2',
    'count H : terrain(H, (woods;brush)), not sees(H, "B3")',
    'min C : reach("C3", C), C > 1',
    'exists : path("A3", "C3"), not enters("B2"), crosses("A3", "B3")',
    "max S : S = #sum{ level(L),L : location(L) }",
)


@pytest.mark.parametrize("question", VALID)
@tries(60)
@given(st.data())
def test_a_damaged_letter_leaves_a_question_or_is_refused(
    question: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(question) - 1))
    letter = data.draw(st.sampled_from((*"aHX19.,:()\"'_<>-{}#%½ \n", "")))
    damaged = question[:at] + letter + question[at + 1 :]
    try:
        read_question(damaged, BoardLanguage(hilly().board))
    except BadInput as error:
        assert "\n" not in str(error)
        assert not re.search(PROGRAM, str(error))


# --- every predicate, on an embedded board --------------------------------------------------------


def board_of(example: str) -> str:
    """Find an embedded board that an example speaks of."""
    for name in ("budapest", "pegasus", "barricades"):
        try:
            read_question(example, BoardLanguage(embedded_board(name)))
        except BadInput:
            continue
        return name
    raise AssertionError(f"no board for {example}")


@cache
def embedded(name: str) -> QuerySession:
    start = {"budapest": "F31", "pegasus": "L13", "barricades": "C25"}[name]
    return QuerySession(name, start=start, turns=1)


def example_of(askable: Askable) -> tuple[QuerySession, str]:
    return embedded(board_of(askable.example)), askable.example


@pytest.mark.parametrize("askable", askables().values(), ids=lambda each: each.form)
def test_every_example_runs(askable: Askable) -> None:
    engine, example = example_of(askable)
    assert askable.name in example
    assert engine.ask(example).answer in ("yes", "no", "unknown")


@pytest.mark.parametrize("askable", askables().values(), ids=lambda each: each.form)
def test_arguments_are_of_the_kinds_that_are_declared(askable: Askable) -> None:
    if askable.name in ("crosses", "enters", "path", "bypass_path") or askable.signature == (
        "reach",
        3,
    ):
        pytest.skip("takes names alone, or too many of them")
    engine = QuerySession(tiny(HILLY), start="A3")
    terms = [f"X{letter}" for letter in "ABCD"][: len(askable.kinds)]
    found = engine.ask(f"which {','.join(terms)} : {askable.name}({','.join(terms)})")
    known = {
        "hex": set(engine.board.by_name), "location": set(engine.board.locations_by_name),
        "place": set(engine.ways.places), "status": {"entrenched", "emplaced"},
    }  # fmt: skip
    for row in found.rows:
        for kind, value in zip(askable.kinds, row, strict=True):
            assert isinstance(value, int) == (kind in NUMBERS)
            assert value in known.get(kind, {value})


# --- agreement with the board, and with lines and moves asked directly ----------------------------


@pytest.fixture(scope="module", params=["hilly", "budapest", "pegasus"])
def board(request: pytest.FixtureRequest) -> Board:
    return tiny(HILLY) if request.param == "hilly" else embedded_board(request.param)


def test_what_is_looked_up_is_what_the_board_has(board: Board) -> None:
    engine = QuerySession(board)
    found = {
        question: set(engine.ask(question).rows)
        for question in ("which H : hex(H)", "which L, H : in_hex(L, H)", "which L, X : level(L, X)",
                         "which H, T : terrain(H, T)", "which H, T : inherent(H, T)",
                         "which H : stairwell(H)", "which H, T : counter(H, T)",
                         "which A, B : adjoins(A, B)")
    }  # fmt: skip
    assert found["which H : hex(H)"] == {(each.name,) for each in board.hexes}
    assert found["which L, H : in_hex(L, H)"] == {(e.name, e.hex) for e in board.locations}
    assert found["which L, X : level(L, X)"] == {(e.name, e.level) for e in board.locations}
    printed = {(each.name, term) for each in board.hexes for term in each.terrain}
    assert found["which H, T : terrain(H, T)"] == printed
    inherent = {(each.name, each.inherent) for each in board.hexes if each.inherent}
    assert found["which H, T : inherent(H, T)"] == inherent
    assert found["which H : stairwell(H)"] == {(e.name,) for e in board.hexes if e.stairwell}
    assert found["which H, T : counter(H, T)"] == {(e.hex, e.terrain) for e in board.counters}
    beside = {
        (board.hexes[one].name, board.hexes[other].name)
        for one, others in enumerate(board.neighbours.tolist())
        for other in others
        if other >= 0
    }
    assert found["which A, B : adjoins(A, B)"] == beside


def some_pairs(board: Board, count: int) -> list[tuple[str, str]]:
    chance = random.Random(board.name)
    listed = sorted(each.name for each in board.locations)
    pairs = [(chance.choice(listed), chance.choice(listed)) for _ in range(count)]
    return [(one, other) for one, other in pairs if one != other]


@one_in(3)
def test_lines_of_sight_are_those_of_the_engine_of_lines(board: Board) -> None:
    engine, lines = QuerySession(board), LosEngine(board)
    for one, other in some_pairs(board, sample(8, 16)):
        places = [board.location(name) for name in (one, other)]
        _, ruling = lines.rule(*places)
        sees = engine.ask(f'exists : sees("{one}", "{other}")').answer
        assert sees == {"blocked": "no", "unknown": "unknown"}.get(ruling.verdict, "yes")
        amount = engine.ask(f'which N : hindrance("{one}", "{other}", N)')
        clear = sees == "yes"
        assert [row[0] for row in amount.rows] == ([ruling.hindrance] if clear else [])
        rules = engine.ask(f'which R : blocked("{one}", "{other}", R)').rows
        assert bool(rules) == (sees == "no")
        distance = engine.ask(f'which N : range("{one}", "{other}", N)').rows
        assert distance == ((board.range(places[0].hex, places[1].hex),),)


WALKS = [("hilly", unit, "A3") for unit in ("squad", "tank", "leader")]
WALKS += [("pegasus", "squad", "L13"), ("barricades", "tank", "L5")]


def least(search: ReachSearch, states: Sequence[str], question: str) -> int | None:
    """Give the least cost, or the first turn, of some states."""
    found = sorted(at for state in states if (at := search.reached(state)) is not None)
    if not found:
        return None
    return found[0][0] if question.startswith("arrives") else found[0][1]


@one_in(3)
@pytest.mark.parametrize(("name", "unit", "start"), WALKS)
def test_moves_are_those_of_the_engine_of_movement(name: str, unit: str, start: str) -> None:
    board = tiny(HILLY) if name == "hilly" else embedded_board(name)
    mover = MovementEngine(board, unit_named(unit))
    engine = QuerySession(board, unit=unit, start=start, turns=2)
    starts = starts_of(mover.world, read_unit_position(board, mover.unit, start))
    for question, turns in (("reach(P, X)", 2), ("arrives(P, X)", MAX_TURNS)):
        found = engine.ask(f"which P, X : {question}")
        for place in engine.ways.places:
            states = read_unit_position(board, mover.unit, place).states
            sure, loose = (
                least(mover.world.search(starts, turns, surely), states, question)
                for surely in (True, False)
            )
            if engine.ways.is_start((start, place)):
                sure = loose = None  # nobody comes to where he is
            said = [row[1] for row in found.rows if row[0] == place]
            perhaps = [row[1] for row in found.perhaps if row[0] == place]
            certain = sure == loose and loose is not None
            assert said == ([sure] if certain else [])
            assert (loose in perhaps) == (loose is not None and not certain)


@one_in(3)
@pytest.mark.parametrize(("name", "unit", "start"), WALKS)
def test_paths_are_those_of_routes(name: str, unit: str, start: str) -> None:
    board = tiny(HILLY) if name == "hilly" else embedded_board(name)
    mover = MovementEngine(board, unit_named(unit))
    engine = QuerySession(board, unit=unit, turns=1)
    starts = starts_of(mover.world, read_unit_position(board, mover.unit, start))
    chance = random.Random(name + unit)
    near = [place for place in engine.ways.places if place != start and "/" not in place]
    for goal in chance.sample(near, min(sample(2, 4), len(near))):
        goals = read_unit_position(board, mover.unit, goal).states
        for predicate, bypass in (("path", False), ("bypass_path", True)):
            route = find_route(mover, starts, goals, RouteQuery(only_bypass=bypass))
            said = engine.ask(f'exists : {predicate}("{start}", "{goal}")').answer
            assert said == route.answer, (predicate, goal)


@pytest.mark.parametrize("name", ["C25", "L5"])
def test_adjacent_locations_are_those_of_the_rules(name: str) -> None:
    engine = embedded("barricades")
    for kind in ("adjacent", "connected"):
        found = engine.ask(f"which A, B : {kind}(A, B)").rows
        for place in surroundings_of(engine.board, name).places:
            here = Location(name, place, 0).name
            beside = neighbours_of(engine.board, name, place)
            wanted = [each for each in beside if each.adjacent == (kind == "adjacent")]
            names = {Location(each.hex, each.place, 0).name for each in wanted}
            assert {row[1] for row in found if row[0] == here} == names


# --- what is not known ----------------------------------------------------------------------------


@cache
def cut_out() -> QuerySession:
    """The line from A1 to C1 leaves the board."""
    return QuerySession(tiny("A1:A3, B1:B3, C1:C3"), start="A3")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ('exists : sees("A1", "C1")', "unknown"),
        ('exists : not sees("A1", "C1")', "unknown"),
        ('always : sees("A1", "C1")', "unknown"),
        ('never : sees("A1", "C1")', "unknown"),
        ('all H : hex(H), H != "A1" -> sees("A1", H)', "unknown"),
        ('exists : sees("A1", H)', "yes"),
        ('exists : 1 { sees("A1", "C1") ; not sees("A1", "C1") }', "yes"),
        ('exists : sees("A1", "C1"), not sees("A1", "C1")', "no"),
        ('exists : #count{ H : sees("A1", H) } >= 7', "yes"),
        ('exists : #count{ H : sees("A1", H) } >= 8', "unknown"),
        ('exists : #count{ H : sees("A1", H) } >= 9', "no"),
        ('exists : sees("A1", H) : hex(H), H != "A1"', "unknown"),
        ('exists : hindrance("A1", "C1", N), N >= 0', "unknown"),
    ],
)
def test_what_hangs_on_an_unknown_line_is_unknown(question: str, answer: str) -> None:
    found = cut_out().ask(question)
    assert found.answer == answer
    assert (found.undecided == ("A2.1",)) or answer != "unknown"


def test_rows_that_hang_on_an_unknown_line_are_told_apart() -> None:
    found = cut_out().ask('which H : sees("A1", H)')
    assert found.perhaps == (("C1",),)
    assert ("C1",) not in found.rows
    assert cut_out().ask('count H : sees("A1", H)').value == (7, 8)
    assert cut_out().ask('which H : hex(H), not sees("A1", H)').perhaps == (("C1",),)
    least = cut_out().ask('min N : hindrance("A1", "C1", N)')
    assert (least.value, least.number) == ((None, 5), AskedNumber(0, 5, may_lack=True))
    assert cut_out().ask('max N : hindrance("A1", "C1", N)').value == (None, 5)


def test_a_line_has_one_hindrance_at_most() -> None:
    both = 'exists : hindrance("A1", "C1", N), hindrance("A1", "C1", M), N < M'
    assert cut_out().ask(both).answer == "no"
    at_once = 'exists : sees("A1", "C1"), not hindrance("A1", "C1", _)'
    assert cut_out().ask(at_once).answer in ("no", "unknown")


def test_a_doubtful_move_leaves_a_path_unknown() -> None:
    engine = QuerySession(tiny("A1:A2, A1-A2 fence"), start="A1")
    assert engine.ask('exists : path("A1", "A2")').answer == "unknown"
    assert engine.ask('exists : path("A1", "A2")').undecided == ("B9.1",)
    assert engine.ask('exists : not path("A1", "A2")').answer == "unknown"
    assert engine.ask('exists : reach("A2", C)').answer == "unknown"


def test_a_cost_that_is_not_known_is_told_between() -> None:
    engine = QuerySession(tiny("A1:A2, A2 @1"), start="A1")
    found = engine.ask('min C : reach("A2", C)')
    assert (found.answer, found.undecided) == ("yes", ("B32.1",))
    assert found.value == (2, 4)
    assert engine.ask('exists : reach("A2") <= 1').answer == "unknown"
    assert engine.ask('exists : reach("A2") <= 2').answer == "yes"
    assert engine.ask('exists : reach("A2") > 2').answer == "no"
    assert engine.ask('count C : reach("A2", C)').value == (0, 3)
