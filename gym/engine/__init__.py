"""Choosing schedules: strategies, exploration in order of cost, shrinking, tokens, honest words, traces.

Pure: nothing here reads a clock, draws from global randomness, or does any input or output.
"""
