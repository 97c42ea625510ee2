# SPDX-License-Identifier: MIT
"""The random walk against a plain transcription of the listing, and its slips one by one."""

from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tools import paths
from host_tools.build import bytecode
from host_tools.emulator.pico import Pico, make_filesystem
from teletype.core import taped
from teletype.core.request import working
from teletype.core.setup import SetupError, read, split
from teletype.programs.random_walk import dialogue as program
from teletype.programs.random_walk import walk as engine

EXAMPLE: dict[str, Any] = {
    "chi": 50000,
    "lambda": 54321,
    "mu": 56789,
    "nu": 100000,
    "p": (5, 10),
    "time": 20,
    "sample": 100,
}
LARGEST = 10**9


def paper(setup: dict[str, Any]) -> list[str]:
    return [event for event in program.play(setup) if event is not working]


def listing(setup: dict[str, Any]) -> list[list[Fraction | int]]:
    """The numbers of each line, computed as the ALGOL listing does, one statement at a time."""
    chi, nu, time, sample = (setup[name] for name in ("chi", "nu", "time", "sample"))
    p = Fraction(*setup["p"])
    pp = int(p * nu)

    def random() -> bool:
        nonlocal chi
        chi = setup["lambda"] * chi + setup["mu"]
        chi = chi - chi // nu * nu
        return chi <= pp

    lines: list[list[Fraction | int]] = []
    x = 0
    for t in range(1, time + 1):
        x = x + (1 if random() else -1)
        lines.append([t, x])
    minx = maxx = 0
    freq = [0] * 201
    for _ in range(sample):
        x = 0
        for _ in range(time):
            x = x + (1 if random() else -1)
        freq[100 + x] = freq[100 + x] + 1
        if x < minx:
            minx = x
        if x > maxx:
            maxx = x
    lines += [[], [p, time, sample], []]
    z = 100 + minx
    while z <= 100 + maxx:
        lines.append([z - 100, freq[z], Fraction(freq[z], sample)])
        z += 2
    return [*lines, [], [chi]]


def numbers(line: str) -> list[Fraction]:
    return [Fraction(word) for word in line.split()]


def shows(line: str, values: list[Fraction | int]) -> bool:
    """Whether a line of paper has these values, to its 5 decimals."""
    shown = numbers(line)
    return len(shown) == len(values) and all(
        abs(a - b) <= Fraction(1, 200000) for a, b in zip(shown, values, strict=True)
    )


@pytest.mark.parametrize(
    "path", sorted(paths.TAPES.glob("random-walk-*.tape")), ids=lambda p: p.stem
)
def test_tapes(path: Path) -> None:
    recorded = taped.read(path.read_text(encoding="utf-8").splitlines())
    setup = read(program.FIELDS, split(recorded.setup))
    expected = listing(setup)
    for line, values in zip(paper(setup), expected, strict=True):
        assert shows(line, values)


@given(
    chi=st.integers(0, LARGEST),
    lam=st.integers(0, LARGEST),
    mu=st.integers(0, LARGEST),
    nu=st.integers(1, LARGEST) | st.integers(1, 1000) | st.integers(2**19 - 3, 2**19 + 3),
    p=st.integers(0, 10**6),
    time=st.integers(0, 100),
    sample=st.integers(1, 12),
)
def test_paper_is_what_the_listing_computes(
    chi: int, lam: int, mu: int, nu: int, p: int, time: int, sample: int
) -> None:
    setup = {
        "chi": chi,
        "lambda": lam,
        "mu": mu,
        "nu": nu,
        "p": (p, 10**6),
        "time": time,
        "sample": sample,
    }
    for line, values in zip(paper(setup), listing(setup), strict=True):
        assert shows(line, values)


def test_split_product_stays_below_31_bits() -> None:
    """The largest factors that the fast branch of a step can meet."""
    most = engine.SPLIT - 1
    assert most * (most >> 10) < 2**30
    assert most * 1024 + most * 1023 + most < 2**30


