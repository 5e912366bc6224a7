"""Scanning files and folders."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gym.scan.finding import Finding, Hit
from gym.scan.rules import LOOKS, Context

LEFT_OUT = frozenset(["__pycache__", "node_modules", "build", "dist", "site-packages"])
"""Folders that hold nobody's own code; those that begin with a dot are left out, too."""
MOST_BYTES = 2_000_000


@dataclass
class Scan:
    """What was found, the files that were read, and why others were not."""

    findings: list[Finding] = field(default_factory=list)
    files: int = 0
    functions: int = 0
    problems: list[str] = field(default_factory=list)


def scan_path(path: Path) -> Scan:
    """Scan a file, or every Python file of a folder. Nothing of it is run."""
    scan = Scan()
    for file in [path] if path.is_file() else python_files(path):
        shown = file.name if path.is_file() else file.relative_to(path).as_posix()
        try:
            text = _text(file)
            found = scan_text(text, shown)
        except (OSError, ValueError, SyntaxError, RecursionError, MemoryError) as error:
            scan.problems.append(f"{shown} is left out: {_reason(error)}")
            continue
        scan.files += 1
        scan.functions += found.functions
        scan.findings += found.findings
    return scan


def python_files(folder: Path) -> Iterator[Path]:
    """The Python files of a folder, by name; not those of environments, caches and builds."""
    for path in sorted(folder.iterdir()):
        if path.is_symlink() or path.name.startswith("."):
            continue
        if path.is_dir() and path.name not in LEFT_OUT and not (path / "pyvenv.cfg").exists():
            yield from python_files(path)
        elif path.suffix == ".py" and path.is_file():
            yield path


def scan_text(text: str, path: str) -> Scan:
    """Scan the text of one file. Raises SyntaxError, ValueError."""
    module = ast.parse(text)
    lines = text.splitlines()
    scan = Scan(files=1)
    for function, owner in _functions(module, None):
        scan.functions += 1
        context = Context(module, function, owner)
        scan.findings += [_finding(hit, path, lines) for look in LOOKS for hit in look(context)]
    scan.findings.sort()
    return scan


def _functions(node: ast.AST, owner: ast.ClassDef | None) -> Iterator[tuple[ast.AsyncFunctionDef, ast.ClassDef | None]]:
    """Every async function, with the class that it is a method of."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.AsyncFunctionDef):
            yield child, owner
        inner = child if isinstance(child, ast.ClassDef) else owner
        yield from _functions(child, inner)


def _finding(hit: Hit, path: str, lines: list[str]) -> Finding:
    code = lines[hit.node.lineno - 1].strip() if hit.node.lineno <= len(lines) else ""
    rule = hit.rule
    return Finding(path, hit.node.lineno, rule.slug, rule.shape, code, hit.says, rule.question, rule.drill)


def _text(file: Path) -> str:
    """The file as text. Raises ValueError for one that is too large, or no text."""
    if file.stat().st_size > MOST_BYTES:
        raise ValueError(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    return file.read_text(encoding="utf-8-sig")


def _reason(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return f"line {error.lineno or 1} is not valid Python: {error.msg}"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return str(error).lower() or type(error).__name__
