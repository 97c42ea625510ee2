// SPDX-License-Identifier: MIT
/** The processor that runs, and its loads and stores, to any address. */

import {
  FLASH_SIZE,
  FLASH_START,
  SRAM_START,
  flash8,
  flash16,
  flash32,
  forgetAll,
  forgetGranule,
  marks,
  rom16,
  rom32,
  rom8,
  sram16,
  sram32,
  sram8,
  state,
  view,
} from './memory.js';

/**
 * The indices of `state` (memory.js): the flags, where N is the sign of the first and Z means that
 * the second is 0; the cycles since the burst began, and those after which it ends; the jump target
 * of an uncommon operation, or 0; the lowest address that the stack pointer may have; the exclusive
 * monitor; the flags Q and GE; the FPSCR; the cycles that rp2040js counts for divisions without taking
 * them.
 */
export const [N, Z, C, V, SPENT, BUDGET, TARGET, LIMIT, MONITOR, Q, GE, SCR, DIVIDED] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
];

/**
 * @typedef {object} Outside the accesses that do not go to memory
 * @property {(address: number, size: number) => number} readOutside
 * @property {(address: number, size: number, value: number) => void} writeOutside
 */

/** The processor that runs. @type {{ core: Outside & Record<string, any> }} */
export const link = {
  core: { readOutside: () => 0, writeOutside() {}, raise() {}, time: 0 },
};

/** The flash's cache, if its time counts. @type {import('./cache.js').Cache | null} */
export let cache = null;

/**
 * What the decoded instructions of a processor depend on.
 * @typedef {object} Model
 * @property {number} store cycles of a store to memory
 * @property {number} call cycles of BL
 * @property {boolean} stock whether rp2040js's core executes what is decoded as STOCK
 */

/** @type {Model} */
export const M0 = { store: 2, call: 3, stock: true };
/** @type {Model} */
export const M33 = { store: 1, call: 2, stock: false };
/** That of the processor that runs. */
export let model = M33;

/**
 * Let a processor run.
 * @param {Outside & Record<string, any>} core
 * @param {import('./cache.js').Cache | null} itsCache of the flash, if its time counts
 * @param {Model} itsModel
 */
export function begin(core, itsCache, itsModel) {
  // what is decoded depends on both
  if (itsModel !== model || (itsCache === null) !== (cache === null)) forgetAll();
  link.core = core;
  cache = itsCache;
  model = itsModel;
}

/** The number of loads and stores outside of memory, and the address of the last one. */
export const outside = { count: 0, address: 0 };

/**
 * @param {number} address with or without a sign
 * @param {number} size 1, 2 or 4
 * @returns {number} signed if it is a word
 */
export function load(address, size) {
  let at = (address - SRAM_START) | 0;
  if (at >= 0 && at <= view.sram - size) {
    if (size === 1) return sram8[at];
    if ((at & (size - 1)) === 0) return size === 2 ? sram16[at >> 1] : sram32[at >> 2];
    if (!model.stock) return misaligned(sram8, at, size);
  }
  at = (address - FLASH_START) | 0;
  if (at >= 0 && at <= view.length - size) {
    if (cache !== null) state[SPENT] += cache.touch(address, link.core.time + state[SPENT]);
    at = (at + view.base) & (FLASH_SIZE - 1);
    if (size === 1) return flash8[at];
    if ((at & (size - 1)) === 0) return size === 2 ? flash16[at >> 1] : flash32[at >> 2];
    if (!model.stock) return misaligned(flash8, at, size);
  }
  if (address >= 0 && address <= view.rom - size) {
    if (size === 1) return rom8[address];
    if ((address & (size - 1)) === 0) return size === 2 ? rom16[address >> 1] : rom32[address >> 2];
    if (!model.stock) return misaligned(rom8, address, size);
  }
  outside.count++;
  outside.address = address;
  return link.core.readOutside(address >>> 0, size);
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} size 2 or 4
 */
function misaligned(bytes, at, size) {
  const low = bytes[at] | (bytes[at + 1] << 8);
  return size === 2 ? low : low | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
}

/**
 * @param {number} address with or without a sign
 * @param {number} size 1, 2 or 4
 * @param {number} value
 */
export function store(address, size, value) {
  const at = (address - SRAM_START) | 0;
  if (at >= 0 && at <= view.sram - size && (!model.stock || (at & (size - 1)) === 0)) {
    if (marks[at >> 6]) forgetGranule(at);
    if (marks[(at + size - 1) >> 6]) forgetGranule(at + size - 1);
    if (size === 1) sram8[at] = value;
    else if ((at & (size - 1)) === 0) {
      if (size === 2) sram16[at >> 1] = value;
      else sram32[at >> 2] = value;
    } else {
      for (let index = 0; index < size; index++) sram8[at + index] = value >> (8 * index);
    }
    return;
  }
  outside.count++;
  outside.address = address;
  link.core.writeOutside(address >>> 0, size, value);
}
