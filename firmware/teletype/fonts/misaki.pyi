# SPDX-License-Identifier: MIT
"""What the build makes of `host_tools/texts/misaki.hex`: see `host_tools.texts.glyphs`."""

WIDTH: int
CODES: bytes
GLYPHS: bytes
