"""Values of sentences that write themselves by a template, so that they are read back equal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, dataclass_transform

from hexcourt.facts.base.patterns import pattern

_OPTIONAL = pattern(r"\[([^\[\]]*)\]")
_CHOICE = pattern(r"\{(\w+):([^{}|]*)\|([^{}]*)\}")
_FIELD = pattern(r"\{(\w+)")


@dataclass_transform(frozen_default=True)
class Wording:
    """A value that ``wording`` writes; its subclasses are dataclasses that cannot be changed.

    ``{name}`` is a field, or a property, of the value; ``{name:yes|no}`` one of two texts; ``[...]`` is
    left out where a field in it is empty.
    """

    wording: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def __str__(self) -> str:
        def shown(match: re.Match[str]) -> str:
            fields = (getattr(self, name) for name in _FIELD.findall(match[1]))
            return "" if any(each in (None, "", ()) for each in fields) else match[1]

        def chosen(match: re.Match[str]) -> str:
            return match[2] if getattr(self, match[1]) else match[3]

        template = _CHOICE.sub(chosen, _OPTIONAL.sub(shown, self.wording))
        return template.format(**{name: getattr(self, name) for name in _FIELD.findall(template)})
