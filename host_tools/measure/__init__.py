"""The project's figures and its random keys."""
