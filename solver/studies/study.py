"""A study as a TOML file describes it: which questions are put to which boards, units and worlds.

The file is checked whole before anything is asked; what is wrong in it is said in one sentence.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.files import read_toml
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.formats.kinds import STUDY, expecting
from hexcourt.facts.maps.configuration import read_areas
from hexcourt.solver.placement.hex_facts import known_units
from hexcourt.solver.position.board_state import BoardState, families_of
from hexcourt.solver.position.opening import shown_name, with_areas
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.rulebase.ground import ActiveRules, under_house_rules
from hexcourt.solver.rulebase.read_house_rules import read_house_rules
from hexcourt.solver.rulebase.rulebase import HouseRules
from hexcourt.solver.scenario.opening import open_board, scenario_named

CHUNK = 500
"""How many worlds a chunk has, where the file does not say."""

MAX_IN_CHUNK = 1_000_000
MAX_TURNS, MAX_MF = 99, 999
FORMAT = 2
"""The version of what is written of a study: results of another one are not mixed with it."""

_OPTION = pattern(r"--(?=(from|given|mf|place|suppose|turns|unit|vary|without)\b)")

_LISTED = {"questions": "question", "boards": "board", "units": "unit"}
_KEYS = (
    *(key for pair in _LISTED.items() for key in pair[::-1]),
    *(
        "from",
        "turns",
        "mf",
        "place",
        "suppose",
        "given",
        "without",
        "vary",
        "chunk",
        "amend",
        "areas",
    ),
)


@dataclass(frozen=True, slots=True)
class StudyBoard:
    """A board of a study: as the file names it, and as it is opened from where the file lies."""

    name: str
    source: str


@dataclass(frozen=True, slots=True)
class StudyCase:
    """One board, unit and question of a study; all of its worlds belong to it."""

    board: StudyBoard
    unit: str
    question: str


@dataclass(frozen=True)
class Study:
    """A study: the product of boards, units, questions and the worlds of ``vary``.

    ``allowance`` is in halves of an MF or MP, nothing for what units of a kind have; ``chunk`` says how
    many worlds are decided and kept together, and changes no result.
    """

    file: str
    boards: tuple[StudyBoard, ...]
    units: tuple[str, ...]
    questions: tuple[str, ...]
    start: str | None = None
    turns: int = 1
    allowance: int | None = None
    suppose: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    vary: tuple[str, ...] = ()
    chunk: int = CHUNK
    house_rules: tuple[HouseRules, ...] = ()
    areas: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def cases(self) -> tuple[StudyCase, ...]:
        """List the cases: board by board, there unit by unit, there question by question."""
        return tuple(
            StudyCase(board, unit, question)
            for board in self.boards
            for unit in self.units
            for question in self.questions
        )

    @property
    def settings(self) -> Mapping[str, Any]:
        """Return all that results depend on, beside the boards themselves and the rules."""
        return {
            "boards": [board.name for board in self.boards],
            "units": list(self.units),
            "questions": list(self.questions),
            "from": self.start,
            "turns": self.turns,
            "mf": None if self.allowance is None else self.allowance / 2,
            "suppose": list(self.suppose),
            "given": list(self.given),
            "without": list(self.without),
            "vary": list(self.vary),
            **({"amend": [each.name for each in self.house_rules]} if self.house_rules else {}),
            **({"areas": {name: list(entry) for name, entry in self.areas}} if self.areas else {}),
        }

    @cached_property
    def board_digests(self) -> Mapping[str, str]:
        """Fingerprint each board by its name; raises BadInput where one cannot be opened."""
        return {board.name: self._opened(board).digest for board in self.boards}

    @cached_property
    def digest(self) -> str:
        """Fingerprint the study: equal for studies whose results are the same."""
        with under_house_rules(self.house_rules):
            whole = {
                "format": FORMAT,
                "rules": ActiveRules("asking").digest,
                "boards": self.board_digests,
                "settings": self.settings,
            }
        return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()[:16]

    def session(self, case: StudyCase) -> QuerySession:
        """Open the session that a case is put to; raises BadInput for what does not exist there."""
        try:
            return QuerySession(
                BoardState(
                    self._opened(case.board),
                    self.suppose,
                    self.given,
                    self.without,
                    self.house_rules,
                ),
                unit=case.unit,
                allowance=self.allowance,
                start=self.start,
                turns=self.turns,
            )
        except BadInput as error:
            raise self.wrong(case.board.name, error) from None

    def families(self, case: StudyCase) -> tuple[str, ...]:
        """List the families of a case, those of a card's groups written out; raises BadInput."""
        return families_of(scenario_named(case.board.source), self.vary)

    def wrong(self, board: str, error: BadInput) -> BadInput:
        """Describe what is wrong with a study on a board; a key is no option of a command."""
        return BadInput(f"{self.file}: {board}: {_OPTION.sub('', str(error))}")

    def _opened(self, board: StudyBoard) -> Board:
        try:
            scenario = scenario_named(board.source)
            if scenario is None:
                return with_areas(open_board(board.source), dict(self.areas))
            for each in scenario.house_rules:
                if each not in self.house_rules:
                    raise BadInput(f"{board.name}: is played by {each.name}; name it under amend")
            return with_areas(scenario.board, dict(self.areas))
        except BadInput as error:
            raise BadInput(f"{self.file}: {error}") from None


