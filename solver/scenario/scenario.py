"""A scenario: a card with its boards opened, its sentences read, and the save beside it.

Everything is found when it is first asked for, and once. A sentence that is not understood stops
nothing: what depends on it is None, and ``not_understood`` says about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from hexcourt.facts.areas.area import NamedArea
from hexcourt.facts.areas.read_sentences import (
    EntrySentence,
    Sentence,
    Setup,
    is_sentence,
    read_area,
    read_sentence,
    unread,
)
from hexcourt.facts.base.errors import BadInput, listed, quoted, shown
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.base.files import is_file
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board, hex_order
from hexcourt.facts.boards.piece_table import PIECE_KINDS, PieceKind, pieces_with
from hexcourt.facts.cards.card import Card, CardRule, Group, unit_words
from hexcourt.facts.cards.card_map import board_folders, with_boards
from hexcourt.facts.cards.read_cards import read_placed
from hexcourt.facts.cards.sentences.special_rules import Weather
from hexcourt.facts.formats.vassal.read_save import read_save
from hexcourt.facts.formats.vassal.save import Save
from hexcourt.facts.maps.changes.meaning import Made
from hexcourt.facts.maps.compose_map import ComposedMap, compose
from hexcourt.facts.maps.configuration import is_name
from hexcourt.solver.answer.words import counted
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.placement.rule_locations import with_rule_locations
from hexcourt.solver.position.areas import Areas
from hexcourt.solver.position.board_state import OF_GROUP, BoardState
from hexcourt.solver.position.opening import sentence_finder
from hexcourt.solver.rulebase.ground import under_house_rules
from hexcourt.solver.rulebase.read_house_rules import read_house_rules
from hexcourt.solver.rulebase.rulebase import HouseRules
from hexcourt.solver.scenario.setup.limits import setup_hexes
from hexcourt.solver.scenario.special_rules import (
    AppliedRules,
    RuleSentence,
    apply_rules,
    read_rules,
)

if TYPE_CHECKING:
    from hexcourt.facts.cards.card import Group


_PIECES = {word: PIECE_KINDS[name] for name, word in pieces_with("card").items()}
_PIECE = pattern(rf"\b({'|'.join(_PIECES)})(?:s|es)?\b")
_BESIDE_CENTRE = pattern(r"\b(VBM|[1-9]-level|level [1-9])\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Placed:
    """A counter of a card: the piece that it is, or ``why`` it is none."""

    text: str
    piece: str = ""
    why: str = ""
    known: bool = True


def with_placed(card: Card, position: BoardState) -> BoardState:
    """Place the counters of a card on its map; what is placed and what is not is taken for
    granted.
    """
    return _place_counters(card, position)[0]


def _place_counters(card: Card, position: BoardState) -> tuple[BoardState, Mapping[str, str]]:
    """Place the counters of a card; return also why pieces that the rules have are not placed."""
    found = tuple(dict.fromkeys(_placed(card, position)))
    pieces = tuple(dict.fromkeys(each.piece for each in found if each.piece))
    if not found:
        return position, {}
    refused: dict[str, str] = {}
    placed = position
    try:
        placed = position.place(*pieces)
    except BadInput:
        for each in pieces:
            try:
                placed = placed.place(each)
            except BadInput as error:
                refused[each] = str(error)
    items = tuple(_placed_in_words(each, refused) for each in found)
    board = replace(position.opened, assumptions=(*position.opened.assumptions, *items))
    left = {each.text: each.why or refused.get(each.piece, "") for each in found if each.known}
    position = replace(position, opened=board, placed=placed.placed, given=placed.given)
    return position, {text: why for text, why in left.items() if why}


def _placed_in_words(placed: _Placed, refused: Mapping[str, str]) -> str:
    why = placed.why or refused.get(placed.piece, "")
    name = f"placed counter {shown(placed.text)}"
    return f"{name} is not placed: {shown(why)}" if why else f"{name} is placed"


def _placed(card: Card, position: BoardState) -> Iterator[_Placed]:
    for _, text in card.placed_counters:
        counter, written = read_placed(text)
        hexes = [position.board.called(str(each)) for each in written]
        absent = [each for each in hexes if each not in position.board.by_name]
        kind = _piece_named(counter.lower())
        if absent:
            yield _Placed(text, why=f"hex {absent[0]} is not on the map", known=False)
        elif _BESIDE_CENTRE.search(counter):
            yield _Placed(text, why="it lies at a hexside or on an upper Level, which no hex tells")
        elif kind is None:
            yield _Placed(text, why="the rules have no piece", known=False)
        elif len(kind.hexes) != len(hexes):
            at = {1: "D24", 2: "L12-K13", 3: "D24caE24/E25"}[len(kind.hexes)]
            why = f"it names {counted(len(hexes), 'hex', 'hexes')}; write such as {kind.name} {at}"
            yield _Placed(text, why=why)
        else:
            yield _placed_in(text, kind, hexes)


def _piece_named(counter: str) -> PieceKind | None:
    """Find the piece that a counter is: by its word, of several the last (``vehicle wreck``), or as a
    vehicle by the kind of unit (``tank T-34``).
    """
    found = _PIECE.findall(counter)
    units = (unit_words().get(each) or unit_words().get(each[:-1]) for each in counter.split())
    if not found and any(each is not None and each.unit_class == "vehicle" for each in units):
        found = ["vehicle"]
    return _PIECES[found[-1]] if found else None


def _placed_in(text: str, kind: PieceKind, hexes: Sequence[str]) -> _Placed:
    """Read a counter that is a piece of some hexes: of what it is, such as stone, stands in the text."""
    lines = [string_term(each) for each in hexes]
    for each in kind.materials:
        words = re.findall(rf"\b({'|'.join(each)})(?:en)?\b", text.lower())
        if not words:
            return _Placed(text, why=f"say whether it is of {' or of '.join(each)}")
        # of white +2 SMOKE the number is what it hinders by
        lines.append(next(filter(str.isdigit, words), words[0]))
    return _Placed(text, f"{kind.name}({','.join(lines)})")


_LONGEST = 120


def special_rule_notes(card: Card, spoken: Iterable[RuleSentence]) -> Iterator[str]:
    """Describe for each special rule what of it is applied, and what is not and why."""
    by_rule: dict[str, list[RuleSentence]] = {}
    for one in spoken:
        by_rule.setdefault(one.id, []).append(one)
    for each in card.special:
        name = f"special rule {shown(each.id)}"
        applied = [f"change {text}" for text in each.change]
        applied += [f"house rules {each.house_rules}"] if each.house_rules is not None else []
        if applied:
            yield f"{name} is applied: {shown(', '.join(applied), _LONGEST)}"
        elif each.id in by_rule:
            yield from dict.fromkeys(f"{name} {_effect_in_words(one)}" for one in by_rule[each.id])
        else:
            yield f"{name} is not applied: {_words(each)}"


def _effect_in_words(spoken: RuleSentence) -> str:
    made = ", ".join((*spoken.changes, *spoken.given))
    if made:
        return f"is applied: {shown(made, _LONGEST)}"
    return f"is not applied: {shown(spoken.text, _LONGEST)} ({shown(spoken.why, _LONGEST)})"


def _words(rule: CardRule) -> str:
    return shown("; ".join((*rule.say, *filter(None, (rule.text,)))) or "it says nothing", _LONGEST)


NotUnderstood = tuple[str, str, str]
"""What is not understood: its subject (``group g1``), its text, and why."""


class Scenario:
    """A card, and what it comes to. ``boards`` are folders in which archives of boards may lie,
    ``amend`` further house rules beside those of the card.
    """

    def __init__(
        self, card: Card, boards: Sequence[Path] = (), amend: Sequence[HouseRules] = ()
    ) -> None:
        self.card = card
        self.amend = tuple(amend)
        self.boards = tuple(boards)
        self._areas_not_understood: list[NotUnderstood] = []

    def families(self, vary: Sequence[str]) -> tuple[str, ...]:
        """Write families of its groups in the words that all questions have; raises BadInput."""
        return families_of(self, vary)

    @property
    def folder(self) -> Path:
        """Return the folder in which the card lies."""
        return self.card.folder

    def amended(self, rules: Sequence[HouseRules]) -> Scenario:
        """Return the scenario under further house rules."""
        return Scenario(self.card, self.boards, (*self.amend, *rules))

    def with_card(self, card: Card) -> Scenario:
        """Return the scenario of a card that differs from its own in no board and no special rule; the
        map that was opened is shared as far as named areas are the same.
        """
        changed = Scenario(card, self.boards, self.amend)
        changed.__dict__.update(house_rules=self.house_rules, composed_map=self.composed_map)
        if dict(card.areas) == dict(self.card.areas):
            changed.__dict__.update(drawn=self.drawn, applied=self.applied)
        else:
            changed.__dict__.update(drawn=self.drawn.with_sentences(card.areas))
        return changed

    # --- the map --------------------------------------------------------------------------------------

    @cached_property
    def house_rules(self) -> tuple[HouseRules, ...]:
        """Read the house rules of the special rules, with the month and weather; raises BadInput."""
        own = [
            self.folder / each.house_rules
            for each in self.card.special
            if each.house_rules is not None
        ]
        facts = "\n".join(self._facts())
        return tuple(replace(each, facts=facts) for each in (*read_house_rules(own), *self.amend))

    def _facts(self) -> Iterator[str]:
        """Write the month of the card, and the weather of its special rules, as facts."""
        if self.card.date is not None:
            yield f"month({self.card.date.month})."
        for _, _, read, _ in read_rules(self.card):
            yield from (f"weather({each.kind})." for each in read if isinstance(each, Weather))

    @cached_property
    def composed_map(self) -> ComposedMap:
        """Compose the map under the changes of the special rules; raises BadInput where it cannot be."""
        if not self.card.map.rows:
            raise BadInput(
                f"{self.card.source}: has no boards on its map; a card names them as in"
                ' boards = [ { board = "01" } ]'
            )
        return self._compose_map(())

    def _compose_map(self, changes: Sequence[str]) -> ComposedMap:
        result = with_boards(self.card, self.boards)
        own = tuple(change for each in self.card.special for change in each.change)
        result = replace(
            result,
            changes=(*result.changes, *own, *changes),
            areas=MappingProxyType({name: tuple(e) for name, e in self.card.areas.items()}),
        )
        with under_house_rules(self.house_rules):
            return compose(result, self.folder, self.card.id or "map", areas=sentence_finder)

    @cached_property
    def shown_map(self) -> ComposedMap:
        """Return the map under the changes that sentences of special rules come to, too."""
        changes = dict.fromkeys(each for one in self.applied.spoken for each in one.changes)
        return self._compose_map(tuple(changes)) if changes else self.composed_map

    def map_under(self, changes: Sequence[str]) -> tuple[Board, tuple[Made, ...]]:
        """Compose the map under further changes; return also what became of each."""
        placed = self._compose_map(changes)
        return placed.board, placed.made

    @cached_property
    def drawn(self) -> Areas:
        """Return the areas of the map before the sentences of special rules are applied."""
        return Areas(self._opened(self.composed_map.board), self.card.areas)

    def _opened(self, board: Board) -> Board:
        with under_house_rules(self.house_rules):
            board = replace(board, area_sentences=MappingProxyType({}))
            return with_counters(with_rule_locations(board), ())

    @cached_property
    def applied(self) -> AppliedRules:
        """Apply what the sentences of the special rules say to the map."""
        drawn = self.drawn
        with under_house_rules(self.house_rules):
            return apply_rules(self.card, drawn.ground, drawn.board, self._opened_under)

    def _opened_under(self, changes: Sequence[str]) -> tuple[Board, tuple[Made, ...]]:
        board, made = self.map_under(changes)
        return self._opened(board), made

    @property
    def _board_without_pieces(self) -> Board:
        return self.applied.board

    @cached_property
    def position(self) -> BoardState:
        """Open the map with its areas and those of the groups, and the counters that are placed, under
        the rules that the card amends.
        """
        with under_house_rules(self.house_rules):
            board = self.areas.board_with_areas()
            notes = special_rule_notes(self.card, self.applied.spoken)
            board = replace(board, assumptions=(*board.assumptions, *notes))
            bare = BoardState(board, house_rules=self.house_rules, scenario=self)
            return with_placed(self.card, bare)

    @cached_property
    def not_placed(self) -> Mapping[str, str]:
        """Map the counters of the card that are pieces, but not placed on its map, to why."""
        with under_house_rules(self.house_rules):
            bare = BoardState(self._board_without_pieces, house_rules=self.house_rules)
            return MappingProxyType(dict(_place_counters(self.card, bare)[1]))

    @cached_property
    def ground(self) -> BoardState:
        """Return the position without areas, on which no move, line or setup in a Location depends: it
        is equal for cards that differ in nothing else.
        """
        with under_house_rules(self.house_rules):
            none = MappingProxyType[str, tuple[str, ...]]({})
            board = replace(self._board_without_pieces, areas=none, area_sentences=none)
            return with_placed(self.card, BoardState(board, house_rules=self.house_rules))

    @property
    def board(self) -> Board:
        """Return the board of the position."""
        return self.position.board

    def short(self, text: str) -> str:
        """Write hexes without their board where the map has one board alone: F5 for 1F5."""
        return text if self._own_board is None else self._own_board.sub("", text)

    @cached_property
    def _own_board(self) -> re.Pattern[str] | None:
        try:
            sections = self.board.sections
        except BadInput:  # no map, which is told where it is needed
            return None
        if sections is None or len(sections.boards) != 1:
            return None
        return re.compile(rf"(?<![A-Za-z0-9]){re.escape(sections.boards[0])}(?=[A-Z]{{1,2}}-?\d)")

    # --- where groups are -----------------------------------------------------------------------------

    @cached_property
    def areas(self) -> Areas:
        """Return the areas that are understood: those of the card by their names, and those of groups by
        their ids.
        """
        with under_house_rules(self.house_rules):
            known: Mapping[str, Sequence[str]] = self.card.areas
            found = self._areas_by(known)
            good: dict[str, Sequence[str]] = {}
            faults: dict[str, str] = {}
            for name, sentences in known.items():
                try:
                    found.named(name)
                    good[name] = tuple(sentences)
                except BadInput as error:
                    text = "; ".join(sentences)
                    self._areas_not_understood.append((f"area {name}", text, str(error)))
                    faults[name] = str(error)
            for group in self.card.groups:
                sentence = self._read_group(group)[0]
                area = (
                    sentence.where
                    if isinstance(sentence, EntrySentence)
                    else sentence and sentence.area
                )
                if area is not None and self._is_placeable(good, str(area)):
                    good[group.id] = (str(area),)
            return self._areas_by({**dict(self._side_areas(good)), **good}, faults)

    def _areas_by(
        self, sentences: Mapping[str, Sequence[str]], faults: Mapping[str, str] | None = None
    ) -> Areas:
        """Return the areas of the map, its special rules applied, by some sentences."""
        return self._applied_areas.with_sentences(sentences, faults)

    @cached_property
    def _applied_areas(self) -> Areas:
        board, drawn = self._board_without_pieces, self.drawn
        return drawn if board is drawn.board else Areas(board, {})

    def _side_areas(
        self, good: Mapping[str, Sequence[str]]
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Return where each side sets up: in the areas of its groups."""
        for side in self.card.sides:
            own = [each for each in self.card.groups if each.side == side.name]
            setups = [e for e in own if isinstance(self._read_group(e)[0], Setup)]
            named = tuple(f'"{each.id}"' for each in setups if each.id in good)
            if named and is_name(side.name):
                yield side.name, named

    def _is_placeable(self, good: Mapping[str, Sequence[str]], sentence: str) -> bool:
        try:
            self._areas_by(good).of([sentence])
        except BadInput:
            return False
        return True

    def setup(self, group: Group) -> Setup | None:
        """Read the setup of a group; None where it enters, or its sentence is not understood."""
        found, why = self._read_group(group)
        return found if isinstance(found, Setup) and not why else None

    def entry(self, group: Group) -> EntrySentence | None:
        """Read the entry of a group; None where it sets up, or its sentence is not understood."""
        found, why = self._read_group(group)
        return found if isinstance(found, EntrySentence) and not why else None

    def enters(self, group: Group) -> bool:
        """Return whether a group enters, by a sentence that is understood."""
        return self.entry(group) is not None

    def hexes_of_group(self, group: Group) -> tuple[str, ...] | None:
        """List the hexes by which a group enters, or in which it sets up; None where that is not
        understood.
        """
        return self.entry_hexes(group) if self.enters(group) else setup_hexes(self, group)

    def entry_hexes(self, group: Group) -> tuple[str, ...] | None:
        """List the hexes of the map by which a group may enter; None where that is not understood."""
        return self.hexes_of(self.entry(group))

    def hexes_of(self, sentence: Sentence | None) -> tuple[str, ...] | None:
        """List the hexes that a sentence means; None where that is not understood."""
        if sentence is None:
            return None
        with under_house_rules(self.house_rules):
            try:
                return tuple(sorted(self.areas.ground.of_sentence(sentence), key=hex_order))
            except BadInput:
                return None

    @cached_property
    def _read(self) -> Mapping[str, tuple[Sentence | None, str]]:
        return MappingProxyType({each.id: self._sentence_of(each) for each in self.card.groups})

    def _read_group(self, group: Group) -> tuple[Sentence | None, str]:
        """Read the sentence of a group, and tell why it is not understood: where a part of it is left,
        nothing follows from the rest but the area that this names.
        """
        return self._read[group.id]

    def _sentence_of(self, group: Group) -> tuple[Sentence | None, str]:
        text = str(group.entry) if group.entry is not None else group.setup
        names = tuple(self.card.areas)
        try:
            if not text:
                return None, "nothing says where"
            if text in names:
                return Setup(NamedArea(text)), ""
            if is_sentence(text):
                sentence = read_sentence(text, names).value
                left = "; ".join(f"not understood: {quoted(each)}" for each in unread(sentence))
                return sentence, left and f"{left}; say it as a limit or a special rule"
            return Setup(read_area(text, names).value), ""
        except BadInput as error:
            return None, str(error)

    # --- what else the card tells ---------------------------------------------------------------------

    def beside(self, path: Path) -> Path:
        """Find a file that the card names: beside it, or else among the boards."""
        paths = [folder / path for folder in (self.folder, *self.boards)]
        return next(filter(is_file, paths), paths[0])

    @cached_property
    def save(self) -> Save | None:
        """Read the save that the card names, which lies beside it or among the boards; None where it
        names none.
        """
        if self.card.counters is None:
            return None
        path = self.beside(self.card.counters)
        return read_save(path, board_folders(self.card, self.boards))

    @property
    def readable_save(self) -> Save | None:
        """Return the save; None also where it cannot be read, of which S21 tells."""
        try:
            return self.save
        except BadInput:
            return None

    @cached_property
    def not_understood(self) -> tuple[NotUnderstood, ...]:
        """List the sentences that are not understood: subject, text and why."""
        self.areas  # noqa: B018 - reading them tells which are not understood
        return (*self._areas_not_understood, *self._groups_not_understood())

    def _groups_not_understood(self) -> Iterator[NotUnderstood]:
        for group in self.card.groups:
            _, why = self._read_group(group)
            text = str(group.entry) if group.entry is not None else group.setup
            if why and (text or not group.placed):
                yield f"group {group.id}", text, why
            elif not why and self.hexes_of(self._read_group(group)[0]) is None:
                yield f"group {group.id}", text, "what it says cannot be found on this map"


