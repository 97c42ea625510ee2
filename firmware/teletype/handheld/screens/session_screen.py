# SPDX-License-Identifier: MIT
"""A session on the handheld: the paper, the prompt with its sign ◊, the answer.

The program prints at the speed of the settings; any key completes the line, and holding OK skips
to the prompt. Then it waits visibly: ◊ blinks after the last line, as the MIR printed it, and
the row below takes the answer. If the program has a picture that takes answers, the picture
appears after a moment instead, and stays when the program has ended; some pictures appear at
the beginning. BACK shows another picture if there is one, then the paper for scrolling back,
then the shelf. At the end OK starts again with the same setup, or opens the setup if
there was no question, and RIGHT shows where the game was lost. After a game against the machine
`outcome` covers this screen. The same paper goes to the serial port, and a line typed there
is also an answer.

Paper and answers go to the session's tape on the flash. Messages may be shown translated; the
tape and the answers are the same.

`transcript` has the printed lines and the answers, `answering` takes an answer, `session_hints`
draws the last row. `paper_scroll` shows earlier paper; `resuming` replays a
new session to the end of its tape, `reprint` one to its last state, in another language.
"""

import gc
from time import ticks_add, ticks_ms

from micropython import const

from teletype import words
from teletype.core.request import Malformed, Text, working
from teletype.core.session import Session
from teletype.drivers.buttons import BACK, OK, RIGHT
from teletype.handheld import picture_loader
from teletype.handheld.activity import ALL, CHOICE, TEXT, Activity, due
from teletype.handheld.drawing.listing import keys_row
from teletype.handheld.drawing.stop_sign import StopSign
from teletype.handheld.screens.answering import Answering
from teletype.handheld.screens.session_hints import Hints
from teletype.handheld.screens.transcript import Transcript, covered
from teletype.programs import catalogue

_GLANCE = const(1000)
"""Milliseconds from the prompt to the picture, for reading the last line."""

_BID = const(100)
_PUZZLE = const(5)
"""A number with this range or more takes time like a bid; more numbers than these are a puzzle."""

_PRINTING, _WAITING, _ENDED, _HELD = 0, 1, 2, 3

_TO_STOP = const(2)


