"""Small trees of Python files."""

from __future__ import annotations

from pathlib import Path


def plant(root: Path, files: dict[str, str]) -> Path:
    """Write files by their names below the folder, which is returned."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root
