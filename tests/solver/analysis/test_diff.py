"""Two rule sets compared: harmless rewritings are no difference, planted faults are found by rule."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from clingo.symbol import parse_term

from hexcourt.facts.base.cache import digest_of
from hexcourt.solver.analysis.board_answers import (
    BoardQuestion,
    answers,
)
from hexcourt.solver.analysis.core.programs import BoundedPositions
from hexcourt.solver.analysis.core.search import Search
from hexcourt.solver.analysis.core.two_rule_sets import (
    BEFORE,
    FamilyRules,
    both_of,
    compare_rule_sets,
    worlds_of_both,
)
from hexcourt.solver.analysis.difference_answers import both_in_words
from hexcourt.solver.analysis.differences import at_least, differences, differences_in_worlds
from hexcourt.solver.analysis.generators.families import family_of
from hexcourt.solver.rulebase.program import Program, grounded
from hexcourt.solver.rulebase.read_house_rules import amended_rules
from hexcourt.solver.rulebase.rulebase import HouseRules, RuleBase, printed_rules, read_rulebase
from tests.cli.test_commands import answer, hexcourt
from tests.effort import long, one_in, one_of
from tests.tiny import tiny_facts

PROJECT = Path(__file__).parent.parent.parent.parent
VILLAGE = PROJECT / "examples" / "house_rules" / "village.lp"
RULES = printed_rules()
DECIDED = ("verdict", "refused", "doubtful", "charged", "barred", "perhaps", "shelters")
LONG = 1e9
"""A moment of the clock that does not come."""
ROADS, MOVES, VEHICLES = "ground/roads.lp", "moving/a04_moving.lp", "moving/d02_vehicles.lp"


def rewritten(name: str, old: str, new: str) -> RuleBase:
    """Give the rules with one text of a program put in place of another."""
    text = RULES.programs[name].text
    assert text.count(old) >= 1, old
    programs = {**RULES.programs, name: Program(name, text.replace(old, new, 1))}
    return replace(
        RULES, programs=MappingProxyType(programs), digest=digest_of([RULES.digest, old, new])
    )


# --- what is no difference -------------------------------------------------------------------------

RULE = "roadless(H) :- strewn(H), not opened(H)."
CROSSING = "roadless_between(A,B) :- factory_hex(A), factory_hex(B)."
PRICE = 'entry_cost(infantry,(brush;vineyard),4,"B12.4").'
COSTS = "tables/movement.lp"
CIRCLE = "dug((trench;foxhole))."
PLACES = "ground/locations.lp"
HIGH = (
    "may_lie_at(H,steeple,X+2*N+2)  :- unsure_level(H,steeple,_), ground_level(H,X), "
    "height(building(_,N),_)."
)
CREST = (
    "stretch(A,centre,middle(D),roadblock_on_crest,X,none) :- narrow_block(A,D), adjoins(A,B,D), "
    "grounds_beside(A,B,X,Y), Y < X."
)
HARMLESS = [
    (ROADS, RULE, "roadless(Hex) :- strewn(Hex), not opened(Hex)."),
    (ROADS, RULE, "roadless(H) :- not opened(H), strewn(H)."),
    (ROADS, RULE, "roadless(H)\n  :- strewn(H),\n     not opened(H)."),
    (ROADS, RULE, "roadless(H) :- strewn(H); not opened(H)."),
    (ROADS, RULE, "% debris too\n" + RULE),
    (ROADS, RULE, f"{RULE} % debris too"),
    (ROADS, RULE, f"{RULE} {RULE}"),
    (ROADS, RULE, "roadless(H) :- strewn(H), not opened(H), strewn(H)."),
    (MOVES, CROSSING, "roadless_between(X,Y) :- factory_hex(Y), factory_hex(X)."),
    (MOVES, CROSSING, "roadless_between(B,A) :- factory_hex(B), factory_hex(A)."),
    (COSTS, PRICE, 'entry_cost(infantry,(vineyard;brush),4,"B12.4").'),
    (COSTS, PRICE, 'entry_cost(infantry,brush,4,"B12.4").\nentry_cost(infantry,vineyard,4,"B12.4").'),
    (COSTS, PRICE, 'entry_cost( infantry, (brush;vineyard), 4, "B12.4" ).'),
    (COSTS, "%! B12.4 high: brush costs Infantry 2 MF", "%! B12.4 high: Infantry pay 2 MF for brush"),
    (COSTS, "%! B12.4 high: brush costs Infantry 2 MF", "\n\n%! B12.4 high: brush costs Infantry 2 MF"),
    (PLACES, CIRCLE, "dug(trench). dug(foxhole)."),
    (PLACES, CIRCLE, "dug(foxhole;trench)."),
    (PLACES, HIGH, HIGH.replace("ground_level(H,X), ", "").replace(":- ", ":- ground_level(H,X), ")),
    ("ground/barriers.lp", CREST, CREST.replace("Y < X", "X > Y")),
    ("ground/barriers.lp", CREST, CREST.replace("D", "Way").replace("Y", "Low")),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(HARMLESS)))
def test_harmless_rewritings_are_no_difference(number: int) -> None:
    other = rewritten(*HARMLESS[number])
    assert compare_rule_sets(RULES, other).changes == ()
    assert compare_rule_sets(other, RULES).changes == ()


def test_there_are_twenty_rewritings() -> None:
    assert len({(name, new) for name, _, new in HARMLESS}) == 20


# --- what is one -----------------------------------------------------------------------------------

FAULTS: Mapping[str, tuple[str, str, str, str]] = {
    "a price doubled": (COSTS, PRICE, PRICE.replace(",4,", ",8,"), "B12.4"),
    "an exception dropped": (ROADS, RULE, "roadless(H) :- hex(H).", "O.1"),
    "a class missing": (COSTS, PRICE, PRICE.replace("(brush;vineyard)", "vineyard"), "B12.4"),
}


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_planted_faults_are_found_with_their_rule(fault: str) -> None:
    name, old, new, number = FAULTS[fault]
    comparison = compare_rule_sets(RULES, rewritten(name, old, new))
    assert [each.number for each in comparison.changes] == [number]
    profiles = comparison.profiles & {"moving_infantry"}
    said = [answers(rules, profiles, boards=[str(VILLAGE)]) for rules in (RULES, comparison.new)]
    found = differences(comparison, *said, until=0.0)
    assert found
    assert {each.causes for each in found} == {(number,)}
    counts = [each.count for each in found]
    assert counts == sorted(counts)


IN_WORLDS = {
    "the number of a price to set out": ("moves_of_vehicles", "moving/a04_phases.lp",
                                         'start_price(2,"D2.11")', 'start_price(2,"A4.134")'),
    "how late units enter": ("entry_on_foot", "moving/a02_entry.lp",
                             "surely_eligible(_,X) }, T <= most", "surely_eligible(_,X) }, T >= most"),
    "the number of an effect": ("attacks", "actions/case_attacks.lp",
                                'drm(sighting),0,"FB6.28"', 'drm(sighting),0,"B24.11"'),
    "the cover of a roadblock": ("situations", "sight/q04_cover.lp",
                                 'shelters(F,E,2,"Q4.141")         :-', 'shelters(F,E,4,"Q4.141") :-'),
    "what a weapon is registered on": ("design", "design/registering.lp",
                                       "in_sight(H,no)", "in_sight(H,yes)"),
    "how rubble lies in a gully": ("ground", "ground/counters.lp", "debris_or_rubble(C), rim", "rim"),
}  # fmt: skip


@one_in(2)
@pytest.mark.parametrize("fault", one_of(sorted(IN_WORLDS), 3))
def test_the_program_confirms_what_worlds_show(fault: str) -> None:
    family, *change = IN_WORLDS[fault]
    comparison = compare_rule_sets(RULES, rewritten(*change))
    (compared,) = differences_in_worlds(comparison, [family_of(family)], LONG, most=1)
    assert [each.confirmed for each in compared.found] == [True]


def test_of_several_changes_the_one_that_causes_a_difference_is_named() -> None:
    rules = HouseRules(
        "house.lp",
        "%! SSR 1 high: roads do not exist\nroadless(H) :- hex(H).\n"
        '%! SSR 2 high: nothing else changes\nrefused(X,"SSR 2") :- wants_road(X,_).\n',
    )
    comparison = compare_rule_sets(RULES, amended_rules((rules,)))
    assert [each.number for each in comparison.changes] == ["SSR 1", "SSR 2"]
    asked = BoardQuestion("Locations and statuses", "village", "whatever")
    tried: list[tuple[str, ...]] = []

    def again(rules: RuleBase, _: BoardQuestion) -> str:
        tried.append(rules.numbers[0])
        return "before" if "SSR 1" not in rules.numbers[0] else "after"

    said = ({asked: "before"}, {asked: "after"})
    (found,) = differences(comparison, *said, questions=lambda _: None, again=again)
    assert found.causes == ("SSR 1",)
    assert tried == [("SSR 2",), ("SSR 1",)]


@long
def test_folders_are_compared(tmp_path: Path) -> None:
    same = answer("rules", "diff", PROJECT / "asp")
    assert (same["answer"], same["rows"]) == ("yes", [])
    copied = tmp_path / "asp"
    for path in (PROJECT / "asp").rglob("*.lp"):
        there = copied / path.relative_to(PROJECT / "asp")
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(path.read_text("utf-8"), "utf-8")
    lines = copied / "sight" / "a06_line_of_sight.lp"
    lines.write_text(lines.read_text("utf-8").replace('"A6.2"', '"A6.20"'), "utf-8")
    assert compare_rule_sets(read_rulebase(copied), RULES).changes
    board = tmp_path / "tiny.lp"
    board.write_text(tiny_facts("A1:A3, A2 woods"), "utf-8")
    found = answer("rules", "diff", copied, "--board", board)
    assert found["answer"] == "no"
    assert found["counts"]["differ"] > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name two rule sets"),
        (("a", "b", "c"), "name two rule sets"),
        (("docs",), "holds no rules; give a folder like asp/"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(arguments: tuple[str, ...], message: str) -> None:
    told = [PROJECT / each for each in arguments]
    result = hexcourt("rules", "diff", *told)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert message in result.stderr


@long
def test_differences_in_worlds_have_their_rule_and_a_smallest_position() -> None:
    change = ("sight/fb06_cover.lp", 'shelters(F,E,1,"FB6.124")', 'shelters(F,E,2,"FB6.124")')
    comparison = compare_rule_sets(RULES, rewritten(*change))
    (found,) = differences_in_worlds(comparison, [family_of("sight", 3)], 10_000.0)
    assert found.complete
    by_kind = {each.what: each for each in found.found}
    assert by_kind.keys() == {'cover(2,"FB6.124")', 'no_more_cover(1,"FB6.124")'}
    for each in found.found:
        assert each.causes == ("FB6.124",)
        assert each.position is not None
        assert not each.alike
        assert each.position.facts.count("terrain(") == 3
        assert "emrr" in each.position.facts


def test_what_no_world_hangs_on_is_not_asked_there() -> None:
    comparison = compare_rule_sets(RULES, rewritten(COSTS, PRICE, PRICE.replace(",4,", ",8,")))
    (found,) = differences_in_worlds(comparison, [family_of("sight")], 10_000.0)
    assert (found.asked, found.found) == (False, ())


def test_worlds_grow_until_they_show_a_difference() -> None:
    change = ("sight/fb06_cover.lp", 'shelters(F,E,1,"FB6.12421")', 'shelters(F,E,2,"FB6.12421")')
    comparison = compare_rule_sets(RULES, rewritten(*change))
    (found,) = differences_in_worlds(comparison, [family_of("sight", 4)], 10_000.0, most=1)
    (first,) = found.found
    assert first.confirmed
    assert first.position is not None
    assert first.position.facts.count("terrain(") == 2
    assert (found.asked, found.derived, found.complete) == (True, True, False)


def test_worlds_in_which_nothing_is_derived_otherwise_say_so() -> None:
    rooftop = "end_in(L,_,rooftop), not opens(L)"
    change = ("sight/a02_ends.lp", rooftop, f"{rooftop}, end(L,a,9)")
    comparison = compare_rule_sets(RULES, rewritten(*change))
    (found,) = differences_in_worlds(comparison, [family_of("sight", 2)], 10_000.0)
    assert (found.asked, found.derived, found.found, found.ended) == (True, False, (), 2)


SMALL: Mapping[str, tuple[str, int, tuple[str, str, str]]] = {
    "a price": ("moves_on_foot", 1, (COSTS, PRICE, PRICE.replace(",4,", ",8,"))),
    "cover": ("sight", 2, ("sight/fb06_cover.lp", '1,"FB6.12421"', '2,"FB6.12421"')),
}
"""In the worlds of a family, in so many hexes, what differs for a change of the rules."""


@one_in(2)
@pytest.mark.parametrize("case", ["cover", pytest.param("a price", marks=long)])
def test_smallest_positions_are_smallest(case: str) -> None:
    """All worlds that are smaller are looked through, one by one: both rule sets decide alike."""
    name, hexes, change = SMALL[case]
    comparison, family = compare_rule_sets(RULES, rewritten(*change)), family_of(name, hexes)
    both = both_of(family, comparison.old, comparison.new)
    worlds = worlds_of_both(family, comparison.old, comparison.new, both, [at_least(hexes)])
    search = Search(worlds)
    said = search.every("differs", LONG)
    assert said.complete
    sizes = []
    for each in said.classes:
        world = map(parse_term, search.smallest("differs", each, LONG))
        sizes.append(sum(e.arguments[1].number for e in world if e.name == "world_thing"))
    seen = 0
    for old, new in _decided(worlds, both, min(sizes) - 1):
        assert old == new
        seen += 1
    assert seen > 0


def _decided(
    worlds: BoundedPositions, both: FamilyRules, size: int
) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Tell what two rule sets decide in each world up to a size, those too in which nothing differs."""
    names = {each for each in both.affected if each in DECIDED}
    shown = "".join(
        f"#show {each}/{n}. #show {BEFORE}{each}/{n}." for each in names for n in range(6)
    )
    text = worlds.text.replace(":- not derived_otherwise.", "")
    bound = f":- #sum {{ N,X : world_thing(X,N) }} > {size}."
    more = "\n".join([text, bound, "#show.", shown])
    control = grounded(worlds.nodes, more, "--models=0", "--project=show")
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms = [*map(str, model.symbols(shown=True))]
            old = frozenset(e.removeprefix(BEFORE) for e in atoms if e.startswith(BEFORE))
            yield old, frozenset(e for e in atoms if not e.startswith(BEFORE))


