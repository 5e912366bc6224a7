"""Pictures of the practice room for the README, made from the real program."""
