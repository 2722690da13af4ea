"""Entry points held against each other in worlds: lines in two ways, actions and steps of a path."""

from __future__ import annotations

import pytest

from hexcourt.solver.analysis import consistency
from hexcourt.solver.analysis.consistency import TwoWays, try_entry_points
from hexcourt.solver.analysis.findings import examine
from hexcourt.solver.analysis.generators.families import family_of
from hexcourt.solver.analysis.generators.line_positions import WorldLine
from hexcourt.solver.rulebase.read_house_rules import amended_rules
from hexcourt.solver.rulebase.rulebase import HouseRules, use_rules
from tests.cli.test_commands import answer, hexcourt
from tests.effort import long, sample


def test_lines_of_worlds_are_told_alike_in_both_ways() -> None:
    found = answer("rules", "consistency", "sight", "--hexes", "2", "--worlds", sample(2, 200))
    assert (found["answer"], found["counts"]["findings"]) == ("unknown", 0)
    (row,) = found["rows"]
    assert (row["solves"], row["complete"]) == (sample(2, 200), False)


def test_a_line_told_otherwise_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(line: WorldLine) -> TwoWays:
        return TwoWays(line, "clear", "blocked")

    monkeypatch.setattr(consistency, "compare_line", told)
    found = try_entry_points(family_of("sight", 2), 1)
    assert [(each.whole, each.fast) for each in found.differing] == [("clear", "blocked")]


def test_families_without_two_ways_are_refused() -> None:
    result = hexcourt("rules", "consistency", "actions")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "is no family of lines; name one of sight," in result.stderr


@long
def test_an_action_that_a_step_contradicts_is_found() -> None:
    rules = '%! SSR 1 high: nobody uses manholes\nrefused(X,"SSR 1") :- X = uses_manhole(_), asked(X).\n'
    with use_rules(amended_rules((HouseRules("house.lp", rules),))):
        found = examine(family_of("actions", 1), ("properties",), 10_000.0)
    assert any("step_is_by_manhole" in each.key for each in found.findings)
