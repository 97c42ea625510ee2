# SPDX-License-Identifier: MIT
"""The contest of Calculation that the source announced: programs play fixed decks.

    python3 -m host_tools calculation decks --count N --seed S > FILE
    python3 -m host_tools calculation contest PLAYER [PLAYER ...] --decks FILE [--budget pico|host]
                                              [--timeout SECONDS] [--jobs J] [--json] [--png FILE]
                                              [--known K [K ...]] [--look] [--times]
                                              [--cluster ADDRESS]
    python3 -m host_tools calculation adviser: see `host_tools.contests.adviser`

«bit» asked for programs that solve as many as possible of some dozens of shuffled decks, without
looking ahead in the stock. A decks file has one deck per line: 52 integers, the top card first.
`decks` deals them as the FORTRAN program does, by RANDOM and SHUFFL. SHUFFL leaves a card in its
place, or puts the last one there, half as often as it should. That makes the game a little
harder: of a million decks `greedy` wins 5.53 %, of a million evenly shuffled ones 5.86 %.

A player is a built-in name or a command. A command is started for each deck and is connected to
the DECISION channel of the COBOL program (`programs.calculation_cobol`). It reads the channel's
lines, from the first situation on, and writes one line for each `WHERETO(hh)` and each `FROMTO`.
The lines about a card are written when the card is turned, so the process cannot know later ones.
The program runs with `stock=ask`: the contest turns the cards, as a person would. The DECISION
channel is the same either way. The program itself answers illegal answers. A deck is lost by
`YOU LOST THE GAME`, and also by

- ILLEGAL_LIMIT illegal answers; a refusal after `TRY MORE; STOCK EXHAUSTED`, which could go on
  for ever, counts as one,
- no answer within `--timeout` (the first one: within 10 seconds, if that is longer), or a line of
  more than 1000 characters,
- an end of the process, or of its output, before its answers are complete.

After the end of the game the process reads the result, the last situation and the end of its
input.

Built-in players play as many decks at a time as there are processors, or `--jobs`. Commands play
one deck after another, so that timeouts are fair.

`random` puts a card on a foundation whenever it can, from the stock and from the talons, and any
other card on a random talon. `greedy` and `practised` are levels of the handheld, see
`teletype.engines.calculation_levels`. `adviser` searches, see `engines.adviser`; `--budget` also
takes a number of cards.

With `--known K` it plays again and knows the next K cards of the stock at each decision (51: all).
The difference is what it loses only because nobody knows what comes. With `--look` it plays again
by the rule of some books: it sees the card to be placed before it moves cards (`look=yes` of
`calculation-cobol`). For the other built-in players `--look` makes no difference: they move at
once. `--times` prints how long the decisions of built-in players took, each on one core.

The interval is Wilson's score interval for 95 %, in exact integers, rounded outwards.
"""

# covers 004:828

import argparse
import codecs
import contextlib
import itertools
import json
import math
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol

from host_tools.contests import adviser
from host_tools.contests.cluster import Cluster, Program, worker_files
from host_tools.contests.players import command, shown_name, unlike
from host_tools.contests.process import Fault, Process
from host_tools.files import add_results, put_png, rows
from host_tools.progress import Bar
from host_tools.usage import (
    Commands,
    WrongUsage,
    add_cluster,
    add_jobs,
    add_timeout,
    complain,
    overview,
    parser_of,
    whole,
)
from teletype.core.request import Malformed, Numbers
from teletype.core.session import Session
from teletype.engines import calculation as engine
from teletype.engines import calculation_levels as levels
from teletype.engines.adviser import Adviser
from teletype.programs.calculation_cobol import dialogue as program

ILLEGAL_LIMIT = 100
"""Number of illegal answers that loses a deck."""

Deck = Sequence[int]


# Decks


def decks(seed: int) -> Iterator[list[int]]:
    """Yield decks without end, by the FORTRAN program's RANDOM and SHUFFL; `seed` 0..2^35-1.

    The first is the deck of the lucky number `seed`; the generator runs on from deck to deck. The
    numbers of a multiple of 512 would repeat too early, so after the first deck it continues with
    the odd seed + 1 + 2^35.
    """
    stream = engine.Random(seed)
    yield engine.shuffle(stream)
    if seed % 512 == 0:
        stream = engine.Random(seed + 1 + (1 << 35))
    while True:
        yield engine.shuffle(stream)


