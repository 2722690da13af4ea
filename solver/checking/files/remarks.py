"""What the texts of a save say that does not fit together: colours of a caption, notes about boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from hexcourt.facts.cards.drafting.captions import marker_colours, parted
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.grid.coordinates import board_number
from hexcourt.facts.saves.saved import Save
from hexcourt.facts.showing import quoted
from hexcourt.solver.checking.finding import Finding, Found
from hexcourt.solver.checking.scenario import Scenario

CODE = "S01"
_TWO_ASIDES = re.compile(r"(\([^()]*\))[\s.,;:]*(\([^()]*\))")
_BOARD = r"[\"'“]?(?:board\s+|bd)?([A-Za-z0-9]{1,3})\b[\"'”]?"
_ANOTHER = re.compile(
    rf"\b(?:map|board)s?\s+(?:was\s+)?(?:changed\s+)?from\s+{_BOARD}\s+to\s+{_BOARD}", re.IGNORECASE
)


def remarks(scenario: Scenario) -> Iterator[Finding]:
    """Tell of captions with two colours for one sentence, and of notes that name another board."""
    save = None
    with suppress(BadInput):  # that the file cannot be read is told where it is compared (S21)
        save = scenario.save
    if save is not None:
        yield from _colours(save)
        yield from _boards(scenario, save)


def _colours(save: Save) -> Iterator[Finding]:
    for group in save.groups:
        name, sentence = parted(group.caption.text)
        for match in _TWO_ASIDES.finditer(sentence):
            first, second = (marker_colours(each) for each in match.groups())
            if not first or not second or first == second:
                continue
            colours = ["/".join(each) for each in (*first, *second)]
            said = (
                f"One sentence has markers of two colours, {listed(colours)}: {quoted(sentence)}."
            )
            yield Finding(CODE, f"caption {name or sentence}", Found.WARN, said)


def _boards(scenario: Scenario, save: Save) -> Iterator[Finding]:
    words = (each.text.removesuffix(" reversed") for row in scenario.card.map.rows for each in row)
    boards = {_bare(re.split(r"[/\\]", each)[-1]) for each in words}
    for match in _ANOTHER.finditer(" ".join(save.info.notes)):
        old, new = map(_bare, match.groups())
        if old in boards and new not in boards:
            said = (
                f"The card says board {old}, the file's own notes that it was put right: "
                f"{quoted(match[0])}."
            )
            yield Finding(CODE, f"board {old}", Found.UNKNOWN, said)


def _bare(name: str) -> str:
    return board_number(name.strip().lower())
