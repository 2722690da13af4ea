"""Writes a drafted card as TOML that reads back."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from hexcourt.facts.areas.reading_sentences import read_sentence
from hexcourt.facts.areas.sentences import Entry
from hexcourt.facts.cards.card_shape import FORMAT
from hexcourt.facts.cards.drafting.draft import Draft, DraftBoard, DraftGroup
from hexcourt.facts.cards.units import read_unit
from hexcourt.facts.errors import BadInput
from hexcourt.facts.maps.area_entries import is_name
from hexcourt.facts.showing import visible
from hexcourt.facts.sizes import LONGEST_CARD_TEXT, MOST_GROUPS

_LONGEST_REMARK = 400


def card_text(draft: Draft) -> str:
    """Write a draft as the text of a card."""
    return "".join(f"{line}\n" for line in _lines(draft))


def _lines(draft: Draft) -> Iterator[str]:
    yield "# Drafted: look it over. What was not understood stands here as it was written."
    for remark in draft.remarks:
        yield f"# {visible(remark)[:_LONGEST_REMARK]}"
    yield f"format = {quoted(FORMAT)}"
    if draft.title:
        yield f"title = {quoted(draft.title)}"
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", draft.date):
        yield f"date = {draft.date}"
    if draft.counters:
        yield f"counters = {quoted(draft.counters)}"
    yield from _map_lines(draft)
    yield from _turn_lines(draft)
    for side in _every_side(draft):
        told = next((each for each in draft.sides if each.name == side), None)
        yield from ("", "[[side]]", f"name = {quoted(side)}")
        for name in ("elr", "san"):
            number = getattr(told, name, None)
            if number is not None and number <= (5 if name == "elr" else 12):
                yield f"{name} = {number}"
    yield from _group_lines(draft)
    for number, text in enumerate(draft.rules, 1):
        yield from ("", "[[rule]]", f'id = "ssr{number}"', f"say = [{quoted(text)}]")
    if draft.victory:
        yield from ("", "[victory]")
    for text in draft.victory:
        yield from ("", "[[victory.condition]]", 'winner = "any"', 'when = "end"')
        yield f"text = {quoted(text)}"


def _map_lines(draft: Draft) -> Iterator[str]:
    yield from ("", "[map]")
    if draft.north:
        yield f"north = {quoted(draft.north)}"
    if draft.boards_folders:
        yield f"boards_folder = [{', '.join(map(quoted, draft.boards_folders))}]"
    yield "boards = ["
    yield from (f"    {_board(each)}," for each in draft.boards)
    yield "]"
    if draft.overlays:
        yield "overlays = ["
        for board, name, hexes in draft.overlays:
            told = ", ".join(map(quoted, hexes))
            yield f"    {{ name = {quoted(name)}, board = {quoted(board)}, hexes = [{told}] }},"
        yield "]"


def _board(board: DraftBoard) -> str:
    told = [f"board = {quoted(board.name)}", f"at = {list(board.at)}"]
    told += ["reversed = true"] if board.reversed else []
    told += [f"crop = {list(board.crop)}"] if board.crop is not None else []
    told += [f"version = {quoted(board.version)}"] if board.version else []
    changes = ", ".join(map(quoted, board.changes))
    told += [f"changes = [{changes}]"] if changes else []
    return f"{{ {', '.join(told)} }}"


def _turn_lines(draft: Draft) -> Iterator[str]:
    yield from ("", "[turns]")
    turns, sides = draft.turns, _every_side(draft)
    if turns.count is not None and 1 <= turns.count <= 99:
        yield f"count = {turns.count}"
        yield f"half = {str(turns.half).lower()}"
    for name, side in (("sets_up_first", turns.sets_up_first), ("moves_first", turns.moves_first)):
        if side in sides:
            yield f"{name} = {quoted(side)}"


def _every_side(draft: Draft) -> tuple[str, ...]:
    named = (*(each.name for each in draft.sides), *(each.side for each in draft.groups))
    return tuple(dict.fromkeys(filter(None, named)))[:8]


def _group_lines(draft: Draft) -> Iterator[str]:
    taken: set[str] = set()
    sides = _every_side(draft)
    for group in draft.groups[:MOST_GROUPS]:
        if group.side not in sides:
            said = ", ".join(map(str, group.units))
            yield from ("", f"# a group of no side: {visible(group.sentence)}: {visible(said)}")
            continue
        name = _id(group, taken)
        taken.add(name)
        yield ""
        if group.title:
            yield f"# {visible(group.title)[:_LONGEST_REMARK]}"
        yield from ("[[group]]", f"id = {quoted(name)}")
        yield f"side = {quoted(group.side)}"
        if group.sentence:
            yield f"{_key(group.sentence)} = {quoted(group.sentence)}"
        good = [each for each in map(str, group.units) if _is_unit(each)]
        bad = [each for each in map(str, group.units) if not _is_unit(each)]
        if good:
            yield f"units = [{', '.join(map(quoted, good))}]"
        if bad:
            yield f"# not understood: {visible(', '.join(bad))}"
        if group.placed:
            yield f"placed = [{', '.join(map(quoted, group.placed))}]"


def _id(group: DraftGroup, taken: Collection[str]) -> str:
    """Name a group by its side and its number: that of its title, where no other has that already."""
    plain = re.sub("[^a-z]+", "-", group.side.lower()).strip("-")
    plain = plain if is_name(f"{plain}-1") else f"group-{plain}"
    told = re.search(r"\bgroup ([0-9]{1,2})\b", group.title, re.IGNORECASE)
    numbers = [int(told[1])] if told else []
    return next(
        name
        for n in (*numbers, *range(1, MOST_GROUPS + 2))
        if (name := f"{plain}-{n}") not in taken
    )


def _key(sentence: str) -> str:
    """Tell the key that a sentence stands under: what enters, or says that it does, is an entry."""
    try:
        return "entry" if isinstance(read_sentence(sentence).value, Entry) else "setup"
    except BadInput:
        return "entry" if re.match(r"\W*enter", sentence, re.IGNORECASE) else "setup"


def _is_unit(text: str) -> bool:
    try:
        read_unit(text)
    except BadInput:
        return False
    return True


def quoted(text: str) -> str:
    """Write a TOML string; what does not show is left out, and what is too long cut."""
    plain = " ".join(visible(text).split())[:LONGEST_CARD_TEXT]
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
