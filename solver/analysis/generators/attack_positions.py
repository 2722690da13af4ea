"""Worlds of attacks: what an attack comes to on up to two hexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import clingo
from clingo.symbol import parse_term

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.solver.actions.judging import Effects, judge_attack
from hexcourt.solver.analysis.core.programs import PositionFamily, Scope
from hexcourt.solver.analysis.generators.action_positions import (
    distinguishable_terrains,
    words_of_roles,
)
from hexcourt.solver.analysis.generators.line_positions import ONE_HEX_CHANGED, SIGHT, SIGHT_CHANGED
from hexcourt.solver.analysis.generators.witnesses import (
    AtomsByName,
    ExpectedSet,
    facts_file,
    firsts,
    ground_facts,
    piece_words,
    term_in_words,
    terrain_scope,
)
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.position.states import State, hexside_words, state_words
from hexcourt.solver.rulebase.rulebase import RuleBase
from hexcourt.solver.rulebase.statement import RuleStatement

# Positions of attacks


DECISIVE = ("effect", "outcome", "unsure")
"""What rules say of an attack."""


@dataclass(frozen=True)
class AttackPosition(ExpectedSet):
    """An attack on a facts file with pieces and what is given, and what the world says of it."""

    attack: str
    target: str

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        question = f"--attack '{self.attack}' --target '{self.target}'"
        return " ".join(["hexcourt effect smallest.lp", question, *self.options])

    @property
    def caption(self) -> str:
        """Name the attack and its target."""
        return f"{self.attack} against {self.target}"

    def asked(self) -> frozenset[str]:
        """Ask the active rules what it derives that the attack comes to."""
        return frozenset(_effect_text(parse_term(each)) for each in self._program_effects().derived)

    def answered(self) -> str:
        """Ask the active rules; raises BadInput where they do not take the position."""
        return self.in_words(_effect_set(self._program_effects()))

    def _program_effects(self) -> Effects:
        return judge_attack(self.board, self.attack, self.target, [*self.placed, *self.given])


def _effect_set(effects: Effects) -> frozenset[str]:
    """Write what an attack comes to as tests and answers do, without the rules' sentences."""
    found = {
        f"{each.what}{f' {each.dr}:' * bool(each.dr)} {each.value} {each.citation.number}"
        for each in effects.found
    }
    return frozenset(found | {f"{what} unknown {cited.number}" for what, cited in effects.unknown})


def _effect_text(atom: clingo.Symbol) -> str:
    """Write an atom as what an attack comes to."""
    *result, rule = atom.arguments
    what, *rest = map(str, result)
    if atom.name == "unsure":
        return f"{what} unknown {rule.string}"
    return f"{' '.join([what, *(f'{each}:' for each in rest[:-1]), rest[-1]])} {rule.string}"


def position_of(atoms: Iterable[str]) -> AttackPosition:
    """Turn the atoms of a world into a position."""
    held = AtomsByName(atoms)
    facts = facts_file(held)
    board = parse_board(facts, "smallest.lp")
    return AttackPosition(
        facts,
        tuple(map(piece_words, firsts(held, "laid"))),
        tuple(term_in_words(board, "given", each) for each in firsts(held, "given")),
        frozenset(_effect_text(each) for name in DECISIVE for each in held.get(name, ())),
        term_in_words(board, "attack", firsts(held, "attacks")[0]),
        _target_text(board, firsts(held, "aims_at")[0]),
    )


def _target_text(board: Board, term: clingo.Symbol) -> str:
    if term.name == "along":
        return hexside_words(board, term.arguments[0].string, term.arguments[1].number)
    state = State.read(str(term))
    return str(term) if state is None else state_words(board, state)


_ROLES = {"attack": "scope_attacks", "target": "scope_targets", "given": "scope_gives"}


def _scope(family: PositionFamily, rule_base: RuleBase, rules: Sequence[RuleStatement]) -> Scope:
    terrains, over = distinguishable_terrains(family, rules)
    mover = unit_named("squad")  # commands of attacks name no other
    facts = (
        *ground_facts(terrains, over),
        f"unit({mover.name}). allowance({mover.allowance}).",
        *words_of_roles(rule_base, family, _ROLES),
    )
    return terrain_scope(facts, terrains, over)


_ATTACKS = PositionFamily(
    name="attacks",
    profile="cases",
    programs=("printed.lp", "given.lp", "attacks.lp", "attack_checks.lp", "attack_properties.lp"),
    wanted=(*DECISIVE, "refused", "level_at", "smoked", "target_dug_in"),
    decisive=DECISIVE,
    handed_on=frozenset(DECISIVE),
    examined=("actions/",),
    scoped=_scope,
    read=position_of,
    checks=("conflicts", "gaps", "properties"),
    differences="attack_differences.lp",
    cut=frozenset(("price", "max_price", "bypass_cost")),
    left_out=frozenset(("small_arms", "ordnance", "snap_shot", "interdiction", "fire_lane")),
    scope=MappingProxyType(
        {"most_hexes": 2, "most_over": 1, "most_features": 1, "most_pieces": 1}
        | {"most_given": 2, "highest_level": 2}
    ),
)


def _scope_of_shots(
    family: PositionFamily, rule_base: RuleBase, rules: Sequence[RuleStatement]
) -> Scope:
    along = SIGHT.scoped(family, rule_base, rules)
    mover = unit_named("squad")
    unit = f"unit({mover.name}). allowance({mover.allowance})."
    return replace(along, facts=(*along.facts, unit))


SHOTS = replace(
    _ATTACKS,
    name="shots",
    profile="shots",
    programs=("sight.lp", "shots.lp", "attack_checks.lp", "attack_properties.lp"),
    wanted=(*_ATTACKS.wanted, *SIGHT.wanted),
    scoped=_scope_of_shots,
    left_out=frozenset(),
    scope=MappingProxyType({**SIGHT_CHANGED.scope, "most_lines": 1, "most_given": 2}),
    storeys=1,
)
"""Fire along a straight line of two or three hexes, judged with the rules of sight."""

CLOSE_SHOTS = replace(
    SHOTS,
    name="close_shots",
    scope=MappingProxyType(
        {**ONE_HEX_CHANGED.scope, "most_lines": 1, "most_given": 2, "farthest_in_bypass": 1}
    ),
)
"""Fire within one hex, and from or at a vertex, in Bypass."""

ATTACKS = replace(
    _ATTACKS,
    checks=("conflicts", "gaps", "dead", "shadowed", "properties"),
    further=(SHOTS, CLOSE_SHOTS),
)
"""Attacks that need no line of fire, on one target."""
