// SPDX-License-Identifier: MIT
/**
 * Every 16-bit opcode with random registers and flags: the fast core against the stock one.
 * test_machine.py runs it with the folder of the machine's modules and a seed. It prints a line
 * of JSON per kind of difference: the instruction, what differs, how often, and one case with
 * the manual's result.
 *
 * Where the stock core is wrong, the manual decides: ARMv6-M Architecture Reference Manual,
 * A2.2.1. Its functions for shifts and sums are written out here with big integers.
 */

const [folder, seed] = process.argv.slice(2);
const packages = new URL('../node_modules/', `file://${folder}/`);
const { RP2040 } = await import(new URL('rp2040js/dist/esm/index.js', packages).href);
const { makeLoop, give, sram8, flash8, rom8 } = await import(`${folder}/core.js`);
const memory = await import(`${folder}/memory.js`);
const { forget, registers, sram16, SRAM_START, FLASH_START } = memory;

let dice = Number(seed);
const roll = () => {
  dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0;
  return dice;
};
/** A typical number: small, large, near the limits, or a readable address. */
function number() {
  const kind = roll() >>> 28;
  if (kind < 4) return roll();
  if (kind < 6) return (roll() >>> 24) % 70;
  if (kind < 8) return [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 31, 32, 33][roll() >>> 29];
  if (kind < 11) return SRAM_START + WINDOW + (roll() >>> 20);
  if (kind < 13) return FLASH_START + (roll() >>> 12);
  if (kind < 14) return roll() >>> 19; // the boot ROM
  return SRAM_START + WINDOW + 4 * (roll() >>> 22);
}

/** Where in SRAM the addresses are, and the area around them that instructions can reach. */
const [WINDOW, AROUND, SIZE] = [0x4000, 0x3000, 0x6000];

for (const bytes of [sram8, flash8, rom8]) {
  for (let at = 0; at < bytes.length; at++) bytes[at] = roll() >>> 24;
}
const chip = new RP2040();
chip.logger = { debug() {}, info() {}, warn() {}, error() {} };
chip.reset = () => {};
give(chip);
let stock = false;
let touched = false; // something outside the comparison: a peripheral, a distant address, a fault
chip.onBreak = () => {
  touched = true;
};
const { core, clock } = chip;
const inside = (address, start, size) => address >= start && address + 3 < start + size;
for (const [name, alignment] of [['readUint32', 3], ['readUint16', 1], ['readUint8', 0]]) {
  const its = chip[name].bind(chip);
  chip[name] = (address) => {
    const real =
      inside(address >>> 0, SRAM_START, sram8.length) ||
      inside(address >>> 0, FLASH_START, flash8.length) ||
      inside(address >>> 0, 0, 0x4000);
    if (!real || address & alignment) touched = true;
    return name === 'readUint32' && !real ? 0 : its(address);
  };
}
for (const [name, alignment] of [['writeUint32', 3], ['writeUint16', 1], ['writeUint8', 0]]) {
  const its = chip[name].bind(chip);
  chip[name] = (address, value) => {
    if (inside(address >>> 0, SRAM_START + AROUND, SIZE) && !(address & alignment)) {
      its(address, value);
    } else touched = true;
  };
}
const run = makeLoop(
  chip,
  () => false,
  () => stock,
);

const CODE = 0x1000; // where the instruction is in SRAM
const around = sram8.subarray(AROUND, AROUND + SIZE);
const pristine = sram8.slice();
const wanted = pristine.subarray(AROUND, AROUND + SIZE);
const WIDE = 0xf800; // the first of these is the second halfword of a BL

function execute(start, flags) {
  registers.set(start);
  [core.N, core.Z, core.C, core.V] = flags;
  core.cycles = 0;
  core.waiting = core.interruptsUpdated = core.eventRegistered = false;
  core.pendingSVCall = false;
  core.currentMode = core.IPSR = 0;
  core.PM = false;
  clock.nanosCounter = 0;
  clock.nextAlarm = null;
  run(1);
  const { N, Z, C, V, cycles, waiting, pendingSVCall, PM } = core;
  const registersNow = [...registers];
  return { N, Z, C, V, cycles, waiting, pendingSVCall, PM, nanos: clock.nanosCounter, registersNow };
}

