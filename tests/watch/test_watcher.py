"""The watcher with scripted sources: what it posts, and when it gives events up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gym.watch import Notice, Saved, Signal, Watcher, take

NAMES = ("wallet.py",)
Act = Callable[[], object]


class Script:
    """A source whose ticks are scripted: before each, something is done to the files."""

    def __init__(self, *ticks: tuple[Act, bool], fails: Exception | None = None) -> None:
        self._ticks = ticks
        self._fails = fails

    def ticks(self, folder: Path, stop: threading.Event) -> Iterator[bool]:
        for act, announced in self._ticks:
            act()
            yield announced
        if self._fails is not None:
            raise self._fails


@pytest.fixture
def wallet(tmp_path: Path) -> Path:
    (tmp_path / "wallet.py").write_text("0")
    return tmp_path / "wallet.py"


def watched(wallet: Path, events: Script, polling: Script | None = None, **options: bool) -> list[Signal]:
    posted: list[Signal] = []
    watcher = Watcher(wallet.parent, NAMES, posted.append, events=events, polling=polling or Script(), sleep=lambda _: None)
    watcher.run(threading.Event(), **options)
    return posted


def save(wallet: Path, text: str, *, announced: bool = True) -> tuple[Act, bool]:
    return (lambda: wallet.write_text(text)), announced


def contents(signals: list[Signal]) -> int:
    return len([signal for signal in signals if isinstance(signal, Saved)])


def test_a_save_is_posted_with_what_was_saved(wallet: Path) -> None:
    posted = watched(wallet, Script(save(wallet, "1")))
    assert posted == [Saved(take(wallet.parent, NAMES))]


def test_an_event_without_new_contents_is_not_a_save(wallet: Path) -> None:
    other = wallet.with_name("notes.txt")
    assert watched(wallet, Script(save(wallet, "0"), save(other, "1"), (wallet.touch, True))) == []


def test_each_new_content_is_posted_once(wallet: Path) -> None:
    posted = watched(wallet, Script(save(wallet, "1"), save(wallet, "1"), save(wallet, "2"), save(wallet, "0")))
    assert contents(posted) == 3


def test_a_file_that_stays_away_is_posted_as_missing(wallet: Path) -> None:
    assert watched(wallet, Script((wallet.unlink, True))) == [Saved({})]


def test_a_file_that_comes_back_unchanged_is_no_news(wallet: Path) -> None:
    posted: list[Signal] = []

    def come_back(_seconds: float) -> None:
        wallet.write_text("0")

    events = Script((wallet.unlink, True))
    Watcher(wallet.parent, NAMES, posted.append, events=events, polling=Script(), sleep=come_back).run(threading.Event())
    assert posted == []


def test_events_that_fail_are_replaced_by_polling_and_it_is_said(wallet: Path) -> None:
    events = Script(save(wallet, "1"), fails=OSError(28, "no space left on watch list"))
    posted = watched(wallet, events, Script(save(wallet, "2")))
    assert contents(posted) == 2
    assert posted[1] == Notice(
        "Looking at the files four times a second (file events failed: [Errno 28] no space left on watch list)."
        " ENTER always checks again."
    )


def test_two_saves_that_nothing_announced_end_the_trust_in_events(wallet: Path) -> None:
    silent = Script(save(wallet, "1", announced=False), save(wallet, "2", announced=False), save(wallet, "3"))
    posted = watched(wallet, silent, Script(save(wallet, "4")))
    assert contents(posted) == 3
    assert isinstance(posted[2], Notice)
    assert "changes here are not announced" in posted[2].text


def test_a_look_that_is_quicker_than_the_word_of_the_change_is_no_reason(wallet: Path) -> None:
    early = [save(wallet, "1", announced=False), save(wallet, "1"), save(wallet, "2", announced=False)]
    posted = watched(wallet, Script(*early, save(wallet, "2"), save(wallet, "3")), Script(save(wallet, "4")))
    assert contents(posted) == len(posted) == 3


def test_polling_can_be_asked_for(wallet: Path) -> None:
    posted = watched(wallet, Script(save(wallet, "1")), Script(save(wallet, "2")), poll=True)
    assert isinstance(posted[0], Notice)
    assert "you asked for it" in posted[0].text
    assert contents(posted) == 1


def test_a_silent_file_system_is_polled_from_the_start(wallet: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gym.watch.watcher.needs_polling", lambda _folder: "nfs4")
    posted = watched(wallet, Script(save(wallet, "1")), Script(save(wallet, "2")))
    assert isinstance(posted[0], Notice)
    assert "nfs4 does not announce changes" in posted[0].text
    assert contents(posted) == 1
