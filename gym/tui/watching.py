"""The screen that a learner looks at for hours: every save is judged, and the newest failing table is in the middle."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from gym.curriculum import Kata
from gym.engine.text import printable
from gym.errors import GymError
from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict
from gym.practice.visible import VisibleResult, VisibleTests
from gym.practice.watching import Leaving, Overtaken, WatchLoop
from gym.progress import KataProgress
from gym.report.text import faults_sentence, fold, shorten_end
from gym.report.verdicts import STYLES, change_lines, check_lines, faults_gone, near_miss_lines
from gym.tui.listing import ListScreen
from gym.tui.pages import Ask, TextPage
from gym.tui.panes import NARROW, Pane, TracePane
from gym.tui.playing import PlayScreen
from gym.tui.practice import Practice
from gym.tui.replaying import ReplayScreen, default_token
from gym.tui.revealing import RevealScreen
from gym.tui.round import Round
from gym.watch import Inbox, Pressed, Watcher

KEYS = """\
| key | what it does |
|---|---|
| r | steps through the failing schedule, beside your code and the default order |
| p | makes you the scheduler: break the claim yourself |
| f | turns to the next failing check |
| b | shows the ticket |
| h | shows the next hint, and those before it; hints are counted |
| e, d | explains the kata, shows yours beside the reference: once it is accepted, or given up with g |
| n | goes on to the next kata, once this one is accepted |
| l | lists the katas, to search and to go to |
| o | opens your files in the editor that VISUAL or EDITOR names |
| x | puts your files back as they were handed out; a snapshot keeps yours |
| enter | judges again |
| up, down, PgUp, PgDn, Home, End | scroll; TAB goes to the other pane |
| q | leaves a page; here, quits |
"""
PROGRESS_EVERY_S = 0.1
"""How often a long pass says how far it is."""


class Heard(Message):
    """Something was heard of a judgement; `apply` notes it in the round at hand."""

    def __init__(self, of: Round, apply: Callable[[Round], None]) -> None:
        super().__init__()
        self.of = of
        self.apply = apply


class Begun(Message):
    """A round has begun."""

    def __init__(self, judged: Round) -> None:
        super().__init__()
        self.round = judged


class VisibleDone(Message):
    """The visible tests of a round have ended."""

    def __init__(self, of: Round, result: VisibleResult) -> None:
        super().__init__()
        self.of = of
        self.result = result


class ChecksPane(Pane):
    """The checks, each with its word, and what the word on everything says beside."""

    def __init__(self, kata: Kata) -> None:
        super().__init__("checks-pane")
        self._kata = kata
        self._round = Round(())
        self._before: dict[str, str] = {}
        self._visible: VisibleResult | None = None

    def show(self, judged: Round, before: dict[str, str], visible: VisibleResult | None) -> None:
        """Show a round; `before` has each check's word in the attempt before."""
        self._round, self._before, self._visible = judged, before, visible
        self.redraw()

    def lines(self, width: int) -> Sequence[Text]:
        """See Pane."""
        shown: list[Text] = []
        word = self._round.word
        if word is not None:
            miss = self._kata.near_miss(word.near_miss)
            beside = [*change_lines(self._before, word, width), *(near_miss_lines(miss, width) if miss else ())]
            shown += [*beside, Text("")] if beside else []
        if self._visible is not None:
            style = "" if self._visible.passed else "bold yellow"
            told = f"your visible tests: {self._visible.counted}"
            shown += [*(Text(line, style=style) for line in fold(told, width, 4)), Text("")]
        for name in self._round.names:
            check = self._round.checks.get(f"{self._kata.id}#{name}")
            if check is None or check.provisional:
                shown.append(Text(shorten_end(f"  ...       {name}", width), style="dim"))
            else:
                shown += check_lines(check, width)
        return shown


