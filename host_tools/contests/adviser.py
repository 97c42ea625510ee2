# SPDX-License-Identifier: MIT
"""The adviser of Calculation on the host: a contest player.

    python3 -m host_tools calculation adviser [--budget pico|host|CARDS]

`adviser` is a player as a contest starts one: it answers the DECISION channel of the COBOL
program on standard input and output.

The host searches in C (`adviser_search.c`), hundreds of times faster than in Python. Tests check
that it gives the same advice as the reference in Python: the engine or, with the budget `host`,
`adviser_network.Adviser`. Without a compiler the host searches in Python.
"""

import argparse
import io
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from host_tools.build import cache, compilers
from host_tools.contests import adviser_network, adviser_worker
from host_tools.contests.process import Fault
from host_tools.usage import BuildError, WrongUsage, complain, tell
from teletype.engines import adviser as engine
from teletype.engines.calculation import NONE, Table
from teletype.programs.calculation_cobol import dialogue as program

HOST = 100_000
"""Budget of a decision on the host; the handheld's is `engines.adviser.PICO`."""

BUDGETS: dict[str, int] = {"pico": engine.PICO, "host": HOST}

POSITIONS = 1 << 20
"""Most positions of an ending with the budget `host`."""

SEARCH = Path(__file__).with_name("adviser_search.c")

WEIGHTS: dict[str, Callable[[], bytes]] = {
    "full": lambda: engine.WEIGHTS,
    "network": lambda: adviser_network.load()[1],
}
"""By rule, its weights as the C programs read them: the engine's rule, and the one of the budget
`host`."""


def budget(text: str) -> int:
    """Return the cards of a budget: `pico`, `host` or a number; WrongUsage for anything else."""
    if text in BUDGETS:
        return BUDGETS[text]
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise WrongUsage(f"--budget '{text}' is not pico, host or a number of cards")
    return int(text)


def positions(text: str) -> int:
    """Return the most positions of an ending that a budget allows."""
    return POSITIONS if text == "host" else engine.POSITIONS


def rule_of(text: str) -> str:
    """Return the rule that a budget plays with."""
    return "network" if text == "host" else "full"


def compiled(rule: str = "full") -> Path:
    """Build the search in C for a rule, unless it exists, and return its path.

    It has the file `weights` next to it. Raises BuildError, or Failed for a damaged network.
    """
    weights = WEIGHTS[rule]()
    # no fused operations, so that sums are the same on every processor
    flags = ["-O2", "-ffp-contract=off", *(["-DNETWORK"] if rule == "network" else [])]
    name = SEARCH.stem

    def build(folder: Path) -> None:
        compilers.need(["gcc"])
        with cache.step(f"compiling {SEARCH.name}", name) as run:
            run("gcc", *flags, "-o", folder / name, SEARCH, "-lm")
        (folder / "weights").write_bytes(weights)

    texts = [path.read_text("utf-8") for path in (SEARCH, *sorted(SEARCH.parent.glob("*.h")))]
    key = cache.key(*texts, weights, flags)
    return cache.artefact("adviser-search", key, name, build)


def local(cards: int, most: int, rule: str) -> engine.Adviser:
    """Return the adviser in Python."""
    if rule == "network":
        network = adviser_network.Network(WEIGHTS[rule]())
        return adviser_network.Adviser(cards, most, network)
    return engine.Adviser(cards, most)


