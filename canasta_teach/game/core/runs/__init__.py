"""The packed core for games with runs, or with several melds of a rank, in which every suit counts."""
