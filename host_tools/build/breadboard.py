# SPDX-License-Identifier: MIT
"""The breadboard with a Pico, its screen and its buttons, drawn from the board's file as an SVG.

The pins are those of `boards/pico/board.py`. Their places on the Pico's edge are from its data
sheet ("Raspberry Pi Pico Datasheet", Raspberry Pi Ltd, the figure of the pinout). The command
`screenshots` writes the drawing as docs/pictures/breadboard.svg.
"""

from html import escape

from host_tools.build.boards import Board

HEADER = (
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
    "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
    "GP16", "GP17", "GND", "GP18", "GP19", "GP20", "GP21", "GND", "GP22", "RUN",
    "GP26", "GP27", "GND", "GP28", "VREF", "3V3", "EN", "GND", "VSYS", "VBUS",
)  # fmt: skip
"""The Pico's pins by their places, counted from 1."""

PITCH = 14
"""Units of the drawing from hole to hole (2.54 mm)."""
COLUMNS = 63
LEFT, TOP = 34, 92
ROWS = {
    "+top": 0, "-top": 1, "j": 3, "i": 4, "h": 5, "g": 6, "f": 7,
    "e": 10, "d": 11, "c": 12, "b": 13, "a": 14, "+": 16, "-": 17,
}  # fmt: skip
"""The rows of the board, from the top down, in pitches."""
LANE = 19.2
"""Height of the first wire that runs along below the board, in pitches."""

SCREEN = (("GND", 26), ("VCC", 27), ("SCL", 28), ("SDA", 29))
"""The screen's pins and their columns; many modules have them in this order, but not all."""
BUTTONS = {"LEFT": 33, "UP": 38, "DOWN": 43, "RIGHT": 48, "BACK": 53, "OK": 58}
"""The first of the two columns of each button."""

COLOURS = {
    "GND": "#222222", "VCC": "#c62828", "SDA": "#1565c0", "SCL": "#ef9a00", "LEFT": "#2e7d32",
    "UP": "#6a1b9a", "DOWN": "#00838f", "RIGHT": "#ad1457", "BACK": "#6d4c41", "OK": "#558b2f",
}  # fmt: skip

Point = tuple[float, float]


def _at(column: float, row: str | float) -> Point:
    y = ROWS[row] if isinstance(row, str) else row
    return LEFT + PITCH * column, TOP + PITCH * y


def _text(
    point: Point, text: str, size: int = 9, anchor: str = "middle", fill: str = "#333"
) -> str:
    x, y = point
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" '
        f'fill="{fill}">{escape(text)}</text>'
    )


def _box(corner: Point, size: Point, fill: str, more: str = 'rx="4"') -> str:
    return (
        f'<rect x="{corner[0]:g}" y="{corner[1]:g}" width="{size[0]:g}" height="{size[1]:g}" '
        f'fill="{fill}" {more}/>'
    )


def _wire(colour: str, *points: Point) -> str:
    """Draw a wire through these points, light at its edges, to keep crossings readable."""
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    ends = "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="3.6" fill="{colour}"/>'
        for x, y in (points[0], points[-1])
    )
    line = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    return (
        f'<path d="{path}" stroke="#fff" stroke-width="5" {line}/>'
        f'<path d="{path}" stroke="{colour}" stroke-width="2.8" {line}/>{ends}'
    )


def _column(place: int) -> int:
    """Return the column of a pin of the Pico: 1 to 20 along the lower edge, then back."""
    return place if place <= 20 else 41 - place


def _board() -> list[str]:
    """Draw the empty breadboard."""
    parts = [_box(_at(-0.4, -1), (PITCH * (COLUMNS + 1.8), PITCH * 19), "#f7f4ea")]
    for row, colour in (
        ("+top", "#c62828"),
        ("-top", "#1565c0"),
        ("+", "#c62828"),
        ("-", "#1565c0"),
    ):
        (x, y), sign = _at(0, row), row[0].replace("-", "−")
        parts.append(_text((x + 2, y + 4), sign, 12, fill=colour))
    for row in ROWS:
        if len(row) == 1 and row.isalpha():
            for column in (0.1, COLUMNS + 0.8):
                x, y = _at(column, row)
                parts.append(_text((x, y + 3), row, 8, fill="#888"))
    for row in ROWS:
        holes = "".join(
            f'<rect x="{_at(column, row)[0] - 2:g}" y="{_at(column, row)[1] - 2:g}" width="4" '
            'height="4"/>'
            for column in range(1, COLUMNS + 1)
        )
        parts.append(f'<g fill="#b9b4a5">{holes}</g>')
    parts += [
        _text((_at(column, 0)[0], _at(column, 15)[1] + 3), str(column), 7, fill="#999")
        for column in (1, *range(5, COLUMNS + 1, 5))
    ]
    return parts