@given(
    st.integers(0, LARGEST),
    st.integers(0, LARGEST),
    st.integers(0, LARGEST),
    st.integers(1, engine.SPLIT),
)
def test_split_product_is_exact(chi: int, lam: int, mu: int, nu: int) -> None:
    walk = engine.Walk(chi, lam, mu, nu, nu // 2)
    for _ in range(5):
        chi = (lam * chi + mu) % nu
        assert walk.go(1) == (1 if chi <= nu // 2 else -1)
        assert walk.chi == chi


def generator(chi: int) -> engine.Walk:
    return engine.Walk(chi, 54321, 56789, 100000, 50000)


def test_slip_period_is_100000_and_not_50000() -> None:
    """And every value comes once in it, as the comment in the listing promises."""
    walk = generator(50000)
    seen = bytearray(100000)
    for step in range(1, 100001):
        walk.go(1)
        assert not seen[walk.chi]
        seen[walk.chi] = 1
        assert (walk.chi == 50000) == (step == 100000)


def test_slip_last_digit_has_the_period_10() -> None:
    walk = generator(50000)
    digits = []
    for _ in range(40):
        walk.go(1)
        digits.append(walk.chi % 10)
    assert digits == digits[:10] * 4
    assert sorted(digits[:10]) == list(range(10))


@pytest.mark.parametrize(("p", "ups"), [((5, 10), 50001), ((0, 1), 1), ((1, 1), 100000)])
def test_slip_less_or_equal(p: tuple[int, int], ups: int) -> None:
    """In a whole period PP + 1 steps go up, not P x NU of them."""
    walk = engine.Walk(50000, 54321, 56789, 100000, engine.threshold(p, 100000))
    assert walk.go(100000) == 2 * ups - 100000


def test_slip_parity_of_an_odd_time() -> None:
    """All ends odd and above 0: the table names even positions, all without a count."""
    lines = paper({**EXAMPLE, "p": (1, 1), "time": 5, "sample": 3})
    assert [line.split() for line in lines[8:11]] == [
        ["0", "0", "0.00000"],
        ["2", "0", "0.00000"],
        ["4", "0", "0.00000"],
    ]


def test_slip_rows_of_0_before_the_first_end_of_an_even_time() -> None:
    lines = paper({**EXAMPLE, "p": (1, 1), "time": 4, "sample": 3})
    assert [line.split()[:2] for line in lines[7:10]] == [["0", "0"], ["2", "0"], ["4", "3"]]


def test_slip_the_tape_cannot_be_read_in_the_order_of_the_listing() -> None:
    data = ["50000", "54321", "56789", "100000", "0.5", "20", "100"]
    order = ("p", "time", "sample", "chi", "lambda", "mu", "nu")
    refused = []
    for name, text in zip(order, data, strict=True):
        try:
            read(program.FIELDS, [(name, text)])
        except SetupError as error:
            refused.append(str(error).split("=")[0])
    assert refused == ["p", "time", "lambda"]
    order = ("chi", "lambda", "mu", "nu", "p", "time", "sample")
    assert read(program.FIELDS, list(zip(order, data, strict=True))) == EXAMPLE


def test_slip_fls_is_the_sample() -> None:
    table = paper(EXAMPLE)[23:-2]
    assert sum(int(line.split()[1]) for line in table) == 100
    for line in table:
        _, count, relative = numbers(line)
        assert relative == count / 100


def test_slip_a_real_is_printed_as_a_real() -> None:
    """The listing gives the relative frequency to PRINTINTEGER: 8 columns without decimals."""
    table = paper(EXAMPLE)[23:-2]
    assert len(table) == 13
    for line in table:
        x, count, _ = line.split()
        assert line == f"{x:>8}{count:>8}     0.{int(count):02d}000"


def test_slip_the_end_of_the_loop_over_the_table() -> None:
    """Without it an empty line and CHI would follow on every row; they come once, at the end."""
    lines = paper(EXAMPLE)
    table, rest = lines[23:-2], lines[-2:]
    assert [line.split()[0] for line in table] == [str(x) for x in range(-10, 15, 2)]
    assert rest == ["", "   98980"]
    assert [line for line in lines if "98980" in line] == rest[1:]


def test_example_has_the_mean_and_the_variance_of_its_table() -> None:
    table = [numbers(line)[:2] for line in paper(EXAMPLE)[23:-2]]
    mean = sum(x * count for x, count in table) / 100
    assert mean == Fraction("0.18")
    assert sum(x * x * count for x, count in table) / 100 - mean**2 == Fraction("23.1276")


@pytest.mark.parametrize(
    ("number", "divisor", "shown"),
    [
        (1, 2, "     0.50000"),
        (1, 3, "     0.33333"),
        (2, 3, "     0.66667"),
        (1, 200000, "     0.00001"),
        (1, 200001, "     0.00000"),
        (10**18 - 1, 10**18, "     1.00000"),
        (0, 1, "     0.00000"),
    ],
)
def test_reals_are_rounded_half_up(number: int, divisor: int, shown: str) -> None:
    assert program.real(number, divisor) == shown


@pytest.mark.parametrize(("time", "sample"), [(100, 30), (7, 400), (1, 3000), (0, 3000)])
def test_keys_stay_alive_in_part_2(time: int, sample: int) -> None:
    """Between two breaks there is about a hundred steps' work, however short the walks are."""
    breaks = 0
    for event in program.play({**EXAMPLE, "time": time, "sample": sample}):
        breaks += event is working
    assert sample * (time + 1) // 201 <= breaks <= sample * (time + 1) // 100 + 1


@pytest.mark.parametrize("pp", [-1, 0, 3, 7, 9, 10])
@pytest.mark.parametrize("time", [0, 1, 6, 100])
def test_expected_is_the_binomial_law(time: int, pp: int) -> None:
    up = Fraction(min(pp + 1, 10), 10)
    for ups, number in enumerate(engine.expected(time, 1000, pp, 10, 100)):
        exact = 100000 * comb(time, ups) * up**ups * (1 - up) ** (time - ups)
        assert number == int(exact + Fraction(1, 2))


def test_expected_with_the_largest_modulus() -> None:
    numbers = engine.expected(100, LARGEST, 499999999, LARGEST, 1)
    assert numbers == numbers[::-1] != sorted(numbers)
    assert abs(sum(numbers) - LARGEST) <= 51


ON_THE_PICO = """
import gc, time
from teletype.programs.random_walk.walk import Walk
from teletype.programs.random_walk import dialogue as random_walk
walk = Walk(50000, 54321, 56789, 100000, 50000)
gc.collect()
before = gc.mem_alloc()
walk.go(1000)
print(gc.mem_alloc() - before, walk.chi)
start = time.ticks_ms()
for last in random_walk.play(%r):
    pass
print(time.ticks_diff(time.ticks_ms(), start), last.strip())
"""


def test_on_the_emulated_pico(stock_uf2: Path) -> None:
    """A thousand steps make no integer object; 100 walks of 100 steps take 2 s of its time."""
    files = {}
    for package, name in (
        ("teletype/engines", "game"),
        ("teletype/programs", "base"),
        ("teletype/programs", "entry"),
        ("teletype/programs/random_walk", "walk"),
        ("teletype/programs/random_walk", "game"),
        ("teletype/programs/random_walk", "dialogue"),
        ("teletype/core", "decimal_field"),
        ("teletype/core", "request"),
        ("teletype/core", "setup"),
    ):
        for part in ("__init__", name):
            path = f"{package}/{part}"
            source = paths.FIRMWARE / f"{path}.py"
            files[f"{path}.mpy"] = bytecode.compiled(source, f"{path}.py", "armv6m")
    with Pico(stock_uf2, filesystem=make_filesystem(files)) as pico:
        pico.boot()
        first, second = pico.execute(ON_THE_PICO % {**EXAMPLE, "time": 100}, 30000).splitlines()
    walk = generator(50000)
    walk.go(1000)
    taken, chi = first.split()
    assert int(taken) < 100  # bytes; an integer object has 16
    assert chi == str(walk.chi)
    milliseconds, last = second.split()
    assert int(milliseconds) <= 2000
    assert last == paper({**EXAMPLE, "time": 100})[-1].strip()
