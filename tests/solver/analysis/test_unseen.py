"""Rules that never fire, never decide, or never alone: planted among moves, attacks and scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

import pytest

from hexcourt.facts.base.cache import digest_of
from hexcourt.solver.analysis.core import touched
from hexcourt.solver.analysis.core.programs import worlds_of
from hexcourt.solver.analysis.core.touched import never_seen
from hexcourt.solver.analysis.core.two_rule_sets import compare_rule_sets
from hexcourt.solver.analysis.difference_answers import unseen_lines
from hexcourt.solver.analysis.findings import answered_elsewhere, examine
from hexcourt.solver.analysis.generators.families import FAMILIES, all_families, family_of
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import RuleBase, printed_rules
from tests.amended_rules import Amendment, amended
from tests.effort import long

LONG = 10_000.0
COVER = "actions/case_cover.lp"
ENEMY = "into(M,B,Q), known_enemy(B,P), one_location(P,Q), foot, not to_strong_place(M)"
MOVES = {
    "dead": 'barred(M,"Z9.1") :- crosses(M,A,D), over(A,D,wall), terrain(A,river), terrain(A,woods).',
    "shadowed": f'charged(M,enemy,2,"Z9.2") :- {ENEMY}, not advances(_,_).',
    "redundant": f'barred(M,"Z9.3") :- {ENEMY}, not advances(_,_).',
    "": 'charged(M,wall,2,"Z9.4") :- crosses(M,A,D), over(A,D,wall).',
}
ATTACKS = {
    "dead": 'unsure(tem,"Z9.1") :- fire, target(at(H,ground)), holds(H,river), holds(H,woods).',
    "redundant": 'effect(tem(cellar),4,"Z9.3") :- fire, target(at(H,cellar)), cellar(H), '
    "not timbered(H).",
    "": 'effect(drm(river),1,"Z9.4") :- fire, target(at(H,ground)), holds(H,river).',
}
DESIGN = {
    "dead": 'worth(K,M,9,"Z9.1") :- exit_unit(K,M), roomless(K,_), single(K).',
    "shadowed": 'allowed(bore_sights(H),"Z9.2") :- asked(bore_sights(H)), in_sight(H,no).',
    "redundant": 'roomless(sw,"Z9.3") :- setup_kind(sw).',
    "": 'roomless(wagon,"Z9.4") :- setup_kind(wagon).',
}
PLANTED = [
    pytest.param("moving/a04_prices.lp", MOVES, ("moves_on_foot",), marks=long),
    pytest.param(COVER, ATTACKS, ("attacks",), marks=long),
    ("design/room.lp", DESIGN, ("design",)),
]


def number(rule: str) -> str:
    """Give the number that a planted rule cites."""
    return rule.partition('"')[2].partition('"')[0]


def cited(rules: Sequence[str]) -> str:
    return "\n".join(f"%! {number(each)} high: planted\n{each}" for each in rules)


def with_rules(name: str, text: str) -> RuleBase:
    """Give the printed rules with some more in a program."""
    rules = printed_rules()
    longer = {name: Program(name, f"{rules.programs[name].text}\n{text}\n")}
    return replace(
        rules,
        programs=MappingProxyType({**rules.programs, **longer}),
        digest=digest_of([rules.digest, text]),
    )


@pytest.mark.parametrize(("name", "planted", "families"), PLANTED)
def test_a_changed_rule_that_never_decides_is_named_and_one_that_does_is_not(
    name: str, planted: dict[str, str], families: tuple[str, ...]
) -> None:
    comparison = compare_rule_sets(printed_rules(), with_rules(name, cited([*planted.values()])))
    found = never_seen(comparison, [family_of(each, 2) for each in families], LONG)
    assert not found.left
    told = {each.never: each.statement.text for each in found.found}
    assert told == {kind: text for kind, text in planted.items() if kind}
    assert len(found.found) == len(told)
    lines = [*unseen_lines(found)]
    assert len(lines) == len(told)
    assert all("(Z9." in line and families[0] in line for line in lines)


def test_what_was_never_seen_before_the_change_is_not_of_the_change() -> None:
    name, text = "design/room.lp", cited([DESIGN["dead"]])
    before, after = with_rules(name, text), with_rules(name, text.replace(",9,", ",8,"))
    found = never_seen(compare_rule_sets(before, after), [family_of("design", 2)], LONG)
    assert found == touched.UnseenRules((), ())


def test_what_there_is_no_time_for_is_said() -> None:
    comparison = compare_rule_sets(
        printed_rules(), with_rules("design/room.lp", cited([DESIGN["dead"]]))
    )
    found = never_seen(comparison, [family_of("design", 2)], 0.0)
    assert found == touched.UnseenRules((), ("design",))
    (line,) = unseen_lines(found)
    assert line.startswith("  not searched for dead, shadowed and redundant rules: design")


@pytest.mark.parametrize(
    ("family", "program", "planted"),
    [
        ("design", "room.lp", DESIGN),
        pytest.param("attacks", "case_cover.lp", ATTACKS, marks=long),
        pytest.param("moves_on_foot", "a04_prices.lp", MOVES, marks=long),
    ],
)
def test_in_full_such_rules_are_findings(
    family: str, program: str, planted: dict[str, str]
) -> None:
    text = cited([*planted.values()])
    with amended(Amendment(text=text, program=program)):
        found = examine(FAMILIES[family], ("dead", "shadowed"), LONG)
    assert all(each.complete for each in found.looked)
    told = {(each.kind, each.rules[0].number) for each in found.open}
    assert told >= {(kind, number(rule)) for kind, rule in planted.items() if kind}
    # what a planted rule repeats is redundant then, too
    assert {kind for kind, cited in told if not cited.startswith("Z9.")} <= {"redundant"}
    assert "Z9.4" not in {cited for _, cited in told}


@long
def test_what_is_paid_twice_is_a_conflict() -> None:
    fault = (
        "%! Z9.9 high: a wall is paid for\n"
        'charged(M,hexside(wall),2,"Z9.9") :- crosses(M,A,D), over(A,D,wall), foot, not by_road(M).'
    )
    with amended(Amendment(text=fault, program="a04_prices.lp")):
        found = examine(FAMILIES["moves_on_foot"], ("conflicts",), LONG)
    assert [each.kind for each in found.open] == ["paid_twice"]
    assert all(not each.differs for each in found.open)


def test_each_rule_is_answered_for_by_a_family_and_where_it_decides_if_it_does() -> None:
    worlds = [
        worlds_of(each, printed_rules())
        for each in all_families().values()
        if "dead" in each.checks
    ]
    left = {each.family.name: answered_elsewhere(each, printed_rules()) for each in worlds}
    cited = {n.family.name: {c for _, c in n.accounted.values()} for n in worlds}
    for name, rules in cited.items():
        for rule in rules & left[name]:
            assert any(rule in cited[each] - left[each] for each in cited if each != name), rule
    (hindered,) = (
        c for c in cited["attacks"] if (c.number, c.file) == ("B.10", COVER.split("/")[1])
    )
    assert hindered in cited["actions"] & left["actions"], "its helpers alone stand there"
    assert hindered not in left["attacks"]
