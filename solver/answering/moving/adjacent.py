"""Answers about what is ADJACENT to a Location, or connected with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hexcourt.facts.boards.records import Location
from hexcourt.facts.errors import BadInput
from hexcourt.solver.answering.answer import AS_DRAWN, NO_COUNTERS, Answer
from hexcourt.solver.answering.moving.movers import laid_arguments, unspoken
from hexcourt.solver.answering.moving.path_rows import rule_words
from hexcourt.solver.answering.words import beside_words, cited_row, counted, laid_words
from hexcourt.solver.moving.adjacency import PROFILE, surroundings_of
from hexcourt.solver.moving.moves import unit_named
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.pieces import locations_listed
from hexcourt.solver.position.whereabouts import read_whereabouts


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
