"""The findings of a report: by check, those to look at before those that pass, which are folded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hexcourt.cli.drawing.sheet.svg import Element, add
from hexcourt.cli.reporting.mapped import ReportMap
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.scenarios.checked import witness_lines
from hexcourt.solver.checking.checks import Check, every_check
from hexcourt.solver.checking.finding import Witness

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
        told = tuple(witness_lines(_witness(witness))) if found != "pass" else ()
        for each in told:
            add(item, "p", each, class_="told")
        words = f"What shows it: {row['finding']}"
        picture = self.drawn.picture(witness, words) if self.drawn is not None else None
        if picture is not None:
            item.append(picture)


def _explain(section: Element, check: Check) -> None:
    folded = add(section, "details", class_="explained")
    add(folded, "summary", "what this looks at")
    add(folded, "p", check.looks_at)
    for each in check.granted:
        add(folded, "p", f"Taken for granted: {each}")
    if check.rules:
        add(folded, "p", f"By {', '.join(check.rules)}")


def _witness(row: Row) -> Witness:
    return Witness(
        tuple(row["hexes"]),
        tuple((first, second) for first, second in row["lines"]),
        tuple(row["path"]),
        tuple(row["units"]),
        tuple((unit, place) for unit, place in row["placement"]),
    )