@long
def test_house_rules_are_examined_where_they_have_a_say() -> None:
    rules = PROJECT / "examples" / "house_rules" / "no_guns_in_brush.lp"
    told = answer("rules", "conflicts", "actions", "--hexes", "1", "--amend", rules)
    assert told["assumed"] == ["the rules as amended by no_guns_in_brush.lp (SSR 2)"]
    assert (told["answer"], told["counts"]["findings"], told["counts"]["stale"]) == ("yes", 0, 0)


@long
def test_outputs_of_the_document_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    text = (PROJECT / "docs" / "howto" / "amending.md").read_text("utf-8")
    shown = re.findall(r"^```\n\$ hexcourt (.+)\n((?:.|\n)*?)^```$", text, re.MULTILINE)
    assert len(shown) >= 6
    for command, output in shown:
        told = hexcourt(*shlex.split(command))
        head, gap, _ = output.partition("  ...\n")
        assert (told.stdout + told.stderr).startswith(head) if gap else told.stdout == output
    for path in sorted((PROJECT / "examples" / "house_rules").glob("*.lp")):
        if path != VILLAGE:
            assert path.read_text("utf-8").strip() in text


def test_of_long_answers_what_differs_is_shown() -> None:
    moves = [f"go(at(A{n},ground),at(A{n + 1},ground)) costs {n}" for n in range(1, 9)]
    dearer = [*moves[:4], "go(at(A5,ground),at(A6,ground)) costs 9", *moves[5:]]
    assert both_in_words("yes", "no") == "yes -> no"
    shown = both_in_words("; ".join(moves), "; ".join(dearer))
    assert shown == f"{moves[4]} -> {dearer[4]}"
    assert both_in_words("; ".join(moves), "; ".join(moves[1:])) == f"{moves[0]} -> none of this"
