"""Changes the terrain of a board that is given by facts and drawn as outlines.

What a hex holds is changed hex by hex; an outline becomes another one as a whole, so a change in some
hexes alone must be given of all hexes that the outline lies in. Rubble of a building in a hex is
placed as its counter, which does away with what is drawn there (B24.1).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.boards.board import Board, direction_between
from hexcourt.facts.boards.records import (
    EDGE,
    Counter,
    Hex,
    Location,
    Outline,
    Sections,
    inherent_in,
    is_building,
    kind_of,
    known_inherent_terms,
    known_terms,
    terrain_codes,
)
from hexcourt.facts.geometry.hexes import Position
from hexcourt.facts.maps.changes.meaning import (
    DONE,
    NO_STAIRWELLS,
    NOTHING,
    REFUSED,
    ChangeMeaning,
    Made,
    meaning_of,
    nothing_there,
    taker,
)
from hexcourt.facts.maps.changes.reading import BARE, HexesByPlace, TerrainChange, terms_of
from hexcourt.facts.tracing.touched import hexes_of

_ROADS = ("road(paved)", "road(dirt)")
_RUBBLE = ("rubble(stone)", "rubble(wood)")


@dataclass(frozen=True, slots=True)
class _Found:
    """What a change has come to: the board, and the hexes and hexsides that are not as they were."""

    board: Board
    hexes: frozenset[str]
    hexsides: frozenset[tuple[str, str]]


def changed_facts(
    board: Board, texts: Sequence[str], places: HexesByPlace
) -> tuple[Board, tuple[Made, ...]]:
    """Make changes on a board given by facts; tell what each came to."""
    printed, made, done = board, [], list[ChangeMeaning]()
    for text in texts:
        try:
            meaning = meaning_of(text)
            spot = _spot(meaning, places)
            found = _applied(board, meaning, spot)
        except BadInput as error:
            made.append(Made(text, "", REFUSED, why=str(error)))
            continue
        if found.board != board:
            board = found.board
            done.append(meaning)
            hexes, sides = tuple(sorted(found.hexes)), tuple(sorted(found.hexsides))
            made.append(
                Made(text, "", DONE, meaning.words, meaning.cited, hexes=hexes, hexsides=sides)
            )
        else:
            outcome, why = _nothing(printed, meaning, spot, done)
            made.append(Made(text, "", outcome, meaning.words, meaning.cited, why))
    return board, tuple(made)


def _nothing(
    printed: Board,
    meaning: ChangeMeaning,
    spot: Collection[str] | None,
    done: Sequence[ChangeMeaning],
) -> tuple[str, str]:
    """Describe why a change has changed nothing."""
    if not meaning.steps:
        return NOTHING, meaning.why
    same = [each.written for each in done if each.steps == meaning.steps]
    if same:
        return NOTHING, f"given already, as {same[0]}"
    if _applied(printed, meaning, spot).board != printed:
        other = taker(done, meaning)
        text = repr(other.written[:60]) if other is not None else "another"
        return REFUSED, f"{text} has taken it before; leave one of them out, or tell this one first"
    if meaning.of_word:
        return NOTHING, "nothing of that is there"
    step = meaning.steps[0]
    hexes = () if isinstance(step, TerrainChange) and step.hexside is not None else spot or ()
    terms = {term for each in printed.hexes if each.name in hexes for term in each.terrain}
    return REFUSED, nothing_there(meaning, terms)


def _spot(meaning: ChangeMeaning, places: HexesByPlace) -> frozenset[str] | None:
    """Name the hexes that a change is about."""
    step = meaning.steps[0] if meaning.steps else None
    if meaning.where is None:
        return None
    pair = step.hexside if isinstance(step, TerrainChange) else None
    if pair is None:
        return frozenset(places.printed(places.read(meaning.where), ""))
    first, other = map(places.hex, pair)
    if direction_between(first, other) is None:
        raise BadInput(f"names {meaning.where}, which do not adjoin; name two hexes that do")
    return frozenset(places.printed((first, other), ""))


def _applied(board: Board, meaning: ChangeMeaning, spot: Collection[str] | None) -> _Found:
    found = _Found(board, frozenset(), frozenset())
    for step in meaning.steps:
        now = _step(found.board, step, spot)
        found = _Found(now.board, found.hexes | now.hexes, found.hexsides | now.hexsides)
    return found


def _step(board: Board, step: TerrainChange | str, spot: Collection[str] | None) -> _Found:
    if isinstance(step, TerrainChange):
        if (
            step.target in _RUBBLE
            and step.source is not None
            and all(map(is_building, step.source))
        ):
            return _rubbled(board, step, spot)
        return _changed(board, step, spot)
    if step == "no roads":
        return _without_roads(board)
    if step == NO_STAIRWELLS:
        return _rehexed(board, lambda each: replace(each, stairwell=each.stairwell and _low(each)))
    raise BadInput(
        f"{step!r} applies to the pixels of an archive; write it for hexes, such as 'I7: woods -> open'"
    )


def _low(record: Hex) -> bool:
    """Return whether a house of two floors, which has its own stairwell, stands in a hex."""
    return any(is_building(term) and _upper(term) == 1 for term in record.terrain)


def _upper(term: str) -> int:
    return next((code.upper for code in terrain_codes().values() if code.term == term), 0)


# --- Hexsides -------------------------------------------------------------------------------------


def _changed(board: Board, step: TerrainChange, spot: Collection[str] | None) -> _Found:
    """Change what lies on hexsides, and what lies in hexes."""
    sides = dict(board.hexsides)
    changed: set[tuple[str, str]] = set()
    if step.hexside is not None and spot is not None:
        first, other = sorted(spot)
        _reside(sides, (first, other), step, changed)
    else:
        for pair in board.hexsides:
            if spot is None or not set(pair).isdisjoint(spot):
                _reside(sides, pair, step, changed)
    resided = replace(board, hexsides=MappingProxyType({k: v for k, v in sides.items() if v}))
    if step.hexside is not None or _only_sides(step):
        return _Found(resided if changed else board, frozenset(), frozenset(changed))
    return _in_hexes(board, step, spot)


def _only_sides(step: TerrainChange) -> bool:
    return step.source is not None and all(kind_of(e) in ("hexside", EDGE) for e in step.source)


def _reside(
    sides: dict[tuple[str, str], frozenset[str]],
    pair: tuple[str, str],
    step: TerrainChange,
    changed: set[tuple[str, str]],
) -> None:
    """Change what lies on a hexside."""
    terms = sides.get(pair, frozenset())
    source = frozenset(step.source or ())
    new = frozenset() if step.target in (None, BARE) else frozenset({str(step.target)})
    if BARE in source and step.hexside is not None:
        after = terms | new
    elif terms & source:
        after = (terms - source) | new
    else:
        return
    if after != terms:
        sides[pair] = after
        changed.add(pair)


# --- Hexes ----------------------------------------------------------------------------------------


def _in_hexes(board: Board, step: TerrainChange, spot: Collection[str] | None) -> _Found:
    wanted = {each.name for each in board.hexes if _affects(each, step, spot)}
    if step.target is not None and step.target not in _known():
        raise BadInput(f"{step.target} lies in no hex by itself; take terrain that fills hexes")
    found = _rehexed(board, lambda each: _new_hex(each, step) if each.name in wanted else each)
    outlines = tuple(
        new for each in board.outlines if (new := _new_outline(board, each, step, spot)) is not None
    )
    return replace(found, board=_resided(replace(found.board, outlines=outlines), found.hexes))


def _known() -> frozenset[str]:
    return frozenset(e for e in known_terms() if kind_of(e) not in ("hexside", EDGE, "ground"))


def _ground(record: Hex) -> int:
    """Return the level of a hex's ground, in half levels: above a depression, a level more."""
    return record.level + (2 if record.bed == record.level else 0)


