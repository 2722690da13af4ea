"""The questions that can be asked of a Position: one table for Python, the command line, HTTP and MCP.

``Position`` (``solver/api/position.py``) has a method for each, with the same names and defaults.
Commands, bodies over HTTP, tools for assistants, completion and the JSON schema are made from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexcourt.solver.answer.arguments import ARGUMENTS, Argument

REQUIRED = ...
"""The default of an argument that has to be given."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its name, its help, and its arguments.

    ``first`` are the arguments that are given by position, the last of them ``several`` times if so
    said; ``options`` maps those given by name to their defaults. ``about`` are the arguments that change
    the Position before it is asked. ``why`` is the help of ``--why`` where that only shows more of the
    answer. With ``words`` a command without a board lists the words of these roles, and takes ``first``
    as options unless it takes several. ``over_network`` says whether HTTP and MCP offer it.
    """

    name: str
    help: str
    first: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    several: bool = False
    about: tuple[str, ...] = ("place", "given", "without")
    why: str = ""
    words: tuple[str, ...] = ()
    over_network: bool = True

    @property
    def defaults(self) -> dict[str, Any]:
        """Map its arguments, in order, to their defaults."""
        return dict.fromkeys(self.first, REQUIRED) | dict(self.options)

    def offered(self, *entries: str) -> Iterator[tuple[str, Argument, Any]]:
        """List its arguments that are given at some entry points, each with its name and default."""
        for name, default in self.defaults.items():
            if ARGUMENTS[name].entry in ("all", *entries):
                yield name, ARGUMENTS[name], default


_UNIT = {"unit": REQUIRED, "allowance": None, "turns": 1}

QUESTIONS: dict[str, Question] = {
    each.name: each
    for each in (
        Question(
            "los",
            "Judge one line of sight: verdict, hindrance, and the reasons from end to end.",
            ("viewer", "target"),
            {"viewer_status": None, "target_status": None, "margin": 0.0},
            why="Give every reason, with rule numbers.",
        ),
        Question(
            "see",
            "List which hexes, and upper Locations, can see a Location, or each of several.",
            ("targets",),
            {"status": None, "margin": 0.0, "within": None, "workers": None},
            several=True,
            why="Name who does not see it, by rule, and what the status changes.",
        ),
        Question(
            "matrix",
            "Judge every unordered pair of Locations once.",
            (),
            {
                "locations": "ground",
                "margin": 0.0,
                "within": None,
                "workers": None,
                "progress": None,
            },
            over_network=False,
        ),
        Question(
            "path",
            "Find the cheapest path of a unit, step by step, or prove that there is none.\n\n"
            "START and GOAL are Locations (L13, L33h2, C25/cellar), Bypass (K13-L12, at a vertex "
            "K13-L12-K12), Crest status (BB3/CRBB2), a vehicle with its VCA (E4caD3/D4), or off the "
            "map (Y1/off): see docs/reference/movement.md.",
            ("start", "goal"),
            {**_UNIT, "only": None, "avoid": ()},
            why="Give every part of each cost, with rule numbers.",
        ),
        Question(
            "reach",
            "List every Location that a unit can reach, each with its cheapest cost.\n\n"
            "Locations that are reached only if an undecided rule allows it come last, with the rule.",
            ("start",),
            {**_UNIT, "every_state": False},
        ),
        Question(
            "cut",
            "Find the fewest pieces that block every path, and prove that no fewer do.\n\n"
            "Without turns the unit has any number of them.",
            ("start", "goal"),
            {
                "unit": REQUIRED,
                "kinds": REQUIRED,
                "most": 8,
                "allowance": None,
                "turns": None,
                "seconds": 120.0,
                "progress": None,
            },
            why="Show every path that the proof rests on.",
        ),
        Question(
            "adjacent",
            "List the Locations ADJACENT to one, or connected with it, and why.\n\n"
            "The answer names the other Locations of the hex too: levels of a building, cellar, sewer, "
            "rooftop, trench.",
            ("location",),
        ),
        Question(
            "entry",
            "Find when and where a unit enters that is to enter by one of some hexes of the edge.\n\n"
            "If all of these are obstructed, by enemies or rubble there, it is a turn late within four "
            "hexes of them, and so on (A2.5).",
            ("scheduled",),
            {"obstructed": (), "unit": "squad"},
            several=True,
        ),
        Question(
            "ask",
            "Answer any question about a board: which, exists, all, count, min, max, always, never.\n\n"
            "QUESTION is a mode, terms, a colon and what is asked: 'which H : sees(H, \"F31\")'. "
            "`hexcourt vocabulary` lists what may be asked. docs/reference/questions.md has examples.",
            ("question",),
            {
                "vary": (),
                "count": False,
                "choose": (),
                "against": (),
                "each_reply": False,
                "best": None,
                "top": 8,
                "unit": "squad",
                "allowance": None,
                "start": None,
                "turns": 1,
                "why": False,
                "why_not": False,
                "every": False,
                "lines": 40,
                "certify": None,
                "program": False,
                "limits": None,
            },
            about=("place", "given", "without", "areas"),
        ),
        Question(
            "legal",
            "Decide whether something may be placed, set up or done: yes or no, with the rule.\n\n"
            'An ACTION is written like mines("K12",ap,12,hidden), or is a piece as in place. Several '
            "are judged together. Without a BOARD all actions are listed.",
            ("actions",),
            several=True,
            words=("action", "given"),
        ),
        Question(
            "effect",
            "Compute what an attack comes to: TEM, DRM, halving, mines, Street Fighting, dice, each by "
            "its rule.\n\nWithout a BOARD all attacks are listed.",
            ("attack", "target"),
            words=("attack", "target"),
        ),
    )
}
"""Every question by its name."""


def about_arguments(asked: Question) -> Iterator[tuple[str, Argument]]:
    """List the arguments that change the Position of a question."""
    return ((name, ARGUMENTS[name]) for name in asked.about)
