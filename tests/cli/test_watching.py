"""`gym watch`: the loop on scripted signals, and the command as a whole."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from gym.cli.signals import ending_by_interrupt
from gym.errors import JudgeError
from gym.practice.watching import Leaving, Overtaken, WatchLoop
from gym.watch import Inbox, Notice, Pressed, Saved, Signal, take
from tests.cli.conftest import Desk
from tests.support.judges import failing, kata_verdict, passing

NAMES = ("counter.py",)


class Bench:
    """A loop whose judge notes what it read, and may do something while it runs."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "counter.py"
        self.file.write_text("0")
        self.judged: list[str] = []
        self.said: list[str] = []
        self.inbox = Inbox()
        self.during: Callable[[], object] = lambda: None
        self.loop = WatchLoop(folder, NAMES, self.inbox, self._judge, self.said.append)

    def _judge(self) -> None:
        self.judged.append(self.file.read_text())
        during, self.during = self.during, lambda: None
        during()

    def save(self, text: str) -> None:
        """Write and post what a watcher would."""
        self.file.write_text(text)
        self.inbox.put(Saved(take(self.file.parent, NAMES)))

    def quit(self) -> None:
        """Press q."""
        self.inbox.put(Pressed("q"))

    def run(self, *signals: Signal) -> None:
        """Run the loop until q; what is given here was posted before it began."""
        for each in signals:
            self.inbox.put(each)
        self.loop.run()


QUIT = Pressed("q")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_it_judges_at_once_and_q_ends_it(bench: Bench) -> None:
    bench.run(QUIT)
    assert bench.judged == ["0"]


def test_enter_judges_again_and_other_keys_do_nothing(bench: Bench) -> None:
    bench.run(Pressed("\n"), Pressed("x"), Pressed("\n"), QUIT)
    assert bench.judged == ["0", "0", "0"]


def test_a_save_during_a_run_is_judged_next(bench: Bench) -> None:
    bench.during = lambda: (bench.save("1"), bench.quit())
    bench.run()
    assert bench.judged == ["0", "1"]


def test_a_save_that_a_run_has_read_already_is_not_judged_again(bench: Bench) -> None:
    bench.save("1")
    bench.run(QUIT)
    assert bench.judged == ["1"]


def test_of_two_quick_saves_the_last_is_judged(bench: Bench) -> None:
    bench.during = lambda: (bench.save("1"), bench.save("2"), bench.quit())
    bench.run()
    assert bench.judged == ["0", "2"]


def test_a_save_back_to_older_contents_is_judged(bench: Bench) -> None:
    def there_and_back() -> None:
        bench.save("1")
        bench.during = lambda: (bench.save("0"), bench.quit())

    bench.during = there_and_back
    bench.run()
    assert bench.judged == ["0", "1", "0"]


def test_a_file_that_is_gone_is_named_and_judged_when_it_is_back(bench: Bench) -> None:
    bench.during = lambda: (bench.file.unlink(), bench.inbox.put(Saved({})), bench.quit())
    bench.run()
    assert bench.judged == ["0"]
    assert bench.said == ["counter.py is gone; waiting for it to come back."]
    bench.save("back")
    bench.run(QUIT)
    assert bench.judged == ["0", "back"]


@pytest.mark.parametrize(
    ("arrives", "overtaken"),
    [
        (lambda bench: bench.save("1"), True),
        (lambda bench: bench.quit(), True),
        (lambda bench: bench.save("0"), False),
        (lambda bench: bench.inbox.put(Pressed("\n")), False),
        (lambda bench: bench.inbox.put(Notice("polling now")), False),
        (lambda bench: None, False),
    ],
)
def test_a_run_is_overtaken_by_new_contents_and_by_q(
    bench: Bench, arrives: Callable[[Bench], object], overtaken: bool
) -> None:
    answers: list[bool] = []

    def ask() -> None:
        arrives(bench)
        answers.append(bench.loop.overtaken())
        bench.quit()

    bench.during = ask
    bench.run()
    assert answers == [overtaken]


def test_what_a_run_looked_at_while_it_waited_is_not_lost(bench: Bench) -> None:
    def ask() -> None:
        bench.inbox.put(Notice("polling now"))
        bench.save("1")
        assert bench.loop.overtaken()
        bench.during = bench.quit

    bench.during = ask
    bench.run()
    assert bench.said == ["polling now"]
    assert bench.judged == ["0", "1"]


