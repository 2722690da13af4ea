"""Who sees a unit on its way, and the path on which it is seen least.

A sighting is a move to another Location, or a vertex in Bypass, that one watcher sees. Watchers are the
known enemies on the board, and Locations that are named. A path of least exposure is found in a network
that has each state once for each number of sightings so far, by the search that finds all paths. So
turns, costs and the Advance Phase count as they do there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import clingo
import numpy as np

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.base.kernels import Int32s
from hexcourt.facts.boards.records import Location
from hexcourt.facts.pieces.pieces import Piece, piece_text
from hexcourt.solver.actions.judging import judge_attack
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.movement.cheapest import simplest
from hexcourt.solver.movement.engine import (
    MoveGraph,
    ReachSearch,
    Step,
    Way,
    first_phase,
    in_turns,
    steps_to,
)
from hexcourt.solver.movement.mover import Mover, assumed_of_paths, given, open_engine
from hexcourt.solver.movement.path_answers import find_path
from hexcourt.solver.movement.path_rows import assumption_lines, placed_lines, step_rows
from hexcourt.solver.movement.routes import goals_of, nearest
from hexcourt.solver.placement.placement import met_by_lines
from hexcourt.solver.placement.statuses import status_words
from hexcourt.solver.position.board_language import Doubt, KnownFacts, NeededFacts, atom, unquoted
from hexcourt.solver.position.locations import UnitPosition, read_location, read_unit_position
from hexcourt.solver.position.states import State, place_words
from hexcourt.solver.query.path_facts import PathFacts
from hexcourt.solver.query.sight_facts import SightFacts
from hexcourt.solver.sight.answers import los_engine
from hexcourt.solver.sight.batch_los import BLOCKED, CLEAR, UNKNOWN, VERDICTS
from hexcourt.solver.sight.los_engine import LosEngine

MAX_SIGHTINGS = 400
"""How many sightings a path may have that is still compared with others."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a watcher sees of a place: verdict and Hindrance of the line, the rule that decides it."""

    watcher: str
    verdict: str
    hindrance: int
    rule: str

    @property
    def least(self) -> int:
        """Return 1 if the place is surely seen, else 0."""
        return int(self.verdict == VERDICTS[CLEAR])

    @property
    def most(self) -> int:
        """Return 0 if the place is surely not seen, else 1."""
        return int(self.verdict != VERDICTS[BLOCKED])


Seen = Mapping[str, tuple[Sighting, ...]]
"""By place, as ``place_words`` writes it, what each watcher sees of it."""


def enemies_of(pieces: Iterable[Piece]) -> list[str]:
    """Name the Locations of known enemies (A4.14)."""
    found = []
    for piece in pieces:
        if piece.predicate == "enemy":
            _, place = clingo.parse_term(piece.fact).arguments
            found.append(Location(piece.hexes[0], str(place), 0).name)
    return sorted(set(found))


def seen_from(
    lines: LosEngine, watchers: Sequence[str], states: Collection[State], units: Mapping[str, str]
) -> Seen:
    """Judge the lines of sight from each watcher to each state, be it in Bypass; ``units`` maps
    Locations to the status of the unit there.
    """
    board = lines.board
    everywhere = sorted({place_words(board, each) for each in states if not each.off_map})
    places = [each for each in everywhere if "," not in each]
    ends = [read_location(board, each) for each in (*watchers, *places)]
    held = [status or units.get(place.name) for place, status in ends]
    pairs = [
        (first, second)
        for second in range(len(watchers), len(ends))
        for first in range(len(watchers))
        if ends[first][0] != ends[second][0]
    ]
    # no line is judged to a vertex at the edge of the map, nor within one Location: what is seen there
    # is left open
    undecided = {each: Sighting(each, VERDICTS[UNKNOWN], 0, "") for each in watchers}
    seen = {place: {**undecided} for place in everywhere}
    lines_of = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    table = lines.table([end for end, _ in ends], lines_of, held, measured=False)
    result = table.verdicts
    for row, (first, second) in enumerate(pairs):
        verdict = VERDICTS[int(result.verdict[row])]
        rule = table.rules[int(result.rule[row])]
        sighting = Sighting(watchers[first], verdict, int(result.hindrance[row]), rule)
        seen[places[second - len(watchers)]][watchers[first]] = sighting
    return {place: tuple(each.values()) for place, each in seen.items()}


