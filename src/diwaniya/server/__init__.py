"""The shell around the tables: sockets, pages, sessions, computer players, storage."""
