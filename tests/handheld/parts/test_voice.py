# SPDX-License-Identifier: MIT
"""An exhibit that says what it draws: every program is played by what is heard, with six buttons.

Nothing here looks at the screen: `Ears` knows what the serial port has said, and presses buttons.
"""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype import words
from teletype.programs import catalogue
from tests.helpers.sessions import Made

STOP = "◊"
ENDED = ("OK:AGAIN", "OK:SETUP")


class Ears:
    """Somebody who hears what the exhibit `desk` says, and presses its buttons."""

    def __init__(self, desk: Simulator) -> None:
        self.desk = desk
        self._at = len(desk.serial.printed)
        self._last: list[str] = []

    def heard(self) -> list[str]:
        """What was said since the last time."""
        said = self.desk.serial.printed[self._at :]
        self._at = len(self.desk.serial.printed)
        return [line.strip() for line in said.split("\n") if line.strip()]

    def press(self, key: str) -> list[str]:
        self.desk.run(400)
        self.desk.press(key)
        self.desk.run(200)
        self._last = self.heard()
        return self._last

    def until(self, key: str, wanted: str, most: int = 60) -> None:
        """Presses a key until something is said."""
        for _ in range(most):
            if wanted in self.press(key):
                return
        raise AssertionError(f"{wanted} is not heard")

    def listen(self, seconds: int = 120) -> list[str]:
        """Waits until the machine waits, or has ended; what was heard since the last press."""
        lines = self._last
        for _ in range(seconds * 10):
            self.desk.run(100, 20)
            lines = lines + self.heard()
            if any(line.startswith((STOP, *ENDED)) for line in lines):
                self.desk.run(1500)
                return lines + self.heard()
        raise AssertionError(f"the machine does not stop: {lines[-5:]}")

    def type(self, text: str) -> None:
        """Types a line on the keyboard, whose key that is chosen is heard."""
        (*_, key) = self.press("OK")
        for char in text:
            for step in ["RIGHT"] * 30 + ["DOWN"] + ["RIGHT"] * 30 + ["DOWN"] + ["RIGHT"] * 30:
                if key == char:
                    break
                (*_, key) = self.press(step)
            assert key == char
            assert text[: text.index(char) + 1] in self.press("OK")
        self.until("RIGHT", "↵")
        self.press("OK")


@pytest.fixture
def exhibit(tmp_path: Path) -> Made:
    def made(text: str = "", language: str = "en") -> Simulator:
        (tmp_path / "exhibit.txt").write_text("idle=600\nsay=on\n" + text)
        (tmp_path / "settings.txt").write_text(f"language={language}\nspeed=fast\n")
        return Simulator(folder=tmp_path)

    return made


def visit(ears: Ears) -> list[str]:
    """Somebody comes, and wants to play by ear, in the language that is said first."""
    said = ears.press("OK")
    assert said[0] == "LANGUAGE ЯЗЫК 言語 МОВА SPRACHE" and said[-1] == words.named(words.language)
    assert ears.press("RIGHT")[-1] in (
        "READ SCREEN ALOUD □",
        "ЧИТАТЬ ЭКРАН ВСЛУХ □",
        "画面を読み上げる □",
    )
    assert ears.press("OK")[-1].endswith("■")
    assert ears.press("BACK")[-1] == words.named(words.language)
    return ears.press("OK")


def test_nothing_is_said_without_the_line(tmp_path: Path) -> None:
    (tmp_path / "exhibit.txt").write_text("")
    ears = Ears(Simulator(folder=tmp_path))
    ears.heard()
    assert ears.press("OK") == [] and ears.press("DOWN") == []


@pytest.mark.slow
def test_who_sees_has_the_pictures(exhibit: Made) -> None:
    desk = exhibit("programs=nim\n")
    ears = Ears(desk)
    assert "►:EASIER" in ears.press("OK")
    for key in ("OK", "OK", "OK"):
        ears.press(key)
    ears.listen()
    assert desk.app.sessions.screen.picture is not None
    desk.run(1_300_000, 100)
    assert desk.app.activity.ALONE and not any(desk.app.exhibit.options)


def test_the_shelf(exhibit: Made) -> None:
    ears = Ears(exhibit("programs=nim,yen\n"))
    assert visit(ears)[-2:] == ["►:ABOUT", "NIM"]
    assert ears.press("DOWN")[0] == "10,000-YEN GAME"
    assert ears.press("UP") == ["MIR, MIR-2 1980", "NIM", "НИМ", "take the last stone"][1:]
    page = ears.press("RIGHT")
    assert any(line.startswith("OK:SHELF") for line in page) and len(" ".join(page)) > 150
    assert len(set(page)) == len(page), "it is read once"
    assert "NIM" in ears.press("OK")


@pytest.mark.parametrize(("language", "title"), [("ru", "НИМ"), ("ja", "ニム")])
def test_in_other_languages(exhibit: Made, language: str, title: str) -> None:
    ears = Ears(exhibit("programs=nim\n", language))
    assert visit(ears)[-1] == title
    assert ears.press("OK")[-1] == words.text("START")
    ears.press("OK")
    assert any(line.startswith("◊") for line in ears.listen())


TEXTS = {"calculation-cobol": "A", "calculation-lisp": "A"}
"""What is typed where a line of text is wanted."""


@pytest.mark.parametrize("name", list(catalogue.NAMES))
def test_every_program_is_played_by_ear(exhibit: Made, name: str) -> None:
    """From the shelf to its end, or to the fourth answer: each is what was heard."""
    desk = exhibit()
    ears = Ears(desk)
    if (title := words.titles(name, catalogue.title(name))[0].split("\n")[0]) not in visit(ears):
        ears.until("DOWN", title)
    assert words.text("START") in ears.press("OK")
    ears.press("OK")
    given = []
    for _ in range(4):
        said = ears.listen()
        if any(line.startswith(ENDED) for line in said):
            break
        if said[-1].startswith(STOP) or "=" in said[-1] or said[-2].startswith(STOP):
            field = said[-1].replace(STOP, "").strip()
        if "=" in field and "OK:TYPE" not in said:
            said = ears.press("UP")
            given.append(said[-1])
            ears.press("OK")
        else:
            given.append(TEXTS[name])
            ears.type(TEXTS[name])
    screen = desk.app.sessions.screen
    assert screen.picture is None
    answers = list(screen.recorder.answers())
    assert len(answers) == len(given)
    for answer, part in zip(answers, given, strict=True):
        assert part in answer or part.split("=")[-1] in answer.split()
    assert given or any(line.startswith(ENDED) for line in said)
