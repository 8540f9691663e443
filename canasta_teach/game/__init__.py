"""Floor 2: the engine. Position and move in, ruling and position out."""
