// SPDX-License-Identifier: MIT
/**
 * The memory of the chip: its registers, SRAM, flash and boot ROM.
 *
 * They are constants of a module, and not parts of an object, because the compiler of the
 * JavaScript engine then knows where they are and how long: core.js is twice as fast with that.
 * So there is one of each in a thread, and of several boards it belongs to the one that runs;
 * `Content` keeps what the others have in theirs.
 */

export const SRAM_START = 0x20000000;
export const SRAM_SIZE = 264 * 1024;
export const FLASH_START = 0x10000000;
export const FLASH_SIZE = 2 << 20;
export const ROM_SIZE = 16 * 1024;

/** R0 to R15. */
export const registers = new Int32Array(16);

export const sram8 = new Uint8Array(SRAM_SIZE);
export const sram16 = new Uint16Array(sram8.buffer);
export const sram32 = new Int32Array(sram8.buffer);

export const flash8 = new Uint8Array(FLASH_SIZE);
export const flash16 = new Uint16Array(flash8.buffer);
export const flash32 = new Int32Array(flash8.buffer);

export const rom8 = new Uint8Array(ROM_SIZE);
export const rom16 = new Uint16Array(rom8.buffer);
export const rom32 = new Int32Array(rom8.buffer);

const PARTS = [registers, sram32, flash32, rom32];

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
    PARTS.forEach((part, index) => part.set(this.kept[index]));
    this.kept = [];
    resident = this;
  }
}

/** @param {import('rp2040js').RP2040} chip that is to have this memory instead of its own */
export function give(chip) {
  const its = /** @type {any} */ (chip);
  its.core.registers = new Uint32Array(registers.buffer);
  its.sram = sram8;
  its.sramView = new DataView(sram8.buffer);
  its.flash = flash8;
  its.flash16 = flash16;
  its.flashView = new DataView(flash8.buffer);
  its.bootrom = new Uint32Array(rom8.buffer);
}
