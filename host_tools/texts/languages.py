# SPDX-License-Identifier: MIT
"""The languages of a firmware: what its .po files say, and the modules that the device reads.

`en.pot` in `firmware/teletype/words` is the source: `msgid` is the English text. Each other
language is a file CODE.po there. The context of an entry says which text it is:

    language NAME              the language's name; WORD, its word for "language"; SIGN, one letter
    device SHELF_KEYS          a text of the device, by its key
    device ERRORS              what is wrong with something typed; msgid has the placeholders
    nim LABELS heaps           a text about a program, by the program's name; see `Program`
    nim MESSAGES ru ВАШ ХОД    what a program prints, and in which language; a file in that
                               language lacks the entry

A text counts if it is not fuzzy and its `msgid` is that of the source. In place of any other the
device shows English. So a language may be incomplete, and a changed English text shows itself.

For a device, `modules` makes Python modules of all this, which `teletype.words` reads. `index` has
the keys, `places` what texts each program has, `printed_NAME` the messages that it prints,
`errors` what is wrong with something typed.
`CODE.texts` has what unpacks a language's texts, and in an image the texts, too. Elsewhere a
module takes memory, so the short texts are in `CODE.short0` and so on, and those that are read a
page at a time in `CODE.long0` and so on. None of these modules is kept in git. On this computer
`Finder` makes them when they are imported, without the compression, which takes a second. It keeps
the project's own in the cache, because reading five languages takes longer than a start of `run`.
"""

import contextlib
import functools
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import marshal
import re
import types
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from host_tools import paths
from host_tools.files import framed, put
from host_tools.texts import glyphs, packing, plurals, po
from host_tools.usage import Failed

FOLDER = "teletype/words"
"""The place of the .po files in a firmware."""

SOURCE = "en.pot"
ENGLISH = "en"

DEVICE, LANGUAGE, ERRORS, MESSAGES = "device", "language", "ERRORS", "MESSAGES"

ABOUT_LANGUAGE = ("NAME", "WORD", "SIGN")

LONG = ("ABOUT", "STORY", "CLAIMS", "PROBLEMS")
"""Texts of a program that are read a page at a time."""

ALONE = ("TITLE", "GIST", "RULES", "KEYS", "ABOUT", "STORY", "CLAIMS")
"""One text each. The others are several, by a name or a number."""

TITLES = ("TITLE", "GIST")
"""What the shelf shows: these texts of all programs follow each other."""

NUMBERED = ("PRESETS", "STRUCTURES")
NAMED = ("LABELS", "VALUES", "PICTURE", "PERSONS")
KINDS = (*ALONE, *NUMBERED, *NAMED, "GUESSES", "PROBLEMS", MESSAGES)

FORM = "\v"
"""The sign between the forms of a text that counts something."""

UNREAD = "X-Unread"
"""The header of a language that no native speaker has read yet."""

ORDER = "X-Order"
"""The header with a language's place behind English."""

LAST = 99
"""The place of a language without that header."""

CREDIT = "Last-Translator"

PART = 8
"""Blocks of short texts in an object, and long texts, as in `teletype.words.unpacking`."""

PRINTED = "printed_"
"""The beginning of the names of the modules with what a program prints."""

CODE = re.compile(r"[a-z]{2,3}(_[A-Z][A-Za-z]{1,3})?")


@dataclass
class Language:
    """A language: its code, its file, and the texts that count, by context and source text."""

    code: str
    file: po.File
    texts: dict[tuple[str, str], str]
    plurals: bytes = b""
    """For each number below 200 the form that counts it; empty if there is one form."""

    @property
    def unread(self) -> bool:
        return UNREAD in self.file.header


@dataclass
class Source:
    """The English texts, in groups: device, errors, and each program's by kind."""

    file: po.File
    device: dict[str, po.Entry] = field(default_factory=dict)
    errors: list[po.Entry] = field(default_factory=list)
    language: dict[str, po.Entry] = field(default_factory=dict)
    programs: dict[str, dict[str, list[po.Entry]]] = field(default_factory=dict)


def name_of(path: Path) -> str:
    """Return what messages call a file of a firmware."""
    return "/".join(path.parts[-3:])


