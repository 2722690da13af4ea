"""A scenario: a card with its boards opened, its sentences read, and the save beside it.

Everything is found when it is first asked for, and once. A sentence that is not understood stops
nothing: what hangs on it is None, and ``not_understood`` tells of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from hexcourt.facts.areas.area import Named
from hexcourt.facts.areas.reading_sentences import is_sentence, read_area, read_sentence
from hexcourt.facts.areas.sentences import Entry, Sentence, Setup, unread
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.writing_boards import hex_order
from hexcourt.facts.cards.card import Card, Group
from hexcourt.facts.cards.finding_boards import with_boards
from hexcourt.facts.errors import BadInput
from hexcourt.facts.maps.area_entries import is_name
from hexcourt.facts.maps.changes.made import Made
from hexcourt.facts.maps.laying import LaidMap, lay
from hexcourt.facts.saves.reading_saves import read_save
from hexcourt.facts.saves.saved import Save
from hexcourt.facts.showing import quoted
from hexcourt.solver.areas.finding import Areas
from hexcourt.solver.checking.granting import granted
from hexcourt.solver.checking.placed_counters import with_placed
from hexcourt.solver.checking.special_rules import Applied, apply_rules
from hexcourt.solver.placing.placing import with_counters
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.law_locations import with_law_locations
from hexcourt.solver.position.opening import is_file, sentence_finder
from hexcourt.solver.statutes.amendments.amending import read_house_rules
from hexcourt.solver.statutes.house_rules import under
from hexcourt.solver.statutes.lawbook import HouseRules

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
        from hexcourt.solver.checking.group_families import families_of  # few questions have any

        return families_of(self, vary)

    @property
    def folder(self) -> Path:
        """Give the folder in which the card lies."""
        return self.card.folder

    def amended(self, rules: Sequence[HouseRules]) -> Scenario:
        """Give the scenario under further house rules."""
        return Scenario(self.card, self.boards, (*self.amend, *rules))

    # --- the map --------------------------------------------------------------------------------------

    @cached_property
    def house_rules(self) -> tuple[HouseRules, ...]:
        """Read the house rules of the special rules; raises BadInput."""
        own = [self.folder / each.law for each in self.card.special if each.law is not None]
        return (*read_house_rules(own), *self.amend)

    @cached_property
    def laid(self) -> LaidMap:
        """Lay the map under the changes of the special rules; raises BadInput where it cannot be."""
        if not self.card.map.rows:
            raise BadInput(
                f'{self.card.source}: the map has no boards; write boards = [ {{ board = "01" }} ]'
            )
        return self._lay(())

    def _lay(self, changes: Sequence[str]) -> LaidMap:
        told = with_boards(self.card, self.boards)
        own = tuple(change for each in self.card.special for change in each.change)
        told = replace(
            told,
            changes=(*told.changes, *own, *changes),
            areas=MappingProxyType({name: tuple(e) for name, e in self.card.areas.items()}),
        )
        with under(self.house_rules):
            return lay(told, self.folder, self.card.id or "map", areas=sentence_finder)

    def map_under(self, changes: Sequence[str]) -> tuple[Board, tuple[Made, ...]]:
        """Lay the map under further changes; tell what became of each."""
        laid = self._lay(changes)
        return laid.board, laid.made

    @cached_property
    def drawn(self) -> Areas:
        """Give the areas of the map before the sentences of special rules are applied."""
        return Areas(self._opened(self.laid.board), self.card.areas)

    def _opened(self, board: Board) -> Board:
        with under(self.house_rules):
            board = replace(board, area_sentences=MappingProxyType({}))
            return with_counters(with_law_locations(board), ())

    @cached_property
    def applied(self) -> Applied:
        """Apply what the sentences of the special rules say to the map."""
        drawn = self.drawn
        with under(self.house_rules):
            return apply_rules(self.card, drawn.ground, drawn.board, self._opened_under)

    def _opened_under(self, changes: Sequence[str]) -> tuple[Board, tuple[Made, ...]]:
        board, made = self.map_under(changes)
        return self._opened(board), made

    @property
    def _bare_board(self) -> Board:
        return self.applied.board

    @cached_property
    def position(self) -> BoardState:
        """Open the map with its areas and those of the groups, and the counters that are placed, under
        the law that the card amends.
        """
        with under(self.house_rules):
            board = replace(
                self.areas.board_with_areas(),
                granted=tuple(granted(self.card, self.applied.spoken)),
            )
            bare = BoardState(board, house_rules=self.house_rules, scenario=self)
            return with_placed(self.card, bare)

    @property
    def board(self) -> Board:
        """Give the board of the position."""
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
        """Give the areas that are understood: those of the card by their names, and those of groups by
        their ids.
        """
        with under(self.house_rules):
            told: Mapping[str, Sequence[str]] = self.card.areas
            found = Areas(self._bare_board, told)
            good = {}
            for name, sentences in told.items():
                try:
                    found.named(name)
                    good[name] = tuple(sentences)
                except BadInput as error:
                    text = "; ".join(sentences)
                    self._areas_not_understood.append((f"area {name}", text, str(error)))
            for group in self.card.groups:
                sentence = self._read_group(group)[0]
                area = sentence.where if isinstance(sentence, Entry) else sentence and sentence.area
                if area is not None and self._is_placeable(good, str(area)):
                    good[group.id] = (str(area),)
            return Areas(self._bare_board, {**dict(self._side_areas(good)), **good})

    def _side_areas(
        self, good: Mapping[str, Sequence[str]]
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Tell where each side sets up: in the areas of its groups."""
        for side in self.card.sides:
            own = [each for each in self.card.groups if each.side == side.name]
            setups = [e for e in own if isinstance(self._read_group(e)[0], Setup)]
            named = tuple(f'"{each.id}"' for each in setups if each.id in good)
            if named and is_name(side.name):
                yield side.name, named

    def _is_placeable(self, good: Mapping[str, Sequence[str]], sentence: str) -> bool:
        try:
            Areas(self._bare_board, good).of([sentence])
        except BadInput:
            return False
        return True

    def setup(self, group: Group) -> Setup | None:
        """Read the setup of a group; None where it enters, or its sentence is not understood."""
        found, why = self._read_group(group)
        return found if isinstance(found, Setup) and not why else None

    def entry(self, group: Group) -> Entry | None:
        """Read the entry of a group; None where it sets up, or its sentence is not understood."""
        found, why = self._read_group(group)
        return found if isinstance(found, Entry) and not why else None

    def entry_hexes(self, group: Group) -> tuple[str, ...] | None:
        """List the hexes of the map by which a group may enter; None where that is not understood."""
        return self.hexes_of(self.entry(group))

    def hexes_of(self, sentence: Sentence | None) -> tuple[str, ...] | None:
        """List the hexes that a sentence means; None where that is not understood."""
        if sentence is None:
            return None
        with under(self.house_rules):
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
                return Setup(Named(text)), ""
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
        return read_save(path, next(iter(self.boards), None))

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
