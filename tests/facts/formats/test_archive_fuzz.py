"""Board archives from strangers: whatever is wrong with one, it is refused in one sentence.

A tiny valid archive is damaged in every layer: the zip, its members, gzip, the Java stream, the
payload and the metadata.
"""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.formats import vasl_archive
from hexcourt.facts.formats.import_archive import import_board
from tests.effort import tries

COLUMNS, ROWS, WIDTH, HEIGHT = 3, 2, 40, 40
HEXES = 7
OPEN, WOODS, WALL, GULLY, ORCHARD, BRIDGE, HOUSE = 0, 60, 72, 30, 63, 82, 42


def pixels() -> bytes:
    """Draw a little of everything: pairs of elevation and terrain code, column by column."""
    grid = [[(0, OPEN)] * HEIGHT for _ in range(WIDTH)]
    for y in range(2, 18):
        grid[1][y] = (0, HOUSE)
        grid[19][y] = (-1 & 255, GULLY)
        grid[20][y] = (0, BRIDGE)
        grid[38][y] = (1, ORCHARD)
    for x in range(WIDTH):
        grid[x][20] = (0, WALL)
        grid[x][33] = (2, WOODS)
    return bytes(value for column in grid for pair in column for value in pair)


def payload(
    sizes: tuple[int, int, int, int] = (COLUMNS, ROWS, WIDTH, HEIGHT),
    drawn: bytes | None = None,
    stairways: bytes = bytes([1] * HEXES),
) -> bytes:
    return struct.pack(">4i", *sizes) + (pixels() if drawn is None else drawn) + stairways


def java(content: bytes) -> bytes:
    """Wrap a payload in both kinds of block records."""
    stream = b"\xac\xed\x00\x05\x77\x10" + content[:16]
    for at in range(16, len(content), 1024):
        block = content[at : at + 1024]
        stream += b"\x7a" + struct.pack(">I", len(block)) + block
    return stream


def packed(stream: bytes) -> bytes:
    return gzip.compress(stream, 1, mtime=0)


METADATA = (
    '<?xml version="1.0" encoding="UTF-8"?><boardMetadata name="tiny" version="6.1" '
    'hexWidth="20" hexHeight="20"><slopes><slope hex="A1" hexsides="03"/></slopes>'
    '<rrembankments><rrembankment hex="B1" hexsides="2"/></rrembankments></boardMetadata>'
)


