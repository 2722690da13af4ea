"""Asks the rules which counters that change terrain may lie where, and what they do away with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import clingo

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board, board_lines
from hexcourt.facts.boards.piece_table import PIECE_KINDS, pieces_with
from hexcourt.facts.boards.records import Counter, Location
from hexcourt.facts.pieces.pieces import Piece, counter_of_fact
from hexcourt.facts.tracing.touched_counters import Point, Stretch, TouchedCounter
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.rule_locations import with_breaches, with_pillboxes
from hexcourt.solver.placement.statuses import Statuses, by_hex
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of, atoms_of
from hexcourt.solver.rulebase.reasons import first_reason
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules, cached_by_rules
from hexcourt.solver.rulebase.statement import Citation

PROFILE = "counters"


def with_counters(board: Board, counters: Sequence[Counter]) -> Board:
    """Place further counters on a board; raises BadInput with the rule where one may not lie there.

    The Locations that they do away with are gone from the board.
    """
    for counter in counters:
        _place_of(board, counter)
    placed_pieces = tuple(sorted({*board.counters, *counters}))
    if not placed_pieces and not active_rules().is_enlarged:
        return board
    placed = replace(board, counters=placed_pieces)
    effects = _ask(placed)
    _refuse(placed, effects.refused)
    hexes = (
        replace(each, stairwell=False) if each.name in effects.cleared else each
        for each in placed.hexes
    )
    left = (each for each in placed.locations if (each.hex, each.place) not in effects.gone)
    return board.with_counters(placed_pieces, tuple(hexes), tuple(left))


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
    return counter_effects(board)[0]


def counter_effects(board: Board) -> tuple[frozenset[str], tuple[TouchedCounter, ...]]:
    """Return what counters do to a board: the hexes cleared of buildings, and how they lie, sorted."""
    if not board.counters:
        return frozenset(), ()
    effects = _ask(board)
    return effects.cleared, _touched_counters(board, effects)


def _touched_counters(board: Board, effects: _CounterEffects) -> tuple[TouchedCounter, ...]:
    lies = (
        TouchedCounter(board.indices[name], term, level, upon)
        for name, term, level, upon in effects.lies
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
        self._effects: dict[frozenset[Counter], _CounterEffects] = {frozenset(): _NOTHING}
        self._posts: dict[tuple[frozenset[Counter], str, str], bool] = {}
        self._at: dict[str, frozenset[Counter]] = by_hex(board.counters)
        self._statuses = Statuses(board)

    def prepare(self, worlds: Iterable[Iterable[Counter]]) -> None:
        """Ask beforehand about some worlds, about different hexes together."""
        if active_rules().is_enlarged:
            self._prepare_whole(worlds)
            return
        fresh = {
            group for world in worlds for group in self._groups(world) if group not in self._effects
        }
        while fresh:
            batch = {next(iter(group)).hex: group for group in sorted(fresh, key=sorted)}
            fresh -= set(batch.values())
            placed = tuple(sorted(each for some in batch.values() for each in some))
            effects = _ask_twice(replace(self.board, counters=placed))
            for name, group in batch.items():
                self._effects[group] = effects.within(name)

    def _prepare_whole(self, worlds: Iterable[Iterable[Counter]]) -> None:
        """Ask about each world by itself: house rules may look from hex to hex."""
        for world in worlds:
            placed = self._with_counters(world)
            if frozenset(placed) not in self._effects or not placed:
                self._effects[frozenset(placed)] = _ask_twice(replace(self.board, counters=placed))

    def refusal(self, counters: Iterable[Counter]) -> str:
        """Describe why some further counters may not lie, as ``with_counters`` does; "" where they
        may.
        """
        try:
            for counter in sorted(counters):
                _place_of(self.board, counter)
            refused = self._decided(counters).refused
            if refused:
                _refuse(replace(self.board, counters=self._with_counters(counters)), refused)
        except BadInput as error:
            return str(error)
        return ""

    def effect(
        self, counters: Iterable[Counter]
    ) -> tuple[frozenset[str], tuple[TouchedCounter, ...], frozenset[tuple[str, str]]]:
        """Return what the board's and further counters do: the hexes cleared of buildings, how they lie,
        sorted, and the Locations (hex, place) that are no more.
        """
        effects = self._decided(counters)
        return effects.cleared, _touched_counters(self.board, effects), effects.gone

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

    def _with_counters(self, counters: Iterable[Counter]) -> tuple[Counter, ...]:
        return tuple(sorted({*self.board.counters, *counters}))

    def _groups(self, counters: Iterable[Counter]) -> list[frozenset[Counter]]:
        if active_rules().is_enlarged:
            return [frozenset(self._with_counters(counters))]
        found = dict(self._at)
        for each in counters:
            found[each.hex] = found.get(each.hex, frozenset()) | {each}
        return list(found.values())

    def _decided(self, counters: Iterable[Counter]) -> _CounterEffects:
        counters = tuple(counters)
        self.prepare([counters])
        some = [self._effects[group] for group in self._groups(counters)]
        return _CounterEffects(
            frozenset(each for effects in some for each in effects.cleared),
            frozenset(each for effects in some for each in effects.gone),
            tuple(sorted(each for effects in some for each in effects.refused)),
            tuple(each for effects in some for each in effects.lies),
        )


def _ask_twice(board: Board) -> _CounterEffects:
    """Ask what counters do: how they lie in what Locations there are left, as for a board of its own."""
    effects = _ask(board)
    left = tuple(each for each in board.locations if (each.hex, each.place) not in effects.gone)
    return effects._replace(lies=_ask(replace(board, locations=left)).lies)


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


class _CounterEffects(NamedTuple):
    """What the rules say of a board: hexes cleared of buildings, Locations (hex, place) that are no
    more, what is refused by which rule, and how each counter lies (hex, term, level, upon).
    """

    cleared: frozenset[str]
    gone: frozenset[tuple[str, str]]
    refused: tuple[tuple[str, str], ...]
    lies: tuple[tuple[str, str, int, str], ...]

    def within(self, name: str) -> _CounterEffects:
        """Return what is said of one hex."""
        start = f"counter({string_term(name)},"
        return _CounterEffects(
            self.cleared & {name},
            frozenset(each for each in self.gone if each[0] == name),
            tuple(each for each in self.refused if each[0].startswith(start)),
            tuple(each for each in self.lies if each[0] == name),
        )


_NOTHING = _CounterEffects(frozenset(), frozenset(), (), ())


def _why_refused(board: Board, subject: str) -> Citation | None:
    """Return the rule by which a counter is refused, or None if it is not."""
    grounded = ActiveRules(PROFILE).ground(_counter_facts(board))
    atoms = (e for e in atoms_of(grounded, "refused", 2) if str(e.arguments[0]) == subject)
    return first_reason(grounded, PROFILE, atoms)


def _counter_facts(board: Board) -> str:
    """Write the facts that the rules read of the counters on a board."""
    if active_rules().is_enlarged:
        return "\n".join([HexFacts(board, unit_named("squad")).facts(), *board_lines(board), ""])
    about = {counter.hex for counter in board.counters}
    result = board_lines(
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
    return "\n".join([*result, ""])


def _ask(board: Board) -> _CounterEffects:
    """Ask the rules about the counters on a board."""
    return _effects(_counter_facts(board))


@cached_by_rules(64)
def _effects(facts: str) -> _CounterEffects:
    wanted = (("cleared", 1), ("gone", 2), ("refused", 2), ("lies", 6))
    grounded = ActiveRules(PROFILE).ground(facts, wanted=wanted)
    cleared, gone, refused, lies = (arguments_of(grounded, *each) for each in wanted)
    return _CounterEffects(
        frozenset(name.string for (name,) in cleared),
        frozenset((name.string, str(place)) for name, place in gone),
        tuple(sorted((str(subject), rule.string) for subject, rule in refused)),
        tuple(
            (owner.string, str(term), ground.number, upon.name)
            for owner, _, _, term, ground, upon in lies
        ),
    )


class BarrierRules:
    """What roadblocks raise on one board, whatever else lies there."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._found: dict[tuple[frozenset[Piece], RuleBase], tuple[Stretch, ...]] = {}

    @cached_property
    def hex_facts(self) -> HexFacts:
        """Return what is given about the board's hexes."""
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

    def _stretch(self, items: list[clingo.Symbol]) -> Stretch:
        where, start, end, term, level, side = items
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


