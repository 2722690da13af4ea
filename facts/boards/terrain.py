"""Every term for terrain that a board may use, in one place.

Most terms come from board archives (``vasl_terrain.tsv``). The rest (``further_terrain.tsv``) describe
maps that no archive exists for, or what an archive does not tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import Argument, ArgumentForm, Term, written
from hexcourt.facts.base.files import table_rows
from hexcourt.facts.boards.piece_table import COUNTERS, IN_THE_AIR

EDGE = "edge"
"""The class of what runs across or along a hexside without standing up there."""


_COUNTER_KINDS = {
    where.format(term): "counter"
    for term in dict.fromkeys((*COUNTERS, *sorted(IN_THE_AIR)))
    for where in (
        "{}",
        *(() if term in IN_THE_AIR else ("sunken({})", "on_railway({})", "on_bridge({})")),
    )
}
"""Also of counters that fill a depression, or lie on an embankment railway or a bridge (FB6.1242)."""

CREST_LINE = "crest"
"""Hexside terrain that follows from the levels of the hexes: no other fact tells it (B10.1)."""

BARRIERS = ("roadblock_across_street", "roadblock_on_crest", "roadblock_extension")
"""What roadblocks raise that belongs to no hexside; its ``end_of`` is touched at a centre dot, and it
is ``screening`` to lines to or from a vertex of the hexside that it straddles.
"""

_BARRIER_KINDS = {
    where.format(term): "counter"
    for term in BARRIERS
    for where in ("{}", "end_of({})", "screening({})", "screening(end_of({}))")
}

_FURTHER_INHERENT = frozenset({"emrr"})  # FB6.121


@dataclass(frozen=True, slots=True)
class TerrainCode:
    """One code: our term for it, its class, building levels above ground, and inherence (B.6)."""

    term: str
    kind: str
    upper: int
    inherent: bool


@cache
def terrain_codes() -> Mapping[int, TerrainCode]:
    """Read the table of terrain codes."""
    rows = table_rows("hexcourt.facts.boards", "vasl_terrain.tsv")
    return MappingProxyType(
        {
            int(code): TerrainCode(term, kind, int(upper), inherent == "1")
            for code, term, kind, upper, inherent in rows
        }
    )


@cache
def terrain_kinds() -> Mapping[str, str]:
    """Map each term to its class: open, road, water, building, hexside, depression, ..."""
    return MappingProxyType({code.term: code.kind for code in terrain_codes().values()})


@cache
def inherent_terms() -> frozenset[str]:
    """List the terms of inherent terrain (B.6)."""
    return frozenset(code.term for code in terrain_codes().values() if code.inherent)


@cache
def kinds() -> Mapping[str, str]:
    """Map every term to its class: open, building, hexside, embankment, edge, counter, ..."""
    further = {row[0]: row[1] for row in table_rows("hexcourt.facts.boards", "further_terrain.tsv")}
    drawn = {**terrain_kinds(), **further}
    sides = {kind: [term for term, of in drawn.items() if of == kind] for kind in drawn.values()}
    growing = {amid(low, up): "counter" for low in sides["depression"] for up in sides["other"]}
    return MappingProxyType({**_COUNTER_KINDS, **_BARRIER_KINDS, **growing, **drawn})


def counter_terms() -> frozenset[str]:
    """List the terms of counters, however they lie."""
    return frozenset(_COUNTER_KINDS)


def amid(low: str, up: str) -> str:
    """Write what a line meets of a depression at whose sides something grows: ``amid(gully,woods)``."""
    return f"amid({low},{up})"


def is_screening(term: str) -> bool:
    """Return whether a term is what a roadblock raises beside an end of the line that touches it."""
    return term.startswith("screening(")


def is_building(term: str) -> bool:
    """Return whether a term is that of a building."""
    return kind_of(term) in ("building", "factory")


@cache
def known_terms() -> frozenset[str]:
    """List every term for terrain that a board may be printed with."""
    return frozenset(term for term, kind in kinds().items() if kind != "counter")


@cache
def known_inherent_terms() -> frozenset[str]:
    """List the terms of inherent terrain (B.6), those of archives and the further ones."""
    return inherent_terms() | _FURTHER_INHERENT


def inherent_in(terms: Iterable[str]) -> str | None:
    """Find the inherent terrain among a hex's terrain: it fills the hex without being given so (B.6)."""
    return next((term for term in sorted(terms) if term in known_inherent_terms()), None)


def kind_of(term: str) -> str:
    """Return the class of a term; raises BadInput for an unknown one."""
    found = kinds().get(term)
    if found is None:
        raise BadInput(f"terrain {term[:60]} is not known{nearest_term(term)}")
    return found


def nearest_term(term: str) -> str:
    """Offer the known term most like an unknown one, as the end of a sentence."""
    near = get_close_matches(term[:60], sorted(known_terms()), n=1, cutoff=0.5)
    return f"; write {near[0]}" if near else "; write open or another known term"


def _why_unknown(term: Argument) -> str:
    known = term in known_terms()
    return "" if known else f"terrain {written(term)[:60]} is not known{nearest_term(str(term))}"


TERRAIN = ArgumentForm(
    "a terrain term such as woods", lambda value: isinstance(value, Term), False, _why_unknown
)
"""The argument of a fact that names terrain that a board may be printed with."""
