"""Builds hexcourt as one program, which needs no Python: ``dist/hexcourt``.

``python bench/single_file.py [FOLDER]``, in an environment that has hexcourt itself, installed from a
wheel with the extras web and png, and PyInstaller. The program is for the system that it is built on.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.resources import files
from pathlib import Path

PACKAGES = ("hexcourt", "clingo", "pysat", "uvicorn", "starlette")
"""What loads modules by names in texts, or brings files: all of it is taken."""

LEFT_OUT = ("numba", "scipy", "pandas", "matplotlib", "tkinter", "distributed", "IPython", "pytest")


def main() -> None:
    """Build it, and try it."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "dist").resolve()
    with tempfile.TemporaryDirectory() as made:
        start = Path(made, "start.py")
        # a program in one file starts itself again for each process: freeze_support answers there
        start.write_text(
            "from multiprocessing import freeze_support\n"
            "freeze_support()\n"
            "from hexcourt.cli.main import main\n"
            "main(prog_name='hexcourt')\n"
        )
        command = [sys.executable, "-m", "PyInstaller", "--onefile", "--name", "hexcourt"]
        command += ["--clean", "--noconfirm", "--log-level", "WARN"]
        command += ["--distpath", str(folder), "--workpath", made, "--specpath", made]
        command += [each for name in PACKAGES for each in ("--collect-all", name)]
        command += [each for name in LEFT_OUT for each in ("--exclude-module", name)]
        command += ["--hidden-import", "_cffi_backend"]  # of clingo
        (kernels,) = Path(str(files("hexcourt.facts.base"))).glob("kernels.native.*")
        command += ["--add-binary", f"{kernels}{os.pathsep}hexcourt/facts/base"]
        subprocess.run([*command, str(start)], check=True, cwd=made)
    program = next(folder.glob("hexcourt*"))
    print(f"{program}: {program.stat().st_size >> 20} MiB")
    for words in (["--version"], ["see", "budapest", "F31"]):
        done = subprocess.run([str(program), *words], check=True, capture_output=True, text=True)
        print("\n".join(done.stdout.splitlines()[:3]))
        assert "kernels" not in done.stderr, done.stderr


if __name__ == "__main__":
    main()
