"""What CONTRIBUTING.md says of where a change goes: each kind of thing is added in a copy, and works."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import hexcourt as package
from hexcourt.facts.boards.piece_table import PIECE_KINDS, PIECE_SIGNATURES
from tests import saves_written as write
from tests.effort import PATIENCE, sample

PROJECT = Path(__file__).parent.parent.parent
DIVIDED = (
    *("asp/actions", "asp/moving", "asp/placing", "asp/sight", "asp/tables"),
    *("cli/mcp", "cli/render", "cli/report", "cli/web", "cli/web/page", "facts/drafting"),
    *("facts/areas", "facts/cards/sentences"),
)
ROOMS = ("asp", "facts", "solver", "cli", "tests", "docs", "bench", "cases", "examples")

CHECK = """

def check_sides(scenario):
    yield Finding("a side", "fault", "there is a side")
"""

PROBE = """
import json, sys
from pathlib import Path
from hexcourt import open_board
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.formats.vassal.read_save import read_save
from hexcourt.facts.maps.changes.reading import change_words
from hexcourt.solver.scenario.checks import every_check
Path("rock.lp").write_text(
    'hex("A1"). hex("A2"). terrain("A2",crag). elevation("A1",0). elevation("A2",0).'
)
Path("tall.lp").write_text(
    'hex("A1"). hex("A2"). hex("A3"). terrain("A2",tall_grass). elevation("A1",0). elevation("A2",0). '
    'elevation("A3",0).'
)
board = open_board("tall.lp")
line = json.loads(board.los("A1", "A3").as_json())
print(json.dumps({
    "line": line["rows"], "drawn": "#123456" in board.svg(),
    "allowed": str(board.legal('digs_well("A1")').verdict),
    "refused": str(board.legal('digs_well("A2")').verdict),
    "by": [str(each) for each in board.legal('digs_well("A2")').reasons],
    "checks": [each.code for each in every_check()],
    "kinds": [each.kind for each in read_save(Path("PSK.vsav")).counters],
    "unit": board.path("A1", "A3", unit="cyclist").lines[0],
    "asked": str(board.ask("which H : tall(H)").rows),
    "tem": [row["value"] for row in open_board("rock.lp").effect('small_arms("A1")', "A2").rows],
    "word": str(change_words()["AllTall"]),
}))
"""


PIECE_ROWS = """%+ wire2(hex Hex) | W2 | hex | wire2("G37")
%    words Wire of a new kind in {0}; cut strands; card wire; save fortification Wire2; family hex(H)
%+ haystack(hex Hex, [ground|under] Place) | HY | counter | haystack("G37")
%    lines
%? wire2(Hex)                           wire of a new kind lies in the hex
%: wire2(hex Hex): wire of a new kind lies in the hex | which H : wire2(H)
#defined wire2/1.

"""

PIECE_RULES = """
%! A99.3 high: such wire lies in open ground
allowed(X,"A99.3") :- asked(X), X = wire2(H), terrain(H,open).
%! A99.4 high: no such wire lies in woods
refused(wire2(H),"A99.4") :- wire2(H), terrain(H,woods).
%! A99.3 high: such wire may be placed in any open ground
may_lay(wire2,wire2(H)) :- terrain(H,open).
%! A99.5 high: a haystack may stand anywhere
allowed(X,"A99.5") :- asked(X), X = counter(H,ground,haystack).
"""

PIECE_MOVES = """
%! A99.6 high: no unit enters a hex with such wire
barred(M,"A99.6") :- into(M,H,_), wire2(H).
"""

PIECE_HEIGHT = """
counter_kind(haystack).
%! A99.5 high: a haystack is a half-level Hindrance
height(haystack,1).
hindrance(haystack,1).
"""

PIECES = """
import json
from pathlib import Path
from click.testing import CliRunner
from hexcourt import open_board
from hexcourt.cli.main import main
from hexcourt.facts.formats.vassal.read_save import read_save
from tests.cli.test_completion import offered
from tests.served import served
from tests.tiny import tiny_facts
from tests.tiny_cards import group, scenario
Path("wired.lp").write_text(tiny_facts("A1, A2, A3, B2 woods"))
board = open_board("wired.lp")
verdict = lambda position, *about: str(position.legal(*about).verdict)
def run(*words):
    done = CliRunner().invoke(main, [*words])
    return done.stdout + done.stderr
