"""The kernels in C are the Python ones translated, and give the same; so does numba."""

from __future__ import annotations

import importlib.util
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexcourt.facts.base import kernels
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.kernels import (
    CompiledKernel,
    Floats,
    Int8s,
    Int64s,
    Kernel,
    Uint16s,
    compiled,
    in_c,
)
from hexcourt.facts.boards.board import Board
from hexcourt.facts.tracing import situations
from hexcourt.solver.movement import engine as engine_module
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.scenario.opening import open_board
from hexcourt.solver.sight.los_engine import LosEngine
from tests.effort import FACTOR, PATIENCE, long, of, one_in, sample
from tests.solver.sight.test_stopping import land

PROJECT = Path(__file__).resolve().parents[3]


def script() -> Any:
    spec = importlib.util.spec_from_file_location("kernels_c", PROJECT / "bench" / "kernels_c.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["kernels_c"] = module  # for its dataclasses
    spec.loader.exec_module(module)
    return module


TRANSLATOR = script()
KERNELS: tuple[Kernel, ...] = TRANSLATOR.KERNELS

needs_c = pytest.mark.skipif(in_c(KERNELS[0]) is None, reason="the kernels are not compiled")
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")


def test_the_c_is_what_the_translator_writes() -> None:
    assert TRANSLATOR.WRITTEN.read_text("utf-8") == TRANSLATOR.translation(), (
        "run python bench/kernels_c.py"
    )


@needs_c
def test_a_library_of_another_version_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def newer(first: int) -> int:
        return first

    assert kernels.in_c.__wrapped__(KERNELS[0]) is not None
    for name in ("none_of_this_name", kernels.name_in_c(KERNELS[0])):
        monkeypatch.setattr(kernels, "name_in_c", lambda kernel, name=name: name)
        with pytest.raises(BadInput, match=r"run make \.venv/\.installed"):
            kernels.in_c.__wrapped__(newer)


@needs_c
def test_a_kernel_whose_constants_have_changed_is_not_run_in_c(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    situate = situations._situate
    assert kernels.in_c.__wrapped__(situate) is not None
    monkeypatch.setattr(situations, "_SIGHT", situations._SIGHT - 1)
    assert kernels.in_c.__wrapped__(situate) is None


def test_every_kernel_is_translated() -> None:
    used = {
        (path.stem, name)
        for folder in ("facts", "solver")
        for path in (PROJECT / folder).rglob("*.py")
        for name in re.findall(r"\bsuited\(\s*(_\w+)", path.read_text("utf-8"))
    }
    assert used == {(each.__module__.rpartition(".")[2], each.__name__) for each in KERNELS}


# --- Equal results, kernel by kernel, while real questions are answered ----------------------------


def of_its_own(argument: Any) -> Any:
    if isinstance(argument, tuple):
        return tuple(map(of_its_own, argument))
    return argument.copy() if isinstance(argument, np.ndarray) else argument


def unlike(one: Any, other: Any) -> bool:
    if isinstance(one, tuple):
        return any(map(unlike, one, other))
    if isinstance(one, np.ndarray):
        return one.tobytes() != other.tobytes()
    return bool(one != other)


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Run every kernel in C, and the first times in Python and by numba as well."""
    count: Counter[str] = Counter()
    most = 0 if os.environ.get(kernels.VARIABLE) else of(3)  # a checked library is slow enough
    others = [compiled] if FACTOR > 1 and importlib.util.find_spec("numba") else []

    def suited(kernel: Kernel, work: int, threshold: int) -> Callable[..., Any]:
        translated = in_c(kernel)
        assert translated is not None
        name = kernels.name_in_c(kernel)

        def run(*arguments: Any) -> Any:
            count[name] += 1
            if count[name] > most:
                return translated(*arguments)
            alike = [each(kernel) for each in others] + [kernel]
            given = [of_its_own(arguments) for _ in alike]
            result = translated(*arguments)
            for each, own in zip(alike, given, strict=True):
                with np.errstate(all="raise"):
                    assert (each(*own) or 0) == result, name
                assert [
                    n for n, pair in enumerate(zip(own, arguments, strict=True)) if unlike(*pair)
                ] == []
            return result

        return run

    for module in {sys.modules[kernel.__module__] for kernel in KERNELS}:
        monkeypatch.setattr(module, "suited", suited)
    yield count


def seen_from_everywhere(board: Board, seed: int, lines: int) -> None:
    places = board.locations
    chance = random.Random(seed)
    pairs = np.array([chance.sample(range(len(places)), 2) for _ in range(lines)])
    LosEngine(board).table(places, pairs)


@needs_c
@pytest.mark.parametrize("seed", range(sample(2, 12)))
def test_alike_on_random_boards(seed: int, tried: Counter[str]) -> None:
    seen_from_everywhere(land(seed, 6, 5), seed, sample(60, 400))
    wanted = {"nearest", "near_cliffs", "pack", "walk", "walk_hexes", "situate", "open"}
    if seed:  # not every board has walls
        wanted.remove("nearest")
    assert {each for each in wanted if any(name.endswith(each) for name in tried)} == wanted


@one_in(3)
@needs_c
@pytest.mark.parametrize("name", ["pegasus", "budapest", "barricades"])
def test_alike_on_embedded_boards(
    name: str, tried: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "FEWEST", 1)  # pieces asked about together
    board = open_board(name)
    seen_from_everywhere(board, 1, sample(40, 2_000))
    session = QuerySession(board)
    pieces = {
        piece
        for family in session.families(["{ roadblock(A,B) : road(A,B) } = 1"])
        for piece in family.pieces
    }
    engine = MovementEngine(board, unit_named("squad"))
    starts = sorted(engine.states)[:: sample(60, 20)]
    engine.ask({(piece,) for piece in sorted(pieces)[: of(2)]}, 1)
    for piece in sorted(pieces)[: of(2)]:
        world = engine.suppose((piece,))
        for surely in (True, False):
            world.search(starts, 2, surely)
    assert tried["situations_situate"] and tried["cheapest_settle"] and tried["bit_parallel_order"]


# --- What C reads otherwise than Python -------------------------------------------------------------


def _edges(values: Int64s, bytes_of: Int8s, codes: Uint16s, out: Int64s, sums: Floats) -> int:
    """Read before the beginning, divide downwards, take the first of equals. A kernel."""
    rest = 0
    for at in range(-3, 3):
        out[at] = values[at] // 3 + values[at] % 4 + bytes_of[-1]
        rest += (values[at] >> 1) + abs(values[at]) + int(codes[at] == 65535)
        sums[at] = min(values[at] / 2, 1.0, -0.0) - max(rest, 2) ** 2
    for at in range(2, -1, -1):
        rest = rest * 10 + at
        at = 7
    for each in (rest, at):
        if not 0 < each < 5 and each in (rest, 3):
            out[0] |= each << 2
    return rest


@needs_gcc
def test_negative_indices_and_quotients_are_those_of_python(tmp_path: Path) -> None:
    source, library = tmp_path / "kernels.c", tmp_path / "kernels.so"
    source.write_text(TRANSLATOR.HEAD + TRANSLATOR.Translation(_edges).text(), "utf-8")
    flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", "-shared", "-fPIC"]
    subprocess.run(["gcc", *flags, source, "-o", library, "-lm"], check=True)
    given = (
        np.array([-7, 5, 9, -1]),
        np.array([3, -2], np.int8),
        np.array([65535, 0, 65535], np.uint16),
        np.zeros(4, np.int64),
        np.zeros(3),
    )
    own = of_its_own(given)
    in_library = CompiledKernel(kernels.ctypes.CDLL(str(library)), kernels.name_in_c(_edges))
    assert in_library(*given) == _edges(*own)
    assert not any(map(unlike, given, own))


@needs_c
def test_what_is_read_is_converted_and_what_is_written_must_fit() -> None:
    first = in_c(next(each for each in KERNELS if each.__name__ == "_find_first"))
    assert first is not None
    found = np.full(2, -1, np.int32)
    starts, rules = np.array([0, 2, 4], np.int32), np.array([0, 5, 0, 0, 0, 0])[::1]
    first(starts, rules.astype(np.int16), found)
    assert found.tolist() == [1, -1]
    for wrong in (found.astype(np.int64), np.zeros(4, np.int32)[::2], found.reshape(1, 2)):
        with pytest.raises(TypeError, match="array"):
            first(starts, rules, wrong)
    found.flags.writeable = False
    with pytest.raises(TypeError, match="written to"):
        first(starts, rules, found)


# --- The choice -------------------------------------------------------------------------------------


def doubled(number: int) -> int:
    return 2 * number


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Let the library be looked for anew."""
    monkeypatch.setattr(kernels, "_done", Counter())
    caches = (kernels._library, kernels.in_c, kernels.uses_numba, kernels._warn)
    for each in caches:
        each.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    for each in caches:
        each.cache_clear()


def test_without_library_and_numba_much_work_is_slow_and_says_so_once(
    fresh: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fresh.setenv(kernels.VARIABLE, "python")
    assert kernels.suited(doubled, 5, 10) is doubled
    assert caplog.messages == []
    assert kernels.suited(doubled, 5, 10) is doubled is kernels.suited(doubled, 5, 10)
    (said,) = caplog.messages
    assert re.fullmatch(r"hexcourt: .* slow; .*hexcourt\[numba\]", said)


def test_without_library_numba_is_taken(fresh: pytest.MonkeyPatch) -> None:
    fresh.setattr(kernels, "LIBRARY", "none.so")
    fresh.setattr(kernels, "find_spec", lambda name: object() if name == "numba" else None)
    fresh.setattr(kernels, "compiled", lambda kernel: ("by numba", kernel))
    assert kernels.suited(doubled, 1, 10) is doubled
    assert kernels.suited(doubled, 9, 10) == ("by numba", doubled)


def test_a_library_that_is_named_must_be_there(fresh: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fresh.setenv(kernels.VARIABLE, str(tmp_path / "none.so"))
    with pytest.raises(BadInput, match=r"HEXCOURT_KERNELS: the library none\.so cannot be loaded"):
        kernels.suited(doubled, 1, 10)


# --- Under sanitizers -------------------------------------------------------------------------------


@long
@needs_gcc
def test_all_kernels_run_clean_under_sanitizers(tmp_path: Path) -> None:
    """``make sanitize``: each index is checked, and each access to memory and each number in C."""
    library = tmp_path / "kernels.so"
    flags = "-g -O1 -DCHECKED -fsanitize=address,undefined -fno-sanitize-recover=all -shared -fPIC"
    source = PROJECT / "facts" / "base" / "kernels.c"
    told = ["gcc", *flags.split(), "-ffp-contract=off", source, "-o", library, "-lm"]
    subprocess.run(told, check=True)
    preloaded = [
        subprocess.run(
            ["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libstdc++.so.6")  # clingo throws exceptions
    ]
    environment = {
        **os.environ,
        kernels.VARIABLE: str(library),
        "LD_PRELOAD": ":".join(preloaded),
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    asked = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", "alike", __file__]
    done = subprocess.run(
        asked,
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout
