"""The quick look keeps to the worlds in which what changed derives anything otherwise."""

from __future__ import annotations

import math
from dataclasses import replace
from time import monotonic
from types import MappingProxyType

import pytest

import hexcourt.solver.analysis.core.touched as touching
from hexcourt.facts.base.cache import digest_of
from hexcourt.solver.analysis import answers, difference_answers
from hexcourt.solver.analysis.answers import analyse_rules
from hexcourt.solver.analysis.core.programs import BoundedPositions, worlds_of
from hexcourt.solver.analysis.core.search import KeptSearches
from hexcourt.solver.analysis.core.touched import TouchedWorlds, touched
from hexcourt.solver.analysis.core.two_rule_sets import both_of, compare_rule_sets
from hexcourt.solver.analysis.generators.families import family_of, smallest_of
from hexcourt.solver.analysis.last_green import Since
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import RuleBase, printed_rules, use_rules
from tests.effort import long, one_in
from tests.rulings import rule

PRICES, COSTS, SHARING = "moving/a04_prices.lp", "tables/movement.lp", "placing/sharing.lp"
UPHILL = 'charged(M,uphill,2,"B10.4")              :- climbs(M,N), N >= 1.'
LONG = 10_000.0


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing hang on how fast the machine is."""
    monkeypatch.setattr(touching, "SECONDS", math.inf)


def changed(name: str, old: str, new: str) -> RuleBase:
    """Give the rules with one text of a program put in place of another."""
    rules = printed_rules()
    text = rules.programs[name].text
    assert old in text
    programs = {**rules.programs, name: Program(name, text.replace(old, new, 1))}
    digest = digest_of([rules.digest, old, new])
    return replace(rules, programs=MappingProxyType(programs), digest=digest)


def looked(
    name: str, rules: RuleBase, hexes: int = 1, pieces: int = 0
) -> tuple[BoundedPositions, TouchedWorlds]:
    """Find what a change touches in small worlds of a family, without features and mostly pieces."""
    family = smallest_of(name) if hexes == 1 else family_of(name, hexes)
    bare = {"most_pieces": pieces, "most_features": 0}
    scope = {key: bare.get(key, value) for key, value in family.scope.items()}
    family = replace(family, scope=MappingProxyType(scope))
    with use_rules(rules):
        worlds = worlds_of(family, rules)
        return worlds, touched(worlds, both_of(family, printed_rules(), rules), printed_rules())


@long
@rule("B10.4")
def test_what_vehicles_pay_touches_no_world_on_foot() -> None:
    rules = changed(PRICES, UPHILL, UPHILL.replace("N >= 1", "N >= 2"))
    assert not looked("moves_on_foot", rules)[1].any
    assert looked("moves_of_vehicles", rules)[1].any


@rule("B12.4")
def test_a_row_of_a_table_touches_the_worlds_of_what_reads_it() -> None:
    old = 'entry_cost(infantry,(brush;vineyard),4,"B12.4").'
    rules = changed(COSTS, old, old.replace(",4,", ",6,"))
    assert looked("moves_on_foot", rules)[1].any
    assert not looked("moves_of_vehicles", rules)[1].any


ONE_ROOF = "whole_factory(A), whole_factory(B)"


@rule("B23.71")
def test_an_exception_that_is_dropped_touches_worlds_though_nothing_else_reads_it() -> None:
    changing = (f"{ONE_ROOF}, not barred_roof(A,D).", f"{ONE_ROOF}.")
    assert looked("ground", changed("ground/buildings.lp", *changing), 2, 1)[1].any


OFF_THE_MAP = "by_road(M)               :- mirrored(M,H,D), from_centre(M), on_road(H,ground,D)."
CUT = "over_edge(M,H,D), edge(H,D,cut)."
RAIN = "given(weather(rain)), not onto_bank(X), not by_sunken_road(X)."
HELD = "known_enemy(H,P)    :- given(held(at(H,P)))."
ROOFLESS = "unroofed(H) :- given(roofless(H))."


@one_in(2)
@pytest.mark.parametrize(
    ("program", "old", "new"),
    [
        ("moving/a02_exit.lp", OFF_THE_MAP, ""),
        ("moving/a02_exit.lp", CUT, CUT.replace("cut", "map")),
        ("moving/e03_weather.lp", RAIN, RAIN.replace(", not onto_bank(X)", "")),
        ("moving/a04_moving.lp", HELD, ""),
        ("ground/roads.lp", ROOFLESS, ""),
    ],
)
def test_roads_over_the_edge_and_what_is_given_touch_moves(
    program: str, old: str, new: str
) -> None:
    assert looked("moves_of_vehicles", changed(program, old, new))[1].any


def test_what_takes_too_long_touches_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(touching, "SECONDS", 0.0)
    _, only = looked("moves_of_vehicles", changed("moving/a02_exit.lp", OFF_THE_MAP, ""))
    assert only.any and only.text and not only.choices


@rule("B10.4")
def test_worlds_that_are_touched_show_all_that_is_new() -> None:
    second = UPHILL.replace(",2,", ",3,").replace("N >= 1", "N >= 2")
    rules = changed(PRICES, UPHILL, f"{UPHILL}\n{second}")
    worlds, only = looked("moves_of_vehicles", rules)
    kept = only.keep(worlds)
    assert kept is not worlds and only.text
    every, few = KeptSearches(worlds), KeptSearches(worlds, kept)
    found, of_few = (each._search("conflict", monotonic() + LONG) for each in (every, few))
    assert found.complete and found.classes
    assert of_few.complete and of_few.classes == found.classes


@long
@rule("B23.9")
def test_only_actions_that_are_touched_are_asked() -> None:
    old = 'most_in_place(fortified,1,"B23.9").'
    worlds, only = looked("actions", changed(SHARING, old, old.replace(",1,", ",2,")))
    assert only.any and "asked" in only.choices
    asked = [each for each in only.chosen if each.startswith("asked(")]
    assert asked and all(each.startswith("asked(fortify(") for each in asked)
    assert f"may_be_chosen__({asked[0]})." in only.keep(worlds).generated


def test_what_a_quick_look_leaves_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "QUICK_CHECK_SECONDS", 0.0)
    monkeypatch.setattr(difference_answers, "all_families", dict)
    rules = changed(PRICES, UPHILL, UPHILL.replace("N >= 1", "N >= 2"))
    with use_rules(rules):
        green = Since("HEAD", compare_rule_sets(printed_rules(), rules))
        families = ("actions", "moves_of_vehicles")
        found = analyse_rules("rules check", ("gaps",), families, changed=True, green=green)
    assert found.verdict == "yes"
    left = [row["worlds"] for row in found.rows if "skipped" in row]
    assert "moves_of_vehicles" in left and "actions" not in left
    assert any(line.startswith("  not searched: gaps, as a quick look") for line in found.lines)
