"""What cases are made of: deeds, attacks, given things (``%:`` lines of the vocabulary)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from hexcourt.facts.errors import BadInput, listed
from hexcourt.solver.statutes.declarations import SAID, declarations
from hexcourt.solver.statutes.lawbook import Lawbook, in_force

ROLES = ("deed", "given", "attack", "target")
_CALLED = {"given": "given thing"}


@dataclass(frozen=True, slots=True)
class Word:
    """What may be said in a case, in one ``role``; ``arguments`` are pairs of kind and name."""

    role: str
    name: str
    arguments: tuple[tuple[str, str], ...]
    sentence: str
    example: str

    @property
    def form(self) -> str:
        """Write it with the names of its arguments: ``stack(Location, HalfSquads)``."""
        told = ", ".join(name for _, name in self.arguments)
        return f"{self.name}({told})" if told else self.name


def words() -> Mapping[tuple[str, str], Word]:
    """Map role and name to every word, in the order of their file."""
    return _words(in_force())


@cache
def _words(lawbook: Lawbook) -> Mapping[tuple[str, str], Word]:
    return MappingProxyType(
        {
            (each.role, each.name): Word(
                each.role, each.name, each.arguments, each.sentence, each.example
            )
            for each in declarations(lawbook, SAID)
            if each.role in ROLES
        }
    )


def words_of(role: str) -> tuple[Word, ...]:
    """List the words of one role."""
    return tuple(each for each in words().values() if each.role == role)


def called(role: str) -> str:
    """Name a role with its article."""
    name = _CALLED.get(role, role)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def word_named(role: str, name: str) -> Word:
    """Find a word; raises BadInput, with the nearest ones, where there is none."""
    found = words().get((role, name))
    if found is None:
        if (other := next((r for r in ROLES if (r, name) in words()), None)) is not None:
            raise BadInput(
                f"{name}: is {called(other)}, not {called(role)}; such is {words_of(role)[0].example}"
            )
        known = [each.name for each in words_of(role)]
        near = get_close_matches(name[:40], known, n=2, cutoff=0.5)
        mend = f"did you mean {listed(near, 'or')}?" if near else f"write one of {', '.join(known)}"
        raise BadInput(f"{name[:40]}: no {_CALLED.get(role, role)} of that name is known; {mend}")
    return found
