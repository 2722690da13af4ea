"""Opens what a command names as its board: a board, a map of boards, or a scenario card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hexcourt.facts.base.files import is_file
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.maps.configuration import SUFFIX
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.position import opening
from hexcourt.solver.rulebase.rulebase import HouseRules

if TYPE_CHECKING:
    from hexcourt.solver.scenario.scenario import Scenario


def scenario_named(
    name: str, amend: Sequence[HouseRules] = (), boards: Sequence[Path] = ()
) -> Scenario | None:
    """Return the scenario whose card ``name`` is the path of; None where it names no card."""
    path = Path(name)
    if path.suffix.lower() != SUFFIX or name in embedded_names() or not is_file(path):
        return None
    from hexcourt.facts.cards.read_cards import (
        is_card,
        read_card,  # boards need no cards
    )

    if not is_card(path):
        return None
    from hexcourt.solver.scenario.scenario import Scenario

    return Scenario(read_card(path), boards, amend)


def open_board(name: str, boards: Sequence[Path] = ()) -> Board:
    """Return the board, the map or the map of the scenario card that ``name`` names or leads to; what
    its counters do away with is gone. Archives are looked for in the folders of ``boards``, too.
    """
    return with_counters(checked_board(name, boards), ())


def checked_board(name: str, boards: Sequence[Path] = ()) -> Board:
    """Return the same with what its counters do away with still there.

    Raises BadInput, naming the board, where one of its counters may not be where it is placed.
    """
    scenario = scenario_named(name, boards=boards)
    return opening.checked_board(name, boards) if scenario is None else scenario.board
