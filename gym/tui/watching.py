"""The screen that a learner looks at for hours: every save is judged, and the newest failing table is in the middle."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Footer, Static

from gym.curriculum import Kata
from gym.errors import GymError
from gym.judge.verdict import Verdict
from gym.practice.visible import VisibleResult
from gym.progress import KataProgress
from gym.report.text import faults_sentence, shorten_end
from gym.report.verdicts import STYLES, faults_gone
from gym.tui.checks import ChecksPane
from gym.tui.editing import edited
from gym.tui.judging import Begun, Heard, Judging, VisibleDone
from gym.tui.keys import KEYS
from gym.tui.listing import ListScreen
from gym.tui.pages import Ask, TextPage
from gym.tui.panes import NARROW, TracePane
from gym.tui.playing import PlayScreen
from gym.tui.practice import Practice
from gym.tui.replaying import ReplayScreen, default_token
from gym.tui.revealing import RevealScreen
from gym.tui.round import Round
from gym.tui.told import about, ticket


class WatchScreen(Screen[None]):
    """Judges at once, after each save, and at ENTER."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "Quit"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
        Binding("r", "replay", "Replay"),
        Binding("p", "play", "Play"),
        Binding("f", "turn(1)", "Next"),
        Binding("s", "spot", "Spot", show=False),
        Binding("h", "hint", "Hint"),
        Binding("e", "explain", "Explain"),
        Binding("d", "explain('diff')", "Diff"),
        Binding("g", "give_up", "Give up"),
        Binding("b", "brief", "Brief"),
        Binding("n", "next", "Next kata"),
        Binding("l", "list", "List"),
        Binding("o", "open", "Open"),
        Binding("x", "reset", "Reset"),
        Binding("enter", "again", "Again", show=False),
    ]

    def __init__(self, practice: Practice, kata: Kata) -> None:
        super().__init__()
        self.practice = practice
        self.kata = kata
        self.round = Round(practice.judge.checks(kata))
        self._before: dict[str, str] = {}
        self._visible: VisibleResult | None = None
        self._progress = KataProgress(kata.id)
        self._folder = practice.workspace.folder_of(kata.id)
        self._judging = Judging(practice, kata, self.round.names, self.post_message, self._say)

    # -- what is on it

    def compose(self) -> ComposeResult:
        """See Screen."""
        yield Static(id="title", markup=False)
        yield Static(id="word", markup=False)
        with Horizontal(id="body"):
            yield TracePane("table-pane", self._folder.name)
            yield ChecksPane(self.kata)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Say "checking" before any work is done, and begin."""
        self._progress = self.practice.progress(self.kata)
        self._show()
        self.query_one(TracePane).focus()
        self._judging.start()

    def on_unmount(self) -> None:
        """Nothing goes on when nobody looks."""
        self._judging.stop()

    def on_resize(self, event: Resize) -> None:
        """One above the other where there is no room side by side."""
        self.set_class(event.size.width < NARROW, "narrow")
        self._show_head()

    def _show(self) -> None:
        self._show_head()
        check = self.round.newest
        if check is None:
            self.query_one(TracePane).show(None, ticket(self.kata, self.round.word, self._folder))
        else:
            self.query_one(TracePane).show(check.trace, about(check, self.round.failing))
        self.query_one(ChecksPane).show(self.round, self._before, self._visible)
        self.refresh_bindings()

    def _show_head(self) -> None:
        word = self.round.word
        faults = self._faults()
        width = max(self.size.width - 2, 20)
        title = shorten_end(f"{self.kata.id}  {self.kata.title}", max(width - len(faults) - 3, 10))
        self.query_one("#title", Static).update(f"{title}{' ' * max(width - len(title) - len(faults), 1)}{faults}")
        style = STYLES[word.verdict.exit_status] if word is not None else ""
        said = self.round.sentence() + "".join(f"\n{notice}" for notice in self.practice.notices[-1:])
        if word is not None and word.message:
            said += f"\n{word.message}"
        if word is not None and not self._accepted:
            said += f"\nNext: change {self._folder / self.kata.entry} and save it."
        self.query_one("#word", Static).update(Text(said, style=style))

    def _faults(self) -> str:
        word = self.round.word
        if word is None:
            return ""
        broken = sum(check.verdict.exit_status == 1 for check in word.checks)
        return faults_sentence(len(faults_gone(word, self.kata)), len(self.kata.faults), broken)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The footer shows only what applies now."""
        del parameters
        failing = self.round.newest is not None
        applies = {
            "replay": failing and self.round.newest is not None and self.round.newest.token is not None,
            "turn": len(self.round.failing) > 1,
            "explain": self._may_see_answer,
            "next": self._accepted,
            "hint": not self._accepted,
            "give_up": not self._may_see_answer,
            "play": bool(self.round.names),
        }
        return applies.get(action, True)

    @property
    def _accepted(self) -> bool:
        return self.round.word is not None and self.round.word.verdict is Verdict.ACCEPTED

    @property
    def _may_see_answer(self) -> bool:
        return self._accepted or self._progress.may_see_answer

    # -- what is heard of the judging

    def _say(self, sentence: str) -> None:
        """What the watching itself has to say, from its own thread."""
        self.app.call_from_thread(self.notify, sentence)

    def on_begun(self, message: Begun) -> None:
        """A round has begun; what is still heard of an earlier one counts no more."""
        if self.round.word is not None:
            self._before = {check.id: str(check.verdict) for check in self.round.word.checks}
        self.round, self._visible = message.round, None
        self._show()

    def on_heard(self, message: Heard) -> None:
        """Take in what was heard of the round at hand."""
        if message.of is not self.round:
            return
        message.apply(self.round)
        if self.round.word is not None:
            self._progress = self.practice.progress(self.kata)
        self._show()

    def on_visible_done(self, message: VisibleDone) -> None:
        """Their result, shown apart from the verdict."""
        if message.of is self.round:
            self._visible = message.result
            self._show()

    # -- keys

    def action_again(self) -> None:
        """Judge once more."""
        self._judging.again()

    def action_leave(self) -> None:
        """End the program."""
        self.app.exit()

    def action_turn(self, by: int) -> None:
        """Look at another failing check."""
        self.round.turn(by)
        self._show()

    def action_keys(self) -> None:
        """What each key does."""
        self.app.push_screen(TextPage("the keys", KEYS))

    def action_brief(self) -> None:
        """The whole ticket."""
        self.app.push_screen(TextPage(f"{self.kata.id}: the ticket", self.practice.brief(self.kata)))

    def action_hint(self) -> None:
        """The next hint, which is counted."""
        tier, hints = self.practice.next_hint(self.kata)
        shown = [f"## {hint.heading}\n\n{hint.text}" for hint in reversed(hints[:tier])]
        text = "\n\n---\n\n*Hints before:*\n\n".join([shown[0], "\n\n".join(shown[1:])]) if shown[1:] else shown[0]
        self.app.push_screen(TextPage(f"{self.kata.id}, hint {tier} of {len(hints)}", text))

    def action_explain(self, tab: str = "why") -> None:
        """Why it holds, how others wrote it, what to say, and what is asked next."""
        checks = self.round.word.checks if self.round.word is not None else ()
        self.app.push_screen(RevealScreen(self.practice, self.kata, checks, tab))

    def action_give_up(self) -> None:
        """See the answer before the kata is accepted; asked, and remembered."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.practice.give_up(self.kata)
                self._progress = self.practice.progress(self.kata)
                self._show()
                self.action_explain()

        self.app.push_screen(Ask(f"Give up {self.kata.id} and see its answer? That is remembered."), answered)

    def action_open(self) -> None:
        """The files in the learner's editor; the screen stands still meanwhile."""
        told = edited(self.app, self.practice, self.kata)
        if told:
            self.notify(told, severity="warning")

    def action_reset(self) -> None:
        """Put the files back, asked, with a snapshot first."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.notify(self.practice.reset(self.kata))

        self.app.push_screen(Ask(f"Put back {', '.join(self.kata.files)} as handed out? A snapshot keeps yours."), answered)

    def action_next(self) -> None:
        """On to the kata that is suggested next."""
        following = self.practice.next_kata()
        if following is None or following.id == self.kata.id:
            self.notify("Every kata here is accepted.")
            return
        self.app.switch_screen(WatchScreen(self.practice, self.practice.begun(following)))

    def action_play(self) -> None:
        """Be the scheduler of the check that is looked at, or of the first."""
        check = self.round.newest.id.partition("#")[2] if self.round.newest is not None else self.round.names[0]
        self.app.push_screen(PlayScreen(self.practice, self.kata, check))

    def action_spot(self) -> None:
        """Find the race in the starter by reading."""
        # Loaded when asked for: the first paint need not wait for it.
        from gym.lessons.spotting import has_spot, spotting_of_kata
        from gym.tui.spotting import Reveal, SpotScreen

        if not has_spot(self.kata):
            self.notify(f"In {self.kata.id} there is nothing to spot: it is built from its brief.")
            return
        spotting = spotting_of_kata(self.kata)
        reveal = Reveal("`q` leaves; then `p` makes you the scheduler.")
        self.app.push_screen(SpotScreen(spotting, reveal, self.practice.spotted(self.kata)))

    def action_list(self) -> None:
        """All katas, to search and to go to."""

        def chosen(kata: Kata | None) -> None:
            if kata is not None and kata.id != self.kata.id:
                self.app.switch_screen(WatchScreen(self.practice, self.practice.begun(kata)))

        self.app.push_screen(ListScreen(self.practice, self.kata.id), chosen)

    @work(thread=True, exclusive=True, group="replay")
    def action_replay(self) -> None:
        """Step through the failing schedule, on the files as they are now."""
        check = self.round.newest
        if check is None or check.token is None:
            return
        self._say("replaying ...")
        try:
            again = self.practice.replay(self.kata, check.token)
            other = default_token(check.token)
            contrast = self.practice.replay(self.kata, other).trace if other is not None else None
            sources = self.practice.sources(self.kata)
        except GymError as error:
            self._say(str(error))
            return
        self.app.call_from_thread(self.app.push_screen, ReplayScreen(again, contrast, sources, self._folder.name))
