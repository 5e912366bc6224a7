"""Fetches the libraries of the peer tests: `python tests/peers/install.py [FOLDER]`. Never into the environment.

FOLDER is by default the one in which the tests look for them ($GYM_PEERS, else the user's cache).
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.peers.libraries import PEERS, Peer, cache_folder


def fetch(peer: Peer, folder: Path) -> str:
    """Have one library in its folder; says what came of it. A folder that is there is complete."""
    place = folder / peer.folder
    if place.exists():
        return "is there"
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        try:
            done = subprocess.run(_command(peer, Path(scratch)), capture_output=True, text=True, check=False)
        except FileNotFoundError as missing:
            return f"cannot be had: there is no {missing.filename}"
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["it failed, and said nothing"]
            return f"cannot be had: {lines[-1]}"
        _unpacked(peer, Path(scratch)).rename(place)
    return "fetched"


def _command(peer: Peer, scratch: Path) -> list[str]:
    if peer.npm:
        options = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(scratch / "whole")]
        return ["npm", "install", *options, *peer.npm]
    pip = [sys.executable, "-m", "pip"]
    if peer.from_source:
        name = peer.requirement.partition("==")[0]
        return [*pip, "download", "--quiet", "--no-deps", "--no-binary", name, "--dest", str(scratch), peer.requirement]
    only = ["--no-deps", "--no-compile", "--only-binary=:all:"]
    return [*pip, "install", "--quiet", *only, "--target", str(scratch / "whole"), peer.requirement]


def _unpacked(peer: Peer, scratch: Path) -> Path:
    if not peer.from_source:
        return scratch / "whole"
    (archive,) = scratch.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(scratch / "source", filter="data")
    (place,) = (scratch / "source").iterdir()
    return place


def main(folder: Path) -> int:
    """Fetch all of them. Returns 1 when one cannot be had."""
    folder.mkdir(parents=True, exist_ok=True)
    print(f"in {folder}:")
    failed = 0
    for peer in PEERS:
        outcome = fetch(peer, folder)
        failed += outcome.startswith("cannot")
        print(f"{peer.folder}: {outcome}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else cache_folder()))
