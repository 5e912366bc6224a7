"""Is what a kata asks of `gym prove` true? The authors' own proof is accepted, and the scaffold alone is not."""

from __future__ import annotations

from collections.abc import Iterator

from gym.curriculum.kata import Kata
from gym.curriculum.problem import Problem
from gym.curriculum.proofs import MODEL, model_proof, proof_task, scaffold
from gym.prove import prove


def proof_problems(kata: Kata) -> tuple[Problem, ...]:
    """What is wrong, for a kata that asks for a proof. Raises JudgeError, ContentError."""
    return tuple(_problems(kata)) if kata.promise is not None else ()


def _problems(kata: Kata) -> Iterator[Problem]:
    model = kata.answers / MODEL
    if not model.is_file():
        yield Problem(model, "this file is missing: a kata with [prove] has a proof that is accepted")
        return
    task = proof_task(kata)
    verdict = prove(task, model_proof(kata))
    if not verdict.accepted:
        yield Problem(model, f"gym prove does not accept it: {' '.join(verdict.message.split()).rstrip('.')}")
    begun = prove(task, scaffold(kata))
    missed = sum(not row.version.is_right and row.word == "missed" for row in begun.rows)
    if missed != sum(not version.is_right for version in task.versions):
        told = " ".join(begun.message.split()).rstrip(".")
        yield Problem(kata.folder / "exercise.toml", f"the scaffold of [prove] has to pass on every version: {told}")