class Thinker:
    """Advice for one position after another, from the C program or from Python."""

    def __init__(self, cards: int, most: int = engine.POSITIONS, rule: str = "full") -> None:
        """Start the search; `most`: positions of an ending."""
        self._process: subprocess.Popen[str] | None = None
        try:
            program = compiled(rule)
        except BuildError as error:
            tell(f"adviser: {error}; searching in Python instead, slowly\n")
            self._local = local(cards, most, rule)
            return
        self._process = subprocess.Popen(
            [program, program.with_name("weights"), str(cards), str(most)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for this process; the child ends with its input
        )

    def decide(self, table: Table, hand: int, known: tuple[int, ...] = ()) -> tuple[int, int, int]:
        """Return the decision, the playouts it won, and all its playouts.

        In an ending the numbers are orders of the stock instead. `known`: the next cards of the
        stock. Raises Fault if cards are known and the C program is missing.
        """
        if known and self._process is None:
            raise Fault("known cards need the search in C")
        decision, won, tried = self._ask(adviser_worker.write(table, hand, (), known))
        return decision, won, tried

    def compare(
        self, table: Table, hand: int, decisions: tuple[int, int]
    ) -> tuple[int, int, int, int, int]:
        """Return the better of two decisions, its wins and playouts, and those of the other.

        The last two numbers are 0 unless the other is clearly behind.
        """
        best, won, tried, behind, compared = self._ask(
            adviser_worker.write(table, hand, decisions)
        )
        return best, won, tried, behind, compared

    def _ask(self, line: str) -> list[int]:
        """Send a line to the search and return the numbers of its answer."""
        if self._process is None:
            reply = adviser_worker.answer(self._local, line)
        else:
            assert self._process.stdin is not None and self._process.stdout is not None
            try:
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
            except BrokenPipeError:
                pass  # readline below returns nothing then
            reply = self._process.stdout.readline()
            if not reply:
                raise Fault("the search has stopped")
        return [int(word) for word in reply.split()]


_thinkers = threading.local()


def thinker(budget_name: str, rule: str | None = None) -> Thinker:
    """Return the thinker of a budget, one per thread for the whole contest."""
    found: dict[tuple[str, str], Thinker] = vars(_thinkers).setdefault("found", {})
    key = budget_name, rule or rule_of(budget_name)
    if key not in found:
        found[key] = Thinker(budget(budget_name), positions(budget_name), key[1])
    return found[key]


class Searcher:
    """The adviser as a built-in player; `number`, the deck's line, makes no difference."""

    def __init__(self, number: int, budget_name: str, rule: str | None = None) -> None:
        self._thinker = thinker(budget_name, rule)

    def where(self, table: Table, card: int) -> int:
        return self._decide(table, card)

    def move(self, table: Table, moves: list[int]) -> int:
        return self._decide(table, NONE)

    def _decide(self, table: Table, hand: int) -> int:
        decisions: list[int] = engine.options(table, hand)
        return self._think(table, hand) if len(decisions) > 1 else decisions[0]

    def _think(self, table: Table, hand: int) -> int:
        """Choose between several decisions."""
        return self._thinker.decide(table, hand)[0]


class Knowing(Searcher):
    """The adviser knowing the next `known` cards of its deck, to measure what that is worth."""

    def __init__(self, budget_name: str, deck: Sequence[int], known: int) -> None:
        super().__init__(0, budget_name)
        self._deck = deck
        self._known = known

    def _think(self, table: Table, hand: int) -> int:
        turned = sum(table.heights) + sum(map(len, table.talons)) + (hand != NONE)
        known = tuple(self._deck[turned : turned + self._known])
        return self._thinker.decide(table, hand, known)[0]


FOLLOWED = 5
"""Most cards in the stock whose orders the ending search covers with the handheld's budget."""


class Looking(Searcher):
    """The adviser seeing the next card before it moves cards.

    With few cards in the stock it does not use that card: the ending search covers all orders.
    """

    def __init__(self, budget_name: str, deck: Sequence[int]) -> None:
        super().__init__(0, budget_name)
        self._deck = deck

    def move(self, table: Table, moves: list[int]) -> int:
        decisions: list[int] = engine.options(table, NONE)
        if len(decisions) == 1:
            return decisions[0]
        cards = engine.left(table, NONE)
        known = tuple(self._deck[-cards:][:1]) if cards > FOLLOWED else ()
        return self._thinker.decide(table, NONE, known)[0]


def command_adviser(options: argparse.Namespace) -> int:
    """Answer the DECISION channel until it ends; return 1 if a line does not belong to it."""
    player = Searcher(0, options.budget)
    table = Table()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are not text are not a request
    for line in iter(lambda: sys.stdin.readline(1000), ""):
        line = line.rstrip("\n")
        card = re.fullmatch(r"WHERETO\((0[1-9]|1[0-3])\)", line)
        moves = table.moves()
        if line == program.NEW_GAME:
            table = Table()
        elif line == program.ILLEGAL or (line[:7] == "WHERETO" and not card):
            break
        elif card:
            decision = player.where(table, int(card[1]))
            table.put(int(card[1]), decision)
            print(decision, flush=True)
        elif line == "FROMTO" and moves:
            decision = player.move(table, moves)
            table.move(decision // 10, decision % 10)
            print(decision, flush=True)
        elif line == "FROMTO":
            break
    else:
        return 0
    complain(f"calculation: adviser: {line[:40]!r} does not fit the game so far")
    return 1
