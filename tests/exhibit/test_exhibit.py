# SPDX-License-Identifier: MIT
"""The exhibit on the desk: cards, a visit from its first key to its end, what is locked."""

from inspect import signature
from pathlib import Path

import pytest

from host_tools.emulator.simulator import KEYS, Simulator
from host_tools.lab.measure import monkey
from host_tools.lab.measure.damage import Broken
from host_tools.lab.measure.monkey_exhibit import judge
from teletype import words
from teletype.loading import load
from teletype.programs import catalogue
from tests.helpers.screen import SIZES, Halved, Size, read, seen, texts
from tests.helpers.sessions import Made
from tests.helpers.sessions import name as at
from tests.helpers.sheets import Golden
from tests.helpers.shelf import entries

IDLE = ("Attract", "Showing")
"""What is on the screen while nobody is there."""

LONGER = 400
"""Milliseconds after which a new screen takes keys."""


@pytest.fixture
def exhibit(tmp_path: Path) -> Made:
    """A device with an exhibit.txt; `exhibit()` again: switched off and on."""

    def made(
        text: str = "", settings: str = "", size: Size = (128, 64), **options: object
    ) -> Simulator:
        if text or not (tmp_path / "exhibit.txt").exists():
            (tmp_path / "exhibit.txt").write_text(text)
        if settings:
            (tmp_path / "settings.txt").write_text("language=en\n" + settings)
        desk = Simulator(*size, folder=tmp_path, **options)  # type: ignore[arg-type]
        return desk

    return made


def press(desk: Simulator, *keys: str) -> None:
    for key in keys:
        desk.run(LONGER)
        desk.press(key)
    desk.run(LONGER)


def visit(desk: Simulator, language: int = 0) -> None:
    """A visitor comes and chooses a language."""
    press(desk, "OK", *["DOWN"] * language, "OK")
    desk.app.fast = True


def hold(desk: Simulator) -> None:
    """BACK for two seconds: the page of languages."""
    desk.hold("BACK", 2500)
    desk.run(LONGER)


def play(desk: Simulator) -> None:
    """The first program of the shelf, and its first answer."""
    desk.say("nim heaps=3,4,6")
    desk.say("1 2")


def test_without_the_file_there_is_no_exhibit() -> None:
    assert type(Simulator().app.exhibit).__name__ == "NoExhibit"


def test_an_exhibit_answers_what_another_device_answers(
    exhibit: Made,
) -> None:
    """All attributes and methods of the null exhibit, with as many arguments."""
    null = load("teletype.exhibit.no_exhibit").NoExhibit(None)
    museum = exhibit("lock=no\n").app.exhibit
    for name in [name for name in dir(null) if name[0] != "_"]:
        ours, others = getattr(museum, name), getattr(null, name)
        assert callable(ours) == callable(others), name
        if callable(ours):
            assert len(signature(ours).parameters) == len(signature(others).parameters), name


def test_a_machine_that_works_for_hours(exhibit: Made) -> None:
    """A cross table of a thousand games for each pair: after ten minutes without a key somebody is
    asked all the same; a key goes on with the work, else the cards come.
    """
    desk = exhibit("idle=10\nask=5\n")
    press(desk, "OK", "OK")
    desk.serial.typed.append("yen table=1000")

    def until_asked() -> int:
        for seconds in range(900):
            desk.run(1000, 50)
            if at(desk) == "StillThere":
                return seconds
            assert at(desk) == "SessionScreen" and desk.app.activity.printing()
        raise AssertionError("nobody is asked")

    assert 600 <= until_asked() < 620
    press(desk, "OK")
    assert at(desk) == "SessionScreen" and desk.app.activity.printing(), "it goes on"
    assert 600 <= until_asked() < 620
    desk.run(10_000, 50)
    assert at(desk) == "Attract" and desk.app.sessions.screen is None
    (line,) = (Path(desk.app.store.folder) / "counts/now.txt").read_text().splitlines()
    assert 600 <= int(line.split()[4]) < 640, "the machine's own hours are no visitor's"


def test_a_line_that_is_typed_at_the_cards_of_one_program(
    exhibit: Made,
) -> None:
    desk = exhibit("fixed=nim heaps=7,8,4\nidle=10\nask=5\n")
    desk.run(1000)
    desk.serial.typed.append("1 2")
    desk.run(20_000, step=20)
    assert at(desk) == "SessionScreen" and not desk.app._retyped
    assert list(desk.app.sessions.screen.recorder.answers()) == ["T=1 L=2"]
    desk.run(60_000, step=20)
    assert at(desk) in ("Attract", "Showing")
    counts = (Path(desk.app.store.folder) / "counts/now.txt").read_text().splitlines()
    assert len(counts) == 1 and counts[0].split()[2] == "1", counts


def test_after_an_error_at_the_cards_the_cards_come(exhibit: Made) -> None:
    """Whoever presses a key at its message is no visitor yet, whose language would stay."""
    desk = exhibit("idle=10\nask=5\n", crashes=True)
    desk.run(1000)
    desk.app.activity.tick = lambda now: 1 // 0
    desk.run(500)
    hold(desk)
    assert at(desk) == "Languages"
    press(desk, "DOWN", "OK", "OK")
    assert at(desk) == "Attract" and not desk.app.exhibit.visiting
    folder = Path(desk.app.store.folder)
    assert "language=en\n" in (folder / "settings.txt").read_text()
    assert desk.app.settings.values["language"] == words.language == "en"
    (told,) = desk.app.faults.times
    assert (
        told.startswith("ZeroDivisionError") and told in (folder / "counts/wrong.txt").read_text()
    )


def test_a_program_that_cannot_be_shown_does_not_end_the_tour(
    exhibit: Made,
) -> None:
    desk = exhibit("programs=nim,trigex\nidle=10\nask=5\n", crashes=True)
    show = desk.app.exhibit._play

    def refused(record: tuple[str, ...]) -> None:
        if record[0] == "nim":
            raise MemoryError
        show(record)

    desk.app.exhibit._play = refused
    seen = set()
    for _ in range(120):
        desk.run(1000, step=20)
        seen.add(getattr(desk.app.activity, "name", ""))
    assert "trigex" in seen


