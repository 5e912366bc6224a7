"""One piece of practice as it stands in its file: TOML between `+++` lines, then Markdown with labelled blocks of code.

A block's label is the word behind its language (three backticks, then `python listing`). Blocks with a label are taken out
of the text; those without one stay where they are.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

from gym.curriculum.schema import read_text
from gym.errors import ContentError

BORDER = "+++"
OPENING = ""
"""The name of the section above the first heading."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Block:
    """A labelled block of code; `section` is the heading that it stands under."""

    label: str
    code: str
    section: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A file in its parts. `front` is TOML as text, `sections` are Markdown by `## ` heading, OPENING above the first."""

    path: Path
    front: str
    blocks: tuple[Block, ...]
    sections: Mapping[str, str]

    @property
    def slug(self) -> str:
        """What the piece is called."""
        return self.path.stem

    def front_as(self, shape: type[T]) -> T:
        """The front matter, typed. Raises ContentError that names the key."""
        try:
            return msgspec.convert(tomllib.loads(self.front), shape)
        except tomllib.TOMLDecodeError as error:
            raise ContentError(f"{self.path}: not valid TOML between the {BORDER} lines: {error}.") from error
        except msgspec.ValidationError as error:
            raise ContentError(f"{self.path}: {error}.") from error

    def codes(self, label: str) -> list[str]:
        """The code of every block with this label, in order."""
        return [block.code for block in self.blocks if block.label == label]

    def code(self, label: str) -> str:
        """The code of the one block with this label. Raises ContentError when there is none, or more than one."""
        found = self.codes(label)
        if len(found) != 1:
            raise ContentError(f"{self.path}: {len(found)} blocks are labelled {label!r}, and one is wanted.")
        return found[0]

    def section(self, heading: str) -> str:
        """The text below this heading. Raises ContentError when it is missing or empty."""
        text = self.sections.get(heading, "")
        if not text:
            raise ContentError(f"{self.path}: the section {heading or 'above the first heading'!r} is missing or empty.")
        return text


def read_piece(path: Path) -> Piece:
    """Read a piece. Raises ContentError for a file without front matter, or with two sections of one name."""
    text = read_text(path).replace("\r\n", "\n")
    if not text.startswith(f"{BORDER}\n") or f"\n{BORDER}\n" not in text[len(BORDER) :]:
        raise ContentError(f"{path}: begins with TOML between two lines {BORDER}.")
    _nothing, front, body = text.split(f"{BORDER}\n", 2)
    tokens = [token for token in MarkdownIt().parse(body) if token.level == 0 and token.map is not None]
    blocks, sections = _parts(path, body.splitlines(), tokens)
    return Piece(path, front, tuple(blocks), sections)


def pieces_in(folder: Path) -> tuple[Path, ...]:
    """The files of a folder that hold a piece each, by name; none where there is no folder."""
    return tuple(sorted(folder.glob("*.md")))


def unknown_labels(piece: Piece, known: Sequence[str]) -> list[str]:
    """Labels of blocks that nobody will look at."""
    return [block.label for block in piece.blocks if block.label not in known]


def _parts(path: Path, lines: list[str], tokens: list[Token]) -> tuple[list[Block], dict[str, str]]:
    heading, begun = OPENING, 0
    blocks: list[Block] = []
    sections: dict[str, str] = {}
    taken: set[int] = set()
    for token, start, end in _spans(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            _keep(path, sections, heading, lines, range(begun, start), taken)
            heading, begun = lines[start].lstrip("#").strip(), end
        elif token.type == "fence" and len(token.info.split()) == 2:
            blocks.append(Block(token.info.split()[1], token.content, heading))
            taken.update(range(start, end))
    _keep(path, sections, heading, lines, range(begun, len(lines)), taken)
    return blocks, sections


def _spans(tokens: list[Token]) -> Iterator[tuple[Token, int, int]]:
    for token in tokens:
        assert token.map is not None
        yield token, token.map[0], token.map[1]


def _keep(path: Path, sections: dict[str, str], heading: str, lines: list[str], span: range, taken: set[int]) -> None:
    if heading in sections:
        raise ContentError(f"{path}: the section {heading!r} stands twice.")
    sections[heading] = "\n".join(lines[at] for at in span if at not in taken).strip()
