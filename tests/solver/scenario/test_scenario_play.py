"""What checks of a scenario say of how it may go: earliest turns, cuts, points, victory, turns."""

from __future__ import annotations

from functools import cache

import pytest

from hexcourt.cli.report.report import report_page
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.position.states import State
from hexcourt.solver.scenario.answers import check_scenario, show_scenario
from hexcourt.solver.scenario.play.arriving import Departure, Manner, Progress, arrive, best_case
from hexcourt.solver.scenario.scenario import Scenario
from tests.rulings import rule
from tests.tiny import tiny
from tests.tiny_cards import condition, findings, found, group, scenario

pytestmark = pytest.mark.usefixtures("kept", "engines")

COLUMN = "A1:A12"


@cache
def engine(text: str, unit: str = "squad", led: bool = True) -> MovementEngine:
    named = unit_named(unit)
    return MovementEngine(tiny(text), unit_named(unit, best_case(named, led).halves))


def at(engine: MovementEngine, *names: str) -> tuple[State, ...]:
    return tuple(each for each in engine.states if each.in_location and each.hex in names)


def come(
    engine: MovementEngine, start: str | Departure, goal: str, manner: Manner, turns: int = 9
) -> tuple[int | None, Progress]:
    departure = Departure(at(engine, start)) if isinstance(start, str) else start
    progress = arrive(engine.world, [departure], manner, turns)
    found = progress.earliest(at(engine, goal))
    return found and found[0], progress


# --- what a unit may spend at best --------------------------------------------------------------------


@rule("A4.5", "A4.12", "A4.7")
@pytest.mark.parametrize(
    ("unit", "led", "halves", "rules"),
    [
        ("squad", True, 16, {"A4.5", "A4.12", "A4.7"}),
        ("squad", False, 12, {"A4.5", "A4.7"}),
        ("leader", True, 16, {"A4.5", "A4.7"}),
        ("truck", True, 56, set()),
    ],
)
def test_best_case(unit: str, led: bool, halves: int, rules: set[str]) -> None:
    found = best_case(unit_named(unit), led)
    assert found.halves == halves
    assert set(found.rules) == rules


# --- arriving ------------------------------------------------------------------------------------------

BEST, SURE = Manner(16, advances=True), Manner(8, surely=True)


def test_a_lower_bound_is_never_later_than_a_sure_one() -> None:
    squad = engine(COLUMN)
    for goal in ("A2", "A5", "A6", "A9", "A10", "A12"):
        best, sure = (come(squad, "A1", goal, manner)[0] for manner in (BEST, SURE))
        assert best is not None and sure is not None and best <= sure


@rule("A4.7")
def test_an_advance_is_one_location_more() -> None:
    squad = engine(COLUMN)
    moved, advanced = (Manner(8, advances) for advances in (False, True))
    assert come(squad, "A1", "A5", moved)[0] == come(squad, "A1", "A6", advanced)[0] == 1
    assert come(squad, "A1", "A6", moved)[0] == come(squad, "A1", "A7", advanced)[0] == 2
    legs = come(squad, "A1", "A6", advanced)[1].way(State.at("A6"))
    assert [leg.advance for leg in legs] == [False] * 4 + [True]


def test_an_advance_goes_where_no_move_is_paid_for() -> None:
    squad = engine("A1, A2, A3 marsh, A4")
    assert come(squad, "A1", "A3", Manner(8))[0] == 2
    assert come(squad, "A1", "A3", Manner(8, advances=True))[0] == 1


def test_units_come_from_any_of_many_places() -> None:
    squad = engine(COLUMN)
    many = Departure(at(squad, "A1", "A9"))
    turn, progress = come(squad, many, "A7", Manner(8))
    assert turn == 1
    assert progress.way(State.at("A7"))[0].edge.source.hex == "A9"


@rule("A2.5")
def test_units_enter_with_less_where_they_have_spent_something() -> None:
    squad = engine(COLUMN)
    outside = tuple(each for each in squad.states if each.kind == "outside" and each.hex == "A1")
    assert come(squad, Departure(outside, 2), "A4", Manner(8))[0] == 2
    assert come(squad, Departure(outside, 2, spent=4), "A4", Manner(8))[0] == 3
    spent = Departure(outside, 1, spent=8)
    assert come(squad, spent, "A1", Manner(8))[0] is None
    assert come(squad, spent, "A1", Manner(8, advances=True))[0] == 1


