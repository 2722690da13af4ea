"""What is missing, empty or of another kind is refused by name, with the mend."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_commands import hexcourt

REFUSED = [
    (("los", "empty.zip", "F31", "F33"), "empty.zip: the file is empty; give a VASL board archive"),
    (("sweep", "folder"), "folder: is a folder; give the path of a study"),
    (
        ("verify", "folder"),
        "folder: is no certificate, it has no manifest.json; name a folder that",
    ),
    (
        ("verify", "certified"),
        "certified: is no certificate, it has no manifest.json; name one of those in it, such as ",
    ),
    (("examples", "solve", "PB03"), "PB03: has no units to look for; write hexcourt examples run"),
    (("path", "budapest", "F31", "F33", "--unit", ""), "the unit is missing; choose one of"),
    (
        ("ask", "budapest", "exists : hex(H)", "--vary", " "),
        "the family of worlds is missing; write one such as",
    ),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSED)
def test_what_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "empty.zip").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "certified/one").mkdir(parents=True)
    (tmp_path / "certified/one/manifest.json").touch()
    monkeypatch.chdir(tmp_path)
    result = hexcourt(*arguments)
    assert result.exit_code == 2 and result.stderr.startswith(f"hexcourt: {sentence}")
    assert result.stderr.count("\n") == 1
