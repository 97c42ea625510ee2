# SPDX-License-Identifier: MIT
"""The page's JavaScript that needs no browser, under Node: links, tapes, images, fingers."""

import json
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tools.build import boards, node
from host_tools.page import packing, page
from host_tools.paths import PAGE, TAPES
from host_tools.usage import BuildError
from teletype.core import tape, taped
from teletype.core.setup import split

NAMES = ("link", "tape", "image", "fingers", "sound", "usb")

SERVER = """
  const Code = (async () => {}).constructor;
  for await (const line of createInterface({ input: process.stdin })) {
    const [code, given] = JSON.parse(line);
    let answer;
    try { answer = await new Code(...names, 'given', code)(...modules, given); }
    catch (error) { answer = '!' + [error.message, ...(error.details ?? [])].join(' '); }
    console.log(JSON.stringify(answer ?? null));
  }"""


class Node:
    """A process of Node that has imported the page's modules and runs code with them."""

    def __init__(self) -> None:
        modules = [json.dumps((PAGE / f"{name}.js").as_uri()) for name in NAMES]
        imports = ", ".join(f"await import({module})" for module in modules)
        script = (
            "const { createInterface } = await import('node:readline');"
            f"const names = {json.dumps(NAMES)}; const modules = [{imports}];{SERVER}"
        )
        program, *_ = node.tool("")
        self.process = subprocess.Popen(
            [program, *node.DEFINED, "--input-type=module", "-e", script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, code: str, given: Any) -> Any:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps([code, given]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "Node has ended"
        return json.loads(line)

    def end(self) -> None:
        self.process.communicate()
        assert self.process.returncode == 0


shared: list[Node] = []
"""The process of all tests that leave nothing behind in it; it starts with the first of them."""


@pytest.fixture(scope="module", autouse=True)
def ended() -> Iterator[None]:
    yield
    while shared:
        shared.pop().end()


def run(code: str, given: Any = None) -> Any:
    """Return what JavaScript code returns; `given` is available there by that name.

    An exception is returned as a text that begins with "!".
    """
    if shared and shared[0].process.poll() is not None:
        shared.clear()  # the test before this has failed
    if not shared:
        shared.append(Node())
    return shared[0].run(code, given)


def run_alone(code: str) -> Any:
    """Run code like `run`, in a process of its own."""
    alone = Node()
    answer = alone.run(code, None)
    alone.end()
    return answer


# Links


def test_links_are_setup_lines() -> None:
    """The firmware reads the same from the line as from the link: any value, blanks included."""
    values = ["7,8,4", "(A->B)(~A+~B)", "a b", 'say "x"', "back\\slash", "A = B", "%", "&#"]
    quoted = [
        "#program=p&v=" + "".join(f"%{byte:02X}" for byte in value.encode()) for value in values
    ]
    lines = run("return given.map((each) => link.readLink(each, []).line)", quoted)
    for value, line in zip(values, lines, strict=True):
        name, _, rest = line.partition(" ")
        assert name == "p" and split(rest) == [("v", value)], line


@pytest.mark.parametrize(
    "more", ["utm_source=x", "utm_medium=e%20mail", "fbclid=IwAR0_x-1", "gclid=1", "mc_eid=2"]
)
def test_what_a_mailer_adds_is_no_part_of_a_link(more: str) -> None:
    read = "return given.map((each) => link.readLink(each, ['idle']))"
    plain = ["#program=nim&heaps=7,8,4", "#exhibit&idle=90", "#tape=A"]
    found = run(read, plain)
    assert run(read, [f"{each}&{more}" for each in plain]) == found
    assert run(read, [each.replace("#", f"#{more}&") for each in plain]) == found
    named = run("return link.readLink(given, [])", "#program=nim&utm=1&heaps=1")
    assert named["line"] == "nim utm=1 heaps=1", "what is no known tracker is named by the board"


@pytest.mark.parametrize(
    "anchor",
    [
        *("#program", "#program=", "#program=A", "#x=1", "#program=p&A=1", "#program=p&v=%0A"),
        *("#exhibit=1", "#exhibit&tape=A", "#exhibit&idel=9", "#exhibit&idle=9%0Alock=no"),
        *(
            "#exhibit&operator=1",
            "#exhibit&operator=",
            "#exhibit&program=nim&heaps=%0A",
            "#exhibit&program=A",
        ),
    ],
)
def test_links_that_cannot_be_meant(anchor: str) -> None:
    code = "return link.readLink(given, ['idle', 'code'])"
    assert run(code, anchor).startswith("!badLink")


@pytest.mark.parametrize(
    ("anchor", "file"),
    [
        ("#exhibit", ""),
        ("#exhibit&operator", ""),
        ("#exhibit&idle=90&code=UDLR", "idle=90\ncode=UDLR\n"),
        ("#exhibit&program=nim&heaps=7,8,4", "fixed=nim heaps=7,8,4\n"),
        ("#exhibit&idle=20&operator&program=race&idle=9", "idle=20\nfixed=race idle=9\n"),
        ("#exhibit&program=nim&heaps=7,8,4&operator", "fixed=nim heaps=7,8,4\n"),
        ("#exhibit&program=p&operator=1", "fixed=p operator=1\n"),  # a field of a setup
    ],
)
def test_links_to_exhibits(anchor: str, file: str) -> None:
    """Check the content of exhibit.txt; values after the program belong to its setup."""
    found = run("return link.readLink(given, ['idle', 'code'])", anchor)
    assert found == {"kind": "exhibit", "file": file}
    seen = run("return [link.isExhibit(given), link.isOperator(given)]", anchor)
    assert seen == [True, "operator" in anchor.split("&")]


@pytest.mark.parametrize("anchor", ["", "#program=nim", "#exhibition", "#tape=exhibit"])
def test_links_to_no_exhibit(anchor: str) -> None:
    assert run("return [link.isExhibit(given), link.isOperator(given)]", anchor) == [False] * 2


@pytest.mark.slow
def test_a_tape_goes_into_a_link_and_comes_out() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(TAPES.glob("*.tape"))]
    code = (
        "const packed = await Promise.all(given.map(link.pack));"
        "return [packed, await Promise.all(packed.map(link.unpack))]"
    )
    packed, unpacked = run(code, texts)
    assert unpacked == texts
    assert all(
        set(each) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        for each in packed
    )
    for each in ("A", "!", "____"):
        assert run("return link.unpack(given)", each) == "!badLink #tape", each


def test_a_link_that_grows_without_end() -> None:
    """A short link can contain gigabytes of zeros; it is refused after a megabyte."""
    code = (
        "const zeros = await link.pack('0'.repeat(3 << 20));"
        "return [zeros.length, await link.unpack(zeros).catch((error) => error.message)]"
    )
    length, told = run(code)
    assert length < 10_000 and told == "badLink"


# Tapes


def test_tapes_are_read_as_the_firmware_reads_them() -> None:
    """Reference tapes, and files with other line ends, comments and byte order marks."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(TAPES.glob("*.tape"))]
    texts.append("\ufeffprogram: x\r\n# c\r\n\r\nsetup: a=1\r\n---\r\n\\> p\r\n\r\n> 1\r\n")
    answers = run("return given.map(tape.readTape)", texts)
    for text, answer in zip(texts, answers, strict=True):
        wanted = taped.read(text.split("\n")[:-1])
        assert (answer["program"], answer["setup"]) == (wanted.program, wanted.setup)
        events = [(each["answer"], each["text"]) for each in answer["events"]]
        assert events == [(kind == tape.ANSWER, said) for kind, said, _ in wanted.events]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("program: x", 1),
        ("---\n", 1),
        ("program: x\nprogram: y\n---\n", 2),
        ("program: x\nnonsense\n---\n", 2),
        ("\x7fELF", 1),
        # Ctrl-C and Ctrl-A, typed into the handheld, would open its raw REPL
        ("program: x\x03\x01\n---\n", 1),
        ("program: x\nsetup: a=1 \x03\x03\x01import os\x04\n---\n", 2),
        ("program: x\n---\np\n> 1\x03\n", 4),
        ("program: x\n---\n> 1\rimport os\n", 3),
    ],
)
def test_what_is_no_tape(text: str, line: int) -> None:
    assert run("return tape.readTape(given)", text) == f"!notTape {line}"


def test_a_program_whose_name_cannot_be() -> None:
    """It would become part of a file name."""
    for name in ("x.tape-y/z", "../x", "Nim", "nim heaps=1", "x" * 41):
        text = f"program: {name}\n---\n"
        assert run("return tape.readTape(given)", text) == f"!badProgram {name}"


# Images


def block(number: int, count: int, data: bytes, **other: int) -> bytes:
    words = {"address": 0x10000000 + 256 * number, "family": 0xE48BFF56, "flags": 0, **other}
    flags = 0x2000 | words["flags"]
    head = (0x0A324655, 0x9E5D5157, flags, words["address"], len(data), number, count)
    parts = [word.to_bytes(4, "little") for word in (*head, words["family"])]
    return b"".join(parts) + data.ljust(476, b"\0") + (0x0AB16F30).to_bytes(4, "little")


def boot_sum(data: bytes) -> int:
    """Return the CRC-32/MPEG-2 of bytes, a bit at a time (RP2040 data sheet, 2.8.1.3.1)."""
    register = 0xFFFFFFFF
    for bit in "".join(f"{byte:08b}" for byte in data):
        register ^= int(bit) << 31
        register = (register << 1) ^ (0x104C11DB7 if register >> 31 else 0)
    return register


@pytest.mark.slow
def test_a_long_link_is_quoted_in_part() -> None:
    """A link of 1 MB fills no notice."""
    code = "try { link.readLink(given, []); return ''; } catch (error) { return error.details; }"
    for long in ("#" + "x" * 1_000_000, "#program=" + "ж" * 500, "#program=nim&a=" + "😀" * 300):
        found = run(code, long)
        assert all(len(each) <= 80 for each in found), [len(each) for each in found]
    assert run("return new image.Refused('badLink', 'short', 7).details") == ["short", 7]


@pytest.mark.slow
def test_an_image_that_no_chip_would_start() -> None:
    """Junk of the right size in the browser's storage would crash the board at each start."""
    assert boot_sum(b"123456789") == 0x0376E6E7  # the catalogue of CRC algorithms
    starts = "return image.starts(Uint8Array.from(given))"
    begin = bytes(range(252))
    good = begin + boot_sum(begin).to_bytes(4, "little") + bytes(3840)
    assert run(starts, list(good)) is True
    for junk in (bytes(4096), b"\xff" * 4096, b"\x07" * 4096, good[:4095], b"x" + good[1:]):
        assert run(starts, list(junk)) is False


@pytest.mark.slow
def test_uf2_files(tmp_path: Path) -> None:
    """They are reassembled exactly; damaged ones and those for another chip are refused."""
    good = b"".join(block(n, 3, bytes([n + 1]) * 256) for n in range(3))
    read = (
        "const file = Uint8Array.from(given); const flash = image.flashOf(file, 1024);"
        "return [...flash]"
    )
    path = tmp_path / "good.uf2"
    path.write_bytes(good)
    flat = packing.flat(path, "RP2040")
    assert flat == b"\1" * 256 + b"\2" * 256 + b"\3" * 256
    made = run("return [...image.uf2Of(Uint8Array.from(given))]", list(flat))
    assert made == list(good)
    assert run(read, list(good)) == [1] * 256 + [2] * 256 + [3] * 256 + [255] * 256
    elsewhere = block(1, 3, bytes(256), address=0x20000000, flags=1)  # not main flash
    assert run(read, list(good[:512] + elsewhere + good[1024:])) == (
        [1] * 256 + [255] * 256 + [3] * 256 + [255] * 256
    )
    for bad, told in (
        (b"", "!notUf2"),
        (good[:-1], "!notUf2"),
        (b"x" + good[1:], "!notUf2"),
        (good[:-4] + b"none", "!notUf2"),
        (good[:1024], "!halfUf2 2 3"),
        (good[512:], "!halfUf2 2 3"),
        (good + good[:512], "!notUf2"),
        (good[:512] + block(1, 2, bytes(256)), "!notUf2"),
        (block(0, 1, b"", family=0xE48BFF59), "!otherChip"),
        (block(0, 1, bytes(256), address=0x10000400), "!otherChip"),
        (block(0, 1, bytes(256), address=0x20000000), "!otherChip"),
    ):
        assert run(read, list(bad)) == told


def test_an_image_that_the_page_cannot_rebuild(tmp_path: Path) -> None:
    """The page keeps no heads of blocks, so they must be the usual ones."""
    path = tmp_path / "bad.uf2"
    moved = block(0, 1, b"x" * 256, address=0x10000400)
    for bad in (block(0, 2, b"x" * 256), block(0, 1, b"x"), moved):
        path.write_bytes(bad)
        with pytest.raises(BuildError, match="block 0"):
            packing.flat(path, "RP2040")


@pytest.mark.slow
def test_packed_images_come_back() -> None:
    """Calls get absolute addresses and relative ones again; an image is made from a likeness."""
    some = random.Random(60)
    code = bytearray(some.randbytes(6000))
    for at in some.sample(range(0, 5990, 6), 300):  # BL instructions
        code[at + 1], code[at + 3] = 0xF0 | some.randrange(8), 0xF8 | some.randrange(8)
    packed = packing.absolute(bytes(code))
    assert packed != code
    assert run("return [...image.relative(Uint8Array.from(given))]", list(packed)) == list(code)
    moved = bytes(code[:1000]) + b"news" + bytes(code[1000:4000]) + bytes(code[4500:])
    moved = moved[:2000] + bytes(byte ^ 1 for byte in moved[2000:2100]) + moved[2100:]
    ours = "return [...image.another(...given.map((each) => Uint8Array.from(each)))]"
    for new in (
        bytes(code),
        moved,
        moved + bytes(700),
        some.randbytes(500),
        b"",
        bytes(code[64:]),
    ):
        changes = packing.changes(bytes(code), new)
        assert run(ours, [list(code), list(changes)]) == list(new)
    assert packing.changes(bytes(code), moved).count(0) > 5000


# Fingers


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("ABC"), st.booleans(), st.integers(0, 60)),
        min_size=1,
        max_size=40,
    )
)
def test_fingers(moves: list[tuple[str, bool, int]]) -> None:
    """Whatever is touched, and when: in order, nothing lost, with long enough presses and gaps."""
    code = """
      const done = []; let now = 0;
      const hand = new fingers.Fingers(
        (name) => done.push([now, name, true]), (name) => done.push([now, name, false]));
      for (const [name, down, pause] of given) {
        hand.move(name, down);
        for (const end = now + pause; now < end; now += 4) hand.act(now);
      }
      hand.rest();
      for (const end = now + 20000; now < end; now += 4) hand.act(now);
      return done;"""
    done = run(code, moves)
    held: dict[str, bool] = {}
    wanted = []
    for name, down, _ in moves:
        if held.get(name, False) != down:
            held[name] = down
            wanted.append((name, down))
    assert [(name, down) for _, name, down in done[: len(wanted)]] == wanted
    assert all(not down for _, _, down in done[len(wanted) :])
    last: dict[str, tuple[int, bool]] = {}
    for now, name, down in done:
        if name in last:
            since, before = last[name]
            assert before != down
            assert now - since >= (30 if down else 45)
        last[name] = now, down
    assert not any(down for _, down in last.values())


