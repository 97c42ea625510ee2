# SPDX-License-Identifier: MIT
"""What the device says, and translations of what the programs print, in the language in use.

    words.use("ru")           from now on `words.text(KEY)` is Russian
    words.speak("nim")        from now on `words.say(line)` translates what the program Nim prints
    words.speak(None)         lines stay as the originals print them
    words.shown(line)         a message in the language in use, as a picture shows it
    words.program("nim")      what is said of Nim: title, rules, about page, story (see `Program`)
    words.error(message)      what was wrong with something that was typed, translated

A language is a folder of this package: `device` has the texts of the device under their keys, and
one module for each program what is said of it. Only the device's texts in the language in use are
kept in memory; the rest is loaded when it is wanted.

A text of the device may have several forms, the longest first, with "\n" between them: the first
one that fits is shown.
"""

from teletype.loading import load

LANGUAGES = ("en", "ru", "ja", "uk")
"""The folders, in the order in which the device offers them."""

labels: dict = {}
"""What is written on the board's buttons OK and BACK, if that is something else."""

language = ""
"""The language in use."""

spoken: str | None = None
"""The language into which messages are translated; None for the originals."""

_texts: "dict | Texts" = {}
"""The device's texts in the language in use, by their keys."""

_messages: tuple = ()
"""Pairs of a message of the program as it is printed, and its translation."""

_pictured: tuple = ()
"""The same for pictures: in the language in use, whatever the paper is in."""


class Texts:
    """The device's texts in a language by their keys, as an image has them: see `host_tools.build.
    compressed`. Both are found in the flash; a dictionary of all takes 3 KB of the heap.
    """

    def __init__(self, keys, texts):
        self._keys = keys
        self._texts = texts

    def __contains__(self, key):
        return self._keys[self._place(key)] == key

    def __getitem__(self, key):
        place = self._place(key)
        if self._keys[place] != key:
            raise KeyError(key)
        return self._texts[place]

    def _place(self, key):
        """Where a key stands among those that are sorted, if it is there."""
        keys = self._keys
        low = 0
        high = len(keys) - 1
        while low < high:
            middle = (low + high) >> 1
            if keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        return low


class Program:
    """What is said of a program in one language.

    TITLE, GIST  what it is called, perhaps with a shorter form, and what it is in a line
    RULES        what it is and what is to be done, in three rows
    KEYS         what the keys do in its picture, in a few lines with "\n" between
    LABELS       what the fields of the setup are, by their names; VALUES: the words in them
    PRESETS      the labels of the program's PRESETS, in their order
    MESSAGES     pairs of what the program prints, with `#` for an integer and `*` for any text,
                 and the translation; the first that matches holds. Empty in its own language
    PICTURE      what its picture says, by keys, where those of the device are not used
    ABOUT        the paragraphs of the about page
    STORY        who made it, where, when, and what was strange; paragraphs with "\n" between
    CLAIMS       in turn what the source claims, and what was found here
    PROBLEMS     of `logic`: the name of a problem, the problem as a person reads it, and its
                 solution; a paragraph that begins with a number is the condition of that number
    GUESSES      of `logic`: for each problem the question, and what a person may guess
    PROSE        in an image, ABOUT, STORY and CLAIMS, compressed: see `compressed`
    PERSONS      of `logic`: those who claim something in a problem, with blanks between
    STRUCTURES   of `evolution`: the names of the structures in its editor
    """

    TITLE = GIST = RULES = KEYS = STORY = CLAIMS = ""
    PROSE = b""
    MESSAGES: tuple = ()
    PRESETS: tuple = ()
    ABOUT: tuple = ()
    STRUCTURES: tuple = ()
    PROBLEMS: tuple = ()
    LABELS: dict = {}
    VALUES: dict = {}
    GUESSES: dict = {}
    PERSONS: dict = {}
    PICTURE: dict = {}

    def __init__(self, module=None):
        said = module.__dict__ if module else {}  # `dir` takes 40 ms on a board
        for name in said:
            if name[0] != "_":
                setattr(self, name, said[name])

    def storied(self):
        """Whether it has a story, compressed or not."""
        return bool(self.STORY or self.PROSE)


