"""Whatever lies on a line of sight, or bears on all: both outcomes, both ways, by every entry point.

Each row lays one kind of piece, or gives one circumstance, with a line that it changes and one that it
leaves alone.
"""

from __future__ import annotations

import asyncio
import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexcourt.facts.boards.board import Board, board_text
from hexcourt.facts.boards.piece_table import PIECE_KINDS, pieces_with
from hexcourt.facts.tracing.line_facts import ILLUMINATED
from hexcourt.solver.api.position import Position, open_position
from hexcourt.solver.position.opening import open_board
from hexcourt.solver.rulebase.rulebase import printed_rules
from hexcourt.solver.rulebase.slicing import terms_read
from hexcourt.solver.sandbox.limited_run import Limits
from tests import effort
from tests.asp.test_clouds import opened
from tests.cli.test_commands import hexcourt
from tests.rulings import rule
from tests.served import served
from tests.tiny import pixelled, tiny
from tests.tiny_cards import BUDAPEST_CARD, group, scenario

pytest.importorskip("mcp", reason="needs mcp: pip install 'hexcourt[mcp]'")

from hexcourt.cli.web.board_registry import BoardRegistry
from tests.entry_points.test_all import InThisProcess

pytestmark = pytest.mark.usefixtures("kept", "engines")

BOARD = (
    "A1:A7, B1:B7, C1:C7, C1 building(stone,1) stairwell level(1), C2 building(stone,1) level(1), "
    "C1-C2 building_side, B1-B2 road(paved), A3-A4 road(dirt), A7 @4, C7 @4"
)
LINES = [
    # rules, what is laid, what is given, the line it changes, what that comes to, one left alone
    ("A24.2", 'smoke("A2",white)', "", "A1 A3", "clear 3", "A3 A4"),
    ("A24.2", 'smoke("A2",dispersed)', "", "A1 A4", "clear 2", "A3 A4"),
    ("A24.2", 'smoke("A2",grenades)', "", "A2 A4", "clear 2", "B3 B4"),
    ("A24.4", 'smoke("A5",wp)', "", "A3 A7", "clear 2", "A3 A4"),
    ("A24.6", 'smoke("A2",drifting)', "", "A1 A3", "unknown A24.6", "A3 A4"),
    ("A24.4", 'smoke("C2",upstairs)', "", "C1h1 C2h1", "unknown A24.4", "A3 A4"),
    ("A24.4", 'smoke("C2",white,level(1))', "", "C1h1 C2h1", "unknown A24.4", "A3 A4"),
    ("B.10", 'smoke("A2",white) smoke("A3",white)', "", "A1 A4", "blocked B.10", "A4 A6"),
    ("B25.2", 'blaze("A2")', "", "A1 A3", "clear 3", "A3 A4"),
    ("C1.57", 'ffe("A2")', "", "A1 A3", "unknown C1.57", "A3 A4"),
    ("F11.7", 'dust("A2")', "", "A1 A3", "unknown F11.7", "A3 A4"),
    ("D9.4", 'afv("A2")', "", "A1 A3", "clear 1", "A3 A4"),
    ("D9.4", 'wreck("A2")', "", "A1 A3", "clear 1", "A1 A2"),
    ("A6.2", 'rubble("C2",stone)', "", "C1 C3", "blocked A6.2", "C3 C4"),
    ("B9.2", 'roadblock("A3","A4")', "", "A2 A5", "blocked B9.2", "A3 A4"),
    ("B30", 'pillbox("A3","A2","B2")', "", "A3PicaA2/B2 A5", "blocked B30", "A3PicaA2/B2 A1"),
    ("E3.1", "", "low_visibility(2)", "A1 A3", "clear 2", "C1 C1h1"),
    ("E3.51", "", "weather(rain)", "A1 A3", "unknown E3.51", "C1 C1h1"),
    ("E3.32", "", "weather(mist)", "A1 A3", "unknown E3.32", "C1 C1h1"),
    ("A2.1", "", "weather(mist)", "A1 C1", "unknown A2.1", "C1 C1h1"),  # the first of two numbers
    ("E1.1", "", "night(2)", "A1 A4", "unknown E1.1", "A1 A3"),
    ("E1.9", "", 'night(1) illuminated("A4")', "A1 A4", "unknown E1.9", "A3 A4"),
]
WORDS = {"clear": "yes", "blocked": "no", "unknown": "unknown"}


