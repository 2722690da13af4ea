"""What changed statements derive otherwise: in tables, whatever the facts are; and by themselves, from
the fewest facts that show it.

No bounded position is needed. Tables are derived by both rule sets and compared. By themselves
statements are compared with all that they read free, so that the facts need not occur anywhere.
Rewritings derive alike from all facts, whatever their names and their order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import clingo
from clingo import ast

from hexcourt.facts.base.errors import RuleError
from hexcourt.solver.analysis.core.two_rule_sets import RuleSetComparison, general
from hexcourt.solver.rulebase.program import Program, grounded
from hexcourt.solver.rulebase.rulebase import RuleBase
from hexcourt.solver.rulebase.slicing import sliced
from hexcourt.solver.rulebase.sorts import NUMBER, Sorts, SortTable, declared_sorts, places_of
from hexcourt.solver.rulebase.statement import (
    FreshNames,
    RuleStatement,
    Signature,
    alternatives,
    filled,
    is_plain,
    named,
    nodes_in,
    variables_of,
)

MAX_STATEMENTS = 40
"""How many statements are compared as one group at most."""

MAX_ATOMS = 6000
"""How many facts the search chooses from at most, for each atom of a body."""

_MAX_CONSTANTS = 12
_SECONDS = 5.0
_AT = ast.ASTType
_ORDERS = (
    ast.ComparisonOperator.LessThan,
    ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.GreaterThan,
    ast.ComparisonOperator.GreaterEqual,
)


@dataclass(frozen=True)
class StatementDifference:
    """What the old statements derive from some facts and the new do not, and the other way round."""

    gone: tuple[RuleStatement, ...]
    new: tuple[RuleStatement, ...]
    facts: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """Describe it in a line."""
        text = ", ".join(self.facts)
        where = f"if {text}" if text else "always"
        return f"{where}: {_list(self.before)} -> {_list(self.after)}"


def _list(some: Sequence[str]) -> str:
    return ", ".join(some) or "nothing"


def statement_differences(comparison: RuleSetComparison) -> Iterator[StatementDifference]:
    """Compare the statements that differ, those that derive the same predicates together; of each
    predicate one difference in each direction.
    """
    for gone, new in _groups(comparison):
        if len(gone) + len(new) <= MAX_STATEMENTS:
            yield from _of_group(comparison, gone, new)


def table_differences(comparison: RuleSetComparison) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rows of tables that only the old rule set derives, and those that only the new one
    does: what depends on no input, and so is the same in all positions.
    """
    left = {e.file for change in comparison.changes for e in (*change.gone, *change.new)}
    new = comparison.new
    programs = {name: {e.name for e in new.profile(name).programs} for name in new.profiles}
    texts: tuple[set[str], set[str]] = (set(), set())
    # the profiles that ask all that changed, as few as may be
    for name in sorted(programs, key=lambda each: (-len(programs[each]), each)):
        if left.isdisjoint(programs[name]):
            continue
        left -= programs[name]
        for found, rule_base in zip(texts, (comparison.old, new), strict=True):
            if name in rule_base.profiles:
                found.update(each.text for each in sliced(rule_base, name).rows)
    rows = [
        {str(e.node.head) for text in some - other for e in Program("", text).statements}
        for some, other in (texts, texts[::-1])
    ]
    return tuple(sorted(rows[0] - rows[1])), tuple(sorted(rows[1] - rows[0]))


_Group = tuple[list[RuleStatement], list[RuleStatement]]


def _groups(comparison: RuleSetComparison) -> Iterator[_Group]:
    """List the statements that differ by what they derive and what helpers they read."""
    parts: list[tuple[set[Signature], _Group]] = []
    for place in (0, 1):
        for change in comparison.changes:
            for each in (change.gone, change.new)[place]:
                if each.kind not in ("rule", "fact"):
                    continue
                joined = set(each.heads) | (set(each.reads) & _helpers(comparison, place))
                group: _Group = ([], [])
                group[place].append(each)
                apart = []
                for names, other in parts:
                    if names.isdisjoint(joined):
                        apart.append((names, other))
                        continue
                    joined |= names
                    group = (other[0] + group[0], other[1] + group[1])
                parts = [*apart, (joined, group)]
    for _, (gone, new) in parts:
        yield list(dict.fromkeys(gone)), list(dict.fromkeys(new))


def _helpers(comparison: RuleSetComparison, place: int) -> set[Signature]:
    """List the predicates that changed statements of one rule set derive and the other does not know."""
    other = (comparison.new, comparison.old)[place]
    heads = {
        head for c in comparison.changes for each in (c.gone, c.new)[place] for head in each.heads
    }
    known = {name for each in other.statements for name in (*each.heads, *each.reads)}
    return heads - known


