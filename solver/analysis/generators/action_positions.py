"""Worlds of actions: what may be done, placed and given on up to two hexes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

import clingo
from clingo.symbol import parse_term

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import atom_text
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.piece_table import PIECE_SIGNATURES
from hexcourt.facts.boards.records import CREST_LINE, kinds, known_terms
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.actions.judging import judge_actions
from hexcourt.solver.analysis.core.programs import PositionFamily, Scope
from hexcourt.solver.analysis.generators.witnesses import (
    AtomsByName,
    ExpectedPosition,
    PlacedPosition,
    alike_terrains,
    facts_file,
    firsts,
    ground_facts,
    piece_words,
    term_in_words,
    terrain_scope,
)
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.statuses import Statuses
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.read_actions import GivenFacts, read_fact, read_given, words
from hexcourt.solver.position.states import State, state_words
from hexcourt.solver.rulebase.declarations import WORD_MARK, Declaration, declarations
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.rulebase import RuleBase, worlds_program
from hexcourt.solver.rulebase.statement import RuleStatement

# Positions of actions


DECISIVE = ("refused", "allowed", "doubtful")
"""What rules say of an action."""


@dataclass(frozen=True)
class WorldPosition(PlacedPosition):
    """A world as a user has it: a facts file, pieces and given things, and the action that is asked."""

    action: str
    times: int
    verdict: str

    @property
    def command(self) -> str:
        """Write the question as a user asks it; the facts file is called smallest.lp."""
        actions = " ".join([f"'{self.action}'"] * self.times)
        return " ".join(["hexcourt legal smallest.lp", actions, *self.options])

    @property
    def caption(self) -> str:
        """Name the action."""
        return self.action

    def answered(self) -> str:
        """Ask the active rules; raises BadInput where they do not take the position."""
        items = [*self.placed, *self.given]
        ruling = judge_actions(self.board, [self.action] * self.times, items)[0]
        rules = ", ".join(dict.fromkeys(each.number for each in ruling.rules))
        more = sorted(
            {f", {what} by {cited.number}" for what, cited in (*ruling.risks, *ruling.brings)}
        )
        return "".join([ruling.verdict, " by " * bool(rules), rules, *more])

    def ask_again(self, atoms: Iterable[str], broken: str | None, further: str) -> str:
        """Ask the shipped program; say what differs from a world's atoms, "" if nothing."""
        return ask_again(self, verdict_in(atoms), broken, further)


@dataclass(frozen=True, slots=True)
class DerivedVerdict:
    """What was asked of a position: the rules' own words on the action, as atoms without their
    numbers.
    """

    atoms: frozenset[str]
    verdict: str


def position_of(atoms: Iterable[str]) -> WorldPosition:
    """Turn the atoms of a world into a position."""
    held = AtomsByName(atoms)
    facts = facts_file(held)
    board = parse_board(facts, "smallest.lp")
    (action,) = firsts(held, "asked")
    placed = firsts(held, "laid")
    verdicts = {str(e.arguments[0]): e.arguments[1].name for e in held.get("verdict", ())}
    return WorldPosition(
        facts,
        tuple(piece_words(each) for each in placed if each != action),
        tuple(term_in_words(board, "given", each) for each in firsts(held, "given")),
        piece_words(action) if action in placed else term_in_words(board, "action", action),
        held["times"][0].arguments[1].number,
        verdicts[str(action)],
    )


def verdict_in(atoms: Iterable[str]) -> DerivedVerdict:
    """Gather what the rule set says of the action in a world."""
    held = AtomsByName(atoms)
    (action,) = firsts(held, "asked")
    about = (e for name in DECISIVE for e in held.get(name, ()) if e.arguments[0] == action)
    verdict = next(e.arguments[1].name for e in held["verdict"] if e.arguments[0] == action)
    return DerivedVerdict(frozenset(map(str, about)), verdict)


def ask_again(
    position: WorldPosition, expected: DerivedVerdict, broken: str | None = None, further: str = ""
) -> str:
    """Ask the shipped program about a position; say what differs from what is expected, "" if nothing.

    The facts file, the pieces, what is given and the action are read as a user's are; ``further`` are
    properties of a user's own.
    """
    try:
        board = position.board
        given = read_given(board, [*position.placed, *position.given])
        texts = [position.action] * position.times
        result = judge_actions(board, texts, [*position.placed, *position.given])
    except BadInput as error:
        return f"the program does not take it: {error}"
    if result[0].verdict != expected.verdict:
        return f"the program says {result[0].verdict}, the world {expected.verdict}"
    atoms = _asked_whole(board, position, given, further if broken is not None else None)
    known = {
        each
        for each in atoms
        if each.partition("(")[0] in DECISIVE
        and each.split("(", 1)[1].startswith(_term_action_positions(board, position))
    }
    if known != expected.atoms:
        return f"the program says {sorted(known)}, the world {sorted(expected.atoms)}"
    if broken is not None and broken not in atoms:
        return f"{broken} does not hold there"
    return ""


