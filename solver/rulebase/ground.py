"""Grounds the active rules: a profile of it over facts, checked while it loads."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import clingo
from clingo import ast
from clingo.control import BackendType

from hexcourt.facts.base.errors import RuleError
from hexcourt.solver.rulebase.declarations import Key
from hexcourt.solver.rulebase.program import ground_into
from hexcourt.solver.rulebase.rulebase import (
    HouseRules,
    RuleBase,
    active_rules,
    kept_reading,
    other_rules,
    rules_of_folder,
    use_rules,
)
from hexcourt.solver.rulebase.slicing import Node, firing, sliced
from hexcourt.solver.sandbox.threads import carry


@dataclass(frozen=True, slots=True)
class ActiveRules:
    """A profile of the rules: the name of an entry file in ``asp/`` that lists what to include."""

    profile: str

    def ground(
        self,
        facts: str,
        constants: Mapping[str, int] | None = None,
        like: str = "",
        wanted: tuple[tuple[str, int], ...] = (),
    ) -> clingo.Control:
        """Ground the rules over facts; any warning of clingo is an error.

        ``constants`` are values for its ``#const`` definitions. Rules that cannot fire are left out:
        ``ground_whole`` tells where one of them is misspelt. Of many facts some of each kind may be
        given beside (``like``), so that not all are looked through for it. Where only predicates
        that are ``wanted`` are read, printed rules and rows of tables on which none of their atoms
        depends are left out, too.
        """
        if like:
            nodes = _needed_like(active_rules(), self.profile, like, wanted)
        else:
            nodes = _nodes_needed(active_rules(), self.profile, facts, () if constants else wanted)
        return self._ground_firing(nodes, facts, constants)

    def ground_to(
        self, file: Path, facts: str, further: str, wanted: tuple[tuple[str, int], ...]
    ) -> clingo.Control:
        """Ground the rules over facts into a file, as aspif; what is given back knows atoms, and
        solves nothing. ``further`` are statements about what is shown, ``wanted`` as for ``ground``.
        """
        nodes = _nodes_needed(active_rules(), self.profile, facts, wanted)
        control = self._ground_firing(nodes, facts, None, [further], file)
        control.solve()  # which ends the file
        return control

    def _ground_firing(
        self,
        nodes: Sequence[Node],
        facts: str,
        constants: Mapping[str, int] | None,
        further: Sequence[str] = (),
        file: Path | None = None,
    ) -> clingo.Control:
        options = ["--warn=no-atom-undefined"]
        try:
            return _ground([*nodes, *further], facts, constants, options, file)
        except RuleError as error:
            rules = active_rules().house_rules
            if rules:
                from hexcourt.solver.rulebase.read_house_rules import reckons_ill

                raise reckons_ill([each.name for each in rules], str(error)) from None
            # it names file and line where it is ground as the parser read it
            whole = active_rules().profile(self.profile).nodes
            return _ground([*whole, *further], facts, constants, options, file)

    def ground_whole(self) -> clingo.Control:
        """Ground all the rules over no facts; an undeclared predicate is an error too."""
        return _ground(active_rules().profile(self.profile).nodes, "", None, [])

    @property
    def digest(self) -> str:
        """Fingerprint all programs of the active rules."""
        return active_rules().digest


def _nodes_needed(
    rule_base: RuleBase, profile: str, facts: str, wanted: tuple[Key, ...]
) -> Sequence[Node]:
    """List the statements to ground; of house rules all: what is wrong in one is always reported."""
    if wanted and not rule_base.house_rules:
        return sliced(rule_base, profile).needed(facts, wanted)
    return firing(rule_base, profile).could_fire(facts)


@lru_cache(64)
def _needed_like(
    rule_base: RuleBase, profile: str, facts: str, wanted: tuple[Key, ...]
) -> Sequence[Node]:
    """List the statements to ground over facts like these as one text."""
    nodes = _nodes_needed(rule_base, profile, facts, wanted)
    written = "\n".join(each for each in nodes if isinstance(each, str))
    return (*(each for each in nodes if not isinstance(each, str)), written)


def _ground(
    nodes: Sequence[Node],
    facts: str,
    constants: Mapping[str, int] | None,
    options: Sequence[str],
    file: Path | None = None,
) -> clingo.Control:
    given = [f"--const={name}={value}" for name, value in (constants or {}).items()]
    texts: list[str] = []
    control = clingo.Control(
        ["--warn=all", *options, *given],
        logger=lambda code, text: texts.append(f"{code.name}: {text}"),
    )
    if file is not None:
        control.register_backend(BackendType.Aspif, str(file), replace=True)
    try:
        written = "\n".join(each for each in nodes if isinstance(each, str))
        ground_into(control, (e for e in nodes if isinstance(e, ast.AST)), written, facts)
    except RuntimeError as error:
        raise RuleError("; ".join(texts) or str(error)) from None
    if texts:
        raise RuleError("; ".join(texts))
    return control


def atoms_of(grounded: clingo.Control, name: str, arity: int) -> list[clingo.Symbol]:
    """Return the atoms of a predicate; these outlive the program, as its ``symbolic_atoms`` do not.

    clingo lists an atom without variables that no rule derives, and some rule denies, with literal 0.
    """
    atoms = grounded.symbolic_atoms.by_signature(name, arity)
    return [each.symbol for each in atoms if each.is_fact or each.literal]


def arguments_of(grounded: clingo.Control, name: str, arity: int) -> list[list[clingo.Symbol]]:
    """Return the arguments of each atom of a predicate."""
    return [atom.arguments for atom in atoms_of(grounded, name, arity)]


def mentioned_names(profile: str) -> frozenset[str]:
    """List every name that the rules of a profile mention; they cannot tell other names apart."""
    return _mentioned_names(active_rules(), profile)


@cache
def _mentioned_names(rule_base: RuleBase, profile: str) -> frozenset[str]:
    def names() -> list[str]:
        nodes = map(str, firing(rule_base, profile).nodes)
        rules = (
            each for each in nodes if not each.startswith("#defined")
        )  # which tells nothing apart
        return sorted({name for rule in rules for name in re.findall(r"[a-z][A-Za-z0-9_']*", rule)})

    return frozenset(kept_reading(rule_base, f"mentioned {profile}", names))


def under_house_rules(rules: tuple[HouseRules, ...]) -> AbstractContextManager[object]:
    """Return a context in which some house rules hold; raises BadInput as ``amended_rules`` does."""
    if not rules or active_rules().house_rules == rules:
        return nullcontext()
    from hexcourt.solver.rulebase.read_house_rules import amended_rules  # few amend the rules

    return use_rules(amended_rules(rules))


carry(rules_of_folder, other_rules)
carry(under_house_rules, lambda: active_rules().house_rules)
