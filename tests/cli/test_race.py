"""`gym race`: one's own code, judged by one's own races."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gym.cli.app import run
from gym.cli.session import Session
from gym.engine.schedule import Deviation
from gym.engine.tokens import Token
from tests.cli.conftest import Said
from tests.own.tree import plant
from tests.subject.interpreters import newest_of
from tests.support.pool import MENDED, POOL, RACES

BUGS = Path(__file__).parents[1] / "bugs"
MINOR = sys.version_info.minor
LEAK = str(Token("race_pool#slot-comes-back", MINOR, 0, (Deviation(0, "x0"),)))
ROWS = str(Token("race_pool#two-rows", MINOR, 0, ()))


@pytest.fixture(autouse=True)
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Races end in their order, in our own interpreter, whatever surrounds the tests."""
    monkeypatch.setattr("gym.own.judging.MOST_HELPERS", 0)
    monkeypatch.setattr(sys, "path", sys.path[:])
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "VIRTUAL_ENV"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    return plant(tmp_path, {"pool.py": POOL, "mended.py": MENDED, "race_pool.py": RACES})


def race(cwd: Path, *arguments: str) -> Said:
    out, err = io.StringIO(), io.StringIO()
    status = run(["race", *arguments], Session(cwd, io.StringIO(), out, err))
    return Said(status, out.getvalue(), err.getvalue())


HEAD = """
hung: a caller that goes away leaves its slot to the next
patient never returns: it waits for a Semaphore at pool.py:11  await self._slots.acquire();
impatient took it at pool.py:11 and ended without giving it back
"""
LEAK_TABLE = f"""{HEAD}
     impatient              patient
 1   query('SELECT 1')
 2   the caller goes away
     cancelled
 3                          query('SELECT 1')   <- hang
     pool.py:11  await self._slots.acquire()
     replay: gym race race_pool.py --subject pool.py --replay '{LEAK}'
"""
LEAK_LINES = """
  hung      a caller that goes away leaves its slot to the next
            patient never returns: it waits for a Semaphore at pool.py:11  await
            self._slots.acquire(); impatient took it at pool.py:11 and ended without giving it back
"""
ROWS_TABLE = f"""
rejected: a caller is told of two rows
broken promise: two rows (found: 1)

     only
 1   query('SELECT 1')
 2   db.connect() -> 'connection'
 3   db.execute('connection', 'SELECT 1') -> 1   <- broken: two rows
     returns 1
     pool.py:14  return await self._driver.execute(connection, sql)
     replay: gym race race_pool.py --subject pool.py --replay '{ROWS}'
"""
REST = """
  rejected  a caller is told of two rows   broken promise: two rows (found: 1)
"""
ACCEPTED = """  accepted  two callers share one connection   all 6 schedules (L0)

race_pool: rejected, 2 of 3 races failed
"""


def test_the_first_failing_table_then_a_line_a_race_then_the_word(here: Path) -> None:
    said = race(here, "race_pool.py", "--subject", "pool.py")
    assert said.status == 1
    assert said.out == ROWS_TABLE + REST + LEAK_LINES[1:] + ACCEPTED
    version = f"{sys.version_info.major}.{MINOR}"
    assert said.err.startswith(f"checking race_pool.py on pool.py (Python {version}) ...\n")


def test_all_tables_on_demand(here: Path) -> None:
    said = race(here, "race_pool.py", "--subject", "pool.py", "--all")
    assert (said.status, said.out) == (1, ROWS_TABLE + REST + LEAK_TABLE + LEAK_LINES + ACCEPTED)


