"""Tests of sessions on the command line."""
