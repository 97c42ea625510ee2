# SPDX-License-Identifier: MIT
"""The start, after `main` has selected the firmware: the watchdog, the board's description, what
follows a start that has failed. `teletype.connecting` builds the handheld.
"""

import sys
from time import sleep_ms

import machine
from micropython import const

import __main__  # type: ignore[import-not-found]
from teletype.drivers.watchdog import Watchdog
from teletype.handheld.parts import board_file
from teletype.loading import forget, load

if hasattr(__main__, "rp2"):
    # the port's _boot.py leaves its PIO assembler in memory, 1.4 KB
    del __main__.rp2, sys.modules["rp2"]

_OURS = const("The image's board.py is used.")
"""The message if the board.py on the flash cannot be used."""

_NOTE = const(24)
_FIND = const(0x444E4946)
_ASKED = const(0x444B5341)
"""SCRATCH3 of the watchdog, which survives a reset, and what it may hold: a request to search for
the panel and the buttons (`handheld.parts.strays`); that this was done since power-on."""


def _nothing():
    """Do nothing: without a watchdog there is nothing to feed."""


def start(bitten=False, messages=(), feed=_nothing, finds=False):
    """Return the handheld on this board's pins.

    `bitten`: the watchdog made the last reset; `messages`: messages of the start so far;
    `feed`: feeds the watchdog; `finds`: search for panel and buttons even if a panel answers.
    """
    # an import that takes time; what it imports stays
    from teletype.connecting import connected

    try:
        return connected(bitten, messages, feed, finds)
    except Exception as error:
        wrong = board_file.refuse(error)
        if not wrong:
            raise
        return connected(bitten, [wrong, _OURS] + list(messages), feed, finds)
    finally:
        forget("teletype.connecting")


def _may_have_strays(app):
    """Whether a press on an unexpected pin starts the finder: unless the owner has described the
    board."""
    return app.exhibit.may_search() and not board_file.is_own()


def main(messages=()):
    """Run the handheld; restart the board if the start fails, unless that has failed before.

    `messages`: messages of the start so far, for `words.error`.
    """
    chip = load("board").CHIP
    watchdog = Watchdog(chip)
    bitten = watchdog.bitten()
    register = watchdog.register
    note = machine.mem32[register + _NOTE] if register else _ASKED
    finds = note == _FIND
    if register and finds:
        machine.mem32[register + _NOTE] = _ASKED
    wrong = board_file.choose(chip)
    if wrong:
        messages = [wrong, _OURS] + list(messages)
    watchdog.start()
    try:
        app = start(bitten, messages, watchdog.feed, finds)
        app.hardware.minds = note not in (_FIND, _ASKED) and _may_have_strays(app)
        app.run(watchdog)
    except Exception as error:
        from teletype.handheld.keeping import boot_guard, root_files
        from teletype.handheld.keeping.store import Store, listed

        watchdog.stop()  # an unread port delays each piece of the traceback
        failures = boot_guard.BootGuard(Store())
        again = failures.count < boot_guard.MOST
        if again:
            failures.failed()
        sys.print_exception(error)
        if again or root_files.is_exhibit(listed("/")):  # nobody attends an exhibit
            sleep_ms(2000 if again else 60_000)  # for Ctrl-C
            machine.reset()
    finally:
        watchdog.stop()
