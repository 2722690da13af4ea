"""Lists what may be asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexcourt.cli.render.output import Page, print_json, print_text
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.language.vocabulary import Askable, askables, find_askables
from hexcourt.solver.position.read_actions import words
from hexcourt.solver.rulebase.declarations import Declaration


def show_vocabulary(console: Page, word: str | None, as_json: bool) -> int:
    """List what may be asked, with arguments and an example each."""
    answer = vocabulary_answer(word)
    if as_json:
        print_json(console, answer.as_json())
        return answer.exit_status
    for each in _found(word):
        arguments = ", ".join(f"{kind} {name}" for kind, name in each.arguments)
        print_text(console, f"{each.name}({arguments})")
        print_text(console, f"    {each.sentence}")
        print_text(console, f"    {each.example}")
    return answer.exit_status


def vocabulary_answer(word: str | None) -> Answer:
    """Answer what may be asked."""
    rows = [_askable_row(each) for each in _found(word)]
    return Answer("vocabulary", None, "done", {"word": word}, rows, profile="asking")


def _found(word: str | None) -> tuple[Askable, ...]:
    return tuple(askables().values()) if word is None else tuple(find_askables(word))


def _askable_row(each: Askable) -> dict[str, Any]:
    return {
        "predicate": each.name,
        "arguments": [{"kind": kind, "name": name} for kind, name in each.arguments],
        "computed": each.is_computed,
        "sentence": each.sentence,
        "example": each.example,
    }


_ROLES = {"action": "action"}  # as the vocabulary of the rules calls them


def list_words(command: str, *roles: str) -> Answer:
    """List what may be said of a case in some roles."""
    found = [word for role in roles for word in words().values() if word.role == role]
    rows = [
        {
            "form": each.form,
            "role": _ROLES.get(each.role, each.role),
            "sentence": each.sentence,
            "example": each.example,
        }
        for each in found
    ]
    lines = tuple(line for each in found for line in _lines(each))
    return Answer(command, None, "done", {}, rows, profile="cases", lines=lines)


def _lines(word: Declaration) -> Iterator[str]:
    flag = {"attack": "--attack ", "target": "--target ", "given": "--given "}.get(word.role, "")
    yield word.form
    yield f"  {word.sentence}"
    yield f"  {flag}'{word.example}'"
