"""How much luck there is in a hand of Basra."""

SPREAD = 3000
