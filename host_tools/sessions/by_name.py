# SPDX-License-Identifier: MIT
"""Targets by the names that the command line gives them."""

from host_tools.sessions.targets import Host, Target, Unix

ON = "where it runs: host (this Python), unix, pico (emulated) or a serial port"


def open_target(name: str) -> Target:
    """The target called `host`, `unix` or `pico`, else the board on the serial port `name`."""
    if name == "host":
        return Host()
    if name == "unix":
        return Unix()
    if name == "pico":
        from host_tools.emulator import emulated

        return emulated.target()
    from host_tools.device.board import Board
    from host_tools.device.link import open_port

    return Board(open_port(name))
