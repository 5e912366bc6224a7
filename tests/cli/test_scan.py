"""`gym scan` on files and folders of all kinds."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Desk

CODE = """\
class Owner:
    async def client(self):
        if self._client is None:
            self._client = await connect()
        return self._client
"""
SHOWN = """\
owner.py:3  init-race  (lazy-init)
    if self._client is None:
    self._client is tested here, and written in line 4, with an await between.
    Two first callers come at once: do both find it missing?
    gym drill lazy-client

A finding is a question, not a verdict: gym race proves it on your own code.
1 file with 1 async function read, 1 finding
"""


def write(path: Path, text: str = CODE) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_a_file_is_read(desk: Desk) -> None:
    write(desk.cwd / "owner.py")
    said = desk.gym("scan", "owner.py")
    assert (said.status, said.err) == (0, "")
    assert said.out == SHOWN


def test_a_folder_is_read_but_for_environments_caches_and_hidden_folders(desk: Desk) -> None:
    for name in ("a.py", "pkg/b.py", ".hidden/c.py", "__pycache__/d.py", "venv/e.py", "node_modules/f.py", "readme.txt"):
        write(desk.cwd / "code" / name)
    write(desk.cwd / "code" / "venv" / "pyvenv.cfg", "")
    told = json.loads(desk.gym("scan", "code", "--json").out)
    assert [(each["path"], each["line"], each["rule"]) for each in told["findings"]] == [
        ("a.py", 3, "lazy-init"),
        ("pkg/b.py", 3, "lazy-init"),
    ]
    assert (told["files"], told["functions"], told["left_out"]) == (2, 2, [])


def test_windows_line_ends_and_a_byte_order_mark_are_no_trouble(desk: Desk) -> None:
    write(desk.cwd / "owner.py", "\ufeff" + CODE.replace("\n", "\r\n"))
    assert desk.gym("scan", "owner.py").out == SHOWN


def test_what_cannot_be_read_is_named_and_hides_nothing_else(desk: Desk) -> None:
    write(desk.cwd / "code" / "good.py")
    write(desk.cwd / "code" / "bad.py", "def f(:\n")
    (desk.cwd / "code" / "bytes.py").write_bytes(b"\xff\xfe")
    (desk.cwd / "code" / "zero.py").write_bytes(b"a = 1\0")
    write(desk.cwd / "code" / "deep.py", "(" * 5000 + ")" * 5000)
    said = desk.gym("scan", "code")
    assert said.status == 0
    assert said.out.splitlines()[-1] == "1 file with 1 async function read, 1 finding"
    assert [line.partition(":")[0] for line in said.err.splitlines()] == [
        f"{name}.py is left out" for name in ("bad", "bytes", "deep", "zero")
    ]


def test_wrong_usage_is_said(desk: Desk) -> None:
    write(desk.cwd / "bad.py", "def f(:\n")
    assert desk.gym("scan", "nowhere").err == "gym: nowhere: there is no such file or folder.\n"
    said = desk.gym("scan", "bad.py")
    assert (said.status, said.err.startswith("gym: bad.py is left out: line 1 is not valid Python: ")) == (2, True)
    (desk.cwd / "empty").mkdir()
    assert desk.gym("scan", "empty").out == "0 files with 0 async functions read, 0 findings\n"
