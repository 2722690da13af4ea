"""A whole answer as JSON, which rows each command gives, and the JSON schema of it all.

Types are read from tables of three columns. A row with a capital begins a type: its name (behind it, in
parentheses, the type whose fields it has too), the commands whose answers have rows of it, and what it
describes. The rows after it are its fields: the name (``?``: it may be missing), the type as Python has
it, and what it says. ``-`` stands for nothing. A type stands above those that use it.
"""

from __future__ import annotations

from collections.abc import Mapping
from keyword import iskeyword
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from msgspec import UNSET, Meta, Struct, UnsetType, ValidationError, convert, defstruct, field, json

from hexcourt.facts.base.files import table_rows
from hexcourt.facts.boards.piece_table import COUNTERS
from hexcourt.solver.answer.arguments import (
    ARGUMENTS,
    QUESTIONS,
    Argument,
    Choice,
    Number,
    Plain,
    Texts,
    Whole,
)


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


SHAPES, _COMMANDS = read_shapes("hexcourt.solver.answer", "rows.tsv")
"""The types that answers are made of, by name."""

_COORDINATE = Annotated[
    dict[str, str],
    Meta(
        description="what a grid coordinate names, part by part (coordinate)",
        extra_json_schema={"required": ["hex"]},
    ),
]


def _rows() -> dict[str, tuple[Any, ...]]:
    """List the kinds of rows that each command gives."""
    found: dict[str, tuple[Any, ...]] = {"coordinate": (_COORDINATE,)}
    for kind, commands in _COMMANDS.items():
        for each in commands:
            found[each] = (*found.get(each, ()), SHAPES[kind])
    return found | {f"rules {check}": found["rules check"] for check in CHECKS}


ROWS = _rows()
"""The kinds of rows that each command gives."""


def _type(argument: Argument) -> Any:
    match argument.kind:
        case Whole():
            return int
        case Number() | Plain("allowance"):
            return float
        case Choice(words):
            return Literal[words]
        case Plain("flag"):
            return bool
        case Texts():
            return list[str]
        case Plain("areas"):
            return dict[str, list[str]]
    return str


def arguments_type() -> type[Any]:
    """Make the type of all arguments: those of the table of questions, and those of other commands."""
    askers: dict[str, list[str]] = {}
    for each in QUESTIONS.values():
        for name in (*each.about, *(name for name, _, _ in each.offered("shell"))):
            askers.setdefault(name, []).append(each.name)
    fields = [
        (
            name,
            Annotated[
                _type(ARGUMENTS[name]) | UnsetType | None,
                note(f"{ARGUMENTS[name].help} ({', '.join(names)})"),
            ],
            UNSET,
        )
        for name, names in askers.items()
    ]
    return defstruct(
        "Arguments",
        fields,
        bases=(SHAPES["OtherArguments"],),
        namespace={
            "__doc__": "The arguments of a question, as written; which there are depends on it."
        },
        forbid_unknown_fields=True,
        kw_only=True,
    )


Arguments: Any = arguments_type()


class Question(Shape):
    """The question as it was understood."""

    command: Annotated[str, Meta(extra_json_schema={"enum": list(ROWS)})]
    board: str | None
    arguments: Arguments


class CitedBoard(Shape):
    """The board that was asked about."""

    source: str
    digest: Annotated[str, note("fingerprint of the board's facts")]


class CitedRules(Shape):
    """The rules that were asked."""

    profile: str
    digest: Annotated[str, note("fingerprint of the rule programs")]


class Document(Shape):
    """An answer of hexcourt."""

    schema: Annotated[Literal[3], note("version of this shape")]
    hexcourt: Annotated[str, note("version of the program")]
    question: Question
    answer: Literal["yes", "no", "done", "too_close", "unknown", "out_of_budget", "unbound"]
    board: CitedBoard | None
    rules: CitedRules
    assumed: Annotated[
        Strings, note("what was taken for granted: counters, orchards and grain, statuses")
    ]
    counts: dict[str, Annotated[int, Meta(ge=0)]]
    rows: Annotated[list[dict[str, Any]], note("of the kinds that the command gives")]


def entries_of(command: str) -> list[str]:
    """List the entries that rows of a command may have, in the order of its kinds of rows."""
    kinds = (kind for kind in ROWS.get(command, ()) if hasattr(kind, "__struct_encode_fields__"))
    return list(dict.fromkeys(name for kind in kinds for name in kind.__struct_encode_fields__))


def json_schema() -> str:
    """Write the JSON schema of answers."""
    kinds = list(dict.fromkeys(kind for each in ROWS.values() for kind in each))
    (whole, refusal, *rows), named = json.schema_components(
        [Document, SHAPES["Refusal"], *kinds], ref_template="#/$defs/{name}"
    )
    # msgspec wants a tag to tell apart the structures of a union; our rows are told apart by keys
    named["Document"]["properties"]["rows"]["items"] = {"anyOf": rows}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "An answer of hexcourt, or why there is none",
        "anyOf": [whole, refusal],
        "$defs": named,
    }
    return json.format(json.encode(schema), indent=2).decode() + "\n"


def read_document(text: str) -> Document:
    """Read an answer and check every row; raises msgspec.ValidationError with what does not fit."""
    document = json.decode(text, type=Document)
    command = document.question.command
    if command not in ROWS:
        raise ValidationError(f"{command} is no command that gives answers")
    for row in document.rows:
        _check_row(row, ROWS[command])
    return document


def _check_row(row: dict[str, Any], kinds: tuple[Any, ...]) -> None:
    misfits = []
    for kind in kinds:
        try:
            convert(row, kind)
            return
        except ValidationError as error:
            misfits.append(f"{getattr(kind, '__name__', 'row')}: {error}")
    raise ValidationError("; ".join(misfits))
