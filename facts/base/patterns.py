"""Regular expressions that are compiled when they are first used: a command uses few of those that its
modules have, and compiling all would take a tenth of its time.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


class _Pattern:
    def __init__(self, text: Any, flags: int) -> None:
        self.pattern, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what copies and pickles ask for
            raise AttributeError(name)
        found = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, found)  # so it is found without this function from now on
        return found


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a regular expression that ``re`` compiles when it is first used."""
    return cast("re.Pattern[AnyStr]", _Pattern(text, flags))
