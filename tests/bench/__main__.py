"""`python -m tests.bench [--json] [--rounds N] [--readme]`: measure, print, and put the table into the README."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from tests.bench.measure import Row, as_data, machine, measure

README = Path(__file__).parents[2] / "README.md"
_TABLE = re.compile(r"(<!-- numbers -->\n).*?(<!-- /numbers -->)", re.DOTALL)


def table(rows: list[Row], rounds: int) -> str:
    """The rows as a Markdown table, with where they were measured."""
    lines = ["| what | measured | aim |", "|---|---|---|"]
    lines += [f"| {row.what} | {row.text()} | {row.target} |" for row in rows]
    return "\n".join(
        [*lines, "", f"Medians of {rounds} on {machine()}; `python -m tests.bench --readme` writes this table.", ""]
    )


def main() -> None:
    """Measure and print."""
    ask = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure the gym's speed on this machine.")
    ask.add_argument("--json", action="store_true", help="print the figures as JSON")
    ask.add_argument("--rounds", type=int, default=20, help="how many rounds each median is taken over")
    ask.add_argument("--readme", action="store_true", help="put the table into README.md")
    said = ask.parse_args()
    rows = measure(said.rounds)
    if said.json:
        print(json.dumps(as_data(rows), indent=2))
        return
    text = table(rows, said.rounds)
    print(text)
    if said.readme:
        README.write_text(_TABLE.sub(lambda found: found[1] + text + found[2], README.read_text()))


if __name__ == "__main__":
    main()
