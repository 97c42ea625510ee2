# SPDX-License-Identifier: MIT
"""The device's texts, and translations of the programs' output, in the current language.

    words.use("ru")           from now on `words.text(KEY)` is Russian
    words.speak("nim")        from now on `words.say(line)` translates the output of Nim
    words.speak(None)         lines stay as the originals print them
    words.shown(line)         a message in the current language, as a picture shows it
    words.program("nim")      the texts about Nim: title, rules, about page, story (see `Program`)
    words.error(message)      an error message about typed input, translated

A language is a folder of this package: `device` has the texts of the device under their keys, and
each program has a module with the texts about it. Only the device's texts in the current language
stay in memory; the rest is loaded on demand.

A text of the device may have several forms, the longest first, with "\n" between them: the first
one that fits is shown.
"""

from teletype.loading import load

LANGUAGES = ("en", "ru", "ja", "uk")
"""The folders, in the order in which the device offers them."""

labels: dict = {}
"""The labels of the board's buttons OK and BACK, if they differ."""

language = ""
"""The language in use."""

spoken: str | None = None
"""The language into which messages are translated; None for the originals."""

_texts: "dict | Texts" = {}
"""The device's texts in the language in use, by their keys."""

_errors: "tuple | bytes" = ()
"""The translated error messages of the language in use: pairs, or compressed as in an image."""

_messages: tuple = ()
"""Pairs of a message as the program prints it, and its translation."""

_pictured: tuple = ()
"""The same for pictures: in the language in use, whatever the language of the paper."""


class Texts:
    """The device's texts in a language by their keys, in the form of an image: see
    `host_tools.build.compressed`. Keys and texts stay in the flash; a dictionary would take 3 KB.
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
        """Return the place of a key among the sorted ones."""
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
    """The texts about a program in one language.

    TITLE, GIST  its title, optionally with a shorter form, and a description in a line
    RULES        a description and instructions, in three rows
    KEYS         the keys of its picture, in a few lines separated by "\n"
    LABELS       the names of the fields of the setup; VALUES: the words in them
    PRESETS      the labels of the program's PRESETS, in their order
    MESSAGES     pairs of a printed message, with `#` for an integer and `*` for any text,
                 and its translation; the first match counts. Empty in the program's own language
    PICTURE      the texts of its picture, by keys, if they differ from the device's
    ABOUT        the paragraphs of the about page
    STORY        author, place, time and curiosities; paragraphs separated by "\n"
    CLAIMS       in turn a claim of the source and the result found here
    PROBLEMS     of `logic`: the name of a problem, the problem in words, and its
                 solution; a paragraph that begins with a number is the condition of that number
    GUESSES      of `logic`: for each problem the question and the possible guesses
    PROSE        in an image, ABOUT, STORY and CLAIMS, compressed: see `compressed`
    PERSONS      of `logic`: the persons who claim something in a problem, separated by blanks
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
    """Switch `text` to the language `wanted`, one of `LANGUAGES`."""
    global language, _texts, _errors
    if wanted != language:
        _texts, _errors = {}, ()  # free their memory for the next language
        said = _device(wanted)
        _texts, _errors = _found(said), said["ERRORS"]
        language = wanted


def _device(wanted):
    return load("teletype.words.%s.device" % wanted).__dict__


def _found(said):
    """Return the texts of a module `device` by their keys."""
    if "TEXTS" in said:  # frozen
        return Texts(_device(LANGUAGES[0])["KEYS"], said["TEXTS"])
    if "BLOCKS" in said:  # from a file
        return load("teletype.words.blocks").Blocks(said["BLOCKS"])
    return said


def texts(wanted=None):
    """Return the device's texts by their keys, in the language `wanted` or the current one."""
    if wanted in (None, language):
        return _texts
    return _found(_device(wanted))


def text(key):
    """Return a text of the device, with the board's button labels. Raises KeyError."""
    return called(_texts[key]) if labels else _texts[key]


def called(text):
    """Replace the words OK and BACK in a text by the board's button labels."""
    for name in labels:
        parts = (" " + text + " ").split(name)
        text = parts[0]
        for part in parts[1:]:
            alone = not ("A" <= text[-1:] <= "Z" or "A" <= part[:1] <= "Z")
            text += (labels[name] if alone else name) + part
        text = text[1:-1]
    return text


def named(wanted):
    """Return a language's own name for itself."""
    return load("teletype.words." + wanted).NAME


def asked(between):
    """Return the word "language" in all languages, joined by `between`, and shorter forms."""
    modules = [load("teletype.words." + each) for each in LANGUAGES]
    forms = [between.join([module.WORD.split("\n")[at] for module in modules]) for at in (0, -1)]
    return "\n".join(forms + ["".join([module.SIGN for module in modules])])


def program(name, wanted=None):
    """Return a program's texts in the language `wanted`, or the current one, or English."""
    module = _module(name, wanted or language) or _module(name, LANGUAGES[0])
    return Program(module)


def prose(name, wanted=None):
    """Return the texts as `program` does, with the about page, the story and the claims."""
    said = program(name, wanted)
    if said.PROSE:
        load("teletype.words.compressed").read(said)
    return said


def _module(name, wanted):
    """Return the module of a program in a language; None if the language has none."""
    try:
        return load("teletype.words.%s.%s" % (wanted, name.replace("-", "_")))
    except ImportError:
        return None


def titles(name, original, wanted=None):
    """Return a program's title and one-line description in `wanted`, or the current language.

    Without texts about it: `original` and an empty text.
    """
    said = program(name, wanted)
    return said.TITLE or original, said.GIST


def speak(name, wanted=None, pictured=None):
    """Let `say` translate the messages of a program into `wanted`, or the current language.

    They stay as they are if `name` is None, or if there are no translations. `pictured`: the
    program that has a picture; `shown` translates its messages. Returns that program's texts in
    the current language, so that they need not be loaded again.
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
    """Return a line of paper for display: translated, if there is an entry for it."""
    return _translated(line, _messages)


def shown(message):
    """Return a message of the program for its picture: in the current language."""
    return _translated(message, _pictured)


def error(message):
    """Return an error message about typed input in the current language."""
    errors = _errors  # empty in English
    if isinstance(errors, bytes):
        errors = load("teletype.words.compressed").errors(errors)
    return _translated(message, errors, True)


def _translated(text, pairs, deep=False):
    """Translate `text` by the first matching pair; if `deep`, translate its parts too."""
    for pattern, translation in pairs:
        parts = _parts(pattern, text)
        if parts is not None:
            if deep:
                parts = [_translated(part, pairs, True) for part in parts]
            return _filled(translation, parts)
    return text


def _parts(pattern, line):
    """Return the part of `line` for each placeholder of `pattern`; None if they do not match.

    `#` stands for an integer, with the blanks before it in columns; `*` stands
    for any text up to the first place where the rest of the pattern follows.
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
    """Fill the placeholders of `pattern` with `parts`, in order."""
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
