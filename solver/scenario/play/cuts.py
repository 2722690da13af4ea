"""S16: the fewest roadblocks that block every way of a side's vehicles to what they are to come to.

What moves by roads alone can be cut off; what may leave them mostly cannot. So a way is sought first
that crosses no hexside on which a roadblock may lie, and passes no hex by VBM: where there is one,
nothing blocks it. Else the smallest sets are found as `hexcourt cut` finds them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from hexcourt.facts.base.errors import listed
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.movement.cutting import Cut, candidates, cut
from hexcourt.solver.movement.engine import MovementEngine, Way
from hexcourt.solver.movement.moves import MoveEdge
from hexcourt.solver.movement.routes import nearest
from hexcourt.solver.position.states import State, state_words
from hexcourt.solver.rulebase.rulebase import cached_by_rules
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness
from hexcourt.solver.scenario.play.conditions import (
    VictoryPlace,
    exits_for,
    places_named,
    stated,
    unread,
)
from hexcourt.solver.scenario.play.earliest import goals_in
from hexcourt.solver.scenario.play.journeys import GroupMover, Journeys, journeys_of
from hexcourt.solver.scenario.scenario import Scenario
from hexcourt.solver.scenario.setup.limits import setup_hexes

RULES = ("B29.1",)
ROADBLOCK = "roadblock"

MOST = 6
"""The most roadblocks that are looked for."""

MAX_WAYS = 60
"""After how many ways a search is given up."""


class _TooMany(Exception):
    """A search has met too many ways; it takes so many pieces at least."""


@dataclass(frozen=True)
class Drive:
    """The vehicles of a kind on their way: from anywhere that they set out to any of some hexes."""

    journeys: Journeys
    mover: GroupMover
    to: str
    starts: tuple[State, ...]
    goals: tuple[State, ...]

    @property
    def words(self) -> str:
        """Describe who goes where."""
        return f"{self.mover.words} of group {self.mover.group.id} {self.to}"

    def cut(self, most: int, within: Collection[str] | None = None, bypass: bool = True) -> Cut:
        """Find the fewest roadblocks that block every way, VBM left aside where it does not
        count.
        """
        engine = self.journeys.engine(self.mover)
        hexes = None if within is None else frozenset(within)
        found = _cut(engine, self.starts, self.goals, most, hexes, bypass)
        if isinstance(found, _TooMany):
            raise found
        return found

    def beside_roads(self) -> Way | None:
        """Find a way that meets no hexside on which a roadblock may lie, and takes no VBM."""
        return _beside_roads(self.journeys.engine(self.mover), self.starts, self.goals)


@cached_by_rules(64)
def _beside_roads(
    engine: MovementEngine, starts: tuple[State, ...], goals: tuple[State, ...]
) -> Way | None:
    hexsides = {frozenset(each.hexes[:2]) for each in candidates(engine.hex_facts, [ROADBLOCK])}

    def wanted(edge: MoveEdge) -> bool:
        ends = frozenset((edge.source.hex, edge.target.hex))
        return ends not in hexsides and _by_no_bypass(edge)

    return nearest(engine.world.explore(starts, True, wanted), goals)


@cached_by_rules(64)
def _cut(
    engine: MovementEngine,
    starts: tuple[State, ...],
    goals: tuple[State, ...],
    most: int,
    within: frozenset[str] | None,
    bypass: bool,
) -> Cut | _TooMany:
    def report(pieces: int, ways: int) -> None:
        if ways > MAX_WAYS:
            raise _TooMany(pieces)

    wanted = None if bypass else _by_no_bypass
    try:
        return cut(engine, starts, goals, [ROADBLOCK], most, None, False, report, within, wanted)
    except _TooMany as many:
        return many.with_traceback(None)


def _by_no_bypass(edge: MoveEdge) -> bool:
    return not (edge.source.in_bypass or edge.target.in_bypass)


def check(scenario: Scenario) -> Iterator[Finding]:
    """Report for each kind of vehicle whether roadblocks can keep it from where it is to come."""
    journeys = journeys_of(scenario)
    drives = list(_drives(journeys))
    open_ = list(unread(stated(scenario))) if _vehicles(journeys) else []
    yield from open_
    if not drives and not open_:
        yield Finding("vehicles", FindingKind.PASS, "No vehicle has to come anywhere.")
    for drive in drives:
        yield _of_drive(drive)
        yield from _of_enemy(drive)


def _vehicles(journeys: Journeys) -> bool:
    groups = journeys.scenario.card.groups
    return any(not each.on_foot for group in groups for each in journeys.movers(group))


def _drives(journeys: Journeys) -> Iterator[Drive]:
    conditions = stated(journeys.scenario)
    places = places_named(journeys.scenario, conditions)
    for group in journeys.scenario.card.groups:
        for mover in journeys.movers(group):
            departures = None if mover.on_foot else journeys.departures(mover, False)
            if departures is None:
                continue
            starts = tuple(state for each in departures for state in each.states)
            begun = set(starts)
            for place in exits_for(journeys.scenario, conditions, group.side):
                goals = goals_in(journeys, mover, place, True)
                yield Drive(journeys, mover, f"to leave by {place.name}", starts, goals)
            whole = VictoryPlace("", tuple(name for each in places for name in each.hexes))
            goals = goals_in(journeys, mover, whole, False)
            if goals and begun.isdisjoint(goals):
                names = listed(each.name for each in places)
                yield Drive(journeys, mover, f"to {names}", starts, goals)


def _of_drive(drive: Drive) -> Finding:
    subject = drive.mover.group.id
    engine = drive.journeys.engine(drive.mover)
    free = drive.beside_roads()
    if free is not None:
        sentence = f"No roadblocks block the path of {drive.words}: it leads beside the roads."
        return Finding(subject, FindingKind.PASS, sentence, RULES, _path(drive, free))
    engine.prepare(candidates(engine.hex_facts, [ROADBLOCK]))
    try:
        found = drive.cut(MOST)
        if found.pieces == ():
            sentence = f"There is no path of {drive.words}, whatever is placed."
            return Finding(subject, FindingKind.WARN, sentence, RULES)
        if found.pieces is not None:
            sentence = (
                f"{_roadblocks(found.pieces)} every path of {drive.words}; no Bypass is left."
            )
            return Finding(subject, FindingKind.PASS, sentence, RULES, _hexes(found.pieces))
        if found.possible:
            sentence = _at_least(found.at_least, drive)
            return Finding(subject, FindingKind.PASS, sentence, RULES, _path(drive, found.ways[-1]))
        sentence = f"No roadblocks block every path of {drive.words}"
        if _passes_by(found.ways[0]):
            plain = drive.cut(MOST, bypass=False)
            if plain.pieces:
                sentence = f"{_roadblocks(plain.pieces)} every path of {drive.words} but by Bypass"
        return Finding(
            subject, FindingKind.PASS, f"{sentence}.", RULES, _path(drive, found.ways[0])
        )
    except _TooMany as many:
        sentence = _at_least(many.args[0], drive)
        return Finding(subject, FindingKind.PASS, sentence, RULES)


def _at_least(number: int, drive: Drive) -> str:
    return f"It takes at least {number} roadblocks to block every path of {drive.words}."


def _of_enemy(drive: Drive) -> Iterator[Finding]:
    """Return whether the roadblocks that the card gives the enemy can bar the way."""
    journeys, side = drive.journeys, drive.mover.group.side
    for group in journeys.scenario.card.groups:
        count = sum(each.count for each in group.fortifications if each.kind == ROADBLOCK)
        if group.side == side or not count:
            continue
        subject = group.id
        area = setup_hexes(journeys.scenario, group)
        has = f"the {count} roadblocks" if count > 1 else "the roadblock"
        if area is None:
            sentence = f"Where {has} may lie is not understood."
            yield Finding(subject, FindingKind.UNKNOWN, sentence, RULES)
            continue
        try:
            found = drive.cut(count, area)
        except _TooMany:
            sentence = (
                f"Whether {has} can block every path of {drive.words} takes too long to find."
            )
            yield Finding(subject, FindingKind.UNKNOWN, sentence, RULES, given_up=True)
            continue
        if found.pieces:
            text = f"{has} can block every path of {drive.words}"
            yield Finding.of(subject, FindingKind.WARN, text, RULES, _hexes(found.pieces))
        elif found.pieces is None:
            text = f"{has} cannot block every path of {drive.words}"
            witness = _path(drive, found.ways[-1]) if found.ways else Witness()
            yield Finding.of(subject, FindingKind.PASS, text, RULES, witness)


def _passes_by(way: Way) -> bool:
    return not all(_by_no_bypass(step.edge) for step in way.steps)


def _roadblocks(pieces: Sequence[Piece]) -> str:
    where = listed("/".join(each.hexes[:2]) for each in pieces)
    return (
        f"1 roadblock ({where}) blocks"
        if len(pieces) == 1
        else f"{len(pieces)} roadblocks ({where}) block"
    )


def _hexes(pieces: Sequence[Piece]) -> Witness:
    return Witness(tuple(dict.fromkeys(name for each in pieces for name in each.hexes)))


def _path(drive: Drive, way: Way) -> Witness:
    states = [way.start, *(step.edge.target for step in way.steps)]
    words = (state_words(drive.journeys.board, each.without_arc) for each in states)
    return Witness(path=tuple(dict.fromkeys(words)))
