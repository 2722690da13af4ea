"""Sentences of published scenarios: how many are understood, and that none is understood wrongly."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hexcourt.facts.areas.read_sentences import EntrySentence, Setup, read_sentence
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.geometry.coordinates import parse_board_hex
from hexcourt.facts.maps.compose_map import compose
from hexcourt.facts.maps.configuration import configuration_of
from hexcourt.solver.position.areas import Areas
from tests.effort import some_of

SHARED = Path(__file__).parents[4] / "shared"
FILE = SHARED / "scenarios" / "sentences_setup.json"
FOLDERS = (SHARED / "vasl" / "boards", SHARED / "scenarios" / "boards")
NORTHS = {"top": "up", "right": "right", "bottom": "down", "left": "left"}

pytestmark = pytest.mark.skipif(not FILE.exists(), reason="no sentences at hand")


@cache
def told() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


@cache
def areas(name: str) -> Areas:
    """Lay the map of a scenario."""
    scenario = told()["configurations"][name]
    rows: dict[int, dict[int, dict[str, object]]] = {}
    for each in scenario["boards"]:
        folder = next(f for f in FOLDERS if (f / f"bd{each['name']}").exists())
        entry = {"board": str(folder / f"bd{each['name']}"), "reversed": each["reversed"]}
        entry |= {"crop": each["crop_px"]} if "crop_px" in each else {}
        rows.setdefault(each["grid"][1], {})[each["grid"][0]] = entry
    lines = [[row[at] for at in sorted(row)] for _, row in sorted(rows.items())]
    return Areas(
        compose(configuration_of({"north": NORTHS[scenario["north"]], "rows": lines}), Path()).board
    )


def understood(text: str) -> bool:
    try:
        read = read_sentence(text)
    except BadInput:
        return False
    assert read_sentence(str(read.value)).value == read.value
    return True


def test_four_of_five_are_understood() -> None:
    sentences = told()["sentences"]
    assert sum(understood(each["text"]) for each in sentences) >= 0.81 * len(sentences)


def test_what_must_not_be_understood_is_not() -> None:
    told_so = [each for each in told()["sentences"] if each["answer"] == "not understood"]
    # on one board the grid alone is why: what is said of it is plain
    wrong = [each["text"] for each in told_so if "hex grid" not in each["reason"]]
    assert not [text for text in wrong if understood(text)]


def test_none_is_understood_wrongly() -> None:
    compared = 0
    maps = some_of(sorted(told()["configurations"]), 4)
    for each in told()["sentences"]:
        if "hexes" not in each or each["config"] not in maps or not understood(each["text"]):
            continue
        read = read_sentence(each["text"]).value
        found = areas(each["config"])
        names = (name.split("=")[0].split(":") for name in each["hexes"])
        expected = {
            found.ground.names.hexes[replace(parse_board_hex(name), board=board.lstrip("0"))]
            for board, name in names
        }
        assert found.ground.of_sentence(read) == expected, each["text"]
        if isinstance(read, EntrySentence):
            assert (read.turn, read.after) == (each["turn"], each.get("after", False))
            assert (read.exit is not None) == ("exit" in each)
        if isinstance(read, Setup):
            assert bool(read.order.rank or read.order.after or read.order.with_) == (
                "order" in each
            )
        compared += 1
    assert compared >= 3 * len(maps) - 12
