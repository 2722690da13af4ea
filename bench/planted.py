"""Plants faults in the law, and tells how many `law diff --on worlds` finds, with smallest positions.

    python bench/planted.py [--seed N] [--faults N] [--first N] [--last N]
                             [--rewritings N] [--seconds N]

Faults are of the kinds that happen when rules are encoded: a price or value changed, an exception
dropped, a comparison turned, a level off by a half, a rule under another number, a class missing from a
list, a precedence reversed. Harmless rewritings are tried too: none may be a difference. Each fault is
found by the first world that shows it; families that do not hang on it are not asked.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import PurePath
from types import MappingProxyType

from hexcourt.facts.digests import digest_of
from hexcourt.solver.comparing.rules_compared import compare_laws
from hexcourt.solver.comparing.world_differences import WorldDifference, differences_in_worlds
from hexcourt.solver.examining.families import FAMILIES, family_of
from hexcourt.solver.statutes.lawbook import Lawbook, printed_law
from hexcourt.solver.statutes.program import LawError, Program
from hexcourt.solver.statutes.statute import Statute

FOLDERS = ("sight/", "placing/", "deeds/", "moving/", "tables/terrain.lp", "tables/movement.lp")
PRECEDENCE = "verdicts.lp"
SEED = 14
MOST_HEXES = 3
"""In how many hexes faults are looked for at most."""

Change = Callable[[str, random.Random], str | None]


def _some(found: list[re.Match[str]], chance: random.Random) -> re.Match[str] | None:
    return chance.choice(found) if found else None


def _put(text: str, match: re.Match[str], new: str) -> str:
    return text[: match.start()] + new + text[match.end() :]


def value_changed(text: str, chance: random.Random) -> str | None:
    """Double a number in the head of a fact with a rule's number."""
    if '"' not in text.split(":-")[0]:
        return None
    found = _some([*re.finditer(r",([1-9])(?=[,)])", text.split(":-")[0])], chance)
    return _put(text, found, f",{2 * int(found[1])}") if found else None


def exception_dropped(text: str, chance: random.Random) -> str | None:
    """Leave out a negated literal."""
    found = _some([*re.finditer(r", not \w+(\((?:[^()]|\([^()]*\))*\))?", text)], chance)
    return _put(text, found, "") if found else None


def comparison_turned(text: str, chance: random.Random) -> str | None:
    """Turn a comparison round."""
    turned = {" < ": " > ", " > ": " < ", " <= ": " >= ", " >= ": " <= "}
    found = _some([*re.finditer("|".join(turned), text)], chance)
    return _put(text, found, turned[found[0]]) if found else None


def off_by_a_half(text: str, chance: random.Random) -> str | None:
    """Let what stands so high stand half a level higher."""
    found = _some([*re.finditer(r"(?<=,)([0-9])(?=\)(?: :-|\.))", text)], chance)
    if not text.startswith("height(") or found is None:
        return None
    return _put(text, found, str(int(found[1]) + 1))


def number_changed(text: str, chance: random.Random) -> str | None:
    """Let the number of another rule of the same file be cited."""
    found = _some([*re.finditer(r'"([A-Z]+[0-9.]+)"(?=\))', text.split(":-")[0])], chance)
    if found is None:
        return None
    numbers = _numbers()[text] - {found[1]}
    return (
        _put(text, found, f'"{random.Random(text).choice(sorted(numbers))}"') if numbers else None
    )


@cache
def _numbers() -> Mapping[str, frozenset[str]]:
    """Map the text of statements to the numbers that are cited in the file where they stand."""
    cited: dict[str, set[str]] = defaultdict(set)
    for each in printed_law().citations:
        cited[each.file].add(each.number)
    statutes = reversed(printed_law().statutes)
    return {each.text: frozenset(cited[PurePath(each.file).name]) for each in statutes}


def class_missing(text: str, chance: random.Random) -> str | None:
    """Leave the first of a list out."""
    found = _some([*re.finditer(r"\((\w+);(?=\w)", text)], chance)
    return _put(text, found, "(") if found else None


def precedence_reversed(text: str, chance: random.Random) -> str | None:
    """Let a verdict yield to nothing."""
    return exception_dropped(text, chance) if text.startswith("verdict(") else None


KINDS: dict[str, Change] = {
    "value changed": value_changed,
    "exception dropped": exception_dropped,
    "comparison turned": comparison_turned,
    "off by a half": off_by_a_half,
    "another number": number_changed,
    "class missing": class_missing,
    "precedence reversed": precedence_reversed,
}


