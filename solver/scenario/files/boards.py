"""S04 and S05: whether overlays fit where the card says, and boards and crop are those of the card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from hexcourt.facts.areas.area import Area, Buildings, all_of
from hexcourt.facts.areas.read_sentences import read_area
from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.boards.board import Board, hex_order
from hexcourt.facts.boards.records import is_building
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.card_map import with_boards
from hexcourt.facts.maps.compose_map import compose
from hexcourt.facts.maps.configuration import OverlayEntry
from hexcourt.facts.maps.overlays.apply_overlays import overlays_of
from hexcourt.solver.answer.words import counted
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness, rules_of
from hexcourt.solver.scenario.files.against_card import captioned, marked
from hexcourt.solver.scenario.scenario import Scenario

S04_RULES = rules_of("S04")


def check_overlays(scenario: Scenario) -> Iterator[Finding]:
    """Look whether overlays can be placed where the card says, and what they hide."""
    entries = scenario.card.map.overlays
    if not entries:
        yield Finding("map", FindingKind.PASS, "The card lays no overlay.")
        return
    printed = _printed(scenario)
    try:
        board = scenario.board
    except BadInput as error:
        absent = "archive" in str(error) and "there is no" in str(error)
        missing = absent or " is not " in str(error)
        found = FindingKind.UNKNOWN if missing else FindingKind.FAIL
        yield Finding("map", found, f"{error}.", S04_RULES)
        return
    covered = overlays_of(board)
    named = dict(_named(scenario))
    for each in entries:
        yield from _of_overlay(each, covered.get(each.name, ()), printed, board, named)


def _printed(scenario: Scenario) -> Board:
    """Compose the map without its overlays; raises BadInput where that cannot be."""
    changed = replace(with_boards(scenario.card, scenario.boards), overlays=(), play=(), changes=())
    return compose(changed, scenario.folder).board


def _of_overlay(
    entry: OverlayEntry,
    covered: Sequence[str],
    printed: Board,
    board: Board,
    named: dict[str, str],
) -> Iterator[Finding]:
    subject = f"overlay {entry.name}"
    if not covered:
        sentence = f"Overlay {entry.name} lies on no hex that is in play."
        yield Finding(subject, FindingKind.FAIL, sentence, S04_RULES)
        return
    hidden = [e for e in covered if e in named and _has_building(printed, e)]
    for each in hidden:
        if not _has_building(board, each):
            sentence = f"Overlay {entry.name} covers building {each}, which {named[each]} names."
            yield Finding(subject, FindingKind.FAIL, sentence, S04_RULES, Witness((each,)))
    size = counted(len(covered), "hex", "hexes")
    sentence = f"Overlay {entry.name} covers {size} and no other overlay."
    yield Finding(subject, FindingKind.PASS, sentence, S04_RULES, Witness(tuple(covered)))


def _has_building(board: Board, name: str) -> bool:
    return name in board.by_name and any(map(is_building, board.hex(name).terrain))


def _named(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """List the hexes of the buildings that areas and groups name, as the map calls them."""
    items: list[tuple[str, Area]] = []
    for name, sentences in scenario.card.areas.items():
        with suppress(BadInput):  # what is not understood is told by other checks
            items += [(f"area {name}", read_area(e, scenario.card.areas).value) for e in sentences]
    for group in scenario.card.groups:
        setup = scenario.setup(group)
        if setup is not None:
            items.append((f"group {group.id}", setup.area))
    for subject, area in items:
        for part in all_of(area):
            if isinstance(part, Buildings):
                for each in part.hexes:
                    yield scenario.board.called(str(each)), subject


# --- S05: whether boards are those that the card was made with, and the crop leaves what markers mark


_NEAR = 2
"""How far markers lie from an edge that the crop has moved: more is another fault."""


def check_versions(scenario: Scenario) -> Iterator[Finding]:
    """Compare versions of boards, and look for markers that the crop cuts off."""
    yield from _versions(scenario)
    yield from _markers(scenario)


def _versions(scenario: Scenario) -> Iterator[Finding]:
    placed = scenario.composed_map
    if not placed.versions:
        yield Finding(
            "map", FindingKind.PASS, "The board is given as facts, which have no version."
        )
    for board, version in sorted(placed.versions.items()):
        wanted = placed.wanted.get(board)
        if wanted is None:
            sentence = f"Board {board} is version {version}; the card names none."
            yield Finding(f"board {board}", FindingKind.PASS, sentence)
        elif wanted == version:
            sentence = f"Board {board} is version {version}, as the card says."
            yield Finding(f"board {board}", FindingKind.PASS, sentence)
        else:
            differs = f"The card says board {board} {wanted}, the archive is {version}"
            sentence = f"{differs}: terrain may differ."
            yield Finding(f"board {board}", FindingKind.UNKNOWN, sentence)


def _markers(scenario: Scenario) -> Iterator[Finding]:
    """Look whether the markers of an entry lie beside the edge, as they do where a crop was changed."""
    save = scenario.save
    if save is None or not any(each.crop for row in scenario.card.map.rows for each in row):
        return
    for name, saved in sorted(captioned(scenario, save).items()):
        group = scenario.card.group(name)
        hexes = scenario.entry_hexes(group) if scenario.entry(group) else None
        found = marked(scenario, save, saved.caption.text)
        if hexes and found and is_beside(scenario, hexes, found.hexes):
            yield _beside(scenario, group, hexes, found.hexes)


def is_beside(scenario: Scenario, hexes: Sequence[str], markers: Sequence[str]) -> bool:
    """Return whether all markers lie near some hexes, and none in them."""
    board = scenario.board
    gaps = [min(board.range(each, other) for other in hexes) for each in markers]
    return min(gaps) > 0 and max(gaps) <= _NEAR


def _beside(
    scenario: Scenario, group: Group, hexes: Sequence[str], markers: Sequence[str]
) -> Finding:
    rows = listed(_hexrows(hexes))
    sentence = (
        f"Group {group.id} enters by hexrow {rows}, where the cropped map ends; its markers are at "
        f"{listed(_hexrows(markers))}."
    )
    witness = Witness(hexes=tuple(sorted(markers, key=hex_order)))
    return Finding(f"group {group.id}", FindingKind.FAIL, sentence, ("A2.5",), witness)


def _hexrows(hexes: Sequence[str]) -> list[str]:
    names = (
        each.rstrip("0123456789").lstrip("0123456789") for each in sorted(hexes, key=hex_order)
    )
    return list(dict.fromkeys(names))


def can_compose_map(scenario: Scenario) -> bool:
    """Return whether the map can be placed."""
    try:
        scenario.board  # noqa: B018 - laying it is the question
    except BadInput:
        return False
    return True
