"""What no world shows is certified, and a certificate is believed for what is so alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from shutil import copytree
from types import MappingProxyType

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis import certifying, findings
from hexcourt.solver.analysis.certified_differences import relations_of
from hexcourt.solver.analysis.certifying import (
    WorldsStatement,
    certify_examined,
    certify_worlds,
    read_worlds,
    verify_folder,
)
from hexcourt.solver.analysis.core.programs import PositionFamily, Scope
from hexcourt.solver.analysis.findings import ExaminedFamily, examine
from hexcourt.solver.analysis.generators.action_positions import STATUSES
from hexcourt.solver.analysis.generators.families import FAMILIES
from hexcourt.solver.analysis.generators.line_positions import ONE_HEX_CHANGED, SIGHT_TURNED
from hexcourt.solver.proof.certificate import draft, json_text, write_certificate
from hexcourt.solver.rulebase.rulebase import RuleBase, worlds_program
from hexcourt.solver.rulebase.statement import Citation, RuleStatement
from tests.amended_rules import Amendment, amended
from tests.changed_json import changes
from tests.cli.test_commands import hexcourt
from tests.effort import long, one_of
from tests.tampering import opened_and_spoilt, read_files, write_sealed

pytestmark = pytest.mark.usefixtures("kept")

LONG = 1e12
GROUND = ("open", "brush")


def few_terrains(
    family: PositionFamily, rule_base: RuleBase, rules: Sequence[RuleStatement]
) -> Scope:
    every = STATUSES.scoped(family, rule_base, rules)
    left = {f"scope_terrain({each})." for each in every.things["terrains"] if each not in GROUND}
    return replace(every, facts=tuple(each for each in every.facts if each not in left))


def bounded(family: PositionFamily, **bounds: int) -> PositionFamily:
    return replace(family, scope=MappingProxyType({**family.scope, **bounds}))


TINY = replace(
    bounded(STATUSES, most_hexes=1, most_over=0, most_features=0, most_pieces=0, highest_level=0),
    scoped=few_terrains,
)
IN_CONFLICT = """%! FB6.99 high: whoever likes digs in brush
allowed(X,"FB6.99") :- digs(X,_,H,ground), holds(H,brush).

%! Z9.9 high: nobody digs in brush
refused(X,"Z9.9") :- digs(X,_,H,ground), holds(H,brush).
"""


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {each.name: each for each in (TINY, ONE_HEX_CHANGED)}
    monkeypatch.setattr(certifying, "all_families", lambda: known)


@contextmanager
def conflict() -> Iterator[ExaminedFamily]:
    """Put two rules into the rules that contradict each other."""
    with amended(Amendment(text=IN_CONFLICT, program="digging.lp")):
        yield in_conflict()


@cache
def in_conflict() -> ExaminedFamily:
    """Search once where several tests look at what was found."""
    return examine(TINY, ("conflicts",), LONG)


def accept(examined: ExaminedFamily, monkeypatch: pytest.MonkeyPatch) -> ExaminedFamily:
    reason = Citation("Z9.9", "high", "for a test", "analysis_baseline.tsv", 1)
    keys = dict.fromkeys((each.key for each in examined.findings), reason)
    monkeypatch.setattr(findings, "accepted", lambda: keys)
    return examine(TINY, ("conflicts",), LONG)


@pytest.fixture(scope="module", name="no_gap")
def _no_gap(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Certify once that there is no gap."""
    folder = tmp_path_factory.mktemp("no_gap") / "proof"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certifying, "all_families", lambda: {TINY.name: TINY})
        certify_worlds(WorldsStatement(TINY, "gaps"), folder)
    return folder


def certified(examined: ExaminedFamily, folder: Path) -> str:
    (found,) = certify_examined(examined, folder, LONG, lambda _: None).values()
    return found.sentence


def test_that_there_is_no_gap_is_certified(tmp_path: Path) -> None:
    said = certified(examine(TINY, ("gaps",), LONG), tmp_path)
    assert said.startswith(f"certified in {tmp_path / 'gaps_statuses'}: ")
    found = verify_folder(tmp_path / "gaps_statuses")
    assert found.verdict == "yes"
    assert "that there is no gap in any world of statuses: most hexes 1" in found.lines[0]


@long
def test_with_a_finding_open_nothing_is_certified(tmp_path: Path) -> None:
    with conflict() as found:
        assert certified(found, tmp_path) == "not certified: 1 finding open"
        with pytest.raises(BadInput, match="shows more, so that nothing is certified"):
            certify_worlds(WorldsStatement(TINY, "conflicts"), tmp_path / "forged")
    assert not any(tmp_path.iterdir())


@long
def test_nothing_but_what_is_accepted_is_certified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "conflicts_statuses"
    with conflict() as found:
        with monkeypatch.context() as accepting:
            said = certified(accept(found, accepting), tmp_path)
            assert ": no more than the 1 accepted: " in said
            answer = verify_folder(folder)
            assert answer.verdict == "yes"
            assert "no conflict but the 1 listed" in answer.lines[0]
            assert "accepted by Z9.9: for a test" in answer.lines[1]
        # where it is not accepted, it may not be excepted
        assert "is not accepted" in verify_folder(folder).lines[0]
    assert verify_folder(folder).verdict == "unbound"


