"""Tests of what a person touches."""