def _asked_whole(
    board: Board, position: WorldPosition, given: GivenFacts, further: str | None
) -> frozenset[str]:
    """Ground all rules over a position; with the properties, and further ones, unless None."""
    hex_facts = HexFacts(board, unit_named("squad"))
    term = _term_action_positions(board, position)
    pieces = [*given.pieces]
    if (piece := _asked_piece(board, position)) is not None:
        pieces.append(piece)
    counted = Counter([term] * position.times)
    items = [hex_facts.facts(pieces), *(f"given({each.term})." for each in given.facts)]
    items += [f"asked({term})."]
    items += [f"times({each},{number})." for each, number in counted.items()]
    if further is not None:
        items += [_read_action(board, position), worlds_program("properties.lp").text, further]
    grounded = ActiveRules("cases").ground("\n".join(items))
    return frozenset(str(each.symbol) for each in grounded.symbolic_atoms if each.is_fact)


def _read_action(board: Board, position: WorldPosition) -> str:
    """Describe an action what properties ask: its word and its places."""
    term = parse_term(_term_action_positions(board, position))
    lines = [f"action_word({term},{term.name})."]
    for each in term.arguments:
        if each.type is clingo.SymbolType.Function and each.name == "at":
            lines.append(f"action_place({term},{each.arguments[0]},{each.arguments[1]}).")
    return "\n".join(lines)


def _asked_piece(board: Board, position: WorldPosition) -> Piece | None:
    pieces = read_given(board, [position.action]).pieces if _is_placed(position.action) else ()
    return next(iter(pieces), None)


def _is_placed(text: str) -> bool:
    return ("action", text.partition("(")[0]) not in words()


def _term_action_positions(board: Board, position: WorldPosition) -> str:
    piece = _asked_piece(board, position)
    return piece.fact if piece is not None else read_fact(board, "action", position.action).term


# Positions of units in a status


@dataclass(frozen=True)
class StatusPosition(ExpectedPosition[str]):
    """A unit in a Location of a facts file with counters, its status, and the verdict on that."""

    place: str
    status: str

    @property
    def command(self) -> str:
        """Write a question of a user who takes the status."""
        question = f"hexcourt see smallest.lp '{self.place}' --status {self.status}"
        return " ".join([question, *self.options])

    @property
    def caption(self) -> str:
        """Name the unit's Location and status."""
        return f"{self.place} {self.status}"

    def in_words(self, text: str) -> str:
        """Write what is given in a line."""
        return text

    def asked(self) -> str:
        """Ask the active rules whether a unit may be so."""
        board = BoardState(self.board).place(*self.placed).board
        findings = Statuses(board).verdicts([(self.place, self.status)], board.counters)
        return next(("no" if each.refused else "unknown" for each in findings), "yes")


def status_position_of(atoms: Iterable[str]) -> StatusPosition:
    """Turn the atoms of a world into a position."""
    held = AtomsByName(atoms)
    facts = facts_file(held)
    (posted,) = held["posted"]
    name, place, status = posted.arguments
    verdict = next(e.arguments[1].name for e in held["verdict"] if e.arguments[0] == posted)
    where = state_words(parse_board(facts, "smallest.lp"), State.at(name.string, str(place)))
    placed = tuple(map(piece_words, firsts(held, "laid")))
    return StatusPosition(facts, placed, (), verdict, where, status.name)


_HEXSIDE = ("hexside", "edge")
NEVER_PRINTED = (*_HEXSIDE, "counter", "ground")
"""Kinds of terrain that do not fill a hex."""
_ROLES = {"action": "scope_asks", "given": "scope_gives"}
_OWN = ("action", "target")
"""What names the first hex first."""
_STOREYS = pattern(r"[(,]([0-9])\)")


def _scope(family: PositionFamily, rule_base: RuleBase, rules: Sequence[RuleStatement]) -> Scope:
    terrains, over = distinguishable_terrains(family, rules)
    mover = unit_named("squad")  # commands of actions name no other
    words = list(words_of_roles(rule_base, family, _ROLES))
    facts = (
        *ground_facts(terrains, over),
        f"unit({mover.name}). allowance({mover.allowance}).",
        *words,
    )
    return terrain_scope(facts, terrains, over, len(words))


