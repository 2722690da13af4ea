"""Compares captions, colours, notes and reinforcement markers of a save with what the card says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil, floor

from hexcourt.facts.areas.read_sentences import EntrySentence, Sentence, is_sentence, read_sentence
from hexcourt.facts.base.errors import BadInput, listed, quoted
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.draft_from_saves import (
    marker_colours,
    side_of,
    split_caption,
    units_of,
    without_markers,
)
from hexcourt.facts.formats.vassal.counters import AXIS
from hexcourt.facts.formats.vassal.save import Save, SavedGroup
from hexcourt.facts.geometry.coordinates import board_number
from hexcourt.solver.scenario.checks import Finding, FindingKind
from hexcourt.solver.scenario.scenario import Scenario


@dataclass(frozen=True, slots=True)
class MarkedHexes:
    """The hexes that the markers of a caption's colours lie in, as the map names them."""

    colours: tuple[str, ...]
    hexes: tuple[str, ...]


def captioned(scenario: Scenario, save: Save) -> Mapping[str, SavedGroup]:
    """Map groups of the card to those of the save: by the words of their captions, or else by side and
    what these mean, or by side and units.
    """
    left = list(save.groups)
    found: dict[str, SavedGroup] = {}
    for likeness in (_same_words, _same_meaning, _same_units):
        for group in scenario.card.groups:
            if group.id in found:
                continue
            match = next((each for each in left if likeness(scenario, group, each)), None)
            if match is not None:
                found[group.id] = match
                left = [each for each in left if each is not match]
    return found


def marked(scenario: Scenario, save: Save, caption: str) -> MarkedHexes | None:
    """Return the hexes of the markers that a caption names; None where it names none, or none lies on
    the map.
    """
    colours = marker_colours(caption)
    spots = {each.colour: each for each in save.colours}
    hexes: dict[str, None] = {}
    for each in colours:
        parts = [_names(scenario, save, colour) for colour in each if colour in spots]
        if len(parts) == len(each):
            both = set(parts[0]).intersection(*parts[1:])
            hexes |= dict.fromkeys(name for name in parts[0] if name in both)
    if not hexes:
        return None
    return MarkedHexes(tuple("/".join(each) for each in colours), tuple(hexes))


def _names(scenario: Scenario, save: Save, colour: str) -> tuple[str, ...]:
    """List the hexes of a colour by the names of the map; a hex that is cut off has none."""
    result = next(each for each in save.colours if each.colour == colour)
    return tuple(dict.fromkeys(hexes_of_spots(scenario, [(e.board, e.hex) for e in result.spots])))


