"""Measures large families and games, and holds random small games against enumeration.

python bench/games.py [FOLDER OF VASL BOARDS]
python bench/games.py --random FILE [NUMBER OF GAMES]

The first prints CPU seconds and memory of each question, each in a process of its own. The second plays
random games of up to 8 pieces a side (those of ``tests/solver/query/test_two_sided.py``) both ways. It
adds a line to the file for each, and leaves out those that have one, so it can be stopped and go on.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from hexcourt.solver.query.answers import Sides
from hexcourt.solver.query.game_answers import find
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import Deadline
from hexcourt.solver.sandbox.limited_run import Limits

SECONDS = 300.0
"""How long each question may take."""

RUBBLE = "{ rubble(H,stone) : hex(H) } <= 5"
ROADBLOCKS = "{ roadblock(A,B) : road(A,B) }"
LINES = (("F31", "F33"), ("C36", "F31"), ("C30", "N39"))
PATHS = (
    ("pegasus", "I9", "J14", 9, 4),
    ("budapest", "C34", "N32", 2, 3),
    ("bd01", "A5", "GG5", 2, 4),
)
GAMES = (("pegasus", "I9", "J14", 9, 3), ("budapest", "C34", "N32", 2, 5))


def line(first: str, second: str, count: bool) -> str:
    found = QuerySession("budapest").ask(
        f'exists : sees("{first}","{second}")', vary=[RUBBLE], count=count, limits=Limits(SECONDS)
    )
    return f"{found.answer} {found.worlds.counts if found.worlds else ''}"


def path(board: str, ends: tuple[str, str], turns: int, most: int, count: bool) -> str:
    found = QuerySession(board, unit="truck", turns=turns).ask(
        f'exists : not path("{ends[0]}","{ends[1]}")',
        vary=[f"{ROADBLOCKS} <= {most}"],
        count=count,
        limits=Limits(SECONDS),
    )
    return f"{found.answer} {found.worlds.counts if found.worlds else ''}"


def game(board: str, ends: tuple[str, str], turns: int, most: int) -> str:
    sides = Sides((f"{ROADBLOCKS} <= {most}",), ("clear(1)",))
    found = find(
        QuerySession(board, unit="truck", turns=turns),
        f'never : path("{ends[0]}","{ends[1]}")',
        sides,
        Deadline(Limits(SECONDS)),
    )
    return f"{found.answer}, {found.at_least} pieces, {found.rounds} rounds"


def measured(expression: str) -> None:
    """Evaluate one of the functions above, and print what it took."""
    began = time.process_time()
    said = eval(expression)
    used = time.process_time() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{expression}: {used:.1f} CPU s, {memory} MB: {said}", flush=True)


def random_games(file: Path, number: int) -> None:
    """Play the random games that the file has no line for, and print how many differ of all there."""
    os.environ.update(HEXCOURT_EFFORT="4", HEXCOURT_CACHE="off")
    sys.path.insert(0, str(Path(__file__).parent.parent))
    from tests.solver.query.test_two_sided import hold_against_enumeration

    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    known = {int(line.split()[0]) for line in lines}
    for each in range(number):
        if each in known:
            continue
        began = time.process_time()
        try:
            said = hold_against_enumeration(each)
        except AssertionError as error:
            said = f"differs: {' '.join(str(error).split())}"
        lines.append(f"{each} {time.process_time() - began:.1f} {said}")
        with file.open("a", encoding="utf-8") as out:
            print(lines[-1], file=out)
    differ = sum(" differs: " in line for line in lines)
    print(f"of {len(lines)} games {differ} differ from enumeration")


def main(folders: list[str]) -> None:
    every = [f"line({a!r}, {b!r}, {count})" for a, b in LINES for count in (False, True)]
    for board, start, goal, turns, most in PATHS:
        if board == "bd01" and not folders:
            continue
        name = str(Path(folders[0]) / board) if board == "bd01" else board
        for count in (False, True):
            every.append(f"path({name!r}, {(start, goal)!r}, {turns}, {most}, {count})")
    for board, start, goal, turns, most in GAMES:
        every.append(f"game({board!r}, {(start, goal)!r}, {turns}, {most})")
    for each in every:
        subprocess.run([sys.executable, __file__, "--one", each], check=False)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measured(sys.argv[2])
    elif sys.argv[1:2] == ["--random"]:
        random_games(Path(sys.argv[2]), int(*sys.argv[3:4] or ["500"]))
    else:
        main(sys.argv[1:])
