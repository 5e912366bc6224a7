"""Fetches the libraries of the bug cases: `python tests/bugs/install.py [FOLDER]`. Never into the environment.

FOLDER is by default the one in which the tests look for them ($GYM_BUGS, else the user's cache).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bugs.cases import LIBRARIES, Library, cache_folder
from tests.subject.interpreters import MINORS

_CORE = (
    '"""What the helper takes from here."""\n\nHomeAssistant = object\n\n\ndef callback(function):\n    return function\n'
)


def fetch(library: Library, minor: int, folder: Path) -> str:
    """Have one library in its folder; says what came of it. A folder that is there is complete."""
    place = folder / library.folder(minor)
    if place.exists():
        return "is there"
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        target = Path(scratch) / "whole"
        for requirement in library.requirements:
            done = subprocess.run(_pip(requirement, minor, target), capture_output=True, text=True, check=False)
            if done.returncode:
                lines = done.stderr.strip().splitlines() or ["pip failed"]
                return f"cannot be had: {requirement}: {lines[-1]}"
        if library.only:
            target = _only(library, target)
        target.rename(place)
    return "fetched"


def _pip(requirement: str, minor: int, target: Path) -> list[str]:
    """Wheels alone: nothing is built here. What they compiled for one Python, all but native ones do without elsewhere."""
    chosen = ["--no-deps", "--no-compile", "--only-binary=:all:", f"--python-version=3.{minor}"]
    return [sys.executable, "-m", "pip", "install", "--quiet", *chosen, "--target", str(target), requirement]


def _only(library: Library, whole: Path) -> Path:
    """A copy with those files alone, in packages that are empty but for a stand-in of what they import."""
    part = whole.with_name("part")
    for name in library.only:
        (part / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(whole / name, part / name)
        for parent in Path(name).parents[:-1]:
            (part / parent / "__init__.py").touch()
        (part / Path(name).parts[0] / "core.py").write_text(_CORE)
    return part


def wanted() -> list[tuple[Library, int]]:
    """Every library, with the minor version of Python that it is fetched for: native ones for each of them."""
    libraries = [each for case in LIBRARIES for fixed in (False, True) for each in case.libraries(fixed=fixed)]
    return [(library, minor) for library in dict.fromkeys(libraries) for minor in (MINORS if library.native else MINORS[:1])]


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    print(f"in {folder}:")
    failed = 0
    for library, minor in wanted():
        outcome = fetch(library, minor, folder)
        failed += outcome.startswith("cannot")
        print(f"{library.folder(minor)}: {outcome}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else cache_folder()))
