"""The arguments of questions: one table for Python, the command line, HTTP and MCP.

An argument has one name and one meaning at all entry points. A value that does not fit is refused before
anything is computed, in one sentence that says what fits. The questions are in ``questions.tsv``.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import wraps
from inspect import Parameter, signature
from numbers import Real
from operator import index
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Literal, Protocol, TypedDict, TypeVar, cast

from hexcourt.facts.base.errors import BadInput, listed, shown
from hexcourt.facts.base.files import table_rows
from hexcourt.facts.boards.piece_table import PIECE_KINDS, pieces_with


class Kind(Protocol):
    """A kind of argument: what fits, in words, and how a value is read."""

    @property
    def fits(self) -> str:
        """Return what fits, as the words after "give"."""

    def read(self, value: Any) -> Any:
        """Return the value as a question takes it; raises TypeError or ValueError if it does not fit."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number in a range."""

    least: int
    most: int

    @property
    def fits(self) -> str:
        """Return what fits."""
        return f"a whole number from {self.least} to {self.most}"

    def read(self, value: Any) -> int:
        """Return the value."""
        if isinstance(value, bool):
            raise TypeError
        number = index(value)
        if not self.least <= number <= self.most:
            raise ValueError
        return number


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a range."""

    least: float
    most: float

    @property
    def fits(self) -> str:
        """Return what fits."""
        return f"a number from {self.least:g} to {self.most:g}"

    def read(self, value: Any) -> float:
        """Return the value."""
        if isinstance(value, bool) or not isinstance(value, Real):
            raise TypeError
        number = float(value)
        if not self.least <= number <= self.most:  # nan neither
            raise ValueError
        return number


@dataclass(frozen=True, slots=True)
class Text:
    """A text."""

    such: str

    @property
    def fits(self) -> str:
        """Return what fits."""
        return f"a text such as {self.such}"

    def read(self, value: Any) -> str:
        """Return the value."""
        if not isinstance(value, str):
            raise TypeError
        value.encode()  # surrogates by themselves are no text
        return value


@dataclass(frozen=True, slots=True)
class Texts:
    """Several texts."""

    such: str

    @property
    def fits(self) -> str:
        """Return what fits."""
        return f"a list of texts such as [{self.such}]"

    def read(self, value: Any) -> tuple[str, ...]:
        """Return the values."""
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            raise TypeError
        return tuple(map(Text("").read, value))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words, in capitals or not."""

    words: tuple[str, ...]

    @property
    def fits(self) -> str:
        """Return what fits."""
        return " or ".join(self.words)

    def read(self, value: Any) -> str:
        """Return the value."""
        if not isinstance(value, str):
            raise TypeError
        if value.strip().lower() not in self.words:
            raise ValueError
        return value.strip().lower()


@dataclass(frozen=True, slots=True)
class Plain:
    """A kind without a range or choices: its name, what fits, in words, and what reads it."""

    name: str
    fits: str
    read: Callable[[Any], Any]


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _allowance(value: Any) -> float | str:
    if isinstance(value, str):
        return Text("").read(value)
    number = Number(0.5, 999.5).read(value)
    if 2 * number != int(2 * number):
        raise ValueError
    return number


