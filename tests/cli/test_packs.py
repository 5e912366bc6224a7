"""Katas of a pack, as a learner meets them: `--pack` is said once, and the workspace remembers."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from gym.curriculum import ContentPlace
from gym.curriculum.pack import make_pack
from tests.cli.conftest import Desk
from tests.support.content import write_kata
from tests.support.judges import failing, kata_verdict, passing

KATA = "acme:07-queue"


@pytest.fixture
def acme(desk: Desk) -> Path:
    """A pack beside the workspace, with a kata that has the number of one of the gym's own."""
    return pack_with(desk.cwd.parent / "acme-katas", "acme", "07-queue")


def pack_with(folder: Path, name: str, kata: str) -> Path:
    make_pack(folder, name)
    write_kata(ContentPlace.below(folder, name), kata)
    return folder


@pytest.fixture
def begun(desk: Desk, acme: Path) -> Desk:
    """In a workspace in which the pack's kata was begun."""
    assert desk.gym("init").status == 0
    assert desk.gym("start", "07", "--pack", "../acme-katas").status == 0
    return desk


def listed(desk: Desk, *arguments: str) -> list[str]:
    return [kata["id"] for kata in json.loads(desk.gym("list", "--json", *arguments).out)["katas"]]


def test_a_pack_is_listed_alone_and_without_a_workspace(desk: Desk, acme: Path) -> None:
    assert listed(desk, "--pack", "../acme-katas") == [KATA]
    assert listed(desk) == ["07-counter", "08-clock"]


def test_a_kata_is_begun_in_a_folder_of_the_pack_s_name(desk: Desk, acme: Path) -> None:
    desk.gym("init")
    said = desk.gym("start", "queue", "--pack", str(acme))
    folder = desk.cwd / "acme" / "07-queue"
    assert said.status == 0
    assert said.out.splitlines()[-1] == f"Next: read {folder}/brief.md, then:  gym watch {KATA}"
    assert sorted(path.name for path in folder.iterdir()) == ["brief.md", "counter.py", "ports.py", "test_counter.py"]
    assert not (desk.cwd / "07-counter").exists()


def test_later_commands_need_no_option(begun: Desk) -> None:
    assert listed(begun) == ["07-counter", "08-clock", KATA]
    begun.will_say(kata_verdict(failing(kata=KATA), kata=KATA))
    assert begun.gym("check", "acme:07").status == 1
    assert [asked[0] for asked in begun.judge.asked] == [KATA]
    assert begun.gym("hint").out.startswith(f"{KATA}, hint 1 of 3\n")
    assert begun.gym().out == f"{KATA} is rejected so far. Change it and see each save judged:  gym watch {KATA}\n"
    begun.will_say(kata_verdict(passing(kata=KATA), kata=KATA))
    assert begun.gym("check").status == 0
    assert begun.gym("explain").out == "Why\n\nBecause `+=` is one step.\n"
    assert begun.gym("solution", KATA).status == 0


def test_progress_is_kept_apart_from_that_of_the_gym_s_own_kata_of_the_same_number(begun: Desk) -> None:
    begun.gym("start", "07")
    begun.will_say(kata_verdict(failing()))
    begun.gym("check", "07")
    states = {kata["id"]: kata["state"] for kata in json.loads(begun.gym("list", "--json").out)["katas"]}
    assert states == {"07-counter": "rejected", "08-clock": "untouched", KATA: "started"}


def test_in_the_kata_s_folder_it_is_the_one_that_is_meant(begun: Desk) -> None:
    begun.gym("start", "08")
    begun.cwd = begun.cwd / "acme" / "07-queue"
    begun.gym("check")
    assert begun.judge.asked[-1][0] == KATA


def test_resetting_keeps_a_snapshot_below_the_pack_s_name(begun: Desk) -> None:
    (begun.cwd / "acme" / "07-queue" / "counter.py").write_text("mine\n")
    assert begun.gym("reset", "--yes").out.splitlines()[-1] == f"  gym snapshots {KATA} restore 1"
    assert (begun.cwd / ".gym" / "snapshots" / "acme" / "07-queue" / "1" / "counter.py").read_text() == "mine\n"
    assert begun.gym("snapshots", KATA, "restore", "1").status == 0


def test_a_token_of_a_pack_s_kata_is_replayed(begun: Desk) -> None:
    from gym.engine.tokens import Token

    token = str(Token(f"{KATA}#both-count", 11, 0, ()))
    begun.will_say(kata_verdict(replace(failing(kata=KATA), token=token), kata=KATA))
    assert begun.gym("replay", token).status == 1
    assert begun.judge.replays == [token]


