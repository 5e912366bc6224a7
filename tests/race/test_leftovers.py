"""What the subject says is left over is its own word: it may reject, and nonsense in it is a broken protocol."""

from __future__ import annotations

import pytest

from gym.race.definition import Space
from gym.race.failure import SubjectStopped
from gym.race.frames import Left
from gym.race.leftovers import claims
from gym.race.state import State


@pytest.mark.parametrize("lost", [["e", 1], "e", ["e", "ValueError", 1, "", {}, None, None, None], 7])
def test_a_malformed_exception_is_a_broken_protocol(lost: object) -> None:
    with pytest.raises(SubjectStopped) as stopped:
        claims(State(Space(), None), Left([], [lost]))
    assert stopped.value.kind == "protocol"


def test_each_thing_left_over_is_a_claim_of_its_own() -> None:
    error = ["e", "ValueError", ["Exception"], "no", {}, None, None, ["shop.py", 3]]
    told = claims(State(Space(), None), Left([("work", ("shop.py", 9), None)], [error]))
    assert told == [
        ("lost exception", "an exception was lost, nobody awaited its task: ValueError: no", ("shop.py", 3)),
        ("leaked task", "the task running work is still pending after everything ended", ("shop.py", 9)),
    ]
