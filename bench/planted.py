"""Plants faults in the rules, and tells how many `rules diff --on worlds` finds, with smallest
positions.

    python bench/planted.py [--seed N] [--faults N] [--only N]... [--evenly] [--spare]
                            [--rewritings N] [--seconds N] [--anew]
                            [--changed [first|whole] | --by-itself]

Faults are of the kinds that happen when rules are encoded: a price or value changed, an exception
dropped, a comparison turned, a level off by a half, a rule under another number, a class missing from a
list, a precedence reversed. Harmless rewritings are tried too: none may be a difference. Each fault is
found by the first world that shows it; families that do not hang on it are not asked.

What came of a fault is kept, for the rules and the worlds as they are, so that a bench that was
broken off goes on where it was. Changes that change nothing that can be asked (``CHANGES_NOTHING``)
are no faults: the next stands in for each; ``--spare`` tries these themselves, of which no search
may find one. ``--evenly`` plants faults of each folder alike. ``--changed`` looks as `rules check
--changed` does, with an empty cache, and counts the CPU time: ``first`` up to the first position that
shows the fault, or of all of it where none does; ``whole`` of all of it. A fault is found if a position
or a finding shows it. The changed statement compared by itself, which shows nearly all, is counted apart
(``--by-itself`` does it alone). What is found so would be found in full; of the others `rules diff`
tells whether they are.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import PurePath
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from hexcourt.facts.base.cache import VARIABLE, cache_folder, digest_of
from hexcourt.facts.base.errors import RuleError
from hexcourt.solver.analysis.answers import analyse_rules
from hexcourt.solver.analysis.core.statement_differences import statement_differences
from hexcourt.solver.analysis.core.two_rule_sets import compare_rule_sets
from hexcourt.solver.analysis.difference_answers import (
    QUICK_HEXES,
    QUICK_SECONDS,
    differences_since,
)
from hexcourt.solver.analysis.differences import WorldDifference, differences_in_worlds
from hexcourt.solver.analysis.findings import CHECKS
from hexcourt.solver.analysis.generators.families import FAMILIES, family_of
from hexcourt.solver.analysis.last_green import Since
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import RuleBase, printed_rules, use_rules, worlds_program
from hexcourt.solver.rulebase.statement import RuleStatement

FOLDERS = ("sight/", "placing/", "actions/", "moving/", "tables/terrain.lp", "tables/movement.lp")
EVENLY = (
    "sight/",
    "moving/",
    "actions/",
    "placing/",
    "tables/",
    "ground/",
    "design/",
    "questions/",
)
"""Where faults are planted; and where, if of each folder alike."""

PRECEDENCE = "verdicts.lp"
SEED = 14
MAX_HEXES = 5
"""In how many hexes faults are looked for at most."""

STOPPED = ", stopped"
"""How an outcome says that time was over before the search ended."""

CHANGES_NOTHING = {
    'doubtful(road_bonus(H),"O.1") :- asked(road_bonus(H)), given(took_cover(G,orchard)), '
    "on_street_hex(G).": "where the hex is a road hex too, the rule above refuses what this doubts",
    'doubtful(removes_mines(H),"B28.53") :- asked(removes_mines(H)).': "where a paved Narrow Street "
    "reveals the mines, the rule above refuses what this doubts",
    "in_streets(H,V) :- low_street(H,V,D,_), low_street(H,V,E,_), D > E.": "it says the same with both "
    "names exchanged",
    "staircase(H) :- stairwell(H).": "the program takes the stairwell of a hex with rubble away "
    "before it asks the rules",
}
"""Statements that decide nothing otherwise than those that they stand in for, and why."""

ALONE = "by itself"
"""How it is said that a changed statement derives otherwise from facts that no board need have."""

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
    for each in printed_rules().citations:
        cited[each.file].add(each.number)
    statements = reversed(printed_rules().statements)
    return {each.text: frozenset(cited[PurePath(each.file).name]) for each in statements}


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
    statement: RuleStatement
    text: str

    @property
    def changes_nothing(self) -> bool:
        """Tell whether it is none."""
        return " ".join(self.text.split()) in CHANGES_NOTHING

    def rank(self, seed: int) -> bytes:
        """Shuffle."""
        return sha256(f"{seed} {self.kind} {self.statement.text}".encode()).digest()

    def rule_base(self) -> RuleBase:
        """Give the rules with it."""
        rule_base = printed_rules()
        program = rule_base.programs[self.statement.file]
        lines = program.text.splitlines(keepends=True)
        begin, end = self.statement.line - 1, self.statement.end
        there = "".join(lines[begin:end]).replace(self.statement.text, self.text, 1)
        text = "".join([*lines[:begin], there, *lines[end:]])
        planted = {self.statement.file: Program(self.statement.file, text)}
        programs = MappingProxyType({**rule_base.programs, **planted})
        return replace(
            rule_base, programs=programs, digest=digest_of([rule_base.digest, self.text])
        )


def faults(seed: int, count: int, evenly: bool = False, spare: bool = False) -> list[Fault]:
    """Plant so many faults, of each kind alike. What is chosen hangs on the seed and on the statement
    alone, so that other changes of the rules leave most of them as they are. The ``spare`` ones change
    nothing.
    """
    chosen: list[Fault] = []
    spared: list[Fault] = []
    pools = list(_pools(seed, evenly))
    while len(chosen) < count and any(pools):
        for pool in pools:
            while pool and pool[0].changes_nothing:
                spared.append(pool.pop(0))
            if pool and len(chosen) < count:
                chosen.append(pool.pop(0))
    return spared if spare else chosen


def _pools(seed: int, evenly: bool) -> Iterator[list[Fault]]:
    """Shuffle what may be planted, by kinds; or by folders too, of which one after the other is told."""
    for kind in KINDS:
        pool = sorted(_possible(kind, seed, evenly), key=lambda each: each.rank(seed))
        if evenly:
            places: Counter[str] = Counter()
            ranked = []
            for each in pool:
                folder = each.statement.file.partition("/")[0]
                ranked.append((places[folder], folder, each))
                places[folder] += 1
            pool = [each for _, _, each in sorted(ranked, key=lambda told: told[:2])]
            pool = pool[seed % 7 :]  # not each kind begins with the same folder
        yield pool


def _possible(kind: str, seed: int, evenly: bool) -> Iterator[Fault]:
    folders = (PRECEDENCE,) if kind == "precedence reversed" else EVENLY if evenly else FOLDERS
    for each in printed_rules().statements:
        if each.file.startswith(folders) and each.kind in ("rule", "fact"):
            text = KINDS[kind](each.text, random.Random(f"{seed} {kind} {each.text}"))
            if text is not None and text != each.text:
                yield Fault(kind, each, text)


def rewritten(chance: random.Random, count: int) -> Iterator[Fault]:
    """Write rules otherwise: other names of variables, the body in another order."""
    rules = [
        e for e in printed_rules().statements if e.kind == "rule" and e.file.startswith(FOLDERS)
    ]
    for each in chance.sample(rules, count):
        body = [*map(str, each.node.body)]
        chance.shuffle(body)
        text = f"{each.node.head} :- {'; '.join(body)}."
        yield Fault("harmless", each, re.sub(r"(?<![\w\"'])([A-Z])(?![\w\"'])", r"\1_else", text))


@dataclass(frozen=True)
class Tried:
    """What came of a fault: ``found`` where the program answers otherwise in the smallest position,
    ``derived`` where it derives otherwise, as the world says, and tells the same; the kind of the
    difference, how to ask, and the seconds of CPU that it took.
    """

    outcome: str
    what: str
    command: str
    seconds: float

    @property
    def shown(self) -> bool:
        """Tell whether a smallest position shows the fault, as the program says too."""
        return self.outcome in ("found", "derived")


def tried(fault: Fault, seconds: float) -> Tried:
    """Look for a fault; say what came of it."""
    began = time.process_time()
    outcome, found = _looked_for(fault, seconds)
    command = found.position.command if found and found.position else ""
    took = round(time.process_time() - began, 1)
    return Tried(outcome, found.what if found else "", command, took)


def _looked_for(fault: Fault, seconds: float) -> tuple[str, WorldDifference | None]:
    try:
        comparison = compare_rule_sets(printed_rules(), fault.rule_base())
        if not comparison.changes:
            return "no difference", None
        families = [
            family_of(each.name, min(MAX_HEXES, each.scope["most_hexes"]))
            for each in FAMILIES.values()
            if each.differences
        ]
        told = differences_in_worlds(comparison, families, seconds, most=1)
    except (RuleError, RuntimeError) as error:
        return f"does not load: {str(error)[:60]}", None
    for each in (each for compared in told for each in compared.found):
        if each.confirmed:
            return "derived" if each.is_unexplained else "found", each
        return "not confirmed", each
    asked = [each for each in told if each.asked]
    ended = all(each.complete for each in asked)
    where = " ".join(each.family.name for each in asked if each.derived)
    return f"not found{'' if ended else STOPPED}; derived in {where or 'none'}", None


def found_first(fault: Fault, seconds: float) -> Tried:
    """Look as `rules check --changed` does, until a position shows the fault: the answers that changed
    are looked for first. All of it is looked through where none does.
    """
    began = time.process_time()
    try:
        rules = fault.rule_base()
        with use_rules(rules), _empty_cache():
            comparison = compare_rule_sets(printed_rules(), rules)
            list(statement_differences(comparison))
            families = [
                family_of(each.name, QUICK_HEXES) for each in FAMILIES.values() if each.differences
            ]
            told = differences_in_worlds(
                comparison, families, seconds, most=1, processor_seconds=QUICK_SECONDS
            )
        for each in (each for compared in told for each in compared.found if each.confirmed):
            causing = (e.place for some in comparison.changes for e in some.new or some.gone)
            named = fault.statement.place in [*causing][:3]
            took = round(time.process_time() - began, 1)
            what = f"in positions{', named' * named}: {each.family} {each.what}"
            return Tried("found", what, "", took)
    except (RuleError, RuntimeError):
        pass
    return looked_quickly(fault, seconds)


def looked_quickly(fault: Fault, seconds: float) -> Tried:
    """Look as `rules check --changed` does; tell what shows the fault, and whether the planted statement
    is among the first three that are named.
    """
    began = sum(os.times()[:4])
    shown, named, what = [], False, ""
    try:
        rules = fault.rule_base()
        with use_rules(rules), _empty_cache():
            green = Since("the printed rules", compare_rule_sets(printed_rules(), rules))
            told = analyse_rules("rules check", CHECKS, seconds=seconds, changed=True, green=green)
        shown, named, what = _seen_in(told.rows, fault.statement.place)
    except (RuleError, RuntimeError) as error:
        shown = [f"does not load: {str(error)[:60]}"]
    took = round(sum(os.times()[:4]) - began, 1)
    told_in = f"{' and '.join(shown)}{', named' * named}: {what}"
    outcome = "found" if set(shown) - {ALONE} else f"{ALONE} only" if shown else "not found"
    return Tried(outcome, told_in, "", took)


@contextmanager
def _empty_cache() -> Iterator[None]:
    """Ask as if nothing had been asked before."""
    before = os.environ.get(VARIABLE)
    with TemporaryDirectory() as folder:
        os.environ[VARIABLE] = folder
        try:
            yield
        finally:
            del os.environ[VARIABLE]
            if before is not None:
                os.environ[VARIABLE] = before


def looked_alone(fault: Fault) -> Tried:
    """Look as the first part of the quick look does, at each statement by itself."""
    began = time.process_time()
    rules = fault.rule_base()
    with use_rules(rules):
        comparison = compare_rule_sets(printed_rules(), rules)
        rows = next(differences_since(comparison, "the printed rules", 60.0, quick=True)).rows
    shown, named, what = _seen_in(rows, fault.statement.place)
    took = round(time.process_time() - began, 1)
    told_in = f"{' and '.join(shown)}{', named' * named}: {what}"
    return Tried("found" if shown else "not found", told_in, "", took)


def _seen_in(rows: Iterable[Mapping[str, Any]], place: str) -> tuple[list[str], bool, str]:
    """Tell in which ways rows show a fault, whether they name its place, and one of them."""
    ways: dict[str, str] = {}
    named = False
    for row in rows:
        confirmed = (row.get("smallest") or {}).get("confirmed")
        if "statements" in row:
            ways.setdefault(ALONE, ", ".join(row["after"]) or "nothing")
            named = named or place in row["statements"][:3]
        elif "new_in_tables" in row:
            ways.setdefault("in tables", (row["no_more_in_tables"] or row["new_in_tables"])[0])
        elif "kind" in row and confirmed:
            ways.setdefault("in positions", row["kind"])
        elif "finding" in row and row["accepted"] is None:
            ways.setdefault("as a finding", row["finding"])
            named = named or place in [e["place"] for e in row.get("suspects", ())][:3]
    return [*ways], named, next(reversed(ways.values()), "")


def _kept(fault: Fault, seconds: float, anew: bool, changed: str) -> Tried:
    """Look for a fault, unless what came of it is kept."""
    folder = cache_folder()
    look = {"": tried, "whole": looked_quickly, "first": found_first}[changed]
    if folder is None:
        return look(fault, seconds)
    names = {n for each in FAMILIES.values() for n in (*each.programs, each.differences) if n}
    worlds = digest_of([worlds_program(each).text for each in sorted(names)])
    told = [printed_rules().digest, fault.statement.place, fault.text, *[changed] * bool(changed)]
    path = folder / "planted" / f"{digest_of(told)}.json"
    if path.exists() and not anew:
        kept = json.loads(path.read_text())
        came = Tried(**kept["came"])
        if came.shown or kept["worlds"] == worlds:
            return came
    came = look(fault, seconds)
    if came.shown or STOPPED not in came.outcome:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"worlds": worlds, "came": asdict(came)}))
    return came


def main() -> None:
    """Try faults and rewritings, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--faults", type=int, default=60)
    parser.add_argument("--only", type=int, action="append")
    parser.add_argument("--evenly", action="store_true")
    parser.add_argument("--spare", action="store_true")
    parser.add_argument("--rewritings", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--anew", action="store_true")
    parser.add_argument(
        "--changed", choices=("first", "whole"), nargs="?", const="first", default=""
    )
    parser.add_argument("--by-itself", action="store_true")
    chosen = parser.parse_args()
    planted = faults(chosen.seed, chosen.faults, chosen.evenly, chosen.spare)
    came = {}
    for number in chosen.only or range(len(planted)):
        fault = planted[number]
        if chosen.by_itself:
            one = looked_alone(fault)
        else:
            one = _kept(fault, chosen.seconds, chosen.anew, chosen.changed)
        came[number] = one
        told = f"{number:>3} {fault.kind:<19} {fault.statement.place:<36} {one.outcome:<14}"
        print(f"{told} {one.seconds:5.1f} s  {one.what}  {one.command}", flush=True)
    _count(came.values())
    if not chosen.only:
        told_otherwise = [
            compare_rule_sets(printed_rules(), each.rule_base()).changes
            for each in rewritten(random.Random(chosen.seed), chosen.rewritings)
        ]
        number = sum(map(bool, told_otherwise))
        print(f"{number} of {len(told_otherwise)} rewritings are reported as a difference")


def _count(came: Iterable[Tried]) -> None:
    """Count what came of faults."""
    every = list(came)
    for outcome, number in Counter(each.outcome for each in every).most_common():
        print(f"{number:>4}  {outcome}")
    shown = sum(each.shown for each in every)
    named = sum(", named: " in each.what for each in every)
    if named:
        print(f"{named} name the planted statement among the first three")
    middle = statistics.median([each.seconds for each in every])
    print(f"{shown} of {len(every)} are shown; half of them within {middle} s of CPU")


if __name__ == "__main__":
    main()
