"""A pytest plugin for Stripe's own test file: its library signs, and our `verify` checks in the place of its own.

Run by test_stripe.py in a process of its own. $PEER_SUBJECT names the file whose `verify` it is.
"""

from __future__ import annotations

import math
import os
import time
from pathlib import Path

import pytest
import stripe
from stripe._error import SignatureVerificationError
from stripe._webhook import WebhookPayload, WebhookSignature
from webhook_subject import load_verify

WORDS = {
    "no header": "No Stripe-Signature header value was provided",
    "no secret": "No webhook secret value was provided",
    "malformed header": "Unable to extract timestamp and signatures from header",
    "no v1 signature": "No signatures found with expected scheme v1",
    "no signature fits": "No signatures found matching the expected signature for payload",
    "not from just now": "Timestamp outside the tolerance zone",
}
"""What the reference says, and what Stripe's tests want to read."""

verify, BadSignature = load_verify(Path(os.environ["PEER_SUBJECT"]))
asked = 0


def verify_header(payload: WebhookPayload, header: str | None, secret: str | None, tolerance: float | None = None) -> bool:
    """`WebhookSignature.verify_header` as Stripe's tests call it. Without a tolerance any age will do, as there."""
    global asked
    asked += 1
    body = payload.encode() if isinstance(payload, str) else bytes(payload)
    try:
        verify(body, header, secret, time.time(), tolerance or math.inf)
    except BadSignature as bad:
        raise SignatureVerificationError(WORDS.get(str(bad), str(bad)), header, payload) from bad
    return True


@pytest.fixture
def stripe_mock_stripe_client() -> stripe.StripeClient:
    """A client that is never to call anybody."""
    return stripe.StripeClient("sk_test_of_nobody")


def pytest_configure() -> None:
    WebhookSignature.verify_header = staticmethod(verify_header)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.line(f"our verify was asked {asked} times")
