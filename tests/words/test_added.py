# SPDX-License-Identifier: MIT
"""Languages that somebody adds to a board as files, from `texts pack` to the screen.

The pseudo-language stands for a translator's: its accents are in no language of the firmware.
"""

import shutil
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import polib  # type: ignore[import-untyped]
import pytest

from host_tools import paths
from host_tools.build import translations
from host_tools.emulator.images import make_filesystem
from host_tools.emulator.pico import Pico
from host_tools.emulator.simulator import Simulator
from host_tools.texts import glyphs, language_file, languages
from host_tools.usage import Failed, message
from teletype import words
from tests.helpers import pseudo
from tests.helpers.screen import columns
from tests.helpers.sessions import name
from tests.helpers.texts import english

BUILT_IN = ("en", "ru", "ja", "uk", "de")

DAMAGED = "xx.lang: damaged, or no language file"


Texts = dict[tuple[str, str], list[str]]


@pytest.fixture(scope="module")
def texts() -> Texts:
    Simulator()
    return pseudo.texts()


@pytest.fixture(scope="module")
def po(texts: Texts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pseudo-language as a translator saves it."""
    path = tmp_path_factory.mktemp("added") / "xx.po"
    translations.export("xx", path)
    pseudo.fill_in(path, texts, **{"X-Unread": "yes"})
    return path


@pytest.fixture(scope="module")
def packed(po: Path) -> bytes:
    path = po.with_suffix(".lang")
    for _ in range(2):  # an earlier language file is replaced
        assert translations.main(["pack", str(po), "--out", str(path)]) == 0
    return path.read_bytes()


@pytest.fixture(autouse=True)
def _without() -> Iterator[None]:
    """Leave the languages of the firmware to other tests."""
    yield
    Simulator()
    assert words.LANGUAGES == BUILT_IN


def started(folder: Path, **files: bytes) -> Simulator:
    """A handheld with these files, whose names have `_lang` for the ending."""
    for file, data in files.items():
        (folder / file.replace("_lang", ".lang")).write_bytes(data)
    if not (folder / "settings.txt").exists():
        (folder / "settings.txt").write_text("language=en\n")
    desk = Simulator(folder=folder)
    desk.run(300)
    return desk


def shown(desk: Simulator, row: int) -> str:
    """The text of a row whose letters may be any that a font has."""
    drawn: dict[bytes, str] = {}
    for char, data in glyphs.font("fixed").items():
        drawn.setdefault(data[:4], char)  # of letters that look alike, the Latin one
    line = columns(desk.chip, row)
    cells = [line[at : at + 4] for at in range(1, len(line) - 4, 5)]  # the gap may be lit
    inverse = [bytes(byte ^ 255 for byte in cell) for cell in cells]
    return "".join(drawn.get(a) or drawn.get(b, "?") for a, b in zip(cells, inverse, strict=True))


@pytest.mark.slow
def test_it_is_listed_and_chosen(packed: bytes, tmp_path: Path) -> None:
    """One up from the first language is the added one, which is the last."""
    desk = started(tmp_path, xx_lang=packed)
    assert (*BUILT_IN, "xx") == words.LANGUAGES
    desk.app.screens.languages(desk.app.activity)
    desk.run(10)
    assert name(desk) == "Languages"
    own = words.named("xx")
    assert own == pseudo.longer("English", pseudo.MORE[0])
    desk.press("UP")
    desk.run(50)
    assert any(own in shown(desk, row) for row in range(8))
    desk.press("OK")
    assert words.language == "xx" and name(desk) == "Shelf"
    assert (tmp_path / "settings.txt").read_text("utf-8").count("language=xx\n") == 1
    again = Simulator(folder=tmp_path)
    again.run(300)
    assert words.language == "xx"
    play = words.text("SHELF_KEYS").split()[0]
    assert play.replace("Å", "Â") in shown(again, 7)  # which look alike
    assert words.notes() == words.text("LANGUAGE_UNREAD")


def test_the_settings_know_it_although_they_were_loaded_before(
    packed: bytes, tmp_path: Path
) -> None:
    """A command of this computer may have the declarations from a time without the file."""
    from teletype.handheld.keeping.setting_fields import FIELDS

    (language,) = [field for field in FIELDS if field.name == "language"]
    assert "xx" not in language.allowed()
    (tmp_path / "settings.txt").write_text("language=xx\n")
    started(tmp_path, xx_lang=packed)
    assert words.language == "xx" and language.parse("XX") == "xx"


def test_it_says_what_the_po_file_says(packed: bytes, po: Path, tmp_path: Path) -> None:
    desk = started(tmp_path, xx_lang=packed)
    words.use("xx")
    source = languages.source(paths.FIRMWARE / languages.FOLDER)
    file = {(one.msgctxt, one.msgid): one for one in polib.pofile(str(po))}
    said = words.texts()
    assert len(source.device) > 300
    for key, entry in source.device.items():
        one = file[entry.key]
        forms = list(one.msgstr_plural.values()) or [one.msgstr]
        assert said[key].split("\v") == forms
    for program, kinds in source.programs.items():
        about = words.program(program)
        for kind, entries in kinds.items():
            if kind in languages.ALONE:
                value = getattr(about, kind)
                text = "\n".join(value) if isinstance(value, tuple) else value
                assert text == file[entries[0].key].msgstr
    assert words.error("no such choice") == file["device ERRORS", "no such choice"].msgstr
    assert desk.chip.unknown == []


def test_its_letters_are_drawn(packed: bytes, tmp_path: Path) -> None:
    desk = started(tmp_path, xx_lang=packed)
    from teletype.handheld.drawing.glyphs import draw_text  # after the handheld is there

    for text in ("ÉÎÖÛÝÇÑŠŽ", "éîöûýçñšž", "ab Жю ■□◊★"):
        desk.app.panel.clear(0)
        draw_text(desk.app.panel, 0, 1, text)
        desk.app.panel.show()
        assert shown(desk, 0).rstrip() == text


def patched(data: bytes, at: int, new: bytes) -> bytes:
    """A file with a changed head, whose checksum is right."""
    size = int.from_bytes(data[8:10], "little")
    head = data[:at] + new + data[at + len(new) : size]
    return head + zlib.crc32(head).to_bytes(4, "little") + data[size + 4 :]


WRONG: dict[str, Callable[[bytes, int], bytes]] = {
    "empty": lambda data, size: b"",
    "a .po file": lambda data, size: b'msgid ""\nmsgstr "Language: xx"\n' * 50,
    "magic alone": lambda data, size: data[:8],
    "half a head": lambda data, size: data[: size // 2],
    "head alone": lambda data, size: data[: size + 4],
    "cut": lambda data, size: data[:-1],
    "longer": lambda data, size: data + b"x",
    "head damaged": lambda data, size: data[:20] + b"\xff" + data[21:],
    "a head of nothing": lambda data, size: data[:8] + b"\0\0" + data[10:],
    "a head of 64 KB": lambda data, size: data[:8] + b"\xff\xff" + data[10:],
    "name damaged": lambda data, size: data[: size + 4] + b"\xff" + data[size + 5 :],
    "no parts": lambda data, size: patched(data, 8, (21).to_bytes(2, "little"))[:25],
    "other texts": lambda data, size: patched(data, 14, b"abcd"),
}
"""Files that cannot be used, made of one that can; `size` is that of its head."""


@pytest.mark.parametrize("kind", WRONG)
def test_a_file_that_cannot_be_used(packed: bytes, kind: str, tmp_path: Path) -> None:
    data = WRONG[kind](packed, int.from_bytes(packed[8:10], "little"))
    desk = started(tmp_path, xx_lang=data)
    assert words.LANGUAGES == BUILT_IN and words.language == "en"
    told = "xx.lang: for another version; pack it again" if kind == "other texts" else DAMAGED
    assert name(desk) == "Notice" and told in desk.serial.printed
    desk.press("OK")
    assert name(desk) == "Shelf" and (tmp_path / "xx.lang").read_bytes() == data


def test_a_folder_of_that_name(tmp_path: Path) -> None:
    (tmp_path / "xx.lang").mkdir()
    desk = started(tmp_path)
    assert DAMAGED in desk.serial.printed and words.LANGUAGES == BUILT_IN


def test_the_language_of_the_settings_is_gone(tmp_path: Path) -> None:
    old = "language=xx\nspeed=fast\n"
    (tmp_path / "settings.txt").write_text(old)
    desk = started(tmp_path)
    assert words.language == "en" and "settings.txt line 1: language" in desk.serial.printed
    assert (tmp_path / "settings.txt.bad").read_text() == old


@pytest.mark.slow
def test_a_damaged_part_is_in_english(packed: bytes, texts: Texts, tmp_path: Path) -> None:
    """Whatever byte behind the head is wrong, each text is whole: in this language, or English."""
    source = languages.source(paths.FIRMWARE / languages.FOLDER)
    size = int.from_bytes(packed[8:10], "little")
    right = {key: texts[entry.key] for key, entry in source.device.items()}
    english_texts = 0
    for at in range(size + 200, len(packed), 1501):
        data = bytearray(packed)
        data[at] ^= 0x10
        started(tmp_path, xx_lang=bytes(data))
        if "xx" not in words.LANGUAGES:
            continue  # a damaged glyph or name: it is not listed
        words.use("xx")
        for key in source.device:
            text = words.texts()[key].split("\v")
            assert text in (right[key], getattr(english, key).split("\v")), (at, key)
            english_texts += text != right[key]
        for program in source.programs:
            said = words.program(program)
            assert said.STORY or not said.storied()
        words.use("en")
    assert english_texts > 300


def test_a_file_that_goes_while_it_is_read(packed: bytes, tmp_path: Path) -> None:
    """A computer may delete it under a running device: English, and no error."""
    desk = started(tmp_path, xx_lang=packed)
    words.use("xx")
    (tmp_path / "xx.lang").unlink()
    assert words.program("nim").STORY.startswith(words.program("nim", "en").STORY[:40])
    words.use("en")
    words.use("xx")
    desk.app.shelf()
    desk.run(300)
    assert english.SHELF_KEYS.split("\n")[0].split()[0] in shown(desk, 7)


def test_copies_and_known_languages(packed: bytes, tmp_path: Path) -> None:
    """The first of two counts, and a file cannot take the place of a language of the firmware."""
    german = packed_as(packed, "de")
    desk = started(tmp_path, **{"xx_lang": packed, "xx (1)_lang": packed, "de_lang": german})
    assert (*BUILT_IN, "xx") == words.LANGUAGES
    for file in ("xx.lang", "de.lang"):
        assert f"{file}: this device has its language already" in desk.serial.printed


def packed_as(data: bytes, code: str) -> bytes:
    """A language file whose code is another one; it is at the end of the file."""
    place, length, _ = language_file.ROWS.unpack_from(data, language_file.TABLE)
    about = code.encode() + data[place : place + length][2:]
    row = language_file.ROWS.pack(len(data), len(about), zlib.crc32(about))
    made = patched(data, language_file.TABLE, row)
    return patched(made, 10, (len(data) + len(about)).to_bytes(4, "little")) + about


@pytest.mark.parametrize("code", ["", "a" * 8, "x\n", "x=y", "яя", "a.b"])
def test_a_code_that_is_none(packed: bytes, code: str, tmp_path: Path) -> None:
    """It would be a line of the settings."""
    started(tmp_path, xx_lang=packed_as(packed, code))
    assert words.LANGUAGES == BUILT_IN


def test_many_files_and_long_names(tmp_path: Path) -> None:
    """A few lines of at most 80 signs, and the shelf after them."""
    for number in range(60):
        (tmp_path / f"{number:02d}{'x' * 200}.lang").write_bytes(b"x")
    desk = started(tmp_path)
    told = [line for line in desk.serial.printed.splitlines() if "no language file" in line]
    assert len(told) == 3 and all(len(line) <= 80 for line in told)
    desk.press("OK")
    assert name(desk) == "Shelf"


def test_ten_languages_and_one_more(packed: bytes, tmp_path: Path) -> None:
    """Ten are listed and chosen by keys; the next is named."""
    codes = [f"a{chr(97 + number)}" for number in range(11)]
    desk = started(tmp_path, **{f"{code}_lang": packed_as(packed, code) for code in codes})
    assert (*BUILT_IN, *codes[:10]) == words.LANGUAGES
    assert f"{codes[10]}.lang: no room for this language" in desk.serial.printed
    desk.press("OK")
    desk.app.screens.languages(desk.app.activity)
    desk.run(10)
    assert name(desk) == "Languages"
    for _ in range(14):
        desk.press("DOWN")
    desk.run(50)
    assert any(words.named("aj") in shown(desk, row) for row in range(8))
    desk.press("OK")
    assert words.language == "aj"


def test_letters_beyond_the_room(packed: bytes, tmp_path: Path) -> None:
    """The font has 252 narrow glyphs; a language whose letters do not fit is named."""
    source = languages.source(paths.FIRMWARE / languages.FOLDER)
    file = languages.read(paths.FIRMWARE / languages.FOLDER, "de", source)
    file.code = "zz"
    greek = "".join(char for char in glyphs.font("fixed") if "\u0100" <= char < "\u0180")
    entry = source.device["NOTICE_KEYS"]
    file.texts[entry.key] = greek[:60]
    data = language_file.made(source, file, set())
    desk = started(tmp_path, xx_lang=packed, zz_lang=data)
    assert (*BUILT_IN, "xx") == words.LANGUAGES
    assert "zz.lang: no room for this language" in desk.serial.printed


@pytest.mark.parametrize(
    "kind",
    [
        "a missing file", "no language", "a wide letter", "a folder", "a long story",
        "onto itself", "onto a link to it", "onto another file", "a name of two lines",
    ],
)  # fmt: skip
def test_what_pack_refuses(
    kind: str, po: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, and nothing is written."""
    path = tmp_path / ("xx\ny.po" if kind == "a name of two lines" else "xx.po")
    out = tmp_path / "out.lang"
    shutil.copy(po, path)
    if kind == "a missing file":
        path.unlink()
    elif kind == "no language":
        path.write_text(path.read_text("utf-8").replace("Language: xx", "Language: "), "utf-8")
    elif kind == "a folder":
        path.unlink()
        path.mkdir()
    elif kind == "onto itself":
        out = path
    elif kind == "onto a link to it":
        out.symlink_to(path)
    elif kind == "onto another file":
        out.write_text("a month of work")
    else:
        file = polib.pofile(str(path))
        context, text = "device BOOT_TITLE", "鸞"
        if kind == "a long story":
            context, text = "nim STORY", "a b " * 20_000
        next(one for one in file if one.msgctxt == context).msgstr = text
        file.save()
    there = {each: each.read_bytes() for each in tmp_path.iterdir() if each.is_file()}
    try:
        status = translations.main(["pack", str(path), "--out", str(out)])
    except Failed as error:
        status = 1
        print(message(f"texts: {error}"))
    told = "".join(capsys.readouterr())
    expected = {
        "a wide letter": "the firmware lacks 鸞 (U+9E1E)",
        "a long story": "has 80000 bytes, not 65535",
        "onto itself": "xx.po: not a language file; name another file with --out",
        "onto a link to it": "out.lang: not a language file; name another file with --out",
        "onto another file": "out.lang: not a language file; name another file with --out",
        "a name of two lines": "xx\\ny.po:",
    }
    assert status == 1 and expected.get(kind, "texts: ") in told
    assert all(line.startswith("texts: ") for line in told.splitlines())
    assert there == {each: each.read_bytes() for each in tmp_path.iterdir() if each.is_file()}


@pytest.mark.pico
def test_the_emulated_pico_speaks_it(packed: bytes, firmware_uf2: Path) -> None:
    """From its first start with the file to the shelf, and a program's messages."""
    files = {"settings.txt": b"language=xx\nspeed=fast\n", "xx.lang": packed}
    with Pico(firmware_uf2, filesystem=make_filesystem(files)) as pico:
        pico.boot()
        title = pseudo.longer("POCKET TELETYPE", pseudo.MORE[0]).encode()
        pico.run_until(lambda: title in pico.output, 8000, 50, "the title in the new language")
        told = "from teletype import words; print(words.language, words.named('xx'))"
        assert pico.execute(told) == f"xx {pseudo.longer('English', pseudo.MORE[0])}\n"