def sightings(world: MoveGraph, seen: Seen, step: Step) -> tuple[Sighting, ...]:
    """List what is seen of a step; a turn of a vehicle in its hex is none."""
    board = world.engine.board
    if step.edge.target.without_arc == step.edge.source.without_arc:
        return ()
    return seen.get(place_words(board, step.edge.target), ())


@dataclass(frozen=True, eq=False)
class ExposedPath:
    """A path and how often it is seen: surely, and at most."""

    way: Way
    least: int
    most: int


class Exposure:
    """Paths of one unit from some states to others, and who sees them."""

    def __init__(
        self, world: MoveGraph, ends: tuple[Collection[State], Collection[State]], turns: int
    ) -> None:
        self.world = world
        self.starts, self.goals = ends
        self.turns = turns

    def search(self, surely: bool) -> ReachSearch:
        """Search for all paths."""
        return self.world.search(self.starts, self.turns, surely)

    @property
    def reached(self) -> frozenset[State]:
        """List the states that any path may come to."""
        return frozenset(self.search(False).all_reached)

    def of(self, way: Way, seen: Seen) -> ExposedPath:
        """Count how often a path is seen."""
        each = [one for step in way.steps for one in sightings(self.world, seen, step)]
        return ExposedPath(way, sum(one.least for one in each), sum(one.most for one in each))

    def fastest(self, seen: Seen, surely: bool) -> ExposedPath | None:
        """Return the path that arrives first, for the least cost."""
        way = nearest(self.search(surely), self.goals)
        return None if way is None else self.of(way, seen)

    def least(self, seen: Seen, surely: bool) -> ExposedPath | None:
        """Return a path that is seen least: to be sure by certain moves, what may be seen counting as
        seen, else by possible ones, counting only what is seen surely. Of such paths it is the one that
        arrives first, for the least cost.
        """
        fastest = self.fastest(seen, surely)
        most = 0 if fastest is None else fastest.most if surely else fastest.least
        if fastest is None or not most:
            return fastest
        if most > MAX_SIGHTINGS:
            raise BadInput(
                f"the shortest path is seen {most} times, and up to {MAX_SIGHTINGS} can be "
                "compared; name fewer watchers or fewer turns"
            )
        world, states = self.world, len(self.world.resting)
        weights = self._weights(seen, surely)
        network = world.network(None).in_layers([n + weights for n in range(most + 1)])
        resting = np.tile(world.resting, most + 1)
        terms = world.terms(surely)
        phases = in_turns(
            network,
            world.set_out(self.starts),
            resting,
            terms,
            self.turns,
            world.engine.later_price,
        )
        plain = [p.tree if p.advance else simplest(p.tree, surely) for p in phases].__getitem__
        for layer in range(most + 1):
            numbers = [layer * states + each for each in world.numbers(self.goals)]
            found = [
                (phases[index].turn, int(phases[index].tree.least[number]), number)
                for number in numbers
                if (index := first_phase(phases, number)) is not None
            ]
            if found:
                turn, spent, number = min(found)
                steps = tuple(steps_to(world.engine, phases, plain, number, surely))
                way = Way(steps[0].edge.source, steps, turn, spent, surely)
                return self.of(way, seen)
        return fastest

    def _weights(self, seen: Seen, surely: bool) -> Int32s:
        """Count for each move by how many watchers it is seen."""
        board = self.world.engine.board
        weight = {
            place: sum(one.most if surely else one.least for one in each)
            for place, each in seen.items()
        }
        return np.array(
            [
                0
                if edge.target.without_arc == edge.source.without_arc
                else weight.get(place_words(board, edge.target), 0)
                for table in self.world.tables
                for edge in table.edges
            ],
            dtype=np.int32,
        )


