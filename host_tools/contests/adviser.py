# SPDX-License-Identifier: MIT
"""The adviser of Calculation on the host: a contest player, and the training of its weights.

    python3 -m host_tools calculation adviser [--budget pico|host|CARDS]
    python3 -m host_tools calculation tune [--rule full|first] [--games N] [--seed S] [--jobs J]
    python3 -m host_tools calculation calibrate [--games N] [--seed S] [--jobs J]

`adviser` is a player as a contest starts one: it answers the DECISION channel of the COBOL
program on standard input and output.

`tune` learns the weights of `teletype.engines.adviser` with `adviser_trainer.c` and writes
`adviser_weights.py` next to that engine. Its playouts start from tables of REACHED games, which a
search with a smaller rule has played. The weights of that first rule are in `adviser_weights.py`
next to this file; `tune --rule first` learns them.

`calibrate` plays games as the adviser and writes `adviser_chances.py` next to the engine. The
adviser wins more often than its playouts do; the table maps the share of playouts that its choice
wins to the share of games won. The same games and seed give the same files on every machine with
the same C library, with any number of jobs.

The host searches in C (`adviser_search.c`), a hundred times faster than this Python. Tests check
that it gives the same advice as the engine with every budget. Without a compiler the host searches
in Python.
"""

import argparse
import contextlib
import io
import random
import re
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host_tools import paths
from host_tools.build import cache, compilers
from host_tools.contests import adviser_weights, adviser_worker
from host_tools.contests.cluster import Cluster
from host_tools.contests.fingerprint import fingerprint
from host_tools.contests.process import Fault
from host_tools.progress import Bar
from host_tools.usage import WrongUsage
from teletype.engines import adviser as engine
from teletype.engines.calculation import NONE, RANKS, Table
from teletype.programs import calculation_cobol as program

HOST = 100_000
"""Budget of a decision on the host; the handheld's is `engines.adviser.PICO`."""

JUDGE = 1_000_000
"""Budget, with the host's rule, for judging decisions."""

BUDGETS: dict[str, int] = {"pico": engine.PICO, "host": HOST}

POSITIONS = 1 << 20
"""Most positions of an ending with the budget `host`."""

TRAINER = Path(__file__).with_name("adviser_trainer.c")

SEARCH = TRAINER.with_name("adviser_search.c")

SHARED = TRAINER.with_name("adviser_game.h")

WEIGHTS = paths.FIRMWARE / "teletype/engines" / "adviser_weights.py"

CHANCES = paths.FIRMWARE / "teletype/engines" / "adviser_chances.py"

FIRST_WEIGHTS = Path(__file__).with_name("adviser_weights.py")

GAMES, SEED = 60_000_000, 1
"""Games and seed of the weights in the repository."""

FIRST_GAMES = 12_000_000
"""Games for the weights of the first rule, with the same seed."""

REACHED = 20_000
"""Games played with the first rule; the weights are learned from their tables."""

GATHERED = 10_000
"""Budget of a decision in these games."""

CARDS, RECORD = 44, 52
"""Cards of a game, counted from its start, that are recorded, and bytes of a record.

A record is the table before a card: heights, lengths of talons, and their cards. Later cards leave
little to choose.
"""

ENDING = 7
"""Most cards in the stock for which a chance may be exact."""

PLAYED = 100
"""Games that the chances in the repository were made with, with the same seed."""


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


def compiled(source: Path, first: bool = False) -> Path:
    """Build a C program with the weights next to it, unless it exists, and return its path.

    `first`: with the first rule. Raises BuildError.
    """
    weights = adviser_weights.WEIGHTS if first else engine.WEIGHTS
    # no fused operations, so that sums are the same on every processor
    flags = ["-O2", "-ffp-contract=off", "-pthread"]
    if not first:
        flags.append("-DFULL")

    def build(partial: Path) -> None:
        compilers.need(["gcc"])
        with cache.step(f"compiling {source.name}", source.stem) as run:
            folder = SHARED.parent
            run("gcc", *flags, "-I", folder, "-o", partial / source.stem, source, "-lm")
        (partial / "weights").write_bytes(weights)

    key = cache.key(source.read_text("utf-8"), SHARED.read_text("utf-8"), weights, flags)
    return cache.artefact(source.stem.replace("_", "-"), key, source.stem, build)


