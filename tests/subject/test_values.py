"""The whole grammar of values there and back, and what the judge does with what is not of it."""

from __future__ import annotations

import functools
import math
import signal
import subprocess
import sys
import zlib
from typing import Any

import pytest

from gym.judge.puppet import Puppet
from gym.race import Fault, Handle, Raised, Record, Subclassed
from gym.race.failure import SubjectStopped
from gym.race.values import BadValue, Codec
from gym.subject.protocol import MAX_FRAME
from tests.subject.asking import PORT, Asker

SOURCE = '''
import asyncio, collections, dataclasses, enum, typing

def same(value):
    return value

def kind(value):
    return type(value).__name__

class Text(str):
    def __eq__(self, other): return True
    def __str__(self): return "a lie"
    __hash__ = str.__hash__

class Number(int):
    def __eq__(self, other): return True
    def __index__(self): return 7
    __hash__ = int.__hash__

class Colour(str, enum.Enum):
    RED = "red"

class Plain(enum.Enum):
    RED = "red"

class Real(float):
    def __float__(self): return 9.0

class Raw(bytes):
    def __bytes__(self): return b"a lie"

def subclassed():
    return [Text("text"), Number(3), Colour.RED, Real(1.5), Raw(b"raw"), True]

@dataclasses.dataclass(frozen=True)
class Wallet:
    owner: str
    amount: int
    tags: tuple = ()

class Point(typing.NamedTuple):
    x: int
    y: int

class Odd:
    """Looks like nothing in particular."""
    def __eq__(self, other): return True
    def __bool__(self): return True

class ListKin(list): pass
class DictKin(dict): pass

def records():
    return [Wallet("ada", 3, ("a",)), Point(1, 2)]

def objects():
    async def coroutine_function(): pass
    return [
        Odd(), Plain.RED, {1: "a"}, {"a", "b"}, ListKin([1]), DictKin(a=1), coroutine_function, asyncio.Event(),
        collections.deque([1]),
    ]

class Declined(ValueError):
    def __init__(self, status, retry_after):
        super().__init__(f"declined with {status}")
        self.status = status
        self.retry_after = retry_after
        self._hidden = object()

def declined():
    try:
        try:
            {}["inner"]
        except KeyError as error:
            raise OSError("between") from error
    except OSError as error:
        raise Declined(402, [1.5, None]) from error

def grouped():
    raise ExceptionGroup("several", [ValueError("a"), ExceptionGroup("inner", [KeyError("b"), Declined(1, 2)])])

def silent():
    class Broken(Exception):
        def __str__(self): raise RuntimeError("no words")
    raise Broken

async def caught(port):
    try:
        await port.fetch()
    except BaseException as error:
        return described(error)

def described(error):
    if error is None:
        return None
    members = [described(member) for member in error.exceptions] if isinstance(error, BaseExceptionGroup) else None
    return [
        type(error).__name__, [kind.__name__ for kind in type(error).__mro__][1:-1], str(error),
        {key: value for key, value in vars(error).items()}, described(error.__cause__), members,
    ]

def deep(kind, depth):
    value = 0
    for _ in range(depth):
        value = {"a": value} if kind == "dict" else [value] if kind == "list" else (value,)
    return value

def deep_chain(depth):
    error = ValueError("0")
    for number in range(depth):
        following = ValueError(str(number + 1))
        following.__cause__ = error
        error = following
    raise error

def deep_group(depth):
    error = ValueError("0")
    for number in range(depth):
        error = ExceptionGroup(str(number), [error])
    raise error

def loop_of_causes():
    one, other = ValueError("one"), ValueError("other")
    one.__cause__, other.__cause__ = other, one
    raise one

def circle():
    value = []
    value.append(value)
    return value

def big(exponent):
    return 10 ** exponent

def heavy_error():
    error = ValueError("heavy")
    error.deep = deep("list", 1000)
    error.big = 10 ** 5000
    error.light = 1
    raise error

def long_message(size):
    raise ValueError("x" * size)

def flood(size):
    return "x" * size

def crowd(size):
    return ["x" * 100_000] * size

async def hands_over(port, exponent):
    await port.fetch(10 ** exponent)
'''