class ExposureFacts:
    """Computes how often a unit is seen at the least on its way, world by world."""

    names = frozenset({"exposed"})

    def __init__(self, sights: SightFacts, ways: PathFacts) -> None:
        self.sights = sights
        self.ways = ways

    def known_facts(self, demand: NeededFacts, pieces: Collection[Piece]) -> KnownFacts:
        """Compute what is demanded where some pieces lie; enemies among them watch."""
        wanted = sorted(demand.get(("exposed", 3), ()))
        if not wanted:
            return KnownFacts()
        world = self.ways.session.suppose(pieces)
        lines = self.sights.session(met_by_lines(pieces))
        watchers = enemies_of(pieces)
        certain: set[str] = set()
        undetermined: set[Doubt] = set()
        for arguments in wanted:
            start, goal = map(unquoted, arguments)
            if self.ways.is_start((start, goal), world):
                continue
            ends = self.ways.starts(start, world), self.ways.goals(goal)
            found = Exposure(world, ends, self.ways.mover.turns)
            seen = seen_from(lines, watchers, found.reached, self.sights.units)
            sure, loose = found.least(seen, True), found.least(seen, False)
            if loose is None:
                continue
            most = loose.most if sure is None else sure.most
            atoms = [atom("exposed", start, goal, n) for n in range(loose.least, most + 1)]
            if sure is not None and loose.least == most:
                certain.update(atoms)
            else:
                undetermined.add(Doubt(tuple(atoms), _rules(seen), sure is not None))
        return KnownFacts(frozenset(certain), frozenset(undetermined))


def _rules(seen: Seen) -> tuple[str, ...]:
    """Name the rules for want of which lines are not known."""
    every = (one for each in seen.values() for one in each if one.least < one.most and one.rule)
    return tuple(sorted({one.rule for one in every}))


# --- the answer ----------------------------------------------------------------


def find_exposure(mover: Mover, goal: str, turns: int, watch: Sequence[str]) -> Answer:
    """Find the path on which a unit is seen least, and say who sees each step of it."""
    position = mover.position
    engine, where, starts = open_engine(mover, turns)
    end = read_unit_position(engine.board, engine.unit, goal)
    if not engine.may_reach(starts, end.hex, turns):
        engine, where, starts = open_engine(mover)
    goals = goals_of(engine, end, starts)
    lines = los_engine(position)
    named = [read_location(lines.board, each)[0].name for each in watch]
    watchers = sorted({*enemies_of(position.pieces), *named})
    if not watchers:
        raise BadInput(
            'exposure: nobody watches; place an enemy such as enemy("F31"), or name a Location to '
            "watch from"
        )
    found = Exposure(engine.world, (starts, goals), turns)
    seen = seen_from(lines, watchers, found.reached, position.statuses)
    best = found.least(seen, True)
    sure = best is not None
    best = best or found.least(seen, False)
    fastest = found.fastest(seen, sure)
    arguments = given(engine, mover, goal=goal, turns=turns, watch=list(watch))
    if best is None or fastest is None:  # nobody asks who sees it, but why there is no path
        no_path = find_path(mover, goal, turns=turns)
        return replace(no_path, command="exposure", arguments=arguments)
    rows = list(_rows(found, best, seen, mover))
    counts = {
        "watchers": len(watchers),
        "seen": best.least,
        "seen_at_most": best.most,
        "fastest_seen": fastest.most,
    }
    lines_shown = tuple(_lines(found, (best, fastest), rows, (where, end)))
    return Answer(
        "exposure",
        engine.board,
        "yes" if sure else "unknown",
        arguments,
        rows,
        counts,
        # what else is given, lines of sight and TEM may read
        (*assumed_of_paths(engine, where), *status_words(engine.board, position.statuses)),
        engine.unit.profile,
        lines_shown,
    )


