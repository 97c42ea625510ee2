// SPDX-License-Identifier: MIT
/**
 * Code in the SRAM of an RP2040 that is changed again and again while it runs, long after it was
 * translated: by itself, and as by the DMA. test_machine.py runs it with the folder of the machine's
 * modules. Prints the final state on rp2040js's own core, that on ours, and how many runs that had
 * translated.
 */

const folder = process.argv[2];
const { Board } = await import(`${folder}/board.js`);
const { translated } = await import(`${folder}/memory.js`);

const SRAM = 0x20001000;
const STEPS = 40;

const PROGRAM = [
  0x3001, // loop: adds r0, #1, which is changed
  0x3101, // adds r1, #1
  0x000c, // movs r4, r1
  0x0524, // lsls r4, r4, #20
  0xd101, // bne skip; each 4096th time:
  0x3301, // adds r3, #1
  0x8013, // strh r3, [r2]
  0xe7f7, // skip: b loop
];

function run(stock) {
  const board = new Board({
    chip: 'RP2040',
    flash: new Uint8Array(2 << 20).fill(0xff),
    filesystem: 1 << 20,
    panel: { controller: 'ssd1306', width: 128, height: 64, address: 0x3c, externalVcc: false },
    buttons: {},
    i2c: [0, 4, 5],
    stock,
  });
  const { chip } = board;
  PROGRAM.forEach((halfword, at) => chip.writeUint16(SRAM + 2 * at, halfword));
  chip.core.registers.set([0, 0, SRAM, 0x3001, 0]);
  chip.core.PC = SRAM;
  for (let step = 1; step <= STEPS; step++) {
    board.runTo(step * 1e6);
    chip.writeUint16(SRAM + 2, 0x3101 + 4 * (step & 7)); // adds r1, #1, 5, 9 and so on
  }
  return [board.nanos, board.cycles, ...chip.core.registers, board.crashed];
}

const theirs = run(true);
const before = translated.runs;
console.log(JSON.stringify({ theirs, ours: run(false), runs: translated.runs - before }));
