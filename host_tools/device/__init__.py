"""A board on a serial port: flash, pull, check."""
