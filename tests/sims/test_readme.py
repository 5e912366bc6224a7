"""What the README quotes of simulations is what they say."""

from __future__ import annotations

import os
import re
from pathlib import Path

from gym.sims.parameters import settings_of
from gym.sims.shelf import find_sim

README = Path(__file__).parents[2] / "README.md"
QUOTED = {
    "pool-limit": slice(0, 2),
    "fan-out": slice(0, 1),
    "batches": slice(0, 1),
    "retry-storm": slice(0, 3),
    "retry-layers": slice(0, 1),
    "retry-budget": slice(0, 1),
    "breaker": slice(1, 3),
    "wallet-race": slice(0, 2),
    "stale-search": slice(0, 2),
}


def quoted() -> str:
    """The table, from runs with nothing changed."""
    lines = ["| `gym sim` | says |", "|---|---|"]
    for name, part in QUOTED.items():
        sim = find_sim(name)
        says = sim.run(settings_of(name, sim.parameters)).says[part]
        lines.append(f"| `{name}` | {' '.join(says)} |")
    return "\n".join([*lines, ""])


def test_the_readme_quotes_what_the_runs_say() -> None:
    text = README.read_text(encoding="utf-8")
    marked = re.compile(r"(?<=<!-- sims -->\n).*?(?=<!-- /sims -->)", re.DOTALL)
    if os.environ.get("GYM_ACCEPT_GOLDEN"):
        README.write_text(marked.sub(lambda _match: quoted(), text), encoding="utf-8")
        return
    found = marked.search(text)
    assert found is not None
    assert found[0] == quoted()
