"""Lets mappings that cannot be changed be copied and packed for another process, as Python does not."""

from __future__ import annotations

import copyreg
from types import MappingProxyType
from typing import Any


def _unchangeable(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)


def _packed(mapping: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return _unchangeable, (dict(mapping),)


copyreg.pickle(MappingProxyType, _packed)
