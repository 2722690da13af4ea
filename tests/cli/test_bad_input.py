"""Bad input at the shell: one sentence that names the thing, the place and the mend, and status 2."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from hexcourt.cli.main import main
from hexcourt.facts.base.sizes import LARGEST_FACTS_FILE
from hexcourt.facts.formats import vasl_archive
from tests.facts.formats.test_archive_fuzz import (
    BOMB,
    METADATA,
    STREAM,
    attributes,
    board_zip,
    packed,
    payload,
    zipped,
)

pytestmark = pytest.mark.usefixtures("kept", "engines")

PROJECT = Path(__file__).parent.parent.parent
ARCHIVES = PROJECT.parent / "shared" / "vasl" / "boards"
WHOLE = board_zip()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def invoked(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(each) for each in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def files() -> dict[str, bytes | None]:
    found = Path().rglob("*")
    return {str(path): path.read_bytes() if path.is_file() else None for path in found}


def refused(*arguments: object) -> str:
    """Run what must be refused; give the sentence."""
    before = files()
    result = invoked(*arguments)
    assert result.exit_code == 2, result.output
    if "--json" in arguments:
        assert list(json.loads(result.stdout)) == ["error", "hexcourt", "schema"]
    else:
        assert result.stdout == ""
    assert files() == before, "nothing is written, nothing is lost"
    assert result.stderr.startswith("hexcourt: ")
    assert result.stderr.endswith("\n")
    assert "Traceback" not in result.stderr
    sentence = result.stderr.removeprefix("hexcourt: ").removesuffix("\n")
    assert "\n" not in sentence
    assert sentence.isprintable()
    assert "None" not in sentence
    assert "Errno" not in sentence
    return sentence


def misused(*arguments: object) -> str:
    """Run what the command line itself refuses in one sentence; give it without capitals."""
    before = files()
    result = invoked(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert files() == before
    (sentence,) = result.stderr.splitlines()
    assert sentence.startswith("hexcourt: ")
    return sentence.lower()


# --- boards that are none -------------------------------------------------------------------------


def every_command(board: str) -> list[tuple[str, ...]]:
    return [
        ("board", "show", board),
        ("board", "show", board, "A1"),
        ("board", "show", board, "--svg", "new.svg"),
        ("board", "show", board, "--json"),
        ("board", "facts", board),
        ("los", board, "A1", "A2", "--svg", "new.svg"),
        ("los", board, "A1", "A2", "--why", "--json"),
        ("see", board, "A1", "--svg", "new.svg"),
        ("see", board, "A1", "--status", "emplaced", "--json"),
        ("matrix", board, "--out", "new.csv"),
        ("matrix", board, "--out", "new.csv", "--locations", "all"),
    ]


@pytest.mark.parametrize("command", every_command("missing"), ids=" ".join)
def test_every_command_refuses_a_missing_board(here: Path, command: tuple[str, ...]) -> None:
    assert refused(*command).startswith("missing: no such board; give ")


@pytest.mark.parametrize("command", every_command("cut"), ids=" ".join)
def test_every_command_refuses_a_cut_archive(here: Path, command: tuple[str, ...]) -> None:
    Path("cut").write_bytes(WHOLE[: len(WHOLE) // 2])
    assert refused(*command).startswith("cut: ")


def test_a_typing_error_in_the_name(here: Path) -> None:
    assert "budapest" in refused("see", "budapset", "F31")


@pytest.mark.parametrize("name", ["budapset", "Budapset"])
def test_a_typing_error_is_mended(here: Path, name: str) -> None:
    sentence = refused("see", name, "F31")
    offered = [board for board in ("barricades", "budapest", "pegasus") if board in sentence]
    assert offered == ["budapest"]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (("see", "Budapest", "f31"), ("see", "budapest", "F31")),
        (("los", "BUDAPEST", "l33h2", "E31"), ("los", "budapest", "L33h2", "E31")),
        (("board", "show", "budapest", "l33"), ("board", "show", "budapest", "L33")),
        (
            ("path", "pegasus", "l13", "k13-l12-k12", "--unit", "Squad"),
            ("path", "pegasus", "L13", "K13-L12-K12", "--unit", "squad"),
        ),
    ],
)
def test_small_and_capital_letters_are_understood(
    here: Path, asked: tuple[str, ...], meant: tuple[str, ...]
) -> None:
    assert invoked(*asked).stdout == invoked(*meant).stdout != ""


@pytest.mark.parametrize(
    "written",
    ["rubble(H38,stone)", 'rubble("h38", Stone)', "Rubble(h38, stone).", "rubble H38 stone"],
)
@pytest.mark.parametrize("option", ["--place", "--given"])
def test_a_piece_is_understood_however_it_is_written(here: Path, option: str, written: str) -> None:
    asked = ("los", "budapest", "G39", "I39")
    meant = invoked(*asked, "--place", 'rubble("H38",stone)')
    assert "FB6.12423" in meant.stdout
    assert invoked(*asked, option, written).stdout == meant.stdout


def test_a_typing_error_at_the_end_of_a_path(here: Path) -> None:
    assert refused("board", "show", "boards/budapset") == (
        "boards/budapset: no such board; write budapest, or the path of an archive or facts file"
    )


def test_a_missing_facts_file(here: Path) -> None:
    assert refused("board", "show", "missing.lp").startswith("missing.lp: no such board; give ")


@pytest.mark.parametrize("name", ["folder", "folder.lp", "."])
def test_a_folder(here: Path, name: str) -> None:
    Path(name).mkdir(exist_ok=True)
    sentence = refused("board", "show", name)
    assert sentence.startswith(f"{name}: is no file; give ")


CONTENTS = [b"", b"hello\n", b"\x00" * 4000, b"\x1f\x8b\x08\x00", b"<svg/>", b"P"]


@pytest.mark.parametrize("content", CONTENTS)
def test_a_file_of_another_kind(here: Path, content: bytes) -> None:
    Path("thing").write_bytes(content)
    sentence = refused("board", "show", "thing")
    said = "is of none of the kinds that boards are" if content else "the file is empty"
    said = "is a drawing (SVG)" if content == b"<svg/>" else said
    assert sentence.startswith(f"thing: {said}; give a VASL board ")


@pytest.mark.parametrize("share", [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.98, 0.999])
def test_an_archive_cut_short(here: Path, share: float) -> None:
    Path("cut").write_bytes(WHOLE[: int(share * len(WHOLE))])
    assert refused("matrix", "cut", "--out", "new.csv").startswith("cut: ")


@pytest.mark.parametrize("length", [2, *(int(share * len(WHOLE)) for share in (0.1, 0.5, 0.9))])
def test_an_archive_cut_short_is_told_as_one(here: Path, length: int) -> None:
    Path("cut").write_bytes(WHOLE[:length])
    assert "fetch the board again" in refused("board", "show", "cut")


@pytest.mark.parametrize("share", [0.2, 0.6, 0.99])
def test_a_real_archive_cut_short(here: Path, share: float) -> None:
    if not ARCHIVES.is_dir():
        pytest.skip("no board archives in ../shared/vasl/boards")
    whole = min(ARCHIVES.iterdir()).read_bytes()
    Path("cut").write_bytes(whole[: int(share * len(whole))])
    assert refused("board", "show", "cut").startswith("cut: ")


def changed(content: bytes, at: int, value: int) -> bytes:
    return content[:at] + bytes([value]) + content[at + 1 :]


UNKNOWN_TERRAIN = changed(payload(), 17, 255)
GZIP = packed(STREAM)
ARCHIVES_REFUSED: list[tuple[str, bytes, str]] = [
    (
        "no LOSData",
        zipped({"a.txt": b"hi"}),
        "member LOSData is missing; give a VASL board archive",
    ),
    ("no metadata", zipped({"LOSData": GZIP}), "member BoardMetadata.xml is missing"),
    ("empty zip", zipped({}), "member LOSData is missing"),
    (
        "no gzip",
        zipped({"LOSData": b"hello", "BoardMetadata.xml": METADATA.encode()}),
        "LOSData is damaged",
    ),
    (
        "corrupted gzip",
        zipped({"LOSData": changed(GZIP, 40, 0x5A), "BoardMetadata.xml": METADATA.encode()}),
        "fetch the board again",
    ),
    (
        "gzip cut short",
        zipped({"LOSData": GZIP[:-12], "BoardMetadata.xml": METADATA.encode()}),
        "LOSData is damaged",
    ),
    ("no Java stream", board_zip(stream=b"hello"), "LOSData is no Java object stream; fetch"),
    ("XML bomb", board_zip(metadata=BOMB), "BoardMetadata.xml declares a DTD or entities; remove"),
    ("no XML", board_zip(metadata="hello"), "BoardMetadata.xml is not well-formed XML"),
    ("other XML", board_zip(metadata="<svg/>"), "root <svg> where <boardMetadata> belongs"),
    ("sizes too large", board_zip(payload((9, 9, 40, 40))), "need "),
    ("sizes below 0", board_zip(payload((3, 2, -40, 40))), "LOSData gives a drawing of -40 by 40"),
    ("no columns", board_zip(payload((0, 2, 40, 40))), "LOSData gives a board of 0 by 2 hexes"),
    (
        "unknown terrain",
        board_zip(UNKNOWN_TERRAIN),
        "unknown terrain code 255 at pixel (0, 0); fetch",
    ),
    (
        "no number",
        board_zip(metadata=attributes(hexWidth="wide")),
        "hexWidth='wide'; write a number",
    ),
    ("other grain", board_zip(metadata=attributes(altHexGrain="TRUE")), "give another board"),
]


@pytest.mark.parametrize(
    ("content", "said"), [e[1:] for e in ARCHIVES_REFUSED], ids=[e[0] for e in ARCHIVES_REFUSED]
)
def test_an_archive_refused(here: Path, content: bytes, said: str) -> None:
    Path("bd99").write_bytes(content)
    sentence = refused("matrix", "bd99", "--out", "new.csv")
    assert sentence.startswith("bd99: ")
    assert said in sentence


def test_a_bomb(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vasl_archive, "LARGEST_LOSDATA", 100_000)
    Path("bd99").write_bytes(board_zip(stream=STREAM + bytes(200_000)))
    assert "LOSData unpacks to more than" in refused("board", "show", "bd99")


@pytest.mark.parametrize("sizes", [(3, 2, 99_999, 40), (3, 30_000, 40, 40)])
def test_refusals_say_what_to_do(here: Path, sizes: tuple[int, int, int, int]) -> None:
    Path("bd99").write_bytes(board_zip(struct.pack(">4i", *sizes)))
    assert not refused("board", "show", "bd99").endswith("; refused")


# --- facts files ----------------------------------------------------------------------------------

FACTS: list[tuple[str, bytes, str]] = [
    ("empty", b"", ': the board has no hexes; add facts such as hex("A1").'),
    ("no facts", b"hello\n", ", line 2: the text ends where a full stop belongs"),
    (
        "undeclared predicate",
        b'hex("A1").\nheight("A1",2).\n',
        ", line 2: height/2 is not a predicate",
    ),
    (
        "wrong arity",
        b'hex("A1").\nelevation("A1").\n',
        ", line 2: elevation takes 2 arguments, not 1",
    ),
    (
        "contradiction",
        b'hex("A1").\nelevation("A1",2).\nelevation("A1",4).\n',
        ', line 3: elevation("A1") has two levels, 2 and 4; keep one',
    ),
    (
        "one Location twice",
        b'hex("A1").\nlocation("A1",level(1),2).\nlocation("A1",level(1),4).\n',
        ', line 3: location("A1",level(1)) has two levels, 2 and 4; keep one',
    ),
    ("two names", b'hex("A1").\nboard("a").\nboard("b").\n', ", line 3: board has two names"),
    (
        "script",
        b'hex("A1").\n#script(python)\nprint(1)\n#end.\n',
        ", line 2: #script is a directive",
    ),
    (
        "include",
        b'hex("A1").\n#include "b.lp".\n',
        ", line 2: #include is a directive; leave it out",
    ),
    ("rule", b'hex("A1").\nhex(X) :- place(X,0,0).\n', ", line 2: "),
    ("choice", b'{hex("A1")}.\n', ", line 1: "),
    (
        "unknown terrain",
        b'hex("A1").\nterrain("A1",wods).\n',
        ", line 2: terrain wods is not known; ",
    ),
    (
        "no such hex",
        b'hex("A1").\nelevation("A9",2).\n',
        ", line 2: hex A9 is not on the board; add",
    ),
    (
        "no level",
        b'hex("A1").\nelevation("A1",high).\n',
        ", line 2: elevation has high as its Level",
    ),
    ("not UTF-8", b'hex("A1").\nnote("A1",low,"caf\xe9").\n', ", line 2: not UTF-8 text; save"),
    ("UTF-16", 'hex("A1").'.encode("utf-16"), ", line 1: not UTF-8 text; save the file as UTF-8"),
    ("open string", b'hex("A1).\n', ", line 1: "),
    ("NUL", b'hex("A1").\n\x00\n', ", line 2: "),
]


@pytest.mark.parametrize(("content", "said"), [e[1:] for e in FACTS], ids=[e[0] for e in FACTS])
def test_a_facts_file_refused(here: Path, content: bytes, said: str) -> None:
    Path("my.lp").write_bytes(content)
    for command in (("board", "facts", "my.lp"), ("matrix", "my.lp", "--out", "new.csv")):
        sentence = refused(*command)
        assert sentence.startswith("my.lp" + said)
        assert ";" in sentence, "a mend follows"


def test_a_facts_file_too_large(here: Path) -> None:
    with Path("my.lp").open("wb") as stream:
        stream.truncate(LARGEST_FACTS_FILE + 1)
    result = invoked("board", "show", "my.lp")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"hexcourt: my.lp: {LARGEST_FACTS_FILE + 1} bytes are too many")


def test_a_facts_file_with_a_byte_order_mark(here: Path) -> None:
    Path("my.lp").write_bytes(b'\xef\xbb\xbfhex("A1").\r\nhex("A2").\r\n')
    assert invoked("board", "show", "my.lp").exit_code == 0


def test_a_facts_file_in_capital_letters(here: Path) -> None:
    Path("MY.LP").write_bytes(b'hex("A1").\r\nhex("A2").\r\n')
    assert invoked("board", "show", "MY.LP").exit_code == 0


# --- Locations ------------------------------------------------------------------------------------

LOCATIONS = [
    ("Z99", "hex Z99 is not on board budapest: "),
    ("F99", "hex F99 is not on board budapest: hexrow F has F29 to F39"),
    ("L33h9", "Location L33h9 does not exist on board budapest; L33 has: L33, L33h1, L33h2"),
    ("L33/L9", "Location L33/L9 does not exist on board budapest; L33 has: "),
    ("L33/under", "Location L33/under does not exist on board budapest; L33 has: "),
    ("7E33", "7E33: names board 7, but the board is budapest; leave it out"),
    ("33", '"33": hex column missing'),
    ("33L", '"33L": '),
    ("L", '"L": '),
    ("", '"": hex column missing, end found at character 1; write'),
    ("L33x", '"L33x": unexpected "x" at character 4; go on with'),
    ("L33h", '"L33h": '),
    ("L33/K33", '"L33/K33": unexpected "/" at character 4'),
    ("J35Pi", "J35Pi: the Covered Arc of the pillbox is missing; name the two hexes"),
    ("F31Pi", "F31Pi: B30.1: a pillbox stands in no building"),
    ("F31caE31/F32", "F31caE31/F32: names a Covered Arc without a pillbox, which"),
    ("Ä33", '"Ä33": hex column missing'),
    ("A" * 5000 + "1", "5001 characters are too many"),
]


@pytest.mark.parametrize(("place", "said"), LOCATIONS, ids=[each[0][:20] for each in LOCATIONS])
def test_a_location_refused(here: Path, place: str, said: str) -> None:
    for command in (
        ("los", "budapest", place, "F31"),
        ("los", "budapest", "F31", place, "--svg", "new.svg"),
        ("see", "budapest", place, "--svg", "new.svg"),
    ):
        sentence = refused(*command)
        assert said in sentence
        assert len(sentence) < 300


@pytest.mark.parametrize("place", ["Z99", "L33x"])
def test_a_hex_to_show_refused(here: Path, place: str) -> None:
    assert place in refused("board", "show", "budapest", place, "--svg", "new.svg")


@pytest.mark.parametrize("place", ["F31F32/E32", "F31/F32/E32", "(F31-F32)", "F31 F32"])
def test_a_bypass_position(here: Path, place: str) -> None:
    assert place in refused("los", "budapest", place, "L33")


def test_one_location_twice(here: Path) -> None:
    assert refused("los", "budapest", "F31", "F31") == "F31 and F31 are one Location; name two"
    for other in (" F31", "F31 "):
        assert refused("los", "budapest", "F31", other).endswith("are one Location; name two")
    assert refused("los", "budapest", "E33", "E33En").endswith("are one Location; name two")


def test_another_board_and_a_hex_that_only_stands_there(here: Path) -> None:
    assert refused("los", "budapest", "7G3", "F31").startswith(
        "7G3: names board 7, but the board is"
    )


# --- files to write -------------------------------------------------------------------------------

WRITING = [
    ("matrix", "barricades", "--out"),
    ("see", "barricades", "A24", "--svg"),
    ("los", "barricades", "A24", "A25", "--svg"),
    ("board", "show", "barricades", "--svg"),
]


@pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
def test_a_folder_that_is_not_there(here: Path, command: tuple[str, ...]) -> None:
    sentence = refused(*command, "missing/new")
    assert sentence == "missing/new: folder missing does not exist; make it first"


@pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
def test_a_folder_in_the_place_of_the_file(here: Path, command: tuple[str, ...]) -> None:
    Path("folder").mkdir()
    if command[0] == "matrix":
        assert "'folder' is a directory" in misused(*command, "folder")
    else:
        assert refused(*command, "folder") == "folder: is no regular file; choose another place"


@pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
def test_a_file_in_the_place_of_the_folder(here: Path, command: tuple[str, ...]) -> None:
    Path("file").write_text("mine")
    assert refused(*command, "file/new").startswith("file/new: ")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere"
)
@pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
def test_a_folder_that_may_not_be_written_to(here: Path, command: tuple[str, ...]) -> None:
    Path("locked").mkdir(mode=0o500)
    assert refused(*command, "locked/new").startswith("locked/new: cannot be written (Permission")


@pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
def test_a_name_too_long_for_a_file(here: Path, command: tuple[str, ...]) -> None:
    assert "xxx: File name too long; check the path" in refused(*command, "x" * 300)


@pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
def test_no_name_for_a_file(here: Path, command: tuple[str, ...]) -> None:
    result = invoked(*command, "")
    assert result.exit_code == 2
    assert "busy" not in result.stderr


Overwrite = Callable[[str], tuple[str, ...]]


@pytest.mark.parametrize(
    "command",
    [
        ("matrix", "my.lp", "--out", "my.lp"),
        ("see", "my.lp", "A1", "--svg", "./my.lp"),
        ("los", "my.lp", "A1", "A2", "--svg", "my.lp"),
        ("board", "show", "bd99", "--svg", "bd99"),
    ],
    ids=" ".join,
)
def test_the_board_is_not_written_over(here: Path, command: tuple[str, ...]) -> None:
    Path("my.lp").write_text('hex("A1"). hex("A2").')
    Path("bd99").write_bytes(WHOLE)
    refused(*command)


# --- the command line -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("foo",), "No such command 'foo'"),
        (("board", "foo"), "No such command 'foo'"),
        (("board", "show"), "Missing argument 'BOARD'"),
        (("board", "facts"), "Missing argument 'BOARD'"),
        (("los", "budapest", "F31"), "Missing argument 'TARGET'"),
        (("see", "budapest"), "Missing argument 'LOCATION...'"),
        (("matrix", "budapest"), "Missing option '--out'"),
        (("boards", "--foo"), "No such option '--foo'"),
        (("los", "budapest", "F31", "F32", "--wy"), "No such option '--wy'"),
        (("los", "budapest", "F31", "F32", "F33"), "unexpected extra argument (F33)"),
        (("see", "budapest", "F31", "--status", "foxhole"), "'entrenched', 'emplaced'"),
        (("los", "budapest", "F31", "F32", "--to-status", "x"), "'entrenched', 'emplaced'"),
        (("matrix", "budapest", "--out", "new.csv", "--locations", "some"), "'ground', 'all'"),
        (
            ("los", "budapest", "F31", "F32", "--margin", "-1"),
            "'--margin': -1.0 is not in the range",
        ),
        (("see", "budapest", "F31", "--margin", "-0.1"), "'--margin': -0.1 is not in the range"),
        (("matrix", "budapest", "--out", "new.csv", "--margin", "-1"), "-1.0 is not in the range"),
        (("see", "budapest", "F31", "--margin", "wide"), "'wide' is not a valid float"),
        (("see", "budapest", "F31", "--margin", "inf"), "inf is not in the range"),
        (("examples", "foo"), "No such command 'foo'"),
        (("examples", "solve"), "Missing argument 'EXAMPLE'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_the_command_line_refuses(here: Path, arguments: tuple[str, ...], said: str) -> None:
    assert said.lower() in misused(*arguments)


# --- names of boards that are no names ------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "x" * 5000,
        "new\nline",
        "bell\a",
        "",
    ],
)
def test_odd_names_of_boards(here: Path, name: str) -> None:
    sentence = refused("board", "show", name)
    assert len(sentence) < 300
    assert not sentence.startswith(":")


def test_a_name_over_two_lines(here: Path) -> None:
    Path("my.lp").write_text('hex("A1").\nhex("A2").\nboard("two\\nlines").')
    sentence = refused("see", "my.lp", "A1")
    assert sentence.startswith('my.lp, line 3: board has "two\\nlines" as its Name; write ')


# --- counters -------------------------------------------------------------------------------------

PLACED = [
    ('debris("F99")', "hex F99 is not on board budapest: hexrow F has F29 to F39"),
    ('debirs("F36")', 'debirs("F36"): debirs/1 is not a predicate of counters; write debris(Hex)'),
    ('xyzzy("F36")', 'xyzzy("F36"): xyzzy/1 is not a predicate of counters; write one of rubble,'),
    ('rubble("F36")', 'rubble("F36"): rubble takes 2 or 3 arguments, not 1; write rubble(Hex,'),
    (
        'rubble("F36",steel)',
        'rubble("F36",steel): rubble has steel as its Material; write stone or',
    ),
    ('rubble("F36",wood)', "rubble(wood) in F36: FB6.1242: "),
    ('debris("F37",under)', "F37"),
    ('debris("F36"). debris("F37")', "these are 2 counters; place each by itself"),
    ("", 'the counter to place is missing; write one such as rubble("G37",stone)'),
    ("x" * 5000, "xxx"),
    ('debris("F36"). #show.', "#show is a directive; leave it out"),
]


@pytest.mark.parametrize(("counter", "said"), PLACED, ids=[each[0][:30] for each in PLACED])
def test_a_counter_refused(here: Path, counter: str, said: str) -> None:
    for command in (
        ("los", "budapest", "F31", "F33", "--svg", "new.svg"),
        ("see", "budapest", "F31", "--why"),
        ("see", "budapest", "F31", "--json"),
        ("matrix", "budapest", "--out", "new.csv"),
    ):
        sentence = refused(*command, "--place", counter)
        assert said in sentence
        assert len(sentence) < 300


@pytest.mark.parametrize(
    "counters",
    [
        ('rubble("G37",stone)', 'rubble("G37",wood)'),
        ('rubble("G37",stone)', 'debris("G37")'),
    ],
)
def test_counters_that_exclude_each_other(here: Path, counters: tuple[str, str]) -> None:
    options = [each for counter in counters for each in ("--place", counter)]
    sentence = refused("los", "budapest", "F31", "F33", *options)
    assert " in G37: B24.1: " in sentence


def test_a_place_without_a_counter(here: Path) -> None:
    result = invoked("see", "budapest", "F31", "--place")
    assert result.exit_code == 2
    assert "'--place' requires an argument" in result.stderr


ILLEGAL = [
    ('counter("A1",ground,rubble(stone)). counter("A1",ground,debris).', "in A1: B24.1: "),
    ('inherent("A1",emrr). counter("A1",ground,rubble(wood)).', "rubble(wood) in A1: FB6.1242: "),
    ('counter("A1",under,debris).', ", line 1: A1 has no Location under for debris; add location("),
    ('counter("A9",ground,debris).', ", line 1: hex A9 is not on the board; add"),
    ('counter("A1",ground,rubble).', ", line 1: counter has rubble as its Terrain; write one of"),
    (
        'counter("A1",roof,debris).',
        ", line 1: counter has roof as its Place; write ground or under",
    ),
    ('counter("A1",debris).', ", line 1: counter takes 3 arguments, not 2; write counter(Hex,"),
    ("counter(A1,ground,debris).", ", line 1: A1 is not quoted; write a name in double"),
]


@pytest.mark.parametrize(("facts", "said"), ILLEGAL, ids=[each[0][-30:] for each in ILLEGAL])
def test_a_board_with_illegal_counters(here: Path, facts: str, said: str) -> None:
    Path("my.lp").write_text(f'hex("A1"). hex("A2"). {facts}')
    Path("example.lp").write_text('on_board("my.lp").')
    for command in (
        ("board", "show", "my.lp"),
        ("board", "facts", "my.lp"),
        ("los", "my.lp", "A1", "A2", "--place", 'afv("A2")'),
        ("see", "my.lp", "A1", "--svg", "new.svg"),
        ("matrix", "my.lp", "--out", "new.csv"),
        ("examples", "run", "example.lp"),
        ("examples", "solve", "example.lp"),
    ):
        sentence = refused(*command)
        assert sentence.removeprefix("example.lp: ").startswith("my.lp")
        assert said in sentence


# --- statuses -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "status", "rule"),
    [
        ("F36", "emplaced", "FB6.12422"),
        ("L33h2", "emplaced", "C11.2"),
        ("L33h2", "entrenched", "B27.1"),
        ("G38", "emplaced", "C11.2"),
        ("G38", "entrenched", "B27.1"),
    ],
)
def test_a_status_refused(here: Path, place: str, status: str, rule: str) -> None:
    sentence = refused("see", "budapest", place, "--status", status, "--svg", "new.svg")
    assert sentence.startswith(f"{place} {status}: {rule}: ")
    assert "; leave the status out" in sentence
    assert refused("los", "budapest", "F31", place, "--to-status", status) == sentence
    assert refused("los", "budapest", place, "F31", "--from-status", status) == sentence


def test_debris_makes_a_status_possible(here: Path) -> None:
    question = ("see", "budapest", "F36", "--status", "emplaced")
    refused(*question)
    assert invoked(*question, "--place", 'debris("F36")').exit_code == 0


# --- worked examples ------------------------------------------------------------------------------

STANDING = 'unit("A",squad). unit("B",squad). at("A","F31"). at("B","F33"). claim(1,"A","B",yes).'
BROKEN: list[tuple[str, bytes, str]] = [
    ("empty", b"", ': the example names no board; add on_board("budapest") or another'),
    ("no board", STANDING.encode(), ": the example names no board; add "),
    ("binary", bytes(range(256)), ", line "),
    ("not UTF-8", b'source("caf\xe9").', ", line 1: not UTF-8 text; save the file as UTF-8"),
    ("a board", b'hex("A1").', ", line 1: hex/1 is not a predicate of examples; write one of"),
    ("cut", b'on_board("budapest"). claim(1,"A"', ", line 1: the text ends where a comma"),
    ("a rule", b"on_board(X) :- x(X).", ", line 1: X is a variable; write plain facts alone"),
]
OF_BUDAPEST = [
    ('unit("C",squad).', ': unit C stands nowhere; add at("C",Location)'),
    ('unit("C",squad). at("C","Z9").', ": hex Z9 is not on board budapest: "),
    ('unit("C",squad). at("C","L33h9").', ": Location L33h9 does not exist on board budapest; L33"),
    ('unit("C",gun). at("C","F36",emplaced).', ": F36 emplaced: FB6.12422: "),
    ('given(1,"A",entrenched). rubble("A9",stone).', ": hex A9 is not on board budapest: "),
    ('rubble("F31",stone). debris("F31").', ": debris in F31: B24.1: "),
    ('rubble("F36",wood).', ": rubble(wood) in F36: FB6.1242: "),
    ('debris("F31",under).', ": Location F31/under does not exist on board budapest; F31 has: F31"),
    ('may_be("shed",woods).', ': outline "shed" is not on board budapest; leave it out'),
    ('claim(2,"A","C",no).', ", line 1: unit C is not declared; add unit("),
    ('given(2,"A",emplaced).', ", line 1: claim 2 is not declared; add claim(2,"),
    (
        'unit("C",squad). at("C","F32"). given(1,"C",emplaced).',
        ", line 1: claim 1 is of A and B, not of C; name one of them",
    ),
    (
        'claim(2,"B","A",no). hindrance(2,1).',
        ", line 1: claim 2 says no, so it has no hindrance; leave it out",
    ),
    ('claim(2,"B","A",silent). mark(2,star).', ", line 1: claim 2 says silent, so it has no mark"),
    ("claim(2,A,B,no).", ", line 1: A is a variable; write plain facts alone"),
]
BROKEN += [
    (facts, f'on_board("budapest"). {STANDING} {facts}'.encode(), said)
    for facts, said in OF_BUDAPEST
]


@pytest.mark.parametrize(("content", "said"), [e[1:] for e in BROKEN], ids=[e[0] for e in BROKEN])
def test_a_broken_example(here: Path, content: bytes, said: str) -> None:
    Path("my.lp").write_bytes(content)
    for options in ((), ("--json",)):
        assert refused("examples", "run", "my.lp", *options).startswith("my.lp" + said)
    if "stands nowhere" not in said:
        assert refused("examples", "solve", "my.lp").startswith("my.lp" + said)


def test_a_search_for_a_unit_that_may_be_nowhere(here: Path) -> None:
    Path("my.lp").write_text('on_board("budapest"). example("mine"). unit("C",squad).')
    assert refused("examples", "solve", "my.lp") == (
        'my.lp: unit C has no place to be looked for; add may_be_at("C",Location)'
    )


@pytest.mark.parametrize(
    ("supposed", "rule"), [("emplaced", "FB6.12422"), ("not_emplaced", None), ("entrenched", None)]
)
def test_a_status_that_a_claim_supposes(here: Path, supposed: str, rule: str | None) -> None:
    facts = STANDING.replace("F31", "F36") + f' given(1,"A",{supposed}).'
    Path("my.lp").write_text(f'on_board("budapest"). {facts}')
    for command in ("run", "solve"):
        if rule is None:
            assert invoked("examples", command, "my.lp").exit_code in (0, 1)
        else:
            assert refused("examples", command, "my.lp").startswith(
                f"my.lp: F36 emplaced: {rule}: "
            )


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (
            "budapset",
            "my.lp: budapset: no such board; write budapest, or the path of an archive or",
        ),
        (
            "there.lp",
            "my.lp: there.lp: no such board; give the path of an archive or facts file, or",
        ),
        ("folder", "my.lp: folder: is no file; give a VASL board archive (a zip), a facts "),
        (
            "my.lp",
            "my.lp: my.lp: is a worked example; give a board's facts (.lp)",
        ),
        ("cut", "my.lp: cut: "),
        ("", "my.lp, line 1: on_board has "),
    ],
)
def test_an_example_on_a_board_that_is_none(here: Path, board: str, said: str) -> None:
    Path("folder").mkdir()
    Path("cut").write_bytes(WHOLE[: len(WHOLE) // 2])
    Path("my.lp").write_text(f'on_board("{board}").')
    for command in ("run", "solve"):
        assert refused("examples", command, "my.lp").startswith(said)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fb_6_124", "fb_6_124: no such example; write fb_6_1242, or the path of a file"),
        ("nonsense", "nonsense: no such example; write one of fb_6_123, fb_6_1242, or the path of"),
        ("missing.lp", "missing.lp: no such example; "),
        ("folder", "folder: is no file; give the path of an example's facts (.lp)"),
        (".", ".: is no file; give "),
        ("", "'': no such example; "),
        ("new\nline", "'new\\nline': no such example; "),
        ("x" * 5000, "'xxx"),
        ("bd99", "bd99: is an archive, no example; name it in one, by on_board"),
    ],
    ids=lambda value: value[:12],
)
def test_an_example_that_is_none(here: Path, name: str, said: str) -> None:
    Path("folder").mkdir()
    Path("bd99").write_bytes(WHOLE)
    for command in ("run", "solve"):
        sentence = refused("examples", command, name)
        assert sentence.startswith(said)
        assert len(sentence) < 300


def test_two_outputs_of_one_name_are_refused(here: Path) -> None:
    asked = ("ask", "pegasus", "exists : hex(H)", "--dump", "both", "--svg", "./both")
    assert "name two files" in refused(*asked)


def named_commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from named_commands(command, f"{before}{name} ")
        else:
            yield f"{before}{name}", command


def test_every_command_that_opens_boards_takes_the_folder_of_archives() -> None:
    opening = {"board_name", "archives", "old", "save", "path"}
    found = [
        (name, next((each for each in command.params if "--boards" in each.opts), None))
        for name, command in named_commands(main)
        if opening.intersection(each.name for each in command.params)
    ]
    assert len(found) > 20
    for name, folder in found:
        assert folder is not None, name
        with pytest.raises(click.BadParameter):  # not the folder that one happens to be in
            folder.type("", folder, None)


# --- files of another kind --------------------------------------------------------------------------

OTHERS: dict[str, tuple[bytes, str]] = {
    "card.toml": (b'format = "hexcourt-card/1"\n', "a scenario card"),
    "map.toml": (b'rows = [["pegasus"]]\n', "a map of boards"),
    "study.toml": (b'question = "which H : hex(H)"\n', "a study"),
    "tests.toml": (b"[[test]]\n", "a file of tests of rules"),
    "board.lp": (b'board("small"). hex("A1").\n', "a facts file"),
    "house.lp": (b"%! SSR 1 high: Woods hinder.\n", "a file of house rules"),
    "picture.png": (b"\x89PNG\r\n", "a picture"),
    "drawing.svg": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a drawing (SVG)"),
    "data.json": (b'{"a": 1}', "a JSON file"),
    "bd01": (WHOLE, "a board archive of VASL"),
    "save.zip": (zipped({"savedGame": b"x"}), "a save of VASSAL"),
    "example.lp": (b'on_board("budapest").\n', "a worked example"),
    "cases.jsonl": (b'{"id":"a"}\n{"id":"b"}\n', "a file of cases"),
    "module.vmod": (zipped({"buildFile.xml": b"<x/>"}), "a module of VASSAL"),
    "other.zip": (zipped({"readme.txt": b"x"}), "a zip archive"),
    "page.html": (b"<!DOCTYPE html><html></html>", "a web page (HTML)"),
    "scan.pdf": (b"%PDF-1.4", "a PDF"),
    "metadata.xml": (b"<?xml version='1.0'?><a/>", "an XML file"),
}
"""Files by name: what they hold, and what the program calls them."""

BOARDS = ["card.toml", "map.toml", "study.toml", "tests.toml", "board.lp", "bd01"]
ZIPS = ["module.vmod", "save.zip", "other.zip"]


@pytest.mark.parametrize(
    ("command", "such", "fitting"),
    [
        ("scenario new --from {}", "a save of VASSAL (.vsav, .vlog) or a scen", ["data.json"]),
        ("scenario check {}", "a scenario card (.toml) or a save", ["card.toml"]),
        ("map tell {}", "a save of VASSAL", ["save.zip", "other.zip"]),
        ("sweep {}", "a study (.toml)", ["study.toml"]),
        ("cases run {}", "a file of cases", ["cases.jsonl", "data.json"]),
        ("rules test {}", "a file of tests (.toml)", ["tests.toml"]),
        ("los {} A1 A1", "a ", [*BOARDS[:2], "board.lp", "bd01", "save.zip", "other.zip"]),
        ("board diff pegasus {}", "a ", ["card.toml", "map.toml", "board.lp", "bd01", *ZIPS[1:]]),
        ("board draft {} --out o", "a board archive", ["bd01", "other.zip", "picture.png"]),
        ("board draft bd01 --legend {} --out o", "a legend", ["bd01"]),
        ("board draft bd01 --buildings {} --out o", "a list of buildings", []),
        ("board legend {} --out o", "a board archive", ["bd01", "other.zip", "picture.png"]),
        (
            "map show {}",
            "a configuration of",
            ["card.toml", "map.toml", "board.lp", "bd01", "save.zip"],
        ),
        ("map from {}", "a save of VASSAL", ["save.zip", "other.zip"]),
        ("map tell save.zip --module {}", "a module of VASL", ["module.vmod", "other.zip"]),
        ("scenario show {}", "a scenario card (.toml) or a save", ["card.toml"]),
        ("scenario advise {}", "a scenario card (.toml) or a save", ["card.toml"]),
        ("los pegasus K12 L13 --amend {}", "a file of house rules", ["house.lp"]),
        ("rules try --amend {} legal pegasus remove", "a file of house rules", ["house.lp"]),
        ("rules lint {}", "a file of house rules", ["house.lp"]),
        ("rules properties --properties {}", "a file of properties", ["house.lp"]),
        ("rules dead --mutants {}", "docs/mutants.csv", []),
        ("cases explain a {}", "a file of cases", ["cases.jsonl", "data.json"]),
        ("conform --recorded {}", "a file of cases", ["cases.jsonl", "data.json"]),
        ("conform --lp {}", "a logic program", ["board.lp", "house.lp"]),
        ("examples run {}", "an example's facts", ["example.lp", "bd01", *ZIPS]),
        ("examples solve {}", "an example's facts", ["example.lp", "bd01", *ZIPS]),
    ],
)
def test_a_wrong_file_is_called_what_it_is(
    here: Path, command: str, such: str, fitting: list[str]
) -> None:
    for name, (content, _) in OTHERS.items():
        Path(name).write_bytes(content)
    for name, (_, kind) in OTHERS.items():
        if name not in fitting:
            sentence = refused(*command.format(name).split())
            assert sentence.startswith(f"{name}: is {kind}; give {such}")


def test_sources_newer_than_the_installation_are_noticed(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module", name="hexcourt.cli.newer")

    monkeypatch.setattr("hexcourt.cli.commands.questions.position_of", missing)
    assert "make .venv/.installed" in refused("los", "pegasus", "K12", "L13")


LOOKS = {
    "--grey": ("los", "budapest", "G39", "I39"),
    "--size=600": ("board", "show", "budapest"),
    "--title=Areas": ("map", "areas", "budapest", "F31"),
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_look_is_refused_where_no_picture_is_drawn(here: Path, look: str) -> None:
    assert f"{look.partition('=')[0]}: " in refused(*LOOKS[look], look)
