"""Opens what a command names as its board: a board, a map of boards, or a scenario card."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hexcourt.facts.base.files import is_file, read_toml_text
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.formats.vassal import SAVES
from hexcourt.facts.maps.configuration import SUFFIX
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.position import opening
from hexcourt.solver.rulebase.rulebase import HouseRules

if TYPE_CHECKING:
    from hexcourt.solver.scenario.scenario import Scenario


def scenario_named(name: str) -> Scenario | None:
    """Return the scenario whose card ``name`` is the path of; None where it names no card."""
    return scenario_or_text(name)[0]


def scenario_or_text(
    name: str, amend: Sequence[HouseRules] = (), boards: Sequence[Path] = ()
) -> tuple[Scenario | None, str | None]:
    """Return the scenario whose card, or save of VASSAL, ``name`` is the path of, or the text of a file
    that may be a map of boards: it is read once, so that what is looked at is what is opened.
    """
    path = Path(name)
    kind = path.suffix.lower()
    if kind not in (SUFFIX, *SAVES) or name in embedded_names() or not is_file(path):
        return None, None
    if kind in SAVES:
        from hexcourt.facts.cards.drafting import read_or_draft
        from hexcourt.solver.scenario.scenario import Scenario

        return Scenario(read_or_draft(path, boards), boards, amend), None
    try:
        text = read_toml_text(path, "a scenario card")
    except UnicodeDecodeError:
        return None, None
    from hexcourt.facts.cards.read_cards import card_of, is_text_of_card  # boards need no cards

    if not is_text_of_card(text):
        return None, text
    from hexcourt.solver.scenario.scenario import Scenario

    return Scenario(card_of(text, str(path)), boards, amend), None


def open_board(name: str, boards: Sequence[Path] = ()) -> Board:
    """Return the board, the map or the map of the scenario card that ``name`` names or leads to; what
    its counters do away with is gone. Archives are looked for in the folders of ``boards``, too.
    """
    return with_counters(checked_board(name, boards), ())


def checked_board(name: str, boards: Sequence[Path] = ()) -> Board:
    """Return the same with what its counters do away with still there.

    Raises BadInput, naming the board, where one of its counters may not be where it is placed.
    """
    scenario, text = scenario_or_text(name, boards=boards)
    return opening.checked_board(name, boards, text) if scenario is None else scenario.board
