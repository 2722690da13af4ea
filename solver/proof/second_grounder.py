"""A small grounder, independent of clingo's: predicates in the order in which they depend on each other.

What may hold is found by joining rule bodies over what may hold already (semi-naive evaluation: Ullman,
"Principles of Database and Knowledge-Base Systems", 1988); an aggregate is over predicates that are
finished. Every instance of a rule whose body can hold becomes a ground rule. It is simple and slow, and
refuses what it does not understand: NotUnderstoodError.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.proof import ground_program as ground
from hexcourt.solver.proof.certificate import regrounds
from hexcourt.solver.proof.ground_program import GroundProgram, ProgramError, ground_program
from hexcourt.solver.proof.grounding import FALSE, OPEN, TRUE, Values, plain_text
from hexcourt.solver.proof.proof_checking import ProofCheck
from hexcourt.solver.proof.relations import (
    UNDEFINED,
    Bound,
    Gate,
    Relation,
    Row,
    Step,
    evaluated,
    gate_of,
    names_in,
    planned,
    run,
    ways,
)
from hexcourt.solver.proof.residual import NotUnderstoodError, circles, residual
from hexcourt.solver.proof.rules import (
    Aggregate,
    Atom,
    ConditionalLiteral,
    Element,
    Goal,
    Rule,
    Simple,
    Value,
    read_rules,
    text_of,
    variables,
)
from hexcourt.solver.proof.verification import Verification

# Order of predicates


Signature = tuple[str, int]


def components(rules: Sequence[Rule]) -> Iterator[tuple[frozenset[Signature], list[Rule]]]:
    """List the groups of predicates that depend on each other, those before that others depend on, each
    with its rules; constraints come last.
    """
    needs: dict[Signature, set[Signature]] = {}
    by_head: dict[Signature, list[Rule]] = {}
    constraints = []
    for rule in rules:
        heads = heads_of(rule)
        read = {signature for goal in rule.body for signature in _read(goal)}
        for element in rule.choice or ():
            read |= {s for goal in element.body for s in _read(goal)}
        if not heads:
            constraints.append(rule)
        for head in heads:
            # the heads of one choice are bounded together, so they are grounded together
            needs.setdefault(head, set()).update(read, heads)
            by_head.setdefault(head, []).append(rule)
        for signature in read:
            needs.setdefault(signature, set())
    for group in circles(needs):
        own = {id(rule): rule for signature in sorted(group) for rule in by_head.get(signature, ())}
        if own:
            yield frozenset(group), list(own.values())
    if constraints:
        yield frozenset(), constraints


def heads_of(rule: Rule) -> set[Signature]:
    """List what a rule derives."""
    if rule.head is not None:
        return {rule.head.signature}
    return {each.atom.signature for each in rule.choice or () if each.atom is not None}


def _read(goal: Goal) -> Iterator[Signature]:
    if isinstance(goal, Atom):
        yield goal.signature
    elif isinstance(goal, Aggregate):
        for element in goal.elements:
            yield from _of_element(element)
    elif isinstance(goal, ConditionalLiteral):
        yield goal.atom.signature
        for each in goal.body:
            yield from _read(each)


def _of_element(element: Element) -> Iterator[Signature]:
    for goal in element.body:
        yield from _read(goal)


MAX_LOOKUPS = 1_500_000
"""How often atoms are looked up at most: half a minute of work, more or less."""


def ground_independently(text: str) -> GroundProgram:
    """Ground a program without comments, without clingo's grounder."""
    facts, read = read_rules(text)
    rules = [part for rule in read for part in _split_choice(rule)]
    grounder = _Grounder(rules)
    grounder.take_facts(facts)
    for signatures, own in components(rules):
        grounder.ground(signatures, own)
    return grounder.program()


@dataclass
class _Planned:
    """A rule ready to be joined: the steps, and the variables that they bind."""

    rule: Rule
    steps: list[Step]
    order: tuple[str, ...]
    late: list[Aggregate | ConditionalLiteral]
    outer: frozenset[str]


