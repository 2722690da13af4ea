"""Draws any answer: what it found, on the map that it was asked about.

One way for files, notebooks and pages: ``draw_answer`` reads nothing but the answer and its Position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from hexcourt.cli.render import movement, signs
from hexcourt.cli.render.canvas import Look, Mark, Marks, SmallMap, Spot
from hexcourt.cli.render.movement import piece_spot, spot_of, spots_named, within
from hexcourt.cli.render.sheet import draw_board
from hexcourt.cli.render.signs import Sign
from hexcourt.cli.render.style import term_parts, term_text
from hexcourt.facts.base.errors import LONGEST_SENTENCE, BadInput, shown, visible
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.piece_table import PIECE_KINDS
from hexcourt.facts.pieces.pieces import piece_text
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.arguments import PictureOptions, checked
from hexcourt.solver.answer.words import counted
from hexcourt.solver.language.question import UNIVERSAL
from hexcourt.solver.placement.placement import MET
from hexcourt.solver.position.board_state import BoardState

_VERDICTS: Mapping[str, Sign] = {
    "yes": signs.ALLOWED,
    "no": signs.REFUSED,
    "unknown": signs.UNDECIDED,
}


def action_marks(answer: Answer, board: Board) -> Marks:
    """Outline the places of each action by whether it is allowed."""
    marks = [
        Mark(
            _VERDICTS[row["verdict"]],
            (spot,),
            note=_action_words(row["action"]),
            description=row["action"],
        )
        for row in answer.rows
        for spot in spots_named(board, row["action"])
    ]
    flush_left = [line for line in answer.lines if not line.startswith(" ")]
    return Marks(signs=tuple(dict.fromkeys(marks)), caption="\n".join(flush_left))


def _action_words(action: str) -> str:
    return term_text(term_parts(action)[0])


def attack_marks(answer: Answer, board: Board) -> Marks:
    """Show where an attack comes from and whom it meets, and what it comes to."""
    attack, target = answer.arguments["attack"], answer.arguments["target"]
    sources = spots_named(board, attack)
    marks = list(_attack(board, attack, sources, spot_of(board, target)))
    effects = [
        f"{row['effect']}: {'unknown' if row['value'] is None else row['value']} ({row['rule']})"
        for row in answer.rows
    ]
    caption = "\n".join([answer.lines[0], *effects])
    hexes = tuple(spot.hex for spot in (spot_of(board, target),) if spot is not None)
    return Marks(signs=tuple(marks), target=next(iter(hexes), None), caption=caption)


def _attack(
    board: Board, attack: str, sources: tuple[Spot, ...], target: Spot | None
) -> Iterator[Mark]:
    for spot in sources:
        if target is not None and spot != target:
            yield Mark(signs.ATTACK, (spot, target), description=attack)
    for spot in sources:
        yield Mark(signs.START, (spot,), text="S", description=attack)


_LETTERS = 3


def piece_marks(position: BoardState, board: Board) -> tuple[Mark, ...]:
    """Mark pieces, the statuses of units, and whatever else is given that names a place."""
    return tuple(dict.fromkeys(_marks(position, board)))


def _marks(position: BoardState, board: Board) -> Iterator[Mark]:
    for piece in position.pieces:
        if piece.predicate not in MET:
            yield from term_mark(board, piece_text(piece), signs.PLACED)
    for place, status in sorted(position.statuses.items()):
        spot = spot_of(board, place)
        if spot is not None:
            yield Mark(
                _lettered(signs.GIVEN, status),
                (spot,),
                _letters(status),
                description=f"{place}: {status}",
            )
    for text in position.facts:
        yield from term_mark(board, text, signs.GIVEN)


def term_mark(board: Board, term: str, sign: Sign) -> Iterator[Mark]:
    """Mark what a term such as ``foxhole("D24")`` lays, where it names a place."""
    head, _ = term_parts(term)
    spot = piece_spot(board, spots_named(board, term))
    if spot is not None:
        yield Mark(_lettered(sign, term_text(head)), (spot,), _letters(head), description=term)


def _lettered(sign: Sign, what: str) -> Sign:
    label = what if sign == signs.PLACED else f"{sign.label}: {what}"
    return Sign(sign.shape, label, sign.colour, sample=_letters(what))


def _letters(word: str) -> str:
    if word in PIECE_KINDS:
        return PIECE_KINDS[word].sign
    parts = word.replace("_", " ").split()
    initials = "".join(part[0] for part in parts) if len(parts) > 1 else word[:_LETTERS]
    return initials.upper()


MAX_LINES = 400
"""How many rows of several places are drawn as lines."""

MAX_WORLDS = 24
"""How many worlds are drawn as small maps."""

_MAX_NOTES = 3
_LONGEST_HEADING = 70


def asked_marks(answer: Answer, board: Board) -> Marks:
    """Show the places of a question, the rows of its answer, and the worlds that decide it."""
    rows = [row for row in answer.rows if "row" in row]
    worlds = [row for row in answer.rows if "world" in row and "says" in row]
    spots = [_spots_of(board, row["row"]) for row in rows]
    several = any(len(each) > 1 for each in spots)
    marks = list(_lines(answer, rows, spots) if several else _tints(answer, rows, spots))
    question = answer.arguments["question"]
    questions = tuple(
        Mark(signs.ASKED_ABOUT, (spot,), description="asked about")
        for spot in spots_named(board, question)
    )
    caption = [shown(question, LONGEST_SENTENCE), *answer.lines[:1]]
    if several and len(rows) > MAX_LINES:
        caption.append(f"the first {MAX_LINES} of {len(rows)} rows are drawn")
    if len(worlds) > MAX_WORLDS:
        caption.append(f"the first {MAX_WORLDS} of {len(worlds)} worlds are drawn small")
    marks += _deciding(board, [row for row in worlds if row["says"] != "unknown"])
    small = (_small_map(board, row, questions) for row in worlds[:MAX_WORLDS])
    return Marks(
        signs=(*marks, *questions), small_maps=tuple(small), caption="\n".join(caption).rstrip(":")
    )


def _spots_of(board: Board, row: Mapping[str, Any]) -> list[tuple[str, Spot]]:
    """List the columns of a row that name places, with these."""
    found = ((name, spot_of(board, value)) for name, value in row.items())
    return [(name, spot) for name, spot in found if spot is not None]


def _breaks(answer: Answer) -> bool:
    """Return whether the rows are those that break a claim."""
    return str(answer.arguments["question"]).split(None, 1)[0] in UNIVERSAL


def _row_sign(answer: Answer, row: Mapping[str, Any]) -> Sign:
    """Choose the tint of a row: certain or not, or in how many worlds it holds."""
    if "worlds" in row:
        share = row["worlds"] / max(1, answer.counts.get("worlds", 1))
        if not row["worlds"]:
            return signs.PERHAPS.named("perhaps in some world")
        return (
            signs.of_share(0.9, "in all worlds")
            if share == 1
            else signs.of_share(0.3, "in some worlds")
        )
    if not row["certain"]:
        return signs.PERHAPS
    return signs.BROKEN if _breaks(answer) else signs.CERTAIN.named("a row of the answer")


def _tints(
    answer: Answer, rows: Sequence[Mapping[str, Any]], spots: Sequence[list[tuple[str, Spot]]]
) -> Iterator[Mark]:
    """Tint the hex of each row of one place, and write there what else the row holds."""
    by_spot: dict[Spot, list[tuple[str, Mapping[str, Any]]]] = {}
    for row, found in zip(rows, spots, strict=True):
        for name, spot in found:
            by_spot.setdefault(spot, []).append((name, row))
    for spot, held in by_spot.items():
        sign = _row_sign(answer, held[0][1])
        if spot.hexside is not None or spot.vertex is not None:
            sign = Sign("ring", sign.label, sign.colour)
        notes = _notes(held)
        if len(notes) > _MAX_NOTES:
            notes = [*notes[: _MAX_NOTES - 1], f"+{len(notes) - _MAX_NOTES + 1}"]
            yield Mark(signs.MORE, ())
        text = "; ".join(_row_words(row["row"]) for _, row in held)
        yield Mark(sign, (spot,), note="\n".join(notes), description=text)
    places = [within(str(row["row"][name])) for held in by_spot.values() for name, row in held]
    if any(places):
        yield Mark(signs.UPPER, ())


def _notes(held: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """Write what rows hold beside the hex that they are in: the Location there, and all else."""
    notes = list(dict.fromkeys(_note(name, row["row"]) for name, row in held))
    too = "+" * ("" in notes)  # the ground of the hex is in the answer as well
    return [f"{too}{note}" for note in notes if note]


def _note(name: str, row: Mapping[str, Any]) -> str:
    others = (value for column, value in row.items() if column != name)
    lines = (f"{each:g}" if isinstance(each, float) else str(each) for each in others)
    return " ".join(filter(None, (within(str(row[name])), *lines)))[:12]


def _row_words(row: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in row.items())


def _lines(
    answer: Answer, rows: Sequence[Mapping[str, Any]], spots: Sequence[list[tuple[str, Spot]]]
) -> Iterator[Mark]:
    """Draw each row of several places as a line through them, each place in its column's colour."""
    columns = list(dict.fromkeys(name for found in spots for name, _ in found))
    drawn = list(zip(rows, spots, strict=True))[:MAX_LINES]
    for row, found in drawn:
        places = tuple(dict.fromkeys(spot for _, spot in found))
        if len(places) > 1:
            label = _row_sign(answer, row).label
            sign = signs.OTHER_WAY.named(f"{label}")
            if row.get("certain", True) and row.get("worlds", 1):
                sign = Sign(
                    "line",
                    sign.label,
                    signs.BROKEN.colour if _breaks(answer) else signs.CERTAIN.colour,
                )
            yield Mark(sign, places, description=_row_words(row["row"]))
    dots = {(name, spot): row for row, found in drawn for name, spot in found}
    for name, spot in dots:
        sign = signs.of_column(columns.index(name), "dot", f"{name} of a row")
        yield Mark(sign, (spot,), description=f"{name} = {spot.hex}")


