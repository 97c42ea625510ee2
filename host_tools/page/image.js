// SPDX-License-Identifier: MIT
/**
 * The flash, and UF2 files, the format of a board's boot loader. Format: Microsoft's UF2
 * specification; the family is the chip's.
 */

/** Bytes of the emulated board's flash, and of a sector, the unit that is erased. */
export const FLASH_SIZE = CHIP === 'RP2350' ? 4 << 20 : 2 << 20;
export const SECTOR = 4096;

/** Offset of the files in our images, and in those of earlier versions, which were smaller. */
export const FILES_BEGIN = 1 << 20;
export const EARLIER_BEGIN = 0xa0000;

const BLOCK = 512;
const HEAD = 32;
const FLASH_ADDRESS = 0x10000000;
/** The family of the chip; for the RP2350 that of its Arm cores in the secure state. */
const FAMILY = CHIP === 'RP2350' ? 0xe48bff59 : 0xe48bff56;
/** The marker of the binary info, and the type and tag of the entry for MicroPython's files. */
const INFO = 0x7188ebf2;
const BLOCK_DEVICE = 0x504d0007;
/** The marker at the beginning of a block of the RP2350's boot ROM. */
const BLOCK_BEGIN = 0xffffded3;
/** The flag of a block that does not belong in the flash. */
const NOT_MAIN_FLASH = 1;

/**
 * Return a detail for a message: of a text as much as a board quotes (teletype.core.request).
 * @template {string | number} Detail
 * @param {Detail} detail
 */
const brief = (detail) => {
  const signs = typeof detail === 'string' ? [...detail.slice(0, 200)] : [];
  return signs.length > 80 ? `${signs.slice(0, 79).join('')}…` : detail;
};

/** A file is not valid; the message is a name in texts.js, then its details. */
export class Refused extends Error {
  /** @param {string} text name of the text @param {...(string | number)} details */
  constructor(text, ...details) {
    super(text);
    this.details = details.map(brief);
  }
}

/**
 * Return the flash content of a UF2 file.
 * @param {Uint8Array} file
 * @param {number} size of the flash
 * @returns {Uint8Array} the flash, blank except for the file; raises Refused
 */
export function flashOf(file, size) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const bytes = new Uint8Array(size).fill(0xff);
  if (!file.length || file.length % BLOCK) throw new Refused('notUf2');
  /** @type {Set<number>} numbers of the blocks */
  const there = new Set();
  const count = view.getUint32(24, true);
  for (let at = 0; at < file.length; at += BLOCK) {
    const word = (/** @type {number} */ index) => view.getUint32(at + 4 * index, true);
    if (word(0) !== 0x0a324655 || word(1) !== 0x9e5d5157 || word(127) !== 0x0ab16f30) {
      throw new Refused('notUf2');
    }
    if (word(6) !== count || word(5) >= count || there.has(word(5))) throw new Refused('notUf2');
    there.add(word(5));
    if (word(2) & NOT_MAIN_FLASH) continue;
    if (word(2) & 0x2000 && word(7) !== FAMILY) throw new Refused('otherChip');
    const offset = word(3) - FLASH_ADDRESS;
    const length = word(4);
    if (offset < 0 || length > 476 || offset + length > size) throw new Refused('otherChip');
    bytes.set(file.subarray(at + HEAD, at + HEAD + length), offset);
  }
  if (there.size < count) throw new Refused('halfUf2', there.size, count);
  return bytes;
}

/**
 * Whether the chip's boot ROM would start an image. That of the RP2040 compares the CRC-32 of the
 * first 252 bytes with the next four; that of the RP2350 looks for the marker of a block within
 * the first sector. See the chips' data sheets, "Flash Second Stage" and "Block Loop".
 * @param {Uint8Array} flash
 */
export function starts(flash) {
  if (flash.length < SECTOR) return false;
  const view = new DataView(flash.buffer, flash.byteOffset, flash.byteLength);
  if (CHIP === 'RP2350') {
    for (let at = 0; at < SECTOR; at += 4) if (view.getUint32(at, true) === BLOCK_BEGIN) return true;
    return false;
  }
  let crc = 0xffffffff;
  for (const byte of flash.subarray(0, 252)) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  }
  return crc >>> 0 === view.getUint32(252, true);
}

/**
 * Return the board that an image is for, by MicroPython's name for it there; the first of
 * `kinds` if none matches.
 * @template {{calls: string}} Kind
 * @param {Uint8Array} flash
 * @param {Kind[]} kinds
 */
export function kindOf(flash, kinds) {
  const text = new TextDecoder('latin1').decode(flash);
  return kinds.find(({ calls }) => text.includes(calls)) ?? kinds[0];
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

/**
 * Reassemble a UF2 file, which the page keeps as all heads, all contents and all tails, because
 * that packs better.
 * @param {Uint8Array} apart
 */
export function uf2Of(apart) {
  const count = apart.length / BLOCK;
  const file = new Uint8Array(apart.length);
  let from = 0;
  for (const [start, end] of [[0, HEAD], [HEAD, HEAD + 256], [HEAD + 256, BLOCK]]) {
    for (let block = 0; block < count; block++) {
      file.set(apart.subarray(from, (from += end - start)), block * BLOCK + start);
    }
  }
  return file;
}
