"""Worked examples of a rulebook: units on a board, and what is printed of their lines of sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import MappingProxyType

import numpy as np

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import (
    NAME,
    NOTE,
    TEXT,
    Argument,
    DeclaredFacts,
    Fact,
    Predicates,
    SourceText,
    choices,
    matching,
    numbers,
    optional,
    string_term,
)
from hexcourt.facts.base.files import read_text
from hexcourt.facts.boards.board import Board, note_order
from hexcourt.facts.boards.records import (
    GROUND,
    TERRAIN,
    Counter,
    Hex,
    Location,
    Raster,
    inherent_in,
)
from hexcourt.facts.formats.embedded import SUFFIX, embedded_text, names_in
from hexcourt.facts.formats.kinds import EXAMPLE, expecting
from hexcourt.facts.geometry.coordinates import HEX
from hexcourt.facts.pieces.pieces import MATERIAL, PLACEMENTS, counter_of

AFV = "afv"
SHELTERS = "shelters"


@dataclass(frozen=True, slots=True)
class StatedPlace:
    """Where a unit may be: the name of a Location, and the status that it would have there."""

    location: str
    status: str | None = None


@dataclass(frozen=True, slots=True)
class ExampleUnit:
    """A unit of kind ``squad``, ``gun`` or ``afv``.

    It stands at ``place``. Where that is not printed, ``candidates`` are where a search may look for it.
    """

    name: str
    kind: str
    place: StatedPlace | None = None
    candidates: tuple[StatedPlace, ...] = ()


@dataclass(frozen=True, slots=True)
class MarkMeaning:
    """What a mark beside a target says: ``what`` by ``rule``.

    ``shelters``: the target has that cover from the viewer. A status: were the target so, the rule would
    block the line.
    """

    what: str
    rule: str


@dataclass(frozen=True, slots=True)
class LineClaim:
    """What an example says of the line from one unit to another: ``yes``, ``no`` or ``silent``.

    ``given`` maps units to the status that the claim supposes (``not_emplaced``), ``marks`` are those
    printed beside it (``star``, ``dagger``, ``double_dagger``).
    """

    number: int
    viewer: str
    target: str
    says: str
    hindrance: int | None
    given: Mapping[str, str]
    marks: frozenset[str]


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example on a board, named by ``board``.

    ``reads_as`` maps terrain of the board to what it is here; ``placed`` are the counters listed.
    For searching: ``rubble_choices`` may lie there too, and ``readings`` maps outlines to the terrain
    that each may be. ``meanings`` are those of the marks that are printed. A note is (subject,
    confidence, text).
    """

    name: str
    board: str
    source: str
    reads_as: Mapping[str, str]
    placed: tuple[Counter, ...]
    units: tuple[ExampleUnit, ...]
    claims: tuple[LineClaim, ...]
    rubble_choices: tuple[Counter, ...]
    readings: Mapping[str, tuple[str, ...]]
    meanings: Mapping[str, MarkMeaning]
    notes: tuple[tuple[str, str, str], ...]

    @property
    def counters(self) -> tuple[Counter, ...]:
        """List the counters on the map: those listed, and the AFVs whose place is known (D9.4)."""
        afvs = (each.place.location for each in self.units if each.kind == AFV and each.place)
        return tuple(sorted({*self.placed, *map(afv_at, afvs)}))


def afv_at(location: str) -> Counter:
    """Return the counter of an AFV in a Location, by its name: ``G37``, ``G38/under``."""
    where, _, place = location.partition("/")
    return Counter(where, place or GROUND, AFV)


# --- Predicates of a worked example ---------------------------------------------------------------


UNIT = matching('a short quoted name of a unit such as "A"', ".{1,40}")
CLAIM = numbers("the number of a claim, from 1", 1, 1_000_000)

