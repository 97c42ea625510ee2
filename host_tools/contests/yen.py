# SPDX-License-Identifier: MIT
"""Matches and tournaments of the 10,000-yen game between programs, over pipes.

    python3 -m host_tools yen match A B [--games N] [--seed S] [--timeout SECONDS] [--json]
    python3 -m host_tools yen tournament P1 P2 ... [the same] [--png FILE]
    python3 -m host_tools yen player NAME [--seed S] [GAMES]

`player` is a built-in player that speaks the protocol below.

A player is a built-in name or a command line. A command is started as a child process for each
match, with the number of games as its last argument, as K. Nakano's paper describes it. In each
of the 10 rounds of each game it prints its bid, a decimal number on a line of its own, and
flushes. Then it reads the opponent's bid. Its standard error is shown.

A player that breaks a rule forfeits the current game and all remaining games of the match. The
rules:

- Each bid is a legal number and comes within `--timeout` seconds, the first one within 10 seconds
  of the start if that is later.
- The player does not end early.
- It prints at most AHEAD bytes before its turn, and reads the opponent's bids.

If both break a rule in the same round, those games are draws.

A built-in player's random numbers depend only on `--seed` and on its side. So a match in a
tournament gives the same result as that match alone. Without `--seed` a match, a tournament and
`player` take a fresh seed, so that nobody foretells an opponent; the first two print it at the end
on standard error.

At the end of a match a child's input is closed. If its output is still open half a second later,
its process group gets SIGTERM. After another half second, the child and all processes that it
started get SIGKILL. After a forfeit SIGTERM comes at once. `host_tools.contests.sandbox`
describes what isolates players from each other and from this process.
"""

# covers 001:25

import argparse
import contextlib
import io
import itertools
import json
import re
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Protocol

from host_tools.contests.cluster import Cluster, Program, worker_files
from host_tools.contests.players import command, shown_name, unlike
from host_tools.contests.process import Fault, Process
from host_tools.files import add_results, put_png
from host_tools.progress import Bar
from host_tools.signals import uninterrupted
from host_tools.usage import (
    CHECKOUT,
    Commands,
    WrongUsage,
    add_cluster,
    add_timeout,
    complain,
    helped,
    overview,
    parser_of,
    tell,
    whole,
)
from teletype.engines import yen as engine
from teletype.engines import yen_master, yen_players
from teletype.programs.yen import dialogue as report

AHEAD = 4096
"""Most bytes that a child may print before they are due; more is a flood."""

LINE = 80
"""Most characters of a line that can be a number."""

MOST_GAMES = 1_000_000
MOST_SEED = 10**9


# Players


class Side(Protocol):
    """One side of a match."""

    name: str

    def start(self, games: int) -> int: ...

    def bid(self, number: int, left: int, deadline: float) -> int: ...

    def seen(self, number: int, other: int) -> None: ...

    def close(self, polite: bool) -> None: ...


def remember() -> None:
    """Keep solved cells of the table in memory on the host; the bids stay the same."""
    if not hasattr(yen_master.strategy, "cache_info"):
        yen_master.strategy = cache(yen_master.strategy)


class BuiltIn:
    """A player of the firmware's engine; `stream`: 0 for the first side, 1 for the second."""

    def __init__(self, name: str, seed: int, stream: int) -> None:
        self.name = name
        remember()
        self._player = yen_players.player(name, engine.Chance(seed, stream))

    def start(self, games: int) -> int:
        return 0

    def bid(self, number: int, left: int, deadline: float) -> int:
        bid: int = self._player.bid(number, left)
        return bid

    def seen(self, number: int, other: int) -> None:
        self._player.seen(number, other)

    def close(self, polite: bool) -> None:
        pass