def test_what_was_answered_is_kept_on_every_screen(exhibit: Made) -> None:
    """A minute after the answer at most, whatever the visitor looks at."""
    desk = exhibit("idle=60\n")
    visit(desk)
    play(desk)
    desk.hold("BACK", 1200)
    for _ in range(3):
        press(desk, "DOWN")
        assert at(desk) == "About"
        desk.run(25_000, step=20)
    [tape] = (Path(desk.app.store.folder) / "tapes").iterdir()
    assert tape.read_text().count("\n> ") == 1


QUESTIONS = {
    seen(form) if language != "ja" else "?" * 9: language
    for language in words.LANGUAGES
    for form in words.texts(language)["IDLE_QUESTION"].split("\n")
}
"""The language of each form, as `texts` reads it from the panel; the Japanese one is nine columns
of other glyphs."""


@pytest.mark.parametrize("language", range(4))
@pytest.mark.parametrize("size", SIZES)
def test_the_question_has_every_language(exhibit: Made, size: Size, language: int) -> None:
    """The visitor's first; where there is no room for all, the others take turns. And a bar that
    shrinks, which leaves them and the keys alone, on every panel.
    """
    desk = exhibit("idle=10\nask=10\n", size=size)
    visit(desk, language)
    while at(desk) != "StillThere":
        desk.run(1000)
    lit = []
    asked: set[str] = set()
    for _ in range(len(words.LANGUAGES) - 1):
        desk.run(1500)
        shown = [sum(map(sum, desk.chip.rows()[at : at + 8])) for at in range(0, size[1], 8)]
        rows = [row.strip() for row in texts(desk.chip)]
        top = int(size[1] > 40)
        assert QUESTIONS[rows[top]] == words.LANGUAGES[language]
        asked |= {QUESTIONS[row] for row in rows if row in QUESTIONS}
        bar = [row[-50:] for row in desk.chip.rows()] if size[1] == 32 else desk.chip.rows()
        at_bar = 8 * (size[1] // 8 - (3 if size[1] > 40 else 2 if size[1] > 32 else 1))
        assert all(count > 40 for count in shown[top : top + 3])
        assert language == 2 or rows[-1].startswith(("OK:YES", seen("OK:ДА"), seen("OK:ТАК")))
        lit.append(sum(map(sum, bar[at_bar : at_bar + 8])))
    assert asked == set(words.LANGUAGES)
    assert lit == sorted(lit, reverse=True) and len(set(lit)) == len(lit)


def test_every_line_that_is_wrong_is_named(exhibit: Made) -> None:
    """Also behind many others: a code that does not hold must not pass in silence."""
    lines = ("idle=1", "ask=1", "session=x", "pace=1", "scan=2", "lock=maybe", "programs=chess")
    desk = exhibit("\n".join(lines) + "\ncode=UDX\n", held=["BACK"])
    wrong = desk.app.exhibit.values["wrong"]
    assert len(wrong) == 8 and "code" in wrong[-1]


def test_the_port_names_the_programs_that_are_offered(exhibit: Made) -> None:
    desk = exhibit("programs=nim,trigex\n")
    press(desk, "OK", "OK")
    assert at(desk) == "Shelf"
    said = [row for row in desk.serial.printed.splitlines() if "trigex" in row]
    assert said and all(row.endswith(": nim, trigex") for row in said)


@pytest.mark.heavy
def test_what_the_keys_do_is_true(exhibit: Made) -> None:
    """Where nobody is, no key of a picture is named; BACK of the operator's settings: no shelf."""
    for program in ("yen", "calculation-lisp"):
        desk = exhibit(f"programs={program}\n")
        pictured = 0
        while at(desk) != "Attract" or not pictured:
            desk.run(500, step=20)
            if at(desk) == "Showing" and desk.app.activity.pictured:
                pictured += 1
                last = texts(desk.chip)[7]
                assert "PAPER" not in last and "STOP" not in last
        assert pictured > 10
    desk = exhibit("", held=["BACK"])
    desk.pin("BACK").drive(1)
    for back, keys in ((lambda: None, False), (None, True)):
        desk.app.open(load("teletype.handheld.screens.settings").Options(desk.app, back))
        desk.run(500)
        assert ("SHELF" in texts(desk.chip)[7]) == keys


def test_the_page_of_languages_over_the_question(exhibit: Made) -> None:
    """The question waits under it, and has all its time when it comes back."""
    desk = exhibit("idle=10\nask=5\n")
    visit(desk)
    desk.run(12_000, step=20)
    assert at(desk) == "StillThere"
    desk.hold("BACK", 2300)
    press(desk, "DOWN")
    assert at(desk) == "Languages"
    desk.run(6000, step=20)
    press(desk, "OK")
    assert at(desk) == "StillThere"
    press(desk, "OK")
    assert at(desk) == "Shelf"


def test_the_cards(exhibit: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    from teletype.exhibit import attract

    monkeypatch.setattr(attract.Attract, "_record", lambda self: None)  # nothing to play
    desk = exhibit("programs=misere-nim, nim-table\n", buzzer=0)  # no records of these
    cards = []
    for _ in range(4):
        for seconds in (6, 6, 12):
            desk.run(5000)  # it is typed
            assert at(desk) == "Attract"
            glass = desk.chip if seconds == 12 else Halved(desk.chip)  # the story is small
            cards.append([row.replace("◊", "?").rstrip("? ") for row in texts(glass)])  # type: ignore[arg-type]
            desk.run(1000 * seconds - 5000)
            desk.run(30)
    assert any("Press any key" in row for row in cards[0])
    titles = [card[0].strip("? ") for card in cards]
    assert titles[1] == titles[2] == "NIM: LAST STONE LOSES", (
        "the first cycle is in English at first"
    )
    gist = words.titles("misere-nim", "", "en")[1]
    story = words.program("misere-nim", "en").STORY
    first, second = (" ".join(" ".join(card[1:]).split()) for card in cards[1:3])
    assert gist[:20] in first and story[:20] in second and story[:20] not in first
    assert titles[4] == titles[5] != titles[1]
    assert titles[7] == titles[8], "the second one begins with the other program"
    assert cards[0] != cards[3], "one language follows another"
    assert not list(Path(desk.app.store.folder).glob("tapes/*"))
    assert desk.app.sessions.screen is None and desk.serial.locked
    assert all("".join(card[1:]).strip() for card in cards)


@pytest.mark.parametrize("size", SIZES)
def test_the_invitation_moves_from_the_first_second(size: Size, exhibit: Made) -> None:
    """Each tenth of a second until it is typed, then each second; with few bytes on the bus."""
    desk = exhibit("programs=nim\n", size=size)
    seen: set[bytes] = set()
    for tenth in range(10):
        desk.chip.reset_counters()
        desk.run(100)
        seen.add(b"".join(desk.chip.rows()))
        assert len(seen) == tenth + 1 and desk.chip.wire_bytes < 120
    desk.run(2800)
    blinking = set()
    for _ in range(3):
        desk.run(500)
        blinking.add(b"".join(desk.chip.rows()))
    assert len(blinking) == 2 and at(desk) == "Attract"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("own", ["en", "uk"])
def test_the_exhibits_language_is_always_invited_in(
    size: Size, own: str, exhibit: Made, tmp_path: Path
) -> None:
    """Whoever reads no other knows what to do; each of the others follows in its turn."""
    (tmp_path / "settings.txt").write_text(f"language={own}\n")
    desk = exhibit("programs=nim\n", size=size)
    card = load("teletype.exhibit.attract")
    known = [words.texts(code)["ATTRACT_INVITATION"].split("\n") for code in words.LANGUAGES]
    counted = [0] * len(known)
    for step in range(12):
        desk.app.open(card.Attract(desk.app, step))
        said: list[str] = []
        desk.app.console.print = said.append
        desk.app.activity.draw()
        found = [place for place, forms in enumerate(known) if set(forms) & set(said)]
        assert words.LANGUAGES.index(own) in found and len(found) >= 3
        for place in found:
            counted[place] += 1
    assert counted[words.LANGUAGES.index(own)] == 12 and min(counted) >= 4


def shown(desk: Simulator, seconds: int = 100) -> list[tuple[str, str, bool]]:
    """(name, answers so far, whether its picture is there) of what is shown, each second."""
    found = []
    for _ in range(seconds):
        desk.run(1000, step=10)
        screen = desk.app.activity
        if type(screen).__name__ == "Showing":
            answers = ";".join(screen.recorder.answers())
            found.append((screen.name, answers, bool(screen.pictured)))
    return found


def test_a_record_plays_by_itself(exhibit: Made) -> None:
    exhibit("programs=nim,trigex\n")
    desk = exhibit(buzzer=0, settings="sound=all\n")
    desk.app.peripherals._buzzer.bell = lambda: pytest.fail("a bell")
    desk.app.peripherals._buzzer.click = lambda glyph: pytest.fail("a click")
    played = shown(desk, 200)
    first = [entry[0] for entry in played].index("trigex")
    nim = [entry[1:] for entry in played[:first]]
    answers = "T=2 L=1;T=1 L=0;T=2 L=0"
    assert nim[-1][0] == answers and (answers, True) in nim and (answers, False) in nim
    assert 25 < len(nim) < 75, "seconds: as slow as a teletype"
    assert desk.app.character == 1000 // 10, "milliseconds"
    assert ("N=3;N=8;N=9;N=4".replace("N", "L"), True) in [entry[1:] for entry in played]
    assert not list(Path(desk.app.store.folder).glob("tapes/*"))
    assert "ДЕЛАЮ СВОЙ ХОД" in desk.serial.printed


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_show_always_invites_in_the_language_of_the_exhibit(
    size: Size, exhibit: Made, tmp_path: Path
) -> None:
    """Also while the paper moves up, and in the shows of all programs."""
    (tmp_path / "settings.txt").write_text("language=de\n")
    desk = exhibit("programs=nim,cards,trigex\n", size=size)
    rows: dict[str, set[str]] = {"nim": set(), "cards": set(), "trigex": set()}
    drawn = 0
    while desk.app.exhibit.step < len(rows):
        desk.run(20, step=5)
        drawn = drawn + 1 if at(desk) == "Showing" else 0
        row = read(desk.chip, desk.app.panel.rows - 1)[0]
        if drawn > 5 and "?" not in row:  # the saver moves the picture by a pixel
            rows[desk.app.activity.name].add(row)
    invitation = "Eine Taste drücken" if size[0] > 100 else "Taste drücken"
    for name, found in rows.items():
        assert len(found) == 2 and invitation in found and "" not in found, (name, found)


def test_life_runs(exhibit: Made) -> None:
    desk = exhibit("programs=evolution\n")
    played = shown(desk, 110)
    assert [pictured for _, _, pictured in played].count(True) > 30
    pictures = set()
    while at(desk) != "Showing" or not desk.app.activity.pictured:
        desk.run(1000, step=10)
    for _ in range(20):
        desk.run(500, step=10)
        pictures.add(b"".join(desk.chip.rows()))
    assert len(pictures) > 10


@pytest.mark.heavy
def test_the_adviser_lays_out_a_game(exhibit: Made) -> None:
    """The show begins after one card of 6 seconds and lasts 75; then the record follows."""
    desk = exhibit("programs=calculation-lisp\n")
    played = shown(desk, 6 + 70)
    answers = played[-1][1].split(";")
    assert len(answers) > 5 and played[-1][2]


@pytest.mark.heavy
def test_an_adviser_leaves_the_last_row_to_the_show(exhibit: Made) -> None:
    desk = exhibit("programs=calculation-lisp\n")
    rows = set()
    for _ in range(600):
        desk.run(100, step=10)
        if at(desk) == "Showing" and desk.app.activity.pictured:
            rows.add(read(desk.chip, 7)[0])
    assert rows == {"Press any key", "CALC. LISP, c. 1976"}


@pytest.mark.heavy
def test_everything_is_shown(exhibit: Made) -> None:
    every = list(catalogue.NAMES)
    every = [name for name in every if name not in ("calculation-lisp", "calculation-fortran")]
    desk = exhibit(f"programs={','.join(every)}\n")
    names: list[str] = []
    while desk.app.exhibit.step < len(every):
        desk.run(1000, step=20)
        screen = desk.app.activity
        if type(screen).__name__ == "Showing" and (not names or names[-1] != screen.name):
            names.append(screen.name)
    every.remove("nim-table")  # cards only
    assert names == every


@pytest.mark.parametrize("key", KEYS)
def test_any_key_ends_what_is_shown(exhibit: Made, key: str) -> None:
    """While it prints, at a stop, and with a picture; before the key is let go."""
    for seconds in (26, 35, 50):
        desk = exhibit("programs=nim\n")
        desk.run(1000 * seconds, step=10)
        assert at(desk) == "Showing"
        desk.pin(key).drive(0)
        desk.run(100)
        assert at(desk) == "Languages"
        desk.pin(key).drive(1)
        desk.run(40)
        assert at(desk) == "Languages" and desk.app.exhibit.visiting
        press(desk, "OK")
        assert at(desk) == "Shelf" and desk.app.sessions.screen is None
        assert not list(Path(desk.app.store.folder).glob("tapes/*"))


def test_the_panel_of_a_room_at_night(exhibit: Made) -> None:
    """What is shown to nobody does not keep it lit; the press that lights it begins a visit."""
    desk = exhibit("programs=nim\n")
    desk.set(dim=1, blank=2)
    desk.app.fast = False
    desk.run(130_000, step=10)
    assert desk.app.saver.dark == 2
    desk.press("DOWN")
    assert desk.app.saver.dark == 0 and at(desk) == "Languages"


@pytest.mark.parametrize("language", range(4))
def test_larger_text(exhibit: Made, golden: Golden, language: int) -> None:
    desk = exhibit("programs=nim,trigex\nidle=20\nask=10\n")
    press(desk, "OK", *["DOWN"] * language, "RIGHT")
    golden(f"eases-{language}", desk.chip)
    press(desk, "OK")
    assert desk.app.panel.rows == 4
    golden(f"eases-large-{language}", desk.chip)
    press(desk, "BACK", "OK")
    assert (
        at(desk) == "Shelf" and desk.app.settings.values["language"] == words.LANGUAGES[language]
    )
    golden(f"shelf-large-{language}", desk.chip)
    desk.app.fast = True
    play(desk)
    desk.run(2000)
    assert at(desk) == "SessionScreen" and desk.app.sessions.screen.picture is None
    golden(f"nim-large-{language}", desk.chip)
    press(desk, "UP", "OK")
    desk.run(45_000)
    assert at(desk) in IDLE and desk.app.panel.rows == 8
    press(desk, "OK", "OK")
    assert at(desk) == "Shelf" and desk.app.panel.rows == 8


def test_dark_on_light_and_slow_buttons(exhibit: Made) -> None:
    desk = exhibit("idle=20\nask=10\n")
    desk.app.saver.turn(False)
    press(desk, "OK", "RIGHT", "DOWN", "OK")
    assert desk.chip.inverted
    press(desk, "DOWN", "OK")
    desk.run(600)
    press(desk, "BACK")
    desk.run(600)
    press(desk, "OK")
    assert at(desk) == "Shelf"
    taken: list[int] = []
    desk.app.activity.key = lambda key, repeat: taken.append(key)
    desk.run(1000)
    desk.press("DOWN", "DOWN", "DOWN", "DOWN", "DOWN")  # one each 120 ms
    assert len(taken) == 1
    desk.run(600)
    desk.press("UP–")
    assert len(taken) == 2
    desk.run(40_000)
    assert at(desk) in IDLE and not any(desk.app.exhibit.options)


def test_no_larger_text_where_there_is_no_room(tmp_path: Path) -> None:
    (tmp_path / "exhibit.txt").write_text("")
    desk = Simulator(128, 32, folder=tmp_path)
    press(desk, "OK", "RIGHT")
    assert "DARK ON LIGHT" in texts(desk.chip)[1]
    assert not any("LARGER" in row for row in texts(desk.chip))


def test_any_key_begins_a_visit(exhibit: Made) -> None:
    """Within 100 ms the languages, behind them the chosen programs; no tapes, no settings."""
    for key in KEYS:
        desk = exhibit("programs=trigex,nim\n")
        desk.hold(key, 60)
        desk.run(40)
        assert at(desk) == "Languages"
        press(desk, "DOWN", "OK")
        assert at(desk) == "Shelf" and desk.app.settings.values["language"] == "ru"
        assert entries(desk) == ["trigex", "nim"]
        assert "language=en" in (Path(desk.app.store.folder) / "settings.txt").read_text()


def test_not_locked(exhibit: Made) -> None:
    desk = exhibit("lock=no\n")
    assert not desk.serial.locked
    visit(desk)
    assert entries(desk)[-2:] == ["tapes", "settings"]


def test_somebody_who_is_still_there(exhibit: Made) -> None:
    """Any key but BACK goes on at the very place, and does nothing else there."""
    desk = exhibit("idle=20\nask=10\n")
    visit(desk, 1)
    play(desk)
    desk.run(2000)  # the picture comes
    before = texts(desk.chip)
    desk.run(27_000)
    assert at(desk) == "SessionScreen", "one may look at a stop for half as long again"
    desk.run(2_000)
    assert at(desk) == "StillThere"
    shown = texts(desk.chip)
    assert shown[1].strip() == seen("Ещё играете?") and shown[4].strip() == "Spielen Sie noch?"
    bar = sum(desk.chip.rows()[43])
    desk.run(5_000)
    assert 0 < sum(desk.chip.rows()[43]) < bar
    desk.press("UP")
    desk.run(100)
    assert at(desk) == "SessionScreen" and texts(desk.chip) == before


@pytest.mark.parametrize("back", [True, False])
def test_somebody_who_has_gone(exhibit: Made, back: bool) -> None:
    desk = exhibit("idle=20\nask=10\n")
    visit(desk, 2)
    play(desk)
    desk.run(31_000)
    assert at(desk) == "StillThere"
    if back:
        press(desk, "BACK")
    else:
        desk.run(11_000)
    assert at(desk) == "Attract"
    folder = Path(desk.app.store.folder)
    assert [path.name for path in (folder / "tapes").iterdir()] == ["0001-nim.end.tape"]
    assert desk.app.sessions.screen is None and desk.app.settings.values["language"] == "en"
    visit(desk)
    assert entries(desk) == list(catalogue.NAMES)


@pytest.mark.parametrize(
    ("line", "halves"),
    [
        ("nim heaps=3,4,6", 3),
        ("trigex", 3),
        ("dates", 3),  # it has ended
        ("yen", 4),  # a bid
        ("cards", 4),
        ("calculation-fortran", 4),
        ("calculation-lisp", 4),
    ],
)
def test_who_thinks_is_not_asked(exhibit: Made, line: str, halves: int) -> None:
    """The time depends on what is asked, and counts from when the machine stopped."""
    desk = exhibit("idle=20\nask=10\n")
    visit(desk)
    desk.say(line)
    assert at(desk) == "SessionScreen"
    desk.run(10_000 * halves - 1000)
    assert at(desk) == "SessionScreen"
    desk.run(2000)
    assert at(desk) == "StillThere"


@pytest.mark.parametrize(
    ("keys", "screen", "halves"),
    [
        (("RIGHT", "RIGHT", "OK"), "Chapter", 4),  # the story
        (("RIGHT", "RIGHT", "UP", "OK"), "Chapter", 3),  # the credits
        (("RIGHT",), "About", 4),
        (("DOWN",), "Shelf", 2),
    ],
)
def test_who_reads_is_not_asked(
    exhibit: Made, keys: tuple[str, ...], screen: str, halves: int
) -> None:
    """A page of two screens or more may be read for twice as long as the shelf is looked at, and
    one that is longer than a screen for half as long again."""
    desk = exhibit("idle=20\nask=10\n")
    visit(desk)
    for key in keys:
        press(desk, key)
    assert at(desk) == screen
    desk.run(10_000 * halves - 1500)
    assert at(desk) != "StillThere"
    desk.run(2500)
    assert at(desk) == "StillThere"


def test_nothing_answered_leaves_no_tape(exhibit: Made) -> None:
    desk = exhibit("idle=10\nask=5\n")
    visit(desk)
    desk.say("nim heaps=3,4,6", rest=40_000)
    assert at(desk) in IDLE
    assert not list((Path(desk.app.store.folder) / "tapes").iterdir())


def test_a_visit_has_an_end_where_others_wait(exhibit: Made) -> None:
    desk = exhibit("exhibit=on\nsession=60\nidle=600\n")
    visit(desk)
    desk.run(40_000)
    desk.press("DOWN")
    assert at(desk) == "Shelf"
    desk.run(20_000)
    assert at(desk) == "Attract"


def test_a_program_that_is_fixed(exhibit: Made) -> None:
    desk = exhibit("fixed=nim heaps=1,2\n")
    visit(desk)
    desk.settle()
    assert at(desk) == "SessionScreen" and desk.app.sessions.screen.setup["heaps"] == (1, 2)
    desk.app.shelf()
    desk.run(100)
    assert at(desk) == "Attract"


def test_only_what_is_fixed_is_shown(exhibit: Made) -> None:
    """Nobody is invited to a program that no visitor can choose; none can be typed, either."""
    desk = exhibit("fixed=nim heaps=1,2\n")
    assert {name for name, _, _ in shown(desk, 180)} == {"nim"}
    visit(desk)
    desk.settle()
    desk.serial.typed.append("race")
    desk.run(1000)
    assert desk.app.sessions.screen.name == "nim"


def test_what_is_fixed_stays(exhibit: Made) -> None:
    """Also a program that asks nothing, whose setup is offered to be changed elsewhere."""
    desk = exhibit("fixed=dates\n")
    visit(desk)
    desk.settle()
    setup = dict(desk.app.sessions.screen.setup)
    press(desk, "OK")
    assert at(desk) == "SessionScreen" and dict(desk.app.sessions.screen.setup) == setup


def test_a_blank_line_is_nobody(exhibit: Made) -> None:
    desk = exhibit("idle=10\nask=5\n")
    visit(desk)
    desk.run(11_000)
    assert at(desk) == "StillThere"
    desk.serial.typed.append(" ")
    desk.run(1000)
    assert at(desk) == "StillThere"


def test_examples_only(exhibit: Made) -> None:
    """No value can be changed, with the keys or on the port; an example can be chosen."""
    desk = exhibit("setups=examples\nprograms=misere-nim\n")
    last = "misere-nim heaps=1,2\n"  # the owner's own, of before it was an exhibit
    (Path(desk.app.store.folder) / "setups.txt").write_text(last)
    visit(desk)
    press(desk, "OK", "DOWN")
    assert at(desk) == "SetupEditor" and desk.app.activity._values["heaps"] != (1, 2)
    fields = desk.app.activity._fields
    assert [desk.app.activity.label(field) for field in fields] == ["example\nex"]
    before = dict(desk.app.activity._values)
    press(desk, "DOWN", "RIGHT")
    assert desk.app.activity._values != before
    press(desk, "BACK")
    desk.serial.typed.append("misere-nim heaps=1,2")
    desk.run(300)
    assert at(desk) == "Shelf"
    desk.serial.typed.append("misere-nim")
    desk.run(300)
    assert at(desk) == "SessionScreen"


def test_the_power_goes_off_in_a_visit(exhibit: Made) -> None:
    """The game is offered for `idle` seconds; then, or the next morning, there are the cards: the
    tape has ended, no start has failed.
    """
    desk = exhibit("idle=20\n")
    visit(desk)
    play(desk)
    desk = exhibit()
    assert at(desk) == "StillThere" and desk.app.boots.count == 0
    assert any("Still playing?" in row for row in texts(desk.chip))
    desk.run(18_000)
    assert at(desk) == "StillThere"
    desk.run(3000)
    assert at(desk) == "Attract" and desk.app.boots is None
    names = [entry.name for entry in Path(desk.app.store.folder).glob("tapes/*")]
    assert names == ["0001-nim.end.tape"]
    assert at(exhibit()) == "Attract" and exhibit().app.tapes.session is None


@pytest.mark.slow
@pytest.mark.parametrize("key", ["OK", "BACK"])
def test_a_game_that_was_cut_off_goes_on(exhibit: Made, key: str) -> None:
    """Any key but BACK, by what was written in the last minute."""
    desk = exhibit("idle=120\n")
    visit(desk)
    play(desk)
    desk.run(61_000, 100)
    desk.serial.typed.append("2 1")  # too late to be written
    desk.run(500)
    desk = exhibit()
    press(desk, key)
    desk.run(20_000)
    if key == "BACK":
        assert at(desk) in IDLE and desk.app.tapes.session is None
    else:
        assert list(desk.app.sessions.screen.recorder.answers()) == ["T=1 L=2"]
        assert at(desk) == "SessionScreen" and desk.app.exhibit.visiting
    desk.run(300_000, 100)
    assert at(desk) in ("Attract", "Showing")
    names = [entry.name for entry in Path(desk.app.store.folder).glob("tapes/*")]
    assert names == ["0001-nim.end.tape"]
    assert not (Path(desk.app.store.folder) / "last.txt").exists()


def test_keys_that_were_meant_for_the_screen_before(exhibit: Made) -> None:
    desk = exhibit()
    press(desk, "OK")
    desk.run(LONGER)
    desk.press("OK", "OK")  # the second 120 ms after the shelf came
    assert at(desk) == "Shelf"
    press(desk, "OK")
    assert at(desk) != "Shelf"


def taken_by_a_visitor(desk: Simulator) -> list[int]:
    """Return a list that grows by each key that the screen of a visit gets."""
    visit(desk)
    taken: list[int] = []
    desk.app.activity.key = lambda key, repeat: taken.append(key)
    return taken


def test_a_hand_on_all_keys(exhibit: Made) -> None:
    desk = exhibit()
    taken = taken_by_a_visitor(desk)
    desk.run(1000)
    for _ in range(30):
        desk.app.buttons.push(0)
        desk.run(15)
    assert len(taken) == 12


def test_a_typed_line_begins_a_new_second_of_presses(exhibit: Made) -> None:
    desk = exhibit()
    taken = taken_by_a_visitor(desk)
    desk.run(1000)
    for pushes in (9, 9):
        for _ in range(pushes):
            desk.app.buttons.push(0)
            desk.run(15)
        desk.app.user_active(desk.app.exhibit.presses.last + 300)
    assert len(taken) == 18


def test_three_keys_at_once(exhibit: Made) -> None:
    desk = exhibit()
    taken = taken_by_a_visitor(desk)
    desk.run(LONGER)
    for key in ("LEFT", "UP", "OK"):
        desk.pin(key).drive(0)
        desk.run(50)
    assert taken == [KEYS.index("LEFT"), KEYS.index("UP")]


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("key", "hours"),
    [("OK", 1), ("DOWN", 1), ("BACK", 1), pytest.param("OK", 24, marks=pytest.mark.long)],
)
def test_a_button_that_is_stuck_for_a_day(exhibit: Made, key: str, hours: int) -> None:
    """The cards come, it is said, once, and the other buttons play as ever."""
    desk = exhibit("idle=20\nask=10\n")
    desk.pin(key).drive(0)
    for _ in range(12 * hours):
        desk.run(300_000, 1000)
    assert not desk.app.exhibit.visiting
    assert desk.serial.printed.count(f"the button {key} is stuck") == 1
    assert desk.app.faults.times == {f"the button {key} is stuck": 1}
    assert desk.app.saver.dark == 2, "it keeps no panel lit"
    other = "UP" if key == "DOWN" else "DOWN"
    press(desk, other)
    assert at(desk) == "Languages"
    pin = desk.pin(key)
    pin.drive(1)
    desk.run(100_000, 50)
    assert at(desk) in ("Attract", "Showing")
    press(desk, key)
    assert at(desk) == "Languages"


@pytest.mark.slow
@pytest.mark.parametrize("key", ["OK", "BACK"])
def test_a_contact_that_bounces_for_two_minutes(exhibit: Made, key: str) -> None:
    """At 200 Hz: the cards stay, it is said, and it is a button again when it is quiet."""
    desk = exhibit("idle=20\nask=10\n")
    pin = desk.pin(key)

    def bounce(seconds: int) -> None:
        for number in range(400 * seconds):
            pin.drive(number % 2)
            if number % 4 == 3:
                desk.run(10, 5)

    bounce(120)
    assert at(desk) in ("Attract", "Showing") and not desk.app.exhibit.visiting
    assert desk.serial.printed.count(f"the button {key} bounces") == 1
    pin.drive(1)
    desk.run(12_000, 50)
    press(desk, key)
    assert at(desk) == "Languages"


def test_a_button_that_is_stuck(exhibit: Made) -> None:
    desk = exhibit("idle=20\nask=10\n")
    visit(desk)
    desk.pin("DOWN").drive(0)
    desk.run(10_000)
    assert at(desk) == "Shelf"
    desk.run(60_000)
    assert desk.app.activity.ALONE


def test_the_operator(exhibit: Made) -> None:
    desk = exhibit("programs=nim\n", held=["BACK"])
    assert at(desk) == "Operator" and not desk.serial.locked
    desk.pin("BACK").drive(1)
    press(desk, "DOWN", "OK")
    assert at(desk) == "Shelf" and type(desk.app.exhibit).__name__ == "NoExhibit"
    assert "settings" in entries(desk)
    desk = exhibit(held=["BACK"])
    desk.pin("BACK").drive(1)
    press(desk, "OK")
    assert at(desk) == "Attract" and desk.serial.locked


def test_something_that_leans_on_back_is_no_operator(exhibit: Made) -> None:
    for text in ("programs=nim\n", "programs=nim\ncode=UDLR\n"):
        desk = exhibit(text, held=["BACK"])
        desk.run(9000)
        assert at(desk) in ("Operator", "Code")
        desk.run(3000)
        assert at(desk) == "Attract" and desk.serial.locked


@pytest.mark.parametrize(("row", "call"), [(2, "reset"), (3, "bootloader")])
def test_the_operator_starts_it_anew(
    exhibit: Made, monkeypatch: pytest.MonkeyPatch, row: int, call: str
) -> None:
    called = []
    desk = exhibit(held=["BACK"])
    operator = load("teletype.exhibit.operator")
    for name in ("reset", "bootloader"):
        monkeypatch.setattr(operator.machine, name, lambda name=name: called.append(name), False)
    desk.pin("BACK").drive(1)
    press(desk, *["DOWN"] * row, "OK")
    assert called == [call]


@pytest.mark.slow
def test_hours_without_a_visitor_are_counted(exhibit: Made) -> None:
    desk = exhibit("programs=nim\n")
    desk.run(3_700_000, 500)
    (line,) = (Path(desk.app.store.folder) / "counts/now.txt").read_text().splitlines()
    counted = line.split()
    assert counted[2] == "0" and 3600 <= int(counted[9]) < 3700


def test_a_panel_that_is_pulled_out(exhibit: Made) -> None:
    desk = exhibit("programs=nim\n")
    visit(desk)
    desk.chip.nak = True
    desk.run(3000)
    press(desk, "OK")
    assert "the panel does not answer" in desk.app.faults.times
    desk.chip.nak = False
    desk.run(3000)
    assert at(desk) != "Shelf" and any(texts(desk.chip))
    told = exhibit(held=["BACK"]).app.activity._told
    assert told[-1] == "the panel does not answer (1)"


def test_what_the_operator_is_told(exhibit: Made) -> None:
    """Also what was wrong before the power was off; how worn the flash is; his language."""
    desk = exhibit("programs=nim\n")
    folder = Path(desk.app.store.folder)
    for times in range(3):
        desk.app.faults.report("the button OK is stuck")
        desk.app.faults.report("the button OK is stuck")
        assert (folder / "counts/wrong.txt").read_text() == "the button OK is stuck\n" * (
            times + 1
        )
        desk = exhibit()
    (folder / "counts/all.txt").write_text("7 all 900 90 54000 500 300 100 123000 7203600\n")
    (folder / "counts/now.txt").write_text("8 on 3 0 90 3 0 0 456 1800 nim=2/1\n")
    desk = exhibit(settings="dim=0\nblank=0\n", held=["BACK"])
    desk.pin("BACK").drive(1)
    told = desk.app.activity._told
    assert told[2:4] == ["on for  0 min", "on in total  2001 h"]
    sectors = desk.app.store.free() // 4096
    assert told[4] == f"flash wear  0.{123456 // (10 * sectors):02d}%"
    assert told[-1] == "the button OK is stuck (3)"
    assert all(" ".join(line.split()) in desk.serial.printed for line in told)
    desk.run(130_000, 100)
    press(desk, *["DOWN"] * 5, "OK")
    assert at(desk) == "Options"
    press(desk, "DOWN", "RIGHT")
    assert words.language == "ru"
    press(desk, "BACK")
    assert at(desk) == "Operator" and "включено  2 мин" in desk.app.activity._told[2]
    assert "language=ru" in (folder / "settings.txt").read_text()
    press(desk, "BACK")
    assert at(desk) == "Attract" and desk.app.settings.values["language"] == "ru"


def test_what_was_wrong_fills_no_flash(exhibit: Made) -> None:
    desk = exhibit()
    path = Path(desk.app.store.folder) / "counts/wrong.txt"
    sizes = set()
    for number in range(100):
        message = f"something long enough that is wrong {number}"
        load("teletype.exhibit.visit_log").note(desk.app.store, message)
        sizes.add(path.stat().st_size)
    assert 900 < max(sizes) < 1100 and path.read_text().endswith("wrong 99\n")
    path.write_bytes(b"\xff" * 30)
    assert "not UTF-8" in exhibit(held=["BACK"]).app.activity._told[-1]


def test_an_operator_who_has_gone(exhibit: Made) -> None:
    for text, page, seconds in (
        ("idle=10\n", "Operator", 95),
        ("idle=10\ncode=UUUU\n", "Code", 9),
    ):
        desk = exhibit(text, held=["BACK"])
        desk.pin("BACK").drive(1)
        desk.run(1000 * seconds, step=20)
        assert at(desk) == page
        desk.run(6000)
        assert at(desk) == "Attract" and desk.serial.locked


def test_an_error_that_nobody_sees(exhibit: Made) -> None:
    desk = exhibit("idle=10\n", crashes=True)

    def fail(now: int) -> bool:
        raise ValueError("a test")

    desk.app.activity.tick = fail
    desk.run(1000)
    assert at(desk) != "Attract" and desk.app.activity is not None
    desk.run(25_000)
    assert at(desk) in IDLE


def test_a_line_that_is_typed(exhibit: Made) -> None:
    """It is a visit, too; an empty one, which a computer sends that only asks, is none."""
    desk = exhibit("programs=nim\n")
    desk.serial.typed.append("")
    desk.run(100)
    assert at(desk) == "Attract" and not desk.app.exhibit.visiting
    desk.serial.typed.append("trigex")
    desk.run(500)
    assert at(desk) == "Shelf" and not (Path(desk.app.store.folder) / "tapes").exists()
    desk.serial.typed.append("nim")
    desk.run(500)
    assert at(desk) == "SessionScreen" and desk.app.exhibit.visiting


@pytest.mark.parametrize("seconds", [26, 35, 50])
def test_a_line_that_is_typed_while_a_record_plays(exhibit: Made, seconds: int) -> None:
    """It begins a visit at once, as a key does: who listens has no other way."""
    desk = exhibit("programs=nim\n")
    desk.run(1000 * seconds, step=10)
    assert at(desk) == "Showing"
    desk.serial.typed.append("")
    desk.run(100)
    assert at(desk) == "Showing" and not desk.app.exhibit.visiting
    desk.serial.typed.append("nim heaps=3,4,6")
    desk.run(500)
    assert at(desk) == "SessionScreen" and desk.app.exhibit.visiting
    assert desk.app.sessions.screen.setup["heaps"] == (3, 4, 6)


def test_ends_that_count(exhibit: Made) -> None:
    """What the visit has begun: no record that is watched, nothing that a cut has left."""
    desk = exhibit("programs=race\nlock=no\nidle=60\n")
    visit(desk)
    desk.app.sessions.watch(0)
    desk.run(10_000, step=20)
    assert desk.app.sessions.screen.name == "race" and desk.app.sessions.screen.ended
    assert not any(desk.app.exhibit.counts.played)
    desk.press("BACK")
    for line in ("race n=15 m=6", "6 5", "14 6"):
        desk.serial.typed.append(line)
        desk.run(1000)
    assert desk.app.sessions.screen.ended and sum(desk.app.exhibit.counts.played) == 2
    desk.serial.typed.append("race n=15 m=6")
    desk.run(62_000, 100)
    desk = exhibit()
    press(desk, "OK")
    desk.app.fast = True
    desk.run(1000)
    for line in ("6 5", "14 6"):
        desk.serial.typed.append(line)
        desk.run(1000)
    assert desk.app.sessions.screen.ended and not any(desk.app.exhibit.counts.played)


def test_the_code(exhibit: Made) -> None:
    """A wrong one waits longer each time; the port stays locked until the right one."""
    desk = exhibit("code=udlr\n", held=["BACK"])
    assert at(desk) == "Code" and desk.serial.locked
    desk.pin("BACK").drive(1)
    hold(desk)
    assert at(desk) == "Code", "who has not given it changes no language"
    for wait in (1000, 2000, 4000):
        press(desk, "UP", "UP", "UP", "UP")
        assert f"WRONG:WAIT {wait // 1000}S" in texts(desk.chip)[2]
        press(desk, "UP")  # not taken
        desk.run(wait)
        assert texts(desk.chip)[1] == "CODE"
    assert at(desk) == "Code" and desk.serial.locked
    press(desk, "UP", "DOWN", "LEFT", "RIGHT")
    assert at(desk) == "Operator" and not desk.serial.locked
    assert not (Path(desk.app.store.folder) / "wrong.txt").exists()


@pytest.mark.parametrize("held", [True, False])
def test_a_code_of_all_keys(exhibit: Made, held: bool) -> None:
    """BACK, which is held at first, belongs to the code only when it is pressed again."""
    desk = exhibit("code=bodb\n", held=["BACK"])
    if held:
        desk.run(2000)
    desk.pin("BACK").drive(1)
    press(desk, "BACK", "OK", "DOWN")
    assert at(desk) == "Code"
    press(desk, "BACK")
    assert at(desk) == "Operator" and not desk.serial.locked


@pytest.mark.slow
def test_a_wrong_code_and_the_power_switch(exhibit: Made) -> None:
    """What was given counts over a power cut, also one before it is judged; a right one ends it,
    and the flash is worn by a few of them only.
    """
    desk = exhibit("code=udlr\n", held=["BACK"])
    desk.pin("BACK").drive(1)
    path = Path(desk.app.store.folder) / "wrong.txt"
    for count, wait in enumerate((1, 2, 4, 8, 16, 32, 60, 60, 60), 1):
        press(desk, "UP", "UP", "UP", "UP")
        assert path.stat().st_size == min(7, count)
        assert f"WRONG:WAIT {wait}S" in texts(desk.chip)[2]
        writes = desk.app.store.writes
        assert writes == (1 if count <= 7 else 0)
        desk = exhibit(held=["BACK"])
        assert f"WRONG:WAIT {wait}S" in texts(desk.chip)[2], "it is waited for again"
        desk.pin("BACK").drive(1)
        press(desk, "UP", "DOWN", "LEFT", "RIGHT")  # not taken
        assert at(desk) == "Code"
        desk.run(1000 * wait)
    press(desk, "UP", "DOWN", "LEFT", "RIGHT")
    assert at(desk) == "Operator" and not path.exists()
    assert at(exhibit(held=["BACK"])) == "Code"
    assert "WRONG" not in texts(exhibit(held=["BACK"]).chip)[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("idle=5\n", "line 1: idle: out of range; allowed: an integer 10..3600"),
        ("programs=chess\n", "line 1: programs: there is no program 'chess'"),
        ("programs=nim,nim\n", "line 1: programs: 'nim' is there twice"),
        ("fixed=nim heaps=0\n", "line 1: fixed: "),
        ("fixed=chess\n", "line 1: fixed: unknown program 'chess'"),
        ("# ours\n\nidle\n", "line 3: not name=value"),
        ("curtain=yes\n", "line 1: unknown setting 'curtain'"),
    ],
)
def test_a_bad_line(exhibit: Made, text: str, message: str) -> None:
    desk = exhibit(text)
    values = desk.app.exhibit.values
    assert at(desk) == "Attract" and not values["fixed"] and not values["code"]
    desk = exhibit(held=["BACK"])
    assert message in " ".join(desk.app.exhibit.values["wrong"]) and at(desk) == "Operator"
    assert (Path(desk.app.store.folder) / "exhibit.txt").read_text() == text


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("size", monkey.SIZES)
def test_random_keys_change_nothing(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`host_tools lab monkey --exhibit`: left alone the device is as before."""
    assert monkey.main(["--exhibit", "--events", "2000", "--size", size]) == 0
    assert "the same state after each" in capsys.readouterr().out


def test_what_a_visitor_has_changed_is_found() -> None:
    before = {"settings.txt": b"a", "tapes/0001-nim.end.tape": b"x"}
    judge(1, before, {"settings.txt": b"a", "tapes/0002-nim.end.tape": b"y"})
    for changed in ({"settings.txt": b"b"}, {}, {**before, "x": b""}):
        with pytest.raises(Broken, match="visit 1: "):
            judge(1, before, changed)
    with pytest.raises(Broken, match="has not ended"):
        judge(1, before, {**before, "tapes/0002-nim.tape": b""})