def _deciding(board: Board, worlds: Sequence[Mapping[str, Any]]) -> Iterator[Mark]:
    """Mark on the map itself every piece of the worlds that decide."""
    for piece in dict.fromkeys(piece for row in worlds for piece in row["world"]):
        spot = piece_spot(board, spots_named(board, piece))
        if spot is not None:
            yield Mark(
                signs.PIECE_OF_SET.named("a piece of a world that decides"),
                (spot,),
                description=piece,
            )


def _small_map(board: Board, row: Mapping[str, Any], questions: tuple[Mark, ...]) -> SmallMap:
    placed = [mark for piece in row["world"] for mark in term_mark(board, piece, signs.PLACED)]
    marks = [replace(mark, sign=mark.sign.larger()) for mark in placed]
    words = f"{row['says']}: {', '.join(row['world']) or 'nothing more placed'}"
    return SmallMap(shown(words, _LONGEST_HEADING), (*questions, *marks))


def area_marks(answer: Answer, board: Board) -> Marks:
    """Tint the hexes of an area."""
    hexes = list(dict.fromkeys(name for row in answer.rows for name in row["hexes"]))
    size = counted(len(hexes), "hex", "hexes")
    marks = tuple(
        Mark(signs.CERTAIN.named("in the area"), (Spot(name),), description=name) for name in hexes
    )
    text = "; ".join(each for row in answer.rows for each in row["sentences"])
    return Marks(signs=marks, caption=f"{size}: {text}")


