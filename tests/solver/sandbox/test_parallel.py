"""Pairs judged by several threads or processes: what one finds, whoever dies or is stopped."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import clingo
import psutil
import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.kernels import Octants
from hexcourt.facts.boards.board import Board
from hexcourt.facts.tracing import pixel_tracing, situations
from hexcourt.facts.tracing.sight_lines import every_pair
from hexcourt.solver.api.position import Position
from hexcourt.solver.boards.line_differences import disagreements
from hexcourt.solver.rulebase import ground as ground_module
from hexcourt.solver.rulebase.rulebase import active_rules, use_rules
from hexcourt.solver.sandbox import children as children_module
from hexcourt.solver.sandbox.children import run_team
from hexcourt.solver.sandbox.processes import can_fork
from hexcourt.solver.sandbox.threads import run_in_threads
from hexcourt.solver.sight import batch_los, exact_los, los_engine, situation_cache
from hexcourt.solver.sight.batch_los import StopTable
from hexcourt.solver.sight.los_engine import LosEngine, judge_on_cores
from hexcourt.solver.sight.matrices import judge_pairs, matrix_parts
from tests.effort import PATIENCE, of, sample
from tests.solver.sandbox.test_limited_command import played
from tests.tiny import pixelled, tiny

pytestmark = pytest.mark.skipif(not can_fork(), reason="needs fork and signals that can be awaited")

TERRAIN = ("open", "open", "grain", "brush", "woods", "building(stone,1)", "building(wood,0)")


@pytest.fixture(autouse=True)
def worth_it(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have tiny boards dealt out as large ones are."""
    monkeypatch.setattr(los_engine, "PAIRS_PER_THREAD", 100)
    monkeypatch.setattr(los_engine, "LEAST", 20)
    monkeypatch.setattr(los_engine, "LEARNT_FROM", 40)
    yield


def land(seed: int, embedded: bool = False) -> Board:
    choose = random.Random(seed)
    names = [f"{column}{row}" for column in "ABCD" for row in range(1, 6)]
    board = tiny(
        "\n".join(f"{n} {choose.choice(TERRAIN)}@{choose.choice((0, 0, 2, 4))}" for n in names)
    )
    return board if embedded else pixelled(board)


def text(board: Board, workers: int) -> str:
    places = board.locations
    table = judge_on_cores(LosEngine(board), places, every_pair(len(places)), workers=workers)
    return "".join(matrix_parts(board, table))


@pytest.mark.parametrize("embedded", [False, True], ids=["pixels", "outlines"])
@pytest.mark.parametrize("seed", range(sample(1, of(2))))
def test_several_find_what_one_finds(seed: int, embedded: bool) -> None:
    board = land(seed, embedded)
    alone = text(board, 1)
    assert {"clear", "blocked"} <= {row.split(",")[3] for row in alone.splitlines()[1:]}
    assert text(board, 2) == alone == text(board, 3)


def test_threads_ask_the_rules_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    decide = situation_cache.SituationCache._decide

    def noted(known: situation_cache.SituationCache, keys: Any, ranges: Any) -> Any:
        asked.extend((key, ranges is None) for key in keys.tolist())
        return decide(known, keys, ranges)

    monkeypatch.setattr(situation_cache.SituationCache, "_decide", noted)
    text(land(7), 3)
    assert asked
    coarse = [key for key, plain in asked if plain]
    assert len(coarse) == len(set(coarse))


def test_a_large_drawing_has_one_octant_packed_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    board, held = land(7), []
    alone = text(board, 1)
    towards = pixel_tracing.PackedPixels.towards

    def watched(pixels: pixel_tracing.PackedPixels, octants: Iterable[int]) -> Octants:
        found = towards(pixels, octants)
        held.append(sum(each.size > 0 for each in found))
        return found

    monkeypatch.setattr(pixel_tracing.PackedPixels, "towards", watched)
    monkeypatch.setattr(pixel_tracing, "MAX_KEPT", 0)
    monkeypatch.setattr(los_engine, "LEAST", 50)  # so that lines leap
    assert text(board, 3) == alone
    assert len(held) > 4
    assert set(held) == {1}


def test_what_blocks_is_taken_down_while_others_decide() -> None:
    """What a thread has decided may be of ends that it met for the first time."""
    engine = LosEngine(land(3))
    engine.table(engine.board.locations, every_pair(len(engine.board.locations)))
    known, sights = engine.precedents, [engine.precedents.sights[0]]

    class Meanwhile:
        rulings = known.coarse.rulings

        @property
        def keys(self) -> Any:
            sights.append(sights[0])
            shift, _ = situations.LAYOUT["sight"]  # the highest bits
            return (1 << shift) | (known.coarse.keys & ((1 << shift) - 1))

    table = StopTable(engine.scene)
    table._update(SimpleNamespace(sights=sights, coarse=Meanwhile()))  # type: ignore[arg-type]
    assert table._blocks[1].any()


def test_threads_ask_the_rules_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """clingo breaks the process where two parse at once."""
    inside: list[int] = []
    most: list[int] = []
    ground = ground_module._ground

    def watched(*given: Any, **further: Any) -> clingo.Control:
        inside.append(1)
        time.sleep(0.02)  # long enough for another thread to come in
        most.append(len(inside))
        try:
            return ground(*given, **further)
        finally:
            inside.pop()

    monkeypatch.setattr(ground_module, "_ground", watched)
    asked = (batch_los._known_totals, batch_los._precedence)
    for each in (exact_los._close_hindrance, exact_los._close_calls, *asked):
        each.cache_clear()
    text(land(3), 3)
    assert len(most) > 2
    assert set(most) == {1}


