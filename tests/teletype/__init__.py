"""Tests of the stop-and-wait machine."""
