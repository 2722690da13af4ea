"""Questions in many worlds, against boards opened anew; and written out for bare clingo."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, repeat

import clingo
import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.facts.pieces.pieces import Piece, piece_text
from hexcourt.solver.api.position import Position
from hexcourt.solver.language.question import UNIVERSAL
from hexcourt.solver.movement.cutting import PLURALS, candidates
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.query import settling
from hexcourt.solver.query.deciding import Row
from hexcourt.solver.query.direct_encoding import direct_program
from hexcourt.solver.query.outcomes import QueryResult, WorldCounts
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.sandbox.limited_run import Limits
from tests.effort import one_in, one_of, sample, some_of
from tests.rulings import rule
from tests.solver.movement.test_movement_search import live, near_and_far
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("engines")

STREETS = """A1:A4, B1:B4, C1:C4, B2 woods, A2 +debris, B3 building(stone,1) level(1) stairwell,
             A1-A2 road(dirt), A2-A3 road(dirt), A3-A4 road(dirt), A1-B1 road(dirt), B1-C2 road(dirt)"""
WALLED = """A1:A3, B1:B3, A1-A2 cliff road(dirt), A2-B1 cliff road(dirt), B1-B2 cliff, A2-A3 cliff,
            A2-B2 cliff, A1-B1 road(dirt)"""
"""From A1 roads lead over cliffs to A2."""


@cache
def streets() -> Board:
    return tiny(STREETS)


def worlds_of(engine: QuerySession, question: str, *vary: str) -> WorldCounts:
    found = engine.ask(question, vary=vary).worlds
    assert found is not None
    return found


def texts(worlds: Iterable[Sequence[Piece]]) -> set[frozenset[str]]:
    return {frozenset(map(piece_text, world)) for world in worlds}


# --- what is supposed, and taken away -------------------------------------------------------------


def first(
    question: str,
    board: Board | None = None,
    suppose: Sequence[str] = (),
    without: Sequence[str] = (),
) -> QueryResult:
    position = Position(board or streets(), tuple(suppose), taken=tuple(without))
    return QuerySession(position, start="A1").ask(question)


def test_a_counter_that_is_supposed_lies_there() -> None:
    assert first("which H : counter(H, debris)").rows == (("A2",),)
    supposed = first("which H : counter(H, debris)", suppose=['debris("A4")'])
    assert supposed.rows == (("A2",), ("A4",))
    assert first("which H : counter(H, debris)", without=['debris("A2")']).answer == "no"


def test_a_hexside_that_is_supposed_stands_there_and_can_be_taken_away() -> None:
    question = "which A, B : hexside(A, B, hedge), A < B"
    assert first(question, suppose=['hedge("C1", "C2")']).rows == (("C1", "C2"),)
    hedged = tiny(STREETS + ", C1-C2 hedge")
    assert first(question, hedged).rows == (("C1", "C2"),)
    assert first(question, hedged, without=['hedge("C2", "C1")']).rows == ()


def test_a_hedge_bars_a_line_of_sight() -> None:
    open_ground = tiny("A1:A4, B1:B4")
    question = 'exists : sees("A1", "A4")'
    assert first(question, open_ground).answer == "yes"
    assert first(question, open_ground, suppose=['hedge("A2", "A3")']).answer == "no"


@pytest.mark.parametrize("piece", ['roadblock("A1", "A2")', 'roadblock("A2", "A1")'])
def test_a_roadblock_lies_either_way_round(piece: str) -> None:
    found = first("which A, B : roadblock(A, B)", suppose=[piece])
    assert set(found.rows) == {("A1", "A2"), ("A2", "A1")}
    found = first(
        'exists : path("A1", "A2"), crosses("A1", "A2"), crosses("roadblock")', suppose=[piece]
    )
    assert found.answer == "yes"


@pytest.mark.parametrize(
    ("about", "mend"),
    [
        ({"suppose": ['roadblock("C3", "C4")']}, "B29.1"),
        ({"suppose": ['trench("B3")']}, "B27.1"),
        ({"suppose": ['hedge("A1", "A3")']}, "do not adjoin"),
        ({"suppose": ['hedge("A1", "A9")']}, "hexrow A has A1 to A4"),
        ({"suppose": ['rubble("A1", stoen)']}, "write stone or wood"),
        ({"suppose": [" "]}, "is missing"),
        ({"suppose": ['trench("A3"). trench("A4")']}, "place each by itself"),
        ({"suppose": ["trench(H)"]}, ""),
        ({"without": ['debris("A3")']}, "does not lie on the board"),
        ({"without": ['hedge("A1", "A2")']}, "name what is there"),
    ],
)
def test_what_may_not_be_supposed_is_refused(about: dict[str, list[str]], mend: str) -> None:
    with pytest.raises(BadInput) as told:
        first("which H : hex(H)", **about)  # type: ignore[arg-type]
    assert mend in str(told.value)


# --- families -------------------------------------------------------------------------------------


ON_ROADS = "{ roadblock(A, B) : road(A, B) }"


@pytest.mark.parametrize(
    ("family", "sizes"),
    [
        (f"{ON_ROADS} = 1", [1]),
        (f"{ON_ROADS} <= 1", [0, 1]),
        (f"{ON_ROADS} < 2", [0, 1]),
        (f"{ON_ROADS} >= 4", [4, 5]),
        (f"{ON_ROADS} > 4", [5]),
        (f"1 {ON_ROADS} 2", [1, 2]),
        (f"1 < {ON_ROADS}", [2, 3, 4, 5]),
        (ON_ROADS, [0, 1, 2, 3, 4, 5]),
        (f"{ON_ROADS} = 9", []),
    ],
)
def test_a_family_has_every_choice_within_its_bounds(family: str, sizes: list[int]) -> None:
    engine = QuerySession(streets(), start="A1")
    found = worlds_of(engine, "count A, B : roadblock(A, B)", family)
    roads = ["A1-A2", "A2-A3", "A3-A4", "A1-B1", "B1-C2"]
    pieces = ['roadblock("{}","{}")'.format(*each.split("-")) for each in roads]
    wanted = {frozenset(some) for size in sizes for some in combinations(pieces, size)}
    assert texts((*found.witnesses, *(() if 0 not in sizes else [()]))) == wanted
    assert found.total == len(wanted)
    assert dict(found.values) == {
        2 * size: len([some for some in wanted if len(some) == size]) for size in sizes
    }


def test_families_are_mixed() -> None:
    engine = QuerySession(streets(), start="A1")
    families = ('{ debris("A4"); wreck("C1") } = 1', '{ trench("C3") }')
    found = worlds_of(engine, "count H : trench(H)", *families)
    assert found.total == 4
    assert dict(found.values) == {0: 2, 1: 2}


def test_an_empty_family_is_told() -> None:
    found = QuerySession(streets()).ask(
        "always : hex(H)", vary=["{ trench(H) : terrain(H, marsh) } = 1"]
    )
    assert found.vacuous
    assert found.worlds is not None
    assert found.worlds.total == 0


def test_pieces_that_may_not_lie_are_left_out_with_the_rule() -> None:
    found = worlds_of(QuerySession(streets()), "exists : trench(H)", '{ trench(("B3";"C1")) } = 1')
    assert found.left_out == (('trench("B3")', "B27.1"),)
    assert texts(found.witnesses) == {frozenset({'trench("C1")'})}


def test_worlds_that_cannot_be_are_told_with_the_rule() -> None:
    vary = ['{ trench("C1") } = 1', '{ foxhole("C1"); foxhole("C3") } = 1']
    found = worlds_of(QuerySession(streets(), start="A1"), "exists : reach(H, C)", *vary)
    assert found.total == 1
    assert "O.8" in found.impossible[0][1]


def test_worlds_that_cannot_be_do_not_hang_on_the_question() -> None:
    vary = ['{ trench("C1") } = 1', '{ foxhole("C1"); foxhole("C3") } = 1']
    found = worlds_of(QuerySession(streets(), start="A1"), "exists : hex(H)", *vary)
    assert found.total == 1


def test_supposed_pieces_say_where_to_look() -> None:
    found = first('which A : roadblock(A, B), sees(A, "A4")', suppose=['roadblock("A2", "A3")'])
    assert ("A3",) in found.rows


@pytest.mark.parametrize(
    ("family", "mend"),
    [
        ("{ trench(H) }", "nothing says where H ranges"),
        ("{ roadblock(A, B) : hex(A) }", "nothing says where B ranges"),
        ('{ trench("Z9") }', "its hexes run from A1 to C4"),
        ("{ trench(C9) }", 'write "C9"'),
        ("{ trench(c3) }", "quote its name"),
        ("{ trench(H) : hexx(H) }", "did you mean hex"),
        ("{ trnch(H) : hex(H) }", "did you mean trench?"),
        ("{ hedge(A, B) : adjoins(A, B) }", "is no piece that may lie"),
        ("{ trench(H, G) : adjoins(H, G) }", "write trench(Hex)"),
        ("{ rubble(H) : hex(H) }", "write rubble(Hex, Material)"),
        ("{ trench(X) : terrain(H, X) }", "is a hex and a terrain at once"),
        ("{ trench(H) : hex(H) } = N", "N is no whole number"),
        ("{ trench(H) : hex(H) } != 1", "!= is no bound"),
        ("trench(H) :- hex(H)", "is no choice between braces"),
        ("{ trench(H) : hex(H) } = 1. hex(H)", ""),
        ("{ not trench(H) : hex(H) }", ""),
        ("", ""),
    ],
)
def test_what_is_no_family_is_refused(family: str, mend: str) -> None:
    with pytest.raises(BadInput) as told:
        QuerySession(streets()).ask("exists : hex(H)", vary=[family])
    assert mend in str(told.value)


def test_a_family_asks_for_levels_in_halves_too() -> None:
    hill = tiny("A1:A3, A2 @1, A3 @2")
    found = worlds_of(
        QuerySession(hill), "exists : trench(H)", "{ trench(H) : level(H) >= 0.5 } = 1"
    )
    assert texts(found.witnesses) == {frozenset({f'trench("{name}")'}) for name in ("A2", "A3")}


# --- against boards opened anew -------------------------------------------------------------------

COUNTED = [
    ("squad", 'exists : sees("A1", "A4")', "{ rubble(H, stone) : hex(H), range(H, \"A1\") <= 2 }"),
    ("squad", 'which H : sees(H, "A4")', '{ debris(("A3";"B1";"C4")); wreck(("A2";"B2")) }'),
    ("squad", 'max N : hindrance("A1", H, N)', '{ wreck(H) : adjoins(H, "A2") } <= 2'),
    ("squad", 'all H : hex(H), H != "A4" -> sees(H, "A4")', '{ debris(H) : hex(H) } <= 1'),
    ("squad", 'count H : reach(H) <= 3', f"{ON_ROADS} <= 2"),
    ("tank", 'min C : reach("A4", C)', f"{ON_ROADS} <= 2"),
    ("leader", 'exists : path("A1", "A4"), not crosses("roadblock")', f"{ON_ROADS} >= 3"),
    ("tank", 'never : path("A1", "B3")', '{ rubble("B3", stone); enemy("B4"); enemy("A4") }'),
    ("squad", 'count L : adjacent("B3", L)', '{ rubble("B3", stone); trench("C1") }'),
]  # fmt: skip


@one_in(3)
@pytest.mark.parametrize(("unit", "question", "family"), some_of(COUNTED, 3))
def test_every_world_is_as_if_supposed_from_the_start(
    unit: str, question: str, family: str
) -> None:
    engine = QuerySession(streets(), unit=unit, start="A1")
    survey = engine.survey(question, [family])
    decided = list(survey.decided())
    assert len(decided) == survey.size
    chance = random.Random(question)
    for world, outcome in chance.sample(decided, min(sample(3, 8), len(decided))):
        supposed = [piece_text(piece) for piece in world]
        try:
            anew = QuerySession(Position(streets(), tuple(supposed)), unit=unit, start="A1").ask(
                question
            )
        except BadInput:
            assert isinstance(outcome, str)
            continue
        assert not isinstance(outcome, str)
        assert set(anew.rows) <= set(outcome.certain)
        told = engine.ask(question, vary=[family]).worlds
        assert told is not None
        said = "unknown" if outcome.goal is None else None
        assert (anew.answer == "unknown") == (said == "unknown")
        if said is None:
            kept = world in told.witnesses
            assert kept == (anew.answer == ("no" if survey.question.mode in UNIVERSAL else "yes"))


def test_the_counts_are_those_of_all_worlds_opened_anew() -> None:
    question, pieces = 'exists : sees("A1", "A4")', ["A2", "A3", "B1"]
    family = "{ rubble((" + ";".join(f'"{name}"' for name in pieces) + "), stone) }"
    bare = replace(streets(), counters=())
    found = worlds_of(QuerySession(bare), question, family)
    said: dict[str, int] = {"yes": 0, "no": 0, "unknown": 0}
    for some in subsets(pieces):
        supposed = [f'rubble("{name}", stone)' for name in some]
        said[QuerySession(Position(bare, tuple(supposed))).ask(question).answer] += 1
    assert dict(found.counts) == said


def subsets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(names, size) for size in range(len(names) + 1))


def test_the_same_world_told_twice_is_the_same() -> None:
    engine = QuerySession(streets(), start="A1")
    family = [f'{{ roadblock(A, B) : road(A, B), range(A, "A1") <= 1 }} <= {sample(1, 2)}']
    question = 'which H : reach(H) <= 2, sees(H, "A4")'
    again = QuerySession(streets(), start="A1")
    once, twice = (engine.ask(question, vary=family) for _ in range(2))
    assert once == twice == again.ask(question, vary=family)


def test_changes_are_minimal_by_subset_and_by_number() -> None:
    """One wreck at a narrow place hinders enough; elsewhere it takes two."""
    board = tiny("A1:A4, B1:B4")
    question = 'exists : hindrance("A1", "A4") >= 2'
    vary = ['{ debris(("A2";"A3")); wreck(("A2";"A3")) }']
    found = worlds_of(QuerySession(board), question, *vary)
    deciding_worlds = texts(found.witnesses)
    smallest = min(map(len, deciding_worlds))
    assert texts(found.smallest) == {each for each in deciding_worlds if len(each) == smallest}
    assert texts(found.minimal) == {
        e for e in deciding_worlds if not any(other < e for other in deciding_worlds)
    }


def test_a_larger_change_may_be_minimal_too() -> None:
    """A trench in A3, or one in A1 and one in A2: neither choice holds the other."""
    question = 'exists : #sum{ 2 : trench("A3") ; 1,H : trench(H), H < "A3" } >= 2'
    found = worlds_of(QuerySession(tiny("A1:A3")), question, "{ trench(H) : hex(H) }")
    assert texts(found.smallest) == {frozenset({'trench("A3")'})}
    both = frozenset({'trench("A1")', 'trench("A2")'})
    assert texts(found.minimal) == {frozenset({'trench("A3")'}), both}
    assert len(found.witnesses) == 5


# --- pieces asked about together ------------------------------------------------------------------


def prepared(
    board: Board, unit: str, chance: random.Random, most: int
) -> Iterator[tuple[MovementEngine, tuple[Piece, ...]]]:
    """Prepare some pieces, and choose groups of them, near to each other and far."""
    engine = MovementEngine(board, unit_named(unit))
    pieces = list(candidates(engine.hex_facts, PLURALS))
    some = sorted(chance.sample(pieces, min(most, len(pieces))))
    engine.prepare(some)
    for group in near_and_far(engine.hex_facts, some, chance):
        yield engine, tuple(sorted(set(group)))


@one_in(3)
@pytest.mark.parametrize("unit", ["squad", "tank", "leader"])
@pytest.mark.parametrize("text", one_of([STREETS, WALLED], 2))
def test_prepared_pieces_change_what_they_would_from_the_start(unit: str, text: str) -> None:
    board = tiny(text)
    for engine, group in prepared(board, unit, random.Random(unit + text), 14):
        built = MovementEngine(board, unit_named(unit), group)
        assert live(engine.suppose(group)) == live(built.world)


@pytest.mark.parametrize(
    ("name", "unit"),
    some_of([("barricades", "tank"), ("budapest", "squad"), ("barricades", "leader")], 3),
)
def test_prepared_pieces_on_embedded_boards(name: str, unit: str) -> None:
    board = embedded_board(name)
    fresh = MovementEngine(board, unit_named(unit))
    for engine, group in prepared(board, unit, random.Random(name), 10):
        assert live(engine.suppose(group)) == live(fresh.suppose(group))


# --- written out for bare clingo ------------------------------------------------------------------

DIRECT = [
    ("which H : level(H) >= 0.5", ()),
    ("count H : hex(H), not building(H)", ()),
    ("all H : hex(H) -> level(H) >= 0", ()),
    ('which H : sees(H, "A4")', ()),
    ('which H : hex(H), not sees(H, "A4")', ()),
    ('which H, R : blocked(H, "A4", R), hex(H)', ()),
    ('which H, N : hindrance(H, "A4", N)', ()),
    ('exists : sees("A1", "C2")', ()),
    ('all H : hex(H), H != "A4" -> sees(H, "A4")', ()),
    ('which H : sees("A1", H, entrenched)', ()),
    ('which H, S : sees(H, "A4", S, entrenched)', ()),
    ('which H : sees(H, "A4", entrenched, emplaced)', ('{ rubble("A2", stone); debris("A3") }',)),
    ('never : sees("A1", "A4")', ('{ rubble("A2", stone); rubble("A3", stone) }',)),
    ('which H : sees(H, "A4")', ('{ rubble("A2", stone); debris("A3") }',)),
    ('exists : hindrance("A1", "A4") > 1', ('{ debris("A3"); wreck("A2") } <= 1',)),
    ("which H, C : reach(H, C)", ()),
    ("min C : reach(\"A4\", C)", (f"{ON_ROADS} = 1",)),
    ("count H : reach(H) <= 2", (f"{ON_ROADS} <= 1",)),
    ("min T : arrives(\"B3\", T)", ()),
    ('exists : path("A1", "A4")', ('{ enemy("A2"); enemy("A3"); enemy("B1") }',)),
    ('exists : path("A1", "A4"), not enters("A2")', ('{ enemy("B1") }',)),
    ('exists : path("A1", "A3"), enters("B1"), not enters("A2")', ()),
    ('exists : path("A1", "A3"), crosses("A1", "A2"), crosses("A2", "A3")', ()),
    ('exists : path("A1", "A3"), crosses("roadblock")', (f"{ON_ROADS} = 1",)),
    ('never : path("A1", "A3"), not crosses("roadblock")', (f"{ON_ROADS} = 1",)),
    ('which H : bypass_path("A1", H)', ()),
    ('which H : path(H, "A4"), sees(H, "A4")', ()),
    ('which L : adjacent("B3", L)', ()),
    ('which H : trench(H), sees(H, "A4")', ('{ trench("C1"); trench("C3") } = 1',)),
    ('always : hex(H), building(H) -> not sees(H, "A1")', ('{ rubble("B3", stone) }',)),
]  # fmt: skip


def models(text: str, how: str = "auto") -> list[list[clingo.Symbol]]:
    control = clingo.Control(["0"], logger=lambda code, message: None)
    control.configuration.solve.enum_mode = how  # type: ignore[union-attr]
    control.add("base", [], text)
    control.ground([("base", [])])
    found: list[list[clingo.Symbol]] = []
    control.solve(on_model=lambda model: found.append(list(model.symbols(shown=True))))
    return found


def shown_rows(symbols: Iterable[clingo.Symbol], name: str) -> set[Row]:
    return {
        tuple(a.number if a.type is clingo.SymbolType.Number else re.sub('^"|"$', "", str(a))
              for a in each.arguments)
        for each in symbols
        if each.name == name
    }  # fmt: skip


def compare(engine: QuerySession, question: str, vary: Sequence[str]) -> None:
    found = engine.ask(question, vary=vary)
    direct = direct_program(engine, question, vary)
    claims = found.question.then is not None
    name = "broken" if claims else "answer"
    every = models(direct.text)
    loose = {row for model in every for row in shown_rows(model, name)}
    refuting = bool(models(f"{direct.text}\n{direct.refuting}"))
    if found.worlds is None:
        sure = set.intersection(*(shown_rows(model, name) for model in every))
        assert sure == set(found.rows) or found.question.mode in ("min", "max")
        assert loose == {*found.rows, *found.perhaps} or found.question.mode in ("min", "max")
        assert refuting == (found.answer != ("yes" if found.question.mode in UNIVERSAL else "no"))
    else:
        assert {row for row, _ in found.worlds.rows} <= loose
        deciding_worlds = bool(found.worlds.witnesses) or bool(found.worlds.open)
        assert refuting == deciding_worlds


@one_in(3)
@pytest.mark.parametrize(("question", "vary"), some_of(DIRECT, 3))
def test_a_question_written_out_is_answered_alike(question: str, vary: tuple[str, ...]) -> None:
    compare(QuerySession(streets(), start="A1"), question, vary)


@pytest.mark.parametrize(
    ("question", "vary"),
    [
        ('exists : sees("A1", "C1")', ()),
        ('which H : sees("A1", H)', ()),
        ('which H : hex(H), not sees("A1", H)', ()),
        ('which N : hindrance("A1", "C1", N)', ()),
        ('exists : sees("A1", "C1")', ('{ rubble("B1", stone) }',)),
        ('all H : hex(H), H != "A1" -> sees("A1", H)', ()),
    ],
)
def test_an_unknown_line_written_out_is_answered_alike(
    question: str, vary: tuple[str, ...]
) -> None:
    compare(QuerySession(tiny("A1:A3, B1:B3, C1:C3"), start="A3"), question, vary)


def test_pieces_near_one_line_written_out() -> None:
    engine = QuerySession(Position(tiny("A1:A4, B1:B4"), ('wreck("B2")',)))
    family = ('{ debris("A2"); wreck("A3") }',)
    compare(engine, 'which N : hindrance("A1", "A4", N)', family)
    every = models(direct_program(engine, 'which N : hindrance("A1", "A4", N)', family).text)
    assert len(every) == 4


@pytest.mark.parametrize(("more", "question"), [
    ("A1-A2 fence", 'exists : path("A1", "A2")'),
    ("A2 @1", 'which C : reach("A2", C)'),
    ("A2 @1", 'exists : reach("A2") <= 1'),
])  # fmt: skip
def test_doubtful_moves_written_out(more: str, question: str) -> None:
    compare(QuerySession(tiny(f"A1:A2, {more}"), start="A1"), question, ())


@rule("A4.134", "D2.4")
@pytest.mark.parametrize(
    ("board", "unit", "allowance", "turns", "question", "answer"),
    [
        ("A1:A3, A2 marsh", "squad", None, 3, 'exists : path("A1", "A3")', "yes"),
        ("A1:A2 @0, A2 woods", "squad", 2, 1, 'exists : path("A1", "A2")', "yes"),
        ("A1:A6", "tank", 6, 2, 'exists : path("A1", "A6")', "yes"),
        ("A1:A7", "tank", 6, 2, 'exists : path("A1", "A7")', "no"),
    ],
)
def test_turns_written_out(
    board: str, unit: str, allowance: int | None, turns: int, question: str, answer: str
) -> None:
    engine = QuerySession(tiny(board), start="A1", unit=unit, allowance=allowance, turns=turns)
    compare(engine, question, ())
    assert engine.ask(question).answer == answer


def test_a_survey_that_is_cut_off_tells_the_time_that_it_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticks = chain((100.0,), repeat(100.86))
    monkeypatch.setattr(settling, "monotonic", lambda: next(ticks))
    monkeypatch.setattr(settling, "waited", lambda who: 0.0)  # for a processor, on a busy machine
    engine = QuerySession(tiny("A1:A4"))
    found = engine.ask(
        "always : hex(H)",
        vary=["{ afv(H) : hex(H) } <= 4"],
        limits=Limits(seconds=1),
    )
    assert found.over is not None
    assert found.over.sentence.startswith("not done in 0.86 s; ")
