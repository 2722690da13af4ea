"""The questions that can be asked of a Position: one table for Python, the command line, HTTP and MCP.

``Position`` (``solver/api/position.py``) has a method for each, with the same names and defaults.
Commands, bodies over HTTP, tools for assistants, completion and the JSON schema are made from it.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexcourt.facts.base.files import table_rows
from hexcourt.solver.answer.arguments import ARGUMENTS, Argument

REQUIRED = ...
"""The default of an argument that has to be given."""


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """A question: its name, its help, and its arguments.

    ``first`` are the arguments that are given by position, the last of them ``several`` times if so
    said; ``options`` maps those given by name to their defaults. ``about`` are the arguments that change
    the Position before it is asked. ``why`` is the help of ``--why`` where that only shows more of the
    answer. With ``words`` a command without a board lists the words of these roles, and takes ``first``
    as options unless it takes several. ``over_network`` says whether HTTP and MCP offer it.
    """

    name: str
    help: str
    first: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    several: bool = False
    about: tuple[str, ...] = ("place", "given", "without")
    why: str = ""
    words: tuple[str, ...] = ()
    over_network: bool = True

    @property
    def defaults(self) -> dict[str, Any]:
        """Map its arguments, in order, to their defaults."""
        return dict.fromkeys(self.first, REQUIRED) | dict(self.options)

    def offered(self, *entries: str) -> Iterator[tuple[str, Argument, Any]]:
        """List its arguments that are given at some entry points, each with its name and default."""
        for name, default in self.defaults.items():
            if ARGUMENTS[name].entry in ("all", *entries):
                yield name, ARGUMENTS[name], default


def _listed(cell: str) -> tuple[str, ...]:
    return () if cell == "-" else tuple(cell.split(", "))


def _questions() -> Iterator[QuestionKind]:
    for row in table_rows("hexcourt.solver.answer", "questions.tsv"):
        title, first, options, about, words, why, text = row
        pairs = (each.split("=") for each in _listed(options))
        yield QuestionKind(
            title.removesuffix(_LOCAL),
            text.replace("\\n", "\n"),
            _listed(first.removesuffix("...")),
            {name: literal_eval(value) for name, value in pairs},
            several=first.endswith("..."),
            about=_listed(about),
            why=why.lstrip("-"),
            words=_listed(words),
            over_network=not title.endswith(_LOCAL),
        )


_LOCAL = " (not over the network)"

QUESTIONS: dict[str, QuestionKind] = {each.name: each for each in _questions()}
"""Every question by its name (``questions.tsv``; an option that has to be given is ``...`` there)."""


def about_arguments(question: QuestionKind) -> Iterator[tuple[str, Argument]]:
    """List the arguments that change the Position of a question."""
    return ((name, ARGUMENTS[name]) for name in question.about)
