"""Worlds of deeds: what may be done, placed and given on up to two hexes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from hexcourt.facts.boards.terrain_terms import kinds, known_inherent_terms, known_terms
from hexcourt.solver.examining.positions.deed_positions import DECISIVE, position_of
from hexcourt.solver.examining.together.positions_of_statuses import position_of as status_of
from hexcourt.solver.examining.worlds import Family, Scope
from hexcourt.solver.moving.moves import unit_named
from hexcourt.solver.statutes.declarations import SAID, Declaration, declarations
from hexcourt.solver.statutes.lawbook import Lawbook
from hexcourt.solver.statutes.statute import Statute

_HEXSIDE = ("hexside", "edge")
NEVER_PRINTED = (*_HEXSIDE, "counter", "ground")
"""Kinds of terrain that do not fill a hex."""
_ROLES = {"deed": "scope_asks", "given": "scope_gives"}
_OWN = ("deed", "target")
"""What names the first hex first."""
_STOREYS = re.compile(r"[(,]([0-9])\)")


def _scope(family: Family, lawbook: Lawbook, rules: Sequence[Statute]) -> Scope:
    terrains, over = told_terrains(family, rules)
    mover = unit_named("squad")  # the door of deeds tells no other
    words = list(told_words(lawbook, family, _ROLES))
    facts = (
        *(f"scope_terrain({each})." for each in terrains),
        *(f"scope_over({each})." for each in over),
        *(f"scope_inherent({each})." for each in sorted(known_inherent_terms())),
        f"unit({mover.name}). allowance({mover.allowance}).",
        *words,
    )
    return Scope(facts, terrains, over, len(words))


def told_terrains(
    family: Family, rules: Sequence[Statute]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the terrain of hexes and of hexsides that rules can tell apart, one of all others."""
    mentioned = {name for each in rules for name in re.findall(r"[a-z]\w*", str(each.node))}
    printed, over = [], []
    other = None
    for term in sorted(known_terms()):
        kind = kinds()[term]
        if term.partition("(")[0] not in mentioned:
            other = other or (term if kind not in NEVER_PRINTED else None)
        elif any(int(each) > family.storeys for each in _STOREYS.findall(term)):
            continue
        elif kind in _HEXSIDE:
            over.append(term)
        elif kind not in NEVER_PRINTED:
            printed.append(term)
    return (*printed, *([other] if other else [])), tuple(over)


def told_words(lawbook: Lawbook, family: Family, roles: Mapping[str, str]) -> Iterator[str]:
    """Tell what may be said in some roles: each word of the vocabulary with all arguments of the scope.

    ``roles`` maps each to the predicate that tells its words. What is given stands anywhere; what is
    asked names the first hex first.
    """
    for word in declarations(lawbook, SAID):
        if word.role in roles and word.name not in family.left_out:
            yield from _told_word(word, roles[word.role])


def _told_word(word: Declaration, predicate: str) -> Iterator[str]:
    names = [f"V{place}" for place in range(len(word.arguments))]
    term = _term(word.name, names)
    body, shape, own = [], [], word.role in _OWN
    choices = sum("|" in kind for kind, _ in word.arguments)
    for name, (kind, _) in zip(names, word.arguments, strict=True):
        if kind == "place":
            shape.append(f"K{name}")
        if "|" in kind:
            shape += [name] * (choices == 1)
            body.append(f"{name} = ({';'.join(kind.split('|'))})")
            continue
        first = own and kind in ("hex", "place")
        own = own and not first
        body.append(f"value({'own_' * first}{kind},{name})")
    yield f"{predicate}({term}){' :- ' * bool(body)}{', '.join(body)}."
    places = [n for n, (kind, _) in zip(names, word.arguments, strict=True) if kind == "place"]
    hexes = [n for n, (kind, _) in zip(names, word.arguments, strict=True) if kind == "hex"]
    yield from (f"scope_names({term},{n}) :- {predicate}({term}), value(hex,{n})." for n in hexes)
    yield from (
        f"scope_names({term},H) :- {predicate}({term}), named_place({name},H)." for name in places
    )
    yield from (
        f"names_level({term},H,N) :- {predicate}({term}), {name} = at(H,level(N))."
        for name in places
    )
    if word.role == "given":
        return
    kinds_of = [f"place_kind({name},K{name})" for name in places]
    told = ", ".join([f"{predicate}({term})", *kinds_of])
    yield f"shape({term},{_term(word.name, shape)}) :- {told}."
    yield f"{word.role}_word({term},{word.name}) :- {predicate}({term})."
    for name in places:
        yield f"{word.role}_place({term},H,P) :- {predicate}({term}), {name} = at(H,P)."
    if word.role == "attack" and names:
        by = names[0] if len(names) == 1 else f"({','.join(names)})"
        yield f"made_by({term},{by}) :- {predicate}({term})."


def _term(name: str, arguments: Sequence[str]) -> str:
    return f"{name}({','.join(arguments)})" if arguments else name


_DEEDS = Family(
    name="deeds",
    profile="cases",
    programs=("printed.lp", "given.lp", "deeds.lp", "checks.lp", "deed_checks.lp", "properties.lp"),
    wanted=(*DECISIVE, "verdict", "adjacent", "connected", "level_at", "along", "sewer_move"),
    decisive=DECISIVE,
    examined=("deeds/", "placing/"),
    scoped=_scope,
    read=position_of,
    checks=("conflicts", "gaps", "dead", "shadowed", "properties"),
    differences="deed_differences.lp",
    asked=True,
    cut=frozenset(("price", "dearest", "bypass_cost")),
    left_out=frozenset(("sees", "sees_along", "enters_from")),
    scope=MappingProxyType(
        {"most_hexes": 2, "most_over": 2, "most_features": 1, "most_pieces": 2}
        | {"most_given": 2, "most_asked": 1, "highest_level": 2}
    ),
)

STATUSES = replace(
    _DEEDS,
    name="statuses",
    programs=(
        *("printed.lp", "given.lp", "statuses.lp"),
        *("checks.lp", "deed_checks.lp", "statuses_properties.lp"),
    ),
    read=status_of,
    checks=("conflicts", "gaps", "properties"),
    scope=MappingProxyType({**_DEEDS.scope, "most_pieces": 1, "most_given": 0}),
)
"""A unit that is entrenched, or a Gun that is Emplaced, on up to two hexes with a counter."""

DEEDS = replace(_DEEDS, further=(STATUSES,))
"""Deeds and what is placed, one by one, on up to two hexes without depictions."""
