// SPDX-License-Identifier: MIT
/**
 * The memory of the chip: its registers, SRAM, flash and boot ROM.
 *
 * They are module constants, not parts of an object, so that the JavaScript engine knows their
 * addresses and lengths: this makes core.js twice as fast. So each exists once in a thread and
 * belongs to the board that runs; `Content` keeps the contents of the others. Everything lies in
 * one WebAssembly memory, where the code from translator.js can reach it.
 */

import { REGISTERS_AT, STATE_AT } from './recording.js';

export const SRAM_START = 0x20000000;
export const SRAM_SIZE = 264 * 1024;
export const FLASH_START = 0x10000000;
export const FLASH_SIZE = 2 << 20;
export const ROM_SIZE = 16 * 1024;

// The offsets of the other parts in the WebAssembly memory.
export const DIVIDER_AT = 128;
export const SRAM_AT = 0x1000;
export const ROM_AT = SRAM_AT + SRAM_SIZE;
export const FLASH_AT = ROM_AT + ROM_SIZE;
/** The translated run that starts at each halfword of the flash, then of the SRAM. */
export const ENTRIES_AT = FLASH_AT + FLASH_SIZE;
const PAGES = Math.ceil((ENTRIES_AT + FLASH_SIZE + SRAM_SIZE) / 65536);

export const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
const { buffer } = memory;

/** R0 to R15. */
export const registers = new Int32Array(buffer, REGISTERS_AT, 16);

/** Values shared by JavaScript and translated code; recording.js and translator.js name them. */
export const state = new Int32Array(buffer, STATE_AT, 9);

/** The divider of the SIO block: dividend, divisor, quotient, remainder, and its CSR. */
export const divider = new Int32Array(buffer, DIVIDER_AT, 5);

export const sram8 = new Uint8Array(buffer, SRAM_AT, SRAM_SIZE);
export const sram16 = new Uint16Array(buffer, SRAM_AT, SRAM_SIZE / 2);
export const sram32 = new Int32Array(buffer, SRAM_AT, SRAM_SIZE / 4);

export const flash8 = new Uint8Array(buffer, FLASH_AT, FLASH_SIZE);
export const flash16 = new Uint16Array(buffer, FLASH_AT, FLASH_SIZE / 2);
export const flash32 = new Int32Array(buffer, FLASH_AT, FLASH_SIZE / 4);

export const rom8 = new Uint8Array(buffer, ROM_AT, ROM_SIZE);
export const rom16 = new Uint16Array(buffer, ROM_AT, ROM_SIZE / 2);
export const rom32 = new Int32Array(buffer, ROM_AT, ROM_SIZE / 4);

export const entries = new Uint16Array(buffer, ENTRIES_AT, (FLASH_SIZE + SRAM_SIZE) / 2);

/** The index in `state` of the number of translated runs. */
export const RUNS = 7;

/** Flash sectors of 4096 bytes that contain translated code. */
export const translated = new Set();

/**
 * Runs that are translated but not compiled yet: their start address and their code.
 * @type {{ entry: number, code: number[][] }[]}
 */
export const queue = [];

/** Drop all translated code. */
export function forgetAll() {
  queue.length = 0;
  entries.fill(0);
  translated.clear();
  state[RUNS] = 0;
}

/**
 * Drop translated code in a part of the flash that was written.
 * @param {number} at
 * @param {number} length
 */
export function forget(at, length) {
  for (let sector = at >> 12; sector << 12 < at + length; sector++) {
    if (translated.has(sector)) {
      forgetAll();
      return;
    }
  }
}

/**
 * Replace the whole flash by `act`; translated code is kept where the bytes stay the same.
 * @param {() => void} act
 */
export function replace(act) {
  const sector = (/** @type {number} */ number) => flash32.subarray(number << 10, (number + 1) << 10);
  const before = [...translated].map((number) => sector(number).slice());
  act();
  [...translated].forEach((number, index) => {
    const now = sector(number);
    if (before[index].some((word, at) => word !== now[at])) forgetAll();
  });
}

const PARTS = [registers, divider, sram32, flash32, rom32];

/** @type {Content | null} the content that is in the memory */
let resident = null;

/** The memory contents of one board. */
export class Content {
  constructor() {
    /** @private @type {Int32Array[]} copies of all parts, while another board has the memory */
    this.kept = PARTS.map((part) => new Int32Array(part.length));
  }

  /** Bring this content into the memory; to be called before any access. */
  bring() {
    if (resident === this) return;
    if (resident) resident.kept = PARTS.map((part) => part.slice());
    replace(() => PARTS.forEach((part, index) => part.set(this.kept[index])));
    this.kept = [];
    resident = this;
  }
}

/** @param {import('rp2040js').RP2040} chip that gets this memory instead of its own */
export function give(chip) {
  const its = /** @type {any} */ (chip);
  its.core.registers = new Uint32Array(buffer, REGISTERS_AT, 16);
  its.sram = sram8;
  its.sramView = new DataView(buffer, SRAM_AT, SRAM_SIZE);
  its.flash = flash8;
  its.flash16 = flash16;
  its.flashView = new DataView(buffer, FLASH_AT, FLASH_SIZE);
  its.bootrom = new Uint32Array(buffer, ROM_AT, ROM_SIZE / 4);
  ['divDividend', 'divDivisor', 'divQuotient', 'divRemainder', 'divCSR'].forEach((name, at) => {
    divider[at] = its.sio[name];
    Object.defineProperty(its.sio, name, {
      get: () => divider[at] >>> 0,
      set: (value) => {
        divider[at] = value; // readers use only the integer part of a fraction
      },
    });
  });
}
