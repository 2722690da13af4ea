"""What each command does: open the board, ask the court, show the answer."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

from hexcourt.cli.answers import ASSUMED, OF_VERDICT, Answer
from hexcourt.cli.boards import open_board
from hexcourt.cli.questions import read_location
from hexcourt.cli.words import in_columns, level_words, reason_rows, reason_words, terrain_words
from hexcourt.cli.writing import write_whole
from hexcourt.facts.board import Board, Hex, Location, hexside_key
from hexcourt.facts.embedded import embedded_board, embedded_names
from hexcourt.facts.errors import BadInput
from hexcourt.facts.line_facts import SightLine
from hexcourt.facts.outline_drawing import hexes_of
from hexcourt.facts.sighting import every_pair
from hexcourt.facts.writing import board_text
from hexcourt.solver.bulk import VERDICTS
from hexcourt.solver.court import Hearing, SightCourt, Table


def list_boards(console: Console, as_json: bool) -> int:
    """List the embedded boards."""
    boards = [embedded_board(name) for name in embedded_names()]
    rows = [
        {
            "name": board.name,
            "hexes": len(board.hexes),
            "locations": len(board.locations),
            "source": board.source,
        }
        for board in boards
    ]
    if as_json:
        _say(console, Answer("boards", None, "done", {}, rows, assumed=()).as_json())
        return 0
    for row in rows:
        _say(console, f"{row['name']}: {row['hexes']} hexes, {row['locations']} Locations")
        _say(console, f"    {row['source']}")
    return 0


def board_facts(board_name: str) -> str:
    """Write a board as facts."""
    return board_text(open_board(board_name))


def show_board(
    console: Console, board_name: str, hex_name: str | None, svg: Path | None, as_json: bool
) -> int:
    """Show a board, or one of its hexes."""
    board = open_board(board_name)
    chosen = board.hexes if hex_name is None else (read_hex(board, hex_name),)
    if svg is not None:
        _keep_board(board_name, svg)
        _draw(svg, board, highlighted=() if hex_name is None else (chosen[0].name,))
    rows = [_hex_row(board, record) for record in chosen]
    answer = Answer("board show", board, "done", {"hex": hex_name}, rows, assumed=())
    if as_json:
        _say(console, answer.as_json())
    elif hex_name is None:
        _show_whole_board(console, board)
    else:
        _show_hex(console, board, rows[0])
    return answer.exit_status


def read_hex(board: Board, text: str) -> Hex:
    """Find a hex by what a user writes: its coordinate."""
    place, _ = read_location(board, text)
    return board.hex(place.hex)


def judge_line(
    console: Console,
    board_name: str,
    ends: tuple[str, str],
    statuses: tuple[str | None, str | None],
    why: bool,
    margin: float,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Judge one line of sight."""
    board = open_board(board_name)
    court = SightCourt(board)
    (first, first_given), (second, second_given) = (read_location(board, text) for text in ends)
    if first == second:
        raise BadInput(f"{ends[0]} and {ends[1]} are one Location; name two")
    given = {
        place.name: status
        for place, status in (
            (first, statuses[0] or first_given),
            (second, statuses[1] or second_given),
        )
        if status
    }
    heard = court.hear(first, second, given, margin, explain=True)
    reasons = reason_rows(heard.line, heard.ruling)
    table = court.table((first, second), np.array([[0, 1]]), given)
    rule = table.rules[table.verdicts.rule[0]] or None
    row = _line_row(board, heard, rule, reasons)
    answer = Answer(
        "los",
        board,
        OF_VERDICT[heard.verdict],
        {"from": first.name, "to": second.name, "statuses": given, "margin": margin},
        [row],
        Counter({heard.verdict: 1}),
        _assumed(given),
    )
    if svg is not None:
        _keep_board(board_name, svg)
        blocked_at = tuple(r["hex"] for r in reasons if r["effect"] == "blocked" and "hex" in r)
        _draw(
            svg,
            board,
            line=(first.hex, second.hex),
            verdict=heard.verdict,
            blocked_at=tuple(dict.fromkeys(blocked_at)),
            caption=_headline(row, heard.line),
        )
    if as_json:
        _say(console, answer.as_json())
    else:
        _show_line(console, row, heard, why, court.scene.grain)
    return answer.exit_status


