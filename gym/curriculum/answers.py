"""Whole versions of a kata that its authors wrote: the solutions, and the near misses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gym.curriculum.docstring import opening_docstring
from gym.curriculum.kata import NearMiss, Solution
from gym.curriculum.schema import NearMissEntry, read_toml
from gym.errors import ContentError


@dataclass(frozen=True, slots=True)
class Starter:
    """What every version is a change of: each learner file's place, and which of them is the entry module."""

    files: Mapping[str, Path]
    entry: str


def read_solutions(folder: Path, starter: Starter) -> tuple[Solution, ...]:
    """The reference first, then the alternatives by name. Raises ContentError."""
    found = [path for path in _versions(folder) if path.stem == "solution" or path.stem.startswith("alternative_")]
    if not any(path.stem == "solution" for path in found):
        raise ContentError(f"{folder}: neither solution.py nor a folder solution/ is here.")
    found.sort(key=lambda path: (path.stem != "solution", path.stem))
    return tuple(_solution(path, starter) for path in found)


def _solution(path: Path, starter: Starter) -> Solution:
    files = _files_of(path, starter)
    title, rest = opening_docstring(files[starter.entry])
    return Solution(path.stem, f"{title}\n\n{rest}".strip(), files)


def read_near_misses(folder: Path, starter: Starter) -> tuple[NearMiss, ...]:
    """Every near miss with its declared kills, in the order of near_misses.toml. Raises ContentError."""
    declarations = folder / "near_misses.toml"
    declared = read_toml(declarations, dict[str, NearMissEntry])
    written = {path.stem.replace("_", "-"): path for path in _versions(folder / "near_misses")}
    _match(declarations, declared, written)
    return tuple(_near_miss(slug, said, written[slug], starter) for slug, said in declared.items())


def _match(declarations: Path, declared: Collection[str], written: Mapping[str, Path]) -> None:
    for slug in declared:
        if slug not in written:
            raise ContentError(f"{declarations}: [{slug}] has no near_misses/{slug}.py.")
    for slug, path in written.items():
        if slug not in declared:
            raise ContentError(f"{path}: no table [{slug}] in near_misses.toml says which checks kill it.")


def _near_miss(slug: str, said: NearMissEntry, path: Path, starter: Starter) -> NearMiss:
    files = _files_of(path, starter)
    title, why = opening_docstring(files[starter.entry])
    if not why:
        raise ContentError(f"{files[starter.entry]}:1: the docstring does not go on to say why it is tempting.")
    unknown = sorted(set(said.claims) - set(said.kills))
    if unknown:
        raise ContentError(f"{path}: a claim is declared for {unknown[0]!r}, which is not among its kills.")
    return NearMiss(slug, title, why, said.kills, said.claims, files)


def _versions(folder: Path) -> Iterator[Path]:
    """Modules and folders that may be a version: no caches and nothing hidden."""
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "__")) or path.name == "near_misses":
            continue
        if path.is_dir() or path.suffix == ".py":
            yield path


def _files_of(path: Path, starter: Starter) -> dict[str, Path]:
    """Each learner file's place in this version; what a folder leaves out is the starter's."""
    if path.is_file():
        return {**starter.files, starter.entry: path}
    own = {each.name: each for each in sorted(path.iterdir()) if each.suffix == ".py"}
    stray = sorted(set(own) - set(starter.files))
    if stray:
        raise ContentError(f"{own[stray[0]]}: the learner has no file of this name.")
    if starter.entry not in own:
        raise ContentError(f"{path}: {starter.entry} is missing.")
    return {**starter.files, **own}
