"""Examines a family of worlds: searches, makes each finding small, asks it again, and
distinguishes what is accepted. The rules as they are written (``words``) are examined by ``wording``.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import clingo

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.core.programs import (
    PROPERTIES,
    BoundedPosition,
    BoundedPositions,
    PositionFamily,
    accepted,
    accounted_in,
    broken_in,
    is_handed_on,
    properties_of,
    sliced,
    worlds_of,
)
from hexcourt.solver.analysis.core.repairs import NOT_LOCATED, Repairing, Repairs
from hexcourt.solver.analysis.core.search import FoundWorld, KeptSearches, SearchOutcome
from hexcourt.solver.analysis.core.two_rule_sets import RuleSetComparison
from hexcourt.solver.analysis.generators.families import all_families, first_family
from hexcourt.solver.rulebase.meaning import statements_fingerprint
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import (
    RuleBase,
    active_rules,
    all_worlds_programs,
    printed_rules,
)
from hexcourt.solver.rulebase.statement import Citation

CHECKS = ("conflicts", "gaps", "dead", "shadowed", "properties", "words")
"""What may be examined, in the order in which it is told."""

CLASSES: Mapping[str, str] = {"conflicts": "conflict", "gaps": "gap", "properties": "property"}
"""The checks whose findings hold however small the worlds are, with the classes that they search for;
others find what no world shows.
"""

_SEARCHED: Mapping[str, tuple[str, ...]] = {
    **{check: (kind,) for check, kind in CLASSES.items()},
    "dead": ("silent", "fired"),
    "shadowed": ("sole", "applied", "fired"),
}
"""The classes that each check searches for; the last one is counted."""


MAX_LOCATED = 40
"""Of how many findings of a family it is asked at most which statements bring them about."""

MAX_TRIED = 12
"""How many changes are undone one by one, at most, to find the cause of a finding."""

_ANYWHERE = ("fired", "silent", "applied", "sole")
"""What is to be found in any of a family's worlds, or in those of its further families."""

_AGAINST = {
    "refused": "{} refuses what {} allows, and no precedence says which prevails",
    "doubted": "{} leaves open what {} allows, and no precedence says which prevails",
    "two_values": "{} and {} give one thing two values",
    "paid_twice": "what {} charges for is charged for by {} too, and paid twice",
    "sure_and_not": "{} leaves open what {} decides",
    "blocks_and_hinders": "{} lets something hinder that by {} blocks",
    "barred_and_charged": "{} forbids what {} charges",
}
"""What is said of two rules in conflict."""


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """One finding: a sentence, the rules it is about, and the smallest position that shows it, where one
    does. ``differs`` says in what the shipped program does not confirm it: then a generator errs.
    ``accepted`` is the reason why it stands; ``shown`` is what the world of the position shows, and
    ``repairs`` the statements that bring it about. ``undone`` are the numbers of changed rules that,
    as they were before, do not have it.
    """

    check: str
    kind: str
    key: str
    sentence: str
    rules: tuple[Citation, ...]
    position: BoundedPosition | None = None
    differs: str = ""
    accepted: Citation | None = None
    shown: FoundWorld | None = None
    repairs: Repairs = NOT_LOCATED
    undone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckExtent:
    """How far a check looked: the classes that it saw, whether it is complete, and for how long; whether
    there was no world to look at (``empty``).
    """

    check: str
    classes: tuple[clingo.Symbol, ...]
    complete: bool
    solves: int
    seconds: float
    empty: bool

    @property
    def seen(self) -> int:
        """Count the classes."""
        return len(self.classes)


@dataclass(frozen=True)
class ExaminedFamily:
    """What came of examining a family: findings, how far each check looked, and what is accepted but
    did not occur (``stale``) where the check was complete. ``never_fired`` are the citations whose
    statements hold in no world: nothing is said of these; None where that was not searched to the end.
    """

    worlds: BoundedPositions
    findings: tuple[RuleFinding, ...]
    looked: tuple[CheckExtent, ...]
    stale: tuple[str, ...]
    never_fired: tuple[Citation, ...] | None = None

    @cached_property
    def open(self) -> tuple[RuleFinding, ...]:
        """List the findings that are not accepted."""
        return tuple(each for each in self.findings if each.accepted is None)