def who_sees(
    console: Console,
    board_name: str,
    target_name: str,
    status: str | None,
    margin: float,
    svg: Path | None,
    as_json: bool,
) -> int:
    """List which Locations see one."""
    board = open_board(board_name)
    target, given = read_location(board, target_name)
    known = status or given
    statuses = {} if known is None else {target.name: known}
    places = [target, *(place for place in _in_order(board) if place != target)]
    pairs = np.stack([np.arange(1, len(places)), np.zeros(len(places) - 1, int)], axis=1)
    table = SightCourt(board).table(places, pairs, statuses, margin)
    rows = [_table_row(board, table, pair) for pair in range(len(table))]
    counts = Counter(row["verdict"] for row in rows)
    answer = Answer(
        "see",
        board,
        "done",
        {"target": target.name, "statuses": statuses, "margin": margin},
        rows,
        counts,
        _assumed(statuses),
    )
    if svg is not None:
        _keep_board(board_name, svg)
        ground = {r["from"]: r["verdict"] for r in rows if r["from"] in board.by_name}
        title = f"Who sees {target.name}" + (f" {statuses[target.name]}" if statuses else "")
        _draw(svg, board, target=target.hex, seen=ground, caption=title)
    if as_json:
        _say(console, answer.as_json())
    else:
        _show_seers(console, board, target, statuses.get(target.name), rows)
    return answer.exit_status


def write_matrix(
    console: Console, board_name: str, out: Path, locations: str, margin: float
) -> int:
    """Judge every unordered pair of Locations once, into a CSV file."""
    _keep_board(board_name, out)
    board = open_board(board_name)
    places = board.ground_locations if locations == "ground" else tuple(_in_order(board))
    pairs = every_pair(len(places))
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(f"{board.name}: lines of sight", total=len(pairs))
        table = SightCourt(board).table(
            places, pairs, margin=margin, progress=lambda done: progress.advance(task, done)
        )
    write_whole(out, matrix_text(board, table))
    counts = np.bincount(table.verdicts.verdict, minlength=len(VERDICTS)).tolist()
    said = ", ".join(f"{n} {name}" for n, name in zip(counts, VERDICTS, strict=True) if n)
    _say(console, f"{out}: {len(pairs)} pairs of Locations on {board.name}: {said}")
    return 0


COLUMNS = ("from", "to", "range", "verdict", "hindrance", "rule", "margin")


def matrix_text(board: Board, table: Table) -> str:
    """Write a table of verdicts as CSV, one row a pair."""
    names = [place.table_name for place in table.places]
    found = table.verdicts
    first, second = table.pairs[:, 0], table.pairs[:, 1]
    columns = (
        map(names.__getitem__, first.tolist()),
        map(names.__getitem__, second.tolist()),
        map(str, _ranges(board, table).tolist()),
        map(VERDICTS.__getitem__, found.verdict.tolist()),
        np.where(found.verdict == 0, found.hindrance.astype("U4"), "").tolist(),
        map(table.rules.__getitem__, found.rule.tolist()),
        map(_plain_number, table.margin.tolist()),
    )
    return "\n".join([",".join(COLUMNS), *map(",".join, zip(*columns, strict=True)), ""])


def _plain_number(value: float) -> str:
    return f"{value:g}"


