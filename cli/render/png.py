"""Renders a drawing as PNG, where the renderer of the extra ``png`` is installed."""

from __future__ import annotations

from importlib.util import find_spec

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.answer.arguments import checked

ZOOM = 2.0
"""How many pixels a unit of a drawing has on each side, if it is not too large for that."""

MAX_PIXELS = 40_000_000

_RENDERER = "resvg_py"
_SIZE = pattern(r'<svg [^>]*?width="([0-9.]+)" [^>]*?viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


def need_renderer() -> None:
    """Raise with how the renderer is installed, where it is not."""
    if find_spec(_RENDERER) is None:
        raise BadInput(
            "--png: there is no renderer; install one by pip install 'hexcourt[png]', or write --svg"
        )


@checked
def png_of(svg: str) -> bytes:
    """Render a drawing of ours, as wide as it says if a size was given; one that is too large is made
    smaller.
    """
    need_renderer()
    import resvg_py

    match = _SIZE.search(svg)
    try:
        wanted, width, height = (0.0, 0.0, 0.0) if match is None else map(float, match.groups())
        zoom = ZOOM if wanted == width else wanted / width
        zoom = min(zoom, (MAX_PIXELS / (width * height)) ** 0.5)
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=max(1, int(zoom * width))))
    except (ValueError, ZeroDivisionError):
        raise BadInput("svg: is no drawing of this program; give what answer.svg() gives") from None
