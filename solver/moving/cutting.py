"""The smallest sets of pieces that bar every way, and the proof that none is smaller.

The sets are found by implicit hitting sets (Moreno-Centeno and Karp, "The implicit hitting set
approach", 2013): while a way is open in the world of the set in hand, the ways found so far are
what every answer must bar, and python-sat's Hitman names the smallest set that bars them all (Ignatiev
et al., "RC2: an efficient MaxSAT solver", 2019): its size is a lower bound, and it is an answer as soon
as no way is left. What that rests on: a piece more never opens a move; pieces that do away with each
other (``spoils``) are not laid together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.moving.movement import MovementCourt, Search, Wanted, Way, World
from hexcourt.solver.moving.moves import MoveLaw, hexes_in
from hexcourt.solver.placing.laying import refusals
from hexcourt.solver.position.states import State, hexes_of
from hexcourt.solver.statutes.law import Law

PROFILE = "placing"


@dataclass(frozen=True, slots=True)
class Cut:
    """The outcome of a search for pieces that bar every way from a start to a goal.

    ``pieces`` is a smallest set, nothing where there is none of ``most`` pieces or fewer;
    ``at_least`` pieces are needed, which is proved: ``ways`` cannot be barred with fewer.
    ``barred`` tells that pieces of these kinds could bar the way at all.
    """

    pieces: tuple[Piece, ...] | None
    at_least: int
    most: int
    ways: tuple[Way, ...]
    possible: bool
    candidates: int


def kinds_of_pieces() -> tuple[str, ...]:
    """List the kinds of pieces that may be asked for."""
    return ("enemy", "roadblock", "rubble", "wreck")


def candidates(
    law: MoveLaw, kinds: Collection[str]
) -> tuple[tuple[Piece, ...], list[tuple[str, str]]]:
    """List the pieces of some kinds that may lie on the board, and which do away with each other."""
    grounded = Law(PROFILE).ground(law.facts())  # atoms live no longer than this
    atoms = grounded.symbolic_atoms
    found = [
        str(atom.symbol.arguments[1])
        for atom in atoms.by_signature("may_lay", 2)
        if atom.symbol.arguments[0].name in kinds
    ]
    apart = sorted(
        (str(atom.symbol.arguments[0]), str(atom.symbol.arguments[1]))
        for atom in atoms.by_signature("spoils", 2)
    )
    pieces = [Piece(fact, tuple(hexes_in(fact))) for fact in sorted(found)]
    refused = {fact for fact, _ in refusals(law, set(law.neighbours), pieces)}
    return tuple(piece for piece in pieces if piece.fact not in refused), apart


def cut(
    court: MovementCourt,
    starts: Sequence[State],
    goals: Collection[State],
    kinds: Collection[str],
    most: int,
    turns: int | None = None,
    surely: bool = True,
    progress: Callable[[int, int], None] = lambda size, ways: None,
    within: Collection[str] | None = None,
    wanted: Wanted | None = None,
) -> Cut:
    """Find a smallest set of pieces that bars every way; without ``turns``, however long it takes.

    ``progress`` is told how many pieces are needed at least, and how many ways are known. Where told,
    each piece lies in a hex of ``within``, and only ways by ``wanted`` moves have to be barred.
    """
    unknown = sorted(set(kinds) - set(kinds_of_pieces()))
    if unknown:
        raise BadInput(f"{unknown[0]}: cannot bar a way; choose of {', '.join(kinds_of_pieces())}")
    pieces, apart = candidates(court.law, kinds)
    if within is not None:
        pieces = tuple(each for each in pieces if not set(within).isdisjoint(each.hexes[:2]))
    ends = hexes_of((*starts, *goals))
    pieces = tuple(p for p in pieces if p.predicate != "enemy" or ends.isdisjoint(p.hexes))
    begun = hexes_of(starts)
    pieces = tuple(p for p in pieces if begun.isdisjoint(p.hexes) or _leaves_fit(court, p, begun))
    ways: list[tuple[Way, frozenset[Piece]]] = []
    tried: list[tuple[Piece, ...]] = []
    chosen: tuple[Piece, ...] = ()
    while True:
        progress(len(chosen), len(ways))
        way = _open_way(court.suppose(chosen), starts, goals, turns, surely, wanted)
        if way is None:
            return Cut(chosen, len(chosen), most, _ways(ways), True, len(pieces))
        breaking = _breaking(court, way, pieces, turns is not None, surely)
        if not breaking:  # the way that no piece bars
            return Cut(None, most + 1, most, (way,), False, len(pieces))
        if breaking - set(chosen):
            ways.append((way, frozenset(breaking - set(chosen))))
        else:
            tried.append(chosen)
        smallest = _smallest(ways, apart, tried)
        if smallest is None:
            return Cut(None, most + 1, most, _ways(ways), False, len(pieces))
        if len(smallest) > most:
            return Cut(None, len(smallest), most, _ways(ways), True, len(pieces))
        chosen = smallest


def _leaves_fit(court: MovementCourt, piece: Piece, begun: Collection[str]) -> bool:
    """Tell whether the unit may begin where it does with a piece there (A2.9)."""
    return court.suppose([piece]).unfit.isdisjoint(begun)


def _ways(ways: Iterable[tuple[Way, frozenset[Piece]]]) -> tuple[Way, ...]:
    return tuple(way for way, _ in ways)


def _open_way(
    world: World,
    starts: Sequence[State],
    goals: Collection[State],
    turns: int | None,
    surely: bool,
    wanted: Wanted | None,
) -> Way | None:
    if turns is None:
        search = world.explore(starts, surely, wanted)
    else:
        search = world.search(starts, turns, surely, wanted)
    return nearest(search, goals)


def nearest(search: Search, goals: Collection[State]) -> Way | None:
    """Give the cheapest way to the nearest of some states, the plainest of equally cheap ones."""
    found = [(at, goal) for goal in goals if (at := search.reached(goal)) is not None]
    ways = (search.way(goal) for at, goal in sorted(found) if at == min(found)[0])
    return min((way for way in ways if way is not None), key=lambda each: each.length, default=None)


def _breaking(
    court: MovementCourt, way: Way, pieces: Sequence[Piece], dearer_counts: bool, surely: bool
) -> set[Piece]:
    """List the pieces that could bar a way: those that take one of its moves away, make it doubtful
    where it is to be sure, or dearer where its cost counts.
    """
    moves = {step.edge for step in way.steps}
    near = {name for edge in moves for name in edge.move.hexes}
    return {
        piece
        for piece in pieces
        if not near.isdisjoint(court.law.touched(piece))
        and not moves.isdisjoint(
            court.changed_by(piece) if dearer_counts else court.barred_by(piece, surely)
        )
    }


def _smallest(
    ways: Sequence[tuple[Way, frozenset[Piece]]],
    apart: Iterable[tuple[str, str]],
    tried: Sequence[tuple[Piece, ...]],
) -> tuple[Piece, ...] | None:
    """Name the smallest set that bars all ways that are known; nothing where there is none."""
    useful = sorted({piece for _, breaking in ways for piece in breaking})
    numbers = {piece: number for number, piece in enumerate(useful)}
    facts = {piece.fact: number for piece, number in numbers.items()}
    chosen = smallest_hitting_set(
        [sorted(numbers[piece] for piece in breaking) for _, breaking in ways],
        [(facts[a], facts[b]) for a, b in apart if a in facts and b in facts],
        [[numbers[piece] for piece in each if piece in numbers] for each in tried],
    )
    return None if chosen is None else tuple(useful[number] for number in chosen)


def smallest_hitting_set(
    sets: Sequence[Sequence[int]],
    apart: Iterable[tuple[int, int]] = (),
    tried: Iterable[Sequence[int]] = (),
) -> list[int] | None:
    """Give a smallest set of numbers that has one of each set, or nothing.

    Of each pair in ``apart`` it has one at most, and it is none of the sets ``tried``.
    """
    from pysat.examples.hitman import Atom, Hitman

    every = sorted({number for each in sets for number in each})
    barred = [[Atom(a, sign=False), Atom(b, sign=False)] for a, b in apart]
    barred += [[Atom(n, sign=n not in each) for n in every] for each in map(set, tried)]
    with Hitman(bootstrap_with=sets, subject_to=barred) as hitman:
        found = hitman.get()
    return None if found is None else sorted(found)