# A board on USB


PORT = """
  let source; const said = []; const written = [];
  const stream = () => new ReadableStream({ start: (controller) => { source = controller; } });
  const port = {
    readable: stream(), writable: new WritableStream({ write: (data) => { written.push(data); } }),
    close: async () => { said.push('closed'); },
  };
  const board = new usb.Usb(port, (data) => said.push(...data), (why) => said.push(why));
  const soon = () => new Promise((resolve) => setTimeout(resolve, 1));
"""


def test_a_port_that_has_lost_bytes_goes_on() -> None:
    """After an overrun the browser has a new stream; after the board is gone it has none."""
    code = """
      source.enqueue([1]);
      await soon();
      const old = source;
      port.readable = stream();
      old.error(new Error('overrun'));
      await soon();
      source.enqueue([2]);
      await soon();
      port.readable = null;
      source.error(new Error('lost'));
      await soon();
      return said;"""
    assert run_alone(PORT + code) == [1, 2, "closed", "lost"]


def test_a_board_that_goes_while_it_is_asked() -> None:
    """That is reported at once, without waiting for an answer."""
    code = """
      const later = globalThis.setTimeout;
      globalThis.setTimeout = (work, ms) =>
        ms < 1000 ? later(work, ms) : later(work, 1e8).unref();
      const answer = board.tapes();
      while (!written.length) await soon();
      port.readable = port.writable = null;
      source.error(new Error('lost'));
      const told = await Promise.race([answer.catch((error) => error), soon().then(soon)]);
      return told ? [told.message, ...told.details] : 'still waiting';"""
    assert run_alone(PORT + code) == ["noAnswer", "the board has gone"]


