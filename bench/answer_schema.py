"""Writes the JSON schemas of answers, docs/answer.schema.json, and of cases, cases/case.schema.json, and
the types of rows for type checkers, solver/answer/row_types.pyi.

Usage: python bench/answer_schema.py
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import UnsetType
from msgspec.structs import fields

from hexcourt.solver.answer.arguments import QUESTIONS
from hexcourt.solver.answer.schema import ROWS, SHAPES, json_schema
from hexcourt.solver.conformance.cases import case_schema

PROJECT = Path(__file__).resolve().parent.parent
PAGE = PROJECT / "docs" / "answer.schema.json"
CASES = PROJECT / "cases" / "case.schema.json"
ROW_TYPES = PROJECT / "solver" / "answer" / "row_types.pyi"

_HEAD = '''\
"""Types of the rows of answers, for type checkers and editors: ``answer.rows[0]["verdict"]``.

Written by bench/answer_schema.py from rows.tsv; not there when the program runs.
"""

from typing import Any, Literal, NotRequired, TypedDict

'''


def main() -> None:
    """Write all of it anew."""
    PAGE.write_text(json_schema(), "utf-8")
    CASES.write_text(json.dumps(case_schema(), indent=1) + "\n", "utf-8")
    ROW_TYPES.write_text(row_types(), "utf-8")


def row_types() -> str:
    """Write a TypedDict for the rows of each question, below those that they are made of."""
    parts = {name: _typed(name, _entries(kind)) for name, kind in SHAPES.items()}
    rows = "\n".join(
        _typed(row_name(name), _united([_entries(kind) for kind in ROWS[name]]))
        for name in (*QUESTIONS, "map areas")
    )
    text = rows
    for name in reversed(parts):  # a type stands above those that use it
        if re.search(rf"\b{name}\b", text.replace(f'"{name}"', "")):
            text = f"{parts[name]}\n{text}"
    return f"{_HEAD}{text}"


def row_name(question: str) -> str:
    """Return the name of the type of a question's rows: PathRow."""
    return f"{''.join(map(str.capitalize, question.split()))}Row"


def _typed(name: str, entries: dict[str, tuple[str, bool]]) -> str:
    lines = (
        f"        {json.dumps(each)}: {kind if needed else f'NotRequired[{kind}]'},\n"
        for each, (kind, needed) in entries.items()
    )
    return f'{name} = TypedDict(\n    "{name}",\n    {{\n{"".join(lines)}    }},\n)\n'


def _entries(kind: type[Any]) -> dict[str, tuple[str, bool]]:
    """Map the entries of a type to the type of each, and whether it is always there."""
    hints = get_type_hints(kind, include_extras=False)
    return {
        each.encode_name: (" | ".join(_parts(hints[each.name])), each.required)
        for each in fields(kind)
    }


def _united(kinds: list[dict[str, tuple[str, bool]]]) -> dict[str, tuple[str, bool]]:
    """Return the entries that rows of several kinds have; those of some kinds may be missing."""
    result = {}
    for name in dict.fromkeys(each for kind in kinds for each in kind):
        found = [kind[name] for kind in kinds if name in kind]
        united = " | ".join(dict.fromkeys(part for kind, _ in found for part in kind.split(" | ")))
        result[name] = united, len(found) == len(kinds) and all(needed for _, needed in found)
    return result


def _parts(hint: Any) -> Iterator[str]:
    """Write a type as the parts of a union."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        for each in inner:
            yield from _parts(each)
    elif origin is Annotated:
        yield from _parts(inner[0])
    elif origin is Literal:
        yield f"Literal[{', '.join(json.dumps(each) for each in inner)}]"
    elif origin in (list, dict):
        yield f"{origin.__name__}[{', '.join(' | '.join(_parts(each)) for each in inner)}]"
    elif hint is not UnsetType:
        yield "None" if hint is NoneType else "Any" if hint is Any else hint.__name__


if __name__ == "__main__":
    main()
