"""Counters and worked examples as users meet them: ``--place``, ``see --why``, ``examples``."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hexcourt.facts.examples.worked_example import example_names
from tests import effort
from tests.cli.test_commands import PROJECT, answer, archive, hexcourt, shell, stripped, table
from tests.rulings import rule

pytestmark = pytest.mark.usefixtures("kept", "engines")

ROAD = """\
board("road"). source("made up for a test").
hex("A1"). hex("A2"). hex("A3"). hex("A4"). hex("A5").
terrain("A4",building(wood,1)). location("A4",level(1),2). stairwell("A4").
hexside("A2","A3",hedge).
"""
"""A column of hexes: a hedge between A2 and A3, a building in A4."""


@pytest.fixture
def road(tmp_path: Path) -> Path:
    path = tmp_path / "road.lp"
    path.write_text(ROAD)
    return path


# --- --place --------------------------------------------------------------------------------------


def test_a_counter_changes_the_answer(road: Path) -> None:
    plain = hexcourt("los", road, "A1", "A2")
    assert plain.stdout == "A1 (level 0) to A2 (level 0), range 1: clear\n"
    for counter, said, status in (
        ('rubble("A2",stone)', "blocked by A6.2", 1),
        ('wreck("A2")', "clear, hindrance +1", 0),
        ('afv("A2")', "clear, hindrance +1", 0),
        ('debris("A2")', "clear, hindrance +1", 0),
    ):
        result = hexcourt("los", road, "A1", "A4h1", "--place", counter)
        first, second, *_ = result.stdout.splitlines()
        assert second.startswith("placed: ")
        result = hexcourt("los", flat(road), "A1", "A3", "--place", counter)
        first, second, *_ = result.stdout.splitlines()
        assert first == f"A1 (level 0) to A3 (level 0), range 2: {said}"
        assert second.startswith("placed: ")
        assert result.exit_code == status


def flat(road: Path) -> Path:
    path = road.with_name("flat.lp")
    path.write_text('hex("A1"). hex("A2"). hex("A3"). hex("A4").')
    return path


def test_counters_in_json(road: Path) -> None:
    placed = ('wreck("A2")', 'rubble("A4",wood)')
    options = [each for counter in placed for each in ("--place", counter)]
    for question in (("los", road, "A1", "A5"), ("see", road, "A1")):
        found = answer(*question, *options)
        assert found["question"]["arguments"]["place"] == list(placed)
        assert found["assumed"][:2] == ["wreck in A2", "wood rubble in A4"]
        plain = answer(*question)
        assert plain["question"]["arguments"]["place"] == []
        assert plain["assumed"][0] == "no counters on the map"
        assert plain["board"]["digest"] != found["board"]["digest"]


def test_counters_in_see_and_matrix(road: Path, tmp_path: Path) -> None:
    said = hexcourt("see", flat(road), "A1", "--place", 'debris("A2")').stdout
    assert stripped(said) == [
        "3 Locations in 3 hexes of flat see A1:",
        "  A2 A3+1 A4+1",
        "placed: debris in A2",
        "+N after a Location is the hindrance.",
    ]
    out = tmp_path / "lines.csv"
    result = hexcourt("matrix", flat(road), "--out", out, "--place", 'debris("A2")')
    assert result.stderr.splitlines() == [
        f"{out}: 6 pairs of Locations on flat: 6 clear",
        "placed: debris in A2",
    ]
    hindrances = {(row["from"], row["to"]): row["hindrance"] for row in table(out)}
    assert hindrances["A1", "A3"] == "1"
    assert hindrances["A1", "A2"] == "0"


def test_one_is_one(road: Path) -> None:
    counted = hexcourt("see", road, "A5", "--place", 'rubble("A4",stone)').stdout
    assert counted.startswith("1 Location in 1 hex of road sees A5:\n")
    one = road.with_name("one.lp")
    one.write_text('hex("A1"). hex("A2").')
    out = road.with_name("one.csv")
    assert ": 1 pair of Locations on one: 1 clear" in hexcourt("matrix", one, "--out", out).stderr
    assert hexcourt("board", "show", one).stdout.startswith("one: 2 hexes, 2 Locations\n")


def test_the_same_counter_twice_is_one(road: Path) -> None:
    once, twice = (
        hexcourt("los", flat(road), "A1", "A3", *n * ("--place", 'afv("A2")')).stdout
        for n in (1, 2)
    )
    assert once == twice


def test_rubble_does_away_with_the_building(road: Path) -> None:
    assert (
        answer("see", road, "A5")["counts"]
        != answer("see", road, "A5", "--place", 'rubble("A4",wood)')["counts"]
    )
    names = {r["from"] for r in answer("see", road, "A5", "--place", 'rubble("A4",wood)')["rows"]}
    assert "A4/L1" not in names
    assert "A4" in names


def test_counters_of_the_board_and_of_the_question(road: Path) -> None:
    path = road.with_name("strewn.lp")
    path.write_text(ROAD + 'counter("A4",ground,rubble(stone)). counter("A2",ground,wreck).')
    said = hexcourt("los", path, "A1", "A3", "--place", 'debris("A2")').stdout
    assert "placed: debris in A2, wreck in A2, stone rubble in A4\n" in said
    assert hexcourt("board", "show", path).stdout.splitlines()[-1] == (
        "counters: wreck in A2, stone rubble in A4"
    )
    assert "counter: stone rubble in A4\n" in hexcourt("board", "show", path, "A4").stdout
    (row,) = answer("board", "show", path, "A4")["rows"]
    assert row["counters"] == [{"terrain": "rubble(stone)", "place": "ground"}]


def test_facts_keep_what_counters_do_away_with(road: Path) -> None:
    path = road.with_name("strewn.lp")
    path.write_text(ROAD + 'counter("A4",ground,rubble(stone)).')
    facts = hexcourt("board", "facts", path).stdout
    assert 'location("A4",level(1),2).' in facts
    assert 'stairwell("A4").' in facts
    again = road.with_name("again.lp")
    again.write_text(facts)
    assert hexcourt("board", "facts", again).stdout == facts
    assert "A4h1" not in hexcourt("see", again, "A5").stdout


def test_counters_on_an_archive() -> None:
    found = answer("los", archive(), "A1", "A2", "--place", 'rubble("A5",stone)')
    assert found["assumed"][0] == "stone rubble in A5"
    result = hexcourt("los", archive(), "A5", "A7", "--place", 'rubble("A6",stone)')
    assert result.exit_code == 1


# --- reasons for the units at the ends ------------------------------------------------------------


def test_cover_and_height_advantage_are_told() -> None:
    said = hexcourt("los", "budapest", "C39", "F31", "--why").stdout
    assert "  hull down for F31 at F32: embankment railway on level 2, up to 2½\n" in said
    assert "  TEM +1 for F31 at F32: embankment railway on level 2, up to 2½\n    FB6.124: " in said
    reasons = answer("los", "budapest", "C39", "F31")["rows"][0]["reasons"]
    assert {(r["effect"], r.get("tem"), r["of"]) for r in reasons if "of" in r} == {
        ("hull down", None, "F31"),
        ("shelters", 1, "F31"),
    }


# --- see --why ------------------------------------------------------------------------------------


def after(lines: list[str], heading: str) -> list[str]:
    """Gather the names under a heading."""
    found: list[str] = []
    for line in lines[lines.index(heading) + 1 :]:
        if not line.startswith("  "):
            break
        found += line.split()
    return found


def test_see_why_names_who_does_not_see() -> None:
    lines = stripped(hexcourt("see", "budapest", "F31", "--why").stdout)
    assert not [line for line in lines if " because the unit is " in line or "changes" in line]
    rows = answer("see", "budapest", "F31", "--why")["rows"]
    assert not [row for row in rows if "without_status" in row]
    for number in sorted({row["rule"] for row in rows} - {None}):
        named = after(lines, f"blocked by {number}:")
        assert named == [
            row["from"].replace("/L", "h")
            for row in rows
            if row["rule"] == number and row["verdict"] == "blocked"
        ]


def test_see_why_tells_what_a_status_changes() -> None:
    question = ("see", "budapest", "F31", "--status", "emplaced", "--why")
    lines = stripped(hexcourt(*question).stdout)
    rows = answer(*question)["rows"]
    assert all("without_status" in row for row in rows)
    changed = [row for row in rows if row["without_status"] != row["verdict"]]
    assert {(row["without_status"], row["verdict"]) for row in changed} == {("clear", "blocked")}
    named = after(lines, "clear, but blocked by FB6.1233 because the unit is emplaced:")
    assert named == [row["from"] for row in changed if row["rule"] == "FB6.1233"]
    plain = answer("see", "budapest", "F31")["counts"]
    assert Counter(row["without_status"] for row in rows) == plain


def test_see_why_where_a_status_changes_nothing(road: Path) -> None:
    said = hexcourt("see", flat(road), "A1En", "--why").stdout
    assert said.endswith("That the unit is entrenched changes nothing.\n")


# --- examples that come with the program ----------------------------------------------------------


def test_the_list_of_examples() -> None:
    rows = answer("examples", "list")["rows"]
    assert tuple(row["name"] for row in rows) == example_names()
    assert [(row["units"], row["claims"]) for row in rows] == [(28, 432), (10, 90)]
    assert hexcourt("examples", "list").stdout.splitlines() == [
        "fb_6_123: FB6.123 EX on budapest, 28 units, 432 claims",
        "fb_6_1242: FB6.1242 EX on budapest, 10 units, 90 claims",
    ]


def test_fb_6_1242_in_words() -> None:
    result = hexcourt("examples", "run", "fb_6_1242")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[-1] == ("45 of 45 pairs of units as printed; printed one way only: D-E, G-H")
    assert "  40 E (F35) sees D (G39) at +3: clear +4; agreed, but hindrance: " in result.stdout
    assert "printed +3, derived +4\n" in result.stdout
    assert "  31 D (G39) to E (F35), nothing printed: clear +4; a gap\n" in result.stdout
    assert "   9 A (E37) does not see J (J38): blocked by A6.2; agreed\n" in result.stdout


def test_fb_6_1242_in_json() -> None:
    found = answer("examples", "run", "fb_6_1242")
    assert found["answer"] == "yes"
    assert found["counts"] == {"agreed": 87, "differs": 1, "gap": 2}
    odd = {row["claim"]: row for row in found["rows"] if row["outcome"] != "agreed"}
    assert {n: (row["viewer"], row["target"], row["outcome"]) for n, row in odd.items()} == {
        31: ("D", "E", "gap"),
        40: ("E", "D", "differs"),
        70: ("H", "G", "gap"),
    }
    assert odd[40]["remarks"] == ["hindrance: printed +3, derived +4"]
    assert (odd[40]["printed_hindrance"], odd[40]["hindrance"]) == (3, 4)
    assert "stone rubble in G37" in found["assumed"]
    assert "AFV in E37" in found["assumed"]


def test_fb_6_123() -> None:
    found = answer("examples", "run", "fb_6_123")
    counts = Counter(found["counts"])
    assert sum(counts.values()) == len(found["rows"]) == 432
    assert counts["contradicted"] == counts["unknown"] == counts["differs"] == 0
    assert counts["too_close"] <= 8
    assert not [row for row in found["rows"] if row["remarks"]], "every mark fits"
    assert any(row["marks"] for row in found["rows"])
    assert "orchard read as orchard out of season" in found["assumed"]


# --- examples of one's own ------------------------------------------------------------------------

OPEN = 'board("open"). hex("A1"). hex("A2"). hex("A3"). hex("A4"). terrain("A2",woods).'


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """Put a board of four hexes with woods in A2 into a folder; give the path of an example there."""
    (tmp_path / "open.lp").write_text(OPEN)
    return tmp_path / "case.lp"


def tell(case: Path, facts: str) -> Path:
    case.write_text(f'on_board("open.lp"). {facts}')
    return case


def units(**places: str) -> str:
    """Write units with their candidates: ``A="A1 A3"``."""
    said = []
    for unit, told in places.items():
        said.append(f'unit("{unit}",squad).')
        said += [f'may_be_at("{unit}","{place}").' for place in told.split()]
    return " ".join(said)


def rows_of(found: dict[str, Any], kind: str) -> dict[str, dict[str, Any]]:
    return {row[kind]: row for row in found["rows"] if next(iter(KINDS & row.keys())) == kind}


KINDS = {"unit", "choice", "claim"}


def test_outcomes(case: Path) -> None:
    stand = 'unit("A",squad). unit("B",squad). unit("C",squad). at("A","A1"). at("B","A2"). '
    tell(
        case,
        stand + 'at("C","A3"). claim(1,"A","C",yes). claim(2,"C","A",no). claim(3,"A","B",yes). '
        'hindrance(3,1). claim(4,"B","C",no). claim(5,"C","B",silent).',
    )
    found = answer("examples", "run", case)
    assert [row["outcome"] for row in found["rows"]] == [
        "contradicted",
        "agreed",
        "differs",
        "contradicted",
        "gap",
    ]
    assert found["answer"] == "no"
    said = hexcourt("examples", "run", case)
    assert said.exit_code == 1
    assert "   1 A (A1) sees C (A3): blocked by A6.2; CONTRADICTED\n" in said.stdout
    assert said.stdout.endswith(
        "5 claims: 1 agreed, 1 agreed but for a hindrance or mark, 2 contradicted, 1 not printed\n"
        "1 of 3 pairs of units as printed; printed one way only: B-C\n"
    )


def test_one_claim_and_none(case: Path) -> None:
    stand = 'unit("A",squad). unit("B",squad). at("A","A1"). at("B","A2").'
    said = hexcourt("examples", "run", tell(case, stand + ' claim(1,"A","B",yes).')).stdout
    assert said.startswith("case on open: 1 claim\n")
    assert said.endswith("1 claim: 1 agreed\n1 of 1 pair of units as printed\n")
    none = hexcourt("examples", "run", tell(case, stand))
    assert none.exit_code == 0
    assert none.stdout.startswith("case on open: 0 claims\n")
    assert answer("examples", "run", case)["counts"] == {}
    assert hexcourt("examples", "solve", tell(case, "")).exit_code == 0
    assert answer("examples", "solve", case)["rows"] == []


def test_what_a_claim_supposes(case: Path) -> None:
    tell(
        case,
        'unit("A",squad). unit("G",gun). at("A","A1"). at("G","A4",emplaced). '
        'claim(1,"A","G",no). claim(2,"A","G",no). given(2,"G",not_emplaced).',
    )
    first, second = answer("examples", "run", case)["rows"]
    assert (first["to_status"], second["to_status"]) == ("emplaced", None)
    assert "A (A1) does not see G (A4 emplaced): " in hexcourt("examples", "run", case).stdout


def test_solved_forced(case: Path) -> None:
    tell(case, units(A="A1", B="A2 A3") + ' claim(1,"A","B",yes).')
    found = answer("examples", "solve", case)
    assert found["answer"] == "yes"
    found_of = rows_of(found, "unit")
    assert found_of["A"]["found"] == "only candidate"
    assert found_of["B"] == {
        "unit": "B",
        "post": "A2",
        "posts": ["A2"],
        "candidates": ["A2", "A3"],
        "found": "forced",
    }
    said = hexcourt("examples", "solve", case).stdout
    assert "the best placement contradicts no claim:\n  A A1, B A2\n" in said
    assert "forced: every placement as good has them there:\n  B: A2\n" in said


def test_solved_with_several_places(case: Path) -> None:
    tell(case, units(A="A1", B="A2 A3 A4") + ' claim(1,"A","B",no).')
    row = rows_of(answer("examples", "solve", case), "unit")["B"]
    assert (row["found"], row["posts"]) == ("several", ["A3", "A4"])
    said = hexcourt("examples", "solve", case).stdout
    assert "several places fit as well:\n  B: A3, A4\n" in said


def test_units_that_cannot_be_identified(case: Path) -> None:
    tell(case, units(A="A1", B="A3 A4", C="A4 A3") + ' claim(1,"A","B",no). claim(2,"A","C",no).')
    found = rows_of(answer("examples", "solve", case), "unit")
    for unit in "BC":
        assert found[unit]["found"] in ("several", "several, interchangeable")
        assert set(found[unit]["posts"]) == {"A3", "A4"}
    assert {found[unit]["post"] for unit in "BC"} == {"A3", "A4"}, "they share no hex"


def test_a_contradiction_that_cannot_be_avoided(case: Path) -> None:
    tell(
        case,
        units(A="A1", B="A2 A3")
        + ' claim(1,"A","B",yes). claim(2,"A","B",no). claim(3,"B","A",yes).',
    )
    found = answer("examples", "solve", case)
    assert found["answer"] == "no"
    assert found["counts"] == {
        "contradicted": 1,
        "lines_judged": 4,
        "marks_missed": 0,
        "too_close": 0,
    }
    assert rows_of(found, "unit")["B"]["posts"] == ["A2"], "A3 would contradict two"
    (unmet,) = rows_of(found, "claim").values()
    assert (unmet["claim"], unmet["outcome"]) == (2, "contradicted")
    said = hexcourt("examples", "solve", case)
    assert said.exit_code == 1
    assert (
        "the best placement contradicts 1 claim, and none contradicts fewer (proved):\n"
        in said.stdout
    )
    assert "contradicted: A does not see B\n" in said.stdout


def test_rubble_that_is_forced_and_an_outline_that_is_not(case: Path) -> None:
    (case.parent / "open.lp").write_text(
        OPEN.replace("woods", "building(wood,0)")
        + ' outline("s",building(wood,0),0). corner("s",0,0,2000,2800). corner("s",0,1,2100,2800). '
        'corner("s",0,2,2100,3000).'
    )
    told = units(A="A1", B="A3") + ' may_be("s",building(wood,1)). '
    tell(case, told + 'may_be_rubble("A4",wood). claim(1,"A","B",no).')
    found = answer("examples", "solve", case)
    assert found["answer"] == "yes"
    choices = rows_of(found, "choice")
    assert choices["s"]["found"] == "several"
    assert choices["s"]["values"] == ["as_printed", "building(wood,1)"]
    assert choices["rubble in A4"]["value"] == "as_printed", "no counter without need"
    (case.parent / "open.lp").write_text(OPEN.replace('terrain("A2",woods).', ""))
    tell(case, units(A="A1", B="A4") + 'may_be_rubble("A2",stone). claim(1,"A","B",no).')
    found = answer("examples", "solve", case)
    assert rows_of(found, "choice")["rubble in A2"] == {
        "choice": "rubble in A2",
        "value": "rubble(stone)",
        "values": ["rubble(stone)"],
        "found": "forced",
    }
    assert "  rubble in A2: stone rubble (forced)\n" in hexcourt("examples", "solve", case).stdout


def test_a_board_beside_the_example(case: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tell(case, 'unit("A",squad). unit("B",squad). at("A","A1"). at("B","A3"). claim(1,"A","B",no).')
    elsewhere = case.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "open.lp").write_text('hex("A1"). hex("A2"). hex("A3").')
    wanted = hexcourt("examples", "run", case)
    assert wanted.exit_code == 0
    monkeypatch.chdir(elsewhere)
    for path in (case, Path("../case.lp")):
        for command in ("run", "solve"):
            assert hexcourt("examples", command, path).exit_code == 0
    deep = elsewhere / "deep.lp"
    deep.write_text(case.read_text().replace("open.lp", "../open.lp"))
    assert hexcourt("examples", "run", "deep.lp").exit_code == 0
    deep.write_text(case.read_text().replace("open.lp", str(case.parent / "open.lp")))
    assert hexcourt("examples", "run", "deep.lp").exit_code == 0


def test_an_example_on_an_archive(case: Path) -> None:
    facts = 'unit("A",squad). unit("B",squad). at("A","A1"). at("B","A2"). claim(1,"A","B",yes).'
    case.write_text(f'on_board("{archive()}"). {facts}')
    assert answer("examples", "run", case)["counts"] == {"agreed": 1}


# --- the search that takes longest ----------------------------------------------------------------


@effort.long
def test_fb_6_123_is_solved() -> None:
    found = answer("examples", "solve", "fb_6_123")
    assert found["answer"] == "yes"
    assert found["counts"]["contradicted"] == found["counts"]["marks_missed"] == 0
    assert found["counts"]["too_close"] <= 8
    choices = rows_of(found, "choice")
    for where in ("J33", "G35", "G37"):
        assert choices[f"rubble in {where}"]["values"] == ["rubble(stone)"]
        assert choices[f"rubble in {where}"]["found"] == "forced"
    placed = rows_of(found, "unit")
    assert len(placed) == 28
    assert placed["M"]["posts"] == ["F32"]
    assert placed["V"]["posts"] == ["J36"]
    assert set(placed["AA"]["posts"]) == set(placed["BB"]["posts"])
    assert placed["AA"]["found"] == "several, interchangeable"


# --- pipes, and what the documents say ------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="pipes break otherwise here")
@pytest.mark.parametrize(
    "question", [("examples", "run", "fb_6_1242"), ("see", "budapest", "F31", "--why")]
)
def test_a_reader_that_reads_nothing_did_not_hear_no(question: tuple[str, ...]) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    try:
        done = shell(*question, stdout=write_end)
    finally:
        os.close(write_end)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_example_of_the_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (PROJECT / "docs" / "howto" / "examples.md").read_text("utf-8")
    blocks = re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    for name, start in (("farm.lp", "hex("), ("farm_example.lp", "example(")):
        (facts,) = [block for block in blocks if block.startswith(start)]
        Path(name).write_text(facts)
    shown = [stripped(block) for block in blocks if block.startswith("$ ")]
    assert len(shown) == 2
    for command, *lines in shown:
        assert stripped(hexcourt(*command.split()[2:]).stdout) == lines


# --- what is laid and given besides ---------------------------------------------------------------


def test_what_is_placed_changes_the_claims(case: Path) -> None:
    tell(case, units(A="A3", B="A4") + ' at("A","A3"). at("B","A4"). claim(1,"A","B",yes).')
    assert answer("examples", "run", case)["rows"][0]["outcome"] == "agreed"
    tell(case, units(A="A1", B="A4") + ' at("A","A1"). at("B","A4"). claim(1,"A","B",no).')
    bare = answer("examples", "run", case)
    assert bare["rows"][0]["rule"] == "A6.2" and "place" not in bare["question"]["arguments"]
    laid = answer("examples", "run", case, "--place", 'debris("A3")')
    assert laid["question"]["arguments"]["place"] == ['debris("A3")']
    assert "debris in A3" in laid["assumed"] and laid["board"] != bare["board"]


@rule("FB6.1233")
def test_what_is_given_is_the_status_of_units_that_have_none(tmp_path: Path) -> None:
    case = tmp_path / "case.lp"
    stand = 'unit("A",squad). at("A","E37"). unit("B",gun). at("B","G37"). '
    case.write_text(f'on_board("budapest"). {stand}claim(1,"A","B",no).')
    said = {}
    for given in ((), ("--given", 'emplaced("G37")')):
        for command in ("run", "solve"):
            found = answer("examples", command, case, *given)
            said[command, bool(given)] = found["answer"]
            told = any("G37 is emplaced" in each for each in found["assumed"])
            assert told == bool(given)
    assert said == {
        ("run", False): "no", ("solve", False): "no", ("run", True): "yes", ("solve", True): "yes",
    }  # fmt: skip
    sees = 'claim(1,"A","B",yes). given(1,"B",not_emplaced).'
    case.write_text(f'on_board("budapest"). {stand}{sees}')
    assert answer("examples", "run", case, "--given", 'emplaced("G37")')["answer"] == "yes"


@pytest.mark.parametrize("name", [(), ("PB03",)])
def test_printed_examples_lay_their_own_pieces(name: tuple[str, ...]) -> None:
    result = hexcourt("examples", "run", *name, "--place", 'debris("F36")')
    assert result.exit_code == 2 and "--place" in result.stderr and result.stderr.count("\n") == 1
