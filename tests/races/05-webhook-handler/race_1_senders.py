"""Who sent it: signatures, bodies that nobody signed, and events that nobody needs."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from gym.race import Handle, Raised, World, call, race
from gym.race.steps import Step

from .shop import NOW, SECRET, Script, Shop, event, header, purchase, signed

BODY = b'{ "id":"evt_1",\n  "note": "caf\xc3\xa9"}\r\n'
BYTES = b"\x00\xff\xfe not UTF-8"
T = f"t={NOW}"
GOOD, WRONG = f"v1={signed(BODY)}", f"v1={'0' * 64}"
SAME_AS_TEXT = b'{"id": "evt_1", "note": "caf\\u00e9"}'
"""What is left of BODY when it is parsed and written again."""

Row = tuple[bytes, str | None, str | None, float, float, bool]
"""payload, header, secret, now, tolerance, and whether the signature holds."""


def row(holds: bool, head: str | None, *, body: bytes = BODY, secret: str | None = SECRET, now: float = NOW) -> Row:
    return body, head, secret, now, 300, holds


def aged(age: int, tolerance: float, holds: bool) -> Row:
    return BODY, header(BODY, at=NOW - age), SECRET, NOW, tolerance, holds


PROMISES: dict[str, list[Row]] = {
    "a right signature of the raw bytes holds, and of no others": [
        row(True, header(BODY)),
        row(True, header(BYTES), body=BYTES),
        row(True, header(b""), body=b""),
        row(False, header(SAME_AS_TEXT)),
        row(False, header(BODY), body=BODY + b"\n"),
        row(False, header(BODY), secret="whsec_new"),
        row(False, f"{T},v1={signed(BODY, at=NOW - 1)}"),
    ],
    "one right v1 is enough, wherever it stands": [
        row(True, f"{T},{GOOD},{WRONG}"),
        row(True, f"{T},{WRONG},{GOOD}"),
        row(True, f"{T},v0={'0' * 64},{WRONG},{GOOD},{WRONG}"),
        row(True, f"{GOOD},{T}"),
        row(False, f"{T},{WRONG},{WRONG}"),
        row(False, f"{T},v0={signed(BODY)}"),
    ],
    "a delivery from long ago or far ahead does not hold, one at the limit does": [
        *(aged(age, 300, holds=abs(age) <= 300) for age in (299, 300, 301, 86_400)),
        *(aged(-age, 300, holds=abs(age) <= 300) for age in (300, 301, 86_400)),
        *(aged(age, 10, holds=abs(age) <= 10) for age in (10, 11, -10, -11)),
    ],
    "whatever the header says, it is BadSignature": [
        *(row(False, head) for head in (None, "", ",", "=", "nonsense", T, GOOD, f"t=,{GOOD}", f"t=soon,{GOOD}")),
        *(row(False, head) for head in (f"{T},v1=", f"{T},v1", f"{T},v1=caf\xe9", "t,v1")),
    ],
    "a t of any length is BadSignature, unless it is signed and from just now": [
        row(False, f"t={'9' * digits},{WRONG}", now=float(NOW)) for digits in (20, 400, 5_000)
    ],
    "without a secret nothing holds": [
        row(False, header(BODY, secret=""), secret=None),
        *(row(False, header(BODY, secret=secret), secret=secret) for secret in ("", " ", " \t\r\n")),
    ],
}


@race(
    "signatures: any v1 of several, over the raw bytes, from 300 s ago to 300 s ahead; all else is BadSignature",
    shape="double-submit",
    points=2,
    fault="one-signature-one-direction",
    budget=20,
)
def signatures(world: World) -> None:
    verify = world.function("verify")
    wrong: dict[str, str] = {}

    def asks() -> Generator[Step, Any, object]:
        for promise, rows in PROMISES.items():
            for payload, head, secret, now, tolerance, holds in rows:
                told = yield from _verified(verify, payload, head, secret, now, tolerance)
                if told != ("holds" if holds else "BadSignature"):
                    wrong[promise] = told
                    return told  # so that the last row of the table is the wrong one
        return None

    world.flow("the route", asks)
    world.run()
    for promise in PROMISES:
        world.check(promise not in wrong, promise, wrong.get(promise, ""))


def _verified(
    verify: Handle, payload: bytes, head: str | None, secret: str | None, now: float, tolerance: float
) -> Generator[Step, Any, str]:
    try:
        if tolerance == 300:
            yield call(verify, payload, head, secret, now)
        else:
            yield call(verify, payload, head, secret, now, tolerance)
    except Raised as raised:
        return "BadSignature" if raised.is_a("BadSignature") else raised.name
    return "holds"


@race(
    "what nobody signed is answered 400 and touches nothing, whatever it says and whoever said it before",
    shape="check-then-act",
    points=2,
    fault="body-before-signature",
    level=1,
    budget=600,
)
def forged(world: World) -> None:
    shop = Shop(world, columns=["ada"])
    handler = shop.handler()
    answers: list[object] = []
    body = purchase()
    copied = [(body, header(body, secret="whsec_guessed"))]
    copies = [(body, None), (body, header(body, at=NOW - 301)), (purchase(2), header(body))]
    others = [(b"", header(body)), (b"[" * 100_000, header(body)), (b"\xff", header(body))]

    def forges(deliveries: list[tuple[bytes, str | None]]) -> Script:
        def script() -> Generator[Step, Any, object]:
            for delivery in deliveries:
                try:
                    answers.append((yield call(handler.handle, *delivery)))
                except Raised as raised:
                    answers.append(raised.name)
            return None

        return script

    provider = world.flow("the provider", shop.sends(handler, body))
    copy = world.flow("a copied id", forges(copied))
    world.flow("anybody", forges(copies + others), after=[provider, copy])
    world.run()
    copies_told, others_told = answers[:-3], answers[-3:]
    world.check(set(copies_told) == {400}, "a copied event is answered 400", f"{copies_told}")
    world.check(set(others_told) == {400}, "an unsigned body is answered 400, whatever it is", f"{others_told}")
    touched = [op for op in (*world.calls("db"), *world.calls("provider")) if op.flow != "the provider"]
    world.check(not touched, "the database is not asked, nor the provider", f"{len(touched)} calls")
    world.check(provider.value == 200, "what the provider signed is answered 200", f"{provider.value}")
    shop.credited_once()


@race(
    "a type that nobody here needs is answered 200, and a signed body that is no event 400",
    shape="double-submit",
    points=1,
    fault="unknown-type-is-an-error",
    budget=20,
)
def unknown_type(world: World) -> None:
    shop = Shop(world, columns=["ada"])
    handler = shop.handler()
    useless = event(9, "invoice.finalized", NOW - 5, id="in_1", total=80)
    flow = world.flow("the provider", shop.sends(handler, useless))
    world.run()
    world.check(flow.value == 200, "an unknown type is answered 200", f"{flow.value}")
    strange: dict[bytes, object] = {}

    def sends_no_event() -> Generator[Step, Any, object]:
        for body in (b"paid", b"\xff\xfe", b"[1]", b"null", b"{}", b'{"id": "evt_8", "type": "customer.credited"}'):
            try:
                strange[body] = yield call(handler.handle, body, header(body))
            except Raised as raised:
                strange[body] = raised.name
        return None

    world.flow("a test delivery", sends_no_event)
    world.run()
    world.check(set(strange.values()) == {400}, "a signed body that is no event is answered 400", f"{strange}")
