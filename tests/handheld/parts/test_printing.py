# SPDX-License-Identifier: MIT
"""The buzzer and the printer port on the desk: real drivers on models of PWM and UART."""

from pathlib import Path

import pytest

from host_tools.emulator.simulator import PWM, UART, Simulator
from teletype.core.session import Session
from teletype.handheld.drawing.glyphs import MARGIN, encode, rows
from teletype.programs import catalogue
from tests.helpers.receiver import read

PAPER = [
    "ИГРА ГОНКИ ПО ВЕРТИКАЛИ",
    "ВАШ СОПЕРНИК - ЭВМ МИР",
    "ДЕЛАЮ СВОЙ ХОД",
    "T=1  P=1",
    "ВАШ ХОД",
]

TABLE = 'truth-table formula="A+B+C+D"'


def desk_with(tmp_path: Path, **settings: object) -> Simulator:
    given = {"sound": "all", "messages": "original"} | settings
    lines = "".join(f"{name}={value}\n" for name, value in given.items())
    (tmp_path / "settings.txt").write_text(lines)
    desk = Simulator(folder=tmp_path, buzzer=16, printer=(0, 0))
    desk.run(1000)
    if given["sound"] != "off":
        PWM.last.played.clear()  # the signature of power-on
    return desk


def pulses(buzzer: PWM) -> list[tuple[int, int, int]]:
    """Clicks: the changes to a duty above 0 at the click's frequency."""
    return [entry for entry in buzzer.played if entry[1] == 60 and entry[2]]


# the buzzer


def test_a_click_for_each_character_and_a_bell_at_the_stop(tmp_path: Path) -> None:
    desk = desk_with(tmp_path)
    buzzer = PWM.last
    desk.serial.typed.append("race n=15 m=6")
    desk.settle()
    letters = sum(len(line.replace(" ", "")) for line in PAPER)
    assert len(pulses(buzzer)) == letters
    desk.run(500)
    bell = [entry for entry in buzzer.played if entry[1] > 1000]
    assert {entry[1] for entry in bell} == {2637, 2093}
    assert bell[-1][0] - bell[0][0] <= 150
    loud = [duty for _, hertz, duty in bell if hertz == 2637 and duty > 1000]
    assert loud == sorted(loud, reverse=True) and len(set(loud)) >= 4, "it fades"
    assert buzzer.duty == 0, "it ends"


def notes(buzzer: PWM) -> list[int]:
    """The pitches that sounded, a number for each note."""
    found: list[int] = []
    for _, hertz, duty in buzzer.played:
        if duty and hertz > 100 and found[-1:] != [hertz]:
            found.append(hertz)
    return found


def test_signatures(tmp_path: Path) -> None:
    """A win rises from C to C, a loss falls, a draw comes back, power-on rises; each ends."""
    desk = desk_with(tmp_path)
    c, d, e, g, high = 1040, 1168, 1312, 1568, 2096  # C6, D6, E6, G6, C7 within 10 Hz
    signatures = {1: [c, e, g, high], -1: [e, d, c], 0: [g, e, g], 2: [c, g, high]}
    for which, wanted in signatures.items():
        PWM.last.played.clear()
        desk.app.peripherals.play(which)
        desk.app.peripherals.click()
        desk.run(1200)
        assert notes(PWM.last) == wanted and PWM.last.duty == 0
        assert 3 <= len(wanted) <= 6 and pulses(PWM.last) == []


def test_a_game_ends_with_its_signature(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, speed="fast")
    for lines, last in (
        (("nim heaps=1,2,3 style=hard", "3 2", "3 1", "3 0"), 2096),
        (("nim heaps=1,1", "1 0"), 1040),
    ):
        for line in lines:
            desk.serial.typed.append(line)
            desk.run(400)
            desk.settle()
        desk.run(400)
        assert notes(PWM.last)[-1] == last


