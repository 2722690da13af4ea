"""The words that may be written in a place of a command."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path

import click
from click.shell_completion import CompletionItem, get_completion_class

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import COMPLETION, hand_out, limited
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import read_bytes
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.base.sizes import LARGEST_FACTS_FILE
from hexcourt.solver.answer.arguments import ARGUMENTS

Offer = Callable[[click.Context, str], list[CompletionItem]]

MOST = 500
"""How many words are offered at most."""

_PLACED = pattern(r'(?:hex|location)\("([^"]+)"(?:,level\((\d+)\))?')
_LAST = pattern(r"[A-Za-z0-9_]*$")


class CompletedWord(click.types.StringParamType):
    """A text for which something is offered."""

    def __init__(self, offer: Offer) -> None:
        self._offer = offer

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """List the words that may stand here; a board that cannot be read offers none."""
        try:
            return self._offer(ctx, incomplete)[:MOST]
        except (BadInput, OSError):
            return []


def board_names() -> list[str]:
    """List the embedded boards, by their files: to read them takes longer than to complete."""
    return _stems("hexcourt.facts.boards")


def _stems(package: str) -> list[str]:
    names = (each.name for each in files(package).iterdir())
    return sorted(name.removesuffix(".lp") for name in names if name.endswith(".lp"))


def prepare(group: click.Group) -> None:
    """Add completion of words to the texts that all commands take: a folder has its own."""
    for command in group.commands.values():
        if isinstance(command, click.Group):
            prepare(command)
        for each in command.params:
            if each.name in OFFERS and isinstance(each.type, click.types.StringParamType):
                each.type = CompletedWord(OFFERS[each.name])


def _plain(words: Callable[[], Iterable[str]]) -> Offer:
    def offer(_context: click.Context, begun: str) -> list[CompletionItem]:
        found = [word for word in words() if word.lower().startswith(begun.lower())]
        return [CompletionItem(word) for word in found]

    return offer


def _boards(_context: click.Context, begun: str) -> list[CompletionItem]:
    found = [CompletionItem(name) for name in board_names() if name.startswith(begun)]
    return found or [CompletionItem(begun, type="file")]


def _locations(context: click.Context, begun: str) -> list[CompletionItem]:
    begun = begun[:1].upper() + begun[1:]
    return [CompletionItem(name) for name in _named(context) if name.startswith(begun)]


def _named(context: click.Context) -> Iterable[str]:
    """List the Locations of the board that is named: of facts files by their text, which is fast."""
    # behind an option that lacks its text the arguments are not parted yet
    board = context.params.get("board_name") or next(iter(context.args), None)
    if not board:
        return ()
    if board.lower() in board_names():
        text = files("hexcourt.facts.boards").joinpath(f"{board.lower()}.lp").read_text("utf-8")
    elif Path(board).suffix.lower() == ".lp":
        text = read_bytes(Path(board), LARGEST_FACTS_FILE, "a facts file").decode(
            "utf-8", "replace"
        )
    else:
        from hexcourt.solver.scenario.opening import open_board

        return open_board(board).locations_by_name
    found = (f"{name}h{level}" if level else name for name, level in _PLACED.findall(text))
    return dict.fromkeys(found)


def _inside(words: Callable[[], Iterable[str]]) -> Offer:
    """Offer words, and Locations after them, at the end of a text such as a question."""

    def offer(context: click.Context, begun: str) -> list[CompletionItem]:
        last = _LAST.search(begun)
        word = last[0] if last else ""
        before = begun[: len(begun) - len(word)]
        if word[:1].isupper():
            found = [name for name in _named(context) if name.startswith(word)]
        else:
            found = [each for each in words() if each.startswith(word)]
        return [CompletionItem(each) for each in _for_shell([before + each for each in found])]

    return offer


def _for_shell(texts: list[str]) -> list[str]:
    """Return texts as a shell can insert them: in bash they begin with a quotation mark if none is open,
    and one alone gets company, as bash would end it with the mark and a space.
    """
    if os.environ.get(COMPLETION) != "bash_complete":
        return texts
    if not _open_quote(os.environ.get("COMP_WORDS", "")):
        texts = [f"'{each}" for each in texts]
    return [*texts, f"{texts[0]}..."] if len(texts) == 1 else texts


def _open_quote(line: str) -> str:
    """Return the quotation mark that is open at the end of a line of bash, or nothing."""
    mark = ""
    for each in re.sub(r"\\.", "", line):
        if each == mark:
            mark = ""
        elif not mark and each in "'\"":
            mark = each
    return mark


def _predicates() -> Iterable[str]:
    from hexcourt.solver.language.question import MODES
    from hexcourt.solver.language.vocabulary import askables
    from hexcourt.solver.position.board_language import STATUSES

    return dict.fromkeys(
        (*MODES, "not", *STATUSES, *(f"{each.name}(" for each in askables().values()))
    )


def _askable_names() -> Iterable[str]:
    return (each.removesuffix("(") for each in _predicates() if each.endswith("("))


def _words(*roles: str) -> Callable[[], Iterable[str]]:
    def listed() -> Iterable[str]:
        from hexcourt.solver.position.read_actions import words

        found = [each for each in words().values() if each.role in roles]
        return dict.fromkeys(f"{each.name}(" if each.arguments else each.name for each in found)

    return listed


def _pieces() -> Iterable[str]:
    from hexcourt.facts.pieces.pieces import PIECES

    return sorted({f"{each}(" for each in PIECES})


def _units() -> Iterable[str]:
    from hexcourt.solver.placement.hex_facts import known_units

    return (each.replace("_", "-") for each in known_units())


def _rules() -> Iterable[str]:
    from hexcourt.solver.register.register import paragraphs, project_folder

    return (each.number for each in paragraphs(project_folder()))


def _pages() -> Iterable[str]:
    from hexcourt.cli.commands.documents import pages

    return pages()


_COMPLETIONS: dict[str, Offer] = {
    "location": _locations,
    "unit": _plain(_units),
    "question": _inside(_predicates),
    "family": _inside(lambda: [*_pieces(), *_predicates()]),
    "piece": _inside(_pieces),
    "given": _inside(_words("given")),
    "action": _inside(_words("action")),
    "attack": _inside(_words("attack")),
}
"""What is offered for the kinds of completion that the table of arguments names."""

OFFERS: dict[str | None, Offer] = {
    "board_name": _boards,
    "hex_name": _locations,
    "word": _plain(_askable_names),
    "number": _plain(_rules),
    "page_name": _plain(_pages),
    "example": _plain(lambda: _stems("hexcourt.examples")),
    **{n: _COMPLETIONS[each.completion] for n, each in ARGUMENTS.items() if each.completion},
}
"""What is offered for the parameters of commands, by their names."""


@click.command()
@options.takes("completion", "json")
@limited
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
