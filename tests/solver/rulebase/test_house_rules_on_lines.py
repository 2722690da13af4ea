"""House rules about lines of sight: what they look at, and that both ways of judging say the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from hexcourt.facts.boards.board import Board
from hexcourt.facts.tracing.sight_lines import every_pair
from hexcourt.facts.tracing.situations import STATE_NAMES
from hexcourt.solver.rulebase.declarations import INPUT_MARK, declarations
from hexcourt.solver.rulebase.read_house_rules import amended_rules
from hexcourt.solver.rulebase.rulebase import HouseRules, printed_rules, use_rules
from hexcourt.solver.rulebase.sorts import declared_sorts
from hexcourt.solver.rulebase.statement import Signature
from hexcourt.solver.sight.exact_los import (
    FEATURE,
    LINE,
    LINES,
    LOCALITIES,
    OnLines,
    facts_on_lines,
    house_rules_on_lines,
)
from hexcourt.solver.sight.los_engine import LosEngine
from hexcourt.solver.sight.situation_facts import FACT_NAMES as TOLD_OF_SITUATIONS
from tests.effort import one_of
from tests.tiny import tiny

RULES = printed_rules()
SAYS = "%! SSR 1 high: it is so\n"


@cache
def hill() -> Board:
    """A column with a slope, woods, brush, a wall, a building and a bed, and hexes beside it."""
    return tiny(
        "A1:A6, B1:B5, A2 @2 brush@2, A3 woods@2, A4 orchard, A5 building(stone,2) level(1) level(2), "
        "A3-A4 wall, B2 @4, B3 @2 brush@2, B4 bed@-2, B3-B4 hedge"
    )


def looks(text: str) -> OnLines:
    with use_rules(amended_rules((HouseRules("house.lp", SAYS + text),))):
        return house_rules_on_lines()


def atoms() -> Iterator[tuple[Signature, str]]:
    """Give an atom of each predicate that is about a feature F, or a line L."""
    told = facts_on_lines(RULES, *LOCALITIES)
    heads = {h for each in RULES.profile("features").statements for h in each.heads}
    for signature, places in sorted(declared_sorts(RULES).predicates.items()):
        subjects = [each for each in places if each in (frozenset([LINE]), frozenset([FEATURE]))]
        if signature in told | heads and subjects:
            names = {frozenset([FEATURE]): "F", frozenset([LINE]): "L"}
            arguments = ",".join(names.get(each or frozenset(), "_") for each in places)
            yield signature, f"{signature.name}({arguments})"


@cache
def whole() -> frozenset[Signature]:
    """List what hangs on what is told of whole lines alone, or on what is blocked and hindered."""
    found = set(facts_on_lines(RULES, LINE))
    grows = True
    while grows:
        rules = RULES.profile("los").statements
        more = {h for e in rules if not found.isdisjoint(e.reads) for h in e.heads} - found
        found |= more
        grows = bool(more)
    return frozenset(found)


CIRCULAR = {Signature(name, arity) for name, arity in (("blocks", 2), ("surely_blocks", 2))}


@cache
def local() -> list[tuple[Signature, str]]:
    """List the atoms of what hangs on one feature alone."""
    return [(s, atom) for s, atom in atoms() if s not in whole()]


@cache
def others() -> list[tuple[Signature, str]]:
    """List the atoms of what is told of whole lines."""
    return [(s, atom) for s, atom in atoms() if s in whole() and s not in CIRCULAR]


def reading(atom: str) -> str:
    return f'hinders(F,1,"SSR 1") :- touch(F,L,_,_), {atom}.\n'


def test_the_vocabulary_says_what_situations_tell() -> None:
    told = {each.partition("(")[0] for each in TOLD_OF_SITUATIONS} | set(STATE_NAMES.values())
    local = {each.name for each in facts_on_lines(RULES, *LOCALITIES) - facts_on_lines(RULES, LINE)}
    assert local == told | {"touch", "end", "adjoining", "range"}
    assert {each.role for each in declarations(RULES, INPUT_MARK) if each.file == LINES} == set(
        LOCALITIES
    )


def test_what_is_told_of_one_feature_keeps_the_fast_way() -> None:
    assert {"high/2", "low/2", "uneven/1", "between/1"} < {str(each) for each, _ in local()}
    kept = [(s, a) for s, a in local() if s.name not in ("hinders", "kept")]  # which hang on it
    text = "".join(f"own_try(F,{n}) :- touch(F,L,_,_), {a}.\n" for n, (_, a) in enumerate(kept))
    text += 'blocks(F,"SSR 1") :- touch(F,_,_,_), own_try(F,0).\n'
    assert looks(text) is OnLines.FEATURES


def test_what_is_told_of_whole_lines_is_judged_so() -> None:
    assert others()
    for _, atom in one_of(others(), 6):
        text = f'shelters(F,a,1,"SSR 1") :- touch(F,L,_,_), {atom}.\n'
        assert looks(text) is OnLines.WHOLE, atom


LEVELS = {
    'blocks(F,"SSR 1") :- touch(F,L,_,_), high(L,4).': OnLines.WHOLE,
    'blocks(F,"SSR 1") :- touch(F,L,_,_), high(L,U), U > 3.': OnLines.WHOLE,
    'blocks(F,"SSR 1") :- touch(F,_,_,2).': OnLines.WHOLE,
    'hinders(F,G,"SSR 1") :- touch(F,_,_,G), G > 0.': OnLines.WHOLE,
    'blocks(F,"SSR 1") :- touch(F,L,_,G), high(L,U), low(L,D), D <= G, G < U.': OnLines.FEATURES,
    'hinders(F,N,"SSR 1") :- touch(F,L,_,G), high(L,U), N = U-G, N > 0.': OnLines.FEATURES,
    'steep(L) :- high(L,U), low(L,D), U-D > 3.\nblocks(F,"SSR 1") :- touch(F,L,brush,_), steep(L).': (
        OnLines.FEATURES
    ),
    'blocks(F,"SSR 1") :- touch(F,_,brush,_), next_to(F,a).': OnLines.WHOLE,
    'blocks(F,"SSR 1") :- touch(F,_,brush,_), next_to(F,(a;b)).': OnLines.FEATURES,
    'blocks(F,"SSR 1") :- touch(F,_,brush,_), next_to(F,_).': OnLines.FEATURES,
    'blocks(F,"SSR 1") :- touch(F,L,brush,_), #count { G : touch(G,L,brush,_) } > 1.': OnLines.WHOLE,
    'blocked(L,"SSR 1") :- end(L,_,_), uneven(L).': OnLines.WHOLE,
}
"""Rules with what they look at: levels count from the lower end in situations, which is end b there."""


@pytest.mark.parametrize("text", sorted(LEVELS))
def test_levels_and_ends_are_looked_at_as_situations_tell_them(text: str) -> None:
    assert looks(text.replace("\n", f"\n{SAYS}") + "\n") is LEVELS[text]


def test_both_ways_say_the_same() -> None:
    known = (reading(atom).strip() for s, atom in local() if s.name not in ("hinders", "kept"))
    equal = [*LEVELS, *known]
    for text in one_of(equal, len(equal)):
        hold_equal(text)


def hold_equal(text: str) -> None:
    board = hill()
    rules = HouseRules("house.lp", SAYS + text.replace("\n", f"\n{SAYS}") + "\n")
    with use_rules(amended_rules((rules,))):
        engine = LosEngine(board)
        places = board.locations
        pairs = every_pair(len(places))
        found = engine.table(places, pairs).verdicts
        names = ("clear", "blocked", "unknown")
        for n, (one, other) in enumerate(pairs.tolist()):
            ruling = engine.rule(places[one], places[other])[1]
            assert names[found.verdict[n]] == ruling.verdict, (places[one], places[other])
            if ruling.verdict == "clear":
                assert found.hindrance[n] == ruling.hindrance, (places[one], places[other])
