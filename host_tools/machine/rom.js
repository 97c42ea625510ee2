// SPDX-License-Identifier: MIT
/**
 * The project's own boot ROM: the tables in which the pico-sdk looks up functions, and for each
 * function a breakpoint that JavaScript serves. Written from the RP2040 data sheet, chapter 2.8. It
 * contains no byte of Raspberry Pi's ROM, which may not be shipped in a web page.
 *
 * With it a machine needs no file but the firmware. Its functions take about as many cycles as
 * those of the genuine ROM.
 */

import { CYCLE, pass } from './clock.js';
import { AS_MEMORY, POLL } from './flash.js';

/** @typedef {import('rp2040js').RP2040} RP2040 */
/** @typedef {RP2040 & { waited: number }} Chip with the cycles that it has waited for the flash */
/** @typedef {import('./flash.js').Flash} Flash */
/** @typedef {Uint32Array} Registers */
/** @typedef {(r: Registers, chip: RP2040, flash: Flash) => number} Service returns cycles */

const SIZE = 16384;
const SRAM = 0x20000000;
const FIRST = 0x400; // where the traps begin: BKPT number; BX LR

/** @type {Map<string, Service>} by two letters, as in the table, or by a name of this project */
const SERVICES = new Map();

SERVICES.set('lookup', (r, chip) => {
  for (let at = r[0]; chip.readUint16(at); at += 4) {
    if (chip.readUint16(at) === (r[1] & 0xffff)) {
      r[0] = chip.readUint16(at + 2);
      return 40;
    }
  }
  r[0] = 0;
  return 200;
});

// Memory

/** Cycles of the trap itself: BKPT and BX LR. */
const TRAP = 3;

/**
 * Return the cycles that the genuine ROM takes to copy, measured for lengths from 0 to 1024: bytes
 * up to 7, else pieces of 16 bytes, words and the rest; bytes if both cannot be aligned.
 * @param {number} to
 * @param {number} from
 * @param {number} length
 */
function copying(to, from, length) {
  if (length < 8) return 13 + 4 * length - TRAP;
  if ((to ^ from) & 3) return 9 + 7 * length - TRAP;
  const [words, rest] = [(length >> 2) & 3, length & 3];
  const few = length < 16 ? 1 + 3 * words : [0, 3, 5, 8][words];
  return 37 + 13 * (length >> 4) + few + (rest && 4 + 3 * rest) + (to & 3 ? 11 : 0) - TRAP;
}

/** Likewise for filling. @param {number} to @param {number} length */
function filling(to, length) {
  if (length < 8) return 13 + 2 * length - TRAP;
  const few = length < 16 ? 32 : 39 + 8 * (length >> 4);
  return few + ((length >> 2) & 3) + [0, 5, 7, 8][length & 3] + (to & 3 ? 4 : 0) - TRAP;
}

/** @param {Registers} r @param {RP2040} chip */
const copy = (r, chip) => {
  const [to, from, length] = r;
  for (let at = 0; at < length; at++) chip.writeUint8(to + at, chip.readUint8(from + at));
  return copying(to, from, length);
};
/** @param {Registers} r @param {RP2040} chip */
const fill = (r, chip) => {
  const [to, value, length] = r;
  for (let at = 0; at < length; at++) chip.writeUint8(to + at, value & 0xff);
  return filling(to, length);
};
SERVICES.set('MC', copy).set('MS', fill);
// The functions for aligned data skip the alignment check.
SERVICES.set('C4', (r, chip) => copy(r, chip) - (r[2] < 8 ? 0 : 12));
SERVICES.set('S4', (r, chip) => (r[2] < 8 ? fill(r, chip) + 8 : fill(r, chip) - 9));

// Bits

