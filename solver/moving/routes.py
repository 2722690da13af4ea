"""Questions of one way: is there one from here to there, at what cost, and if not, what bars it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import clingo

from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.moving.cutting import nearest
from hexcourt.solver.moving.movement import MOST_TURNS, MovementCourt, Search, Wanted, Way, World
from hexcourt.solver.moving.moves import Edge
from hexcourt.solver.position.states import Move, State, hexes_of
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.reasons import reasons_for
from hexcourt.solver.statutes.statute import Citation


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a way: by Bypass only, and which hexes and pieces it is to avoid."""

    only_bypass: bool = False
    avoided_hexes: frozenset[str] = frozenset()
    avoided_pieces: tuple[Piece, ...] = ()
    turns: int = 1


@dataclass(frozen=True, slots=True)
class Bar:
    """A rule that bars moves out of what can be reached: how many, and the ends of one of them."""

    citation: Citation
    count: int
    source: State
    target: State


@dataclass(frozen=True, slots=True)
class Route:
    """The answer: yes with a way, unknown with a way that is merely possible, or no.

    ``safe`` is the cheapest way that needs no luck, where ``way`` needs some; ``later`` the way
    that more turns would allow, where there is none in time (merely possible if it is not
    ``sure``). The search was exhaustive: ``reached`` hexes can be reached in time, ``ever`` in as
    many turns as it takes, and ``bars`` is what bars the moves out of these, or to the goals;
    ``too_dear`` is the least that a move out of them costs, in halves, that costs more than a unit
    has for a turn.
    """

    answer: str
    way: Way | None = None
    safe: Way | None = None
    later: Way | None = None
    bars: tuple[Bar, ...] = ()
    reached: int = 0
    ever: int = 0
    too_dear: int | None = None
    asked: Asked = field(default_factory=Asked)


def find_route(
    court: MovementCourt, starts: Sequence[State], goals: Collection[State], asked: Asked
) -> Route:
    """Find the cheapest way from one of some states to one of others; avoided pieces are laid, too."""
    world = court.suppose(asked.avoided_pieces)
    wanted = _wanted(court, starts, goals, asked)
    search = world.search(starts, asked.turns, True, wanted)
    way = nearest(search, goals)
    if way is not None:
        safe = None
        if way.risky:
            calm = world.search(starts, asked.turns, True, _both(wanted, _without_luck))
            safe = nearest(calm, goals)
        return Route("yes", way, safe, asked=asked)
    loose = world.search(starts, asked.turns, False, wanted)
    way = nearest(loose, goals)
    if way is not None:
        return Route("unknown", way, asked=asked)
    later = nearest(world.search(starts, MOST_TURNS, True, wanted), goals)
    ever = world.search(starts, MOST_TURNS, False, wanted)
    later = later or nearest(ever, goals)
    bars = () if later else bars_of(court, world, ever, goals)
    dear = None if later else _too_dear(ever, wanted)
    return Route("no", None, None, later, bars, _hexes(loose), _hexes(ever), dear, asked)


def _hexes(search: Search) -> int:
    """Count the hexes that a search reached, its starts among them."""
    return len(hexes_of((*search.starts, *search.all_reached)))


def _too_dear(search: Search, wanted: Wanted | None) -> int | None:
    """Give the least cost of a move out of what a search reached that one turn does not pay for."""
    world, reached = search.world, search.all_reached
    if world.court.minimum_move:
        return None
    allowance = world.court.unit.allowance
    return min(
        (
            edge.price
            for table, shut in zip(world.tables, world.shut, strict=True)
            for edge, closed in zip(table.edges, shut.tolist(), strict=True)
            if edge.price > allowance
            and not closed
            and edge.source in reached
            and edge.target not in reached
            and (wanted is None or wanted(edge))
        ),
        default=None,
    )


