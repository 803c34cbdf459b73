"""Search over any game: it plays by the kernels that a game brings along and knows no rule itself."""
