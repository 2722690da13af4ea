"""The report of a scenario as one HTML file, which needs no server and nothing from elsewhere.

It is built as elements, so that what a card says is text wherever it stands, and what does not show is
made visible. Equal answers give equal bytes: no date is told.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from xml.etree import ElementTree

from hexcourt.cli.drawing.answers.scenarios import scenario_marks
from hexcourt.cli.drawing.sheet.svg import Element, add
from hexcourt.cli.reporting.findings import add_findings
from hexcourt.cli.reporting.mapped import ReportMap
from hexcourt.cli.reporting.sources import add_rules, add_sentences, add_sources
from hexcourt.facts.errors import BadInput
from hexcourt.facts.showing import visible
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.scenarios.shown import show_scenario
from hexcourt.solver.answering.words import counted
from hexcourt.solver.checking.scenario import Scenario

WORST_FIRST = ("fail", "warn", "unknown", "pass")


def report_page(scenario: Scenario, answer: Answer, select: Sequence[str] = ()) -> str:
    """Write the report of what ``scenario check`` found as an HTML document."""
    card = scenario.card
    html = Element("html", {"lang": "en"})
    title = card.title or card.id or Path(card.source).name
    _add_head(html, title)
    body = add(html, "body")
    _add_heading(body, scenario, answer, title)
    main = add(body, "main")
    drawn = _add_map(main, scenario)
    listed = add(main, "div", class_="findings")
    add_findings(listed, answer, drawn)
    after = add(body, "div", class_="after")
    add_sentences(after, scenario)
    add_rules(after, answer)
    add_sources(after, scenario, answer, select)
    add(body, "script", _own("report.js"))
    text = ElementTree.tostring(html, encoding="unicode", method="html")
    return visible(f"<!DOCTYPE html>\n{text}\n", kept="\n")


def _add_head(html: Element, title: str) -> None:
    script = hashlib.sha256(_own("report.js").encode()).digest()
    barred = (
        "default-src 'none'; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{b64encode(script).decode()}'"
    )
    head = add(html, "head")
    add(head, "meta", charset="utf-8")
    add(head, "meta", content=barred).set("http-equiv", "Content-Security-Policy")
    add(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    add(head, "meta", name="color-scheme", content="light dark")
    add(head, "meta", name="generator", content=f"hexcourt {version('hexcourt')}")
    add(head, "title", f"{title}: checked")
    add(head, "style", _own("report.css"))


def _own(name: str) -> str:
    return files("hexcourt.cli.reporting").joinpath(name).read_text("utf-8")


def _add_heading(body: Element, scenario: Scenario, answer: Answer, title: str) -> None:
    card = scenario.card
    header = add(body, "header")
    add(header, "h1", title)
    told = [card.date.isoformat() if card.date else "", card.rules.upper()]
    told += [counted(card.turns.count, "turn", "turns") if card.turns.count else ""]
    told += [" against ".join(each.name for each in card.sides)]
    add(header, "p", " · ".join(filter(None, told)))
    counts = add(header, "ul", class_="counts")
    for each in WORST_FIRST:
        if answer.counts[each]:
            add(counts, "li", f"{answer.counts[each]} {each}", class_=f"badge {each}")
    checks = len(answer.arguments["checks"])
    add(counts, "li", f"by {counted(checks, 'check', 'checks')}")


def _add_map(main: Element, scenario: Scenario) -> ReportMap | None:
    """Draw the map with its areas; where it cannot be laid, say why."""
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