def test_closed_hexes_are_entered_when_they_open() -> None:
    squad = engine(COLUMN)
    shut = lambda turn: {"A3"} if turn < 3 else ()  # noqa: E731
    found = arrive(squad.world, [Departure(at(squad, "A1"))], BEST, 9, shut)
    assert found.earliest(at(squad, "A2"))[0] == 1
    assert found.earliest(at(squad, "A3"))[0] == 3
    entering = tuple(each for each in squad.states if each.kind == "outside" and each.hex == "A1")
    late = lambda turn: {"A1"} if turn < 2 else ()  # noqa: E731
    for later, turn in ((True, 2), (False, None)):
        found = arrive(squad.world, [Departure(entering, 1, later)], BEST, 9, late)
        assert (found.earliest(at(squad, "A1")) or (None,))[0] == turn


def test_what_is_doubtful_is_possible_and_not_sure() -> None:
    truck = engine("A1, A2 woods, A3", "truck")
    assert come(truck, "A1", "A2", Manner(56))[0] == 1
    assert come(truck, "A1", "A2", Manner(56, surely=True))[0] is None  # a Bog Check is luck


# --- S15: earliest turn --------------------------------------------------------------------------------

LONG = "A1:A40"
NEAR = group("b1", "blue", "squad 4-6-7", 'setup = "hexes A1-A3"')
SQUADS = group("r1", "red", "3 squad 4-6-7", 'setup = "hex A40"')


def turn_of(case: Scenario, subject: str) -> str:
    (told,) = (each.sentence for each in findings("S15", case) if each.subject == subject)
    return told


@pytest.mark.parametrize(
    ("turns", "said"),
    [("count = 7", "pass"), ("count = 3", "fail"), ("count = 4\nhalf = true", "fail")],
)
def test_places_have_to_be_reached_within_the_game(turns: str, said: str) -> None:
    case = scenario(LONG, NEAR, SQUADS, condition("red", "Control hex A1"), turns=turns)
    assert found("S15", case)["condition 1"] == said


def test_a_die_for_the_first_move_leaves_the_last_half_turn_open() -> None:
    # 6 MF, 1 MF of the road bonus that open ground does not give, and an advance: 7 hexes a turn
    for count, first, said in (
        (6, "red", "pass"),
        (6, "blue", "fail"),
        (6, "?", "warn"),
        (7, "?", "pass"),
    ):
        turns = f'count = {count}\nhalf = true\nmoves_first = "{first}"'
        case = scenario(LONG, NEAR, SQUADS, condition("red", "Control hex A1"), turns=turns)
        assert turn_of(case, "r1").count("Turn 6")
        assert found("S15", case)["condition 1"] == said


@pytest.mark.parametrize(("half", "length"), [("true", "player turn"), ("false", "5 turns")])
def test_a_last_half_turn_is_shown_wherever_the_length_of_the_game_is(
    half: str, length: str
) -> None:
    turns = f'count = 5\nhalf = {half}\nmoves_first = "red"'
    case = scenario(LONG, NEAR, SQUADS, turns=turns)
    (found_by_check,) = (e.sentence for e in findings("S19", case) if e.subject == "turns")
    heading = show_scenario(case).lines[0]
    page = report_page(case, check_scenario(case, ["S19"]), ["S19"])
    assert [length in each for each in (found_by_check, heading, page)] == [True] * 3


def test_exits_are_bounded_too() -> None:
    exits = condition("red", "Exit 2 VP off the north edge", when="at once")
    for count, said in ((6, "pass"), (5, "fail")):
        case = scenario(LONG, NEAR, SQUADS, exits, turns=f"count = {count}")
        assert found("S15", case)["condition 1"] == said


def test_a_leader_of_the_side_makes_the_bound_earlier() -> None:
    led = group("r2", "red", "leader 8-0", 'setup = "hex A39"')
    alone, with_leader = (
        turn_of(scenario(LONG, NEAR, SQUADS, *more, condition("red", "Control hex A4")), "r1")
        for more in ((), (led,))
    )
    assert "Turn 6" in alone and "Turn 4" in with_leader


