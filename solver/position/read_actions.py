"""Reads what a user says of a case: ``mines("K12", ap, 12, hidden)``, checked against the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.fact_syntax import (
    Argument,
    Fact,
    QuotedText,
    SourceText,
    Term,
    atom_text,
    read_facts,
    string_term,
    written,
)
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.base.sizes import LARGEST_VALUE
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import OVERLAY_EDGE, Counter, Sections
from hexcourt.facts.geometry.coordinates import in_capitals
from hexcourt.facts.pieces.pieces import PIECES, Piece, counter_of_fact
from hexcourt.facts.tracing.line_facts import ILLUMINATED
from hexcourt.solver.placement.hex_facts import given_lines, hexes_in, unit_named
from hexcourt.solver.placement.placement import with_counters
from hexcourt.solver.position.changes import read_pieces
from hexcourt.solver.position.locations import UnitPosition, read_location, read_unit_position
from hexcourt.solver.position.states import State
from hexcourt.solver.rulebase.declarations import WORD_MARK, Declaration, declarations
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of
from hexcourt.solver.rulebase.rulebase import active_rules, cached_by_rules
from hexcourt.solver.rulebase.slicing import terms_read

ROLES = ("action", "given", "attack", "target")
_CALLED = {"given": "given thing"}


@cached_by_rules()
def words() -> Mapping[tuple[str, str], Declaration]:
    """Map role and name to every word, in the order of their file."""
    return MappingProxyType(
        {
            (each.role, each.name): each
            for each in declarations(active_rules(), WORD_MARK)
            if each.role in ROLES
        }
    )


def words_of(role: str) -> tuple[Declaration, ...]:
    """List the words of one role."""
    return tuple(each for each in words().values() if each.role == role)


def called(role: str) -> str:
    """Name a role with its article."""
    name = _CALLED.get(role, role)
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def word_named(role: str, name: str) -> Declaration:
    """Find a word; raises BadInput, with the nearest ones, where there is none."""
    found = words().get((role, name))
    if found is None:
        if (other := next((r for r in ROLES if (r, name) in words()), None)) is not None:
            raise BadInput(
                f"{name}: is {called(other)}, not {called(role)}; such is {words_of(role)[0].example}"
            )
        known = [each.name for each in words_of(role)]
        near = get_close_matches(name[:40], known, n=2, cutoff=0.5)
        mend = f"did you mean {listed(near, 'or')}?" if near else f"write one of {', '.join(known)}"
        raise BadInput(f"{name[:40]}: no {_CALLED.get(role, role)} of that name is known; {mend}")
    return found


@dataclass(frozen=True, slots=True)
class ParsedFact:
    """One thing said of a case: the text, its word, and what the rules are given, argument by
    argument.

    ``hexes`` are those that it names.
    """

    text: str
    name: str
    arguments: tuple[str, ...]
    hexes: tuple[str, ...] = ()

    @property
    def term(self) -> str:
        """Write it as the rules have it."""
        return atom_text(self.name, self.arguments)

    def is_given_to(self, profile: str) -> bool:
        """Return whether the rules of a profile read it where it is given."""
        read = terms_read(active_rules(), profile, "given")
        ways = {("", ""), (self.name, ""), (self.name, *self.arguments[:1])}
        return not ways.isdisjoint(read)


@dataclass(frozen=True, slots=True)
class GivenFacts:
    """What is given beside the board: facts about the case, and pieces that lie on the board."""

    facts: tuple[ParsedFact, ...]
    pieces: tuple[Piece, ...]


def read_fact(board: Board, role: str, text: str) -> ParsedFact:
    """Read what is said in one role; raises BadInput where it is nothing that may be said.

    What is not written as it is to be, but can be read in one way alone, is read so.
    """
    try:
        return _read(board, role, text, text)
    except BadInput as error:
        reread = _reread(role, text)
        if reread is None:
            raise
        try:
            return _read(board, role, reread, text)
        except BadInput:
            raise error from None


def _read(board: Board, role: str, written_as: str, text: str) -> ParsedFact:
    fact = _fact(role, written_as)
    word = word_named(role, fact.predicate)
    return _parsed(board, text.strip(), word, fact.arguments)


def _reread(role: str, text: str) -> str | None:
    """Write what a text means, each argument as its kind is written: ``Mines(k12, AP, 12, Hidden)``."""
    shape = _FLAT.fullmatch(text)
    word = None if shape is None else words().get((role, shape["name"].lower()))
    if shape is None or word is None:
        return None
    lines = [each.strip().strip("\"'") for each in shape["arguments"].split(",")]
    if len(lines) != len(word.arguments):
        return None
    kinds = [kind for kind, _ in word.arguments]
    return f"{word.name}({','.join(map(_as_kind, kinds, lines))})"


_FLAT = pattern(r"\s*(?P<name>\w+)\s*\((?P<arguments>[^()]+)\)\s*\.?\s*")


def _as_kind(kind: str, value: str) -> str:
    """Write an argument as its kind is written: names of places quoted, words small."""
    if kind in ("hex", "place"):
        return string_term(in_capitals(value))
    return value if kind in ("number", "board") else re.sub("[- ]", "_", value.lower())


def read_given(board: Board, texts: Iterable[str]) -> GivenFacts:
    """Read what is given: pieces, as ``--place`` takes them, and facts about the case."""
    facts: list[ParsedFact] = []
    placed: list[str] = []
    for text in texts:
        if is_piece(text):
            placed.append(text)
        else:
            facts.append(read_fact(board, "given", text))
    return GivenFacts(tuple(facts), read_pieces(board, placed))


def bears_on_lines(fact: ParsedFact) -> bool:
    """Return whether something given bears on every line of sight."""
    return fact.name == ILLUMINATED or fact.is_given_to("los")


def lays_counters(fact: ParsedFact) -> bool:
    """Return whether counters lie on the board because of something given, for every question alike."""
    return bool(_given_counters((fact.term,)))


def with_given(board: Board, given: Iterable[ParsedFact]) -> Board:
    """Return the board with those given things that bear on lines of sight, and with the counters that
    lie on it because of what is given.
    """
    given = tuple(given)
    if not given:  # nothing that the rules would be asked about
        return board
    if counters := _given_counters(tuple(sorted({each.term for each in given}))):
        board = with_counters(board, counters)
    edges = (tuple(each.hexes) for each in given if each.name == OVERLAY_EDGE)
    board = board.with_overlay_edges((one, other) for one, other in edges)
    found = tuple(sorted({each.term for each in given if bears_on_lines(each)}))
    return replace(board, circumstances=found) if found else board


@cached_by_rules(256)
def _given_counters(given: tuple[str, ...]) -> tuple[Counter, ...]:
    """List the counters that lie on the board because of what is given, as the rules say."""
    facts = given_lines(given)
    found = arguments_of(ActiveRules("given_pieces").ground("\n".join(facts)), "given_piece", 2)
    return tuple(counter_of_fact(str(piece)) for piece, _ in found)


def read_target(board: Board, text: str) -> ParsedFact:
    """Read a target: a Location or a state as movement takes it, or one that is no Location."""
    if not text.strip():
        raise BadInput("the target is missing; name a Location such as F31")
    if text.split("(")[0].strip() in {each.name for each in words_of("target")}:
        result = read_fact(board, "target", text)
        return ParsedFact(text, "target", (result.term,), result.hexes)
    where = _unit_position(board, text.strip().strip('"'))
    return ParsedFact(text, "target", where.states, (where.hex,))


def is_piece(text: str) -> bool:
    """Return whether a text lays a piece on the board."""
    return text.split("(")[0].strip().lower() in PIECES


def _fact(role: str, text: str) -> Fact:
    shown = "".join(each if each.isprintable() else " " for each in text.strip()[:60])
    plain = text.strip().removesuffix(".")
    if not plain:
        example = words_of(role)[0].example
        raise BadInput(f"{called(role)} is missing; write one such as {example}")
    facts = list(read_facts(SourceText(f"{plain}.", shown, in_lines=False)))
    if len(facts) != 1:
        raise BadInput(f"{shown}: these are {len(facts)} of them; write each by itself")
    return facts[0]


def _parsed(
    board: Board, text: str, word: Declaration, arguments: Sequence[Argument]
) -> ParsedFact:
    if len(arguments) != len(word.arguments):
        lacking = [name for _, name in word.arguments[len(arguments) :]]
        what = f"it does not name {listed(lacking)}" if lacking else "it says too much"
        raise BadInput(f"{text[:60]}: {what}; write {word.form}, such as {word.example}")
    items = [
        _argument(board, text, word, kind, name, value)
        for (kind, name), value in zip(word.arguments, arguments, strict=True)
    ]
    placed = [
        each
        for each, (kind, _) in zip(items, word.arguments, strict=True)
        if kind in ("hex", "place")
    ]
    return ParsedFact(
        text, word.name, tuple(items), tuple(n for each in placed for n in hexes_in(each))
    )


def _argument(
    board: Board, text: str, word: Declaration, kind: str, name: str, value: Argument
) -> str:
    def refusal(wanted: str) -> BadInput:
        return BadInput(
            f"{text[:60]}: {written(value)[:40]} is no {name}; write {wanted}, such as in {word.example}"
        )

    if kind in ("hex", "place"):
        if not isinstance(value, QuotedText):
            raise refusal("a quoted name")
        return (
            string_term(board.hex(board.called(value)).name)
            if kind == "hex"
            else _place(board, value, text)
        )
    if kind == "number":
        if not isinstance(value, int):
            raise refusal("a whole number")
        if abs(value) > LARGEST_VALUE:
            raise refusal(f"at most {LARGEST_VALUE}")
        return str(value)
    if kind == "board" and board.sections is not None:
        return _board(board.sections, value, refusal)
    if kind in ("name", "board"):
        if isinstance(value, int) or (isinstance(value, Term) and "(" in value):
            raise refusal("a word")
        return written(value)
    if not isinstance(value, Term):
        raise refusal(listed(kind.split("|"), "or"))
    if kind == "unit":
        return unit_named(value).name
    if value not in kind.split("|"):
        raise refusal(listed(kind.split("|"), "or"))
    return str(value)


def _board(sections: Sections, value: Argument, refusal: Callable[[str], BadInput]) -> str:
    """Return a board of a map as the map numbers it: ``1`` for ``01``."""
    number = str(value).lstrip("0")
    if number not in sections.boards:
        raise refusal(listed(map(string_term, sections.boards), "or"))
    return string_term(number)


_IN_PILLBOX = pattern("(?i)[0-9]Pi *(ca|$)")


def _unit_position(board: Board, name: str) -> UnitPosition:
    """Read where a unit is: as movement takes it, or in a pillbox, which movement does not know."""
    if _IN_PILLBOX.search(name):
        place, _ = read_location(board, name)
        return UnitPosition(name, place.hex, (State.at(place.hex, place.place),))
    where = read_unit_position(board, unit_named("squad"), name)
    if where.states[0].off_map:
        raise BadInput(
            f"{name[:60]}: lies off the map (A2.51); name a Location such as {where.hex}"
        )
    return where


def _place(board: Board, name: str, text: str) -> str:
    """Return the state of the rules that a place is; at a vertex either hexside there will do."""
    where = _unit_position(board, name)
    one = where.states[0]
    if len(where.states) == 1 or (one.in_bypass and len({e.vertex for e in where.states}) == 1):
        return one
    if one.in_location:
        known = " or ".join(f"{where.hex}/{place}" for place in ("trench", "foxhole"))
        raise BadInput(f"{text[:60]}: {name} may be a trench or a foxhole; write {known}")
    raise BadInput(f"{text[:60]}: {name} has two ends; name the vertex too, such as K13-L12-K12")
