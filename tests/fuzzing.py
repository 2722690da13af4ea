"""Damaged inputs for every reader of what comes from strangers, made from a seed.

Each takes a source of chance, damages something that it would take whole, and hands it to the
reader. What is allowed to come of it is a value, or one sentence of BadInput.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import board_text
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.formats.vassal.read_save import read_save
from hexcourt.facts.maps.compose_map import read_map
from hexcourt.solver.placement.hex_facts import read_unit
from hexcourt.solver.position.locations import read_unit_position
from hexcourt.solver.position.read_actions import is_piece, read_fact, read_given, read_target
from hexcourt.solver.proof.verification import verify
from hexcourt.solver.query.certifying import certify_answer
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.statement import read_statement
from hexcourt.solver.rulebase.interval_analysis import check_derived
from hexcourt.solver.rulebase.untrusted_program import PermittedSyntax, checked_statements
from hexcourt.solver.sandbox.limited_run import Limits
from hexcourt.solver.studies.study import read_study
from tests.facts.formats.test_archive_fuzz import (
    METADATA,
    PACKED,
    WHOLE,
    board_zip,
    payload,
    zipped,
)
from tests.facts.formats.test_saves_hostile import damaged as damaged_save
from tests.tampering import read_files, write_sealed
from tests.tiny import tiny

EntryPoint = Callable[[Random, Path], object]

SOUP = (
    *("", " ", "\n", "\t", "\x00", "\x1b[2J", "\u202e", "\ud800", "\U000f0000", "½", "−", "\ufeff"),
    *("0", "-1", "2147483647", "2147483648", "-2147483648", "9" * 30, "1e400", "0x1", "1_0", "١"),
    *('"', "'", "(", ")", "((", "[", "]", "{", "}", ",", ".", "..", ":", ";", "->", ":-", "|", "="),
    *(
        "#include",
        "#script",
        "@f",
        "&t",
        "%*",
        "*%",
        "%",
        "\\",
        "/",
        "/0",
        "**",
        "not",
        "X",
        "_",
        "~",
    ),
    *(
        "A1",
        '"A1"',
        '"ZZ99"',
        "hex",
        "sees",
        "level",
        "wall",
        "which",
        "all",
        "count",
        "null",
        "nan",
    ),
)
BOARD = tiny("A1 @2, A2 woods, A3, B1, B2 building(stone,1), C1, C2, A2-A3 wall")
BOARD_TEXT = board_text(BOARD)
QUESTIONS = (
    'never : sees("A1", "A3")',
    "which H, L : hex(H), level(H, L), L > 0.5",
    'all H : hex(H), sees(H, "A1") -> level(H) >= 0',
    "max N : N = #sum { L,H : hex(H), level(H, L) }, N / 2 > 1",
    'min C : path("A1", "C2", C), C != 3',
)
FAMILY = "{ rubble(H,stone) : building(H,stone), level(H) >= 0 } <= 2"
SAID = (
    'mines("A2", ap, 12, hidden)',
    'stack("A1", 6)',
    'minefield("A1", ap, 12, revealed)',
    'smoke("A2", 2)',
    'rubble("B2",stone)',
    'roadblock("A1","A2")',
)
HOUSE = '%! SSR 1 high: so\nrefused(stack(L,N),"SSR 1") :- asked(stack(L,N)), N*2 > 5.\n'
MAP = 'boards = [["01", "bd01"], ["02", "bd01", "rotated"]]\n'
STUDY = (
    'boards = ["pegasus"]\nunits = ["truck"]\nquestions = [\'exists : path("I9","J14")\']\n'
    "turns = 9\nvary = ['{ roadblock(A,B) : road(A,B) } <= 1']\n"
)


def text_of(some: Random, whole: str) -> str:
    """Damage a text in some places."""
    for _ in range(some.choice((1, 1, 2, 3, 8))):
        at, length = some.randrange(len(whole) + 1), some.choice((0, 0, 1, 2, 5, 40))
        new = some.choice((some.choice(SOUP), some.choice(SOUP) * 3, whole[at : at + 30] * 2))
        whole = whole[:at] + new + whole[at + length :]
    return whole


def bytes_of(some: Random, whole: bytes) -> bytes:
    """Damage bytes in some places."""
    content = bytearray(whole)
    for _ in range(some.choice((1, 1, 2, 5, 20))):
        at = some.randrange(max(1, len(content)))
        how = some.randrange(4)
        if how == 0:
            content[at : at + 1] = bytes([some.randrange(256)])
        elif how == 1:
            content[at : at + some.choice((1, 4, 50))] = b""
        elif how == 2:
            content[at:at] = content[at : at + 20]
        else:
            content[at : at + 4] = some.choice(
                (b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff")
            )
    return bytes(content)


def placed(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(
        content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    )
    return path


@cache
def session() -> QuerySession:
    return QuerySession(BOARD)


@cache
def certificate() -> dict[str, str]:
    with TemporaryDirectory() as folder:
        found = session().ask(QUESTIONS[0])
        certify_answer(session(), found, (), Path(folder) / "c", Limits())
        return read_files(Path(folder) / "c")


def facts(some: Random, folder: Path) -> object:
    return parse_board(text_of(some, BOARD_TEXT), "b.lp")


def archive(some: Random, folder: Path) -> object:
    how = some.randrange(4)
    content = (
        bytes_of(some, WHOLE),
        zipped({"LOSData": bytes_of(some, PACKED), "BoardMetadata.xml": METADATA.encode()}),
        board_zip(bytes_of(some, payload())),
        board_zip(metadata=text_of(some, METADATA).encode("utf-8", "replace").decode()),
    )[how]
    return import_board(placed(folder, "bd01", content))


def configuration(some: Random, folder: Path) -> object:
    placed(folder, "bd01", WHOLE)
    return read_map(placed(folder, "map.toml", text_of(some, MAP)))


def save(some: Random, folder: Path) -> object:
    return read_save(placed(folder, "setup.vsav", damaged_save(some)))


def study(some: Random, folder: Path) -> object:
    return read_study(placed(folder, "study.toml", text_of(some, STUDY)))


def question(some: Random, folder: Path) -> object:
    return session().read(text_of(some, some.choice(QUESTIONS)))


def family(some: Random, folder: Path) -> object:
    return session().survey(QUESTIONS[0], [text_of(some, FAMILY)])


def said(some: Random, folder: Path) -> object:
    text = text_of(some, some.choice(SAID))
    if some.random() < 0.3:
        return read_target(BOARD, text)
    return read_given(BOARD, [text]) if is_piece(text) else read_fact(BOARD, "action", text)


def place(some: Random, folder: Path) -> object:
    unit = read_unit(text_of(some, "half-squad") if some.random() < 0.2 else "squad", None)
    if some.random() < 0.2:
        return read_unit("squad", text_of(some, "4.5"))
    text = text_of(some, some.choice(("A1", "B2h1", "A1-B1-A2", "C2/cellar", "A2/rooftop")))
    return read_unit_position(BOARD, unit, text)


def house_rules(some: Random, folder: Path) -> object:
    rules = checked_statements(text_of(some, HOUSE), "h.lp", allowed=PermittedSyntax(choices=False))
    check_derived([("h.lp, line 1", each) for each in rules], 40_000)
    return rules


def statement(some: Random, folder: Path) -> object:
    files, told = certificate(), json.loads(certificate()["question.json"])
    if some.random() < 0.5:
        value: object = some.choice([None, 7, -1, 10**30, 1.5, True, [], {}, [["x"]], "\ud800"])
        told[some.choice(sorted(told))] = value if some.random() < 0.6 else some.choice(SOUP)
        return read_statement(json.dumps(told), files["board.lp"])
    if some.random() < 0.5:
        return read_statement(files["question.json"], text_of(some, files["board.lp"]))
    return read_statement(text_of(some, files["question.json"]), files["board.lp"])


def proof(some: Random, folder: Path) -> object:
    files = dict(certificate())
    name = some.choice(sorted(files))
    files[name] = text_of(some, files[name]).encode("utf-8", "replace").decode()
    made = folder / "made"
    if name == "manifest.json" or some.random() < 0.3:
        for each, text in files.items():
            (made / each).parent.mkdir(exist_ok=True)
            (made / each).write_text(text, "utf-8")
    else:
        write_sealed(made, files)
    return verify(made)


ENTRY_POINTS: Sequence[EntryPoint] = (
    *(facts, archive, configuration, save, study, question, family, said, place),
    *(house_rules, statement, proof),
)
SHARES = (14, 14, 3, 10, 6, 20, 4, 14, 10, 3, 1, 1)
"""How often each entry point is tried: those whose reading takes long less often."""


def tried(seed: str, place: Path) -> str:
    """Try one entry point with one damaged input; say what is wrong, if anything."""
    some = Random(seed)
    (entry_point,) = some.choices(ENTRY_POINTS, SHARES)
    with TemporaryDirectory(dir=place) as folder:
        try:
            entry_point(some, Path(folder))
        except BadInput as error:
            told = str(error)
            return f"{seed} {entry_point.__name__}: {told[:200]!r}" if "\n" in told else ""
        except Exception as error:  # anything else is a find
            return f"{seed} {entry_point.__name__}: {type(error).__name__}: {error}"[:400]
    return ""
