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


def _folder() -> Path | None:
    """Return the folder of the rules; None where they are in no folder of files."""
    entry = printed_rules().programs[_entry()].path
    return other_rules() or (None if entry is None else entry.resolve().parent)


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
        found = _since_revision(HEAD)
        if found is None or found.comparison.changes:
            return found
        commit = _last_change()
        return (_since_revision(f"{commit}^") if commit else None) or found
    if Path(named).is_dir():
        return Since(named, compare_rule_sets(rules_in(Path(named)), rules))
    found = _since_revision(named)
    if found is None:
        raise BadInput(
            f"{named[:60]}: is neither a folder of rules, such as asp/, nor a revision of the rules "
            "that git knows; name one of them after --against"
        )
    return found


def uncommitted() -> Since | None:
    """Compare the printed rules with those of the last commit; None where they are the same, where that
    is not known, or where house rules amend them.
    """
    found = None if active_rules().house_rules else _since_revision(HEAD)
    return found if found is not None and found.comparison.changes else None


def _since_revision(revision: str) -> Since | None:
    """Compare the active rules with those of a revision; None where git does not know them."""
    archive = None if revision.startswith("-") else _archived(revision)
    green = None if archive is None else _rules_of(_programs_in(archive))
    return None if green is None else Since(revision, compare_rule_sets(green, active_rules()))


def _last_change() -> str | None:
    """Return the last commit that changed the rules, worlds and properties apart; None without one."""
    names = ("log", "-1", "--format=%h", "--", ".", f":(exclude){WORLDS}", ":(exclude)*.py")
    found = _by_git(*names)
    return found.decode().strip() or None if found else None


def _archived(revision: str) -> bytes | None:
    """Return the folder of the rules as it is in a revision, as a tar archive."""
    return _by_git("archive", "--format=tar", revision, ".")


def _by_git(*arguments: str) -> bytes | None:
    """Return what git prints in the folder of the rules; None where it fails."""
    folder = _folder()
    if folder is None:
        return None
    command = ["git", "-C", str(folder), *arguments]
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