def scenario_marks(answer: Answer, board: Board) -> Marks:
    """Tint where groups set up, ring where they enter, and write their names there."""
    groups = [row for row in answer.rows if "group" in row]
    sides = list(dict.fromkeys(row["side"] for row in groups))
    marks = [mark for row in groups for mark in _group_marks(row, sides.index(row["side"]))]
    caption = f"North is {board.north or 'up'}"
    return Marks(signs=tuple(marks), caption=f"{answer.lines[0]}\n{caption}")


def _group_marks(row: Mapping[str, Any], number: int) -> Iterator[Mark]:
    enters = row["kind"] == "entry"
    label = f"{row['side']} {'enters' if enters else 'sets up'}"
    sign = signs.of_column(number, "ring" if enters else "tint", label)
    units = ", ".join(row["units"])
    for at, name in enumerate(row["hexes"]):
        note = row["group"] if at == 0 else ""
        yield Mark(sign, (Spot(name),), note=note, description=f"{row['group']}: {units}")
    for each in row["placed"]:
        if each["hex"] is not None:
            text = each["counter"][:_LETTERS].upper()
            yield Mark(
                signs.PLACED.named("placed"),
                (Spot(each["hex"]),),
                text,
                description=each["counter"],
            )


_FLOOR = pattern(r"^L(?=\d)")
_LONGEST = 12
"""How many letters stand in a line of what is written into a hex."""


def line_marks(answer: Answer, board: Board) -> Marks:
    """Show a line, its verdict, and where it is blocked."""
    (row,) = answer.rows
    blocked_at = [r["hex"] for r in row["reasons"] if r["effect"] == "blocked" and "hex" in r]
    first, second = (board.locations_by_name[row[end]].hex for end in ("from", "to"))
    return Marks(
        line=(first, second),
        verdict=row["verdict"],
        blocked_at=tuple(dict.fromkeys(blocked_at)),
        caption=answer.lines[0],
    )


