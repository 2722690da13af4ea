"""What a question is asked about: a board, the pieces on it, units in their states, what is given.

A ``BoardState`` is immutable: placing a piece gives a new one. ``solver/api`` adds the questions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, Self, TypeVar

import hexcourt.facts.base.packing  # noqa: F401 - boards can be packed
from hexcourt.facts.base.cache import digest_of
from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board
from hexcourt.facts.geometry.coordinates import in_capitals
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.answer.arguments import checked, read_argument
from hexcourt.solver.placement.hex_facts import HexFacts, Unit, unit_named
from hexcourt.solver.placement.placement import met_by_lines, with_pieces
from hexcourt.solver.position.changes import ChangedBoard, changed, is_change
from hexcourt.solver.position.locations import read_location, read_unit_at
from hexcourt.solver.position.opening import reopened
from hexcourt.solver.position.read_actions import ParsedFact, read_fact, with_given
from hexcourt.solver.rulebase.ground import ActiveRules, atoms_of, under_house_rules
from hexcourt.solver.rulebase.reasons import reasons_for
from hexcourt.solver.rulebase.rulebase import HouseRules, active_rules
from hexcourt.solver.sandbox.threads import at_work

_Kept = TypeVar("_Kept")

OF_GROUP = pattern(
    r'\s*(?P<what>setup|fortifications)\(\s*"?(?P<group>[^",()]+?)"?\s*(?:,\s*(?P<most>[0-9]{1,3})\s*)?\)\s*'
)
"""A family that stands for what a group of a scenario card may do."""

MAX_KEPT = 6
"""How much of what questions open a state keeps: the engine of its lines, and those of some units."""


class OpenedCard(Protocol):
    """A scenario card that was opened: what a question needs of it beside its map."""

    @property
    def house_rules(self) -> tuple[HouseRules, ...]:
        """List its house rules, with the facts of the scenario that they may read."""

    def amended(self, rules: Sequence[HouseRules]) -> OpenedCard:
        """Return it under further house rules."""

    def families(self, vary: Sequence[str]) -> tuple[str, ...]:
        """Write the families of its groups in the words that all questions have."""


@dataclass(frozen=True, eq=False)
class BoardState:
    """A board with what lies on it and what is given: whatever a question is asked about.

    ``opened`` is the board as it was opened; ``placed``, ``given`` and ``taken`` are what was
    placed on it, given beside it, and taken from it, as written. ``board`` is the board as it
    then is, its counters on it; ``pieces`` are those that lie on it besides, ``statuses`` those
    of units by Location, and ``facts`` whatever else is given. Raises BadInput, naming thing,
    place and mend, where something cannot be read or may not lie. Whatever is asked is asked of
    the rules as amended by the ``house_rules``. A ``lender`` is a Position on the same opened
    board, by the same rules, whose engines lend this one's what they know; ``scenario`` is that
    of the card that was opened.
    """

    opened: Board
    placed: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    house_rules: tuple[HouseRules, ...] = ()
    lender: BoardState | None = field(default=None, repr=False)
    scenario: OpenedCard | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.opened, Board):
            raise BadInput("a Position is made of a board; open one with open_board(name)")
        for name, kind in (("placed", "pieces"), ("given", "given"), ("taken", "changes")):
            object.__setattr__(self, name, read_argument(kind, getattr(self, name)))
        self._position_facts  # noqa: B018 - what may not be is refused at once

    # --- what it is ----------------------------------------------------------------------------------

    @cached_property
    def _position_facts(self) -> PositionFacts:
        with at_work(), under_house_rules(self.house_rules):
            board, given = self.opened, self.given
            if board.given:  # a copy of a board has to find anew what it knows of itself
                board, given = replace(board, given=()), (*board.given, *given)
            return position_facts(board, self.placed, given, self.taken)

    @property
    def board(self) -> Board:
        """Return the board as it is, its counters on it."""
        return self._position_facts.board

    @cached_property
    def board_of_lines(self) -> Board:
        """Return the board with all that lines of sight can meet on it, roadblocks and Breaches too."""
        met = [each for each in met_by_lines(self.pieces) if each.predicate != "counter"]
        return with_pieces(self.board, met)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """List the pieces that lie on the board besides its counters."""
        return self._position_facts.pieces

    @property
    def pieces_one_way(self) -> tuple[Piece, ...]:
        """List them sorted, those on a hexside with their hexes in order."""
        return self._position_facts.pieces_one_way

    @property
    def statuses(self) -> Mapping[str, str]:
        """Map Locations to the status of the unit there."""
        return MappingProxyType(dict(self._position_facts.statuses))

    @property
    def facts(self) -> tuple[str, ...]:
        """List what else is given, as written."""
        return self._position_facts.facts

    @property
    def parsed_facts(self) -> tuple[ParsedFact, ...]:
        """List the same as it was read."""
        return self._position_facts.parsed

    @property
    def placed_texts(self) -> tuple[str, ...]:
        """List the pieces and the terrain that were placed, as written."""
        return self._position_facts.placed

    @cached_property
    def digest(self) -> str:
        """Fingerprint the Position: the same for the same board, pieces and given things."""
        items = [self.board.digest, *(piece.fact for piece in self.pieces)]
        items += [f"{place} {status}" for place, status in sorted(self._position_facts.statuses)]
        items += sorted(self.facts)
        items += [part for each in self.house_rules for part in (each.name, each.text)]
        return digest_of(items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoardState) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what a copy for another process is made of: what it was placed together of."""
        return type(self), (self.opened, self.placed, self.given, self.taken, self.house_rules)

    def __copy__(self) -> Self:
        """Return itself: it never changes."""
        return self

    def __deepcopy__(self, copied: dict[int, Any]) -> Self:
        """Return itself: it never changes."""
        return self

    def __repr__(self) -> str:
        placed = [*self.placed, *self.given, *(f"without {each}" for each in self.taken)]
        placed += [f"rules amended by {each.name}" for each in self.house_rules]
        return (
            f"<{type(self).__name__} on {self.opened.name}{': ' * bool(placed)}{', '.join(placed)}>"
        )

    @cached_property
    def _opened_for_questions(self) -> dict[Hashable, Any]:
        return {}

    def has_kept(self, what: Hashable) -> bool:
        """Return whether an earlier question opened something by the active rules."""
        return (active_rules(), what) in self._opened_for_questions

    def kept(self, what: Hashable, make: Callable[[], _Kept]) -> _Kept:
        """Return what an earlier question opened, as an engine, or open it: by the active rules."""
        found = self._opened_for_questions
        key = (active_rules(), what)
        if key not in found:
            if len(found) >= MAX_KEPT:
                del found[next(iter(found))]
            found[key] = make()
        kept: _Kept = found[key]
        return kept

    # --- other Positions -----------------------------------------------------------------------------

    @checked
    def with_(
        self, *, place: Iterable[str] = (), given: Iterable[str] = (), without: Iterable[str] = ()
    ) -> Self:
        """Return the Position with further pieces, given things, or without what is there."""
        return type(self)(
            self.opened,
            (*self.placed, *place),
            (*self.given, *given),
            (*self.taken, *without),
            self.house_rules,
            self.lender or self,
            self.scenario,
        )

    @checked
    def place(self, *pieces: str) -> Self:
        """Return the Position with further pieces on the board: ``place("rubble(H38,stone)")``."""
        return self.with_(place=pieces)

    @checked
    def give(self, *facts: str) -> Self:
        """Return the Position with more given: ``give('fortified("C25")', 'emplaced("F31")')``."""
        return self.with_(given=facts)

    @checked
    def without(self, *changes: str) -> Self:
        """Return the Position without something that is there: ``without('hedge("K33","J33")')``."""
        return self.with_(without=changes)

    @checked
    def amend(self, *paths: str | Path) -> Self:
        """Return the Position under the rules amended by further house rules: ``amend("house.lp")``."""
        from hexcourt.solver.rulebase.read_house_rules import read_house_rules

        more = read_house_rules(paths)
        scenario = self.scenario and self.scenario.amended(more)
        rules = (*self.house_rules, *more) if scenario is None else scenario.house_rules
        with at_work(), under_house_rules(rules):
            opened = reopened(self.opened)
            placed = self.placed, self.given, self.taken
            return type(self)(opened, *placed, house_rules=rules, scenario=scenario)

    @checked
    def name_areas(self, areas: Mapping[str, str | Sequence[str]]) -> Self:
        """Return the Position with named areas, each given by a sentence or several of which any
        will do: ``name_areas({"g1": "building L33"})``.
        """
        from hexcourt.solver.position.areas import with_areas

        fields = {n: (each,) if isinstance(each, str) else tuple(each) for n, each in areas.items()}
        with at_work(), under_house_rules(self.house_rules):
            return replace(self, opened=with_areas(self.opened, fields), lender=None)


