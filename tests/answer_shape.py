"""Answers as JSON held against their shape: the published schema, and the types it is made of."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

from hexcourt.solver.answering.schema.document import read_document

PROJECT = Path(__file__).resolve().parent.parent
SCHEMA = jsonschema.Draft202012Validator(
    json.loads((PROJECT / "docs" / "answer.schema.json").read_text("utf-8"))
)


def check_answer(text: str) -> None:
    """Fail where an answer is not as the schema says, or has rows that its command does not give."""
    SCHEMA.validate(json.loads(text))
    read_document(text)
