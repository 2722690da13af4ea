"""Asks whether random actions may be done on boards, and counts each yes for which no rule gives leave.

Usage: leave.py [COUNT] [BOARD...]; COUNT actions in all, on embedded boards unless others are named.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.solver.actions.judging import ActionVerdict, judge_actions
from hexcourt.solver.placement.hex_facts import known_units
from hexcourt.solver.position.changes import read_pieces
from hexcourt.solver.position.read_actions import is_piece, read_fact, words_of
from hexcourt.solver.rulebase.declarations import Declaration
from hexcourt.solver.scenario.opening import open_board

TOGETHER = 12
"""So many actions are asked about at once: the rules are grounded once for them."""

ON_A_HEX = ("trench", "foxhole", "debris", "trail_break", "enemy", "afv", "wreck", "rubble")
ON_A_HEXSIDE = ("roadblock", "breach", "street_vehicle", "tunnel")
ENDINGS = ("", "", "", "", "h1", "/cellar", "/sewer", "/rooftop", "/trench", "/foxhole", "/under")


def random_actions(board: Board, random: Random, count: int) -> Iterator[str]:
    """Write actions of every kind about hexes, Locations and whatever else they take, at random."""
    actions = [
        each for each in words_of("action") if each.name not in ("sees", "reveals")
    ]  # these are lines, judged by the rules of sight
    for _ in range(count):
        hexes = _neighbours(board, random)
        if random.random() < 0.2:
            yield _piece(random.choice((*ON_A_HEX, *ON_A_HEXSIDE)), *hexes[:2])
        else:
            yield _action(random.choice(actions), hexes, random)


def judged(board: Board, random: Random, count: int) -> Iterator[ActionVerdict]:
    """Judge random actions on a board, so many of them that can be read."""
    left = count
    while left > 0:
        texts = [each for each in random_actions(board, random, TOGETHER * 2) if _fits(board, each)]
        rulings = judge_actions(board, dict.fromkeys(texts[: min(left, TOGETHER)]))
        yield from rulings
        left -= len(rulings)


def without_leave(rulings: Sequence[ActionVerdict]) -> list[str]:
    """List the actions that may be done though no rule gives leave."""
    return [each.action for each in rulings if each.verdict == "yes" and not each.rules]


def _neighbours(board: Board, random: Random) -> list[str]:
    """Give a hex and some near it, the first ones next to each other where there are any."""
    index = random.randrange(len(board.hexes))
    near = [n for n in board.neighbours[index].tolist() if n >= 0] or [index]
    random.shuffle(near)
    return [board.hexes[n].name for n in (index, *near, near[0], near[0])]


def _piece(kind: str, one: str, other: str) -> str:
    told = [f'"{one}"', *([f'"{other}"'] if kind in ON_A_HEXSIDE else [])]
    return f"{kind}({','.join([*told, *(['stone'] if kind == 'rubble' else [])])})"


def _action(word: Declaration, hexes: Sequence[str], random: Random) -> str:
    names = iter(hexes)
    told = [_argument(kind, next(names, hexes[0]), random) for kind, _ in word.arguments]
    return f"{word.name}({','.join(told)})" if told else word.name


def _argument(kind: str, name: str, random: Random) -> str:
    if kind == "hex":
        return f'"{name}"'
    if kind == "place":
        return f'"{name}{random.choice(ENDINGS)}"'
    if kind == "number":
        return str(random.choice((0, 1, 2, 3, 5, 6, 7, 8, 12)))
    if kind == "unit":
        return random.choice(sorted(known_units()))
    if kind in ("name", "board"):
        return random.choice(("one", "other"))
    return random.choice(kind.split("|"))


def _fits(board: Board, action: str) -> bool:
    """Tell whether an action can be read on the board: a Location may not be there, an argument not
    fit.
    """
    try:
        if is_piece(action):
            read_pieces(board, [action])
        else:
            read_fact(board, "action", action)
    except BadInput:
        return False
    return True


def main(arguments: Sequence[str]) -> int:
    """Print how many actions came to what, and each yes without leave."""
    count = int(arguments[0]) if arguments else 300
    names = arguments[1:] or list(embedded_names())
    found: Counter[str] = Counter()
    bare: list[str] = []
    for number, name in enumerate(names):
        board = open_board(name)
        rulings = list(judged(board, Random(number), -(-count // len(names))))
        found.update(each.verdict for each in rulings)
        bare += [f"{board.name}: {action}" for action in without_leave(rulings)]
    print(f"{found.total()} actions on {len(names)} boards:", dict(sorted(found.items())))
    print(f"{len(bare)} times yes, and no rule that gives leave", *bare, sep="\n  ")
    return 1 if bare else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
