"""`gym author new SLUG`: begin a kata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import ContentPlace


def new(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="SLUG", help="As in shop-cart; 07-shop-cart chooses the number too.")],
    pack: PackFolder = None,
) -> None:
    """Begin a kata. Writes a small one that runs, and says in each file what to put there."""
    from gym.cli.signals import terminating_as_interrupt
    from gym.curriculum.scaffold import begin_kata
    from gym.report.authoring import seen_from

    del pack
    session: Session = ctx.obj
    place = _writable_place(session)
    with terminating_as_interrupt():
        made = begin_kata(place, name.strip())
    for folder, holds in (
        (made.exercise, "what a learner gets"),
        (made.answers, "solutions, near misses, explanation"),
        (made.races, "the races that judge it"),
    ):
        session.tell(f"{seen_from(session.cwd, folder)}/   {holds}")
    session.say(f"Write {seen_from(session.cwd, made.race)} first. What is next is always said by:")
    session.say(f"  gym author check {made.kata.rpartition(':')[2]}{pack_option(session)}")


def pack_option(session: Session) -> str:
    """How the pack was named, for a command that is to be typed next."""
    import shlex

    return f" --pack {shlex.quote(str(session.pack_folder))}" if session.pack_folder is not None else ""


def _writable_place(session: Session) -> ContentPlace:
    """Raises UsageError for an installed gym, whose content the next upgrade would replace."""
    from gym.cli.packs import author_place
    from gym.curriculum.place import is_packed
    from gym.errors import UsageError

    place = author_place(session)
    if is_packed(place):
        raise UsageError("this gym is installed, and an upgrade replaces its katas; make your own pack: gym author pack DIR")
    return place
