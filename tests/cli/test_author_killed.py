"""`gym author new` that is asked to end while it writes leaves nothing behind."""

from __future__ import annotations

import io
import os
import signal
from pathlib import Path

import pytest

from gym.cli.app import run
from gym.cli.session import Session
from gym.curriculum.pack import make_pack


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="POSIX signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("moved", [0, 1, 2])
def test_what_was_begun_is_taken_back_and_the_status_is_130(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, moved: int
) -> None:
    make_pack(tmp_path, "acme")
    rename, left = Path.rename, [moved]

    def asked_to_end(path: Path, target: Path) -> Path:
        if not left[0]:
            os.kill(os.getpid(), getattr(signal, name))
        left[0] -= 1
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", asked_to_end)
    before = signal.getsignal(getattr(signal, name))
    out, err = io.StringIO(), io.StringIO()
    assert run(["author", "new", "shop-cart"], Session(tmp_path, io.StringIO(), out, err)) == 130
    assert (out.getvalue(), err.getvalue()) == ("", "")
    assert [path.name for path in tmp_path.iterdir()] == ["pack.toml"]
    assert signal.getsignal(getattr(signal, name)) is before