def seen_marks(answer: Answer, board: Board) -> Marks:
    """Show which hexes see a Location; raises BadInput where it was asked of several."""
    named, *others = answer.arguments["targets"]
    if others:
        raise BadInput("see: a picture shows who sees one Location; ask about one")
    held = answer.arguments["statuses"].get(named)
    rows: dict[str, list[Mapping[str, Any]]] = {}
    for row in answer.rows:
        rows.setdefault(board.locations_by_name[row["from"]].hex, []).append(row)
    return Marks(
        target=board.locations_by_name[named].hex,
        seen={name: _whole(name, here) for name, here in rows.items()},
        signs=tuple(mark for name, here in rows.items() for mark in _written(name, here)),
        caption=f"Who sees {named}" + (f" {held}" if held else ""),
    )


_BEST = ("clear", "too_close", "unknown", "blocked")


def _whole(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return how a hex is drawn: by its ground, unless another Location sees where that does not."""
    ground = next((row["verdict"] for row in rows if row["from"] == name), _BEST[-1])
    best: str = min((row["verdict"] for row in rows), key=_BEST.index)
    return "upper" if best == _BEST[0] != ground else best


def _written(name: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[Mark]:
    """Write into a hex the hindrance of its ground, and what its other Locations see."""
    lines = [""]
    signs_drawn: list[Sign] = []
    for row in rows:
        place = _FLOOR.sub("h", within(row["from"]))
        if row["verdict"] == "blocked":
            continue
        sure = row["verdict"] == "clear"
        word = place + (f"+{row['hindrance']}" if row["hindrance"] else "") + "?" * (not sure)
        if not word or (not place and not sure):
            continue  # all of the hex says so
        signs_drawn.append((signs.ABOVE if place else signs.HINDERED) if sure else signs.ASKS)
        if len(lines[-1]) + len(word) > _LONGEST:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    for number, sign in enumerate(dict.fromkeys(signs_drawn)):
        yield Mark(sign, (Spot(name),), note="" if number else "\n".join(lines).strip())


WHOLE = 450
"""Of a map of more hexes only the part is drawn in which the answer lies: one board is whole."""

_ROUND = 3
"""How many hexes of the map are drawn round that part."""

_DRAWN: Mapping[str, Callable[[Answer, Board], Marks]] = {
    "los": line_marks,
    "see": seen_marks,
    "path": movement.path_marks,
    "reach": movement.reach_marks,
    "exposure": movement.exposure_marks,
    "cut": movement.cut_marks,
    "adjacent": movement.adjacent_marks,
    "entry": movement.entry_marks,
    "legal": action_marks,
    "effect": attack_marks,
    "ask": asked_marks,
    "map areas": area_marks,
    "scenario show": scenario_marks,
}


@checked
def draw_answer(
    answer: Answer,
    position: BoardState | None = None,
    around: int | None = None,
    **look: Unpack[PictureOptions],
) -> str:
    """Draw an answer on its map as the text of an SVG document; equal answers give equal text.

    ``position`` is what was asked about, where the answer does not carry it. Only the part of the map
    is drawn within ``around`` hexes of what is marked, if that is given, or where the map is large.
    ``look`` are options of pictures. Raises BadInput for an answer that shows nothing on one map.
    """
    position = position or answer.position
    if position is None or answer.command not in _DRAWN:
        known = ", ".join(sorted(_DRAWN))
        raise BadInput(
            f"{answer.command}: its answer is no picture of a board; draw one of {known}"
        )
    board = position.board_of_lines
    marks = _DRAWN[answer.command](answer, board)
    every = (*piece_marks(position, board), *marks.signs)
    marks = replace(marks, signs=every, caption=visible(marks.caption, kept="\n"))
    part = _part(board, marks, around)
    if part is not None:
        marks = replace(marks, caption=f"{marks.caption}\na part of the map, round the answer")
    return draw_board(board, marks, part, Look(**look))


@checked
def draw_position(position: BoardState, **look: Unpack[PictureOptions]) -> str:
    """Draw a Position: its board with all that lies on it and is given, as an SVG document."""
    board = position.board_of_lines
    return draw_board(board, Marks(signs=piece_marks(position, board)), None, Look(**look))


def _part(board: Board, marks: Marks, around: int | None) -> list[str] | None:
    """List the hexes to draw, if these are not all."""
    shown = sorted(marks.hexes)
    if not shown or (around is None and len(board.hexes) <= WHOLE):
        return None
    wide = _ROUND if around is None else around
    places = [board.by_name[name].place for name in shown]
    columns, rows = zip(*places, strict=True)
    across = range(min(columns) - wide, max(columns) + wide + 1)
    down = range(min(rows) - 2 * wide, max(rows) + 2 * wide + 1)
    return [each.name for each in board.hexes if each.place[0] in across and each.place[1] in down]
