"""Speed. Run by hand: `python -m tests.bench`; medians with the machine named, and ratios of one run."""