def test_what_was_not_searched_to_its_end_is_not_certified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXCOURT_CACHE", "off")
    stopped = examine(TINY, ("gaps",), 0.0)
    assert certified(stopped, tmp_path) == "not certified: the search was stopped"


@long
def test_what_is_too_large_is_not_certified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certifying, "MAX_RULES", 10)
    said = certified(examine(TINY, ("gaps",), LONG), tmp_path)
    assert said.startswith("not certified: ")
    assert said.endswith(" ground rules, more than the 10 that are tried")
    assert not any(tmp_path.iterdir())


def test_forged_certificates_are_refused(no_gap: Path, tmp_path: Path) -> None:
    stated = WorldsStatement(TINY, "gaps")
    files, told = read_files(no_gap), stated.as_json

    def refused(name: str, forged: dict[str, object]) -> str:
        write_sealed(tmp_path / name, {**files, "question.json": json.dumps(forged)})
        return verify_folder(tmp_path / name).lines[0]

    larger = {**told, "scope": {**TINY.scope, "most_over": 1}}
    assert "program.lp is not what check, scope and rules come to" in refused("larger", larger)
    assert "question.json, check or but" in refused("unknown", {**told, "check": "dead"})
    assert "gaps statuses 1: is not accepted" in refused("but", {**told, "but": {"1": "x"}})
    empty = draft("{ sought }. :- sought.", (), told, about_goal=True)
    write_certificate(tmp_path / "empty", empty)
    assert "program.lp is not what" in verify_folder(tmp_path / "empty").lines[0]


def test_whatever_is_changed_of_what_it_tells_is_refused_or_proved() -> None:
    """What is read of a changed statement is all that is told, and it has another program."""
    stated = WorldsStatement(TINY, "gaps")
    legal = {
        "check": ["gaps", "conflicts", "properties", "dead"],
        "property": ["alone", "reciprocity"],
        "family": [TINY.name, ONE_HEX_CHANGED.name],
    }
    told, program = stated.as_json, stated.program()
    named = [{**told, "property": each} for each in ("", *legal["property"])]
    accepted = 0
    for each in (*one_of(list(changes(told, legal)), 6), *named):
        try:
            found = read_worlds(json.dumps(each))
        except BadInput:
            continue
        assert json_text(found.as_json) == json_text(each)
        assert found.program() != program, each
        accepted += 1
    assert accepted


def test_a_property_is_named_alone_beside_its_own_check() -> None:
    for check, but in (("gaps", ()), ("conflicts", ()), ("properties", ("1",))):
        with pytest.raises(BadInput, match="is named beside another check or what is accepted"):
            WorldsStatement(TINY, check, "alone", but)


def test_each_file_of_a_proof_is_opened_once(
    no_gap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copytree(no_gap, tmp_path / "c")
    names = set(read_files(tmp_path / "c"))
    times = opened_and_spoilt(tmp_path / "c", monkeypatch)
    assert verify_folder(tmp_path / "c").verdict == "yes"
    assert set(times) == names and set(times.values()) == {1}


def test_families_alone_are_certified(tmp_path: Path) -> None:
    found = hexcourt("rules", "conflicts", "B27.1", "--certify", tmp_path)
    assert found.exit_code == 2
    assert "B27.1: whole families are certified" in found.stderr
    (tmp_path / "kept").write_text("")
    found = hexcourt("rules", "gaps", "statuses", "--certify", tmp_path)
    assert "is not empty; name a new folder" in found.stderr


FEW = bounded(ONE_HEX_CHANGED, most_counters=0, highest_storey=0)
SEEN_DOWN = (
    '%! Z9.9 high: nobody looks down\nno_line_within(L,"Z9.9") :- end(L,a,X), end(L,b,Y), X > Y.'
)


def test_a_property_is_certified_in_all_worlds_of_a_scope(tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    made = certify_worlds(WorldsStatement(FEW, "properties", "reciprocity"), folder)
    assert made.verdict == "unsatisfiable"
    found = verify_folder(folder)
    assert found.verdict == "yes"
    assert "in every world of one_hex_changed" in found.lines[0]
    with amended(Amendment(text=SEEN_DOWN, program="a02_ends.lp")):
        assert verify_folder(folder).verdict == "unbound"


def test_what_some_world_breaks_is_not_certified(tmp_path: Path) -> None:
    with (
        amended(Amendment(text=SEEN_DOWN, program="a02_ends.lp")),
        pytest.raises(BadInput, match="shows more, so that nothing is certified"),
    ):
        certify_worlds(WorldsStatement(FEW, "properties", "reciprocity"), tmp_path / "proof")
    assert not (tmp_path / "proof").exists()


def test_a_property_that_nothing_there_can_break_is_none_to_certify() -> None:
    with pytest.raises(BadInput, match="is no property of sight_turned"):
        _ = WorldsStatement(SIGHT_TURNED, "properties", "taken_side").citation


def test_where_verdicts_differ_it_is_told_which_give_less_leave() -> None:
    leave = ("equal", "permits_more", "forbids_more")
    for each in FAMILIES.values():
        heads = worlds_program(each.differences).text if each.differences else ""
        verdicts = re.search(r"class\(differs,(verdict|beside)\(", heads) is not None
        relations = leave if verdicts else leave[:1] if heads else ()
        assert relations_of(each) == relations, each.name
