"""Puts cases to the rules: actions that may or may not be done, and what attacks come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import clingo

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.actions.line_of_fire import (
    ACTION,
    ALONG,
    REVEALS,
    LineOfFire,
    line_of_fire,
    revealed,
    seen_along,
    sighted,
)
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.placement import check_pieces
from hexcourt.solver.position.changes import read_pieces
from hexcourt.solver.position.read_actions import (
    GivenFacts,
    ParsedFact,
    is_piece,
    read_fact,
    read_given,
    read_target,
    with_given,
    word_named,
)
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of, atoms_of
from hexcourt.solver.rulebase.reasons import reasons_for
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.rulebase.statement import Citation

PROFILE, REACH = "cases", "reach"

FIRER = "Firer"
"""What the words of attacks call the place from which a line of fire is traced."""


@dataclass(frozen=True, slots=True)
class ActionVerdict:
    """What the rules say of an action: ``verdict`` is yes, no or unknown, ``rules`` those that say so.

    ``risks`` are what dice may bring about where it is done, and ``brings`` what it surely does.
    """

    action: str
    verdict: str
    rules: tuple[Citation, ...]
    risks: tuple[tuple[str, Citation], ...] = ()
    brings: tuple[tuple[str, Citation], ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """What an attack, or its target, has by a rule; ``dr`` is what has to be thrown, if anything."""

    what: str
    value: str
    citation: Citation
    dr: str = ""


@dataclass(frozen=True, slots=True)
class Effects:
    """All that an attack comes to, and what the rules do not tell of it; ``derived`` are the atoms that
    say so, each with the number of its rule.
    """

    found: tuple[Effect, ...]
    unknown: tuple[tuple[str, Citation], ...]
    derived: frozenset[str] = frozenset()


def judge_actions(
    board: Board,
    actions: Iterable[str],
    given: Iterable[str] = (),
    units: Mapping[str, str] = MappingProxyType({}),
) -> list[ActionVerdict]:
    """Report for each action whether it may be done, all of them being done together; ``units`` maps
    Locations to the status of the unit there.

    Raises BadInput where an action, or what is given, cannot be read or does not fit the board.
    """
    case = _Case(board, read_given(board, given), units)
    texts = [text.strip() for text in actions]
    pieces = {text: read_pieces(board, [text])[0] for text in texts if is_piece(text)}
    fields = {text: read_fact(board, "action", text) for text in texts if not is_piece(text)}
    check_pieces(case.hex_facts, case.given.pieces)
    found = case.asked(texts, fields, pieces)
    return [found[text] for text in texts]


def judge_attack(board: Board, attack: str, target: str, given: Iterable[str] = ()) -> Effects:
    """Return what an attack on a target comes to.

    Raises BadInput where the attack, its target, or what is given cannot be read or does not fit
    the board.
    """
    case = _Case(board, read_given(board, given))
    check_pieces(case.hex_facts, case.given.pieces)
    return case.attacked(read_fact(board, "attack", attack), read_target(board, target))


class _Case:
    """A board with what is given beside it."""

    def __init__(
        self, board: Board, given: GivenFacts, units: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.board = board = with_given(board, given.facts)
        self.units = units
        self.given = given
        self.hex_facts = HexFacts(board, unit_named("squad"))

    def asked(
        self, texts: Sequence[str], actions: Mapping[str, ParsedFact], pieces: Mapping[str, Piece]
    ) -> dict[str, ActionVerdict]:
        """Return by their texts whether actions may be done, and pieces placed.

        What stands several times among the texts is to be done so many times; a piece that lies there
        already counts as one more.
        """
        found = self._sighted(actions, (*self.given.pieces, *pieces.values()))
        terms = {text: action.term for text, action in actions.items() if text not in found}
        terms |= {text: piece.fact for text, piece in pieces.items()}
        if not terms:
            return found
        facts = [f"asked({term})." for term in terms.values()]
        counted = Counter(terms[text] for text in texts if text in terms)
        piece_facts = {piece.fact for piece in self.given.pieces}
        facts += [f"times({term},{n + (term in piece_facts)})." for term, n in counted.items()]
        grounded = self._ground(facts, actions.values(), _OF_ACTIONS, tuple(pieces.values()))
        rows = arguments_of(grounded, "verdict", 2)
        verdicts = {str(action): verdict.name for action, verdict in rows}
        decided = _decided(grounded, *_OF_ACTIONS[1:])
        return found | {
            t: _verdict_of(t, term, verdicts[term], decided) for t, term in terms.items()
        }

    def _sighted(
        self, actions: Mapping[str, ParsedFact], pieces: tuple[Piece, ...]
    ) -> dict[str, ActionVerdict]:
        """Answer those actions that are lines of sight."""
        sights = {text: action for text, action in actions.items() if action.name == ACTION}
        found = {
            text: sighted(self.board, action, pieces, self.units) for text, action in sights.items()
        }
        along = {text: action for text, action in actions.items() if action.name == ALONG}
        found |= {text: seen_along(self.board, action, pieces) for text, action in along.items()}
        hidden = {text: action for text, action in actions.items() if action.name == REVEALS}
        found |= {
            text: revealed(self.board, action, pieces, self.units)
            for text, action in hidden.items()
        }
        return {
            text: ActionVerdict(text, *entry) for text, entry in found.items() if entry is not None
        }

    def attacked(self, attack: ParsedFact, target: ParsedFact) -> Effects:
        """Return what an attack comes to."""
        facts = [f"attack({attack.name}).", *(f"target({each})." for each in target.arguments)]
        if attack.arguments:
            text = ",".join(attack.arguments)
            by = f"({text})" if len(attack.arguments) > 1 else text
            facts.append(f"attack_by({attack.name},{by}).")
        line = self._line(attack, target)
        traced = (*facts, *line.facts)
        grounded = self._ground(traced, (attack, target), _OF_ATTACKS)
        decided = _decided(grounded, *_OF_ATTACKS, line=line)
        unknown = {(what, citation) for what, _, citation in decided["unsure"]}
        found = sorted(
            set(_effects(decided)), key=lambda e: (e.what, e.dr, e.value, e.citation.number)
        )
        atoms = frozenset(str(e) for text in _OF_ATTACKS for e in atoms_of(grounded, *text))
        return Effects(tuple(found), tuple(sorted(unknown, key=str)), atoms)

    def _ground(
        self,
        facts: Iterable[str],
        entries: Iterable[ParsedFact],
        wanted: tuple[tuple[str, int], ...],
        pieces: tuple[Piece, ...] = (),
    ) -> clingo.Control:
        placed = (*self.given.pieces, *pieces)
        named = {name for each in (*entries, *self.given.facts) for name in each.hexes}
        named |= {name for piece in placed for name in piece.hexes}
        named &= self.board.by_name.keys()  # boards are quoted too
        facts = tuple(facts)
        hexes = self._reach(named, placed, facts)
        items = [*facts, *(f"given({each.term})." for each in self.given.facts)]
        return ActiveRules(PROFILE).ground(
            "\n".join([self.hex_facts.facts(placed, hexes), *sorted(set(items))]), wanted=wanted
        )

    def _reach(
        self, named: Collection[str], placed: Sequence[Piece], facts: Iterable[str]
    ) -> frozenset[str]:
        """List the hexes that may bear on what is asked, as the rules say; of house rules it does
        not.

        The rules are given the hexes around those that are named, and more of them until all that lies
        beside what they find is among them: measuring the drawing of a whole board takes long.
        """
        whole = frozenset(self.board.by_name)
        if active_rules().is_enlarged:
            return whole
        concerned = [f"concerned({string_term(name)})." for name in sorted(named)]
        hexes = self.hex_facts.around(self.hex_facts.around(named))
        while True:
            text = "\n".join([self.hex_facts.facts(placed, hexes), *facts, *concerned])
            grounded = ActiveRules(REACH).ground(text, wanted=_OF_REACH)
            reach, touched = (
                frozenset(name.string for (name,) in arguments_of(grounded, *each))
                for each in _OF_REACH[:2]
            )
            if hexes == whole or not atoms_of(grounded, *_OF_REACH[2]):
                further = hexes | self.hex_facts.around(touched)
            else:
                further = whole
            if further == hexes:
                return reach
            hexes = further

    def _line(self, attack: ParsedFact, target: ParsedFact) -> LineOfFire:
        """Trace the line from a firer to the target; attacks without a firer need none."""
        names = (name for _, name in word_named("attack", attack.name).arguments)
        if FIRER not in names:
            return LineOfFire()
        return line_of_fire(
            self.board, attack.arguments[0], target, self.given.pieces, self.given.facts
        )


_OF_REACH = (("reach", 1), ("touched", 1), ("asks_for_all", 1))
"""What rules say of how far an action or an attack reaches."""

_OF_ATTACKS = (("effect", 3), ("outcome", 4), ("unsure", 2))
"""What rules say of attacks."""


_DECISIVE = {"no": "refused", "unknown": "doubtful", "yes": "allowed"}
"""What the rules say that a verdict rests on."""

_OF_ACTIONS = (
    ("verdict", 2),
    *((name, 2) for name in _DECISIVE.values()),
    ("risk", 3),
    ("brings", 3),
)
"""What rules say of actions: the verdict, what it rests on, and what else comes of it."""


def _verdict_of(text: str, term: str, verdict: str, decided: _Decided) -> ActionVerdict:
    def rules(predicate: str) -> list[tuple[str, Citation]]:
        entry = decided[predicate]
        return sorted(
            {(value, citation) for subject, value, citation in entry if subject == term}, key=str
        )

    risks = () if verdict == "no" else tuple(rules("risk"))
    brings = () if verdict == "no" else tuple(rules("brings"))
    return ActionVerdict(
        text, verdict, tuple(citation for _, citation in rules(_DECISIVE[verdict])), risks, brings
    )


_Decided = Mapping[str, Sequence[tuple[str, str, Citation]]]
"""For each predicate what rules say with it: subject, value, and the citation of the very rule."""


def _decided(
    grounded: clingo.Control,
    *predicates: tuple[str, int],
    line: LineOfFire | None = None,
) -> _Decided:
    """List what rules say with some predicates; what hands on what a ``line`` says cites its rules."""
    atoms = [each for entry in predicates for each in atoms_of(grounded, *entry)]
    found: dict[str, list[tuple[str, str, Citation]]] = {name: [] for name, _ in predicates}
    for atom, cited in reasons_for(grounded, PROFILE, atoms).items():
        *result, rule = atom.arguments
        lent = None if line is None else line.citation(str(result[0]), rule.string)
        cited = cited if lent is None else (lent,)
        value = str(result[-1]) if len(result) > 1 else ""
        subject = "|".join(map(str, result[: max(1, len(result) - 1)]))
        found[atom.name] += [(subject, value, citation) for citation in cited]
    return found


def _effects(decided: _Decided) -> Iterator[Effect]:
    for what, value, citation in decided["effect"]:
        yield Effect(what, value, citation)
    for thrown, value, citation in decided["outcome"]:
        what, dr = thrown.split("|")
        yield Effect(what, value, citation, dr)
