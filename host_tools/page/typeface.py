# SPDX-License-Identifier: MIT
"""The page's typefaces: two free fonts, reduced to the characters of paper and page.

Both come from Debian's packages: DejaVu Sans Mono for what a teletype types in one column (Latin,
Cyrillic, the programs' signs), and VL Gothic for Japanese. The WOFF2 files are rebuilt with the
page.
"""

import io
from collections.abc import Iterable
from dataclasses import dataclass

from host_tools.build import debian, fonts
from host_tools.usage import BuildError

DEBS = {
    "fonts-dejavu-mono_2.37-8_all.deb": (
        "3003e98a5debfdeadc7040a7f715fe9fe6fb67f68deacf6049b54e30f07fc014"
    ),
    "fonts-vlgothic_20220612-1_all.deb": (
        "81b0a42456747e7ec2f801028b254c33f8c720a99e15140c23f0861329687448"
    ),
}
"""File name and SHA-256 of each package."""

WIDE = 0x2E80
"""The first code point that is typed in two columns."""


@dataclass(frozen=True)
class Typeface:
    """One font: the CSS range that it serves, its WOFF2 file, and its licence."""

    name: str
    unicode_range: str
    woff2: bytes
    licence: str


_FILES = (
    ("DejaVu Sans Mono", "U+0-2E7F", "dejavu/DejaVuSansMono.ttf", "fonts-dejavu-mono"),
    ("VL Gothic", "U+2E80-FFFF", "vlgothic/VL-Gothic-Regular.ttf", "fonts-vlgothic"),
)


def signs(texts: Iterable[str]) -> set[int]:
    """Return the code points of paper and page: those of the firmware's fonts and of `texts`."""
    wanted = {ord(sign) for text in texts for sign in text if sign > " "}
    return wanted | {ord(sign) for sign in (*fonts.characters(), *fonts.wide_characters())}


def typefaces(wanted: set[int]) -> list[Typeface]:
    """Return the fonts for these code points.

    Raises BuildError if a font cannot be downloaded or lacks a character.
    """
    from fontTools import subset
    from fontTools.ttLib import TTFont

    tree = debian.unpacked("fonts", "the page's fonts", DEBS) / "usr"
    found = []
    for name, unicode_range, file, package in _FILES:
        font = TTFont(tree / "share/fonts/truetype" / file, recalcTimestamp=False)
        chosen = {code for code in wanted if (code >= WIDE) == (unicode_range != "U+0-2E7F")}
        if missing := chosen - set(font.getBestCmap()):
            raise BuildError(f"{name} lacks {''.join(map(chr, sorted(missing)))}")
        options = subset.Options(flavor="woff2", hinting=False, notdef_outline=True)
        options.layout_features = []
        options.drop_tables += ["FFTM"]
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=chosen)
        cutter.subset(font)
        woff2 = io.BytesIO()
        subset.save_font(font, woff2, options)
        licence = (tree / "share/doc" / package / "copyright").read_text(encoding="utf-8")
        found.append(Typeface(name, unicode_range, woff2.getvalue(), licence))
    return found