def _affects(record: Hex, step: TerrainChange, spot: Collection[str] | None) -> bool:
    if spot is not None and record.name not in spot:
        return False
    if step.at_level is not None and _ground(record) != 2 * step.at_level:
        return False
    return step.source is None or not set(step.source).isdisjoint(record.terrain)


def _new_hex(record: Hex, step: TerrainChange) -> Hex:
    terms = set(record.terrain)
    taken = terms if step.source is None else terms & set(step.source)
    if step.target is None or (step.ground and not terms <= {BARE}):
        taken = set()
    left = terms - taken
    new = left | ({str(step.target)} if taken else set())
    if len(new) > 1:
        new.discard(BARE)
    ground = _ground(record) if step.to_level is None else 2 * step.to_level
    sunk = any(kind_of(term) == "depression" for term in new)
    was_sunk = any(kind_of(term) == "depression" for term in terms)
    level = ground - (2 if sunk else 0)
    bed = level if sunk else None if was_sunk else record.bed
    if bed is not None and not sunk and record.bed is not None:
        bed = record.bed + level - record.level
    return replace(
        record,
        level=level,
        bed=bed,
        terrain=tuple(sorted(new)),
        inherent=_inherent(record, taken, new),
        stairwell=record.stairwell if not taken else any(_upper(t) == 1 for t in new),
    )


