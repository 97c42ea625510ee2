"""Tests of matches and contests."""
