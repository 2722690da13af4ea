"""What the law is found not to look at changes nothing of what it says."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from hexcourt.facts.boards.terrain_terms import known_terms
from hexcourt.facts.lines.situations import STATES, ZERO_LEVEL, Sight
from hexcourt.facts.lines.told_situations import BIT, LEVELS, Told
from hexcourt.solver.seeing.rulings.precedents import ask_about
from hexcourt.solver.seeing.rulings.told_apart import (
    DIVIDED,
    NOT_AT_ALL,
    WHOLLY,
    Bearing,
    alike_terms,
    bearing,
    same_range,
)
from hexcourt.solver.statutes.lawbook import in_force

from .effort import of

PLAIN = Sight(2, 0, 0, False)


def situation(term: str, ground: int, sight: Sight = PLAIN, *facts: str) -> Told:
    """Tell of one situation, all levels of which are that of the ground."""
    bits = sum(BIT[fact] for fact in facts)
    for shift in (32, 40, 48):
        bits |= (ground + ZERO_LEVEL) << shift
    return Told(np.array([bits]), np.zeros(1, "i8"), np.zeros(1, "i8"), [term], [sight])


def looked_at(term: str, ground: int, sight: Sight = PLAIN) -> tuple[set[str], list[int]]:
    """Name what the law looks at of situations of a core."""
    found: Bearing = bearing(situation(term, ground, sight))
    told = int(found.bits[0])
    return {fact for fact, bit in BIT.items() if told & bit}, found.ranges[0].tolist()


def anything(seed: int, count: int) -> Told:
    """Make up situations of any terrain, in any states, of which any facts are told together."""
    by = random.Random(seed)
    terms = sorted(known_terms())
    states = [0, *(1 << place for place in range(STATES.bit_length() - 1))]
    sights = [
        Sight(by.randrange(0, 9), by.choice(states), by.choice(states), by.random() < 0.3)
        for _ in range(60)
    ]
    levels = [[by.randrange(-6, 13) + ZERO_LEVEL for _ in range(3)] for _ in range(count)]
    told = [sum(bit for bit in BIT.values() if by.random() < 0.3) for _ in range(count)]
    bits = [
        each | ground << 32 | base << 40 | foot << 48
        for each, (ground, base, foot) in zip(told, levels, strict=True)
    ]
    return Told(
        np.array(bits),
        np.array([by.randrange(len(terms)) for _ in range(count)]),
        np.array([by.randrange(len(sights)) for _ in range(count)]),
        terms,
        sights,
    )


def test_without_what_it_does_not_look_at_the_law_says_the_same() -> None:
    for seed in range(of(1)):
        told = anything(seed, 600)
        found = bearing(told.only(LEVELS))
        left = told.only(found.bits)
        assert (left.bits != told.bits).sum() > 500
        by = np.random.default_rng(seed)
        ranges = by.integers(0, 36, (2, len(told)))
        assert ask_about(left, None) == ask_about(told, None)
        said = ask_about(told, (ranges[0], ranges[1]))
        same = np.array(same_range(in_force(), 36))
        for looked, kept in ((NOT_AT_ALL, np.zeros_like(ranges)), (DIVIDED, same[ranges])):
            ranges = np.where(looked == found.ranges.T, kept, ranges)
        assert ask_about(left, (ranges[0], ranges[1])) == said


def test_of_terrain_that_is_alike_the_law_says_the_same() -> None:
    for seed in range(of(1)):
        told = anything(seed + 100, 600)
        alike = alike_terms(in_force())
        plain = replace(told, terms=[alike[each] for each in told.terms])
        assert len({*told.terms}) > 2 * len({*plain.terms})
        assert ask_about(plain, None) == ask_about(told, None)
    assert alike["bamboo"] == "woods" and alike["kunai"] == alike["grain"] != alike["woods"]
    assert alike["hedge"] == "wall" and alike["bocage"] == "bocage"  # B9.52 names it


def test_ground_far_below_is_looked_at_for_nothing_but_what_is_untold() -> None:
    told, ranges = looked_at("open", -4)
    assert told == {"untold_ground(#)"} and ranges == [NOT_AT_ALL, NOT_AT_ALL]


def test_a_crest_between_the_ends_is_looked_at_for_slopes_cliffs_and_ranges() -> None:
    told, ranges = looked_at("open", 2, Sight(4, 0, 0, False))
    assert {"near(#,a)", "within(#,b)", "by_cliff(#)"} <= told
    assert not {"aside(#)", "grazed(#)", "along_tram(#)", "indoors(#,a)"} & told
    assert ranges == [DIVIDED, WHOLLY]  # five hexes each of the one, each hex of the other (A6.4)


def test_what_lies_beside_an_end_counts_for_walls_and_is_no_matter_to_woods() -> None:
    beside = {"beside(#,a,own_hexside)", "beside(#,b,hexspine)"}
    even = Sight(0, 0, 0, False)
    assert beside <= looked_at("wall", 0, even)[0]
    assert not beside & looked_at("brush", -2, even)[0]


def test_ranges_are_the_same_to_the_law_by_fives() -> None:
    same = same_range(in_force(), 12)
    assert same == (0, 0, 0, 0, 0, 5, 6, 6, 6, 6, 10, 11, 11)
