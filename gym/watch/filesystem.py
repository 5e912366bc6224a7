"""Whether the file system under a folder announces changes at all.

Network and host-shared ones (NFS, WSL's drives, what Docker Desktop mounts) accept a watch and then stay
silent.
"""

from __future__ import annotations

import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")
_SILENT = re.compile(
    r"9p|drvfs|wslfs|nfs\d?|cifs|smb\w*|afs|ceph|lustre|glusterfs|vboxsf|prl_fs|vmhgfs"
    r"|virtiofs|fakeowner|grpcfuse|osxfs|fuse(\..*)?"
)


def needs_polling(folder: Path, mounts: Path = MOUNTS) -> str | None:
    """The kind of file system when it is a silent one; None when it announces changes, or nobody knows."""
    kind = kind_of(folder, mounts)
    return kind if kind and _SILENT.fullmatch(kind) else None


def kind_of(folder: Path, mounts: Path = MOUNTS) -> str | None:
    """The file system type of the mount that `folder` lies on, where the system lists its mounts."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    kind, depth = None, -1
    for point, found in filter(None, map(_mount, lines)):
        # A later line of equal depth is mounted over the earlier one.
        if folder.is_relative_to(point) and len(point.parts) >= depth:
            kind, depth = found, len(point.parts)
    return kind


def _mount(line: str) -> tuple[Path, str] | None:
    """Mount point and type of one line: `36 35 98:0 /root /point options tags - type source options`."""
    fields = line.split(" ")
    if "-" not in fields[6:] or len(fields) < 9:
        return None
    point = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[4])
    return Path(point), fields[fields.index("-", 6) + 1]