/** @param {number} word */
const reversed = (word) => {
  let result = 0;
  for (let bit = 0; bit < 32; bit++) result = (result << 1) | ((word >>> bit) & 1);
  return result >>> 0;
};
SERVICES.set('P3', (r) => {
  let count = 0;
  for (let word = r[0]; word; word &= word - 1) count++;
  r[0] = count;
  return 22 - TRAP;
});
SERVICES.set('R3', (r) => {
  r[0] = reversed(r[0]);
  return 24 - TRAP;
});
SERVICES.set('L3', (r) => {
  r[0] = Math.clz32(r[0]);
  return 11 - TRAP;
});
SERVICES.set('T3', (r) => {
  r[0] = Math.clz32(reversed(r[0]));
  return 13 - TRAP;
});

// Flash: connect, exit XIP, flush the cache, enter XIP, erase, program

const SSI = 0x18000000;
const XIP_FLUSH = 0x14000004;
const SS_CTRL = 0x4001800c; // of IO_QSPI: who drives the chip-select line

/** @param {RP2040} chip @param {number} ctrlr0 */
const setUpSsi = (chip, ctrlr0) => {
  chip.writeUint32(SSI + 0x08, 0); // SSIENR
  chip.writeUint32(SSI, ctrlr0);
  chip.writeUint32(SSI + 0x08, 1);
};
SERVICES.set('IF', () => 30);
SERVICES.set('EX', (r, chip) => {
  setUpSsi(chip, 7 << 16); // frames of 8 bits
  return 30;
});
SERVICES.set('FC', (r, chip) => {
  chip.writeUint32(SS_CTRL, 0);
  chip.writeUint32(XIP_FLUSH, 1);
  return 30;
});
SERVICES.set('CX', (r, chip) => {
  setUpSsi(chip, AS_MEMORY);
  return 30;
});
SERVICES.set('RE', (r, chip, flash) => {
  flash.erase(r[0], r[1]);
  return 100;
});
SERVICES.set('RP', (r, chip, flash) => {
  const data = Uint8Array.from({ length: r[2] }, (_, at) => chip.readUint8(r[1] + at));
  flash.program(r[0], data);
  return 100;
});
SERVICES.set('UB', (r, chip) => {
  chip.logger.warn('ROM', 'reset into USB boot: not possible here');
  return 1;
});

// Floats, single and double: for the REPL; the firmware uses none

const words = new Uint32Array(2);
const singles = new Float32Array(words.buffer);
const doubles = new Float64Array(words.buffer);

/** @param {number} bits */
const single = (bits) => {
  words[0] = bits;
  return singles[0];
};
/** @param {number} low @param {number} high */
const double = (low, high) => {
  words[0] = low;
  words[1] = high;
  return doubles[0];
};
/** @param {Registers} r @param {number} value @param {number} [at] */
const putSingle = (r, value, at = 0) => {
  singles[0] = value;
  r[at] = words[0];
};
/** @param {Registers} r @param {number} value @param {number} [at] */
const putDouble = (r, value, at = 0) => {
  doubles[0] = value;
  [r[at], r[at + 1]] = words;
};
/** @param {number} low @param {number} high */
const signed64 = (low, high) => Number(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)));
/** @param {number} low @param {number} high */
const unsigned64 = (low, high) => high * 2 ** 32 + low;
/** @param {Registers} r @param {number} value an integer */
const putInteger64 = (r, value) => {
  const bits = BigInt.asUintN(64, BigInt(value));
  r[0] = Number(bits & 0xffffffffn);
  r[1] = Number(bits >> 32n);
};
/** @param {number} value @param {number} low @param {number} high */
const clamped = (value, low, high) =>
  Number.isNaN(value) ? 0 : Math.min(Math.max(Math.floor(value), low), high);
/** @param {RP2040} chip @param {number} left @param {number} right */
const setFlags = ({ core }, left, right) => {
  core.N = left < right;
  core.Z = left === right;
  core.C = left >= right;
  core.V = false;
};

/** @typedef {[single: Service, double: Service]} Pair */

