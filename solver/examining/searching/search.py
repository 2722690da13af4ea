"""Searches the worlds of a family: each solve shows a class that was not seen yet, until there is none.

One grounding serves all searches, or one kind of them. A class of what is looked for is an atom
``class(Check,C)``; after each world a clause asks for one that was not seen yet. Unsatisfiable then
means complete. The smallest world of a class is found under the assumption of its atom.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import clingo

from hexcourt.solver.examining.worlds import Worlds
from hexcourt.solver.statutes.program import grounded
from hexcourt.solver.statutes.statute import Statute

SEARCHED = """
{ searching__(N) } :- N = (conflict;gap;fired;silent;heard;sole;property;occurs;derived;differs).
#minimize { N,X : world_thing(X,N) }.
#show.
#show class/2.
"""


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found: the classes, and whether it is ``complete``: no world shows another one.
    Where there is no world at all (``empty``) nothing is shown of any, and it is not complete.
    """

    classes: tuple[clingo.Symbol, ...]
    complete: bool
    solves: int
    empty: bool = False


class TimeOverError(Exception):
    """The time was over before a search came to its end."""


def models(
    control: clingo.Control, assumptions: Sequence[tuple[clingo.Symbol, bool]], until: float
) -> Iterator[clingo.Model]:
    """Give models as they are found; TimeOverError at a moment of the clock, be one found just then."""
    if time.monotonic() >= until:  # a search that had no time at all was not carried out
        raise TimeOverError
    with control.solve(assumptions=assumptions, yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            left = until - time.monotonic()
            if left <= 0 or not handle.wait(left):
                handle.cancel()
                raise TimeOverError
            model = handle.model()
            if model is None:
                return
            yield model


class Search:
    """The worlds of a family, grounded; or of their statements those that are ``kept``."""

    def __init__(self, worlds: Worlds, kept: Iterable[Statute] | None = None) -> None:
        self.worlds = worlds
        if kept is None:
            self._control = grounded(worlds.nodes, worlds.text + SEARCHED, "--models=0")
        else:
            self._control = grounded((each.node for each in kept), SEARCHED, "--models=0")
        self._classes: dict[str, set[clingo.Symbol]] = {}
        for each in self._control.symbolic_atoms.by_signature("class", 2):
            self._classes.setdefault(each.symbol.arguments[0].name, set()).add(each.symbol)
        self._seen: set[clingo.Symbol] = set()

    def leave_out(self, check: str, said: Iterable[clingo.Symbol]) -> None:
        """Look for some classes of a check no more."""
        self._classes.get(check, set()).difference_update(
            clingo.Function("class", [clingo.Function(check), each]) for each in said
        )

    def every(self, check: str, until: float, most: int | None = None) -> Searched:
        """Search for all classes of a check, up to a moment of the clock, or until so many classes
        are found.
        """
        self._optimise("ignore")
        searching = clingo.Function("searching__", [clingo.Function(check)])
        wanted = self._classes.get(check, set())
        unseen = sorted(wanted - self._seen, key=str)
        solves, complete = 0, not unseen
        enough = most is not None and len(self._seen & wanted) >= most
        if unseen and not enough:
            with suppress(TimeOverError):
                for model in models(self._control, [(searching, True)], until):
                    solves += 1
                    self._seen.update(model.symbols(shown=True))
                    if most is not None and len(self._seen & wanted) >= most:
                        break
                    unseen = [each for each in unseen if each not in self._seen]
                    # while this check searches, the next world shows what was not seen yet
                    model.context.add_clause([(searching, False), *((u, True) for u in unseen)])
                else:
                    complete = True
        said = sorted((each.arguments[1] for each in self._seen & wanted), key=str)
        return Searched(tuple(said), complete, solves)

    def has_worlds(self, until: float) -> bool:
        """Tell whether there is any world; TimeOverError at a moment of the clock."""
        return next(models(self._control, (), until), None) is not None

    def _optimise(self, mode: str) -> None:
        solving = self._control.configuration.solve
        assert isinstance(solving, clingo.Configuration)
        solving.opt_mode = mode

    def smallest(self, check: str, said: clingo.Symbol, until: float) -> tuple[str, ...]:
        """Give the atoms of a smallest world that shows a class; nothing where time is over."""
        self._optimise("opt")
        assert isinstance(self._control.configuration.solver, clingo.Configuration)
        self._control.configuration.solver.opt_strategy = "usc"
        atom = clingo.Function("class", [clingo.Function(check), said])
        found: tuple[str, ...] = ()
        try:
            for model in models(self._control, [(atom, True)], until):
                found = tuple(sorted(map(str, model.symbols(atoms=True))))
        except TimeOverError:
            return ()
        return found
