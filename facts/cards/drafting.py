"""Drafts a card of files: saves of VASSAL by their names (.vsav, .vlog), the rest as vasl-templates."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_bytes, read_json, relative_path
from hexcourt.facts.boards.sizes import LARGEST_DRAFTED_JSON
from hexcourt.facts.cards.card import Card, Side
from hexcourt.facts.cards.draft import CardDraft, DraftGroup, card_text, merged
from hexcourt.facts.cards.draft_from_saves import (
    draft_of_save,
    one_line,
    small_number,
    split_caption,
)
from hexcourt.facts.cards.read_cards import card_of, read_card
from hexcourt.facts.formats.kinds import JSON, expect_kind
from hexcourt.facts.formats.vassal import SAVES
from hexcourt.facts.formats.vassal.read_save import read_label, read_save

# --- Scenarios of vasl-templates (JSON) -----------------------------------------------------------


_PLAYERS = (1, 2)
_KNOWN = ("SCENARIO_NAME", "PLAYER_1", "PLAYER_2", "OB_SETUPS_1", "OB_SETUPS_2")


def draft_of_templates(path: Path) -> CardDraft:
    """Draft a card of a scenario; raises BadInput where the file is none."""
    result = _read(path)
    sides = {each: _text(result.get(f"PLAYER_{each}")).strip().lower() for each in _PLAYERS}
    name = _text(result.get("SCENARIO_NAME"))
    code = _text(result.get("SCENARIO_ID"))
    return CardDraft(
        title=f"{name} ({code})" if name and code else name,
        date=_text(result.get("SCENARIO_DATE"))[:10],
        sides=tuple(_side(result, each, sides[each]) for each in _PLAYERS if sides[each]),
        groups=tuple(_groups(result, sides)),
        rules=tuple(filter(None, (_plain_text(each) for each in _list(result.get("SSR"))))),
        victory=tuple(filter(None, (_plain_text(result.get("VICTORY_CONDITIONS")),))),
        remarks=tuple(_remarks(result, sides)),
    )


def _read(path: Path) -> Mapping[str, Any]:
    such = "a save of VASSAL (.vsav, .vlog) or a scenario of vasl-templates (.json)"
    content = read_bytes(path, LARGEST_DRAFTED_JSON, such)
    expect_kind(path, content, such, JSON)
    try:
        document = read_json(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is no text in UTF-8; name {such}") from None
    except json.JSONDecodeError as error:
        raise BadInput(
            f"{path}, line {error.lineno}: is no JSON: {error.msg}; name {such}"
        ) from None
    except (RecursionError, ValueError):
        raise BadInput(
            f"{path}: is nested too deep, tells a name twice, or has too large a number; name {such}"
        ) from None
    if not isinstance(document, Mapping) or not any(each in document for each in _KNOWN):
        raise BadInput(f"{path}: has none of {', '.join(_KNOWN)}; name {such}")
    return document


def _groups(fields: Mapping[str, Any], sides: Mapping[int, str]) -> Iterator[DraftGroup]:
    for player in _PLAYERS:
        for each in _list(fields.get(f"OB_SETUPS_{player}")):
            entry = each if isinstance(each, Mapping) else {}
            caption = read_label(f"<html>{_text(entry.get('caption'))}").text
            if caption.strip() and sides[player]:
                title, sentence = split_caption(caption)
                template = f"ob_setup_{player}.{entry.get('id')}"
                yield DraftGroup(sides[player], title, sentence, template=template)


def _side(fields: Mapping[str, Any], player: int, name: str) -> Side:
    elr, san = (_text(fields.get(f"PLAYER_{player}_{each}")) for each in ("ELR", "SAN"))
    return Side(name, small_number(elr), small_number(san))


def _remarks(fields: Mapping[str, Any], sides: Mapping[int, str]) -> Iterator[str]:
    place = _text(fields.get("SCENARIO_LOCATION"))
    if place:
        yield f"place: {place}"
    for player in _PLAYERS:
        if _text(fields.get(f"PLAYER_{player}_DESCRIPTION")):
            yield f"{sides[player]}: {_plain_text(fields.get(f'PLAYER_{player}_DESCRIPTION'))}"
        for what in ("VEHICLES", "ORDNANCE"):
            some = _list(fields.get(f"OB_{what}_{player}"))
            names = [_text(each.get("name")) for each in some if isinstance(each, Mapping)]
            if any(names):
                yield f"{sides[player]} {what.lower()}, in no group: {', '.join(filter(None, names))}"
        for each in _list(fields.get(f"OB_NOTES_{player}")):
            if isinstance(each, Mapping):
                yield f"{sides[player]} note: {_plain_text(each.get('caption'))}"
    for each in _list(fields.get("SCENARIO_NOTES")):
        if isinstance(each, Mapping):
            yield f"note: {_plain_text(each.get('caption'))}"


def _plain_text(value: object) -> str:
    """Return the words of a text with markup, on one line."""
    return one_line(read_label(f"<html>{_text(value)}").text.split("\n"))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def drafted_text(paths: Sequence[Path], boards: Sequence[Path], place: Path) -> str:
    """Write a card of some files, what the first tells standing; the card is to lie in ``place``."""
    draft = merged([_draft(each, boards, place) for each in paths])
    return card_text(
        replace(draft, boards_folders=tuple(relative_path(each, place) for each in boards))
    )


def read_or_draft(path: Path, boards: Sequence[Path] = ()) -> Card:
    """Read a card, or draft one of a save, as if it lay beside that."""
    if path.suffix.lower() not in SAVES:
        return read_card(path)
    return card_of(drafted_text([path], boards, path.parent), str(path))


def _draft(path: Path, boards: Sequence[Path], place: Path) -> CardDraft:
    if path.suffix.lower() in SAVES:
        return draft_of_save(read_save(path, boards), relative_path(path, place))
    return draft_of_templates(path)
