"""Finds the archives of the boards that a card names: ``01``, ``bd01``, ``bd01 reversed`` or a path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hexcourt.facts.boards.embedded import embedded_names
from hexcourt.facts.cards.card import Card
from hexcourt.facts.maps.board_entries import REVERSED, BoardEntry
from hexcourt.facts.maps.configuration import Configuration


def with_boards(card: Card, boards: Sequence[Path] = ()) -> Configuration:
    """Give the map of a card with the paths of its boards, looked for in some folders, in the folder
    that the card names, and beside the card. What is found nowhere stays as it was written.
    """
    folders = [*boards, *_own_folders(card)]
    rows = tuple(tuple(_found(each, folders) for each in row) for row in card.map.rows)
    return replace(card.map, rows=rows)


def _own_folders(card: Card) -> Iterator[Path]:
    if card.boards_folder is not None:
        yield card.folder / card.boards_folder
    yield card.folder


def _found(entry: BoardEntry, folders: Iterable[Path]) -> BoardEntry:
    name, turned = entry.text, entry.reversed
    words = name.rsplit(maxsplit=1)
    if turned is None and len(words) == 2 and words[1] == REVERSED:
        name, turned = words[0], True
    if name in embedded_names():
        return entry
    for folder in folders:
        for each in dict.fromkeys((name, f"bd{name}", f"bd{name.zfill(2)}")):
            path = folder / each
            if _is_file(path):
                return replace(entry, text=str(path.absolute()), reversed=bool(turned))
    return entry


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False
