"""The motifs of terrain on paper: signs drawn one by one and clipped, where a screen shows a pattern.

Browsers that print turn a pattern into pixels, which are coarse and make a PDF large. They keep paths
and markers as they are. So each area with a motif has a group that only paper shows: rows of points,
with the motif as marker at each, clipped by the area. Cut-outs of a map use its areas once more, with
a plain ground, since they are small (``--motif`` is set for the whole map alone, and inherited).
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from hexcourt.cli.render.style import Element, add, number_text
from hexcourt.facts.base.patterns import pattern

_FILL = pattern(r"url\(#(.+)\)")
_STEP = pattern(r"([MLlhvz])([-\d. ]*)")
_NUMBER = pattern(r"-?[\d.]+")
_SCALE = pattern(r"scale\((.+)\)")


def draw_motifs(root: Element) -> str:
    """Draw the motifs of a map for paper; return the style that shows them there, and nowhere else."""
    patterns = {each.get("id", ""): each for each in root.iter("pattern")}
    definitions = add(root, "defs")
    for name, motif in patterns.items():
        marker = add(definitions, "marker", id=f"sign-{name}", overflow="visible")
        marker.set("markerUnits", "userSpaceOnUse")
        marker.extend(deepcopy(each) for each in motif if each.tag == "path")
    for number, (area, rule) in enumerate(_areas(root, "nonzero")):
        found = _FILL.fullmatch(area.get("fill", ""))
        if found is not None and found[1] in patterns:
            _draw(definitions, area, rule, patterns[found[1]], number)
    grounds = {name: each.find("rect") for name, each in patterns.items()}
    plain = "".join(
        f'[fill="url(#{name})"] {{ fill: {"none" if ground is None else ground.get("fill")}; }}\n'
        for name, ground in grounds.items()
    )
    shown = ".whole { --motif: inline; }\n.motif { display: var(--motif, none); }\n"
    return f".motif {{ display: none; }}\n@media print {{\n{shown}{plain}}}\n"


def _areas(parent: Element, rule: str) -> Iterator[tuple[Element, str]]:
    """List the groups and paths that are filled, each with its fill rule."""
    for each in [*parent]:
        if each.tag in ("g", "path"):
            inner = each.get("fill-rule", rule)
            if "fill" in each.attrib:
                yield each, inner
            yield from _areas(each, inner)


def _draw(definitions: Element, area: Element, rule: str, motif: Element, number: int) -> None:
    """Draw a motif over the paths of a group, or over one path, which becomes a group."""
    if area.tag == "path":
        path = deepcopy(area)
        area.tag, area.attrib = "g", {"fill": area.get("fill", "")}
        path.attrib.pop("fill")
        area.append(path)
    paths = [each for each in area if each.tag == "path"]
    clip = add(definitions, "clipPath", id=f"area-{number}")
    for count, path in enumerate(paths):
        path.set("id", f"area-{number}-{count}")
        add(clip, "use", href=f"#area-{number}-{count}", clip_rule=rule)
    zoom = _SCALE.search(motif.get("patternTransform", ""))
    size = float(motif.get("width", "")) * (1 if zoom is None else float(zoom[1]))
    boxes = [_box(path.get("d", "")) for path in paths]
    left, top = (int(min(each[axis] for each in boxes) // size) for axis in (0, 1))
    right, bottom = (int(max(each[axis] for each in boxes) // size) + 1 for axis in (2, 3))
    clipped = add(area, "g", class_="motif", clip_path=f"url(#area-{number})")
    signs = add(
        clipped, "g", fill="none", stroke="none", marker_mid=f"url(#sign-{motif.get('id')})"
    )
    if zoom is not None:
        signs.set("transform", motif.get("patternTransform", ""))
    step = float(motif.get("width", ""))
    row = f"M{number_text((left - 1) * step)} 0" + f"h{number_text(step)}" * (right - left + 1)
    add(definitions, "path", id=f"row-{number}", d=row)
    for down in range(top, bottom):
        add(signs, "use", href=f"#row-{number}", y=number_text(down * step))


def _box(outline: str) -> tuple[float, float, float, float]:
    """Return how far an outline reaches to the left, up, to the right and down."""
    x = y = 0.0
    points = []
    for command, text in _STEP.findall(outline):
        numbers = [float(each) for each in _NUMBER.findall(text)]
        xs = numbers if command == "h" else numbers[::2] if command != "v" else [0.0] * len(numbers)
        ys = (
            numbers if command == "v" else numbers[1::2] if command != "h" else [0.0] * len(numbers)
        )
        for dx, dy in zip(xs, ys, strict=True):
            x, y = (dx, dy) if command in "ML" else (x + dx, y + dy)
            points.append((x, y))
    lefts, tops = zip(*points, strict=True)
    return min(lefts), min(tops), max(lefts), max(tops)