FULL = Counter(dict.fromkeys(range(1, engine.RANKS + 1), 4))


def read_deck(line: str) -> list[int]:
    """Return the deck written in a line; ValueError says what is wrong."""
    words = line.replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= 2):
            raise ValueError(f"'{word[:20]}' is not a card 1..13")
    deck = [int(word) for word in words]
    if len(deck) != 52:
        raise ValueError(f"{len(deck)} cards; a deck has 52")
    for rank, count in Counter(deck).items():
        if rank not in FULL:
            raise ValueError(f"'{rank}' is not a card 1..13")
        if count > 4:
            raise ValueError(f"{count} cards {rank}; a deck has 4")
    return deck


LONGEST_DECK = 1000
"""Most bytes in a line of a decks file."""

MOST_DECKS = 1_000_000

BLANKS = 1000
"""Most empty lines at the end of a decks file."""


def read_decks(path: Path) -> list[list[int]]:
    """Return the decks of a file; WrongUsage names the file and the malformed line.

    `-` reads standard input and then closes it, so that players do not inherit it.
    """
    read: list[list[int]] = []
    blank = 0
    try:
        binary = sys.stdin.buffer if str(path) == "-" else path.open("rb")
        with rows(binary) as file:
            for number in itertools.count(1):
                raw = file.readline(LONGEST_DECK + 1).encode("latin-1")
                if not raw:
                    break
                if len(raw) > LONGEST_DECK:
                    raise WrongUsage(f"{path}: line {number}: more than {LONGEST_DECK} bytes")
                if number == 1 and raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                    raise WrongUsage(f"{path}: line 1: UTF-16; save the file as UTF-8")
                if number == 1:
                    raw = raw.removeprefix(codecs.BOM_UTF8)
                if not raw.strip():
                    blank = blank or number
                    if number - blank > BLANKS:
                        raise WrongUsage(f"{path}: line {blank}: more than {BLANKS} empty lines")
                    continue
                if blank:  # only the last lines may be empty
                    raise WrongUsage(f"{path}: line {blank}: 0 cards; a deck has 52")
                if len(read) == MOST_DECKS:
                    raise WrongUsage(f"{path}: line {number}: at most {MOST_DECKS} decks")
                try:
                    read.append(read_deck(raw.decode("ascii")))
                except UnicodeDecodeError:
                    raise WrongUsage(f"{path}: line {number}: not ASCII") from None
                except ValueError as error:
                    raise WrongUsage(f"{path}: line {number}: {error}") from None
    except OSError as error:
        raise WrongUsage(f"{path}: {error.strerror}") from error
    if str(path) == "-":
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
    if not read:
        raise WrongUsage(f"{path}: no decks in it")
    return read


def files_of(path: Path) -> list[Path]:
    """Return the file that the decks come from, if it is one that a player could read."""
    if str(path) == "-":
        path = Path("/proc/self/fd/0")
    with contextlib.suppress(OSError, RuntimeError):
        path = path.resolve()
        if path.is_file():
            return [path]
    return []


# Players


class Solver(Protocol):
    """A built-in player for one deck. It sees the table but not the stock."""

    def where(self, table: engine.Table, card: int) -> int:
        """Return the stack (1..8) for `card`; it must be legal."""
        ...

    def move(self, table: engine.Table, moves: list[int]) -> int:
        """Return one of `moves`, encoded as in `engines.calculation`, or 0 for the next card."""
        ...


class Simple:
    """Plays every card to a foundation as soon as possible, preferring the lowest foundation."""

    def where(self, table: engine.Table, card: int) -> int:
        fitting: list[int] = table.placements(card)[4:]
        if fitting:
            return min(fitting, key=lambda stack: table.heights[stack - 5])
        return self.talon(table, card)

    def talon(self, table: engine.Table, card: int) -> int:
        """Return the talon (1..4) for `card`."""
        raise NotImplementedError

    def move(self, table: engine.Table, moves: list[int]) -> int:
        return min(moves, key=lambda move: table.heights[move % 10 - 5])


