"""A replay as a page: whole in itself, safe for any text, and stepped through in a real browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from gym.engine.trace import Place
from gym.report.page import replay_page
from tests.support.judges import failing
from tests.support.traces import overspend, step

SOURCES = {"wallet.py": "\n".join(f"line {number}" for number in range(1, 31))}
WAITS = ({"request A": 3}, {"request A": 3, "request B": 3}, {"request B": 7}, {})


def page(*, contrast: bool = True) -> str:
    """The overspend, whose third step left the default order, beside a default order of two steps."""
    steps = tuple(
        replace(each, waits={flow: Place("wallet.py", line, "") for flow, line in waits.items()}, deviates=each.number == 3)
        for each, waits in zip(overspend().steps, WAITS, strict=True)
    )
    other = replace(overspend(), steps=overspend().steps[:2], ending="every claim held")
    return replay_page(failing(trace=replace(overspend(), steps=steps)), other if contrast else None, SOURCES)


def test_it_asks_for_nothing_from_outside() -> None:
    text = page()
    assert not re.findall(r"(?:src|href|url|@import)\s*[=(]", text)
    assert "http" not in text


def test_it_can_be_read_without_its_script() -> None:
    shown = re.sub(r"<script>.*</script>", "", page(), flags=re.DOTALL)
    words = " ".join(re.sub(r"<[^>]*>", " ", shown.partition("<body>")[2]).split())
    assert words.startswith(
        "rejected : two clicks count twice expected a total of 2, found 1 Replay it: gym replay '07-counter#"
    )
    assert (
        "1 SELECT balance -&gt; 100 100 2 SELECT balance -&gt; 100 100 3 UPDATE balance = 20 out of the default order"
        in words
    )
    assert "160 spent from 100" in words
    assert "line 17 line 18" in words
    assert words.count("Ends with:") == 2


def test_no_text_of_a_subject_gets_out_of_its_place() -> None:
    hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    trace = replace(
        overspend(),
        flows=(hostile,),
        watched=(hostile,),
        steps=(replace(step(1, hostile, hostile, ""), watched={hostile: hostile}, note=hostile, printed=(hostile,)),),
        ending=hostile,
    )
    text = replay_page(failing(trace=trace, message=hostile, notes=(hostile,)), trace, {hostile: hostile})
    assert text.count("<script>") == text.count("</script>") == 1
    assert "<img" not in text


def test_without_another_order_there_is_nothing_to_choose() -> None:
    assert "data-run=" in page()
    assert "data-run=" not in page(contrast=False)


# -- in a browser

CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None)
browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: that the page can be stepped through is not tested")


def after(keys: str, tmp_path: Path) -> str:
    """What the page's document is once those keys were pressed."""
    press = f"for (const key of {keys!r}.split(' ')) document.dispatchEvent(new KeyboardEvent('keydown', {{ key }}));"
    path = tmp_path / "replay.html"
    path.write_text(page().replace("show();\n</script>", f"show();\n{press}\n</script>"), encoding="utf-8")
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    done = subprocess.run([*command, "--dump-dom", path.as_uri()], capture_output=True, text=True, timeout=120, check=True)
    return done.stdout


def row_now(document: str) -> str:
    """The classes and the number of the row at hand, in the run that is shown."""
    (section,) = re.findall(r'<section id="run-schedule">.*?</section>', document, re.DOTALL)
    (found,) = re.findall(r'<tr class="([^"]*\bnow\b[^"]*)">\s*<td class="number">(\d+)', section)
    return f"{found[1]} {' '.join(sorted(found[0].split()))}"


@browser
def test_it_opens_at_the_broken_claim(tmp_path: Path) -> None:
    document = after("x", tmp_path)
    assert row_now(document) == "4 decisive mattered now"
    assert '<output id="where">step 4 of 4</output>' in document
    assert 'class="who"' not in document


@browser
def test_each_step_shows_the_lines_at_which_flows_wait(tmp_path: Path) -> None:
    document = after("Home ArrowRight", tmp_path)
    assert row_now(document) == "2 now"
    assert '<li class="waits"><span class="who">request A, request B</span>line 3</li>' in document
    assert document.count('class="who"') == 1


@browser
def test_a_key_goes_to_what_mattered(tmp_path: Path) -> None:
    document = after("Home m", tmp_path)
    assert row_now(document) == "3 mattered now"
    assert '<li class="waits"><span class="who">request B</span>line 7</li>' in document
