"""Sitting an interview at the command line: stage after stage, each remembered as soon as it is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gym.cli.answering import Left, ask, ask_lines, ask_yes
from gym.cli.session import Session
from gym.cli.showing import show_failed, show_markdown
from gym.errors import SubjectError
from gym.judge import Attempt
from gym.practice.interview import Stage, end_stage, note_score, stage_at_hand

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.judge import KataVerdict
    from gym.progress.interviews import Interview

FOLDER = "interviews"
MUST_BE_SAID = (
    "Did you name the two flows, the shared state and the place to switch?",
    "Did you say what the fix removes, and how?",
    "Did you name a limit of the fix, or another design and what it costs?",
)


@dataclass
class Sitting:
    """One interview that is being sat. `now` is the wall clock, in UTC."""

    session: Session
    interview: Interview
    kata: Kata
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    @property
    def folder(self) -> Path:
        """Where the files of this interview are, apart from those of the kata's own practice."""
        return self.session.need_workspace().root / FOLDER / str(self.interview.id)

    def keep(self) -> None:
        """Remember how it stands. Nothing of an interview is only in memory."""
        with self.session.need_workspace().open_store() as store:
            store.keep_interview(self.interview)

    def left(self, stage: Stage) -> str:
        """The time that a stage has left, as words."""
        seconds = (stage.until - self.now()).total_seconds()
        if seconds <= 0:
            return "its time is over"
        return f"{int(seconds // 60)} min {int(seconds % 60):02} s left"


def sit(sitting: Sitting) -> None:
    """Go through the stages that are not over. Raises Left when whoever sits it goes away; it can be resumed."""
    _hand_out(sitting)
    by_name = {"spot": _spot, "prove": _prove, "fix": _fix, "say": _say}
    while (stage := stage_at_hand(sitting.interview, sitting.kata)) is not None:
        if sitting.now() <= stage.until:
            by_name[stage.name](sitting, stage)
        else:
            sitting.session.tell(f"The time for this stage is over: {stage.name}.")
        end_stage(sitting.interview, stage)
        sitting.keep()
    sitting.interview.ended_at = sitting.now().isoformat()
    sitting.keep()


def _hand_out(sitting: Sitting) -> None:
    """The kata's files; what is there already, after an interruption, stays."""
    sitting.folder.mkdir(parents=True, exist_ok=True)
    for name in sitting.kata.handed_out:
        target = sitting.folder / name
        if not target.exists():
            target.write_bytes((sitting.kata.folder / name).read_bytes())


def _begin(sitting: Sitting, stage: Stage, says: str) -> None:
    ticket = "" if stage.name == "spot" else f" (The ticket is `{sitting.folder / 'brief.md'}`.)"
    show_markdown(sitting.session.out, f"## {stage.name.capitalize()} ({sitting.left(stage)})\n\n{says}{ticket}")


# -- the stages


def _spot(sitting: Sitting, stage: Stage) -> None:
    """Read the ticket and the starter; one answer."""
    from gym.cli.spotting import Exercise, answer
    from gym.curriculum.schema import read_text
    from gym.lessons.spotting import spotting_of_kata

    show_markdown(sitting.session.out, read_text(sitting.kata.folder / "brief.md"))
    if sitting.session.stdin.isatty():
        ask(sitting.session, "ENTER when you have read the ticket; the clock goes on (q leaves):")
    _begin(sitting, stage, "Mark the shared state and the places to switch, and name the shape. You have one answer.")
    exercise = Exercise("spot", spotting_of_kata(sitting.kata), "")
    found = answer(sitting.session, exercise)
    if found is None:
        raise Left
    _tell_in_time(sitting, note_score(sitting.interview, stage, found.score, sitting.now()))


