# SPDX-License-Identifier: MIT
"""The optional parts of a board: the buzzer, the printer port, a measured battery.

A part is loaded only while the settings use it: a board without it may lack what its driver needs.
"""

from teletype.loading import load


class Peripherals:
    """The parts. `buzzer`: its pin; `printer`: (number of the state machine or UART, pin); None:
    absent. `battery`: whether its charge can be measured.

    battery  the module that measures it (`teletype.handheld.parts.battery`); None: it cannot be
    _mute    whether nothing sounds and nothing more is printed
    """

    def __init__(self, buzzer=None, printer=None, battery=False):
        self.battery = load("teletype.handheld.parts.battery") if battery else None
        self._mute = False
        self._buzzer_pin = buzzer
        self._port = printer
        self._buzzer = None
        self._clicks = False
        self._printing = None

    def apply(self, values, console):
        """Apply the settings, after `silence`, too; report on the console what is impossible."""
        self._mute = False
        if self._buzzer_pin is not None:
            self._clicks = values["sound"] == "all"
            if values["sound"] == "off":
                if self._buzzer:
                    self._buzzer.off()
                    self._buzzer = None
            elif not self._buzzer:
                self._buzzer = load("teletype.drivers.buzzer").Buzzer(self._buzzer_pin)
            if self._buzzer:
                self._buzzer.volume = values["volume"]
        if self._port is not None:
            if values["printer"] != "off":
                try:
                    printing = self._printing
                    if not printing:
                        module = load("teletype.handheld.parts.printing")
                        printing = module.Printing(self._port)
                    printing.configure(values)
                    self._printing = printing
                    return
                except ValueError as error:
                    console.print("printer: %s" % error)
            if self._printing:
                self._printing.close()
                self._printing = None

    def silence(self):
        """Sound and print nothing until `apply`."""
        self._mute = True

    def has(self, part):
        """Whether the board has a `part`, "buzzer" or "printer"."""
        return (self._buzzer_pin if part == "buzzer" else self._port) is not None

    def tick(self, now):
        """Continue sounding and printing; return True while there is more to do at once."""
        if self._buzzer:
            self._buzzer.tick(now)
        if not self._printing:
            return False
        try:
            return self._printing.tick()
        except Exception:
            self._printing = None  # it would fail each time; a change of settings tries again
            raise

    def click(self, glyph=0):
        """Click for a character that is typed."""
        if self._clicks and not self._mute:
            self._buzzer.click(glyph)

    def limit(self):
        """Sound the end of a list or of the paper."""
        if self._clicks and not self._mute:
            self._buzzer.limit()

    def bell(self):
        """Ring at a prompt, or when an answer is rejected."""
        if self._buzzer and not self._mute:
            self._buzzer.bell()

    def play(self, what):
        """Play the signature of a win (1), a draw (0), a loss (-1) or power-on (2)."""
        if self._buzzer and not self._mute:
            self._buzzer.play(what)

    def print(self, line, original=None):
        """Print a line of paper; `original` instead if the printer lacks the line's script."""
        if self._printing and not self._mute:
            self._printing.print(original if self._printing.lacks(line) else line)

    @property
    def printing(self):
        """Whether a printer is in use."""
        return self._printing is not None

    @property
    def full(self):
        """Whether the program should wait for the printer."""
        return not self._mute and self._printing is not None and self._printing.full
