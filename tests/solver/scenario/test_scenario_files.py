"""Cards against their files (S05, S21, S22): faults of published setups are found, and no others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.draft_from_saves import marker_colours, without_markers
from hexcourt.facts.cards.drafting import drafted_text
from hexcourt.facts.cards.read_cards import card_of
from hexcourt.facts.formats.vassal.save import ColouredHexes, Label, Save, SavedGroup
from hexcourt.facts.formats.vassal.save_map import SavedSpot
from hexcourt.solver.scenario.checks import Finding, selected
from hexcourt.solver.scenario.files import checks
from hexcourt.solver.scenario.files.against_card import marked_turns
from hexcourt.solver.scenario.files.checks import read_limits
from hexcourt.solver.scenario.running import run_checks
from hexcourt.solver.scenario.scenario import Scenario
from tests.effort import one_of
from tests.tiny_cards import group, scenario

pytestmark = pytest.mark.usefixtures("kept", "engines")

SHARED = Path(__file__).parent.parent.parent.parent.parent / "shared"
SAMPLES = SHARED / "scenarios" / "samples"
BOARDS = (SHARED / "scenarios" / "boards", SHARED / "vasl" / "boards")

shared = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample saves are not here")

EMBEDDED = """\
format = "hexcourt-card/1"
limits = "limits.tsv"
[map]
boards = ["budapest"]
[[side]]
name = "german"
[[group]]
id = "g1"
side = "german"
setup = "building L33"
units = ["3 squad 4-6-7", "LMG"]
"""


@cache
def draft(name: str) -> str:
    return drafted_text([SAMPLES / f"{name}.vsav"], BOARDS, SAMPLES)


def found(text: str, codes: Sequence[str], folder: Path = SAMPLES) -> tuple[Finding, ...]:
    scenario = Scenario(card_of(text, str(folder / "card.toml")), BOARDS)
    return run_checks(scenario, selected(codes))


def fails(findings: Sequence[Finding]) -> list[str]:
    return [f"{each.check} {each.subject}" for each in findings if each.found == "fail"]


SOUND = [
    *("S_001_Retaking_Vierville", "S_020_Joseph_351", "S_046_Where_The_Winter_Lingers"),
    "Scenario_C",
]


@shared
@pytest.mark.parametrize(
    ("name", "faults"),
    [
        ("S_018_Baking_Bread", ["S05 group russian-3"]),  # F03
        ("S_048_Converging_Assaults", ["S21 group italian-1"]),  # F01
        *((name, []) for name in one_of(SOUND, 4)),
    ],
)
def test_faults_of_published_setups_are_found_and_no_others(name: str, faults: list[str]) -> None:
    assert fails(found(draft(name), ["S05", "S21"])) == faults


@shared
def test_a_label_on_two_counters_is_told() -> None:
    findings = found(draft("S_001_Retaking_Vierville"), ["S21"])
    assert "Label 'Grm Sqd J' is on 2 counters." in [each.sentence for each in findings]


@shared
@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("S_003_Simple_Equation", "5 squad 4-3-6", "4 squad 4-3-6", "squads: card 11, file 12"),
        ("S_001_Retaking_Vierville", 'north = "right"', 'north = "left"', "North: card left"),
        ("S_048_Converging_Assaults", "hexrow M.", "hexrow W.", "All lime markers of group"),
        (
            "S_001_Retaking_Vierville",
            '"Enters on Turn 1 west',
            '"Enters on Turn 1 east',
            "blue markers of",
        ),
        ("S_020_Joseph_351", "at = [1, 0]", "at = [0, 1]", "Boards: card"),
    ],
    ids=["R05", "north", "R07", "R04", "boards"],
)
def test_a_card_that_differs_from_its_save_fails(name: str, old: str, new: str, said: str) -> None:
    text = draft(name)
    assert old in text
    before, after = (found(each, ["S21"]) for each in (text, text.replace(old, new, 1)))
    assert any(said in each.sentence for each in after if each.found == "fail")
    assert len(fails(after)) > len(fails(before))


@shared
def test_the_example_agrees_with_its_save(tmp_path: Path) -> None:
    text = (SHARED / "scenarios" / "example_card.toml").read_text("utf-8")
    agreed = [each.sentence for each in found(text, ["S21"]) if each.found == "pass"]
    assert any("1 HMG, 6 LMG, 1 MMG" in each and "13 4-6-7" in each for each in agreed)
    assert fails(found(text, ["S21"])) == []


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ("german\tsquad 4-6-7\t3\ngerman\tLMG\t1\n", {"pass"}),
        ("german\tsquad 4-6-7\t2\ngerman\tLMG\t1\n", {"fail"}),
        ("german\tsquad 4-6-7\t3\n", {"unknown"}),
    ],
)
def test_counters_are_counted_against_a_limits_file(
    limits: str, expected: set[str], tmp_path: Path
) -> None:
    (tmp_path / "limits.tsv").write_text(limits, "utf-8")
    assert {each.found for each in found(EMBEDDED, ["S22"], tmp_path)} == expected


def test_a_wrong_limit_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "limits.tsv"
    path.write_text("# mine\ngerman\tsqud 4-6-7\t3\n", "utf-8")
    with pytest.raises(BadInput, match=r"limits\.tsv, line 2: unit 'squd 4-6-7'"):
        read_limits(path)


def test_a_board_without_a_version_and_a_card_without_a_save_pass(tmp_path: Path) -> None:
    findings = found(EMBEDDED, ["S05", "S21"], tmp_path)
    assert [each.found for each in findings] == ["pass", "pass"]


OVERLAYS = """\
format = "hexcourt-card/1"
[map]
boards = ["01"]
overlay_folder = "{folder}"
overlays = [ {{ name = "{name}", board = "1", hexes = {hexes} }} ]
[areas]
house = "building F5"
"""


@shared
@pytest.mark.parametrize(
    ("name", "hexes", "expected", "said"),
    [
        ("o2", '["B2", "B3"]', "pass", "covers"),
        ("o1", '["F5"]', "fail", "F5, which area house names"),
        ("o2", '["K5", "K7"]', "fail", "do not adjoin"),
        ("zz1", '["K5", "K6"]', "unknown", "its archive ovrZZ is not"),
    ],
)
def test_overlays_lie_on_their_hexes_and_hide_no_named_building(
    name: str, hexes: str, expected: str, said: str, tmp_path: Path
) -> None:
    folder = SHARED / "vasl" / "overlays"
    text = OVERLAYS.format(folder=folder.as_posix(), name=name, hexes=hexes)
    first = found(text, ["S04"], tmp_path)[0]
    assert (first.found, said in first.sentence) == (expected, True), first.sentence


@shared
def test_hexes_of_a_map_of_one_board_are_told_without_it() -> None:
    case = Scenario(card_of(draft("S_001_Retaking_Vierville"), str(SAMPLES / "card.toml")), BOARDS)
    assert case.short("yA5 and yGG10-yGG9, board y, any5") == "A5 and GG10-GG9, board y, any5"
    assert case.board.called("A5") == "yA5"


def with_save(name: str, **changed: object) -> Scenario:
    """Give the scenario of a sample whose save says something else."""
    case = Scenario(card_of(draft(name), str(SAMPLES / "card.toml")), BOARDS)
    assert case.save is not None
    case.__dict__["save"] = replace(case.save, **changed)  # type: ignore[arg-type]
    return case


def told(code: str, case: Scenario) -> dict[str, Finding]:
    (check,) = selected([code])
    return {each.subject: each for each in check.run(case)}


@shared
def test_reinforcement_markers_lie_on_the_turns_of_the_captions() -> None:
    save = with_save("S_001_Retaking_Vierville").save
    assert save is not None
    assert marked_turns(save) == {"Axis": {1, 2, 3}, "Allied": {1, 2, 3}}
    moved = tuple(
        replace(each, x=each.x + 56) if each.name == "Axis Reinf." and each.x > 500 else each
        for each in save.counters
    )  # R08
    found = told("S19", with_save("S_001_Retaking_Vierville", counters=moved))
    assert found["Allied markers"].found == "pass"
    assert found["Axis markers"].found == "fail"
    assert "Turn 4; the sentences say Turn 3" in found["Axis markers"].sentence


@shared
def test_markers_on_another_board_than_the_sentence_names_fail() -> None:  # R03
    name = "S_020_Joseph_351"
    assert "red" not in " ".join(fails(found(draft(name), ["S21"])))
    plain = with_save(name).save
    assert plain is not None
    moved = [
        replace(
            each,
            spots=tuple(replace(spot, board="v", hex=f"V{n}") for n, spot in enumerate(each.spots)),
        )
        if each.colour == "red"
        else each
        for each in plain.colours
    ]
    findings = [
        each.sentence for each in told("S21", with_save(name, colours=tuple(moved))).values()
    ]
    assert any("All red markers of group" in each and "vV1" in each for each in findings)


@shared
def test_captions_of_two_colours_and_notes_about_other_boards() -> None:
    name = "S_001_Retaking_Vierville"
    plain = told("S01", with_save(name))
    assert {str(each.found) for each in plain.values()} == {"pass"}
    save = with_save(name).save
    assert save is not None
    first = save.groups[0]
    text = "American Forces, Group 2\nEnter on Turn 3 along west edge (black hexes). (lime hexes)."
    captions = (replace(first, caption=replace(first.caption, text=text)), *save.groups[1:])  # F06
    notes = ("V 2.1", '1) Corrected map from "y" to', '"p"')  # F12
    found = told("S01", with_save(name, groups=captions, info=replace(save.info, notes=notes)))
    assert found["caption American Forces, Group 2"].found == "warn"
    assert found["board y"].found == "unknown"


@shared
def test_counters_of_terrain_are_compared_with_the_hexes_of_a_special_rule() -> None:
    say = 'say = ["woods and orchards hexes are Stone Rubble"]'
    text = draft("S_018_Baking_Bread") + f'\n[[rule]]\nid = "ssr1"\n{say}\n'
    (told,) = (e for e in found(text, ["S06"]) if "woods is stone rubble" in e.sentence)  # F04
    assert told.found == "warn"
    assert "L0 T0 lack one at the centre" in told.sentence
    assert "no rule makes stone rubble of W9, which has one" in told.sentence


@shared
def test_special_rules_that_the_boards_are_told_otherwise() -> None:
    text = draft("S_003_Simple_Equation")
    in_season = '\n[[rule]]\nid = "ssr1"\nsay = ["Orchards are in season"]\n'
    told = text.replace('"SwampToMarsh"', '"OrchardOutOfSeason"') + in_season
    assert fails(found(told, ["S06"])) == ["S06 rule ssr1"]  # R06
    plowed = '\n[[rule]]\nid = "ssr1"\nsay = ["Grain is plowed field"]\n'
    without = text.replace('"NoGrain", ', "") + plowed
    assert fails(found(without, ["S06"])) == ["S06 rule ssr1"]  # R02
    assert not fails(found(text.replace('"NoGrain"', '"PlowedFields"') + plowed, ["S06"]))


# --- markers of captions -----------------------------------------------------------------------------

ENTERS = "Enter on Turn 1 along the west edge (red hexes)"
EXITS = f"{ENTERS} and exit along the east edge (blue hexes)"
SETS_UP = "Set up in hexes B2, B3 (red hexes)"


def markers(captions: Sequence[str], **colours: str) -> list[tuple[str, str]]:
    """Compare the groups of some captions with hexes that are marked in colours."""
    groups = [
        group(f"r{n}", "red", "squad 4-6-7", f"{'entry' if text[0] == 'E' else 'setup'} = '{bare}'")
        for n, text in enumerate(captions)
        for bare in [re.sub(r" \((red|blue)[^)]*\)", "", text)]
    ]
    case = scenario("A1:A4, B1:B4, C1:C4, D1:D4, board(7)", *groups)
    saved = [SavedGroup(Label(text, None, 0, 0, None), ()) for text in captions]
    spots = {
        colour: tuple(SavedSpot("7", name, "centre", None, 0.0) for name in hexes.split())
        for colour, hexes in colours.items()
    }
    told = [ColouredHexes(colour, some, 0) for colour, some in spots.items()]
    save = cast(Save, SimpleNamespace(groups=saved, colours=told))
    found = {f"r{n}": each for n, each in enumerate(saved)}
    return [(each.subject, str(each.found)) for each in checks._markers(case, save, found)]


@pytest.mark.parametrize(
    ("captions", "red", "blue", "expected"),
    [
        ((ENTERS,), "A1 A2", "", [("markers", "pass")]),
        ((ENTERS,), "D1 D2", "", [("group r0", "fail")]),
        # the markers of an exit lie at the edge by which units leave
        ((EXITS,), "A1 A2", "D1 D2", [("markers", "pass")]),
        ((EXITS,), "A1 A2", "C1", [("group r0", "fail")]),
        # no markers of hexes, but something of its own
        (("Enter on Turn 1 along the west edge (red star)",), "D4", "", []),
        (("Enter on Turn 1 along the west edge (Red Army)",), "D4", "", []),
        # two captions of one colour: some of these markers are of the other
        ((ENTERS, SETS_UP), "A1 A2 B2 B3", "", [("markers", "pass")]),
        ((ENTERS, SETS_UP), "A1 A2 B2 D3", "", [("group r0", "fail"), ("group r1", "fail")]),
        ((ENTERS, "Set up where they like (red hexes)"), "A1 D3", "", []),
    ],
)
def test_markers_are_compared_with_all_that_captions_of_their_colour_say(
    captions: Sequence[str], red: str, blue: str, expected: list[tuple[str, str]]
) -> None:
    assert markers(captions, red=red, blue=blue) == expected


@pytest.mark.parametrize(
    ("aside", "colours"),
    [
        ("(red)", ["red"]),
        ("(fuchsia/black, lime, and/or red hexes)", ["fuchsia/black", "lime", "red"]),
        ("(lime hex with lime 4 hex boundary)", ["lime"]),
        ("(on/within fuchsia hexes)", ["fuchsia"]),
        ("(lime hexes are most eastern position)", ["lime"]),
        ("(red star)", []),
        ("(the Red Army)", []),
        ("(red star or blue hexes)", []),  # of which only a part would be known
    ],
)
def test_markers_are_colours_with_a_word_for_them(aside: str, colours: list[str]) -> None:
    assert ["/".join(each) for each in marker_colours(f"Set up first {aside}")] == colours
    kept = without_markers(f"Set up first {aside}")
    assert (aside in kept) is not bool(colours)
