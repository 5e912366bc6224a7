"""What a command is given: where it was called, where it writes, and who judges."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from gym.curriculum import Catalogue, Pack, content_place, read_pack
from gym.errors import UsageError
from gym.progress import Workspace

if TYPE_CHECKING:
    from rich.console import Console

    from gym.practice.judging import Judge


@dataclass
class Session:
    """One call of the command. Tests hand in a judge, streams and folders of their own."""

    cwd: Path
    stdin: TextIO = field(default_factory=lambda: sys.stdin)
    stdout: TextIO = field(default_factory=lambda: sys.stdout)
    stderr: TextIO = field(default_factory=lambda: sys.stderr)
    own_judge: Judge | None = None
    own_catalogue: Catalogue | None = None
    pack_folder: Path | None = None
    """The pack that the command was called with."""
    _said: set[str] = field(default_factory=set)

    @cached_property
    def out(self) -> Console:
        """Where data goes."""
        from gym.report.console import console_for

        return console_for(self.stdout)

    @cached_property
    def talk(self) -> Console:
        """Where everything else goes."""
        from gym.report.console import console_for

        return console_for(self.stderr)

    def say(self, sentence: str) -> None:
        """Talk, with what a terminal could act on written out: errors quote what people typed."""
        _print_sentences(self.talk, sentence)

    def tell(self, sentence: str) -> None:
        """An answer in sentences, where data goes."""
        _print_sentences(self.out, sentence)

    def say_once(self, sentence: str) -> None:
        """Talk that does not bear repeating while a command goes on."""
        if sentence not in self._said:
            self._said.add(sentence)
            self.say(sentence)

    def write(self, data: str) -> None:
        """Data as it stands, whatever the width."""
        self.stdout.write(data + "\n")

    @cached_property
    def judge(self) -> Judge:
        """Who judges; loaded when first asked for."""
        if self.own_judge is not None:
            return self.own_judge
        from gym.practice.judging import RealJudge

        return RealJudge()

    def close(self) -> None:
        """Let go of a judge that was used."""
        if "judge" in self.__dict__:
            self.judge.close()

    @cached_property
    def pack(self) -> Pack | None:
        """The pack that was named, if any. Raises UsageError, ContentError."""
        return read_pack(self.cwd / self.pack_folder) if self.pack_folder is not None else None

    @cached_property
    def catalogue(self) -> Catalogue:
        """The katas of the pack that was named; else those of this gym, and of the packs that the workspace knows.

        Raises UsageError, ContentError for a pack that is named and cannot be read.
        """
        if self.pack is not None:
            return Catalogue(self.pack.place)
        own = self.own_catalogue.place if self.own_catalogue is not None else content_place()
        return Catalogue(own, [pack.place for pack in self._known_packs()])

    def _known_packs(self) -> list[Pack]:
        """Those that katas were begun from. One that cannot be read is named, and is in nobody's way."""
        from gym.progress.packs import known_packs

        if self.workspace is None:
            return []
        packs, problems = known_packs(self.workspace)
        for problem in problems:
            self.say_once(problem)
        return packs

    @property
    def workspace(self) -> Workspace | None:
        """The workspace that the command was called in, if any."""
        return Workspace.find(self.cwd)

    def need_workspace(self) -> Workspace:
        """The workspace. Raises UsageError outside of any."""
        workspace = self.workspace
        if workspace is None:
            raise UsageError(f"{self.cwd} lies in no workspace; make one with: gym init race-gym")
        return workspace


def _print_sentences(console: Console, sentences: str) -> None:
    """Broken at spaces on a terminal; a pipe gets each line whole."""
    from gym.engine.text import printable
    from gym.report.text import sentence_lines

    for line in sentences.splitlines():
        shown = printable(line)
        for part in sentence_lines(shown, console.width) if console.is_terminal else [shown]:
            console.print(part, soft_wrap=True)
