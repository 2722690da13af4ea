"""Find the facts that a question needs, and decide it in worlds of which these are known.

The question is grounded once for many worlds: whatever differs between them is a free choice, and a
world is a full assumption about these. What the rules leave undetermined is left to the solver:
what holds whatever it chooses is certain, what holds for some choice is possible.

Of the computed predicates only those lines and paths are needed that the question could be about: an
argument that is a name is needed as it is, one that is a variable ranges over what the looked-up
literals beside it leave ("magic sets": Bancilhon and others, "Magic sets and other strange ways to
implement logic programs", 1986).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

import clingo

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import atom_text, string_term
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.language.literals import Body, InputLiteral
from hexcourt.solver.language.question import ANSWER, BROKEN, CASE, Question
from hexcourt.solver.position.board_language import (
    INPUTS,
    OF_THE_BOARD_ALONE,
    PATHS,
    STATUSES,
    Doubt,
    KnownFacts,
    NeededFacts,
)
from hexcourt.solver.query.worlds import Choice, pieces_of
from hexcourt.solver.rulebase.exact_arithmetic import exact
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget, out_of_budget

Value = str | int
Row = tuple[Value, ...]

GOAL, BEST = "goal", "best"


@dataclass(frozen=True, slots=True)
class AskedNumber:
    """A number that was asked for: between ``least`` and ``most``, both nothing where there is none for
    certain; ``may_lack`` where there may be none.
    """

    least: int | None
    most: int | None
    may_lack: bool = False

    @property
    def is_decided(self) -> bool:
        """Return whether nothing about it is open."""
        return self.least == self.most and not self.may_lack


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a question comes to in one world: rows that hold, and those that may.

    For a claim rows are counterexamples, and ``cases`` counts its cases, at least and at most. ``goal``
    tells whether there is any row: nothing where that is not known. ``best`` is the least or greatest
    number that was asked for, where rows are undetermined. ``rules`` are those for want of which
    rows or cases are not decided.
    """

    certain: tuple[Row, ...]
    possible: tuple[Row, ...]
    goal: bool | None
    cases: tuple[int, int] = (0, 0)
    rules: tuple[str, ...] = ()
    best: AskedNumber | None = None


@dataclass(frozen=True)
class WorldState:
    """What is known of one world: what is given about it, the facts of its pieces that are looked up,
    and those of the board that hold there no more.
    """

    known_facts: KnownFacts
    pieces: frozenset[str] = frozenset()
    gone: frozenset[str] = frozenset()


Decision = Outcome | OutOfBudget
"""What a question comes to in one world, or the limit that was met before that was certain."""


class _BudgetError(RuntimeError):
    """A limit was met before an answer was certain."""


