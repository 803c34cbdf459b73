"""Our games in the clothes of other programs. What a file here needs of them is not installed by default."""
