"""The checks of this room."""

from __future__ import annotations

from hexcourt.solver.checking.checks import Check
from hexcourt.solver.checking.play import cuts, earliest, exits, turns, victory

_MOVING = ("map", "areas", "special", "sides", "groups", "turns", "victory")

CHECKS = (
    Check(
        code=earliest.CODE,
        title="earliest turn",
        looks_at=(
            "in which turn each kind of unit of each group can be in the places of victory, or leave "
            "the map, at the earliest, and by which turn it surely can; and whether each condition's "
            "places can be reached within the game"
        ),
        granted=(
            "the turn at the earliest is a lower bound: least prices, doubtful moves, Double Time, a "
            "leader and the Advance Phase count in the units' favour",
            "no fire, no enemy in the way, no Fortifications but those placed on the card",
            "Infantry go on foot, unbroken: not carried, not in a Human Wave",
            "vehicles have the MP that counters like them have",
            "the sure turn is for units by themselves: the dearest prices, no luck, no Double Time, no "
            "advance",
            "special rules that are not understood change nothing",
        ),
        rules=("A4.5", "A4.7", "A4.12", "A2.5", "A2.6"),
        needs=_MOVING,
        run=earliest.check,
    ),
    Check(
        code=cuts.CODE,
        title="cut sets",
        looks_at=(
            "the fewest roadblocks that bar every way, VBM included, of each kind of vehicle to the "
            "exits and places of victory of its side; and whether the enemy's roadblocks can"
        ),
        granted=(
            "vehicles have as many turns as they take",
            "ways that a rule not known may allow are ways",
            "nobody clears a roadblock away",
        ),
        rules=("B29.1", "D2.3"),
        needs=_MOVING,
        run=cuts.check,
    ),
    Check(
        code=exits.CODE,
        title="exit points",
        looks_at=(
            "whether the units that can leave the map in time are worth as many Exit Victory Points, "
            "or are as many, as a condition asks for, and with what margin"
        ),
        granted=(
            "nobody is lost, and no prisoners are taken along",
            "values are those of the card, else those of A26.21",
            "units that surely come too late (S15) bring nothing",
        ),
        rules=("A26.21",),
        needs=_MOVING,
        run=exits.check,
    ),
    Check(
        code=victory.CODE,
        title="victory possible, and not for both",
        looks_at=(
            "which places of victory each side may come to, and how near it starts; whether each "
            "condition can hold in some outcome, whether those of both sides can in one, and whether "
            "there is an outcome of which nobody has said who wins"
        ),
        granted=(
            "a side may Control each place that its units may come to within the game (S15)",
            "one side at most Controls a place, whoever sets up there",
            "points, exits and what is eliminated may come out either way",
        ),
        rules=("A26.1",),
        needs=_MOVING,
        run=victory.check,
    ),
    Check(
        code=turns.CODE,
        title="turns and order",
        looks_at=(
            "whether groups enter while the game lasts, and whether what is said of who sets up and who "
            "moves first agrees; names that two groups have, on the card or in captions of its file, "
            "and reinforcement markers on its turn track"
        ),
        granted=("where a die decides who moves first, both orders are looked at",),
        rules=("A2.5",),
        needs=("map", "areas", "special", "sides", "groups", "turns", "counters"),
        run=turns.check,
    ),
)