const wide = (x) => BigInt(x >>> 0);
/** AddWithCarry of the manual: result, C and V. */
function addWithCarry(x, y, carry) {
  const unsigned = wide(x) + wide(y) + BigInt(carry);
  const signed = BigInt(x | 0) + BigInt(y | 0) + BigInt(carry);
  const result = BigInt.asUintN(32, unsigned);
  return { result: Number(result), C: result !== unsigned, V: BigInt.asIntN(32, result) !== signed };
}
/** Shift_C of the manual, by the bottom byte of a register. */
function shifted(kind, x, amount, C) {
  if (amount === 0) return { result: x >>> 0, C };
  const long = wide(x) << 300n;
  const shift = BigInt(amount);
  if (kind === 'LSLS') {
    const extended = wide(x) << shift;
    return { result: Number(extended & 0xffffffffn), C: ((extended >> 32n) & 1n) === 1n };
  }
  if (kind === 'RORS') {
    const by = amount % 32;
    const result = by ? ((x >>> by) | (x << (32 - by))) >>> 0 : x >>> 0;
    return { result, C: result >>> 31 === 1 };
  }
  const extended = (kind === 'ASRS' ? BigInt(x | 0) << 300n : long) >> shift;
  return {
    result: Number(BigInt.asUintN(32, extended >> 300n)),
    C: ((extended >> 299n) & 1n) === 1n,
  };
}
/** Left open by the manual: BX, BLX and CMP with the PC. */
const unpredictable = (opcode) =>
  (opcode >> 8 === 0x47 && ((opcode >> 3) & 15) === 15) ||
  (opcode >> 8 === 0x45 && (((opcode >> 3) & 15) === 15 || (opcode & 0x87) === 0x87));

/**
 * The manual's result for the few instructions that the stock core gets wrong: the name, a
 * register and its value, and the flags C and V.
 */
function demanded(opcode, start, [, , C, V]) {
  const [d, m] = [start[opcode & 7], start[(opcode >> 3) & 7]];
  if (opcode >> 10 === 0x10) {
    const name = ['', '', 'LSLS', 'LSRS', 'ASRS', 'ADCS', 'SBCS', 'RORS'][(opcode >> 6) & 15];
    const carry = C ? 1 : 0;
    const sum = name === 'ADCS' ? addWithCarry(d, m, carry) : addWithCarry(d, ~m, carry);
    const right = name === 'ADCS' || name === 'SBCS' ? sum : { V, ...shifted(name, d, m & 255, C) };
    return { name, register: opcode & 7, ...right };
  }
  if (opcode >> 9 === 0x2d || opcode >> 9 === 0x2f) {
    const at = (m + start[(opcode >> 6) & 7]) >>> 0; // wraps around after the last address
    const sram = at >= SRAM_START && at < SRAM_START + sram8.length;
    const flash = at >>> 21 === FLASH_START >>> 21;
    let half = memory.rom16[(at & 0x3fff) >> 1];
    if (sram) half = sram16[(at - SRAM_START) >> 1];
    if (flash) half = memory.flash16[(at & 0x1fffff) >> 1];
    if (opcode >> 9 === 0x2f) half = (half << 16) >> 16;
    return { name: 'LDRH, LDRSH', register: opcode & 7, result: half >>> 0, C, V };
  }
  if (opcode === 0x47f0) return { name: 'BLX LR', register: 15, result: (start[14] & ~1) >>> 0, C, V };
  return { name: `0x${opcode.toString(16)}`, register: 0, result: NaN, C, V };
}

const found = new Map();
let compared = 0;
for (let opcode = 0; opcode < 65536; opcode++) {
  if (opcode >> 8 === 0xbf && opcode !== 0xbf00) continue; // hints: WFE, SEV and so on
  if (unpredictable(opcode)) continue;
  for (let turn = 0; turn < 6; turn++) {
    const start = Array.from({ length: 16 }, () => number() | 0);
    start[13] = SRAM_START + WINDOW + 4 * (roll() >>> 22);
    start[15] = SRAM_START + CODE;
    const flags = Array.from({ length: 4 }, () => roll() >>> 31 === 1);
    sram16[CODE / 2] = opcode;
    sram16[CODE / 2 + 1] = WIDE | (roll() >>> 21);
    forget(SRAM_START + CODE, 4);
    touched = false;
    stock = true;
    const theirs = execute(start, flags);
    const theirMemory = around.slice();
    around.set(wanted);
    if (touched) continue;
    stock = false;
    const ours = execute(start, flags);
    compared++;
    const differences = Object.keys(ours).filter((key) => `${ours[key]}` !== `${theirs[key]}`);
    if (Buffer.compare(around, theirMemory)) differences.push('memory');
    around.set(wanted);
    if (!differences.length) continue;
    const { name, register, ...right } = demanded(opcode, start, flags);
    const value = ours.registersNow[register] >>> 0;
    const agrees = value === right.result && ours.C === right.C && ours.V === right.V;
    const key = JSON.stringify([name, differences, agrees]);
    const entry = found.get(key) ?? { count: 0, opcode, start, flags, ours, theirs, right };
    entry.count++;
    found.set(key, entry);
  }
}
pristine.set(sram8.subarray(CODE, CODE + 4), CODE);
const elsewhere = Buffer.compare(sram8, pristine) !== 0;
console.log(JSON.stringify({ compared, elsewhere }));
for (const [key, entry] of found) {
  const [name, differences, agrees] = JSON.parse(key);
  console.log(JSON.stringify({ name, differences, agrees, ...entry }));
}