class Random(Simple):
    """Chooses a random talon, the same in every contest; `number`: the deck's line in its file."""

    def __init__(self, number: int, budget: str) -> None:
        self._random = random.Random(number)

    def talon(self, table: engine.Table, card: int) -> int:
        return 1 + int(4 * self._random.random())


class Greedy(Simple):
    """The first level of the handheld; see `teletype.engines.calculation_levels`."""

    def __init__(self, number: int, budget: str) -> None:
        pass

    def talon(self, table: engine.Table, card: int) -> int:
        return int(levels.greedy_talon(table, card))


class Practised:
    """The second level: plays by the rule of the adviser's playouts."""

    def __init__(self, number: int, budget: str) -> None:
        self._adviser = Adviser(0, 64)

    def where(self, table: engine.Table, card: int) -> int:
        return int(levels.practised(self._adviser, table, card))

    def move(self, table: engine.Table, moves: list[int]) -> int:
        return int(levels.practised(self._adviser, table, engine.NONE))


Maker = Callable[[int, str], Solver]
"""Makes a player from the deck's line in its file and the budget, used if it searches."""

BUILT_IN: dict[str, Maker] = {
    "adviser": adviser.Searcher,
    "greedy": Greedy,
    "practised": Practised,
    "random": Random,
}


class Timed:
    """A player whose decisions are timed; the seconds for each are appended to `spent`.

    This is elapsed time, because the adviser searches in another process. It equals the time of
    one core only if no more decks are played at a time than there are cores.
    """

    def __init__(self, make: Maker, spent: list[float], number: int, budget: str) -> None:
        self._player = make(number, budget)
        self._spent = spent

    def where(self, table: engine.Table, card: int) -> int:
        start = time.perf_counter()
        stack = self._player.where(table, card)
        self._spent.append(time.perf_counter() - start)
        return stack

    def move(self, table: engine.Table, moves: list[int]) -> int:
        start = time.perf_counter()
        decision = self._player.move(table, moves)
        self._spent.append(time.perf_counter() - start)
        return decision


# Games


def play_built_in(make: Maker, budget: str, number: int, deck: Deck) -> bool:
    """Return whether a built-in player wins `deck`, which is on line `number`."""
    player = make(number, budget)
    table = engine.Table()
    for card in deck:
        if not table.put(card, player.where(table, card)):
            raise ValueError(f"{player}: illegal placement")
        move_built_in(player, table, False)
    move_built_in(player, table, True)
    return bool(table.complete())


def play_known(budget: str, known: int, number: int, deck: Deck) -> bool:
    """Return whether the adviser would win `deck` if it always knew the next `known` cards."""
    player = adviser.Knowing(budget, deck, known)
    return play_built_in(lambda number, budget: player, budget, number, deck)


def play_looking(budget: str, number: int, deck: Deck) -> bool:
    """Return whether the adviser wins `deck` if it sees the next card before it moves cards."""
    player = adviser.Looking(budget, deck)
    return play_built_in(lambda number, budget: player, budget, number, deck)


