# SPDX-License-Identifier: MIT
"""What the device itself says, in the language in use, and translations of the programs' messages.

    words.use("ru")         from now on `words.NAME` is the text NAME of the module `words.ru`
    words.text(_LOST)       the one in that language of (pixels, English, Russian, Japanese)
    words.speak("nim")      from now on `words.say(line)` translates what the program Nim prints
    words.speak(None)       lines stay as the originals print them
    words.error(message)    what was wrong with something that was typed, translated
    words.story("nim")      what is told of Nim: who made it, where, what its source claims

Only what is in use is kept in memory. A text of the device may have several forms, the longest
first, with "\n" between them: the first one that fits is shown. Translations of the programs are
in `words.programs`, a module for each; the words of a picture stand in its own module (see
`teletype.handheld.pictures.base`) and are gone with it.
"""

from teletype.loading import load

try:
    import micropython
except ImportError:  # plain Python: the same function, not compiled

    class micropython:  # type: ignore[no-redef]
        viper = staticmethod(lambda function: function)

    ptr8 = bytearray
    ptr16 = bytearray

LANGUAGES = ("en", "ru", "ja")

_NAMES = ("English", "Русский", "日本語")
"""What they are called, each in its own script: who reads but one of them finds the way back."""

labels: dict = {}
"""What is written on the board's buttons OK and BACK, if that is something else."""

language = ""
"""The language in use."""

spoken = None
"""The language into which messages are translated; None for the originals."""

_texts = None
"""The module of the language in use."""

_entries: tuple = ()
"""The messages of the program, a tuple of languages each, the original first."""

_column = 0
"""Which of these is wanted."""


def __getattr__(name):
    names = getattr(_texts, "NAMES", None)
    if names is None:
        text = getattr(_texts, name)
    elif name in names:  # two tuples, which stay in the flash of a board: see `packing`
        text = _texts.TEXTS[names.index(name)]
    else:
        raise AttributeError(name)
    return called(text) if labels else text


def called(text):
    """A text with the buttons as the board calls them, where their names are words of it."""
    for name in labels:
        parts = (" " + text + " ").split(name)
        text = parts[0]
        for part in parts[1:]:
            alone = not ("A" <= text[-1:] <= "Z" or "A" <= part[:1] <= "Z")
            text += (labels[name] if alone else name) + part
        text = text[1:-1]
    return text


def text(forms):
    """The text in use of (pixels, English, Russian, Japanese)."""
    chosen = forms[1 + LANGUAGES.index(language)]
    return called(chosen) if labels else chosen


def named(wanted):
    """What a language is called, in itself."""
    return _NAMES[LANGUAGES.index(wanted)]


def use(wanted):
    """Lets `words.NAME` be the texts of the language `wanted`, one of `LANGUAGES`."""
    global language, _texts
    if wanted != language:
        _texts = None  # its memory is free for the next one
        _texts = load("teletype.words." + wanted)
        language = wanted


def _program(name):
    """The module of translations for a program; None if there is none."""
    try:
        return load("teletype.words.programs." + name.replace("-", "_"))
    except ImportError:
        return None


def speak(program, wanted=None):
    """Lets `say` translate the messages of `program` into `wanted`, else the language in use.

    Messages stay as they are if `program` is None or that is the language of the original.
    """
    global spoken, _entries, _column
    _entries = ()
    spoken = None
    if program is None:
        return
    module = _program(program)
    _column = module.LANGUAGES.index(wanted or language) if module else 0
    if _column:
        _entries = module.MESSAGES
        spoken = wanted or language


def original(program):
    """The language in which `program` prints its messages; None if nothing is translated."""
    module = _program(program)
    return module.LANGUAGES[0] if module and module.MESSAGES else None


def of(program, name, english):
    """Texts of a program in the language in use: PRESETS, STRUCTURES, and the page ABOUT."""
    return getattr(_program(program), name + "_" + language.upper(), english)


def titles(program, original, wanted=None):
    """What a program is called in `wanted`, else the language in use, and in a line what it is.

    `original`, and nothing, where there is no translation.
    """
    module = _program(program)
    column = LANGUAGES.index(wanted or language)
    none = ("",) * len(LANGUAGES)
    return (
        getattr(module, "TITLES", none)[column] or original,
        getattr(module, "GISTS", none)[column],
    )


def meanings(program):
    """What the fields of a program's setup are, in the language in use: a dict by their names."""
    entries = getattr(_program(program), "LABELS", {})
    column = LANGUAGES.index(language)
    return {name: entries[name][column] for name in entries}


def values(program):
    """What words of a program's setup are in the language in use: a dict by these words."""
    entries = getattr(_program(program), "VALUES", {})
    column = LANGUAGES.index(language)
    return {name: entries[name][column] for name in entries}


