"""Routes through an investigation: which looks, in which order, prove its cause, and which of them takes least time."""

from __future__ import annotations

import heapq

from gym.errors import ContentError
from gym.lessons.investigations import Investigation, Look


def minutes_of(route: tuple[Look, ...]) -> int:
    """How long these looks take together."""
    return sum(look.minutes for look in route)


def shortest_route(investigation: Investigation) -> tuple[Look, ...]:
    """The looks that prove the cause in the fewest minutes, then in the fewest looks, in an order in which each is open.

    Dijkstra's search (1959), over sets of looks: in which order a set was looked at opens nothing more. Raises
    ContentError when all looks together do not prove it.
    """
    waiting: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    done: set[frozenset[int]] = set()
    while waiting:
        _minutes, _count, taken = heapq.heappop(waiting)
        route = tuple(investigation.looks[at] for at in taken)
        if investigation.is_proved_by(route):
            return route
        if frozenset(taken) in done:
            continue
        done.add(frozenset(taken))
        for at in _open_after(investigation, taken):
            longer = (*route, investigation.looks[at])
            heapq.heappush(waiting, (minutes_of(longer), len(longer), (*taken, at)))
    raise ContentError(f"{investigation.slug}: proofs: all looks together prove none of them.")


def honest_routes(investigation: Investigation) -> tuple[frozenset[str], ...]:
    """Every set of looks, by id, that proves the cause and of which none could be left out, the quickest first."""
    found: set[frozenset[int]] = set()
    edge: set[frozenset[int]] = {frozenset()}
    while edge:
        proving = {taken for taken in edge if investigation.is_proved_by(investigation.looks[at] for at in taken)}
        found |= proving
        # A set that holds a proving one is no shorter way to anything.
        going_on = (taken for taken in edge - proving if not any(each < taken for each in found))
        edge = {taken | {at} for taken in going_on for at in _open_after(investigation, tuple(taken))}
    least = [taken for taken in found if not any(each < taken for each in found)]
    routes = sorted((sum(investigation.looks[at].minutes for at in taken), sorted(taken)) for taken in least)
    return tuple(frozenset(investigation.looks[at].id for at in taken) for _minutes, taken in routes)


def _open_after(investigation: Investigation, taken: tuple[int, ...]) -> list[int]:
    seen = {investigation.looks[at].id for at in taken}
    return [at for at, look in enumerate(investigation.looks) if look.id not in seen and investigation.is_open(look, seen)]