@dataclass(frozen=True)
class Decider:
    """Decides one question; ``base`` are the facts of the board and definitions, in lines."""

    question: Question
    base: str
    conflicts: int | None = None
    _kept: dict[WorldState, Decision] = field(default_factory=dict)

    def decide(self, states: Sequence[WorldState]) -> list[Decision]:
        """Decide the question in some worlds; worlds of which the same is given are asked once.

        A limit that is met in one world leaves the others as they are.
        """
        fresh = list(dict.fromkeys(each for each in states if each not in self._kept))
        if len(fresh) == 1 and not fresh[0].known_facts.doubts:
            self._kept[fresh[0]] = self._decided_by_grounding(fresh[0])
        elif fresh:
            control, worlds = self._grounded_for(fresh)
            for state in fresh:
                try:
                    self._kept[state] = self._outcome(control, worlds(state), state)
                except _BudgetError:
                    self._kept[state] = out_of_budget("conflicts", Limits(conflicts=self.conflicts))
        return [self._kept[each] for each in states]

    def _decided_by_grounding(self, state: WorldState) -> Outcome:
        facts = (f"{each}." for each in sorted(state.known_facts.certain | state.pieces))
        control = self._grounded("\n".join(facts), state.gone)
        atoms = control.symbolic_atoms
        rows = {
            name: _sorted(row_of(a.symbol) for a in atoms if _is_named(a.symbol, name))
            for name in (ANSWER, BROKEN, CASE)
        }
        shown = rows[ANSWER] if self.question.then is None else rows[BROKEN]
        return Outcome(shown, shown, bool(shown), 2 * (len(rows[CASE]),))

    def reading(self, state: WorldState, row: Row | None) -> frozenset[str]:
        """Choose what holds of what is undetermined in a world: a reading in which a row holds,
        if one is given that may hold.
        """
        if not state.known_facts.doubts:
            return frozenset()
        control, worlds = self._grounded_for([state])
        assumed = worlds(state)
        if row is not None:
            name = ANSWER if self.question.then is None else BROKEN
            rows = control.symbolic_atoms.by_signature(name, self.question.arity)
            assumed += [atom.literal for atom in rows if row_of(atom.symbol) == row][:1]
        held: set[str] = set()
        control.solve(
            assumptions=assumed,
            on_model=lambda model: held.update(map(str, model.symbols(atoms=True))),
        )
        return (state.known_facts.open_atoms & held) - state.known_facts.certain

    def _grounded_for(
        self, states: Sequence[WorldState]
    ) -> tuple[clingo.Control, Callable[[WorldState], list[int]]]:
        """Ground the question for some worlds, and give what tells the assumptions that each one is."""
        gone = {fact for each in states for fact in each.gone}
        known = KnownFacts.joined(each.known_facts for each in states)
        pieces = {fact for each in states for fact in each.pieces}
        free = sorted(known.certain | known.open_atoms | pieces | gone)
        groups = sorted(each for each in known.doubts if len(each.atoms) > 1)
        program = [f"{{ {atom} }}." for atom in free]
        program += [_group(number, undetermined) for number, undetermined in enumerate(groups)]
        if known.doubts:
            program.append(self._best)
        control = self._grounded("\n".join(program), gone)
        literals = {}
        for text in free:
            atom = control.symbolic_atoms[clingo.parse_term(text)]
            if atom is not None:
                literals[text] = atom.literal
        marks = [clingo.Function("in_doubt", [clingo.Number(n)]) for n in range(len(groups))]
        active = [control.symbolic_atoms[mark] for mark in marks]
        numbers = {
            undetermined: atom.literal
            for undetermined, atom in zip(groups, active, strict=True)
            if atom
        }

        def assumed(state: WorldState) -> list[int]:
            doubted = state.known_facts.open_atoms
            holds = state.known_facts.certain | state.pieces
            holds |= gone - state.gone
            items = [
                literal if atom in holds else -literal
                for atom, literal in literals.items()
                if atom in holds or atom not in doubted
            ]
            items += [
                literal if undetermined in state.known_facts.doubts else -literal
                for undetermined, literal in numbers.items()
            ]
            return items

        return control, assumed

    def _grounded(self, facts: str, gone: Collection[str]) -> clingo.Control:
        base = without_facts(self.base, gone)
        texts: list[str] = []
        control = clingo.Control(
            ["--warn=all"], logger=lambda code, text: texts.append(f"{code.name}: {text}")
        )
        if self.conflicts is not None:
            control.configuration.solve.solve_limit = str(self.conflicts)  # type: ignore[union-attr]
        rules = self.question.exact_rules(f"{base}\n{facts}")
        try:
            control.add("base", [], f"{base}\n{facts}\n{rules.program}\n{self.goal}")
            rules.ground(control)
        except RuntimeError as error:
            raise _refusal(self.question, "; ".join(texts) or str(error)) from None
        return control

    @property
    def goal(self) -> str:
        """Write what counts as a row, and what is shown."""
        name = ANSWER if self.question.then is None else BROKEN
        arity = self.question.arity
        row = atom_text(name, "_" * arity)
        shown = "".join(f"#show {each}/{arity}." for each in (ANSWER, BROKEN, CASE))
        defined = "".join(f"#defined {each}/{arity}." for each in (ANSWER, BROKEN, CASE))
        return f"{GOAL} :- {row}. #show. #show {GOAL}/0. {shown} {defined}"

    @property
    def _best(self) -> str:
        """Write what is the least or greatest number that is asked for, if any is."""
        if self.question.mode not in ("min", "max"):
            return ""
        others = ",".join("_" * (self.question.arity - 1))
        row = f"{ANSWER}(X,{others})" if others else f"{ANSWER}(X)"
        return f"{BEST}(N) :- N = #{self.question.mode} {{ X : {row} }}. #show {BEST}/1."

    def _outcome(self, control: clingo.Control, assumed: list[int], state: WorldState) -> Outcome:
        if not state.known_facts.doubts:
            held = self._solve(control, assumed, "auto")
            rows = self._rows(held)
            return Outcome(rows, rows, bool(rows), (_cases(held), _cases(held)))
        sure = self._solve(control, assumed, "cautious")
        loose = self._solve(control, assumed, "brave")
        goals = [any(_is_named(each, GOAL) for each in some) for some in (sure, loose)]
        goal = goals[0] if goals[0] == goals[1] else None
        certain, possible = self._rows(sure), self._rows(loose)
        cases = (_cases(sure), _cases(loose))
        settled = certain == possible and cases[0] == cases[1]
        rules = () if settled else _rules(state.known_facts.doubts)
        return Outcome(certain, possible, goal, cases, rules, self._number(loose))

    def _number(self, possible: Sequence[clingo.Symbol]) -> AskedNumber | None:
        """Compute between which numbers the best one lies: that of nothing is no number."""
        found = [each.arguments[0] for each in possible if _is_named(each, BEST)]
        if not found:
            return None
        numbers = [each.number for each in found if each.type is clingo.SymbolType.Number]
        if not numbers:
            return AskedNumber(None, None)
        return AskedNumber(min(numbers), max(numbers), len(numbers) < len(found))

    def _rows(self, symbols: Iterable[clingo.Symbol]) -> tuple[Row, ...]:
        name = ANSWER if self.question.then is None else BROKEN
        return _sorted(row_of(each) for each in symbols if _is_named(each, name))

    def _solve(self, control: clingo.Control, assumed: list[int], how: str) -> list[clingo.Symbol]:
        settings = control.configuration.solve
        settings.enum_mode = how  # type: ignore[union-attr]
        settings.models = 1 if how == "auto" else 0  # type: ignore[union-attr]
        found: list[clingo.Symbol] | None = None
        with control.solve(assumptions=assumed, yield_=True) as models:
            for model in models:
                found = list(model.symbols(shown=True))
            ended = models.get()
        if not ended.unsatisfiable and not (
            ended.exhausted if how != "auto" else found is not None
        ):
            raise _BudgetError  # what was found so far is no answer yet
        if found is None:
            raise RuntimeError("a world contradicts itself")
        return found


