"""`gym primer [PAGE]`: eight short pages to read first, or to look things up in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import page_names
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.lessons.primer import Page

PAGE = typer.Argument(
    metavar="PAGE", help="Its number, or a bit of its name; the list if left out.", autocompletion=page_names
)


def primer(
    ctx: typer.Context,
    page: Annotated[str | None, PAGE] = None,
    run: Annotated[bool, typer.Option("--run", help="Run the page's examples, and show what they print here.")] = False,
    list_all: Annotated[bool, typer.Option("--list", help="List all pages.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print the page instead of showing it on a screen.")] = False,
) -> None:
    """Read about races. What one is, where code can switch, cancellation, SQL, and the fixes with their limits."""
    from gym.cli.lessons import keep, tell_shelf
    from gym.cli.room import is_terminal, show_alone
    from gym.lessons.shelf import primer as all_pages

    session: Session = ctx.obj
    shelf = all_pages(session.catalogue.place)
    if page is None or list_all:
        tell_shelf(session, shelf, json=json)
        return
    wanted = shelf.find(page)
    if run:
        raise typer.Exit(_run(session, wanted))
    if session.workspace is not None:
        keep(session, "primer", wanted.slug, (), 1.0, 0.0)
    if json:
        from gym.report.as_json import to_json

        examples = [{"listing": listing, "output": output} for listing, output in wanted.examples]
        session.write(to_json({"name": wanted.slug, "title": wanted.title, "text": wanted.text, "examples": examples}))
    elif is_terminal(session) and not plain:
        from gym.tui.pages import TextPage

        show_alone(TextPage(f"primer: {wanted.title}", wanted.text))
    else:
        from gym.report.markdown import markdown_lines

        for line in markdown_lines(wanted.text, session.out):
            session.out.print(line, soft_wrap=True)


def _run(session: Session, page: Page) -> int:
    """Each example, and whether it prints what the page says. Gives the exit status."""
    from gym.lessons.running import printed_by

    as_said = True
    for number, (listing, output) in enumerate(page.examples, 1):
        printed = printed_by(listing)
        session.out.print(f"Example {number} prints:", soft_wrap=True)
        session.write(printed.rstrip("\n"))
        if printed != output:
            as_said = False
            session.say(f"The page says otherwise of example {number}; this is Python's version, or a fault of the page.")
    return 0 if as_said else 1
