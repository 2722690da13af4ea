"""Answers whether a Location sees another, for ``legal``: as every question about lines of sight is."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import CELLAR, Location
from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.asking.sources.known_facts import unquoted
from hexcourt.solver.deeds.line_ends import board_of_lines, end_of_lines
from hexcourt.solver.deeds.reading import Said
from hexcourt.solver.position.states import State
from hexcourt.solver.seeing.session import SightCourt
from hexcourt.solver.seeing.whole_line import PROFILE
from hexcourt.solver.statutes.reasons import possible_reasons
from hexcourt.solver.statutes.statute import Citation

DEED, ALONG = "sees", "sees_along"

_SAID = {
    "clear": ("yes", ()),
    "blocked": ("no", ("blocks", "shut", "blocked")),
    "unknown": ("unknown", ("doubtful", "unsettled")),
}
"""How a verdict on a line answers, and what the rules say that it rests on."""

BETWEEN = "between"
"""What tells which features count for a line: a clear line rests on it (A6.1)."""


def sighted(
    board: Board, deed: Said, pieces: Collection[Piece], units: Mapping[str, str]
) -> tuple[str, tuple[Citation, ...]] | None:
    """Say yes, no or unknown, and by which rules; nothing where one of the two is a Cellar that is not
    there. ``units`` maps Locations to the status of the unit there. Raises BadInput where an end is
    no Location.
    """
    first, second = deed.arguments
    if first == second:
        raise BadInput(f"{deed.text}: a line of sight has two ends; name two Locations")
    laid = board_of_lines(board, pieces)
    ends = [_end(laid, state) for state in (first, second)]
    (one, one_status), (other, other_status) = ends
    if one is None or other is None:
        return None
    if one == other:
        raise BadInput(f"{deed.text}: both ends are one Location; name two")
    statuses = (one_status or units.get(one.name), other_status or units.get(other.name))
    _, ruling = SightCourt(laid).rule(one, other, statuses, explain=True)
    answer, effects = _SAID[ruling.verdict]
    cited = {each.citation for each in ruling.reasons if each.effect in effects}
    if ruling.verdict == "clear":
        cited = set(possible_reasons(PROFILE, BETWEEN)[:1])
    return answer, tuple(sorted(cited, key=str))


def seen_along(
    board: Board, deed: Said, pieces: Collection[Piece]
) -> tuple[str, tuple[Citation, ...]] | None:
    """Say whether the line that runs along a hexside from one of the hexes at its ends to the other is
    blocked, or not known, and by which rules; nothing where it is clear, or leaves the board: the law
    says more of that.
    """
    ends = along_hexside(board, *(unquoted(each) for each in deed.arguments))
    if ends is None:
        return None
    laid = board_of_lines(board, pieces)
    one, other = (laid.location(name) for name in ends)
    _, ruling = SightCourt(laid).rule(one, other, explain=True)
    answer, effects = _SAID[ruling.verdict]
    cited = {each.citation for each in ruling.reasons if each.effect in effects}
    return None if ruling.verdict == "clear" else (answer, tuple(sorted(cited, key=str)))


def along_hexside(board: Board, first: str, second: str) -> tuple[str, str] | None:
    """Name the hexes at the two ends of a hexside, if the board has both."""
    around = [
        set(board.neighbours[board.indices[name]].tolist()) - {-1} for name in (first, second)
    ]
    shared = sorted(around[0] & around[1])
    adjoin = board.indices[second] in around[0]
    if not adjoin or len(shared) != 2:
        return None
    return board.hexes[shared[0]].name, board.hexes[shared[1]].name


def _end(board: Board, term: str) -> tuple[Location | None, str | None]:
    """Find the end of lines that a state is; nothing for a Cellar that is not there."""
    found, status = end_of_lines(board, term)
    state = State.parse(term)
    if found is None and not (state.in_location and state.place == CELLAR):
        if not state.in_location:
            raise BadInput(f"{term}: is no Location; name one")
        return board.location(Location(state.hex, state.place, 0).name), None
    return found, status
