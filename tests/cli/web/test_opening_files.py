"""Files that are sent to the server to be opened, and the folders where VASL keeps its own."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="needs hexcourt[web]")

from PIL import Image
from starlette.testclient import TestClient

from hexcourt.cli.web.board_registry import DROPPED, BoardRegistry, vasl_folders
from hexcourt.cli.web.serve import ServeOptions, registry_of
from hexcourt.facts.formats.write_archive import archive_bytes
from hexcourt.solver.sandbox.limited_run import Limits
from tests.facts.maps.test_terrain_changes import archive
from tests.served import BOARD, served
from tests.tiny import tiny_facts
from tests.tiny_cards import BUDAPEST_CARD as CARD


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    for name in ("served", "dropped"):
        (tmp_path / name).mkdir()
    with served(tmp_path / "served", dropped=tmp_path / "dropped") as made:
        yield made


def opened(client: TestClient, name: str, content: bytes) -> tuple[int, dict[str, str]]:
    headers = {"content-type": "application/octet-stream"}
    told = client.post("/api/v1/open", params={"name": name}, content=content, headers=headers)
    return told.status_code, told.json()


def test_a_file_that_is_sent_is_a_board(client: TestClient) -> None:
    for name, content in (("mine.lp", tiny_facts(BOARD)), ("mine.toml", CARD)):
        assert opened(client, name, content.encode()) == (200, {"board": f"{DROPPED}/{name}"})
    body = {"board": f"{DROPPED}/mine.lp", "viewer": "A1", "target": "A2"}
    assert client.post("/api/v1/los", json=body).json()["answer"]["answer"] == "yes"
    told = {each["name"]: each for each in client.get("/api/v1/boards").json()["boards"]}
    assert told[f"{DROPPED}/mine.toml"]["kind"] == "card"
    assert told[f"{DROPPED}/mine.lp"] == {
        "name": f"{DROPPED}/mine.lp",
        "title": "mine.lp",
        "hexes": None,
        "kind": "board",
        "folder": DROPPED,
    }


def test_a_file_that_is_sent_again_takes_the_place_of_the_first(client: TestClient) -> None:
    address = f"/api/v1/map?board={DROPPED}/mine.lp"
    counts = []
    for text in ("A1:A3", "A1:A5"):
        opened(client, "mine.lp", tiny_facts(text).encode())
        counts.append(len(client.get(address).json()["hexes"]))
    assert counts == [3, 5]


@pytest.mark.parametrize(
    "name", ["", "../x.lp", "a/b.lp", "..", ".hidden.lp", "C:x.lp", "x\\y.lp", "a" * 90, "x\n.lp"]
)
def test_no_name_leads_out_of_the_folder(client: TestClient, tmp_path: Path, name: str) -> None:
    status, told = opened(client, name, tiny_facts(BOARD).encode())
    assert status == 400 and "error" in told
    assert not any((tmp_path / "dropped").iterdir())


@pytest.mark.parametrize(
    ("name", "content"), [("x", b"nothing"), ("x.vsav", b""), ("x.exe", b"MZ")]
)
def test_what_is_no_board_is_refused_and_not_kept(
    client: TestClient, tmp_path: Path, name: str, content: bytes
) -> None:
    status, told = opened(client, name, content)
    assert status == 400 and "is no board archive" in told["error"]
    assert not any((tmp_path / "dropped").iterdir())


def test_files_are_sent_as_bytes_and_to_no_other_machine(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        status, told = opened(client, "mine.lp", tiny_facts(BOARD).encode())
        assert status == 400 and "opens no files" in told["error"]
    (tmp_path / "dropped").mkdir()
    with served(tmp_path, dropped=tmp_path / "dropped") as client:
        assert client.post("/api/v1/open?name=a.lp", json={}).status_code == 415
        elsewhere = {"origin": "http://elsewhere", "content-type": "application/octet-stream"}
        told = client.post("/api/v1/open?name=a.lp", content=b"", headers=elsewhere)
        assert told.status_code == 403


# --- pictures of archives -------------------------------------------------------------------------


def pictured(archive: bytes, picture: bytes) -> bytes:
    made = io.BytesIO(archive)
    with zipfile.ZipFile(made, "a") as opened_zip:
        opened_zip.writestr("bd01.gif", picture)
    return made.getvalue()


def gif(width: int, height: int) -> bytes:
    made = io.BytesIO()
    Image.new("P", (width, height), 3).save(made, "GIF")
    return made.getvalue()


def test_the_picture_of_an_archive_lies_beneath_its_hexes(client: TestClient) -> None:
    plain = archive_bytes(archive())
    opened(client, "bd01", plain)
    assert client.get(f"/api/v1/map?board={DROPPED}/bd01").json()["picture"] is None
    assert client.get(f"/api/v1/picture?board={DROPPED}/bd01").status_code == 400
    opened(client, "bd01", pictured(plain, gif(40, 20)))
    told = client.get(f"/api/v1/map?board={DROPPED}/bd01").json()
    left, top, width, height = told["picture"]
    # A1 of a geomorphic board has its centre on the left edge of the picture
    first = next(each for each in told["hexes"] if each["name"] == "A1")
    assert first["x"] == pytest.approx(left, abs=0.2)
    assert told["height"] <= height + 72 and width > 0 and top <= first["y"]
    shown = client.get(f"/api/v1/picture?board={DROPPED}/bd01")
    assert shown.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(shown.content)).size == (40, 20)


def test_a_damaged_picture_is_refused_in_a_sentence(client: TestClient) -> None:
    opened(client, "bd01", pictured(archive_bytes(archive()), b"GIF89a, no more"))
    told = client.get(f"/api/v1/picture?board={DROPPED}/bd01")
    assert told.status_code == 400 and "picture" in told.json()["error"]


# --- saves, and VASL's folders --------------------------------------------------------------------


def test_a_save_is_a_card_of_which_a_draft_is_shown(client: TestClient) -> None:
    saved = files("hexcourt.examples.saves").joinpath("outpost.vsav").read_bytes()
    assert opened(client, "setup.vsav", saved)[0] == 200
    told = {each["name"]: each for each in client.get("/api/v1/boards").json()["boards"]}
    assert told[f"{DROPPED}/setup.vsav"]["kind"] == "save"
    card = client.get(f"/api/v1/card?card={DROPPED}/setup.vsav").json()
    assert (card["title"], card["groups"][0]["hexes"]) == ("The Outpost", ["L33", "M33"])
    assert len(client.get(f"/api/v1/map?board={DROPPED}/setup.vsav").json()["hexes"]) == 132


def test_vasls_folders_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert vasl_folders() == ()
    named, saves = tmp_path / "my boards", tmp_path / "VASL" / "saves"
    preferences = tmp_path / ".VASSAL" / "prefs"
    for each in (named, saves, preferences):
        each.mkdir(parents=True)
    written = str(named).replace(" ", "\\ ").replace(":", "\\:")
    (preferences / "VASL_12ab").write_text(f"#Mon\nboardURL={written}\nother=1\n")
    assert vasl_folders() == (("VASL boards", named), ("VASL saves", saves))
    (named / "bd01").write_bytes(archive_bytes(archive()))
    (named / "notes.txt").write_text("no board")
    registry = BoardRegistry(None, vasl_folders())
    assert list(registry.files()) == ["VASL boards/bd01"]
    assert registry.find("VASL boards/bd01").opened_as == str(named / "bd01")


def test_folders_are_looked_for_only_without_a_board(tmp_path: Path) -> None:
    (tmp_path / "tiny.lp").write_text(tiny_facts(BOARD))
    wanted = ServeOptions(str(tmp_path / "tiny.lp"), None, "127.0.0.1", 0, False, 2, Limits())
    assert registry_of(wanted)[0] == BoardRegistry(tmp_path)
    assert not BoardRegistry().files()
