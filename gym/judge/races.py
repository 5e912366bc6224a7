"""Loads hidden race files. They are the gym's own code: they run in the judge."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

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
            raise ContentError(f"there is no race in {paths[0].parent.name if paths else 'this kata'}")
        _loaded[key] = tuple(races)
    return _loaded[key]


def _races_of(path: Path) -> list[Race]:
    module = _import(path)
    return [value for value in vars(module).values() if isinstance(value, Race)]


def _import(path: Path) -> ModuleType:
    """Import a file as a module of a package of its folder, so that its neighbours can be imported relatively."""
    package = "gym_races_" + path.parent.name.replace("-", "_")
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
    except GymError:
        raise
    except Exception as error:
        raise ContentError(f"{path.name} cannot be loaded: {type(error).__name__}: {error}") from error
    return module
