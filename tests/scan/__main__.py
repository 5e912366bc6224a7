"""`python -m tests.scan [--readme]`: scan, print the table and every finding that nobody has looked at."""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.scan.measure import own, packages
from tests.scan.table import in_readme, table

README = Path(__file__).parents[2] / "README.md"


def main() -> None:
    """Measure and print."""
    ask = argparse.ArgumentParser(prog="python -m tests.scan", description="Measure what gym scan finds.")
    ask.add_argument("--readme", action="store_true", help="put the table into README.md")
    said = ask.parse_args()
    found = packages()
    shown = table(own(), found)
    print(shown)
    for package in found:
        for each in package.findings:
            if each.label is None:
                print(f"{package.name}: {each.finding.path}:{each.finding.line} [{each.finding.rule}] {each.finding.code}")
    if said.readme:
        README.write_text(in_readme(README.read_text(encoding="utf-8"), shown), encoding="utf-8")


if __name__ == "__main__":
    main()
