"""Advice: small edits of a card, each of which mends what it is for and makes nothing worse."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.read_cards import card_of, read_card
from hexcourt.solver.answer.answer import Verdict
from hexcourt.solver.scenario.advise import Advisor, advise_scenario, plausibility
from hexcourt.solver.scenario.checks import Finding, FindingKind, every_check
from hexcourt.solver.scenario.edits import edits
from hexcourt.solver.scenario.running import run_checks
from hexcourt.solver.scenario.scenario import Scenario
from tests import effort
from tests.cli.test_commands import hexcourt
from tests.effort import long

pytestmark = pytest.mark.usefixtures("engines")

CARD = """
format = "hexcourt-card/1"
id = "small"
title = "Small"
[map]
north = "top"
boards = [{ board = "pegasus" }]
[[side]]
name = "red"
[[side]]
name = "blue"
[[group]]
id = "g1"
side = "red"
setup = "hex I9"
units = ["4 squad 4-6-7"]
[[group]]
id = "g2"
side = "blue"
setup = "hexes I11, I12"
units = ["squad 4-6-7"]
"""
"""Four squads in a Location for three (A5.1)."""


def scenario(text: str = CARD) -> Scenario:
    return Scenario(card_of(text, "small.toml"))


def test_every_edit_changes_one_value_of_the_card() -> None:
    found = list(edits(CARD, scenario().position.board))
    assert {each.kind for each in found} >= {"-1", "+1", "another hex", "a hex more", "a hex less"}
    before = CARD.splitlines()
    for each in found:
        after = each.text.splitlines()
        assert sum(a != b for a, b in zip(before, after, strict=True)) == 1, each.says
        assert tomllib.loads(each.text) != tomllib.loads(CARD)


def test_what_is_proposed_mends_the_finding_and_makes_nothing_worse() -> None:
    advisor = Advisor(scenario(), lambda: False)
    (crowded,) = (e for e in advisor.findings if e.check == "S08" and e.found is FindingKind.FAIL)
    proposed = list(advisor.proposals(crowded))
    assert any("3 squad 4-6-7" in "\n".join(each.diff) for each in proposed)

    def amiss(of: Advisor) -> set[tuple[str, str, str]]:
        return {
            (e.check, e.subject, e.found) for e in of.findings if e.found is not FindingKind.PASS
        }

    after = amiss(Advisor(scenario(proposed[-1].edit.text), lambda: False))
    assert ("S08", "g1", "fail") in amiss(advisor) - after
    assert after <= amiss(advisor)


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ('"hex I9"', '"hexes I9, I11"', "I11"),
        ('"hexes I11, I12"', '"hexes I11, I12, I9"', "I9"),
        ('"hexes I11, I12"', '"hexes I10, I12"', "I10"),
    ],
)
def test_a_hex_that_is_named_and_stands_out_is_taken_back_first(
    right: str, wrong: str, named: str
) -> None:
    card = CARD.replace(right, wrong)
    finding = Finding(
        "group g1, group g2", FindingKind.FAIL, f"Both may set up in {named}.", check="S07"
    )
    ordered = sorted(
        edits(card, scenario().position.board), key=lambda each: plausibility(each, finding)
    )
    places = list(dict.fromkeys((each.place, each.kind) for each in ordered))
    undone = next(each for each in ordered if each.text == CARD)
    assert places.index((undone.place, undone.kind)) < 3
    first = next(e for e in ordered if (e.place, e.kind) == (undone.place, undone.kind))
    assert first.pairs == undone.pairs and named in first.taken


def test_further_edits_of_a_place_are_proposed_where_there_are_few_others() -> None:
    """J8 is no building, and five hexes beside it are."""
    card = CARD.replace("hex I9", "building J8").replace("4 squad", "squad")
    advisor = Advisor(scenario(card), lambda: False)
    (no_building,) = (
        e for e in advisor.findings if e.check == "S02" and e.found is FindingKind.FAIL
    )
    proposed = list(advisor.proposals(no_building))
    assert len({each.edit.text for each in proposed}) == 3
    assert len([each for each in proposed if each.edit.kind == "another hex"]) >= 2


def test_small_changes_of_others_come_between_small_and_larger_ones_of_what_is_named() -> None:
    finding = Finding("g1", FindingKind.FAIL, "Too many.", check="S08")
    every = sorted(
        edits(CARD, scenario().position.board), key=lambda each: plausibility(each, finding)
    )
    named = [each.cost for each in every if "g1" in each.about]
    assert named == sorted(named)
    order = [(each.cost, "g1" in each.about) for each in every]
    assert order.index((1, True)) < order.index((1, False)) < order.index((4, True))


def test_two_edits_together_are_proposed_where_no_single_one_mends() -> None:
    """The areas of two enemies share two hexes: each has to give one up, or one both."""
    card = CARD.replace("4 squad", "squad").replace('"hex I9"', '"hexes I11, I12"')
    advisor = Advisor(scenario(card), lambda: False)
    (shared,) = (e for e in advisor.findings if e.check == "S07" and e.found is FindingKind.FAIL)
    proposed = advisor.proposals(shared)
    assert proposed and all(" and " in each.edit.kind for each in proposed)
    for each in proposed:
        after = Advisor(scenario(each.edit.text), lambda: False, advisor.known)
        assert all(e.check != "S07" or e.found is FindingKind.PASS for e in after.findings)
        assert all(after.worth[key] <= worth for key, worth in advisor.worth.items())


CARDS = Path(__file__).parents[3] / "examples" / "cards"
SLIPS = (
    ("outpost", "hexes of M37", "hexes of M73"),
    ("outpost", 'setup = "garden"', 'setup = "headquarters"'),
    ("halls", "count = 3", "count = 1"),
    ("halls", "K3, K4, L3", "K3, L3"),
    ("halls", "K3, K4, L3", "K3, K3, L3"),
    ("halls", "O8, P6", "O18, P6"),
    ("halls", '"9 squad 5-4-8", "leader', '"9 squad 5-4-8", "9 squad 5-4-8", "leader'),
    ("halls", "at least 5", "at least 55"),
    ("halls", 'setup = "offices"', 'setup = "yard"'),
    ("breakout", "H31, H32", "H13, H32"),
    ("breakout", "hexrow M", "hexrow P"),
    ("breakout", "turn = 2", "turn = 5"),
    ("breakout", "turn = 2", "turn = 22"),
    ("breakout", '"2 squad 4-5-8"', '"20 squad 4-5-8"'),
)
"""What is written on a card, and what a slip makes of it."""


@effort.one_in(14)
@pytest.mark.parametrize(("name", "right", "slip"), SLIPS)
def test_a_slip_is_among_the_first_proposals(name: str, right: str, slip: str) -> None:
    source = CARDS / f"{name}.toml"
    text = source.read_text("utf-8")
    before = Advisor(Scenario(card_of(text, str(source))), lambda: False)
    changed = before.scenario.with_card(card_of(text.replace(right, slip, 1), str(source)))
    advisor = Advisor(changed, lambda: False, before.known)
    new = [
        each
        for each in advisor.findings
        if each.found in (FindingKind.FAIL, FindingKind.WARN)
        and advisor.worth[each.check, each.subject] > before.worth[each.check, each.subject]
    ]
    proposed = advisor.proposals(min(new, key=lambda each: each.found is not FindingKind.FAIL))
    assert text in [each.edit.text for each in proposed[:3]]


def test_what_nobody_means_is_proposed_after_all_else() -> None:
    """A group that enters in the last turn, a hex of the map left out for one that is not there."""
    board = scenario().position.board
    late = CARD.replace('setup = "hex I9"', 'entry = { turn = 5, where = "the west edge" }')
    late = late.replace("[[side]]", "[turns]\ncount = 4\n[[side]]", 1)
    turns = [each for each in edits(late, board) if each.place[-1] == "turn"]
    assert {each.says.split()[3] for each in turns if each.odd} == {"4", "6", "7", "8", "9"}
    missing = list(edits(CARD.replace("hex I9", "hexes I9, I99"), board))
    assert {each.kind for each in missing if each.is_last_resort} >= {"a hex less", "less"}
    assert all("I99" in each.taken for each in missing if each.is_missing)


def test_a_side_is_changed_only_for_a_group_that_may_be_of_another() -> None:
    board = scenario().position.board
    third = '[[group]]\nid = "g3"\nside = "blue"\nsetup = "hex J9"\nunits = ["squad 4-6-7"]\n'

    def swapped(text: str) -> set[str]:
        return {next(iter(e.about)) for e in edits(text, board) if e.kind == "another player"}

    assert swapped(CARD) == set()  # a side keeps a group
    assert swapped(CARD + third) == {"g2", "g3"}
    other = CARD.replace("4 squad 4-6-7", "4 squad 5-4-8") + third
    assert swapped(other) == set()  # g2 and g3 are alike


@long
def test_a_command_proposes_the_same_as_a_diff_and_leaves_the_card(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(CARD, "utf-8")
    result = hexcourt("scenario", "advise", str(file), "S08:g1", "--json")
    told = json.loads(result.output)
    assert result.exit_code == 0
    assert told["answer"] == "yes"
    assert file.read_text("utf-8") == CARD
    rows = advise_scenario(scenario(), "S08:g1").rows
    assert told["rows"] == list(rows)
    assert ["-units", "+units"] in [[line[:6] for line in row["diff"][1:]] for row in rows]


@pytest.mark.parametrize(
    ("number", "verdict", "told"),
    [
        pytest.param(30, Verdict.UNKNOWN, "  no small change", marks=long),
        (3, Verdict.YES, "nothing to mend"),
    ],
)
def test_where_nothing_is_proposed_it_is_said_why(number: int, verdict: Verdict, told: str) -> None:
    found = advise_scenario(scenario(CARD.replace("4 squad", f"{number} squad")), "S08")
    assert (found.verdict, list(found.rows)) == (verdict, [])
    assert found.lines[-1].startswith(told)


@pytest.mark.parametrize(
    ("finding", "told"),
    [
        ("S99", "there is none"),
        ("S08:g9", "nothing such fails or warns"),
        ("x:g1", "there is none"),
    ],
)
def test_a_finding_that_is_none_is_refused(finding: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        advise_scenario(scenario(), finding)


@pytest.mark.parametrize("name", ["breakout", "halls"])
def test_nothing_is_amiss_on_the_example_cards_that_are_right(name: str) -> None:
    source = CARDS / f"{name}.toml"
    found = run_checks(Scenario(read_card(source)), every_check())
    assert not [each for each in found if each.found in (FindingKind.FAIL, FindingKind.WARN)]
