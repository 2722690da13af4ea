"""The embankment railway of Festung Budapest (FB6.12) and what lies on it, each rule on tiny boards.

Levels are half levels: the ground lies at 0, the top of an embankment railway (EmRR) hex on it at 1.
EmRR hexes that other hexes part are different EmRR. Every line is judged from both ends.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import clingo
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Counter, Location
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.facts.tracing.sight_lines import every_pair
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.placement.statuses import check_status
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.sight.los_engine import LineResult, LosEngine
from tests.asp.test_los_properties import differences, told, turned
from tests.asp.test_los_rules import outcome
from tests.effort import is_tried, tries
from tests.rulings import rule
from tests.tiny import strip, tiny


def cases(*told: tuple[str, str, str, str]) -> Callable[..., Callable[..., None]]:
    """Run a test for cases: why, the board, the ends of the line with their statuses, the outcome."""
    params = [pytest.param(*case[1:], id=case[0]) for case in told]
    return pytest.mark.parametrize(("rows", "line", "expected"), params)


def board_of(rows: str) -> Board:
    """Read a tiny board; ``rr_bridge`` makes A4 the bridge of a railway over a sunken road."""
    told, bridge, counters = rows.partition("rr_bridge")
    if not bridge:
        return tiny(rows)
    deck = 'location("A4",ground,1). terrain("A4",rr_bridge).'
    return tiny(f"{told}A4 bed@-2 under@-2 {counters}", deck + strip("rr_bridge", 1, 2700, 3300))


def ends_of(board: Board, line: str) -> tuple[Location, Location, dict[str, str]]:
    """Read the ends of a line, such as ``A2 entrenched, A8``: two Locations and the statuses."""
    ends = [end.split() for end in line.split(", ")]
    a, b = (board.location(name) for name, *_ in ends)
    return a, b, {name: status[0] for name, *status in ends if status}


def judged_line(rows: str | Board, line: str) -> tuple[LineResult, LineResult]:
    """Hear a line in both directions: they must agree, with each other and with the table."""
    board = board_of(rows) if isinstance(rows, str) else rows
    a, b, statuses = ends_of(board, line)
    engine = LosEngine(board)
    there = engine.explain_line(a, b, statuses, explain=True, may_be_close=False)
    back = engine.explain_line(b, a, statuses, may_be_close=False)
    assert outcome(there) == outcome(back), "A6.5: another answer in the other direction"
    reasons = {
        each.citation.number for each in there.line_verdict.reasons if each.effect == "blocks"
    }
    assert reasons == set(there.line_verdict.blocked)
    if is_tried(line, 5):
        hold_equal_to_table(engine, [there, back], statuses)
    return there, back


def hold_equal_to_table(
    engine: LosEngine, line_results: list[LineResult], statuses: dict[str, str]
) -> None:
    """Hold the table of some lines equal to their results."""
    places = [place for each in line_results for place in (each.line.a, each.line.b)]
    table = engine.table(places, np.arange(len(places)).reshape(-1, 2), statuses)
    judged = zip(line_results, told(table), table.verdicts.rule.tolist(), strict=True)
    for line_result, (verdict, hindrance), number in judged:
        said = outcome(line_result)
        line = f"{line_result.line.a.name} to {line_result.line.b.name}: {said}"
        assert verdict == line_result.verdict, line
        if verdict == "clear":
            assert hindrance == line_result.line_verdict.hindrance, line
        else:
            assert table.rules[number] in said.split(), line


def ruled(rows: str | Board, line: str) -> str:
    """Say how a line is ruled."""
    return outcome(judged_line(rows, line)[0])


# --- FB6.12, FB6.121, FB6.123: what an embankment is ----------------------------------------------

SPINES = "A1, B0:B1, C1, C0, D0:D1, E1, F0:F1, G1"
"""A line along hexspines: A1, the hexside B0-B1, C1, D0-D1, E1, F0-F1, G1."""


@rule("FB6.121", "FB6.1233")
@cases(
    ("none", "A1:A9", "A1, A9", "clear"),
    ("between", "A1:A9, A4 emrr@1", "A1, A9", "blocked FB6.121"),
    ("no higher than both ends", "A1:A9, A4 emrr@1, A1 @2, A9 @2", "A1, A9", "clear"),
    ("its own hexside", f"{SPINES}, D0 emrr@1", "A1, G1", "blocked FB6.121"),
    ("no crest line: nothing is blind behind it", "A1:A9, A4 emrr@1, A1 @4", "A1, A5", "clear"),
    (
        "its own hexside, beside lower ground",
        f"{SPINES}, B0 emrr@1, B1 @-2",
        "A1 entrenched, E1",
        "blocked FB6.1233",
    ),
    (
        "the same, with low ground off the line",
        f"A0 @-2, {SPINES}, B0 emrr@1, B1 @-2",
        "A1 entrenched, E1",
        "blocked FB6.1233",
    ),
    ("on a hill", "A1:A9 @4, A4 emrr@5", "A1, A9", "blocked FB6.121"),
)
def test_fb6_121_an_inherent_half_level_obstacle(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


@rule("FB6.121", "FB6.123")
@cases(
    ("three different", "A1:A7, A3 emrr@1, A5 emrr@1, A7 emrr@1", "A1, A7", "blocked FB6.121"),
    ("all the same", "A1:A7, A3:A7 emrr@1", "A1, A7", "clear"),
    ("the same by way of hexes beside the line",
     "A1:A7, A3 emrr@1, A5 emrr@1, A7 emrr@1, B3:B6 emrr@1", "A1, A7", "clear"),
    ("both on it", "A1:A7, A3:A7 emrr@1", "A3, A7", "clear"),
    ("what lies behind it is not on it", "A1:A7, A3:A6 emrr@1", "A1, A8 ", "blocked FB6.121"),
)  # fmt: skip
def test_fb6_123_the_same_embankment_hides_none_of_its_hexes(
    rows: str, line: str, expected: str
) -> None:
    assert ruled(rows + ", A8", line) == expected


@rule("A6.2", "FB6.121", "FB6.123", "FB6.1233")
@cases(
    ("half a level below its top", "A1:A9, A3 emrr@1", "A2, A9", "clear"),
    ("not next to it", "A1:A9, A4 emrr@1", "A2, A9", "blocked FB6.121"),
    ("as high as its top", "A1:A9, A3 emrr@1, A2 @1", "A2, A9", "blocked FB6.121"),
    ("more than half a level below", "A1:A9, A3 emrr@1, A2 @-1", "A2, A9",
     "blocked A6.2 FB6.1233"),
    ("along a hexside that ends at its hex", f"{SPINES}, B0 emrr@1", "A1, G1", "clear"),
    ("next to a hex of it that the line does not touch",
     "A1:A9, A5 emrr@1, B1:B4 emrr@1", "A2, A9", "blocked FB6.121"),
)  # fmt: skip
def test_fb6_123_adjacent_along_the_line(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


# --- FB6.1231, FB6.1232: on and above -------------------------------------------------------------

TWO_BETWEEN = "A1:A9, A3 emrr@1, A5 emrr@1"
TWO_MORE = "A1:A9, A1 emrr@1, A3 emrr@1, A5 emrr@1"
THREE_MORE = f"{TWO_MORE}, A7 emrr@1"


@rule("FB6.121", "FB6.1231")
@cases(
    ("its own", "A1:A9, A1:A3 emrr@1", "A1, A9", "clear"),
    ("the next", "A1:A9, A1 emrr@1, A4 emrr@1", "A1, A9", "clear"),
    ("its own and the next", "A1:A9, A1:A2 emrr@1, A4:A5 emrr@1", "A1, A9", "clear"),
    ("the third, to what is adjacent behind it", TWO_MORE, "A1, A6", "clear"),
    ("the third, to what is lower beyond", TWO_MORE, "A1, A7", "blocked FB6.121"),
    ("the third, to what is as high beyond", f"{TWO_MORE}, A9 @1", "A1, A9", "clear"),
    ("the third, to what is dug in behind it", TWO_MORE, "A1, A6 entrenched", "clear"),
    ("the fourth, to another embankment", f"{THREE_MORE}, A7 emrr@1", "A1, A7", "clear"),
    ("past the fourth, to what is adjacent behind it", THREE_MORE, "A1, A8", "blocked FB6.121"),
    ("past the fourth, to what is as high", f"{THREE_MORE}, A9 emrr@1", "A1, A9",
     "blocked FB6.121"),
    ("dug in", TWO_MORE, "A1 entrenched, A6", "clear"),
    ("dug in, the third, to what is lower beyond", TWO_MORE, "A1 entrenched, A7",
     "blocked FB6.121"),
    ("as high, but not on one", "A1:A9, A1 @1, A4 emrr@1", "A1, A9", "blocked FB6.121"),
)  # fmt: skip
def test_fb6_1231_on(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


@rule("FB6.121", "FB6.1232")
@cases(
    ("one full level", "A1:A9, A1 @2, A4 emrr@1", "A1, A9", "clear"),
    ("dug in", "A1:A9, A1 @2, A4 emrr@1", "A1 entrenched, A9", "clear"),
    ("many", f"{TWO_BETWEEN}, A7 emrr@1, A1 @2", "A1, A9", "clear"),
    ("from another embankment", "A1:A9, A1 emrr@3, A3 emrr@1, A5 emrr@1, A7 emrr@1", "A1, A9",
     "clear"),
    ("as high as its top", "A1:A9, A1 @1, A4 emrr@1", "A1, A9", "blocked FB6.121"),
)  # fmt: skip
def test_fb6_1232_above(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


# --- FB6.12311, FB6.12312: walls, hedges and rubble -----------------------------------------------

ONE_WALL = "A1:A9, A1 emrr@1, A3-A4 wall"
TWO_WALLS = f"{ONE_WALL}, A5-A6 hedge"
THREE_WALLS = f"{TWO_WALLS}, A7-A8 wall"
LOWER = ", A1 emrr@3"


@rule("B9.2", "FB6.12311")
@cases(
    ("the first", ONE_WALL, "A1, A9", "clear"),
    ("dug in", ONE_WALL, "A1 entrenched, A9", "clear"),
    ("the second, to what is adjacent behind it", TWO_WALLS, "A1, A6", "clear"),
    ("the second, to what is lower beyond", TWO_WALLS, "A1, A7", "blocked FB6.12311"),
    ("the second, to what is as high beyond", f"{TWO_WALLS}, A8 @1", "A1, A8", "clear"),
    ("the second, to another embankment", f"{TWO_WALLS}, A8 emrr@1", "A1, A8", "clear"),
    ("the second, to what is higher beyond", f"{TWO_WALLS}, A8 @2", "A1, A8", "clear"),
    ("the third, to what is adjacent behind it", THREE_WALLS, "A1, A8", "blocked FB6.12311"),
    ("the third, to another embankment", f"{THREE_WALLS}, A9 emrr@1", "A1, A9",
     "blocked FB6.12311"),
    ("lower than the viewer", THREE_WALLS + LOWER, "A1, A9", "clear"),
    ("not from an embankment", "A1:A9, A3-A4 wall", "A1, A9", "blocked B9.2"),
    ("as high, but not on one", "A1:A9, A1 @1, A3-A4 wall", "A1, A9", "unknown FB6.12311"),
    ("as high, but not on one, its own", "A1:A9, A1 @1, A1-A2 wall", "A1, A9", "clear"),
)  # fmt: skip
def test_fb6_12311_walls_and_hedges(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


RUBBLE = "+rubble(stone)"
ONE_HEAP = f"A1:A9, A1 emrr@1, A3 {RUBBLE}"
TWO_HEAPS = f"{ONE_HEAP}, A5 +rubble(wood)"


@rule("B.9", "A6.2", "FB6.12311", "FB6.12312")
@cases(
    ("not from an embankment", f"A1:A9, A3 {RUBBLE}", "A1, A9", "blocked A6.2"),
    ("the first", ONE_HEAP, "A1, A9", "clear"),
    ("the second, to what is adjacent behind it", TWO_HEAPS, "A1, A6", "clear"),
    ("the second, to what is lower beyond", TWO_HEAPS, "A1, A7", "blocked FB6.12312"),
    ("the second, to what is as high beyond", f"{TWO_HEAPS}, A9 @1", "A1, A9", "clear"),
    ("the third, to what is adjacent behind it", f"{TWO_HEAPS}, A7 {RUBBLE}", "A1, A8",
     "blocked FB6.12312"),
    ("lower than the viewer", TWO_HEAPS + LOWER, "A1, A9", "clear"),
    ("one and a hedge, to what is adjacent behind it", f"{ONE_HEAP}, A5-A6 hedge", "A1, A6",
     "clear"),
    ("one and a hedge, to what is lower beyond", f"{ONE_HEAP}, A5-A6 hedge", "A1, A7",
     "blocked FB6.12311"),
    ("a hedge and one, to what is adjacent behind it", f"{ONE_HEAP}, A1-A2 hedge", "A1, A4",
     "clear"),
    ("with a hedge on its second hexside", f"{ONE_HEAP}, A3-A4 hedge", "A1, A9", "clear"),
    ("with a hedge on its second hexside, and one more",
     f"{ONE_HEAP}, A3-A4 hedge, A5-A6 hedge", "A1, A6", "clear"),
    ("with a hedge on its first hexside", f"{ONE_HEAP}, A2-A3 hedge", "A1, A9",
     "blocked FB6.12312"),
    ("with a hedge on its first hexside, and one more",
     f"{ONE_HEAP}, A2-A3 hedge, A5-A6 hedge", "A1, A6", "blocked FB6.12311 FB6.12312"),
    ("with a hedge on its first hexside, slanting",
     "B1:B5, C1:C4, B5 emrr@1, B3 +rubble(stone), B3-B4 hedge", "B5, C1", "blocked FB6.12312"),
    (
        "with a hedge on the hexside that the line runs along",
        "A2:A3, B2:B4, C4:C5, A2 emrr@1, A3 +rubble(stone), C4 +rubble(stone), B4-C4 hedge",
        "A2, C5",
        "clear",
    ),
    ("what one end sees past, the other does too",
     f"{ONE_HEAP}, A3-A4 hedge, A5-A6 hedge, A9 emrr@1", "A1, A9", "clear"),
    ("three, from both ends",
     f"{ONE_HEAP}, A2-A3 hedge, A5-A6 hedge, A9 emrr@1", "A1, A9", "clear"),
    ("four, from both ends", f"{ONE_HEAP}, A2-A3 hedge, A3-A4 hedge, A5-A6 hedge, A9 emrr@1",
     "A1, A9", "blocked FB6.12311 FB6.12312"),
)  # fmt: skip
def test_fb6_12312_rubble_as_a_hedge(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


# --- FB6.1233, FB6.1234: what nobody sees; behind -------------------------------------------------

LOW = "A1:A9 @-2, A1:A3 @0"
"""Ground a level below that of A1 to A3."""


@rule("A6.2", "FB6.1233")
@cases(
    ("no embankment", f"{LOW}, A1 @1", "A1, A9", "clear"),
    ("from another, over the next", f"{LOW}, A1 emrr@1, A3 emrr@1", "A1, A9", "blocked FB6.1233"),
    ("half a level lower", f"{LOW}, A1 emrr@1, A3 emrr@1, A9 @0", "A1, A9", "clear"),
    ("one level lower", f"{LOW}, A1 emrr@1, A3 emrr@1, A9 @-1", "A1, A9",
     "blocked FB6.1233"),
    ("over its own", f"{LOW}, A1:A3 emrr@1", "A1, A9", "blocked FB6.1233"),
    ("from its last hex", f"{LOW}, A1:A3 emrr@1", "A3, A9", "clear"),
    ("from behind", f"{LOW}, A3 emrr@1", "A2, A9", "blocked A6.2 FB6.1233"),
    ("from above", f"{LOW}, A3 emrr@1, A1 @2", "A1, A9", "clear"),
)  # fmt: skip
def test_fb6_1233_a_level_lower(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


@rule("FB6.121", "FB6.1233")
@cases(
    ("neither dug in", "A1:A9, A3 emrr@1", "A2, A4", "clear"),
    ("entrenched", "A1:A9, A3 emrr@1", "A2, A4 entrenched", "blocked FB6.1233"),
    ("Emplaced", "A1:A9, A3 emrr@1", "A2, A4 emplaced", "blocked FB6.1233"),
    ("both", "A1:A9, A3 emrr@1", "A2 entrenched, A4 emplaced", "blocked FB6.1233"),
    ("not adjacent behind it", "A1:A9, A3 emrr@1", "A2, A5 entrenched", "clear"),
    ("seen from another as high", "A1:A9, A1 emrr@1, A3 emrr@1", "A1, A4 entrenched", "clear"),
    ("seen from the same", "A1:A9, A1:A3 emrr@1", "A1, A4 entrenched", "clear"),
    ("seen from above", "A1:A9, A1 @2, A3 emrr@1", "A1, A4 entrenched", "clear"),
    ("as high, but not on one: nothing lets it see", "A1:A9, A1 @1, A3 emrr@1",
     "A1, A4 entrenched", "blocked FB6.121"),
)  # fmt: skip
def test_fb6_1233_dug_in_behind(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


@rule("FB6.121", "FB6.1233", "FB6.1234")
@cases(
    ("past the one", "A1:A9, A3 emrr@1", "A2, A9", "clear"),
    ("to one as high, but not on one", "A1:A9, A3 emrr@1, A9 @1", "A2, A9", "clear"),
    ("past another, to what is adjacent behind it", TWO_BETWEEN, "A2, A6", "clear"),
    ("past another, to what is beyond", TWO_BETWEEN, "A2, A7", "blocked FB6.121"),
    ("past another, to what is as high beyond", f"{TWO_BETWEEN}, A9 @1", "A2, A9",
     "blocked FB6.121"),
    ("past two others", f"{TWO_BETWEEN}, A7 emrr@1", "A2, A8", "blocked FB6.121"),
    ("past another, to one dug in behind it", TWO_BETWEEN, "A2, A6 entrenched",
     "blocked FB6.1233"),
    ("more hexes of the same one are not another", "A1:A9, A3:A5 emrr@1", "A2, A9", "clear"),
)  # fmt: skip
def test_fb6_1234_adjacent(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


@rule("FB6.121", "FB6.1233", "FB6.1234")
@cases(
    ("past the one", "A1:A9, A3 emrr@1", "A2 entrenched, A9", "blocked FB6.1233"),
    ("Emplaced", "A1:A9, A3 emrr@1", "A2 emplaced, A9", "blocked FB6.1233"),
    ("to one on another, who sees it", "A1:A9, A3 emrr@1, A6 emrr@1", "A2 entrenched, A6",
     "clear"),
    ("to one on the third, who sees it", f"{TWO_BETWEEN}, A7 emrr@1", "A2 entrenched, A7",
     "clear"),
    ("to one as high, but not on one", "A1:A9, A3 emrr@1, A9 @1", "A2 entrenched, A9",
     "blocked FB6.121"),
    ("to one above, who sees it", "A1:A9, A3 emrr@1, A9 @2", "A2 entrenched, A9", "clear"),
)  # fmt: skip
def test_fb6_1234_adjacent_dug_in(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


@rule("FB6.121", "FB6.1233", "FB6.1234")
@cases(
    ("to one like it", "A1:A9, A4 emrr@1", "A1, A9", "blocked FB6.121"),
    ("to one adjacent behind", "A1:A9, A4 emrr@1", "A1, A5", "clear"),
    ("to one dug in behind", "A1:A9, A4 emrr@1", "A1, A5 entrenched", "blocked FB6.1233"),
    ("to one on it", "A1:A9, A4 emrr@1", "A1, A4", "clear"),
    ("to one on another", "A1:A9, A4 emrr@1, A7 emrr@1", "A1, A7", "clear"),
    ("to one on the third", "A1:A9, A3 emrr@1, A5 emrr@1, A7 emrr@1", "A1, A7",
     "blocked FB6.121"),
    ("to one above", "A1:A9, A4 emrr@1, A9 @2", "A1, A9", "clear"),
)  # fmt: skip
def test_fb6_1234_neither_on_nor_above_nor_adjacent(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


# --- FB6.124, FB6.1241: cover and height ----------------------------------------------------------


def cover(rows: str, line: str) -> str:
    """Say what cover and advantage the ends of a clear line have."""
    both = judged_line(rows, line)
    assert both[0].verdict == "clear", "no LOS, so no cover"
    said, other = (" ".join(sorted(set(cover_in(line_result)))) for line_result in both)
    assert said == other, "another cover in the other direction"
    return said


def cover_in(line_result: LineResult) -> Iterator[str]:
    control = ActiveRules("los").ground("\n".join(line_result.line.facts))  # its atoms die with it
    place = {"a": line_result.line.a.hex, "b": line_result.line.b.hex}

    def atoms(predicate: str, arity: int) -> list[list[clingo.Symbol]]:
        found = control.symbolic_atoms.by_signature(predicate, arity)
        return [list(atom.symbol.arguments[1:]) for atom in found]

    for end, tem, number in atoms("shelters", 4):
        yield f"{place[end.name]}+{tem}({number.string})"
    for end, number in atoms("hull_down", 3):
        yield f"{place[end.name]}hd({number.string})"
    for end, number in atoms("advantage", 3):
        if number.string != "B10.31":  # the Height Advantage of hills is no matter of FB6.12
            yield f"{place[end.name]}up({number.string})"


BOTH = "A2+1(FB6.124) A2hd(FB6.124) A4+1(FB6.124) A4hd(FB6.124)"
BEHIND = "A4+1(FB6.124) A4hd(FB6.124)"


@rule("FB6.124")
@pytest.mark.parametrize(
    ("rows", "line", "expected"),
    [
        ("A1:A5, A3 emrr@1", "A1, A4", BEHIND),
        ("A1:A5, A3 emrr@1", "A2, A4", BOTH),
        ("A1:A5, A3 emrr@1", "A2, A5", "A2+1(FB6.124) A2hd(FB6.124)"),
        ("A1:A5, A3 emrr@1, A4 @1", "A2, A4", "A2+1(FB6.124) A2hd(FB6.124)"),
        ("A1:A5, A3 emrr@1", "A2, A3", ""),  # what the target lies on does not shelter the firer
        ("A1:A5, A1 @2, A3 emrr@1", "A1, A4", ""),  # over it, from above
        ("A1:A5, A1 emrr@1, A3 emrr@1", "A1, A4", ""),  # over it, from another
        ("A1:A5, A1:A3 emrr@1", "A1, A4", ""),  # over it, from the same
        ("A1:A5, A1 emrr@1, A3 emrr@1", "A1, A4 entrenched", ""),
        (TWO_MORE, "A1, A6", "A6+1(FB6.124) A6hd(FB6.124)"),  # past it, not over it
        ("A1, B0 emrr@1, B1, C1", "A1, C1", BOTH.replace("A2", "A1").replace("A4", "C1")),
        ("A1:A5, A3 emrr@1 +debris", "A1, A4", BEHIND),  # FB6.12422
    ],
)
def test_fb6_124_cover(rows: str, line: str, expected: str) -> None:
    assert cover(rows, line) == expected


@rule("FB6.1241")
@pytest.mark.parametrize(
    ("rows", "line", "expected"),
    [
        ("A1:A5, A1 emrr@3", "A1, A4", "A1up(FB6.1241)"),
        ("A1:A5, A1 emrr@3, A4 @1", "A1, A4", "A1up(FB6.1241)"),
        ("A1:A5, A1 emrr@3, A2:A4 @2", "A1, A4", ""),
        ("A1:A5, A1 emrr@1", "A1, A4", ""),
        ("A1:A5, A1 @4", "A1, A4", ""),  # B10.31 is no matter of FB6.1241
        ("A1:A5, A1 emrr@3, A4 emrr@1", "A1, A4", "A1up(FB6.1241)"),
    ],
)
def test_fb6_1241_height_advantage(rows: str, line: str, expected: str) -> None:
    assert cover(rows, line) == expected


@rule("FB6.12312", "FB6.1241")
@pytest.mark.parametrize(
    ("rows", "line", "expected"),
    [
        (ONE_HEAP, "A1, A4", "A4+1(FB6.12312)"),
        (ONE_HEAP.replace("stone", "wood"), "A1, A4", "A4+1(FB6.12312)"),
        (ONE_HEAP, "A1, A5", ""),
        (TWO_HEAPS, "A1, A6", "A6+1(FB6.12312)"),
        (ONE_HEAP + LOWER, "A1, A4", "A1up(FB6.1241)"),
        (f"A1:A9, A1 @2, A3 {RUBBLE}", "A1, A4", ""),  # not from an embankment
    ],
)
def test_fb6_12312_tem(rows: str, line: str, expected: str) -> None:
    assert cover(rows, line) == expected


@rule("FB6.1242", "FB6.12421", "FB6.12422", "FB6.12423")
@pytest.mark.parametrize(
    ("counter", "expected"),
    [
        ("", ""),
        ("+afv", "A3+1(FB6.12421)"),
        ("+wreck", "A3+1(FB6.12421)"),
        ("+debris", "A3+1(FB6.12422)"),
        (RUBBLE, "A3+3(FB6.12423)"),
    ],
)
def test_fb6_1242_tem_on_an_embankment(counter: str, expected: str) -> None:
    assert cover(f"A1:A3, A3 emrr@1 {counter}", "A1, A3") == expected
    assert cover(f"A1:A3, A3 @2 {counter}", "A1, A3") == ""


# --- D9.4, FB6.1242: vehicles, debris, stone rubble -----------------------------------------------


@rule("D9.4")
@cases(
    ("on one level", "A1:A9, A4 +afv", "A1, A9", "clear+1"),
    ("wreck", "A1:A9, A4 +wreck", "A1, A9", "clear+1"),
    ("half a level above", "A1:A9, A4 +afv, A1 @1", "A1, A9", "clear"),
    ("from above", "A1:A9, A4 +afv, A1 @2", "A1, A9", "clear"),
    ("in an end's hex", "A1:A9, A1 +afv, A9 +wreck", "A1, A9", "clear"),
    ("two hexes", "A1:A9, A4 +afv, A6 +wreck", "A1, A9", "clear+2"),
    ("one hex", "A1:A9, A4 +afv +wreck", "A1, A9", "clear+1"),
    ("beside terrain", "A1:A9, A4 brush +afv", "A1, A9", "clear+2"),
    ("beside debris", "A1:A9, A4 +afv +debris", "A1, A9", "clear+2"),
    ("on both sides of a hexside", f"{SPINES}, D0 +afv, D1 +afv", "A1, G1", "clear+1"),
    (
        "on both sides of a hexside, debris on one",
        f"{SPINES}, D0 +afv, D1 +debris",
        "A1, G1",
        "clear+1",
    ),
    (
        "on both sides of a hexside that ends at a wall",
        f"{SPINES}, B0 +afv, B1 +debris, B1-C1 wall",
        "A1, C1",
        "clear+1",
    ),
    ("a level down in a gully", "A1:A9, A4 gully@-2 +afv", "A1, A9", "clear"),
    ("in a gully, to those in it", "A1:A9, A3:A5 gully@-2, A4 +afv", "A3, A5", "clear+1"),
)
def test_d9_4_vehicles(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


@rule("FB6.12421")
@cases(
    # on the embankment: its base is 1
    ("from behind", "A1:A9, A4:A5 emrr@1, A5 +afv", "A3, A6", "clear+1"),
    ("from another", "A1:A9, A1 emrr@1, A4 emrr@1 +afv", "A1, A9", "clear+1"),
    ("half a level above it", "A1:A9, A1 @2, A4 emrr@1 +wreck", "A1, A9", "clear+1"),
    ("a level above it", "A1:A9, A1 @3, A4 emrr@1 +wreck", "A1, A9", "clear"),
    ("neither as low as it", "A1:A9, A1 @2, A9 @2, A4 emrr@1 +afv", "A1, A9", "clear"),
    ("one a level below it", f"{LOW}, A1 @2, A3 emrr@1 +afv, A9 @-1", "A1, A9", "clear"),
    # beside the embankment: its base is 0
    ("from it, to as low", "A1:A9, A1 emrr@1, A4 +afv", "A1, A9", "clear+1"),
    ("not from it, as high", "A1:A9, A1 @1, A4 +afv", "A1, A9", "clear"),
    ("across it, to as low", "A1:A9, A3 emrr@1, A6 +wreck", "A2, A9", "clear+1"),
    ("from it, to another", "A1:A9, A1 emrr@1, A9 emrr@1, A4 +afv", "A1, A9", "clear"),
    ("from it, a level above", "A1:A9, A1 emrr@3, A4 +afv", "A1, A9", "clear"),
    ("from it, in a gully", "A1:A9, A1 emrr@1, A4 gully@-2 +afv", "A1, A9", "clear"),
    ("across it, a level above", "A1:A9, A1 @2, A3 emrr@1, A6 +wreck", "A1, A9", "clear"),
    ("beside terrain", "A1:A9, A1 @2, A4 emrr@1 +afv +debris", "A1, A9", "clear+2"),
)  # fmt: skip
def test_fb6_12421_vehicles(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


@rule("FB6.12422")
@cases(
    ("from behind", "A1:A9, A3 emrr@1 +debris", "A2, A9", "clear+1"),
    ("from the same", "A1:A9, A1:A4 emrr@1, A3 +debris", "A1, A4", "clear+1"),
    ("half a level above it", "A1:A9, A1 @2, A4 emrr@1 +debris", "A1, A9", "clear+1"),
    ("a level above it", "A1:A9, A1 @3, A4 emrr@1 +debris", "A1, A9", "clear"),
    ("neither as low as it", "A1:A9, A1 @2, A9 @2, A4 emrr@1 +debris", "A1, A9", "clear"),
    ("along its hexside", f"{SPINES}, B0 emrr@1 +debris", "A1, E1", "clear+1"),
    ("in an end's hex", "A1:A9, A1 emrr@1 +debris", "A1, A9", "clear"),
    ("beside the embankment, seen from it", "A1:A9, A1 emrr@1, A4 +debris", "A1, A9", "clear"),
    ("beside the embankment, on one level", "A1:A9, A4 +debris", "A1, A9", "clear+1"),
)
def test_fb6_12422_debris(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


HEAPED = f"emrr@1 {RUBBLE}"


@rule("FB6.12423")
@cases(
    ("from behind", f"A1:A9, A3 {HEAPED}", "A2, A9", "blocked FB6.12423"),
    ("from the same", f"A1:A9, A1:A4 emrr@1, A3 {RUBBLE}", "A1, A4", "blocked FB6.12423"),
    ("half a level above it", f"A1:A9, A1 @2, A4 {HEAPED}", "A1, A9", "blocked FB6.12423"),
    ("a level above it", f"A1:A9, A1 @3, A4 {HEAPED}", "A1, A9", "clear"),
    ("neither as low as it", f"A1:A9, A1 @2, A9 @2, A4 {HEAPED}", "A1, A9", "clear"),
    ("along its hexside", f"{SPINES}, B0 {HEAPED}", "A1, E1", "blocked FB6.12423"),
    ("in an end's hex", f"A1:A9, A1 {HEAPED}", "A1, A9", "clear"),
)
def test_fb6_12423_stone_rubble(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


DECK = "A1:A7, A3 emrr@1, A5 emrr@1, rr_bridge"
ROAD = "A1:A7, rr_bridge"
AT_ONE = "A1:A7, A3 @1, A5 @1, rr_bridge"


@rule("FB6.1242")
@cases(
    ("the bridge alone", DECK, "A3, A5", "clear+1"),
    ("debris on it", f"{DECK} +debris", "A3, A5", "clear+1"),
    ("debris beneath it", f"{AT_ONE} +debris@under", "A3, A5", "clear+1"),
    ("debris on and beneath it", f"{DECK} +debris +debris@under", "A3, A5", "clear+1"),
    ("the bridge alone, passed beneath", ROAD, "A2, A6", "clear"),
    ("debris on it, from half a level below", f"{ROAD} +debris", "A2, A6", "clear+1"),
    ("debris beneath it, on the road's rim", f"{ROAD} +debris@under", "A2, A6", "clear+1"),
    ("both, on the road's rim", f"{ROAD} +debris +debris@under", "A2, A6", "clear+2"),
    ("both, from a level above", f"A1 @4, {ROAD} +debris +debris@under", "A1, A6", "clear"),
    ("debris on it, to those beneath it", f"{ROAD} +debris", "A4/under, A5", "clear"),
)
def test_fb6_1242_the_bridge_and_its_debris(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


@rule("A6.2", "O.3")
@cases(
    ("debris at the rim", "A1:A7, A4 gully@-2 +debris", "A1, A7", "clear+1"),
    ("debris within", "A1:A7, A3:A5 gully@-2, A4 +debris", "A3, A5", "clear+1"),
    ("debris from above", "A1:A7, A4 gully@-2 +debris, A1 @2", "A1, A7", "clear"),
    ("rubble at the rim", f"A1:A7, A4 gully@-2 {RUBBLE}", "A1, A7", "blocked A6.2"),
    ("rubble within", f"A1:A7, A3:A5 gully@-2, A4 {RUBBLE}", "A3, A5", "blocked A6.2"),
    ("rubble from above", f"A1:A7, A4 gully@-2 {RUBBLE}, A1 @2", "A1, A7", "clear"),
    ("no rubble", "A1:A7, A3:A5 gully@-2", "A3, A5", "clear"),
)
def test_o_3_rubble_and_debris_in_depressions(rows: str, line: str, expected: str) -> None:
    assert ruled(rows, line) == expected


# --- B24.1, FB6.1242, B27.1, C11.2: what may lie and stand where ----------------------------------

HOUSE = "A4 building(stone,2) stairwell level(1) level(2)"


@rule("A6.2", "B24.1")
def test_b24_1_rubble_takes_the_place_of_the_building() -> None:
    house = tiny(f"A1:A7 @2, A4 @0, {HOUSE}")
    heap = with_counters(house, [Counter("A4", "ground", "rubble(stone)")])
    assert ruled(house, "A1, A7") == "blocked A6.2"
    assert ruled(heap, "A1, A7") == "clear"
    assert [place.place for place in house.locations_of("A4")] == ["ground", "level(1)", "level(2)"]
    assert [place.place for place in heap.locations_of("A4")] == ["ground"]
    assert not heap.hex("A4").stairwell
    assert ruled(with_counters(house, [Counter("A4", "ground", "debris")]), "A1, A7") != "clear"


PLACED = [
    ("A1 emrr@1", ["afv"], ""),
    ("A1 emrr@1", ["wreck"], ""),
    ("A1 emrr@1", ["debris"], ""),
    ("A1 emrr@1", ["rubble(stone)"], ""),
    ("A1 emrr@1", ["afv", "debris"], ""),
    ("A1 emrr@1", ["rubble(wood)"], "FB6.1242"),
    ("A1", ["rubble(wood)"], ""),
    ("A1", ["debris", "rubble(stone)"], "B24.1"),
    ("A1", ["rubble(stone)", "rubble(wood)"], "B24.1"),
    ("A1", ["rubble(stone)", "wreck"], ""),
    ("A1 emrr@1", ["debris", "rubble(stone)"], "B24.1"),
]


@rule("B24.1", "FB6.1242")
@pytest.mark.parametrize(("rows", "counters", "refused"), PLACED)
def test_counters_that_may_lie_there(rows: str, counters: list[str], refused: str) -> None:
    laid = [Counter("A1", "ground", counter) for counter in counters]
    if refused:
        with pytest.raises(BadInput, match=f"in A1: {refused}: "):
            with_counters(tiny(rows), laid)
    else:
        assert with_counters(tiny(rows), laid).counters == tuple(sorted(laid))


def test_debris_on_and_beneath_a_bridge() -> None:
    laid = [Counter("A4", place, "debris") for place in ("ground", "under")]
    assert with_counters(board_of(ROAD), laid).counters == tuple(laid)


PAVED = 'feature("A1",road(paved,"A2")).'

STATUSES = [
    ("A1", "", "A1", "entrenched", ""),
    ("A1", "", "A1", "emplaced", ""),
    ("A1 emrr@1", "", "A1", "entrenched", ""),
    ("A1 emrr@1", "", "A1", "emplaced", "FB6.12422"),
    ("A1 emrr@1 +afv", "", "A1", "emplaced", "FB6.12422"),
    ("A1 emrr@1 +debris", "", "A1", "emplaced", ""),
    (f"A1 emrr@1 {RUBBLE}", "", "A1", "emplaced", ""),
    ("A1 +debris", "", "A1", "entrenched", ""),
    ("A1 building(stone,1) level(1)", "", "A1h1", "entrenched", "B27.1"),
    ("A1 building(stone,1) level(1)", "", "A1h1", "emplaced", "C11.2"),
    ("A1:A2", PAVED, "A1", "emplaced", "C11.2"),
    ("A1 bridge(stone) bed@-2 under@-2", "", "A1", "entrenched", "B27.1"),
    ("A1 bridge(stone) bed@-2 under@-2", "", "A1", "emplaced", "C11.2"),
    ("A1 bridge(stone) bed@-2 under@-2", "", "A1/under", "emplaced", ""),
    ("A1 river@-2", "", "A1", "emplaced", "C11.2"),
]


@rule("B27.1", "C11.2", "FB6.12422")
@pytest.mark.parametrize(("rows", "more", "where", "status", "refused"), STATUSES)
def test_units_that_may_stand_there(
    rows: str, more: str, where: str, status: str, refused: str
) -> None:
    board = tiny(rows, more)
    place = board.location(where)
    if refused:
        with pytest.raises(BadInput, match=f"^{place.name} {status}: {refused}: "):
            check_status(board, place, status)
    else:
        check_status(board, place, status)


# --- on every board -------------------------------------------------------------------------------

NAMES = [f"{column}{row}" for column in "ABC" for row in range(1, 8)]
SIDES = [f"{c}{r}-{c}{r + 1}" for c in "ABC" for r in range(1, 7)] + [
    f"{one}{r}-{two}{r}" for one, two in ("AB", "BC") for r in range(1, 8)
]
HEXES = [
    *["emrr@1"] * 8, "emrr@1 +debris", "emrr@1 +afv", f"emrr@1 {RUBBLE}", "emrr@3", "@2", "@-2",
    RUBBLE, RUBBLE, "+rubble(wood)", "+debris", "+wreck", "+afv", "brush +afv", "ground@1", "woods",
    "gully@-2", "gully@-2 +debris", "rr_bridge@1 bed@-2 under@-2 +debris +debris@under", "hillock",
]  # fmt: skip
FILLED = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(HEXES), min_size=3, max_size=12)
WALLS = st.dictionaries(st.sampled_from(SIDES), st.sampled_from(["wall", "hedge"]), max_size=5)
BOARDS = st.builds(
    lambda hexes, sides: ", ".join([*NAMES, *(" ".join(each) for each in hexes + sides)]),
    FILLED.map(lambda drawn: sorted(drawn.items())),
    WALLS.map(lambda drawn: sorted(drawn.items())),
)
DUG_IN = st.dictionaries(
    st.sampled_from(NAMES), st.sampled_from(["entrenched", "emplaced"]), max_size=4
)


@tries(3)
@given(text=BOARDS, statuses=DUG_IN)
def test_a6_5_both_directions_agree(text: str, statuses: dict[str, str]) -> None:
    board = tiny(text)
    engine, pairs = LosEngine(board), every_pair(len(board.locations))
    there = told(engine.table(board.locations, pairs, statuses))
    back = told(engine.table(board.locations, pairs[:, ::-1].copy(), statuses))
    assert not differences(board.locations, pairs, there, back)


@tries(2)
@given(text=BOARDS, statuses=DUG_IN)
def test_turned_by_180_degrees(text: str, statuses: dict[str, str]) -> None:
    board = tiny(text)
    pairs = every_pair(len(board.locations))
    here = told(LosEngine(board).table(board.locations, pairs, statuses))
    there = told(LosEngine(turned(board)).table(board.locations, pairs, statuses))
    assert not differences(board.locations, pairs, here, there)


@tries(3)
@given(text=BOARDS, statuses=DUG_IN, name=st.sampled_from(NAMES))
def test_an_end_above_all_half_levels_meets_no_embankment(
    text: str, statuses: dict[str, str], name: str
) -> None:
    board = tiny(text)
    above = Location(name, "level(1)", 6)
    places = [above, *board.locations]
    pairs = np.array([[0, other] for other in range(1, len(places))])
    table = LosEngine(board).table(places, pairs, {**statuses, above.name: "entrenched"})
    found = {table.rules[rule] for rule in table.verdicts.rule}
    assert not [rule for rule in found if rule.startswith("FB6")]


@tries(2)
@given(text=BOARDS, statuses=DUG_IN, seed=st.integers(0, 999))
def test_direct_way_is_fast_way(text: str, statuses: dict[str, str], seed: int) -> None:
    engine = LosEngine(tiny(text))
    places, chosen = engine.board.locations, random.Random(seed)
    far = [(a, b) for a in places for b in places if engine.board.range(a.hex, b.hex) > 2]
    line_results = [engine.explain_line(*chosen.choice(far), statuses) for _ in range(4)]
    hold_equal_to_table(engine, line_results, statuses)


@rule("B6.2")
def test_b6_2_a_bridge_hinders_in_its_own_hex_alone() -> None:
    """The depiction of Budapest's railway bridge reaches into F37 and H38."""
    board = embedded_board("budapest")
    line_result = LosEngine(board).explain_line(board.location("H39"), board.location("E36"))
    assert (line_result.verdict, line_result.line_verdict.hindrance) == ("clear", 1)
