"""What an argument of a question may be: one table for Python, the command line and HTTP.

Each argument has one meaning wherever it stands. What does not fit is refused before anything is asked,
in one sentence that says what fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from numbers import Real
from operator import index
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from hexcourt.facts.base.errors import BadInput, shown

MOST = 10_000
"""The most hexes, or pixels, of a range or a margin."""


class Argument(Protocol):
    """One kind of argument: what it may be, in words, and how it is read."""

    @property
    def fits(self) -> str:
        """Say what fits, after "give"."""

    def read(self, value: Any) -> Any:
        """Give the value as the question takes it; raises TypeError or ValueError where it is none."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number in a range."""

    least: int
    most: int

    @property
    def fits(self) -> str:
        """Say what fits."""
        return f"a whole number from {self.least} to {self.most}"

    def read(self, value: Any) -> int:
        """Read it."""
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
        """Say what fits."""
        return f"a number from {self.least:g} to {self.most:g}"

    def read(self, value: Any) -> float:
        """Read it."""
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
        """Say what fits."""
        return f"a text such as {self.such}"

    def read(self, value: Any) -> str:
        """Read it."""
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
        """Say what fits."""
        return f"a list of texts such as [{self.such}]"

    def read(self, value: Any) -> tuple[str, ...]:
        """Read them."""
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            raise TypeError
        return tuple(map(Text("").read, value))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some words, in capitals or not."""

    words: tuple[str, ...]

    @property
    def fits(self) -> str:
        """Say what fits."""
        return " or ".join(self.words)

    def read(self, value: Any) -> str:
        """Read it."""
        if not isinstance(value, str):
            raise TypeError
        if value.strip().lower() not in self.words:
            raise ValueError
        return value.strip().lower()


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    fits: str = "True or False"

    def read(self, value: Any) -> bool:
        """Read it."""
        if not isinstance(value, bool):
            raise TypeError
        return value


@dataclass(frozen=True, slots=True)
class Allowance:
    """MF or MP: a number, or a text with a half."""

    fits: str = "whole or half MF or MP, 0.5 to 999.5, such as 4.5"

    def read(self, value: Any) -> float | str:
        """Read it."""
        if isinstance(value, str):
            return Text("").read(value)
        number = Number(0.5, 999.5).read(value)
        if 2 * number != int(2 * number):
            raise ValueError
        return number


@dataclass(frozen=True, slots=True)
class Paths:
    """Several paths of files or folders."""

    fits: str = "a list of paths"

    def read(self, value: Any) -> tuple[Path, ...]:
        """Read them."""
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            raise TypeError
        return tuple(map(_path, value))


@dataclass(frozen=True, slots=True)
class Folder:
    """The path of a folder."""

    fits: str = "the path of a folder"

    def read(self, value: Any) -> Path:
        """Read it."""
        return _path(value)


@dataclass(frozen=True, slots=True)
class Areas:
    """Names of areas, and for each a sentence or several."""

    fits: str = 'names with sentences such as {"g1": "building L33"}'

    def read(self, value: Any) -> dict[str, str | tuple[str, ...]]:
        """Read them."""
        if not isinstance(value, Mapping):
            raise TypeError
        text, texts = Text(""), Texts("")
        return {
            text.read(name): text.read(told) if isinstance(told, str) else texts.read(told)
            for name, told in value.items()
        }


@dataclass(frozen=True, slots=True)
class Caller:
    """What is told how far a search is."""

    fits: str = "a function"

    def read(self, value: Any) -> Callable[..., Any]:
        """Read it."""
        if not callable(value):
            raise TypeError
        return cast(Callable[..., Any], value)


@dataclass(frozen=True, slots=True)
class Made:
    """A value of a class of this package, by the name of the class."""

    name: str
    fits: str

    def read(self, value: Any) -> Any:
        """Read it."""
        of = [each.__module__ for each in type(value).__mro__ if each.__name__ == self.name]
        if not any(each.partition(".")[0] == "hexcourt" for each in of):
            raise TypeError
        return value


_PLACE, _HEX, _PIECES = Text("'F31'"), Texts("'F31'"), Texts("'rubble(H38,stone)'")
_FACTS, _ACTIONS = Texts("'fortified(\"C25\")'"), Texts("'mines(\"K12\",ap,12,hidden)'")
_STATUS = Choice(("entrenched", "emplaced"))

ARGUMENTS: Mapping[str, Argument] = {
    "actions": _ACTIONS,
    "allowance": Allowance(),
    "answer": Made("Answer", "an answer"),
    "amend": Paths(),
    "areas": Areas(),
    "around": Whole(0, 99),
    "attack": Text("'mines'"),
    "avoid": Texts("'K12'"),
    "boards": Paths(),
    "certify": Folder(),
    "changes": Texts("'hedge(K33,J33)'"),
    "every": Flag(),
    "every_state": Flag(),
    "facts": _FACTS,
    "given": _FACTS,
    "goal": _PLACE,
    "kind": Text("'row'"),
    "kinds": Texts("'roadblock'"),
    "limits": Made("Limits", "Limits(seconds=60)"),
    "lines": Whole(5, 100_000),
    "location": _PLACE,
    "locations": Choice(("ground", "all")),
    "margin": Number(0, MOST),
    "most": Whole(0, 99),
    "name": Text("'budapest'"),
    "obstructed": _HEX,
    "only": Choice(("bypass",)),
    "others": _HEX,
    "paths": Paths(),
    "pieces": _PIECES,
    "place": _PIECES,
    "position": Made("BoardState", "a Position"),
    "program": Flag(),
    "progress": Caller(),
    "question": Text("'which H : sees(H, \"F31\")'"),
    "scheduled": _HEX,
    "seconds": Number(0, 1e9),
    "sentence": Text("'building L33'"),
    "start": _PLACE,
    "status": _STATUS,
    "svg": Text("'<svg>...</svg>'"),
    "target": _PLACE,
    "target_status": _STATUS,
    "turns": Whole(1, 99),
    "unit": Text("'squad'"),
    "vary": Texts("'{ rubble(H,stone) : hex(H) } <= 1'"),
    "viewer": _PLACE,
    "viewer_status": _STATUS,
    "why": Flag(),
    "why_not": Flag(),
    "within": Whole(0, MOST),
    "without": Texts("'hedge(K33,J33)'"),
    "workers": Whole(1, 1024),
}
"""Every argument by its name."""


def range_of(name: str) -> tuple[float, float]:
    """Give the least and the most that a number may be."""
    kind = ARGUMENTS[name]
    assert isinstance(kind, Whole | Number)
    return kind.least, kind.most


def whole(name: str) -> tuple[int, int]:
    """Give the least and the most that a whole number may be."""
    kind = ARGUMENTS[name]
    assert isinstance(kind, Whole)
    return kind.least, kind.most


def choices_of(name: str) -> tuple[str, ...]:
    """List the words that an argument may be."""
    kind = ARGUMENTS[name]
    assert isinstance(kind, Choice)
    return kind.words


def read_argument(name: str, value: Any) -> Any:
    """Read an argument by its name; raises BadInput where it does not fit."""
    kind = ARGUMENTS[name]
    try:
        return kind.read(value)
    except (TypeError, ValueError, OverflowError):
        raise BadInput(f"{name}{_said(value)}: does not fit; give {kind.fits}") from None


_Function = TypeVar("_Function", bound=Callable[..., Any])


def checked(function: _Function) -> _Function:
    """Have every argument of a public function read by the table before it begins."""
    called = signature(function)

    @wraps(function)
    def call(*args: Any, **more: Any) -> Any:
        bound = called.bind(*args, **more)
        for name, value in bound.arguments.items():
            parameter = called.parameters[name]
            if parameter.kind is Parameter.VAR_KEYWORD:
                bound.arguments[name] = {
                    each: read_argument(each, told)
                    if each in ARGUMENTS and told is not None
                    else told
                    for each, told in value.items()
                }
            elif name in ARGUMENTS and not (value is None and parameter.default is None):
                bound.arguments[name] = read_argument(name, value)
        return function(*bound.args, **bound.kwargs)

    return cast(_Function, call)


def _said(value: Any) -> str:
    """Show a value that has a plain form."""
    if isinstance(value, str):
        return f" {shown(value, 60)}"
    if isinstance(value, int) and abs(value) > 1 << 64:
        return " (a number of many digits)"
    if value is None or isinstance(value, int | float):
        return f" {value}"
    return f" (a {type(value).__name__})"


def _path(value: Any) -> Path:
    if not isinstance(value, str | PathLike):
        raise TypeError
    path = fspath(value)
    if not isinstance(path, str) or not path or "\0" in path:
        raise ValueError
    path.encode()
    return Path(path)
