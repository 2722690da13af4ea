"""Checks values of TOML or JSON against the JSON Schemas of the package (draft 2020-12).

Only the keywords that these schemas use are known: ``anyOf`` of types, the limits of texts, numbers,
lists and tables, ``required`` and ``additionalProperties``. Messages take from a schema its ``title``,
as sentences call the thing, and its first example.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, Protocol

from hexcourt.facts.base.errors import BadInput, listed, quoted, shown, shown_value

Schema = Mapping[str, Any]

Place = tuple[str | int, ...]
"""A place in a document: ``("group", 0, "lines", 2)`` is the third line of the first group."""

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "string": (str, datetime.date),
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": Mapping,
}


def read_schema(text: str) -> Schema:
    """Read a schema from the text of its file."""
    found: Schema = json.loads(text)
    return found


class ErrorMaker(Protocol):
    """Makes the error about a place of a document."""

    def __call__(self, place: Place, sentence: str, /) -> BadInput:
        """Return the error."""


def check(schema: Schema, value: object, place: Place, refuse: ErrorMaker) -> None:
    """Raise what ``refuse`` makes of the first thing in a value that its schema does not allow."""
    choices = schema.get("anyOf", [schema])
    fitting = (each for each in choices if isinstance(value, _TYPES[each["type"]]))
    chosen = next(fitting, choices[0])
    wrong = _WRONG[chosen["type"]](chosen, value)
    if wrong:
        raise refuse(place, f"{named(place)} {wrong}")
    if isinstance(value, list):
        for number, each in enumerate(value):
            check(chosen["items"], each, (*place, number), refuse)
    elif isinstance(value, Mapping):
        _check_keys(chosen, value, place, refuse)


def named(place: Place) -> str:
    """Call a place by its last key: ``lines 3`` for the third line."""
    names = [each for each in place if isinstance(each, str)]
    number = f" {place[-1] + 1}" if place and isinstance(place[-1], int) else ""
    return f"{shown(names[-1])}{number}" if names else number.strip() or "the file"


def day_of(value: object) -> datetime.date:
    """Read a date; raises ValueError."""
    if isinstance(value, datetime.datetime):
        return value.date()
    if isinstance(value, datetime.date):
        return value
    return datetime.date.fromisoformat(str(value).strip())


def _example(schema: Schema, before: str = " such as ") -> str:
    return f"{before}{json.dumps(schema['examples'][0])}" if "examples" in schema else ""


def _is(value: object, mend: str) -> str:
    return f"is {shown_value(value)}; {mend}"


def _wrong_text(schema: Schema, value: object) -> str:
    if schema.get("format") == "date":
        try:
            day_of(value)
        except ValueError:
            return _is(value, f"write year, month and day{_example(schema)}")
        return ""
    if not isinstance(value, str) or not re.search(schema.get("pattern", ""), value.strip()):
        return _is(value, f"write a text{_example(schema) or ' in quotes'}")
    if len(value) > schema["maxLength"]:
        return f"has {len(value)} characters; give {schema['maxLength']} at most"
    if "enum" in schema and value not in schema["enum"]:
        near = get_close_matches(value[:40], schema["enum"], n=1, cutoff=0.5)
        mend = f"did you mean {near[0]}?" if near else f"write {listed(schema['enum'], 'or')}"
        return f"is {quoted(value)}; {mend}"
    return ""


def _wrong_number(schema: Schema, value: object) -> str:
    least, most = schema["minimum"], schema["maximum"]
    fits = type(value) is int and least <= value <= most
    return "" if fits else _is(value, f"write a whole number from {least} to {most}")


def _wrong_flag(schema: Schema, value: object) -> str:
    return "" if isinstance(value, bool) else _is(value, "write true or false")


def _wrong_list(schema: Schema, value: object) -> str:
    if not isinstance(value, list):
        return _is(value, f"write a list{_example(schema) or ': [...]'}")
    least, most = schema.get("minItems", 0), schema["maxItems"]
    if least <= len(value) <= most:
        return ""
    span = str(most) if least == most else f"{least} to {most}" if least else f"{most} at most"
    return f"has {len(value)} parts; give {span}{_example(schema, ', as in ')}"


def _wrong_table(schema: Schema, value: object) -> str:
    if not isinstance(value, Mapping):
        keys = ", ".join(f"{each} = ..." for each in list(schema.get("properties", ["name"]))[:1])
        return _is(value, f"write a table: {{ {keys} }}")
    most = schema.get("maxProperties", len(value))
    return "" if len(value) <= most else f"has {len(value)} names; give {most} at most"


_WRONG: Mapping[str, Callable[[Schema, object], str]] = {
    "string": _wrong_text,
    "integer": _wrong_number,
    "boolean": _wrong_flag,
    "array": _wrong_list,
    "object": _wrong_table,
}
"""What says of a value of each type what is wrong with it, and how to mend it."""


def _check_keys(
    schema: Schema, value: Mapping[str, object], place: Place, refuse: ErrorMaker
) -> None:
    """Check the keys of a table, and what stands under each."""
    known, whose = schema.get("properties", {}), schema.get("title", "")
    for key in value if known else ():
        if key not in known:
            near = get_close_matches(key[:40], known, n=1, cutoff=0.5)
            mend = f"it has {listed(known)} alone; leave this out"
            mend = f"did you mean {near[0]}?" if near else mend
            raise refuse((*place, key), f"{shown(key)} is no key of {whose}; {mend}")
    for key in schema.get("required", ()):
        if key not in value:
            such = _example(known[key], "") or "..."
            raise refuse(place, f"{whose} has no {key}; write {key} = {such}")
    for key, each in value.items():
        check(known.get(key) or schema["additionalProperties"], each, (*place, key), refuse)
