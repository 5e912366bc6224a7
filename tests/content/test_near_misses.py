"""A near miss is named by what its checks say, and for no other's failures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gym.curriculum import Kata, NearMiss, all_katas
from gym.judge import CheckVerdict
from gym.judge.near_miss import recognise
from tests.support.judges import failing

MISSES = [pytest.param(kata, miss, id=f"{kata.id}-{miss.slug}") for kata in all_katas() for miss in kata.near_misses]


def failing_as(kata: Kata, miss: NearMiss) -> list[CheckVerdict]:
    """What the judge says of the checks that kill it."""
    return [failing(check, kata.id, claim=claim) for check, claim in miss.claims.items()]


@pytest.mark.parametrize(("kata", "miss"), MISSES)
def test_it_says_by_what_each_check_kills_it(kata: Kata, miss: NearMiss) -> None:
    assert sorted(miss.claims) == sorted(miss.kills)
    assert recognise(kata.near_misses, failing_as(kata, miss)) == miss.slug


@pytest.mark.parametrize(("kata", "miss"), MISSES)
def test_it_is_not_named_when_one_check_fails_by_another_claim(kata: Kata, miss: NearMiss) -> None:
    failed = failing_as(kata, miss)
    for place, check in enumerate(failed):
        otherwise = [*failed[:place], replace(check, claim="something else"), *failed[place + 1 :]]
        assert recognise(kata.near_misses, otherwise) is None


@pytest.mark.parametrize(("kata", "miss"), MISSES)
def test_it_is_not_named_when_a_check_more_or_less_fails(kata: Kata, miss: NearMiss) -> None:
    failed = failing_as(kata, miss)
    assert recognise([miss], [*failed, failing("another", kata.id)]) is None
    assert recognise([miss], failed[1:]) is None