/** @type {(f: (x: number) => number) => Pair} */
const unary = (f) => [
  (r) => (putSingle(r, f(single(r[0]))), 400),
  (r) => (putDouble(r, f(double(r[0], r[1]))), 900),
];
/** @type {(f: (x: number, y: number) => number) => Pair} */
const binary = (f) => [
  (r) => (putSingle(r, f(single(r[0]), single(r[1]))), 80),
  (r) => (putDouble(r, f(double(r[0], r[1]), double(r[2], r[3]))), 140),
];
/** @type {(low: number, high: number, fixed?: boolean) => Pair} to an integer, or fixed point */
const toInteger = (low, high, fixed = false) => [
  (r) => ((r[0] = clamped(single(r[0]) * (fixed ? 2 ** (r[1] | 0) : 1), low, high)), 60),
  (r) => ((r[0] = clamped(double(r[0], r[1]) * (fixed ? 2 ** (r[2] | 0) : 1), low, high)), 90),
];
/** @type {(signed: boolean, fixed?: boolean) => Pair} */
const fromInteger = (signed, fixed = false) => {
  const value = (/** @type {Registers} */ r) =>
    (signed ? r[0] | 0 : r[0]) * (fixed ? 2 ** -(r[1] | 0) : 1);
  return [(r) => (putSingle(r, value(r)), 60), (r) => (putDouble(r, value(r)), 60)];
};
/** @type {(signed: boolean, fixed?: boolean) => Pair} */
const toInteger64 = (signed, fixed = false) => {
  const [low, high] = signed ? [-(2 ** 63), 2 ** 63 - 1024] : [0, 2 ** 64 - 2048];
  const scale = (/** @type {number} */ bits) => (fixed ? 2 ** (bits | 0) : 1);
  return [
    (r) => (putInteger64(r, clamped(single(r[0]) * scale(r[1]), low, high)), 90),
    (r) => (putInteger64(r, clamped(double(r[0], r[1]) * scale(r[2]), low, high)), 90),
  ];
};
/** @type {(signed: boolean, fixed?: boolean) => Pair} */
const fromInteger64 = (signed, fixed = false) => {
  const value = (/** @type {Registers} */ r) =>
    (signed ? signed64 : unsigned64)(r[0], r[1]) * (fixed ? 2 ** -(r[2] | 0) : 1);
  return [(r) => (putSingle(r, value(r)), 90), (r) => (putDouble(r, value(r)), 90)];
};
/** @type {Pair} */
const compare = [
  (r, chip) => {
    const [left, right] = [single(r[0]), single(r[1])];
    setFlags(chip, left, right);
    r[0] = left < right ? -1 : left > right ? 1 : 0;
    return 40;
  },
  (r, chip) => {
    const [left, right] = [double(r[0], r[1]), double(r[2], r[3])];
    setFlags(chip, left, right);
    r[0] = left < right ? -1 : left > right ? 1 : 0;
    return 50;
  },
];
/** @type {Pair} */
const compareFlags = [
  (r, chip) => (setFlags(chip, single(r[0]), single(r[1])), 40),
  (r, chip) => (setFlags(chip, double(r[0], r[1]), double(r[2], r[3])), 50),
];
/** @type {Pair} */
const sineCosine = [
  (r) => {
    const x = single(r[0]);
    putSingle(r, Math.sin(x));
    putSingle(r, Math.cos(x), 1);
    return 700;
  },
  (r) => {
    const x = double(r[0], r[1]);
    putDouble(r, Math.sin(x));
    putDouble(r, Math.cos(x), 2);
    return 1500;
  },
];

const [I31, I32] = [2 ** 31, 2 ** 32];

