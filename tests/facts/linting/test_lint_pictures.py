"""Where an archive's picture and its LOSData disagree."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.drafting.drafts import draft_board
from hexcourt.facts.formats.vasl_archive import Archive, read_archive
from hexcourt.facts.formats.write_archive import archive_bytes
from hexcourt.facts.linting.codes import CODES
from hexcourt.facts.linting.pictures import CERTAIN, SIDE, compare_picture, crop_sheet
from hexcourt.solver.answer.schema import read_document
from tests.cli.test_commands import hexcourt
from tests.map_pictures import MapPicture, zipped

WOODS, GULLY = 60, 30


def hills() -> MapPicture:
    drawn = MapPicture()
    drawn.disc("B2", "WoodsGreen", 20)
    drawn.disc("E2", "Level1", 30)
    drawn.box("D1", "StoneBldg5", 9, 9)
    drawn.box("D1", "StoneStairwell", 4, 4, 4)
    drawn.disc("C1", "OrchL0", 9)
    return drawn.printed()


def board_with(tmp_path: Path, change: str = "") -> tuple[Path, Archive]:
    """Write the archive that a picture makes, with one change of its data, and its picture in it."""
    path, drawn = tmp_path / "bdtiny", hills()
    path.write_bytes(drawn.archive())
    archive = draft_board(path).archive
    terrain, elevation = archive.terrain.copy(), archive.elevation.copy()
    x, y = (int(n) for n in drawn.centre("B2"))
    if change == "woods lost":
        terrain[terrain == WOODS] = 0
    if change == "hill lost":
        elevation[elevation == 1] = 0
    if change == "a few pixels":
        terrain[x : x + 2, y + 10 : y + 18] = 0
    if change == "stairwell lost":
        archive = replace(archive, stairways=np.zeros_like(archive.stairways))
    if change == "higher building":
        terrain[terrain == 40] = 42
    if change == "other size":
        terrain, elevation = terrain[:-9], elevation[:-9]
    data = replace(archive, terrain=terrain, elevation=elevation, drafted=None)
    with zipfile.ZipFile(io.BytesIO(archive_bytes(data))) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    path.write_bytes(zipped({**members, "bdtiny.png": drawn.png()}))
    return path, read_archive(path)


@pytest.mark.parametrize(("width", "found"), [(8, 0), (30, 1)])
def test_small_patches_at_dots_along_gullies_are_no_findings(
    tmp_path: Path, width: int, found: int
) -> None:
    """Published data set the dot of a hex with a gully IN it by hand."""
    path, drawn = tmp_path / "bdtiny", MapPicture()
    x, y = (int(each) for each in drawn.centre("C2"))
    drawn.path([(0, y + 25), (226, y + 25)], "GullyBrown1", 10)
    path.write_bytes(drawn.archive())
    archive = draft_board(path).archive
    terrain = archive.terrain.copy()
    terrain[x - width // 2 : x + width // 2, y - width // 2 : y + width // 2] = GULLY
    look = compare_picture(path, replace(archive, terrain=terrain), CODES)
    assert [(each.code, each.hexes) for each in look.findings] == [("B802", ("C2",))] * found


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("", []),
        ("a few pixels", []),
        ("higher building", []),
        ("woods lost", [("B802", "B2", "the picture shows woods where LOSData has open")]),
        (
            "stairwell lost",
            [("B803", "D1", "the picture shows a stairwell where LOSData has none")],
        ),
        ("hill lost", [("B801", "E2", "the picture shows level 1 where LOSData has 0")]),
    ],
)
def test_a_picture_is_compared_with_data(
    tmp_path: Path, change: str, expected: list[tuple[str, str, str]]
) -> None:
    look = compare_picture(*board_with(tmp_path, change), CODES)
    found = [(each.code, each.hexes[0], each.sentence) for each in look.findings]
    assert found[: len(expected)] == expected
    assert bool(found) == bool(expected)
    if expected:
        first = look.findings[0]
        assert first.at is not None
        assert look.differs[first.at]
        certain = (first.pixels or 0) >= CERTAIN
        assert str(first.confidence) == ("certain" if certain else "likely")
        assert certain == (first.code != "B803")
        sheet = np.asarray(Image.open(io.BytesIO(crop_sheet([look]))))
        assert ((sheet == (255, 0, 255)).all(axis=-1)).sum() > (SIDE if certain else 50)
        assert compare_picture(*board_with(tmp_path, change), {"B1"}).findings == ()


def test_a_picture_of_another_size_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"LOSData 217 by .* lint it without --picture"):
        compare_picture(*board_with(tmp_path, "other size"), CODES)


def test_the_command_compares_pictures(tmp_path: Path) -> None:
    path, _ = board_with(tmp_path, "woods lost")
    crops = tmp_path / "crops.png"
    plain = hexcourt("board", "lint", str(path), "--select", "B8")
    assert plain.exit_code == 0
    looked = ("board", "lint", str(path), "--select", "B8", "--picture")
    found = hexcourt(*looked, "--crops", str(crops))
    assert found.exit_code == 1
    assert "B2: B802 certain: the picture shows woods where LOSData has open" in found.output
    assert crops.read_bytes().startswith(b"\x89PNG")
    read_document(hexcourt(*looked, "--json").output)
    alone = hexcourt("board", "lint", str(path), "--crops", str(crops))
    assert alone.exit_code == 2
    assert "give --picture with it" in alone.output
