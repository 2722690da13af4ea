"""What the rules say of named places of certain maps, which no board archive records.

``named_places.tsv`` lists it: map, hex, feature and the paragraph that says so; without a hex it is
said of the whole map. A facts file may hold the same as ``feature`` and ``map_rule``.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex


def with_named_places(board: Board) -> Board:
    """Add to a board that is one of these maps, by its name, what is said of its places."""
    rows = [(where, what) for name, where, what in _rows() if name == board.name.removeprefix("bd")]
    if not rows:
        return board

    def told(record: Hex) -> Hex:
        further = {what for where, what in rows if where == record.name}
        return replace(record, features=tuple(sorted({*record.features, *further})))

    rules = {what for where, what in rows if not where}
    return replace(
        board,
        hexes=tuple(map(told, board.hexes)),
        map_rules=tuple(sorted({*board.map_rules, *rules})),
    )


def named_features() -> frozenset[str]:
    """List the features that are said of named places."""
    return frozenset(what for _, where, what in _rows() if where)


@cache
def _rows() -> tuple[tuple[str, str, str], ...]:
    text = files("hexcourt.facts.maps").joinpath("named_places.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return tuple((name, where, what) for name, where, what, _ in rows)