def _areas(value: Any) -> dict[str, str | tuple[str, ...]]:
    if not isinstance(value, Mapping):
        raise TypeError
    text, texts = Text(""), Texts("")
    return {
        text.read(name): text.read(entry) if isinstance(entry, str) else texts.read(entry)
        for name, entry in value.items()
    }


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument, declared once for all entry points.

    ``kind`` says what fits, ``help`` is its help text and ``unit`` what a number counts. ``metavar`` is
    how help of the command line writes its value, ``former`` are former names, which the command line
    and HTTP take for one version more, and ``completion`` names what a shell offers. ``entry`` says
    where it can be given: ``all``, ``shell`` (and Python) or ``python`` alone.
    """

    kind: Kind
    help: str = ""
    unit: str = ""
    metavar: str | None = None
    former: tuple[str, ...] = ()
    completion: str = ""
    entry: Literal["all", "shell", "python"] = "all"


def type_of(kind: Kind) -> tuple[Any, dict[str, float]] | None:
    """Return the Python type of one value and its bounds ``ge`` and ``le``; None for other kinds."""
    match kind:
        case Whole(least, most):
            return int, {"ge": least, "le": most}
        case Number(lowest, highest):
            return float, {"ge": lowest, "le": highest}
        case Choice(words):
            return Literal[words], {}
        case Plain("flag"):
            return bool, {}
    return None


def _path(value: Any) -> Path:
    if not isinstance(value, str | PathLike):
        raise TypeError
    path = fspath(value)
    if not isinstance(path, str) or not path or "\0" in path:
        raise ValueError
    path.encode()
    return Path(path)


def _paths(value: Any) -> tuple[Path, ...]:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise TypeError
    return tuple(map(_path, value))


def _function(value: Any) -> Callable[..., Any]:
    if not callable(value):
        raise TypeError
    return cast(Callable[..., Any], value)


def _made(name: str, fits: str) -> Kind:
    """Take a value of a class of this package, by the name of the class."""

    def read(value: Any) -> Any:
        of = [each.__module__ for each in type(value).__mro__ if each.__name__ == name]
        if not any(each.partition(".")[0] == "hexcourt" for each in of):
            raise TypeError
        return value

    return Plain(name, fits, read)


_PLAIN = {
    each.name: each
    for each in (
        Plain("flag", "True or False", _flag),
        Plain("allowance", "whole or half MF or MP, 0.5 to 999.5, such as 4.5", _allowance),
        Plain("folder", "the path of a folder", _path),
        Plain("areas", 'names with sentences such as {"g1": "building L33"}', _areas),
        Plain("paths", "a list of paths", _paths),
        Plain("function", "a function", _function),
    )
}
_KINDS: Mapping[str, Callable[[str], Kind]] = {
    "whole": lambda span: Whole(*map(int, span.split(".."))),
    "number": lambda span: Number(*map(int, span.split(".."))),
    "text": Text,
    "texts": Texts,
}
"""Kinds of arguments by the first word of what ``arguments.tsv`` says that they take."""


def _kind(takes: str) -> Kind:
    """Read what an argument takes: a kind; choices ``ground|all``; a class, and what fits in words."""
    word, _, rest = takes.partition(" ")
    if word in _KINDS:
        return _KINDS[word](rest)
    if word in _PLAIN:
        return _PLAIN[word]
    return _made(word, rest) if rest else Choice(tuple(word.split("|")))


def _arguments() -> Iterator[tuple[str, Argument]]:
    known = {
        "{cut}": listed(sorted(pieces_with("cut")), "or"),
        "{pieces}": ", ".join(each.example for each in PIECE_KINDS.values()),
    }
    for name, takes, *rest in table_rows("hexcourt.solver.answer", "arguments.tsv"):
        metavar, unit, former, completion, entry, text = (each.lstrip("-") for each in rest)
        for gap, words in known.items():
            text = text.replace(gap, words)
        names = tuple(filter(None, former.split(", ")))
        where = cast(Literal["all", "shell", "python"], entry)
        yield name, Argument(_kind(takes), text, unit, metavar or None, names, completion, where)


ARGUMENTS: Mapping[str, Argument] = dict(_arguments())
"""Every argument by its name (``arguments.tsv``)."""


Status = Literal["entrenched", "emplaced"]
Only = Literal["bypass"]
Listed = Literal["ground", "all"]
"""The words of arguments that take a few, for type checkers; the table of arguments has them, too."""


class PictureOptions(TypedDict, total=False):
    """How a picture looks, whatever it shows: arguments of all that draws, and options of commands.

    ``title`` stands in place of the board's name, ``legend`` says what the legend lists, ``grey``
    draws in greys, ``size`` is the width in pixels, ``north`` adds an arrow to the North.
    """

    title: str | None
    legend: Literal["below", "answer", "none"] | None
    grey: bool
    size: int | None
    north: bool


def whole(name: str) -> tuple[int, int]:
    """Return the least and the most that a whole number may be."""
    kind = ARGUMENTS[name].kind
    assert isinstance(kind, Whole)
    return kind.least, kind.most


def read_argument(name: str, value: Any) -> Any:
    """Read an argument by its name; raises BadInput where it does not fit."""
    kind = ARGUMENTS[name].kind
    try:
        return kind.read(value)
    except (TypeError, ValueError, OverflowError):
        raise BadInput(f"{name}{_shown_value(value)}: does not fit; give {kind.fits}") from None


_Function = TypeVar("_Function", bound=Callable[..., Any])


def checked(function: _Function) -> _Function:
    """Decorate a public function: the table reads every argument before it begins."""
    called = signature(function)

    @wraps(function)
    def call(*args: Any, **more: Any) -> Any:
        bound = called.bind(*args, **more)
        for name, value in bound.arguments.items():
            parameter = called.parameters[name]
            if parameter.kind is Parameter.VAR_KEYWORD:
                bound.arguments[name] = {
                    each: read_argument(each, entry)
                    if each in ARGUMENTS and entry is not None
                    else entry
                    for each, entry in value.items()
                }
            elif name in ARGUMENTS and not (value is None and parameter.default is None):
                bound.arguments[name] = read_argument(name, value)
        return function(*bound.args, **bound.kwargs)

    return cast(_Function, call)


def _shown_value(value: Any) -> str:
    """Show a value that has a plain form."""
    if isinstance(value, str):
        return f" {shown(value, 60)}"
    if isinstance(value, int) and abs(value) > 1 << 64:
        return " (a number of many digits)"
    if value is None or isinstance(value, int | float):
        return f" {value}"
    return f" (a {type(value).__name__})"


# The questions that can be asked of a Position: one table for Python, the command line, HTTP and MCP.
#
# ``Position`` (``solver/api/position.py``) has a method for each, with the same names and defaults.
# Commands, bodies over HTTP, tools for assistants, completion and the JSON schema are made from it.

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
