"""Assembles the law: which programs, checked while they load."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import clingo


class LawError(RuntimeError):
    """A program of the law, or facts given to it, cannot be read or grounded."""


@dataclass(frozen=True, slots=True)
class Law:
    """A profile of the law: the name of an entry file in ``asp/`` that lists what to include."""

    profile: str

    def ground(self, facts: str, shown: Iterable[str] = ()) -> clingo.Control:
        """Ground the law over facts; any warning of clingo, or an undeclared predicate, is an error."""
        told: list[str] = []
        control = clingo.Control(
            ["--warn=all"], logger=lambda code, text: told.append(f"{code.name}: {text}")
        )
        try:
            with as_file(files("hexcourt.asp")) as folder:
                control.load(str(folder / f"{self.profile}.lp"))
            control.add("base", [], facts)
            control.ground([("base", [])])
        except RuntimeError as error:
            raise LawError("; ".join(told) or str(error)) from None
        if told:
            raise LawError("; ".join(told))
        return control

    @property
    def digest(self) -> str:
        """Fingerprint all programs of the law."""
        return _digest()


@cache
def _digest() -> str:
    gathered = hashlib.sha256()
    for folder in (files("hexcourt.asp"), files("hexcourt.asp.tables")):
        for program in sorted(folder.iterdir(), key=lambda each: each.name):
            if program.name.endswith(".lp"):
                gathered.update(program.name.encode() + b"\0" + program.read_bytes() + b"\0")
    return gathered.hexdigest()[:16]
