"""What stands at the places of predicates: the rules keep to it, and rules of a user's own have to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.records import known_inherent_terms, known_terms
from hexcourt.facts.cards.sentences.read_units import NATIONS
from hexcourt.solver.analysis.generators.families import family_of
from hexcourt.solver.analysis.own_properties import check_properties
from hexcourt.solver.rulebase.known_words import words_known
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.read_house_rules import checked_files, declared
from hexcourt.solver.rulebase.rulebase import HouseRules, all_worlds_programs, printed_rules
from hexcourt.solver.rulebase.sorts import declared_sorts, unjoined, wrong_sort, wrong_value
from hexcourt.solver.rulebase.statement import Signature
from tests.effort import some_of

RULES = printed_rules()


@cache
def names() -> tuple[Signature, ...]:
    """List all predicates that the rules derive or is told."""
    derived = {head for each in RULES.statements for head in each.heads}
    return tuple(sorted(derived | declared(RULES)))


def atom(name: str, arguments: list[str]) -> str:
    return f"{name}({','.join(arguments)})" if arguments else name


def misspelt() -> Iterator[tuple[Signature, str, str]]:
    """Give each predicate misspelt, and with an argument more or less, with what is wrong then."""
    known = set(names())
    for name, arity in names():
        wrong = name[:-1] + ("x" if name[-1] != "x" else "y")
        for written, places in ((wrong, arity), (name, arity + 1), (name, arity - 1)):
            if places >= 0 and Signature(written, places) not in known:
                told = f"{written}/{places} is neither derived nor given"
                yield Signature(name, arity), atom(written, ["_"] * places), told


def swapped() -> Iterator[tuple[Signature, str]]:
    """Give each predicate beside itself with two arguments of different sorts in each other's place."""
    for signature, places in declared_sorts(RULES).predicates.items():
        for one, other in combinations(range(signature.arity), 2):
            if (
                places[one]
                and places[other]
                and not declared_sorts(RULES).both(places[one], places[other])
            ):
                right = [f"V{n}" for n in range(signature.arity)]
                wrong = [*right]
                wrong[one], wrong[other] = right[other], right[one]
                told = ", ".join(atom(signature.name, each) for each in (right, wrong))
                yield signature, told


def test_the_rules_keep_to_their_sorts() -> None:
    declared = declared_sorts(RULES)
    rules = [each for each in RULES.statements if each.kind in ("fact", "rule", "choice")]
    assert [wrong for each in rules if (wrong := wrong_sort(declared, {}, each))] == []


def test_the_sight_rules_are_about_one_line_each() -> None:
    declared = declared_sorts(RULES)
    sight = (e for e in RULES.statements if e.kind == "rule" and e.file.startswith("sight/"))
    rules = [each for each in sight if each.names != ("beside_vertex",)]  # of places of any line
    assert [(each.place, w) for each in rules if (w := unjoined(declared, {}, each))] == []


def test_sorts_are_inferred() -> None:
    found = declared_sorts(RULES).predicates
    for name, places in {
        "holds/2": ("hex", "terrain"),
        "high/2": ("line", "level"),
        "uneven/1": ("line",),
        "top/2": ("feature", "level"),
        "roadless/1": ("hex",),
        "blocks/2": ("feature", "rule"),
    }.items():
        (said,) = (each for signature, each in found.items() if str(signature) == name)
        assert said == tuple(frozenset([each]) for each in places)


def refused(rule: str) -> str:
    with pytest.raises(BadInput) as error:
        checked_files(RULES, [HouseRules("house.lp", f"%! SSR 1 high: so\n{rule}\n")])
    return str(error.value)


def broken(rule: str) -> str:
    own = HouseRules("own.lp", f"%! Z9 high: so\n{rule}\n")
    with pytest.raises(BadInput) as error:
        check_properties(own, [family_of("actions", 1)])
    return str(error.value)


def test_misspelt_names_are_refused_in_house_rules_and_properties() -> None:
    worlds = {h for program in all_worlds_programs() for s in program.statements for h in s.heads}
    for _, wrong, told in some_of([*misspelt()], 60):
        said = refused(f"roadless(H) :- hex(H), {wrong}.")
        assert said.startswith(f"house.lp, line 2: {told}; ")
        assert "did you mean" in said or "docs/reference/predicates.md lists them" in said
        if told.partition(" ")[0] not in map(str, worlds):
            assert broken(f"broken(p,H) :- hex(H), {wrong}.").startswith(
                f"own.lp, line 2: {told}; "
            )


def test_arguments_in_each_others_place_are_refused_in_house_rules_and_properties() -> None:
    every = [*swapped()]
    assert len(every) > 300
    declared = declared_sorts(RULES)
    for signature, body in every:
        (rule,) = Program("", f"dry :- {body}.").statements
        assert str(signature) in wrong_sort(declared, {}, rule)
    for signature, body in some_of(every, 50):
        assert f"in {signature}" in refused(f'roadless("A1") :- {body}.')


def test_arguments_in_each_others_place_are_refused_in_properties() -> None:
    for body in ("holds(H,T), hex(T)", "touch(F,L,T,G), end(F,_,_)", "adjacent(A,B,W,R), hex(R)"):
        assert ", but " in broken(f"broken(p,x) :- {body}.")


def test_the_vocabulary_has_every_word_of_terrain_and_of_nations() -> None:
    named = {*known_terms(), *known_inherent_terms(), *NATIONS.values()}
    words = {word for each in named if " " not in each for word in re.findall(r"[a-z]\w*", each)}
    assert len(words) > 100 and not words - words_known(printed_rules())


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("emplaces(X,_,brush)", "brush is no place, as emplaces/3 has; write cellar, crest, "),
        ("asked(X), level_at(_,roof,_)", "roof is no place, as level_at/3 has"),
        ("asked(X), month(13)", "13 is no month; write a number from 1 to 12"),
        ("asked(X), not month(0)", "0 is no month"),
    ],
)
def test_a_known_word_or_number_in_a_wrong_place_is_refused(body: str, sentence: str) -> None:
    assert sentence in refused(f'refused(X,"SSR 1") :- {body}.')


@pytest.mark.parametrize(
    "body",
    [
        "emplaces(X,H,ground), holds(H,brush)",
        "emplaces(X,H,level(2)), month(12)",
        "emplaces(X,H,P), P != ground, month(1)",
    ],
)
def test_words_and_numbers_in_their_places_are_taken(body: str) -> None:
    rule = f'%! SSR 1 high: so\nrefused(X,"SSR 1") :- {body}.\n'
    assert checked_files(RULES, [HouseRules("house.lp", rule)])


def test_the_rules_keep_to_their_closed_sorts() -> None:
    rules = [each for each in RULES.statements if each.kind in ("fact", "rule", "choice")]
    assert [wrong for each in rules if (wrong := wrong_value(RULES, each))] == []
