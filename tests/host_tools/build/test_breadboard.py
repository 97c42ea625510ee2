# SPDX-License-Identifier: MIT
"""The drawing of the breadboard: every wire ends where the board file and the Pico say."""

import dataclasses
import re
import xml.etree.ElementTree as ET

import pytest

from host_tools import paths
from host_tools.build import boards, breadboard
from host_tools.build.breadboard import LEFT, PITCH, ROWS, TOP


def wires(drawing: str) -> list[tuple[str, tuple[float, str], tuple[float, str]]]:
    """Return colour and both ends of each wire, an end as column and row."""
    rows = {y: name for name, y in ROWS.items()}
    found = []
    for path in ET.fromstring(drawing).iter("{http://www.w3.org/2000/svg}path"):
        if path.get("stroke") != "#fff":
            points = [
                tuple(map(float, point.split()))
                for point in re.split("[ML]", path.get("d", ""))[1:]
            ]
            first, last = (
                (round((x - LEFT) / PITCH, 3), rows[round((y - TOP) / PITCH)])
                for x, y in (points[0], points[-1])
            )
            found.append((path.get("stroke", ""), first, last))
    return found


def test_the_pins_are_those_of_the_pico() -> None:
    assert len(breadboard.HEADER) == 40
    grounds = [place for place, name in enumerate(breadboard.HEADER, 1) if name == "GND"]
    assert grounds == [3, 8, 13, 18, 23, 28, 33, 38]
    wiring = (paths.BOARDS / "pico" / "wiring.md").read_text(encoding="utf-8")
    for name, place in re.findall(r"\| (GP\d+) \| (\d+) \|", wiring):
        assert breadboard.HEADER[int(place) - 1] == name


@pytest.mark.parametrize("name", ["pico", "pico2"])
def test_every_wire_leads_from_its_pin_to_its_part(name: str) -> None:
    board = boards.load(name)
    drawn = wires(breadboard.svg(board))
    assert len(drawn) == 19  # as docs/build.md says
    screen = dict(breadboard.SCREEN)
    upper, lower = set("fghij"), set("abcde")
    gpio = {"SDA": board.i2c["sda"], "SCL": board.i2c["scl"]} if board.i2c else {}
    for its, pin in {**gpio, **board.buttons}.items():
        colour = breadboard.COLOURS[its]
        ((_, start, end),) = [wire for wire in drawn if wire[0] == colour]
        # the Pico's pins 1 to 20 are in columns 1 to 20, in the same half as their wires
        assert breadboard.HEADER[int(start[0]) - 1] == f"GP{pin}" and start[1] in lower
        part = screen[its] if its in screen else breadboard.BUTTONS[its]
        assert end[0] == part and end[1] in (upper if its in screen else lower)
    rails = [end for colour, _, end in drawn if colour == breadboard.COLOURS["GND"]]
    assert {row for _, row in rails} == {"-", "-top"} and len(rails) == 9
    black = [start for colour, start, _ in drawn if colour == breadboard.COLOURS["GND"]]
    assert (41 - 38, "j") in black and (18, "a") in black and (screen["GND"], "i") in black
    red = {(start, end[1]) for c, start, end in drawn if c == breadboard.COLOURS["VCC"]}
    assert red == {((41 - 36, "j"), "+top"), ((screen["VCC"], "h"), "+top")}
    holes = [end for _, *ends in drawn for end in ends if end[1] not in ("-", "-top", "+top")]
    assert len(holes) == len(set(holes))  # no hole has two wires


def test_another_board_is_refused() -> None:
    with pytest.raises(ValueError, match="six buttons and a screen on I2C"):
        breadboard.svg(boards.load("thumby"))
    few = dataclasses.replace(boards.load("pico"), buttons={"OK": 1, "DOWN": 2})
    with pytest.raises(ValueError, match="pico: six buttons"):
        breadboard.svg(few)
