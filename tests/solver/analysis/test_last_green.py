"""What changed since the last green rules: statements, the facts that show it, and positions."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from hexcourt.facts.base.cache import digest_of
from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.solver.analysis import last_green
from hexcourt.solver.analysis.core.statement_differences import (
    statement_differences,
    table_differences,
)
from hexcourt.solver.analysis.core.two_rule_sets import compare_rule_sets
from hexcourt.solver.analysis.difference_answers import dead_lines, differences_since
from hexcourt.solver.analysis.differences import differences_in_worlds
from hexcourt.solver.analysis.generators.families import family_of
from hexcourt.solver.analysis.last_green import since, uncommitted
from hexcourt.solver.placement.hex_facts import known_units
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import RuleBase, printed_rules, use_rules
from tests.cli.test_commands import hexcourt
from tests.effort import long, one_in, some_of

RULES = printed_rules()
PROJECT = Path(__file__).parent.parent.parent.parent
COSTS, EXITS = "tables/movement.lp", "design/a26_exit_points.lp"
EDGES = "actions/case_edges.lp"
CAN_PAY = 'allowed(X,"A2.51") :- march_cost(X,C), allowance(A), C <= A.'
HERO = 'worth(K,M,1,"A26.21")'


def with_text(name: str, old: str, new: str) -> RuleBase:
    """Give the rules with one text of a program put in place of another."""
    text = RULES.programs[name].text
    assert old in text
    programs = {**RULES.programs, name: Program(name, text.replace(old, new, 1))}
    return replace(
        RULES, programs=MappingProxyType(programs), digest=digest_of([RULES.digest, old, new])
    )


def told(name: str, old: str, new: str) -> list[str]:
    comparison = compare_rule_sets(RULES, with_text(name, old, new))
    return [each.sentence for each in statement_differences(comparison)]


def test_a_boundary_is_shown_by_the_values_on_both_sides_of_it() -> None:
    found = told(EDGES, CAN_PAY, CAN_PAY.replace("C <= A", "C < A"))
    assert found == ['if allowance(0), march_cost(y,0): allowed(y,"A2.51") -> nothing']


def test_a_wrong_number_is_told_with_what_it_was() -> None:
    old = 'entry_cost(infantry,(brush;vineyard),4,"B12.4").'
    (found,) = told(COSTS, old, old.replace(",4,", ",6,"))
    before, _, after = found.partition(" -> ")
    assert 'always: entry_cost(infantry,brush,4,"B12.4")' in before
    assert 'entry_cost(infantry,brush,6,"B12.4")' in after


@pytest.mark.parametrize(
    ("name", "old", "new", "gone", "come"),
    [
        (
            "tables/terrain.lp",
            "height(rowhouse_wall(0),2).",
            "height(rowhouse_wall(0),3).",
            ("height(rowhouse_wall(0),2)",),
            ("height(rowhouse_wall(0),3)",),
        ),
        (EDGES, CAN_PAY, CAN_PAY.replace("C <= A", "C < A"), (), ()),
    ],
)
def test_tables_are_compared_whatever_the_board_is(
    name: str, old: str, new: str, gone: tuple[str, ...], come: tuple[str, ...]
) -> None:
    comparison = compare_rule_sets(RULES, with_text(name, old, new))
    assert table_differences(comparison) == (gone, come)


SPLIT = CAN_PAY.replace("march_cost(X,C), allowance(A), C <= A", "can_pay_for(X)")
SPLIT += " can_pay_for(X) :- march_cost(X,C), allowance(A), C <= A."
REWRITTEN = {
    "other names": CAN_PAY.replace("C", "Cost"),
    "another order": 'allowed(X,"A2.51") :- C <= A, allowance(A), march_cost(X,C).',
    "a comparison turned with its sides": CAN_PAY.replace("C <= A", "A >= C"),
    "two rules by a helper": SPLIT,
    "two rules by cases": CAN_PAY.replace("<=", "<") + " " + CAN_PAY.replace("<=", "="),
}


@one_in(2)
@pytest.mark.parametrize("way", sorted(REWRITTEN))
def test_a_rewriting_derives_the_same(way: str) -> None:
    assert told(EDGES, CAN_PAY, REWRITTEN[way]) == []


def test_what_changes_is_told_with_its_smallest_position() -> None:
    rules = with_text(EXITS, HERO, HERO.replace(",1,", ",2,"))
    with use_rules(rules):
        alone, *_, last = differences_since(
            compare_rule_sets(RULES, rules), "HEAD", 1e9, quick=True
        )
    assert any("statements" in row for row in alone.rows)
    shown = [row for row in last.rows if "worlds" in row and row["smallest"]["confirmed"]]
    assert shown and all(row["causes"] == ["A26.21"] for row in shown)
    assert any("exit_unit(" in row["smallest"]["command"] for row in shown)
    assert any(line.strip().startswith("by A26.21 (design/a26_exit") for line in last.lines)


WHOLE = f"{HERO} :- exit_unit(K,M), as_unit(K,U), single(U), M >= 0."
NEVER = 'worth(K,M,9,"Z9.9") :- exit_unit(K,M), as_unit(K,U), single(U), size(U,_).'


@pytest.mark.parametrize("added", [NEVER, WHOLE.replace("M >= 0", "M > 3")])
def test_what_is_added_and_never_derives_anything_is_told(added: str) -> None:
    comparison = compare_rule_sets(RULES, with_text(EXITS, HERO, f"{added}\n{HERO}"))
    found = differences_in_worlds(comparison, [family_of("design")], 1e9)
    (line,) = dead_lines(found)
    assert line.startswith("  dead in design: nothing that changed derives anything otherwise")
    assert dead_lines([*found, replace(found[0], derived=True)]) == []


# --- the rules of folders and revisions ---------------------------------------------------------------


@pytest.fixture(name="project")
def _project(tmp_path: Path) -> Path:
    """Commit the rules as they are, with one number changed, to a repository of their own."""
    folder = tmp_path / "asp"
    shutil.copytree(PROJECT / "asp", folder)
    exits = folder / EXITS
    exits.write_text(exits.read_text().replace(HERO, HERO.replace(",1,", ",2,")))
    for arguments in (("init", "-q"), ("add", "asp")):
        subprocess.run(["git", "-C", str(tmp_path), *arguments], check=True)
    commit(folder)
    return folder


def commit(folder: Path) -> None:
    name = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", "-C", str(folder), *name, "commit", "-qam", "rules"], check=True)


def test_rules_are_read_from_a_revision(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_green, "_folder", lambda: project)
    with pytest.raises(BadInput):
        since("no-such-revision")
    found = since(None)
    assert found is not None and found.name == "HEAD"
    assert [each.number for each in found.comparison.changes] == ["A26.21"]
    in_full = uncommitted()
    assert in_full is not None and in_full.comparison.changes == found.comparison.changes


def test_what_the_last_commit_changed_is_compared_where_nothing_else_did(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(last_green, "_folder", lambda: project)
    shutil.copy(PROJECT / "asp" / EXITS, project / EXITS)
    commit(project)
    with (project / "worlds/moves.lp").open("a") as worlds:
        worlds.write("% no rule\n")
    commit(project)
    found = since(None)
    assert found is not None
    assert [each.number for each in found.comparison.changes] == ["A26.21"]
    assert uncommitted() is None
    named = since(found.name)
    assert named is not None and named.name == found.name


def test_rules_are_read_from_a_folder(project: Path) -> None:
    found = since(str(project.parent))
    assert found is not None
    assert [each.number for each in found.comparison.changes] == ["A26.21"]


@pytest.mark.parametrize("name", ["no_such_thing", "-x", "HEAD:cli"])
def test_what_is_neither_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="is neither a folder of rules"):
        since(name)


def test_without_git_no_revision_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert since(None) is None


@long
def test_the_check_tells_what_changed_and_is_no_less_green(project: Path) -> None:
    found = hexcourt("rules", "words", "--against", str(project), "--json")
    answer = json.loads(found.stdout)
    assert answer["counts"]["open"] == 0 and found.exit_code == 0
    (change,) = (row for row in answer["rows"] if "change" in row)
    assert change["rule"] == "A26.21"
    assert any("worth(" in row["kind"] for row in answer["rows"] if "kind" in row)


def test_harmless_rewritings_of_rules_at_random_are_none() -> None:
    rules = [e for e in RULES.statements if e.kind == "rule" and len(e.node.body) > 1]
    for each in some_of(random.Random(5).sample(rules, 40), 6):
        body = [*map(str, reversed(each.node.body))]
        text = f"{each.node.head} :- {'; '.join(body)}."
        comparison = compare_rule_sets(RULES, with_text(each.file, each.text, text))
        assert not [*statement_differences(comparison)]


@pytest.mark.parametrize(
    "given", ["allotment((leader;hero),12).", "spends(U,mf) :- unit_kind(U,infantry,_)."]
)
def test_a_unit_of_which_the_rules_say_too_little_is_named(given: str) -> None:
    with use_rules(with_text(COSTS, given, "")), pytest.raises(RuleError, match=r"unit_kind\(\w+,"):
        known_units()
