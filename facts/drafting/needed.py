"""Says how the libraries that drafting needs are installed, where they are not."""

from __future__ import annotations

from importlib.util import find_spec

from hexcourt.facts.base.errors import BadInput


def need_libraries(command: str) -> None:
    """Raise BadInput with the command that installs what is missing."""
    if find_spec("scipy") is None:
        raise BadInput(
            f"{command} needs scipy, which is not installed; run pip install 'hexcourt[pictures]'"
        )
