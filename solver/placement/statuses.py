"""Asks the rules in which states units may be: entrenched, or a Gun that is Emplaced."""

from __future__ import annotations

from collections import Counter as Tallied
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

import clingo

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import GROUND, Counter, Location
from hexcourt.facts.pieces.pieces import Piece, counter_of_fact
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of, atoms_of
from hexcourt.solver.rulebase.reasons import first_reason, reasons_for
from hexcourt.solver.rulebase.rulebase import active_rules

PROFILE = "placing"
NO_LEAVE = "no rule of the documents was found that permits it"
FEW = 2
"""Up to how many statuses are told one by one where no unit can have them: the ends of one line."""

Post = tuple[str, str]
"""A Location by its name, and the status of a unit there."""


class StatusVerdict(NamedTuple):
    """A Location and a status that no unit can have there, or of which that is undetermined, and
    why.
    """

    name: str
    status: str
    why: str
    refused: bool


def check_status(board: Board, place: Location, status: str) -> None:
    """Raise BadInput, with the rule, where no unit can have this status in this Location."""
    why = Statuses(board).why_refused(place, status, board.counters)
    if why:
        raise BadInput(refused_words(place.name, status, why))


def why_no_pillbox(board: Board, name: str) -> str:
    """Return the rule by which no pillbox may stand in a hex, in words; nothing where one may."""
    part = _part(board, board.by_name if active_rules().is_enlarged else {name}, board.counters)
    claim = f"given(in_pillbox(at({string_term(name)},{GROUND})))"
    facts = f"{HexFacts(part, unit_named('squad')).facts()}\n{claim}."
    grounded = ActiveRules("cases").ground(facts, wanted=(("refused", 2),))
    atoms = (e for e in atoms_of(grounded, "refused", 2) if str(e.arguments[0]) == claim)
    return str(first_reason(grounded, "cases", atoms) or "")


def refused_words(name: str, status: str, why: str) -> str:
    """Return the sentence that no unit can have a status in a Location, and how to mend it."""
    return f"{name} {status}: {why}; leave the status out or choose another Location"


def refused_posts(board: Board, posts: Iterable[Post]) -> Mapping[Post, str]:
    """Map those Locations and statuses that no unit can have there to the rule."""
    return Statuses(board).refused(posts, board.counters)


def status_words(board: Board, statuses: Mapping[str, str]) -> tuple[str, ...]:
    """Describe which units have which status, ``statuses`` by Location, and where that is
    undetermined.
    """
    undetermined = Statuses(board).doubts(statuses.items(), board.counters)
    return tuple(
        _in_doubt(post, undetermined[post]) if post in undetermined else " is ".join(post)
        for post in sorted(statuses.items())
    )


def doubt_words(board: Board, statuses: Mapping[str, str]) -> tuple[str, ...]:
    """Describe which of some statuses of units are undetermined, and why."""
    undetermined = Statuses(board).doubts(statuses.items(), board.counters)
    return tuple(_in_doubt(*each) for each in sorted(undetermined.items()))


def supposed_words(board: Board, posts: Collection[Post]) -> tuple[str, ...]:
    """Describe which statuses that a question supposes of units are undetermined, and why, each
    reason once; and of its two ends, where no more are asked about, that no unit can have the
    status there.
    """
    return words_of(Statuses(board).verdicts(posts, board.counters), few=len(posts) <= FEW)


def words_of(verdicts: Iterable[StatusVerdict], few: bool) -> tuple[str, ...]:
    """Describe which statuses are undetermined, each reason once; of ``few`` also which no unit can
    have.
    """
    found: dict[Post, list[str]] = {}
    refused: list[str] = []
    for each in sorted(verdicts):
        if not each.refused:
            found.setdefault((each.status, each.why), []).append(each.name)
        elif few:
            refused.append(f"no unit in {each.name} is {each.status} ({each.why})")
    items = [_in_doubt((_named(names), status), why) for (status, why), names in found.items()]
    return (*items, *refused)


def _named(names: Sequence[str]) -> str:
    """Name some Locations, few of many, before what each of them is."""
    shown = listed(names, "and") if len(names) <= MAX_NAMED else ""
    return shown or f"each of {len(names)} Locations, such as {listed(names[:3], 'and')},"


def _in_doubt(post: Post, why: str) -> str:
    name, status = post
    are = "are" if " and " in name and not name.startswith("each") else "is"
    return f"{name} {are} {status}, which is undetermined ({why})"


MAX_NAMED = 10
"""How many Locations are named one by one."""


