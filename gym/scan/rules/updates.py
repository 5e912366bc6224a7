"""A read, a place to switch, and a write that depends on the read: lazy initialisation, check-then-act, lost update."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from gym.scan.blocks import Block
from gym.scan.finding import Hit, Rule
from gym.scan.rules.context import Context
from gym.scan.state import adds_only, key_of, leaves, own_nodes, reads, switches, switches_and_goes_on, takes_lock, writes

LAZY = Rule(
    "lazy-init",
    "init-race",
    "Two first callers come at once: do both find it missing?",
    "lazy-client",
)
CHECK = Rule(
    "check-then-act",
    "check-then-act",
    "When the code goes on behind the await, is what it checked before still true?",
    "two-withdrawals",
)
UPDATE = Rule(
    "lost-update",
    "lost-update",
    "Somebody else writes during the await: is that write overwritten by an older value?",
    "token-usage",
)
RULES = (LAZY, CHECK, UPDATE)


def look(context: Context) -> Iterator[Hit]:
    """See RULES."""
    seen: set[int] = set()
    for block in context.blocks:
        if block.locked:
            continue
        for hit in (*_checks(context, block), *_stale_locals(context, block)):
            if hit.node.lineno not in seen:
                seen.add(hit.node.lineno)
                yield hit
    yield from _in_one_statement(context)


# -- a decision outlives what it was based on


def _checks(context: Context, block: Block) -> Iterator[Hit]:
    for at, statement in enumerate(block.statements):
        if not isinstance(statement, ast.If) or switches(statement.test):
            continue
        tested = _tested(statement.test, block.statements[:at], context)
        if not tested:
            continue
        acts = [statement.body] if not leaves(statement.body) else []
        if leaves(statement.body) and not statement.orelse:
            acts.append(block.statements[at + 1 :])
        for act in acts:
            yield from _acted_late(context, statement, act, tested)


def _tested(test: ast.expr, before: Sequence[ast.stmt], context: Context) -> set[str]:
    """The state that a test depends on, also through a local that the statement before it has set."""
    found = reads(test, context.shared)
    last = before[-1] if before else None
    if (
        isinstance(last, ast.Assign)
        and not switches(last)
        and len(last.targets) == 1
        and isinstance(last.targets[0], ast.Name)
    ):
        names = {node.id for node in (test, *own_nodes(test)) if isinstance(node, ast.Name)}
        if last.targets[0].id in names:
            found |= reads(last.value, context.shared)
    return found


def _acted_late(context: Context, check: ast.If, act: Sequence[ast.stmt], tested: set[str]) -> Iterator[Hit]:
    """The first write, behind a place to switch, of what was tested; unless it was written or tested again before."""
    open_keys, switched = set(tested), False
    member = any(isinstance(node, ast.In | ast.NotIn) for node in own_nodes(check.test))
    for statement in act:
        if takes_lock(statement):
            return
        if isinstance(statement, ast.AsyncWith | ast.With | ast.Try | ast.While | ast.For | ast.AsyncFor | ast.If):
            # What is nested is judged as a whole: a test inside, or a lock, may well look again.
            if reads_in_tests(statement, context) & open_keys or isinstance(statement, ast.AsyncWith):
                return
            if writes(statement, context.shared) & open_keys and not switched:
                return
        written = set() if adds_only(statement) and not member else writes(statement, context.shared) & open_keys
        if written and isinstance(statement, ast.If) and _sets_constants(statement, written, context):
            return
        if written and (switched or _switches_before_writing(statement)):
            yield _late(check, sorted(written)[0], statement)
            return
        open_keys -= written
        if not open_keys:
            return
        switched = switched or switches_and_goes_on(statement)


def _sets_constants(branch: ast.If, keys: set[str], context: Context) -> bool:
    """A flag that is set in a further case: it means the same whoever sets it."""
    values = [
        node.value
        for node in own_nodes(branch)
        if isinstance(node, ast.Assign) and {key_of(target, context.shared) for target in node.targets} & keys
    ]
    return bool(values) and all(isinstance(value, ast.Constant) for value in values)


def reads_in_tests(statement: ast.stmt, context: Context) -> set[str]:
    """The state that an `if` or `while` in there looks at."""
    tests = [node.test for node in (statement, *own_nodes(statement)) if isinstance(node, ast.If | ast.While | ast.IfExp)]
    return {key for test in tests for key in reads(test, context.shared)}


def _switches_before_writing(statement: ast.stmt) -> bool:
    """`self.x = await ...`: the value is waited for, and then written."""
    value = getattr(statement, "value", None)
    return isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign) and value is not None and switches(value)


def _late(check: ast.If, key: str, write: ast.stmt) -> Hit:
    value = write.value if isinstance(write, ast.Assign | ast.AnnAssign) else None
    missing = _asks_whether_missing(check.test) and value is not None and not isinstance(value, ast.Constant)
    rule = LAZY if missing else CHECK
    return Hit(rule, check, f"{key} is tested here, and written in line {write.lineno}, with an await between")


def _asks_whether_missing(test: ast.expr) -> bool:
    match test:
        case ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Compare(ops=[ast.Is() | ast.IsNot() | ast.NotIn() | ast.In()]):
            return True
        case ast.Name() | ast.Attribute():
            return True
    return False


# -- an older value is written back


def _stale_locals(context: Context, block: Block) -> Iterator[Hit]:
    for at, statement in enumerate(block.statements):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not switches(value):
                for key in sorted(reads(value, context.shared)):
                    if not isinstance(value, ast.Call) or _is_copy(value):
                        yield from _written_back(context, statement, name, key, block.statements[at + 1 :])


def _is_copy(call: ast.Call) -> bool:
    """`self.totals.get(key)`, `dict(self.settings)`: the value, not what a method did."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in ("get", "copy", "dict", "list", "set", "int", "float", "len", "max", "min", "sum")


def _written_back(context: Context, read: ast.Assign, name: str, key: str, after: Sequence[ast.stmt]) -> Iterator[Hit]:
    switched = False
    for statement in after:
        if isinstance(statement, ast.Assign | ast.AugAssign) and _rebinds(statement, name):
            return
        if isinstance(statement, ast.Assign) and switched and not switches(statement.value):
            names = {node.id for node in own_nodes(statement.value) if isinstance(node, ast.Name)}
            names |= {statement.value.id} if isinstance(statement.value, ast.Name) else set()
            targets = {key_of(target, context.shared) for target in statement.targets}
            if key in targets and name in names and key not in reads(statement.value, context.shared):
                yield Hit(
                    UPDATE,
                    read,
                    f"{key} is read here, and written from that in line {statement.lineno}, with an await between",
                )
                return
        if key in writes(statement, context.shared) and not switched:
            return
        switched = switched or switches_and_goes_on(statement)


def _rebinds(statement: ast.Assign | ast.AugAssign, name: str) -> bool:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _in_one_statement(context: Context) -> Iterator[Hit]:
    """`self.total += await ...` reads before it waits, and so does `self.total = self.total + await ...`."""
    locked = {id(statement) for block in context.blocks if block.locked for statement in block.statements}
    for node in context.nodes:
        if id(node) in locked:
            continue
        match node:
            case ast.AugAssign(target=target, value=value) if switches(value):
                key = key_of(target, context.shared)
            case ast.Assign(targets=[target], value=ast.BinOp(left=left, right=right)) if switches(right):
                key = key_of(target, context.shared)
                key = key if key in reads(left, context.shared) else None
            case _:
                continue
        if key is not None:
            yield Hit(UPDATE, node, f"{key} is read before the await in this line, and written after it")