def test_one_talk_at_a_time() -> None:
    """Requests and typing while the board is busy are refused and disturb nothing."""
    code = """
      const first = board.tapes();
      const told = await board.check({}, () => {}).catch((error) => error.message);
      const typed = (() => { try { board.free(); } catch (error) { return error.message; } })();
      const enter = 'raw REPL; CTRL-B to exit\\r\\n>';
      for (const text of [enter, 'OK', '0001-nim.tape', '', 'OK', 'eA==', '']) {
        await soon();
        source.enqueue(new TextEncoder().encode(text || '\\r\\n\\x04\\x04>'));
      }
      const found = await first;
      board.free();
      return [told, typed, found];"""
    assert run_alone(PORT + code) == [
        "talking",
        "talking",
        [{"name": "0001-nim.tape", "text": "x"}],
    ]


# Sound


@pytest.mark.slow
def test_the_buzzers_edges_become_samples() -> None:
    """A sample is the share of its time during which the pin was high."""
    code = """
      const samples = new Float32Array(8);
      const edges = Float64Array.from(given.edges);
      const high = sound.sample(samples, edges, given.begin, 8, given.high);
      return [[...samples].map((each) => Math.round(each * 500) / 100), high];"""
    edges = [0.25, -0.5, 0.5625, -0.625]  # in seconds; 8 samples
    given = {"edges": [edge * 1e9 for edge in edges], "begin": 0, "high": False}
    assert run(code, given) == [[0, 0, 1, 1, 0.5, 0, 0, 0], False]
    given = {"edges": [-10.125 * 1e9], "begin": 10, "high": True}
    assert run(code, given) == [[1, 0, 0, 0, 0, 0, 0, 0], False]
    given = {"edges": [10.9375 * 1e9], "begin": 10, "high": False}
    assert run(code, given) == [[0, 0, 0, 0, 0, 0, 0, 0.5], True]


