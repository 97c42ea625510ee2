# SPDX-License-Identifier: MIT
"""Packs the texts of a language for a device, in the form that `teletype.words.unpacking` reads.

A symbol is a character, or two symbols that often stand side by side (byte pair encoding, The C
Users Journal, February 1994). All texts are then written in a canonical Huffman code of their
symbols (Proceedings of the IRE, September 1952). A text ends with the symbol of U+0000.

    SYMBOLS  three bytes for each symbol, the most frequent first, the high byte first: a character
             has the highest bit set; a pair has two numbers of symbols, of 11 bits each
    COUNTS   for each length of a code, from one bit on, the number of codes, low byte first
    BLOCKS   where in BLOCKS each block begins, in two bytes, low byte first; then the blocks: the
             codes of sixteen texts each, the highest bit of a byte first

Any text is read without those before its block. Four languages take 92 KB. `deflate` in blocks of
2 KB for the long texts, with a byte for each letter of the others, would take 124 KB.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from host_tools.usage import Failed

END = "\0"
"""The character after each text."""

BLOCK = 16
"""Texts in a block."""

MOST_BITS = 0xFFFF
"""The most bits of a block, and of the blocks of short texts in a module."""

MOST_LONG = 0xFFFF
"""The most bytes of the long texts in a module."""

MOST_BYTES = 380
"""The most bytes in UTF-8 of a text that is at hand."""

MOST = 2048
"""The most symbols: a pair names each with 11 bits."""

LONGEST = 24
"""The most bits of a code."""

DEEP = 30
"""The most pairs within pairs, for which the device has space."""

STEPS = (0, 200, 400, 600, 800, 1000, 1200, 1400)
"""Numbers of pairs that are tried: the one that takes the fewest bytes is kept."""


@dataclass
class Packed:
    """The texts of a language for a device."""

    symbols: bytes
    counts: bytes
    short: list[bytes]
    long: list[bytes]

    def size(self) -> int:
        return sum(map(len, (self.symbols, self.counts, *self.short, *self.long)))


def pack(short: Sequence[str], long: Sequence[str], best: bool) -> Packed:
    """Pack texts; those of `long` get a block each, behind their bytes in UTF-8 in two bytes.

    Without `best` there are no pairs, which is done at once. Raises Failed.
    """
    for texts, most in ((short, MOST_BYTES), (long, MOST_LONG)):
        for text in texts:
            if len(text.encode()) > most:
                raise Failed(f"'{text[:20]}…' has {len(text.encode())} bytes, not {most}")
    pairs = Pairs([*short, *long])
    found: Packed | None = None
    for most in STEPS if best else STEPS[:1]:
        pairs.join(most)
        made = pairs.packed(len(short), [len(text.encode()) for text in long])
        if found is None or made.size() < found.size():
            found = made
    assert found
    return found


class Pairs:
    """Texts as numbers of symbols, whose most frequent pairs become symbols."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._signs = sorted({END, *"".join(texts)})
        if len(self._signs) > MOST or self._signs[-1] > "\uffff":
            raise Failed(f"{len(self._signs)} different characters; at most {MOST} are possible")
        number = {sign: at for at, sign in enumerate(self._signs)}
        self._line: list[int] = []
        for text in texts:
            self._line += [number[sign] for sign in text + END]
        self._end = number[END]
        self._pairs: list[tuple[int, int]] = []
        self._depth = [0] * len(self._signs)
        self._next = list(range(1, len(self._line) + 1))
        self._before = list(range(-1, len(self._line) - 1))
        self._places: dict[tuple[int, int], set[int]] = defaultdict(set)
        for at in range(len(self._line) - 1):
            self._place(at)
        self._heap = [(-len(places), pair) for pair, places in self._places.items()]
        heapq.heapify(self._heap)

    def _place(self, at: int) -> tuple[int, int] | None:
        """Note the pair that begins at `at`; return it. None crosses the end of a text."""
        after = self._next[at] if at >= 0 else len(self._line)
        if after >= len(self._line) or self._end in (self._line[at], self._line[after]):
            return None
        pair = self._line[at], self._line[after]
        self._places[pair].add(at)
        return pair

    def _leave(self, at: int) -> None:
        after = self._next[at] if at >= 0 else len(self._line)
        if after < len(self._line):
            self._places[self._line[at], self._line[after]].discard(at)

    def join(self, most: int) -> None:
        """Make symbols of the most frequent pairs, up to `most` altogether."""
        most = min(most, MOST - len(self._signs))
        while len(self._pairs) < most and self._heap:
            count, pair = heapq.heappop(self._heap)
            places = self._places[pair]
            deep = 1 + max(self._depth[pair[0]], self._depth[pair[1]])
            if len(places) != -count or -count < 3 or deep > DEEP:
                if 3 <= len(places) < -count:
                    heapq.heappush(self._heap, (-len(places), pair))
                continue
            self._pairs.append(pair)
            self._depth.append(deep)
            self._join(pair, len(self._depth) - 1)

    def _join(self, pair: tuple[int, int], symbol: int) -> None:
        """Put the symbol in the place of its pair."""
        touched = set()
        for at in sorted(self._places.pop(pair)):
            after = self._next[at]
            if self._line[at] != pair[0] or after >= len(self._line):
                continue  # the pair overlapped with itself
            if self._line[after] != pair[1]:
                continue
            before, behind = self._before[at], self._next[after]
            self._leave(before)
            self._leave(after)
            self._line[at], self._line[after] = symbol, -1
            self._next[at] = behind
            if behind < len(self._line):
                self._before[behind] = at
            touched |= {self._place(before), self._place(at)}
        for new in touched:
            if new:
                heapq.heappush(self._heap, (-len(self._places[new]), new))

    def packed(self, short: int, lengths: Sequence[int]) -> Packed:
        """Return the texts in this state; the first `short` ones share blocks."""
        counts = Counter(symbol for symbol in self._line if symbol >= 0)
        needed = dict(counts)  # a pair needs its parts, even where they do not stand alone
        stack = list(counts)
        while stack:
            symbol = stack.pop() - len(self._signs)
            if symbol >= 0:
                for part in self._pairs[symbol]:
                    if part not in needed:
                        needed[part] = 0
                        stack.append(part)
        coded = sorted(counts, key=lambda symbol: (-counts[symbol], symbol))
        bits = huffman([counts[symbol] for symbol in coded])
        order = coded + sorted(needed.keys() - counts.keys())
        rank = {symbol: at for at, symbol in enumerate(order)}
        table = b""
        for symbol in order:
            pair = symbol - len(self._signs)
            value = 1 << 23 | ord(self._signs[symbol]) if pair < 0 else 0
            if pair >= 0:
                value = rank[self._pairs[pair][0]] << 11 | rank[self._pairs[pair][1]]
            table += value.to_bytes(3, "big")
        codes = dict(zip(coded, canonical(bits), strict=True))
        blocks: list[str] = []
        text, number = "", 0
        for symbol in self._line:
            if symbol < 0:
                continue
            text += codes[symbol]
            if symbol == self._end:
                if number < short and number % BLOCK:
                    blocks[-1] += text
                else:
                    blocks.append(text)
                text, number = "", number + 1
        if max(map(len, blocks)) > MOST_BITS:
            raise Failed(f"a text of {max(lengths)} bytes is too long")
        made = [_bytes(block) for block in blocks]
        first = -(-short // BLOCK)
        number_of = Counter(bits)
        return Packed(
            table,
            b"".join(
                number_of[length].to_bytes(2, "little") for length in range(1, max(bits) + 1)
            ),
            made[:first],
            [
                length.to_bytes(2, "little") + block
                for length, block in zip(lengths, made[first:], strict=True)
            ],
        )


def joined(blocks: Sequence[bytes], most: int) -> bytes:
    """Return BLOCKS, of `most` bytes; an object for each block would take 20 bytes of an image.

    Raises Failed.
    """
    begins = [2 * len(blocks)]
    for block in blocks:
        begins.append(begins[-1] + len(block))
    if begins[-1] > most:
        raise Failed(f"texts of {begins[-1]} bytes together, at most {most} are possible")
    return b"".join([*(begin.to_bytes(2, "little") for begin in begins[:-1]), *blocks])


def _bytes(bits: str) -> bytes:
    size = (len(bits) + 7) // 8
    return int(bits.ljust(8 * size, "1"), 2).to_bytes(size, "big")


def huffman(counts: Sequence[int]) -> list[int]:
    """Return the length of each symbol's code; `counts` falls, so the lengths rise."""
    if len(counts) == 1:
        return [1]
    heap: list[tuple[int, int, list[int]]] = [(count, at, [at]) for at, count in enumerate(counts)]
    heapq.heapify(heap)
    lengths = [0] * len(counts)
    while len(heap) > 1:
        one, another = heapq.heappop(heap), heapq.heappop(heap)
        both = one[2] + another[2]
        for at in both:
            lengths[at] += 1
        heapq.heappush(heap, (one[0] + another[0], len(counts) + len(heap), both))
    if max(lengths) > LONGEST:
        raise Failed(f"a code of {max(lengths)} bits; at most {LONGEST} are possible")
    return sorted(lengths)


def canonical(lengths: Sequence[int]) -> list[str]:
    """Return the codes of these lengths, which rise: each is the one before it plus one."""
    codes = []
    code = 0
    for at, length in enumerate(lengths):
        if at:
            code = code + 1 << length - lengths[at - 1]
        codes.append(f"{code:0{length}b}")
    return codes
