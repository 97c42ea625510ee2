# SPDX-License-Identifier: MIT
"""Tapes: program, setup, and what was printed and answered, in order.

    # free comment
    program: nim
    setup: heaps=7,8,4
    ---
    ИГРА НИМ
    > T=2 L=1

After `---` a line that begins with `> ` is an answer; every other line is paper, as printed.
A line of paper that begins with `>` or a backslash is written with a backslash before it.
A reference output, a saved game and a crash report are all tapes: replaying the answers brings
a program back to where the tape ends, and every line printed on the way is compared. If the
printed protocols spell a word differently, the program lists it in `SPELLINGS`: pairs of its own
spelling and the other one that a tape may have.
"""

from teletype.core.request import Malformed, brief, working

PAPER, ANSWER = 0, 1


class TapeError(Exception):
    """The text is not a tape; the message names the line."""


def head(program, setup):
    """Return the lines before the paper; `setup` as `teletype.core.setup.join` writes it."""
    return "program: %s\nsetup: %s\n---\n" % (program, setup)


def paper(line):
    """Return a line of paper as the tape writes it."""
    if line[:1] in (">", "\\"):
        line = "\\" + line
    return line + "\n"


def answer(line):
    """Return an answer as the tape writes it."""
    return "> %s\n" % line


def read_head(lines):
    """Return (program, setup, number of lines) of the head of a tape; `lines`, an iterator of str,
    is then at the first line after `---`.

    Line ends may be of either kind. Raise TapeError, naming the line, for anything that is
    malformed: a missing or repeated `program:`, an unknown word, no `---`.
    """
    program = setup = None
    number = 0
    for line in lines:
        number += 1
        if number == 1 and line[:1] == "\ufeff":
            line = line[1:]
        line = line.strip()
        if line == "---":
            if not program:
                raise TapeError("line 1: no program: before ---")
            return program, setup or "", number
        if line[:1] == "#" or not line:
            continue
        word, colon, value = line.partition(":")
        word = word.strip()
        if not colon or word not in ("program", "setup"):
            raise TapeError("line %d: expected program:, setup: or ---" % number)
        if (program if word == "program" else setup) is not None:
            raise TapeError('line %d: the header already has a "%s:" line' % (number, word))
        if word == "program":
            program = value.strip()
        else:
            setup = value.strip()
    raise TapeError("line %d: the tape ends before ---" % max(1, number))


def read_events(lines, number):
    """Yield the printed lines and the answers as (kind, text, line number), from the `lines` after
    the `number` lines of the head.
    """
    for line in lines:
        number += 1
        line = line.rstrip("\n")
        if line[-1:] == "\r":
            line = line[:-1]
        if line[:2] == "> ":
            yield ANSWER, line[2:], number
        else:
            yield PAPER, line[1:] if line[:1] == "\\" else line, number


def _difference(number, expected, got):
    return "line %d: expected %s got %s" % (number, expected, got)


def quoted(line):
    """Return a line between quotation marks for a message; a long one is cut."""
    return "'%s'" % brief(line)


def _shown(line):
    return "the end" if line is None else quoted(line)


def _is(event, text, spellings):
    """Whether an event is the line `text` of a tape, in one of the two spellings."""
    if isinstance(event, str) and event != text:
        for ours, printed in spellings:
            event = event.replace(ours, printed)
    return event == text


def follow(events, session, spellings=()):
    """Feed the answers of `events` (as `read_events` gives them) to `session` and compare the
    paper line by line; `spellings` are those of the program.

    Yield `working`, or (kind, text, request, values) for each event that matches; the last two are
    None for paper. Raise TapeError with `line N: expected … got …`.
    """
    for kind, text, number in events:
        event = session.step()
        while event is working:
            yield working
            event = session.step()
        if kind == PAPER:
            if not _is(event, text, spellings):
                got = _shown(event) if event is None or isinstance(event, str) else "a stop"
                raise TapeError(_difference(number, _shown(text), got))
            yield PAPER, event, None, None
        elif event is None or isinstance(event, str):
            expected = "a stop for the answer %s" % quoted(text)
            raise TapeError(_difference(number, expected, _shown(event)))
        else:
            try:
                values = session.answer(text)[1]
            except Malformed as error:
                raise TapeError(
                    _difference(number, "an answer", "%s (%s)" % (quoted(text), error))
                )
            yield ANSWER, text, event, values
