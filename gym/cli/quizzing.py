"""Asking one question of the quiz, in the way of its kind, and explaining it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gym.cli.answering import ask, ask_lines, ask_number
from gym.cli.session import Session
from gym.cli.showing import show_failed, show_markdown
from gym.errors import SubjectError

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from gym.judge import KataVerdict
    from gym.lessons.quiz import Question


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and where questions are shown: with --json not where the data goes."""

    session: Session
    out: Console


FOLDER = "quiz"
"""Where in a workspace the code of questions to write stands."""


def ask_question(asker: Asker, question: Question, place: str, seed: int) -> bool:
    """Whether the answer is right; explained in any case. Raises Left, UsageError."""
    show_markdown(asker.out, f"## {place}: {question.title}\n\n{question.asks}")
    match question.kind:
        case "choose":
            right, told = _choose(asker, question, seed)
        case "predict":
            right, told = _predict(asker, question)
        case _:
            right, told = _write(asker, question)
    show_markdown(asker.out, f"**{'Right' if right else 'Not so'}.** {told}\n\n{question.answer}")
    return right


def _choose(asker: Asker, question: Question, seed: int) -> tuple[bool, str]:
    """Whether the right one was chosen, and what there is to say of the choice."""
    from gym.lessons.drawing import shuffled_choices

    _show_code(asker, question.listing)
    order = shuffled_choices(question, seed)
    show_markdown(asker.out, "\n".join(f"{number}. {question.choices[at].text}" for number, at in enumerate(order, 1)))
    said = ask_number(asker.session, f"Your choice, 1 to {len(order)} (q leaves):", len(order))
    chosen = question.choices[order[int(said) - 1]]
    number = next(number for number, at in enumerate(order, 1) if question.choices[at].right)
    return chosen.right, chosen.why if chosen.right else f"{chosen.why} The answer is {number}."


def _predict(asker: Asker, question: Question) -> tuple[bool, str]:
    from gym.lessons.quiz import same_output

    _show_code(asker, question.listing)
    said = ask_lines(asker.session, "What does it print? Line by line, and an empty line ends it (q leaves):\n")
    printed = f"It prints:\n\n```text\n{question.output}```"
    if same_output(said, question.output):
        return True, printed
    known = next((each.why for each in question.wrong if same_output(said, each.output)), "")
    return False, f"{known} {printed}".strip()


def _write(asker: Asker, question: Question) -> tuple[bool, str]:
    """The code is written in the workspace, with the learner's own editor."""
    path = _begun(asker, question)
    _show_code(asker, path.read_text(encoding="utf-8", errors="replace"))
    while True:
        said = ask(asker.session, f"Change {path} in your editor and save it; ENTER judges, g gives up (q leaves):")
        if said.lower() == "g":
            return False, _with_solution(question)
        try:
            verdict = _judged(question, path)
        except SubjectError as error:
            asker.session.say(f"{error}.")
            continue
        if verdict.verdict.exit_status == 0:
            return True, ""
        _tell_verdict(asker, verdict)


def _begun(asker: Asker, question: Question) -> Path:
    """The file to write in; what is there already stays. Raises UsageError."""
    folder = asker.session.need_workspace().root / FOLDER
    folder.mkdir(exist_ok=True)
    path = folder / f"{question.slug.replace('-', '_')}.py"
    if not path.exists():
        path.write_text(question.listing, encoding="utf-8")
    return path


def _judged(question: Question, path: Path) -> KataVerdict:
    from pathlib import Path as Place
    from tempfile import TemporaryDirectory

    from gym.judge import Judge
    from gym.judge.attempt import read_source
    from gym.lessons.proof import judge_listing

    with TemporaryDirectory() as folder, Judge() as judge:
        return judge_listing(judge, question.slug, read_source(path, path.name), question.race, Place(folder))


def _tell_verdict(asker: Asker, verdict: KataVerdict) -> None:
    if verdict.message:
        asker.out.print(verdict.message, soft_wrap=True)
    for check in verdict.checks:
        if check.verdict.exit_status:
            show_failed(asker.out, check)


def _with_solution(question: Question) -> str:
    return f"One that holds:\n\n```python\n{question.solution}```"


def _show_code(asker: Asker, code: str) -> None:
    from gym.report.spotting import listing_lines

    for line in (*listing_lines(code), "") if code else ():
        asker.out.print(line, soft_wrap=True)
