"""One command a file. What only it needs is imported in its function: no command pays for another's."""
