# SPDX-License-Identifier: MIT
"""Languages: every text and message in all of them; see test_texts.py for their widths."""

import ast
import functools
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from host_tools import paths
from host_tools.__main__ import main
from host_tools.emulator.simulator import Simulator
from host_tools.texts import languages
from teletype import words
from teletype.core import tape, taped
from teletype.engines.structures import STRUCTURES
from teletype.programs import catalogue
from tests.helpers.command import call
from tests.helpers.drawn import screen, still
from tests.helpers.texts import WORDS, device, errors, source, translated

NAMES = list(catalogue.NAMES)
LATIN = ("de",)
"""Languages in the letters of English, in which no word shows that it was left."""

OTHERS = [language for language in words.LANGUAGES if language != "en"]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    words.use("en")
    words.speak(None)


def tongues(name: str) -> list[str]:
    """The languages with a title of a program, English first."""
    (title,) = source().programs[name]["TITLE"]
    return [language for language in words.LANGUAGES if title.key in translated(language)]


def others(name: str) -> list[str]:
    """The languages into which the messages of a program are translated."""
    return [language for language in tongues(name) if language != catalogue.language(name)]


def signs(text: str) -> list[str]:
    """What is filled in, in its order."""
    return re.findall(r"%%|%\w|#+|\*", text, re.ASCII)


# the texts of the device


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_text(language: str) -> None:
    english = device("en")
    other = device(language)
    assert list(other) == list(english), "the same names in the same order"
    for name, text in english.items():
        for form in re.split("[\n\v]", other[name]):
            assert form and signs(form) == signs(re.split("[\n\v]", text)[0]), name


