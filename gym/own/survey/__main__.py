"""Run by the subject's interpreter: `python gym/own/survey QUERY`."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys


def _load_package() -> None:
    """Import this folder as a package without having it, or anything beside it, on the path."""
    here = os.path.dirname(os.path.abspath(__file__))
    spec = importlib.util.spec_from_file_location(
        "gym_survey", os.path.join(here, "__init__.py"), submodule_search_locations=[here]
    )
    assert spec is not None and spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules["gym_survey"] = package
    spec.loader.exec_module(package)


if __name__ == "__main__":
    del sys.path[0]
    _load_package()
    importlib.import_module("gym_survey.answering").main(sys.argv[1])
