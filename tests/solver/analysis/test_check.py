"""The rules examined: planted faults are found, with smallest positions that the program confirms."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType, SimpleNamespace

import clingo
import pytest

from hexcourt.facts.base.cache import digest_of
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.tracing.movement_facts import movement_facts
from hexcourt.solver.analysis import findings as findings_module
from hexcourt.solver.analysis.answers import _answer, _family_report
from hexcourt.solver.analysis.core import search as search_module
from hexcourt.solver.analysis.core.programs import worlds_of
from hexcourt.solver.analysis.core.repairs import shared_by
from hexcourt.solver.analysis.core.search import Search, TimeOverError, models
from hexcourt.solver.analysis.core.two_rule_sets import compare_rule_sets
from hexcourt.solver.analysis.findings import ExaminedFamily, RuleFinding, examine
from hexcourt.solver.analysis.generators.action_positions import ACTIONS, WorldPosition
from hexcourt.solver.analysis.generators.families import FAMILIES
from hexcourt.solver.analysis.last_green import Since
from hexcourt.solver.rulebase.reasons import cited_for
from hexcourt.solver.rulebase.rulebase import (
    RuleBase,
    active_rules,
    all_worlds_programs,
    printed_rules,
    use_rules,
    worlds_program,
)
from hexcourt.solver.rulebase.statement import Citation, RuleStatement, Signature
from tests.amended_rules import Amendment, amended
from tests.effort import long, sample
from tests.worlds_grounded import ground_worlds, part_of, some_world

TINY = replace(
    ACTIONS,
    scope=MappingProxyType({**ACTIONS.scope, "most_hexes": 1, "most_given": 1, "most_pieces": 1}),
)
FEW = part_of(TINY, 1, "rail_cars", "sets_up_concealed", "inspects")
LONG = 10_000.0


def examined(check: str, text: str, program: str) -> ExaminedFamily:
    """Examine the rules with a fault planted, over tiny worlds."""
    with amended(Amendment(text=text, program=program)):
        return examine(FEW, (check,), LONG, wanted=lambda key, _: "Z9.9" in key)


NO_CONCEALMENT = (
    "%! Z9.9 high: no Rail Cars conceal\n"
    'refused(X,"Z9.9") :- asked(X), X = sets_up_concealed(at(H,P)), holds(H,rail_cars).'
)


@cache
def without_concealment() -> ExaminedFamily:
    return examined("conflicts", NO_CONCEALMENT, "setting_up.lp")


def only(found: ExaminedFamily) -> RuleFinding:
    assert all(each.complete for each in found.looked)
    assert all(not each.differs for each in found.findings)
    return found.findings[0]


def test_a_refusal_that_drops_an_exception_is_a_conflict() -> None:
    finding = only(without_concealment())
    assert [each.number for each in finding.rules] == ["FB6.21", "Z9.9"]
    assert isinstance(finding.position, WorldPosition)
    assert finding.position.action == 'sets_up_concealed("A1")'
    assert (finding.position.placed, finding.position.given) == ((), ())
    assert 'terrain("A1",rail_cars).' in finding.position.facts


@long
def test_a_rule_that_nothing_can_meet_is_dead() -> None:
    fault = (
        "%! Z9.9 high: nobody digs where a river is in woods\n"
        'refused(X,"Z9.9") :- digs(X,_,H,ground), terrain(H,river), terrain(H,woods).'
    )
    assert "never fires" in only(examined("dead", fault, "digging.lp")).sentence


@long
def test_a_rule_doubled_with_another_number_is_redundant() -> None:
    fault = (
        "%! Z9.9 high: no enemy stack is looked into\n"
        'refused(inspects(enemy),"Z9.9") :- asked(inspects(enemy)).'
    )
    assert "always says the same" in only(examined("shadowed", fault, "setting_up.lp")).sentence


@long
def test_a_leave_under_a_refusal_is_shadowed() -> None:
    fault = (
        "%! Z9.9 high: enemy stacks are inspected\n"
        'allowed(inspects(enemy),"Z9.9") :- asked(inspects(enemy)).'
    )
    assert "always prevails" in only(examined("shadowed", fault, "setting_up.lp")).sentence


@long
def test_a_property_of_ones_own_is_checked() -> None:
    own = (
        "%! Z9.9 high: it is known who looks into his stacks\n"
        "broken(blind,own) :- verdict(inspects(own),unknown)."
    )
    finding = only(examine(FEW, ("properties",), LONG, own))
    assert finding.key.startswith("properties Z9.9")
    assert finding.position is not None
    assert finding.position.command == "hexcourt legal smallest.lp 'inspects(own)'"


@long
def test_smallest_positions_are_smallest() -> None:
    shown = 'verdict(fortify(fortified,at("A1",ground)),yes)'
    worlds = worlds_of(TINY, active_rules())
    search = Search(replace(worlds, generated=f"{worlds.generated}class(gap,own) :- {shown}.\n"))
    atoms = search.smallest("gap", clingo.Function("own"), time.monotonic() + LONG)
    things = [each for each in atoms if each.startswith("world_thing(")]
    size = sum(int(each.rpartition(",")[2][:-1]) for each in things)
    for bound, expected in ((size, False), (size + 1, True)):
        more = f":- not {shown}. :- #sum {{ N,X : world_thing(X,N) }} >= {bound}.\n"
        assert ground_worlds(worlds, more).solve().satisfiable is expected


@pytest.mark.parametrize("seed", range(sample(1, 8)))
def test_random_worlds_are_boards_that_say_the_same(seed: int) -> None:
    atoms = some_world(ACTIONS, seed, ':- not hex("A2").')
    board = parse_board(ACTIONS.read(atoms).facts, "world.lp")
    told = {each.rstrip(".") for facts in movement_facts(board).values() for each in facts}
    of_board = (
        "terrain(",
        "over(",
        "adjoins(",
        "edge(",
        "elevation(",
        "bed(",
        "location(",
        "inherent(",
    )
    mine = {e for e in atoms if e.startswith(of_board)}
    assert mine == {each for each in told if each.startswith(of_board)}


def test_the_programs_of_worlds_derive_nothing_of_the_rules() -> None:
    own = {
        head
        for name in ("given.lp", "actions.lp", "attacks.lp", "checks.lp", "properties.lp")
        for each in worlds_program(name).statements
        for head in each.heads
    }
    derived = {head for each in active_rules().profile("cases").statements for head in each.heads}
    from_outside = {"location", "hex", "over", "given", "overlay_edge", "vehicle_on_street"}
    assert {each.name for each in own & derived} <= from_outside


def test_a_conflict_is_explained_by_the_fewest_rules_and_ended_without_some() -> None:
    found = without_concealment()
    (finding,) = found.findings
    with amended(Amendment(text=NO_CONCEALMENT, program="setting_up.lp")):
        assert finding.shown is not None and finding.position is not None
        told = finding.repairs
        assert set(finding.rules) <= {cited_for(each) for each in told.in_conflict}
        assert finding.position.ask_again(finding.shown.atoms, None, "") == ""
        assert len(told.fixed_without) >= 2
        for repair in told.fixed_without:
            with use_rules(active_rules_without(repair)):
                assert finding.position.ask_again(finding.shown.atoms, None, "") != ""


def active_rules_without(gone: Sequence[RuleStatement]) -> RuleBase:
    rules = active_rules()
    programs = dict(rules.programs)
    for name in {each.file for each in gone}:
        programs[name] = programs[name].without([each for each in gone if each.file == name])
    told = digest_of([rules.digest, *(each.text for each in gone)])
    return replace(rules, programs=MappingProxyType(programs), digest=told)


@long
def test_findings_of_one_cause_are_told_once_with_the_statement_at_fault() -> None:
    """A rule that forbids what two printed rules permit: two conflicts, one of them printed."""
    fault = (
        "%! Z9.9 high: who hides, or looks, is seen\n"
        'refused(X,"Z9.9") :- asked(X), X = (sets_up_concealed(_);inspects(own)).\n'
        "%! FB6.99 high: one may look\n"
        'allowed(inspects(own),"FB6.99") :- asked(inspects(own)).'
    )
    with amended(Amendment(text=fault, program="setting_up.lp")):
        found = examine(FEW, ("conflicts",), LONG, wanted=lambda key, _: "Z9.9" in key)
        changes = compare_rule_sets(printed_rules(), active_rules())
        answer = _answer(
            "rules conflicts", [_family_report(found, since=Since("HEAD", changes))], {}
        )
    assert len(found.findings) == 2
    assert len({row["cause"] for row in answer.rows if "finding" in row}) == 1
    assert "  1 more finding of the same cause: conflicts FB6.99 Z9.9" in answer.text()
    for row in (row for row in answer.rows if "finding" in row):
        first = row["suspects"][0]
        assert first["changed"] and first["rule"] in ("Z9.9", "FB6.99")
    for each in found.findings:
        first = each.repairs.in_conflict[0]
        assert each.repairs.ranked({first.text})[0] == first
        assert shared_by([each.repairs, each.repairs])[first.place] == 2


def test_a_gap_names_the_doubt_that_was_deleted() -> None:
    doubt = next(
        e for e in active_rules().statements if e.text.startswith("doubtful(inspects(own)")
    )
    with use_rules(active_rules_without([doubt])):
        changes = compare_rule_sets(printed_rules(), active_rules())
        only = part_of(TINY, 1, "inspects")
        found = examine(only, ("gaps",), LONG, wanted=lambda k, _: "inspects" in k, since=changes)
        told = _family_report(found, since=Since("HEAD", changes))
    assert [each.undone for each in found.findings] == [("A2.9",)]
    ((cause, lines),) = told.lines
    assert cause == "A2.9" and "  gone without what changed since HEAD: A2.9" in lines


def test_a_search_without_time_is_over_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """However quickly clingo answers: no model may come of a moment that has passed."""
    control = clingo.Control(["--models=0"])
    control.add("base", [], "{ a; b }.")
    control.ground([("base", [])])
    with pytest.raises(TimeOverError):
        next(models(control, (), time.monotonic()))
    ticks = iter([0.0, 0.0, 2.0])  # in time, then over while the second model is awaited
    monkeypatch.setattr(
        search_module,
        "time",
        SimpleNamespace(monotonic=lambda: next(ticks), process_time=lambda: 0.0),
    )
    found = models(control, (), 1.0)
    next(found)
    with pytest.raises(TimeOverError):
        next(found)


def test_what_is_not_wanted_is_not_told_as_gone() -> None:
    def about(number: str) -> Callable[[str, Sequence[Citation]], bool]:
        return lambda _, rules: number in {each.number for each in rules}

    family = FAMILIES["statuses"]
    for number in sample(("C11.2",), ("A2.2", "C11.2")):
        found = examine(family, ("conflicts",), LONG, wanted=about(number))
        assert found.looked[0].complete and found.stale == ()
        assert all(number in each.key for each in found.findings)


def test_what_checks_search_for_is_offered_and_derived() -> None:
    """A kind of another name is never found, and what it should show is reported as missing."""
    offered = set(re.findall(r"[a-z]+", search_module.SEARCHED.partition("N = (")[2]))
    derived = {
        str(statement.node.head.atom.symbol.arguments[0])
        for program in all_worlds_programs()
        for statement in program.statements
        if Signature("class", 2) in statement.heads
    }
    kinds = {kind for some in findings_module._SEARCHED.values() for kind in some}
    assert len(kinds) > 6 and kinds <= offered and kinds <= derived
