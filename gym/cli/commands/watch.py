"""`gym watch [KATA]`: judge every save."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import KataName
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from gym.curriculum import Kata
    from gym.progress import Workspace


def watch(
    ctx: typer.Context,
    kata: KataName = None,
    poll: Annotated[bool, typer.Option("--poll", help="Look at the files' contents instead of waiting for events.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Line by line instead of a full screen.")] = False,
    pack: PackFolder = None,
) -> None:
    """Judge every save. In a terminal on a full screen; ENTER checks again, q quits."""
    from gym.cli.choosing import begun_attempt, chosen_kata
    from gym.cli.room import is_terminal, show
    from gym.cli.signals import ending_by_interrupt
    from gym.cli.updating import say_update

    del pack
    session: Session = ctx.obj
    workspace = session.need_workspace()
    wanted = chosen_kata(session, kata)
    begun_attempt(workspace, wanted)
    workspace.open_store().close()
    if is_terminal(session) and not (plain or poll):
        from gym.tui.watching import WatchScreen

        show(session, lambda practice: WatchScreen(practice, wanted))
        return
    say_update(session, workspace, wanted)
    with ending_by_interrupt():
        _watch(session, workspace, wanted, poll)


def _watch(session: Session, workspace: Workspace, kata: Kata, poll: bool) -> None:
    import threading

    from gym.practice.watching import WatchLoop
    from gym.watch import Inbox, Watcher, terminal_keys

    inbox = Inbox()
    stop = threading.Event()
    folder = workspace.folder_of(kata.id)
    watcher = Watcher(folder, kata.files, inbox.put)
    thread = threading.Thread(target=watcher.run, args=(stop,), kwargs={"poll": poll}, name="files", daemon=True)
    loop = WatchLoop(folder, kata.files, inbox, lambda: _round(session, workspace, kata, loop.overtaken), session.say)
    with terminal_keys(session.stdin, inbox.put) as has_keys:
        keys = "ENTER checks again, q quits." if has_keys else "ctrl-c quits."
        session.say(f"Watching {folder}. Every save is judged; {keys}")
        thread.start()
        try:
            loop.run()
        finally:
            stop.set()


def _round(session: Session, workspace: Workspace, kata: Kata, overtaken: Callable[[], bool]) -> None:
    """Judge once. Nothing that goes wrong in it ends the watching."""
    from gym.cli.crash import keep_details
    from gym.errors import GymError

    try:
        _judge(session, workspace, kata, overtaken)
    except GymError as error:
        session.say(f"gym: {error}")
    except Exception as error:
        session.judge.close()
        session.say(f"gym: not judged, by a fault of the gym; the details are in {keep_details(error)}")


def _judge(session: Session, workspace: Workspace, kata: Kata, overtaken: Callable[[], bool]) -> None:
    from gym.cli.advice import after_watched, other_tables
    from gym.cli.choosing import begun_attempt
    from gym.cli.narration import narrator_for, words_before
    from gym.practice.attempt import judge_and_remember
    from gym.practice.watching import Leaving, Overtaken

    narrator = narrator_for(session, workspace, kata, before=words_before(workspace, kata))
    narrator.begin()
    try:
        attempt = begun_attempt(workspace, kata)
        verdict = judge_and_remember(session, workspace, kata, attempt, Leaving(narrator, overtaken))
        narrator.finish(verdict)
        session.say(other_tables(kata, narrator.unseen(verdict)))
        session.say(after_watched(session, kata, accepted=verdict.verdict.exit_status == 0))
    except Overtaken:
        narrator.leave()
        session.judge.close()
