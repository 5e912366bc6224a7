"""Every error the gym raises on purpose, split by who is at fault."""

from __future__ import annotations


class GymError(Exception):
    """Base of all errors that are shown to a person as one sentence."""


class UsageError(GymError):
    """The command was called wrongly: an unknown name, a bad option, a workspace that cannot be used."""


class SubjectError(GymError):
    """The learner's code is at fault; the message names the file and line where there is one."""


class ContentError(GymError):
    """A kata, race or other piece of content is at fault; its author has to mend it."""


class JudgeError(GymError):
    """The gym itself is at fault. It is reported as *not judged*, never as a rejection."""


class TokenError(UsageError):
    """A replay token is malformed, belongs elsewhere, or its schedule cannot be followed."""
