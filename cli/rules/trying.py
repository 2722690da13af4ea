"""Puts one question to the law as it is and to the law amended, and shows both answers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from hexcourt.cli.commands.running import show
from hexcourt.cli.examples.printed import Command, output_of
from hexcourt.facts.errors import BadInput
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.statutes.amendments.amending import law_with, read_house_rules

DIFFER = 1
_COMPARED = ("answer", "counts", "rows", "error")


def try_question(
    command: Command, amend: Sequence[Path], question: Sequence[str], as_json: bool = False
) -> int:
    """Ask twice; give 0 where both answers are alike, 1 where they are not."""
    if not amend:
        raise BadInput(
            "law try: --amend is missing; write law try --amend house.lp los BOARD FROM TO"
        )
    law = law_with(read_house_rules(amend))
    files = [word for path in amend for word in ("--amend", str(path))]
    if as_json:
        return _tried_as_json(command, files, question)
    before = output_of(command, list(question)).rstrip()
    after = output_of(command, [*question, *files]).rstrip()
    granted = {f"taken for granted: {each}" for each in law.assumed}
    plain = "\n".join(line for line in after.splitlines() if line not in granted)
    click.echo("as it is:")
    click.echo(_further_in(before))
    for each in law.assumed:
        click.echo(f"by {each}:")
    click.echo(_further_in("the same" if plain == before else plain))
    return 0 if plain == before else DIFFER


def _tried_as_json(command: Command, files: Sequence[str], question: Sequence[str]) -> int:
    tried = [
        json.loads(output_of(command, [*question, *more, "--json"]).partition("\nhexcourt: ")[0])
        for more in ((), files)
    ]
    first, second = ({key: told.get(key) for key in _COMPARED} for told in tried)
    rows = [
        {"law": law, "said": told} for law, told in zip(("as it is", "amended"), tried, strict=True)
    ]
    same = first == second
    answer = Answer("law try", None, "yes" if same else "no", {"tried": list(question)}, rows)
    return show(answer, as_json=True)


def _further_in(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())
