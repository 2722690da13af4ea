"""Who sees whom among many Locations: the fast way, with what is too close to call
distinguished.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location
from hexcourt.facts.cards.card import Group
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.rulebase.rulebase import cached_by_rules
from hexcourt.solver.scenario.setup.limits import setup_locations
from hexcourt.solver.sight.batch_los import VERDICTS
from hexcourt.solver.sight.los_engine import LosEngine, VerdictTable

if TYPE_CHECKING:
    from hexcourt.solver.scenario.scenario import Scenario

CLEAR, BLOCKED, OPEN, CLOSE = (
    VERDICTS.index(e) for e in ("clear", "blocked", "unknown", "too_close")
)
NOT_ASKED = -1
"""Of a Location and itself, and of pairs that were left out as there are too many."""

MAX_PAIRS = 400_000
"""Up to how many pairs of Locations are judged; of more, those nearest to each Location first."""

MAX_MEASURED = 60_000
"""Up to how many of them it is told how many are too close to call."""


@cached_by_rules(2)
def engine_of(position: BoardState) -> LosEngine:
    """Open the engine of a BoardState once, under the active rules."""
    return LosEngine(position.board_of_lines)


@dataclass(frozen=True, eq=False)
class Sights:
    """What was judged of the lines between some Locations and ``others``: ``drawn`` are the verdicts as
    drawn (NOT_ASKED where not asked), ``called`` the same with what is too close to call: of all lines
    where ``measured``, else of those on which it hangs whether a Location is seen. ``rules`` block
    lines, or leave them open.
    """

    board: Board
    places: tuple[Location, ...]
    others: tuple[Location, ...]
    drawn: npt.NDArray[np.int8]
    called: npt.NDArray[np.int8]
    rules: tuple[str, ...]
    measured: bool

    @property
    def asked(self) -> int:
        """Count the pairs that were judged."""
        return int((self.drawn != NOT_ASKED).sum())

    def count(self, verdict: int, called: bool = False) -> int:
        """Count the pairs of a verdict."""
        return int(((self.called if called else self.drawn) == verdict).sum())

    @property
    def whole(self) -> bool:
        """Return whether all pairs of different Locations were judged."""
        return self.asked == self.drawn.size - int(self._same().sum())

    def turned(self) -> Sights:
        """Return the same from the other side."""
        return Sights(
            self.board,
            self.others,
            self.places,
            self.drawn.T,
            self.called.T,
            self.rules,
            self.measured,
        )

    def hidden(self) -> npt.NDArray[np.bool_]:
        """Return which Locations none of the others sees, as drawn."""
        missing = (self.drawn == NOT_ASKED).sum(axis=1) > self._same()
        found: npt.NDArray[np.bool_] = ~np.isin(self.drawn, (CLEAR, OPEN)).any(axis=1) & ~missing
        return found

    def unsettled(self) -> npt.NDArray[np.bool_]:
        """Return of which that is not known: some line is not, or was not asked, and none is clear."""
        found: npt.NDArray[np.bool_] = ~(self.drawn == CLEAR).any(axis=1) & ~self.hidden()
        return found

    def by_a_hair(self) -> npt.NDArray[np.bool_]:
        """Return of which it depends on lines too close to call whether they are seen."""
        close = self.called == CLOSE
        surely = ((self.drawn == CLEAR) & ~close).any(axis=1)
        found: npt.NDArray[np.bool_] = ~surely & close.any(axis=1)
        return found

    def _same(self) -> npt.NDArray[np.int64]:
        others = set(self.others)
        return np.array([each in others for each in self.places], dtype=np.int64)

    def nearest(self) -> tuple[Location, Location, int] | None:
        """Return the nearest pair that sees each other, and its range."""
        far = ranges(self.board, self.places, self.others)
        rows, columns = np.nonzero(self.drawn == CLEAR)
        if not len(rows):
            return None
        best = int(np.lexsort((columns, rows, far[rows, columns]))[0])
        a, b = int(rows[best]), int(columns[best])
        return self.places[a], self.others[b], int(far[a, b])


def sights_between(
    scenario: Scenario,
    places: Iterable[Location],
    others: Iterable[Location],
    measured: bool = True,
) -> Sights:
    """Judge the lines between some Locations and others, as drawn and moved by hardly anything.

    Unless ``measured`` it is not asked which are too close to call. Where there are too many pairs each
    Location is given with the nearest of the others; then wholly where none of these is seen.
    """
    position = scenario.ground
    board = position.board_of_lines
    ones, twos = tuple(places), tuple(others)
    drawn = np.full((len(ones), len(twos)), NOT_ASKED, dtype=np.int8)
    known = {each: n for n, each in enumerate(twos)}
    same = [(n, known[each]) for n, each in enumerate(ones) if each in known]
    called, rules = drawn.copy(), set[str]()

    def ask(pairs: npt.NDArray[np.int64], margin: float) -> None:
        table = _table(position, ones, twos, pairs, margin)
        target = called if margin else drawn
        target[pairs[:, 0], pairs[:, 1]] = table.verdicts.verdict
        used = np.unique(table.verdicts.rule).tolist()
        rules.update(table.rules[n] for n in used if table.rules[n])

    wanted = np.ones(drawn.shape, dtype=bool)
    for n, m in same:
        wanted[n, m] = False
    first = wanted & _near(board, ones, twos)
    ask(np.argwhere(first), 0.0)
    if not first.all():
        clear = drawn == CLEAR
        unseen = ~clear.any(axis=1)[:, None] | ~clear.any(axis=0)[None, :]
        ask(np.argwhere(unseen & wanted & ~first)[:MAX_PAIRS], 0.0)
    called[:] = drawn
    whole = False
    if measured:
        if whole := drawn.size <= MAX_MEASURED:
            ask(np.argwhere(drawn != NOT_ASKED), 1.0)
        else:  # what decides whether a Location is seen at all
            alone = ((drawn == CLEAR).sum(axis=1) <= 1)[:, None]
            alone = alone | ((drawn == CLEAR).sum(axis=0) <= 1)[None, :]
            pairs = np.argwhere(alone & (drawn != NOT_ASKED))
            ask(pairs[:MAX_MEASURED], 1.0)
    return Sights(board, ones, twos, drawn, called, tuple(sorted(rules)), whole)


def _table(
    position: BoardState,
    ones: Sequence[Location],
    twos: Sequence[Location],
    pairs: npt.NDArray[np.int64],
    margin: float,
) -> VerdictTable:
    engine = engine_of(position)
    both = np.stack([pairs[:, 0], pairs[:, 1] + len(ones)], axis=1)
    grain = engine.scene.grain if margin else 0.0
    return engine.table(
        (*ones, *twos), both, position.statuses, margin=grain, measured=bool(margin)
    )


def _near(
    board: Board, ones: Sequence[Location], twos: Sequence[Location]
) -> npt.NDArray[np.bool_]:
    """Return which pairs are judged at once: all, or for each Location those nearest to it."""
    if len(ones) * len(twos) <= MAX_PAIRS:
        return np.ones((len(ones), len(twos)), dtype=bool)
    far = ranges(board, ones, twos)
    found = np.zeros(far.shape, dtype=bool)
    stored = max(1, MAX_PAIRS // len(ones))
    nearest = np.argsort(far, axis=1, kind="stable")[:, :stored]
    np.put_along_axis(found, nearest, True, axis=1)
    return found


def ranges(
    board: Board, ones: Sequence[Location], twos: Sequence[Location]
) -> npt.NDArray[np.int32]:
    """Count the hexes from each Location to each of others."""

    def at(places: Sequence[Location]) -> npt.NDArray[np.int32]:
        return board.places[[board.indices[each.hex] for each in places]].reshape(-1, 2)

    gaps = np.abs(at(ones)[:, None, :] - at(twos)[None, :, :])
    found: npt.NDArray[np.int32] = gaps[..., 0] + np.maximum(0, (gaps[..., 1] - gaps[..., 0]) // 2)
    return found


def sets_up(scenario: Scenario, group: Group) -> bool:
    """Return whether a group sets up on the map, as far as is understood: it neither enters nor is
    placed already.
    """
    if group.entry is not None or scenario.entry(group) is not None:
        return False
    unclear = f"group {group.id}" in {subject for subject, _, _ in scenario.not_understood}
    return unclear or scenario.setup(group) is not None


def setup_places(scenario: Scenario, side: str) -> tuple[Location, ...]:
    """List every Location where groups of a side may set up on the map, as far as that is understood."""
    board = scenario.position.board_of_lines
    names = {
        name
        for group in scenario.card.groups
        if group.side == side
        for name in setup_locations(scenario, group) or ()
    }
    return tuple(sorted(board.locations_by_name[name] for name in names))
