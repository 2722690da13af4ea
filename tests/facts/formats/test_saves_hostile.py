"""Saves from strangers: refused in one sentence, bounded, and silent about who plays."""

from __future__ import annotations

import json
import lzma
import random
import traceback
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from hexcourt.cli.main import main
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.sizes import (
    LARGEST_SAVED_GAME,
    LARGEST_SAVED_TEXT,
    LONGEST_COMMAND,
    MAX_COMMANDS,
    MAX_SAVED_BOARDS,
    MAX_TRAITS,
)
from hexcourt.facts.formats.vassal import read_save as read_save_module
from hexcourt.facts.formats.vassal import save_text
from hexcourt.facts.formats.vassal.read_save import read_save
from hexcourt.facts.formats.vassal.save import configuration_text
from hexcourt.solver.boards.save_answers import save_answer
from tests import saves_written as write
from tests.effort import sample

BOARD = write.board("01")
DEEP = write.saved()
for _ in range(20):
    DEEP = write.command("begin_save", DEEP)


def game(text: str, header: str = "!VCSK") -> bytes:
    return write.zipped({"savedGame": write.hidden(text, header)})


def of(content: bytes) -> bytes:
    return write.zipped({"savedGame": content})


def bomb() -> bytes:
    packed = zlib.compress(bytes(LARGEST_SAVED_TEXT + 1))
    return of(b"!VCSZ00" + packed.hex().encode())


def boards(*told: str) -> bytes:
    return game(write.saved("".join(told)))


REFUSED = [
    ("an empty file", b"", "the file is empty"),
    ("a text", b"begin_save", "is no zip archive"),
    ("a cut zip", game(write.saved())[:-30], "not a whole zip archive"),
    ("no game", write.zipped({"savedata": b"<data/>"}), "savedGame is missing"),
    ("digits that are none", of(b"!VCSK5a6"), "no row of hex digits behind !VCSK"),
    ("digits with spaces", of(b"!VCSK5a 62"), "no row of hex digits"),
    ("no digits", of(b"!VCSK"), "no row of hex digits"),
    ("what is not packed", of(b"!VCSZ005a5a5a5a"), "not whole"),
    ("what is packed in part", of(b"!VCSZ00" + zlib.compress(b"x" * 99)[:-9].hex().encode()), "cut off"),
    ("no key", of(b"VOBS"), "ends behind VOBS"),
    ("an XZ stream cut short", of(write.hidden(write.saved(), "xz")[:-20]), "cut off"),
    ("no XZ stream", of(b"!VOXZ\x00" + b"x" * 99), "not whole"),
    ("an XZ bomb", of(lzma.compress(bytes(LARGEST_SAVED_TEXT + 1), preset=0)), "more than 12 MiB"),
    ("an XZ stream that takes much memory", of(lzma.compress(b"begin_save", preset=9)), "not whole"),
    ("no UTF-8", of(b"VOBS\x00\xff\xff"), "no text in UTF-8 (VOBS)"),
    ("another text", of(b"once upon a time"), "does not hold begin_save"),
    ("a zip bomb", of(bytes(LARGEST_SAVED_GAME + 1)), "unpacks to more than 48 MiB"),
    ("a packed bomb", bomb(), "more than 12 MiB of text"),
    ("too much text", of(b"VOBS\x00" + bytes(LARGEST_SAVED_TEXT + 1)), "more than 12 MiB of text"),
    ("deep commands", game(DEEP), "nested deeper than 16"),
    ("many commands", of(b"begin_save" + b"\x1b" * (MAX_COMMANDS + 9)), "more than 100000 commands"),
    ("a giant counter", game(write.saved("+/" + "x" * LONGEST_COMMAND)), "more than 120000 char"),
    ("giant boards", game(write.saved("bd\t" + "\t" * LONGEST_COMMAND)), "more than 120000 char"),
    ("many traits", game(write.saved(write.counter("x", (0, 0), *[("a", "")] * MAX_TRAITS))), "traits"),
    ("many boards", boards(*(write.board("01", (n, 0)) for n in range(MAX_SAVED_BOARDS + 1))),
     "has 100 boards"),
    ("a board twice in a place", boards(BOARD, write.board("02")), "both in row 1, place 1"),
    ("a board far away", boards(write.board("01", (10**6, 0))), "board 01 in no row and place"),
    ("a board before the first", boards(write.board("01", (0, -1))), "board 01 in no row and place"),
    ("a board without a name", boards(write.board("")), "a board called '', no name"),
    ("a board from elsewhere", boards(write.board("../../etc")), "a board called '../../etc', no name"),
    ("no rectangle", boards(write.board("01", crop=(0, 0, 0, -1))), "no rectangle"),
    ("a rectangle too large to read", boards(write.board("01", crop=(2**31, 0, 1, 1))), "no rectangle"),
    ("a rectangle before the board", boards(write.board("01", crop=(-5, 0, 9, 9))), "no rectangle"),
    ("a rectangle beyond the board", boards(write.board("01", crop=(1800, 0, -1, -1))), "beyond its"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "said"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED]
)
def test_what_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    place = tmp_path / "setup.vsav"
    place.write_bytes(content)
    for arguments in (["map", "from", str(place)], ["map", "tell", str(place)]):
        done = CliRunner().invoke(main, arguments)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith(f"hexcourt: {place}: ")
        assert said in done.stderr
        assert "; " in done.stderr, "the mend is named"
        assert done.stderr.count("\n") == 1


