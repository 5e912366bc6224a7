"""`gym race RACE_FILE --subject FILE_OR_MODULE`: judge one's own code, with no kata, workspace or memory."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.judge import JudgeOptions
    from gym.own.judging import OwnJudge
    from gym.own.race_file import RaceFile
    from gym.own.subject import OwnSubject
    from gym.report.race_narrator import RaceNarrator

RACE_FILE = typer.Argument(metavar="RACE_FILE", help="A Python file with functions below @race(...), from gym.race.")
SUBJECT = typer.Option(
    "--subject",
    metavar="FILE_OR_MODULE",
    help="Your code: a .py file, or a dotted module as python -m finds it (src/ is looked in too). "
    "What it imports of your own comes along, in packages too; nothing of it runs in this process.",
)
LEVEL = typer.Option("--level", metavar="0|1|2", help="Explore at this level instead of each race's own.")
BUDGET = typer.Option("--budget", metavar="N", help="Explore at most so many schedules of each race.")
ONLY = typer.Option("--only", metavar="NAME", help="Only this race; a part of its name will do. May be repeated.")
SEED = typer.Option("--seed", metavar="N", help="Of the random walks where a space is too large for the budget.")
LIBRARY = typer.Option(
    "--library",
    metavar="DIR",
    help="A further folder to import libraries from, before those of the interpreter. May be repeated.",
)
PYTHON = typer.Option(
    "--python",
    metavar="EXE",
    help="The interpreter your code runs on, with the libraries installed for it. By default that of the active virtual "
    "environment, else of a .venv here or above, else the one gym runs on. Where your code imports a library, each "
    "schedule takes some milliseconds more.",
)
REPLAY = typer.Option("--replay", metavar="TOKEN", help="Run one schedule again, step by step.")
ALL = typer.Option("--all", help="Show the table of every race that fails, not only of the first.")
PLAIN = typer.Option("--plain", help="No tables, colours or moving lines: one sentence a line.")


def race(
    ctx: typer.Context,
    race_file: Annotated[Path, RACE_FILE],
    subject: Annotated[str, SUBJECT],
    level: Annotated[int | None, LEVEL] = None,
    budget: Annotated[int | None, BUDGET] = None,
    only: Annotated[list[str] | None, ONLY] = None,
    seed: Annotated[int, SEED] = 7,
    library: Annotated[list[Path] | None, LIBRARY] = None,
    python: Annotated[str | None, PYTHON] = None,
    replay: Annotated[str | None, REPLAY] = None,
    in_full: Annotated[bool, ALL] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plain: Annotated[bool, PLAIN] = False,
) -> None:
    """Judge your own code by your own races.

    Exit status 0: all accepted, 1: any rejected, 3: no word could be given on one, 2: wrong usage.
    """
    from gym.judge import JudgeOptions
    from gym.own.judging import OwnJudge
    from gym.own.race_file import choose, read_races
    from gym.own.race_file import race_file as of_file
    from gym.own.subject import find_subject
    from gym.report.race_narrator import RaceNarrator

    session: Session = ctx.obj
    _refuse_out_of_range(level, budget)
    found = find_subject(subject, session.cwd, python=python, libraries=library or ())
    path, races = read_races(race_file, session.cwd, found)
    names = choose(races, only or ())
    again = shlex.join(_command(race_file, subject, library or [], python))
    title = f"{race_file} on {_described(found)}"
    narrator = RaceNarrator(title, session.out, session.talk, replay=again, all_in_full=in_full, plain=plain)
    with OwnJudge(found, len(names)) as judge:
        if replay is not None:
            status = _replay(session, judge, of_file(path, found), replay, None if json else narrator)
        else:
            options = JudgeOptions(budget=budget, only=names, seed=seed, level=level)
            status = _judge(session, judge, of_file(path, found), options, None if json else narrator)
    raise typer.Exit(status)


def _refuse_out_of_range(level: int | None, budget: int | None) -> None:
    from gym.errors import UsageError

    if level not in (None, 0, 1, 2):
        raise UsageError(f"--level {level}: there are the levels 0, 1 and 2")
    if budget is not None and budget < 1:
        raise UsageError(f"--budget {budget}: at least one schedule has to be explored")


def _command(race_file: Path, subject: str, library: list[Path], python: str | None) -> list[str]:
    """The command that a token behind it makes whole."""
    words = ["gym", "race", str(race_file), "--subject", subject]
    for folder in library:
        words += ["--library", str(folder)]
    return [*words, *(["--python", python] if python is not None else []), "--replay"]


def _described(subject: OwnSubject) -> str:
    major, minor = subject.sandbox.version
    libraries = ", with libraries" if subject.sandbox.libraries else ""
    return f"{subject.given} (Python {major}.{minor}{libraries})"


def _judge(session: Session, judge: OwnJudge, races: RaceFile, options: JudgeOptions, narrator: RaceNarrator | None) -> int:
    if narrator is None:
        from gym.report.as_json import kata_json, to_json

        verdict = judge.judge(races, options)
        session.write(to_json(kata_json(verdict)))
        if verdict.message:
            session.say(f"gym: {verdict.message}")
        return verdict.verdict.exit_status
    from gym.practice.judging import telling

    narrator.begin()
    verdict = judge.judge(races, options, telling(narrator))
    narrator.finish(verdict)
    return verdict.verdict.exit_status


def _replay(session: Session, judge: OwnJudge, races: RaceFile, token: str, narrator: RaceNarrator | None) -> int:
    check = judge.replay(races, token)
    if narrator is None:
        from gym.report.as_json import replay_json, to_json

        session.write(to_json(replay_json(token, check)))
    else:
        narrator.replayed(check)
    return check.verdict.exit_status
