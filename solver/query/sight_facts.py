"""Computes lines of sight, in any number of worlds.

A counter changes only the lines that come near its hex. So each line is judged once for each set of
counters near it, whatever else lies on the board (a test holds this equal to judging every world
anew).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from types import MappingProxyType

import numpy as np

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import PILLBOX, Counter, Location
from hexcourt.facts.pieces.pieces import Piece, counter_of_fact
from hexcourt.facts.tracing.line_facts import LineNames
from hexcourt.facts.tracing.sight_lines import hexes_near
from hexcourt.solver.placement.placement import met_by_lines, with_pieces
from hexcourt.solver.placement.statuses import refused_posts
from hexcourt.solver.position.board_language import (
    Doubt,
    KnownFacts,
    NeededFacts,
    demanded,
    unquoted,
)
from hexcourt.solver.query.line_programs import LineProgram, line_program
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.sight.batch_los import BLOCKED, UNKNOWN, most_hindrance
from hexcourt.solver.sight.exact_los import AskedLine
from hexcourt.solver.sight.los_engine import LosEngine
from hexcourt.solver.sight.multi_world_los import MultiWorldLos, WorldVerdict

_MARGIN_OF_PIXELS, _MARGIN_OF_OUTLINES = 2.0, 20.0


@dataclass(frozen=True, slots=True)
class _Asked:
    """An atom that is asked for, but for its value: predicate, arguments as they are written, line."""

    name: str
    arguments: str
    sight: AskedLine


@dataclass(frozen=True, eq=False)
class _Plan:
    """What is demanded; what is said of each where nothing lies; which of it each hex is near."""

    demand: NeededFacts
    asked: tuple[_Asked, ...]
    facts: tuple[KnownFacts, ...]
    by_hex: Mapping[str, set[int]]

    @cached_property
    def baseline(self) -> KnownFacts:
        """Compute all of it where nothing lies."""
        return KnownFacts.joined(self.facts)

    def near(self, hexes: Iterable[str]) -> set[int]:
        """List what lies near one of some hexes."""
        found: set[int] = set()
        for name in hexes:
            found |= self.by_hex.get(name, set())
        return found


class SightFacts:
    """Computes who sees whom on one board."""

    names = frozenset({"sees", "hindrance"})

    def __init__(self, board: Board, units: Mapping[str, str] = MappingProxyType({})) -> None:
        """``units`` maps Locations to the status of the unit there."""
        self.board = board
        self.units = units
        self.absent: frozenset[str] = (
            frozenset()
        )  # the pillboxes that are there in some worlds alone
        self._verdicts: dict[tuple[AskedLine, frozenset[Piece]], WorldVerdict | None] = {}
        self._near: dict[AskedLine, frozenset[str]] = {}
        self._plan: _Plan | None = None
        self._sessions: dict[frozenset[Piece], LosEngine] = {}
        self._programs: dict[AskedLine, list[LineProgram]] = {}

    def known_facts(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Compute what is demanded where some pieces lie: most of it is as where none do."""
        plan = self._planned(demand)
        pieces_met = met_by_lines(pieces)
        touched = plan.near({name for each in pieces_met for name in self.reach(each)})
        if not touched:
            return plan.baseline
        sights = {plan.asked[number].sight for number in touched}
        evaluated = self.evaluate(sights, pieces_met)
        lines = (plan.asked[number] for number in touched)
        return plan.baseline.changed(
            (plan.facts[number] for number in touched),
            (_line_facts(each, evaluated[each.sight]) for each in lines),
        )

    def prepare(self, demand: NeededFacts, worlds: Iterable[Collection[Piece]]) -> None:
        """Judge beforehand what is demanded in many worlds, on a raster board all of it together.

        Of a world that cannot be, nothing is judged: it will be given when it is asked about.
        """
        if self._varied is None:
            return
        plan = self._planned(demand)
        fresh: set[tuple[AskedLine, frozenset[Piece]]] = set()
        for pieces_met in {met_by_lines(pieces) for pieces in worlds}:
            touched = plan.near({name for each in pieces_met for name in self.reach(each)})
            near = self.pieces_near({plan.asked[number].sight for number in touched}, pieces_met)
            fresh.update(near.items())
        fresh -= self._verdicts.keys()
        fresh = {
            (sight, some)
            for sight, some in fresh
            if self.absent.isdisjoint((sight.viewer, sight.target))
            and not self._evaluate_program(sight, some)
        }
        counters = {some: _counters(some) for _, some in fresh}
        placing = self._varied.placing
        placing.prepare({each for each in counters.values() if each is not None})
        refused = {
            some for some, placed in counters.items() if placed is None or placing.refusal(placed)
        }
        questions = [each for each in fresh if each[1] not in refused]
        questions.sort(key=lambda each: (sorted(each[1]), each[0]))
        placed = [(sight, frozenset(counters[some] or ())) for sight, some in questions]
        self._verdicts.update(zip(questions, self._varied.evaluate(placed), strict=True))

    @cached_property
    def _varied(self) -> MultiWorldLos | None:
        whole = any(each.unsure for each in self.board.locations)
        drawn = self.board.raster is not None
        return MultiWorldLos(self.board, self.units) if drawn and not whole else None

    def _planned(self, demand: NeededFacts) -> _Plan:
        """Compute what is demanded where nothing lies, and find which hexes each line comes near."""
        if self._plan is None or self._plan.demand is not demand:
            questions = tuple(
                _Asked(name, ",".join(each), sight_of(each))
                for name, each in demanded(demand, self.names)
            )
            sights = {each.sight for each in questions}
            evaluated = self.evaluate(sights, frozenset())
            items = tuple(_line_facts(each, evaluated[each.sight]) for each in questions)
            self._trace(sights)
            by_hex: dict[str, set[int]] = {}
            for number, each in enumerate(questions):
                for name in self._near[each.sight]:
                    by_hex.setdefault(name, set()).add(number)
            self._plan = _Plan(demand, questions, items, by_hex)
        return self._plan

    def evaluate(
        self, sights: Iterable[AskedLine], pieces_met: frozenset[Piece]
    ) -> Mapping[AskedLine, WorldVerdict | None]:
        """Judge lines where some pieces lie: nothing for a line that has an end that is no more, or
        where no unit can have that status.
        """
        near = self.pieces_near(frozenset(sights), pieces_met)
        fresh: dict[frozenset[Piece], list[AskedLine]] = {}
        for sight in sorted(
            each
            for each, some in near.items()
            if (each, some) not in self._verdicts and not self._evaluate_program(each, some)
        ):
            fresh.setdefault(near[sight], []).append(sight)
        for some, query in fresh.items():
            self._evaluate(query, some)
        return {sight: self._verdicts[sight, some] for sight, some in near.items()}

    def program(
        self, sight: AskedLine, near: frozenset[Piece], held: frozenset[Piece]
    ) -> LineProgram | None:
        """Write a line as a program for all worlds of the pieces near it, beside those that are held, or
        return one that has them; nothing where it does not add up by stretches.
        """
        if any(each.predicate == PILLBOX for each in near | held):
            return None  # its end is there in some worlds alone
        known = self._programs.setdefault(sight, [])
        for each in known:
            if each.held == held and each.has(near | held):
                return each
        found = line_program(partial(self.line, sight), self.ends_of(sight), self.reach, near, held)
        if found is not None:
            known.append(found)
        return found

    def _evaluate_program(self, sight: AskedLine, some: frozenset[Piece]) -> bool:
        """Judge a line by its program, if it has one and the line is not unknown: of that one the
        first rule is given exactly.
        """
        for program in self._programs.get(sight, ()):
            if program.has(some):
                found = program.evaluate(some)
                if found is None or found.verdict != UNKNOWN:
                    self._verdicts[sight, some] = found
                    return True
        return False

    def ends_of(self, sight: AskedLine) -> frozenset[str]:
        """List the hexes of both ends."""
        known = self.board.locations_by_name
        return frozenset(known[each].hex for each in (sight.viewer, sight.target))

    def pieces_near(
        self, sights: Collection[AskedLine], pieces_met: frozenset[Piece]
    ) -> Mapping[AskedLine, frozenset[Piece]]:
        """Return which pieces lie near each line; beside a roadblock also what may do away with it, or
        with the building that it runs on to (Q4.15).
        """
        if not pieces_met:
            return dict.fromkeys(sights, frozenset())
        self._trace(sights)
        by_hex: dict[str, set[Piece]] = {}
        for each in pieces_met:
            for name in self.reach(each):
                by_hex.setdefault(name, set()).add(each)
        beside = {
            each: {other for name in self.reach(each) for other in by_hex[name]}
            for each in pieces_met
            if each.predicate == "roadblock"
        }

        @cache  # many lines come near the same few of these hexes
        def pieces_in(hexes: tuple[str, ...]) -> frozenset[Piece]:
            near = {each for name in hexes for each in by_hex[name]}
            return frozenset(near.union(*(beside.get(each, ()) for each in near)))

        names = tuple(by_hex)
        return {
            sight: pieces_in(tuple([name for name in names if name in self._near[sight]]))
            for sight in sights
        }

    def reach(self, piece: Piece) -> frozenset[str]:
        """List the hexes in which a line can meet a piece: a roadblock runs on from its vertices."""
        if piece.predicate in ("counter", PILLBOX):
            return frozenset(piece.hexes[:1])
        first, second = (self.board.indices[name] for name in piece.hexes[:2])
        neighbours = self.board.neighbours
        shared = set(neighbours[first].tolist()) & set(neighbours[second].tolist()) - {-1}
        return frozenset({*piece.hexes[:2], *(self.board.hexes[n].name for n in shared)})

    def _ends(self, sight: AskedLine) -> tuple[int, int]:
        """Return the points that a line runs between."""
        places, point_of = self.board.locations_by_name, self.board.point_of
        return point_of(places[sight.viewer]), point_of(places[sight.target])

    def _trace(self, sights: Collection[AskedLine]) -> None:
        """Find the hexes near each line."""
        ends = {sight: self._ends(sight) for sight in sights if sight not in self._near}
        if not ends:
            return
        fresh = sorted(set(ends.values()))
        names = [record.name for record in self.board.hexes]
        owners = self.board.owners.tolist()
        near = {pair: frozenset({names[owners[pair[0]]]}) for pair in fresh}
        apart = [pair for pair in fresh if owners[pair[0]] != owners[pair[1]]]
        if apart:
            margin = _MARGIN_OF_OUTLINES if self.board.raster is None else _MARGIN_OF_PIXELS
            rows = hexes_near(self.board, np.array(apart, dtype="i4"), margin)
            for pair, row in zip(apart, rows, strict=True):
                near[pair] = frozenset(names[n] for n in np.flatnonzero(row).tolist())
        self._near.update({sight: near[pair] for sight, pair in ends.items()})

    def line(
        self, sight: AskedLine, pieces_met: frozenset[Piece], called: LineNames
    ) -> list[str] | None:
        """Write a line as facts where some pieces lie, without full stops; nothing where one of its ends
        is no more, or the status cannot be.
        """
        session = self.session(pieces_met)
        if not self._standing([sight], session.board):
            return None
        viewer, target = (session.board.location(name) for name in (sight.viewer, sight.target))
        line = session.line(viewer, target, sight.statuses(self.units), called=called)
        return [fact.removesuffix(".") for fact in line.facts]

    def _standing(self, sights: Sequence[AskedLine], board: Board) -> list[AskedLine]:
        """List those of some lines that have both ends on a board, with the status of each."""
        refused = refused_posts(board, {post for sight in sights for post in sight.posts})
        known = board.locations_by_name
        absent = self.absent.difference(each.name for each in board.locations)
        return [
            sight
            for sight in sights
            if sight.viewer in known
            and sight.target in known
            and absent.isdisjoint((sight.viewer, sight.target))
            and sight.viewer != sight.target
            and refused.keys().isdisjoint(sight.posts)
        ]

    def session(self, pieces_met: frozenset[Piece]) -> LosEngine:
        """Open the session of the board with some pieces."""
        if not pieces_met:
            return self._engine_without_pieces
        if pieces_met not in self._sessions:
            if len(self._sessions) > 7:
                self._sessions.clear()
            board = with_pieces(self.board, sorted(pieces_met))
            self._sessions[pieces_met] = LosEngine(board, self._engine_without_pieces)
        return self._sessions[pieces_met]

    @cached_property
    def _engine_without_pieces(self) -> LosEngine:
        return LosEngine(self.board)

    def _evaluate(self, sights: list[AskedLine], pieces_met: frozenset[Piece]) -> None:
        session = self.session(pieces_met)
        self._verdicts.update({(sight, pieces_met): None for sight in sights})
        stand = self._standing(sights, session.board)
        known = session.board.locations_by_name
        if not stand:
            return
        numbers: dict[tuple[str, str], int] = {}
        pairs = [
            [
                numbers.setdefault((name, held), len(numbers))
                for name, held in zip(
                    (sight.viewer, sight.target), sight.statuses(self.units), strict=True
                )
            ]
            for sight in stand
        ]
        places: list[Location] = [known[name] for name, _ in numbers]
        statuses = [status or None for _, status in numbers]
        table = session.table(places, np.array(pairs), statuses, measured=False)
        found = table.verdicts
        for row, sight in enumerate(stand):
            rule = table.rules[int(found.rule[row])]
            self._verdicts[sight, pieces_met] = WorldVerdict(
                int(found.verdict[row]), rule, int(found.hindrance[row])
            )