def move_built_in(player: Solver, table: engine.Table, forced: bool) -> None:
    """Make moves until none is left, or until the player wants the next card."""
    while moves := table.moves():
        decision = player.move(table, moves)
        if decision in moves:
            table.move(decision // 10, decision % 10)
        elif decision == engine.NONE and not forced:
            return
        else:
            raise ValueError(f"{player}: illegal move {decision}")


def play_command(
    words: Sequence[str],
    timeout: float,
    number: int,
    deck: Deck,
    hidden: Sequence[Path] = (),
    closed: bool = False,
) -> bool:
    """Return whether a command wins `deck`; Fault if it loses by its behaviour, not by the cards.

    It cannot read the files `hidden`, where the system can prevent it. Its processes are gone when
    this returns.
    """
    process = Process(words, hidden, closed)
    session = Session(program.play({"stock": program.ASK, "lucky": None, "duel": None}))
    stock = iter((*deck, program.END))
    told: list[str] = []
    illegal = 0
    won = finished = False
    try:
        while not finished:
            event = session.step()
            if isinstance(event, Numbers):  # the stock's channel asks for a card
                session.answer(str(next(stock)))
            elif not isinstance(event, str):
                line = process.ask("".join(told), timeout)
                try:
                    session.answer(line)
                except Malformed:  # control characters
                    session.answer("?")  # illegal, like any other line without a decision
                told = []
            elif event != program.TURN_OUT:  # the stock's channel
                told.append(event + "\n")
                illegal += event in (program.ILLEGAL, program.TRY_MORE)
                won = won or event == program.WON
                finished = event == program.NEW_GAME
                if illegal == ILLEGAL_LIMIT:
                    raise Fault(f"{ILLEGAL_LIMIT} illegal answers")
    finally:
        process.close("".join(told), polite=finished)
    return won


@dataclass
class Result:
    """Results of a player: the numbers of the decks won, and the faults that lost others."""

    player: str
    games: int = 0
    won: list[int] = field(default_factory=list)
    faults: dict[int, str] = field(default_factory=dict)
    spent: list[float] = field(default_factory=list)
    """Seconds for each decision, if they were timed."""

    def percent(self) -> tuple[int, int, int]:
        """Return the share won and the ends of its interval, in hundredths of a per cent."""
        share = (20000 * len(self.won) + self.games) // (2 * self.games)
        return (share, *wilson(len(self.won), self.games))

    def line(self) -> str:
        share, low, high = (decimal(hundredths) for hundredths in self.percent())
        return (
            f"{self.player}: {len(self.won)} of {self.games} won, {share} % "
            f"(95 % interval {low}..{high})"
        )

    def time_line(self) -> str:
        each, slowest = sum(self.spent) / len(self.spent), max(self.spent)
        return (
            f"{self.player}: {len(self.spent)} decisions, {each:.3f} s on average, "
            f"{slowest:.3f} s at most"
        )

    def fault_lines(self) -> Iterator[str]:
        """Yield each fault once, with its number of decks and the first of them."""
        for fault, count in Counter(self.faults.values()).items():
            first = next(number for number, other in self.faults.items() if other == fault)
            where = f"deck {first}" if count == 1 else f"{count} decks, deck {first} first"
            yield f"{self.player}: {fault} ({where})"

    def json(self) -> dict[str, object]:
        share, low, high = (float(decimal(hundredths)) for hundredths in self.percent())
        return {
            "player": self.player,
            "won": len(self.won),
            "games": self.games,
            "percent": share,
            "low": low,
            "high": high,
            "won_decks": self.won,
            "faults": [{"deck": deck, "fault": fault} for deck, fault in self.faults.items()],
            **({"seconds": self.spent} if self.spent else {}),
        }


Game = Callable[[int, Deck], bool]
"""Plays the deck of a line; raises Fault."""


def judged(game: Game, number: int, deck: Deck) -> bool | str:
    """Return whether the deck of a line is won, or the fault that loses it."""
    try:
        return game(number, deck)
    except Fault as fault:
        return str(fault)


DECKS_AT_A_TIME = 4
"""Decks that a cluster worker plays per task."""


def play_sent(sent: Program, timeout: float, number: int, deck: Deck) -> bool:
    """Return whether a command that was sent to this machine wins `deck`."""
    with sent.here() as words:
        return play_command(words, timeout, number, deck, worker_files(), closed=True)


def play_all(
    player: str,
    game: Game,
    dealt: Sequence[Deck],
    jobs: int,
    progress: Callable[[Result], None],
    cluster: Cluster | None = None,
) -> Result:
    """Play all decks, `jobs` at a time or on a `cluster`.

    `progress` is called after each deck, in order.
    """
    result = Result(player)
    numbers = range(1, len(dealt) + 1)
    pool = ThreadPoolExecutor(jobs) if jobs > 1 and not cluster else None
    try:
        played: Iterable[bool | str]
        if cluster:
            pairs = zip(numbers, dealt, strict=True)
            played = cluster.starmap(partial(judged, game), pairs, DECKS_AT_A_TIME)
        else:
            played = (pool.map if pool else map)(partial(judged, game), numbers, dealt)
        for number, outcome in zip(numbers, played, strict=True):
            result.games += 1
            if isinstance(outcome, str):
                result.faults[number] = outcome
            elif outcome:
                result.won.append(number)
            progress(result)
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)
    return result


