"""Scenario cards: what a card tells, and its findings as marks on the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hexcourt.cli.serving.shelf import Shelf
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.reading_cards import is_card, read_card
from hexcourt.facts.errors import BadInput
from hexcourt.solver.checking.scenario import Scenario
from hexcourt.solver.checking.setup.confined import setup_hexes


def tells_a_card(path: Path) -> bool:
    """Tell whether a file is a scenario card."""
    try:
        return path.suffix.lower() == ".toml" and is_card(path)
    except (BadInput, OSError):
        return False


def open_scenario(path: Path, folder: Path | None) -> Scenario | None:
    """Open the scenario of a card, its boards looked for wherever archives lie in the folder; None for
    another file.
    """
    if not tells_a_card(path):
        return None
    return Scenario(read_card(path), Shelf(folder).folders())


def card_told(name: str, scenario: Scenario) -> dict[str, Any]:
    """Tell a card: its areas on the map, its groups, and what of it is not understood."""
    card = scenario.card
    areas = scenario.position.opened.areas
    return {
        "card": name,
        "id": card.id,
        "title": card.title,
        "sides": [each.name for each in card.sides],
        "areas": {area: list(areas[area]) for area in card.areas if area in areas},
        "groups": [_group(scenario, each) for each in card.groups],
        "not_understood": [
            {"subject": subject, "text": text, "why": why}
            for subject, text, why in scenario.not_understood
        ],
    }


def _group(scenario: Scenario, group: Group) -> Mapping[str, Any]:
    enters = group.entry is not None
    hexes = scenario.entry_hexes(group) if enters else setup_hexes(scenario, group)
    return {
        "id": group.id,
        "side": group.side,
        "enters": enters,
        "where": str(group.entry) if enters else group.setup,
        "hexes": None if hexes is None else list(hexes),
        "units": [str(each) for each in group.units],
        "fortifications": [str(each) for each in group.fortifications],
        "placed": list(group.placed),
    }


def marks_of(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Light the hexes that show findings, each by the worst of these."""
    worst = ("fail", "unknown", "warn", "pass")
    hexes: dict[str, dict[str, Any]] = {}
    for row in sorted(rows, key=lambda each: worst.index(each["found"])):
        for name in row["witness"]["hexes"]:
            hexes.setdefault(name, {"found": row["found"]})
    return {"hexes": hexes, "points": [], "line": None}
