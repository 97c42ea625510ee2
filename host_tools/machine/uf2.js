// SPDX-License-Identifier: MIT
/**
 * UF2 files, the format of a board's boot loader: Microsoft's UF2 specification; the family is the
 * chip's.
 */

/** Offset of the files in our images. */
export const FILES_BEGIN = 1 << 20;

const SECTOR = 4096;
const BLOCK = 512;
const HEAD = 32;
export const FLASH_ADDRESS = 0x10000000;
/** The family of each chip; for the RP2350 that of its Arm cores in the secure state. */
export const FAMILIES = { RP2040: 0xe48bff56, RP2350: 0xe48bff59 };
/** The marker of the binary info, and the type and tag of the entry for MicroPython's files. */
const INFO = 0x7188ebf2;
const BLOCK_DEVICE = 0x504d0007;
/** The flag of a block that does not belong in the flash. */
const NOT_MAIN_FLASH = 1;

const WHY = {
  notUf2: 'not a UF2 file',
  otherChip: 'an image for another chip, or for more flash',
  halfUf2: 'the UF2 file is incomplete',
};

/** A file is not an image for the board: `why` names the reason, `details` are its numbers. */
export class Uf2Error extends Error {
  /** @param {keyof typeof WHY} why @param {...number} details */
  constructor(why, ...details) {
    super(WHY[why]);
    this.why = why;
    this.details = details;
  }
}

/**
 * Return the flash content of a UF2 file.
 * @param {Uint8Array} file
 * @param {number} size of the flash
 * @param {keyof typeof FAMILIES} chip
 * @returns {Uint8Array} the flash, blank except for the file; raises Uf2Error
 */
export function flashOf(file, size, chip) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const bytes = new Uint8Array(size).fill(0xff);
  if (!file.length || file.length % BLOCK) throw new Uf2Error('notUf2');
  /** @type {Set<number>} numbers of the blocks */
  const there = new Set();
  const count = view.getUint32(24, true);
  for (let at = 0; at < file.length; at += BLOCK) {
    const word = (/** @type {number} */ index) => view.getUint32(at + 4 * index, true);
    if (word(0) !== 0x0a324655 || word(1) !== 0x9e5d5157 || word(127) !== 0x0ab16f30) {
      throw new Uf2Error('notUf2');
    }
    if (word(6) !== count || word(5) >= count || there.has(word(5))) throw new Uf2Error('notUf2');
    there.add(word(5));
    if (word(2) & NOT_MAIN_FLASH) continue;
    if (word(2) & 0x2000 && word(7) !== FAMILIES[chip]) throw new Uf2Error('otherChip');
    const offset = word(3) - FLASH_ADDRESS;
    const length = word(4);
    if (offset < 0 || length > 476 || offset + length > size) throw new Uf2Error('otherChip');
    bytes.set(file.subarray(at + HEAD, at + HEAD + length), offset);
  }
  if (there.size < count) throw new Uf2Error('halfUf2', there.size, count);
  return bytes;
}

/**
 * Return the offset of an image's files in a flash. As for picotool, the SDK's binary info gives
 * it (pico/binary_info/structure.h); without it the result is FILES_BEGIN.
 * @param {Uint8Array} flash
 */
export function filesBegin(flash) {
  const view = new DataView(flash.buffer, flash.byteOffset, flash.byteLength);
  const offset = (/** @type {number} */ at) => view.getUint32(at, true) - FLASH_ADDRESS;
  let at = 0;
  while (at < SECTOR && view.getUint32(at, true) !== INFO) at += 4;
  if (at === SECTOR) return FILES_BEGIN;
  for (let entry = offset(at + 4); entry < offset(at + 8); entry += 4) {
    const place = offset(entry);
    if (view.getUint32(place, true) === BLOCK_DEVICE) return offset(place + 8);
  }
  return FILES_BEGIN;
}
