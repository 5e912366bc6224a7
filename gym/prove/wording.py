"""From runs to words, and the sentences for what is wrong with a proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gym.prove.hosts import DECISIVE
from gym.prove.task import ProofTask, Version
from gym.prove.verdict import ProofVerdict, Row, Word
from gym.prove.wire import Outcome, Run

CATCHES = frozenset({"assertion", "never returns", "raised"})
"""A claim of the test that did not hold; a caller that is never back; an error that came out of the tested code."""
MOST_NAMED = 3


def row_of(version: Version, run: Run) -> Row:
    """The word on one version."""
    if run.ending != "finished":
        word = Word.FAILS if version.is_right else Word.BROKE
        return Row(version, word, "", run.line, run.source, _ending(run))
    wrong = [outcome for outcome in run.outcomes if outcome.kind != "passed"]
    if not wrong:
        return Row(version, Word.PASSES if version.is_right else Word.MISSED)
    if version.is_right:
        return _row(version, Word.FAILS, wrong[0])
    caught = next((outcome for outcome in wrong if outcome.kind in CATCHES), None)
    return _row(version, Word.CAUGHT, caught) if caught is not None else _row(version, Word.BROKE, wrong[0])


def _row(version: Version, word: Word, outcome: Outcome) -> Row:
    message = outcome.message.rstrip(".")
    if outcome.kind == "skipped":
        message = "the test is skipped, and so says nothing"
    elif outcome.kind == "raised":
        message = f"{message} comes out of what is tested"
    elif outcome.kind == "setup":
        message = f"it goes wrong around the test, in a fixture: {message}"
    return Row(version, word, outcome.test, outcome.line, outcome.source, message)


def _ending(run: Run) -> str:
    """What to say of a run that did not finish, in mid-sentence."""
    return {
        "not imported": f"the file cannot be imported: {run.message}",
        "no test": "the file holds no test: one is a function whose name begins with test_",
        "endless": "the test computes and computes without an end",
        "too slow": "the test takes too long; nothing in it has to sleep: time passes with await gates.pass_time(...)",
        "died": "the process, or pytest in it, was ended from inside before every test had its word",
        "foul": f"the test {run.message}; a proof goes by what the code does",
        "finished": "",
    }[run.ending]


def verdict_of(task: ProofTask, found: Sequence[Run | None]) -> ProofVerdict:
    """The word on the whole proof; `found` are the runs of all versions in the task's order, and then all once more."""
    decisive = next((at for at, run in enumerate(found) if run is not None and run.ending in DECISIVE), None)
    if decisive is not None:
        return ProofVerdict(task.id, (), _decided(task, task.versions[decisive % len(task.versions)], found[decisive]))
    every = [run for run in found if run is not None]
    runs, again = every[: len(task.versions)], every[len(task.versions) :]
    if all(run.ending in ("not imported", "no test") for run in every):
        return ProofVerdict(task.id, (), _unrunnable(task, runs[0]))
    rows = tuple(row_of(version, run) for version, run in zip(task.versions, runs, strict=True))
    for first, second, row in zip(runs, again, rows, strict=True):
        if _essence(first) != _essence(second):
            return ProofVerdict(task.id, rows, _flaky(task, row, first, second))
    return ProofVerdict(task.id, rows, _first_problem(task, rows))


def _decided(task: ProofTask, version: Version, run: Run | None) -> str:
    """The sentence for a run after which the others need not be seen."""
    assert run is not None
    place = f"{task.file}:{run.line}  {run.source}" if run.line else f"On {_named(version)}"
    return f"{place}\n{_capital(_ending(run))}."


def _unrunnable(task: ProofTask, run: Run) -> str:
    place = f"{task.file}:{run.line}" if run.line else task.file
    return f"{place}: {_ending(run)}."


def _essence(run: Run) -> tuple[object, ...]:
    """What has to be the same in every run; messages may hold addresses."""
    return run.ending, [(outcome.test, outcome.kind, outcome.line) for outcome in run.outcomes]


def _flaky(task: ProofTask, row: Row, first: Run, second: Run) -> str:
    differing = [one.test for one, other in zip(first.outcomes, second.outcomes, strict=False) if one != other]
    named = differing[0] if differing else task.file
    return (
        f"{named} is not deterministic: run twice on {_named(row.version)}, it ended in two ways. Nothing in it may hang on "
        "chance, on the clock or on the address of an object."
    )


def _first_problem(task: ProofTask, rows: Sequence[Row]) -> str:
    """The sentence that helps most: a test that asks too much first, then one that sees too little."""
    for row in rows:
        if row.word is Word.FAILS:
            says = "It also fails on a correct version: it asks for more than the contract promises, or it breaks."
            return f"{says}\n{_told(task, row)}"
    starter = next(row for row in rows if row.version.kind == "starter")
    if starter.word is Word.MISSED:
        return "It passes on the code as you got it, which breaks the promise: it does not see the fault yet."
    broke = next((row for row in (starter, *rows) if row.word is Word.BROKE), None)
    if broke is not None:
        return f"On {_named(broke.version)} it breaks before it can tell right from wrong.\n{_told(task, broke)}"
    missed = [row.version for row in rows if row.word is Word.MISSED]
    if not missed:
        return ""
    which = f"{_capital(missed[0].title)}: " if len(missed) > 1 else ""
    return f"It lets {_listed(missed)} pass.\n{which}{' '.join(missed[0].why.split())}"


def _told(task: ProofTask, row: Row) -> str:
    """Where it happened, what stands there, and what was found."""
    where = f"{row.test}, " if row.test else ""
    source = f"  {row.source}" if row.source else ""
    place = f"{task.file}:{row.line}{source}" if row.line else task.file
    found = "" if row.message == row.source else f"\n{row.message}"
    return f"{where}{place}{found}"


def _named(version: Version) -> str:
    return {"starter": "the code as you got it", "solution": "a correct version"}.get(version.kind, version.title)


def _listed(versions: Iterable[Version]) -> str:
    titles = [version.title for version in versions]
    if len(titles) > MOST_NAMED:
        return f"{', '.join(titles[:MOST_NAMED])} and {len(titles) - MOST_NAMED} more"
    return titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} and {titles[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
