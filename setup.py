"""Builds hexcourt without leaving anything in the tree. The checkout itself is the package ``hexcourt``,
which pyproject.toml cannot say, so its packages are found here; pyproject.toml has all else.
"""

from __future__ import annotations

import csv
import runpy
import shutil
import tempfile
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py
from setuptools.command.editable_wheel import editable_wheel

HERE = Path(__file__).parent
LEFT = HERE / "hexcourt.egg-info"
SHIPPED = [
    f"{each}{more}"
    for each in ("asp", "cli", "docs", "examples", "facts", "solver")
    for more in ("", ".*")
]


class Built(build_py):
    """Adds what the register tells of tests, which are not installed."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """List the modules of a package; this one is none of the program."""
        found = super().find_package_modules(package, package_dir)
        return [each for each in found if each[1] != "setup"]

    def run(self) -> None:
        """Build, then write the list."""
        super().run()
        marks = runpy.run_path(str(HERE / "solver" / "register" / "marks.py"))
        if not self.editable_mode:
            listed = Path(self.build_lib, "hexcourt", *marks["LISTED"])
            with listed.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows(marks["as_rows"](HERE / "tests"))


class Linked(editable_wheel):
    """Keeps the links of a strict editable installation with the environment of `make`."""

    def finalize_options(self) -> None:
        """Choose the folder."""
        super().finalize_options()
        if self.mode == "strict" and (HERE / ".venv").is_dir():
            self.project_dir = str(HERE / ".venv")


was_there = LEFT.exists()
with tempfile.TemporaryDirectory() as folder:
    try:
        setup(
            package_dir={"hexcourt": "."},
            packages=["hexcourt", *(f"hexcourt.{each}" for each in find_packages(include=SHIPPED))],
            cmdclass={"build_py": Built, "editable_wheel": Linked},
            options={"build": {"build_base": folder}},
        )
    finally:
        if not was_there:
            shutil.rmtree(LEFT, ignore_errors=True)
