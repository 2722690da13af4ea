"""Tells the tracing of lines what the rules are known to block them at (``Stops``)."""

from __future__ import annotations

from threading import Lock

import numpy as np
import numpy.typing as npt

from hexcourt.facts.tracing.pixel_tracing import AT_HEXSIDE, NOWHERE, Stops
from hexcourt.facts.tracing.scene import Scene
from hexcourt.facts.tracing.situations import (
    ZERO_LEVEL,
    SightLines,
    near_one_end,
    plainly_apart,
    sights_of,
    unpacked,
)
from hexcourt.facts.tracing.touched import Ends
from hexcourt.solver.sight.house_rules import OnLines, house_rules_on_lines
from hexcourt.solver.sight.situation_cache import SituationCache


class StopTable:
    """What is known to block lines of one scene, kept up as the rules decide more."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._heard = 0
        self._hearing = Lock()
        self._blocks = np.zeros((0, 2 * ZERO_LEVEL, len(scene.touchables.terms)), np.bool_)
        self._near = np.zeros(0, dtype=np.int64)
        self._near_slots = near_one_end(self._near)[1].slots()
        self._touched = _stop_at(scene)
        self._plain_hex = _plain_hexes(scene)

    def stops(self, ends: Ends, lines: SightLines, precedents: SituationCache) -> Stops | None:
        """Tell where the sight lines along some lines may be left off; None where none may be."""
        if not self.scene.may_stop or house_rules_on_lines() is not OnLines.NOTHING:
            return None
        board = self.scene.board
        hexes = board.owners[ends]
        a_lower, low, sight = sights_of(board, hexes, lines, precedents.sights)
        self._hear(precedents)
        if not self._blocks.any():
            return None
        order = np.argsort(lines.line, kind="stable")
        counts = np.bincount(lines.line, minlength=len(ends))
        return Stops(
            self._blocks,
            low[order].astype(np.int64),
            sight[order],
            np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            *self._touched,
            self._plain_hex,
            board.places.astype(np.int64),
            hexes.astype(np.int64),
            self._near_slots,
            a_lower[order],
            self.scene.columns.level,
            self.scene.touchables.hexside,
            self.scene.hexsides.sides,
        )

    def _hear(self, precedents: SituationCache) -> None:
        """Take down what the rules have decided since."""
        with self._hearing:
            self._take_down(precedents)

    def _take_down(self, precedents: SituationCache) -> None:
        keys = precedents.coarse.keys[self._heard :]  # before sights: another thread may add both
        more = len(precedents.sights) - len(self._blocks)
        if more > 0:
            self._blocks = np.concatenate(
                [self._blocks, np.zeros_like(self._blocks, shape=(more, *self._blocks.shape[1:]))]
            )
        rules = precedents.coarse.rulings.rule[self._heard : self._heard + len(keys)]
        blocked = plainly_apart(keys) & (rules > 0)
        sight, terrain, ground = (
            unpacked(keys[blocked], name) for name in ("sight", "terrain", "ground")
        )
        self._blocks[sight, ground + ZERO_LEVEL, terrain] = True
        near = keys[near_one_end(keys)[0] & (rules > 0)]
        if len(near):
            self._near = np.append(self._near, near)
            self._near_slots = near_one_end(self._near)[1].slots()
        self._heard += len(keys)


def _stop_at(scene: Scene) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Pack level and terrain of what can be touched, and tell what is of buildings.

    Lines go on at what is inherent or by a cliff: what becomes of it hangs on its hex.
    """
    touched, filling, built = scene.touchables, scene.columns.filling, scene.columns.building
    passed = touched.lies_on | filling[touched.terrain] | touched.cliff
    packed = (touched.level.astype(np.int64) + ZERO_LEVEL) << 8 | touched.terrain
    packed += np.where(touched.hexside >= 0, AT_HEXSIDE, 0)
    return np.where(passed, NOWHERE, packed), built[touched.terrain] & (touched.terrain >= 0)


def _plain_hexes(scene: Scene) -> npt.NDArray[np.bool_]:
    """Tell in which hexes no fact of the hex, no tram line, and nothing untold has a say."""
    told = scene.columns
    apart = (told.hex_facts > 0) | told.tram.any(axis=1) | (told.untold > 0)
    return np.asarray(~apart)
