"""Writes rows of text whose columns are numbers of a few words each, all rows of a block at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Words:
    """Words of a column, in a row of bytes: word ``n`` has so many (``sizes``), from ``starts`` on."""

    content: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]

    @classmethod
    def of(cls, words: Sequence[str], after: str) -> Words:
        """Take down words, each with what is written after it."""
        written = [(word + after).encode() for word in words]
        sizes = np.array([len(each) for each in written], dtype=np.int64)
        content = np.frombuffer(b"".join(written), dtype=np.uint8)
        return cls(content, np.cumsum(sizes) - sizes, sizes)


def coded_rows(columns: Sequence[tuple[Words, npt.NDArray[np.integer]]]) -> str:
    """Write rows one after the other; each column gives its words, and the number of each row's."""
    first = np.cumsum([0, *(len(words.content) for words, _ in columns)])
    sizes = np.stack([words.sizes[numbers] for words, numbers in columns], axis=1).ravel()
    starts = np.stack(
        [
            words.starts[numbers] + begun
            for (words, numbers), begun in zip(columns, first, strict=False)
        ],
        axis=1,
    ).ravel()
    written = np.cumsum(sizes)
    content = np.concatenate([words.content for words, _ in columns])
    total = int(written[-1]) if len(written) else 0
    source = np.repeat(starts - (written - sizes), sizes) + np.arange(total)
    return content[source].tobytes().decode()
