# SPDX-License-Identifier: MIT
"""Commands with `--all`, with one board that no port needs."""

from types import SimpleNamespace
from typing import Any

import pytest

from host_tools.device import fleet
from host_tools.sessions.targets import BoardRefused


def one_board(monkeypatch: pytest.MonkeyPatch, name: str) -> list[str]:
    """Let `fleet.run` do its work for a board called `name`; return the list of its reports."""
    done: list[str] = []

    def run(command: str, options: object, work: fleet.Work) -> int:
        link: Any = SimpleNamespace(restart=lambda: None)
        try:
            done.append(work(link, fleet.Row("port", "A", name), lambda text: None))
        except BoardRefused as error:
            done.append(str(error))
        return 0

    monkeypatch.setattr(fleet, "run", run)
    return done
