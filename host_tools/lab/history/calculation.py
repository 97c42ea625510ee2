# SPDX-License-Identifier: MIT
"""Claims of H. Nisimura, Y. Tanaka and A. Sakurai about Calculation."""

from itertools import combinations_with_replacement

from host_tools.lab.history.deciding import Claims, Verdict, judged
from host_tools.lab.measure import bench, bench_players, figures
from host_tools.paths import TAPES

CLAIMS = Claims()


@CLAIMS.claim(
    "calculation-rows", "004:26", "The four foundations: A 2 3, 2 4 6, 3 6 9, 4 8 Q to K."
)
def calculation_rows() -> Verdict:
    rows = [[step * place % 13 or 13 for place in range(1, 14)] for step in range(1, 5)]
    fine = all(sorted(row) == list(range(1, 14)) and row[-1] == 13 for row in rows)
    return judged(fine, "Each has all 13 ranks, and the king last.")


@CLAIMS.claim("calculation-expert", "004:20", "An expert wins nine games out of ten.")
def calculation_expert() -> Verdict:
    won, games = bench_players.HELD_WON, bench_players.HELD_GAMES
    return judged(
        won >= 900 * games // 1000, f"The adviser of the handheld: {won} of {games} decks."
    )


@CLAIMS.claim(
    "calculation-beginner", "004:210", "A beginner wins one or two out of ten, they say."
)
def calculation_beginner() -> Verdict:
    rows = figures.read(bench.BASELINE)
    (greedy,) = [row for row in rows if row.name == "calculation: greedy wins, of 1000 decks"]
    return judged(greedy.value >= 100, f"A simple rule wins {greedy.value} of 1000 decks.")


@CLAIMS.claim("calculation-24", "004:389", "There are at most 24 moves.")
def calculation_24() -> Verdict:
    hand = 4 + 4  # to a foundation or a talon
    talons = 4 * 4
    # four foundations want at most four ranks; of a rank there are four cards, five cards can move
    most = 0
    for wanted in combinations_with_replacement(range(4), 4):
        fitting = sorted(
            [wanted.count(rank) for rank in set(wanted) for _ in range(4)], reverse=True
        )
        most = max(most, 4 + sum(fitting[:5]))
    return judged(
        hand + talons == 24,
        f"A bound: {hand} for the hand, {talons} from a talon to a foundation. The most is {most}:"
        " all foundations want a king, three kings end talons, one is in the hand.",
    )


@CLAIMS.claim("calculation-judge", "004:300", "The judge lets no player break the rules.")
def calculation_judge() -> Verdict:
    lines = (TAPES / "calculation-fortran-loophole-printed.tape").read_text("utf-8").splitlines()
    given = [line for line in lines if line.startswith("> ")]
    fooled = lines[-1].strip() == "SUCCESS!" and len(given) == 4
    return judged(not fooled, "Three wrong numbers at the first card count as a win.")


@CLAIMS.claim(
    "calculation-euler", "004:770", "Euler's theorem tells a card's place on a foundation."
)
def calculation_euler() -> Verdict:
    for step in range(1, 5):
        for card in range(1, 14):
            place = (card * pow(step, 11, 13) - 1) % 13 + 1
            assert (step * place % 13 or 13) == card
    return judged(True, "True for 13 cards and four foundations.")


CLAIMS.undecidable(
    "calculation-two-days", "004:206", "Coding and testing took two days.", "Nobody kept the time."
)
