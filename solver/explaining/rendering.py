"""Writes explanations as text, and as values that JSON can hold."""

from __future__ import annotations

from collections.abc import Mapping

from hexcourt.solver.explaining.lines import Layout, Line, Placed, Wording, lay_out
from hexcourt.solver.explaining.programs.rules import Rule
from hexcourt.solver.explaining.why.derivation import Derivation, Failure
from hexcourt.solver.explaining.why.why_lines import derivation_cell
from hexcourt.solver.explaining.why_not.why_not_lines import failure_cell


def as_text(found: Derivation | Failure, wording: Wording | None = None) -> list[str]:
    """Write an explanation as a tree of lines, no more than it was asked to take.

    ``wording`` puts an atom into words, or gives none for the atom itself.
    """
    layout = _layout(found, wording)
    lines = [_text(each) for each in layout.lines]
    if layout.left_out:
        lines.append(f"... {layout.left_out} more {_plural('line', layout.left_out)}")
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


def _layout(found: Derivation | Failure, wording: Wording | None) -> Layout:
    if isinstance(found, Derivation):
        return lay_out(derivation_cell(found, wording), found.most)
    return lay_out(failure_cell(found, wording), found.most)


_MARKS = {"fails": "- ", "holds": "+ ", "open": "? "}


def _text(placed: Placed) -> str:
    line = placed.line
    parts = [line.text]
    if line.rule is not None:
        parts.append(_cited(line.rule))
    if line.note:
        parts.append(f"({line.note})")
    if placed.left_out:
        parts.append(f"[+{placed.left_out}]")
    return "  " * placed.depth + _MARKS.get(line.kind, "") + " ".join(parts)


def _cited(rule: Rule) -> str:
    cited = rule.citation
    if cited is None:
        return f"[{rule.place}]"
    return f"[{cited.number} {cited.confidence}, {rule.place}: {cited.sentence}]"


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


def _values(placed: Placed) -> Mapping[str, object]:
    line: Line = placed.line
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


def _rule(rule: Rule) -> Mapping[str, object]:
    cited = rule.citation
    return {
        "number": None if cited is None else cited.number,
        "confidence": None if cited is None else cited.confidence,
        "sentence": None if cited is None else cited.sentence,
        "text": rule.text,
        "file": rule.file,
        "line": rule.line,
    }
