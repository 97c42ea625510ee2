"""TinyCircuits' Thumby as a Pocket Teletype: which pin goes where.

The pins are those of TinyCircuits' own MicroPython library (thumbyHardware.py and
thumbyGraphics.py, 2022), for the Thumbys that were sold, which have the screen on SPI; the first
prototypes had it on I2C. Checked by `python3 -m host_tools boards thumby`.
"""

NAME = "thumby"

CHIP = "RP2040"
"""What MicroPython's name of the machine ends with; `flash` refuses another board."""

PANEL = ("ssd1306", 72, 40)
"""The screen: its controller, its width and its height in pixels."""

SPI = (0, 18, 19, 16, 17, 20, 8_000_000)
"""The screen's bus: SPI bus number, pins SCK, MOSI, CS, D/C and reset, clock in Hz."""

BUTTONS = {"UP": 4, "DOWN": 6, "LEFT": 3, "RIGHT": 5, "OK": 27, "BACK": 24}
"""The buttons' pins: the cross, A (on the right) is OK, B (left of it) is BACK."""

LABELS = {"OK": "A", "BACK": "B"}
"""What is written on them; the screen calls them so."""

BUZZER = 28
"""The buzzer's pin, for PWM."""
