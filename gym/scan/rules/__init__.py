"""The rules, a file for each kind of place in the reading procedure. A rule looks at one async function."""

from gym.scan.rules import awaitables, cancellation, conditions, fanout, losers, permits, sql, tasks, updates
from gym.scan.rules.context import Context

LOOKS = (
    updates.look,
    permits.look,
    awaitables.look,
    cancellation.look,
    tasks.look,
    fanout.look,
    losers.look,
    conditions.look,
    sql.look,
)
RULES = (
    *updates.RULES,
    *permits.RULES,
    *awaitables.RULES,
    *cancellation.RULES,
    *tasks.RULES,
    *fanout.RULES,
    *losers.RULES,
    *conditions.RULES,
    *sql.RULES,
)

__all__ = ["LOOKS", "RULES", "Context"]