def source(words: Path) -> Source:
    """Return the source texts of the folder `teletype/words`. Raises Failed."""
    file = po.read(words / SOURCE, name_of(words / SOURCE))
    found = Source(file)
    for entry in file.entries:
        where = f"{file.name}:{entry.line}: {entry.context}"
        group, _, rest = entry.context.partition(" ")
        kind, _, name = rest.partition(" ")
        if any(entry.texts):
            raise Failed(f"{where}: msgstr must be empty; msgid is the English text")
        if group == LANGUAGE and rest in ABOUT_LANGUAGE:
            found.language[rest] = entry
        elif group == DEVICE and rest == ERRORS:
            found.errors.append(entry)
        elif group == DEVICE and re.fullmatch(r"[A-Z0-9_]+", rest):
            if rest in found.device:
                raise Failed(f"{where} has two texts")
            found.device[rest] = entry
        elif group and kind in KINDS and (kind in ALONE) == (not name):
            found.programs.setdefault(group, {}).setdefault(kind, []).append(entry)
        else:
            raise Failed(f"{where}: unknown context; docs/add-a-program.md lists them")
    if lacking := set(ABOUT_LANGUAGE) - set(found.language):
        raise Failed(f"{file.name}:1: language {min(lacking)} is missing")
    return found


def codes(words: Path) -> list[str]:
    """Return the codes of the languages: English, those with the header ORDER, the others."""
    found = []
    for path in words.glob("*.po"):
        order = po.header(path).get(ORDER, "")
        found.append((int(order) if order.isdigit() else LAST, path.stem))
    return [ENGLISH, *(code for _, code in sorted(found))]


def english(source: Source) -> Language:
    """Return English as a language."""
    texts = {entry.key: forms([entry.source, entry.plural]) for entry in source.file.entries}
    return Language(ENGLISH, source.file, texts, plurals.table(2, "n != 1"))


def forms(texts: Sequence[str]) -> str:
    return FORM.join(filter(None, texts))


def read(words: Path, code: str, source: Source) -> Language:
    """Return a language of the folder. Raises Failed."""
    if code == ENGLISH:
        return english(source)
    path = words / f"{code}.po"
    return language(po.read(path, name_of(path)), code, source)


def language(file: po.File, code: str, source: Source) -> Language:
    """Return the language of a .po file. Raises Failed if its plurals are wrong."""
    rule = plurals.NONE
    if file.header.get(plurals.HEADER):
        try:
            rule = plurals.parsed(file.header[plurals.HEADER])
        except ValueError as error:
            raise Failed(f"{file.name}:1: {plurals.HEADER}: {error}") from error
    known = {entry.key: entry for entry in source.file.entries}
    texts = {}
    for entry in file.entries:
        if entry.fuzzy or entry.key not in known or not all(map(str.strip, entry.texts)):
            continue
        if len(entry.texts) != (rule.count if known[entry.key].plural else 1):
            continue
        texts[entry.key] = forms(entry.texts)
    return Language(code, file, texts, rule.table)


def own(entry: po.Entry) -> str:
    """Return the language in which a program prints the message; nothing for another text."""
    _, kind, *rest = entry.context.split(" ", 3)
    return rest[0] if kind == MESSAGES and len(rest) == 2 else ""


def pattern(entry: po.Entry) -> str:
    """Return a message as the program prints it."""
    return entry.context.split(" ", 3)[3]


def wanted(source: Source, code: str) -> list[po.Entry]:
    """Return the source texts that a language translates."""
    return [entry for entry in source.file.entries if own(entry) != code]


def percent(source: Source, language: Language) -> int:
    """Return how much of a language is translated; 100 only if nothing is missing."""
    entries = wanted(source, language.code)
    return 100 * sum(entry.key in language.texts for entry in entries) // len(entries)


# for a device


def is_shared(name: str) -> bool:
    """Return whether a module belongs to all languages."""
    return name in ("index", "places", "errors") or name.startswith(PRINTED)


def key(name: str) -> bytes:
    """Return a key of the device's texts, or a program's name, as the index has it."""
    return zlib.crc32(name.encode()).to_bytes(4, "big")[:3]


def sum_of(source: Source) -> bytes:
    """Return what tells a language in a file which texts a firmware has."""
    texts = "".join(f"{entry.context}\0{entry.source}\0" for entry in source.file.entries)
    return zlib.crc32(texts.encode()).to_bytes(4, "little")


