"""Searches the worlds of a family: each solve shows a class that was not seen yet, until there is none.

One grounding serves all searches, or one kind of them. A class of what is looked for is an atom
``class(Check,C)``; after each world a clause asks for one that was not seen yet. Unsatisfiable then
means complete. The smallest world of a class is found under the assumption of its atom.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from importlib import import_module
from typing import NamedTuple

import clingo

from hexcourt.facts.base.cache import SEARCHES, VALUES_TABLE, CachedValues, digest_of
from hexcourt.solver.analysis.core.programs import BoundedPositions, first_argument
from hexcourt.solver.proof.clauses import translate
from hexcourt.solver.proof.ground_program import (
    GOAL_ATOM,
    GroundProgram,
    GroundRule,
    ProgramError,
    WeightRule,
)
from hexcourt.solver.proof.grounding import ground_statements
from hexcourt.solver.rulebase.program import Program, grounded
from hexcourt.solver.rulebase.statement import RuleStatement, Signature

SEARCHED = """
{ searching__(N) } :- N = (conflict;gap;fired;silent;applied;sole;property;occurs;derived;differs).
#minimize { N,X : world_thing(X,N) }.
#show.
#show class/2.
"""


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """What a search found: the classes, and whether it is ``complete``: no world shows another one.
    Where there is no world at all (``empty``) nothing is shown of any, and it is not complete.
    """

    classes: tuple[clingo.Symbol, ...]
    complete: bool
    solves: int
    empty: bool = False


class FoundWorld(NamedTuple):
    """The class of what was searched for that a world shows, and the atoms of this world."""

    searched: str
    found: clingo.Symbol
    atoms: tuple[str, ...]


class TimeOverError(Exception):
    """The time was over before a search came to its end."""


_TICK = 0.2
"""After how many seconds it is asked how much CPU time was taken."""


def models(
    control: clingo.Control,
    assumptions: Sequence[tuple[clingo.Symbol, bool]],
    until: float,
    processor_until: float = math.inf,
) -> Iterator[clingo.Model]:
    """Return models as they are found; TimeOverError at a point in time, be one found just then, when
    this process has taken so much CPU time, or where the solver gives up.
    """
    if time.monotonic() >= until:  # a search that had no time at all was not carried out
        raise TimeOverError
    with control.solve(assumptions=assumptions, yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while True:
                left = until - time.monotonic()
                if left <= 0 or time.process_time() >= processor_until:
                    handle.cancel()
                    raise TimeOverError
                if handle.wait(left if processor_until == math.inf else min(left, _TICK)):
                    break
            model = handle.model()
            if model is None:
                if not handle.get().exhausted:
                    raise TimeOverError
                return
            yield model


class Search:
    """The worlds of a family, grounded; or of their statements those that are ``kept``.

    Nothing is searched any more when this process has taken so much CPU time (``processor_until``, in
    seconds).
    """

    def __init__(
        self,
        worlds: BoundedPositions,
        remaining: Iterable[RuleStatement] | None = None,
        processor_until: float = math.inf,
    ) -> None:
        self.worlds = worlds
        self.processor_until = processor_until
        if remaining is None:
            self._control = grounded(worlds.nodes, worlds.text + SEARCHED, "--models=0")
        else:
            self._control = grounded((each.node for each in remaining), SEARCHED, "--models=0")
        self._classes: dict[str, set[clingo.Symbol]] = {}
        for each in self._control.symbolic_atoms.by_signature("class", 2):
            self._classes.setdefault(each.symbol.arguments[0].name, set()).add(each.symbol)
        self._seen: set[clingo.Symbol] = set()

    def leave_out(self, check: str, items: Iterable[clingo.Symbol]) -> None:
        """Look for some classes of a check no more."""
        self._classes.get(check, set()).difference_update(
            clingo.Function("class", [clingo.Function(check), each]) for each in items
        )

    def every(self, check: str, until: float, most: int | None = None) -> SearchOutcome:
        """Search for all classes of a check, up to a point in time, or until so many classes
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
                for model in self._models([(searching, True)], until):
                    solves += 1
                    self._seen.update(model.symbols(shown=True))
                    if most is not None and len(self._seen & wanted) >= most:
                        break
                    unseen = [each for each in unseen if each not in self._seen]
                    # while this check searches, the next world shows what was not seen yet
                    model.context.add_clause([(searching, False), *((u, True) for u in unseen)])
                else:
                    complete = True
        items = sorted((each.arguments[1] for each in self._seen & wanted), key=str)
        return SearchOutcome(tuple(items), complete, solves)

    def has_worlds(self, until: float) -> bool:
        """Return whether there is any world; TimeOverError at a point in time."""
        return next(self._models((), until), None) is not None

    def _models(
        self, assumptions: Sequence[tuple[clingo.Symbol, bool]], until: float
    ) -> Iterator[clingo.Model]:
        return models(self._control, assumptions, until, self.processor_until)

    def _optimise(self, mode: str) -> None:
        solving = self._control.configuration.solve
        assert isinstance(solving, clingo.Configuration)
        solving.opt_mode = mode

    def smallest(
        self, check: str, result: clingo.Symbol, until: float, or_any: bool = False
    ) -> tuple[str, ...]:
        """Return the atoms of a smallest world that shows a class; where time is over nothing, or of the
        smallest one that was found yet.
        """
        self._optimise("opt")
        assert isinstance(self._control.configuration.solver, clingo.Configuration)
        self._control.configuration.solver.opt_strategy = "usc"
        atom = clingo.Function("class", [clingo.Function(check), result])
        found: tuple[str, ...] = ()
        try:
            for model in self._models([(atom, True)], until):
                found = tuple(sorted(map(str, model.symbols(atoms=True))))
        except TimeOverError:
            return found if or_any else ()
        return found