def _line_facts(query: _Asked, found: WorldVerdict | None) -> KnownFacts:
    """Write in atoms what is known of a line."""
    if found is None or found.verdict == BLOCKED:
        return KnownFacts()
    clear = found.verdict != UNKNOWN
    arguments = query.arguments
    if query.name == "sees":
        values = [f"sees({arguments})"]
    else:
        amounts = [found.hindrance] if clear else range(most_hindrance(active_rules()) + 1)
        values = [f"hindrance({arguments},{amount})" for amount in amounts]
    if clear:
        return KnownFacts(frozenset(values))
    return KnownFacts(doubts=frozenset({Doubt(tuple(values), (found.rule,))}))


def _counters(pieces_met: frozenset[Piece]) -> frozenset[Counter] | None:
    """Read pieces as counters, where they are counters all."""
    if any(each.predicate != "counter" for each in pieces_met):
        return None
    return frozenset(counter_of_fact(each.fact) for each in pieces_met)


def sight_of(arguments: tuple[str, ...]) -> AskedLine:
    """Read a line of sight from the arguments of an atom."""
    viewer, target, *statuses = arguments
    return AskedLine(unquoted(viewer), unquoted(target), *reversed(statuses))


# Sight lines of questions as facts for the rules of whole lines (profile ``judged_sights``)
#
# A line is written once for each set of pieces near it that some world has; it counts in the worlds in
# which just these lie.


