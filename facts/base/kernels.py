"""Kernels: plain functions over arrays that run as C.

The Python functions are the specification. ``bench/kernels_c.py`` translates them to ``kernels.c``,
which is compiled when the program is installed. Without that library numba compiles them, if it is
installed and there is enough work to repay loading it; without numba they run as they are.
``HEXCOURT_KERNELS`` chooses: ``c``, ``numba``, ``python``, or the path of a library.

A kernel allocates nothing but arrays of fixed size; the caller passes what it fills in.
"""

from __future__ import annotations

import ctypes
import os
import re
import struct
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import BadInput

Bools = npt.NDArray[np.bool_]
Int8s = npt.NDArray[np.int8]
Int16s = npt.NDArray[np.int16]
Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]
Uint8s = npt.NDArray[np.uint8]
Uint16s = npt.NDArray[np.uint16]
Uint32s = npt.NDArray[np.uint32]
Uint64s = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]

Octants = tuple[Uint32s, ...]
"""The pixels packed for the lines of each of the eight octants (``octants_of``), shape (height, width);
none for octants that no line goes to."""

Kernel = Callable[..., Any]

VARIABLE = "HEXCOURT_KERNELS"

LIBRARY = "kernels.native.dll" if sys.platform == "win32" else "kernels.native.so"
"""The file beside this module with the kernels in C; as its name has a dot, it is no module itself."""


# --- The kernels in C -----------------------------------------------------------------------------


def name_in_c(kernel: Kernel) -> str:
    """Return the name of a kernel in C: that of its module and its own."""
    return kernel.__module__.rpartition(".")[2] + kernel.__name__


class _Given(NamedTuple):
    """What a kernel takes: a number, or ``times`` arrays of an element type, with so many axes."""

    number: str
    times: int
    written: bool
    element: npt.DTypeLike | None
    axes: int

    @classmethod
    def read(cls, text: str) -> _Given:
        """Read it as the library writes it (``CompiledKernel``)."""
        found = re.fullmatch(r"(?:(\d+)\*)?(=?)(\w+)\[(\d)\]", text)
        if not found:
            return cls(text, 0, False, None, 0)
        times, written, element, axes = found.groups()
        return cls("", int(times or 1), bool(written), np.dtype(element), int(axes))

    @property
    def layout(self) -> str:
        """Return how ``struct`` packs it."""
        return "d" if self.number == "float" else "q" * max(1, self.times * (1 + self.axes))


class CompiledKernel:
    """A kernel of a library, called with the arguments of the Python function.

    All are passed in one block of 8 bytes each: numbers as they are; of an array the address and the
    lengths of its axes. The library says in ``NAME_given`` what it takes: ``int``, ``float``,
    ``int32[2]`` for an array of two axes, ``=int32[2]`` for one that is written to,
    ``8*uint32[2]`` for a tuple of eight. ``NAME_constants`` says which constants of the kernel's module
    it was translated with, ``LEAP_BITS=7``.
    """

    def __init__(self, library: ctypes.CDLL, name: str) -> None:
        self._run = library[name]
        self._run.restype, self._run.argtypes = ctypes.c_int64, [ctypes.c_char_p]

        def report(what: str) -> list[str]:
            text = ctypes.c_char.in_dll(library, f"{name}_{what}")
            return ctypes.string_at(ctypes.addressof(text)).decode().split()

        self._given = [_Given.read(each) for each in report("given")]
        self._constants = dict(each.split("=") for each in report("constants"))
        self._block = struct.Struct("".join(each.layout for each in self._given))

    @property
    def takes(self) -> int:
        """Return how many arguments it takes."""
        return len(self._given)

    def is_of(self, kernel: Kernel) -> bool:
        """Return whether it was translated with the constants that a kernel has now."""
        now = kernel.__globals__
        return all(str(now.get(name)) == value for name, value in self._constants.items())

    def __call__(self, *arguments: Any) -> int:
        """Run the kernel; arrays that it only reads are copied where their type is another one."""
        block: list[Any] = []
        held: list[Any] = []  # until the kernel has run
        for given, argument in zip(self._given, arguments, strict=True):
            if not given.times:
                block.append(argument)
                continue
            for array in argument if given.times > 1 else (argument,):
                passed = array
                if array.dtype != given.element or not array.flags.c_contiguous:
                    if given.written:
                        raise TypeError(f"not a contiguous array of {given.element} to write to")
                    passed = np.ascontiguousarray(array, dtype=given.element)
                    held.append(passed)
                if passed.ndim != given.axes or (given.written and not passed.flags.writeable):
                    raise TypeError(f"not an array of {given.axes} axes that may be written to")
                block += (passed.ctypes.data, *passed.shape)
        return cast(int, self._run(self._block.pack(*block)))


