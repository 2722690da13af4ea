"""Searches for a placement of all that sets up, or for the smallest set that cannot be placed.

Like bins are merged first: what does not fit into all of them together does not fit (each bound is
a sum of theirs), and pigeonholes are counted instead of tried. What fits is then placed bin by bin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Literal

import clingo

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.solver.rulebase.ground import ActiveRules

PROFILE = "fitting"
CONFLICTS = 60_000
"""After how many conflicts of the search it is given up, and nothing is known."""
SUBSETS = 2_000
"""Up to how many smaller sets are tried in search of the smallest that cannot fit."""


@dataclass(frozen=True, slots=True)
class Item:
    """So many like things of a kind and a group; each takes some room: pairs of what and how much."""

    name: str
    kind: str
    group: str
    count: int
    fills: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Bin:
    """A place, the hex that it lies in, its room, and the names of the items that may be there."""

    name: str
    hex: str
    room: tuple[tuple[str, int], ...]
    takes: frozenset[str]


@dataclass(frozen=True)
class HexLimit:
    """A limit: no more than ``most`` of some items in one hex, none in a hex that is ``near`` one with
    an item that they shun.
    """

    name: str
    items: frozenset[str]
    most: int | None = None
    shuns: frozenset[str] = frozenset()
    near: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True)
class Fitting:
    """What is to be placed where; pairs of items that do not share a bin are ``exclusive``."""

    items: tuple[Item, ...]
    bins: tuple[Bin, ...]
    bounds: tuple[HexLimit, ...] = ()
    exclusive: tuple[tuple[str, str], ...] = ()

    @cached_property
    def causes(self) -> tuple[str, ...]:
        """List what may be given up: groups and limits."""
        groups = sorted({each.group for each in self.items})
        return (
            *(f"group({string_term(each)})" for each in groups),
            *(f"limit({string_term(each.name)})" for each in self.bounds),
        )

    def parts(self) -> Iterator[Fitting]:
        """Split it into problems that have no bin and no limit in common."""
        linked = [each.takes for each in self.bins]
        linked += [each.items | each.shuns for each in self.bounds]
        groups = {each.name: each.group for each in self.items}
        owner = {name: name for name in groups.values()}

        def root(name: str) -> str:
            while owner[name] != name:
                name = owner[name]
            return name

        for some in linked:
            first, *others = sorted({root(groups[each]) for each in some & groups.keys()}) or [""]
            owner.update((each, first) for each in others)
        for name in sorted({root(each) for each in owner}):
            yield self.without(each for each in owner if root(each) != name)

    def without(self, groups: Iterable[str]) -> Fitting:
        """Leave some groups out."""
        left = frozenset(groups)
        remaining = tuple(each for each in self.items if each.group not in left)
        names = {each.name for each in remaining}
        bins = tuple(each for each in self.bins if not each.takes.isdisjoint(names))
        bounds = tuple(each for each in self.bounds if each.items & names)
        apart = tuple(each for each in self.exclusive if names.issuperset(each))
        return Fitting(remaining, bins, bounds, apart)


Placement = Mapping[tuple[str, str], int]
"""How many of an item stand in a bin, by their names."""


@dataclass(frozen=True)
class Fit:
    """What came of a search: how many of an item stand in a bin; or the groups and limits that cannot be
    together; or neither, where the search was given up.
    """

    placed: Placement | None = None
    groups: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()

    @property
    def fits(self) -> bool:
        """Return whether a placement was found."""
        return self.placed is not None

    @property
    def fails(self) -> bool:
        """Return whether there is none."""
        return bool(self.groups)


@dataclass(frozen=True)
class _Class:
    """Like bins, given as one."""

    bins: tuple[Bin, ...]

    @property
    def one(self) -> Bin:
        return self.bins[0]


def conflicts(problem: Fitting) -> tuple[list[Fit], frozenset[str], Fit]:
    """Find what cannot be placed, one smallest set after the other; all groups that these name; and how
    the others are placed.
    """
    found: list[Fit] = []
    placed: dict[tuple[str, str], int] = {}
    for part in problem.parts():
        left = part
        while left.items:
            tried = fit(left)
            if not tried.fails:
                placed.update(tried.placed or {})
                break
            found.append(tried)
            left = left.without(tried.groups)
    return found, frozenset(name for each in found for name in each.groups), Fit(placed)


def fit_parts(problem: Fitting) -> Fit:
    """Place everything where nothing is known to prevent it; groups that could not be placed are left
    out of what is placed.
    """
    placed: dict[tuple[str, str], int] = {}
    for part in problem.parts():
        placed.update(fit(part).placed or {})
    return Fit(placed)


def fit(problem: Fitting) -> Fit:
    """Place everything, or find the fewest groups and limits that cannot be together."""
    classes = _classes(problem.bins)
    merged = _Search(problem, classes, merged=True)
    found = merged.solve(problem.causes)
    if found is False:
        return _conflict(merged, problem.causes)
    if found is not None and (spread := _spread(problem, classes, found)) is not None:
        return Fit(spread)
    for stored in _kept(problem, classes, found):
        single = _Search(problem, [_Class((each,)) for each in stored], merged=False)
        placed = single.solve(problem.causes)
        if placed is not False:
            return Fit(placed)
    return _conflict(single, problem.causes)


def _classes(bins: Iterable[Bin]) -> list[_Class]:
    alike: dict[tuple[object, ...], list[Bin]] = {}
    for each in bins:
        alike.setdefault((each.room, tuple(sorted(each.takes))), []).append(each)
    return [_Class(tuple(some)) for some in alike.values()]


def _spread(problem: Fitting, classes: Sequence[_Class], found: Placement) -> Placement | None:
    """Spread what was put into merged bins over these, what takes most first; none where that fails, or
    where hexes and pairs have to be looked at.
    """
    if problem.bounds or problem.exclusive:
        return None
    items = sorted(problem.items, key=lambda each: (-sum(n for _, n in each.fills), each.name))
    placed: dict[tuple[str, str], int] = {}
    for merged in classes:
        left = [dict(each.room) for each in merged.bins]
        for item in items:
            start = 0
            for _ in range(found.get((item.name, merged.one.name), 0)):
                while start < len(left) and any(
                    left[start].get(what, amount) < amount for what, amount in item.fills
                ):
                    start += 1
                if start == len(left):
                    return None
                for what, amount in item.fills:
                    if what in left[start]:
                        left[start][what] -= amount
                key = item.name, merged.bins[start].name
                placed[key] = placed.get(key, 0) + 1
    return dict(sorted(placed.items()))


def _kept(
    problem: Fitting, classes: Sequence[_Class], found: Placement | None
) -> Iterator[list[Bin]]:
    """Return the bins to place into: as many of a class as counters are in it, then all."""
    if found is not None and not problem.bounds:
        used: dict[str, int] = {}
        for (_, name), count in found.items():
            used[name] = used.get(name, 0) + 2 * count  # with room to choose
        yield [bin_ for each in classes for bin_ in each.bins[: used.get(each.one.name, 0)]]
    yield [bin_ for each in classes for bin_ in each.bins]


def _conflict(search: _Search, causes: Sequence[str]) -> Fit:
    """Name the fewest groups and limits that cannot be together."""
    core = list(search.core)
    for each in tuple(core):
        rest = [other for other in core if other != each]
        if rest and search.solve(rest) is False:
            core = [other for other in rest if other in search.core]
    for size in range(1, len(core)):
        if comb(len(causes), size) > SUBSETS:
            break
        for some in combinations(causes, size):
            if search.solve(some) is False:
                return _named(some)
    return _named(core)


def _named(causes: Iterable[str]) -> Fit:
    items = [each.partition("(")[::2] for each in causes]
    names = {
        kind: tuple(sorted(name[1:-2] for what, name in items if what == kind))
        for kind in ("group", "limit")
    }
    return Fit(groups=names["group"] or ("",), limits=names["limit"])


class _Search:
    """One problem, ground once, asked with some of its causes."""

    def __init__(self, problem: Fitting, classes: Sequence[_Class], merged: bool) -> None:
        self._bins = [each.one.name for each in classes]
        self._items = [each.name for each in problem.items]
        facts = "\n".join(_facts(problem, classes, merged))
        self._control = ActiveRules(PROFILE).ground(facts)
        self._control.configuration.solve.solve_limit = str(CONFLICTS)  # type: ignore[union-attr]
        atoms = self._control.symbolic_atoms.by_signature("upheld", 1)
        self._assumed = {str(each.symbol.arguments[0]): each.literal for each in atoms}
        self.core: tuple[str, ...] = ()

    def solve(self, causes: Iterable[str]) -> Placement | Literal[False] | None:
        """Place what some causes ask for; False where that cannot be, None where it was given up."""
        assumed = [self._assumed[each] for each in causes]
        with self._control.solve(assumptions=assumed, yield_=True) as handle:
            model = handle.model()
            if model is not None:
                return self._placed(model.symbols(atoms=True))
            result = handle.get()
            if not result.unsatisfiable:
                return None
            core = set(handle.core())
        self.core = tuple(name for name, literal in self._assumed.items() if literal in core)
        return False

    def _placed(self, symbols: Iterable[clingo.Symbol]) -> Placement:
        placed: dict[tuple[str, str], int] = {}
        for each in symbols:
            if each.match("at_least", 3):
                item, place, count = (argument.number for argument in each.arguments)
                key = self._items[item], self._bins[place]
                placed[key] = max(placed.get(key, 0), count)
        return dict(sorted(placed.items()))


def _facts(problem: Fitting, classes: Sequence[_Class], merged: bool) -> Iterator[str]:
    number = {each.name: n for n, each in enumerate(problem.items)}
    for n, item in enumerate(problem.items):
        yield f"item({n},{string_term(item.group)},{item.count})."
        yield from (f"fills_bin({n},{what},{amount})." for what, amount in item.fills)
    for b, each in enumerate(classes):
        copies = len(each.bins)
        room = {what: amount * copies for what, amount in each.one.room}
        yield from (f"bin_room({b},{what},{amount})." for what, amount in room.items())
        if not merged and problem.bounds:
            yield f"in_hex({b},{string_term(each.one.hex)})."
        for name in sorted(each.one.takes):
            if name not in number:
                continue
            item = problem.items[number[name]]
            most = [room[what] // amount for what, amount in item.fills if what in room]
            if count := min([item.count, *most]):
                yield f"fits({number[name]},{b},{count})."
    yield from (f"cause({each})." for each in problem.causes)
    if not merged:
        yield from (f"excludes({number[a]},{number[b]})." for a, b in problem.exclusive)
    for bound in problem.bounds:
        yield from _bound_facts(bound, number, classes, merged)


def _bound_facts(
    bound: HexLimit, number: Mapping[str, int], classes: Sequence[_Class], merged: bool
) -> Iterator[str]:
    name = string_term(bound.name)
    items = sorted(bound.items & number.keys())
    yield from (f"of_items({name},{number[each]})." for each in items)
    hexes = {b.hex for each in classes for b in each.bins if b.takes & bound.items}
    if bound.most is not None and merged:
        yield f"most_in_all({name},{bound.most * len(hexes)})."
    elif bound.most is not None:
        yield from (
            f"most_per_hex({name},{string_term(each)},{bound.most})." for each in sorted(hexes)
        )
    if not merged:
        yield from (
            f"keeps_away_from({name},{number[e]})." for e in sorted(bound.shuns & number.keys())
        )
        yield from (
            f"near({name},{string_term(a)},{string_term(b)})." for a, b in sorted(bound.near)
        )
