"""Rows about the program itself: its documents, files and texts that it writes, its errors."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, UnsetType

from hexcourt.solver.answering.schema.parts import Count, Shape, note


class DocumentPage(Shape):
    """A page of the documents (docs)."""

    page: str
    title: str
    path: Annotated[str, note("where it lies")]
    text: Annotated[str | UnsetType, note("where one page is asked for, as Markdown")] = UNSET


class WrittenText(Shape):
    """What a command writes for other programs (board facts, map from, completion)."""

    written: Annotated[str, note("the text itself, or the file that it was written to")]


class SweptQuestion(Shape):
    """What a question of a study came to (sweep)."""

    question: str
    counts: Annotated[dict[str, Count], note("worlds by answer")]


class TriedLaw(Shape):
    """An answer by one of two laws (law try)."""

    law: Literal["as it is", "amended"]
    said: Annotated[dict[str, Any], note("the JSON of the command that was put to it")]


class SaidWord(Shape):
    """What may be said of a deed, an attack, a target, or be given (legal, effect)."""

    form: str
    role: str
    sentence: str
    example: str


class Failure(Shape):
    """Why there is no answer."""

    kind: Literal["bad_input", "out_of_budget", "interrupted", "broken"]
    sentence: str
    status: Annotated[int, note("the exit status: 2 bad input, 3 out of budget, 130, 70")]


class Refusal(Shape):
    """What --json prints where there is no answer."""

    schema: Annotated[Literal[1], note("version of this shape")]
    hexcourt: Annotated[str, note("version of the program")]
    error: Failure
