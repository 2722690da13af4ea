"""The build backend: that of setuptools. For a wheel it needs what the program depends on as well, since
the rules are parsed while it is built (``bench/parsed_rules.py``); an editable installation does not.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403


def get_requires_for_build_wheel(config_settings: Mapping[str, Any] | None = None) -> list[str]:
    """List what building a wheel needs."""
    told = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
    own = build_meta.get_requires_for_build_wheel(config_settings)
    return [*own, *told["project"]["dependencies"]]
