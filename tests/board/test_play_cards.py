# SPDX-License-Identifier: MIT
"""Recognizing cards on the emulated Pico: a training changed by keys, and two questions."""

from tests.helpers.finger import Finger


def test_training_and_questions(finger: Finger) -> None:
    finger.open("cards")
    finger.press("DOWN LEFT LEFT LEFT DOWN OK")  # k=9, and the editor of the cards
    finger.look("cards-editor")
    finger.press("UP RIGHT RIGHT OK")  # a further card, like the first
    finger.press("DOWN RIGHT OK")  # its second circle, which was always empty
    finger.look("cards-changed")
    finger.press("UP LEFT OK")  # take them
    finger.press("UP UP")
    finger.answer("OK")
    finger.press("OK")  # the picture
    finger.look("cards-learned")  # from the second card
    finger.press("DOWN OK")  # the formula, and what it leads to
    finger.press("DOWN RIGHT RIGHT OK UP LEFT OK DOWN DOWN DOWN")
    finger.look("cards-question")
    finger.answer("OK")
    finger.pico.run(1100)
    finger.look("cards-ours")
    finger.press("DOWN LEFT OK DOWN DOWN DOWN")
    finger.answer("OK")
    finger.press("OK")
    finger.look("cards-foreign")
    assert finger.session() == (
        "ЭТАП ОБУЧЕНИЯ ЗАВЕРШЕН\n"
        "Я ГОТОВА ОТВЕТИТЬ НА ВОПРОС, ЯВЛЯЕТСЯ ЛИ КАРТА НАШЕЙ\n"
        "◊ 0 1 0 0 0 1 0 0 0\nНАША\n◊ 1 1 0 0 0 1 0 0 0\nНЕ НАША\n◊ "
    )
