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

`session_stages` has what the screen does while the program prints, waits or has ended.
`transcript` has the printed lines and the answers, `answering` takes an answer, `session_hints`
draws the last row. `paper_scroll` shows earlier paper; `resuming` replays a
new session to the end of its tape, `reprint` one to its last state, in another language.
"""

import gc

from teletype import words
from teletype.core.request import Malformed, working
from teletype.core.session import Session
from teletype.drivers.buttons import BACK, OK
from teletype.handheld import picture_loader
from teletype.handheld.activity import ALL, Activity
from teletype.handheld.drawing.stop_sign import StopSign
from teletype.handheld.input.picker import Picker
from teletype.handheld.keeping.recorder import LOW
from teletype.handheld.screens import session_stages as stages
from teletype.handheld.screens.answering import Answering
from teletype.handheld.screens.session_hints import Hints
from teletype.handheld.screens.session_language import SessionLanguage
from teletype.handheld.screens.transcript import Transcript, covered
from teletype.programs import catalogue


class SessionScreen(Activity):
    """One `program` being run with the setup `setup` (validated), recorded by `recorder`.

    name, title  of the program
    program      its `teletype.programs.base.Program`
    game         its state, an instance of the program's `Game`
    session      a `teletype.core.session.Session`; None while it is led to where it was
    stage        what it is doing, one of `session_stages`
    transcript   the printed lines and the answers, with `recorder` and `paper`
    hints        the last row
    sign         the sign ◊ before it
    answering    takes the answer if the picture does not
    picture      the program's picture, or None
    pictured     whether it is on the screen instead of the paper
    language     a `session_language.SessionLanguage`
    at_end       the stage `Ended`: what keys do after the end
    outcome      the screen about the result of the last game; None before its end
    asked_last   the last request; None before the first

    _sent      whether it has been on the panel: its first tick is over
    _finished  how many games had ended at the last prompt
    """

    COUNTS = True
    """Whether it is a person who plays."""

    def __init__(self, app, name, program, setup, recorder):
        Activity.__init__(self, app)
        self.name = name
        self.program = program
        self.setup = setup
        self.game, play = program.begin(setup)
        self.session: Session | None = Session(play)
        self._finished = 0
        self.language = SessionLanguage(app, self)
        self.title = self.language.speak().TITLE or catalogue.title(name)
        self.language.settle()
        self.transcript = Transcript(app, self.title, recorder)
        self.recorder = recorder
        self.paper = self.transcript.paper
        self.hints = Hints(app, self)
        self.sign = StopSign(app)
        self.answering = Answering(app, self)
        app.show_on_glass(True)
        self.picture = picture_loader.picture_of(app, program, setup, self.game, Picker)
        app.show_on_glass(False)
        self.outcome = self.asked_last = None
        self._sent = False
        self._printing = stages.Printing(app, self)
        self._waiting = stages.Waiting(app, self)
        self.at_end = stages.Ended(app, self)
        self.pictured = bool(self.picture and self.picture.FIRST)
        self.paper.hide(self.pictured)
        held = self.pictured and self.picture.holds
        self.stage = stages.Held(app, self) if held else self._printing
        working.done = working.total = working.pause = 0

    def relabel(self):
        self.title = words.titles(self.name, self.title)[0]
        self.paper.head(self.title)
        if self.picture:
            self.picture.encode_words()

    # what it is doing

    def printing(self):
        return self.stage.printing

    @property
    def ended(self):
        """Whether the program has ended and all its output is on the paper."""
        return self.stage.ended

    @property
    def stays(self):
        """Whether the picture stays on the screen, and the paper is printed behind it at once."""
        return self.pictured and self.picture.STAYS

    def patience(self):
        return self.stage.patience()

    def understood(self):
        return ALL if self.pictured else self.stage.understood()

    def offers_below(self, hinted):
        picker = self.answering.picker
        return self.pictured or not picker or picker.top + picker.rows < self._app.panel.rows

    def may_stand(self):
        return True

    def secret(self):
        """Whether the answer is secret."""
        return self.stage.waiting and self.session.request.secret

    def takes_keys(self):
        """Whether keys are handled now; during fast printing they wait for the prompt.

        BACK is always handled: a long print must not trap a person.
        """
        if not self.stage.printing:
            return True
        at_once = self.stays if self.pictured else self._app.fast
        if not at_once or (self.pictured and self.picture.live):
            return True
        return self._app.buttons.waits(BACK)

    def takes_lines(self):
        """Typed lines wait in the console while the program prints, like paper in a teletype."""
        return self.stage.waiting or self.stage.ended

    def tick(self, now):
        if not self._sent:
            self._sent = True  # this step sends the screen, without waiting for the program
            return True
        recorder = self.recorder
        if recorder.new:
            recorder.keep()
            return True
        if (recorder.error or recorder.left < LOW) and self._told_trouble():
            return True
        busy = self.stage.tick(now)
        if self.hints.due_at is not None:
            self.hints.tick(now)
        if self.outcome and not self.printing():
            busy = self.outcome.open_when_due(now) or busy
        if self.pictured:
            busy = self.picture.go_on(now) or busy
            if self.picture.gives_way:
                self.show_paper()
            elif self.picture.played is not None and self.stage.waiting:
                self.give(self.picture.played)
        if self.signed():
            self.sign.tick(now)
        return busy

    def _told_trouble(self):
        """Report that the tape cannot be written, or that little room is left for it."""
        recorder = self.recorder
        if recorder.error and recorder.error is not self._app.faults.refusal:
            self._app.faults.refused(recorder.error)
            return True
        if not recorder.warns():
            return False
        self._app.exhibit.tell(lambda: (words.text("TAPES"), [words.text("SESSION_LOW")]))
        return True

    def signed(self):
        """Whether the last row has the sign ◊."""
        if not self.stage.waiting or self.ALONE:
            return False
        return not self.pictured or self.picture.hints

    # printing

    def at_once(self):
        """Start the program, even if its picture would ask something first."""
        if not self.stage.begun:
            self.picture.release()
            self.print_on()

    def print_on(self):
        """Let the program print; return that stage."""
        self.stage = self._printing
        return self.stage

    def hint_while_printing(self):
        """Show the keys while the program prints."""
        self.hints.while_printing()

    def hold(self):
        """Let the picture hold the program."""
        self.stage = stages.Held(self._app, self)

    def step(self):
        """Let the program continue to its next line or prompt."""
        event = self.session.step()
        if event is working:
            if working.total and not self.pictured:
                self.paper.show_progress(working.done * 100 // working.total)
            return
        self.paper.hide_progress()
        if (event == "" or not isinstance(event, str)) and self.print_picture() and event != "":
            return  # the prompt comes again after the printed lines
        if isinstance(event, str):
            self.transcript.print(event, self.session.hidden)
            if self.picture:
                self.picture.line(event)
        elif event is None or event.ends:
            self._stop(self.at_end)
            self._app.exhibit.count(self.name, 1)
        else:
            self._stop(self._waiting)
            self._show_prompt()

    def _new_result(self):
        """Return the result of a game against the machine since the last prompt, or None."""
        game = self.game
        if game.finished == self._finished:
            return None
        self._finished = game.finished
        person = self.COUNTS and not (game.two or self.recorder.fresh)
        return game.result if person and catalogue.is_rival(self.name) else None

    def print_picture(self):
        """Print the lines of the picture on the paper; return False if there are none."""
        lines = self.picture and self.picture.printed
        if not lines:
            return False
        self.transcript.insert(lines)
        return True

    # the stop

    def _show_prompt(self):
        """The sign ◊ on the console, after the letter of the next player."""
        self._app.console.write(self.session.request.player + "◊ ")

    def _stop(self, stage):
        """Show the sign ◊ and a row for the answer when the machine waits or has ended."""
        self.stage = stage
        self._printing.calm()
        self.sign.begin()
        self.hints.clear()
        result = self._new_result()
        if result is None:
            self._app.peripherals.bell()
        self._app.keep_panel_lit()
        gc.collect()
        request = None if stage.ended else self.session.request
        self.asked_last = request or self.asked_last
        if result is not None:
            self._app.peripherals.play(result)
            self.outcome = self._app.screens.outcome(self, result)
        if self.at_end.teaches() if request is None else self.recorder.fresh:
            self.hints.later()
        taken = False
        if self.picture:
            shown = self.picture.end() if request is None else self.picture.ask(request)
            taken = shown is not False and self.picture.ANSWERS
        stage.enter(taken)
        self.answering.end()
        if request is not None and not taken:
            self.ask(request)
        self.paper.stop(self.answering.rows())
        if not self.pictured:
            self.draw_stop()
        elif self.stays and not taken:
            self.show_paper()
        elif request is None:
            self._app.open(self)  # a loop step of its own for a picture that may take long
        elif not self.picture.STAYS:
            self.picture.draw()

    def ask(self, request):
        """Ask for the answer below the paper."""
        self.answering.begin(request)

    def draw_stop(self):
        """Draw the rows below the paper, and the sign ◊."""
        self.stage.draw()
        self.paper.show_sign()

    def answered(self, written, values):
        """Put the answer on the paper and continue the program."""
        if self.signed():
            self.sign.end()
        self.transcript.answer(self.session, written, values)
        self.hints.never()
        self.answering.end()
        self.print_on().hurry()  # the person's answer appears at once
        if self.picture:
            self.picture.answered(values)
            if self.picture.ANSWERS and not self.stays:
                self.show_paper()

    def give(self, values):
        """Accept an answer from the keys; the console shows it as if it had been typed there."""
        written = self.session.answer_values(values)
        self._app.console.print(covered(written) if self.session.hidden else written)
        self.answered(written, values)

    def line(self, text):
        """A line typed on the serial port answers the request."""
        if self.ended and not (self.session.request and "«" in text):
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
            self.outcome.hush()  # the person plays on or reads: do not disturb
        self.stage.key(key, repeat)

    def completes_move(self, key):
        """Whether the key only completes the display of the machine's move: nobody answers a move
        or leaves a result before it was visible.
        """
        if not self.pictured or not self.picture.complete():
            return False
        self._app.key_sign.heard()
        return self.ended or (key == OK and not self.stays)

    def back(self):
        """On BACK show the picture if there is one and it is hidden, otherwise the paper."""
        if self.picture and not self.pictured and not self.picture.ANSWERS:
            self.show_picture()
        elif not (self.pictured and self.picture.back()):
            self.look_back()

    def look_back(self):
        """Open the paper for scrolling back."""
        self.show_paper()
        self._app.screens.paper(self)

    def looked(self):
        """After scrolling back, draw the previous screen next."""
        if self.stage.taken:
            self.stage.seen()
            self.pictured = True
            self.paper.hide(True)

    def leave(self):
        """Go to the shelf, where an unfinished session can be continued."""
        self.at_end.conclude()
        self._app.sessions.leave(self.session.ended or self.ended)

    # the picture

    def show_picture(self):
        """Draw the picture instead of the paper."""
        self.pictured = True
        self.paper.hide(True)
        self.stage.seen()
        if self.stage.taken:
            self.answering.end()
        self._app.show_on_glass(True)
        self._app.panel.home()
        self.picture.draw()

    def show_paper(self):
        """Remove the picture and redraw the paper."""
        if self.pictured:
            self.pictured = False
            self.paper.hide(False)
            self._app.show_on_glass(False)
            self.picture.covered()
            if not (self.stage.begun or self.picture.holds):
                self.print_on()  # no sign ◊ after a row before the stop
            self.draw()

    def due_keys(self):
        """Return the names of the keys while the picture is due: each key shows it."""
        return words.called("OK:" + self.picture.called())

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
            self.picture.follow_game(self.game)

    def resumed(self):
        """Take the games on the tape as seen; the next prompt shows no result of theirs."""
        self._finished = self.game.finished

    def reprinted(self, roll):
        """Continue on another roll, on which the paper was printed again."""
        self.paper.catch_up(roll, 0 if self.printing() else self.answering.rows())

    def draw(self):
        """Redraw the whole screen in its last state."""
        if self.language.follow(lambda: self):
            return
        if self.ended and self.at_end.teaches():
            self.hints.later()
        if self.pictured:
            self._app.panel.home()
            self.picture.draw()
        else:
            self.paper.draw(self.printing())
            self.hints.take_away()
            if not self.printing():
                self.draw_stop()
        if self.signed():
            self.sign.draw()
