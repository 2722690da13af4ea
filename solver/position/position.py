"""What a question is asked about: a board, the pieces on it, units in their states, what is given.

A ``Position`` is immutable: laying a piece gives a new one. Whatever is asked, by whichever command or
method, is asked of a Position, and reads what is laid and given in the same way.

>>> from hexcourt import open_board
>>> budapest = open_board("budapest")
>>> print(budapest.los("G39", "I39"))
G39 (level 2) to I39 (level 2), range 2: clear
>>> print(budapest.place("rubble(H38, stone)").los("G39", "I39").verdict)
no
>>> budapest.see("F31", status="emplaced").counts["clear"]
44
>>> pegasus = open_board("pegasus")
>>> barred = pegasus.place('roadblock("L12","K13")')
>>> barred.path("L13", "K12", unit="squad", only="bypass").verdict
<Verdict.YES: 'yes'>
>>> pegasus.legal('mines("K12",ap,12,hidden)').reasons[0].number
'Q4.142'
>>> pegasus.digest == open_board("pegasus").digest != barred.digest
True
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import hexcourt.facts.packing  # noqa: F401 - boards can be packed
from hexcourt.facts.boards.board import Board
from hexcourt.facts.digests import digest_of
from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.guarding.forking import at_work
from hexcourt.solver.placing.pieces_laid import met_by_lines, with_pieces
from hexcourt.solver.position.arguments import checked, read_argument
from hexcourt.solver.position.given import Told, told_of
from hexcourt.solver.position.opening import opened_anew
from hexcourt.solver.statutes.lawbook import HouseRules, in_force, under

if TYPE_CHECKING:
    from hexcourt.solver.answering.answer import Answer
    from hexcourt.solver.checking.scenario import Scenario
    from hexcourt.solver.deeds.reading import Said
    from hexcourt.solver.guarding.limits import Limits


_Question = TypeVar("_Question", bound=Callable[..., "Answer"])
_Kept = TypeVar("_Kept")

MOST_KEPT = 6
"""How much of what questions open a Position keeps: the court of its lines, and those of some units."""


def _by_its_law(question: _Question) -> _Question:
    """Have a question answered by the law as the house rules of the Position amend it."""
    asked = checked(question)

    @wraps(question)
    def answered(position: Position, *args: Any, **more: Any) -> Answer:
        with at_work(), under(position.house_rules):
            return replace(asked(position, *args, **more), position=position)

    return cast(_Question, answered)


@dataclass(frozen=True, eq=False)
class Position:
    """A board with what lies on it and what is given, and every question that can be asked of it.

    ``opened`` is the board as it was opened; ``placed``, ``given`` and ``taken`` are what was laid on
    it, given beside it, and taken from it, as written. ``board`` is the board as it then is, its
    counters on it; ``pieces`` are those that lie on it besides, ``statuses`` those of units by
    Location, and ``facts`` whatever else is given. Raises BadInput, naming thing, place and mend,
    where something cannot be read or may not lie. Whatever is asked is asked of the law as amended by
    the ``house_rules``. A ``lender`` is a Position on the same opened board, by the same law, whose
    courts lend this one's what they know; ``scenario`` is that of the card that was opened.
    """

    opened: Board
    placed: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    house_rules: tuple[HouseRules, ...] = ()
    lender: Position | None = field(default=None, repr=False)
    scenario: Scenario | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.opened, Board):
            raise BadInput("a Position is made of a board; open one with open_board(name)")
        for name, kind in (("placed", "pieces"), ("given", "given"), ("taken", "changes")):
            object.__setattr__(self, name, read_argument(kind, getattr(self, name)))
        self._told  # noqa: B018 - what may not be is refused at once

    # --- what it is ----------------------------------------------------------------------------------

    @cached_property
    def _told(self) -> Told:
        with at_work(), under(self.house_rules):
            board, given = self.opened, self.given
            if board.given:  # a copy of a board has to find anew what it knows of itself
                board, given = replace(board, given=()), (*board.given, *given)
            return told_of(board, self.placed, given, self.taken)

    @property
    def board(self) -> Board:
        """Give the board as it is, its counters on it."""
        return self._told.board

    @cached_property
    def board_of_lines(self) -> Board:
        """Give the board with all that lines of sight can meet on it, roadblocks and Breaches too."""
        met = [each for each in met_by_lines(self.pieces) if each.predicate != "counter"]
        return with_pieces(self.board, met)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """List the pieces that lie on the board besides its counters."""
        return self._told.pieces

    @property
    def pieces_one_way(self) -> tuple[Piece, ...]:
        """List them sorted, those on a hexside with their hexes in order."""
        return self._told.changed.pieces

    @property
    def statuses(self) -> Mapping[str, str]:
        """Map Locations to the status of the unit there."""
        return MappingProxyType(dict(self._told.statuses))

    @property
    def facts(self) -> tuple[str, ...]:
        """List what else is given, as written."""
        return self._told.facts

    @property
    def said(self) -> tuple[Said, ...]:
        """List the same as it was read."""
        return self._told.said

    @property
    def laid(self) -> tuple[str, ...]:
        """List the pieces and the terrain that were laid, as written."""
        return self._told.laid

    @cached_property
    def digest(self) -> str:
        """Fingerprint the Position: the same for the same board, pieces and given things."""
        told = [self.board.digest, *(piece.fact for piece in self.pieces)]
        told += [f"{place} {status}" for place, status in sorted(self._told.statuses)]
        told += sorted(self.facts)
        told += [part for each in self.house_rules for part in (each.name, each.text)]
        return digest_of(told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        """Give what a copy for another process is made of: what it was laid together of."""
        return Position, (self.opened, self.placed, self.given, self.taken, self.house_rules)

    def __copy__(self) -> Position:
        """Give itself: it never changes."""
        return self

    def __deepcopy__(self, copied: dict[int, Any]) -> Position:
        """Give itself: it never changes."""
        return self

    def __repr__(self) -> str:
        laid = [*self.placed, *self.given, *(f"without {each}" for each in self.taken)]
        laid += [f"law amended by {each.name}" for each in self.house_rules]
        return f"<Position on {self.opened.name}{': ' * bool(laid)}{', '.join(laid)}>"

    def svg(self) -> str:
        """Draw the board with all that lies on it and is given, as an SVG document."""
        import hexcourt  # whose counter draws: nothing here knows how

        with at_work():
            return hexcourt.draw_position(self)

    def _repr_html_(self) -> str:
        """Show the Position in a notebook: what lies on it, and its map."""
        from html import escape

        from hexcourt.solver.answering.answer import image
        from hexcourt.solver.answering.words import laid_words

        laid = [*laid_words(self.board, self.pieces), *self.given] or ["nothing lies on it"]
        items = "".join(f"<li>{escape(each)}</li>" for each in laid)
        size = f"{len(self.board.hexes)} hexes"
        head = f"<p><b>{escape(self.opened.title)}</b>, {size}</p><ul>{items}</ul>"
        return head + image(self.svg())

    @cached_property
    def _opened_for_questions(self) -> dict[Hashable, Any]:
        return {}

    def kept(self, what: Hashable, make: Callable[[], _Kept]) -> _Kept:
        """Give what an earlier question opened, as a court, or open it: by the law that is in force."""
        found = self._opened_for_questions
        key = (in_force(), what)
        if key not in found:
            if len(found) >= MOST_KEPT:
                del found[next(iter(found))]
            found[key] = make()
        kept: _Kept = found[key]
        return kept

    # --- other Positions -----------------------------------------------------------------------------

    @checked
    def with_(
        self, *, place: Iterable[str] = (), given: Iterable[str] = (), without: Iterable[str] = ()
    ) -> Position:
        """Give the Position with further pieces, given things, or without what is there."""
        return Position(
            self.opened,
            (*self.placed, *place),
            (*self.given, *given),
            (*self.taken, *without),
            self.house_rules,
            self.lender or self,
            self.scenario,
        )

    @checked
    def place(self, *pieces: str) -> Position:
        """Give the Position with further pieces on the board: ``place("rubble(H38,stone)")``."""
        return self.with_(place=pieces)

    @checked
    def give(self, *facts: str) -> Position:
        """Give the Position with more given: ``give('fortified("C25")', 'emplaced("F31")')``."""
        return self.with_(given=facts)

    @checked
    def without(self, *changes: str) -> Position:
        """Give the Position without something that is there: ``without('hedge("K33","J33")')``."""
        return self.with_(without=changes)

    @checked
    def amend(self, *paths: str | Path) -> Position:
        """Give the Position under the law amended by further house rules: ``amend("house.lp")``."""
        from hexcourt.solver.statutes.amendments.amending import read_house_rules

        more = read_house_rules(paths)
        rules = (*self.house_rules, *more)
        scenario = self.scenario and self.scenario.amended(more)
        with at_work(), under(rules):
            opened = opened_anew(self.opened)
            laid = self.placed, self.given, self.taken
            return Position(opened, *laid, house_rules=rules, scenario=scenario)

    @checked
    def name_areas(self, areas: Mapping[str, str | Sequence[str]]) -> Position:
        """Give the Position with named areas, each told by a sentence or several of which any will do:
        ``name_areas({"g1": "building L33"})``.
        """
        from hexcourt.solver.areas.finding import with_areas

        told = {n: (each,) if isinstance(each, str) else tuple(each) for n, each in areas.items()}
        with at_work(), under(self.house_rules):
            return replace(self, opened=with_areas(self.opened, told), lender=None)

    @_by_its_law
    def area(self, sentence: str) -> Answer:
        """List the hexes of an area, or of a sentence of setup or entry."""
        from hexcourt.solver.answering.boards.areas import find_area

        return find_area(self.opened, sentence)

    # --- lines of sight ------------------------------------------------------------------------------

    @_by_its_law
    def los(
        self,
        viewer: str,
        target: str,
        *,
        viewer_status: str | None = None,
        target_status: str | None = None,
        margin: float = 0.0,
    ) -> Answer:
        """Judge one line of sight: yes where it is clear, with the reasons from end to end."""
        from hexcourt.solver.answering.seeing.lines import judge_line

        return judge_line(self, (viewer, target), (viewer_status, target_status), margin)

    @_by_its_law
    def see(
        self,
        target: str,
        *others: str,
        status: str | None = None,
        margin: float = 0.0,
        within: int | None = None,
        workers: int | None = None,
    ) -> Answer:
        """Tell which hexes and upper Locations see a Location, or each of several; if told only those
        ``within`` so many hexes. Without ``workers`` all cores are at work.
        """
        from hexcourt.solver.answering.seeing.seers import who_sees

        return who_sees(self, (target, *others), status, margin, within, workers)

    @_by_its_law
    def matrix(
        self,
        *,
        locations: str = "ground",
        margin: float = 0.0,
        within: int | None = None,
        workers: int | None = None,
        progress: Callable[[int], None] = lambda done: None,
    ) -> Answer:
        """Judge every unordered pair of Locations once; ``locations`` are ``ground`` or ``all``, if told
        only those ``within`` so many hexes. Without ``workers`` all cores are at work.
        """
        from hexcourt.solver.answering.seeing.matrices import judge_pairs

        return judge_pairs(self, locations, margin, progress, within, workers).answer

    # --- moves ---------------------------------------------------------------------------------------

    @_by_its_law
    def path(
        self,
        start: str,
        goal: str,
        *,
        unit: str,
        allowance: float | str | None = None,
        turns: int = 1,
        only: str | None = None,
        avoid: Sequence[str] = (),
    ) -> Answer:
        """Find the cheapest path of a unit, step by step, or prove that there is none."""
        from hexcourt.solver.answering.moving.movers import Mover
        from hexcourt.solver.answering.moving.paths import find_path

        return find_path(Mover(self, start, unit, allowance), goal, only, avoid, turns)

    @_by_its_law
    def reach(
        self,
        start: str,
        *,
        unit: str,
        allowance: float | str | None = None,
        turns: int = 1,
        every_state: bool = False,
    ) -> Answer:
        """List every Location that a unit can reach, each with its cheapest cost."""
        from hexcourt.solver.answering.moving.movers import Mover
        from hexcourt.solver.answering.moving.reached import list_reached

        return list_reached(Mover(self, start, unit, allowance), turns, every_state)

    @_by_its_law
    def cut(
        self,
        start: str,
        goal: str,
        *,
        unit: str,
        kinds: Sequence[str],
        most: int = 8,
        allowance: float | str | None = None,
        turns: int | None = None,
        seconds: float = 120.0,
        progress: Callable[[int, int], None] = lambda pieces, ways: None,
    ) -> Answer:
        """Find the fewest pieces that bar every path, and prove that no fewer do."""
        from hexcourt.solver.answering.moving.cuts import cut_paths
        from hexcourt.solver.answering.moving.movers import Mover

        mover = Mover(self, start, unit, allowance)
        return cut_paths(mover, goal, kinds, most, turns, seconds, progress)

    @_by_its_law
    def adjacent(self, location: str) -> Answer:
        """List the Locations ADJACENT to one, or connected with it, and why."""
        from hexcourt.solver.answering.moving.adjacent import list_adjacent

        return list_adjacent(self, location)

    @_by_its_law
    def entry(self, *scheduled: str, obstructed: Sequence[str] = (), unit: str = "squad") -> Answer:
        """Tell when and where a unit enters that is to enter by one of some hexes (A2.5)."""
        from hexcourt.solver.answering.moving.entries import find_entry

        return find_entry(self, scheduled, obstructed, unit)

    # --- deeds and attacks ---------------------------------------------------------------------------

    @_by_its_law
    def legal(self, *deeds: str) -> Answer:
        """Tell of deeds, or of pieces to be laid, whether the rules allow them, done together."""
        from hexcourt.solver.answering.deeds.rulings import rule_on_deeds

        return rule_on_deeds(self, deeds)

    @_by_its_law
    def effect(self, attack: str, target: str) -> Answer:
        """Tell what an attack on a target comes to."""
        from hexcourt.solver.answering.deeds.rulings import rule_on_attack

        return rule_on_attack(self, attack, target)

    # --- anything ------------------------------------------------------------------------------------

    @_by_its_law
    def ask(
        self,
        question: str,
        *,
        vary: Sequence[str] = (),
        unit: str = "squad",
        allowance: float | str | None = None,
        start: str | None = None,
        turns: int = 1,
        limits: Limits | None = None,
        **wanted: Any,
    ) -> Answer:
        """Answer any question that can be put together from the vocabulary (docs/questions.md).

        It is answered in a process of its own, under limits, since it may come from anybody.
        ``wanted`` is what else is wanted, as in ``Wanted``: ``why=True``, ``why_not=True``.
        """
        from hexcourt.solver.answering.asking.asked import Asked, Wanted, answer_question

        asked = Asked(self, question, tuple(vary), unit, allowance, start, turns)
        return answer_question(asked, Wanted(**wanted), limits)
