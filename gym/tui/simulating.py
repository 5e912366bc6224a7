"""A simulation on the screen: keys change a parameter, and it runs again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static

from gym.errors import GymError
from gym.report.sims import outcome_lines
from gym.report.text import fold, shorten, shorten_end
from gym.sims.outcome import Outcome, Sim
from gym.sims.parameters import Parameter, Settings, Times, settings_of, shown
from gym.tui.panes import Pane

PAUSE_MS = 2_000
"""A tap after so long begins a new burst."""
FAR = 10
"""Steps of a big jump."""


class OutcomePane(Pane):
    """What came out, in plots of the width that there is."""

    def __init__(self) -> None:
        super().__init__("outcome-pane")
        self._outcome: Outcome | None = None
        self._wrong = ""

    def show(self, outcome: Outcome | None, wrong: str = "") -> None:
        """Show an outcome, or the sentence that says why there is none."""
        self._outcome, self._wrong = outcome, wrong
        self.redraw()

    def lines(self, width: int) -> Sequence[Text]:
        """See Pane."""
        if self._outcome is None:
            return [Text(line) for line in fold(self._wrong or "running", width, 6)]
        return list(outcome_lines(self._outcome, width, ascii_only=self.app.console.options.ascii_only, plots_first=True))


class SimScreen(Screen[None]):
    """One simulation. It runs beside the screen; while it does, the newest settings wait for their turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(-1)", "Choose", key_display="up/down", priority=True),
        Binding("down", "choose(1)", show=False, priority=True),
        Binding("left", "move(-1)", "Change", key_display="left/right", priority=True),
        Binding("right", "move(1)", show=False, priority=True),
        Binding("shift+left,less_than_sign", f"move(-{FAR})", "By 10", key_display="< >", priority=True),
        Binding("shift+right,greater_than_sign", f"move({FAR})", show=False, priority=True),
        Binding("space", "tap", "Tap", key_display="space", priority=True),
        Binding("d", "defaults", "Defaults"),
        Binding("escape,q", "dismiss", "Leave", key_display="q"),
    ]

    def __init__(self, sim: Sim, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.sim = sim
        self.settings = settings
        self.ran: Settings | None = None
        """What the shown outcome came of."""
        self._clock = clock
        self._at = 0
        self._busy = False
        self._burst_began: float | None = None
        self._tapped_at = 0.0

    def compose(self) -> ComposeResult:
        """See Screen."""
        yield Static(id="title", markup=False)
        yield Static(self.sim.asks, id="word", markup=False)
        yield Static(id="knobs", markup=False)
        yield OutcomePane()
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """The first run, and PgUp and PgDn for what it gives."""
        self.query_one(OutcomePane).focus()
        self._compute_newest()

    def on_resize(self) -> None:
        """Lines are as long as there is room."""
        self.call_after_refresh(self._draw_knobs)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Events are tapped only where there are some."""
        del parameters
        return action != "tap" or self._times is not None

    # -- keys

    @property
    def _parameter(self) -> Parameter:
        return self.sim.parameters[self._at]

    @property
    def _times(self) -> Times | None:
        return next((each for each in self.sim.parameters if isinstance(each, Times)), None)

    def action_choose(self, by: int) -> None:
        """The parameter above or below."""
        self._at = (self._at + by) % len(self.sim.parameters)
        self._draw_knobs()

    def action_move(self, by: int) -> None:
        """Change the parameter at hand by so many steps."""
        name = self._parameter.name
        self._change(self.settings.but(name, self._parameter.moved(self.settings.values[name], by)))

    def action_defaults(self) -> None:
        """Everything as it was at first."""
        self._change(settings_of(self.sim.slug, self.sim.parameters))

    def action_tap(self) -> None:
        """An event now; after a pause it is the first of a new burst."""
        times, now = self._times, self._clock()
        if times is None:
            return
        burst = self.settings.times(times.name)
        if self._burst_began is None or now - self._tapped_at > PAUSE_MS / 1000:
            self._burst_began, burst = now, ()
        self._tapped_at = now
        at = round((now - self._burst_began) * 1000)
        if len(burst) < times.most and at <= times.last:
            self._change(self.settings.but(times.name, (*burst, at)))

    # -- running and drawing

    def _change(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            self._compute_newest()

    def _compute_newest(self) -> None:
        if not self._busy:
            self._busy = True
            self._compute(self.settings)
        self._draw_knobs()

    @work(thread=True, group="sim")
    def _compute(self, settings: Settings) -> None:
        try:
            outcome, wrong = self.sim.run(settings), ""
        except GymError as error:
            outcome, wrong = None, str(error)
        self.app.call_from_thread(self._arrived, settings, outcome, wrong)

    def _arrived(self, settings: Settings, outcome: Outcome | None, wrong: str) -> None:
        self._busy = False
        if not self.is_attached:
            return
        self.ran = settings
        self.query_one(OutcomePane).show(outcome, wrong)
        if settings != self.settings:
            self._compute_newest()
        self._draw_knobs()

    def _draw_knobs(self) -> None:
        width = max(self.size.width - 2, 20)
        word = "  (running)" if self._busy else ""
        title = f"{self.sim.slug}: {self.sim.title}"
        self.query_one("#title", Static).update(shorten_end(title, width - len(word)) + word)
        label = max(len(each.name) for each in self.sim.parameters)
        lines = [self._knob(at, each, label, width) for at, each in enumerate(self.sim.parameters)]
        self.query_one("#knobs", Static).update(Text("\n").join(lines))

    def _knob(self, at: int, parameter: Parameter, label: int, width: int) -> Text:
        mark = ">" if at == self._at else " "
        value = shorten(shown(self.settings.values[parameter.name]), 40)
        line = shorten_end(f"{mark} {parameter.name:<{label}}  {value:<6}  {parameter.says}", width)
        return Text(line, style="bold reverse" if at == self._at else "", no_wrap=True)
