"""Puts cases to the rules: actions that may or may not be done, and what attacks come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import clingo

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import (
    CELLAR,
    GROUND,
    PILLBOX,
    Location,
    crest_place,
    vertex_place,
)
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.facts.tracing.line_facts import ALONE, SightLine
from hexcourt.facts.tracing.sight_lines import STATUSES
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.placement import check_pieces, met_by_lines, with_pieces
from hexcourt.solver.placement.rule_locations import named_place, with_rule_locations
from hexcourt.solver.position.board_language import unquoted
from hexcourt.solver.position.changes import read_pieces
from hexcourt.solver.position.locations import no_crest
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
from hexcourt.solver.position.states import State, state_words
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of, atoms_of
from hexcourt.solver.rulebase.reasons import possible_reasons, reasons_for
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.rulebase.statement import Citation
from hexcourt.solver.sight.exact_los import PROFILE as LINES
from hexcourt.solver.sight.exact_los import LineVerdict
from hexcourt.solver.sight.los_engine import LosEngine

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


# Traces the line of fire, so that effects know what lines of sight know; answers ``sees``.

DUG_IN = ("trench", "foxhole")
"""The states of a unit that a line takes as entrenched at ground level (A2.8)."""


def board_of_lines(board: Board, pieces: Iterable[Piece]) -> Board:
    """Return the board as lines of sight meet it: with its further Locations and what is placed
    on it.
    """
    return with_pieces(with_rule_locations(board), met_by_lines(pieces))


def end_of_lines(board: Board, term: str) -> tuple[Location | None, str | None]:
    """Find the place of a state on a board of lines, and the status that it gives the unit there:
    ``entrenched``. Nothing is found for what is no state of a unit on the map, nor for a Location that
    the board does not have. Raises BadInput where there is no such Crest status.
    """
    state = State.read(term)
    if state is None or state.off_map:
        return None, None
    if state.in_bypass:
        words = state_words(board, state)
        return named_place(board, state.hex, vertex_place(state.vertex), words), None
    if state.kind == "crest":
        words = state_words(board, state)
        found = named_place(board, state.hex, crest_place(state.hexside), words)
        if found is None:
            raise BadInput(f"{words}: {no_crest()}")
        return found, None
    if state.place.startswith(PILLBOX):
        return named_place(board, state.hex, state.place, state_words(board, state)), None
    place = GROUND if state.place in DUG_IN else state.place
    known = {each.place: each for each in board.locations_of(state.hex)}
    return known.get(place), "entrenched" if state.place in DUG_IN else None


_OF_TARGET: Mapping[str, str] = MappingProxyType(
    {"shelters": "fire_cover", "perhaps_shelters": "fire_cover_perhaps"}
)

_DERIVED_BY: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "tem": ("shelters", "perhaps_shelters"),
        "hull_down": ("hull_down",),
        "height_advantage": ("advantage",),
        "attack": ("blocks", "no_line_within", "blocked"),
        "line": ("doubtful", "unsettled", "unknown"),
    }
)
"""By which predicates of lines the effects of an attack are said that hand on what these say."""


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """What lines of sight say of the line from firer to target, as facts for the rules of effects.

    ``cited`` are the citations of their rules, by what they say and by number.
    """

    facts: tuple[str, ...] = ()
    cited: Mapping[tuple[str, str], Citation] = field(default_factory=dict)

    def citation(self, what: str, number: str) -> Citation | None:
        """Find the citation of what a line hands on to effects: ``tem(wall)`` by B9.3."""
        result = _DERIVED_BY.get(what.split("(")[0], ())
        return next((self.cited[e, number] for e in result if (e, number) in self.cited), None)


def line_of_fire(
    board: Board,
    firer: str,
    target: ParsedFact,
    pieces: Iterable[Piece],
    given: Iterable[ParsedFact] = (),
) -> LineOfFire:
    """Trace the line from a state to a target; nothing is given where one of both is no place of a
    unit on the board, nor within one Location.

    ``given`` is what is given beside the board. Raises BadInput where the target may be at either end
    of a hexside.
    """
    facts = tuple(given)
    placed = board_of_lines(board, pieces)
    states = {each.arguments[0]: each.name for each in facts if each.name in STATUSES}
    first, one = _end(placed, firer, states)
    found = {_end(placed, each, states) for each in target.arguments} - {(None, None)}
    if len({place for place, _ in found}) > 1:
        raise BadInput(f"{target.text}: has two ends; name the vertex too, such as K13-L12-K12")
    second, other = min(found, key=str, default=(None, None))
    if first is None or second is None or first == second:
        return LineOfFire()
    line, ruling = LosEngine(placed).rule(first, second, (one, other), explain=True)
    cited = {(e.effect, e.citation.number): e.citation for e in reversed(ruling.reasons)}
    items = sorted({*_way(line), *_line_terms(placed, line, ruling)})
    return LineOfFire(tuple(items), MappingProxyType(cited))


def _end(board: Board, term: str, states: Mapping[str, str]) -> tuple[Location | None, str | None]:
    """Find the end of lines that a state is, and the status of the unit there."""
    place, status = end_of_lines(board, term)
    return place, states.get(term, status) if place is not None else None


def _way(line: SightLine) -> Iterator[str]:
    """Return between which levels a line goes, and whether over the hexside that its target faces."""
    for who, place in (("firer", line.a), ("target", line.b)):
        yield f"fire_level({who},{place.sight_level})."
        if place.unsure:
            yield f"fire_unsure({string_term(place.unsure)})."
    if f"crest_faces({ALONE.line},b)." in line.facts:
        yield "fire_faces(crest)."


def _line_terms(board: Board, line: SightLine, ruling: LineVerdict) -> Iterator[str]:
    """Return what the rules say of a line."""
    yield f"fire_line({ruling.verdict})."
    yield f"fire_hindrance({ruling.hindrance})."
    yield from (f"fire_blocked({string_term(rule)})." for rule in ruling.blocked)
    yield from (f"fire_unknown({string_term(rule)})." for rule in ruling.unknown)
    for reason in ruling.reasons:
        terrain = "" if reason.feature is None else line.features[reason.feature].terrain
        # What shelters the target, or gives one of both an advantage.
        rule = string_term(reason.citation.number)
        if reason.effect in _OF_TARGET and reason.end == "b":
            yield f"{_OF_TARGET[reason.effect]}({terrain},{reason.value},{rule})."
        elif reason.effect == "hull_down" and reason.end == "b":
            yield f"fire_hull_down({rule})."
        elif reason.effect == "advantage":
            yield f"fire_advantage({'target' if reason.end == 'b' else 'firer'},{rule})."
        if reason.effect == "hinders" and reason.feature is not None:
            met = line.features[reason.feature]
            lines = (string_term(met.hex), terrain, met.ground, reason.value)
            ranges = (board.range(each.hex, met.hex) for each in (line.a, line.b))
            layer = ruling.layers.get(met.number, 0)
            yield f"fire_hinders({','.join(map(str, (*lines, *ranges, layer)))})."


ACTION, ALONG, REVEALS = "sees", "sees_along", "reveals"

_VERDICTS = {
    "clear": ("yes", ()),
    "blocked": ("no", ("blocks", "no_line_within", "blocked")),
    "unknown": ("unknown", ("doubtful", "unsettled")),
}
"""How a verdict on a line answers, and what the rules say that it rests on."""

BETWEEN = "between"
"""What tells which features count for a line: a clear line rests on it (A6.1)."""


def sighted(
    board: Board, action: ParsedFact, pieces: Collection[Piece], units: Mapping[str, str]
) -> tuple[str, tuple[Citation, ...]] | None:
    """Return yes, no or unknown, and by which rules; nothing where one of the two is a Cellar that is
    not there. ``units`` maps Locations to the status of the unit there. Raises BadInput where an end is
    no Location.
    """
    first, second = action.arguments
    if first == second:
        raise BadInput(f"{action.text}: a line of sight has two ends; name two Locations")
    placed = board_of_lines(board, pieces)
    ends = [_end_sighted(placed, state) for state in (first, second)]
    (one, one_status), (other, other_status) = ends
    if one is None or other is None:
        return None
    if one == other:
        raise BadInput(f"{action.text}: both ends are one Location; name two")
    statuses = (one_status or units.get(one.name), other_status or units.get(other.name))
    _, ruling = LosEngine(placed).rule(one, other, statuses, explain=True)
    answer, effects = _VERDICTS[ruling.verdict]
    cited = {each.citation for each in ruling.reasons if each.effect in effects}
    if ruling.verdict == "clear":
        cited = set(possible_reasons(LINES, BETWEEN)[:1])
    return answer, tuple(sorted(cited, key=str))


def seen_along(
    board: Board, action: ParsedFact, pieces: Collection[Piece]
) -> tuple[str, tuple[Citation, ...]] | None:
    """Return whether the line that runs along a hexside from one of the hexes at its ends to the other
    is blocked, or not known, and by which rules; nothing where it is clear, or leaves the board: the
    rules says more of that.
    """
    ends = along_hexside(board, *(unquoted(each) for each in action.arguments))
    if ends is None:
        return None
    placed = board_of_lines(board, pieces)
    one, other = (placed.location(name) for name in ends)
    _, ruling = LosEngine(placed).rule(one, other, explain=True)
    answer, effects = _VERDICTS[ruling.verdict]
    cited = {each.citation for each in ruling.reasons if each.effect in effects}
    return None if ruling.verdict == "clear" else (answer, tuple(sorted(cited, key=str)))


def revealed(
    board: Board, action: ParsedFact, pieces: Collection[Piece], units: Mapping[str, str]
) -> tuple[str, tuple[Citation, ...]] | None:
    """Return that something hidden is not revealed, by the rules that block the line to it; nothing
    where it is seen or may be: the rules say more of that. Arguments as of ``sighted``.
    """
    found = sighted(board, action, pieces, units)
    return found if found is not None and found[0] == "no" else None


def along_hexside(board: Board, first: str, second: str) -> tuple[str, str] | None:
    """Name the hexes at the two ends of a hexside, if the board has both."""
    around = [
        set(board.neighbours[board.indices[name]].tolist()) - {-1} for name in (first, second)
    ]
    shared = sorted(around[0] & around[1])
    adjoin = board.indices[second] in around[0]
    if not adjoin or len(shared) != 2:
        return None
    return board.hexes[shared[0]].name, board.hexes[shared[1]].name


def _end_sighted(board: Board, term: str) -> tuple[Location | None, str | None]:
    """Find the end of lines that a state is; nothing for a Cellar that is not there."""
    found, status = end_of_lines(board, term)
    state = State.parse(term)
    if found is None and not (state.in_location and state.place == CELLAR):
        if not state.in_location:
            raise BadInput(f"{term}: is no Location; name one")
        return board.location(Location(state.hex, state.place, 0).name), None
    return found, status
