"""The pytest plugin, in processes of its own as pytest starts it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from gym.curriculum.pack import make_pack
from gym.engine.schedule import Deviation
from gym.engine.tokens import Token
from tests.own.tree import plant
from tests.support.authoring import begun_kata, finish
from tests.support.pool import MENDED, POOL, RACES

ROOT = Path(__file__).parents[2]
WALLET_RACES = str(ROOT / "tests" / "races" / "02-credit-wallet")
LEAK = str(Token("race_pool#slot-comes-back", sys.version_info.minor, 0, (Deviation(0, "x0"),)))

HUNG = (
    "hung: patient never returns: it waits for a Semaphore at pool.py:11  await self._slots.acquire(); impatient took it at "
    "pool.py:11 and ended without giving it back"
)


def run(cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """pytest as a user runs it, without what may be installed beside it."""
    beside = [f"-pno:{name}" for name in ("anyio", "hypothesispytest", "platformdirs")]
    command = [sys.executable, "-m", "pytest", "-pno:cacheprovider", *beside, *arguments]
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}
    environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, [environ.get("PYTHONPATH")])])
    return subprocess.run(command, cwd=cwd, env=environ | {"COLUMNS": "80"}, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {"pool.py": POOL, "mended.py": MENDED, "races/race_pool.py": RACES, "test_it.py": "def test_it(): ...\n"}
    return plant(tmp_path_factory.mktemp("own"), files)


@pytest.fixture(scope="module")
def rejected(here: Path) -> tuple[subprocess.CompletedProcess[str], ET.Element]:
    """A run on the leaking pool, and its JUnit file."""
    done = run(here, "--gym-subject", "pool.py", "-v", "--junitxml=junit.xml")
    return done, ET.parse(here / "junit.xml").getroot()


def test_each_race_is_an_item_and_ordinary_tests_run_beside(
    rejected: tuple[subprocess.CompletedProcess[str], object],
) -> None:
    done, _ = rejected
    assert done.returncode == 1, done.stdout + done.stderr
    assert "gym: races on pool.py\n" in done.stdout
    assert re.findall(r"^(\S+::\S+) (.*?) +\[ *\d+%\]$", done.stdout, re.MULTILINE) == [
        ("races/race_pool.py::slot-comes-back", "FAILED"),
        ("races/race_pool.py::one-connection", "PASSED all 6 schedules (L0)"),
        ("races/race_pool.py::two-rows", "FAILED"),
        ("test_it.py::test_it", "PASSED"),
    ]


def test_a_failure_is_the_table_and_no_traceback(rejected: tuple[subprocess.CompletedProcess[str], object]) -> None:
    done, _ = rejected
    failure = re.search(r"^_+ slot-comes-back _+\n(.*?)\n_+ two-rows _+$", done.stdout, re.MULTILINE | re.DOTALL)
    assert failure is not None
    assert (
        failure[1]
        == f"""\
