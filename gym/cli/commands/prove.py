"""`gym prove [KATA]`: write the race test oneself, and have it judged."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import KataName
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.prove import ProofVerdict

FILE = typer.Option("--file", help="Judge this test instead; needs no workspace, and is not remembered.")
PLAIN = typer.Option("--plain", help="No columns, colours or moving line: one sentence a line.")


def prove(
    ctx: typer.Context,
    kata: KataName = None,
    file: Annotated[Path | None, FILE] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plain: Annotated[bool, PLAIN] = False,
    pack: PackFolder = None,
) -> None:
    """Prove a kata's promise by a race test of your own. The first call writes a file to begin with; later ones judge it.

    Exit status 0 when the test is accepted, 1 when it is not, or was only begun.
    """
    from gym.cli.choosing import begun_kata
    from gym.cli.proving import begin_proof, judge_proof, read_proof, refuse_without_promise, remember
    from gym.errors import UsageError

    del pack
    session: Session = ctx.obj
    if file is not None:
        if kata is None:
            raise UsageError("--file needs the kata's name before it: gym prove KATA --file PATH")
        wanted = session.catalogue.find(kata)
        refuse_without_promise(wanted)
        if not (session.cwd / file).exists():
            raise UsageError(f"--file {file}: there is no such file.")
        text = read_proof(session.cwd / file)
        _tell(session, wanted, str(file), judge_proof(session, wanted, text, silent=json or plain), json=json, plain=plain)
    workspace, wanted = begun_kata(session, kata)
    refuse_without_promise(wanted)
    path = workspace.folder_of(wanted.id) / wanted.proof
    shown = os.path.relpath(path, session.cwd)
    if begin_proof(path, wanted):
        _say_begun(session, wanted, shown, json=json)
    text = read_proof(path)
    if not json:
        session.say(f"proving {wanted.id} with {shown} ...")
    verdict = judge_proof(session, wanted, text, silent=json or plain)
    remember(session, workspace, wanted, text, verdict)
    _tell(session, wanted, shown, verdict, json=json, plain=plain)


def _say_begun(session: Session, kata: Kata, shown: str, *, json: bool) -> None:
    """What was written, and what to do with it; nothing is proved yet."""
    if json:
        from gym.report.as_json import to_json

        session.write(to_json({"kata": kata.id, "file": shown, "verdict": "begun"}))
    else:
        assert kata.promise is not None
        session.tell(f"Wrote {shown}. Prove there, by a test of your own:")
        session.tell(kata.promise.says)
        session.say(f"Next: read what stands at its top, write the test, then:  gym prove {kata.id}")
    raise typer.Exit(1)


def _tell(session: Session, kata: Kata, shown: str, verdict: ProofVerdict, *, json: bool, plain: bool) -> None:
    """The word, and what to do next."""
    from gym.report.proofs import plain_proof_lines, proof_json, proof_lines

    if json:
        from gym.report.as_json import to_json

        session.write(to_json(proof_json(verdict, shown)))
    else:
        for line in plain_proof_lines(verdict) if plain else proof_lines(verdict, session.out.width):
            session.out.print(line.plain if plain else line, soft_wrap=True)
        if verdict.accepted:
            session.say(f"The authors' own proof:  gym solution {kata.id} --proof")
        else:
            session.say(f"Next: change {shown}, then:  gym prove {kata.id}")
    raise typer.Exit(0 if verdict.accepted else 1)
