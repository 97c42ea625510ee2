# SPDX-License-Identifier: MIT
"""The serial ports: which of them are boards, and why one cannot be opened.

A board is recognised by the vendor of its USB port. Ports with another vendor, or none, must be
named (`--port`), because a computer has more serial ports than boards.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import re
from dataclasses import dataclass

from host_tools import port_rights
from host_tools.sessions.targets import BoardError, BoardRefused
from host_tools.usage import DOCTOR, Failed, WrongUsage, shown

VENDORS = {
    0x2E8A: "Raspberry Pi",
    0x303A: "Espressif",
    0xF055: "MicroPython",
    0x239A: "Adafruit",
    0x10C4: "Silicon Labs",
    0x1A86: "WCH",
    0x0403: "FTDI",
}
"""USB vendors of boards that run MicroPython, and of the converters on boards with an ESP32."""

NO_BOARDS = {(0x2E8A, 0x0004), (0x2E8A, 0x000C)}
"""Vendor and product of ports that are not boards: Raspberry Pi's debug probes."""


@dataclass(frozen=True)
class Found:
    """A board's port, and the serial number of its USB port ("" if it has none)."""

    port: str
    serial: str = ""


def found() -> list[Found]:
    """Return the boards that are plugged in; raise BoardError without pyserial."""
    try:
        from serial.tools import list_ports
    except ImportError as error:
        raise BoardError(f"{error}; a board needs pyserial (make setup); {DOCTOR}") from error
    return sorted(
        (
            Found(port.device, port.serial_number or "")
            for port in list_ports.comports()
            if port.vid in VENDORS and (port.vid, port.pid) not in NO_BOARDS
        ),
        key=lambda board: board.port,
    )


NONE = "no board on USB: is it plugged in, with a cable that carries data? `doctor` tells more"


def one(port: str | None) -> str:
    """Return `port`, or if it is None the port of the only board on USB."""
    if port is not None:
        return port
    boards = found()
    if not boards:
        raise BoardError(f"{NONE}, `--port` or `--on` names another serial port")
    if len(boards) > 1:
        names = ", ".join(shown(board.port) for board in boards)
        raise BoardError(f"several boards: {names}; choose one with --port or --on, or use --all")
    return boards[0].port


def chosen(options: argparse.Namespace) -> str:
    """Return the port of the board for a command without `--all`."""
    if options.json is not None:
        raise WrongUsage("--json needs --all")
    if options.retries is not None:
        raise WrongUsage("--retries needs --all")
    return one(options.port)


def known(port: str) -> Found:
    """Return a port with the serial number of the board on it, as far as it can be told."""
    with contextlib.suppress(Failed):
        for board in found():
            if board.port == port:
                return board
    return Found(port)


def moved(board: Found) -> Found:
    """Return the present port of a board: after a reset it may have another name."""
    with contextlib.suppress(Failed):
        for other in found():
            if board.serial and other.serial == board.serial:
                return other
    return board


def check(port: str) -> None:
    """Raise BoardRefused for a URL of pyserial that would empty a file of this computer."""
    if re.match("spy:.*[?&]file=", port, re.IGNORECASE | re.DOTALL):
        raise BoardRefused(f"{shown(port)}: would replace a file; leave out file=")


def reason(port: str) -> str:
    """Return why the port cannot be opened, with the fix; "" if unknown, or if it can be now."""
    import serial

    try:
        serial.serial_for_url(port, exclusive=True, timeout=0).close()
    except Exception as error:  # pyserial's own; termios.error if the port goes meanwhile
        number, said = getattr(error, "errno", None), str(error)
    else:
        return ""
    refused = number in (errno.EACCES, errno.EPERM) or "PermissionError" in said
    if number in (errno.EBUSY, errno.EAGAIN) or (refused and os.name == "nt"):
        return "another program has it open; close it (Thonny, a serial monitor, mpremote)"
    if refused:
        return f"no permission to open it: {port_rights.rights(port)}"
    if number in (errno.EISDIR, errno.ENOTTY) or f"({errno.ENOTTY}, " in said:
        return f"not a serial port; {_there()}"  # pyserial gives that number only in its text
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV) or "FileNotFoundError" in said:
        return f"no such port; {_there()}"
    return ""


def _there() -> str:
    """Return a text with the ports that have boards."""
    names = ", ".join(shown(board.port) for board in found())
    return f"boards are on {names}" if names else NONE


def options(parser: argparse.ArgumentParser, what: str = "") -> None:
    """Add the options that select the board of a command."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--port", help=f"serial port of the board{what} (default: the one on USB)")
    group.add_argument("--all", action="store_true", help="use all boards on USB")
    parser.add_argument(
        "--retries",
        type=int,
        choices=range(10),
        metavar="N",
        help="with --all: try a board that failed up to N more times (default: 1)",
    )
    parser.add_argument(
        "--json", metavar="FILE", help="with --all: write a report (-: standard output)"
    )
