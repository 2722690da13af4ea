"""Where the program keeps what it has worked out already, for later runs: a folder of the user's own.

What is kept there is only ever a copy of what can be worked out again, so the folder may be cleared at
any time. The variable of the environment ``HEXCOURT_CACHE`` names another folder, or says ``off``.
"""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "HEXCOURT_CACHE"
OFF = "off"


def cache_folder() -> Path | None:
    """Give the folder to keep things in, which need not be there yet; None where nothing is kept."""
    told = os.environ.get(VARIABLE, "")
    if told.lower() == OFF:
        return None
    if told:
        return Path(told)
    from platformdirs import user_cache_path  # it takes some time to import

    return user_cache_path("hexcourt", appauthor=False)


def keep_nothing() -> None:
    """Have this process, and those that it starts, keep nothing and look nothing up."""
    os.environ[VARIABLE] = OFF
