# SPDX-License-Identifier: MIT
"""The settings: kept, damaged, refused by the flash; after a safe start."""

import importlib
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.emulator.simulator import Simulator
from teletype import words
from teletype.core.request import Malformed
from teletype.handheld.keeping import settings as keeping
from teletype.handheld.keeping.setting_fields import FIELDS, NAME
from tests.helpers.screen import SIZES, Size
from tests.helpers.sessions import name, refuse, rows


def test_settings_are_kept_while_their_screen_is_open(tmp_path: Path) -> None:
    """A second after the last change, so that a held key writes once; before a typed line too."""
    path = tmp_path / "settings.txt"
    desk = Simulator(folder=tmp_path)
    desk.press("UP", "OK", "RIGHT")
    desk.run(700)
    assert "speed" not in path.read_text()
    desk.press("RIGHT")
    desk.run(700)
    assert "speed" not in path.read_text()
    desk.run(300)
    assert "speed=fast\n" in path.read_text()
    desk.press("DOWN", "DOWN", "RIGHT")
    desk.serial.typed.append("race")
    desk.run(40)
    assert "messages=original\n" in path.read_text() and name(desk) == "SessionScreen"


def test_settings_that_the_flash_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Simulator(folder=tmp_path)

    desk.press("UP", "OK")
    monkeypatch.setattr(desk.app.store, "replace", refuse)
    desk.press("RIGHT", "RIGHT")
    desk.run(1000)
    assert rows(desk)[6:] == ["NOT SAVED: the flash", "refuses"]
    desk.press("BACK")
    assert name(desk) == "Shelf" and desk.app.fast


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"speed", "line 1: not name=value"),
        (b"# mine\n\nspeed=11\n", "line 3: speed: no such choice; allowed: 10, 30, fast"),
        (b"speed=30\nspeed=fast\n", "line 2: speed is given twice"),
        (b"colour=red\n", "unknown setting 'colour'"),
        (b"speed=\xff\n", "not UTF-8"),
        (b"#" * 5000, "more than 4000 bytes"),
        (b"\0" * 300, "not UTF-8"),
        ("speed=30\n".encode("utf-16-le"), "not UTF-8"),
        (b"spee", "line 1: not name=value"),
    ],
)
def test_damaged_settings(text: bytes, message: str, tmp_path: Path) -> None:
    """The defaults hold for what is wrong; it is said on the device, once, and kept."""
    (tmp_path / "settings.txt").write_bytes(text)
    desk = Simulator(folder=tmp_path)
    assert name(desk) == "Notice"
    assert message in " ".join(desk.serial.printed.split("\n"))
    assert rows(desk)[1].startswith("settings.txt")
    desk.press("OK")
    assert name(desk) == "Shelf"
    assert (tmp_path / "settings.txt.bad").read_bytes() == text
    assert name(Simulator(folder=tmp_path)) == "Shelf"


def test_earlier_kept_settings_are_not_replaced(tmp_path: Path) -> None:
    """Each by the next one; of many the first two stay, and the newest."""
    texts = [b"speed=%d\n" % number for number in range(5)]
    names = ["settings.txt.bad", "settings.txt.2.bad", *["settings.txt.3.bad"] * 3]
    for text, name_ in zip(texts, names, strict=True):
        (tmp_path / "settings.txt").write_bytes(text)
        desk = Simulator(folder=tmp_path)
        assert desk.app.settings.messages[-1] == f"kept as {name_}"
        assert (tmp_path / name_).read_bytes() == text
    kept = [(tmp_path / name_).read_bytes() for name_ in names[:3]]
    assert kept == [texts[0], texts[1], texts[4]]
    assert len(list(tmp_path.glob("*.bad*"))) == 3
    root_files: Any = importlib.import_module("teletype.handheld.keeping.root_files")
    assert not any(root_files.right_name(name_) for name_ in names)


