"""The index of predicates: what each means, where the law derives it, and where it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from hexcourt.solver.statutes.declarations import (
    GIVEN_OUT,
    SAID,
    TOLD,
    Declaration,
    declarations,
    descriptions,
)
from hexcourt.solver.statutes.lawbook import PROFILES, Lawbook
from hexcourt.solver.statutes.statute import Signature

_HEADER = """\
# Predicates of the law

Made from the law by `python bench/predicates.py`. Files are those of `asp/`. *From* says where a
predicate comes from: from outside (told), or the programs that derive it; *to*, the programs that read
it, and what it is outside: a verdict (decides), what is not known (open), what dice decide (dice), told
otherwise (tells), or a word of questions (asked).

| predicate | meaning | from | to |
| --- | --- | --- | --- |
"""


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate with its arguments by name, what it means, and who derives and reads it."""

    signature: Signature
    arguments: tuple[str, ...]
    sentence: str
    told: bool
    derived: tuple[str, ...]
    read: tuple[str, ...]
    given_out: str

    @property
    def form(self) -> str:
        """Write it with the names of its arguments."""
        name, arity = self.signature
        if not arity:
            return name
        return f"{name}({', '.join(self.arguments)})" if self.arguments else f"{name}/{arity}"


def predicates(lawbook: Lawbook) -> tuple[Predicate, ...]:
    """List all predicates, sorted."""
    derived = _places(lawbook, ((s.file, each) for s in lawbook.statutes for each in s.heads))
    read = _places(lawbook, ((s.file, each) for s in lawbook.statutes for each in s.reads))
    told = _by_signature(declarations(lawbook, TOLD))
    out = _by_signature(declarations(lawbook, GIVEN_OUT))
    asked = _by_signature(d for d in declarations(lawbook, SAID) if d.role in ("", "told"))
    described = _by_signature(descriptions(lawbook))
    found = []
    for signature in sorted({*derived, *read, *told}):
        sources = (each.get(signature) for each in (told, out, asked, described))
        known = next((each for each in sources if each is not None), None)
        roles = [out[signature].role] if signature in out else []
        roles += ["asked"] if signature in asked else []
        found.append(
            Predicate(
                signature,
                tuple(name for _, name in known.arguments) if known else (),
                known.sentence if known else "",
                signature in told,
                derived.get(signature, ()),
                read.get(signature, ()),
                ", ".join(roles),
            )
        )
    return tuple(found)


def index_text(lawbook: Lawbook) -> str:
    """Write the index as a page."""
    return _HEADER + "".join(_row(each) for each in predicates(lawbook))


def _row(each: Predicate) -> str:
    source = ", ".join([*(["told"] if each.told else []), *each.derived])
    target = ", ".join([*each.read, *([f"*{each.given_out}*"] if each.given_out else [])])
    meaning = each.sentence.replace("|", "\\|")
    return f"| `{each.form}` | {meaning} | {source} | {target} |\n"


def _by_signature(every: Iterable[Declaration]) -> Mapping[Signature, Declaration]:
    found: dict[Signature, Declaration] = {}
    for each in every:
        found.setdefault(each.signature, each)
    return found


def _places(
    lawbook: Lawbook, told: Iterator[tuple[str, Signature]]
) -> Mapping[Signature, tuple[str, ...]]:
    """List the programs of predicates, each once, in their order; profiles derive and read nothing."""
    found: dict[Signature, dict[str, None]] = {}
    for file, signature in told:
        if not file.startswith(f"{PROFILES}/"):
            found.setdefault(signature, {})[file.removesuffix(".lp")] = None
    return {signature: tuple(files) for signature, files in found.items()}
