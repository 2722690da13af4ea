"""Writes what the rules are given about hexes, of pieces on them, and of a unit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property

import clingo

from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.facts.tracing.movement_facts import movement_facts
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of
from hexcourt.solver.rulebase.rulebase import active_rules, cached_by_rules

INFANTRY = "moving_infantry"


VEHICLE = "moving_vehicle"


MAX_HALVES = 1_999
"""The most halves of an MF or MP that a unit is given."""


_UNIT_WORDS = {"half_squad": "half-squad", "inexperienced": "inexperienced squad"}


_AMOUNT = pattern(r"(?P<whole>[0-9]{1,3})(?:\.(?P<tenth>[05]0*)|(?P<half>½))?")
_HEX = pattern(r'"([^"]+)"')


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit by its name in the rules' table, what it may spend in a phase, in halves, and of what:
    its ``factor`` is MF or MP.
    """

    name: str
    kind: str
    allowance: int
    factor: str

    @property
    def profile(self) -> str:
        """Name the rules that it moves by."""
        return INFANTRY if self.kind == "infantry" else VEHICLE

    @property
    def with_article(self) -> str:
        """Name it with its article: ``a squad``, ``an assault gun``."""
        words = _UNIT_WORDS.get(self.name, self.name.replace("_", " "))
        return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


@cached_by_rules()
def known_units() -> Mapping[str, Unit]:
    """Return the units of the rules' table by their names, sorted.

    Raises RuleError where the rules say too little of one.
    """
    grounded = ActiveRules("units").ground("")
    allotments = {
        unit.name: halves.number for unit, halves in arguments_of(grounded, "allotment", 2)
    }
    factors = {unit.name: spent.name for unit, spent in arguments_of(grounded, "spends", 2)}
    kinds = {unit.name: kind.name for unit, kind, _ in arguments_of(grounded, "unit_kind", 3)}
    for name in sorted(kinds):
        if name not in allotments or name not in factors:
            raise RuleError(
                f"the rules have unit_kind({name},...) without what it may spend; give it "
                "allotment(...) and spends(...) as well"
            )
    return {
        name: Unit(name, kinds[name], allotments[name], factors[name].upper())
        for name in sorted(kinds)
    }


def unit_named(name: str, allowance: int | None = None) -> Unit:
    """Return a unit of the rules' table; raises BadInput for any other name."""
    units = known_units()
    if name not in units:
        text = f"unit {name[:40]} is not known" if name.strip() else "the unit is missing"
        raise BadInput(f"{text}; choose one of {', '.join(units)}")
    unit = units[name]
    if allowance is not None and not 1 <= allowance <= MAX_HALVES:
        raise BadInput(f"{allowance} halves of an MF or MP are none; give from 1 to {MAX_HALVES}")
    return unit if allowance is None else replace(unit, allowance=allowance)


def read_unit(name: str, allowance: float | str | None) -> Unit:
    """Read a unit's name, and what it may spend: whole or half MF or MP."""
    key = name.strip().lower().replace("-", "_").replace(" ", "_")
    known = list(known_units())
    near = get_close_matches(key[:40], known, n=1, cutoff=0.7)
    if key not in known and near:
        raise BadInput(f"unit {name[:40]} is not known; write {near[0]}")
    if isinstance(allowance, float | int):
        allowance = f"{allowance:g}"
    return unit_named(key, None if allowance is None else _halves(allowance))


def _halves(text: str) -> int:
    shown = text.strip()[:20]
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        mend = "write whole or half MF or MP, up to 999, such as 4 or 4.5"
        raise BadInput(f"allowance {shown}: is no number of MF or MP; {mend}")
    halves = 2 * int(match["whole"])
    halves += match["half"] is not None or (match["tenth"] or "0").startswith("5")
    if not halves:
        raise BadInput(f"allowance {shown}: without MF or MP no unit moves; write 0.5 at least")
    return halves


