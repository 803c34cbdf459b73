"""Table servers under load: the clients, the servers, and what is made of their figures."""
