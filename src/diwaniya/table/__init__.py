"""A table as a pure function of its log: commands are decided into events, events make the state."""