class _Prefixed(ast.Transformer):
    """Renames predicates to names that begin with a prefix."""

    def __init__(self, prefix: str, names: Collection[str] | None) -> None:
        self._prefix, self._names = prefix, names

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802 - clingo calls it so
        """Return an atom by its new name."""
        symbols = [
            each.update(name=f"{self._prefix}{each.name}")
            if each.ast_type is _AT.Function and (self._names is None or each.name in self._names)
            else each
            for each in alternatives(node.symbol)
        ]
        if len(symbols) == 1:
            return node.update(symbol=symbols[0])
        return node.update(symbol=ast.Pool(node.symbol.location, symbols))


def _renamed(statement: RuleStatement, prefix: str, helpers: set[Signature]) -> ast.AST:
    node, names = statement.node, {each.name for each in helpers}
    head = _Prefixed(prefix, None)(node.head)
    return node.update(head=head, body=[_Prefixed(prefix, names)(each) for each in node.body])


def _of_group(
    comparison: RuleSetComparison, gone: Sequence[RuleStatement], new: Sequence[RuleStatement]
) -> Iterator[StatementDifference]:
    helpers = (_helpers(comparison, 0), _helpers(comparison, 1))
    sides = tuple(zip((gone, new), ("before_", "after_"), helpers, strict=True))
    nodes = [_renamed(each, prefix, known) for some, prefix, known in sides for each in some]
    heads = {head for each in (*gone, *new) for head in each.heads} - helpers[0] - helpers[1]
    lines = [*_constants(comparison.new, (*gone, *new))]
    lines += _choices(comparison.new, (*gone, *new), {e.name for some in helpers for e in some})
    lines += _outcomes(heads)
    try:
        control = grounded(nodes, "\n".join(lines), "--opt-strategy=usc")
    except RuleError:  # a script, or terms that cannot be enumerated
        return
    kinds = sorted((e.symbol for e in control.symbolic_atoms.by_signature("differs", 2)), key=str)
    seen = set()
    for kind in kinds:
        atoms = _smallest(control, kind)
        found = _difference_of(gone, new, atoms)
        if atoms and found.sentence not in seen:
            seen.add(found.sentence)
            yield found


