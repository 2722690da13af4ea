"""The report of a scenario as one HTML file, which needs no server and nothing from elsewhere.

It is built as elements, so that what a card says is text wherever it stands, and what does not show is
made visible. Equal answers give equal bytes: no date of its making is given.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hexcourt.cli.render.answers import scenario_marks
from hexcourt.cli.render.style import Element, add
from hexcourt.cli.report.maps import ReportMap
from hexcourt.facts.base.errors import BadInput, visible
from hexcourt.facts.cards.sentences.special_rules import Partly
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.register.register import rule_blocks
from hexcourt.solver.scenario.answers import show_scenario, witness_lines
from hexcourt.solver.scenario.checks import Check, Witness, every_check
from hexcourt.solver.scenario.play.conditions import stated
from hexcourt.solver.scenario.scenario import Scenario
from hexcourt.solver.scenario.special_rules import read_rules

_WORST_FIRST = ("fail", "warn", "unknown", "pass")

Row = Mapping[str, Any]


def add_findings(parent: Element, answer: Answer, drawn: ReportMap | None) -> None:
    """List what the checks found, worst first."""
    codes = answer.arguments["checks"]
    checks = [each for each in every_check() if each.code in codes]
    by_check = {each: [row for row in answer.rows if row["check"] == each.code] for each in checks}
    open_ = [each for each in checks if _worst(by_check[each]) < len(_WORST_FIRST) - 1]
    fine = [each for each in checks if each not in open_]
    listing = _Listing(drawn)
    add(parent, "h2", "To look at" if open_ else "Nothing to look at")
    for check in sorted(open_, key=lambda each: (_worst(by_check[each]), each.code)):
        listing.add_check(parent, check, by_check[check])
    if fine:
        add(parent, "h2", "What passes")
    for check in fine:
        listing.add_check(parent, check, by_check[check])


def _worst(rows: Iterable[Row]) -> int:
    return min((_rank(row) for row in rows), default=len(_WORST_FIRST) - 1)


def _rank(row: Row) -> int:
    return _WORST_FIRST.index(row["found"])


class _Listing:
    """Lists findings, numbered through."""

    def __init__(self, drawn: ReportMap | None) -> None:
        self.drawn = drawn
        self.number = 0

    def add_check(self, parent: Element, check: Check, rows: Sequence[Row]) -> None:
        section = add(parent, "section", class_="check", id=check.code)
        add(section, "h3", f"{check.code} {check.title}")
        _explain(section, check)
        ranked = sorted(rows, key=_rank)
        self._add_rows(section, [row for row in ranked if row["found"] != "pass"])
        passed = [row for row in ranked if row["found"] == "pass"]
        if passed:
            folded = add(section, "details", class_="passed")
            add(folded, "summary", f"{len(passed)} pass")
            self._add_rows(folded, passed)

    def _add_rows(self, parent: Element, rows: Sequence[Row]) -> None:
        if rows:
            listed = add(parent, "ul")
            for row in rows:
                self._add_row(listed, row)

    def _add_row(self, listed: Element, row: Row) -> None:
        self.number += 1
        name = f"shows-{self.number}"
        found, witness = row["found"], row["witness"]
        item = add(listed, "li", class_=f"finding {found}", id=f"finding-{self.number}")
        line = add(item, "p")
        add(line, "span", found, class_=f"badge {found}").tail = " "
        add(line, "strong", row["subject"]).tail = " "
        add(line, "span", row["finding"]).tail = " "
        for number in row["rules"]:
            add(line, "a", number, class_="rule", href=f"#rule-{number}").tail = " "
        if self.drawn is not None and self.drawn.light(witness, name):
            add(line, "a", "on the map", class_="show", href=f"#{name}", role="button")
        items = tuple(witness_lines(Witness.of_row(witness))) if found != "pass" else ()
        for each in items:
            add(item, "p", each, class_="told")
        words = f"What shows it: {row['finding']}"
        picture = self.drawn.picture(witness, words) if self.drawn is not None else None
        if picture is not None:
            item.append(picture)


def _explain(section: Element, check: Check) -> None:
    folded = add(section, "details", class_="explained")
    add(folded, "summary", "what this looks at")
    add(folded, "p", check.looks_at)
    for each in check.assumptions:
        add(folded, "p", f"Taken for granted: {each}")
    if check.rules:
        add(folded, "p", f"By {', '.join(check.rules)}")


Sentence = tuple[str, str, str]
"""A sentence of a card: its subject, its text, and why it is not understood, empty where it is."""


def add_sentences(parent: Element, scenario: Scenario) -> None:
    """List the sentences of the card, each with whether it is understood."""
    items = tuple(_sentences(scenario))
    section = add(parent, "section")
    add(section, "h2", "The sentences of the card")
    if not items:
        add(section, "p", "The card has none.")
        return
    table = add(section, "table")
    row = add(add(table, "thead"), "tr")
    for each in ("of", "sentence", "understood"):
        add(row, "th", each, scope="col")
    rows = add(table, "tbody")
    for subject, text, why in items:
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
    spoken = tuple(read_rules(card))
    for rule in card.special:
        for _, entry, read, why in (each for each in spoken if each[0] is rule):
            left = (f"not understood: {e.words}" for e in read if isinstance(e, Partly))
            yield f"rule {rule.id}", entry, why or "; ".join(left)
        for changed in rule.change:
            yield f"rule {rule.id}", changed, ""
        if rule.text:
            yield f"rule {rule.id}", rule.text, "kept as text alone"
    for way in stated(scenario):
        yield f"{way.subject}: {way.winner}", way.text, way.why


def add_rules(parent: Element, answer: Answer) -> None:
    """List the rules that findings rest on, with our sentences where the rules have them."""
    cited = sorted({number for row in answer.rows for number in row["rules"]}, key=_natural)
    section = add(parent, "section")
    add(section, "h2", "The rules cited")
    listed = add(section, "dl")
    for number in cited:
        add(listed, "dt", number, id=f"rule-{number}")
        result = dict.fromkeys(each.sentence for each in rule_blocks() if each.number == number)
        for each in result or (
            "No program of the rules state it; the sentence of the finding does.",
        ):
            add(listed, "dd", each)


def _natural(number: str) -> tuple[object, ...]:
    parts = number.replace(".", " ").split()
    return tuple((each.isdigit(), int(each) if each.isdigit() else 0, each) for each in parts)


def add_sources(parent: Element, scenario: Scenario, answer: Answer, select: Sequence[str]) -> None:
    """Add what was checked, and by what, below ``parent``."""
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
    yield "program", f"hexcourt {version('hexcourt')}, rules {answer.rules_digest}"
    yield "card", f"{name}, SHA-256 {hashlib.sha256(card.text.encode()).hexdigest()}"
    if answer.board is not None:
        yield "map", f"{answer.board.name}, {answer.board.digest}"
    boards = (Path(each.text).name for row in card.map.rows for each in row)
    yield "boards", ", ".join(boards) or "none"
    yield from _versions(scenario)


def _versions(scenario: Scenario) -> Iterator[tuple[str, str]]:
    try:
        placed = scenario.composed_map
    except BadInput:
        return
    for board, found in sorted(placed.versions.items()):
        wanted = placed.wanted.get(board)
        text = "" if wanted is None else f", the card says {wanted}"
        yield f"version of board {board}", f"{found}{text}"


def report_page(scenario: Scenario, answer: Answer, select: Sequence[str] = ()) -> str:
    """Write the report of what ``scenario check`` found as an HTML document."""
    card = scenario.card
    html = Element("html", {"lang": "en"})
    title = card.title or card.id or Path(card.source).name
    style = _add_head(html, title)
    body = add(html, "body")
    _add_heading(body, scenario, answer, title)
    main = add(body, "main")
    drawn = _add_map(main, scenario)
    if drawn is not None:
        style.text = f"{style.text}{drawn.print_style}"
    listed = add(main, "div", class_="findings")
    add_findings(listed, answer, drawn)
    after = add(body, "div", class_="after")
    add_sentences(after, scenario)
    add_rules(after, answer)
    add_sources(after, scenario, answer, select)
    add(body, "script", _own("report.js"))
    text = ElementTree.tostring(html, encoding="unicode", method="html")
    return visible(f"<!DOCTYPE html>\n{text}\n", kept="\n")


def _add_head(html: Element, title: str) -> Element:
    """Add what stands before the body; return the element of its style."""
    script = hashlib.sha256(_own("report.js").encode()).digest()
    text = (
        "default-src 'none'; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{b64encode(script).decode()}'"
    )
    head = add(html, "head")
    add(head, "meta", charset="utf-8")
    add(head, "meta", content=text).set("http-equiv", "Content-Security-Policy")
    add(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    add(head, "meta", name="color-scheme", content="light dark")
    add(head, "meta", name="generator", content=f"hexcourt {version('hexcourt')}")
    add(head, "title", f"{title}: checked")
    return add(head, "style", _own("report.css"))


def _own(name: str) -> str:
    return files("hexcourt.cli.report").joinpath(name).read_text("utf-8")


def _add_heading(body: Element, scenario: Scenario, answer: Answer, title: str) -> None:
    card = scenario.card
    header = add(body, "header")
    add(header, "h1", title)
    lines = [card.date.isoformat() if card.date else "", card.rules.upper()]
    lines += [card.turns.length, " against ".join(each.name for each in card.sides)]
    add(header, "p", " · ".join(filter(None, lines)))
    counts = add(header, "ul", class_="counts")
    for each in _WORST_FIRST:
        if answer.counts[each]:
            add(counts, "li", f"{answer.counts[each]} {each}", class_=f"badge {each}")
    checks = len(answer.arguments["checks"])
    add(counts, "li", f"by {counted(checks, 'check', 'checks')}")


def _add_map(main: Element, scenario: Scenario) -> ReportMap | None:
    """Draw the map with its areas; where it cannot be placed, say why."""
    section = add(main, "section", class_="beside", aria_label="The map")
    try:
        shown = show_scenario(scenario)
    except BadInput as error:
        add(section, "p", f"There is no map: {error}")
        return None
    board = scenario.position.board_of_lines
    drawn = ReportMap(board, shown)
    bar = add(section, "p", class_="bar")
    signs = dict.fromkeys(mark.sign for mark in scenario_marks(shown, board).signs)
    for sign in signs:
        look = f"--sign: {sign.colour}"
        add(bar, "span", sign.label, class_=f"sign {sign.shape}", style=look)
    add(bar, "span", f"north is {board.north or 'up'}")
    add(bar, "button", "show nothing", type="button", class_="dark", hidden="")
    sheet = add(section, "div", class_="sheet", tabindex="0", role="group", aria_label="Map")
    sheet.append(drawn.root)
    return drawn
