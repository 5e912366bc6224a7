"""`gym`: what to do next."""

from __future__ import annotations

from gym.cli.session import Session


def say_next(session: Session) -> None:
    """Say the next thing to do."""
    from gym.cli.advice import next_step

    session.out.print(next_step(session), soft_wrap=True)
