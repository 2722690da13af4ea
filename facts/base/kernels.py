"""Kernels: plain functions over arrays, compiled only when there is enough work to repay it.

Loading the compiler costs a quarter of a second, more than a whole small question; so small
work runs the very same function uncompiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, cast

Kernel = Callable[..., Any]


@cache
def compiled(kernel: Kernel) -> Kernel:
    """Compile a kernel, which threads run side by side, keeping the machine code where it can."""
    import numba

    def plain() -> Any:
        return numba.njit(nogil=True)(kernel)

    try:
        kept: Any = numba.njit(cache=True, nogil=True)(kernel)
    except RuntimeError:  # no folder for it can be written
        return cast(Kernel, plain())
    anew: list[Any] = []

    def run(*arguments: Any) -> Any:
        try:
            return (anew[0] if anew else kept)(*arguments)
        except Exception:  # what was kept is damaged, or the disk full
            if anew:
                raise
            with suppress(Exception):
                kept._cache.flush()  # next time it is made anew
            anew.append(plain())
            return anew[0](*arguments)

    return run


_done: Counter[Kernel] = Counter()


_much_ahead = False


@contextmanager
def much_ahead() -> Iterator[None]:
    """Have every kernel compiled that is chosen meanwhile, as before much work is shared out."""
    global _much_ahead
    before, _much_ahead = _much_ahead, True
    try:
        yield
    finally:
        _much_ahead = before


def suited(kernel: Kernel, work: int, threshold: int) -> Kernel:
    """Choose the compiled kernel once all its work so far reaches the threshold."""
    _done[kernel] += work
    return compiled(kernel) if _much_ahead or _done[kernel] >= threshold else kernel