def test_notices_are_said(bench: Bench) -> None:
    bench.run(Notice("polling now"), QUIT)
    assert bench.said == ["polling now"]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="POSIX signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, getattr(signal, "SIGHUP", None)])
def test_a_request_to_end_is_no_error_and_restores_what_was_before(number: signal.Signals) -> None:
    before = [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP)]
    with ending_by_interrupt():
        os.kill(os.getpid(), number)
        pytest.fail("the block went on")
    assert [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGHUP)] == before


def rounds(desk: Desk, *acts: Callable[[], object]) -> None:
    """Do the first act at the beginning of the first judgement, the second in the second, and so on."""
    plain, waiting = desk.judge.judge, list(acts)

    def judge(*arguments: object) -> object:
        if waiting:
            waiting.pop(0)()
        return plain(*arguments)  # type: ignore[arg-type]

    desk.judge.judge = judge  # type: ignore[method-assign,assignment]


def ctrl_c() -> None:
    """What the terminal sends."""
    os.kill(os.getpid(), signal.SIGINT)


def test_the_command_judges_at_once_and_ctrl_c_ends_it_cleanly(begun: Desk) -> None:
    rounds(begun, ctrl_c)
    said = begun.gym("watch")
    folder = begun.cwd / "07-counter"
    assert said.status == 0
    assert said.err == f"Watching {folder}. Every save is judged; ctrl-c quits.\nchecking 07-counter ...\n"


def test_a_round_ends_as_a_check_does_and_says_how_to_see_another_table(
    begun: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun.will_say(kata_verdict(failing("first"), failing()))
    monkeypatch.setattr(WatchLoop, "_next", lambda _loop: Pressed("q"))
    said = begun.gym("watch")
    assert said.out.count("<- 160 spent from 100") == 1
    assert said.out.endswith("07-counter: rejected, 0 of 4 points, 2 of 2 checks failed\n")
    assert said.err.endswith(
        "Another check's table, by its name in brackets:  gym check 07-counter --only both-count\n"
        "Next: change counter.py and save it.\n"
    )


def test_an_overtaken_run_is_left_unfinished_and_not_remembered(begun: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    begun.will_say(kata_verdict(failing()))
    monkeypatch.setattr(WatchLoop, "overtaken", lambda _loop: True)
    monkeypatch.setattr(WatchLoop, "_next", lambda _loop: Pressed("q"))
    said = begun.gym("watch")
    assert (said.status, said.out) == (0, "")
    assert said.err.endswith("checking 07-counter ...\nleft unfinished.\n")
    assert json.loads(begun.gym("list", "--json").out)["katas"][0]["state"] == "started"


def test_a_run_that_is_not_overtaken_tells_everything() -> None:
    told: list[object] = []

    class Listening:
        def provisional(self, verdict: object) -> None:
            told.append(verdict)

        def progress(self, check_id: str, schedules: int) -> None:
            told.append((check_id, schedules))

        def check_done(self, check: object) -> None:
            told.append(check)

    verdict, check = kata_verdict(passing()), passing()
    leaving = Leaving(Listening(), iter([False, False, False, True]).__next__)
    leaving.provisional(verdict)
    leaving.progress("a#b", 500)
    leaving.check_done(check)
    assert told == [verdict, ("a#b", 500), check]
    with pytest.raises(Overtaken):
        leaving.progress("a#b", 1_000)


def test_nothing_that_goes_wrong_in_a_round_ends_the_watching(
    begun: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gym.cli.crash._log_folder", lambda: tmp_path / "logs")
    file = begun.cwd / "07-counter" / "counter.py"
    begun.will_say(JudgeError("no subject"), ZeroDivisionError("of ours"), kata_verdict(passing()))
    rounds(begun, *(lambda text=text: file.write_text(text) for text in ("1", "2", "3")), ctrl_c)

    said = begun.gym("watch")

    assert said.status == 0
    assert "gym: no subject\n" in said.err
    assert "gym: not judged, by a fault of the gym; the details are in" in said.err
    assert said.out.endswith("07-counter: accepted, 2 of 2 points\n")
    assert "Traceback" not in said.err + said.out
