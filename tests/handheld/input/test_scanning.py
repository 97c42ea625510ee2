# SPDX-License-Identifier: MIT
"""A visitor with one button: the keys are offered in turn, and any button presses the one offered.

Who plays here holds a button on the cards for three seconds and knows only what is said: the key
that is offered is the last that was heard. No other button is ever touched.
"""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import Simulator
from teletype import words
from tests.helpers.screen import Size, texts
from tests.helpers.sessions import Made
from tests.helpers.sessions import name as at
from tests.helpers.sheets import Golden
from tests.helpers.shelf import chosen

SIGNS = {"OK": "OK", "UP": "▲", "DOWN": "▼", "LEFT": "◄", "RIGHT": "►", "BACK": "BACK"}
PACE = 500


@pytest.fixture
def exhibit(tmp_path: Path) -> Made:
    def made(
        text: str = "", language: str = "en", width: int = 128, height: int = 64
    ) -> Simulator:
        (tmp_path / "exhibit.txt").write_text(f"say=on\npace={PACE}\n" + text)
        (tmp_path / "settings.txt").write_text(f"language={language}\nspeed=fast\n")
        return Simulator(width, height, folder=tmp_path)

    return made


class Visitor:
    """Somebody who has one `button` of the exhibit `desk`, and hears what is said."""

    def __init__(self, desk: Simulator, button: str = "OK") -> None:
        self.desk = desk
        self._button = button

    def come(self) -> None:
        """Holds the button until keys are offered: behind the cards, on the page of languages."""
        self.desk.run(500)
        self.desk.hold(self._button, 3500)
        self.desk.run(400)
        assert type(self.desk.app.activity).__name__ == "Languages"

    def choose(self, *keys: str) -> None:
        """Presses the button as soon as each of the keys is offered."""
        for key in keys:
            self.desk.run(400)  # a screen that has just come takes no key
            begun = len(self.desk.serial.printed)
            for _ in range(400):
                self.desk.run(20)
                if self.offered(begun) == SIGNS[key]:
                    break
            else:
                raise AssertionError(f"{key} is not offered on {texts(self.desk.chip)}")
            self.desk.press(self._button)
            self.desk.run(100)

    def offered(self, begun: int = 0) -> str:
        """The key that was said last."""
        lines = [line.strip() for line in self.desk.serial.printed[begun:].split("\n")]
        return next((line for line in reversed(lines) if line in SIGNS.values()), "")


def offers(desk: Simulator) -> bool:
    """Whether the row of keys is on the panel."""
    return any(row.startswith("OK  ") for row in texts(desk.chip))


@pytest.mark.slow
@pytest.mark.sampled(5)
@pytest.mark.parametrize("button", ["OK", "LEFT", "BACK"])
@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("nim heaps=3,4,6", ("DOWN", "OK", "RIGHT", "DOWN", "OK")),
        ("yen opponent=minus1 games=1 seed=20", ("UP", "OK")),
        ("trigex m=1", ("OK", "RIGHT", "OK", "OK")),
        ("cards", ("OK", "RIGHT", "DOWN", "OK")),
    ],
    ids=lambda value: value.split(" ")[0] if isinstance(value, str) else "",
)
def test_it_is_played_with_one_button(
    exhibit: Made, line: str, keys: tuple[str, ...], button: str
) -> None:
    """On its picture, to the third answer or to its end."""
    desk = exhibit(f"fixed={line}\n")
    visitor = Visitor(desk, button)
    visitor.come()
    visitor.choose("OK")
    desk.run(4000)
    screen = desk.app.sessions.screen
    assert screen.picture is not None
    for key in 8 * keys:
        if screen.ended or len(list(screen.recorder.answers())) > 2:
            break
        visitor.choose(key)
        desk.run(3000)
    answers = list(screen.recorder.answers())
    assert len(answers) > 2 or (screen.ended and answers), texts(desk.chip)


@pytest.mark.slow
@pytest.mark.parametrize("button", ["OK", "DOWN", "BACK"])
def test_from_the_shelf_and_back(exhibit: Made, button: str) -> None:
    desk = exhibit("programs=nim,evolution\n")
    visitor = Visitor(desk, button)
    visitor.come()
    visitor.choose("OK", "DOWN", "OK", "OK")
    desk.run(1000)
    screen = desk.app.sessions.screen
    assert screen.name == "evolution" and screen.pictured
    desk.run(20_000)
    visitor.choose("BACK")
    assert at(desk) == "PaperScroll"
    visitor.choose("BACK")
    desk.run(500)
    assert at(desk) == "Shelf"


@pytest.mark.slow
def test_by_ear_alone(exhibit: Made) -> None:
    desk = exhibit("programs=nim\n")
    visitor = Visitor(desk)
    visitor.come()
    visitor.choose("RIGHT", "OK", "DOWN", "OK", "RIGHT", "OK")
    assert desk.app.panel.rows == 4 and at(desk) == "Shelf"
    visitor.choose("OK", "OK")
    desk.run(4000)
    screen = desk.app.sessions.screen
    assert screen.picture is None and screen.answering.picker
    visitor.choose("UP", "OK")
    assert len(list(screen.recorder.answers())) == 1


def test_a_press_leads_through_what_is_printed(exhibit: Made) -> None:
    """At ten characters a second nothing is offered; a press is OK held: on to the stop."""
    desk = exhibit("programs=nim\nfixed=nim heaps=3,4,6\n")
    visitor = Visitor(desk)
    visitor.come()
    desk.set(speed="10")
    visitor.choose("OK")
    desk.run(2000)
    screen = desk.app.sessions.screen
    assert screen.printing()
    said = visitor.offered()
    desk.run(2000)
    assert screen.printing() and visitor.offered() == said
    assert not offers(desk)
    desk.press("OK")
    desk.run(1000)
    assert not screen.printing()


