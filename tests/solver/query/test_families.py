"""Every world of a family is accounted for: the numbers add up, world by world."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations, product
from math import comb
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.facts.pieces.pieces import piece_text, read_piece
from hexcourt.solver.api.position import Position
from hexcourt.solver.language.question import UNIVERSAL, read_question
from hexcourt.solver.position.board_language import BoardLanguage, Doubt, KnownFacts
from hexcourt.solver.position.changes import one_way_round
from hexcourt.solver.query.certifying import certify_answer, verify_statement
from hexcourt.solver.query.deciding import AskedNumber, Decider, Outcome, WorldState
from hexcourt.solver.query.outcomes import QueryResult, WorldCounts
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import Tally, tallied
from hexcourt.solver.query.worlds import read_choice
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget
from tests import effort
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("engines")

MOST = effort.sample(16, 50)
"""How many worlds a random family has at most."""

VILLAGE = """A1:A5, B1:B5, C1:C5, D1:D5, B2 woods, A2 +debris, D4 brush, C5 @2, D5 @2,
             B3 building(stone,1) level(1) stairwell, C3 building(wood,1) level(1),
             B4-C4 wall, A4-B3 hedge,
             A1-A2 road(dirt), A2-A3 road(dirt), A3-A4 road(dirt), A1-B1 road(dirt), B1-C2 road(dirt)"""
CUT_OUT = """A1:A4, B1:B2, C1:C4, D1:D4, C2 building(stone,1), D3 marsh, A3 @1,
             A1-A2 road(dirt), A2-A3 road(dirt), C1-D1 road(dirt), D1-D2 road(dirt)"""
"""Lines from A3 to C3 leave the board; A3 lies half a level up."""


@cache
def board_of(name: str) -> Board:
    texts = {"village": VILLAGE, "cut out": CUT_OUT}
    return tiny(texts[name]) if name in texts else embedded_board(name)


# --- random questions -------------------------------------------------------------------------------

SIGHT = (
    'exists : sees("{a}", "{b}")',
    'never : sees("{a}", "{b}")',
    'always : sees("{a}", "{b}")',
    'exists : sees("{a}", "{b}", entrenched)',
    'which H : hex(H), range(H, "{a}") <= 2, sees(H, "{b}")',
    'which H : hex(H), range(H, "{a}") <= 2, not sees("{b}", H)',
    'count H : hex(H), range(H, "{a}") <= 2, sees("{b}", H)',
    'all H : hex(H), range(H, "{a}") = 1 -> sees(H, "{b}")',
    'all H : hex(H), range(H, "{a}") <= 2, sees("{a}", H), H != "{b}" -> not sees("{b}", H)',
    'max N : hindrance("{a}", H, N), hex(H), range(H, "{b}") <= 1',
    'min N : hindrance("{a}", "{b}", N)',
    'which R : blocked("{a}", "{b}", R)',
    'max N : hex(G), range(G, "{a}") = 1, N = #count {{ H : sees(G, H), range(H, "{b}") = 1, hex(H) }}',
    'count H : rubble(H), sees(H, "{a}")',
)
MOVEMENT = (
    'exists : path("{a}", "{b}")',
    'always : path("{a}", "{b}"), not crosses("roadblock")',
    'never : path("{a}", "{b}"), not enters("{c}")',
    'min C : reach("{a}", "{b}", C)',
    'min T : arrives("{a}", "{b}", T)',
    'max C : reach("{a}", H, C), range(H, "{a}") <= 1, hex(H)',
    'which H : hex(H), range(H, "{a}") <= 1, reach("{a}", H) <= 2',
    'which H, C : hex(H), range(H, "{a}") = 1, reach("{a}", H, C)',
    'count H : hex(H), range(H, "{a}") <= 1, reach("{a}", H) <= 3',
    'all H : hex(H), range(H, "{a}") = 1 -> reach("{a}", H) <= 2',
    'all H : trench(H), range(H, "{a}") <= 2 -> arrives("{a}", H, 1)',
    'exists : bypass_path("{a}", "{b}")',
    'count L : adjacent("{a}", L)',
)
MIXED = (
    'which H : hex(H), range(H, "{a}") = 1, reach("{a}", H) <= 3, not sees(H, "{b}")',
    'exists : path("{a}", "{b}"), sees("{a}", "{b}")',
    "count A, B : roadblock(A, B), A < B",
    'min C : hex(H), range(H, "{b}") <= 1, reach("{a}", H, C), sees(H, "{a}")',
)
ON_HEXSIDES = ("roadblock", "breach")
IN_HEXES = ("rubble:stone", "rubble:wood", "debris", "wreck", "afv", "trench", "foxhole", "enemy")


@dataclass(frozen=True)
class Case:
    """A question and its families: the pieces of each, and between which numbers of them lie."""

    board: str
    unit: str
    question: str
    families: tuple[tuple[tuple[str, ...], int, int], ...]
    supposed: tuple[str, ...] = ()

    @property
    def vary(self) -> list[str]:
        return [f"{least} {{ {'; '.join(some)} }} {most}" for some, least, most in self.families]

    def session(self, more: Iterable[str] = ()) -> QuerySession:
        return QuerySession(Position(board_of(self.board), (*self.supposed, *more)), unit=self.unit)


def random_case(number: int) -> Case:
    """Make up a question that can be asked, with its families."""
    for attempt in range(99):
        case = _any_case(random.Random(f"{number} {attempt}"))
        try:
            case.session().ask(case.question)
        except BadInput:
            continue
        return case
    raise AssertionError("no question can be asked")


def _any_case(chance: random.Random) -> Case:
    """Make up a question with its families, near one place of a board."""
    name = chance.choice(["village"] * 5 + ["cut out"] * 3 + ["budapest", "barricades", "pegasus"])
    board = board_of(name)
    a = chance.choice(board.hexes).name
    near = [each.name for each in board.hexes if 0 < board.range(a, each.name) <= 3]
    b, c = chance.sample(near, 2)
    shape = chance.choice(chance.choice((SIGHT, MOVEMENT, MIXED)))
    pieces = _pieces_near(board, a, b, chance)
    supposed = (pieces.pop(),) if chance.random() < 0.15 else ()
    sizes = len(pieces)
    families: list[tuple[tuple[str, ...], int, int]] = []
    for few in (pieces[: sizes // 2], pieces[sizes // 2 :]) if chance.random() < 0.3 else (pieces,):
        if families and chance.random() < 0.3:
            few = [*few, families[0][0][0]]  # families that share a piece
        room = MOST // (_count(families) or 1)
        bounds = [(least, most) for least in range(3) for most in range(least, len(few) + 1)]
        fit = [each for each in bounds if sum(comb(len(few), n) for n in _sizes(each)) <= room]
        families.append((tuple(few), *chance.choice(fit or [(0, 0)])))
    unit = chance.choice(["squad", "squad", "leader", "tank", "truck"])
    return Case(name, unit, shape.format(a=a, b=b, c=c), tuple(families), supposed)


def _sizes(bounds: tuple[int, int]) -> range:
    return range(bounds[0], bounds[1] + 1)


def _count(families: Sequence[tuple[tuple[str, ...], int, int]]) -> int:
    found = 1
    for some, *bounds in families:
        found *= sum(comb(len(some), n) for n in range(bounds[0], bounds[1] + 1))
    return found


def _pieces_near(board: Board, a: str, b: str, chance: random.Random) -> list[str]:
    """List some pieces between two hexes, those that a road or a building asks for among them."""
    here = [h for h in board.hexes if board.range(a, h.name) + board.range(h.name, b) <= 4]
    names = [each.name for each in here]
    built = [each.name for each in here if "building" in (each.terrain or "")]
    roads = [(x, y) for x, y in _road_hexsides(board) if x in names and y in names]
    found = set()
    for _ in range(chance.randint(3, 7)):
        if roads and chance.random() < 0.35:
            kind, (x, y) = chance.choice(ON_HEXSIDES[:1] * 5 + ON_HEXSIDES), chance.choice(roads)
            found.add(f'{kind}("{x}","{y}")')
            continue
        kind, _, material = chance.choice(IN_HEXES).partition(":")
        where = chance.choice(built if material and built else names)
        found.add(f'{kind}("{where}"{"," + material if material else ""})')
    return chance.sample(sorted(found), len(found))


@cache
def _road_hexsides_of(name: str) -> tuple[tuple[str, str], ...]:
    rows = QuerySession(board_of(name)).ask("which A, B : road(A, B), A < B").rows
    return tuple((str(a), str(b)) for a, b in rows)


def _road_hexsides(board: Board) -> tuple[tuple[str, str], ...]:
    known = ("village", "cut out", "budapest", "barricades", "pegasus")
    return _road_hexsides_of(next(name for name in known if board_of(name) is board))


# --- asked world by world -----------------------------------------------------------------------------


def key(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(piece_text(one_way_round(read_piece(text))) for text in texts)


def worlds_of(case: Case, left_out: frozenset[str]) -> set[frozenset[str]]:
    """List the worlds of the families, without what may not lie: each once."""
    choices: list[list[tuple[str, ...]]] = []
    for some, least, most in case.families:
        allowed = sorted(key(some) - left_out)
        choices.append(
            list(chain.from_iterable(combinations(allowed, n) for n in range(least, most + 1)))
        )
    return {frozenset(chain.from_iterable(mixture)) for mixture in product(*choices)}


def alone(case: Case, world: frozenset[str]) -> QueryResult | str:
    """Ask in one world by itself; give the reason where it cannot be."""
    try:
        return case.session(sorted(world)).ask(case.question)
    except BadInput as error:
        return str(error)


def check_sums(found: QueryResult, worlds: WorldCounts) -> None:
    """Every world counts once in all that is counted."""
    asked = found.question
    assert worlds.total == sum(worlds.counts.values()) + worlds.over
    assert worlds.every == worlds.total + worlds.excluded
    decided = worlds.total - worlds.over
    if asked.mode in ("count", "min", "max"):
        values = sum(n for _, n in (*worlds.values, *worlds.open_values)) + worlds.valueless
        assert values == decided
    perhaps = dict(worlds.perhaps)
    for row, number in worlds.rows:
        assert number + perhaps.get(row, 0) <= decided
    assert worlds.vacuous + worlds.perhaps_vacuous <= decided
    says = "no" if asked.mode in UNIVERSAL else "yes"
    assert len(worlds.witnesses) == worlds.counts[says]
    assert len(worlds.open) == worlds.counts["unknown"]
    assert len(worlds.impossible) == worlds.excluded
    assert worlds.unlisted == 0
    assert not set(worlds.witnesses) & set(worlds.open)


def check_case(case: Case) -> WorldCounts:
    """Compare the worlds of a question with each asked by itself."""
    found = case.session().ask(case.question, vary=case.vary)
    worlds = found.worlds
    assert worlds is not None
    check_sums(found, worlds)
    left_out = frozenset(piece for piece, _ in worlds.left_out)
    every = worlds_of(case, left_out)
    assert worlds.every == len(every)
    said: dict[frozenset[str], QueryResult | str] = {world: alone(case, world) for world in every}
    findings = [each for each in said.values() if isinstance(each, QueryResult)]
    barred = {world for world, each in said.items() if isinstance(each, str)}
    assert {key(map(piece_text, world)) for world, _ in worlds.impossible} == barred
    assert Counter(each.answer for each in findings) == Counter(worlds.counts)
    _check_numbers(found, worlds, findings)
    if found.question.mode not in ("min", "max"):
        assert Counter(row for each in findings for row in each.rows) == dict(worlds.rows)
        assert Counter(row for each in findings for row in each.perhaps) == dict(worlds.perhaps)
    assert sum(each.vacuous for each in findings) == worlds.vacuous
    assert found.undecided == tuple(sorted({r for each in findings for r in each.undecided}))
    _check_answer(found, findings)
    return worlds


def _check_numbers(
    found: QueryResult, worlds: WorldCounts, findings: Sequence[QueryResult]
) -> None:
    numbers = [each.number for each in findings if each.number is not None]
    told = {AskedNumber(value, value): n for value, n in worlds.values} | dict(worlds.open_values)
    if worlds.valueless:
        told[AskedNumber(None, None)] = worlds.valueless
    assert Counter(numbers) == told
    if numbers:
        least = [each.least for each in numbers if each.least is not None]
        most = [each.most for each in numbers if each.most is not None]
        lacking = any(each.may_lack or each.most is None for each in numbers)
        assert found.number is not None
        assert found.number.least == min(least, default=None)
        assert found.number.most == max(most, default=None)
        assert found.number.may_lack == (lacking and bool(most))


def _check_answer(found: QueryResult, findings: Sequence[QueryResult]) -> None:
    answers = {each.answer for each in findings}
    deciding, other = ("no", "yes") if found.question.mode in UNIVERSAL else ("yes", "no")
    expected = next((each for each in (deciding, "unknown") if each in answers), other)
    assert found.answer == expected


@pytest.mark.parametrize("number", range(effort.sample(1, 300)))
def test_every_world_is_accounted_for(number: int) -> None:
    check_case(random_case(number))


HOUSES = ('rubble("B3",stone)', 'rubble("C3",wood)', 'trench("A3")')
"""What does away with Locations of the village, and what does not."""
LOCATIONS = (
    'which L : in_hex(L, ("B3"; "C3"))',
    'which L, X : level(L, X), in_hex(L, "B3")',
    "count H : stairwell(H)",
    'exists : in_hex(L, "C3"), L != "C3", stairwell("B3")',
    "all L : location(L), not trench(L) -> level(L, X), X < 2",
)


@effort.one_in(2)
@pytest.mark.parametrize("question", LOCATIONS)
def test_locations_are_those_of_each_world(question: str, tmp_path: Path) -> None:
    case = Case("village", "squad", question, ((HOUSES, 0, 3),))
    check_case(case)
    session = case.session()
    found = session.ask(question, vary=case.vary)
    assert found.worlds is not None
    assert len(found.worlds.counts) > 1 or len(found.worlds.values) > 1 or found.worlds.rows
    made = certify_answer(session, found, case.vary, tmp_path / "proof", Limits())
    assert not isinstance(made, OutOfBudget)
    assert verify_statement(tmp_path / "proof").is_bound


# --- what may go wrong in counting ------------------------------------------------------------------


def counted(question: str, *vary: str, suppose: Sequence[str] = ()) -> WorldCounts:
    found = QuerySession(Position(board_of("cut out"), tuple(suppose))).ask(question, vary=vary)
    assert found.worlds is not None
    check_sums(found, found.worlds)
    return found.worlds


def test_worlds_whose_number_is_not_decided_are_told() -> None:
    worlds = counted('max N : hindrance("A3", "C3", N)', '{ debris("A1"); wreck("D2") } <= 1')
    assert worlds.values == ()
    assert worlds.open_values == ((AskedNumber(0, 5, may_lack=True), 3),)


def test_worlds_without_a_number_are_told() -> None:
    worlds = counted('max N : trench(H), range(H, "A1", N)', '{ trench("A2"); trench("C4") }')
    assert (dict(worlds.values), worlds.valueless) == ({1: 1, 4: 2}, 1)


def test_rows_that_hold_perhaps_are_counted_apart() -> None:
    question = 'which H : sees("A3", H), hex(H), range(H, "C3") = 0'
    worlds = counted(question, '{ debris("A1"); wreck("D2") } <= 1')
    assert worlds.rows == ()
    assert worlds.perhaps == ((("C3",), 3),)
    assert worlds.counts == {"yes": 0, "no": 0, "unknown": 3}


def test_claims_that_are_perhaps_about_nothing_are_counted_apart() -> None:
    worlds = counted('all H : sees("A3", H), range(H, "C3") = 0 -> hex(H)', '{ debris("A1") }')
    assert (worlds.vacuous, worlds.perhaps_vacuous) == (0, 2)


def test_two_mixtures_that_are_one_world_count_once() -> None:
    some = '{ trench("A2"); trench("A4") } <= 1', '{ trench("A2"); trench("C4") } <= 1'
    assert counted("count H : trench(H)", *some).total == 7


def test_a_piece_that_lies_already_is_left_out() -> None:
    vary = '{ rubble("C2", stone); rubble("C2", wood) } <= 1'
    worlds = counted("exists : hex(H)", vary, suppose=['rubble("C2", stone)'])
    assert ('rubble("C2",stone)', "lies there already") in worlds.left_out
    assert worlds.total == 1


PIGEONS = """1 { in(P, H) : H = 1..8 } 1 :- P = 1..9, not sees("A1", "A2").
             :- in(P, H), in(Q, H), P < Q."""
"""A search that has no end within a few conflicts, where there is no line from A1 to A2."""


def test_a_limit_in_one_world_leaves_the_others() -> None:
    asked = read_question('exists : sees("A1", "A3")', BoardLanguage(board_of("cut out")))
    decider = Decider(asked, PIGEONS, conflicts=20)
    doubt = Doubt(('sees("A1","A3")',), ("A2.1",))
    hard = WorldState(KnownFacts(frozenset(), frozenset({doubt})))
    easy = WorldState(KnownFacts(frozenset({'sees("A1","A2")'}), frozenset({doubt})))
    over, outcome = decider.decide([hard, easy])
    assert isinstance(over, OutOfBudget) and over.what == "conflicts"
    assert isinstance(outcome, Outcome) and outcome.goal is None
    tally = Tally(asked, ())
    for world, each in (((), over), ((), outcome)):
        tally.add(world, each)
    found = tallied(tally)
    assert found.worlds is not None
    check_sums(found, found.worlds)
    assert (found.answer, found.worlds.over, found.over) == ("out_of_budget", 1, over)


def test_what_a_limit_cuts_off_is_no_answer() -> None:
    """Among many readings the one that matters may be the last that is looked at."""
    asked = read_question('exists : sees("A1", "A3")', BoardLanguage(board_of("cut out")))
    free = Doubt(('sees("A1","A3")',), ("A2.1",))
    base = PIGEONS.replace('not sees("A1", "A2")', 'sees("A1", "A3")')
    (found,) = Decider(asked, base, conflicts=20).decide(
        [WorldState(KnownFacts(doubts=frozenset({free})))]
    )
    assert isinstance(found, OutOfBudget)


def test_of_many_worlds_the_smallest_are_kept() -> None:
    session = QuerySession(board_of("cut out"))
    survey = session.survey("exists : trench(H)", ['{ trench(H) : hex(H), range(H, "A1") <= 2 }'])
    tally = Tally(survey.question, survey.families, most_kept=3)
    for world, outcome in reversed(list(survey.decided())):
        tally.add(world, outcome)
    worlds = tally.worlds()
    assert [len(world) for world in worlds.witnesses] == [1, 1, 1]
    assert worlds.unlisted == worlds.counts["yes"] - 3
    assert worlds.minimal == worlds.witnesses


# --- certificates -----------------------------------------------------------------------------------


def certifiable(number: int) -> Case:
    """Make up a question on a tiny board that is answered for certain, with families or without."""
    for attempt in range(99):
        case = random_case(1000 * number + attempt + 500)
        few = replace(case, families=case.families if number % 3 else ())
        found = few.session().ask(few.question, vary=few.vary)
        if few.board in ("village", "cut out") and found.answer in ("yes", "no"):
            return few
    raise AssertionError("no question is answered")


@pytest.mark.parametrize("number", range(effort.sample(1, 50)))
def test_certificates_say_what_was_answered(number: int, tmp_path: Path) -> None:
    case = certifiable(number)
    session = case.session()
    found = session.ask(case.question, vary=case.vary)
    made = certify_answer(session, found, case.vary, tmp_path / "proof", Limits())
    assert not isinstance(made, OutOfBudget)
    assert verify_statement(tmp_path / "proof").is_bound
    told = json.loads((tmp_path / "proof" / "question.json").read_text("utf-8"))
    decides = (found.answer == "yes") != (found.question.mode in UNIVERSAL)
    is_claimed = found.worlds is None and told["claim"] is not None
    assert (told["world"] is not None) == (decides and not is_claimed)
    if decides and not is_claimed:
        there = case.session(told["world"])
        alone = there.ask(case.question)
        assert alone.answer == found.answer
        is_open = bool(there.known_facts(there.demand(there.read(case.question), ()), ()).doubts)
        assert is_open or made.verdict == "satisfiable"
    else:
        assert made.verdict == "unsatisfiable"


def test_a_certificate_of_what_holds_in_every_reading(tmp_path: Path) -> None:
    """Whether A3 sees C3 is not decided, but it sees A1; to see either is enough."""
    session = QuerySession(board_of("cut out"))
    found = session.ask('exists : sees("A3", ("A1"; "C3"))')
    assert found.answer == "yes" and session.ask('exists : sees("A3", "C3")').answer == "unknown"
    made = certify_answer(session, found, (), tmp_path / "proof", Limits())
    assert not isinstance(made, OutOfBudget)
    assert made.verdict == "unsatisfiable"
    assert verify_statement(tmp_path / "proof").is_bound


def test_the_world_that_decides_is_certified_not_one_that_may(tmp_path: Path) -> None:
    """With a trench the answer is yes however the line is read; without one nobody knows."""
    session = QuerySession(board_of("cut out"))
    question = 'exists : #count { 1 : sees("A3", "C3") ; 2 : trench("D1") } >= 1'
    vary = ['{ trench("D1") }']
    found = session.ask(question, vary=vary)
    assert found.worlds is not None
    assert found.worlds.counts == {"yes": 1, "no": 0, "unknown": 1}
    made = certify_answer(session, found, vary, tmp_path / "proof", Limits())
    assert not isinstance(made, OutOfBudget)
    told = json.loads((tmp_path / "proof" / "question.json").read_text("utf-8"))
    assert (told["world"], made.verdict) == (['trench("D1")'], "unsatisfiable")


@pytest.mark.parametrize(
    "family", ["rubble(H) : hex(H)", "{ rubble(H,stone) : hex(H) } <=", "{ wreck(H) | wreck(H) }"]
)
def test_what_cannot_be_read_as_a_family_is_not_called_a_rule(family: str) -> None:
    with pytest.raises(BadInput, match=r"write such as '\{ fact : condition \} <= 1'") as refused:
        read_choice(family, embedded_board("budapest"))
    assert "rule" not in str(refused.value)
