"""The part that runs beside the learner's code, in a process of its own. Standard library only."""
