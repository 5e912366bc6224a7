"""A learner's own race test: where it is, what it begins as, and the word on it."""

from __future__ import annotations

from pathlib import Path

from gym.cli.session import Session
from gym.curriculum import Kata
from gym.curriculum.proofs import proof_task, scaffold
from gym.errors import SubjectError, UsageError
from gym.progress import Workspace
from gym.progress.workspace import hash_of, reason_of
from gym.prove import ProofVerdict, prove
from gym.report.status import StatusLine

MOST_BYTES = 1 << 20


def refuse_without_promise(kata: Kata) -> None:
    """Raises UsageError for a kata that asks for no proof."""
    if kata.promise is None:
        raise UsageError(f"{kata.id} asks for no proof; see what there is with: gym list")


def begin_proof(path: Path, kata: Kata) -> bool:
    """Write the scaffold unless something of that name is there; says whether it did. Raises UsageError."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(scaffold(kata))
    except FileExistsError:
        return False
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({reason_of(error)}).") from error
    return True


def read_proof(path: Path) -> str:
    """The test's text. Raises SubjectError for what cannot be one."""
    try:
        content = path.read_bytes()
    except IsADirectoryError as error:
        raise SubjectError(f"{path} is a folder where your test should be.") from error
    except OSError as error:
        raise SubjectError(f"{path}: cannot be read ({reason_of(error)}).") from error
    if len(content) > MOST_BYTES:
        raise SubjectError(f"{path} is larger than a megabyte; a test is a few dozen lines.")
    if b"\0" in content:
        raise SubjectError(f"{path} is not a text file: it holds a zero byte.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise SubjectError(f"{path}:{line} is not UTF-8 text; save it as UTF-8.") from error


def judge_proof(session: Session, kata: Kata, text: str, *, silent: bool) -> ProofVerdict:
    """The word on the test, with the number of runs shown as it grows unless `silent`. Raises JudgeError."""
    if text.split() == scaffold(kata).split():
        return ProofVerdict(kata.id, (), f"{kata.proof} is as it was handed out: there is no claim in it yet.")
    line = StatusLine(session.talk)

    def show(done: int, of: int) -> None:
        if not silent:
            line.show(f"{done} of {of} runs")

    try:
        return prove(proof_task(kata), text, show)
    finally:
        line.clear()


def remember(session: Session, workspace: Workspace, kata: Kata, text: str, verdict: ProofVerdict) -> None:
    """Keep the word."""
    with workspace.open_store() as store:
        store.record_proof(verdict, file_hash=hash_of({kata.proof: text}))
        if store.forgetful:
            session.say(f"Progress is not kept: {store.forgetful}.")
