"""What may be asked over HTTP: a body for each question of the table of questions.

Fields are named as the arguments of the method of ``Position`` (docs/reference/python.md). Bodies are
read by msgspec, which refuses unknown keys; the OpenAPI document is made from the same types.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar, cast

from msgspec import Meta, Struct, ValidationError, convert, defstruct, structs

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_json
from hexcourt.solver.answer import arguments
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.arguments import (
    ARGUMENTS,
    REQUIRED,
    Argument,
    Plain,
    Texts,
    type_of,
)
from hexcourt.solver.answer.arguments import QUESTIONS as ASKED
from hexcourt.solver.api.position import Position, put_question
from hexcourt.solver.sandbox.limited_run import Limits

LARGEST_BODY = 256 << 10
"""The largest body of a question, in bytes."""

MAX_PIECES = 200
"""The most pieces, facts or changes of a question."""

CUT_SECONDS = 20.0
"""How long a search for the fewest pieces takes if the body does not say."""

FORMER = {"enter": "entry", "place": "legal"}
"""Former addresses of questions; they work for one version more."""

_FORMER_FIELDS = {"actions": ("deeds", "pieces"), "board": ("card",)}

Text = Annotated[str, Meta(min_length=1, max_length=500)]
Texts_ = Annotated[tuple[Text, ...], Meta(max_length=MAX_PIECES)]
Long = Annotated[str, Meta(max_length=10_000)]
Lists = Annotated[str, Meta(max_length=100_000)]

_TYPES: Mapping[str, Any] = {
    "question": Long,
    **dict.fromkeys(
        ("vary", "choose", "against", "then"), Annotated[tuple[Long, ...], Meta(max_length=10)]
    ),
}
"""The types of arguments that may be longer than others."""


class Question(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """A question about a board, with pieces on it, what else is given, and what is taken away."""

    board: Annotated[str, Meta(min_length=1, max_length=400, description="as /boards names it")]
    place: Annotated[Texts_, Meta(description=ARGUMENTS["place"].help)] = ()
    given: Annotated[Texts_, Meta(description=ARGUMENTS["given"].help)] = ()
    without: Annotated[Texts_, Meta(description=ARGUMENTS["without"].help)] = ()

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the question, by name."""
        shared = {each.name for each in structs.fields(Question)}
        return {n: each for n, each in structs.asdict(self).items() if n not in shared}


def body_of(query: arguments.QuestionKind) -> type[Question]:
    """Make the type of the body of a question."""
    fields: list[Any] = []
    for name, argument, default in query.offered():
        kind, own = _type(name, argument, default), CUT_SECONDS if name == "seconds" else default
        fields.append((name, kind) if default is REQUIRED else (name, kind, own))
    if "areas" in query.about:
        areas = Annotated[dict[str, Long], Meta(max_length=50, description="name: sentence")]
        fields.append(("areas", areas, {}))
    made = defstruct(
        query.name.title(),
        fields,
        bases=(Question,),
        namespace={"__doc__": query.help.partition("\n")[0]},
        kw_only=True,
        frozen=True,
        forbid_unknown_fields=True,
    )
    return cast(type[Question], made)


def _type(name: str, argument: Argument, default: Any) -> Any:
    """Return the type of a field, with its range and its description."""
    kind: Any
    kind, bounds = type_of(argument.kind) or (_TYPES.get(name, Text), {})
    about: dict[str, Any] = {"description": argument.help, **bounds}
    match argument.kind:
        case Plain("allowance"):
            kind = Annotated[float, Meta(gt=0, lt=1000)] | Text
        case Texts() if name not in _TYPES:
            kind = Texts_
            if default is REQUIRED:
                about["min_length"] = 1
    entry = Annotated[kind, Meta(**about)]
    return entry | None if default is None else entry


def put(name: str, arguments: Mapping[str, Any], position: Position, limits: Limits) -> Answer:
    """Put a question to a Position, within the limits."""
    fields = dict(arguments)
    if areas := fields.pop("areas", None):
        position = position.name_areas(areas)
    if "seconds" in fields:
        fields["seconds"] = min(fields["seconds"], 0.8 * limits.seconds)
    if "limits" in ASKED[name].options:
        fields["limits"] = limits
    return put_question(position, name, fields)


class FileRequest(Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """What is asked about a file that is no board: a scenario card, or a map's picture."""

    board: Annotated[str, Meta(min_length=1, max_length=400, description="as /boards names it")]

    @property
    def arguments(self) -> dict[str, Any]:
        """Return what is asked beside the file, by name."""
        return {name: each for name, each in structs.asdict(self).items() if name != "board"}


class Check(FileRequest, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Check a scenario card: everything that a designer can get wrong, each finding with its witness."""

    select: Annotated[Texts_, Meta(description="only these checks: S07")] = ()


class Advise(FileRequest, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Propose small changes of a scenario card that mend what fails or warns, each as a diff."""

    finding: (
        Annotated[Text, Meta(description="only this check, or finding: S08, S08:g1")] | None
    ) = None


class Draft(FileRequest, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Draft a board from the picture of a map that has no LOSData; the answer names it as `written`."""

    legend: Annotated[Lists, Meta(description="the text of a legend of colours")] = ""
    buildings: Annotated[Lists, Meta(description="rows such as E4 stone 2")] = ""


class Legend(FileRequest, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """List the colours of a map's picture that nothing names, or look at one colour."""

    legend: Annotated[Lists, Meta(description="the text of a legend of colours")] = ""
    at: (
        Annotated[
            Text, Meta(description="a spot, in shares of width and height: 0.25,0.5; a colour")
        ]
        | None
    ) = None


FILE_REQUESTS: Mapping[str, type[FileRequest]] = {
    "check": Check,
    "advise": Advise,
    "draft": Draft,
    "legend": Legend,
}
"""The bodies of what is asked about files by the last part of their address."""


QUESTIONS: Mapping[str, type[Question]] = {
    name: body_of(each) for name, each in ASKED.items() if each.over_network
}
"""The bodies of questions by the last part of their address."""

SLOW = frozenset({"advise", "ask", "check", "cut", "draft"})
"""Questions that may take long: they never hold all workers at once."""

_Body = TypeVar("_Body", bound=Struct)


def read_body(body: bytes, kind: type[_Body]) -> _Body:
    """Read a body as what it should be, former names of fields among them; raises BadInput."""
    try:
        return convert(_renamed(read_json(body), kind), kind)  # each name once
    except ValidationError as error:
        text = str(error)
        raise BadInput(f"{text[:1].lower()}{text[1:]}; see /api/v1/openapi.json") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"the body is no JSON ({error}); send one object") from None


def _renamed(given_value: Any, kind: type[Struct]) -> Any:
    """Return a body with fields by their present names."""
    if not isinstance(given_value, dict):
        return given_value
    given_value = dict(given_value)
    for name in kind.__struct_fields__:
        former = ARGUMENTS[name].former if name in ARGUMENTS else ()
        for each in (*former, *_FORMER_FIELDS.get(name, ())):
            if (
                each in given_value
                and name not in given_value
                and each not in kind.__struct_fields__
            ):
                value = given_value.pop(each)
                texts = name in ARGUMENTS and isinstance(ARGUMENTS[name].kind, Texts)
                one = texts and isinstance(value, str)
                given_value[name] = [value] if one else value
    return given_value
