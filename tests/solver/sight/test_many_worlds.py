"""What is asked about many worlds together is what is said of each by itself."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Counter
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.placement.statuses import refused_posts
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.worlds import Family
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.sight.exact_los import AskedLine
from hexcourt.solver.sight.los_engine import LosEngine
from hexcourt.solver.sight.multi_world_los import MultiWorldLos, WorldVerdict
from tests import effort
from tests.tiny import pixelled, tiny

BOARDS = (
    "A1:A5, B1:B5, C1:C5, D1:D5, A2 building(stone,2) stairwell level(1) level(2), "
    "B3 building(wood,1) level(1), C2 woods, C3 building(stone,1) level(1), B2-B3 wall, D2 @2",
    "A1:A5, B1:B5, C1:C5, B2 building(stone,3) level(1) level(2) level(3) stairwell, B3 @-2, "
    "C2 bridge(stone) bed@-2 under@-2, A3 building(wood,2) level(1) +debris, A4 brush, C4 @2",
)
TERMS = ("rubble(stone)", "rubble(wood)", "debris", "afv", "wreck")
STATUSES = ("", "", "entrenched", "emplaced")


def alone(
    board: Board, counters: frozenset[Counter], sights: list[AskedLine]
) -> list[WorldVerdict | None]:
    """Judge lines on the board of one world."""
    laid = with_counters(board, sorted(counters))
    engine = LosEngine(laid)
    refused = refused_posts(laid, {post for sight in sights for post in sight.posts})
    found: list[WorldVerdict | None] = []
    for sight in sights:
        ends = [laid.locations_by_name.get(name) for name in (sight.viewer, sight.target)]
        is_refused = not refused.keys().isdisjoint(sight.posts)
        if ends[0] is None or ends[1] is None or ends[0] == ends[1] or is_refused:
            found.append(None)
            continue
        places = [each for each in ends if each is not None]
        table = engine.table(places, np.array([[0, 1]]), list(map(_or_none, sight.statuses({}))))
        said = table.verdicts
        rule = table.rules[int(said.rule[0])]
        found.append(WorldVerdict(int(said.verdict[0]), rule, int(said.hindrance[0])))
    return found


def _or_none(status: str) -> str | None:
    return status or None


def worlds_on(board: Board, chance: random.Random, count: int) -> list[frozenset[Counter]]:
    names = [(place.hex, place.place) for place in board.locations]
    grounds = [each for each in names if each[1] == "ground"]
    return [
        frozenset(
            Counter(
                *chance.choice(grounds if chance.random() < 0.9 else names), chance.choice(TERMS)
            )
            for _ in range(chance.randrange(4))
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize("text", BOARDS)
def test_lines_in_many_worlds_are_those_of_each_world(text: str) -> None:
    board = with_counters(pixelled(tiny(text)), ())
    chance = random.Random(5)
    varied = MultiWorldLos(board)
    names = [place.name for place in board.locations]
    asked: list[tuple[AskedLine, frozenset[Counter]]] = []
    expected: list[WorldVerdict | None] = []
    for counters in worlds_on(board, chance, effort.of(2)):
        refusal = varied.placing.refusal(counters)
        try:
            with_counters(board, sorted(counters))
        except BadInput as error:
            assert refusal == str(error)
            continue
        assert not refusal
        sights = [
            AskedLine(*(chance.choice(each) for each in (names, names, STATUSES, STATUSES)))
            for _ in range(effort.sample(15, 30))
        ]
        asked += [(sight, counters) for sight in sights]
        expected += alone(board, counters, sights)
    chance.shuffle(order := list(range(len(asked))))
    found = varied.evaluate([asked[n] for n in order])
    assert found == [expected[n] for n in order]
    assert {each and each.verdict for each in expected} >= {None, 0, 1}


@effort.one_in(2)
@pytest.mark.parametrize(("unit", "members"), [("squad", 1), ("tank", 2)])
def test_groups_asked_about_together_change_what_each_changes(unit: str, members: int) -> None:
    board = open_board("barricades")
    pieces = sorted({piece for family in _families(board) for piece in family.pieces})
    chance = random.Random(3)
    worlds = [
        tuple(sorted(chance.sample(pieces, chance.randrange(1, 4)))) for _ in range(effort.of(2))
    ]
    together = MovementEngine(board, unit_named(unit))
    groups = {group for world in worlds for group in together.groups(world)}
    together.ask(groups | {(piece,) for piece in effort.some_of(pieces, 4)}, members)
    assert all(together.asked(group) is not None for group in groups)
    alone = MovementEngine(board, unit_named(unit))
    starts = sorted(state for state in alone.states if '"E22"' in state)[:3]
    for world in worlds:
        found = [_reached(engine, world, starts) for engine in (together, alone)]
        assert found[0] == found[1]


def _families(board: Board) -> tuple[Family, ...]:
    return QuerySession(board).families(
        ["{ roadblock(A,B) : road(A,B) } = 1", "{ rubble(H,stone) : building(H,stone) } = 1"]
    )


def _reached(engine: MovementEngine, world: tuple[Piece, ...], starts: list[str]) -> object:
    try:
        supposed = engine.suppose(world)
    except BadInput as error:
        return str(error)
    return [dict(supposed.search(starts, 2, surely).all_reached) for surely in (True, False)]
