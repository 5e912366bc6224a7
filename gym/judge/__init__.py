"""The trusted side: starts subject processes, explores races on them, and gives the verdict."""

from gym.judge.attempt import Attempt, KataLike
from gym.judge.judging import Judge, Listener, Provisional
from gym.judge.panel import CheckDone, CheckStarted, JudgeOptions, Progress
from gym.judge.playing import Game, Position
from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict

__all__ = [
    "Attempt",
    "CheckDone",
    "CheckStarted",
    "CheckVerdict",
    "Game",
    "Judge",
    "JudgeOptions",
    "KataVerdict",
    "Listener",
    "Position",
    "Progress",
    "Provisional",
    "Verdict",
    "judge_attempt",
    "replay_token",
]


def judge_attempt(
    kata: KataLike, attempt: Attempt, options: JudgeOptions | None = None, listen: Listener | None = None
) -> KataVerdict:
    """Judge one attempt with a judge of its own."""
    with Judge() as judge:
        return judge.judge(kata, attempt, options, listen)


def replay_token(kata: KataLike, attempt: Attempt, token: str) -> CheckVerdict:
    """Run one schedule of one check again, strictly, with a judge of its own."""
    with Judge() as judge:
        return judge.replay(kata, attempt, token)