def test_a_bound_that_vehicles_might_break_does_not_fail() -> None:
    truck = group("r2", "red", "truck Opel", 'setup = "hex A38"')
    woods = "A1:A40, A20 water"
    case = scenario(
        woods, NEAR, SQUADS, truck, condition("red", "Control hex A1"), turns="count = 2"
    )
    assert found("S15", case)["condition 1"] == "unknown"
    case = scenario(woods, NEAR, SQUADS, condition("red", "Control hex A1"), turns="count = 2")
    assert found("S15", case)["condition 1"] == "fail"


def test_what_is_not_understood_is_unknown_by_name() -> None:
    odd = group("r2", "red", "squad 4-6-7", 'setup = "per SSR 4"')
    case = scenario(LONG, NEAR, odd, condition("red", "Control hex A30"), turns="count = 2")
    assert found("S15", case)["r2"] == "unknown"
    assert found("S15", case)["condition 1"] == "unknown"


def test_vehicles_of_no_kind_are_named_and_armor_leaders_ride() -> None:
    odd = group("r2", "red", "vehicle PzIV, armor-leader 9-1", 'setup = "hex A38"')
    case = scenario(LONG, NEAR, odd, condition("red", "Control hex A30"))
    said = {
        each.subject: each.sentence for each in findings("S15", case) if each.found == "unknown"
    }
    assert said.keys() == {"r2", "condition 1"}
    assert all("vehicle PzIV" in each and "armor-leader" not in each for each in said.values())


def test_special_rules_that_close_hexes_count() -> None:
    shut = '[[rule]]\nid = "ssr1"\nsay = ["No red unit may enter hexes A1-A10 before Turn 5"]\n'
    start = group("r1", "red", "squad 4-6-7", 'setup = "hex A12"')
    plain, closed = (
        turn_of(scenario(LONG, NEAR, start, *more, condition("red", "Control hex A9")), "r1")
        for more in ((), (shut,))
    )
    assert "Turn 1" in plain and "Turn 5" in closed


# --- S18: victory --------------------------------------------------------------------------------------

ROW = "A1:A9"
RED = group("r1", "red", "2 squad 4-6-7", 'setup = "hexes A1-A4"')
BLUE = group("b1", "blue", "2 squad 4-6-7", 'setup = "hexes A6-A9"')


@rule("A26.1")
@pytest.mark.parametrize(
    ("say", "said"),
    [
        ("Control at least 2 of hexes of (hexes A4, A5, A6)", "pass"),
        ("Control at least 4 of hexes of (hexes A4, A5, A6)", "fail"),
        ("at least 3 times as many unbroken squad-equivalents as the enemy", "pass"),
        ("Control at least 2 more of hex A1, hex A2 than the enemy Controls of hex A8", "pass"),
        ("Control at least 3 more of hex A1, hex A2 than the enemy Controls of hex A8", "fail"),
        ("Control building A5", "fail"),
        ("have at least 2 squads in hex A2", "pass"),
        ("have at least 3 squads in hex A2", "fail"),
        ("have at least 1 squad in all of hex A1, hex A2", "pass"),
        ("have at least 2 squads in all of hex A1, hex A2", "fail"),
        ("have at least 4 half-squads in hex A2", "pass"),
        ("have at least 5 MMC in hex A2", "fail"),
    ],
)
def test_a_condition_can_hold_or_not(say: str, said: str) -> None:
    assert found("S18", scenario(ROW, RED, BLUE, condition("red", say)))["condition 1"] == said


@rule("A26.1")
@pytest.mark.parametrize(("number", "said"), [(2, "pass"), (1, "fail")])
def test_both_sides_cannot_win(number: int, said: str) -> None:
    say = f"Control at least {number} of hexes of (hexes A4, A5, A6)"
    both = [condition(side, say) for side in ("red", "blue")]
    case = scenario(ROW, RED, BLUE, *both)
    assert found("S18", case)["condition 1 and condition 2"] == said


@rule("A26.1")
def test_who_has_more_units_in_a_place_may_have_fewer_on_the_map() -> None:
    """So both sides may fulfil their conditions, which nobody can who has to have more of all."""
    pairs = [("", ""), (" in hex A2", " in hex A8")]
    said = [
        found(
            "S18",
            scenario(
                ROW,
                RED,
                BLUE,
                condition("red", f"more Good Order squads{reds} than the enemy"),
                condition("blue", f"more Good Order squads{blues} than the enemy"),
            ),
        )["condition 1 and condition 2"]
        for reds, blues in pairs
    ]
    assert said[0] == "pass" and said[1] != "pass"


