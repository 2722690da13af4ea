"""Changes the terrain of a drawing, pixel by pixel.

What lies in a depression, or on an elevated road, keeps its place to the ground: where level 2 becomes
level 1, the gully in it sinks with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

import numpy as np

from hexcourt.facts.boards.terrain_terms import EDGE, is_building, kind_of
from hexcourt.facts.errors import BadInput
from hexcourt.facts.maps.changes.pictures import Mask, Picture, Pixels
from hexcourt.facts.maps.changes.reading import BARE, Change, terms_of

Sides = frozenset[tuple[int, int]]
"""Hexsides, each told by the number of a hex and a direction."""

VERGE = 1 / 8
"""How far beside a woods-road the bare ground of its gap reaches, in heights of a hex."""

WOODED = ("woods", "forest", "pine_woods", "light_woods", "light_jungle", "dense_jungle")


def repaint(
    picture: Picture, change: Change, hexes: frozenset[int] | None, sides: Sides | None
) -> Mask:
    """Make a change, in some hexes or on some hexsides alone; give the pixels that it found."""
    found = matching(picture, change, hexes, sides)
    if not found.any():
        return found
    ground = picture.ground()
    if change.to_level is not None:
        ground[found] = change.to_level
    painted = found
    if change.target is not None:
        if change.ground:
            painted = found & picture.showing(picture.codes((BARE,)))
        picture.terrain[painted] = _paint(picture, change.target)
    picture.level[found] = (ground + picture.offsets())[found]
    return found


def matching(
    picture: Picture, change: Change, hexes: frozenset[int] | None, sides: Sides | None
) -> Mask:
    """Find the pixels that a change is told of."""
    if sides is not None and change.source is not None and BARE in change.source:
        found = np.zeros(picture.terrain.shape, np.bool_)
        for side in sides:
            found |= picture.beside(side)
        return found
    found = np.ones(picture.terrain.shape, np.bool_)
    if change.source is not None:
        found = picture.showing(picture.codes(change.source))
    if change.at_level is not None:
        found &= picture.ground() == change.at_level
    if sides is not None:
        return picture.on_sides(found, sides)
    if hexes is None:
        return found
    if change.source is not None and all(kind_of(each) == "hexside" for each in change.source):
        return picture.on_sides(found, {(number, side) for number in hexes for side in range(6)})
    return picture.within(found, hexes)


def refuse_unfit(change: Change) -> None:
    """Raise BadInput for what no drawing can show: terrain of a hexside that fills hexes, or back."""
    on_side = change.target is not None and kind_of(change.target) == "hexside"
    if change.hexside is not None and not (on_side and change.source):
        _refuse_unfit_beside(change)
    if change.target is None:
        return
    if change.source is None:
        if on_side:
            raise BadInput(f"{change.target} lies on hexsides; name one such as I35-J34")
        return
    from_side = all(kind_of(each) == "hexside" for each in change.source)
    bare = change.source == (BARE,)
    if on_side and not from_side and not (bare and change.hexside):
        raise BadInput(
            f"{change.target} lies on hexsides, and {change.source[0]} does not; write such as "
            f"'open I35-J34 -> {change.target}'"
        )
    if from_side and not on_side and change.target != BARE:
        raise BadInput(
            f"{change.source[0]} lies on hexsides, and {change.target} does not; write "
            f"'{change.source[0]} -> open'"
        )


def _refuse_unfit_beside(change: Change) -> None:
    """Raise BadInput where what a hexside is to hold, or to lose, lies on none."""
    source = change.source or ()
    if source and all(kind_of(each) in ("hexside", EDGE) for each in source):
        return
    first, other = change.hexside or ("", "")
    if not source:
        raise BadInput(
            f"it does not say what is to go from hexside {change.where}; write such as "
            f"'hedge {change.where} -> wall'"
        )
    told = change.target if source == (BARE,) else source[0]
    raise BadInput(
        f"{told} lies in hexes, not on hexside {change.where}; write such as "
        f"'{first} {other}: {source[0]} -> {change.target}'"
    )


def _paint(picture: Picture, term: str) -> int:
    code = picture.code(term)
    if code is None:
        raise BadInput(f"{term} cannot be drawn on this board; take terrain that archives show")
    return code


# --- what takes more than one pixel to tell -------------------------------------------------------


def no_roads(picture: Picture) -> Mask:
    """Take roads away, but for those on bridges: what is a bridge's deck stays one (B6)."""
    found = picture.showing(picture.codes(terms_of("road"))) & ~decks(picture)
    picture.terrain[found] = _paint(picture, BARE)
    return found


