"""CPython's own faults in asyncio, mended on demand. See gh-86296, gh-112202 and gh-116720."""


def use_corrected(wanted):
    """Put the corrected primitives in place, or the stock ones back."""
