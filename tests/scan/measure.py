"""Scanning our own versions of every kata, and packages that are not ours, and comparing with what was looked at by hand."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from gym.curriculum import all_katas
from gym.scan.finding import Finding
from gym.scan.scanning import scan_path, scan_text
from tests.bugs.cases import cache_folder as bugs_root
from tests.peers.libraries import cache_folder as peers_root

LABELS = Path(__file__).with_name("labels.toml")
INSTALLED = ("anyio", "pytest_asyncio", "textual", "watchfiles")
"""Packages that the gym itself needs, so they are here in some version or other."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A finding and what it turned out to be: right, harmless, wrong; None where nobody has looked."""

    package: str
    finding: Finding
    label: str | None


@dataclass(frozen=True, slots=True)
class Package:
    """A package that was scanned."""

    name: str
    files: int
    functions: int
    findings: tuple[Labelled, ...]

    def count(self, label: str) -> int:
        """How many findings turned out so."""
        return sum(each.label == label for each in self.findings)


@dataclass(frozen=True, slots=True)
class Own:
    """Versions of one kind of our own katas."""

    kind: str
    versions: int
    with_finding: int
    findings: int


def labels() -> dict[tuple[str, str, str, str], str]:
    """What each finding is, by package, file, line's text and rule."""
    found = {}
    for package, files in tomllib.loads(LABELS.read_text(encoding="utf-8")).items():
        for file, lines in files.items():
            for line, (rule, label, _why) in lines.items():
                found[package, file, line, rule] = label
    return found


def package_folders() -> Iterator[tuple[str, Path]]:
    """The packages that are here: those of the gym's own needs, and those that the tests install beside it.

    Of a library of which several versions are here, the newest.
    """
    for name in INSTALLED:
        spec = find_spec(name)
        for place in spec.submodule_search_locations or () if spec is not None else ():
            yield name, Path(place)
    for root in (bugs_root(), peers_root()):
        folders = sorted(path for path in root.glob("*-*") if path.is_dir()) if root.is_dir() else []
        newest = {path.name.rpartition("-")[0]: path for path in sorted(folders, key=lambda path: _version(path.name))}
        for path in sorted(newest.values()):
            if not path.name.startswith(("anyio-", "javascript-")):
                yield path.name, path


def _version(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.rpartition("-")[2].split(".") if part.isdigit())


def packages() -> list[Package]:
    """Each package with async functions, scanned and labelled."""
    known, found = labels(), []
    for name, folder in package_folders():
        scan = scan_path(folder)
        if scan.functions:
            rows = [Labelled(name, each, known.get((name, each.path, each.code, each.rule))) for each in scan.findings]
            found.append(Package(name, scan.files, scan.functions, tuple(rows)))
    return found


def own() -> list[Own]:
    """Our starters, near misses and solutions, by what is found in their entry files."""
    katas = all_katas()
    return [
        _own("starters", [kata.folder / kata.entry for kata in katas]),
        _own("near misses", [miss.files[kata.entry] for kata in katas for miss in kata.near_misses]),
        _own("solutions", [solution.files[kata.entry] for kata in katas for solution in kata.solutions]),
    ]


def _own(kind: str, files: Sequence[Path]) -> Own:
    counts = [len(scan_text(path.read_text(encoding="utf-8"), path.name).findings) for path in files]
    return Own(kind, len(counts), sum(map(bool, counts)), sum(counts))