def families_of(card: OpenedCard | None, vary: Sequence[str]) -> tuple[str, ...]:
    """Return families with those of a card's groups written out; raises BadInput without a card."""
    named = next(filter(OF_GROUP.fullmatch, vary), None)
    if named is None:
        return tuple(vary)
    if card is None:
        raise BadInput(
            f"--vary {shown(named)}: names a group of a scenario card; ask a card, or write a "
            "family such as '{ roadblock(A,B) : road(A,B) } <= 1'"
        )
    return card.families(vary)


_STATUS = pattern(
    r"\s*(?P<status>emplaced|entrenched)\s*\(\s*[\"']?(?P<place>[^\"']+?)[\"']?\s*\)\s*\.?\s*"
)


@dataclass(frozen=True, slots=True)
class PositionFacts:
    """What a Position tells the rules: the board with its counters, the other pieces (as written,
    and those on
    a hexside with their hexes in order), the statuses of units by Location, what else is ``parsed``
    of the case, and what was placed, as written.
    """

    board: Board
    pieces: tuple[Piece, ...]
    pieces_one_way: tuple[Piece, ...]
    statuses: tuple[tuple[str, str], ...] = ()
    parsed: tuple[ParsedFact, ...] = ()
    placed: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[str, ...]:
        """List what else is said, as written."""
        return tuple(each.text for each in self.parsed)