def _prove(sitting: Sitting, stage: Stage) -> None:
    """Write a race test; the best word in time counts."""
    from gym.cli.proving import begin_proof, judge_proof, read_proof
    from gym.report.proofs import proof_lines

    kata, path = sitting.kata, sitting.folder / sitting.kata.proof
    begin_proof(path, kata)
    assert kata.promise is not None
    _begin(sitting, stage, f"Write a test in `{path}` that proves this promise: {kata.promise.says}")
    for _word in _rounds(sitting, stage, "ENTER judges your test, d is done"):
        try:
            verdict = judge_proof(sitting.session, kata, read_proof(path), silent=False)
        except SubjectError as error:
            sitting.session.say(str(error))
            continue
        for line in proof_lines(verdict, sitting.session.out.width):
            sitting.session.out.print(line, soft_wrap=True)
        score = 1.0 if verdict.accepted else 0.5 * verdict.caught / max(verdict.asked, 1)
        _tell_in_time(sitting, note_score(sitting.interview, stage, score, sitting.now()))
        sitting.keep()
        if verdict.accepted:
            return


def _fix(sitting: Sitting, stage: Stage) -> None:
    """Edit the service; the most points in time count. Hints have a price."""
    from gym.practice.attempt import judge_once

    kata = sitting.kata
    _begin(sitting, stage, f"Mend `{sitting.folder / kata.entry}`. A hint costs a tenth of this stage.")
    for word in _rounds(sitting, stage, "ENTER judges, h buys a hint, d is done"):
        if word == "h":
            _hint(sitting)
            continue
        verdict = judge_once(sitting.session, kata, Attempt.from_folder(sitting.folder), None)
        _tell_verdict(sitting, verdict)
        score = verdict.points / max(verdict.max_points, 1)
        _tell_in_time(sitting, note_score(sitting.interview, stage, score, sitting.now()))
        sitting.keep()
        if verdict.verdict.exit_status == 0:
            return


def _say(sitting: Sitting, stage: Stage) -> None:
    """Say it, and compare with a model answer."""
    from gym.curriculum.explanation import parts_of, read_explanation

    _begin(sitting, stage, "Tell your interviewer in two or three sentences: what goes wrong, the fix, its limit.")
    said = ask_lines(sitting.session, "Type it, or say it aloud and press ENTER; an empty line ends it (q leaves):\n")
    in_time = sitting.now() <= stage.until
    model = parts_of(read_explanation(sitting.kata))
    show_markdown(sitting.session.out, f"## A model answer\n\n{model.say_it}" + (f"\n\n## Yours\n\n{said}" if said else ""))
    had = sum(ask_yes(sitting.session, question) for question in MUST_BE_SAID)
    if in_time:
        sitting.interview.best[stage.name] = had / len(MUST_BE_SAID)
    _tell_in_time(sitting, in_time)


# -- what the stages share


def _rounds(sitting: Sitting, stage: Stage, keys: str) -> Iterator[str]:
    """What was typed, until the stage is done or its time is over. Raises Left."""
    while sitting.now() <= stage.until:
        word = ask(sitting.session, f"{sitting.left(stage)}; {keys}, q leaves:").lower()
        if word == "d":
            unjudged = stage.name not in sitting.interview.best
            if not unjudged or ask_yes(sitting.session, "Nothing was judged in this stage yet. End it all the same?"):
                return
            continue
        if word in ("", "h"):
            yield word
        else:
            sitting.session.say(f"{word!r} is none of them: {keys}.")


def _hint(sitting: Sitting) -> None:
    from gym.curriculum import read_hints

    hints = read_hints(sitting.kata.folder)
    if sitting.interview.hints >= len(hints):
        sitting.session.say("There are no more hints.")
        return
    hint = hints[sitting.interview.hints]
    sitting.interview.hints += 1
    sitting.keep()
    show_markdown(sitting.session.out, f"### {hint.heading}\n\n{hint.text}")


def _tell_in_time(sitting: Sitting, in_time: bool) -> None:
    if not in_time:
        sitting.session.tell("The time for this stage was over by then, so that does not count.")


def _tell_verdict(sitting: Sitting, verdict: KataVerdict) -> None:
    failed = [check for check in verdict.checks if check.verdict.exit_status]
    sitting.session.tell(f"{verdict.verdict}, {verdict.points} of {verdict.max_points} points, {len(failed)} checks failed")
    if verdict.message:
        sitting.session.tell(verdict.message)
    for check in failed[:1]:
        show_failed(sitting.session.out, check)


def new_seed() -> int:
    """A seed that somebody can read out to somebody else."""
    return time.time_ns() % 10_000
