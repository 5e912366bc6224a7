"""The modules of a version, from memory: there is no file to read them in, and no docstring that names the version."""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import os
import sys
from collections.abc import Mapping, Sequence
from types import CodeType, ModuleType


class _Loader(importlib.abc.Loader):
    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._text = text

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = self._path
        exec(_compiled(self._text, self._path), module.__dict__)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, folder: str, modules: Mapping[str, str]) -> None:
        self._loaders = {
            name.removesuffix(".py"): _Loader(os.path.join(folder, name), text) for name, text in modules.items()
        }

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        loader = self._loaders.get(fullname)
        return importlib.machinery.ModuleSpec(fullname, loader) if loader is not None else None


def install_modules(folder: str, modules: Mapping[str, str]) -> None:
    """Find these modules before all others; `modules` are texts by file name, said to lie in `folder`."""
    sys.meta_path.insert(0, _Finder(folder, modules))


def _compiled(text: str, path: str) -> CodeType:
    tree = ast.parse(text, path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            _drop_docstring(node)
    return compile(tree, path, "exec", dont_inherit=True)


def _drop_docstring(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Replaced by `pass`, which keeps lines and the place of `from __future__`."""
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        if isinstance(node, ast.Module):
            del node.body[0]
        else:
            node.body[0] = ast.copy_location(ast.Pass(), first)