def _rows(found: Exposure, best: ExposedPath, seen: Seen, mover: Mover) -> Iterator[dict[str, Any]]:
    board = found.world.engine.board
    for step, row in zip(best.way.steps, step_rows(found.world.engine, best.way), strict=True):
        place = place_words(board, step.edge.target)
        by = [one for one in sightings(found.world, seen, step) if one.most]
        names = ("turn", "from", "to", "how", "advance")
        yield {
            **{name: row[name] for name in names},
            "seen": [_sighting_row(mover, one, place) for one in by],
        }


def _sighting_row(mover: Mover, one: Sighting, place: str) -> dict[str, Any]:
    """Return by whom a step is seen, how much hindered, and what TEM Small Arms fire from there
    meets.
    """
    tem, rules = _tem(mover, one.watcher, place)
    return {
        "by": one.watcher,
        "certain": bool(one.least),
        "hindrance": one.hindrance if one.least else None,
        "tem": tem,
        "rules": sorted({*rules, *([one.rule] if one.rule else [])}),
    }


def _tem(mover: Mover, watcher: str, place: str) -> tuple[int | None, list[str]]:
    """Ask the rules for the TEM of a place; nothing where it is undetermined, with the rules."""
    position = mover.position
    texts = [piece_text(each) for each in position.pieces if each.predicate != "enemy"]
    try:
        effects = judge_attack(
            position.board, f"small_arms({string_term(watcher)})", place, [*texts, *position.facts]
        )
    except BadInput:
        return None, []
    unknown = [cited.number for what, cited in effects.unknown if what.startswith("tem")]
    total = next((each for each in effects.found if each.what == "tem"), None)
    if unknown or total is None:
        return None, unknown
    parts = [each for each in effects.found if each.what.startswith("tem(")]
    return int(total.value), [each.citation.number for each in parts or [total]]


def _lines(
    found: Exposure,
    paths: tuple[ExposedPath, ExposedPath],
    rows: Sequence[Mapping[str, Any]],
    ends: tuple[UnitPosition, UnitPosition],
) -> Iterator[str]:
    """Write the path that is seen least, beside the one that arrives first."""
    engine, (best, fastest) = found.world.engine, paths
    who = f"{engine.unit.with_article} goes from {ends[0].text} to {ends[1].text}"
    within = "one turn" if found.turns == 1 else f"{found.turns} turns"
    word = "yes" if best.way.sure else "unknown"
    yield f"{word}: {who}, {_times(best)}; no path in {within} is seen less"
    yield from placed_lines(engine)
    yield from assumption_lines(engine, ends[0])
    for number, row in enumerate(rows, 1):
        how = "advances" if row["advance"] else row["how"]
        turn = f"turn {row['turn']}, " if found.turns > 1 else ""
        step = f"  {number:2}  {turn}{row['from']} to {row['to']}" + (f", {how}" if how else "")
        yield f"{step}: {'; '.join(map(_sighting_words, row['seen'])) or 'unseen'}"
    if fastest.most > best.most:
        yield f"the shortest path is {_times(fastest)}"


def _times(path: ExposedPath) -> str:
    if not path.most:
        return "unseen"
    perhaps = f", {path.most - path.least} of them perhaps" if path.most > path.least else ""
    return f"seen {counted(path.most, 'time')}{perhaps}"


def _sighting_words(row: Mapping[str, Any]) -> str:
    perhaps = "" if row["certain"] else "perhaps "
    hindrance = f", Hindrance +{row['hindrance']}" if row["hindrance"] else ""
    tem = (
        "TEM not known" if row["tem"] is None else f"TEM {row['tem']:+d}" if row["tem"] else "TEM 0"
    )
    rules = f" ({', '.join(row['rules'])})" if row["rules"] else ""
    return f"{perhaps}seen from {row['by']}{hindrance}, {tem}{rules}"
