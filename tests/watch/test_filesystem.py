"""Which file systems announce changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from gym.watch.filesystem import kind_of, needs_polling

MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / /mnt/c rw,noatime - 9p drvfs rw
31 22 0:41 / /data/my\\040share rw - nfs4 server:/x rw
32 22 0:42 / /srv rw master:1 shared:2 - virtiofs none rw
33 32 8:2 / /srv/local rw - ext4 /dev/sdb rw
34 22 0:43 / /over rw - ext4 /dev/sdc rw
35 22 0:44 / /over rw - fuse.sshfs host:/ rw
a line that is none
"""


@pytest.fixture
def mounts(tmp_path: Path) -> Path:
    (tmp_path / "mountinfo").write_text(MOUNTS)
    return tmp_path / "mountinfo"


@pytest.mark.parametrize(
    ("folder", "kind", "silent"),
    [
        ("/data/race-gym", "ext4", False),
        ("/mnt/c/Users/ada", "9p", True),
        ("/mnt/car", "ext4", False),
        ("/data/my share/x", "nfs4", True),
        ("/srv/here", "virtiofs", True),
        ("/srv/local/here", "ext4", False),
        ("/over/x", "fuse.sshfs", True),
    ],
)
def test_the_mount_that_a_folder_lies_on_decides(mounts: Path, folder: str, kind: str, silent: bool) -> None:
    assert kind_of(Path(folder), mounts) == kind
    assert needs_polling(Path(folder), mounts) == (kind if silent else None)


@pytest.mark.parametrize("kind", ["tmpfs", "overlay", "btrfs", "xfs", "zfs", "apfs"])
def test_local_file_systems_are_trusted(tmp_path: Path, kind: str) -> None:
    (tmp_path / "mountinfo").write_text(f"1 0 8:1 / / rw - {kind} none rw\n")
    assert needs_polling(Path("/x"), tmp_path / "mountinfo") is None


def test_a_system_that_lists_no_mounts_is_trusted(tmp_path: Path) -> None:
    assert needs_polling(tmp_path, tmp_path / "nothing") is None
