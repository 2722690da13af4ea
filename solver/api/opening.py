"""Opens a board, a map or a scenario card as a Position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hexcourt.solver.api.position import Position
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.position.opening import checked_board, with_areas
from hexcourt.solver.rulebase.rulebase import HouseRules
from hexcourt.solver.rulebase.under_house_rules import under_house_rules
from hexcourt.solver.scenario.opening import scenario_or_text

if TYPE_CHECKING:
    from hexcourt.solver.scenario.scenario import Scenario


def open_position(
    name: str,
    placed: Sequence[str] = (),
    given: Sequence[str] = (),
    amend: Sequence[str | Path] = (),
    areas: Mapping[str, Sequence[str]] | None = None,
    boards: Sequence[str | Path] = (),
) -> Position:
    """Open a board, a map of boards or a scenario card as a Position.

    ``placed`` are pieces on it, ``given`` what else is given, ``amend`` files of house rules, ``areas``
    further named areas, each by its sentences, and ``boards`` folders in which archives are looked for.
    Raises BadInput.
    """
    rules = _house_rules(amend)
    folders = _folders(boards)
    scenario, text = scenario_or_text(name, rules, folders)
    rules = rules if scenario is None else scenario.house_rules
    with under_house_rules(rules):
        if scenario is None:
            board = with_counters(checked_board(name, folders, text), ())
        else:
            board = scenario.position.opened
            placed = (*scenario.position.placed, *placed)
        opened = with_areas(board, areas)
        laid = tuple(placed), tuple(given)
        return Position(opened, *laid, house_rules=rules, scenario=scenario)


def position_of(scenario: Scenario) -> Position:
    """Return the map of a scenario as a Position, with what its card places."""
    found = scenario.position
    laid = found.placed, found.given, found.taken
    return Position(found.opened, *laid, house_rules=found.house_rules, scenario=scenario)


def _house_rules(paths: Sequence[str | Path]) -> tuple[HouseRules, ...]:
    if not paths:
        return ()
    from hexcourt.solver.rulebase.read_house_rules import read_house_rules  # it imports clingo

    return read_house_rules(paths)


def _folders(boards: Sequence[str | Path]) -> tuple[Path, ...]:
    if not boards:
        return ()
    from hexcourt.facts.maps.compose_map import checked_folders

    return checked_folders(boards)
