# SPDX-License-Identifier: MIT
"""`texts check`, `texts export` and `texts import`: a language as a .po file, and back."""

import errno
import os
import re
import shutil
import unicodedata
from collections.abc import Callable
from pathlib import Path

import polib  # type: ignore[import-untyped]
import pytest

from host_tools import paths
from host_tools.build import translations
from host_tools.texts import po
from host_tools.usage import Failed, WrongUsage
from teletype import words

OTHERS = [language for language in words.LANGUAGES if language != "en"]

Text = Callable[[str], str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the .po files in a copy of the firmware, which an import writes to."""
    copy = tmp_path / "firmware"
    shutil.copytree(paths.FIRMWARE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(paths, "FIRMWARE", copy)
    monkeypatch.chdir(tmp_path)
    return copy / "teletype/words"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("language", OTHERS)
def test_an_untouched_file_changes_no_byte(
    language: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(folder)
    assert translations.main(["export", language]) == 0
    assert Path(f"{language}.po").read_bytes() == before[f"{language}.po"]
    assert translations.main(["import", f"{language}.po"]) == 0
    assert "already has these texts" in capsys.readouterr().out
    assert contents(folder) == before


@pytest.mark.parametrize("language", OTHERS)
def test_polib_reads_what_we_read(language: str) -> None:
    """A second reader of the format agrees with ours."""
    path = paths.FIRMWARE / f"teletype/words/{language}.po"
    ours = po.read(path)
    theirs = polib.pofile(str(path))
    assert theirs.percent_translated() == 100 and theirs.metadata == ours.header
    assert [
        (one.msgctxt, one.msgid, one.msgid_plural, one.msgstr or "", one.comment)
        for one in theirs
    ] == [
        (one.context, one.source, one.plural, "" if one.plural else one.texts[0],
         "\n".join(one.comments))
        for one in ours.entries
    ]  # fmt: skip


@pytest.mark.parametrize("change", ["crlf", "bom", "wrapped", "accents", "previous", "program"])
def test_what_translators_programs_write_is_taken(
    change: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Line ends, a byte order mark, other line breaks, comments and headers of a program."""
    before = contents(folder)
    text = before["uk.po"].decode()
    if change == "crlf":
        text = text.replace("\n", "\r\n")
    elif change == "bom":
        text = "\ufeff" + text
    elif change == "wrapped":
        file = polib.pofile(text, wrapwidth=40)
        text = str(file)
    elif change == "accents":  # apart from their letters, as macOS has them in file names
        file = polib.pofile(text)
        for one in file:
            one.msgstr = unicodedata.normalize("NFD", one.msgstr)
        text = str(file)
        assert "и\u0306" in text
    elif change == "previous":
        text = text.replace('msgctxt "nim TITLE"', '#| msgid "NIMM"\nmsgctxt "nim TITLE"')
        text += '\n#~ msgctxt "nim OLD"\n#~ msgid "old"\n#~ msgstr "старе"\n'
    else:
        text = text.replace(
            '"Language: uk\\n"', '"Language: uk_UA\\n"\n"X-Generator: Poedit 3\\n"'
        )
    Path("mine.po").write_bytes(text.encode())
    assert translations.main(["import", "mine.po"]) == 0
    assert "uk already has these texts" in capsys.readouterr().out
    assert contents(folder) == before


def replaced(old: str, new: str) -> Text:
    def change(text: str) -> str:
        assert text.count(old) == 1, old
        return text.replace(old, new)

    return change


def said(context: str, text: str, source: str = "") -> Text:
    """Put a translation into an entry."""

    def change(whole: str) -> str:
        file = polib.pofile(whole)
        (entry,) = (one for one in file if one.msgctxt == context and source in ("", one.msgid))
        entry.msgstr = text
        return str(file)

    return change


def twice(whole: str) -> str:
    at = whole.index("\n\n", whole.index('msgctxt "nim TITLE"'))
    entry = whole[whole.rindex("\n\n", 0, at) : at]
    return whole[:at] + entry + whole[at:]


def plural(rule: str) -> Text:
    def change(whole: str) -> str:
        file = polib.pofile(whole)
        file.metadata["Plural-Forms"] = f"nplurals=3; plural={rule};"
        return str(file)

    return change


def numbered(whole: str) -> str:
    return whole.replace("msgstr[1]", f"msgstr[{'9' * 5000}]", 1)


NIM = 'msgctxt "nim TITLE"'

SPOILT: tuple[tuple[Text, str], ...] = (
    (said("device RACE_NOT", "не можна %d"), r"device RACE_NOT: .* 55 pixels wide, not 43"),
    (
        said("device TAPES_NONE", "СТРІЧОК ЩЕ НЕМАЄ"),
        r"device TAPES_NONE: 'СТРІЧОК ЩЕ НЕМАЄ' is 80 pixels wide, not 71",
    ),
    (said("device RACE_NOT", "крім #"), r"\['#'\] is filled in, not \['%d'\]"),
    (said("device RACE_NOT", "не %d%d"), r"\['%d', '%d'\] is filled in, not \['%d'\]"),
    (
        said("device RACE_CELLS", "OK:ХІД %d\nOK:%d"),
        r"device RACE_CELLS: a placeholder in the shorter form 'OK:%d'; remove it",
    ),
    (
        said("device RACE_CELLS", "OK:ХІД %d\nOK %"),
        r"RACE_CELLS: .* after a %; allowed are %d, %%",
    ),
    (said("device RACE_CELLS", "ХІД %d %i"), r"'ХІД %d %i' has another sign after a %; allowed"),
    (
        said("device PROBLEM_ROWS", "%d" * 3000),
        r"PROBLEM_ROWS: \['%d', .*… is filled in, not \['%d', '%d'\]",
    ),
    (said("device RESUMING", "ПОВТОР %d%%\nПОВТОР"), r"RESUMING: \[\] is filled in, not \['%d'\]"),
    (
        said("device ERRORS", "# не #\nтут * та *", "# value(s), not #: *"),
        r"device ERRORS: \['#', '#', '\*', '\*'\] is filled in, not \['#', '#', '\*'\]",
    ),
    (said("device CARDS_LEGEND", "ТАК НІ"), r"CARDS_LEGEND: 'ТАК НІ' is not 3 words"),
    (said("device LEAF_DAYS", "НПВСЧП"), r"LEAF_DAYS: 'НПВСЧП' is not 7 letters"),
    (said("device DATES_FORM", "D M"), r"DATES_FORM: 'D M' has not each of D, M, G once"),
    (said("device RACE_CELLS", "OK:ХІД %d\n "), r"RACE_CELLS: a form of .* is blank"),
    (said("language NAME", "Українська мова"), r"language NAME: .* is 75 pixels wide, not 66"),
    (
        said("language NAME", "у" * 70_000),
        r"language NAME: 'у{79}…' is 350000 pixels wide, not 66",
    ),
    (said("language NAME", "У\nМ"), r"language NAME: 'У\\nМ' has a line break; a name has one"),
    (said("language NAME", " "), r"language NAME is not translated: 'English'"),
    (said("language SIGN", "ЄЄЄ"), r"language SIGN: 'ЄЄЄ' is not one letter"),
    (said("language SIGN", " "), r"language SIGN is not translated: 'A'"),
    (said("language WORD", "мова" * 15), r"language WORD: '(мова)+' is 300 pixels wide, not 66"),
    (said("language WORD", "МОВА\n"), r"language WORD: a form of 'МОВА\\n' is blank"),
    (said("device TITLE", "ТЕЛЕ\u00adТАЙП"), r"device TITLE: the sign U\+00AD cannot be shown"),
    (said("device TITLE", "ТЕЛЕТАЙП\ufe0f"), r"device TITLE: the sign U\+FE0F cannot be shown"),
    (said("device TITLE", "ТЕЛЕТА\u0301ЙП"), r"device TITLE: the sign U\+0301 cannot be shown"),
    (plural("!" * 300 + "n"), r"1: Plural-Forms: '!+…': more than 30 parts within parts"),
    (plural("!" * 2000 + "n"), r"1: Plural-Forms: \d+ signs, but at most 400 are possible"),
    (plural("n+" * 3000 + "0"), r"1: Plural-Forms: \d+ signs, but at most 400 are possible"),
    (plural("9" * 300), r"1: Plural-Forms: '9+…' gives form 9+…, but nplurals is 3"),
    (numbered, r"msgstr\[9+…\] is out of order"),
    (replaced("Language: uk", "Language: " + "u" * 270), r"Language: 'u+…' is not the code"),
    (said("device TITLE", "\ue000"), r"device TITLE: no glyph for '\\ue000'"),
    (said("nim LABELS heaps", "довжелезні купки"), r"nim LABELS heaps: .* not 60"),
    (
        said("nim STORY", "Щонайприскіпливішенайдовше"),
        r"nim STORY: a page is too narrow for 'Щонайприскіпливішенайдовше'",
    ),
    (said("language NAME", ""), r"language NAME is not translated: 'English'"),
    (twice, r"nim TITLE is already in line \d+"),
    (replaced("Language: uk", "Language: en"), r"1: Language: 'en' is not the code of a language"),
    (replaced("Language: uk", "Language: "), r"1: Language: '' is not the code of a language"),
    (
        replaced("Language: uk", "Language: ../uk"),
        r"1: Language: '\.\./uk' is not the code of a language",
    ),
    (replaced("nplurals=3", "nplurals=2"), r"1: Plural-Forms: .* gives form 2, but nplurals is 2"),
    (replaced("nplurals=3; plural=", "nplurals=3; plural=__import__"), r"Plural-Forms: .*unknown"),
    (replaced(NIM, NIM.replace("TITLE", "TI\u202eTLE")), r"sign U\+202E cannot be shown"),
    (replaced(NIM, NIM.replace("TITLE", "TI\u0007TLE")), r"sign U\+0007 cannot be shown"),
    (replaced(NIM, NIM[:-1]), r"not a line of a \.po file"),
    (replaced(NIM, NIM.replace("TITLE", "TI\\xTLE")), r"unknown escape \\x"),
    (replaced(NIM, f"{NIM}\n{NIM}"), r"msgctxt after msgctxt"),
    (replaced(NIM, f"{NIM}\n# a comment"), r"a comment inside an entry"),
    (replaced(NIM, 'msgid "x"\n\n' + NIM), r"msgctxt after msgid"),
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("spoil", "complaint"), SPOILT, ids=[one[1] for one in SPOILT])
def test_what_is_wrong_changes_nothing(
    spoil: Text, complaint: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each mistake is one line, with the line of its entry."""
    before = contents(folder)
    text = spoil(before["uk.po"].decode())
    Path("mine.po").write_text(text, encoding="utf-8")
    assert translations.main(["import", "mine.po"]) == 1
    line, last = capsys.readouterr().err.splitlines()
    assert last == "texts: nothing was changed" and re.search(complaint, line)
    assert len(line) < 300 and line.isprintable()
    number = re.match(r"texts: mine\.po:(\d+): (?:(\w+ \w+): )?", line)
    assert number or "is not translated" in line
    if number and number[2]:
        assert f'msgctxt "{number[2]}' in text.splitlines()[int(number[1]) - 1]
    assert contents(folder) == before


def test_a_file_of_another_kind_changes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(folder)
    Path("folder.po").mkdir()
    Path("huge.po").write_bytes(b"#" * (po.LIMIT + 1))
    Path("empty.po").write_bytes(b"")
    Path("half.po").write_bytes(b'msgid ""\nmsgstr "\nx')
    Path("utf16.po").write_bytes('msgid ""\nmsgstr ""\n'.encode("utf-16"))
    Path("latin.po").write_bytes(
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n# \xe4\n'.encode("latin-1")
    )
    Path("zeros.po").write_bytes(b"\0" * 50)
    expected = {
        "folder.po": r"1: Is a directory",
        "huge.po": r"1: more than 4 MiB",
        "missing.po": r"1: No such file",
        "empty.po": r"1: no header",
        "half.po": r"2: not a line",
        "utf16.po": r"1: UTF-16",
        "latin.po": r"4: not UTF-8",
        "zeros.po": r"1: not a line",
    }
    for name, complaint in expected.items():
        assert translations.main(["import", name]) == 1
        line, last = capsys.readouterr().err.splitlines()
        assert re.match(f"texts: {name}:{complaint}", line) and "nothing was changed" in last
    assert contents(folder) == before


@pytest.mark.slow
def test_what_is_left_to_do(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An incomplete language is taken, and every text that lacks is named."""
    file = polib.pofile(str(folder / "uk.po"))
    entries = {one.msgctxt: one for one in file}
    entries["nim TITLE"].msgstr = ""
    entries["nim GIST"].flags.append("fuzzy")
    entries["nim RULES"].msgid = "Take stones."
    file.remove(entries["nim KEYS"])
    entries["nim LABELS heaps"].msgctxt = "nim LABELS piles"
    entries["device SHELF_KEYS"].msgstr = " \n"
    entries["device RACE_CELLS"].msgid_plural = "OK:MOVE BY %d"
    entries["device RACE_CELLS"].msgstr_plural = {0: "ХІД %d", 1: "ХОДИ %d"}
    file.save("mine.po")
    assert translations.main(["import", "mine.po"]) == 0
    told = capsys.readouterr().out
    for pattern in (
        r"mine\.po:\d+: nim TITLE: not translated: 'NIM'",
        r"mine\.po:\d+: nim GIST: fuzzy",
        r"mine\.po:\d+: device SHELF_KEYS: not translated: ",
        r"mine\.po:\d+: device RACE_CELLS: not translated: 'OK:MOVE BY %d'",
        r"mine\.po:\d+: nim RULES: the English text has changed: 'Take stones\.'",
        r"mine\.po: nim KEYS: missing: ",
        r"mine\.po:\d+: nim LABELS piles: not in use: 'heaps'",
        r"mine\.po: nim LABELS heaps: missing: 'heaps'",
        r"words/uk\.po: 99 %",
    ):
        assert re.search(pattern, told), pattern
    assert translations.main(["check", "uk"]) == 0
    assert re.search(r"^uk: \d+ of \d+ texts, 99 %$", capsys.readouterr().out, re.MULTILINE)
    kept = {one.msgctxt: one for one in polib.pofile(str(folder / "uk.po"))}
    assert kept["nim GIST"].fuzzy and kept["nim GIST"].msgstr == entries["nim GIST"].msgstr
    assert kept["nim RULES"].fuzzy and kept["nim RULES"].previous_msgid == "Take stones."
    assert kept["nim KEYS"].msgstr == "" and "nim LABELS piles" not in kept
    assert translations.main(["export", "uk"]) == 0
    assert Path("uk.po").read_bytes() == (folder / "uk.po").read_bytes()


@pytest.mark.parametrize(
    ("given", "code"),
    [("uk_UA", "uk"), ("uk-UA", "uk"), ("pt_BR", "pt_BR"), ("pt-BR", "pt_BR"), ("xx", "xx")],
)
def test_the_codes_of_languages(given: str, code: str, folder: Path) -> None:
    assert translations.main(["export", given]) == 0
    assert f'"Language: {code}\\n"' in Path(f"{code}.po").read_text(encoding="utf-8")


def test_a_full_disk_leaves_no_part(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next export would say that the file exists, and a person might take it for whole."""

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(Failed, match=r"uk\.po: No space left on device"):
            translations.main(["export", "uk"])
    assert not list(Path().glob("uk.po*"))
    assert translations.main(["export", "uk"]) == 0


def test_a_file_that_is_there_is_not_written_over(folder: Path) -> None:
    Path("uk.po").write_text("a month of work")
    with pytest.raises(Failed, match=r"uk\.po: File exists; give another FILE with --out"):
        translations.main(["export", "uk"])
    assert Path("uk.po").read_text() == "a month of work"
    for language in ("en", "", "Ukrainian", "../x"):
        with pytest.raises(WrongUsage):
            translations.main(["export", language])


@pytest.mark.slow
def test_without_a_command_the_texts_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    """This is what `texts` did in version 0.1, which said nothing."""
    assert translations.main([]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("no fault") and told.err == ""


@pytest.mark.slow
def test_our_languages_are_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert translations.main(["check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == list(words.LANGUAGES)
    assert all(" 100 %" in line for line in lines)
