"""What each terrain code of a board archive means, in the project's own vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType


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
    lines = (
        files("hexcourt.facts.formats").joinpath("vasl_terrain.tsv").read_text("utf-8").splitlines()
    )
    rows = (line.split("\t") for line in lines[1:])
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
def vasl_codes() -> Mapping[str, int]:
    """Map what VASL calls each terrain, as metadata write it, to its code."""
    lines = (
        files("hexcourt.facts.formats").joinpath("vasl_names.tsv").read_text("utf-8").splitlines()
    )
    rows = (line.split("\t") for line in lines[1:])
    return MappingProxyType({name: int(code) for code, name in rows})
