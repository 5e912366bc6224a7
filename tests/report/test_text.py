"""Making text safe and short."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from gym.engine.text import printable
from gym.report.text import count, faults_sentence, fold, sentence_lines, shorten, shorten_end


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain -> 100", "plain -> 100"),
        ("naïve 残高", "naïve 残高"),
        ("a\tb\nc", r"a\tb\nc"),
        ("\x1b[31m", r"\x1b[31m"),
        ("\x85\u2028", r"\x85\u2028"),
        ("\ud800", r"\ud800"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_what_a_terminal_could_act_on_is_written_out(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize(
    ("width", "shown"),
    [(12, "abcdefghijkl"), (11, "abcd...ijkl"), (10, "abcd...jkl"), (4, "a..."), (3, "abc"), (1, "a"), (0, "")],
)
def test_the_middle_is_left_out(width: int, shown: str) -> None:
    assert shorten("abcdefghijkl", width) == shown


def test_the_end_is_left_out_where_the_beginning_matters() -> None:
    assert shorten_end("abcdefghijkl", 9) == "abcdef..."


def test_folding_breaks_at_spaces_and_inside_words_that_are_too_long() -> None:
    assert fold("one two three abcdefghij", 8, 9) == ["one two", "three", "abcdefgh", "ij"]


def test_folding_into_too_few_lines_leaves_out_a_middle() -> None:
    assert fold("one two three four five six", 9, 2) == ["one two", "thr...six"]


def test_text_that_fits_is_not_touched() -> None:
    assert fold(" 1 ", 9, 2) == [" 1 "]


@given(st.text(), st.integers(0, 30))
def test_shortened_text_fits(text: str, width: int) -> None:
    assert cell_len(shorten(printable(text), width)) <= width


@given(st.text(), st.integers(2, 30), st.integers(1, 4))
def test_folded_text_fits(text: str, width: int, most: int) -> None:
    lines = fold(printable(text), width, most)
    assert 1 <= len(lines) <= most
    assert max(cell_len(line) for line in lines) <= width


@pytest.mark.parametrize(("number", "counted"), [(0, "0 checks"), (1, "1 check"), (2, "2 checks")])
def test_what_is_counted_stands_in_its_plural(number: int, counted: str) -> None:
    assert count(number, "check") == counted


@pytest.mark.parametrize(
    ("gone", "planted", "broken", "sentence"),
    [
        (0, 1, 1, "0 of 1 fault gone"),
        (2, 3, 1, "2 of 3 faults gone"),
        (3, 3, 0, "3 of 3 faults gone"),
        (1, 1, 2, "the planted fault is gone; 2 promises are still broken"),
        (3, 3, 1, "all 3 planted faults are gone; 1 promise is still broken"),
    ],
)
def test_faults_that_are_gone_do_not_sound_like_done(gone: int, planted: int, broken: int, sentence: str) -> None:
    assert faults_sentence(gone, planted, broken) == sentence


@pytest.mark.parametrize(
    ("sentence", "width", "lines"),
    [
        ("Next: change it:  gym watch 07", 30, ["Next: change it:  gym watch 07"]),
        ("Next: change it:  gym watch 07", 29, ["Next: change it:", "  gym watch 07"]),
        ("Next: change it:  gym watch 07", 10, ["Next:", "change it:", "  gym watch 07"]),
        ("gym: not begun; begin it with: gym start 07", 30, ["gym: not begun; begin it with:", "  gym start 07"]),
        ("gym: there is no well-known kata", 22, ["gym: there is no", "well-known kata"]),
        ("  in /a/long/path/of/mine now", 12, ["  in", "  /a/long/path/of/mine", "  now"]),
    ],
)
def test_talk_breaks_at_spaces_and_a_command_stays_whole(sentence: str, width: int, lines: list[str]) -> None:
    assert sentence_lines(sentence, width) == lines
