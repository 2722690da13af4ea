"""A ground program as a value: rules over numbered atoms, and what the atoms are called.

The statements are those of aspif (Kaminski, Schaub, Wanko, "A tutorial on hybrid answer set solving
with clingo", 2017, appendix): a literal is an atom's number (1 and up), negative for "not"; a weight
body holds where the weights of its true literals come to a bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal, NamedTuple

from hexcourt.facts.base.graphs import components

Value = Literal["free", "true", "false"]
"""What an external atom is, where no rule derives it."""


GOAL_ATOM = "sought"
"""The atom of a program that is free: what is sought are models in which it holds."""


class ProgramError(ValueError):
    """A ground program holds what there is no proof for: one sentence says what."""


class GroundRule(NamedTuple):
    """``head :- body``, all of the body's literals; a choice of heads; without head a constraint."""

    choice: bool
    head: tuple[int, ...]
    body: tuple[int, ...]


class WeightRule(NamedTuple):
    """``head :- bound <= #sum { weight : literal }``; the body is pairs of literal and weight."""

    choice: bool
    head: tuple[int, ...]
    bound: int
    body: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class GroundProgram:
    """Rules, externals and names; make one with ``ground_program``.

    ``atoms`` is the highest number; ``externals`` pairs of atom and value, of no effect where a rule
    derives the atom; ``names`` pairs of atom and text, rising by atom. Atoms without a name are
    auxiliary. Facts that were given are externals that are true, and facts besides.
    """

    atoms: int
    rules: tuple[GroundRule | WeightRule, ...]
    externals: tuple[tuple[int, Value], ...]
    names: tuple[tuple[int, str], ...]

    @property
    def given(self) -> tuple[int, ...]:
        """List the atoms that were given as facts."""
        return tuple(atom for atom, value in self.externals if value == "true")

    def name_of(self) -> dict[int, str]:
        """Name every atom; an auxiliary one by ``#`` and its number."""
        named = {atom: f"#{atom}" for atom in range(1, self.atoms + 1)}
        named.update(self.names)
        return named


def with_goal(program: GroundProgram) -> GroundProgram:
    """Forbid the models in which what is sought does not hold; raises ProgramError where nothing is."""
    return replace(program, rules=(*program.rules, GroundRule(False, (), (-goal_atom(program),))))


def without_goal(program: GroundProgram) -> GroundProgram:
    """Forbid the models in which what is sought holds."""
    return replace(program, rules=(*program.rules, GroundRule(False, (), (goal_atom(program),))))


def goal_atom(program: GroundProgram) -> int:
    """Find the atom of what is sought."""
    for atom, name in program.names:
        if name == GOAL_ATOM:
            return atom
    raise ProgramError(f"no atom is called {GOAL_ATOM}; the program seeks nothing")


def ground_program(
    rules: Iterable[GroundRule | WeightRule],
    externals: Iterable[tuple[int, Value]],
    names: Iterable[tuple[int, str]],
) -> GroundProgram:
    """Put a ground program together; raises ProgramError for disjunctions, weights below 0, ..."""
    every, called = tuple(rules), tuple(sorted(names))
    outer = tuple(dict(externals).items())  # said twice, the last counts
    if len({atom for atom, _ in called}) != len(called):
        raise ProgramError("an atom has two names; each may have one")
    if len({name for _, name in called}) != len(called):
        raise ProgramError("two atoms have one name; each must have its own")
    if any("\n" in name or name.startswith("#") or not name for _, name in called):
        raise ProgramError("an atom's name is empty, runs over a line or begins with #")
    highest = 0
    for rule in every:
        highest = max(highest, _highest(rule))
    highest = max(chain((highest,), (atom for atom, _ in outer), (atom for atom, _ in called)))
    if min(chain((1,), (atom for atom, _ in outer), (atom for atom, _ in called))) < 1:
        raise ProgramError("an atom has a number below 1; atoms count from 1")
    return GroundProgram(highest, every, outer, called)


def _highest(rule: GroundRule | WeightRule) -> int:
    """Return the highest atom of a rule that is as it should be."""
    head = rule.head
    if len(head) > 1 and not rule.choice:
        raise ProgramError("a rule has a disjunction as its head; there are no proofs for these")
    literals: Iterable[int] = rule.body  # type: ignore[assignment]
    if isinstance(rule, WeightRule):
        literals = [literal for literal, _ in rule.body]
        if any(weight < 0 for _, weight in rule.body):
            raise ProgramError("a weight is below 0; ground programs have none such")
    if 0 in literals or (head and min(head) < 1):
        raise ProgramError("a rule names an atom below 1; atoms count from 1")
    return max(map(abs, chain(head, literals)), default=0)


# Ground programs as aspif, the format that clasp and clingo read
#
# Read are rules, names, externals and comments; any other statement (minimize, theory atoms, ...) is
# an error, for there is no proof for it. Own, not clingox, which reads no aspif
# (docs/development/architecture.md).


_VALUES: tuple[Value, ...] = ("free", "true", "false")
_ROOM = 1 << 20
"""Atom numbers up to this are read from any text; above, the text must be as long as the number."""


