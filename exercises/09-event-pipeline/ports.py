"""The error that a channel raises. Not yours to change."""

from __future__ import annotations


class ChannelClosed(Exception):
    """Nothing goes in any more, or nothing will come out any more."""
