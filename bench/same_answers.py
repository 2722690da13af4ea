"""Runs the commands of the documents by two checkouts, and compares what they print to the byte.

Usage: python bench/same_answers.py CHECKOUT [--boards FOLDER] [--only WORD]

The commands are those behind ``$ hexcourt`` in README.md and docs/, with the files that the documents
give by name (``# map.toml`` in a block), and some questions about archives. Exit status and output have
to be equal, but for digests of the rules. It tells which commands print something else, and ends with
exit status 1 then.
"""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
SHARED = HERE.parent / "shared"
_BLOCK = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
_NAMED = re.compile(r"# (\S+\.(?:toml|lp|tsv))\n")
_DIGEST = re.compile(rb'"digest": "[0-9a-f]+"')
_NOT_RUN = ("serve", "mcp", "cache", "rules check", "rules try", "completion", "sweep", "verify")

OF_ARCHIVES = (
    "count A, B : hex(A), hex(B), sees(A,B), A < B",
    "max R : hex(A), hex(B), sees(A,B), R=range(A,B)",
    "which A, B : hex(A), hex(B), sees(A,B), range(A,B) > 12, A < B",
    "which A : hex(A), sees(A,B), level(B) > level(A), range(A,B) >= 9, hindrance(A,B) = 0",
    "all A, B : hex(A), hex(B), sees(A,B), range(A,B) >= 11 -> level(A) > 0",
    'which H, R : sees(H,"K5"), R = range(H,"K5"), building(H)',
    "max N : hex(A), hex(B), range(A,B) < 6, hindrance(A,B,N)",
    "exists : hex(A), hex(B), sees(A,B), not sees(B,A)",
)
"""Questions that are asked about each archive."""
ARCHIVES = ("bd01", "bd09", "bd39", "bd51")


def commands(boards: Path) -> Iterator[list[str]]:
    """List the arguments of the commands that are compared."""
    seen = set()
    for page in [HERE / "README.md", *sorted(HERE.glob("docs/**/*.md"))]:
        for line in re.findall(r"^\$ hexcourt (.+)$", page.read_text("utf-8"), re.MULTILINE):
            if line.startswith(_NOT_RUN) or line in seen or "|" in line.split("'")[-1]:
                continue
            seen.add(line)
            yield shlex.split(line, comments=True)
    for name in ARCHIVES if boards.is_dir() else ():
        for question in OF_ARCHIVES:
            yield ["ask", str(boards / name), question, "--json"]
        yield ["see", str(boards / name), "K5"]
        yield ["path", str(boards / name), "A1", "K5", "--unit", "squad", "--turns", "5"]


def prepare(folder: Path) -> None:
    """Write the files into a folder that the documents give by name, and the examples."""
    for name in ("cards", "house_rules", "other_rules", "saves"):
        shutil.copytree(HERE / "examples" / name, folder, dirs_exist_ok=True)
    for page in sorted(HERE.glob("docs/**/*.md")):
        for block in _BLOCK.findall(page.read_text("utf-8")):
            if named := _NAMED.match(block):
                (folder / named[1]).write_text(block)


def printed(root: Path, arguments: list[str], folder: Path) -> tuple[int, bytes]:
    """Run a command by a checkout in a fresh copy of a folder; return its status and what it printed."""
    with tempfile.TemporaryDirectory() as place:
        work = Path(place, "work")
        shutil.copytree(folder, work)
        command = [str(root / ".venv" / "bin" / "python"), "-m", "hexcourt", *arguments]
        done = subprocess.run(command, cwd=work, capture_output=True, check=False, timeout=900)
        said = done.stdout + done.stderr
        said = said.replace(place.encode(), b"").replace(str(root).encode(), b"")
        return done.returncode, _DIGEST.sub(b"", said)


def main() -> None:
    """Compare, and tell what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--boards", type=Path, default=SHARED / "vasl" / "boards")
    parser.add_argument("--only", default="", metavar="WORD", help="only commands with this word")
    told = parser.parse_args()
    compared = other = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        prepare(folder)
        for arguments in commands(told.boards.resolve()):
            if told.only not in " ".join(arguments):
                continue
            here, before = (
                printed(root, arguments, folder) for root in (HERE, told.checkout.resolve())
            )
            compared += 1
            if here != before:
                other += 1
                print(f"otherwise: hexcourt {shlex.join(arguments)}", flush=True)
                print(f"  before: {before[0]} {before[1][-200:]!r}")
                print(f"  now:    {here[0]} {here[1][-200:]!r}")
    print(f"{compared} commands, {other} print something else")
    sys.exit(other > 0)


if __name__ == "__main__":
    main()
