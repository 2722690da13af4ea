"""Lists what may be said of deeds and attacks."""

from __future__ import annotations

from rich.console import Console

from hexcourt.cli.showing.output import say
from hexcourt.solver.deeds.words import Word, words


def show_words(console: Console, role: str) -> int:
    """List what may be said of a case in one role."""
    for word in words().values():
        if word.role == role:
            say(console, f"{word.form}\n  {word.sentence}\n  {_example(word)}")
    return 0


def _example(word: Word) -> str:
    flag = {"attack": "--attack ", "target": "--target ", "given": "--given "}.get(word.role, "")
    return f"{flag}'{word.example}'"
