"""The reference of kata 05 says of each case what the Standard Webhooks library says.

Neither distribution of the library holds its tests, so its public cases are written here anew, as rows. Each row is put to
the library and, through `Ours`, to our `verify`; the library signs. Three cases have no counterpart: our delivery has no
id beside its body (so a missing one cannot be refused), one name for its header, and a secret that is used as it is
written (theirs is base64, with or without `whsec_` before it).
"""

from __future__ import annotations

import base64
import importlib
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

import pytest

from tests.peers.libraries import STANDARD_WEBHOOKS, folders_of
from tests.peers.measures import Measure, items
from tests.peers.webhook_subject import REFERENCE, load_verify

NOW = 1_700_000_000
SECRET = "a secret of the tests"
BODY = '{"test": 2432232314}'
verify, BadSignature = load_verify(REFERENCE)

Headers = dict[str, str]


class Ours:
    """Our `verify` behind the library's interface.

    They sign `id.timestamp.body`, we `t.body`: with the timestamp as the message's id, the same bytes are signed.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def verify(self, data: str, headers: Headers) -> None:
        at = headers.get("webhook-timestamp", "")
        signatures = [each.split(",") for each in headers.get("webhook-signature", "").split()]
        pairs = [f"t={at}", *(f"{version}={base64.b64decode(text).hex()}" for version, text in signatures)]
        verify(f"{at}.{data}".encode(), ",".join(pairs), self._secret, NOW)


class Frozen(datetime):
    """Makes the library's clock stand still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.fromtimestamp(NOW, tz=tz)


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The library's module, with a clock that stands still; gone afterwards."""
    (folder,) = folders_of(STANDARD_WEBHOOKS)
    monkeypatch.syspath_prepend(str(folder))
    module: Any = importlib.import_module("standardwebhooks.webhooks")
    monkeypatch.setattr(module, "datetime", Frozen)
    yield module
    for name in [name for name in sys.modules if name.partition(".")[0] == "standardwebhooks"]:
        del sys.modules[name]


def signed(library: Any, age: int = 0) -> Headers:
    """The headers with which the library would send BODY at that age, in seconds."""
    at = str(NOW - age)
    # Its `sign` takes a naive time for UTC.
    sent = datetime.fromtimestamp(NOW - age, tz=UTC).replace(tzinfo=None)
    webhook = library.Webhook(base64.b64encode(SECRET.encode()).decode())
    return {"webhook-id": at, "webhook-timestamp": at, "webhook-signature": webhook.sign(at, sent, BODY)}


def without(name: str) -> Callable[[Headers], None]:
    return lambda headers: headers.update({name: ""})


def as_last_of(*others: str) -> Callable[[Headers], None]:
    return lambda headers: headers.update(
        {"webhook-signature": " ".join([*others, headers["webhook-signature"], others[0]])}
    )


WRONG = base64.b64encode(b"\0" * 32).decode()
FIVE_MINUTES = int(timedelta(minutes=5).total_seconds())


def nothing(headers: Headers) -> None:
    """As the library sends it."""


ROWS = [
    pytest.param(0, nothing, True, id="valid"),
    pytest.param(0, without("webhook-timestamp"), False, id="no timestamp"),
    pytest.param(0, lambda headers: headers.update({"webhook-timestamp": "hello"}), False, id="invalid timestamp"),
    pytest.param(0, without("webhook-signature"), False, id="no signature"),
    pytest.param(0, lambda headers: headers.update({"webhook-signature": f"v1,{WRONG}"}), False, id="wrong signature"),
    pytest.param(0, as_last_of(f"v1,{WRONG}", f"v2,{WRONG}"), True, id="one right of several signatures"),
    pytest.param(FIVE_MINUTES, nothing, True, id="as old as may be"),
    pytest.param(FIVE_MINUTES + 1, nothing, False, id="too old"),
    pytest.param(-FIVE_MINUTES, nothing, True, id="as far ahead as may be"),
    pytest.param(-FIVE_MINUTES - 1, nothing, False, id="too far ahead"),
]


@pytest.mark.parametrize(("age", "change", "holds"), ROWS)
def test_we_and_the_library_say_the_same(library: Any, age: int, change: Callable[[Headers], None], holds: bool) -> None:
    headers = signed(library, age)
    change(headers)
    theirs = library.Webhook(base64.b64encode(SECRET.encode()).decode())
    assert _holds(theirs, headers, library.WebhookVerificationError) is holds
    assert _holds(Ours(SECRET), headers, BadSignature) is holds


def _holds(webhook: Any, headers: Headers, refusal: type[Exception]) -> bool:
    try:
        webhook.verify(BODY, headers)
    except refusal:
        return False
    return True


def test_a_secret_with_a_prefix_is_another_secret_to_us(library: Any) -> None:
    """Expected: the library strips `whsec_`, and we take a secret as it is written, as Stripe does."""
    prefixed = "whsec_" + base64.b64encode(SECRET.encode()).decode()
    assert _holds(library.Webhook(prefixed), signed(library), library.WebhookVerificationError)
    assert not _holds(Ours("whsec_" + SECRET), signed(library), BadSignature)


LEFT_OUT = {
    "a missing id": "our delivery has no id beside its body",
    "headers without a brand": "ours has one name for its header",
    "a secret with its prefix": "ours is used as it is written, as Stripe's is",
}
MEASURES = (
    Measure("rows of standardwebhooks", "1.1.0", "05-webhook-handler", lambda: items(__file__, "^test_we_and"), LEFT_OUT),
)
