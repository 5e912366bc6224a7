"""What is wrong with content, for its author."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Problem:
    """One sentence, without its full stop, and the file to edit; None where the sentence names its place itself."""

    file: Path | None
    says: str

    def __str__(self) -> str:
        return self.says if self.file is None else f"{self.file}: {self.says}"