@dataclass
class _Grounder:
    rules: Sequence[Rule]
    relations: dict[Signature, Relation] = field(default_factory=dict)
    numbers: dict[tuple[str, Row], int] = field(default_factory=dict)
    values: dict[int, int] = field(default_factory=dict)
    instances: list[ground.GroundRule | ground.WeightRule] = field(default_factory=list)
    current: frozenset[Signature] = frozenset()
    seen: set[object] = field(default_factory=set)
    gates: dict[object, Gate] = field(default_factory=dict)
    ordered: dict[int, list[Step]] = field(default_factory=dict)
    atoms: int = 0
    done: int = 0
    named: dict[int, str] = field(default_factory=dict)
    signatures: dict[int, Signature] = field(default_factory=dict)

    # Atoms

    def relation(self, atom: Atom) -> Relation:
        """Look up the atoms of a signature."""
        self.done += 1
        if self.done > MAX_LOOKUPS:
            raise NotUnderstoodError(f"it takes more than {MAX_LOOKUPS} look-ups")
        found = self.relations.get(atom.signature)
        if found is None:
            found = self.relations[atom.signature] = Relation()
        return found

    def number(self, name: str, row: Row) -> int:
        key = (name, row)
        found = self.numbers.get(key)
        if found is None:
            found = self.numbers[key] = self.fresh()
            self.named[found] = text_of((name, *row)) if row else name
            self.signatures[found] = (name, len(row))
        return found

    def fresh(self) -> int:
        self.atoms += 1
        return self.atoms

    def take_facts(self, facts: Sequence[tuple[str, Row]]) -> None:
        """Take facts as settled."""
        for name, row in facts:
            atom = self.number(name, row)
            relation = self.relations.setdefault((name, len(row)), Relation())
            if relation.add(row):
                self.instances.append(ground.GroundRule(False, (atom,), ()))
                self.values[atom] = TRUE

    # Components

    def ground(self, signatures: frozenset[Signature], rules: Sequence[Rule]) -> None:
        """Ground the rules of predicates that depend on each other, and settle what can be."""
        self.current, self.seen, self.gates = signatures, set(), {}
        first, start = len(self.instances), self.atoms
        plans = [self._plan(rule) for rule in rules]
        fresh = self._round(plans)
        loops = [
            (rule, place)
            for rule in rules
            for place, goal in enumerate(_atoms(rule))
            if not goal.sign and goal.signature in signatures
        ]
        while loops and any(fresh.values()):
            latest = fresh
            plans = [
                self._plan(rule, place, list(latest.get(_atoms(rule)[place].signature, ())))
                for rule, place in loops
            ]
            fresh = self._round(plans)
        self._settle(signatures, first, start)

    def _round(self, plans: Sequence[_Planned]) -> dict[Signature, list[Row]]:
        """Go through all instances; give the atoms that are new."""
        new: dict[Signature, dict[Row, None]] = {}
        for plan in plans:
            bound: Bound = {}
            run(plan.steps, bound, lambda p=plan, b=bound: self._instance(p, b, new))  # type: ignore[misc]
        fresh: dict[Signature, list[Row]] = {}
        for signature, rows in new.items():
            relation = self.relations.setdefault(signature, Relation())
            fresh[signature] = [row for row in rows if relation.add(row)]
        return fresh

    def _plan(self, rule: Rule, place: int = -1, rows: list[Row] | None = None) -> _Planned:
        """Order the body of a rule; with the ``rows`` that one of its atoms is to have alone."""
        simple = [
            goal for goal in rule.body if not isinstance(goal, Aggregate | ConditionalLiteral)
        ]
        late = [goal for goal in rule.body if isinstance(goal, Aggregate | ConditionalLiteral)]
        bound: set[str] = set()
        only: dict[int, Callable[[], Sequence[Row]]] = {}
        if rows is not None:
            only[_place(simple, _atoms(rule)[place])] = lambda: rows
        steps, waiting = planned(simple, bound, self.relation, only)
        outer = _outer(rule)
        assigning = True
        while assigning:
            assigning = False
            for goal in late:
                name = _assigned(goal, bound)
                if name is None or (_inner(goal) & outer) - bound - {name}:
                    continue
                assert isinstance(goal, Aggregate)
                steps.append(self._assigning(goal, name, outer))
                bound.add(name)
                more, waiting = planned(waiting, bound, self.relation)
                steps += more
                assigning = True
        _only_denied(waiting)
        return _Planned(rule, steps, tuple(sorted(bound)), late, outer)

    def _assigning(self, goal: Aggregate, name: str, outer: frozenset[str]) -> Step:
        """Bind a variable to each value that an aggregate may have."""

        def step(values: Bound, on: Callable[[], None]) -> None:
            for value in self._gate(goal, values, outer - {name}).candidates():
                values[name] = value
                on()
            values.pop(name, None)

        return step

    # Instances

    def _instance(
        self, plan: _Planned, bound: Bound, new: dict[Signature, dict[Row, None]]
    ) -> None:
        rule = plan.rule
        key = (id(rule), *[bound[name] for name in plan.order])
        if key in self.seen:
            return
        self.seen.add(key)
        body: list[int] = []
        for goal in _atoms(rule):
            if not self._literal(goal, bound, body):
                return
        for late in plan.late:
            if not self._late(late, bound, plan.outer, body):
                return
        if rule.choice is not None:
            self._choose(rule, bound, tuple(body), new)
        elif rule.head is None:
            self.instances.append(ground.GroundRule(False, (), tuple(body)))
        else:
            row = _row(rule.head, bound)
            if row is not None:
                self._derive(False, rule.head, row, tuple(body), new)

    def _derive(
        self,
        choice: bool,
        head: Atom,
        row: Row,
        body: tuple[int, ...],
        new: dict[Signature, dict[Row, None]],
    ) -> int:
        atom = self.number(head.name, row)
        new.setdefault(head.signature, {})[row] = None
        self.instances.append(ground.GroundRule(choice, (atom,), body))
        return atom

    def _literal(self, goal: Atom, bound: Bound, body: list[int]) -> bool:
        """Add a literal to a body; tell whether it can hold."""
        if goal.sign and any(name not in bound for t in goal.terms for name in variables(t)):
            return self._none(goal, bound, body)
        row = _row(goal, bound)
        if row is None:
            return False
        return self._add(goal, row, body)

    def _add(self, goal: Atom, row: Row, body: list[int]) -> bool:
        here = goal.signature in self.current
        relation = self.relations.get(goal.signature)
        known = relation is not None and row in relation.rows
        if not here and not known:
            return goal.sign == 1
        atom = self.number(goal.name, row)
        value = self.values.get(atom)
        if value == TRUE:
            return goal.sign != 1
        if value == FALSE:
            return goal.sign == 1
        body.append(self._double(atom) if goal.sign == 2 else -atom if goal.sign else atom)
        return True

    def _double(self, atom: int) -> int:
        """Return a literal that negates an atom twice."""
        denied = self.fresh()
        self.instances.append(ground.GroundRule(False, (denied,), (-atom,)))
        return -denied

    def _none(self, goal: Atom, bound: Bound, body: list[int]) -> bool:
        """Deny all atoms that fit, whatever stands where a variable is free."""
        if goal.signature in self.current or goal.sign == 2:
            raise NotUnderstoodError(f"not {goal.name}(_) within what it depends on")
        free = Atom(goal.name, goal.terms)
        steps, _ = planned([free], set(bound), self.relation)
        for way in ways(steps, bound):
            row = _row(goal, way)
            if row is not None and not self._add(goal, row, body):
                return False
        return True

    def _late(
        self,
        goal: Aggregate | ConditionalLiteral,
        bound: Bound,
        outer: frozenset[str],
        body: list[int],
    ) -> bool:
        if isinstance(goal, ConditionalLiteral):
            return self._given(goal, bound, body)
        gate = self._gate(goal, bound, outer)
        guards = [(operator, evaluated(term, bound)) for operator, term in goal.guards]
        if any(value is UNDEFINED for _, value in guards):
            return False
        literals: list[int] = []
        possible = all(gate.literals(operator, value, literals) for operator, value in guards)
        if goal.sign == 0:
            body += literals
            return possible
        if not possible:
            return goal.sign == 1
        if not literals:
            return goal.sign == 2
        whole = self.fresh()
        self.instances.append(ground.GroundRule(False, (whole,), tuple(literals)))
        body.append(-whole if goal.sign == 1 else self._double(whole))
        return True

    def _given(self, goal: ConditionalLiteral, bound: Bound, body: list[int]) -> bool:
        atoms = [each for each in goal.body if isinstance(each, Atom)]
        if any(each.signature in self.current for each in atoms):
            raise NotUnderstoodError("a condition depends on what it is for")
        for way in ways(self._steps(goal, goal.body, bound), dict(bound)):
            under: list[int] = []
            if not all(self._literal(each, way, under) for each in atoms):
                continue
            if under:
                raise NotUnderstoodError("a condition of a conditional literal is open")
            if not self._literal(goal.atom, way, body):
                return False
        return True

    def _choose(
        self,
        rule: Rule,
        bound: Bound,
        body: tuple[int, ...],
        new: dict[Signature, dict[Row, None]],
    ) -> None:
        chosen: dict[Row, list[tuple[int, ...]]] = {}
        heads: dict[Row, int] = {}
        for element in rule.choice or ():
            assert element.atom is not None
            for each in element.body:
                if isinstance(each, Atom) and each.signature in self.current:
                    raise NotUnderstoodError("a choice depends on what it chooses")
            for way, under in self._elements(element, bound):
                row = _row(element.atom, way)
                if row is not None:
                    head = self._derive(True, element.atom, row, (*body, *under), new)
                    key = (element.atom.name, row)
                    heads[key] = head
                    chosen.setdefault(key, []).append(under)
        if not rule.guards:
            return
        parts = {key: [(heads[key], *under) for under in some] for key, some in chosen.items()}
        gate = gate_of("#count", {key: (1, some) for key, some in parts.items()}, self)
        for operator, term in rule.guards:
            value = evaluated(term, bound)
            literals: list[int] = []
            if value is UNDEFINED:
                raise NotUnderstoodError("a bound of a choice is undefined")
            if not gate.literals(operator, value, literals):
                self.instances.append(ground.GroundRule(False, (), body))
            for literal in literals:
                self.instances.append(ground.GroundRule(False, (), (*body, -literal)))

    def _gate(self, goal: Aggregate, bound: Bound, outer: frozenset[str]) -> Gate:
        """Gather the elements of an aggregate, its outer variables being bound."""
        names = tuple(sorted(_inner(goal) & outer))
        known = (id(goal), *[bound[name] for name in names])
        if known in self.gates:
            return self.gates[known]
        parts: dict[object, tuple[Value, list[tuple[int, ...]]]] = {}
        for element in goal.elements:
            for each in element.body:
                if isinstance(each, Atom) and each.signature in self.current:
                    raise NotUnderstoodError(f"an aggregate depends on what it decides: {goal}")
            for way, under in self._elements(element, {name: bound[name] for name in names}):
                key = tuple([evaluated(term, way) for term in element.terms])
                if UNDEFINED not in key:
                    weight = key[0] if key else 0
                    parts.setdefault(key, (weight, []))[1].append(under)
        self.gates[known] = gate_of(goal.function, parts, self)
        return self.gates[known]

    def _elements(self, element: Element, bound: Bound) -> Iterator[tuple[Bound, tuple[int, ...]]]:
        """List the ways of an element, and what of its condition is open."""
        for way in ways(self._steps(element, element.body, bound), dict(bound)):
            under: list[int] = []
            atoms = (each for each in element.body if isinstance(each, Atom))
            if all(self._literal(each, way, under) for each in atoms):
                yield way, tuple(under)

    def _steps(self, owner: object, goals: Sequence[Simple], bound: Bound) -> list[Step]:
        """Order a condition, once: what it is over is finished."""
        known = self.ordered.get(id(owner))
        if known is None:
            known, waiting = planned(goals, set(bound), self.relation)
            _only_denied(waiting)
            self.ordered[id(owner)] = known
        return known

    # Well-founded values of a component

    def _settle(self, signatures: frozenset[Signature], first: int, start: int) -> None:
        """Find which atoms of a component hold whatever is chosen, and which cannot."""
        rules = self.instances[first:]
        atoms = sorted({abs(x) for rule in rules for x in _mentioned(rule)})
        local = {atom: number for number, atom in enumerate(atoms, start=1)}
        own = [a for a in atoms if a > start or self.signatures.get(a) in signatures]
        older = set(atoms).difference(own)
        items = [
            ground.GroundRule(False, (local[a],), ()) for a in own if self.values.get(a) == TRUE
        ]
        program = GroundProgram(
            len(atoms),
            (*(_renamed(rule, local) for rule in rules), *items),
            tuple((local[atom], "free") for atom in sorted(older)),
            (),
        )
        values = Values(program).of
        self.values |= {atom: values[local[atom]] for atom in own}
        for signature in signatures:
            relation = self.relations.get(signature)
            if relation is not None:
                name = signature[0]
                value = self.values.get
                rows = relation.rows
                remaining = {row for row in rows if value(self.numbers[name, row], OPEN) != FALSE}
                if len(remaining) < len(rows):
                    relation.keep(remaining)

    def program(self) -> GroundProgram:
        """Put together what was grounded."""
        return ground_program(self.instances, (), self.named.items())


