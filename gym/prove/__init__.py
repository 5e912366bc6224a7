"""Judging a test: does it fail on what is wrong, for its reason, and pass on all that is right?

Each version of the code runs under the test in a process of its own, as a module of the same name in the same folder.
"""

from gym.prove.judging import prove
from gym.prove.task import ProofTask, Version
from gym.prove.verdict import ProofVerdict, Row, Word

__all__ = ["ProofTask", "ProofVerdict", "Row", "Version", "Word", "prove"]
