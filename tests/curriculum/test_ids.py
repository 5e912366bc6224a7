"""Content ids and the ids inside replay tokens."""

from __future__ import annotations

import pytest

from gym.curriculum import ContentId
from gym.errors import UsageError


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("02-credit-wallet", ContentId("02-credit-wallet")),
        ("02-credit-wallet#overspend", ContentId("02-credit-wallet", "overspend")),
        ("10-polyfill-kata/debounce#latest", ContentId("10-polyfill-kata", "latest", "debounce")),
        ("acme:02-credit-wallet#x", ContentId("02-credit-wallet", "x", None, "acme")),
    ],
)
def test_an_id_is_read_and_written_back_the_same(text: str, parsed: ContentId) -> None:
    assert ContentId.parse(text) == parsed
    assert str(parsed) == text


@pytest.mark.parametrize("text", ["", "Wallet", "a b", "a#", "#a", "a/b/c", "a\n", "../a"])
def test_what_is_no_id_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is not a content id"):
        ContentId.parse(text)


def test_a_token_names_its_check() -> None:
    assert ContentId.of_token("02-credit-wallet#overspend:r2.1>1!c0") == ContentId("02-credit-wallet", "overspend")


def test_a_token_of_a_pack_keeps_its_pack() -> None:
    assert ContentId.of_token("acme:02-x#y:r0.!c0") == ContentId("02-x", "y", None, "acme")


@pytest.mark.parametrize("text", ["", "nonsense", "02-credit-wallet#overspend", "02-credit-wallet:r2.1"])
def test_what_is_no_token_is_refused_and_shown_what_one_looks_like(text: str) -> None:
    with pytest.raises(UsageError, match="is not a replay token; one looks like"):
        ContentId.of_token(text)
