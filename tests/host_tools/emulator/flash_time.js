// SPDX-License-Identifier: MIT
/**
 * Runs short programs in the flash of both chips, with its cache. test_flash_time.py runs it with
 * the folder of the machine's modules. Each line of standard input names a chip, the registers that
 * say how the flash is read, R0 to R3, and a program in hexadecimal; each printed line has the
 * cycles, accesses and hits up to its return, or null.
 *
 * A program begins at 100h in the flash and returns to a breakpoint in SRAM.
 */

import { createInterface } from 'node:readline';

const folder = process.argv[2];
const START = 0x100;
const SRAM = 0x20000000;
const PARTS = {
  filesystem: 1 << 20,
  panel: { controller: 'ssd1306', width: 128, height: 64, address: 0x3c, externalVcc: false },
  buttons: {},
  i2c: [0, 4, 5],
  flashTime: 'typical',
};

const small = await import(`${folder}/board.js`);
const large = await import(`${folder}/board8.js`);
const { registers: R } = await import(`${folder}/memory.js`);

/** A program's image for the RP2350: the image definition, then the code. */
function image(code) {
  const flash = new Uint8Array(4 << 20).fill(0xff);
  const view = new DataView(flash.buffer);
  [0x20082000, 0x10000101].forEach((word, index) => view.setUint32(4 * index, word, true));
  [0xffffded3, 0x10210142, 0x000001ff, 0, 0xab123579].forEach((word, index) => {
    view.setUint32(0x20 + 4 * index, word, true);
  });
  flash.set(code, START);
  return flash;
}

const state = ({ cache }, cycles) => [cycles, cache.accesses, cache.hits];

function onRp2040({ set, r, code }) {
  const flash = new Uint8Array(2 << 20).fill(0xff);
  flash.set(code, START);
  const board = new small.Board({ ...PARTS, chip: 'RP2040', flash });
  const { chip } = board;
  chip.writeUint32(0x18000008, 0);
  for (const [offset, value] of Object.entries(set)) chip.writeUint32(0x18000000 + Number(offset), value);
  chip.writeUint32(0x18000008, 1);
  chip.writeUint32(SRAM, 0xbe00be00);
  chip.core.registers.set(r);
  chip.core.LR = SRAM | 1;
  chip.core.PC = 0x10000000 + START;
  const begin = chip.core.cycles;
  let found = null;
  chip.onBreak = () => {
    found = state(chip, chip.core.cycles - begin);
    board.crashed = 'the end';
  };
  board.runTo(1e6);
  return found;
}

function onRp2350({ set, r, code }) {
  const board = new large.Board8({ ...PARTS, chip: 'RP2350', flash: image(code) });
  const { chip } = board;
  for (const [offset, value] of Object.entries(set)) chip.writeUint32(0x400d0000 + Number(offset), value);
  chip.writeUint32(SRAM, 0xbe00be00);
  R.set(r);
  R[14] = SRAM | 1;
  let found = null;
  chip.onBreakpoint = () => {
    found = state(chip, chip.processor.spent);
    board.crashed = 'the end';
    chip.processor.leave();
    return true;
  };
  board.runTo(1e6);
  return found;
}

for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  given.code = Buffer.from(given.code, 'hex');
  console.log(JSON.stringify((given.chip === 'RP2040' ? onRp2040 : onRp2350)(given)));
}
