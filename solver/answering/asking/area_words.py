"""What is said of named areas that a question is asked about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hexcourt.facts.boards.board import Board

NORTH = "North is at the top of the map"
_BY_COMPASS = re.compile(r"\b(north|east|south|west)(ern)?\b", re.IGNORECASE)


def area_arguments(board: Board) -> dict[str, Any]:
    """Give the named areas of a board as arguments of an answer; nothing where there are none."""
    told = {name: list(each) for name, each in board.area_sentences.items()}
    return {"areas": told} if told else {}


def north_granted(board: Board, *texts: str) -> Iterator[str]:
    """Say that North is taken to be at the top: sides are named by the compass, and none is told."""
    told = [*texts, *(each for some in board.area_sentences.values() for each in some)]
    if not board.north and any(map(_BY_COMPASS.search, told)):
        yield NORTH
