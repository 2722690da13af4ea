"""Places pieces on a board: whether the rules allow it, and what it changes for lines of sight."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.piece_table import PIECE_KINDS, pieces_with
from hexcourt.facts.pieces.pieces import Piece, counter_of_fact
from hexcourt.solver.placement.hex_facts import HexFacts
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.placement.rule_locations import with_breaches
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of, atoms_of
from hexcourt.solver.rulebase.reasons import first_reason
from hexcourt.solver.rulebase.rulebase import cached_by_rules

PROFILE = "placing"

REFUSED = (("refused", 2),)


def check_pieces(
    hex_facts: HexFacts, pieces: Collection[Piece], beside: Collection[Piece] = ()
) -> None:
    """Raise BadInput, with the rule, where one of some pieces may not lie; others lie ``beside``
    them.
    """
    if not pieces:
        return
    for piece in pieces:
        for name in piece.hexes:
            hex_facts.board.hex(name)
    hexes = hex_facts.around({name for piece in pieces for name in hex_facts.touched(piece)})
    laid = {*pieces, *beside}
    refuse(hex_facts, pieces, refusals(hex_facts, hexes, laid), laid)


def refuse(
    hex_facts: HexFacts,
    pieces: Collection[Piece],
    refused: Collection[tuple[str, str]],
    laid: Collection[Piece] = (),
) -> None:
    """Raise BadInput, with the rule, where one of some pieces is among what is refused where these,
    or others that are ``laid`` too, lie.
    """
    for subject, _ in refused:
        piece = next((each for each in pieces if each.fact == subject), None)
        if piece is not None:
            why = why_refused(hex_facts, piece, laid or pieces)
            raise BadInput(f"{subject}: {why}; take it out or lay it elsewhere")


def why_refused(hex_facts: HexFacts, piece: Piece, laid: Collection[Piece]) -> str:
    """Return the rule by which a piece may not lie where others are laid."""
    hexes = hex_facts.around(hex_facts.around(hex_facts.touched(piece)))
    return _why_refused(_told(hex_facts, hexes, laid), piece.fact)


@cached_by_rules(256)
def _why_refused(facts: str, subject: str) -> str:
    grounded = ActiveRules(PROFILE).ground(facts, wanted=REFUSED)
    refused = atoms_of(grounded, *REFUSED[0])
    atoms = (each for each in refused if str(each.arguments[0]) == subject)
    return str(first_reason(grounded, PROFILE, atoms) or "it may not lie there")


def _told(hex_facts: HexFacts, hexes: Collection[str], pieces: Collection[Piece]) -> str:
    here = [piece for piece in pieces if set(piece.hexes) <= set(hexes)]
    return hex_facts.facts(here, hexes)


def refusals(
    hex_facts: HexFacts, hexes: Collection[str], pieces: Collection[Piece]
) -> list[tuple[str, str]]:
    """List the pieces that may not lie, each with the rule that refuses it."""
    return list(_refusals(_told(hex_facts, hexes, pieces)))


@cached_by_rules(256)
def _refusals(facts: str) -> tuple[tuple[str, str], ...]:
    grounded = ActiveRules(PROFILE).ground(facts, wanted=REFUSED)
    refused = arguments_of(grounded, *REFUSED[0])
    return tuple(sorted((str(subject), rule.string) for subject, rule in refused))


MET = frozenset(name for piece in pieces_with("lines") for name, _ in PIECE_KINDS[piece].signatures)
"""The predicates of the pieces that a line of sight can meet."""


def met_by_lines(pieces: Iterable[Piece]) -> frozenset[Piece]:
    """List the pieces that a line of sight can meet."""
    return frozenset(each for each in pieces if each.predicate in MET)


def with_pieces(board: Board, pieces: Collection[Piece]) -> Board:
    """Lay further pieces on a board as lines of sight meet it; raises BadInput with the rule where a
    counter may not lie there. Of the others it is not asked (``check_pieces``).
    """
    counters = [counter_of_fact(each.fact) for each in pieces if each.predicate == "counter"]
    blocks = {each.hexes for each in pieces if each.predicate == "roadblock"}
    breaches = {each.hexes for each in pieces if each.predicate == "breach"}
    laid = with_counters(board, counters)
    laid = laid.blocked(tuple(sorted({*board.roadblocks, *blocks}))) if blocks else laid
    return with_breaches(laid, breaches) if breaches else laid
