"""Searches the worlds of a family: each solve shows a class that was not seen yet, until there is none.

One grounding serves all searches. A class of what is looked for is an atom ``class(Check,C)``; what was
seen is told by externals, so that no model shows it again. Unsatisfiable then means complete. The
smallest world of a class is found under the assumption of its atom.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import clingo
from clingo import ast

from hexcourt.solver.examining.worlds import Worlds
from hexcourt.solver.statutes.program import LawError

_SEARCH = """
#external seen__(N,C) : class(N,C).
fresh__(N) :- class(N,C), not seen__(N,C).
{ searching__(N) } :- N = (conflict;gap;fired;heard;sole;property).
:- searching__(N), not fresh__(N).
#minimize { N,X : world_thing(X,N) }.
#show.
#show class/2.
"""


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found: the classes, and whether it is ``complete``: no world shows another one."""

    classes: tuple[clingo.Symbol, ...]
    complete: bool
    solves: int


class Search:
    """The worlds of a family, grounded."""

    def __init__(self, worlds: Worlds) -> None:
        self.worlds = worlds
        told: list[str] = []
        self._control = clingo.Control(["--warn=none"], logger=lambda code, text: told.append(text))
        try:
            with ast.ProgramBuilder(self._control) as builder:
                for node in worlds.nodes:
                    builder.add(node)
            self._control.add("base", [], worlds.text + _SEARCH)
            self._control.ground([("base", [])])
        except RuntimeError as error:
            raise LawError("; ".join(told) or str(error)) from None
        self._seen: dict[str, dict[clingo.Symbol, None]] = {}

    def every(self, check: str, until: float) -> Searched:
        """Search for all classes of a check, up to a moment of the clock."""
        self._optimise("ignore")
        wanted = [(clingo.Function("searching__", [clingo.Function(check)]), True)]
        solves, complete = 0, False
        while True:
            shown = self._shown(wanted, until)
            if not shown:
                complete = shown is None
                break
            solves += 1
            for each in shown:
                kind, said = each.arguments
                self._control.assign_external(clingo.Function("seen__", [kind, said]), True)
                self._seen.setdefault(kind.name, {})[said] = None
        return Searched(tuple(sorted(self._seen.get(check, ()), key=str)), complete, solves)

    def _optimise(self, mode: str) -> None:
        solving = self._control.configuration.solve
        assert isinstance(solving, clingo.Configuration)
        solving.opt_mode = mode

    def _shown(
        self, assumed: Sequence[tuple[clingo.Symbol, bool]], until: float
    ) -> list[clingo.Symbol] | None:
        """Give what one world shows; nothing where time is over, None where there is no world."""
        with self._control.solve(assumptions=assumed, yield_=True, async_=True) as handle:
            if not handle.wait(max(0.0, until - time.monotonic())):
                handle.cancel()
                return []
            model = handle.model()
            return None if model is None else list(model.symbols(shown=True))

    def smallest(self, check: str, said: clingo.Symbol, until: float) -> tuple[str, ...]:
        """Give the atoms of a smallest world that shows a class; nothing where time is over."""
        self._optimise("opt")
        atom = clingo.Function("class", [clingo.Function(check), said])
        found: tuple[str, ...] = ()
        with self._control.solve(assumptions=[(atom, True)], yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                if not handle.wait(max(0.0, until - time.monotonic())):
                    handle.cancel()
                    return ()
                model = handle.model()
                if model is None:
                    return found
                found = tuple(sorted(map(str, model.symbols(atoms=True))))
