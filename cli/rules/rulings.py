"""Answers whether something may be done, and what an attack comes to: cases beside the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from hexcourt.cli.showing.answers import Answer
from hexcourt.cli.showing.output import say
from hexcourt.solver.deeds.judging import (
    PROFILE,
    DeedRuling,
    Effect,
    judge_attack,
    judge_deeds,
)
from hexcourt.solver.deeds.words import Word, words
from hexcourt.solver.position.opening import open_board
from hexcourt.solver.statutes.statute import Citation

ORDER = ("no", "unknown", "yes")
"""Of several verdicts the answer is the first of these."""


def say_whether_legal(
    console: Console, board_name: str, deeds: Sequence[str], given: Sequence[str], as_json: bool
) -> int:
    """Tell of deeds whether they may be done."""
    board = open_board(board_name)
    rulings = judge_deeds(board, deeds, given)
    answer = Answer(
        "legal",
        board,
        min((each.verdict for each in rulings), key=ORDER.index),
        {"deeds": list(deeds), "given": list(given)},
        [_deed_row(each) for each in rulings],
        {"deeds": len(rulings)},
        (),
        PROFILE,
    )
    if as_json:
        say(console, answer.as_json())
        return answer.exit_status
    for ruling in rulings:
        say(console, f"{ruling.verdict}: {ruling.deed}")
        for citation in ruling.rules:
            say(console, f"  {cited_words(citation)}")
        for what, citation in ruling.risks:
            say(console, f"  at risk of {what}: {cited_words(citation)}")
        for what, citation in ruling.brings:
            say(console, f"  comes of it: {what}  {cited_words(citation)}")
        if not ruling.rules and not ruling.risks:
            say(console, "  no rule of the documents was found that gives leave")
    return answer.exit_status


def say_effects(
    console: Console, board_name: str, attack: str, target: str, given: Sequence[str], as_json: bool
) -> int:
    """Tell what an attack on a target comes to."""
    board = open_board(board_name)
    effects = judge_attack(board, attack, target, given)
    answer = Answer(
        "effect",
        board,
        "unknown" if effects.unknown else "done",
        {"attack": attack, "target": target, "given": list(given)},
        [
            *map(_effect_row, effects.found),
            *({"effect": what, "value": None, **_cited(rule)} for what, rule in effects.unknown),
        ],
        {"effects": len(effects.found), "unknown": len(effects.unknown)},
        (),
        PROFILE,
    )
    if as_json:
        say(console, answer.as_json())
        return answer.exit_status
    say(console, f"{answer.answer}: {attack} against {target}")
    for each in effects.found:
        on = f" on a dr of {each.dr}" if each.dr else ""
        say(console, f"  {each.what} {each.value}{on}  {cited_words(each.citation)}")
    for what, rule in effects.unknown:
        say(console, f"  {what} unknown  {cited_words(rule)}")
    if not effects.found and not effects.unknown:
        say(console, "  no rule of the documents has anything to say of it")
    return answer.exit_status


def show_words(console: Console, role: str) -> int:
    """List what may be said of a case in one role."""
    for word in words().values():
        if word.role == role:
            say(console, f"{word.form}\n  {word.sentence}\n  {_example(word)}")
    return 0


def cited_words(citation: Citation) -> str:
    """Write a citation; confidence is told where it is not high."""
    doubt = "" if citation.confidence == "high" else f" [{citation.confidence} confidence]"
    return f"{citation}{doubt}"


def _example(word: Word) -> str:
    flag = {"attack": "--attack ", "target": "--target ", "given": "--given "}.get(word.role, "")
    return f"{flag}'{word.example}'"


def _deed_row(ruling: DeedRuling) -> Mapping[str, Any]:
    return {
        "deed": ruling.deed,
        "verdict": ruling.verdict,
        "rules": [_cited(each) for each in ruling.rules],
        "risks": [{"risk": what, **_cited(rule)} for what, rule in ruling.risks],
        "brings": [{"brings": what, **_cited(rule)} for what, rule in ruling.brings],
    }


def _effect_row(effect: Effect) -> Mapping[str, Any]:
    value: int | str = int(effect.value) if effect.value.lstrip("-").isdigit() else effect.value
    dice = {"dr": effect.dr} if effect.dr else {}
    return {"effect": effect.what, "value": value, **dice, **_cited(effect.citation)}


def _cited(citation: Citation) -> dict[str, str]:
    return {
        "rule": citation.number,
        "confidence": citation.confidence,
        "sentence": citation.sentence,
    }
