"""How the files of maps, studies and cards end; apart, as every command asks for it."""

from __future__ import annotations

SUFFIX = ".toml"
