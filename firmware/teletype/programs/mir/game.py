# SPDX-License-Identifier: MIT
"""The machine of a session. The dialogue moves it; the picture looks at it, and may hold it."""

from teletype.engines import game
from teletype.loading import load
from teletype.programs.mir import library


class Game(game.State):
    """What dialogue and picture share.

    text      the text of the program
    answer    what an answer looks like, by `head.answer`, or None
    machine   the `teletype.engines.almir.Machine`; None until the text is compiled
    error     the `Error` that stopped it, or None
    held      whether it runs statement by statement
    ready     whether it stands before a statement that the picture has not seen
    count     statements that have run while it was held
    """

    def __init__(self, setup):
        game.State.__init__(self, setup)
        self.text = library.text(setup["program"]) or setup["program"]
        self.answer = load("teletype.programs.mir.head").answer(self.text)
        self.machine = None
        self.error = None
        self.held = self.ready = False
        self.count = 0
        self._operations = 0

    # the dialogue

    def take(self, machine, operations):
        """Begin with a machine, which pauses after so many `operations` unless it is held."""
        self.machine = machine
        self._operations = operations

    def pause(self):
        """Return whether the machine pauses before a statement of the listing: one step is over.
        A directive has no place there.
        """
        self.ready = not self.machine.within and (not self.held or self.machine.statement() > 0)
        return self.ready

    def go_on(self, step=False):
        """Let the machine go on; `step`: after a step."""
        if step and self.held:
            self.count += 1
        self.machine.pause_after(1 if self.held else self._operations)

    def stop(self, error):
        """Stop with an `Error`; return the unfinished row of the paper, None without one."""
        self.error = error
        return self.machine.taken() if self.machine and self.machine.row else None

    # the picture

    def hold(self):
        """Run statement by statement from now on."""
        self.held = True
        self.ready = False

    def let_run(self):
        """Run on without the picture."""
        self.held = False

    def seen(self):
        """Note that the picture shows the next statement."""
        self.ready = False