@rule("A26.1")
@pytest.mark.parametrize(
    ("red", "blue", "said"),
    [
        ("have the only squads in hex A5", "have at least 1 tank in hex A5", "fail"),
        ("have the only squads in hex A5", "have at least 1 squad in hex A5", "pass"),
        ("have the only MMC in hex A5", "have at least 1 squad in hex A5", "pass"),
        ("have the only squads in hex A5", "have at least 1 MMC in hex A5", "fail"),
        ("have the only units in hex A5", "have at least 1 tank in hex A5", "pass"),
        ("no blue MMC in hex A5", "have at least 1 squad in hex A5", "pass"),
        ("no blue MMC in hex A5", "have at least 1 tank in hex A5", "fail"),
        ("no Good Order blue squads in hex A5", "have at least 1 squad in hex A5", "fail"),
    ],
)
def test_conditions_about_other_kinds_of_units_are_not_mixed_up(
    red: str, blue: str, said: str
) -> None:
    tank = group("b1", "blue", "2 squad 4-6-7, tank PzIV", 'setup = "hexes A6-A9"')
    case = scenario(ROW, RED, tank, condition("red", red), condition("blue", blue))
    assert found("S18", case)["condition 1 and condition 2"] == said


def test_a_condition_of_any_side_is_one_of_both() -> None:
    say = "Control at least 1 of hexes of (hexes A4, A5, A6)"
    case = scenario(ROW, RED, BLUE, condition("any", say))
    assert "fail" in [each.found for each in findings("S18", case)]


@pytest.mark.parametrize(("otherwise", "said"), [("draw", "pass"), ("", "warn")])
def test_an_outcome_that_nobody_has_said(otherwise: str, said: str) -> None:
    case = scenario(ROW, RED, BLUE, condition("red", "Control hex A6"), otherwise=otherwise)
    assert found("S18", case)["otherwise"] == said


def test_nobody_wins_by_places_that_cannot_be_reached_in_time() -> None:
    far = group("r1", "red", "squad 4-6-7", 'setup = "hex A40"')
    for count, said in ((9, "pass"), (3, "fail")):
        case = scenario(
            LONG, NEAR, far, condition("red", "Control hex A1"), turns=f"count = {count}"
        )
        assert found("S18", case)["condition 1"] == said


# --- S17: exit points ----------------------------------------------------------------------------------

OFF = "Exit {} off the north edge"
GROUP = group(
    "r1", "red", "2 squad 4-6-7, half-squad 2-3-7, leader 9-2, leader 8+1, LMG", "setup = 'hex A3'"
)
VALUES = "Exit Victory Points: squad 1, -2 SMC 5, other SMC 2"


@rule("A26.21")
@pytest.mark.parametrize(
    ("say", "said", "told"),
    [
        (OFF.format("9 VP"), "pass", "9 points available, 9 needed, margin 0"),
        (OFF.format("10 VP"), "fail", "9 points available, 10 needed"),
        (OFF.format("2 squads"), "pass", "2 squad available, 2 needed"),
        (OFF.format("3 squads"), "fail", "2 squad available, 3 needed"),
        (f"{OFF.format('10 VP')}. {VALUES}", "pass", "10 points available"),
    ],
)
def test_exits_need_units_that_are_worth_them(say: str, said: str, told: str) -> None:
    case = scenario(ROW, GROUP, BLUE, condition("red", say))
    (each,) = findings("S17", case)
    assert str(each.found) == said and told in each.sentence


def test_a_victory_by_exits_can_be_where_units_bring_enough() -> None:
    for points, said in ((9, "pass"), (10, "unknown")):
        case = scenario(ROW, GROUP, BLUE, condition("red", OFF.format(f"{points} VP")))
        assert found("S18", case)["condition 1"] == said


def test_what_is_not_known_to_be_worth_anything_is_named() -> None:
    truck = group("r2", "red", "2 truck Opel", "setup = 'hex A2'")
    for points, said in ((9, "pass"), (10, "unknown")):
        case = scenario(ROW, GROUP, truck, BLUE, condition("red", OFF.format(f"{points} VP")))
        (each,) = findings("S17", case)
        assert str(each.found) == said and "2 truck Opel" in each.sentence


