"""The values that sentences of setup and entry come to; ``str`` writes what reads back equal."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from hexcourt.facts.areas.area import Area, placed


@dataclass(frozen=True, slots=True)
class Order:
    """When a group sets up: its ``rank`` (first, second, third, fourth, last), the group that it does so
    ``after``, and the one that it does so together ``with_``; empty where nothing is said.
    """

    rank: str = ""
    after: str = ""
    with_: str = ""

    def __str__(self) -> str:
        told = (
            self.rank,
            f"after {self.after}" if self.after else "",
            f"at the same time as {self.with_}" if self.with_ else "",
        )
        return " ".join(filter(None, told))


class Limit:
    """What limits how a group sets up in its area; kinds of units are words as written."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class MostInHex(Limit):
    """No more than so many units of a kind in one hex."""

    most: int
    units: str

    def __str__(self) -> str:
        return f"with no more than {self.most} {self.units} per hex"


@dataclass(frozen=True, slots=True)
class NotBeside(Limit):
    """Not adjacent to another unit of a kind."""

    units: str

    def __str__(self) -> str:
        return f"not adjacent to other {self.units}"


@dataclass(frozen=True, slots=True)
class NotWith(Limit):
    """Not in one hex with units of a kind."""

    units: str

    def __str__(self) -> str:
        return f"but not in hex with {self.units}"


@dataclass(frozen=True, slots=True)
class Concealed(Limit):
    """Set up concealed."""

    def __str__(self) -> str:
        return "concealed"


@dataclass(frozen=True, slots=True)
class Hidden(Limit):
    """Set up hidden (HIP)."""

    def __str__(self) -> str:
        return "using HIP"


@dataclass(frozen=True, slots=True)
class Spent:
    """What units have spent as they enter: so many MF or MP, or half of what they have where nothing
    is counted.
    """

    amount: Fraction | None
    points: str

    def __str__(self) -> str:
        if self.amount is None:
            return f"having already spent half their {self.points}"
        number = f"{float(self.amount):g}"
        return f"having already spent {number} {self.points}"


@dataclass(frozen=True, slots=True)
class Setup:
    """A group sets up in an area.

    ``remarks`` are what the sentence says besides that names no place: kept as written, not read.
    """

    area: Area
    order: Order = Order()
    limits: tuple[Limit, ...] = ()
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        told = f"{f'Set up {self.order}'.rstrip()} {placed(self.area, 'in')}"
        limits = ", ".join(map(str, self.limits))
        return _with_remarks(f"{told} {limits}".rstrip(), self.remarks)


@dataclass(frozen=True, slots=True)
class Entry:
    """A group enters by an area: on a turn, or on it or any later one where ``after``, or on any up to
    ``until``.

    ``exit`` is by where it leaves; ``first`` tells that its side moves first.
    """

    turn: int
    where: Area
    after: bool = False
    exit: Area | None = None
    spent: Spent | None = None
    first: bool = False
    remarks: tuple[str, ...] = ()
    until: int | None = None

    def __str__(self) -> str:
        told = "Moves first by entering" if self.first else "Enter"
        turn = f"Turn {self.turn}" if self.until is None else f"Turns {self.turn}-{self.until}"
        told += f" on {'or after ' * self.after}{turn} {placed(self.where, 'along')}"
        told += f", {self.spent}" if self.spent is not None else ""
        told += f", and exit {placed(self.exit, 'along')}" if self.exit is not None else ""
        return _with_remarks(told, self.remarks)


@dataclass(frozen=True, slots=True)
class Placed:
    """Units are on the map already."""

    area: Area
    remarks: tuple[str, ...] = ()

    def __str__(self) -> str:
        return _with_remarks(f"Placed {placed(self.area, 'in')}", self.remarks)


Sentence: TypeAlias = Setup | Entry | Placed


def unread(sentence: Sentence) -> tuple[str, ...]:
    """List what a sentence says that is not read; references to notes say nothing of their own."""
    return tuple(e for e in sentence.remarks if not e.lower().startswith(("see ", "cf.", "cf ")))


def _with_remarks(told: str, remarks: tuple[str, ...]) -> str:
    return ". ".join([told, *remarks])