def examine(
    family: PositionFamily,
    checks: Sequence[str],
    seconds: float,
    further: str = "",
    wanted: Callable[[str, Sequence[Citation]], bool] = lambda _key, _rules: True,
    tell: Callable[[str], None] = lambda _: None,
    whole: bool = False,
    kept_searches: KeptSearches | None = None,
    since: RuleSetComparison | None = None,
) -> ExaminedFamily:
    """Examine the active rules over the worlds of a family, for so many seconds at most.

    ``further`` are properties of a user's own; only findings that are ``wanted``, by key and rules, are
    made; ``tell`` is called with what is done next. Positions of accepted findings are made only where
    the ``whole`` is wanted. ``kept_searches`` are the family's searches, where they are at hand. Of open
    findings it is asked which statements bring them about, and which of the changes ``since`` earlier
    rules.
    """
    *_, found = examine_on(
        family, checks, seconds, further, wanted, tell, whole, kept_searches, since
    )
    return found


def examine_on(
    family: PositionFamily,
    checks: Sequence[str],
    seconds: float,
    further: str = "",
    wanted: Callable[[str, Sequence[Citation]], bool] = lambda _key, _rules: True,
    tell: Callable[[str], None] = lambda _: None,
    whole: bool = False,
    kept: KeptSearches | None = None,
    since: RuleSetComparison | None = None,
) -> Iterator[ExaminedFamily]:
    """Examine the rules as ``examine`` does; give after each check what came of all so far."""
    rule_base = active_rules()
    until = time.monotonic() + seconds
    tell(f"{family.name}: grounding")
    search = kept or KeptSearches(worlds_of(family, rule_base, further))
    worlds = search.worlds
    examination = _Examination(
        worlds, search, rule_base, further, until, wanted, tell, whole, since
    )
    findings: list[RuleFinding] = []
    looked = []
    for check in (each for each in checks if each in family.checks):
        result, found = examination.check(check)
        looked.append(result)
        findings += found
        yield ExaminedFamily(worlds, tuple(findings), tuple(looked), ())
    # what is accepted may need the full scope, and holds for the printed rules
    full = all_families().get(family.name) == family and not rule_base.house_rules
    complete = {each.check for each in looked if each.complete and full}
    keys = {each.key for each in findings}
    stale = [
        each
        for each in accepted()
        if each.split()[0] in complete
        and _family_of(each) == family.name
        and each not in keys
        and _is_wanted(each, rule_base, wanted)
    ]
    never_fired = examination.never_fired() if "dead" in checks else None
    yield ExaminedFamily(worlds, tuple(findings), tuple(looked), tuple(stale), never_fired)


def was_examined(search: KeptSearches, checks: Sequence[str]) -> bool:
    """Return whether all that some checks search for in a family is kept, for the rules as they are
    now.
    """
    known = search.worlds.family.checks
    kinds = {kind for each in checks if each in known for kind in _SEARCHED[each]}
    return all(search.holds(each) for each in kinds)


def _is_wanted(
    key: str, rule_base: RuleBase, wanted: Callable[[str, Sequence[Citation]], bool]
) -> bool:
    """Return whether a finding of this key is surely wanted: all citations of one of its numbers are."""
    by_number = [[c for c in rule_base.citations if c.number == n] for n in key.split()]
    cited = filter(None, by_number)
    return wanted(key, ()) or any(all(wanted(key, [c]) for c in some) for some in cited)


def _family_of(key: str) -> str:
    """Return of which family a finding is: actions where its key names none."""
    word = key.split()[1]
    return word if word in all_families() else first_family()