def test_plain_is_one_sentence_a_line(here: Path) -> None:
    said = race(here, "race_pool.py", "--subject", "pool.py", "--plain", "--only", "slot")
    assert said.status == 1
    unfolded = HEAD.replace("acquire();\n", "acquire(); ")
    assert (
        said.out
        == f"""{unfolded}\
step 1: impatient: query('SELECT 1')
step 2: impatient: the caller goes away; impatient: cancelled
step 3: patient: query('SELECT 1'); here the promise no longer holds: hang
at pool.py:11  await self._slots.acquire()
replay: gym race race_pool.py --subject pool.py --replay '{LEAK}'

hung      a caller that goes away leaves its slot to the next
patient never returns: it waits for a Semaphore at pool.py:11  await
self._slots.acquire(); impatient took it at pool.py:11 and ended without giving it back

race_pool: hung, 1 of 1 race failed
"""
    )


def test_what_is_right_is_accepted_over_all_schedules(here: Path) -> None:
    said = race(here, "race_pool.py", "--subject", "mended", "--only", "slot", "--only", "one_connection", "--level", "1")
    assert said.status == 0
    assert said.out == (
        "  accepted  a caller that goes away leaves its slot to the next\n"
        "            all 15 schedules (L1, at most 1 cancellation)\n"
        "  accepted  two callers share one connection   all 16 schedules (L1)\n"
        "\n"
        "race_pool: accepted, 2 races\n"
    )


def test_a_budget_that_ran_out_is_said(here: Path) -> None:
    said = race(here, "race_pool.py", "--subject", "mended.py", "--only", "slot-comes-back", "--budget", "3", "--seed", "5")
    assert said.status == 0
    assert "            all 3 with at most 1 deviation (L0, at most 1 cancellation)\n" in said.out


def test_json_is_one_object_as_check_prints(here: Path) -> None:
    said = race(here, "race_pool.py", "--subject", "pool.py", "--json")
    assert (said.status, said.err) == (1, "")
    document = json.loads(said.out)
    assert list(document) == ["kata", "verdict", "points", "max_points", "near_miss", "checks", "timings"]
    assert (document["kata"], document["verdict"], document["near_miss"]) == ("race_pool", "rejected", None)
    assert [(check["id"], check["verdict"], check["token"], check["shape"]) for check in document["checks"]] == [
        ("race_pool#slot-comes-back", "hung", LEAK, "permit-leak"),
        ("race_pool#one-connection", "accepted", None, "unnamed"),
        ("race_pool#two-rows", "rejected", ROWS, "unnamed"),
    ]


# -- replaying


def test_a_token_replays_its_schedule(here: Path) -> None:
    said = race(here, "race_pool.py", "--subject", "pool.py", "--replay", LEAK)
    assert (said.status, said.err) == (1, "")
    assert "\n" + said.out == LEAK_TABLE
    again = json.loads(race(here, "race_pool.py", "--subject", "pool.py", "--replay", LEAK, "--json").out)
    assert (again["check"]["verdict"], [step["number"] for step in again["trace"]["steps"]]) == ("hung", [1, 2, 3])


def test_the_same_schedule_on_mended_code_is_accepted(here: Path) -> None:
    said = race(here, "race_pool.py", "--subject", "mended.py", "--replay", LEAK)
    assert (said.status, said.out.splitlines()[0]) == (0, "accepted: a caller that goes away leaves its slot to the next")


def test_a_token_replays_at_its_own_level(here: Path) -> None:
    found = json.loads(race(here, "race_pool.py", "--subject", "pool.py", "--only", "slot", "--level", "2", "--json").out)
    token = found["checks"][0]["token"]
    assert ".L2." in token
    assert race(here, "race_pool.py", "--subject", "pool.py", "--replay", token).status == 1


