"""What a subject may not do ends the check with a plain sentence and the learner's own line."""

from __future__ import annotations

import pytest

from gym.judge.puppet import Puppet
from gym.judge.sandbox import Bare
from gym.race import Raised
from gym.race.failure import SubjectStopped
from tests.subject.asking import Asker

SOURCE = """
import asyncio, io, os, re, signal, socket, subprocess, sys, threading, time

def sleeps():
    time.sleep(2)  # here

def sleeps_a_little():
    time.sleep(0.25)  # here

def opens_a_socket():
    socket.socket()  # here

def connects():
    socket.create_connection(("127.0.0.1", 9))  # here

def looks_up():
    socket.getaddrinfo("example.org", 80)  # here

async def opens_a_connection():
    await asyncio.open_connection("127.0.0.1", 9)  # here

def fetches():
    import urllib.request
    urllib.request.urlopen("http://127.0.0.1:9/")  # here

def starts_a_thread():
    threading.Thread(target=print).start()  # here

def starts_a_pool():
    import concurrent.futures
    concurrent.futures.ThreadPoolExecutor().submit(print)  # here

def runs():
    subprocess.run(["true"])  # here

def runs_a_shell():
    os.system("true")  # here

def forks():
    os.fork()  # here

def multiplies():
    import multiprocessing
    multiprocessing.Process(target=print).start()  # here

def replaces_itself():
    os.execv("/bin/true", ["true"])  # here

async def runs_by_asyncio():
    await asyncio.create_subprocess_exec("true")  # here

def writes():
    open("found.txt", "w")  # here

def writes_by_path():
    import pathlib
    pathlib.Path("found.txt").write_text("x")  # here

def writes_low():
    os.open("found.txt", os.O_CREAT | os.O_WRONLY)  # here

def appends():
    open("found.txt", "a")  # here

def updates():
    open(__file__ + "x", "r+")  # here

def writes_a_temporary_file():
    import tempfile
    tempfile.TemporaryFile()  # here

def removes():
    os.remove("found.txt")  # here

def renames():
    os.rename("a", "b")  # here

def makes_a_folder():
    os.mkdir("folder")  # here

def removes_a_tree():
    import shutil
    shutil.rmtree("folder")  # here

def kills():
    os.kill(os.getpid(), signal.SIGTERM)  # here

def kills_by_signal():
    signal.raise_signal(signal.SIGTERM)  # here

def connects_to_a_database():
    import sqlite3
    sqlite3.connect("found.db")  # here

def swallows():
    try:
        time.sleep(1)  # here
    except BaseException:
        return "swallowed"

def loops():
    while True:  # here
        pass

def loops_with_a_wide_net():
    while True:
        try:
            while True:  # here
                pass
        except BaseException:
            pass

def loops_in_c():
    re.match(r"(a+)+$", "a" * 60 + "b")  # here

def counts_in_c():
    sum(range(10 ** 13))  # here

def computes_in_c():
    return 7 ** (10 ** 9)  # here

def recurses():
    return recurses()

def recurses_mutually(depth=0):
    return [recurses_mutually(depth + 1)]

def fills_memory():
    hoard = []
    while True:
        hoard.append(bytes(1 << 26))

def asks_for_all_memory():
    return bytearray(1 << 40)

def catches_memory():
    try:
        bytearray(1 << 40)
    except MemoryError:
        return "went on"

def exits():
    sys.exit(0)  # here

def exits_at_once():
    os._exit(0)

async def raises_system_exit():
    await asyncio.sleep(0)
    raise SystemExit(3)  # here

async def interrupts():
    await asyncio.sleep(0)
    raise KeyboardInterrupt  # here

def aborts():
    os.abort()

async def stops_the_loop():
    asyncio.get_running_loop().stop()

async def closes_the_loop():
    asyncio.get_running_loop().close()

def reads():
    import pathlib
    folder = os.path.dirname(os.__file__)
    with open(os.path.join(folder, "this.py")) as file:
        return len(file.read()) > 100 and pathlib.Path(folder, "os.py").exists() and len(os.listdir(folder)) > 10

def imports():
    import colorsys, decimal, statistics, fractions, textwrap, xml.dom.minidom, logging.handlers, csv
    return [str(decimal.Decimal("1.10")), statistics.mean([1, 2]), logging.handlers.__name__]

def logs():
    import logging
    logging.getLogger("shop").warning("low on %s", "stock")
    logging.basicConfig()
    logging.error("gone")
    return "logged"

def keeps_in_memory():
    import sqlite3
    database = sqlite3.connect(":memory:")
    return io.StringIO("text").read() + str(database.execute("SELECT 1").fetchone()[0])

def prints():
    print("out", 1, sep="-")
    print("err", file=sys.stderr)
    sys.stdout.write("raw\\n")
    sys.stdout.flush()
    print("Zoë \\ud800")
    return [sys.stdout.isatty(), sys.stdin.read(), sys.stdout.encoding]

def floods():
    for _ in range(100_000):
        print("x" * 100)
    return "done"

def asks_for_input():
    return input("name? ")  # here

def writes_to_the_pipes():
    for fd in range(3, 10):
        try:
            os.write(fd, b"junk\\n")
        except OSError:
            pass
"""


