"""Games of a choice and a reply, against every choice and every reply gone through."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import read_piece
from hexcourt.solver.analysis.certifying import verify_folder
from hexcourt.solver.answer.answer import Answer, Verdict
from hexcourt.solver.api.position import Position
from hexcourt.solver.proof.certificate import UnprovedError, draft, write_certificate
from hexcourt.solver.query.answers import Sides
from hexcourt.solver.query.certifying import certify_statement
from hexcourt.solver.query.game_answers import find
from hexcourt.solver.query.game_statement import GameStatement, Rebuttal, read_game
from hexcourt.solver.query.outcomes import verdict
from hexcourt.solver.query.relevance import Cube
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import Deadline
from hexcourt.solver.query.two_sided import GameOutcome, ThirdMove, split_replies
from hexcourt.solver.query.worlds import Family, World, worlds_of
from hexcourt.solver.sandbox.limited_run import Limits
from tests import effort
from tests.solver.query.test_families import _pieces_near, board_of
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("engines")

MOST = effort.sample(60, 1_500)
"""How many worlds a random game has at most."""

PATHS = (
    *(('never : path("{a}","{b}")',) * 3),
    'exists : path("{a}","{b}")',
    'always : path("{b}","{a}")',
    'exists : arrives("{a}","{b}",1)',
    'all H : hex(H), range(H,"{b}") = 1 -> not reach("{a}",H) <= 2',
    'never : hex(H), range(H,"{b}") <= 1, reach("{a}",H) <= 2',
)
SIGHT = (
    'exists : sees("{a}","{b}")',
    'never : sees("{a}","{b}")',
    'always : sees("{b}","{a}")',
    'all H : hex(H), range(H,"{a}") = 1 -> sees(H,"{b}")',
    'never : hex(H), range(H,"{a}") = 1, sees(H,"{b}")',
    'exists : hindrance("{a}","{b}",N), N >= 1',
)
MIXED = (
    'exists : path("{a}","{b}"), not sees("{a}","{b}")',
    'never : hex(H), range(H,"{a}") <= 1, sees(H,"{b}"), reach("{a}",H) <= 2',
    'all H : hex(H), range(H,"{a}") = 1, path("{a}",H) -> sees(H,"{b}")',
    'always : path("{a}","{b}"), sees("{b}","{a}")',
)
CLAIMS = (PATHS, SIGHT, MIXED)
"""A third of the random games are about paths, a third about lines, a third about both."""

PLACED = (("enemy", ""), ("rubble", ",stone"), ("smoke", ",white"), ("wreck", ""), ("foxhole", ""))
THIRD = (
    *SIGHT,
    *MIXED,
    'never : path("{a}","{b}")',
    'exists : path("{a}","{b}"), enemy(E), not sees(E,"{a}")',
    'exists : enemy(E), sees(E,"{b}")',
    'never : enemy(E), sees(E,"{b}")',
    'all E : enemy(E) -> hindrance(E,"{b}",N), N >= 1',
    'exists : N = #count {{ H : hex(H), sees(H,"{a}") }}, N = 3',
)

OUTER = '{ enemy(("C1";"C5")) } = 1'
INNER = '{ rubble(("C2";"C4"),stone) } <= 1'


@dataclass(frozen=True)
class Case:
    board: str
    unit: str
    turns: int
    claim: str
    sides: Sides

    def session(self) -> QuerySession:
        board = tiny(self.board) if ":" in self.board else board_of(self.board)
        return QuerySession(Position(board), unit=self.unit, turns=self.turns)


def _family(pieces: Sequence[str], chance: random.Random) -> str:
    least = chance.choice((0, 0, 0, 0, 1, 1, 1, 2, 9))
    most = max(least, chance.choice((0, 1, 2, 2, 3)))
    return f"{least} {{ {'; '.join(pieces)} }} {most}"


def any_case(chance: random.Random, claims: Sequence[str] | None = None) -> Case:
    name = chance.choice(["village", "village", "cut out", "pegasus", "barricades", "budapest"])
    board = board_of(name)
    a = chance.choice(board.hexes).name
    b = chance.choice([each.name for each in board.hexes if 0 < board.range(a, each.name) <= 3])
    pieces = [*dict.fromkeys(_pieces_near(board, a, b, chance) + _pieces_near(board, b, a, chance))]
    half = max(1, len(pieces) // 2)
    few = effort.sample(5, 8)
    against = [_family(pieces[half:][:few], chance)] if pieces[half:] else []
    if chance.random() < 0.35 or not against:
        against = [*against[: chance.randint(0, 1)], f"clear({chance.randint(1, 2)})"]
    each_reply = all("clear" not in each for each in against) and chance.random() < 0.3
    sides = Sides((_family(pieces[:half][:few], chance),), tuple(against), each_reply, 1000)
    unit = chance.choice(["squad", "squad", "truck", "truck", "tank"])
    claim = chance.choice(claims or chance.choice(CLAIMS)).format(a=a, b=b)
    return Case(name, unit, chance.choice((1, 1, 2)), claim, sides)


def case_of_three_moves(chance: random.Random) -> Case:
    """Make a game on a street of five hexes, with few pieces in each move."""
    hexes = [f'"C{n}"' for n in range(1, 6)]
    pool = [f"{name}({each}{more})" for each in hexes for name, more in PLACED]
    pool += [f"roadblock({a},{b})" for a, b in pairwise(hexes)]
    chance.shuffle(pool)
    size = effort.sample(2, 3)
    moves = [pool[n * size : (n + 1) * size] for n in range(3)]
    ours, theirs, third = (
        f"{chance.choice((0, 0, 1))} {{ {'; '.join(move)} }} {chance.choice((1, 2))}"
        for move in moves
    )
    against = chance.choice(((theirs,), (theirs,), (theirs, "clear(1)"), ("clear(1)",)))
    claim = chance.choice(THIRD).format(a="C1", b=chance.choice(("C4", "C5")))
    sides = Sides((ours,), against, top=1000, then=(third,))
    return Case(
        "C1:C5, C1-C2 road(dirt), C2-C3 road(dirt), C3-C4 road(dirt)", "truck", 1, claim, sides
    )


def gone_through(case: Case) -> tuple[str, set[World]]:
    """Answer a game by every choice and every reply; with the least choices that win."""
    placed, clear = split_replies(case.sides.against)
    survey = case.session().survey(case.claim, [*case.sides.choose, *placed, *case.sides.then])
    ours, theirs = survey.families[:1], survey.families[1 : 1 + len(placed)]
    third = survey.families[1 + len(placed) :]
    if any(family.least > family.most for family in survey.families):
        return "refused", set()

    def worlds(choice: World) -> Iterator[World]:
        for n in range(min(clear, len(choice)) + 1):
            for gone in combinations(choice, n):
                left = set(choice).difference(gone)
                yield from (tuple(sorted(left.union(reply))) for reply in worlds_of(theirs))

    pairs = {tuple(sorted({*x, *y})) for x in worlds_of(ours) for y in worlds_of(theirs)}
    every_world = sorted(pairs.union(*(worlds(choice) for choice in worlds_of(ours))))
    then = {
        world: [tuple(sorted({*world, *last})) for last in worlds_of(third)]
        for world in every_world
    }
    if len(every_world) > MOST or sum(map(len, then.values())) > 4 * MOST:
        raise BadInput("too many worlds")
    decided = {
        world: "" if isinstance(outcome, str) else verdict(survey.question, outcome)
        for world, outcome in survey.asked.decide(sorted({*every_world, *chain(*then.values())}))
    }
    known = {
        world: decided[world]
        and next((s for s in ("yes", "unknown") if s in {decided[w] for w in then[world]}), "no")
        for world in every_world
    }

    def wins(said: list[str], bad: tuple[str, ...]) -> bool:
        return any(said) and not any(each in bad for each in said if each)

    if case.sides.each_reply:
        every = [
            [known[tuple(sorted({*x, *y}))] for x in worlds_of(ours)] for y in worlds_of(theirs)
        ]
        if any(wins(said, ("yes", "unknown")) for said in every):
            return "no", set()
        return ("unknown" if any(wins(said, ("yes",)) for said in every) else "yes"), set()
    results = {choice: [known[world] for world in worlds(choice)] for choice in worlds_of(ours)}
    for answer, bad in (("yes", ("no", "unknown")), ("unknown", ("no",))):
        won = [choice for choice, said in results.items() if wins(said, bad)]
        if won:
            fewest = min(map(len, won))
            return answer, {each for each in won if len(each) == fewest}
    return "no", set()


def play(case: Case) -> GameOutcome:
    return find(case.session(), case.claim, case.sides, Deadline(Limits(seconds=10_000)))


def hold_against_enumeration(number: int) -> str:
    """Answer one of the random games both ways, and return the answer; where they differ it raises."""
    for attempt in range(99):
        case = any_case(random.Random(f"game {number} {attempt}"), CLAIMS[number % 3])
        try:
            case.session().ask(case.claim)
            answer, least = gone_through(case)
        except BadInput:
            continue
        break
    else:
        raise AssertionError("no game can be played")
    if answer == "refused":
        with pytest.raises(BadInput, match="no choice has at least"):
            play(case)
        return answer
    found = play(case)
    assert found.answer == answer, case
    if not case.sides.each_reply:
        assert set(found.choices) == least, case
    return answer


@effort.one_in(3)
@pytest.mark.parametrize("number", range(effort.sample(3, 500)))
def test_games_are_answered_as_by_every_choice_and_reply(number: int) -> None:
    hold_against_enumeration(number)


@effort.one_in(4)
@pytest.mark.parametrize("number", range(effort.sample(4, 300)))
def test_games_of_three_moves_are_answered_as_by_every_placement(number: int) -> None:
    for attempt in range(99):
        case = case_of_three_moves(random.Random(f"then {number} {attempt}"))
        try:
            answer, least = gone_through(case)
        except BadInput:
            continue
        # in every fourth of them the third move turns the answer
        without = replace(case, sides=replace(case.sides, then=()))
        if answer == ("yes", "no")[number % 2] and (
            number % 4 or gone_through(without)[0] != answer
        ):
            break
    else:
        raise AssertionError("no game can be played")
    found = play(case)
    assert (found.answer, set(found.choices)) == (answer, least), case
    assert bool(found.rescues) == (answer == "yes")
    survey = case.session().survey(
        case.claim, [*case.sides.choose, *split_replies(case.sides.against)[0], *case.sides.then]
    )
    for each in found.rescues:
        left = set(found.choices[0]).difference(each.cleared)
        assert survey.asked.says(tuple(sorted({*left, *each.placed, *each.then}))) == "yes", case


@pytest.mark.parametrize(
    ("third", "answer"),
    [
        ('{ rubble("C3",stone); enemy("C2") } <= 1', "yes"),
        ('{ foxhole("C2"); enemy("C2") } <= 1', "unknown"),
        ('{ foxhole("C2") } <= 1', "no"),
    ],
)
def test_a_third_move_may_leave_open_what_a_reply_decides(third: str, answer: str) -> None:
    """Whether a truck gets past an enemy is not known; past rubble on a street it does not."""
    case = Case(
        "C1:C5, C1-C2 road(dirt), C2-C3 road(dirt), C3-C4 road(dirt)",
        "truck",
        1,
        'never : path("C1","C5")',
        Sides(('{ foxhole("C5") } = 1',), ('{ wreck("C1") } <= 1',), then=(third,)),
    )
    found = play(case)
    assert (found.answer, gone_through(case)[0]) == (answer, answer)
    assert bool(found.rescues) == (answer == "yes")


def game(claim: str, choose: str, against: str, **more: object) -> GameOutcome:
    session = QuerySession("pegasus", unit="truck", turns=9)
    sides = Sides((choose,), (against,), **more)  # type: ignore[arg-type]
    return find(session, claim, sides, Deadline(Limits(seconds=1000)))


def test_two_roadblocks_bar_the_truck_whichever_is_cleared() -> None:
    found = game('never : path("I9","J14")', "{ roadblock(A,B) : road(A,B) } <= 3", "clear(1)")
    assert (found.answer, found.at_least) == ("yes", 2)
    assert all(len(each) == 2 for each in found.choices)


@pytest.mark.parametrize(
    ("then", "answer"), [("", "no"), ('{ wreck("C5") } <= 1', "no"), (INNER, "yes")]
)
def test_a_third_move_may_mend_what_a_reply_has_spoilt(then: str, answer: str) -> None:
    """The enemy moves to where it sees C3, and rubble on that side hides it again."""
    third = [then] if then else []
    found = Position(tiny("C1:C5")).ask(
        'never : enemy(E), sees(E,"C3")',
        choose=['{ foxhole("C3") } = 1'],
        against=[OUTER],
        then=third,
    )
    assert found.answer == answer
    assert found.arguments.get("then", []) == third


A, B, X, Y = (read_piece(f'wreck("C{n}")') for n in range(1, 5))


class Paired:
    """Says yes where A and X lie, or B and Y."""

    def says(self, world: World) -> str:
        return "yes" if {A, X} <= {*world} or {B, Y} <= {*world} else "no"

    def cube(self, world: World, can_be: bool = True) -> Cube:
        for pair in ({A, X}, {B, Y}):
            if pair <= {*world}:
                return Cube(frozenset(pair))
        return Cube(lacks=frozenset(max({*pair} - {*world}) for pair in ((A, X), (B, Y))))


def test_a_third_move_rests_on_one_placement_that_does_or_on_all_that_fail() -> None:
    judge = ThirdMove(Paired(), [Family("", (X, Y), 1, 1)])
    assert (judge.says((A,)), judge.cube((A,))) == ("yes", Cube(frozenset({A})))
    assert (judge.says((B,)), judge.cube((B,))) == ("yes", Cube(frozenset({B})))
    assert (judge.says(()), judge.cube(())) == ("no", Cube(lacks=frozenset({A, B})))
    # each failure by itself rests on less
    judge = ThirdMove(Paired(), [Family("", (X,), 1, 1), Family("", (Y,), 0, 0)])
    assert (judge.says((B,)), judge.cube((B,))) == ("no", Cube(lacks=frozenset({A})))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"each_reply": True}, "then: is placed after a reply; leave each_reply out"),
        ({"choose": (), "against": ()}, "then goes with choose and against; give both"),
        ({"against": (INNER,)}, r"then: rubble\(\"C2\",stone\) is in another family, too"),
        ({"then": (INNER, INNER)}, r"then: rubble\(\"C2\",stone\) is in another family, too"),
        ({"then": ('9 { wreck("C3") }',)}, "no choice has at least 9 of 1 pieces"),
        ({"then": ("clear(1)",)}, r"clear\(1\): is no choice between braces"),
    ],
)
def test_what_is_no_third_move_is_refused(more: dict[str, Any], told: str) -> None:
    asked = {"choose": ('{ foxhole("C3") } = 1',), "against": (OUTER,), "then": (INNER,)} | more
    with pytest.raises(BadInput, match=told) as refused:
        Position(tiny("C1:C5")).ask('never : enemy(E), sees(E,"C3")', **asked)
    assert "\n" not in str(refused.value)


def test_one_reply_may_beat_every_choice() -> None:
    found = game(
        'exists : path("I9","J14")',
        '{ rubble(H,stone) : range(H,"KK12") <= 1, hex(H) } <= 1',
        "{ roadblock(A,B) : road(A,B) } <= 2",
    )
    assert found.answer == "no"
    assert any(each.beats_all for each in found.replies)


def test_where_all_choices_fail_by_themselves_the_one_reply_is_to_do_nothing() -> None:
    """Each choice fails for another reason, so that none of the replies rests on nothing of it."""
    found = find(
        QuerySession(tiny("C1:C5, C3 woods")),
        'exists : enemy(E), sees(E,"C1"), sees(E,"C5")',
        Sides(('{ enemy(("C2";"C4")) } = 1',), ('{ foxhole("C3") } <= 1',)),
        Deadline(Limits(seconds=1000)),
    )
    assert found.answer == "no" and len(found.replies) == 2
    one = found.beats_every_choice
    assert one is not None and not (one.placed or one.cleared)


def test_a_reply_that_clears_pieces_of_some_choices_alone_is_not_one_for_all() -> None:
    """Two pieces are cleared of one choice, and none of another: that is not to do nothing."""
    found = game('never : path("I9","J14")', "{ roadblock(A,B) : road(A,B) } <= 2", "clear(9)")
    assert found.answer == "no" and {each.placed for each in found.replies} == {()}
    assert found.beats_every_choice is None


def test_where_replies_only_harm_him_who_makes_them_it_is_best_to_make_none() -> None:
    found = game(
        'never : path("I9","J14")',
        "{ roadblock(A,B) : road(A,B) } <= 2",
        '{ rubble(H,stone) : range(H,"KK12") <= 1, hex(H) } <= 1',
    )
    assert found.answer == "yes"
    assert found.idle


@pytest.mark.parametrize(
    ("claim", "choose", "against", "stated"),
    [
        (
            'never : sees("A1","A4")',
            '{ rubble(("A2";"A3"),stone) } <= 2',
            "clear(1)",
            'rubble("A2",stone) and rubble("A3",stone)',
        ),
        (
            'exists : sees("A1","A4")',
            '{ wreck("A3") } <= 1',
            '{ rubble("A2",stone) } <= 1',
            '{ rubble("A2",stone) } >= 1',
        ),
    ],
)
def test_a_choice_or_a_reply_that_decides_a_game_is_certified(
    claim: str, choose: str, against: str, stated: str, tmp_path: Path
) -> None:
    position = Position(tiny("A1:A4"))
    found = position.ask(claim, choose=[choose], against=[against], certify=tmp_path / "proof")
    assert found.verdict is (Verdict.YES if claim.startswith("never") else Verdict.NO)
    checked = verify_folder(tmp_path / "proof")
    assert checked.verdict is Verdict.YES
    assert checked.lines[0].startswith(f"yes: proved that {claim!r} ")
    assert stated in "\n".join(checked.lines[:2])


DIFFERING = (
    ('never : sees("C1","C5")', '{ rubble(("C2";"C3";"C4"),stone) } = 2', "clear(2)", False),
    ('exists : enemy(E), sees(E,"C3")', OUTER, INNER, False),
    ('exists : enemy(E), sees(E,"C3")', OUTER, INNER, True),
    ('all E : enemy(E) -> sees(E,"C3")', OUTER, INNER, False),
)
"""Games in which the reply differs from choice to choice, or the choice from reply to reply."""


def certified(claim: str, choose: str, against: str, each_reply: bool, folder: Path) -> Answer:
    """Play a game, and write its certificate into a folder."""
    return Position(tiny("C1:C5")).ask(
        claim, choose=[choose], against=[against], each_reply=each_reply, certify=folder
    )


@effort.one_in(4)
@pytest.mark.parametrize(("claim", "choose", "against", "each_reply"), DIFFERING)
def test_a_game_of_differing_replies_is_certified_reply_by_reply(
    claim: str, choose: str, against: str, each_reply: bool, tmp_path: Path
) -> None:
    found = certified(claim, choose, against, each_reply, tmp_path / "proof")
    assert found.verdict is (Verdict.YES if each_reply else Verdict.NO)
    checked = verify_folder(tmp_path / "proof")
    assert checked.verdict is Verdict.YES, checked.lines
    assert ("holds for some choice" if each_reply else "holds for no choice") in checked.lines[0]
    assert checked.lines[1].startswith("  reply-1: ")


def test_no_forged_statement_of_a_game_is_verified(tmp_path: Path) -> None:
    """Whoever forges has our own tools, but no proof of what is not so."""
    claim, choose, against, _ = DIFFERING[1]
    certified(claim, choose, against, False, tmp_path / "proof")
    text, board = ((tmp_path / "proof" / n).read_text() for n in ("question.json", "board.lp"))
    stated = read_game(text, board)
    assert isinstance(stated, GameStatement)
    first, *rest = stated.replies
    forged = (
        replace(stated, replies=tuple(rest)),
        replace(stated, replies=(Rebuttal(Cube(), first.placed),)),
        replace(stated, replies=(Rebuttal(first.beats, ()), *rest)),
        replace(stated, replies=(Rebuttal(first.beats, stated.sides[1][0].pieces), *rest)),
        replace(stated, replies=tuple(rest), unanswered=tuple(worlds_of(stated.sides[0]))),
        replace(stated, each_reply=True),
    )
    for number, each in enumerate(forged):
        parts = {}
        for name, inner in each.parts.items():
            parts[name] = draft(*inner.program(), inner.as_json, about_goal=True)
        main = draft(*each.program(), each.as_json, about_goal=True)
        folder = tmp_path / str(number)
        write_certificate(folder, main, board, parts)
        assert verify_folder(folder).verdict is Verdict.NO, number
        with pytest.raises((BadInput, UnprovedError)):
            certify_statement(each, tmp_path / "again", Limits())


@effort.long
@pytest.mark.parametrize("number", range(effort.sample(1, 40)))
def test_what_is_certified_of_a_random_game_is_verified(number: int, tmp_path: Path) -> None:
    for attempt in range(99):
        case = any_case(random.Random(f"certified {number} {attempt}"))
        if case.board not in ("village", "cut out") or "sees" not in case.claim:
            continue
        try:
            answer, _ = gone_through(case)
        except BadInput:
            continue
        if answer in ("yes", "no"):
            break
    position = Position(board_of(case.board))
    sides = case.sides
    found = position.ask(
        case.claim,
        choose=sides.choose,
        against=sides.against,
        each_reply=sides.each_reply,
        unit=case.unit,
        turns=case.turns,
        certify=tmp_path / "proof",
    )
    assert found.verdict is Verdict(answer)
    assert found.lines[-1].startswith("certified in "), (case, found.lines)
    checked = verify_folder(tmp_path / "proof")
    assert checked.verdict is Verdict.YES, (case, checked.lines)


@pytest.mark.parametrize(
    ("choose", "against", "told"),
    [
        ("{ roadblock(A,B) : road(A,B) } = 1", "clear(1) }", "against"),
        ('3 { trench("A1") }', "clear(1)", "3"),
        ("{ roadblock(A,B) : road(A,B) } = 1", "{ roadblock(A,B) : road(A,B) } = 1", ""),
    ],
)
def test_what_is_no_game_is_refused_or_played(choose: str, against: str, told: str) -> None:
    session = QuerySession(tiny("A1:A4, A1-A2 road(dirt)"))
    try:
        find(
            session,
            'never : path("A1","A3")',
            Sides((choose,), (against,)),
            Deadline(Limits(seconds=100)),
        )
    except BadInput as error:
        assert told
        assert "\n" not in str(error)
    else:
        assert not told
