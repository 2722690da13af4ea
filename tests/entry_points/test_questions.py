"""One question through every entry point: the shell, Python, HTTP, a chat assistant's tool, a sweep.

Of every predicate that may be asked, and every form of a family, those of a card's groups too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from hexcourt import open_board
from hexcourt.cli.main import main
from hexcourt.cli.web.board_registry import BoardRegistry
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.pieces.pieces import read_piece
from hexcourt.solver.api.position import Position
from hexcourt.solver.sandbox.limited_run import Limits
from hexcourt.solver.studies.results import count_on_boards
from hexcourt.solver.studies.study import read_study
from tests.cli.test_commands import hexcourt
from tests.effort import PATIENCE, one_of, some_of
from tests.served import served
from tests.tiny import tiny_facts
from tests.tiny_cards import HEAD, group

pytestmark = pytest.mark.usefixtures("kept")

BOARD = "A1:A4, B1:B4, A2 building(stone,1) level(1) feature(manhole), B3 woods, A3-B2 hedge"
CARD = HEAD.replace('"tiny" }', '"tiny.lp" }') + (
    group("r1", "red", "2 squad 4-6-7", 'setup = "hexes A1, A2"', 'fortifications = ["foxhole"]')
)

ENEMY = 'exists : enemy(E), sees(E, "B2")'
ASKED: list[tuple[str, dict[str, Any]]] = [
    ('which H : sees(H, "A4"), not level(H, 1)', {"place": ['debris("A3")']}),
    (" count H :\n building(H) . ", {}),
    ("exists : path(A1,B4)", {"vary": ["{ roadblock(A,B) : adjoins(A,B) } <= 1"]}),
    ('min C : reach("A4", C)', {"start": "A1", "allowance": "3"}),
    ('which H : arrives(H, "A4", 2)', {"turns": 2, "unit": "leader"}),
    (ENEMY, {"vary": ["setup(r1)"]}),
    (ENEMY, {"vary": [' setup( "r1" , 1 )\n']}),
    (ENEMY, {"vary": ["fortifications(r1)", 'setup(r1,1)']}),
    (ENEMY, {"vary": ['1 <= { enemy("A2",sewer); enemy("A2",level(1)) } <= 2']}),
    (ENEMY, {"vary": ["setup(r2)"]}),
    (ENEMY, {"vary": ["setup(r1,0)"]}),
    (ENEMY, {"vary": ["setup(r1)."]}),
    (ENEMY, {"vary": ['enemy("A1")']}),
    (ENEMY, {"vary": [""]}),
    (ENEMY, {"vary": ["{ hedge(A,B) : adjoins(A,B) } = 1"]}),
    ("", {}),
    ("which : hex(H)", {}),
    ("always : hex(H) % so", {}),
    ("which H : reach(H, C)", {}),
    ('exists : sees("A1", "Z9")', {}),
]  # fmt: skip
HOUSE_RULES = Path(__file__).parents[2] / "examples" / "house_rules"
OPTIONS = {"start": "from", "allowance": "mf"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("doors")
    (made / "card.toml").write_text(CARD, "utf-8")
    return made


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with served(folder, seconds=PATIENCE) as client:
        (folder / "tiny.lp").write_text(tiny_facts(BOARD), "utf-8")
        yield client


def by_shell(board: str, question: str, **more: Any) -> Any:
    words = [
        word
        for name, told in more.items()
        for each in (told if isinstance(told, list) else [told])
        for word in (f"--{OPTIONS.get(name, name)}", each)
    ]
    return json.loads(hexcourt("ask", board, question, *words, "--json").stdout)


def by_python(board: str, question: str, place: tuple[str, ...] = (), **more: Any) -> Any:
    try:
        return json.loads(open_board(board).place(*place).ask(question, **more).as_json())
    except BadInput as error:
        return {"error": {"kind": "bad_input", "sentence": str(error)}}


def by_http(client: TestClient, board: str, question: str, **more: Any) -> Any:
    told = client.post("/api/v1/ask", json={"board": board, "question": question} | more)
    found = told.json()
    if told.status_code == 400:
        return {"error": {"kind": "bad_input", "sentence": found["error"]}}
    assert told.status_code == 200, told.text
    return found["answer"]


def by_tool(folder: Path, board: str, question: str, **more: Any) -> Any:
    pytest.importorskip("mcp", reason="needs mcp: pip install 'hexcourt[mcp]'")
    import anyio

    from hexcourt.cli.mcp.server import Caller, make_server

    class Here(Caller):
        async def run(self, arguments: Any) -> bytes:
            return CliRunner().invoke(main, list(arguments)).stdout_bytes

    if "allowance" in more:
        more["mf"] = more.pop("allowance")
    server = make_server(Here(BoardRegistry(folder), Limits(seconds=PATIENCE)))
    asked = {"board": board, "question": question, "page": 0, **more}
    return anyio.run(server.call_tool, "ask", asked).structured_content


def plain(told: Any) -> Any:
    """Leave out how an error is numbered and what was asked as it was written."""
    return told["error"]["sentence"] if "error" in told else told


@pytest.mark.parametrize(("question", "more"), one_of(ASKED, 2))
def test_a_question_is_answered_alike_whoever_asks(
    question: str, more: dict[str, Any], client: TestClient, folder: Path
) -> None:
    board = str(folder / "card.toml")
    said = plain(by_shell(board, question, **more))
    assert said == plain(by_python(board, question, **more))
    assert said == plain(by_http(client, "card.toml", question, **more))
    assert said == plain(by_tool(folder, "card.toml", question, **more))


VOCABULARY = json.loads(hexcourt("vocabulary", "--json").stdout)["rows"]


@pytest.mark.parametrize("row", some_of(VOCABULARY, 25), ids=lambda row: row["predicate"])
def test_every_predicate_is_asked_alike(row: dict[str, Any], client: TestClient) -> None:
    board = "pegasus" if '"K12"' in row["example"] or '"L13"' in row["example"] else "budapest"
    said = plain(by_shell(board, row["example"]))
    assert said == plain(by_http(client, board, row["example"]))


def test_a_sweep_goes_through_the_worlds_of_a_group(folder: Path, client: TestClient) -> None:
    study = folder / "study.toml"
    study.write_text(f"board = 'card.toml'\nquestion = '{ENEMY}'\nvary = ['setup(r1)']\n")
    worlds = by_shell(str(folder / "card.toml"), ENEMY, vary=["setup(r1)"])["counts"]
    assert list(count_on_boards(read_study(study))[0].values()) == [worlds["worlds"]]


def test_a_sweep_is_by_the_house_rules_of_a_card_or_not_at_all(
    folder: Path, client: TestClient
) -> None:
    (folder / "own.lp").write_bytes((HOUSE_RULES / "cellars.lp").read_bytes())
    ruled = folder / "ruled.toml"
    ruled.write_text(CARD + '[[rule]]\nid = "s1"\ntext = "Night"\nlaw = "own.lp"\n')
    study = folder / "ruled_study.toml"
    told = f"board = 'ruled.toml'\nquestion = '{ENEMY}'\nvary = ['setup(r1)']\n"
    study.write_text(told)
    with pytest.raises(BadInput, match=r"is played by own.lp; name it under amend"):
        read_study(study).board_digests  # noqa: B018
    study.write_text(told + "amend = ['own.lp']\n")
    assert read_study(study).board_digests


def test_an_enemy_may_be_wherever_a_board_has_a_location() -> None:
    for name in embedded_names():
        board = Position(embedded_board(name)).board
        for place in {each.place: each for each in board.locations}.values():
            assert read_piece(f'enemy("{place.hex}",{place.place})').hexes == (place.hex,)


def test_boards_of_cards_lie_in_any_folder_that_is_served(folder: Path) -> None:
    from hexcourt.cli.mcp.server import Caller

    called: list[tuple[str, ...]] = []

    class Noting(Caller):
        async def run(self, arguments: Any) -> bytes:
            called.append(tuple(arguments))
            return b"{}"

    import anyio

    deeper = folder / "deeper"
    deeper.mkdir()
    (deeper / "other.lp").write_text(tiny_facts("A1"), "utf-8")
    anyio.run(Noting(BoardRegistry(folder), Limits()).call, "ask", "card.toml", ("q",), {})
    assert {f"--boards={each}" for each in (folder, deeper)} <= set(called[0])
