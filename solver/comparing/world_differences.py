"""What two laws say otherwise in bounded worlds: each class of differences with a smallest position.

Worlds grow hex by hex, so that what differs is found in as few hexes as show it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import clingo

from hexcourt.facts.errors import BadInput
from hexcourt.solver.comparing.differences import MOST_TRIED, NOTHING
from hexcourt.solver.comparing.rules_compared import Comparison
from hexcourt.solver.comparing.two_laws import Both, both_of, worlds_of_both
from hexcourt.solver.examining.families import family_of
from hexcourt.solver.examining.searching.search import Search
from hexcourt.solver.examining.worlds import Family, Position
from hexcourt.solver.statutes.lawbook import Lawbook, enacted
from hexcourt.solver.statutes.program import LawError

Atoms = tuple[str, ...]
"""What holds in a world."""

SHARE = 0.4
"""The share of the time that is kept for making positions small."""

EAGER = 2.0
"""How much more than its even share of the time that is left the search of some worlds may take."""


@dataclass(frozen=True)
class WorldDifference:
    """One way in which two laws differ: its class, the rules that cause it, none where that takes
    several together, what each law answers in a smallest position; no position where time was over.
    Where the program answers ``alike``, what differs is derived and not told, as both laws confirm
    (``untold``), or the generator errs.
    """

    family: str
    what: str
    causes: tuple[str, ...]
    old: str
    new: str
    position: Position | None
    alike: bool = False
    untold: bool = False

    @property
    def confirmed(self) -> bool:
        """Tell whether the program says so too."""
        return self.position is not None and (self.untold or not self.alike)


@dataclass(frozen=True)
class Compared:
    """A family in which two laws were compared: what differs; whether it is ``asked``, as it is not
    where nothing of it hangs on the rules that differ; the number of hexes up to which the search
    ended; whether these rules derive anything otherwise there.
    """

    family: Family
    found: tuple[WorldDifference, ...] = ()
    asked: bool = False
    ended: int = 0
    derived: bool = False

    @property
    def complete(self) -> bool:
        """Tell whether no world of the whole scope shows another difference."""
        return not self.asked or self.ended == self.family.scope["most_hexes"]


@dataclass
class _Growing:
    """A family while its worlds grow."""

    comparison: Comparison
    family: Family
    both: Both
    found: list[WorldDifference] = field(default_factory=list)
    said: set[clingo.Symbol] = field(default_factory=set)
    ended: int = 0
    stopped: bool = False
    derived: bool = False

    @property
    def sizes(self) -> list[int]:
        """List how many hexes worlds have, the fewest first."""
        most = self.family.scope["most_hexes"]
        return [
            hexes
            for hexes in range(1, most + 1)
            if family_of(self.family.name, hexes).scope["most_hexes"] == hexes
        ]

    def search(
        self, hexes: int, until: float, tell: Callable[[str], None], most: int | None
    ) -> None:
        """Search the worlds of so many hexes for what no smaller world has shown."""
        family, laws = family_of(self.family.name, hexes), self.comparison
        tell(f"{family.name}: both laws in worlds of {hexes} hexes")
        search = Search(worlds_of_both(family, laws.old, laws.new, self.both, hexes))
        search.leave_out("differs", self.said)
        soon = until - SHARE * max(0.0, until - time.monotonic())
        searched = search.every("derived", soon, 1)
        if searched.classes:
            self.derived = True
            searched = search.every("differs", soon, most)
        for said in searched.classes[:most]:
            tell(f"{family.name}: {said}")
            atoms = search.smallest("differs", said, until)
            self.found.append(_told(laws, family, said, self.both.parted(atoms)))
        self.said.update(searched.classes)
        self.stopped = self.stopped or not searched.complete
        if not self.stopped:
            self.ended = hexes

    def result(self) -> Compared:
        """Give what was found."""
        return Compared(self.family, tuple(self.found), True, self.ended, self.derived)


def differences_in_worlds(
    comparison: Comparison,
    families: Iterable[Family],
    seconds: float,
    tell: Callable[[str], None] = lambda _: None,
    most: int | None = None,
) -> tuple[Compared, ...]:
    """Compare two laws in the worlds of some families; until so many kinds of differences are
    found, where that is said.
    """
    until = time.monotonic() + seconds
    asked = {each.name: each for each in families}
    growing = {}
    for name, family in asked.items():
        both = both_of(family, comparison.old, comparison.new)
        if both.first:
            growing[name] = _Growing(comparison, family, both)
    steps = [(hexes, each) for each in growing.values() for hexes in each.sizes]
    steps.sort(key=lambda step: (step[0], len(step[1].both.affected)))
    for done, (hexes, each) in enumerate(steps):
        left = None if most is None else most - sum(len(one.found) for one in growing.values())
        if left is not None and left <= 0:
            break
        now = time.monotonic()
        share = EAGER * max(0.0, until - now) / (len(steps) - done)
        each.search(hexes, min(until, now + share), tell, left)
    return tuple(
        growing[name].result() if name in growing else Compared(family)
        for name, family in asked.items()
    )


def _told(
    comparison: Comparison, family: Family, said: clingo.Symbol, atoms: tuple[Atoms, Atoms]
) -> WorldDifference:
    what = str(said)
    if not atoms[0]:
        return WorldDifference(family.name, what, (), "", "", None)
    position = family.read(atoms[0])
    laws = (comparison.old, comparison.new)
    old, new = (_answer(law, position) for law in laws)
    causes = _causes(comparison, position, old)
    untold = old == new and all(
        _derives(law, family, some) for law, some in zip(laws, atoms, strict=True)
    )
    return WorldDifference(family.name, what, causes, old, new, position, old == new, untold)


def _derives(law: Lawbook, family: Family, atoms: Atoms) -> bool:
    """Tell whether the program derives under a law what a world says; of a law that gives two verdicts
    at once it tells but one.
    """
    verdicts = [each.partition(",")[0] for each in atoms if each.startswith("verdict(")]
    if len(verdicts) > len(set(verdicts)):
        return True
    with enacted(law):
        try:
            return not family.read(atoms).ask_again(atoms, None, "")
        except (BadInput, LawError, ValueError):
            return False


def _causes(comparison: Comparison, position: Position, old: str) -> tuple[str, ...]:
    """Find the changes without which the position is answered as before."""
    changes = comparison.changes
    if len(changes) == 1:
        return (changes[0].number,)
    return tuple(
        each.number
        for each in changes[:MOST_TRIED]
        if _answer(comparison.without(each), position) == old
    )


def _answer(law: Lawbook, position: Position) -> str:
    with enacted(law):
        try:
            return position.answered()
        except BadInput as error:
            return f"{NOTHING}: {error}"
        except (LawError, ValueError) as error:
            # a law that contradicts itself: two verdicts where programs take the one there is
            return f"{NOTHING} that this program can tell: {error}"
