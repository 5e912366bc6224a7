"""The libraries that a kata's reference is measured against, and where they are looked for. Never in the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from platformdirs import user_cache_path


@dataclass(frozen=True, slots=True)
class Peer:
    """One library. With `from_source` its source distribution, which holds its tests; else its wheel.

    With `npm`, the requirement only names the folder, and these packages of JavaScript's are put into it.
    """

    requirement: str
    from_source: bool = False
    npm: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        """The name of its folder in the cache."""
        return self.requirement.replace("==", "-")


STRIPE = Peer("stripe==16.1.0", from_source=True)
STANDARD_WEBHOOKS = Peer("standardwebhooks==1.1.0")
TYPING = Peer("typing_extensions==4.16.0")
ASYNC_LRU = Peer("async-lru==2.4.0")
CASHEWS = Peer("cashews==7.6.0")
AIOCACHE = Peer("aiocache==0.12.3")
PURGATORY = Peer("purgatory==3.0.1")
AIOBREAKER = Peer("aiobreaker==1.2.0")
HYX = Peer("hyx==0.0.2")
PYRESILIENCE = Peer("pyresilience==0.4.1")
AIODATALOADER = Peer("aiodataloader==0.4.3", from_source=True)
STRAWBERRY = Peer("strawberry-graphql==0.341.2")
ANYIO = Peer("anyio==4.16.0")
COALESCER = Peer("coalescer==0.3.0")
ONEFLIGHT = Peer("oneflight==0.1.0")
SINGLEFLIGHT = Peer("singleflight==0.1.3", from_source=True)
JAVASCRIPT = Peer("javascript==1", npm=("lodash@4.18.1", "underscore@1.13.8", "p-limit@7.3.3", "yocto-queue@1.2.2"))

PEERS = (
    STRIPE,
    STANDARD_WEBHOOKS,
    TYPING,
    ASYNC_LRU,
    CASHEWS,
    AIOCACHE,
    PURGATORY,
    AIOBREAKER,
    HYX,
    PYRESILIENCE,
    AIODATALOADER,
    STRAWBERRY,
    ANYIO,
    COALESCER,
    ONEFLIGHT,
    SINGLEFLIGHT,
    JAVASCRIPT,
)


def cache_folder() -> Path:
    """Where the libraries are looked for: $GYM_PEERS, else a folder of the user's cache."""
    named = os.environ.get("GYM_PEERS")
    return Path(named) if named else user_cache_path("asyncio-race-gym") / "peers"


def absent() -> list[str]:
    """The folders that are not there."""
    return [peer.folder for peer in PEERS if not (cache_folder() / peer.folder).is_dir()]


def folders_of(*peers: Peer) -> list[Path]:
    """Where these libraries are. Skips, with the way to get them, where one is not there."""
    folders = [cache_folder() / peer.folder for peer in peers]
    missing = [folder.name for folder in folders if not folder.is_dir()]
    if missing:
        pytest.skip(f"{', '.join(missing)} not in {cache_folder()}: python tests/peers/install.py fetches them")
    return folders
