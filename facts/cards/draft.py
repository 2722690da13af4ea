"""A card that is drafted: what files tell of a scenario, and how several such are merged."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from hexcourt.facts.areas.read_sentences import Entry, read_sentence
from hexcourt.facts.base.errors import BadInput, visible
from hexcourt.facts.boards.sizes import LONGEST_CARD_TEXT, MOST_GROUPS
from hexcourt.facts.cards.card import FORMAT, Side, Turns, Unit
from hexcourt.facts.cards.read_cards import read_unit
from hexcourt.facts.maps.configuration import is_name


@dataclass(frozen=True, slots=True)
class DraftBoard:
    """A board of the map, at (boards to its left, boards above)."""

    name: str
    at: tuple[int, int]
    reversed: bool = False
    crop: tuple[int, int, int, int] | None = None
    version: str | None = None
    changes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftGroup:
    """A group: the sentence of its caption, what else the caption says (``title``), its counters.

    ``template`` is the id that vasl-templates gave the caption, empty where none did: by it the
    groups of two files are known to be one.
    """

    side: str
    title: str
    sentence: str
    units: tuple[Unit, ...] = ()
    placed: tuple[str, ...] = ()
    template: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What one file, or several merged, tell of a scenario; empty and None where nothing is told."""

    title: str = ""
    date: str = ""
    counters: str = ""
    north: str = ""
    boards: tuple[DraftBoard, ...] = ()
    boards_folders: tuple[str, ...] = ()
    overlays: tuple[tuple[str, str, tuple[str, str]], ...] = ()
    turns: Turns = field(default_factory=Turns)
    sides: tuple[Side, ...] = ()
    groups: tuple[DraftGroup, ...] = ()
    rules: tuple[str, ...] = ()
    victory: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def merged(drafts: Sequence[Draft]) -> Draft:
    """Merge drafts: what the first tells stands, the others fill what is left open."""
    found = Draft()
    for each in drafts:
        found = Draft(
            title=found.title or each.title,
            date=found.date or each.date,
            counters=found.counters or each.counters,
            north=found.north or each.north,
            boards=found.boards or each.boards,
            overlays=found.overlays or each.overlays,
            turns=_turns(found.turns, each.turns),
            sides=tuple(_sides((*found.sides, *each.sides))),
            groups=_groups(found.groups, each.groups),
            rules=tuple(found.rules if len(found.rules) >= len(each.rules) else each.rules),
            victory=found.victory or each.victory,
            remarks=tuple(dict.fromkeys((*found.remarks, *each.remarks))),
        )
    return found


def _turns(first: Turns, other: Turns) -> Turns:
    return Turns(
        first.count if first.count is not None else other.count,
        first.half or (first.count is None and other.half),
        first.sets_up_first or other.sets_up_first,
        first.moves_first or other.moves_first,
    )


def _sides(sides: Iterable[Side]) -> Iterable[Side]:
    found: dict[str, Side] = {}
    for each in sides:
        known = found.get(each.name, each)
        found[each.name] = replace(
            known,
            elr=known.elr if known.elr is not None else each.elr,
            san=known.san if known.san is not None else each.san,
        )
    return found.values()


def _groups(first: Sequence[DraftGroup], others: Sequence[DraftGroup]) -> tuple[DraftGroup, ...]:
    """Put groups together: those of one caption are one, with the units that either tells."""
    found = list(first)
    by_template = {each.template: n for n, each in enumerate(found) if each.template}
    by_sentence = {(each.side, each.sentence): n for n, each in enumerate(found)}
    for each in others:
        at = by_template.get(each.template, by_sentence.get((each.side, each.sentence)))
        if at is None:
            found.append(each)
        else:
            known = found[at]
            found[at] = replace(
                known, units=known.units or each.units, placed=known.placed or each.placed
            )
    return tuple(found)


# --- A draft as TOML ------------------------------------------------------------------------------


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
