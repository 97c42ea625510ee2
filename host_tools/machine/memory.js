// SPDX-License-Identifier: MIT
/**
 * The memory of the chip that runs: its registers, SRAM, flash, boot ROM, and the decoded
 * instructions. The sizes are those of an RP2350; an RP2040 has the beginning of each part.
 *
 * They are module constants, not parts of an object, so that the JavaScript engine knows their
 * addresses and lengths: this makes execute.js twice as fast. So each exists once in a thread and
 * belongs to the board that runs; `Content` keeps the contents of the others. Everything that the
 * code from translator.js has to reach lies in one WebAssembly memory.
 */

export const SRAM_START = 0x20000000;
export const SRAM_SIZE = 520 * 1024;
export const FLASH_START = 0x10000000;
export const FLASH_SIZE = 4 << 20;
export const ROM_SIZE = 32 * 1024;

// The offsets of the parts in the WebAssembly memory.
export const REGISTERS_AT = 0;
export const STATE_AT = 64;
export const DIVIDER_AT = 256;
export const SINGLES_AT = 128;
export const MARKS_AT = 0x1000;
export const SRAM_AT = 0x4000;
export const ROM_AT = SRAM_AT + SRAM_SIZE;
export const FLASH_AT = ROM_AT + ROM_SIZE;
/** The translated run that starts at each place of the flash window and of the SRAM. */
export const ENTRIES_AT = FLASH_AT + FLASH_SIZE;
const PAGES = Math.ceil((ENTRIES_AT + FLASH_SIZE + SRAM_SIZE + 64) / 65536);

export const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
const { buffer } = memory;

/** R0 to R15. */
export const registers = new Int32Array(buffer, REGISTERS_AT, 16);
/** The flags and what a burst shares with translated code; access.js names them. */
export const state = new Int32Array(buffer, STATE_AT, 16);
/** S0 to S31, as numbers and as bits. */
export const singles = new Float32Array(buffer, SINGLES_AT, 32);
export const singleBits = new Int32Array(buffer, SINGLES_AT, 32);
/** The divider of the RP2040's SIO block: dividend, divisor, quotient, remainder, and its CSR. */
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

// A place is a halfword that can be executed: in the flash window, in SRAM, in the ROM. After each
// of these parts there is a gap without instructions, for code that runs over its end.
const GAP = 32;
export const FLASH_END = FLASH_SIZE / 2;
export const SRAM_PLACE = FLASH_END + GAP;
export const SRAM_END = SRAM_PLACE + SRAM_SIZE / 2;
export const ROM_PLACE = SRAM_END + GAP;
export const ROM_END = ROM_PLACE + ROM_SIZE / 2;
export const PLACES = ROM_END + GAP;

/** The decoded operation at each place (decode.js), 0 for none. */
export const operations = new Int32Array(PLACES);
export const immediates = new Int32Array(PLACES);
/** In an IT block: the operation if the condition holds. */
export const conditionals = new Int32Array(PLACES);

export const entries = new Uint16Array(buffer, ENTRIES_AT, SRAM_END);

/** Jumps to each place; several places share an entry. */
export const heat = new Uint16Array(1 << 17);

/**
 * Runs that are translated but not compiled yet: their start and their code.
 * @type {{ entry: number, code: number[][] }[]}
 */
export const queue = [];

/** The number of translated runs. */
export const translated = { runs: 0 };

/** The starts of the runs with code in each granule of the SRAM. @type {Map<number, Set<number>>} */
const inGranule = new Map();

/** @param {number} place of an instruction of a run @param {number} start of the run */
export function watch(place, start) {
  if (place < SRAM_PLACE) return;
  for (let half = place; half < place + 2; half++) {
    const granule = (half - SRAM_PLACE) >> 5;
    const starts = inGranule.get(granule);
    if (starts) starts.add(start);
    else inGranule.set(granule, new Set([start]));
  }
}

