"""Race files as pytest collects them: an item a race, a table for a failure, and no traceback of ours."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

from gym.errors import GymError
from gym.judge import CheckVerdict
from gym.plugin.targets import Target, Targets, Wanted
from gym.race import Race
from gym.report.verdicts import failing_check_lines

_NAMED = re.compile(r"race_.*\.py")
_WIDTH = 100
"""How wide a table may be where there is no terminal to ask: as in a worker of xdist."""

COVERAGE = "gym-coverage"
"""The property of an item, and of its case in a JUnit file, that tells how much was explored."""


class Races:
    """The plugin of a run with a subject."""

    def __init__(self, config: pytest.Config) -> None:
        root = config.rootpath
        self._targets = Targets(
            Wanted(
                config.getoption("--gym-subject"),
                config.invocation_params.dir,
                config.getoption("--gym-level"),
                config.getoption("--gym-budget"),
                config.getoption("--gym-library"),
                [root / path for path in config.getini("pythonpath")],
            )
        )

    def pytest_report_header(self, config: pytest.Config) -> str:
        """Which code is judged."""
        return f"gym: races on {config.getoption('--gym-subject')}"

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> Generator[None, Any, Any]:
        """A race file is nothing else: named on the command line, it would be a module of tests as well."""
        collected = yield
        if _NAMED.fullmatch(file_path.name) is None:
            return collected
        return [RaceFile.from_parent(parent, path=file_path, targets=self._targets)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
        """pytest asks an item how to show a failure of the call itself only."""
        report = yield
        if isinstance(item, RaceItem) and call.excinfo is not None and call.when != "call":
            report.longrepr = item.repr_failure(call.excinfo)
        return report

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """With -v, how much was seen of what was accepted."""
        coverage = dict(report.user_properties).get(COVERAGE) if report.when == "call" and report.passed else None
        return ("passed", ".", f"PASSED {coverage}") if coverage is not None else None

    def pytest_unconfigure(self) -> None:
        """End the subjects' processes."""
        self._targets.close()


class RaceFile(pytest.File):
    """One file of races."""

    def __init__(self, targets: Targets, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._targets = targets

    def collect(self) -> Iterable[pytest.Item]:
        """An item for each race."""
        try:
            target = self._targets.of_file(self.path.resolve())
        except GymError as error:
            raise self.CollectError(str(error)) from None
        return [RaceItem.from_parent(self, name=race.name, race=race, target=target) for race in target.races]


class RaceItem(pytest.Item):
    """One race. It is judged in the set-up: what cannot be judged is then an error, and only what was rejected a failure."""

    def __init__(self, race: Race, target: Target, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._race = race
        self._target = target
        self._verdict: CheckVerdict | None = None
        self.extra_keyword_matches.add(race.name.replace("-", "_"))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the race stands."""
        return self.path, self._race.run.__code__.co_firstlineno - 1, self.name

    def setup(self) -> None:
        """Judge. Raises NotAccepted when no word could be given."""
        check = self._target.judge(self._race.name)
        self.user_properties += [("gym-schedules", check.schedules), (COVERAGE, check.coverage)]
        if check.token is not None:
            self.user_properties.append(("gym-token", check.token))
        if check.verdict.exit_status == 3:
            raise NotAccepted(check, self._in_full(check))
        self._verdict = check

    def runtest(self) -> None:
        """Raises NotAccepted when the subject was rejected."""
        check = self._verdict
        if check is not None and check.verdict.exit_status:
            raise NotAccepted(check, self._in_full(check))

    def _in_full(self, check: CheckVerdict) -> str:
        writer = self.config.get_terminal_writer() if self.config.pluginmanager.has_plugin("terminalreporter") else None
        width = writer.fullwidth if writer is not None else _WIDTH
        lines = failing_check_lines(check, width, self._target.folder, self._target.replay)
        return "\n".join(line.plain for line in lines)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The table instead of a traceback; one sentence for an error that the gym knows."""
        error = excinfo.value
        if not isinstance(error, NotAccepted | GymError):
            return super().repr_failure(excinfo, style)
        shown = excinfo.getrepr(style="value")
        if shown.reprcrash is not None:
            # What summaries and JUnit files take as the message.
            shown.reprcrash.message = error.sentence if isinstance(error, NotAccepted) else str(error)
        return shown


class NotAccepted(Exception):
    """A race that was not accepted; its text is the whole of what there is to say, `sentence` the heart of it."""

    def __init__(self, check: CheckVerdict, text: str) -> None:
        super().__init__(text)
        self.sentence = f"{check.verdict}: {check.message or check.title}"
