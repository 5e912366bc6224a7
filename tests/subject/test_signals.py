"""A service that installs handlers for signals starts as it would for real; no signal ever comes."""

from __future__ import annotations

from tests.subject.asking import Asker

SOURCE = """
import asyncio, signal

async def install():
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, print, "stop")
    return [loop.remove_signal_handler(number) for number in (signal.SIGTERM, signal.SIGTERM, signal.SIGINT)]
"""


def test_handlers_are_kept_and_taken_away_again(asker: Asker) -> None:
    asker.load(SOURCE)
    assert asker.call("install") == [True, False, True]
