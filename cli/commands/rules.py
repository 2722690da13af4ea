"""Commands about deeds, attacks and the rules themselves."""

from __future__ import annotations

from typing import Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import guarded, position_of, show
from hexcourt.facts.errors import BadInput


@click.command()
@options.board_or_list
@click.argument("deeds", metavar="DEED...", nargs=-1)
@options.place
@options.given
@options.amend
@options.answer_pictures
@options.as_json
@guarded
def legal(board_name: str | None, deeds: tuple[str, ...], as_json: bool, **laid: Any) -> int:
    """Tell whether something may be placed, set up or done: yes or no, with the rule.

    A DEED is written like mines("K12",ap,12,hidden), or is a piece as --place takes it.
    Several are judged together. Without a BOARD all deeds are listed.
    """
    if board_name is None:
        from hexcourt.cli.rules.listing import list_words

        return show(list_words("legal", "deed", "given"), as_json)
    return show(position_of(board_name, laid).legal(*deeds), as_json, options=laid)


@click.command()
@options.board_or_list
@click.option("--attack", help='The attack, with who makes it: small_arms("F31").')
@click.option("--target", help="The target's Location, or where it is in Bypass: K13-L12-K12.")
@options.place
@options.given
@options.amend
@options.answer_pictures
@options.as_json
@guarded
def effect(
    board_name: str | None,
    attack: str | None,
    target: str | None,
    as_json: bool,
    **laid: Any,
) -> int:
    """Tell what an attack comes to: TEM, DRM, halving, mines, Street Fighting, dice, each with its rule.

    Without a BOARD all attacks are listed.
    """
    if board_name is None:
        from hexcourt.cli.rules.listing import list_words

        return show(list_words("effect", "attack", "target"), as_json)
    if attack is None or target is None:
        lacking = "--attack" if attack is None else "--target"
        raise BadInput(
            f"{lacking} is missing; write for example --attack 'small_arms(\"F31\")' --target F33"
        )
    answer = position_of(board_name, laid).effect(attack, target)
    return show(answer, as_json, options=laid)


@click.command()
@click.argument("number", metavar="[NUMBER]", required=False)
@options.as_json
@guarded
def rules(number: str | None, as_json: bool) -> int:
    """Show the register of rules: every paragraph of the documents, or all about the rule NUMBER.

    A paragraph is decided, dice (its outcomes are), unknown (its text is cut off), a contradiction, or
    a heading.
    """
    from hexcourt.solver.answering.rules.registered import list_rules, show_rule

    return show(list_rules() if number is None else show_rule(number), as_json)