path = ("path", "wired.lp", "A1", "A2", "--unit", "squad")
card = scenario("A1, A2", group("r1", "red", "squad 4-6-7", 'setup = "hex A1"', 'placed = ["wire A2"]'))
with served(Path()) as client:
    palette = {each["kind"]: each for each in client.get("/api/v1/pieces").json()["pieces"]}
    about = {"board": "wired.lp", "place": ['wire2("A2")'], "unit": "squad", "start": "A1", "goal": "A2"}
    web = client.post("/api/v1/path", json=about).json()
print(json.dumps({
    "place": run(*path, "--place", "wire2(A2)"),
    "bare": run(*path),
    "refused": run(*path, "--place", "wire2(B2)"),
    "legal": [verdict(board, f'wire2("{each}")') for each in ("A2", "B2")],
    "family": run("ask", "wired.lp", 'always : path("A1","A2")', "--unit", "squad", "--turns", "1",
                  "--vary", "{ wire2(H) : hex(H) } <= 1"),
    "ask": run("ask", "wired.lp", "which H : wire2(H)", "--place", "wire2(A2)"),
    "cut": run("cut", "wired.lp", "A1", "A2", "--unit", "squad", "--kinds", "wire2", "--why"),
    "lines": json.loads(run("los", "wired.lp", "A1", "A3", "--place", "haystack(A2)", "--json"))["rows"],
    "haystacks": run("ask", "wired.lp", "count H : counter(H, haystack)",
                     "--vary", "{ haystack(H) : hex(H) } = 1"),
    "http": web, "palette": palette["wire2"], "drawn": board.place('wire2("A2")').svg(),
    "completed": offered("los", "wired.lp", "--place", "wi"),
    "saved": [each.kind for each in read_save(Path("Wire2.vsav")).counters],
    "card": list(card.position.placed), "help": run("path", "--help"),
}))
"""


def added(path: Path, before: str, text: str) -> None:
    """Write a text into a file of the copy, before another one that is there once."""
    old = path.read_text("utf-8")
    assert old.count(before) == 1, (path, before)
    path.write_text(old.replace(before, text + before), "utf-8")


def copied(folder: Path) -> Path:
    """Copy the program into a folder; return where it is."""
    home = folder / "hexcourt"
    ignored = shutil.ignore_patterns("__pycache__", "docs", "tests", ".*", "bench", "build")
    shutil.copytree(package.__path__[0], home, ignore=ignored)
    return home


def answers(folder: Path, *probes: str) -> list[dict[str, Any]]:
    """Run programs with the copy in a folder, in one process, which reads the rules once; return what
    each prints. They may import tests.
    """
    helpers = "import sys, types\nsys.modules['tests'] = types.ModuleType('tests')\n"
    helpers += f"sys.modules['tests'].__path__ = [{str(PROJECT / 'tests')!r}]\n"
    run = f"for probe in {probes!r}:\n    exec(probe, {{'__name__': 'probe'}})\n"
    ran = subprocess.run(
        [sys.executable, "-c", helpers + run],
        cwd=folder,
        env={
            "PYTHONPATH": str(folder),
            "PATH": "/usr/bin:/bin",
            "HEXCOURT_CACHE": "off",
            "HEXCOURT_KERNELS": "python",  # those in C are not translated again in the copy
        },
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def write_save(folder: Path, name: str) -> None:
    """Write a save with one counter of a name."""
    save = write.counter(name, (400, 432), ("mark;x", ""), image="xx/thing")
    (folder / f"{name}.vsav").write_bytes(write.save_file(write.board("01"), save))


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Add everything to one copy of the program, and ask the copy about all of it."""
    folder = tmp_path_factory.mktemp("extended")
    home = copied(folder)
    add_one_of_each_kind(home)
    add_fact(home)
    add_pieces(home)
    write_save(folder, "PSK")
    write_save(folder, "Wire2")
    return answers(folder, PROBE, f"RULE, FIRST = {HOUSE_RULE!r}, {FIRST!r}\n{FACTS}", PIECES)


@pytest.fixture
def told(extended: list[dict[str, Any]]) -> dict[str, Any]:
    """Give what the copy says of one thing of each kind."""
    return extended[0]


@pytest.fixture
def fact(extended: list[dict[str, Any]]) -> dict[str, Any]:
    """Give what the copy says of lines that meet a new fact of sight."""
    return extended[1]


@pytest.fixture
def pieces(extended: list[dict[str, Any]]) -> dict[str, Any]:
    """Give what the copy says of two pieces and their rules."""
    return extended[2]


