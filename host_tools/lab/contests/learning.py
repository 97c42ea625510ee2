# SPDX-License-Identifier: MIT
"""How the weights and chances of Calculation's adviser are learned.

    python3 -m host_tools lab calculation tune [--rule full|first|network] [--games N] [--seed S]
        [--jobs J]
    python3 -m host_tools lab calculation calibrate [--games N] [--seed S] [--jobs J]

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
"""

import argparse
import contextlib
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from host_tools import paths
from host_tools.build import cache
from host_tools.contests import adviser, adviser_network
from host_tools.contests.cluster import Cluster
from host_tools.lab.contests.fingerprint import fingerprint
from host_tools.progress import Bar
from teletype.engines import adviser as engine
from teletype.engines.calculation import NONE, RANKS, Table

TRAINER = Path(__file__).with_name("adviser_trainer.c")

CHANCES = paths.FIRMWARE / "teletype/engines" / "adviser_chances.py"

FILES = {
    "full": CHANCES.with_name("adviser_weights.py"),
    "first": TRAINER.with_name("adviser_first.bin"),
    "network": adviser_network.FILE,
}
"""By rule, the file with its weights: the engine's rule, the smaller one whose games it learned
from, and the one of the budget `host`."""

FIRST = 8947
"""Number of the first rule's weights; the other rules have more."""

adviser.WEIGHTS["first"] = lambda: FILES["first"].read_bytes()[-FIRST:]

GAMES = {"full": 60_000_000, "first": 12_000_000, "network": 60_000_000}
SEED = 1
"""Games by rule, and the seed, of the weights in the repository."""

TABLES = {"full": ("first", 20_000, 10_000), "network": ("full", 5_000, 3_000)}
"""By rule: from which tables the weights are learned. A search with this other rule reaches them,
in so many games and with this budget of a decision."""

CARDS, RECORD = 44, 52
"""Cards of a game, counted from its start, that are recorded, and bytes of a record.

A record is the table before a card: heights, lengths of talons, and their cards. Later cards leave
little to choose.
"""

ENDING = 7
"""Most cards in the stock for which a chance may be exact."""

PLAYED = 100
"""Games that the chances in the repository were made with, with the same seed."""


class Beginner(adviser.Searcher):
    """The search with the first rule, which knows fewer decisions than the engine."""

    def _decide(self, table: Table, hand: int) -> int:
        return self._think(table, hand)


def record(table: Table) -> bytes:
    """Return a table of the first CARDS cards of a game in the trainer's format."""
    cards = [card for talon in table.talons for card in talon]
    return bytes([*table.heights, *map(len, table.talons), *cards]).ljust(RECORD, b"\0")


def reached(rule: str, stock: Sequence[int]) -> bytes:
    """Return the records of the tables that a deck leads to, for learning a rule."""
    played, _, cards = TABLES[rule]
    player = (Beginner if played == "first" else adviser.Searcher)(0, str(cards), played)
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
        trainer = adviser.compiled(TRAINER, rule)
        if rule in TABLES:
            search = adviser.compiled(adviser.SEARCH, TABLES[rule][0])
            gather(tables, rule, options.seed, options.jobs)
            words += [search.with_name("weights"), tables]
        process = subprocess.Popen([trainer, "tune", *words], stdout=subprocess.PIPE, text=True)
    except cache.BuildError as error:
        print(f"lab calculation: tune: {error}", file=sys.stderr)
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
        print("lab calculation: tune: the trainer stopped early", file=sys.stderr)
        return 1
    FILES[rule].write_bytes(weights_file(rule, weights, games, options.seed))
    cache.remove(state)
    cache.remove(tables)
    return 0


def source(rule: str) -> str:
    """Return the fingerprint of the trainer's code for a rule, without comments, and its input."""
    texts = [code(text_for(TRAINER, rule)), code(adviser.SHARED.read_text("utf-8"))]
    if rule in TABLES:
        texts.append(adviser.WEIGHTS[TABLES[rule][0]]().hex())
    return fingerprint(*texts)


def text_for(path: Path, rule: str, headers: Path = adviser.SHARED.parent) -> str:
    """Return the text of a C file for a rule, with only what is compiled with or without NETWORK.

    Headers other than SHARED stand in place of the lines that include them.
    """
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
            inner = header[1] if header else adviser.SHARED.name
            shared = inner == adviser.SHARED.name
            lines.append(line if shared else text_for(headers / inner, rule, headers))
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
        f"`python3 -m host_tools lab calculation {command}`.\n{note}"
        f'"""\n\n{name} = (\n{"".join(rows)})\n'
    )


def weights_file(rule: str, weights: list[int], games: int, seed: int) -> bytes:
    """Return the file that holds the weights of a rule."""
    command = f"tune --games {games} --seed {seed}"
    if rule != "full":
        command = command.replace("tune", f"tune --rule {rule}")
    note = f"Fingerprint of what made them: {source(rule)}.\n"
    if rule != "full":
        made = f"Made by `python3 -m host_tools lab calculation {command}`. {note}"
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
    thought = adviser.thinker("pico")
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
