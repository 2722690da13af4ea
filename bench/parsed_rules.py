"""Writes what the program reads in the rules, for setup.py to ship: a file named by digests of the rules
and of what reads them, so that it is never used with other rules.

Usage: python bench/parsed_rules.py [FOLDER]   (otherwise where the installed program looks for it)
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from click.testing import CliRunner

from hexcourt.cli.main import main as hexcourt
from hexcourt.facts.base.cache import RULES, VARIABLE
from hexcourt.solver.rulebase.rulebase import EXAMINED_ALONE, PARSED, PROFILES, printed_rules
from hexcourt.solver.rulebase.slicing import sliced, terms_read
from hexcourt.solver.rulebase.sorts import declared_sorts

COMMANDS = (
    ("los", "budapest", "L33h2", "E31", "--why"),
    ("see", "budapest", "G39"),
    ("path", "pegasus", "L13", "K12", "--unit", "squad", "--why"),
    ("path", "pegasus", "I9", "J14", "--unit", "truck", "--turns", "9"),
    ("reach", "pegasus", "L13", "--unit", "squad"),
    ("adjacent", "pegasus", "L13"),
    ("legal", "pegasus", 'mines("K12",ap,12,hidden)'),
    ("effect", "pegasus", "--attack", 'snap_shot("K12")', "--target", "K13-L12-L13"),
    ("ask", "pegasus", 'exists : path("L13","K12")', "--unit", "squad", "--why"),
    ("scenario", "check", f"{Path(__file__).resolve().parents[1]}/examples/cards/outpost.toml"),
)
"""Some questions of each kind: of most rules no more is read than what they read."""


def read_rules() -> None:
    """Parse all profiles that commands ask, and what further is read to answer."""
    rules = printed_rules()
    for program in rules.programs:
        folder, _, name = program.removesuffix(".lp").partition("/")
        if folder == PROFILES and name not in EXAMINED_ALONE:
            sliced(rules, name)
            terms_read(rules, name, "given")
    declared_sorts(rules)  # which house rules are held against
    for words in COMMANDS:
        done = CliRunner().invoke(hexcourt, words)
        if done.exit_code not in (0, 1, 3):
            raise SystemExit(f"{' '.join(words)}: {done.output}")


def main() -> None:
    """Read the rules with an empty cache, and pack what is in it then."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=PARSED)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for before in folder.glob("*.sqlite"):  # of these rules, which would be found, or of others
        before.unlink()
    with tempfile.TemporaryDirectory() as cache:
        os.environ[VARIABLE] = cache
        os.environ["HEXCOURT_NO_FORK"] = "1"
        read_rules()
        (file,) = Path(cache, RULES.name).glob("*.sqlite")
        with closing(sqlite3.connect(file)) as opened:
            opened.execute("VACUUM INTO ?", [str(folder / file.name)])


if __name__ == "__main__":
    main()