def hexes_in(term: str) -> list[str]:
    """List the hexes that a fact names."""
    return _HEX.findall(term)


def given_lines(terms: Iterable[str]) -> list[str]:
    """Write what is given as facts for the rules."""
    return [f"given({each})." for each in sorted(set(terms))]


class HexFacts:
    """What the rules are given about one board and one unit."""

    def __init__(self, board: Board, unit: Unit, further: Iterable[str] = ()) -> None:
        self.board = board
        self.unit = unit
        self._by_hex = movement_facts(board)
        about = f"unit({unit.name}). allowance({unit.allowance})."
        rules = [f"map_rule({rule})." for rule in board.map_rules]
        self._always = "\n".join([about, *rules, *further])

    def ground(
        self,
        hexes: Collection[str] | None = None,
        pieces: Collection[Piece] = (),
        profile: str | None = None,
        wanted: tuple[tuple[str, int], ...] = (),
    ) -> clingo.Control:
        """Ground the rules over the whole board, or over some of its hexes, with pieces placed
        on it; ``wanted`` are the predicates that are read, if not all.
        """
        rules = ActiveRules(profile or self.unit.profile)
        return rules.ground(self.facts(pieces, hexes), wanted=wanted)

    def facts(self, pieces: Collection[Piece] = (), hexes: Collection[str] | None = None) -> str:
        """Write what the rules are given about the unit, the board or some of its hexes, and pieces on
        it.
        """
        placed = sorted(f"{piece.fact}." for piece in pieces)
        result = self.facts_of(self._by_hex if hexes is None else hexes)
        return "\n".join([self._always, *result, *placed])

    def facts_of(self, hexes: Collection[str]) -> list[str]:
        """List the facts about some hexes."""
        facts = self._by_hex.about(sorted(hexes))
        if len(hexes) == len(self._by_hex):
            return facts
        return [e for e in facts if not e.startswith("adjoins(") or hexes_in(e)[1] in hexes]

    def unasked(self, hexes: Collection[str], naming: Collection[str]) -> list[str]:
        """Write which of some hexes need no moves among them, where only moves that name certain hexes
        are asked for; what house rules read nobody knows.
        """
        if not naming or active_rules().is_enlarged:
            return []
        return [f"unasked({string_term(name)})." for name in sorted(set(hexes).difference(naming))]

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """List the hexes next to each hex."""
        names = [record.name for record in self.board.hexes]
        return {
            name: tuple(names[n] for n in row if n >= 0)
            for name, row in zip(names, self.board.neighbours.tolist(), strict=True)
        }

    @cached_property
    def _relevant_hexes(self) -> Mapping[str, frozenset[str]]:
        """List of each hex the others on whose moves it bears, as the rules say."""
        return _relevant_hexes_of(self.facts())

    def touched(self, piece: Piece) -> frozenset[str]:
        """List the hexes whose moves a piece can change: its own, those at its hexside's ends, and
        those on whose moves they bear; under house rules all.
        """
        if active_rules().is_enlarged:
            return frozenset(self._by_hex)
        beside = [set(self.neighbours[name]) for name in piece.hexes]
        shared = set.intersection(*beside) if len(beside) > 1 else set()
        here = {*piece.hexes, *shared}
        return frozenset(here.union(*(self._relevant_hexes.get(name, ()) for name in here)))

    def around(self, hexes: Collection[str]) -> frozenset[str]:
        """List some hexes and those next to them, beyond which no printed rule looks: of house rules
        nobody knows.
        """
        if active_rules().is_enlarged:
            return frozenset(self._by_hex)
        return frozenset({*hexes, *(each for name in hexes for each in self.neighbours[name])})


@cached_by_rules(8)
def _relevant_hexes_of(facts: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for here, there in arguments_of(
        ActiveRules("bearing").ground(facts, wanted=(("bears_on", 2),)), "bears_on", 2
    ):
        found.setdefault(here.string, set()).add(there.string)
    return {name: frozenset(others) for name, others in found.items()}
