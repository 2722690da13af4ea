"""Makes the program of a family of worlds: the part of the law that it asks, told which statement says
what, a generator of legal positions, and what is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from clingo import ast

from hexcourt.facts.boards.terrain_terms import kinds, known_inherent_terms, known_terms
from hexcourt.solver.moving.moves import unit_named
from hexcourt.solver.statutes.declarations import SAID, declarations
from hexcourt.solver.statutes.lawbook import Lawbook, worlds_program
from hexcourt.solver.statutes.statute import Citation, Statute

DECISIVE = ("refused", "allowed", "doubtful")
"""What rules say of a deed."""

_HEXSIDE = ("hexside", "edge")
_NEVER_PRINTED = (*_HEXSIDE, "counter", "ground")
_STOREYS = re.compile(r"[(,]([0-9])\)")


@dataclass(frozen=True, slots=True)
class Family:
    """A family of worlds: the profile that is asked, the programs that generate worlds, how large they
    are, and what of the law is left out: sums that no bounded search can hold (``cut``), and words that
    are told by other means (``left_out``). Statements of the folders in ``examined`` are held to
    account.
    """

    name: str
    profile: str
    programs: tuple[str, ...]
    wanted: tuple[str, ...]
    cut: frozenset[str]
    left_out: frozenset[str]
    examined: tuple[str, ...]
    scope: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    storeys: int = 2


DEEDS = Family(
    name="deeds",
    profile="cases",
    programs=("deeds.lp", "checks.lp", "properties.lp"),
    wanted=(*DECISIVE, "verdict", "adjacent", "connected", "level_at"),
    cut=frozenset(("price", "dearest", "bypass_cost")),
    left_out=frozenset(("sees", "sees_along", "enters_from")),
    examined=("deeds/", "placing/", "amendments/"),
    scope=MappingProxyType(
        {"most_hexes": 2, "most_over": 2, "most_features": 1, "most_pieces": 2}
        | {"most_given": 2, "most_asked": 1, "highest_level": 2}
    ),
)
"""Deeds and what is placed, one by one, on up to two hexes without depictions."""

FAMILIES: Mapping[str, Family] = MappingProxyType({"deeds": DEEDS})


@dataclass(frozen=True)
class Worlds:
    """The program of a family: statements of the law, and the text that goes with them; ``statutes``
    are those that are held to account, by number, with what each cites.
    """

    family: Family
    nodes: tuple[ast.AST, ...]
    text: str
    statutes: Mapping[int, tuple[Statute, Citation]]
    terrains: tuple[str, ...]
    hexside_terrains: tuple[str, ...]
    shapes: int


def worlds_of(family: Family, lawbook: Lawbook, further: str = "") -> Worlds:
    """Make the program of a family under a law; ``further`` are properties of a user's own."""
    rules = sliced(family, lawbook)
    declared = [
        each for each in lawbook.profile(family.profile).statutes if each.kind == "declaration"
    ]
    accounted = {
        place: (each, cited)
        for place, each in enumerate(rules)
        if each.file.startswith(family.examined)
        if (cited := each.citation or each.heading) is not None
    }
    terrains, over = _terrains(family, rules)
    mover = unit_named("squad")  # the door of deeds tells no other
    words = list(_words(lawbook, family))
    text = "\n".join(
        [
            *(f"#const {key} = {value}. [override]" for key, value in family.scope.items()),
            *(worlds_program(each).text for each in family.programs),
            further,
            *(f"scope_terrain({each})." for each in terrains),
            *(f"scope_over({each})." for each in over),
            *(f"scope_inherent({each})." for each in sorted(known_inherent_terms())),
            f"unit({mover.name}). allowance({mover.allowance}).",
            *words,
            *_told(accounted),
        ]
    )
    nodes = tuple(each.node for each in (*declared, *rules))
    return Worlds(family, nodes, text, MappingProxyType(accounted), terrains, over, len(words))


