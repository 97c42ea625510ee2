"""Tests of the host tools."""
