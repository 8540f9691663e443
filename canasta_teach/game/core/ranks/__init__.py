"""The packed core for games of ranks, in which suits do not matter."""
