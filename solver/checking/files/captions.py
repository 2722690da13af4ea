"""Finds the caption of each group in the save, and the hexes that its markers give it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hexcourt.facts.areas.reading_sentences import is_sentence, read_sentence
from hexcourt.facts.areas.sentences import Entry, Sentence
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.drafting.captions import marker_colours, parted, without_markers
from hexcourt.facts.cards.drafting.from_saves import side_of, units_of
from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.coordinates import board_number
from hexcourt.facts.saves.saved import Group as SavedGroup
from hexcourt.facts.saves.saved import Save
from hexcourt.solver.checking.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Marked:
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


def marked(scenario: Scenario, save: Save, caption: str) -> Marked | None:
    """Give the hexes of the markers that a caption names; None where it names none, or none lies on
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
    return Marked(tuple("/".join(each) for each in colours), tuple(hexes))


def _names(scenario: Scenario, save: Save, colour: str) -> tuple[str, ...]:
    """List the hexes of a colour by the names of the map; a hex that is cut off has none."""
    told = next(each for each in save.colours if each.colour == colour)
    return tuple(dict.fromkeys(hexes_of_spots(scenario, [(e.board, e.hex) for e in told.spots])))


def hexes_of_spots(scenario: Scenario, spots: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Name hexes of boards as the map does; those that are cut off have no name."""
    board = scenario.board
    for named, name in spots:
        said = board_number(named)
        plain = said.isdigit() or len(said) == 1
        whole = f"{said if plain else f'[{said}]'}{name}"
        found = name if board.sections is None else board.called(whole)
        if found in board.by_name:
            yield found


def _same_words(scenario: Scenario, group: Group, saved: SavedGroup) -> bool:
    if side_of(saved) != group.side:
        return False
    sentence = parted(saved.caption.text)[1]
    told = str(group.entry) if group.entry is not None else group.setup
    forms = (sentence, without_markers(sentence))
    return _plain(told) in {_plain(each) for each in forms}


def _same_meaning(scenario: Scenario, group: Group, saved: SavedGroup) -> bool:
    if side_of(saved) != group.side:
        return False
    sentence = _read(without_markers(parted(saved.caption.text)[1]))
    if sentence is None:
        return False
    own = scenario.entry(group) or scenario.setup(group)
    if own is None or isinstance(own, Entry) != isinstance(sentence, Entry):
        return False
    if isinstance(own, Entry) and isinstance(sentence, Entry) and own.turn != sentence.turn:
        return False
    try:
        meant = scenario.areas.ground.of_sentence(sentence)
        return bool(meant) and meant == scenario.areas.ground.of_sentence(own)
    except BadInput:
        return False


def _same_units(scenario: Scenario, group: Group, saved: SavedGroup) -> bool:
    """Tell whether a group has the units of a caption, and no other group of the card has them."""
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
