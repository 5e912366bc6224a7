"""What a Python file imports, told from its source."""

from __future__ import annotations

import ast

_DYNAMIC = ("import_module", "__import__")


class Import:
    """One import of a module, with the names that are taken from it.

    `certain`: it runs whenever its module is imported. `beyond`: a relative one that goes above the top-level name.
    `dynamic`: the module is named by a value; nothing else is known of it.
    """

    def __init__(
        self,
        module: str,
        line: int,
        names: tuple[str, ...] = (),
        certain: bool = False,
        beyond: bool = False,
        dynamic: bool = False,
    ) -> None:
        self.module = module
        self.line = line
        self.names = names
        self.certain = certain
        self.beyond = beyond
        self.dynamic = dynamic

    @property
    def top(self) -> str:
        """The first part of the module's name."""
        return self.module.partition(".")[0]

    def modules(self) -> list[str]:
        """Everything that may be a module here: what is imported from, and each name with it."""
        return [self.module, *(f"{self.module}.{name}" if self.module else name for name in self.names)]


def imports_of(path: str, package: str) -> list[Import]:
    """All imports of a file in that package, but for those that only a type checker sees.

    A file that cannot be read or parsed has none: what is wrong with it is said when it is compiled.
    """
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    called = (node for node in ast.walk(tree) if isinstance(node, (ast.Name, ast.Attribute)))
    found = [Import("", node.lineno, dynamic=True) for node in called if _last_name(node) in _DYNAMIC]
    _collect(tree.body, package, True, found)
    return found


def _collect(nodes: list[ast.stmt], package: str, certain: bool, found: list[Import]) -> None:
    for node in nodes:
        if isinstance(node, ast.Import):
            found += [Import(alias.name, node.lineno, certain=certain) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append(_taken_from(node, package, certain))
        elif isinstance(node, ast.If) and _last_name(node.test) == "TYPE_CHECKING":
            _collect(node.orelse, package, certain, found)
        else:
            for block in _blocks(node):
                _collect(block, package, certain and isinstance(node, (ast.ClassDef, ast.With)), found)


def _last_name(node: ast.expr) -> str:
    """`b` of `b` and of `a.b`."""
    return str(getattr(node, "id", getattr(node, "attr", "")))


def _blocks(node: ast.AST) -> list[list[ast.stmt]]:
    """The blocks of statements below a statement."""
    blocks: list[list[ast.stmt]] = []
    for _, value in ast.iter_fields(node):
        if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
            blocks.append(value)
        elif isinstance(value, list):  # except clauses, cases
            blocks += [block for each in value if isinstance(each, ast.AST) for block in _blocks(each)]
    return blocks


def _taken_from(node: ast.ImportFrom, package: str, certain: bool) -> Import:
    names = tuple(alias.name for alias in node.names)
    if not node.level:
        return Import(node.module or "", node.lineno, names, certain)
    parts = package.split(".") if package else []
    beyond = node.level > len(parts)
    parts = parts[: max(len(parts) - node.level + 1, 0)] if parts else []
    module = ".".join([*parts, node.module] if node.module else parts)
    return Import(module, node.lineno, names, certain, beyond)
