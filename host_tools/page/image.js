// SPDX-License-Identifier: MIT
/** The flash, and UF2 files, the format of a board's boot loader. */

import { Uf2Error, flashOf as uf2FlashOf } from '../machine/uf2.js';

export { FILES_BEGIN, filesBegin } from '../machine/uf2.js';

/** Bytes of the emulated board's flash, and of a sector, the unit that is erased. */
export const FLASH_SIZE = CHIP === 'RP2350' ? 4 << 20 : 2 << 20;
export const SECTOR = 4096;

/** Offset of the files in the images of earlier versions, which were smaller. */
export const EARLIER_BEGIN = 0xa0000;

const BLOCK = 512;
const HEAD = 32;
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
