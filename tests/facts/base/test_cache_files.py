"""Nothing that was read is written over, by whichever name."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_bytes, write_whole


def test_a_file_that_was_read_is_not_written(tmp_path: Path) -> None:
    kept, hard, soft = (tmp_path / name for name in ("kept", "hard", "soft"))
    kept.write_text("x")
    hard.hardlink_to(kept)
    soft.symlink_to(kept)
    read_bytes(kept, 10, "a file")
    for each in (kept, hard, soft):
        with pytest.raises(BadInput, match="was read for this answer"):
            write_whole(each, "y")
    assert kept.read_text() == "x"
    write_whole(tmp_path / "other", "y")
    assert (tmp_path / "other").read_text() == "y"
