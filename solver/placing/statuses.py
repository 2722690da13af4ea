"""Asks the law in which states units may be: entrenched, or a Gun that is Emplaced."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import clingo

from hexcourt.facts.boards.board import Board, Counter, Location
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.solver.moving.moves import MoveLaw, unit_named
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.reasons import reasons_for

PROFILE = "placing"
NO_LEAVE = "no rule of the documents was found that gives leave"
Post = tuple[str, str]
"""A Location by its name, and the status of a unit there."""


def check_status(board: Board, place: Location, status: str) -> None:
    """Raise BadInput, with the rule, where no unit can have this status in this Location."""
    why = Statuses(board).why_refused(place, status, board.counters)
    if why:
        raise BadInput(
            f"{place.name} {status}: {why}; leave the status out or choose another Location"
        )


def refused_posts(board: Board, posts: Iterable[Post]) -> Mapping[Post, str]:
    """Map those Locations and statuses that no unit can have there to the rule."""
    return Statuses(board).refused(posts, board.counters)


def status_words(board: Board, statuses: Mapping[str, str]) -> tuple[str, ...]:
    """Say which units have which status, ``statuses`` by Location, and where that is in doubt."""
    doubts = Statuses(board).doubts(statuses.items(), board.counters)
    return tuple(
        _in_doubt(post, doubts[post]) if post in doubts else " is ".join(post)
        for post in sorted(statuses.items())
    )


def doubt_words(board: Board, statuses: Mapping[str, str]) -> tuple[str, ...]:
    """Say which of some statuses of units are in doubt, and why."""
    doubts = Statuses(board).doubts(statuses.items(), board.counters)
    return tuple(_in_doubt(*each) for each in sorted(doubts.items()))


def supposed_words(board: Board, posts: Collection[Post]) -> tuple[str, ...]:
    """Say which statuses that a question supposes of units are in doubt, and why, each reason once; and
    of its two ends, where no more are asked about, that no unit can have the status there.
    """
    if not posts:
        return ()
    found: dict[Post, list[str]] = {}
    for (name, status), why in sorted(Statuses(board).doubts(posts, board.counters).items()):
        found.setdefault((status, why), []).append(name)
    said = [_in_doubt((_named(names), status), why) for (status, why), names in found.items()]
    for name, status in sorted(posts) if len(posts) <= 2 else ():
        place = board.locations_by_name.get(name)
        why = "" if place is None else Statuses(board).why_refused(place, status, board.counters)
        said += [f"no unit in {name} is {status} ({why})"] if why else []
    return tuple(said)


def _named(names: Sequence[str]) -> str:
    """Name some Locations, few of many, before what each of them is."""
    shown = listed(names, "and") if len(names) <= MOST_NAMED else ""
    return shown or f"each of {len(names)} Locations, such as {listed(names[:3], 'and')},"


def _in_doubt(post: Post, why: str) -> str:
    name, status = post
    are = "are" if " and " in name and not name.startswith("each") else "is"
    return f"{name} {are} {status}, which is in doubt ({why})"


MOST_NAMED = 10
"""How many Locations are named one by one."""


class Statuses:
    """Which statuses units may have on one board, with whatever counters lie on it."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def refused(self, posts: Iterable[Post], counters: Collection[Counter]) -> Mapping[Post, str]:
        """Map those Locations and statuses that no unit can have there to the rule."""
        asked = self._asked(posts)
        if not asked:
            return {}
        grounded = self._ground(
            asked, self._hexes(asked), counters
        )  # atoms live no longer than this
        found = sorted((str(a.arguments[0]), a.arguments[1].string) for a in _refused(grounded))
        return {asked[subject]: rule for subject, rule in found if subject in asked}

    def doubts(self, posts: Iterable[Post], counters: Collection[Counter]) -> Mapping[Post, str]:
        """Map those Locations and statuses of which the law does not say whether a unit can have them
        there to the rule, in words: what no rule looks at is in doubt as well.
        """
        asked = self._asked(posts)
        if not asked:
            return {}
        grounded = self._ground(
            asked, self._hexes(asked), counters
        )  # atoms live no longer than this
        verdicts = (a.symbol.arguments for a in grounded.symbolic_atoms.by_signature("verdict", 2))
        open_posts = sorted(str(post) for post, said in verdicts if said.name == "unknown")
        atoms = [
            each.symbol
            for each in grounded.symbolic_atoms.by_signature("doubtful", 2)
            if str(each.symbol.arguments[0]) in open_posts
        ]
        why: dict[str, str] = {}
        for atom, cited in sorted(reasons_for(grounded, PROFILE, atoms).items(), key=str):
            why.setdefault(str(atom.arguments[0]), str(cited[0]))
        return {asked[post]: why.get(post, NO_LEAVE) for post in open_posts}

    def _asked(self, posts: Iterable[Post]) -> Mapping[str, Post]:
        """Map what the law is asked to those of some posts whose Locations there are."""
        known = self.board.locations_by_name
        return {_fact(known[n], status): (n, status) for n, status in sorted(posts) if n in known}

    def _hexes(self, asked: Mapping[str, Post]) -> set[str]:
        return {self.board.locations_by_name[name].hex for name, _ in asked.values()}

    def why_refused(self, place: Location, status: str, counters: Collection[Counter]) -> str:
        """Tell by which rule no unit can have a status in a Location; nothing where one can."""
        post = _fact(place, status)
        grounded = self._ground([post], {place.hex}, counters)  # atoms live no longer than this
        atoms = [each for each in _refused(grounded) if str(each.arguments[0]) == post]
        cited = reasons_for(grounded, PROFILE, atoms)
        return next((str(cited[atom][0]) for atom in sorted(cited, key=str)), "")

    def _ground(
        self, posts: Iterable[str], about: Collection[str], counters: Collection[Counter]
    ) -> clingo.Control:
        board = _part(self.board, about, counters)
        told = MoveLaw(board, unit_named("squad")).facts()
        claims = (f"{post}. asked({post})." for post in posts)
        return Law(PROFILE).ground("\n".join([told, *claims]))


def _part(board: Board, about: Collection[str], counters: Collection[Counter]) -> Board:
    """Cut out some hexes and those next to them: measuring the drawing of a whole board takes long."""
    rows = board.neighbours[[board.indices[name] for name in about]]
    kept = {*about, *(board.hexes[n].name for n in rows.ravel().tolist() if n >= 0)}
    hexsides = {pair: terms for pair, terms in board.hexsides.items() if kept.issuperset(pair)}
    return replace(
        board,
        hexes=tuple(each for each in board.hexes if each.name in kept),
        locations=tuple(each for each in board.locations if each.hex in kept),
        hexsides=MappingProxyType(hexsides),
        counters=tuple(sorted(each for each in counters if each.hex in kept)),
        notes=(),
        roadblocks=(),
    )


def _fact(place: Location, status: str) -> str:
    return f"posted({quoted(place.hex)},{place.place},{status})"


def _refused(grounded: clingo.Control) -> list[clingo.Symbol]:
    return [each.symbol for each in grounded.symbolic_atoms.by_signature("refused", 2)]