def said(row: dict[str, Any]) -> str:
    """Write the verdict on a line, with its hindrance or its rule."""
    number = int(row["hindrance"] or 0)
    return f"{row['verdict']} {number if row['verdict'] == 'clear' else row['rule']}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("lines")
    (found / "field.lp").write_text(board_text(tiny(BOARD)), "utf-8")
    return found


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with served(folder) as client:
        yield client


@pytest.mark.parametrize(
    ("laid", "given", "ends", "expected"),
    [
        pytest.param(
            laid.split(), given.split(), line.split(), expected,
            id=f"{laid}{given} {line}", marks=rule(*rules.split()) if line == changed else (),
        )
        for rules, laid, given, changed, outcome, left in LINES
        for line, expected in ((changed, outcome), (left, "clear 0"))
    ],
)  # fmt: skip
def test_a_line_is_the_same_by_every_entry_point(
    folder: Path,
    client: TestClient,
    laid: list[str],
    given: list[str],
    ends: list[str],
    expected: str,
) -> None:
    bare = Position(open_board(str(folder / "field.lp")))
    position = bare.place(*laid).give(*given)
    word = WORDS[expected.split()[0]]
    assert said(position.los(*ends[::-1]).rows[0]) == expected
    for first, second in (ends, ends[::-1])[: 2 if effort.is_tried((given, laid), 4) else 1]:
        assert said(position.los(first, second).rows[0]) == expected
        names = {first, first.replace("h", "/L")}
        seen = [row for row in position.see(second).rows if row["from"] in names]
        assert [said(row) for row in seen] == [expected]
        if expected == "clear 0" and not effort.is_tried((laid, given, ends), 3):
            continue
        claim = f'sees("{first}","{second}")'
        assert position.ask(f"exists : {claim}").verdict == word
        assert position.legal(claim).verdict == word
        if laid:
            pieces = [f"{{ {each} }} = 1" for each in laid]
            family = bare.give(*given).ask(f"exists : {claim}", vary=pieces)
            assert family.counts[f"worlds_{word}"] == 1, family.counts
        if ends[0][:2] != ends[1][:2]:
            assert fire(position, first, second) == expected
    assert in_matrix(position, ends) == expected
    if not effort.is_tried((laid, given, ends), 6):
        return
    place, more = list(laid), list(given)
    flags = [part for each in laid for part in ("--place", each)]
    flags += [part for each in given for part in ("--given", each)]
    board = str(folder / "field.lp")
    for command, *words in (
        ("los", *ends), ("see", ends[1]), ("ask", f"exists : {claim}"), ("legal", claim),
    ):  # fmt: skip
        wanted = json.loads(getattr(position, command)(*words).as_json())
        assert json.loads(hexcourt(command, board, *words, *flags, "--json").stdout) == wanted
        fields: dict[str, Any] = {"board": "field.lp", "place": place, "given": more}
        named = {"los": ("viewer", "target"), "see": ("target",), "ask": ("question",)}
        fields |= (
            {"actions": words}
            if command == "legal"
            else dict(zip(named[command], words, strict=True))
        )
        assert client.post(f"/api/v1/{command}", json=fields).json()["answer"] == wanted
        caller = InThisProcess(BoardRegistry(folder), Limits(seconds=float(effort.PATIENCE)))
        options = {"place": tuple(place), "given": tuple(more)}
        assert asyncio.run(caller.call(command, "field.lp", words, options)).result == wanted
    table = folder / "matrix.csv"
    hexcourt("matrix", board, "--locations", "all", *flags, "--out", str(table))
    with table.open(encoding="utf-8") as lines:
        rows = [
            row
            for row in csv.DictReader(lines)
            if {row["from"], row["to"]} == named_in_tables(ends)
        ]
    assert [said(row) for row in rows] == [expected]


def named_in_tables(ends: list[str]) -> set[str]:
    """Write the ends of a line as tables do."""
    return {each.replace("h", "/L") for each in ends}


def in_matrix(position: Position, ends: list[str]) -> str:
    """Look a line up in the matrix of all Locations."""
    rows = position.matrix(locations="all").rows
    (found,) = (row for row in rows if {row["from"], row["to"]} == named_in_tables(ends))
    return said(found)


def fire(position: Position, firer: str, target: str) -> str:
    """Write what an attack makes of a line as the line itself says it."""
    rows = position.effect(f'small_arms("{firer}")', target).rows
    for row in rows:
        if row["effect"] == "line":
            return f"unknown {row['rule']}"
        if (row["effect"], row["value"]) == ("attack", "impossible"):
            return f"blocked {row['rule']}"
    return f"clear {sum(row['value'] for row in rows if row['effect'].startswith('hindrance'))}"


