"""What server and page say to each other: typed messages, their JSON Schema and their TypeScript types."""