def rules(program, wide):
    """What a program is and what is to be done, in three rows; in a line if not `wide`."""
    module = _program(program)
    texts = getattr(module, "RULES" if wide else "GISTS", ())
    return texts[LANGUAGES.index(language)] if texts else ""


def story(program):
    """What is told of a program beside its rules, in the language in use; None if nothing is.

    Returns pages (see `words.packed`): the paragraphs; in turn what the source claims and what
    was found; and the problems that it solves, pairs of a name and paragraphs.
    """
    try:
        module = load("teletype.words.stories." + program.replace("-", "_"))
    except ImportError:
        return None
    end = language.upper()
    problems = [
        (name, getattr(module, "PROBLEM_%s_%s" % (name.upper(), end)))
        for name in getattr(module, "PROBLEMS", ())
    ]
    return getattr(module, "STORY_" + end), getattr(module, "CLAIMS_" + end), problems


def beginning(program, wanted):
    """A generator: the lines of a story in the language `wanted`; none if there is no story."""
    try:
        module = load("teletype.words.stories." + program.replace("-", "_"))
    except ImportError:
        return
    yield from load("teletype.words.packed").lines(getattr(module, "STORY_" + wanted.upper()))


@micropython.viper
def unpack(page: ptr8, at: int, end: int, pairs: ptr8, codes: ptr16, line: ptr8) -> int:
    """Unpacks the line of a page that begins at `at`, for `words.packed`, where the code is
    described; its length, above 16 bits with the next one's place, behind the last line `end` + 1.

    It is here because this module stays: ports that load machine code from files (Unix, ESP32)
    keep what they have loaded for ever, and a page is unpacked with each story that is told.
    """
    length = 0
    while at < end:
        code = page[at]
        at += 1
        if code >= 254:
            code = (code - 253 << 8) + page[at]
            at += 1
        waiting = 1
        while waiting > 0:
            entry = pairs[3 * code] | pairs[3 * code + 1] << 8 | pairs[3 * code + 2] << 16
            if entry >> 12 != 4095:
                codes[waiting] = entry >> 12
                waiting += 1
                code = entry & 4095
            elif entry & 4095 == 10:
                return length << 16 | at
            else:
                line[length] = entry & 4095
                length += 1
                waiting -= 1
                code = codes[waiting]
    return length << 16 | end + 1


del micropython  # a name in a module that stays takes memory; what follows takes its place


def problem(program, name):
    """A problem that a program solves, and its solution, in words: two lists of paragraphs."""
    module = load("teletype.words.stories." + program.replace("-", "_"))
    end = "_%s_%s" % (name.upper(), language.upper())
    lines = load("teletype.words.packed").lines
    return [list(lines(getattr(module, kind + end))) for kind in ("PROBLEM", "ANSWER")]


def say(line):
    """A line of paper as it is to be shown: translated, if there is an entry for it."""
    return _translated(line, _entries, _column)


def error(message):
    """What is wrong with something that was typed, in the language in use."""
    column = LANGUAGES.index(language)
    if not column:
        return message
    return _translated(message, load("teletype.words.errors").ERRORS, column, True)


def _translated(text, entries, column, deep=False):
    """`text` by the first of `entries` that it matches; if `deep`, what is filled in likewise."""
    for entry in entries:
        parts = _parts(entry[0], text)
        if parts is not None:
            if deep:
                parts = [_translated(part, entries, column, True) for part in parts]
            return _filled(entry[column], parts)
    return text


def _parts(pattern, line):
    """What stands in `line` for each sign of `pattern`; None if they do not match.

    `#` stands for an integer, with the blanks before it where it is set in columns; `*` stands
    for any text up to the first place where the pattern goes on.
    """
    parts = []
    at = 0
    for index in range(len(pattern)):
        char = pattern[index]
        start = at
        if char == "#":
            while line[at : at + 1] == " ":
                at += 1
            if line[at : at + 1] == "-":
                at += 1
            digits = at
            while "0" <= line[at : at + 1] <= "9":
                at += 1
            if at == digits:
                return None
            parts.append(line[start:at])
        elif char == "*":
            rest = pattern[index + 1 :].split("*")[0].split("#")[0]
            at = line.find(rest, at) if rest else len(line)
            if at < start:
                return None
            parts.append(line[start:at])
        elif line[at : at + 1] != char:
            return None
        else:
            at += 1
    return parts if at == len(line) else None


def _filled(pattern, parts):
    """`pattern` with `parts` for its signs, in their order."""
    text = ""
    used = 0
    for char in pattern:
        if char == "#" or char == "*":
            text += parts[used]
            used += 1
        else:
            text += char
    return text


use("en")
