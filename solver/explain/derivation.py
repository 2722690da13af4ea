"""What an explanation is made of: derivations of what is true, failures of what is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexcourt.solver.explain.rules import Rule

GIVEN = "given"
"""A fact that was handed in."""
STATED = "stated"
"""A fact that the program states."""
REASONED = "reasoned"
"""Derived by a rule."""
UNFOUNDED = "unfounded"
"""True in the model that was handed in, for no reason that does not go in a circle."""


@dataclass(frozen=True, slots=True)
class Premise:
    """A body literal of a rule instance, its values filled in.

    ``kind`` is one of ``literals``: atom, absent, double, comparison, aggregate, every or truth.
    ``written`` is the literal as in the rule, ``atoms`` the atoms that it rests on, ``elements``
    what an aggregate counts, or what a condition brought up; ``value`` is what an aggregate comes
    to. ``note`` says more.
    """

    kind: str
    text: str
    written: str
    atoms: tuple[str, ...] = ()
    elements: tuple[Counted, ...] = ()
    value: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """An element of an aggregate or of a conditional literal, with the literals that hold for it."""

    weight: str
    premises: tuple[Premise, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A rule instance: the rule, how it brings its head about, its body and its variables' values."""

    rule: Rule
    kind: str
    head: str
    premises: tuple[Premise, ...]
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A true atom: the first of its ``steps`` is the one that explains it.

    ``kind`` is given, stated, reasoned or unfounded; ``stated_by`` the rule that states a fact.
    Where every step was asked for, ``circular`` counts those left out, as they rest on what is
    itself explained by this atom.
    """

    atom: str
    kind: str
    steps: tuple[Step, ...] = ()
    stated_by: Rule | None = None
    provenance: str | None = None
    circular: int = 0


@dataclass(frozen=True)
class Derivation:
    """Why an atom is true: the nodes that it rests on, each once, and how many lines to show."""

    goal: str
    nodes: Mapping[str, Node]
    most: int

    @property
    def root(self) -> Node:
        """Return the node of the goal."""
        return self.nodes[self.goal]


HOLDS = "holds"
FAILS = "fails"
OPEN = "open"
"""Not reached, for want of what failed."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A body literal in an attempt: ``state`` is holds, fails or open.

    ``missing`` is the pattern of an atom that is not true; of an atom that should not be true
    ``because`` says why it is.
    """

    state: str
    premise: Premise
    missing: str = ""
    because: Derivation | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """The nearest that a rule comes to deriving an atom."""

    rule: Rule
    kind: str
    head: str
    trials: tuple[Trial, ...]

    @property
    def failing(self) -> tuple[Trial, ...]:
        """List what fails."""
        return tuple(each for each in self.trials if each.state == FAILS)


@dataclass(frozen=True, slots=True)
class Miss:
    """What comes near to an atom that is not true: attempts, the nearest first.

    ``says`` puts it in words where there is none; ``further`` counts attempts not listed.
    """

    pattern: str
    attempts: tuple[Attempt, ...]
    says: str = ""
    further: int = 0


@dataclass(frozen=True)
class Failure:
    """Why nothing that matches a pattern is true, and why not what it lacks, as far as looked into."""

    pattern: str
    misses: Mapping[str, Miss]
    most: int

    @property
    def root(self) -> Miss:
        """Return what comes near to the pattern itself."""
        return self.misses[self.pattern]
