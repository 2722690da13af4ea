"""The register of checks: what each looks at, takes for granted and rests on, and what runs it.

``checks.tsv`` has a row for each, which names the function below ``solver/scenario/`` that runs it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from hexcourt.facts.base.errors import BadInput, listed, shown
from hexcourt.facts.base.files import table_rows

if TYPE_CHECKING:
    from hexcourt.solver.scenario.scenario import Scenario


class FindingKind(StrEnum):
    """What a finding says of its subject."""

    PASS = "pass"
    FAIL = "fail"
    WARN = "warn"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Witness:
    """What shows a finding: hexes, lines of sight by their Locations, a path, units, and a placement of
    units on Locations. Most findings have one of these.
    """

    hexes: tuple[str, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    path: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    placement: tuple[tuple[str, str], ...] = ()

    def row(self) -> Mapping[str, Any]:
        """Return it as JSON has it."""
        return {
            name: [list(each) if isinstance(each, tuple) else each for each in some]
            for name, some in asdict(self).items()
        }

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> Witness:
        """Return the witness that JSON has."""
        values: dict[str, Any] = {
            name: tuple(tuple(each) if isinstance(each, list) else each for each in some)
            for name, some in row.items()
        }
        return cls(**values)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check finds of a subject: a group, a hex, a sentence, a rule of the card.

    ``sentence`` says what was found, with hexes and numbers; ``rules`` are the numbers of the rules that
    it rests on. What was ``given_up`` at a limit of time or memory is not cached. ``check`` is the code
    of the check, such as S07, which fills it in.
    """

    subject: str
    found: FindingKind
    sentence: str
    rules: tuple[str, ...] = ()
    witness: Witness = Witness()
    given_up: bool = False
    check: str = ""

    @classmethod
    def of(
        cls,
        subject: str,
        found: FindingKind,
        text: str,
        rules: Iterable[str] = (),
        witness: Witness | None = None,
    ) -> Finding:
        """Return a finding whose text is still to become a sentence, and its rules to be sorted."""
        return cls(
            subject, found, as_sentence(text), tuple(sorted(set(rules))), witness or Witness()
        )

    def row(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "check": self.check,
            "subject": self.subject,
            "found": str(self.found),
            "finding": self.sentence,
            "rules": list(self.rules),
            "witness": self.witness.row(),
        }

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> Finding:
        """Return the finding that JSON has."""
        found, witness = FindingKind(row["found"]), Witness.of_row(row["witness"])
        rules = tuple(row["rules"])
        return cls(row["subject"], found, row["finding"], rules, witness, check=row["check"])


MISSING = (
    *(" is not on map ", " is not on the map; ", "no building lies "),
    *(" is no edge of ", " does not lie on the "),
)
"""What is said of a place that the map has not, as against one of which it is unclear what is meant."""


def found_of(why: object) -> FindingKind:
    """Judge a place that cannot be found: what the map has not is missing, the rest is unclear."""
    return FindingKind.FAIL if any(each in str(why) for each in MISSING) else FindingKind.UNKNOWN


def as_sentence(text: str) -> str:
    """Write a text as a sentence: with a capital, and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


PARTS = (
    *("map", "areas", "special", "sides", "groups", "turns", "victory", "counters"),
    *("title", "date", "rules", "limits"),
)
"""The parts of a card that a check may need: what its findings are kept by."""


@dataclass(frozen=True)
class Check:
    """A check of a scenario.

    ``looks_at`` and ``assumptions`` are sentences, ``rules`` numbers of rules. ``needs`` names the parts
    of the card that it reads (PARTS); ``map`` stands for the boards too, ``counters`` for the save.
    ``touched_by`` is a pattern of words: a special rule with one of them that is not understood may bear
    on what the check finds.
    """

    code: str
    title: str
    looks_at: str
    assumptions: tuple[str, ...]
    rules: tuple[str, ...]
    needs: tuple[str, ...]
    run: Callable[[Scenario], Iterable[Finding]]
    touched_by: str = ""

    def findings(self, scenario: Scenario) -> Iterator[Finding]:
        """Run the check; each of its findings names it."""
        found = False
        for each in self.run(scenario):
            found = True
            yield replace(each, check=self.code)
        for each in self._unread(scenario) if found else ():
            yield replace(each, check=self.code)

    def _unread(self, scenario: Scenario) -> Iterator[Finding]:
        """Report the special rules that may bear on the check, and are not understood."""
        if not self.touched_by:
            return
        from hexcourt.solver.scenario.special_rules import unread_rules

        for name, text, why in unread_rules(scenario.card):
            if re.search(rf"\b(?:{self.touched_by})", text, re.IGNORECASE):
                within = "" if text in why else f" in '{text}'"
                sentence = f"a special rule may change what is found here, and is {why}{within}"
                yield Finding.of(f"rule {name}", FindingKind.UNKNOWN, sentence)


_PACKAGE = "hexcourt.solver.scenario"


def _run(function: str, scenario: Scenario) -> Iterable[Finding]:
    module, _, name = function.rpartition(".")
    found: Iterable[Finding] = getattr(import_module(f"{_PACKAGE}.{module}"), name)(scenario)
    return found


def _listed(text: str, joint: str = ", ") -> tuple[str, ...]:
    return () if text == "-" else tuple(text.split(joint))


@cache
def every_check() -> tuple[Check, ...]:
    """List all checks by code; raises LookupError where two have one code or a part is unknown."""
    found: dict[str, Check] = {}
    for code, function, title, rules, needs, looks_at, granted, touched_by in table_rows(
        _PACKAGE, "checks.tsv"
    ):
        each = Check(
            code,
            title,
            looks_at,
            _listed(granted, " | "),
            _listed(rules),
            _listed(needs),
            partial(_run, function),
            "" if touched_by == "-" else touched_by,
        )
        needs_more = {"special"} - {*each.needs} if each.touched_by else set()
        if code in found or needs_more or not set(each.needs) <= set(PARTS):
            raise LookupError(f"check {code}: its code or a part that it needs is wrong")
        found[code] = each
    return tuple(found[code] for code in sorted(found))


def rules_of(code: str) -> tuple[str, ...]:
    """List the rules that a check rests on."""
    return next(each.rules for each in every_check() if each.code == code)


def selected(codes: Iterable[str]) -> tuple[Check, ...]:
    """List the checks of some codes, ``S07`` or ``7``; all where there is none."""
    wanted = set(_codes(codes))
    return tuple(each for each in every_check() if not wanted or each.code in wanted)


def _codes(codes: Iterable[str]) -> Iterator[str]:
    known = [each.code for each in every_check()]
    for text in codes:
        for each in filter(None, (part.strip() for part in text.split(","))):
            code = each.upper()
            if each.isascii() and each.isdigit():
                code = f"S{each[:9].zfill(2)}"
            if code not in known:
                near = get_close_matches(code[:20], known, n=1, cutoff=0.6)
                mend = f"did you mean {near[0]}?" if near else f"write {listed(known, 'or')}"
                raise BadInput(f"check {shown(each)}: there is none; {mend}")
            yield code
