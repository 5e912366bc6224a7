"""Finding the ready-made form of what an attempt is to build: `asyncio.Semaphore` where a semaphore is the task."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Use:
    """Where a ready-made form is used."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} uses {self.name}, and building that is the task here"


def first_use(sources: Mapping[str, str], refused: Sequence[str]) -> Use | None:
    """The first use of a refused name (`asyncio.Semaphore`), by file and line; None when there is none.

    A name counts as `module.name`, however its module is imported and from whichever submodule. What does not parse uses
    nothing.
    """
    if not refused:
        return None
    for file, text in sorted(sources.items()):
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        found = min(_Uses(refused).of(tree), default=None)
        if found is not None:
            return Use(file, *found)
    return None


class _Uses:
    """Looks through one file."""

    def __init__(self, refused: Sequence[str]) -> None:
        self._refused = {(name.partition(".")[0], name.rpartition(".")[2]): name for name in refused}
        self._modules: dict[str, str] = {}
        """The top module that each name of the file stands for."""
        self._starred: set[str] = set()

    def of(self, tree: ast.Module) -> Iterator[tuple[int, str]]:
        """(line, name) of each use."""
        nodes = list(ast.walk(tree))
        for node in nodes:
            self._note_import(node)
        for node in nodes:
            yield from self._in(node)

    def _note_import(self, node: ast.AST) -> None:
        match node:
            case ast.Import(names=names):
                for each in names:
                    top = each.name.partition(".")[0]
                    self._modules[each.asname or top] = top
            case ast.ImportFrom(module=str(module), names=names, level=0):
                top = module.partition(".")[0]
                for each in names:
                    if each.name == "*":
                        self._starred.add(top)
                    else:
                        # Whether that is a submodule cannot be seen here.
                        self._modules[each.asname or each.name] = top
            case _:
                pass

    def _in(self, node: ast.AST) -> Iterator[tuple[int, str]]:
        match node:
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for each in names:
                    yield from self._named(node, module.partition(".")[0], each.name)
            case ast.Attribute(value=value, attr=attr):
                yield from self._named(node, self._module_of(value), attr)
            case ast.Call(func=ast.Name(id="getattr"), args=[value, ast.Constant(value=str(attr)), *_]):
                yield from self._named(node, self._module_of(value), attr)
            case ast.Name(id=name):
                for top in self._starred:
                    yield from self._named(node, top, name)
            case _:
                pass

    def _module_of(self, value: ast.expr) -> str | None:
        """The top module that an expression like `asyncio` or `asyncio.locks` stands for."""
        while isinstance(value, ast.Attribute):
            value = value.value
        return self._modules.get(value.id) if isinstance(value, ast.Name) else None

    def _named(self, node: ast.stmt | ast.expr, top: str | None, name: str) -> Iterator[tuple[int, str]]:
        refused = self._refused.get((top or "", name))
        if refused is not None:
            yield node.lineno, refused
