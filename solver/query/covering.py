"""Families of worlds without going through them: parted into regions of one outcome each, and worlds
picked by a SAT solver for games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, count
from math import comb, prod
from operator import and_
from typing import NamedTuple

from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.query.deciding import Decision
from hexcourt.solver.query.relevance import Cube, FamilyQuestion
from hexcourt.solver.query.worlds import Family, World


class WorldPicker:
    """Picks worlds of some families, with as few pieces as come first to a SAT solver.

    A piece of several families lies if any of them has it.
    """

    def __init__(self, families: Sequence[Family]) -> None:
        from pysat.solvers import Solver  # it takes some time to import

        self._numbers = count(1)
        self._solver = Solver("minisat22")
        self.variables: dict[Piece, int] = {}
        self.by_family: list[dict[Piece, int]] = []
        for family in families:
            mine = {piece: next(self._numbers) for piece in family.pieces}
            self.by_family.append(mine)
            self.bound(list(mine.values()), family.least, family.most)
        for piece in sorted({piece for family in families for piece in family.pieces}):
            choices = [mine[piece] for mine in self.by_family if piece in mine]
            if len(choices) == 1:
                self.variables[piece] = choices[0]
                continue
            self.variables[piece] = either = next(self._numbers)
            self.add([-either, *choices])
            for choice in choices:
                self.add([-choice, either])
        self._solver.set_phases([-each for each in self.variables.values()])

    def fresh(self) -> int:
        """Return a variable that means nothing yet."""
        return next(self._numbers)

    def add(self, clause: Iterable[int]) -> None:
        """Require one of some literals."""
        self._solver.add_clause(list(clause))

    def bound(
        self, literals: Sequence[int], least: int, most: int, unless: Sequence[int] = ()
    ) -> None:
        """Require a number of some literals, from least to most, unless one of some others holds."""
        for bound, signed in ((most, literals), (len(literals) - least, [-n for n in literals])):
            if bound < 0:
                self.add(unless)
            elif bound < len(literals):
                self._at_most(signed, bound, unless)

    def _at_most(self, literals: Sequence[int], bound: int, unless: Sequence[int]) -> None:
        """Count along the literals, as sequential counters do (Sinz 2005)."""
        before: list[int] = []
        for number, literal in enumerate(literals):
            width = min(number + 1, bound)
            sums = [self.fresh() for _ in range(width)]
            if before and len(before) == bound:
                self.add([-literal, -before[-1], *unless])
            elif bound == 0:
                self.add([-literal, *unless])
            for place, total in enumerate(sums):
                if place < len(before):
                    self.add([-before[place], total])
                if place == 0:
                    self.add([-literal, total])
                elif place - 1 < len(before):
                    self.add([-literal, -before[place - 1], total])
            before = sums

    def exclude(self, cube: Cube) -> None:
        """Pick no world of a cube any more."""
        self.add(self.outside(cube))

    def outside(self, cube: Cube) -> list[int]:
        """Return the literals of which a world that is not in a cube has one."""
        known = self.variables
        return [
            *(-known[each] for each in sorted(cube.has)),
            *(known[each] for each in sorted(cube.lacks) if each in known),
        ]

    def pick(self, assumed: Sequence[int] = ()) -> World | None:
        """Pick a world; nothing where none is left."""
        if not self._solver.solve(assumptions=list(assumed)):
            return None
        held = set(self._solver.get_model())
        return tuple(sorted(piece for piece, number in self.variables.items() if number in held))

    def holding(self, literals: Iterable[int]) -> set[int]:
        """Return those of some literals that hold in the world that was picked last."""
        return set(literals).intersection(self._solver.get_model())

    def close(self) -> None:
        """Release the solver."""
        self._solver.delete()


class Region(NamedTuple):
    """Worlds that all have one outcome: one of the fewest pieces, and how many they are."""

    world: World
    outcome: Decision | str
    number: int


def regions(family_question: FamilyQuestion) -> Iterator[Region]:
    """Split the worlds of families into regions of one outcome each.

    A set of pieces is decided, unless a cube has it. Sets with more pieces are in that cube, too, but
    for those with a piece that it lacks: each such piece is a branch, which blocks the pieces of
    the branches that follow. What no branch takes is a region, and is counted by binomials. Of
    several cubes the one is taken that lacks the fewest pieces. This enumerates hitting sets
    (Reiter, "A theory of diagnosis from first principles", 1987).
    """
    pieces = [piece for family in family_question.reduced for piece in family.pieces]
    bits = {piece: 1 << number for number, piece in enumerate(pieces)}
    counted = [
        _Counted(family, sum(bits[p] for p in mine.pieces), len(family.pieces) - len(mine.pieces))
        for family, mine in zip(family_question.families, family_question.reduced, strict=True)
    ]
    cubes: dict[int, list[tuple[int, Decision | str]]] = {0: []}
    """What cubes lack, with the outcome, by what they have."""
    bare = cubes[0]
    waiting: list[tuple[int, int, list[tuple[int, Decision | str]], int]] = [(0, 0, [], 0)]
    while waiting:
        here, forbidden, known, seen = waiting.pop()
        mine = [each for each in chain(known, bare[seen:]) if not each[0] & here]
        having = [*mine, *_of_parts(cubes, here)]
        if not having:
            some = tuple(sorted(each for each in pieces if bits[each] & here))
            ((_, outcome),) = family_question.decide([some])
            cube = family_question.cube(some, not isinstance(outcome, str))
            has, lacks = (sum(bits[p] for p in of if p in bits) for of in (cube.has, cube.lacks))
            cubes.setdefault(has, []).append((lacks, outcome))
            having = [(lacks, outcome)]
            mine += [] if has else having
        outcome = having[0][1]
        room = [each.family.most - (here & each.mask).bit_count() for each in counted]
        free = ~forbidden
        for each, left in zip(counted, room, strict=True):
            free &= -1 if left else ~each.mask
        branches = 0
        if sum(room) == 1:  # whatever one cube has needs no branch
            branches = reduce(and_, (lacks for lacks, _ in having)) & free
        elif any(room):
            branches = min((lacks & free for lacks, _ in having), key=int.bit_count)
        number = prod(each.choices(here, forbidden | branches) for each in counted)
        if number:
            yield Region(_example(counted, bits, here, forbidden | branches), outcome, number)
        seen = len(bare)
        while branches:
            piece = 1 << (branches.bit_length() - 1)
            branches ^= piece
            waiting.append((here | piece, forbidden | branches, mine, seen))


class _Counted(NamedTuple):
    """A family, its pieces that bear on the question as a mask, and how many others it has."""

    family: Family
    mask: int
    idle: int

    def choices(self, here: int, forbidden: int) -> int:
        """Count the choices that have some pieces, and lack others."""
        placed = (here & self.mask).bit_count()
        free = self.idle + (self.mask & ~here & ~forbidden).bit_count()
        sizes = range(max(0, self.family.least - placed), min(free, self.family.most - placed) + 1)
        return sum(comb(free, n) for n in sizes)


def _example(
    counted: Sequence[_Counted], bits: Mapping[Piece, int], here: int, forbidden: int
) -> World:
    """Return a world with some pieces, and as few others as it takes; first such as bear on nothing."""
    world: list[Piece] = []
    for family, _, _ in counted:
        placed = [each for each in family.pieces if bits.get(each, 0) & here]
        others = [each for each in family.pieces if not bits.get(each, 0) & (here | forbidden)]
        others.sort(key=lambda each: each in bits)
        missing = max(0, family.least - len(placed))
        world += [*placed, *others[:missing]]
    return tuple(sorted(world))


def _of_parts(
    cubes: Mapping[int, list[tuple[int, Decision | str]]], here: int
) -> Iterator[tuple[int, Decision | str]]:
    """List the cubes that have a world, of those that have any piece of it."""
    part = here if here.bit_count() <= 8 else 0
    keys: Iterable[int] = cubes if not part else _parts(here)
    yield from (
        each
        for key in keys
        if key and key & here == key
        for each in cubes.get(key, ())
        if not each[0] & here
    )


def _parts(here: int) -> Iterator[int]:
    part = here
    while part:
        yield part
        part = (part - 1) & here
