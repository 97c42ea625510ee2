// SPDX-License-Identifier: MIT
/**
 * Pieces of random code, executed repeatedly from the same registers: first interpreted, then
 * translated. After any number of cycles both must be equal. test_machine.py runs it with the
 * folder of the machine's modules, a seed and a number of pieces. It prints how many were
 * translated, and the first that differ.
 */

const [folder, seed, pieces] = process.argv.slice(2);
const packages = new URL('../node_modules/', `file://${folder}/`);
const { RP2040 } = await import(new URL('rp2040js/dist/esm/index.js', packages).href);
const { makeLoop, give, sram8, flash8 } = await import(`${folder}/core.js`);
const { HOT } = await import(`${folder}/execute.js`);
const memory = await import(`${folder}/memory.js`);
const { registers, sram16, flash16, heat, translated, SRAM_START, FLASH_START } = memory;

let dice = Number(seed);
const roll = (below) => {
  dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0;
  return Math.floor((dice / 2 ** 32) * below);
};
const pick = (list) => list[roll(list.length)];

/** Pieces of opcodes: for each kind of instruction its bits, and x for any (ARMv6-M manual, A5.2). */
const KINDS = `00000xxxxxxxxxxx 00001xxxxxxxxxxx 00010xxxxxxxxxxx 0001100xxxxxxxxx 0001101xxxxxxxxx
  0001110xxxxxxxxx 0001111xxxxxxxxx 00100xxxxxxxxxxx 00101xxxxxxxxxxx 00110xxxxxxxxxxx
  00111xxxxxxxxxxx 0100000000xxxxxx 0100000001xxxxxx 0100000010xxxxxx 0100000011xxxxxx
  0100000100xxxxxx 0100000101xxxxxx 0100000110xxxxxx 0100000111xxxxxx 0100001000xxxxxx
  0100001001xxxxxx 0100001010xxxxxx 0100001011xxxxxx 0100001100xxxxxx 0100001101xxxxxx
  0100001110xxxxxx 0100001111xxxxxx 01000100xxxxxxxx 01000101xxxxxxxx 01000110xxxxxxxx
  010001110xxxx000 010001111xxxx000 LITERAL 0101000xxxxxxxxx 0101001xxxxxxxxx 0101010xxxxxxxxx
  0101011xxxxxxxxx 0101100xxxxxxxxx 0101101xxxxxxxxx 0101110xxxxxxxxx 0101111xxxxxxxxx
  01100xxxxxxxxxxx 01101xxxxxxxxxxx 01110xxxxxxxxxxx 01111xxxxxxxxxxx 10000xxxxxxxxxxx
  10001xxxxxxxxxxx 10010xxxxxxxxxxx 10011xxxxxxxxxxx 10100xxxxxxxxxxx 10101xxxxxxxxxxx
  101100000xxxxxxx 101100001xxxxxxx 1011001000xxxxxx 1011001001xxxxxx 1011001010xxxxxx
  1011001011xxxxxx 1011010xxxxxxxxx 1011110xxxxxxxxx 1011101000xxxxxx 1011111100000000
  11000xxxxxxxxxxx 11001xxxxxxxxxxx CONDITIONAL BRANCH CALL BARRIER`.split(/\s+/);

const [CODE, LENGTH] = [0x1000, 40]; // address in SRAM and in the flash, and length in halfwords
const [WINDOW, SIZE] = [0x4000, 0x9000]; // of the addresses, and of the bytes reset each time
const DIVIDER = -0x30000000 + 0x60;
const SEEN = 130; // executions of each piece; a jump target is translated after 20 jumps

function number() {
  const kind = roll(16);
  if (kind < 3) return roll(2 ** 32) | 0;
  if (kind < 5) return roll(70);
  if (kind < 6) return pick([0, 1, 0x7fffffff, 0x80000000, -1, 31, 32, 33]) | 0;
  if (kind < 7) return FLASH_START + roll(0x100000);
  if (kind < 8) return FLASH_START + 4 * roll(0x40000);
  if (kind < 9) return pick([0x40000000, DIVIDER, DIVIDER]) + 4 * roll(7);
  if (kind < 11) return SRAM_START + WINDOW + roll(0x1000);
  return SRAM_START + WINDOW + 4 * roll(0x400);
}

/** An instruction for a place in the piece; jumps stay near. */
function instruction(at) {
  const kind = roll(20) ? pick(KINDS) : 'CONDITIONAL';
  if (kind === '11001xxxxxxxxxxx' && roll(2)) return [0x6000 | roll(0x1000)]; // STR and LDR, as for the divider
  switch (kind) {
    case 'CALL': {
      if (at > LENGTH - 4) return [0x46c0];
      const offset = roll(LENGTH) - at - 2; // BL, to a near place
      const bits = (offset << 1) & 0x1ffffff;
      const sign = (bits >> 24) & 1;
      return [0xf000 | (sign << 10) | ((bits >> 12) & 0x3ff), 0xf800 | ((bits >> 1) & 0x7ff)];
    }
    case 'BARRIER':
      return at > LENGTH - 4 ? [0x46c0] : [0xf3bf, 0x8f5f];
    case 'BRANCH':
      return [0xe000 | ((roll(LENGTH) - at - 2) & 0x7ff)];
    case 'CONDITIONAL':
      return [0xd000 | (roll(14) << 8) | ((roll(LENGTH) - at - 2) & 0xff)];
    case 'LITERAL':
      return [0x4800 | (roll(8) << 8) | roll(20)];
    default:
      return [parseInt(kind.replace(/x/g, () => roll(2)), 2)];
  }
}

