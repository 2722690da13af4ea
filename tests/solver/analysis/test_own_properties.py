"""Properties of a user's own: what could never be broken for a reason of its own is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.generators.families import family_of
from hexcourt.solver.analysis.own_properties import check_properties
from hexcourt.solver.rulebase.rulebase import HouseRules
from tests.cli.test_commands import hexcourt

SAYS = "%! Z9.9 high: it is so\n"
FAULTS = {
    "misspelt": (
        SAYS + "broken(p,T) :- verdict(X,yes), hold(H,T).",
        "line 2: hold/2 is neither derived nor given; did you mean holds/2",
    ),
    "a word misspelt": (
        SAYS + "broken(p,x) :- asked(X), verdict(X,yess).",
        "line 2: yess is a word that no rule and no map has; did you mean yes",
    ),
    "a word misspelt where it is denied": (
        SAYS + "broken(p,H) :- hex(H), not holds(H,woodz).",
        "line 2: woodz is a word that no rule and no map has; did you mean .*woods",
    ),
    "of another arity": (
        SAYS + "broken(p,T) :- verdict(X,yes), touch(T).",
        "line 2: touch/1 is neither derived nor given; did you mean .*touch/4",
    ),
    "misspelt where it is denied": (
        SAYS + "broken(p,H) :- hex(H), not hold(H,woods).",
        "line 2: hold/2 is neither derived nor given",
    ),
    "broken of one": (
        SAYS + "broken(p) :- verdict(X,yes).",
        r"line 2: broken/1 names no property; write broken\(name,Class\)",
    ),
    "without a sentence": (
        "broken(p,x) :- verdict(X,yes).",
        "line 1: cites nothing; write above it %! A2.8 high: what holds",
    ),
    "with an empty sentence": (
        "%! Z9.9 high:\nbroken(p,x) :- verdict(X,yes).",
        "line 2: cites nothing",
    ),
    "no property": (SAYS + "dry(H) :- hex(H), dry(H).", "holds no property"),
    "a helper that nothing reads": (
        SAYS + "broken(p,x) :- verdict(X,yes).\nwooded(H) :- holds(H,woods).",
        "line 3: wooded/1 is read by nothing",
    ),
    "a helper that changes the rules": (
        SAYS + 'broken(p,R) :- refused(X,R).\nrefused(X,"Z9.9") :- asked(X).',
        "line 3: refused/2 is derived or given already; give what you derive another name",
    ),
    "a helper that changes the worlds": (
        SAYS + "broken(p,x) :- class(conflict,_).\nclass(conflict,x) :- verdict(X,yes).",
        "line 3: class/2 is derived or given already",
    ),
    "the name of another": (
        SAYS + "broken(one_level,x) :- verdict(X,yes).",
        "line 2: one_level is the name of another property; choose another",
    ),
    "a constraint": (SAYS + ":- verdict(X,yes).", "line 2: is no rule; write broken"),
    "unsafe": (SAYS + "broken(p,T) :- not hex(H).", "line 2: .*bind each variable"),
    "a term that never stands there": (
        SAYS + "broken(p,x) :- asked(X), verdict(X,woods).",
        "line 2: woods is no verdict, as verdict/2 has; write blocked, clear, no, ",
    ),
    "two things that are never told together": (
        SAYS + "broken(p,x) :- asked(X), turned(L,M).",
        "line 2: could never hold in any family of worlds, by what is known of asked/1 and turned/2",
    ),
}


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_faulty_properties_are_one_sentence(fault: str) -> None:
    text, message = FAULTS[fault]
    with pytest.raises(BadInput, match=f"^own.lp(, |: ){message}"):
        check_properties(HouseRules("own.lp", text), [family_of("actions", 1)])


def test_families_that_know_nothing_of_a_property_are_refused_with_those_that_do() -> None:
    own = HouseRules("own.lp", SAYS + "broken(p,x) :- turned(L,M), verdict(L,V).")
    with pytest.raises(BadInput, match=r"could never hold in actions, .*; name .*sight_turned"):
        check_properties(own, [family_of("actions", 1)])
    check_properties(own, [family_of("sight_turned", 2)])


def test_the_file_is_named_where_it_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(FAULTS["misspelt"][0], "utf-8")
    told = ("rules", "properties", "actions", "--hexes", "1", "--properties")
    result = hexcourt(*told, path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(
        "hexcourt: mine.lp, line 2: hold/2 is neither derived nor given"
    )
    missing = hexcourt(*told, tmp_path / "none.lp")
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert "cannot be read (No such file or directory)" in missing.stderr


def test_what_the_rules_derive_elsewhere_is_derived_for_a_property() -> None:
    own = HouseRules("own.lp", SAYS + "broken(p,x) :- asked(X), may_lie_at(_,_,_).")
    check_properties(own, [family_of("actions", 1)])
