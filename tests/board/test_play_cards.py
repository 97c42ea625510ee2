# SPDX-License-Identifier: MIT
"""Recognizing cards on the emulated Pico: a training changed by keys, and two questions."""

from collections.abc import Callable
from pathlib import Path

from tests.helpers.finger import Finger


def test_training_and_questions(firmware_uf2: Path, golden: Callable[..., None]) -> None:
    finger = Finger(firmware_uf2)
    panel = finger.pico.panel
    finger.open("cards")
    finger.press("DOWN LEFT LEFT LEFT DOWN OK")  # k=9, and the editor of the cards
    golden("cards-editor", panel)
    finger.press("UP RIGHT RIGHT OK")  # a further card, like the first
    finger.press("DOWN RIGHT OK")  # its second circle, which was always empty
    golden("cards-changed", panel)
    finger.press("UP LEFT OK")  # take them
    finger.press("UP UP")
    finger.answer("OK")
    finger.press("OK")  # the picture
    golden("cards-learned", panel)  # from the second card
    finger.press("DOWN OK")  # the formula, and what it leads to
    finger.press("DOWN RIGHT RIGHT OK UP LEFT OK DOWN DOWN DOWN")
    golden("cards-question", panel)
    finger.answer("OK")
    finger.pico.run(1100)
    golden("cards-ours", panel)
    finger.press("DOWN LEFT OK DOWN DOWN DOWN")
    finger.answer("OK")
    finger.press("OK")
    golden("cards-foreign", panel)
    assert finger.session() == (
        "ЭТАП ОБУЧЕНИЯ ЗАВЕРШЕН\n"
        "Я ГОТОВА ОТВЕТИТЬ НА ВОПРОС, ЯВЛЯЕТСЯ ЛИ КАРТА НАШЕЙ\n"
        "◊ 0 1 0 0 0 1 0 0 0\nНАША\n◊ 1 1 0 0 0 1 0 0 0\nНЕ НАША\n◊ "
    )
