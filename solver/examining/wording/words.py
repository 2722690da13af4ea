"""Looks for reasons whose sentence does not fit what they say, by asp/worlds/words.lp."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import clingo

from hexcourt.facts.errors import BadInput
from hexcourt.solver.examining.findings import Finding
from hexcourt.solver.examining.wording.law_as_facts import WrittenLaw
from hexcourt.solver.examining.worlds import accepted
from hexcourt.solver.register.paragraphs import Paragraph, paragraphs, project_folder
from hexcourt.solver.statutes.lawbook import Lawbook, worlds_program
from hexcourt.solver.statutes.statute import Citation

_SAID = {
    "both_ways": "one sentence tells a yes and a no, or a price and a bar: {}",
    "of_another": "{} holds the number of another rule than it stands below: {}",
    "from_nowhere": "{} hands on the number of a rule that no atom of its body carries: {}",
    "other_value": "{} holds a value that its sentence does not name: {}",
    "no_paragraph": "the documents have no paragraph {}: {}",
}


@dataclass(frozen=True, slots=True)
class Worded:
    """What was found in the law as written, and of how many citations and statements."""

    findings: tuple[Finding, ...]
    stale: tuple[str, ...]
    citations: int
    statutes: int
    unread: int
    """Citations of chapters whose text is not at hand, so that their numbers were not looked up."""


def words_of(
    lawbook: Lawbook,
    wanted: Callable[[str, Sequence[Citation]], bool] = lambda _key, _rules: True,
) -> Worded:
    """Look through a law; only findings that are ``wanted``, by key and rules, are made."""
    listed = _paragraphs()
    law = WrittenLaw(lawbook, listed)
    control = clingo.Control(["--warn=none"])
    control.add("base", [], worlds_program("words.lp").text)
    with control.backend() as backend:
        for fact in law.facts:
            backend.add_rule([backend.add_atom(fact)])
    control.ground([("base", [])])
    found = [each.symbol.arguments[1] for each in control.symbolic_atoms.by_signature("class", 2)]
    findings = [_finding(law, said) for said in sorted(found)]
    keys = {each.key for each in findings}
    stale = [each for each in accepted() if each.startswith("words ") and each not in keys]
    chapters = {each.number.partition(".")[0] for each in listed}
    unread = [e for e in law.citations if e.number.partition(".")[0] not in chapters]
    return Worded(
        tuple(each for each in findings if wanted(each.key, each.rules)),
        tuple(stale),
        len(law.citations),
        len(law.statutes),
        len(unread),
    )


def _paragraphs() -> tuple[Paragraph, ...]:
    try:
        return paragraphs(project_folder())
    except BadInput:  # installed without the list
        return ()


def _finding(law: WrittenLaw, said: clingo.Symbol) -> Finding:
    kind, (subject, *_) = said.name, said.arguments
    if kind == "no_paragraph":
        cited = [each for each in law.citations if each.number == subject.string]
        place, rules = subject.string, tuple(cited)
    elif kind == "both_ways":
        rules = (law.citations[subject.number],)
        place = rules[0].key
    else:
        statute = law.statutes[subject.number]
        rules = tuple(filter(None, [statute.citation or statute.heading]))
        place = statute.place
    sentence = _SAID[kind].format(*[place] * (kind != "both_ways"), rules[0].sentence)
    mark = hashlib.sha256("".join(map(str, rules)).encode()).hexdigest()[:6]
    key = f"words {kind} {rules[0].number} {mark}"
    return Finding("words", kind, key, sentence, rules, accepted=accepted().get(key))