def _atoms(rule: Rule) -> list[Atom]:
    return [goal for goal in rule.body if isinstance(goal, Atom)]


def _row(atom: Atom, bound: Bound) -> Row | None:
    row = tuple([evaluated(term, bound) for term in atom.terms])
    return None if UNDEFINED in row else row


def _only_denied(waiting: Sequence[Simple]) -> list[Atom]:
    found = [goal for goal in waiting if isinstance(goal, Atom) and goal.sign]
    if len(found) < len(waiting):
        raise NotUnderstoodError("not all variables of a condition are bound")
    return found


def _assigned(goal: Aggregate | ConditionalLiteral, bound: set[str]) -> str | None:
    """Name the variable that an aggregate is assigned to, if it is free."""
    if isinstance(goal, ConditionalLiteral) or goal.sign:
        return None
    for operator, term in goal.guards:
        if operator == "=" and term[0] == "var" and term[1] not in bound:
            return str(term[1])
    return None


def _mentioned(rule: ground.GroundRule | ground.WeightRule) -> Iterator[int]:
    yield from rule.head
    for each in rule.body:
        yield each[0] if isinstance(each, tuple) else each


def _renamed(
    rule: ground.GroundRule | ground.WeightRule, local: dict[int, int]
) -> ground.GroundRule | ground.WeightRule:
    head = tuple([local[atom] for atom in rule.head])

    def renamed(literal: int) -> int:
        return local[literal] if literal > 0 else -local[-literal]

    if isinstance(rule, ground.WeightRule):
        pairs = tuple([(renamed(literal), weight) for literal, weight in rule.body])
        return ground.WeightRule(rule.choice, head, rule.bound, pairs)
    return ground.GroundRule(rule.choice, head, tuple([renamed(literal) for literal in rule.body]))


