"""S09: whether each Fortification of a group has a legal place in its area, all of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from hexcourt.facts.base.errors import listed, shown
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.cards.card import Fortification, Group, fortification_names
from hexcourt.solver.answer.words import counted
from hexcourt.solver.position.states import State
from hexcourt.solver.scenario.checks import Finding, FindingKind, Witness
from hexcourt.solver.scenario.setup.asking import (
    NO,
    UNKNOWN,
    YES,
    SetupVerdict,
    at,
    best,
    rules_for,
    setup_rules,
    sharing,
)
from hexcourt.solver.scenario.setup.fitting import Bin, Fit, Fitting, Item, conflicts, fit_parts

if TYPE_CHECKING:
    from hexcourt.solver.scenario.scenario import Scenario

FORTIFIED, ROADBLOCK, MINES = "fortified", "roadblock", "mines"
STRONGEST = 12
"""Up to which strength a minefield is asked about."""


def check_fortifications(scenario: Scenario) -> Iterator[Finding]:
    """Report for each group with Fortifications where they may be, or which of them cannot."""
    groups = [each for each in scenario.card.groups if each.fortifications]
    for group in groups:
        if scenario.hexes_of(scenario.setup(group)) is None:
            yield Finding.of(group.id, FindingKind.UNKNOWN, "where it sets up is not understood")
            continue
        yield from _unknown_kinds(group)
    known = [each for each in groups if scenario.hexes_of(scenario.setup(each)) is not None]
    if known:
        yield from _Works(scenario, known).findings()
    if not groups:
        yield Finding.of("setup", FindingKind.PASS, "no group has Fortifications")


def _unknown_kinds(group: Group) -> Iterator[Finding]:
    for each in group.fortifications:
        if each.kind not in fortification_names():
            text = f"where {shown(str(each))} may be is not in these documents"
            yield Finding.of(group.id, FindingKind.UNKNOWN, text)


@dataclass(frozen=True)
class _Work:
    """Like Fortifications of a ``group``, and what the rules say of each place by its name: its hex too.
    Each is a group of its own to the search, to be named where it does not fit.
    """

    item: Item
    group: str
    fortification: Fortification
    places: Mapping[str, tuple[str, SetupVerdict]]

    def where(self, *verdicts: str) -> frozenset[str]:
        return frozenset(n for n, (_, each) in self.places.items() if each.verdict in verdicts)

    def rules(self, verdict: str) -> tuple[str, ...]:
        return rules_for((each for _, each in self.places.values()), verdict)


class _Works:
    """The Fortifications of some groups."""

    def __init__(self, scenario: Scenario, groups: Sequence[Group]) -> None:
        self.scenario = scenario
        self.groups = groups
        self.board = scenario.board
        self.rules = setup_rules(scenario.ground)
        self.sharing = sharing()
        self.odd: list[Finding] = []
        self.works = tuple(self._works())

    def _works(self) -> Iterator[_Work]:
        for group in self.groups:
            # of the whole sentence: what special rules say of units does not mean Fortifications
            hexes = tuple(self.scenario.hexes_of(self.scenario.setup(group)) or ())
            for n, each in enumerate(group.fortifications):
                kind = fortification_names().get(each.kind)
                if kind is None:
                    continue
                places, count = self._places(kind, each, hexes), each.count
                if kind == MINES:
                    count = self._fields(group, each, places)
                name = f"{kind}:{n}:{group.id}"
                item = Item(name, kind, name, count, ((PLACE, 1),))
                yield _Work(item, group.id, each, places)

    # --- what the rules say of places ------------------------------------------------------------------

    def _places(
        self, kind: str, fortification: Fortification, hexes: Sequence[str]
    ) -> Mapping[str, tuple[str, SetupVerdict]]:
        if kind == ROADBLOCK:
            beside = ((a, b) for a in hexes for b in _next_to(self.board, a))
            pairs = sorted({(min(each), max(each)) for each in beside})
            actions = {
                f"{a}-{b}": (a, f"roadblock({string_term(a)},{string_term(b)})") for a, b in pairs
            }
        elif kind == FORTIFIED:
            here = [place for name in hexes for place in self.board.locations_of(name)]
            actions = {each.name: (each.hex, f"fortify({kind},{at(each)})") for each in here}
        elif kind == MINES:
            return self._minefields(fortification, hexes)
        else:
            actions = {name: (name, f"fortify({kind},{State.at(name)})") for name in hexes}
        found = self.rules.ask(action for _, action in actions.values())
        return {name: (where, found[action]) for name, (where, action) in actions.items()}

    def _minefields(
        self, fortification: Fortification, hexes: Sequence[str]
    ) -> Mapping[str, tuple[str, SetupVerdict]]:
        """Return where a minefield of some strength may lie, hidden or revealed."""
        return {
            name: (name, best(some.values()))
            for name, some in self._strengths(fortification, hexes).items()
        }

    def _strengths(
        self, fortification: Fortification, hexes: Sequence[str]
    ) -> Mapping[str, Mapping[int, SetupVerdict]]:
        kind = fortification.detail.lower()
        actions = {
            (name, strength, way): f"mines({string_term(name)},{kind},{strength},{way})"
            for name in hexes
            for strength in range(1, STRONGEST + 1)
            for way in ("hidden", "revealed")
        }
        found = self.rules.ask(actions.values())
        return {
            name: {
                strength: best(
                    found[actions[name, strength, way]] for way in ("hidden", "revealed")
                )
                for strength in range(1, STRONGEST + 1)
            }
            for name in hexes
        }

    def _fields(
        self,
        group: Group,
        fortification: Fortification,
        places: Mapping[str, tuple[str, SetupVerdict]],
    ) -> int:
        """Count the fewest minefields that use up all factors; tells where none do."""
        hexes = tuple(name for name, (_, each) in places.items() if each.verdict != NO)
        result = self._strengths(fortification, hexes)
        allowed = tuple(
            sorted(
                {n for some in result.values() for n, each in some.items() if each.verdict != NO}
            )
        )
        fewest = _fewest(fortification.count, allowed)
        if fewest is None and allowed:
            strengths = listed([str(each) for each in allowed], "and")
            items = (some[n].rules for some in result.values() for n in some if n not in allowed)
            self.odd.append(
                Finding.of(
                    group.id,
                    FindingKind.WARN,
                    f"{shown(str(fortification))} cannot all be placed: "
                    f"minefields have {strengths} factors",
                    (rule for rules in items for rule in rules),
                )
            )
        return fewest or max(1, fortification.count // max(allowed, default=STRONGEST))

    # --- all at once ----------------------------------------------------------------------------------

    def findings(self) -> Iterator[Finding]:
        """Return what has no place, then of each other group where its Fortifications may be."""
        yield from self.odd
        found, left, _ = conflicts(self._problem(loosely=True))
        for each in found:
            yield self._conflict(each)
        surely = fit_parts(self._problem(loosely=False).without(left))
        for group in self.groups:
            own = [
                each for each in self.works if each.group == group.id and each.item.name not in left
            ]
            if own:
                yield self._group(group, own, surely)

    def _problem(self, loosely: bool) -> Fitting:
        """Write what is to be placed: each in a place of its own; or, loosely, as far as no rule
        says that these do not share one.
        """
        verdicts = (YES, UNKNOWN) if loosely else (YES,)
        may = {each.item.name: each.where(*verdicts) for each in self.works}
        hexes = {name: where for each in self.works for name, (where, _) in each.places.items()}
        items = []
        for each in self.works:
            most = self.sharing.most.get(each.item.kind)
            own = ((each.item.kind, 1),) if most is not None else ()
            fills = own if loosely else each.item.fills
            items.append(
                Item(each.item.name, each.item.kind, each.item.group, each.item.count, fills)
            )
        room = tuple((kind, most[0]) for kind, most in sorted(self.sharing.most.items()))
        bins = tuple(
            Bin(name, where, room if loosely else ((PLACE, 1),), takes)
            for name, where in sorted(hexes.items())
            if (takes := frozenset(n for n, places in may.items() if name in places))
        )
        apart = tuple(
            (a.name, b.name)
            for a in items
            for b in items
            if a.name < b.name and frozenset((a.kind, b.kind)) in self.sharing.exclusive
        )
        return Fitting(tuple(items), bins, (), apart)

    def _conflict(self, found: Fit) -> Finding:
        works = [each for each in self.works if each.item.name in found.groups]
        groups = list(dict.fromkeys(each.group for each in works))
        nowhere = [each for each in works if not each.where(YES, UNKNOWN)]
        if nowhere:
            text = listed([shown(str(each.fortification)) for each in nowhere], "and")
            reasons = {rule for each in nowhere for rule in each.rules(NO)}
            have = "has" if len(nowhere) == 1 and nowhere[0].fortification.count == 1 else "have"
            sentence = f"{text} {have} no legal place in the area"
            works = nowhere
        else:
            text = listed([shown(str(each.fortification)) for each in works], "and")
            places = {name for each in works for name in each.where(YES, UNKNOWN)}
            sentence = (
                f"{text} have {counted(len(places), 'legal place')} only, and do not fit there"
            )
            reasons = {
                self.sharing.most[e.item.kind][1] for e in works if e.item.kind in self.sharing.most
            }
            reasons |= {
                rule
                for kinds, rule in self.sharing.exclusive.items()
                if kinds <= {each.item.kind for each in works}
            }
        hexes = tuple(sorted({where for each in works for where, _ in each.places.values()}))
        return Finding.of(
            ", ".join(groups), FindingKind.FAIL, sentence, reasons, Witness(hexes=hexes[:40])
        )

    def _group(self, group: Group, works: Sequence[_Work], surely: Fit) -> Finding:
        text = "; ".join(
            f"{shown(str(each.fortification))}: {counted(len(each.where(YES)), 'legal place')}"
            for each in works
        )
        if not all(
            any(name == each.item.name for name, _ in surely.placed or {}) for each in works
        ):
            known = {rule for each in works for rule in each.rules(UNKNOWN)}
            few = [each for each in works if len(each.where(YES)) < each.item.count]
            text += (
                "; more depends on places of which the documents do not speak"
                if few and known
                else "; whether some of them may share a place is not in these documents"
            )
            return Finding.of(group.id, FindingKind.UNKNOWN, text, known)
        names = {each.item.name: each.fortification for each in works}
        placement = tuple(
            (shown(str(Fortification(1, names[item].kind, names[item].detail))), place)
            for (item, place), count in (surely.placed or {}).items()
            if item in names
            for _ in range(count)
        )
        rules = {rule for each in works for rule in each.rules(YES)}
        return Finding.of(group.id, FindingKind.PASS, text, rules, Witness(placement=placement))


PLACE = "place"
"""The room of a place for one Fortification, where none are to share it."""


@lru_cache(maxsize=64)
def _fewest(factors: int, strengths: tuple[int, ...]) -> int | None:
    """Count the fewest minefields of some strengths that come to so many factors, if any do."""
    best: list[int | None] = [0]
    for total in range(1, min(factors, MAX_FACTORS) + 1):
        before = [best[total - each] for each in strengths if each <= total]
        known = [each for each in before if each is not None]
        best.append(min(known) + 1 if known else None)
    return best[-1] if factors <= MAX_FACTORS else None


MAX_FACTORS = 10_000


def _next_to(board: Board, name: str) -> Iterable[str]:
    row = board.neighbours[board.indices[name]].tolist()
    return (board.hexes[n].name for n in row if n >= 0)
