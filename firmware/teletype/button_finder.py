# SPDX-License-Identifier: MIT
"""The search for the buttons: it shows each on the panel and waits until its pin changes.

No language is chosen by then, so it draws, and uses a few words of English.
"""

from time import sleep_ms, ticks_diff, ticks_ms

from micropython import const

from teletype import words
from teletype.drivers.buttons import KEYS
from teletype.handheld.drawing.glyphs import draw_text, width, wrapped
from teletype.panel_finder import FITTED, FLOATS, HIGH, LOW, UNSURE, state, taken

_FIRST = const(60_000)
_NEXT = const(10_000)
_SHORT = const(3_000)
"""Milliseconds to wait for the first button, for each other one, and to read a message."""

_BOUNCE = const(20)

_FLAT = ("Was the last picture", "flat, hard to read?", "Then press a button.", "If not, wait.")

_TWICE = b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff"
"""The byte with each bit of a number twice."""

_SIGNS = const(("▲", "▼", "◄", "►", "OK", "BK"))
_PLACES = const(b"\x1b\x02\x1b\x04\x09\x03\x2d\x03\x58\x03\x44\x03")
"""For each of KEYS the middle of its button in the drawing, in pixels, and its text row."""


class Flat(Exception):
    """The panel has half the rows of the picture."""


