# SPDX-License-Identifier: MIT
"""The pictures that panels of 128x32 and 72x40 pixels have, too: what they look like, and that the
programs are played in them with the keys."""

import itertools
from collections.abc import Iterable, Iterator

import pytest
from PIL import Image

from host_tools.emulator.simulator import Simulator
from teletype.engines.adviser import Adviser
from teletype.engines.calculation import SYMBOLS
from teletype.words import LANGUAGES
from tests.handheld.pictures.test_calculation import TINY, columns_of, keyed, tiny, wins
from tests.handheld.screens.test_screens import speaking
from tests.helpers.calculation import EDITIONS, decision, game, go, replayed, request
from tests.helpers.drawn import assert_as_anew, last_answer, picture, screen, tap
from tests.helpers.screen import Size, columns, hint, text
from tests.helpers.sheets import Golden, compare

SIZES = ((128, 32), (72, 40))

SCRIPTS = (
    ("nim", "", "DOWN DOWN", "RIGHT"),
    ("nim heaps=1,2", "", "DOWN OK"),
    ("misere-nim", "", "UP RIGHT", "OK", "DOWN"),
    ("race", "", "RIGHT", "OK", "LEFT OK"),
    ("race n=4 m=3", "", "OK"),
    ("yen", "", "UP", "RIGHT UP", "OK"),
    ("yen rounds=2", "", "OK", "OK"),
    ("evolution", "", "RIGHT", "OK", "UP", "DOWN"),
    ("evolution m=50 n=128 z=9999 r=20 cells=24:64,24:65,25:63,25:64,26:64 space=plane", "", "OK"),
    ("calculation-cobol lucky=14", "", "50", "RIGHT RIGHT", "RIGHT", "999"),
    ("calculation-lisp lucky=14", "33", "RIGHT", "60", "RIGHT RIGHT", "999"),
    ("calculation-fortran lucky=14", "41", "DOWN", "999"),
    ("calculation-cobol stock=ask", "UP UP", "DOWN DOWN DOWN OK"),
)
"""A line that is typed on the shelf, and keys, each lot before a picture of the screen; a number:
so many answers of the game that was won are typed."""


def played(
    language: str, size: Size, scripts: Iterable[tuple[str, ...]]
) -> Iterator[tuple[str, str | None, Simulator]]:
    """A line that was typed and the handheld, first without keys (None), then after each lot."""
    for line, *lots in scripts:
        desk = speaking(language, size)
        desk.say(line)
        desk.run(1500)
        yield line, None, desk
        given = wins(line.split()[0]) if "lucky" in line else iter(())
        for keys in lots:
            if keys.isdigit():
                desk.say(*itertools.islice(given, int(keys)))
            else:
                tap(desk, keys)
            desk.run(1500)
            yield line, keys, desk


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_they_look_like(language: str, golden: Golden) -> None:
    images: list[Image.Image] = []
    for size in SIZES:
        for line, keys, desk in played(language, size, SCRIPTS):
            if keys is not None:
                assert desk.app.sessions.screen.pictured, (line, keys)
                assert desk.chip.unknown == []
                images.append(desk.chip.image())
    compare(golden, f"small-pictures-{language}", images)


@pytest.mark.slow
def test_on_64x48(golden: Golden) -> None:
    images: list[Image.Image] = []
    for line, keys, desk in played("en", (64, 48), SCRIPTS[:-1]):
        if keys is None:
            assert desk.app.sessions.screen.pictured == (line.split()[0] != "yen"), line
        else:
            assert desk.chip.unknown == []
            images.append(desk.chip.image())
    compare(golden, "small-pictures-64x48", images)


# Calculation

LETTERS = {
    "T": "### #  #  #  # ",
    "J": "  #  #  ## ####",
    "Q": "#### ## ###   #",
    "K": "# ## ### # ## #",
    "A": " # # ##### ## #",
}
"""What is no figure on the tiny cards of 128x32, as `tiny` reads those."""


