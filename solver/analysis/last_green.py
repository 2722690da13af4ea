"""The rules with which changed rules are compared: those of a folder, or of a revision kept by git.

The rules of a project are checked before they are committed, so that the last commit has the last rules
in which nothing was open ("green"). House rules are compared with the printed rules.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from hexcourt.facts.base.cache import digest_of
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.core.two_rule_sets import RuleSetComparison, compare_rule_sets
from hexcourt.solver.analysis.difference_answers import rules_in
from hexcourt.solver.rulebase.program import Program
from hexcourt.solver.rulebase.rulebase import (
    ASKABLE,
    WORLDS,
    RuleBase,
    active_rules,
    other_rules,
    printed_rules,
)

HEAD = "HEAD"
"""The revision with which rules are compared where none is named."""

MAX_BYTES = 64 << 20
"""How large the rules of a revision may be."""

_SECONDS = 30.0
_SHIPPED_ENTRY = "verdicts.lp"


def _entry() -> str:
    """Name a program that every version of the rules has."""
    return _SHIPPED_ENTRY if other_rules() is None else ASKABLE


@dataclass(frozen=True)
class Since:
    """What differs between the last green rules, by their name, and the active rules."""

    name: str
    comparison: RuleSetComparison


def since(named: str | None) -> Since | None:
    """Compare the active rules with those of a folder or revision; without a name with the last green
    ones, None where these are not known.

    Raises BadInput where the name is neither a folder of rules nor a revision.
    """
    rules = active_rules()
    if named is None and rules.house_rules:
        return Since("the printed rules", compare_rule_sets(printed_rules(), rules))
    if named is None:
        green = _at_revision(HEAD)
        return None if green is None else Since(HEAD, compare_rule_sets(green, rules))
    if Path(named).is_dir():
        return Since(named, compare_rule_sets(rules_in(Path(named)), rules))
    green = _at_revision(named)
    if green is None:
        raise BadInput(
            f"{named[:60]}: is neither a folder of rules, such as asp/, nor a revision of the rules "
            "that git knows; name one of them after --against"
        )
    return Since(named, compare_rule_sets(green, rules))


def _at_revision(revision: str) -> RuleBase | None:
    """Read the rules as they are in a revision; None where git does not know them."""
    entry = printed_rules().programs[_entry()].path
    if entry is None or revision.startswith("-"):
        return None
    archive = _archived(other_rules() or entry.resolve().parent, revision)
    if archive is None:
        return None
    return _rules_of(_programs_in(archive))


def _archived(folder: Path, revision: str) -> bytes | None:
    """Return a folder as it is in a revision, as a tar archive."""
    command = ["git", "-C", str(folder), "archive", "--format=tar", revision, "."]
    try:
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                entry = process.communicate(timeout=_SECONDS)[0]
            except subprocess.TimeoutExpired:
                process.kill()
                return None
    except OSError:
        return None
    return entry if process.returncode == 0 and len(entry) <= MAX_BYTES else None


def _programs_in(archive: bytes) -> Mapping[str, str]:
    """Map the names of the programs of rules in an archive to their texts."""
    found = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as members:
        for each in members:
            name = each.name.removeprefix("./")
            if each.isfile() and name.endswith(".lp") and not name.startswith(f"{WORLDS}/"):
                held = members.extractfile(each)
                found[name] = "" if held is None else held.read().decode("utf-8")
    return found


def _rules_of(texts: Mapping[str, str]) -> RuleBase | None:
    """Return the rule set of some programs; those that are as printed are not read again."""
    if _entry() not in texts:
        return None
    printed = printed_rules().programs
    programs = {
        name: printed[name]
        if name in printed and printed[name].text == text
        else Program(name, text)
        for name, text in sorted(texts.items())
    }
    items = (part for name, each in programs.items() for part in (name, each.text))
    return RuleBase(MappingProxyType(programs), frozenset(), digest_of(items))
