"""What there is to say of a chain at its end, and a chain as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gym.lessons.chains import Chain
    from gym.report.as_json import Json


def end_markdown(chain: Chain) -> str:
    """How the chain is broken, and the run that proves it, in Markdown."""
    proof = f"```python\n{chain.proof}```\n\nIt prints:\n\n```text\n{chain.output}```"
    return f"## The way out\n\n{chain.way_out}\n\n## The proof\n\n{proof}"


def chain_json(chain: Chain) -> Json:
    """The whole of it."""
    return {
        "name": chain.slug,
        "title": chain.title,
        "shapes": list(chain.shapes),
        "given": chain.given,
        "links": [{"asks": asks, "then": then} for asks, then in chain.links],
        "way_out": chain.way_out,
        "proof": chain.proof,
        "output": chain.output,
    }
