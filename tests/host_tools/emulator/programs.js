// SPDX-License-Identifier: MIT
/**
 * Executes short programs on the emulated Cortex-M33. test_armv8m.py runs it with the folder of
 * the machine's modules. Each line of standard input is a program and the processor's state
 * before it; each printed line is the state afterwards.
 *
 * A program ends at a breakpoint. The result is compared with a second implementation, or with a
 * number in the test.
 */

import { readFileSync } from 'node:fs';

const [folder, how] = process.argv.slice(2);
const translated = how === 'translated';
const { Armv8m } = await import(`${folder}/armv8m.js`);
const { placeOf } = await import(`${folder}/decode.js`);
const { translate } = await import(`${folder}/translator.js`);
const { BUDGET } = await import(`${folder}/access.js`);
const memory = await import(`${folder}/memory.js`);
const { state, FLASH_START, SRAM_START, flash8, forget, registers, sram8, singleBits } = memory;

const [FILLED, WINDOW, SIZE] = [0x4000, 0x8000, 0x200];

/** Fill the bytes around the program, with breakpoints or with data for loads. */
const fill = (memory, filler) => {
  if (filler) memory.set(Buffer.from(filler, 'hex'));
  else for (let at = 0; at < FILLED; at += 2) memory.set([0, 0xbe], at);
};

let ended = 0; // address of the breakpoint
let fault = '';
const seen = [];
const bus = {
  read(address, size) {
    seen.push(['read', address, size]);
    return 0x12345678;
  },
  write(address, size, value) {
    seen.push(['write', address, size, value >>> 0]);
  },
  breakpoint() {
    ended = registers[15];
    core.leave();
    return true;
  },
  fault(why) {
    fault ||= why;
    core.leave();
  },
  systemReset() {},
};
const core = new Armv8m(bus);

let filled = [null, null];
let runs = 0; // translated runs
for (const line of readFileSync(0, 'utf8').split('\n')) {
  if (!line) continue;
  const given = JSON.parse(line);
  const inFlash = given.at >>> 28 === 1;
  const bytes = inFlash ? flash8 : sram8;
  const start = given.at - (inFlash ? FLASH_START : SRAM_START);
  if (filled[inFlash ? 1 : 0] !== (given.filler ?? '')) {
    filled[inFlash ? 1 : 0] = given.filler ?? '';
    fill(bytes, given.filler);
    forget(inFlash ? FLASH_START : SRAM_START, FILLED);
  }
  const code = Buffer.from(given.code, 'hex');
  const before = bytes.slice(start, start + code.length);
  bytes.set(code, start);
  forget(given.at, code.length);
  const data = Buffer.from(given.data, 'hex');
  const begin = () => {
    sram8.set(data, WINDOW);
    core.powerOn();
    registers.set(given.r.map((word) => word | 0));
    core.start(given.at, given.r[13]);
    singleBits.set((given.s ?? []).map((word) => word | 0));
    core.cpacr = given.cpacr ?? 0x00f00000;
    core.control = given.control ?? 4; // its FPSCR is in use
    core.fpscr = given.fpscr ?? 0;
    core.xpsr = given.xpsr ?? 0;
    ended = 0;
    fault = '';
    seen.length = 0;
  };
  begin();
  if (translated) {
    core.run(0);
    state[BUDGET] = 1000;
    core.running = true;
    translate(placeOf(given.at));
    begin();
  }
  let cycles = 0;
  for (let burst = 0; burst < 100 && !ended && !fault && !core.asleep; burst++) cycles += core.run(1000);
  const r = Array.from(registers, (word) => word >>> 0);
  if (ended) r[15] = ended;
  runs += memory.translated.runs;
  console.log(
    JSON.stringify({
      r,
      s: Array.from(singleBits, (word) => word >>> 0),
      xpsr: (core.xpsr & 0xf80f0000) >>> 0,
      fpscr: core.fpscr >>> 0,
      data: Buffer.from(sram8.subarray(WINDOW, WINDOW + data.length)).toString('hex'),
      fault,
      ended: ended !== 0,
      seen,
      cycles,
    }),
  );
  bytes.set(before, start);
  forget(given.at, code.length);
}
if (translated) console.log(JSON.stringify({ runs }));
