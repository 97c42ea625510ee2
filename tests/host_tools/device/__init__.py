"""Tests of what talks to a board."""
