"""The Raspberry Pi Pico 2 as a Pocket Teletype: which pin goes where.

Its pin header is that of the Pico (Raspberry Pi Pico 2 datasheet, 2024, "Pinout").

Nothing but data, so it can be read on the board and on a host alike; `python3 -m host_tools
boards pico2` checks it. Numbers are the chip's GPIO numbers (GP4 is 4), not positions on the pin
header; wiring.md shows those. On the board this file is the module `board`.
"""

NAME = "pico2"

CHIP = "RP2350"
"""What MicroPython's name of the machine ends with; `flash` refuses another board."""

PANEL = ("ssd1306", 128, 64)
"""The screen: its controller, its width and its height in pixels."""

I2C = (0, 4, 5, 400_000, 0x3C)
"""The screen's bus: I2C bus number, SDA pin, SCL pin, clock in Hz, the screen's address.

Bus 0 can use these two pins; not every pair of pins belongs to a bus.
"""

BUTTONS = {"UP": 10, "DOWN": 11, "LEFT": 12, "RIGHT": 13, "OK": 14, "BACK": 15}
"""The buttons' pins.

Each button joins its pin to ground, so a pressed button reads 0; the chip's own pull-up
resistors keep the pin at 1 otherwise.
"""

BUZZER = 16
"""Optional: the pin of a passive buzzer, any pin that can do PWM."""

PRINTER = (0, 0)
"""Optional: a serial printer or a teletype: number of the state machine (0 to 11), TX pin."""
