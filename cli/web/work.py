"""What a worker does: it keeps boards and positions open, and answers one task after the other.

It runs in a process of its own, which may be ended at any time (``workers.py``).
"""

from __future__ import annotations

import json
import os
import signal
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import print_exc
from typing import Any, TypeVar

from hexcourt.cli.render.sheet import Sheet
from hexcourt.cli.web import drafting
from hexcourt.cli.web.board_registry import BoardRegistry, RegisteredBoard, opening_within
from hexcourt.cli.web.presenters import (
    Marker,
    card_as_json,
    draw_map,
    drawn_picture,
    has_picture,
    kind_of_file,
    map_of,
    marks_of,
    open_scenario,
    sheet_of,
)
from hexcourt.cli.web.questions import FILE_REQUESTS, put
from hexcourt.facts.base.errors import LONGEST_SENTENCE, BadInput, RuleError, shown
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.api.position import Position, open_position, position_of
from hexcourt.solver.sandbox.limited_run import LIBRARIES, Limits
from hexcourt.solver.sandbox.processes import ENDLESS, confine, end_with, is_out_of_memory, mapped
from hexcourt.solver.scenario.advise import advise_scenario
from hexcourt.solver.scenario.answers import check_scenario
from hexcourt.solver.scenario.running import BROKEN_OFF
from hexcourt.solver.scenario.scenario import Scenario

OK, BAD, OVER, BROKEN = 200, 400, 422, 500

_NO_LIMIT = 1e9  # seconds of work, all in all; each task has a limit of its own

MAX_BOARDS, MAX_POSITIONS = 4, 12
"""How many a worker keeps open."""

_Kept = TypeVar("_Kept")


@dataclass(frozen=True, slots=True)
class RequestedBoard:
    """A board with what is placed on it, given, and taken away."""

    board: RegisteredBoard
    place: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do: ``what`` is a question's name, ``check``, ``advise``, ``card``, ``map``, ``svg``,
    ``picture``, ``draft``, ``legend``, or ``warm``: to get ready.
    """

    what: str
    board: RequestedBoard
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """What holds for all that a worker does: from which folders it opens, within which limits."""

    registry: BoardRegistry
    limits: Limits


def be_worker(connection: Connection, settings: WorkerSettings) -> None:
    """Answer tasks until the other end of the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it ends
    end_with(os.getppid())
    confine(_NO_LIMIT, (mapped("self") or ENDLESS) + settings.limits.memory + LIBRARIES)
    answerer = Answerer(settings)
    while True:
        try:
            task: Task = connection.recv()
        except (EOFError, OSError):
            return
        status, body = answerer.answer(task)
        with suppress(OSError):
            connection.send_bytes(b"%d" % status + body)
        if status == OVER:
            return  # its memory may be in pieces; another one takes its place