# Figures

SCALE = 10**9
Z_SQUARED = 3841458821
"""Square of the normal deviate 1.959964 of a 95 % interval, times SCALE."""


def wilson(won: int, games: int) -> tuple[int, int]:
    """Return the ends of Wilson's interval in hundredths of a per cent, rounded outwards."""
    middle = 2 * won * SCALE + Z_SQUARED
    square = Z_SQUARED * (4 * won * (games - won) * SCALE + Z_SQUARED * games)
    half = math.isqrt(square * 10**8 // games) + 1  # 10000 times the half width, rounded up
    whole_ = 2 * (games * SCALE + Z_SQUARED)
    low = (10000 * middle - half) // whole_
    high = -((-10000 * middle - half) // whole_)
    return max(0, low), min(10000, high)


def decimal(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02}"


BAR_COLOUR = (90, 160, 255)
LINE_COLOUR = (40, 40, 40)


def draw(results: Sequence[Result], path: Path) -> None:
    """Write bars with their intervals as a PNG; needs Pillow."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default(16)
    most = max(result.percent()[2] for result in results)
    full = next(full for full in (5, 10, 25, 50, 100) if most <= 100 * full)
    texts = [result.line().partition(": ")[2] for result in results]
    left = 24 + int(max(font.getlength(result.player) for result in results))
    right = 24 + int(max(font.getlength(text) for text in texts))
    wide, high = 400, 40
    top = 44
    bottom = top + high * len(results)
    image = Image.new("RGB", (left + wide + right, bottom + 36), "white")
    pen = ImageDraw.Draw(image)

    def across(hundredths: int) -> int:
        return left + wide * hundredths // (100 * full)

    pen.text((left, 14), "Calculation: decks won, 95 % intervals", "black", font)
    for part in range(6):
        x = across(100 * full * part // 5)
        pen.line((x, top, x, bottom), (220, 220, 220))
        pen.text((x, bottom + 16), f"{full * part // 5} %", "black", font, anchor="mm")
    for row, (result, text) in enumerate(zip(results, texts, strict=True)):
        share, low, upper = result.percent()
        middle = top + high * row + high // 2
        pen.text((left - 12, middle), result.player, "black", font, anchor="rm")
        if share:
            pen.rectangle((left, middle - 12, across(share), middle + 12), BAR_COLOUR)
        for x in (across(low), across(upper)):
            pen.line((x, middle - 6, x, middle + 6), LINE_COLOUR, 2)
        pen.line((across(low), middle, across(upper), middle), LINE_COLOUR, 2)
        pen.text((left + wide + 12, middle), text, "black", font, anchor="lm")
    put_png(image, path)


# The command


def command_decks(options: argparse.Namespace) -> int:
    stream = decks(options.seed)
    for _ in range(options.count):
        print(*next(stream))
    return 0


def command_contest(options: argparse.Namespace) -> int:
    adviser.budget(options.budget)
    if options.cluster and options.times:
        raise WrongUsage("--times: not together with --cluster; allowed: one of them")
    hidden = files_of(options.decks)
    dealt = read_decks(options.decks)
    games: dict[str, tuple[Game, int]] = {}
    spent: dict[str, list[float]] = {}
    for text in options.players:
        words = command(text, list(BUILT_IN))
        if text in BUILT_IN:
            name = unlike(text, list(games))
            make = BUILT_IN[text]
            if options.times:
                spent[name] = []
                make = partial(Timed, make, spent[name])
            game: Game = partial(play_built_in, make, options.budget)
            games[name] = game, options.jobs
        else:
            game = partial(play_command, words, options.timeout, hidden=hidden)
            if options.cluster:
                game = partial(play_sent, Program.of(words, options.cluster), options.timeout)
            games[unlike(shown_name(words), list(games))] = game, 1
    for known in options.known:
        game = partial(play_known, options.budget, known)
        games[f"adviser, told the next {known}"] = game, options.jobs
    if options.look:
        games["adviser, looking"] = partial(play_looking, options.budget), options.jobs
    results = []
    bar = Bar(len(games) * len(dealt))

    def progress(result: Result) -> None:
        bar.step(f"{result.player}: {len(result.won)} of {result.games}")

    opened = contextlib.ExitStack()
    try:
        cluster = opened.enter_context(Cluster(options.cluster)) if options.cluster else None
        for name, (game, jobs) in games.items():
            result = play_all(name, game, dealt, jobs, progress, cluster)
            result.spent = spent.get(name, [])
            results.append(result)
            bar.clear()
            for line in result.fault_lines():
                complain(line)
            if not options.json:
                print(result.line(), flush=True)
                if result.spent:
                    print(result.time_line(), flush=True)
    finally:
        opened.close()
        bar.clear()
    if options.json:
        report = {"decks": len(dealt), "players": [result.json() for result in results]}
        print(json.dumps(report, ensure_ascii=False, indent=2))
    if options.png is not None:
        try:
            draw(results, options.png)
        except OSError as error:
            complain(f"calculation: --png {options.png}: {error.strerror}")
            return 1
    return 0


GONE = dict.fromkeys(
    ("bound", "calibrate", "lost", "tune"), "is gone; docs/notes/calculation.md names the revision"
)
"""Commands that served the adviser's making."""

COMMANDS: Commands = {
    "decks": (
        "--count N --seed S",
        "Print shuffled decks, one per line.",
        "--count 1000 --seed 7",
        command_decks,
    ),
    "contest": (
        "PLAYER … --decks FILE",
        "Let players play decks, and count the decks won.",
        "adviser greedy --decks decks.txt --budget pico",
        command_contest,
    ),
    "adviser": (
        "",
        "Answer the questions of a contest on standard input and output.",
        "--budget pico",
        adviser.command_adviser,
    ),
}


def parser(command: str) -> argparse.ArgumentParser:
    """Return the parser of the command's arguments; WrongUsage for an unknown command."""
    made = parser_of("calculation", command, COMMANDS, GONE)
    if command == "contest":
        players = f"a command, or a built-in player: {', '.join(BUILT_IN)}"
        made.add_argument("players", nargs="+", metavar="PLAYER", help=players)
        add_decks(made)
    if command in ("contest", "adviser"):
        add_budget(made)
    if command == "decks":
        made.add_argument(
            "--count", type=whole(1, MOST_DECKS), required=True, metavar="N", help="decks to print"
        )
        made.add_argument(
            "--seed",
            type=whole(0, (1 << 35) - 1),
            required=True,
            metavar="S",
            help="lucky number of the first deck",
        )
    elif command == "contest":
        add_contest(made)
    return made


def add_decks(made: argparse.ArgumentParser) -> None:
    """Add the option `--decks`."""
    made.add_argument(
        "--decks",
        type=Path,
        required=True,
        metavar="FILE",
        help="file with one deck per line (-: standard input)",
    )


def add_budget(made: argparse.ArgumentParser) -> None:
    """Add the option `--budget`."""
    made.add_argument(
        "--budget",
        default="host",
        help="cards that the adviser may play out for a decision: pico, host (100000, with a "
        "network) or a number (default: host)",
    )


def add_contest(made: argparse.ArgumentParser) -> None:
    """Add the options of `contest`."""
    made.add_argument(
        "--known",
        type=whole(1, 51),
        nargs="+",
        default=[],
        metavar="K",
        help="let the adviser also play knowing the next K cards",
    )
    made.add_argument(
        "--look",
        action="store_true",
        help="let the adviser also play seeing the card before it moves others",
    )
    add_timeout(made, "an answer of a command")
    add_jobs(made, "decks at a time")
    made.add_argument(
        "--times", action="store_true", help="print how long decisions of built-in players take"
    )
    add_cluster(made)
    made.add_argument("--json", action="store_true", help="print JSON")
    add_results(made)


def main(argv: list[str]) -> int:
    """Run the command; return the exit status: 0 done, 1 picture not written, 2 wrong usage."""
    if argv and argv[0] in ("-h", "--help"):
        print(overview("calculation", COMMANDS))
        return 0
    if not argv:
        raise WrongUsage(f"the command is missing; the commands are {', '.join(COMMANDS)}")
    options = parser(argv[0]).parse_intermixed_args(argv[1:])
    return COMMANDS[argv[0]][-1](options)
