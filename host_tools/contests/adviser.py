# SPDX-License-Identifier: MIT
"""The adviser of Calculation on the host: a contest player, and the training of its weights.

    python3 -m host_tools calculation adviser [--budget pico|host|CARDS]
    python3 -m host_tools calculation tune [--rule full|first|network] [--games N] [--seed S]
        [--jobs J]
    python3 -m host_tools calculation calibrate [--games N] [--seed S] [--jobs J]

`adviser` is a player as a contest starts one: it answers the DECISION channel of the COBOL
program on standard input and output.

`tune` learns the weights of `teletype.engines.adviser` with `adviser_trainer.c` and writes
`adviser_weights.py` next to that engine. Its playouts start from tables (TABLES) of games that a
search with a smaller rule has played. The weights of that first rule are in `adviser_first.bin`
next to this file; `tune --rule first` learns them. With the budget `host` the rule has a network
(`host_tools.contests.adviser_network`); `tune --rule network` learns it, from tables that the
search with the engine's rule reaches.

`calibrate` plays games as the adviser and writes `adviser_chances.py` next to the engine. The
adviser wins more often than its playouts do; the table maps the share of playouts that its choice
wins to the share of games won. The same games and seed give the same files on every machine with
the same C library, with any number of jobs.

The host searches in C (`adviser_search.c`), hundreds of times faster than in Python. Tests check
that it gives the same advice as the reference in Python: the engine or, with the budget `host`,
`adviser_network.Adviser`. Without a compiler the host searches in Python.
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
from functools import partial
from pathlib import Path

from host_tools import paths
from host_tools.build import cache, compilers
from host_tools.contests import adviser_network, adviser_worker
from host_tools.contests.cluster import Cluster
from host_tools.contests.fingerprint import fingerprint
from host_tools.contests.process import Fault
from host_tools.progress import Bar
from host_tools.usage import WrongUsage
from teletype.engines import adviser as engine
from teletype.engines.calculation import NONE, RANKS, Table
from teletype.programs.calculation_cobol import dialogue as program

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

CHANCES = paths.FIRMWARE / "teletype/engines" / "adviser_chances.py"

WEIGHTS = {
    "full": CHANCES.with_name("adviser_weights.py"),
    "first": TRAINER.with_name("adviser_first.bin"),
    "network": adviser_network.FILE,
}
"""By rule, the file with its weights: the engine's rule, the smaller one whose games it learned
from, and the one of the budget `host`."""

FIRST = 8947
"""Number of the first rule's weights; the other rules have more."""

GAMES = {"full": 60_000_000, "first": 12_000_000, "network": 60_000_000}
SEED = 1
"""Games by rule, and the seed, of the weights in the repository."""

TABLES = {"full": ("first", 20_000, 10_000), "network": ("full", 5_000, 3_000)}
"""By rule: from which tables the weights are learned. A search with this other rule reaches them,
in so many games and with this budget of a decision."""

DEFINED = {"full": ["-DFULL"], "first": [], "network": ["-DFULL", "-DNETWORK"]}
"""By rule: how the C programs are compiled."""

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


def rule_of(text: str) -> str:
    """Return the rule that a budget plays with."""
    return "network" if text == "host" else "full"


def weights_of(rule: str) -> bytes:
    """Return the weights of a rule as the C programs read them."""
    if rule == "network":
        return adviser_network.load()[1]
    return engine.WEIGHTS if rule == "full" else WEIGHTS[rule].read_bytes()[-FIRST:]


def compiled(source: Path, rule: str = "full") -> Path:
    """Build a C program for a rule, unless it exists, and return its path.

    The search has the file `weights` next to it. Raises BuildError, or Failed for a damaged
    network.
    """
    weights = weights_of(rule) if source == SEARCH else b""
    # no fused operations, so that sums are the same on every processor
    flags = ["-O2", "-ffp-contract=off", "-pthread", *DEFINED[rule]]

    def build(folder: Path) -> None:
        compilers.need(["gcc"])
        with cache.step(f"compiling {source.name}", source.stem) as run:
            headers = SHARED.parent
            run("gcc", *flags, "-I", headers, "-o", folder / source.stem, source, "-lm")
        if weights:
            (folder / "weights").write_bytes(weights)

    texts = [path.read_text("utf-8") for path in (source, *sorted(SHARED.parent.glob("*.h")))]
    key = cache.key(*texts, weights, flags)
    return cache.artefact(source.stem.replace("_", "-"), key, source.stem, build)


def local(cards: int, most: int, rule: str) -> engine.Adviser:
    """Return the adviser in Python; Fault for the rule `first`, which is in C only."""
    if rule == "first":
        raise Fault("the first rule needs the search in C")
    if rule == "network":
        network = adviser_network.Network(weights_of(rule))
        return adviser_network.Adviser(cards, most, network)
    return engine.Adviser(cards, most)


