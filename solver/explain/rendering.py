"""Writes explanations as text, and as values that JSON can hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from hexcourt.solver.explain.rules import CHOSEN, DERIVED, ONE_OF, ExplainedRule
from hexcourt.solver.explain.terms import ABSENT, AGGREGATE, ATOM, COMPARISON, EVERY
from hexcourt.solver.explain.theory import (
    FAILS,
    GIVEN,
    HOLDS,
    OPEN,
    REASONED,
    STATED,
    Attempt,
    CountedElement,
    Derivation,
    Failure,
    Miss,
    Node,
    Premise,
    RuleInstance,
    Trial,
)

# Layout of an explanation as lines of a tree


Wording = Callable[[str], str | None]
"""Puts an atom into a player's words; none where it has no other words."""


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A line of an explanation.

    ``kind`` says what it is: given, stated, reasoned, unfounded, again (explained at another
    place), reason (one of several), absent, comparison, aggregate, element, every, double, truth;
    of failures goal, attempt, holds, fails, open. ``atom`` is the atom that it is about, ``text``
    what it says; ``because`` the rule instance in one sentence; ``note`` says more.
    """

    kind: str
    text: str
    atom: str = ""
    rule: ExplainedRule | None = None
    because: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class NestedLine:
    """A line in its place: how deep, under which other line, and how many below it are left out."""

    line: TreeLine
    depth: int
    parent: int | None
    left_out: int


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """The lines that are shown, in reading order, and how many are left out."""

    lines: tuple[NestedLine, ...]
    left_out: int


@dataclass(eq=False, slots=True)
class Cell:
    """A line in the making: ``write`` gives the line, ``below`` what stands beneath it.

    Both are called once at most, ``below`` of shallower cells before that of deeper ones.
    """

    write: Callable[[], TreeLine]
    below: Callable[[], Iterable[Cell]] = tuple
    depth: int = 0
    number: int = 0
    broad: bool = False
    inside: list[Cell] = field(default_factory=list)


def leaf(line: TreeLine) -> Cell:
    """Make a cell with nothing beneath it."""
    return Cell(lambda: line)


def lay_out(root: Cell, most: int) -> TreeLayout:
    """Choose which lines are shown: shallow ones before deep ones, in all ``most`` at the most.

    Of what stands beneath one line no more than half of them is shown, unless all is. Raises
    ValueError when ``most`` is less than two.
    """
    if most < 2:
        raise ValueError("an explanation takes two lines at least")
    queue = [root]
    for cell in queue:
        cell.inside = list(cell.below())
        for place, each in enumerate(cell.inside):
            each.depth, each.number = cell.depth + 1, len(queue)
            each.broad = cell.broad or place >= max(6, most // 2)
            queue.append(each)
    if len(queue) <= most:
        return _layout_lines(root, {each.number for each in queue}, 0)
    narrow = [each.number for each in queue if not each.broad]
    chosen = set(narrow[: most - 1])
    return _layout_lines(root, chosen, len(queue) - len(chosen))


def _layout_lines(root: Cell, chosen: set[int], left_out: int) -> TreeLayout:
    lines: list[NestedLine] = []
    waiting: list[tuple[Cell, int | None]] = [(root, None)]
    while waiting:
        cell, parent = waiting.pop()
        here = len(lines)
        shown = [each for each in cell.inside if each.number in chosen]
        hidden = len(cell.inside) - len(shown)
        lines.append(NestedLine(cell.write(), cell.depth, parent, hidden))
        waiting.extend((each, here) for each in reversed(shown))
    return TreeLayout(tuple(lines), left_out)


# Lines of a derivation


_BY_HEAD = {CHOSEN: "it may be chosen, and is", ONE_OF: "one of these holds, and it is this"}


def in_words(atom: str, wording: Wording | None) -> str:
    """Put an atom into words, where there are any."""
    return (wording(atom) if wording else None) or atom


def sentence(step: RuleInstance, wording: Wording | None = None) -> str:
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
    """Return the root of a derivation's lines; each atom is explained where it stands highest."""
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
            words = in_words(node.atom, self.wording)
            note = {GIVEN: "given", STATED: "stated"}.get(node.kind, "true, but not by any rule")
            if node.provenance is not None:
                note = f"{note}: {node.provenance}"
            return leaf(TreeLine(node.kind, words, node.atom, node.stated_by, note=note))
        cell = Cell(lambda: self._reasoned(node, cell))
        cell.below = partial(self._below, node, cell)
        return cell

    def _below(self, node: Node, cell: Cell) -> list[Cell]:
        if node.atom in self.expanded:
            self.again.add(id(cell))
            return []
        self.expanded.add(node.atom)
        if len(node.steps) == 1:
            return list(self._of_step(node.steps[0]))
        return [self._reason(step) for step in node.steps]

    def _reasoned(self, node: Node, cell: Cell) -> TreeLine:
        words = in_words(node.atom, self.wording)
        if id(cell) in self.again:
            return TreeLine("again", words, node.atom, note="explained at another place")
        step = node.steps[0]
        more = f"{node.circular} more would go in a circle" if node.circular else ""
        if len(node.steps) > 1:
            notes = [f"{len(node.steps)} reasons", more]
            return TreeLine(REASONED, words, node.atom, note=", ".join(filter(None, notes)))
        note = "; ".join(filter(None, [_BY_HEAD.get(step.kind, ""), more]))
        return TreeLine(REASONED, words, node.atom, step.rule, sentence(step, self.wording), note)

    def _reason(self, step: RuleInstance) -> Cell:
        line = TreeLine(
            "reason",
            "because",
            step.head,
            step.rule,
            sentence(step, self.wording),
            _BY_HEAD.get(step.kind, ""),
        )
        return Cell(lambda: line, lambda: self._of_step(step))

    def _of_step(self, step: RuleInstance) -> Iterator[Cell]:
        """Return the lines beneath a step; what the question itself names is never folded."""
        return self._premises(self._folded(step.premises) if step.rule.file else step.premises)

    def _folded(self, premises: tuple[Premise, ...]) -> tuple[Premise, ...]:
        """Put in the place of what uncited helper statements derive what these rest on, each once."""
        waiting, seen = list(reversed(premises)), set[str]()
        found: list[Premise] = []
        while waiting:
            premise = waiting.pop()
            if premise.text in seen:
                continue
            seen.add(premise.text)
            node = self.nodes[premise.atoms[0]] if premise.kind == ATOM else None
            if node is None or not _is_helper(node):
                found.append(premise)
            else:
                beneath = (e for e in node.steps[0].premises if e.kind != COMPARISON)
                waiting += reversed(list(beneath))
        return tuple(found)

    def _premises(self, premises: tuple[Premise, ...]) -> Iterator[Cell]:
        for each in premises:
            if each.kind == ATOM:
                yield self.atom(each.atoms[0])
            else:
                yield Cell(partial(premise_line, each, self.wording), partial(self._inside, each))

    def _inside(self, premise: Premise) -> Iterator[Cell]:
        for each in premise.elements:
            if premise.kind == AGGREGATE and len(each.premises) != 1:
                cell = leaf(TreeLine("element", each.weight))
                cell.below = partial(self._counted, each)
                yield cell
            else:
                yield from self._counted(each)

    def _counted(self, counted: CountedElement) -> Iterator[Cell]:
        return self._premises(counted.premises)


