"""The same race at many values of one parameter: who wins where."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gym.sims.outcome import Track
from gym.sims.parameters import Choice, Number, Parameter, Settings

WRONG = "X"


def along(*names: str) -> Choice:
    """The parameter that chooses which of the others is swept."""
    return Choice("along", "which of these the line of marks goes along", names)


def swept(parameters: Sequence[Parameter], settings: Settings, points: int) -> tuple[Number, range]:
    """The parameter that `along` names, and the values at which to look."""
    (found,) = [each for each in parameters if each.name == settings.word("along")]
    assert isinstance(found, Number)
    return found, range(found.least, found.most + 1, (found.most - found.least) // points)


def track(label: str, settings: Settings, name: str, places: range, mark: Callable[[Settings], str]) -> Track:
    """A run at each value, and the mark that it gets."""
    return Track(label, tuple((at, mark(settings.but(name, at))) for at in places))


def where_wrong(found: Track, name: str, places: range) -> str:
    """The values with a mark of failure, as the end of a sentence; nothing when there is none."""
    spans: list[list[int]] = []
    for at, mark in found.marks:
        if mark != WRONG:
            continue
        if spans and at - spans[-1][-1] == places.step:
            spans[-1].append(at)
        else:
            spans.append([at])
    told = [f"{each[0]:,}" if len(each) == 1 else f"{each[0]:,} to {each[-1]:,}" for each in spans]
    return f"where {name} is {' or '.join(told)} ms" if told else ""