class Thinker:
    """Advice for one position after another, from the C program or from Python."""

    def __init__(self, cards: int, most: int = engine.POSITIONS, first: bool = False) -> None:
        """Start the search; `most`: positions of an ending, `first`: the first rule, in C only."""
        self._local = engine.Adviser(cards, most)
        self._process: subprocess.Popen[str] | None = None
        try:
            program = compiled(SEARCH, first)
        except cache.BuildError as error:
            print(f"adviser: {error}; searching in Python instead, slowly", file=sys.stderr)
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


def thinker(budget_name: str, first: bool = False) -> Thinker:
    """Return the thinker of a budget, one per thread for the whole contest."""
    found: dict[tuple[str, bool], Thinker] = vars(_thinkers).setdefault("found", {})
    key = budget_name, first
    if key not in found:
        found[key] = Thinker(budget(budget_name), positions(budget_name), first)
    return found[key]


class Searcher:
    """The adviser as a built-in player; `number`, the deck's line, makes no difference."""

    def __init__(self, number: int, budget_name: str) -> None:
        self._thinker = thinker(budget_name)

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


class Beginner(Searcher):
    """The search with the first rule; the weights are learned from its games."""

    def __init__(self) -> None:
        self._thinker = thinker(str(GATHERED), first=True)

    def _decide(self, table: Table, hand: int) -> int:
        return self._think(table, hand)


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
    print(f"calculation: adviser: {line[:40]!r} does not fit the game so far", file=sys.stderr)
    return 1


def record(table: Table) -> bytes:
    """Return a table of the first CARDS cards of a game in the trainer's format."""
    cards = [card for talon in table.talons for card in talon]
    return bytes([*table.heights, *map(len, table.talons), *cards]).ljust(RECORD, b"\0")