def test_units_that_come_too_late_bring_nothing() -> None:
    late = group("r2", "red", "4 squad 4-6-7", "setup = 'hex A40'")
    for count, said in ((6, "pass"), (3, "fail")):
        exits = condition("red", OFF.format("12 VP"))
        case = scenario(LONG, GROUP, late, exits, turns=f"count = {count}")
        assert [str(each.found) for each in findings("S17", case)] == [said]


# --- S16: cut sets -------------------------------------------------------------------------------------

TRUCK = group("r1", "red", "2 truck Opel", "setup = 'hex I9'")
BLOCKS = 'fortifications = ["roadblock"]'


def test_one_roadblock_bars_what_keeps_to_the_road() -> None:
    wanted = condition("red", "Control hex J14")
    near = group("b1", "blue", "squad 4-6-7", "setup = 'hexes J8, K8, K9'", BLOCKS)
    far = group("b2", "blue", "squad 4-6-7", "setup = 'hexes DD11, EE11'", BLOCKS)
    said = {
        each.subject: each
        for each in findings("S16", scenario("pegasus", TRUCK, near, far, wanted))
    }
    assert "1 roadblock (" in said["r1"].sentence
    assert (said["b1"].found, said["b2"].found) == ("warn", "pass")
    assert said["b2"].witness.path[0] == "I9"


def test_what_leaves_the_roads_is_not_barred() -> None:
    tank = group("r1", "red", "tank PzIV", "setup = 'hex A1'")
    (each,) = findings(
        "S16", scenario("A1:A9, B1:B9", tank, BLUE, condition("red", "Control hex A9"))
    )
    assert each.found == "pass" and "beside the roads" in each.sentence and each.witness.path


def test_infantry_is_not_barred_by_roadblocks() -> None:
    (each,) = findings("S16", scenario(ROW, RED, BLUE, condition("red", "Control hex A9")))
    assert each.found == "pass"


# --- S19: turns and order ------------------------------------------------------------------------------


@rule("A2.5")
@pytest.mark.parametrize(
    ("turn", "turns", "said"),
    [
        (6, "count = 6", "pass"),
        (7, "count = 6", "fail"),
        (6, 'count = 6\nhalf = true\nmoves_first = "red"', "pass"),
        (6, 'count = 6\nhalf = true\nmoves_first = "blue"', "fail"),
        (6, 'count = 6\nhalf = true\nmoves_first = "?"', "warn"),
        (3, "", "unknown"),
    ],
)
def test_groups_enter_while_the_game_lasts(turn: int, turns: str, said: str) -> None:
    where = f'entry = {{ turn = {turn}, where = "the north edge" }}'
    case = scenario(ROW, group("r1", "red", "squad 4-6-7", where), BLUE, turns=turns)
    assert found("S19", case)["r1"] == said


FIRST = '[[rule]]\nid = "ssr1"\nsay = ["Roll a die to determine who moves first."]\n'


@pytest.mark.parametrize(
    ("more", "subject", "said"),
    [
        (FIRST, "moves first", "fail"),
        ("", "moves first", None),
        (
            group("r2", "red", "squad 4-6-7", "setup = 'Set up first in hex A1'"),
            "sets up first",
            "fail",
        ),
        (
            group("b2", "blue", "squad 4-6-7", "setup = 'Set up first in hex A9'"),
            "sets up first",
            None,
        ),
    ],
)
def test_who_is_first_is_said_once(more: str, subject: str, said: str | None) -> None:
    turns = 'count = 6\nmoves_first = "red"\nsets_up_first = "blue"'
    assert found("S19", scenario(ROW, RED, BLUE, more, turns=turns)).get(subject) == said


def test_a_die_for_the_first_move_leaves_both_orders() -> None:
    assert "both orders" in findings("S19", scenario(ROW, RED, BLUE, FIRST))[0].sentence


def test_two_groups_of_one_name_are_told() -> None:
    one, other = (group(each, "red", "squad 4-6-7", "setup = 'hex A2'") for each in ("van", "Van"))
    assert found("S19", scenario(ROW, one, other, BLUE))["van"] == "warn"


def test_conditions_that_need_an_area_which_is_not_found() -> None:
    setup = group("r1", "red", "squad 4-6-7", 'setup = "building L33"')
    for where, expected in (("hex A5", "fail"), ("per SSR 1", "unknown")):
        areas = f'[areas]\nfar = "{where}"\n'
        case = scenario("budapest", areas, setup, condition("red", "Control all hexes of far"))
        assert found("S18", case)["condition 1"] == expected
