"""What is certified of two rule sets: that they answer alike in all worlds of a family, or that none of
their verdicts gives less leave, or more.

The certificate names both rule sets by their digests, and is proved and verified as one of worlds is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.core.programs import PositionFamily, first_argument
from hexcourt.solver.analysis.core.search import search_program
from hexcourt.solver.analysis.core.two_rule_sets import both_of, worlds_of_both
from hexcourt.solver.rulebase.rulebase import RuleBase, worlds_program

KIND = "rule sets"

EQUAL, PERMITS_MORE, FORBIDS_MORE = "equal", "permits_more", "forbids_more"

_CLASS_OF = {EQUAL: "differs", PERMITS_MORE: "less_leave", FORBIDS_MORE: "more_leave"}
"""The class that no world shows, of each relation of two rule sets."""

_WORDS = {
    EQUAL: "both rule sets answer alike",
    PERMITS_MORE: "the new rules permit only more: none of their verdicts gives less leave,",
    FORBIDS_MORE: "the new rules forbid only more: none of their verdicts gives more leave,",
}


@dataclass(frozen=True)
class RuleSetsStatement:
    """That two rule sets are in a ``relation`` in all worlds of a family."""

    family: PositionFamily
    old: RuleBase
    new: RuleBase
    relation: str

    accepted = ()
    """Nothing is excepted."""

    def __post_init__(self) -> None:
        """Refuse a relation that the family does not have."""
        if self.relation not in relations_of(self.family):
            raise BadInput(
                f"question.json, relation: {self.relation[:40]!a} is none that worlds of "
                f"{self.family.name} show; certify anew"
            )

    @property
    def as_json(self) -> dict[str, Any]:
        """Return the statement as plain values."""
        return {
            "kind": KIND,
            "meaning": f"in every world of the family {_WORDS[self.relation]}".rstrip(","),
            "relation": self.relation,
            "family": self.family.name,
            "scope": dict(self.family.scope),
            "old": self.old.digest,
            "new": self.new.digest,
            **({"amended": list(self.new.assumed)} if self.new.assumed else {}),
            "hexcourt": version("hexcourt"),
        }

    @property
    def sentence(self) -> str:
        """Describe what is proved."""
        amended = "".join(f", {each}" for each in self.new.assumed)
        return (
            f"proved that {_WORDS[self.relation]} in every world of {self.family.name}: "
            f"{self.family.scope_words}; the old rules are {self.old.digest}, the new ones "
            f"{self.new.digest}{amended}, of hexcourt {version('hexcourt')}"
        )

    @property
    def refusal(self) -> str:
        """Describe why nothing is certified where it is not so."""
        return f"{self.relation}: some world of {self.family.name} shows otherwise"

    def program(self) -> str:
        """Write the program that has no answer set with what is sought."""
        both = both_of(self.family, self.old, self.new)
        worlds = worlds_of_both(self.family, self.old, self.new, both, everywhere=True)
        return search_program(worlds, _CLASS_OF[self.relation], frozenset(), ())


def relations_of(family: PositionFamily) -> tuple[str, ...]:
    """List the relations that worlds of a family may show: those of which its differences tell."""
    if not family.differences:
        return ()
    statements = worlds_program(family.differences).statements
    classes = {first_argument(each) for each in statements if each.names == ("class",)}
    return tuple(each for each, kind in _CLASS_OF.items() if kind in classes)


def missing_rules(document: Mapping[str, Any], known: Mapping[str, RuleBase]) -> str:
    """Describe which rule sets a certificate names that are not at hand, "" if both are."""
    wanted = (str(document.get(each))[:40] for each in ("old", "new"))
    missing = [each for each in wanted if each not in known]
    return (
        f"it is of the rules {' and '.join(map(ascii, missing))}, which are not at hand; name them "
        "with --against FOLDER or --amend FILE"
        if missing
        else ""
    )


def stated_of(
    document: Mapping[str, Any], family: PositionFamily, known: Mapping[str, RuleBase]
) -> RuleSetsStatement:
    """Read what ``question.json`` states of the rule sets that it names; raises BadInput."""
    old, new = (known[str(document[each])] for each in ("old", "new"))
    return RuleSetsStatement(family, old, new, str(document.get("relation")))
