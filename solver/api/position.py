"""A position, and every question that can be asked of it: what users of the library import.

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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, cast

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.geometry.hexes import neighbour
from hexcourt.solver.answer.arguments import (
    QUESTIONS,
    Listed,
    Only,
    PictureOptions,
    Status,
    checked,
)
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.opening import checked_board, with_areas
from hexcourt.solver.rulebase.ground import under_house_rules
from hexcourt.solver.rulebase.rulebase import HouseRules
from hexcourt.solver.sandbox.threads import at_work
from hexcourt.solver.scenario.opening import scenario_or_text

if TYPE_CHECKING:
    from pathlib import Path

    from hexcourt.solver.answer.answer import Answer
    from hexcourt.solver.answer.row_types import (
        AdjacentRow,
        AskRow,
        CutRow,
        EffectRow,
        EntryRow,
        ExposureRow,
        LegalRow,
        LosRow,
        MapAreasRow,
        MatrixRow,
        PathRow,
        ReachRow,
        SeeRow,
    )
    from hexcourt.solver.sandbox.limited_run import Limits
    from hexcourt.solver.scenario.scenario import Scenario

_Question = TypeVar("_Question", bound=Callable[..., "Answer"])


def _question(question: _Question) -> _Question:
    """Check the arguments of a question by the table, and answer it by the rules of the Position."""
    query = checked(question)

    @wraps(question)
    def answered(position: Position, *args: Any, **more: Any) -> Answer:
        with at_work(), under_house_rules(position.house_rules):
            return replace(query(position, *args, **more), position=position)

    return cast(_Question, answered)


@dataclass(frozen=True, eq=False, repr=False)
class Position(BoardState):
    """A board with what lies on it and what is given, and every question that can be asked of it.

    Immutable: ``place``, ``give``, ``without`` and ``amend`` return new Positions. Whatever is asked is
    asked under the rules as amended by the ``house_rules``. Raises BadInput, naming thing, place and
    mend, where something cannot be read or may not lie.
    """

    @property
    def hexes(self) -> tuple[str, ...]:
        """List the hexes of the board by name, in the order of the board."""
        return tuple(each.name for each in self.board.hexes)

    @checked
    def neighbours(self, location: str) -> tuple[str, ...]:
        """List the hexes of the board beside one, clockwise from the hexside that faces up (A2.2).

        Raises BadInput where the board has no such hex.
        """
        here, known = self.board.hex(location).place, self.board.by_place
        around = (known.get(neighbour(here, direction)) for direction in range(6))
        return tuple(each.name for each in around if each is not None)

    @checked
    def range(self, first: str, second: str) -> int:
        """Count the hexes from one hex to another, as ranges are counted (A6.1).

        Raises BadInput where the board has no such hex.
        """
        return self.board.range(first, second)

    @property
    def units(self) -> tuple[str, ...]:
        """List the kinds of units that move, as the argument ``unit`` of questions takes them."""
        from hexcourt.solver.placement.hex_facts import known_units

        with under_house_rules(self.house_rules):
            return tuple(each.replace("_", "-") for each in known_units())

    def __dir__(self) -> list[str]:
        """List what a user asks and changes; completion in a console shows nothing else."""
        changed = ("amend", "give", "name_areas", "place", "with_", "without")
        return sorted(
            [*QUESTIONS, *changed, "area", "hexes", "neighbours", "range", "svg", "units"]
        )

    def svg(self, **look: Unpack[PictureOptions]) -> str:
        """Draw the board with all that lies on it and is given, as an SVG document, with ``look`` as in
        the ``svg`` of answers.
        """
        import hexcourt  # whose counter draws: nothing here knows how

        with at_work():
            return hexcourt.draw_position(self, **look)

    def _repr_html_(self) -> str:
        """Show the Position in a notebook: what lies on it, and its map."""
        from html import escape

        import hexcourt
        from hexcourt.solver.answer.words import pieces_in_words

        placed = [*pieces_in_words(self.board, self.pieces), *self.given] or ["nothing lies on it"]
        items = "".join(f"<li>{escape(each)}</li>" for each in placed)
        size = f"{len(self.board.hexes)} hexes"
        head = f"<p><b>{escape(self.opened.title)}</b>, {size}</p><ul>{items}</ul>"
        return head + hexcourt.notebook_image(self.svg())

    @_question
    def area(self, sentence: str) -> Answer[MapAreasRow]:
        """List the hexes of an area, or of a sentence of setup or entry."""
        from hexcourt.solver.boards.answers import find_area

        return find_area(self.opened, sentence)

    # --- lines of sight ------------------------------------------------------------------------------

    @_question
    def los(
        self,
        viewer: str,
        target: str,
        *,
        viewer_status: Status | None = None,
        target_status: Status | None = None,
        margin: float = 0.0,
    ) -> Answer[LosRow]:
        """Judge one line of sight: yes where it is clear, with the reasons from end to end."""
        from hexcourt.solver.sight.answers import judge_line

        return judge_line(self, (viewer, target), (viewer_status, target_status), margin)

    @_question
    def see(
        self,
        *targets: str,
        status: Status | None = None,
        margin: float = 0.0,
        within: int | None = None,
        workers: int | None = None,
    ) -> Answer[SeeRow]:
        """List which hexes and upper Locations see a Location, or each of several, if given only those
        ``within`` so many hexes. Without ``workers`` all cores are used.
        """
        from hexcourt.solver.sight.answers import who_sees

        if not targets:
            raise BadInput("see: no Location is named; write one such as F31")
        return who_sees(self, targets, status, margin, within, workers)

    @_question
    def matrix(
        self,
        *,
        locations: Listed = "ground",
        margin: float = 0.0,
        within: int | None = None,
        workers: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Answer[MatrixRow]:
        """Judge every unordered pair of Locations once. ``locations`` are ``ground`` or ``all``, if
        given only those ``within`` so many hexes. Without ``workers`` all cores are used.
        """
        from hexcourt.solver.sight.matrices import judge_pairs

        report = progress or (lambda done: None)
        return judge_pairs(self, locations, margin, report, within, workers).answer

    # --- moves ---------------------------------------------------------------------------------------

    @_question
    def path(
        self,
        start: str,
        goal: str,
        *,
        unit: str,
        allowance: float | str | None = None,
        turns: int = 1,
        only: Only | None = None,
        avoid: Sequence[str] = (),
    ) -> Answer[PathRow]:
        """Find the cheapest path of a unit, step by step, or prove that there is none."""
        from hexcourt.solver.movement.mover import Mover
        from hexcourt.solver.movement.path_answers import find_path

        return find_path(Mover(self, start, unit, allowance), goal, only, avoid, turns)

    @_question
    def reach(
        self,
        start: str,
        *,
        unit: str,
        allowance: float | str | None = None,
        turns: int = 1,
        every_state: bool = False,
    ) -> Answer[ReachRow]:
        """List every Location that a unit can reach, each with its cheapest cost."""
        from hexcourt.solver.movement.mover import Mover
        from hexcourt.solver.movement.path_answers import list_reached

        return list_reached(Mover(self, start, unit, allowance), turns, every_state)

    @_question
    def exposure(
        self,
        start: str,
        goal: str,
        *,
        unit: str,
        allowance: float | str | None = None,
        turns: int = 1,
        watch: Sequence[str] = (),
    ) -> Answer[ExposureRow]:
        """Find the path on which a unit is seen least by known enemies, and from Locations to ``watch``
        from, and who sees each step.
        """
        from hexcourt.solver.movement.mover import Mover
        from hexcourt.solver.query.exposure import find_exposure

        return find_exposure(Mover(self, start, unit, allowance), goal, turns, watch)

    @_question
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
        progress: Callable[[int, int], None] | None = None,
    ) -> Answer[CutRow]:
        """Find the fewest pieces that block every path, and prove that no fewer do."""
        from hexcourt.solver.movement.cutting import cut_paths
        from hexcourt.solver.movement.mover import Mover

        mover = Mover(self, start, unit, allowance)
        report = progress or (lambda pieces, ways: None)
        return cut_paths(mover, goal, kinds, most, turns, seconds, report)

    @_question
    def adjacent(self, location: str) -> Answer[AdjacentRow]:
        """List the Locations ADJACENT to one, or connected with it, and why."""
        from hexcourt.solver.movement.path_answers import list_adjacent

        return list_adjacent(self, location)

    @_question
    def entry(
        self, *scheduled: str, obstructed: Sequence[str] = (), unit: str = "squad"
    ) -> Answer[EntryRow]:
        """Find when and where a unit enters that is to enter by one of some hexes (A2.5)."""
        from hexcourt.solver.movement.path_answers import find_entry

        if not scheduled:
            raise BadInput("entry: no hex is named; write one at the edge of the map, such as C39")
        return find_entry(self, scheduled, obstructed, unit)

    # --- actions and attacks -------------------------------------------------------------------------

    @_question
    def legal(self, *actions: str) -> Answer[LegalRow]:
        """Decide whether the rules allow some actions, or pieces to be placed, done together."""
        from hexcourt.solver.actions.answers import answer_actions

        return answer_actions(self, actions)

    @_question
    def effect(self, attack: str, target: str) -> Answer[EffectRow]:
        """Return what an attack on a target comes to."""
        from hexcourt.solver.actions.answers import answer_attack

        return answer_attack(self, attack, target)

    # --- anything ------------------------------------------------------------------------------------

    @_question
    def ask(
        self,
        question: str,
        *,
        vary: Sequence[str] = (),
        count: bool = False,
        choose: Sequence[str] = (),
        against: Sequence[str] = (),
        each_reply: bool = False,
        then: Sequence[str] = (),
        best: Sequence[str] = (),
        top: int = 8,
        unit: str = "squad",
        allowance: float | str | None = None,
        start: str | None = None,
        turns: int = 1,
        why: bool = False,
        why_not: bool = False,
        every: bool = False,
        lines: int = 40,
        certify: Path | None = None,
        program: bool = False,
        limits: Limits | None = None,
    ) -> Answer[AskRow]:
        """Answer any question of the question language (docs/reference/questions.md).

        It is answered in a process of its own, under limits, since it may come from anybody. With
        ``count`` every world is counted, even after the answer is settled. With
        ``choose`` and ``against`` it is asked for a choice that holds against every reply, if need be by
        what is placed ``then``, with ``best`` for the one that guarantees the best number, or two.
        ``why`` adds its explanation in at most so many ``lines``, with ``every`` reason, ``why_not``
        what would turn it. ``certify`` writes a certificate into a folder. ``program`` adds the question
        written as one program.
        """
        from hexcourt.solver.query import answers
        from hexcourt.solver.sandbox.limited_run import Limits

        sides = None
        if choose or against or each_reply or then:
            sides = answers.Sides(tuple(choose), tuple(against), each_reply, top, tuple(then))
        query = answers.PositionQuestion(
            self,
            question,
            tuple(vary),
            unit,
            allowance,
            start,
            turns,
            count,
            tuple(best),
            top,
            sides,
        )
        wanted = answers.AnswerOptions(why, why_not, every, lines, program, certify)
        query.check(wanted)
        answer = answers.answer_question
        if best:
            from hexcourt.solver.query.best import answer_best as answer
        elif sides is not None:
            from hexcourt.solver.query.game_answers import answer_game as answer
        allowed = limits or Limits()
        return answers.answer_limited(
            partial(answer, query, wanted, allowed), query.arguments, allowed
        )


def put_question(position: Position, name: str, arguments: Mapping[str, Any]) -> Answer:
    """Answer a question by its name in the table of questions, with its arguments by name.

    Arguments that change the Position (``place``, ``given``, ``without``, ``areas``) are not among them.
    Raises BadInput.
    """
    query, named = QUESTIONS[name], dict(arguments)
    first = [named.pop(each) for each in query.first if each in named]
    several = first.pop() if query.several and first else ()
    answer: Answer = getattr(position, name)(*first, *several, **named)
    return answer


# Opens a board, a map or a scenario card as a Position


def open_position(
    name: str,
    placed: Sequence[str] = (),
    given: Sequence[str] = (),
    amend: Sequence[str | Path] = (),
    areas: Mapping[str, Sequence[str]] | None = None,
    boards: Sequence[str | Path] = (),
) -> Position:
    """Open a board, a map of boards or a scenario card as a Position.

    ``placed`` are pieces on it, ``given`` what else is given, ``amend`` files of house rules, ``areas``
    further named areas, each by its sentences, and ``boards`` folders in which archives are looked for.
    Raises BadInput.
    """
    rules = _house_rules(amend)
    folders = _folders(boards)
    scenario, text = scenario_or_text(name, rules, folders)
    rules = rules if scenario is None else scenario.house_rules
    with under_house_rules(rules):
        if scenario is None:
            board = with_counters(checked_board(name, folders, text), ())
        else:
            board = scenario.position.opened
            placed = (*scenario.position.placed, *placed)
        opened = with_areas(board, areas)
        placed_pieces = tuple(placed), tuple(given)
        return Position(opened, *placed_pieces, house_rules=rules, scenario=scenario)


def position_of(scenario: Scenario) -> Position:
    """Return the map of a scenario as a Position, with what its card places."""
    found = scenario.position
    placed = found.placed, found.given, found.taken
    return Position(found.opened, *placed, house_rules=found.house_rules, scenario=scenario)


def _house_rules(paths: Sequence[str | Path]) -> tuple[HouseRules, ...]:
    if not paths:
        return ()
    from hexcourt.solver.rulebase.read_house_rules import read_house_rules  # it imports clingo

    return read_house_rules(paths)


def _folders(boards: Sequence[str | Path]) -> tuple[Path, ...]:
    if not boards:
        return ()
    from hexcourt.facts.maps.compose_map import checked_folders

    return checked_folders(boards)
