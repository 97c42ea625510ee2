# SPDX-License-Identifier: MIT
"""Targets by the names that the command line gives them."""

from host_tools.sessions.targets import Host, Target, Unix

ON = (
    "where it runs: host (this Python), unix, pico or pico2 (emulated), board (on USB) or a "
    "serial port"
)


def open_target(name: str) -> Target:
    """The target called host, unix, pico, pico2 or board, else the one on the port `name`."""
    if name == "host":
        return Host()
    if name == "unix":
        return Unix()
    if name in ("pico", "pico2"):
        from host_tools.emulator import emulated

        return emulated.target(name)
    from host_tools.device import link, ports
    from host_tools.device.board import Board

    return Board(link.open_port(ports.one(None if name == "board" else name)))