def test_where_the_code_goes_another_way_now_the_first_difference_is_told(here: Path) -> None:
    plant(
        here,
        {"quick.py": "class Pool:\n    def __init__(self, driver):\n        pass\n    async def query(self, sql): ...\n"},
    )
    token = str(Token("race_pool#slot-comes-back", MINOR, 0, (Deviation(3, "c1.1"),)))
    said = race(here, "race_pool.py", "--subject", "quick.py", "--replay", token)
    assert (said.status, said.out) == (2, "")
    over = "all was over before choice 3, which was to be c1.1"
    assert said.err == f"gym: the schedule cannot be followed: {over}\n"
    impossible = str(Token("race_pool#slot-comes-back", MINOR, 0, (Deviation(0, "c1.1"),)))
    said = race(here, "race_pool.py", "--subject", "pool.py", "--replay", impossible)
    possible = "at choice 0 the event c1.1 is not possible; possible: c0.1, x0"
    assert (said.status, said.err) == (2, f"gym: the schedule cannot be followed: {possible}\n")


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        (str(Token("race_other#slot", MINOR, 0, ())), "the token is for race_other#slot, which race_pool does not have"),
        (LEAK[:-1], f"{LEAK[:-1]!r} is not a replay token; it looks like KATA#CHECK:p11.L0.3c1.2~1f3a"),
        (LEAK[:-4] + "0000", "the token's checksum does not fit: it was cut or mistyped, so copy it whole"),
    ],
)
def test_a_token_that_fits_nothing_here_is_told(here: Path, token: str, sentence: str) -> None:
    said = race(here, "race_pool.py", "--subject", "pool.py", "--replay", token)
    assert (said.status, said.out, said.err) == (2, "", f"gym: {sentence}\n")


def test_gym_replay_says_where_such_a_token_belongs(here: Path) -> None:
    err = io.StringIO()
    assert run(["replay", LEAK], Session(here, io.StringIO(), io.StringIO(), err)) == 2
    assert err.getvalue() == (
        "gym: the token is for race_pool, and no kata here is called that; a race file of your own is replayed with: "
        "gym race race_pool.py --subject FILE --replay TOKEN\n"
    )


# -- one's own code as it really is


def test_a_package_with_its_own_modules_and_files_is_judged_and_named_from_here(tmp_path: Path) -> None:
    files = {
        "src/shop/__init__.py": "",
        "src/shop/wallet.py": (
            "from pathlib import Path\nimport shop.errors\nfrom . import prices\n"
            "COST = int((Path(__file__).parent / 'cost.txt').read_text())\n"
            "class Wallet:\n"
            "    async def pay(self, bank):\n"
            "        if await bank.balance() < COST:\n"
            "            raise shop.errors.Empty\n"
            "        await bank.take(prices.net(COST))\n"
        ),
        "src/shop/errors.py": "class Empty(Exception): ...\n",
        "src/shop/prices.py": "def net(cost): return cost\n",
        "src/shop/cost.txt": "80",
        "races/race_pay.py": (
            "from bank import Bank\nfrom gym.race import race\n"
            "@race('the balance stays above zero')\n"
            "def overdraft(world):\n"
            "    bank = Bank()\n"
            "    port, wallet = world.port('bank', bank), world.subject('Wallet')\n"
            "    world.flow('a', wallet.pay, port)\n    world.flow('b', wallet.pay, port)\n"
            "    world.always('no balance below zero', lambda: bank.left >= 0)\n"
            "    world.run()\n"
        ),
        "races/bank.py": (
            "class Bank:\n    left = 100\n    async def balance(self): return self.left\n"
            "    async def take(self, n): self.left -= n\n"
        ),
    }
    plant(tmp_path, files)
    for subject in ("src/shop/wallet.py", "shop.wallet"):
        said = race(tmp_path, "races/race_pay.py", "--subject", subject)
        assert said.status == 1
        assert "     src/shop/wallet.py:9  await bank.take(prices.net(COST))\n" in said.out