hung: a caller that goes away leaves its slot to the next
patient never returns: it waits for a Semaphore at pool.py:11  await
self._slots.acquire(); impatient took it at pool.py:11 and ended without giving
it back

     impatient              patient
 1   query('SELECT 1')
 2   the caller goes away
     cancelled
 3                          query('SELECT 1')   <- hang
     pool.py:11  await self._slots.acquire()
     replay: gym race races/race_pool.py --subject pool.py --replay '{LEAK}'"""
    )
    assert "FAILED races/race_pool.py::slot-comes-back - hung: patient never returns: it" in done.stdout
    assert "Traceback" not in done.stdout and "gym/plugin" not in done.stdout


def test_junit_has_names_a_sentence_and_the_coverage(rejected: tuple[object, ET.Element]) -> None:
    _, junit = rejected
    (suite,) = junit
    assert [suite.get(name) for name in ("tests", "failures", "errors")] == ["4", "2", "0"]
    cases = {case.get("name"): case for case in suite}
    leak = cases["slot-comes-back"]
    assert leak.get("classname") == "races.race_pool"
    failure = leak.find("failure")
    assert failure is not None and failure.text is not None
    assert failure.get("message") == HUNG
    assert failure.text.splitlines()[0] == "hung: a caller that goes away leaves its slot to the next"
    properties = {each.get("name"): each.get("value") for each in cases["one-connection"].iter("property")}
    assert properties == {"gym-schedules": "6", "gym-coverage": "all 6 schedules (L0)"}
    assert {each.get("name"): each.get("value") for each in leak.iter("property")}["gym-token"] == LEAK


def test_workers_of_xdist_judge_each_with_a_puppet_of_its_own(here: Path) -> None:
    done = run(here, "--gym-subject", "pool.py", "-n2", "--junitxml=parallel.xml", "races")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "2 failed, 1 passed" in done.stdout
    (suite,) = ET.parse(here / "parallel.xml").getroot()
    messages = {case.get("name"): failure.get("message") for case in suite for failure in case.iter("failure")}
    assert messages == {
        "slot-comes-back": HUNG,
        "two-rows": "rejected: broken promise: two rows (found: 1)",
    }


def test_races_are_chosen_by_name_level_and_budget_and_the_first_failure_may_end_it(here: Path) -> None:
    chosen = run(here, "--gym-subject", "mended", "races", "-k", "one_connection", "-v", "--gym-level=1", "--gym-budget=9")
    assert chosen.returncode == 0, chosen.stdout
    assert re.search(
        r"one-connection PASSED all \d with at most 1 deviation and \d with 2 deviations or more", chosen.stdout
    )
    assert "1 passed, 2 deselected" in chosen.stdout
    stopped = run(here, "--gym-subject", "pool", "races/race_pool.py", "-x", "-q")
    assert "1 failed" in stopped.stdout and "passed" not in stopped.stdout


def test_what_cannot_be_judged_is_an_error_and_no_failure(here: Path, tmp_path: Path) -> None:
    plant(tmp_path, {"pool.py": MENDED, "race_it.py": RACES.replace("only.value == 2", "only.values == 2")})
    done = run(tmp_path, "--gym-subject", "pool.py", "-k", "two")
    assert done.returncode == 1
    assert "2 deselected, 1 error" in done.stdout
    assert "ERROR race_it.py::two-rows - not judged: the race 'two-rows' raised Attribute" in done.stdout
    assert "Traceback" not in done.stdout and "gym/plugin" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["--gym-subject", "nope.py"], 4, "ERROR: --gym-subject nope.py: there is no such file or folder\n"),
        (["--gym-level", "1"], 4, "ERROR: --gym-level says how to explore; name the code with --gym-subject\n"),
        (["--gym-subject", "pool.py", "--gym-budget", "0"], 4, "argument --gym-budget: '0' is no number of schedules\n"),
        (["--gym-subject", "no.where", "races"], 2, "--gym-subject no.where: there is no such module in the current folder"),
        (["--gym-subject", "pool.py", "broken"], 2, "race_broken.py:1 is not valid Python: invalid syntax\n"),
        (["--gym-subject", "lib.py", "races"], 2, "name its folder with --gym-library\n"),
        (["--gym-subject", str(ROOT / "solutions"), WALLET_RACES], 2, "solutions/wallet.py is not there\n"),
    ],
)
def test_wrong_usage_is_one_sentence(here: Path, arguments: list[str], status: int, sentence: str) -> None:
    plant(here, {"lib.py": "import nowhere_to_be_found\n", "broken/race_broken.py": "def f(:\n"})
    done = run(here, *arguments)
    assert (done.returncode, sentence in done.stdout + done.stderr) == (status, True), done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_katas_starter_is_rejected_and_its_solution_accepted() -> None:
    chosen = ["-k", "overspend or another-user", WALLET_RACES]
    starter = run(ROOT, "--gym-subject", "exercises/02-credit-wallet", *chosen)
    assert starter.returncode == 1, starter.stdout + starter.stderr
    assert "     exercises/02-credit-wallet/wallet.py:" in starter.stdout
    token = r"'02-credit-wallet#overspend:p\d+\.L0\.~[0-9a-f]{4}'"
    assert re.search(rf"replay: gym replay --file exercises/02-credit-wallet/wallet.py {token}", starter.stdout)
    solution = run(ROOT, "--gym-subject", "solutions/02-credit-wallet/solution.py", *chosen)
    assert (solution.returncode, "2 passed" in solution.stdout) == (0, True), solution.stdout + solution.stderr


def test_the_races_of_a_pack_know_their_kata(tmp_path: Path) -> None:
    make_pack(tmp_path / "acme")
    finish(*begun_kata(tmp_path / "acme")[1].folders)
    starter = run(tmp_path, "--gym-subject", "acme/exercises/01-shop-cart", "acme/tests/races")
    assert starter.returncode == 1, starter.stdout + starter.stderr
    replay = (
        r"replay: gym replay --pack acme --file acme/exercises/01-shop-cart/shop_cart.py 'acme:01-shop-cart#both-counted:p"
    )
    assert re.search(replay, starter.stdout)
    solution = run(tmp_path, "--gym-subject", "acme/solutions/01-shop-cart/solution.py", "acme/tests/races")
    assert (solution.returncode, "1 passed" in solution.stdout) == (0, True), solution.stdout + solution.stderr


def test_without_a_subject_nothing_changes(here: Path) -> None:
    done = run(here, "-q")
    assert (done.returncode, "1 passed" in done.stdout, "race" in done.stdout) == (0, True, False)


def test_without_a_subject_nothing_of_the_engine_is_loaded() -> None:
    code = "import sys, gym.plugin; print(*sorted(name for name in sys.modules if name.split('.')[0] in ('gym', 'msgspec')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["gym", "gym.plugin"]