_BOARD = matching('a quoted name of a board such as "budapest", or the path of one', ".{1,400}")
_TITLE = matching('a short quoted name such as "budapest"', ".{1,80}")
_LOCATION = matching(
    'a quoted Location such as "L33", "L33h2" or "G38/under"',
    "[A-Z]{1,8}[0-9]{1,4}(?:h[1-9]|/L[1-9]|/under)?",
)
_KIND = choices("squad, gun or afv", "squad", "gun", "afv")
_STATUS = choices("entrenched or emplaced", "entrenched", "emplaced")
_ASSUMED = choices(
    "entrenched, not_entrenched, emplaced or not_emplaced",
    "entrenched",
    "not_entrenched",
    "emplaced",
    "not_emplaced",
)
_SAYS = choices("yes, no or silent", "yes", "no", "silent")
_HINDRANCE = numbers("a hindrance from 0 to 99", 0, 99)
_MARK = choices("star, dagger or double_dagger", "star", "dagger", "double_dagger")
_MEANING = choices("shelters, entrenched or emplaced", SHELTERS, "entrenched", "emplaced")
_RULE = matching('a quoted rule number such as "FB6.124"', r"[A-Z]+\.?[0-9][0-9.]*")

PREDICATES: Predicates = MappingProxyType(
    {
        "example": (("Name", _TITLE),),
        "on_board": (("Board", _BOARD),),
        "source": (("Text", TEXT),),
        "reads_as": (("Terrain", TERRAIN), ("Terrain", TERRAIN)),
        **PLACEMENTS,
        "unit": (("Unit", UNIT), ("Kind", _KIND)),
        "at": (("Unit", UNIT), ("Location", _LOCATION), ("Status", optional(_STATUS))),
        "claim": (("Number", CLAIM), ("Viewer", UNIT), ("Target", UNIT), ("Says", _SAYS)),
        "hindrance": (("Number", CLAIM), ("Hindrance", _HINDRANCE)),
        "given": (("Number", CLAIM), ("Unit", UNIT), ("Status", _ASSUMED)),
        "mark": (("Number", CLAIM), ("Mark", _MARK)),
        "mark_means": (("Mark", _MARK), ("What", _MEANING), ("Rule", _RULE)),
        "may_be_at": (("Unit", UNIT), ("Location", _LOCATION), ("Status", optional(_STATUS))),
        "may_be_rubble": (("Hex", HEX), ("Material", MATERIAL)),
        "may_be": (("Outline", NAME), ("Terrain", TERRAIN)),
        "note": NOTE,
    }
)
"""The predicates with the name and the kind of each argument."""


# --- Parser ---------------------------------------------------------------------------------------
#
# Most facts may be left out; ``on_board`` alone must be there. ``example`` is the file's name then.


_KEYS = {
    "example": (0, "names"),
    "on_board": (0, "boards"),
    "source": (0, "sources"),
    "reads_as": (1, "readings"),
    "unit": (1, "kinds"),
    "at": (1, "places"),
    "claim": (1, "meanings"),
    "hindrance": (1, "values"),
    "given": (2, "statuses"),
    "mark_means": (1, "meanings"),
}
"""Predicates with one fact for equal first arguments: how many those are, what the fact tells."""


def read_example(path: Path) -> Example:
    """Read a file; raises BadInput with file, line and mend where it is not an example."""
    return parse_example(read_text(path, expecting("an example's facts (.lp)", EXAMPLE)), str(path))


def parse_example(text: str, origin: str) -> Example:
    """Read an example from the text of a facts file; ``origin`` names the file in refusals.

    Units and their candidates come in the order of the file, claims by their numbers.
    """
    return _Reading(SourceText(text, origin)).example()