class Statuses:
    """Which statuses units may have on one board, with whatever counters lie on it."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def refused(self, posts: Iterable[Post], counters: Collection[Counter]) -> Mapping[Post, str]:
        """Map those Locations and statuses that no unit can have there to the rule."""
        query = self._asked(posts)
        if not query:
            return {}
        grounded = self._ground(query, self._hexes(query), counters)
        found = sorted((str(post), r.string) for post, r in arguments_of(grounded, "refused", 2))
        return {query[subject]: rule for subject, rule in found if subject in query}

    def doubts(self, posts: Iterable[Post], counters: Collection[Counter]) -> Mapping[Post, str]:
        """Map those Locations and statuses of which the rules do not say whether a unit can have them
        there to the rule, in words: what no rule looks at is undetermined as well.
        """
        found = self.verdicts(posts, counters)
        return {(each.name, each.status): each.why for each in found if not each.refused}

    def verdicts(
        self, posts: Iterable[Post], counters: Collection[Counter]
    ) -> tuple[StatusVerdict, ...]:
        """List which of some statuses are refused, and which undetermined, each with the reason
        in words.
        """
        query = self._asked(posts)
        if not query:
            return ()
        grounded = self._ground(query, self._hexes(query), counters)
        fields = {str(post): entry.name for post, entry in arguments_of(grounded, "verdict", 2)}
        atoms = [
            each
            for name in ("doubtful", "refused")
            for each in atoms_of(grounded, name, 2)
            if fields.get(str(each.arguments[0])) == _SAYS[name]
        ]
        why: dict[str, str] = {}
        for atom, cited in sorted(reasons_for(grounded, PROFILE, atoms).items(), key=str):
            why.setdefault(str(atom.arguments[0]), str(cited[0]))
        return tuple(
            StatusVerdict(*query[post], why.get(post, NO_LEAVE), entry == "no")
            for post, entry in sorted(fields.items())
            if entry != "yes" and post in query
        )

    def _asked(self, posts: Iterable[Post]) -> Mapping[str, Post]:
        """Map what the rules are asked to those of some posts whose Locations there are."""
        known = self.board.locations_by_name
        return {_fact(known[n], status): (n, status) for n, status in sorted(posts) if n in known}

    def _hexes(self, questions: Mapping[str, Post]) -> set[str]:
        return {self.board.locations_by_name[name].hex for name, _ in questions.values()}

    def why_refused(self, place: Location, status: str, counters: Collection[Counter]) -> str:
        """Return the rule by which no unit can have a status in a Location; nothing where one can."""
        post = _fact(place, status)
        grounded = self._ground([post], {place.hex}, counters)
        atoms = (e for e in atoms_of(grounded, "refused", 2) if str(e.arguments[0]) == post)
        return str(first_reason(grounded, PROFILE, atoms) or "")

    def _ground(
        self, posts: Iterable[str], about: Collection[str], counters: Collection[Counter]
    ) -> clingo.Control:
        whole = self.board.by_name if active_rules().is_enlarged else about
        board = _part(self.board, whole, counters)
        result = HexFacts(board, unit_named("squad")).facts()
        claims = (f"{post}. asked({post})." for post in posts)
        return ActiveRules(PROFILE).ground("\n".join([result, *claims]), wanted=_READ)


_READ = (("verdict", 2), ("doubtful", 2), ("refused", 2))
_SAYS = {"doubtful": "unknown", "refused": "no"}
"""What is said of what verdict."""


def _part(board: Board, about: Collection[str], counters: Collection[Counter]) -> Board:
    """Cut out some hexes and those next to them: measuring the drawing of a whole board takes long."""
    rows = board.neighbours[[board.indices[name] for name in about]]
    remaining = {*about, *(board.hexes[n].name for n in rows.ravel().tolist() if n >= 0)}
    hexsides = {pair: terms for pair, terms in board.hexsides.items() if remaining.issuperset(pair)}
    return replace(
        board,
        hexes=tuple(each for each in board.hexes if each.name in remaining),
        locations=tuple(each for each in board.locations if each.hex in remaining),
        hexsides=MappingProxyType(hexsides),
        counters=tuple(sorted(each for each in counters if each.hex in remaining)),
        notes=(),
        roadblocks=(),
    )


def _fact(place: Location, status: str) -> str:
    return f"posted({string_term(place.hex)},{place.place},{status})"


# Statuses in many worlds


def by_hex(counters: Iterable[Counter]) -> dict[str, frozenset[Counter]]:
    """Map hexes to the counters that lie in them."""
    found: dict[str, frozenset[Counter]] = {}
    for each in counters:
        found[each.hex] = found.get(each.hex, frozenset()) | {each}
    return found


_Group = tuple[str, frozenset[Counter]]
"""A hex, and all counters that lie in it."""


class StatusesInWorlds:
    """What the rules say of some statuses of units on one board, with whatever counters lie besides.

    ``posts`` are those that a question supposes, ``units`` those that are given, which make a world
    that refuses them impossible. The rules are asked once about what lies in the hex of a unit (a test
    holds this equal to asking about each world by itself).
    """

    def __init__(self, board: Board, posts: Collection[Post], units: Mapping[str, str]) -> None:
        self.board = board
        self.units = frozenset(units.items())
        self.few = len(posts) <= FEW
        self._posts: dict[str, list[Post]] = {}
        for name, status in sorted({*posts, *self.units}):
            if (place := board.locations_by_name.get(name)) is not None:
                self._posts.setdefault(place.hex, []).append((name, status))
        self._statuses = Statuses(board)
        self._verdicts_of: dict[_Group, tuple[StatusVerdict, ...]] = {}
        self._at = by_hex(board.counters)

    @property
    def hexes(self) -> Collection[str]:
        """List the hexes of the units."""
        return self._posts.keys()

    def prepare(self, worlds: Iterable[Collection[Piece]]) -> None:
        """Ask beforehand about some worlds, about different hexes together."""
        fresh = {
            group for world in worlds for group in self._groups(world)
        } - self._verdicts_of.keys()
        while fresh:
            batch = {
                name: (name, placed)
                for name, placed in sorted(fresh, key=lambda e: (e[0], sorted(e[1])))
            }
            fresh -= set(batch.values())
            posts = [post for name in batch for post in self._posts[name]]
            placed = sorted(each for _, some in batch.values() for each in some)
            verdicts = self._statuses.verdicts(posts, placed)
            for name, group in batch.items():
                here = set(self._posts[name])
                self._verdicts_of[group] = tuple(r for r in verdicts if (r.name, r.status) in here)

    def verdicts(self, world: Collection[Piece]) -> tuple[StatusVerdict, ...]:
        """List what is refused and undetermined in a world."""
        self.prepare([world])
        return tuple(each for group in self._groups(world) for each in self._verdicts_of[group])

    def of_group(self, group: _Group) -> tuple[StatusVerdict, ...]:
        """List what is refused and undetermined in a hex where some counters lie."""
        if group not in self._verdicts_of:
            placed = sorted(group[1])
            self._verdicts_of[group] = self._statuses.verdicts(self._posts[group[0]], placed)
        return self._verdicts_of[group]

    def check(self, world: Collection[Piece]) -> None:
        """Raise BadInput for a world in which no unit can have a status that is given."""
        if not self.units:
            return
        for each in self.verdicts(world):
            if each.refused and (each.name, each.status) in self.units:
                raise BadInput(refused_words(each.name, each.status, each.why))

    def words(self, world: Collection[Piece]) -> tuple[str, ...]:
        """Describe which statuses are undetermined in a world, and why."""
        return words_of(self.verdicts(world), self.few)

    def changed_groups(self, world: Collection[Piece]) -> Iterator[_Group]:
        """Return the hexes of units in which pieces of a world lie, with all that lies there."""
        counters = [
            counter_of_fact(each.fact)
            for each in world
            if each.predicate == "counter" and each.hexes[0] in self._posts
        ]
        for name in sorted({each.hex for each in counters}):
            here = (each for each in counters if each.hex == name)
            yield name, self._at.get(name, frozenset()).union(here)

    def _groups(self, world: Collection[Piece]) -> list[_Group]:
        own = {name: (name, self._at.get(name, frozenset())) for name in self._posts}
        return list((own | {group[0]: group for group in self.changed_groups(world)}).values())


class StatusTally:
    """Counts in how many worlds each status is undetermined, or refused, and why."""

    def __init__(self, statuses: StatusesInWorlds) -> None:
        self.statuses = statuses
        self._worlds = 0
        self._changed: Tallied[_Group] = Tallied()

    def add(self, world: Collection[Piece], number: int = 1) -> None:
        """Count a world, or a number of worlds with the same pieces in the hexes of units."""
        self._worlds += number
        self._changed.update(dict.fromkeys(self.statuses.changed_groups(world), number))

    @property
    def words(self) -> tuple[str, ...]:
        """Describe of how many worlds which status is undetermined: what holds of all, without their
        number.
        """
        by_count: dict[int, list[StatusVerdict]] = {}
        for verdicts, count in self._counted().items():
            by_count.setdefault(count, []).append(verdicts)
        texts: list[str] = []
        for count, some in sorted(by_count.items(), reverse=True):
            where = "" if count == self._worlds else f"in {count} of {self._worlds} worlds "
            texts += [where + each for each in words_of(some, self.statuses.few)]
        return tuple(texts)

    def _counted(self) -> Tallied[StatusVerdict]:
        changed = Tallied[str]()
        found = Tallied[StatusVerdict]()
        for (name, placed), count in self._changed.items():
            changed[name] += count
            for each in self.statuses.of_group((name, placed)):
                found[each] += count
        for each in self.statuses.verdicts(()):
            hex_name = self.statuses.board.locations_by_name[each.name].hex
            found[each] += self._worlds - changed[hex_name]
        return +found
