"""Tests of the emulated handheld."""
