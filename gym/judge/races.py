"""Loads hidden race files. They are the gym's own code: they run in the judge."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from zlib import crc32

from gym.errors import ContentError, GymError
from gym.race import Race

_loaded: dict[tuple[Path, ...], tuple[Race, ...]] = {}


def load_races(paths: Sequence[Path]) -> tuple[Race, ...]:
    """All races of these files, in order of file and definition. Raises ContentError."""
    key = tuple(paths)
    if key not in _loaded:
        races = [race for path in paths for race in _races_of(path)]
        names = [race.name for race in races]
        doubled = next((name for name in names if names.count(name) > 1), None)
        if doubled is not None:
            raise ContentError(f"there are two races called {doubled!r} in {paths[0].parent.name}")
        if not races:
            raise ContentError(f"there is no race in {_named(paths)}")
        _loaded[key] = tuple(races)
    return _loaded[key]


def at_level(race: Race, level: int | None) -> Race:
    """The race explored at that level, or at its own for None."""
    return race if level is None else replace(race, space=replace(race.space, level=level))


def _named(paths: Sequence[Path]) -> str:
    if len(paths) == 1:
        return paths[0].name
    return paths[0].parent.name if paths else "this kata"


def _races_of(path: Path) -> list[Race]:
    module = _import(path)
    return list(dict.fromkeys(value for value in vars(module).values() if isinstance(value, Race)))


def _import(path: Path) -> ModuleType:
    """Import a file as a module of a package of its folder, so that its neighbours can be imported relatively."""
    package = f"gym_races_{path.parent.name.replace('-', '_')}_{crc32(bytes(path.parent.resolve())):08x}"
    if package not in sys.modules:
        holder = ModuleType(package)
        holder.__path__ = [str(path.parent)]
        sys.modules[package] = holder
    name = f"{package}.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ContentError(f"{path.name} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise ContentError(_syntax_sentence(path, error)) from error
    except (Exception, SystemExit) as error:
        told = str(error) if isinstance(error, GymError) else f"cannot be loaded: {type(error).__name__}: {error}"
        raise ContentError(f"{path.name}{_line(path, error)}: {told}") from error
    return module


def _syntax_sentence(path: Path, error: SyntaxError) -> str:
    file = Path(error.filename).name if error.filename else path.name
    return f"{file}:{error.lineno or 1} is not valid Python: {error.msg}"


def _line(path: Path, error: BaseException) -> str:
    """The last line of the file that was reached."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f":{lines[-1]}" if lines else ""