def sliced(family: Family, lawbook: Lawbook) -> tuple[Statute, ...]:
    """List the rules that what is wanted of a family hangs on."""
    rules = [
        each
        for each in lawbook.profile(family.profile).statutes
        if each.node.ast_type is ast.ASTType.Rule
    ]
    deriving: dict[str, list[Statute]] = {}
    for each in rules:
        for name in each.names:
            deriving.setdefault(name, []).append(each)
    waiting, needed = list(family.wanted), set(family.cut)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [read.name for each in deriving.get(name, ()) for read in each.reads]
    needed -= family.cut
    return tuple(each for each in rules if not needed.isdisjoint(each.names))


def _terrains(family: Family, rules: Sequence[Statute]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the terrain of hexes and of hexsides that rules can tell apart, one of all others."""
    mentioned = {name for each in rules for name in re.findall(r"[a-z]\w*", str(each.node))}
    printed, over = [], []
    other = None
    for term in sorted(known_terms()):
        kind = kinds()[term]
        if term.partition("(")[0] not in mentioned:
            other = other or (term if kind not in _NEVER_PRINTED else None)
        elif any(int(each) > family.storeys for each in _STOREYS.findall(term)):
            continue
        elif kind in _HEXSIDE:
            over.append(term)
        elif kind not in _NEVER_PRINTED:
            printed.append(term)
    return (*printed, *([other] if other else [])), tuple(over)


def _words(lawbook: Lawbook, family: Family) -> Iterator[str]:
    """Tell what may be asked and given: each word of the vocabulary with all arguments of the scope."""
    for word in declarations(lawbook, SAID):
        if word.role not in ("deed", "given") or word.name in family.left_out:
            continue
        predicate = "scope_asks" if word.role == "deed" else "scope_gives"
        names = [f"V{place}" for place in range(len(word.arguments))]
        term = _term(word.name, names)
        body, shape, own = [], [], word.role == "deed"
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
        yield from (
            f"scope_names({term},{n}) :- {predicate}({term}), value(hex,{n})." for n in hexes
        )
        for name in places:
            yield f"scope_names({term},H) :- {predicate}({term}), named_place({name},H)."
            if word.role == "deed":
                yield f"deed_place({term},H,P) :- {predicate}({term}), {name} = at(H,P)."
        if word.role == "deed":
            kinds_of = [f"place_kind({name},K{name})" for name in places]
            told = ", ".join([f"{predicate}({term})", *kinds_of])
            yield f"shape({term},{_term(word.name, shape)}) :- {told}."
            yield f"deed_word({term},{word.name}) :- {predicate}({term})."


def _term(name: str, arguments: Sequence[str]) -> str:
    return f"{name}({','.join(arguments)})" if arguments else name


def _told(statutes: Mapping[int, tuple[Statute, Citation]]) -> Iterator[str]:
    """Let statements tell that they hold, and what they say of what is asked."""
    numbers = set()
    first: dict[Citation, int] = {}
    for place, (statute, cited) in statutes.items():
        body = "; ".join(map(str, statute.node.body))
        yield f'cites({place},"{cited.number}"). stands_in({place},"{statute.file}").'
        yield f"below({place},{first.setdefault(cited, place)})."
        yield f"fired({place}){' :- ' * bool(body)}{body}."
        numbers.add(cited.number)
        if statute.names[0] in DECISIVE:
            head = str(statute.node.head)
            asked = _first_argument(statute)
            yield f"says({place},{head}) :- {'; '.join(filter(None, [f'asked({asked})', body]))}."
    for number in sorted(numbers):
        yield f'chapter("{number}","{number.partition(".")[0]}").'


def _first_argument(statute: Statute) -> str:
    return str(statute.node.head.atom.symbol.arguments[0])


@cache
def accepted() -> Mapping[str, Citation]:
    """Map the findings that are accepted to the reason cited for each."""
    program = worlds_program("accepted.lp")
    found = {}
    for each in program.statutes:
        if each.names == ("accepted",) and each.citation is not None:
            found[each.strings[0]] = each.citation
    return MappingProxyType(found)