VALUES: dict[str, object] = {
    "None": None,
    "True": True,
    "False": False,
    "zero": 0,
    "a negative": -5,
    "the largest of 64 bits": 2**63 - 1,
    "the smallest of 64 bits": -(2**63),
    "one more than 64 bits": 2**63,
    "one less than 64 bits": -(2**63) - 1,
    "a large number": 10**300,
    "a large negative": -(10**300),
    "a float": 0.1,
    "a tiny float": 5e-324,
    "a whole float": 3.0,
    "minus zero": -0.0,
    "infinity": math.inf,
    "minus infinity": -math.inf,
    "the empty text": "",
    "text with quotes": 'a "b" \\ \n \0 \x7f',
    "text beyond ASCII": "Zoë 漢字 🎲",
    "a lone surrogate": "a\ud800b\udfff",
    "text like a tag": ["l", "t", ["h", 1]],
    "bytes": b"\x00\xff\n",
    "no bytes": b"",
    "an empty list": [],
    "an empty tuple": (),
    "an empty dict": {},
    "a list in a tuple in a dict": {"a": ([1, (2.5, None)], {"b": b"c"}), "": [[]]},
    "a key beyond ASCII": {"clé": 1},
    "a nest of sixty": functools.reduce(lambda value, _: [value], range(60), 1),
}  # fmt: skip


@pytest.fixture(scope="module")
def values(asker: Asker) -> Asker:
    asker.load(SOURCE)
    return asker


@pytest.mark.parametrize("what", VALUES)
def test_a_value_comes_back_as_it_went(what: str, values: Asker) -> None:
    sent = VALUES[what]
    got = values.call("same", Codec().encode(sent))
    assert (got, type(got), repr(got)) == (sent, type(sent), repr(sent))


def test_not_a_number_comes_back(values: Asker) -> None:
    got = values.call("same", Codec().encode([math.nan]))
    assert isinstance(got, list)
    assert math.isnan(got[0])


def test_subclasses_never_pass_for_plain_values(values: Asker) -> None:
    got = values.call("subclassed")
    assert got == [
        Subclassed("Text", "text"),
        Subclassed("Number", 3),
        Subclassed("Colour", "red"),
        Subclassed("Real", 1.5),
        Subclassed("Raw", b"raw"),
        True,
    ]
    assert got[0] != "text"  # type: ignore[index]
    assert got[1] != 3  # type: ignore[index]


def test_records_come_by_value_with_their_class_name(values: Asker) -> None:
    wallet, point = values.call("records")  # type: ignore[misc]
    assert isinstance(wallet, Record)
    assert (wallet.type_name, wallet) == ("Wallet", {"owner": "ada", "amount": 3, "tags": ("a",)})
    assert (point.type_name, point) == ("Point", {"x": 1, "y": 2})


def test_everything_else_comes_by_reference(values: Asker) -> None:
    got = values.call("objects")
    assert isinstance(got, list)
    assert all(isinstance(item, Handle) for item in got)
    assert [item.type_name for item in got] == [
        "Odd",
        "Plain",
        "dict",
        "set",
        "ListKin",
        "DictKin",
        "function",
        "Event",
        "deque",
    ]
    assert [sorted(item.abilities) for item in got][6] == ["callable"]
    assert len({item.number for item in got}) == len(got)


def test_an_exception_carries_attributes_causes_and_its_line(values: Asker) -> None:
    with pytest.raises(Raised) as caught:
        values.call("declined")
    error = caught.value
    assert (error.name, error.message, error.base) == ("Declined", "declined with 402", "ValueError")
    assert error.attrs == {"status": 402, "retry_after": [1.5, None]}
    assert error.cause is not None
    assert error.cause.cause is not None
    assert [error.cause.name, error.cause.cause.name, error.cause.cause.message] == ["OSError", "KeyError", "'inner'"]
    line = SOURCE[: SOURCE.index("raise Declined(402")].count("\n") + 1
    assert error.place == ("subject.py", line)


def test_a_group_carries_its_members(values: Asker) -> None:
    with pytest.raises(Raised) as caught:
        values.call("grouped")
    error = caught.value
    assert (error.name, error.message) == ("ExceptionGroup", "several")
    assert error.members is not None
    assert [member.name for member in error.members] == ["ValueError", "ExceptionGroup"]
    assert error.members[1].members is not None
    assert [member.name for member in error.members[1].members] == ["KeyError", "Declined"]