def zipped(members: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as opened:
        for name, content in members.items():
            opened.writestr(zipfile.ZipInfo(name), content, method)
    return buffer.getvalue()


def board_zip(
    content: bytes | None = None, metadata: str | bytes = METADATA, stream: bytes | None = None
) -> bytes:
    """Zip a board from a payload (or a Java stream) and metadata."""
    whole = java(payload() if content is None else content) if stream is None else stream
    text = metadata.encode() if isinstance(metadata, str) else metadata
    return zipped({"LOSData": packed(whole), "BoardMetadata.xml": text})


def attributes(**changed: str) -> str:
    """Write metadata with other attributes."""
    told = {"hexWidth": "20", "hexHeight": "20", **changed}
    written = " ".join(f'{name}="{value}"' for name, value in told.items())
    return f"<boardMetadata {written}/>"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("archives") / "tiny_board"


def refusal(place: Path, content: bytes) -> str | None:
    """Import an archive; give the sentence that refuses it, none where it is taken."""
    place.write_bytes(content)
    try:
        board = import_board(place)
    except BadInput as error:
        sentence = str(error)
        assert sentence.startswith(f"{place}: "), "the file is named"
        assert "\n" not in sentence
        return sentence.removeprefix(f"{place}: ")
    assert board.hexes
    return None


def test_the_tiny_archive_is_a_board(place: Path) -> None:
    assert refusal(place, board_zip()) is None
    board = import_board(place)
    assert [record.name for record in board.hexes] == ["A1", "A2", "B0", "B1", "B2", "C1", "C2"]
    assert board.hex("A1").slopes == {0, 3}
    assert board.hexsides["B1", "C2"] == {"railway_embankment"}


# --- one sentence for each thing that can be wrong ------------------------------------------------

PIXELS = WIDTH * HEIGHT
BOMB = (
    '<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    "<boardMetadata>&b;</boardMetadata>"
)
OUTSIDE = '<!DOCTYPE b [<!ENTITY x SYSTEM "file:///etc/hosts">]><boardMetadata name="&x;"/>'
LOS, XML = "LOSData", "BoardMetadata.xml"
STREAM = java(payload())

REFUSED: list[tuple[str, bytes, str]] = [
    ("empty file", b"", "the file is empty"),
    ("text file", b"no archive at all", "is no zip archive"),
    ("cut zip", board_zip()[:-30], "not a whole zip archive"),
    ("zip of zeros", bytes(2000), "is no zip archive"),
    ("no LOSData", zipped({XML: METADATA.encode()}), "member LOSData is missing"),
    ("no metadata", zipped({LOS: packed(STREAM)}), "member BoardMetadata.xml is missing"),
    ("names in small letters", zipped({"losdata": b"", XML: METADATA.encode()}), "LOSData is no Java"),
    ("LOSData a folder", zipped({"LOSData/x": b"", XML: b""}), "member LOSData is missing"),
    ("empty LOSData", zipped({LOS: b"", XML: METADATA.encode()}), "LOSData"),
    ("LOSData not packed", zipped({LOS: STREAM, XML: METADATA.encode()}), "LOSData is damaged"),
    ("cut gzip", zipped({LOS: packed(STREAM)[:-9], XML: METADATA.encode()}), "LOSData is damaged"),
    ("no Java stream", board_zip(stream=payload()), "LOSData is no Java object stream"),
    ("other Java version", board_zip(stream=STREAM[:3] + b"\x06" + STREAM[4:]), "no Java object"),
    ("an object in the stream", board_zip(stream=STREAM + b"\x73\x72"), "no block record at byte"),
    ("a lone record mark", board_zip(stream=STREAM + b"\x77"), "no block record at byte"),
    ("a record without its length", board_zip(stream=STREAM + b"\x7a\x00\x00"), "no block record"),
    ("a record too long", board_zip(stream=STREAM + b"\x77\xff"), "cut off inside the block"),
    ("a record far too long", board_zip(stream=STREAM + b"\x7a\xff\xff\xff\xff"), "cut off inside"),
    ("no payload", board_zip(stream=b"\xac\xed\x00\x05"), "ends before its four sizes"),
    ("no pixels", board_zip(payload(drawn=b"", stairways=b"")), "LOSData holds 16 bytes"),
    ("a byte short", board_zip(payload()[:-1]), f"need {len(payload())}; fetch"),
    ("a byte over", board_zip(payload() + b"\0"), f"need {len(payload())}; fetch"),
    ("no width", board_zip(payload((COLUMNS, ROWS, 0, HEIGHT))), "a drawing of 0 by 40 pixels"),
    ("negative height", board_zip(payload((COLUMNS, ROWS, WIDTH, -1))), "a drawing of 40 by -1"),
    ("huge drawing", board_zip(payload((COLUMNS, ROWS, 2**31 - 1, 1))), "a drawing of 2147483647"),
    ("no hexrows", board_zip(payload((0, ROWS, WIDTH, HEIGHT))), "a board of 0 by 2 hexes"),
    ("negative rows", board_zip(payload((COLUMNS, -5, WIDTH, HEIGHT))), "a board of 3 by -5 hexes"),
    ("huge board", board_zip(payload((2**31 - 1, 2**31 - 1, 1, 1))), "a board of 2147483647"),
    ("one hexrow", board_zip(payload((1, 2, WIDTH, HEIGHT), stairways=bytes(2))), "1 hexrow;"),
    ("unknown terrain", board_zip(payload(drawn=bytes([0, 250] * PIXELS))),
     "unknown terrain code 250 at pixel (0, 0)"),
    ("levels too high", board_zip(payload(drawn=bytes([16, 0] * PIXELS))), "level beyond"),
    ("levels too low", board_zip(payload(drawn=bytes([128, 0] * PIXELS))), "level beyond"),
    ("entities", board_zip(metadata=BOMB), "declares a DTD or entities"),
    ("outside entity", board_zip(metadata=OUTSIDE), "declares a DTD or entities"),
    ("bare DTD", board_zip(metadata="<!DOCTYPE b><boardMetadata/>"), "declares a DTD or entities"),
    ("no XML", board_zip(metadata="once upon a time"), "is not well-formed XML"),
    ("empty XML", board_zip(metadata=""), "is not well-formed XML"),
    ("cut XML", board_zip(metadata=METADATA[:-9]), "is not well-formed XML"),
    ("odd encoding", board_zip(metadata='<?xml version="1.0" encoding="x-9"?><boardMetadata/>'),
     "is not well-formed XML"),
    ("no UTF-8", board_zip(metadata=b"<boardMetadata name='\xff'/>"), "is not well-formed XML"),
    ("other root", board_zip(metadata="<html/>"), "has the root <html>"),
    ("slope digits", board_zip(metadata=METADATA.replace('"03"', '"07"')), "with hexsides '07'"),
    ("slope letters", board_zip(metadata=METADATA.replace('"03"', '"N"')), "with hexsides 'N'"),
    ("slope of no hex", board_zip(metadata=METADATA.replace('"A1"', '""')), "a <slope> of hex ''"),
    ("slope digits of another script", board_zip(metadata=METADATA.replace('"03"', '"٣"')),
     "with hexsides '٣'"),
    ("embankment digits", board_zip(metadata=METADATA.replace('"2"', '"6"')), "<rrembankment> of"),
    ("width in words", board_zip(metadata=attributes(hexWidth="wide")), "hexWidth='wide'; write a"),
    ("height divided by zero", board_zip(metadata=attributes(hexHeight="1/0")), "hexHeight='1/0'"),
    ("height not a number", board_zip(metadata=attributes(hexHeight="nan")), "hexHeight='nan'"),
    ("endless width", board_zip(metadata=attributes(hexWidth="inf")), "hexWidth='inf'"),
    ("A1 in words", board_zip(metadata=attributes(A1CenterX="left")), "A1CenterX='left'"),
    ("tiny hexes", board_zip(metadata=attributes(hexWidth="0.5")), "hexes of 0.5 by 20 pixels"),
    ("hexes of no width", board_zip(metadata=attributes(hexWidth="0")), "hexes of 0 by 20 pixels"),
    ("negative hexes", board_zip(metadata=attributes(hexHeight="-20")), "hexes of 20 by -20"),
    ("wide hexes", board_zip(metadata=attributes(hexWidth="9e4")), "hexes of 90000 by 20 pixels"),
    ("huge hexes", board_zip(metadata=attributes(hexWidth="1e9")), "write a number of at most"),
    ("default hexes", board_zip(metadata="<boardMetadata/>"), "hexes of 56.25 by 64.5 pixels"),
    ("too many for the drawing", board_zip(metadata=attributes(hexWidth="30")), "do not fit"),
    ("A1 off the drawing", board_zip(metadata=attributes(A1CenterX="1000")), "do not fit"),
    ("A1 below the drawing", board_zip(metadata=attributes(A1CenterY="1000")), "do not fit"),
    ("other grain", board_zip(metadata=attributes(altHexGrain="TRUE")), "altHexGrain boards are not"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "sentence"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED]
)
def test_refusal(place: Path, content: bytes, sentence: str) -> None:
    refused = refusal(place, content)
    assert refused is not None
    assert sentence in refused


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(BadInput, match=r"(name|give the path of) an archive"):
            import_board(path)


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        ("LARGEST_PACKED", "member LOSData unpacks to more than"),
        ("LARGEST_METADATA", "member BoardMetadata.xml unpacks to more than"),
        ("LARGEST_LOSDATA", "LOSData unpacks to more than"),
    ],
)
def test_bombs_are_refused(
    place: Path, monkeypatch: pytest.MonkeyPatch, limit: str, sentence: str
) -> None:
    padding = bytes(200_000)
    members = {
        LOS: packed(STREAM + padding) + (padding if limit == "LARGEST_PACKED" else b""),
        XML: METADATA.encode() + (b" " * 200_000 if limit == "LARGEST_METADATA" else b""),
    }
    monkeypatch.setattr(vasl_archive, limit, 100_000)
    refused = refusal(place, zipped(members))
    assert refused is not None
    assert sentence in refused


