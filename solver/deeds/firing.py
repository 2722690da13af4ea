"""Traces the line from firer to target, so that effects know all that lines of sight know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import GROUND, Location
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.lines.line_facts import SightLine
from hexcourt.facts.lines.sighting import STATUSES
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.deeds.line_ends import board_of_lines, end_of_lines
from hexcourt.solver.deeds.reading import Said
from hexcourt.solver.seeing.session import SightCourt
from hexcourt.solver.seeing.whole_line import Reason, Ruling
from hexcourt.solver.statutes.statute import Citation

_OF_TARGET: Mapping[str, str] = MappingProxyType(
    {"shelters": "fire_cover", "perhaps_shelters": "fire_cover_perhaps"}
)

_SAID_BY: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "tem": ("shelters", "perhaps_shelters"),
        "hull_down": ("hull_down",),
        "height_advantage": ("advantage",),
        "attack": ("blocks", "shut", "blocked"),
        "line": ("doubtful", "unsettled", "unknown"),
    }
)
"""By which predicates of lines the effects of an attack are said that hand on what these say."""


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """What lines of sight say of the line from firer to target, as facts for the law of effects.

    ``cited`` are the citations of their rules, by what they say and by number.
    """

    facts: tuple[str, ...] = ()
    cited: Mapping[tuple[str, str], Citation] = field(default_factory=dict)

    def citation(self, what: str, number: str) -> Citation | None:
        """Find the citation of what a line hands on to effects: ``tem(wall)`` by B9.3."""
        said = _SAID_BY.get(what.split("(")[0], ())
        return next((self.cited[e, number] for e in said if (e, number) in self.cited), None)


def line_of_fire(
    board: Board, firer: str, target: Said, pieces: Iterable[Piece], given: Iterable[Said] = ()
) -> LineOfFire:
    """Trace the line from a state to a target; nothing is told where one of both is no place of a
    unit on the board, nor within one Location.

    ``given`` is what is given beside the board. Raises BadInput where the target may be at either end
    of a hexside.
    """
    facts = tuple(given)
    laid = board_of_lines(board, (*pieces, *_wrecks(facts)))
    states = {each.arguments[0]: each.name for each in facts if each.name in STATUSES}
    first, one = _end(laid, firer, states)
    found = {_end(laid, each, states) for each in target.arguments} - {(None, None)}
    if len({place for place, _ in found}) > 1:
        raise BadInput(f"{target.text}: has two ends; name the vertex too, such as K13-L12-K12")
    second, other = min(found, key=str, default=(None, None))
    if first is None or second is None or first == second:
        return LineOfFire()
    line, ruling = SightCourt(laid).rule(first, second, (one, other), explain=True)
    cited = {(e.effect, e.citation.number): e.citation for e in reversed(ruling.reasons)}
    told = sorted({*_way(laid, line), *_said(laid, line, ruling)})
    return LineOfFire(tuple(told), MappingProxyType(cited))


def _end(board: Board, term: str, states: Mapping[str, str]) -> tuple[Location | None, str | None]:
    """Find the end of lines that a state is, and the status of the unit there."""
    place, status = end_of_lines(board, term)
    return place, states.get(term, status) if place is not None else None


def _wrecks(given: Iterable[Said]) -> Iterator[Piece]:
    """Lay the wooden rubble by which Wrecked Rail Cars are denoted (FB6.291)."""
    for each in given:
        if each.name == "wrecked":
            yield Piece(f"counter({each.arguments[0]},{GROUND},rubble(wood))", each.hexes)


def _way(board: Board, line: SightLine) -> Iterator[str]:
    """Tell from and to which levels a line goes, and which hexes it meets on its way."""
    for who, place in (("firer", line.a), ("target", line.b)):
        yield f"fire_level({who},{place.sight_level})."
        if place.unsure:
            yield f"fire_unsure({quoted(place.unsure)})."
    for name in {*(each.hex for each in line.features), line.a.hex, line.b.hex}:
        ranges = (board.range(each.hex, name) for each in (line.a, line.b))
        yield f"fire_crosses({quoted(name)},{','.join(map(str, ranges))})."


def _said(board: Board, line: SightLine, ruling: Ruling) -> Iterator[str]:
    """Tell what the law says of a line."""
    yield f"fire_line({ruling.verdict})."
    yield f"fire_hindrance({ruling.hindrance})."
    yield from (f"fire_blocked({quoted(rule)})." for rule in ruling.blocked)
    yield from (f"fire_unknown({quoted(rule)})." for rule in ruling.unknown)
    for reason in ruling.reasons:
        terrain = "" if reason.feature is None else line.features[reason.feature].terrain
        yield from _cover(reason, terrain)
        if reason.effect == "hinders" and reason.feature is not None:
            met = line.features[reason.feature]
            told = (quoted(met.hex), terrain, met.ground, reason.value)
            ranges = (board.range(each.hex, met.hex) for each in (line.a, line.b))
            layer = ruling.layers.get(met.number, 0)
            yield f"fire_hinders({','.join(map(str, (*told, *ranges, layer)))})."


def _cover(reason: Reason, terrain: str) -> Iterator[str]:
    """Tell what shelters the target, or gives one of both an advantage."""
    rule = quoted(reason.citation.number)
    if reason.effect in _OF_TARGET and reason.end == "b":
        yield f"{_OF_TARGET[reason.effect]}({terrain},{reason.value},{rule})."
    elif reason.effect == "hull_down" and reason.end == "b":
        yield f"fire_hull_down({rule})."
    elif reason.effect == "advantage":
        yield f"fire_advantage({'target' if reason.end == 'b' else 'firer'},{rule})."
