"""Reading asyncio code for races, by its syntax tree alone: nothing of it is run."""
