"""Floor 3: players. Each is a function that is handed what its seat may know, and gives a move."""

from canasta_teach.players.plain import plain

__all__ = ["plain"]