class Child:
    """A player in a process of its own; `words`: its command line, `timeout`: seconds per bid."""

    _hidden: Sequence[Path] = ()
    _closed = False

    def __init__(self, name: str, words: Sequence[str], timeout: float) -> None:
        self.name = name
        self._words = words
        self._timeout = timeout
        self._process: Process | None = None
        self._buffer = b""
        self._deaf = False

    def start(self, games: int) -> int:
        """Start the process; Fault if the system refuses."""
        self._process = Process([*self._words, str(games)], self._hidden, self._closed)
        return 0

    def bid(self, number: int, left: int, deadline: float) -> int:
        """Return the next number that the process prints, until `deadline` (time.monotonic)."""
        assert self._process is not None
        if self._deaf:
            raise Fault("does not read the opponent's bids")
        waiting = b"\n" not in self._buffer
        while True:
            data = self._process.take(deadline - time.monotonic() if waiting else 0.0)
            if data is None:
                if waiting:
                    raise Fault(f"no bid within {self._process.limit(self._timeout):g} s")
                break
            if not data:
                if not self._buffer:
                    raise Fault(f"has ended{self._process.status()}")
                break  # a last line without its end, or lines printed ahead
            self._buffer += data
            if len(self._buffer) > AHEAD:
                raise Fault(f"more than {AHEAD} bytes of output before its turn")
            if b"\n" in self._buffer:
                break
        line, _, self._buffer = self._buffer.partition(b"\n")
        text = line.decode("utf-8", "replace").strip()
        if len(text) > LINE or not re.fullmatch(r"[+-]?[0-9]+", text):
            shown = text if len(text) <= LINE // 2 else text[: LINE // 2] + "…"
            raise Fault(f"{shown!r} is not a number")
        return int(text)

    def seen(self, number: int, other: int) -> None:
        """Send the opponent's bid; never block."""
        assert self._process is not None
        self._deaf = self._process.tell(f"{other}\n") > AHEAD

    def close(self, polite: bool) -> None:
        """End the process and all processes it started; `polite` lets it end on its own first."""
        if self._process is not None:
            self._process.close(polite=polite)


class Sent(Child):
    """A player whose program was sent to this machine; a command ignores `stream`."""

    _closed = True

    def __init__(self, name: str, program: Program, timeout: float, stream: int) -> None:
        super().__init__(name, program.words, timeout)
        self._files = contextlib.ExitStack()
        self._program = program

    def start(self, games: int) -> int:
        self._words = self._files.enter_context(self._program.here())
        self._hidden = worker_files()
        return super().start(games)

    def close(self, polite: bool) -> None:
        super().close(polite)
        self._files.close()


# Matches


@dataclass
class Forfeit:
    """A forfeit: the player, its opponent, game, round and reason."""

    player: str
    against: str
    game: int
    round: int
    reason: str

    def line(self) -> str:
        return f"{self.player} forfeits: game {self.game}, round {self.round}: {self.reason}"


@dataclass
class Match:
    """The result of a match: games won by each side, draws and forfeits."""

    players: tuple[str, str]
    games: int
    wins: list[int] = field(default_factory=lambda: [0, 0])
    draws: int = 0
    played: int = 0
    forfeits: list[Forfeit] = field(default_factory=list)

    @property
    def winner(self) -> str | None:
        lead = self.wins[0] - self.wins[1]
        return None if not lead else self.players[lead < 0]

    def lines(self) -> list[str]:
        """Return the lines of the printed result."""
        first, second = self.players
        return [
            report.totals(first, second, self.wins, self.draws),
            report.verdict(first, second, self.wins[0] - self.wins[1]),
            *(fault.line() for fault in self.forfeits),
        ]

    def json(self) -> dict[str, object]:
        return {
            "players": list(self.players),
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "winner": self.winner,
            "forfeits": [asdict(fault) for fault in self.forfeits],
        }

    def count(self, lead: int) -> None:
        """Count a game that the first side won by `lead` yen; negative if it lost."""
        self.played += 1
        if lead:
            self.wins[lead < 0] += 1
        else:
            self.draws += 1

    def forfeit(self) -> None:
        """Award the remaining games: to the side without a fault, as draws if both have one."""
        rest = self.games - self.played
        if len(self.forfeits) == 2:
            self.draws += rest
        else:
            self.wins[self.forfeits[0].player == self.players[0]] += rest


Watch = Callable[[engine.Game, int, int], None]
"""Called after each round with the game and both bids."""


class Stopped(Exception):
    """The match ends here because of a forfeit."""


def both(match: Match, game: int, number: int, acts: Sequence[Callable[[], int]]) -> list[int]:
    """Return the results of both sides' acts in round `number` of a game, the first side's first.

    If a side fails, record its forfeit and raise Stopped.
    """
    done = []
    for side in (0, 1):
        try:
            done.append(acts[side]())
        except Fault as fault:
            names = match.players
            match.forfeits.append(Forfeit(names[side], names[1 - side], game, number, str(fault)))
    if match.forfeits:
        raise Stopped
    return done


