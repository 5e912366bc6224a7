"""`gym interview`: a timed mock interview over an unseen ticket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import KataName
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.progress.interviews import Interview

USUAL_MINUTES = 45
MINUTES = typer.Option("--minutes", metavar="N", help=f"How long it takes in all; {USUAL_MINUTES} if left out.")
SEED = typer.Option("--seed", metavar="N", help="Chooses the ticket: whoever has the same seed gets the same one.")
HISTORY = typer.Option("--history", help="List the interviews that you sat.")
ABANDON = typer.Option("--abandon", help="End the one that is under way, as it stands.")


def interview(
    ctx: typer.Context,
    kata: KataName = None,
    minutes: Annotated[int | None, MINUTES] = None,
    seed: Annotated[int | None, SEED] = None,
    history: Annotated[bool, HISTORY] = False,
    abandon: Annotated[bool, ABANDON] = False,
    json: Annotated[bool, typer.Option("--json", help="With --history: print JSON.")] = False,
) -> None:
    """Sit a mock interview. An unseen ticket, four stages against the clock: spot, prove, fix, say it; then a scorecard.

    One that was interrupted goes on where it was, and its clock went on, too. Exit status 0 when it was sat to its end.
    """
    from gym.cli.answering import Left
    from gym.cli.interviewing import Sitting, sit
    from gym.errors import UsageError

    session: Session = ctx.obj
    if history:
        _tell_history(session, json=json)
        return
    if json:
        raise UsageError("--json belongs to --history: gym interview --history --json")
    found = _under_way(session)
    if abandon and found is None:
        raise UsageError("no interview is under way, so there is none to end.")
    if found is not None and not abandon and (kata, minutes, seed) != (None, None, None):
        raise UsageError(
            f"interview {found[0].id} is under way; go on with: gym interview, or end it: gym interview --abandon"
        )
    under_way, wanted = found or _begun(session, kata, minutes or USUAL_MINUTES, seed)
    if found is not None:
        session.say(f"Interview {under_way.id} goes on.")
    sitting = Sitting(session, under_way, wanted)
    if abandon:
        under_way.ended_at = sitting.now().isoformat()
        sitting.keep()
    else:
        try:
            sit(sitting)
        except Left:
            session.say("Left; its clock goes on. To go on: gym interview. To end it: gym interview --abandon")
            raise typer.Exit(1) from None
    _tell_scorecard(session, under_way, wanted)


def _under_way(session: Session) -> tuple[Interview, Kata] | None:
    """The interview that was begun and is not over. Raises UsageError outside of a workspace."""
    with session.need_workspace().open_store() as store:
        unfinished = [each for each in store.interviews() if each.ended_at is None]
    if not unfinished:
        return None
    return unfinished[-1], session.catalogue.find(unfinished[-1].kata)


def _begun(session: Session, name: str | None, minutes: int, seed: int | None) -> tuple[Interview, Kata]:
    """A new interview. Raises UsageError."""
    from gym.cli.choosing import readable_katas
    from gym.cli.interviewing import new_seed
    from gym.errors import UsageError
    from gym.practice.interview import FEWEST_MINUTES, choose_kata

    if minutes < FEWEST_MINUTES:
        raise UsageError(f"--minutes {minutes}: an interview takes {FEWEST_MINUTES} minutes or more")
    number = seed if seed is not None else new_seed()
    with session.need_workspace().open_store() as store:
        seen = {*store.progress(), *(each.kata for each in store.interviews())}
        if name is not None:
            kata = session.catalogue.find(name)
        else:
            kata = choose_kata(readable_katas(session), seen, number, seed_alone=seed is not None)
        return store.begin_interview(kata.id, number, minutes), kata


def _tell_history(session: Session, *, json: bool) -> None:
    from gym.report.scorecard import history_lines, scorecard_json

    with session.need_workspace().open_store() as store:
        interviews = store.interviews()
    if json:
        from gym.report.as_json import to_json

        session.write(to_json({"interviews": [scorecard_json(each) for each in interviews]}))
        return
    if not interviews:
        session.say("No interview was sat here yet; sit one with: gym interview")
    for line in history_lines(interviews, session.out.width) if interviews else ():
        session.out.print(line, soft_wrap=True)


def _tell_scorecard(session: Session, interview: Interview, kata: Kata) -> None:
    from gym.report.scorecard import scorecard_lines

    for line in scorecard_lines(interview, kata, ascii_only=session.out.options.ascii_only):
        session.out.print(line, soft_wrap=True)
    session.say(f"The whole explanation:  gym explain {kata.id} --give-up")
