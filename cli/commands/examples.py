"""Commands about worked examples."""

from __future__ import annotations

import shutil
from difflib import get_close_matches
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import Commands, limited, show, use_house_rules
from hexcourt.facts.base.errors import BadInput


@click.group(cls=Commands)
def examples() -> None:
    """Try worked examples of the rulebooks: what is printed against what the rules say.

    EXAMPLE is the name of one that comes with the program (see `hexcourt examples list`), or the path
    of a file (docs/howto/examples.md).
    """


@examples.command("list")
@options.as_json
@limited
def examples_list(as_json: bool) -> int:
    """List the examples that come with the program."""
    from hexcourt.solver.examples.answers import list_examples

    return show(list_examples(), as_json)


@examples.command("copy")
@options.takes("examples copy", "json")
@limited
def examples_copy(names: tuple[str, ...], as_json: bool) -> int:
    """Copy example files (cards, saves, house rules) into this folder. Without a NAME, list them.

    An existing file is not overwritten.
    """
    from hexcourt.solver.answer.answer import Answer

    files = _example_files()
    for name in names:
        if name not in files:
            near = get_close_matches(name[:40], files, n=1, cutoff=0.5)
            mend = f"did you mean {near[0]}?" if near else "`hexcourt examples copy` lists them"
            raise BadInput(f"{name[:60]}: there is no such example file; {mend}")
        if Path(name).exists():
            raise BadInput(f"{name}: is there already; move it away, or copy into another folder")
    for name in names:
        shutil.copyfile(files[name], name)
    rows = [{"written": name} for name in names or files]
    lines = [f"copied {name}" for name in names] or list(files)
    return show(Answer("examples copy", None, "done", {}, rows, lines=lines), as_json)


def _example_files() -> dict[str, Path]:
    """Return the example files that may be copied, by their names."""
    folder = Path(str(resources.files("hexcourt.examples")))
    found = (path for path in folder.rglob("*.*") if path.suffix in (".lp", ".toml", ".vsav"))
    return {path.name: path for path in sorted(found) if path.name != "printed.toml"}


@examples.command("run")
@options.takes("examples run", "place", "given", "amend", "json")
@limited
def examples_run(example: str | None, boards: Path | None, as_json: bool, **value: Any) -> int:
    """Print every claim with the verdict, the rule, and whether they agree.

    Without an EXAMPLE, or with the name of one (PB03), the printed examples of the documents are run
    as commands: what is printed, what is derived, and whether they agree.
    """
    from hexcourt.cli.render import printed_examples as printed

    use_house_rules(value["amend"])
    if example is None or printed.is_printed(example):
        printed.refuse_pieces(example, value)
        root = click.get_current_context().find_root().command
        command = partial(root.main, prog_name="hexcourt")
        return show(printed.run_printed(command, example, boards), as_json)
    from hexcourt.solver.examples.answers import run_example
    from hexcourt.solver.examples.conformance import open_example

    return show(run_example(open_example(example, value["place"], value["given"])), as_json)


@examples.command("solve")
@options.takes("examples solve", "place", "given", "amend", "json")
@limited
def examples_solve(example: str, as_json: bool, **value: Any) -> int:
    """Find where the units stand so that the fewest claims are contradicted, and prove it.

    It says which units are forced, which may stand in several places, and which cannot be identified.
    """
    from hexcourt.solver.examples.answers import solve_example
    from hexcourt.solver.examples.conformance import open_example

    use_house_rules(value["amend"])
    return show(solve_example(open_example(example, value["place"], value["given"])), as_json)
