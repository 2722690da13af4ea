"""Small inputs that would take the machine: each ends soon, in little memory, with one sentence.

They are made by code, given to commands in processes of their own under limits that are named here, and
what they use up is measured there. ``make test`` tries a sample, ``make thorough`` all.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from hexcourt.solver.sandbox.limited_run import MEMORY_NAME, SECONDS_NAME
from hexcourt.solver.sandbox.processes import can_fork
from tests.effort import one_in, some_of
from tests.facts.formats.test_archive_fuzz import board_zip, payload, zipped
from tests.saves_written import hidden, saved

pytestmark = [
    pytest.mark.skipif(not can_fork(), reason="needs fork"),
    pytest.mark.usefixtures("kept"),
]

SECONDS, MEMORY = 10, 600
"""CPU seconds, and MiB, within which all is over."""
LIMITS = {SECONDS_NAME: "9", MEMORY_NAME: "400"}

Made = Callable[[Path], tuple[str, ...]]
BOMBS: dict[str, Made] = {}


def los(name: str, writing: Callable[[], bytes | str]) -> Made:
    """Ask for a line on a board file, which is written when it is tried."""

    def made(folder: Path) -> tuple[str, ...]:
        path = folder / name
        content = writing()
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return ("los", str(path), "A1", "A2")

    return made


def asked(question: str, *more: str) -> Made:
    return lambda folder: ("ask", "budapest", question, *more)


def streamed(content: bytes) -> bytes:
    """Wrap a long payload in block records."""
    blocks = (content[at : at + 60_000] for at in range(0, len(content), 60_000))
    return b"\xac\xed\x00\x05" + b"".join(
        b"\x7a" + struct.pack(">I", len(block)) + block for block in blocks
    )


def drawn(width: int, height: int, columns: int, rows: int) -> bytes:
    """Draw a plain archive of a size, its terrain open ground."""
    hexes = sum(rows + column % 2 for column in range(min(columns, 5_000)))
    sizes = (columns, rows, width, height)
    content = payload(sizes, b"\0\0" * (width * height), bytes(min(hexes, 10**6)))
    return board_zip(stream=streamed(content))


def lines(text: str, count: int) -> str:
    return "\n".join(text.replace("#", str(number)) for number in range(count))


def archives() -> None:
    """Archives: drawings, sizes that lie, members, XML."""
    sizes = {
        "16 million pixels": (4000, 4000, 3, 2),
        "64 million pixels": (8000, 8000, 3, 2),
        "a long strip": (100_000, 10, 3, 2),
        "hexes of one pixel": (1000, 1000, 500, 500),
        "many hexes": (2800, 2800, 200, 99),
        "as many pixels as there may be": (2800, 2800, 33, 10),
    }
    for name, (width, height, columns, rows) in sizes.items():
        BOMBS[f"archive: {name}"] = los("bd.zip", partial(drawn, width, height, columns, rows))
    for name, told in {
        "promises": (3, 2, 2**31 - 1, 2**31 - 1),
        "less than nothing": (-1, -1, -1, -1),
        "columns": (2**31 - 1, 1, 40, 40),
        "rows": (1, 2**31 - 1, 40, 40),
    }.items():
        BOMBS[f"archive: sizes of {name}"] = los(
            "bd.zip", lambda told=told: board_zip(payload(told))
        )
    BOMBS["archive: zeroes"] = los("bd.zip", lambda: board_zip(stream=streamed(bytes(100 << 20))))
    BOMBS["archive: zeroes in the metadata"] = los(
        "bd.zip", lambda: zipped({"LOSData": b"", "BoardMetadata.xml": b" " * (100 << 20)})
    )
    BOMBS["zip: many members"] = los(
        "bd.zip", lambda: zipped({f"m{n}": b"" for n in range(30_000)})
    )
    BOMBS["zip: many members of a long name"] = los(
        "bd.zip", lambda: zipped({f"{n}" + "m" * 5_000: b"" for n in range(5_000)})
    )
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "lol"}">' for n in range(10))
    sheets = {
        "entities": f"<!DOCTYPE b [{entities}]><boardMetadata>&e9;</boardMetadata>",
        "one long entity": f'<!DOCTYPE b [<!ENTITY a "{"a" * 10**6}">]><b>{"&a;" * 1000}</b>',
        "an entity of a file": '<!DOCTYPE b [<!ENTITY a SYSTEM "file:///dev/zero">]><b>&a;</b>',
        "depth": "<b>" * 300_000,
        "attributes": "<b " + lines('a#="1" ', 100_000) + "/>",
        "slopes": "<b><slopes>"
        + lines('<slope hex="A#" slopes="012345"/>', 40_000)
        + "</slopes></b>",
    }
    for name, sheet in sheets.items():
        BOMBS[f"xml: {name}"] = los("bd.zip", partial(board_zip, metadata=sheet))


def facts() -> None:
    """Facts files."""
    head = 'board("b").\n'
    layout = "".join(
        f"layout({name},{value},1).\n"
        for name, value in {
            "column_step": 872,
            "hex_height": 1000,
            "origin_x": 0,
            "origin_y": 0,
        }.items()
    )
    texts = {
        "too large": head + 'hex("A1").\n' * 2_000_000,
        "hexes": head + lines('hex("A#").', 200_000),
        "hexes by columns": head + lines('hex("A#").', 15_000),
        "hexes as many as there may be": head + lines('hex("A#").', 2_900),
        "a far hex": head + 'hex("A1"). hex("ZZZZZZ999999").',
        "a number": head + f"level({'9' * 1_000_000}).",
        "a string": f'board("{"x" * 5_000_000}"). hex("A1"). hex("A2").',
        "a term": head + "hex(" + "f(" * 200_000,
        "one line": head + "hex(1)," * 500_000,
        "comments": "%" * 10_000_000,
        "blanks": " " * 15_000_000,
        "a program": head + 'hex("A1"). p(1..100000000).',
        "the same fact": head + 'hex("A1").\n' * 400_000,
        "outlines": head
        + layout
        + 'hex("A1"). hex("A2").\n'
        + lines('outline("o#",woods,0). corner("o#",1,0,0).', 50_000),
        "spans": head
        + layout
        + 'hex("A1"). hex("A2").\n'
        + lines("span(#,0,30000,open_ground,0).", 100_000),
    }
    for name, text in texts.items():
        BOMBS[f"facts: {name}"] = los("board.lp", lambda text=text: text)


def maps() -> None:
    """Maps, studies, certificates, examples."""

    def of_boards(count: int) -> Made:
        def made(folder: Path) -> tuple[str, ...]:
            (folder / "bd01.zip").write_bytes(drawn(1800, 645, 33, 10))
            rows = ",".join(f'["{n}", "bd01.zip"]' for n in range(count))
            (folder / "map.toml").write_text(f"boards = [[{rows}]]\n")
            return ("los", str(folder / "map.toml"), "1A1", "1A2")

        return made

    for count in (49, 1_000, 100_000):
        BOMBS[f"map: {count} boards"] = of_boards(count)
    tomls = {
        "a long list": "boards = [" + "[]," * 300_000 + "]",
        "depth": "boards = " + "[" * 100_000,
        "keys": lines("k# = 1", 100_000),
        "dotted keys": ".".join("a" * 100_000) + " = 1",
        "too large": "#" * (2 << 20),
    }

    def swept(folder: Path, text: str) -> tuple[str, ...]:
        (folder / "study.toml").write_text(text)
        return ("sweep", str(folder / "study.toml"), "--jobs", "1")

    for name, text in tomls.items():
        BOMBS[f"map: {name}"] = los("map.toml", lambda text=text: text)
        BOMBS[f"study: {name}"] = lambda folder, text=text: swept(folder, text)

    def verified(folder: Path, manifest: str) -> tuple[str, ...]:
        made = folder / "made"
        made.mkdir()
        (made / "manifest.json").write_text(manifest)
        return ("verify", str(made))

    for name, text in {
        "depth": "[" * 100_000,
        "a number": "9" * 1_000_000,
        "keys": "{" + ",".join(f'"{n}": 1' for n in range(300_000)) + "}",
    }.items():
        BOMBS[f"certificate: {name}"] = lambda folder, text=text: verified(folder, text)


def questions() -> None:
    """Questions and families."""
    five = "hex(A), hex(B), hex(C), hex(D), hex(E)"
    for name, question in {
        "an interval": "count X : X = 1..1000000000",
        "hexes by hexes": f"which A,B,C,D,E : {five}",
        "hexes in a sum": f"max N : N = #sum {{ 1,A,B,C,D,E : {five} }}",
        "tuples": "which P : P = (1..1000,1..1000,1..1000,1..1000)",
        "factors": "exists : X = 2..100000, Y = 2..100000, X*Y = 2147483647",
        "a power": "exists : X = 1..2000000, Y = X**9",
        "all lines": "all A,B,C : sees(A,B), sees(B,C) -> sees(A,C)",
        "all paths": "count A,B : path(A,B)",
    }.items():
        BOMBS[f"question: {name}"] = asked(question)
    sees = 'always : sees("F31","F33")'
    for name, family in {
        "all rubble": "{ rubble(H,stone) : hex(H) }",
        "pairs of hexes": "{ roadblock(A,B) : hex(A), hex(B) }",
        "half of all": "{ rubble(H,stone) : hex(H) } = 60",
    }.items():
        BOMBS[f"family: {name}"] = asked(sees, "--vary", family)


def saves() -> None:
    """Saves of VASSAL."""

    def tell(writing: Callable[[], bytes]) -> Made:
        def made(folder: Path) -> tuple[str, ...]:
            (folder / "setup.vsav").write_bytes(writing())
            return ("map", "tell", str(folder / "setup.vsav"))

        return made

    def packed(size: int) -> bytes:
        return of_game(b"!VCSZ00" + zlib.compress(bytes(size)).hex().encode())

    def game(text: str) -> bytes:
        return of_game(hidden(text, "!VCSZ"))

    def of_game(content: bytes) -> bytes:
        return zipped({"savedGame": content})

    for name, writing in {
        "zeroes": lambda: packed(100 << 20),
        "zeroes of a member": lambda: of_game(bytes(100 << 20)),
        "commands": lambda: game("begin_save" + "\x1b" * 5_000_000),
        "backslashes": lambda: game("begin_save" + "\\" * 5_000_000),
        "quotation marks": lambda: game("begin_save\x1b+/" + "'" * 5_000_000),
        "fields": lambda: game("begin_save\x1b+/1/" + "a\t" * 2_000_000),
        "boards": lambda: game("begin_save\x1bbd\t" + "01r0/0/0;" * 500_000),
        "markup": lambda: game(saved("+/" + "<b>" * 30_000)),
    }.items():
        BOMBS[f"save: {name}"] = tell(writing)


def rules() -> None:
    """House rules, and what is given."""

    def amended(text: str) -> Made:
        def made(folder: Path) -> tuple[str, ...]:
            (folder / "house.lp").write_text(f"%! SSR 1 high: so\n{text}\n")
            amend = ("--amend", str(folder / "house.lp"))
            return ("legal", "pegasus", 'stack("K12",2)', *amend)

        return made

    head = 'refused(stack(L,N),"SSR 1") :- asked(stack(L,N)), '
    for name, text in {
        "hexes by fours": f"{head}hex(A), hex(B), hex(C), hex(D), A < B, B < C, C < D, A < D.",
        "a head": "roadless(X) :- X = 1..100000000.",
        "a body": f"{head}X = 1..1000000000, X*0 = 1.",
        "a quotient": f"{head}(-2147483647-1) / -1 > N.",
        "depth": f"{head}{'(' * 50_000}",
        "rules": "roadless(H) :- hex(H).\n" * 8_000,
    }.items():
        BOMBS[f"house rules: {name}"] = amended(text)


for _make in (archives, facts, maps, questions, saves, rules):
    _make()


MEASURED = """
import resource, subprocess, sys
with open(sys.argv[1], "w") as told:
    status = subprocess.call(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=told)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(status, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


ANSWERED = ("archive: as many pixels as there may be", "house rules: a body", "save: markup")
"""What keeps to all sizes is answered, if there is time."""

SETTLED = ("family: all rubble", "family: half of all")
"""What a first world settles: a no that was computed."""


def burst(folder: Path, arguments: tuple[str, ...]) -> tuple[int, str, float, float]:
    """Run a command; give its status, what it complains of, and the CPU seconds and MiB it took.

    It is started by a small process: what a large one holds would be counted as its own.
    """
    told = folder / "told"
    command = (sys.executable, "-m", "hexcourt.cli.main", *arguments)
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(told), *command],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **LIMITS},
    )
    status, seconds, mebibytes = map(float, done.stdout.split())
    return int(status), told.read_text(), seconds, mebibytes


@one_in(2)
@pytest.mark.parametrize("name", some_of(sorted(BOMBS), 14))
def test_a_bomb_ends_soon_in_little_memory_with_one_sentence(name: str, tmp_path: Path) -> None:
    status, told, seconds, mebibytes = burst(tmp_path, BOMBS[name](tmp_path))
    allowed = {SETTLED: (1, 3), ANSWERED: (0, 2, 3)}
    assert status in next((some for names, some in allowed.items() if name in names), (2, 3)), told
    if told or status == 2:  # what was found until then is told on standard output
        assert told.startswith("hexcourt: ") and told.count("\n") == 1, told[:2_000]
    assert seconds < SECONDS
    assert mebibytes < MEMORY


def test_there_are_sixty_bombs() -> None:
    assert len(BOMBS) >= 60
