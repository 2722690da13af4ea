"""Precedence of house rules: one that prevails over another rule, or yields to it, where both apply.

``prevails("SSR 2").`` below a house rule leaves out what SSR 2 says wherever the house rule
says something of the same thing. ``yields("SSR 2").`` is the other way round. The thing is the first
argument of the heads: an action, a move, part of a line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.sorts import SortTable
from hexcourt.solver.rulebase.statement import RuleStatement, Signature

PREVAILS, YIELDS = Signature("prevails", 1), Signature("yields", 1)


@dataclass(frozen=True, slots=True)
class Precedence:
    """That a rule prevails over another one, by their numbers; ``order`` is the statement for it."""

    winner: str
    loser: str
    order: RuleStatement

    @property
    def name(self) -> str:
        """Name the predicate that holds of what the winner says something of."""
        words = f"{self.winner} prevails over {self.loser}"
        return re.sub(r"\W+", "_", words.lower())


def deciding_of(
    number: str, statements: Iterable[RuleStatement], numbered: Collection[Signature]
) -> list[RuleStatement]:
    """List the statements that decide something by a number, or below the citation at ``FILE:LINE``."""

    def is_named(each: RuleStatement) -> bool:
        if ":" not in number:
            return number in each.strings
        cited = each.heading
        return cited is not None and number in (cited.key, f"{each.file}:{cited.line}")

    return [
        each
        for each in statements
        if each.heads and all(head in numbered for head in each.heads) and is_named(each)
    ]


def circle_of(some: Sequence[Precedence]) -> list[Precedence]:
    """Return rules each of which prevails over the next, the last over the first, if there are any."""
    over: dict[str, list[Precedence]] = defaultdict(list)
    for each in some:
        over[each.winner].append(each)

    def walk(way: list[Precedence]) -> list[Precedence]:
        for each in over.get(way[-1].loser, ()):
            if each.loser == way[0].winner:
                return [*way, each]
            if all(each.winner != known.winner for known in way):
                found = walk([*way, each])
                if found:
                    return found
        return []

    for each in some:
        if each.winner == each.loser:
            return [each]
        if found := walk([each]):
            return found
    return []


def subject_of(statement: RuleStatement) -> str:
    """Write of what a statement says something: the first argument of its head."""
    return str(statement.node.head.atom.symbol.arguments[0])


def alike(declared: SortTable, one: RuleStatement, other: RuleStatement) -> bool:
    """Return whether two statements may say something of the same thing, as far as their sorts tell."""
    sorts = [(declared.predicates.get(each.heads[0]) or (None,))[0] for each in (one, other)]
    both = declared.both(*sorts)
    return both is None or bool(both)


def silenced(statement: RuleStatement, by: Sequence[Precedence]) -> str:
    """Write a statement so that it says nothing of what those that prevail over it speak of."""
    subject = subject_of(statement)
    more = "; ".join(f"not {each.name}({subject})" for each in by)
    text = statement.text.rstrip().removesuffix(".")
    return f"{text}{'; ' if statement.node.body else ' :- '}{more}."


def spoken(winner: RuleStatement, by: Precedence, over: Sequence[Precedence]) -> str:
    """Write the rule by which a winner says something; ``over`` are those that prevail over itself."""
    subject = subject_of(winner)
    body = [*map(str, winner.node.body), *(f"not {each.name}({subject})" for each in over)]
    return f"{by.name}({subject}){' :- ' * bool(body)}{'; '.join(body)}."


def rewritten(program: Program, texts: Mapping[RuleStatement, str]) -> Program:
    """Write a program with other texts for some of its statements, on the same lines."""
    lines = program.text.splitlines(keepends=True)
    for statement, text in texts.items():
        first, last = statement.line - 1, statement.end
        before = "".join(lines[first:last])
        after = before.replace(statement.text, text, 1)
        lines[first:last] = [after, *[""] * (last - first - 1)]
    return Program(program.name, "".join(lines))