def _split_choice(rule: Rule) -> Iterator[Rule]:
    """Split a choice without bounds into its elements."""
    if rule.choice is None or rule.guards:
        yield rule
        return
    for element in rule.choice:
        yield Rule(None, (*rule.body, *element.body), (replace(element, body=()),), (), rule.text)


def _place(simple: Sequence[Simple], atom: Atom) -> int:
    """Find a goal by what it is itself: others may be equal to it."""
    return next(number for number, goal in enumerate(simple) if goal is atom)


def _outer(rule: Rule) -> frozenset[str]:
    """List the variables of a rule that do not belong to one element alone."""
    found: set[str] = set()
    for goal in rule.body:
        if isinstance(goal, Aggregate):
            found |= {name for _, term in goal.guards for name in variables(term)}
        elif not isinstance(goal, ConditionalLiteral):
            found |= names_in(goal)
    return frozenset(found)


def _inner(goal: Aggregate | ConditionalLiteral) -> frozenset[str]:
    """List the variables of an aggregate's elements."""
    if isinstance(goal, ConditionalLiteral):
        return frozenset()
    terms = (term for element in goal.elements for term in element.terms)
    found = {name for term in terms for name in variables(term)}
    for element in goal.elements:
        for each in element.body:
            found |= names_in(each)
    return frozenset(found)


