"""The words about coverage say what was seen and never more."""

from __future__ import annotations

import pytest

from gym.engine.coverage import Coverage, rounded


def coverage(
    by_cost: tuple[int, ...],
    walks: int = 0,
    *,
    exhausted: bool = False,
    failed: bool = False,
    pending: int | None = None,
    estimate: float | None = None,
) -> Coverage:
    return Coverage(by_cost, walks, exhausted, failed, pending, estimate, 7)


@pytest.mark.parametrize(
    ("seen", "words"),
    [
        (coverage((1, 100, 151), exhausted=True), "all 252 schedules (L0)"),
        (coverage((1,), exhausted=True), "the only schedule (L0)"),
        (coverage((1, 4), failed=True, pending=1), "stopped at the first failure, schedule 5 (L0)"),
        (
            coverage((1, 100, 311), 1_588, pending=3, estimate=1.2e6),
            "all 412 with at most 2 deviations and 1,588 of about 10^6 at random, seed 7 (L0)",
        ),
        (
            coverage((1, 100, 311, 50), 1_588, pending=3, estimate=37_211),
            "all 412 with at most 2 deviations, 50 with 3 deviations or more and 1,588 of about 37,000 at random, "
            "seed 7 (L0)",
        ),
        (coverage((1, 3), pending=1), "the default one and 3 with 1 deviation or more (L0)"),
        (coverage((), pending=None), "no schedule (L0)"),
    ],
)
def test_the_words_for(seen: Coverage, words: str) -> None:
    assert seen.words("L0") == words


@pytest.mark.parametrize(
    ("number", "text"), [(12, "12"), (4_321, "4,300"), (37_211, "37,000"), (1e6, "10^6"), (4e9, "10^10")]
)
def test_an_estimate_never_looks_exact(number: float, text: str) -> None:
    assert rounded(number) == text
