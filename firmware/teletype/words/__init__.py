# SPDX-License-Identifier: MIT
"""The device's texts, and translations of the programs' output, in the current language.

    words.use("ru")           from now on `words.text(KEY)` is Russian
    words.speak("nim")        from now on `words.say(line)` translates the output of Nim
    words.speak(None)         lines stay as the originals print them
    words.shown(line)         a message in the current language, as a picture shows it
    words.program("nim")      the texts about Nim: title, rules, about page, story (see `Program`)
    words.error(message)      an error message about typed input, translated
    words.counted(KEY, 3)     a text that counts something, in the form for that number
    words.add(folder, names)  offers the languages that somebody has added to a board, too

A language is a file CODE.po of this folder, and English is `en.pot`. `host_tools.texts.languages`
makes of them what this package reads: `index`, `places`, for each program what it has `printed`,
and a few modules for each language. Texts stay packed in the flash until they are asked for. A
board may have further languages as files (`teletype.words.added`).

A text of the device may have several shorter forms, the longest first, with "\n" between them: the
first one that fits is shown.
"""

from binascii import crc32

from teletype.loading import load
from teletype.words.unpacking import Language

_index = load("teletype.words.index")

LANGUAGES = _index.LANGUAGES
"""The languages' codes, English first, in the order in which the device offers them."""

_added: dict = {}
"""Those among them that are files of the board, by their codes."""

labels: dict = {}
"""The labels of the board's buttons OK and BACK, if they differ."""

language = ""
"""The language in use."""

spoken: str | None = None
"""The language into which messages are translated; None for the originals."""

_KEPT = 20
"""Texts that are kept unpacked, so that a picture which is drawn again allocates nothing."""


class Texts:
    """The device's texts in a language by their keys."""

    def __init__(self, language):
        self.language = _opened(language)
        self._kept = {}

    def __contains__(self, key):
        return _number(key) >= 0

    def __getitem__(self, key):
        kept = self._kept
        if key in kept:
            return kept[key]
        number = _number(key)
        if number < 0:
            raise KeyError(key)
        if len(kept) == _KEPT:
            kept.clear()
        kept[key] = text = self.language.text(number)
        return text


def _number(key):
    """Return the number of a key of the device, -1 if it is unknown."""
    wanted = crc32(key.encode()).to_bytes(4, "big")[:3]
    at = _index.KEYS.find(wanted)
    while at % 3 and at > 0:
        at = _index.KEYS.find(wanted, at + 1)
    return at // 3


class Program:
    """The texts about a program in one language, unpacked when they are asked for.

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
                 Of `mir`: the name of a program, what it is about, and nothing
    GUESSES      of `logic`: for each problem the question and the possible guesses
    PERSONS      of `logic`: the persons who claim something in a problem, separated by blanks
    STRUCTURES   of `evolution`: the names of the structures in its editor
    """

    def __init__(self, name, said):
        places = load("teletype.words.places")
        known = name in places.NAMES
        self._name = name
        self._parts = places.ROWS[places.NAMES.index(name)].decode() if known else ""
        self._said = said

    def __getattr__(self, kind):
        value = _nothing(kind)
        place = self._place(kind)
        if place:
            value = self._read(kind, *place)
        setattr(self, kind, value)
        return value

    def _place(self, kind):
        """Return (number of the first text, the names) of a kind; None if there are no texts."""
        parts = self._parts.split(" ")
        if kind not in parts:
            return None
        at = parts.index(kind)
        return int(parts[at + 1]), parts[at + 2]

    def _read(self, kind, number, names):
        """Return the texts of a kind, of which `number` is the first."""
        text = self._said.text
        if kind == "ABOUT":
            return tuple(self._said.long(number).split("\n"))
        if kind in ("STORY", "CLAIMS"):
            return self._said.long(number)
        if names == "-":
            return text(number)
        if names.isdigit():
            return tuple([text(number + at) for at in range(int(names))])
        if kind == "MESSAGES":
            messages = self.messages()
            if messages is None:
                return ()
            patterns = str(messages.patterns, "utf-8").split("\n")[:-1]
            return tuple([(one, messages.text(at)) for at, one in enumerate(patterns)])
        found = {}
        for name in names.split(","):
            name, _, count = name.partition("=")
            read = self._said.long if kind == "PROBLEMS" else text
            texts = [read(number + at) for at in range(int(count or 1))]
            found[name] = tuple(texts) if count else texts[0]
            number += len(texts)
        if kind == "PROBLEMS":
            return tuple([(name,) + found[name] for name in names.replace("=2", "").split(",")])
        return found

    def problem(self, name):
        """Return what PROBLEMS has with a name; None if there is no such problem."""
        place = self._place("PROBLEMS")
        if place is None:
            return None
        number, names = place
        for each in names.split(","):
            each, _, count = each.partition("=")
            if each == name:
                return tuple([self._said.long(number + text) for text in range(int(count))])
            number += int(count)
        return None

    def messages(self):
        """Return the messages with their translations; None in the program's own language."""
        place = self._place("MESSAGES")
        if place is None or place[1] == self._said.code:  # they name the language
            return None
        printed = load("teletype.words.printed_" + self._name.replace("-", "_"))
        return Messages(printed.PATTERNS, self._said, place[0])

    def storied(self):
        """Whether it has a story."""
        return " STORY " in self._parts


def _nothing(kind):
    """Return what stands for texts of a program that it lacks; AttributeError: no such texts."""
    if kind in ("TITLE", "GIST", "RULES", "KEYS", "STORY", "CLAIMS"):
        return ""
    if kind in ("MESSAGES", "PRESETS", "ABOUT", "STRUCTURES", "PROBLEMS"):
        return ()
    if kind in ("LABELS", "VALUES", "GUESSES", "PERSONS", "PICTURE"):
        return {}
    raise AttributeError(kind)


