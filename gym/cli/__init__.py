"""The command `gym`. What is imported here is paid for by every call, `gym --version` included."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line's command and give its exit status."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        from gym import __version__

        print(f"gym {__version__}")  # noqa: T201 - rich would cost ten times the whole answer
        return 0
    from gym.cli.app import run

    return run(arguments)
