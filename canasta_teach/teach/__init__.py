"""Floor 3: teaching. Exercises whose keys come from the referee and the scorer, generators of them, and progress."""
