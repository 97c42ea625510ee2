# SPDX-License-Identifier: MIT
"""A session on the handheld: the paper, the stop with its sign ◊, the answer.

The program prints at the speed of the settings; any key completes the line, OK held goes to the
stop. Then it stops and waits, visibly: ◊ blinks behind the last line, as the MIR printed it, and
the row below takes the answer. Where the program has a picture that takes answers, the picture
comes up after a moment instead, and stays when the program has ended; some pictures are there
from the beginning. BACK shows another picture if there is one, then the paper to look back at,
then leaves for the shelf. At the end OK begins again with the same setup, or goes to the setup if
nothing was asked, and RIGHT says where the game was lost. The same paper goes to the serial port,
and a line typed there answers too.

Paper and answers go to the session's tape on the flash. Messages may be shown translated; what is
kept and answered is the same.

How the paper looks is in `paper_view`; `look_back` shows what was printed before; `resuming` leads
a new session to where its tape ends, `reprint` one to where it was, in another language.
"""

import gc
from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.core.request import Malformed, Text, working
from teletype.core.session import Session
from teletype.drivers.buttons import BACK, OK, RIGHT
from teletype.handheld import pictures
from teletype.handheld.activity import ALL, CHOICE, TEXT, Activity, due
from teletype.handheld.drawing.listing import keys_row, text_row
from teletype.handheld.drawing.paper_view import PaperView
from teletype.handheld.input.keyboard import Keyboard
from teletype.handheld.input.picker import Picker
from teletype.programs import catalogue

_GLANCE = const(1000)
"""Milliseconds from the stop to the picture, to read the last line by."""


"""What the keys do while the program prints; the second with a shorter form."""

"""What RIGHT leads to when a game has been over for a while; the second with a shorter form."""

_TONGUE = const("BACK ►:%s")
"""How to have the messages in the language of the device, in which its name stands."""

_LATER = const(5000)
"""Milliseconds from the end of a game until that is said: the result has been read; and from the
last key at the first stop until it is said how to read a paper in a foreign language."""

_BID = const(100)
_PUZZLE = const(5)
"""From this range on a number is weighed like a bid; more numbers than these are a puzzle."""

_PRINTING, _WAITING, _ENDED = 0, 1, 2

_TO_STOP = const(2)