def test_a_module_is_refused(tmp_path: Path) -> None:
    place, module = tmp_path / "setup.vsav", tmp_path / "vasl.vmod"
    place.write_bytes(write.save_file(BOARD))
    entity = b'<!DOCTYPE x [<!ENTITY a "a">]><x>&a;</x>'
    for content, said in (
        (b"PK", "not a whole zip archive"),
        (write.zipped({"x": b""}), "member buildFile.xml is missing"),
        (write.zipped({"buildFile": b"<x>"}), "no well-formed XML"),
        (write.zipped({"buildFile": entity}), "declares a DTD"),
    ):
        module.write_bytes(content)
        done = CliRunner().invoke(main, ["map", "tell", str(place), "--module", str(module)])
        assert done.exit_code == 2
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


# --- who plays is nobody's business ----------------------------------------------------------------

SECRETS = (
    "Pa55-hidden",
    "Pa55-conceal",
    "Pa55-dummy",
    "Pa55-owner",
    "Pa55-mask",
    "Pa55-chat",
    "Pa55-name",
)
HIDDEN, CONCEAL, DUMMY, OWNER, MASK, CHAT, NAME = SECRETS

PARTS = (
    BOARD,
    write.counter("4-6-7 1sq", (400, 432), ("hide;72,130;HIP;;player:;0.3", f"{HIDDEN}|0")),
    write.counter("4-6-7 1sq", (2000, 432), ("conceal;C;ge/geqmark;ge;;", f"{CONCEAL};2")),
    write.counter("?", (400, 432), (f"concealment;{DUMMY};ge", DUMMY), image="ge/geqmark"),
    write.counter("x", (0, 0), ("PROP;Owner;false,0,100,false;:77", OWNER), ("mark;Owner", OWNER)),
    write.counter("x", (0, 0), (f"obs;77;{MASK};x;y", f"{MASK};{MASK}")),
    f"UNMASK\t{NAME}\tbeeper",
    f"PLAYER\t{NAME}\t{NAME}\tAxis",
    f"INFO\tAxis\tAxis\t1\t?\t?\t?\t?\tA title\t{NAME}\t{CHAT}",
    f"INFO\tAxis\tAxis\t1\t?\t?\t?\t?\t?\t?\tClear\t0\tNone\tNone\tNo\t0\t{NAME}\t{CHAT}",
    f"NOTES\t{CHAT}",
    f"PNOTES\t{NAME}\t{CHAT}",
    f"GlobalProperty\t;x;{NAME};Module",
    f"LOG\t{write.command('null', f'CHAT<{NAME}> - {CHAT}')}",
    f"CHAT<{NAME}> - {CHAT}",
    NAME,
)


def everything_said(place: Path, folder: Path) -> str:
    """Give all that commands, values and errors say about a save."""
    said = []
    for arguments in (
        ["from", str(place)],
        ["from", str(place), "--out", str(folder / "map.toml")],
        ["tell", str(place)],
        ["tell", str(place), "--json"],
        ["tell", str(place), "--boards", str(folder), "--module", str(place)],
    ):
        done = CliRunner().invoke(main, ["map", *arguments])
        assert done.exit_code in (0, 2)
        said.append(done.output)
    if (folder / "map.toml").exists():
        said.append((folder / "map.toml").read_text("utf-8"))
        (folder / "map.toml").unlink()
    try:
        opened = save_text.open_save(place)
        said += [repr(opened), repr(read_save_module._commands(opened.text))]
        save = read_save(place)
        answer = save_answer(save)
        said += [repr(save), str(save), repr(answer), answer._repr_html_()]
    except BadInput:
        said.append(traceback.format_exc())
    return "\n".join(said)


