// SPDX-License-Identifier: MIT
/**
 * The memory of the RP2350: its registers, SRAM, flash, boot ROM, and the decoded instructions.
 *
 * They are module constants for the same reason as in memory.js: the JavaScript engine then knows
 * their addresses. One board at a time has its content here; `Content` keeps the others'.
 */

import { REGISTERS_AT, STATE_AT } from './recording.js';

export const SRAM_START = 0x20000000;
export const SRAM_SIZE = 520 * 1024;
export const FLASH_START = 0x10000000;
export const FLASH_SIZE = 4 << 20;
export const ROM_SIZE = 32 * 1024;

// The offsets of the other parts in the WebAssembly memory.
export const SINGLES_AT = 128;
export const MARKS_AT = 0x1000;
export const SRAM_AT = 0x4000;
export const ROM_AT = SRAM_AT + SRAM_SIZE;
export const FLASH_AT = ROM_AT + ROM_SIZE;
/** The translated run that starts at each place of the flash window. */
export const ENTRIES_AT = FLASH_AT + FLASH_SIZE;
const PAGES = Math.ceil((ENTRIES_AT + FLASH_SIZE) / 65536);

export const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
const { buffer } = memory;

/** R0 to R15. */
export const registers = new Int32Array(buffer, REGISTERS_AT, 16);
/** The flags and what a burst shares with translated code; access8.js names them. */
export const state = new Int32Array(buffer, STATE_AT, 16);
/** S0 to S31, as numbers and as bits. */
export const singles = new Float32Array(buffer, SINGLES_AT, 32);
export const singleBits = new Int32Array(buffer, SINGLES_AT, 32);

export const sram8 = new Uint8Array(buffer, SRAM_AT, SRAM_SIZE);
export const sram16 = new Uint16Array(buffer, SRAM_AT, SRAM_SIZE / 2);
export const sram32 = new Int32Array(buffer, SRAM_AT, SRAM_SIZE / 4);

export const flash8 = new Uint8Array(buffer, FLASH_AT, FLASH_SIZE);
export const flash16 = new Uint16Array(buffer, FLASH_AT, FLASH_SIZE / 2);
export const flash32 = new Int32Array(buffer, FLASH_AT, FLASH_SIZE / 4);

export const rom8 = new Uint8Array(buffer, ROM_AT, ROM_SIZE);
export const rom16 = new Uint16Array(buffer, ROM_AT, ROM_SIZE / 2);
export const rom32 = new Int32Array(buffer, ROM_AT, ROM_SIZE / 4);

// A place is a halfword that can be executed: in the flash window, in SRAM, in the ROM. After each
// of these parts there is a gap without instructions, for code that runs over its end.
const GAP = 32;
export const FLASH_END = FLASH_SIZE / 2;
export const SRAM_PLACE = FLASH_END + GAP;
export const SRAM_END = SRAM_PLACE + SRAM_SIZE / 2;
export const ROM_PLACE = SRAM_END + GAP;
export const ROM_END = ROM_PLACE + ROM_SIZE / 2;
export const PLACES = ROM_END + GAP;

/** The decoded operation at each place (decode8.js), 0 for none. */
export const operations = new Int32Array(PLACES);
export const immediates = new Int32Array(PLACES);
/** In an IT block: the operation if the condition holds. */
export const conditionals = new Int32Array(PLACES);

export const entries = new Uint16Array(buffer, ENTRIES_AT, FLASH_SIZE / 2);

/** Jumps to each place; several places share an entry. */
export const heat = new Uint16Array(1 << 17);

/**
 * Runs that are translated but not compiled yet: their start and their code.
 * @type {{ entry: number, code: number[][] }[]}
 */
export const queue = [];

/** The number of translated runs. */
export const translated = { runs: 0 };

/** Drop all translated code. */
export function forgetRuns() {
  if (translated.runs + queue.length === 0) return;
  translated.runs = queue.length = 0;
  entries.fill(0);
  heat.fill(0);
}

/** Granules of 64 bytes of SRAM with decoded instructions. */
export const marks = new Uint8Array(buffer, MARKS_AT, SRAM_SIZE >> 6);