# Program slices for one search
#
# Beside the rules that what is sought depends on all constraints are kept, and all choices, with what
# they depend on: the worlds are those of the family. What statements say and where they fire is much
# of the whole program, of which a search for conflicts or gaps needs little.


class CutDown:
    """The statements of worlds, of which each search needs some."""

    def __init__(self, worlds: BoundedPositions) -> None:
        self._statements = (*worlds.statements, *_statements(worlds.text))

    def to(self, *kinds: str, names: frozenset[str] = frozenset()) -> tuple[RuleStatement, ...]:
        """Keep the statements that classes of some ``kinds`` depend on; where ``names`` are given, of
        properties, or of numbers of statements that fire, these alone are asked.
        """
        named = {_NAMED_BY.get(each) for each in kinds}
        return needed_for_worlds(
            [
                each
                for each in self._statements
                if (each.names != ("class",) or first_argument(each) in kinds)
                and (not names or each.names not in named or first_argument(each) in names)
            ]
        )


_NAMED_BY = {"property": ("broken",), "fired": ("fired",)}


@lru_cache(4)
def _statements(text: str) -> tuple[RuleStatement, ...]:
    """Parse the text of worlds: some thousand statements, which a search, its certificate and who
    verifies it look into alike.
    """
    return Program("", text).statements


def search_program(
    worlds: BoundedPositions, kind: str, names: frozenset[str], but: Iterable[str]
) -> str:
    """Write the program that has no answer set with what is sought: a class of a ``kind``, but these."""
    reduced = CutDown(worlds).to(kind, names=names)
    read = sorted({each for statement in reduced for each in statement.reads})
    lines = [
        *(f"#defined {each}." for each in read),
        "#defined class_but/1.",
        *(str(each.node) for each in reduced),
        *(f"class_but({each})." for each in sorted(but)),
        f"class_shown :- class({kind},C), not class_but(C).",
        f"{{ {GOAL_ATOM} }}.",
        f":- {GOAL_ATOM}, not class_shown.",
    ]
    return "\n".join(lines) + "\n"


def needed_for_worlds(statements: Sequence[RuleStatement]) -> tuple[RuleStatement, ...]:
    """Keep what classes, constraints and choices depend on, in its order."""
    kinds = ("constraint", "choice")
    return needed_for(
        statements, (e for e in statements if e.kind in kinds or e.names == ("class",))
    )


