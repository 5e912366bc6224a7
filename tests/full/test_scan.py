"""`gym scan` on packages that are not ours: every finding was looked at, most are right, and the README tells just that.

`python tests/bugs/install.py` and `python tests/peers/install.py` fetch the packages.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bugs.cases import cache_folder as bugs_root
from tests.peers.libraries import cache_folder as peers_root
from tests.scan.measure import Package, own, packages
from tests.scan.table import PLACE, table

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def found() -> list[Package]:
    missing = [str(folder) for folder in (bugs_root(), peers_root()) if not folder.is_dir()]
    if missing:
        pytest.skip(f"{missing[0]} is not there: python tests/bugs/install.py and tests/peers/install.py fetch the packages")
    return packages()


def test_every_finding_in_the_packages_was_looked_at(found: list[Package]) -> None:
    findings = [each for package in found for each in package.findings]
    unseen = [f"{each.package}: {each.finding.path}:{each.finding.line}" for each in findings if each.label is None]
    assert unseen == []


def test_eight_of_ten_findings_are_right(found: list[Package]) -> None:
    wrong = sum(package.count("wrong") for package in found)
    assert wrong <= 0.2 * sum(len(package.findings) for package in found)


def test_the_readmes_table_is_what_was_measured(found: list[Package]) -> None:
    told = PLACE.search(README)
    assert told is not None
    assert told[0] == f"<!-- scan -->\n{table(own(), found)}<!-- /scan -->"