class Answerer:
    """Answers tasks, and keeps what they opened."""

    def __init__(self, settings: WorkerSettings) -> None:
        self.settings = settings
        self._boards: OrderedDict[RegisteredBoard, tuple[Position, Sheet]] = OrderedDict()
        self._scenarios: OrderedDict[RegisteredBoard, Scenario | None] = OrderedDict()
        self._checked: OrderedDict[tuple[RegisteredBoard, tuple[str, ...]], bytes] = OrderedDict()
        self._positions: OrderedDict[RequestedBoard, Position] = OrderedDict()

    def answer(self, task: Task) -> tuple[int, bytes]:
        """Do a task; give its HTTP status and the body, JSON or SVG."""
        try:
            return OK, self._done(task)
        except (BadInput, RuleError) as error:
            if is_out_of_memory(error):
                return OVER, error_body("the memory was too short; ask for less")
            return BAD, error_body(self._as_named(str(error)))
        except Exception as error:
            if is_out_of_memory(error):
                return OVER, error_body("the memory was too short; ask for less")
            print_exc()
            return BROKEN, error_body("an error of the program itself; its console tells more")

    def _as_named(self, sentence: str) -> str:
        """Name the files of the folders as the server does."""
        for begin, root in self.settings.registry.roots:
            sentence = sentence.replace(f"{root}{os.sep}", begin)
        return sentence

    def _done(self, task: Task) -> bytes:
        placed = task.board
        if task.what in ("draft", "legend", "picture"):
            with self._opening():
                return self._of_picture(task)
        if task.what == "card" or task.what in FILE_REQUESTS:
            return self._of_card(task)
        opened, sheet = self._board(placed.board)
        position = self._position(opened, placed)
        if task.what == "svg":
            return draw_map(position).encode()
        if task.what == "map":
            pictured = self._pictured(placed.board)
            return as_json(map_of(placed.board.name, position, sheet, pictured))
        if task.what == "warm":
            return _warmed(position)
        answer = put(task.what, task.arguments, position, self.settings.limits)
        marks = Marker(position.board, sheet).of(task.what, answer, _named(task))
        return _answered(answer, marks)

    def _of_picture(self, task: Task) -> bytes:
        board, registry = task.board.board, self.settings.registry
        path = Path(board.opened_as)
        if task.what == "draft":
            answer = drafting.draft(path, board.name, registry.dropped, **task.arguments)
            return _answered(answer, marks_of(()))
        if task.what == "legend":
            return _answered(drafting.colours(path, board.name, **task.arguments), marks_of(()))
        if task.arguments or kind_of_file(path) == "picture":
            return drafting.picture(path, **task.arguments)
        return drawn_picture(path, registry, self._scenario(board))

    def _of_card(self, task: Task) -> bytes:
        board = task.board.board
        with self._opening():
            scenario = self._scenario(board)
            if scenario is None:
                raise BadInput(f"{shown(board.name)}: is no scenario card; name one")
            if task.what == "advise":
                return _advised(scenario, task.arguments["finding"], self.settings.limits)
            if task.what == "check":
                query, select, limits = scenario, task.arguments["select"], self.settings.limits
                key = board, select
                result = _kept(
                    self._checked, key, lambda: _checked(query, select, limits), MAX_POSITIONS
                )
                if BROKEN_OFF.encode() in result:  # it may be found another time
                    del self._checked[key]
                return result
            return as_json(card_as_json(board.name, scenario))

    def _opening(self) -> AbstractContextManager[None]:
        return opening_within(*(root for _, root in self.settings.registry.roots))

    def _scenario(self, board: RegisteredBoard) -> Scenario | None:
        def opened() -> Scenario | None:
            return open_scenario(Path(board.opened_as), self.settings.registry)

        return _kept(self._scenarios, board, opened, MAX_BOARDS)

    def _board(self, board: RegisteredBoard) -> tuple[Position, Sheet]:
        def opened() -> tuple[Position, Sheet]:
            with self._opening():
                card = self._scenario(board)
                folders = self.settings.registry.folders()
                position = (
                    open_position(board.opened_as, boards=folders)
                    if card is None
                    else position_of(card)
                )
            return position, sheet_of(position)

        return _kept(self._boards, board, opened, MAX_BOARDS)

    def _pictured(self, board: RegisteredBoard) -> bool:
        with self._opening():
            return has_picture(Path(board.opened_as), self.settings.registry, self._scenario(board))

    def _position(self, opened: Position, placed: RequestedBoard) -> Position:
        def made() -> Position:
            return opened.with_(place=placed.place, given=placed.given, without=placed.without)

        if not (placed.place or placed.given or placed.without):
            return opened
        return _kept(self._positions, placed, made, MAX_POSITIONS)


def _kept(
    store: OrderedDict[Any, _Kept], key: object, make: Callable[[], _Kept], most: int
) -> _Kept:
    """Return what is kept under a key, or make it; what was not wanted for longest goes."""
    if key not in store:
        store[key] = make()
    store.move_to_end(key)
    while len(store) > most:
        store.popitem(last=False)
    return store[key]


def _checked(scenario: Scenario, select: Sequence[str], limits: Limits) -> bytes:
    """Check within the time of a request: one of several checks may take a third of it."""
    in_all = 0.9 * limits.seconds
    each = replace(limits, seconds=in_all / (1 if len(select) == 1 else 3))
    answer = check_scenario(scenario, select, limits=each, in_all=in_all)
    return _answered(answer, marks_of(answer.rows))


def _advised(scenario: Scenario, finding: str | None, limits: Limits) -> bytes:
    """Propose changes of a card within the time of a request."""
    shorter = replace(limits, seconds=0.9 * limits.seconds)
    return _answered(advise_scenario(scenario, finding or "", shorter), marks_of(()))


def _answered(answer: Answer, marks: Mapping[str, Any]) -> bytes:
    items = answer.as_json().encode(), as_json(marks), as_json(answer.text(why=True))
    return b'{"answer":%s,"marks":%s,"text":%s}' % items


def _warmed(position: Position) -> bytes:
    """Learn what the rules say of some lines, which serves others."""
    ends = [each.name for each in position.board.ground_locations]
    for one, other in zip(ends[:: len(ends) // 8 + 1], ends[:: -(len(ends) // 8 + 1)], strict=True):
        position.see(one)
        if one != other:
            position.los(one, other)
    return b""


def _named(task: Task) -> Sequence[str]:
    """List the actions, or the attack and its target, that a question names, in words."""
    if task.what == "effect":
        return task.arguments["attack"], task.arguments["target"]
    named: Sequence[str] = task.arguments.get("actions", ())
    return named


def as_json(value: object) -> bytes:
    """Write a value as compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def error_body(sentence: str) -> bytes:
    """Write a refusal: one sentence."""
    return as_json({"error": shown(sentence, LONGEST_SENTENCE)})
