"""Reads the pieces that a user places and the hexside terrain that is changed, checked on the board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import Fact, Predicates, string_term, written
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board, direction_between, hexside_key
from hexcourt.facts.boards.records import GROUND, PILLBOX, Location, kinds
from hexcourt.facts.geometry.coordinates import HEX
from hexcourt.facts.pieces.pieces import (
    PIECES,
    Piece,
    counter_of_fact,
    piece_of,
    piece_text,
    read_one,
    read_piece,
)
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.placement import check_pieces, with_counters
from hexcourt.solver.placement.rule_locations import with_pillboxes, with_rule_locations
from hexcourt.solver.placement.surroundings import surroundings_of

_IN_PLACE = pattern(r'(?:counter|enemy)\("(?P<hex>[^"]+)",(?P<place>\w+(?:\(\d\))?)[,)]')


def read_pieces(board: Board, placed: Iterable[str]) -> tuple[Piece, ...]:
    """Read the pieces to lay; refuse one in a Location that its hex does not have.

    Whether they may lie there is for the rules to say.
    """
    pieces = tuple(sorted({read_piece(board.renamed(text)) for text in placed}))
    check_places(board, pieces)
    return pieces


def check_places(board: Board, pieces: Iterable[Piece]) -> None:
    """Refuse a piece in a Location that its hex does not have, not even by the other pieces."""
    placed = tuple(pieces)
    for piece in placed:
        match = _IN_PLACE.match(piece.fact)
        if match is not None and match["place"] != GROUND:
            others = (each for each in placed if each != piece)
            here = surroundings_of(board, match["hex"], others).places
            if match["place"] not in here:
                name = Location(match["hex"], match["place"], 0).name
                error = board.no_location(name, match["hex"], here)
                raise BadInput(f"{piece_text(piece)}: {error}")


SUCH_AS = 'rubble("G37",stone), roadblock("L12","K13") or hedge("K33","J33")'


@dataclass(frozen=True)
class ChangedBoard:
    """A board as it is supposed to be, and the pieces that lie on it besides: those on a hexside with
    their hexes in order, and ``as_written``.
    """

    board: Board
    pieces: tuple[Piece, ...]
    as_written: tuple[Piece, ...] = ()


def changed(board: Board, supposed: Sequence[str], without: Sequence[str]) -> ChangedBoard:
    """Change a board; raises BadInput where something may not lie, or is not there to be taken away."""
    for text in without:
        board = _without(board, _read(board, text, "--without"))
    pieces: set[Piece] = set()
    for text in supposed:
        fact = _read(board, text)
        if fact.predicate in PIECES:
            pieces.add(piece_of(fact))
        else:
            pair = _hexside(board, fact)
            terms = board.hexsides.get(pair, frozenset()) | {fact.predicate}
            board = replace(board, hexsides=MappingProxyType({**board.hexsides, pair: terms}))
    for piece in pieces:
        for name in piece.hexes:
            board.hex(name)
    placed = tuple(sorted(map(one_way_round, pieces)))
    check_places(board, placed)
    counters = [counter_of_fact(each.fact) for each in placed if _is_counter(each)]
    if any(c.place not in {each.place for each in board.locations_of(c.hex)} for c in counters):
        board = with_rule_locations(board)  # the rules alone know of the place
    board = with_counters(board, counters)
    pieces_left = tuple(each for each in placed if not _is_counter(each))
    if pieces_left:
        check_pieces(HexFacts(board, unit_named("squad")), pieces_left)
    board = with_pillboxes(board, pieces_left)
    once = {one_way_round(each): each for each in sorted(pieces) if not _is_counter(each)}
    return ChangedBoard(board, pieces_left, tuple(sorted(once.values())))


def one_way_round(piece: Piece) -> Piece:
    """Return a piece with the hexes of its hexside, or of its Covered Arc, in order: it lies the same
    either way round.
    """
    if piece.predicate != PILLBOX and len(piece.hexes) != 2:
        return piece
    *where, first, second = piece.hexes
    hexes = map(string_term, (*where, *sorted((first, second))))
    return read_piece(f"{piece.predicate}({','.join(hexes)})")


def _is_counter(piece: Piece) -> bool:
    """Return whether a piece lies on a board as a counter."""
    return piece.predicate == "counter"


def _hexside_terms() -> Predicates:
    """Map the terms of hexside terrain to their two hexes."""
    terms = (term for term, kind in kinds().items() if kind == "hexside" and "(" not in term)
    return MappingProxyType(dict.fromkeys(terms, (("Hex", HEX), ("Hex", HEX))))


def is_change(text: str) -> bool:
    """Return whether a text lays a piece or hexside terrain, well written or not."""
    name = re.match(r"\s*([A-Za-z_]+)", text)
    return name is not None and name[1].lower() in {**_hexside_terms(), **PIECES}


def _read(board: Board, text: str, option: str = "") -> Fact:
    every = {**_hexside_terms(), **PIECES} if is_change(text) else PIECES
    try:
        fact = read_one(text, every, SUCH_AS)
        if board.sections is None:
            return fact
        return read_one(
            board.renamed(f"{fact.predicate}({','.join(map(written, fact.arguments))})"),
            every,
            SUCH_AS,
        )
    except BadInput as error:
        raise BadInput(f"{option} {error}".strip()) from None


def _without(board: Board, fact: Fact) -> Board:
    if fact.predicate in PIECES:
        piece = piece_of(fact)
        remaining = [
            each
            for each in board.counters
            if not _is_counter(piece) or each != counter_of_fact(piece.fact)
        ]
        if len(remaining) == len(board.counters):
            raise BadInput(
                f"--without {piece_text(piece)}: does not lie on the board; leave it out"
            )
        return replace(board, counters=tuple(remaining))
    pair = _hexside(board, fact)
    terms = board.hexsides.get(pair, frozenset())
    if fact.predicate not in terms:
        here = ", ".join(sorted(terms)) or "nothing"
        raise BadInput(
            f"--without {fact.predicate}: hexside {'-'.join(pair)} has {here}; name what is there"
        )
    left = {key: value for key, value in board.hexsides.items() if key != pair}
    if terms - {fact.predicate}:
        left[pair] = terms - {fact.predicate}
    return replace(board, hexsides=MappingProxyType(left))


def _hexside(board: Board, fact: Fact) -> tuple[str, str]:
    first, second = (str(each) for each in fact.arguments)
    places = [board.hex(name).place for name in (first, second)]
    if direction_between(*places) is None:
        raise BadInput(
            f"{fact.predicate}: {first} and {second} do not adjoin; name two hexes that do"
        )
    if board.raster is not None:
        raise BadInput(
            f"{fact.predicate}: hexside terrain of a board archive is drawn, and cannot be changed; "
            "ask about an embedded board or a facts file with outlines"
        )
    return hexside_key(first, second)