def needed_for(
    statements: Sequence[RuleStatement], wanted: Iterable[RuleStatement]
) -> tuple[RuleStatement, ...]:
    """Keep some statements that are wanted, what they depend on, and constants, in their order."""
    deriving: defaultdict[Signature, list[RuleStatement]] = defaultdict(list)
    for each in statements:
        for head in each.heads:
            deriving[head].append(each)
    remaining: set[RuleStatement] = set()
    waiting = list(wanted)
    while waiting:
        each = waiting.pop()
        if each not in remaining:
            remaining.add(each)
            for read in (*each.reads, *each.heads):
                waiting += deriving.pop(read, ())  # what derives it is needed once
    return tuple(each for each in statements if each in remaining or each.kind == "constant")


# Search by clauses
#
# A solver that learns clauses proves over and over that what is defined alike is equal. Kissat joins
# such definitions first, bottom up ("Clausal congruence closure", Biere, Fazekas, Fleury, Froleyks,
# SAT 2024): what takes the search over the program minutes, or has no end, then takes seconds.


MAX_CONFLICTS = 1_000_000
"""After so many conflicts a search for one more world is given up: ten times what the hardest took."""


def can_search() -> bool:
    """Return whether Kissat is there: python-sat comes without it on some systems."""
    return hasattr(import_module("pysolvers"), "kissat404_new")


def every_by_clauses(
    worlds: BoundedPositions, check: str, until: float, processor_until: float = math.inf
) -> SearchOutcome:
    """Search for all classes of a check, as ``Search.every`` does."""

    def is_over() -> bool:
        return time.monotonic() >= until or time.process_time() >= processor_until

    if is_over():
        return SearchOutcome((), complete=False, solves=0)
    search = ClauseSearch(worlds, check)
    seen: set[clingo.Symbol] = set()
    solves, complete = 0, search.classes <= seen
    while not complete and not is_over():
        found = search.find(search.classes - seen, MAX_CONFLICTS)
        if found is None:
            break
        solves += 1
        seen |= found
        complete = not found or search.classes <= seen
    if complete and not seen:
        has_worlds = search.has_worlds(MAX_CONFLICTS)
        return SearchOutcome((), has_worlds is True, solves + 1, has_worlds is False)
    items = sorted((each.arguments[1] for each in seen), key=str)
    return SearchOutcome(tuple(items), complete, solves)


class ClauseSearch:
    """What the worlds of a family show of a check, as clauses."""

    def __init__(self, worlds: BoundedPositions, check: str) -> None:
        program = ground_statements(worlds.nodes, worlds.text)
        shown = f"class({check},"
        items = ((atom, name) for atom, name in program.names if name.startswith(shown))
        self._atoms = {clingo.parse_term(name): atom for atom, name in items}
        self._clauses = translate(_needed_clause_search(program, self._atoms.values())).clauses
        self.classes = self._atoms.keys()

    def find(
        self, wanted: Iterable[clingo.Symbol], conflicts: int
    ) -> frozenset[clingo.Symbol] | None:
        """Return the classes of a world that shows one of those wanted, none where no world does;
        nothing where so many conflicts did not decide it.
        """
        true = self._solve(conflicts, sorted(self._atoms[each] for each in wanted))
        if true is None:
            return None
        return frozenset(each for each, atom in self._atoms.items() if atom in true)

    def has_worlds(self, conflicts: int) -> bool | None:
        """Return whether there is any world; None where so many conflicts did not decide it."""
        true = self._solve(conflicts)
        return None if true is None else bool(true)

    def _solve(self, conflicts: int, *clauses: list[int]) -> frozenset[int] | None:
        """Return what is true of some solution, nothing true where there is none; None where
        undecided.
        """
        from pysat.solvers import Kissat404  # it takes some time to import

        with Kissat404(bootstrap_with=[*self._clauses, *clauses]) as solver:
            solver.conf_budget(conflicts)
            found = solver.solve_limited()
            if found is None:
                return None
            return (
                frozenset(each for each in solver.get_model() if each > 0) if found else frozenset()
            )


