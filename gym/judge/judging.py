"""Judging one attempt at a kata: its checks on several cores, then one word for all."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gym.engine.tokens import parse_token
from gym.errors import GymError, JudgeError, SubjectError, TokenError
from gym.judge.attempt import Attempt, KataLike
from gym.judge.checking import Checking, not_judged
from gym.judge.cores import pinned
from gym.judge.crew import Crew
from gym.judge.loaded import LoadedAttempt, syntax_sentence
from gym.judge.near_miss import recognise
from gym.judge.panel import CheckDone, CheckStarted, Event, JudgeOptions, Panel, Progress, QuickDone
from gym.judge.puppet import Puppet
from gym.judge.races import at_level, load_races
from gym.judge.ready_made import first_use
from gym.judge.sandbox import Bare
from gym.judge.sandboxes import AnySandbox
from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict
from gym.judge.worker import Job, Note
from gym.race import Race


@dataclass(frozen=True, slots=True)
class Provisional:
    """The quick pass's word on the whole attempt."""

    verdict: KataVerdict


Listener = Callable[[CheckStarted | Progress | CheckDone | Provisional], None]


class Judge:
    """Owns the subject processes; keep one to judge again and again without starting anew.

    `helpers` is the number of further judge processes; by default one for each further core.
    """

    def __init__(self, sandbox: AnySandbox | None = None, helpers: int | None = None) -> None:
        sandbox = sandbox or Bare()
        self.version = sandbox.version
        self.puppet = Puppet(sandbox)
        self.crew = Crew(helpers, sandbox)
        self._weights: dict[str, int] = {}  # schedules of each check the last time, to share them out evenly

    def warm(self) -> None:
        """Start all processes before they are needed."""
        self.crew.warm()
        self.puppet.warm()

    def close(self) -> None:
        self.puppet.close()
        self.crew.close()

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def judge(
        self, kata: KataLike, attempt: Attempt, options: JudgeOptions | None = None, listen: Listener | None = None
    ) -> KataVerdict:
        """The verdict on an attempt. Files that cannot be read crashed. Raises ContentError for a broken kata."""
        with pinned(self.puppet.pid):
            verdict = _Judgement(self, kata, attempt, options or JudgeOptions(), listen or _ignore).run()
        self._weights.update({check.id: check.schedules for check in verdict.checks})
        return verdict

    def shares(self, kata_id: str, races: Sequence[Race]) -> list[list[Race]]:
        """The checks dealt out to this process and its helpers, the longest first and each to the least loaded."""
        shares: list[list[Race]] = [[] for _ in range(max(1, min(1 + self.crew.size, len(races))))]
        loads = [0] * len(shares)
        for race in sorted(races, key=lambda race: -self._weights.get(f"{kata_id}#{race.name}", 1)):
            index = loads.index(min(loads))
            shares[index].append(race)
            loads[index] += self._weights.get(f"{kata_id}#{race.name}", 1)
        return [[race for race in races if race in share] for share in shares]

    def replay(self, kata: KataLike, attempt: Attempt, token: str, cpu_s: float | None = None) -> CheckVerdict:
        """Run one schedule again; `cpu_s` is told in JudgeOptions.

        Raises TokenError when the token does not fit the kata or the code.
        """
        wanted = parse_token(token)
        races = {f"{kata.id}#{race.name}": race for race in load_races(kata.races)}
        race = races.get(wanted.check)
        if race is None:
            raise TokenError(f"the token is for {wanted.check}, which {kata.id} does not have")
        loaded = LoadedAttempt(self.puppet, attempt.sources(kata), kata.entry, self.version)
        problem = loaded.ensure(False)
        if problem is not None:
            raise SubjectError(syntax_sentence(problem))
        race = at_level(race, wanted.level)
        return Checking(wanted.check, race, loaded, seed=7, budget=None, tokens=(), cpu_s=cpu_s).replay(wanted)


