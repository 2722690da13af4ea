"""Reads a worked example from plain facts, which are only read, never run.

Most facts may be left out; ``on_board`` alone must be there. ``example`` is the file's name then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType

from hexcourt.facts.boards.records import Counter
from hexcourt.facts.boards.writing_boards import note_order
from hexcourt.facts.errors import BadInput
from hexcourt.facts.examples.example_predicates import CLAIM, PREDICATES, UNIT
from hexcourt.facts.examples.worked_example import AFV, Claim, Example, Meaning, Place, Unit
from hexcourt.facts.formats.fact_text import Argument, Fact, Source, quoted
from hexcourt.facts.formats.predicates import Arguments, declared_facts, single_values
from hexcourt.facts.formats.text_files import read_text
from hexcourt.facts.pieces.counter_reading import PLACEMENTS, counter_of

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
    return parse_example(read_text(path), str(path))


def parse_example(text: str, origin: str) -> Example:
    """Read an example from the text of a facts file; ``origin`` names the file in refusals.

    Units and their candidates come in the order of the file, claims by their numbers.
    """
    return _Reading(Source(text, origin)).example()


class _Reading:
    """The facts of one file, by predicate, on their way to an example."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.facts = declared_facts(source, PREDICATES, "examples")
        self.kinds = self.words("unit")
        self._refuse_strange_units()
        self._refuse_strange_claims()
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
            for where, material in self._listed("may_be_rubble")
        )
        notes = {(str(a), str(b), str(c)) for a, b, c in self._listed("note")}
        return Example(
            name=str(self.single("example").get((), (Path(self.source.origin).stem,))[0]),
            board=str(board[()][0]),
            source=str(self.single("source").get((), ("",))[0]),
            reads_as=MappingProxyType(self.words("reads_as")),
            placed=tuple(sorted(set(placed))),
            units=self._units(),
            claims=self._claims(),
            rubble_choices=tuple(sorted(set(rubble))),
            readings=self._readings(),
            meanings=self._meanings(),
            notes=tuple(sorted(notes, key=note_order)),
        )

    def single(self, predicate: str) -> dict[Arguments, Arguments]:
        """Map the first arguments of a predicate's facts to the others; refuse contradictions."""
        key, noun = _KEYS[predicate]
        return single_values(self.source, self.facts[predicate], key, noun)

    def words(self, predicate: str) -> dict[str, str]:
        """Map the first argument of a predicate's facts to the second."""
        return {str(key): str(value) for (key,), (value,) in self.single(predicate).items()}

    def _listed(self, predicate: str) -> Iterator[Arguments]:
        return (fact.arguments for fact in self.facts[predicate])

    def _units(self) -> tuple[Unit, ...]:
        places = {str(unit): _place(told) for (unit,), told in self.single("at").items()}
        candidates: dict[str, dict[Place, None]] = {name: {} for name in self.kinds}
        for unit, *told in self._listed("may_be_at"):
            candidates[str(unit)][_place(told)] = None
        return tuple(
            Unit(name, kind, places.get(name), tuple(candidates[name]))
            for name, kind in self.kinds.items()
        )

    def _claims(self) -> tuple[Claim, ...]:
        hindrances = {
            number: int(value) for (number,), (value,) in self.single("hindrance").items()
        }
        given: dict[object, dict[str, str]] = {}
        for (number, unit), (status,) in self.single("given").items():
            given.setdefault(number, {})[str(unit)] = str(status)
        marks: dict[object, set[str]] = {}
        for number, mark in self._listed("mark"):
            marks.setdefault(number, set()).add(str(mark))
        claims = (
            Claim(
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

    def _meanings(self) -> Mapping[str, Meaning]:
        found = self.single("mark_means").items()
        return MappingProxyType(
            {str(mark): Meaning(str(what), str(rule)) for (mark,), (what, rule) in found}
        )

    def _readings(self) -> MappingProxyType[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for outline, terrain in self._listed("may_be"):
            others = (each for each in found.get(str(outline), ()) if each != terrain)
            found[str(outline)] = (*others, str(terrain))
        return MappingProxyType(found)

    def _refuse_strange_units(self) -> None:
        for fact in self._every_fact():
            for (_, kind), value in zip(PREDICATES[fact.predicate], fact.arguments, strict=False):
                if kind is UNIT and value not in self.kinds:
                    near = get_close_matches(str(value), self.kinds, n=1, cutoff=0.5)
                    other = f", or write {near[0]}" if near else ""
                    sentence = f"unit {value} is not declared; add unit({quoted(str(value))},squad)"
                    raise self.source.refusal(fact.at, sentence + other)

    def _refuse_strange_claims(self) -> None:
        numbers = {number for number, *_ in self._listed("claim")}
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
        self._refuse_idle_details({number: told for number, *told in self._listed("claim")})

    def _refuse_idle_details(self, claims: Mapping[Argument, Sequence[Argument]]) -> None:
        """Refuse what is told of a claim and would change nothing."""
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


def _place(told: Sequence[Argument]) -> Place:
    """Give the place that a Location, and a status where one is told, make."""
    return Place(*map(str, told))
