"""Requests that nobody should be able to do harm with: none is answered with more than a refusal."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from hexcourt.cli.web.application import HEADERS
from hexcourt.cli.web.questions import QUESTIONS
from tests.effort import some_of
from tests.hostile import HOSTILE
from tests.served import HOST, served

pytestmark = pytest.mark.usefixtures("kept")

LINE = {"board": "tiny.lp", "viewer": "B1", "target": "B5"}
JSON = {"Content-Type": "application/json"}
SECRET = "kept_secret"

NAMES = (
    "evil.example",
    "evil.example:8470",
    "127.0.0.1",
    "127.0.0.1:8471",
    "127.0.0.1.evil.example:8470",
    f"{HOST}@evil.example",
    f"evil.example@{HOST}",
    "localhost.evil:8470",
    "0.0.0.0:8470",
    "[::1]:8470",
    "2130706433:8470",
    "",
)
ORIGINS = (
    "null",
    "http://evil.example",
    f"https://{HOST}",
    f"http://{HOST}.evil.example",
    f"http://{HOST}/",
    "http://127.0.0.1",
    "http://127.0.0.1:8471",
    f"HTTP://{HOST} http://evil.example",
    "file://",
    "",
)
REFERERS = ("http://evil.example/", f"http://{HOST}.evil.example/", "http://[", "x", "data:,")
BOARDS = (
    "",
    ".",
    "..",
    "../secret.lp",
    "../boards/tiny.lp",
    "./tiny.lp",
    "sub/../tiny.lp",
    "//tiny.lp",
    "tiny.lp/",
    "tiny.lp/.",
    "/etc/passwd",
    "C:\\secret.lp",
    "..\\secret.lp",
    "\\\\evil\\share\\secret.lp",
    "file:///etc/passwd",
    "%2e%2e/secret.lp",
    "tiny.lp\0.zip",
    "TINY.LP\n",
    "secret.lp",
    "link.lp",
    "folder/secret.lp",
    "circle.lp",
    ".hidden.lp",
    "notes.txt",
    "sub",
    "/dev/zero",
    "/proc/self/environ",
    "~/secret.lp",
    "BUDAPEST ",
    "x" * 300,
    "x" * 5_000,
    "outside.toml",
    "above.toml",
    "linked.toml",
)
"""Names of boards, some of which are there but lead out of the folder."""

KINDS = (
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json-patch+json",
    "application/xml",
    "application/jsonp",
    "text/json",
)
BODIES = (
    b"",
    b"null",
    b"[]",
    b'"los"',
    b"{",
    b"[" * 100_000,
    b'{"board":' * 20_000,
    b'{"board":"tiny.lp"}',
    b'{"board":"tiny.lp","viewer":"B1","target":"B5"}x',
    b'{"board":"tiny.lp","viewer":"B1","target":"B5","margin":NaN}',
    b'{"board":"tiny.lp","viewer":"B1","target":"B5","margin":1e999}',
    b'{"board":"tiny.lp","viewer":"B1","target":"\xff\xfe"}',
    b'{"board":"tiny.lp","viewer":"B1","target":"\\ud800"}',
    b'{"board":"tiny.lp","viewer":"B1","target":"' + b"B" * 300_000 + b'"}',
)
CHANGES: tuple[dict[str, Any], ...] = (
    {"viewer": None},
    {"viewer": 5},
    {"viewer": ["B1"]},
    {"viewer": ""},
    {"viewer": "B1" * 400},
    {"viewer": "ZZ99"},
    {"viewer": "__class__"},
    {"viewer_status": "asleep"},
    {"margin": -1},
    {"margin": "0"},
    {"margin": 1e300},
    {"board": None},
    {"board": {"name": "tiny.lp"}},
    {"amend": ["house.lp"]},
    {"limits": {"seconds": 1e9}},
    {"svg": "out.svg"},
    {"certify": "out"},
    {"dump": "out.lp"},
    {"progress": "print"},
    {"method": "__init__"},
    {"house_rules": []},
    {"__proto__": {}},
    {"place": "rubble(B3,stone)"},
    {"place": [["rubble"]]},
    {"place": ["x"] * 201},
    {"place": ["#script(python)"]},
    {"place": ['rubble("B3",stone). :- not x.']},
    {"place": ['rubble("../../etc",stone)']},
    {"place": ['counter("B3",ground,@system("id"))']},
    {"given": ["x" * 501]},
    {"given": ['#include "/etc/passwd".']},
    {"given": ["(" * 400]},
    {"given": ["fortified(B3)) :- #true"]},
    {"without": ["hedge"]},
)
ADDRESSES = (
    ("GET", "/page/"),
    ("GET", "/page/__init__.py"),
    ("GET", "/page/../py.typed"),
    ("GET", "/page/..%2f__init__.py"),
    ("GET", "/page/%2e%2e%2fgate.py"),
    ("GET", "/page/..%5cgate.py"),
    ("GET", "/page//etc/passwd"),
    ("GET", "/page/index.html%00"),
    ("GET", "/page/INDEX.HTML"),
    ("GET", "/pyproject.toml"),
    ("GET", "/api"),
    ("GET", "/api/v1/"),
    ("GET", "/api/v1/los"),
    ("GET", "/api/v1/los?board=tiny.lp&viewer=B1&target=B5"),
    ("GET", "/api/v1/boards/"),
    ("GET", "/api/v1/map"),
    ("GET", "/api/v1/map?board=tiny.lp&board=budapest"),
    ("GET", "/api/v1/map?board=tiny.lp&callback=alert"),
    ("GET", "/api/v1/map?board=tiny.lp" + "&place=x" * 300),
    ("GET", "/api/v1/map.svg?board=tiny.lp&place=%3Cscript%3E"),
    ("GET", "/api/v1/map?board=tiny.lp&place=" + "x" * 20_000),
    ("GET", "/api/v1/rules/..%2f..%2fpyproject"),
    ("GET", "/api/v1/rules/Q99.999"),
    ("GET", "/api/v1/rules/%3Cscript%3E"),
    ("POST", "/"),
    ("POST", "/api/v1/boards"),
    ("POST", "/api/v1/open"),
    ("POST", "/api/v1/warm"),
    ("POST", "/api/v1/matrix"),
    ("POST", "/api/v1/__class__"),
    ("PUT", "/api/v1/los"),
    ("DELETE", "/api/v1/boards"),
    ("PATCH", "/page/index.html"),
    ("OPTIONS", "/api/v1/los"),
    ("TRACE", "/"),
    ("CONNECT", "/"),
)
SITES = ("cross-site", "same-site")


class Sent(NamedTuple):
    """A request."""

    method: str
    address: str
    headers: Mapping[str, str] = MappingProxyType({})
    content: bytes = b""


def requests() -> Iterator[Sent]:
    """List all requests."""
    for name in NAMES:
        yield Sent("GET", "/", {"Host": name})
        yield _post(LINE, {"Host": name})
    for origin in ORIGINS:
        yield _post(LINE, {"Origin": origin})
        yield Sent("GET", "/api/v1/boards", {"Origin": origin})
    yield from (_post(LINE, {"Referer": each}) for each in REFERERS)
    for site in SITES:
        yield _post(LINE, {"Sec-Fetch-Site": site})
        yield Sent("GET", "/api/v1/map?board=tiny.lp", {"Sec-Fetch-Site": site})
        yield Sent(
            "GET", "/page/index.html", {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"}
        )
    for board in BOARDS:
        yield _post({**LINE, "board": board})
        yield Sent("GET", f"/api/v1/map.svg?board={quote(board)}")
    yield from (_post(LINE, {"Content-Type": each}) for each in KINDS)
    yield from (Sent("POST", "/api/v1/los", JSON, each) for each in BODIES)
    yield from (_post(LINE | each) for each in CHANGES)
    yield from (Sent(*each) for each in ADDRESSES)
    for name in QUESTIONS:
        yield _post({"board": "tiny.lp", "unknown": 1}, to=name)
    for each in HOSTILE:
        if each.category in ("code", "vocabulary"):
            yield _post({"board": "tiny.lp", "question": each.question}, to="ask")


def _post(body: dict[str, Any], headers: dict[str, str] | None = None, to: str = "los") -> Sent:
    return Sent("POST", f"/api/v1/{to}", JSON | (headers or {}), json.dumps(body).encode())


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Serve a folder with things in it that lead out of it."""
    above = tmp_path_factory.mktemp("above")
    folder = above / "boards"
    (folder / "sub").mkdir(parents=True)
    (above / "outside").mkdir()
    with served(folder) as client, pytest.MonkeyPatch.context() as changed:
        changed.syspath_prepend(above)  # where modules lie no boards are read either
        told = (folder / "tiny.lp").read_text("utf-8")
        for secret in (above / "secret.lp", above / "outside" / "secret.lp"):
            secret.write_text(f'board("{SECRET}").\n{told}', "utf-8")
        (folder / "link.lp").symlink_to(above / "secret.lp")
        (folder / "folder").symlink_to(above / "outside")
        (folder / "circle.lp").symlink_to(folder / "circle.lp")
        (folder / ".hidden.lp").write_text(told, "utf-8")
        (folder / "notes.txt").write_text(told, "utf-8")
        for name, board in (("outside", above / "secret.lp"), ("above", "../secret.lp")):
            (folder / f"{name}.toml").write_text(f'rows = [["{board}"]]\n', "utf-8")
        (folder / "linked.toml").write_text('rows = [["link.lp"]]\n', "utf-8")
        yield client