def add_one_of_each_kind(home: Path) -> None:
    """Add one thing of each kind to a copy."""
    added(
        home / "facts/boards/further_terrain.tsv",
        "tennis_courts\topen",
        "tall_grass\tother\t-\n",
    )
    tables = home / "asp/tables/terrain.lp"
    tables.write_text(
        tables.read_text("utf-8")
        + "\n%! B12.2 high: tall grass is a half-level hindrance\n"
        + "height(tall_grass,1).\nhindrance(tall_grass,1).\n"
    )
    added(
        home / "cli/render/inks.tsv",
        "grain\t",
        "tall grass\ttall_grass\t#123456\t#123456\t-\t-\t1\n",
    )
    words = home / "asp/vocabulary/case_words.lp"
    like = re.search(r"^(%: \w+ )recombines\(", words.read_text("utf-8"), re.MULTILINE)
    assert like is not None
    added(
        words,
        f"{like[1]}recombines(",
        f'{like[1]}digs_well(hex Hex): a well is dug | digs_well("K13")\n',
    )
    rules = home / "asp/actions/case_roads.lp"
    rules.write_text(
        rules.read_text("utf-8")
        + "\n%! A99.1 high: a well is dug in open ground\n"
        + 'allowed(digs_well(H),"A99.1") :- asked(digs_well(H)), not terrain(H,tall_grass).\n'
        + "%! A99.2 high: no well is dug in tall grass\n"
        + 'refused(digs_well(H),"A99.2") :- asked(digs_well(H)), terrain(H,tall_grass).\n'
    )
    movement = home / "asp/tables/movement.lp"
    with movement.open("a") as file:
        file.write("\n%! A4.11 high: cyclists have 10 MF\n")
        file.write("unit_kind(cyclist,infantry,foot).\nallotment(cyclist,20).\n")
        file.write("%! B12.4 high: tall grass costs Infantry 2 MF\n")
        file.write('entry_cost(infantry,tall_grass,4,"B12.4").\n')
    cover = home / "asp/tables/cover.lp"
    cover.write_text(cover.read_text("utf-8").replace('tem(crag,1,"B17.3")', 'tem(crag,2,"B17.3")'))
    askable = home / "asp/vocabulary/askable.lp"
    with askable.open("a") as file:
        file.write("%: tall(hex Hex): tall grass grows in the hex | which H : tall(H)\n")
        file.write("tall(H) :- terrain(H,tall_grass).\n")
    with (home / "facts/maps/changes/words.tsv").open("a") as file:
        file.write("AllTall\tchange\tgrain -> brush\tof this test\n")
    checks = home / "solver/scenario/map/checks.py"
    checks.write_text(checks.read_text("utf-8") + CHECK)
    with (home / "solver/scenario/checks.tsv").open("a") as file:
        file.write("S99\tmap.checks.check_sides\tsides\tA2.1\t-\tWhether there is a side.\t-\t-\n")
    kinds = home / "facts/formats/vassal/counter_kinds.tsv"
    head, *rows = kinds.read_text("utf-8").splitlines(keepends=True)
    kinds.write_text("".join([head, "\tPSK\t\t\tgun\n", *rows]), "utf-8")


def test_a_terrain(told: dict[str, Any]) -> None:
    assert [row["hindrance"] for row in told["line"] if "hindrance" in row] == [1], told["line"]
    assert told["drawn"]


def test_an_action_and_its_rules(told: dict[str, Any]) -> None:
    assert (told["allowed"], told["refused"]) == ("yes", "no")
    assert any("A99.2" in each for each in told["by"])


def test_a_unit_a_predicate_a_number_and_a_word(told: dict[str, Any]) -> None:
    assert told["unit"] == "yes: a cyclist goes from A1 to A3 for 3 of its 10 MF"
    assert "A2" in told["asked"]
    assert 2 in told["tem"]
    assert "brush" in told["word"]


def test_a_check_of_cards(told: dict[str, Any]) -> None:
    assert "S99" in told["checks"]


def test_a_counter_of_saves(told: dict[str, Any]) -> None:
    assert told["kinds"] == ["gun"]


FACT_ROWS = """%? feature has_manhole(F)                F's hex has a manhole
#defined has_manhole/1.
"""

SIGHT_RULE = """
%! A99.7 high: the steam of a manhole hinders the view
hinders(F,1,"A99.7") :- touch(F,L,_,_), has_manhole(F), not within(F,_).
"""

HOUSE_RULE = """%! SSR 1 high: no line on one level crosses a manhole
blocks(F,"SSR 1") :- touch(F,L,_,G), has_manhole(F), high(L,U), low(L,D), U = D, G <= D,
                     not uneven(L), between(F).
"""

FIRST = sample(["A1", "B3"], [f"{column}{row}" for column in "AB" for row in range(1, 6)])
"""From which hexes `los` is asked of all others; `see` and `matrix` of all pairs."""

