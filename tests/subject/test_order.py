"""What stock Python orders by memory address has one order here, the same in every world."""

from __future__ import annotations

import pytest

from tests.subject.asking import LOG, Asker

SOURCE = """
import asyncio, dataclasses, enum, random

class Client:
    def __init__(self, name):
        self.name = name

class Slotted:
    __slots__ = ("name", "__weakref__")
    def __init__(self, name):
        self.name = name

class Kind(Client):
    class Inner:
        def __init__(self, name):
            self.name = name

class Failed(Exception):
    def __init__(self, name):
        self.name = name

@dataclasses.dataclass(eq=False)
class Record:
    name: str

@dataclasses.dataclass
class Unhashable:
    name: str

@dataclasses.dataclass(frozen=True)
class Frozen:
    name: str

class Equal:
    def __init__(self, name):
        self.name = name
    def __eq__(self, other):
        return self.name == other.name
    def __hash__(self):
        return hash(self.name)

class Colour(enum.Enum):
    RED = 1

def clutter(turn):
    # Memory of another shape in every call, so that addresses differ.
    return [bytearray(random.SystemRandom().randrange(1, 9) * 16) for _ in range(turn * 7 % 50)]

def order_of(make, turn):
    hold = []
    members = []
    for number in range(24):
        hold.append(clutter(turn + number))
        members.append(make(f"{number}"))
    return members, [members.index(item) for item in set(members)]

def of_class(name, turn):
    return order_of({"Client": Client, "Slotted": Slotted, "Kind": Kind, "Inner": Kind.Inner, "Failed": Failed,
                     "Record": Record}[name], turn)[1]

async def of_primitives(name, turn):
    return order_of(lambda _: getattr(asyncio, name)(), turn)[1]

async def of_futures(turn):
    return order_of(lambda _: asyncio.get_running_loop().create_future(), turn)[1]

async def of_tasks(turn):
    members, order = order_of(lambda _: asyncio.create_task(asyncio.sleep(0)), turn)
    return order + [members.index(task) for task in asyncio.all_tasks() if task in members]

def of_ports(turn, *ports):
    hold = clutter(turn)
    return [ports.index(port) for port in set(ports)]

def manners():
    found = [Frozen("a") == Frozen("a"), len({Frozen("a"), Frozen("a")}), len({Equal("a"), Equal("a")})]
    try:
        hash(Unhashable("a"))
    except TypeError as error:
        found.append(str(error))
    client = Client("a")
    found += [len({client, client, Client("a")}), client in {client}, hash(client) == hash(client)]
    found.append({Colour.RED: 1}[Colour.RED])
    return found
"""


@pytest.fixture(scope="module")
def ordered(asker: Asker) -> Asker:
    asker.load(SOURCE)
    return asker


def orders(ordered: Asker, name: str, *args: object) -> list[object]:
    return [ordered.call(name, *args, turn) for turn in range(12)]


@pytest.mark.parametrize("name", ["Client", "Slotted", "Kind", "Inner", "Failed", "Record"])
def test_a_set_of_the_learners_objects(name: str, ordered: Asker) -> None:
    found = orders(ordered, "of_class", name)
    assert found == [found[0]] * 12


@pytest.mark.parametrize("name", ["Queue", "Event", "Lock", "Semaphore", "Condition"])
def test_a_set_of_asyncios_objects(name: str, ordered: Asker) -> None:
    found = orders(ordered, "of_primitives", name)
    assert found == [found[0]] * 12


@pytest.mark.parametrize("name", ["of_futures", "of_tasks"])
def test_a_set_of_futures_or_tasks(name: str, ordered: Asker) -> None:
    found = orders(ordered, name)
    assert found == [found[0]] * 12


@pytest.mark.parametrize("kind", ["port", "recorder", "callback", "async iterable"])
def test_a_set_of_what_the_judge_handed_out(kind: str, ordered: Asker) -> None:
    things = [["p", number, kind, f"p{number}", {}] for number in range(1, 20)]
    found = [ordered.call("of_ports", turn, *things) for turn in range(12)]
    assert found == [list(range(19))] * 12


def test_equality_and_hashing_are_otherwise_as_they_were(ordered: Asker) -> None:
    assert ordered.call("manners") == [True, 1, 1, "unhashable type: 'Unhashable'", 2, True, True, 1]


def test_objects_that_were_hashed_while_their_module_was_imported_are_found_again(asker: Asker) -> None:
    asker.load("""
        class Room:
            pass

        class Registered:
            known = set()
            def __init__(self):
                Registered.known.add(self)

        ROOMS = [Room() for _ in range(30)]
        SEATS = {room: number for number, room in enumerate(ROOMS)}
        MEMBERS = [Registered() for _ in range(30)]

        def probe():
            return [[SEATS[room] for room in ROOMS] == list(range(30)), all(it in Registered.known for it in MEMBERS)]
    """)
    assert [asker.call("probe") for _ in range(3)] == [[True, True]] * 3


def test_objects_of_a_class_made_in_a_function_have_an_order_too(asker: Asker) -> None:
    asker.load("""
        def probe(turn):
            class Local:
                pass
            hold = [bytearray(turn * 7 % 50 * 16) for _ in range(turn)]
            made = [Local() for _ in range(24)]
            return [made.index(item) for item in set(made)]
    """)
    assert [asker.call("probe", turn) for turn in range(6)] == [list(range(24))] * 6


def test_a_class_that_takes_no_new_methods_and_a_protocol_stay_as_they_are(asker: Asker) -> None:
    asker.load("""
        import typing

        @typing.runtime_checkable
        class Sized(typing.Protocol):
            def __len__(self): ...

        @lambda cls: int
        class Number:
            pass

        def probe():
            return [isinstance([], Sized), Number is int, {Number: 1}[int], "__hash__" in vars(Sized)]
    """)
    assert asker.call("probe") == [True, True, 1, False]


def test_objects_of_the_learners_keep_their_attributes_to_themselves(asker: Asker) -> None:
    asker.load("""
        class Client:
            def __init__(self):
                self.name = "a"
        def probe():
            client = Client()
            {client}
            return sorted(vars(client))
    """)
    assert asker.call("probe") == ["name"]


def test_recorders_in_a_set_are_called_in_order(asker: Asker) -> None:
    asker.load("""
        def probe(*logs):
            for number, log in enumerate(set(logs)):
                log(number)
    """)
    world = asker.world()
    world.arrive("flow", "probe", LOG, ["p", 9, "recorder", "other", {}])
    assert world.records == [0, 1]
