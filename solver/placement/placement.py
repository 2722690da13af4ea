"""Asks the rules which counters that change terrain may lie where, and what they do away with."""

from __future__ import annotations

from collections import Counter as Tallied
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import clingo

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board, board_lines
from hexcourt.facts.boards.records import Counter, Location
from hexcourt.facts.pieces.pieces import Piece, counter_of_fact
from hexcourt.facts.tracing.touched_counters import Point, Stretch, TouchedCounter
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.statuses import FEW, Post, Ruled, Statuses, refused_words, words_of
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of, atoms_of
from hexcourt.solver.rulebase.reasons import first_reason
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules, cached_by_rules
from hexcourt.solver.rulebase.statement import Citation

PROFILE = "counters"


def with_counters(board: Board, counters: Sequence[Counter]) -> Board:
    """Lay further counters on a board; raises BadInput with the rule where one may not lie there.

    The Locations that they do away with are gone from the board.
    """
    for counter in counters:
        _place_of(board, counter)
    laid = tuple(sorted({*board.counters, *counters}))
    if not laid and not active_rules().is_enlarged:
        return board
    placed = replace(board, counters=laid)
    ruled = _ask(placed)
    _refuse(placed, ruled.refused)
    hexes = (
        replace(each, stairwell=False) if each.name in ruled.cleared else each
        for each in placed.hexes
    )
    left = (each for each in placed.locations if (each.hex, each.place) not in ruled.gone)
    return board.with_counters(laid, tuple(hexes), tuple(left))


@cached_by_rules()
def swept_terrain() -> frozenset[str]:
    """List the terrain that rubble takes the place of."""
    found = arguments_of(ActiveRules(PROFILE).ground(""), "swept_away", 1)
    return frozenset(str(term) for (term,) in found)


@cached_by_rules()
def grown_terrain() -> frozenset[tuple[str, str]]:
    """List the depressions in which what grows at their sides grows too, each with what does."""
    found = arguments_of(ActiveRules(PROFILE).ground(""), "grows_in", 2)
    return frozenset((str(low), str(up)) for low, up in found)


def cleared(board: Board) -> frozenset[str]:
    """List the hexes in which counters have done away with the buildings."""
    return cleared_and_laid(board)[0]


def cleared_and_laid(board: Board) -> tuple[frozenset[str], tuple[TouchedCounter, ...]]:
    """Return what counters do to a board: the hexes cleared of buildings, and how they lie, sorted."""
    if not board.counters:
        return frozenset(), ()
    ruled = _ask(board)
    return ruled.cleared, _laid(board, ruled)


def _laid(board: Board, ruled: _Ruled) -> tuple[TouchedCounter, ...]:
    lies = (
        TouchedCounter(board.indices[name], term, level, upon)
        for name, term, level, upon in ruled.lies
    )
    return tuple(sorted(lies))


def _refuse(board: Board, refused: Iterable[tuple[str, str]]) -> None:
    for subject, _ in refused:
        what = next(each for each in board.counters if _counter_fact(each) == subject)
        raise BadInput(
            f"{what.terrain} in {what.hex}: {_why_refused(board, subject)}; "
            "take it out or lay it elsewhere"
        )


