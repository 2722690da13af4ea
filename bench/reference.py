"""Writes the pages of docs/reference/ that come from the source: commands, messages, words, Python.

Usage: python bench/reference.py
"""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import metadata, version
from pathlib import Path

import click

import hexcourt
from hexcourt.cli.main import main as program

PROJECT = Path(__file__).resolve().parent.parent
FOLDER = PROJECT / "docs" / "reference"
SOURCES = ("facts", "solver", "cli")
NOTE = "<!-- Written by bench/reference.py: change the source, then run it. -->"
SHARED = 6
"""An option of so many commands, with the same words, is listed once."""

RAISING = ("BadInput", "RuleError", "OutOfBudget", "BadParameter", "refuse", "complain")
TOPICS = {
    "facts": "boards.md",
    "facts/areas": "areas.md",
    "facts/base": "limits.md",
    "facts/cards": "../howto/scenarios.md",
    "facts/drafting": "../howto/draft.md",
    "facts/examples": "../howto/examples.md",
    "facts/formats": "../howto/saves.md",
    "facts/formats/archive": "boards.md",
    "facts/linting": "lint.md",
    "facts/maps": "maps.md",
    "facts/pieces": "movement.md",
    "solver": "questions.md",
    "solver/analysis": "rule_checks.md",
    "solver/conformance": "conform.md",
    "cli/commands/conform.py": "conform.md",
    "solver/examples": "../howto/examples.md",
    "solver/movement": "movement.md",
    "solver/placement": "movement.md",
    "solver/proof": "questions.md",
    "solver/register": "rules.md",
    "solver/rulebase": "../howto/amending.md",
    "solver/ruleset": "../howto/other_rules.md",
    "solver/sandbox": "limits.md",
    "solver/scenario": "scenario_checks.md",
    "solver/studies": "../howto/sweeps.md",
    "cli": "commands.md",
    "cli/web": "serve.md",
}
"""The page to read beside a message, by the folder that it comes from; the longest path counts."""


# --- Commands ---------------------------------------------------------------------------------------


def commands_text() -> str:
    """Return the page of commands."""
    found = list(_commands(program, ()))
    shared = Counter(_option(each, context) for _, context in found for each in _options(context))
    common = {each for each, number in shared.items() if number >= SHARED}
    lines = [
        "# Commands",
        "",
        NOTE,
        "",
        "Every command with its arguments and options. `hexcourt COMMAND --help` prints the same.",
        "Options that many commands have are listed once, at the end.",
        "",
    ]
    for name, context in found:
        command = context.command
        usage = " ".join(command.collect_usage_pieces(context))
        lines += [
            f"## hexcourt {name}",
            "",
            f"`hexcourt {name} {usage}`",
            "",
            _paragraphs(command.help),
        ]
        own = [text for each in _options(context) if (text := _option(each, context)) not in common]
        lines += ["", *own] * bool(own)
        if len(own) < len(_options(context)):
            names = ", ".join(
                f"`{each.opts[0]}`"
                for each in _options(context)
                if _option(each, context) in common
            )
            lines += ["", f"Also: {names}."]
        lines.append("")
    lines += ["## Options of many commands", "", *sorted(common)]
    return "\n".join(lines) + "\n"


def _commands(group: click.Group, before: tuple[str, ...]) -> Iterator[tuple[str, click.Context]]:
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _commands(command, (*before, name))
        elif not command.hidden:
            yield (
                " ".join((*before, name)),
                click.Context(command, info_name=name, **program.context_settings),
            )


def _options(context: click.Context) -> list[click.Option]:
    return [
        each
        for each in context.command.params
        if isinstance(each, click.Option) and not each.hidden
    ]


def _option(option: click.Option, context: click.Context) -> str:
    names, words = option.get_help_record(context) or ("", "")
    words = re.sub(r"(\[(?:default|env var)[^\]]*);", r"\1,", words)
    return f"- `{names}`: {_escaped(words)}"


def _paragraphs(text: str | None) -> str:
    return "\n\n".join(
        _escaped(" ".join(each.split())) for each in (text or "").split("\n\n")
    ).strip()


def _escaped(text: str) -> str:
    """Return a text whose angle brackets and stars are no markup, its whitespace joined."""
    return re.sub(r"([<*_])(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)", r"\\\1", " ".join(text.split()))


# --- Messages ---------------------------------------------------------------------------------------


@cache
def messages_text() -> str:
    """Return the index of messages, by their first words."""
    rows = sorted({(_first_words(each), each, topic) for each, topic in _messages()})
    lines = [
        "# Messages",
        "",
        NOTE,
        "",
        "Every message by which hexcourt refuses input, sorted by its first words. `...` stands for a",
        "name, a number or words of your own. The second column names the page to read. The exit status",
        "is 2, or 3 if a limit was reached.",
        "",
        "| message | page |",
        "| --- | --- |",
    ]
    for _, message, topic in rows:
        shown = message.replace("|", "\\|").replace("`", "'")
        lines.append(f"| `{shown}` | [{Path(topic).stem}]({topic}) |")
    return "\n".join(lines) + "\n"


