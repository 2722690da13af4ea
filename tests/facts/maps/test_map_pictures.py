"""The picture of a map: those of its archives, cropped, turned and joined, without what was changed."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hexcourt.facts.formats.write_archive import archive_bytes
from hexcourt.facts.maps.compose_map import archive_paths, read_composed_map
from hexcourt.facts.maps.map_pictures import Pixels, map_pixels, picture_in
from tests import overlay_archives as overlay
from tests.facts.maps.test_terrain_changes import GRAIN, archive, around

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


def archive_file(folder: Path, number: str, left: tuple[int, ...] | None, scale: int = 1) -> None:
    """Write an archive with grain round C2, pictured in two halves: the right one blue."""
    content = io.BytesIO(archive_bytes(archive([(*around("C2"), GRAIN, 0)], name=number)))
    if left is not None:
        pixels = np.full((258 // scale, 450 // scale, 3), BLUE, dtype=np.uint8)
        pixels[:, : 225 // scale] = left
        made = io.BytesIO()
        Image.fromarray(pixels).save(made, "PNG")
        with zipfile.ZipFile(content, "a") as opened:
            opened.writestr(f"BD{number}.PNG", made.getvalue())
    (folder / f"bd{number}").write_bytes(content.getvalue())


def drawn(folder: Path, text: str) -> Pixels:
    (folder / "map.toml").write_text(text, "utf-8")
    return map_pixels(read_composed_map(folder / "map.toml"))


def colours(pixels: Pixels, *spots: tuple[int, int]) -> list[tuple[int, ...]]:
    """Give red, green, blue of some spots, nothing where the picture is transparent."""
    return [tuple(pixels[spot].tolist()[:3]) if pixels[spot][3] else () for spot in spots]


def test_boards_lie_as_on_the_map(tmp_path: Path) -> None:
    archive_file(tmp_path, "1", RED)
    archive_file(tmp_path, "2", GREEN, scale=2)  # half the size of its drawing
    archive_file(tmp_path, "3", None)
    pixels = drawn(tmp_path, 'rows = [["bd1", "bd2 reversed", "bd3"]]')
    assert pixels.shape == (1350, 258, 4)
    spots = ((10, 10), (440, 250), (460, 10), (890, 250), (1000, 50))
    assert colours(pixels, *spots) == [RED, BLUE, BLUE, GREEN, ()]


def test_a_crop_leaves_its_part_of_the_picture(tmp_path: Path) -> None:
    archive_file(tmp_path, "1", RED)
    pixels = drawn(tmp_path, 'rows = [[{ board = "bd1", crop = [169, 0, -1, -1] }]]')
    assert pixels.shape[0] == pytest.approx(281, abs=1)
    assert colours(pixels, (40, 20), (70, 20)) == [RED, BLUE]


def test_changed_terrain_is_not_seen_as_it_was_printed(tmp_path: Path) -> None:
    archive_file(tmp_path, "1", RED)
    middle = int(2 * 56.25), int(1.5 * 64.5)
    rows = 'rows = [["bd1"]]\n'
    assert colours(drawn(tmp_path, rows), middle) == [RED]
    changed = drawn(tmp_path, rows + 'changes = ["grain -> brush"]')
    assert colours(changed, middle, (10, 10)) == [(), RED]


def test_an_overlay_lies_on_the_picture(tmp_path: Path) -> None:
    archive_file(tmp_path, "1", RED)
    rows = 'rows = [["bd1"]]\n'
    (tmp_path / "overlays").mkdir()
    shown = {"o2a": overlay.picture([GREEN, GREEN]), "o2d": overlay.picture([GREEN], way=3)}
    overlay.archive(tmp_path / "overlays" / "ovrO", shown, f"o2 {overlay.USUAL}")
    laid = 'overlays = [{ name = "o2", board = "1", hexes = ["C2", "C1"] }]'
    before, after = drawn(tmp_path, rows), drawn(tmp_path, rows + laid)
    differs = (before != after).any(axis=2)
    assert differs.any() and (after[:, :, 3] == 255).all()
    assert colours(after, (125, 97), (10, 10)) == [GREEN, RED]
    assert not differs[:50].any() and not differs[180:].any()


def test_the_picture_of_a_board_is_the_one_named_after_it(tmp_path: Path) -> None:
    archive_file(tmp_path, "1", RED)
    archive_file(tmp_path, "3", None)
    (tmp_path / "map.toml").write_text('rows = [["bd1", "bd3 reversed"]]', "utf-8")
    paths = list(archive_paths(tmp_path / "map.toml", ()))
    assert [each.name for each in paths] == ["bd1", "bd3"]
    assert [picture_in(each) is not None for each in paths] == [True, False]
