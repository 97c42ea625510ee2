"""What has the screen, the keys and the typed lines; the main loop is in `handheld.app`."""


class Activity:
    """One screen of the device. It draws itself with `draw()` and handles `key(key, repeat)`.

    While `takes_keys()` or `takes_lines()` is False, presses wait in their queue and typed lines
    in the serial port.
    """

    def __init__(self, app):
        self._app = app

    def takes_keys(self):
        return True

    def takes_lines(self):
        return True

    def tick(self, now):
        """A small piece of work at `now` (ms); True while there is more to do at once."""
        return False

    def line(self, text):
        """A line typed on the serial port: it starts a program, as on the shelf."""
        self._app.shelf()
        self._app.retype(text)
