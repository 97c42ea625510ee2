"""A session on the handheld: the paper, the stop with its sign ◊, the picker, looking back.

The program prints at the speed of the settings; any key completes the line. Then it stops and
waits, visibly: ◊ blinks behind the last line, as the MIR printed it, and the row below takes the
answer. Where the program has a picture that takes answers, the picture comes up after a moment
instead. BACK shows another picture if there is one, then the paper to look back at, then leaves
for the shelf. The same paper goes to the serial port, and a line typed there answers too.

Paper and answers go to the session's tape on the flash. A session that is resumed is fed with the
answers of its tape first, without the screen.
Messages may be shown translated; what is kept and answered is the same. RIGHT at the end of the
paper that is looked back at goes from the original to its translations and back.
"""

import gc
from time import ticks_add, ticks_diff, ticks_ms

from micropython import const

import words
from drivers.buttons import BACK, DOWN, LEFT, OK, RIGHT, UP
from handheld import pictures
from handheld.activity import Activity
from handheld.glyphs import COLUMN, LEAD, MARGIN, ZERO, encode, extent
from handheld.listing import keys_row, text_row, title_row
from handheld.picker import Picker
from handheld.roll import Roll
from programs import catalogue
from teletype import tape
from teletype.request import Malformed, Text, working
from teletype.session import Session

_BLINK = const(500)

_KEPT = const(48)
"""Rows of paper in memory; older ones are printed again from the answers when looked at."""

_GLANCE = const(1000)
"""Milliseconds from the stop to the picture, to read the last line by."""

_SLICE = const(50)
"""Milliseconds of a turn of the main loop in which a session is run again."""

_PATIENCE = const(500)
"""Milliseconds after which resuming shows how far it is."""

_HEAD = const(2)
"""Rows above the answer where nothing is on the paper yet: the title, and the row of the sign."""

_PRINTING, _WAITING, _ENDED, _LOOKING, _RESUMING = 0, 1, 2, 3, 4


