"""Families of worlds without going through them: chosen by a SAT solver, counted by a diagram.

A world is picked that no cube found so far has, it is decided, and its cube is put aside. When no world
is left, the cubes cover all of them, each with one outcome. How many worlds the cubes of an outcome have
is counted by branching on one piece after another: what is left of the cubes is looked up if it was met
before, as in a decision diagram (Bryant, "Graph-based algorithms for Boolean function manipulation",
1986).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from math import comb

from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.query.bearing import Cube, FamilyQuestion
from hexcourt.solver.query.deciding import Decision
from hexcourt.solver.query.worlds import Family, World

Sizes = tuple[int, ...]
"""How many pieces of each family a world has."""


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
        """Give a variable that means nothing yet."""
        return next(self._numbers)

    def add(self, clause: Iterable[int]) -> None:
        """Have one of some literals hold."""
        self._solver.add_clause(list(clause))

    def bound(
        self, literals: Sequence[int], least: int, most: int, unless: Sequence[int] = ()
    ) -> None:
        """Have between so many of some literals hold, unless one of some others does."""
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
        """Give the literals of which a world that is not in a cube has one."""
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
        """Give those of some literals that hold in the world that was picked last."""
        return set(literals).intersection(self._solver.get_model())

    def close(self) -> None:
        """Let go of the solver."""
        self._solver.delete()


def covered(
    asked: FamilyQuestion, enough: Callable[[Decision | str], bool], until: Callable[[], bool]
) -> Iterator[tuple[World, Decision | str, Cube]]:
    """Decide worlds, each with the cube of worlds that have the same outcome, until none is left.

    It ends early after an outcome that is ``enough``, and where it is told so by ``until``.
    """
    picker = WorldPicker(asked.reduced)
    try:
        while (world := picker.pick()) is not None:
            ((_, outcome),) = asked.decide([asked.completed(world)])
            cube = asked.cube(world, not isinstance(outcome, str))
            yield world, outcome, cube
            if enough(outcome) or until():
                return
            picker.exclude(cube)
    finally:
        picker.close()


class CubeCounter:
    """Counts the worlds of some families that lie in one of some cubes; no piece is in two families."""

    def __init__(self, families: Sequence[Family], order: Sequence[Piece]) -> None:
        self.families = families
        self._family_of = {
            piece: number for number, family in enumerate(families) for piece in family.pieces
        }
        self._order = [each for each in order if each in self._family_of]

    def count(self, cubes: Collection[Cube]) -> int:
        """Count the worlds."""
        named = {piece for cube in cubes for piece in (*cube.has, *cube.lacks)}
        order = [each for each in self._order if each in named]
        bits = {piece: 1 << number for number, piece in enumerate(order)}
        masks = frozenset(
            (sum(bits[p] for p in cube.has), sum(bits[p] for p in cube.lacks if p in bits))
            for cube in cubes
        )
        free = [
            len(family.pieces) - len(named.intersection(family.pieces)) for family in self.families
        ]
        branching = _Branching([self._family_of[each] for each in order], self.families)
        total = 0
        for sizes, number in branching.below(0, _least_only(masks)).items():
            worlds = number
            for family, here, idle in zip(self.families, sizes, free, strict=True):
                more = range(max(0, family.least - here), min(idle, family.most - here) + 1)
                worlds *= sum(comb(idle, n) for n in more)
            total += worlds
        return total


_Masks = frozenset[tuple[int, int]]
"""Cubes as bits of the pieces that they have and lack."""


class _Branching:
    def __init__(self, family_of: Sequence[int], families: Sequence[Family]) -> None:
        self._family_of = family_of
        self._most = [family.most for family in families]
        self._known: dict[tuple[int, _Masks], Mapping[Sizes, int]] = {}

    def below(self, place: int, masks: _Masks) -> Mapping[Sizes, int]:
        """Count by sizes the choices of the pieces from a place on that lie in one of some cubes."""
        none = (0,) * len(self._most)
        if not masks:
            return {}
        if place == len(self._family_of):
            return {none: 1}
        if (place, masks) not in self._known:
            bit = 1 << place
            without = frozenset(each for each in masks if not each[0] & bit)
            beside = frozenset(each for each in masks if not each[1] & bit)
            absent = self.below(place + 1, _least_only((has, no & ~bit) for has, no in without))
            present = self.below(place + 1, _least_only((has & ~bit, no) for has, no in beside))
            found = dict(absent)
            family = self._family_of[place]
            for sizes, number in present.items():
                if sizes[family] < self._most[family]:
                    more = (*sizes[:family], sizes[family] + 1, *sizes[family + 1 :])
                    found[more] = found.get(more, 0) + number
            self._known[place, masks] = found
        return self._known[place, masks]


def _least_only(masks: Iterable[tuple[int, int]]) -> _Masks:
    """Keep one cube alone where it has every world."""
    found = frozenset(masks)
    return frozenset({(0, 0)}) if (0, 0) in found else found
