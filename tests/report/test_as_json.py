"""The JSON shapes that scripts rely on."""

from __future__ import annotations

import json
from pathlib import Path

from gym.progress import KataProgress, KataState
from gym.report.as_json import kata_json, list_json, replay_json, to_json
from tests.support.content import small_catalogue
from tests.support.judges import TOKEN, failing, kata_verdict, passing


def test_a_verdict() -> None:
    verdict = kata_verdict(passing("first"), failing(), near_miss="sleep-more")
    assert kata_json(verdict) == {
        "kata": "07-counter",
        "verdict": "rejected",
        "points": 2,
        "max_points": 4,
        "near_miss": "sleep-more",
        "checks": [
            {
                "id": "07-counter#first",
                "title": "two clicks count twice",
                "shape": "lost-update",
                "fault": None,
                "verdict": "accepted",
                "points": 2,
                "max_points": 2,
                "schedules": 6,
                "coverage": "all 6 schedules (L0)",
                "token": None,
                "message": None,
                "notes": [],
            },
            {
                "id": "07-counter#both-count",
                "title": "two clicks count twice",
                "shape": "lost-update",
                "fault": None,
                "verdict": "rejected",
                "points": 0,
                "max_points": 2,
                "schedules": 3,
                "coverage": "3 schedules to the first failure",
                "token": TOKEN,
                "message": "expected a total of 2, found 1",
                "notes": [],
            },
        ],
        "timings": {"total_ms": 12.5},
    }


def test_a_replay_has_every_step() -> None:
    replay = replay_json(TOKEN, failing())
    assert replay["token"] == TOKEN
    trace = replay["trace"]
    assert isinstance(trace, dict)
    assert (trace["flows"], trace["watched"], trace["ending"]) == (["request A", "request B"], ["ada"], "rejected")
    assert trace["place"]["line"] == 17
    assert trace["steps"][3] == {
        "number": 4,
        "time_ms": 0,
        "events": ["complete request B"],
        "cells": [{"flow": "request B", "process": "main", "text": "UPDATE balance = 20"}],
        "watched": {"ada": "20"},
        "waits": {},
        "printed": [],
        "tie": False,
        "early": False,
        "decisive": True,
        "deviates": False,
        "note": "160 spent from 100",
    }


def test_the_list(tmp_path: Path) -> None:
    kata = small_catalogue(tmp_path, "07-counter").find("07")
    progress = KataProgress("07-counter", KataState.REJECTED, 3, 2, 4, "2026-01-02", "2026-01-01")
    assert list_json("home", [(kata, progress)]) == {
        "workspace": "home",
        "katas": [
            {
                "id": "07-counter",
                "ladder": None,
                "title": "Counter",
                "summary": "Two clicks count once.",
                "shapes": ["lost-update", "swallowed-cancellation"],
                "level": 1,
                "minutes": 5,
                "prerequisites": [],
                "state": "rejected",
                "attempts": 3,
                "points": None,
                "best": 2,
                "max_points": 4,
                "accepted_at": "2026-01-01",
                "given_up_at": None,
                "proved_at": None,
                "hints": 0,
                "faults": 1,
                "faults_gone": [],
            }
        ],
    }


def test_any_text_can_be_written_to_any_pipe() -> None:
    text = to_json(kata_json(kata_verdict(failing(message="\x1b\ud800\u202e残"))))
    assert text.isascii()
    assert json.loads(text)["checks"][0]["message"] == "\x1b\ud800\u202e残"