class Low:
    """What the table of Calculation on a low panel shows, by its pixels."""

    def __init__(self, desk: Simulator) -> None:
        self.rows = desk.chip.rows()
        self.tiny = desk.chip.width == 128
        if self.tiny:
            self.wanted, self.fan, self.room, self.width = 20, 36, 14, 5
            self.signs = {cells: str(figure) for cells, figure in TINY.items() if figure > 1}
            self.signs |= {cells: rank for rank, cells in LETTERS.items()}
        else:
            self.wanted, self.fan, self.room, self.width = 9, 23, 5, 6
            self.signs = {}
            for char in SYMBOLS[1:]:
                glyph = columns_of(char)[:4]
                bits = "".join(" #"[byte >> bit & 1] for bit in range(8) for byte in glyph)
                self.signs[bits] = char

    def y(self, row: int) -> int:
        return 6 * row - 1 if self.tiny else 8 * row

    def card(self, x: int, row: int) -> tuple[str, bool]:
        """The rank on the card at a pixel column, and whether it is in inverse video."""
        across, down, top = (3, 5, self.y(row) + 1) if self.tiny else (4, 8, self.y(row))
        rows = [row[x + 1 : x + 1 + across] for row in self.rows[top : top + down]]
        cells = "".join(" #"[pixel] for row in rows for pixel in row)
        dark = cells.translate(str.maketrans(" #", "# "))
        return self.signs.get(cells) or self.signs.get(dark, ""), dark in self.signs

    def number(self, x: int, row: int) -> str:
        """The small figure at a pixel column."""
        return tiny(self.rows, x, self.y(row) + 1)