def test_an_exception_that_cannot_be_put_in_words(values: Asker) -> None:
    with pytest.raises(Raised) as caught:
        values.call("silent")
    assert (caught.value.name, caught.value.message) == ("Broken", "")


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (
            Fault("TimeoutError", "late"),
            ["TimeoutError", ["OSError", "Exception", "BaseException"], "late", {}, None, None],
        ),
        (
            Fault("Nowhere", "new", "ConnectionError", {"status": 503, "retry_after": (1, b"x")}),
            [
                "Nowhere",
                ["ConnectionError", "OSError", "Exception", "BaseException"],
                "new",
                {"status": 503, "retry_after": (1, b"x")},
                None,
                None,
            ],
        ),
        (
            Fault("Declined", "own", attrs={"status": 1}),
            ["Declined", ["ValueError", "Exception", "BaseException"], "own", {"status": 1}, None, None],
        ),
        (
            Fault("ValueError", "outer", cause=Fault("KeyError", "inner")),
            [
                "ValueError",
                ["Exception", "BaseException"],
                "outer",
                {},
                ["KeyError", ["LookupError", "Exception", "BaseException"], "'inner'", {}, None, None],
                None,
            ],
        ),
    ],
    ids=["a builtin one", "a made-up one", "one of the learner's", "one with a cause"],
)
def test_a_fault_is_raised_as_what_it_says(fault: Fault, expected: list[Any], values: Asker) -> None:
    world = values.world()
    world.arrive("flow", "caught", PORT)
    world.go(["failed", world.ops[0].number, Codec().encode_fault(fault)])
    assert world.result("flow") == expected


def test_a_group_of_faults_is_raised_as_a_group(values: Asker) -> None:
    fault = Fault("ExceptionGroup", "both", members=[Fault("ValueError", "a"), Fault("Nowhere", "b")])
    world = values.world()
    world.arrive("flow", "caught", PORT)
    world.go(["failed", world.ops[0].number, Codec().encode_fault(fault)])
    got = world.result("flow")
    assert isinstance(got, list)
    assert got[0] == "ExceptionGroup"
    assert [member[0] for member in got[5]] == ["ValueError", "Nowhere"]


# -- too much of everything


@pytest.mark.parametrize("kind", ["list", "tuple", "dict"])
@pytest.mark.parametrize("depth", [66, 500, 60_000])
def test_what_is_nested_too_deep_is_the_flows_error(kind: str, depth: int, values: Asker) -> None:
    with pytest.raises(Raised, match="nested more than 64 deep"):
        values.call("deep", kind, depth)
    assert values.call("same", 1) == 1


def test_a_circle_is_nested_too_deep(values: Asker) -> None:
    with pytest.raises(Raised, match="nested more than 64 deep"):
        values.call("circle")


def test_a_number_too_large_is_the_flows_error(values: Asker) -> None:
    assert values.call("big", 1200) == 10**1200
    with pytest.raises(Raised, match="a whole number of 16610 bits"):
        values.call("big", 5000)


def test_an_argument_too_large_is_raised_where_the_port_is_called(values: Asker) -> None:
    world = values.world()
    world.arrive("flow", "hands_over", PORT, 5000)
    with pytest.raises(Raised, match="a whole number of 16610 bits"):
        world.result("flow")
    assert world.ops == []


@pytest.mark.parametrize("name", ["deep_chain", "deep_group"])
@pytest.mark.parametrize("depth", [63, 70, 900])
def test_exceptions_chained_too_deep_are_cut(name: str, depth: int, values: Asker) -> None:
    with pytest.raises(Raised) as caught:
        values.call(name, depth)
    assert caught.value.message == (str(depth) if name == "deep_chain" else str(depth - 1))


def test_a_circle_of_causes_is_cut(values: Asker) -> None:
    with pytest.raises(Raised) as caught:
        values.call("loop_of_causes")
    assert caught.value.message == "one"


def test_attributes_that_cannot_be_sent_are_left_out(values: Asker) -> None:
    with pytest.raises(Raised) as caught:
        values.call("heavy_error")
    assert caught.value.attrs == {"light": 1}


