// SPDX-License-Identifier: MIT
/**
 * Two boards in one thread, run alternately and each alone. test_machine.py runs it with the
 * folder of the machine's modules and a file with the flash's content. Prints the final state of
 * each.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { Board } = await import(`${process.argv[2]}/board.js`);
const content = new Uint8Array(readFileSync(process.argv[3]));
const STEP = 1e6; // ns
const STEPS = 400;

function make() {
  return new Board({
    flash: content,
    filesystem: 0xa0000, // where stock MicroPython has it
    panel: { controller: 'ssd1306', width: 128, height: 64, address: 0x3c, externalVcc: false },
    buttons: { OK: 14 },
    i2c: [0, 4, 5],
  });
}

function act(board, number, step) {
  if (step === 250) board.host.send(Buffer.from(`print(${number} ** 99)\r\n`));
  board.runTo(board.nanos + STEP);
}

function tell(board) {
  const sha = createHash('sha256').update(board.panel.state()).update(board.read(0, 2 << 20));
  sha.update(board.chip.sram);
  return [board.nanos, board.cycles, ...board.chip.core.registers, sha.digest('hex')].join();
}

const alone = [3, 7].map((number) => {
  const board = make();
  for (let step = 0; step < STEPS; step++) act(board, number, step);
  return tell(board);
});
const both = [make(), make()];
for (let step = 0; step < STEPS; step++) {
  both.forEach((board, index) => act(board, [3, 7][index], step));
}
console.log(JSON.stringify({ alone, together: both.map(tell) }));
