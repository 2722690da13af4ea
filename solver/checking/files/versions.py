"""S05: whether boards are those that the card was made with, and the crop leaves what markers mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexcourt.facts.boards.writing_boards import hex_order
from hexcourt.facts.cards.card import Group
from hexcourt.facts.errors import BadInput, listed
from hexcourt.solver.checking.checks import Check
from hexcourt.solver.checking.files.captions import captioned, marked
from hexcourt.solver.checking.finding import Finding, Found, Witness
from hexcourt.solver.checking.scenario import Scenario

CODE = "S05"
_NEAR = 2
"""How far markers lie from an edge that the crop has moved: more is another fault."""


def _run(scenario: Scenario) -> Iterator[Finding]:
    yield from _versions(scenario)
    yield from _markers(scenario)


def _versions(scenario: Scenario) -> Iterator[Finding]:
    laid = scenario.laid
    if not laid.versions:
        yield Finding(CODE, "map", Found.PASS, "The board is told by facts, which have no version.")
    for board, version in sorted(laid.versions.items()):
        wanted = laid.wanted.get(board)
        if wanted is None:
            sentence = f"Board {board} is version {version}; the card names none."
            yield Finding(CODE, f"board {board}", Found.PASS, sentence)
        elif wanted == version:
            sentence = f"Board {board} is version {version}, as the card says."
            yield Finding(CODE, f"board {board}", Found.PASS, sentence)
        else:
            differs = f"The card says board {board} {wanted}, the archive is {version}"
            sentence = f"{differs}: terrain may differ."
            yield Finding(CODE, f"board {board}", Found.UNKNOWN, sentence)


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
    """Tell whether all markers lie near some hexes, and none in them."""
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
    return Finding(CODE, f"group {group.id}", Found.FAIL, sentence, ("A2.5",), witness)


def _hexrows(hexes: Sequence[str]) -> list[str]:
    names = (
        each.rstrip("0123456789").lstrip("0123456789") for each in sorted(hexes, key=hex_order)
    )
    return list(dict.fromkeys(names))


def can_lay(scenario: Scenario) -> bool:
    """Tell whether the map can be laid."""
    try:
        scenario.board  # noqa: B018 - laying it is the question
    except BadInput:
        return False
    return True


VERSIONS = Check(
    CODE,
    "versions and crop",
    "Compares the versions of boards that the card names with those of the archives, and looks whether "
    "markers of entries lie on the edges that the crop leaves.",
    ("Markers belong to the captions that name their colours.",),
    ("A2.5",),
    ("map", "groups", "areas", "special", "counters"),
    _run,
)
