"""Nothing that is given is silently ignored: it is refused, it changes the answer, or that is said."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from hexcourt import open_board
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.api.position import Position
from hexcourt.solver.position.read_actions import words_of
from tests.effort import one_of, sample
from tests.rulings import rule
from tests.tiny import tiny

BOARDS = ("budapest", "pegasus", "barricades")
STREET = (
    "A1:A3, B1:B3, A1-A2 narrow_street(paved), A3 shellholes, B1 woods, B2 building(stone,1), "
    "B3 factory(stone,1), A2 building(stone,0), A2 feature(dot(white_cross))"
)

ENTRY_POINTS: dict[str, Callable[[Position], Answer]] = {
    "legal": lambda at: at.legal(f'road_bonus("{at.board.hexes[0].name}")'),
    "effect": lambda at: at.effect(
        f'small_arms("{at.board.hexes[0].name}")', at.board.hexes[1].name
    ),
    "los": lambda at: at.los(at.board.hexes[0].name, at.board.hexes[1].name),
    "path": lambda at: at.path(at.board.hexes[0].name, at.board.hexes[1].name, unit="squad"),
}


def given_somewhere(fact: str) -> Position | str:
    """Give a Position of a board in which something can be given; else why it is refused."""
    why = ""
    for name in BOARDS:
        try:
            return open_board(name).give(fact)
        except BadInput as error:
            why = str(error)
    return why


@pytest.mark.parametrize("entry_point", ENTRY_POINTS)
def test_what_is_given_is_refused_or_told_or_changes_the_answer(entry_point: str) -> None:
    plain = {name: ENTRY_POINTS[entry_point](open_board(name)) for name in BOARDS}
    told = []
    for word in words_of("given")[:: sample(10, 1) * (1 if entry_point == "legal" else 3)]:
        found = given_somewhere(word.example)
        if isinstance(found, str):
            assert word.name in found or "board" in found, found
            continue
        answer, bare = ENTRY_POINTS[entry_point](found), plain[found.opened.name]
        changed = answer.rows != bare.rows or answer.lines != bare.lines
        said = any(word.name in each for each in answer.assumed) or "emplaced" in word.name
        assert changed or said, (word.name, answer.assumed)
        told.append(word.name)
    assert len(told) > (3 if entry_point == "legal" else 0)


@rule("B2.4", "O.1", "B23.9", "O5.41", "FB6.29", "Q4.11", "FB6.33")
@pytest.mark.parametrize(
    ("number", "fact", "can_be"),
    [
        ("B2.4", 'took_cover("A1",shellholes)', 'took_cover("A3",shellholes)'),
        ("O.1", 'took_cover("A1",woods)', 'took_cover("B1",woods)'),
        ("O.1", 'took_cover("B1",orchard)', None),
        ("B23.9", 'fortified("A1")', 'fortified("B2")'),
        ("O5.41", 'roofless("B2")', None),
        ("FB6.29", 'wrecked("A1")', None),
        ("Q4.11", 'on_street("A2","B2")', 'on_street("A2","A1")'),
        ("FB6.33", 'along_rails("A1")', None),
        ("Q4.2", 'fortified("A2/steeple")', None),
        ("B23.9", 'fortified("B3/rooftop")', 'fortified("B3")'),
    ],
)
def test_what_cannot_be_so_is_refused(number: str, fact: str, can_be: str | None) -> None:
    with pytest.raises(BadInput, match=rf"^--given .*: {number}: .*; leave it out"):
        Position(tiny(STREET), given=(fact,))
    if can_be is not None:
        assert Position(tiny(STREET), given=(can_be,)).facts == (can_be,)


MINED = (
    "A1 building(stone,1)", "A1 building(stone,1), A1-A2 narrow_street(paved)", "A1 river@-2", "A1 crag",
    "A1 bridge(stone) bed@-2 under@-2", "A1-A2 road(paved)", "A1 woods", "A1 emrr@1 +rubble(stone)",
)  # fmt: skip


@rule("B28.1", "B26.1", "Q4.142", "FB6.12423")
@pytest.mark.parametrize("ground", one_of(MINED, 2))
def test_mines_are_given_where_they_may_be_set_up(ground: str) -> None:
    position = Position(tiny(f"A1, A2, {ground}"))
    found = set()
    for mines in ("ap,6,hidden", "ap,12,revealed", "ap,7,hidden", "at,0,revealed", "at,5,hidden"):
        set_up = position.legal(f'mines("A1",{mines})')
        given = True
        try:
            position.give(f'minefield("A1",{mines})')
        except BadInput as error:
            given = False
            assert (
                any(f": {row['rules'][0]}" in str(error) for row in set_up.rows) or set_up.reasons
            )
        assert given == (str(set_up.verdict) != "no"), (mines, set_up.lines)
        found.add(given)
    assert False in found


@rule("A2.8")
def test_a_status_in_a_trench_needs_the_trench() -> None:
    position = Position(tiny("A1, A2"))
    with pytest.raises(BadInput, match="A1 has no trench"):
        position.give('emplaced("A1/trench")')
    with pytest.raises(BadInput, match="A1 has no foxhole"):
        position.place('trench("A1")').give('emplaced("A1/foxhole")')
    assert position.place('trench("A1")').give('emplaced("A1/trench")')


@rule("Q4.11")
@pytest.mark.parametrize("action", ["non_stopped(v)", "unhooks(v,trailer,own_crew)", "pivots(v)"])
def test_nothing_is_on_a_narrow_street_where_there_is_none(action: str) -> None:
    bare, street = (Position(tiny(f"A1:A3{more}")) for more in ("", ", A2-A3 narrow_street(paved)"))
    answers = [str(each.give("turretless(v)").legal(action).verdict) for each in (bare, street)]
    assert answers == ["no", "yes"]
    turned = [each.effect("tca_change(v)", "A1").rows for each in (bare, street)]
    assert turned[0] != turned[1]


@rule("B20.9", "B23.9221", "A4.3", "B30.1")
@pytest.mark.parametrize(
    ("number", "fact", "can_be"),
    [
        ("B20.9", 'stands_in(u,"A1/CRA2")', None),
        ("B23.9221", 'breached("A1")', 'breached("B2")'),
        ("A4.3", 'in_bypass("A1")', 'in_bypass("B1")'),
        ("B30.1", 'in_pillbox("B2")', 'in_pillbox("A1")'),
    ],
)
def test_what_needs_something_there_is_refused_where_it_is_not(
    number: str, fact: str, can_be: str | None
) -> None:
    test_what_cannot_be_so_is_refused(number, fact, can_be)


@rule("A2.8", "B30.1")
def test_nothing_is_given_in_a_place_that_is_not_there() -> None:
    board = tiny(STREET)
    for word in words_of("given"):
        if [kind for kind, _ in word.arguments].count("place") != 1 or word.name in (
            "emplaced",
            "entrenched",
        ):
            continue
        for place in ("A1/cellar", "A1/trench", "A1/under"):
            told = [f'"{place}"' if kind == "place" else "u" for kind, _ in word.arguments]
            with pytest.raises(BadInput):
                Position(board, given=(f"{word.name}({','.join(told)})",))
    boxed = ('stands_in(u,"B2")', "inside(u,pillbox)")
    with pytest.raises(BadInput, match=r"B30\.1"):
        Position(board, given=boxed)


NEEDS_NOTHING = {
    *("turns_vca", "puts_overlay", "sees", "sees_along", "leaves_map", "off_map", "off_map_road"),
    *("enters_from", "gun", "stack", "sets_up", "mines"),
    *("inspects", "deploys_free", "fortify"),
}
"""Actions that a bare board allows: all others are done to, or in, something that it does not have."""


@rule("B8.6", "A2.8", "O.4", "B8.4")
def test_a_bare_board_allows_nothing_that_needs_what_it_has_not() -> None:
    position = Position(tiny("A1:A4, B1:B4"), given=("builder(builder)", "builder(attacker)"))
    allowed = set()
    for word in one_of(list(words_of("action")), 6):
        hexes = iter(("A1", "A2", "A3", "B1"))
        told = re.sub(
            r'"[A-Z]+[0-9]+[^"]*"', lambda found, these=hexes: f'"{next(these)}"', word.example
        )
        try:
            answer = position.legal(told)
        except BadInput:
            continue
        allowed |= {word.name} if answer.verdict == "yes" else set()
    assert allowed <= NEEDS_NOTHING, allowed - NEEDS_NOTHING


@rule("O5.41", "FB6.29", "O.1")
def test_what_is_there_can_be_so() -> None:
    there = tiny("A1 factory(stone,1), A2 rail_cars, A3 orchard")
    facts = ('roofless("A1")', 'wrecked("A2")', 'took_cover("A3",orchard)')
    assert Position(there, given=facts).facts == facts


def test_a_piece_beside_makes_the_difference() -> None:
    road = Position(tiny("A1:A3, A1-A2 road(paved), A2-A3 road(paved)"))
    idle = road.give('is_cleared("A2")').legal('dashes("A2")')
    assert 'given is_cleared("A2"): makes no difference here' in idle.lines
    cleared = road.place('debris("A2")').give('is_cleared("A2")').legal('dashes("A2")')
    assert not any("no difference" in line for line in cleared.lines)


ROAD = "A1:A4, A1-A2 road(paved), A2-A3 road(paved), A3-A4 road(paved), A3 +rubble(stone)"
EVERYWHERE = [
    ("FB6.291", 'wrecked("A2")', "A1:A3, B1:B2, A2 rail_cars",
     {"squad": 3, "tank": 7.5, "sees": "blocked", "TEM": "tem(rubble(wood))"}),
    ("FB6.21", None, "A1:A3, B1:B2, A2 rail_cars",
     {"squad": 2, "tank": None, "sees": "blocked", "TEM": "tem(rail_cars)"}),
    ("FB6.291", 'wrecked("A2")', "A1 @2, A2 rail_cars, A3, B1:B2", {"sees": "clear"}),
    ("O.1", 'is_cleared("A3")', ROAD, {"squad": 1, "truck": 1.5, "to A4": 3, "rate": "yes"}),
    ("O.1", None, ROAD, {"squad": 1, "truck": 1.5, "to A4": None, "rate": "no"}),
    ("O.4", 'roofless("A2")', "A1, A2 factory(stone,1), A1-A2 road(dirt)",
     {"squad": 2, "entrance": "no"}),
    ("O.4", None, "A1, A2 factory(stone,1), A1-A2 road(dirt)", {"squad": 1, "entrance": "yes"}),
    ("A4.14", 'held("A2")', "A1, A2 building(stone,1) stairwell level(1)", {"squad": None}),
    ("A4.14", 'held("A2h1")', "A1, A2 building(stone,1) stairwell level(1)", {"squad": 2}),
]  # fmt: skip


@pytest.mark.parametrize(("number", "fact", "board", "expected"), EVERYWHERE)
def test_what_is_given_bears_on_every_question_alike(
    number: str, fact: str | None, board: str, expected: dict[str, object]
) -> None:
    at = Position(tiny(board), given=(fact,) if fact else ())

    def spent(goal: str, unit: str) -> object:
        way = at.path("A1", goal, unit=unit)
        asked = at.ask(f'min C : reach("{goal}",C)', unit=unit, start="A1")
        assert (way.verdict == "yes") == (asked.verdict == "yes")
        return way.witness["spent"] if way.verdict == "yes" and way.witness else None

    found: dict[str, Callable[[], object]] = {
        **{unit: lambda unit=unit: spent("A2", unit) for unit in ("squad", "truck", "tank")},  # type: ignore[misc]
        "to A4": lambda: spent("A4", "squad"),
        "sees": lambda: at.los("A1", "A3").rows[0]["verdict"],
        "TEM": lambda: at.effect('small_arms("A1")', "A2").rows[1]["effect"],
        "rate": lambda: at.legal('road_rate("A3")').verdict,
        "entrance": lambda: at.legal('uses_entrance("A1","A2")').verdict,
    }
    assert {what: found[what]() for what in expected} == expected, number
    if "sees" in expected:
        clear = expected["sees"] == "clear"
        assert (at.ask('exists : sees("A1","A3")').verdict == "yes") == clear
        assert (at.legal('sees("A1","A3")').verdict == "yes") == clear
