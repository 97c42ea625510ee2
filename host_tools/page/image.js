// SPDX-License-Identifier: MIT
/** The flash, and UF2 files, the format of a board's boot loader. */

import { FAMILIES, FLASH_ADDRESS, Uf2Error, flashOf as uf2FlashOf } from '../machine/uf2.js';

export { FILES_BEGIN, filesBegin } from '../machine/uf2.js';

/** Bytes of the emulated board's flash, and of a sector, the unit that is erased. */
export const FLASH_SIZE = CHIP === 'RP2350' ? 4 << 20 : 2 << 20;
export const SECTOR = 4096;

/** Offset of the files in the images of earlier versions, which were smaller. */
export const EARLIER_BEGIN = 0xa0000;

const BLOCK = 512;
const HEAD = 32;
const BODY = 256;
/** The marker at the beginning of a block of the RP2350's boot ROM. */
const BLOCK_BEGIN = 0xffffded3;

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
  try {
    return uf2FlashOf(file, size, CHIP);
  } catch (error) {
    throw error instanceof Uf2Error ? new Refused(error.why, ...error.details) : error;
  }
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
 * Return the UF2 file with an image; see `flat` in packing.py.
 * @param {Uint8Array} image
 */
export function uf2Of(image) {
  const count = image.length / BODY;
  const file = new Uint8Array(count * BLOCK);
  const view = new DataView(file.buffer);
  for (let block = 0; block < count; block++) {
    const at = block * BLOCK;
    const address = FLASH_ADDRESS + block * BODY;
    [0x0a324655, 0x9e5d5157, 0x2000, address, BODY, block, count, FAMILIES[CHIP]].forEach(
      (word, index) => view.setUint32(at + 4 * index, word, true),
    );
    file.set(image.subarray(block * BODY, (block + 1) * BODY), at + HEAD);
    view.setUint32(at + BLOCK - 4, 0x0ab16f30, true);
  }
  return file;
}

/**
 * Return Thumb code with the addresses in its BL instructions relative again; see `absolute` in
 * packing.py.
 * @param {Uint8Array} code is modified
 */
export function relative(code) {
  for (let at = 0; at + 4 <= code.length; at += 2) {
    if ((code[at + 1] & 0xf8) !== 0xf0 || (code[at + 3] & 0xf8) !== 0xf8) continue;
    const high = ((code[at + 1] & 7) << 8) | code[at];
    const low = ((code[at + 3] & 7) << 8) | code[at + 2];
    const by = ((high << 11) | low) - ((at + 4) >> 1);
    code[at + 1] = 0xf0 | ((by >> 19) & 7);
    code[at] = by >> 11;
    code[at + 3] = 0xf8 | ((by >> 8) & 7);
    code[at + 2] = by;
    at += 2;
  }
  return code;
}

/**
 * Return an image that is like another one; see `changes` in packing.py.
 * @param {Uint8Array} old
 * @param {Uint8Array} changes
 */
export function another(old, changes) {
  const view = new DataView(changes.buffer, changes.byteOffset, changes.byteLength);
  const runs = view.getInt32(0, true);
  const image = changes.slice(4 + 8 * runs);
  let at = 0;
  for (let run = 0; run < runs; run++) {
    const end = at + view.getInt32(4 + 8 * run, true);
    const shift = view.getInt32(8 + 8 * run, true);
    for (; at < end; at++) image[at] += old[at + shift] | 0;
  }
  return image;
}
