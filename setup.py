"""Builds hexcourt without leaving anything in the tree. The checkout itself is the package ``hexcourt``,
which pyproject.toml cannot say, so its packages are found here; pyproject.toml has all else.

The kernels (facts/base/kernels.c) are compiled into a plain library, which needs nothing of Python.
Where there is no C compiler the library is left out, and the wheel is one for any machine; with
``HEXCOURT_BUILD=release`` building fails instead.
"""

from __future__ import annotations

import csv
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools import find_packages, setup
from setuptools._distutils.ccompiler import new_compiler
from setuptools._distutils.sysconfig import customize_compiler
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py
from setuptools.command.editable_wheel import editable_wheel

HERE = Path(__file__).parent
LEFT = HERE / "hexcourt.egg-info"
SHIPPED = [
    f"{each}{more}"
    for each in ("asp", "cases", "cli", "docs", "examples", "facts", "solver")
    for more in ("", ".*")
]


KERNELS = HERE / "facts" / "base" / "kernels.c"
LIBRARY = "kernels.native.dll" if sys.platform == "win32" else "kernels.native.so"


HOME_PAGE = os.environ.get("HEXCOURT_HOME_PAGE", "").rstrip("/")
"""Where the sources of a release can be read; without it no address is told."""

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")


def readme() -> str:
    """Return the README as an index shows it, which has no files beside it: links lead to the home page
    of the release, and where none is told they are plain text, and pictures are left out.
    """

    def linked(found: re.Match[str]) -> str:
        picture, words, path = found.groups()
        if HOME_PAGE:
            return f"{picture}[{words}]({HOME_PAGE}/{'raw' if picture else 'blob'}/main/{path})"
        return "" if picture else words

    return _LINK.sub(linked, (HERE / "README.md").read_text("utf-8"))


class Built(build_py):
    """Adds the kernels in C, and what the register tells of tests, which are not installed."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """List the modules of a package; this one is none of the program."""
        found = super().find_package_modules(package, package_dir)
        return [each for each in found if each[1] != "setup"]

    def run(self) -> None:
        """Build, then compile the kernels and write the list."""
        super().run()
        self._compile()
        marks = runpy.run_path(str(HERE / "solver" / "register" / "marks.py"))
        if not self.editable_mode:
            self._parse_rules()
            listed = Path(self.build_lib, "hexcourt", *marks["LISTED"])
            with listed.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows(marks["as_rows"](HERE / "tests"))

    def _parse_rules(self) -> None:
        """Ship the rules as they were read, so that a first command does not read them."""
        folder = self.library.parents[2] / "solver" / "rulebase" / "parsed"
        if before := os.environ.get("HEXCOURT_PARSED_RULES"):
            # a file in it is named by the rules, and never used with others
            shutil.copytree(before, folder, dirs_exist_ok=True)
            return
        told = [sys.executable, str(HERE / "bench" / "parsed_rules.py"), str(folder)]
        environment = {**os.environ, "PYTHONPATH": self.build_lib, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(told, env=environment, check=False, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            if os.environ.get("HEXCOURT_BUILD") == "release":
                raise RuntimeError(done.stderr)
            print(f"warning: the rules are not parsed beforehand: {done.stderr[-200:]}")

    @property
    def library(self) -> Path:
        """Return where the kernels are compiled to."""
        return Path(self.build_lib, "hexcourt", "facts", "base", LIBRARY)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """List what is built."""
        found = super().get_outputs(include_bytecode)
        return [*found, str(self.library)] if self.library.exists() else found

    def _compile(self) -> None:
        compiler = new_compiler()
        unix = compiler.compiler_type == "unix"
        # no multiplication fused with an addition, which would round otherwise on some machines
        flags = "-O2 -g0 -ffp-contract=off -fvisibility=hidden" if unix else "/O2 /fp:precise"
        try:
            customize_compiler(compiler)
            with tempfile.TemporaryDirectory() as folder:
                source = shutil.copy(KERNELS, folder)
                made = compiler.compile([source], folder, extra_postargs=flags.split())
                self.library.parent.mkdir(parents=True, exist_ok=True)
                libraries = ["m"] if unix else []
                compiler.link_shared_object(made, str(self.library), libraries=libraries)
        except Exception as error:  # no compiler, or one that does not work
            if os.environ.get("HEXCOURT_BUILD") == "release":
                raise
            print(f"warning: the kernels are not compiled, many lines will be slow: {error}")


class Wheel(bdist_wheel):
    """Tags the wheel by whether it has the library, which any version of Python can load."""

    def run(self) -> None:
        """Look what is built, then pack it."""
        self.run_command("build_py")
        built = self.get_finalized_command("build_py").library.exists()
        self.distribution.has_ext_modules = lambda: built
        self.root_is_pure = not built
        super().run()

    def get_tag(self) -> tuple[str, str, str]:
        """Return the tag."""
        return "py3", "none", super().get_tag()[2]


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
            long_description=readme(),
            long_description_content_type="text/markdown",
            project_urls={"Source": HOME_PAGE} if HOME_PAGE else {},
            data_files=[("share/man/man1", ["docs/reference/hexcourt.1"])],
            cmdclass={"build_py": Built, "editable_wheel": Linked, "bdist_wheel": Wheel},
            options={"build": {"build_base": folder}},
        )
    finally:
        if not was_there:
            shutil.rmtree(LEFT, ignore_errors=True)
