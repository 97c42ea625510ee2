# SPDX-License-Identifier: MIT
"""Rows of text: what is cut, which form has room, what stands where, how keys are named."""

import importlib
from typing import Any

import pytest

from host_tools.emulator.simulator import Simulator
from tests.helpers.boards import FIVE, FOUR, THREE, TWO
from tests.helpers.screen import columns, read, text

RULE = 0x08


@pytest.fixture
def listing() -> Any:
    Simulator()  # fills in what this Python lacks
    return importlib.import_module("teletype.handheld.drawing.listing")


def blank() -> Simulator:
    """A handheld with an empty screen."""
    desk = Simulator()
    desk.run(20)
    desk.app.panel.fill(0)
    desk.app.panel.touch(0, 0, desk.chip.width, desk.chip.height)
    return desk


def shown(desk: Simulator) -> Simulator:
    desk.app.panel.show()
    return desk


@pytest.mark.parametrize(
    ("pixels", "left"),
    [(25, "HELLO"), (24, "HEL…"), (20, "HEL…"), (19, "HE…"), (10, "H…"), (9, "…"), (5, "…")],
)
def test_a_text_is_cut_with_a_sign(listing: Any, pixels: int, left: str) -> None:
    """A character has five pixels, and so has the sign."""
    assert listing.cut("HELLO", pixels) == left


def test_no_blank_before_the_sign(listing: Any) -> None:
    assert listing.cut("AB CDEF", 20) == "AB…"


def test_the_first_form_that_fits(listing: Any) -> None:
    forms = "RESUME GAME\nRESUME\nGO ON"
    found = [listing.form(forms, pixels) for pixels in (55, 54, 30, 29, 25, 24)]
    assert found == ["RESUME GAME", "RESUME", "RESUME", "GO ON", "GO ON", "GO…"]


def test_a_title_stands_between_two_rules(listing: Any) -> None:
    desk = blank()
    listing.title_row(desk.app, "NIM")
    line = columns(shown(desk).chip, 0)
    start = (128 - 15) // 2
    assert set(line[: start - 4]) == {RULE} and not any(line[start - 4 : start])
    assert set(line[start + 15 + 3 :]) == {RULE} and not any(line[start + 15 : start + 18])


def test_a_title_as_wide_as_the_screen_has_no_rules(listing: Any) -> None:
    desk = blank()
    listing.title_row(desk.app, "I" * 25)  # 125 pixels, one at the left
    line = columns(shown(desk).chip, 0)
    assert RULE not in line[:4] and RULE not in line[-4:]


def test_the_right_text_of_a_row_has_the_first_form_with_room(listing: Any) -> None:
    """A letter's width between the two, and two pixels at the edge."""
    for left, right in (
        ("A" * 4, "LONGEST FORM"),
        ("A" * 12, "LONGEST FORM"),
        ("A" * 13, "SHORT"),
        ("A" * 19, "SHORT"),
        ("A" * 20, ""),
    ):
        desk = blank()
        listing.text_row(desk.app, 2, left, 0, "LONGEST FORM\nSHORT")
        line = columns(shown(desk).chip, 2)
        assert text(desk.chip, 2).startswith(left)
        other = blank()
        listing.text_row(other.app, 2, left)
        bare = columns(shown(other).chip, 2)
        begins = 126 - 5 * len(right)
        assert line[:begins] == bare[:begins]
        assert (line != bare) == bool(right) and not any(line[126:])


def test_a_text_that_would_touch_the_right_one_stands_alone(listing: Any) -> None:
    """As beside a Japanese text, which is no multiple of a Latin letter."""
    for x, beside in ((1, True), (4, False)):  # 5 and 2 pixels between the two
        desk = blank()
        listing.text_row(desk.app, 2, "A" * 21, 0, "END", x)
        assert any(columns(shown(desk).chip, 2)[111:]) == beside


def test_an_inverse_row_is_inverse_to_both_ends(listing: Any) -> None:
    desk = blank()
    listing.text_row(desk.app, 3, "NIM", 255, "END")
    line = columns(shown(desk).chip, 3)
    assert line[0] == line[-1] == 255
    plain = blank()
    listing.text_row(plain.app, 3, "NIM", 0, "END")
    assert bytes(byte ^ 255 for byte in columns(shown(plain).chip, 3)) == line


