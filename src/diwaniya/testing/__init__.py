"""What proves that a game keeps its promises: for our tests, and for whoever adds a game."""
