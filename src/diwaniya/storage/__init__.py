"""Where the logs of the tables are kept: append only, numbered, durable before anybody is told."""
