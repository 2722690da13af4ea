"""S04: whether overlays can be laid where the card says, and hide nothing that it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from hexcourt.facts.areas.area import Area, Buildings, all_of
from hexcourt.facts.areas.reading_sentences import read_area
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.terrain_terms import is_building
from hexcourt.facts.cards.finding_boards import with_boards
from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.coordinates import BoardHex
from hexcourt.facts.maps.laying import lay
from hexcourt.facts.maps.overlay_entries import OverlayEntry
from hexcourt.facts.maps.overlays.telling import overlays_of
from hexcourt.solver.answering.words import counted
from hexcourt.solver.checking.checks import Check
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.scenario import Scenario

CODE = "S04"
RULES = ("A2.7",)


def _run(scenario: Scenario) -> Iterator[Finding]:
    entries = scenario.card.map.overlays
    if not entries:
        yield Finding(CODE, "map", Found.PASS, "The card lays no overlay.")
        return
    printed = _printed(scenario)
    try:
        board = scenario.board
    except BadInput as error:
        absent = "archive" in str(error) and "there is no" in str(error)
        missing = absent or " is not " in str(error)
        found = Found.UNKNOWN if missing else Found.FAIL
        yield Finding(CODE, "map", found, f"{error}.", RULES)
        return
    covered = overlays_of(board)
    named = dict(_named(scenario))
    for each in entries:
        yield from _of_overlay(each, covered.get(each.name, ()), printed, board, named)


def _printed(scenario: Scenario) -> Board:
    """Lay the map without its overlays; raises BadInput where that cannot be."""
    told = replace(with_boards(scenario.card, scenario.boards), overlays=(), play=(), changes=())
    return lay(told, scenario.folder).board


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
        yield Finding(CODE, subject, Found.FAIL, sentence, RULES)
        return
    hidden = [e for e in covered if e in named and _has_building(printed, e)]
    for each in hidden:
        if not _has_building(board, each):
            sentence = f"Overlay {entry.name} covers building {each}, which {named[each]} names."
            yield Finding(CODE, subject, Found.FAIL, sentence, RULES, Witness((each,)))
    size = counted(len(covered), "hex", "hexes")
    sentence = f"Overlay {entry.name} covers {size} and no other overlay."
    yield Finding(CODE, subject, Found.PASS, sentence, RULES, Witness(tuple(covered)))


def _has_building(board: Board, name: str) -> bool:
    return name in board.by_name and any(map(is_building, board.hex(name).terrain))


def _named(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """List the hexes of the buildings that areas and groups name, as the map calls them."""
    told: list[tuple[str, Area]] = []
    for name, sentences in scenario.card.areas.items():
        with suppress(BadInput):  # what is not understood is told by other checks
            told += [(f"area {name}", read_area(e, scenario.card.areas).value) for e in sentences]
    for group in scenario.card.groups:
        setup = scenario.setup(group)
        if setup is not None:
            told.append((f"group {group.id}", setup.area))
    for subject, area in told:
        for part in all_of(area):
            if isinstance(part, Buildings):
                for each in part.hexes:
                    yield _called(scenario.board, each), subject


def _called(board: Board, named: BoardHex) -> str:
    return board.called(str(named))


OVERLAYS = Check(
    CODE,
    "overlays",
    "Looks whether each overlay can be laid on its hexes, covers these, overlaps no other, and hides no "
    "building that the card names.",
    (),
    RULES,
    ("map", "areas", "special", "groups"),
    _run,
)
