"""Leader, Double Time, advance and Assault Movement: one clock in every way of asking."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

import pytest

from hexcourt.solver.api.position import Position
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.position.board_state import mover_terms
from hexcourt.solver.position.states import State
from tests import effort
from tests.rulings import rule
from tests.tiny import tiny
from tests.tiny_cards import condition, findings, group, scenario

pytestmark = pytest.mark.usefixtures("engines")

PACES = (
    (),
    ("with_leader(l)",),
    ("double_time",),
    ("advancing",),
    ("assault_movement",),
    ("double_time", "with_leader(l)", "advancing"),
    ("assault_movement", "advancing"),
)
TERRAIN = (
    *("", "", "", "woods", "marsh", "building(stone,0)", "brush", "graveyard"),
    *("gully@-2", "@2"),
)
TURNS = 3

Times = Mapping[tuple[State, bool], tuple[int, int]]
"""By state and whether it is certain: the first turn, and what is spent in it."""


@cache
def board(number: int) -> Position:
    chance = random.Random(f"pace {number}")
    told = [f"{column}{row} {chance.choice(TERRAIN)}" for column in "AB" for row in range(1, 6)]
    told += [f"A{row}-A{row + 1} road(paved)" for row in range(1, 5) if chance.random() < 0.5]
    position = Position(tiny(", ".join(told)))
    for name in ("A1", "A2", "B2"):
        if position.legal(f'foxhole("{name}")').verdict == "yes":
            position = position.place(f'foxhole("{name}")')
    return position


def engine_of(position: Position, given: tuple[str, ...]) -> MovementEngine:
    unit = unit_named("squad")
    told = mover_terms(unit, position.give(*given).parsed_facts)
    return MovementEngine(position.board, unit, position.pieces, told)


def searched(engine: MovementEngine) -> Times:
    start = State.at("A1")
    return {
        (state, surely): at
        for surely in (True, False)
        for state, at in engine.world.search([start], TURNS, surely).all_reached.items()
    }


def defined(engine: MovementEngine, given: tuple[str, ...]) -> Times:
    """Ask the rules alone (asp/moving/a04_spending.lp)."""
    told = [f"given({each})." for each in given]
    told += [f"turns({TURNS}). asks(1,reach,from,to,none). begins_at(1,{State.at('A1')})."]
    facts = HexFacts(engine.board, engine.unit, told)
    grounded = facts.ground(pieces=engine.pieces, profile="judged_ways_infantry")
    found: dict[tuple[State, bool], tuple[int, int]] = {}
    for atom in grounded.symbolic_atoms.by_signature("spent", 7):
        _, how, turn, _, state, _, cost = atom.symbol.arguments
        key = State.parse(state), how.name == "sure"
        at = turn.number, cost.number
        found[key] = min(found.get(key, at), at)
    return found


@rule("A4.12", "A4.5", "A4.7", "A4.6")
@pytest.mark.parametrize("given", PACES, ids=" ".join)
def test_the_search_and_the_rules_tell_the_same_turns(given: tuple[str, ...]) -> None:
    for number in range(effort.sample(1, 8)):
        engine = engine_of(board(number), given)
        assert searched(engine) == defined(engine, given), number


COLUMN = Position(tiny("A1:A16"))


def turn_by(position: Position, goal: str) -> tuple[int | None, bool]:
    """Ask in every way for the first turn, and whether it is certain."""
    asked = position.ask(f'which T : arrives("A1","{goal}",T)')
    rows = {(row["row"]["T"], row["certain"]) for row in asked.rows if "row" in row}
    (told,) = rows or {(None, True)}
    for turn in range(1, 5):
        here = told[0] is not None and turn >= told[0]
        verdict = "no" if not here else "yes" if told[1] else "unknown"
        assert position.path("A1", goal, unit="squad", turns=turn).verdict == verdict
        there = position.ask(f'exists : path("A1","{goal}")', turns=turn)
        assert there.verdict == verdict
        reached = position.reach("A1", unit="squad", turns=turn).rows
        assert {row["certain"] for row in reached if row["location"] == goal} == (
            {told[1]} if here else set()
        )
    return told


@rule("A4.12", "A4.5", "A4.7", "A4.6")
@pytest.mark.parametrize(
    ("given", "goal", "turn"),
    [
        ((), "A5", 1),
        ((), "A6", 2),
        (("with_leader(l)",), "A7", 1),
        (("with_leader(l)",), "A8", 2),
        (("advancing",), "A6", 1),
        (("advancing",), "A7", 2),
        (("double_time",), "A7", 1),
        (("double_time", "with_leader(l)", "advancing"), "A10", 1),
        (("assault_movement",), "A2", 1),
        (("assault_movement",), "A4", 3),
    ],
)
def test_every_way_of_asking_tells_one_turn(given: tuple[str, ...], goal: str, turn: int) -> None:
    assert turn_by(COLUMN.give(*given), goal) == (turn, True)


@rule("A4.5")
def test_double_time_in_the_next_turn_is_not_decided() -> None:
    path = COLUMN.give("double_time").path("A1", "A13", unit="squad", turns=2)
    assert path.verdict == "unknown"
    assert COLUMN.give("double_time").path("A1", "A11", unit="squad", turns=2).verdict == "yes"


@rule("A4.7")
def test_a_known_enemy_bars_a_move_and_leaves_an_advance_open() -> None:
    for given, verdict in (((), "no"), (("advancing",), "unknown")):
        position = COLUMN.place('enemy("A2")').give(*given)
        assert position.path("A1", "A2", unit="squad").verdict == verdict


def test_a_card_and_a_question_tell_one_turn() -> None:
    setup = group("r1", "red", "squad 4-6-7, leader 8-0", 'setup = "hex A1"')
    blue = group("b1", "blue", "squad 4-6-7", 'setup = "hex A16"')
    given = ("with_leader(l)", "double_time", "advancing")
    for goal in ("A9", "A10", "A11", "A16"):
        case = scenario("A1:A16", setup, blue, condition("red", f"Control hex {goal}"))
        (said,) = {
            each.sentence
            for each in findings("S15", case)
            if "squad" in each.sentence and each.subject == "r1"
        }
        asked = COLUMN.give(*given).ask(f'min T : arrives("A1","{goal}",T)')
        (best,) = (row for row in asked.rows if "value" in row)
        assert f"on Turn {best['value']}" in said, (said, best)
