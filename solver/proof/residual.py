"""Ground programs brought to one form, in which equal programs look alike.

What is settled whatever is chosen (``well_founded``) is taken out; auxiliary atoms are unfolded, a
negated one by what denies it, so that only atoms with names are left; a body is a set of literals, and
one that holds another whole is dropped. None of these steps changes a stable model, so programs of one
form have the same ones. Weights over many literals are kept whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

from hexcourt.facts.base.graphs import components
from hexcourt.solver.proof.ground_program import GroundProgram
from hexcourt.solver.proof.grounding import TRUE, Values

T = TypeVar("T", bound=Any)


def circles(needs: Mapping[T, set[T]]) -> Iterator[list[T]]:
    """List strongly connected components, what is needed first."""
    return components(sorted(needs), lambda each: sorted(needs[each]))


MAX_BODIES = 4_000
"""How many bodies one unfolds into at most."""

Mode = Literal["", "not", "not not"]


class NotUnderstoodError(ValueError):
    """A program holds what is not understood here: one sentence says what."""


class Leaf(NamedTuple):
    """An atom, or a whole weight body, as a body has it: plainly, negated, or negated twice."""

    mode: Mode
    name: Any


Body = frozenset[Leaf]
Bodies = frozenset[Body]

_ALWAYS: Bodies = frozenset((frozenset(),))
_NEVER: Bodies = frozenset()


@dataclass(frozen=True, slots=True)
class Residual:
    """What holds in every stable model; by choice and head (none for constraints) the bodies left."""

    true: frozenset[str]
    rules: dict[tuple[bool, str], Bodies]

    def difference(self, other: Residual) -> str:
        """Name something that differs between two; "" where nothing does."""
        for held, missing in ((self, other), (other, self)):
            for name in sorted(held.true - missing.true)[:1]:
                return name
            for key in sorted(held.rules.keys() | missing.rules.keys()):
                if held.rules.get(key) != missing.rules.get(key):
                    return f"a rule for {key[1]}" if key[1] else "a constraint"
        return ""

    @property
    def is_opaque(self) -> bool:
        """Return whether some weights are kept whole."""
        bodies = (body for some in self.rules.values() for body in some)
        return any(not isinstance(leaf.name, str) for body in bodies for leaf in body)


def residual(program: GroundProgram) -> Residual:
    """Bring a program to its one form; raises NotUnderstoodError where that grows too large."""
    values = Values(program)
    names = dict(program.names)
    unfolding = _Unfolding(names)
    rest = values.rest()
    for choice, heads, need, body in rest:
        for head in heads:
            if head not in names:
                if choice:
                    raise NotUnderstoodError("a choice is of atoms without names")
                unfolding.definitions.setdefault(head, []).append((need, body))
    unfolding.refuse_circles()
    rules: dict[tuple[bool, str], Bodies] = {}
    for choice, heads, need, body in rest:
        for head in heads or ((0,) if not choice else ()):
            if head in names or not head:
                key = (choice, names.get(head, ""))
                bodies = unfolding.weighed(need, body, "")
                mine = frozenset(b for b in bodies if Leaf("", key[1]) not in b)
                rules[key] = _least(rules.get(key, _NEVER) | mine)
    if frozenset() in rules.get((False, ""), _NEVER):
        return Residual(
            frozenset(), {(False, ""): _ALWAYS}
        )  # it contradicts itself: all such are one
    true = frozenset(name for atom, name in names.items() if values.of[atom] == TRUE)
    return Residual(
        true, _without_double_negation({key: bodies for key, bodies in rules.items() if bodies})
    )


def _without_double_negation(
    rules: dict[tuple[bool, str], Bodies],
) -> dict[tuple[bool, str], Bodies]:
    """Write twice negated as plain, but for what depends on the head itself.

    What stands in no circle with the head is settled before it (Lifschitz and Turner, "Splitting a logic
    program", 1994), and then both say the same.
    """
    needs: dict[str, set[str]] = {}
    for (_, head), bodies in rules.items():
        if head:
            named = {n for body in bodies for leaf in body for n in _names_in(leaf)}
            needs.setdefault(head, set()).update(named)
            for name in named:
                needs.setdefault(name, set())
    circle = {name: at for at, group in enumerate(circles(needs)) for name in group}
    found = {}
    for key, bodies in rules.items():
        here = circle.get(key[1], -1)
        found[key] = _least(frozenset(_without_repetition(body, here, circle) for body in bodies))
    return found


def _names_in(leaf: Leaf) -> Iterator[str]:
    """List the atoms that a leaf may stand on."""
    if isinstance(leaf.name, str):
        if leaf.mode != "not":
            yield leaf.name
        return
    _, parts = leaf.name
    for bodies, _ in parts:
        for body in bodies:
            for each in body:
                yield from _names_in(each)


def _without_repetition(body: Body, here: int, circle: dict[str, int]) -> Body:
    return frozenset(
        Leaf("", leaf.name)
        if leaf.mode == "not not" and circle.get(str(leaf.name), -2) != here
        else leaf
        for leaf in body
    )


class _Unfolding:
    """Unfolds auxiliary atoms into what defines them."""

    def __init__(self, names: dict[int, str]) -> None:
        self.names = names
        self.definitions: dict[int, list[tuple[int, list[tuple[int, int]]]]] = {}
        self._known: dict[tuple[int, Mode], Bodies | None] = {}

    def refuse_circles(self) -> None:
        """Refuse definitions that depend on themselves: one that nobody reads may contradict itself."""
        hang = {
            atom: {abs(x) for _, body in each for x, _ in body if abs(x) in self.definitions}
            for atom, each in self.definitions.items()
        }
        if any(len(group) > 1 or group[0] in hang[group[0]] for group in circles(hang)):
            raise NotUnderstoodError("auxiliary atoms depend on each other in a circle")

    def weighed(self, need: int, body: Sequence[tuple[int, int]], mode: Mode) -> Bodies:
        """Return the bodies under which literals come to what is needed, or "not", do not."""
        if mode == "not":
            need = sum(weight for _, weight in body) - need + 1
        parts = [(self.literal(literal, mode), weight) for literal, weight in body]
        if need <= 0:
            return _ALWAYS
        if sum(weight for _, weight in parts) < need:
            return _NEVER
        if sum(weight for _, weight in parts) == need or all(len(some) == 0 for some, _ in parts):
            return _all([some for some, _ in parts]) if parts else _NEVER
        if all(weight >= need for _, weight in parts):
            return _least(frozenset().union(*(some for some, _ in parts)))
        if len(parts) > 12:
            whole = frozenset((some, weight) for some, weight in parts)
            if len(whole) < len(parts):
                raise NotUnderstoodError("weights are of equal parts")
            return frozenset((frozenset((Leaf("", (need, whole)),)),))
        return self._chosen(need, tuple(sorted(parts, key=lambda part: -part[1])))

    def _chosen(self, need: int, parts: Sequence[tuple[Bodies, int]]) -> Bodies:
        if need <= 0:
            return _ALWAYS
        if sum(weight for _, weight in parts) < need:
            return _NEVER
        (first, weight), rest = parts[0], parts[1:]
        with_it = _all([first, self._chosen(need - weight, rest)])
        return _least(with_it | self._chosen(need, rest))

    def literal(self, literal: int, mode: Mode) -> Bodies:
        """Return the bodies that a literal comes to."""
        atom = abs(literal)
        if mode == "not":
            mode = "not" if literal > 0 else "not not"
        elif literal < 0:
            mode = "not"
        if atom in self.names:
            return frozenset((frozenset((Leaf(mode, self.names[atom]),)),))
        key = (atom, mode)
        if key not in self._known:
            self._known[key] = None
            self._known[key] = self._defined(atom, mode)
        found = self._known[key]
        if found is None:
            raise NotUnderstoodError("auxiliary atoms depend on each other in a circle")
        return found

    def _defined(self, atom: int, mode: Mode) -> Bodies:
        each = [self.weighed(need, body, mode) for need, body in self.definitions.get(atom, ())]
        if mode == "not":
            return _all(each)
        return _least(frozenset().union(*each))


def _all(parts: Iterable[Bodies]) -> Bodies:
    """Join bodies, one of each part."""
    found = _ALWAYS
    for part in sorted(parts, key=len):
        if len(found) * len(part) > MAX_BODIES:
            raise NotUnderstoodError(f"a body unfolds into more than {MAX_BODIES}")
        found = _least(frozenset(one | other for one in found for other in part))
    return found


def _least(bodies: Bodies) -> Bodies:
    """Drop bodies that cannot hold, and those that hold another whole."""
    if len(bodies) > MAX_BODIES:
        raise NotUnderstoodError(f"a body unfolds into more than {MAX_BODIES}")
    plain = {each for body in bodies if (each := _consistent(body)) is not None}
    found: list[Body] = []
    for body in sorted(plain, key=len):
        if not any(less <= body for less in found):
            found.append(body)
    return frozenset(found)


def _consistent(body: Body) -> Body | None:
    """Return a body without what it says twice; nothing where it contradicts itself."""
    denied = {name for mode, name in body if mode == "not"}
    if not denied:
        twice = {leaf for leaf in body if leaf.mode == "not not" and Leaf("", leaf.name) in body}
        return body - twice if twice else body
    if any(mode != "not" and name in denied for mode, name in body):
        return None
    return frozenset(x for x in body if x.mode != "not not" or Leaf("", x.name) not in body)