def test_what_is_right_in_damaged_settings_holds(tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("speed=fast\norder=sideways\n")
    desk = Simulator(folder=tmp_path)
    assert desk.app.fast and desk.app.settings.values["order"] == "easy"
    assert "speed=fast" in (tmp_path / "settings.txt").read_text()


def test_many_wrong_lines_do_not_fill_the_memory(tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("x\n" * 1900)
    assert len(Simulator(folder=tmp_path).app.settings.messages) <= 21


@pytest.mark.parametrize("text", [b"speed=fast\nblank=77\n", b"speed=\xff", None])
def test_settings_changed_after_a_safe_start(text: bytes | None, tmp_path: Path) -> None:
    """What was set before is not lost: it is kept beside the new file, once."""
    if text is not None:
        (tmp_path / "settings.txt").write_bytes(text)
    desk = Simulator(folder=tmp_path, held=["BACK"], new=text is None)
    for dim in (1, 2):
        desk.app.settings.values["dim"] = dim
        desk.app.settings.save()
        assert f"dim={dim}\n" in (tmp_path / "settings.txt").read_text()
        kept = tmp_path / "settings.txt.bad"
        assert (kept.read_bytes() if kept.exists() else None) == text


@pytest.mark.parametrize(
    "text",
    [
        b"\xef\xbb\xbflanguage=ru\r\nspeed=30",
        b"language = ru\nspeed = 30\n",
        b"Language=RU\n SPEED =\t30 \n",
    ],
)
def test_settings_as_editors_and_people_write_them(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "settings.txt"
    path.write_bytes(text)
    desk = Simulator(folder=tmp_path)
    values = desk.app.settings.values
    assert values["language"] == "ru" and values["speed"] == "30"
    assert not desk.app.settings.messages and path.read_bytes() == text


@pytest.mark.parametrize("comment", [b"\n# no sound, please\n", b"\n  # so\r\n", b"\r#so\r"])
def test_comments_of_the_owner_are_kept_aside(comment: bytes, tmp_path: Path) -> None:
    text = b"name=Aula #3" + comment + b"sound=off\n"
    path, kept = tmp_path / "settings.txt", tmp_path / "settings.txt.bad"
    path.write_bytes(text)
    desk = Simulator(folder=tmp_path)
    assert not desk.app.settings.messages and not kept.exists()
    desk.app.settings.save()
    assert kept.read_bytes() == text and b"sound=off\n" in path.read_bytes()
    kept.unlink()
    Simulator(folder=tmp_path).app.settings.save()
    assert not kept.exists()


@pytest.mark.parametrize("size", SIZES)
def test_every_row_takes_left_and_right(size: Size, tmp_path: Path) -> None:
    desk = Simulator(*size, folder=tmp_path, buzzer=0)
    desk.app.screens.settings()
    desk.run(100)
    seen = set()
    for _ in range(40):
        seen.add(desk.app.activity._fields[desk.app.activity._list.chosen].name)
        desk.press("RIGHT", "LEFT", "DOWN")
        desk.run(50)
        assert type(desk.app.activity).__name__ == "Options"
    assert {"language", "find"} <= seen


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("size", [(128, 64), (72, 40), (64, 48)])
def test_the_chosen_setting_has_its_name(
    size: Size, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On its row or, if that has only space for the value, in the title."""
    desk = Simulator(*size, buzzer=0)
    desk.app.speak(language)
    editor: Any = importlib.import_module("teletype.handheld.screens.field_editor")
    titles: list[str] = []
    draw = editor.title_row

    def title_row(app: Any, text: str) -> None:
        titles.append(text)
        draw(app, text)

    monkeypatch.setattr(editor, "title_row", title_row)
    desk.app.screens.settings()
    desk.run(100)
    screen = desk.app.activity
    named, in_title = set(), 0
    for _ in screen._fields:
        field = screen._fields[screen._list.chosen]
        label, value = screen._text(screen._list.chosen)
        forms = screen.label(field).split("\n")
        if label:
            assert label in forms and titles[-1] == words.text("SETTINGS")
        else:
            assert value and titles[-1] == screen.label(field)
            in_title += 1
        named.add(field.name)
        desk.press("DOWN")
        desk.run(50)
    assert len(named) == len(screen._fields)
    if size != (72, 40):  # where it depends on the language
        assert (in_title > 0) == (size == (64, 48))


@pytest.mark.parametrize("program", ["nim", "yen", "calculation-lisp", "random-walk"])
@pytest.mark.parametrize("size", [(72, 40), (64, 48)])
def test_the_title_follows_every_key(size: Size, program: str) -> None:
    """In a setup, too: values, pickers, examples; a full redraw would give the same screen."""
    chance = random.Random(program)
    desk = Simulator(*size, buzzer=0)
    desk.app.screens.setup(program)
    desk.run(300)
    if type(desk.app.activity).__name__ == "Tables":
        desk.press("DOWN")
        desk.run(300)
    screen = desk.app.activity
    titles = set()
    for _ in range(150):
        desk.press(chance.choice(("DOWN", "DOWN", "UP", "RIGHT", "RIGHT", "LEFT", "OK", "BACK")))
        desk.run(60)
        if desk.app.activity is not screen:  # another editor, or the shelf
            desk.app.open(screen)
            desk.run(60)
        before = list(desk.chip.rows())
        screen.draw()
        desk.app.panel.show()
        assert list(desk.chip.rows()) == before
        titles.add(screen._titled)
    assert len(titles) > 1 or size == (72, 40)


def test_a_first_value_that_takes_its_row_is_named_in_the_title() -> None:
    desk = Simulator(64, 48, buzzer=0)
    desk.app.screens.setup("truth-table", {"formula": "(A↔B)↔(C↔D)"})
    desk.run(300)
    screen = desk.app.activity
    desk.press("DOWN")
    desk.run(60)
    assert screen._text(screen._list.chosen) == ("", "(A↔B)↔(C↔D)")
    assert screen._titled == "formula"


# The settings alone


@pytest.fixture
def module() -> Any:
    Simulator()  # fills in what this Python lacks
    return importlib.import_module("teletype.handheld.keeping.settings")


def of(module: Any, folder: Path, safe: bool = False) -> Any:
    store = importlib.import_module("teletype.handheld.keeping.store").Store(f"{folder}/")
    return module.Settings(store, safe)


def test_without_a_file_the_defaults_hold(module: Any, tmp_path: Path) -> None:
    settings = of(module, tmp_path)
    assert settings.new and settings.messages == []
    assert settings.values == {field.name: field.default for field in FIELDS}
    settings.save()
    assert not settings.new and not of(module, tmp_path).new


def test_each_value_is_written_as_it_is_read(module: Any, tmp_path: Path) -> None:
    settings = of(module, tmp_path)
    changed = {"speed": "fast", "language": "ru", "contrast": 1, "baud": "45.45", "name": "Ω 1"}
    settings.values.update(changed)
    settings.save()
    again = of(module, tmp_path)
    assert again.values == {**settings.values, **changed} and again.messages == []


def test_a_profile_sets_what_nothing_else_says(module: Any, tmp_path: Path) -> None:
    (tmp_path / "settings.txt").write_text("profile=museum\nblank=3\n")
    values = of(module, tmp_path).values
    assert (values["dim"], values["blank"], values["sound"]) == (5, 3, "off")
    (tmp_path / "settings.txt").write_text("dim=5\nblank=60\nprofile=home\n")
    values = of(module, tmp_path).values
    assert (values["dim"], values["blank"]) == (5, 60)
    settings = of(module, tmp_path)
    settings.values["profile"] = "museum"
    settings.values.update(dim=1, blank=1, sound="all")
    settings.profile()
    assert [settings.values[name] for name in ("dim", "blank", "sound")] == [5, 60, "off"]


def test_a_safe_start_reads_no_file(module: Any, tmp_path: Path) -> None:
    """Whatever is in it, the file cannot be the reason why the next start fails, too."""
    (tmp_path / "settings.txt").write_text("speed=fast\nlanguage=ja\nblank=77\nbroken\n")
    settings = of(module, tmp_path, safe=True)
    assert settings.values == {field.name: field.default for field in FIELDS}
    assert settings.messages == [] and not settings.new
    (tmp_path / "settings.txt").unlink()
    (tmp_path / "settings.txt").mkdir()  # to read it would be an error
    assert of(module, tmp_path, safe=True).messages == []


def test_reading_ends_when_nobody_would_read_on(module: Any) -> None:
    """Ten faults are told, of whatever kind; a file of more than 200 lines is not read at all."""
    for line in ("a=1\n", "speed\n", "dim=x\n", "speed=fast\n"):
        values: dict[str, object] = {}
        messages: list[str] = []
        module.take(line * 199 + "contrast=2\n", "f.txt", FIELDS, values, messages)
        assert len(messages) == module.MOST == 10 and "contrast" not in values
    messages = []
    assert module.take("\n" * 201, "f.txt", FIELDS, {}, messages) is None
    assert messages == ["f.txt: more than 200 lines"]
    assert module.take("\n" * 199 + "dim=1\n", "f.txt", FIELDS, {}, messages) == {"dim": 200}


@given(text=st.text(st.sampled_from("dim=92, \t\xa0#ы~"), max_size=200), times=st.integers(1, 20))
def test_no_message_repeats_a_long_value(text: str, times: int) -> None:
    """At most 80 characters of the file, and what is allowed."""
    messages: list[str] = []
    keeping.take("\n".join([f"dim={text * times}", text * times]), "f.txt", FIELDS, {}, messages)
    assert all(len(message) <= 140 for message in messages), messages


def test_messages_name_the_line_and_what_is_allowed(module: Any) -> None:
    text = "# a comment\n\n  dimm = 3\ndim=61\ncontrast=2\ncontrast=3\nred\n"
    values = {"dim": 2, "contrast": 4}
    messages: list[str] = []
    given = module.take(text, "f.txt", FIELDS, values, messages)
    assert messages == [
        "f.txt line 3: unknown setting 'dimm'",
        "f.txt line 4: dim: out of range; allowed: an integer 0..60",
        "f.txt line 6: contrast is given twice",
        "f.txt line 7: not name=value",
    ]
    assert values == {"dim": 2, "contrast": 2} and "contrast" in given


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (" Museum 3 ", "Museum 3"),
        ("x" * 20, "x" * 20),
        ("x" * 21, None),
        ("a\x7fb", None),
        ("", ""),
    ],
)
def test_the_name_of_a_board(text: str, value: str | None) -> None:
    (field,) = NAME
    if value is None:
        with pytest.raises(Malformed):
            field.parse(text)
    else:
        assert field.parse(text) == field.format(value) == value
