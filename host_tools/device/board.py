# SPDX-License-Identifier: MIT
"""Programs that run on a board: the target of `run --on`, `replay --on` and `check`."""

from __future__ import annotations

from host_tools.device import slots
from host_tools.device.link import BUSY, TICK, Link
from host_tools.sessions.targets import (
    BoardError,
    RemoteSession,
    Running,
    Target,
    TargetError,
    serve_command,
)
from host_tools.usage import shown
from teletype import words

SILENCE = 45.0
"""Seconds without a line after which a board counts as dead. The tape `mir-perfect` keeps a Pico
silent for 13 seconds, and slower boards longer."""

STARTS = 12.0
"""The most seconds from a soft reset to the first screen; some boards read files first."""

WAITING = """
import sys
from teletype.handheld.parts import remote
class _Sys:
 class stdin:
  @staticmethod
  def readline():
   _watch[0] = -%d
   line = sys.stdin.readline()
   %s
   return line
remote.sys = _Sys
"""
"""Code that resets a board which waits at the prompt of a session, and not only at its own."""

SIGNS = [
    words.texts(language)[key].split("\n")[0]
    for language in words.LANGUAGES
    for key in ("TITLE", "RESUMED")
]
"""The line that the handheld prints on its port with its first screen, in every language."""


class Board(Target):
    """A board with the firmware on it: on a serial port, or an emulated Pico.

    Opening it interrupts the board; `close` starts it again.
    """

    def __init__(self, link: Link) -> None:
        self.link = self._link = link
        self._session: RemoteSession | None = None
        try:
            link.interrupt()
        except BaseException:
            link.close()
            raise

    def described(self) -> str:
        """Return the board's name and its firmware; "" for an unexpected reply."""
        self._stop()
        code = (
            slots.TAKE + "import sys\n"
            "try:\n from teletype import version\n line = version.line()\n"
            "except ImportError:\n line = 'none'\n"
            "print('board:', getattr(sys.implementation, '_machine', '?') + ', firmware ' + line)"
        )
        (*_, said) = self._link.execute(code, 1) or [b""]
        mark, _, text = said.decode("utf-8", "replace").partition(" ")
        return shown(text) if mark == "board:" else ""

    def session(self, program: str, setup: str) -> Running:
        self._stop()
        waiting = WAITING % (self.patience // TICK, BUSY)
        self._link.start(slots.TAKE + waiting + serve_command(program, setup))
        self._session = RemoteSession(self._readline, self._link.send)
        return self._session

    def _readline(self) -> str:
        try:
            line = self._link.line(SILENCE)
        except BoardError:
            raise
        except TargetError as error:
            self._session = None
            if "ImportError" in str(error):
                raise TargetError(
                    f"{error}; the firmware is not on this board; run `flash`"
                ) from error
            raise
        if line is None:
            self._session = None
            raise TargetError("the board stopped without a message")
        return line.decode("utf-8", "replace")

    def _stop(self) -> None:
        """Return to the prompt of the raw REPL after a session."""
        session, self._session = self._session, None
        if session is None:
            return
        if not session.ended:
            self._link.send("\x03")
        self._link.drain()

    def watched_start(self) -> str:
        """Restart the board and let it run; return "" if its handheld started, else why not."""
        self._stop()
        return self._link.watched_start(SIGNS, STARTS)

    def close(self) -> None:
        """Let the board run again, also out of a session."""
        self._link.close()
