"""Families that a card tells: `--vary 'setup(g1)'` and `--vary 'fortifications(g1)'`."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.api.position import open_position
from hexcourt.solver.position.board_state import families_of
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.scenario.scenario import Scenario
from tests.rulings import rule
from tests.tiny_cards import group

CARD = """
format = "hexcourt-card/1"
id = "convoy"
[map]
boards = [{ board = "pegasus" }]
[[side]]
name = "red"
[[side]]
name = "blue"
"""
WHERE = 'setup = "hexes K8, K9, J8"'


def card(folder: Path, units: str, more: str = "", where: str = WHERE) -> str:
    path = folder / "card.toml"
    path.write_text(CARD + group("guards", "blue", units, where, more), "utf-8")
    return str(path)


def scenario_of(name: str) -> Scenario | None:
    return open_position(name).scenario


def test_fortifications_are_a_family_of_each_kind(tmp_path: Path) -> None:
    told = 'fortifications = ["2 roadblock", "foxhole 1S", "24 AP mine factors"]'
    name = card(tmp_path, "squad 4-5-7", told)
    assert families_of(
        scenario_of(name), ["fortifications(guards)", "{ afv(H) : hex(H) } <= 1"]
    ) == (
        '{ roadblock(A,B) : road(A,B), area("guards",A) } = 2',
        '{ foxhole(H) : hex(H), area("guards",H) } = 1',
        "{ afv(H) : hex(H) } <= 1",
    )


@rule("A5.1")
@pytest.mark.parametrize(
    ("units", "most", "bounds"),
    [
        ("2 squad 4-5-7, leader 8-0", "", ("1 <=", "<= 3")),
        ("4 squad 4-5-7", "", ("2 <=", "<= 4")),
        ("5 leader 8-0", "", ("2 <=", "<= 5")),
        ("4 squad 4-5-7", ",2", ("2 <=", "<= 2")),
    ],
)
def test_a_setup_takes_as_many_locations_as_have_room(
    units: str, most: str, bounds: tuple[str, str], tmp_path: Path
) -> None:
    (family,) = families_of(scenario_of(card(tmp_path, units)), [f"setup(guards{most})"])
    assert family.startswith(bounds[0]) and family.endswith(bounds[1])
    assert {'enemy("J8")', 'enemy("K8",level(1))'} < set(family[5:-5].strip(" {}").split("; "))


@rule("A4.14")
def test_a_setup_is_asked_for_as_enemy_units(tmp_path: Path) -> None:
    name = card(tmp_path, "squad 4-5-7")
    session, vary = (
        QuerySession(open_position(name)),
        families_of(scenario_of(name), ["setup(guards)"]),
    )
    assert session.ask('exists : enemy(L), L = "K8h1"', vary=vary).answer == "yes"
    assert session.ask("always : 1 = #count { L : enemy(L) }", vary=vary).answer == "yes"
    assert session.ask('exists : enemy(L), in_hex(L,"J9")', vary=vary).answer == "no"


@pytest.mark.parametrize(
    ("vary", "more", "message"),
    [
        ("setup(guard)", "", "the card has none"),
        ("fortifications(guards)", "", "has none"),
        ("fortifications(guards)", 'fortifications = ["wire"]', "has wire"),
        ("setup(guards,1)", "", "need 2 Locations at least"),
        ("setup(guards)", "limit = { per_hex = { mmc = 1 } }", "limits of a setup"),
    ],
)
def test_what_is_no_family_is_refused(vary: str, more: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=message):
        families_of(scenario_of(card(tmp_path, "4 squad 4-5-7", more)), [vary])


def test_groups_are_those_of_a_card() -> None:
    with pytest.raises(BadInput, match="ask a card"):
        families_of(scenario_of("pegasus"), ["setup(guards)"])
