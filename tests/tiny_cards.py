"""Scenario cards on tiny boards: a card as text, and the board that it is laid on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from hexcourt.facts.boards.board import Board
from hexcourt.facts.cards.card import Card
from hexcourt.facts.cards.read_cards import card_of
from hexcourt.facts.maps.changes.meaning import Made
from hexcourt.facts.maps.changes.on_facts import changed_facts
from hexcourt.facts.maps.changes.reading import HexesByPlace
from hexcourt.solver.position.areas import Areas
from hexcourt.solver.scenario.checks import Finding, every_check
from hexcourt.solver.scenario.scenario import Scenario
from tests.rulings import board_of

HEAD = """
format = "hexcourt-card/1"
id = "tiny"
title = "Tiny"
[map]
north = "top"
boards = [{ board = "tiny" }]
[[side]]
name = "red"
[[side]]
name = "blue"
"""


class OnBoard(Scenario):
    """A scenario whose map is at hand."""

    def __init__(self, card: Card, board: Board) -> None:
        super().__init__(card)
        self._given = board

    @cached_property
    def drawn(self) -> Areas:
        return Areas(self._opened(self._given), self.card.areas)

    def map_under(self, changes: Sequence[str]) -> tuple[Board, tuple[Made, ...]]:
        """Change the map by facts."""
        places = HexesByPlace({each.place: (("", each.name),) for each in self._given.hexes})
        return changed_facts(self._given, changes, places)


def group(name: str, side: str, units: str, where: str, more: str = "") -> str:
    """Write a group: ``group("r1", "red", "squad, leader 8-0", 'setup = "hex A1"')``."""
    listed = ", ".join(f'"{each.strip()}"' for each in units.split(","))
    return f'[[group]]\nid = "{name}"\nside = "{side}"\n{where}\nunits = [{listed}]\n{more}\n'


def condition(winner: str, *say: str, when: str = "end") -> str:
    """Write a condition of victory."""
    told = ", ".join(f'"{each}"' for each in say)
    return f'[[victory.condition]]\nwinner = "{winner}"\nwhen = "{when}"\nsay = [{told}]\n'


def scenario(
    board: str, *parts: str, turns: str = "count = 6", otherwise: str = "blue"
) -> Scenario:
    """Put a card on a tiny board, or on an embedded one."""
    last = [each for each in parts if "[[victory" in each]
    first = [each for each in parts if "[[victory" not in each]
    victory = f'[victory]\notherwise = "{otherwise}"\n' if otherwise else ""
    text = "\n".join([HEAD, f"[turns]\n{turns}", *first, victory, *last])
    return OnBoard(card_of(text, "card.toml"), board_of(board))


def findings(code: str, case: Scenario) -> list[Finding]:
    """Run one check."""
    (check,) = (each for each in every_check() if each.code == code)
    return list(check.findings(case))


def found(code: str, case: Scenario) -> dict[str, str]:
    """Map the subjects of a check's findings to what is found; the last of several."""
    return {each.subject: str(each.found) for each in findings(code, case)}


BUDAPEST_CARD = """format = "hexcourt-card/1"
id = "tiny"
title = "Tiny"
[map]
north = "top"
boards = [{ board = "budapest" }]
[turns]
count = 6
"""
"""A card that has a map and turns, and nothing on it."""
