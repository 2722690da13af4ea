"""Assembles the law: which programs, checked while they load."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import clingo

from hexcourt.solver.statutes.repeal import LawError, law_folder, programs_of


@dataclass(frozen=True, slots=True)
class Law:
    """A profile of the law: the name of an entry file in ``asp/`` that lists what to include."""

    profile: str

    def ground(self, facts: str, constants: Mapping[str, int] | None = None) -> clingo.Control:
        """Ground the law over facts; any warning of clingo, or an undeclared predicate, is an error.

        ``constants`` are values for its ``#const`` definitions.
        """
        given = [f"--const={name}={value}" for name, value in (constants or {}).items()]
        told: list[str] = []
        control = clingo.Control(
            ["--warn=all", *given], logger=lambda code, text: told.append(f"{code.name}: {text}")
        )
        try:
            with law_folder() as folder:
                for program in programs_of(folder, self.profile):
                    if program.includes:
                        control.add("base", [], program.text)
                    else:
                        control.load(str(program.file))  # so that messages name the file
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
def mentioned_names() -> frozenset[str]:
    """List every name that the rules and tables mention; the law cannot tell other names apart."""
    found: set[str] = set()
    for program in _programs():
        if program.name == "vocabulary.lp":
            continue  # it declares what may be mentioned
        for line in program.read_text("utf-8").splitlines():
            found.update(re.findall(r"[a-z][A-Za-z0-9_']*", line.split("%")[0]))
    return frozenset(found)


def _programs() -> list[Traversable]:
    here = list(files("hexcourt.asp").iterdir())
    programs = [*here, *(each for folder in here if folder.is_dir() for each in folder.iterdir())]
    return sorted((p for p in programs if p.name.endswith(".lp")), key=lambda each: each.name)


@cache
def _digest() -> str:
    gathered = hashlib.sha256()
    for program in _programs():
        gathered.update(program.name.encode() + b"\0" + program.read_bytes() + b"\0")
    return gathered.hexdigest()[:16]
