"""Practise, prove and fix async race conditions."""

__version__ = "0.1.0"