class _Judgement:
    """One run of the judge over one attempt."""

    def __init__(self, judge: Judge, kata: KataLike, attempt: Attempt, options: JudgeOptions, listen: Listener) -> None:
        self._judge = judge
        self._kata = kata
        self._options = options
        self._listen = listen
        self._began = time.perf_counter()
        self._timings: dict[str, float] = {}
        self._done: dict[str, CheckVerdict] = {}
        self._so_far: dict[str, CheckVerdict] = {}
        self._quick_to_come = 0
        chosen = [race for race in load_races(kata.races) if not options.only or race.name in options.only]
        self._races = [at_level(race, options.level) for race in chosen]
        if not self._races:
            raise JudgeError(f"{kata.id} has no check of that name: {', '.join(options.only)}")
        self._attempt = attempt

    def run(self) -> KataVerdict:
        try:
            sources = self._attempt.sources(self._kata)
            self._loaded = LoadedAttempt(self._judge.puppet, sources, self._kata.entry, self._judge.version)
        except SubjectError as error:
            return self._all_alike(Verdict.CRASHED, str(error))
        use = first_use({name: sources[name] for name in self._kata.files}, self._kata.refuses)
        if use is not None:
            return self._all_alike(Verdict.REJECTED, str(use))
        try:
            return self._run()
        except BaseException:
            # Left in the middle (by a listener, or ctrl-c): helpers must not go on with what nobody hears.
            self._judge.crew.close()
            raise

    def _run(self) -> KataVerdict:
        shares = self._judge.shares(self._kata.id, self._races)
        left = self._judge.crew.begin([self._job(share) for share in shares[1:]])
        try:
            problem = self._loaded.ensure(False)
        except GymError as error:
            return self._all_alike(Verdict.NOT_JUDGED, str(error))
        if problem is not None:
            while self._judge.crew.listen(lambda note: None, wait=True):
                pass
            return self._all_alike(Verdict.CRASHED, syntax_sentence(problem))
        mine = shares[0] + [race for share in shares[1:] if self._job(share) in left for race in share]
        self._quick_to_come = 1 + len(shares) - 1 - len(left)
        self._judge.puppet.warm()
        self._panel(mine)
        while self._judge.crew.listen(self._hear_note, wait=True):
            pass
        missing = [race for race in self._races if self._id(race) not in self._done]
        if missing:
            self._panel(missing)  # a helper died: its checks are judged here
        self._mark("full_ms")
        return self._verdict([self._done[self._id(race)] for race in self._races], provisional=False)

    # -- who judges what

    def _job(self, share: Sequence[Race]) -> Job:
        options = self._options
        return Job(
            kata=self._kata.id,
            races=tuple(str(path) for path in self._kata.races),
            names=tuple(race.name for race in share),
            files=self._loaded.files,
            entry=self._kata.entry,
            stored_tokens={check: list(tokens) for check, tokens in options.stored_tokens.items()},
            budget=options.budget,
            seed=options.seed,
            level=options.level,
            excuse=options.excuse,
            cpu_s=options.cpu_s,
            ahead=options.ahead,
        )

    def _panel(self, races: Sequence[Race]) -> None:
        Panel(self._kata.id, races, self._loaded, self._options, self._hear).run()

    # -- what is heard

    def _hear(self, event: Event) -> None:
        self._take(event)
        # The helpers' quick passes end with ours; a word that is nearly there is worth waiting for.
        while self._judge.crew.listen(self._hear_note, wait=isinstance(event, QuickDone) and self._quick_to_come > 0):
            if not (isinstance(event, QuickDone) and self._quick_to_come > 0):
                return

    def _hear_note(self, note: Note) -> None:
        if note.kind == "done":
            self._take(CheckDone(note.checks[0]))
        elif note.kind == "quick":
            self._take(QuickDone(note.checks))
        elif note.kind == "progress":
            self._take(Progress(note.check_id, note.schedules))
        elif note.kind == "started":
            self._take(CheckStarted(note.check_id))

    def _take(self, event: Event) -> None:
        if isinstance(event, QuickDone):
            self._so_far.update({check.id: check for check in event.checks})
            self._quick_to_come -= 1
            if self._quick_to_come == 0:
                self._say_quick()
            return
        if isinstance(event, CheckDone):
            if event.check.verdict is not Verdict.ACCEPTED:
                self._mark("first_failure_ms")
            self._done[event.check.id] = event.check
        self._listen(event)

    def _say_quick(self) -> None:
        self._mark("quick_ms")
        if len(self._done) < len(self._races):
            checks = [self._done.get(self._id(race)) or self._so_far[self._id(race)] for race in self._races]
            self._listen(Provisional(self._verdict(checks, provisional=True)))

    # -- the word

    def _id(self, race: Race) -> str:
        return f"{self._kata.id}#{race.name}"

    def _mark(self, name: str) -> None:
        self._timings.setdefault(name, round((time.perf_counter() - self._began) * 1000, 1))

    def _all_alike(self, verdict: Verdict, message: str) -> KataVerdict:
        """Nothing could be run: every check has the same word."""
        self._mark("full_ms")
        checks = [not_judged(self._id(race), race, message, verdict) for race in self._races]
        return self._verdict(checks, provisional=False, message=message)

    def _verdict(self, checks: Sequence[CheckVerdict], *, provisional: bool, message: str | None = None) -> KataVerdict:
        return KataVerdict(
            kata=self._kata.id,
            verdict=_one_word(checks),
            points=sum(check.points for check in checks),
            max_points=sum(check.max_points for check in checks),
            near_miss=None if provisional or self._options.only else recognise(self._kata.near_misses, checks),
            checks=tuple(checks),
            message=message,
            provisional=provisional,
            timings=dict(self._timings),
        )


def _one_word(checks: Sequence[CheckVerdict]) -> Verdict:
    """The common word of all failed checks, rejected where several kinds of failure meet."""
    failed = {check.verdict for check in checks if check.verdict.exit_status == 1}
    if len(failed) > 1:
        return Verdict.REJECTED
    if failed:
        return failed.pop()
    unsure = {check.verdict for check in checks if check.verdict.exit_status == 3}
    if not unsure:
        return Verdict.ACCEPTED
    return Verdict.NOT_JUDGED if Verdict.NOT_JUDGED in unsure else Verdict.NOT_DETERMINISTIC


def _ignore(event: object) -> None:
    pass
