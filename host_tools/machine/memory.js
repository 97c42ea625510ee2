// SPDX-License-Identifier: MIT
/**
 * The memory of the chip: its registers, SRAM, flash and boot ROM.
 *
 * They are constants of a module, and not parts of an object, because the compiler of the
 * JavaScript engine then knows where they are and how long: core.js is twice as fast with that.
 * So there is one of each in a thread, and of several boards it belongs to the one that runs;
 * `Content` keeps what the others have in theirs. All of it lies in one memory of WebAssembly,
 * where what translator.js makes can reach it.
 */

export const SRAM_START = 0x20000000;
export const SRAM_SIZE = 264 * 1024;
export const FLASH_START = 0x10000000;
export const FLASH_SIZE = 2 << 20;
export const ROM_SIZE = 16 * 1024;

// Where each part is in the memory of WebAssembly.
export const REGISTERS_AT = 0;
export const STATE_AT = 64;
export const DIVIDER_AT = 128;
export const SRAM_AT = 0x1000;
export const ROM_AT = SRAM_AT + SRAM_SIZE;
export const FLASH_AT = ROM_AT + ROM_SIZE;
/** What translated code begins at each halfword of the flash, and behind it of the SRAM. */
export const ENTRIES_AT = FLASH_AT + FLASH_SIZE;
const PAGES = Math.ceil((ENTRIES_AT + FLASH_SIZE + SRAM_SIZE) / 65536);

export const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
const { buffer } = memory;

/** R0 to R15. */
export const registers = new Int32Array(buffer, REGISTERS_AT, 16);

/** What goes from JavaScript to translated code and back; translator.js says what each is. */
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

/** Where in `state` is how many of translated runs there are. */
export const RUNS = 7;

/** Sectors of the flash, of 4096 bytes, of which something is translated. */
export const translated = new Set();

/**
 * What is translated, but not compiled yet: the address where it begins, and its code.
 * @type {{ entry: number, code: number[][] }[]}
 */
export const queue = [];

/** Nothing is translated any more. */
export function forgetAll() {
  queue.length = 0;
  entries.fill(0);
  translated.clear();
  state[RUNS] = 0;
}

/**
 * Something was written into the flash: forget what was translated if it was there.
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
 * Let all of the flash be another one; what is translated is kept if it still is so there.
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

/** @type {Content | null} whose content is in the memory */
let resident = null;

/** What one board has in its memory. */
export class Content {
  constructor() {
    /** @private @type {Int32Array[]} copies of all parts, while another board has the memory */
    this.kept = PARTS.map((part) => new Int32Array(part.length));
  }

  /** Have this content in the memory. To be called before anything looks there. */
  bring() {
    if (resident === this) return;
    if (resident) resident.kept = PARTS.map((part) => part.slice());
    replace(() => PARTS.forEach((part, index) => part.set(this.kept[index])));
    this.kept = [];
    resident = this;
  }
}

/** @param {import('rp2040js').RP2040} chip that is to have this memory instead of its own */
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
        divider[at] = value; // of a fraction the whole number, as every reader takes it
      },
    });
  });
}