def test_a_bomb_of_drawing_and_hexes_is_refused_before_it_unfolds(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vasl_archive, "LARGEST_SIDE", 30)
    assert "a drawing of 40 by 40 pixels; give" in str(refusal(place, board_zip()))
    monkeypatch.setattr(vasl_archive, "LARGEST_SIDE", 40)
    monkeypatch.setattr(vasl_archive, "MAX_HEXES", 8)
    assert "a board of 3 by 2 hexes; give" in str(refusal(place, board_zip()))


def in_directory(offset: int, value: bytes) -> bytes:
    """Change bytes in the zip's directory entry of LOSData."""
    content = bytearray(board_zip())
    at = content.index(b"PK\x01\x02") + offset
    content[at : at + len(value)] = value
    return bytes(content)


@pytest.mark.parametrize("method", [1, 6, 9, 12, 14, 93, 95, 97, 99, 255])
def test_other_ways_of_packing_are_refused(place: Path, method: int) -> None:
    assert refusal(place, in_directory(10, bytes([method, 0]))) is not None


@pytest.mark.parametrize("flags", [0x01, 0x20, 0x40, 0x800, 0x2000])
def test_odd_flags_are_refused_or_taken(place: Path, flags: int) -> None:
    refusal(place, in_directory(8, struct.pack("<H", flags)))


