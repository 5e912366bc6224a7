"""What the shell may complete a kata's name to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def kata_ids(incomplete: str) -> list[str]:
    """The ids that begin so. Where there is no content, none: a shell's prompt is no place for an error."""
    from gym.curriculum import Catalogue, content_place
    from gym.errors import GymError
    from gym.progress import Workspace
    from gym.progress.packs import known_packs

    try:
        workspace = Workspace.find(Path.cwd())
        packs = known_packs(workspace)[0] if workspace is not None else []
        ids = Catalogue(content_place(), [pack.place for pack in packs]).ids()
    except (GymError, OSError):
        return []
    return [each for each in ids if each.startswith(incomplete.lower())]


def snapshot_words(incomplete: str) -> list[str]:
    """What may follow `gym snapshots`: a kata, or what to do."""
    return [*kata_ids(incomplete), *(each for each in ("list", "show", "restore") if each.startswith(incomplete))]


def _pieces(folder: str, incomplete: str) -> list[str]:
    from gym.curriculum import content_place
    from gym.errors import GymError

    try:
        names = sorted(path.stem for path in (content_place().exercises / folder).glob("*.md"))
    except (GymError, OSError):
        return []
    return [each for each in names if each.startswith(incomplete.lower())]


def drill_names(incomplete: str) -> list[str]:
    """The drills that begin so."""
    return _pieces("_drills", incomplete)


def chain_names(incomplete: str) -> list[str]:
    """The chains that begin so."""
    return _pieces("_chains", incomplete)


def page_names(incomplete: str) -> list[str]:
    """The primer's pages that begin so."""
    return _pieces("_primer", incomplete)


def question_names(incomplete: str) -> list[str]:
    """The quiz questions that begin so."""
    return _pieces("_quiz", incomplete)


def investigation_names(incomplete: str) -> list[str]:
    """The investigations that begin so."""
    return _pieces("_investigations", incomplete)


def sim_names(incomplete: str) -> list[str]:
    """The simulations that begin so."""
    from gym.sims.shelf import SIMS

    return [each.slug for each in SIMS if each.slug.startswith(incomplete.lower())]


def set_words(ctx: typer.Context, incomplete: str) -> list[str]:
    """What `--set` may begin with: the parameters of the simulation that was named, and their words where there are any."""
    from gym.errors import UsageError
    from gym.sims.parameters import Choice
    from gym.sims.shelf import find_sim

    # The option has no value yet, so its command line is no right one, and the name is among what was left unread.
    named = [ctx.params.get("name"), *ctx.args, ""]
    try:
        parameters = find_sim(next(each for each in named if each is not None)).parameters
    except UsageError:
        return []
    values = {each.name: each.words if isinstance(each, Choice) else ("",) for each in parameters}
    words = [f"{name}={value}" for name, those in values.items() for value in those]
    return [each for each in words if each.lower().startswith(incomplete.lower())]


def own_katas(incomplete: str) -> list[str]:
    """What an author's kata may be: one of the pack that this folder lies in, else of the gym's own."""
    from gym.curriculum import content_place, read_pack
    from gym.curriculum.catalogue import folders_of
    from gym.curriculum.pack import pack_around
    from gym.errors import GymError

    try:
        pack = pack_around(Path.cwd())
        names = folders_of(content_place() if pack is None else read_pack(pack).place)
    except (GymError, OSError):
        return []
    return [each for each in names if each.startswith(incomplete.lower())]


KataName = Annotated[
    str | None, typer.Argument(metavar="KATA", help="The kata; the one touched last if left out.", autocompletion=kata_ids)
]