def bars_of(
    court: MovementCourt, world: World, search: Search, goals: Collection[State] = ()
) -> tuple[Bar, ...]:
    """List the rules that bar moves from hexes that a search reached to others, or to the goals;
    those that bar moves to the goals come first, and the commonest before others. Where none does, list
    those that bar moves within these hexes, out of what was reached: from Location to Location, or along
    a hexside.
    """
    states = (*search.starts, *search.all_reached)
    reached, been = hexes_of(states), {*states, *(state.without_arc for state in states)}
    aims = {*goals, *(state.without_arc for state in goals)}
    sides = {(each.hex, each.hexside) for each in goals if each.in_bypass}
    asked = [f"wanted_side({quoted(name)},{side})." for name, side in sorted(sides)]
    facts = "\n".join([court.law.facts(world.pieces), *asked])
    grounded = Law(court.unit.profile).ground(facts)
    barred: dict[clingo.Symbol, tuple[State, State]] = {}
    within: dict[clingo.Symbol, tuple[State, State]] = {}
    for atom in grounded.symbolic_atoms.by_signature("barred", 2):
        move = atom.symbol.arguments[0]
        if Move(move).is_turn:
            continue
        ends = (State.parse(move.arguments[0]), State.parse(move.arguments[1]))
        if ends[0].hex in reached and (ends[1].hex not in reached or ends[1] in aims):
            barred[atom.symbol] = ends
        elif ends[0] in been and ends[1] not in been:
            within[atom.symbol] = ends
    barred = barred or within
    found: Counter[Citation] = Counter()
    close: set[Citation] = set()
    first: dict[Citation, tuple[State, State]] = {}
    for symbol, cited in reasons_for(grounded, court.unit.profile, barred).items():
        ends, rule = barred[symbol], cited[0]
        found[rule] += 1
        if ends[1] in aims and rule not in close:
            close.add(rule)
            first[rule] = ends
        if rule not in close or ends[1] in aims:
            first[rule] = min(first.get(rule, ends), ends)
    return tuple(
        Bar(rule, count, *first[rule])
        for rule, count in sorted(
            found.items(), key=lambda each: (each[0] not in close, -each[1], str(each[0]))
        )
    )


def _wanted(
    court: MovementCourt, starts: Sequence[State], goals: Collection[State], asked: Asked
) -> Wanted | None:
    shunned = {
        name
        for piece in asked.avoided_pieces
        if piece.predicate != "roadblock"
        for name in piece.hexes
    } | asked.avoided_hexes
    roadblocks = [set(p.hexes[:2]) for p in asked.avoided_pieces if p.predicate == "roadblock"]
    begin, end = hexes_of(starts), hexes_of(goals)

    def wanted(edge: Edge) -> bool:
        if shunned and edge.target.hex in shunned:
            return False
        if roadblocks and meets(court, edge, roadblocks):
            return False
        return not asked.only_bypass or bypasses(edge, begin, end)

    return wanted if shunned or roadblocks or asked.only_bypass else None


def bypasses(edge: Edge, begin: Collection[str], end: Collection[str]) -> bool:
    """Tell whether a move goes on in Bypass, or out of it to a hex of the end, or turns a vehicle in one
    of the beginning or the end.
    """
    there = edge.target.hex
    if edge.source.in_bypass or edge.target.in_bypass:
        return edge.target.in_bypass or there in end
    return edge.move.is_turn and (there in begin or there in end)


def meets(court: MovementCourt, edge: Edge, roadblocks: Sequence[set[str]]) -> bool:
    """Tell whether a move meets one of some roadblocks, given by their hexes."""
    board = court.board
    for owner, direction in court.met.get(edge.move, ()):
        other = board.hexes[int(board.neighbours[board.indices[owner], direction])]
        if {owner, other.name} in roadblocks:
            return True
    return False


def _without_luck(edge: Edge) -> bool:
    return not edge.risky


def _both(first: Wanted | None, second: Wanted) -> Wanted:
    return second if first is None else (lambda edge: first(edge) and second(edge))
