"""The checks of setup, first sight and entry: S08 to S14, and S20."""

from __future__ import annotations

from hexcourt.solver.checking.checks import Check
from hexcourt.solver.checking.setup.capacity import check_capacity
from hexcourt.solver.checking.setup.first_sight import check_first_fire, check_in_sight
from hexcourt.solver.checking.setup.fortifications import check_fortifications

CHECKS = (
    Check(
        "S08",
        "capacity",
        "whether the units of each group fit into its area under the limits of its sentence, all "
        "groups of a side at once",
        (
            "Support Weapons take no room",
            "nobody rides in vehicles or is in pillboxes at the start",
        ),
        ("A5.1", "A2.9", "Q4.21"),
        ("map", "areas", "special", "groups"),
        check_capacity,
    ),
    Check(
        "S09",
        "Fortifications",
        "whether each Fortification has a legal place in the area of its group, all of them at once",
        ("each lies in a place of its own, unless there are too few",),
        ("B23.9", "B26.1", "B27.1", "B28.1", "B29.1", "B30.1", "O.8"),
        ("map", "areas", "special", "groups"),
        check_fortifications,
    ),
    Check(
        "S11",
        "in enemy sight at the start",
        "which Locations of each group's area no Location of the enemy's setup areas sees",
        (
            "units may set up in every Location of their area",
            "nothing but the map and what is placed on it hinders",
        ),
        ("A6.1", "A6.2"),
        ("map", "areas", "special", "groups", "sides"),
        check_in_sight,
    ),
    Check(
        "S12",
        "first fire",
        "how many pairs of setup Locations of both sides see each other, and the nearest",
        (
            "units may set up in every Location of their area",
            "nothing but the map and what is placed on it hinders",
        ),
        ("A6.1", "A6.2"),
        ("map", "areas", "special", "groups", "sides"),
        check_first_fire,
    ),
)
