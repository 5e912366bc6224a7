"""The watch screen, by what it shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from textual.pilot import Pilot

from gym.errors import JudgeError
from gym.tui.app import Room
from gym.tui.pages import Ask, TextPage
from gym.tui.replaying import ReplayScreen
from gym.tui.watching import WatchScreen
from tests.support.judges import TOKEN, failing, kata_verdict, passing
from tests.tui.conftest import Bench, screen, shown, shows, told, until, word

SIZES = [(80, 24), (160, 50)]
REJECTED = kata_verdict(failing(), passing("other"), passing("first"))
ACCEPTED = kata_verdict(passing(), passing("other"), passing("first"))

pytestmark = pytest.mark.asyncio


def room(bench: Bench) -> Room:
    return Room(bench.practice, WatchScreen(bench.practice, bench.kata))


def footer_says(pilot: Pilot[None], these: list[str], not_those: list[str]) -> Callable[[], bool]:
    """A condition on one look at the last line, which is drawn anew now and then."""

    def holds() -> bool:
        footer = shown(pilot)[-1]
        return all(each in footer for each in these) and not any(each in footer for each in not_those)

    return holds


@pytest.mark.parametrize("size", SIZES)
async def test_the_failing_table_stands_in_the_middle_and_the_word_above_it(bench: Bench, size: tuple[int, int]) -> None:
    bench.judge.verdicts[:] = [REJECTED]
    async with room(bench).run_test(size=size) as pilot:
        await until(pilot, shows(pilot, "rejected, 4 of 6 points, 1 of 3 checks failed"))
        text = "\n".join(shown(pilot))
        assert shown(pilot)[0].strip().endswith("0 of 1 fault gone")
        assert "request A               request B               ada" in text
        assert "<- 160 spent from 100" in text
        assert "07-counter/wallet.py:17" in text
        assert "expected a total of 2, found 1" in text
        assert max(map(len, shown(pilot))) <= size[0]


async def test_checking_is_said_at_once(bench: Bench) -> None:
    bench.judge.may_answer.clear()
    async with room(bench).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: word(pilot) == "checking ...")
        assert "Two clicks count once." in "\n".join(shown(pilot))
        await pilot.press("b")
        await until(pilot, lambda: isinstance(screen(pilot), TextPage))
        await pilot.press("q")
        bench.judge.may_answer.set()
        await until(pilot, shows(pilot, "accepted, 2 of 2 points"))


async def test_a_save_is_judged_and_what_changed_is_said(bench: Bench) -> None:
    bench.judge.verdicts[:] = [REJECTED, ACCEPTED]
    async with room(bench).run_test(size=(80, 50)) as pilot:
        await until(pilot, shows(pilot, "rejected, 4 of 6 points"))
        bench.file.write_text("count = 1\n")
        await until(pilot, shows(pilot, "accepted, 6 of 6 points"))
        assert "Accepted since your last attempt: [both-count]" in "\n".join(shown(pilot))
        assert "Every check held in every schedule explored." in "\n".join(shown(pilot))
        assert bench.practice.progress(bench.kata).accepted_at is not None


async def test_enter_judges_again(bench: Bench) -> None:
    async with room(bench).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: len(bench.judge.asked) == 1)
        await pilot.press("enter")
        await until(pilot, lambda: len(bench.judge.asked) == 2)


async def test_the_footer_shows_only_keys_that_apply(bench: Bench) -> None:
    bench.judge.verdicts[:] = [REJECTED, ACCEPTED]
    async with room(bench).run_test(size=(160, 50)) as pilot:
        await until(pilot, footer_says(pilot, ["Replay", "Hint"], ["Explain", "Next kata"]))
        await pilot.press("enter")
        await until(pilot, shows(pilot, "accepted, 6 of 6"))
        await until(pilot, footer_says(pilot, ["Next kata", "Explain", "Diff"], ["Replay", "Hint"]))


async def test_a_fault_of_the_gym_is_no_verdict_and_the_watching_goes_on(bench: Bench) -> None:
    bench.judge.verdicts[:] = [JudgeError("the judge fell over"), RuntimeError("broken"), ACCEPTED]
    async with room(bench).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: word(pilot) == "not judged: the judge fell over")
        await pilot.press("enter")
        await until(pilot, lambda: word(pilot).endswith("the details are in a file about broken"))
        await pilot.press("enter")
        await until(pilot, shows(pilot, "accepted, 6 of 6 points"))


async def test_f_turns_to_the_next_failing_check(bench: Bench) -> None:
    other = failing("other", title="another claim")
    bench.judge.verdicts[:] = [kata_verdict(failing(), other, passing("first"))]
    async with room(bench).run_test(size=(160, 50)) as pilot:
        await until(pilot, shows(pilot, "two clicks count twice (1 of 2, f: next)"))
        await pilot.press("f")
        await until(pilot, shows(pilot, "another claim (2 of 2, f: next)"))
        await pilot.press("f")
        await until(pilot, shows(pilot, "two clicks count twice (1 of 2, f: next)"))


async def test_the_visible_tests_are_told_of_apart(bench: Bench) -> None:
    (bench.file.parent / "test_counter.py").write_text("def test_a(): pass\ndef test_b(): assert 0\n")
    async with room(bench).run_test(size=(160, 50)) as pilot:
        await until(pilot, shows(pilot, "your visible tests: 1 failed, 1 passed"))
        assert "accepted" in word(pilot)


async def test_the_keys_lead_to_pages_and_back(bench: Bench) -> None:
    bench.judge.verdicts[:] = [ACCEPTED]
    async with room(bench).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "accepted, 6 of 6"))
        for key, text in (("b", "Counter"), ("e", "Because += is one step."), ("d", "the reference's counter.py")):
            await pilot.press(key)
            await until(pilot, shows(pilot, text))
            await pilot.press("q")
            await until(pilot, lambda: isinstance(screen(pilot), WatchScreen))
        await pilot.press("o")
        assert bench.opened == []  # there is no terminal to lend to an editor in a test


async def test_hints_come_tier_by_tier_and_are_counted(bench: Bench) -> None:
    bench.judge.verdicts[:] = [REJECTED]
    async with room(bench).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "rejected, 4 of 6"))
        for tier in (1, 2):
            await pilot.press("h")
            await until(pilot, lambda: isinstance(screen(pilot), TextPage))
            await until(pilot, shows(pilot, f"07-counter, hint {tier} of 3"))
            await pilot.press("q")
            await until(pilot, lambda: isinstance(screen(pilot), WatchScreen))
        assert bench.practice.progress(bench.kata).hints == 2


async def test_a_reset_is_asked_about(bench: Bench) -> None:
    async with room(bench).run_test(size=(80, 24)) as pilot:
        for answer, reset in (("n", []), ("y", ["07-counter"])):
            await pilot.press("x")
            await until(pilot, lambda: isinstance(screen(pilot), Ask))
            await pilot.press(answer)
            await until(pilot, lambda: isinstance(screen(pilot), WatchScreen))
            assert bench.reset == reset


async def test_n_goes_on_to_the_next_kata(bench: Bench) -> None:
    bench.judge.verdicts[:] = [ACCEPTED]
    async with room(bench).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "accepted, 6 of 6"))
        await pilot.press("n")
        await until(pilot, lambda: shown(pilot)[0].strip().startswith("08-clock"))
        assert bench.practice.workspace.has_begun("08-clock")


async def test_r_steps_through_the_failing_schedule(bench: Bench) -> None:
    bench.judge.verdicts[:] = [kata_verdict(failing(), passing("other"))]
    async with room(bench).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "rejected, 2 of 4"))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(screen(pilot), ReplayScreen))
        assert bench.judge.replays == [TOKEN]
        assert word(pilot).startswith("step 4 of 4, at 0 ms")


async def test_what_is_heard_of_an_older_round_counts_no_more(bench: Bench) -> None:
    bench.judge.verdicts[:] = [REJECTED, replace(ACCEPTED, message=None)]
    async with room(bench).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "rejected, 4 of 6"))
        watch = screen(pilot)
        assert isinstance(watch, WatchScreen)
        old = watch.round
        await pilot.press("enter")
        await until(pilot, shows(pilot, "accepted, 6 of 6"))
        from gym.tui.watching import Heard

        watch.post_message(Heard(old, lambda round_: round_.take_word(REJECTED)))
        await pilot.pause()
        assert word(pilot).startswith("accepted, 6 of 6")


async def test_a_storm_of_saves_ends_with_the_word_on_the_last(bench: Bench) -> None:
    async with room(bench).run_test(size=(80, 24)) as pilot:
        for number in range(30):
            bench.file.write_text(f"count = {number}\n")
            await pilot.pause()
        await until(pilot, lambda: bool(bench.judge.asked) and "accepted" in word(pilot))
        await until(pilot, lambda: watch_is_at_rest(pilot))
        assert bench.file.read_text() == "count = 29\n"


def watch_is_at_rest(pilot: object) -> bool:
    """Whether no round is under way."""
    from typing import Any, cast

    top = cast("Any", pilot).app.screen
    return isinstance(top, WatchScreen) and not top.round.judging


async def test_giving_up_is_asked_remembered_and_shows_the_answer(bench: Bench) -> None:
    bench.judge.verdicts[:] = [REJECTED]
    async with room(bench).run_test(size=(100, 40)) as pilot:
        await until(pilot, shows(pilot, "rejected, 4 of 6"))
        await pilot.press("g")
        await until(pilot, shows(pilot, "Give up 07-counter and see its answer?"))
        await pilot.press("y")
        await until(pilot, shows(pilot, "Because += is one step."))
        assert bench.practice.progress(bench.kata).given_up_at is not None
        await pilot.press("q")
        await until(pilot, lambda: isinstance(screen(pilot), WatchScreen))
        await until(pilot, lambda: "Explain" in shown(pilot)[-1])


async def test_s_has_the_race_found_by_reading_and_keeps_the_answer(bench: Bench) -> None:
    spot = '[[state]]\nline = "count = 0"\nwhy = "It is everybody\'s."\n[[switch]]\nline = "count = 0"\nwhy = "Here."\n'
    bench.judge.verdicts[:] = [REJECTED]
    async with room(bench).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "rejected, 4 of 6 points"))
        await pilot.press("s")
        await until(pilot, told(pilot, "In 07-counter there is nothing to spot"))
        (bench.kata.answers / "spot.toml").write_text(spot)
        await pilot.press("s")
        await until(pilot, shows(pilot, "s: the shared state"))
        await pilot.press("s", "w", "a")
        await until(pilot, shows(pilot, "[ ] lost-update"))
        await pilot.press("down", "down", "enter")
        await until(pilot, shows(pilot, "All of it found, and nothing else marked."))
    with bench.practice.workspace.open_store() as store:
        assert [(each.kind, each.piece, each.score) for each in store.practised()] == [("spot", "07-counter", 1.0)]
