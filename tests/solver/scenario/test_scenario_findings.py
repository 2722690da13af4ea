"""The example card as a whole, and faults of published setups that checks of the map find: those of
FINDINGS.json that its files have, those that a line recreates, and none in the files as they are.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hexcourt.facts.cards.drafting import drafted_text
from hexcourt.facts.cards.read_cards import card_of
from hexcourt.solver.scenario.checks import Finding, FindingKind, selected
from hexcourt.solver.scenario.running import run_checks
from hexcourt.solver.scenario.scenario import Scenario
from tests.effort import one_in

SHARED = Path(__file__).parents[4] / "shared"
SAMPLES = SHARED / "scenarios" / "samples"
BOARDS = (SHARED / "scenarios" / "boards", SHARED / "vasl" / "boards")
pytestmark = [
    pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample saves are not here"),
    pytest.mark.usefixtures("kept", "engines"),
]

RUBBLE = '[[rule]]\nid = "rubble"\nsay = ["Woods and orchards hexes are stone rubble"]\n'
PLOWED = '[[rule]]\nid = "plowed"\nsay = ["Grain is plowed fields"]\n'


def run(text: str, *codes: str) -> tuple[Finding, ...]:
    scenario = Scenario(card_of(text, str(SAMPLES / "card.toml")), BOARDS)
    return run_checks(scenario, selected(codes))


@cache
def draft(name: str) -> str:
    return drafted_text([SAMPLES / f"{name}.vsav"], BOARDS, SAMPLES)


def failed(found: tuple[Finding, ...]) -> list[str]:
    return [f"{each.check} {each.subject}" for each in found if each.found is FindingKind.FAIL]


@cache
def example() -> tuple[Finding, ...]:
    text = (SHARED / "scenarios" / "example_card.toml").read_text("utf-8")
    codes = ("S01", "S02", "S03", "S06", "S07", "S08", "S18", "S19", "S21")
    return run(text, *codes)


def said(code: str, found: tuple[Finding, ...]) -> list[str]:
    return [each.sentence for each in found if each.check == code]


def test_the_example_card_has_no_fault() -> None:
    assert not failed(example())
    unknown = [
        (each.check, each.subject) for each in example() if each.found is FindingKind.UNKNOWN
    ]
    assert unknown == [("S06", "rule ssr2")]


def test_buildings_of_the_example_card_are_those_of_the_public_list() -> None:
    told = {each.split()[1]: each for each in said("S02", example())}
    hexes = {
        "F5": "F5 F6 G6 H5",
        "K5": "J4 J5 K4 K5",
        "I7": "I7",
        "M7": "L6 L7 M7",
        "M9": "M9",
        "N4": "M5 N3 N4 N5",
        "J2": "J2",
        "M2": "M2",
        "N2": "N2",
        "F3": "E4 F3 G3 G4",
    }
    low = ("I7", "M9", "J2", "M2", "N2")
    assert set(told) == set(hexes)
    for name, extent in hexes.items():
        stuff = "wooden" if name == "N2" else "stone"
        levels = "ground level only" if name in low else "levels 0-2"
        assert f" {extent}: {stuff}, {levels}." in told[name]


def test_groups_of_the_example_card_fit_and_two_exactly() -> None:
    fits = {each.subject: each.sentence for each in example() if each.check == "S08"}
    assert len(fits) == 10
    assert {name for name, text in fits.items() if "exactly full" in text} == {"g3", "r3"}
    assert "12 squads" in fits["r5"]
    assert "12 Locations" in fits["r5"]
    assert "10 areas of groups, none empty, those of enemies pairwise disjoint." in said(
        "S07", example()
    )


@pytest.mark.parametrize(
    ("place", "pair"),
    [("f5", "E4, 2 hexes from F5"), ("j2", "J4, 2 hexes"), ("i7", "G4, 4 hexes from I7")],
)
def test_how_near_the_enemy_is_in_the_example_card(place: str, pair: str) -> None:
    (told,) = (each for each in example() if (each.check, each.subject) == ("S18", place))
    assert pair in told.sentence


FAULTS = {
    "F01": ("S_048_Converging_Assaults", ("S03",), "A5 is on the west edge"),
    "F08": ("S_046_Where_The_Winter_Lingers", ("S06",), "Level 1 is changed 2 times"),
    "F08 plowed": ("S_046_Where_The_Winter_Lingers", ("S06",), "'PlowedFields' and 'NoGrain'"),
}


@one_in(3)
@pytest.mark.parametrize(("name", "codes", "words"), FAULTS.values(), ids=FAULTS)
def test_faults_that_are_in_the_files(name: str, codes: tuple[str, ...], words: str) -> None:
    found = run(draft(name), *codes)
    assert any(words in each.sentence for each in found if each.found is FindingKind.FAIL)


def test_terrain_that_counters_of_the_file_change_is_told_but_no_fault() -> None:
    """F04: rubble lies in the woods as counters, which the map of the card does not show."""
    found = run(draft("S_018_Baking_Bread") + RUBBLE, "S06")
    assert {"rule rubble": FindingKind.WARN}.items() <= {e.subject: e.found for e in found}.items()


def test_a_special_rule_that_the_boards_of_the_file_are_not_told_of() -> None:
    """R02: grain should be plowed fields, and the board of the file still has grain."""
    text = draft("S_001_Retaking_Vierville")
    assert failed(run(text, "S06")) == []
    assert failed(run(text + PLOWED, "S06")) == ["S06 rule plowed"]


@one_in(3)
@pytest.mark.parametrize(
    "name", ["S_001_Retaking_Vierville", "S_003_Simple_Equation", "S_020_Joseph_351"]
)
def test_files_that_were_corrected_have_no_fault(name: str) -> None:
    assert failed(run(draft(name), "S01", "S02", "S03", "S05", "S06", "S07", "S19", "S21")) == []