def read_study(path: Path, amend: Sequence[Path] = ()) -> Study:
    """Read a study, whose rules is amended by further files of house rules; raises BadInput,
    naming file, key and mend, where anything in it is wrong.
    """
    shown = shown_name(path.name)
    document = read_toml(path, "a study", expecting("a study (.toml)", STUDY), shown)
    reader = _Reader(shown, path.parent, document)
    rules = (*reader.house_rules(), *read_house_rules(amend))
    with under_house_rules(rules):
        return replace(reader.study(), house_rules=rules)


class _Reader:
    """Checks what a file tells, key by key."""

    def __init__(self, file: str, folder: Path, fields: Mapping[str, Any]) -> None:
        self.file = file
        self.folder = folder
        self.field_rows = fields

    def study(self) -> Study:
        for key in self.field_rows:
            self._check_known(key)
        return Study(
            file=self.file,
            boards=tuple(map(self._board, self._one_or_more("boards"))),
            units=tuple(map(self._unit, self._one_or_more("units", "squad"))),
            questions=self._one_or_more("questions"),
            start=self._text("from", "K5") if "from" in self.field_rows else None,
            turns=self._whole("turns", 1, MAX_TURNS),
            allowance=self._allowance(),
            suppose=tuple(dict.fromkeys(self._placed())),
            given=self._texts("given", 'emplaced("F31")'),
            without=self._texts("without", 'rubble("G37",stone)'),
            vary=self._texts("vary", "{ roadblock(A,B) : road(A,B) } = 1"),
            chunk=self._whole("chunk", CHUNK, MAX_IN_CHUNK),
            areas=self._areas(),
        )

    def _areas(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Read the areas that every board is given, by name."""
        try:
            return tuple(read_areas(self.field_rows.get("areas", {})).items())
        except BadInput as error:
            raise BadInput(f"{self.file}: {error}") from None

    def house_rules(self) -> tuple[HouseRules, ...]:
        """Read the files by which the rules are amended, found from where the study lies."""
        return read_house_rules(map(self._beside, self._texts("amend", "house.lp")))

    def _placed(self) -> tuple[str, ...]:
        """Read what is placed on every board: ``place``, or as it is called too, ``suppose``."""
        such = 'rubble("G37",stone)'
        return (*self._texts("place", such), *self._texts("suppose", such))

    def _wrong(self, key: str, what: str) -> BadInput:
        return BadInput(f"{self.file}: {key}: {what}")

    def _check_known(self, key: str) -> None:
        if key in _KEYS:
            return
        near = get_close_matches(key.lower()[:40], _KEYS, n=1, cutoff=0.6)
        mend = f"did you mean {near[0]}?" if near else f"the keys are {listed(_KEYS)}"
        raise self._wrong(shown_name(key), f"is no key of a study; {mend}")

    def _one_or_more(self, plural: str, default: str = "") -> tuple[str, ...]:
        """Read what may be given once, ``board``, or as a list, ``boards``."""
        single = _LISTED[plural]
        if single in self.field_rows and plural in self.field_rows:
            raise self._wrong(plural, f"{single} is given as well; leave one of them out")
        if single in self.field_rows:
            return (self._text(single, _EXAMPLES[single]),)
        if plural not in self.field_rows:
            if default:
                return (default,)
            raise self._wrong(single, f"is missing; write {single} = '{_EXAMPLES[single]}'")
        found = self._texts(plural, _EXAMPLES[single])
        if not found:
            raise self._wrong(plural, f"is empty; write {plural} = ['{_EXAMPLES[single]}']")
        return found

    def _text(self, key: str, example: str) -> str:
        value = self.field_rows[key]
        if not isinstance(value, str) or not value.strip():
            raise self._wrong(key, f"{_printable(value)} is no text; write {key} = '{example}'")
        return value.strip()

    def _texts(self, key: str, example: str) -> tuple[str, ...]:
        value = self.field_rows.get(key, [])
        such = f"write {key} = ['{example}']"
        if not isinstance(value, list):
            raise self._wrong(key, f"{_printable(value)} is no list; {such}")
        found: list[str] = []
        for each in value:
            if not isinstance(each, str) or not each.strip():
                raise self._wrong(key, f"{_printable(each)} in the list is no text; {such}")
            if each.strip() in found:
                raise self._wrong(key, f"{_printable(each)} is given twice; leave one of them out")
            found.append(each.strip())
        return tuple(found)

    def _whole(self, key: str, default: int, most: int) -> int:
        value = self.field_rows.get(key, default)
        if type(value) is not int or not 1 <= value <= most:
            raise self._wrong(key, f"{_printable(value)} is no whole number from 1 to {most}")
        return value

    def _allowance(self) -> int | None:
        value = self.field_rows.get("mf")
        if value is None:
            return None
        if type(value) not in (int, float) or not 0.5 <= value <= MAX_MF or 2 * value % 1:
            such = f"write whole or half MF or MP, from 0.5 to {MAX_MF}, such as 4 or 4.5"
            raise self._wrong("mf", f"{_printable(value)} is no number of MF or MP; {such}")
        return int(2 * value)

    def _board(self, name: str) -> StudyBoard:
        """Name a board: an embedded one, or a file found from where the study lies."""
        return StudyBoard(name, name if name in embedded_names() else self._beside(name))

    def _beside(self, name: str) -> str:
        path = self.folder / name
        try:
            known = path.exists()
        except (OSError, ValueError):
            known = False
        # a name of nothing at all is left as it is told, so that the sentence about it says so
        return str(path) if known else name

    def _unit(self, name: str) -> str:
        plain = name.lower().replace("-", "_").replace(" ", "_")
        known = list(known_units())
        if plain in known:
            return plain
        near = get_close_matches(plain[:40], known, n=1, cutoff=0.6)
        mend = f"did you mean {near[0]}?" if near else f"choose one of {listed(known, 'or')}"
        raise self._wrong("unit", f"{shown_name(name)} is not known; {mend}")


_EXAMPLES = {
    "question": 'exists : path("K5", "Q5")',
    "board": "budapest",
    "unit": "tank",
}


def _printable(value: object) -> str:
    """Return a value as it can be printed."""
    shown: Callable[[object], str] = str if isinstance(value, int | float | str) else repr
    text = str(value).lower() if isinstance(value, bool) else shown(value)
    text = " ".join(text.split()) or "an empty text"
    return text if len(text) <= 60 and text.isprintable() else f"{text[:57]!r}..."
