"""Adds to a board the Locations that the rules say its hexes have beside those printed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from itertools import permutations

import clingo

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board, direction_between
from hexcourt.facts.boards.records import PILLBOX, Location, is_building, kind_of, pillbox_place
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.facts.tracing.movement_facts import movement_facts, printed_facts
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of
from hexcourt.solver.rulebase.rulebase import active_rules, cached_by_rules

PROFILE = "locations"


_WITH_LOCATIONS = frozenset({"dot(white_cross)", "manhole"})
"""What is printed in hexes that have further Locations, beside buildings."""


def with_rule_locations(board: Board) -> Board:
    """Add Cellars, Steeples, Rooftops and sewers, as if no counter lay on the board.

    What counters do away with is for ``with_counters`` to take out. Only hexes that can have any are
    given of (a test holds this equal to telling of all).
    """
    plain = {r.name for r in board.hexes if not _WITH_LOCATIONS.isdisjoint(r.features)}
    drawn = set(board.by_name) if active_rules().is_enlarged else _with_drawn_buildings(board)
    if not plain and not drawn:
        return board
    bare = replace(board, counters=(), locations=tuple(e for e in board.locations if e.printed))
    wanted = sorted(plain | drawn)
    if drawn:
        facts = movement_facts(bare).about(wanted)
    else:
        printed = printed_facts(bare)
        facts = [fact for name in wanted for fact in printed[name]]
    known = {(each.hex, each.place) for each in board.locations}
    found = _ask(board.map_rules, facts)
    added = tuple(sorted(each for each in found if (each.hex, each.place) not in known))
    return (
        board.with_counters(board.counters, board.hexes, (*board.locations, *added))
        if added
        else board
    )


def with_breaches(board: Board, breaches: Collection[tuple[str, ...]]) -> Board:
    """Add Breaches, by which Locations open into each other."""
    every = tuple(sorted({*board.breaches, *breaches}))
    near = (
        board.by_name
        if active_rules().is_enlarged
        else sorted({name for each in every for name in each})
    )
    placed = [f"breach({string_term(one)},{string_term(other)})." for one, other in every]
    found = _ask(board.map_rules, [*movement_facts(board).about(near), *placed])
    opens = {(each.hex, each.place): each.opens for each in found}
    locations = (
        replace(each, opens=tuple(sorted({*each.opens, *opens.get((each.hex, each.place), ())})))
        for each in board.locations
    )
    return board.breached(every, tuple(locations))


def named_place(board: Board, name: str, place: str, text: str) -> Location | None:
    """Return a place that boards do not list, ``vertex(N)``, ``crest(N)`` or ``pillbox(N)`` of a hex, if
    there is such.
    """
    here = board.indices[name]
    around = [board.hexes[n].name for n in board.neighbours[here].tolist() if n >= 0]
    near = board.by_name if active_rules().is_enlarged else (name, *around)
    facts = movement_facts(board).about(near)
    found = _ask(board.map_rules, [*facts, f"wanted({string_term(name)},{place})."])
    return next((replace(each, text=text) for each in found if each.place == place), None)


def pillbox_location(board: Board, piece: Piece) -> Location | None:
    """Return the Location that a pillbox is (A2.8), by the name that a question gives it, or nothing
    where its Covered Arc is none.
    """
    name, *arc = piece.hexes
    found = (direction_between(board.hex(name).place, board.hex(each).place) for each in arc)
    ways = [each for each in found if each is not None]
    vertex = next((b for a, b in permutations(ways, 2) if (b - a) % 6 == 1), None)
    text = f"{name}Pica{'/'.join(arc)}"
    return None if vertex is None else named_place(board, name, pillbox_place(vertex), text)


def with_pillboxes(board: Board, pieces: Iterable[Piece]) -> Board:
    """Add the Locations that the pillboxes among some pieces are, as far as the board lacks them."""
    every = (pillbox_location(board, each) for each in pieces if each.predicate == PILLBOX)
    known = {(each.hex, each.place) for each in board.locations}
    added = {each for each in every if each is not None and (each.hex, each.place) not in known}
    locations = (*board.locations, *sorted(added))
    return board.with_counters(board.counters, board.hexes, locations) if added else board


def _with_drawn_buildings(board: Board) -> set[str]:
    """List the hexes whose Locations depend on how buildings are drawn: how far Factories reach,
    and those with Cellars.
    """
    drawn = {each.terrain for each in board.outlines}
    drawn.update(board.raster.terms if board.raster is not None else ())
    drawn.update(term for record in board.hexes for term in record.terrain)
    if any(kind_of(term) == "factory" for term in drawn):
        return set(board.by_name)
    named = board.map_rules or any("map_rule(cellars)" in r.features for r in board.hexes)
    return {r.name for r in board.hexes if named and any(map(is_building, r.terrain))}


def _ask(map_rules: Iterable[str], texts: Iterable[str]) -> tuple[Location, ...]:
    facts = [*(f"map_rule({rule})." for rule in map_rules), *texts]
    return _asked("\n".join(facts))


@cached_by_rules(16)
def _asked(facts: str) -> tuple[Location, ...]:
    """Ask for the Locations that facts give, once: boards are opened again and again."""
    grounded = ActiveRules(PROFILE).ground(facts)

    def results_of(predicate: str) -> dict[tuple[str, str], str]:
        listed = arguments_of(grounded, predicate, 3)
        return {(name.string, str(place)): _plain(value) for name, place, value in listed}

    unsure, traced = results_of("unsure_level"), results_of("traced_at")
    perhaps: dict[tuple[str, str], list[int]] = {}
    for hex_name, spot, height in arguments_of(grounded, "may_lie_at", 3):
        perhaps.setdefault((hex_name.string, str(spot)), []).append(height.number)
    indoors: dict[str, list[int]] = {}
    for hex_name, side in arguments_of(grounded, "indoor_side", 2):
        indoors.setdefault(hex_name.string, []).append(side.number)
    opens: dict[tuple[str, str], list[str]] = {}
    for each in arguments_of(grounded, "opens", 4):
        here, place, there, where = map(_plain, each)
        opens.setdefault((here, place), []).append(Location(there, where, 0).name)
    return tuple(
        Location(
            name,
            place,
            int(level),
            unsure.get((name, place), ""),
            tuple(sorted(perhaps.get((name, place), ()))),
            int(traced[name, place]) if (name, place) in traced else None,
            tuple(sorted(indoors.get(name, ()))) if (name, place) in traced else (),
            tuple(sorted(opens.get((name, place), ()))),
        )
        for (name, place), level in results_of("level_at").items()
    )


def _plain(symbol: clingo.Symbol) -> str:
    return symbol.string if symbol.type == clingo.SymbolType.String else str(symbol)