class WatchScreen(Screen[None]):
    """Judges at once, after each save, and at ENTER."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "Quit"),
        Binding("question_mark", "keys", "Keys", key_display="?"),
        Binding("r", "replay", "Replay"),
        Binding("p", "play", "Play"),
        Binding("f", "turn(1)", "Next"),
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
        self._visible_run: VisibleTests | None = None
        self._progress = KataProgress(kata.id)
        self._inbox = Inbox()
        self._stop = threading.Event()
        self._folder = practice.workspace.folder_of(kata.id)
        self._loop = WatchLoop(self._folder, kata.files, self._inbox, self._judge, self._say, self._gone)

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
        watcher = Watcher(self._folder, self.kata.files, self._inbox.put)
        threading.Thread(target=watcher.run, args=(self._stop,), name="files", daemon=True).start()
        threading.Thread(target=self._loop.run, name="judge", daemon=True).start()

    def on_unmount(self) -> None:
        """Nothing goes on when nobody looks."""
        self._stop.set()
        self._inbox.put(Pressed("q"))
        if self._visible_run is not None:
            self._visible_run.stop()

    def on_resize(self, event: Resize) -> None:
        """One above the other where there is no room side by side."""
        self.set_class(event.size.width < NARROW, "narrow")
        self._show_head()

    def _show(self) -> None:
        self._show_head()
        check = self.round.newest
        if check is None:
            self.query_one(TracePane).show(None, self._ticket())
        else:
            self.query_one(TracePane).show(check.trace, self._about(check))
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

    def _ticket(self) -> list[Text]:
        """What there is to say while no table is."""
        if self.round.word is not None and self.round.word.verdict is Verdict.ACCEPTED:
            return [Text("Every check held in every schedule explored. e says why, and where it stops.", style="green")]
        if self.round.word is not None and self.round.word.message:
            return [Text(line) for line in self._broken_line(self.round.word.message)]
        return [Text(self.kata.summary), Text(""), Text("b shows the whole ticket.")]

    def _about(self, check: CheckVerdict) -> list[Text]:
        failing = self.round.failing
        place = f" ({[each.id for each in failing].index(check.id) + 1} of {len(failing)}, f: next)"
        head = Text(
            f"{check.verdict}: {check.title}{place if len(failing) > 1 else ''}", style=STYLES[check.verdict.exit_status]
        )
        return [head, *(Text(text) for text in (check.message or "", *check.notes) if text), Text("")]

    def _broken_line(self, message: str) -> list[str]:
        """What keeps the file from being run, with the line that it names."""
        found = re.match(r"(?P<file>[^:\s]+):(?P<line>\d+) ", message)
        try:
            source = (self._folder / found["file"]).read_text(encoding="utf-8", errors="replace") if found else ""
        except OSError:
            source = ""
        lines, at = source.splitlines(), int(found["line"]) if found else 0
        shown = [f"{number:>4} {line}" for number, line in enumerate(lines, 1) if abs(number - at) <= 2]
        return [message, "", *map(printable, shown)]

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

    # -- judging, on a thread of its own

    def _judge(self) -> None:
        """One round. Nothing that goes wrong in it ends the watching."""
        judged = Round(self.round.names)
        if self._visible_run is not None:
            self._visible_run.stop()
        self.post_message(Begun(judged))
        try:
            verdict = self.practice.judge_now(self.kata, Leaving(_Teller(self, judged), self._loop.overtaken))
        except Overtaken:
            self.practice.judge.close()
            return
        except GymError as error:
            self._fail(judged, str(error))
            return
        except Exception as error:
            self.practice.judge.close()
            self._fail(
                judged, f"a fault of the gym, not of your code; the details are in {self.practice.keep_details(error)}"
            )
            return
        self.post_message(Heard(judged, lambda round_: round_.take_word(verdict)))
        self._run_visible_tests(judged)

    def _fail(self, judged: Round, problem: str) -> None:
        def note(round_: Round) -> None:
            round_.problem = problem

        self.post_message(Heard(judged, note))

    def _run_visible_tests(self, judged: Round) -> None:
        """Beside the next round, on a thread of their own: a save need not wait for them."""
        run = self._visible_run = VisibleTests(self._folder, self.kata.tests)
        self.post_message(VisibleDone(judged, VisibleResult(True, "running ...")))

        def go() -> None:
            result = run.run()
            if result is not None:
                self.post_message(VisibleDone(judged, result))

        threading.Thread(target=go, name="visible tests", daemon=True).start()

    def _say(self, sentence: str) -> None:
        """What the watching itself has to say."""
        self.app.call_from_thread(self.notify, sentence)

    def _gone(self, sentence: str) -> None:
        """A file is not there: what was said of it before says nothing now."""
        judged = Round(self.round.names)
        self.post_message(Begun(judged))
        self._fail(judged, sentence)

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
        self._inbox.put(Pressed("\n"))

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
        try:
            with self.app.suspend():
                told = self.practice.open_editor(self.kata)
        except SuspendNotSupported:
            told = f"This terminal cannot be lent to an editor; elsewhere:  gym open {self.kata.id}"
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


class _Teller:
    """Tells the screen what a judgement says, from the judge's thread."""

    def __init__(self, screen: WatchScreen, judged: Round) -> None:
        self._screen = screen
        self._judged = judged
        self._told_at = 0.0

    def _tell(self, apply: Callable[[Round], None]) -> None:
        self._screen.post_message(Heard(self._judged, apply))

    def provisional(self, verdict: KataVerdict) -> None:
        """See Listener."""
        self._tell(lambda round_: round_.take_provisional(verdict))

    def progress(self, check_id: str, schedules: int) -> None:
        """See Listener; not oftener than anybody could read."""
        if time.monotonic() - self._told_at >= PROGRESS_EVERY_S:
            self._told_at = time.monotonic()
            self._tell(lambda round_: round_.take_progress(check_id, schedules))

    def check_done(self, check: CheckVerdict) -> None:
        """See Listener."""
        self._tell(lambda round_: round_.take_check(check))
