"""What a change of terrain came to: told of each, whether it was made or not, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hexcourt.facts.errors import BadInput
from hexcourt.facts.showing import shown

DONE, NOTHING, REFUSED = "is made", "changes nothing", "cannot be made"

MOST_SHOWN = 60
"""How many characters of what was told a sentence repeats."""


@dataclass(frozen=True, slots=True)
class Made:
    """What one change came to on one board.

    ``told`` is the word or change as the configuration has it, ``meaning`` what it means in words of
    our own, ``cited`` where that is told; ``why`` says more of the outcome. ``pixels``, ``hexes`` and
    ``hexsides`` are what was changed, where that was looked for.
    """

    told: str
    board: str
    outcome: str
    meaning: str = ""
    cited: str = ""
    why: str = ""
    pixels: int = 0
    hexes: tuple[str, ...] = ()
    hexsides: tuple[tuple[str, str], ...] = ()

    @property
    def sentence(self) -> str:
        """Say what became of it, in one sentence."""
        on = f" on board {self.board}" if self.board else ""
        meaning = f" ({self.meaning})" if self.meaning not in ("", self.told) else ""
        end = f": {self.why}" if self.why else ""
        told = shown(self.told, MOST_SHOWN)
        return f"{told}{meaning}{on} {self.outcome}{end}"


def refuse_unmade(made: Sequence[Made]) -> None:
    """Raise BadInput where a change cannot be made: nothing is changed by halves."""
    refused = [each for each in made if each.outcome == REFUSED]
    if not refused:
        return
    first, more = refused[0], len(refused) - 1
    rest = f" (and {more} more: `hexcourt map show` lists them)" if more else ""
    raise BadInput(f"{first.sentence}{rest}")


def notes_of(made: Iterable[Made]) -> tuple[tuple[str, str, str], ...]:
    """Write down what was changed as remarks about a board."""
    told = sorted({each.sentence for each in made if each.outcome != REFUSED})
    return tuple(("changes", "high", each) for each in told)