def write_aspif(program: GroundProgram) -> str:
    """Write a ground program as aspif text."""
    lines = ["asp 1 0 0"]
    lines += [_rule_line(rule) for rule in program.rules]
    lines += [f"5 {atom} {_VALUES.index(value)}" for atom, value in program.externals]
    lines += [f"4 {len(name.encode())} {name} 1 {atom}" for atom, name in program.names]
    lines.append("0\n")
    return "\n".join(lines)


def read_aspif(text: str) -> GroundProgram:
    """Read aspif text; raises ProgramError with the line of what cannot be read."""
    rules: list[GroundRule | WeightRule] = []
    externals: list[tuple[int, Value]] = []
    names: list[tuple[int, str]] = []
    for number, kind, line in _statements(text):
        try:
            if kind == "1":
                rules.append(_rule(list(map(int, line.split()))))
            elif kind == "5":
                externals.append(_external(line))
            elif kind == "4":
                names.append(_name(line))
            elif kind != "10":
                raise ProgramError(f"a statement of kind {kind[:20]!r} has no proof")
        except (ValueError, IndexError) as error:
            words = str(error) if isinstance(error, ProgramError) else "the statement is not aspif"
            raise ProgramError(f"line {number}: {words}") from None
    program = ground_program(rules, externals, names)
    if program.atoms > max(_ROOM, len(text)):
        raise ProgramError(f"atom {program.atoms} is far too high for a text of this length")
    return program


def _statements(text: str) -> Iterator[tuple[int, str, str]]:
    """Return number, kind and rest of every line up to the end of the program."""
    lines = text.split("\n")
    if lines[0] != "asp 1 0 0":
        raise ProgramError("line 1: the text does not begin with 'asp 1 0 0'")
    for number, line in enumerate(lines[1:], start=2):
        if not line and number == len(lines):
            break
        kind, _, rest = line.partition(" ")
        if kind == "0":
            if any(lines[number:]):
                raise ProgramError(f"line {number + 1}: there is text after the program's end")
            return
        yield number, kind, rest
    raise ProgramError("the text breaks off before the program's end, a line of 0")


def _rule_line(rule: GroundRule | WeightRule) -> str:
    head = " ".join(map(str, (int(rule.choice), len(rule.head), *rule.head)))
    if isinstance(rule, WeightRule):
        body = "".join(f" {literal} {weight}" for literal, weight in rule.body)
        return f"1 {head} 1 {rule.bound} {len(rule.body)}{body}"
    return " ".join(map(str, (f"1 {head} 0", len(rule.body), *rule.body)))


def _rule(numbers: list[int]) -> GroundRule | WeightRule:
    choice, heads = numbers[0], numbers[1]
    head, rest = tuple(numbers[2 : 2 + heads]), numbers[2 + heads :]
    weighted = rest[0]
    if choice not in (0, 1) or weighted not in (0, 1) or len(head) != heads:
        raise ProgramError("the statement is no rule of aspif")
    count, body = (rest[2], rest[3:]) if weighted else (rest[1], rest[2:])
    if len(body) != count * (1 + weighted):
        raise ProgramError("the rule's body has another length than it says")
    if weighted:
        pairs = tuple(zip(body[::2], body[1::2], strict=True))
        return WeightRule(bool(choice), head, rest[1], pairs)
    return GroundRule(bool(choice), head, tuple(body))


def _external(line: str) -> tuple[int, Value]:
    atom, value = map(int, line.split())
    if not 0 <= value < len(_VALUES):
        raise ProgramError("the external is neither free, true nor false")
    return atom, _VALUES[value]


def _name(line: str) -> tuple[int, str]:
    length, _, rest = line.partition(" ")
    content = rest.encode()
    name, condition = content[: int(length)].decode(), content[int(length) :].split()
    if len(condition) != 2 or condition[0] != b"1":
        raise ProgramError("what is shown is not one atom")
    return int(condition[1]), name


# Circles of atoms
#
# The circles are the strongly connected components of the positive dependency graph, by Tarjan's
# algorithm ("Depth-first search and linear graph algorithms", 1972), without recursion. Rules are
# nodes of their own, so that many heads and long bodies do not multiply.


def positive_body(rule: GroundRule | WeightRule) -> list[int]:
    """List the atoms that a rule's body needs or counts, without "not"."""
    if isinstance(rule, WeightRule):
        return [literal for literal, _ in rule.body if literal > 0]
    return [literal for literal in rule.body if literal > 0]


def circles(program: GroundProgram) -> list[int]:
    """Number for each atom (index) the circle it is in; 0 where it is in none. Index 0 is no atom."""
    following: list[Sequence[int]] = [()] * (program.atoms + 1)
    for rule in program.rules:
        needed = positive_body(rule)
        if not needed or not rule.head:
            continue
        node = len(following)
        following.append(rule.head)
        for atom in needed:
            if not following[atom]:
                following[atom] = []
            following[atom].append(node)  # type: ignore[attr-defined]
    found = [0] * len(following)
    for number, group in enumerate(components(range(len(following)), following.__getitem__), 1):
        if len(group) > 1:
            for node in group:
                found[node] = number
    return [0, *found[1 : program.atoms + 1]]