@cache
def _library() -> ctypes.CDLL | None:
    """Load the library that ``HEXCOURT_KERNELS`` names, or the one beside this module, if any."""
    wanted = os.environ.get(VARIABLE, "")
    if wanted in ("numba", "python"):
        return None
    file = Path(__file__).with_name(LIBRARY) if wanted in ("", "c") else Path(wanted)
    try:
        return ctypes.CDLL(str(file))
    except OSError as error:
        if wanted:
            raise BadInput(f"{VARIABLE}: the library {file.name} cannot be loaded") from error
        return None


@cache
def in_c(kernel: Kernel) -> Kernel | None:
    """Return a kernel of the C library; None where there is no library, or it is of other constants."""
    library = _library()
    if library is None:
        return None
    try:
        found = CompiledKernel(library, name_in_c(kernel))
        fits = found.takes == kernel.__code__.co_argcount
    except (AttributeError, ValueError):  # it has none of this name
        fits = False
    if not fits:
        raise BadInput(
            "the compiled kernels are of another version of the program; run make .venv/.installed in a "
            "checkout, or install hexcourt again"
        )
    return found if found.is_of(kernel) else None


# --- The kernels compiled by numba ----------------------------------------------------------------


@cache
def uses_numba() -> bool:
    """Return whether numba compiles the kernels: there is no library in C, and numba is installed."""
    refused = os.environ.get(VARIABLE) == "python"
    return _library() is None and not refused and find_spec("numba") is not None


@cache
def compiled(kernel: Kernel) -> Kernel:
    """Compile a kernel with numba, to be run in threads, caching the machine code where it can."""
    import numba

    def plain() -> Any:
        return numba.njit(nogil=True)(kernel)

    try:
        value: Any = numba.njit(cache=True, nogil=True)(kernel)
    except RuntimeError:  # no folder for it can be written
        return cast(Kernel, plain())
    anew: list[Any] = []

    def run(*arguments: Any) -> Any:
        try:
            return (anew[0] if anew else value)(*arguments)
        except Exception:  # what was kept is damaged, or the disk full
            if anew:
                raise
            with suppress(Exception):
                value._cache.flush()  # next time it is made anew
            anew.append(plain())
            return anew[0](*arguments)

    return run


# --- The choice -----------------------------------------------------------------------------------


_done: Counter[Kernel] = Counter()
_much_ahead = False


@contextmanager
def much_ahead() -> Iterator[None]:
    """Compile by numba every kernel that is chosen meanwhile, as before much work is shared out."""
    global _much_ahead
    before, _much_ahead = _much_ahead, True
    try:
        yield
    finally:
        _much_ahead = before


def suited(kernel: Kernel, work: int, threshold: int) -> Kernel:
    """Choose how a kernel runs: in C, or, once all its work so far reaches the threshold, compiled."""
    translated = in_c(kernel)
    if translated is not None:
        return translated
    _done[kernel] += work
    if not _much_ahead and _done[kernel] < threshold:
        return kernel
    if uses_numba():
        return compiled(kernel)
    _warn()
    return kernel


@cache
def _warn() -> None:
    """Log one line about slow answers."""
    import logging  # without handlers a warning is written to the standard error, as it is

    logging.getLogger("hexcourt").warning(
        "hexcourt: neither the compiled kernels nor numba are installed: many lines will be slow; "
        "install a C compiler and hexcourt again, or hexcourt[numba]"
    )
