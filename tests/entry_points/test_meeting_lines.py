"""One question, one answer, where two things meet in one line: pieces, hexsides, levels, states.

On random tiny boards that have what lines of sight can meet at all, with two pieces at least laid on the
way of a line, ``los``, ``see``, ``matrix``, ``ask`` and ``legal`` say the same of it both ways round,
and a family of these pieces says of each world what the world says that is laid out by itself.
"""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.solver.answer.answer import Verdict
from hexcourt.solver.api.position import Position
from hexcourt.solver.position.opening import reopened
from tests import effort
from tests.entry_points.test_lines import (
    HEXES,
    by_ask,
    by_legal,
    by_los,
    by_matrix,
    by_see,
    direct_and_fast,
)
from tests.rulings import rule
from tests.tiny import pixelled, tiny

TERRAIN = (
    *("open", "open", "open", "open", "woods", "brush", "orchard", "grain", "rail_cars", "hillock"),
    *("building(stone,1) stairwell level(1)", "building(stone,2) stairwell level(1) level(2)"),
    *("building(wood,1) level(1)", "building(stone,0)", "factory(stone,1) stairwell", "emrr"),
    *("open gully@{bed}", "woods gully@{bed}", "bridge(stone) bed@{bed} under@{bed}"),
)
SIDES = (
    *("wall", "hedge", "bocage", "rowhouse_wall(1)", "rowhouse_wall(1)", "road(paved)"),
    *("narrow_street(paved)", "road(paved)", "cliff"),
)


def a_board(chance: random.Random, drawn: bool) -> Board:
    """Make a board of sixteen hexes, of pixels or of outlines."""
    entries = ["map_rule(cellars)"] if chance.random() < 0.5 else []
    for name in HEXES:
        level = chance.choice((0, 0, 0, 0, 2, 4))
        terrain = chance.choice(TERRAIN).format(bed=level - chance.choice((2, 2, 4)))
        words = terrain.split()
        kept = [f"{words[0]}@{level}", *words[1:]]
        kept += [f"slope({chance.randrange(6)})"] if chance.random() < 0.1 else []
        kept += ["feature(manhole)"] if chance.random() < 0.1 else []
        entries.append(" ".join([name, *kept]))
    bare = tiny(", ".join(entries))
    names = [record.name for record in bare.hexes]
    for number, row in enumerate(bare.neighbours.tolist()):
        for other in row:
            if other > number and chance.random() < 0.4:
                entries.append(f"{names[number]}-{names[other]} {chance.choice(SIDES)}")
    board = tiny(", ".join(entries), rim=chance.choice((0, 20)))
    return reopened(pixelled(board) if drawn else board)


def a_piece(board: Board, here: str, chance: random.Random) -> str:
    """Write a piece in a hex or on one of its hexsides."""
    row = [n for n in board.neighbours[board.indices[here]].tolist() if n >= 0]
    there = board.hexes[chance.choice(row)].name
    sides = [pair for pair in board.hexsides if here in pair]
    first, second = chance.choice(sides) if sides else (here, there)
    walled = [pair for pair in sides if any("rowhouse" in each for each in board.hexsides[pair])]
    breached = chance.choice(walled or [(here, there)])
    return chance.choice(
        (
            *(f'rubble("{here}",stone)', f'rubble("{here}",wood)', f'debris("{here}")'),
            *(f'afv("{here}")', f'wreck("{here}")', f'rubble("{here}",stone,cellar)'),
            *(
                f'smoke("{here}",white)',
                f'smoke("{there}",1)',
                f'blaze("{here}")',
                f'ffe("{here}")',
            ),
            *(f'roadblock("{first}","{second}")',) * 3,
            *(f'breach("{breached[0]}","{breached[1]}")',) * (3 if walled else 0),
        )
    )


def a_meeting(chance: random.Random, drawn: bool) -> tuple[Position, list[str]] | None:
    """Lay two or three pieces into three hexes in a row; give the position and the pieces."""
    plain = Position(a_board(chance, drawn))
    start = chance.choice(HEXES)
    direction = chance.randrange(6)
    row = [start]
    for _ in range(2):
        onward = int(plain.board.neighbours[plain.board.indices[row[-1]], direction])
        row += [plain.board.hexes[onward].name] if onward >= 0 else []
    position, laid = plain, list[str]()
    for _ in range(8):
        piece = a_piece(plain.board, chance.choice(row), chance)
        try:
            position = position.place(piece)
        except BadInput:
            continue
        laid += [piece] if piece not in laid else []
        if len(laid) == 3:
            break
    for status in ("emplaced", "entrenched"):
        try:
            position = position.give(f'{status}("{chance.choice(HEXES)}")')
        except BadInput:
            continue
    return (position, laid) if len(laid) > 1 else None


def pairs_across(
    position: Position, laid: list[str], count: int, chance: random.Random
) -> list[tuple[str, str]]:
    """Choose pairs of Locations, mostly of hexes that the pieces touch or adjoin."""
    board = position.board_of_lines
    named = {each.name for each in board.hexes if any(f'"{each.name}"' in piece for piece in laid)}
    rows = board.neighbours[[board.indices[each] for each in sorted(named)]]
    near = named | {board.hexes[n].name for n in rows.ravel().tolist() if n >= 0}
    places = [each.name for name in sorted(near) for each in board.locations_of(name)]
    every = list(combinations(places, 2))
    return chance.sample(every, min(count, len(every)))


ROWHOUSES = (
    "map_rule(cellars), A1 building(stone,1) stairwell level(1), A3, "
    "A2 building(stone,1) stairwell level(1), A1-A2 rowhouse_wall(1)"
)


