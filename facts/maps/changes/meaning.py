"""Tells what a change of a configuration means: a word of players' tools, or words of our own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from hexcourt.facts.base.errors import BadInput, listed, shown
from hexcourt.facts.maps.changes.reading import (
    TerrainChange,
    change_words,
    nearest_word,
    read_change,
)
from hexcourt.facts.maps.changes.repainting import PROCEDURES, refuse_unsupported

NO_STAIRWELLS = "no stairwells"
JUNGLE = "jungle"
"""In the Pacific all woods are light jungle, but where they are told to be dense (G2)."""

_JUNGLE = TerrainChange(JUNGLE, None, ("woods",), None, "light_jungle", None)
_FEW = 6
"""How many terms a sentence lists."""

_NONE = "it has no effect on lines of sight nor movement"


@dataclass(frozen=True, slots=True)
class ChangeMeaning:
    """What a change means: changes of pixels, phrases of their own, or, where nothing, ``why``."""

    written: str
    steps: tuple[TerrainChange | str, ...] = ()
    words: str = ""
    cited: str = ""
    why: str = ""
    of_word: bool = field(default=False)

    @property
    def where(self) -> str | None:
        """Return what part of a board it is about."""
        first = self.steps[0] if self.steps else None
        return first.where if isinstance(first, TerrainChange) else None


def meaning_of(text: str, pictured: Collection[str] = ()) -> ChangeMeaning:
    """Find what a change means; ``pictured`` are words that only a picture in an archive explains.

    Raises BadInput for what cannot be made: why, and the mend.
    """
    word = change_words().get(text)
    if word is None:
        if "->" not in text and text not in _PHRASES:
            raise BadInput(_unknown(text, pictured))
        return ChangeMeaning(text, (_step(text),), text)
    if word.kind == "unsure":
        raise BadInput(f"{word.meaning}; say it in words such as 'grain -> brush'")
    if word.kind == "change":
        steps = tuple(map(_step, word.changes))
        return ChangeMeaning(text, steps, word.meaning, word.cited, of_word=True)
    none = _NONE if word.kind == "nothing" else f"{_NONE} by itself"
    given = "" if word.kind == "nothing" else "; give it with --given, such as weather(ground_snow)"
    return ChangeMeaning(text, (), word.meaning, word.cited, f"{none}{given}", of_word=True)


_PHRASES = frozenset({*PROCEDURES, NO_STAIRWELLS, JUNGLE})


def _step(text: str) -> TerrainChange | str:
    if text == JUNGLE:
        return _JUNGLE
    if text in _PHRASES:
        return text
    change = read_change(text)
    refuse_unsupported(change)
    return change


def _unknown(text: str, pictured: Collection[str]) -> str:
    if text in pictured:
        return (
            "only a picture in the board's archive tells what it does; say it in words such as "
            "'I7: woods -> open'"
        )
    near = nearest_word(text)
    mend = f"write {near}" if near else "write such as NoRoads or 'woods -> orchard'"
    return f"it is no word for a change of terrain; {mend}"


def taker(made: Sequence[ChangeMeaning], meaning: ChangeMeaning) -> ChangeMeaning | None:
    """Find the change that has taken what another one was about."""
    wanted = {term for step in meaning.steps for term in _sources(step)}
    taken = (
        each for each in made if wanted & {term for step in each.steps for term in _sources(step)}
    )
    return next(taken, made[-1] if made else None)


def nothing_there(meaning: ChangeMeaning, terms: Collection[str]) -> str:
    """Report that a change finds nothing, and what is there instead, where that is little."""
    if not meaning.where:
        return "nothing of that is on the map; leave it out"
    if not 0 < len(terms) <= _FEW:
        return "nothing of that is there; leave it out"
    return f"nothing of that is there, but {listed(sorted(terms))}; name what is, or leave it out"


def _sources(step: TerrainChange | str) -> set[object]:
    if not isinstance(step, TerrainChange):
        return {step}
    return set(step.source) if step.source is not None else {step.at_level}


# --- Outcomes of changes --------------------------------------------------------------------------


DONE, NOTHING, REFUSED = "is made", "changes nothing", "cannot be made"

MAX_SHOWN = 60
"""How many characters of what was told a sentence repeats."""


@dataclass(frozen=True, slots=True)
class Made:
    """What one change came to on one board.

    ``written`` is the word or change as the configuration has it, ``meaning`` what it means in words of
    our own, ``cited`` where that is given; ``why`` says more of the outcome. ``pixels``,
    ``hexes`` and ``hexsides`` are what was changed, where that was looked for.
    """

    written: str
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
        """Describe what became of it, in one sentence."""
        on = f" on board {self.board}" if self.board else ""
        meaning = f" ({self.meaning})" if self.meaning not in ("", self.written) else ""
        end = f": {self.why}" if self.why else ""
        text = shown(self.written, MAX_SHOWN)
        return f"{text}{meaning}{on} {self.outcome}{end}"


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
    sentences = sorted({each.sentence for each in made if each.outcome != REFUSED})
    return tuple(("changes", "high", each) for each in sentences)
