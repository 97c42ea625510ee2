# SPDX-License-Identifier: MIT
"""How the listings of each language are run: compiled here, or read by an interpreter.

A language takes the restored lines of a listing and a folder of its own. Its `paper` runs the
listing on the answers of a session and returns what it prints. A language also says how a line of
paper is compared (`line`), and which lines of our paper the listing prints (`expected`).
"""

import re
import subprocess
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from host_tools.lab.originals.apparatus import Listing
from host_tools.lab.originals.sessions import Play
from host_tools.usage import Failed
from teletype.core.request import folded
from teletype.engines import almir, almir_code, almir_compiler

HERE = Path(__file__).resolve().parent

SECONDS = 20
"""How long a listing may run on the answers of one session."""

LONGEST = 2000
"""Characters of a line that are read at once: a listing may print one without end."""


class Broken(Exception):
    """The listing does not run; the message says why in one line."""


def compiled(command: Sequence[str], folder: Path) -> None:
    """Run a compiler in a folder; Broken with its first complaint if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    if done.returncode:
        said = [line.strip() for line in (done.stderr + done.stdout).splitlines()]
        errors = [line for line in said if re.search(r"\berror\b", line, re.IGNORECASE)]
        raise Broken((errors or said or [f"{command[0]} failed"])[0])


def output(command: Sequence[str], folder: Path, answers: str, most: int) -> list[str]:
    """Run a program on its standard input; return at most `most` lines that it prints.

    A program that prints more, or runs too long, is killed: one that has no more answers may ask
    for ever.
    """
    given = folder / "answers"
    given.write_text(answers, encoding="utf-8")
    lines: list[str] = []
    with (
        given.open("rb") as stdin,
        (folder / "errors").open("wb") as stderr,
        subprocess.Popen(
            command,
            cwd=folder,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            encoding="utf-8",
            errors="replace",
        ) as process,
    ):
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        assert process.stdout
        read = process.stdout.readline
        for line in iter(lambda: read(LONGEST), ""):
            lines.append(line.rstrip("\n"))
            if len(lines) >= most:
                break
        process.kill()
        timer.cancel()
    return lines


class Language:
    """A language in which listings are run."""

    tools: ClassVar[tuple[str, ...]] = ()
    """The programs that it needs."""

    rounding = False
    """Whether a MIR rounds its numbers; else it cuts them off."""

    def __init__(self, listing: Listing, lines: Sequence[str], folder: Path) -> None:
        """Prepare the listing in `folder`; raise Broken if it cannot be compiled."""
        self.listing = listing
        self.folder = folder
        self.build("\n".join(lines) + "\n")

    def build(self, text: str) -> None:
        """Compile the listing."""
        raise NotImplementedError

    def paper(self, play: Play) -> list[str]:
        """Run the listing on the answers of a session of ours; return the lines it prints."""
        raise NotImplementedError

    @staticmethod
    def shown(lines: Sequence[str]) -> list[tuple[str, str]]:
        """Return pairs of a restored line and what is run instead of it."""
        return [(line, "") for line in lines]

    @staticmethod
    def line(text: str) -> str | None:
        """Return a line of paper as it is compared; None for one that is not."""
        return text.strip()

    def complaint(self) -> str:
        """Return what the listing wrote to its standard error in the last session; one line."""
        errors = self.folder / "errors"
        if not errors.exists():
            return ""
        said = errors.read_text(encoding="utf-8", errors="replace").splitlines()
        return next((line.strip() for line in said if line.strip()), "")

    def expected(self, play: Play) -> list[str]:
        """Return the lines of our paper that the listing should print."""
        return play.paper


class Fortran(Language):
    """gfortran, with integers of 64 bits, which hold the 36 of the original's word."""

    tools = ("gfortran",)

    def build(self, text: str) -> None:
        (self.folder / "listing.f90").write_text(text, encoding="utf-8")
        options = ["-std=legacy", "-ffree-form", "-fdefault-integer-8", "-fwrapv", "-w"]
        compiled(["gfortran", *options, "-o", "listing", "listing.f90"], self.folder)

    def paper(self, play: Play) -> list[str]:
        answers = "\n".join(answer.split("=")[-1] for answer in play.answers) + "\n"
        return output(["./listing"], self.folder, answers, 2 * len(play.paper) + 50)

    @staticmethod
    def line(text: str) -> str | None:
        """Blank lines are not compared: no source shows where there were any."""
        return text.strip() or None


