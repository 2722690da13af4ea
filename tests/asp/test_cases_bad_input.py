"""Bad input to ``legal`` and ``effect``: one sentence, status 2; and what they answer as JSON."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_bad_input import here, invoked, refused
from tests.cli.test_commands import answer
from tests.tiny import tiny_facts

__all__ = ["here"]

pytestmark = pytest.mark.usefixtures("here")

BOARD = "tiny.lp"
SMALL = tiny_facts("A1 woods, A2, A3, B1, A1-B1 narrow_street(paved)")


@pytest.fixture(autouse=True)
def made(here: Path) -> None:
    """Write the board that is asked about."""
    (here / BOARD).write_text(SMALL, "utf-8")


ACTIONS = [
    (
        "unknown",
        'mine("A1",ap,12,hidden)',
        "mine: no action of that name is known; did you mean mines",
    ),
    ("far from any", 'xyzzy("A1")', "xyzzy: no action of that name is known; write one of mines, "),
    (
        "of another role",
        'fortified("A1")',
        "fortified: is a given thing, not an action; such is mines(",
    ),
    ("hex off the board", 'removes_mines("K12")', "hex K12 is not on board "),
    ("no hex", 'removes_mines("west")', "west"),
    (
        "not quoted",
        "removes_mines(A1,B1)",
        "A1 is not quoted; write a name in double quotes",
    ),
    ("a name for a hex", "removes_mines(here)", "here is no Hex; write a quoted name"),
    ("a number for a hex", "removes_mines(1)", "1 is no Hex; write a quoted name"),
    ("no choice", 'mines("A1",apx,12,hidden)', "apx is no Kind; write ap or at"),
    ("a text for a choice", 'mines("A1","apx",12,hidden)', '"apx" is no Kind; write ap or at'),
    ("no number", 'mines("A1",ap,"many",hidden)', '"many" is no Strength; write a whole number'),
    ("a number for a name", "in_motion(1)", "1 is no Vehicle; write a word"),
    ("a function for a name", "in_motion(f(1))", "f(1) is no Vehicle; write a word"),
    ("no unit", 'sets_up(dragon,"A1")', "unit dragon is not known; choose one of "),
    ("too little", 'mines("A1",ap)', "it does not name Strength and Shown; write mines(Hex, "),
    ("nothing", "mines", "it does not name Hex, Kind, Strength and Shown"),
    ("too much", 'removes_mines("A1",2)', "it says too much; write removes_mines(Hex)"),
    ("not closed", 'removes_mines("A1"', "mend the fact"),
    ("empty", " ", "an action is missing; write one such as mines("),
    ("two at once", "inspects(own). inspects(enemy)", "these are 2 of them; write each by itself"),
    ("two ends", 'wall_advantage("A1-A2","A3")', "A1-A2 has two ends; name the vertex too"),
    (
        "trench or foxhole",
        'stack("A2En",2)',
        "A2En may be a trench or a foxhole; write A2/trench or",
    ),
    ("off the map", 'sets_up(squad,"A1/off")', "A1/off: lies off the map (A2.51); name a Location"),
    ("no level", 'stack("A1h7",2)', "Location A1h7 does not exist on board "),
    ("no line", 'sees("A1","A1")', "a line of sight has two ends; name two Locations"),
]


@pytest.mark.parametrize(
    ("action", "sentence"), [row[1:] for row in ACTIONS], ids=[r[0] for r in ACTIONS]
)
def test_actions(action: str, sentence: str) -> None:
    assert sentence in refused("legal", BOARD, action)


def test_one_bad_action_spoils_the_rest() -> None:
    assert "xyzzy" in refused("legal", BOARD, "inspects(own)", "xyzzy")


def test_no_action_and_no_board() -> None:
    assert refused("legal", BOARD).startswith("no action is named; write one such as mines(")
    assert refused("legal", "nosuch", "inspects(own)").startswith("nosuch: no such board")
    assert refused("effect", "nosuch", "--attack", "mines", "--target", "A1").startswith("nosuch: ")


GIVEN = [
    ("unknown", "movin", "movin: no given thing of that name is known; did you mean moving"),
    ("nonsense", "!!", "!!"),
    (
        "of another role",
        "inspects(own)",
        "inspects: is an action, not a given thing; such is minefield(",
    ),
    ("empty", "", "a given thing is missing; write one such as minefield("),
    ("a word for a number", "kia(two)", "two is no Number; write a whole number"),
    ("off the board", 'minefield("K12",ap,6,hidden)', "hex K12 is not on board "),
    (
        "may not lie",
        'roadblock("A1","A3")',
        "B29.1: a roadblock lies on the hexside of two adjoining",
    ),
    ("digs in water", 'foxhole("Z9")', "hex Z9 is not on board "),
    ("no street", 'street_vehicle("A1","A2")', "Q4.11: "),
    ("no Cellar", 'enemy("A1",cellar)', "Location A1/cellar does not exist on board "),
]


@pytest.mark.parametrize(
    ("given", "sentence"), [row[1:] for row in GIVEN], ids=[r[0] for r in GIVEN]
)
def test_given(given: str, sentence: str) -> None:
    assert sentence in refused("legal", BOARD, "inspects(own)", "--given", given)
    attacked = ("--attack", "mines", "--target", "A1")
    assert sentence in refused("effect", BOARD, *attacked, "--given", given)


ATTACKS = [
    (
        "unknown",
        'small_arm("A2")',
        "A1",
        "small_arm: no attack of that name is known; did you mean",
    ),
    ("no firer", "small_arms", "A1", "it does not name Firer; write small_arms(Firer)"),
    ("firer off the board", 'small_arms("K12")', "A1", "hex K12 is not on board "),
    ("firer no hex", "small_arms(me)", "A1", "me is no Firer; write a quoted name"),
    (
        "an action",
        "inspects(own)",
        "A1",
        "inspects: is an action, not an attack; such is small_arms(",
    ),
    ("empty", "", "A1", "an attack is missing; write one such as small_arms("),
    ("target off the board", "mines", "K12", "hex K12 is not on board "),
    ("target off the map", "indirect", "A1/off", "A1/off: lies off the map (A2.51); name a "),
    ("no place", "mines", "somewhere", '"somewhere": '),
    ("no level", "mines", "A1h3", "Location A1h3 does not exist on board "),
    ("empty target", "mines", " ", "the target is missing; name a Location such as F31"),
    ("no hexside", "mines", "A1-A3", "A3 does not adjoin A1; name hexes that adjoin"),
    ("no level told", "residual", 'quasi("A1")', "it does not name Level; write quasi(Hex, Level)"),
]


@pytest.mark.parametrize(
    ("attack", "target", "sentence"), [row[1:] for row in ATTACKS], ids=[r[0] for r in ATTACKS]
)
def test_attacks(attack: str, target: str, sentence: str) -> None:
    assert sentence in refused("effect", BOARD, "--attack", attack, "--target", target)


def test_which_end_of_a_roadblocked_hexside() -> None:
    asked = ("--attack", 'small_arms("A2")', "--target", "A1-B1")
    block = ("--given", 'roadblock("A1","B1","A2")')
    assert "A1-B1: has two ends; name the vertex too" in refused("effect", BOARD, *asked, *block)


def test_attack_and_target_are_both_named() -> None:
    assert refused("effect", BOARD, "--attack", "mines").startswith("--target is missing; ")
    assert refused("effect", BOARD, "--target", "A1").startswith("--attack is missing; ")


# --- what they answer -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "verdict"),
    [
        (("deploys_free(1,10)",), "yes"),
        (("inspects(own)",), "unknown"),
        (("deploys_free(1,10)", "inspects(enemy)"), "no"),
        (("deploys_free(1,10)", 'encircled("A1")'), "unknown"),
        (("inspects(enemy)", 'encircled("A1")', 'trench("A2")'), "no"),
    ],
)
def test_legal_as_json(actions: tuple[str, ...], verdict: str) -> None:
    found = answer("legal", BOARD, *actions, "--given", "ssr(motion)")
    assert found["answer"] == verdict
    assert [row["action"] for row in found["rows"]] == list(actions)
    assert found["question"]["arguments"] == {"actions": list(actions), "given": ["ssr(motion)"]}
    assert found["counts"] == {"actions": len(actions)}


def test_a_risk_as_json(here: Path) -> None:
    (here / "plant.lp").write_text(tiny_facts("A1 factory(stone,1), A2"), "utf-8")
    (row,) = answer("legal", "plant.lp", 'turns_vca("A1")')["rows"]
    assert row["verdict"] != "no"
    assert [(each["risk"], each["rule"]) for each in row["risks"]] == [("bog", "O.4")]
    assert "at risk of bog: O.4: " in invoked("legal", "plant.lp", 'turns_vca("A1")').stdout


@pytest.mark.parametrize(
    ("attack", "target", "given", "told", "rows"),
    [
        ('small_arms("A2")', "A1", (), "done", [("tem", 1), ("tem(woods)", 1)]),
        ("cmg", "A1", (), "unknown", [("cmg", None)]),
        ("cmg", "A1", ('on_street("A1","B1")',), "done", [("drm(cmg)", 1)]),
        ("bombardment", "A1", (), "unknown", [("morale", None)]),
    ],
)
def test_effect_as_json(
    attack: str, target: str, given: tuple[str, ...], told: str, rows: list[tuple[str, object]]
) -> None:
    options = [each for one in given for each in ("--given", one)]
    found = answer("effect", BOARD, "--attack", attack, "--target", target, *options)
    assert found["answer"] == told
    assert [(row["effect"], row["value"]) for row in found["rows"]] == rows


def test_dice_as_json() -> None:
    armed = ("--given", "main_armament(t,75,none)")
    found = answer("effect", BOARD, "--attack", "tca_change(t)", "--target", "A1", *armed)
    turns = [row["dr"] for row in found["rows"] if row["value"] == "turns"]
    assert turns == ["1", "2", "3"]
    assert {row["rule"] for row in found["rows"]} == {"Q4.122"}


def test_words_are_listed_without_a_board() -> None:
    actions, attacks = (invoked(command) for command in ("legal", "effect"))
    assert actions.exit_code == attacks.exit_code == 0
    assert "mines(Hex, Kind, Strength, Shown)\n" in actions.stdout
    assert "--given 'kia(2)'" in actions.stdout
    assert "small_arms(Firer)\n" in attacks.stdout
    assert "--target 'quasi(\"E22\", 1)'" in attacks.stdout


@pytest.mark.parametrize(
    "written",
    ["Mines(A1, AP, 6, Hidden)", "mines(a1,ap,6,hidden)", "mines('A1', ap, 6, \"hidden\")."],
)
def test_an_action_that_can_be_read_in_one_way_is_understood(here: Path, written: str) -> None:
    meant = invoked("legal", BOARD, 'mines("A1",ap,6,hidden)')
    found = invoked("legal", BOARD, written)
    assert found.exit_code == meant.exit_code != 2
    assert found.stdout.splitlines()[1:] == meant.stdout.splitlines()[1:]