def position_facts(
    opened: Board, placed: Sequence[str], given: Sequence[str], taken: Sequence[str]
) -> PositionFacts:
    """Read all of it; raises BadInput where something cannot be read, or may not lie."""
    placed_pieces: list[str] = []
    facts: list[str] = []
    statuses: list[tuple[str, str]] = []
    for text in (*placed, *given):
        match = _STATUS.fullmatch(text)
        if match is not None:
            statuses.append((match["place"], match["status"]))
        elif is_change(text) or text in placed:
            placed_pieces.append(text)
        else:
            facts.append(text)
    found = changed(opened, placed_pieces, taken)
    items: tuple[ParsedFact, ...] = ()
    if facts:
        items = tuple(read_fact(found.board, "given", fact) for fact in facts)
        found = replace(found, board=with_given(found.board, items))
        check_given(found.board, items, found.pieces)
    for place, status in statuses:
        _check_entrenchment(found, place, status)
    units = [read_unit_at(found.board, place, status) for place, status in statuses]
    return PositionFacts(
        found.board,
        found.as_written,
        found.pieces,
        tuple(sorted((place.name, str(status)) for place, status in units)),
        items,
        tuple(placed_pieces),
    )


def _check_entrenchment(found: ChangedBoard, text: str, status: str) -> None:
    """Raise BadInput where a status is given in a trench or foxhole that the hex does not have."""
    place, _, kind = in_capitals(text).partition("/")
    if kind not in ("trench", "foxhole"):
        return
    name = read_location(found.board, place)[0].hex
    if not any(each.predicate == kind and name in each.hexes for each in found.pieces):
        raise BadInput(
            f'--given {status}("{text}"): {name} has no {kind}; place {kind}("{name}") there, '
            f"or name {name}"
        )


def bears_on_moves(unit: Unit, fact: ParsedFact) -> bool:
    """Return whether the rules of the moves of a unit read something given."""
    return fact.is_given_to(unit.profile)


def mover_terms(unit: Unit, given: Iterable[ParsedFact]) -> tuple[str, ...]:
    """Return what is given, as far as it bears on the moves of a unit, as terms of the rules."""
    return tuple(sorted({each.term for each in given if bears_on_moves(unit, each)}))


GIVEN_PROFILE = "cases"


def check_given(board: Board, entries: Sequence[ParsedFact], pieces: Collection[Piece]) -> None:
    """Raise BadInput, with the rule, where something given cannot be so where it is said to be."""
    named = {name for each in entries for name in each.hexes if name in board.by_name}
    if not named and len(entries) < 2:
        return
    hex_facts = HexFacts(board, unit_named("squad"))
    items = [
        hex_facts.facts(pieces, hex_facts.around(named)),
        *(f"given({each.term})." for each in entries),
    ]
    grounded = ActiveRules(GIVEN_PROFILE).ground("\n".join(items), wanted=(("refused", 2),))
    texts = {f"given({each.term})": each.text for each in entries}
    refused = atoms_of(grounded, "refused", 2)
    atoms = [atom for atom in refused if str(atom.arguments[0]) in texts]
    for atom, cited in sorted(reasons_for(grounded, GIVEN_PROFILE, atoms).items(), key=str):
        raise BadInput(
            f"--given {texts[str(atom.arguments[0])]}: {cited[0]}; leave it out, or say what can be"
        )
