"""Lives are counted as they are."""

SPREAD = 100
