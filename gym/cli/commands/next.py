"""`gym`: what to do next."""

from __future__ import annotations

from gym.cli.session import Session


def say_next(session: Session) -> None:
    """Say the next thing to do."""
    from gym.cli.advice import next_step
    from gym.cli.updating import say_update_of_latest

    session.tell(next_step(session))
    say_update_of_latest(session)