def judged(player: Side, number: int, left: int, deadline: float) -> int:
    """Return the player's bid; Fault if it is not legal."""
    bid = player.bid(number, left, deadline)
    if not engine.legal(number, left, bid):
        rule = ", all of it due" if number == engine.ROUNDS else ""
        raise Fault(f"bid {bid} with {left} yen left{rule}")
    return bid


def play_match(
    sides: tuple[Side, Side],
    games: int,
    timeout: float,
    watch: Watch = lambda game, a, b: None,
    progress: Callable[[], None] = lambda: None,
) -> Match:
    """Play a match; `timeout` in seconds per round. No child process is left when this returns.

    `progress` is called after each game.
    """
    match = Match((sides[0].name, sides[1].name), games)
    finished = False
    try:
        both(match, 1, 1, [partial(side.start, games) for side in sides])
        for count in range(1, games + 1):
            game = engine.Game()
            while not game.over():
                number = game.number
                deadline = time.monotonic() + timeout
                a, b = both(
                    match,
                    count,
                    number,
                    [
                        partial(judged, side, number, left, deadline)
                        for side, left in zip(sides, game.left, strict=True)
                    ],
                )
                sides[0].seen(number, b)
                sides[1].seen(number, a)
                game.play(a, b)
                watch(game, a, b)
            match.count(game.won[0] - game.won[1])
            progress()
        finished = True
    except Stopped:
        match.forfeit()
    finally:
        with uninterrupted():
            for side in sides:
                side.close(polite=finished)
    return match


# Tournaments


@dataclass
class Standing:
    """A player's results in a tournament; `rank` counts from 1 and is shared by equal players."""

    player: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    rank: int = 0


@dataclass
class Tournament:
    """Every player against every other, once."""

    players: list[str]
    games: int
    matches: list[Match] = field(default_factory=list)

    def wins(self) -> list[list[int | None]]:
        """Return games won by the row's player against the column's; None on the diagonal."""
        table: list[list[int | None]] = [[None] * len(self.players) for _ in self.players]
        for match in self.matches:
            a, b = (self.players.index(name) for name in match.players)
            table[a][b], table[b][a] = match.wins
        return table

    def ranking(self) -> list[Standing]:
        """Return the players by matches won; equal ones keep the order of the command line."""
        standings = {name: Standing(name) for name in self.players}
        for match in self.matches:
            for name in match.players:
                if match.winner is None:
                    standings[name].drawn += 1
                elif match.winner == name:
                    standings[name].won += 1
                else:
                    standings[name].lost += 1
        ranked = sorted(standings.values(), key=lambda standing: -standing.won)
        for standing in ranked:
            standing.rank = 1 + sum(other.won > standing.won for other in ranked)
        return ranked

    def lines(self) -> list[str]:
        """Return the lines with the results, the ranking and the forfeits."""
        head = max(len(name) for name in self.players)
        widths = [max(len(name), len(str(self.games))) + 2 for name in self.players]
        lines = [" " * head + "".join(map(str.rjust, self.players, widths))]
        for name, row in zip(self.players, self.wins(), strict=True):
            cells = ["-" if wins is None else str(wins) for wins in row]
            lines.append(name.ljust(head) + "".join(map(str.rjust, cells, widths)))
        lines.append("")
        for place in self.ranking():
            lines.append(
                f"{place.rank:2}. {place.player.ljust(head)}"
                f"  {place.won} won, {place.drawn} drawn, {place.lost} lost"
            )
        for match in self.matches:
            for fault in match.forfeits:
                lines.append(f"{fault.line()} (against {fault.against})")
        return lines

    def json(self) -> dict[str, object]:
        return {
            "players": self.players,
            "games": self.games,
            "wins": self.wins(),
            "matches": [match.json() for match in self.matches],
            "ranking": [asdict(place) for place in self.ranking()],
        }


