"""Reads what is laid on a board, given beside it and taken from it, for every question."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.geometry.coordinates import in_capitals
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.placement.hex_facts import HexFacts, Unit, unit_named
from hexcourt.solver.position.changes import Changed, changed, is_change
from hexcourt.solver.position.locations import read_location, read_unit_at
from hexcourt.solver.position.read_actions import Said, read_said, with_overlay_edges
from hexcourt.solver.rulebase.ground import ActiveRules, atoms_of
from hexcourt.solver.rulebase.reasons import reasons_for

_STATUS = re.compile(
    r"\s*(?P<status>emplaced|entrenched)\s*\(\s*[\"']?(?P<place>[^\"']+?)[\"']?\s*\)\s*\.?\s*"
)


@dataclass(frozen=True, slots=True)
class Told:
    """What a Position tells the rules: the board as it is ``changed``, with its counters and other
    pieces, the statuses of units by Location, what else is ``said`` of the case, and what was laid,
    as written.
    """

    changed: Changed
    statuses: tuple[tuple[str, str], ...] = ()
    said: tuple[Said, ...] = ()
    laid: tuple[str, ...] = ()

    @property
    def board(self) -> Board:
        """Give the board with its counters."""
        return self.changed.board

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """List the other pieces, as written."""
        return self.changed.as_written

    @property
    def facts(self) -> tuple[str, ...]:
        """List what else is said, as written."""
        return tuple(each.text for each in self.said)


def told_of(
    opened: Board, placed: Sequence[str], given: Sequence[str], taken: Sequence[str]
) -> Told:
    """Read all of it; raises BadInput where something cannot be read, or may not lie."""
    laid: list[str] = []
    facts: list[str] = []
    statuses: list[tuple[str, str]] = []
    for text in (*placed, *given):
        match = _STATUS.fullmatch(text)
        if match is not None:
            statuses.append((match["place"], match["status"]))
        elif is_change(text) or text in placed:
            laid.append(text)
        else:
            facts.append(text)
    found = changed(opened, laid, taken)
    said: tuple[Said, ...] = ()
    if facts:
        said = tuple(read_said(found.board, "given", fact) for fact in facts)
        found = replace(found, board=with_overlay_edges(found.board, said))
        check_given(found.board, said, found.pieces)
    for place, status in statuses:
        _check_entrenchment(found, place, status)
    units = [read_unit_at(found.board, place, status) for place, status in statuses]
    return Told(
        found,
        tuple(sorted((place.name, str(status)) for place, status in units)),
        said,
        tuple(laid),
    )


def _check_entrenchment(found: Changed, text: str, status: str) -> None:
    """Raise BadInput where a status is given in a trench or foxhole that the hex does not have."""
    place, _, kind = in_capitals(text).partition("/")
    if kind not in ("trench", "foxhole"):
        return
    name = read_location(found.board, place)[0].hex
    if not any(each.predicate == kind and name in each.hexes for each in found.pieces):
        raise BadInput(
            f'--given {status}("{text}"): {name} has no {kind}; place {kind}("{name}") there, '
            f"or name {name}"
        )


# --- What is given about a unit on the move: the cover that it takes, its turret, what it tows ----


ON_FOOT = ("took_cover", "is_blocked", "builder", "fortified")
OF_VEHICLES = ("turret_at", "turreted", "main_armament", "towing", "is_blocked")
"""What the rules of movement reads of given things, for Infantry and for vehicles."""


def bears_on_moves(unit: Unit, said: Said) -> bool:
    """Tell whether something given has a say in the moves of a unit."""
    return said.name in (ON_FOOT if unit.kind == "infantry" else OF_VEHICLES)


def told_of_mover(unit: Unit, given: Iterable[Said]) -> tuple[str, ...]:
    """Give what is given, as far as it bears on the moves of a unit, as terms of the rules."""
    return tuple(sorted({each.term for each in given if bears_on_moves(unit, each)}))


GIVEN_PROFILE = "cases"


def check_given(board: Board, said: Sequence[Said], pieces: Collection[Piece]) -> None:
    """Raise BadInput, with the rule, where something given cannot be so where it is said to be."""
    named = {name for each in said for name in each.hexes if name in board.by_name}
    if not named and len(said) < 2:
        return
    law = HexFacts(board, unit_named("squad"))
    told = [law.facts(pieces, law.around(named)), *(f"given({each.term})." for each in said)]
    grounded = ActiveRules(GIVEN_PROFILE).ground("\n".join(told), wanted=(("refused", 2),))
    texts = {f"given({each.term})": each.text for each in said}
    refused = atoms_of(grounded, "refused", 2)
    atoms = [atom for atom in refused if str(atom.arguments[0]) in texts]
    for atom, cited in sorted(reasons_for(grounded, GIVEN_PROFILE, atoms).items(), key=str):
        raise BadInput(
            f"--given {texts[str(atom.arguments[0])]}: {cited[0]}; leave it out, or say what can be"
        )
