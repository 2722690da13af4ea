"""A card that is drafted: what files tell of a scenario, and how several such are merged."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from hexcourt.facts.areas.read_sentences import EntrySentence, read_sentence
from hexcourt.facts.base.errors import BadInput, visible
from hexcourt.facts.base.toml_text import toml
from hexcourt.facts.boards.sizes import LONGEST_CARD_TEXT, MAX_GROUPS
from hexcourt.facts.cards.card import FORMAT, CardUnit, Side, Turns
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
    units: tuple[CardUnit, ...] = ()
    placed: tuple[str, ...] = ()
    template: str = ""


@dataclass(frozen=True, slots=True)
class CardDraft:
    """What one file, or several merged, tell of a scenario; empty and None where nothing is given."""

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
    placed: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    victory: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def merged(drafts: Sequence[CardDraft]) -> CardDraft:
    """Merge drafts: what the first tells stands, the others fill what is left open."""
    found = CardDraft()
    for each in drafts:
        found = CardDraft(
            title=found.title or each.title,
            date=found.date or each.date,
            counters=found.counters or each.counters,
            north=found.north or each.north,
            boards=found.boards or each.boards,
            overlays=found.overlays or each.overlays,
            turns=_turns(found.turns, each.turns),
            sides=tuple(_sides((*found.sides, *each.sides))),
            groups=_groups(found.groups, each.groups),
            placed=found.placed or each.placed,
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


def card_text(draft: CardDraft) -> str:
    """Write a draft as the text of a card."""
    return "".join(f"{line}\n" for line in _lines(draft))


def _lines(draft: CardDraft) -> Iterator[str]:
    yield "# Drafted: look it over. What was not understood stands here as it was written."
    yield from map(_remark, draft.remarks)
    dated = re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", draft.date)
    yield from _pairs(format=FORMAT, title=draft.title)
    if dated:
        yield f"date = {draft.date}"
    yield from _pairs(counters=draft.counters)
    yield from ("", "[map]", *_pairs(north=draft.north, boards_folder=draft.boards_folders))
    yield from ("boards = [", *(f"    {_board(each)}," for each in draft.boards), "]")
    if draft.overlays:
        overlays = (
            toml({"name": _short(name), "board": _short(board), "hexes": [*map(_short, hexes)]})
            for board, name, hexes in draft.overlays
        )
        yield from ("overlays = [", *(f"    {each}," for each in overlays), "]")
    yield from _pairs(placed=draft.placed)
    sides, turns = _every_side(draft), draft.turns
    yield from ("", "[turns]")
    if turns.count is not None and 1 <= turns.count <= 99:
        yield from (f"count = {turns.count}", f"half = {toml(turns.half)}")
    for name, side in (("sets_up_first", turns.sets_up_first), ("moves_first", turns.moves_first)):
        yield from _pairs(**{name: side}) if side in sides else ()
    for side in sides:
        known = next((each for each in draft.sides if each.name == side), None)
        yield from ("", "[[side]]", *_pairs(name=side))
        for name, most in (("elr", 5), ("san", 12)):
            number = getattr(known, name, None)
            if number is not None and number <= most:
                yield f"{name} = {number}"
    yield from _group_lines(draft)
    for number, text in enumerate(draft.rules, 1):
        yield from ("", "[[rule]]", f'id = "ssr{number}"', *_pairs(say=(text,)))
    if draft.victory:
        yield from ("", "[victory]")
    for text in draft.victory:
        yield from (
            "",
            "[[victory.condition]]",
            'winner = "any"',
            'when = "end"',
            *_pairs(text=text),
        )


def _pairs(**values: str | Sequence[str]) -> Iterator[str]:
    """Write keys with texts, or lists of texts; none that is empty."""
    for name, value in values.items():
        if value:
            short = _short(value) if isinstance(value, str) else [*map(_short, value)]
            yield f"{name} = {toml(short)}"


def _short(text: str) -> str:
    """Return a text on one line; what does not show is left out, and what is too long cut."""
    return " ".join(visible(text).split())[:LONGEST_CARD_TEXT]


def _remark(text: str) -> str:
    return f"# {visible(text)[:_LONGEST_REMARK]}"


def _board(board: DraftBoard) -> str:
    return toml(
        {
            "board": _short(board.name),
            "at": board.at,
            "reversed": board.reversed or None,
            "crop": board.crop,
            "version": _short(board.version or ""),
            "changes": [*map(_short, board.changes)] or None,
        }
    )


def _every_side(draft: CardDraft) -> tuple[str, ...]:
    named = (*(each.name for each in draft.sides), *(each.side for each in draft.groups))
    return tuple(dict.fromkeys(filter(None, named)))[:8]


def _group_lines(draft: CardDraft) -> Iterator[str]:
    taken: set[str] = set()
    sides = _every_side(draft)
    for group in draft.groups[:MAX_GROUPS]:
        if group.side not in sides:
            text = ", ".join(map(str, group.units))
            yield from ("", f"# a group of no side: {visible(group.sentence)}: {visible(text)}")
            continue
        name = _id(group, taken)
        taken.add(name)
        yield ""
        if group.title:
            yield _remark(group.title)
        yield from ("[[group]]", *_pairs(id=name, side=group.side))
        if group.sentence:
            yield from _pairs(**{_key(group.sentence): group.sentence})
        units = list(map(str, group.units))
        yield from _pairs(units=[each for each in units if _is_unit(each)])
        bad = [each for each in units if not _is_unit(each)]
        if bad:
            yield f"# not understood: {visible(', '.join(bad))}"
        yield from _pairs(placed=group.placed)


def _id(group: DraftGroup, taken: Collection[str]) -> str:
    """Name a group by its side and its number: that of its title, where no other has that already."""
    plain = re.sub("[^a-z]+", "-", group.side.lower()).strip("-")
    plain = plain if is_name(f"{plain}-1") else f"group-{plain}"
    match = re.search(r"\bgroup ([0-9]{1,2})\b", group.title, re.IGNORECASE)
    numbers = [int(match[1])] if match else []
    return next(
        name for n in (*numbers, *range(1, MAX_GROUPS + 2)) if (name := f"{plain}-{n}") not in taken
    )


def _key(sentence: str) -> str:
    """Return the key that a sentence stands under: what enters, or says that it does, is an entry."""
    try:
        return "entry" if isinstance(read_sentence(sentence).value, EntrySentence) else "setup"
    except BadInput:
        return "entry" if re.match(r"\W*enter", sentence, re.IGNORECASE) else "setup"


def _is_unit(text: str) -> bool:
    try:
        read_unit(text)
    except BadInput:
        return False
    return True
