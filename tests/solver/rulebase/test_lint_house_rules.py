"""All that is wrong with a file of house rules is listed, with line and column."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexcourt.solver.rulebase.lint_house_rules import problems_of
from hexcourt.solver.rulebase.rulebase import HouseRules
from tests.cli.test_commands import hexcourt

GOOD = '%! SSR 1 high: nobody looks down\nshut(L,"SSR 1") :- end(L,a,X), end(L,b,Y), X > Y.\n'
FAULTY = {
    "nothing": (GOOD, []),
    "a name that nothing derives": (GOOD.replace("end(L,b,Y)", "endd(L,b,Y)"), [(2, 32)]),
    "no citation": (GOOD.replace("%!", "%"), [(2, 1)]),
    "a variable that nothing binds": (GOOD.replace("X > Y", "X > Z"), [(2, 1)]),
    "what is no statement": (f"{GOOD}\n%! SSR 2 high: b\nshut(L,", [(5, 8)]),
    "two at once": (
        GOOD.replace("end(L,b", "endd(L,b")
        + GOOD.replace("SSR 1", "SSR 2").replace("end(L,a", "ends(L,a"),
        [(2, 32), (4, 20)],
    ),
    "a helper whose rule is wrong is not missed": (
        "%! SSR 1 high: who looks down\ndown(L) :- endd(L).\n"
        '%! SSR 1 high: nobody looks down\nshut(L,"SSR 1") :- down(L).\n',
        [(2, 12)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(FAULTY))
def test_each_problem_is_listed_where_it_is(name: str) -> None:
    text, places = FAULTY[name]
    found = problems_of(HouseRules("own.lp", text))
    assert [(each.line, each.column) for each in found] == places, found


def test_the_command_tells_editors(tmp_path: Path) -> None:
    path = tmp_path / "own.lp"
    path.write_text(FAULTY["two at once"][0], "utf-8")
    result = hexcourt("rules", "lint", path)
    assert result.exit_code == 1
    assert f"{path}:2:32: endd/3 is neither derived nor given" in result.stdout
    answer = json.loads(hexcourt("rules", "lint", path, "--json").stdout)
    assert [row["line"] for row in answer["rows"]] == [2, 4] and answer["counts"]["problems"] == 2
    path.write_text(GOOD, "utf-8")
    result = hexcourt("rules", "lint", path)
    assert result.exit_code == 0 and result.stdout == f"{path}: 0 problems\n"
