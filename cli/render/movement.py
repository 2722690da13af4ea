"""Paths step by step, what is reached, what blocks every way, what is ADJACENT, where units
enter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from hexcourt.cli.render import signs
from hexcourt.cli.render.canvas import Mark, Marks, Spot
from hexcourt.cli.render.signs import Sign
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board, direction_between
from hexcourt.facts.geometry.coordinates import HEX_NAME, in_capitals
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted, level_words
from hexcourt.solver.position.states import VERTICES

_HEXES = pattern(rf"({HEX_NAME})(?:-({HEX_NAME}))?(?:-({HEX_NAME}))?(?=$|[,/ ]|h-?[0-9]|ca|En|Pi)")
_AT_VERTEX = pattern("to its ([NSEW]{1,2}) vertex")
_ALONG = pattern(rf"({HEX_NAME})-({HEX_NAME})")
_NAME_IN_TEXT = pattern(r'"([^"]{1,80})"|(?<![\w.])(\[?[A-Za-z0-9][\w\[\].½/-]{1,40})')


def spot_of(board: Board, text: object) -> Spot | None:
    """Find where a written place lies; nothing where the text is no place on the board."""
    match = _HEXES.match(in_capitals(text)) if isinstance(text, str) else None
    if match is None:
        return None
    names = [board.called(name) for name in match.groups() if name]
    if any(name not in board.by_name for name in names):
        return None
    at_vertex = _AT_VERTEX.search(match.string)
    if at_vertex is not None and at_vertex[1] in VERTICES:
        return Spot(names[0], vertex=VERTICES.index(at_vertex[1]))
    sides = [hexside_of(board, names[0], other) for other in names[1:]]
    if None in sides:
        return Spot(names[0])
    return _between(names[0], [side for side in sides if side is not None])


def _between(name: str, sides: list[int]) -> Spot:
    if len(sides) == 2 and (sides[1] - sides[0]) % 6 in (1, 5):
        first, second = sides
        return Spot(name, vertex=second if (second - first) % 6 == 1 else first)
    return Spot(name, hexside=sides[0]) if sides else Spot(name)


def hexside_of(board: Board, name: str, other: str) -> int | None:
    """Number the hexside of a hex that it shares with another one."""
    return direction_between(board.by_name[name].place, board.by_name[other].place)


def spots_named(board: Board, text: str) -> tuple[Spot, ...]:
    """Find the places that a text names, in quotation marks or not: a question, an action, a piece."""
    found = (spot_of(board, match[1] or match[2]) for match in _NAME_IN_TEXT.finditer(text))
    return tuple(dict.fromkeys(spot for spot in found if spot is not None))


def piece_spot(board: Board, spots: Iterable[Spot]) -> Spot | None:
    """Return the spot of what lies in a hex, or on the hexside of two."""
    hexes = [spot.hex for spot in spots]
    side = hexside_of(board, hexes[0], hexes[1]) if len(hexes) > 1 else None
    return Spot(hexes[0], hexside=side) if hexes else None


def within(text: str) -> str:
    """Return what a Location says beyond its hex: ``h2`` of ``L33h2``, ``cellar`` of ``C25/cellar``."""
    match = re.match(HEX_NAME, text)
    more = text[match.end() :] if match else ""
    return "" if more.startswith(("-", ",", " ", "ca")) else more.lstrip("/")


def way_round(board: Board, how: str, end: Spot) -> list[Spot]:
    """List the vertices that Bypass passes along hexsides, up to the one where it ends."""
    sides = [
        side
        for first, other in _ALONG.findall(how)
        if first == end.hex
        and other in board.by_name
        and (side := hexside_of(board, first, other)) is not None
    ]
    spots: list[Spot] = [end]
    for side in reversed(sides):
        here = spots[-1].vertex
        if here not in (side, (side + 1) % 6):
            break
        other_end = (side + 1) % 6 if here == side else side
        spots.append(Spot(end.hex, vertex=other_end))
    return spots[::-1]


MAX_WAYS = 12
"""How many ways of a proof are drawn."""

_SHADES = 4
_OTHERS: Mapping[str, str] = {
    "possible": "the path, if what is not decided allows it",
    "without_luck": "the path that no dice decide",
    "later": "the path in more turns",
    "unrestricted": "the path without these terms",
}


def path_marks(answer: Answer, board: Board) -> Marks:
    """Show the way found step by step, with costs; other ways beside it; or what blocks every way."""
    ways = [row for row in answer.rows if "way" in row]
    marks: list[Mark] = []
    for row in ways[1:]:
        label = _OTHERS[row["way"]]
        marks += _track(board, row["steps"], signs.OTHER_WAY.named(label), label)
    if ways:
        marks += _steps(board, ways[0])
    for row in answer.rows:
        if "blocks" in row:
            marks += _forbidden_marks(board, row)
    for each in answer.arguments.get("avoid", ()):
        spot = spot_of(board, each) or piece_spot(board, spots_named(board, each))
        marks += _at(spot, signs.ASKED_ABOUT.named("to be avoided"), description=f"avoid {each}")
    ends = _ends(answer, board, answer.arguments["goal"]) if not ways else []
    return Marks(signs=(*marks, *ends), caption=answer.lines[0])


def exposure_marks(answer: Answer, board: Board) -> Marks:
    """Show the path on which a unit is seen least, at each step how many see it, and who watches."""
    if answer.answer == "no":
        return path_marks(answer, board)
    marks: list[Mark] = []
    for turn in sorted({row["turn"] for row in answer.rows}):
        of_it = [row for row in answer.rows if row["turn"] == turn]
        line = signs.of_turn(turn, "line", f"turn {turn}")
        marks += _track(board, of_it, line, line.label)
    for row in answer.rows:
        watchers = [each["by"] for each in row["seen"]]
        text = (
            f"{row['to']}: seen from {', '.join(watchers)}" if watchers else f"{row['to']}: unseen"
        )
        sign = signs.of_turn(row["turn"], "dot", "a step, and how many see it", sample="2")
        marks += _at(spot_of(board, row["to"]), sign, text=str(len(watchers)), description=text)
    watching = sorted({each["by"] for row in answer.rows for each in row["seen"]})
    for name in watching:
        marks += _at(
            spot_of(board, name), signs.ASKED_ABOUT.named("watches"), description=f"{name} watches"
        )
    marks += _ends(answer, board, answer.arguments["goal"])
    return Marks(signs=tuple(marks), caption=answer.lines[0])


def _at(spot: Spot | None, sign: Sign, **more: str) -> Iterator[Mark]:
    if spot is not None:
        yield Mark(sign, (spot,), **more)


def _ends(answer: Answer, board: Board, goal: str | None = None) -> Iterator[Mark]:
    """Mark where the unit starts, and where it is to come."""
    start = answer.arguments["start"]
    yield from _at(spot_of(board, start), signs.START, text="S", description=f"from {start}")
    if goal is not None:
        yield from _at(spot_of(board, goal), signs.GOAL, text="G", description=f"to {goal}")


def _steps(board: Board, row: Mapping[str, Any]) -> Iterator[Mark]:
    """Show a way: its track in the colour of each turn, its start, and each step with its cost."""
    steps = row["steps"]
    several = row["turns"] > 1
    for turn in sorted({step["turn"] for step in steps}):
        of_it = [step for step in steps if step["turn"] == turn]
        line = signs.of_turn(turn, "line", f"turn {turn}" if several else "the path")
        yield from _track(board, of_it, line, line.label)
    yield from _at(
        spot_of(board, row["from"]), signs.START, text="S", description=f"from {row['from']}"
    )
    for number, step in enumerate(steps, 1):
        spot = spot_of(board, step["to"])
        label = f"a step in turn {step['turn']}" if several else "a step and its cost"
        sign = signs.of_turn(step["turn"], "dot", label, sample="1")
        if spot is not None:
            cost = f"{_cost(step)} {row['factor']}"
            text = f"{number}: {step['from']} to {step['to']}, {cost}"
            yield Mark(sign, (spot,), str(number), _note(step, cost), text)
    yield from _remarks(
        any(step["at_risk"] for step in steps), any(step["undetermined"] for step in steps)
    )


def _remarks(at_risk: bool, doubtful: bool) -> Iterator[Mark]:
    """Return in the legend what is meant by what is written beside costs."""
    if at_risk:
        yield Mark(signs.AT_RISK, ())
    if doubtful:
        yield Mark(signs.DOUBTFUL, ())


def _note(step: Mapping[str, Any], cost: str) -> str:
    marks = "?" * step["undetermined"] + "!" * step["at_risk"]
    return f"{_beyond(step['to'])}{cost}{marks}"


def _beyond(place: str) -> str:
    """Describe which Location of its hex a place is, where that is not its ground."""
    more = within(place)
    return f"{more} " if more else ""


def _cost(step: Mapping[str, Any]) -> str:
    least, most = (level_words(round(2 * step[each])) for each in ("cost", "cost_most"))
    if step["minimum_move"]:
        return "all"
    return least if least == most else f"{least}–{most}"


def _track(
    board: Board, steps: Sequence[Mapping[str, Any]], sign: Sign, text: str
) -> Iterator[Mark]:
    """Draw steps as one line, along the hexsides that Bypass passes."""
    spots = [spot_of(board, steps[0]["from"])]
    for step in steps:
        spot = spot_of(board, step["to"])
        if spot is not None and spot.vertex is not None:
            spots += way_round(board, step["how"] or "", spot)
        spots.append(spot)
    passed = [spot for spot in spots if spot is not None]
    passed = [each for n, each in enumerate(passed) if n == 0 or each != passed[n - 1]]
    if len(passed) > 1:
        yield Mark(sign, tuple(passed), description=text)


def _forbidden_marks(board: Board, row: Mapping[str, Any]) -> Iterator[Mark]:
    first, second = (spot_of(board, row[end]) for end in ("from", "to"))
    if first is not None and second is not None:
        text = f"{row['from']} to {row['to']}: blocked by {row['rule']}"
        spot = piece_spot(board, (first, second)) if first.hex != second.hex else first
        sign = signs.FORBIDDEN.named("a move that is blocked, as others by the same rule")
        yield from _at(spot, sign, note=row["rule"], description=text)


def reach_marks(answer: Answer, board: Board) -> Marks:
    """Tint what is reached: by turn, or in a single turn by cost; each hex with its costs."""
    turns = answer.arguments["turns"]
    most = max((row["spent"] for row in answer.rows if row["certain"]), default=0.0)
    by_hex: dict[str, list[Mapping[str, Any]]] = {}
    for row in answer.rows:
        by_hex.setdefault(row["hex"], []).append(row)
    marks = []
    for name, rows in by_hex.items():
        first = min(rows, key=lambda row: (not row["certain"], row["turn"], row["spent"]))
        sign = _reached_sign(first, turns > 1, most)
        rows.sort(key=lambda row: row is not first)
        lines = [_reached_words(row) for row in rows]
        if len(lines) > 2:
            marks.append(Mark(signs.MORE, ()))
        note = "\n".join(lines[:2] if len(lines) < 3 else [lines[0], f"+{len(lines) - 1}"])
        text = "; ".join(
            f"{row['location']} {words}" for row, words in zip(rows, lines, strict=True)
        )
        marks.append(Mark(sign, (Spot(name),), note=note, description=text))
    marks.sort(key=lambda mark: (mark.sign.hatch != "", mark.sign.opacity, mark.sign.label))
    unsure = any(not row["certain"] for row in answer.rows)
    marks += _remarks(any(row["at_risk"] for row in answer.rows), unsure)
    return Marks(signs=(*marks, *_ends(answer, board)), caption=answer.lines[0].rstrip(":"))


def _reached_sign(row: Mapping[str, Any], several: bool, most: float) -> Sign:
    if not row["certain"]:
        return signs.PERHAPS.named("reached only if what is not decided allows it")
    if several:
        return signs.of_turn(
            row["turn"],
            "tint",
            f"{_turn_sign(row['turn'])}in turn {row['turn']}, for so many {row['factor']}",
        )
    width = max(most / _SHADES, 0.5)
    shade = min(_SHADES, max(1, -int(-row["spent"] // width)))
    over, up_to = (level_words(int(2 * width * each)) for each in (shade - 1, shade))
    return signs.of_share(shade / _SHADES, f"over {over}, up to {up_to} {row['factor']}")


def _turn_sign(turn: int) -> str:
    """Return how a turn is written on the map, where hues are not enough; the first one is not."""
    return "" if turn == 1 else f"T{turn} "


def _reached_words(row: Mapping[str, Any]) -> str:
    """Write what a Location costs, and in which turn."""
    cost = level_words(round(2 * row["spent"]))
    marks = "?" * (not row["certain"]) + "!" * row["at_risk"]
    return f"{_beyond(row['location'])}{_turn_sign(row['turn'])}{cost}{marks}"


def cut_marks(answer: Answer, board: Board) -> Marks:
    """Show the pieces that block every way, and the ways of the proof."""
    sets = [row for row in answer.rows if "pieces" in row]
    proof = [row["proof"] for row in answer.rows if "proof" in row]
    marks: list[Mark] = []
    for passed in proof[:MAX_WAYS]:
        spots = [spot for each in passed if (spot := spot_of(board, each)) is not None]
        if len(spots) > 1:
            sign = signs.OTHER_WAY.named("a path that has to be blocked")
            marks.append(Mark(sign, tuple(spots), description=" > ".join(passed)))
    shown = next((row for row in reversed(sets) if row["pieces"] is not None), None)
    for piece in shown["pieces"] if shown else ():
        spot = piece_spot(board, spots_named(board, piece))
        kind = f"a piece of the set that blocks all {shown['blocks'] if shown else ''}"
        marks += _at(spot, signs.PIECE_OF_SET.named(kind), description=piece)
    left = len(proof) - MAX_WAYS
    more = f"\n{counted(left, 'path')} of the proof not drawn" if left > 0 else ""
    ends = _ends(answer, board, answer.arguments["goal"])
    return Marks(signs=(*marks, *ends), caption=answer.lines[0].rstrip(":") + more)


def adjacent_marks(answer: Answer, board: Board) -> Marks:
    """Show what is ADJACENT to a Location, and what is connected with it."""
    by_hex: dict[str, list[Mapping[str, Any]]] = {}
    for row in answer.rows:
        by_hex.setdefault(row["location"], []).append(row)
    marks: list[Mark] = []
    here = spot_of(board, answer.arguments["location"])
    for location, rows in by_hex.items():
        spot = spot_of(board, location)
        if spot is None:
            continue
        beside = any(row["adjacent"] for row in rows)
        text = f"{location}: {', '.join(row['rule'] for row in rows)}"
        if beside and here is not None and spot.hex != here.hex:
            marks += _at(
                spot, signs.CERTAIN.named("ADJACENT"), note=_beyond(location), description=text
            )
        elif here is not None and spot.hex != here.hex:
            marks.append(Mark(signs.LINK, (here, spot), description=text))
        else:
            own = "ADJACENT in the hex itself" if beside else "connected in the hex itself"
            marks += _at(spot, signs.CERTAIN.named(own), note=_beyond(location), description=text)
    marks += _at(here, signs.ASKED_ABOUT, description=answer.arguments["location"])
    return Marks(signs=tuple(marks), caption=answer.lines[0].rstrip(":"))


def entry_marks(answer: Answer, board: Board) -> Marks:
    """Show by which hexes units enter, and how late."""
    marks: list[Mark] = []
    for row in answer.rows:
        late = f"{counted(row['turns_late'], 'turn')} late" if row["turns_late"] else "on time"
        sign = signs.CERTAIN.named("enters by this hex") if row["certain"] else signs.PERHAPS
        marks.append(
            Mark(sign, (Spot(row["hex"]),), note=late, description=f"{row['hex']}: {late}")
        )
    for name in answer.arguments["scheduled"]:
        marks += _at(
            spot_of(board, name), signs.ASKED_ABOUT.named("where it is to enter"), description=name
        )
    for name in answer.arguments["obstructed"]:
        marks += _at(
            spot_of(board, name),
            signs.FORBIDDEN.named("obstructed"),
            description=f"{name}: obstructed",
        )
    return Marks(signs=tuple(marks), caption=answer.lines[0].rstrip(":"))
