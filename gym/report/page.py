"""A replay as one self-contained page: it asks for nothing from outside, and can be read without its script."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from gym.engine.trace import Trace
from gym.judge.verdict import CheckVerdict
from gym.report.stepping import TIME, Moment, moments, processes

TEMPLATES = Path(__file__).with_name("templates")


def replay_page(check: CheckVerdict, contrast: Trace | None, sources: Mapping[str, str]) -> str:
    """The page of one replayed check. `contrast` is the same check in the default order, `sources` the learner's files."""
    runs = [("schedule", "This schedule", check.trace), ("default", "The default order", contrast)]
    told = [_run(name, title, trace) for name, title, trace in runs if trace is not None]
    template = _environment().get_template("replay.html.j2")
    files = {name: text.splitlines() for name, text in sources.items()}
    return template.render(check=check, runs=told, sources=files, data={run["name"]: run["script"] for run in told})


def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def _run(name: str, title: str, trace: Trace) -> dict[str, Any]:
    found = moments(trace)
    places = processes(trace)
    flows = [(flow, places.get(flow, "main")) for flow in trace.flows]
    named = {process for _flow, process in flows} > {"main"}
    return {
        "name": name,
        "title": title,
        "flows": [(flow, f"{flow} ({process})" if named else flow) for flow, process in flows],
        "watched": trace.watched,
        "timed": any(moment.step.time_ms for moment in found),
        "rows": [_row(moment, trace) for moment in found],
        "ending": trace.ending,
        "script": [_script(moment) for moment in found],
    }


def _row(moment: Moment, trace: Trace) -> dict[str, Any]:
    step = moment.step
    cells = [list(moment.by_flow.get(flow, ())) for flow in trace.flows]
    if TIME in moment.by_flow and cells:
        cells[0] = [f"({text})" for text in moment.by_flow[TIME]]
    return {
        "number": step.number,
        "time": step.time_ms,
        "cells": cells,
        "state": moment.state,
        "notes": [*moment.marks, *(f"prints: {line}" for line in step.printed), *([step.note] if step.note else [])],
        "decisive": step.decisive,
        "mattered": moment.mattered,
    }


def _script(moment: Moment) -> dict[str, Any]:
    """What the page's script needs of a step: which lines flows wait at."""
    return {
        "mattered": moment.mattered,
        "waits": [[file, line, list(flows)] for (file, line), flows in moment.waiting.items()],
    }
