"""Reads a piece of a save: its traits from the outermost inwards, and what they show of it.

A trait's type and its state are written apart, each with the traits within it behind a tab. What holds
a user id, a password or a player's name (``hide``, ``conceal``, ``concealment``, ``PROP``) gives here no
more than yes or no: nothing else of it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hexcourt.facts.errors import BadInput
from hexcourt.facts.saves.sequences import fields
from hexcourt.facts.sizes import MOST_TRAITS

_NUMBER = re.compile(r"-?[0-9]{1,9}")

STACK = "stack"

LONGEST_NAME = 200
"""How many characters of the name of a counter or picture are read."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as it is saved.

    ``ident`` is its number in the save, ``base`` the name of its innermost trait, ``shown`` what its
    layers make of it; ``images`` are the names of the pictures that it shows. ``x`` and ``y`` are pixels
    of the map called ``chart``. ``turned`` is (steps, of how many) clockwise, where it can be turned.
    ``labels`` are what is written on it, as it stands there (often HTML). ``gpid`` is its number in the
    module's palette, None where it carries none; ``nationality`` the code of its conceal trait (``ru``),
    ``traits`` their names.
    """

    ident: str
    base: str
    shown: str
    images: tuple[str, ...]
    chart: str
    x: int
    y: int
    gpid: str | None
    nationality: str | None
    hidden: bool
    concealed: bool
    turned: tuple[int, int] | None
    labels: tuple[str, ...]
    traits: frozenset[str]


def read_stack(written: str) -> tuple[str, ...] | None:
    """Read the command ``+/id/stack/map;x;y;id;id...``: what lies in a stack, from below.

    None where it is no stack.
    """
    parts = fields(written, "/", 3)
    return tuple(fields(parts[3], ";")[3:]) if parts[2:3] == [STACK] and len(parts) > 3 else None


def read_piece(written: str) -> Piece | None:
    """Read the command ``+/id/type/state``; None where it cannot be read."""
    parts = fields(written, "/")
    traits = _traits(*parts[2:4]) if len(parts) >= 4 else None
    if traits is None:
        return None
    kind = fields(traits[-1][0], ";")
    state = fields(traits[-1][1], ";")
    if kind[0] != "piece" or len(state) < 3:
        return None
    x, y = map(number_in, state[1:3])
    if x is None or y is None:
        return None
    base = kind[4][:LONGEST_NAME] if len(kind) > 4 else ""
    shown, images = _layers(traits, base, kind[3] if len(kind) > 3 else "")
    return Piece(
        ident=parts[1],
        base=base,
        shown=shown,
        images=images,
        chart=state[0],
        x=x,
        y=y,
        gpid=(state[3].strip() if len(state) > 3 else "") or None,
        nationality=_nationality(traits),
        hidden=any(_is_owned(told) for kind, told in traits if _is(kind, "hide")),
        concealed=any(
            _is_owned(told) for kind, told in traits if _is(kind, "conceal") or _is(kind, "obs")
        ),
        turned=_turned(traits),
        labels=tuple(told for kind, told in traits if _is(kind, "label") and told.strip()),
        traits=frozenset(kind.partition(";")[0] for kind, _ in traits),
    )


def number_in(written: str) -> int | None:
    """Read a whole number; None where it is none."""
    stripped = written.strip()
    return int(stripped) if _NUMBER.fullmatch(stripped) else None


def _traits(kind: str, state: str) -> list[tuple[str, str]] | None:
    """List type and state of each trait, the outermost first; None where there are not as many states as
    types, so that the password in one might pass for the label in another.
    """
    found = []
    for _ in range(MOST_TRAITS):
        kinds, states = fields(kind, "\t"), fields(state, "\t")
        found.append((kinds[0], states[0]))
        if len(kinds) < 2 or len(states) < 2:
            return found if len(kinds) < 2 and len(states) < 2 else None
        kind, state = kinds[1], states[1]
    raise BadInput(f"has a counter of more than {MOST_TRAITS} traits; give another save")


def _is(kind: str, name: str) -> bool:
    return kind.partition(";")[0] == name


def _is_owned(state: str) -> bool:
    """Tell whether a trait that hides has an owner, and so does hide."""
    return fields(state, ";")[0].partition("|")[0] not in ("", "null")


def _nationality(traits: Sequence[tuple[str, str]]) -> str | None:
    """Read the code in ``conceal;C;image;NAT`` or ``concealment;owner;NAT``."""
    for kind, _ in traits:
        told = fields(kind, ";")
        at = {"conceal": 3, "concealment": 2}.get(told[0])
        if at is not None and len(told) > at and told[at]:
            return told[at]
    return None


def _turned(traits: Sequence[tuple[str, str]]) -> tuple[int, int] | None:
    for kind, state in traits:
        if _is(kind, "rotate"):
            of, steps = number_in(fields(kind, ";")[1]) if ";" in kind else None, number_in(state)
            if of is not None and of > 1:
                return (steps or 0) % of, of
    return None


def _layers(
    traits: Sequence[tuple[str, str]], base: str, image: str
) -> tuple[str, tuple[str, ...]]:
    """Name a counter by the layers that it shows, from inside out, and list their pictures."""
    name, images = base, [image]
    for kind, state in reversed(traits):
        if not _is(kind, "emb2"):
            continue
        told = fields(kind, ";")
        at = number_in(fields(state, ";")[0])
        if at is None or at < 1 or len(told) < 18:
            continue
        pictures, names = fields(told[16], ","), fields(told[17], ",")
        images += pictures[at - 1 : at]
        name = _renamed(name, "".join(names[at - 1 : at]))
    return name.strip(), tuple(each.strip()[:LONGEST_NAME] for each in images if each.strip())


def _renamed(name: str, layer: str) -> str:
    """Let a layer's name replace what is below it, go before it (``x +``) or behind it (``+ x``)."""
    if not layer.strip():
        return name
    parts = fields(layer, "+")
    if len(parts) == 1:
        return parts[0][:LONGEST_NAME]
    return (parts[0] + name if parts[0] else name + parts[1])[:LONGEST_NAME]
