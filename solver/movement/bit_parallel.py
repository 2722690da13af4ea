"""A rule set decided in many worlds at once: which of some pieces lie tells the worlds apart.

The rules are ground once, with the pieces as free choices. What holds is then computed rule by rule
in the order in which clingo writes them, each atom with a bit for every world. That order puts what
an atom depends on before it, but for circles as of two atoms that say the same: these are gone
through again until nothing new comes (van Emden and Kowalski, "The semantics of predicate logic as
a programming language", 1976). A program of which that would not give the one answer is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache

import clingo
import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.files import NoRoomError, temporary_folder
from hexcourt.facts.base.kernels import Int32s, Int64s, Uint64s, suited
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.rulebase.ground import ActiveRules

Atom = tuple[str, tuple[str, ...]]
"""An atom: its name and its arguments, as they are written."""

_BEGIN = b"asp 1 0 0 incremental"
_SHOWN = b"\n4 "
_END = b"\n0\n"

_STRING = r'"(?:[^"\\]|\\.)*"'
_WITHIN = rf'\((?:[^()"]+|{_STRING})*\)'
for _ in range(3):  # so deep are terms nested in places, states and moves
    _WITHIN = rf'\((?:[^()"]+|{_STRING}|{_WITHIN})*\)'
_TERMS = pattern(rf'(?:[^(),"]+|{_STRING}|{_WITHIN})+')


def derive(
    profile: str,
    facts: str,
    shown: Iterable[tuple[str, int]],
    look: Callable[[clingo.Control], None] | None = None,
) -> tuple[bytes, Iterator[tuple[bytes, int]]]:
    """Ground the rules over facts: give the rules, and the atoms of the predicates that are shown, each
    with its number in the rules, 0 for a fact. ``look`` may ask for symbols meanwhile.
    """
    wanted = (*shown,)
    show = "\n".join(["#show.", *(f"#show {name}/{arity}." for name, arity in wanted)])
    with temporary_folder() as folder:
        file = folder / "ground.aspif"
        active = ActiveRules(profile)
        grounded = active.ground_to(file, facts, show, wanted)  # symbols live no longer than this
        if look is not None:
            look(grounded)
        text = file.read_bytes()
    if not (
        text.startswith(_BEGIN) and text.endswith(_END)
    ):  # clingo does not say that a disk is full
        raise NoRoomError
    rules, *lines = text.removeprefix(_BEGIN).removesuffix(_END).split(_SHOWN)
    return rules, map(_shown, lines)


def _shown(line: bytes) -> tuple[bytes, int]:
    """Read what stands between the length of an atom and the literals that it depends on."""
    result, _, number = line.partition(b" ")[2].rpartition(b" ")
    return (result, 0) if number == b"0" else (result[:-2], int(number))


def read_atom(data: bytes) -> Atom:
    """Take an atom apart."""
    name, _, within = data.decode().partition("(")
    within = within[:-1]
    if "(" not in within and '"' not in within:
        return name, tuple(within.split(",")) if within else ()
    return name, tuple(_TERMS.findall(within))


@lru_cache(maxsize=1 << 12)
def string_of(term: str) -> str:
    """Read a string that is written in quotes."""
    return clingo.parse_term(term).string


AT_ONCE = 511
"""How many worlds are decided at once, beside the one without any piece."""

COMPILE_FROM = 200_000
"""From how many numbers of rules read, all in all, the kernels are worth compiling."""

MAX_CIRCLES = 20_000

Words = npt.NDArray[np.uint64]


class OutOfOrderError(Exception):
    """What holds cannot be computed rule by rule."""


class GroundRules:
    """Rules as clingo writes them, over atoms by number, some of which are ``chosen`` freely.

    Raises OutOfOrderError where what holds cannot be computed rule by rule.
    """

    def __init__(self, text: bytes, chosen: Iterable[int]) -> None:
        self._rules = np.fromstring(text, dtype=np.int32, sep=" ")
        self._atoms = int(np.abs(self._rules).max(initial=0)) + 1
        circles = np.zeros((MAX_CIRCLES, 2), dtype=np.int64)
        places = np.full((3, self._atoms), -1, dtype=np.int64)
        places[2, list(chosen)] = 0
        order = suited(_order, len(self._rules), COMPILE_FROM)
        count = int(order(self._rules, *places, circles))
        if count < 0:
            raise OutOfOrderError("the rules are in no order in which they can be computed")
        self._circles = circles[:count]

    def decide(self, worlds: Sequence[Iterable[int]]) -> Words:
        """Return by atom in which of some worlds it holds, bit by bit; each world lists what is
        chosen.
        """
        values = np.zeros((self._atoms, max(1, -(-len(worlds) // 64))), dtype="<u8")
        for number, world in enumerate(worlds):
            for atom in world:
                values[atom, number // 64] |= np.uint64(1 << number % 64)
        settle = suited(_settle, len(self._rules) * values.shape[1], COMPILE_FROM)
        settle(self._rules, self._circles, values)
        return values


class SideBySide:
    """The rules ground with some pieces as free choices, some predicates being shown; raises
    OutOfOrderError as ``GroundRules`` does.
    """

    def __init__(
        self,
        profile: str,
        facts: str,
        pieces: Iterable[Piece],
        shown: Iterable[tuple[str, int]],
    ) -> None:
        listed = sorted(pieces)
        self._pieces: dict[Piece, int] = {}

        def look(grounded: clingo.Control) -> None:
            for piece in listed:
                atom = grounded.symbolic_atoms[clingo.parse_term(piece.fact)]
                if atom is not None and not atom.is_fact:
                    self._pieces[piece] = atom.literal

        choices = "".join(f"{{ {each.fact} }}." for each in listed)
        rules, atoms = derive(profile, f"{facts}\n{choices}", shown, look)
        self._rules = GroundRules(rules, self._pieces.values())
        items = list(atoms)
        self.facts = [read_atom(each) for each, number in items if not number]
        """The atoms that hold in any world."""
        self._others = [each for each, number in items if number]
        self._numbers = np.array([number for _, number in items if number], dtype=np.int64)
        self._known: dict[int, Atom] = {}

    def decide(self, worlds: Sequence[Collection[Piece]]) -> Iterator[tuple[Atom, int]]:
        """Return the atoms that hold in some of so many worlds, ``AT_ONCE`` at most, or without any
        piece,
        but for the ``facts``: each with a bit for every world, the first for that without a piece.
        """
        known = self._pieces
        chosen = [[known[piece] for piece in world if piece in known] for world in ((), *worlds)]
        values = self._rules.decide(chosen)[self._numbers]
        every = (1 << len(chosen)) - 1
        for number in np.flatnonzero(values.any(axis=1)).tolist():
            if number not in self._known:
                self._known[number] = read_atom(self._others[number])
            yield self._known[number], int.from_bytes(values[number].tobytes(), "little") & every


def _order(rules: Int32s, read: Int64s, derived: Int64s, chosen: Int64s, circles: Int64s) -> int:
    """Find the circles; by atom, where it is first read, where it is last derived, and whether it is
    a choice. Return -1 where the rules are in no order. A kernel.
    """
    count = 0
    at = 0
    while at < len(rules):
        if rules[at] != 1 or rules[at + 2] != 1:
            return -1  # no rule, or none with one head
        begin = at
        head = rules[at + 3]
        weighed = rules[at + 4]
        body = at + 6 + weighed
        size = rules[body - 1]
        step = 1 + weighed
        at = body + size * step
        if (chosen[head] == 0) != (rules[begin + 1] == 1) or (chosen[head] == 0 and size > 0):
            return -1
        if read[head] >= 0:
            start = read[head]
            while count > 0 and circles[count - 1, 1] > start:
                count -= 1
                start = min(start, circles[count, 0])
            if count == len(circles):
                return -1
            circles[count, 0] = start
            circles[count, 1] = at
            count += 1
        derived[head] = begin
        for place in range(body, at, step):
            atom = abs(rules[place])
            if read[atom] < 0:
                read[atom] = begin
    for number in range(count):
        at = circles[number, 0]
        while at < circles[number, 1]:
            weighed = rules[at + 4]
            body = at + 6 + weighed
            size = rules[body - 1]
            step = 1 + weighed
            for place in range(body, body + size * step, step):
                atom = rules[place]
                weight = rules[place + 1] if weighed == 1 else 1
                denied = atom < 0 if weight > 0 else atom > 0
                if denied and derived[abs(atom)] >= circles[number, 0]:
                    return -1
            at = body + size * step
    return count


def _settle(rules: Int32s, circles: Int64s, values: Uint64s) -> None:
    """Compute what holds: ``values`` are bits by atom, those of what is chosen being set. A kernel."""
    width = values.shape[1]
    every = ~np.uint64(0)
    none = np.uint64(0)
    one = np.uint64(1)
    at = 0
    circle = 0
    again = False
    while at < len(rules):
        begin = at
        head = rules[at + 3]
        weighed = rules[at + 4]
        body = at + 6 + weighed
        size = rules[body - 1]
        at = body + size * (1 + weighed)
        if rules[begin + 1] == 0:
            for word in range(width):
                if weighed == 0:
                    result = every
                    for place in range(body, at):
                        atom = rules[place]
                        result &= values[atom, word] if atom > 0 else ~values[-atom, word]
                else:
                    result = none
                    alike = True
                    for place in range(body, at, 2):
                        some = values[abs(rules[place]), word]
                        alike = alike and some in (none, every)
                    for bit in range(1 if alike else 64):
                        mask = one << np.uint64(bit)
                        total = 0
                        for place in range(body, at, 2):
                            atom = rules[place]
                            if ((values[abs(atom), word] & mask) != none) == (atom > 0):
                                total += rules[place + 1]
                        if total >= rules[begin + 5]:
                            result |= every if alike else mask
                if result & ~values[head, word] != none:
                    values[head, word] |= result
                    again = True
        if circle < len(circles):
            if at <= circles[circle, 0]:
                again = False
            elif at == circles[circle, 1]:
                if again:
                    at = circles[circle, 0]
                else:
                    circle += 1
                again = False
