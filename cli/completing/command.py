"""The command ``hexcourt completion``."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import COMPLETION, guarded, hand_out


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@options.as_json
@guarded
def completion(shell: str, as_json: bool) -> int:
    """Write the script with which a shell completes commands.

    Boards, Locations of the board named, units, predicates, statuses, rules and pages are completed:
    eval "$(hexcourt completion bash)" in ~/.bashrc, the same with zsh in ~/.zshrc, or
    hexcourt completion fish > ~/.config/fish/completions/hexcourt.fish
    """
    made = get_completion_class(shell)
    root = click.get_current_context().find_root().command
    text = f"{made(root, {}, 'hexcourt', COMPLETION).source().rstrip()}\n" if made else ""
    return hand_out("completion", text, None, as_json, shell=shell)
