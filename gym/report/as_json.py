"""Verdicts, traces and lists as JSON: the shapes that scripts may rely on."""

from __future__ import annotations

import json
from collections.abc import Iterable

from gym.curriculum import Kata
from gym.curriculum.ladder import ladder_of
from gym.engine.trace import Place, Step, Trace
from gym.judge.verdict import CheckVerdict, KataVerdict
from gym.progress import CheckResult, KataProgress

Json = dict[str, object]


def to_json(document: Json) -> str:
    """The document as text that any terminal or pipe takes: ASCII, two spaces of indent."""
    return json.dumps(document, indent=2)


def kata_json(verdict: KataVerdict) -> Json:
    """An attempt's verdict. `timings` are milliseconds and differ by machine; all else does not."""
    return {
        "kata": verdict.kata,
        "verdict": str(verdict.verdict),
        "points": verdict.points,
        "max_points": verdict.max_points,
        "near_miss": verdict.near_miss,
        "checks": [check_json(check) for check in verdict.checks],
        "timings": dict(verdict.timings),
    }


def check_json(check: CheckVerdict) -> Json:
    """One check's verdict, without its trace."""
    return {
        "id": check.id,
        "title": check.title,
        "shape": check.shape,
        "fault": check.fault,
        "verdict": str(check.verdict),
        "points": check.points,
        "max_points": check.max_points,
        "schedules": check.schedules,
        "coverage": check.coverage,
        "token": check.token,
        "message": check.message,
        "notes": list(check.notes),
    }


def replay_json(token: str, check: CheckVerdict) -> Json:
    """One schedule that was run again: the word, and every step."""
    return {
        "token": token,
        "check": check_json(check),
        "trace": trace_json(check.trace) if check.trace else None,
    }


def trace_json(trace: Trace) -> Json:
    """A whole trace. Times are virtual milliseconds."""
    return {
        "flows": list(trace.flows),
        "watched": list(trace.watched),
        "steps": [_step(step) for step in trace.steps],
        "ending": trace.ending,
        "place": _place(trace.place),
    }


def _step(step: Step) -> Json:
    return {
        "number": step.number,
        "time_ms": step.time_ms,
        "events": list(step.events),
        "cells": [{"flow": cell.flow, "process": cell.process, "text": cell.text} for cell in step.cells],
        "watched": dict(step.watched),
        "waits": {flow: _place(place) for flow, place in step.waits.items()},
        "printed": list(step.printed),
        "tie": step.tie,
        "early": step.early,
        "decisive": step.decisive,
        "deviates": step.deviates,
        "note": step.note,
    }


def _place(place: Place | None) -> Json | None:
    return {"file": place.file, "line": place.line, "source": place.source} if place else None


def list_json(workspace: str | None, katas: Iterable[tuple[Kata, KataProgress]]) -> Json:
    """All katas with how far the learner is; `workspace` is its folder, or null outside of one."""
    return {"workspace": workspace, "katas": [_listed(kata, progress) for kata, progress in katas]}


def _listed(kata: Kata, progress: KataProgress) -> Json:
    return {
        "id": kata.id,
        "ladder": ladder_of(kata.id),
        "title": kata.title,
        "summary": kata.summary,
        "shapes": list(kata.shapes),
        "level": kata.level,
        "minutes": kata.minutes,
        "prerequisites": list(kata.prerequisites),
        "state": str(progress.state),
        "attempts": progress.attempts,
        "points": progress.points,
        "best": progress.best,
        "max_points": progress.max_points,
        "accepted_at": progress.accepted_at,
        "given_up_at": progress.given_up_at,
        "proved_at": progress.proved_at,
        "hints": progress.hints,
        "faults": len(kata.faults),
        "faults_gone": sorted(progress.gone),
    }


def one_json(kata: Kata, progress: KataProgress, results: Iterable[CheckResult]) -> Json:
    """One kata, with each check's word in the last attempt that was judged."""
    checks = [
        {
            "id": each.check,
            "fault": each.fault,
            "verdict": each.verdict,
            "points": each.points,
            "max_points": each.max_points,
        }
        for each in results
    ]
    return {**_listed(kata, progress), "checks": checks}
