"""The content audit on a small kata of which everything is true, and then one thing is not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gym.curriculum import Kata
from gym.curriculum.audit import Row, audit_entry, entries, idle_checks, kata_problems
from gym.errors import ContentError
from gym.judge import Judge
from tests.support.authoring import again, begun_kata, finished_kata

SECOND_MISS = '"""the same again\n\nTempting, because it is.\n"""\n'


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(helpers=0) as judge:
        yield judge


@pytest.fixture(autouse=True)
def no_visible_tests(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """They take longer than all that is looked at here; one test runs them."""
    if "visible" not in request.node.name:
        monkeypatch.setattr("gym.curriculum.audit.why_not_green", lambda _kata, _files: None)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    finished_kata(tmp_path)
    return tmp_path


def edit(root: Path, name: str, *pairs: tuple[str, str]) -> None:
    (path,) = root.rglob(name)
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def audited(judge: Judge, kata: Kata) -> tuple[list[Row], list[str]]:
    """The rows, and every problem with its file's name."""
    rows = [audit_entry(judge, kata, entry) for entry in entries(kata)]
    problems = [*(problem for row in rows for problem in row.problems), *kata_problems(kata, rows)]
    return rows, [f"{problem.file.name if problem.file else ''}: {problem.says}" for problem in problems]


def told(judge: Judge, root: Path) -> list[str]:
    return audited(judge, again(root))[1]


def test_a_kata_of_which_all_is_true(judge: Judge, root: Path) -> None:
    rows, problems = audited(judge, again(root))
    assert problems == []
    assert [(row.entry.kind, row.entry.name, row.killers) for row in rows] == [
        ("starter", "starter", ("both-counted",)),
        ("solution", "solution", ()),
        ("near miss", "lock-of-its-own", ("both-counted",)),
    ]
    assert [check.coverage for check in rows[1].verdict.checks] == ["all 16 schedules (L1)"]
    assert rows[1].schedules == 16


def test_a_kata_as_it_is_begun_names_its_race_first(judge: Judge, tmp_path: Path) -> None:
    begun_kata(tmp_path)
    problems = told(judge, tmp_path)
    first = "race_shop_cart.py: both-counted is the template's example: write your own race first, in its place"
    assert problems[0] == first
    assert [problem for problem in problems[1:] if "TODO(author)" not in problem] == []


def test_a_starter_without_a_fault(judge: Judge, root: Path) -> None:
    (starter,) = root.glob("exercises/*/shop_cart.py")
    (solution,) = root.rglob("solution.py")
    starter.write_text(solution.read_text())
    assert told(judge, root) == ["shop_cart.py: the starter is accepted, so there is nothing to mend in it"]


def test_a_solution_that_a_check_rejects(judge: Judge, root: Path) -> None:
    edit(root, "solution.py", ("self._counting:", "asyncio.Lock():"))
    (problem,) = told(judge, root)
    assert problem.startswith(
        "solution.py: both-counted rejects it: broken promise: both are counted (found: 1) (01-shop-cart#both-counted:p"
    )


def test_a_near_miss_that_other_checks_kill_than_it_says(judge: Judge, root: Path) -> None:
    edit(root, "near_misses.toml", ("both-counted", "other"))
    assert told(judge, root) == ["near_misses.toml: [lock-of-its-own] says that other kill it, and both-counted do"]


def test_a_near_miss_that_is_right(judge: Judge, root: Path) -> None:
    edit(
        root,
        "lock_of_its_own.py",
        ("        self._store = store\n", "        self._store = store\n        self._lock = asyncio.Lock()\n"),
        ("with asyncio.Lock():", "with self._lock:"),
    )
    assert told(judge, root) == ["near_misses.toml: [lock-of-its-own] says that both-counted kill it, and no check do"]


def test_a_claim_that_is_missing_is_told_as_it_is_to_be_written(judge: Judge, root: Path) -> None:
    edit(root, "near_misses.toml", ('[lock-of-its-own.claims]\nboth-counted = "both are counted"\n', ""))
    says = '[lock-of-its-own] has no claim for both-counted, and both-counted fails by "both are counted"'
    assert told(judge, root) == [f"near_misses.toml: {says}"]


