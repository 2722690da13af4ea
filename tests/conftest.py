"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import signal
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from tests.effort import FACTOR

if TYPE_CHECKING:
    from hexcourt.solver.sandbox.limited_run import OutOfBudget

T = TypeVar("T")

# a job in the background starts with interrupts ignored, and so would the programs that tests interrupt
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# what earlier runs have worked out decides no test; those of the cache choose a folder of their own
os.environ["HEXCOURT_CACHE"] = "off"


@pytest.fixture(scope="session")
def kept_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give one folder for all that work at these tests."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "kept"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="module")
def kept(kept_folder: Path) -> Iterator[None]:
    """Keep what one command has worked out for the next, as for users, in this run alone.

    It is for tests of commands: those of rules ask the rules each time.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXCOURT_CACHE", str(kept_folder))
        yield


@pytest.fixture(scope="module")
def engines() -> Iterator[None]:
    """Keep in memory the engines of each board with its pieces: most commands of a test file ask about
    one board, which each of them opens anew.
    """
    from hexcourt.solver.position.board_state import BoardState

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BoardState, "_opened_for_questions", property(_engines_of))
        yield


@pytest.fixture(scope="module", autouse=True)
def asked_here(request: pytest.FixtureRequest) -> Iterator[None]:
    """Answer a question in the process of the tests where its limits are the usual ones, or longer.

    What a child works out for one question is lost for the next. Questions with limits of their own are
    answered in a child, and so are all where limits and children are what is tested.
    """
    if "sandbox" in request.path.parts:
        yield
        return
    from hexcourt.solver.query import answers
    from hexcourt.solver.sandbox.limited_run import Limits

    def run(work: Callable[[], T], limits: Limits) -> T | OutOfBudget:
        usual = Limits()
        has_own = limits.seconds < usual.seconds or limits.memory != usual.memory
        return run_limited(work, limits) if has_own else work()

    run_limited = answers.run_limited
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "run_limited", run)
        yield


MAX_BOARDS = 24
_ENGINES: OrderedDict[str, dict[Hashable, Any]] = OrderedDict()


def _engines_of(state: Any) -> dict[Hashable, Any]:
    """Return the engines that questions of an equal state opened before."""
    _ENGINES.setdefault(state.digest, {})
    _ENGINES.move_to_end(state.digest)
    if len(_ENGINES) > MAX_BOARDS:
        _ENGINES.popitem(last=False)
    return _ENGINES[state.digest]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the cases of tests of which ``make test`` runs some alone (``one_in``)."""
    if FACTOR > 1:
        return
    seen, kept, left_out = Counter[str](), [], []
    for item in items:
        mark = item.get_closest_marker("one_in")
        test = item.nodeid.partition("[")[0]
        (left_out if mark and seen[test] % mark.args[0] else kept).append(item)
        seen[test] += 1
    items[:] = kept
    config.hook.pytest_deselected(items=left_out)


def pytest_collection_finish() -> None:
    """Have the garbage collector not look again and again at what stays till the end, and less often."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        _read_the_rules()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def _read_the_rules() -> None:
    """Read all the rules for once: questions are asked in processes forked from this one."""
    from hexcourt.solver.rulebase.rulebase import active_rules
    from hexcourt.solver.rulebase.slicing import firing

    for profile in active_rules().profiles:
        firing(active_rules(), profile)
