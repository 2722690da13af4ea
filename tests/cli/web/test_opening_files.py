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

from hexcourt.cli.web.board_registry import DROPPED, BoardRegistry
from hexcourt.cli.web.serve import ServeOptions, registry_of
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.formats.vassal.folders import vasl_folders
from hexcourt.facts.formats.write_archive import archive_bytes
from hexcourt.solver.api.position import open_position
from hexcourt.solver.sandbox.limited_run import Limits
from tests.facts.maps.test_terrain_changes import archive
from tests.served import BOARD, receiving, served
from tests.tiny import tiny_facts
from tests.tiny_cards import BUDAPEST_CARD as CARD


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with receiving(tmp_path) as made:
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
        assert (
            client.post("/api/v1/open?name=a.lp", content=b"", headers=elsewhere).status_code == 403
        )


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


MAP = 'rows = [["bd01 reversed"]]'
MAP_CARD = CARD.replace('"budapest"', '"bd01", reversed = true')


@pytest.mark.parametrize("text", [MAP, MAP_CARD])
def test_pictures_lie_beneath_maps_and_cards(client: TestClient, text: str) -> None:
    shown = Image.new("RGB", (450, 258), (255, 0, 0))
    shown.paste((0, 0, 255), (225, 0, 450, 258))
    content = io.BytesIO()
    shown.save(content, "GIF")
    opened(client, "bd01", pictured(archive_bytes(archive()), content.getvalue()))
    assert opened(client, "mine.toml", text.encode())[0] == 200
    told = client.get(f"/api/v1/map?board={DROPPED}/mine.toml").json()
    assert told["picture"][2:] == pytest.approx([450 * 72 / 64.5, 258 * 72 / 64.5], abs=0.2)
    image = Image.open(io.BytesIO(client.get(f"/api/v1/picture?board={DROPPED}/mine.toml").content))
    assert image.size == (450, 258)
    assert [image.getpixel((x, 9))[:3] for x in (9, 440)] == [(0, 0, 255), (255, 0, 0)]  # type: ignore[index]


def test_a_map_without_pictures_has_none(client: TestClient) -> None:
    opened(client, "bd01", archive_bytes(archive()))
    opened(client, "mine.toml", MAP.encode())
    assert client.get(f"/api/v1/map?board={DROPPED}/mine.toml").json()["picture"] is None
    told = client.get(f"/api/v1/picture?board={DROPPED}/mine.toml")
    assert told.status_code == 400 and "holds no picture" in told.json()["error"]


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


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_vasls_folders_are_found(home: Path) -> None:
    tmp_path = home
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


def test_every_command_looks_in_vasls_folders_last(home: Path) -> None:
    boards, beside = home / "VASL" / "boards", home / "work"
    (boards / "overlays").mkdir(parents=True)
    beside.mkdir()
    (boards / "bd01").write_bytes(archive_bytes(archive(name="1")))
    path = str(boards / "bd01")
    # a name is found, as by serve
    assert open_position("bd01").opened.title == open_position("01").opened.title == "1"
    wanted = ServeOptions("bd01", None, "127.0.0.1", 0, False, 2, Limits())
    assert registry_of(wanted) == (BoardRegistry(boards), "bd01")
    # so is the board of a map and of a card, unless it lies beside these
    for name, text in (("m.toml", 'rows = [["01"]]'), ("card.toml", MAP_CARD)):
        (beside / name).write_text(text)
        assert len(open_position(str(beside / name)).opened.hexes) == 40
    (beside / "bd01").write_bytes(b"none")
    for name in ("m.toml", "card.toml"):
        with pytest.raises(BadInput, match="bd01"):
            open_position(str(beside / name))
    assert open_position(path).opened.title == "1"
    with pytest.raises(BadInput, match="no such board"):
        open_position("bd02")


def test_folders_are_looked_for_only_without_a_board(tmp_path: Path) -> None:
    (tmp_path / "tiny.lp").write_text(tiny_facts(BOARD))
    wanted = ServeOptions(str(tmp_path / "tiny.lp"), None, "127.0.0.1", 0, False, 2, Limits())
    assert registry_of(wanted)[0] == BoardRegistry(tmp_path)
    assert not BoardRegistry().files()
