"""In which worlds the statuses of units are refused, or in doubt: each world judged by itself."""

from __future__ import annotations

from collections import Counter as Tallied
from collections.abc import Collection, Iterable, Iterator, Mapping

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Counter
from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.placing.placing import counter_of_fact
from hexcourt.solver.placing.statuses import (
    FEW,
    Post,
    Ruled,
    Statuses,
    refused_words,
    words_of,
)

_Group = tuple[str, frozenset[Counter]]
"""A hex, and all counters that lie in it."""


class StatusesInWorlds:
    """What the law says of some statuses of units on one board, with whatever counters lie besides.

    ``posts`` are those that a question supposes, ``units`` those that are given, which make a world
    that refuses them impossible. The law is asked once about what lies in the hex of a unit (a test
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
        self._at: dict[str, frozenset[Counter]] = {}
        for each in board.counters:
            self._at[each.hex] = self._at.get(each.hex, frozenset()) | {each}

    def prepare(self, worlds: Iterable[Collection[Piece]]) -> None:
        """Ask beforehand about some worlds, about different hexes together."""
        fresh = {group for world in worlds for group in self._groups(world)} - self._ruled.keys()
        while fresh:
            batch = {name: (name, laid) for name, laid in sorted(fresh, key=_by_counters)}
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
        """Give the hexes of units in which pieces of a world lie, with all that lies there."""
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

    def add(self, world: Collection[Piece]) -> None:
        """Count a world."""
        self._worlds += 1
        self._changed.update(self.statuses.changed_groups(world))

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


def _by_counters(group: _Group) -> tuple[str, list[Counter]]:
    return group[0], sorted(group[1])
