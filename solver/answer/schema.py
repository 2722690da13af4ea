"""A whole answer as JSON, which rows each command gives, and the JSON schema of it all."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, ValidationError, convert, defstruct, json

from hexcourt.solver.answer.arguments import (
    ARGUMENTS,
    Argument,
    Choice,
    Number,
    Plain,
    Texts,
    Whole,
)
from hexcourt.solver.answer.questions import QUESTIONS
from hexcourt.solver.answer.shapes import CHECKS, Shape, Strings, note, read_shapes

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
