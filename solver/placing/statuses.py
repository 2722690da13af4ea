"""Asks the law in which states units may be: entrenched, or a Gun that is Emplaced."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

import clingo

from hexcourt.facts.boards.board import Board, Counter, Location
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.solver.moving.moves import MoveLaw, unit_named
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.reasons import reasons_for

PROFILE = "placing"
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


class Statuses:
    """Which statuses units may have on one board, with whatever counters lie on it."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def refused(self, posts: Iterable[Post], counters: Collection[Counter]) -> Mapping[Post, str]:
        """Map those Locations and statuses that no unit can have there to the rule."""
        known = self.board.locations_by_name
        asked = {_fact(known[n], status): (n, status) for n, status in sorted(posts) if n in known}
        if not asked:
            return {}
        hexes = {known[name].hex for name, _ in asked.values()}
        grounded = self._ground(asked, hexes, counters)  # atoms live no longer than this
        found = sorted((str(a.arguments[0]), a.arguments[1].string) for a in _refused(grounded))
        return {asked[subject]: rule for subject, rule in found if subject in asked}

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
        return Law(PROFILE).ground("\n".join([told, *(f"{post}." for post in posts)]))


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
