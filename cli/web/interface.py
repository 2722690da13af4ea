"""The OpenAPI document of the server, made from the types that bodies are read by."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.json import schema_components

from hexcourt.cli.web.questions import QUESTIONS, Check
from hexcourt.solver.answer.schema import json_schema
from hexcourt.solver.answer.schema_questions import Shape, Strings

Document = dict[str, Any]

_Text = str | UnsetType
_Number = float | UnsetType
_Whole = int | UnsetType
_Point = Annotated[list[float], Meta(min_length=2, max_length=2)]


def _note(text: str) -> Meta:
    return Meta(description=text)


class Mark(Shape):
    """A point to light on the map, in the units of its drawing."""

    what: Literal["end", "reason", "target", "start", "step", "piece", "named"]
    name: str
    hexes: Strings
    x: float | None
    y: float | None
    row: Annotated[_Whole, _note("of a step: the row of the answer")] = UNSET
    reason: Annotated[_Whole, _note("the reason of the line, from 0")] = UNSET
    effect: _Text = UNSET
    words: Annotated[_Text, _note("of a reason: what lies there, in words")] = UNSET
    turn: _Whole = UNSET
    cost: _Number = UNSET
    spent: _Number = UNSET


class Marks(Shape):
    """What to light on the map, in the units of its drawing."""

    hexes: dict[str, dict[str, Any]]
    points: list[Mark]
    line: list[_Point] | None


class Place(Struct):
    """A Location of a hex."""

    name: str
    place: str
    level: Annotated[float | None, _note("null: not decided")]


class Hex(Struct):
    """A hex of a map."""

    name: str
    x: float
    y: float
    corners: Annotated[list[_Point], Meta(min_length=6, max_length=6)]
    level: float
    terrain: Strings
    words: Annotated[Strings, _note("the terrain as players name it")]
    inherent: str | None
    features: Strings
    stairwell: bool
    locations: Strings
    places: list[Place]
    counters: list[dict[str, Any]]


class Edge(Struct):
    """A hexside with terrain or a roadblock."""

    hexes: Strings
    ends: list[_Point]
    terrain: Strings
    roadblock: bool


class Map(Shape):
    """A map in the units of its drawing."""

    board: str
    title: str
    digest: str
    width: float
    height: float
    north: Literal["up", "right", "down", "left", ""]
    hexes: list[Hex]
    edges: list[Edge]
    areas: dict[str, Strings]


class Group(Shape):
    """A group of a scenario card."""

    id: str
    side: str
    enters: bool
    where: Annotated[str, _note("the sentence of its setup or entry")]
    hexes: Annotated[Strings | None, _note("null: not understood")]
    units: Strings
    fortifications: Strings
    placed: Strings


class Sentence(Struct):
    """A sentence of a card that is not understood."""

    subject: str
    text: str
    why: str


class Card(Shape):
    """A scenario card."""

    card: str
    id: str
    title: str
    sides: Strings
    areas: dict[str, Strings]
    groups: list[Group]
    not_understood: list[Sentence]


class Board(Struct):
    """A board that may be asked about."""

    name: str
    title: str
    hexes: Annotated[int | None, _note("null: not opened")]
    card: Annotated[Literal[True] | UnsetType, _note("of a scenario card alone")] = UNSET


class Boards(Struct):
    """The boards that may be asked about."""

    first: Annotated[str, _note("the board that a page begins with")]
    boards: list[Board]


class PieceArgument(Struct):
    """An argument of a piece."""

    name: str
    hex: bool
    optional: bool
    choices: Strings


class PieceForm(Struct):
    """A kind of piece."""

    kind: str
    sign: Annotated[str, _note("two letters, as pictures show it")]
    lies: Literal["counter", "hex", "hexside", "hexes"]
    arguments: list[PieceArgument]


class Palette(Struct):
    """The pieces and units that the page offers."""

    pieces: list[PieceForm]
    units: Strings


class Error(Shape):
    """Why there is no answer."""

    error: Annotated[str, _note("one sentence")]


_REFUSALS: Mapping[int, str] = {
    400: "bad input: one sentence that names thing, place and mend",
    403: "sent by another page",
    413: "the body is too large",
    415: "the body is no JSON",
    421: "sent to another name than the server's",
    422: "a limit of time or memory was met",
    503: "too many questions wait",
}


def interface() -> Document:
    """Return the whole document."""
    asked = {**QUESTIONS, "check": Check}
    kinds = [*asked.values(), Marks, Card, Map, Boards, Palette, Error]
    references, components = schema_components(kinds, ref_template="#/components/schemas/{name}")
    schemas: Document = {**components, "Answer": json.loads(json_schema())}
    paths: Document = {
        f"/api/v1/{name}": {"post": _question(kind.__doc__ or "", reference)}
        for (name, kind), reference in zip(asked.items(), references, strict=False)
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "hexcourt", "version": version("hexcourt")},
        "paths": paths | _gets(),
        "components": {"schemas": schemas},
    }


def _question(said: str, body: Any) -> Document:
    answered = {
        "type": "object",
        "required": ["answer", "marks"],
        "properties": {"answer": _reference("Answer"), "marks": _reference("Marks")},
        "additionalProperties": False,
    }
    return {
        "summary": said,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": _responses(answered, _REFUSALS),
    }


def _gets() -> Document:
    laid = [_parameter("board", required=True), *map(_parameter, ("place", "given", "without"))]
    number = {"name": "number", "in": "path", "required": True, "schema": {"type": "string"}}
    drawn = _get("Draw a map as SVG", {"type": "string"}, laid, "image/svg+xml")
    return {
        "/api/v1/boards": _get("List the boards", _reference("Boards")),
        "/api/v1/map": _get("Tell a map in the units of its drawing", _reference("Map"), laid),
        "/api/v1/map.svg": drawn,
        "/api/v1/pieces": _get("List the pieces and the units", _reference("Palette")),
        "/api/v1/card": _get(
            "Tell a scenario card", _reference("Card"), [_parameter("card", True)]
        ),
        "/api/v1/vocabulary": _get("List what may be asked", _reference("Answer")),
        "/api/v1/rules": _get("List the register of rules", _reference("Answer")),
        "/api/v1/rules/{number}": _get("Tell of one rule", _reference("Answer"), [number]),
        "/api/v1/openapi.json": _get("Give this document", {"type": "object"}),
    }


def _get(
    said: str, schema: Any, parameters: list[Document] | None = None, kind: str = "application/json"
) -> Document:
    refused = {number: _REFUSALS[number] for number in (403, 421)}
    if parameters:
        by_path = parameters[0]["in"] == "path"
        refused |= {404: "there is no such rule"} if by_path else dict(_REFUSALS)
    told: Document = {"summary": said, "responses": _responses(schema, refused, kind)}
    return {"get": told | ({"parameters": parameters} if parameters else {})}


def _responses(
    schema: Any, refusals: Mapping[int, str], kind: str = "application/json"
) -> Document:
    given = {"200": {"description": "the answer", "content": {kind: {"schema": schema}}}}
    error = {"application/json": {"schema": _reference("Error")}}
    refused = {
        str(number): {"description": said, "content": error}
        for number, said in sorted(refusals.items())
    }
    return given | refused


def _parameter(name: str, required: bool = False) -> Document:
    schema: Document = (
        {"type": "string"} if required else {"type": "array", "items": {"type": "string"}}
    )
    return {"name": name, "in": "query", "required": required, "schema": schema}


def _reference(name: str) -> Document:
    return {"$ref": f"#/components/schemas/{name}"}