# Places pieces on a board: whether the rules allow it, and what it changes for lines of sight


PLACING_PROFILE = "placing"

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
    placed = {*pieces, *beside}
    refuse(hex_facts, pieces, refusals(hex_facts, hexes, placed), placed)


def refuse(
    hex_facts: HexFacts,
    pieces: Collection[Piece],
    refused: Collection[tuple[str, str]],
    placed: Collection[Piece] = (),
) -> None:
    """Raise BadInput, with the rule, where one of some pieces is among what is refused where these,
    or others that are ``placed`` too, lie.
    """
    for subject, _ in refused:
        piece = next((each for each in pieces if each.fact == subject), None)
        if piece is not None:
            why = why_refused(hex_facts, piece, placed or pieces)
            raise BadInput(f"{subject}: {why}; take it out or lay it elsewhere")


def why_refused(hex_facts: HexFacts, piece: Piece, placed: Collection[Piece]) -> str:
    """Return the rule by which a piece may not lie where others are placed."""
    hexes = hex_facts.around(hex_facts.around(hex_facts.touched(piece)))
    return _why_piece_refused(_facts_around(hex_facts, hexes, placed), piece.fact)


@cached_by_rules(256)
def _why_piece_refused(facts: str, subject: str) -> str:
    grounded = ActiveRules(PLACING_PROFILE).ground(facts, wanted=REFUSED)
    refused = atoms_of(grounded, *REFUSED[0])
    atoms = (each for each in refused if str(each.arguments[0]) == subject)
    return str(first_reason(grounded, PLACING_PROFILE, atoms) or "it may not lie there")


