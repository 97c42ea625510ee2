# SPDX-License-Identifier: MIT
"""The contest of Calculation: decks, real child processes, intervals, the picture."""

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from decimal import Decimal, getcontext
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools.__main__ import main
from host_tools.contests import calculation as contest
from host_tools.contests import process
from host_tools.contests.players import shown_name, unlike
from host_tools.contests.process import OPEN, Fault, Process
from host_tools.usage import WrongUsage
from teletype.core.session import Session
from teletype.engines import calculation as engine
from teletype.programs.calculation_cobol import dialogue as program
from tests.helpers.command import call
from tests.helpers.processes import WORD, both_ways, gone, heeding, living

ROOT = Path(__file__).resolve().parents[3]

EASY = [*range(1, 14), *(place * k % 13 or 13 for k in (2, 3, 4) for place in range(1, 14))]
"""One foundation after another: every card goes to the first foundation that takes it."""

ROUNDS = [place * k % 13 or 13 for place in range(1, 14) for k in (1, 2, 3, 4)]
"""Every card goes to a foundation; the four grow at the same pace."""

GREEDY_C = r"""
/* The built-in player `greedy` once more, in C, from what the COBOL program prints. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int talon[4][60], length[4], height[4], to[9], from[64], moves;

static void read_row(char *line)
{
    int stack = atoi(line), card, at = 3, used;
    int count = 0;
    while (sscanf(line + at, "%d%n", &card, &used) == 1) {
        if (stack <= 4)
            talon[stack - 1][count] = card;
        count++;
        at += used;
    }
    if (stack <= 4)
        length[stack - 1] = count; /* top first; 18 cards at most */
    else
        height[stack - 5] = count;
}

static int answer_card(int card)
{
    int best = 0, least = 1 << 30, delay[14], k, t, i;
    for (k = 0; k < 4; k++)
        if (to[k + 5] && (!best || height[k] < height[best - 5]))
            best = k + 5;
    if (best)
        return best;
    if (card == 13)
        return 4;
    for (i = 1; i < 14; i++)
        delay[i] = 99;
    for (k = 1; k < 5; k++)
        for (i = height[k - 1] + 1; i < 14; i++) {
            int rank = (i * k - 1) % 13 + 1, wait = i - height[k - 1] - 1;
            if (wait < delay[rank])
                delay[rank] = wait;
        }
    for (t = 0; t < 4; t++) {
        int harm = t == 3, gap = -1;
        for (i = 0; i < length[t]; i++)
            harm += delay[talon[t][i]] < delay[card];
        if (length[t])
            gap = delay[talon[t][0]] - delay[card];
        harm = 10 * harm + (gap >= 0 ? gap : 3);
        if (harm < least) {
            least = harm;
            best = t + 1;
        }
    }
    return best;
}

int main(void)
{
    char line[200];
    int i, t, k, card;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "TO %d", &i) == 1)
            to[i] = 1;
        else if (sscanf(line, "FROM %d TO %d", &t, &k) == 2)
            from[moves++] = 10 * t + k;
        else if (sscanf(line, "WHERETO(%d)", &card) == 1) {
            printf("%d\n", answer_card(card));
            fflush(stdout);
            memset(to, 0, sizeof to);
        } else if (!strncmp(line, "FROMTO", 6)) {
            int best = from[0];
            for (i = 1; i < moves; i++)
                if (height[from[i] % 10 - 5] < height[best % 10 - 5])
                    best = from[i];
            printf("%d\n", best);
            fflush(stdout);
            moves = 0;
        } else if (line[2] == '.')
            read_row(line);
    }
    return 0;
}
"""

FIRST_SH = """#!/bin/sh
# The first foundation there is, else the first talon; the first move there is.
best=1
while read -r word number rest; do
    case $word in
    TO) if [ "$number" -gt 4 ] && [ "$best" -lt 5 ]; then best=$number; fi ;;
    WHERETO*) echo "$best"; best=1 ;;
    FROM) if [ -z "$move" ]; then move=$number${rest#TO }; fi ;;
    FROMTO) echo "$move"; move= ;;
    esac
done
"""


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return call("calculation", *map(str, words))


