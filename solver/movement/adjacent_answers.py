"""Answers about what is ADJACENT to a Location, or connected with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.records import Location
from hexcourt.facts.geometry.coordinates import in_capitals
from hexcourt.solver.answer.answer import AS_DRAWN, NO_COUNTERS, Answer
from hexcourt.solver.answer.words import beside_words, cited_row, counted, laid_words
from hexcourt.solver.movement.charges import Entry, entry, profile_of
from hexcourt.solver.movement.mover import laid_arguments, read_unit, unspoken
from hexcourt.solver.movement.path_rows import rule_words
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.placement.surroundings import PROFILE, surroundings_of
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.changes import locations_listed
from hexcourt.solver.position.given import told_of_mover
from hexcourt.solver.position.whereabouts import read_whereabouts
from hexcourt.solver.rulebase.statement import Citation


def list_adjacent(position: BoardState, name: str) -> Answer:
    """List the Locations that are ADJACENT to one, or connected with it."""
    board, pieces = position.board, position.pieces
    where = read_whereabouts(board, unit_named("squad"), name)
    if not where.states[0].in_location:
        raise BadInput(f"{name}: is no Location; name one, such as {where.hex}")
    around = surroundings_of(board, where.hex, pieces)
    wanted = {state.place for state in where.states}
    here = next((place for place in around.places if place in wanted), None)
    if here is None:
        known = locations_listed(where.hex, around.places)
        raise BadInput(f"{name}: there is no such Location; {where.hex} has: {known}")
    rows = [
        cited_row(
            each.citation,
            **{"from": Location(where.hex, here, 0).name},
            location=Location(each.hex, each.place, 0).name,
            why=each.why,
            adjacent=each.adjacent,
        )
        for each in around.neighbours.get(here, ())
    ]
    others = [place for place in around.places if place != here]
    laid = laid_words(board, pieces)
    return Answer(
        "adjacent",
        board,
        "done",
        {"location": name, **laid_arguments(position)},
        rows,
        {
            "adjacent": len({row["location"] for row in rows if row["adjacent"]}),
            "connected": len({row["location"] for row in rows if not row["adjacent"]}),
        },
        (*(laid or [NO_COUNTERS]), AS_DRAWN, *unspoken(position)),
        PROFILE,
        tuple(_lines(where.hex, here, rows, laid, others)),
    )


def _lines(
    name: str,
    here: str,
    rows: Sequence[Mapping[str, Any]],
    laid: Sequence[str],
    others: Sequence[str],
) -> Iterator[str]:
    adjacent = {row["location"] for row in rows if row["adjacent"]}
    connected = {row["location"] for row in rows if not row["adjacent"]}
    yield (
        f"{counted(len(adjacent), 'Location')} ADJACENT to {Location(name, here, 0).name}, "
        f"{len(connected)} connected with it:"
    )
    if laid:
        yield f"placed: {', '.join(laid)}"
    for row in rows:
        kind = "ADJACENT" if row["adjacent"] else "connected"
        yield f"  {row['location']:12} {kind} {beside_words(row['why'])}"
        yield f"    {rule_words(row)}"
    if others:
        yield f"{name} also has: {locations_listed(name, others)}"


# --- Answers when and where units enter whose scheduled hexes may be obstructed (A2.5) ------------


def find_entry(
    position: BoardState,
    scheduled: Sequence[str],
    obstructed: Sequence[str] = (),
    unit: str = "squad",
) -> Answer:
    """Tell how many turns late units enter, and by which hexes."""
    board, mover = position.board, read_unit(unit, None)
    scheduled, obstructed = (
        [board.called(in_capitals(name)) for name in each] for each in (scheduled, obstructed)
    )
    for name in sorted(obstructed):
        board.hex(name)
    blocked = (f"is_blocked({string_term(name)})" for name in obstructed)
    told = (*told_of_mover(mover, position.said), *blocked)
    found = entry(board, mover, scheduled, position.pieces, told)
    rows = [
        {"hex": name, "turns_late": late, "certain": certain}
        for certain, hexes in ((True, found.surely), (False, found.perhaps))
        for name, late in hexes
    ]
    return Answer(
        "entry",
        board,
        "yes" if found.surely else "unknown" if found.perhaps else "no",
        {
            "scheduled": list(scheduled),
            "obstructed": list(obstructed),
            "unit": mover.name,
            **(laid_arguments(position) if position.placed or position.given else {}),
        },
        rows,
        {"hexes": len(found.surely), "unknown": len(found.perhaps)},
        (*laid_words(board, position.pieces), AS_DRAWN, *unspoken(position, mover)),
        profile_of(mover),
        tuple(_lines_entries(f"{mover.said} that is to enter by {', '.join(scheduled)}", found)),
    )


def _lines_entries(who: str, found: Entry) -> Iterator[str]:
    names = [name for name, _ in found.surely]
    if not found.surely and not found.perhaps:
        yield f"no: {who} finds no way in on this side of the water"
    elif not found.surely:
        yield f"unknown: whether {who} enters on time is not decided"
    elif not found.turns:
        yield f"yes: {who} enters on time, by {', '.join(names)}"
    else:
        late = counted(found.turns, "turn")
        yield f"yes: {who} enters {late} late, by one of {counted(len(names), 'hex', 'hexes')}:"
        yield f"  {', '.join(names)}"
    for name, late_by in found.perhaps:
        yield f"  perhaps by {name}, {counted(late_by, 'turn') + ' late' if late_by else 'on time'}"
    for rule in found.rules if found.surely or not found.perhaps else ():
        yield f"  {rule}"
    yield from _reasons("obstructed", found.obstructed)
    open_hexes = {name for name, _ in found.perhaps}
    yield from _reasons("undecided", [each for each in found.undecided if each[0] in open_hexes])


def _reasons(what: str, told: Iterable[tuple[str, Citation]]) -> Iterator[str]:
    for name, citation in told:
        yield f"  {name} {what}: {citation}"