class Naming:
    """Names what searches of a family found: the findings, without positions."""

    def __init__(self, worlds: BoundedPositions, rule_base: RuleBase, further: str = "") -> None:
        self._worlds = worlds
        self._sentences = property_sentences(further)
        # a rule over which a house rule prevails is named as it is printed
        printed = printed_rules().blocks if rule_base.house_rules else ()
        self._blocks = {each.key: each for each in (*rule_base.blocks, *printed)}

    def finding(self, check: str, result: clingo.Symbol) -> RuleFinding:
        """Return the finding of a class that holds in any scope; raises ValueError where it is none."""
        try:
            if check == "conflicts":
                return self._conflict(result)
            return self._gap(result) if check == "gaps" else self._broken(result)
        except (AttributeError, IndexError, KeyError, RuntimeError):
            raise ValueError(f"{result}: is no class of {check}") from None

    def named(
        self,
        check: str,
        kind: str,
        rules: tuple[Citation, ...],
        sentence: str,
        subject: str = "",
    ) -> RuleFinding:
        """Name a finding by its rules and a fingerprint of what these state."""
        numbers = [each.number for each in rules]
        blocks = [self._blocks.get(each.key) for each in rules]
        lines = ["" if each is None else statements_fingerprint(each) for each in blocks]
        mark = hashlib.sha256("".join(lines).encode()).hexdigest()[:6] if any(lines) else ""
        family = self._worlds.family.name
        family = "" if family == first_family() else family
        key = " ".join(filter(None, [check, family, *numbers, subject or kind, mark]))
        return RuleFinding(check, kind, key, sentence, rules, accepted=accepted().get(key))

    def _conflict(self, result: clingo.Symbol) -> RuleFinding:
        leave, against = (self._worlds.accounted[each.number][1] for each in result.arguments)
        what = _AGAINST[result.name].format(against.number, leave.number)
        sentence = f"{what}: {leave.sentence} / {against.sentence}"
        return self.named("conflicts", result.name, (leave, against), sentence)

    def _gap(self, result: clingo.Symbol) -> RuleFinding:
        sentence = f"no rule speaks of {result}: it is unknown without a rule's number"
        return self.named("gaps", str(result), (), sentence, str(result))

    def _broken(self, result: clingo.Symbol) -> RuleFinding:
        name = result.arguments[0].name
        cited = self._sentences.get(name)
        sentence = f"{result.arguments[1]}: not so: {cited.sentence if cited else name}"
        return self.named("properties", name, (cited,) if cited else (), sentence, str(result))


