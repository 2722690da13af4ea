"""Maps without line of sight over HTTP: drafted, their colours named, their buildings listed."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs hexcourt[web]")

from PIL import Image
from starlette.testclient import TestClient

from hexcourt.cli.web.board_registry import DROPPED
from hexcourt.cli.web.drafting import draft
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.drafting.lists import SHIPPED, legend_of, shipped_legend
from tests.cli.test_commands import hexcourt
from tests.cli.web.test_opening_files import opened
from tests.map_pictures import MapPicture, zipped
from tests.served import receiving, served

NAMED = "#01C821\twoods\t0\n"
"""A legend that names the only colour that nothing else does."""

MAP = f"{DROPPED}/bdtiny"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with receiving(tmp_path) as made:
        yield made


def town() -> bytes:
    """Draw a map with a building in B1 and a colour that nothing names in C2."""
    drawn = MapPicture()
    drawn.fill("C2", "#01C821")
    drawn.box("B1", "StoneBldg5", 14, 14)
    return drawn.printed().archive()


def ask(client: TestClient, what: str, **fields: str) -> list[dict[str, Any]]:
    """Return the rows of an answer."""
    told = client.post(f"/api/v1/{what}", json={"board": MAP, **fields})
    assert told.status_code == 200, told.text
    rows: list[dict[str, Any]] = told.json()["answer"]["rows"]
    return rows


def drafted(client: TestClient, **fields: str) -> str:
    """Draft the map, and return the name of the board."""
    told = client.post("/api/v1/draft", json={"board": MAP, **fields}).json()
    return str(told["answer"]["question"]["arguments"]["written"])


def hexes(client: TestClient, board: str) -> dict[str, Any]:
    told = client.get("/api/v1/map", params={"board": board}).json()
    assert told["picture"] is not None
    return {each["name"]: each for each in told["hexes"]}


def test_a_map_with_a_picture_alone_is_drafted(client: TestClient, tmp_path: Path) -> None:
    assert opened(client, "bdtiny", town()) == (200, {"board": MAP})
    listed = {each["name"]: each["kind"] for each in client.get("/api/v1/boards").json()["boards"]}
    assert listed[MAP] == "picture"
    assert client.get("/api/v1/map", params={"board": MAP}).status_code == 400
    plain = drafted(client)
    assert plain.startswith(f"{DROPPED}/bdtiny-draft-")
    assert "unread" in hexes(client, plain)["C2"]["features"]
    lists = {"legend": NAMED, "buildings": "B1\tstone\t2"}
    named = drafted(client, **lists)
    assert named != plain and drafted(client, **lists) == named
    found = hexes(client, named)
    assert found["C2"]["terrain"] == ["woods"] and found["C2"]["features"] == []
    assert found["B1"]["terrain"] == ["building(stone,2)"]
    # as the command drafts it from the lists that the page writes
    for name, text in (("legend.tsv", NAMED), ("buildings.tsv", lists["buildings"])):
        (tmp_path / name).write_text(text)
    told = hexcourt(
        *("board", "draft", str(tmp_path / "dropped" / "bdtiny"), "--out", str(tmp_path / "new")),
        *("--legend", str(tmp_path / "legend.tsv"), "--buildings", str(tmp_path / "buildings.tsv")),
        "--json",
    )
    assert json.loads(told.output)["rows"] == ask(client, "draft", **lists)


def test_a_map_finds_what_was_drafted_last(client: TestClient) -> None:
    opened(client, "bdtiny", town())
    _, told = opened(client, "map.toml", b'rows = [["tiny"]]')
    refused = client.get("/api/v1/map", params={"board": told["board"]})
    assert refused.status_code == 400 and "hexcourt board draft" in refused.text
    for lists in ({}, {"legend": NAMED}):
        alone = hexes(client, drafted(client, **lists))
        found = hexes(client, told["board"])
        assert found["[tiny]C2"]["features"] == alone["C2"]["features"]
        assert alone["C2"]["features"] == ([] if lists else ["unread"])


def test_a_spot_tells_its_colour_and_where_that_is(client: TestClient) -> None:
    opened(client, "bdtiny", town())
    unnamed = ask(client, "legend")
    assert [each["colour"] for each in unnamed] == ["#01C821"]
    size = Image.open(io.BytesIO(client.get("/api/v1/picture", params={"board": MAP}).content)).size
    left, top = (at / of for at, of in zip(MapPicture().centre("C2"), size, strict=True))
    (found,) = ask(client, "legend", at=f"{left + 0.05:.5f},{top:.5f}")
    assert found["colour"] == "#01C821"
    (found,) = ask(client, "legend", legend=NAMED, at=found["colour"])
    assert (found["guess"], found["reason"]) == ("woods 0", "named by the legend")
    marks = client.get("/api/v1/picture", params={"board": MAP, "colour": "#01C821"})
    image = Image.open(io.BytesIO(marks.content)).convert("RGBA")
    opaque = image.getchannel("A").getcolors()
    assert image.size == size and opaque is not None
    share = {value: count for count, value in opaque}[255] / (size[0] * size[1])
    assert share == pytest.approx(found["share"], abs=1e-5)


def test_the_legend_that_comes_with_hexcourt_is_told(client: TestClient) -> None:
    legends = client.get("/api/v1/pieces").json()["legends"]
    assert {name: legend_of(text, name) for name, text in legends.items()} == {
        name: shipped_legend(name) for name in SHIPPED
    }


@pytest.mark.parametrize(
    ("what", "fields", "sentence"),
    [
        ("legend", {"at": "2,0"}, "is no colour"),
        ("legend", {"at": "#123456"}, "has no colour"),
        ("legend", {"at": "300,0,0"}, "up to 255"),
        ("draft", {"legend": "#01C821\tmoon"}, "the legend, line 1: "),
        ("draft", {"buildings": "B1 stone 9"}, "the buildings, line 1: "),
        ("draft", {"buildings": "Z99 stone 1"}, "is not on the map"),
        ("draft", {"other": "x"}, "unknown field"),
    ],
)
def test_what_is_wrong_is_told(
    client: TestClient, what: str, fields: dict[str, str], sentence: str
) -> None:
    opened(client, "bdtiny", town())
    told = client.post(f"/api/v1/{what}", json={"board": MAP, **fields})
    assert told.status_code == 400 and sentence in told.json()["error"]
    assert "/tmp" not in told.text


def test_boards_that_are_no_pictures_are_refused(client: TestClient) -> None:
    for board in ("budapest", "tiny.lp"):
        told = client.post("/api/v1/draft", json={"board": board})
        assert told.status_code == 400
    colour = {"board": MAP, "colour": "red"}
    opened(client, "bdtiny", town())
    assert client.get("/api/v1/picture", params=colour).status_code == 400


def test_no_draft_is_written_over_a_file(client: TestClient, tmp_path: Path) -> None:
    opened(client, "bdtiny", town())
    written = tmp_path / "dropped" / Path(drafted(client)).name
    written.write_bytes(b"mine")
    told = client.post("/api/v1/draft", json={"board": MAP})
    assert told.status_code == 400 and written.read_bytes() == b"mine"


def test_a_legend_that_names_nothing_is_no_missing_one(client: TestClient) -> None:
    """Maps whose own legend is shipped have that where none is given, and not where one is."""
    drawn = MapPicture()
    drawn.fill("C2", "#5F7F3F")  # which the legend of Pegasus Bridge names
    content = zipped(
        {"bdPB.png": drawn.printed().png(), "BoardMetadata.xml": drawn.metadata("").encode()}
    )
    assert opened(client, "bdPB", content)[0] == 200
    board = f"{DROPPED}/bdPB"

    def unnamed(**fields: str) -> set[str]:
        told = client.post("/api/v1/legend", json={"board": board, **fields})
        assert told.status_code == 200, told.text
        return {row["colour"] for row in told.json()["answer"]["rows"]}

    assert "#5F7F3F" not in unnamed()
    assert "#5F7F3F" in unnamed(legend="colour\tterrain\n")


def test_where_nothing_is_kept_nothing_is_drafted(tmp_path: Path) -> None:
    (tmp_path / "bdtiny").write_bytes(town())
    with served(tmp_path) as client:
        told = client.post("/api/v1/draft", json={"board": "bdtiny"})
        assert told.status_code == 400 and "keeps no files" in told.json()["error"]
    with pytest.raises(BadInput):
        draft(tmp_path / "none", "none", tmp_path, "", "")
