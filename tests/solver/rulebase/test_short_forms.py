"""Short forms of house rules: each does what it stands for, in every way to ask, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.core.two_rule_sets import compare_rule_sets
from hexcourt.solver.api.position import Position, open_position
from hexcourt.solver.rulebase.declarations import declarations
from hexcourt.solver.rulebase.read_house_rules import amended_rules
from hexcourt.solver.rulebase.rulebase import HouseRules, printed_rules
from hexcourt.solver.rulebase.short_forms import SHORT_MARK
from tests.tiny import tiny_facts

pytestmark = pytest.mark.usefixtures("kept", "engines")

BOARD = "A1:A6, A3 brush, A5 building(stone,1) level(1), A6 building(wood,1) level(1), A1-A2 road(paved)"

COUNTED = "%! SSR 1 high: brush is woods\ncounts_as(brush,woods)."
STOREY = "%! SSR 2 high: stone buildings have one level\nsingle_storey(stone)."
DASHES = (
    "%! SSR 3 high: nobody Dashes, or lays roadblocks\nforbidden(dashes). forbidden(roadblock)."
)
FROST = "%! SSR 4 high: Ordnance is slow\ndrm(ordnance,frost,-1)."
GRAZED = (
    "%! SSR 5 high: fire at brush in rain\ndrm_in(brush,ordnance,cut,2) :- given(weather(rain))."
)


@pytest.fixture
def board(tmp_path: Path) -> Callable[..., Position]:
    path = tmp_path / "board.lp"
    path.write_text(tiny_facts(BOARD), "utf-8")

    def open_with(rules: str = "", *given: str) -> Position:
        house = tmp_path / "house.lp"
        house.write_text(rules, "utf-8")
        return open_position(str(path), given=given, amend=[house] if rules else [])

    return open_with


def test_terrain_that_counts_as_another_does_all_that_the_other_does(
    board: Callable[..., Position],
) -> None:
    printed, amended = board(), board(COUNTED)
    assert [each.los("A1", "A4").verdict.value for each in (printed, amended)] == ["yes", "no"]
    assert {row["rule"] for row in amended.los("A1", "A4").rows} == {"A6.2"}
    # many lines at once say the same as one
    seen = [
        {row["from"] for row in each.see("A4").rows if row["verdict"] == "clear"}
        for each in (printed, amended)
    ]
    assert ["A1" in each for each in seen] == [True, False]
    assert effects(amended, "A3")["tem(woods)"] == "1"
    assert "tem(woods)" not in effects(printed, "A3")
    # what is drawn stays where it is, and other terrain is what it was
    assert amended.los("A5h1", "A6h1").verdict == printed.los("A5h1", "A6h1").verdict


def test_it_may_hang_on_the_month() -> None:
    later = amended_rules((HouseRules("house.lp", f"{COUNTED[:-1]} :- month(M), M > 4."),))
    assert {"features", "moving_infantry"} <= later.further.keys()


def test_buildings_of_one_storey_lose_their_upper_locations(
    board: Callable[..., Position],
) -> None:
    assert board().los("A5h1", "A4").verdict.value == "yes"
    with pytest.raises(BadInput, match="A5h1"):
        board(STOREY).los("A5h1", "A4")
    # those of wood are as they were
    assert (
        board(STOREY).los("A6h1", "A4").rows[0]["rule"] == board().los("A6h1", "A4").rows[0]["rule"]
    )


def test_what_is_forbidden_is_refused_and_nothing_else(board: Callable[..., Position]) -> None:
    for question in ('dashes("A1")', 'roadblock("A1","A2")'):
        assert board().legal(question).verdict.value == "yes"
        (row,) = board(DASHES).legal(question).rows
        assert (row["verdict"], [each["rule"] for each in row["rules"]]) == ("no", ["SSR 3"])
    assert (
        board(DASHES).legal('road_rate("A1")').verdict == board().legal('road_rate("A1")').verdict
    )


def effects(position: Position, target: str) -> dict[str, str]:
    rows = position.effect('ordnance("A1")', target).rows
    return {row["effect"]: str(row["value"]) for row in rows if "value" in row}


def test_a_drm_goes_with_its_attack_terrain_and_condition(board: Callable[..., Position]) -> None:
    rain = "weather(rain)"
    assert effects(board(FROST), "A4")["drm(frost)"] == "-1"
    assert "drm(frost)" not in effects(board(), "A4")
    assert effects(board(GRAZED, rain), "A3")["drm(cut)"] == "2"
    assert "drm(cut)" not in effects(board(GRAZED), "A3")
    assert "drm(cut)" not in effects(board(GRAZED, rain), "A4")


def test_rules_that_differ_are_those_of_the_file_alone() -> None:
    amended = amended_rules((HouseRules("house.lp", f"{COUNTED}\n\n{STOREY}"),))
    found = compare_rule_sets(printed_rules(), amended)
    assert [each.number for each in found.changes] == ["SSR 1", "SSR 2"]


@pytest.mark.parametrize(
    ("rules", "named"),
    [
        ("counts_as(gully,open).", "depression_terrain"),
        ("counts_as(brsh,woods).", "brsh"),
        ("counts_as(T,woods) :- terrain(_,T).", "T"),
        ("forbidden(jumps).", "jumps"),
        ("drm(rocket,wet,1).", "rocket"),
        ("drm(ordnance,wet,lots).", "lots"),
        ("single_storey(paper).", "paper"),
    ],
)
def test_what_a_short_form_cannot_mean_is_refused_with_its_line(rules: str, named: str) -> None:
    with pytest.raises(BadInput, match=rf"house\.lp, line 2: .*{named}"):
        amended_rules((HouseRules("house.lp", f"%! SSR 9 high: so it is\n{rules}"),))


@pytest.mark.parametrize("form", declarations(printed_rules(), SHORT_MARK), ids=lambda e: e.name)
def test_the_example_of_each_short_form_is_one(form: object) -> None:
    example, _, _ = form.example.partition(" => ")  # type: ignore[attr-defined]
    amended = amended_rules((HouseRules("house.lp", f"%! SSR 9 high: so it is\n{example}"),))
    assert amended.numbers == (("SSR 9",),)


def test_two_rules_on_a_line_are_asked_where_each_is() -> None:
    text = (
        "%! SSR 9 high: two rules\n"
        'refused(X,"SSR 9") :- asked(X), X = dashes(_). roadless(H) :- hex(H).\n'
    )
    amended = amended_rules((HouseRules("house.lp", text),))
    for profile, head in (("moving_infantry", "refused"), ("cases", "")):
        own = [e for e in amended.profile(profile).statements if e.file.endswith("house.lp")]
        assert own
        assert head not in {name for each in own for name in each.names}
