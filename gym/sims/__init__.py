"""Simulations: real asyncio code on a clock that jumps, with parameters to change. Results only, no terminal."""
