"""Writes values as TOML."""

from __future__ import annotations

from collections.abc import Mapping

from hexcourt.facts.base.errors import visible


def toml(value: object) -> str:
    """Write a value: a text, a number, a flag, a list or an inline table, keys without a value left out.

    What does not show in a text is written by its number.
    """
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{visible(escaped)}"'
    if isinstance(value, Mapping):
        pairs = (
            f"{key} = {toml(each)}" for key, each in value.items() if each not in (None, (), "")
        )
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return str(value).lower()