def test_a_file_is_judged_for_a_pack_s_kata_outside_of_any_workspace(desk: Desk, acme: Path) -> None:
    (desk.cwd / "mine.py").write_text("count = 1\n")
    assert desk.gym("check", "07", "--file", "mine.py", "--pack", str(acme)).status == 0
    assert desk.judge.asked[-1][0] == KATA


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["list", "--pack", "nowhere"], "nowhere: there is no such folder; make a pack there with: gym author pack DIR"),
        (["start", "07", "--pack", "."], "is no pack, since it has no pack.toml; make it one with: gym author pack "),
        (["start", "acme:07"], "there is no pack 'acme' in this workspace; name its folder: gym start acme:07 --pack DIR"),
    ],
)
def test_a_pack_that_is_not_there_is_one_sentence(desk: Desk, arguments: list[str], told: str) -> None:
    desk.gym("init")
    said = desk.gym(*arguments)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert told in said.err


def test_a_pack_toml_that_is_wrong_is_the_content_s_fault(desk: Desk, acme: Path) -> None:
    (acme / "pack.toml").write_text("name = 1\n")
    said = desk.gym("list", "--pack", str(acme))
    assert said.status == 3
    assert said.err == (
        f"gym: {acme}/pack.toml: Expected `str`, got `int` - at `$.name`. "
        'It says name = "acme" and title = "Katas of Acme".\n'
    )


def test_a_pack_that_moved_is_in_nobody_s_way_and_is_found_again(begun: Desk, acme: Path) -> None:
    moved = acme.with_name("moved")
    acme.rename(moved)
    said = begun.gym("list", "--json")
    assert [kata["id"] for kata in json.loads(said.out)["katas"]] == ["07-counter", "08-clock"]
    assert said.err == (
        f"The pack acme is left out: it is not in {acme} any more.\n"
        "Say where it is now:  gym start acme:KATA --pack DIR\n"
        f"Or forget it:         rm {begun.cwd}/.gym/packs/acme\n"
    )
    assert begun.gym("check").status == 2
    assert begun.gym("doctor").status == 1
    assert begun.gym("start", "acme:07", "--pack", str(moved)).status == 0
    assert listed(begun) == ["07-counter", "08-clock", KATA]
    assert begun.gym("list", "--json").err == ""


def test_another_pack_of_the_same_name_is_refused_and_nothing_is_begun(begun: Desk, acme: Path) -> None:
    other = pack_with(acme.with_name("other"), "acme", "01-other")
    said = begun.gym("start", "01", "--pack", str(other))
    assert said.status == 2
    assert said.err == f"gym: this workspace knows the pack {acme} as acme too; rename one of them in its pack.toml.\n"
    assert not (begun.cwd / "acme" / "01-other").exists()
    assert (begun.cwd / ".gym" / "packs" / "acme").read_text() == f"{acme}\n"


def test_two_packs_stand_side_by_side(begun: Desk, acme: Path) -> None:
    beta = pack_with(acme.with_name("beta-katas"), "beta", "07-queue")
    assert begun.gym("start", "07", "--pack", str(beta)).status == 0
    assert listed(begun) == ["07-counter", "08-clock", KATA, "beta:07-queue"]
    assert "'queue' may mean acme:07-queue or beta:07-queue" in begun.gym("check", "queue").err


@pytest.mark.parametrize("text", ["", "\n", "\x00", "\xff\xfe"])
def test_a_damaged_memory_of_a_pack_is_said_and_mended_by_naming_it_again(begun: Desk, acme: Path, text: str) -> None:
    (begun.cwd / ".gym" / "packs" / "acme").write_bytes(text.encode("latin-1"))
    said = begun.gym("list", "--json")
    assert (said.status, said.err.startswith("The pack acme is left out: ")) == (0, True)
    assert begun.gym("start", "07", "--pack", str(acme)).status == 0
    assert listed(begun)[-1] == KATA


def test_where_the_pack_cannot_be_remembered_that_is_said_and_the_kata_is_begun(desk: Desk, acme: Path) -> None:
    desk.gym("init")
    (desk.cwd / ".gym" / "packs").write_text("a file")
    said = desk.gym("start", "07", "--pack", str(acme))
    assert said.status == 0
    assert said.err == "The pack is not remembered (file exists); name it each time with --pack.\n"
    assert desk.gym("hint", "--pack", str(acme)).out.startswith(f"{KATA}, hint 1 of 3\n")


def test_a_pack_s_kata_that_changed_is_brought_up_to_date(begun: Desk, acme: Path) -> None:
    (acme / "exercises" / "07-queue" / "ports.py").write_text("# new\n")
    assert f"{KATA} changed since you began it (ports.py)." in begun.gym("check").err
    assert begun.gym("start", KATA, "--keep").status == 0
    assert (begun.cwd / "acme" / "07-queue" / "ports.py").read_text() == "# new\n"


def test_a_pack_without_katas_left_is_passed_over(begun: Desk, acme: Path) -> None:
    shutil.rmtree(acme / "exercises")
    assert listed(begun) == ["07-counter", "08-clock"]
    assert "holds a kata" in begun.gym("list", "--pack", str(acme)).err
