"""Drafts a card of files: saves of VASSAL by their names (.vsav, .vlog), the rest as vasl-templates."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hexcourt.facts.cards.card import Card
from hexcourt.facts.cards.drafting.draft import Draft, merged
from hexcourt.facts.cards.drafting.from_saves import draft_of_save
from hexcourt.facts.cards.drafting.from_templates import draft_of_templates
from hexcourt.facts.cards.drafting.writing import card_text
from hexcourt.facts.cards.reading_cards import card_of, read_card
from hexcourt.facts.saves.reading_saves import read_save

SAVES = (".vsav", ".vlog")


def drafted_text(paths: Sequence[Path], boards: Sequence[Path], place: Path) -> str:
    """Write a card of some files, what the first tells standing; the card is to lie in ``place``."""
    draft = merged([_draft(each, boards, place) for each in paths])
    return card_text(
        replace(draft, boards_folders=tuple(_seen_from(each, place) for each in boards))
    )


def read_or_draft(path: Path, boards: Sequence[Path] = ()) -> Card:
    """Read a card, or draft one of a save, as if it lay beside that."""
    if path.suffix.lower() not in SAVES:
        return read_card(path)
    return card_of(drafted_text([path], boards, path.parent), str(path))


def _draft(path: Path, boards: Sequence[Path], place: Path) -> Draft:
    if path.suffix.lower() in SAVES:
        folder = next(iter(boards), None)
        return draft_of_save(read_save(path, folder), _seen_from(path, place))
    return draft_of_templates(path)


def _seen_from(path: Path, place: Path) -> str:
    try:
        return Path(os.path.relpath(path, place)).as_posix()
    except ValueError:  # on another drive
        return path.absolute().as_posix()
