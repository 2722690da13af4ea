"""What a rule set answers on boards: lines of sight, ADJACENT Locations, moves and their charges,
Locations, statuses, actions, claims of examples; each answer is a text by what was asked, fit to be
compared.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import clingo
import numpy as np

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.examples.worked_example import example_names
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.tracing.sight_lines import every_pair
from hexcourt.solver.actions.judging import judge_actions
from hexcourt.solver.analysis.core.two_rule_sets import RuleSetComparison
from hexcourt.solver.boards.line_differences import verdict_of
from hexcourt.solver.examples.conformance import open_example, printed_unit_places, try_claims
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.statuses import Statuses
from hexcourt.solver.placement.surroundings import ADJACENT
from hexcourt.solver.placement.surroundings import PROFILE as ADJACENCY_PROFILE
from hexcourt.solver.position.read_actions import read_fact, words_of
from hexcourt.solver.position.states import Move
from hexcourt.solver.rulebase.rulebase import RuleBase, use_rules
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.sight.exact_los import OnLines, house_rules_on_lines
from hexcourt.solver.sight.los_engine import LosEngine

# Whether ADJACENT Locations see each other


SEEN = "see each other"
"""What is said of ADJACENT Locations that do; of others, which verdict their line has."""

AND = " and "


def adjacent_sight(board: Board) -> Iterator[tuple[str, str]]:
    """Return for all ADJACENT Locations of a board whether they see each other."""
    pairs = _adjacent(board, board.by_name)
    for (a, b), verdict in zip(pairs, _verdicts(board, pairs), strict=True):
        yield f"{a.name}{AND}{b.name}", verdict


def adjacency_answer(board: Board, ends: tuple[Location, Location]) -> str | None:
    """Return for two Locations whether they see each other; nothing where they are not ADJACENT."""
    first, second = sorted(ends, key=lambda each: each.table_name)
    if (first, second) not in _adjacent(board, {first.hex, second.hex}):
        return None
    return next(iter(_verdicts(board, [(first, second)])))


def _verdicts(board: Board, pairs: Sequence[tuple[Location, Location]]) -> Iterator[str]:
    if not pairs:
        return
    places = sorted({each for pair in pairs for each in pair}, key=lambda each: each.table_name)
    numbers = {each: number for number, each in enumerate(places)}
    query = np.array([[numbers[a], numbers[b]] for a, b in pairs], dtype=np.int64)
    table = LosEngine(board).table(places, query, measured=False)
    for number in range(len(pairs)):
        verdict = verdict_of(table, number)
        yield SEEN if verdict.startswith("clear") else f"are {verdict}"


def _adjacent(board: Board, hexes: Collection[str]) -> list[tuple[Location, Location]]:
    """List the ADJACENT Locations of some hexes that lines may be traced between, each pair once."""
    known = {(each.hex, each.place): each for each in board.locations if each.hex in hexes}
    hex_facts = HexFacts(board, unit_named("squad"))
    around = None if len(hexes) == len(board.by_name) else hex_facts.around(hexes)
    grounded = hex_facts.ground(around, profile=ADJACENCY_PROFILE)  # atoms live no longer than this
    found = set()
    for atom in grounded.symbolic_atoms.by_signature(ADJACENT, 4):
        items = ((at.arguments[0].string, str(at.arguments[1])) for at in atom.symbol.arguments[:2])
        ends = [known[each] for each in items if each in known]
        if len(ends) == 2:
            first, second = sorted(ends, key=lambda each: each.table_name)
            found.add((first, second))
    return sorted(found, key=lambda pair: (pair[0].name, pair[1].name))


# One question asked of a board again


LINES, MOVES, PLACES, ACTIONS, ADJACENT_PAIRS = (
    *("lines of sight", "moves", "Locations and statuses", "actions"),
    "ADJACENT Locations",
)
"""What is asked of boards one thing at a time."""

_OF_MOVES = (("charged", 4), ("perhaps", 4), ("barred", 2), ("doubtful", 2), ("risky", 3))


def line(board: Board, words: str) -> str | None:
    """Judge one line of sight: ``line A1 to A3``."""
    _, first, _, second = words.split()
    by_name = {each.table_name: each for each in board.ground_locations}
    if not {first, second} <= by_name.keys():
        return None
    return line_answer(board, (by_name[first], by_name[second]))


def line_answer(board: Board, ends: tuple[Location, Location]) -> str:
    """Write the verdict of a line with its hindrance or rule."""
    return verdict_of(LosEngine(board).table(ends, np.array([[0, 1]]), measured=False), 0)


def move_answers(grounded: clingo.Control) -> Mapping[str, str]:
    """Write of every move whether it may be made, and what it is charged."""
    known: dict[str, list[str]] = defaultdict(list)
    for name, arity in _OF_MOVES:
        for atom in grounded.symbolic_atoms.by_signature(name, arity):
            about, *rest = atom.symbol.arguments
            known[str(about)].append(f"{name}({','.join(map(str, rest))})")
    atoms = grounded.symbolic_atoms.by_signature("leads", 3)
    leads = {str(atom.symbol.arguments[0]) for atom in atoms}
    return {
        move: f"{'may' if move in leads else 'may not'}: {' '.join(sorted(known[move]))}"
        for move in sorted({*known, *leads})
    }


def move(board: Board, words: str) -> str | None:
    """Describe one move of a unit: ``squad go(...)``."""
    unit, _, wanted = words.partition(" ")
    return move_answers(HexFacts(board, unit_named(unit)).ground()).get(wanted)


def place(board: Board, words: str) -> str | None:
    """Describe a Location, or of a status there: ``Location A5h1``, ``emplaced in A3``."""
    first, _, name = words.rpartition(" ")
    found = [each for each in board.locations if each.name == name]
    if not found:
        return None
    return level_answer(found[0]) if first == "Location" else statuses(board, [words]).get(words)


def level_answer(each: Location) -> str:
    """Write the level of a Location."""
    unsure = f",uncertain by {each.unsure}" if each.unsure else ""
    return f"level {each.sight_level / 2:g}{unsure}"


def statuses(board: Board, questions: Iterable[str]) -> Mapping[str, str]:
    """Return which of some statuses, ``emplaced in A3``, units may not have."""
    posts = [(name, status) for status, _, name in (each.partition(" in ") for each in questions)]
    found = {}
    for each in Statuses(board).verdicts(posts, board.counters):
        text = "refused" if each.refused else "undetermined"
        found[f"{each.status} in {each.name}"] = f"{text}: {each.why}"
    return found


def action_answers(board: Board, questions: Iterable[str]) -> Mapping[str, str]:
    """Return whether actions may be done, and by which rules."""
    found = {}
    for ruling in judge_actions(board, questions):
        rules = ", ".join(dict.fromkeys(each.number for each in ruling.rules))
        found[ruling.action] = f"{ruling.verdict}{' by ' * bool(rules)}{rules}"
    return found


def action(board: Board, words: str) -> str | None:
    """Return for one action whether it may be done."""
    return action_answers(board, [words])[words]


def adjacent(board: Board, words: str) -> str | None:
    """Return for two Locations whether they are ADJACENT_PAIRS, and see each other."""
    first, _, second = words.partition(AND)
    by_name = {each.name: each for each in board.locations}
    if not {first, second} <= by_name.keys():
        return None
    return adjacency_answer(board, (by_name[first], by_name[second]))


QUESTIONS: Mapping[str, Callable[[Board, str], str | None]] = {
    LINES: line,
    MOVES: move,
    PLACES: place,
    ACTIONS: action,
    ADJACENT_PAIRS: adjacent,
}
"""How one thing of each subject is asked again: a rule set that knows nothing of it gives nothing."""


def command_of(subject: str, words: str, board: str) -> str:
    """Write the command by which a user asks it of a board."""
    first, _, last = words.rpartition(" ")
    if subject == LINES:
        _, a, _, b = words.split()
        return f"hexcourt los {board} {a} {b} --why"
    if subject == MOVES:
        unit, _, made = words.partition(" ")
        states = Move(made).states
        ends = [f"{each.hex}/{each.kind}" if each.off_map else each.hex for each in states]
        a, b = (ends or [*Move(made).hexes] * 2)[:2]
        return f"hexcourt path {board} {a} {b} --unit {unit} --why"
    if subject == PLACES and first == "Location":
        return f"hexcourt board show {board} {last.partition('/')[0]}"
    if subject == PLACES:
        return f"hexcourt see {board} {last} --status {first.partition(' ')[0]}"
    if subject == ADJACENT_PAIRS:
        return f"hexcourt adjacent {board} {words.partition(AND)[0]}"
    return f"hexcourt legal {board} '{words}'"


@dataclass(frozen=True, slots=True, order=True)
class BoardQuestion:
    """What is asked: the subject, the board, and the words of the question."""

    subject: str
    board: str
    words: str


BoardAnswers = Mapping[BoardQuestion, str]
"""What a rule set says; the texts of two rule sets are equal where the answers are."""


@dataclass(frozen=True)
class QuestionBatch:
    """What is asked of a rule set together, and how it is called."""

    name: str
    ask: Callable[[], Iterable[tuple[BoardQuestion, str]]]


CLAIMS = "claims of examples"

UNITS = ("squad", "truck", "tank")
"""The units whose moves are compared."""

ACTION_HEXES = 24
"""On how many hexes of a board actions are tried: those that differ most, each terrain once at least."""

MAX_WHOLE = 1_500
"""How many pairs are judged where each line has to be judged whole."""


def lines(board: Board) -> Iterator[tuple[str, str]]:
    """Judge the lines of sight between all hexes at ground level."""
    places = board.ground_locations
    pairs = every_pair(len(places))
    if house_rules_on_lines() is OnLines.WHOLE and len(pairs) > MAX_WHOLE:
        pairs = pairs[:: len(pairs) // MAX_WHOLE + 1]
    table = LosEngine(board).table(places, pairs, measured=False)
    names = [each.table_name for each in places]
    for pair, (a, b) in enumerate(pairs.tolist()):
        yield f"line {names[a]} to {names[b]}", verdict_of(table, pair)


def moves(board: Board) -> Iterator[tuple[str, str]]:
    """Return every move of some units with its price and what it is charged."""
    for unit in UNITS:
        result = move_answers(HexFacts(board, unit_named(unit)).ground())
        yield from ((f"{unit} {move}", entry) for move, entry in result.items())


def places(board: Board) -> Iterator[tuple[str, str]]:
    """Return the Locations, and which statuses units may not have there."""
    for each in board.locations:
        yield f"Location {each.name}", level_answer(each)
    posts = [f"{s} in {e.name}" for e in board.locations for s in ("emplaced", "entrenched")]
    yield from statuses(board, posts).items()


def actions(board: Board) -> Iterator[tuple[str, str]]:
    """Return for actions of all kinds in some hexes of a board whether they may be done, each by
    itself.
    """
    # Choose hexes such that each kind of ground is among them.
    kinds: dict[tuple[str, ...], str] = {}
    for each in board.hexes:
        held = tuple(sorted({*each.terrain, *each.features}))
        kinds.setdefault(held, each.name)
    hexes = sorted(sorted(kinds.values())[:ACTION_HEXES])
    for word in words_of("action"):
        items = (_on(word.example, name, board) for name in hexes)
        texts = list(dict.fromkeys(text for text in items if text is not None))
        if texts:
            yield from action_answers(board, texts).items()


def _on(example: str, name: str, board: Board) -> str | None:
    """Turn the example of an action to a hex of a board; nothing where it does not fit there."""
    first, quote, rest = example.partition('"')
    place, _, after = rest.partition('"')
    if not quote or '"' in after:
        return None
    there = place.partition("/")[1] + place.partition("/")[2]
    text = f'{first}"{name}{there}"{after}'
    try:
        read_fact(board, "action", text)
    except BadInput:
        return None
    return text


def claims(board: Board) -> Iterator[tuple[str, str]]:
    """Try the claims of the examples on a board."""
    for name in example_names():
        named = open_example(name)
        if named.example.board != board.name:
            continue
        position = named.position(named.example.counters)
        posts = printed_unit_places(position.board_of_lines, named.example, position.statuses)
        for found in try_claims(LosEngine(position.board_of_lines), named.example, posts):
            claim = f"claim {found.claim.number} of {name}: {found.claim.viewer} to {found.claim.target}"
            hindrance = f"+{found.result.hindrance}" if found.result.hindrance else ""
            yield claim, f"{found.result.verdict}{hindrance}, {found.outcome}"


SUBJECTS: Mapping[str, tuple[Callable[[Board], Iterator[tuple[str, str]]], frozenset[str]]] = {
    CLAIMS: (claims, frozenset({"los", "features"})),
    ADJACENT_PAIRS: (adjacent_sight, frozenset({"los", "features", "adjacency"})),
    PLACES: (places, frozenset({"locations", "placing", "counters"})),
    ACTIONS: (actions, frozenset({"cases"})),
    LINES: (lines, frozenset({"los", "features"})),
    MOVES: (moves, frozenset({"moving_infantry", "moving_vehicle"})),
}
"""What is asked on boards, with the profiles that answer it."""


def steps_on_boards(
    profiles: Collection[str], boards: Iterable[str] = ()
) -> Iterator[QuestionBatch]:
    """List all that some profiles have a say in, on all embedded boards or on some."""
    for name in boards or embedded_names():
        for subject, (ask, query) in SUBJECTS.items():
            if not query.isdisjoint(profiles):
                yield QuestionBatch(f"{name}: {subject}", partial(_asked_on, name, subject, ask))


def _asked_on(
    name: str, subject: str, ask: Callable[[Board], Iterator[tuple[str, str]]]
) -> Iterator[tuple[BoardQuestion, str]]:
    for words, answer in ask(open_board(name)):
        yield BoardQuestion(subject, name, words), answer


def answers(
    rule_base: RuleBase, profiles: Collection[str], boards: Iterable[str] = ()
) -> BoardAnswers:
    """Ask a rule set all that some profiles have a say in, on all embedded boards or on some."""
    with use_rules(rule_base):
        return dict(entry for step in steps_on_boards(profiles, boards) for entry in step.ask())


def sampled(one: BoardAnswers, other: BoardAnswers) -> bool:
    """Return whether some lines were asked of one rule set alone, as asking about all takes long."""
    return any(each.subject == LINES for each in one.keys() ^ other.keys())


def answer_again(rule_base: RuleBase, wanted: BoardQuestion) -> str | None:
    """Ask a rule set one thing again; nothing where it does not answer that."""
    with use_rules(rule_base):
        board = open_board(wanted.board)
        if wanted.subject in QUESTIONS:
            return QUESTIONS[wanted.subject](board, wanted.words)
        return dict(SUBJECTS[wanted.subject][0](board)).get(wanted.words)


@dataclass
class TwoAnswers:
    """What two rule sets say, and the names of the steps that neither was asked."""

    old: dict[BoardQuestion, str] = field(default_factory=dict)
    new: dict[BoardQuestion, str] = field(default_factory=dict)
    left: tuple[str, ...] = ()
    interrupted: bool = False


def ask_both(
    comparison: RuleSetComparison,
    steps: Iterable[QuestionBatch],
    until: float,
    tell: Callable[[str], None] = lambda _: None,
) -> TwoAnswers:
    """Ask both rule sets step by step, up to a point in time; an interruption ends it, too."""
    every = list(steps)
    two_answers = TwoAnswers()
    for number, step in enumerate(every):
        left = tuple(each.name for each in every[number:])
        if time.monotonic() >= until:
            two_answers.left = left
            break
        tell(f"{number + 1} of {len(every)}: {step.name}")
        try:
            with use_rules(comparison.old):
                before = dict(step.ask())
            with use_rules(comparison.new):
                after = dict(step.ask())
        except KeyboardInterrupt:
            two_answers.left, two_answers.interrupted = left, True
            break
        two_answers.old.update(before)
        two_answers.new.update(after)
    return two_answers
