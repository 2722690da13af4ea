"""Who sees a unit on its way, and the path on which it is seen least."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.api.position import Position
from hexcourt.solver.movement.engine import MoveGraph, MovementEngine
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.position.states import State
from hexcourt.solver.query.exposure import Exposure, Seen, seen_from
from hexcourt.solver.sight.answers import los_engine
from tests import effort
from tests.rulings import rule
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("engines")

TERRAIN = ("", "", "woods", "building(stone,0)", "brush", "@2", "grain")


@cache
def board(number: int) -> Position:
    chance = random.Random(f"exposure {number}")
    told = [f"{column}{row} {chance.choice(TERRAIN)}" for column in "ABC" for row in range(1, 5)]
    return Position(tiny(", ".join(told)))


def fewest(world: MoveGraph, seen: Seen, start: State, turns: int) -> dict[State, int]:
    """Go through all that paths can come to; return how often each state is seen at the least."""
    engine = world.engine
    weight = {place: sum(each.most for each in some) for place, some in seen.items()}
    edges: dict[State, list[tuple[State, int]]] = {}
    for edge in engine.world.tables[0].edges:
        if not edge.doubtful:
            edges.setdefault(edge.source, []).append((edge.target, edge.highest_price))
    best: dict[State, int] = {}
    rests = [state for state, number in engine.states.items() if world.resting[number]]
    waiting, known = [(1, start, 0, 0)], set()
    while waiting:
        at = waiting.pop()
        if at in known:
            continue
        known.add(at)
        turn, here, spent, sightings = at
        if here != start:
            best[here] = min(best.get(here, sightings), sightings)
        if turn < turns and here in rests:
            waiting.append((turn + 1, here, 0, sightings))
        for there, cost in edges.get(here, ()):
            total = spent + cost
            if total > engine.allowance and (spent or there not in rests):
                continue
            name = "" if there.off_map else _place(there)
            more = sightings + weight.get(name, 0)
            waiting.append((turn, there, min(total, engine.allowance), more))
    return best


def _place(state: State) -> str:
    return state.hex if state.kind == "at" and state.place == "ground" else "other"


@pytest.mark.parametrize("number", range(effort.of(3)))
def test_the_least_is_what_trying_every_path_finds(number: int) -> None:
    position = board(number)
    engine = MovementEngine(position.board, unit_named("squad"))
    plain = [
        e for e in engine.world.tables[0].edges if e.source.in_location and e.target.in_location
    ]
    assert plain
    start, turns = State.at("A1"), 1 + number % 2
    watchers = random.Random(number).sample(["A4", "C1", "C4", "B2"], 2)
    found = Exposure(engine.world, ([start], ()), turns)
    seen = seen_from(los_engine(position), watchers, found.reached, {})
    seen = {place: each for place, each in seen.items() if place in position.board.by_name}
    least = fewest(engine.world, seen, start, turns)
    assert len(least) > 5
    for goal, sightings in least.items():
        if goal != start and not goal.off_map and not goal.in_bypass:
            path = Exposure(engine.world, ([start], [goal]), turns).least(seen, True)
            assert path is not None and path.most == sightings, goal


OPEN = Position(tiny("A1:A5, B1:B5, C1:C5, A3 building(stone,0), B3 woods"))


def test_every_way_of_asking_tells_the_same_number() -> None:
    position = OPEN.place('enemy("A5")')
    for goal, turns in (("C4", 1), ("B4", 2)):
        told = position.exposure("A1", goal, unit="squad", turns=turns)
        asked = position.ask(f'min N : exposed("A1","{goal}",N)', turns=turns)
        row = next((row for row in asked.rows if "value" in row), None)
        assert told.verdict == ("no" if row is None else "yes")
        if row is not None:
            assert told.counts["seen"] == row["value"] == sum(len(r["seen"]) for r in told.rows)


def test_a_path_that_is_seen_less_may_be_longer() -> None:
    # a wall of buildings hides one column from the other
    text = "A1:A6, B1:B6, C1:C6, " + ", ".join(f"B{n} building(stone,1)" for n in range(2, 6))
    position = Position(tiny(text))
    told = position.exposure("A1", "A6", unit="squad", turns=4, watch=["C3"])
    assert told.counts["seen"] <= told.counts["fastest_seen"]
    assert told.verdict == "yes"


@rule("B13.3", "A6.7")
def test_each_sighting_has_its_hindrance_and_tem() -> None:
    position = Position(tiny("A1 brush, A2, A3 woods, A4, A5"))
    (step,) = position.exposure("A4", "A3", unit="squad", watch=["A5"]).rows
    assert [(each["by"], each["tem"]) for each in step["seen"]] == [("A5", 1)]
    text = Position(tiny("A1:A5, A2 brush")).exposure("A5", "A4", unit="squad", watch=["A1"])
    (seen,) = text.rows[0]["seen"]
    assert (seen["hindrance"], seen["tem"]) == (1, 0)


def test_nobody_sees_behind_an_obstacle() -> None:
    position = Position(tiny("A1:A6, A3 building(stone,1)"))
    assert position.exposure("A5", "A4", unit="squad", watch=["A1"]).counts["seen"] == 0
    bare = Position(tiny("A1:A6"))
    assert bare.exposure("A5", "A4", unit="squad", watch=["A1"]).counts["seen"] == 1


def test_what_is_seen_within_one_location_is_left_open() -> None:
    (step,) = OPEN.exposure("A1", "A2", unit="squad", watch=["A2"]).rows
    assert [(each["by"], each["certain"]) for each in step["seen"]] == [("A2", False)]
    (step,) = OPEN.exposure("A1", "A2", unit="squad", watch=["B2"]).rows
    assert [(each["by"], each["certain"]) for each in step["seen"]] == [("B2", True)]


def test_without_a_path_it_says_why_as_path_does() -> None:
    island = Position(tiny("A1:A3, A1-A2 cliff"))
    seen = island.exposure("A1", "A3", unit="squad", watch=["A2"])
    path = island.path("A1", "A3", unit="squad")
    assert seen.verdict == path.verdict == "no"
    assert [row["rule"] for row in seen.rows if "blocks" in row]
    assert (seen.rows, seen.lines) == (path.rows, path.lines)
    assert "<svg" in seen.svg()


def test_what_is_given_of_lines_is_read() -> None:
    far = Position(tiny("A1:A6"))
    for given, certain in (("night(6)", True), ("night(2)", False)):
        answer = far.give(given).exposure("A6", "A5", unit="squad", watch=["A1"])
        (seen,) = answer.rows[0]["seen"]
        assert seen["certain"] == certain
        assert not [each for each in answer.assumed if given in each]
    emplaced = far.give('entrenched("A1")').exposure("A6", "A5", unit="squad", watch=["A1"])
    assert [each for each in emplaced.assumed if "A1 is entrenched" in each]


def test_enemies_of_a_family_watch_world_by_world() -> None:
    family = ['{ enemy(H) : H = ("A5";"B2") } = 1']
    for sightings, worlds in ((0, 1), (1, 1), (2, 0)):
        asked = OPEN.ask(f'exists : exposed("A1","A2",{sightings})', vary=family)
        assert asked.counts["worlds_yes"] == worlds


def test_what_is_amiss_is_said(tmp_path: Path) -> None:
    for more, said in (({}, "nobody watches"), ({"watch": ["Z9"]}, "Z9")):
        with pytest.raises(BadInput, match=said):
            OPEN.exposure("A1", "A2", unit="squad", **more)
    with pytest.raises(BadInput, match="one program"):
        OPEN.place('enemy("A5")').ask(
            'exists : exposed("A1","A2",0)', certify=tmp_path / "certificate"
        )


def test_the_picture_marks_steps_and_watchers() -> None:
    answer = OPEN.exposure("A1", "B4", unit="squad", turns=2, watch=["A5"])
    assert "A5 watches" in answer.svg()
