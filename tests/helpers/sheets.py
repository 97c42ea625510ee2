# SPDX-License-Identifier: MIT
"""Several screens side by side, as one golden picture."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace

from PIL import Image

from host_tools.emulator.simulator import Simulator

Golden = Callable[..., None]
"""The fixture that compares a picture with the one of a name in tests/golden."""


def shot(desk: Simulator) -> Image.Image:
    """Return the picture on the panel, which must have understood everything."""
    assert desk.chip.unknown == []
    return desk.chip.image().convert("L")


def compare(golden: Golden, name: str, images: Sequence[Image.Image], across: int = 4) -> None:
    """Compare the screens, some in a row on grey, with tests/golden/NAME.png."""
    rows = (len(images) + across - 1) // across
    sheet = Image.new("L", (min(across, len(images)) * 132 + 4, rows * 68 + 4), 96)
    for index, image in enumerate(images):
        sheet.paste(image, (4 + index % across * 132, 4 + index // across * 68))
    golden(name, SimpleNamespace(unknown=[], image=lambda: sheet))