@pytest.mark.parametrize(
    ("line", "sideways"),
    [
        ("nim heaps=3,4,6", True),  # two fields
        ("yen opponent=minus1 games=1 seed=20", True),  # one field, digit by digit
        ("trigex m=1", False),  # one small field
    ],
    ids=["fields", "digits", "one"],
)
def test_keys_of_an_answer_on_the_paper(exhibit: Made, line: str, sideways: bool) -> None:
    """LEFT and RIGHT are offered where there is another field or another digit to go to."""
    desk = exhibit(f"fixed={line}\n")
    visitor = Visitor(desk)
    visitor.come()
    visitor.choose("RIGHT", "OK", "RIGHT", "OK")  # by ear, which needs no pictures
    desk.run(4000)
    assert desk.app.sessions.screen.answering.picker
    begun = len(desk.serial.printed)
    desk.run(7 * PACE)
    said = {line.strip() for line in desk.serial.printed[begun:].split("\n")}
    assert {"OK", "▲", "▼", "BACK"} <= said
    assert ("◄" in said, "►" in said) == (sideways, sideways)


@pytest.mark.parametrize("size", [(128, 64), (72, 40), (128, 32)], ids=str)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_how_it_looks(
    exhibit: Made,
    golden: Golden,
    language: str,
    size: Size,
) -> None:
    name = f"scanning-{language}-{size[0]}x{size[1]}"
    desk = exhibit("programs=nim,yen\n", language, *size)
    visitor = Visitor(desk)
    visitor.come()
    visitor.choose("RIGHT")
    for _ in range(len(desk.app.exhibit.offered()) - 1):
        visitor.choose("DOWN")
    desk.run(300)
    golden(f"{name}-eases", desk.chip)
    visitor.choose("RIGHT", "OK", "OK", "DOWN", "DOWN")  # over the tables
    desk.run(300)
    golden(f"{name}-setup", desk.chip)


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_how_larger_text_and_pictures_look(exhibit: Made, golden: Golden, language: str) -> None:
    desk = exhibit("programs=nim,yen\nscan=on\n", language)
    visitor = Visitor(desk)
    desk.press("OK")  # any key
    visitor.choose("OK", "OK", "OK")
    desk.run(4000)
    visitor.choose("DOWN")
    desk.run(300)
    golden(f"scanning-{language}-picture", desk.chip)
    visitor.choose("BACK", "BACK")
    desk.run(500)
    assert at(desk) == "Shelf"
    desk.app.exhibit.switch_option(1)  # larger text
    desk.app.open(desk.app.activity)
    desk.run(300)
    golden(f"scanning-{language}-large", desk.chip)


def test_what_lies_below_is_as_without_it(exhibit: Made) -> None:
    """The row is on the panel only: the frame is that of a visitor with six buttons."""
    frames = []
    for text in ("", "scan=on\n"):
        desk = exhibit("programs=nim\n" + text)
        desk.run(500)
        desk.press("OK")
        if text:
            Visitor(desk).choose("OK")
        else:
            desk.run(500)
            desk.press("OK")
        desk.run(300)
        frames.append(bytes(desk.app.panel.buffer))
        assert offers(desk) == bool(text)
    assert frames[0] == frames[1] and at(desk) == "Shelf"
    desk.app.switch_to(desk.app.exhibit.attract)
    desk.run(500)
    assert not offers(desk)


@pytest.mark.slow
def test_the_end_of_a_visit_is_the_end_of_it(exhibit: Made) -> None:
    """Nobody is asked for three times as long; any button, BACK too, means yes."""
    desk = exhibit("programs=nim\nidle=10\nask=5\n")
    visitor = Visitor(desk, "BACK")
    visitor.come()
    visitor.choose("OK")
    assert at(desk) == "Shelf"
    desk.run(27_000)
    assert at(desk) == "Shelf"
    desk.run(4000)
    assert at(desk) == "StillThere"
    assert not offers(desk)
    desk.press("BACK")
    desk.run(200)
    assert at(desk) == "Shelf"
    desk.run(40_000)
    assert at(desk) == "Attract" and not any(desk.app.exhibit.options)
    desk.press("OK")
    desk.run(500)
    desk.press("DOWN", "OK")
    desk.run(500)
    assert at(desk) == "Shelf" and desk.app.settings.values["language"] == "ru"


def test_the_pace_is_a_visitors_choice(exhibit: Made) -> None:
    desk = exhibit("programs=nim\n")
    seen = []
    for key in ("OK", "RIGHT", "UP"):
        desk.run(500)
        desk.press(key)
    for _ in range(4):
        desk.run(500)
        seen.append(next(row for row in texts(desk.chip) if "ONE BUTTON" in row).split("  ")[-1])
        if desk.app.exhibit.options[4] == 0:
            desk.press("OK")
        else:
            Visitor(desk).choose("OK")
    assert [text.strip() for text in seen] == ["□", "■", "■■", "□"]
    desk = exhibit("programs=nim\nscan=on\n")
    assert 4 not in desk.app.exhibit.offered()


def test_a_button_that_is_held_is_one_press(exhibit: Made) -> None:
    desk = exhibit("programs=nim,yen,trigex\nscan=on\n")
    visitor = Visitor(desk)
    desk.press("OK")
    visitor.choose("OK", "DOWN")
    before = chosen(desk)
    begun = len(desk.serial.printed)
    while visitor.offered(begun) != "▼":
        desk.run(20)
    desk.hold("OK", 3000)
    programs = ["nim", "yen", "trigex"]
    assert programs.index(chosen(desk)) == programs.index(before) + 1
