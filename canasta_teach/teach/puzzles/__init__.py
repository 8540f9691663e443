"""Floor 3: meld puzzles: what they are as data, what they are worth, and where new ones come from."""
