# SPDX-License-Identifier: MIT
"""Targets by their names on the command line.

Apart from `targets`, because the boards here import that module.
"""

from argparse import ArgumentParser
from pathlib import Path

from host_tools.sessions.targets import Host, Target, Unix
from host_tools.usage import WrongUsage

ON = (
    "run it there: host (this Python), unix, pico or pico2 (emulated), board (on USB) or a "
    "serial port"
)


def wiring_option(parser: ArgumentParser) -> None:
    """Add the option that names the wiring of an emulated board."""
    parser.add_argument(
        "--wiring",
        type=Path,
        metavar="FILE",
        help="with pico or pico2: wire the emulated board as in this board file",
    )


def open_target(name: str, wiring: Path | None = None) -> Target:
    """Open the target host, unix, pico, pico2 or board, otherwise the one on the port `name`.

    `wiring`: a board file for the emulated ones.
    """
    if wiring is not None and name not in ("pico", "pico2"):
        raise WrongUsage("--wiring needs an emulated board: --on pico or pico2")
    if name == "host":
        return Host()
    if name == "unix":
        return Unix()
    if name in ("pico", "pico2"):
        from host_tools.emulator import emulated

        return emulated.target(name, wiring)
    from host_tools.device import link, ports
    from host_tools.device.board import Board

    return Board(link.open_port(ports.one(None if name == "board" else name)))