def no_woods_roads(picture: Picture) -> Mask:
    """Let woods close over the roads of woods-road hexes: those with a road at the centre dot that lies
    in woods.
    """
    roads = picture.showing(picture.codes(terms_of("road"))) & ~decks(picture)
    reach = round(VERGE * float(picture.layout.hex_height))
    verges = picture.showing(picture.codes((BARE,))) & grown(roads, reach)
    unknown = roads | verges
    apart = picture.showing(picture.of_kind("hexside", "bridge", "road"))
    terrain, _ = picture.filled(unknown, ~unknown & ~apart)
    woods = unknown & np.isin(terrain, picture.codes(WOODED))
    dots = np.minimum(picture.centres.astype(np.int64), np.array(roads.shape) - 1)
    in_woods = (grown(roads, 2) & woods)[dots[:, 0], dots[:, 1]]
    found = picture.within(woods, frozenset(np.flatnonzero(in_woods).tolist()))
    picture.terrain[found] = terrain[found]
    return found


def roads_to_paths(picture: Picture) -> Mask:
    """Make paths of roads, and let woods close over those in woods (B13.6)."""
    closed = no_woods_roads(picture)
    found = picture.showing(picture.codes(terms_of("road"))) & ~decks(picture)
    picture.terrain[found] = _paint(picture, "path")
    return found | closed


def no_bridges(picture: Picture) -> Mask:
    """Take bridges away, with the road on them: the depression or water beneath is there alone."""
    bridges = picture.showing(picture.of_kind("bridge"))
    found = bridges | decks(picture)
    below = picture.showing(picture.of_kind("depression", "water"))
    other = picture.showing(picture.of_kind("hexside", "bridge", "road"))
    terrain, level = picture.filled(found, ~found & ~other)
    wet = np.isin(terrain, np.unique(picture.terrain[below])) if below.any() else bridges
    taken = found & (bridges | wet)
    picture.terrain[taken], picture.level[taken] = terrain[taken], level[taken]
    return taken


def no_rivers(picture: Picture) -> Mask:
    """Let rivers be the bare ground of their valley: water that lies beneath level 0 is a river's, as
    archives draw rivers and ponds alike.
    """
    low = picture.showing(picture.codes(("water", "shallow_water"))) & (picture.level < 0)
    found = low | picture.showing(picture.codes(("river", "shallow_river")))
    picture.terrain[found] = _paint(picture, BARE)
    return found


def bars_to_buildings(picture: Picture) -> Mask:
    """Let rowhouses grow together: their bars become what building stands beside them (B23.71)."""
    bars = picture.showing(picture.codes(terms_of("rowhouse_wall")))
    built = picture.showing(
        [n for n, term in enumerate(picture.terms) if term and is_building(term)]
    )
    terrain, level = picture.filled(bars, built)
    picture.terrain[bars], picture.level[bars] = terrain[bars], level[bars]
    return bars


def grown(mask: Mask, reach: int) -> Mask:
    """Add to some pixels those near them."""
    found = mask.copy()
    for _ in range(reach):
        found[1:] |= found[:-1].copy()
        found[:-1] |= found[1:].copy()
        found[:, 1:] |= found[:, :-1].copy()
        found[:, :-1] |= found[:, 1:].copy()
    return found


def decks(picture: Picture) -> Mask:
    """Find the road on bridges: in the box round the bridge pixels of a hex, as on import."""
    bridges = picture.showing(picture.of_kind("bridge"))
    found = np.zeros(bridges.shape, np.bool_)
    if not bridges.any():
        return found
    pixels: Pixels = np.nonzero(bridges)
    owners = picture.owned(pixels)
    for owner in np.unique(owners[owners >= 0]):
        xs, ys = pixels[0][owners == owner], pixels[1][owners == owner]
        found[xs.min() : xs.max() + 1, ys.min() : ys.max() + 1] = True
    return found & picture.showing(picture.of_kind("road"))


PROCEDURES: Mapping[str, Callable[[Picture], Mask]] = MappingProxyType(
    {
        "no roads": no_roads,
        "no woods-roads": no_woods_roads,
        "roads -> paths": roads_to_paths,
        "no bridges": no_bridges,
        "no rivers": no_rivers,
        "rowhouse bars -> building": bars_to_buildings,
    }
)
"""Changes that are told by a phrase of their own."""


def level_cliffs(picture: Picture, before: Picture) -> Collection[tuple[int, int]]:
    """Take cliffs away between hexes that have come to one level; give the hexsides that part hexes of
    one level now and did not before (B11).
    """
    dots = np.minimum(picture.centres.astype(np.int64), np.array(picture.level.shape) - 1)
    was, now = (each.ground()[dots[:, 0], dots[:, 1]] for each in (before, picture))
    sides = set()
    for number in np.flatnonzero(was != now).tolist():
        for direction in range(6):
            both = picture.both((number, direction))
            first, other = both[0][0], both[-1][0]
            if was[first] != was[other] and now[first] == now[other]:
                sides.update(both)
    cliffs = picture.showing(picture.codes(("cliff",)))
    if sides and cliffs.any():
        picture.terrain[picture.on_sides(cliffs, sides)] = _paint(picture, BARE)
    return sides
