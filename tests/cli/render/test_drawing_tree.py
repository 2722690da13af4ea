"""Explanations drawn as trees: well formed, escaped, with everything that was told."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from hexcourt.cli.render.tree import draw_tree
from hexcourt.solver.explain.rendering import as_json
from hexcourt.solver.explain.theory import theory_of
from hexcourt.solver.explain.why import why
from hexcourt.solver.explain.why_not import why_not

SVG = "{http://www.w3.org/2000/svg}"

PROGRAM = """
%! A1.1 low: what is <small> & far is "out"
q(X) :- p(X,Y), not r(X), X < Y.
"""


def told(goal: str, most: int = 40, facts: str = 'p(1,2). p(0,0). r("<&").') -> dict[str, object]:
    theory = theory_of(program=PROGRAM, facts=facts)
    return as_json(why(theory, goal, most) if goal == "q(1)" else why_not(theory, goal, most))


def texts(root: Any) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("goal", ["q(1)", "q(0)", "q(_,_)"])
def test_a_tree_is_well_formed(goal: str) -> None:
    explanation = told(goal)
    root = ElementTree.fromstring(draw_tree(explanation))
    boxes = [each for each in root.iter(f"{SVG}rect") if each.get("class") == "box"]
    lines = explanation["lines"]
    assert isinstance(lines, list)
    assert len(boxes) == len(lines)
    assert len(list(root.iter(f"{SVG}path"))) == len(lines) - 1
    assert all(line["text"] in texts(root) for line in lines)


def test_text_is_escaped_and_whole() -> None:
    drawing = draw_tree(told("q(1)"))
    root = ElementTree.fromstring(drawing)
    assert 'what is <small> & far is "out"' in texts(root)
    assert "<small>" not in drawing
    assert "A1.1" in texts(root)


def test_what_no_document_may_hold_is_replaced() -> None:
    explanation = told("q(1)")
    explanation["lines"][0]["text"] = "a\x00b"  # type: ignore[index]
    assert "a\ufffdb" in texts(ElementTree.fromstring(draw_tree(explanation)))


def test_boxes_lie_inside_and_apart() -> None:
    root = ElementTree.fromstring(draw_tree(told("q(1)")))
    boxes = [each.attrib for each in root.iter(f"{SVG}rect") if each.get("class") == "box"]
    tops = [float(each["y"]) for each in boxes]
    ends = [top + float(each["height"]) for top, each in zip(tops, boxes, strict=True)]
    assert all(top > end for top, end in zip(tops[1:], ends, strict=False))
    assert ends[-1] < float(root.get("height", "0"))
    width = float(root.get("width", "0"))
    assert all(float(each["x"]) + float(each["width"]) < width for each in boxes)


def test_what_is_left_out_is_told() -> None:
    assert "1 more line" in draw_tree(told("q(1)", 3)) or "more lines" in draw_tree(told("q(1)", 3))
    assert "more line" not in draw_tree(told("q(1)"))


def test_long_text_is_wrapped_and_cut() -> None:
    explanation = told("q(1)")
    explanation["lines"][1]["text"] = "word " * 400  # type: ignore[index]
    root = ElementTree.fromstring(draw_tree(explanation))
    assert max(map(len, texts(root))) <= 84
    assert any(each.endswith("...") for each in texts(root))


def test_light_and_dark_have_their_colours() -> None:
    assert "prefers-color-scheme: dark" in draw_tree(told("q(1)"))


def test_equal_explanations_give_equal_drawings() -> None:
    assert draw_tree(told("q(0)")) == draw_tree(told("q(0)"))
    assert draw_tree(told("q(0)")) != draw_tree(told("q(1)"))