def test_a_long_message_is_cut(values: Asker) -> None:
    with pytest.raises(Raised) as caught:
        values.call("long_message", 3_000_000)
    assert caught.value.message == "x" * 20_000


def test_a_text_that_is_too_long_is_the_learners_error(values: Asker) -> None:
    assert values.call("flood", 500_000) == "x" * 500_000
    with pytest.raises(Raised) as caught:
        values.call("flood", 500_001)
    assert (caught.value.name, caught.value.message) == ("ValueError", "handed over a text of 500,001 characters")


def test_a_value_of_more_than_a_frame_ends_the_check(values: Asker) -> None:
    with pytest.raises(SubjectStopped, match="sent more than 1 MB at once") as stopped:
        values.call("crowd", 20)
    assert stopped.value.kind == "protocol"
    assert values.call("same", 1) == 1


# -- what no honest subject sends

HOSTILE: dict[str, object] = {
    "no tag": [],
    "an unknown tag": ["z", 1],
    "a tag that is a list": [["l"], 1],
    "a tag that is a number": [1, 2],
    "a handle without a number": ["h"],
    "a handle with text for a number": ["h", "1", [], "X"],
    "a handle with a list for a number": ["h", [], [], "X"],
    "a handle with odd abilities": ["h", 1, [[]], "X"],
    "a handle with a number for a name": ["h", 1, [], 5],
    "bytes that are not base64": ["b", "!!"],
    "bytes that are a number": ["b", 1],
    "a float that is not one": ["f", "1e5"],
    "a float that is a list": ["f", []],
    "a number that is not hexadecimal": ["i", "0xzz"],
    "a number that is far too long": ["i", "0x" + "f" * 100_000],
    "a number that is a list": ["i", [1]],
    "text that is not hexadecimal": ["s", "zz"],
    "text that is not UTF-8": ["s", "ff"],
    "a port that nobody handed out": ["p", 99],
    "a port without a number": ["p", {}],
    "a record without fields": ["r", "X"],
    "a record with a list of fields": ["r", "X", []],
    "a subclass without a value": ["x", "X"],
    "an exception cut short": ["e", "X"],
    "an exception with numbers for bases": ["e", "X", 5, "m", {}, None, None, None],
    "an exception with a list of attributes": ["e", "X", [], "m", [], None, None, None],
    "an exception with text for a cause": ["e", "X", [], "m", {}, "cause", None, None],
    "an exception with a number of members": ["e", "X", [], "m", {}, None, 5, None],
    "an exception at a malformed place": ["e", "X", [], "m", {}, None, None, ["subject.py"]],
    "an exception at no line": ["e", "X", [], "m", {}, None, None, ["subject.py", "x"]],
    "a malformed value deep inside": {"a": ["l", {"b": ["t", ["z"]]}]},
}


def nested(depth: int, tag: str) -> object:
    value: object = 0
    for _ in range(depth):
        value = {"a": value} if tag == "dict" else ["r", "X", {"a": value}] if tag == "r" else [tag, value]
    return value


@pytest.mark.parametrize("what", HOSTILE)
def test_a_malformed_value_is_a_bad_value(what: str) -> None:
    with pytest.raises(BadValue):
        Codec().decode(HOSTILE[what])


@pytest.mark.parametrize("what", [name for name in HOSTILE if name.startswith("an exception")])
def test_a_malformed_exception_is_a_bad_value(what: str) -> None:
    with pytest.raises(BadValue):
        Codec().decode_error(HOSTILE[what])


@pytest.mark.parametrize("tag", ["l", "t", "dict", "r"])
@pytest.mark.parametrize("depth", [200, 5000])
def test_a_deep_value_is_a_bad_value(tag: str, depth: int) -> None:
    with pytest.raises(BadValue):
        Codec().decode(nested(depth, tag))


@pytest.mark.parametrize("index", [5, 6])
def test_a_deep_exception_is_a_bad_value(index: int) -> None:
    error: list[Any] = ["e", "X", [], "m", {}, None, None, None]
    for _ in range(5000):
        outer: list[Any] = ["e", "X", [], "m", {}, None, None, None]
        outer[index] = error if index == 5 else [error]
        error = outer
    with pytest.raises(BadValue):
        Codec().decode_error(error)


