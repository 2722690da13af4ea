"""What searches of worlds found is kept by the rules that they search, and is not searched again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copytree
from types import MappingProxyType

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.answers import analyse_rules
from hexcourt.solver.analysis.core import search
from hexcourt.solver.analysis.core.programs import PositionFamily, worlds_of
from hexcourt.solver.analysis.core.repairs import needless, read_mutants
from hexcourt.solver.analysis.core.search import KeptSearches
from hexcourt.solver.analysis.findings import ExaminedFamily, examine, was_examined
from hexcourt.solver.analysis.generators.families import family_of
from hexcourt.solver.rulebase.rulebase import active_rules
from tests.amended_rules import Amendment, amended

WORLDS = family_of("sight", 2)
TINY = replace(WORLDS, scope=MappingProxyType({**WORLDS.scope, "highest_ground": 0}))
CHECKS = ("conflicts", "gaps")
LONG = 10_000.0


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXCOURT_CACHE", str(tmp_path))


def was_kept(family: PositionFamily = TINY, checks: tuple[str, ...] = CHECKS) -> bool:
    return was_examined(KeptSearches(worlds_of(family, active_rules())), checks)


def found() -> ExaminedFamily:
    return examine(TINY, CHECKS, LONG)


@pytest.fixture(scope="module", name="first")
def _first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ExaminedFamily]:
    """Search all of it once, and keep it."""
    folder = tmp_path_factory.mktemp("searched")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXCOURT_CACHE", str(folder))
        assert not was_kept()
        return folder, found()


@pytest.fixture(name="kept_first")
def _kept_first(first: tuple[Path, ExaminedFamily], tmp_path: Path) -> ExaminedFamily:
    """Give what was found, the cache holding it."""
    copytree(first[0], tmp_path, dirs_exist_ok=True)
    return first[1]


def test_what_is_kept_is_told_again_without_searching(
    kept_first: ExaminedFamily, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert was_kept()
    monkeypatch.delattr(search, "Search")
    again = found()
    assert again.findings == kept_first.findings
    assert [each.seen for each in again.looked] == [each.seen for each in kept_first.looked]
    assert all(each.complete and not each.solves for each in again.looked)


def test_another_rule_set_or_scope_is_searched_anew(kept_first: ExaminedFamily) -> None:
    assert not was_kept(replace(TINY, scope=WORLDS.scope))
    text = '%! Z9.9 high: it is so\nblocks(F,"Z9.9") :- touch(F,_,palm_trees,_).'
    with amended(Amendment(text=text, program="b10_hills.lp")):
        assert not was_kept()


def test_nothing_incomplete_is_kept() -> None:
    stopped = examine(TINY, CHECKS, 0.0)
    assert not any(each.complete for each in stopped.looked if each.solves)
    told = {each.check for each in stopped.looked if each.complete}
    assert all(was_kept(checks=(each,)) == (each in told) for each in CHECKS)


def test_a_damaged_file_is_not_believed(kept_first: ExaminedFamily, tmp_path: Path) -> None:
    for each in (tmp_path / "searches").iterdir():
        each.write_bytes(b"{" * 100)
    assert not was_kept()
    assert found().findings == kept_first.findings


def test_what_no_world_needs_is_told_beside_what_tests_miss() -> None:
    blocks = active_rules().blocks[:3]
    cited = [{"file": each.citation.file, "line": each.line} for each in blocks]
    rows = [{"check": "dead", "rules": [each]} for each in cited]
    table = f"file,number,digest,test\na,1,{blocks[0].digest},tests/a.py\nb,2,{blocks[1].digest},\n"
    found = needless(rows, blocks, read_mutants(table, "table.csv"))
    assert [each.as_row["state"] for each in found] == ["missed", "survives", "untried"]
    with pytest.raises(BadInput, match="is no table"):
        read_mutants("a,b\n", "table.csv")


def test_names_that_the_rules_do_not_have_are_refused() -> None:
    with pytest.raises(BadInput, match="sihgt: is no rule, file or property"):
        analyse_rules("rules gaps", ("gaps",), ["sihgt"])