def assert_low(desk: Simulator) -> None:
    """Everything on the screen is what the table of the game says."""
    waiting = game(desk)
    table = waiting.table
    chosen = decision(desk)
    low = Low(desk)
    marked = []
    for row in range(4):
        first = 4 if "cobol" in desk.app.sessions.screen.name else 0
        assert low.number(1, row) == str(first + row + 1), "the foundation's number"
        assert low.number(low.fan - 5, row) == str(row + 1), "the talon's"
        wanted, inverse = low.card(low.wanted, row)
        assert wanted == SYMBOLS[table.wanted[row]].strip() or not table.wanted[row]
        if inverse:
            marked.append(row + 5)
        if low.tiny and table.heights[row]:
            assert low.card(10, row) == (SYMBOLS[table.foundation(row + 1)[-1]], False)
        cards = [SYMBOLS[card] for card in table.talons[row]]
        x = low.fan
        if len(cards) > low.room:
            under = len(cards) - low.room + 2
            y = low.y(row) + 1
            figures = tiny(low.rows, x + 4, y) + (tiny(low.rows, x + 8, y) if under > 9 else "")
            assert figures == str(under)
            cards = cards[under:]
            x += 12
        for rank in cards:
            shown, inverse = low.card(x, row)
            assert shown == rank
            x += 5
        if cards:
            if inverse:
                marked.append(10 * row + 10)
            x += low.width - 5
        if chosen == row + 1:
            assert low.card(x, row) == (SYMBOLS[waiting.hand], True)
            marked.append(chosen)
            assert x + low.width <= desk.chip.width - 14
    want = [chosen] if chosen <= 10 else [chosen % 10, chosen // 10 * 10]
    assert sorted(marked) == sorted(want if chosen else [])
    last = desk.app.panel.rows - 1
    said = keyed(request(desk), chosen)
    if low.tiny or len(said) < 11:
        said = "OK:" + said
    assert text(desk.chip, last).startswith(said)


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_of_calculation_is_won_with_the_keys(edition: str, size: Size) -> None:
    """The game of a tape: each decision is reached, drawn and sent, and the result told."""
    desk = speaking("en", size)
    desk.say(f"{edition} lucky=14")
    desk.run(1500)
    given = [line for line in wins(edition) if not line.startswith("INIT")]
    for line in given:
        waiting = request(desk)
        (chosen,) = (
            found for found, made in waiting.answers.items() if waiting.format(made) == line
        )
        go(desk, chosen)
        assert_low(desk)
        assert_as_anew(desk)
        tap(desk, "OK")
        desk.settle()
        desk.run(10)
        if not desk.app.sessions.screen.session.ended:
            assert last_answer(desk) == line
            assert_as_anew(desk)
    desk.run(1500)
    assert desk.app.sessions.screen.pictured and desk.chip.unknown == []
    assert hint(desk.chip) == ("OK:AGAIN  BACK:PAPER" if size[0] == 128 else "OK:AGAIN")
    assert desk.serial.printed.endswith(replayed(edition, "lucky=14", given))
    table = screen(desk)
    tap(desk, "BACK")
    assert not desk.app.sessions.screen.pictured
    tap(desk, "OK")
    assert screen(desk) == table
    tap(desk, "OK")
    desk.settle()
    assert not desk.app.sessions.screen.ended


@pytest.mark.parametrize("size", SIZES)
def test_all_cards_on_one_talon(size: Size) -> None:
    """The place of the next one does not run into the card in hand; a loss is told."""
    desk = speaking("en", size)
    desk.say("calculation-cobol stock=" + ",".join(["9", "13", "10", "12"] * 8))
    desk.run(1500)
    for _ in range(31):
        if not game(desk).hand:
            tap(desk, "OK")
            desk.settle()
            continue
        assert_low(desk)
        tap(desk, "OK")
        desk.settle()
        desk.run(10)
    assert_low(desk)
    assert_as_anew(desk)


def look(desk: Simulator) -> None:
    """Leads to the screen of all talons."""
    for _ in range(3):
        if picture(desk)._looking:
            break
        tap(desk, "RIGHT")
    assert picture(desk)._looking


def keys(desk: Simulator, said: str) -> bool:
    """Whether the last row has a text, wherever it begins."""
    glyphs = b"".join(columns_of(char) for char in said)
    return glyphs[:-1] in columns(desk.chip, desk.app.panel.rows - 1)


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", SIZES)
def test_the_adviser_on_low_panels(size: Size) -> None:
    """From the talons RIGHT asks it: its chance is told; UP lets it play to a loss in its box."""
    desk = speaking("en", size)
    desk.say("calculation-cobol lucky=11")
    desk.run(1500)
    tap(desk, "OK")
    desk.settle()
    drawn = picture(desk)
    drawn._adviser = adviser = Adviser(20000)
    before = screen(desk)
    look(desk)
    assert keys(desk, "►:HINT") and keys(desk, "▲:DEMO")
    rows = desk.chip.rows()
    assert all(rows[y][6] for y in range(8 * desk.app.panel.rows - 8)), "a rule after the numbers"
    tap(desk, "DOWN")
    assert screen(desk) == before
    look(desk)
    tap(desk, "RIGHT")
    desk.run(100)
    assert keys(desk, "OK:STOP ") and keys(desk, f"{adviser.done * 100 // adviser.total}%")
    while drawn.thinking:
        desk.run(5)
    assert_low(desk)
    assert decision(desk) == adviser.advice()
    assert keys(desk, f"{adviser.chance()}%")
    assert_as_anew(desk)
    drawn._adviser = Adviser(40)
    tap(desk, "DOWN")
    look(desk)
    tap(desk, "UP")
    for _ in range(400):
        desk.run(1000)
        if drawn.result:
            break
    desk.run(1500)
    assert drawn.result and hint(desk.chip).startswith("OK:AGAIN")
    assert desk.chip.unknown == []


@pytest.mark.parametrize("size", SIZES)
def test_real_cards_on_low_panels(size: Size) -> None:
    desk = speaking("en", size)
    desk.say("calculation-cobol stock=ask")
    desk.run(1500)
    last = desk.app.panel.rows - 1
    tap(desk, "UP UP")
    assert text(desk.chip, last).startswith("OK:HAND=3 ")
    tap(desk, "DOWN DOWN DOWN OK")
    desk.settle()
    desk.run(1500)
    assert picture(desk).result == "YOU LOST THE GAME"
    assert_as_anew(desk)
