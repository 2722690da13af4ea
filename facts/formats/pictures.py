"""Decodes pictures from outside, whose sizes are checked before they are decoded."""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.boards.sizes import LARGEST_SIDE, MAX_PIXELS

_DAMAGE = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    struct.error,
    IndexError,
    KeyError,
    TypeError,
    OverflowError,
    Warning,
)
"""What reading a damaged picture can raise."""


def decoded_pixels(
    content: bytes, where: str, formats: Sequence[str], mend: str
) -> npt.NDArray[np.uint8]:
    """Return red, green, blue and opacity, shape (width, height, 4), of a picture of some formats.

    ``where`` names it in the sentence of ``BadInput``, and ``mend`` ends that.
    """
    from PIL import Image, UnidentifiedImageError  # only what has pictures needs it

    kind = "GIF" if list(formats) == ["GIF"] else "picture"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=list(formats)) as opened:
                width, height = opened.size
                if width * height > MAX_PIXELS or max(width, height) > LARGEST_SIDE:
                    raise BadInput(
                        f"{where} has {width} by {height} pixels; give {MAX_PIXELS} at most"
                    )
                return np.asarray(opened.convert("RGBA")).transpose(1, 0, 2)
    except BadInput:
        raise
    except UnidentifiedImageError:  # its message shows an object
        raise BadInput(f"{where} is no whole {kind}; {mend}") from None
    except (*_DAMAGE, Image.DecompressionBombError) as error:
        text = shown(str(error).replace("\n", " "))
        raise BadInput(f"{where} is no whole {kind} ({text}); {mend}") from None
