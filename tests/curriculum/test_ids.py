"""Content ids."""

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