def test_every_piece_and_circumstance_of_lines_is_tried() -> None:
    laid = {each.split("(")[0] for _, pieces, *_ in LINES for each in pieces.split()}
    assert laid == pieces_with("lines").keys() - {"debris", "breach"}, "these two have other tests"
    given = " ".join(each for _, _, given, *_ in LINES for each in given.split())
    read = terms_read(printed_rules(), "los", "given")
    assert all(f"{name}({first}" in given for name, first in {*read, (ILLUMINATED, "")})


@pytest.mark.parametrize("piece", sorted(pieces_with("card")))
def test_what_lies_on_a_card_is_put_on_its_map(piece: str) -> None:
    where = {1: "A2", 2: "A3-A4", 3: "A3caA2/B2"}[len(PIECE_KINDS[piece].hexes)]
    where = "C2" if piece == "rubble" else "C1-C2" if piece == "breach" else where
    kind = " ".join(each[0] for each in PIECE_KINDS[piece].materials)
    text = f"{kind} {PIECE_KINDS[piece].further['card']} {where}".strip()
    placed = f'setup = "hex A1"\nplaced = ["{text}"]'
    case = scenario(BOARD, group("r1", "red", "squad 4-6-7", placed))
    assert [each.split("(")[0] for each in case.position.placed] == [piece]
    assert f"placed counter {text} is placed" in case.position.opened.assumptions


@rule("B30", "B30.1", "A2.2")
@effort.one_in(2)
@pytest.mark.parametrize("drawn", [opened, lambda text: pixelled(opened(text))])
def test_families_place_pillboxes(drawn: Callable[[str], Board], tmp_path: Path) -> None:
    position = Position(drawn(BOARD))
    arcs = '{ pillbox("B4",A,B) : adjoins("B4",A), adjoins("B4",B), adjoins(A,B), A < B } = 1'
    seen = {}
    for end in ("B6", "B2", "B3"):
        found = position.ask(f'exists : sees(L,"{end}"), in_hex(L,"B4"), L != "B4"', vary=[arcs])
        named = position.ask(f'exists : sees("B4PicaB3/C4","{end}")', vary=[arcs])
        seen[end] = found.counts["worlds_yes"], named.counts["worlds_yes"]
    assert seen == {"B6": (2, 0), "B2": (2, 1), "B3": (6, 1)}
    choice = ['{ pillbox("B4","B3","C4"); pillbox("B4","B3","A4"); pillbox("C2","C3","B3") } <= 2']
    two = position.ask('count L : in_hex(L,"B4")', vary=choice, count=True)
    assert two.counts["worlds"] == 3, "B30.1: one in a hex, none in a building"
    question = 'exists : sees(L,"B2"), in_hex(L,"B4"), L != "B4"'
    for vary in ([arcs], choice[:1]):
        home = tmp_path / str(len(vary[0]))
        answer = position.ask(question, vary=vary, certify=home)
        assert answer.verdict == "yes"
        assert hexcourt("verify", str(home)).exit_code == 0


@rule("FB6.12421", "D9.4")
def test_a_vehicle_on_a_card_hinders_by_every_entry_point(folder: Path, client: TestClient) -> None:
    sides = '[[side]]\nname = "red"\n[[side]]\nname = "blue"\n'
    placed = group("r1", "red", "squad 4-6-7", 'setup = "hex F31"\nplaced = ["tank T-34 F32"]')
    (folder / "card.toml").write_text(f"{BUDAPEST_CARD}{sides}{placed}", "utf-8")
    (folder / "bare.toml").write_text(BUDAPEST_CARD, "utf-8")
    with_afv = open_position("budapest").place('afv("F32")').los("F31", "F33").rows
    assert said(with_afv[0]) == "clear 1"
    for name, expected in (("card.toml", "clear 1"), ("bare.toml", "clear 0")):
        path = str(folder / name)
        position = open_position(path)
        assert said(position.los("F31", "F33").rows[0]) == expected
        if name == "card.toml" or effort.sample(False, True):
            assert in_matrix(position, ["F31", "F33"]) == expected
        assert fire(position, "F31", "F33") == expected
        shell = json.loads(hexcourt("los", path, "F31", "F33", "--json").stdout)
        asked = {"board": name, "viewer": "F31", "target": "F33"}
        served_answer = client.post("/api/v1/los", json=asked).json()["answer"]
        caller = InThisProcess(BoardRegistry(folder), Limits(seconds=float(effort.PATIENCE)))
        called = asyncio.run(caller.call("los", name, ("F31", "F33"), {})).result
        assert [said(each["rows"][0]) for each in (shell, served_answer, called)] == [expected] * 3
