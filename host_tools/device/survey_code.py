# SPDX-License-Identifier: MIT
"""The code that `survey` runs on a board: each piece prints lines `=name value`.

Nothing here writes a file. `FLASH_TIMES` erases and programs only sectors that are erased already
(all bytes FFh), and leaves them erased; littlefs has no use for what they hold.
"""

from host_tools.device import slots

TOLD = 64
"""The most lines that a piece prints."""

HEAD = (
    slots.TAKE
    + """\
import gc, machine
from machine import mem8, mem16, mem32
from time import ticks_diff, ticks_ms, ticks_us
def say(name, value):
 print('=%s %s' % (name, value))
def tried(act, *arguments):
 try:
  return act(*arguments)
 except Exception as error:
  print('!%s: %s' % (type(error).__name__, error))
gc.collect()
"""
)

CHIP = """
import sys
from machine import mem32, mem8
say('machine', getattr(sys.implementation, '_machine', '?'))
say('revision', (mem32[0x40000000] >> 28) & 15)
say('rom', mem8[0x13])
say('hertz', machine.freq())
gc.collect()
say('heap', gc.mem_free())
"""

IDENTITY = """
from array import array
from uctypes import addressof
@micropython.asm_thumb
def call(r0, r1, r2):
 mov(r4, r0)
 mov(r0, r1)
 mov(r1, r2)
 data(2, 0x47a0)  # blx r4
def address(code):
 code = ord(code[0]) | ord(code[1]) << 8
 if NEW:
  return call(mem16[0x16], code, 4)
 return call(mem16[0x18], mem16[0x14], code)
"""
"""Functions of the boot ROM, by two letters (RP2040 data sheet, 2.8.3; RP2350, 5.4)."""

IDENTITY_OLD = """
@micropython.asm_thumb
def ask(r0):
 mov(r7, r0)
 ldr(r1, [r7, 0])
 data(2, 0x4788)  # blx r1: connect_internal_flash
 ldr(r1, [r7, 4])
 data(2, 0x4788)  # flash_exit_xip
 ldr(r4, [r7, 32])
 mov(r5, 2)
 lsl(r5, r5, 8)
 str(r5, [r4, 0])  # chip select low
 ldr(r4, [r7, 36])
 mov(r6, 0x60)
 add(r6, r4, r6)
 mov(r5, 0x9f)
 str(r5, [r6, 0])
 mov(r5, 0)
 str(r5, [r6, 0])
 str(r5, [r6, 0])
 str(r5, [r6, 0])
 label(WAIT)
 ldr(r5, [r4, 0x24])
 cmp(r5, 4)
 blt(WAIT)
 ldr(r5, [r6, 0])
 ldr(r5, [r6, 0])
 str(r5, [r7, 16])
 ldr(r5, [r6, 0])
 str(r5, [r7, 20])
 ldr(r5, [r6, 0])
 str(r5, [r7, 24])
 ldr(r4, [r7, 32])
 mov(r5, 3)
 lsl(r5, r5, 8)
 str(r5, [r4, 0])  # high
 ldr(r1, [r7, 8])
 data(2, 0x4788)  # flash_flush_cache, which gives chip select back
 ldr(r1, [r7, 12])
 data(2, 0x4788)  # the second stage, which sets the fast reading up again
stage = bytearray(256)
for at in range(256):
 stage[at] = mem8[0x10000000 + at]
table = array('I', [address(code) for code in ('IF', 'EX', 'FC')])
table.extend(array('I', [addressof(stage) | 1, 0, 0, 0, 0, 0x4001800c, 0x18000000]))
"""
"""As flash_do_cmd of the pico-sdk: while the flash is not memory, only code in RAM may run."""

IDENTITY_NEW = """
@micropython.asm_thumb
def ask(r0):
 mov(r7, r0)
 ldr(r1, [r7, 0])
 data(2, 0x4788)  # blx r1: connect_internal_flash
 ldr(r1, [r7, 4])
 data(2, 0x4788)  # flash_exit_xip
 ldr(r6, [r7, 28])
 ldr(r5, [r7, 32])
 str(r5, [r6, 0])  # direct mode, chip select low
 mov(r5, 0x9f)
 str(r5, [r6, 4])
 mov(r5, 0)
 str(r5, [r6, 4])
 str(r5, [r6, 4])
 str(r5, [r6, 4])
 label(WAIT)
 ldr(r5, [r6, 0])
 mov(r4, 2)
 and_(r5, r4)
 cmp(r5, 0)
 bne(WAIT)
 ldr(r5, [r6, 8])
 ldr(r5, [r6, 8])
 str(r5, [r7, 16])
 ldr(r5, [r6, 8])
 str(r5, [r7, 20])
 ldr(r5, [r6, 8])
 str(r5, [r7, 24])
 mov(r5, 1)
 str(r5, [r6, 0])  # high
 mov(r5, 0)
 str(r5, [r6, 0])
 ldr(r1, [r7, 8])
 data(2, 0x4788)  # flash_flush_cache
 ldr(r5, [r7, 36])
 str(r5, [r6, 0x0c])
 ldr(r5, [r7, 44])
 str(r5, [r6, 0x14])
 ldr(r5, [r7, 40])
 mov(r4, 1)
 lsl(r4, r4, 12)
 orr(r4, r5)
 str(r4, [r6, 0x10])
 ldr(r4, [r7, 48])
 ldr(r4, [r4, 0])  # the read whose command makes the next ones do without
 str(r5, [r6, 0x10])
table = array('I', [address(code) for code in ('IF', 'EX', 'FC')])
table.extend(array('I', [0, 0, 0, 0, 0x400d0000, 1 | 4 | 30 << 22]))
table.extend(array('I', [mem32[0x400d000c], mem32[0x400d0010], mem32[0x400d0014], 0x14000000]))
"""

