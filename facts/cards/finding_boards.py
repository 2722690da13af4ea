"""Finds the archives of the boards that a card names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hexcourt.facts.cards.card import Card
from hexcourt.facts.maps.configuration import Configuration
from hexcourt.facts.maps.finding_boards import found_boards


def with_boards(card: Card, boards: Sequence[Path] = ()) -> Configuration:
    """Give the map of a card with the paths of its boards, looked for in some folders, in those that
    the card names, and beside the card. What is found nowhere stays as it was written.
    """
    own = (card.folder / each for each in card.boards_folder)
    return found_boards(card.map, [*boards, *own, card.folder])
