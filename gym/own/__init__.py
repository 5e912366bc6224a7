"""Races on somebody's own code: finding the code and its libraries, reading a race file, judging one on the other."""
