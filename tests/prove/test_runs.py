"""What becomes of one version under a test, for each way in which a test can go: kind, line and message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gym.prove.hosts import Host
from gym.prove.wire import Job, Outcome, Run

CODE = '''\
"""Named by this line."""

import asyncio
import logging


class Box:
    """Named by this one too."""

    async def get(self):
        logging.getLogger("box").info("logged")
        return 1

    async def fail(self):
        raise OSError("down")

    async def stay(self):
        await asyncio.Event().wait()

    async def spin(self):
        while True:
            pass
'''
FAKES = "class Fake:\n    async def call(self, *args):\n        assert False, 'in the fake'\n"
HEAD = "import asyncio\nimport pytest\nimport box\nfrom box import Box\nfrom fakes import Fake\n\n\n"
LINE = HEAD.count("\n") + 2
"""Of the first line of a test's body."""

NEVER = "A never returns, though no gate is closed and no timer runs."
CLOSED = (
    "the test waits here for what closed gates hold back: the test: call(...). "
    "Open them first: await gates.open(call), or await gates.open_all()."
)

Try = Callable[[str], Run]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("host"))
    yield host
    host.close()


@pytest.fixture
def try_file(host: Host, tmp_path: Path) -> Try:
    """Run a whole test file on the code."""

    def run(text: str) -> Run:
        (tmp_path / "fakes.py").write_text(FAKES, encoding="utf-8")
        (tmp_path / "test_it.py").write_text(text, encoding="utf-8")
        return host.run(Job(str(tmp_path), "test_it.py", {"box.py": CODE}))

    return run


@pytest.fixture
def try_body(try_file: Try) -> Try:
    """Run one test with this body."""

    def run(body: str) -> Run:
        indented = "".join(f"    {line}\n" for line in body.splitlines())
        return try_file(f"{HEAD}async def test_it(gates):\n{indented}")

    return run


def only(run: Run) -> Outcome:
    assert run.ending == "finished"
    (outcome,) = run.outcomes
    assert outcome.test == "test_it"
    return outcome


@pytest.mark.parametrize(
    ("body", "kind", "message"),
    [
        ("assert await Box().get() == 1", "passed", ""),
        ("assert await Box().get() == 2", "assertion", "assert 1 == 2"),
        ("assert False, 'said so'", "assertion", "said so"),
        ("pytest.fail('said so')", "assertion", "said so"),
        ("await Box().fail()", "raised", "OSError: down"),
        ("await gates.start('A', Box().fail())", "raised", "OSError: down"),
        ("a = gates.start('A', Box().get()); a.cancel(); await a", "raised", "CancelledError"),
        ("async with asyncio.TaskGroup() as group: group.create_task(Box().fail())", "raised", "OSError: down"),
        ("await Fake().call()", "error", "in the fake"),
        ("await gates.start('A', Box().stay())", "never returns", NEVER),
        ("await gates.guard(Fake()).call()", "gates", CLOSED),
        ("box.nothing", "error", "AttributeError: module 'box' has no attribute 'nothing'"),
        ("Box().get(1)", "error", "TypeError: Box.get() takes 1 positional argument but 2 were given"),
        ("pytest.skip('not today')", "skipped", "Skipped: not today"),
        ("raise SystemExit(0)", "error", "SystemExit: 0"),
        ("assert box.__doc__ is Box.__doc__ is None", "passed", ""),
        ("repr(gates.start('A', Box().get()))", "passed", ""),
        ("import inspect; assert inspect.iscoroutinefunction(Box.get) and inspect.signature(Box.get)", "passed", ""),
        ("from unittest.mock import AsyncMock; assert await AsyncMock(spec=Box).get() is not None", "passed", ""),
    ],
)
def test_a_test_goes_wrong_in_one_of_these_ways(try_body: Try, body: str, kind: str, message: str) -> None:
    outcome = only(try_body(body))
    assert (outcome.kind, outcome.message) == (kind, message)
    if kind not in ("passed", "skipped"):
        assert (outcome.line, outcome.source) == (LINE, body)


def test_what_was_to_be_raised_and_was_not_is_a_claim_that_does_not_hold(try_body: Try) -> None:
    outcome = only(try_body("with pytest.raises(OSError): await Box().get()"))
    assert (outcome.kind, outcome.message.partition(" RAISE ")[0], outcome.line) == ("assertion", "DID NOT", LINE)


def test_a_fixture_that_breaks_is_not_the_test(try_file: Try) -> None:
    fixture = "@pytest.fixture\ndef box_of_mine():\n    raise ValueError('no box')\n\n\n"
    outcome = only(try_file(f"{HEAD}{fixture}def test_it(box_of_mine):\n    pass\n"))
    assert (outcome.kind, outcome.message) == ("setup", "ValueError: no box")