const chip = new RP2040();
chip.logger = { debug() {}, info() {}, warn() {}, error() {} };
chip.reset = () => {};
give(chip);
console.warn = () => {}; // warnings of the SIO block
let crashed = false;
chip.onBreak = () => {
  crashed = true;
};
const { core, clock } = chip;
const divider = (at) => at >= 0xd0000060 && at <= 0xd0000078 && at % 4 === 0;
for (const name of ['readUint32', 'readUint16', 'readUint8']) {
  const its = chip[name].bind(chip);
  const real = (at) =>
    (at >= SRAM_START && at + 3 < SRAM_START + sram8.length) ||
    at >>> 21 === FLASH_START >>> 21 ||
    (name === 'readUint32' && divider(at));
  chip[name] = (address) => (real(address >>> 0) ? its(address) : (address * 0x9e3779b1) >>> 24);
}
const write = chip.writeUint32.bind(chip);
chip.writeUint32 = (address, value) => divider(address) && write(address, value);
chip.writeUint16 = chip.writeUint8 = () => {};
const run = makeLoop(
  chip,
  () => crashed,
  () => false,
);
const around = sram8.subarray(0, SIZE);
for (let at = 0; at < flash8.length; at++) flash8[at] = roll(256);
// Data that stops a jump into it (UDF), so that no code overwrites itself while it runs
for (let at = 0; at < SIZE; at++) around[at] = at % 2 ? 0xde : roll(256);
const pristine = around.slice();

/** Return everything that is compared after so many cycles. */
function execute(code, whole, start, flags, cycles) {
  registers.set(start);
  [core.N, core.Z, core.C, core.V] = flags;
  core.cycles = 0;
  core.waiting = core.interruptsUpdated = core.eventRegistered = false;
  core.pendingSVCall = crashed = false;
  core.currentMode = core.IPSR = 0;
  core.PM = false;
  clock.nanosCounter = 0;
  clock.nextAlarm = null;
  around.set(pristine);
  memory.forget(SRAM_START, CODE); // what it may have decoded of the data
  memory.forget(SRAM_START + CODE + 0x80, SIZE);
  code.set(whole, CODE / 2);
  memory.divider.set([7, 3, 2, 1, 3]);
  run(8 * cycles);
  const { N, Z, C, V } = core;
  return JSON.stringify([N, Z, C, V, core.cycles, clock.nanosCounter, [...registers], [...memory.divider]]);
}

let good = 0;
const different = [];
for (let piece = 0; piece < Number(pieces); piece++) {
  const home = pick([SRAM_START, FLASH_START]);
  const code = home === SRAM_START ? sram16 : flash16;
  const words = [];
  while (words.length < LENGTH) words.push(...instruction(words.length));
  memory.forget(home + CODE, 4 * LENGTH);
  code.set(words.slice(0, LENGTH), CODE / 2);
  code[CODE / 2 + LENGTH] = 0xe7fe; // b .
  const whole = code.slice(CODE / 2, CODE / 2 + LENGTH + 1);
  const start = Array.from({ length: 16 }, number);
  start[13] = SRAM_START + WINDOW + 4 * roll(0x400);
  if (roll(4)) start[14] = home + CODE + 2 * roll(LENGTH) + 1;
  start[15] = home + CODE;
  const flags = Array.from({ length: 4 }, () => roll(2) === 1);
  const cycles = 1 + roll(200);
  const before = translated.runs;
  heat.fill(HOT - 20);
  let [wanted, bytes] = ['', pristine];
  for (let turn = 0; turn < SEEN; turn++) {
    if (turn === SEEN / 2) heat.fill(HOT - 1); // compile what waits for others
    const found = execute(code, whole, start, flags, cycles);
    if (!turn) [wanted, bytes] = [found, around.slice()];
    if (whole.some((word, at) => word !== code[CODE / 2 + at])) {
      break; // it overwrote itself
    }
    if (found !== wanted || Buffer.compare(around, bytes)) {
      const hex = words.map((word) => word.toString(16));
      different.push({ piece, turn, cycles, home, start, flags, hex, found, wanted });
      break;
    }
  }
  if (translated.runs > before) good++;
}
console.log(JSON.stringify({ translated: good, different: different.length }));
for (const one of different.slice(0, 3)) console.log(JSON.stringify(one));
