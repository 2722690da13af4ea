"""Compares counters of terrain in a save, rubble and overlays, with the hexes of a special rule."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from hexcourt.facts.boards.writing_boards import hex_order
from hexcourt.facts.errors import BadInput
from hexcourt.facts.saves.saved import Save
from hexcourt.solver.checking.files.captions import hexes_of_spots
from hexcourt.solver.checking.finding import Found
from hexcourt.solver.checking.scenario import Scenario

_TERRAIN = ("terrain-overlay", "destruction")


def compared(
    scenario: Scenario, target: str, hexes: Collection[str], every: Collection[str]
) -> tuple[Found, str] | None:
    """Tell whether counters show that ``hexes`` become a terrain, as ``every`` hex of rules that say so
    does; None where the save has no counters of it.
    """
    save = None
    with suppress(BadInput):  # that the file cannot be read is told where it is compared (S21)
        save = scenario.save
    marked = frozenset() if save is None else _marked(scenario, save, target)
    if not marked:
        return None
    lack = sorted(set(hexes) - marked, key=hex_order)
    more = sorted(marked - set(every), key=hex_order)
    said = f"{len(set(hexes) & marked)} of them have counters of {target}"
    said += (
        f"; {' '.join(lack)} {'lacks' if len(lack) == 1 else 'lack'} one at the centre"
        if lack
        else ""
    )
    said += (
        f"; no rule makes {target} of {' '.join(more)}, which {'has' if len(more) == 1 else 'have'} one"
        if more
        else ""
    )
    return (Found.WARN if lack or more else Found.PASS), said


def _marked(scenario: Scenario, save: Save, target: str) -> frozenset[str]:
    words = target.lower().split()
    spots = [
        (each.spot.board, each.spot.hex)
        for each in save.counters
        if each.kind in _TERRAIN and each.spot is not None and each.spot.where == "centre"
        if all(word in each.name.lower() for word in words)
    ]
    return frozenset(hexes_of_spots(scenario, spots))