def line_of(name: str) -> int:
    """The line that a function marks with `# here`."""
    return SOURCE[: SOURCE.index("# here", SOURCE.index(f"def {name}("))].count("\n") + 1


@pytest.fixture(scope="module")
def fenced(asker: Asker) -> Asker:
    asker.load(SOURCE)
    return asker


REFUSED = {
    "sleeps": "blocks the event loop for 2 s",
    "sleeps_a_little": "blocks the event loop for 0.25 s",
    "swallows": "blocks the event loop for 1 s",
    "opens_a_socket": "opens a real socket",
    "connects": "looks a name up on the network",
    "looks_up": "looks a name up on the network",
    "opens_a_connection": "opens a real socket",
    "fetches": "looks a name up on the network",
    "starts_a_thread": "starts a thread",
    "starts_a_pool": "starts a thread",
    "runs": "starts a process",
    "runs_a_shell": "starts a process",
    "forks": "starts a process",
    "multiplies": "starts a process",
    "replaces_itself": "starts a process",
    "runs_by_asyncio": "starts a process",
    "writes": "writes a file ('found.txt')",
    "writes_by_path": "writes a file ('found.txt')",
    "writes_low": "writes a file ('found.txt')",
    "appends": "writes a file ('found.txt')",
    "updates": "writes a file ('subject.pyx')",
    "removes": "changes files",
    "renames": "changes files",
    "makes_a_folder": "changes files",
    "removes_a_tree": "changes files",
    "kills": "sends a signal",
    "connects_to_a_database": "opens a database file ('found.db')",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_told_with_its_line(name: str, fenced: Asker) -> None:
    with pytest.raises(SubjectStopped) as stopped:
        fenced.call(name)
    found = stopped.value
    assert (found.kind, found.message, found.place) == ("blocked", REFUSED[name], ("subject.py", line_of(name)))


def test_a_temporary_file_is_refused(fenced: Asker) -> None:
    with pytest.raises(SubjectStopped, match=r"^(writes a file|changes files)"):
        fenced.call("writes_a_temporary_file")


@pytest.mark.parametrize("name", ["loops", "loops_with_a_wide_net"])
def test_an_endless_loop_is_stopped_at_its_line(name: str, fenced: Asker) -> None:
    world = fenced.world(cpu_s=0.1)
    with pytest.raises(SubjectStopped) as stopped:
        world.arrive("flow", name)
    found = stopped.value
    assert (found.kind, found.message) == ("runaway", "an endless loop: it computes and never comes back")
    assert found.place is not None
    assert found.place[1] in (line_of(name), line_of(name) + 1)


@pytest.mark.parametrize("name", ["loops_in_c", "counts_in_c"])
def test_an_endless_loop_inside_c_is_stopped_at_its_line(name: str) -> None:
    puppet = Puppet(Bare(), wall_allowance_s=0.5)
    asker = Asker()
    asker.puppet = puppet
    with asker:
        asker.load(SOURCE)
        with pytest.raises(SubjectStopped) as stopped:
            asker.call(name)
        assert (stopped.value.kind, stopped.value.place) == ("runaway", ("subject.py", line_of(name)))
        assert asker.call("keeps_in_memory") == "text1"


@pytest.mark.parametrize("name", ["recurses", "recurses_mutually"])
def test_endless_recursion_is_the_flows_error(name: str, fenced: Asker) -> None:
    with pytest.raises(Raised, match="RecursionError: maximum recursion depth exceeded"):
        fenced.call(name)


@pytest.mark.parametrize("name", ["fills_memory", "asks_for_all_memory"])
def test_too_much_memory_is_an_error_of_the_subject(name: str, fenced: Asker) -> None:
    with pytest.raises(Raised, match="MemoryError") as caught:
        fenced.call(name)
    assert caught.value.place is not None
    assert caught.value.place[0] == "subject.py"


def test_a_memory_error_that_is_caught_is_forgiven(fenced: Asker) -> None:
    assert fenced.call("catches_memory") == "went on"


@pytest.mark.parametrize("name", ["exits", "raises_system_exit", "interrupts"])
def test_leaving_by_exception_is_a_crash_at_its_line(name: str, fenced: Asker) -> None:
    with pytest.raises(SubjectStopped) as stopped:
        fenced.call(name)
    assert (stopped.value.kind, stopped.value.place) == ("crashed", ("subject.py", line_of(name)))


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("exits_at_once", "SystemExit: os._exit(0)"),
        ("kills_by_signal", "the process of your code was ended by SIGTERM in mid-check"),
        ("aborts", "SystemExit: os.abort()"),
    ],
)
def test_leaving_for_good_is_a_crash(name: str, how: str, fenced: Asker) -> None:
    with pytest.raises(SubjectStopped) as stopped:
        fenced.call(name)
    assert (stopped.value.kind, stopped.value.message) == ("crashed", how)