PROFILE = "judged_sights"
NO_STATUS = "none"

BATCH = 200
"""How many lines the rules are asked about at once."""


@dataclass(frozen=True, slots=True)
class WrittenLines:
    """Lines as facts, without full stops: what each is the line of, what it touches, and the pieces near
    them that lie in some world.
    """

    about: tuple[str, ...]
    touched: tuple[str, ...]
    placed: tuple[str, ...]


def write_lines(
    source: SightFacts,
    sights: Iterable[AskedLine],
    worlds: Sequence[frozenset[Piece]],
) -> WrittenLines:
    """Write some lines as they are in some worlds, given by the pieces that lie in each."""
    listed = sorted(sights)
    every = frozenset(piece for world in worlds for piece in world)
    near = source.pieces_near(listed, every)
    about: list[str] = []
    touched: list[str] = []
    placed: set[str] = set()
    first = number = 0
    for sight in listed:
        for some in sorted({near[sight] & world for world in worlds}, key=sorted):
            facts = source.line(sight, some, LineNames(number, first))
            if facts is None:
                continue
            about += _about(sight, number, some, near[sight])
            placed.update(piece.fact for piece in some)
            touched += facts
            first += sum(fact.startswith("touch(") for fact in facts)
            number += 1
    return WrittenLines(tuple(about), tuple(touched), tuple(sorted(placed)))


