"""Traces the line of fire, so that effects know what lines of sight know; answers ``sees``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import (
    CELLAR,
    GROUND,
    PILLBOX,
    Location,
    crest_place,
    vertex_place,
)
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.facts.tracing.line_facts import ALONE, SightLine
from hexcourt.facts.tracing.sight_lines import STATUSES
from hexcourt.solver.placement.placement import met_by_lines, with_pieces
from hexcourt.solver.placement.rule_locations import named_place, with_rule_locations
from hexcourt.solver.position.board_language import unquoted
from hexcourt.solver.position.locations import no_crest
from hexcourt.solver.position.read_actions import ParsedFact
from hexcourt.solver.position.states import State, state_words
from hexcourt.solver.rulebase.reasons import possible_reasons
from hexcourt.solver.rulebase.statement import Citation
from hexcourt.solver.sight.exact_los import PROFILE, LineVerdict
from hexcourt.solver.sight.los_engine import LosEngine

DUG_IN = ("trench", "foxhole")
"""The states of a unit that a line takes as entrenched at ground level (A2.8)."""


def board_of_lines(board: Board, pieces: Iterable[Piece]) -> Board:
    """Return the board as lines of sight meet it: with its further Locations and what is placed
    on it.
    """
    return with_pieces(with_rule_locations(board), met_by_lines(pieces))


def end_of_lines(board: Board, term: str) -> tuple[Location | None, str | None]:
    """Find the place of a state on a board of lines, and the status that it gives the unit there:
    ``entrenched``. Nothing is found for what is no state of a unit on the map, nor for a Location that
    the board does not have. Raises BadInput where there is no such Crest status.
    """
    state = State.read(term)
    if state is None or state.off_map:
        return None, None
    if state.in_bypass:
        words = state_words(board, state)
        return named_place(board, state.hex, vertex_place(state.vertex), words), None
    if state.kind == "crest":
        words = state_words(board, state)
        found = named_place(board, state.hex, crest_place(state.hexside), words)
        if found is None:
            raise BadInput(f"{words}: {no_crest()}")
        return found, None
    if state.place.startswith(PILLBOX):
        return named_place(board, state.hex, state.place, state_words(board, state)), None
    place = GROUND if state.place in DUG_IN else state.place
    known = {each.place: each for each in board.locations_of(state.hex)}
    return known.get(place), "entrenched" if state.place in DUG_IN else None


_OF_TARGET: Mapping[str, str] = MappingProxyType(
    {"shelters": "fire_cover", "perhaps_shelters": "fire_cover_perhaps"}
)

_DERIVED_BY: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "tem": ("shelters", "perhaps_shelters"),
        "hull_down": ("hull_down",),
        "height_advantage": ("advantage",),
        "attack": ("blocks", "no_line_within", "blocked"),
        "line": ("doubtful", "unsettled", "unknown"),
    }
)
"""By which predicates of lines the effects of an attack are said that hand on what these say."""


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """What lines of sight say of the line from firer to target, as facts for the rules of effects.

    ``cited`` are the citations of their rules, by what they say and by number.
    """

    facts: tuple[str, ...] = ()
    cited: Mapping[tuple[str, str], Citation] = field(default_factory=dict)

    def citation(self, what: str, number: str) -> Citation | None:
        """Find the citation of what a line hands on to effects: ``tem(wall)`` by B9.3."""
        result = _DERIVED_BY.get(what.split("(")[0], ())
        return next((self.cited[e, number] for e in result if (e, number) in self.cited), None)


def line_of_fire(
    board: Board,
    firer: str,
    target: ParsedFact,
    pieces: Iterable[Piece],
    given: Iterable[ParsedFact] = (),
) -> LineOfFire:
    """Trace the line from a state to a target; nothing is given where one of both is no place of a
    unit on the board, nor within one Location.

    ``given`` is what is given beside the board. Raises BadInput where the target may be at either end
    of a hexside.
    """
    facts = tuple(given)
    placed = board_of_lines(board, pieces)
    states = {each.arguments[0]: each.name for each in facts if each.name in STATUSES}
    first, one = _end(placed, firer, states)
    found = {_end(placed, each, states) for each in target.arguments} - {(None, None)}
    if len({place for place, _ in found}) > 1:
        raise BadInput(f"{target.text}: has two ends; name the vertex too, such as K13-L12-K12")
    second, other = min(found, key=str, default=(None, None))
    if first is None or second is None or first == second:
        return LineOfFire()
    line, ruling = LosEngine(placed).rule(first, second, (one, other), explain=True)
    cited = {(e.effect, e.citation.number): e.citation for e in reversed(ruling.reasons)}
    items = sorted({*_way(line), *_line_terms(placed, line, ruling)})
    return LineOfFire(tuple(items), MappingProxyType(cited))


def _end(board: Board, term: str, states: Mapping[str, str]) -> tuple[Location | None, str | None]:
    """Find the end of lines that a state is, and the status of the unit there."""
    place, status = end_of_lines(board, term)
    return place, states.get(term, status) if place is not None else None


def _way(line: SightLine) -> Iterator[str]:
    """Return between which levels a line goes, and whether over the hexside that its target faces."""
    for who, place in (("firer", line.a), ("target", line.b)):
        yield f"fire_level({who},{place.sight_level})."
        if place.unsure:
            yield f"fire_unsure({string_term(place.unsure)})."
    if f"crest_faces({ALONE.line},b)." in line.facts:
        yield "fire_faces(crest)."


def _line_terms(board: Board, line: SightLine, ruling: LineVerdict) -> Iterator[str]:
    """Return what the rules say of a line."""
    yield f"fire_line({ruling.verdict})."
    yield f"fire_hindrance({ruling.hindrance})."
    yield from (f"fire_blocked({string_term(rule)})." for rule in ruling.blocked)
    yield from (f"fire_unknown({string_term(rule)})." for rule in ruling.unknown)
    for reason in ruling.reasons:
        terrain = "" if reason.feature is None else line.features[reason.feature].terrain
        # What shelters the target, or gives one of both an advantage.
        rule = string_term(reason.citation.number)
        if reason.effect in _OF_TARGET and reason.end == "b":
            yield f"{_OF_TARGET[reason.effect]}({terrain},{reason.value},{rule})."
        elif reason.effect == "hull_down" and reason.end == "b":
            yield f"fire_hull_down({rule})."
        elif reason.effect == "advantage":
            yield f"fire_advantage({'target' if reason.end == 'b' else 'firer'},{rule})."
        if reason.effect == "hinders" and reason.feature is not None:
            met = line.features[reason.feature]
            lines = (string_term(met.hex), terrain, met.ground, reason.value)
            ranges = (board.range(each.hex, met.hex) for each in (line.a, line.b))
            layer = ruling.layers.get(met.number, 0)
            yield f"fire_hinders({','.join(map(str, (*lines, *ranges, layer)))})."


ACTION, ALONG, REVEALS = "sees", "sees_along", "reveals"

_VERDICTS = {
    "clear": ("yes", ()),
    "blocked": ("no", ("blocks", "no_line_within", "blocked")),
    "unknown": ("unknown", ("doubtful", "unsettled")),
}
"""How a verdict on a line answers, and what the rules say that it rests on."""

BETWEEN = "between"
"""What tells which features count for a line: a clear line rests on it (A6.1)."""


def sighted(
    board: Board, action: ParsedFact, pieces: Collection[Piece], units: Mapping[str, str]
) -> tuple[str, tuple[Citation, ...]] | None:
    """Return yes, no or unknown, and by which rules; nothing where one of the two is a Cellar that is
    not there. ``units`` maps Locations to the status of the unit there. Raises BadInput where an end is
    no Location.
    """
    first, second = action.arguments
    if first == second:
        raise BadInput(f"{action.text}: a line of sight has two ends; name two Locations")
    placed = board_of_lines(board, pieces)
    ends = [_end_sighted(placed, state) for state in (first, second)]
    (one, one_status), (other, other_status) = ends
    if one is None or other is None:
        return None
    if one == other:
        raise BadInput(f"{action.text}: both ends are one Location; name two")
    statuses = (one_status or units.get(one.name), other_status or units.get(other.name))
    _, ruling = LosEngine(placed).rule(one, other, statuses, explain=True)
    answer, effects = _VERDICTS[ruling.verdict]
    cited = {each.citation for each in ruling.reasons if each.effect in effects}
    if ruling.verdict == "clear":
        cited = set(possible_reasons(PROFILE, BETWEEN)[:1])
    return answer, tuple(sorted(cited, key=str))


def seen_along(
    board: Board, action: ParsedFact, pieces: Collection[Piece]
) -> tuple[str, tuple[Citation, ...]] | None:
    """Return whether the line that runs along a hexside from one of the hexes at its ends to the other
    is blocked, or not known, and by which rules; nothing where it is clear, or leaves the board: the
    rules says more of that.
    """
    ends = along_hexside(board, *(unquoted(each) for each in action.arguments))
    if ends is None:
        return None
    placed = board_of_lines(board, pieces)
    one, other = (placed.location(name) for name in ends)
    _, ruling = LosEngine(placed).rule(one, other, explain=True)
    answer, effects = _VERDICTS[ruling.verdict]
    cited = {each.citation for each in ruling.reasons if each.effect in effects}
    return None if ruling.verdict == "clear" else (answer, tuple(sorted(cited, key=str)))


def revealed(
    board: Board, action: ParsedFact, pieces: Collection[Piece], units: Mapping[str, str]
) -> tuple[str, tuple[Citation, ...]] | None:
    """Return that something hidden is not revealed, by the rules that block the line to it; nothing
    where it is seen or may be: the rules say more of that. Arguments as of ``sighted``.
    """
    found = sighted(board, action, pieces, units)
    return found if found is not None and found[0] == "no" else None


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


def _end_sighted(board: Board, term: str) -> tuple[Location | None, str | None]:
    """Find the end of lines that a state is; nothing for a Cellar that is not there."""
    found, status = end_of_lines(board, term)
    state = State.parse(term)
    if found is None and not (state.in_location and state.place == CELLAR):
        if not state.in_location:
            raise BadInput(f"{term}: is no Location; name one")
        return board.location(Location(state.hex, state.place, 0).name), None
    return found, status