def reached(stock: Sequence[int]) -> bytes:
    """Return the records of the tables that the first rule's search reaches with a deck."""
    player = Beginner()
    table = Table()
    records = []
    for card in stock[:CARDS]:
        records.append(record(table))
        table.put(card, player.where(table, card))
        while moves := table.moves():
            decision = player.move(table, moves)
            table.move(decision // 10, decision % 10)
    return b"".join(records)


def shuffled(games: int, seed: int) -> list[tuple[int, ...]]:
    """Return evenly shuffled decks."""
    dice = random.Random(seed)
    stock = [rank for rank in range(1, RANKS + 1) for _ in range(4)]
    decks = []
    for _ in range(games):
        dice.shuffle(stock)
        decks.append(tuple(stock))
    return decks


def gather(path: Path, seed: int, jobs: int) -> None:
    """Write the records of REACHED games; continue after those already in the file."""
    whole = CARDS * RECORD
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab") as file:
        done = min(file.tell() // whole, REACHED)
        file.truncate(done * whole)
        bar = Bar(REACHED)
        bar.skip(done)
        pool = ThreadPoolExecutor(jobs)
        try:
            for records in pool.map(reached, shuffled(REACHED, seed)[done:]):
                file.write(records)
                bar.step()
        finally:
            pool.shutdown(cancel_futures=True)
            bar.clear()


def command_tune(options: argparse.Namespace) -> int:
    """Learn the weights and write them; the old ones stay until the new ones are complete."""
    first = options.rule == "first"
    games = options.games or (FIRST_GAMES if first else GAMES)
    name = f"{TRAINER.stem}-{options.rule}-{games}-{options.seed}"
    state, tables = (paths.CACHE / f"{name}{end}" for end in (".state", ".tables"))
    words: list[str | Path] = [str(games), str(options.seed), str(options.jobs), state]
    try:
        trainer = compiled(TRAINER, first)
        if not first:
            compiled(SEARCH, first=True)  # it plays the games below
            gather(tables, options.seed, options.jobs)
            words += [compiled(TRAINER, first=True).with_name("weights"), tables]
        process = subprocess.Popen([trainer, "tune", *words], stdout=subprocess.PIPE, text=True)
    except cache.BuildError as error:
        print(f"calculation: tune: {error}", file=sys.stderr)
        return 1
    assert process.stdout is not None
    line = ""
    try:
        for line in process.stdout:
            if line.count(" ") == 1:
                played, won = map(int, line.split())
                print(f"{played} games, {won // 10}.{won % 10} % won", file=sys.stderr, flush=True)
    finally:
        process.kill()
        process.wait()
    weights = [int(word) for word in line.split()]
    if len(weights) < len(adviser_weights.WEIGHTS) or not line.endswith("\n"):
        print("calculation: tune: the trainer stopped early", file=sys.stderr)
        return 1
    text = weights_module(weights, games, options.seed, first)
    path = FIRST_WEIGHTS if first else WEIGHTS
    path.write_text(text, encoding="utf-8", newline="\n")
    state.unlink(missing_ok=True)
    tables.unlink(missing_ok=True)
    return 0


def source(first: bool = False) -> str:
    """Return the fingerprint of the trainer's code, without its comments, and of its input."""
    texts = [code(TRAINER.read_text("utf-8")), code(SHARED.read_text("utf-8"))]
    if not first:
        texts.append(adviser_weights.WEIGHTS.hex())
    return fingerprint(*texts)


def code(text: str) -> str:
    """Return the text of a C file without comments and line ends."""
    return " ".join(re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL).split())


def module(name: str, numbers: list[int], what: str, command: str, note: str = "") -> str:
    """Return the text of a module that holds numbers 0..255 as the bytes `name`."""
    rows = [
        '    b"' + "".join(f"\\x{number:02x}" for number in numbers[at : at + 16]) + '"\n'
        for at in range(0, len(numbers), 16)
    ]
    return (
        "# SPDX-License-Identifier: MIT\n"
        f'"""The {what}, made by\n'
        f"`python3 -m host_tools calculation {command}`.\n{note}"
        f'"""\n\n{name} = (\n{"".join(rows)})\n'
    )


def weights_module(weights: list[int], games: int, seed: int, first: bool = False) -> str:
    note = f"\nFingerprint of what made them: {source(first)}.\n"
    command = f"tune --games {games} --seed {seed}"
    if first:
        command = command.replace("tune", "tune --rule first")
        return module("WEIGHTS", weights, "weights of the first rule", command, note)
    return module("WEIGHTS", weights, "weights of `teletype.engines.adviser`", command, note)


def chances_module(chances: list[int], games: int, seed: int) -> str:
    return module(
        "CHANCES",
        chances,
        "chances of `teletype.engines.adviser`",
        f"calibrate --games {games} --seed {seed}",
    )


def rising(pairs: list[tuple[int, int]]) -> list[int]:
    """Return percentages for pairs (won, played): the non-decreasing sequence that fits best.

    Neighbours out of order are pooled (Ayer and others, 1955), and so are pairs of 0 and 0.
    """
    pools: list[tuple[int, int, int]] = []
    for won, played in pairs:
        pools.append((won, played, 1))
        while len(pools) > 1 and pools[-2][0] * pools[-1][1] >= pools[-1][0] * pools[-2][1]:
            last, before = pools.pop(), pools.pop()
            pools.append((last[0] + before[0], last[1] + before[1], last[2] + before[2]))
    return [100 * won // max(1, played) for won, played, count in pools for _ in range(count)]


def judgements(stock: Sequence[int]) -> tuple[bool, list[int]]:
    """Return whether the adviser wins a deck, and the share of playouts that each choice won.

    Endings are left out: there the adviser computes its chance exactly.
    """
    thought = thinker("pico")
    table = Table()
    parts = []
    for left, card in zip(range(len(stock))[::-1], stock, strict=True):
        hand = card
        while hand or table.moves():
            decision, won, tried = thought.decide(table, hand)
            if left > ENDING:
                parts.append(engine.part(won, tried))
            if hand:
                table.put(hand, decision)
            elif decision == NONE:
                break
            else:
                table.move(decision // 10, decision % 10)
            hand = NONE
    return table.complete(), parts


def command_calibrate(options: argparse.Namespace) -> int:
    """Count how often each share of playouts led to a win; write `adviser_chances.py`."""
    pairs = [(0, 0)] * (engine.PARTS + 1)
    bar = Bar(options.games)
    pool = ThreadPoolExecutor(options.jobs)
    opened = contextlib.ExitStack()
    try:
        decks = shuffled(options.games, options.seed)
        if options.cluster:
            cluster = opened.enter_context(Cluster(options.cluster))
            judged: Iterable[tuple[bool, Sequence[int]]] = cluster.imap(judgements, decks)
        else:
            judged = pool.map(judgements, decks)
        for complete, parts in judged:
            for part in parts:
                pairs[part] = (pairs[part][0] + complete, pairs[part][1] + 1)
            bar.step()
    finally:
        opened.close()
        pool.shutdown(cancel_futures=True)
        bar.clear()
    text = chances_module(rising(pairs), options.games, options.seed)
    CHANCES.write_text(text, encoding="utf-8", newline="\n")
    return 0