class Layout:
    """The numbers of all texts: the device's first, those that are read by pages apart."""

    def __init__(self, source: Source) -> None:
        self.short: list[po.Entry] = [*source.device.values(), *source.errors]
        self.long: list[po.Entry] = []
        self.keys = b"".join(map(key, source.device))
        if len({key(name) for name in source.device}) < len(source.device):
            raise Failed(f"{source.file.name}:1: two keys of the device have the same CRC")
        self.errors = len(source.device)
        self.titles = len(self.short)
        self.titled = tuple(
            name for name, kinds in source.programs.items() if kinds.keys() >= set(TITLES)
        )
        for name in self.titled:
            self.short += [source.programs[name][kind][0] for kind in TITLES]
        self.programs: dict[str, str] = {}
        for name, kinds in source.programs.items():
            parts = [""]
            for kind in (kind for kind in KINDS if kind in kinds):
                texts = self.long if kind in LONG else self.short
                number = len(texts)
                if kind in TITLES and name in self.titled:
                    number = texts.index(kinds[kind][0])
                else:
                    texts += kinds[kind]
                parts += [kind, str(number), self._names(source, kind, kinds[kind]) or "-"]
            self.programs[name] = " ".join([*parts, ""])

    def _names(self, source: Source, kind: str, entries: list[po.Entry]) -> str:
        """Return what the index says of a kind, besides the number of its first text."""
        names = [entry.context.split(" ", 2)[2] for entry in entries if kind not in ALONE]
        counts: dict[str, int] = {}
        expected = names
        if kind in NUMBERED:
            counts[""] = len(names)
            expected = [str(number) for number in range(1, len(names) + 1)]
        elif kind == MESSAGES:
            tongues = {own(entry) for entry in entries}
            expected = names if len(tongues) == 1 else []
        elif kind == "GUESSES":
            for name in names:
                counts[name.split()[0]] = counts.get(name.split()[0], 0) + 1
            expected = [f"{name} {at}" for name in counts for at in range(1, counts[name] + 1)]
        elif kind == "PROBLEMS":
            counts = {name.split()[0]: 2 for name in names}
            expected = [end for name in counts for end in (name, f"{name} answer")]
        else:
            counts = dict.fromkeys(names, 1)
        if names != expected or any(re.search(r"[ ,=]", name) for name in counts):
            entry = entries[0]
            where = f"{source.file.name}:{entry.line}: {entry.context}"
            raise Failed(f"{where}: the texts of {kind} must be {', '.join(expected)}")
        if kind in NUMBERED:
            return str(len(names))
        if kind == MESSAGES:
            return own(entries[0])
        plain = all(count == 1 for count in counts.values()) and kind in NAMED
        return ",".join(name if plain else f"{name}={number}" for name, number in counts.items())


def said(entry: po.Entry, language: Language) -> str:
    """Return a text for the device; empty: in English."""
    if own(entry) == language.code:
        return pattern(entry) if language.code == ENGLISH else ""
    return language.texts.get(entry.key, "")