# Comparison of ground programs without clingo's grounder


def difference(text: str, program: GroundProgram) -> str:
    """Name something in which a ground program is not that of a text of ``program_text``, if anything.

    Raises NotUnderstoodError where the text holds what this grounder does not understand, or more than
    it goes through.
    """
    try:
        own = ground_independently(plain_text(text))
    except (BadInput, ProgramError, RecursionError, RuntimeError) as error:
        raise NotUnderstoodError(str(error)) from None
    mine, theirs = residual(own), residual(program)
    found = mine.difference(theirs)
    if found and (mine.is_opaque or theirs.is_opaque):
        raise NotUnderstoodError(f"weights over many literals cannot be compared ({found})")
    return found


def grounding_checks(name: str, text: str, program: GroundProgram) -> Iterator[ProofCheck]:
    """Check a ground program; nothing where the text is not understood."""
    try:
        found = difference(text, program)
    except NotUnderstoodError:
        return
    if found:
        words = f"ground.aspif says something else of {found[:80]!a} than program.lp; certify anew"
        yield ProofCheck(name, False, words)
    else:
        yield ProofCheck(
            name, True, "ground.aspif says what a grounder of our own makes of program.lp"
        )


OWN_GROUNDING = "grounding held against the program"
"""The check without clingo's grounder, where the program is understood."""


def program_checks(
    found: Verification, text: str, of: str, prefix: str = "", own_grounder: bool = True
) -> Iterator[ProofCheck]:
    """Check that a certificate's program is the one written again, and grounds to what is proved of.

    Args:
        found: the certificate, whose folder was checked.
        text: the program, written again from what is stated.
        of: what it was written from, such as ``question, facts and rules``.
        prefix: what the names of the checks begin with.
        own_grounder: whether a grounder of our own checks the grounding beside clingo's.

    """
    name = f"{prefix}program"
    if found.texts["program.lp"] != text:
        yield ProofCheck(name, False, f"program.lp is not what {of} come to; certify anew")
        return
    yield ProofCheck(name, True, f"program.lp is what {of} come to, written again")
    yield regrounds(found.texts, f"{prefix}grounding", found.tools.get("clingo", "unknown"))
    if own_grounder and found.program is not None:
        yield from grounding_checks(f"{prefix}{OWN_GROUNDING}", text, found.program)
