"""Drafts a card from a save of VASSAL: boards, compass, turns, captions with their counters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from hexcourt.facts.areas.read_sentences import is_sentence
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.cards.card import CardUnit, Side, Turns, unit_words
from hexcourt.facts.cards.draft import CardDraft, DraftBoard, DraftGroup
from hexcourt.facts.formats.vassal.counters import AXIS, NATION_OF_WORD
from hexcourt.facts.formats.vassal.read_save import OF_A_SIDE
from hexcourt.facts.formats.vassal.save import Info, Save, SavedCounter, SavedGroup
from hexcourt.facts.formats.vassal.save_map import SavedSpot
from hexcourt.facts.geometry.coordinates import board_number

# --- Captions of groups ---------------------------------------------------------------------------


_NATION = pattern(rf"\b({'|'.join(NATION_OF_WORD)})s?\b", re.IGNORECASE)

_COLOUR = "(?:black|blue|fuchsia|green|lime|pink|red|white|yellow)"
_PARENTHESIS = pattern(r"\([^()]*\)")
_COLOURED = pattern(rf"\b{_COLOUR}(?:/{_COLOUR})*\b", re.IGNORECASE)
_ANY_COLOUR = pattern(rf"\b{_COLOUR}\b", re.IGNORECASE)
_OF_MARKERS = pattern(
    rf"\b{_COLOUR}\b(?:(?:[\s,/&]|and|or)+\b{_COLOUR}\b)*"
    r"(?=\s+(?:[0-9]+[\s-]*)?(?:hex(?:es|rows?)?|markers?|lines?|perimeters?|border)\b|[\s.]*\)$)",
    re.IGNORECASE,
)
"""Colours with a word for markers behind them, or at the end: no red star."""


def side_named(text: str) -> str:
    """Return the side that a text names first, in small letters; empty where it names none."""
    match = _NATION.search(text)
    return "" if match is None else NATION_OF_WORD[match[1].lower()]


def split_caption(caption: str) -> tuple[str, str]:
    """Split a caption into what stands above its sentence, and the sentence; the whole caption is the
    sentence where no line begins one.
    """
    lines = [line.strip() for line in caption.split("\n") if line.strip()]
    for number, line in enumerate(lines):
        if is_sentence(line):
            return one_line(lines[:number], " / "), one_line(lines[number:])
    return "", one_line(lines)


def without_markers(sentence: str) -> str:
    """Leave out what stands in parentheses and says about markers: ``(lime hexes)``."""
    bare = _PARENTHESIS.sub(lambda match: "" if marker_colours(match[0]) else match[0], sentence)
    return re.sub(r"\s+([.,;])", r"\1", " ".join(bare.split()))


def marker_colours(caption: str) -> tuple[tuple[str, ...], ...]:
    """List the colours of markers that a caption names in parentheses; ``fuchsia/black`` are hexes that
    have both.
    """
    found: list[tuple[str, ...]] = []
    for aside in _PARENTHESIS.findall(caption):
        items = [match[0] for match in _OF_MARKERS.finditer(aside)]
        if sum(len(_ANY_COLOUR.findall(e)) for e in items) < len(_ANY_COLOUR.findall(aside)):
            continue  # something else is of a colour, too
        colours = (match[0] for each in items for match in _COLOURED.finditer(each))
        found += (tuple(dict.fromkeys(each.lower().split("/"))) for each in colours)
    return tuple(dict.fromkeys(found))


def one_line(lines: Sequence[str], joint: str = " ") -> str:
    """Join lines."""
    return joint.join(" ".join(each.split()) for each in lines)


NORTHS = {"up": "top", "right": "right", "down": "bottom", "left": "left"}

_SUFFIX = pattern(r" \S*(sq|hs|cr)$")
_TURNS = pattern(r"(\d{1,2})\s*(½|1/2|\.5)?\s+(?:Game\s+)?Turns", re.IGNORECASE)
_FIRST = pattern(r"(.+?)\s+(sets?\s+up|moves?)\s+first", re.IGNORECASE)
_PLAYERS = pattern(r"([A-Z][A-Za-z ]+?):\s*ELR:\s*(\d)\s+SAN:\s*(\d{1,2})")
_DATES = ("%d %B %Y", "%B %d %Y", "%Y-%m-%d")
_DATE = pattern(r"(\d{1,2})(?:st|nd|rd|th)?\s+([A-Z][a-z]+),?\s+(\d{4})")
_OF_NO_SIDE = ("fortification", "destruction", "wreck", "terrain-overlay")
_SMOKE = pattern(r"\bsmoke\b", re.IGNORECASE)

VBM = " VBM"
"""What a card says after a vehicle that lies at a hexside."""

_SECTIONS_APART = ("turn_track", "scenario", "players", "ssr", "victory_conditions")


def draft_of_save(save: Save, name: str) -> CardDraft:
    """Draft a card of a save that the card is to call ``name``."""
    groups = tuple(_groups(save))
    on_map = tuple(_on_map(save))
    names = dict.fromkeys(each.side for each in (*groups, *on_map) if each.side)
    fields = {each.template: each.text for each in save.labels if each.template}
    title, date = _heading(save.info, fields.get("scenario", ""))
    placed, gaps = _boards(save)
    return CardDraft(
        title=title,
        date=date,
        counters=name,
        north=NORTHS[save.north] if save.north_given else "",
        boards=placed,
        overlays=tuple(
            (each.board.name, overlay, (first, second))
            for each in save.chart.in_play
            for overlay, first, second in each.board.overlays
        ),
        turns=_turns(save, tuple(names), fields.get("turn_track", "")),
        sides=tuple(_sides(save, names, fields.get("players", ""))),
        groups=(*groups, *on_map),
        placed=tuple(_of_no_side(save)),
        rules=_lines_below(fields.get("ssr", "")),
        victory=tuple(
            filter(None, (one_line(_lines_below(fields.get("victory_conditions", ""))),))
        ),
        remarks=(*gaps, *save.notes, *_remarks(save)),
    )


def unit_of(counter: SavedCounter) -> CardUnit:
    """Call a counter as cards do."""
    kind = counter.kind if counter.kind in unit_words() else "unit"
    name = (
        _SUFFIX.sub("", counter.name)
        if counter.kind in ("squad", "half-squad", "crew")
        else counter.name
    )
    if kind == "concealment":
        name = "?"
    return CardUnit(1, kind, " ".join(name.split()))


def units_of(counters: Iterable[SavedCounter]) -> tuple[CardUnit, ...]:
    """Count counters by what they are, in the order of kinds."""
    order = {kind: number for number, kind in enumerate(OF_A_SIDE)}
    some = Counter(unit_of(each) for each in counters)
    found = (CardUnit(count, each.kind, each.name) for each, count in some.items())
    return tuple(sorted(found, key=lambda each: (order.get(each.kind, 99), each.name)))


def side_of(group: SavedGroup) -> str:
    """Return whose a group is: by its caption, or else by most of its counters."""
    template = group.caption.template or ""
    named = template.partition("/")[0] if "/" in template else ""
    named = named or side_named(group.caption.text.split("\n")[0])
    nations = Counter(each.nation for each in group.counters if each.nation)
    return named or (nations.most_common(1)[0][0] if nations else "")


def _groups(save: Save) -> Iterator[DraftGroup]:
    """List the groups; what lies near a caption of another side is of no group."""
    sides = {side_of(each) for each in save.groups}
    stray: dict[str, list[SavedCounter]] = {}
    for each in save.groups:
        side = side_of(each)
        own: list[SavedCounter] = []
        for counter in each.counters:
            strays = (
                counter.nation is not None and counter.nation != side and counter.nation in sides
            )
            (stray.setdefault(counter.nation or "", []) if strays else own).append(counter)
        title, sentence = split_caption(each.caption.text)
        bare = without_markers(sentence)
        if bare != sentence:
            title = one_line(each.caption.text.split("\n"), " / ")
        template = (each.caption.template or "").split("/")[-1]
        yield DraftGroup(side, title, bare, units_of(own), template=template)
    for side, some in sorted(stray.items()):
        title = "counters that lie near a caption of another side"
        yield DraftGroup(side, title, "", units_of(some))


def _on_map(save: Save) -> Iterator[DraftGroup]:
    """Put what is on the boards already into a group of its side."""
    found: dict[str, list[str]] = {}
    for each in save.counters:
        if each.kind in OF_A_SIDE and each.nation and each.spot and not each.spot.beside:
            unit = unit_of(each)
            passing = VBM * (unit.unit_class == "vehicle" and _is_at_hexside(each.spot))
            placed = f"{unit}{passing} {_hex_on_card(save, each.spot)}"
            found.setdefault(each.nation, []).append(placed)
    for side, some in sorted(found.items()):
        yield DraftGroup(side, "on the map already", "", placed=tuple(sorted(some)))


def _of_no_side(save: Save) -> Iterator[str]:
    """Write the counters of no side that lie on the map, such as rubble, a wreck, a trench."""
    for each in save.counters:
        if each.kind in _OF_NO_SIDE and each.spot and not each.spot.beside:
            passing = VBM * (each.kind != "fortification" and _is_at_hexside(each.spot))
            name = each.name.strip() or each.kind
            if _SMOKE.search(name) and not re.search(r"\d", name):
                name = each.base  # white, and whether by 2 or 3 is not told
            yield f"{name}{passing} {_hex_on_card(save, each.spot)}"


def _is_at_hexside(spot: SavedSpot) -> bool:
    return spot.where in ("hexside", "vertex")


def _hex_on_card(save: Save, spot: SavedSpot) -> str:
    """Write a hex as a card does, with its board where there are several."""
    board = board_number(spot.board)
    plain = board.isdigit() or len(board) == 1
    prefix = "" if len(save.chart.in_play) < 2 else board if plain else f"[{board}]"
    return f"{prefix}{spot.hex}"


def _boards(save: Save) -> tuple[tuple[DraftBoard, ...], tuple[str, ...]]:
    """List the boards; none where they leave gaps, which a map cannot have."""
    boards = [each.board for each in save.chart.in_play]
    if not boards:
        return (), ()
    left, top = (min(each.grid[axis] for each in boards) for axis in (0, 1))
    found = tuple(
        DraftBoard(
            each.name,
            (each.grid[0] - left, each.grid[1] - top),
            each.reversed,
            each.crop,
            each.version,
            tuple(dict.fromkeys(each.changes)),
        )
        for each in boards
    )
    taken = {each.at for each in found}
    rows = {row for _, row in taken}
    closed = all((c, row) in taken for column, row in taken for c in range(column))
    if closed and rows == set(range(len(rows))):
        return found, ()
    text = ", ".join(f"{each.name} at {list(each.at)}" for each in found)
    return (), (f"the boards leave gaps, which a map cannot have; write them by hand: {text}",)


def _turns(save: Save, sides: tuple[str, ...], track: str) -> Turns:
    text = "\n".join(save.info.notes)
    match = _TURNS.search(text)
    count = int(match[1]) + (match[2] is not None) if match else None
    numbers = [int(each) for each in re.findall(r"\d+", track)]
    first = {"sets": "", "moves": ""}
    for line in save.info.notes:
        matched = _FIRST.fullmatch(line.strip())
        side = side_named(matched[1]) if matched else ""
        if matched and side in sides:
            first["sets" if matched[2].lower().startswith("set") else "moves"] = side
    return Turns(
        count if count is not None else max(numbers, default=None),
        match is not None and match[2] is not None,
        first["sets"],
        first["moves"],
    )


def _sides(save: Save, names: Iterable[str], players: str) -> Iterator[Side]:
    fields = {
        side_named(name): (int(elr), int(san)) for name, elr, san in _PLAYERS.findall(players)
    }
    for name in names:
        half = "axis" if name in AXIS else "allied"
        elr, san = (small_number(save.info.field(f"{half}_{each}")) for each in ("elr", "san"))
        known = fields.get(name)
        yield Side(name, *(known or (elr, san)))


def small_number(text: str | None) -> int | None:
    """Read a number of two digits at most; None where it is none."""
    return int(text) if text is not None and text.isdecimal() and len(text) < 3 else None


def _heading(info: Info, scenario: str) -> tuple[str, str]:
    lines = [*scenario.split("\n"), *info.notes]
    title = next((" ".join(each.split()) for each in lines if each.strip()), "")
    return title, next((day for each in lines if (day := _day(each))), "")


def _day(text: str) -> str:
    match = _DATE.search(text)
    words = f"{match[1]} {match[2]} {match[3]}" if match else text.strip()
    for form in _DATES:
        try:
            return datetime.strptime(words, form).date().isoformat()
        except ValueError:
            continue
    return ""


def _lines_below(text: str) -> tuple[str, ...]:
    """List the lines of a label below its heading."""
    return tuple(" ".join(each.split()) for each in text.split("\n")[1:] if each.strip())


def _remarks(save: Save) -> Iterator[str]:
    """Describe what has no place in a card: other labels."""
    of_groups = {each.caption for each in save.groups}
    group_captions = {each.caption.text for each in save.groups}
    for each in save.labels:
        if (
            each not in of_groups
            and each.text not in group_captions
            and each.template not in _SECTIONS_APART
        ):
            yield f"label: {one_line(each.text.split(chr(10)), ' / ')}"
