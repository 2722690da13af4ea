"""The server: what its addresses give, and that an answer there is that of the command."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient

from hexcourt.cli.web import workers
from hexcourt.cli.web.board_registry import BoardRegistry
from hexcourt.cli.web.interface import interface
from hexcourt.cli.web.questions import FILE_REQUESTS, FORMER, QUESTIONS, SLOW, read_body
from hexcourt.cli.web.serve import ServeOptions, registry_of
from hexcourt.cli.web.work import RequestedBoard, Task, WorkerSettings
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.solver.sandbox.limited_run import Limits
from tests.cli.test_commands import hexcourt
from tests.effort import PATIENCE, one_of
from tests.served import BOARD, served
from tests.tiny import tiny_facts
from tests.tiny_cards import HEAD, group

pytestmark = pytest.mark.usefixtures("kept")

RUBBLE = 'rubble("B3",stone)'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("boards")
    (found / "tiny.lp").write_text(tiny_facts(BOARD), "utf-8")
    return found


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with served(folder) as client:
        yield client


def ask(client: TestClient, question: str, /, **fields: Any) -> Any:
    told = client.post(f"/api/v1/{question}", json={"board": "tiny.lp"} | fields)
    assert told.status_code == 200, told.text
    return told.json()


ENTRY_POINTS: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("los", {"viewer": "B1", "target": "B5"}, ("B1", "B5")),
    (
        "los",
        {"viewer": "B1", "target": "B5", "target_status": "entrenched", "place": [RUBBLE]},
        ("B1", "B5", "--to-status", "entrenched", "--place", RUBBLE),
    ),
    ("see", {"targets": ["B3h1"], "margin": 1}, ("B3h1", "--margin", "1")),
    (
        "path",
        {"start": "A1", "goal": "A6", "unit": "squad", "avoid": ["A3"], "allowance": 8},
        ("A1", "A6", "--unit", "squad", "--avoid", "A3", "--mf", "8"),
    ),
    ("reach", {"start": "A1", "unit": "squad"}, ("A1", "--unit", "squad")),
    (
        "exposure",
        {"start": "A1", "goal": "A3", "unit": "squad", "watch": ["C3"]},
        ("A1", "A3", "--unit", "squad", "--watch", "C3"),
    ),
    (
        "cut",
        {"start": "A1", "goal": "C6", "unit": "squad", "kinds": ["enemy"], "most": 1},
        ("A1", "C6", "--unit", "squad", "--with", "enemy", "--max", "1"),
    ),
    ("adjacent", {"location": "B3"}, ("B3",)),
    ("entry", {"scheduled": ["A1"], "obstructed": ["A1"]}, ("A1", "--obstructed", "A1")),
    ("legal", {"actions": ['mines("B4",ap,12,hidden)']}, ('mines("B4",ap,12,hidden)',)),
    ("legal", {"actions": [RUBBLE]}, (RUBBLE,)),
    (
        "effect",
        {"attack": 'small_arms("B1")', "target": "A2", "given": ['foxhole("A2")']},
        ("--attack", 'small_arms("B1")', "--target", "A2", "--given", 'foxhole("A2")'),
    ),
    (
        "ask",
        {"question": 'which H : sees(H,"B6")', "without": ['hedge("A4","B4")']},
        ('which H : sees(H,"B6")', "--without", 'hedge("A4","B4")'),
    ),
    (
        "ask",
        {"question": 'which H : area("bank",H)', "areas": {"bank": "on or east of hexrow C"}},
        ('which H : area("bank",H)', "--area", "bank=on or east of hexrow C"),
    ),
]


def check_shape(name: str, told: object) -> None:
    """Hold what the server gives against the document of its interface."""
    components = interface()["components"]
    Draft202012Validator(components["schemas"][name] | {"components": components}).validate(told)


@pytest.mark.parametrize(
    ("question", "fields", "options"), one_of(ENTRY_POINTS, 2), ids=lambda each: str(each)[:40]
)
def test_an_answer_is_that_of_the_command(
    client: TestClient,
    folder: Path,
    question: str,
    fields: dict[str, Any],
    options: tuple[str, ...],
) -> None:
    told = ask(client, question, **fields)
    assert set(told) == {"answer", "marks", "text"}
    printed = hexcourt(question, str(folder / "tiny.lp"), *options, "--json")
    assert told["answer"] == json.loads(printed.stdout)
    assert told["text"].startswith(
        hexcourt(question, str(folder / "tiny.lp"), *options).stdout[:20]
    )
    check_shape("Marks", told["marks"])


def test_every_question_is_tried() -> None:
    assert {question for question, _, _ in ENTRY_POINTS} == set(QUESTIONS)
    assert {*QUESTIONS, *FILE_REQUESTS} >= SLOW


def test_marks_of_a_line_lie_on_the_map(client: TestClient) -> None:
    marks = ask(client, "los", viewer="B1", target="B5")["marks"]
    hexes = {each["name"]: each for each in client.get("/api/v1/map?board=tiny.lp").json()["hexes"]}
    assert marks["line"] == [[hexes[end]["x"], hexes[end]["y"]] for end in ("B1", "B5")]
    blocking = next(each for each in marks["points"] if each.get("effect") == "blocked")
    assert (blocking["x"], blocking["y"]) == (hexes["B3"]["x"], hexes["B3"]["y"])
    assert hexes["B3"]["locations"] == ["B3", "B3h1"]
    assert [each["level"] for each in hexes["B3"]["places"]] == [0.0, 1.0]
    assert hexes["C3"]["level"] == 1.0


def test_marks_of_moves(client: TestClient) -> None:
    way = ask(client, "path", start="A1", goal="A3", unit="squad")["marks"]["points"]
    assert [(each["what"], each["name"], each.get("spent")) for each in way] == [
        ("start", "A1", None),
        ("step", "A2", 1.0),
        ("step", "A3", 2.0),
    ]
    reached = ask(client, "reach", start="A1", unit="squad")["marks"]["hexes"]
    assert reached["A2"] == {"turn": 1, "spent": 1.0, "certain": True}
    seen = ask(client, "see", targets=["B1"])["marks"]["hexes"]
    assert (seen["A1"]["verdict"], seen["B5"]["verdict"]) == ("clear", "blocked")


def test_a_hexside_is_marked_in_its_middle(client: TestClient) -> None:
    marks = ask(client, "los", viewer="A4", target="B4")["marks"]["points"]
    ends = [each for each in marks if each["what"] == "end"]
    hedge = next(each for each in marks if each["hexes"] == ["A4", "B4"])
    assert hedge["x"] == pytest.approx((ends[0]["x"] + ends[1]["x"]) / 2, abs=0.1)
    edges = client.get("/api/v1/map?board=tiny.lp").json()["edges"]
    (edge,) = [each for each in edges if each["terrain"] == ["hedge"]]
    middle = sum(x for x, _ in edge["ends"]) / 2
    assert middle == pytest.approx(hedge["x"], abs=0.2)


def test_the_map_is_drawn_in_its_own_units(client: TestClient) -> None:
    told = client.get("/api/v1/map", params={"board": "tiny.lp", "place": RUBBLE}).json()
    drawn = client.get("/api/v1/map.svg", params={"board": "tiny.lp", "place": RUBBLE})
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert f'viewBox="0 0 {told["width"]:g} {told["height"]:g}"' in drawn.text
    assert "stone rubble" in drawn.text
    assert "legend" not in drawn.text
    for each in told["hexes"]:
        assert 0 <= each["x"] <= told["width"]
        assert 0 <= each["y"] <= told["height"]
    check_shape("Map", told)
    tag = {"If-None-Match": drawn.headers["etag"]}
    params = {"board": "tiny.lp", "place": RUBBLE}
    assert client.get("/api/v1/map.svg", params=params, headers=tag).status_code == 304
    other = client.get("/api/v1/map.svg", params={"board": "tiny.lp"}, headers=tag)
    assert other.status_code == 200


def test_a_file_that_was_changed_is_read_again(client: TestClient, folder: Path) -> None:
    (folder / "other.lp").write_bytes((folder / "tiny.lp").read_bytes())
    before = client.get("/api/v1/map?board=other.lp")
    written = (folder / "tiny.lp").read_text("utf-8")
    (folder / "other.lp").write_text(written.replace("hedge", "wall"), "utf-8")
    after = client.get(
        "/api/v1/map?board=other.lp", headers={"If-None-Match": before.headers["etag"]}
    )
    assert after.status_code == 200
    assert "wall" in after.text
    (folder / "other.lp").unlink()


def test_boards_are_listed(client: TestClient, folder: Path) -> None:
    told = client.get("/api/v1/boards").json()
    assert [each["name"] for each in told["boards"]] == [*embedded_names(), "tiny.lp"]
    check_shape("Boards", told)
    check_shape("Palette", client.get("/api/v1/pieces").json())
    assert told["boards"][0]["hexes"] > 0
    assert told["opens"] is False
    check_shape("Forms", client.get("/api/v1/questions").json())


CARD = HEAD.replace('"tiny" }', '"tiny.lp" }') + (
    '[areas]\nbank = "on or east of hexrow C"\n'
    + group("r1", "red", "squad 4-6-7, leader 8-0", 'setup = "bank"')
    + group("b1", "blue", "squad 4-6-7", 'setup = "where the moon is"')
)


def test_a_card_is_told_and_checked(client: TestClient, folder: Path) -> None:
    path = folder / "card.toml"
    path.write_text(CARD, "utf-8")
    listed = client.get("/api/v1/boards").json()["boards"]
    assert [each["name"] for each in listed if each["kind"] == "card"] == ["card.toml"]
    told = client.get("/api/v1/card?board=card.toml").json()
    check_shape("Card", told)
    assert told["areas"] == {"bank": [f"C{n}" for n in range(1, 7)]}
    assert [each["hexes"] for each in told["groups"]] == [told["areas"]["bank"], None]
    assert told["not_understood"][0]["subject"] == "group b1"
    checked = client.post("/api/v1/check", json={"board": "card.toml", "select": ["S08", "S09"]})
    options = ("--boards", folder, "--select", "S08,S09", "--json")
    printed = hexcourt("scenario", "check", path, *options)
    assert checked.json()["answer"] == json.loads(printed.stdout)
    check_shape("Marks", checked.json()["marks"])
    asked = {"board": "card.toml", "finding": "S08"}
    advice = client.post("/api/v1/advise", json=asked).json()["answer"]
    printed = hexcourt("scenario", "advise", path, "S08", "--boards", folder, "--json")
    assert advice == json.loads(printed.stdout)
    board = client.get("/api/v1/map?board=card.toml").json()
    assert board["areas"]["bank"] == told["areas"]["bank"]
    assert (
        ask(client, "los", board="card.toml", viewer="B1", target="B5")["answer"]["answer"] == "no"
    )
    assert client.get("/api/v1/card?card=card.toml").json() == told, "a former name"
    for wrong in ("board=tiny.lp", "board=card.toml&card=card.toml", "name=card.toml"):
        assert client.get(f"/api/v1/card?{wrong}").status_code == 400
    assert (
        client.post("/api/v1/check", json={"card": "card.toml", "select": ["X"]}).status_code == 400
    )
    path.unlink()


@pytest.mark.parametrize(
    ("address", "command"),
    [
        ("vocabulary", ("vocabulary",)),
        ("rules/Q4.142", ("rules", "Q4.142")),
    ],
)
def test_what_the_rules_say_of_themselves(
    client: TestClient, address: str, command: tuple[str, ...]
) -> None:
    told = client.get(f"/api/v1/{address}")
    assert told.json() == json.loads(hexcourt(*command, "--json").stdout)


def test_the_page_is_given(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["x-frame-options"] == "DENY"
    assert client.get("/page/index.html").text == page.text
    assert client.get("/", headers={"If-None-Match": page.headers["etag"]}).status_code == 304


def test_the_openapi_document_names_what_there_is(client: TestClient) -> None:
    told = client.get("/api/v1/openapi.json").json()
    assert told["openapi"] == "3.1.0"
    for schema in told["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    routes = client.app.app.routes  # type: ignore[attr-defined]
    former = {f"/api/v1/{each}" for each in FORMER}
    assert set(told["paths"]) == {e.path for e in routes if e.path.startswith("/api/")} - former
    for path, methods in told["paths"].items():
        (method,) = methods
        found = client.request(method, path.replace("{number}", "Q4.142"))
        assert found.status_code != 404 and found.status_code != 405, path
        responses = methods[method]["responses"]
        if found.status_code != 415:
            assert str(found.status_code) in responses, path
    texts = json.dumps(told)
    for reference in re.findall(r"#/components/schemas/(\w+)", texts):
        assert reference in told["components"]["schemas"]


def test_limits_are_told_in_a_sentence(tmp_path: Path) -> None:
    with served(tmp_path, seconds=0.2) as client:
        endless = "count N : N = #count{ A,B,C,D : sees(A,B), sees(C,D) }"
        assert ask(client, "ask", question=endless)["answer"]["answer"] == "out_of_budget"


# --- workers ----------------------------------------------------------------------------------------

BODY = {"board": "tiny.lp", "viewer": "B1", "target": "B5"}


def test_a_worker_that_meets_a_limit_is_replaced(
    folder: Path, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = BoardRegistry(folder).find("tiny.lp")
    task = Task(
        "los",
        RequestedBoard(board),
        read_body(json.dumps(BODY).encode(), QUESTIONS["los"]).arguments,
    )

    async def tried() -> None:
        pool = workers.Workers(WorkerSettings(BoardRegistry(folder), Limits(seconds=0.001)), 1)
        await pool.start()
        monkeypatch.setattr(workers, "GRACE", 0)
        status, body = await pool.do(task)
        assert (status, json.loads(body)["error"][:19]) == (422, "not done in 0.001 s")
        monkeypatch.setattr(workers, "GRACE", PATIENCE)
        status, body = await pool.do(task)
        assert status == 200
        assert json.loads(body)["answer"]["answer"] == "no"
        pool.settings = WorkerSettings(BoardRegistry(folder), Limits(memory=1 << 20))
        (worker,) = pool._idle
        worker.settings = pool.settings
        status, body = await pool.do(task)
        assert status in (200, 422)
        assert not worker.alive
        await pool.stop()

    asyncio.run(tried())


def test_a_server_that_ends_waits_for_no_worker(folder: Path) -> None:
    endless = {
        "board": "tiny.lp",
        "question": "count N : N = #count{ A,B,C,D : sees(A,B), sees(C,D) }",
    }
    asked = read_body(json.dumps(endless).encode(), QUESTIONS["ask"])
    task = Task("ask", RequestedBoard(BoardRegistry(folder).find("tiny.lp")), asked.arguments)

    async def tried() -> None:
        pool = workers.Workers(WorkerSettings(BoardRegistry(folder), Limits(seconds=PATIENCE)), 1)
        await pool.start()
        told = [asyncio.create_task(pool.do(task)) for _ in range(2)]
        while pool._idle:
            await asyncio.sleep(0.01)
        await pool.stop()
        for status, body in await asyncio.gather(*told):
            assert (status, b"the server has ended" in body) == (503, True)

    asyncio.run(tried())


def test_long_questions_leave_a_worker_to_others(folder: Path) -> None:
    pool = workers.Workers(WorkerSettings(BoardRegistry(folder), Limits()), 3)
    pool._idle = [None]  # type: ignore[list-item]
    pool._slow = 1
    assert pool._is_free(slow=True)
    pool._slow = 2
    assert not pool._is_free(slow=True)
    assert pool._is_free(slow=False)


def test_too_many_questions_are_sent_away(folder: Path) -> None:
    pool = workers.Workers(WorkerSettings(BoardRegistry(folder), Limits()), 2)
    pool._waiting = workers.MAX_WAITING
    status, body = asyncio.run(
        pool.do(Task("map", RequestedBoard(BoardRegistry(folder).find("budapest"))))
    )
    assert (status, b"too many questions wait" in body) == (503, True)


@pytest.fixture(scope="module")
def real(folder: Path) -> Iterator[httpx2.Client]:
    """Give a client of a server that runs as a program."""
    command = [sys.executable, "-m", "hexcourt.cli.main", "serve", str(folder / "tiny.lp")]
    options = ["--port", "0", "--no-browser", "--workers", "2"]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[3]
        assert address.endswith("/?board=tiny.lp")
        with httpx2.Client(base_url=address.partition("?")[0], timeout=PATIENCE) as client:
            yield client
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stdout.read() == ""


def test_the_program_answers_as_the_command(real: httpx2.Client, client: TestClient) -> None:
    assert (
        real.post("/api/v1/los", json=BODY).json() == client.post("/api/v1/los", json=BODY).json()
    )
    assert real.get("/").text == client.get("/").text


def test_the_program_refuses_what_is_no_http(real: httpx2.Client) -> None:
    host, port = real.base_url.host, real.base_url.port
    assert port is not None
    name = f"Host: {host}:{port}"
    for sent in (
        "GET / HTTP/1.1\r\nHost: evil\r\n\r\n",
        f"GET / HTTP/1.1\r\n{name}\r\nHost: evil\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        f"GET /page/../../../pyproject.toml HTTP/1.1\r\n{name}\r\n\r\n",
        f"GET http://evil/ HTTP/1.1\r\n{name}\r\n\r\n",
        f"BREW / HTTP/1.1\r\n{name}\r\n\r\n",
        f"GET /{'x' * 70_000} HTTP/1.1\r\n{name}\r\n\r\n",
        f"POST /api/v1/los HTTP/1.1\r\n{name}\r\nContent-Length: -1\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ):
        with socket.create_connection((host, port), PATIENCE) as connection:
            connection.sendall(sent.encode("latin-1"))
            status = connection.recv(4096).split(b" ", 2)[1]
            assert status[:1] == b"4", sent[:60]
    assert real.get("/").status_code == 200
    listed = real.get("/api/v1/boards").json()
    assert listed["opens"] is True, "on the machine of its user alone"
    assert "tiny.lp" in [each["name"] for each in listed["boards"]]


def test_a_port_that_is_taken(real: httpx2.Client) -> None:
    told = hexcourt("serve", "--no-browser", "--port", real.base_url.port)
    assert told.exit_code == 2
    sentence = "is taken; give another one, or 0 for any"
    assert told.stderr == f"hexcourt: --port {real.base_url.port}: {sentence}\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("nowhere",), "nowhere: no such board"),
        (("--host", "0.0.0.0"), "--host 0.0.0.0: is every address; name the one to answer at"),
        (("--host", "192.0.2.1"), "--host 192.0.2.1: cannot be answered at"),
        (
            (__file__, "--boards", "/proc/self"),
            "is not in the folder of --boards; name one that is",
        ),
    ],
)
def test_what_a_server_cannot_begin_with(options: tuple[str, ...], said: str) -> None:
    told = hexcourt("serve", "--no-browser", "--port", "0", *options)
    assert (told.exit_code, told.stderr.count("\n")) == (2, 1)
    assert said in told.stderr


def test_a_board_is_named_as_elsewhere_or_from_its_folder(folder: Path) -> None:
    def named(board: str | None, boards: Path | None = None) -> tuple[Path | None, str | None]:
        limits = Limits()
        registry, name = registry_of(
            ServeOptions(board, boards, "127.0.0.1", 0, False, None, limits)
        )
        assert name is None or registry.find(name).name == name
        return registry.folder, name

    assert named(None) == (None, None)
    assert named("Budapest", folder) == (folder, "budapest")
    assert named("tiny.lp", folder) == (folder, "tiny.lp")
    assert named(str(folder / "tiny.lp")) == (folder, "tiny.lp")
    assert named(str(folder / "tiny.lp"), folder.parent) == (
        folder.parent,
        f"{folder.name}/tiny.lp",
    )


def test_without_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "hexcourt.cli.web.serve", raising=False)
    told = hexcourt("serve", "--no-browser")
    assert told.exit_code == 2
    assert told.stderr == (
        "hexcourt: uvicorn is not installed, which the server needs; pip install 'hexcourt[web]'\n"
    )
