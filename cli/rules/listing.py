"""Lists what may be said of deeds and attacks."""

from __future__ import annotations

from collections.abc import Iterator

from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.deeds.words import Word, words


def list_words(command: str, *roles: str) -> Answer:
    """List what may be said of a case in some roles."""
    found = [word for role in roles for word in words().values() if word.role == role]
    rows = [
        {"form": each.form, "role": each.role, "sentence": each.sentence, "example": each.example}
        for each in found
    ]
    lines = tuple(line for each in found for line in _lines(each))
    return Answer(command, None, "done", {}, rows, profile="cases", lines=lines)


def _lines(word: Word) -> Iterator[str]:
    flag = {"attack": "--attack ", "target": "--target ", "given": "--given "}.get(word.role, "")
    yield word.form
    yield f"  {word.sentence}"
    yield f"  {flag}'{word.example}'"
