"""The worked examples of FB6.12: what their text says beside the lists of who sees whom."""

from __future__ import annotations

from functools import cache

import pytest

from hexcourt.facts.examples.worked_example import embedded_example, example_board
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.solver.examples.conformance import check_lines, printed_unit_places, try_claims
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.sight.exact_los import LineVerdict
from hexcourt.solver.sight.los_engine import LosEngine
from tests import effort
from tests.rulings import rule


@cache
def engine(name: str) -> LosEngine:
    example = embedded_example(name)
    board = example_board(example, embedded_board(example.board))
    return LosEngine(with_counters(board, example.counters))


def ruled(name: str, viewer: str, target: str, status: str | None = None) -> LineVerdict:
    judge = engine(name)
    a, b = (judge.board.location(each) for each in (viewer, target))
    return judge.rule(a, b, (None, status), explain=True)[1]


def effects(ruling: LineVerdict, effect: str) -> set[tuple[str, int, str]]:
    """List what a ruling has of an effect: whose unit it is about, how much, by which rule."""
    return {
        (reason.end, reason.value, reason.citation.number)
        for reason in ruling.reasons
        if reason.effect == effect
    }


@rule("FB6.124", "FB6.1242")
@pytest.mark.parametrize(("viewer", "target"), [("E37", "G37"), ("G37", "E37")])
def test_fb6_1242_afvs_behind_the_embankment_may_be_hull_down(viewer: str, target: str) -> None:
    found = ruled("fb_6_1242", viewer, target)
    assert found.verdict == "clear"
    assert found.hindrance == 1
    assert ("b", 0, "FB6.124") in effects(found, "hull_down")


@rule("FB6.124", "FB6.1242")
@pytest.mark.parametrize("target", ["E36", "F37", "G39"])
def test_fb6_1242_from_upstairs_debris_hinders_nothing_and_nobody_is_sheltered(target: str) -> None:
    # the squad upstairs is that of the example of FB6.123, with the rubble that lies there
    rubble = embedded_example("fb_6_123").placed
    board = with_counters(engine("fb_6_1242").board, rubble)
    ends = (board.location("L33h2"), board.location(target))
    _, found = LosEngine(board).rule(*ends, explain=True)
    assert found.verdict == "clear"
    assert not effects(found, "hinders")
    assert ("b", 1, "FB6.124") not in effects(found, "shelters")


@rule("FB6.1242")
def test_fb6_1242_debris_on_the_bridge_and_below_it_both_hinder() -> None:
    assert ruled("fb_6_1242", "G39", "G37").hindrance == 2
    assert ruled("fb_6_1242", "F37", "H38").hindrance == 1, "the bridge and its debris count once"


@rule("FB6.12312")
def test_fb6_12312_rubble_shelters_as_a_hedge() -> None:
    found = ruled("fb_6_123", "F35", "K33")
    assert found.verdict == "clear"
    assert ("b", 1, "FB6.12312") in effects(found, "shelters")


@rule("FB6.1233")
def test_fb6_1233_an_emplaced_gun_is_not_seen_past_the_embankment() -> None:
    assert ruled("fb_6_123", "C39", "F31").verdict == "clear"
    assert ruled("fb_6_123", "C39", "F31", "emplaced").blocked == ("FB6.1233",)


def test_both_ways_agree_on_every_line_of_the_examples() -> None:
    for name in effort.sample(("fb_6_1242",), ("fb_6_123", "fb_6_1242")):
        example, judge = embedded_example(name), engine(name)
        found = try_claims(judge, example, printed_unit_places(judge.board, example))
        for finding in found[:: 120 // effort.FACTOR]:
            posts = (finding.viewer, finding.target)
            _, ruling = judge.rule(posts[0].location, posts[1].location, [p.status for p in posts])
            assert ruling.verdict == finding.result.verdict, finding
            if ruling.verdict == "clear":
                assert ruling.hindrance == finding.result.hindrance, finding


@pytest.mark.parametrize("name", ["fb_6_123", "fb_6_1242"])
def test_a6_5_a_close_call_is_one_in_both_directions(name: str) -> None:
    judge = engine(name)
    posts = sorted(printed_unit_places(judge.board, embedded_example(name)).values(), key=str)
    lines = [(a, b) for a in posts for b in posts if a.name < b.name]
    there, back = (check_lines(judge, each) for each in (lines, [(b, a) for a, b in lines]))
    for line, one, other in zip(lines, there, back, strict=True):
        assert (one.verdict, one.close) == (other.verdict, other.close), line