@pytest.mark.parametrize("name", ["stops_the_loop", "closes_the_loop"])
def test_a_subject_cannot_stop_its_loop_unseen(name: str, fenced: Asker) -> None:
    with pytest.raises((SubjectStopped, Raised)) as caught:
        fenced.call(name)
    assert "loop" in str(caught.value)


def test_junk_on_the_pipe_is_a_broken_protocol(fenced: Asker) -> None:
    with pytest.raises(SubjectStopped) as stopped:
        fenced.call("writes_to_the_pipes")
    assert stopped.value.kind == "protocol"


def test_nobody_types_anything(fenced: Asker) -> None:
    with pytest.raises(Raised, match="EOFError") as caught:
        fenced.call("asks_for_input")
    assert caught.value.place == ("subject.py", line_of("asks_for_input"))


def test_reading_and_importing_are_free(fenced: Asker) -> None:
    assert fenced.call("reads") is True
    assert fenced.call("imports") == ["1.10", 1.5, "logging.handlers"]
    assert fenced.call("keeps_in_memory") == "text1"


def test_prints_are_told_in_a_recorded_world(fenced: Asker) -> None:
    world = fenced.world(verbose=True)
    world.arrive("flow", "prints")
    assert world.result("flow") == [False, "", "utf-8"]
    assert world.printed == "out-1\nerr\nraw\nZoë \ud800\n"


def test_logging_goes_where_prints_go(fenced: Asker) -> None:
    world = fenced.world(verbose=True)
    world.arrive("flow", "logs")
    assert world.result("flow") == "logged"
    assert world.printed == "low on stock\nERROR:root:gone\n"


@pytest.mark.parametrize("verbose", [False, True])
def test_a_flood_of_prints_is_cut(verbose: bool, fenced: Asker) -> None:
    world = fenced.world(verbose=verbose)
    world.arrive("flow", "floods")
    assert world.result("flow") == "done"
    assert len(world.printed) == (20_000 if verbose else 0)


@pytest.mark.parametrize(
    ("line", "kind", "message"),
    [
        ("import time; time.sleep(3)", "blocked", "blocks the event loop for 3 s"),
        ("import socket; socket.socket()", "blocked", "opens a real socket"),
        ("import sys; sys.exit()", "crashed", "SystemExit"),
        ("while True: pass", "runaway", "an endless loop: it computes and never comes back"),
    ],
)
def test_module_level_code_is_fenced_too(line: str, kind: str, message: str, asker: Asker) -> None:
    asker.load(f"x = 1\n{line}\n")
    world = asker.world(cpu_s=0.1)
    with pytest.raises(SubjectStopped) as stopped:
        world.arrive("flow", "x")
    assert (stopped.value.kind, stopped.value.message, stopped.value.place) == (kind, message, ("subject.py", 2))


def test_a_puppet_goes_on_after_every_end(fenced: Asker) -> None:
    fenced.load(SOURCE)
    starts = fenced.puppet.starts
    for name in ("sleeps", "exits_at_once", "keeps_in_memory"):
        try:
            found = fenced.call(name)
        except SubjectStopped:
            continue
    assert found == "text1"
    assert fenced.puppet.starts == starts + 2
