"""Where the details of an unexpected error are kept: a traceback tells a learner nothing."""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from pathlib import Path


def keep_details(error: BaseException) -> Path:
    """Write the traceback to a file of its own, in the user's log folder or else a temporary one."""
    from gym import __version__

    text = f"gym {__version__}, Python {sys.version}, {sys.platform}\n\n" + "".join(traceback.format_exception(error))
    for folder in (_log_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            handle, path = tempfile.mkstemp(prefix="crash-", suffix=".txt", dir=folder)
            with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
            return Path(path)
        except OSError:
            continue
    return Path(os.devnull)


def _log_folder() -> Path:
    from platformdirs import user_log_path

    return user_log_path("race-gym", appauthor=False)
