"""What a SQL text is: a read, a write, or something this database refuses, and its clauses for the trace.

Only enough of SQLite's grammar is read to tell these apart (https://sqlite.org/lang.html); whether the text
makes sense is for SQLite to say. Texts are classified before they run, since a write may have to wait for the
write lock.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import prod

TEXT_LIMIT = 10_000
"""Longest statement, in characters."""
_USES_LIMIT = 4_000
"""Copies that SQLite may make of the queries in a WITH clause: 20 names used twice each take a gigabyte."""

_TOKEN = re.compile(
    r"""(?P<space>[ \t\n\f\r]+|--[^\n]*|/\*.*?(?:\*/|\Z))
      |(?P<string>'(?:[^']|'')*')
      |(?P<name>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])
      |(?P<word>[A-Za-z_\x80-\U0010ffff][\w$]*)
      |(?P<number>\.?\d[\w.]*)
      |(?P<place>\?\d*|[:@$\#][\w$:]+)
      |(?P<mark>.)""",
    re.DOTALL | re.VERBOSE,
)

_TABLES = "the tables belong to the kata: work with those in its schema"
_BEGIN = "a transaction begins with `async with db.transaction() as tx:`, not with SQL text"
_END = "a transaction ends with its `async with` block: leave it to commit, let an exception out to roll back"
_SAVEPOINT = "there are no savepoints: use one `async with db.transaction() as tx:` for what belongs together"
_ONE = "there is only this one database: name its tables directly"
_UPKEEP = "the database needs no upkeep: leave this statement out"
_LOCKING = "instead of FOR UPDATE, pass for_update=True to a read inside `async with db.transaction() as tx:`"
_WRITING_CTE = "a WITH clause may only SELECT: run the INSERT, UPDATE or DELETE as a statement with RETURNING"
_NUMBERED = "values are passed by position: write ? for each of them"
_TANGLED = "the names of the WITH clause are used too often, and each use repeats the whole query"
_REFUSED_MARKS = {
    ";": "one statement at a time: use several calls, in one `async with db.transaction()` if need be",
    "\0": "the statement contains a NUL character",
}

REFUSED = {
    "BEGIN": _BEGIN,
    "START": _BEGIN,
    "COMMIT": _END,
    "END": _END,
    "ROLLBACK": _END,
    "SAVEPOINT": _SAVEPOINT,
    "RELEASE": _SAVEPOINT,
    "PRAGMA": "settings are fixed, with foreign keys on: leave the PRAGMA out",
    "ATTACH": _ONE,
    "DETACH": _ONE,
    "VACUUM": _UPKEEP,
    "REINDEX": _UPKEEP,
    "ANALYZE": _UPKEEP,
    "EXPLAIN": "query plans are not shown: run the statement itself",
    "CREATE": _TABLES,
    "ALTER": _TABLES,
    "DROP": _TABLES,
    "TRUNCATE": "there is no TRUNCATE: use DELETE FROM",
    "LOCK": "there is no LOCK: in a transaction a write or a read with for_update=True takes the write lock",
    "SET": "there are no settings here: leave the SET out",
}

_NAMES = frozenset({"word", "name", "string"})
_READS = frozenset({"SELECT", "VALUES"})
_WRITES = frozenset({"INSERT", "REPLACE", "UPDATE", "DELETE"})


@dataclass(frozen=True, slots=True)
class Clause:
    """`word` opens it; `parts` are its text with None where a `?` stands."""

    word: str
    parts: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """One classified text. `refusal` is a sentence when it may not run at all; then nothing else holds."""

    text: str
    verb: str = ""
    places: int = 0
    returning: bool = False
    clauses: tuple[Clause, ...] = ()
    refusal: str = ""

    @property
    def writes(self) -> bool:
        """Whether it needs the write lock."""
        return self.verb in _WRITES

    @property
    def answers(self) -> bool:
        """Whether it hands back rows."""
        return self.returning or self.verb in _READS


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    depth: int
    spaced: bool

    @property
    def word(self) -> str:
        """The keyword it may be, in capitals; empty for anything else."""
        return self.text.upper() if self.kind == "word" else ""


def _tokens(text: str) -> Iterator[_Token]:
    depth, spaced = 0, False
    for match in _TOKEN.finditer(text):
        kind, part = match.lastgroup or "", match[0]
        if kind == "space":
            spaced = True
            continue
        if part == ")":
            depth -= 1
        yield _Token(kind, part, depth, spaced)
        if part == "(":
            depth += 1
        spaced = False


@lru_cache(maxsize=1024)
def statement(text: str) -> Statement:
    """Classify one SQL text. A pure function of the text, so that the cache is no state."""
    if len(text) > TEXT_LIMIT:
        return Statement(text[:40], refusal=f"the statement is longer than {TEXT_LIMIT:,} characters")
    tokens = list(_tokens(text))
    while tokens and tokens[-1].text == ";":
        tokens.pop()
    verb = _verb(tokens)
    refusal = _refusal(tokens, verb)
    if refusal:
        return Statement(text, refusal=refusal)
    return Statement(
        text,
        verb=verb,
        places=sum(token.kind == "place" for token in tokens),
        returning=verb in _WRITES and any(token.word == "RETURNING" and token.depth == 0 for token in tokens),
        clauses=_clauses(tokens, verb),
    )


def _verb(tokens: list[_Token]) -> str:
    """The keyword that says what the statement does: behind the WITH clause, if there is one."""
    if not tokens:
        return ""
    if tokens[0].word != "WITH":
        return tokens[0].word
    for token, following in pairwise(tokens[1:]):
        if token.depth == 0 and (token.word in _READS or _opens_write(token, following)):
            return token.word
    return "WITH"


def _opens_write(token: _Token, following: _Token) -> bool:
    """Whether a write begins here. REPLACE may also be a function or a name; as a statement INTO follows."""
    return token.word in _WRITES and (token.word != "REPLACE" or following.word == "INTO")


def _refusal(tokens: list[_Token], verb: str) -> str:
    """Why the text may not run, or an empty text. The order decides which of several reasons is told."""
    if not tokens:
        return "the statement is empty"
    if verb in REFUSED:
        return REFUSED[verb]
    for token in tokens:
        if token.text in _REFUSED_MARKS or (token.kind == "place" and token.text != "?"):
            return _REFUSED_MARKS.get(token.text, _NUMBERED)
    for token, following in pairwise(tokens):
        if token.text == "(" and following.word in _WRITES - {"REPLACE"}:
            return _WRITING_CTE
        if token.word == "FOR" and following.word in {"UPDATE", "SHARE", "NO", "KEY"}:
            return _LOCKING
    if _copies(tokens) > _USES_LIMIT:
        return _TANGLED
    if verb not in _READS | _WRITES:
        return f"a statement starts with SELECT, INSERT, UPDATE or DELETE, not with {tokens[0].text[:20]}"
    return ""


def _copies(tokens: list[_Token]) -> int:
    """At most how many copies the queries of WITH clauses come to: the product of the uses of each name."""
    if all(token.word != "WITH" for token in tokens):
        return 1
    uses = Counter(_plain(token) for token, following in pairwise(tokens) if token.kind in _NAMES and following.text != ".")
    uses.update(_plain(token) for token in tokens[-1:])
    names = {_plain(token) for place, token in enumerate(tokens) if _is_defined(tokens, place)}
    return prod(max(uses[name] - 1, 1) for name in names)


def _plain(token: _Token) -> str:
    """A name as SQLite compares it."""
    return (token.text if token.kind == "word" else token.text[1:-1]).lower()


def _is_defined(tokens: list[_Token], place: int) -> bool:
    """Whether a query is given a name here: `name AS (` or `name (columns) AS (`."""
    if tokens[place].kind not in _NAMES:
        return False
    after = place + 1
    if after < len(tokens) and tokens[after].text == "(":
        depth = tokens[after].depth
        after += 1
        while after < len(tokens) and tokens[after].depth > depth:
            after += 1
        after += 1
    behind = [token.text.upper() for token in tokens[after : after + 4]]
    return behind[:1] == ["AS"] and "(" in behind


_SELECT_CLAUSES = frozenset({"FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "UNION", "EXCEPT", "INTERSECT", "ORDER", "LIMIT"})
_CLAUSES = {
    "SELECT": _SELECT_CLAUSES,
    "VALUES": _SELECT_CLAUSES,
    "UPDATE": frozenset({"SET", "FROM", "WHERE", "RETURNING"}),
    "INSERT": frozenset({"VALUES", "SELECT", "DEFAULT", "ON", "RETURNING"}),
    "REPLACE": frozenset({"VALUES", "SELECT", "DEFAULT", "RETURNING"}),
    "DELETE": frozenset({"WHERE", "RETURNING"}),
}


def _clauses(tokens: list[_Token], verb: str) -> tuple[Clause, ...]:
    """The statement cut at its top-level keywords, whitespace collapsed and comments gone."""
    openers = _CLAUSES[verb] | {verb}
    clauses: list[tuple[str, list[str | None]]] = []
    for token in tokens:
        if not clauses or (token.depth == 0 and token.word in openers):
            clauses.append((token.word, []))
        parts = clauses[-1][1]
        if parts and token.spaced:
            parts.append(" ")
        parts.append(None if token.kind == "place" else token.text)
    return tuple(Clause(word, tuple(_merged(parts))) for word, parts in clauses)


def _merged(parts: list[str | None]) -> Iterator[str | None]:
    """Neighbouring texts joined, so that rendering a clause is a short loop."""
    text = ""
    for part in parts:
        if part is not None:
            text += part
            continue
        if text:
            yield text
        yield None
        text = ""
    if text:
        yield text
