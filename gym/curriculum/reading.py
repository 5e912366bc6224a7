"""Reading one kata from its three folders, and saying precisely what is wrong with it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from gym.curriculum.answers import Starter, read_near_misses, read_solutions
from gym.curriculum.kata import CONTROL_FAULTS, SHAPES, Fault, Kata, NearMiss, Promise
from gym.curriculum.place import ContentPlace
from gym.curriculum.schema import ExerciseFile, read_toml
from gym.errors import ContentError


def read_kata(place: ContentPlace, name: str) -> Kata:
    """The kata whose folders are called `name`. Raises ContentError that names the file."""
    folder = place.exercises / name
    source = folder / "exercise.toml"
    said = read_toml(source, ExerciseFile)
    _check_words(source, said)
    _check_files(source, ("brief.md", said.tests, *said.files, *said.given))
    starter = Starter({name: folder / name for name in said.files}, said.entry)
    answers = place.solutions / name
    races = _races(place.races / name)
    near_misses = read_near_misses(answers, starter)
    return Kata(
        id=place.kata_id(name),
        title=said.title,
        summary=said.summary,
        shapes=said.shapes,
        level=said.level,
        minutes=said.minutes,
        prerequisites=said.prerequisites,
        folder=folder,
        answers=answers,
        entry=said.entry,
        files=said.files,
        given=said.given,
        tests=said.tests,
        races=races,
        faults=tuple(Fault(each.id, each.says) for each in said.faults),
        near_misses=near_misses,
        solutions=read_solutions(answers, starter),
        version=_version(
            [
                *(folder / name for name in said.given),
                *sorted((place.races / name).glob("*.py")),
                answers / "near_misses.toml",
            ],
            said.refuses,
        ),
        promise=_promise(source, said, near_misses),
        refuses=said.refuses,
    )


def _promise(source: Path, said: ExerciseFile, near_misses: Iterable[NearMiss]) -> Promise | None:
    if said.prove is None:
        return None
    known = {miss.slug for miss in near_misses}
    for slug in said.prove.catches:
        if slug not in known:
            raise ContentError(f"{source}: prove: catches: there is no near miss {slug!r}.")
    return Promise(said.prove.promise, said.prove.catches, said.prove.hint, said.prove.scaffold)


def _check_words(source: Path, said: ExerciseFile) -> None:
    for shape in said.shapes:
        if shape not in SHAPES and shape not in CONTROL_FAULTS:
            known = ", ".join((*SHAPES, *CONTROL_FAULTS))
            raise ContentError(f"{source}: shapes: {shape!r} is none of {known}.")
    if said.entry not in said.files:
        raise ContentError(f"{source}: entry: {said.entry!r} is not among files.")
    ids = [fault.id for fault in said.faults]
    for fault in ids:
        if ids.count(fault) > 1:
            raise ContentError(f"{source}: faults: the id {fault!r} stands twice.")


def _check_files(source: Path, names: Iterable[str]) -> None:
    for name in names:
        if not (source.parent / name).is_file():
            raise ContentError(f"{source}: {name} belongs beside it and is missing.")


def _races(folder: Path) -> tuple[Path, ...]:
    races = tuple(sorted(folder.glob("race_*.py")))
    if not races:
        raise ContentError(f"{folder}: no race_*.py here, so nothing could be judged.")
    return races


def _version(paths: Iterable[Path], refused: Iterable[str]) -> str:
    """16 hex digits over all that a verdict depends on beside the attempt itself."""
    digest = hashlib.sha256()
    for path in paths:
        content = path.read_bytes()
        digest.update(f"{path.name}\0{len(content)}\0".encode())
        digest.update(content)
    digest.update("".join(f"{name}\0" for name in refused).encode())
    return digest.hexdigest()[:16]