def _pico(title: str) -> list[str]:
    """Draw the Pico, with its USB socket to the left and its pins in the rows c and h."""
    x, y = _at(0.3, "h")
    parts = [
        _box((x, y - 8), (PITCH * 20.4, PITCH * 7 + 16), "#1b7a4b"),
        _box((x - 14, y + PITCH * 2.2), (26, PITCH * 2.6), "#c9c9c9", 'rx="2" stroke="#888"'),
        _text((x, y + PITCH * 3.8), "USB", 8),
        _text((x + PITCH * 10, y + PITCH * 3.8), title, 15, fill="#fff"),
    ]
    for place, name in enumerate(HEADER, 1):
        row, shift = ("c", -7) if place <= 20 else ("h", 13)
        x, y = _at(_column(place), row)
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="#e0c36a"/>')
        size = 5 if name[0] in "3V" else 6
        parts.append(_text((x, y + shift), name.removeprefix("GP"), size, fill="#fff"))
    return parts


def _screen(panel: str) -> list[str]:
    """Draw the screen's module, with its pins in the row j and its glass above the board."""
    x, y = _at(22.5, "j")
    parts = [
        _box((x, y - 128), (PITCH * 10, 136), "#0d3b66"),
        _box((x + 6, y - 112), (PITCH * 10 - 12, 76), "#0a0c10", 'rx="2"'),
        _text((x + PITCH * 5, y - 70), panel, 11, fill="#dff3ff"),
    ]
    for name, column in SCREEN:
        x, y = _at(column, "j")
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="#e0c36a"/>')
        parts.append(_text((x, y - 8), name, 6, fill="#fff"))
    return parts


def _button(name: str, label: str, column: int) -> list[str]:
    """Draw a button across the middle, with its legs in e and f of two columns."""
    x, y = _at(column - 0.6, "f")
    parts = [_box((x, y + 2), (PITCH * 3.2, PITCH * 3 - 4), "#3a3a3a", 'rx="3"')]
    for leg in (column, column + 2):
        for row in "ef":
            a, b = _at(leg, row)
            parts.append(f'<circle cx="{a:g}" cy="{b:g}" r="2.6" fill="#c9c9c9"/>')
    middle = _at(column + 1, 8.5)
    parts.append(f'<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="11" fill="{COLOURS[name]}"/>')
    parts.append(_text((middle[0], middle[1] - 26), label, 10))
    return parts


def svg(board: Board) -> str:
    """Return the drawing. Raises ValueError if a board lacks the six buttons or an I2C screen."""
    if set(board.buttons) != set(BUTTONS) or not board.i2c:
        raise ValueError(f"{board.name}: six buttons and a screen on I2C are needed for a drawing")
    gpio = {"SDA": board.i2c["sda"], "SCL": board.i2c["scl"], **board.buttons}
    parts = [*_board(), *_pico(board.title)]
    panel = board.panel
    parts += _screen(f"{panel['width']} × {panel['height']}")
    for name, column in BUTTONS.items():
        parts += _button(name, board.labels.get(name, name), column)

    screen = dict(SCREEN)
    supply = HEADER.index("3V3") + 1
    ground, lower = (
        38,
        18,
    )  # of the eight grounds, the two next to it and between the buttons' pins
    parts += [
        _wire(COLOURS["GND"], _at(_column(ground), "j"), _at(_column(ground), "-top")),
        _wire(COLOURS["VCC"], _at(_column(supply), "j"), _at(_column(supply), "+top")),
        _wire(COLOURS["GND"], _at(lower, "a"), _at(lower, "-")),
        _wire(
            COLOURS["GND"], _at(screen["GND"], "i"), _at(22, "i"), _at(22, "-top"),
        ),
        _wire(COLOURS["VCC"], _at(screen["VCC"], "h"), _at(21, "h"), _at(21, "+top")),
    ]  # fmt: skip
    lane = LANE
    for name, gap in (("SDA", 23.5), ("SCL", 22.5)):
        start = _column(HEADER.index(f"GP{gpio[name]}") + 1)
        row = "f" if name == "SDA" else "g"
        parts.append(
            _wire(
                COLOURS[name], _at(start, "a"), _at(start, lane), _at(gap, lane),
                _at(gap, row), _at(screen[name], row),
            )
        )  # fmt: skip
        lane += 0.8
    for name, column in BUTTONS.items():
        start = _column(HEADER.index(f"GP{gpio[name]}") + 1)
        parts.append(
            _wire(
                COLOURS[name], _at(start, "b"), _at(start, lane), _at(column, lane),
                _at(column, "b"),
            )
        )  # fmt: skip
        parts.append(_wire(COLOURS["GND"], _at(column + 2, "b"), _at(column + 2, "-")))
        lane += 0.8
    width, height = LEFT * 2 + PITCH * (COLUMNS + 1), TOP + PITCH * (lane + 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        'font-family="sans-serif">\n'
        f"<title>{escape(board.title)} on a breadboard</title>\n"
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>\n' + "\n".join(parts) + "\n"
        "</svg>\n"
    )
