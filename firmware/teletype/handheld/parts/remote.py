# SPDX-License-Identifier: MIT
"""A program over a byte stream, for the host tools: `run --on`, `replay --on`, `check`.

`serve` runs one program and communicates in lines, each with a sign before it:

    |ИГРА НИМ       a line of paper
    ?T L            the prompt of a request; the next line of input is the answer
    =               the same where the program has ended, unless an answer lets it go on
    *A: BID         a prompt whose answer is secret (see `core.request.Request.secret`)
    -illegal bid    a line of paper while such an answer is still secret
    <T=2 L=1        the answer was accepted; this is its form on a tape
    !T is missing   the line was not an answer; the request stays open
    .               the program has ended

The Unix port runs it over its standard input and output, a board in the raw REPL.
"""

import gc
import sys
import time

from teletype.core.request import Malformed, working
from teletype.core.session import Session
from teletype.programs import catalogue


def serve(name, setup_text):
    """Run the program to its end or the end of the input; `setup_text` is a tape's setup."""
    program, setup = catalogue.prepare(name, setup_text)
    gc.collect()  # reading has fragmented the heap
    session = Session(program.play(setup))
    while True:
        event = session.step()
        if event is None:
            print(".")
            break
        if event is working:
            time.sleep_ms(working.pause)
            continue
        if isinstance(event, str):
            print(("-" if session.hidden else "|") + event)
            continue
        gc.collect()
        print(("*" if event.secret else "=" if event.ends else "?") + event.asked())
        line = sys.stdin.readline()
        if not line:
            break
        try:
            print("<" + session.answer(line.rstrip("\r\n"))[0])
        except Malformed as error:
            print("!" + str(error))
