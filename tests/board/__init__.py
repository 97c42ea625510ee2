"""The image on the emulated board."""