TEXT = write.saved(*PARTS)
BROKEN = [
    write.save_file(*PARTS),
    *(
        write.save_file(*PARTS, header=header)
        for header in ("!VCSZ", "VOBS", "!VOXZ", "xz", "plain")
    ),
    of(write.hidden(TEXT)[:-1]),
    of(write.hidden(TEXT)[:-3]),
    of(write.hidden(TEXT) + b"zz"),
    of(TEXT.encode() + b"\xff"),
    of(write.hidden(TEXT, "VOBS")[:5] + TEXT.encode()),
    game(TEXT.replace("begin_save", "save")),
    game(TEXT.replace("\tVER", "\t1\t2\tVER")),
    game(TEXT + write.ESCAPE + write.counter("x" * LONGEST_COMMAND, (0, 0), ("hide;x", HIDDEN))),
    game(TEXT + write.ESCAPE + write.counter("x", (0, 0), *[("hide;x", HIDDEN)] * MAX_TRAITS)),
    game(TEXT.replace("\t0\t0\t01", "\t0\t-1\t01")),
    game(TEXT + write.ESCAPE + f"+/1/hide;x\tlabel;x\\\tpiece;;;;x/{HIDDEN}\t{HIDDEN}"),
    game(TEXT + write.ESCAPE + f"+/1/label;x\tpiece;;;;x/a\t{HIDDEN}\\\tMain Map;0;0;"),
    game(TEXT.replace("Main Map", "Elsewhere")),
    game(TEXT)[:-40],
]


@pytest.mark.parametrize("number", range(len(BROKEN)))
def test_no_user_id_no_password_and_no_name_is_said(tmp_path: Path, number: int) -> None:
    place = tmp_path / "setup.vsav"
    place.write_bytes(BROKEN[number])
    said = everything_said(place, tmp_path)
    for secret in SECRETS:
        assert secret not in said


def test_hidden_and_concealed_are_said_without_by_whom(tmp_path: Path) -> None:
    place = tmp_path / "setup.vsav"
    place.write_bytes(BROKEN[0])
    counters = read_save(place).counters
    assert [each.hidden for each in counters] == [True, False, False, False, False]
    assert [each.concealed for each in counters] == [False, True, False, False, True]


# --- damage ----------------------------------------------------------------------------------------

SMALL = write.saved(
    write.board("rz", (0, 0), (928, 0, 872, -1), "6.1", ["SSR", "NoGrain", "Level1ToWoods"])
    + write.board("Blank0", (1, 0)),
    "INFO\tAxis\tAxis\t1\t3\t?\t5\t?\tTitle|Place\t",
    write.counter("4-6-8 Esq", (456, 464), (write.layer(["4-6-7 1sq", "x +"]), "2;")),
    write.counter("0-hex", (456, 464), (write.layer(["Red0-hex"]), "1"), ("rotate;6;88", "4")),
    write.label(
        "<html><!-- vasl-templates:id a/ob_setup_1 -->Set up &#65;<br>here</html>", (456, 400)
    ),
    "EXT\tkgs\tv1.1",
    "LOG\tnull",
)
PIECES = [
    "\x1b",
    "\\",
    "\t",
    "/",
    ";",
    "bd\t",
    "+/",
    "'",
    "|",
    "-1",
    "9" * 12,
    "<!--",
    "<",
    "&#x",
    "r",
    ",",
]


def damaged(some: random.Random) -> bytes:
    """Damage a small save: its text in a few places, or its bytes."""
    text = SMALL
    for _ in range(some.randint(1, 4)):
        at, length = some.randrange(len(text)), some.choice((0, 0, 1, 3, 40))
        new = some.choice([*PIECES, text[at : at + 60], chr(some.randrange(32, 0x2100))])
        text = text[:at] + new + text[at + length :]
    how = some.choice(("plain", "!VCSK", "!VCSZ", "VOBS", "!VOXZ"))
    hidden = bytearray(write.hidden(text, how))
    if some.random() < 0.3:
        hidden[some.randrange(min(len(hidden), 12))] = some.randrange(256)
    content = bytearray(of(bytes(hidden)))
    if some.random() < 0.2:
        content[some.randrange(len(content))] = some.randrange(256)
    return bytes(content)


def test_damaged_saves_are_read_or_refused_in_one_sentence(tmp_path: Path) -> None:
    place = tmp_path / "setup.vsav"
    some = random.Random(15)
    read = 0
    for _ in range(sample(250, 10_000)):
        place.write_bytes(damaged(some))
        try:
            save = read_save(place)
        except BadInput as error:
            assert str(error).startswith(f"{place}: ")
            assert "\n" not in str(error)
            continue
        read += 1
        answer = save_answer(save)
        assert answer.text()
        json.loads(answer.as_json())
        if save.chart.in_play:
            assert "rows = [" in configuration_text(save, [tmp_path], tmp_path)
    assert read > 50


def test_a_command_is_not_split_into_more_than_may_be() -> None:
    text = "\x1b" * (LARGEST_SAVED_TEXT // 4)
    with pytest.raises(BadInput, match="more than 100000 commands"):
        list(save_text.commands(text))
