"""Entry onto the map where the scheduled hexes may be obstructed (A2.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

import clingo

from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import quoted
from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.moving.moves import MoveLaw, Unit
from hexcourt.solver.placing.laying import check_pieces
from hexcourt.solver.statutes.reasons import possible_reasons, reasons_for
from hexcourt.solver.statutes.statute import Citation


@dataclass(frozen=True, slots=True)
class Entry:
    """By which hexes units enter, each with how many turns late, and by which perhaps; the rules that
    say so, those that are wanting, and why scheduled hexes are obstructed.
    """

    surely: tuple[tuple[str, int], ...]
    perhaps: tuple[tuple[str, int], ...]
    rules: tuple[Citation, ...]
    obstructed: tuple[tuple[str, Citation], ...] = ()
    undecided: tuple[tuple[str, Citation], ...] = ()

    @property
    def turns(self) -> int | None:
        """Give how many turns late they surely enter, none where that is not known or never."""
        return max((late for _, late in self.surely), default=None)


def profile_of(unit: Unit) -> str:
    """Name the law of entry of a unit."""
    return f"entry_{'infantry' if unit.kind == 'infantry' else 'vehicle'}"


def entry(
    board: Board,
    unit: Unit,
    scheduled: Collection[str],
    pieces: Iterable[Piece] = (),
    given: Iterable[str] = (),
) -> Entry:
    """Tell where units enter that are scheduled by some hexes; ``given`` are terms of the law.

    Raises BadInput, with the rule, where a scheduled hex is not at the edge of the map.
    """
    for name in scheduled:
        board.hex(name)
    told = [f"scheduled({quoted(name)})." for name in sorted(scheduled)]
    told += [f"given({each})." for each in sorted(set(given))]
    law = MoveLaw(board, unit, told)
    laid = tuple(sorted(set(pieces)))
    check_pieces(law, laid)
    profile = profile_of(unit)
    grounded = law.ground(pieces=laid, profile=profile)  # atoms live no longer than this
    for symbol, citation in _cited(grounded, profile, "refused"):
        if symbol.arguments[0].name == "scheduled":
            name = symbol.arguments[0].arguments[0].string
            raise BadInput(f"{name}: {citation}; name a hex at the edge")
    comes = list(_cited(grounded, profile, "comes_on"))
    rules = {citation for _, citation in comes} or set(possible_reasons(profile, "comes_on"))
    return Entry(
        _hexes(symbol for symbol, _ in comes),
        _hexes(symbol for symbol, _ in _cited(grounded, profile, "perhaps_on")),
        tuple(sorted(rules, key=lambda rule: rule.line)),
        _by_hex(_cited(grounded, profile, "obstructed"), scheduled),
        _by_hex(_cited(grounded, profile, "undecided")),
    )


def _cited(
    grounded: clingo.Control, profile: str, name: str
) -> Iterator[tuple[clingo.Symbol, Citation]]:
    """List the atoms of a predicate with two arguments, each with the first statement that gives it."""
    atoms = [atom.symbol for atom in grounded.symbolic_atoms.by_signature(name, 2)]
    for symbol, cited in reasons_for(grounded, profile, atoms).items():
        yield from ((symbol, each) for each in cited)


def _hexes(symbols: Iterable[clingo.Symbol]) -> tuple[tuple[str, int], ...]:
    found = {(each.arguments[0].string, each.arguments[1].number) for each in symbols}
    return tuple(sorted(found))


def _by_hex(
    cited: Iterable[tuple[clingo.Symbol, Citation]], only: Collection[str] | None = None
) -> tuple[tuple[str, Citation], ...]:
    found = {(symbol.arguments[0].string, citation) for symbol, citation in cited}
    return tuple(sorted((each for each in found if only is None or each[0] in only), key=str))