# ``setup(g1)`` stands for a family of enemy units, ``fortifications(g1)`` for one of each kind of the
# group's Fortifications that is a piece of questions: both in the words that questions have anyway.


def families_of(scenario: Scenario, vary: Sequence[str]) -> tuple[str, ...]:
    """Write families of groups in the words that all questions have; others stay as they are.

    Raises BadInput where no such group is at hand, or its sentence is not understood.
    """
    found: list[str] = []
    with under_house_rules(scenario.house_rules):
        for text in vary:
            match = OF_GROUP.fullmatch(text)
            if match is None:
                found.append(text)
                continue
            group = _group(scenario, match["group"])
            if match["what"] == "setup":
                most = int(match["most"]) if match["most"] else None
                found.append(setup_family(scenario, group, most))
            else:
                found += fortification_families(scenario, group)
    return tuple(found)


def _group(scenario: Scenario, name: str) -> Group:
    for each in scenario.card.groups:
        if each.id == name:
            return each
    known = listed((each.id for each in scenario.card.groups), "or")
    raise BadInput(f"group {shown(name)}: the card has none; write {known}")


def fortification_families(scenario: Scenario, group: Group) -> Iterator[str]:
    """Write a family for each kind of a group's Fortifications: all of them, wherever they may lie."""
    _known_hexes(scenario, group)
    counts: dict[str, int] = {}
    for each in group.fortifications:
        counts[each.kind] = counts.get(each.kind, 0) + each.count
    literals = pieces_with("family")
    known = {kind: count for kind, count in counts.items() if kind in literals}
    if not known:
        has = listed(counts, "and") if counts else "none"
        raise BadInput(
            f"fortifications({group.id}): group {group.id} has {has}; of these questions vary "
            f"{listed(literals, 'and')} alone"
        )
    for kind, count in known.items():
        hexes = ",".join("AB" if len(PIECE_KINDS[kind].hexes) > 1 else "H")
        here = f"area({string_term(group.id)},{hexes[0]})"
        yield f"{{ {kind}({hexes}) : {literals[kind]}, {here} }} = {count}"


