"""Answers whether something may be done, and what an attack comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.pieces.pieces import piece_text
from hexcourt.solver.actions.judging import (
    PROFILE,
    ActionVerdict,
    Effect,
    Effects,
    judge_actions,
    judge_attack,
)
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import cited_row, pieces_in_words
from hexcourt.solver.placement.statuses import NO_LEAVE, doubt_words, status_words
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.rulebase.statement import Citation

ORDER = ("no", "unknown", "yes")
"""Of several verdicts the answer is the first of these."""


def answer_actions(position: BoardState, actions: Sequence[str]) -> Answer:
    """Answer whether actions may be done, all of them together."""
    if not actions:
        raise BadInput('no action is named; write one such as mines("K12",ap,12,hidden)')
    rulings = _verdicts(position, actions)
    idle = _idle(position, lambda other: _verdicts(other, actions) == rulings)
    return Answer(
        "legal",
        position.board,
        min((each.verdict for each in rulings), key=ORDER.index),
        {"actions": list(actions), **_given_arguments(position)},
        [_action_row(each) for each in rulings],
        {"actions": len(rulings)},
        (*_assumed(position), *idle),
        PROFILE,
        (*_action_lines(rulings), *_undetermined_statuses(position), *idle),
    )


def answer_attack(position: BoardState, attack: str, target: str) -> Answer:
    """Return what an attack on a target comes to."""
    effects = _effects(position, attack, target)
    idle = _idle(position, lambda other: _effects(other, attack, target) == effects)
    verdict = "done" if effects.found and not effects.unknown else "unknown"
    return Answer(
        "effect",
        position.board,
        verdict,
        {"attack": attack, "target": target, **_given_arguments(position)},
        [
            *map(_effect_row, effects.found),
            *({"effect": what, "value": None, **cited_row(rule)} for what, rule in effects.unknown),
        ],
        {"effects": len(effects.found), "unknown": len(effects.unknown)},
        (*_assumed(position), *idle),
        PROFILE,
        (
            f"{verdict}: {attack} against {target}",
            *_effect_lines(effects),
            *_undetermined_statuses(position),
            *idle,
        ),
    )


def _verdicts(position: BoardState, actions: Sequence[str]) -> list[ActionVerdict]:
    given = [*_given(position), *_states(position, "entrenched")]
    return judge_actions(position.board, actions, given, position.statuses)


def _effects(position: BoardState, attack: str, target: str) -> Effects:
    given = [*_given(position), *_states(position, "entrenched", "emplaced")]
    return judge_attack(position.board, attack, target, given)


def _states(position: BoardState, *wanted: str) -> list[str]:
    """Write statuses of units as what is given."""
    statuses = position.statuses.items()
    return [f"{status}({string_term(place)})" for place, status in statuses if status in wanted]


def _idle(position: BoardState, is_same: Callable[[BoardState], bool]) -> tuple[str, ...]:
    """List what is given without which the answer is the same."""
    others = {
        fact: tuple(e for e in position.given if e.strip() != fact) for fact in position.facts
    }
    return tuple(
        f"given {fact}: makes no difference here"
        for fact, given in others.items()
        if is_same(replace(position, given=given))
    )


def _given(position: BoardState) -> list[str]:
    """Write what is given as the rules of cases takes it; counters lie on the board already."""
    return [*map(piece_text, position.pieces), *position.facts]


def _given_arguments(position: BoardState) -> dict[str, Any]:
    placed = {"place": list(position.placed)} if position.placed else {}
    return {"given": list(position.given), **placed}


def _assumed(position: BoardState) -> Iterator[str]:
    """List what lies on the board, and what is given that no rule of cases speaks of."""
    if position.placed:
        yield from pieces_in_words(position.board, position.pieces)
    yield from status_words(position.board, position.statuses)


def _undetermined_statuses(position: BoardState) -> Iterator[str]:
    """List in a line each which status of a unit is undetermined."""
    for entry in doubt_words(position.board, position.statuses):
        yield f"taken for granted: {entry}"


def _action_lines(rulings: Iterable[ActionVerdict]) -> Iterator[str]:
    for ruling in rulings:
        yield f"{ruling.verdict}: {ruling.action}"
        for citation in ruling.rules:
            yield f"  {cited_words(citation)}"
        for what, citation in ruling.risks:
            yield f"  at risk of {what}: {cited_words(citation)}"
        for what, citation in ruling.brings:
            yield f"  comes of it: {what}  {cited_words(citation)}"
        if not ruling.rules and not ruling.risks:
            yield f"  {NO_LEAVE}"


def _effect_lines(effects: Effects) -> Iterator[str]:
    for each in effects.found:
        on = f" on a dr of {each.dr}" if each.dr else ""
        yield f"  {each.what} {each.value}{on}  {cited_words(each.citation)}"
    for what, rule in effects.unknown:
        yield f"  {what} unknown  {cited_words(rule)}"
    if not effects.found and not effects.unknown:
        yield "  no rule of the documents has anything to say of it"


def cited_words(citation: Citation) -> str:
    """Write a citation; confidence is given where it is not high."""
    text = "" if citation.confidence == "high" else f" [{citation.confidence} confidence]"
    return f"{citation}{text}"


def _action_row(ruling: ActionVerdict) -> Mapping[str, Any]:
    return {
        "action": ruling.action,
        "verdict": ruling.verdict,
        "rules": [cited_row(each) for each in ruling.rules],
        "risks": [{"risk": what, **cited_row(rule)} for what, rule in ruling.risks],
        "brings": [{"brings": what, **cited_row(rule)} for what, rule in ruling.brings],
    }


def _effect_row(effect: Effect) -> Mapping[str, Any]:
    value: int | str = int(effect.value) if effect.value.lstrip("-").isdigit() else effect.value
    dice = {"dr": effect.dr} if effect.dr else {}
    return {"effect": effect.what, "value": value, **dice, **cited_row(effect.citation)}
