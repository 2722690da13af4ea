"""Questions of movement at the shell: paths, reach, what bars every path, adjacency; and bad input."""

from __future__ import annotations

import re
import shlex
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.facts.pieces.pieces import PIECES, read_piece
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.position.locations import read_unit_position
from hexcourt.solver.position.states import state_words
from tests.cli.test_bad_input import misused, refused
from tests.cli.test_commands import PROJECT, answer, archive, hexcourt, shell, stripped
from tests.effort import one_of, sample

pytestmark = pytest.mark.usefixtures("kept", "engines")

ROADBLOCK = 'roadblock("L12","K13","K12")'
PLACED = ("--place", ROADBLOCK)
SQUAD, TANK = ("--unit", "squad"), ("--unit", "tank")

BOARD = """\
board("made"). source("made up for a test").
hex("A1"). hex("A2"). hex("A3"). hex("A4").
hex("B1"). hex("B2"). hex("B3"). hex("B4").
hex("C1"). hex("C2"). hex("C3"). hex("C4").
terrain("B1",water). terrain("B2",water). terrain("B4",brush).
terrain("C4",building(stone,1)). stairwell("C4"). location("C4",level(1),2).
hexside("A3","B3",road(paved)). hexside("B3","C4",road(paved)).
"""
"""Two banks, A and C, and water between them at B1 and B2; a road over B3 and brush in B4."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def made(here: None) -> str:
    Path("made.lp").write_text(BOARD, "utf-8")
    return "made.lp"


def lines(*arguments: object) -> list[str]:
    result = hexcourt(*arguments)
    assert result.stderr == ""
    return result.stdout.splitlines()


def way(found: dict[str, Any], what: str = "found") -> dict[str, Any]:
    (row,) = [row for row in found["rows"] if row.get("way") == what]
    assert isinstance(row, dict)
    steps = row["steps"]
    assert all(one["to"] == other["from"] for one, other in pairwise(steps))
    assert (row["from"], row["to"]) == (steps[0]["from"], steps[-1]["to"])
    return row


# --- path -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["path", "reach", "cut", "adjacent"])
def test_help(command: str) -> None:
    result = hexcourt(command, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage: ")


def test_pb03_along_the_hexside_of_the_roadblock() -> None:
    found = answer("path", "pegasus", "L13", "K13-L12-K12", *SQUAD, *PLACED)
    row = way(found)
    assert (row["spent"], row["spent_most"], row["turns"]) == (2, 2, 1)
    (step,) = row["steps"]
    assert step["how"] == "Bypass along K13-L12"
    assert {(c["what"], c["cost"], c["rule"]) for c in step["charges"]} == {
        ("Bypass", 1, "A4.3"),
        ("roadblock", 1, "Q4.141"),
    }
    assert found["question"]["arguments"]["place"] == [ROADBLOCK]
    assert "roadblock on hexside L12-K13" in found["assumed"]
    assert found["rules"]["profile"] == "moving_infantry"


def test_pb04_pb06_by_bypass_into_the_building() -> None:
    row = way(answer("path", "pegasus", "L13", "K12", *SQUAD, *PLACED, "--only", "bypass"))
    assert [step["to"] for step in row["steps"]] == ["K13-L12-K12", "K12"]
    assert [step["cost"] for step in row["steps"]] == [2, 2]
    assert row["spent"] == 4


def test_pb06_in_words() -> None:
    shown = lines("path", "pegasus", "L13", "K12", *SQUAD, *PLACED, "--only", "bypass")
    assert shown == [
        "yes: a squad goes from L13 to K12 by Bypass alone for 4 of its 4 MF",
        "placed: roadblock on hexside L12-K13",
        "   1  L13 to K13-L12-K12, Bypass along K13-L12: 2 MF (2 spent)",
        "   2  K13-L12-K12 to K12: 2 MF (4 spent)",
    ]


def test_why_gives_each_charge_with_its_rule() -> None:
    shown = lines("path", "pegasus", "L13", "K13-L12-K12", *SQUAD, *PLACED, "--why")
    assert "        1 MF, roadblock" in shown
    assert any(line.startswith("          Q4.141: ") for line in shown)
    assert any(line.startswith("          Q4.11, low confidence: ") for line in shown)


def test_pb16_a_cost_that_is_not_decided_is_a_range() -> None:
    found = answer("path", "pegasus", "L12", "K13", *SQUAD, *PLACED)
    row = way(found)
    assert (row["spent"], row["spent_most"]) == (2, 3)
    (step,) = row["steps"]
    assert [each["rule"] for each in step["undecided"]] == ["Q4.141"]
    assert sorted(step["choices"]) == ["L12-K13-K12", "L12-L13-K13"]
    shown = lines("path", "pegasus", "L12", "K13", *SQUAD, *PLACED)
    assert shown[0] == "yes: a squad goes from L12 to K13 for 2 or 3 of its 4 MF"
    assert shown[-1].startswith("  Q4.141, low confidence: ")


def test_pb23_no_vehicle_passes_along_the_hexside_of_a_roadblock() -> None:
    assert answer("path", "pegasus", "L13", "K13-L12", *TANK)["answer"] == "yes"
    found = answer("path", "pegasus", "L13", "K13-L12", *TANK, *PLACED)
    assert found["answer"] == "no"
    assert found["rows"][0]["rule"] == "Q4.141"
    assert "any VCA at the start in L13" in found["assumed"]
    shown = lines("path", "pegasus", "L13", "K13-L12", *TANK, *PLACED)
    assert "what blocks the moves out of them:" in shown


def test_avoiding_the_roadblock() -> None:
    asked = ("path", "pegasus", "L13", "K12", *SQUAD, "--only", "bypass")
    row = way(answer(*asked, "--avoid", 'roadblock("L12","K13")'))
    assert not any("K13-L12" in step["how"] for step in row["steps"] if step["how"])
    found = answer(*asked, "--avoid", 'roadblock("L12","K13")', "--mf", "3")
    assert found["answer"] == "no"
    assert way(found, "unrestricted")["spent"] <= 3


def test_avoiding_a_hex(made: str) -> None:
    assert answer("path", made, "A3", "C4", *SQUAD)["answer"] == "yes"
    found = answer("path", made, "A3", "C4", *SQUAD, "--avoid", "B3", "--turns", "9")
    assert "B3" not in [step["to"] for step in way(found)["steps"]]
    found = answer("path", made, "A1", "C1", *SQUAD, "--avoid", "B3", "--avoid", "B4")
    assert found["answer"] == "no"
    assert [row["rule"] for row in found["rows"] if "blocks" in row] == ["B21.4"]


def test_no_for_want_of_turns_tells_how_many_it_takes(made: str) -> None:
    found = answer("path", made, "A1", "C4h1", *SQUAD)
    assert found["answer"] == "no"
    later = way(found, "later")
    assert later["turns"] == 2
    assert found["counts"]["hexes_reached"] < 12
    shown = lines("path", made, "A1", "C4h1", *SQUAD)
    assert any(line.startswith("it goes in 2 turns, for ") for line in shown)
    found = answer("path", made, "A1", "C4h1", *SQUAD, "--turns", "2")
    assert way(found)["steps"] == later["steps"]


def test_no_at_all_tells_what_bars(made: str) -> None:
    shown = lines("path", made, "A1", "B1", *SQUAD)
    assert shown[0] == "no: a squad with 4 MF cannot go from A1 to B1 in one turn"
    assert shown[1] == "the search was exhaustive: 6 hexes can be reached in that time"
    assert any("B21.4" in line for line in shown)


def test_too_few_mp_for_any_move(made: str) -> None:
    shown = lines("path", made, "A1", "A2", "--unit", "truck", "--mp", "3.5", "--turns", "9")
    assert shown[0].startswith("no: ")
    assert shown[-1] == "other moves cost 4 MP at least, and it has 3½ MP"


def test_a_minimum_move(made: str) -> None:
    row = way(answer("path", made, "A4", "B4", *SQUAD, "--mf", "1"))
    assert row["steps"][0]["minimum_move"]
    assert row["spent"] == 1
    shown = lines("path", made, "A4", "B4", *SQUAD, "--mf", "1")
    assert shown[0].endswith("for all its 1 MF, by a minimum move (A4.134)")


def test_steps_at_risk_and_the_way_without_luck() -> None:
    found = answer("path", "pegasus", "L13", "K13", *TANK)
    assert way(found)["at_risk"]
    assert not [row for row in found["rows"] if row.get("way") == "without_luck"]
    shown = lines("path", "pegasus", "L13", "K13", *TANK)
    assert shown[-1] == "dice decide on the steps at risk; no path in time does without"


def test_unknown_names_the_rule() -> None:
    found = answer("path", "pegasus", "L13", "L15/off", *SQUAD)
    assert found["answer"] == "unknown"
    last = way(found, "possible")["steps"][-1]
    assert last["undetermined"]
    assert [each["rule"] for each in last["undecided"]] == ["A2.1"]
    shown = lines("path", "pegasus", "L13", "L15/off", *SQUAD)
    assert shown[0].startswith("unknown: ")
    assert shown[-1].startswith("  A2.1, low confidence: ")


def test_a_vehicle_faces_as_told(made: str) -> None:
    row = way(answer("path", made, "A2caA1/B1", "A1", *TANK))
    assert row["from"] == "A2caA1/B1"
    assert len(row["steps"]) == 1
    turned = way(answer("path", made, "A2caA3/B2", "A1", *TANK))
    assert "a change of VCA" in [step["how"] for step in turned["steps"]] or (
        turned["steps"][0]["how"] == "in reverse"
    )


@pytest.mark.parametrize("amount", ["4.5", "4½", "4.50"])
def test_half_mf(made: str, amount: str) -> None:
    found = answer("path", made, "A1", "A2", *SQUAD, "--mf", amount)
    assert found["question"]["arguments"]["allowance"] == 4.5


def test_units_are_written_as_players_do(made: str) -> None:
    for name in ("half-squad", "half_squad", "Squad", "assault gun", "armoured-car"):
        assert answer("path", made, "A1", "A2", "--unit", name)["answer"] == "yes"


def test_a_wagon_spends_mf_and_its_bog_check_is_that_of_wheels() -> None:
    Path("woods.lp").write_text('hex("A1"). hex("A2"). terrain("A2",woods).', "utf-8")
    shown = lines("path", "woods.lp", "A1", "A2", "--unit", "wagon", "--why")
    assert "it ends in Motion: to stop costs 1 MF more" in shown[1]
    assert shown[shown.index("        at risk, woods") + 1].endswith(
        ": woods cost wheeled vehicles and halftracks all their MP, with a Bog Check"
    )


def test_json_is_the_same_each_time(made: str) -> None:
    asked = ("path", made, "A1", "C4h1", *SQUAD, "--json")
    assert hexcourt(*asked).stdout == hexcourt(*asked).stdout


def test_every_kind_of_piece_can_be_laid() -> None:
    laid = {
        "pegasus": (ROADBLOCK, 'street_vehicle("L12","K13")', 'enemy("K11")', 'debris("K14")'),
        "budapest": ('rubble("G37",stone)', 'afv("F33")', 'wreck("F33")', 'foxhole("E33")'),
        "barricades": (
            *('smoke("D25",white)', 'blaze("D25")', 'ffe("D25")', 'dust("D25")'),
            *('trench("D24")', 'pillbox("D25","E25","E26")'),
            *('tunnel("C25","D24")', 'trail_break("D24")'),
        ),
    }
    placed = {text.split("(")[0] for each in laid.values() for text in each}
    assert placed == PIECES.keys() - {"breach"}
    for board, pieces in laid.items():
        options = [option for piece in pieces for option in ("--place", piece)]
        start = {"pegasus": "L13", "budapest": "F31", "barricades": "C24"}[board]
        assert answer("reach", board, start, *SQUAD, *options)["answer"] == "done"


def test_path_is_quick_and_compiles_nothing() -> None:
    result = shell("path", "pegasus", "L13", "K12", *SQUAD)
    assert result.returncode == 0
    assert result.stdout.startswith(b"yes: ")


# --- reach ----------------------------------------------------------------------------------------


def test_reach_agrees_with_path() -> None:
    found = answer("reach", "pegasus", "L13", *SQUAD, *PLACED)
    assert found["counts"]["certain"] == sum(row["certain"] for row in found["rows"])
    for row in [row for row in found["rows"] if row["certain"]][::6]:
        asked = answer("path", "pegasus", "L13", row["location"], *SQUAD, *PLACED)
        assert way(asked)["spent_most"] == row["spent"]
    assert not [row for row in found["rows"] if row["location"].count("-")]


def test_reach_marks_what_is_not_decided() -> None:
    found = answer("reach", "pegasus", "L13", *SQUAD)
    unknown = {row["location"]: row["rules"] for row in found["rows"] if not row["certain"]}
    assert unknown["L15/off"] == ["A2.1"]
    found = answer("reach", "pegasus", "L12", *SQUAD, *PLACED)
    (row,) = [row for row in found["rows"] if row["location"] == "K13"]
    assert row["spent"] == 3
    assert row["possible"] == {"turn": 1, "spent": 2}


def test_reach_in_words(made: str) -> None:
    shown = lines("reach", made, "A1", *SQUAD, "--mf", "1")
    assert (
        shown
        == [
            "a squad with 1 MF reaches 2 Locations in 2 hexes in one turn from A1:",
            "  A2           1 MF  from A1",
            "  A1/off       1 MF  from A1, off the map",
        ]
        or shown[1].startswith("  A1/off")
        or shown[1].startswith("  A2 ")
    )


def test_reach_in_turns(made: str) -> None:
    found = answer("reach", made, "A1", *SQUAD, "--turns", "3")
    turns = {row["location"]: row["turn"] for row in found["rows"]}
    assert turns["A2"] == 1
    assert turns["C4h1"] == 2
    assert "B1" not in turns


def test_reach_lists_every_state_if_asked() -> None:
    found = answer("reach", "pegasus", "L13", *SQUAD, "--all", "--mf", "1")
    assert "K13-L12-K12" in [row["location"] for row in found["rows"]]


def test_reach_at_risk() -> None:
    found = answer("reach", "pegasus", "L13", *TANK)
    (row,) = [row for row in found["rows"] if row["location"] == "K13"]
    assert row["at_risk"]


# --- cut ------------------------------------------------------------------------------------------


def test_cut_finds_the_fewest_and_proves_it() -> None:
    found = answer("cut", "pegasus", "L13", "K12", *SQUAD, "--with", "enemy", "--turns", "1")
    assert found["answer"] == "yes"
    sure, loose = [row for row in found["rows"] if "blocks" in row]
    assert len(sure["pieces"]) == len(loose["pieces"]) == loose["at_least"] == 2
    placed = [option for piece in loose["pieces"] for option in ("--place", piece)]
    assert answer("path", "pegasus", "L13", "K12", *SQUAD, *placed)["answer"] == "no"
    for piece in loose["pieces"]:
        one = answer("path", "pegasus", "L13", "K12", *SQUAD, "--place", piece)
        assert one["answer"] == "yes"
    assert len([row for row in found["rows"] if "proof" in row]) == found["counts"]["ways"]
    assert sure["left_out"] == ['enemy("K12")', 'enemy("L13")']  # what was not tried is told


def test_cut_proves_that_no_set_is_so_small() -> None:
    asked = ("cut", "pegasus", "L13", "K12", *SQUAD, "--with", "enemy", "--turns", "1")
    assert answer(*asked, "--max", "1")["answer"] == "no"
    assert "no set of up to 1 of the 110 pieces tried" in lines(*asked, "--max", "1")[0]


def test_cut_proves_that_no_set_does(made: str) -> None:
    asked = ("cut", made, "A1", "A2", *SQUAD, "--with", "rubble", "--with", "enemy")
    found = answer(*asked)
    assert found["answer"] == "no"
    assert not any(row["possible"] for row in found["rows"] if "blocks" in row)
    shown = lines(*asked)
    assert re.match(
        r"no: no set of any of the \d+ pieces? tried \(rubble or enemy units\) blocks", shown[0]
    )
    assert shown[-1] == "  A1 > A2"


def test_cut_of_what_is_cut_already(made: str) -> None:
    found = answer("cut", made, "A1", "B1", *SQUAD, "--with", "enemy")
    assert found["answer"] == "yes"
    assert found["rows"][0]["pieces"] == []


def test_cut_is_unknown_where_what_is_not_decided_makes_the_difference() -> None:
    Path("street.lp").write_text('hex("A1"). hex("A2"). hexside("A1","A2",narrow_street(paved)).')
    asked = ("cut", "street.lp", "A1", "A2", *TANK, "--with", "roadblock")
    found = answer(*asked)
    assert found["answer"] == "unknown"
    sure, loose = [row for row in found["rows"] if "blocks" in row]
    assert sure["pieces"] == ['roadblock("A1","A2")']
    assert loose["pieces"] is None
    assert lines(*asked)[0].endswith(" takes 1 piece (roadblocks) at least")


def test_cut_out_of_time() -> None:
    asked = ("cut", "pegasus", "L13", "K12", *SQUAD, "--with", "enemy", "--seconds", "0")
    found = answer(*asked)
    assert found["answer"] == "out_of_budget"
    assert lines(*asked)[0].startswith("out of time: to block every path ")


# --- adjacent -------------------------------------------------------------------------------------


def test_adjacent_by_trench_and_manhole() -> None:
    found = answer("adjacent", "barricades", "C25/cellar", "--place", 'trench("D24")')
    why = {row["location"]: (row["adjacent"], row["why"], row["rule"]) for row in found["rows"]}
    assert why == {
        "D24/trench": (False, "trench", "O6.21"),
        "C25/sewer": (False, "manhole", "B8.2"),
        "C25": (True, "stairwell", "A.8"),
        "B25/cellar": (True, "building_hexside", "O6.2"),
    }
    assert found["counts"] == {"adjacent": 2, "connected": 2}
    shown = lines("adjacent", "barricades", "C25/cellar", "--place", 'trench("D24")')
    assert shown[-1] == "C25 also has: C25, C25h1, C25/sewer"


def test_adjacent_on_a_small_board(made: str) -> None:
    found = answer("adjacent", made, "C4")
    assert {row["location"] for row in found["rows"]} >= {"C3", "C4h1"}
    assert answer("adjacent", made, "C4h1")["counts"] == {"adjacent": 1, "connected": 0}


# --- places there and back --------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["squad", "tank"])
@pytest.mark.parametrize("name", ["barricades", *sample([], ["pegasus", "budapest"])])
def test_every_state_is_written_so_that_it_reads_back(name: str, unit: str) -> None:
    board = embedded_board(name)
    engine = MovementEngine(
        board, unit_named(unit), [read_piece('trench("D24")')] * (name == "barricades")
    )
    written: dict[str, str] = {}
    for state in engine.states:
        words = state_words(board, state)
        assert written.setdefault(words, state) == state
        spot = read_unit_position(board, engine.unit, words)
        assert state in spot.states
        assert len(spot.states) <= 2


SPOTS = {
    "L13": ['at("L13",ground)'],
    "K13-L12": ['bypass("K13",1,1)', 'bypass("K13",1,2)'],
    "K13-L12-K12": ['bypass("K13",0,1)', 'bypass("K13",1,1)'],
    "K13-K12-L12": ['bypass("K13",0,1)', 'bypass("K13",1,1)'],
    "L13/CRL12": ['crest("L13",0)'],
    "L13En": ['at("L13",trench)', 'at("L13",foxhole)'],
    "L13/rooftop": ['at("L13",rooftop)'],
    "Bridge/L13": ['at("L13",under)'],
    "L13/L2": ['at("L13",level(2))'],
    "L15/off/SW": ['off("L15",4)', 'outside("L15",4)'],
    "L15/outside/SW": ['outside("L15",4)'],
}


@pytest.mark.parametrize("text", SPOTS)
def test_places_of_infantry(text: str) -> None:
    spot = read_unit_position(embedded_board("pegasus"), unit_named("squad"), text)
    assert list(spot.states) == SPOTS[text]


def test_places_of_vehicles() -> None:
    board, tank = embedded_board("pegasus"), unit_named("tank")
    assert read_unit_position(board, tank, "L13caK13/L12").states == ('heading("L13",ground,0)',)
    assert read_unit_position(board, tank, "L13caL12/K13").states == ('heading("L13",ground,0)',)
    assert len(read_unit_position(board, tank, "L13").states) == 6
    assert read_unit_position(board, tank, "K13-L12").states == ('vbm("K13",1,1)', 'vbm("K13",1,2)')


# --- bad input --------------------------------------------------------------------------------------

BAD = [
    (("L13", "K12", "--unit", "tankk"), "unit tankk is not known; write tank"),
    (("L13", "K12", "--unit", "elephant"), "unit elephant is not known; choose one of "),
    (("L13", "K12", "--unit", ""), "the unit is missing; choose one of "),
    (("K13", "L13", "--unit", "truck"), "K13: a truck cannot be there (B23.4: "),
    (("L13", "L13", *SQUAD), "L13: the unit is there from the start; "),
    (("L13", "L13caK13/L12", *TANK), "L13caK13/L12: the unit is there from the start; "),
    (("L13h2", "K12", *SQUAD), "Location L13h2 does not exist on board pegasus; L13 has: L13"),
    (
        ("L13", "K12/cellar", *SQUAD),
        "Location K12/cellar does not exist on board pegasus; K12 has: K12",
    ),
    (("L13/L7", "K12", *SQUAD), "Location L13/L7 does not exist on board pegasus; L13 has: L13"),
    (("L13", "II13/steeple", *TANK), "II13/steeple: vehicles are only on the ground; "),
    (("L13", "Z99", *SQUAD), "hex Z99 is not on board pegasus: "),
    (("L13", "xyz", *SQUAD), '"xyz": '),
    (("L13-K12", "K12", *SQUAD), "L13-K12: K12 does not adjoin L13; "),
    (("L13-K13-M14", "K12", *SQUAD), "L13-K13-M14: K13 and M14 do not meet at a vertex of L13; "),
    (("L13caK13/M14", "K12", *TANK), "L13caK13/M14: K13 and M14 do not meet at a vertex of L13; "),
    (("L13caK13/L12", "K12", *SQUAD), "L13caK13/L12: Infantry have no Covered Arc; leave it out"),
    (("L13/off", "K12", *TANK), "L13/off: L13 does not lie at the edge of the map; "),
    (("L15/off/N", "K12", *TANK), "L15/off/N: the map does not end there; L15 has its edge; "),
    (("L13/CRL12", "L12", *SQUAD), "L13/CRL12: there is no Crest status (B20.9); "),
    (("L13/CRL12", "L12", *TANK), "L13/CRL12: Crest status is for Infantry; "),
    (("L13/HDL12", "L12", *TANK), "L13/HDL12: names HD status, which movement does not know; "),
    (("L13 P jeep", "L12", *SQUAD), "L13 P jeep: names a Passenger or Rider, which movement "),
    (("K13-L12En", "L12", *SQUAD), "K13-L12En: names two places at once; keep one of them"),
    (("12L13", "L12", *SQUAD), "12L13: names board 12, but the board is pegasus; leave it out"),
    (("L13", "K12", *SQUAD, "--mf", "-1"), "allowance -1: is no number of MF or MP; write "),
    (("L13", "K12", *SQUAD, "--mf", "4.3"), "allowance 4.3: is no number of MF or MP; write "),
    (("L13", "K12", *SQUAD, "--mf", "nan"), "allowance nan: is no number of MF or MP; write "),
    (("L13", "K12", *SQUAD, "--mf", "1e3"), "allowance 1e3: is no number of MF or MP; write "),
    (("L13", "K12", *SQUAD, "--mf", "0"), "allowance 0: without MF or MP no unit moves; "),
    (("L13", "K12", *SQUAD, "--avoid", "K12"), "--avoid K12: the unit is to end in that hex; "),
    (("L13", "K12", *SQUAD, "--avoid", "L13"), "--avoid L13: the unit starts in that hex; "),
    (("L13", "K12", *SQUAD, "--avoid", "K13-L12"), "--avoid K13-L12: is more than a hex; "),
    (("L13", "K12", *SQUAD, "--avoid", "ZZ9"), "hex ZZ9 is not on board pegasus: "),
    (("L13", "K12", *SQUAD, "--avoid", 'rubble("K12",stone)'), "--avoid K12: the unit is to end "),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=lambda each: shlex.join(each)[:40])
def test_bad_questions(arguments: tuple[str, ...], sentence: str) -> None:
    assert refused("path", "pegasus", *arguments).startswith(sentence)


BAD_PIECES = [
    ('roadblock("L12","K13","K15")', 'roadblock("L12","K13","K15"): Q4.141: '),
    ('roadblock("L13","L14")', 'roadblock("L13","L14"): B29.1: '),
    ('roadblock("L13","Z99")', "hex Z99 is not on board pegasus: "),
    ('street_vehicle("L13","L14")', 'street_vehicle("L13","L14"): Q4.11: '),
    ('trench("K13")', 'trench("K13"): B27.1: '),
    (
        'debris("L13",under)',
        'debris("L13",under): Location L13/under does not exist on board pegasus; L13',
    ),
    (
        'enemy("L13",cellar)',
        'enemy("L13",cellar): Location L13/cellar does not exist on board pegasus; L13',
    ),
    ('bunker("L13")', 'bunker("L13"): '),
    ("", "the counter to place is missing; "),
]


@pytest.mark.parametrize(("piece", "sentence"), BAD_PIECES)
@pytest.mark.parametrize("command", ["path", "reach", "cut", "adjacent"])
def test_pieces_that_may_not_lie(command: str, piece: str, sentence: str) -> None:
    asked = {
        "path": ("path", "pegasus", "L13", "K12", *SQUAD),
        "reach": ("reach", "pegasus", "L13", *SQUAD),
        "cut": ("cut", "pegasus", "L13", "K12", *SQUAD, "--with", "enemy"),
        "adjacent": ("adjacent", "pegasus", "L13"),
    }[command]
    assert refused(*asked, "--place", piece).startswith(sentence)


@pytest.mark.parametrize(
    ("arguments", "mentioned"),
    [
        (("path", "pegasus", "L13", "K12"), "--unit"),
        (("path", "pegasus", "L13", "K12", *SQUAD, "--turns", "0"), "--turns"),
        (("path", "pegasus", "L13", "K12", *SQUAD, "--turns", "100"), "--turns"),
        (("path", "pegasus", "L13", "K12", *SQUAD, "--only", "road"), "--only"),
        (("reach", "pegasus", "L13", *SQUAD, "--only", "bypass"), "--only"),
        (("reach", "pegasus", "L13", *SQUAD, "--turns", "-1"), "--turns"),
        (("cut", "pegasus", "L13", "K12", *SQUAD), "--with"),
        (("cut", "pegasus", "L13", "K12", *SQUAD, "--with", "enemy", "--max", "-1"), "--max"),
        (("cut", "pegasus", "L13", "K12", *SQUAD, "--with", "enemy", "--seconds", "nan"), "nan"),
    ],
)
def test_options_misused(arguments: tuple[str, ...], mentioned: str) -> None:
    assert mentioned in misused(*arguments)


def test_bad_cuts_and_adjacency() -> None:
    asked = ("cut", "pegasus", "L13", "K12", *SQUAD, "--with")
    assert refused(*asked, "bunker").startswith("kind bunker: cannot block a path; write one of ")
    assert refused("adjacent", "pegasus", "K13-L12").startswith("K13-L12: is no Location; ")
    assert refused("adjacent", "pegasus", "L13/cellar") == (
        "Location L13/cellar does not exist on board pegasus; L13 has: L13"
    )
    assert refused("adjacent", "pegasus", "Z99").startswith("hex Z99 is not on board pegasus: ")


def test_a_start_in_water(made: str) -> None:
    assert refused("path", made, "B1", "A1", *SQUAD).startswith(
        "B1: a squad cannot be there (B21.4: "
    )


# --- documents and archives -------------------------------------------------------------------------

MOVEMENT = (PROJECT / "docs" / "reference" / "movement.md").read_text("utf-8")


@pytest.mark.parametrize(
    "block",
    one_of(re.findall(r"^```\n(\$ hexcourt .*?)^```", MOVEMENT, re.MULTILINE | re.DOTALL), 3),
)
def test_the_document_shows_answers(block: str) -> None:
    command, *shown = stripped(block)
    assert stripped(hexcourt(*shlex.split(command)[2:]).stdout) == shown


def test_an_archive() -> None:
    board = archive()
    found = answer("path", board, "F3", "F3h2", *SQUAD, "--turns", "2")
    assert way(found)["turns"] == 2
    assert answer("reach", board, "Q5", *TANK)["counts"]["certain"] > 100