IDENTITY_END = """
state = machine.disable_irq()
ask(addressof(table))
machine.enable_irq(state)
say('flash', '%02x%02x%02x' % (table[4] & 255, table[5] & 255, table[6] & 255))
"""


def identity(new: bool) -> str:
    """Return the code that asks the flash chip who it is; `new`: the chip is an RP2350."""
    special = IDENTITY_NEW if new else IDENTITY_OLD
    return f"NEW = {new}\n{IDENTITY}{special}{IDENTITY_END}"


CLOCK = "say('ticks', ticks_us())\n"

FLASH_TIMES = """
from rp2 import Flash
flash = Flash()
count, size = flash.ioctl(4, 0), 4096
block = bytearray(size)
def free():
 found = []
 for number in range(count - 1, 1, -1):
  flash.readblocks(number, block)
  if block.count(b'\\xff') == size:
   found.append(number)
   if len(found) == 3:
    break
 return found
def timed(act, *arguments):
 begun = ticks_us()
 act(*arguments)
 return ticks_diff(ticks_us(), begun)
sectors = free()
page = bytes(range(256))
erase = program = 0
for number in sectors:
 erase = max(erase, timed(flash.ioctl, 6, number))
 program = max(program, timed(flash.writeblocks, number, page, 0))
 erase = max(erase, timed(flash.ioctl, 6, number))
say('sectors', len(sectors))
if sectors:
 say('erase', erase)
 say('program', program)
"""
"""Times of three free sectors, each erased, programmed, and erased again."""

BUS = """
from machine import I2C, Pin
from teletype import panel_finder
from teletype.drivers.bus import answers, release
from teletype.handheld.parts import board_file
wrong = board_file.choose()
if wrong: print('!' + wrong)
has = board_file.values()
if 'I2C' in has:
 i2c = has['I2C']
 def bus(freq):
  return I2C(i2c['id'], sda=Pin(i2c['sda']), scl=Pin(i2c['scl']), freq=freq)
 row = b'\\x00' + b'\\xe3' * 32
 for khz in (100, 400, 1000):
  made = bus(1000 * khz)
  errors = 0
  for _ in range(100):
   try:
    if made.writeto(i2c['addr'], row) != 33: errors += 1
   except OSError:
    errors += 1
  say('errors%d' % khz, errors)
 made = bus(100000)
 try:
  say('status', 'off' if made.readfrom(i2c['addr'], 1)[0] & 0x40 else 'on')
 except OSError as error:
  print('!status: %s' % error)
 there = answers(made, i2c['addr'])
 say('found', panel_finder._controller(made, i2c['addr']) if there else 'none')
 say('controller', has['PANEL']['controller'])
"""
"""A hundred transfers of 32 NOPs at each speed, then what the panel says."""

BUTTONS = """
from machine import Pin
def bounce(pin, rest, presses, patience):
 pin = Pin(pin, Pin.IN, Pin.PULL_UP if rest else Pin.PULL_DOWN)
 count = longest = 0
 level, last = pin.value(), ticks_us()
 begun = None
 waited = ticks_ms()
 while count < presses and ticks_diff(ticks_ms(), waited) < patience:
  now = pin.value()
  if now != level:
   level, last = now, ticks_us()
   if begun is None: begun = last
  elif begun is not None and ticks_diff(ticks_us(), last) > 60000:
   longest = max(longest, ticks_diff(last, begun))
   begun = None
   if level == rest:
    count += 1
    waited = ticks_ms()
 return count, longest
"""
"""Times the longest bounce of a button: from the first to the last change of one move."""

SPEEDS = """
from teletype.engines.life import Life
life = Life(64, 128)
for row in range(4, 60, 4):
 for column in range(4, 124, 8):
  for a, b in ((0, 1), (0, 2), (1, 0), (1, 1), (2, 1)):
   life.place(row + a, column + b)
for _ in range(50): life.tick()
begun = ticks_us()
for _ in range(100): life.tick()
say('life', 100000000 // ticks_diff(ticks_us(), begun))
del life
gc.collect()
from teletype.engines import adviser
from teletype.engines.calculation import Table, deck
table = Table()
thinker = adviser.Adviser()
hand = next(iter(deck(11)))
table.put(hand, adviser.options(table, hand)[0])
hand = [card for card in deck(11)][1]
begun = ticks_us()
thinker.begin(table, hand)
while thinker.step(): pass
say('adviser', ticks_diff(ticks_us(), begun) // 1000)
"""

PANEL = """
from teletype import fonts
from teletype.handheld.drawing.glyphs import encode
from teletype.handheld.parts import board_file
from teletype.handheld.parts.screen import connect
board_file.choose()
panel, wire = connect(board_file.values(), lambda panel: None)
text = bytearray(encode('0123456789'))
def shown():
 panel.clear(1)
 panel.draw(1, 2, text, 0, len(text), fonts)
 panel.show()
shown()
longest = 0
for number in range(10):
 text[0] = text[1 + number % 9]
 begun = ticks_us()
 shown()
 longest = max(longest, ticks_diff(ticks_us(), begun))
if not wire.errors: say('key', longest)
"""
"""A row of text as after a key: drawn and sent, the longest of ten."""