def draw(tournament: Tournament, path: Path) -> None:
    """Write the results as a PNG; needs Pillow. Blue cells are matches won, orange ones lost."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default(16)
    names = tournament.players
    ranking = {place.player: place for place in tournament.ranking()}
    corner = f"{tournament.games} games"
    head = int(max(font.getlength(text) for text in (corner, *names))) + 24
    cell = max(head, int(font.getlength(str(tournament.games))) + 24)
    high = 36
    last = int(font.getlength("matches won")) + 24
    size = (head + cell * len(names) + last, high * (len(names) + 1))
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)

    def box(column: int, row: int, text: str, colour: tuple[int, int, int]) -> None:
        left = head + cell * (column - 1) if column else 0
        width = (head, *[cell] * len(names), last)[column]
        top = high * row
        pen.rectangle((left, top, left + width - 1, top + high - 1), colour, (160, 160, 160))
        pen.text((left + width / 2, top + high / 2), text, (0, 0, 0), font, anchor="mm")

    plain, grey = (255, 255, 255), (224, 224, 224)
    box(0, 0, corner, plain)
    box(len(names) + 1, 0, "matches won", plain)
    table = tournament.wins()
    for index, name in enumerate(names):
        box(0, index + 1, name, plain)
        box(index + 1, 0, name, plain)
        for column, wins in enumerate(table[index]):
            lost = table[column][index]
            if wins is None or lost is None:
                box(column + 1, index + 1, "", grey)
            else:
                box(column + 1, index + 1, str(wins), shade(wins - lost, tournament.games))
        box(len(names) + 1, index + 1, str(ranking[name].won), plain)
    put_png(image, path)


def shade(lead: int, games: int) -> tuple[int, int, int]:
    """Return blue for a lead of all games, white for none, orange if the other side won all."""
    end = (90, 160, 255) if lead > 0 else (255, 170, 80)
    red, green, blue = (255 - (255 - part) * abs(lead) // games for part in end)
    return red, green, blue


# The command


Maker = Callable[[int], Side]
"""Makes a player for one side (0 or 1) of one match."""


def players(
    texts: Sequence[str], seed: int, timeout: float, cluster: str | None = None
) -> dict[str, Maker]:
    """Return the players of the command line by the names shown for them.

    A repeated name gets a number: `minus1`, `minus1-2`. With the address of a `cluster`, the
    files of commands go along to its machines. Raises WrongUsage.
    """
    makers: dict[str, Maker] = {}
    for text in texts:
        words = command(text, yen_players.NAMES)
        name = unlike(text if text in yen_players.NAMES else shown_name(words), list(makers))
        if cluster and text not in yen_players.NAMES:
            makers[name] = partial(Sent, name, Program.of(words, cluster), timeout)
        else:
            makers[name] = partial(_make, name, text, words, seed, timeout)
    return makers


def _make(
    name: str, text: str, words: Sequence[str], seed: int, timeout: float, stream: int
) -> Side:
    if text in yen_players.NAMES:
        built_in = BuiltIn(text, seed, stream)
        built_in.name = name
        return built_in
    return Child(name, words, timeout)


def command_match(options: argparse.Namespace) -> int:
    makers = players(options.players, options.seed, options.timeout)
    first, second = makers
    sides = (makers[first](0), makers[second](1))
    live = options.games == 1 and not options.json  # the report of listing 4

    def watch(game: engine.Game, a: int, b: int) -> None:
        if live:
            print(report.round_line(game.number - 1, a, b, game.won), flush=True)
            if game.over():
                print(report.result_lines(first, second, game.won)[0])

    if live:
        print(report.heading(first, second), flush=True)
    bar = Bar(options.games)
    try:
        match = play_match(sides, options.games, options.timeout, watch, bar.step)
    finally:
        bar.clear()
    if options.json:
        print(json.dumps({**match.json(), "seed": options.seed}, ensure_ascii=False, indent=2))
    else:
        print("\n".join(match.lines()[live:]))
    return 0


def command_tournament(options: argparse.Namespace) -> int:
    makers = players(options.players, options.seed, options.timeout, options.cluster)
    if len(makers) < 2:
        raise WrongUsage("a tournament needs at least two players")
    pairs = list(itertools.combinations(makers, 2))
    tournament = Tournament(list(makers), options.games)
    if options.cluster:
        play_elsewhere(tournament, options, [(makers[a], makers[b]) for a, b in pairs])
        pairs = []
    bar = Bar(options.games * len(pairs))
    try:
        for first, second in pairs:
            sides = (makers[first](0), makers[second](1))
            match = play_match(sides, options.games, options.timeout, progress=bar.step)
            bar.skip(options.games - match.played)
            tournament.matches.append(match)
    finally:
        bar.clear()
    if options.json:
        result = {**tournament.json(), "seed": options.seed}
        print(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        print("\n".join(tournament.lines()))
    if options.png is not None:
        try:
            draw(tournament, options.png)
        except OSError as error:
            complain(f"yen: --png {options.png}: {error.strerror}")
            return 1
    return 0


def play_elsewhere(
    tournament: Tournament, options: argparse.Namespace, pairs: Sequence[tuple[Maker, Maker]]
) -> None:
    """Play the matches of a tournament on the workers of a cluster."""
    bar = Bar(len(pairs))
    try:
        with Cluster(options.cluster) as cluster:
            play = partial(play_pair, options.games, options.timeout)
            for match in cluster.starmap(play, pairs):
                tournament.matches.append(match)
                bar.step()
    finally:
        bar.clear()


def play_pair(games: int, timeout: float, first: Maker, second: Maker) -> Match:
    """Play one match on whichever machine this runs."""
    return play_match((first(0), second(1)), games, timeout)


def command_player(options: argparse.Namespace) -> int:
    """Bid on standard output; end quietly when the other side stops reading or writing."""
    side = BuiltIn(options.player, options.seed, 0)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are not text are not a bid
    with contextlib.suppress(BrokenPipeError):
        for _ in range(options.count):
            left = engine.MONEY
            for number in range(1, engine.ROUNDS + 1):
                bid = side.bid(number, left, 0.0)
                left -= bid
                print(bid, flush=True)
                line = sys.stdin.readline(LINE)
                if not line:
                    return 0
                answer = line.strip()
                if not re.fullmatch(r"[0-9]{1,5}", answer) or int(answer) > engine.MONEY:
                    complain(f"yen: {answer!r} is not a bid 0..{engine.MONEY}")
                    return 1
                side.seen(number, int(answer))
    return 0


MOVED = {name: f"is now '{CHECKOUT} lab yen {name}'" for name in ("suite", "table")}
"""Commands that are in the workshop now."""

COMMANDS: Commands = {
    "match": (
        "A B",
        "Let two programs play each other.",
        "equilibrium master",
        command_match,
    ),
    "tournament": (
        "P1 P2 …",
        "Let every pair of programs play each other.",
        "minus1 undercut master --games 200",
        command_tournament,
    ),
    "player": (
        "NAME",
        "Bid as a built-in player on standard input and output.",
        "master",
        command_player,
    ),
}


def add_games(parser: argparse.ArgumentParser) -> None:
    """Add the option for the games of a match."""
    parser.add_argument(
        "--games",
        type=whole(1, MOST_GAMES),
        default=1000,
        metavar="N",
        help="games in a match (default: 1000)",
    )


def parser(command: str) -> argparse.ArgumentParser:
    """Return the parser of the command's arguments; WrongUsage for an unknown command."""
    made = parser_of("yen", command, COMMANDS, MOVED)
    about = f"a command, or a built-in player: {', '.join(yen_players.NAMES)}"
    made.add_argument(
        "--seed",
        type=whole(0, MOST_SEED),
        metavar="S",
        help="seed of the built-in players (default: a fresh one)",
    )
    if command == "player":
        made.add_argument(
            "player",
            choices=yen_players.NAMES,
            metavar="PLAYER",
            help=", ".join(yen_players.NAMES),
        )
        made.add_argument(
            "count",
            nargs="?",
            type=whole(1, MOST_GAMES),
            default=1000,
            metavar="GAMES",
            help="games of the match (default: 1000)",
        )
        return made
    add_games(made)
    made.add_argument("--json", action="store_true", help="print JSON")
    if command == "match":
        made.add_argument("players", nargs=2, metavar="PLAYER", help=about)
    else:
        made.add_argument("players", nargs="+", metavar="PLAYER", help=about)
        add_cluster(made)
        add_results(made)
    add_timeout(made, "a bid")
    return made


def main(argv: list[str]) -> int:
    """Run the command; return the exit status: 0 done, 1 picture not written, 2 wrong usage."""
    if not argv or argv[0] in ("-h", "--help"):
        return helped(overview("yen", COMMANDS), bool(argv))
    options = parser(argv[0]).parse_intermixed_args(argv[1:])
    fresh = options.seed is None
    if fresh:
        options.seed = secrets.randbelow(MOST_SEED + 1)
    status = COMMANDS[argv[0]][-1](options)
    if fresh and argv[0] != "player":  # whose standard error is the match's
        tell(f"yen: --seed {options.seed}\n")
    return status