@dataclass(frozen=True)
class Fault:
    """A change of one statement."""

    kind: str
    statute: Statute
    text: str

    def rank(self, seed: int) -> bytes:
        """Shuffle."""
        return sha256(f"{seed} {self.kind} {self.statute.text}".encode()).digest()

    def law(self) -> Lawbook:
        """Give the law with it."""
        law = printed_law()
        program = law.programs[self.statute.file]
        lines = program.text.splitlines(keepends=True)
        begin, end = self.statute.line - 1, self.statute.end
        there = "".join(lines[begin:end]).replace(self.statute.text, self.text, 1)
        text = "".join([*lines[:begin], there, *lines[end:]])
        planted = {self.statute.file: Program(self.statute.file, text)}
        programs = MappingProxyType({**law.programs, **planted})
        return replace(law, programs=programs, digest=digest_of([law.digest, self.text]))


def faults(seed: int, count: int) -> list[Fault]:
    """Plant so many faults, of each kind alike. What is chosen hangs on the seed and on the statement
    alone, so that other changes of the law leave most of them as they are.
    """
    found: list[Fault] = []
    pools = [sorted(_possible(kind, seed), key=lambda each: each.rank(seed)) for kind in KINDS]
    while len(found) < count and any(pools):
        for pool in pools:
            if pool and len(found) < count:
                found.append(pool.pop(0))
    return found


def _possible(kind: str, seed: int) -> Iterator[Fault]:
    folders = (PRECEDENCE,) if kind == "precedence reversed" else FOLDERS
    for each in printed_law().statutes:
        if each.file.startswith(folders) and each.kind in ("rule", "fact"):
            text = KINDS[kind](each.text, random.Random(f"{seed} {kind} {each.text}"))
            if text is not None and text != each.text:
                yield Fault(kind, each, text)


def rewritten(chance: random.Random, count: int) -> Iterator[Fault]:
    """Write rules otherwise: other names of variables, the body in another order."""
    rules = [e for e in printed_law().statutes if e.kind == "rule" and e.file.startswith(FOLDERS)]
    for each in chance.sample(rules, count):
        body = [*map(str, each.node.body)]
        chance.shuffle(body)
        text = f"{each.node.head} :- {'; '.join(body)}."
        yield Fault("harmless", each, re.sub(r"(?<![\w\"'])([A-Z])(?![\w\"'.])", r"\1_else", text))


def tried(fault: Fault, seconds: float) -> tuple[str, WorldDifference | None]:
    """Look for a fault; say what came of it."""
    try:
        comparison = compare_laws(printed_law(), fault.law())
        if not comparison.changes:
            return "no difference", None
        families = [
            family_of(each.name, min(MOST_HEXES, each.scope["most_hexes"]))
            for each in FAMILIES.values()
            if each.differences
        ]
        told = differences_in_worlds(comparison, families, seconds, most=1)
    except (LawError, RuntimeError) as error:
        return f"does not load: {str(error)[:60]}", None
    for each in (each for compared in told for each in compared.found):
        if each.confirmed:
            return "derived, not told" if each.untold else "found", each
        return f"not confirmed: {each.what}", each
    asked = [each for each in told if each.asked]
    ended = all(each.complete for each in asked)
    where = " ".join(each.family.name for each in asked if each.derived)
    return f"not found{'' if ended else ', stopped'}; derived in {where or 'none'}", None


def main() -> None:
    """Try faults and rewritings, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--faults", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int, default=60)
    parser.add_argument("--rewritings", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0)
    chosen = parser.parse_args()
    planted = faults(chosen.seed, chosen.faults)
    counts: Counter[tuple[str, str]] = Counter()
    for fault in planted[chosen.first : chosen.last]:
        began = time.process_time()
        outcome, found = tried(fault, chosen.seconds)
        counts[fault.kind, outcome] += 1
        where = f"{found.what}; {found.position.command}" if found and found.position else ""
        took = time.process_time() - began
        print(
            f"{fault.kind:<20}{fault.statute.place:<38}{outcome:<12}{took:5.1f} s  {where}",
            flush=True,
        )
    for (kind, outcome), number in sorted(counts.items()):
        print(f"{number:>4}  {kind}: {outcome}")
    if chosen.first == 0:
        told = [
            compare_laws(printed_law(), each.law()).changes
            for each in rewritten(random.Random(chosen.seed), chosen.rewritings)
        ]
        print(f"{sum(map(bool, told))} of {len(told)} rewritings are reported as a difference")


if __name__ == "__main__":
    main()
