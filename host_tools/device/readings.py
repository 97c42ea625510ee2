# SPDX-License-Identifier: MIT
"""How the kanji of the device's Japanese texts are read: `readings.txt` has `word=kana`.

Words with their first kana tell readings apart (`出す=だす 出る=でる`). The longest word counts; a
single kanji has the reading of most of our texts. `tests/host_tools/device/test_listen.py` finds a
kanji of the device's texts that is missing.
"""

import re
from pathlib import Path

KANJI = re.compile(r"[\u3400-\u9fff々〆]")

WORDS = dict(
    word.split("=")
    for word in Path(__file__).with_name("readings.txt").read_text(encoding="utf-8").split()
)

_PATTERN = re.compile("|".join(map(re.escape, sorted(WORDS, key=len, reverse=True))))


def kana(text: str) -> str:
    """Return the text with the known words in kana; other kanji stay."""
    return _PATTERN.sub(lambda match: WORDS[match[0]], text)