def misnamed(flags: int, name: bytes) -> bytes:
    """Change the name of LOSData in the zip's directory."""
    content = bytearray(in_directory(8, struct.pack("<H", flags)))
    at = content.index(b"PK\x01\x02") + 46
    content[at : at + len(name)] = name
    return bytes(content)


@pytest.mark.parametrize("name", [b"\xff\xfe\xfd\xfc", b"\x00\x00\x00\x00", b"../.."])
def test_odd_names_are_refused(place: Path, name: bytes) -> None:
    assert refusal(place, misnamed(0, name)) is not None


def test_names_that_claim_to_be_utf_8_and_are_not(place: Path) -> None:
    assert refusal(place, misnamed(0x800, b"\xff\xfe")) is not None


def test_refusals_stay_short(place: Path) -> None:
    content = bytearray(zipped({LOS: packed(STREAM), XML: METADATA.encode(), "x" * 60_000: b""}))
    content[26:28] = struct.pack("<H", 400)
    assert len(str(refusal(place, bytes(content)))) < 300


def spoilt(method: int, start: int) -> bytes:
    """Spoil thirty bytes of LOSData, packed in another way."""
    content = bytearray(zipped({LOS: packed(STREAM), XML: METADATA.encode()}, method))
    for at in range(30 + len(LOS) + start, 60 + len(LOS) + start):
        content[at] ^= 0x5A
    return bytes(content)


METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


@pytest.mark.parametrize("method", METHODS)
def test_archives_packed_in_another_way(place: Path, method: int) -> None:
    members = {LOS: packed(STREAM), XML: METADATA.encode()}
    assert refusal(place, zipped(members, method)) is None
    assert refusal(place, spoilt(method, 0)) is not None
    if method != zipfile.ZIP_LZMA:
        assert refusal(place, spoilt(method, 20)) is not None


def test_damaged_lzma(place: Path) -> None:
    assert refusal(place, spoilt(zipfile.ZIP_LZMA, 20)) is not None


# --- damage in every layer ------------------------------------------------------------------------

Damage = Callable[[bytes], bytes]


def overwritten(at: float, value: bytes) -> Damage:
    def damage(content: bytes) -> bytes:
        here = int(at * len(content))
        return content[:here] + value + content[here + len(value) :]

    return damage


def shifted(at: float, length: int, value: bytes) -> Damage:
    def damage(content: bytes) -> bytes:
        here = int(at * len(content))
        return content[:here] + value + content[here + length :]

    return damage


SHARES = st.floats(0, 1, exclude_max=True)
FEW_BYTES = st.binary(min_size=1, max_size=4) | st.sampled_from(
    [b"\x00", b"\xff", b"\x7f\xff\xff\xff", b"\x80\x00\x00\x00", b"PK\x05\x06", b"\x7a", b"<", b'"']
)
DAMAGES = st.lists(
    st.builds(overwritten, SHARES, FEW_BYTES)
    | st.builds(shifted, SHARES, st.integers(0, 400), st.just(b"") | FEW_BYTES),
    min_size=1,
    max_size=3,
)


def damaged(content: bytes, damages: list[Damage]) -> bytes:
    for damage in damages:
        content = damage(content)
    return content


WHOLE = board_zip()
PAYLOAD = payload()
PACKED = packed(STREAM)


@tries(250)
@given(DAMAGES)
def test_fuzz_zip(place: Path, damages: list[Damage]) -> None:
    refusal(place, damaged(WHOLE, damages))


@tries(150)
@given(SHARES, DAMAGES)
def test_fuzz_directory(place: Path, at: float, damages: list[Damage]) -> None:
    start = WHOLE.index(b"PK\x01\x02")
    refusal(place, WHOLE[:start] + damaged(WHOLE[start:], damages))