def test_a_claim_that_is_another(judge: Judge, root: Path) -> None:
    edit(root, "near_misses.toml", ('"both are counted"', '"hang"'))
    says = '[lock-of-its-own] claims "hang", and both-counted fails by "both are counted"'
    assert told(judge, root) == [f"near_misses.toml: {says}"]


def test_two_near_misses_that_cannot_be_told_apart(judge: Judge, root: Path) -> None:
    (miss,) = root.rglob("lock_of_its_own.py")
    miss.with_name("twin.py").write_text(SECOND_MISS + miss.read_text().split('"""', 2)[2])
    (declared,) = root.rglob("near_misses.toml")
    declared.write_text(
        declared.read_text() + '\n[twin]\nkills = ["both-counted"]\n[twin.claims]\nboth-counted = "both are counted"\n'
    )
    says = "[twin] is recognised as lock-of-its-own: both fail by the same claims"
    assert told(judge, root) == [f"near_misses.toml: {says}"]


def test_a_check_that_kills_nothing(judge: Judge, root: Path) -> None:
    edit(root, "race_shop_cart.py", ("    world.check(store.number == 2", "    world.check(store.number <= 2"))
    edit(root, "near_misses.toml", ("both-counted", "other"))
    rows, problems = audited(judge, again(root))
    assert idle_checks(rows) == ("both-counted",)
    idle = "race_shop_cart.py: both-counted kills neither the starter nor a near miss: no wrong fix needs it yet"
    assert idle in problems


def test_a_fault_that_no_check_looks_for(judge: Judge, root: Path) -> None:
    edit(root, "exercise.toml", ("[[faults]]", '[[faults]]\nid = "other"\nsays = "It is slow."\n\n[[faults]]'))
    says = 'no check looks for the fault other: name it in a race, fault="other"'
    assert told(judge, root) == [f"exercise.toml: {says}"]


def test_a_check_that_looks_for_a_fault_that_is_not_planted(judge: Judge, root: Path) -> None:
    edit(root, "exercise.toml", ('id = "read-before-write"', 'id = "late-write"'))
    assert told(judge, root) == [
        'exercise.toml: no check looks for the fault late-write: name it in a race, fault="late-write"',
        "race_shop_cart.py: both-counted looks for the fault read-before-write, which exercise.toml does not plant",
    ]


def test_a_space_that_the_budget_does_not_see_all_of(judge: Judge, root: Path) -> None:
    edit(root, "race_shop_cart.py", ("level=1)", "level=2, budget=5)"))
    (problem,) = told(judge, root)
    assert problem.startswith("race_shop_cart.py: both-counted does not see all of its space on solution (")
    assert problem.endswith("); narrow it, or raise its budget")


def test_visible_tests_that_do_not_pass(judge: Judge, root: Path) -> None:
    edit(root, "test_shop_cart.py", ("await counter.add() == 2", "await counter.add() == 3"))
    assert told(judge, root) == [
        f"{name}: the visible tests do not pass on it: FAILED test_shop_cart.py::test_each_call_counts - assert 2 == 3"
        for name in ("shop_cart.py", "solution.py")
    ]


def test_a_race_that_cannot_run_is_not_judged_and_named(judge: Judge, root: Path) -> None:
    edit(root, "race_shop_cart.py", ('world.flow("caller B", counter.add)', "1 / 0"))
    problems = told(judge, root)
    assert problems[0].startswith("race_shop_cart.py: both-counted is not judged: ")
    assert "ZeroDivisionError" in problems[0]


def test_a_race_file_that_cannot_be_loaded_is_the_author_s(judge: Judge, root: Path) -> None:
    edit(root, "race_shop_cart.py", ("from gym.race", "from gym.rave"))
    with pytest.raises(ContentError, match=r"^race_shop_cart\.py:5: cannot be loaded: ModuleNotFoundError"):
        told(judge, root)


def test_a_kata_to_come_before_that_is_not_there(judge: Judge, root: Path) -> None:
    edit(root, "exercise.toml", ("minutes = 10", 'minutes = 10\nprerequisites = ["00-warm-up", "07-queue"]'))
    kata = again(root)
    rows = [audit_entry(judge, kata, entry) for entry in entries(kata)[:1]]
    found = [problem.says for problem in kata_problems(kata, rows, ["00-warm-up", "acme:01-shop-cart"])]
    assert found == ["prerequisites: there is no kata 07-queue"]