def _is_helper(node: Node) -> bool:
    """Return whether a statement of the rules derives an atom, for which nothing is cited."""
    if len(node.steps) != 1:
        return False
    step = node.steps[0]
    return step.kind == DERIVED and step.rule.citation is None and bool(step.rule.file)


def premise_line(premise: Premise, wording: Wording | None, kind: str = "") -> TreeLine:
    """Write a premise as a line of its own."""
    atom = premise.text.removeprefix("not ") if premise.kind == ABSENT else ""
    written = premise.written if premise.kind not in (ATOM, ABSENT) else ""
    parts = [part for part in (written, premise.note) if part]
    text = _premise_text(premise, wording)
    if premise.kind == EVERY:
        parts = [part for part in parts if part != text]
    return TreeLine(kind or premise.kind, text, atom, note="; ".join(parts))


# Lines of a failure


_ORDER = (FAILS, OPEN, HOLDS)


def failure_cell(failure: Failure, wording: Wording | None) -> Cell:
    """Return the root of a failure's lines; each missing atom is looked into where it stands highest."""
    return _FailureWriter(failure, wording).root()


class _FailureWriter:
    def __init__(self, failure: Failure, wording: Wording | None) -> None:
        self.failure = failure
        self.wording = wording
        self.expanded: set[str] = set()

    def root(self) -> Cell:
        miss = self.failure.root
        notes = ["not true", *_miss_lines(miss)]
        line = TreeLine("goal", in_words(miss.pattern, self.wording), miss.pattern)
        written = TreeLine(line.kind, line.text, line.atom, note="; ".join(notes))
        return Cell(lambda: written, lambda: self._attempts(miss.pattern))

    def _attempts(self, pattern: str) -> Iterable[Cell]:
        if pattern in self.expanded:
            return []
        self.expanded.add(pattern)
        return [self._attempt(each) for each in self.failure.misses[pattern].attempts]

    def _attempt(self, attempt: Attempt) -> Cell:
        failing = len(attempt.failing)
        note = f"{failing} of {len(attempt.trials)} conditions fail"
        if not failing:
            chosen = attempt.kind != DERIVED
            note = "it may be chosen, and is not" if chosen else "the model does not obey the rule"
        line = TreeLine(
            "attempt",
            in_words(attempt.head, self.wording),
            attempt.head,
            attempt.rule,
            self._because(attempt),
            note,
        )
        return Cell(lambda: line, lambda: self._trials(attempt))

    def _because(self, attempt: Attempt) -> str:
        failing = ", ".join(each.premise.text for each in attempt.failing)
        return f"{in_words(attempt.head, self.wording)} would need {failing}" if failing else ""

    def _trials(self, attempt: Attempt) -> Iterator[Cell]:
        for state in _ORDER:
            for trial in attempt.trials:
                if trial.state == state:
                    yield self._trial(trial)

    def _trial(self, trial: Trial) -> Cell:
        below: list[str] = []
        line = premise_line(trial.premise, self.wording, trial.state)
        cell = Cell(lambda: _with_notes(line, below))
        cell.below = partial(self._below, trial, below)
        return cell

    def _below(self, trial: Trial, notes: list[str]) -> Iterable[Cell]:
        if trial.because is not None:
            return [derivation_cell(trial.because, self.wording)]
        miss = self.failure.misses.get(trial.missing)
        if miss is None:
            return []
        notes += _miss_lines(miss)
        if trial.missing in self.expanded and miss.attempts:
            notes.append("looked into at another place")
        return self._attempts(trial.missing)


