"""The reference of kata 05 passes Stripe's own tests of its webhook signatures, in the place of Stripe's own check.

The test file is that of the source distribution, unchanged; Stripe's library signs. One test of it is left out: it asks
which HTTP client an event's objects will use, and needs a server.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from tests.peers.libraries import STRIPE, TYPING, folders_of
from tests.peers.measures import Measure
from tests.peers.webhook_subject import REFERENCE, STARTER

HERE = Path(__file__).parent
NOT_ABOUT_SIGNATURES = "TestStripeClientConstructEvent::test_construct_event_inherits_requestor"


def run_with(subject: Path, folder: Path) -> str:
    """What pytest prints of Stripe's file, with that file's `verify`."""
    stripe, typing = folders_of(STRIPE, TYPING)
    shutil.copy(stripe / "tests" / "test_webhook.py", folder / "test_webhook.py")
    (folder / "pytest.ini").write_text("[pytest]\n")
    environ = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, (HERE, stripe, typing))),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PEER_SUBJECT": str(subject),
    }
    command = [sys.executable, "-m", "pytest", "-p", "stripe_plugin", "-rA", "--tb=line", "--color=no", "test_webhook.py"]
    command += ["-p", "no:cacheprovider", "--deselect", f"test_webhook.py::{NOT_ABOUT_SIGNATURES}"]
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def outcomes(printed: str) -> dict[str, str]:
    """By test: PASSED, FAILED or ERROR."""
    found = re.findall(r"^(PASSED|FAILED|ERROR) test_webhook\.py::(\S+?)(?: - .*)?$", printed, re.MULTILINE)
    return {name: outcome for outcome, name in found}


def functions(names: dict[str, str]) -> Counter[str]:
    """How many test functions there are in each class, parameters apart."""
    return Counter(name.partition("::")[0] for name in {name.partition("[")[0] for name in names})


def test_the_reference_passes_stripes_own_tests(tmp_path: Path) -> None:
    printed = run_with(REFERENCE, tmp_path)
    found = outcomes(printed)
    assert [name for name, outcome in found.items() if outcome != "PASSED"] == [], printed
    assert functions(found) == {"TestWebhook": 8, "TestWebhookSignature": 13, "TestStripeClientConstructEvent": 8}
    assert len(found) == 53
    assert "our verify was asked 53 times" in printed


def test_the_starter_does_not(tmp_path: Path) -> None:
    """The measure tells them apart: one bad signature after the right one, and a secret that is all blanks."""
    failed = functions_failed(outcomes(run_with(STARTER, tmp_path)))
    assert "TestWebhookSignature::test_header_contains_valid_signature" in failed
    assert "TestWebhookSignature::test_raise_on_ascii_whitespace_secret" in failed
    assert "TestWebhookSignature::test_valid_header_and_signature" not in failed


def functions_failed(found: dict[str, str]) -> set[str]:
    """The test functions of which a case failed."""
    return {name.partition("[")[0] for name, outcome in found.items() if outcome != "PASSED"}


@pytest.mark.parametrize(("ahead", "stripe_says", "ours_says"), [(299, "holds", "holds"), (301, "holds", "refused")])
def test_stripe_takes_a_timestamp_from_the_future_and_we_do_not(ahead: int, stripe_says: str, ours_says: str) -> None:
    """Expected: no test of Stripe's says either, and the brief of kata 05 chooses the other way."""
    stripe, typing = folders_of(STRIPE, TYPING)
    code = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from stripe import SignatureVerificationError, WebhookSignature\n"
        "from webhook_subject import REFERENCE, load_verify\n"
        "verify, BadSignature = load_verify(REFERENCE)\n"
        f"now = 1_700_000_000; time.time = lambda: now\n"
        f"header = WebhookSignature.generate_signature_header('{{}}', 'whsec', now + {ahead})\n"
        "for check in (lambda: WebhookSignature.verify_header('{}', header, 'whsec', 300),\n"
        "              lambda: verify(b'{}', header, 'whsec', now, 300)):\n"
        "    try: check()\n"
        "    except (SignatureVerificationError, BadSignature): print('refused')\n"
        "    else: print('holds')\n"
    )
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (HERE, stripe, typing))), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environ, capture_output=True, text=True, check=False)
    assert done.stdout.split() == [stripe_says, ours_says], done.stderr


def measured() -> dict[str, str]:
    """What comes of Stripe's tests on the reference."""
    with tempfile.TemporaryDirectory() as folder:
        return {name: word.lower() for name, word in outcomes(run_with(REFERENCE, Path(folder))).items()}


LEFT_OUT = {NOT_ABOUT_SIGNATURES: "asks which HTTP client an event's objects will use, and needs a server"}
MEASURES = (Measure("Stripe's own tests", "16.1.0", "05-webhook-handler", measured, LEFT_OUT),)