def _ranges(board: Board, table: Table) -> Any:
    hexes = np.array([board.indices[place.hex] for place in table.places])
    gaps = np.abs(board.places[hexes[table.pairs[:, 0]]] - board.places[hexes[table.pairs[:, 1]]])
    return gaps[:, 0] + np.maximum(0, (gaps[:, 1] - gaps[:, 0]) // 2)


def _in_order(board: Board) -> Iterator[Location]:
    """List all Locations hex by hex, lowest first but the ground before what lies under a bridge."""
    for record in board.hexes:
        yield from sorted(
            board.locations_of(record.name),
            key=lambda place: (place.place != "ground", place.level),
        )


def _table_row(board: Board, table: Table, pair: int) -> dict[str, Any]:
    """Give one pair as a row."""
    first, second = (table.places[number] for number in table.pairs[pair])
    verdict = VERDICTS[table.verdicts.verdict[pair]]
    return {
        "from": first.table_name,
        "to": second.table_name,
        "range": board.range(first.hex, second.hex),
        "verdict": verdict,
        "hindrance": int(table.verdicts.hindrance[pair]) if verdict == "clear" else None,
        "rule": table.rules[table.verdicts.rule[pair]] or None,
        "margin": float(table.margin[pair]),
    }


def _line_row(
    board: Board, heard: Hearing, rule: str | None, reasons: Sequence[Any]
) -> dict[str, Any]:
    line, ruling = heard.line, heard.ruling
    return {
        "from": line.a.table_name,
        "to": line.b.table_name,
        "range": board.range(line.a.hex, line.b.hex),
        "verdict": heard.verdict,
        "hindrance": ruling.hindrance if heard.verdict == "clear" else None,
        "rule": rule,
        "margin": heard.margin,
        "reasons": list(reasons),
    }


def _hex_row(board: Board, record: Hex) -> dict[str, Any]:
    sides = {}
    for other in board.neighbours[board.indices[record.name]]:
        if other >= 0:
            name = board.hexes[other].name
            terms = board.hexsides.get(hexside_key(record.name, name))
            if terms:
                sides[name] = sorted(terms)
    return {
        "hex": record.name,
        "level": record.level / 2,
        "terrain": list(record.terrain),
        "inherent": record.inherent,
        "bed": None if record.bed is None else record.bed / 2,
        "stairwell": record.stairwell,
        "locations": [
            {"name": place.name, "place": place.place, "level": place.level / 2}
            for place in board.locations_of(record.name)
        ],
        "hexsides": sides,
        "depictions": list(_depictions(board, record)),
        "features": list(record.features),
        "notes": [
            {"confidence": sure, "text": text}
            for subject, sure, text in board.notes
            if subject == record.name
        ],
    }


def _depictions(board: Board, record: Hex) -> Iterator[dict[str, Any]]:
    """List what is drawn in a hex: outlines with a corner or the centre in it, or pixels by kind."""
    if board.raster is None:
        for drawn in board.outlines:
            if record.name in hexes_of(board, drawn):
                yield {"name": drawn.name, "terrain": drawn.terrain, "confidence": drawn.confidence}
        return
    x, y = board.layout.centre(record.place)
    across, down = float(board.layout.column_step) * 2 / 3, float(board.layout.hex_height) / 2
    window = np.s_[
        max(0, int(x - across)) : int(x + across) + 1, max(0, int(y - down)) : int(y + down) + 1
    ]
    terrain, level = board.raster.terrain[window], board.raster.level[window]
    xs, ys = np.nonzero(terrain >= 0)
    held = (
        board.layout.places_at(xs + window[0].start + 0.5, ys + window[1].start + 0.5)
        == np.array(record.place)
    ).all(axis=1)
    pairs = zip(
        terrain[xs[held], ys[held]].tolist(), level[xs[held], ys[held]].tolist(), strict=True
    )
    for (kind, height), count in sorted(
        Counter(pairs).items(), key=lambda item: (-item[1], item[0])
    ):
        yield {"terrain": board.raster.terms[kind], "level": height / 2, "pixels": count}


def _show_whole_board(console: Console, board: Board) -> None:
    levels = Counter(record.level for record in board.hexes)
    terrain = Counter(term for record in board.hexes for term in record.terrain)
    _say(console, f"{board.name}: {len(board.hexes)} hexes, {len(board.locations)} Locations")
    _say(console, board.source)
    _say(
        console,
        "levels: " + ", ".join(f"{level_words(n)} ({k} hexes)" for n, k in sorted(levels.items())),
    )
    said = ", ".join(f"{terrain_words(term)} {count}" for term, count in sorted(terrain.items()))
    _say(console, f"terrain at the centre dots: {said}")
    sides = Counter(term for terms in board.hexsides.values() for term in terms)
    if sides:
        said = ", ".join(f"{terrain_words(term)} {count}" for term, count in sorted(sides.items()))
        _say(console, f"hexsides: {said}")


def _show_hex(console: Console, board: Board, row: Mapping[str, Any]) -> None:
    terrain = ", ".join(map(terrain_words, row["terrain"]))
    _say(
        console,
        f"{row['hex']} on {board.name}: level {level_words(int(2 * row['level']))}, {terrain}",
    )
    if row["inherent"]:
        _say(console, f"inherent terrain: {terrain_words(row['inherent'])}")
    if row["bed"] is not None:
        _say(console, f"depression, bottom at level {level_words(int(2 * row['bed']))}")
    for place in row["locations"]:
        name = terrain_words(place["place"])
        _say(
            console,
            f"Location {place['name']}: {name}, level {level_words(int(2 * place['level']))}",
        )
    if any(place["place"].startswith("level(") for place in row["locations"]):
        _say(console, "stairwell" if row["stairwell"] else "no stairwell")
    for other, terms in sorted(row["hexsides"].items()):
        _say(console, f"hexside {row['hex']}-{other}: {', '.join(map(terrain_words, terms))}")
    for drawn in row["depictions"]:
        size = f", {drawn['pixels']} pixels" if "pixels" in drawn else ""
        level = f" on level {level_words(int(2 * drawn['level']))}" if "level" in drawn else ""
        sure = f", outline of {drawn['confidence']} confidence" if "confidence" in drawn else ""
        name = f" {drawn['name']}" if "name" in drawn else ""
        _say(console, f"drawn{name}: {terrain_words(drawn['terrain'])}{level}{size}{sure}")
    for feature in row["features"]:
        _say(console, f"printed: {feature}")
    for note in row["notes"]:
        _say(console, f"note ({note['confidence']} confidence): {note['text']}")


def _headline(row: Mapping[str, Any], line: SightLine) -> str:
    said = {
        "clear": "clear",
        "blocked": f"blocked by {row['rule']}",
        "unknown": f"unknown ({row['rule']})",
        "too_close": "too close to call (A6.1)",
    }[row["verdict"]]
    hindrance = f", hindrance +{row['hindrance']}" if row["hindrance"] else ""
    ends = " to ".join(f"{end.name} (level {level_words(end.level)})" for end in (line.a, line.b))
    return f"{ends}, range {row['range']}: {said}{hindrance}"


def _show_line(
    console: Console, row: Mapping[str, Any], heard: Hearing, why: bool, grain: float
) -> None:
    _say(console, _headline(row, heard.line))
    if not why:
        deciding = {"blocked": "blocked", "unknown": "undecided"}.get(row["verdict"], "hindered")
        shown = [each for each in row["reasons"] if each["effect"] == deciding]
        if deciding == "blocked":
            shown = [each for each in shown if each["rule"] == row["rule"]][:1]
    else:
        shown = row["reasons"]
    for each in shown:
        _say(console, "  " + reason_words(each))
    others = sorted(set(heard.ways) - {heard.ruling.verdict})
    if others:
        other = " or ".join(others)
        _say(
            console, f"a close call: moved by {_grain_words(grain)} the thread gives {other} (A6.1)"
        )


def _grain_words(grain: float) -> str:
    return "a pixel" if grain == 1 else f"{grain:g} thousandths of a hex"


def _show_seers(
    console: Console,
    board: Board,
    target: Location,
    status: str | None,
    rows: Sequence[Mapping[str, Any]],
) -> None:
    named = target.name + (f" ({status})" if status else "")
    clear = [row for row in rows if row["verdict"] == "clear"]
    hexes = {board.locations_by_name[row["from"]].hex for row in clear}
    title = f"board {board.name}" if board.name.isdigit() else board.name
    _say(console, f"{len(clear)} Locations in {len(hexes)} hexes of {title} see {named}:")
    shown = [
        board.locations_by_name[row["from"]].name
        + (f"+{row['hindrance']}" if row["hindrance"] else "")
        for row in clear
    ]
    for line in in_columns(shown):
        _say(console, "  " + line)
    others = []
    for verdict in ("blocked", "unknown", "too_close"):
        rules = Counter(row["rule"] or "A6.1" for row in rows if row["verdict"] == verdict)
        for rule, count in sorted(rules.items(), key=lambda item: (-item[1], item[0])):
            others.append(f"  {verdict.replace('_', ' '):9} {count:5}  by {rule}")
    if others:
        _say(console, "\n".join(["The others:", *others]))
    if any(row["hindrance"] for row in clear):
        _say(console, "+N after a Location is the hindrance.")


def _assumed(statuses: Mapping[str, str]) -> tuple[str, ...]:
    return (*ASSUMED, *(f"{name} is {status}" for name, status in sorted(statuses.items())))


def _keep_board(board_name: str, out: Path) -> None:
    """Refuse to write an answer over the board that was asked about."""
    asked = Path(board_name)
    if asked.exists() and out.exists() and asked.samefile(out):
        raise BadInput(f"{out}: is the board itself; choose another file to write")


def _draw(path: Path, board: Board, **marks: Any) -> None:
    from hexcourt.cli.drawing import Marks, draw_board

    write_whole(path, draw_board(board, Marks(**marks)))


def _say(console: Console, text: str) -> None:
    console.print(Text(text), soft_wrap=True, highlight=False)
