"""FB6.33: tram lines with trees."""

from __future__ import annotations

import pytest

from tests.asp.test_los_rules import outcome_of
from tests.rulings import rule
from tests.tiny import tiny

TRAM = ", A2-A3 rail(tram), A3-A4 rail(tram)"


@rule("FB6.33")
@pytest.mark.parametrize(
    ("board", "ends", "expected"),
    [
        pytest.param("A1:A5, A3 orchard", "A1 A5", "clear+1", id="no tram line"),
        pytest.param(f"A1:A5, A3 orchard{TRAM}", "A1 A5", "clear", id="along the tram line"),
        pytest.param(f"A1:A5, A1 @4, A3 orchard{TRAM}", "A1 A4", "clear", id="from above"),
        pytest.param("A1:A5, A1 @4, A3 orchard", "A1 A4", "blocked A6.4", id="above, no tram line"),
        pytest.param(f"A1:A5, A3 woods{TRAM}", "A1 A5", "blocked A6.2", id="other trees"),
        pytest.param("A1:A5, A3 orchard, A2-A3 rail(tram)", "A1 A5", "clear+1", id="ends there"),
        pytest.param(
            f"A1:A5, B2:B3, C2:C3, A3 orchard, B2 orchard, B3 orchard{TRAM}, A2-B2 rail(tram)",
            "A2 C3",
            "clear+1",
            id="across",
        ),
        pytest.param(
            "A2, B2, C3, D3, B2 orchard, A2-B2 rail(tram), B2-C3 rail(tram)",
            "A2 D3",
            "clear",
            id="slanted",
        ),
    ],
)
def test_fb6_33_along_a_tram_line(board: str, ends: str, expected: str) -> None:
    assert outcome_of(tiny(board), *ends.split()) == expected
