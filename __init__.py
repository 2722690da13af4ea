"""hexcourt: a logic solver for rules questions on hex wargame boards.

>>> from hexcourt import open_board
>>> answer = open_board("budapest").los("L33h2", "E31")
>>> answer.verdict, answer.rows[0]["rule"]
(<Verdict.NO: 'no'>, 'A6.4')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hexcourt.cli.render.answers import draw_answer, draw_position
    from hexcourt.cli.render.notebook import image_beside as image_beside
    from hexcourt.cli.render.notebook import notebook_image
    from hexcourt.cli.render.output import png_of
    from hexcourt.facts.base.errors import BadInput
    from hexcourt.solver.answer.answer import Answer, Verdict
    from hexcourt.solver.api.position import Position
    from hexcourt.solver.sandbox.limited_run import Limits

    __version__: str

__all__ = [
    "Answer",
    "BadInput",
    "Limits",
    "Position",
    "Verdict",
    "__version__",
    "draw_answer",
    "draw_position",
    "notebook_image",
    "open_board",
    "png_of",
]

_HOMES = {
    "Answer": "hexcourt.solver.answer.answer",
    "BadInput": "hexcourt.facts.base.errors",
    "Limits": "hexcourt.solver.sandbox.limited_run",
    "Position": "hexcourt.solver.api.position",
    "Verdict": "hexcourt.solver.answer.answer",
    "draw_answer": "hexcourt.cli.render.answers",
    "draw_position": "hexcourt.cli.render.answers",
    "image_beside": "hexcourt.cli.render.notebook",
    "notebook_image": "hexcourt.cli.render.notebook",
    "png_of": "hexcourt.cli.render.output",
}


def open_board(
    name: str,
    place: Sequence[str] = (),
    given: Sequence[str] = (),
    amend: Sequence[str | Path] = (),
    boards: Sequence[str | Path] = (),
) -> Position:
    """Open a board as a Position: an embedded one by its name, a facts file (``.lp``), a VASL board
    archive or a configuration of boards (``.toml``) by its path.

    ``place`` are pieces to lay on it, ``given`` whatever else is given, ``amend`` files of house
    rules by which the rules are amended (docs/howto/amending.md), ``boards`` folders in which archives
    are looked for. Raises BadInput.
    """
    from hexcourt.solver.sandbox.threads import at_work

    with at_work():
        from hexcourt.solver.answer.arguments import read_argument as read
        from hexcourt.solver.api.position import open_position

        laid, told = read("place", place), read("given", given)
        folders = read("boards", boards)
        return open_position(read("name", name), laid, told, read("amend", amend), boards=folders)


def __getattr__(name: str) -> Any:
    """Load what is asked for, and nothing before: commands are to start fast."""
    if name == "__version__":
        from importlib.metadata import version

        return version("hexcourt")
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
