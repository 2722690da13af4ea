"""Puts one question to the law as it is and to the law amended, and shows both answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from hexcourt.cli.examples.printed import Command, output_of
from hexcourt.facts.errors import BadInput
from hexcourt.solver.statutes.amending import law_with, read_house_rules

DIFFER = 1


def try_question(command: Command, amend: Sequence[Path], question: Sequence[str]) -> int:
    """Ask twice; give 0 where both answers are alike, 1 where they are not."""
    if not amend:
        raise BadInput(
            "law try: --amend is missing; write law try --amend house.lp los BOARD FROM TO"
        )
    law = law_with(read_house_rules(amend))
    files = [word for path in amend for word in ("--amend", str(path))]
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


def _further_in(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())
