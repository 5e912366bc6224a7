"""Runs a throwaway race on a throwaway subject, through a real subject process."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from gym.engine.tokens import parse_token
from gym.judge.checking import Checking
from gym.judge.loaded import LoadedAttempt
from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from gym.judge.verdict import CheckVerdict
from gym.race import Race


@dataclass
class Arena:
    """One subject process, used by one test after another."""

    puppet: Puppet

    def judge(self, source: str, race: Race, *, budget: int = 2_000, excuse: bool = False) -> CheckVerdict:
        """Explore the whole race up to its budget and give the verdict."""
        checking = self._checking(source, race, budget, excuse)
        checking.begin()
        while not checking.advance(500):
            pass
        assert checking.verdict is not None
        return checking.verdict

    def replay(self, source: str, race: Race, token: str) -> CheckVerdict:
        """Run one schedule again, strictly."""
        return self._checking(source, race, 10, False).replay(parse_token(token))

    def _checking(self, source: str, race: Race, budget: int, excuse: bool) -> Checking:
        text = textwrap.dedent(source)
        attempt = LoadedAttempt(self.puppet, {"subject.py": text}, "subject.py")
        problem = attempt.ensure(False)
        assert problem is None, problem
        return Checking(f"99-arena#{race.name}", race, attempt, seed=7, budget=budget, tokens=(), excuse=excuse)


def new_arena() -> Arena:
    return Arena(Puppet(Bare()))
