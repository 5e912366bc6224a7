"""The command line: its commands, and what becomes of errors.

| exit status | when |
|---|---|
| 0 | accepted, or the command did what it was asked |
| 1 | rejected; from `doctor`: something is broken |
| 2 | wrong usage |
| 3 | not judged, not deterministic, or the gym's or its content's own fault |
| 130 | interrupted |
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from gym.cli.commands.author import author
from gym.cli.commands.chain import chain
from gym.cli.commands.check import check
from gym.cli.commands.demo import demo
from gym.cli.commands.doctor import doctor
from gym.cli.commands.drill import drill
from gym.cli.commands.explain import explain
from gym.cli.commands.hint import hint
from gym.cli.commands.init import init
from gym.cli.commands.interview import interview
from gym.cli.commands.investigate import investigate
from gym.cli.commands.list import list_katas
from gym.cli.commands.next import open_or_say_next
from gym.cli.commands.open import open_kata
from gym.cli.commands.play import play
from gym.cli.commands.primer import primer
from gym.cli.commands.progress import progress
from gym.cli.commands.prove import prove
from gym.cli.commands.quiz import quiz
from gym.cli.commands.race import race
from gym.cli.commands.replay import replay
from gym.cli.commands.reset import reset
from gym.cli.commands.review import review
from gym.cli.commands.scan import scan
from gym.cli.commands.sim import sim
from gym.cli.commands.snapshots import snapshots
from gym.cli.commands.solution import solution
from gym.cli.commands.spot import spot
from gym.cli.commands.start import start
from gym.cli.commands.watch import watch
from gym.cli.crash import keep_details
from gym.cli.session import Session
from gym.errors import GymError, SubjectError, UsageError

app = typer.Typer(
    name="gym",
    help="Practise, prove and fix async race conditions.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from gym import __version__

        typer.echo(f"gym {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def gym(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Practise, prove and fix async race conditions. Without a command: open the kata at hand, or say what to do."""
    del version
    if ctx.invoked_subcommand is None:
        open_or_say_next(ctx.obj)


app.command("init")(init)
app.command("list")(list_katas)
app.command("start")(start)
app.command("check")(check)
app.command("watch")(watch)
app.command("replay")(replay)
app.command("play")(play)
app.command("spot")(spot)
app.command("open")(open_kata)
app.command("hint")(hint)
app.command("explain")(explain)
app.command("solution")(solution)
app.command("reset")(reset)
app.command("snapshots")(snapshots)
app.command("prove")(prove)
app.command("primer")(primer)
app.command("drill")(drill)
app.command("chain")(chain)
app.command("quiz")(quiz)
app.command("sim")(sim)
app.command("investigate")(investigate)
app.command("review")(review)
app.command("interview")(interview)
app.command("progress")(progress)
app.command("race")(race)
app.command("scan")(scan)
app.command("demo")(demo)
app.command("doctor")(doctor)
app.add_typer(author, name="author")


def run(arguments: Sequence[str], session: Session | None = None) -> int:
    """Run one command and give its exit status; no error leaves it."""
    for stream in (sys.stdout, sys.stderr):
        # A learner's text may hold what the terminal's encoding does not.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    session = session or Session(_here())
    try:
        status = _call(arguments, session)
        session.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader went away (`gym list | head`); keep Python from failing again while it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        if session.stderr.isatty():
            session.stderr.write("\n")  # the shell's prompt must not stand behind what was under way
        return 130
    except Exception as error:
        return _status_of(error, session)
    finally:
        session.close()


def _call(arguments: Sequence[str], session: Session) -> int:
    """Typer ends every command by SystemExit; say with which status."""
    try:
        typer.main.get_command(app).main(args=list(arguments), prog_name="gym", obj=session)
    except SystemExit as ending:
        return ending.code if isinstance(ending.code, int) else 0
    return 0


def _here() -> Path:
    """The current folder, by name even where it was removed under our feet."""
    try:
        return Path.cwd()
    except FileNotFoundError:
        return Path(os.environ.get("PWD", os.sep))


def _status_of(error: Exception, session: Session) -> int:
    """Say what went wrong in one sentence, and give the exit status that names the culprit."""
    if isinstance(error, UsageError):
        session.say(f"gym: {error}")
        return 2
    if isinstance(error, GymError):
        session.say(f"gym: {error}")
        return 1 if isinstance(error, SubjectError) else 3
    session.say(f"gym: this is a fault of the gym, not of your code; the details are in {keep_details(error)}")
    return 3
