"""The table of README.md here: `python -m tests.peers.table` measures anew and writes it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from _pytest.outcomes import Skipped

from tests.peers.measures import HERE, Measure, all_measures

README = HERE / "README.md"
BEGIN, END = "<!-- measured -->", "<!-- /measured -->"
HEAD = ("| peer | judges | tests | passed | left out |", "|---|---|---|---|---|")


def lines_between() -> list[str]:
    """What stands between the marks."""
    return README.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].strip().splitlines()


def written(measures: Sequence[Measure]) -> str:
    """Run all. The text between the marks."""
    rows = [measure.row() for measure in measures]
    reasons = [line for measure in measures for line in measure.reasons()]
    others = [line for measure in measures for line in measure.differences()]
    return "\n".join(
        [*HEAD, *rows, "", "Left out, and why:", "", *reasons, "", "Where others do something else:", "", *others]
    )


def main() -> int:
    """Write the table. Returns 1, and leaves it as it is, when a peer is not there."""
    try:
        text = written(all_measures())
    except Skipped as skipped:
        print(f"Not written: {skipped.msg}", file=sys.stderr)
        return 1
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    README.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