/** Sectors of 4096 bytes of the flash window with decoded instructions. */
const decoded = new Uint8Array(FLASH_SIZE >> 12);

/** The most halfwords of an IT block, which is dropped as a whole. */
const BLOCK = 9;

/** The part of the flash at FLASH_START: offset and bytes; none while the window is closed. */
export const view = { base: 0, length: FLASH_SIZE, mapped: 0 };

/** Called when the view or the translated code changes. @type {{ changed: () => void }} */
export const watcher = { changed() {} };

/** @param {number} place @param {number} count */
function clear(place, count) {
  operations.fill(0, Math.max(0, place - BLOCK), place + count);
}

/** @param {number} place where something was decoded */
export function mark(place) {
  if (place < FLASH_END) decoded[place >> 11] = 1;
  else if (place >= SRAM_PLACE && place < SRAM_END) {
    const granule = (place - SRAM_PLACE) >> 5;
    marks[granule] = 1;
    // its second halfword may be in the next one
    if (granule + 1 < marks.length) marks[granule + 1] = 1;
  }
}

/** @param {number} offset in SRAM, written where instructions were decoded */
export function forgetGranule(offset) {
  marks[offset >> 6] = 0;
  clear(SRAM_PLACE + ((offset >> 6) << 5), 32);
}

function forgetFlash() {
  for (let sector = 0; sector < decoded.length; sector++) {
    if (decoded[sector]) clear(sector << 11, 2048);
  }
  decoded.fill(0);
  forgetRuns();
}

/** Drop all decoded instructions. */
export function forgetAll() {
  forgetFlash();
  operations.fill(0, SRAM_PLACE);
  marks.fill(0);
  watcher.changed();
}

/**
 * Drop what was decoded of code that something other than the processor's stores has changed.
 * @param {number} address on the bus; for the flash, FLASH_START plus the offset in it
 * @param {number} length in bytes
 */
export function forget(address, length) {
  if (address >= SRAM_START && address < SRAM_START + SRAM_SIZE) {
    const end = Math.min(address - SRAM_START + length, SRAM_SIZE);
    for (let at = (address - SRAM_START) & ~63; at < end; at += 64) {
      if (marks[at >> 6]) forgetGranule(at);
    }
  } else if (address >= FLASH_START && address < FLASH_START + FLASH_SIZE) {
    const start = address - FLASH_START - view.mapped;
    // A literal may be up to 4 KiB away from its load.
    const last = Math.min((start + length - 1 + 4096) >> 12, decoded.length - 1);
    for (let sector = Math.max(0, (start - 4096) >> 12); sector <= last; sector++) {
      if (decoded[sector]) {
        clear(sector << 11, 2048);
        forgetRuns();
      }
      decoded[sector] = 0;
    }
  } else if (address < ROM_SIZE) operations.fill(0, ROM_PLACE);
}

/**
 * Map another part of the flash to FLASH_START.
 * @param {number} base offset in the flash, a multiple of 4096
 * @param {number} length in bytes; 0 closes it, as while the flash is written
 */
export function mapFlash(base, length) {
  if (length && base !== view.mapped) {
    forgetFlash();
    view.mapped = base;
  }
  view.base = base;
  view.length = Math.max(0, Math.min(length, FLASH_SIZE - base));
  watcher.changed();
}

const PARTS = [registers, state, singleBits, sram32, flash32, rom32];

/** @type {Content | null} the content that is in the memory */
let resident = null;

/** The memory contents of one board. */
export class Content {
  constructor() {
    /** @private @type {Int32Array[]} copies of all parts, while another board has the memory */
    this.kept = PARTS.map((part) => new Int32Array(part.length));
    /** @private */
    this.view = { base: 0, length: FLASH_SIZE };
  }

  /** Bring this content into the memory; to be called before any access. */
  bring() {
    if (resident === this) return;
    if (resident) {
      resident.kept = PARTS.map((part) => part.slice());
      resident.view = { base: view.base, length: view.length };
    }
    PARTS.forEach((part, index) => part.set(this.kept[index]));
    this.kept = [];
    forgetAll();
    mapFlash(this.view.base, this.view.length);
    resident = this;
  }
}
