"""The lines of a derivation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hexcourt.solver.explaining.lines import Cell, Line, Wording, leaf
from hexcourt.solver.explaining.programs.literals import ABSENT, AGGREGATE, ATOM, EVERY
from hexcourt.solver.explaining.programs.rules import CHOSEN, ONE_OF
from hexcourt.solver.explaining.why.derivation import (
    GIVEN,
    REASONED,
    STATED,
    Counted,
    Derivation,
    Node,
    Premise,
    Step,
)

_BY_HEAD = {CHOSEN: "it may be chosen, and is", ONE_OF: "one of these holds, and it is this"}


def in_words(atom: str, wording: Wording | None) -> str:
    """Put an atom into words, where there are any."""
    return (wording(atom) if wording else None) or atom


def sentence(step: Step, wording: Wording | None = None) -> str:
    """Write a rule instance as a sentence: the head because of the body, its values filled in."""
    head = in_words(step.head, wording)
    parts = [_premise_text(each, wording) for each in step.premises]
    return f"{head} because {', '.join(parts)}" if parts else head


def _premise_text(premise: Premise, wording: Wording | None) -> str:
    if premise.kind == ATOM:
        return in_words(premise.text, wording)
    if premise.kind == ABSENT:
        return f"not {in_words(premise.text.removeprefix('not '), wording)}"
    return premise.text


def derivation_cell(derivation: Derivation, wording: Wording | None) -> Cell:
    """Give the root of a derivation's lines; each atom is explained where it stands highest."""
    return _Writer(derivation, wording).atom(derivation.goal)


class _Writer:
    def __init__(self, derivation: Derivation, wording: Wording | None) -> None:
        self.nodes = derivation.nodes
        self.wording = wording
        self.expanded: set[str] = set()
        self.again: set[int] = set()

    def atom(self, atom: str) -> Cell:
        node = self.nodes[atom]
        if node.kind != REASONED:
            return leaf(self._fact(node))
        cell = Cell(lambda: self._reasoned(node, cell))
        cell.below = partial(self._below, node, cell)
        return cell

    def _below(self, node: Node, cell: Cell) -> list[Cell]:
        if node.atom in self.expanded:
            self.again.add(id(cell))
            return []
        self.expanded.add(node.atom)
        if len(node.steps) == 1:
            return list(self._premises(node.steps[0].premises))
        return [self._reason(step) for step in node.steps]

    def _reasoned(self, node: Node, cell: Cell) -> Line:
        words = in_words(node.atom, self.wording)
        if id(cell) in self.again:
            return Line("again", words, node.atom, note="explained at another place")
        step = node.steps[0]
        more = f"{node.circular} more would go in a circle" if node.circular else ""
        if len(node.steps) > 1:
            notes = [f"{len(node.steps)} reasons", more]
            return Line(REASONED, words, node.atom, note=", ".join(filter(None, notes)))
        note = "; ".join(filter(None, [_BY_HEAD.get(step.kind, ""), more]))
        return Line(REASONED, words, node.atom, step.rule, sentence(step, self.wording), note)

    def _reason(self, step: Step) -> Cell:
        line = Line(
            "reason",
            "because",
            step.head,
            step.rule,
            sentence(step, self.wording),
            _BY_HEAD.get(step.kind, ""),
        )
        return Cell(lambda: line, lambda: self._premises(step.premises))

    def _fact(self, node: Node) -> Line:
        words = in_words(node.atom, self.wording)
        note = {GIVEN: "given", STATED: "stated"}.get(node.kind, "true, but not by any rule")
        if node.provenance is not None:
            note = f"{note}: {node.provenance}"
        return Line(node.kind, words, node.atom, node.stated_by, note=note)

    def _premises(self, premises: tuple[Premise, ...]) -> Iterator[Cell]:
        for each in premises:
            if each.kind == ATOM:
                yield self.atom(each.atoms[0])
            else:
                yield Cell(partial(premise_line, each, self.wording), partial(self._inside, each))

    def _inside(self, premise: Premise) -> Iterator[Cell]:
        for each in premise.elements:
            if premise.kind == AGGREGATE and len(each.premises) != 1:
                line = Line("element", each.weight)
                yield Cell(partial(_same, line), partial(self._counted, each))
            else:
                yield from self._counted(each)

    def _counted(self, counted: Counted) -> Iterator[Cell]:
        return self._premises(counted.premises)


def _same(line: Line) -> Line:
    return line


def premise_line(premise: Premise, wording: Wording | None, kind: str = "") -> Line:
    """Write a premise as a line of its own."""
    atom = premise.text.removeprefix("not ") if premise.kind == ABSENT else ""
    written = premise.written if premise.kind not in (ATOM, ABSENT) else ""
    parts = [part for part in (written, premise.note) if part]
    text = _premise_text(premise, wording)
    if premise.kind == EVERY:
        parts = [part for part in parts if part != text]
    return Line(kind or premise.kind, text, atom, note="; ".join(parts))