class Impostor:
    """A sandbox whose process answers each frame of the judge with one prepared line."""

    tier = "F"

    def __init__(self, *answers: bytes) -> None:
        self._answers = answers

    def start(self) -> subprocess.Popen[bytes]:
        packed = [zlib.compress(answer) for answer in self._answers]
        code = (
            f"import sys, zlib\nfor answer in {packed!r}:\n"
            "    sys.stdin.buffer.readline()\n"
            "    sys.stdout.buffer.write(zlib.decompress(answer)); sys.stdout.buffer.flush()\n"
            "sys.stdin.buffer.read()"
        )
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )


LOADED = b'["loaded",1,null]\n'
REPORT = b'["report",2,"idle",0,0,-1,[]]\n'


def meet(*answers: bytes) -> None:
    puppet = Puppet(Impostor(LOADED, *answers))
    try:
        puppet.load({"subject.py": ""}, "subject")
        puppet.begin({}, [], lambda frame: (True, None))
        puppet.go(0, [])
    finally:
        puppet.close()


@pytest.mark.parametrize(
    "answer",
    [
        b"\n",
        b"null\n",
        b"{}\n",
        b"[]\n",
        b"not json\n",
        b'["report"]\n',
        b'["unheard of",2]\n',
        b'["report",2,"idle",0,0,-1,{}]\n',
        b'["report",2,"idle","0",0,-1,[]]\n',
        b'["report",2,"idle",0,0,-1,[["odd",1]]]\n',
        b'["report",2,"idle",0,0,-1,[["hit","x","A"]]]\n',
        b'["report",2,"idle",0,0,-1,[],"more"]\n',
        b'["report",7,"idle",0,0,-1,[]]\n',
        b'["loaded",2,null]\n',
        b'["claims",2,[],[],[]]\n',
        REPORT + REPORT,
        b"\xff\xfe\n",
        b"[" * 500_000 + b"\n",
        b'["report",2,"idle",0,0,-1,[["end",0,"A","ok",' + b"[" * 60_000 + b"]" * 60_000 + b"]]]\n",
        b"x" * (MAX_FRAME + 100_000),
    ],
    ids=lambda answer: answer[:40].decode("ascii", "replace").strip() or "nothing",
)
def test_a_hostile_frame_ends_the_check(answer: bytes) -> None:
    with pytest.raises(SubjectStopped) as stopped:
        meet(answer)
    assert stopped.value.kind == "protocol"


def test_an_honest_impostor_is_believed() -> None:
    meet(REPORT, b'["report",3,"idle",0,0,-1,[]]\n')


def test_a_subject_that_does_not_read_is_not_waited_for_for_ever() -> None:
    puppet = Puppet(Impostor(LOADED), wall_allowance_s=0.3)
    puppet.load({"subject.py": ""}, "subject")
    impostor = puppet._process
    assert impostor is not None
    impostor.send_signal(signal.SIGSTOP)
    with pytest.raises(SubjectStopped, match="does not read what it is told") as stopped:
        puppet.begin({"seed": 0}, [["process", "x" * 1_000_000]], lambda frame: (True, None))
    assert stopped.value.kind == "protocol"
    puppet.close()


def test_a_subject_reads_more_than_a_pipe_holds(values: Asker) -> None:
    text = "x" * 900_000
    world = values.world()
    world.arrive("flow", "kind", text)
    assert world.result("flow") == "str"


def test_a_base_exception_of_the_learners_ends_the_flow(asker: Asker) -> None:
    asker.load("""
        class Stop(BaseException):
            pass
        async def stops():
            raise Stop("here")
    """)
    with pytest.raises(Raised, match="Stop: here") as caught:
        asker.call("stops")
    assert caught.value.bases == ("BaseException",)


def test_a_fatal_frame_cannot_name_a_file_of_others() -> None:
    with pytest.raises(SubjectStopped) as stopped:
        meet(b'["fatal",2,"blocked","' + b"z" * 3000 + b'","/etc/passwd",1]\n')
    assert (stopped.value.kind, stopped.value.message, stopped.value.place) == ("blocked", "z" * 500, None)
