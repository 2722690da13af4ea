"""Lays an explanation out as lines of a tree, no more than asked for, whatever its size."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hexcourt.solver.explaining.programs.rules import Rule

Wording = Callable[[str], str | None]
"""Puts an atom into a player's words; none where it has no other words."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an explanation.

    ``kind`` says what it is: given, stated, reasoned, unfounded, again (explained at another
    place), reason (one of several), absent, comparison, aggregate, element, every, double, truth;
    of failures goal, attempt, holds, fails, open. ``atom`` is the atom that it is about, ``text``
    what it says; ``because`` the rule instance in one sentence; ``note`` says more.
    """

    kind: str
    text: str
    atom: str = ""
    rule: Rule | None = None
    because: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A line in its place: how deep, under which other line, and how many below it are left out."""

    line: Line
    depth: int
    parent: int | None
    left_out: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The lines that are shown, in reading order, and how many are left out."""

    lines: tuple[Placed, ...]
    left_out: int


@dataclass(eq=False, slots=True)
class Cell:
    """A line in the making: ``write`` gives the line, ``below`` what stands beneath it.

    Both are called once at most, ``below`` of shallower cells before that of deeper ones.
    """

    write: Callable[[], Line]
    below: Callable[[], Iterable[Cell]] = tuple
    depth: int = 0
    number: int = 0
    broad: bool = False
    inside: list[Cell] = field(default_factory=list)


def leaf(line: Line) -> Cell:
    """Make a cell with nothing beneath it."""
    return Cell(lambda: line)


def lay_out(root: Cell, most: int) -> Layout:
    """Choose which lines are shown: shallow ones before deep ones, in all ``most`` at the most.

    Of what stands beneath one line no more than half of them is shown, unless all is. Raises
    ValueError when ``most`` is less than two.
    """
    if most < 2:
        raise ValueError("an explanation takes two lines at least")
    queue = [root]
    for cell in queue:
        cell.inside = list(cell.below())
        for place, each in enumerate(cell.inside):
            each.depth, each.number = cell.depth + 1, len(queue)
            each.broad = cell.broad or place >= max(6, most // 2)
            queue.append(each)
    if len(queue) <= most:
        return _layout(root, {each.number for each in queue}, 0)
    narrow = [each.number for each in queue if not each.broad]
    chosen = set(narrow[: most - 1])
    return _layout(root, chosen, len(queue) - len(chosen))


def _layout(root: Cell, chosen: set[int], left_out: int) -> Layout:
    lines: list[Placed] = []
    waiting: list[tuple[Cell, int | None]] = [(root, None)]
    while waiting:
        cell, parent = waiting.pop()
        here = len(lines)
        shown = [each for each in cell.inside if each.number in chosen]
        hidden = len(cell.inside) - len(shown)
        lines.append(Placed(cell.write(), cell.depth, parent, hidden))
        waiting.extend((each, here) for each in reversed(shown))
    return Layout(tuple(lines), left_out)
