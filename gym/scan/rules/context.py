"""What a rule is given: one async function, the class around it, and its file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gym.scan.blocks import Block, blocks_of
from gym.scan.state import local_names, module_containers, own_nodes, shared_names


@dataclass
class Context:
    """`owner` is the class that the function is a method of, if any."""

    module: ast.Module
    function: ast.AsyncFunctionDef
    owner: ast.ClassDef | None = None

    @cached_property
    def shared(self) -> frozenset[str]:
        """See shared_names; and the containers of the module that the function changes without rebinding their names."""
        return shared_names(self.function) | (module_containers(self.module) - local_names(self.function))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The function's blocks, the outer ones first."""
        return tuple(blocks_of(self.function))

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """The function's own nodes, in the order of the text."""
        return tuple(own_nodes(self.function))

    @property
    def around(self) -> ast.AST:
        """Where else the same state is used: the class, or the file."""
        return self.owner if self.owner is not None else self.module

    def calls(self) -> Iterator[ast.Call]:
        """The calls in the function."""
        return (node for node in self.nodes if isinstance(node, ast.Call))
