"""Reads what a question of movement names: unit, allowance, pieces, and where the unit is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from hexcourt.cli.answers import AS_DRAWN, NO_COUNTERS
from hexcourt.cli.boards import open_board
from hexcourt.cli.states import (
    Spot,
    known_spot,
    locations_listed,
    place_words,
    read_spot,
)
from hexcourt.cli.words import (
    laid_words,
    level_words,
    piece_text,
    unit_words,
)
from hexcourt.facts.board import GROUND, Board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces import Piece, read_piece
from hexcourt.solver.adjacency import surroundings_of
from hexcourt.solver.citations import cited_number
from hexcourt.solver.movement import MovementCourt
from hexcourt.solver.moves import Unit, known_units, unit_named

ALONE = "the unit moves alone, unhurt by fire"

_AMOUNT = re.compile(r"(?P<whole>[0-9]{1,3})(?:\.(?P<tenth>[05]0*)|(?P<half>½))?")

_IN_PLACE = re.compile(r'(?:counter|enemy)\("(?P<hex>[^"]+)",(?P<place>\w+)')


@dataclass(frozen=True, slots=True)
class Mover:
    """What every question of movement names: a board, a start, a unit, what it may spend, and what
    lies on the board.
    """

    board: str
    start: str
    unit: str
    allowance: str | None = None
    placed: tuple[str, ...] = ()

    @property
    def arguments(self) -> dict[str, Any]:
        """Give the question's arguments for JSON."""
        return {"from": self.start, "unit": self.unit, "placed": list(self.placed)}


def read_unit(name: str, allowance: str | None) -> Unit:
    """Read a unit's name, and what it may spend: whole or half MF or MP."""
    meant = name.strip().lower().replace("-", "_").replace(" ", "_")
    known = list(known_units())
    near = get_close_matches(meant[:40], known, n=1, cutoff=0.7)
    if meant not in known and near:
        raise BadInput(f"unit {name[:40]} is not known; write {near[0]}")
    return unit_named(meant, None if allowance is None else _halves(allowance))


def _halves(text: str) -> int:
    shown = text.strip()[:20]
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        mend = "write whole or half MF or MP, up to 999, such as 4 or 4.5"
        raise BadInput(f"--mf {shown}: is no number of MF or MP; {mend}")
    halves = 2 * int(match["whole"])
    halves += match["half"] is not None or (match["tenth"] or "0").startswith("5")
    if not halves:
        raise BadInput(f"--mf {shown}: without MF or MP no unit moves; write 0.5 at least")
    return halves


def read_pieces(board: Board, placed: Iterable[str]) -> tuple[Piece, ...]:
    """Read the pieces to lay; refuse one in a Location that its hex does not have.

    Whether they may lie there is for the law to say.
    """
    pieces = tuple(sorted({read_piece(text) for text in placed}))
    for piece in pieces:
        match = _IN_PLACE.match(piece.fact)
        if match is not None and match["place"] != GROUND:
            others = (each for each in pieces if each != piece)
            here = surroundings_of(board, match["hex"], others).places
            if match["place"] not in here:
                known = locations_listed(match["hex"], here)
                raise BadInput(
                    f"{piece_text(piece)}: there is no such Location; {match['hex']} has: {known}"
                )
    return pieces


def open_court(mover: Mover) -> tuple[MovementCourt, Spot, tuple[str, ...]]:
    """Open the board, lay the pieces, and find where the unit starts."""
    unit = read_unit(mover.unit, mover.allowance)
    board = open_board(mover.board)
    spot = read_spot(board, unit, mover.start)
    court = MovementCourt(board, unit, read_pieces(board, mover.placed))
    return court, spot, _starts(court, spot)


def _starts(court: MovementCourt, spot: Spot) -> tuple[str, ...]:
    """Give the states that a unit may start in; refuse, with the rule, where it may not be."""
    rule = court.unfit.get(spot.hex)
    if rule is not None and place_words(court.board, spot.states[0]) == spot.hex:
        about = (court.unit.kind, "no_entry", "unfit")
        rule_cited = cited_number(court.unit.profile, rule, about)
        who = unit_words(court.unit.name)
        raise BadInput(f"{spot.text}: {who} cannot be there ({rule_cited}); start somewhere else")
    known = known_spot(spot, court.states)
    if not known:
        _refuse_no_place(court, spot)
        who = unit_words(court.unit.name)
        raise BadInput(f"{spot.text}: no move of {who} begins there; start somewhere else")
    return _without(known, "off")


def goals_of(court: MovementCourt, spot: Spot, starts: Collection[str]) -> tuple[str, ...]:
    """Give the states that a unit is to come to; there may be none that any move leads to."""
    known = known_spot(spot, court.states)
    if not known:
        _refuse_no_place(court, spot)
    if not set(starts).isdisjoint(spot.states):
        raise BadInput(f"{spot.text}: the unit is there from the start; name another place")
    return _without(known or spot.states, "outside")


def _without(states: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Leave the states of one kind out where there are others."""
    return tuple(each for each in states if not each.startswith(f"{kind}(")) or states


def _refuse_no_place(court: MovementCourt, spot: Spot) -> None:
    """Refuse a Location that the hex, or the unit, does not have."""
    kind = spot.states[0].split("(")[0]
    if kind == "crest":
        raise BadInput(
            f"{spot.text}: there is no Crest status (B20.9); name a hexside that the depression of the "
            "hex does not run through"
        )
    if kind not in ("at", "heading"):
        return
    here = surroundings_of(court.board, spot.hex, court.pieces).places
    wanted = {place_of(state) for state in spot.states}
    if set(here).isdisjoint(wanted):
        known = locations_listed(spot.hex, here)
        raise BadInput(f"{spot.text}: there is no such Location; {spot.hex} has: {known}")
    if kind == "heading" and set(wanted).isdisjoint(("ground", "under")):
        raise BadInput(f"{spot.text}: vehicles are only on the ground; name a ground Location")


def given(court: MovementCourt, mover: Mover, **more: Any) -> dict[str, Any]:
    """Give the arguments of a question for JSON."""
    return {**mover.arguments, "allowance": court.unit.allowance / 2, **more}


def assumed(court: MovementCourt, spot: Spot, pieces: Iterable[Piece] = ()) -> tuple[str, ...]:
    """List what is taken for granted: what lies on the board, and what was not told of the unit."""
    return (
        *(laid_words(court.board, (*court.pieces, *pieces)) or [NO_COUNTERS]),
        AS_DRAWN,
        ALONE,
        *granted(court, spot),
    )


def granted(court: MovementCourt, spot: Spot) -> Iterator[str]:
    """Say what was not told about the unit."""
    unit = court.unit
    if unit == unit_named(unit.name):
        has = f"{level_words(unit.allowance)} {unit.factor}"
        yield f"{unit_words(unit.name)} has {has}" + (
            "" if court.on_foot else ", as counters like it have"
        )
    if not court.on_foot:
        yield f"it ends in Motion: to stop costs {level_words(court.stop_price)} MP more"
    if spot.any_vca:
        yield f"any VCA at the start in {spot.text}"


def place_of(state: str) -> str:
    """Give the place of a state in a Location."""
    place = state[:-1].split(",", 1)[1]
    return place.rsplit(",", 1)[0] if state.startswith("heading(") else place
