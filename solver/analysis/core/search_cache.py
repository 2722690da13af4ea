"""Keeps what searches of worlds found, by the program searched: what did not change is not searched
again, and a check that was broken off goes on where it was.

Only what is complete is kept, a file for each program: the rules of the rule set that a family of worlds
asks, with all that they depend on, its generator, and its scope.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cached_property

import clingo

from hexcourt.facts.base.cache import SEARCHES, VALUES_TABLE, CachedValues
from hexcourt.facts.base.digests import digest_of
from hexcourt.solver.analysis.core.programs import Worlds
from hexcourt.solver.analysis.core.search import (
    SEARCHED,
    CutDown,
    Search,
    Searched,
    TimeOverError,
    can_search,
    every_by_clauses,
)
from hexcourt.solver.proof.ground_program import ProgramError

MOST_BYTES = 4 << 20
"""How large the file of a program may grow."""

MOST_FILES = 100
"""Of how many programs files are left."""

CUT_DOWN = ("conflict", "gap", "property")
"""What depends on little of all that is searched for, so that it is grounded by itself."""


class KeptSearches:
    """A search of which all that is complete is kept; worlds are grounded when nothing kept answers."""

    def __init__(self, worlds: Worlds) -> None:
        self.worlds = worlds

    @cached_property
    def search(self) -> Search:
        """Ground the worlds with all that is searched for there."""
        return Search(self.worlds)

    @cached_property
    def _cut_down(self) -> CutDown:
        return CutDown(self.worlds)

    def every(self, check: str, until: float) -> Searched:
        """Search for all classes of a check, as ``Search.every`` does."""
        kept = self._kept.find(check)
        if kept is not None:
            return Searched(tuple(map(clingo.parse_term, kept)), complete=True, solves=0)
        found = self._search(check, until)
        if found.complete:
            self._kept.keep(check, [*map(str, found.classes)])
        return found

    def _search(self, check: str, until: float) -> Searched:
        if self.worlds.family.compares and can_search():
            with suppress(ProgramError):  # too large for clauses
                return every_by_clauses(self.worlds, check, until)
        search = self.search
        if check in CUT_DOWN:
            search = Search(self.worlds, self._cut_down.to(check))
        found = search.every(check, until)
        if found.complete and not found.solves:  # no world was looked at
            try:
                empty = not search.has_worlds(until)
            except TimeOverError:
                return replace(found, complete=False)
            return replace(found, complete=not empty, empty=empty, solves=found.solves + 1)
        return found

    def smallest(self, check: str, said: clingo.Symbol, until: float) -> tuple[str, ...]:
        """Return the atoms of a smallest world that shows a class, as ``Search.smallest`` does."""
        kept = self._kept.find(f"{check} {said}")
        if kept is not None:
            return tuple(kept)
        found = self.search.smallest(check, said, until)
        if found:
            self._kept.keep(f"{check} {said}", list(found))
        return found

    def holds(self, check: str) -> bool:
        """Return whether all classes of a check are kept."""
        return self._kept.find(check) is not None

    @cached_property
    def _kept(self) -> CachedValues:
        told = digest_of([VALUES_TABLE, SEARCHED, self.worlds.text, *map(str, self.worlds.nodes)])
        return CachedValues(SEARCHES, told, MOST_BYTES, MOST_FILES)
