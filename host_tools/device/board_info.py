# SPDX-License-Identifier: MIT
"""What a board reports about itself: chip, name, firmware."""

from __future__ import annotations

from dataclasses import dataclass

from host_tools.build import boards
from host_tools.device import slots
from host_tools.device.link import Link
from host_tools.sessions.targets import BoardError
from host_tools.usage import shown

_ASK = (
    slots.TAKE
    + """\
import sys, machine
def _say(what):
 try:
  print('=' + str(what()).replace('\\n', ' '))
 except Exception:
  print('=')
def _name():
 with open('settings.txt') as f:
  for line in f.read(4000).split('\\n'):
   if line[:5] == 'name=':
    return line[5:].strip()
 return ''
_say(lambda: getattr(sys.implementation, '_machine', ''))
_say(lambda: ''.join(['%02X' % x for x in machine.unique_id()]))
_say(lambda: __import__('board').NAME)
_say(lambda: __import__('teletype.version').version.line())
_say(_name)
"""
)


@dataclass(frozen=True)
class Card:
    """`machine` is MicroPython's name, `serial` the chip's number in hex, `board` the name of its
    folder in boards. `version` is that of the firmware, `name` the owner's name for the board.
    Each is "" if unknown."""

    machine: str = ""
    serial: str = ""
    board: str = ""
    version: str = ""
    name: str = ""

    @property
    def folder(self) -> str:
        """Return the matching folder in boards: as reported, or else derived from `machine`."""
        if self.board in boards.known():
            return self.board
        for name, its in boards.images().items():
            if self.machine.startswith(its.machine):
                return name
        return "pico2" if self.machine.startswith("Raspberry Pi Pico2") else "pico"


def read(link: Link) -> Card:
    """Return the card of a board whose raw REPL is open. Raise BoardError on failure."""
    lines = link.execute(_ASK, 5)
    if len(lines) != 5 or not all(line.startswith(b"=") for line in lines):
        raise BoardError("cannot tell which board this is")
    return Card(*(shown(line[1:].decode("utf-8", "replace"))[:80] for line in lines))