def _inherent(record: Hex, taken: Collection[str], new: Collection[str]) -> str | None:
    if record.inherent is not None and record.inherent not in taken:
        return record.inherent
    return inherent_in(new) if set(new) & known_inherent_terms() else None


def _rehexed(board: Board, change: Callable[[Hex], Hex]) -> _Found:
    """Change hexes, with their Locations."""
    hexes = tuple(map(change, board.hexes))
    changed = {
        new.name: (old, new) for old, new in zip(board.hexes, hexes, strict=True) if old != new
    }
    if not changed:
        return _Found(board, frozenset(), frozenset())
    locations = [each for each in board.locations if each.hex not in changed]
    for name, (old, new) in changed.items():
        locations += _relocated(board.locations_of(name), old, new)
    order = {record.name: number for number, record in enumerate(hexes)}
    locations.sort(key=lambda each: order[each.hex])
    done = replace(board, hexes=hexes, locations=tuple(locations))
    return _Found(done, frozenset(changed), frozenset())


def _relocated(places: Sequence[Location], old: Hex, new: Hex) -> list[Location]:
    shift = new.level - old.level
    remaining = [replace(each, level=each.level + shift) for each in places]
    was, now = ({t for t in each.terrain if is_building(t)} for each in (old, new))
    if was == now:
        return remaining
    remaining = [each for each in remaining if each.floor is None]
    top = max(map(_upper, now), default=0)
    return remaining + [
        Location(new.name, f"level({n})", new.level + 2 * n) for n in range(1, top + 1)
    ]


# --- Outlines -------------------------------------------------------------------------------------


def _new_outline(
    board: Board, drawn: Outline, step: TerrainChange, spot: Collection[str] | None
) -> Outline | None:
    base = None if drawn.base is None else drawn.base // 2
    of_terrain = step.source is not None and drawn.terrain in step.source
    of_level = step.at_level is not None and base == step.at_level
    if not (of_terrain if step.source is not None else of_level or step.at_level is None):
        return drawn
    if step.source is not None and step.at_level is not None and not of_level:
        return drawn
    if spot is not None:
        within = hexes_of(board, drawn)
        if within.isdisjoint(spot):
            return drawn
        if not within <= set(spot):
            raise BadInput(
                f"{drawn.terrain} is drawn over {listed(sorted(within)[:12])} together; tell of all of "
                "these"
            )
    if of_terrain and step.target == BARE and step.to_level is None:
        return None
    bare = step.ground and drawn.terrain != "ground"
    terrain = drawn.terrain if step.target is None or bare or not of_terrain else step.target
    to = drawn.base if step.to_level is None or drawn.base is None else 2 * step.to_level
    return replace(drawn, terrain=terrain, base=to)


