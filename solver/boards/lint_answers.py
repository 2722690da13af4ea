"""Answers about what is wrong or odd about board data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.base.files import whole_file
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.facts.formats.vasl_archive import read_archive
from hexcourt.facts.linting.codes import (
    CODES,
    Code,
    Confidence,
    LintFinding,
    code_named,
    codes_wanted,
)
from hexcourt.facts.linting.lint import lint_archive, lint_map
from hexcourt.facts.maps.compose_map import read_map
from hexcourt.facts.maps.configuration import SUFFIX
from hexcourt.facts.maps.differences import read_turned, turned
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import attributes, counted
from hexcourt.solver.boards.line_differences import RECIPROCITY, TURNING, disagreements
from hexcourt.solver.position.opening import sentence_finder

Row = dict[str, Any]

MAX_HEXES_LISTED = 8
"""How many hexes of a finding a line of text tells."""

MAX_PAIRS_LISTED = 20
"""How many pairs of a board are told one by one."""


def lint_boards(
    names: Sequence[str],
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    pairs: bool = False,
    tell: Callable[[str], None] = lambda _: None,
    workers: int | None = None,
    picture: bool = False,
    crops: Path | None = None,
) -> Answer:
    """Look at archives, and at maps of archives; one that cannot be read is given among the
    rows. Pairs are judged on all cores where ``workers`` does not tell how many.

    With ``picture`` LOSData are compared with archives' pictures, and the file ``crops`` shows where.
    """
    wanted = codes_wanted(select, ignore)
    rows: list[Row] = []
    looks: list[Any] = []
    for name in names:
        tell(name)
        try:
            found = _findings(name, wanted, pairs, workers)
            if picture:
                from hexcourt.facts.linting.pictures import compare_picture  # needs scipy

                looks.append(compare_picture(Path(name), read_archive(Path(name)), wanted))
                found += looks[-1].findings
            rows += [_row(name, each) for each in found]
        except BadInput as error:
            rows.append({"board": shown(name), "refused": str(error)})
    if crops is not None:
        from hexcourt.facts.linting.pictures import crop_sheet

        with whole_file(crops) as temporary:
            temporary.write_bytes(crop_sheet(looks))
    counts = Counter(row["code"] for row in rows if "code" in row)
    return Answer(
        "board lint",
        None,
        "no" if counts else "yes",
        {"boards": [shown(each) for each in names], "codes": sorted(wanted), "pairs": pairs},
        rows,
        dict(sorted(counts.items())),
        lines=tuple(_lines(rows, len(names))),
        why=tuple(_lines(rows, len(names), with_mends=True)),
    )


def is_unread(answer: Answer) -> bool:
    """Return whether some board of an answer could not be read."""
    return any("refused" in row for row in answer.rows)


def _findings(
    name: str, wanted: Collection[str], pairs: bool, workers: int | None
) -> list[LintFinding]:
    path = Path(name)
    if path.suffix.lower() == SUFFIX:
        board = read_map(path, sentence_finder)
        found = lint_map(board, wanted)
        upside = turned(board)
    else:
        archive = read_archive(path)
        drawing, found = lint_archive(archive, wanted)
        board, upside = drawing.board, None
        if pairs and TURNING in wanted:
            board = import_board(path)
            upside = read_turned(archive, board)
    if pairs and {RECIPROCITY, TURNING}.intersection(wanted):
        found += _of_pairs(board, upside, wanted, workers)
    return found


def _of_pairs(
    board: Board, upside: Board | None, wanted: Collection[str], workers: int | None
) -> list[LintFinding]:
    how = {RECIPROCITY: "from the other end", TURNING: "with the board turned"}
    found: list[LintFinding] = []
    known: Counter[str] = Counter()
    for each in disagreements(board, upside, wanted, workers):
        known[each.code] += 1
        if known[each.code] <= MAX_PAIRS_LISTED:
            first, second = each.hexes
            text = f"{first} to {second} is {each.sentence}, and {how[each.code]} {each.other}"
            found.append(LintFinding(each.code, each.hexes, text, Confidence.CERTAIN))
    for code, count in sorted(known.items()):
        if count > MAX_PAIRS_LISTED:
            text = f"{count - MAX_PAIRS_LISTED} further pairs of hexes are decided in two ways"
            found.append(LintFinding(code, (), text, Confidence.CERTAIN))
    return found


def _row(name: str, finding: LintFinding) -> Row:
    code = CODES[finding.code]
    return {
        "board": shown(name),
        "code": finding.code,
        "title": code.title,
        "hexes": list(finding.hexes),
        "finding": finding.sentence,
        "certainty": str(finding.confidence),
        "evidence": attributes(finding, "pixels", "at", "metadata"),
        "mend": code.mend,
        "rests_on": code.rule,
    }


def _lines(rows: Sequence[Row], boards: int, with_mends: bool = False) -> Iterator[str]:
    for row in rows:
        if "refused" in row:
            yield f"{row['board']}: not read"
            continue
        where = " ".join(filter(None, (row["board"], _some(row["hexes"]))))
        yield f"{where}: {row['code']} {row['certainty']}: {row['finding']}{_evidence(row)}"
        if with_mends:
            rule = f" ({row['rests_on']})" if row["rests_on"] else ""
            yield f"  {row['title']}{rule}: {row['mend']}"
    found = [row for row in rows if "code" in row]
    sure = Counter(row["certainty"] for row in found)
    text = ", ".join(f"{sure[str(each)]} {each}" for each in Confidence if sure[str(each)])
    some = counted(len({row["board"] for row in found}), "board")
    unread = sum("refused" in row for row in rows)
    yield (
        (
            f"{counted(len(found), 'finding')} on {some} of {boards}: {text}"
            if found
            else f"no findings on {counted(boards - unread, 'board')}"
        )
        + (f"; {unread} not read" if unread else "")
    )


def _some(hexes: Sequence[str]) -> str:
    more = f" and {len(hexes) - MAX_HEXES_LISTED} more" if len(hexes) > MAX_HEXES_LISTED else ""
    return ", ".join(hexes[:MAX_HEXES_LISTED]) + more


def _evidence(row: Row) -> str:
    entry = row["evidence"]
    parts = []
    if entry["pixels"]:
        parts.append(counted(entry["pixels"], "pixel"))
    if entry["at"] is not None:
        parts.append(f"at {entry['at'][0]},{entry['at'][1]}")
    if entry["metadata"] is not None:
        parts.append(f"the metadata say {entry['metadata']}")
    return f" ({'; '.join(parts)})" if parts else ""


def explain_code(text: str) -> Answer:
    """Return what a code means, what it rests on, and what a map maker would do."""
    code = code_named(text)
    return Answer(
        "board lint",
        None,
        "done",
        {"codes": [code.code]},
        [{**attributes(code, "code", "title", "meaning", "mend"), "rests_on": code.rule}],
        lines=tuple(_explained(code)),
    )


def _explained(code: Code) -> Iterator[str]:
    yield f"{code.code}: {code.title}"
    yield code.meaning
    yield f"What to do: {code.mend}"
    if code.rule is not None:
        yield f"It rests on {code.rule}."