def modules(words: Path, best: bool) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the modules for a device by path in `teletype/words`: for an image, and as files.

    `best` compresses the texts. Raises Failed.
    """
    english = source(words)
    found = [read(words, code, english) for code in codes(words)]
    image = {f"{name}.py": data for name, data in shared(english, found).items()}
    board = dict(image)
    for one in found:
        made = packed(english, one, best)
        image |= files(one, made, True)
        board |= files(one, made, False)
    return image, board


def shared(source: Source, found: Iterable[Language]) -> dict[str, bytes]:
    """Return the modules that all languages share, by name."""
    found = list(found)
    layout = Layout(source)
    first = {
        name: tuple(one.texts.get(entry.key, entry.source) for one in found)
        for name, entry in source.language.items()
    }
    index = _module(
        LANGUAGES=tuple(one.code for one in found),
        **{f"{name}S": texts for name, texts in first.items()},
        PERCENT=bytes(percent(source, one) for one in found),
        UNREAD=bytes(one.unread for one in found),
        KEYS=layout.keys,
        ERRORS=layout.errors,
        TITLES=layout.titles,
        TITLED=layout.titled,
        LAYOUT=sum_of(source),
    )
    rows = [row.encode() for row in layout.programs.values()]
    made = {"index": index, "places": _module(NAMES=tuple(layout.programs), ROWS=tuple(rows))}
    for name, kinds in source.programs.items():
        if MESSAGES in kinds:
            printed = "".join(pattern(entry) + "\n" for entry in kinds[MESSAGES])
            made[PRINTED + name.replace("-", "_")] = _module(PATTERNS=printed.encode())
    errors = "".join(entry.source + "\n" for entry in source.errors)
    made["errors"] = _module(PATTERNS=errors.encode())
    return made


@dataclass
class Packed:
    """The texts of a language for a device: what unpacks them, and the objects that have them."""

    keys: dict[str, bytes]
    short: tuple[bytes, ...]
    long: tuple[bytes, ...]


def packed(source: Source, language: Language, best: bool) -> Packed:
    """Return the texts of a language, packed. Raises Failed."""
    layout = Layout(source)
    texts = [[said(entry, language) for entry in part] for part in (layout.short, layout.long)]
    made = packing.pack(texts[0], texts[1], best)
    return Packed(
        {"SYMBOLS": made.symbols, "COUNTS": made.counts, "PLURALS": language.plurals},
        _joined(made.short, packing.MOST_BITS // 8),
        _joined(made.long, packing.MOST_LONG),
    )


def _joined(blocks: Sequence[bytes], most: int) -> tuple[bytes, ...]:
    places = range(0, len(blocks), PART)
    return tuple(packing.joined(blocks[at : at + PART], most) for at in places)


def files(language: Language, made: Packed, image: bool) -> dict[str, bytes]:
    """Return the modules of a language by path: in an image one has all texts.

    One more for each part would take 130 bytes there, and its name memory for ever.
    """
    parts = {"short": made.short, "long": made.long}
    here = {kind.upper(): blocks if image else () for kind, blocks in parts.items()}
    found = {"__init__": b"", "texts": _module(**made.keys, **here)}
    if not image:
        for kind, blocks in parts.items():
            for number, part in enumerate(blocks):
                found[f"{kind}{number}"] = _module(BLOCKS=part)
    return {f"{language.code}/{name}.py": data for name, data in found.items()}


def _module(**values: object) -> bytes:
    return "".join(f"{name} = {value!r}\n" for name, value in values.items()).encode()


# on this computer

Compiled = dict[str, types.CodeType]
"""Modules by name."""

KEPT = paths.CACHE / "words"
"""A file for each language, and one for what all share: a key, a sum, compiled modules."""

_HEAD = 64
"""Bytes of the key and the sum."""


def key_of(words: Path) -> bytes:
    """Return a sum over everything that determines the modules: the texts and their readers."""
    digest = hashlib.sha256(importlib.util.MAGIC_NUMBER)
    for path in (*sorted(words.glob("*.po*")), *sorted(Path(__file__).parent.glob("*.py"))):
        digest.update(framed(path.name, path.read_bytes()))
    return digest.digest()


def kept(path: Path, key: bytes, make: Callable[[], Compiled]) -> Compiled:
    """Return modules from a file of the cache; if it does not have those of this key, let `make`
    return them and write it. A cache that cannot be written is no fault.
    """
    with contextlib.suppress(OSError):
        data = path.read_bytes()
        if data.startswith(key + hashlib.sha256(data[_HEAD:]).digest()):
            found: Compiled = marshal.loads(data[_HEAD:])
            return found
    made = make()
    data = marshal.dumps(made)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, key + hashlib.sha256(data).digest() + data)
    return made


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes the modules that are in no file, from the .po files: the texts and their glyphs."""

    def __init__(self) -> None:
        self._sources: dict[Path, Source] = {}
        self._languages: dict[tuple[Path, str], Language] = {}
        self._code: dict[tuple[Path, str], types.CodeType] = {}
        self._key = b""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if path is not None and name in ("teletype.fonts.fixed", "teletype.fonts.misaki"):
            spec = importlib.machinery.ModuleSpec(name, self)
            spec.loader_state = Path(next(iter(path)))
            return spec
        if path is None or not name.startswith("teletype.words."):
            return None
        words = Path(next(iter(path)))
        code, _, part = name.removeprefix("teletype.words.").partition(".")
        words = words.parent if part else words
        if not (words / SOURCE).is_file():
            return None
        if is_shared(code) or code == ENGLISH or (words / f"{code}.po").is_file():
            spec = importlib.machinery.ModuleSpec(name, self, is_package=not part)
            spec.loader_state = words
            if not part and not is_shared(code):
                spec.submodule_search_locations = [str(words / code)]
            return spec
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        spec: Any = module.__spec__
        words, name = spec.loader_state, spec.name.removeprefix("teletype.words.")
        if (words, name) not in self._code:
            if words.name == "fonts":
                for file, data in glyphs.modules(words.parents[1]).items():
                    name = f"teletype.fonts.{file[:-3]}"
                    self._code[words, name] = compile(data, f"<{name}>", "exec")
                name = spec.name
            else:
                group = name.partition(".")[0]
                make = functools.partial(self._made, words, group)
                if words == paths.FIRMWARE / FOLDER:
                    self._key = self._key or key_of(words)
                    place = KEPT / ("shared" if is_shared(group) else group)
                    made = kept(place, self._key, make)
                else:
                    made = make()
                self._code.update(((words, one), code) for one, code in made.items())
        module.__file__ = f"{words}/{name}.py"
        exec(self._code[words, name], module.__dict__)

    def _made(self, words: Path, code: str) -> Compiled:
        """Return the modules of a language, or if `code` is one of these, those that all share."""
        if words not in self._sources:
            self._sources[words] = source(words)
        english = self._sources[words]
        if is_shared(code):
            made = shared(english, (self._language(words, one) for one in codes(words)))
        else:
            language = self._language(words, code)
            found = files(language, packed(english, language, False), False)
            made = {
                path.replace("/", ".").removesuffix(".py").removesuffix(".__init__"): data
                for path, data in found.items()
            }
        return {name: compile(data, f"<{words}: {name}>", "exec") for name, data in made.items()}

    def _language(self, words: Path, code: str) -> Language:
        key = words, code
        if key not in self._languages:
            self._languages[key] = read(words, code, self._sources[words])
        return self._languages[key]
