"""How an execution ends early: by a claim that did not hold, by the subject stopping, or as no schedule at all."""

from __future__ import annotations

from gym.errors import GymError


class ClaimFailed(GymError):
    """A check, an invariant or a default check did not hold. `kind` is the word of the verdict."""

    def __init__(self, kind: str, claim: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.claim = claim
        self.message = message


class SubjectStopped(GymError):
    """The subject's process ended the execution: it blocked, ran away, died, or broke the protocol."""

    def __init__(self, kind: str, message: str, place: tuple[str, int] | None = None) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.place = place


class Astray(GymError):
    """What was taken for known of the execution does not hold: it must be run again. `guessed`: it was only a guess."""

    def __init__(self, *, guessed: bool) -> None:
        super().__init__("this execution goes another way")
        self.guessed = guessed


class VoidSchedule(GymError):
    """A pause at which nothing can happen: the schedule is another one's double and is not counted."""