def row_order(row: Row) -> tuple[tuple[bool, Value], ...]:
    """Return a key that sorts rows: numbers before names."""
    return tuple((isinstance(value, str), value) for value in row)


def _sorted(rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(sorted(rows, key=row_order))


def row_of(symbol: clingo.Symbol) -> Row:
    """Read the row that an atom is."""
    return tuple(_value(each) for each in symbol.arguments)


def _value(symbol: clingo.Symbol) -> Value:
    if symbol.type is clingo.SymbolType.Number:
        return symbol.number
    return symbol.string if symbol.type is clingo.SymbolType.String else str(symbol)


def _cases(symbols: Iterable[clingo.Symbol]) -> int:
    return sum(_is_named(each, CASE) for each in symbols)


def _is_named(symbol: clingo.Symbol, name: str) -> bool:
    return symbol.type is clingo.SymbolType.Function and symbol.name == name


def without_facts(text: str, gone: Collection[str]) -> str:
    """Leave some facts out of a text that has each in a line of its own, with a stop."""
    if not gone:
        return text
    return "\n".join(each for each in text.split("\n") if each.removesuffix(".") not in gone)


def _group(number: int, undetermined: Doubt) -> str:
    """Write that of some atoms one holds, or at most one, where they are undetermined."""
    bound = "!= 1" if undetermined.one else "> 1"
    some = _elements(undetermined)
    return f"{{ in_doubt({number}) }}. :- in_doubt({number}), #count {{ {some} }} {bound}."


def _elements(undetermined: Doubt) -> str:
    return "; ".join(f"{n} : {atom}" for n, atom in enumerate(undetermined.atoms))


def _rules(items: Iterable[Doubt]) -> tuple[str, ...]:
    every: set[str] = reduce(or_, (set(each.rules) for each in items), set())
    return tuple(sorted(every))


def _refusal(question: Question, text: str) -> BadInput:
    query = question.text[:60]
    return BadInput(f"{query}: cannot be asked: {' '.join(text.split())[:200]}; write it plainer")


_VARIABLE = pattern(r"\b_*[A-Z][A-Za-z0-9_']*(?=[^\"]*(?:\"[^\"]*\"[^\"]*)*$)")
_ATOM = pattern(r"[a-z]\w*(\(|$)")

Domain = Callable[[str], Sequence[str]]
"""Lists the names of a kind of place."""


def needed_facts(
    bodies: Iterable[Body],
    domain: Domain,
    base: str,
    pieces: Collection[Piece],
    steady: bool,
) -> NeededFacts:
    """Find what some bodies demand of what is ``steady`` (``board_language.STEADY``), or of the rest.

    ``pieces`` are those that may lie in one world or another; ``base`` tells the board, and for the rest
    what is steady.
    """
    questions = (each for body in bodies for each in body.asked)
    every = [each for each in questions if (each.askable.name in OF_THE_BOARD_ALONE) == steady]
    if not every:
        return {}
    rules, kinds = [], set()
    for number, each in enumerate(every):
        rule, used = _rule(number, each)
        rules.append(rule)
        kinds |= used
    ranges = [
        f"place_of({kind},{string_term(name)})." for kind in sorted(kinds) for name in domain(kind)
    ]
    ranges += [f"status_of({each})." for each in STATUSES]
    choices = [f"{{ {piece.fact} }}." for piece in sorted(pieces)]
    control = _grounded("\n".join([base, *ranges, *choices]), rules)
    found: dict[tuple[str, int], set[tuple[str, ...]]] = {}
    for atom in control.symbolic_atoms.by_signature("demand", 2):
        which, values = atom.symbol.arguments
        key = _key(every[which.number])
        found.setdefault(key, set()).add(tuple(map(str, values.arguments)))
    return {key: frozenset(values) for key, values in found.items()}


def _key(each: InputLiteral) -> tuple[str, int]:
    """Return the name of a given predicate and the number of arguments that it is given with."""
    return each.askable.name, len(each.arguments)


def _rule(number: int, each: InputLiteral) -> tuple[str, set[str]]:
    """Write the rule that demands, and say over which kinds of places it ranges."""
    values, kinds = [], set()
    body = [beside for beside in each.beside if _is_known(beside, each)]
    for position in INPUTS[_key(each)]:
        value = each.arguments[position]
        value = f"Any{position}" if value == "_" else value
        values.append(value)
        if not _VARIABLE.fullmatch(value):
            continue
        kind = each.askable.kinds[position]
        if kind == "status":
            body.append(f"status_of({value})")
        else:
            kinds.add(kind)
            body.append(f"place_of({kind},{value})")
    if _key(each)[0] in PATHS and any(map(_VARIABLE.fullmatch, values[:2])):
        body.append(f"{values[0]} != {values[1]}")  # a path leads somewhere else
    bound = {name for literal in body for name in _VARIABLE.findall(literal)}
    body += [
        beside
        for beside in each.beside
        if not _ATOM.match(beside) and bound.issuperset(_VARIABLE.findall(beside))
    ]
    text = f"demand({number},({','.join(values)},))"
    return (f"{text} :- {'; '.join(body)}." if body else f"{text}."), kinds


def _is_known(beside: str, query: InputLiteral) -> bool:
    """Return whether a literal is known before another is given: a steady one depends on no
    other.
    """
    steady = beside.startswith(tuple(f"{name}(" for name in OF_THE_BOARD_ALONE))
    return _ATOM.match(beside) is not None and not (
        steady and query.askable.name in OF_THE_BOARD_ALONE
    )


def found_pieces(choice: Choice, base: str) -> tuple[Piece, ...]:
    """List the pieces of a choice that the board allows."""
    rules = [
        f"piece({piece}) :- {body.text}." if body.text else f"piece({piece})."
        for piece, body in choice.elements
    ]
    control = _grounded(base, rules)
    atoms = control.symbolic_atoms.by_signature("piece", 1)
    return pieces_of(str(atom.symbol.arguments[0]) for atom in atoms)


def ground_rows(base: str, rules: Sequence[str], name: str) -> list[list[clingo.Symbol]]:
    """List both arguments of the atoms of one name that rules derive from facts and definitions.

    Raises BadInput where a number leaves the range, RuntimeError where clingo refuses a rule.
    """
    control = _grounded(base, rules)  # atoms live no longer
    atoms = control.symbolic_atoms.by_signature(name, 2)
    return [each.symbol.arguments for each in atoms]


def _grounded(base: str, rules: Sequence[str]) -> clingo.Control:
    written = exact("what is asked", "\n".join(rules), base)
    control = clingo.Control(logger=lambda code, text: None)
    control.add("base", [], f"{base}\n{written.program}")
    written.ground(control)
    return control
