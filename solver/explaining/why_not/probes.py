"""A grounded program that further questions are put to: what holds there is known, and stays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

import clingo

from hexcourt.solver.explaining.programs.reading import TheoryError
from hexcourt.solver.explaining.programs.terms import Signature


class Bench:
    """Asks a grounded program by adding rules to it; their heads begin with two underscores.

    The program must be decided by grounding alone.
    """

    def __init__(self, control: clingo.Control) -> None:
        self._control = control

    def holds(self, atom: clingo.Symbol) -> bool:
        """Tell whether an atom is true."""
        found = self._control.symbolic_atoms[atom]
        return found is not None and found.is_fact

    def atoms(self, signature: Signature) -> list[clingo.Symbol]:
        """List the true atoms of a predicate."""
        atoms = self._control.symbolic_atoms
        listed = atoms.by_signature(signature.name, signature.arity, signature.positive)
        return [each.symbol for each in listed if each.is_fact]

    def ask(self, lines: Iterable[str], heads: Sequence[tuple[str, int]]) -> list[_Answers]:
        """Add rules, and read the arguments of the atoms of each of ``heads``, sorted.

        The rules use predicates with a ``fresh_number`` in their names. Raises TheoryError where the
        answer hangs on what grounding has not decided.
        """
        part = f"__part{fresh_number()}"
        self._control.add(part, [], "\n".join(lines))
        self._control.ground([(part, [])])
        return [self._read(name, arity) for name, arity in heads]

    def _read(self, name: str, arity: int) -> _Answers:
        found = list(self._control.symbolic_atoms.by_signature(name, arity))
        open_atoms = [str(each.symbol) for each in found if not each.is_fact]
        if open_atoms:
            raise TheoryError(
                f"grounding alone does not decide what {open_atoms[0][:80]} hangs on: hand in a model"
            )
        return [symbol.arguments for symbol in sorted(each.symbol for each in found)]


_Answers = list[list[clingo.Symbol]]

_NUMBERS = count(1)


def fresh_number() -> int:
    """Give a number that no question has had yet: several benches may ask one program."""
    return next(_NUMBERS)


def facts_text(atoms: Iterable[clingo.Symbol | str]) -> str:
    """Write atoms as facts."""
    return "\n".join(f"{atom}." for atom in atoms)
