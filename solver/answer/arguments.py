"""The arguments of questions: one table for Python, the command line, HTTP and MCP.

An argument has one name and one meaning at all entry points. A value that does not fit is refused before
anything is computed, in one sentence that says what fits. The questions are in ``questions.py``.
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
from typing import Any, Literal, Protocol, TypeVar, cast

from hexcourt.facts.base.errors import BadInput, listed, shown
from hexcourt.facts.boards.piece_table import PIECE_KINDS, pieces_with

MOST = 10_000
"""The most hexes, or pixels, of a range or a margin."""


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
class Flag:
    """Yes or no."""

    fits: str = "True or False"

    def read(self, value: Any) -> bool:
        """Return the value."""
        if not isinstance(value, bool):
            raise TypeError
        return value


@dataclass(frozen=True, slots=True)
class Allowance:
    """MF or MP: a number, or a text with a half."""

    fits: str = "whole or half MF or MP, 0.5 to 999.5, such as 4.5"

    def read(self, value: Any) -> float | str:
        """Return the value."""
        if isinstance(value, str):
            return Text("").read(value)
        number = Number(0.5, 999.5).read(value)
        if 2 * number != int(2 * number):
            raise ValueError
        return number


@dataclass(frozen=True, slots=True)
class Folder:
    """The path of a folder."""

    fits: str = "the path of a folder"

    def read(self, value: Any) -> Path:
        """Return the value."""
        return _path(value)


@dataclass(frozen=True, slots=True)
class Areas:
    """Names of areas, and for each a sentence or several."""

    fits: str = 'names with sentences such as {"g1": "building L33"}'

    def read(self, value: Any) -> dict[str, str | tuple[str, ...]]:
        """Return the values."""
        if not isinstance(value, Mapping):
            raise TypeError
        text, texts = Text(""), Texts("")
        return {
            text.read(name): text.read(told) if isinstance(told, str) else texts.read(told)
            for name, told in value.items()
        }


@dataclass(frozen=True, slots=True)
class Other:
    """What only Python gives: what fits, in words, and what reads it."""

    fits: str
    read: Callable[[Any], Any]


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
        case Flag():
            return bool, {}
    return None


_PLACE, _HEX, _PIECES = Text("'F31'"), Texts("'F31'"), Texts("'rubble(H38,stone)'")
_FACTS, _ACTIONS = Texts("'fortified(\"C25\")'"), Texts("'mines(\"K12\",ap,12,hidden)'")
_STATUS = Choice(("entrenched", "emplaced"))


def _location(text: str) -> Argument:
    return Argument(_PLACE, text, completion="location")


def _python(kind: Kind) -> Argument:
    return Argument(kind, entry="python")


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


def _made(name: str, fits: str) -> Argument:
    """Take a value of a class of this package, by the name of the class."""

    def read(value: Any) -> Any:
        of = [each.__module__ for each in type(value).__mro__ if each.__name__ == name]
        if not any(each.partition(".")[0] == "hexcourt" for each in of):
            raise TypeError
        return value

    return _python(Other(fits, read))


_PATHS = Other("a list of paths", _paths)

ARGUMENTS: Mapping[str, Argument] = {
    "actions": Argument(
        _ACTIONS,
        'Actions, judged together, such as mines("K12",ap,12,hidden), or pieces as in place.',
        metavar="ACTION",
        completion="action",
    ),
    "against": Argument(
        Texts("'{ rubble(H,stone) : hex(H) } <= 1'"),
        "With choose: what the other side replies: a family, or clear(1) for pieces of the choice that "
        "it may take away.",
        metavar="FAMILY",
        completion="family",
    ),
    "allowance": Argument(
        Allowance(),
        "What the unit may spend in a turn, in whole or half MF or MP: 4.5. Default: the allowance of "
        "its kind.",
        unit="MF or MP",
        metavar="N",
        former=("mf", "mp"),
    ),
    "areas": Argument(
        Areas(),
        "Name an area: 'bank=on or east of hexrow Q' (docs/reference/areas.md).",
        metavar="NAME=SENTENCE",
        former=("area",),
    ),
    "attack": Argument(
        Text("'mines'"),
        'The attack, with who makes it: small_arms("F31").',
        metavar="ATTACK",
        completion="attack",
    ),
    "avoid": Argument(
        Texts("'K12'"),
        'Stay out of a hex, F33, or place a piece and stay clear of it, roadblock("L12","K13").',
        metavar="HEX|PIECE",
    ),
    "best": Argument(
        Text("'max N : N = #count { H : sees(H,\"F31\"), hex(H) }'"),
        "With vary: of the worlds in which the claim holds, list those in which this number is greatest "
        "or least: 'max N : ...' or 'min N : ...'.",
        metavar="QUESTION",
    ),
    "certify": Argument(
        Folder(),
        "Write a certificate into this folder, which `hexcourt verify` checks.",
        metavar="FOLDER",
        entry="shell",
    ),
    "choose": Argument(
        Texts("'{ roadblock(A,B) : road(A,B) } = 2'"),
        "Find a choice of this family with which the claim holds whatever the other side replies "
        "(against).",
        metavar="FAMILY",
        completion="family",
    ),
    "count": Argument(
        Flag(),
        "With vary: count every world. Without it the search ends as soon as the answer is settled, if "
        "there are more than 2000 worlds.",
    ),
    "each_reply": Argument(
        Flag(),
        "With choose and against: the other side places first; is there for each of its replies a "
        "choice with which the claim holds?",
    ),
    "every": Argument(Flag(), "With why: all reasons of each step, not just the shortest."),
    "every_state": Argument(
        Flag(), "List every state: each hexside and vertex in Bypass, each VCA.", former=("all",)
    ),
    "given": Argument(
        _FACTS,
        'A fact given beside the board: fortified("C25"), the status of a unit, emplaced("F31"), or a '
        "piece as in place.",
        metavar="FACT",
        completion="given",
    ),
    "goal": _location("The Location to reach."),
    "kinds": Argument(
        Texts("'roadblock'"),
        f"Kinds of pieces that may be placed: {listed(sorted(pieces_with('cut')), 'or')}.",
        metavar="KIND",
        former=("with",),
    ),
    "lines": Argument(Whole(5, 100_000), "How many lines why may take.", "lines"),
    "location": _location("The Location."),
    "locations": Argument(Choice(("ground", "all")), "Ground level only, or upper Locations too."),
    "margin": Argument(
        Number(0, MOST),
        "Call lines too close when moving the thread by less than this would change the verdict: up to "
        "1 pixel of an archive, up to 15 thousandths of a hex of an embedded board.",
        "pixels of an archive, thousandths of a hex of an embedded board",
    ),
    "most": Argument(Whole(0, 99), "How many pieces at most.", "pieces", former=("max",)),
    "obstructed": Argument(
        _HEX,
        "A hex that cannot be entered now whatever lies there, as for a Blaze.",
        metavar="HEX",
        completion="location",
    ),
    "only": Argument(Choice(("bypass",)), "Pass the hexes between by Bypass or VBM alone."),
    "place": Argument(
        _PIECES,
        f"Place a piece on the board: {', '.join(each.example for each in PIECE_KINDS.values())}; "
        'beneath a bridge debris("G38",under); or hexside terrain that is not there, '
        'hedge("K33","J33").',
        metavar="PIECE",
        former=("suppose",),
        completion="piece",
    ),
    "question": Argument(
        Text("'which H : sees(H, \"F31\")'"),
        "A mode (which, exists, all, count, min, max, always, never), terms, a colon, literals: "
        "'which H : sees(H, \"F31\"), not level(H, 0)'.",
        completion="question",
    ),
    "scheduled": Argument(
        _HEX, "Hexes by which it is to enter.", metavar="HEX", completion="location"
    ),
    "seconds": Argument(
        Number(0, 86_400),
        "Give up the search after so long, and say how many pieces are needed at least.",
        "seconds",
    ),
    "start": Argument(
        _PLACE, "The Location where the unit starts.", former=("from",), completion="location"
    ),
    "status": Argument(_STATUS, "Status of the unit looked at."),
    "target": _location("The Location looked at, or attacked; in Bypass K13-L12-K12."),
    "target_status": Argument(_STATUS, "Status of the unit in target.", former=("to_status",)),
    "targets": Argument(
        _HEX,
        "The Locations looked at.",
        metavar="LOCATION",
        former=("target",),
        completion="location",
    ),
    "top": Argument(
        Whole(1, 1000),
        "How many of the best choices, or worlds, are listed.",
        "choices",
        metavar="K",
    ),
    "turns": Argument(Whole(1, 99), "How many turns the unit has.", "turns"),
    "unit": Argument(
        Text("'squad'"),
        "The unit that moves: squad, half-squad, crew, leader, hero, inexperienced, tank, "
        "assault-gun, halftrack, armoured-car, truck, jeep, motorcycle or wagon.",
        metavar="UNIT",
        completion="unit",
    ),
    "vary": Argument(
        Texts("'{ rubble(H,stone) : hex(H) } <= 1'"),
        "Ask in every world of a family: '{ roadblock(A,B) : narrow(A,B) } = 1'; of several families, "
        "in each mixture of them. Of a scenario card also setup(GROUP) and fortifications(GROUP).",
        metavar="FAMILY",
        completion="family",
    ),
    "viewer": _location("The Location that looks."),
    "viewer_status": Argument(_STATUS, "Status of the unit in viewer.", former=("from_status",)),
    "why": Argument(Flag(), "Explain the answer down to the facts of the board, with rules."),
    "why_not": Argument(
        Flag(), "Say which of the smallest changes of the families of vary turn the answer."
    ),
    "within": Argument(
        Whole(0, MOST),
        "Only Locations within so many hexes of each other.",
        "hexes",
        metavar="N",
        former=("range",),
    ),
    "without": Argument(
        Texts("'hedge(K33,J33)'"), 'Take away what is there: hedge("K33","J33").', metavar="CHANGE"
    ),
    "workers": Argument(
        Whole(1, 1024),
        "How many work in parallel. Default: one for each core, fewer for little work.",
        "workers",
        metavar="N",
        entry="shell",
    ),
    "answer": _made("Answer", "an answer"),
    "amend": _python(_PATHS),
    "around": Argument(
        Whole(0, 99),
        "Draw only the part of the map within so many hexes of what is marked on it.",
        "hexes",
        metavar="N",
        entry="python",
    ),
    "boards": _python(_PATHS),
    "changes": _python(Texts("'hedge(K33,J33)'")),
    "facts": _python(_FACTS),
    "kind": _python(Text("'row'")),
    "limits": _made("Limits", "Limits(seconds=60)"),
    "name": _python(Text("'budapest'")),
    "paths": _python(_PATHS),
    "pieces": _python(_PIECES),
    "position": _made("BoardState", "a Position"),
    "program": _python(Flag()),
    "progress": _python(Other("a function", _function)),
    "sentence": _python(Text("'building L33'")),
    "svg": _python(Text("'<svg>...</svg>'")),
}
"""Every argument by its name."""


def range_of(name: str) -> tuple[float, float]:
    """Return the least and the most that a number may be."""
    kind = ARGUMENTS[name].kind
    assert isinstance(kind, Whole | Number)
    return kind.least, kind.most


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
