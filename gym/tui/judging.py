"""Judging beside a screen: on threads of its own, and what is heard of it comes as messages."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from textual.message import Message

from gym.curriculum import Kata
from gym.errors import GymError
from gym.judge.verdict import CheckVerdict, KataVerdict
from gym.practice.visible import VisibleResult, VisibleTests
from gym.practice.watching import Leaving, Overtaken, WatchLoop
from gym.tui.practice import Practice
from gym.tui.round import Round
from gym.watch import Inbox, Pressed, Watcher

PROGRESS_EVERY_S = 0.1
"""How often a long pass says how far it is."""


class Begun(Message):
    """A round has begun."""

    def __init__(self, judged: Round) -> None:
        super().__init__()
        self.round = judged


class Heard(Message):
    """Something was heard of a judgement; `apply` notes it in the round at hand."""

    def __init__(self, of: Round, apply: Callable[[Round], None]) -> None:
        super().__init__()
        self.of = of
        self.apply = apply


class VisibleDone(Message):
    """The visible tests of a round have begun, or have ended."""

    def __init__(self, of: Round, result: VisibleResult) -> None:
        super().__init__()
        self.of = of
        self.result = result


class Judging:
    """Judges a kata at once, after each save, and when it is asked to.

    `tell` takes the messages above and `say` a sentence, both from any thread. `names` are the kata's checks.
    """

    def __init__(
        self,
        practice: Practice,
        kata: Kata,
        names: Sequence[str],
        tell: Callable[[Message], object],
        say: Callable[[str], None],
    ) -> None:
        self._practice = practice
        self._kata = kata
        self._names = names
        self._tell = tell
        self._folder = practice.workspace.folder_of(kata.id)
        self._inbox = Inbox()
        self._stop = threading.Event()
        self._visible: VisibleTests | None = None
        self._loop = WatchLoop(self._folder, kata.files, self._inbox, self._judge, say, self._gone)

    def start(self) -> None:
        """Begin the first round, and to watch the files."""
        watcher = Watcher(self._folder, self._kata.files, self._inbox.put)
        threading.Thread(target=watcher.run, args=(self._stop,), name="files", daemon=True).start()
        threading.Thread(target=self._loop.run, name="judge", daemon=True).start()

    def stop(self) -> None:
        """Nothing goes on when nobody looks."""
        self._stop.set()
        self._inbox.put(Pressed("q"))
        self._stop_visible_tests()

    def again(self) -> None:
        """Judge once more."""
        self._inbox.put(Pressed("\n"))

    def _judge(self) -> None:
        """One round. Nothing that goes wrong in it ends the watching."""
        judged = Round(self._names)
        self._stop_visible_tests()
        self._tell(Begun(judged))
        try:
            listener = Leaving(_Teller(self._tell, judged), self._loop.overtaken)
            verdict = self._practice.judge_now(self._kata, listener)
        except Overtaken:
            self._practice.judge.close()
            return
        except GymError as error:
            self._fail(judged, str(error))
            return
        except Exception as error:
            self._practice.judge.close()
            details = self._practice.keep_details(error)
            self._fail(judged, f"a fault of the gym, not of your code; the details are in {details}")
            return
        self._tell(Heard(judged, lambda round_: round_.take_word(verdict)))
        self._run_visible_tests(judged)

    def _gone(self, sentence: str) -> None:
        """A file is not there: what was said of it before says nothing now."""
        judged = Round(self._names)
        self._tell(Begun(judged))
        self._fail(judged, sentence)

    def _fail(self, judged: Round, problem: str) -> None:
        def note(round_: Round) -> None:
            round_.problem = problem

        self._tell(Heard(judged, note))

    def _run_visible_tests(self, judged: Round) -> None:
        """Beside the next round, on a thread of their own: a save need not wait for them."""
        run = self._visible = VisibleTests(self._folder, self._kata.tests)
        self._tell(VisibleDone(judged, VisibleResult(True, "running ...")))

        def go() -> None:
            result = run.run()
            if result is not None:
                self._tell(VisibleDone(judged, result))

        threading.Thread(target=go, name="visible tests", daemon=True).start()

    def _stop_visible_tests(self) -> None:
        if self._visible is not None:
            self._visible.stop()


class _Teller:
    """Tells what a judgement says, from the judge's thread. See Listener."""

    def __init__(self, tell: Callable[[Message], object], judged: Round) -> None:
        self._tell = tell
        self._judged = judged
        self._told_at = 0.0

    def _heard(self, apply: Callable[[Round], None]) -> None:
        self._tell(Heard(self._judged, apply))

    def provisional(self, verdict: KataVerdict) -> None:
        """See Listener."""
        self._heard(lambda round_: round_.take_provisional(verdict))

    def progress(self, check_id: str, schedules: int) -> None:
        """See Listener; not oftener than anybody could read."""
        if time.monotonic() - self._told_at >= PROGRESS_EVERY_S:
            self._told_at = time.monotonic()
            self._heard(lambda round_: round_.take_progress(check_id, schedules))

    def check_done(self, check: CheckVerdict) -> None:
        """See Listener."""
        self._heard(lambda round_: round_.take_check(check))