# The page's contents


def test_the_boards_of_the_page() -> None:
    """Those with an RP2040 and 2 MiB of flash, the page's own first."""
    kinds = page.kinds()
    assert [kind["name"] for kind in kinds] == ["pico", "thumby"]
    assert kinds[0]["calls"] == "Pocket Teletype (Pico)"


@pytest.mark.pico
def test_the_notices_name_everything(made: Path) -> None:
    """The notices in both forms of the page name everything that is bundled."""
    notices = (made / page.NAME / "NOTICES.txt").read_text(encoding="utf-8")
    for part in ("MicroPython", "rp2040js 1.4.1", "xz-decompress", "DejaVu", "VL Gothic"):
        assert part in notices
    assert "Uri Shaked" in notices and "Tim Perry" in notices


@pytest.mark.pico
def test_the_size(made: Path) -> None:
    assert (made / f"{page.NAME}.html").stat().st_size <= page.LIMIT


@pytest.mark.pico
def test_it_is_made(firmware_uf2: Path, tmp_path: Path) -> None:
    """As one file and as a folder; the Pico's image stands for all, since others take minutes."""
    images = dict.fromkeys(boards.images(), firmware_uf2)
    one, folder = page.make(tmp_path, images)
    text = one.read_text(encoding="utf-8")
    assert 500_000 < len(text) <= page.LIMIT
    assert text.index('id="worker"') < text.index('id="payload"')  # what comes first starts first
    assert "PT Paper" in text and not re.search(r"<!--[a-z]+-->", text)
    files = {file.name for file in folder.glob("*.uf2")}
    assert files == {str(each["file"]) for each in page.offered(images).values()}
    assert all((folder / file).read_bytes() == firmware_uf2.read_bytes() for file in files)
    assert (folder / "index.html").stat().st_size and (folder / "emulation.js").stat().st_size
