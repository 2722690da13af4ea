"""What checks of a scenario say of how it may go: earliest turns, cuts, points, victory, turns."""

from __future__ import annotations

from functools import cache

import pytest

from hexcourt.solver.checking.play.arriving import Departure, Manner, Progress, arrive
from hexcourt.solver.checking.play.best_case import best_case
from hexcourt.solver.moving.movement import MovementCourt
from hexcourt.solver.moving.moves import Unit, unit_named
from hexcourt.solver.position.states import State

from .rulings import rule
from .tiny import tiny

COLUMN = "A1:A12"


@cache
def court(text: str, unit: str = "squad", led: bool = True) -> MovementCourt:
    named = unit_named(unit)
    return MovementCourt(tiny(text), Unit(unit, named.kind, best_case(named, led).halves))


def at(court: MovementCourt, *names: str) -> tuple[State, ...]:
    return tuple(each for each in court.states if each.in_location and each.hex in names)


def come(
    court: MovementCourt, start: str | Departure, goal: str, manner: Manner, turns: int = 9
) -> tuple[int | None, Progress]:
    departure = Departure(at(court, start)) if isinstance(start, str) else start
    progress = arrive(court.world, [departure], manner, turns)
    found = progress.earliest(at(court, goal))
    return found and found[0], progress


# --- what a unit may spend at best --------------------------------------------------------------------


@rule("A4.5", "A4.12", "A4.7")
@pytest.mark.parametrize(
    ("unit", "led", "halves", "rules"),
    [
        ("squad", True, 16, {"A4.5", "A4.12", "A4.7"}),
        ("squad", False, 12, {"A4.5", "A4.7"}),
        ("leader", True, 16, {"A4.5", "A4.7"}),
        ("truck", True, 56, set()),
    ],
)
def test_best_case(unit: str, led: bool, halves: int, rules: set[str]) -> None:
    found = best_case(unit_named(unit), led)
    assert found.halves == halves
    assert set(found.rules) == rules


# --- arriving ------------------------------------------------------------------------------------------

BEST, SURE = Manner(16, advances=True), Manner(8, surely=True)


def test_a_lower_bound_is_never_later_than_a_sure_one() -> None:
    squad = court(COLUMN)
    for goal in ("A2", "A5", "A6", "A9", "A10", "A12"):
        best, sure = (come(squad, "A1", goal, manner)[0] for manner in (BEST, SURE))
        assert best is not None and sure is not None and best <= sure


@rule("A4.7")
def test_an_advance_is_one_location_more() -> None:
    squad = court(COLUMN)
    moved, advanced = (Manner(8, advances) for advances in (False, True))
    assert come(squad, "A1", "A5", moved)[0] == come(squad, "A1", "A6", advanced)[0] == 1
    assert come(squad, "A1", "A6", moved)[0] == come(squad, "A1", "A7", advanced)[0] == 2
    legs = come(squad, "A1", "A6", advanced)[1].way(State.at("A6"))
    assert [leg.advance for leg in legs] == [False] * 4 + [True]


def test_an_advance_goes_where_no_move_is_paid_for() -> None:
    squad = court("A1, A2, A3 marsh, A4")
    assert come(squad, "A1", "A3", Manner(8))[0] == 2
    assert come(squad, "A1", "A3", Manner(8, advances=True))[0] == 1


def test_units_come_from_any_of_many_places() -> None:
    squad = court(COLUMN)
    many = Departure(at(squad, "A1", "A9"))
    turn, progress = come(squad, many, "A7", Manner(8))
    assert turn == 1
    assert progress.way(State.at("A7"))[0].edge.source.hex == "A9"


@rule("A2.5")
def test_units_enter_with_less_where_they_have_spent_something() -> None:
    squad = court(COLUMN)
    outside = tuple(each for each in squad.states if each.kind == "outside" and each.hex == "A1")
    assert come(squad, Departure(outside, 2), "A4", Manner(8))[0] == 2
    assert come(squad, Departure(outside, 2, spent=4), "A4", Manner(8))[0] == 3
    spent = Departure(outside, 1, spent=8)
    assert come(squad, spent, "A1", Manner(8))[0] is None
    assert come(squad, spent, "A1", Manner(8, advances=True))[0] == 1


def test_closed_hexes_are_entered_when_they_open() -> None:
    squad = court(COLUMN)
    shut = lambda turn: {"A3"} if turn < 3 else ()  # noqa: E731
    found = arrive(squad.world, [Departure(at(squad, "A1"))], BEST, 9, shut)
    assert found.earliest(at(squad, "A2"))[0] == 1
    assert found.earliest(at(squad, "A3"))[0] == 3
    entering = tuple(each for each in squad.states if each.kind == "outside" and each.hex == "A1")
    late = lambda turn: {"A1"} if turn < 2 else ()  # noqa: E731
    for later, turn in ((True, 2), (False, None)):
        found = arrive(squad.world, [Departure(entering, 1, later)], BEST, 9, late)
        assert (found.earliest(at(squad, "A1")) or (None,))[0] == turn


def test_what_is_doubtful_is_possible_and_not_sure() -> None:
    truck = court("A1, A2 woods, A3", "truck")
    assert come(truck, "A1", "A2", Manner(56))[0] == 1
    assert come(truck, "A1", "A2", Manner(56, surely=True))[0] is None  # a Bog Check is luck