class Thinker:
    """Advice for one position after another, from the C program or from Python."""

    def __init__(self, cards: int, most: int = engine.POSITIONS, rule: str = "full") -> None:
        """Start the search; `most`: positions of an ending."""
        self._process: subprocess.Popen[str] | None = None
        try:
            program = compiled(SEARCH, rule)
        except cache.BuildError as error:
            print(f"adviser: {error}; searching in Python instead, slowly", file=sys.stderr)
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


class Beginner(Searcher):
    """The search with the first rule, which knows fewer decisions than the engine."""

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


def reached(rule: str, stock: Sequence[int]) -> bytes:
    """Return the records of the tables that a deck leads to, for learning a rule."""
    played, _, cards = TABLES[rule]
    player = (Beginner if played == "first" else Searcher)(0, str(cards), played)
    table = Table()
    records = []
    for card in stock[:CARDS]:
        records.append(record(table))
        table.put(card, player.where(table, card))
        while moves := table.moves():
            decision = player.move(table, moves)
            if decision == NONE:
                break
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


def gather(path: Path, rule: str, seed: int, jobs: int) -> None:
    """Write the records of all games for a rule; continue after those already in the file."""
    games = TABLES[rule][1]
    whole = CARDS * RECORD
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab") as file:
        done = min(file.tell() // whole, games)
        file.truncate(done * whole)
        bar = Bar(games)
        bar.skip(done)
        pool = ThreadPoolExecutor(jobs)
        try:
            for records in pool.map(partial(reached, rule), shuffled(games, seed)[done:]):
                file.write(records)
                bar.step()
        finally:
            pool.shutdown(cancel_futures=True)
            bar.clear()


def command_tune(options: argparse.Namespace) -> int:
    """Learn the weights and write them; the old ones stay until the new ones are complete."""
    rule = options.rule
    games = options.games or GAMES[rule]
    name = f"{TRAINER.stem}-{rule}-{games}-{options.seed}-{source(rule)}"
    state, tables = (paths.CACHE / f"{name}{end}" for end in (".state", ".tables"))
    words: list[str | Path] = [str(games), str(options.seed), str(options.jobs), state]
    try:
        trainer = compiled(TRAINER, rule)
        if rule in TABLES:
            search = compiled(SEARCH, TABLES[rule][0])
            gather(tables, rule, options.seed, options.jobs)
            words += [search.with_name("weights"), tables]
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
    if len(weights) < FIRST or not line.endswith("\n"):
        print("calculation: tune: the trainer stopped early", file=sys.stderr)
        return 1
    WEIGHTS[rule].write_bytes(weights_file(rule, weights, games, options.seed))
    cache.remove(state)
    cache.remove(tables)
    return 0


def source(rule: str) -> str:
    """Return the fingerprint of the trainer's code for a rule, without comments, and its input."""
    texts = [code(text_for(TRAINER, rule)), code(SHARED.read_text("utf-8"))]
    if rule in TABLES:
        texts.append(weights_of(TABLES[rule][0]).hex())
    return fingerprint(*texts)


def text_for(path: Path, rule: str) -> str:
    """Return the text of a C file for a rule: headers other than SHARED in place of the lines that
    include them, and only what is compiled with or without NETWORK."""
    lines = []
    conditions: list[list[bool]] = []  # each: about NETWORK, and whether its lines are compiled
    for line in path.read_text("utf-8").splitlines():
        condition = re.fullmatch("#if(n?)def NETWORK", line)
        if line.startswith("#if"):
            assert condition or "NETWORK" not in line, line
            without = condition is not None and condition[1] == "n"
            conditions.append([condition is not None, without != (rule == "network")])
        mark = re.match("#(if|else|endif)", line)
        ours = bool(mark) and conditions[-1][0]
        if ours and line == "#else":
            conditions[-1][1] ^= True
        if not ours and all(kept for about, kept in conditions if about):
            header = re.fullmatch('#include "(.*)"', line)
            inner = header[1] if header else SHARED.name
            lines.append(line if inner == SHARED.name else text_for(path.with_name(inner), rule))
        if line.startswith("#endif"):
            conditions.pop()
    return "\n".join(lines)


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


def weights_file(rule: str, weights: list[int], games: int, seed: int) -> bytes:
    """Return the file that holds the weights of a rule."""
    command = f"tune --games {games} --seed {seed}"
    if rule != "full":
        command = command.replace("tune", f"tune --rule {rule}")
    note = f"Fingerprint of what made them: {source(rule)}.\n"
    if rule != "full":
        made = f"Made by `python3 -m host_tools calculation {command}`. {note}"
        return made.encode("utf-8") + bytes(weights)
    what = "weights of `teletype.engines.adviser`"
    return module("WEIGHTS", weights, what, command, "\n" + note).encode("utf-8")


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
