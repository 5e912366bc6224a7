"""Runs a throwaway race on a throwaway subject, through a real subject process."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from gym.engine.tokens import parse_token
from gym.judge.checking import Checking
from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from gym.judge.verdict import CheckVerdict
from gym.race import Race


@dataclass
class Arena:
    """One subject process, used by one test after another."""

    puppet: Puppet

    def judge(self, source: str, race: Race, *, budget: int = 2_000, corrected: bool = False) -> CheckVerdict:
        """Explore the whole race up to its budget and give the verdict."""
        checking = self._checking(source, race, budget, corrected)
        checking.begin()
        while not checking.advance(500):
            pass
        assert checking.verdict is not None
        return checking.verdict

    def replay(self, source: str, race: Race, token: str) -> CheckVerdict:
        """Run one schedule again, strictly."""
        return self._checking(source, race, 10, False).replay(parse_token(token))

    def _checking(self, source: str, race: Race, budget: int, corrected: bool) -> Checking:
        text = textwrap.dedent(source)
        problem = self.puppet.load({"subject.py": text}, "subject", corrected=corrected)
        assert problem is None, problem
        lines = {"subject.py": text.splitlines()}
        return Checking(f"99-arena#{race.name}", race, self.puppet, lines, seed=7, budget=budget, tokens=())


def new_arena() -> Arena:
    return Arena(Puppet(Bare()))