@dataclass
class _Examination:
    """A family that is examined."""

    worlds: BoundedPositions
    search: KeptSearches
    rule_base: RuleBase
    further: str
    until: float
    wanted: Callable[[str, Sequence[Citation]], bool]
    report: Callable[[str], None]
    whole: bool
    since: RuleSetComparison | None = None
    _located: int = 0
    _searched: dict[str, SearchOutcome] = field(default_factory=dict)
    _searches: dict[str, KeptSearches] = field(default_factory=dict)

    @cached_property
    def naming(self) -> Naming:
        """Name what the searches find."""
        return Naming(self.worlds, self.rule_base, self.further)

    def check(self, name: str) -> tuple[CheckExtent, list[RuleFinding]]:
        """Carry out one check."""
        began = time.monotonic()
        self.report(f"{self.worlds.family.name}: {name}")
        searched = [self._every(kind) for kind in _SEARCHED[name]]
        found = list(self._findings(name, searched))
        took = time.monotonic() - began
        complete = all(each.complete for each in searched)
        solves = sum(each.solves for each in searched)
        empty = any(each.empty for each in searched)
        return CheckExtent(name, searched[-1].classes, complete, solves, took, empty), found

    @cached_property
    def _elsewhere(self) -> frozenset[Citation]:
        return answered_elsewhere(self.worlds, self.rule_base)

    def never_fired(self) -> tuple[Citation, ...] | None:
        """List what is cited for statements that hold in no world; None where time was over before."""
        self.report(f"{self.worlds.family.name}: what never fires")
        found = self._every("occurs")
        return tuple(self._missing(found, decisive=False)) if found.complete else None

    def _every(self, kind: str) -> SearchOutcome:
        if kind not in self._searched:
            found = self.search.every(kind, self.until)
            if kind in _ANYWHERE:
                found = self._further(kind, found)
            self._searched[kind] = found
        return self._searched[kind]

    def _further(self, kind: str, found: SearchOutcome) -> SearchOutcome:
        """Look for what was not found in the worlds of the further families, where it is numbered anew:
        below the same citations.
        """
        numbers = _numbered(self.worlds)
        wanted = (numbers[cited] for _, cited in self._accountable(decisive=kind != "fired"))
        missing = set(wanted) - {each.number for each in found.classes}
        for family in self.worlds.family.further:
            if not missing:
                break
            self.report(f"{family.name}: {kind}")
            if family.name not in self._searches:
                worlds = worlds_of(family, self.rule_base)
                self._searches[family.name] = KeptSearches(worlds)
            search = self._searches[family.name]
            here = {
                number: numbers.get(cited) for cited, number in _numbered(search.worlds).items()
            }
            known = (clingo.Number(n) for n, there in here.items() if there not in missing)
            more = search.every(kind, self.until, frozenset(known))
            seen = {there for e in more.classes if (there := here[e.number]) in missing}
            missing.difference_update(seen)
            found = SearchOutcome(
                tuple(sorted({*found.classes, *map(clingo.Number, seen)}, key=str)),
                found.complete and more.complete,
                found.solves + more.solves,
            )
        return found

    def _findings(self, check: str, searched: Sequence[SearchOutcome]) -> Iterator[RuleFinding]:
        if check in CLASSES:
            for entry in searched[-1].classes:
                yield from self._shown(check, entry)
        elif check == "dead":
            yield from self._dead(*searched)
        else:
            yield from self._shadowed(*searched)

    def _dead(self, silent: SearchOutcome, fired: SearchOutcome) -> Iterator[RuleFinding]:
        for cited in self._missing(fired, decisive=False):
            yield from self._silent("dead", "dead", cited, "never fires")
        for cited in self._missing(silent, decisive=True):
            yield from self._silent("dead", "always", cited, "always fires, whatever there is,")

    def _shadowed(
        self, sole: SearchOutcome, searched: SearchOutcome, fired: SearchOutcome
    ) -> Iterator[RuleFinding]:
        fires = {each.number for each in fired.classes}
        decided = {each.number for each in searched.classes}
        for cited in self._missing(searched, decisive=True, among=fires):
            yield from self._silent(
                "shadowed", "shadowed", cited, "fires, but another verdict always prevails"
            )
        for cited in self._missing(sole, decisive=True, among=decided):
            text = "decides, but another rule always says the same"
            yield from self._silent("shadowed", "redundant", cited, text)

    def _shown(self, check: str, result: clingo.Symbol) -> Iterator[RuleFinding]:
        """Make a finding that a position shows: the smallest one, asked again."""
        found = self.naming.finding(check, result)
        if not self.wanted(found.key, found.rules):
            return
        self.report(found.key)
        if not self.whole and found.accepted is not None:
            yield found
            return
        atoms = self.search.smallest(CLASSES[check], result, self.until)
        if not atoms:
            yield replace(found, differs="no smallest position was found in time")
            return
        position = self.worlds.family.read(atoms)
        broken = str(result) if check == "properties" else None
        differs = position.ask_again(atoms, broken, self.further)
        shown = FoundWorld(CLASSES[check], result, atoms)
        found = replace(found, position=position, differs=differs, shown=shown)
        if self._located < MAX_LOCATED:
            self._located += 1
            repairs = self._repairing.repairs(shown, self.until)
            found = replace(found, repairs=repairs, undone=self._undone(check, shown))
        yield found

    @cached_property
    def _repairing(self) -> Repairing:
        return Repairing(self.worlds)

    @cached_property
    def _earlier(self) -> Mapping[str, Repairing]:
        """Map the numbers of changed rules to the worlds under the rules without their change."""
        changes = self.since.changes[:MAX_TRIED] if self.since is not None else ()
        family, found = self.worlds.family, {}
        for each in changes:
            assert self.since is not None
            only = len(self.since.changes) == 1
            rules = self.since.old if only else self.since.without(each)
            found[each.number] = Repairing(worlds_of(family, rules, self.further))
        return found

    def _undone(self, check: str, shown: FoundWorld) -> tuple[str, ...]:
        """List the changed rules without whose change the world does not show it. Conflicts are named
        by the statements of one rule set, and need no other.
        """
        if check == "conflicts":
            return ()
        return tuple(n for n, each in self._earlier.items() if not each.shows(shown))

    def _silent(self, check: str, kind: str, cited: Citation, what: str) -> Iterator[RuleFinding]:
        """Make a finding that no position shows: what never occurs."""
        sentence = f"{cited.number} {what} in these worlds: {cited.sentence}"
        found = self.naming.named(check, kind, (cited,), sentence)
        if self.wanted(found.key, found.rules):
            yield found

    def _missing(
        self, searched: SearchOutcome, decisive: bool, among: set[int] | None = None
    ) -> Iterator[Citation]:
        """List, if the search is complete, what is cited for statements that no world showed."""
        seen = {each.number for each in searched.classes}
        for place, cited in self._accountable(decisive):
            if searched.complete and place not in seen and (among is None or place in among):
                yield cited

    def _accountable(self, decisive: bool) -> Iterator[tuple[int, Citation]]:
        """List what is cited, with its number, of which it is said here that it never occurs; where
        that is ``decisive``, for statements that say something.
        """
        for cited, place in _numbered(self.worlds).items():
            statement, _ = self.worlds.accounted[place]
            if decisive and statement.names[0] not in self.worlds.family.decisive:
                continue
            if cited not in self._elsewhere and not is_handed_on(cited):
                yield place, cited