class SessionScreen(Activity):
    """One `program` being run with the setup `setup` (validated), recorded by `recorder`.

    name, title  of the program
    recorder     a `teletype.handheld.keeping.tapes.Recorder`
    program      the module of the program
    session      a `teletype.core.session.Session`; None while it is led to where it was
    paper        a `teletype.handheld.drawing.paper_view.PaperView`
    picture      the program's picture, or None
    pictured     whether it is on the screen instead of the paper
    picker       what takes the answer at this stop, where that is numbers; else None, also where
                 the picture takes it
    events       lines and answers that are on the paper
    inserted     [events before them, first row, number of rows] that the picture has put there
    tongue       what a person wants the messages in: a language, "" for the original, None for
                 what the settings say
    language     the language of the messages on the paper; None for the original
    original     the language in which the program prints; None if nothing is translated
    directives   whether answers stand on the paper as the original's had them

    _inserting    lines to be typed behind those of the picture; None if there are none of them
    _stage        whether it prints, waits, or has ended
    _rush         whether what is printed is there at once: the line, or all up to the stop
    _hinted       whether the last row says what the keys do while it prints, or how to read it
    _last         the line that was printed last, as the program wrote it
    _won          whether there is nothing to learn, by what was printed since the last answer
    _values       the last answer in numbers, with which the picker begins
    _taken        whether the picture takes the answer at this stop
    _picture_due  when it comes up by itself, or None
    _where_due    when the last row says that there is a lesson of the game, or, where nothing was
                  answered yet, how to have its language; or None
    """

    def __init__(self, app, name, program, setup, recorder):
        super().__init__(app)
        self.recorder = recorder
        self.name = name
        self.title = words.titles(name, catalogue.find(name)[3])[0]
        self.program = program
        self.setup = setup
        self.session = Session(program.play(setup))
        self.tongue = None
        self.speak()
        self.language = words.spoken
        self.original = catalogue.language(name)
        self.directives = app.settings.values["answers"] == "original"
        self.paper = PaperView(app, self.title)
        self.picture = pictures.picture_of(app, program, setup)
        self.pictured = self.paper.hidden = bool(self.picture and self.picture.FIRST)
        self._picture_due = None
        self._where_due = None
        self._taken = False
        self.picker = None
        self.events = 0
        self.inserted = []
        self._inserting = None
        self._stage = _PRINTING
        self._rush = 0
        self._hinted = False
        self._values = None
        self._last = ""
        self._won = False
        working.done = working.total = 0

    def speak(self):
        """Lets the messages of the program be said as is wanted now."""
        tongue = self.tongue
        if tongue is None and self._app.settings.values["messages"] == "translated":
            tongue = words.language
        words.speak(self.name if tongue else None, tongue)

    def relabel(self):
        self.title = words.titles(self.name, self.title)[0]
        self.paper.title = self.title
        if self.picture:
            self.picture.encode_words()

    def printing(self):
        return self._stage == _PRINTING

    def patience(self):
        """A bid is weighed, a puzzle or a text thought about."""
        request = self.session and self.session.request
        if self._stage != _WAITING or not request:
            return 3
        weighed = isinstance(request, Text) or request.answers or len(request.lows) > _PUZZLE
        return 4 if weighed or request.highs[0] - request.lows[0] >= _BID else 3

    def understood(self):
        if self.pictured:
            return ALL
        if self.printing():
            return b""
        if not self.picker:
            return TEXT
        return ALL if len(self.picker.values) > 1 or self.picker.wheels[0] else CHOICE

    def offers_below(self, hinted):
        picker = self.picker
        return self.pictured or not picker or picker.top + picker.rows < self._app.panel.rows

    def may_stand(self):
        return True

    @property
    def ended(self):
        """Whether the program has ended, and what it said is on the paper."""
        return self._stage == _ENDED

    @property
    def _stays(self):
        """Whether the picture stays on the screen, and the paper is printed behind it at once."""
        return self.pictured and self.picture.STAYS

    # printing

    def takes_keys(self):
        """Whether keys are to be handled now; in fast printing they wait for the stop.

        BACK is always taken: a long print must not hold a person.
        """
        at_once = self._stays if self.pictured else self._app.fast
        if not self.printing() or not at_once:
            return True
        return self._app.buttons.waits(BACK)

    def takes_lines(self):
        """Typed lines wait in the console while the program prints, like paper in a teletype."""
        return not self.printing()

    def tick(self, now):
        busy = False
        if self.recorder.error and self.recorder.error is not self._app.faults.refusal:
            self._app.faults.refused(self.recorder.error)
            return True
        if self.recorder.low and not self.recorder.told and self._app.exhibit.PERSONAL:
            self.recorder.told = True
            self._app.screens.notice_over(
                lambda: (words.text("TAPES"), [words.text("SESSION_LOW")])
            )
            return True
        if self.printing():
            if self.paper.behind:
                self._hint()
                busy = self.paper.type(now, self._app.fast or bool(self._rush) or self._stays)
                if self._inserting is not None and len(self.paper.lines) >= self._inserting:
                    self.inserted[-1][2] = self.paper.roll.end - self.inserted[-1][1]
            elif not self._app.peripherals.full:
                self._rush &= _TO_STOP
                self._inserting = None
                self._step()
                busy = True
        elif self.recorder.file or (self.recorder.pending and self._app.exhibit.keeps(now)):
            self.recorder.keep()  # the stop is on the screen
        if self._where_due is not None and due(self._where_due, now, _LATER):
            self._where_due = None
            text = words.text("SESSION_WHERE") + "\n" + words.text("SESSION_WHERE_SHORT")
            if self._stage == _WAITING:
                self._hinted = not words.spoken and self.original not in (None, words.language)
                text = words.called(_TONGUE) % words.named(words.language)
            if self._hinted or self._stage == _ENDED:
                keys_row(self._app, self._app.panel.rows - 1, text)
        if self.pictured:
            busy = self.picture.tick(now) or busy
            if self.picture.played is not None and self._stage == _WAITING:
                self._give(self.picture.played)
        elif not self.printing():
            if self._picture_due is not None and due(self._picture_due, now, _GLANCE):
                self._show_picture()
            else:
                self.paper.blink(now)
        return busy

    def _hint(self):
        """What the keys do while the program prints, until the paper comes to the last row."""
        app = self._app
        last = app.panel.rows - 1
        if self.pictured or app.fast:
            return
        if self.paper.line < last:
            if not self._hinted:
                self._hinted = True
                hold = ""
                if BACK not in app.buttons.held:
                    hold = words.text("SESSION_HOLD") + "\n" + words.text("SESSION_HOLD_SHORT")
                text_row(app, last, words.text("SESSION_LINE"), 0, hold)
        elif self._hinted:
            self._unhint()

    def _unhint(self):
        self._hinted = False
        self._app.panel.clear(self._app.panel.rows - 1)

    def _step(self):
        """Lets the program go on to its next line or stop."""
        event = self.session.step()
        if event is working:
            if working.total and not self.pictured:
                self.paper.show_progress(working.done * 100 // working.total)
            return
        self.paper.hide_progress()
        if (event == "" or not isinstance(event, str)) and self._print_picture() and event != "":
            return  # the stop comes again behind what is printed
        if isinstance(event, str):
            self.recorder.paper(event)
            self._put(event)
            if self._inserting == 0:
                self._inserting = 1
            self.events += 1
            if self.picture:
                self.picture.line(event)
        elif event is None:
            self._stop(_ENDED)
            self._app.exhibit.count(self.name, 1)
        else:
            self._stop(_WAITING)
            self._app.console.write("◊ ")

    def _put(self, line):
        """Puts a line of the program on the paper, in the language that is spoken."""
        said = words.say(line)
        self._last = line
        self._won = self._won or line in catalogue.WON
        self._app.paper(said, line)
        self.paper.lines.append(said)

    def _print_picture(self):
        """Puts on the paper what the picture wants there; False if it wants nothing."""
        lines = self.picture and self.picture.printed
        if not lines:
            return False
        if not (self.inserted and self.inserted[-1][0] == self.events):
            self.inserted.append([self.events, self.paper.roll.end, 0])
        for line in lines:
            self._put(line)
        lines.clear()
        self._inserting = 0
        return True

    # the stop

    def _stop(self, stage):
        """The machine waits, or has ended: the sign ◊, and a row below for the answer."""
        self._stage = stage
        self._rush = 0
        if self._hinted:
            self._unhint()
        self._app.peripherals.bell()
        self._app.keep_panel_lit()
        gc.collect()
        request = self.session.request
        if self._teaches() if request is None else self.recorder.fresh:
            self._where_due = ticks_add(ticks_ms(), _LATER)
        self._taken = False
        if self.picture:
            shown = self.picture.end() if request is None else self.picture.ask(request)
            self._taken = shown is not False and self.picture.ANSWERS
            if self._taken and not self.pictured:
                self._picture_due = ticks_add(ticks_ms(), _GLANCE)
        self.picker = None
        if request is not None and not isinstance(request, Text):
            if not (self._taken and self.pictured):
                self.picker = self._make_picker(request)
        self.paper.stop(self._below())
        if not self.pictured:
            self._draw_stop()
        elif not self._stays or (request is None and self._taken):
            self.picture.draw()
        elif not self._taken:
            self._show_paper()

    def _make_picker(self, request):
        """A picker that begins with the values of the request, or else of the last answer."""
        values = request.values or self._values
        if values is None or len(values) != len(request.names):
            values = request.lows
        values = [
            min(max(value, low), high)
            for value, low, high in zip(values, request.lows, request.highs)
        ]
        return Picker(self._app, request.labels, request.lows, request.highs, values, "> ")

    def _below(self):
        """Rows below the paper at a stop: the answer's, and that of the keys where it has room.

        For the first answer of a session its keys have room on every screen.
        """
        rows = self.picker.rows if self.picker else 0
        free = 1 if self._values is None else 3
        return min(rows + 1, max(rows, self._app.panel.rows - free, 1))

    def _draw_stop(self):
        last = self._app.panel.rows - 1
        if self.picker:
            line = min(self.paper.line + self.paper.over, last + 1 - self.picker.rows)
            self.picker.top = line
            self.picker.draw()
            self._say_field()
            if line + self.picker.rows <= last:
                keys_row(self._app, last, words.text("PICK_KEYS"))
        else:
            text = words.text("TYPE_KEYS")
            if self._stage == _ENDED:
                shown = self.picture and not self.picture.ANSWERS
                text = words.text("PICTURE_KEYS") if shown else words.text("END_KEYS")
                onward = words.text("DO_SETUP") if self.recorder.fresh else words.text("DO_AGAIN")
                text = text.replace("#", onward)
                if shown:
                    text = text.replace("*", self.picture.called())
            keys_row(self._app, last, text)
        self.paper.show_sign()

    def _say_field(self):
        """Says the chosen number of the answer."""
        field = self.picker.field
        value = self.picker.values[field]
        self._app.exhibit.say("%s=%d" % (self.session.request.names[field], value))

    def _answered(self, written, values):
        """The request is answered: the answer stays on the paper, the program goes on."""
        self.recorder.answer(written)
        self.paper.go_on()
        self._app.peripherals.print(self.row(self.session, written, "◊ "))
        self._remember(written, values)
        self._rush = 1  # what the person typed is there at once
        self._where_due = None
        self.picker = None
        self._stage = _PRINTING
        self._picture_due = None
        if self.picture:
            self.picture.answer(values)
            self.picture.ask(None)
            if self.picture.ANSWERS and not self._stays:
                self._show_paper()

    def row(self, session, written, sign):
        """How the last answer in `session` stands on the paper: `written` behind the `sign`, or
        as the original had it.
        """
        return (self.directives and session.original) or sign + written

    def _remember(self, written, values):
        self.paper.roll.add(self.row(self.session, written, "> "))
        self.events += 1
        self._won = False
        if not isinstance(values, str):
            self._values = values

    def _give(self, values):
        """An answer made with the keys; the console shows it as if it had been typed there."""
        written = self.session.answer_values(values)
        self._app.console.print(written)
        self._answered(written, values)

    def line(self, text):
        """A line typed on the serial port answers the request."""
        if self._stage == _ENDED:
            self.leave()
            self._app.retype(text)
            return
        if not text.strip() or text[0] == "#":
            self._app.console.write("◊ ")
            return
        try:
            written, values = self.session.answer(text)
        except Malformed as error:
            self._app.peripherals.bell()
            self._app.console.print(words.error(str(error)))
            self._app.console.write("◊ ")
            return
        self._answered(written, values)

    # keys

    def key(self, key, repeat):
        if self._stage == _WAITING:
            if self._hinted:
                self._hinted = False
                if self.pictured:
                    self.draw()
                else:
                    self._draw_stop()
            elif self._where_due is not None:
                self._where_due = ticks_add(ticks_ms(), _LATER)
        if key == BACK:
            if not repeat:
                self._back()
        elif self._stage == _ENDED and (self._taken or not self.pictured):
            if repeat:
                pass
            elif self._picture_due is not None:
                self._show_picture()
            elif key == OK:
                self.again()
            elif key == RIGHT and self._teaches():
                self._app.sessions.teach()
        elif self.pictured:
            values = self.picture.key(key, repeat)
            if values is not None and self._stage == _WAITING:
                self._give(values)
            elif not self.printing() and self._print_picture():
                self._stage = _PRINTING
        elif self.printing():
            held = key == OK and repeat
            self._rush |= _TO_STOP if held else 1
        elif self._picture_due is not None:
            if not repeat:
                self._show_picture()  # a key that comes early shows the picture at once
        elif key == OK and not repeat:
            if self.picker:
                self._give(tuple(self.picker.values))
            else:
                self._open_keyboard()
        elif self.picker:
            self.picker.key(key, repeat)
            self._say_field()

    def _back(self):
        """BACK: the picture if there is one and it is not shown yet, then the paper."""
        if self.picture and not self.pictured and not self.picture.ANSWERS:
            self._show_picture()
        else:
            self._show_paper()
            self._app.screens.paper(self)

    def looked(self):
        """The paper was looked back at: what was on the screen before is to be drawn next."""
        if self._taken and self._stage != _PRINTING:
            self._picture_due = None
            self.pictured = self.paper.hidden = True

    def _open_keyboard(self):
        """A line of text from the keys; it is judged like a line from the serial port."""

        def done(text):
            answer = self.session.answer(text) if text.strip() else None  # or Malformed
            self._app.open(self)
            if answer:
                self._app.console.print(answer[0])
                self._answered(*answer)

        def cancel():
            self._app.open(self)

        def titled():
            said = words.say(self._last).strip() or self.session.request.prompt()
            return said + "\n" + self.title if said else self.title

        self._app.open(Keyboard(self._app, titled(), "", done, cancel, titled))

    def again(self):
        """After the end: the same setup again, or to be changed if nothing was ever asked."""
        self._app.sessions.again(self.name, self.setup, self.recorder.fresh)

    def _teaches(self):
        """Whether there is a lesson of this game, which has its tape and was not won."""
        recorder = self.recorder
        if recorder.name is None or recorder.error or recorder.lost or recorder.fresh:
            return False
        return self._app.exhibit.PERSONAL and not self._won and self.name in catalogue.LESSONS

    def leave(self):
        """To the shelf; a session that has not ended can be continued from there."""
        self._app.sessions.leave(self.session.ended)

    # the picture

    def _show_picture(self):
        self._picture_due = None
        self.pictured = self.paper.hidden = True
        if self._taken:
            self.picker = None
        self._app.panel.home()
        self.picture.draw()

    def _show_paper(self):
        """Takes the picture away; the paper is drawn anew."""
        if self.pictured:
            self.pictured = self.paper.hidden = False
            self.draw()

    # led to where it was

    def follow(self, line):
        """A generator: a line of the tape has come true."""
        self.events += 1
        self._last = line
        self._won = self._won or line in catalogue.WON
        rest = self.paper.roll.add(words.say(line), False)
        while rest:
            yield True
            rest = self.paper.roll.add(rest, False)
        if self.picture:
            self.picture.line(line)

    def follow_answer(self, written, values, request):
        """An answer of the tape was given to `request`."""
        self._remember(written, values)
        if self.picture:
            self.picture.ask(request)
            self.picture.answer(values)
            self.picture.ask(None)

    def reprinted(self, roll):
        """The paper is printed again, on another roll."""
        self.paper.catch_up(roll, 0 if self.printing() else self._below())

    def follow_language(self, then):
        """Lets the paper be in the language that is chosen now.

        Returns True if the paper has to be printed again for that, which has the screen then; in
        the end that is given to the activity that `then` makes.
        """
        if self.language == words.spoken:
            return False
        self.language = words.spoken
        if self.recorder.lost:
            return False  # the answers are not there any more
        self._app.screens.reprint(self, then)
        return True

    def draw(self):
        """The whole screen anew, as it stood."""
        if self.follow_language(lambda: self):
            return
        if self._stage == _ENDED and self._teaches():
            self._where_due = ticks_add(ticks_ms(), _LATER)
        if self.pictured:
            self._app.panel.home()
            self.picture.draw()
            return
        self.paper.draw(self.printing())
        self._hinted = False
        if not self.printing():
            self._draw_stop()