FACTS = """
import csv
import json
from pathlib import Path
from click.testing import CliRunner
from hexcourt import open_board
from hexcourt.cli.main import main
from hexcourt.solver.rulebase.read_house_rules import amended_rules
from hexcourt.solver.rulebase.rulebase import HouseRules, use_rules
from hexcourt.solver.sight.exact_los import house_rules_on_lines
from tests.tiny import tiny_facts
holes = 'feature("A2",manhole).\\nfeature("B3",manhole).\\n'
Path("wet.lp").write_text(tiny_facts("A1:A5, B1:B5, B4 @2") + holes)
Path("house.lp").write_text(RULE)
def rows(*words):
    done = CliRunner().invoke(main, [*words, "--json"])
    assert done.exit_code in (0, 1), done.output
    return json.loads(done.stdout)["rows"]
def written(*words):
    assert CliRunner().invoke(main, [*words]).exit_code == 0
    with open(words[3], newline="") as file:
        return [told({n: int(v) if n == "hindrance" and v else v or None for n, v in row.items()})
                for row in csv.DictReader(file)]
def told(row):
    return [row["from"], row["to"], row["verdict"], row.get("hindrance") or 0, row["rule"]]
names = [f"{column}{row}" for column in "AB" for row in range(1, 6)]
found = {}
for name, more in (("bare", []), ("house", ["--amend", "house.lp"])):
    found[name] = {
        "los": [
            told(rows("los", "wet.lp", a, b, *more)[0])
            for a in FIRST for b in names if a < b
        ],
        "see": [told(row) for a in names for row in rows("see", "wet.lp", a, *more)],
        "matrix": written("matrix", "wet.lp", "--out", f"{name}.csv", *more),
    }
with use_rules(amended_rules((HouseRules("house.lp", RULE),))):
    found["looks"] = house_rules_on_lines().value
print(json.dumps(found))
"""


def add_fact(home: Path) -> None:
    """Add a fact of sight to a copy."""
    added(home / "asp/vocabulary/lines.lp", "%? feature in_bed(F)", FACT_ROWS)
    added(
        home / "facts/tracing/touched.py",
        '"in_bed": lambda',
        '"has_manhole": lambda record: "manhole" in record.features, ',
    )
    with (home / "asp/sight/a06_line_of_sight.lp").open("a") as file:
        file.write(SIGHT_RULE)


def add_pieces(home: Path) -> None:
    """Add two pieces and their rules to a copy."""
    added(home / "asp/vocabulary/pieces.lp", "%? counter(Hex", PIECE_ROWS)
    for name, rules in (
        ("placing/pieces.lp", PIECE_RULES),
        ("moving/a04_moving.lp", PIECE_MOVES),
        ("tables/counters.lp", PIECE_HEIGHT),
    ):
        with (home / "asp" / name).open("a") as file:
            file.write(rules)


@pytest.mark.parametrize("rules", ["bare", "house"])
def test_a_fact_of_sight_at_every_entry_point(fact: dict[str, Any], rules: str) -> None:
    los, see, matrix = (
        {frozenset(row[:2]): row[2:] for row in fact[rules][name] if "/" not in "".join(row[:2])}
        for name in ("los", "see", "matrix")
    )
    assert see == matrix
    assert len(see) == 45
    assert len(los) == sample(11, 45)
    assert los.items() <= see.items()


def test_what_rules_make_of_a_fact_of_sight(fact: dict[str, Any]) -> None:
    bare, house = (
        {tuple(row[:2]): row[2:] for row in fact[rules]["los"]} for rules in ("bare", "house")
    )
    assert bare["A1", "A3"] == ["clear", 1, None]  # by the new rule, of the hole in A2
    assert bare["A1", "A2"] == house["A1", "A2"] == ["clear", 0, None]
    assert bare["A1", "B4"] == house["A1", "B4"] == ["clear", 2, None]  # a line that is uneven
    assert house["A1", "A3"] == ["blocked", 0, "SSR 1"]
    assert fact["looks"] == "features"  # so it may be evaluated for many lines at once


def test_a_piece_in_commands_and_questions(pieces: dict[str, Any]) -> None:
    assert "A99.6" in pieces["place"]
    assert "A99.6" not in pieces["bare"]
    assert "A99.4" in pieces["refused"]
    assert pieces["legal"] == ["yes", "no"]
    assert pieces["family"].startswith("no: yes in 3, no in 1 of 4 worlds"), pieces["family"]
    assert "A2" in pieces["ask"].splitlines()[1], pieces["ask"]
    assert 'Wire of a new kind in A2: wire2("A2")' in pieces["cut"]