/** In the order of the table (data sheet, chapter 2.8.3.2; sf_table.h of the pico-sdk). */
const FLOATS = [
  binary((x, y) => x + y),
  binary((x, y) => x - y),
  binary((x, y) => x * y),
  binary((x, y) => x / y),
  compare,
  compareFlags,
  unary(Math.sqrt),
  toInteger(-I31, I31 - 1),
  toInteger(-I31, I31 - 1, true),
  toInteger(0, I32 - 1),
  toInteger(0, I32 - 1, true),
  fromInteger(true),
  fromInteger(true, true),
  fromInteger(false),
  fromInteger(false, true),
  unary(Math.cos),
  unary(Math.sin),
  unary(Math.tan),
  sineCosine,
  unary(Math.exp),
  unary(Math.log),
  compare,
  binary(Math.atan2),
  fromInteger64(true),
  fromInteger64(true, true),
  fromInteger64(false),
  fromInteger64(false, true),
  toInteger64(true),
  toInteger64(true, true),
  toInteger64(false),
  toInteger64(false, true),
  /** @type {Pair} */ ([
    (r) => (putDouble(r, single(r[0])), 60),
    (r) => (putSingle(r, double(r[0], r[1])), 60),
  ]),
];
FLOATS.forEach(([inSingle, inDouble], index) => {
  SERVICES.set(`float ${index}`, inSingle).set(`double ${index}`, inDouble);
});

const NAMES = [...SERVICES.keys()];

/** @returns {Uint8Array} the ROM's 16 KiB */
export function makeRom() {
  const rom = new Uint8Array(SIZE);
  const view = new DataView(rom.buffer);
  /** @type {Map<string, number>} */
  const entry = new Map();
  NAMES.forEach((name, code) => {
    const at = FIRST + 4 * code;
    entry.set(name, at | 1);
    view.setUint16(at, 0xbe00 | code, true); // BKPT code
    view.setUint16(at + 2, 0x4770, true); // BX LR
  });
  const address = (/** @type {string} */ name) => entry.get(name) ?? 0;
  const put = (/** @type {number} */ at, /** @type {string} */ name, /** @type {number} */ value) => {
    rom[at] = name.charCodeAt(0);
    rom[at + 1] = name.charCodeAt(1);
    view.setUint16(at + 2, value, true);
  };
  view.setUint32(0, SRAM + 0x41f00, true); // the stack
  for (const at of [4, 8, 12]) view.setUint32(at, 0x301, true); // reset, NMI, HardFault
  view.setUint16(0x300, 0xe7fe, true); // an endless loop
  rom.set([0x4d, 0x75, 0x01, 0x02], 0x10); // "Mu", 1, version
  view.setUint16(0x14, 0x40, true); // the table of functions
  view.setUint16(0x16, 0xc0, true); // the table of data
  view.setUint16(0x18, address('lookup'), true);
  NAMES.filter((name) => name.length === 2).forEach((name, index) => {
    put(0x40 + 4 * index, name, address(name));
  });
  put(0xc0, 'SF', 0x200);
  put(0xc4, 'SD', 0x280);
  for (let index = 0; index < FLOATS.length; index++) {
    view.setUint32(0x200 + 4 * index, address(`float ${index}`), true);
    view.setUint32(0x280 + 4 * index, address(`double ${index}`), true);
  }
  return rom;
}

/**
 * Serve a breakpoint of this ROM.
 * @param {Chip} chip
 * @param {Flash} flash
 * @param {number} code of the BKPT that the processor has reached
 * @returns {boolean} false: it belongs to no function here
 */
export function serveRom(chip, flash, code) {
  const name = NAMES[code];
  if (name === undefined || chip.core.PC >= SIZE) return false;
  const service = /** @type {Service} */ (SERVICES.get(name));
  chip.waited = 0;
  // While the flash works the function polls it: time passes in steps, so that a run can end.
  let cycles = flash.polled ? 0 : service(chip.core.registers, chip, flash);
  cycles += chip.waited + Math.ceil(Math.min(flash.left, POLL) / CYCLE);
  chip.core.cycles += cycles;
  pass(chip, cycles * CYCLE);
  flash.polled = flash.left > 0;
  if (flash.polled) chip.core.PC -= 2;
  return true;
}
