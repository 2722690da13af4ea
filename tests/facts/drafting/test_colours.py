"""Colours that nothing names: listed with samples and guesses, and filled in by the user."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.drafting.colours import (
    SIDE,
    marked_picture,
    sample_at,
    sample_sheet,
    unnamed_colours,
)
from hexcourt.facts.drafting.lists import legend_of
from hexcourt.facts.drafting.pictures import read_map_picture
from hexcourt.solver.answer.schema import read_document
from tests.cli.test_commands import hexcourt
from tests.map_pictures import MapPicture, noisy

FIELD, SHADOW, NEARLY, PRINT = (90, 200, 60), (91, 200, 60), (0x2E, 0x83, 0x30), (9, 9, 30)


def strange() -> MapPicture:
    """Draw ground, a shade of it, woods in nearly the colour that these have, and letters."""
    drawn = MapPicture(7, 4)
    for name in ("B2", "C2", "D2"):
        drawn.fill(name, FIELD)  # type: ignore[arg-type]
    drawn.disc("B2", SHADOW, 9)  # type: ignore[arg-type]
    drawn.disc("F2", NEARLY, 20)  # type: ignore[arg-type]
    drawn.pen.line((5, 5, 90, 5), fill=PRINT)
    return drawn


def test_colours_are_listed_with_guesses(tmp_path: Path) -> None:
    path = tmp_path / "bdtiny"
    path.write_bytes(strange().archive())
    picture = read_map_picture(path)
    found, known = unnamed_colours(picture, None)
    assert [each.colour for each in found] == [FIELD, NEARLY, SHADOW, PRINT]
    assert known == pytest.approx(1 - sum(each.share for each in found))
    assert [each.guess for each in found] == ["open", "woods", f"as {found[0].written}", "-"]
    assert "away from #2E832F of the legend HB" in found[1].reason
    assert found[3].solid == 0 < found[0].solid
    sheet = Image.open(io.BytesIO(sample_sheet(picture, found)))
    assert sheet.size[1] > len(found) * SIDE
    top, left = SIDE + 12, 220 + len(found[1].spots) * (SIDE + 4)
    marked = sheet.crop((left, top, left + SIDE, top + SIDE)).getcolors(10_000)
    assert marked is not None
    assert (255, 0, 255) in {colour for _, colour in marked}


def test_a_legend_is_written_filled_in_and_read(tmp_path: Path) -> None:
    path, out = tmp_path / "bdtiny", tmp_path / "legend.tsv"
    path.write_bytes(strange().printed().archive())
    listed = hexcourt("board", "legend", str(path), "--out", str(out))
    assert "not known: 4 colours" in listed.output
    assert "#5AC83C" in listed.output
    board = tmp_path / "new"
    draft = ("board", "draft", str(path), "--legend", str(out), "--out", str(board))
    assert "could not be read: 4 hexes (B2, C2, D2, F2)" in hexcourt(*draft).output
    text = out.read_text()
    out.write_text(
        text.replace("#5AC83C\t?", "#5AC83C\tgrain").replace("#5BC83C\t?", "#5BC83C\tgrain")
    )
    assert "could not be read: 1 hex (F2)" in hexcourt(*draft).output
    again = tmp_path / "rest.tsv"
    rest = hexcourt(
        "board", "legend", str(path), "--legend", str(out), "--out", str(again), "--json"
    )
    read_document(rest.output)
    assert '"colours": 0' in rest.output
    over = hexcourt("board", "legend", str(path), "--out", str(path))
    assert over.exit_code == 2


def test_hexes_are_asked_for_where_colours_mean_nothing(tmp_path: Path) -> None:
    drawn, text = noisy()
    path, out = tmp_path / "bdtiny", tmp_path / "legend.tsv"
    path.write_bytes(drawn.archive())
    listed = hexcourt("board", "legend", str(path), "--out", str(out))
    assert "the legend names hexes" in listed.output
    rows = [line.split("\t") for line in out.read_text().splitlines()[1:]]
    # of woods, grain, open ground and the house one each comes among the first that are chosen
    chosen = {row[0] for row in rows}
    assert "G2" in chosen
    assert chosen <= set(drawn.names())
    picture = read_map_picture(path)
    found, known = unnamed_colours(picture, legend_of(text, "legend.tsv"))
    assert 0 < known < 1
    assert not {each.written for each in found} & {line.split("\t")[0] for line in text.split("\n")}
    assert Image.open(io.BytesIO(sample_sheet(picture, found))).size[1] > len(found) * SIDE
    here = sample_at(picture, legend_of(text, "legend.tsv"), "0.5,0.2")
    assert sample_at(picture, legend_of(text, "legend.tsv"), here.written) == here
    assert here.reason == "named by the legend"
    assert Image.open(io.BytesIO(marked_picture(picture, here.written))).size == drawn.image.size
    for wrong in ("Z99", "teal"):
        with pytest.raises(BadInput):
            sample_at(picture, None, wrong)
