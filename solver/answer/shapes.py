"""Types of JSON, read from tables.

A table has three columns. A row with a capital begins a type: its name (behind it, in parentheses, the
type whose fields it has too), the commands whose answers have rows of it, and what it describes. The
rows after it are its fields: the name (``?``: it may be missing), the type in the notation of Python,
and what it says. ``-`` stands for nothing. A type stands above those that use it.
"""

from __future__ import annotations

from collections.abc import Mapping
from keyword import iskeyword
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct, field

from hexcourt.facts.base.files import table_rows
from hexcourt.facts.boards.piece_table import COUNTERS


class Shape(Struct, forbid_unknown_fields=True):
    """Part of an answer as JSON: nothing is missing, nothing is added."""


def note(text: str) -> Meta:
    """Describe a field."""
    return Meta(description=text)


_Item = TypeVar("_Item")
_AtLeastOne = Annotated[list[_Item], Meta(min_length=1)]

Strings = list[str]
Status = Literal["entrenched", "emplaced"]
CHECKS = ("conflicts", "gaps", "dead", "shadowed", "properties", "words", "consistency")
"""The checks of the rules, each of which is a command too."""

_NAMES: Mapping[str, Any] = {
    **{"Any": Any, "Literal": Literal, "Strings": Strings, "Status": Status},
    "RuleCheck": Literal[CHECKS],
    "Count": Annotated[int, Meta(ge=0)],
    "Positive": Annotated[int, Meta(ge=1)],
    "Cost": Annotated[float, Meta(ge=0)],
    "Confidence": Literal["high", "medium", "low"],
    "Factor": Literal["MF", "MP"],
    "YesNo": Literal["yes", "no", "unknown"],
    "LineVerdict": Literal["clear", "blocked", "unknown", "too_close"],
    "CounterTerrain": Annotated[str, Meta(extra_json_schema={"enum": list(COUNTERS)})],
    "AtLeastOne": _AtLeastOne,
    "OneOrTwo": Annotated[Strings, Meta(min_length=1, max_length=2)],
    "AtMostOne": Annotated[Strings, Meta(max_length=1)],
    "Two": Annotated[Strings, Meta(min_length=2, max_length=2)],
    "Pair": Annotated[list[int], Meta(min_length=2, max_length=2)],
    "Pixels": Annotated[list[int], Meta(min_length=2, max_length=2, description="across, down")],
    "Point": Annotated[list[float], Meta(min_length=2, max_length=2)],
    "Corners": Annotated[list[list[float]], Meta(min_length=6, max_length=6)],
    "Pieces": Annotated[
        Strings,
        note("the pieces that lie in a world beside those of the board, as --place takes them"),
    ],
    "NamedValues": Annotated[
        dict[str, str | float], note("what a row holds, by the names of the question")
    ],
}
"""What types of tables may be made of."""


def read_shapes(package: str, name: str) -> tuple[dict[str, type[Any]], dict[str, tuple[str, ...]]]:
    """Read the types of a table by their names, and the commands of each."""
    types: dict[str, type[Any]] = {}
    commands: dict[str, tuple[str, ...]] = {}
    described: list[tuple[list[str], list[list[str]]]] = []
    for row in table_rows(package, name):
        if row[0][0].isupper():
            described.append((row, []))
        else:
            described[-1][1].append(row)
    for (title, of, text), rows in described:
        kind, _, base = title.rstrip(")").partition("(")
        fields = {each.rstrip("?"): (hint, each[-1] == "?", item) for each, hint, item in rows}
        hints = get_type_hints(
            type(kind, (), {"__annotations__": {each: entry[0] for each, entry in fields.items()}}),
            globalns={**_NAMES, **types},
            include_extras=True,
        )
        commands[kind] = () if of == "-" else tuple(of.split(", "))
        types[kind] = defstruct(
            kind,
            [_field(each, hints[each], *entry[1:]) for each, entry in fields.items()],
            bases=(types[base] if base else Shape,),
            namespace={"__doc__": text},
        )
    return types, commands


def _field(name: str, kind: Any, optional: bool, text: str) -> tuple[str, Any, Any]:
    kind = kind | UnsetType if optional else kind
    default = UNSET if optional else field(name=name)
    kind = kind if text == "-" else Annotated[kind, note(text)]
    return name + "_" * iskeyword(name), kind, default