@pytest.mark.slow
def test_every_text_that_is_used_is_there_and_is_used() -> None:
    used, called = set(), set()
    built = ("SETTING_", "VALUE_", "KIND_")  # the rest of the key is a setting, a value
    for path in sorted((paths.FIRMWARE / "teletype").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in device("en"):
                used.add(str(node.value))
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "words.text":
                called |= {str(key) for key in constants(node.args[0])}
    assert called <= set(device("en"))
    assert used == {key for key in device("en") if not key.startswith(built)}


def constants(node: ast.expr) -> Iterator[object]:
    """The keys that an argument may be: a constant, or the ends of conditions."""
    if isinstance(node, ast.Constant):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def test_a_language_is_a_file() -> None:
    files = sorted(path.stem for path in WORDS.glob("*.po"))
    assert words.LANGUAGES[0] == "en" and sorted(words.LANGUAGES[1:]) == files
    for language in words.LANGUAGES:
        texts = translated(language)
        name, sign = (texts[source().language[key].key] for key in ("NAME", "SIGN"))
        assert words.named(language) == name and len(sign) == 1
        assert sign in words.asked("/").split("\n")[-1]


def test_nothing_that_is_made_is_in_git() -> None:
    listed = subprocess.run(
        ["git", "ls-files", languages.FOLDER],
        cwd=paths.FIRMWARE,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    made = {path.rpartition("/")[2] for path in listed}
    ours = {"__init__.py", "added.py", "unpacking.py", "en.pot"}
    assert made == ours | {f"{one}.po" for one in OTHERS}


@pytest.mark.slow
def test_no_text_stands_where_it_is_shown() -> None:
    """Screens, pictures and the exhibit have no tuples of languages."""
    for folder in ("handheld", "exhibit", "programs"):
        for path in sorted((paths.FIRMWARE / "teletype" / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Tuple | ast.List) and "catalogue" not in path.name:
                    text = ast.unparse(node)
                    both = re.search("[\u0400-\u04ff]", text) and re.search(
                        "[\u3040-\u9fff]", text
                    )
                    assert not both, f"{path.name}:{node.lineno}"


def test_every_setting_and_every_choice_of_words_has_a_text() -> None:
    from teletype.handheld.keeping.setting_fields import FIELDS, INIT, NAME

    english = device("en")
    for field in FIELDS:
        if field in (*NAME, *INIT) or field.name == "language":
            continue  # not for the buttons; `words.asked` is for the last
        assert f"SETTING_{field.name.upper()}" in english
        for choice in getattr(field, "choices", ()):
            if choice.isalpha() and field.name != "language":
                assert f"VALUE_{choice.upper()}" in english


# the messages of the programs


PRINTED = {
    "logic": "ГФПЧТБДСМИХО",
    **dict.fromkeys(("truth-table", "evolution", "random-walk", "misere-nim", "nim-table"), ""),
    **dict.fromkeys(("calculation-cobol", "calculation-fortran", "calculation-lisp", "yen"), ""),
}
"""Letters of the paper that the English pages name; other programs print Russian words."""


@pytest.mark.parametrize("name", PRINTED)
def test_signs_of_english_pages(name: str) -> None:
    about = "".join(words.program(name, "en").ABOUT)
    assert {char for char in about if not char.isascii()} == set(PRINTED[name])


@pytest.mark.parametrize("name", NAMES)
def test_messages_and_about_pages(name: str) -> None:
    original = catalogue.title(name)
    english = words.program(name, "en")
    for language in tongues(name):
        words.use(language)
        title, gist = words.titles(name, original)
        assert title and gist and words.titles("higher", original) == (original, "")
        if language == catalogue.language(name) == "ru":
            assert title.split("\n")[0] == original
        said = words.program(name)
        assert all(line == line.rstrip() for line in said.ABOUT)
        assert (said.ABOUT == english.ABOUT) == (language == "en")
        assert len("".join(said.ABOUT)) > 40 and len(said.ABOUT) <= 40
        assert len(said.PRESETS) == len(catalogue.load(name).PRESETS)
        for own, label in zip(english.PRESETS, said.PRESETS, strict=True):
            assert (own == label) == (language == "en") or language in LATIN
            assert label
        if name == "evolution":
            assert len(set(said.STRUCTURES)) == len(STRUCTURES)
            for (own, _), label in zip(STRUCTURES, said.STRUCTURES, strict=True):
                assert (own == label.split("\n")[0]) == (language == "en")


def test_every_program_is_told_in_every_language() -> None:
    for name in NAMES:
        assert tongues(name) == list(words.LANGUAGES), name


@pytest.mark.parametrize("name", NAMES)
def test_the_same_is_translated_into_each_language(name: str) -> None:
    patterns = []
    for language in others(name):
        messages = words.program(name, language).MESSAGES
        patterns.append([pattern for pattern, _ in messages])
        for pattern, said in messages:
            assert said and signs(said) == signs(pattern)
        assert patterns[0] == patterns[-1]
    own = catalogue.language(name)
    assert not patterns or (own is None) == (patterns[0] == [])
    assert own is None or words.program(name, own).MESSAGES == ()


@pytest.mark.parametrize("name", NAMES)
def test_what_the_fields_of_a_setup_mean(name: str) -> None:
    fields = {field.name for field in catalogue.load(name).FIELDS}
    english = words.program(name, "en")
    for language in tongues(name):
        said = words.program(name, language)
        assert set(said.LABELS) <= fields and all(said.LABELS.values())
        assert set(said.LABELS) == set(english.LABELS) and all(said.VALUES.values())
        assert set(said.VALUES) == set(english.VALUES)
    assert words.program("higher").LABELS == {}


def test_a_program_without_translations_stays_as_it_is() -> None:
    words.use("ja")
    words.speak("higher")
    assert words.spoken is None and words.say("HIGHER") == "HIGHER"
    assert words.program("higher").ABOUT == () and words.program("higher").STORY == ""


WORD = re.compile(r"[^\W\d_]{2,}")

STAY = {
    "cards": "   A   B   C|ТРУБА .*|БИРКА .*|К[ИТ]НО|БИНО",  # its puzzles
    "truth-table": r"[AY]=.*",  # formulas
    "dates": r"DH\[\d\]",  # the name of the book's array
    "logic": r"[А-Я]{3}( [А-Я]{3})*",  # a timetable, in the letters of the subjects
    "calculation-lisp": r"[TF]\d NIL",
    # cells, numbers, names, and a listing in the language, which stays Russian
    "mir": r"[.O]+|fast|mir[12]|.*[«»].*|[A-ZА-Я]{5,}|.*!?=[-.\d]+|X\[3\]| N   N↑2  √N",
}
"""Lines with letters side by side that are no words of a natural language."""


def printed(name: str) -> set[str]:
    """The lines of paper of a program, in all tapes."""
    found = set()
    for path in sorted((paths.ROOT / "tests/tapes").glob("*.tape")):
        recorded = taped.read(path.read_text(encoding="utf-8").splitlines())
        if recorded.program == name:
            found |= {text for kind, text, _ in recorded.events if kind == tape.PAPER}
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_printed_line_is_translated(name: str) -> None:
    lines = {line for line in printed(name) if WORD.search(line)}
    lines = {line for line in lines if not re.fullmatch(STAY.get(name, "(?!)"), line)}
    for language in others(name):
        words.speak(name, language)
        for line in lines:
            said = words.say(line)
            same = (line, line) in words.program(name, language).MESSAGES  # as НАША in Ukrainian
            assert said != line or same, f"{line}: not in {language}"
            assert re.findall(r"\d+", said) == re.findall(r"\d+", line)
    words.speak(name, catalogue.language(name))
    assert words.spoken is None and all(words.say(line) == line for line in lines)


NO_PAPER = {
    "load", "Integer", "Integers", "Choice", "Decimal", "Numbers", "Text", "Cells", "Formula",
    "Letters", "Cards", "Stock", "SetupError", "Malformed",
}  # fmt: skip
"""Calls whose texts are names of fields, or what is wrong with a setup."""

NO_MESSAGE = {
    "check", "check_order", "heap_kib", "allowed", "parse", "format", "__init__", "symbol",
    "picture",
}  # fmt: skip
"""Functions that print nothing."""

NO_TEXT = {
    "FIELDS", "ASKED", "OFTEN", "INSTEAD", "PICTURE", "TABLES", "PRESETS", "SHOWN", "BEGINS",
    "TETROMINO_T", "EIGHT", "PUZZLES", "NAMES", "SPELLINGS", "REASONS", "editor",
}  # fmt: skip

VALUES = {"king", "NIL", " NIL", "cards", "life", "life_editor", "utf-8"}
"""Constants that are no words on the paper: values, the symbol of LISP, names of editors."""

PARTS = {
    "cards": ("cards/lesson", "cards/formula"),
    "evolution": ("evolution/quiz",),
    "nim-table": ("nim_table/rule",),
    "race": ("race/marks",),
}
"""The modules of programs that are there only where a setup wants them."""


def said_in_source(name: str) -> set[str]:
    """The string constants of a program's source that may come on paper."""
    found = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node, ast.Raise | ast.Subscript | ast.Compare):
            return
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in NO_PAPER:
            return
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "get":
            return  # a value of the setup
        if isinstance(node, ast.FunctionDef) and node.name in NO_MESSAGE:
            return
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in NO_TEXT:
            return
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        for child in ast.iter_child_nodes(node):
            visit(child)

    own = name.replace("-", "_") + "/dialogue"
    for module in (own, *PARTS.get(name, ())):
        path = paths.FIRMWARE / "teletype/programs" / (module + ".py")
        visit(ast.parse(path.read_text(encoding="utf-8")))
    found = {text for text in found if "«ВЫП»" not in text}  # how an answer stood on the paper
    return {text for text in found if WORD.search(re.sub(r"%\d*[ds]", "", text))} - VALUES


@pytest.mark.parametrize("name", NAMES)
def test_every_message_in_the_source_is_translated(name: str) -> None:
    """Also those that no tape has; a line may be put together from several."""
    if others(name) == []:
        return  # only in the language of its messages
    entries = [pattern for pattern, _ in words.program(name, others(name)[-1]).MESSAGES]
    words.speak(name, others(name)[-1])
    for text in said_in_source(name):
        if re.fullmatch(STAY.get(name, "(?!)"), text.replace("%d", "2")) or text == "DH[2]":
            continue
        for part in re.sub(r"%\d*d", "#", text).split("%s"):
            known = any(part in entry for entry in entries) or words.say(part) != part
            assert known, f"'{text}' has no translation"


def test_the_sources_and_tapes_are_read_as_they_should_be() -> None:
    assert {"ВАШ ХОД", "ВЫ ПРОИГРАЛИ"} <= said_in_source("nim") & printed("nim")
    assert "TURN OUT" in said_in_source("calculation-cobol")
    assert "illegal bid: %d yen left%s." in said_in_source("yen")


LINES = (
    ("trigex", "en", "ДЕЛАЮ СВОЙ 12 ХОД", "MY MOVE 12"),
    ("trigex", "en", "ДЕЛАЮ СВОЙ ХОД", "ДЕЛАЮ СВОЙ ХОД"),
    ("trigex", "en", "N=12", "N=12"),
    ("trigex", "en", "", ""),
    ("trigex", "en", "ВАШ ХОД ", "ВАШ ХОД "),
    (
        "nim-table",
        "ru",
        "-3 5 12 is not in the table: heaps 0..9",
        "-3 5 12 НЕТ В ТАБЛИЦЕ: КУЧКИ 0..9",
    ),
    ("nim-table", "ja", "011 lost", "011 負け"),
    ("nim-table", "ru", "735 -> 734", "735 -> 734"),
    ("calculation-fortran", "ru", "( 3) TALON(1) -> FOUND(2)", "( 3) СТОПКА(1) -> БАЗА(2)"),
    ("calculation-fortran", "ru", "(13) NEW CARD!", "(13) НОВАЯ КАРТА!"),
    ("yen", "ru", "you won.", "ВЫ ВЫИГРАЛИ."),
    ("yen", "ru", "minus1 won.", "ВЫИГРЫВАЕТ minus1."),
    ("yen", "ja", "you 2  random 1  draws 0", "あなた 2  random 1  引分 0"),
    ("evolution", "ja", "0.0", "0.0"),
)


@pytest.mark.parametrize(("name", "language", "line", "said"), LINES)
def test_lines_are_translated_with_what_is_in_them(
    name: str, language: str, line: str, said: str
) -> None:
    words.speak(name, language)
    assert words.say(line) == said


FIXED = {
    "ru": {"ПРОИГРАНО", "НЕТ", "УБИРАЕТ", "НИЧЕГО"},
    "uk": {"ПРОГРАНО", "НЕМАЄ", "ВІДКИДАЄ", "НІЧОГО", "ДАЄ", "ХІД"},
}
"""Words after a number whose form does not depend on it."""


@pytest.mark.parametrize("language", FIXED)
def test_a_counted_noun_is_before_its_number(language: str) -> None:
    """It has a form for 1, another for 2 and one for 5, and a message cannot choose."""
    for name in NAMES:
        if language in others(name):
            for _, said in words.program(name, language).MESSAGES:
                counted = set(re.findall(r"# ([^\W\d_]{3,})", said))
                assert counted <= FIXED[language], f"{name}: {said}"


def test_what_is_not_used_is_not_kept() -> None:
    """The modules of a language are forgotten, but for their empty packages."""
    packages = {f"teletype.words.{language}" for language in words.LANGUAGES}
    packages.add("teletype.words.unpacking")
    for name in [name for name in sys.modules if name.startswith("teletype.words.")]:
        del sys.modules[name]
    words.use("ja")
    words.speak("nim")
    assert words.spoken == "ja" and device("ja")["START"] == words.text("START")
    words.use("ru")
    words.speak("nim")
    assert words.spoken is None, "the messages of Nim are Russian"
    words.program("nim", "en")
    assert words.texts("ja")["START"] == device("ja")["START"] != words.text("START")
    assert words.texts()["START"] == words.texts("ru")["START"] == words.text("START")
    kept = {name for name in sys.modules if name.startswith("teletype.words.")}
    assert kept <= packages
    with pytest.raises(KeyError):
        words.text("NO_SUCH_TEXT")


# the handheld


def speaking(language: str, messages: str = "original", folder: Path | None = None) -> Simulator:
    desk = Simulator(folder=folder)
    desk.set(language=language, messages=messages, speed="fast")
    desk.app.shelf()
    desk.run(10)
    return desk


def play(desk: Simulator, line: str, *answers: str) -> None:
    desk.say(line)
    desk.say(*answers)


def test_the_setting_speaks_at_once_and_is_kept(tmp_path: Path) -> None:
    desk = Simulator(folder=tmp_path)
    english = screen(desk)
    desk.press("UP", "OK", "DOWN", *["RIGHT"] * words.LANGUAGES.index("ru"))
    assert desk.app.settings.values["language"] == "ru" == words.language
    russian = screen(desk)
    desk.press("BACK")
    assert screen(desk) != english
    shelf = screen(desk)
    assert "КАРМАННЫЙ ТЕЛЕТАЙП" in desk.serial.printed
    again = Simulator(folder=tmp_path)
    again.press("UP")
    assert screen(again) == shelf
    again.press("OK", "DOWN")
    assert screen(again) == russian, "drawn at once, as it is drawn from the shelf"


SESSIONS = (
    ("race n=15 m=6", ("3 2", "9 9", "8 7")),
    ("nim heaps=7,8,4", ("9 9", "2 1", "2 2")),
    ("trigex", ("9", "9")),
    ("cards", ("1 1 1 1 1 1 1 1 1 1 1 1", "1=0")),
    ("misere-nim", ("3 4 5", "9 9 9")),
    ("yen opponent=minus1", ("99999", "1", "2")),
    ("calculation-cobol lucky=1", ("1", "99", "0")),
    ("calculation-fortran", ("7", "1", "44")),
    ("calculation-lisp", ("T1", "(X)", "NIL")),
    ("evolution r=3", ()),
    ("nim-table limit=3", ("1 2 3", "0 1 1", "9 9 9")),
)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(("line", "answers"), SESSIONS, ids=lambda value: str(value).split()[0])
def test_the_paper_is_changed_to_other_languages_and_back(
    line: str, answers: tuple[str, ...], language: str
) -> None:
    """RIGHT at the end of the paper: all is as if it had been printed so, and the game goes on."""

    def begun(speaks: str, messages: str) -> Simulator:
        desk = speaking(speaks, messages)
        play(desk, line, *answers)
        desk.run(1500)
        picture = desk.app.sessions.screen.picture
        if picture and picture.FIRST:
            desk.press("BACK", "OK")
        return desk

    def rows(desk: Simulator) -> list[bytes]:
        """The screen without its last row, which names what RIGHT would do next."""
        return list(desk.chip.rows())[:-8]

    original = catalogue.language(line.split()[0])
    desk = begun(language, "original")
    before = still(desk)
    paper(desk)
    first = screen(desk)
    others = [language] + [other for other in words.LANGUAGES if other != language]
    others.remove(original)
    for _ in range(2):
        for other in others:
            desk.press("RIGHT")
            assert words.spoken == other and words.language == language
            fresh = begun(other, "translated")
            paper(fresh)
            assert rows(desk) == rows(fresh)
            words.use(language)
            words.speak(line.split()[0], other)
        desk.press("RIGHT")
        assert words.spoken is None and words.language == language
        assert screen(desk) == first
    assert desk.app.settings.values["messages"] == "original"
    assert desk.app.settings.values["language"] == language
    desk.press("OK")
    desk.run(1500)
    assert still(desk) == before
    assert len(list(desk.app.sessions.screen.recorder.answers())) == len(answers)
    # what is printed from here on is what would have been printed without that
    rolls = []
    for one in (desk, speaking(language)):
        if one is not desk:
            play(one, line, *answers)
        for text in answers[-1:]:
            one.serial.typed.append(text)
        one.run(10)
        one.settle()
        roll = one.app.sessions.screen.paper.roll
        rolls.append([one.serial.printed.splitlines()[-1], roll.end, bytes(roll.codes)])
    assert rolls[0] == rolls[1]


def paper(desk: Simulator) -> None:
    """Goes to the paper to look back at."""
    for _ in range(3):
        if type(desk.app.activity).__name__ == "PaperScroll":
            return
        desk.press("BACK")
    raise AssertionError("no paper")


def test_a_print_that_is_interrupted_goes_on_in_the_other_language() -> None:
    desk = speaking("en")
    desk.set(speed="30")
    desk.serial.typed.append("race")
    desk.run(1200)  # in the second line
    desk.press("BACK")
    player = desk.app.sessions.screen
    assert player.printing() and player.paper._typed and player.paper.roll.end == 2
    desk.press("RIGHT", "OK")
    desk.settle()
    desk.run(4000)  # the picture has come, and the machine's move was seen
    panel = still(desk)
    whole = speaking("en", "translated")
    play(whole, "race")
    whole.run(4000)
    assert player.paper.roll.end == player.paper.shown == whole.app.sessions.screen.paper.roll.end
    assert bytes(player.paper.roll.codes) == bytes(whole.app.sessions.screen.paper.roll.codes)
    assert panel == still(whole)


def test_a_session_in_the_background_is_translated_when_it_comes_back() -> None:
    desk = speaking("en")
    play(desk, "race", "3 2")
    desk.press("BACK", "BACK", "UP", "OK", "DOWN", "DOWN", "RIGHT", "BACK", "DOWN", "OK")
    assert desk.app.sessions.screen is desk.app.activity
    desk.run(1000)
    translated = still(desk)
    fresh = speaking("en", "translated")
    play(fresh, "race", "3 2")
    fresh.run(1000)  # the picture comes
    assert still(fresh) == translated


@pytest.mark.slow
def test_a_long_game_is_translated_and_looked_back_at() -> None:
    """More rows than the roll keeps; the oldest ones are printed again in the same language."""
    desk = speaking("ja", "translated")
    play(desk, "race", *["99 99"] * 150)
    player = desk.app.sessions.screen
    assert player.paper.roll.first > 0
    paper(desk)
    last = screen(desk)
    desk.press(*["LEFT"] * 60)
    look = desk.app.activity
    assert look.top == 0
    from teletype.handheld.drawing.glyphs import encode

    roll = look._old
    assert bytes(roll.codes[: roll.length(0)]) == encode("たてレース")
    desk.press(*["RIGHT"] * ((player.paper.shown - 1) // 7))
    assert screen(desk) == last


def test_what_a_picture_has_printed_stays_when_the_paper_is_translated() -> None:
    desk = speaking("en")
    play(desk, "evolution r=1")
    desk.run(1000)
    desk.press("OK", "LEFT", "RIGHT", "RIGHT", "RIGHT", "UP")
    desk.run(200)
    paper(desk)
    before = screen(desk)
    roll = desk.app.sessions.screen.paper.roll
    rows = [bytes(roll.codes[roll.offset(row) :][: roll.length(row)]) for row in range(roll.end)]
    desk.press(*["RIGHT"] * len(words.LANGUAGES))
    assert screen(desk) == before
    roll = desk.app.sessions.screen.paper.roll
    assert rows == [
        bytes(roll.codes[roll.offset(row) :][: roll.length(row)]) for row in range(roll.end)
    ]


@pytest.mark.parametrize("name", [name for name in NAMES if catalogue.load(name).PICTURE])
def test_the_pictures_words_change_with_the_language(name: str) -> None:
    def drawn(language: str) -> Simulator:
        desk = speaking(language)
        play(desk, name)
        if name == "logic":
            pass  # its picture tells the riddle
        elif desk.app.sessions.screen.picture.FIRST:
            desk.press("OK", "LEFT")  # it stands
        elif not desk.app.sessions.screen.picture.ANSWERS:
            desk.press("BACK")
        desk.run(1500)
        if not desk.app.sessions.screen.pictured:  # the first question is one for the paper
            play(desk, "1")
            desk.run(1500)
        assert desk.app.sessions.screen.pictured and desk.chip.unknown == []
        return desk

    desk = drawn("en")
    english = screen(desk)
    desk.set(language="ja")
    desk.app.open(desk.app.sessions.screen)
    desk.run(10)
    assert screen(desk) == screen(drawn("ja"))
    if "ja" in tongues(name):  # else only the device's own words are Japanese
        assert screen(desk) != english


def test_bytes_on_the_bus_for_a_japanese_line() -> None:
    desk = speaking("ja", "translated")
    play(desk, "race", *["99 99"] * 8)
    for _ in range(3):
        desk.chip.reset_counters()
        before = desk.app.sessions.screen.paper.roll.end
        play(desk, "99 99")
        lines = desk.app.sessions.screen.paper.roll.end - before
        assert lines == 2 and desk.chip.wire_bytes <= 160 * (lines + 2)  # the answer, the keys


# the command line


def run(answers: str, *argv: str) -> tuple[int, str]:
    done = call("run", *argv, stdin=answers)
    return done.returncode, done.stdout


@pytest.mark.slow
def test_run_prints_in_the_language_and_saves_the_original(tmp_path: Path) -> None:
    answers = "T=2 L=1\nT=1 L=9\nT=1 L=0\nT=2 L=0\n"
    saved = []
    said = {}
    for language in ("original", *words.LANGUAGES):
        path = tmp_path / f"{language}.tape"
        argv = ("nim", "heaps=7,8,4", "--lang", language, "--save", str(path))
        status, said[language] = run(answers, *argv)
        assert status == 0
        saved.append(path.read_text(encoding="utf-8"))
    assert len(set(saved)) == 1 and "ВАШ ХОД\n" in saved[0]
    assert said["ru"] == said["original"]
    assert said["en"].splitlines()[-1] == "YOU HAVE LOST"
    assert said["ja"].splitlines()[:2] == ["ニムのゲーム", "相手は計算機ミールです"]
    assert main(["replay", str(tmp_path / "ja.tape")]) == 0
    status, paper = run("", "nim", "--lang", "ja")
    assert status == 3 and paper.splitlines()[-1] == "あなたの番です"
    assert run("", "nim", "--lang", "la") == (2, "")


def test_a_translated_run_does_not_reach_the_next_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "dates", "--lang", "ja"]) == 0
    assert main(["run", "evolution", "--lang", "ja", "r=0"]) == 0
    assert "進化" in capsys.readouterr().out
    assert main(["run", "evolution", "r=0"]) == 0
    assert "ЭВОЛЮЦИЯ" in capsys.readouterr().out


# what is wrong with something that was typed

WRONG = (
    ("out of range", "вне допустимых границ"),
    ("heaps=0: allowed: at least one stone", "heaps=0: можно: хотя бы один камень"),
    (
        "n=5: out of range; allowed: an integer 6..9",
        "n=5: вне допустимых границ; можно: целое 6..9",
    ),
    ("'2.5' is not an integer", "'2.5' — не целое число"),
    ("2 value(s), not 1: L", "значений 2, а не 1: L"),
    (
        "column 3: expected an operation or ), not A",
        "позиция 3, нужно: знак операции или ); стоит: A",
    ),
    ("vars=A: C is missing; allowed: C in any order", "vars=A: нет C; можно: C в любом порядке"),
    ("something else", "something else"),
)


@pytest.mark.parametrize(("message", "said"), WRONG)
def test_what_is_wrong_is_said_in_the_language(message: str, said: str) -> None:
    assert words.error(message) == message
    words.use("ru")
    assert words.error(message) == said


CAUSES = {"Malformed", "SetupError", "UnknownProgram", "FormulaError"}


EXCLUDED = "not together with %s=; allowed: one of them"
"""The end of the message of `programs.base.exclude`, for each field that it is called with."""


@functools.cache
def causes() -> list[str]:
    """The messages in the source: arguments of errors, and what `allowed()` returns."""
    texts = []
    for path in sorted(paths.FIRMWARE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found: Sequence[ast.expr | None] = []
            if isinstance(node, ast.Call) and getattr(node.func, "attr", None) is None:
                name = getattr(node.func, "id", "")
                if name in CAUSES:
                    found = node.args[1:2] if name == "FormulaError" else node.args
            elif isinstance(node, ast.FunctionDef) and node.name == "allowed":
                found = [
                    one.value for one in node.body if isinstance(one, ast.Return) and one.value
                ]
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in (
                "problem",
                "allowed",
            ):
                found = [node.value]
            elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "exclude":
                field = ast.literal_eval(node.args[1])
                texts.append(EXCLUDED.replace("%s", field))
            for value in filter(None, found):
                for part in ast.walk(value):
                    if isinstance(part, ast.BinOp):
                        part = part.left
                    elif not (part is value or isinstance(value, ast.IfExp)):
                        continue
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        texts.append(part.value)
    texts.remove(f"%s=%s: {EXCLUDED}")
    return texts


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_every_cause_in_the_source_is_translated(language: str) -> None:
    words.use(language)
    found = {cause for cause in causes() if WORD.search(re.sub(r"%[ds]", "", cause))}
    assert len(found) > 40
    for cause in found:
        if cause in ("->", "<->"):
            continue
        typed = cause.replace("%d", "7").replace("%s", "Z")
        said = words.error(typed)
        if language in LATIN:
            assert said != typed or not re.search("[a-z]{3}", typed), typed
            continue
        left = set(re.findall(r"[a-z]{3,}", said)) - NAMES_OF_VALUES
        assert not left, f"'{cause}': '{said}'"


NAMES_OF_VALUES = {
    "rule", "cards", "cells", "formula", "heaps", "lucky", "plane", "puzzle", "quiz", "space",
    "stock", "duel", "parts", "timetable", "master", "model", "player", "players", "printed",
    "rounds", "table", "vars", "without", "all", "limit", "look", "lower", "mark", "mode",
    "takes", "colours", "lesson", "style", "take", "touch",
}  # fmt: skip


def test_without_memory_for_the_patterns_an_error_is_in_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As on a stock board, where modules take memory, in a session that fills it."""
    words.use("uk")
    message = "the program is not waiting"
    assert words.error(message) != message

    def full(name: str) -> None:
        raise MemoryError

    monkeypatch.setattr(words, "load", full)
    assert words.error(message) == message


def test_errors_have_the_signs_of_the_original() -> None:
    for language in OTHERS:
        assert len(errors(language)) > 100
        for pattern, said in errors(language).items():
            assert signs(said) == signs(pattern), said


def test_a_refused_setup_is_explained_on_the_screen() -> None:
    from tests.helpers.screen import seen, text

    desk = speaking("ru")
    desk.press("DOWN", "DOWN", "OK", "DOWN", "DOWN", "OK")
    desk.press("RIGHT", *["DOWN"] * 7, "RIGHT", *["DOWN"] * 8, "RIGHT", *["DOWN"] * 4, "OK")
    desk.press("UP", "OK")
    shown = " ".join(text(desk.chip, row) for row in range(8))
    said = seen("кучки 0,0,0: можно: хотя бы один камень")
    assert shown.count(said) == 1 and "allowed" not in shown


# panels


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(72, 40), (128, 32)])
def test_small_panels(language: str, width: int, height: int) -> None:
    from teletype.handheld.drawing.glyphs import rows

    desk = Simulator(width, height)
    desk.set(language=language, messages="translated", speed="fast")
    desk.app.shelf()
    desk.press("RIGHT")
    about = desk.app.activity
    assert all(len(rows(line, width - 3)) == 1 for line in about._lines)
    desk.press("BACK")
    play(desk, "race", "99 99")
    roll = desk.app.sessions.screen.paper.roll
    from teletype.handheld.drawing.glyphs import extent

    for row in range(roll.end):
        assert extent(roll.codes, roll.offset(row), roll.length(row)) <= width - 1
