"""The OpenAPI document of the server, made from the types that bodies are read by."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from msgspec.json import schema_components

from hexcourt.cli.web.questions import QUESTIONS, Check
from hexcourt.solver.answer.schema import json_schema

Document = dict[str, Any]

_NUMBERS: Document = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
_TEXTS: Document = {"type": "array", "items": {"type": "string"}}

_MARK: Document = {
    "type": "object",
    "required": ["what", "name", "hexes", "x", "y"],
    "properties": {
        "what": {"enum": ["end", "reason", "target", "start", "step", "piece", "named"]},
        "name": {"type": "string"},
        "hexes": _TEXTS,
        "x": {"type": ["number", "null"]},
        "y": {"type": ["number", "null"]},
        "row": {"type": "integer", "description": "of a step: the row of the answer"},
        "reason": {"type": "integer", "description": "the reason of the line, from 0"},
        "effect": {"type": "string"},
        "words": {"type": "string", "description": "of a reason: what lies there, in words"},
        "turn": {"type": "integer"},
        "cost": {"type": "number"},
        "spent": {"type": "number"},
    },
    "additionalProperties": False,
}

_MARKS: Document = {
    "type": "object",
    "description": "what to light on the map, in the units of its drawing",
    "required": ["hexes", "points", "line"],
    "properties": {
        "hexes": {"type": "object", "additionalProperties": {"type": "object"}},
        "points": {"type": "array", "items": _MARK},
        "line": {"oneOf": [{"type": "array", "items": _NUMBERS}, {"type": "null"}]},
    },
    "additionalProperties": False,
}

_HEX: Document = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "x": {"type": "number"},
        "y": {"type": "number"},
        "corners": {"type": "array", "items": _NUMBERS, "minItems": 6, "maxItems": 6},
        "level": {"type": "number"},
        "terrain": _TEXTS,
        "words": {**_TEXTS, "description": "the terrain as players name it"},
        "inherent": {"type": ["string", "null"]},
        "features": _TEXTS,
        "stairwell": {"type": "boolean"},
        "locations": _TEXTS,
        "places": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "place": {"type": "string"},
                    "level": {"type": ["number", "null"], "description": "null: not decided"},
                },
            },
        },
        "counters": {"type": "array", "items": {"type": "object"}},
    },
}

_MAP: Document = {
    "type": "object",
    "required": ["board", "digest", "width", "height", "hexes", "edges", "areas", "north"],
    "properties": {
        "board": {"type": "string"},
        "title": {"type": "string"},
        "digest": {"type": "string"},
        "width": {"type": "number"},
        "height": {"type": "number"},
        "north": {"enum": ["up", "right", "down", "left", ""]},
        "hexes": {"type": "array", "items": {"$ref": "#/components/schemas/Hex"}},
        "edges": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "hexes": _TEXTS,
                    "ends": {"type": "array", "items": _NUMBERS},
                    "terrain": _TEXTS,
                    "roadblock": {"type": "boolean"},
                },
            },
        },
        "areas": {"type": "object", "additionalProperties": _TEXTS},
    },
    "additionalProperties": False,
}

_GROUP: Document = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "side": {"type": "string"},
        "enters": {"type": "boolean"},
        "where": {"type": "string", "description": "the sentence of its setup or entry"},
        "hexes": {**_TEXTS, "type": ["array", "null"], "description": "null: not understood"},
        "units": _TEXTS,
        "fortifications": _TEXTS,
        "placed": _TEXTS,
    },
    "additionalProperties": False,
}

_CARD: Document = {
    "type": "object",
    "required": ["card", "id", "title", "sides", "areas", "groups", "not_understood"],
    "properties": {
        "card": {"type": "string"},
        "id": {"type": "string"},
        "title": {"type": "string"},
        "sides": _TEXTS,
        "areas": {"type": "object", "additionalProperties": _TEXTS},
        "groups": {"type": "array", "items": _GROUP},
        "not_understood": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {name: {"type": "string"} for name in ("subject", "text", "why")},
            },
        },
    },
    "additionalProperties": False,
}

_BOARDS: Document = {
    "type": "object",
    "required": ["boards", "first"],
    "properties": {
        "first": {"type": "string", "description": "the board that a page begins with"},
        "boards": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "title", "hexes"],
                "properties": {
                    "name": {"type": "string"},
                    "title": {"type": "string"},
                    "hexes": {"type": ["integer", "null"], "description": "null: not opened"},
                    "card": {"const": True, "description": "of a scenario card alone"},
                },
            },
        },
    },
}

_PALETTE: Document = {
    "type": "object",
    "required": ["pieces", "units"],
    "properties": {
        "pieces": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["kind", "arguments"],
                "properties": {
                    "kind": {"type": "string"},
                    "arguments": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "name": {"type": "string"},
                                "hex": {"type": "boolean"},
                                "optional": {"type": "boolean"},
                                "choices": _TEXTS,
                            },
                        },
                    },
                },
            },
        },
        "units": _TEXTS,
    },
}

_ERROR: Document = {
    "type": "object",
    "required": ["error"],
    "properties": {"error": {"type": "string", "description": "one sentence"}},
    "additionalProperties": False,
}

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
    """Give the whole document."""
    asked = {**QUESTIONS, "check": Check}
    kinds = list(asked.values())
    references, components = schema_components(kinds, ref_template="#/components/schemas/{name}")
    schemas: Document = {
        **components,
        "Answer": json.loads(json_schema()),
        "Marks": _MARKS,
        "Card": _CARD,
        "Map": _MAP,
        "Hex": _HEX,
        "Boards": _BOARDS,
        "Palette": _PALETTE,
        "Error": _ERROR,
    }
    paths: Document = {
        f"/api/v1/{name}": {"post": _question(kind.__doc__ or "", reference)}
        for (name, kind), reference in zip(asked.items(), references, strict=True)
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
    schema: Document = {"type": "string"} if required else _TEXTS
    return {"name": name, "in": "query", "required": required, "schema": schema}


def _reference(name: str) -> Document:
    return {"$ref": f"#/components/schemas/{name}"}
