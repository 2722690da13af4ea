"""A ground program as a value: rules over numbered atoms, and what the atoms are called.

The statements are those of aspif (Kaminski, Schaub, Wanko, "A tutorial on hybrid answer set solving
with clingo", 2017, appendix): a literal is an atom's number (1 and up), negative for "not"; a weight
body holds where the weights of its true literals come to a bound.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal, NamedTuple

Value = Literal["free", "true", "false"]
"""What an external atom is, where no rule derives it."""


SOUGHT = "sought"
"""The atom of a program that is free: what is sought are models in which it holds."""


class ProgramError(ValueError):
    """A ground program holds what there is no proof for: one sentence says what."""


class Rule(NamedTuple):
    """``head :- body``, all of the body's literals; a choice of heads; without head a constraint."""

    choice: bool
    head: tuple[int, ...]
    body: tuple[int, ...]


class WeightRule(NamedTuple):
    """``head :- bound <= #sum { weight : literal }``; the body is pairs of literal and weight."""

    choice: bool
    head: tuple[int, ...]
    bound: int
    body: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class GroundProgram:
    """Rules, externals and names; make one with ``ground_program``.

    ``atoms`` is the highest number; ``externals`` pairs of atom and value, of no effect where a rule
    derives the atom; ``names`` pairs of atom and text, rising by atom. Atoms without a name are
    auxiliary. Facts that were given are externals that are true, and facts besides.
    """

    atoms: int
    rules: tuple[Rule | WeightRule, ...]
    externals: tuple[tuple[int, Value], ...]
    names: tuple[tuple[int, str], ...]

    @property
    def given(self) -> tuple[int, ...]:
        """List the atoms that were given as facts."""
        return tuple(atom for atom, value in self.externals if value == "true")

    def name_of(self) -> dict[int, str]:
        """Name every atom; an auxiliary one by ``#`` and its number."""
        named = {atom: f"#{atom}" for atom in range(1, self.atoms + 1)}
        named.update(self.names)
        return named


def with_sought(program: GroundProgram) -> GroundProgram:
    """Bar the models in which what is sought does not hold; raises ProgramError where nothing is."""
    return replace(program, rules=(*program.rules, Rule(False, (), (-sought_atom(program),))))


def without_sought(program: GroundProgram) -> GroundProgram:
    """Bar the models in which what is sought holds."""
    return replace(program, rules=(*program.rules, Rule(False, (), (sought_atom(program),))))


def sought_atom(program: GroundProgram) -> int:
    """Find the atom of what is sought."""
    for atom, name in program.names:
        if name == SOUGHT:
            return atom
    raise ProgramError(f"no atom is called {SOUGHT}; the program seeks nothing")


def ground_program(
    rules: Iterable[Rule | WeightRule],
    externals: Iterable[tuple[int, Value]],
    names: Iterable[tuple[int, str]],
) -> GroundProgram:
    """Put a ground program together; raises ProgramError for disjunctions, weights below 0, ..."""
    every, called = tuple(rules), tuple(sorted(names))
    outer = tuple(dict(externals).items())  # said twice, the last counts
    _check_names(called)
    highest = 0
    for rule in every:
        highest = max(highest, _highest(rule))
    highest = max(chain((highest,), (atom for atom, _ in outer), (atom for atom, _ in called)))
    if min(chain((1,), (atom for atom, _ in outer), (atom for atom, _ in called))) < 1:
        raise ProgramError("an atom has a number below 1; atoms count from 1")
    return GroundProgram(highest, every, outer, called)


def _highest(rule: Rule | WeightRule) -> int:
    """Give the highest atom of a rule that is as it should be."""
    head = rule.head
    if len(head) > 1 and not rule.choice:
        raise ProgramError("a rule has a disjunction as its head; there are no proofs for these")
    literals: Iterable[int] = rule.body  # type: ignore[assignment]
    if isinstance(rule, WeightRule):
        literals = [literal for literal, _ in rule.body]
        if any(weight < 0 for _, weight in rule.body):
            raise ProgramError("a weight is below 0; ground programs have none such")
    if 0 in literals or (head and min(head) < 1):
        raise ProgramError("a rule names an atom below 1; atoms count from 1")
    return max(map(abs, chain(head, literals)), default=0)


def _check_names(names: tuple[tuple[int, str], ...]) -> None:
    if len({atom for atom, _ in names}) != len(names):
        raise ProgramError("an atom has two names; each may have one")
    if len({name for _, name in names}) != len(names):
        raise ProgramError("two atoms have one name; each must have its own")
    if any("\n" in name or name.startswith("#") or not name for _, name in names):
        raise ProgramError("an atom's name is empty, runs over a line or begins with #")
