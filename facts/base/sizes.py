"""Upper limits of what is read from outside, whatever the game (docs/reference/limits.md).

Sizes are checked before anything of that size is made.
"""

from __future__ import annotations

LARGEST_FACTS_FILE = 16 << 20
"""The largest facts file, in bytes."""

MAX_FACTS = 250_000
"""The most facts of a file: four times those of the largest known file."""

LARGEST_TOML = 1 << 20
"""The largest TOML file, in bytes."""

LARGEST_PROGRAM = 1 << 20
"""The largest program of a folder of rules, in bytes: some fifty times the largest of ours."""

MAX_PROGRAMS = 1_000
"""The most programs of a folder of rules: six times ours."""

MAX_MEMBERS = 10_000
"""The most members of an archive."""

LARGEST_DERIVED = 40_000
"""The largest number that a house rule may derive, up and down: the product of two keeps to 32 bits."""

LARGEST_VALUE = 10_000
"""The largest number of a fact from outside, up and down: what rules compute from it fits in 32 bits."""
