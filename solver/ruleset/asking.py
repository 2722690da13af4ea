"""Questions to a rule set that is handed over as a folder, about a facts file: one answer, with reasons.

Facts, families of facts and the question become one program, together with the profile ``answers``
of the rules. Each choice of the families is a world. Each answer set of a world is one reading of what
is undetermined.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from itertools import chain, combinations, product
from math import comb, prod
from typing import ClassVar

import clingo
from clingo import ast

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.solver.language.question import ANSWER, BROKEN, UNIVERSAL, Question, read_question
from hexcourt.solver.language.vocabulary import Askable, Dialect, askables, is_constant
from hexcourt.solver.rulebase.known_words import words_known
from hexcourt.solver.rulebase.program import grounded
from hexcourt.solver.rulebase.rulebase import ANSWERS, active_rules
from hexcourt.solver.ruleset.facts import FactFamily, Facts, inputs, read_facts, read_family

MAX_WORLDS = 20_000
"""How many worlds a question is answered in at most."""

MAX_READINGS = 4_096
"""How many readings of what is undetermined one world may have."""

GOAL = "goal__"
"""Holds where there is what the question looks for, or what breaks its claim."""

Row = tuple[str | int, ...]
World = tuple[str, ...]


@dataclass(frozen=True)
class RuleSetOutcome:
    """What a question comes to in one world: the rows of each reading, and what each reading says."""

    world: World
    readings: tuple[frozenset[Row], ...]
    says: frozenset[bool]

    @property
    def verdict(self) -> str:
        """Return yes, no, or unknown where readings differ; nothing where no reading is possible."""
        if not self.says:
            return ""
        return "unknown" if len(self.says) > 1 else "yes" if True in self.says else "no"

    @property
    def certain(self) -> list[Row]:
        """List the rows of all readings."""
        return sorted(frozenset.intersection(*self.readings), key=str) if self.readings else []

    @property
    def possible(self) -> list[Row]:
        """List the rows of some readings, but not of all."""
        return sorted({*chain(*self.readings)} - {*self.certain}, key=str)


@dataclass(frozen=True)
class RuleSetQuestion:
    """A question about facts in all worlds of some families, by the active rules."""

    facts: Facts
    question: Question
    families: tuple[FactFamily, ...] = ()
    vary: tuple[str, ...] = field(default=())

    @property
    def negative(self) -> bool:
        """Return whether the goal is what breaks the claim."""
        return self.question.then is not None or self.question.mode == "never"

    @property
    def claims(self) -> bool:
        """Return whether the question claims something of every world."""
        return self.question.mode in UNIVERSAL

    def rules(self, world: World | None = None) -> str:
        """Write the program whose answer sets are the readings of all worlds, or of one world."""
        question = self.question
        shown = BROKEN if question.then is not None else ANSWER
        row = f"{shown}({','.join('_' * question.arity)})" if question.arity else shown
        defined = {*map(str, inputs()), *(f"{n}/{a}" for n, a in _signatures(question))}
        facts = self.facts.text
        if world is not None:
            facts += "".join(f"{each}.\n" for each in world)
        return "\n".join(
            [
                active_rules().profile(ANSWERS).text,
                *(f"#defined {each}." for each in sorted(defined)),
                facts,
                *(self._choices() if world is None else ()),
                question.exact_rules("").program,
                f"#defined {shown}/{question.arity}.",
                f"{GOAL} :- {row}.",
            ]
        )

    def _choices(self) -> Iterator[str]:
        for number, family in enumerate(self.families):
            if family.facts:
                some = "; ".join(f"chosen__({number},{each})" for each in family.facts)
                yield f"{family.least} {{ {some} }} {family.most}."
            elif family.least:
                yield ":- ."
            yield from (f"{each} :- chosen__({number},{each})." for each in family.facts)

    @cached_property
    def outcomes(self) -> list[RuleSetOutcome]:
        """Answer in every world, those of the fewest facts first."""
        size = prod(
            sum(comb(len(e.facts), n) for n in range(e.least, e.most + 1)) for e in self.families
        )
        if size > MAX_WORLDS:
            raise BadInput(f"{size} worlds are too many (at most {MAX_WORLDS}); vary less")
        control = grounded((), self.rules(), "--models=0")
        every = [(n, each) for n, family in enumerate(self.families) for each in family.facts]
        atoms = {
            (n, e): clingo.Function("chosen__", [clingo.Number(n), clingo.parse_term(e)])
            for n, e in every
        }
        choices = [
            [some for n in range(e.least, e.most + 1) for some in combinations(e.facts, n)]
            for e in self.families
        ]
        found: dict[World, RuleSetOutcome] = {}
        for some in product(*choices):
            world = tuple(sorted({*chain(*some)}))
            if world not in found:
                chosen = [(atoms[n, e], e in some[n]) for n, e in every]
                found[world] = self._outcome(control, world, chosen)
        return sorted(found.values(), key=lambda each: (len(each.world), each.world))

    def _outcome(
        self, control: clingo.Control, world: World, chosen: Sequence[tuple[clingo.Symbol, bool]]
    ) -> RuleSetOutcome:
        shown = BROKEN if self.question.then is not None else ANSWER
        readings: list[frozenset[Row]] = []
        says: set[bool] = set()
        with control.solve(assumptions=chosen, yield_=True) as handle:
            for model in handle:
                if len(readings) == MAX_READINGS:
                    raise BadInput(
                        f"what is undetermined has more than {MAX_READINGS} readings; settle some of it"
                    )
                atoms = model.symbols(atoms=True)
                rows = (e.arguments for e in atoms if e.name == shown)
                readings.append(frozenset(tuple(map(_value, each)) for each in rows))
                says.add(any(e.name == GOAL for e in atoms) != self.negative)
        return RuleSetOutcome(world, tuple(readings), frozenset(says))

    @property
    def possible(self) -> list[RuleSetOutcome]:
        """List the outcomes of worlds that can be."""
        return [each for each in self.outcomes if each.verdict]

    @property
    def verdict(self) -> str:
        """Return what the question comes to in all worlds together; without a world it is unknown."""
        counts = Counter(each.verdict for each in self.possible)
        first, other = ("no", "yes") if self.claims else ("yes", "no")
        if counts[first]:
            return first
        return "unknown" if counts["unknown"] or not counts else other

    @property
    def deciding(self) -> RuleSetOutcome | None:
        """Return the smallest world that decides by itself: one that says yes, or breaks a claim."""
        says = "no" if self.claims else "yes"
        return next((each for each in self.possible if each.verdict == says), None)


def _signatures(question: Question) -> set[tuple[str, int]]:
    return {each for body in question.bodies for each in body.signatures}


def _value(symbol: clingo.Symbol) -> str | int:
    if symbol.type is clingo.SymbolType.Number:
        return symbol.number
    return symbol.string if symbol.type is clingo.SymbolType.String else str(symbol)


def asked(
    facts: str, question: str, vary: Sequence[str] = (), name: str = "facts"
) -> RuleSetQuestion:
    """Read facts, a question and families; raises BadInput where one of them is none."""
    known = read_facts(facts, name)
    families = tuple(read_family(each, known) for each in vary)
    words = "\n".join([known.text, *(e for family in families for e in family.facts)])
    return RuleSetQuestion(
        known, read_question(question, FolderLanguage(words)), families, tuple(vary)
    )


# What questions to another rule set may name: predicates that it declares, and words that it has.

_WORD = re.compile(r"(?<![\w\"])[a-z]\w*")


class FolderLanguage(Dialect):
    """What one question may name: arguments are numbers or names, by their kinds in the vocabulary."""

    example: ClassVar[str] = "which X : name(X)"
    example_literal: ClassVar[str] = "name(X)"
    example_claim: ClassVar[str] = "all X : name(X) -> other(X)"
    example_pool: ClassVar[str] = "name((one;other))"

    def __init__(self, facts: str) -> None:
        """Take the names that questions may use from a facts file, beside those of the rules."""
        super().__init__()
        self._words = words_known(active_rules()) | frozenset(_WORD.findall(facts))

    def renamed(self, text: str) -> str:
        """Return a question as it is."""
        return text

    def check_constant(self, text: str, kind: str, argument: ast.AST) -> None:
        """Raise BadInput for a name where a number belongs, and for one that nothing has."""
        shown = self.wording.of(argument)[:40]
        if kind in self.numbers:
            if is_constant(argument):
                raise BadInput(f"{text}: {shown} is no {kind}; write a number")
            return
        for word in _WORD.findall(str(argument)):
            if word not in self._words:
                near = get_close_matches(word, sorted(self._words), n=2, cutoff=0.6)
                mend = f"did you mean {listed(near, 'or')}?" if near else "name what the facts name"
                raise BadInput(f"{text}: {word[:40]} is named by no fact and no rule; {mend}")

    def check_argument(self, askable: Askable, argument: ast.AST) -> None:
        """Take any argument of the right kind."""

    def check_variable(self, name: str) -> None:
        """Take any variable."""

    def is_term(self, name: str) -> bool:
        """Return whether facts or rules have terms of this name."""
        return name in self._words

    def other_use(self, name: str) -> str:
        """Return "": a name that is no predicate is nothing else."""
        del name
        return ""

    def settled(self, kind: str, term: ast.AST) -> ast.AST:
        """Return a term as it is."""
        del kind
        return term

    def rewritten(self, literals: list[ast.AST]) -> list[ast.AST]:
        """Return literals as they are."""
        return literals

    def bound(self, name: str, kind: str) -> str:
        """Write a literal that bounds a variable of a kind."""
        if kind in self.numbers:
            return f"{name} = 0..3"
        for each in askables().values():
            if kind in each.kinds:
                names = (name if k == kind else "_" for k in each.kinds)
                return f"{each.name}({', '.join(names)})"
        return f"a literal that names {name}"
