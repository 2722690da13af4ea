"""The OpenAPI document of the server, made from the types that bodies are read by."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from msgspec.json import schema_components

from hexcourt.cli.web.questions import FILE_REQUESTS, QUESTIONS
from hexcourt.solver.answer.schema import json_schema, read_shapes

Document = dict[str, Any]

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
    questions = {**QUESTIONS, **FILE_REQUESTS}
    entry = read_shapes("hexcourt.cli.web", "shapes.tsv")[0]
    kinds = [*questions.values(), *entry.values()]
    references, components = schema_components(kinds, ref_template="#/components/schemas/{name}")
    schemas: Document = {**components, "Answer": json.loads(json_schema())}
    paths: Document = {
        f"/api/v1/{name}": {"post": _question(kind.__doc__ or "", reference)}
        for (name, kind), reference in zip(questions.items(), references, strict=False)
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "hexcourt", "version": version("hexcourt")},
        "paths": paths | _gets(),
        "components": {"schemas": schemas},
    }


def _question(text: str, body: Any) -> Document:
    answered = {
        "type": "object",
        "required": ["answer", "marks", "text"],
        "properties": {
            "answer": _reference("Answer"),
            "marks": _reference("Marks"),
            "text": {"type": "string", "description": "the answer in words, with every reason"},
        },
        "additionalProperties": False,
    }
    return {
        "summary": text,
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": _responses(answered, _REFUSALS),
    }


def _gets() -> Document:
    placed = [_parameter("board", required=True), *map(_parameter, ("place", "given", "without"))]
    number = {"name": "number", "in": "path", "required": True, "schema": {"type": "string"}}
    drawn = _get("Draw a map as SVG", {"type": "string"}, placed, "image/svg+xml")
    binary = {"type": "string", "format": "binary"}
    colour = {**_parameter("colour"), "schema": {"type": "string"}}
    pictured = _get(
        "Give the picture of a board's archive, or the spots of one colour of it",
        binary,
        [*placed[:1], colour],
        "image/png",
    )
    sent = {
        "summary": "Open a file that is sent: an archive, a save, a map, a card or facts",
        "parameters": [{**_parameter("name", required=True)}],
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": binary}},
        },
        "responses": _responses(_reference("Opened"), _REFUSALS),
    }
    return {
        "/api/v1/boards": _get("List the boards", _reference("Boards")),
        "/api/v1/map": _get("Tell a map in the units of its drawing", _reference("Map"), placed),
        "/api/v1/map.svg": drawn,
        "/api/v1/picture": pictured,
        "/api/v1/open": {"post": sent},
        "/api/v1/questions": _get("List the questions and their arguments", _reference("Forms")),
        "/api/v1/pieces": _get("List the pieces and the units", _reference("Palette")),
        "/api/v1/card": _get(
            "Tell a scenario card", _reference("Card"), [_parameter("board", True)]
        ),
        "/api/v1/vocabulary": _get("List what may be asked", _reference("Answer")),
        "/api/v1/rules": _get("List the register of rules", _reference("Answer")),
        "/api/v1/rules/{number}": _get("Tell of one rule", _reference("Answer"), [number]),
        "/api/v1/openapi.json": _get("Give this document", {"type": "object"}),
    }


def _get(
    text: str, schema: Any, parameters: list[Document] | None = None, kind: str = "application/json"
) -> Document:
    refused = {number: _REFUSALS[number] for number in (403, 421)}
    if parameters:
        by_path = parameters[0]["in"] == "path"
        refused |= {404: "there is no such rule"} if by_path else dict(_REFUSALS)
    document: Document = {"summary": text, "responses": _responses(schema, refused, kind)}
    return {"get": document | ({"parameters": parameters} if parameters else {})}


def _responses(
    schema: Any, refusals: Mapping[int, str], kind: str = "application/json"
) -> Document:
    given = {"200": {"description": "the answer", "content": {kind: {"schema": schema}}}}
    error = {"application/json": {"schema": _reference("Error")}}
    refused = {
        str(number): {"description": entry, "content": error}
        for number, entry in sorted(refusals.items())
    }
    return given | refused


def _parameter(name: str, required: bool = False) -> Document:
    schema: Document = (
        {"type": "string"} if required else {"type": "array", "items": {"type": "string"}}
    )
    return {"name": name, "in": "query", "required": required, "schema": schema}


def _reference(name: str) -> Document:
    return {"$ref": f"#/components/schemas/{name}"}