@rule("O6.3", "B23.71", "B23.711")
@pytest.mark.parametrize(
    ("ends", "whole", "breached"),
    [
        (("A1/cellar", "A2/cellar"), "blocked", "clear+0"),
        (("A1", "A2"), "blocked", "unknown"),
        (("A1h1", "A2h1"), "blocked", "unknown"),
        (("A1/cellar", "A2"), "blocked", "blocked"),
    ],
)
@pytest.mark.parametrize("drawn", effort.sample([True], [False, True]))
def test_a_breach_is_seen_by_every_question(
    ends: tuple[str, str], whole: str, breached: str, drawn: bool
) -> None:
    board = tiny(ROWHOUSES)
    plain = Position(reopened(pixelled(board) if drawn else board))
    laid = ['breach("A1","A2")']
    for position, said in ((plain, whole), (plain.place(*laid), breached)):
        for asked in (by_los, by_see, by_ask, by_matrix):
            assert asked(position, [ends]) == {ends: said}
        assert by_legal(position, [ends]) == {ends: said.split("+")[0]}
    in_families(plain.place(*laid), laid, [ends])


FLAT = "map_rule(cellars), A1, A2 building(stone,0), A3, B1 building(stone,0), A2-B1 building_side"


@rule("O6.6", "B24.1")
@pytest.mark.parametrize("place", ["", ",cellar"])
@pytest.mark.parametrize("drawn", effort.sample([True], [False, True]))
def test_rubble_of_a_cellar_lies_on_the_ground_in_every_question(place: str, drawn: bool) -> None:
    """The Cellar is gone with it; beneath rubble of the ground level it is not."""
    board = tiny(FLAT)
    plain = Position(reopened(pixelled(board) if drawn else board))
    position = plain.place(f'rubble("A2",stone{place})')
    ends = ("A1", "A3")
    said = {asked(position, [ends])[ends] for asked in (by_los, by_see, by_ask, by_matrix)}
    assert said == {"blocked"}
    if place:
        for refused in (position.los, position.see, position.adjacent):
            with pytest.raises(BadInput, match="A2 has: A2"):
                refused("A2/cellar", *(["B1/cellar"] if refused == position.los else []))
        told = position.legal('sees("A2/cellar","B1/cellar")')
        assert (told.verdict, "O6.6" in told.text()) == (Verdict.NO, True)
    else:
        assert position.los("A2/cellar", "B1/cellar").verdict is Verdict.YES


OVER_A_GULLY = "A1, A2 bridge(stone) bed@-2 under@-2, A3 woods gully@-2, A4"


@rule("B6.2", "A6.3", "A6.5")
@pytest.mark.parametrize("piece", ['debris("A2")', 'wreck("A2")', 'afv("A2")'])
@pytest.mark.parametrize("drawn", effort.sample([False], [False, True]))
def test_what_lies_on_a_bridge_is_no_ground_beside_the_gully(piece: str, drawn: bool) -> None:
    """The line passes the bridge, and what lies there, from whichever end."""
    board = tiny(OVER_A_GULLY)
    position = Position(pixelled(board) if drawn else board).place(piece)
    pairs = list(combinations(("A1", "A2/under", "A3"), 2))
    direct, fast = direct_and_fast(position, [*pairs, *((b, a) for a, b in pairs)])
    assert fast == direct
    assert all(direct[a, b] == direct[b, a] for a, b in pairs)
    assert direct["A1", "A3"].startswith("clear")


@rule("B23.711", "O6.3", "Q4.141", "A6.5")
@pytest.mark.parametrize("seed", range(effort.sample(1, 400)))
def test_what_meets_in_a_line_is_judged_alike_by_every_question(seed: int) -> None:
    chance = random.Random(7000 + seed)
    found = None
    while found is None:
        found = a_meeting(chance, seed % 2 == 1)
    position, laid = found
    pairs = pairs_across(position, laid, effort.sample(6, 30), chance)
    direct, fast = direct_and_fast(position, pairs)
    assert fast == direct, position
    back, _ = direct_and_fast(position, [(b, a) for a, b in pairs])
    assert {(a, b): said for (b, a), said in back.items()} == direct, position
    assert by_matrix(position, pairs) == direct, position
    some = pairs[: effort.sample(2, 8)]
    wanted = {pair: direct[pair] for pair in some}
    for asked in (by_los, by_see, by_ask):
        assert asked(position, some) == wanted, (asked, position)
    plain = {pair: said.split("+")[0] for pair, said in wanted.items()}
    assert by_legal(position, some) == plain, position
    in_families(position, laid, some[: effort.sample(1, 2)])


def in_families(position: Position, laid: list[str], pairs: list[tuple[str, str]]) -> None:
    """Ask a family of pieces, which has to say of its worlds what each says that is laid out."""
    bare = Position(position.opened, (), position.given)
    family = f"{{ {'; '.join(laid)} }}"
    sets = chain.from_iterable(combinations(laid, n) for n in range(len(laid) + 1))
    worlds = []
    for some in sets:
        try:
            worlds.append(bare.place(*some))
        except BadInput:
            continue
    for viewer, target in pairs:
        there = [
            each
            for each in worlds
            if {viewer, target} <= each.board_of_lines.locations_by_name.keys()
        ]
        said = [each.los(viewer, target).verdict.value for each in there]
        counts = bare.ask(f'exists : sees("{viewer}","{target}")', vary=[family]).counts
        told = (counts["worlds_yes"], counts["worlds_unknown"])
        assert told == (said.count("yes"), said.count("unknown")), (viewer, target, position)