class Cobol(Language):
    """GnuCOBOL. Stock and decision are one stream of lines, as they are one paper here."""

    tools = ("cobc",)

    def build(self, text: str) -> None:
        (self.folder / "listing.cob").write_text(text, encoding="utf-8")
        options = ["-x", "-free", "-w", "-fnot-reserved=SCREEN"]
        compiled(["cobc", *options, "-o", "listing", "listing.cob"], self.folder)

    def paper(self, play: Play) -> list[str]:
        stock = iter(play.setup["stock"])
        typed = []
        for answer, text in play.events:
            if answer:
                typed.append(text)
            elif text == "TURN OUT":
                typed.append(f"{next(stock, 99):02d}")
        most = len(play.paper) + 50
        return output(["./listing"], self.folder, "\n".join(typed) + "\n", most)[: len(play.paper)]


def balanced(text: str) -> str:
    """Return LISP forms without the spare brackets that old systems skip after a form."""
    depth = 0
    quoted = False
    kept = []
    for char in text:
        if char == '"':
            quoted = not quoted
        elif not quoted and char in "()":
            if char == ")" and depth == 0:
                continue
            depth += 1 if char == "(" else -1
        kept.append(char)
    return "".join(kept)


class Lisp(Language):
    """CLISP, with the few functions of the original's LISP that it lacks."""

    tools = ("clisp",)

    def build(self, text: str) -> None:
        (self.folder / "listing.lisp").write_text(balanced(text), encoding="utf-8")

    def paper(self, play: Play) -> list[str]:
        stock = " ".join(map(str, play.setup["stock"]))
        (self.folder / "stock").write_text(stock, encoding="utf-8")
        command = ["clisp", "-norc", "-q", "-q", "-on-error", "exit", str(HERE / "system.lisp")]
        answers = "\n".join(play.answers) + "\n"
        return output(command, self.folder, answers, len(play.paper) + 50)


class C(Language):
    """gcc, for the players of the 10,000-yen game and for the table of Nim."""

    tools = ("gcc",)

    def build(self, text: str) -> None:
        (self.folder / "listing.c").write_text(text, encoding="utf-8")
        compiled(["gcc", "-std=gnu89", "-w", "-o", "listing", "listing.c"], self.folder)


def _bids(play: Play) -> list[tuple[int, int]]:
    """Return the bids of each round on our paper: the person's and the player's."""
    rounds = [line.partition("->")[0] for line in play.paper if "->" in line]
    numbers = [[int(word) for word in re.findall(r"\d+", line)] for line in rounds]
    return [(person, player) for _, person, player in numbers]


class Player(C):
    """A player of the 10,000-yen game: it reads the person's bids and prints its own."""

    def expected(self, play: Play) -> list[str]:
        return [str(player) for _, player in _bids(play)]

    def paper(self, play: Play) -> list[str]:
        answers = "".join(f"{person}\n" for person, _ in _bids(play))
        self._draw(play)
        games = play.setup["games"]
        return output(["./listing", str(games)], self.folder, answers, 10 * games + 1)

    def _draw(self, play: Play) -> None:
        """Write the random numbers with which listing 3 draws the bids of our player."""
        draws = []
        left = 0
        for number, (_, bid) in enumerate(_bids(play)):
            if number % 10 == 0:
                left = 10000
            if number % 10 < 9:  # the last bid is not drawn
                draws.append(bid + left * (7 * number % 5))  # any number with this remainder
            left -= bid
        (self.folder / "draws").write_text("\n".join(map(str, draws)) + "\n")


class Table(C):
    """The notes' program prints its whole table; a session compares some of its rows."""

    def paper(self, play: Play) -> list[str]:
        rows = output(["./listing"], self.folder, "", 1001)
        table = {row[:3]: row for row in rows}
        asked = [re.sub(r"[^0-9]", "", answer) for answer in play.answers]
        return [table.get(position, "missing") for position in asked]


