"""What was measured: every finding in code of others was looked at, most are right, and the README tells just that."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bugs.cases import cache_folder as bugs_root
from tests.peers.libraries import cache_folder as peers_root
from tests.scan.measure import Package, own, packages
from tests.scan.table import PLACE, table

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def found() -> list[Package]:
    missing = [folder for folder in (bugs_root(), peers_root()) if not folder.is_dir()]
    if missing:
        pytest.skip(f"{missing[0]} is not there: python tests/bugs/install.py and tests/peers/install.py fetch the packages")
    return packages()


def test_every_finding_in_the_packages_was_looked_at(found: list[Package]) -> None:
    unseen = [
        f"{each.package}: {each.finding.path}:{each.finding.line}"
        for package in found
        for each in package.findings
        if each.label is None
    ]
    assert unseen == []


def test_eight_of_ten_findings_are_right(found: list[Package]) -> None:
    wrong = sum(package.count("wrong") for package in found)
    assert wrong <= 0.2 * sum(len(package.findings) for package in found)


def test_our_own_versions_are_found_as_the_readme_says() -> None:
    told = PLACE.search(README)
    assert told is not None
    rows = re.findall(r"^\| (starters|near misses|solutions) \| (\d+) \| (\d+) \| (\d+) \|$", told[0], re.MULTILINE)
    assert [tuple(row) for row in rows] == [
        (each.kind, str(each.versions), str(each.with_finding), str(each.findings)) for each in own()
    ]


def test_the_readmes_table_is_what_was_measured(found: list[Package]) -> None:
    told = PLACE.search(README)
    assert told is not None
    assert told[0] == f"<!-- scan -->\n{table(own(), found)}<!-- /scan -->"
