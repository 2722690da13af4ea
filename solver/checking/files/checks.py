"""The checks of a card against its files."""

from __future__ import annotations

from hexcourt.solver.checking.files.against_counters import COUNTERS
from hexcourt.solver.checking.files.limits import LIMITS
from hexcourt.solver.checking.files.overlays import OVERLAYS
from hexcourt.solver.checking.files.versions import VERSIONS

CHECKS = (OVERLAYS, VERSIONS, COUNTERS, LIMITS)
