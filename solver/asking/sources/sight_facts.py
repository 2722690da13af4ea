"""Tells of lines of sight, in any number of worlds.

A counter changes only the lines that come near its hex. So each line is judged once for each set of
counters near it, whatever else lies on the board (a test holds this equal to judging every world
anew).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from hexcourt.facts.boards.board import Board, Counter, Location
from hexcourt.facts.lines.sighting import hexes_near
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.asking.sources.known_facts import Demand, Doubt, Told, unquoted
from hexcourt.solver.placing.placing import counter_of_fact, refused_posts, with_counters
from hexcourt.solver.seeing.bulk import BLOCKED, UNKNOWN
from hexcourt.solver.seeing.session import SightCourt
from hexcourt.solver.seeing.varied_sights import Judged as Judged
from hexcourt.solver.seeing.varied_sights import Sight as Sight
from hexcourt.solver.seeing.varied_sights import VariedSights
from hexcourt.solver.statutes.law import Law

MOST_HINDRANCE = 5
"""The most hindrance that leaves a line of sight (B.10)."""

_MARGIN_OF_PIXELS, _MARGIN_OF_OUTLINES = 2.0, 20.0


@dataclass(frozen=True, slots=True)
class _Asked:
    """An atom that is asked for, but for its value: predicate, arguments as they are written, line."""

    name: str
    arguments: str
    sight: Sight


@dataclass(frozen=True, eq=False)
class _Plan:
    """What is demanded; what is said of each where nothing lies; which of it each hex is near."""

    demand: Demand
    asked: tuple[_Asked, ...]
    said: tuple[Told, ...]
    by_hex: Mapping[str, set[int]]

    @cached_property
    def bare(self) -> Told:
        """Tell all of it where nothing lies."""
        certain = frozenset(atom for each in self.said for atom in each.certain)
        return Told(certain, frozenset(doubt for each in self.said for doubt in each.doubts))

    def near(self, hexes: Iterable[str], roadblocks: Iterable[tuple[str, ...]]) -> set[int]:
        """List what lies near one of some hexes, or near both hexes of a roadblock."""
        found: set[int] = set()
        for name in hexes:
            found |= self.by_hex.get(name, set())
        for first, second, *_ in roadblocks:
            found |= self.by_hex.get(first, set()) & self.by_hex.get(second, set())
        return found


class SightTeller:
    """Tells who sees whom on one board."""

    names = frozenset({"sees", "hindrance"})

    def __init__(self, board: Board) -> None:
        self.board = board
        self._judged: dict[tuple[Sight, frozenset[Counter]], Judged | None] = {}
        self._near: dict[tuple[str, str], frozenset[str]] = {}
        self._plan: _Plan | None = None
        self._courts: dict[frozenset[Counter], SightCourt] = {}

    def tell(self, demand: Demand, pieces: Collection[Piece]) -> Told:
        """Tell what is demanded where some pieces lie: most of it is as where none do."""
        plan = self._planned(demand)
        counters = counters_in(pieces)
        touched = plan.near({each.hex for each in counters}, _roadblocks(pieces))
        if not touched:
            return plan.bare
        sights = {plan.asked[number].sight for number in touched}
        judged, hazy = self.judge(sights, counters), self.roadblocks_near(sights, pieces)
        certain, doubts = set(plan.bare.certain), set(plan.bare.doubts)
        for number in touched:
            certain -= plan.said[number].certain
            doubts -= plan.said[number].doubts
            each = plan.asked[number]
            said = _said(each, judged[each.sight], each.sight in hazy)
            certain |= said.certain
            doubts |= said.doubts
        return Told(frozenset(certain), frozenset(doubts))

    def prepare(self, demand: Demand, worlds: Iterable[Collection[Piece]]) -> None:
        """Judge beforehand what is demanded in many worlds, on a raster board all of it together.

        Of a world that cannot be, nothing is judged: it will be told when it is asked about.
        """
        if self._varied is None:
            return
        plan = self._planned(demand)
        fresh: set[tuple[Sight, frozenset[Counter]]] = set()
        for counters in {counters_in(pieces) for pieces in worlds}:
            touched = plan.near({each.hex for each in counters}, ())
            near = self.counters_near({plan.asked[number].sight for number in touched}, counters)
            fresh.update(near.items())
        fresh -= self._judged.keys()
        placing = self._varied.placing
        placing.prepare({some for _, some in fresh})
        refused = {some for some in {some for _, some in fresh} if placing.refusal(some)}
        asked = sorted((each for each in fresh if each[1] not in refused), key=_by_counters)
        self._judged.update(zip(asked, self._varied.judge(asked), strict=True))

    @cached_property
    def _varied(self) -> VariedSights | None:
        return None if self.board.raster is None else VariedSights(self.board)

    def _planned(self, demand: Demand) -> _Plan:
        """Tell what is demanded where nothing lies, and find which hexes each line comes near."""
        if self._plan is None or self._plan.demand is not demand:
            asked = tuple(
                _Asked(name, ",".join(each), sight_of(each))
                for (name, _), values in sorted(demand.items())
                if name in self.names
                for each in sorted(values)
            )
            sights = {each.sight for each in asked}
            judged = self.judge(sights, frozenset())
            said = tuple(_said(each, judged[each.sight], False) for each in asked)
            self._trace(sights)
            by_hex: dict[str, set[int]] = {}
            for number, each in enumerate(asked):
                for name in self._near[self._hexes(each.sight)]:
                    by_hex.setdefault(name, set()).add(number)
            self._plan = _Plan(demand, asked, said, by_hex)
        return self._plan

    def judge(
        self, sights: Iterable[Sight], counters: frozenset[Counter]
    ) -> Mapping[Sight, Judged | None]:
        """Judge lines where some counters lie: nothing for a line that has an end that is no more, or
        where no unit can have that status.
        """
        listed = sorted(sights)
        near = self.counters_near(listed, counters)
        fresh: dict[frozenset[Counter], list[Sight]] = {}
        for sight in listed:
            if (sight, near[sight]) not in self._judged:
                fresh.setdefault(near[sight], []).append(sight)
        for some, asked in fresh.items():
            self._judge(asked, some)
        return {sight: self._judged[sight, near[sight]] for sight in listed}

    def counters_near(
        self, sights: Collection[Sight], counters: frozenset[Counter]
    ) -> Mapping[Sight, frozenset[Counter]]:
        """Tell which counters lie near each line."""
        if not counters:
            return dict.fromkeys(sights, frozenset())
        self._trace(sights)
        by_hex: dict[str, set[Counter]] = {}
        for each in counters:
            by_hex.setdefault(each.hex, set()).add(each)
        return {
            sight: frozenset(
                each
                for name in self._near[self._hexes(sight)] & by_hex.keys()
                for each in by_hex[name]
            )
            for sight in sights
        }

    def roadblocks_near(
        self, sights: Collection[Sight], pieces: Iterable[Piece]
    ) -> Mapping[Sight, tuple[tuple[str, ...], ...]]:
        """Tell which lines pass near both hexes of which roadblocks."""
        listed = _roadblocks(pieces)
        if not listed:
            return {}
        self._trace(sights)
        found = {}
        for sight in sights:
            near = self._near[self._hexes(sight)]
            met = tuple(hexes for hexes in listed if near.issuperset(hexes[:2]))
            if met:
                found[sight] = met
        return found

    def _hexes(self, sight: Sight) -> tuple[str, str]:
        places = self.board.locations_by_name
        return places[sight.viewer].hex, places[sight.target].hex

    def _trace(self, sights: Collection[Sight]) -> None:
        """Find the hexes near each line."""
        fresh = sorted({self._hexes(sight) for sight in sights} - self._near.keys())
        apart = [pair for pair in fresh if pair[0] != pair[1]]
        self._near.update({pair: frozenset(pair) for pair in fresh if pair[0] == pair[1]})
        if not apart:
            return
        ends = np.array([[self.board.indices[name] for name in pair] for pair in apart], dtype="i4")
        margin = _MARGIN_OF_OUTLINES if self.board.raster is None else _MARGIN_OF_PIXELS
        names = [record.name for record in self.board.hexes]
        for pair, row in zip(apart, hexes_near(self.board, ends, margin), strict=True):
            self._near[pair] = frozenset(names[n] for n in np.flatnonzero(row).tolist())

    def court(self, counters: frozenset[Counter]) -> SightCourt:
        """Open the court of the board with some counters."""
        if not counters:
            return self._bare
        if counters not in self._courts:
            if len(self._courts) > 7:
                self._courts.clear()
            board = with_counters(self.board, sorted(counters))
            self._courts[counters] = SightCourt(board, self._bare)
        return self._courts[counters]

    @cached_property
    def _bare(self) -> SightCourt:
        return SightCourt(self.board)

    def _judge(self, sights: list[Sight], counters: frozenset[Counter]) -> None:
        court = self.court(counters)
        posts = {(s.target, s.status) for s in sights if s.status}
        refused = refused_posts(court.board, posts)
        known = court.board.locations_by_name
        self._judged.update({(sight, counters): None for sight in sights})
        stand = [
            sight
            for sight in sights
            if sight.viewer in known
            and sight.target in known
            and sight.viewer != sight.target
            and (sight.target, sight.status) not in refused
        ]
        if not stand:
            return
        numbers: dict[tuple[str, str], int] = {}
        pairs = [
            [
                numbers.setdefault((sight.viewer, ""), len(numbers)),
                numbers.setdefault((sight.target, sight.status), len(numbers)),
            ]
            for sight in stand
        ]
        places: list[Location] = [known[name] for name, _ in numbers]
        statuses = [status or None for _, status in numbers]
        table = court.table(places, np.array(pairs), statuses, measured=False)
        found = table.verdicts
        for row, sight in enumerate(stand):
            rule = table.rules[int(found.rule[row])]
            self._judged[sight, counters] = Judged(
                int(found.verdict[row]), rule, int(found.hindrance[row])
            )


@cache
def haze() -> str:
    """Ask the law for want of which rule a clear line past a roadblock is not known."""
    facts = 'near_roadblock(0,"A1","A2"). roadblock("A1","A2").'
    grounded = Law("judged_sights").ground(facts)  # atoms live no longer than this
    atoms = grounded.symbolic_atoms.by_signature("hazy", 2)
    return min(atom.symbol.arguments[1].string for atom in atoms)


def _said(asked: _Asked, found: Judged | None, hazy: bool) -> Told:
    """Say in atoms what is known of a line; ``hazy`` where a roadblock lies beside it."""
    if found is None or found.verdict == BLOCKED:
        return Told()
    clear = found.verdict != UNKNOWN and not hazy
    told = asked.arguments
    if asked.name == "sees":
        values = [f"sees({told})"]
    else:
        amounts = [found.hindrance] if clear else range(MOST_HINDRANCE + 1)
        values = [f"hindrance({told},{amount})" for amount in amounts]
    if clear:
        return Told(frozenset(values))
    rule = found.rule if found.verdict == UNKNOWN else haze()
    return Told(doubts=frozenset({Doubt(tuple(values), (rule,))}))


def _by_counters(asked: tuple[Sight, frozenset[Counter]]) -> tuple[list[Counter], Sight]:
    return sorted(asked[1]), asked[0]


def _roadblocks(pieces: Iterable[Piece]) -> list[tuple[str, ...]]:
    return [piece.hexes for piece in pieces if piece.predicate == "roadblock"]


def counters_in(pieces: Iterable[Piece]) -> frozenset[Counter]:
    """List the counters among some pieces."""
    return frozenset(counter_of_fact(p.fact) for p in pieces if p.predicate == "counter")


def sight_of(arguments: tuple[str, ...]) -> Sight:
    """Read a line of sight from the arguments of an atom."""
    viewer, target, *status = arguments
    return Sight(unquoted(viewer), unquoted(target), *status)
