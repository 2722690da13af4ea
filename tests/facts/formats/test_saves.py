"""Saves of VASSAL: what small ones, written here, hold."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.formats.vassal.read_save import read_label, read_save
from hexcourt.facts.formats.vassal.save import Save, configuration_text
from hexcourt.facts.formats.vassal.save_map import SavedSpot, read_boards
from hexcourt.facts.formats.vassal.save_text import commands, fields
from hexcourt.facts.maps.configuration import read_configuration
from tests import saves_written as write
from tests.sheets import Sheet

NORTH = ("rotate;4;88,130;90,130;cw;ccw;;;",)
SQUAD = write.layer(["4-6-7 1sq", "4-4-7 2sq"], ["ge/ge467S", "ge/ge447S"])
CONCEAL = "conceal;C;ge/geqmark;ge;;"
HIDE = "hide;72,130;HIP;;player:;0.3"
WHOLE = (1800, 645)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "setup.vsav"


def read(place: Path, *told: str, header: str = "!VCSK") -> Save:
    place.write_bytes(write.save_file(*told, header=header))
    return read_save(place)


# --- the text --------------------------------------------------------------------------------------


HEADERS = ["!VCSK", "!VCSZ", "VOBS", "!VOBS", "!VOXZ", "xz", "plain"]


@pytest.mark.parametrize("header", HEADERS)
def test_every_way_to_hide_a_save_hides_the_same(place: Path, header: str) -> None:
    told = write.board("01"), write.counter("Größe ½", (456, 432))
    save = read(place, *told, header=header)
    assert (save.header, save.vasl, save.vassal) == (header, "6.6.4", "3.6.6")
    assert [each.name for each in save.counters] == ["Größe ½"]
    assert save.chart.in_play[0].board.name == "01"


def test_versions_may_lack(place: Path) -> None:
    place.write_bytes(write.zipped({"savedGame": b"begin_save", "moduledata": b"<data>"}))
    save = read_save(place)
    assert (save.vasl, save.vassal, save.header) == (None, None, "plain")
    assert save.notes == ("the save has no boards",)


@pytest.mark.parametrize(
    "parts",
    [["a", "b"], ["", ""], ["a;b", "c"], ["a\\;b", "c"], ["ends\\", "x"], ["'quoted'", "x"], ["'"]],
)
def test_a_sequence_is_read_as_it_was_written(parts: list[str]) -> None:
    for depth in (1, 2, 3):
        nested = parts
        for _ in range(depth):
            nested = [write.sequence(nested, ";"), "end"]
        found = nested
        for _ in range(depth):
            found = fields(found[0], ";")
        assert found == parts


def test_commands_are_read_in_their_order() -> None:
    inner = write.command("b", write.command("c", "d"), "e")
    text = write.command("a", inner, "f")
    assert list(commands(text)) == [(0, "a"), (1, "b"), (2, "c"), (3, "d"), (2, "e"), (1, "f")]


def test_a_log_tells_the_map_as_it_began(place: Path) -> None:
    moved = write.command("null", write.counter("late", (456, 432)), "CHAT- somebody: hello")
    save = read(
        place, write.board("01"), write.counter("early", (456, 432)), f"LOG\t{moved}", "LOG\t"
    )
    assert [each.name for each in save.counters] == ["early"]
    assert save.recorded == 2
    assert "a log: its 2 recorded commands are not played" in save.notes


# --- counters --------------------------------------------------------------------------------------


def one(place: Path, *around: tuple[str, str], base: str = "4-6-8 Esq", **more: str) -> object:
    return read(
        place, write.board("01"), write.counter(base, (400, 432), *around, **more)
    ).counters[0]


def test_a_layer_names_a_counter(place: Path) -> None:
    each = read(
        place, write.counter("4-6-8 Esq", (0, 0), (CONCEAL, "null;"), (SQUAD, "2"))
    ).counters[0]
    assert (each.name, each.kind, each.nation) == ("4-4-7 2sq", "squad", "german")
    assert (each.base, each.hidden, each.concealed, each.spot) == ("4-6-8 Esq", False, False, None)


@pytest.mark.parametrize(
    ("names", "name"),
    [
        (["plain"], "plain"),
        (["+ behind"], "x behind"),
        (["before +"], "before x"),
        (["Red+"], "Redx"),
        ([r"6\+1"], "6+1"),
        ([""], "x"),
        ([" "], "x"),
        (["a,b"], "a,b"),
        (["a;b"], "a;b"),
        (["a/b"], "a/b"),
    ],
)
def test_names_of_layers(place: Path, names: list[str], name: str) -> None:
    assert (
        read(place, write.counter("x", (0, 0), (write.layer(names), "1"))).counters[0].name == name
    )


@pytest.mark.parametrize("state", ["-1", "0", "3", "", "one", "-1;", "999999999999"])
def test_a_layer_that_is_not_shown(place: Path, state: str) -> None:
    layer = write.layer(["one", "two"])
    assert read(place, write.counter("x", (0, 0), (layer, state))).counters[0].name == "x"


def test_layers_name_from_inside_out(place: Path) -> None:
    around = (
        (write.layer(["+ BU"]), "1"),
        (write.layer(["+ vca4"]), "1;"),
        (write.layer(["T-34"]), "1"),
    )
    each = read(place, write.counter("x", (0, 0), *around, image="ru/veh/T34")).counters[0]
    assert (each.name, each.kind, each.nation) == ("T-34", "vehicle", "russian")
    assert (each.facing, each.states) == ((("vca", 4),), ("BU",))


@pytest.mark.parametrize("gpid", ["", "2364", "adf:276"])
def test_numbers_of_the_palette(place: Path, gpid: str) -> None:
    assert read(place, write.counter("x", (0, 0), gpid=gpid)).counters[0].gpid == (gpid or None)


@pytest.mark.parametrize(
    ("state", "is_so"),
    [("null", False), ("", False), ("null;", False), ("me", True), ("me|0", True)],
)
def test_hidden_and_concealed(place: Path, state: str, is_so: bool) -> None:
    hidden, concealed = read(
        place,
        write.counter("x", (0, 0), (HIDE, state)),
        write.counter("x", (0, 0), (CONCEAL, state)),
    ).counters
    assert (hidden.hidden, hidden.concealed) == (is_so, False)
    assert (concealed.hidden, concealed.concealed) == (False, is_so)


def test_counters_off_the_map_and_stacks_are_no_counters_on_it(place: Path) -> None:
    save = read(
        place,
        write.counter("x", (0, 0), chart="Map0"),
        write.counter("x", (0, 0), chart="null"),
        write.counter("x", (0, 0), chart="Casualties"),
        "+/7/stack/Main Map;400;432;1;2;@@-1",
        "+/8/piece;;;image;x/Main Map;here;there;",
        "+/9/mark;x\tpiece;;;image;x/Main Map;0;0;",
    )
    assert (len(save.counters), save.elsewhere) == (1, 2)
    assert "counters that could not be read: 2" in save.notes


def test_what_lies_beneath_in_a_stack(place: Path) -> None:
    save = read(
        place,
        write.counter("Squad", (0, 0), ident="9"),
        write.counter("Foxhole", (0, 0), ident="8"),
        write.counter("alone", (0, 0), ident="7"),
        "+/6/stack/Main Map;0;0;8;9;@@-1",
    )
    assert [each.beneath for each in save.counters] == [1, 0, 0]


KINDS = [
    ("?", "ge/geqmark", ("concealment;me;ge", ""), "concealment"),
    ("2-2-7 Icr", "am/am227C", ("conceal;C;x;am", ""), "crew"),
    ("9-1", "ge/geL91", ("conceal;C;x;ge", ""), "leader"),
    ("ruCOM", "ru/ruL90", ("conceal;C;x;ru", ""), "commissar"),
    ("9-1 AL", "ge/geal91", ("mark;x", ""), "armor-leader"),
    ("Hero", "ge/geHero", ("conceal;C;x;ge", ""), "hero"),
    ("HMG", "ge/geHMG", ("conceal;C;x;ge", ""), "sw"),
    ("37L AT", "ru/gun/ruAT37L", ("mark;x", ""), "gun"),
    ("PzKw IV Wreck", "ge/veh/pziv", ("mark;x", ""), "wreck"),
    ("Foxhole", "ML/Foxhole", ("mark;x", ""), "fortification"),
    ("Blue perimeter", "DO/Half", ("mark;x", ""), "annotation"),
    ("GE Sniper", "ge/geSniper", ("mark;x", ""), "marker"),
    ("Lv 0 OG", "DO/OGL0", ("mark;x", ""), "terrain-overlay"),
    ("Rubble VG", "DO/VGrub", ("mark;x", ""), "destruction"),
    ("Axis control", "DO/ControlGerm", ("mark;x", ""), "control"),
    ("Phase Track Axis 1st", "tables/turn", ("mark;x", ""), "map-marker"),
    ("Thing", "XX/thing", ("mark;x", ""), "unknown"),
]


@pytest.mark.parametrize(("base", "image", "trait", "kind"), KINDS, ids=lambda each: str(each)[:12])
def test_kinds_by_what_a_counter_shows(
    place: Path, base: str, image: str, trait: tuple[str, str], kind: str
) -> None:
    save = read(place, write.board("01"), write.counter(base, (400, 432), trait, image=image))
    assert save.counters[0].kind == kind
    assert ("counters of unknown kind: 1 x Thing" in save.notes) == (kind == "unknown")
    changes = f"counters that change terrain are no part of a configuration: 1 x {base}"
    assert (changes in save.notes) == (kind in ("terrain-overlay", "destruction"))


def test_kinds_by_the_palette_of_a_module(place: Path, tmp_path: Path) -> None:
    slot = '<VASSAL.build.widget.PieceSlot entryName="Thing" gpid="{}"/>'
    parts = (
        '<x entryName="Info"><x entryName="Fortify">' + slot.format(7) + "</x></x>"
        '<x entryName="Axis O/B"><x entryName="German"><x entryName="SQ">'
        + slot.format(8)
        + "</x></x></x>"
    )
    window = "VASSAL.build.module.PieceWindow"
    told = f'<m><{window} name="VASL Counters">{parts}</{window}></m>'
    module = tmp_path / "vasl.vmod"
    module.write_bytes(write.zipped({"buildFile": told.encode()}))
    place.write_bytes(
        write.save_file(
            write.counter("Thing", (0, 0), gpid="7"),
            write.counter("Thing", (0, 0), gpid="8"),
            write.counter("2-2-8 Icr", (0, 0), gpid="8"),
            write.counter("Thing", (0, 0), gpid="9"),
        )
    )
    found = [(each.kind, each.nation) for each in read_save(place, module=module).counters]
    assert found == [
        ("fortification", None),
        ("squad", "german"),
        ("crew", "german"),
        ("unknown", None),
    ]


# --- boards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "name", "turned"),
    [
        ("01", "01", False),
        ("r01", "01", True),
        ("r", "r", False),
        ("rr", "r", True),
        ("RB", "RB", False),
    ],
)
def test_reversed_boards(written: str, name: str, turned: bool) -> None:
    found = read_boards(write.board(written))[0]
    assert (found.name, found.reversed) == (name, turned)


def test_a_word_that_runs_into_the_next_board() -> None:
    told = write.board("q", more=["", "SSR", "NoGrain", "", "Level1ToWoods"]).removesuffix("\t")
    first, second = read_boards(told + write.board("Blank0", (0, 1)))
    assert (first.changes, first.surplus) == (("NoGrain", "Level1ToWoods"), 1)
    assert (second.name, second.is_filler, second.grid) == ("Blank0", True, (0, 1))


def test_what_follows_a_board() -> None:
    more = ["OVR", "o2", "K5", "K6", "OVR", "be7", "A1", "A1", "SSR", "NoRoads", "ZOOM", "2.0"]
    found = read_boards(write.board("z", (1, 2), (928, 0, 872, -1), "6.2", more))[0]
    assert (found.grid, found.crop, found.version) == ((1, 2), (928, 0, 872, -1), "6.2")
    assert found.overlays == (("o2", "K5", "K6"), ("be7", "A1", "A1"))
    assert (found.changes, found.zoom) == (("NoRoads",), 2.0)


def test_remarks_on_terrain_changes(place: Path) -> None:
    words = ["SSR", "NoGrain", "", "NoGrain", "Level1ToLevel0", "Level1ToWoodsLevel1ToWoods", "x"]
    save = read(place, write.board("q", more=words), *compass(0))
    assert save.notes == (
        "board q: empty words among its terrain changes: 1",
        "board q: terrain changes given more than once: NoGrain",
        "board q: Level1ToWoodsLevel1ToWoods looks like Level1ToWoods written twice",
        "board q: Level1 becomes Level0 and Woods, which contradict one another",
    )


def compass(steps: int) -> list[str]:
    return [write.counter("North", (10, 10), (NORTH[0], str(steps)))]


@pytest.mark.parametrize("steps", range(4))
def test_the_compass(place: Path, steps: int) -> None:
    save = read(place, write.board("01"), *compass(steps))
    assert (save.north, save.north_given) == (("up", "right", "down", "left")[steps], True)
    assert not save.notes


def test_counters_that_point_north_two_ways_are_told(place: Path) -> None:
    save = read(place, write.board("01"), *compass(1), *compass(2))
    assert save.north == "right"
    assert save.notes == ("counters for North point several ways: the first is taken",)


def test_what_the_reader_of_maps_will_refuse_is_told(place: Path) -> None:
    Sheet("01").write(place.parent, "bd01")
    whole, beyond = write.board("01"), write.board("01", (1, 0), (0, 0, 5000, -1))
    place.write_bytes(write.save_file(whole + beyond, *compass(0)))
    notes = "; ".join(read_save(place, [place.parent]).notes)
    assert "there more than once: 01" in notes
    assert "board 01: cropped beyond its 225 by 258 pixels" in notes


def test_archives_lie_in_several_folders(place: Path) -> None:
    folders = [place.parent / name for name in ("old", "new")]
    for folder, name in zip(folders, ("01", "02"), strict=True):
        folder.mkdir()
        Sheet(name).write(folder, f"bd{name}")
    place.write_bytes(write.save_file(write.board("01") + write.board("02", (1, 0)), *compass(0)))
    save = read_save(place, folders)
    assert [each.archive_version for each in save.chart.in_play] == ["1", "1"]
    assert not [each for each in save.notes if "not there" in each]
    rows = tomllib.loads(configuration_text(save, folders, place.parent))["rows"]
    assert [each["board"] for each in rows[0]] == ["old/bd01", "new/bd02"]


def test_without_a_compass_north_is_up_and_said_so(place: Path) -> None:
    save = read(place, write.board("01"))
    assert (save.north, save.north_given) == ("up", False)
    assert save.notes == ("no counter says where North is: taken as up",)


def centre(name: str) -> tuple[float, float]:
    """Give the pixel of a hex on a printed board, from its name."""
    letters, row = name.rstrip("0123456789"), int(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    column = 26 * (len(letters) - 1) + ord(letters[0]) - ord("A")
    return 56.25 * column, 64.5 * (row - (0 if column % 2 else 0.5))


ALL = [
    f"{letters}{row}"
    for column in range(33)
    for letters in [chr(65 + column % 26) * (1 + column // 26)]
    for row in range(1 - column % 2, 11)
]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("crop", [None, (0, 0, 900, -1), (872, 0, 928, -1), (591, 0, 731, 322)])
def test_every_hex_is_found_where_it_lies(
    place: Path, crop: tuple[int, int, int, int] | None, turned: bool
) -> None:
    left, top, width, height = crop or (0, 0, *WHOLE)
    height = WHOLE[1] - top if height == -1 else height
    before = write.board("Blank0", (0, 0), (0, 0, 100, 50))
    told = write.board("r02" if turned else "02", (1, 0), crop or ())
    chart = read(place, before + told).chart
    found = 0
    for name in ALL:
        x, y = centre(name)[0] - left, centre(name)[1] - top
        inside = -2 <= x <= width + 2 and -2 <= y <= height + 2
        x, y = (width - x, height - y) if turned else (x, y)
        spot = chart.spot(400 + 100 + x, 400 + y)
        if inside:
            found += 1
            assert spot == SavedSpot("02", name, "centre", None, 0.0), name
        else:
            assert spot is None or (spot.where != "centre" and spot.beside)
    assert chart.hexes() == found == len(chart.in_play[0].hexes)


def test_a_board_that_lies_larger_than_printed(place: Path) -> None:
    told = write.board("r01", (0, 0), (0, 0, 900, -1), more=["ZOOM", "3.0"])
    save = read(place, told + write.board("02", (1, 0)))
    assert "board 01: lies 3 times as large as printed; placed as printed" in save.notes
    chart = save.chart
    first, second = chart.placed
    assert (first.size, second.corner, len(first.hexes)) == ((2700, 1935), (3100, 400), 178)
    x, y = centre("E5")
    spot = chart.spot(400 + 2700 - 3 * x, 400 + 1935 - 3 * y)
    assert spot == SavedSpot("01", "E5", "centre", None, 0.0)
    vertex = chart.spot(400 + 2700 - 3 * (x + 37.5), 400 + 1935 - 3 * y)
    assert vertex is not None
    assert (vertex.where, vertex.distance) == ("vertex", 0.0)


@pytest.mark.parametrize("zoom", ["0", "0.0", "0.00000001", "nan", "1e9", "-2", "999", "x", ""])
def test_a_zoom_that_is_none(zoom: str) -> None:
    assert read_boards(write.board("01", more=["ZOOM", zoom]))[0].zoom == 1.0


def test_hexes_that_two_boards_share_count_once_and_have_two_names(place: Path) -> None:
    rows = write.board("01") + write.board("02", (0, 1)) + write.board("03", (1, 0))
    chart = read(place, rows).chart
    assert chart.hexes() == 3 * 346 - 16 - 10
    spot = chart.spot(400 + 56, 400 + 645)
    assert spot is not None
    assert {(spot.board, spot.hex), *spot.others} == {("01", "B10"), ("02", "B0")}


@pytest.mark.parametrize(
    ("offset", "where", "number"),
    [
        ((0, 0), "centre", None),
        ((7, 7), "centre", None),
        ((0, -32), "hexside", 0),
        ((28, 16), "hexside", 2),
        ((-19, -32), "vertex", 0),
        ((37, 0), "vertex", 2),
        ((14, 0), "inside", None),
    ],
)
def test_where_in_a_hex(
    place: Path, offset: tuple[int, int], where: str, number: int | None
) -> None:
    chart = read(place, write.board("01")).chart
    spot = chart.spot(400 + 4 * 56.25 + offset[0], 400 + 4.5 * 64.5 + offset[1])
    assert spot is not None
    assert (spot.where, spot.number, spot.beside) == (where, number, False)
    if where in ("centre", "inside"):
        assert (spot.board, spot.hex) == ("01", "E5")


def test_what_lies_beside_the_boards(place: Path) -> None:
    save = read(
        place, write.board("01"), write.counter("x", (390, 432)), write.counter("x", (300, 432))
    )
    near, far = save.counters
    assert near.spot is not None
    assert (near.spot.hex, near.spot.beside, far.spot) == ("A1", True, None)


# --- markers and labels ----------------------------------------------------------------------------


def test_colours_lines_and_radii(place: Path) -> None:
    def mark(base: str, name: str, at: tuple[int, int]) -> str:
        return write.counter(base, at, (write.layer([name]), "1"))

    save = read(
        place,
        write.board("01"),
        mark("0-hex", "Red0-hex", (400, 432)),
        mark("0-hex", "Green 0-hex", (456, 464)),
        mark("Perimeter", "Green Perimeter", (456, 1200)),
        mark("4-hex", "Pink 4-hex", (400, 432)),
        mark("Blue perimeter", "Half-hex Blue perimeter", (400, 464)),
        write.counter("VC Hex S", (456, 464)),
    )
    told = {each.colour: (list(map(str, each.spots)), each.off_map) for each in save.colours}
    assert told == {
        "red": (["01:A1"], 0),
        "lime": (["01:B1"], 1),
        "vc": (["01:B1"], 0),
        "fuchsia radius 4": (["01:A1"], 0),
    }
    (line,) = save.lines
    assert (line.colour, line.spots[0].where) == ("blue", "hexside")


def test_counters_go_to_the_caption_above_them(place: Path) -> None:
    def caption(name: str) -> str:
        return f"<html><!-- vasl-templates:id {name} x=1 --><b>Set up</b> in {name}</html>"

    save = read(
        place,
        write.label(caption("german/ob_setup_1.1"), (2500, 100)),
        write.label(caption("german/ob_setup_1.2"), (2500, 500)),
        write.label(caption("ssr"), (2500, 600)),
        write.counter("4-6-7 1sq", (2510, 200)),
        write.counter("4-6-7 1sq", (2520, 200)),
        write.counter("9-1", (2490, 650), image="ge/geL91"),
        write.counter("9-1", (2490, 50), image="ge/geL91"),
        write.counter("North", (2490, 640)),
    )
    assert [(each.caption.template, each.counts) for each in save.groups] == [
        ("german/ob_setup_1.1", {"4-6-7 1sq": 2}),
        ("german/ob_setup_1.2", {"9-1": 1}),
    ]


def test_without_templates_captions_speak_of_setting_up(place: Path) -> None:
    save = read(
        place,
        write.label("<html>Enters on Turn 1</html>", (2500, 100)),
        write.label("<html>ELR 4</html>", (2500, 150)),
        write.counter("4-6-7 1sq", (2510, 200)),
    )
    assert [(each.caption.text, each.counts) for each in save.groups] == [
        ("Enters on Turn 1", {"4-6-7 1sq": 1})
    ]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("plain <text>", "plain <text>"),
        ("<html>a<br>b &amp; <b>c</b>d<p> e  f", "a\nb & cd\ne f"),
        ("<html><head><style>x {}</style></head>y", "y"),
        ("<html>a <!-- hidden > --> b", "a b"),
        ("<html>a <b", "a <b"),
        ("<html>a <!-- b", "a <!-- b"),
        ("<html>&#" + "9" * 5_000 + ";", "&#" + "9" * 5_000 + ";"),
    ],
)
def test_texts_of_labels(written: str, text: str) -> None:
    assert read_label(written).text == text


def test_turn_information(place: Path) -> None:
    save = read(place, "INFO\tAllied\tAxis\t3\t4\t ? \t3 \t2\tTitle|Place|==|\t", "EXT\tkgs\tv1.1")
    assert save.info.fields == ("Allied", "Axis", "3", "4", "?", "3", "2")
    assert (save.info.field("turn"), save.info.field("axis_san")) == ("3", None)
    assert save.info.notes == ("Title", "Place", "==")
    assert save.extensions == (("kgs", "v1.1"),)


# --- the configuration -----------------------------------------------------------------------------


def test_the_configuration_of_a_save(place: Path, tmp_path: Path) -> None:
    told = (
        write.board(
            "rz", (0, 0), (928, 0, 872, -1), "6.1", ["SSR", "NoGrain", "NoGrain", 'odd"\u202e']
        )
        + write.board("01", (0, 1), more=["OVR", "o2", "K5", "K6"])
        + write.board("Blank0", (1, 0))
    )
    save = read(place, told, *compass(3))
    text = configuration_text(save, [tmp_path / "boards"], tmp_path / "maps")
    found = tomllib.loads(text)
    assert found == {
        "north": "left",
        "rows": [
            [
                {
                    "board": "../boards/bdz",
                    "reversed": True,
                    "crop": [928, 0, 872, -1],
                    "changes": ["NoGrain", 'odd"\u202e'],
                    "version": "6.1",
                }
            ],
            [{"board": "../boards/bd01", "version": "6.1"}],
        ],
        "overlays": [{"name": "o2", "board": "1", "hexes": ["K5", "K6"]}],
    }
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert comments == [f"# {each}" for each in save.notes]
    assert "\u202e" not in text


def test_what_is_written_is_read_as_a_configuration(place: Path, tmp_path: Path) -> None:
    save = read(
        place,
        write.board("r01", (0, 0), (0, 0, 900, -1), more=["SSR", "NoRoads"])
        + write.board("02", (1, 0), more=["OVR", "o2", "K5", "K6"]),
    )
    path = tmp_path / "map.toml"
    path.write_text(configuration_text(save, [tmp_path], tmp_path), "utf-8")
    told = read_configuration(path)
    (row,), (overlay,) = told.rows, told.overlays
    assert (overlay.name, overlay.board, overlay.hexes) == ("o2", "2", ("K5", "K6"))
    assert [each.changes for each in row] == [("NoRoads",), ()]
    assert [(each.text, each.reversed, each.crop) for each in row] == [
        ("bd01", True, (0, 0, 900, -1)),
        ("bd02", False, None),
    ]


@pytest.mark.parametrize(
    ("boards", "gap"),
    [
        ([("01", 0, 0), ("02", 1, 0), ("03", 0, 1)], None),
        ([("01", 1, 1), ("02", 2, 1), ("Blank0", 0, 0)], None),
        ([("01", 0, 0), ("NUL", 1, 0), ("02", 2, 0)], "row 1, place 2"),
        ([("Blank0", 0, 0), ("01", 1, 0), ("02", 0, 1), ("03", 1, 1)], "row 1, place 1"),
        ([("01", 0, 0), ("02", 0, 2)], "row 2, place 1"),
    ],
)
def test_boards_that_leave_gaps(
    place: Path, tmp_path: Path, boards: list[tuple[str, int, int]], gap: str | None
) -> None:
    save = read(place, "".join(write.board(name, (x, y)) for name, x, y in boards))
    if gap is None:
        assert tomllib.loads(configuration_text(save, [tmp_path], tmp_path))["rows"]
        return
    with pytest.raises(BadInput, match=f"{place}: no board of terrain lies in {gap}, and"):
        configuration_text(save, [tmp_path], tmp_path)


def test_a_save_without_boards_has_no_configuration(place: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="has no boards"):
        configuration_text(read(place, "bd\t"), [tmp_path], tmp_path)
