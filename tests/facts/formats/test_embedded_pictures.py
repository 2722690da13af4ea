"""The embedded boards held against the pictures of their maps, where a user has these: every hex and
hexside whose terrain or level a colour of the picture tells.
"""

from __future__ import annotations

import io
import zipfile
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.drawn_hexes import bands_of
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.facts.geometry.hexes import Layout

PICTURES = Path(__file__).parent.parent.parent.parent.parent / "shared" / "vasl" / "pictures"
ARCHIVES = {"pegasus": "bdPB", "barricades": "bdRB"}
CLIFF = (61, 55, 19)
GROUND = {
    "pegasus": {0: (104, 175, 95), -2: (115, 153, 77)},
    "barricades": {0: (209, 147, 119), -2: (93, 128, 64)},
}
TREES = {"pegasus": (42, 132, 42), "barricades": (55, 123, 57)}

both = pytest.mark.parametrize("name", sorted(ARCHIVES))


@cache
def seen(name: str) -> tuple[Board, npt.NDArray[np.int64], Layout, npt.NDArray[np.float64]]:
    """Give a board, its picture, shape (width, height, 3), and where its hexes lie there."""
    archive = PICTURES / ARCHIVES[name]
    if not archive.exists():
        pytest.skip(f"{archive.name} is not at hand")
    with zipfile.ZipFile(archive) as opened:
        content = opened.read(f"{archive.name}.gif")
    drawn = np.array(Image.open(io.BytesIO(content)).convert("RGB")).transpose(1, 0, 2)
    layout = Layout(
        Fraction(225, 4), Fraction(129, 2), (Fraction(0), Fraction(129, 4)), drawn.shape[:2]
    )
    board = embedded_board(name)
    return board, drawn.astype(np.int64), layout, layout.centres(h.place for h in board.hexes)


def shares(
    name: str, colours: list[tuple[int, int, int]], reach: int, off: int = 8
) -> npt.NDArray[np.float64]:
    """Count the pixels round each centre dot, as a share, that have each colour or one much like it."""
    _, drawn, _, centres = seen(name)
    steps = np.mgrid[-reach : reach + 1, -reach : reach + 1].reshape(2, -1).T
    steps = steps[(steps**2).sum(axis=1) <= reach**2]
    at = np.clip(centres.astype(np.int64)[:, None] + steps, 0, np.array(drawn.shape[:2]) - 1)
    pixels = drawn[at[..., 0], at[..., 1]]
    alike = [(np.abs(pixels - colour).max(axis=2) <= off).mean(axis=1) for colour in colours]
    return np.stack(alike, axis=1)


@both
def test_levels_are_those_of_the_ground_round_the_dots(name: str) -> None:
    board, *_ = seen(name)
    levels = list(GROUND[name])
    found = shares(name, list(GROUND[name].values()), 20)
    for record, share in zip(board.hexes, found, strict=True):
        if share.max() > 0.1:
            assert record.level == levels[int(share.argmax())], record.name


@both
def test_orchards_and_woods_are_where_trees_are_drawn(name: str) -> None:
    board, *_ = seen(name)
    found = shares(name, [TREES[name]], 26)[:, 0] > 0.04
    trees = {record.name for record, held in zip(board.hexes, found, strict=True) if held}
    told = {h.name for h in board.hexes if {"woods", "orchard"}.intersection(h.terrain)}
    assert trees == told


@both
def test_cliffs_are_where_their_colour_is_drawn(name: str) -> None:
    board, drawn, layout, centres = seen(name)
    held = (drawn == CLIFF).all(axis=2).astype(np.uint8)
    along = bands_of(held, layout, centres).any(axis=3).mean(axis=2) > 0.5
    found = {
        (min(one, other), max(one, other))
        for number, side in np.argwhere(along).tolist()
        if (beyond := board.neighbours[number, side]) >= 0
        for one, other in [(board.hexes[number].name, board.hexes[beyond].name)]
    }
    assert found == {pair for pair, terms in board.hexsides.items() if "cliff" in terms}
