"""`gym quiz`: five questions of a bank; four right ones pass."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import question_names
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.cli.quizzing import Asker
    from gym.lessons.quiz import Question

SEED = typer.Option(
    "--seed", metavar="N", help="Draws the same questions for the same history; by default others each time."
)
QUESTION = typer.Option("--question", metavar="NAME", help="Only this one.", autocompletion=question_names)


def quiz(
    ctx: typer.Context,
    seed: Annotated[int | None, SEED] = None,
    question: Annotated[str | None, QUESTION] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List all questions.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the list, or the result, as JSON.")] = False,
) -> None:
    """Answer five questions. Choose, predict an output, or write code that a race judges; four right ones pass.

    Exit status 0 when it was passed, 1 when not, or when it was left.
    """
    from gym.cli.answering import Left
    from gym.cli.lessons import tell_shelf
    from gym.cli.quizzing import Asker
    from gym.lessons.shelf import questions

    session: Session = ctx.obj
    shelf = questions(session.catalogue.place)
    if list_all:
        tell_shelf(session, shelf, json=json)
        return
    number = seed if seed is not None else time.time_ns() % 1_000_000
    chosen = [shelf.find(question)] if question is not None else _drawn(session, number)
    results: list[tuple[Question, bool]] = []
    asker = Asker(session, session.talk if json else session.out)
    try:
        for at, each in enumerate(chosen, 1):
            results.append((each, _answered(asker, each, f"{at} of {len(chosen)}", number)))
    except Left:
        again = f"Again: gym quiz --question {chosen[0].slug}" if question is not None else "Others next time: gym quiz"
        session.say(f"Left; {len(results)} of {len(chosen)} answered. {again}")
    again = f"Again:  gym quiz --question {chosen[0].slug}" if question is not None else "A retry draws others:  gym quiz"
    raise typer.Exit(_finish(session, results, len(chosen), again, json=json))


def _drawn(session: Session, seed: int) -> list[Question]:
    from gym.cli.lessons import practised
    from gym.lessons.drawing import draw
    from gym.lessons.shelf import questions

    last = {each.piece: each.at for each in practised(session, "quiz")}
    return draw(questions(session.catalogue.place).all(), last, seed, may_write=session.workspace is not None)


def _answered(asker: Asker, question: Question, place: str, seed: int) -> bool:
    """Ask one question, explain it, remember the answer. Raises Left."""
    from gym.cli.lessons import keep
    from gym.cli.quizzing import ask_question

    since = time.monotonic()
    right = ask_question(asker, question, place, seed)
    keep(asker.session, "quiz", question.slug, question.shapes, float(right), time.monotonic() - since)
    return right


def _finish(session: Session, results: list[tuple[Question, bool]], asked: int, again: str, *, json: bool) -> int:
    """Say how it went. Gives the exit status."""
    from gym.lessons.drawing import PASS, ROUND

    right = sum(each for _question, each in results)
    needed = PASS if asked == ROUND else asked
    passed = right >= needed
    if json:
        from gym.report.as_json import to_json

        answers = [{"question": question.slug, "right": each} for question, each in results]
        session.write(to_json({"passed": passed, "right": right, "asked": asked, "answers": answers}))
    elif results:
        word = "Passed" if passed else f"Not passed: {needed} needed"
        session.tell(f"{right} of {asked} right. {word}.")
        if not passed:
            session.tell(again)
    return 0 if passed else 1