def answered_elsewhere(worlds: BoundedPositions, rule_base: RuleBase) -> frozenset[Citation]:
    """List what is cited in other families, too, which say what of it never occurs: the first in which
    it decides, or of those in which it never does, the first.
    """
    deciding = worlds.family.decisive
    decides = {c for each, c in worlds.accounted.values() if each.names[0] in deciding}
    found: set[Citation] = set()
    comes_later = False
    for family in all_families().values():
        if family.name == worlds.family.name:
            comes_later = True
        elif "dead" in family.checks:
            accounted = accounted_in(family, sliced(family, rule_base)).values()
            decided = {cited for each, cited in accounted if each.names[0] in family.decisive}
            found |= decided - decides
            if not comes_later:
                found |= decided | ({cited for _, cited in accounted} - decides)
    return frozenset(found)


def _numbered(worlds: BoundedPositions) -> Mapping[Citation, int]:
    """Map what is cited to the number of the statement that is the first to stand below it."""
    first: dict[Citation, int] = {}
    for place, (_, cited) in worlds.accounted.items():
        first.setdefault(cited, place)
    return first


def property_sentences(further: str) -> Mapping[str, Citation]:
    """Map the names of properties to what is cited above them."""
    own = properties_of(broken_in([Program("properties of one's own", further)]))
    items = (each for each in all_worlds_programs() if each.file.endswith(PROPERTIES))
    return {**own, **properties_of(broken_in(items))}


def check_names(wanted: Sequence[str]) -> tuple[str, ...]:
    """Check the names of checks; raises BadInput with those there are."""
    for each in wanted:
        if each not in CHECKS:
            raise BadInput(f"{each[:40]}: no such check; choose one of {', '.join(CHECKS)}")
    return tuple(wanted) or CHECKS
