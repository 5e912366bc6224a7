"""What the screens are given: a workspace, its katas, who judges, and what else a learner may do with a kata."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gym.curriculum import Catalogue, Hint, Kata, read_explanation, read_hints
from gym.curriculum.schema import read_text
from gym.errors import ContentError
from gym.judge import Attempt, CheckVerdict, Game, KataVerdict
from gym.practice.attempt import judge_and_remember
from gym.practice.judging import Judge, Listener
from gym.progress import KataProgress, Workspace

if TYPE_CHECKING:
    from gym.lessons.spotting import Spotted


@dataclass
class Practice:
    """One learner's room.

    `replayer` replays while `judge` judges. `open_editor` and `reset` do what the commands do and give a sentence to show,
    `next_kata` gives the kata that is suggested next, and `keep_details` writes down a fault of the gym and says where.
    """

    workspace: Workspace
    catalogue: Catalogue
    judge: Judge
    replayer: Judge
    open_editor: Callable[[Kata], str]
    reset: Callable[[Kata], str]
    next_kata: Callable[[], Kata | None]
    keep_details: Callable[[Exception], str]
    notices: list[str] = field(default_factory=list)

    def say_once(self, sentence: str) -> None:
        """What is not part of a verdict, such as that progress cannot be kept."""
        if sentence not in self.notices:
            self.notices.append(sentence)

    def attempt(self, kata: Kata) -> Attempt:
        """The learner's files."""
        return Attempt.from_folder(self.workspace.folder_of(kata.id))

    def judge_now(self, kata: Kata, listener: Listener) -> KataVerdict:
        """Judge what is in the workspace, and remember the verdict."""
        return judge_and_remember(self, self.workspace, kata, self.attempt(kata), listener)

    def replay(self, kata: Kata, token: str) -> CheckVerdict:
        """Run one schedule again, on the files as they are now."""
        return self.replayer.replay(kata, self.attempt(kata), token)

    def game(self, kata: Kata, check: str, *, starter: bool = False) -> Game:
        """A game on the files as they are now, or on the starter. Raises SubjectError."""
        return Game(kata, Attempt.from_folder(kata.folder) if starter else self.attempt(kata), check)

    def sources(self, kata: Kata) -> dict[str, str]:
        """Each file's text, those given included. Raises SubjectError."""
        return self.attempt(kata).sources(kata)

    def progress(self, kata: Kata) -> KataProgress:
        """How far the learner is with it."""
        with self.workspace.open_store() as store:
            return store.progress().get(kata.id, KataProgress(kata.id))

    def katas(self) -> list[Kata]:
        """Every kata that can be read."""
        found = []
        for kata_id in self.catalogue.ids():
            try:
                found.append(self.catalogue.find(kata_id))
            except ContentError as error:
                self.say_once(f"{kata_id} is left out: {error}")
        return found

    def all_progress(self) -> dict[str, KataProgress]:
        """How far with each kata that was begun."""
        with self.workspace.open_store() as store:
            return store.progress()

    def begun(self, kata: Kata) -> Kata:
        """The kata, once it is handed out and at the front."""
        from gym.progress.replacing import packed

        with self.workspace.open_store() as store:
            anew = not self.workspace.has_begun(kata.id) or not store.handed_out(kata.id)
            self.workspace.start(kata)
            store.start(kata.id)
            if anew:
                store.hand_out(kata.id, packed(kata))
        return kata

    def brief(self, kata: Kata) -> str:
        """The ticket, in Markdown."""
        return read_text(kata.folder / "brief.md")

    def explanation(self, kata: Kata) -> str:
        """Why it holds, in Markdown."""
        return read_explanation(kata)

    def next_hint(self, kata: Kata) -> tuple[int, tuple[Hint, ...]]:
        """The tier to show, from 1, and all tiers: the next one, counted; the last once all were shown."""
        hints = read_hints(kata.folder)
        with self.workspace.open_store() as store:
            seen = store.hints(kata.id)
            tier = next((each for each in range(1, len(hints) + 1) if each not in seen), len(hints))
            store.show_hint(kata.id, tier)
        return tier, hints

    def give_up(self, kata: Kata) -> None:
        """The learner wants to see the answer."""
        with self.workspace.open_store() as store:
            store.give_up(kata.id)

    def spotted(self, kata: Kata) -> Callable[[Spotted, float], None]:
        """What remembers an answer to what is to be spotted in a kata."""

        def keep(found: Spotted, seconds: float) -> None:
            with self.workspace.open_store() as store:
                store.practise("spot", kata.id, kata.shapes, found.score, seconds)

        return keep

    def keep_proof(self, check_id: str, token: str) -> None:
        """A schedule that broke a check is tried first from now on."""
        with self.workspace.open_store() as store:
            store.keep_token(check_id, token)

    def beside_reference(self, kata: Kata) -> list[tuple[str, str, str]]:
        """(name, the learner's text, the reference's) of each file, docstrings apart."""
        from gym.curriculum.docstring import with_opening_of

        found = []
        for name in kata.files:
            path = self.workspace.folder_of(kata.id) / name
            mine = path.read_bytes().decode("utf-8", "backslashreplace") if path.is_file() else ""
            found.append((name, mine, with_opening_of(mine, read_text(kata.reference.files[name]))))
        return found