class SessionScreen(Activity):
    """One program being run with the setup `setup` (validated), recorded by `recorder`.

    `events`, where the session is resumed, are those of its tape (`teletype.tape.read_events`),
    and `file` is the tape, open for reading.
    """

    def __init__(self, app, name, setup, recorder, events=None, file=None):
        super().__init__(app)
        self.recorder = recorder
        """A `handheld.tapes.Recorder`."""
        self.name = name
        self.title = catalogue.find(name)[3]
        self._setup = setup
        self._program = catalogue.load(name)
        self._session = Session(self._program.play(setup))
        self._columns = (app.panel.width - MARGIN) // COLUMN
        app.speak(name)
        self._spoken = words.spoken
        """The language of the messages on the paper; None for the original."""
        self._original = words.original(name)
        self._language = words.language
        """The language in which the picture has encoded its words."""
        self._roll = Roll(app.panel.width - MARGIN, _KEPT)
        self._old = None
        """Rows older than the roll, while they are looked at."""
        self._again = None
        """The generator that prints paper again."""
        self._translating = False
        """Whether it makes the session anew; keys wait until that is done."""
        self._sign = encode("◊")
        self._percent = bytearray(encode("    %"))
        """The progress of a long search, as it stands on the screen."""
        self._progress = -1
        """The same as a number; -1 when there is none."""
        working.done = working.total = 0
        self._sign_shown = False
        self._due = 0
        """When the next character or the next blink is to come."""
        self._stage = _RESUMING if events else _PRINTING
        self._shown = 0
        """Rows of the roll that are printed."""
        self._typed = 0
        """Bytes of the next row that are printed already, once the row is begun."""
        self._x = MARGIN
        """The pixel column behind them."""
        self._begun = False
        self._rush = False
        self._line = 0
        """The row of the screen on which the next row of the roll goes."""
        self._picker = None
        self._values = None
        """The last answer in numbers: the picker begins with it at the next stop."""
        self._top = 0
        """While looking back: the first row of the roll on the screen."""
        self._pause = _PRINTING
        """The stage to go on with after looking back."""
        self._pending = None
        """A line typed while a print was paused."""
        self._last = ""
        """The line of paper that was printed last, as it was said."""
        self._picture = self._load_picture()
        self._pictured = False
        """Whether the picture is on the screen instead of the paper."""
        self._stays = self._picture is not None and self._picture.STAYS
        self._taken = False
        """Whether the picture takes the answer at this stop."""
        self._picture_due = None
        self._events = 0
        """Lines and answers that are on the paper."""
        self._inserted = []
        """[events before them, first row, number of rows] that the picture put on the paper."""
        self._file = file
        spellings = getattr(self._program, "SPELLINGS", ())
        self._following = tape.follow(events or (), self._session, spellings)
        self._began = ticks_ms()

    def _load_picture(self):
        module = pictures.load(self._app, getattr(self._program, "PICTURE", None))
        return module and module.Picture(self._app, self._setup)

    # printing

    def takes_keys(self):
        """Whether keys are to be handled now; in fast printing they wait for the stop.

        BACK is always taken: a long print must not hold a person.
        """
        if self._translating:
            return False
        if self._stage == _RESUMING:
            return self._app.buttons.peek() == BACK
        at_once = self._stays if self._pictured else self._app.fast
        if self._stage != _PRINTING or not at_once:
            return True
        return self._app.buttons.peek() == BACK

    def takes_lines(self):
        """Typed lines wait in the port while the program prints, as paper in a teletype does."""
        return self._stage != _PRINTING and self._stage != _RESUMING and not self._translating

    def tick(self, now):
        busy = False
        if self._stage == _RESUMING:
            self._follow(now)
            return True
        if self._again:
            return self._print_on(now)
        if self.recorder.error and self.recorder.error is not self._app.refusal:
            self._app.refused(self.recorder.error)
            return True
        if self._stage == _PRINTING:
            if self._shown < self._roll.end:
                busy = self._type(now)
            elif not self._app.parts.full:
                self._rush = False
                self._step()
                busy = True
        elif self.recorder.pending:
            self.recorder.keep()  # the stop is on the screen
        if self._stage == _LOOKING:
            return False
        if self._pictured:
            busy = self._picture.tick(now) or busy
            if self._picture.played is not None and self._stage == _WAITING:
                self._give(self._picture.played)
            return busy
        if self._stage != _PRINTING:
            if self._picture_due is not None and ticks_diff(now, self._picture_due) >= 0:
                self._show_picture()
            elif ticks_diff(now, self._due) >= 0:
                self._due = ticks_add(now, _BLINK)
                self._show_sign(not self._sign_shown)
        return busy

    def _step(self):
        """Lets the program go on to its next line or stop."""
        event = self._session.step()
        if event is working:
            if working.total and not self._pictured:
                self._show_progress(working.done * 100 // working.total)
            return
        self._hide_progress()
        if (event == "" or not isinstance(event, str)) and self._print_picture() and event != "":
            return  # the stop comes again behind what is printed
        if isinstance(event, str):
            self._print(event)
        elif event is None:
            self._stop(_ENDED)
        else:
            self._stop(_WAITING)
            self._app.console.write("◊ ")
            if self._pending is not None:
                text, self._pending = self._pending, None
                self.line(text)

    def _show_progress(self, percent):
        """How far a long search is, on the row where the paper will go on."""
        if percent == self._progress:
            return
        self._progress = percent
        self._make_room(1)
        codes = self._percent
        codes[0] = ZERO + percent // 100 if percent > 99 else 0
        codes[1] = ZERO + percent // 10 % 10 if percent > 9 else 0
        codes[2] = ZERO + percent % 10
        self._app.panel.draw(self._line, MARGIN, codes, 0, len(codes), self._app.font)

    def _hide_progress(self):
        if self._progress >= 0:
            self._progress = -1
            if not self._pictured:
                width = len(self._percent) * COLUMN
                self._app.panel.clear(self._line, MARGIN, width)

    def _print(self, line):
        self.recorder.paper(line)
        self._put(line)
        self._events += 1
        if self._picture:
            self._picture.line(line)

    def _put(self, line):
        """Puts a line of the program on the paper, in the language that is spoken."""
        said = self._last = words.say(line)
        self._app.paper(said, line)
        self._roll.add(said)

    def _print_picture(self):
        """Puts on the paper what the picture wants there; False if it wants nothing."""
        lines = self._picture and self._picture.printed
        if not lines:
            return False
        row = self._roll.end
        for line in lines:
            self._put(line)
        lines.clear()
        if self._inserted and self._inserted[-1][0] == self._events:
            self._inserted[-1][2] = self._roll.end - self._inserted[-1][1]
        else:
            self._inserted.append([self._events, row, self._roll.end - row])
        return True

    def _type(self, now):
        """Prints the next piece of the roll; True when there is no need to wait."""
        roll = self._roll
        row = self._shown
        if not self._begun:
            self._begin_row()
            self._due = ticks_add(now, self._app.character)
        at_once = self._app.fast or self._rush or (self._pictured and self._stays)
        count = roll.length(row) - self._typed
        at = roll.offset(row) + self._typed
        if not at_once and count:
            if ticks_diff(now, self._due) < 0:
                return False
            self._due = ticks_add(self._due, self._app.character)
            count = 1 if roll.codes[at] < LEAD else 2
            if roll.codes[at]:
                self._app.parts.click()
        if not self._pictured:
            panel = self._app.panel
            self._x = panel.draw(self._line, self._x, roll.codes, at, count, self._app.font)
        self._typed += count
        if self._typed == roll.length(row):
            self._shown += 1
            self._begun = False
            self._line += 1
        return at_once

    def _begin_row(self):
        """Makes room for a row at the bottom of the screen."""
        self._make_room(1)
        self._typed = 0
        self._x = MARGIN
        self._begun = True

    def _make_room(self, rows):
        """Scrolls until `rows` more rows fit below the paper."""
        while self._line + rows > self._app.panel.rows:
            self._line -= 1
            if not self._pictured:
                self._app.panel.scroll()

    # resuming

    def _follow(self, now):
        """Feeds the program with its tape for a while, then says how far that is."""
        end = ticks_add(now, _SLICE)
        try:
            while ticks_diff(end, ticks_ms()) > 0:
                done = next(self._following, None)
                if done is None:
                    self._followed()
                    return
                if done is not working:
                    self._take(done)
        except (tape.TapeError, OSError) as error:
            self._file.close()
            self._app.sessions.damaged(self.recorder.name, error)
            return
        if ticks_diff(now, self._began) > _PATIENCE:
            at = self._file.tell()
            percent = at * 100 // max(at, self._app.tapes.size(self.recorder.name))
            text_row(self._app, 0, words.RESUMING % percent)

    def _take(self, event):
        """An event of the tape has come true."""
        kind, text, request = event
        self._events += 1
        if kind == tape.PAPER:
            self._last = words.say(text)
            self._roll.add(self._last)
            if self._picture:
                self._picture.line(text)
            return
        values = request.parse(text)
        self._remember(text, values)
        if self._picture:
            self._picture.ask(request)
            self._picture.answer(values)
            self._picture.ask(None)

    def _followed(self):
        """The session stands where its tape ends; from here on it is played."""
        self._file.close()
        self._file = None
        self._shown = self._roll.end
        self._line = min(self._shown, self._app.panel.rows)
        self._stage = _PRINTING
        self.draw()

    # the stop

    def _stop(self, stage):
        """The machine waits, or has ended: the sign ◊, and a row below for the answer."""
        self._stage = stage
        self._app.parts.bell()
        self._app.care.stir(ticks_ms())
        gc.collect()
        request = self._session.request
        self._picker = None
        if request is not None and not isinstance(request, Text):
            values = request.values or self._values
            if values is None or len(values) != len(request.names):
                values = request.lows
            values = [
                min(max(value, low), high)
                for value, low, high in zip(values, request.lows, request.highs)
            ]
            self._picker = Picker(
                self._app,
                request.labels,
                request.lows,
                request.highs,
                values,
                "> ",
            )
        if not self._roll.end:
            self._line = _HEAD
            if not self._pictured:
                title_row(self._app, self.title)
        self._make_room(self._picker.rows if self._picker else 1)
        self._taken = False
        if self._picture and request is not None:
            self._taken = self._picture.ask(request) is not False and self._picture.ANSWERS
            if self._taken and not self._pictured:
                self._picture_due = ticks_add(ticks_ms(), _GLANCE)
        if not self._pictured:
            self._draw_stop()
        elif not self._stays:
            self._picture.draw()
        elif not self._taken and not (request is None and self._picture.end()):
            self._show_paper()

    def _draw_stop(self):
        if self._picker:
            self._picker.top = self._line
            self._picker.draw()
            below = self._line + self._picker.rows
            if below < self._app.panel.rows:
                keys_row(self._app, below, words.PICK_KEYS)
        else:
            text = words.TYPE_KEYS
            if self._stage == _ENDED:
                shown = self._picture and not self._picture.ANSWERS
                text = words.PICTURE_KEYS if shown else words.END_KEYS
            keys_row(self._app, self._line, text)
        self._show_sign(True)
        self._due = ticks_add(ticks_ms(), _BLINK)

    def _show_sign(self, shown):
        """Shows or hides the ◊ behind the last row of paper, or at its end if the row is full."""
        self._sign_shown = shown
        if not self._line:
            return
        panel = self._app.panel
        roll = self._roll
        at = roll.offset(self._shown - 1)
        count = roll.length(self._shown - 1)
        x = MARGIN + COLUMN + min(extent(roll.codes, at, count), (self._columns - 2) * COLUMN)
        if shown:
            panel.draw(self._line - 1, x, self._sign, 0, 1, self._app.font)
        else:
            panel.clear(self._line - 1, x)
            panel.draw(self._line - 1, MARGIN, roll.codes, at, count, self._app.font)

    def _answered(self, written, values):
        """The request is answered: the answer stays on the paper, the program goes on."""
        self.recorder.answer(written)
        if not self._pictured:
            self._show_sign(False)
            for row in range(self._line, self._app.panel.rows):
                self._app.panel.clear(row)
        self._app.parts.print("◊ " + written)
        self._remember(written, values)
        self._events += 1
        self._rush = True  # what the person typed is there at once
        self._picker = None
        self._stage = _PRINTING
        self._picture_due = None
        if self._picture:
            self._picture.answer(values)
            self._picture.ask(None)
            if self._picture.ANSWERS and not self._stays:
                self._show_paper()

    def _remember(self, written, values):
        self._roll.add("> " + written)
        if not isinstance(values, str):
            self._values = values

    def _give(self, values):
        """An answer made with the keys; the console shows it as if it had been typed there."""
        written = self._session.request.format(values)
        self._session.give(values)
        self._app.console.print(written)
        self._answered(written, values)

    def line(self, text):
        """A line typed on the serial port answers the request."""
        if self._stage == _LOOKING:
            self._go_on()
        if self._stage == _ENDED:
            self._leave()
            self._app.retype(text)
            return
        if self._stage != _WAITING:
            self._pending = text  # typed while the print was paused: it answers the next stop
            return
        if not text.strip() or text[0] == "#":
            self._app.console.write("◊ ")
            return
        request = self._session.request
        try:
            values = request.parse(text)
            written = self._session.answer(text)
        except Malformed as error:
            self._app.parts.bell()
            self._app.console.print(words.error(str(error)))
            self._app.console.write("◊ ")
            return
        self._answered(written, values)

    # keys

    def key(self, key, repeat):
        if self._stage == _RESUMING:
            self._file.close()
            self._app.sessions.give_up()
        elif self._stage == _LOOKING:
            self._look_key(key, repeat)
        elif key == BACK:
            if not repeat:
                self._back()
        elif self._pictured and self._stays and self._stage == _ENDED:
            if not repeat:
                self._show_paper()
        elif self._pictured:
            values = self._picture.key(key, repeat)
            if values is not None and self._stage == _WAITING:
                self._give(values)
            elif self._stage != _PRINTING and self._print_picture():
                self._stage = _PRINTING
        elif self._stage == _PRINTING:
            self._rush = True
        elif self._stage == _ENDED:
            if key == OK and not repeat:
                self._leave()
        elif self._picture_due is not None:
            self._show_picture()  # a key that comes early shows the picture at once
        elif key == OK and not repeat:
            if self._picker:
                self._give(tuple(self._picker.values))
            else:
                self._open_keyboard()
        elif self._picker:
            self._picker.key(key, repeat)

    def _back(self):
        """BACK: the picture if there is one and it is not shown yet, then the paper."""
        if self._picture and not self._pictured and not self._picture.ANSWERS:
            self._show_picture()
        else:
            self._show_paper()
            self._look()

    def _open_keyboard(self):
        """A line of text from the keys; it is judged like a line from the serial port."""
        from handheld.keyboard import Keyboard

        def done(text):
            self._session.request.parse(text)  # raises Malformed, and the keyboard stays
            self._app.open(self)
            if text.strip():
                self._give(text)

        def cancel():
            self._app.open(self)

        title = self._last.strip() or self._session.request.prompt() or self.title
        self._app.open(Keyboard(self._app, title, "", done, cancel))

    def _leave(self):
        """To the shelf; a session that has not ended can be continued from there."""
        self._app.sessions.leave(self._session.ended)

    # the picture

    def _show_picture(self):
        self._picture_due = None
        self._pictured = True
        self._app.panel.home()
        self._picture.draw()

    def _show_paper(self):
        """Takes the picture away; the paper is drawn anew."""
        if self._pictured:
            self._pictured = False
            self.draw()

    # looking back

    def _look(self):
        """Shows the paper from the roll, to be scrolled; the program stands still."""
        self._pause = self._stage
        self._stage = _LOOKING
        self._top = max(0, self._shown - (self._app.panel.rows - 1))
        self._draw_look()

    def _look_key(self, key, repeat):
        page = self._app.panel.rows - 1
        if key == OK or key == BACK:
            if not repeat:
                self._go_on()
                if key == BACK:
                    self._leave()
            return
        last = max(0, self._shown - page)
        if key == RIGHT and self._top == last:
            if not repeat and self._original:
                self._app.translate(self._next_tongue())
                self.draw()
            return
        step = 1 if key == UP or key == DOWN else page
        last = max(0, self._shown - page)
        if self._app.buttons.one_way:  # the end is seen first, so the only way is back
            top = max(0, self._top - step) if self._top else last
        elif key == UP or key == LEFT:
            top = max(0, self._top - step)
        else:
            top = min(last, self._top + step)
        if top != self._top:
            self._top = top
            self._draw_look()

    def _next_tongue(self):
        """What RIGHT lets the messages be in; see `App.translate`."""
        tongues = self._app.tongues(self._original)
        return tongues[(tongues.index(words.spoken or "") + 1) % len(tongues)]

    def _go_on(self):
        self._stage = self._pause
        self._old = self._again = None
        if self._stage == _WAITING and self._taken:
            self._show_picture()
        else:
            self.draw()

    def _draw_look(self):
        """Seven rows of paper from `_top`, a bar on the right that shows the place, the keys."""
        panel = self._app.panel
        page = panel.rows - 1
        roll = self._roll
        if self._top < roll.first:
            if self._old is None or not self._old.first <= self._top < self._old.end:
                self._again = self._print_back()
                return  # it is drawn when the rows are there
            roll = self._old
        for index in range(page):
            row = self._top + index
            source = roll if row < roll.end else self._roll
            if row < self._shown:
                self._draw_row(index, source, row)
            else:
                panel.clear(index)
        first = self._top * page // max(1, self._shown)
        last = (min(self._shown, self._top + page) - 1) * page // max(1, self._shown)
        for index in range(page):
            panel.clear(index, panel.width - 2, 2, 255 if first <= index <= last else 0)
        text = words.SCROLL_KEYS
        if self._original and self._top == max(0, self._shown - page):
            other = self._next_tongue() or self._original
            text = words.TRANSLATE_KEYS.replace("*", getattr(words, "IN_" + other.upper()))
        keys_row(self._app, page, text, 255)

    def _draw_row(self, line, roll, row):
        panel = self._app.panel
        panel.clear(line, 0, MARGIN)
        at = roll.offset(row)
        count = roll.length(row)
        panel.clear(line, panel.draw(line, MARGIN, roll.codes, at, count, self._app.font))

    def _print_on(self, now):
        """Prints again for a while; True, because what has been printed is to be seen next."""
        end = ticks_add(now, _SLICE)
        again = self._again
        while again and self._again is again and ticks_diff(end, ticks_ms()) > 0:
            if next(again, None) is None and self._again is again:  # type: ignore[arg-type]
                self._again = None
        return True

    def _print_back(self):
        """A generator: prints the rows around `_top` again, which are not in the roll any more."""
        self._old = None
        gc.collect()
        roll = Roll(self._roll.width, _KEPT)
        session = Session(self._program.play(self._setup))
        end = min(self._shown, self._top + self._app.panel.rows - 1 + _KEPT // 2)
        yield from self._print_again(session, roll, end, [])
        self._old = roll
        self._draw_look()

    def _print_again(self, session, roll, end, places):
        """A generator: prints `session`, a new one, from the answers into `roll`.

        It goes on to row `end`, or as far as the player's own session has come; that may take
        long, so it yields at each step. Puts into `places` the rows at which now stands what the
        picture has put on the paper.
        """
        events = inserted = 0
        answers = self.recorder.answers()
        while roll.end < end:
            if inserted < len(self._inserted) and self._inserted[inserted][0] == events:
                places.append(roll.end)
                _, row, count = self._inserted[inserted]
                for _ in range(count):  # the picture's lines are not in the answers
                    roll.copy(self._roll, row)
                    row += 1
                inserted += 1
                continue
            if events == self._events and self._pause == _PRINTING:
                break
            event = session.step()
            yield True
            if event is working:
                continue
            if isinstance(event, str):
                roll.add(words.say(event))
            else:
                answer = event and next(answers, None)
                if answer is None:
                    break
                roll.add("> " + session.answer(answer))
            events += 1

    def _speak(self):
        """Lets the paper and the picture be in the languages that are chosen now.

        Returns True if the paper is printed again for that; it is drawn when that is done.
        """
        if self._language != words.language:
            self._language = words.language
            if self._picture:
                self._picture.speak()
        if self._spoken == words.spoken:
            return False
        self._spoken = words.spoken
        if self._stage != _LOOKING:
            self._pause = self._stage
        self._again = self._translate()
        self._translating = True
        return True

    def _translate(self):
        """A generator: prints the paper again as it is said now.

        The session begins anew and is led to where it was: two may be too large for the memory.
        """
        del self._session
        self._old = None
        gc.collect()
        self._session = Session(self._program.play(self._setup))
        roll = Roll(self._roll.width, _KEPT)
        places = []
        yield from self._print_again(self._session, roll, 1 << 29, places)
        for index in range(len(places)):
            self._inserted[index][1] = places[index]
        self._roll = roll
        self._shown = roll.end
        self._begun = False
        need = 0 if self._pause == _PRINTING else self._picker.rows if self._picker else 1
        self._line = min(roll.end, self._app.panel.rows - need) or _HEAD
        self._top = max(0, self._shown - (self._app.panel.rows - 1))
        self._again = None
        self._translating = False
        self.draw()

    def draw(self):
        """The whole screen anew, as it stood."""
        panel = self._app.panel
        self._progress = -1
        if self._stage == _RESUMING:
            for line in range(panel.rows):
                panel.clear(line)
            return
        if self._speak() or self._again:
            return
        if self._stage == _LOOKING:
            self._draw_look()
            return
        if self._pictured:
            panel.home()
            self._picture.draw()
            return
        for line in range(panel.rows):
            row = self._shown - self._line + line
            if line < self._line and row >= 0:
                self._draw_row(line, self._roll, row)
            elif not line and row == -_HEAD:
                title_row(self._app, self.title)
            else:
                panel.clear(line)
        if self._begun:
            at = self._roll.offset(self._shown)
            self._x = panel.draw(
                self._line, MARGIN, self._roll.codes, at, self._typed, self._app.font
            )
        if self._stage != _PRINTING:
            self._draw_stop()
