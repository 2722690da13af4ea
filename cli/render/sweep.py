"""Carries a whole study through, with a bar for progress and a summary at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hexcourt.cli.render.console import Console
from hexcourt.cli.render.output import Lines, Page, print_json, print_text, wanted
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.rulebase.ground import under_house_rules
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.sandbox.threads import usable_cores
from hexcourt.solver.studies.results import IMPOSSIBLE, Chunk, check_parquet
from hexcourt.solver.studies.running import Sweep, check_cluster, opened
from hexcourt.solver.studies.study import read_study

INTERRUPTED = 130

ANSWERS = ("yes", "no", "unknown", "out_of_budget", IMPOSSIBLE)


def run_sweep(
    console: Page,
    path: Path,
    jobs: int | None = None,
    cluster: str | None = None,
    out: Path | None = None,
    parquet: bool = False,
    amend: Sequence[Path] = (),
    as_json: bool = False,
) -> int:
    """Carry a study through and give the exit status; raises BadInput where it cannot be asked.

    Without ``jobs`` all cores are used; without ``out`` results lie beside the study. What is done
    already is not done again.
    """
    if jobs is not None and cluster is not None:
        raise BadInput("--workers: the cluster says how many there are; leave --workers out")
    if parquet:
        check_parquet()
    if cluster is not None:
        check_cluster()
    study = read_study(path, amend)
    folder = out or path.with_suffix(".results")
    notes = Console(stderr=True)
    try:
        with under_house_rules(study.house_rules), opened(study, folder) as sweep:
            _print_amended(notes)
            _print_found(notes, sweep)
            begun = monotonic()
            _decide(notes, sweep, jobs or usable_cores(), cluster)
            _finish(console, path, sweep, monotonic() - begun, parquet, as_json)
    except KeyboardInterrupt:
        print_text(notes, f"hexcourt: stopped; what is done lies in {folder}")
        print_text(notes, "run the same command again to go on from there")
        return INTERRUPTED
    return 0


def _print_amended(console: Console) -> None:
    for each in active_rules().assumed:
        print_text(console, f"taken for granted: {each}")


def _print_found(console: Console, sweep: Sweep) -> None:
    for name in sweep.damaged:
        print_text(console, f"{name} was damaged and is decided anew")
    for board, family in sorted(sweep.empty.items()):
        print_text(console, f"{board}: no worlds: there are too few pieces for {family}")
    if sweep.done:
        count = counted(len(sweep.chunks), "chunk")
        print_text(console, f"{len(sweep.done)} of {count} were done before")


def _decide(console: Console, sweep: Sweep, jobs: int, cluster: str | None) -> None:
    how = wanted()
    bar = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    # no thread may refresh the bar: processes are forked while it is shown
    with Progress(
        *(*bar, TimeRemainingColumn()),
        console=console,
        transient=True,
        auto_refresh=False,
        disable=how != "bar",
    ) as progress:
        pending = _worlds(sweep.pending)
        every = _worlds(sweep.chunks)
        task = progress.add_task("worlds", total=every, completed=every - pending)
        progress.refresh()
        lines = Lines("worlds", every, every - pending) if how == "lines" else None
        for chunk in sweep.run(jobs, cluster):
            progress.update(task, advance=len(chunk), refresh=True)
            if lines is not None:
                lines.advance(len(chunk))


def _finish(
    console: Page, path: Path, sweep: Sweep, seconds: float, parquet: bool, as_json: bool
) -> None:
    written = [sweep.results.merge(sweep.chunks)]
    if parquet:
        written.append(sweep.results.write_parquet())
    counts = sweep.results.counts(sweep.chunks)
    if as_json:
        print_json(console, _answer(path, sweep, counts, written).as_json())
        return
    for question in sweep.study.questions:
        found = counts.get(question, Counter[str]())
        text = ", ".join(f"{answer} {found[answer]}" for answer in ANSWERS if found.get(answer))
        print_text(console, f"{question}: {text or 'no worlds'}")
    now = _worlds(sweep.pending)
    rate = f", {now / seconds:.0f} a second" if now and seconds else ""
    every = counted(_worlds(sweep.chunks), "world")
    print_text(console, f"{every}, {now} decided now in {seconds:.1f} s{rate}")
    print_text(console, f"results: {', '.join(map(str, written))}")


def _answer(
    path: Path, sweep: Sweep, counts: Mapping[str, Mapping[str, int]], written: Sequence[Path]
) -> Answer:
    rows: list[dict[str, Any]] = [
        {"question": question, "counts": dict(counts.get(question, {}))}
        for question in sweep.study.questions
    ]
    rows += [{"written": str(path)} for path in written]
    worlds = {"worlds": _worlds(sweep.chunks), "decided": _worlds(sweep.pending)}
    study = {"study": str(path)}
    return Answer("sweep", None, "done", study, rows, worlds, profile="asking")


def _worlds(chunks: Iterable[Chunk]) -> int:
    return sum(len(chunk) for chunk in chunks)