def setup_family(scenario: Scenario, group: Group, most: int | None = None) -> str:
    """Write the setups of a group as a family: enemy units in so many Locations of its area, as few as
    have room for them by the rules, and no more than there are units, or ``most``.
    """
    from hexcourt.solver.scenario.setup.asking import NO, at, kinds_of, rule_name, setup_rules

    hexes = _known_hexes(scenario, group)
    setup = scenario.setup(group)
    if setup is not None and (setup.limits or group.limits):
        limits = "; ".join(map(str, setup.limits)) or ", ".join(group.limits)
        raise BadInput(
            f"setup({group.id}): limits of a setup are not looked at ({limits}); write the family out"
        )
    room_rules = setup_rules(scenario.ground)
    kinds = kinds_of({rule_name(each.kind) for each in group.units})
    needs = {"halves": 0, "singles": 0, "bulky": 0}
    counted, units = 0, set()
    for each in group.units:
        rooms = kinds.fills.get(rule_name(each.kind), ())
        unit = kinds.units.get(rule_name(each.kind))
        counted += each.count if rooms else 0
        units |= {unit} if rooms and unit else set()
        for room in rooms:
            needs[room.what] += each.count * room.amount
    if not units:
        raise BadInput(
            f"setup({group.id}): group {group.id} has no units that set up; name another"
        )
    places = {
        (each.hex, each.place): each for name in hexes for each in scenario.board.locations_of(name)
    }
    rooms_of = room_rules.rooms(hexes)
    actions = {
        key: [f"sets_up({unit},{at(place)})" for unit in sorted(units)]
        for key, place in places.items()
    }
    result = room_rules.ask(action for each in actions.values() for action in each)
    good = [key for key in places if any(result[action].verdict != NO for action in actions[key])]
    least = max(
        _fewest(
            need, [sum(r.amount for r in rooms_of.get(key, ()) if r.what == what) for key in good]
        )
        for what, need in needs.items()
    )
    if most is not None and most < least:
        raise BadInput(
            f"setup({group.id}): its units need {least} Locations at least; write {least} or more"
        )
    top = min(counted, len(good), most or counted)
    pieces = "; ".join(
        f"enemy({string_term(name)})"
        if place == "ground"
        else f"enemy({string_term(name)},{place})"
        for name, place in good
    )
    return f"{least} <= {{ {pieces} }} <= {top}"


def _fewest(need: int, rooms: Iterable[int]) -> int:
    """Return how many Locations have room enough at least, those with most room taken first."""
    largest = sorted(rooms, reverse=True)
    number = 0
    while need > 0 and number < len(largest) and largest[number]:
        need -= largest[number]
        number += 1
    return number


def _known_hexes(scenario: Scenario, group: Group) -> tuple[str, ...]:
    hexes = setup_hexes(scenario, group)
    if hexes is None:
        raise BadInput(
            f"group {group.id}: it is not understood where it sets up; say it as a card line"
        )
    return hexes
