"""Questions of one path: where it begins and ends, whether there is one, and what blocks it if
not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

import clingo
import numpy as np

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.movement.cheapest import FAR, Network
from hexcourt.solver.movement.engine import (
    MoveGraph,
    MovementEngine,
    ReachSearch,
    Wanted,
    Way,
    in_turns,
)
from hexcourt.solver.movement.moves import MoveEdge, why_forbidden
from hexcourt.solver.placement.surroundings import surroundings_of
from hexcourt.solver.position.locations import MAX_TURNS, UnitPosition, possible_states
from hexcourt.solver.position.states import Move, State, hexes_of, place_words
from hexcourt.solver.rulebase.ground import ActiveRules, atoms_of
from hexcourt.solver.rulebase.reasons import reasons_for
from hexcourt.solver.rulebase.statement import Citation


@dataclass(frozen=True, slots=True)
class RouteQuery:
    """What is asked of a way: by Bypass only, and which hexes and pieces it is to avoid."""

    only_bypass: bool = False
    avoided_hexes: frozenset[str] = frozenset()
    avoided_pieces: tuple[Piece, ...] = ()
    turns: int = 1


@dataclass(frozen=True, slots=True)
class BlockingRule:
    """A rule that blocks moves out of what can be reached: how many, and the ends of one of
    them.
    """

    citation: Citation
    count: int
    source: State
    target: State


@dataclass(frozen=True, slots=True)
class Route:
    """The answer: yes with a way, unknown with a way that is merely possible, or no.

    ``safe`` is the cheapest way that needs no luck, where ``way`` needs some; ``later`` the way that
    more turns would allow, where there is none in time (merely possible if it is not ``sure``). The
    search was exhaustive: ``reached`` hexes can be reached in time, ``ever`` in as many turns as it
    takes, and ``blocking_rules`` is what blocks the moves out of these, or to the goals; ``too_dear`` is
    the least that a move out of them costs, in halves, that costs more than a unit has for a turn.
    """

    answer: str
    way: Way | None = None
    safe: Way | None = None
    later: Way | None = None
    blocking_rules: tuple[BlockingRule, ...] = ()
    reached: int = 0
    ever: int = 0
    too_dear: int | None = None
    query: RouteQuery = field(default_factory=RouteQuery)


def nearest(search: ReachSearch, goals: Collection[State]) -> Way | None:
    """Return the cheapest way to the nearest of some states, the plainest of equally cheap ones."""
    found = [(at, goal) for goal in goals if (at := search.reached(goal)) is not None]
    ways = (search.way(goal) for at, goal in sorted(found) if at == min(found)[0])
    return min((way for way in ways if way is not None), key=lambda each: each.length, default=None)


def find_route(
    engine: MovementEngine, starts: Sequence[State], goals: Collection[State], query: RouteQuery
) -> Route:
    """Find the cheapest way from one of some states to one of others; avoided pieces are placed,
    too.
    """
    world = engine.suppose(query.avoided_pieces)
    wanted = _wanted(engine, starts, goals, query)
    search = world.search(starts, query.turns, True, wanted)
    way = nearest(search, goals)
    if way is not None:
        safe = None
        if way.risky:

            def calm(edge: MoveEdge) -> bool:
                return not edge.risky and (wanted is None or wanted(edge))

            safe = nearest(world.search(starts, query.turns, True, calm), goals)
        return Route("yes", way, safe, query=query)
    loose = world.search(starts, query.turns, False, wanted)
    way = nearest(loose, goals)
    if way is not None:
        return Route("unknown", way, query=query)
    later = nearest(world.search(starts, MAX_TURNS, True, wanted), goals)
    ever = world.search(starts, MAX_TURNS, False, wanted)
    later = later or nearest(ever, goals)
    bars = () if later else blocking_rules_of(engine, world, ever, goals)
    dear = None if later else _too_dear(ever, wanted)
    return Route("no", None, None, later, bars, _hexes(loose), _hexes(ever), dear, query)


def _hexes(search: ReachSearch) -> int:
    """Count the hexes that a search reached, its starts among them."""
    return len(hexes_of((*search.starts, *search.all_reached)))


def _too_dear(search: ReachSearch, wanted: Wanted | None) -> int | None:
    """Return the least cost of a move out of what a search reached that one turn does not pay for."""
    world, reached = search.world, search.all_reached
    if world.engine.at_any_cost:
        return None
    allowance = world.engine.allowance
    return min(
        (
            edge.price
            for table, blocked in zip(world.tables, world.blocked_edges, strict=True)
            for edge, closed in zip(table.edges, blocked.tolist(), strict=True)
            if edge.price > allowance
            and not closed
            and edge.source in reached
            and edge.target not in reached
            and (wanted is None or wanted(edge))
        ),
        default=None,
    )


def blocking_rules_of(
    engine: MovementEngine, world: MoveGraph, search: ReachSearch, goals: Collection[State] = ()
) -> tuple[BlockingRule, ...]:
    """List the rules that bar moves from hexes that a search reached to others, or to the goals;
    those that bar moves to the goals come first, and the commonest before others. Where none does, list
    those that bar moves within these hexes, out of what was reached: from Location to Location, or along
    a hexside.
    """
    states = (*search.starts, *search.all_reached)
    reached, been = hexes_of(states), {*states, *(state.without_arc for state in states)}
    aims = {*goals, *(state.without_arc for state in goals)}
    sides = {(each.hex, each.hexside) for each in goals if each.in_bypass}
    questions = [f"wanted_side({string_term(name)},{side})." for name, side in sorted(sides)]
    facts = "\n".join([engine.hex_facts.facts(world.pieces), *questions])
    grounded = ActiveRules(engine.unit.profile).ground(facts, wanted=(("barred", 2),))
    known: dict[clingo.Symbol, tuple[State, State]] = {}
    within: dict[clingo.Symbol, tuple[State, State]] = {}
    for atom in atoms_of(grounded, "barred", 2):
        move = atom.arguments[0]
        if Move(move).is_turn:
            continue
        ends = (State.parse(move.arguments[0]), State.parse(move.arguments[1]))
        if ends[0].hex in reached and (ends[1].hex not in reached or ends[1] in aims):
            known[atom] = ends
        elif ends[0] in been and ends[1] not in been:
            within[atom] = ends
    known = known or within
    found: Counter[Citation] = Counter()
    close: set[Citation] = set()
    first: dict[Citation, tuple[State, State]] = {}
    for symbol, cited in reasons_for(grounded, engine.unit.profile, known).items():
        ends, rule = known[symbol], cited[0]
        found[rule] += 1
        if ends[1] in aims and rule not in close:
            close.add(rule)
            first[rule] = ends
        if rule not in close or ends[1] in aims:
            first[rule] = min(first.get(rule, ends), ends)
    return tuple(
        BlockingRule(rule, count, *first[rule])
        for rule, count in sorted(
            found.items(), key=lambda each: (each[0] not in close, -each[1], str(each[0]))
        )
    )


def _wanted(
    engine: MovementEngine, starts: Sequence[State], goals: Collection[State], query: RouteQuery
) -> Wanted | None:
    shunned = {
        name
        for piece in query.avoided_pieces
        if piece.predicate != "roadblock"
        for name in piece.hexes
    } | query.avoided_hexes
    roadblocks = [set(p.hexes[:2]) for p in query.avoided_pieces if p.predicate == "roadblock"]
    begin, end = hexes_of(starts), hexes_of(goals)

    def wanted(edge: MoveEdge) -> bool:
        if shunned and edge.target.hex in shunned:
            return False
        if roadblocks and meets(engine, edge, roadblocks):
            return False
        return not query.only_bypass or bypasses(edge, begin, end)

    return wanted if shunned or roadblocks or query.only_bypass else None


def bypasses(edge: MoveEdge, begin: Collection[str], end: Collection[str]) -> bool:
    """Return whether a move goes on in Bypass, or out of it to a hex of the end, or turns a vehicle
    in one of the beginning or the end.
    """
    there = edge.target.hex
    if edge.source.in_bypass or edge.target.in_bypass:
        return edge.target.in_bypass or there in end
    return edge.move.is_turn and (there in begin or there in end)


def meets(engine: MovementEngine, edge: MoveEdge, roadblocks: Sequence[set[str]]) -> bool:
    """Return whether a move meets one of some roadblocks, given by their hexes."""
    board = engine.board
    for owner, direction in engine.met.get(edge.move, ()):
        other = board.hexes[int(board.neighbours[board.indices[owner], direction])]
        if {owner, other.name} in roadblocks:
            return True
    return False


def starts_of(world: MoveGraph, where: UnitPosition) -> tuple[State, ...]:
    """Return the states that a unit may start in; refuse, with the rule, where it may not be.

    A unit may be in a Location that nothing leads out of, as where all its moves are blocked.
    """
    check_fit(world, where)
    engine = world.engine
    known = possible_states(where, engine.states)
    if not known:
        _refuse_no_place(engine, where)
        if not where.states[0].in_location:
            who = engine.unit.with_article
            raise BadInput(f"{where.text}: no move of {who} begins there; start somewhere else")
    return _without(known or where.states, "off")


def check_fit(world: MoveGraph, where: UnitPosition) -> None:
    """Refuse, with the rule, a start where a unit may not be."""
    engine = world.engine
    if (
        where.hex in world.forbidden_hexes
        and place_words(engine.board, where.states[0]) == where.hex
    ):
        cited = why_forbidden(engine.hex_facts, where.hex, world.pieces)
        who = engine.unit.with_article
        raise BadInput(f"{where.text}: {who} cannot be there ({cited}); start somewhere else")


def goals_of(
    engine: MovementEngine, where: UnitPosition, starts: Collection[str]
) -> tuple[State, ...]:
    """Return the states that a unit is to come to; there may be none that any move leads to."""
    known = possible_states(where, engine.states)
    if not known:
        _refuse_no_place(engine, where)
    if not set(starts).isdisjoint(where.states):
        raise BadInput(f"{where.text}: the unit is there from the start; name another place")
    return _without(known or where.states, "outside")


def _without(states: tuple[State, ...], kind: str) -> tuple[State, ...]:
    """Leave the states of one kind out where there are others."""
    return tuple(each for each in states if each.kind != kind) or states


def _refuse_no_place(engine: MovementEngine, where: UnitPosition) -> None:
    """Refuse a Location that the hex, or the unit, does not have."""
    kind = where.states[0].kind
    if kind == "crest":
        raise BadInput(
            f"{where.text}: there is no Crest status (B20.9); name a hexside that the depression of the "
            "hex does not run through"
        )
    if not where.states[0].in_location:
        return
    here = surroundings_of(engine.board, where.hex, engine.pieces).places
    wanted = {state.place for state in where.states}
    if set(here).isdisjoint(wanted):
        raise engine.board.no_location(where.text, where.hex, here)
    if kind == "heading" and set(wanted).isdisjoint(("ground", "under")):
        raise BadInput(f"{where.text}: vehicles are only on the ground; name a ground Location")


# A way is sought through a network in which each state is kept once for each set of the things that it
# may have passed so far: the product of the moves with what is still to be passed.


Pass = Callable[[MoveEdge], bool]
"""Tells whether a move passes something."""

MAX_PASSES = 6
"""How much a way may be asked to pass: each doubles the work."""


def has_way(
    world: MoveGraph,
    ends: tuple[Collection[State], Collection[State]],
    turns: int,
    surely: bool,
    wanted: Pass | None = None,
    needed: Sequence[Pass] = (),
) -> bool:
    """Return whether there is a way from one of some states to one of others by wanted moves alone that
    passes all that is needed.
    """
    if len(needed) > MAX_PASSES:
        raise BadInput(f"a path may be asked to pass {MAX_PASSES} things at most; ask for fewer")
    starts, goals = ends
    if not needed:
        search = world.search(starts, turns, surely, wanted)
        return any(search.reached(state) is not None for state in goals)
    states = len(world.resting)
    network, passed = _product(world.network(wanted), needed)
    resting = np.tile(world.resting, passed + 1)
    begin = world.set_out(starts)
    price = world.engine.later_price
    phases = in_turns(network, begin, resting, world.terms(surely), turns, price)
    at = [passed * states + number for number in world.numbers(goals)]
    return any((each.tree.least[at] < FAR).any() for each in phases)


def _product(network: Network, needed: Sequence[Pass]) -> tuple[Network, int]:
    """Keep each state once for each set of things passed, as bits; all of them come too."""
    bits = np.array(
        [sum(each(edge) << n for n, each in enumerate(needed)) for edge in network.edges],
        dtype=np.int32,
    )
    every = (1 << len(needed)) - 1
    return network.in_layers([bits | passed for passed in range(every + 1)]), every
