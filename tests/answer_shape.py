"""Answers as JSON held against their shape: the published schema, and the types it is made of."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import jsonschema

from hexcourt.solver.answer.schema import read_document
from tests.effort import sample

PROJECT = Path(__file__).resolve().parent.parent
SCHEMA = jsonschema.Draft202012Validator(
    json.loads((PROJECT / "docs" / "answer.schema.json").read_text("utf-8"))
)


def check_answer(text: str) -> None:
    """Fail where an answer is not as the schema says, or has rows that its command does not give."""
    document = json.loads(text)
    document["rows"] = list(_of_each_shape(document["rows"]))
    SCHEMA.validate(document)
    read_document(text)


def _of_each_shape(rows: Sequence[Mapping[str, object]]) -> Iterator[Mapping[str, object]]:
    """Leave a few rows of each shape: types are read of all, and the schema takes long for many."""
    seen: Counter[str] = Counter()
    for row in rows:
        shape = str(sorted((key, type(value).__name__) for key, value in row.items()))
        seen[shape] += 1
        if seen[shape] <= sample(5, len(rows)):
            yield row
