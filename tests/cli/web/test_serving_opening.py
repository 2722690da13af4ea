"""What a server's worker may open beside the folder of its boards: what the program needs itself."""

import subprocess
import sys

import pytest

OPENS = """
import sys
import tempfile
from pathlib import Path
import numpy as np
from hexcourt.cli.web.board_registry import opening_within
from hexcourt.facts.base.cache import cache_folder
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.sight.situation_facts import SituationStore, FeatureVerdict

assert "numba" not in sys.modules
marks, said = np.array([7], dtype=np.uint64), [FeatureVerdict("B9.2", "", 0, 0, False, False)]
(Path(sys.argv[1]) / "elsewhere").write_text("")
with opening_within(Path(sys.argv[1]) / "boards"):
    import numba.core
    kept = SituationStore(cache_folder() / "rulings" / "rules.sqlite")
    kept.keep(marks, said)
    assert [kept.find(marks)[0][each] for each in kept.find(marks)[1]] == said
    with tempfile.TemporaryDirectory() as own, tempfile.TemporaryFile():
        (Path(own) / "made").write_text("")
    own = Path(own)
    own.mkdir()  # the name is anybody's again
    for other in (Path(sys.argv[1]) / "elsewhere", own / "elsewhere"):
        try:
            other.open("w" if other.parent == own else "r")
        except BadInput as error:
            print(error)
own.rmdir()
"""


def test_what_is_first_loaded_within_is_loaded_whole(tmp_path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setenv("HEXCOURT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HEXCOURT_KERNELS", "numba")
    done = subprocess.run(
        [sys.executable, "-c", OPENS, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout == 2 * "elsewhere: does not lie in the folder of --boards; move it there\n"