def _messages() -> Iterator[tuple[str, str]]:
    for folder in SOURCES:
        for path in sorted((PROJECT / folder).rglob("*.py")):
            inside = path.relative_to(PROJECT).as_posix()
            topic = TOPICS[max((each for each in TOPICS if f"{inside}/".startswith(each)), key=len)]
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and _name(node.func) in RAISING:
                    texts = (_pattern(each) for each in node.args)
                    yield from (
                        (text, topic)
                        for text in texts
                        if len(re.findall(r"[A-Za-z]{2,}", text)) > 2
                    )


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _pattern(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return " ".join(node.value.split()) if isinstance(node.value, str) else ""
    if not isinstance(node, ast.JoinedStr):
        return ""
    parts = [_pattern(each) if isinstance(each, ast.Constant) else "..." for each in _spaced(node)]
    return re.sub(r"(\.\.\.)+", "...", " ".join("".join(parts).replace("\0", " ").split()))


def _spaced(node: ast.JoinedStr) -> Iterator[ast.expr]:
    for each in node.values:
        if isinstance(each, ast.Constant):
            yield ast.Constant(re.sub(r"\s+", "\0", str(each.value)))
        else:
            yield each


def _first_words(message: str) -> str:
    """Return what a message is sorted by: its words after names that it begins with."""
    return re.sub(r"^[\W_]+", "", re.sub(r"^(?:\.\.\.(?:, line \.\.\.)?: )+", "", message)).lower()


# --- Files --------------------------------------------------------------------------------------------


def files_text() -> str:
    """Return the page of all files of the program, each with the first sentence of its head."""
    lines = [
        "# Every file of the program",
        "",
        NOTE,
        "",
        "Each file with the first sentence that stands in it, folder by folder: what the index of",
        "CONTRIBUTING.md does not name is here. Of a table its columns are listed. Rules are in `asp/`,",
        "boards, files and tracing in `facts/`, answers in `solver/`, commands and the page in `cli/`.",
    ]
    folders: dict[str, list[Path]] = {}
    for top in ("asp", *SOURCES, "tests", "bench"):
        for path in sorted((PROJECT / top).rglob("*")):
            if (
                path.suffix in HEADS
                and path.name != "__init__.py"
                and "__pycache__" not in path.parts
            ):
                folders.setdefault(path.parent.relative_to(PROJECT).as_posix(), []).append(path)
    for folder, paths in folders.items():
        said = PROJECT / folder / "__init__.py"
        lines += ["", f"## {folder}", "", *([_first_sentence(said), ""] if said.exists() else [])]
        lines += [f"- `{path.name}`: {_escaped(_first_sentence(path))}" for path in paths]
    return "\n".join(lines) + "\n"


HEADS = {
    ".py": r'r?"""(.*?)"""',
    ".lp": r"((?:% ?[^\n]*\n)+)",
    ".js": r"/\*(.*?)\*/",
    ".css": r"/\*(.*?)\*/",
    ".tsv": r"((?:(?:#|//)[^\n]*\n)+|[^\n]*)",
    ".json": r'\s*\{.*?"description":\s*"([^"]*)"',
}
"""What stands at the head of a file, by its suffix: comments, a docstring, the columns of a table."""


def _first_sentence(path: Path) -> str:
    found = re.match(HEADS[path.suffix], path.read_text("utf-8"), re.DOTALL)
    head = found[1] if found else ""
    if path.suffix == ".tsv" and not head.startswith(("#", "//")):
        return f"a table: {', '.join(head.strip().split(chr(9)))}"
    text = re.sub(r"^(?:[%*#]|//) ?", "", head, flags=re.MULTILINE).strip().split("\n\n")[0]
    return re.split(r"(?<=\.)\s+(?=[A-Z{])", " ".join(text.split()))[0].rstrip(".:")


# --- Words of the question language -------------------------------------------------------------------


def vocabulary_text() -> str:
    """Return the page of predicates that questions may use."""
    from hexcourt.cli.render.vocabulary import vocabulary_answer

    lines = [
        "# Words of questions",
        "",
        NOTE,
        "",
        "Every predicate that a question may use ([questions](questions.md)), with its arguments and an",
        "example. `hexcourt vocabulary WORD` prints those that have to do with a word. The rules decide",
        "those with a star, the others are looked up on the board.",
        "",
        "| predicate | what it means | example |",
        "| --- | --- | --- |",
    ]
    for row in vocabulary_answer(None).rows:
        arguments = ", ".join(f"{each['kind']} {each['name']}" for each in row["arguments"])
        star = " \\*" if row["computed"] else ""
        cells = (
            f"`{row['predicate']}({arguments})`{star}"
            if arguments
            else f"`{row['predicate']}`{star}",
            _escaped(row["sentence"]).replace("|", "\\|"),
            f"`{row['example']}`".replace("|", "\\|"),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


# --- Python -------------------------------------------------------------------------------------------


def python_text() -> str:
    """Return the page of the Python library: signatures and docstrings."""
    lines = [
        "# The library",
        "",
        NOTE,
        "",
        "What `from hexcourt import ...` gives, with signatures. [From Python](python.md) shows how to",
        "use it.",
        "",
    ]
    for name in ("open_board", "Position", "Answer", "Verdict", "Limits", "BadInput"):
        found = getattr(hexcourt, name)
        lines += [f"## {name}", ""]
        if inspect.isfunction(found):
            lines += [f"```python\n{name}{_signature(found)}\n```", ""]
        lines += [_docstring(found), ""]
        for member, value in _members(found):
            lines += [f"### {name}.{member}", ""]
            function = value.fget if isinstance(value, property) else value
            if not isinstance(value, property):
                lines += [f"```python\n{member}{_signature(function)}\n```", ""]
            lines += [_docstring(function), ""]
    return "\n".join(lines).rstrip() + "\n"


def _members(found: object) -> Iterator[tuple[str, object]]:
    if not inspect.isclass(found) or issubclass(found, (Exception, str)):
        return
    for name, value in vars(found).items():
        if not name.startswith("_") and (isinstance(value, property) or inspect.isfunction(value)):
            yield name, value


def _signature(function: Callable[..., object]) -> str:
    found = inspect.signature(function)
    text = str(found)
    if len(text) >= 80:
        inner = "".join(f"    {each},\n" for each in _parameters(found))
        text = f"(\n{inner}) -> {found.return_annotation}"
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)


def _parameters(found: inspect.Signature) -> Iterator[str]:
    starred = False
    for each in found.parameters.values():
        if each.kind is each.KEYWORD_ONLY and not starred:
            yield "*"
        starred = starred or each.kind in (each.KEYWORD_ONLY, each.VAR_POSITIONAL)
        yield str(each)


def _docstring(found: object) -> str:
    text = inspect.getdoc(found) or ""
    return _escaped_lines(text.replace("``", "`"))


def _escaped_lines(text: str) -> str:
    """Return a docstring as Markdown: examples in fences."""
    paragraphs = []
    for each in text.split("\n\n"):
        code = each.startswith(">>>")
        paragraphs.append(f"```python\n{each}\n```" if code else _escaped(each))
    return "\n\n".join(paragraphs)


# --- The manual page ----------------------------------------------------------------------------------


def manual_text() -> str:
    """Write the manual page of the program, which `man hexcourt` shows."""
    context = click.Context(program, info_name="hexcourt")
    lines = [
        f'.\\" {NOTE[5:-4].strip()}',
        f'.TH HEXCOURT 1 "" "hexcourt {version("hexcourt")}" "User Commands"',
        ".SH NAME",
        f"hexcourt \\- {_roff(metadata('hexcourt')['Summary'])}",
        ".SH SYNOPSIS",
        ".B hexcourt",
        "COMMAND [ARGUMENTS] [OPTIONS]",
        ".SH DESCRIPTION",
        _roff(program.help or ""),
        ".SH COMMANDS",
        *_manual_commands(program, context, "hexcourt"),
        ".SH EXIT STATUS",
    ]
    for status, words in EXIT_STATUSES:
        lines += [".TP", f".B {status}", words]
    lines += [".SH EXAMPLES"]
    for each in ("los budapest L33h2 E31", "see budapest F31 --status emplaced", "serve"):
        lines += [".nf", f"hexcourt {_roff(each)}", ".fi", ".PP"]
    lines += [
        ".SH SEE ALSO",
        "Options of a command: hexcourt COMMAND \\-\\-help. Pages of the documents: hexcourt docs.",
    ]
    return "\n".join(lines) + "\n"


EXIT_STATUSES = (
    (0, "yes, or done"),
    (1, "no"),
    (2, "bad input: one sentence on the error output says what to mend"),
    (3, "unknown, too close to call, or out of budget"),
)


def _manual_commands(group: click.Group, context: click.Context, before: str) -> Iterator[str]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from _manual_commands(command, click.Context(command), f"{before} {name}")
        elif not command.hidden:
            usage = " ".join(command.collect_usage_pieces(click.Context(command)))
            yield from (".TP", f".B {_roff(f'{before} {name}')} {_roff(usage)}")
            yield _roff(command.get_short_help_str(300))


def _roff(text: str) -> str:
    """Return a text for roff: no line begins with a control character, hyphens stay hyphens."""
    flat = " ".join(text.split())
    return re.sub(r"^([.'])", r"\\&\1", flat.replace("\\", "\\e").replace("-", "\\-"))


PAGES: dict[str, Callable[[], str]] = {
    "commands.md": commands_text,
    "files.md": files_text,
    "messages.md": messages_text,
    "vocabulary.md": vocabulary_text,
    "library.md": python_text,
    "hexcourt.1": manual_text,
}


def main() -> None:
    """Write the pages."""
    for name, text in PAGES.items():
        (FOLDER / name).write_text(text(), "utf-8")


if __name__ == "__main__":
    main()
