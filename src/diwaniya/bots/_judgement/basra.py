"""What Basra players make of each other's cards: who left lying what was good to take could hardly take it."""

from diwaniya.bots._judgement._basra_past import before as before  # found here by its name

SPREAD = 3000
EXPERT_SURPRISE = 200
EXPERT_CARDS = 8
"""The last batch of two players, or the last two cards of four."""