/** Drop all translated code. */
export function forgetRuns() {
  if (translated.runs + queue.length === 0) return;
  translated.runs = queue.length = 0;
  inGranule.clear();
  entries.fill(0);
  heat.fill(0);
}

/** Granules of 64 bytes of SRAM with decoded instructions. */
export const marks = new Uint8Array(buffer, MARKS_AT, SRAM_SIZE >> 6);

/** Sectors of 4096 bytes of the flash window with decoded instructions. */
const decoded = new Uint8Array(FLASH_SIZE >> 12);

/** The most halfwords of an IT block, which is dropped as a whole. */
const BLOCK = 9;

/**
 * The part of the flash at FLASH_START: offset and bytes; none while the window is closed. And the
 * bytes of the SRAM and of the ROM.
 */
const WHOLE = { base: 0, length: FLASH_SIZE, mapped: 0, sram: SRAM_SIZE, rom: ROM_SIZE };
export const view = { ...WHOLE };

/** Called when the view or the translated code changes. @type {{ changed: () => void }} */
export const watcher = { changed() {} };

/** @param {number} place @param {number} count */
function clear(place, count) {
  operations.fill(0, Math.max(0, place - BLOCK), place + count);
}

/** @param {number} place where something was decoded */
export function mark(place) {
  if (place < FLASH_END) decoded[place >> 11] = 1;
  else if (place >= SRAM_PLACE && place < SRAM_END) marks[(place - SRAM_PLACE) >> 5] = 1;
}

/** @param {number} offset in SRAM, written where instructions were decoded */
export function forgetGranule(offset) {
  const granule = offset >> 6;
  marks[granule] = 0;
  clear(SRAM_PLACE + (granule << 5), 32);
  const starts = inGranule.get(granule);
  if (starts === undefined) return;
  inGranule.delete(granule);
  for (const start of starts) entries[start] = 0;
  for (let at = queue.length - 1; at >= 0; at--) if (starts.has(queue[at].entry)) queue.splice(at, 1);
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

/**
 * Change the memory by `act`; what was decoded and translated is kept where the bytes stay the same.
 * @param {() => void} act
 */
export function replace(act) {
  const start = view.mapped >> 2;
  // a literal may be up to 4 KiB away from its load
  const sectors = [...decoded.keys()]
    .filter((at) => decoded[at - 1] | decoded[at] | decoded[at + 1])
    .map((at) => flash32.subarray(start + (at << 10), start + ((at + 1) << 10)));
  const granules = [...marks.keys()].filter((at) => marks[at]);
  const inSram = granules.map((at) => sram32.subarray(at << 4, (at + 1) << 4));
  const parts = [rom32, ...inSram, ...sectors];
  const before = parts.map((part) => part.slice());
  act();
  const [rom, ...others] = parts.map((part, index) => before[index].some((word, at) => word !== part[at]));
  if (rom) operations.fill(0, ROM_PLACE);
  granules.forEach((at, index) => others[index] && forgetGranule(at << 6));
  if (others.slice(granules.length).some((differs) => differs)) forgetFlash();
}

const PARTS = [registers, state, singleBits, divider, sram32, flash32, rom32];

/** @type {Content | null} the content that is in the memory */
let resident = null;

/** The memory contents of one board. */
export class Content {
  /** @param {typeof view} its what it has of the memory */
  constructor(its = WHOLE) {
    /** @private @type {Int32Array[]} copies of all parts, while another board has the memory */
    this.kept = PARTS.map((part) => new Int32Array(part.length));
    /** @private */
    this.view = its;
  }

  /** Bring this content into the memory; to be called before any access. */
  bring() {
    if (resident === this) return;
    if (resident) {
      resident.kept = PARTS.map((part) => part.slice());
      resident.view = { ...view };
    }
    if (view.mapped !== this.view.mapped || view.length !== this.view.length) forgetFlash();
    replace(() => PARTS.forEach((part, index) => part.set(this.kept[index])));
    this.kept = [];
    Object.assign(view, this.view);
    watcher.changed();
    resident = this;
  }
}