@tries(150)
@given(DAMAGES)
def test_fuzz_gzip(place: Path, damages: list[Damage]) -> None:
    members = {LOS: damaged(PACKED, damages), XML: METADATA.encode()}
    refusal(place, zipped(members, zipfile.ZIP_STORED))


@tries(150)
@given(DAMAGES)
def test_fuzz_java_stream(place: Path, damages: list[Damage]) -> None:
    refusal(place, board_zip(stream=damaged(STREAM, damages)))


@tries(150)
@given(DAMAGES)
def test_fuzz_payload(place: Path, damages: list[Damage]) -> None:
    refusal(place, board_zip(damaged(PAYLOAD, damages)))


SMALL = st.integers(-3, 60) | st.integers(-(2**31), 2**31 - 1)
CODES = st.sampled_from([0, 8, 30, 42, 60, 63, 65, 72, 75, 78, 82, 105, 115, 152])


@tries(200)
@given(
    st.tuples(st.integers(2, 5), st.integers(1, 4), st.integers(8, 60), st.integers(8, 60)),
    st.tuples(CODES, CODES, CODES, st.integers(0, 255)),
    st.integers(-3, 3),
)
def test_fuzz_drawings_that_fit(
    place: Path, sizes: tuple[int, int, int, int], codes: tuple[int, ...], level: int
) -> None:
    columns, rows, width, height = sizes
    drawn = bytes(
        value
        for at in range(width * height)
        for value in ((level if at % 7 else 0) & 255, codes[at * at % 5 % 4])
    )
    stairways = bytes(columns * rows + columns // 2)
    metadata = attributes(hexWidth=f"{width}/{columns - 1}", hexHeight=f"{height}/{rows}")
    refusal(place, board_zip(payload(sizes, drawn, stairways), metadata))


@tries(125)
@given(st.tuples(SMALL, SMALL, SMALL, SMALL))
def test_fuzz_sizes(place: Path, sizes: tuple[int, int, int, int]) -> None:
    refusal(place, board_zip(payload(sizes)))


NUMBERS = (
    st.floats(-2000, 2000).map(str)
    | st.fractions(-100, 100, max_denominator=60).map(str)
    | st.text("0123456789.eE+-/_ ", max_size=4)
    | st.sampled_from(["20", "20.001", "-901", "-612.75", "inf", "nan", "1e9", "-1e9", "TRUE"])
)
NAMES = st.sampled_from(
    ["hexWidth", "hexHeight", "A1CenterX", "A1CenterY", "altHexGrain", "name", "version"]
)


@tries(125)
@given(st.dictionaries(NAMES, NUMBERS, max_size=4))
def test_fuzz_attributes(place: Path, changed: dict[str, str]) -> None:
    refusal(place, board_zip(metadata=attributes(**changed)))


@tries(125)
@given(DAMAGES)
def test_fuzz_metadata(place: Path, damages: list[Damage]) -> None:
    refusal(place, board_zip(metadata=damaged(METADATA.encode(), damages)))


WORDS = st.text(st.characters(codec="utf-8", exclude_characters='<>&"'), max_size=6)


@tries(125)
@given(WORDS, WORDS | st.text("0123456", max_size=7))
def test_fuzz_slopes(place: Path, name: str, sides: str) -> None:
    slopes = f'<slopes><slope hex="{name}" hexsides="{sides}"/></slopes></boardMetadata>'
    refusal(place, board_zip(metadata=attributes().replace("/>", f">{slopes}")))


# --- numbers beyond all bounds --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hexWidth", "hexHeight", "A1CenterX", "A1CenterY"])
@pytest.mark.parametrize("value", ["1e30", "-1e30", "1e-30", "1e-400"])
def test_numbers_beyond_use(place: Path, name: str, value: str) -> None:
    refusal(place, board_zip(metadata=attributes(**{name: value})))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hexWidth", "1e400"),
        ("hexHeight", "-1e400"),
        ("A1CenterX", "1e400"),
        ("A1CenterY", "1e400"),
        ("A1CenterY", "-1e5000"),
    ],
)
def test_numbers_beyond_all_bounds(place: Path, name: str, value: str) -> None:
    place.write_bytes(board_zip(metadata=attributes(**{name: value})))
    with suppress(BadInput):
        import_board(place)