class SessionScreen(Activity):
    """One `program` being run with the setup `setup` (validated), recorded by `recorder`.

    name, title  of the program
    program      its `teletype.programs.base.Program`
    two          whether two people play
    game         its state, an instance of the program's `Game`
    session      a `teletype.core.session.Session`; None while it is led to where it was
    transcript   the printed lines and the answers, with `recorder` and `paper`
    hints        the last row
    sign         the sign ◊ before it
    answering    takes the answer if the picture does not
    picture      the program's picture, or None
    pictured     whether it is on the screen instead of the paper
    tongue       the wanted language of the messages, "" for the original, None as in the
                 settings
    language     the language of the messages on the paper; None for the original
    original     the language in which the program prints; None if nothing is translated
    outcome      the screen about the result of the last game; None before its end

    _stage        whether it prints, waits, has ended, or is held by its picture before it begins
    _rush         whether printing is immediate: for the line, or up to the prompt
    _taken        whether the picture takes the answer at this prompt
    _picture_due  when it appears on its own, or None
    _sent         whether it has been on the panel: its first tick is over
    _finished     how many games had ended at the last prompt
    """

    COUNTS = True
    """Whether it is a person who plays."""

    def __init__(self, app, name, program, setup, recorder):
        super().__init__(app)
        self.name = name
        self.program = program
        self.setup = setup
        self.game, play = program.begin(setup)
        self.session = Session(play)
        self._finished = 0
        self.two = bool(setup.get("players"))
        self.tongue = None
        self.title = self.speak().TITLE or catalogue.title(name)
        self.language = words.spoken
        self.original = catalogue.language(name)
        self.transcript = Transcript(app, self.title, recorder)
        self.recorder = recorder
        self.paper = self.transcript.paper
        self.hints = Hints(app, self)
        self.sign = StopSign(app)
        self.answering = Answering(app, self)
        app.show_on_glass(True)
        self.picture = picture_loader.picture_of(app, program, setup, self.game)
        app.show_on_glass(False)
        self.pictured = self.paper.hidden = bool(self.picture and self.picture.FIRST)
        self._picture_due = self.outcome = None
        self._taken = self._sent = False
        self._stage = _HELD if self.pictured and self.picture.holds else _PRINTING
        self._rush = 0
        working.done = working.total = 0

    def speak(self):
        """Select the language of the program's messages; return the texts of `words` about
        the program.
        """
        tongue = self.tongue
        if tongue is None and self._app.settings.values["messages"] == "translated":
            tongue = words.language
        return words.speak(self.name if tongue else None, tongue, self.name)

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
        if self._stage == _HELD:
            return 4
        if self._stage != _WAITING or not request:
            return 3
        weighed = isinstance(request, Text) or request.answers or len(request.lows) > _PUZZLE
        return 4 if weighed or request.highs[0] - request.lows[0] >= _BID else 3

    def understood(self):
        if self.pictured:
            return ALL
        if self.printing():
            return b""
        picker = self.answering.picker
        if not picker:
            return TEXT
        return ALL if len(picker.values) > 1 or picker.wheels[0] else CHOICE

    def offers_below(self, hinted):
        picker = self.answering.picker
        return self.pictured or not picker or picker.top + picker.rows < self._app.panel.rows

    def may_stand(self):
        return True

    @property
    def ended(self):
        """Whether the program has ended and all its output is on the paper."""
        return self._stage == _ENDED

    @property
    def _stays(self):
        """Whether the picture stays on the screen, and the paper is printed behind it at once."""
        return self.pictured and self.picture.STAYS

    # printing

    def takes_keys(self):
        """Whether keys are handled now; during fast printing they wait for the prompt.

        BACK is always handled: a long print must not trap a person.
        """
        at_once = self._stays if self.pictured else self._app.fast
        if not self.printing() or not at_once:
            return True
        return self._app.buttons.waits(BACK)

    def takes_lines(self):
        """Typed lines wait in the console while the program prints, like paper in a teletype."""
        return self._stage == _WAITING or self._stage == _ENDED

    def at_once(self):
        """Start the program, even if its picture would ask something first."""
        if self._stage == _HELD:
            self.picture.holds = False
            self._stage = _PRINTING

    def tick(self, now):
        busy = False
        if self.recorder.new and self._sent:
            self.recorder.keep()
            return True
        self._sent = True
        if self._stage == _HELD and not self.picture.holds:
            self._stage = _PRINTING
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
                at_once = self._app.fast or bool(self._rush) or self._stays
                busy = self.transcript.type(now, at_once)
            elif not self._app.peripherals.full:
                self._rush &= _TO_STOP
                self.transcript.typed()
                self._step()
                busy = True
        elif self.recorder.file or (self.recorder.pending and self._app.exhibit.keeps(now)):
            self.recorder.keep()  # the prompt is on the screen
        elif self._app.sessions.unsaved and self._stage != _HELD:
            self._app.sessions.remember()
        self.hints.tick(now)
        if self.outcome and not self.printing():
            busy = self.outcome.ripen(now) or busy
        if self.pictured:
            busy = self.picture.go_on(now) or busy
            if self.picture.played is not None and self._stage == _WAITING:
                self.give(self.picture.played)
        elif not self.printing():
            if self._picture_due is not None and due(self._picture_due, now, _GLANCE):
                self._show_picture()
        if self.signed():
            self.sign.tick(now)
        return busy

    def signed(self):
        """Whether the last row has the sign ◊."""
        if self._stage != _WAITING or self.ALONE:
            return False
        return not self.pictured or self.picture.hints

    def _hint(self):
        """Show the keys while the program prints."""
        self.hints.while_printing()

    def _step(self):
        """Let the program continue to its next line or prompt."""
        event = self.session.step()
        if event is working:
            if working.total and not self.pictured:
                self.paper.show_progress(working.done * 100 // working.total)
            return
        self.paper.hide_progress()
        if (event == "" or not isinstance(event, str)) and self._print_picture() and event != "":
            return  # the prompt comes again after the printed lines
        if isinstance(event, str):
            self.transcript.print(event, self.session.hidden)
            if self.picture:
                self.picture.line(event)
        elif event is None:
            self._stop(_ENDED)
            self._app.exhibit.count(self.name, 1)
        else:
            self._stop(_WAITING)
            self._show_prompt()

    def _new_result(self):
        """Return the result of a game against the machine since the last prompt, or None."""
        game = self.game
        if game.finished == self._finished:
            return None
        self._finished = game.finished
        person = self.COUNTS and not (self.two or self.recorder.fresh)
        return game.result if person and catalogue.is_rival(self.name) else None

    def _print_picture(self):
        """Print the lines of the picture on the paper; return False if there are none."""
        lines = self.picture and self.picture.printed
        if not lines:
            return False
        self.transcript.insert(lines)
        return True

    # the stop

    def secret(self):
        """Whether the answer is secret."""
        return self._stage == _WAITING and self.session.request.secret

    def _show_prompt(self):
        """The sign ◊ on the console, after the letter of the next player."""
        self._app.console.write(self.session.request.player + "◊ ")

    def _stop(self, stage):
        """Show the sign ◊ and a row for the answer when the machine waits or has ended."""
        self._stage = stage
        self._rush = 0
        self.sign.begin()
        self.hints.clear()
        result = self._new_result()
        if result is None:
            self._app.peripherals.bell()
        self._app.keep_panel_lit()
        gc.collect()
        request = self.session.request
        if result is not None:
            self._app.peripherals.play(result)
            self.outcome = self._app.screens.outcome(self, result)
        if self.teaches() if request is None else self.recorder.fresh:
            self.hints.later()
        self._taken = False
        if self.picture:
            shown = self.picture.end() if request is None else self.picture.ask(request)
            self._taken = shown is not False and self.picture.ANSWERS
            if self._taken and not self.pictured:
                self._picture_due = ticks_add(ticks_ms(), _GLANCE)
        self.answering.end()
        if request is not None and not (self._taken and self.pictured):
            self._ask(request)
        self.paper.stop(self.answering.rows())
        if not self.pictured:
            self._draw_stop()
        elif not self._stays or (request is None and self._taken):
            self.picture.draw()
        elif not self._taken:
            self._show_paper()

    def _ask(self, request):
        """Ask for the answer below the paper."""
        self.answering.begin(request)

    def _draw_stop(self):
        if self._stage == _ENDED:
            shown = self.picture and not self.picture.ANSWERS
            text = words.text("PICTURE_KEYS") if shown else words.text("END_KEYS")
            onward = words.text("DO_SETUP") if self.recorder.fresh else words.text("DO_AGAIN")
            text = text.replace("#", onward)
            if shown:
                text = text.replace("*", self.picture.called())
            keys_row(self._app, self._app.panel.rows - 1, text)
        else:
            self.answering.draw()
        self.paper.show_sign()

    def answered(self, written, values):
        """Put the answer on the paper and continue the program."""
        if self.signed():
            self.sign.end()
        self.transcript.answer(self.session, written, values)
        self._rush = 1  # the person's answer appears at once
        self.hints.never()
        self.answering.end()
        self._stage = _PRINTING
        self._picture_due = None
        if self.picture:
            self.picture.answered(values)
            if self.picture.ANSWERS and not self._stays:
                self._show_paper()

    def give(self, values):
        """Accept an answer from the keys; the console shows it as if it had been typed there."""
        written = self.session.answer_values(values)
        self._app.console.print(covered(written) if self.session.hidden else written)
        self.answered(written, values)

    def line(self, text):
        """A line typed on the serial port answers the request."""
        if self._stage == _ENDED:
            self.leave()
            self._app.retype(text)
            return
        if not text.strip() or text[0] == "#":
            self._show_prompt()
            return
        try:
            written, values = self.session.answer(text)
        except Malformed as error:
            self._app.peripherals.bell()
            # the message quotes the fault
            told = self.session.request.asked() if self.secret() else words.error(str(error))
            self._app.console.print(told)
            self._show_prompt()
            return
        self.answered(written, values)

    # keys

    def key(self, key, repeat):
        if self.outcome and (key == BACK or not self.ended):
            self.outcome.hushed = True  # the person plays on or reads: do not disturb
        if self._stage == _WAITING:
            self.sign.stand()
            if self.hints.shown:
                self.hints.shown = False
                if self.pictured:
                    self.draw()
                else:
                    self._draw_stop()
            else:
                self.hints.put_off()
        if key == BACK:
            if not repeat:
                self._back()
        elif self._completed(key):
            pass
        elif self._stage == _ENDED and (self._taken or not self.pictured):
            if repeat:
                pass
            elif self._picture_due is not None:
                self._show_picture()
            elif key == OK:
                self.again()
            elif key == RIGHT:
                if not (self.outcome and self.outcome.go_onward()) and self.teaches():
                    self._app.sessions.teach()
        elif self.printing() and (not self.pictured or self.picture.hurries(key, repeat)):
            held = (key == OK or self.pictured) and repeat
            self._rush |= _TO_STOP if held else 1
        elif self.pictured:
            values = self.picture.key(key, repeat)
            if values is not None and self._stage == _WAITING:
                self.give(values)
            elif values is not None and self._stage == _ENDED:
                self._begin_again(values)
            elif not self.printing() and self._print_picture():
                self._stage = _PRINTING
        elif self._picture_due is not None:
            if not repeat:
                self._show_picture()  # an early key shows the picture at once
        elif key == OK and not repeat:
            self.answering.take()
        else:
            self.answering.key(key, repeat)

    def _completed(self, key):
        """Whether the key only completes the display of the machine's move: nobody answers a move
        or leaves a result before it was visible.
        """
        if not self.pictured or not self.picture.complete():
            return False
        self._app.key_sign.heard()
        return self._stage == _ENDED or (key == OK and not self._stays)

    def _back(self):
        """On BACK show the picture if there is one and it is hidden, otherwise the paper."""
        if self._stage == _HELD:
            self.leave()
        elif self.picture and not self.pictured and not self.picture.ANSWERS:
            self._show_picture()
        else:
            self.look_back()

    def look_back(self):
        """Open the paper for scrolling back."""
        self._show_paper()
        self._app.screens.paper(self)

    def looked(self):
        """After scrolling back, draw the previous screen next."""
        if self._taken and self._stage != _PRINTING:
            self._picture_due = None
            self.pictured = self.paper.hidden = True

    def again(self):
        """After the end start again with the same setup, or open it if there was no question."""
        self._conclude()
        self._app.sessions.again(self.name, self.setup, self.recorder.fresh)

    def _begin_again(self, setup):
        """After the end start with the `setup` of the picture; if it is empty, open the setup."""
        self._conclude()
        if setup:
            self._app.sessions.renew(self.name, setup)
        else:
            self.again()

    def teaches(self):
        """Whether there is a lesson: the game has a tape and was not won."""
        recorder = self.recorder
        if recorder.name is None or recorder.error or recorder.lost or recorder.fresh:
            return False
        return (
            self._app.exhibit.PERSONAL
            and (self.two or self.game.result != 1)
            and catalogue.has_lesson(self.name)
        )

    def _conclude(self):
        """Count the last game, if that has not happened yet."""
        if self.outcome:
            self.outcome.finish()

    def leave(self):
        """Go to the shelf, where an unfinished session can be continued."""
        self._conclude()
        self._app.sessions.leave(self.session.ended)

    # the picture

    def _show_picture(self):
        self._picture_due = None
        self.pictured = self.paper.hidden = True
        if self._taken:
            self.answering.end()
        self._app.show_on_glass(True)
        self._app.panel.home()
        self.picture.draw()

    def _show_paper(self):
        """Remove the picture and redraw the paper."""
        if self.pictured:
            self.pictured = self.paper.hidden = False
            self._app.show_on_glass(False)
            self.draw()

    # led to where it was

    def restart(self):
        """Begin a new session with the same setup, to lead it to where the old one was; return it.

        Until `restarted` the screen has no session: two may be too large for the memory.
        """
        self.session = None
        self.game, play = self.program.begin(self.setup)
        return Session(play)

    def restarted(self, session):
        """Continue with a session that has been led to where the old one was."""
        self.session = session
        if self.picture:
            self.picture.game = self.game

    def resumed(self):
        """Take the games on the tape as seen; the next prompt shows no result of theirs."""
        self._finished = self.game.finished

    def reprinted(self, roll):
        """Continue on another roll, on which the paper was printed again."""
        self.paper.catch_up(roll, 0 if self.printing() else self.answering.rows())

    def follow_language(self, then):
        """Switch the paper to the chosen language.

        Return True if the paper has to be printed again for that. The screen then belongs to the
        reprint, and afterwards to the activity returned by `then`.
        """
        if self.language == words.spoken:
            return False
        self.language = words.spoken
        if self.recorder.lost:
            return False  # the answers are no longer available
        self._app.screens.reprint(self, then)
        return True

    def draw(self):
        """Redraw the whole screen in its last state."""
        if self.follow_language(lambda: self):
            return
        if self._stage == _ENDED and self.teaches():
            self.hints.later()
        if self.pictured:
            self._app.panel.home()
            self.picture.draw()
        else:
            self.paper.draw(self.printing())
            self.hints.shown = False
            if not self.printing():
                self._draw_stop()
        if self.signed():
            self.sign.draw()