def _facts_around(hex_facts: HexFacts, hexes: Collection[str], pieces: Collection[Piece]) -> str:
    here = [piece for piece in pieces if set(piece.hexes) <= set(hexes)]
    return hex_facts.facts(here, hexes)


def refusals(
    hex_facts: HexFacts, hexes: Collection[str], pieces: Collection[Piece]
) -> list[tuple[str, str]]:
    """List the pieces that may not lie, each with the rule that refuses it."""
    return list(_refusals(_facts_around(hex_facts, hexes, pieces)))


@cached_by_rules(256)
def _refusals(facts: str) -> tuple[tuple[str, str], ...]:
    grounded = ActiveRules(PLACING_PROFILE).ground(facts, wanted=REFUSED)
    refused = arguments_of(grounded, *REFUSED[0])
    return tuple(sorted((str(subject), rule.string) for subject, rule in refused))


MET = frozenset(name for piece in pieces_with("lines") for name, _ in PIECE_KINDS[piece].signatures)
"""The predicates of the pieces that a line of sight can meet."""


def met_by_lines(pieces: Iterable[Piece]) -> frozenset[Piece]:
    """List the pieces that a line of sight can meet."""
    return frozenset(each for each in pieces if each.predicate in MET)


def with_pieces(board: Board, pieces: Collection[Piece]) -> Board:
    """Place further pieces on a board as lines of sight meet it; raises BadInput with the rule where a
    counter may not lie there. Of the others it is not asked (``check_pieces``).
    """
    counters = [counter_of_fact(each.fact) for each in pieces if each.predicate == "counter"]
    blocks = {each.hexes for each in pieces if each.predicate == "roadblock"}
    breaches = {each.hexes for each in pieces if each.predicate == "breach"}
    placed = with_counters(board, counters)
    placed = placed.blocked(tuple(sorted({*board.roadblocks, *blocks}))) if blocks else placed
    placed = with_breaches(placed, breaches) if breaches else placed
    return with_pillboxes(placed, pieces)