class Messages:
    """What a program prints, as `patterns`, and the translation of each.

    The patterns are rows of UTF-8 in one object, which an image has in its flash.
    """

    def __init__(self, patterns, said, first):
        self.patterns = patterns
        self._said = said
        self._first = first

    def text(self, at):
        return self._said.text(self._first + at)


_messages: Messages | None = None
"""The messages of the program that is running; None if they stay as they are."""

_pictured: Messages | None = None
"""The same for pictures: in the language in use, whatever the language of the paper."""


def add(folder, names):
    """Offer also the languages in the files `names` of a folder, which ends with `/`. Return
    messages for `error` about those that cannot be used.
    """
    global LANGUAGES, _added
    if not names and not _added:
        return []
    _added, messages = load("teletype.words.added").find(folder, names, _index)
    LANGUAGES = _index.LANGUAGES + tuple(_added)
    return messages


def _opened(code):
    """Return the texts of a language by number; those in English if its file is damaged."""
    try:
        return Language(code, _added.get(code))
    except OSError:
        return Language(LANGUAGES[0], None)


def use(wanted):
    """Switch `text` to the language `wanted`, one of `LANGUAGES`."""
    global language, _texts
    if wanted != language:
        _texts = None  # type: ignore[assignment]  # frees its memory for the next language
        _texts = Texts(wanted)
        language = wanted


def texts(wanted=None):
    """Return the device's texts by their keys, in the language `wanted` or the current one."""
    return _texts if wanted in (None, language) else Texts(wanted)


def text(key):
    """Return a text of the device, with the board's button labels. Raises KeyError."""
    return called(_texts[key]) if labels else _texts[key]


def counted(key, number):
    """Return a text of the device in the form that counts `number`."""
    return text(key).split("\v")[_texts.language.form(number)]


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
    if wanted in _added:
        return _added[wanted].name
    return _index.NAMES[LANGUAGES.index(wanted)]


def notes():
    """Return what is to be known of the language in use; empty if it is whole and was read."""
    if language in _added:
        part, unread = _added[language].percent, _added[language].unread
    else:
        at = LANGUAGES.index(language)
        part, unread = _index.PERCENT[at], _index.UNREAD[at]
    said = text("LANGUAGE_PART") % part if part < 100 else ""
    if unread:
        said = (said + " " + text("LANGUAGE_UNREAD")).strip()
    return said


def asked(between):
    """Return the word "language" in all languages, joined by `between`, and shorter forms."""
    added = [_added[code] for code in LANGUAGES[len(_index.LANGUAGES) :]]
    asked = list(_index.WORDS) + [file.word for file in added]
    signs = list(_index.SIGNS) + [file.sign for file in added]
    forms = [between.join([word.split("\n")[at] for word in asked]) for at in (0, -1)]
    return "\n".join(forms + ["".join(signs)])


def _language(wanted):
    """Return the texts by number in the language `wanted`, or the current one."""
    return _texts.language if wanted in (None, language) else _opened(wanted)


def program(name, wanted=None):
    """Return a program's texts in the language `wanted`, or the current one."""
    return Program(name, _language(wanted))


def titles(name, original, wanted=None):
    """Return a program's title and one-line description in `wanted`, or the current language.

    Without texts about it: `original` and an empty text.
    """
    if name not in _index.TITLED:
        return original, ""
    number = _index.TITLES + 2 * _index.TITLED.index(name)
    said = _language(wanted)
    return said.text(number) or original, said.text(number + 1)


def speak(name, wanted=None, pictured=None):
    """Let `say` translate the messages of a program into `wanted`, or the current language.

    They stay as they are if `name` is None, or if there are no translations. `pictured`: the
    program that has a picture; `shown` translates its messages. Returns that program's texts in
    the current language, so that they need not be loaded again.
    """
    global spoken, _messages, _pictured
    spoken = None
    _messages = _pictured = None
    if name is not None:
        wanted = wanted or language
        _messages = program(name, wanted).messages()
        if _messages:
            spoken = wanted
    if pictured is None:
        return None
    said = program(pictured)
    own = name == pictured and wanted == language
    _pictured = _messages if own else said.messages()
    return said


def say(line):
    """Return a line of paper for display: translated, if there is an entry for it."""
    return _translated(line, _messages)


def shown(message):
    """Return a message of the program for its picture: in the current language."""
    return _translated(message, _pictured)


def error(message):
    """Return an error message about typed input in the current language: one of ours, which are in
    English, or of the program.
    """
    if message[:1] >= "А":
        return _translated(message, _messages, True)
    if language == LANGUAGES[0]:
        return message
    try:
        patterns = load("teletype.words.errors").PATTERNS
    except MemoryError:
        return message  # where modules take memory, and a session has nearly all of it
    return _translated(message, Messages(patterns, _texts.language, _index.ERRORS), True)


def _translated(text, messages, deep=False):
    """Translate `text` by the first matching pattern; if `deep`, translate its parts too."""
    if messages is None:
        return text
    patterns = messages.patterns
    start = text[:1].encode()
    number = at = 0
    while at < len(patterns):
        end = patterns.find(b"\n", at)
        if patterns.startswith(start, at) or patterns[at] in b"#*":  # most differ here
            parts = _parts(str(patterns[at:end], "utf-8"), text)
            if parts is not None:
                if deep:
                    parts = [_translated(part, messages, True) for part in parts]
                return _filled(messages.text(number), parts)
        number += 1
        at = end + 1
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


_texts: Texts = Texts(LANGUAGES[0])
"""The device's texts in the language in use, by their keys."""

language = LANGUAGES[0]