RULES = (
    (r"integer array (\w+) \[0 : (\w+)\]", r"integer \1[\2 + 1] = {}"),
    (r"procedure (\w+);", r"auto \1 = [&]()"),
    (r"end RANDOM;", "};"),
    (r"\bbegin\b", "{"),
    (r"\bend\b", "}"),
    (r"\bfor (\w+):=(.*?) step (.*?) until\b", r"for (int each : Loop{\1, \2, \3,"),
    (r" do\b", "})"),
    (r"\(if (.*?) then (.*?) else (.*?)\)", r"(\1 ? \2 : \3)"),
    (r"\bif (.*?) then\b", r"if (\1)"),
    (r"^PART (\d):", r"PART\1:"),
    (r":=", "="),
    (r"≤", "<="),
    (r"÷", "/"),
    (r"\b(READREAL|READINTEGER|RANDOM)\b(?! *[=(])", r"\1()"),
)
"""From a line of ALGOL to a line of C++: patterns, tried in order."""


class Algol(Language):
    """A translation into C++, line by line (`--show` prints both)."""

    tools = ("g++",)

    @staticmethod
    def shown(lines: Sequence[str]) -> list[tuple[str, str]]:
        return [
            (line, translated) for line, translated in zip(lines, translate(lines), strict=True)
        ]

    def build(self, text: str) -> None:
        code = "\n".join(['#include "algolip.h"', "int main()", *translate(text.split("\n"))])
        (self.folder / "listing.cpp").write_text(code, encoding="utf-8")
        options = ["-std=c++17", "-w", "-I", str(HERE), "-o", "listing"]
        compiled(["g++", *options, "listing.cpp"], self.folder)

    def paper(self, play: Play) -> list[str]:
        values = dict(pair.split("=") for pair in play.settings.split())
        names = ("chi", "lambda", "mu", "nu", "p", "time", "sample")
        tape = " ".join(values[name] for name in names)
        return output(["./listing"], self.folder, tape, len(play.paper) + 50)

    @staticmethod
    def line(text: str) -> str | None:
        return text.rstrip()


def translate(lines: Sequence[str]) -> list[str]:
    """Return the C++ line for each line of ALGOL."""
    done = []
    comment = False
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        comment = comment or "comment" in line
        if comment:
            comment = ";" not in line
            done.append("")
            continue
        if after.strip().startswith("end") and not line.endswith(";"):
            line += ";"  # it separates statements in ALGOL, and ends them in C++
        for pattern, by in RULES:
            line = re.sub(pattern, by, line)
        done.append(line)
    return done


OPERATIONS = 2_000_000
"""How many operations a program for the MIR may run between two stops."""


def _filled(text: str, data: Mapping[str, object]) -> str:
    """Return a listing with the data of a session in place of their names in braces."""
    return re.sub(r"\{(\w+)\}", lambda name: str(data.get(name[1], name[0])), text)


class Almir(Language):
    """The interpreter of the handheld's MIR."""

    def build(self, text: str) -> None:
        self.text = text.replace("\n", "")
        self.trouble = ""

    def paper(self, play: Play) -> list[str]:
        lines: list[str] = []
        directives = iter(play.directives)
        self.trouble = ""
        try:
            program = almir_compiler.compile(_filled(self.text, play.data))
            machine = almir.Machine(program, rounding=self.rounding)
            begun = machine.operations
            for event in machine.run():
                if isinstance(event, str):
                    lines.append(event)
                elif event is not None:
                    directive = next(directives, None)
                    if directive is None:
                        break
                    machine.directive(directive)
                    begun = machine.operations
                elif machine.operations - begun > OPERATIONS:
                    self.trouble = "it runs on for ever"
                    break
        except almir_code.Error as error:
            at = f"statement {error.statement}: " if error.statement else ""
            self.trouble = f"{at}{error.kind} {error.met}".rstrip()
        return lines

    def complaint(self) -> str:
        return self.trouble

    @staticmethod
    def line(text: str) -> str | None:
        """The scan loses blanks between the letters of a message, and has both alphabets."""
        key: str = folded(re.sub(r"(?<=[А-Я,—]) +(?=[А-Я—])", "", text.rstrip()))
        return key


LANGUAGES: dict[str, type[Language]] = {
    "FORTRAN": Fortran,
    "COBOL": Cobol,
    "LISP": Lisp,
    "ALGOL": Algol,
    "ALMIR-65": Almir,
    "C": C,
}


def language(listing: Listing) -> type[Language]:
    """Return the language that runs a listing."""
    if listing.language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise Failed(f"{listing.name}.toml: language {listing.language}; allowed: {known}")
    kind = LANGUAGES[listing.language]
    if kind is C:
        return Player if listing.program == "yen" else Table
    return kind
