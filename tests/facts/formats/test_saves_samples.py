"""The sample saves of the shared folder hold what was found in them by other means."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexcourt.facts.formats.vassal.counters import Slot, kind_of, palette_kind
from hexcourt.facts.formats.vassal.read_save import OF_A_SIDE, read_save
from hexcourt.facts.formats.vassal.save import Save, SavedCounter
from hexcourt.facts.formats.vassal.save_map import SavedSpot
from hexcourt.facts.formats.vassal.save_text import SavedPiece
from hexcourt.solver.answer.schema import read_document
from hexcourt.solver.boards.save_answers import save_answer

SHARED = Path(__file__).parent.parent.parent.parent.parent / "shared" / "scenarios"
SAMPLES = sorted((SHARED / "samples").glob("*.vsav"))

pytestmark = pytest.mark.skipif(not SAMPLES, reason="the sample saves are not here")

AS_TOLD = {"centre": "centre", "inside": "in hex, off centre"}
NORTHS = {"up": "top", "right": "right", "down": "bottom", "left": "left"}
OPEN = "?"


@cache
def sample(path: Path) -> tuple[Save, dict[str, Any]]:
    return read_save(path), json.loads(Path(f"{path}.expect.json").read_text("utf-8"))


def bare(text: str) -> str:
    """Leave out spaces: how tags part words is a matter of taste."""
    return re.sub(r"\s", "", text.replace("[...]", ""))


def where(spot: SavedSpot) -> str:
    return AS_TOLD.get(spot.where, f"{spot.where} {spot.number} (map direction)")


each_sample = pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)


@each_sample
def test_versions_compass_and_turn_information(path: Path) -> None:
    save, told = sample(path)
    assert (save.header, save.vasl, save.vassal) == (
        told["obfuscation"],
        told["vasl"],
        told["vassal"],
    )
    assumed = "" if save.north_given else " (assumed: no North counter)"
    assert NORTHS[save.north] + assumed == told["north"]
    assert list(save.info.fields) == told["info_fields"]
    notes = "" if told["info_notes"].strip() == OPEN else told["info_notes"]
    assert " / ".join(save.info.notes).startswith(notes[:300].rstrip(" /"))
    assert [list(each) for each in save.extensions] == told["extensions"]


@each_sample
def test_boards(path: Path) -> None:
    save, told = sample(path)
    assert save.chart.hexes() == told["hexes_in_play"]
    for placed, expected in zip(save.chart.placed, told["boards"], strict=True):
        board = placed.board
        found = {
            "name": board.name,
            "reversed": board.reversed,
            "grid": list(board.grid),
            "at_px": list(placed.corner),
            "size_px": list(placed.size),
            "version": board.version,
            "filler": board.is_filler,
        }
        found |= {"crop_px": list(board.crop)} if board.crop else {}
        found |= {"ssr": list(board.changes)} if board.changes else {}
        if not board.is_filler:
            found["hexrows_in_play"] = "-".join(placed.hexrows)
            found["numbers_in_play"] = "-".join(map(str, placed.numbers))
            found["hexes_in_play"] = len(placed.hexes)
        assert found == expected


@each_sample
def test_counters(path: Path) -> None:
    save, told = sample(path)
    kinds = Counter(each.kind for each in save.counters)
    kinds += Counter({"on other maps (ignored)": save.elsewhere})
    assert kinds == told["counters_by_kind"]
    assert sorted(each.name for each in save.hidden) == told["hidden"]
    assert sorted(each.name for each in save.concealed) == told["concealed"]
    units = Counter(
        (each.nation, each.kind, each.name) for each in save.counters if each.kind in OF_A_SIDE
    )
    assert units == {
        (each["nation"], each["kind"], each["name"]): each["count"] for each in told["ob"]
    }


def _is_listed(each: SavedCounter) -> bool:
    marks = each.kind == "label" or each.base in ("0-hex", "Perimeter")
    return each.spot is not None and not marks


def _lying(each: SavedCounter) -> tuple[object, ...]:
    spot = each.spot
    assert spot is not None
    about = each.name, each.kind, each.nation, each.gpid, each.label
    return *about, str(spot), where(spot), spot.distance, each.hidden


@each_sample
def test_where_counters_lie(path: Path) -> None:
    save, told = sample(path)
    found = Counter(map(_lying, filter(_is_listed, save.counters)))
    expected = Counter(
        (
            *(each["name"], each["kind"], each["nation"], each["gpid"], each.get("label")),
            *(each["hex"], each["where"], each["px"], each.get("hip", False)),
        )
        for each in told["on_map"]
    )
    assert found == expected


@each_sample
def test_marked_hexes_and_lines(path: Path) -> None:
    save, told = sample(path)
    colours = {
        each.colour: {"on_map": list(map(str, each.spots)), "off_map": each.off_map}
        for each in save.colours
    }
    assert colours == told.get("colours", {})
    lines = {
        each.colour: {
            "on_map": len(each.spots),
            "off_map": each.off_map,
            "hexes": sorted(set(map(str, each.spots))),
        }
        for each in save.lines
    }
    assert lines == told.get("perimeter_lines", {})


@each_sample
def test_labels_and_groups(path: Path) -> None:
    save, told = sample(path)
    found = [
        (each.x, each.y, each.template, bare(each.text)[:500])
        for each in save.labels
        if not each.text.startswith("DISCLAIMER")
    ]
    assert found == [
        (each["x"], each["y"], each["id"], bare(each["text"])[:500]) for each in told["labels"]
    ]
    if "ob_groups_by_caption" in told:
        assert [
            (each.caption.template, bare(each.caption.text), each.counts) for each in save.groups
        ] == [
            (each["id"], bare(each["caption"]), each["counters"])
            for each in told["ob_groups_by_caption"]
        ]


@each_sample
def test_answers_have_the_declared_shape(path: Path) -> None:
    save, _ = sample(path)
    answer = save_answer(save)
    assert read_document(answer.as_json()).rows == list(answer.rows)


def test_every_slot_of_the_palette_has_its_kind() -> None:
    """The table of slots was derived from the module apart from this."""
    lines = (SHARED / "counters.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith(("#", "gpid"))]
    assert len(rows) > 5_000
    wrong = [row for row in rows if palette_kind(row[5]) != row[1]]
    assert [row[5] for row in wrong] == [
        "? > br"
    ]  # one vehicle among its wrecks, which its name tells
    for row in wrong:
        piece = SavedPiece(
            "1",
            row[3],
            row[3],
            ("br/veh/x",),
            "",
            0,
            0,
            None,
            None,
            False,
            False,
            None,
            (),
            frozenset(),
        )
        assert kind_of(piece, Slot(row[5])) == row[1]
