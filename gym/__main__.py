"""`python -m gym`, where the script is not on PATH."""

from gym.cli import main

raise SystemExit(main())