def test_ones_own_variables_are_there_and_helpers_know_them_too(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gym.own.judging.MOST_HELPERS", 1)
    monkeypatch.setattr("gym.own.judging.cores", lambda: [0, 1])
    monkeypatch.setenv("SLOTS", "1")
    plant(here, {"pool.py": f"import os\nassert os.environ['SLOTS'] == '1' and 'PYTHONPATH' not in os.environ\n{MENDED}"})
    said = race(here, "race_pool.py", "--subject", "pool.py", "--only", "slot", "--only", "one")
    assert (said.status, said.out.count("accepted")) == (0, 3), said.out


@pytest.mark.parametrize(("allowance", "verdict"), [(0.1, "runaway"), (10.0, "accepted")])
def test_ones_own_modules_may_take_their_time(
    here: Path, monkeypatch: pytest.MonkeyPatch, allowance: float, verdict: str
) -> None:
    monkeypatch.setattr("gym.own.judging.CPU_S", allowance)
    slow = "import os\nbegan = os.times().user\nwhile os.times().user - began < 0.25:\n    pass\n"
    plant(here, {"slow.py": slow + MENDED})
    said = race(here, "race_pool.py", "--subject", "slow.py", "--only", "one", "--budget", "1", "--json")
    assert json.loads(said.out)["checks"][0]["verdict"] == verdict


def test_libraries_come_from_the_interpreter_and_from_folders_that_are_named(here: Path) -> None:
    plant(here, {"shelf/plank.py": "WIDTH = 1\n", "library_pool.py": f"import pluggy, plank\n{MENDED}"})
    missing = race(here, "race_pool.py", "--subject", "library_pool.py")
    assert (missing.status, missing.out) == (2, "")
    assert missing.err.startswith(f"gym: library_pool.py:1 imports plank, which {sys.executable} does not have; install it")
    only = ("--only", "one-connection")
    said = race(here, "race_pool.py", "--subject", "library_pool.py", "--library", "shelf", *only)
    assert (said.status, "all 6 schedules (L0)" in said.out) == (0, True)
    assert ", with libraries) ...\n" in said.err


@pytest.mark.parametrize("minor", [11, 13])
def test_a_fault_of_cpythons_own_counts_and_is_named_on_the_interpreter_that_has_it(minor: int) -> None:
    interpreter = newest_of(minor)
    if interpreter is None:
        pytest.skip(f"no CPython 3.{minor} on this machine")
    case = BUGS / "R01-wait-for"
    said = race(case, "race_R01.py", "--subject", "subject.py", "--python", interpreter.path)
    if minor == 13:
        assert (said.status, "all 10 schedules" in said.out) == (0, True)
        return
    assert said.status == 1
    assert "a fault of CPython's own: asyncio.wait_for swallows a cancellation" in said.out
    assert "(gh-86296, fixed in Python 3.12)" in said.out
    assert "'race_R01#cancelled-job:p11.L1." in said.out


# -- no word


def test_a_race_that_is_wrong_itself_gets_no_word(here: Path) -> None:
    plant(here, {"race_bad.py": RACES.replace("only.value == 2", "only.values == 2")})
    said = race(here, "race_bad.py", "--subject", "mended.py")
    assert said.status == 3
    assert said.out.endswith("race_bad: not judged, 1 of 3 races not judged\n")
    line = RACES[: RACES.index("only.value")].count("\n") + 1
    raised = f"AttributeError: 'Flow' object has no attribute 'values' (race_bad.py:{line})"
    assert raised in " ".join(said.out.split())


def test_code_that_goes_two_ways_gets_no_word(here: Path) -> None:
    plant(
        here,
        {
            "moody.py": f"import builtins\nbuiltins.mood = not getattr(builtins, 'mood', 0)\n{MENDED}".replace(
                '"', "'"
            ).replace("await self._slots", "await self._slots")
            + "    if mood:\n        query = None\n"
        },
    )
    said = race(here, "race_pool.py", "--subject", "moody.py", "--only", "one")
    assert (said.status, "not deterministic" in said.out) == (3, True)


def test_code_that_is_not_python_is_rejected_with_its_line(here: Path) -> None:
    plant(here, {"shop/__init__.py": "", "shop/pool.py": "from shop.db import Db\n", "shop/db.py": "x = 1\ndef f(:\n"})
    said = race(here, "race_pool.py", "--subject", "shop/pool.py")
    assert (said.status, said.out) == (1, "\nrace_pool: crashed\nshop/db.py:2 is not valid Python: invalid syntax\n")


# -- wrong usage


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nope.py", "--subject", "pool.py"], "there is no race file nope.py"),
        ([".", "--subject", "pool.py"], ". is a folder; name one race file in it: race_pool.py"),
        (["notes.txt", "--subject", "pool.py"], "notes.txt is not a Python file: its name does not end in .py"),
        (["race_pool.py", "--subject", "nope.py"], "--subject nope.py: there is no such file"),
        (["race_pool.py", "--subject", "pool.py", "--level", "3"], "--level 3: there are the levels 0, 1 and 2"),
        (["race_pool.py", "--subject", "pool.py", "--budget", "0"], "--budget 0: at least one schedule has to be explored"),
        (
            ["race_pool.py", "--subject", "pool.py", "--only", "leak"],
            "--only leak: there is no such race; there are: slot-comes-back, one-connection, two-rows",
        ),
        (["race_pool.py", "--subject", "pool.py", "--python", "no-python"], "--python no-python: there is no such program"),
        (["race_pool.py", "--subject", "pool.py", "--library", "no"], "--library no: there is no such folder"),
    ],
)
def test_wrong_usage_is_one_sentence_and_ends_2(here: Path, arguments: list[str], sentence: str) -> None:
    plant(here, {"notes.txt": ""})
    said = race(here, *arguments)
    assert (said.status, said.out, said.err) == (2, "", f"gym: {sentence}\n")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("x = 1\n", "there is no race in race_it.py; a race is a function below @race(...), from gym.race"),
        ("x = 1\ndef f(:\n", "race_it.py:2 is not valid Python: invalid syntax"),
        ("x = 1\n\n1 / 0\n", "race_it.py:3: cannot be loaded: ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit(4)\n", "race_it.py:2: cannot be loaded: SystemExit: 4"),
        (
            "from shop.wallet import Wallet\n",
            "race_it.py:1: cannot be loaded: ModuleNotFoundError: No module named 'shop'; a race runs apart from your code: "
            "it reaches it by name, as world.subject(NAME) or world.function(NAME)",
        ),
        (
            "from gym.race import race\n@race\ndef r(world): ...\n",
            'race_it.py:2: @race needs a title, the promise in one sentence: @race("two callers share one connection")',
        ),
        (
            "from gym.race import race\n@race('x', level=3)\ndef r(world): ...\n",
            "race_it.py:2: the race 'x' has level 3; there are 0, 1 and 2",
        ),
    ],
)
def test_a_race_file_that_cannot_be_used_is_told_with_its_line(tmp_path: Path, source: str, sentence: str) -> None:
    plant(tmp_path, {"races/race_it.py": source, "src/shop/wallet.py": "import shop.db", "src/shop/db.py": ""})
    said = race(tmp_path, "races/race_it.py", "--subject", "shop.wallet")
    assert (said.status, said.out, said.err) == (2, "", f"gym: {sentence}\n")


def test_it_needs_a_subject(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert race(here, "race_pool.py").status == 2
    assert "Missing option '--subject'" in capsys.readouterr().err


# -- as a process


def test_into_a_narrow_pipe_goes_plain_text_and_nothing_is_left_behind(here: Path) -> None:
    command = [sys.executable, "-m", "gym", "race", "race_pool.py", "--subject", "pool.py"]
    environ = {**os.environ, "COLUMNS": "60", "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=here, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    too_wide = [line for line in done.stdout.splitlines() if len(line) > 60 and "replay: " not in line]
    assert too_wide == []
    assert done.stdout.endswith("race_pool: rejected, 2 of 3 races failed\n")
    assert sorted(path.name for path in here.iterdir() if path.name != "__pycache__") == [
        "mended.py", "pool.py", "race_pool.py",
    ]  # fmt: skip
