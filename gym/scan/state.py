"""Which expressions are shared state, and what a piece of code does with them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

Function = ast.AsyncFunctionDef
MUTATORS = frozenset(
    [
        "append",
        "appendleft",
        "add",
        "clear",
        "discard",
        "extend",
        "insert",
        "pop",
        "popleft",
        "remove",
        "setdefault",
        "update",
    ]
)
ADDITIVE = frozenset(["append", "appendleft", "extend"])
"""What these do depends on nothing that was read before."""
CONTAINERS = ("dict", "list", "set", "defaultdict", "collections.defaultdict", "OrderedDict", "deque", "collections.deque")
LOCKLIKE = ("lock", "mutex", "sem", "cond", "guard", "slot", "gate", "limiter", "permit")
NEW_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def shared_names(function: Function) -> frozenset[str]:
    """The names that a function shares with others: `self`, `cls`, and what it declares global or nonlocal."""
    first = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)[:1]]
    declared = [name for node in own_nodes(function) if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names]
    return frozenset([*(name for name in first if name in ("self", "cls")), *declared])


def module_containers(module: ast.Module) -> frozenset[str]:
    """Names that the module gives to a dict, list or set, or to what a call with such a name makes."""
    found = set()
    for statement in module.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        targets = [statement.target] if isinstance(statement, ast.AnnAssign) else targets
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        if value is not None and _is_container(value):
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return frozenset(found)


def _is_container(value: ast.expr) -> bool:
    made = value.func if isinstance(value, ast.Call) else None
    return isinstance(value, ast.Dict | ast.List | ast.Set) or dotted(made or value) in CONTAINERS


def local_names(function: Function) -> frozenset[str]:
    """The names that a function binds itself: its parameters, and what it assigns."""
    arguments = function.args
    names = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    bound = {node.id for node in own_nodes(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return frozenset(names | bound)


def key_of(node: ast.AST, shared: frozenset[str]) -> str | None:
    """`self._clients` for that attribute and for items of it; `total` for a global of that name; None for what is local."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Name):
        return node.id if node.id in shared and node.id not in ("self", "cls") else None
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in shared:
        return f"{node.value.id}.{node.attr}"
    return None


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below, in the order of the text, without those of functions and classes inside."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, NEW_SCOPES):
            yield from own_nodes(child)


def switches(node: ast.AST) -> bool:
    """Whether running this may let others run."""
    waits = (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Yield)
    return any(isinstance(each, waits) for each in (node, *own_nodes(node)))


def switches_and_goes_on(statement: ast.stmt) -> bool:
    """Whether others may have run when the statement behind it is reached: a branch that leaves does not lead there."""
    if not isinstance(statement, ast.If):
        return switches(statement)
    if switches(statement.test):
        return True
    branches = [branch for branch in (statement.body, statement.orelse) if not leaves(branch)]
    return any(switches_and_goes_on(each) for branch in branches for each in branch)


def reads(node: ast.AST, shared: frozenset[str]) -> set[str]:
    """The state that is read, or of which a method is called."""
    found = set()
    for each in (node, *own_nodes(node)):
        if isinstance(each, ast.Name | ast.Attribute) and isinstance(each.ctx, ast.Load):
            key = key_of(each, shared)
            if key is not None:
                found.add(key)
    return found


def writes(node: ast.AST, shared: frozenset[str]) -> set[str]:
    """The state that is assigned, deleted, or changed by a method that is known to change its object."""
    return {key for each in (node, *own_nodes(node)) for key in _written(each, shared)}


def _written(node: ast.AST, shared: frozenset[str]) -> Iterator[str]:
    targets: list[ast.AST] = []
    match node:
        case ast.Assign():
            targets = [part for target in node.targets for part in _parts(target)]
        case ast.AugAssign() | ast.AnnAssign():
            targets = [node.target]
        case ast.Delete():
            targets = list(node.targets)
        case ast.Call(func=ast.Attribute(attr=name, value=value)) if name in MUTATORS:
            targets = [value]
    for target in targets:
        key = key_of(target, shared)
        if key is not None:
            yield key


def adds_only(statement: ast.stmt) -> bool:
    """`self.seen.append(x)`: nothing that was there before is changed."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return name in ADDITIVE
    return False


def takes_lock(statement: ast.stmt) -> bool:
    """`await self._lock.acquire()`: from here on nobody else is in."""
    awaited = [node.value for node in own_nodes(statement) if isinstance(node, ast.Await)]
    return any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("acquire", "__aenter__")
        and any(word in ast.unparse(call.func.value).lower() for word in LOCKLIKE)
        for call in awaited
    )


def _parts(target: ast.AST) -> Iterator[ast.AST]:
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _parts(part)
    else:
        yield target


def is_locked(with_: ast.AsyncWith | ast.With) -> bool:
    """Whether it is entered through what looks like a lock by its name."""
    names = [ast.unparse(item.context_expr).lower() for item in with_.items]
    return any(word in name for name in names for word in LOCKLIKE)


def leaves(body: list[ast.stmt]) -> bool:
    """Whether a block ends by leaving: what follows it then runs in the other case only."""
    return bool(body) and isinstance(body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)


def dotted(node: ast.AST) -> str:
    """`asyncio.gather` for such a name; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        left = dotted(node.value)
        return f"{left}.{node.attr}" if left else ""
    return ""
