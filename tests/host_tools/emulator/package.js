// SPDX-License-Identifier: MIT
/**
 * Uses the emulated boards as another project would: only the package's name and its documented
 * interface. test_package.py runs it with a firmware image; it prints JSON.
 */

import { readFileSync } from 'node:fs';
import { BOARDS, Board, Uf2Error } from 'pocket-teletype-machine';

const [file, name] = process.argv.slice(2);
const image = new Uint8Array(readFileSync(file));
const refused = (act) => {
  try {
    act();
  } catch (error) {
    return `${error instanceof Uf2Error ? 'Uf2Error' : 'Error'}: ${error.message}`;
  }
  return null;
};

const board = new Board(name);
const errors = [
  refused(() => new Board('abacus')),
  refused(() => board.run(1)),
  refused(() => board.flash(image.subarray(0, 100))),
  refused(() => board.flash(image.subarray(0, 512 * 9))),
  refused(() => new Board(name === 'pico' ? 'pico2' : 'pico').flash(image)),
];
board.flash(image);
board.run(1000);
const { width, height, pixels } = board.picture;
const lit = pixels.reduce((sum, pixel) => sum + pixel, 0);
const start = `${board}`;
errors.push(refused(() => board.tap('LEVER')));
for (let press = 0; press < 2; press++) {
  board.tap('DOWN');
  board.run(200);
}
const moved = `${board}`;
board.tap('OK');
board.run(1000);
const chosen = `${board}`;
board.send('nim heaps=1\n');
board.run(3000);
const heard = board.heard();
board.flash(image); // files stay, among them the chosen language
board.run(1000);
const again = `${board}`;
const stack = [...board.read(0, 4)];
const before = board.ms;
board.reset();
const { ms } = board;
board.powerCycle();
console.log(
  JSON.stringify({
    ...{ BOARDS, errors, width, height, lit, start, moved, chosen, heard, again, stack },
    times: [before, ms, board.ms],
  }),
);