def _needed_clause_search(program: GroundProgram, sought: Iterable[int]) -> GroundProgram:
    """Keep the rules that what is sought depends on, and those that forbid."""
    deriving: defaultdict[int, list[GroundRule | WeightRule]] = defaultdict(list)
    for rule in program.rules:
        for head in rule.head:
            deriving[head].append(rule)
    forbidding = [each for each in program.rules if not each.head]
    waiting = [*sought, *(atom for each in forbidding for atom in _body(each))]
    needed: set[int] = set()
    while waiting:
        atom = waiting.pop()
        if atom not in needed:
            needed.add(atom)
            waiting += [other for rule in deriving[atom] for other in _body(rule)]
    remaining = (
        each for each in program.rules if not each.head or not needed.isdisjoint(each.head)
    )
    return replace(program, rules=tuple(remaining))


def _body(rule: GroundRule | WeightRule) -> list[int]:
    if isinstance(rule, WeightRule):
        return [abs(literal) for literal, _ in rule.body]
    return [abs(literal) for literal in rule.body]


CUT_DOWN = ("conflict", "gap", "property")
"""What depends on little of all that is searched for, so that it is grounded by itself."""


class KeptSearches:
    """A search of which all that is complete is kept; worlds are grounded when nothing kept answers.

    No others are searched than those that a program ``kept_to`` fewer of them has, and none when this
    process has taken so much CPU time (``processor_until``, in seconds).
    """

    def __init__(
        self,
        worlds: BoundedPositions,
        kept_to: BoundedPositions | None = None,
        processor_until: float = math.inf,
    ) -> None:
        self.worlds = worlds
        self._searched = kept_to or worlds
        self._processor_until = processor_until

    @cached_property
    def search(self) -> Search:
        """Ground the worlds with all that is searched for there."""
        return Search(self.worlds)

    @cached_property
    def _cut_down(self) -> CutDown:
        return CutDown(self._searched)

    def every(
        self, check: str, until: float, but: frozenset[clingo.Symbol] = frozenset()
    ) -> SearchOutcome:
        """Search for all classes of a check ``but`` some, as ``Search.every`` does."""
        name = f"{check} but {digest_of(sorted(map(str, but)))}" if but else check
        stored = self._kept.find(name)
        if stored is not None:
            return SearchOutcome(tuple(map(clingo.parse_term, stored)), complete=True, solves=0)
        if but:
            self.search.leave_out(check, but)
        found = self._search(check, until)
        if self._searched is not self.worlds and found.empty:  # no world is left to show anything
            found = replace(found, complete=True, empty=False)
        if found.complete:
            self._kept.keep(name, [*map(str, found.classes)])
        return found

    def _search(self, check: str, until: float) -> SearchOutcome:
        if self.worlds.family.compares and can_search():
            with suppress(ProgramError):  # too large for clauses
                return every_by_clauses(self._searched, check, until, self._processor_until)
        if check in CUT_DOWN:
            remaining = self._cut_down.to(check)
            search = Search(self._searched, remaining, self._processor_until)
        else:
            search = self.search
        found = search.every(check, until)
        if found.complete and not found.solves:  # no world was looked at
            try:
                empty = not search.has_worlds(until)
            except TimeOverError:
                return replace(found, complete=False)
            return replace(found, complete=not empty, empty=empty, solves=found.solves + 1)
        return found

    def smallest(self, check: str, result: clingo.Symbol, until: float) -> tuple[str, ...]:
        """Return the atoms of a smallest world that shows a class, as ``Search.smallest`` does."""
        stored = self._kept.find(f"{check} {result}")
        if stored is not None:
            return tuple(stored)
        found = self.search.smallest(check, result, until)
        if found:
            self._kept.keep(f"{check} {result}", list(found))
        return found

    def holds(self, check: str) -> bool:
        """Return whether all classes of a check are kept."""
        return self._kept.find(check) is not None

    @cached_property
    def _kept(self) -> CachedValues:
        text = self._searched.text
        digest = digest_of([VALUES_TABLE, SEARCHED, text, *map(str, self.worlds.nodes)])
        return CachedValues(SEARCHES, digest)
