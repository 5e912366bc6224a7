"""`python -m tests.bugs.table [--rounds N]`: judge every case again and write the table of README.md.

Stops where a number is not the one that cases.py has, so that what is written was measured.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass

from tests.bench.measure import machine
from tests.bugs.cases import CASES, FOLDER, Case, Library
from tests.bugs.judging import assert_clean, assert_found, judge_in, race_of, subject_process
from tests.subject.interpreters import Interpreter, interpreters, newest_of

README = FOLDER / "README.md"

_HEAD = """\
# Twenty public bugs

Faults of released asyncio code that nobody here wrote. Each folder has a race and a subject, some lines of our own that
use the library as its users do. The race must find the bug in the version that has it, without the schedule being
written into it, and accept the fixed version over the whole space that it states.

`python tests/bugs/install.py` fetches the libraries, each into a folder of its own; `pytest tests/bugs` runs them on the
Python at hand, `pytest tests/full` on every CPython from 3.11 to 3.13 that is there. One by hand, where `$BUGS` is the
folder that install.py names:

```sh
gym race tests/bugs/R34-tenacity/race_R34.py --subject tests/bugs/R34-tenacity/subject.py --library $BUGS/tenacity-8.4.1
```

A further case is a folder with a race and a subject, an entry in cases.py, and a run of install.py and of the script below.

"""

_FOOT = """
*Level* is the lowest at which the bug is found: one event at a time (0), two in one poll (1), one before the loop is
idle (2). *Found after* counts schedules to the first failure, *trace* the steps of the shortest failing one, *space* all
schedules on the fixed version. Milliseconds are from a subject whose library is imported to the word, with the trace
made small on the way: medians of {rounds} on {machine}; where no CPython is
named, the subject ran on {python}. `python -m tests.bugs.table` writes this file.
"""

COLUMNS = (
    "bug",
    "has it",
    "has the fix",
    "shape",
    "level",
    "found after",
    "trace",
    "ms to the failure",
    "space",
    "ms for the space",
)


@dataclass(frozen=True, slots=True)
class Measured:
    """What judging one version again and again gave; `ms` is the median."""

    schedules: int
    steps: int
    ms: float


def cells(case: Case) -> list[str]:
    """What a row says besides milliseconds, in the order of the columns."""
    versions = [_version(case, fixed=fixed) for fixed in (False, True)]
    told = [str(number) for number in (case.level, case.found_after, case.steps)]
    return [case.slug, *versions, race_of(case).shape, *told, "", str(case.space), ""]


def _version(case: Case, *, fixed: bool) -> str:
    library = case.fixed if fixed else case.buggy
    return _named(library) if library is not None else f"CPython {python_for(case, fixed=fixed)}"


def _named(library: Library) -> str:
    name, _, version = library.requirements[0].partition("==")
    return f"{name} {version}"


def python_for(case: Case, *, fixed: bool) -> Interpreter:
    """The newest CPython 3.11; where the bug is CPython's own, the oldest with the fix for the fixed version."""
    if fixed and case.fixed_in is not None:
        return next(found for found in interpreters() if found.version >= case.fixed_in)
    found = newest_of(11)
    assert found is not None, "the numbers are those of CPython 3.11"
    return found


def measure(case: Case, rounds: int, *, fixed: bool) -> Measured:
    """Judge one version so often, in one process; the first time, which imports the library, is not counted."""
    taken = []
    with subject_process(case, python_for(case, fixed=fixed), fixed=fixed) as arena:
        verdict = judge_in(arena, case)
        for _ in range(rounds):
            began = time.perf_counter()
            verdict = judge_in(arena, case)
            taken.append((time.perf_counter() - began) * 1000)
        if fixed:
            assert_clean(verdict)
        else:
            assert_found(case, verdict)
            if case.level:
                assert_clean(judge_in(arena, case, case.level - 1))
    return Measured(verdict.schedules, len(verdict.trace.steps) if verdict.trace else 0, statistics.median(taken))


def row(case: Case, rounds: int) -> list[str]:
    """One line of the table, measured. Raises SystemExit where a number is not the case's."""
    buggy, fixed = measure(case, rounds, fixed=False), measure(case, rounds, fixed=True)
    found = (buggy.schedules, buggy.steps, fixed.schedules)
    if found != (case.found_after, case.steps, case.space):
        said = f"found after {found[0]}, trace {found[1]}, space {found[2]}"
        raise SystemExit(f"{case.slug}: cases.py says otherwise: {said}")
    told = cells(case)
    told[COLUMNS.index("ms to the failure")] = f"{buggy.ms:,.0f}"
    told[COLUMNS.index("ms for the space")] = f"{fixed.ms:,.0f}"
    print(" ".join(told), file=sys.stderr)
    return told


def write(rounds: int) -> None:
    """Measure everything and write the file."""
    lines = [list(COLUMNS), ["---"] * len(COLUMNS), *[row(case, rounds) for case in CASES]]
    table = "".join("| " + " | ".join(line) + " |\n" for line in lines)
    README.write_text(_HEAD + table + _FOOT.format(rounds=rounds, machine=machine(), python=f"CPython {newest_of(11)}"))


def main() -> None:
    ask = argparse.ArgumentParser(prog="python -m tests.bugs.table", description="Write the table of the public bugs.")
    ask.add_argument("--rounds", type=int, default=5, help="how many rounds each median is taken over")
    write(ask.parse_args().rounds)


if __name__ == "__main__":
    main()
