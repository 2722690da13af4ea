"""Why an atom is not true: the rules that could derive it, and what they lack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import clingo
from clingo import ast

from hexcourt.solver.explain.rules import (
    COMPUTING,
    Variant,
    folded,
    outside,
    pattern_of,
    pattern_text,
    specialised,
)
from hexcourt.solver.explain.terms import (
    ABSENT,
    AGGREGATE,
    ANY,
    ATOM,
    COMPARISON,
    DOUBLE,
    EVERY,
    BodyLiteral,
    constant,
    hidden,
    parse_literal,
    predicate_of,
    shown,
    tuple_text,
)
from hexcourt.solver.explain.theory import (
    FAILS,
    HOLDS,
    OPEN,
    Attempt,
    Failure,
    Miss,
    Premise,
    Theory,
    Trial,
    fresh_number,
)
from hexcourt.solver.explain.why import (
    MOST,
    Element,
    NotSo,
    chosen,
    element_rule,
    matching,
    premise,
    why,
)
from hexcourt.solver.rulebase.statement import (
    FreshNames,
    filled,
    has,
    variables_of,
)

# Search for the instances in which rules come nearest to deriving an atom
#
# A state binds some variables of a rule and has tried some literals of its body. Literals are tried
# one after the other, tests as soon as their variables are bound; what a literal has no match for goes
# on without it, as failed. So many states of a rule are kept, those with the fewest failures.


MAX_STATES = 300
"""So many states of one rule are followed at once."""

JOINED = 20_000
"""So many pairs of states and atoms are looked at, at the most, where nothing ties them together."""


@dataclass(frozen=True, slots=True)
class RuleState:
    """How far a rule has come: values of variables, literals that failed, literals still to try."""

    order: int
    names: tuple[str, ...]
    values: tuple[clingo.Symbol, ...]
    failed: tuple[int, ...]
    todo: tuple[int, ...]

    @property
    def key(self) -> tuple[int, tuple[int, ...], tuple[clingo.Symbol, ...]]:
        """Return what sorts states: those that come nearest first."""
        return len(self.failed) + len(self.todo), self.failed, self.values


def nearest(theory: Theory, variants: Sequence[Variant]) -> list[list[RuleState]]:
    """Return for each variant the states in which it comes nearest, sorted; ``todo`` was never
    reached.
    """
    done: list[list[RuleState]] = [[] for _ in variants]
    states = [
        RuleState(order, (), (), (), tuple(range(len(variant.body))))
        for order, variant in enumerate(variants)
    ]
    places: dict[tuple[int, tuple[str, ...], tuple[int, ...]], int | None] = {}
    while states:
        groups: dict[tuple[int, tuple[str, ...], int], list[RuleState]] = {}
        for state in states:
            known = state.order, state.names, state.todo
            if known not in places:
                places[known] = _next(variants[state.order], state)
            place = places[known]
            if place is None:
                done[state.order].append(state)
            else:
                groups.setdefault((state.order, state.names, place), []).append(state)
        states = _best(_tried(theory, variants, groups))
    return [sorted(each, key=lambda state: state.key) for each in done]


def _best(states: Sequence[RuleState]) -> list[RuleState]:
    """Keep the best states of each variant."""
    by_order: dict[int, list[RuleState]] = {}
    for state in sorted(set(states), key=lambda each: each.key):
        stored = by_order.setdefault(state.order, [])
        if len(stored) < MAX_STATES:
            stored.append(state)
    return [state for each in by_order.values() for state in each]


def _next(variant: Variant, state: RuleState) -> int | None:
    """Choose the literal to try next: a test, else the one that is best tied to what is bound."""
    bound = set(state.names)
    best: tuple[tuple[bool, bool, int, int], int] | None = None
    for place in state.todo:
        literal = variant.body[place]
        names = variant.needs[place]
        unbound = [name for name in names if name not in bound]
        if unbound and not _can_bind(literal, names, state.names):
            continue
        loose = bool(names) and len(unbound) == len(names)
        rank = (bool(unbound), loose, len(unbound), place)
        if best is None or rank < best[0]:
            best = rank, place
    return None if best is None else best[1]


def _can_bind(literal: BodyLiteral, names: tuple[str, ...], bound: tuple[str, ...]) -> bool:
    if literal.negated or literal.kind not in (ATOM, COMPARISON, AGGREGATE):
        return False
    if literal.kind == ATOM and not has(literal.node, *COMPUTING):
        return True
    if literal.kind == AGGREGATE:
        guards = variables_of(*outside(literal.node))
        inner = set(names) - set(bound)
        if not inner <= set(guards):
            return False
    given = tuple(name for name in names if name in bound)
    return _is_safe(tuple_text(given), tuple_text(names), literal.text)


@cache
def _is_safe(given: str, names: str, literal: str) -> bool:
    """Ask clingo whether a literal binds its variables when some of them are given."""
    control = clingo.Control(logger=lambda code, text: None)
    try:
        control.add("base", [], f"__n({names}) :- __b({given}); {literal}.")
        control.ground([("base", [])])
    except RuntimeError:
        return False
    return True


_Groups = dict[tuple[int, tuple[str, ...], int], list[RuleState]]


def _tried(theory: Theory, variants: Sequence[Variant], groups: _Groups) -> list[RuleState]:
    """Try the next literal of all states; those that it fails for go on without it."""
    number = fresh_number()
    tries: list[tuple[RuleState, int, tuple[str, ...]]] = []
    lines: list[str] = []
    for group, ((order, names, place), states) in enumerate(groups.items()):
        variant = variants[order]
        literal = variant.body[place]
        needed = variant.needs[place]
        further = tuple(name for name in needed if name not in names)
        for state in states[: _affordable(theory, literal, needed, names)]:
            values = tuple_text(map(str, state.values))
            lines.append(f"__s{number}({group},{len(tries)},{values}).")
            tries.append((state, place, further))
        given = f"__s{number}({group},__N,{tuple_text(names)})"
        lines.append(f"__t{number}(__N,{tuple_text(further)}) :- {given}; {literal.text}.")
    (answers,) = theory.bench.ask(lines, [(f"__t{number}", 2)])
    matched = {seed.number for seed, _ in answers}
    found = [_without(*tries[each][:2]) for each in range(len(tries)) if each not in matched]
    for seed, bound in answers:
        state, place, further = tries[seed.number]
        found.append(_with(state, place, further, bound.arguments))
    return found


def _without(state: RuleState, place: int) -> RuleState:
    todo = tuple(each for each in state.todo if each != place)
    return RuleState(state.order, state.names, state.values, (*state.failed, place), todo)


def _with(
    state: RuleState, place: int, names: tuple[str, ...], values: Sequence[clingo.Symbol]
) -> RuleState:
    todo = tuple(each for each in state.todo if each != place)
    bound = dict(zip(names, values, strict=True)) | dict(
        zip(state.names, state.values, strict=True)
    )
    ordered = sorted(bound)
    return RuleState(
        state.order, tuple(ordered), tuple(bound[name] for name in ordered), state.failed, todo
    )


def _affordable(
    theory: Theory, literal: BodyLiteral, needed: tuple[str, ...], names: tuple[str, ...]
) -> int:
    """Describe for how many states a literal may be tried that nothing ties to them."""
    if literal.signature is None or not needed or set(needed) & set(names):
        return MAX_STATES
    return max(1, JOINED // (1 + len(theory.bench.atoms(literal.signature))))


# What holds of the body of the nearest instance, and what does not


_BECAUSE = 8
"""So many lines would be enough to say why what should not be true is true."""


@dataclass(frozen=True, slots=True)
class _Filled:
    """A literal with the values of a state filled in, and as written in the rule.

    ``pattern`` writes its atom, if it is one, with the values that all states share that fail just
    so, where nothing like it is true. It is ``exact`` where no arithmetic waits for values.
    """

    literal: BodyLiteral
    written: str
    state: str
    pattern: str = ""
    wide: str = ""
    exact: bool = False

    @property
    def widens(self) -> bool:
        """Return whether a missing atom may be put in more general words."""
        return self.state == FAILS and self.exact and self.wide != self.pattern


@dataclass(frozen=True, slots=True)
class Near:
    """A state in which a rule came near to an atom of a pattern.

    ``shared`` are the variables whose values all states share that fail just so.
    """

    pattern: str
    variant: Variant
    state: RuleState
    shared: frozenset[str]

    @property
    def distance(self) -> int:
        """Count the body literals that do not hold."""
        return len(self.state.failed) + len(self.state.todo)


def attempts_of(theory: Theory, found: Sequence[Near]) -> list[Attempt]:
    """Write out states of rules; all are asked about at once."""
    number = fresh_number()
    all_filled = _generalised(theory, [list(_fill(each)) for each in found])
    lines: list[str] = [f"__one{number}."]
    lines += [
        f"__d{number}({n},-1,{_head(each)}) :- __one{number}." for n, each in enumerate(found)
    ]
    for order, filled_in in enumerate(all_filled):
        for place, each in enumerate(filled_in):
            lines += _questions(each, order, place, number)
    heads = [(f"__d{number}", 3), (f"__e{number}", 6), (f"__x{number}", 3)]
    values, elements, wanting = theory.bench.ask(lines, heads)
    details = _Details(values, elements, wanting)
    return [
        Attempt(
            near.variant.rule,
            near.variant.kind,
            _head_text(near, details.values.get((order, -1))),
            tuple(
                _trial(theory, each, details, (order, place))
                for place, each in enumerate(all_filled[order])
            ),
        )
        for order, near in enumerate(found)
    ]


class _Details:
    """The answers about literals, by the number of the state and of the literal."""

    def __init__(self, values: _Rows, elements: _Rows, wanting: _Rows) -> None:
        self.values = {(o.number, p.number): value for o, p, value in values}
        self.elements: dict[tuple[int, int], list[Element]] = {}
        for order, place, _, branch, weight, parts in elements:
            element = Element(weight, branch.number, tuple(parts.arguments))
            self.elements.setdefault((order.number, place.number), []).append(element)
        self.wanting: dict[tuple[int, int], clingo.Symbol] = {}
        for order, place, what in wanting:
            self.wanting.setdefault((order.number, place.number), what)


_Rows = list[list[clingo.Symbol]]


def _bound(state: RuleState, location: ast.Location) -> dict[str, ast.AST]:
    return {
        name: ast.SymbolicTerm(location, value)
        for name, value in zip(state.names, state.values, strict=True)
    }


def _all_bound(variant: Variant, state: RuleState, location: ast.Location) -> dict[str, ast.AST]:
    values = {name: constant(location, ANY) for name in variant.variables}
    return values | _bound(state, location)


def _head(near: Near) -> str:
    head = near.variant.head
    return str(filled(head, _all_bound(near.variant, near.state, head.location)))


def _head_text(near: Near, value: clingo.Symbol | None) -> str:
    """Write what the rule would derive: what was asked for, or what it comes to."""
    if value is None or not variables_of(pattern_of(near.pattern)):
        return near.pattern
    return shown(value)


def _fill(near: Near) -> Iterator[_Filled]:
    variant, state = near.variant, near.state
    for place, literal in enumerate(variant.body):
        location = literal.node.location
        values = _all_bound(variant, state, location)
        how = FAILS if place in state.failed else OPEN if place in state.todo else HOLDS
        inner = parse_literal(filled(literal.node, values), FreshNames(variant.variables, "Any"))
        filled_in = _Filled(inner, variant.written[place], how)
        if literal.kind in (ATOM, ABSENT):
            bound = _bound(state, location)
            term = folded(filled(literal.node.atom.symbol, bound))
            common = {name: value for name, value in bound.items() if name in near.shared}
            wide = folded(filled(literal.node.atom.symbol, common))
            filled_in = replace(
                filled_in,
                pattern=pattern_text(term),
                wide=pattern_text(term if has(wide, *COMPUTING) else wide),
                exact=not has(term, *COMPUTING),
            )
        yield filled_in


def _generalised(theory: Theory, found: list[list[_Filled]]) -> list[list[_Filled]]:
    """Widen the patterns of missing atoms as far as nothing like them is true."""
    wide = sorted({each.wide for row in found for each in row if each.widens})
    name = f"__w{fresh_number()}"
    lines = [f"{name}({place}) :- {pattern}." for place, pattern in enumerate(wide)]
    (true,) = theory.bench.ask(lines, [(name, 1)])
    missing = set(wide) - {wide[place.number] for (place,) in true}
    return [
        [
            replace(each, pattern=each.wide) if each.widens and each.wide in missing else each
            for each in row
        ]
        for row in found
    ]


def _questions(each: _Filled, order: int, place: int, number: int) -> Iterator[str]:
    """Ask for the values of a literal, for its elements, and for what a condition lacks."""
    literal, given = each.literal, f"__one{number}"
    yield f"__d{number}({order},{place},{literal.template}) :- {given}."
    if each.state == OPEN:
        return
    for branch_number, branch in enumerate(literal.branches):
        begin = f"__e{number}({order},{place},()"
        yield element_rule(begin, branch_number, branch, given)
    if literal.kind == EVERY and each.state == FAILS:
        inner = literal.node.literal
        sign = ast.Sign.NoSign if inner.sign == ast.Sign.Negation else ast.Sign.Negation
        parts = [given, *map(str, literal.node.condition), str(inner.update(sign=sign))]
        yield f"__x{number}({order},{place},{_inner_template(inner)}) :- {'; '.join(parts)}."


def _inner_template(inner: ast.AST) -> str:
    if inner.atom.ast_type is ast.ASTType.SymbolicAtom:
        return str(hidden(inner.atom.symbol))
    return "()"


def _trial(theory: Theory, each: _Filled, details: _Details, key: tuple[int, int]) -> Trial:
    literal = each.literal
    value = details.values.get(key)
    if each.state != HOLDS and literal.kind == ATOM:
        missing = each.pattern if each.state == FAILS and each.exact else ""
        return Trial(each.state, Premise(ATOM, each.pattern, each.written), missing)
    if each.state == OPEN or value is None:
        text = f"not {each.pattern}" if literal.kind == ABSENT else _blanked(literal.text)
        return Trial(each.state, Premise(literal.kind, text, each.written))
    elements = chosen(literal, details.elements.get(key, ()))
    found = replace(premise(literal, value, elements), written=each.written)
    if each.state == HOLDS:
        return Trial(HOLDS, found)
    return _failed(theory, literal, found, value, details.wanting.get(key))


def _blanked(text: str) -> str:
    return text.replace(ANY, "_")


def _failed(
    theory: Theory,
    literal: BodyLiteral,
    found: Premise,
    value: clingo.Symbol,
    wanting: clingo.Symbol | None,
) -> Trial:
    if literal.kind == ABSENT:
        true = matching(theory, shown(value))[0]
        return Trial(FAILS, replace(found, note=""), because=why(theory, true, _BECAUSE))
    if literal.kind == EVERY and wanting is not None:
        inner = literal.node.literal
        if inner.atom.ast_type is ast.ASTType.SymbolicAtom and not inner.sign:
            note, missing = f"not for {shown(wanting)}", shown(wanting)
        else:
            note, missing = f"not for {_blanked(str(inner))}", ""
        if inner.sign:
            note = f"{shown(wanting)} is true"
        return Trial(FAILS, replace(found, text=found.written, note=note), missing)
    if literal.kind == DOUBLE:
        return Trial(FAILS, replace(found, note=""), shown(value))
    return Trial(FAILS, found)


def missing_of(attempts: Sequence[Attempt]) -> list[str]:
    """List the patterns of missing atoms, those of the nearest attempts first."""
    found: Mapping[str, None] = dict.fromkeys(
        trial.missing for each in attempts for trial in each.failing if trial.missing
    )
    return list(found)


DEPTH = 3
"""Missing atoms are looked into so many times over."""

PATTERNS = 8
"""So many missing atoms of one depth are looked into."""

LISTED = 6
"""So many attempts are listed for what is asked about, half of them for what it lacks."""

MAX_ATTEMPTS = 2
"""So many attempts of one rule are listed."""


def why_not(theory: Theory, pattern: str | clingo.Symbol, most: int = MOST) -> Failure:
    """Describe what comes nearest to deriving an atom of a pattern; ``most`` lines will be shown.

    In a pattern variables and ``_`` stand for anything. Nearest is the attempt with the fewest
    failing body literals; very large joins are searched in part. Raises NotSo where something true
    matches the pattern, TheoryError for what is no pattern.
    """
    root = pattern_text(pattern_of(str(pattern)))
    true = matching(theory, root)
    if true:
        raise NotSo(f"{true[0]} is true: ask why")
    misses: dict[str, Miss] = {}
    level = [root]
    for depth in range(DEPTH):
        found = _misses(theory, level, LISTED if depth == 0 else LISTED // 2)
        misses.update(found)
        below = [each for miss in found.values() for each in missing_of(miss.attempts)]
        level = [each for each in dict.fromkeys(below) if each not in misses][:PATTERNS]
        if not level:
            break
    return Failure(root, misses, most)


def _misses(theory: Theory, patterns: Sequence[str], listed: int) -> dict[str, Miss]:
    """Look into several patterns at once."""
    owners: list[str] = []
    variants: list[Variant] = []
    says: dict[str, str] = {}
    for pattern in patterns:
        term = pattern_of(pattern)
        signature = predicate_of(term)
        assert signature is not None
        found = (
            specialised(each, term, theory.constant_names) for each in theory.variants(signature)
        )
        fitting = [each for each in found if each is not None]
        says[pattern] = "" if fitting else _nothing(theory, term)
        owners += [pattern] * len(fitting)
        variants += fitting
    ranked: dict[str, list[Near]] = {pattern: [] for pattern in patterns}
    for owner, variant, states in zip(owners, variants, nearest(theory, variants), strict=True):
        ranked[owner] += _nears(owner, variant, states)
    for each in ranked.values():
        each.sort(key=lambda near: near.distance)
    chosen = [near for pattern in patterns for near in ranked[pattern][:listed]]
    attempts = iter(attempts_of(theory, chosen))
    return {
        pattern: Miss(
            pattern,
            _distinct(next(attempts) for _ in found[:listed]),
            says[pattern],
            len(found[listed:]),
        )
        for pattern, found in ranked.items()
    }


def _distinct(attempts: Iterable[Attempt]) -> tuple[Attempt, ...]:
    """Leave out attempts that read the same, as from several choices of a pool."""
    first: dict[tuple[object, ...], Attempt] = {}
    for each in attempts:
        texts = tuple((trial.state, trial.premise.text) for trial in each.trials)
        first.setdefault((each.rule, each.head, texts), each)
    return tuple(first.values())


def _nears(pattern: str, variant: Variant, states: Sequence[RuleState]) -> list[Near]:
    """Keep the nearest states of a rule, one for each way to fail."""
    best = len(states[0].failed) + len(states[0].todo)
    ways: dict[tuple[int, ...], list[RuleState]] = {}
    for state in states:
        if len(state.failed) + len(state.todo) == best:
            ways.setdefault(state.failed, []).append(state)
    return [
        Near(pattern, variant, alike[0], _shared(alike))
        for alike in list(ways.values())[:MAX_ATTEMPTS]
    ]


def _shared(states: Sequence[RuleState]) -> frozenset[str]:
    """List the variables that have the same values in all of some states."""
    pairs = [set(zip(state.names, state.values, strict=True)) for state in states]
    return frozenset(name for name, _ in set.intersection(*pairs))


def _nothing(theory: Theory, pattern: ast.AST) -> str:
    """Describe why no rule comes near."""
    signature = predicate_of(pattern)
    assert signature is not None
    name = f"{signature.name}/{signature.arity}"
    if theory.variants(signature):
        return f"no rule for {name} has a head that fits"
    facts = len(theory.bench.atoms(signature))
    if facts:
        return f"no rule derives {name}, and none of its {facts} facts is like it"
    return f"nothing derives {name}"
