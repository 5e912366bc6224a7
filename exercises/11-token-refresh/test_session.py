"""What the team has: one tab, and one widget at a time."""

from __future__ import annotations

import pytest
from fakes import FakeApi, FakeAuth, FakeStore
from ports import ApiError, RefreshFailed
from session import Session

pytestmark = pytest.mark.asyncio


@pytest.fixture
def auth() -> FakeAuth:
    return FakeAuth()


@pytest.fixture
def api(auth: FakeAuth) -> FakeApi:
    return FakeApi(auth)


@pytest.fixture
def store() -> FakeStore:
    return FakeStore()


@pytest.fixture
def session(api: FakeApi, auth: FakeAuth, store: FakeStore) -> Session:
    return Session(api, auth, store, "tab 1", "a1")


async def test_a_good_token_is_used_as_it_is(session: Session, api: FakeApi, auth: FakeAuth) -> None:
    assert await session.get("/inbox") == "data of /inbox"
    assert api.asked == [("/inbox", "a1")]
    assert auth.used == []


async def test_a_token_that_has_run_out_is_replaced(session: Session, api: FakeApi, auth: FakeAuth) -> None:
    auth.expire()
    assert await session.get("/inbox") == "data of /inbox"
    assert api.asked == [("/inbox", "a1"), ("/inbox", "a2")]
    assert auth.used == ["r1"]


async def test_the_new_pair_is_kept_in_the_store(session: Session, auth: FakeAuth, store: FakeStore) -> None:
    auth.expire()
    await session.get("/inbox")
    assert (store.record["access"], store.record["refresh"]) == ("a2", "r2")


async def test_it_is_replaced_each_time_that_it_runs_out(session: Session, auth: FakeAuth) -> None:
    for _ in range(3):
        auth.expire()
        assert await session.get("/inbox") == "data of /inbox"
    assert auth.used == ["r1", "r2", "r3"]


async def test_the_next_widget_uses_the_new_token(session: Session, api: FakeApi, auth: FakeAuth) -> None:
    auth.expire()
    await session.get("/inbox")
    assert await session.get("/team") == "data of /team"
    assert api.asked[-1] == ("/team", "a2")


async def test_a_failed_refresh_is_passed_on(session: Session, auth: FakeAuth) -> None:
    auth.expire()
    auth.down = True
    with pytest.raises(RefreshFailed):
        await session.get("/inbox")


async def test_a_service_that_is_down_is_passed_on(session: Session, api: FakeApi) -> None:
    api.down = True
    with pytest.raises(ApiError, match="503"):
        await session.get("/inbox")