def test_hostile_requests_are_refused(client: TestClient) -> None:
    sent = list(requests())
    assert len(sent) >= 200
    for each in some_of(sent, 4):
        told = client.request(
            each.method, each.address, headers=dict(each.headers), content=each.content or None
        )
        about = (each.method, each.address[:200], each.headers, each.content[:200], told.text[:200])
        assert 400 <= told.status_code < 500, about
        assert set(told.headers.items()) >= {(k.lower(), v) for k, v in HEADERS.items()}, about
        if each.method != "HEAD":
            refusal = told.json()
            assert set(refusal) == {"error"}, about
            assert refusal["error"].isprintable() and len(refusal["error"]) < 1300, about
            assert "Traceback" not in told.text and SECRET not in told.text, about
    assert client.post("/api/v1/los", json=LINE).status_code == 200


def test_what_leads_out_of_the_folder_is_not_listed(client: TestClient) -> None:
    names = {each["name"] for each in client.get("/api/v1/boards").json()["boards"]}
    assert "tiny.lp" in names
    assert not names & {"link.lp", "folder/secret.lp", "circle.lp", ".hidden.lp", "notes.txt"}


def test_what_comes_from_here_is_answered(client: TestClient) -> None:
    here = {
        "Origin": f"http://{HOST}",
        "Sec-Fetch-Site": "same-origin",
        "Referer": f"http://{HOST}/",
    }
    assert client.post("/api/v1/los", json=LINE, headers=here).status_code == 200
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get("/?board=tiny.lp", headers=link).status_code == 200
    kind = {"Content-Type": "application/json; charset=utf-8"}
    told = client.post("/api/v1/los", content=json.dumps(LINE), headers=kind)
    assert told.status_code == 200
