"""What belongs to a subject is told from its files alone, as its interpreter would find it."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from gym.own.survey import closure
from gym.own.survey.answering import Unfound, survey
from gym.own.survey.closure import TooMany
from tests.own.tree import plant


def ask(subject: str, folder: Path, *libraries: Path) -> Any:
    return survey(subject, str(folder), [str(path) for path in libraries])


def own(answer: dict[str, Any], root: Path) -> dict[str, str]:
    """The files of an answer as seen from a folder."""
    return {name: str(Path(path).relative_to(root)) for name, path in answer["files"].items()}


PACKAGE = {
    "src/shop/__init__.py": "",
    "src/shop/wallet.py": "import json\nimport shop.db\nfrom .errors import Empty\n",
    "src/shop/db.py": "from shop import tables\n",
    "src/shop/tables.py": "",
    "src/shop/errors.py": "class Empty(Exception): ...\n",
    "src/shop/unused.py": "",
}
FOUND = {
    "shop/__init__.py": "src/shop/__init__.py",
    "shop/wallet.py": "src/shop/wallet.py",
    "shop/db.py": "src/shop/db.py",
    "shop/tables.py": "src/shop/tables.py",
    "shop/errors.py": "src/shop/errors.py",
}


@pytest.mark.parametrize("subject", ["src/shop/wallet.py", "shop.wallet", "./src/shop/../shop/wallet.py"])
def test_a_module_of_a_package_brings_what_it_imports_of_the_package(tmp_path: Path, subject: str) -> None:
    answer = ask(subject, plant(tmp_path, PACKAGE))
    assert (answer["entry"], answer["root"]) == ("shop.wallet", str(tmp_path / "src"))
    assert own(answer, tmp_path) == FOUND
    assert (answer["libraries"], answer["missing"]) == ([], [])


@pytest.mark.parametrize("imports", ["import shop.db", "from shop.db import Db", "from .db import Db", "from . import db"])
def test_packages_need_no_init_file(tmp_path: Path, imports: str) -> None:
    answer = ask("src/shop/wallet.py", plant(tmp_path, {"src/shop/wallet.py": imports, "src/shop/db.py": ""}))
    assert (answer["entry"], answer["root"]) == ("shop.wallet", str(tmp_path / "src"))
    assert own(answer, tmp_path) == {"shop/wallet.py": "src/shop/wallet.py", "shop/db.py": "src/shop/db.py"}


def test_a_name_begins_where_its_imports_begin(tmp_path: Path) -> None:
    files = {"app/shop/core/wallet.py": "from ..db import Db\nimport app.config", "app/shop/db.py": "", "app/config.py": ""}
    answer = ask("app/shop/core/wallet.py", plant(tmp_path, files))
    assert (answer["entry"], answer["root"]) == ("app.shop.core.wallet", str(tmp_path))
    assert sorted(answer["files"]) == ["app/config.py", "app/shop/core/wallet.py", "app/shop/db.py"]


def test_a_script_is_beside_its_modules_and_they_hide_the_standard_library_s(tmp_path: Path) -> None:
    plant(tmp_path, {"jobs/run.py": "import queue, time, common", "jobs/queue.py": "", "jobs/time.py": "", "common.py": ""})
    answer = ask("jobs/run.py", tmp_path)
    assert (answer["entry"], answer["root"]) == ("run", str(tmp_path / "jobs"))
    assert own(answer, tmp_path) == {"run.py": "jobs/run.py", "queue.py": "jobs/queue.py", "common.py": "common.py"}


def test_a_package_is_a_subject_too(tmp_path: Path) -> None:
    plant(tmp_path, {"shop/__init__.py": "from .wallet import Wallet", "shop/wallet.py": ""})
    for subject in ("shop", "shop/", "shop/__init__.py"):
        answer = ask(subject, tmp_path)
        assert (answer["entry"], answer["root"]) == ("shop", str(tmp_path))
        assert sorted(answer["files"]) == ["shop/__init__.py", "shop/wallet.py"]


def test_a_file_is_meant_though_a_package_of_its_name_hides_it(tmp_path: Path) -> None:
    plant(tmp_path, {"pool.py": "", "pool/__init__.py": "", "my-pool.v2.py": ""})
    assert own(ask("pool.py", tmp_path), tmp_path) == {"pool.py": "pool.py"}
    assert ask("my-pool.v2.py", tmp_path)["entry"] == "my-pool.v2"


def test_what_only_a_type_checker_imports_stays_away(tmp_path: Path) -> None:
    source = "import typing\nif typing.TYPE_CHECKING:\n    import redis, types_only\nelse:\n    import real\n"
    plant(tmp_path, {"pool.py": source, "types_only.py": "", "real.py": ""})
    answer = ask("pool.py", tmp_path)
    assert sorted(answer["files"]) == ["pool.py", "real.py"]
    assert (answer["libraries"], answer["missing"]) == ([], [])


def test_imports_count_wherever_they_stand(tmp_path: Path) -> None:
    source = (
        "try:\n    import one\nexcept ImportError:\n    import two\nfinally:\n    import three\n"
        "async def f():\n    async with x:\n        for y in z:\n            from four import a\n"
        "match v:\n    case 1:\n        import five\n"
    )
    names = ["one", "two", "three", "four", "five"]
    plant(tmp_path, {"pool.py": source, **{f"{name}.py": "" for name in names}})
    assert sorted(ask("pool.py", tmp_path)["files"]) == sorted(["pool.py", *(f"{name}.py" for name in names)])


def test_a_file_that_cannot_be_parsed_comes_along_to_be_told_of(tmp_path: Path) -> None:
    plant(tmp_path, {"pool.py": "import db", "db.py": "def broken(:"})
    assert sorted(ask("pool.py", tmp_path)["files"]) == ["db.py", "pool.py"]


def test_modules_that_import_each_other_end(tmp_path: Path) -> None:
    plant(tmp_path, {"a.py": "import b", "b.py": "import a"})
    assert sorted(ask("a.py", tmp_path)["files"]) == ["a.py", "b.py"]


def test_there_is_an_end_to_what_is_brought_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closure, "MOST_FILES", 2)
    plant(tmp_path, {"a.py": "import b, c", "b.py": "", "c.py": ""})
    with pytest.raises(TooMany):
        ask("a.py", tmp_path)


# -- libraries


def test_libraries_are_searched_where_the_interpreter_has_them_and_only_if_used(tmp_path: Path) -> None:
    plant(tmp_path, {"pool.py": "def late():\n    import pluggy\n", "plain.py": "import asyncio\n"})
    assert sysconfig.get_path("purelib") in ask("pool.py", tmp_path)["libraries"]
    assert ask("plain.py", tmp_path)["libraries"] == []


@pytest.mark.parametrize(
    "source",
    [
        "import importlib\nimportlib.import_module(name)\n",
        "x = __import__(name)\n",
        "import importlib.metadata\n",
        "from importlib import metadata\n",
        "from importlib.metadata import version\n",
    ],
)
def test_what_is_imported_by_a_value_or_asks_for_versions_may_be_of_a_library(tmp_path: Path, source: str) -> None:
    assert ask("pool.py", plant(tmp_path, {"pool.py": source}))["libraries"] != []


def test_a_named_folder_comes_first_and_holds_nothing_of_ones_own(tmp_path: Path) -> None:
    plant(tmp_path, {"pool.py": "import shelf", "given/shelf.py": "import missing_too"})
    answer = ask("pool.py", tmp_path, tmp_path / "given")
    assert answer["libraries"][0] == str(tmp_path / "given")
    assert (list(answer["files"]), answer["missing"]) == (["pool.py"], [])


def test_where_pythonpath_points_is_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    plant(tmp_path, {"here/pool.py": "import common", "lib/common.py": ""})
    answer = ask("pool.py", tmp_path / "here")
    assert own(answer, tmp_path) == {"pool.py": "here/pool.py", "common.py": "lib/common.py"}


def test_what_an_installer_put_there_is_a_subject_by_name_and_its_libraries_are_not(tmp_path: Path) -> None:
    files = {
        "site-packages/tool/__init__.py": "import tool.a, helper",
        "site-packages/tool/a.py": "",
        "site-packages/helper.py": "",
    }
    plant(tmp_path, files)
    answer = ask("site-packages/tool/__init__.py", tmp_path)
    assert sorted(answer["files"]) == ["tool/__init__.py", "tool/a.py"]


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("import os\nimport nowhere.at_all\n", [["nowhere", "pool.py", 2]]),
        ("class A:\n    from nowhere import x\n", [["nowhere", "pool.py", 2]]),
        ("import db\n", [["nowhere", "db.py", 1]]),
        ("try:\n    import nowhere\nexcept ImportError:\n    nowhere = None\n", []),
        ("def later():\n    import nowhere\n", []),
        ("if x:\n    import nowhere\n", []),
        ("def later():\n    import db\n", []),
        ("import pool_that_is_not_there\n", [["pool_that_is_not_there", "pool.py", 1]]),
    ],
)
def test_only_what_is_certain_to_be_missed_is_missing(tmp_path: Path, source: str, missing: list[list[object]]) -> None:
    plant(tmp_path, {"pool.py": source, "db.py": "import nowhere\n"})
    assert [list(each) for each in ask("pool.py", tmp_path)["missing"]] == missing


def test_a_folder_of_data_is_no_library_of_its_name(tmp_path: Path) -> None:
    plant(tmp_path, {"redis_like/dump.rdb": "", "pool.py": "from redis_like import Redis\n"})
    assert [list(each) for each in ask("pool.py", tmp_path)["missing"]] == [["redis_like", "pool.py", 1]]


def test_a_folder_that_is_called_as_a_library_is_not_taken_for_it(tmp_path: Path) -> None:
    plant(tmp_path, {"redis_like/pool.py": "import redis_like\n"})
    answer = ask("redis_like/pool.py", tmp_path)
    assert (answer["entry"], [each[0] for each in answer["missing"]]) == ("pool", ["redis_like"])


def test_a_module_of_ones_own_that_is_not_there_is_no_missing_library(tmp_path: Path) -> None:
    plant(tmp_path, {"shop/__init__.py": "", "shop/wallet.py": "import shop.nowhere\n"})
    assert ask("shop/wallet.py", tmp_path)["missing"] == []


# -- not found


@pytest.mark.parametrize(
    ("subject", "sentence"),
    [
        ("nope.py", "there is no such file"),
        ("no/nope.py", "there is no such file"),
        ("notes.txt", "this is not a Python file: its name does not end in .py"),
        ("bare/", "this is a folder without __init__.py; name the Python file in it"),
        ("bare", "this is a folder without __init__.py; name the module in it"),
        ("nope", "there is no such module in the current folder, in src, or where Python looks for modules"),
        ("nope.a", "there is no such module in the current folder, in src, or where Python looks for modules"),
        ("shop.nope", "the package shop has no module nope"),
        ("shop.nope.a", "the package shop has no module nope"),
        ("json", "this belongs to Python itself"),
        ("sys", "this belongs to Python itself"),
        ("what-is-it", "this is neither a Python file nor the dotted name of a module"),
        ("shop:Wallet", "this is neither a Python file nor the dotted name of a module"),
    ],
)
def test_what_cannot_be_found_is_told_in_a_sentence(tmp_path: Path, subject: str, sentence: str) -> None:
    plant(tmp_path, {"notes.txt": "", "bare/data.json": "", "shop/__init__.py": ""})
    with pytest.raises(Unfound) as caught:
        ask(subject, tmp_path)
    assert str(caught.value) == sentence


def test_nothing_of_the_subject_is_imported(tmp_path: Path) -> None:
    plant(tmp_path, {"loud/__init__.py": "raise SystemExit", "loud/pool.py": "raise SystemExit"})
    before = set(sys.modules)
    assert sorted(ask("loud.pool", tmp_path)["files"]) == ["loud/__init__.py", "loud/pool.py"]
    assert {name for name in set(sys.modules) - before if name.startswith("loud")} == set()
