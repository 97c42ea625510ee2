# SPDX-License-Identifier: MIT
"""The pixels of the evolution, the ticks that it puts on the paper, and the editor of cells."""

import importlib
import random
from array import array
from collections import Counter

import pytest

from host_tools.emulator.simulator import KEYS, Simulator
from teletype.core.session import Session
from teletype.core.setup import read as read_setup
from teletype.core.setup import split
from teletype.engines.evolution import FOREVER, Evolution
from teletype.engines.plane import Plane
from teletype.engines.structures import STRUCTURES, cells
from teletype.programs import catalogue
from teletype.programs.evolution import dialogue as program
from teletype.words import LANGUAGES
from tests.helpers.presets import presets
from tests.helpers.screen import read, text
from tests.helpers.setup import to_field, to_start
from tests.helpers.sheets import Golden, compare, shot

Field = set[tuple[int, int]]
SHAPES = dict(STRUCTURES)
CELLS = program.FIELDS[7]


def pairs(value: bytes) -> Field:
    return set(zip(value[::2], value[1::2], strict=True))


def line_of(name: str, m: int, n: int) -> str:
    """A setup with a structure in the middle of the field, where nothing dies of age."""
    rows = SHAPES[name].split("/")
    value = cells(SHAPES[name], (m - len(rows)) // 2 + 1, (n - len(rows[0])) // 2 + 1)
    return f"m={m} n={n} z=9999 r=1 cells={CELLS.format(value)}"


def later(field: Field, v: tuple[int, int, int] = (2, 3, 3)) -> Field:
    """The next generation, counted from sets."""
    near = Counter(
        (i + up, j + right)
        for i, j in field
        for up in (-1, 0, 1)
        for right in (-1, 0, 1)
        if up or right
    )
    stay = {cell for cell in field if near[cell] in v[:2]}
    return stay | {cell for cell in near if near[cell] == v[2] and cell not in field}


def open_picture(line: str) -> Simulator:
    """The picture, stopped at its start."""
    desk = Simulator(fast=True)
    desk.say("evolution " + line)
    desk.press("OK", "LEFT")
    return desk


def shown(desk: Simulator) -> Field:
    """The cells that are lit, each with all its pixels and without others."""
    field = desk.app.sessions.screen.picture._field
    size, thick = field._size, field._size - 1 if field._size > 2 else field._size
    rows = desk.chip.rows()
    found = set()
    for i in range(3, field.m - 1):
        for j in range(3, field.n - 1):
            x, y = field._x + (j - 3) * size, field._y + (i - 3) * size
            lit = {rows[y + down][x + right] for down in range(thick) for right in range(thick)}
            assert len(lit) == 1
            if lit == {1}:
                found.add((i, j))
    return found


@pytest.mark.slow
def test_full_speed_and_pause() -> None:
    """However long it has run: what is shown is the tick whose number is shown."""
    desk = open_picture(line_of("pentomino F", 50, 50))
    fields = [pairs(desk.app.sessions.screen.picture._setup["cells"])]
    while len(fields) < 400:
        fields.append(later(fields[-1]))
    dice = random.Random(2)
    seen: set[int] = set()
    for _ in range(12):
        desk.press("LEFT", "OK", *["RIGHT"] * len(seen))  # at any speed
        desk.run(370 + dice.randrange(180))
        desk.press("OK")
        _, tick, _, count = text(desk.chip, 0).split()
        seen.add(int(tick))
        assert shown(desk) == fields[int(tick)]
        assert int(count) == len(fields[int(tick)])
    assert len(seen) > 6


def test_the_start_is_seen_before_it_goes_on() -> None:
    desk = open_picture(line_of("glider", 60, 60))
    for keys in (("OK", "LEFT"), ("BACK", "OK", "BACK", "LEFT")):
        desk.press(*keys)
        desk.run(400)
        assert text(desk.chip, 0).split()[1] == "0"
        desk.run(300)
        assert text(desk.chip, 0).split()[1] == "1"


@pytest.mark.parametrize(
    ("line", "end", "tick"),
    [
        ("m=5 n=5 cells=3:3", "ALL DEAD", 1),
        (line_of("glider", 15, 15), "AT THE EDGE", 16),
        ("m=9 n=9 z=2 cells=4:4,4:5,5:4,5:5", "ALL DEAD", 3),
    ],
)
def test_the_endings(line: str, end: str, tick: int) -> None:
    desk = open_picture(line)
    desk.press("OK")
    desk.run(5000)
    assert text(desk.chip, 7).startswith(end)
    assert text(desk.chip, 0).split()[1] == str(tick)
    before = desk.chip.rows()
    desk.press("OK", "RIGHT")
    assert desk.chip.rows() == before
    desk.press("LEFT")
    assert text(desk.chip, 0).split()[1] == "0"
    assert "OK:RUN" in text(desk.chip, 7)


@pytest.mark.parametrize(
    ("m", "n"),
    [(5, 5), (9, 7), (15, 15), (20, 30), (27, 40), (27, 128), (50, 128), (51, 9), (64, 128)],
)
def test_every_pixel(m: int, n: int) -> None:
    """The frame, and each cell as a square with a gap to the next if there is room for one."""
    dice = random.Random(m * n)
    inside = [(i, j) for i in range(3, m - 1) for j in range(3, n - 1)]
    field = set(dice.sample(inside, min(300, (len(inside) + 1) // 2)))
    value = bytes(number for cell in field for number in cell)
    desk = open_picture(f"m={m} n={n} z=9999 r=0 cells={CELLS.format(value)}")
    covered = 46 // (m - 4) == 0
    size = 1 if covered else min(126 // (n - 4), 46 // (m - 4))
    if covered:
        desk.press("DOWN")
    thick = size - (size > 2)
    left, top = (128 - (n - 4) * size) // 2, (64 - (m - 4) * size) // 2
    right, bottom = left + (n - 5) * size + thick, top + (m - 5) * size + thick
    rows = desk.chip.rows()
    for y in range(0, 64) if covered else range(8, 56):
        for x in range(128):
            i, j = (y - top) // size + 3, (x - left) // size + 3
            if top <= y < bottom and left <= x < right:
                cell = (y - top) % size < thick and (x - left) % size < thick
                lit = cell and (i, j) in field
            else:
                lit = top - 1 <= y <= bottom and left - 1 <= x <= right
            assert rows[y][x] == lit, (x, y)


@pytest.mark.parametrize("seed", range(40))
def test_like_the_program_s_engine(seed: int) -> None:
    """Any laws, lifespan, neighbourhood and rectangle: cells, figures, endings and paper."""
    dice = random.Random(seed)
    m, n = dice.choice([(5, 5), (7, 9), (15, 15), (30, 40), (45, 20), (64, 128)])
    inside = [(i, j) for i in range(3, m - 1) for j in range(3, n - 1)]
    if dice.random() < 0.7:  # not near the edge
        inside = [(i, j) for i, j in inside if abs(2 * i - m) < 14 and abs(2 * j - n) < 14]
    field = dice.sample(inside, dice.randint(1, min(30, len(inside))))
    rows, columns = [i for i, _ in field], [j for _, j in field]
    laws = dice.choice(((2, 3, 3), (2, 3, 2), (1, 2, 2), (0, 1, 1), (2, 3, 0), (8, 0, 0)))
    line = "m={} n={} v1={} v2={} v3={} z={} r=0 neighbours={} cells={}".format(
        *(m, n, *laws, dice.choice((0, 1, 2, 6, 252, 9999))),
        dice.choice(("king", "rook", "bishop")),
        CELLS.format(bytes(number for cell in field for number in cell)),
    )
    for name, low, high in (
        ("m1", 3, min(rows)),
        ("m2", max(rows), m - 2),
        ("n1", 3, min(columns)),
        ("n2", max(columns), n - 2),
    ):
        if dice.random() < (0.2 if laws[2] else 0.8):  # it matters where cells come out of nothing
            line += f" {name}={dice.randint(low, high)}"
    desk = open_picture(line)
    evolution = engine_of(line)
    covered = desk.app.sessions.screen.picture._field.covered
    for time in range(11):
        living = {(at // n + 1, at % n + 1) for at, age in enumerate(evolution.grid) if age}
        if covered:
            desk.press("DOWN")
        assert shown(desk) == living
        if covered:
            desk.press("DOWN")
        assert text(desk.chip, 0).split() == ["TICK", str(time), "CELLS", str(len(living))]
        if not living or time == 10:
            break
        for _ in evolution.tick():
            pass
        desk.press("RIGHT")
        if evolution.narrow:
            break
    if not living:
        end = "ALL DEAD"
    elif evolution.narrow:
        end = "AT THE EDGE"
        before = desk.chip.rows()[8:56]
        desk.press("RIGHT", "OK")
        assert desk.chip.rows()[8:56] == before
        desk.press("DOWN", "DOWN")  # drawn anew
        assert desk.chip.rows()[8:56] == before
        assert text(desk.chip, 0).split()[1] == str(time)
    else:
        end = "OK:RUN"
    assert text(desk.chip, 7).startswith(end)
    already = len(desk.serial.printed)
    desk.press("UP")
    desk.run(100)
    printed = desk.serial.printed[already:].splitlines()
    paper = papers(line.replace("r=0", f"r={time}"))
    assert paper[-len(printed[2:]) :] == printed[2:]
    assert printed[:2] == ["", f"{time}  ТАКТ"]


def engine_of(line: str) -> Evolution:
    """The plain engine as the program sets it up."""
    setup = read_setup(program.FIELDS, split(line), program.check)
    laws = [setup[name] for name in ("m", "n", "v1", "v2", "v3")]
    evolution = Evolution(*laws, min(setup["z"], FOREVER), setup["neighbours"])
    for i, j in pairs(setup["cells"]):
        evolution.place(i, j)
    evolution.top = setup["m1"] or evolution.top
    evolution.bottom = setup["m2"] or evolution.bottom
    evolution.left = setup["n1"] or evolution.left
    evolution.right = setup["n2"] or evolution.right
    return evolution


def test_a_tick_for_each_picture_that_the_panel_can_show() -> None:
    """4 a second at first, 10, and 40, however little there is to compute; then 4 again. Only what
    changed is sent."""
    desk = open_picture(line_of("glider", 64, 128))
    desk.press("OK")
    for rate, key in ((4, "FASTER"), (10, "FASTER"), (40, "SLOWER"), (4, "FASTER")):
        assert key in text(desk.chip, 7)
        before = int(text(desk.chip, 0).split()[1])
        desk.run(1000)
        assert abs(int(text(desk.chip, 0).split()[1]) - before - rate) <= 1
        desk.press("RIGHT")
    desk.press("RIGHT")
    before = int(text(desk.chip, 0).split()[1])
    desk.chip.reset_counters()
    desk.run(1000)
    assert int(text(desk.chip, 0).split()[1]) == before + 40
    assert desk.chip.wire_bytes <= 40 * 70


def papers(line: str) -> list[str]:
    setup = read_setup(program.FIELDS, split(line), program.check)
    return [event for event in program.play(setup) if isinstance(event, str)]


@pytest.mark.parametrize("name", ["glider", "pentomino F", "pentomino W", "blinker"])
def test_a_tick_on_the_paper_is_as_the_program_prints_it(name: str) -> None:
    line = line_of(name, 30, 30)
    desk = open_picture(line)
    for _ in range(7):
        desk.press("RIGHT")
    desk.press("UP")
    desk.run(100)
    assert text(desk.chip, 0) == "TICK 7 PRINTED"
    printed = desk.serial.printed.rpartition("ЭВОЛЮЦИЯ")[2].splitlines()[1:]
    short = papers(line)[1:]
    assert printed[: len(short)] == short
    long = papers(line.replace("r=1", "r=7"))
    assert printed[len(short) :] == long[long.index("7  ТАКТ") - 1 :]
    assert desk.app.sessions.screen.session.ended  # again
    desk.press("RIGHT")
    assert text(desk.chip, 7).startswith("OK:RUN")
    desk.press("BACK", "OK")
    assert read(desk.chip, 7)[0].startswith("OK:SETUP")


@pytest.mark.slow
def test_a_tick_is_printed_between_two_of_the_program() -> None:
    line = "r=60 v1=2 z=99 m=40 n=40 cells=20:20,20:21,20:22"
    desk = Simulator()
    desk.app.settings.values["messages"] = "original"
    desk.serial.typed.append("evolution " + line)
    desk.run(300)
    desk.press("OK", "LEFT", "RIGHT", "RIGHT", "RIGHT", "UP", "RIGHT", "UP")
    desk.app.fast = True
    desk.settle()
    printed = "ЭВОЛЮЦИЯ" + desk.serial.printed.rpartition("ЭВОЛЮЦИЯ")[2].rstrip()
    blocks = printed.split("\n\n")
    for extra in ("3  ТАКТ\n0\n0\n0", "4  ТАКТ\n000"):
        blocks.remove(extra)  # the first, which is not the program's
    assert "\n\n".join(blocks) == "\n".join(papers(line))

    # rows that have left the memory keep their numbers; what the picture printed is left open
    player = desk.app.sessions.screen
    wanted = printed.split("\n")
    for _, row, count in player.transcript.inserted:
        wanted[row : row + count] = ["…"] * count
    assert wanted.count("…") == 8
    desk.press("BACK", *["LEFT"] * 40)
    look = desk.app.activity
    assert player.paper.roll.first > 20 and look.top == 0
    old = look._old
    from teletype.handheld.drawing.glyphs import encode

    for row in range(old.end):
        codes = bytes(old.codes[old.offset(row) : old.offset(row) + old.length(row)])
        assert codes == encode(wanted[row])


def test_printing_again_and_again_ends() -> None:
    """The paper takes up to some hundreds of lines at a time; the list of places stays short."""
    desk = open_picture(line_of("glider", 15, 15))
    for _ in range(50):
        desk.press("UP", "RIGHT")
    assert len(desk.app.sessions.screen.transcript.inserted) == 1
    desk = Simulator()
    desk.serial.typed.append("evolution m=64 n=64 r=9 " + "cells=30:30,30:31,30:32,40:40")
    desk.run(300)
    desk.press("OK", "LEFT", *["UP"] * 60)
    assert text(desk.chip, 0) == "STILL PRINTING"
    assert len(desk.app.sessions.screen.picture.printed) < 250


SHIPS = "30:122,30:125,31:126,32:122,32:126,33:123,33:124,33:125,33:126," + (
    "30:4,30:7,31:3,32:3,32:7,33:3,33:4,33:5,33:6"
)
"""Two that fly apart, so that rows become wider and wider on the plane."""


@pytest.mark.slow
def test_rows_wider_than_the_roll_keeps_are_typed_whole() -> None:
    """At last a row fills more rows of paper than are kept."""
    desk = Simulator(fast=True)
    desk.app.settings.values["messages"] = "original"
    line = f"m=64 n=128 z=9999 r=280 cells={SHIPS} space=plane"
    desk.serial.typed.append("evolution " + line)
    desk.run(10)
    desk.press("OK", "BACK")
    player = desk.app.sessions.screen
    paper, seen, columns = player.paper, [], 23
    from teletype.handheld.drawing.glyphs import encode

    desk.app.open(player)
    player.show_paper()
    while not player.ended:
        before = paper.shown
        desk.app.tick()
        assert paper.roll.end - paper.shown <= paper.roll.kept
        for row in range(before, paper.shown):
            at = paper.roll.offset(row)
            seen.append(bytes(paper.roll.codes[at : at + paper.roll.length(row)]))
    whole = papers(line)
    assert max(map(len, whole)) > columns * paper.roll.kept
    wanted = [
        encode(text[at : at + columns])
        for text in whole
        for at in range(0, len(text) or 1, columns)
    ]
    assert seen == wanted[len(wanted) - len(seen) :]
    assert len(wanted) - len(seen) < 50, "what was typed before the paper was shown"


@pytest.mark.slow
def test_wide_rows_are_printed_again_piece_by_piece() -> None:
    """A row of many rows of paper takes several loop steps, also when looked back at."""
    desk = Simulator(fast=True)
    desk.serial.typed.append(f"evolution m=64 n=128 z=9999 r=80 cells={SHIPS} space=plane")
    desk.run(10)
    desk.press("OK", "BACK")
    player = desk.app.sessions.screen
    desk.app.open(player)
    player.show_paper()
    while not player.ended:
        desk.app.tick()
    from teletype.handheld.screens.reprint import begin, print_again

    roll = begin(player)
    session = Session(player.program.begin(player.setup)[1])
    before, most = 0, 0
    for _ in print_again(player, session, roll, 1 << 29, []):
        most = max(most, roll.end - before)
        before = roll.end
    paper = player.paper.roll
    assert most == 6 and (paper.end, paper.codes) == (roll.end, roll.codes)


def test_rows_of_text_can_be_hidden() -> None:
    desk = open_picture(line_of("pentomino F", 64, 128))
    with_text = desk.chip.rows()
    desk.press("DOWN")
    assert shown(desk) == pairs(desk.app.sessions.screen.picture._setup["cells"])
    desk.press("DOWN")
    assert desk.chip.rows() == with_text


@pytest.mark.parametrize(
    "line", ["", line_of("pentomino F", 64, 128), line_of("figure eight", 20, 20)]
)
def test_drawn_tick_by_tick_it_is_as_drawn_at_once(line: str) -> None:
    desk = open_picture(line)
    dice = random.Random(3)
    for key in dice.choices(("OK", "RIGHT", "LEFT", "DOWN", "UP"), (3, 5, 1, 2, 1), k=40):
        desk.press(key)
        desk.run(dice.randrange(100))
        before = desk.chip.rows()
        desk.app.sessions.screen.picture.draw()
        desk.app.panel.show()
        assert desk.chip.rows() == before


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_keys(seed: int) -> None:
    dice = random.Random(seed)
    desk = Simulator()
    for line in ("", line_of("pentomino F", 64, 128), "m=5 n=5 r=9999 cells=3:3,3:3"):
        desk.app.fast = dice.randrange(2) == 0
        desk.app.shelf()
        desk.serial.typed.append("evolution " + line)
        desk.run(10)
        for key in dice.choices(KEYS[:5] + ("BACK",), (1, 1, 1, 1, 1, 1), k=150):
            desk.press(key)
    assert desk.chip.unknown == []


PLANE = presets("evolution")["FIG. 50"]


def spoken(line: str, language: str) -> Simulator:
    """A desk on which `line` was typed, in a language, with what is printed translated."""
    desk = Simulator()
    desk.set(language=language, messages="translated", speed="fast")
    desk.say(line)
    return desk


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_the_plane_looks(language: str, golden: Golden) -> None:
    """The start, tick 60 in smaller cells, how it goes on, without rows of text; no room."""
    desk = spoken("evolution " + PLANE, language)
    desk.press("OK", "LEFT")
    images = [shot(desk)]
    desk.press(*["RIGHT"] * 60)
    images.append(shot(desk))
    desk.press("UP")
    images.append(shot(desk))
    desk.press("OK")
    desk.run(10)
    images.append(shot(desk))
    desk.press("OK", "DOWN")
    images.append(shot(desk))
    desk = spoken(
        "evolution m=64 n=128 v1=8 v2=8 v3=1 z=9999 r=0 cells=32:64 space=plane", language
    )
    desk.run(20_000)
    assert desk.app.sessions.screen.picture._end
    images.append(shot(desk))
    compare(golden, f"evolution-plane-{language}", images)


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_the_questions_look(language: str, golden: Golden) -> None:
    images = []
    for label, answers in (("QUIZ 59", ("3", "8")), ("QUIZ 48", ("0",))):
        desk = spoken("evolution " + presets("evolution")[label], language)
        images.append(shot(desk))
        for answer in answers:
            desk.say(answer, rest=1200)
            images.append(shot(desk))
    compare(golden, f"evolution-quiz-{language}", images)


# the editor


def edit(**values: int) -> tuple[Simulator, dict[str, object]]:
    """The editor of the cells, opened from the setup with other values of m and n."""
    from teletype.handheld.screens.setup import SetupEditor

    desk = Simulator(fast=True)
    editor = SetupEditor(desk.app, "evolution", catalogue.prepare("evolution", "")[1] | values)
    desk.app.open(editor)
    to_field(desk, "cells")
    desk.press("OK")
    return desk, editor._values


def choose(desk: Simulator, name: str) -> None:
    """Takes a structure, or another row, from the menu."""
    desk.press("BACK")
    for _ in range(40):
        rows = [read(desk.chip, row) for row in range(1, 7)]
        if any(line.split("  ")[0] == name and len(marked) == 25 for line, marked in rows):
            desk.press("OK")
            return
        desk.press("DOWN")
    raise AssertionError(f"no {name} in the menu")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", SHAPES)
def test_every_structure_can_be_chosen_and_started(name: str) -> None:
    desk, setup = edit(m=30, n=30)
    choose(desk, name)
    choose(desk, "DONE")
    value = setup["cells"]
    assert isinstance(value, bytes) and value == CELLS.parse(CELLS.format(value))
    rows = SHAPES[name].split("/")
    top, left = min(value[::2]), min(value[1::2])
    assert pairs(value) == pairs(cells(SHAPES[name], top, left))
    assert abs(2 * top + len(rows) - 31) <= 1 and abs(2 * left + len(rows[0]) - 31) <= 1
    to_start(desk)
    desk.press("OK")
    assert type(desk.app.activity).__name__ == "SessionScreen"


def test_a_structure_that_is_too_large_is_refused() -> None:
    desk, setup = edit()
    before = setup["cells"]
    choose(desk, "harvester")
    assert text(desk.chip, 0) == "NEEDS m=19 n=22"
    assert text(desk.chip, 7).split() == ["OK:CHOOSE", "BACK:DONE"]
    desk.press("UP")
    assert text(desk.chip, 7).split() == ["OK:CHOOSE", "BACK:DONE"]
    desk.press("BACK")
    assert type(desk.app.activity).__name__ == "SetupEditor"
    assert pairs(setup["cells"]) == pairs(before)  # type: ignore[arg-type]


def test_the_cells_as_before() -> None:
    desk, setup = edit()
    before = setup["cells"]
    desk.press("OK", "RIGHT", "OK")
    choose(desk, "CANCEL")
    assert setup["cells"] is before


def test_an_empty_field_is_refused() -> None:
    desk, setup = edit()
    before = setup["cells"]
    choose(desk, "CLEAR ALL")
    choose(desk, "DONE")
    assert text(desk.chip, 0) == "NO CELLS YET"
    desk.press("BACK")
    assert type(desk.app.activity).__name__ == "SetupEditor" and setup["cells"] is before
    desk, setup = edit()
    choose(desk, "CLEAR ALL")
    desk.press("OK")
    choose(desk, "DONE")
    assert pairs(setup["cells"]) == {(8, 8)}  # type: ignore[arg-type]


def test_no_more_cells_than_the_field_takes() -> None:
    value = bytes(number for i in range(3, 13) for j in range(3, 53) for number in (i, j))
    desk, setup = edit(m=40, n=60, cells=value)  # type: ignore[arg-type]
    desk.press("OK")
    assert text(desk.chip, 0) == "AT MOST 500 CELLS"
    choose(desk, "DONE")
    assert setup["cells"] == value


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("m", "n"), [(5, 5), (15, 15), (5, 128), (64, 5), (64, 128), (58, 60)])
def test_the_cursor_on_fields_of_all_sizes(m: int, n: int) -> None:
    """A random walk of the cursor: the cells are where the strip says, none near the edge."""
    desk, setup = edit(m=m, n=n)
    wanted = {(i, j) for i, j in pairs(setup["cells"]) if 3 <= i <= m - 2 and 3 <= j <= n - 2}  # type: ignore[arg-type]
    dice = random.Random(m * n)
    rows = set()
    for key in dice.choices(("UP", "DOWN", "LEFT", "RIGHT", "OK"), k=400):
        editor = desk.app.activity
        strip = text(desk.chip, editor._strip()).split()
        rows.add(editor._strip())
        i, j = map(int, strip[1].split(":"))
        assert 3 <= i <= m - 2 and 3 <= j <= n - 2
        assert strip[0] == ("OK:CLEAR" if (i, j) in wanted else "OK:ADD")
        if m == 64:  # 60 rows of a pixel from 2 on: the text is on the half without the cursor
            assert (editor._strip() == 0) == (2 + i - 3 >= 32)
        if key == "OK":
            wanted ^= {(i, j)}
        desk.press(key)
    assert len(rows) == (2 if m > 58 else 1)
    before = desk.chip.rows()
    for _ in range(2):  # drawn anew, with the cursor, it is the same
        desk.app.activity.draw()
        desk.app.panel.show()
    assert before == desk.chip.rows() or not desk.app.activity._ringed
    if wanted:
        choose(desk, "DONE")
        assert pairs(setup["cells"]) == wanted  # type: ignore[arg-type]


@pytest.mark.parametrize(("m", "n"), [(5, 5), (20, 20), (24, 60), (64, 128)])
def test_the_cursor_is_a_box(m: int, n: int) -> None:
    """Its four sides, a pixel thick; drawn again, it is gone."""
    desk, setup = edit(m=m, n=n)
    field = importlib.import_module("teletype.programs.evolution.picture_field").Field(
        desk.app.panel, setup, 0, 7
    )
    desk.app.panel.fill(0)
    desk.app.panel.touch(0, 0, 128, 64)
    for i, j in ((3, 3), (m - 2, n - 2)):
        field.ring(i, j)
        desk.app.panel.show()
        lit = {(x, y) for y, row in enumerate(desk.chip.rows()) for x in range(128) if row[x]}
        left, right = min(x for x, _ in lit), max(x for x, _ in lit)
        top, bottom = min(y for _, y in lit), max(y for _, y in lit)
        assert right - left == bottom - top >= 2
        assert lit == {
            (x, y)
            for x in range(left, right + 1)
            for y in range(top, bottom + 1)
            if x in (left, right) or y in (top, bottom)
        }
        field.ring(i, j)
        desk.app.panel.show()
        assert not any(map(any, desk.chip.rows()))


@pytest.mark.parametrize("high", [1, 2, 5])
def test_the_paper_takes_what_the_window_shows(high: int) -> None:
    """All rows of the cells, from the window's left edge to its right one."""
    desk, _ = edit()
    module = importlib.import_module("teletype.programs.evolution.picture_window")
    plane = Plane(50, 50)
    for row in range(high):
        plane.place(25 + row, 25 + row % 3)
    window = module.Window(desk.app.panel, plane)
    window.draw_cells(1, 7)
    wide = min(high, 3)
    wanted = ["".join("0" if j == i % 3 else "." for j in range(wide)) for i in range(high)]
    assert list(window.rows()) == wanted


@pytest.mark.parametrize("slack", [0, 1, 2])
def test_the_window_follows_the_middle(slack: int) -> None:
    """By a row and a column at a time, towards it, once it is further away than the slack."""
    desk, _ = edit()
    module = importlib.import_module("teletype.programs.evolution.picture_window")
    for down in range(-4, 5):
        for right in range(-4, 5):
            window = module.Window(desk.app.panel, Plane(50, 50))
            window._i = window._j = 100
            window._place[2:] = array("i", [3, 3 * (100 + down), 3 * (100 + right)])
            window._follow(slack, slack)
            moved = window._i - 100, window._j - 100
            signs = [(each > slack) - (each < -slack) for each in (down, right)]
            assert moved == tuple(signs)


def test_the_cursor_blinks_and_costs_few_bytes() -> None:
    desk, _ = edit()
    seen = set()
    for _ in range(12):
        desk.run(100)
        seen.add(b"".join(desk.chip.rows()))
    assert len(seen) == 2
    for key in ("UP", "RIGHT", "OK"):
        desk.chip.reset_counters()
        desk.press(key)
        assert desk.chip.wire_bytes <= 120


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_keys_in_the_editor(seed: int) -> None:
    dice = random.Random(seed)
    desk, _ = edit(m=dice.randrange(5, 65), n=dice.randrange(5, 129))
    for key in dice.choices(KEYS, k=600):
        desk.press(key)
    assert desk.chip.unknown == []
