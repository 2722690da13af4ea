"""Lines that are left off at what blocks them are judged as when they are traced whole."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from hexcourt.facts.boards.board import Board
from hexcourt.facts.tracing.scene import Scene
from hexcourt.facts.tracing.sight_lines import every_pair, line_up
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.sight import los_engine
from hexcourt.solver.sight.los_engine import LosEngine, VerdictTable
from tests.effort import one_of, sample
from tests.tiny import pixelled, tiny

ARCHIVES = sorted((Path(__file__).resolve().parents[4] / "shared" / "vasl" / "boards").glob("bd*"))
OPEN = ("open", "open", "open", "grain", "brush", "marsh", "water", "orchard")
CLOSED = ("woods", "woods", "building(stone,1)", "building(wood,0)", "building(stone,2)")
TERRAIN = OPEN + CLOSED
HEXSIDES = ("wall", "hedge", "bocage", "cliff")


@pytest.fixture(autouse=True)
def few_first(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(los_engine, "LEARNT_FROM", 40)
    yield


def land(seed: int, columns: int = 9, rows: int = 9) -> Board:
    """A random board: hills of woods and houses, which a line meets in any order."""
    choose = random.Random(seed)
    names = [f"{'ABCDEFGHIJ'[c]}{r + 1}" for c in range(columns) for r in range(rows)]
    heights = {name: choose.choice((0, 0, 0, 2, 4, -2)) for name in names}
    entries = [f"{name} {choose.choice(TERRAIN)}@{heights[name]}" for name in names]
    for column in "ABCDEFGHIJ"[:columns]:
        for row in range(1, rows):
            if choose.random() < 0.15:
                entries.append(f"{column}{row}-{column}{row + 1} {choose.choice(HEXSIDES)}")
    return pixelled(tiny("\n".join(entries)))


def judged(board: Board) -> VerdictTable:
    places = board.locations
    pairs = np.array([(a, b) for a in range(len(places)) for b in range(a)])
    return LosEngine(board).table(places, pairs)


def assert_equal(one: VerdictTable, other: VerdictTable) -> None:
    assert (one.verdicts.verdict == other.verdicts.verdict).all()
    assert (one.verdicts.hindrance == other.verdicts.hindrance).all()
    assert (one.verdicts.run == other.verdicts.run).all()
    assert (one.margin == other.margin).all()
    assert (one.hindrance_margin == other.hindrance_margin).all()
    rules = [[each.rules[rule] for rule in each.verdicts.rule] for each in (one, other)]
    assert rules[0] == rules[1]


@pytest.mark.parametrize("seed", range(sample(1, 16)))
def test_boards_are_judged_alike(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board, cut = land(seed), []
    trace = Scene.trace

    def traced(scene: Scene, *arguments: object, **more: object) -> object:
        runs = trace(scene, *arguments, **more)  # type: ignore[arg-type]
        cut.append(0 if runs.cut is None else int(runs.cut.sum()))
        return runs

    monkeypatch.setattr(Scene, "trace", traced)
    stopped = judged(board)
    assert sum(cut) > 100, "lines are left off"
    monkeypatch.setattr(Scene, "may_stop", False)
    cut.clear()
    assert_equal(stopped, judged(board))
    assert not any(cut)


@pytest.mark.parametrize(
    ("drawn", "ends", "most"),
    [
        (["B4 woods@4", "B5 woods@4"], ("A5", "I7"), 2),
        (["B5-C5 bocage", "B5-C6 bocage"], ("A5", "I7"), 3),
        ([f"{c}{row}-{c}{row + 1} bocage" for c in "DEF" for row in (4, 5)], ("E1", "E9"), 6),
    ],
    ids=["next hex", "hexside of the next hex", "hexside far from both ends"],
)
def test_lines_are_left_off_at_what_blocks(
    drawn: list[str], ends: tuple[str, str], most: int
) -> None:
    names = {f"{column}{row}" for column in "ABCDEFGHI" for row in range(1, 10)}
    plain = sorted(names.difference(each.split()[0] for each in drawn))
    board = pixelled(tiny("\n".join([*(f"{name} open@0" for name in plain), *drawn])))
    engine, places = LosEngine(board), board.ground_locations
    engine.table(places, every_pair(len(places)))  # the rules are asked
    pair = np.array([[[place.hex for place in places].index(name) for name in ends]])
    traced, lines = line_up(board, places, pair, engine._states(places, None))
    runs = engine.scene.trace(traced, stops=engine._stops(traced, lines))
    assert runs.cut is not None
    assert runs.cut.all()
    assert len({*runs.hexes.tolist()}) <= most


@pytest.mark.skipif(not ARCHIVES, reason="no VASL archives at ../shared/vasl/boards")
@pytest.mark.parametrize("archive", one_of(ARCHIVES, 30), ids=lambda each: each.name)
def test_archives_are_judged_alike(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = open_board(str(archive))
    some = np.random.default_rng(7).choice(len(board.locations), 120, replace=False)
    places = [board.locations[each] for each in sorted(some)]
    pairs = np.array([(a, b) for a in range(len(places)) for b in range(a)])
    stopped = LosEngine(board).table(places, pairs)
    monkeypatch.setattr(Scene, "may_stop", False)
    assert_equal(stopped, LosEngine(board).table(places, pairs))
