"""Checks that something says where each variable of a question ranges, before anything is solved."""

from __future__ import annotations

import re
from collections.abc import Mapping

import clingo

from hexcourt.facts.errors import BadInput
from hexcourt.solver.asking.language.terms import Wording
from hexcourt.solver.asking.language.vocabulary import NUMBERS, PLACES

_UNSAFE = re.compile(r"'(#?\w+)' is unsafe")


def check_safe(asked: str, rules: str, kinds: Mapping[str, str], wording: Wording) -> None:
    """Raise BadInput where a variable of some rules ranges over everything; nothing is grounded."""
    told: list[str] = []
    control = clingo.Control(logger=lambda code, text: told.append(text))
    try:
        control.add("base", [], rules)
        control.ground([("nothing", [])])  # clingo checks every part before it grounds one
    except RuntimeError:
        raise _refusal(asked, " ".join(told), kinds, wording) from None


def _refusal(asked: str, told: str, kinds: Mapping[str, str], wording: Wording) -> BadInput:
    shown = " ".join(asked.split())[:60]
    unsafe = dict.fromkeys(_UNSAFE.findall(told))
    named = sorted(each for each in unsafe if each not in wording.fresh and "#" not in each)
    if named:
        name = min(named, key=asked.find)
        return BadInput(
            f"{shown}: nothing says where {name} ranges; add such as {_such(name, kinds)}"
        )
    if unsafe:
        return BadInput(
            f"{shown}: _ stands for everything there; name a variable that ranges somewhere"
        )
    return BadInput(f"{shown}: cannot be asked: {' '.join(told.split())[:200]}; write it plainer")


def _such(name: str, kinds: Mapping[str, str]) -> str:
    """Give a literal that says where a variable ranges."""
    kind = kinds.get(name, "hex")
    if kind in NUMBERS:
        return f"{name} = 0..3"
    if kind in PLACES:
        return f"{'hex' if kind == 'hex' else 'location'}({name})"
    return f"shows(H, {name})" if kind == "terrain" else f"hex({name})"