class Placing:
    """What the rules say of counters on one board, in any number of worlds.

    It rules on each hex by itself (a test holds this equal to asking about the whole board). So it is
    asked once about what lies in a hex.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._ruled: dict[frozenset[Counter], _Ruled] = {frozenset(): _NOTHING}
        self._posts: dict[tuple[frozenset[Counter], str, str], bool] = {}
        self._at: dict[str, frozenset[Counter]] = _by_hex(board.counters)
        self._statuses = Statuses(board)

    def prepare(self, worlds: Iterable[Iterable[Counter]]) -> None:
        """Ask beforehand about some worlds, about different hexes together."""
        if active_rules().is_enlarged:
            self._prepare_whole(worlds)
            return
        fresh = {
            group for world in worlds for group in self._groups(world) if group not in self._ruled
        }
        while fresh:
            batch = {next(iter(group)).hex: group for group in sorted(fresh, key=sorted)}
            fresh -= set(batch.values())
            laid = tuple(sorted(each for some in batch.values() for each in some))
            ruled = _ask_twice(replace(self.board, counters=laid))
            for name, group in batch.items():
                self._ruled[group] = ruled.within(name)

    def _prepare_whole(self, worlds: Iterable[Iterable[Counter]]) -> None:
        """Ask about each world by itself: house rules may look from hex to hex."""
        for world in worlds:
            laid = self._laid(world)
            if frozenset(laid) not in self._ruled or not laid:
                self._ruled[frozenset(laid)] = _ask_twice(replace(self.board, counters=laid))

    def refusal(self, counters: Iterable[Counter]) -> str:
        """Say why some further counters may not lie, as ``with_counters`` does; "" where they may."""
        try:
            for counter in sorted(counters):
                _place_of(self.board, counter)
            refused = self._ruling(counters).refused
            if refused:
                _refuse(replace(self.board, counters=self._laid(counters)), refused)
        except BadInput as error:
            return str(error)
        return ""

    def effect(
        self, counters: Iterable[Counter]
    ) -> tuple[frozenset[str], tuple[TouchedCounter, ...], frozenset[tuple[str, str]]]:
        """Return what the board's and further counters do: the hexes cleared of buildings, how they lie,
        sorted, and the Locations (hex, place) that are no more.
        """
        ruled = self._ruling(counters)
        return ruled.cleared, _laid(self.board, ruled), ruled.gone

    def is_refused(self, place: Location, status: str, counters: Iterable[Counter]) -> bool:
        """Return whether no unit can have a status in a Location that there is, where counters lie."""
        here = self._at.get(place.hex, frozenset())
        here |= {each for each in counters if each.hex == place.hex}
        if active_rules().is_enlarged:
            here = frozenset({*self.board.counters, *counters})
        key = (here, place.name, status)
        if key not in self._posts:
            own = here == self._at.get(place.hex, frozenset())
            self._ask_of_all(status) if own else self._ask_of(place, status, here)
        return self._posts[key]

    def _ask_of(self, place: Location, status: str, here: frozenset[Counter]) -> None:
        refused = self._statuses.refused([(place.name, status)], sorted(here))
        self._posts[here, place.name, status] = bool(refused)

    def _ask_of_all(self, status: str) -> None:
        """Ask about all Locations together, with what lies on the board in any case."""
        every = [(each.name, status) for each in self.board.locations]
        refused = self._statuses.refused(every, self.board.counters)
        for each in self.board.locations:
            here = self._at.get(each.hex, frozenset())
            self._posts[here, each.name, status] = (each.name, status) in refused

    def _laid(self, counters: Iterable[Counter]) -> tuple[Counter, ...]:
        return tuple(sorted({*self.board.counters, *counters}))

    def _groups(self, counters: Iterable[Counter]) -> list[frozenset[Counter]]:
        if active_rules().is_enlarged:
            return [frozenset(self._laid(counters))]
        found = dict(self._at)
        for each in counters:
            found[each.hex] = found.get(each.hex, frozenset()) | {each}
        return list(found.values())

    def _ruling(self, counters: Iterable[Counter]) -> _Ruled:
        counters = tuple(counters)
        self.prepare([counters])
        some = [self._ruled[group] for group in self._groups(counters)]
        return _Ruled(
            frozenset(each for ruled in some for each in ruled.cleared),
            frozenset(each for ruled in some for each in ruled.gone),
            tuple(sorted(each for ruled in some for each in ruled.refused)),
            tuple(each for ruled in some for each in ruled.lies),
        )


def _ask_twice(board: Board) -> _Ruled:
    """Ask what counters do: how they lie in what Locations there are left, as for a board of its own."""
    ruled = _ask(board)
    left = tuple(each for each in board.locations if (each.hex, each.place) not in ruled.gone)
    return ruled._replace(lies=_ask(replace(board, locations=left)).lies)


def _by_hex(counters: Iterable[Counter]) -> dict[str, frozenset[Counter]]:
    found: dict[str, frozenset[Counter]] = {}
    for each in counters:
        found[each.hex] = found.get(each.hex, frozenset()) | {each}
    return found


def _place_of(board: Board, counter: Counter) -> Location:
    board.hex(counter.hex)
    here = board.locations_of(counter.hex)
    found = next((each for each in here if each.place == counter.place), None)
    if found is None:
        known = ", ".join(each.place for each in here)
        raise BadInput(
            f"{counter.terrain}: {counter.hex} has no Location {counter.place}; choose one of {known}"
        )
    return found


def _counter_fact(counter: Counter) -> str:
    return f"counter({string_term(counter.hex)},{counter.place},{counter.terrain})"


class _Ruled(NamedTuple):
    """What the rules say of a board: hexes cleared of buildings, Locations (hex, place) that are no
    more, what is refused by which rule, and how each counter lies (hex, term, level, upon).
    """

    cleared: frozenset[str]
    gone: frozenset[tuple[str, str]]
    refused: tuple[tuple[str, str], ...]
    lies: tuple[tuple[str, str, int, str], ...]

    def within(self, name: str) -> _Ruled:
        """Return what is said of one hex."""
        start = f"counter({string_term(name)},"
        return _Ruled(
            self.cleared & {name},
            frozenset(each for each in self.gone if each[0] == name),
            tuple(each for each in self.refused if each[0].startswith(start)),
            tuple(each for each in self.lies if each[0] == name),
        )


_NOTHING = _Ruled(frozenset(), frozenset(), (), ())


def _why_refused(board: Board, subject: str) -> Citation | None:
    """Return the rule by which a counter is refused, or None if it is not."""
    grounded = ActiveRules(PROFILE).ground(_told(board))
    atoms = (e for e in atoms_of(grounded, "refused", 2) if str(e.arguments[0]) == subject)
    return first_reason(grounded, PROFILE, atoms)


def _told(board: Board) -> str:
    """Write the facts that the rules read of the counters on a board."""
    if active_rules().is_enlarged:
        return "\n".join([HexFacts(board, unit_named("squad")).facts(), *board_lines(board), ""])
    about = {counter.hex for counter in board.counters}
    told = board_lines(
        replace(
            board,
            hexes=tuple(each for each in board.hexes if each.name in about),
            locations=tuple(each for each in board.locations if each.hex in about),
            hexsides=MappingProxyType({}),
            outlines=(),
            raster=None,
            notes=(),
        )
    )
    return "\n".join([*told, ""])


def _ask(board: Board) -> _Ruled:
    """Ask the rules about the counters on a board."""
    return _ruled(_told(board))


@cached_by_rules(64)
def _ruled(facts: str) -> _Ruled:
    wanted = (("cleared", 1), ("gone", 2), ("refused", 2), ("lies", 6))
    grounded = ActiveRules(PROFILE).ground(facts, wanted=wanted)
    cleared, gone, refused, lies = (arguments_of(grounded, *each) for each in wanted)
    return _Ruled(
        frozenset(name.string for (name,) in cleared),
        frozenset((name.string, str(place)) for name, place in gone),
        tuple(sorted((str(subject), rule.string) for subject, rule in refused)),
        tuple(
            (owner.string, str(term), ground.number, upon.name)
            for owner, _, _, term, ground, upon in lies
        ),
    )


_Group = tuple[str, frozenset[Counter]]
"""A hex, and all counters that lie in it."""


class StatusesInWorlds:
    """What the rules say of some statuses of units on one board, with whatever counters lie besides.

    ``posts`` are those that a question supposes, ``units`` those that are given, which make a world
    that refuses them impossible. The rules are asked once about what lies in the hex of a unit (a test
    holds this equal to asking about each world by itself).
    """

    def __init__(self, board: Board, posts: Collection[Post], units: Mapping[str, str]) -> None:
        self.board = board
        self.units = frozenset(units.items())
        self.few = len(posts) <= FEW
        self._posts: dict[str, list[Post]] = {}
        for name, status in sorted({*posts, *self.units}):
            if (place := board.locations_by_name.get(name)) is not None:
                self._posts.setdefault(place.hex, []).append((name, status))
        self._statuses = Statuses(board)
        self._ruled: dict[_Group, tuple[Ruled, ...]] = {}
        self._at = _by_hex(board.counters)

    @property
    def hexes(self) -> Collection[str]:
        """List the hexes of the units."""
        return self._posts.keys()

    def prepare(self, worlds: Iterable[Collection[Piece]]) -> None:
        """Ask beforehand about some worlds, about different hexes together."""
        fresh = {group for world in worlds for group in self._groups(world)} - self._ruled.keys()
        while fresh:
            batch = {
                name: (name, laid)
                for name, laid in sorted(fresh, key=lambda e: (e[0], sorted(e[1])))
            }
            fresh -= set(batch.values())
            posts = [post for name in batch for post in self._posts[name]]
            laid = sorted(each for _, some in batch.values() for each in some)
            ruled = self._statuses.ruled(posts, laid)
            for name, group in batch.items():
                here = set(self._posts[name])
                self._ruled[group] = tuple(r for r in ruled if (r.name, r.status) in here)

    def ruled(self, world: Collection[Piece]) -> tuple[Ruled, ...]:
        """List what is refused and in doubt in a world."""
        self.prepare([world])
        return tuple(each for group in self._groups(world) for each in self._ruled[group])

    def of_group(self, group: _Group) -> tuple[Ruled, ...]:
        """List what is refused and in doubt in a hex where some counters lie."""
        if group not in self._ruled:
            laid = sorted(group[1])
            self._ruled[group] = self._statuses.ruled(self._posts[group[0]], laid)
        return self._ruled[group]

    def check(self, world: Collection[Piece]) -> None:
        """Raise BadInput for a world in which no unit can have a status that is given."""
        if not self.units:
            return
        for each in self.ruled(world):
            if each.refused and (each.name, each.status) in self.units:
                raise BadInput(refused_words(each.name, each.status, each.why))

    def words(self, world: Collection[Piece]) -> tuple[str, ...]:
        """Say which statuses are in doubt in a world, and why."""
        return words_of(self.ruled(world), self.few)

    def changed_groups(self, world: Collection[Piece]) -> Iterator[_Group]:
        """Return the hexes of units in which pieces of a world lie, with all that lies there."""
        counters = [
            counter_of_fact(each.fact)
            for each in world
            if each.predicate == "counter" and each.hexes[0] in self._posts
        ]
        for name in sorted({each.hex for each in counters}):
            here = (each for each in counters if each.hex == name)
            yield name, self._at.get(name, frozenset()).union(here)

    def _groups(self, world: Collection[Piece]) -> list[_Group]:
        own = {name: (name, self._at.get(name, frozenset())) for name in self._posts}
        return list((own | {group[0]: group for group in self.changed_groups(world)}).values())


class StatusTally:
    """Counts in how many worlds each status is in doubt, or refused, and why."""

    def __init__(self, statuses: StatusesInWorlds) -> None:
        self.statuses = statuses
        self._worlds = 0
        self._changed: Tallied[_Group] = Tallied()

    def add(self, world: Collection[Piece], number: int = 1) -> None:
        """Count a world, or a number of worlds with the same pieces in the hexes of units."""
        self._worlds += number
        self._changed.update(dict.fromkeys(self.statuses.changed_groups(world), number))

    @property
    def words(self) -> tuple[str, ...]:
        """Say of how many worlds which status is in doubt: what holds of all, without their number."""
        by_count: dict[int, list[Ruled]] = {}
        for ruled, count in self._counted().items():
            by_count.setdefault(count, []).append(ruled)
        said: list[str] = []
        for count, some in sorted(by_count.items(), reverse=True):
            where = "" if count == self._worlds else f"in {count} of {self._worlds} worlds "
            said += [where + each for each in words_of(some, self.statuses.few)]
        return tuple(said)

    def _counted(self) -> Tallied[Ruled]:
        changed = Tallied[str]()
        found = Tallied[Ruled]()
        for (name, laid), count in self._changed.items():
            changed[name] += count
            for each in self.statuses.of_group((name, laid)):
                found[each] += count
        for each in self.statuses.ruled(()):
            hex_name = self.statuses.board.locations_by_name[each.name].hex
            found[each] += self._worlds - changed[hex_name]
        return +found


class BarrierRules:
    """What roadblocks raise on one board, whatever else lies there."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._found: dict[tuple[frozenset[Piece], RuleBase], tuple[Stretch, ...]] = {}

    @cached_property
    def hex_facts(self) -> HexFacts:
        """Return what is told of the board's hexes."""
        return HexFacts(self.board, unit_named("squad"))

    def raised(self, board: Board) -> tuple[Stretch, ...]:
        """List the stretches that the roadblocks of a board raise, sorted; the board is this one, with
        whatever counters and roadblocks.
        """
        if not board.roadblocks:
            return ()
        pieces = frozenset(pieces_on(board))
        if (pieces, active_rules()) not in self._found:
            self._found[pieces, active_rules()] = self._ask(pieces)
        return self._found[pieces, active_rules()]

    def _ask(self, pieces: Iterable[Piece]) -> tuple[Stretch, ...]:
        blocks = [each for each in pieces if each.predicate == "roadblock"]
        hexes = self.hex_facts.around(
            {name for each in blocks for name in self.hex_facts.touched(each)}
        )
        here = [each for each in pieces if set(each.hexes) <= hexes]
        facts = self.hex_facts.facts(here, hexes)
        stretches = (("stretch", 6),)
        grounded = ActiveRules("barriers").ground(facts, wanted=stretches)
        return tuple(sorted(map(self._stretch, arguments_of(grounded, "stretch", 6))))

    def _stretch(self, told: list[clingo.Symbol]) -> Stretch:
        where, start, end, term, level, side = told
        numbers = self.board.indices
        here = numbers[where.string]
        beyond = -1 if side.name == "none" else numbers[side.arguments[1].string]
        return Stretch(here, _point(start), _point(end), str(term), level.number, beyond)


def _point(symbol: clingo.Symbol) -> Point:
    return symbol.name, symbol.arguments[0].number if symbol.arguments else 0


def pieces_on(board: Board) -> Iterable[Piece]:
    """List the counters and roadblocks that lie on a board."""
    for counter in board.counters:
        yield Piece(_counter_fact(counter), (counter.hex,))
    for hexes in board.roadblocks:
        yield Piece(f"roadblock({','.join(map(string_term, hexes))})", hexes)
