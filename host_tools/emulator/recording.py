# SPDX-License-Identifier: MIT
"""A recording of the panel: a GIF that moves at the board's own speed."""

from __future__ import annotations

import itertools
from pathlib import Path

from host_tools.emulator.ssd1306 import SSD1306
from host_tools.files import put_gif
from host_tools.usage import DOCTOR, SETUP

SCALE = 3
MOST = 4000
"""Pictures in a recording: more than six minutes of printing at ten characters a second."""
SHORTEST_MS = 50
"""Shortest time of a picture; a briefer one is dropped, as it may be half transmitted."""
LONGEST_MS = 3000
"""Longest time of a picture, however long the player thought."""
_COLOURS = (8, 9, 12, 222, 238, 255)


class Recording:
    """The pictures of a panel from now on, with their emulated times in ms."""

    def __init__(self, panel: SSD1306, millis: float) -> None:
        self._panel = panel
        self._version = -1
        self._frames: list[tuple[float, bytes]] = []
        self.look(millis)

    @property
    def full(self) -> bool:
        return len(self._frames) >= MOST

    def look(self, millis: float) -> None:
        """Record the panel if its picture has changed."""
        if self._version == self._panel.version or self.full:
            return
        self._version = self._panel.version
        picture = b"".join(self._panel.rows())
        if self._frames:
            since, before = self._frames[-1]
            if picture == before:
                return
            if millis - since < SHORTEST_MS:
                self._frames[-1] = since, picture
                return
        self._frames.append((millis, picture))

    def save(self, path: Path, millis: float) -> None:
        """Write the GIF; its last picture ends at `millis`. Raises OSError, and RuntimeError
        without Pillow."""
        try:
            from PIL import Image
        except ImportError:
            raise RuntimeError(f"a recording needs Pillow ({SETUP}); {DOCTOR}") from None
        size = self._panel.width, self._panel.height
        large = size[0] * SCALE, size[1] * SCALE
        pictures = []
        for _, picture in self._frames:
            image = Image.frombytes("P", size, picture)
            image.putpalette(_COLOURS)
            pictures.append(image.resize(large, resample=0))
        times = [since for since, _ in self._frames] + [millis]
        durations = [
            round(min(max(later - earlier, SHORTEST_MS), LONGEST_MS))
            for earlier, later in itertools.pairwise(times)
        ]
        put_gif(pictures, durations, path)
