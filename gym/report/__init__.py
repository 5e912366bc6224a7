"""How verdicts and traces look: in a terminal, and as JSON."""