def test_a_row_from_further_right_leaves_what_is_before_it(listing: Any) -> None:
    desk = blank()
    listing.text_row(desk.app, 1, "LEFT OF IT")
    before = columns(shown(desk).chip, 1)
    listing.text_row(desk.app, 1, "NEW", x=21)
    after = columns(shown(desk).chip, 1)
    assert after[:21] == before[:21] and not any(after[36:])


@pytest.mark.parametrize(
    ("buttons", "told"),
    [
        (FIVE, "▲▼:LINE ►:RULES OK–:SHELF"),
        (FOUR, None),
        (THREE, "▲▼:LINE ▼–:RULES OK–:SHELF"),
        (TWO, "▼:LINE ▼–:RULES OK–:SHELF"),
    ],
)
def test_keys_are_named_as_they_are_made(
    buttons: tuple[str, ...], told: str | None, listing: Any
) -> None:
    desk = Simulator(buttons=buttons)
    found = listing.keys_text(desk.app, "▲▼:LINE ►:RULES BACK:SHELF")
    for key, signs in (("RIGHT", ("►", "▼–")), ("BACK", ("BACK", "OK–"))):
        assert signs[key not in buttons] in found and signs[key in buttons] not in found
    if told:
        assert found == told


def test_a_heading_has_a_rule_behind_it(listing: Any) -> None:
    desk = blank()
    listing.heading_row(desk.app, 4, "1980", "BOOK")
    line = columns(shown(desk).chip, 4)
    assert set(line[24:103]) == {RULE}  # three pixels behind the one, three before the other
    assert not any(line[20:24]) and not any(line[103:106])
    found = text(desk.chip, 4)
    assert found.startswith("1980") and found.endswith("BOOK")


@pytest.mark.parametrize(
    ("first", "rows_seen", "count", "lit"),
    [(0, 5, 10, (0, 20)), (5, 5, 10, (20, 40)), (0, 5, 1000, (0, 4)), (995, 5, 1000, (36, 40))],
)
def test_a_bar_is_lit_where_the_rows_seenlines_are(
    first: int, rows_seen: int, count: int, lit: tuple[int, int], listing: Any
) -> None:
    """Over five rows of eight pixels; it is never shorter than four."""
    desk = blank()
    listing.draw_bar(desk.app.panel, 1, 5, first, rows_seen, count)
    rows = shown(desk).chip.rows()
    assert [y - 8 for y in range(8, 48) if rows[y][126]] == list(range(*lit))
    assert not any(rows[y][126] for y in (*range(8), *range(48, 64)))


def test_no_bar_where_all_is_seen(listing: Any) -> None:
    desk = blank()
    listing.draw_bar(desk.app.panel, 1, 5, 0, 5, 5)
    assert not any(map(any, shown(desk).chip.rows()))


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        ("OK:START  BACK:SHELF", "OK:START       BACK:SHELF"),
        ("OK:PLAY", "OK:PLAY"),
        ("BACK:SHELF", " " * 14 + "BACK:SHELF"),
        ("►:ABOUT", " " * 17 + "►:ABOUT"),
        ("BACK:SHELF  ►:ABOUT", "BACK:SHELF        ►:ABOUT"),
        ("OK:" + "A" * 12 + "  BACK:SHELF\nOK:A  BACK", "OK:A                 BACK"),
    ],
)
def test_ok_stands_left_and_the_others_right(listing: Any, keys: str, row: str) -> None:
    desk = blank()
    listing.keys_row(desk.app, 7, keys)
    assert text(shown(desk).chip, 7) == row
    lit = [x for x, byte in enumerate(columns(desk.chip, 7)) if byte]
    assert (lit[0] < 10) == (row[0] != " ") and (lit[-1] > 117) == (len(row) > 20)


def test_keys_may_be_inverse(listing: Any) -> None:
    desk = blank()
    listing.keys_row(desk.app, 7, "OK:A  BACK", 255)
    assert "OK:A" in read(shown(desk).chip, 7)[1]
