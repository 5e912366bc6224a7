"""`gym author`: making katas."""

from __future__ import annotations

import typer

from gym.cli.commands.author.check import check
from gym.cli.commands.author.new import new
from gym.cli.commands.author.pack import pack
from gym.cli.commands.author.preview import preview

author = typer.Typer(
    help="Make katas of your own. Begin one, check it, and see it as a learner does.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
author.command("pack")(pack)
author.command("new")(new)
author.command("check")(check)
author.command("preview")(preview)