def hexes_of_spots(scenario: Scenario, spots: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Name hexes of boards as the map does; those that are cut off have no name."""
    board = scenario.board
    for named, name in spots:
        number = board_number(named)
        plain = number.isdigit() or len(number) == 1
        whole = f"{number if plain else f'[{number}]'}{name}"
        found = name if board.sections is None else board.called(whole)
        if found in board.by_name:
            yield found


def _same_words(scenario: Scenario, group: Group, saved: SavedGroup) -> bool:
    if side_of(saved) != group.side:
        return False
    sentence = split_caption(saved.caption.text)[1]
    text = str(group.entry) if group.entry is not None else group.setup
    forms = (sentence, without_markers(sentence))
    return _plain(text) in {_plain(each) for each in forms}


def _same_meaning(scenario: Scenario, group: Group, saved: SavedGroup) -> bool:
    if side_of(saved) != group.side:
        return False
    sentence = _read(without_markers(split_caption(saved.caption.text)[1]))
    if sentence is None:
        return False
    own = scenario.entry(group) or scenario.setup(group)
    if own is None or isinstance(own, EntrySentence) != isinstance(sentence, EntrySentence):
        return False
    if (
        isinstance(own, EntrySentence)
        and isinstance(sentence, EntrySentence)
        and own.turn != sentence.turn
    ):
        return False
    try:
        area = scenario.areas.ground.of_sentence(sentence)
        return bool(area) and area == scenario.areas.ground.of_sentence(own)
    except BadInput:
        return False


def _same_units(scenario: Scenario, group: Group, saved: SavedGroup) -> bool:
    """Return whether a group has the units of a caption, and no other group of the card has them."""
    own = Counter({(each.kind, each.name): each.count for each in group.units})
    alike = [e for e in scenario.card.groups if e.side == group.side and e.units == group.units]
    units = {(each.kind, each.name): each.count for each in units_of(saved.counters)}
    return bool(own) and side_of(saved) == group.side and own == units and len(alike) == 1


def _read(text: str) -> Sentence | None:
    try:
        return read_sentence(text).value if is_sentence(text) else None
    except BadInput:
        return None


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(". ")


_TWO_PARENTHESES = pattern(r"(\([^()]*\))[\s.,;:]*(\([^()]*\))")
_BOARD = r"[\"'“]?(?:board\s+|bd)?([A-Za-z0-9]{1,3})\b[\"'”]?"
_ANOTHER = pattern(
    rf"\b(?:map|board)s?\s+(?:was\s+)?(?:changed\s+)?from\s+{_BOARD}\s+to\s+{_BOARD}", re.IGNORECASE
)


def remarks(scenario: Scenario) -> Iterator[Finding]:
    """Report captions with two colours for one sentence, and of notes that name another board."""
    if (save := scenario.readable_save) is not None:
        yield from _colours(save)
        yield from _boards(scenario, save)


def _colours(save: Save) -> Iterator[Finding]:
    for group in save.groups:
        name, sentence = split_caption(group.caption.text)
        for match in _TWO_PARENTHESES.finditer(sentence):
            first, second = (marker_colours(each) for each in match.groups())
            if not first or not second or first == second:
                continue
            colours = ["/".join(each) for each in (*first, *second)]
            text = (
                f"One sentence has markers of two colours, {listed(colours)}: {quoted(sentence)}."
            )
            yield Finding(f"caption {name or sentence}", FindingKind.WARN, text)


def _boards(scenario: Scenario, save: Save) -> Iterator[Finding]:
    words = (each.text.removesuffix(" reversed") for row in scenario.card.map.rows for each in row)
    boards = {_number_of(re.split(r"[/\\]", each)[-1]) for each in words}
    for match in _ANOTHER.finditer(" ".join(save.info.notes)):
        old, new = map(_number_of, match.groups())
        if old in boards and new not in boards:
            text = (
                f"The card says board {old}, the file's own notes that it was put right: "
                f"{quoted(match[0])}."
            )
            yield Finding(f"board {old}", FindingKind.UNKNOWN, text)


def _number_of(name: str) -> str:
    return board_number(name.strip().lower())


# A box of the track is 56 pixels wide. The marker of the turn lies in the middle of its box, those of
# reinforcements there too, or half a box before it (Axis) or behind it (Allied).


BOX = 56
_BOX_TOLERANCE = 0.2
_IN_LINE = 20
_SIDES = {"Axis Reinf.": "Axis", "Allied Reinf.": "Allied"}


def reinforcements(scenario: Scenario) -> Iterator[Finding]:
    """Report markers on turns on which no group of their side enters."""
    save = scenario.readable_save
    marked = {} if save is None else marked_turns(save)
    for half, turns in sorted(marked.items()):
        result = _entry_turns(scenario, half)
        if result is None:
            continue
        stray = sorted(turns - result)
        unmarked = sorted(result - turns - {1})
        if not stray:
            sentence = f"{half} reinforcement markers lie on the turns that groups enter on."
            yield Finding(f"{half} markers", FindingKind.PASS, sentence)
            continue
        text = f"{half} reinforcement marker on Turn {listed(map(str, stray))}"
        if unmarked:
            sentence = f"{text}; the sentences say Turn {listed(map(str, unmarked))}."
            yield Finding(f"{half} markers", FindingKind.FAIL, sentence)
        else:
            sentence = f"{text}, on which no group enters."
            yield Finding(f"{half} markers", FindingKind.WARN, sentence)


def marked_turns(save: Save) -> Mapping[str, frozenset[int]]:
    """Map the halves, Axis and Allied, to the turns that their reinforcement markers lie on."""
    clocks = [each for each in save.counters if each.base == "Game Turn"]
    tracked = any("Turn Track" in each.name for each in save.counters)
    turn = save.info.field("turn") or "1"
    if len(clocks) != 1 or not tracked or not (turn.isascii() and turn.isdigit()):
        return {}
    clock, found = clocks[0], dict[str, set[int]]()
    for each in save.counters:
        half = _SIDES.get(each.name)
        if half is None or abs(each.y - clock.y) > _IN_LINE:
            continue
        boxes = (each.x - clock.x) / BOX
        box = ceil(boxes - _BOX_TOLERANCE) if half == "Axis" else floor(boxes + _BOX_TOLERANCE)
        found.setdefault(half, set()).add(int(turn) + box)
    return {half: frozenset(turns) for half, turns in found.items()}


def _entry_turns(scenario: Scenario, half: str) -> frozenset[int] | None:
    """List the turns that groups of a half enter on; None where one of them is not understood."""
    groups = [
        each
        for each in scenario.card.groups
        if each.entry is not None and (each.side in AXIS) == (half == "Axis")
    ]
    entries = [scenario.entry(each) for each in groups]
    if any(each is None or each.after for each in entries):
        return None
    return frozenset(each.turn for each in entries if each is not None)