def use(wanted):
    """Lets `text` give the texts of the language `wanted`, one of `LANGUAGES`."""
    global language, _texts
    if wanted != language:
        _texts = {}  # its memory is free for the next one
        _texts = _load_texts(wanted)
        language = wanted


def _load_texts(wanted):
    said = load("teletype.words.%s.device" % wanted).__dict__
    if "TEXTS" not in said:
        return said
    return Texts(load("teletype.words.%s.device" % LANGUAGES[0]).KEYS, said["TEXTS"])


def texts(wanted=None):
    """The device's texts in the language `wanted`, else the one in use, by their keys."""
    if wanted in (None, language):
        return _texts
    return _load_texts(wanted)


def text(key):
    """A text of the device, with the buttons as the board calls them. Raises KeyError."""
    return called(_texts[key]) if labels else _texts[key]


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


def named(wanted):
    """What a language is called, in itself."""
    return load("teletype.words." + wanted).NAME


def asked(between):
    """The word "language" in all languages, with `between` between them, and shorter forms."""
    modules = [load("teletype.words." + each) for each in LANGUAGES]
    forms = [between.join([module.WORD.split("\n")[at] for module in modules]) for at in (0, -1)]
    return "\n".join(forms + ["".join([module.SIGN for module in modules])])


def program(name, wanted=None):
    """What is said of a program in the language `wanted`, else the one in use, else in English."""
    module = _module(name, wanted or language) or _module(name, LANGUAGES[0])
    return Program(module)


def prose(name, wanted=None):
    """What `program` gives, with the about page, the story and the claims."""
    said = program(name, wanted)
    if said.PROSE:
        load("teletype.words.compressed").read(said)
    return said


def _module(name, wanted):
    """The module of a program in a language; None if that language has nothing of it."""
    try:
        return load("teletype.words.%s.%s" % (wanted, name.replace("-", "_")))
    except ImportError:
        return None


def titles(name, original, wanted=None):
    """What a program is called in `wanted`, else the language in use, and in a line what it is.

    `original`, and nothing, where nothing is said of it.
    """
    said = program(name, wanted)
    return said.TITLE or original, said.GIST


def speak(name, wanted=None, pictured=None):
    """Lets `say` translate the messages of a program into `wanted`, else the language in use.

    They stay as they are if `name` is None, or if there are no translations. `pictured`: the
    program of which there is a picture; `shown` translates its messages. Returns what is said of
    it in the language in use, so that it need not be loaded again.
    """
    global spoken, _messages, _pictured
    spoken = None
    _messages = _pictured = ()
    if name is not None:
        wanted = wanted or language
        _messages = Program(_module(name, wanted)).MESSAGES
        if _messages:
            spoken = wanted
    if pictured is None:
        return None
    said = program(pictured)
    own = name is not None and wanted == language
    _pictured = _messages if own else said.MESSAGES
    return said


def say(line):
    """A line of paper as it is to be shown: translated, if there is an entry for it."""
    return _translated(line, _messages)


def shown(message):
    """A message of the program as its picture shows it: in the language in use."""
    return _translated(message, _pictured)


def error(message):
    """What is wrong with something that was typed, in the language in use."""
    errors = load("teletype.words.%s.device" % language).ERRORS
    if isinstance(errors, bytes):  # as an image has it
        errors = load("teletype.words.compressed").errors(errors)
    return _translated(message, errors, True)


def _translated(text, pairs, deep=False):
    """`text` by the first of `pairs` that it matches; if `deep`, what is filled in likewise."""
    for pattern, translation in pairs:
        parts = _parts(pattern, text)
        if parts is not None:
            if deep:
                parts = [_translated(part, pairs, True) for part in parts]
            return _filled(translation, parts)
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
