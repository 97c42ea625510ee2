# SPDX-License-Identifier: MIT
"""The owner's boot.py and main.py on the flash of a board with an image of this project.

boot.py runs before the firmware, as on a stock board, but it cannot prevent the start: its
exceptions are reported. If it hangs, the watchdog resets the board, and the next start skips it.
main.py does not run, because the image has its own; this is reported once.
"""

import gc
import io
import os
import sys

import machine

from teletype.drivers.watchdog import Watchdog

BOOT = "/boot.py"
MAIN = "/main.py"

TOLD = "/main.txt"
"""Its presence shows that main.py has been reported."""

_OURS = b"Boot: takes the firmware"
"""The beginning of a `main.py` from an earlier `flash`."""

_MARK = 20
"""SCRATCH2 of the watchdog, which survives every reset except that of the RUN pin. It holds the
first four letters of the name of the running file."""

_SCRATCH0 = 12
"""Here `drivers.watchdog` notes whether the watchdog runs."""

HUNG = ": it did not end"
"""The text after the name of a file that the watchdog has ended."""

_BLOCK = 4096
_BLOCKS = 24
"""Bytes and number of the blocks that boot.py cannot take, so that the handheld has memory for
itself and a program; each is small, because memory in one piece is rare."""

_LONGEST = 80
"""Characters of an exception's text."""


def run(aside):
    """Run boot.py, if there is one; return messages for `words.error`.

    `aside` receives the modules that it imported, so that none of them replaces one of the
    firmware's. Raise KeyboardInterrupt if Ctrl-C ends it.
    """
    messages = _look_at_main()
    if not there(BOOT):
        return messages
    before = sys.modules.copy()
    path = sys.path[:]
    chip = sys.implementation._machine.split(" ")[-1]  # type: ignore[attr-defined]
    kept: list = []
    wrong = ""
    try:
        while len(kept) < _BLOCKS:
            kept.append(bytearray(_BLOCK))
        wrong = execute(BOOT, {"__name__": "__main__"}, chip)
    finally:
        kept.clear()
        gc.collect()
    if wrong:
        messages = [wrong, "Continue without it."] + messages
        sys.path[:] = path
    os.chdir("/")
    for name in list(sys.modules):
        if name not in before:
            aside[name] = sys.modules.pop(name)
    sys.modules.update(before)  # it may have removed or replaced some
    return messages


def execute(file, names, chip):
    """Run an owner's file with the globals `names`; return its error, or an empty text.

    If the watchdog of `chip` has to end it, the next start does not run it.
    Raise KeyboardInterrupt if Ctrl-C ends it.
    """
    watchdog = Watchdog(chip)
    register = watchdog.register
    runs = int.from_bytes(file[1:5].encode(), "little")
    noted = 0
    if register:
        if machine.mem32[register + _MARK] == runs:
            machine.mem32[register + _MARK] = 0
            watchdog.stop()  # `Watchdog.bitten` must not count this reset
            return file[1:] + HUNG
        machine.mem32[register + _MARK] = runs
        noted = machine.mem32[register + _SCRATCH0]
    watchdog.start()
    try:
        _execute(file, names)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return _where(error, file)
    finally:
        watchdog.stop()
        if register:
            machine.mem32[register + _MARK] = 0
            machine.mem32[register + _SCRATCH0] = noted
    return ""


def _execute(file, names):
    with open(file, "rb") as source:
        marked = source.read(3) == b"\xef\xbb\xbf"
        if marked:  # a byte order mark, which some editors write
            exec(compile(str(source.read(), "utf-8"), file, "exec"), names)
    if not marked:
        execfile(file, names)  # type: ignore[name-defined]


def _where(error, file):
    """Return the place and the text of an exception as one line; without a place, `file`."""
    lines = traceback(error)
    place = file[1:]
    for line in lines:
        line = line.strip()
        if line.startswith('File "'):
            name, _, number = line[6:].partition('", line ')
            place = "%s line %s" % (name.lstrip("/"), number.split(",")[0])
    return "%s: %s" % (place, lines[-1][:_LONGEST])


def traceback(error):
    """Return the lines that MicroPython prints for an exception."""
    buffer = io.BytesIO()
    sys.print_exception(error, buffer)  # type: ignore[attr-defined]
    data = buffer.getvalue()
    try:
        text = str(data, "utf-8")
    except UnicodeError:
        text = "".join([chr(byte) if byte < 127 else "?" for byte in data])
    return text.strip().split("\n")


def _look_at_main():
    if not there(MAIN):
        if there(TOLD):
            _remove(TOLD)
        return []
    try:
        with open(MAIN, "rb") as file:
            if _OURS in file.read(200) or there(TOLD):
                return []
        with open(TOLD, "w") as file:
            file.write("This image does not run main.py; the handheld has said so.\n")
    except OSError:  # a folder, or a full flash
        return []
    return ["main.py: this image does not run it"]


def there(path):
    """Whether the flash has this file or folder."""
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _remove(path):
    try:
        os.remove(path)
    except OSError:
        pass
