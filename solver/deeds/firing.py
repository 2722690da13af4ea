"""Traces the line from firer to target, so that effects know all that lines of sight know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hexcourt.facts.boards.board import GROUND, Board, Location
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.placing.pieces_laid import met_by_lines, with_pieces
from hexcourt.solver.position.law_locations import with_law_locations
from hexcourt.solver.position.states import State
from hexcourt.solver.seeing.session import SightCourt
from hexcourt.solver.seeing.whole_line import Reason
from hexcourt.solver.statutes.statute import Citation

DUG_IN = ("trench", "foxhole")
"""The states of a unit that a line takes as entrenched at ground level (A2.8)."""

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
    board: Board,
    firer: str,
    targets: Iterable[str],
    pieces: Iterable[Piece],
    emplaced: Iterable[str] = (),
) -> LineOfFire:
    """Trace the line between two states in Locations; nothing is told of others, or within a Location.

    ``emplaced`` are the states of Guns that are Emplaced.
    """
    every = tuple(pieces)
    breaches = [each for each in every if each.predicate == "breach"]
    laid = with_pieces(with_law_locations(board, breaches), met_by_lines(every))
    ends = [_end(laid, firer), *(_end(laid, each) for each in targets)]
    if len(ends) != 2 or None in ends or ends[0] == ends[1]:
        return LineOfFire()
    first, second = (each for each in ends if each is not None)
    guns = frozenset(emplaced)
    statuses = [_status(each, guns) for each in (firer, *targets)]
    line, ruling = SightCourt(laid).rule(first, second, statuses, explain=True)
    facts = {f"fire_line({ruling.verdict}).", f"fire_hindrance({ruling.hindrance})."}
    facts |= {f"fire_blocked({quoted(rule)})." for rule in ruling.blocked}
    facts |= {f"fire_unknown({quoted(rule)})." for rule in ruling.unknown}
    facts |= {f"fire_crosses({quoted(each.hex)})." for each in line.features}
    facts |= {f"fire_crosses({quoted(each.hex)})." for each in (first, second)}
    for reason in ruling.reasons:
        terrain = "" if reason.feature is None else line.features[reason.feature].terrain
        facts |= set(_cover(reason, terrain))
    cited = {(e.effect, e.citation.number): e.citation for e in reversed(ruling.reasons)}
    return LineOfFire(tuple(sorted(facts)), MappingProxyType(cited))


def _cover(reason: Reason, terrain: str) -> Iterator[str]:
    """Tell what shelters the target, or gives one of both an advantage."""
    rule = quoted(reason.citation.number)
    if reason.effect in _OF_TARGET and reason.end == "b":
        bare = terrain.removeprefix("on_railway(").removesuffix(")") if "on_rail" in terrain else ""
        yield f"{_OF_TARGET[reason.effect]}({bare or terrain},{reason.value},{rule})."
    elif reason.effect == "hull_down" and reason.end == "b":
        yield f"fire_hull_down({rule})."
    elif reason.effect == "advantage":
        yield f"fire_advantage({'target' if reason.end == 'b' else 'firer'},{rule})."


def _end(board: Board, term: str) -> Location | None:
    """Find the Location of a state, none where it is in no Location that the board has."""
    try:
        state = State.parse(term)
    except ValueError:
        return None
    if not state.in_location:
        return None
    place = GROUND if state.place in DUG_IN else state.place
    return next((each for each in board.locations_of(state.hex) if each.place == place), None)


def _status(term: str, emplaced: frozenset[str]) -> str | None:
    if term in emplaced:
        return "emplaced"
    return "entrenched" if State.parse(term).place in DUG_IN else None
