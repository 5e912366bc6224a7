"""`python -m tests.screenshots`: open the practice room on kata 02's starter and take watch.svg, replay.svg and play.svg."""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from gym.cli.room import practice_of
from gym.cli.session import Session
from gym.progress import Workspace
from gym.tui.app import Room
from gym.tui.playing import PlayScreen
from gym.tui.practice import Practice
from gym.tui.replaying import ReplayScreen
from gym.tui.watching import WatchScreen

FOLDER = Path(__file__).parent
SIZE = (128, 36)
PATIENCE_S = 60.0
# The exported picture asks for a font on the web; any monospaced one will do.
_FONTS = re.compile(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", re.DOTALL)


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait for what a thread brings about."""
    end = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("the screen did not come to what was to be shown")
        await pilot.pause(0.02)
    await pilot.pause(0.2)


def take(pilot: Pilot[None], name: str, title: str) -> None:
    """Write what the screen shows."""
    picture = _FONTS.sub("", pilot.app.export_screenshot(title=title))
    (FOLDER / f"{name}.svg").write_text("\n".join(line.rstrip() for line in picture.splitlines()) + "\n", encoding="utf-8")


async def _watch_and_replay(practice: Practice) -> None:
    kata = practice.begun(practice.catalogue.find("02"))
    watch = WatchScreen(practice, kata)
    async with Room(practice, watch).run_test(size=SIZE) as pilot:
        await until(pilot, lambda: watch.round.word is not None)
        take(pilot, "watch", "gym watch")
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        for _step in range(8):
            await pilot.press("left")
        await pilot.pause(0.3)
        take(pilot, "replay", "gym replay")


async def _play(practice: Practice) -> None:
    kata = practice.begun(practice.catalogue.find("02"))
    screen = PlayScreen(practice, kata, "overspend")
    async with Room(practice, screen).run_test(size=SIZE) as pilot:
        for moves, key in enumerate(("2", "1", "1", "2")):
            await until(pilot, lambda moves=moves: _stands_at(screen, moves))  # type: ignore[misc]
            await pilot.press(key)
        await until(pilot, lambda: _stands_at(screen, 4) and screen.simplest is not None)
        take(pilot, "play", "gym play")


def _stands_at(screen: PlayScreen, moves: int) -> bool:
    return screen.position is not None and len(screen.position.moves) == moves and not screen.busy


def main() -> None:
    """Take all three."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session(Workspace.make(Path(folder) / "race-gym").root)
        for shoot in (_watch_and_replay, _play):
            practice = practice_of(session)
            try:
                asyncio.run(shoot(practice))
            finally:
                practice.replayer.close()
        session.close()


if __name__ == "__main__":
    main()
