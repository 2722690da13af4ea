"""Finds the worlds of a family in which a changed rule set derives anything otherwise; and which changed
rules never say anything in any of them, or never alone.

In every other world both rule sets have the same answer set, so that what is found there was found
before. A changed rule derives otherwise where its body holds and it did not before, or the other way
round. A row of a table that changed does so by way of the rules that read it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

import clingo
from clingo import ast

from hexcourt.facts.base.errors import RuleError
from hexcourt.solver.analysis.core.programs import (
    BoundedPositions,
    PositionFamily,
    PrefixRenamer,
    accounted_in,
    hanging_on,
    is_handed_on,
    sliced,
    worlds_of,
)
from hexcourt.solver.analysis.core.search import (
    CutDown,
    Search,
    TimeOverError,
    models,
    needed_for,
    needed_for_worlds,
)
from hexcourt.solver.analysis.core.two_rule_sets import FamilyRules, RuleSetComparison
from hexcourt.solver.rulebase.program import Program, grounded
from hexcourt.solver.rulebase.rulebase import RuleBase
from hexcourt.solver.rulebase.slicing import read
from hexcourt.solver.rulebase.statement import Citation, RuleStatement

_ROW = "row_before_"
"""What the predicates begin with whose rows are as they were."""

_TOUCHED = """
touched__ :- derived_now__(X), not derived_before__(X).
touched__ :- derived_before__(X), not derived_now__(X).
#defined derived_now__/1. #defined derived_before__/1.
"""

_ONLY_TOUCHED = ":- not touched__."


MAX_CONFLICTS = 1_000
"""After so many conflicts it is left open what more the worlds that are touched may hold."""

SECONDS = 3.0
"""After so many seconds of CPU time, too: some worlds take many for each conflict."""

MAX_WORLDS = 40
"""In how many of them it is looked for what they hold at most."""

MANY = 50
"""Of how many atoms that may be chosen at least it is asked which these worlds hold."""

_GOAL = clingo.Function("touched__")
_LOOKING = "looking__"
_AMONG = "may_be_chosen__"


@dataclass(frozen=True)
class TouchedWorlds:
    """The worlds that a change touches: whether there may be ``any``, and how their program is kept to
    them: by a ``text``, "" where it is not known which they are, and by what their generator chooses
    in none of them. ``chosen`` are the atoms of the predicates of ``choices`` that some may hold.
    """

    any: bool
    text: str = ""
    choices: frozenset[str] = frozenset()
    chosen: tuple[str, ...] = ()

    def keep(self, worlds: BoundedPositions) -> BoundedPositions:
        """Keep the program of worlds to these; all that is left out is grounded no more."""
        if not self.text:
            return worlds
        choosing = _Among(self.choices)
        lines = [
            str(choosing(each.node) if each.kind == "choice" else each.node)
            for each in Program("", worlds.generated).statements
        ]
        among = (f"{_AMONG}({each})." for each in self.chosen)
        return replace(worlds, generated="\n".join([*lines, *among, self.text]))


EVERYWHERE = TouchedWorlds(True)
"""What is said of a change that may touch all worlds."""


class _Among(ast.Transformer):
    """Lets choices choose only what is listed."""

    def __init__(self, choices: frozenset[str]) -> None:
        self._choices = choices

    def visit_ConditionalLiteral(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo calls it so
        """Add a condition to an element of a choice."""
        atom = node.literal.atom
        symbol = atom.symbol if atom.ast_type is ast.ASTType.SymbolicAtom else None
        if symbol is None or getattr(symbol, "name", "") not in self._choices:
            return node
        listed = ast.Function(node.location, _AMONG, [symbol], 0)
        literal = ast.Literal(node.location, ast.Sign.NoSign, ast.SymbolicAtom(listed))
        return node.update(condition=[*node.condition, literal])

    def visit_Rule(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo calls it so
        """Look at the head alone."""
        return node.update(head=self.visit(node.head))


def touched(worlds: BoundedPositions, both: FamilyRules, old: RuleBase) -> TouchedWorlds:
    """Find the ``worlds`` of the new rule set that a change from the ``old`` one touches."""
    family = worlds.family
    scope = family.scoped(family, old, both.old)
    if scope.facts != worlds.scope.facts:  # other worlds than before
        return EVERYWHERE
    generated = Program("", worlds.generated).statements
    # an exception that was dropped may have been the only reader of what derives it
    derived = {name for each in (*worlds.statements, *generated) for name in each.names}
    further = (each for each in both.new if derived.isdisjoint(each.names))
    statements = (*worlds.statements, *generated, *further)
    every = tuple(each for each in statements if each.kind in ("rule", "fact"))
    chosen = (name for each in statements if each.kind == "choice" for name in each.names)
    changed = (name for some in both.differing for each in some for name in each.names)
    # the predicates that are the same in all worlds and derived from what changed
    hanging = frozenset(hanging_on(changed, every) - hanging_on(chosen, every))
    before, now = (_rows_of(hanging, (*rules, *generated)) for rules in (both.old, both.new))
    if before is None or now is None:
        return EVERYWHERE
    tables = frozenset(name for name in hanging if before[name] != now[name])
    gone, fresh = (
        [each for each in some if hanging.isdisjoint(each.names)] for some in both.differing
    )
    written = {str(each.node) for each in fresh}
    readers = [
        each
        for each in statements
        if not tables.isdisjoint(read.name for read in each.reads)
        and hanging.isdisjoint(each.names)
        and str(each.node) not in written
    ]
    # what is found reads what statements say, which is not given here
    if any(e.kind not in ("rule", "fact") or "class" in e.names for e in (*gone, *fresh, *readers)):
        return EVERYWHERE
    rows = (f"{_ROW}{row}." for name in sorted(tables) for row in sorted(before[name]))
    rename = PrefixRenamer(tables, _ROW)
    read_there = {read for each in (*gone, *readers) for read in each.reads if read.name in tables}
    lines = [*rows, *(f"#defined {_ROW}{each}." for each in sorted(read_there))]
    for each in (*gone, *readers):
        lines.append(_derived("derived_before__", each, map(str, rename(each.node).body)))
    for each in (*fresh, *readers):
        lines.append(_derived("derived_now__", each, map(str, each.node.body)))
    text = "\n".join([*lines, _TOUCHED])
    return _looked_for(statements, text)


def _derived(name: str, statement: RuleStatement, body: Iterable[str]) -> str:
    return f"{name}({statement.node.head}) :- {'; '.join(body) or '#true'}."


def _rows_of(
    tables: frozenset[str], statements: Iterable[RuleStatement]
) -> Mapping[str, Set[str]] | None:
    """Map tables to the rows that they have; None where grounding does not decide them."""
    rows: dict[str, set[str]] = {name: set() for name in tables}
    if not tables:
        return rows
    every = [each for each in statements if each.kind in ("rule", "fact", "constant")]
    needed = needed_for(every, (each for each in every if not tables.isdisjoint(each.names)))
    control = grounded((each.node for each in needed), "")  # atoms live no longer than it does
    for each in control.symbolic_atoms:
        if each.symbol.name in tables:
            if not each.is_fact:
                return None
            rows[each.symbol.name].add(str(each.symbol))
    return rows


def _looked_for(statements: Sequence[RuleStatement], text: str) -> TouchedWorlds:
    """Find whether any world is touched: as far as grounding tells without what forbids worlds, and,
    if that does not rule it out, as far as a short search does; and what these worlds hold.
    """
    added = Program("", text).statements
    free = [each.node for each in (*statements, *added) if each.kind != "constraint"]
    needed = read(free).needed("", ((_GOAL.name, 0),))
    try:
        control = grounded(
            [each for each in needed if not isinstance(each, str)],
            "\n".join(each for each in needed if isinstance(each, str)),
        )
        if control.symbolic_atoms[_GOAL] is None:
            return TouchedWorlds(False)
        choices = sorted({name for e in statements if e.kind == "choice" for name in e.names})
        looking = f"{{ {_LOOKING}({';'.join(choices)}) }}." if choices else ""
        found = (*added, *Program("", f"{_ONLY_TOUCHED} {looking}").statements)
        others = (each for each in statements if each.names not in (("class",), ("broken",)))
        control = grounded(
            (each.node for each in needed_for_worlds([*others, *found])),
            "",
            "--models=0",
            f"--solve-limit={MAX_CONFLICTS}",
        )
    except RuleError:
        return EVERYWHERE
    late = time.process_time() + SECONDS
    try:
        if next(models(control, (), math.inf, late), None) is None:
            return TouchedWorlds(False)
    except TimeOverError:
        return TouchedWorlds(True, f"{text}{_ONLY_TOUCHED}\n")
    occurring: dict[str, Sequence[clingo.Symbol]] = {}
    for name in choices:
        atoms = [each.symbol for each in control.symbolic_atoms if each.symbol.name == name]
        some = _occurring(control, name, atoms, late) if len(atoms) >= MANY else None
        if some is not None:
            occurring[name] = some
    chosen = sorted(str(each) for some in occurring.values() for each in some)
    return TouchedWorlds(True, f"{text}{_ONLY_TOUCHED}\n", frozenset(occurring), tuple(chosen))


def _occurring(
    control: clingo.Control, name: str, atoms: Collection[clingo.Symbol], late: float
) -> Sequence[clingo.Symbol] | None:
    """List the atoms that any world holds; None where it takes too many worlds, or too long, to tell."""
    looking = clingo.Function(_LOOKING, [clingo.Function(name)])
    unseen = set(atoms)
    try:
        for count, model in enumerate(models(control, [(looking, True)], math.inf, late)):
            unseen.difference_update(model.symbols(atoms=True))
            if not unseen or count == MAX_WORLDS:
                return None
            # the next one holds what was not seen yet, as long as this predicate is looked for
            model.context.add_clause([(looking, False), *((each, True) for each in unseen)])
    except TimeOverError:
        return None
    return [each for each in atoms if each not in unseen]


# Changed rules that never occur, or never decide
#
# They are looked for one statement by itself: another statement below the same citation says nothing
# of it. What was never seen of a rule before it changed is none of the change.


NEVER = {"fired": "dead", "applied": "shadowed", "sole": "redundant"}
"""What a rule is of which one of these is never seen, the first of them that is not."""


@dataclass(frozen=True)
class UnseenRule:
    """A changed statement that is ``dead``, ``shadowed`` or ``redundant`` (``never``) in the worlds of
    all families that hold it to account.
    """

    never: str
    statement: RuleStatement
    cited: Citation
    families: tuple[str, ...]


@dataclass(frozen=True)
class UnseenRules:
    """Changed statements that never occur or decide; and the families for which time was short, whose
    statements are none of these.
    """

    found: tuple[UnseenRule, ...]
    left: tuple[str, ...]


def never_seen(
    comparison: RuleSetComparison, families: Sequence[PositionFamily], seconds: float
) -> UnseenRules:
    """Look which changed rules never fire in the worlds of some families, never decide, or never alone;
    for so many seconds of CPU time.
    """
    late = time.process_time() + seconds
    gone = [each for change in comparison.changes for each in change.gone]
    new = [each for change in comparison.changes for each in change.new]
    now = _never_seen(comparison.new, new, families, late)
    if not (now.found and gone):
        return now
    before = _never_seen(comparison.old, gone, families, late)
    known = {(each.cited.number, each.never) for each in before.found}
    found = (each for each in now.found if (each.cited.number, each.never) not in known)
    left = tuple(dict.fromkeys((*now.left, *before.left)))
    # of what is not known of the earlier rules nothing is said
    return UnseenRules(() if before.left else tuple(found), left)


@dataclass
class _Unseen:
    """What was not yet seen of a statement in the families that hold it to account."""

    statement: RuleStatement
    cited: Citation
    kinds: set[str]
    families: list[str]
    left: bool = False


def _never_seen(
    rule_base: RuleBase,
    changed: Iterable[RuleStatement],
    families: Iterable[PositionFamily],
    late: float,
) -> UnseenRules:
    wanted = {(each.place, each.text) for each in changed}
    waiting: dict[tuple[str, str], _Unseen] = {}
    left: list[str] = []
    for family in families:
        accounted = accounted_in(family, sliced(family, rule_base))
        items: dict[int, _Unseen] = {}
        for number, (statement, cited) in accounted.items():
            key = (statement.place, statement.text)
            if key not in wanted or is_handed_on(cited):
                continue
            says = statement.names[0] in family.decisive
            if key not in waiting:
                waiting[key] = _Unseen(statement, cited, set(NEVER if says else ("fired",)), [])
            if waiting[key].kinds:
                items[number] = waiting[key]
        if not items:
            continue
        if time.process_time() >= late or not _look(family, rule_base, items, late):
            left.append(family.name)
            for each in items.values():
                each.left = True
    found = tuple(
        UnseenRule(NEVER[kind], each.statement, each.cited, tuple(each.families))
        for each in waiting.values()
        if each.kinds and not each.left
        for kind in [next(kind for kind in NEVER if kind in each.kinds)]
    )
    return UnseenRules(found, tuple(left))


def _look(
    family: PositionFamily, rule_base: RuleBase, items: Mapping[int, _Unseen], late: float
) -> bool:
    """Look what is seen of some statements in the worlds of a family; return whether time was enough."""
    worlds = worlds_of(family, rule_base)
    # each is accounted for below a citation of its own
    alone = {
        number: (statement, replace(cited, line=-number) if number in items else cited)
        for number, (statement, cited) in worlds.accounted.items()
    }
    worlds = replace(worlds, accounted=alone)
    search = Search(worlds, CutDown(worlds).to(*NEVER), late)
    for kind in NEVER:
        unseen = {clingo.Number(n) for n, each in items.items() if kind in each.kinds}
        if not unseen:
            continue
        search.leave_out(kind, (each for each in map(clingo.Number, alone) if each not in unseen))
        found = search.every(kind, math.inf)
        for each in found.classes:
            if each.number in items:
                items[each.number].kinds.discard(kind)
        if not found.complete:
            return False
    for entry in items.values():
        entry.families.append(family.name)
    return True
