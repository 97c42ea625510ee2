"""Matches and contests of players, and how our own are made."""
