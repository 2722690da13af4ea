"""Finds areas on a board: the geometry of `facts/areas/`, with what the rules say of the board's hexes.

>>> from hexcourt.solver.position.opening import open_board
>>> areas = Areas(open_board("budapest"))
>>> sorted(areas.of(["building M37", "hexes numbered 38 on hexrow M"]))
['M37', 'M38']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

import clingo

from hexcourt.facts.areas.area import Area, NamedArea, all_of, either
from hexcourt.facts.areas.map_names import Names
from hexcourt.facts.areas.meaning import Ground
from hexcourt.facts.areas.read_sentences import read_area
from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board, hex_order
from hexcourt.facts.maps.configuration import checked_areas
from hexcourt.facts.tracing.movement_facts import movement_facts
from hexcourt.solver.language.vocabulary import definitions
from hexcourt.solver.position.board_language import Lookup, no_such_area
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of

_NAME = pattern(r"[a-z_]+(?=\()")
_HOLDS = pattern(r"holds\(H,(.+)\)")


class _InArea(BadInput):
    """Something is wrong in an area that the sentence names."""


class Areas:
    """The areas of one board: those given by ``sentences``, by name, beside those that the board has.
    ``faults`` say of names that are given as well why there is no area.
    """

    def __init__(
        self,
        board: Board,
        sentences: Mapping[str, Sequence[str]] | None = None,
        faults: Mapping[str, str] | None = None,
    ) -> None:
        self.board = board
        self.faults = faults or {}
        self.sentences = dict(board.area_sentences if sentences is None else sentences)
        self.names = tuple(sorted({*self.sentences, *board.areas}))
        self._of_board = _OfBoard(board)
        self.ground = Ground(board, self.asked, self.named, board.north or "up")
        self._found: dict[str, Names] = {}
        self._searched: list[str] = []

    def with_sentences(
        self, sentences: Mapping[str, Sequence[str]], faults: Mapping[str, str] | None = None
    ) -> Areas:
        """Return areas by other sentences on the same board, of which nothing is asked twice."""
        other = Areas(self.board, sentences, faults)
        other._of_board = self._of_board
        return other

    def of(self, sentences: Iterable[str]) -> Names:
        """Return the hexes of any of some sentences; raises BadInput where one is not understood."""
        return self.ground.hexes(self.read(sentences))

    def read(self, sentences: Iterable[str]) -> Area:
        """Read sentences, of which any will do."""
        return either(read_area(each, self.names).value for each in sentences)

    def named(self, name: str) -> Names:
        """Return the hexes of a named area; raises BadInput for a circle, and for no such name."""
        if name in self._found:
            return self._found[name]
        if name in self._searched:
            circle = [*self._searched[self._searched.index(name) :], name]
            raise _InArea(
                f"area {name}: is defined by itself: {' by '.join(circle)}; break the circle"
            )
        if name not in self.sentences:
            if name in self.faults:
                raise _InArea(self.faults[name])
            if name not in self.board.areas:
                raise BadInput(no_such_area(name, self.names))
            return frozenset(self.board.areas[name])
        self._searched.append(name)
        try:
            self._found[name] = self.of(self.sentences[name])
        except _InArea:
            raise
        except BadInput as error:
            raise _InArea(f"area {name}: {error}") from None
        finally:
            self._searched.pop()
        return self._found[name]

    def asked(self, literal: str) -> Names:
        """List the hexes H for which a literal of the vocabulary holds."""
        return self._of_board.asked(literal)

    def board_with_areas(self) -> Board:
        """Return the board with the hexes of all its named areas."""
        found = {name: tuple(sorted(self.named(name), key=hex_order)) for name in self.names}
        sentences = {name: tuple(entry) for name, entry in self.sentences.items()}
        return replace(
            self.board, areas=MappingProxyType(found), area_sentences=MappingProxyType(sentences)
        )


class _OfBoard:
    """What the vocabulary says of the hexes of one board, whichever areas are named on it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._asked: dict[str, Names] = {}
        self._lookup = Lookup(board)

    def asked(self, literal: str) -> Names:
        """List the hexes H for which a literal of the vocabulary holds."""
        if literal not in self._asked:
            self._asked[literal] = self._ask(literal)
        return self._asked[literal]

    def _ask(self, literal: str) -> Names:
        if (match := _HOLDS.fullmatch(literal)) is not None:
            return self._held.get(match[1], frozenset())
        rule = f"in_area(H) :- {literal}."
        rules, read = definitions(frozenset(_NAME.findall(literal)))
        facts = "".join(self._lookup.facts(read))
        control = clingo.Control(["--warn=none"])
        control.add("base", [], f"{facts}\n{rules}\n{rule}")
        control.ground([("base", [])])
        return frozenset(name.string for (name,) in arguments_of(control, "in_area", 1))

    @cached_property
    def _held(self) -> Mapping[str, Names]:
        """Ask the rules which hexes hold each terrain: at the dot, or over a good part of them
        (A2.4).
        """
        facts = (fact for entry in movement_facts(self.board).values() for fact in entry)
        found: dict[str, set[str]] = {}
        grounded = ActiveRules("locations").ground("\n".join(facts))
        for predicate in ("holds", "runs_beneath"):
            for name, term in arguments_of(grounded, predicate, 2):
                found.setdefault(str(term), set()).add(name.string)
        return {term: frozenset(names) for term, names in found.items()}


def with_areas(board: Board, sentences: Mapping[str, Sequence[str]] | None = None) -> Board:
    """Return a board with the hexes of its named areas, and of those that further sentences tell."""
    fields = dict(board.area_sentences)
    if sentences:
        fields.update(checked_areas(sentences, tuple({**board.areas, **fields})))
    return Areas(board, fields).board_with_areas() if fields else board


def read_named(texts: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Read areas as options tell them, ``NAME=SENTENCE``; of one name given twice either will do."""
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        name, mark, sentence = text.partition("=")
        if not (mark and name.strip() and sentence.strip()):
            raise BadInput(
                f"--areas {shown(text)}: is no area; write a name and a sentence, such as "
                "'bank=on or east of hexrow Q'"
            )
        found[name.strip()] = (*found.get(name.strip(), ()), sentence.strip())
    return found


def uses(area: Area) -> tuple[str, ...]:
    """List the names of the areas that an area uses."""
    return tuple(dict.fromkeys(each.name for each in all_of(area) if isinstance(each, NamedArea)))
