"""Worlds of two deeds at once: the law is asked of both together, and of the first one alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from hexcourt.facts.boards.terrain_terms import kinds
from hexcourt.solver.examining.alike_terrains import alike_terrains
from hexcourt.solver.examining.deed_worlds import DEEDS, NEVER_PRINTED
from hexcourt.solver.examining.together.positions_of_two_deeds import position_of
from hexcourt.solver.examining.worlds import Family, Scope
from hexcourt.solver.statutes.lawbook import Lawbook
from hexcourt.solver.statutes.statute import Statute


def _scope(family: Family, lawbook: Lawbook, rules: Sequence[Statute]) -> Scope:
    deeds = DEEDS.scoped(family, lawbook, rules)
    filling = {*kinds().values()} - {*NEVER_PRINTED}
    apart = {*alike_terrains(rules, filling, family.storeys)}
    left = {f"scope_terrain({each})." for each in deeds.terrains if each not in apart}
    return Scope(
        tuple(each for each in deeds.facts if each not in left),
        tuple(each for each in deeds.terrains if each in apart),
        deeds.hexside_terrains,
        deeds.shapes,
    )


_LOOKED_FOR = ("checks.lp", "two_deeds_checks.lp", "two_deeds_properties.lp")
_ASKED = frozenset(("asked", "times"))
_PIECES = frozenset(
    (
        *("counter", "enemy", "trench", "foxhole", "trail_break", "tunnel", "breach"),
        *("street_vehicle", "roadblock"),
    )
)

BESIDE_A_PIECE = replace(
    DEEDS,
    name="beside_a_piece",
    programs=(
        *("printed.lp", "given.lp", "deeds.lp", "two_deeds.lp", "beside_a_piece.lp"),
        *_LOOKED_FOR,
    ),
    scoped=_scope,
    read=position_of,
    checks=("conflicts", "gaps", "properties"),
    differences="two_deeds_differences.lp",
    told_apart=_ASKED | _PIECES,
    further=(),
    scope=MappingProxyType(
        {**DEEDS.scope, "most_features": 0, "most_given": 0}
        | {"most_asked": 2, "highest_level": 1, "highest_number": 6}
    ),
    storeys=1,
    compares=True,
)
"""A deed beside a piece that is laid together with it, on up to two hexes."""

BESIDE_A_DEED = replace(
    BESIDE_A_PIECE,
    name="beside_a_deed",
    programs=tuple(
        "beside_a_deed.lp" if each == "beside_a_piece.lp" else each
        for each in BESIDE_A_PIECE.programs
    ),
    told_apart=_ASKED,
    scope=MappingProxyType(
        {**BESIDE_A_PIECE.scope, "most_features": 1, "most_pieces": 1, "most_given": 1}
    ),
)
"""A deed beside another one that puts something there, in one hex or the next."""