def test_pairs_within_a_range_are_those_of_all_pairs() -> None:
    position = Position(land(5))
    every = judge_pairs(position).csv().splitlines()
    for reach in (0, 1, 3):
        near = judge_pairs(position, within=reach).csv().splitlines()
        assert near == [every[0], *(row for row in every[1:] if int(row.split(",")[2]) <= reach)]


def test_several_targets_are_seen_as_each_alone() -> None:
    board = land(2)
    names = [each.name for each in board.hexes if {"open", "grain"}.issuperset(each.terrain)]
    position = Position(board).give(f'emplaced("{names[1]}")')
    names = names[:5]
    for status in (None, "entrenched"):
        told = position.see(*names, status=status, within=3, workers=3)
        rows = [row for name in names for row in position.see(name, status=status, workers=1).rows]
        assert list(told.rows) == [row for row in rows if row["range"] <= 3]
        assert len(told.rows) < len(rows)


def test_a_picture_shows_one_target() -> None:
    position = Position(land(2))
    answer = position.see("A1", "B2")
    assert answer.arguments["targets"] == ["A1", "B2"]
    with pytest.raises(BadInput, match="ask about one"):
        answer.svg()


def test_several_find_the_same_disagreements() -> None:
    board, other = land(1), land(2)  # which stands for the same board turned
    alone, together = (list(disagreements(board, other, {"B701", "B702"}, n)) for n in (1, 3))
    assert alone
    assert together == alone


# --- threads --------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
def test_each_piece_is_worked_at_once_and_told_of(threads: int) -> None:
    worked: list[int] = []
    told: list[int] = []
    run_in_threads(worked.append, range(40), threads, told.append)
    assert sorted(worked) == sorted(told) == list(range(40))


def test_threads_are_under_the_active_rules() -> None:
    book = replace(active_rules())
    found: list[bool] = []
    with use_rules(book):
        run_in_threads(lambda piece: found.append(active_rules() is book), range(20), 3)
    assert found == [True] * 20


@pytest.mark.parametrize("failing", [0, 19])
def test_what_a_thread_raises_is_raised(failing: int) -> None:
    before = threading.active_count()

    def work(piece: int) -> None:
        if piece == failing:
            raise BadInput("no such hex")

    with pytest.raises(BadInput, match="no such hex"):
        run_in_threads(work, range(20), 3)
    assert threading.active_count() == before


# --- teams ----------------------------------------------------------------------------------------


def fail(number: int) -> None:
    if number == 1:
        raise BadInput("no such hex")
    time.sleep(PATIENCE)


def starve(number: int) -> None:
    if number == 1:
        raise MemoryError
    time.sleep(PATIENCE)


def die(number: int) -> None:
    if number == 1:
        os._exit(3)
    time.sleep(PATIENCE)


@pytest.mark.parametrize(
    ("work", "error"), [(fail, BadInput), (starve, MemoryError), (die, RuntimeError)]
)
def test_a_member_that_fails_ends_the_team(
    work: Callable[[int], None], error: type[Exception]
) -> None:
    before = children()
    with pytest.raises(error):
        run_team(work, 2)
    assert children() <= before


def test_an_interruption_ends_the_team() -> None:
    before = children()
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)

    def work(number: int) -> None:
        if number == 1:
            os.kill(os.getppid(), signal.SIGINT)
        time.sleep(PATIENCE)

    try:
        with pytest.raises(KeyboardInterrupt):
            run_team(work, 2)
    finally:
        signal.signal(signal.SIGINT, handler)
    assert children() <= before


def test_an_interruption_that_another_thread_receives_waits_for_the_fork(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python handles it in the main thread, whatever that blocks: each child must be known by then."""
    before, done = children(), threading.Event()
    other = threading.Thread(target=done.wait)
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    fork = os.fork

    def interrupted() -> int:
        pid = fork()
        if pid:
            signal.pthread_kill(other.ident or 0, signal.SIGINT)
        return pid

    monkeypatch.setattr(os, "fork", interrupted)
    other.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            run_team(lambda number: time.sleep(PATIENCE), 2)
    finally:
        signal.signal(signal.SIGINT, handler)
        done.set()
        other.join()
    assert children() <= before


def children() -> set[psutil.Process]:
    """Return the processes that this one started: a test before may have left one that serves it on."""
    return set(psutil.Process().children())


HELD = "__import__('hexcourt.solver.sandbox.children').solver.sandbox.children.run_team"


def test_the_limits_count_what_members_hold() -> None:
    hold = "(lambda number: (bytearray(b'x') * (40 << 20), time.sleep(1000)))"
    assert played(f"{HELD}({hold}, 2)") == "memory"
    assert played(f"{HELD}(lambda number: spin(), 2)", 0.5) == "seconds"


def test_there_are_no_more_members_than_there_is_memory_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        children_module, "_address_space_left", lambda: 3 * children_module.A_MEMBER
    )
    assert children_module.most_members(8) == 3
    monkeypatch.setattr(children_module, "_address_space_left", lambda: 0)
    assert children_module.most_members(None) == 1
    monkeypatch.setattr(children_module, "can_fork", lambda: False)
    assert children_module.most_members(2) == 1
