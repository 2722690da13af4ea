"""One question, one answer: who sees whom is decided alike through every entry point.

On tiny boards with pieces laid at random, and near pieces on the embedded boards, ``los``, ``see``,
``matrix``, ``ask`` and ``legal`` of one Position give one verdict and one hindrance, and the fast way of
judging lines says what the rules say of each whole line.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pytest

from hexcourt import open_board
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.tracing.sight_lines import every_pair
from hexcourt.solver.api.position import Position
from hexcourt.solver.sight.batch_los import VERDICTS
from hexcourt.solver.sight.los_engine import LosEngine
from tests import effort
from tests.rulings import rule
from tests.tiny import pixelled, tiny

pytestmark = pytest.mark.usefixtures("engines")

Seen = Mapping[tuple[str, str], str]
"""What is said of pairs of Locations: ``clear+1``, ``blocked``, ``unknown``."""

TERRAIN = (
    *("open", "open", "open", "open", "open"),
    *("woods", "brush", "orchard", "building(stone,1)", "rail_cars", "building(wood,0)"),
)
SIDES = ("wall", "hedge", "road(paved)", "narrow_street(paved)", "road(paved)", "bocage")
HEXES = [f"{column}{row}" for column in "ABCD" for row in range(1, 5)]


def random_board(chance: random.Random) -> str:
    """Write a tiny board of sixteen hexes."""
    entries = [f"{name} {chance.choice(TERRAIN)}@{chance.choice((0, 0, 0, 2))}" for name in HEXES]
    board = tiny(", ".join(entries))
    names = [record.name for record in board.hexes]
    for number, row in enumerate(board.neighbours.tolist()):
        for other in row:
            if other > number and chance.random() < 0.35:
                entries.append(f"{names[number]}-{names[other]} {chance.choice(SIDES)}")
    return ", ".join(entries)


def pieces_near(position: Position, hexes: Sequence[str], chance: random.Random) -> Position:
    """Lay some pieces that may lie there."""
    board = position.board
    for _ in range(4):
        here = chance.choice(hexes)
        row = [n for n in board.neighbours[board.indices[here]].tolist() if n >= 0]
        there = board.hexes[chance.choice(row)].name if row else here
        streets = [k for k, v in board.hexsides.items() if any("narrow" in each for each in v)]
        ways = [k for k, v in board.hexsides.items() if any("road(" in each for each in v)]
        sides = [pair for pair in (*streets, *ways) if set(pair) & set(hexes)]
        first, second = chance.choice(sides) if sides else (here, there)
        piece = chance.choice(
            (
                f'rubble("{here}",stone)',
                f'debris("{here}")',
                f'afv("{here}")',
                chance.choice((f'smoke("{here}",2)', f'blaze("{here}")', f'ffe("{here}")')),
                f'roadblock("{first}","{second}")',
                f'roadblock("{first}","{second}")',
            )
        )
        try:
            position = position.place(piece)
        except BadInput:
            continue
    return position


def written(verdict: str, hindrance: int | None) -> str:
    """Write a verdict with its hindrance."""
    return f"{verdict}+{hindrance}" if verdict == "clear" else verdict


def by_los(position: Position, pairs: Iterable[tuple[str, str]]) -> Seen:
    """Ask ``los`` about each pair."""
    rows = {pair: position.los(*pair).rows[0] for pair in pairs}
    return {pair: written(row["verdict"], row["hindrance"]) for pair, row in rows.items()}


def by_see(position: Position, pairs: Iterable[tuple[str, str]]) -> Seen:
    """Ask ``see`` about each target."""
    found = {}
    for target in {target for _, target in pairs}:
        for row in position.see(target).rows:
            viewer = position.board.location(row["from"]).name
            found[viewer, target] = written(row["verdict"], row["hindrance"])
    return {pair: found[pair] for pair in pairs}


def by_matrix(position: Position, pairs: Iterable[tuple[str, str]]) -> Seen:
    """Ask ``matrix`` about all Locations."""
    found = {}
    for row in position.matrix(locations="all").rows:
        ends = [position.board.location(row[end]).name for end in ("from", "to")]
        said = written(row["verdict"], row["hindrance"])
        found[ends[0], ends[1]] = found[ends[1], ends[0]] = said
    return {pair: found[pair] for pair in pairs}


def by_ask(position: Position, pairs: Iterable[tuple[str, str]]) -> Seen:
    """Ask ``ask``, for the hindrance too."""
    found = {}
    for viewer, target in pairs:
        answer = position.ask(f'exists : sees("{viewer}","{target}")').verdict
        said = {"yes": "clear", "no": "blocked"}.get(answer.value, "unknown")
        amount = None
        if said == "clear":
            sum_up = f'max N : hindrance("{viewer}","{target}",N)'
            amount = int(position.ask(sum_up).rows[0]["value"])
        found[viewer, target] = written(said, amount)
    return found


def by_legal(position: Position, pairs: Iterable[tuple[str, str]]) -> Seen:
    """Ask ``legal``, which tells no hindrance."""
    pairs = list(pairs)
    rows = position.legal(*(f'sees("{a}","{b}")' for a, b in pairs)).rows
    said = {"yes": "clear", "no": "blocked", "unknown": "unknown"}
    return {pair: said[row["verdict"]] for pair, row in zip(pairs, rows, strict=True)}


def direct_and_fast(position: Position, pairs: Sequence[tuple[str, str]]) -> tuple[Seen, Seen]:
    """Rule on each line whole, and judge all of them the fast way."""
    board = position.board_of_lines
    engine = LosEngine(board)
    held = position.statuses
    direct = {}
    for a, b in pairs:
        ends = (board.location(a), board.location(b))
        _, ruling = engine.rule(*ends, (held.get(ends[0].name), held.get(ends[1].name)))
        direct[a, b] = written(ruling.verdict, ruling.hindrance)
    places = [board.location(name) for pair in pairs for name in pair]
    numbers = np.arange(2 * len(pairs)).reshape(-1, 2)
    statuses = [held.get(place.name) for place in places]
    judged = engine.table(places, numbers, statuses).verdicts
    fast = {
        pair: written(VERDICTS[verdict], int(hindrance))
        for pair, verdict, hindrance in zip(pairs, judged.verdict, judged.hindrance, strict=True)
    }
    return direct, fast


def one_verdict(position: Position, pairs: Sequence[tuple[str, str]], asked: int) -> None:
    """Go through every entry point; through those that take long, with some of the pairs."""
    direct, fast = direct_and_fast(position, pairs)
    assert fast == direct, position
    some = list(pairs)[:asked]
    for entry_point in (by_los, by_see, by_ask):
        assert entry_point(position, some) == {pair: direct[pair] for pair in some}, (
            entry_point,
            position,
        )
    plain = {pair: said.split("+")[0] for pair, said in direct.items()}
    assert by_legal(position, some) == {pair: plain[pair] for pair in some}, position


def some_pairs(
    position: Position, hexes: Iterable[str], count: int, chance: random.Random
) -> list[tuple[str, str]]:
    """Choose pairs of Locations, one of each in some hexes or not far off."""
    board = position.board_of_lines
    places = [each.name for name in sorted(hexes) for each in board.locations_of(name)]
    every = [(places[a], places[b]) for a, b in every_pair(len(places))]
    return chance.sample(every, min(count, len(every)))


@rule("Q4.141", "B29.2", "FB6.26")
@pytest.mark.parametrize("seed", range(effort.sample(1, 12)))
def test_tiny_boards(seed: int) -> None:
    chance = random.Random(seed)
    board = tiny(random_board(chance))
    plain = Position(pixelled(board) if seed % 2 else board)
    position = pieces_near(plain, HEXES, chance)
    pairs = some_pairs(position, HEXES, effort.sample(15, 120), chance)
    one_verdict(position, pairs, 2)
    direct, _ = direct_and_fast(position, pairs)
    assert by_matrix(position, pairs) == direct


NEAR = {
    "budapest": ("F31", "G37", "H38", "J32"),
    "pegasus": ("L12", "K9", "K13", "P12"),
    "barricades": ("D22", "C25", "M6", "L5"),
}
"""Where pieces are laid on the embedded boards."""


@pytest.mark.parametrize("name", effort.one_of(sorted(NEAR), 3))
@pytest.mark.parametrize("seed", range(effort.of(1)))
def test_near_pieces_on_embedded_boards(name: str, seed: int) -> None:
    chance = random.Random(seed)
    plain = open_board(name)
    board = plain.board
    around = {chance.choice(NEAR[name])}
    for _ in range(2):
        around |= {
            board.hexes[n].name
            for each in around
            for n in board.neighbours[board.indices[each]].tolist()
            if n >= 0
        }
    position = pieces_near(plain, sorted(around), chance)
    one_verdict(position, some_pairs(position, around, effort.sample(8, 60), chance), 1)


@rule("Q4.141", "B29.2", "Q4.15")
@pytest.mark.parametrize("seed", range(effort.of(1)))
def test_families_of_roadblocks(seed: int) -> None:
    chance = random.Random(100 + seed)
    plain = open_board("pegasus")
    pairs = some_pairs(
        plain, ("K12", "L13", "K13", "L12", "L11", "K14", "M13", "J12"), effort.sample(2, 3), chance
    )
    family = '{ roadblock("L12","K13"); rubble("K13",stone) } <= 2'
    worlds: tuple[tuple[str, ...], ...] = (
        *((), ('roadblock("L12","K13")',), ('rubble("K13",stone)',)),
        ('roadblock("L12","K13")', 'rubble("K13",stone)'),
    )
    for viewer, target in pairs:
        each = [plain.place(*world) for world in worlds]
        told = [position.board_of_lines.locations_by_name for position in each]
        said = [
            position.los(viewer, target).verdict.value
            for position, known in zip(each, told, strict=True)
            if viewer in known and target in known
        ]
        counts = plain.ask(f'exists : sees("{viewer}","{target}")', vary=[family]).counts
        assert counts["worlds_yes"] == said.count("yes"), (viewer, target)
        assert counts["worlds_unknown"] == said.count("unknown"), (viewer, target)


@effort.one_in(3)
@pytest.mark.parametrize(
    "given",
    [('emplaced("G37")',), ('entrenched("E37")',), ('emplaced("G37")', 'entrenched("E37")')],
)
@rule("B9.21", "FB6.1233")
def test_statuses_count_at_both_ends(given: tuple[str, ...]) -> None:
    position = open_board("budapest").give(*given)
    pair = ("E37", "G37")
    said = position.los(*pair).verdict
    assert position.legal('sees("E37","G37")').verdict == said
    assert position.ask('exists : sees("E37","G37")').verdict == said
    (row,) = (row for row in position.see("G37").rows if row["from"] == "E37")
    assert (row["verdict"] == "clear") == (said.value == "yes")


PAIRS = [("E37", "G37"), ("E38", "G37"), ("D32", "E33"), ("I31", "I32")]


@pytest.mark.parametrize("pair", effort.one_of(PAIRS, 4))
@pytest.mark.parametrize("own", ["emplaced", "entrenched"])
@pytest.mark.parametrize("other", ["emplaced", "entrenched"])
@rule("B9.21", "FB6.1233")
def test_both_ends_may_be_dug_in(pair: tuple[str, str], own: str, other: str) -> None:
    viewer, target = pair
    position = open_board("budapest")
    question = f'exists : sees("{viewer}","{target}",{own},{other})'
    try:
        said = position.los(viewer, target, viewer_status=own, target_status=other)
    except BadInput as error:
        answer = position.ask(question)
        assert answer.verdict == "no"
        assert any(each.split(" ")[3] in str(error) for each in answer.assumed if "no unit" in each)
        return
    answer = position.ask(question)
    assert answer.verdict == said.verdict
    doubts = [each for each in said.assumed if "in doubt" in each]
    assert sorted(each for each in answer.assumed if "in doubt" in each) == sorted(doubts)


@rule("B9.21")
def test_who_looks_may_be_the_one_who_is_dug_in() -> None:
    position = Position(tiny("A1:A4, A1-A2 wall"))
    assert position.ask('exists : sees("A1","A4")').verdict == "yes"
    assert position.ask('exists : sees("A1","A4",entrenched,entrenched)').verdict == "no"
    assert position.ask('exists : sees("A2","A4",entrenched,entrenched)').verdict == "yes"
    family = ['{ rubble("A3",stone) }']
    question = ': sees("A2","A4",entrenched,entrenched)'
    assert position.ask(f"exists {question}", vary=family).verdict == "yes"
    assert position.ask(f"always {question}", vary=family).verdict == "no"


ALONG_EDGES = (
    # what lies there, how lines along the hexside are without and with the overlay's edge
    ("B1 bamboo", "blocked", "clear+0"),
    ("B1 bamboo, B2 bamboo", "blocked", "clear+0"),
    ("B1 vineyard", "clear+1", "clear+0"),
    ("B1 open@2, B2 open@2", "blocked", "blocked"),
    ("B1-B2 wall", "clear+0", "clear+0"),
    ("B1 bamboo, B1 +rubble(stone)", "blocked", "unknown"),
    ("B1 +afv", "clear+1", "clear+1"),
)


@rule("A2.72")
@pytest.mark.parametrize(("beside", "without", "with_edge"), effort.one_of(ALONG_EDGES, 12))
@pytest.mark.parametrize("drawn", [False, True])
def test_an_overlays_edge_is_known_through_every_entry_point(
    beside: str, without: str, with_edge: str, drawn: bool
) -> None:
    board = tiny(f"A1:A3, B1:B3, C1:C3, {beside}")
    plain = Position(pixelled(board) if drawn else board)
    for position, said in ((plain, without), (plain.give('overlay_edge("B2","B1")'), with_edge)):
        direct, fast = direct_and_fast(position, [("A2", "C2"), ("C2", "A2")])
        assert direct == fast == {("A2", "C2"): said, ("C2", "A2"): said}
        one_verdict(position, [("A2", "C2"), ("B1", "B3"), ("A1", "C2")], effort.sample(1, 3))
        assert by_matrix(position, [("A2", "C2")]) == {("A2", "C2"): said}


@rule("A2.72", "B9.2")
def test_walls_at_an_overlays_edge_block_as_elsewhere() -> None:
    hexes = ", ".join(f"{column}1:{column}4" for column in "ABCDEFGH")
    position = Position(tiny(f"{hexes}, E2-E3 wall")).give('overlay_edge("E2","E3")')
    walled = position.los("B2", "H2")
    assert (walled.verdict, walled.rows[0]["rule"]) == ("no", "B9.2")
    assert Position(tiny(hexes)).give('overlay_edge("E2","E3")').los("B2", "H2").verdict == "yes"
    assert position.los("D2", "F2").verdict == "yes"