def _miss_lines(miss: Miss) -> list[str]:
    further = f"{miss.further} more attempts are further off" if miss.further else ""
    return [each for each in (miss.says, further) if each]


def _with_notes(line: TreeLine, notes: list[str]) -> TreeLine:
    parts = [part for part in (line.note, *notes) if part]
    atom = line.atom or (line.text if line.kind == ATOM else "")
    return TreeLine(line.kind, line.text, atom, line.rule, line.because, "; ".join(parts))


def as_text(found: Derivation | Failure, wording: Wording | None = None) -> list[str]:
    """Write an explanation as a tree of lines, no more than it was asked to take.

    ``wording`` puts an atom into words, or gives none for the atom itself.
    """
    layout = _layout(found, wording)
    lines = [_text(each) for each in layout.lines]
    if layout.left_out:
        lines.append(f"... {layout.left_out} more line{'s' * (layout.left_out > 1)}")
    return lines


def as_json(found: Derivation | Failure, wording: Wording | None = None) -> dict[str, object]:
    """Write an explanation as JSON would: its lines in reading order, each naming its parent's place.

    Equal explanations give equal values. A line has ``kind``, ``text``, ``atom``, ``depth``, ``parent``
    (an index, null for the root), ``rule`` (null, or number, confidence, sentence, text, file and
    line; number, confidence and sentence are null where nothing is cited), ``because``, ``note`` and
    ``left_out``.
    """
    layout = _layout(found, wording)
    why = isinstance(found, Derivation)
    return {
        "question": "why" if why else "why not",
        "goal": found.goal if isinstance(found, Derivation) else found.pattern,
        "lines": [_values(each) for each in layout.lines],
        "left_out": layout.left_out,
    }


def _layout(found: Derivation | Failure, wording: Wording | None) -> TreeLayout:
    if isinstance(found, Derivation):
        return lay_out(derivation_cell(found, wording), found.most)
    return lay_out(failure_cell(found, wording), found.most)


_MARKS = {"fails": "- ", "holds": "+ ", "open": "? "}


def _text(placed: NestedLine) -> str:
    line = placed.line
    parts = [line.text]
    if line.rule is not None:
        parts.append(_cited(line.rule))
    if line.note:
        parts.append(f"({line.note})")
    if placed.left_out:
        parts.append(f"[+{placed.left_out}]")
    return "  " * placed.depth + _MARKS.get(line.kind, "") + " ".join(parts)


def _cited(rule: ExplainedRule) -> str:
    cited = rule.citation
    if cited is None:
        return f"[{rule.place}]"
    return f"[{cited.number} {cited.confidence}, {rule.place}: {cited.sentence}]"


def _values(placed: NestedLine) -> Mapping[str, object]:
    line: TreeLine = placed.line
    return {
        "kind": line.kind,
        "text": line.text,
        "atom": line.atom,
        "depth": placed.depth,
        "parent": placed.parent,
        "rule": None if line.rule is None else _rule(line.rule),
        "because": line.because,
        "note": line.note,
        "left_out": placed.left_out,
    }


def _rule(rule: ExplainedRule) -> Mapping[str, object]:
    cited = rule.citation
    return {
        "number": None if cited is None else cited.number,
        "confidence": None if cited is None else cited.confidence,
        "sentence": None if cited is None else cited.sentence,
        "text": rule.text,
        "file": rule.file,
        "line": rule.line,
    }
