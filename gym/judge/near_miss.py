"""Recognising a wrong fix by the way it fails."""

from __future__ import annotations

from collections.abc import Sequence

from gym.judge.attempt import NearMissLike
from gym.judge.verdict import CheckVerdict, Verdict


def recognise(near_misses: Sequence[NearMissLike], checks: Sequence[CheckVerdict]) -> str | None:
    """The slug of the near miss whose signature fits: exactly its checks fail, by its claims where it names any."""
    failed = {check.id.partition("#")[2]: check for check in checks if check.verdict is not Verdict.ACCEPTED}
    if not failed or any(check.verdict.exit_status == 3 for check in failed.values()):
        return None
    fitting = [miss for miss in near_misses if set(miss.kills) == set(failed) and _claims_fit(miss, failed)]
    fitting.sort(key=lambda miss: -len(miss.claims))
    return fitting[0].slug if fitting else None


def _claims_fit(miss: NearMissLike, failed: dict[str, CheckVerdict]) -> bool:
    return all(check in failed and failed[check].claim == claim for check, claim in miss.claims.items())
