"""`python -m tests.bench [--json] [--rounds N] [--readme]`: measure, print, and put the tables into the README.

The engine's own figures come from `tests.bench.engine`, run as part of it.
"""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import asdict
from pathlib import Path

from tests.bench import engine
from tests.bench.measure import FULL_MS, QUICK_MS, KataRow, Row, as_data, kata_rows, machine, measure
from tests.bench.screen import screen_rows
from tests.bench.walls import wall_rows

README = Path(__file__).parents[2] / "README.md"
_TABLE = re.compile(r"(<!-- numbers -->\n).*?(<!-- /numbers -->)", re.DOTALL)
_KATAS = re.compile(r"(<!-- katas -->\n).*?(<!-- /katas -->)", re.DOTALL)
_FOUND = re.compile(r"(<!-- found -->\n).*?(<!-- /found -->)", re.DOTALL)


def table(rows: list[Row], rounds: int) -> str:
    """The rows as a Markdown table, with where they were measured."""
    lines = ["| what | measured | aim |", "|---|---|---|"]
    lines += [f"| {row.what} | {row.text()} | {row.target} |" for row in rows]
    return "\n".join(
        [*lines, "", f"Medians of {rounds} on {machine()}; `python -m tests.bench --readme` writes this table.", ""]
    )


def kata_table(rows: list[KataRow]) -> str:
    """The katas as a Markdown table."""
    head = [
        f"| reference of | quick word (aim {QUICK_MS} ms) | *accepted* (aim {FULL_MS:,} ms) | schedules |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *(row.text() for row in rows), ""])


def main() -> None:
    """Measure and print."""
    ask = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure the gym's speed on this machine.")
    ask.add_argument("--json", action="store_true", help="print the figures as JSON")
    ask.add_argument("--rounds", type=int, default=20, help="how many rounds each median is taken over")
    ask.add_argument("--readme", action="store_true", help="put the table into README.md")
    ask.add_argument("--fast-check", type=Path, metavar="FOLDER", help="where `npm install fast-check` was run")
    said = ask.parse_args()
    told = engine.measure(said.fast_check, said.rounds, schedules=100_000)
    rows = [*measure(said.rounds), *screen_rows(said.rounds), *wall_rows(said.rounds), *engine.rows(told)]
    katas = kata_rows(max(said.rounds // 2, 3))
    if said.json:
        print(json.dumps({**as_data(rows), "katas": [asdict(row) for row in katas], "engine": told}, indent=2))
        return
    text, found = table(rows, said.rounds), engine.found_table(told) + "\n"
    print(found, text, kata_table(katas), sep="\n")
    if said.readme:
        whole = _TABLE.sub(lambda place: place[1] + text + place[2], README.read_text())
        whole = _KATAS.sub(lambda place: place[1] + kata_table(katas) + place[2], whole)
        README.write_text(_FOUND.sub(lambda place: place[1] + found + place[2], whole))


if __name__ == "__main__":
    main()