class _Reading(DeclaredFacts):
    """The facts of one file, by predicate, on their way to an example."""

    def __init__(self, source: SourceText) -> None:
        super().__init__(source, PREDICATES, "examples", _KEYS)
        self.kinds = self.words("unit")
        self._refuse_unknown_units()
        self._refuse_unknown_claims()
        self._refuse_afvs_upstairs()

    def example(self) -> Example:
        """Put the example together."""
        board = self.single("on_board")
        if not board:
            sentence = 'the example names no board; add on_board("budapest") or another'
            raise BadInput(f"{self.source.origin}: {sentence}")
        placed = (counter_of(fact) for name in PLACEMENTS for fact in self.facts[name])
        rubble = (
            Counter(str(where), "ground", f"rubble({material})")
            for where, material in self.listed("may_be_rubble")
        )
        return Example(
            name=self.value("example", Path(self.source.origin).stem),
            board=str(board[()][0]),
            source=self.value("source"),
            reads_as=MappingProxyType(self.words("reads_as")),
            placed=tuple(sorted(set(placed))),
            units=self._units(),
            claims=self._claims(),
            rubble_choices=tuple(sorted(set(rubble))),
            readings=self._readings(),
            meanings=self._meanings(),
            notes=tuple(sorted(self.notes, key=note_order)),
        )

    def words(self, predicate: str) -> dict[str, str]:
        """Map the first argument of a predicate's facts to the second."""
        return {str(key): str(value) for (key,), (value,) in self.single(predicate).items()}

    def _units(self) -> tuple[ExampleUnit, ...]:
        places = {str(unit): _place(rest) for (unit,), rest in self.single("at").items()}
        candidates: dict[str, dict[StatedPlace, None]] = {name: {} for name in self.kinds}
        for unit, *rest in self.listed("may_be_at"):
            candidates[str(unit)][_place(rest)] = None
        return tuple(
            ExampleUnit(name, kind, places.get(name), tuple(candidates[name]))
            for name, kind in self.kinds.items()
        )

    def _claims(self) -> tuple[LineClaim, ...]:
        hindrances = {
            number: int(value) for (number,), (value,) in self.single("hindrance").items()
        }
        given: dict[object, dict[str, str]] = {}
        for (number, unit), (status,) in self.single("given").items():
            given.setdefault(number, {})[str(unit)] = str(status)
        marks: dict[object, set[str]] = {}
        for number, mark in self.listed("mark"):
            marks.setdefault(number, set()).add(str(mark))
        claims = (
            LineClaim(
                number=int(number),
                viewer=str(viewer),
                target=str(target),
                says=str(says),
                hindrance=hindrances.get(number),
                given=MappingProxyType(given.get(number, {})),
                marks=frozenset(marks.get(number, ())),
            )
            for (number,), (viewer, target, says) in self.single("claim").items()
        )
        return tuple(sorted(claims, key=lambda claim: claim.number))

    def _meanings(self) -> Mapping[str, MarkMeaning]:
        found = self.single("mark_means").items()
        return MappingProxyType(
            {str(mark): MarkMeaning(str(what), str(rule)) for (mark,), (what, rule) in found}
        )

    def _readings(self) -> MappingProxyType[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for outline, terrain in self.listed("may_be"):
            others = (each for each in found.get(str(outline), ()) if each != terrain)
            found[str(outline)] = (*others, str(terrain))
        return MappingProxyType(found)

    def _refuse_unknown_units(self) -> None:
        for fact in self._every_fact():
            for (_, kind), value in zip(PREDICATES[fact.predicate], fact.arguments, strict=False):
                if kind is UNIT and value not in self.kinds:
                    near = get_close_matches(str(value), self.kinds, n=1, cutoff=0.5)
                    other = f", or write {near[0]}" if near else ""
                    sentence = (
                        f"unit {value} is not declared; add unit({string_term(str(value))},squad)"
                    )
                    raise self.source.refusal(fact.at, sentence + other)

    def _refuse_unknown_claims(self) -> None:
        numbers = {number for number, *_ in self.listed("claim")}
        for fact in self._every_fact():
            number = fact.arguments[0]
            about_claim = PREDICATES[fact.predicate][0][1] is CLAIM
            if about_claim and number not in numbers:
                sentence = f"claim {number} is not declared; add claim({number},Viewer,Target,Says)"
                raise self.source.refusal(fact.at, sentence)
        for fact in self.facts["claim"]:
            number, viewer, target, _ = fact.arguments
            if viewer == target:
                sentence = f"claim {number} is of a line from {viewer} to itself; name two units"
                raise self.source.refusal(fact.at, sentence)
        self._refuse_idle_details({number: rest for number, *rest in self.listed("claim")})

    def _refuse_idle_details(self, claims: Mapping[Argument, Sequence[Argument]]) -> None:
        """Refuse what is given about a claim and would change nothing."""
        for fact in self.facts["given"]:
            number, unit, _ = fact.arguments
            viewer, target, _ = claims[number]
            if unit not in (viewer, target):
                sentence = (
                    f"claim {number} is of {viewer} and {target}, not of {unit}; name one of them"
                )
                raise self.source.refusal(fact.at, sentence)
        for fact in self.facts["hindrance"] + self.facts["mark"]:
            number = fact.arguments[0]
            says = claims[number][2]
            if says != "yes":
                sentence = (
                    f"claim {number} says {says}, so it has no {fact.predicate}; leave it out"
                )
                raise self.source.refusal(fact.at, sentence)

    def _refuse_afvs_upstairs(self) -> None:
        for fact in self.facts["at"] + self.facts["may_be_at"]:
            unit, location = map(str, fact.arguments[:2])
            if self.kinds[unit] == AFV and ("h" in location or "/L" in location):
                sentence = f"AFV {unit} is upstairs in {location}; name a Location on the ground"
                raise self.source.refusal(fact.at, sentence)

    def _every_fact(self) -> Iterator[Fact]:
        return (fact for facts in self.facts.values() for fact in facts)


def _place(arguments: Sequence[Argument]) -> StatedPlace:
    """Return the place that a Location, and a status where one is given, make."""
    return StatedPlace(*map(str, arguments))


# --- Boards of worked examples --------------------------------------------------------------------


def example_board(example: Example, board: Board) -> Board:
    """Read the board's terrain as the example does, without its counters.

    Raises BadInput where the example names a Location or an outline that the board does not have.
    """
    try:
        for name in _locations(example):
            board.location(name)
        _refuse_unknown_outlines(example, board)
    except BadInput as error:
        raise BadInput(f"{example.name}: {error}") from None
    return _read_as(board, example.reads_as) if example.reads_as else board


def _locations(example: Example) -> Iterator[str]:
    for counter in (*example.placed, *example.rubble_choices):
        yield Location(counter.hex, counter.place, 0).name
    for unit in example.units:
        places = (unit.place, *unit.candidates) if unit.place else unit.candidates
        yield from (place.location for place in places)


def _refuse_unknown_outlines(example: Example, board: Board) -> None:
    known = [outline.name for outline in board.outlines]
    for name in example.readings:
        if name not in known:
            near = get_close_matches(name, known, n=1, cutoff=0.5)
            mend = f"write {string_term(near[0])}" if near else "leave it out"
            raise BadInput(f"outline {string_term(name)} is not on board {board.name}; {mend}")


def _read_as(board: Board, reads_as: Mapping[str, str]) -> Board:
    hexsides = {
        key: frozenset(reads_as.get(each, each) for each in terms)
        for key, terms in board.hexsides.items()
    }
    return replace(
        board,
        hexes=tuple(_hex_read_as(each, reads_as) for each in board.hexes),
        hexsides=MappingProxyType(hexsides),
        outlines=tuple(
            replace(each, terrain=reads_as.get(each.terrain, each.terrain))
            for each in board.outlines
        ),
        raster=_raster_read_as(board.raster, reads_as) if board.raster is not None else None,
    )


def _hex_read_as(record: Hex, reads_as: Mapping[str, str]) -> Hex:
    if reads_as.keys().isdisjoint({*record.terrain, record.inherent}):
        return record
    terrain = tuple(sorted({reads_as.get(each, each) for each in record.terrain}))
    own = () if record.inherent is None else (reads_as.get(record.inherent, record.inherent),)
    return replace(record, terrain=terrain, inherent=inherent_in(own) or inherent_in(terrain))


def _raster_read_as(raster: Raster, reads_as: Mapping[str, str]) -> Raster:
    read = [reads_as.get(each, each) for each in raster.terms]
    terms = tuple(sorted(set(read)))
    numbers = np.array([terms.index(each) for each in read], np.uint8)
    return Raster(terms, numbers[raster.terrain], raster.level)


_EXAMPLES = "hexcourt.examples"


def example_names() -> tuple[str, ...]:
    """List the names of the embedded examples, sorted."""
    return names_in(_EXAMPLES)


@cache
def embedded_example(name: str) -> Example:
    """Read an embedded example; raises BadInput for a name that none has."""
    return parse_example(embedded_text(_EXAMPLES, name, "example"), name + SUFFIX)
