"""Commands on all parts of a ladder at once: beginning them, and judging those that were begun."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gym.cli.session import Session
from gym.curriculum import Kata
from gym.curriculum.ladder import ladder_of
from gym.errors import UsageError

if TYPE_CHECKING:
    from gym.judge.verdict import KataVerdict
    from gym.progress import Workspace


def refuse_for_ladder(parts: Sequence[Kata], options: dict[str, object]) -> None:
    """Raises UsageError for an option that is about one part."""
    given = next((name for name, value in options.items() if value), None)
    if given is not None:
        ladder, first = ladder_of(parts[0].id), parts[0].id
        raise UsageError(f"{given} is about one part, and {ladder} has {len(parts)}; name one, as {first}.")


def start_ladder(session: Session, workspace: Workspace, parts: Sequence[Kata]) -> None:
    """Hand out every part. The one to begin with is touched last, so that it is the one at hand."""
    from gym.progress.replacing import packed

    written = left = 0
    with workspace.open_store() as store:
        done = {kata for kata, known in store.progress().items() if known.accepted_at is not None}
        first = next((kata for kata in parts if kata.id not in done), parts[0])
        for kata in (*(each for each in parts if each is not first), first):
            anew = not workspace.has_begun(kata.id) or not store.handed_out(kata.id)
            started = workspace.start(kata)
            store.start(kata.id)
            if anew:
                store.hand_out(kata.id, packed(kata))
            written, left = written + bool(started.written), left + (not started.written)
        forgetful = store.forgetful
    folder = workspace.folder_of(ladder_of(parts[0].id) or "")
    if written:
        session.tell(f"Wrote the files of {_parts(written)} into {folder}")
    if left:
        session.tell(f"Left as they are: {_parts(left)}")
    if forgetful:
        session.say(f"Progress is not kept: {forgetful}.")
    session.tell(f"Next: read {workspace.folder_of(first.id) / 'brief.md'}, then:  gym watch {first.id}")


def check_ladder(session: Session, parts: Sequence[Kata], *, json: bool) -> int:
    """Judge every part that was begun, and give the exit status: 0 when all parts are accepted."""
    workspace = session.need_workspace()
    ladder = ladder_of(parts[0].id) or ""
    begun = [kata for kata in parts if workspace.has_begun(kata.id)]
    if not begun:
        raise UsageError(f"no part of {ladder} is begun in this workspace; begin them with: gym start {ladder}")
    verdicts = [_judge(session, workspace, kata, silent=json) for kata in begun]
    if json:
        _write(session, ladder, parts, verdicts)
    else:
        _tell(session, ladder, parts, verdicts)
    statuses = {verdict.verdict.exit_status for verdict in verdicts}
    return 3 if 3 in statuses else int(statuses != {0} or len(begun) < len(parts))


def _judge(session: Session, workspace: Workspace, kata: Kata, *, silent: bool) -> KataVerdict:
    from gym.cli.choosing import begun_attempt
    from gym.practice.attempt import judge_and_remember
    from gym.report.verdicts import part_line

    if not silent:
        session.say(f"checking {kata.id} ...")
    verdict = judge_and_remember(session, workspace, kata, begun_attempt(workspace, kata), None)
    if not silent:
        session.out.print(part_line(verdict), soft_wrap=True)
        if verdict.message:
            session.say(f"gym: {verdict.message}")
    return verdict


def _tell(session: Session, ladder: str, parts: Sequence[Kata], verdicts: Sequence[KataVerdict]) -> None:
    judged = {verdict.kata for verdict in verdicts}
    accepted = [verdict.kata for verdict in verdicts if verdict.verdict.exit_status == 0]
    unbegun = [kata.id.partition("/")[2] for kata in parts if kata.id not in judged]
    session.out.print("")
    session.tell(f"{ladder}: {len(accepted)} of {_parts(len(parts))} accepted")
    if unbegun:
        session.tell(f"Not begun: {', '.join(unbegun)}")
    failing = next((verdict.kata for verdict in verdicts if verdict.kata not in accepted), None)
    if failing is not None:
        session.say(f"Next: see what fails, and have each save judged:  gym watch {failing}")


def _write(session: Session, ladder: str, parts: Sequence[Kata], verdicts: Sequence[KataVerdict]) -> None:
    from gym.report.as_json import kata_json, to_json

    told = {"ladder": ladder, "parts": len(parts), "judged": [kata_json(verdict) for verdict in verdicts]}
    session.write(to_json(told))


def _parts(number: int) -> str:
    return f"{number} part{'s' if number != 1 else ''}"
