"""The games: one file a family. Nothing lists them; `engine.game.games()` looks into this folder."""