def distinguishable_terrains(
    family: PositionFamily, rules: Sequence[RuleStatement]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the terrain of hexes and of hexsides that rules can distinguish, one of all others."""
    mentioned = {name for each in rules for name in re.findall(r"[a-z]\w*", str(each.node))}
    printed, over = [], []
    other = None
    for term in sorted(known_terms()):
        kind = kinds()[term]
        if term.partition("(")[0] not in mentioned:
            other = other or (term if kind not in NEVER_PRINTED else None)
        elif any(int(each) > family.storeys for each in _STOREYS.findall(term)):
            continue
        elif kind in _HEXSIDE:
            over += [term] * (term != CREST_LINE)
        elif kind not in NEVER_PRINTED:
            printed.append(term)
    return (*printed, *([other] if other else [])), tuple(over)


def words_of_roles(
    rule_base: RuleBase, family: PositionFamily, roles: Mapping[str, str]
) -> Iterator[str]:
    """Return what may be said in some roles: each word of the vocabulary with all arguments of the
    scope.

    ``roles`` maps each to the predicate that tells its words. What is given stands anywhere; what is
    asked names the first hex first.
    """
    for word in declarations(rule_base, WORD_MARK):
        if word.role in roles and word.name not in family.left_out:
            yield from _facts_of_word(word, roles[word.role])


def _facts_of_word(word: Declaration, predicate: str) -> Iterator[str]:
    names = [f"V{place}" for place in range(len(word.arguments))]
    term = atom_text(word.name, names)
    body, shape, own = [], [], word.role in _OWN
    choices = sum("|" in kind for kind, _ in word.arguments)
    for name, (kind, _) in zip(names, word.arguments, strict=True):
        if kind == "place":
            shape.append(f"K{name}")
        if "|" in kind:
            shape += [name] * (choices == 1)
            body.append(f"{name} = ({';'.join(kind.split('|'))})")
            continue
        first = own and kind in ("hex", "place")
        own = own and not first
        body.append(f"value({'own_' * first}{kind},{name})")
    yield f"{predicate}({term}){' :- ' * bool(body)}{', '.join(body)}."
    places = [n for n, (kind, _) in zip(names, word.arguments, strict=True) if kind == "place"]
    hexes = [n for n, (kind, _) in zip(names, word.arguments, strict=True) if kind == "hex"]
    yield from (f"scope_names({term},{n}) :- {predicate}({term}), value(hex,{n})." for n in hexes)
    yield from (
        f"scope_names({term},H) :- {predicate}({term}), named_place({name},H)." for name in places
    )
    yield from (
        f"names_level({term},H,N) :- {predicate}({term}), {name} = at(H,level(N))."
        for name in places
    )
    if word.role == "given":
        return
    kinds_of = [f"place_kind({name},K{name})" for name in places]
    text = ", ".join([f"{predicate}({term})", *kinds_of])
    yield f"shape({term},{atom_text(word.name, shape)}) :- {text}."
    yield f"{word.role}_word({term},{word.name}) :- {predicate}({term})."
    for name in places:
        yield f"{word.role}_place({term},H,P) :- {predicate}({term}), {name} = at(H,P)."
    if word.role == "attack" and names:
        by = names[0] if len(names) == 1 else f"({','.join(names)})"
        yield f"made_by({term},{by}) :- {predicate}({term})."


_ACTIONS = PositionFamily(
    name="actions",
    profile="cases",
    programs=(
        "printed.lp",
        "given.lp",
        "actions.lp",
        "checks.lp",
        "action_checks.lp",
        "properties.lp",
    ),
    wanted=(*DECISIVE, "verdict", "adjacent", "connected", "level_at", "along", "sewer_move"),
    decisive=DECISIVE,
    examined=("actions/", "placing/"),
    scoped=_scope,
    read=position_of,
    checks=("conflicts", "gaps", "dead", "shadowed", "properties"),
    differences="action_differences.lp",
    asked=True,
    cut=frozenset(("price", "max_price", "bypass_cost")),
    left_out=frozenset(("sees", "sees_along", "enters_from")),
    scope=MappingProxyType(
        {"most_hexes": 2, "most_over": 2, "most_features": 1, "most_pieces": 2}
        | {"most_given": 2, "most_asked": 1, "highest_level": 2}
    ),
)

STATUSES = replace(
    _ACTIONS,
    name="statuses",
    programs=(
        *("printed.lp", "given.lp", "statuses.lp"),
        *("checks.lp", "action_checks.lp", "statuses_properties.lp"),
    ),
    read=status_position_of,
    checks=("conflicts", "gaps", "properties"),
    scope=MappingProxyType({**_ACTIONS.scope, "most_pieces": 1, "most_given": 0}),
)
"""A unit that is entrenched, or a Gun that is Emplaced, on up to two hexes with a counter."""

ACTIONS = replace(_ACTIONS, further=(STATUSES,))
"""Actions and what is placed, one by one, on up to two hexes without depictions."""


# Worlds of two actions at once: the rule set is asked of both together, and of the first one alone


class ActionVerdicts(NamedTuple):
    """What is said of two actions, each beside the other, and of the first one alone."""

    first: str
    second: str
    alone: str


@dataclass(frozen=True)
class TwoActions(ExpectedPosition[ActionVerdicts]):
    """Two actions on a facts file, each with how often it is done, and what the world says of them."""

    actions: tuple[str, str]
    times: tuple[int, int]

    @property
    def command(self) -> str:
        """Write the question as a user asks it."""
        actions = (f"'{each}'" for each in (*self._first, *self._second))
        return " ".join(["hexcourt legal smallest.lp", *actions, *self.options])

    @property
    def caption(self) -> str:
        """Name both actions."""
        return " beside ".join(self.actions)

    def in_words(self, verdicts: ActionVerdicts) -> str:
        """Write what is given in a line."""
        return f"{verdicts.first} and {verdicts.second} together, the first {verdicts.alone} alone"

    def asked(self) -> ActionVerdicts:
        """Ask the active rules of both actions, in either order, and of the first one alone."""
        first, second = self._verdicts((*self._first, *self._second))
        turned = self._verdicts((*self._second, *self._first))
        if turned != (second, first):
            return ActionVerdicts("one order", "another", "otherwise")
        (alone,) = self._verdicts(self._first)
        return ActionVerdicts(first, second, alone)

    @property
    def _first(self) -> tuple[str, ...]:
        return (self.actions[0],) * self.times[0]

    @property
    def _second(self) -> tuple[str, ...]:
        return (self.actions[1],) * self.times[1]

    def _verdicts(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Ask of some actions; give the verdict on each that is another one than that before."""
        findings = judge_actions(self.board, texts, [*self.placed, *self.given])
        return tuple({each.action: each.verdict for each in findings}.values())


def pair_position_of(atoms: Iterable[str]) -> TwoActions:
    """Turn the atoms of a world into a position."""
    held = AtomsByName(atoms)
    facts = facts_file(held)
    board = parse_board(facts, "smallest.lp")
    (first,) = firsts(held, "first")
    second = next(each for each in firsts(held, "asked") if each != first)
    placed = firsts(held, "laid")
    times, verdicts, alone = (
        {each.arguments[0]: each.arguments[1] for each in held[name]}
        for name in ("times", "verdict", "alone_verdict")
    )
    return TwoActions(
        facts,
        tuple(piece_words(each) for each in placed if each not in (first, second)),
        tuple(term_in_words(board, "given", each) for each in firsts(held, "given")),
        ActionVerdicts(verdicts[first].name, verdicts[second].name, alone[first].name),
        (_text(board, first, placed), _text(board, second, placed)),
        (times[first].number, times[second].number),
    )


def _text(board: Board, action: clingo.Symbol, placed: Sequence[clingo.Symbol]) -> str:
    return piece_words(action) if action in placed else term_in_words(board, "action", action)


def _pair_scope(
    family: PositionFamily, rule_base: RuleBase, rules: Sequence[RuleStatement]
) -> Scope:
    actions = ACTIONS.scoped(family, rule_base, rules)
    filling = {*kinds().values()} - {*NEVER_PRINTED}
    apart = {*alike_terrains(rules, filling, family.storeys)}
    left = {f"scope_terrain({each})." for each in actions.things["terrains"] if each not in apart}
    return terrain_scope(
        tuple(each for each in actions.facts if each not in left),
        tuple(each for each in actions.things["terrains"] if each in apart),
        actions.things["hexside terrains"],
        actions.shapes,
    )


_LOOKED_FOR = ("checks.lp", "two_actions_checks.lp", "two_actions_properties.lp")
_ASKED = frozenset(("asked", "times"))

BESIDE_A_PIECE = replace(
    ACTIONS,
    name="beside_a_piece",
    programs=(
        *("printed.lp", "given.lp", "actions.lp", "two_actions.lp", "beside_a_piece.lp"),
        *_LOOKED_FOR,
    ),
    scoped=_pair_scope,
    read=pair_position_of,
    checks=("conflicts", "gaps", "properties"),
    differences="two_actions_differences.lp",
    distinguished=_ASKED | dict(PIECE_SIGNATURES).keys(),
    further=(),
    scope=MappingProxyType(
        {**ACTIONS.scope, "most_features": 0, "most_given": 0}
        | {"most_asked": 2, "highest_level": 1, "highest_number": 6}
    ),
    storeys=1,
    compares=True,
)
"""An action beside a piece that is laid together with it, on up to two hexes."""

BESIDE_AN_ACTION = replace(
    BESIDE_A_PIECE,
    name="beside_an_action",
    programs=tuple(
        "beside_an_action.lp" if each == "beside_a_piece.lp" else each
        for each in BESIDE_A_PIECE.programs
    ),
    distinguished=_ASKED,
    scope=MappingProxyType(
        {**BESIDE_A_PIECE.scope, "most_features": 1, "most_pieces": 1, "most_given": 1}
    ),
)
"""An action beside another one that puts something there, in one hex or the next."""
