"""What the metadata say, looked at by themselves and against the drawing (B0)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from difflib import get_close_matches

import numpy as np

from hexcourt.facts.base.errors import listed, quoted, shown
from hexcourt.facts.formats.vasl_archive import MetadataEntry, vasl_codes
from hexcourt.facts.geometry.hexes import STEPS
from hexcourt.facts.linting.codes import Confidence, LintFinding
from hexcourt.facts.linting.drawing import CODES, OPEN_GROUND, Drawing

BUILDING, SLOPE = "buildingType", "slope"
BASIC = frozenset({40, 50})
"""The codes that the colours of a picture give a building: all others come from the metadata."""

_BASIC_TERMS = frozenset(CODES[code].term for code in BASIC)

_STOREYS = frozenset({*range(40, 45), *range(50, 55)})


def metadata_findings(drawing: Drawing) -> Iterator[LintFinding]:
    """Look at what the metadata say."""
    yield from _twice(drawing)
    yield from _not_on_board(drawing)
    yield from _unknown_types(drawing)
    yield from _without_building(drawing)
    yield from _other_types(drawing)
    yield from _unlisted(drawing)
    yield from _hills(drawing)
    yield from _size(drawing)
    yield from _slopes(drawing)
    yield from _unknown_codes(drawing)


def listed_types(drawing: Drawing) -> dict[str, str]:
    """Return the building type that the metadata list of each hex: of several the last, as VASL does."""
    return {each.hex: each.value for each in drawing.archive.entries if each.kind == BUILDING}


def _written(entry: MetadataEntry) -> str:
    return f"{shown(entry.kind)} {shown(entry.hex)}: {shown(entry.value)}"


def _twice(drawing: Drawing) -> Iterator[LintFinding]:
    groups: dict[tuple[str, str], list[MetadataEntry]] = defaultdict(list)
    for entry in drawing.archive.entries:
        groups[entry.kind, entry.hex].append(entry)
    for (kind, name), entries in groups.items():
        if len(entries) == 1:
            continue
        values = listed(dict.fromkeys(shown(each.value) for each in entries))
        possible = _possible_hexes(drawing, name) if kind == BUILDING else ()
        hint = f"; perhaps {listed(possible, 'or')} is meant once" if possible else ""
        yield LintFinding(
            "B001",
            (shown(name), *possible),
            f"{shown(name)} has {len(entries)} entries of {kind}: {values}{hint}",
            Confidence.CERTAIN,
            metadata=_written(entries[-1]),
        )


def _possible_hexes(drawing: Drawing, name: str) -> tuple[str, ...]:
    """List the neighbours with a building that the metadata do not list, drawn with one storey."""
    board, known = drawing.board, listed_types(drawing)
    if name not in board.by_name:
        return ()
    beside = board.neighbours[board.indices[name]]
    return tuple(
        drawing.name(each)
        for each in beside.tolist()
        if each >= 0
        and drawing.name(each) not in known
        and _BASIC_TERMS.intersection(board.hexes[each].terrain)
    )


def _not_on_board(drawing: Drawing) -> Iterator[LintFinding]:
    for entry in drawing.archive.entries:
        if entry.hex not in drawing.board.by_name:
            name = shown(entry.hex) or "an empty name"
            yield LintFinding(
                "B002",
                (shown(entry.hex),),
                f"{entry.kind} lists {name}, and the board has no such hex",
                Confidence.CERTAIN,
                metadata=_written(entry),
            )


def _unknown_types(drawing: Drawing) -> Iterator[LintFinding]:
    for entry in drawing.archive.entries:
        if entry.kind == BUILDING and entry.value not in vasl_codes():
            near = get_close_matches(entry.value[:60], vasl_codes(), n=1, cutoff=0.6)
            hint = f"; perhaps {near[0]!r}" if near else ""
            yield LintFinding(
                "B003",
                (shown(entry.hex),),
                f"the type {quoted(entry.value)} of {shown(entry.hex)} is unknown{hint}",
                Confidence.CERTAIN,
                metadata=_written(entry),
            )


def _listed_codes(drawing: Drawing) -> Iterator[tuple[int, str, int]]:
    """List the hexes with a listed type that is known: number, type, code."""
    for name, entry in listed_types(drawing).items():
        if name in drawing.board.by_name and entry in vasl_codes():
            yield drawing.board.indices[name], entry, vasl_codes()[entry]


def _buildings_in(drawing: Drawing, number: int) -> dict[int, int]:
    """Count the pixels of each code of a building in a hex."""
    found = {code: drawing.by_hex.get((number, code), 0) for code in CODES}
    kinds = ("building", "factory")
    return {code: n for code, n in found.items() if n and CODES[code].kind in kinds}


def _without_building(drawing: Drawing) -> Iterator[LintFinding]:
    for number, entry, _ in _listed_codes(drawing):
        if not _buildings_in(drawing, number):
            name = drawing.name(number)
            yield LintFinding(
                "B004",
                (name,),
                f"{name} is listed as {quoted(entry)}, and no building is drawn there",
                Confidence.CERTAIN,
                pixels=0,
                metadata=f"{BUILDING} {name}: {shown(entry)}",
            )


def _other_types(drawing: Drawing) -> Iterator[LintFinding]:
    for number, entry, code in _listed_codes(drawing):
        drawn = _buildings_in(drawing, number)
        if drawn and code not in drawn:
            name = drawing.name(number)
            most = max(sorted(drawn), key=drawn.__getitem__)
            yield LintFinding(
                "B005",
                (name,),
                f"{name} is listed as {quoted(entry)}, and drawn as {_vasl_name(most)!r}",
                Confidence.CERTAIN,
                pixels=drawn[most],
                metadata=f"{BUILDING} {name}: {shown(entry)}",
            )


def _vasl_name(code: int) -> str:
    return next(name for name, each in vasl_codes().items() if each == code)


def _unlisted(drawing: Drawing) -> Iterator[LintFinding]:
    """Find buildings of some storeys that no entry lists, by their types."""
    known = listed_types(drawing)
    missing: dict[int, list[int]] = defaultdict(list)
    for number, record in enumerate(drawing.board.hexes):
        if record.name in known:
            continue
        drawn = _buildings_in(drawing, number)
        for code in sorted(_STOREYS - BASIC):
            if CODES[code].term in record.terrain and code in drawn:
                missing[code].append(number)
    for code, numbers in missing.items():
        count = "1 hex is" if len(numbers) == 1 else f"{len(numbers)} hexes are"
        yield LintFinding(
            "B006",
            drawing.hexes_of(numbers),
            f"{count} drawn as {_vasl_name(code)!r}, and no entry lists them",
            Confidence.CERTAIN,
            pixels=sum(drawing.by_hex[number, code] for number in numbers),
        )


def _hills(drawing: Drawing) -> Iterator[LintFinding]:
    result = drawing.archive.attributes.get("hasHills")
    sunk = drawing.drawn(lambda code: code.kind in ("depression", "water", "bridge"))
    above = drawing.level > 0
    if result is None:
        return
    if result.upper() != "TRUE" and above.any():
        numbers, counts = np.unique(drawing.owners[above], return_counts=True)
        worst = numbers[np.argsort(-counts, kind="stable")][:6]
        x, y = np.argwhere(above)[0].tolist()
        yield LintFinding(
            "B007",
            drawing.hexes_of(worst.tolist()),
            f"hasHills is {shown(result)}, and the drawing has levels up to {drawing.level.max()}",
            Confidence.CERTAIN,
            pixels=int(above.sum()),
            at=(x, y),
            metadata=f"hasHills: {shown(result)}",
        )
    if result.upper() == "TRUE" and not (drawing.level != 0)[~sunk].any():
        yield LintFinding(
            "B008",
            (),
            f"hasHills is {shown(result)}, and the whole drawing lies on level 0",
            Confidence.ODD,
            pixels=0,
            metadata=f"hasHills: {shown(result)}",
        )


def _size(drawing: Drawing) -> Iterator[LintFinding]:
    archive = drawing.archive
    for name, drawn in (("width", archive.columns), ("height", archive.rows)):
        result = archive.attributes.get(name)
        if result is not None and result.strip() != str(drawn):
            yield LintFinding(
                "B009",
                (),
                f"{name} is {shown(result)}, and LOSData has {drawn} hexes",
                Confidence.CERTAIN,
                metadata=f"{name}: {shown(result)}",
            )


def _slopes(drawing: Drawing) -> Iterator[LintFinding]:
    board = drawing.board
    for entry in drawing.archive.entries:
        if entry.kind != SLOPE or entry.hex not in board.by_name:
            continue
        record = board.by_name[entry.hex]
        for side in sorted(set(map(int, entry.value))):
            step = STEPS[side]
            other = board.by_place.get((record.place[0] + step[0], record.place[1] + step[1]))
            if other is None:
                text, sure = "leads off the board", Confidence.LIKELY
            elif (side + 3) % 6 in other.slopes:
                text, sure = f"is marked in {other.name}, too: both ends rise", Confidence.CERTAIN
            elif other.level != record.level and entry.hex < other.name:
                text = f"lies between levels {record.level // 2} and {other.level // 2}"
                sure = Confidence.ODD
            else:
                continue
            yield LintFinding(
                "B010",
                (record.name,) if other is None else (record.name, other.name),
                f"slope hexside {side} of {record.name} {text}",
                sure,
                metadata=_written(entry),
            )


def _unknown_codes(drawing: Drawing) -> Iterator[LintFinding]:
    terrain = drawing.archive.terrain
    counts = np.bincount(terrain.ravel(), minlength=256)
    for code in np.flatnonzero(counts).tolist():
        if code not in CODES:
            places = np.argwhere(terrain == code)
            x, y = places[0].tolist()
            yield LintFinding(
                "B011",
                drawing.hexes_of(drawing.owners[tuple(places.T)].tolist()),
                f"terrain code {code} is unknown; it is read as {_vasl_name(OPEN_GROUND)}",
                Confidence.CERTAIN,
                pixels=int(counts[code]),
                at=(x, y),
            )