def write_decks(path: Path, decks: Sequence[Sequence[int]]) -> Path:
    path.write_text("".join(" ".join(map(str, deck)) + "\n" for deck in decks))
    return path


def script(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


# Decks


@pytest.mark.parametrize(
    "changed",
    [
        lambda data: b"\xef\xbb\xbf" + data,
        lambda data: data + b"\n",
        lambda data: data + b"\r\n\r\n \n",
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"\n", b"\r"),
        lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r") + b"\r\r",
        lambda data: data.rstrip(b"\n"),
    ],
)
def test_decks_as_editors_save_them(changed: Callable[[bytes], bytes], tmp_path: Path) -> None:
    """With a byte order mark, blank lines, line ends of Windows or an old Mac, or without the last
    line end."""
    plain = write_decks(tmp_path / "decks", [ROUNDS, EASY])
    wanted = contest.read_decks(plain)
    plain.write_bytes(changed(plain.read_bytes()))
    assert contest.read_decks(plain) == wanted and len(wanted) == 2


def test_decks_in_utf_16_are_refused(tmp_path: Path) -> None:
    path = write_decks(tmp_path / "decks", [EASY])
    path.write_bytes(path.read_text().encode("utf-16"))
    with pytest.raises(WrongUsage, match="line 1: UTF-16; save the file as UTF-8"):
        contest.read_decks(path)