class Finder:
    """A search for the buttons, shown on a panel.

    It calls `feed()` all the while, and `say(line)` with news. `said`: the owner has said what
    stands on the pins of the parts UNSURE; otherwise a button may stand there. These are never
    pulled down: for a printer that would be the beginning of a character.

    _states  for each pin that may have a button its state at rest
    _stuck   the pins that read low at rest, and of which nothing was said yet
    """

    def __init__(self, has, panel, feed, say, said=True):
        self._panel = panel
        self._feed = feed
        self._say = say
        self._latches = has["CHIP"] == "RP2350"
        self._unsure = taken(has, UNSURE)
        pins = set(range(23)) | {26, 27, 28}  # the header of a Pico; the board uses the others
        pins |= set(has["BUTTONS"].values())
        pins -= taken(has, FITTED + ("I2C",))
        self._states = dict.fromkeys(pins - self._unsure if said else pins)

    def _state(self, pin):
        return state(pin, self._latches or pin in self._unsure)

    def _rest(self):
        """Read the states of all pins while no button is pressed."""
        self._stuck = set()
        for pin in self._states:
            self._states[pin] = found = self._state(pin)
            if found == LOW and pin not in self._unsure:
                self._stuck.add(pin)

    def _pressed(self, wait):
        """Return the next pin that is pressed, and whether it went high; None after `wait` ms."""
        begin = ticks_ms()
        while ticks_diff(ticks_ms(), begin) < wait:
            self._feed()
            sleep_ms(2)
            for pin in self._states:
                now = self._state(pin)
                if now == self._states[pin]:
                    continue
                sleep_ms(_BOUNCE)
                if self._state(pin) != now:
                    continue
                if now == FLOATS:  # released: it was down before
                    self._states[pin] = now
                    self._stuck.discard(pin)
                    continue
                if self._is_alone(pin, now):
                    return pin, now == HIGH
        return None

    def _is_alone(self, pin, now):
        """Wait until a pressed pin is released, for a while; return False if another one was
        pressed together with it."""
        others: tuple = ()
        for _ in range(_SHORT // _BOUNCE):
            self._feed()
            sleep_ms(_BOUNCE)
            down = [other for other in self._states if self._state(other) != self._states[other]]
            if len(down) > 1 and not others:
                others = tuple(down)
                self._say("GP%d and GP%d at once: press one button at a time." % others[:2])
            if not down or (not others and self._state(pin) != now):
                break
        return not others

    def buttons(self, doubt=False):
        """Return the names of the buttons by pin, and the names of those wired to 3.3 V.

        With `doubt` the panel may have half its rows. Raise Flat if a person says so.
        """
        self._rest()
        found: dict = {}
        high: list = []
        below = "no button? wait 1 minute"
        wait = _FIRST
        for index, name in enumerate(KEYS):
            begin = ticks_ms()
            while True:
                self.draw(index, found.values(), below)
                left = wait - ticks_diff(ticks_ms(), begin)
                if left <= 0:
                    below = "%s: none" % name
                    break
                got = self._pressed(min(left, _SHORT))
                if doubt and not got and not index and (wait - left) // _NEXT % 2:
                    self._ask_flat()
                if not got and self._stuck and found:
                    got = self._told_stuck(index)
                if not got:
                    continue
                pin, is_high = got
                if pin not in found:
                    found[pin] = name
                    if is_high:
                        high.append(name)
                    below = "%s is on GP%d" % (name, pin)
                    break
                below = "GP%d is %s already" % (pin, found[pin])  # no space for more
                self._say(below + ": are two buttons on one pin?")
            self._say(below)
            if index and not found:
                break
            wait = _NEXT
        return found, high

    def _told_stuck(self, index):
        """Show that a pin which always reads low is not used; return a press meanwhile."""
        text = "GP%d reads pressed all the time: stuck, or wired to ground? Not used."
        self._told("LOOKING FOR BUTTONS", text % self._stuck.pop())
        self._below(index, "no such button? wait 10 s")
        self._panel.show()
        return self._pressed(_SHORT)

    def _ask_flat(self):
        """Ask whether the last picture was flat; raise Flat if a button is pressed.

        A glass of 32 rows shows every other row of a picture of 64, so this one, with each row
        twice, can be read on both.
        """
        panel = self._panel
        panel.fill(0)
        for row in range(4):
            draw_text(panel, row, 1, _FLAT[row])
        width = panel.width
        buffer = panel.buffer
        for at in range(4 * width, 0, -1):
            byte = buffer[at]
            page, column = divmod(at - 1, width)
            place = 1 + 2 * page * width + column
            buffer[place] = _TWICE[byte & 15]
            buffer[place + width] = _TWICE[byte >> 4]
        panel.touch(0, 0, width, panel.height)
        panel.show()
        if self._pressed(2 * _SHORT):
            raise Flat

    def is_whole(self):
        """Ask whether the picture is complete; return whether a button says so."""
        panel = self._panel
        panel.home()
        panel.fill(0)
        panel.rect(0, 0, panel.width, panel.height, 1)
        draw_text(panel, 1, 6, "Four corners, all")
        draw_text(panel, 2, 6, "lines? Press again")
        panel.touch(0, 0, panel.width, panel.height)
        self._rest()  # first: the picture may be answered at once
        panel.show()
        return self._pressed(_NEXT) is not None

    def stopped(self):
        """Show that a computer has stopped the search; the last picture would mislead."""
        self._title(words.text("STOPPED_TITLE"))
        self._text(1, words.text("STOPPED"))
        try:
            self._panel.show()
        except OSError:
            pass  # stopped in the middle of a transfer

    def notice(self, text):
        """Show a text for three seconds, or until a button is pressed."""
        self._told("NO BUTTON", text)
        self._panel.show()
        self._pressed(_SHORT)

    def _told(self, title, text):
        self._say(text)
        self._title(title)
        self._text(1, text)

    # Drawing

    def _title(self, text):
        panel = self._panel
        panel.home()
        panel.fill(0)
        x = max(0, (panel.width - width(text)) // 2)
        if x > 4:
            panel.hline(0, 3, x - 4, 1)
            panel.hline(panel.width - x + 3, 3, x - 3, 1)
        panel.touch(0, 0, panel.width, panel.height)
        draw_text(panel, 0, x, text)

    def _row(self, row, text, x=1):
        if row < self._panel.rows:
            draw_text(self._panel, row, x, text)

    def _text(self, row, text):
        """Draw a text on as many rows as it takes; return the row after it."""
        for part in wrapped(text, self._panel.width - 2):
            self._row(row, part)
            row += 1
        return row

    def _ends(self, row, left, right):
        """Draw a text on the left of a row, and on a wide panel one on the right."""
        self._row(row, left)
        if self._panel.width > 100:
            self._row(row, right, self._panel.width - width(right))

    def _below(self, index, text):
        rows = self._panel.rows
        self._ends(rows - 2, "Press " + KEYS[index], "%d of %d" % (index + 1, len(KEYS)))
        self._row(rows - 1, text)

    def draw(self, index, found, below):
        """Draw all buttons: the one to press is filled, those found are underlined."""
        self._title("LOOKING FOR BUTTONS" if self._panel.width > 100 else "BUTTONS")
        if self._panel.height >= 64:
            for key in range(len(KEYS)):
                self._button(key, key == index, KEYS[key] in found)
        self._below(index, below)
        self._panel.show()

    def _button(self, key, lit, lined):
        panel = self._panel
        x, row = _PLACES[2 * key], _PLACES[2 * key + 1]
        name = _SIGNS[key]
        box = panel.fill_rect if lit else panel.rect
        box(x - 8, 8 * row - 1, 17, 10, 1)
        draw_text(panel, row, x - width(name) // 2, name, 255 if lit else 0)
        if lined:
            panel.hline(x - 4, 8 * row + 7, 9, not lit)

    def summary(self, buttons, screen, kept):
        """Show what was found; return 1 to start (OK), 0 to search again (BACK), and -1 after a
        minute without a button."""
        panel = self._panel
        self._rest()
        wide = panel.width > 100
        self._title("FOUND: %d BUTTONS" % len(buttons) if wide else "FOUND")
        columns = 2 if panel.rows > 4 else 3
        high = (len(buttons) + columns - 1) // columns  # rows
        names = KEYS if wide and columns == 2 else _SIGNS
        pin = "GP%d" if panel.width > 64 else "%d"
        place = 0
        for name, key in zip(names, KEYS):
            if key in buttons:
                column, row = divmod(place, high)
                x = 1 + panel.width // columns * column
                self._row(1 + row, name, x)
                self._row(1 + row, pin % buttons[key], x + (30 if names is KEYS else 13))
                place += 1
        if screen and panel.height >= 64:
            self._row(self._text(1 + high, screen), kept)
        self._ends(panel.rows - 1, "OK:START", "BACK:AGAIN" if "BACK" in buttons else "")
        panel.show()
        begin = ticks_ms()
        while ticks_diff(ticks_ms(), begin) < _FIRST:
            got = self._pressed(_NEXT)
            if got and got[0] == buttons.get("OK"):
                return 1
            if got and got[0] == buttons.get("BACK"):
                return 0
        return -1
