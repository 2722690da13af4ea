"""The checks of setup, first sight and entry: S08 to S14, and S20."""

from __future__ import annotations

from hexcourt.solver.checking.checks import Check
from hexcourt.solver.checking.setup.capacity import check_capacity
from hexcourt.solver.checking.setup.entering import check_entry
from hexcourt.solver.checking.setup.first_sight import check_first_fire, check_in_sight
from hexcourt.solver.checking.setup.fortifications import check_fortifications
from hexcourt.solver.checking.setup.guns import check_guns
from hexcourt.solver.checking.setup.observers import check_observers
from hexcourt.solver.checking.setup.registered import check_registered

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
        "S10",
        "Guns",
        "where each Gun may set up, Emplaced or not, and whether it sees anything from there",
        ("its type is what its name tells", "nothing but the map and what is placed on it hinders"),
        ("A2.9", "C11.2", "A6.1"),
        ("map", "areas", "special", "groups"),
        check_guns,
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
    Check(
        "S13",
        "Bore Sighted and Pre-Registered",
        "whether a group sees from its area what it registers before play",
        ("units may set up in every Location of their area",),
        ("C6.4", "C1.73", "A6.1"),
        ("map", "areas", "special", "groups"),
        check_registered,
    ),
    Check(
        "S14",
        "entry",
        "by which of its entry hexes each kind of a group's units can come onto the map",
        ("no enemy is there", "Guns and Support Weapons come with those that bring them"),
        ("A2.5", "A2.51"),
        ("map", "areas", "special", "groups"),
        check_entry,
    ),
    Check(
        "S20",
        "observers",
        "from which Location of its areas a side sees most of the map, and whether it sees the "
        "victory hexes",
        ("nothing but the map and what is placed on it hinders",),
        ("A6.1",),
        ("map", "areas", "special", "groups", "victory"),
        check_observers,
    ),
)
