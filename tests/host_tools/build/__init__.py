"""Tests of what is built."""
