"""Where a piece may lie, and in which state a unit may be: every command gives the same answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.solver.actions.judging import judge_actions
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.api.position import Position, open_position
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.placement import Placing, check_pieces
from hexcourt.solver.placement.statuses import Post, Statuses, check_status, refused_posts
from hexcourt.solver.placement.surroundings import neighbours_of
from hexcourt.solver.position.changes import changed, read_pieces
from tests.effort import sample
from tests.rulings import rule
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("engines")

SURFACES = (
    "", "woods", "orchard", "brush", "marsh", "crag", "shellholes", "building(stone,1)", "river@-2",
    "building(wood,0)", "factory(stone,1)", "rail_cars", "gully@-2", "+debris", "+rubble(stone)",
    "building(stone,1) +rubble(stone)", "emrr@1", "emrr@1 +debris", "bridge(stone) bed@-2 under@-2",
    "paved_road", "graveyard", "huts", "feature(turntable)", "shallow_stream@-2",
)  # fmt: skip
HEXSIDES = (
    "", "", "road(paved)", "road(dirt)", "narrow_street(paved)", "narrow_street(unpaved)", "wall",
    "rail(glrr)", "rail(tram)", "building_side", "rowhouse_wall(1)", "road(paved) narrow_street(paved)",
)  # fmt: skip


def random_board(random: Random) -> Board:
    """Make a column of six hexes."""
    entries = [f"A{n} {random.choice(SURFACES)}" for n in range(1, 7)]
    entries += [f"A{n}-A{n + 1} {random.choice(HEXSIDES)}" for n in range(1, 6)]
    return tiny(", ".join(entry for entry in entries if not entry.endswith("- ")))


def pieces_on(board: Board, random: Random, count: int) -> list[str]:
    """Write pieces of all kinds in some hexes."""
    found = []
    for _ in range(count):
        record = random.choice(board.hexes)
        near = [board.hexes[n].name for n in board.neighbours[board.indices[record.name]] if n >= 0]
        one, other = record.name, random.choice(near)
        kinds = (f'trench("{one}")', f'foxhole("{one}")', f'roadblock("{one}","{other}")')
        more = (f'breach("{one}","{other}")', f'street_vehicle("{one}","{other}")')
        counters = (f'debris("{one}")', f'rubble("{one}",stone)', f'rubble("{one}",wood)')
        found.append(random.choice((*kinds, *more, *counters)))
    return found


def goes(act: Callable[[], object]) -> bool:
    """Tell whether something is not refused."""
    try:
        act()
    except BadInput:
        return False
    return True


def through_each_entry_point(board: Board, text: str) -> dict[str, bool]:
    """Ask whether a piece may lie, of every command that takes pieces."""
    hex_facts = HexFacts(board, unit_named("squad"))
    pieces = read_pieces(board, [text])
    here = pieces[0].hexes[0]
    (ruling,) = judge_actions(board, [text])
    return {
        "legal": ruling.verdict != "no",
        "--given": goes(lambda: judge_actions(board, ["deploys_free(1,10)"], [text])),
        "--suppose": goes(lambda: changed(board, [text], [])),
        "--place": goes(lambda: check_pieces(hex_facts, pieces)),
        "adjacent": goes(lambda: neighbours_of(board, here, "ground", pieces)),
    }


BOARDS = [*embedded_names(), *(f"random {n}" for n in range(sample(1, 60)))]


def board_and_chance(name: str) -> tuple[Board, Random]:
    """Give a board by its name in ``BOARDS``, and what is random about it."""
    random = Random(name)
    return (random_board(random) if name.startswith("random") else embedded_board(name)), random


@rule("B27.1", "B29.1", "Q4.11", "B23.9221", "FB6.1242")
@pytest.mark.parametrize("name", BOARDS)
def test_a_piece_may_lie_by_every_entry_point_or_by_none(name: str) -> None:
    board, random = board_and_chance(name)
    for text in pieces_on(board, random, sample(2, 40)):
        found = through_each_entry_point(board, text)
        assert len(set(found.values())) == 1, (text, found)


ACTIONS = {
    "entrenched": ('fortify(foxhole,"{}")',),
    "emplaced": ('gun("{}",mortar,small,emplaced)', 'gun("{}",at,small,emplaced)'),
}
"""What it is to be in a state: to be dug in, or a Gun: a mortar fits into rubble, others into houses."""


def verdicts_of_actions(board: Board, posts: Sequence[Post]) -> dict[Post, str]:
    """Ask whether some unit can come to be in each state: yes if one can, no if none can."""
    found: dict[Post, set[str]] = {}
    for number in range(max(map(len, ACTIONS.values()))):
        asked = [post for post in posts if number < len(ACTIONS[post[1]])]
        actions = [ACTIONS[status][number].format(name) for name, status in asked]
        for post, ruling in zip(asked, judge_actions(board, actions), strict=True):
            crossed = {each.number for each in ruling.rules} == {"O.8"}
            found.setdefault(post, set()).add("by a foxhole alone" if crossed else ruling.verdict)
    best = ("yes", "unknown", "by a foxhole alone", "no")
    return {post: min(said, key=best.index) for post, said in found.items()}


def statuses(board: Board, names: Sequence[str]) -> dict[tuple[str, str], dict[str, bool]]:
    """Ask of states at ground level of some hexes, of every command that takes them."""
    posts = [(name, status) for name in names for status in ACTIONS]
    actions = verdicts_of_actions(board, posts)
    refused, placing = refused_posts(board, posts), Placing(board)
    found = {}
    for name, status in posts:
        place = board.location(name)
        found[name, status] = {
            "legal": actions[name, status] != "no",
            "--status": goes(lambda: check_status(board, place, status)),  # noqa: B023
            "ask": (name, status) not in refused,
            "families": not placing.is_refused(place, status, ()),
        }
    return found


@rule("B27.1", "C11.2", "FB6.12422")
@pytest.mark.parametrize("name", BOARDS)
def test_a_state_is_had_by_every_entry_point_or_by_none(name: str) -> None:
    board, random = board_and_chance(name)
    names = [each.name for each in random.sample(board.hexes, min(len(board.hexes), sample(3, 40)))]
    for post, found in statuses(board, names).items():
        assert len(set(found.values())) == 1, (post, found)


@rule("B27.1", "C11.2", "FB6.12422", "FB6.23")
@pytest.mark.parametrize("name", BOARDS)
def test_a_state_is_in_doubt_where_the_action_is(name: str) -> None:
    board, random = board_and_chance(name)
    names = [each.name for each in random.sample(board.hexes, min(len(board.hexes), sample(3, 40)))]
    posts = [(name, status) for name in names for status in ACTIONS]
    doubts = Statuses(board).doubts(posts, board.counters)
    for post, said in verdicts_of_actions(board, posts).items():
        crossed = said == "by a foxhole alone"
        assert crossed or (post in doubts) == (said == "unknown"), (post, said)


GIVEN: Mapping[str, Callable[[Position, str, str, str], Answer]] = {
    "los": lambda there, near, end, status: there.los(near, end, target_status=status),
    "los from": lambda there, near, end, status: there.los(end, near, viewer_status=status),
    "see": lambda there, near, end, status: there.see(end, status=status),
    "ask": lambda there, near, end, status: there.ask(f'exists : sees("{near}","{end}",{status})'),
    "los given": lambda there, near, end, status: so(there, end, status).los(near, end),
    "see given": lambda there, near, end, status: so(there, end, status).see(near),
    "ask given": lambda there, near, end, status: so(there, end, status).ask(
        f'exists : sees("{near}","{end}")'
    ),
    "matrix given": lambda there, near, end, status: so(there, end, status).matrix(within=1),
    "legal given": lambda there, near, end, status: so(there, end, status).legal(
        f'sees("{near}","{end}")'
    ),
    "effect given": lambda there, near, end, status: so(there, end, status).effect("indirect", end),
}
"""How a state of a unit at one end of a line is told, by the command that is asked."""


def so(position: Position, end: str, status: str) -> Position:
    """Give a unit its state."""
    return position.give(f'{status}("{end}")')


def test_a_state_that_is_not_given_is_not_told() -> None:
    plain = open_position("budapest").los("E32", "E33")
    assert not [each for each in (*plain.assumed, *plain.lines) if "undetermined" in each]


@rule("B32.11")
@pytest.mark.parametrize("entry_point", GIVEN)
def test_a_state_in_doubt_is_taken_for_granted_aloud(entry_point: str) -> None:
    answer = GIVEN[entry_point](open_position("budapest"), "E32", "E33", "entrenched")
    (said,) = [each for each in answer.assumed if "undetermined" in each]
    assert said.startswith("E33 is entrenched, which is undetermined (B32.11: ")
    assert "\n" not in said
    assert said in "\n".join(answer.lines)


@rule("FB6.123")
@pytest.mark.parametrize("entry_point", GIVEN)
def test_a_gun_emplaced_in_a_building_is_in_doubt_by_no_entry_point(entry_point: str) -> None:
    answer = GIVEN[entry_point](open_position("budapest"), "E31", "F31", "emplaced")
    assert not [each for each in (*answer.assumed, *answer.lines) if "undetermined" in each]
    if entry_point != "ask":
        assert any(each.startswith("F31 is emplaced") for each in answer.assumed)
    if entry_point == "effect given":
        (emplacement,) = (row for row in answer.rows if row["effect"] == "tem(emplacement)")
        assert (emplacement["value"], emplacement["rule"]) == (None, "C11.2")


@rule("C11.2")
def test_a_state_without_doubt_is_told_plainly() -> None:
    board = tiny("A1 woods, A2")
    answer = Position(board).los("A2", "A1", target_status="emplaced")
    assert answer.assumed[-1] == "A1 is emplaced"
    assert "granted" not in answer.text()


@rule("C11.2", "B27.1")
@pytest.mark.parametrize("place", ["C25/cellar", "C25h1"])
@pytest.mark.parametrize("status", ACTIONS)
def test_a_question_of_a_state_that_nobody_can_have_holds_nothing(place: str, status: str) -> None:
    barricades = open_position("barricades")
    answer = barricades.ask(f'count H : sees(H, "{place}", {status})')
    assert (answer.answer, answer.rows[0]["value"]) == ("no", 0)
    (said,) = [each for each in answer.assumed if place in each]
    assert said.startswith(f"no unit in {place} is {status} (")
    with pytest.raises(BadInput, match=f"{status}: "):
        barricades.see(place, status=status)


@rule("FB6.123")
def test_the_example_has_a_gun_emplaced_in_a_building() -> None:
    board = embedded_board("budapest")
    (ruling,) = judge_actions(board, ['gun("F31",at,medium,emplaced)'])
    assert (ruling.verdict, {each.number for each in ruling.rules}) == ("yes", {"FB6.123"})
    check_status(board, board.location("F31"), "emplaced")


INDOORS = [
    ("A1 building(stone,1), A2", "A1", ""),
    ("A1 factory(stone,1), A2", "A1", ""),
    ("A1 building(stone,1) +rubble(stone), A2", "A1", "C11.2"),
    ("A1 bridge_road, A2", "A1", "C11.2"),
    ("A1 bridge(stone) bed@-2 under@-2, A2", "A1/under", "C11.2"),
    ("A1 huts, A2", "A1", "C11.2"),
]


@rule("FB6.123", "C11.2")
@pytest.mark.parametrize(("rows", "where", "why"), INDOORS)
def test_in_which_buildings_a_gun_is_emplaced(rows: str, where: str, why: str) -> None:
    board = tiny(rows)
    doubts = Statuses(board).doubts([(where, "emplaced")], board.counters)
    assert list(doubts) == ([(where, "emplaced")] if why else [])
    assert doubts.get((where, "emplaced"), "").startswith(why)


@rule("C11.2")
def test_no_gun_is_emplaced_in_a_paved_building_hex() -> None:
    board = tiny("A1 building(stone,1), A2, A1-A2 road(paved)")
    with pytest.raises(BadInput, match=r"^A1 emplaced: C11\.2: "):
        check_status(board, board.location("A1"), "emplaced")
