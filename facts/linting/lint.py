"""All that is found about an archive, or a map of boards, by looking at its data."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.linting.buildings import bridge_findings, building_findings, speck_findings
from hexcourt.facts.linting.codes import LintFinding
from hexcourt.facts.linting.drawing import Drawing, drawing_of
from hexcourt.facts.linting.hexsides import hexside_findings
from hexcourt.facts.linting.levels import level_findings
from hexcourt.facts.linting.metadata import metadata_findings
from hexcourt.facts.linting.seams import seam_findings

_FAMILIES = {
    "B0": metadata_findings,
    "B1": building_findings,
    "B2": level_findings,
    "B3": hexside_findings,
    "B4": bridge_findings,
    "B5": speck_findings,
}


def lint_archive(archive: Archive, wanted: Collection[str]) -> tuple[Drawing, list[LintFinding]]:
    """Look at an archive for some codes; BadInput where no board can be made of it."""
    drawing = drawing_of(archive)
    return drawing, sorted(_found(drawing, wanted), key=_order)


def _found(drawing: Drawing, wanted: Collection[str]) -> Iterator[LintFinding]:
    for family, look in _FAMILIES.items():
        if any(code.startswith(family) for code in wanted):
            yield from (each for each in look(drawing) if each.code in wanted)


def lint_map(board: Board, wanted: Collection[str]) -> list[LintFinding]:
    """Look at the seams of a map for some codes."""
    return sorted((each for each in seam_findings(board) if each.code in wanted), key=_order)


def _order(finding: LintFinding) -> tuple[str, tuple[str, ...], tuple[int, int]]:
    return finding.code, finding.hexes, finding.at or (-1, -1)