def test_an_expected_failure_is_a_failure(try_file: Try) -> None:
    outcome = only(try_file(f"{HEAD}@pytest.mark.xfail\ndef test_it():\n    assert False\n"))
    assert outcome.kind == "assertion"


def test_what_one_test_leaves_in_a_module_is_not_there_for_the_next(try_file: Try) -> None:
    first = "def test_one():\n    box.left = 1\n\n\n"
    run = try_file(f"{HEAD}{first}def test_two():\n    assert not hasattr(box, 'left')\n")
    assert [(outcome.test, outcome.kind) for outcome in run.outcomes] == [("test_one", "passed"), ("test_two", "passed")]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("import box\nfrom box import Bax\n", 2, "ImportError: cannot import name 'Bax' from 'box'"),
        ("import nothing\n", 1, "ModuleNotFoundError: No module named 'nothing'"),
        ("def test_it(:\n    pass\n", 1, "SyntaxError: invalid syntax"),
        ("x = 1\nassert x == 2\n", 2, "assert 1 == 2"),
    ],
)
def test_a_file_that_cannot_be_imported_is_told_by_its_line(try_file: Try, text: str, line: int, message: str) -> None:
    run = try_file(text)
    assert (run.ending, run.line) == ("not imported", line)
    assert run.message.startswith(message)


@pytest.mark.parametrize("text", ["", "x = 1\n", "def tset_it(): pass\n"])
def test_a_file_without_a_test_is_told_apart(try_file: Try, text: str) -> None:
    assert try_file(text).ending == "no test"


@pytest.mark.parametrize(
    "body",
    [
        "import os; os._exit(0)",
        "import os; os.close(3)",
        "import os; os.write(3, b'\\0\\0\\0\\2{}'); os._exit(0)",
        'import os; os.write(3, b\'{"nonce": "", "run": {"ending": "finished"}}\'); os._exit(0)',
        "pytest.exit('over', returncode=0)",
        "import os; os.abort()",
    ],
)
def test_a_process_that_ends_early_has_no_word(try_body: Try, body: str) -> None:
    assert try_body(body) == Run("died")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("Box.get.__code__", "looks into the code that it tests"),
        ("getattr(Box.get, '__' + 'code__')", "looks into the code that it tests"),
        ("import inspect; inspect.getsource(Box.get)", "looks into the code that it tests"),
        ("import dis; dis.dis(Box)", "looks into the code that it tests"),
        ("c = Box().get(); c.cr_code", "looks into the code that it tests"),
        ("import gc; gc.get_objects()", "looks through the memory"),
        ("open('seen', 'w')", "changes files"),
        ("import os; os.open('seen', os.O_CREAT | os.O_WRONLY)", "changes files"),
        ("import os; os.mkdir('seen')", "changes files"),
        ("import subprocess; subprocess.run(['true'])", "starts a process"),
        ("import os; os.system('true')", "starts a process"),
        ("import socket; socket.socket()", "opens a socket"),
        ("import os; os.kill(os.getppid(), 9)", "sends a signal"),
    ],
)
def test_what_is_no_test_is_refused_even_where_it_is_caught(try_body: Try, body: str, message: str) -> None:
    run = try_body(f"try:\n    {body}\nexcept Exception:\n    pass")
    assert (run.ending, run.message, run.line, run.source) == ("foul", message, LINE + 1, body)


def test_what_the_code_says_to_its_fakes_is_not_told(try_body: Try) -> None:
    call = "gates.start('A', gates.guard(Fake()).call('SELECT the whole of the answer'))"
    assert only(try_body(f"{call}; assert await gates.settle() == []")).message == "assert [A: call(...)] == []"
    told = only(try_body(f"{call}; (call,) = await gates.settle(); assert call.args == ()")).message
    assert told == "assert ('..."


def test_the_source_is_nowhere_to_be_read(try_body: Try) -> None:
    outcome = only(try_body("open(box.__file__).read()"))
    assert (outcome.kind, outcome.message.partition(":")[0]) == ("error", "FileNotFoundError")


def test_a_library_may_be_imported_in_a_test(try_body: Try) -> None:
    assert only(try_body("import decimal, xml.dom.minidom")).kind == "passed"


def test_an_endless_test_is_ended_at_its_line(try_body: Try) -> None:
    run = try_body("await Box().spin()")
    assert (run.ending, run.line, run.source) == ("endless", LINE, "await Box().spin()")


def test_an_endless_import_is_ended_at_its_line(try_file: Try) -> None:
    run = try_file("import box\nwhile True:\n    pass\n")
    assert run.ending == "endless"
    assert run.line in (2, 3)
