"""What a report rests on: the sentences of the card, the rules, the boards, and how it was made."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from hexcourt.cli.drawing.sheet.svg import Element, add
from hexcourt.facts.cards.sentences.reading_rules import read_special_rule
from hexcourt.facts.cards.sentences.special_rules import Partly
from hexcourt.facts.errors import BadInput
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.checking.play.conditions import stated
from hexcourt.solver.checking.scenario import Scenario
from hexcourt.solver.register.blocks import law_blocks

Sentence = tuple[str, str, str]
"""A sentence of a card: its subject, its text, and why it is not understood, empty where it is."""


def add_sentences(parent: Element, scenario: Scenario) -> None:
    """List the sentences of the card, each with whether it is understood."""
    told = tuple(_sentences(scenario))
    section = add(parent, "section")
    add(section, "h2", "The sentences of the card")
    if not told:
        add(section, "p", "The card has none.")
        return
    table = add(section, "table")
    row = add(add(table, "thead"), "tr")
    for each in ("of", "sentence", "understood"):
        add(row, "th", each, scope="col")
    rows = add(table, "tbody")
    for subject, text, why in told:
        row = add(rows, "tr", class_="unread" if why else "read")
        add(row, "th", subject, scope="row")
        add(row, "td", text)
        add(row, "td", f"no: {why}" if why else "yes")


def _sentences(scenario: Scenario) -> Iterator[Sentence]:
    card = scenario.card
    try:
        open_ = {subject: why for subject, _, why in scenario.not_understood}
    except BadInput as error:  # there is no map to understand them on
        open_ = dict.fromkeys(
            [*(f"area {each}" for each in card.areas), *(f"group {e.id}" for e in card.groups)],
            str(error),
        )
    for name, sentences in card.areas.items():
        subject = f"area {name}"
        yield subject, "; ".join(sentences), open_.get(subject, "")
    for group in card.groups:
        subject = f"group {group.id}"
        text = str(group.entry) if group.entry is not None else group.setup
        if text:
            yield subject, text, open_.get(subject, "")
    for rule in card.special:
        for said in rule.say:
            yield f"rule {rule.id}", said, _why_not(scenario, said)
        for changed in rule.change:
            yield f"rule {rule.id}", changed, ""
        if rule.text:
            yield f"rule {rule.id}", rule.text, "kept as text alone"
    for way in stated(scenario):
        yield f"{way.subject}: {way.winner}", way.text, way.why


def _why_not(scenario: Scenario, text: str) -> str:
    sides = tuple(each.name for each in scenario.card.sides)
    try:
        read = read_special_rule(text, tuple(scenario.card.areas), sides)
    except BadInput as error:
        return str(error)
    return "; ".join(f"not understood: {e.words}" for e in read.value if isinstance(e, Partly))


def add_rules(parent: Element, answer: Answer) -> None:
    """List the rules that findings rest on, with our sentences where the law has them."""
    cited = sorted({number for row in answer.rows for number in row["rules"]}, key=_natural)
    section = add(parent, "section")
    add(section, "h2", "The rules cited")
    listed = add(section, "dl")
    for number in cited:
        add(listed, "dt", number, id=f"rule-{number}")
        said = dict.fromkeys(each.sentence for each in law_blocks() if each.number == number)
        for each in said or ("No program of the law states it; the sentence of the finding does.",):
            add(listed, "dd", each)


def _natural(number: str) -> tuple[object, ...]:
    parts = number.replace(".", " ").split()
    return tuple((each.isdigit(), int(each) if each.isdigit() else 0, each) for each in parts)


def add_sources(parent: Element, scenario: Scenario, answer: Answer, select: Sequence[str]) -> None:
    """Tell what was checked, and by what."""
    section = add(parent, "section")
    add(section, "h2", "Where this is from")
    listed = add(section, "dl", class_="sources")
    for name, text in _sources(scenario, answer, select):
        add(listed, "dt", name)
        add(listed, "dd", text)


def _sources(
    scenario: Scenario, answer: Answer, select: Sequence[str]
) -> Iterator[tuple[str, str]]:
    card = scenario.card
    name = Path(card.source).name
    chosen = "".join(f" --select {each}" for each in select)
    yield "command", f"hexcourt scenario check {name}{chosen} --html FILE"
    yield "program", f"hexcourt {version('hexcourt')}, law {answer.law}"
    yield "card", f"{name}, SHA-256 {hashlib.sha256(card.text.encode()).hexdigest()}"
    if answer.board is not None:
        yield "map", f"{answer.board.name}, {answer.board.digest}"
    boards = (Path(each.text).name for row in card.map.rows for each in row)
    yield "boards", ", ".join(boards) or "none"
    yield from _versions(scenario)


def _versions(scenario: Scenario) -> Iterator[tuple[str, str]]:
    try:
        laid = scenario.laid
    except BadInput:
        return
    for board, found in sorted(laid.versions.items()):
        wanted = laid.wanted.get(board)
        said = "" if wanted is None else f", the card says {wanted}"
        yield f"version of board {board}", f"{found}{said}"