@pytest.mark.parametrize("seed", [0, 1, 2, 7, 512, 2**34, 2**35 - 1])
def test_decks_are_decks_and_all_different(seed: int) -> None:
    decks = list(islice(contest.decks(seed), 300))
    assert all(sorted(deck) == engine.deck(0) for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 300
    assert decks[0] == engine.deck(seed)


@pytest.mark.slow
def test_decks_command(tmp_path: Path) -> None:
    printed = run("decks", "--count", "3", "--seed", "1")
    assert (printed.returncode, printed.stderr) == (0, "")
    assert printed.stdout.startswith("2 13 9 13 12 9 5 7 ")
    (tmp_path / "decks").write_text(printed.stdout)
    assert contest.read_decks(tmp_path / "decks") == list(islice(contest.decks(1), 3))
    assert run("decks", "--count", "3", "--seed", "1").stdout == printed.stdout
    assert run("decks", "--count", "3", "--seed", "2").stdout != printed.stdout


GOOD = " ".join(map(str, EASY))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD + "\n\n" + GOOD, "line 2: 0 cards; a deck has 52"),
        ("\n" + GOOD, "line 1: 0 cards; a deck has 52"),
        ("\n \n", "no decks in it"),
        (GOOD + "\n# c\n", "line 2: '#' is not a card 1..13"),
        (GOOD + " 1\n", "line 1: 53 cards; a deck has 52"),
        (GOOD[2:], "line 1: 51 cards"),
        (GOOD.replace("13", "14", 1), "line 1: '14' is not a card 1..13"),
        (GOOD.replace("13", "0", 1), "line 1: '0' is not a card 1..13"),
        (GOOD.replace("13", "12", 1), "line 1: 5 cards 12; a deck has 4"),
        (GOOD.replace("13", "-1", 1), "line 1: '-1' is not a card"),
        (GOOD.replace("13", "1.0", 1), "line 1: '1.0' is not a card"),
        (GOOD.replace("13", "१", 1), "line 1: not ASCII"),
        (GOOD + "\n" + GOOD + "\n" + GOOD + " x", "line 3: 'x' is not a card"),
        ("", "no decks in it"),
        (GOOD + "\r" + GOOD + "\r" + GOOD + " x\r", "line 3: 'x' is not a card"),
    ],
)
def test_malformed_decks_are_refused_with_their_line(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "decks"
    path.write_bytes(text.encode())
    assert main(["calculation", "contest", "greedy", "--decks", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    assert message in captured.err and str(path) in captured.err


def test_commas_and_other_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "decks"
    path.write_bytes(GOOD.replace(" ", ", ").encode() + b"\r\n" + GOOD.encode())
    assert contest.read_decks(path) == [EASY, EASY]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "command"),
        ("play", "unknown command 'play'; the commands are decks"),
        ("lost", "'calculation lost' is gone; docs/notes/calculation.md names the revision"),
        ("decks --count 1", "--seed"),
        ("decks --count 0 --seed 1", "'0' is not an integer 1..1000000"),
        ("decks --count 1 --seed -1", "--seed"),
        ("decks --count 1 --seed x", "'x' is not an integer"),
        ("contest greedy", "--decks"),
        ("contest --decks {decks}", "PLAYER"),
        ("contest greedy --decks /nowhere/decks", "No such file"),
        ("contest greedy --decks {folder}", "Is a directory"),
        ("contest greedy --decks {decks} --timeout 0", "seconds"),
        ("contest greedy --decks {decks} --timeout nan", "seconds"),
        ("contest greedy --decks {decks} --budget fpga", "fpga"),
        ("contest greedy --decks {decks} --png /nowhere/x.png", "no such folder"),
        ("contest greedy --decks {decks} --png {folder}", "a folder"),
        ("contest greedy --decks {decks} --budget -1", "--budget"),
        (
            "contest nobody --decks {decks}",
            "nobody: not found; allowed: a command, or one of adviser, greedy, practised, random",
        ),
        ("contest greedy ./missing --decks {decks}", "'./missing': ./missing: not found"),
        ("contest ' --decks {decks}", "No closing quotation"),
    ],
)
def test_wrong_usage(
    words: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decks = write_decks(tmp_path / "decks", [EASY])
    argv = [word.format(decks=decks, folder=tmp_path) for word in words.split()]
    assert main(["calculation", *argv]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    assert message in captured.err


# Figures


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_interval_solves_wilson_s_equation(counts: tuple[int, int]) -> None:
    """At an end p of the interval, n(share - p)^2 = z^2 p(1 - p); rounded outwards by < 0.01."""
    getcontext().prec = 50
    won, games = counts
    low, high = contest.wilson(won, games)
    share = Decimal(10000 * won) / games
    square = Decimal("1.959963984540054235524594430520551527956") ** 2

    def outside(hundredths: int) -> bool:
        p = Decimal(hundredths) / 10000
        return games * (Decimal(won) / games - p) ** 2 > square * p * (1 - p)

    assert 0 <= low <= share <= high <= 10000
    assert low == 0 or outside(low)
    assert low + 1 > share or not outside(low + 1)
    assert high == 10000 or outside(high)
    assert high - 1 < share or not outside(high - 1)
    assert (low == 0) >= (won == 0) and (high == 10000) >= (won == games)


def test_interval_of_textbook_size() -> None:
    assert contest.wilson(0, 10) == (0, 2776)
    assert contest.wilson(10, 10) == (7224, 10000)
    assert contest.wilson(81, 263) == (2552, 3663)  # to the nearest: 0.2553 and 0.3662


@pytest.mark.slow
def test_line_and_json(tmp_path: Path) -> None:
    decks = write_decks(tmp_path / "decks", [*islice(contest.decks(7), 99), ROUNDS])
    printed = run("contest", "random", "greedy", "--decks", decks)
    assert (printed.returncode, printed.stderr) == (0, "")
    pattern = (
        r"(\w+): (\d+) of 100 won, (\d+\.\d\d) % \(95 % interval (\d+\.\d\d)\.\.(\d+\.\d\d)\)"
    )
    found = [re.fullmatch(pattern, line) for line in printed.stdout.splitlines()]
    assert [match and match[1] for match in found] == ["random", "greedy"]
    report = json.loads(run("contest", "random", "greedy", "--decks", decks, "--json").stdout)
    assert report["decks"] == 100
    for match, entry in zip(found, report["players"], strict=True):
        assert match is not None
        assert entry["player"] == match[1]
        assert entry["won"] == int(match[2]) == len(entry["won_decks"])
        assert (entry["games"], entry["faults"]) == (100, [])
        assert [entry["percent"], entry["low"], entry["high"]] == [
            float(match[k]) for k in (3, 4, 5)
        ]
        assert entry["low"] <= entry["percent"] <= entry["high"]
    assert report["players"][1]["won_decks"][-1] == 100


@pytest.mark.slow
def test_times_are_of_each_decision(tmp_path: Path) -> None:
    """Timing does not change the games: 52 cards are placed in each deck, some are moved."""
    decks = write_decks(tmp_path / "decks", [EASY, ROUNDS])
    words = ("contest", "greedy", "adviser", "--budget", "50", "--decks", decks, "--jobs", "2")
    plain = run(*words).stdout.splitlines()
    timed = run(*words, "--times").stdout.splitlines()
    assert timed[::2] == plain
    number = r"(\d+\.\d{3})"
    pattern = rf"(\w+): (\d+) decisions, {number} s on average, {number} s at most"
    for line in timed[1::2]:
        match = re.fullmatch(pattern, line)
        assert match and int(match[2]) >= 104 and float(match[3]) <= float(match[4])
    report = json.loads(run(*words, "--times", "--json").stdout)
    for entry in report["players"]:
        assert len(entry["seconds"]) >= 104 and sum(entry["seconds"]) > 0


@pytest.mark.slow
def test_picture(tmp_path: Path) -> None:
    image_module = pytest.importorskip("PIL.Image")
    results = [
        contest.Result("half", 200, list(range(100))),
        contest.Result("none", 200),
        contest.Result("a fifth of all", 200, list(range(40))),
    ]
    contest.draw(results, tmp_path / "bars.png")
    image = image_module.open(tmp_path / "bars.png").convert("RGB")
    rows = [[image.getpixel((x, y)) for x in range(image.width)] for y in range(image.height)]
    widths = []
    for result, y in zip(results, (54, 94, 134), strict=True):  # above the interval's line
        row = rows[y]
        bar = [x for x, pixel in enumerate(row) if pixel == contest.BAR_COLOUR]
        widths.append(len(bar))
        line = [x for x, pixel in enumerate(rows[y + 10]) if pixel == contest.LINE_COLOUR]
        _, low, high = result.percent()
        assert abs((line[-1] - line[0]) - 400 * (high - low) // 10000) <= 3
        if bar:
            assert line[0] < bar[-1] < line[-1]
    assert abs(widths[0] - 200) <= 2 and widths[1] == 0 and abs(widths[2] - 80) <= 2
    decks = write_decks(tmp_path / "decks", [ROUNDS])
    done = run("contest", "greedy", "--decks", decks, "--png", tmp_path / "one.png")
    assert done.stdout == "greedy: 1 of 1 won, 100.00 % (95 % interval 20.65..100.00)\n"
    assert image_module.open(tmp_path / "one.png").size[0] > 400


# Players


@pytest.mark.slow
def test_built_in_players_are_near_the_known_ground() -> None:
    """Known: 0.2 % for random and 6 % for greedy; the decks are fixed, so the counts are too."""
    decks = list(islice(contest.decks(1), 3000))
    won = {}
    for name in ("random", "greedy"):
        won[name] = sum(
            contest.play_built_in(contest.BUILT_IN[name], "host", number, deck)
            for number, deck in enumerate(decks, 1)
        )
    assert 0 <= won["random"] <= 15
    assert 130 <= won["greedy"] <= 210


def test_a_built_in_player_that_breaks_the_rules_is_an_error() -> None:
    class Wrong(contest.Greedy):
        def where(self, table: engine.Table, card: int) -> int:
            return 9

    class Idle(contest.Greedy):
        def where(self, table: engine.Table, card: int) -> int:
            return 1

        def move(self, table: engine.Table, moves: list[int]) -> int:
            return 0

    with pytest.raises(ValueError, match="illegal placement"):
        contest.play_built_in(Wrong, "host", 1, EASY)
    with pytest.raises(ValueError, match="illegal move"):
        contest.play_built_in(Idle, "host", 1, EASY[::-1])


@pytest.fixture(scope="module")
def greedy_c(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("c")
    (folder / "greedy.c").write_text(GREEDY_C)
    subprocess.run(
        ["cc", "-O1", "-Wall", "-Werror", "-o", folder / "sharp.exe", folder / "greedy.c"],
        check=True,
    )
    return folder / "sharp.exe"


@pytest.mark.heavy
@pytest.mark.slow
def test_a_child_in_c_wins_what_the_built_in_player_wins(greedy_c: Path, tmp_path: Path) -> None:
    """The same rule on both sides of the pipe wins the same decks, one by one."""
    stream = contest.decks(1)
    decks: list[Sequence[int]] = [ROUNDS]
    while len(decks) < 60:  # both won and lost decks
        deck = next(stream)
        if len(decks) % 2 or contest.play_built_in(contest.Greedy, "host", 1, deck):
            decks.append(deck)
    path = write_decks(tmp_path / "decks", decks)
    done = run("contest", greedy_c, "greedy", "--decks", path, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    child, built_in = json.loads(done.stdout)["players"]
    assert child["player"] == "sharp"
    assert child["faults"] == []
    assert child["won_decks"] == built_in["won_decks"]
    assert 30 <= child["won"] < 60


@pytest.mark.slow
def test_a_child_in_shell(tmp_path: Path) -> None:
    first = script(tmp_path / "first.sh", FIRST_SH)
    decks = write_decks(tmp_path / "decks", [EASY, *islice(contest.decks(1), 2)])
    done = run("contest", first, f"sh {first} x", "--decks", decks)
    assert (done.returncode, done.stderr) == (0, "")
    line = "1 of 3 won, 33.33 % (95 % interval 6.14..79.24)\n"
    assert done.stdout == f"first: {line}first-2: {line}"


LOGGER = """
import os, select, sys
log = open(sys.argv[1], "a")
log.write("START\\n")
seen = b""
while True:
    # everything that is there, also what should not be there yet
    while not seen.endswith((b")\\n", b"FROMTO\\n")) or select.select([0], [], [], 0.003)[0]:
        data = os.read(0, 65536)
        if not data:
            log.write(seen.decode() + "END\\n")
            sys.exit()
        seen += data
    log.write(seen.decode())
    words = seen.decode().split()
    answer = "1" if seen.endswith(b")\\n") else words[-4] + words[-2]
    log.write("> " + answer + "\\n")
    log.flush()
    print(answer, flush=True)
    seen = b""
"""


@pytest.mark.slow
def test_no_child_can_look_ahead(tmp_path: Path) -> None:
    """What a child can read before it answers ends with the question; the stock is not in it."""
    (tmp_path / "logger.py").write_text(LOGGER)
    decks = list(islice(contest.decks(3), 2))
    path = write_decks(tmp_path / "decks", decks)
    command = f"{sys.executable} {tmp_path}/logger.py {tmp_path}/log"
    done = run("contest", command, "--decks", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("logger: 0 of 2 won")
    games = (tmp_path / "log").read_text().split("START\n")[1:]
    assert len(games) == 2  # a new process per deck
    for deck, game in zip(decks, games, strict=True):
        lines = game.splitlines()
        assert "TURN OUT" not in lines
        asked = [line for line in lines if line.startswith("WHERETO")]
        assert asked == [f"WHERETO({card:02})" for card in deck]
        for at, line in enumerate(lines):
            if line.startswith(("WHERETO", "FROMTO")):
                assert lines[at + 1].startswith("> ")
        dealt = 0
        for line in lines:
            dealt += line.startswith("WHERETO")
            if line[2:3] == ".":  # only requested cards are there
                assert not set(map(int, line[3:].split())) - set(deck[:dealt])
        assert lines[-1] == "END"
        assert lines[-2] == "NEW GAME STARTED"
        assert lines[-11] == "YOU LOST THE GAME"


FLOOD = "while :; do echo 9; done"
IDLE = """
while read -r line; do case $line in WHERETO*) echo 1;; FROMTO) echo 0;; esac; done
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("exit 3", "has ended (exit status 3)"),
        ("read -r line; echo 1; exit 0", "has ended (exit status 0)"),
        ("printf 1", "has ended (exit status 0)"),
        ("kill -9 $$", "has ended (Killed)"),
        ("exec >&-; sleep 100", "has ended"),
        ("sleep 100", "no answer within 0.3 s"),
        ("trap '' TERM; while :; do sleep 0.1; done", "no answer within 0.3 s"),
        ("cat > /dev/null", "no answer within 0.3 s"),
        ("exec <&-; sleep 100", "no answer within 0.3 s"),
        (FLOOD, "100 illegal answers"),
        ("exec <&-; " + FLOOD, "100 illegal answers"),
        ("while :; do echo; done", "100 illegal answers"),
        ("while :; do printf '\\377\\376 \\000x\\n'; done", "100 illegal answers"),
        ("while :; do printf xxxxxxxxxxxxxxxx; done", "a line of more than 1000 characters"),
        (IDLE, "100 illegal answers"),  # it refuses to move for ever
    ],
)
def test_misbehaviour_loses_the_deck(
    text: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "START_UP", 0.3)
    path = script(tmp_path / "bad", "#!/bin/sh\n" + text + "\n")
    with pytest.raises(Fault, match=re.escape(fault)):
        contest.play_command([str(path)], 0.3, 1, EASY[::-1])


def test_a_program_that_cannot_be_started_loses(tmp_path: Path) -> None:
    path = script(tmp_path / "not", "#!/nowhere/interpreter\n")
    with pytest.raises(Fault, match="cannot be started"):
        contest.play_command([str(path)], 1.0, 1, EASY)


@pytest.mark.parametrize(("count", "survived"), [(99, True), (100, False)])
def test_99_illegal_answers_are_survived(count: int, survived: bool, tmp_path: Path) -> None:
    patient = f"i=$((i+1)); if [ $i -le {count} ]; then best=9; fi; echo"
    path = script(tmp_path / "slow.sh", FIRST_SH.replace("echo", patient, 1))
    if survived:
        assert contest.play_command([str(path)], 5.0, 1, EASY)
    else:
        with pytest.raises(Fault, match="100 illegal answers"):
            contest.play_command([str(path)], 5.0, 1, EASY)


@pytest.mark.slow
def test_faults_are_told_once_and_the_contest_goes_on(tmp_path: Path) -> None:
    decks = write_decks(tmp_path / "decks", [ROUNDS] * 3)
    quitter = script(tmp_path / "quitter", "#!/bin/sh\nexit 1\n")
    done = run("contest", quitter, "greedy", "--decks", decks, "--timeout", "5")
    assert done.returncode == 0
    assert done.stderr == "quitter: has ended (exit status 1) (3 decks, deck 1 first)\n"
    assert done.stdout.splitlines() == [
        "quitter: 0 of 3 won, 0.00 % (95 % interval 0.00..56.15)",
        "greedy: 3 of 3 won, 100.00 % (95 % interval 43.85..100.00)",
    ]
    report = json.loads(run("contest", quitter, "--decks", decks, "--json").stdout)
    assert report["players"][0]["faults"] == [
        {"deck": number, "fault": "has ended (exit status 1)"} for number in (1, 2, 3)
    ]


def test_the_decision_channel_is_the_same_where_cards_are_turned_out(tmp_path: Path) -> None:
    """The contest asks for each card; a child reads what it reads with a stock in the setup."""
    log = tmp_path / "log"
    child = script(tmp_path / "first.sh", FIRST_SH)
    heard = script(tmp_path / "heard.sh", f"#!/bin/sh\ntee {log} | sh {child}\n")
    deck = next(islice(contest.decks(5), 1, None))
    assert not contest.play_command(["sh", str(heard)], 5.0, 1, deck)
    session = Session(program.play({"stock": (*deck, program.END), "lucky": None, "duel": None}))
    answers = iter(
        subprocess.run(
            ["sh", str(child)], input=log.read_text(), capture_output=True, text=True
        ).stdout.splitlines()
    )
    lines = []
    while program.NEW_GAME not in lines:
        event = session.step()
        if isinstance(event, str):
            lines.append(event)
        else:
            session.answer(next(answers))
    assert log.read_text().splitlines() == [line for line in lines if line != program.TURN_OUT]


def test_names() -> None:
    assert shown_name(["/usr/local/bin/solver.exe", "-v"]) == "solver"
    assert shown_name(["python3", "-u", __file__]) == "test_calculation_contest"
    assert shown_name(["python3", "-c", "pass"]) == "python3"
    assert [unlike("a", []), unlike("a", ["a"]), unlike("a", ["a", "a-2"])] == ["a", "a-2", "a-3"]


# Nothing is left behind

BROOD = """
( trap '' TERM HUP INT; echo >> {pids}; while :; do sleep 0.05; done ) &
sh -c 'echo >> {pids}; exec setsid sleep 300' > /dev/null &
echo >> {pids}
"""


def lines_in(path: Path, count: int) -> None:
    """Return as soon as the file has `count` lines."""
    deadline = time.monotonic() + 60
    while not path.exists() or path.read_text().count("\n") < count:
        assert time.monotonic() < deadline, path
        time.sleep(0.01)


@pytest.mark.sampled(2)
@pytest.mark.slow
@both_ways
def test_a_child_s_children_do_not_outlive_the_deck(
    alone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(OPEN, alone)
    monkeypatch.setenv(WORD, str(tmp_path))
    path = script(
        tmp_path / "brood.sh", "#!/bin/sh\n" + BROOD.format(pids=tmp_path / "pids") + FIRST_SH
    )
    assert contest.play_command([str(path)], 5.0, 1, EASY)
    lines_in(tmp_path / "pids", 1)
    assert gone(str(tmp_path))
    bad = script(tmp_path / "bad.sh", path.read_text().replace("best=1\n", "exit 1\n", 1))
    monkeypatch.setattr(process, "START_UP", 2.0)
    with pytest.raises(Fault):  # it has ended, but its output is still open
        contest.play_command([str(bad)], 0.5, 1, EASY)
    assert gone(str(tmp_path))


@pytest.mark.sampled(4)
@pytest.mark.slow
@both_ways
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_children_do_not_outlive_a_contest_that_is_stopped(
    number: signal.Signals, alone: str, tmp_path: Path
) -> None:
    text = f"#!/bin/sh\necho >> {tmp_path}/pids\ntrap '' TERM\nwhile :; do sleep 0.05; done\n"
    path = script(tmp_path / "deaf.sh", text)
    decks = write_decks(tmp_path / "decks", [EASY])
    manager = subprocess.Popen(
        [
            *(sys.executable, "-m", "host_tools", "calculation", "contest", str(path)),
            *("--decks", str(decks), "--timeout", "60"),
        ],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, WORD: str(tmp_path), OPEN: alone},
        preexec_fn=heeding,
    )
    lines_in(tmp_path / "pids", 1)
    assert len(living(str(tmp_path))) >= 3
    manager.send_signal(number)
    assert manager.wait(timeout=60) != 0
    assert gone(str(tmp_path))


SPY = """
import os, sys
seen = []
for folder in ["/proc/%s" % name for name in os.listdir("/proc") if name.isdigit()]:
    for name in ["cmdline", "environ", "fd/0", "fd/3", "fd/4", "fd/5"]:
        try:
            if os.path.isfile(folder + "/" + name):  # no pipe, which would hold us
                with open(folder + "/" + name, "rb") as file:
                    seen.append(file.read(100000))
        except OSError:
            pass
for path in sys.argv[2:]:
    with open(path, "rb") as file:
        seen.append(file.read(100000))
with open(sys.argv[1], "wb") as file:
    file.write(b"\\n".join(seen))
"""


@pytest.mark.slow
@pytest.mark.parametrize("from_input", [False, True])
@both_ways
def test_a_player_cannot_read_the_stock(from_input: bool, alone: str, tmp_path: Path) -> None:
    """A player can read neither the decks nor the contest's input, nor learn the deck's number.

    If players are not isolated, the contest's command line can be read, too.
    """
    decks = write_decks(tmp_path / "the-decks", [EASY, ROUNDS])
    spy = script(tmp_path / "spy.py", SPY)
    words = [sys.executable, str(spy), str(tmp_path / "seen"), *([] if alone else [str(decks)])]
    with decks.open("rb") as file:
        manager = subprocess.Popen(
            [
                *(sys.executable, "-m", "host_tools", "calculation", "contest"),
                *(shlex.join(words), "--timeout", "60", "--decks"),
                "-" if from_input else str(decks),
            ],
            cwd=ROOT,
            stdin=file if from_input else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, OPEN: alone},
        )
    assert b"2 decks, deck 1 first" in manager.communicate()[1]
    seen = (tmp_path / "seen").read_bytes()
    stock = decks.read_bytes().splitlines()
    assert not any(line in seen for line in stock)
    assert b"PLAYER=" not in seen
    if not alone and not from_input:
        assert b"--decks" not in seen


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"1 " * 1000, "line 1: more than 1000 bytes"),
        (bytes(1 << 20), "line 1: more than 1000 bytes"),
    ],
)
def test_a_line_without_end_is_refused(data: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "decks"
    path.write_bytes(data)
    done = run("contest", "greedy", "--decks", path)
    assert done.returncode == 2 and message in done.stderr and done.stderr.count("\n") == 1


def test_standard_input_without_end_is_refused() -> None:
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run(
            [
                *(sys.executable, "-m", "host_tools"),
                *["calculation", "contest", "greedy", "--decks", "-"],
            ],
            cwd=ROOT,
            stdin=zeros,
            capture_output=True,
            check=False,
        )
    assert done.returncode == 2 and b"line 1: more than 1000 bytes" in done.stderr


@pytest.mark.slow
def test_progress_is_shown_on_a_terminal_only(tmp_path: Path) -> None:
    decks = write_decks(tmp_path / "decks", list(islice(contest.decks(1), 300)))
    words = [sys.executable, "-m", "host_tools", "calculation", "contest", "random"]
    here, there = pty.openpty()
    done = subprocess.run(
        [*words, "--decks", str(decks)], cwd=ROOT, stdout=subprocess.PIPE, stderr=there, check=True
    )
    os.close(there)
    shown = os.read(here, 65536).decode()
    os.close(here)
    assert re.search(r"\d+%\|.*\| \d+/300", shown)
    assert re.search(r"\r *\r$", shown)
    assert done.stdout.count(b"\n") == 1
    assert run("contest", "random", "--decks", decks).stderr == ""


def test_a_child_that_reads_late_gets_everything(tmp_path: Path) -> None:
    """More than a pipe can hold waits for the reader and blocks nobody."""
    late = "print('go', flush=True); time.sleep(0.2); print(len(sys.stdin.readline()))"
    process = Process([sys.executable, "-c", "import sys, time; " + late])
    try:
        assert process.ask("x" * 300000, 10) == "go"
        assert process.ask("\n", 10) == "300001"
        with pytest.raises(Fault, match="has ended"):
            process.ask("", 10)
    finally:
        process.close()
