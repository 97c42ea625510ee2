# SPDX-License-Identifier: MIT
"""A session: one program being run.

    session = Session(program.play(setup))
    event = session.step()      # a line of paper, `working`, a request, or None at the end
    session.answer("T=2 L=1")   # where it waits; the next step goes on

The session owns the program's generator: only the session feeds answers in. It keeps no paper;
the caller of `step` decides what to keep (a tape, the handheld's paper, a terminal).
"""

from teletype.core.request import Malformed, check_line, working


class Session:
    """A run of the generator `play`, which yields lines (str), `working` and requests.

    request   the request that the program waits at; None while it prints and after its end
    _answered the request that was answered last and is, or was, `secret`
    original  the last answer as the original's paper had it; None where its source is silent
    """

    def __init__(self, play):
        self._play = play
        self._reply = None
        self.request = None
        self.original = None
        self.ended = False
        self._answered = None

    def step(self):
        """Run to the next event and return it: a str, `working`, the request, or None (ended).

        While the program waits, return the request again; after the end, None.
        """
        if self.request is not None or self.ended:
            return self.request
        reply = self._reply
        self._reply = None
        try:
            event = self._play.send(reply)
        except StopIteration:
            self.ended = True
            return None
        if event is not working and not isinstance(event, str):
            self.request = event
        return event

    @property
    def hidden(self):
        """Whether an answer was given that the other player may not read yet."""
        return self._answered is not None and self._answered.secret

    def answer(self, line):
        """Answer the request with a typed line.

        Return (the answer as a tape writes it, its values: integers, or the text). If the line
        does not answer this request, raise Malformed and keep waiting; also if its form on the
        tape exceeds `core.request.LONGEST_ANSWER`, because such a tape could not be replayed.
        """
        if self.request is None:
            raise Malformed("the program is not waiting")
        values = self.request.parse(line)
        written = self.request.format(values)
        check_line(written)
        self.answer_values(values)
        return written, values

    def answer_values(self, values):
        """Answer the request with the values themselves; return the answer as a tape writes it."""
        written = self.request.format(values)
        self.original = self.request.original(values)
        if self.request.secret:
            self._answered = self.request
        self.request = None
        self._reply = values
        return written
