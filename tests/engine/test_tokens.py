"""Tokens are short, survive copying, and say what is wrong with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gym.engine.schedule import Deviation
from gym.engine.tokens import Token, parse_token
from gym.errors import TokenError

OPTIONS = st.sampled_from(["a0.1", "c1.2", "r0.1", "x0", "y12", "t", "e3", "k1+0.2+0.3", "s1", "nm0.1", "|", "end"])
SCHEDULES = st.lists(st.builds(Deviation, st.integers(0, 5_000), OPTIONS), max_size=6).map(tuple)


@given(SCHEDULES, st.sampled_from(["02-credit-wallet#overspend", "pack:10-polyfill-kata/debounce#latest-arguments"]))
def test_a_token_gives_back_its_schedule(schedule: tuple[Deviation, ...], check: str) -> None:
    token = Token(check, 11, 1, schedule)
    assert parse_token(str(token)) == token
    assert " " not in str(token)


def test_a_token_looks_like_this() -> None:
    token = Token("02-credit-wallet#overspend", 11, 0, (Deviation(3, "c1.2"), Deviation(6, "x0")))
    assert str(token) == "02-credit-wallet#overspend:p11.L0.3c1.2-6x0~283c"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nonsense", "is not a replay token"),
        ("02-credit-wallet#overspend:p11.L0.3c1.2-6x0~283d", "checksum does not fit"),
        ("02-credit-wallet#overspend:p11.L0.3c1.2~283c", "checksum does not fit"),
    ],
)
def test_a_token_that_was_mistyped_is_refused(text: str, reason: str) -> None:
    with pytest.raises(TokenError, match=reason):
        parse_token(text)