def _resided(board: Board, changed: Collection[str]) -> Board:
    """Return the hexsides of changed hexes as their levels and buildings have them: crests (B10.1), and
    what crosses from house to house (B23.1).
    """
    if not changed:
        return board
    levels = {each.name: each.level for each in board.hexes}
    built = {each.name for each in board.hexes if any(map(is_building, each.terrain))}
    sides: dict[tuple[str, str], frozenset[str]] = {}
    for pair, terms in board.hexsides.items():
        here = terms
        if not set(pair).isdisjoint(changed):
            if levels[pair[0]] == levels[pair[1]]:
                here = here - {"crest", "cliff"}
            if not set(pair) & built or not set(pair).intersection(changed) <= built:
                here = here - {"building_side"}
        if here:
            sides[pair] = here
    return replace(board, hexsides=MappingProxyType(sides))


def _rubbled(board: Board, step: TerrainChange, spot: Collection[str] | None) -> _Found:
    """Place rubble in the place of buildings."""
    wanted = [each for each in board.hexes if _affects(each, step, spot)]
    lain = {each.hex for each in board.counters if each.terrain in _RUBBLE}
    new = [
        Counter(each.name, "ground", str(step.target)) for each in wanted if each.name not in lain
    ]
    if not new:
        return _Found(board, frozenset(), frozenset())
    counters = tuple(sorted({*board.counters, *new}))
    return _Found(replace(board, counters=counters), frozenset(e.hex for e in new), frozenset())


def _without_roads(board: Board) -> _Found:
    roads = frozenset(terms_of("road"))
    step = TerrainChange("no roads", None, tuple(sorted(roads)), None, BARE, None)
    found = _in_hexes(board, step, None)
    sides: Mapping[tuple[str, str], frozenset[str]] = {
        pair: terms.difference(_ROADS) for pair, terms in found.board.hexsides.items()
    }
    fewer = {pair: terms for pair, terms in sides.items() if terms}
    gone = {pair for pair, terms in found.board.hexsides.items() if terms != sides[pair]}
    hexes = tuple(
        replace(each, features=tuple(f for f in each.features if not f.startswith("road(")))
        for each in found.board.hexes
    )
    done = replace(found.board, hexes=hexes, hexsides=MappingProxyType(fewer))
    return _Found(done, found.hexes, frozenset(gone))


# --- The part in play -----------------------------------------------------------------------------


def in_play(board: Board, places: Collection[Position]) -> Board:
    """Leave the hexes of some places; hexes at the new edge stay whole."""
    remaining = {each.name for each in board.hexes if each.place in places}
    if not remaining:
        raise BadInput("play leaves no hex of the map; tell of hexes that it has")
    if len(remaining) == len(board.hexes):
        return board
    sides = {
        pair: terms
        for pair, terms in board.hexsides.items()
        if pair[0] in remaining and pair[1] in remaining
    }
    return replace(
        board,
        hexes=tuple(each for each in board.hexes if each.name in remaining),
        locations=tuple(each for each in board.locations if each.hex in remaining),
        hexsides=MappingProxyType(sides),
        counters=tuple(each for each in board.counters if each.hex in remaining),
        sections=_left(board.sections, remaining),
    )


def _left(sections: Sections | None, remaining: Collection[str]) -> Sections | None:
    if sections is None:
        return None
    return Sections(
        parts=MappingProxyType({k: v for k, v in sections.parts.items() if k in remaining}),
        halves=frozenset(sections.halves & set(remaining)),
        aliases=MappingProxyType({k: v for k, v in sections.aliases.items() if v in remaining}),
    )