def test_power_on_has_a_signature_and_an_exhibit_none(tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("sound=bell\n")
    Simulator(folder=tmp_path, buzzer=16).run(1000)
    assert notes(PWM.last) == [1040, 1568, 2096]
    (tmp_path / "exhibit.txt").write_text("exhibit=on\n")
    Simulator(folder=tmp_path, buzzer=16).run(1000)
    assert notes(PWM.last) == []
    (tmp_path / "settings.txt").write_text("")
    desk = Simulator(folder=tmp_path, buzzer=16)
    assert desk.app.peripherals._buzzer is None, "silent by default"


@pytest.mark.parametrize(("volume", "part"), [(3, 1), (2, 4), (1, 16)])
def test_three_volumes(volume: int, part: int, tmp_path: Path) -> None:
    """Each step takes three quarters of the pulse away, of every sound."""
    desk = desk_with(tmp_path, volume=volume)
    desk.app.peripherals.click(0)
    assert PWM.last.duty == 1000 // part
    desk.run(30)
    desk.app.peripherals.bell()
    assert PWM.last.duty == 0x8000 // part
    desk.app.peripherals.play(1)
    assert PWM.last.duty == 0x4000 // part


def test_each_type_bar_has_its_pitch(tmp_path: Path) -> None:
    desk = desk_with(tmp_path)
    buzzer = PWM.last
    desk.serial.typed.append("race n=15 m=6")
    desk.settle()
    duties = [duty for _, _, duty in pulses(buzzer)]
    letters = "".join(line.replace(" ", "") for line in PAPER)
    bars: dict[str, set[int]] = {}
    for letter, duty in zip(letters, duties, strict=True):
        bars.setdefault(letter, set()).add(duty)
    assert {len(found) for found in bars.values()} == {1}
    assert len(set(duties)) >= 4 and max(duties) < 2 * min(duties)


def test_a_soft_sound_at_the_end_of_a_list(tmp_path: Path) -> None:
    desk = desk_with(tmp_path)
    buzzer = PWM.last

    def duties(*keys: str) -> list[int]:
        before = len(buzzer.played)
        desk.press(*keys)
        return [duty for _, _, duty in buzzer.played[before:] if duty]

    assert duties("DOWN") == duties("UP") == []
    (soft,) = duties("UP")  # the shelf's last row, the settings: a list
    desk.press("OK")
    assert duties("DOWN") == duties("UP") == []
    assert duties("UP") == [soft]  # round to the last row
    assert 0 < soft < 1000 and buzzer.duty == 0
    desk.press("BACK", "DOWN", "RIGHT")
    assert duties("UP") == [soft]  # the top of a page
    assert duties("DOWN") == []


def test_a_click_is_short(tmp_path: Path) -> None:
    desk = desk_with(tmp_path)
    buzzer = PWM.last
    desk.app.peripherals.click()
    assert 0 < buzzer.duty < 2000
    desk.run(30)
    assert buzzer.duty == 0
    desk.app.peripherals.bell()
    desk.run(20)
    played = len(buzzer.played)
    desk.app.peripherals.click()
    assert len(buzzer.played) == played, "a click does not cut the bell short"


def test_nobody_is_disturbed_who_has_not_asked(tmp_path: Path) -> None:
    PWM.last = None  # type: ignore[assignment]
    for settings in ("", "profile=home\n"):
        (tmp_path / "settings.txt").write_text(settings)
        desk = Simulator(folder=tmp_path, buzzer=16)
        desk.serial.typed.append("race n=15 m=6")
        desk.settle()
        desk.press("BACK", "BACK", "DOWN", "UP", "UP")
        assert PWM.last is None, "the driver is not even loaded"


@pytest.mark.parametrize(("sound", "clicks", "rings"), [("off", 0, 0), ("bell", 0, 1)])
def test_less_sound(tmp_path: Path, sound: str, clicks: int, rings: int) -> None:
    PWM.last = None  # type: ignore[assignment]
    desk = desk_with(tmp_path, sound=sound)
    desk.serial.typed.append("race n=15 m=6")
    desk.settle()
    desk.run(500)
    if sound == "off":
        assert PWM.last is None, "the driver is not even loaded"
        return
    assert len(pulses(PWM.last)) == clicks
    assert any(hertz > 1000 for _, hertz, _ in PWM.last.played) == rings


def test_the_bell_rings_for_what_is_refused(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, speed="fast")

    def rings(*typed: str) -> bool:
        desk.run(1000)
        before = len(PWM.last.played)
        desk.serial.typed += typed
        desk.run(200)
        return any(hertz > 1000 for _, hertz, _ in PWM.last.played[before:])

    assert rings("chess")
    assert not rings("")
    assert rings("race n=15 m=6")  # the stop
    assert rings("seven")
    assert not rings("# a note")


def test_switching_the_sound_off_ends_it(tmp_path: Path) -> None:
    desk = desk_with(tmp_path)
    desk.app.peripherals.bell()
    desk.set(sound="off")
    assert PWM.last.duty == 0


# the printer port


def paper(code: str = "koi8-r") -> str:
    data = UART.last.sent
    if code in ("ita2", "mtk-2"):
        return read(data, code)
    return data.decode(code)


def wait(desk: Simulator, limit: int = 600_000) -> None:
    """Lets the printer print what it has."""
    for _ in range(limit // 50):
        desk.run(50, step=10)
        printing = desk.app.peripherals._printing
        if not printing._waiting and not printing._rows and printing._line.silent():
            return
    raise TimeoutError("the printer is still printing")


def test_paper_and_answers_go_to_the_printer(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, speed="fast", printer="koi8-r", baud=9600)
    desk.serial.typed += ["race n=15 m=6"]
    desk.run(500)
    desk.serial.typed += ["seven", "6 5"]
    wait(desk)
    lines = paper().split("\r\n")
    assert lines[:6] == [*PAPER, "<> T=6 P=5"]
    assert "seven" not in paper() and lines[6] == "ДЕЛАЮ СВОЙ ХОД"
    assert UART.last.line == {
        **{"baudrate": 9600, "bits": 8, "parity": None, "stop": 1, "tx": 0, "txbuf": 256}
    }


def test_answers_as_the_original_had_them(tmp_path: Path) -> None:
    """On the printer and on the paper, also where it is resumed; the tape has the short form."""
    desk = desk_with(tmp_path, speed="fast", printer="utf-8", baud=9600, answers="original")
    desk.serial.typed += ["race n=15 m=6"]
    desk.run(500)
    desk.serial.typed += ["6 5"]
    wait(desk)
    directive = "«ВЫП» T=6; P=5; «НА»L5 «КОН» ◊"
    assert paper("utf-8").split("\r\n")[5] == directive
    roll = desk.app.sessions.screen.paper.roll
    begun = [bytes(roll.codes[roll.offset(row) :][: roll.length(row)]) for row in range(roll.end)]
    width = desk.app.panel.width - MARGIN
    wanted = b"".join(bytes(encode(directive[start:end])) for start, end in rows(directive, width))
    assert wanted in b"".join(begun)
    assert "\n> T=6 P=5\n" in (tmp_path / "tapes/0001-race.tape").read_text("utf-8")
    again = Simulator(folder=tmp_path, printer=(0, 0))
    again.run(500)
    roll = again.app.sessions.screen.paper.roll
    assert [
        bytes(roll.codes[roll.offset(row) :][: roll.length(row)]) for row in range(roll.end)
    ] == begun


@pytest.mark.parametrize(
    ("line", "answer", "directive"),
    [
        ("trigex", "3", "«ВЫП»L=3; «НА»2 «КОН» ◊"),
        ("nim", "2 1", "«ВЫП» T=2; L=1; «НА» 9 «КОН» ◊"),
        ("cards k=3 cards=101,110", "1=1", "«ВЫП»A=A;«НА»2«ГДЕ»X1[3]=1,0,0,«КОН»◊"),
        ("calculation-cobol stock=ask", "8", "?08"),
        ("calculation-cobol", "3", "?3"),
        ("calculation-lisp", "T4", "? T4"),
        ("misere-nim", "3 4 5", None),
    ],
)
def test_the_original_form_of_an_answer(line: str, answer: str, directive: str | None) -> None:
    """As the protocols and figures of the sources show it; None where they are silent."""
    name, _, setup = line.partition(" ")
    program, values = catalogue.prepare(name, setup)
    session = Session(program.play(values))
    while session.step() is not session.request or session.request is None:
        pass
    session.answer(answer)
    assert session.original == directive


def test_the_program_waits_for_a_slow_printer_and_keys_do_not(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, speed="fast", printer="mtk-2", baud=110)
    desk.serial.typed += [TABLE]
    desk.run(3000)
    shown = desk.serial.printed.count("X=")
    received = paper("mtk-2").count("X=")
    assert 1 <= received <= shown <= received + 4, "at most a few lines ahead"
    desk.press("BACK", "BACK")  # the formula's model, the paper
    assert type(desk.app.activity).__name__ == "PaperScroll"
    desk.press("BACK")
    assert type(desk.app.activity).__name__ == "Shelf"
    wait(desk)
    desk.press("OK")  # go on
    wait(desk)
    rows = [line for line in desk.serial.printed.splitlines() if "X=" in line]
    assert [line for line in paper("mtk-2").split("\r\n") if line] == rows
    assert len(rows) == 16


def test_every_line_of_a_long_paper_arrives_in_order(tmp_path: Path) -> None:
    """Fast program, slow printer, a picture that prints too: nothing lost, nothing twice."""
    desk = desk_with(tmp_path, speed="fast", printer="utf-8", baud=1200, columns=132)
    desk.serial.typed += ["random-walk time=10 sample=50"]
    desk.run(30_000, step=10)
    wait(desk)
    console = desk.serial.printed.partition("random-walk")[0]
    console = desk.serial.printed[len(console) :].partition("yen\n")[2]
    assert paper("utf-8").replace("\r\n", "\n") == console.replace("◊ ", "")
    assert console.count("\n") > 20


def test_lines_are_wrapped_to_the_printer(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, speed="fast", printer="ita2", baud=115200, columns=20)
    desk.app.peripherals.print("Игра гонки по вертикали, щука " + "X" * 45)
    wait(desk)
    rows = paper("ita2").split("\r\n")
    assert rows == [
        *("IGRA GONKI PO", "VERTIKALI, SHHUKA", "X" * 20, "X" * 20, "X" * 5, ""),
    ]


def test_pauses_are_filled(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, printer="ita2", baud=110, **{"return": 200, "feed": 73})
    desk.app.peripherals.print("A")
    wait(desk)
    frame = 1000 * 8 / 110  # start, 5 bits, 2 stop bits
    end = UART.last.sent[2:]
    assert UART.last.sent[:2] == b"\x1f\x03"
    fills = end.index(b"\x02") - 1
    assert end == b"\x08" + b"\x1f" * fills + b"\x02" + b"\x1f" * (len(end) - fills - 2)
    assert 200 <= fills * frame < 200 + 2 * frame and (len(end) - fills - 2) * frame >= 73
    assert UART.last.line["stop"] == 2 and UART.last.line["bits"] == 5


def test_new_settings_wait_for_the_line_that_is_being_printed(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, printer="koi8-r", baud=300)
    desk.app.peripherals.print("ПЕРВАЯ СТРОКА")
    desk.run(100)
    first = UART.last
    desk.set(printer="cp866", baud="4800")
    desk.app.peripherals.print("ВТОРАЯ")
    desk.run(100)
    assert UART.last is first
    wait(desk)
    assert not first.cut
    assert first.sent.decode("koi8-r") == "ПЕРВАЯ СТРОКА\r\n"
    assert UART.last.sent.decode("cp866") == "ВТОРАЯ\r\n" and UART.last.line["baudrate"] == 4800


def test_a_rate_that_the_chip_cannot_make_is_refused(tmp_path: Path) -> None:
    """The model is a chip without state machines."""
    desk = desk_with(tmp_path, speed="fast", printer="ita2", baud=45.45)
    assert "printer: 45.45 baud: at least 110 here\n" in desk.serial.printed
    desk.serial.typed += ["race n=15 m=6"]
    desk.settle()
    assert not desk.app.peripherals._printing


def test_a_line_that_cannot_be_made_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash screen with the reason; then the programs go on without the printer."""
    from teletype.handheld.parts import printing

    def no_line(*arguments: object) -> None:
        raise ValueError("no such pin")

    monkeypatch.setattr(printing, "Line", no_line)
    desk = Simulator(folder=tmp_path, printer=(0, 0), crashes=True)
    desk.set(speed="fast", printer="koi8-r")
    desk.serial.typed += ["race n=15 m=6"]
    desk.run(200)
    crashes = [path.read_text() for path in tmp_path.glob("tapes/crash-*.tape")]
    assert len(crashes) == 1 and "# error ValueError: no such pin\n" in crashes[0]
    desk.press("OK")
    desk.serial.typed += ["race n=15 m=6"]
    desk.run(1000)
    assert desk.app.sessions.screen and "◊" in desk.serial.printed.rsplit("ГОНКИ", 1)[1]
    assert len(list(tmp_path.glob("tapes/crash-*.tape"))) == 1


def test_the_printer_can_be_switched_off_in_the_middle(tmp_path: Path) -> None:
    desk = desk_with(tmp_path, speed="fast", printer="koi8-r", baud=110)
    desk.serial.typed += [TABLE]
    desk.run(1000)
    assert desk.app.peripherals.full
    desk.app.settings.values["printer"] = "off"
    desk.run(100)
    desk.app.apply()
    desk.settle()
    assert desk.serial.printed.count("X=") == 16, "the program does not wait any more"


def test_settings_of_absent_parts_are_not_shown(tmp_path: Path) -> None:
    def names(**parts: object) -> list[str]:
        desk = Simulator(folder=tmp_path, **parts)  # type: ignore[arg-type]
        desk.press("UP", "OK")
        return [field.name for field in desk.app.activity._fields]

    bare = names()
    assert "contrast" in bare and not {"sound", "printer", "baud"} & set(bare)
    assert set(names(buzzer=16)) - set(bare) == {"sound", "volume"}
    both = names(buzzer=16, printer=(0, 0))
    assert {"printer", "baud", "columns", "return", "feed"} < set(both)
    assert both[0] == "speed"


RESET = bytes((0x1B, 0x40, 0x1C, 0x43, 0, 0x1C, 0x2E, 0x1B, 0x52, 0x00))
"""ESC @, FS C 0, FS . and ESC R 0 of the ESC/POS command reference."""


class Receipt:
    """What a receipt printer prints that starts with Chinese or with Shift JIS selected.

    FS & and FS . switch two-byte characters on and off. A Japanese printer obeys them only in JIS,
    which FS C 0 selects; in Shift JIS the first bytes 81..9F and E0..EF always begin a character
    (notes on FS & and FS C, in the reference and in the manuals of clones).
    """

    def __init__(self, codec: str) -> None:
        self.codec = codec
        self.page = 0

    def read(self, sent: bytes) -> str:
        text = ""
        doubled, jis = True, self.codec != "shift_jis"
        while sent:
            if sent[0] in (0x1B, 0x1C):
                length = 3 if sent[1:2] in b"RtC" else 2  # the parameter follows
                command, value = sent[:2], sent[length - 1]
                if command == b"\x1cC":
                    jis = jis if self.codec == "gbk" else value == 0
                elif command == b"\x1c.":
                    doubled = not jis
                elif command == b"\x1bt":
                    self.page = value
                sent = sent[length:]
                continue
            two = sent[0] >= 0x81 if jis else 0x81 <= sent[0] <= 0x9F or 0xE0 <= sent[0] <= 0xEF
            taken = 2 if doubled and two else 1
            codec = self.codec if taken == 2 else {0: "cp437", 17: "cp866"}[self.page]
            text += sent[:taken].decode(codec, "replace")
            sent = sent[taken:]
        return text


@pytest.mark.parametrize("codec", ["gbk", "shift_jis"])
def test_a_printer_that_starts_in_another_writing(tmp_path: Path, codec: str) -> None:
    read = {}
    for kind in ("plain", "esc-pos"):
        desk = desk_with(tmp_path, sound="off", printer="cp866", printer_kind=kind)
        desk.app.peripherals.print("ВАШ ХОД", "ВАШ ХОД")
        desk.run(500)
        read[kind] = Receipt(codec).read(UART.last.sent)
    assert read["esc-pos"] == "ВАШ ХОД\r\n" != read["plain"]


@pytest.mark.parametrize(
    ("code", "given", "before"),
    [
        ("cp866", {}, b""),
        ("cp866", {"printer_kind": "esc-pos"}, RESET + bytes((0x1B, 0x74, 17))),
        ("utf-8", {"printer_kind": "esc-pos"}, RESET + bytes((0x1C, 0x28, 0x43, 2, 0, 0x30, 2))),
        ("koi8-r", {"printer_kind": "ESC-POS", "printer_init": "1b 74 2C"}, RESET + b"\x1bt\x2c"),
        ("cp866", {"printer_init": "1B40"}, b"\x1b@"),
        ("ita2", {"printer_kind": "esc-pos"}, b""),
    ],
)
def test_what_precedes_the_text(
    tmp_path: Path, code: str, given: dict[str, object], before: bytes
) -> None:
    """A printer that starts in Chinese mode reads the same letters as any other; it is told again
    after a minute, because it may have been switched off and on."""
    desk = desk_with(tmp_path, sound="off", printer=code, **given)
    first = b"\x1f\x03\x08\x02" if code == "ita2" else b"A\r\n"
    for line, wait in ((before + first, 500), (first, 61_000), (before + first, 500)):
        desk.app.peripherals.print("A", "A")
        desk.run(500)
        assert UART.last.sent[: len(line)] == line, (UART.last.sent, line)
        UART.last.sent = b""
        desk.run(wait)


@pytest.mark.parametrize("text", ["1B4", "ESC @", "１Ｂ", "00 " * 33])
def test_bytes_that_are_none(tmp_path: Path, text: str) -> None:
    desk = desk_with(tmp_path, sound="off", printer="cp866", printer_init=text)
    assert "printer_init: " in " ".join(desk.app.settings.messages)
    assert desk.app.settings.values["printer_init"] == b""
