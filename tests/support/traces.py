"""The overspend of the design text, as a trace."""

from __future__ import annotations

from gym.engine.trace import Cell, Place, Step, Trace

PLACE = Place("wallet.py", 17, '    balance = await self._db.scalar("SELECT balance FROM wallets WHERE user = ?", user)')


def step(number: int, flow: str, text: str, ada: str, **more: object) -> Step:
    """One op of one flow, with the balance after it."""
    return Step(number, 0, (f"complete {flow}",), (Cell(flow, text),), {"ada": ada}, **more)  # type: ignore[arg-type]


def overspend(**last: object) -> Trace:
    """Two charges of 80 against 100, both successful; `last` changes the decisive step."""
    steps = (
        step(1, "request A", "SELECT balance -> 100", "100"),
        step(2, "request B", "SELECT balance -> 100", "100"),
        step(3, "request A", "UPDATE balance = 20", "20"),
        step(
            4,
            "request B",
            "UPDATE balance = 20",
            "20",
            **{"decisive": True, "note": "160 spent from 100", **last},
        ),
    )
    return Trace(("request A", "request B"), ("ada",), steps, "rejected", PLACE)
