"""Positions that worlds of different kinds turn into: a facts file, what lies there, what is given."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.reading_boards import parse_board
from hexcourt.facts.errors import BadInput

T = TypeVar("T")


@dataclass(frozen=True)
class PlacedPosition:
    """A facts file called smallest.lp, the pieces laid there, and what is given beside."""

    facts: str
    laid: tuple[str, ...]
    given: tuple[str, ...]

    @property
    def board(self) -> Board:
        """Read the facts file."""
        return parse_board(self.facts, "smallest.lp")

    @property
    def options(self) -> tuple[str, ...]:
        """Write what lies there, and what is given, as options of a command."""
        placed = (f"--place '{each}'" for each in self.laid)
        return (*placed, *(f"--given '{each}'" for each in self.given))


@dataclass(frozen=True)
class ToldPosition(PlacedPosition, Generic[T]):
    """A position of which the world tells something that the program is asked about as a whole."""

    told: T

    @abstractmethod
    def asked(self) -> T:
        """Ask the law in force; raises BadInput where it does not take the position."""

    @abstractmethod
    def in_words(self, told: T) -> str:
        """Write what is told in a line."""

    def unlike(self, told: T) -> str:
        """Say in what the program differs from the world, "" if in nothing."""
        return "" if told == self.told else f"the program says {self.in_words(told)}"

    @property
    def verdict(self) -> str:
        """Tell what the world says."""
        return self.in_words(self.told)

    def answered(self) -> str:
        """Ask the law in force; raises BadInput where it does not take the position."""
        return self.in_words(self.asked())

    def ask_again(self, atoms: Iterable[str], broken: str | None, further: str) -> str:
        """Ask the shipped program; say what differs from a world's atoms, "" if nothing."""
        del atoms, broken, further
        try:
            told = self.asked()
        except BadInput as error:
            return f"the program does not take it: {error}"
        return self.unlike(told)


@dataclass(frozen=True)
class ToldSet(ToldPosition[frozenset[str]]):
    """A position of which the world tells a set of things, each in words of its own."""

    def in_words(self, told: frozenset[str]) -> str:
        """Write what is told in a line."""
        return "; ".join(sorted(told)) or "nothing"

    def unlike(self, told: frozenset[str]) -> str:
        """Say what either tells beyond the other."""
        if told == self.told:
            return ""
        return f"the program says {sorted(told - self.told)}, the world {sorted(self.told - told)}"
