// SPDX-License-Identifier: MIT
/**
 * Programs with loops on the emulated Cortex-M33, once interpreted and once translated, in
 * bursts of random length. test_armv8m.py runs it with the folder of the machine's modules. Each
 * line of standard input is a program in the flash. Prints a line for each difference, and the
 * number of translated runs.
 */

import { readFileSync } from 'node:fs';

const [folder] = process.argv.slice(2);
const { Armv8m } = await import(`${folder}/armv8m.js`);
const memory = await import(`${folder}/memory.js`);
const { FLASH_START, flash8, forgetAll, registers, sram8 } = memory;

const PROGRAM = 0x2000;
const WINDOW = 0x8000;
const SIZE = 0x1000;
const INTERRUPT = 7;

let runs = 0;
/** Yield the state after each burst. */
function* states(given, interpreted) {
  sram8.fill(0);
  flash8.fill(0);
  flash8.set(Buffer.from(given.code, 'hex'), PROGRAM);
  forgetAll();
  let ended = false;
  const core = new Armv8m({
    read: () => 0,
    write() {},
    breakpoint() {
      ended = true;
      core.leave();
      return true;
    },
    fault(why) {
      ended = why;
      core.leave();
    },
    systemReset() {},
  });
  core.interpreted = interpreted;
  registers.set(given.r.map((word) => word | 0));
  core.start(FLASH_START + PROGRAM, given.r[13], FLASH_START + 0x1000);
  // the interrupt handler increments a word in memory and returns
  flash8[0x1000 + 4 * (16 + INTERRUPT)] = 0x81;
  flash8[0x1000 + 4 * (16 + INTERRUPT) + 1] = 0x1f;
  flash8[0x1000 + 4 * (16 + INTERRUPT) + 3] = 0x10;
  core.writeOutside(0xe000e100, 4, 1 << INTERRUPT);
  // at 0x1f80: LDR R0, [PC, #8]; LDR R1, [R0]; ADDS R1, #1; STR R1, [R0]; BX LR
  flash8.set([0x02, 0x48, 0x01, 0x68, 0x01, 0x31, 0x01, 0x60, 0x70, 0x47, 0, 0, 0, 0x90, 0, 0x20], 0x1f80);
  let dice = given.seed;
  let total = 0;
  for (let burst = 0; burst < 4000 && !ended; burst++) {
    dice = (Math.imul(dice, 1103515245) + 12345) & 0x7fffffff;
    if (!(dice & 0x1f00)) {
      core.setInterrupt(INTERRUPT, true);
      core.setInterrupt(INTERRUPT, false);
    }
    total += core.run(1 + ((dice >> 16) & 511));
    yield JSON.stringify([total, ended, core.xpsr, ...registers, ...sram8.subarray(WINDOW - 0x100, WINDOW + 0x200)]);
  }
  runs += memory.translated.runs;
  yield JSON.stringify(Array.from(sram8.subarray(WINDOW, WINDOW + 2 * SIZE)));
}

for (const line of readFileSync(0, 'utf8').split('\n')) {
  if (!line) continue;
  const given = JSON.parse(line);
  const wanted = [...states(given, true)];
  const got = [...states(given, false)];
  const at = wanted.findIndex((text, index) => text !== got[index]);
  if (at >= 0 || got.length !== wanted.length) {
    console.log(`${given.seed}: burst ${at} of ${wanted.length}: ${got[at]?.slice(0, 250)}, not ${wanted[at]?.slice(0, 250)}`);
  }
}
console.log(JSON.stringify({ runs }));
