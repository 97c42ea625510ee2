# SPDX-License-Identifier: MIT
"""The keyboard: any text with few keys, corrections in the middle, messages, small panels."""

import random
from collections import deque

import pytest

from host_tools.emulator.simulator import KEYS, Simulator
from teletype.core.request import Malformed
from tests.helpers.screen import read, text

ENTER = "↵"
FORMULA = "(A->B)(~A+~B)"


class Typist:
    """Types on a keyboard on the shortest way, and counts the presses."""

    def __init__(self, width: int = 128, height: int = 64, start: str = "") -> None:
        self.desk = Simulator(width, height)
        from teletype.handheld.input.keyboard import Keyboard  # needs what the desk fills in

        self.done: list[str] = []
        self.cancelled = 0
        self.refuse = ""
        self.presses = 0
        self.board = Keyboard(self.desk.app, "formula", start, self._take, self._cancel)
        self.desk.app.open(self.board)
        self.desk.run(10)

    def _take(self, line: str) -> None:
        if self.refuse:
            raise Malformed(self.refuse)
        self.done.append(line)

    def _cancel(self) -> None:
        self.cancelled += 1

    def press(self, *keys: str) -> None:
        self.presses += len(keys)
        self.desk.press(*keys)

    def _moved(self, place: tuple[int, int], key: str) -> tuple[int, int]:
        keys, enter = self.board._keys, self.board._enter
        row, column = place
        if key in ("UP", "DOWN"):
            if column == enter:
                return place
            row = (row + (1 if key == "DOWN" else -1)) % len(keys)
            return row, min(column, len(keys[row]) - 1)
        ring = [*range(len(keys[row])), enter]
        return row, ring[(ring.index(column) + (1 if key == "RIGHT" else -1)) % len(ring)]

    def _way(self, sign: str) -> tuple[str, ...]:
        keys, enter = self.board._keys, self.board._enter
        start = self.board._row, self.board._column
        queue: deque[tuple[tuple[int, int], tuple[str, ...]]] = deque([(start, ())])
        seen = {start}
        while queue:
            (row, column), way = queue.popleft()
            if (ENTER if column == enter else keys[row][column]) == sign:
                return way
            for key in KEYS[:4]:
                place = self._moved((row, column), key)
                if place not in seen:
                    seen.add(place)
                    queue.append((place, (*way, key)))
        raise AssertionError(f"no way to {sign}")

    def type(self, line: str) -> None:
        """Types each character: `->` and `<->` are keys of their own."""
        line = line.replace("<->", "↔").replace("->", "→").replace(" ", "□")
        for sign in line:
            self.press(*self._way(sign), "OK")
            assert sign == ENTER or self.board._keys[self.board._row][self.board._column] == sign


def test_a_formula_is_typed_with_few_presses() -> None:
    typist = Typist()
    typist.type(FORMULA + ENTER)
    assert typist.done == [FORMULA]
    assert typist.presses <= 42


@pytest.mark.parametrize(("width", "height"), [(128, 64), (128, 32), (72, 40), (64, 48), (64, 32)])
def test_every_character_on_every_panel(width: int, height: int) -> None:
    line = "ЮЩА Я0987:654.321,QWERTYUIOPASDFGHJKLZXCVBNM(A<->B)*~X=-+"
    typist = Typist(width, height)
    typist.type(line)
    assert typist.board._text == line
    typist.type(ENTER)
    assert typist.done == [line]


def test_the_cursor_is_the_only_inverse_key() -> None:
    typist = Typist(start="AB")
    assert read(typist.desk.chip, 1) == ("AB", " ")
    assert text(typist.desk.chip, 7) == "OK:TYPE   BACK:DEL ↵:DONE"
    typist.press("LEFT")
    rows = typist.desk.chip.rows()[16:56]
    lit = [sum(row[121:]) for row in rows]
    assert min(lit) > 2  # the tall key, from top to bottom
    typist.press("UP", "DOWN")
    assert typist.desk.chip.rows()[16:56] == rows


def test_corrections_in_the_middle() -> None:
    typist = Typist(start="(AB)")
    typist.type("◄◄")
    assert read(typist.desk.chip, 1) == ("(AB)", "B")
    typist.type("+")
    assert typist.board._text == "(A+B)"
    typist.press("BACK", "BACK")
    assert typist.board._text == "(B)"
    typist.type("►C")
    assert typist.board._text == "(BC)"
    typist.type("►►►D◄◄◄◄◄◄◄E")
    assert typist.board._text == "E(BC)D"
    typist.press("BACK")
    assert typist.board._text == "(BC)D"
    typist.press("BACK")  # at the start of a text: nothing to take back, so to its end
    assert typist.board._text == "(BC)D" and typist.cancelled == 0
    typist.press(*["BACK"] * 5)
    assert typist.cancelled == 0
    typist.press("BACK")
    assert typist.cancelled == 1


def test_numbers_begin_at_the_digits() -> None:
    typist = Typist(start="0.5")
    assert typist.board._keys[typist.board._row][typist.board._column] == "0"


def test_a_message_stays_until_the_next_key_and_the_text_too() -> None:
    typist = Typist(start="(A")
    typist.refuse = "column 3: expected an operation or ), not the end"
    before = typist.desk.chip.rows()
    typist.type(ENTER)
    shown = [read(typist.desk.chip, row) for row in range(8)]
    message = " ".join(line for line, inverse in shown if len(inverse) == 25)
    assert message == typist.refuse and shown[1] == ("(A", " ")
    typist.press("RIGHT")
    assert typist.desk.chip.rows() == before
    typist.refuse = ""
    typist.type(")" + ENTER)
    assert typist.done == ["(A)"]


def test_a_held_ok_types_again_but_does_not_end_again() -> None:
    typist = Typist()
    typist.desk.hold("OK", 1000)
    typist.desk.run(100)
    assert len(typist.board._text) >= 7 and not typist.board._text.strip("(")
    typist.press("LEFT")
    typist.desk.hold("OK", 1000)
    typist.desk.run(100)
    assert len(typist.done) == 1


def test_a_long_text_shows_its_cursor() -> None:
    typist = Typist(start="A" * 60)
    typist.type("XY" + "◄" * 55 + "Z")
    assert len(typist.board._text) == 63 and typist.board._text[7] == "Z"
    assert "A" in (read(typist.desk.chip, 0)[1], read(typist.desk.chip, 1)[1])
    typist.type("B" * 260)
    assert len(typist.board._text) == 250


def test_a_move_costs_few_bytes() -> None:
    typist = Typist()
    for key in ("RIGHT", "DOWN", "OK", "BACK"):
        typist.desk.chip.reset_counters()
        typist.press(key)
        assert typist.desk.chip.wire_bytes <= 60, key


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_keys_and_drawing_anew(seed: int) -> None:
    dice = random.Random(seed)
    typist = Typist(*dice.choice(((128, 64), (72, 40), (64, 32))))
    for turn, key in enumerate(dice.choices(KEYS, (2, 2, 3, 3, 5, 2), k=1500)):
        if turn % 100 == 0:
            typist.refuse = dice.choice(("", "no"))
        typist.press(key)
        if dice.randrange(10) == 0 and not typist.board._covered:
            before = typist.desk.chip.rows()
            typist.board.draw()
            typist.desk.app.panel.show()
            assert typist.desk.chip.rows() == before
    assert typist.desk.chip.unknown == []
