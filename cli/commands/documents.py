"""The command that shows the documents."""

from __future__ import annotations

import sys

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import guarded, show


@click.command("docs")
@click.argument("named", metavar="[PAGE]", required=False)
@click.option("--where", is_flag=True, help="Say where the page, or all pages, lie as files.")
@options.as_json
@guarded
def docs(named: str | None, where: bool, as_json: bool) -> int:
    """List the pages of the documents, or show one of them: hexcourt docs limits.

    In a pipe a page is written as it is, as Markdown.
    """
    from hexcourt.cli.showing.documents import folder, page, pages
    from hexcourt.cli.showing.output import put
    from hexcourt.solver.answering.answer import Answer

    found = list(pages().values()) if named is None else [page(named)]
    if named is not None and not where and not as_json:
        if sys.stdout.isatty():
            from rich.markdown import Markdown

            from hexcourt.cli.showing.console import Console

            Console().print(Markdown(found[0].text))
        else:
            put(found[0].text)
        return 0
    rows = [{"page": each.name, "title": each.title, "path": str(each.path)} for each in found]
    if named is not None:
        rows[0]["text"] = found[0].text
    width = max(len(each.name) for each in found)
    lines = [f"{each.name:{width}}  {each.title}" for each in found]
    if where:
        lines = [str(folder() if named is None else found[0].path)]
    return show(Answer("docs", None, "done", {"page": named}, rows, lines=lines), as_json)
