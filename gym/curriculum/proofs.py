"""What `gym prove` needs of a kata: the versions to tell apart, the scaffold to begin with, and a proof that is accepted."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gym.curriculum.kata import Kata
from gym.curriculum.schema import read_text
from gym.errors import UsageError

if TYPE_CHECKING:
    from gym.prove import ProofTask

MODEL = "proof.py"
"""The authors' own proof, beside the solutions."""
_WIDTH = 88
_VOCABULARY = """\
gates.guard(fake)              the fake, with a gate before each of its async calls
gates.start("A", coroutine)    a caller: a task with a name; .cancel() makes it go away
await gates.settle()           until no more happens; gates stay closed, time stands still
gates.waiting                  the calls at a gate, oldest first: .caller, .name, .args
gates.calls                    all calls; their .state is waiting, under way, done, ...
await gates.open(call)         let a call through and settle; without await, settle later
await gates.fail(call, error)  let it fail with that error instead
await gates.pass_time(0.25)    let so many seconds pass, at once
await gates.open_all()         open every gate, and let time pass, until all is quiet
await caller                   what the caller came back with; its gates come first
"""


def proof_task(kata: Kata) -> ProofTask:
    """What the judge of proofs needs. Raises UsageError for a kata that asks for no proof, ContentError."""
    from gym.prove import ProofTask, Version

    promise = kata.promise
    if promise is None:
        raise UsageError(f"{kata.id} asks for no proof.")
    starter = Version("starter", "starter", _texts({name: kata.folder / name for name in kata.files}))
    solutions = [Version("solution", each.name, _texts(each.files)) for each in kata.solutions]
    misses = [
        Version("near miss", miss.slug, _texts(miss.files), miss.title, miss.why)
        for miss in kata.near_misses
        if miss.slug in promise.catches
    ]
    given = _texts({name: kata.folder / name for name in kata.given})
    return ProofTask(kata.id, promise.says, kata.proof, given, (starter, *solutions, *misses))


def _texts(files: Mapping[str, Path]) -> dict[str, str]:
    return {name: read_text(path) for name, path in files.items()}


def model_proof(kata: Kata) -> str:
    """The authors' own proof. Raises ContentError."""
    return read_text(kata.answers / MODEL)


def scaffold(kata: Kata) -> str:
    """The file that a proof begins as: what is asked, what gates can do, and an empty test."""
    assert kata.promise is not None
    wrong = "a wrong fix" if len(kata.promise.catches) == 1 else f"{len(kata.promise.catches)} wrong fixes"
    asked = (
        f"It is accepted when it fails on the code as you got it and on {wrong}, and passes on every correct "
        f"version. Judge it with: gym prove {kata.id}. In this folder, pytest runs it on your version."
    )
    parts = [
        "A race test, written by you. It proves this promise:",
        textwrap.indent(textwrap.fill(kata.promise.says, _WIDTH - 4), "    "),
        textwrap.fill(asked, _WIDTH),
        textwrap.fill(kata.promise.hint, _WIDTH),
        "What `gates` can do:\n\n" + textwrap.indent(_VOCABULARY.rstrip(), "    "),
    ]
    body = "\n\n".join(parts)
    return f'"""{body}\n"""\n\n{kata.promise.scaffold.strip()}\n'
