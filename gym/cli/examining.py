"""What `gym doctor` looks at: each look gives one finding, and nothing that is broken ends the others."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gym.cli.session import Session
from gym.curriculum import Kata
from gym.errors import GymError

DISTRIBUTION = "asyncio-race-gym"
OLDEST = (3, 11)


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one part, in a sentence; `broken` says that the gym does not work as it should."""

    part: str
    says: str
    broken: bool = False


def examine(session: Session) -> Iterator[Finding]:
    """Every part's finding."""
    looks: dict[str, Callable[[Session], Finding]] = {
        "python": _python,
        "gym": _gym,
        "libraries": _libraries,
        "content": _content,
        "judge": _judge,
        "sandbox": _sandbox,
        "workspace": _workspace,
        "progress": _progress,
        "saves": _saves,
    }
    for part, look in looks.items():
        try:
            yield look(session)
        except GymError as error:
            yield Finding(part, str(error), broken=True)
        except Exception as error:
            yield Finding(part, f"{type(error).__name__}: {error}", broken=True)


def _python(_session: Session) -> Finding:
    import platform

    version, made_by = sys.version_info, platform.python_implementation()
    says = f"{made_by} {platform.python_version()} on {platform.system()}, {sys.executable}"
    if version[:2] < OLDEST or made_by != "CPython":
        return Finding("python", f"{says}; the gym needs CPython {OLDEST[0]}.{OLDEST[1]} or newer.", broken=True)
    return Finding("python", says)


def _gym(_session: Session) -> Finding:
    import gym

    return Finding("gym", f"{gym.__version__} in {Path(gym.__file__).parent}")


def _libraries(_session: Session) -> Finding:
    """The installed version of each library that the gym is made with."""
    import re
    from importlib import metadata

    found, missing = [], []
    try:
        requirements = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return Finding("libraries", "the gym itself is not installed; in its clone: pip install -e .", broken=True)
    for requirement in requirements:
        name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
        if "extra ==" in requirement:
            continue
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        return Finding("libraries", f"{', '.join(missing)} not installed; pip install {' '.join(missing)}", broken=True)
    return Finding("libraries", ", ".join(sorted(found)))


def _content(session: Session) -> Finding:
    """Raises ContentError at the first kata that cannot be read, and UsageError for a pack that is gone."""
    packs = _packs(session)
    katas = [session.catalogue.find(each) for each in session.catalogue.ids()]
    versions = "".join(f"{kata.id} {kata.version}\n" for kata in katas)
    version = hashlib.sha256(versions.encode()).hexdigest()[:12]
    count = f"{len(katas)} kata" + ("" if len(katas) == 1 else "s")
    return Finding("content", f"{count}, version {version}, in {session.catalogue.place.exercises}{packs}")


def _packs(session: Session) -> str:
    """Where the packs are that katas were begun from, as the end of a sentence. Raises UsageError when one is gone."""
    from gym.errors import UsageError
    from gym.progress.packs import known_packs

    packs, problems = known_packs(session.workspace) if session.workspace is not None else ([], [])
    if problems:
        raise UsageError(" ".join(problems[0].split()))
    return "".join(f"; the pack {pack.name} in {pack.folder}" for pack in packs)


def _judge(session: Session) -> Finding:
    """Whether code can be judged at all: one schedule of each check of the first kata's starter."""
    from gym.judge.sandbox import Bare

    tier = Bare().tier
    says = f"sandbox tier {tier}: a process of its own with limits on CPU and memory"
    kata = session.catalogue.find(session.catalogue.ids()[0])
    problem = judge_briefly(kata)
    if problem is not None:
        return Finding("judge", f"{says}; but {kata.id} could not be judged: {problem}", broken=True)
    return Finding("judge", f"{says}; it works")


def _sandbox(_session: Session) -> Finding:
    """The strongest walls there are for code of others, and why no stronger ones. Practice goes without, for speed."""
    return Finding("sandbox", f"for code of others: {climb()}")


def climb() -> str:
    """The tier that holds on this machine, tried out, and why not a higher one."""
    from gym.judge.sandboxes.ladder import best_sandbox

    return best_sandbox().sentence


def judge_briefly(kata: Kata) -> str | None:
    """What keeps the kata's starter from being judged, if anything. Raises GymError."""
    from gym.judge import Attempt, Judge, JudgeOptions

    attempt = Attempt.from_paths({name: kata.folder / name for name in kata.files})
    with Judge(helpers=0) as judge:
        verdict = judge.judge(kata, attempt, JudgeOptions(budget=1))
    failed = [check for check in verdict.checks if check.verdict.exit_status == 3]
    return failed[0].message or str(failed[0].verdict) if failed else None


def _workspace(session: Session) -> Finding:
    workspace = session.workspace
    if workspace is None:
        return Finding("workspace", f"none around {session.cwd}; make one with: gym init race-gym")
    begun = [each for each in session.catalogue.ids() if workspace.has_begun(each)]
    return Finding("workspace", f"{workspace.root}, with {', '.join(begun) or 'no kata begun yet'}")


def _progress(session: Session) -> Finding:
    """Whether the store can be read and written. Raises UsageError for a damaged or a newer one."""
    import sqlite3

    from gym.progress.migrations import VERSION

    workspace = session.workspace
    if workspace is None:
        return Finding("progress", "kept in a workspace only")
    with workspace.open_store() as store:
        if store.forgetful:
            return Finding("progress", f"{store.path}: it is not kept: {store.forgetful}.", broken=True)
        attempts = sum(each.attempts for each in store.progress().values())
        kept = "1 attempt" if attempts == 1 else f"{attempts} attempts"
        return Finding("progress", f"{store.path}, format {VERSION}, {kept}, SQLite {sqlite3.sqlite_version}")


def _saves(session: Session) -> Finding:
    from gym.watch.filesystem import kind_of, needs_polling

    folder = (session.workspace.root if session.workspace else session.cwd).resolve()
    silent = needs_polling(folder)
    if silent:
        return Finding("saves", f"seen by looking four times a second, since {silent} does not announce changes")
    import watchfiles

    return Finding("saves", f"announced by {kind_of(folder) or 'the file system'}, heard by watchfiles {watchfiles.VERSION}")
