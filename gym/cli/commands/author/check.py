"""`gym author check [SLUG]`: is a kata what it says?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import own_katas
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.cli.auditing import Audit, Auditor

PLAIN = typer.Option("--plain", help="No table, colours or moving line: one sentence a line.")


def check(
    ctx: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="SLUG", help="The kata; all of them if left out.", autocompletion=own_katas)
    ] = None,
    pack: PackFolder = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plain: Annotated[bool, PLAIN] = False,
) -> None:
    """Check that a kata is what it says. Judges the starter, the solutions and the near misses, and reads the texts.

    Exit status 0 when all is well, 1 when anything is to be mended.
    """
    from gym.cli.auditing import Auditor, kata_names

    del pack
    session: Session = ctx.obj
    place, names = kata_names(session, name)
    with Auditor(session, place, silent=plain) as auditor:
        green = _print_json(session, auditor, names) if json else _narrate(session, auditor, names, plain)
    raise typer.Exit(0 if green else 1)


def _print_json(session: Session, auditor: Auditor, names: list[str]) -> bool:
    from gym.report.as_json import to_json
    from gym.report.authoring import audit_json

    audits = []
    for name in names:
        auditor.begin(name)
        audits.append(auditor.audit(name, lambda _row: None))
    green = all(not audit.problems for audit in audits)
    katas = [audit_json(audit.kata, audit.rows, audit.problems) for audit in audits]
    session.write(to_json({"green": green, "katas": katas}))
    return green


def _narrate(session: Session, auditor: Auditor, names: list[str], plain: bool) -> bool:
    """Each kata with its table while it is judged, and what is wrong below it."""
    green = True
    for number, name in enumerate(names):
        if number:
            session.out.print()
        auditor.begin(name)
        audit = _tell_plainly(session, auditor, name) if plain else _draw(session, auditor, name)
        green = green and not audit.problems
    return green


def _draw(session: Session, auditor: Auditor, name: str) -> Audit:
    from gym.report.authoring import Matrix, problem_lines

    width = session.out.width
    versions, checks = auditor.names(name)
    if versions:
        matrix = Matrix.of(versions, checks, width)
        _print(session, [auditor.id_of(name), matrix.heading()])
        audit = auditor.audit(name, lambda row: _print(session, matrix.row(row)))
        session.out.print()
    else:
        audit = auditor.audit(name, lambda _row: None)
    _print(session, [_word(audit)])
    _print(session, problem_lines(audit.problems, session.cwd, width))
    _say_next(session, name, audit)
    return audit


def _tell_plainly(session: Session, auditor: Auditor, name: str) -> Audit:
    from gym.report.authoring import plain_problems, plain_row

    audit = auditor.audit(name, lambda row: _print(session, [plain_row(row)]))
    _print(session, [_word(audit), *plain_problems(audit.problems, session.cwd)])
    _say_next(session, name, audit)
    return audit


def _word(audit: Audit) -> str:
    from gym.report.text import count

    if not audit.problems:
        counted = f"{count(len(audit.rows), 'version')}, {count(audit.checks, 'check')}"
        return f"{audit.kata}: all is as it says ({counted})"
    return f"{audit.kata}: {count(len(audit.problems), 'thing')} to mend, in this order:"


def _say_next(session: Session, name: str, audit: Audit) -> None:
    from gym.cli.commands.author.new import pack_option

    if not audit.problems:
        session.say(f"See it as a learner does:  gym author preview {name}{pack_option(session)}")


def _print(session: Session, lines: Iterator[object] | list[object]) -> None:
    for line in lines:
        session.out.print(line, soft_wrap=True)