def _smallest(control: clingo.Control, kind: clingo.Symbol) -> tuple[clingo.Symbol, ...]:
    found: tuple[clingo.Symbol, ...] = ()
    with control.solve(assumptions=[(kind, True)], yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            if not handle.wait(_SECONDS):
                handle.cancel()
                return found
            model = handle.model()
            if model is None:
                return found
            found = tuple(model.symbols(atoms=True))


def _difference_of(
    gone: Sequence[RuleStatement], new: Sequence[RuleStatement], atoms: Sequence[clingo.Symbol]
) -> StatementDifference:
    facts = sorted(str(each.arguments[0]) for each in atoms if each.name == "fact__")
    before = {str(each.arguments[0]) for each in atoms if each.name == "old__"}
    after = {str(each.arguments[0]) for each in atoms if each.name == "new__"}
    return StatementDifference(
        tuple(gone),
        tuple(new),
        tuple(facts),
        tuple(sorted(before - after)),
        tuple(sorted(after - before)),
    )


def _outcomes(heads: Iterable[Signature]) -> Iterator[str]:
    for name, arity in sorted(heads):
        term = general(name, arity)
        yield f"#defined before_{name}/{arity}. #defined after_{name}/{arity}."
        yield f"old__({term}) :- before_{term}.  new__({term}) :- after_{term}."
        yield f"differs({name},less) :- old__({term}), not new__({term})."
        yield f"differs({name},more) :- new__({term}), not old__({term})."
    yield "#minimize { 1,X : fact__(X) }."


# Facts to choose from: the atoms of the bodies, their variables filled in


def _choices(
    rule_base: RuleBase, rules: Sequence[RuleStatement], helpers: Collection[str]
) -> Iterator[str]:
    """Write the choice of the facts that bodies read."""
    constants, sorts = _constants_of(rules), declared_sorts(rule_base)
    for statement in rules:
        kinds = _kinds_of(rule_base, statement)
        names = FreshNames(variables_of(statement.node), "W")
        for atom in dict.fromkeys(map(str, _atoms_in(statement, names))):
            found: list[ast.AST] = []
            ast.parse_string(f"{atom}.", found.append)
            (term,) = [each.head.atom.symbol for each in found if each.ast_type is _AT.Rule]
            if term.name in helpers:
                continue
            variables = variables_of(term)
            domains = {e: _domain(kinds.get(e), sorts, constants) for e in variables}
            while _size(domains) > MAX_ATOMS and max(map(len, domains.values())) > 2:
                longest = max(domains, key=lambda each: len(domains[each]))
                domains[longest] = domains[longest][:-1]
            bound = "; ".join(f"{name} = ({';'.join(some)})" for name, some in domains.items())
            yield f"{{ {atom} }}{' :- ' * bool(bound)}{bound}."
            yield f"fact__({atom}) :- {atom}{'; ' * bool(bound)}{bound}."


def _size(domains: Mapping[str, Sequence[str]]) -> int:
    size = 1
    for each in domains.values():
        size *= len(each)
    return size


def _atoms_in(statement: RuleStatement, names: FreshNames) -> Iterator[ast.AST]:
    """List the atoms that a body reads, each anonymous variable named; a variable that is equal to a
    term is this term.
    """
    equal = dict(_equal_terms(statement))
    for literal in statement.node.body:
        for node in nodes_in(literal):
            if node.ast_type is _AT.SymbolicAtom:
                for each in alternatives(node.symbol):
                    if each.ast_type is _AT.Function:
                        for part in _unpooled(filled(each, equal)):
                            yield named(part, names)


def _equal_terms(statement: RuleStatement) -> Iterator[tuple[str, ast.AST]]:
    for literal in filter(is_plain, statement.node.body):
        if literal.atom.ast_type is _AT.Comparison and len(literal.atom.guards) == 1:
            (guard,) = literal.atom.guards
            if guard.comparison != ast.ComparisonOperator.Equal:
                continue
            for one, other in ((literal.atom.term, guard.term), (guard.term, literal.atom.term)):
                is_term = other.ast_type is _AT.Pool or (
                    other.ast_type is _AT.Function and other.arguments and not other.external
                )
                if one.ast_type is _AT.Variable and is_term:
                    yield one.name, other


def _unpooled(term: ast.AST) -> Iterator[ast.AST]:
    """List the terms that a term with pools and intervals stands for."""
    if term.ast_type is _AT.Pool:
        for each in term.arguments:
            yield from _unpooled(each)
    elif term.ast_type is _AT.Function and term.arguments:
        for some in product(*([*_unpooled(each)] for each in term.arguments)):
            yield term.update(arguments=list(some))
    else:
        yield term


def _kinds_of(rule_base: RuleBase, statement: RuleStatement) -> Mapping[str, Sorts]:
    """Map the variables of a statement to their sorts, where these are known."""
    declared = declared_sorts(rule_base)
    found: dict[str, Sorts] = {}
    for term, sorts, _ in places_of(declared, {}, statement):
        if term.ast_type is _AT.Variable and sorts:
            found[term.name] = declared.both(found.get(term.name), sorts)
    numbers = frozenset([NUMBER])
    for node in nodes_in(statement.node):
        computes = node.ast_type in (_AT.BinaryOperation, _AT.Interval)
        if node.ast_type is _AT.Comparison:
            computes = any(each.comparison in _ORDERS for each in node.guards)
        if computes or node.ast_type is _AT.BodyAggregate:
            for each in variables_of(node) if computes else variables_of(*_guards(node)):
                found.setdefault(each, numbers)
    return found


def _guards(node: ast.AST) -> Iterator[ast.AST]:
    return (each.term for each in (node.left_guard, node.right_guard) if each is not None)


def _constants_of(rules: Iterable[RuleStatement]) -> Mapping[str, Sequence[str]]:
    """List the constants of some bodies: numbers with their neighbours, texts and words."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for each in rules:
        for node in (node for literal in each.node.body for node in nodes_in(literal)):
            if node.ast_type is _AT.SymbolicTerm:
                symbol = node.symbol
                if symbol.type is clingo.SymbolType.Number:
                    near = (symbol.number, symbol.number + 1, symbol.number - 1)
                    found["number"] |= dict.fromkeys(map(str, near))
                elif symbol.type is clingo.SymbolType.String:
                    found["text"] |= {str(symbol): None}
                else:
                    found["word"] |= {str(symbol): None}
            elif node.ast_type is _AT.Function and not node.arguments and node.name:
                found["word"] |= {str(node): None}
    return {kind: [*some][:_MAX_CONSTANTS] for kind, some in found.items()}


def _domain(sorts: Sorts, declared: SortTable, constants: Mapping[str, Sequence[str]]) -> list[str]:
    """List what a variable of some sorts may stand for, those that matter most first."""
    numbers = [*dict.fromkeys([*constants.get("number", ()), "0", "1", "2"])]
    words, texts = constants.get("word", ()), constants.get("text", ())
    if sorts is None:
        return [*words[:4], "x", "y", *texts[:2], *numbers[:4]]
    found: list[str] = []
    for sort in sorted(sorts):
        if sort in declared.kinds.get("text", ()):
            found += (f'"{sort}1"', f'"{sort}2"', *texts)
        elif sort in declared.amounts or sort in declared.kinds.get("number", ()):
            found += numbers
        else:
            found += (*words, "x", "y")
    return [*dict.fromkeys(found)]


def _constants(rule_base: RuleBase, rules: Iterable[RuleStatement]) -> Iterator[str]:
    """Write the constants that statements name."""
    words = {
        str(node)
        for each in rules
        for node in nodes_in(each.node)
        if node.ast_type in (_AT.SymbolicTerm, _AT.Function)
    }
    written: dict[str, str] = {}
    for each in rule_base.statements:
        if each.kind == "constant" and each.node.name in words:
            written.setdefault(each.node.name, f"#const {each.node.name} = {each.node.value}.")
    return iter(written.values())
