"""Write facts, verdicts and what certificates prove in words for a player, and as rows of answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexcourt.facts.base.errors import shown
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.piece_table import PIECE_KINDS
from hexcourt.facts.boards.records import PILLBOX, Counter
from hexcourt.facts.pieces.pieces import Piece, counter_of_fact
from hexcourt.solver.answer.answer import Answer, Source
from hexcourt.solver.rulebase.statement import Citation

if TYPE_CHECKING:
    from hexcourt.solver.proof.certificate import Certificate
    from hexcourt.solver.proof.proof_checking import ProofCheck

_WORDS = {
    "emrr": "embankment railway",
    "rr_bridge": "railway bridge",
    "afv": "AFV",
    "ffe": "FFE",
}
_LEVELS = {0: "single-storey", 1: "1-level", 2: "2-level", 3: "3-level", 4: "4-level"}


def level_words(half_levels: int) -> str:
    """Write a level in half levels as a player does: 5 as 2½."""
    whole, half = divmod(abs(half_levels), 2)
    text = (str(whole) if whole or not half else "") + ("½" if half else "")
    return f"−{text}" if half_levels < 0 else text


_WHERE_IT_LIES = {
    "on_railway": "on the railway",
    "on_bridge": "on the bridge",
    "sunken": "in the depression",
    "raised": "on an upper Level",
}


_SMOKES = {
    "white": "white SMOKE",
    "dispersed": "dispersed SMOKE",
    "grenades": "SMOKE of grenades",
    "drifting": "drifting SMOKE",
    "upstairs": "SMOKE on an upper Level",
    "wp": "WP",
}


def terrain_words(term: str) -> str:
    """Write a term for terrain as a player does: ``building(stone,2)`` as 2-level stone building."""
    wrapped = re.fullmatch(r"(on_railway|on_bridge|sunken|raised)\((.+)\)", term)
    if wrapped is not None:
        where = _WHERE_IT_LIES[wrapped[1]]
        return f"{terrain_words(wrapped[2])} {where}"
    if (grown := re.fullmatch(r"amid\((.+),(.+)\)", term)) is not None:
        return f"{terrain_words(grown[2])} in the {terrain_words(grown[1])}"
    if (screen := re.fullmatch(r"screening\((.+)\)", term)) is not None:
        return terrain_words(screen[1])
    if (ended := re.fullmatch(r"end_of\((.+)\)", term)) is not None:
        return f"end of a {terrain_words(ended[1])}"
    match = re.fullmatch(r"(\w+)\((?:(\w+),)?(\w+)\)", term)
    if match is None:
        return _WORDS.get(term, term.replace("_", " "))
    head, material, last = match.groups()
    if head == "level":
        return f"building level {last}"
    if head == "smoke":
        return _SMOKES.get(last, f"+{last} SMOKE")
    head = head.replace("_", " ")
    if last.isdigit():
        levels = _LEVELS.get(int(last), f"{last}-level")
        return " ".join(filter(None, (levels, material, head)))
    return f"{last} {head}"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Count things: ``1 hex``, ``2 hexes``."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def range_words(least: int, most: int, joint: str = "or") -> str:
    """Write a number of halves that lies between two limits: ``1½``, ``2 or 3``, ``2 to 4``."""
    numbers = dict.fromkeys((level_words(least), level_words(most)))
    return f" {joint} ".join(numbers)


_CHARGES = {
    "vca": "change of VCA",
    "vca_in_obstacle": "change of VCA in an obstacle",
    "vbm": "VBM",
    "bypass": "Bypass",
    "further_hexsides": "Bypass along more than two hexsides",
    "crest": "Crest status",
    "up_to_crest": "up to Crest status",
    "down_from_crest": "down from Crest status",
    "vehicle_there": "a vehicle or wreck there",
    "roof": "to or from the roof",
    "smoke": "SMOKE",
}


def charge_words(what: str) -> str:
    """Describe what a part of a cost is for: ``terrain(woods)`` as woods."""
    wrapped = re.fullmatch(r"(terrain|hexside)\((.+)\)", what)
    if wrapped is None:
        return _CHARGES.get(what, terrain_words(what))
    return f"{'crossing ' * (wrapped[1] == 'hexside')}{terrain_words(wrapped[2])}"


def piece_words(piece: Piece) -> str:
    """Describe what a piece is and where it lies."""
    if piece.predicate == "counter":
        return counter_words(counter_of_fact(piece.fact))
    place = re.search(r",([a-z]\w*(?:\(\d\))?)\)$", piece.fact)
    text = PIECE_KINDS[piece.predicate].words.format(*piece.hexes)
    return text if place is None or place[1] == "ground" else f"{text}/{place[1]}"


def attributes(value: object, *names: str) -> dict[str, Any]:
    """Return some attributes of a value by name, as JSON has them: tuples are lists."""
    found = ((name, getattr(value, name)) for name in names)
    return {name: list(each) if isinstance(each, tuple) else each for name, each in found}


def cited_row(citation: Citation, **more: Any) -> dict[str, Any]:
    """Return a rule as a row, with more about it."""
    return {
        **more,
        "rule": citation.number,
        "confidence": citation.confidence,
        "sentence": citation.sentence,
    }


def reason_words(row: Mapping[str, Any]) -> tuple[str, str]:
    """Write one reason in a line, and by which rule in another."""
    where = f"at hexside {row['hexside']}" if "hexside" in row else f"at {row.get('hex')}"
    where = where if "hex" in row else "on the whole line"
    what = ""
    if "terrain" in row:
        ground, top = (level_words(int(2 * row[name])) for name in ("ground", "top"))
        rising = f", up to {top}" if top != ground else ""
        what = f": {terrain_words(row['terrain'])} on level {ground}{rising}"
    fields = {"shelters": "TEM", "may shelter": "perhaps TEM", "advantage": "Height Advantage"}
    effect = fields.get(row["effect"], row["effect"])
    effect += "".join(f" +{row[n]}" for n in ("hindrance", "tem") if n in row)
    effect += f" for {row['of']}" if "of" in row else ""
    sure = "" if row["confidence"] == "high" else f", {row['confidence']} confidence"
    return f"{effect} {where}{what}", f"    {row['rule']}{sure}: {row['sentence']}"


def counter_words(counter: Counter) -> str:
    """Describe what a counter is and where it lies."""
    place = "" if counter.place == "ground" else f"/{counter.place}"
    place = re.sub(r"/level\((\d)\)", r"h\1", place)
    return f"{terrain_words(counter.terrain)} in {counter.hex}{place}"


def pieces_in_words(board: Board, pieces: Iterable[Piece] = ()) -> list[str]:
    """Describe what lies on a board, each thing once: what lines of sight meet, and pieces."""
    blocks = (PIECE_KINDS["roadblock"].words.format(*hexes) for hexes in board.roadblocks)
    breaches = (PIECE_KINDS["breach"].words.format(*hexes) for hexes in board.breaches)
    named = (each.text for each in board.locations if each.arc is not None)
    boxes = (PIECE_KINDS[PILLBOX].words.format(*re.split("Pica|/", each)) for each in named)
    items = [*map(counter_words, board.counters), *blocks, *breaches, *boxes]
    items += map(piece_words, pieces)
    return list(dict.fromkeys(items))


def in_columns(names: Sequence[str], width: int = 88) -> Iterator[str]:
    """Write names in lines of at most so many characters."""
    line = ""
    for name in names:
        if line and len(line) + len(name) + 1 > width:
            yield line
            line = ""
        line = f"{line} {name}" if line else name
    if line:
        yield line


_NEXT_TO = {
    "hexside": "next to it",
    "stairwell": "by the stairwell",
    "building_hexside": "over the building hexside",
    "roof_access": "by the way onto the roof",
    "rooftop": "over the roof",
    "trench": "by the trench",
    "entrenchment": "by the entrenchment",
    "manhole": "by the manhole",
    "tunnel": "by the tunnel",
}


def beside_words(why: str) -> str:
    """Describe why a Location is ADJACENT to another, or connected with it."""
    return _NEXT_TO.get(why, why.replace("_", " "))


MAX_CHARACTERS = 400
"""How many characters of what a check says are told."""


def certificate_row(made: Certificate, folder: Path) -> dict[str, Any]:
    """Return how large a certificate is."""
    return {
        "certificate": str(folder),
        "verdict": made.verdict,
        "ground_rules": made.rules,
        "clauses": made.clauses,
        "proof_lines": made.proof_lines,
    }


def certificate_size(made: Certificate) -> str:
    """Write how large a certificate is."""
    proof = f", proof of {counted(made.proof_lines, 'line')}" if made.proof_lines else ""
    return f"{made.rules} ground rules, {made.clauses} clauses{proof}"


def check_row(check: ProofCheck) -> dict[str, Any]:
    """Return what a check found."""
    return {"check": check.name, "ok": check.ok, "sentence": check.sentence}


def what_failed(checks: Sequence[ProofCheck]) -> str:
    """Describe which check a certificate fails first."""
    wrong = next(check for check in checks if not check.ok)
    return f"no: the certificate does not hold: {shown(wrong.sentence, MAX_CHARACTERS)}"


def check_lines(checks: Sequence[ProofCheck]) -> Iterator[str]:
    """Write of each check."""
    for check in checks:
        text = shown(check.sentence, MAX_CHARACTERS)
        yield f"  {'ok' if check.ok else 'FAILED'}  {check.name}: {text}"


def text_answer(
    command: str,
    written: str,
    board: Source | None = None,
    counts: Mapping[str, int] | None = None,
    **arguments: Any,
) -> Answer:
    """Answer with a text, or with the file that it was written to."""
    row = {"written": written}
    return Answer(command, board, "done", arguments, (row,), counts or {}, lines=(written,))