def _about(
    sight: AskedLine, number: int, some: frozenset[Piece], near: frozenset[Piece]
) -> Iterator[str]:
    ends = f"{string_term(sight.viewer)},{string_term(sight.target)}"
    yield f"line_of({ends},{_status_term(sight)},{number})"
    for piece in sorted(near):
        yield f"{'needs' if piece in some else 'lacks'}({number},{piece.fact})"


def _status_term(sight: AskedLine) -> str:
    if sight.viewer_status:
        return f"both({sight.viewer_status},{sight.status})"
    return sight.status or NO_STATUS


class WholeLineFacts:
    """Computes which rules block a line, the rules being asked about the whole of it."""

    names = frozenset({"blocked"})

    def __init__(self, sights: SightFacts) -> None:
        self.sights = sights
        self._facts: dict[tuple[AskedLine, frozenset[Piece]], KnownFacts] = {}

    def known_facts(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Compute what is demanded where some pieces lie."""
        questions = {sight_of(each) for each in demand.get(("blocked", 3), ())}
        if not questions:
            return KnownFacts()
        counters = met_by_lines(pieces)
        near = self.sights.pieces_near(questions, counters)
        fresh = [sight for sight in sorted(questions) if (sight, near[sight]) not in self._facts]
        for first in range(0, len(fresh), BATCH):
            self._ask(fresh[first : first + BATCH], near, counters)
        return KnownFacts.joined(self._facts[sight, near[sight]] for sight in questions)

    def _ask(
        self,
        sights: Collection[AskedLine],
        near: Mapping[AskedLine, frozenset[Piece]],
        counters: frozenset[Piece],
    ) -> None:
        written = write_lines(self.sights, sights, [counters])
        facts = "\n".join(f"{e}." for e in (*written.about, *written.touched, *written.placed))
        wanted = (("blocked", 3),)
        grounded = ActiveRules(PROFILE).ground(facts, wanted=wanted)  # atoms live no longer
        certain: dict[tuple[str, str], set[str]] = {}
        known: dict[tuple[str, str], set[Doubt]] = {}
        for atom in grounded.symbolic_atoms.by_signature("blocked", 3):
            viewer, target, rule = atom.symbol.arguments
            ends = viewer.string, target.string
            if atom.is_fact:
                certain.setdefault(ends, set()).add(str(atom.symbol))
            else:  # the line is not known for want of the rule
                undetermined = Doubt((str(atom.symbol),), (rule.string,))
                known.setdefault(ends, set()).add(undetermined)
        for sight in sights:
            ends = sight.viewer, sight.target
            known_facts = KnownFacts(
                frozenset(certain.get(ends, ())), frozenset(known.get(ends, ()))
            )
            self._facts[sight, near[sight]] = known_facts


class RangeFacts:
    """Measures lines between Locations of one board."""

    names = frozenset({"range", "embankments"})

    def __init__(self, board: Board) -> None:
        self.board = board

    def known_facts(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Compute what is demanded; what lies on the board makes no difference."""
        found = set()
        for arguments in demand.get(("range", 3), ()):
            first, second = self._hexes(arguments)
            found.add(f"range({','.join(arguments)},{self.board.range(first, second)})")
        lines = sorted(demand.get(("embankments", 3), ()))
        for arguments, number in zip(lines, self._embankments(lines), strict=True):
            found.add(f"embankments({','.join(arguments)},{number})")
        return KnownFacts(frozenset(found))

    def _hexes(self, arguments: tuple[str, ...]) -> tuple[str, str]:
        places = self.board.locations_by_name
        first, second = (places[unquoted(each)].hex for each in arguments)
        return first, second

    def _embankments(self, lines: list[tuple[str, ...]]) -> list[int]:
        """Count for each line the embankments that it touches between its ends, but for theirs."""
        numbers = self.board.indices
        ends = [tuple(numbers[name] for name in self._hexes(each)) for each in lines]
        distinct = sorted({pair for pair in ends if pair[0] != pair[1]})
        if not distinct or (self.board.embankments < 0).all():
            return [0] * len(lines)
        runs = LosEngine(self.board).scene.trace(np.array(distinct, dtype=np.int32))
        counted = {}
        for row, pair in enumerate(distinct):
            touched = runs.hexes[runs.starts[row] : runs.starts[row + 1]]
            met = set(self.board.embankments[np.unique(touched)].tolist())
            counted[pair] = len(met - set(self.board.embankments[list(pair)].tolist()) - {-1})
        return [counted.get((first, second), 0) for first, second in ends]