def test_a_counter_on_lines_of_sight(pieces: dict[str, Any]) -> None:
    assert [row["hindrance"] for row in pieces["lines"] if "hindrance" in row] == [1]
    assert pieces["haystacks"].startswith("yes: yes in 4 of 4 worlds"), pieces["haystacks"]


def test_a_piece_on_the_page_and_in_pictures(pieces: dict[str, Any]) -> None:
    assert pieces["http"]["answer"]["answer"] == "no"
    assert (pieces["palette"]["sign"], pieces["palette"]["lies"]) == ("W2", "hex")
    assert ">W2<" in pieces["drawn"]
    assert "wire2(" in pieces["completed"]
    assert "haystack(" in pieces["help"]


def test_a_piece_in_saves_and_on_cards(pieces: dict[str, Any]) -> None:
    assert pieces["saved"] == ["fortification"]
    assert pieces["card"] == ['wire2("A2")']


def test_the_table_of_pieces_is_read_whole() -> None:
    text = (PROJECT / "asp/vocabulary/pieces.lp").read_text("utf-8")
    assert text.count("\n%+ ") == len(PIECE_KINDS)
    declared = {
        (name, arguments.count(",") + 1)
        for name, arguments in re.findall(r"^%\? (\w+)\(([^)]*)\)", text, re.MULTILINE)
    }
    assert declared == set(PIECE_SIGNATURES)


def index_rows() -> list[str]:
    """List the rows of the index, each after the folders that the heading of its table names."""
    rows, folders = [], ""
    for line in (PROJECT / "CONTRIBUTING.md").read_text("utf-8").splitlines():
        if line.startswith("**"):
            folders = line.rpartition("**")[2]
        elif line.startswith("| ") and "`" in line:
            rows.append(folders + line)
    return rows


def test_what_the_index_names_is_there() -> None:
    """Files and folders, files named alone within these or beside the index, names in them."""
    assert {row: lost for row in index_rows() if (lost := not_there(row))} == {}


def not_there(row: str) -> list[str]:
    """List what a row of the index names and that is not there."""
    named = re.findall(r"`([^`]+)`", row)
    paths = [PROJECT / each for each in named if re.fullmatch(r"[\w.]+(/[\w.]*)+", each)]
    paths = [path for path in paths if path.parts[len(PROJECT.parts)] in ROOMS]
    lost = [str(path) for path in paths if not path.exists()]
    files = [
        file
        for path in paths
        if path.exists()
        for file in (path.rglob("*") if path.is_dir() else path.parent.iterdir())
        if file.suffix in (".py", ".lp", ".tsv", ".js", ".css", ".md")
    ]
    alone = [each for each in named if re.fullmatch(r"\w+\.(py|lp|tsv|js|css)", each)]
    beside = [file for file in PROJECT.iterdir() if file.is_file()]
    lost += [each for each in alone if each not in {file.name for file in (*files, *beside)}]
    words = [each for each in named if re.fullmatch(r"[A-Za-z]+_[A-Za-z_]+", each)]
    text = "".join(map(text_of, files)) if words else ""
    return lost + [each for each in words if each not in text and each != "HEXCOURT_NO_FORK"]


@cache
def text_of(file: Path) -> str:
    return file.read_text("utf-8")


def test_every_folder_has_a_line_in_the_index() -> None:
    """The index names each folder of the program: itself, one above it, or a file in it."""
    folders = {
        file.parent.relative_to(PROJECT).as_posix()
        for room in ROOMS
        if room not in ("tests", "docs")
        for file in (PROJECT / room).rglob("*")
        if file.suffix in (".py", ".lp", ".js") and file.name != "__init__.py"
    }
    named = {each for row in index_rows() for each in re.findall(r"`([\w.]+/[^`]+)`", row)}
    assert {each for each in folders if not any(_leads_to(name, each) for name in named)} == set()


@pytest.mark.parametrize("folder", DIVIDED)
def test_the_index_names_every_file_of_a_folder(folder: str) -> None:
    """What lines divide among the files of a folder, they divide among all of them."""
    rows = [row for row in index_rows() if f"`{folder}/" in row]
    named = {Path(each).name for row in rows for each in re.findall(r"`([\w./]+)`", row)}
    files = {each.name for each in (PROJECT / folder).iterdir() if each.is_file()}
    assert files - named <= {"__init__.py"}


def _leads_to(name: str, folder: str) -> bool:
    """Tell whether a path that the index names is a folder, one above it, or a file in it."""
    return f"{folder}/".startswith(f"{name.rstrip('/')}/") or name.rpartition("/")[0] == folder
