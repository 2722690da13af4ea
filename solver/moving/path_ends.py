"""Where a path may begin and end: the states that a unit's whereabouts can be on this board."""

from __future__ import annotations

from collections.abc import Collection

from hexcourt.facts.errors import BadInput
from hexcourt.solver.moving.adjacency import surroundings_of
from hexcourt.solver.moving.charges import why_unfit
from hexcourt.solver.moving.movement import MovementCourt, World
from hexcourt.solver.position.pieces import locations_listed
from hexcourt.solver.position.state_words import place_words
from hexcourt.solver.position.states import State
from hexcourt.solver.position.whereabouts import Whereabouts, possible_states


def starts_of(world: World, where: Whereabouts) -> tuple[State, ...]:
    """Give the states that a unit may start in; refuse, with the rule, where it may not be.

    A unit may be in a Location that nothing leads out of, as where all its moves are barred.
    """
    check_fit(world, where)
    court = world.court
    known = possible_states(where, court.states)
    if not known:
        _refuse_no_place(court, where)
        if not where.states[0].in_location:
            who = court.unit.said
            raise BadInput(f"{where.text}: no move of {who} begins there; start somewhere else")
    return _without(known or where.states, "off")


def check_fit(world: World, where: Whereabouts) -> None:
    """Refuse, with the rule, a start where a unit may not be."""
    court = world.court
    if where.hex in world.unfit and place_words(court.board, where.states[0]) == where.hex:
        cited = why_unfit(court.law, where.hex, world.pieces)
        who = court.unit.said
        raise BadInput(f"{where.text}: {who} cannot be there ({cited}); start somewhere else")


def goals_of(
    court: MovementCourt, where: Whereabouts, starts: Collection[str]
) -> tuple[State, ...]:
    """Give the states that a unit is to come to; there may be none that any move leads to."""
    known = possible_states(where, court.states)
    if not known:
        _refuse_no_place(court, where)
    if not set(starts).isdisjoint(where.states):
        raise BadInput(f"{where.text}: the unit is there from the start; name another place")
    return _without(known or where.states, "outside")


def _without(states: tuple[State, ...], kind: str) -> tuple[State, ...]:
    """Leave the states of one kind out where there are others."""
    return tuple(each for each in states if each.kind != kind) or states


def _refuse_no_place(court: MovementCourt, where: Whereabouts) -> None:
    """Refuse a Location that the hex, or the unit, does not have."""
    kind = where.states[0].kind
    if kind == "crest":
        raise BadInput(
            f"{where.text}: there is no Crest status (B20.9); name a hexside that the depression of the "
            "hex does not run through"
        )
    if not where.states[0].in_location:
        return
    here = surroundings_of(court.board, where.hex, court.pieces).places
    wanted = {state.place for state in where.states}
    if set(here).isdisjoint(wanted):
        known = locations_listed(where.hex, here)
        raise BadInput(f"{where.text}: there is no such Location; {where.hex} has: {known}")
    if kind == "heading" and set(wanted).isdisjoint(("ground", "under")):
        raise BadInput(f"{where.text}: vehicles are only on the ground; name a ground Location")
