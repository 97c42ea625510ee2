// SPDX-License-Identifier: MIT
/**
 * The loop of both processors: one look-up and one dense switch for each instruction, which
 * decode.js has decoded before. Less frequent instructions are in uncommon.js.
 *
 * It is written for the compilers of JavaScript engines: signed 32-bit integers everywhere (no
 * `>>> 0` but in comparisons), no objects, memory at constant places (memory.js), and literals as
 * the numbers of cases, because V8 makes a jump table only of those. A function of this size takes
 * half a second to compile, so it must not be compiled again and again.
 */

import {
  BUDGET,
  C,
  LIMIT,
  M0,
  M33,
  N,
  SPENT,
  TARGET,
  V,
  Z,
  begin,
  cache,
  link,
  load,
  model,
  store,
} from './access.js';
import { Cache } from './cache.js';
import { HOLDS } from './conditions.js';
import { K, decode, placeOf } from './decode.js';
import {
  FLASH_END,
  FLASH_SIZE,
  FLASH_START,
  ROM_PLACE,
  SRAM_PLACE,
  SRAM_SIZE,
  SRAM_START,
  conditionals,
  flash16,
  flash32,
  flash8,
  forgetAll,
  forgetGranule,
  heat,
  immediates,
  mapFlash,
  marks,
  operations,
  registers as R,
  rom32,
  sram16,
  sram32,
  sram8,
  state,
  view,
} from './memory.js';
import { highUnsigned, uncommon } from './uncommon.js';

const SIGN = -0x80000000; // x ^ SIGN: for unsigned comparisons

// Why `execute` ends before the cycles are spent; R15 is the address.
/** A jump to R15, which is no address: the end of an exception. */
export const RETURNS = 1;
/** A jump to R15, where nothing can be executed. */
export const NOWHERE = 2;
/** A jump to R15 into the state that is not Thumb. */
export const NO_THUMB = 3;
/** A jump to R15, which is hot enough to be translated, or is translated already. */
export const HEATED = 5;
/** Jumps to a place before it is translated; fewer would not make up for the time. */
export const HOT = 2000;
const HEATS = heat.length - 1;
/** The stack pointer would be below its limit, at the instruction at R15. */
export const OVERFLOW = 4;
/** The instruction at R15 is one for the stock core. */
export const STOCK = 6;

// Added to twice a place, these give its address.
const SRAM_DELTA = SRAM_START - 2 * SRAM_PLACE;
const ROM_DELTA = -2 * ROM_PLACE;

/**
 * Execute instructions until state[BUDGET] cycles are spent.
 * @returns {number} 0, or why it ended earlier
 */
export function execute() {
  let x = placeOf(R[15]);
  if (x < 0) return NOWHERE;
  let delta = x < SRAM_PLACE ? FLASH_START : x < ROM_PLACE ? SRAM_DELTA : ROM_DELTA;
  const base = view.base;
  const { length, sram } = view;
  const { store: stored, call, stock } = model;
  let cycles = state[SPENT];
  let n = state[N];
  let z = state[Z];
  let c = state[C];
  let v = state[V];
  let why = 0;
  burst: {
    do {
      if (cache !== null && x < FLASH_END) cycles += fetch(x, cycles);
      let w = operations[x];
      let i = immediates[x];
      let next = x + 1 - (w >> 31);
      let d = 1; // the cycles of this instruction
      let a = 0;
      let b = 0;
      let r = 0;
      let at = 0;
      let list = 0;
      let to = 0;
      instruction: for (;;) {
        taken: {
          jump: {
            // What several operations have in common stands behind the switch, at the end of the
            // block with its name.
            branch: { elsewhere: { overflow: { storeHalf: { storeByte: { storeWord: {
            loaded: { inFlash: { outside: { half: { byte: { word: {
            result: { carry: { compare: { subtract: { add: {
            switch (w & 511) {
              case 0: // NONE
                decode(x);
                w = operations[x];
                i = immediates[x];
                next = x + 1 - (w >> 31);
                continue instruction;
              case 1: // MOVS_I
                R[(w >> 9) & 15] = n = z = i;
                break instruction;
              case 2: // ADDS_R
                a = R[(w >> 13) & 15];
                b = R[(w >> 17) & 15];
                break add;
              case 3: // SUBS_R
                a = R[(w >> 13) & 15];
                b = R[(w >> 17) & 15];
                break subtract;
              case 4: // ADDS_I
                a = R[(w >> 13) & 15];
                b = i;
                break add;
              case 5: // SUBS_I
                a = R[(w >> 13) & 15];
                b = i;
                break subtract;
              case 6: // CMP_I
                a = R[(w >> 13) & 15];
                b = i;
                break compare;
              case 7: // CMP_R
                a = R[(w >> 13) & 15];
                b = R[(w >> 17) & 15];
                break compare;
              case 8: // CMN_R
                a = R[(w >> 13) & 15];
                b = R[(w >> 17) & 15];
                r = (a + b) | 0;
                c = (r ^ SIGN) < (a ^ SIGN) ? 1 : 0;
                v = ((a ^ r) & (b ^ r)) >>> 31;
                n = z = r;
                break instruction;
              case 9: // ANDS_R
                R[(w >> 9) & 15] = n = z = R[(w >> 13) & 15] & R[(w >> 17) & 15];
                break instruction;
              case 10: // EORS_R
                R[(w >> 9) & 15] = n = z = R[(w >> 13) & 15] ^ R[(w >> 17) & 15];
                break instruction;
              case 11: // ORRS_R
                R[(w >> 9) & 15] = n = z = R[(w >> 13) & 15] | R[(w >> 17) & 15];
                break instruction;
              case 12: // BICS_R
                R[(w >> 9) & 15] = n = z = R[(w >> 13) & 15] & ~R[(w >> 17) & 15];
                break instruction;
              case 13: // MVNS_R
                R[(w >> 9) & 15] = n = z = ~R[(w >> 17) & 15];
                break instruction;
              case 14: // TST_R
                n = z = R[(w >> 13) & 15] & R[(w >> 17) & 15];
                break instruction;
              case 15: // TST_I
                n = z = R[(w >> 13) & 15] & i;
                break instruction;
              case 16: // MOVS_R
                R[(w >> 9) & 15] = n = z = R[(w >> 17) & 15];
                break instruction;
              case 17: // LSLS_I
                a = R[(w >> 17) & 15];
                c = (a >> (32 - i)) & 1;
                R[(w >> 9) & 15] = n = z = a << i;
                break instruction;
              case 18: // LSRS_I
                a = R[(w >> 17) & 15];
                c = (a >> (i - 1)) & 1;
                R[(w >> 9) & 15] = n = z = i < 32 ? a >>> i : 0;
                break instruction;
              case 19: // ASRS_I
                a = R[(w >> 17) & 15];
                c = (a >> (i - 1)) & 1;
                R[(w >> 9) & 15] = n = z = a >> (i < 32 ? i : 31);
                break instruction;
              case 20: // LSLS_R
                at = R[(w >> 17) & 15] & 255;
                r = R[(w >> 13) & 15];
                if (at) {
                  c = at <= 32 ? (r >> (32 - at)) & 1 : 0;
                  r = at < 32 ? r << at : 0;
                }
                break result;
              case 21: // LSRS_R
                at = R[(w >> 17) & 15] & 255;
                r = R[(w >> 13) & 15];
                if (at) {
                  c = at <= 32 ? (r >> (at - 1)) & 1 : 0;
                  r = at < 32 ? r >>> at : 0;
                }
                break result;
              case 22: // ASRS_R
                at = R[(w >> 17) & 15] & 255;
                r = R[(w >> 13) & 15];
                if (at) {
                  if (at > 32) at = 32;
                  c = (r >> (at - 1)) & 1;
                  r = r >> (at < 32 ? at : 31);
                }
                break result;
              case 23: // RORS_R
                at = R[(w >> 17) & 15] & 255;
                r = R[(w >> 13) & 15];
                if (at) {
                  at = at & 31;
                  if (at) r = (r >>> at) | (r << (32 - at));
                  c = r >>> 31;
                }
                break result;
              case 24: // ADCS_R
                a = R[(w >> 13) & 15];
                b = R[(w >> 17) & 15];
                break carry;
              case 25: // SBCS_R
                a = R[(w >> 13) & 15];
                b = ~R[(w >> 17) & 15];
                break carry;
              case 26: // RSBS_I
                a = i;
                b = R[(w >> 13) & 15];
                break subtract;
              case 27: // MULS
                R[(w >> 9) & 15] = n = z = Math.imul(R[(w >> 13) & 15], R[(w >> 17) & 15]);
                break instruction;
              case 28: // MOV_I
                R[(w >> 9) & 15] = i;
                d = 1 + ((w >> 25) & 1);
                break instruction;
              case 29: // MOV_R
                R[(w >> 9) & 15] = R[(w >> 17) & 15];
                break instruction;
              case 30: // ADD_R
                R[(w >> 9) & 15] = (R[(w >> 13) & 15] + R[(w >> 17) & 15]) | 0;
                break instruction;
              case 31: // SUB_R
                R[(w >> 9) & 15] = (R[(w >> 13) & 15] - R[(w >> 17) & 15]) | 0;
                break instruction;
              case 32: // ADD_I
                R[(w >> 9) & 15] = (R[(w >> 13) & 15] + i) | 0;
                break instruction;
              case 33: // ADD_LSL
                R[(w >> 9) & 15] = (R[(w >> 13) & 15] + (R[(w >> 17) & 15] << i)) | 0;
                break instruction;
              case 34: // SUB_LSL
                R[(w >> 9) & 15] = (R[(w >> 13) & 15] - (R[(w >> 17) & 15] << i)) | 0;
                break instruction;
              case 35: // RSB_I
                R[(w >> 9) & 15] = (i - R[(w >> 13) & 15]) | 0;
                break instruction;
              case 36: // AND_R
                R[(w >> 9) & 15] = R[(w >> 13) & 15] & R[(w >> 17) & 15];
                break instruction;
              case 37: // EOR_R
                R[(w >> 9) & 15] = R[(w >> 13) & 15] ^ R[(w >> 17) & 15];
                break instruction;
              case 38: // ORR_R
                R[(w >> 9) & 15] = R[(w >> 13) & 15] | R[(w >> 17) & 15];
                break instruction;
              case 39: // BIC_R
                R[(w >> 9) & 15] = R[(w >> 13) & 15] & ~R[(w >> 17) & 15];
                break instruction;
              case 40: // MVN_R
                R[(w >> 9) & 15] = ~R[(w >> 17) & 15];
                break instruction;
              case 41: // AND_LSL
                R[(w >> 9) & 15] = R[(w >> 13) & 15] & (R[(w >> 17) & 15] << i);
                break instruction;
              case 42: // ORR_LSL
                R[(w >> 9) & 15] = R[(w >> 13) & 15] | (R[(w >> 17) & 15] << i);
                break instruction;
              case 43: // EOR_LSL
                R[(w >> 9) & 15] = R[(w >> 13) & 15] ^ (R[(w >> 17) & 15] << i);
                break instruction;
              case 44: // AND_I
                R[(w >> 9) & 15] = R[(w >> 13) & 15] & i;
                break instruction;
              case 45: // ORR_I
                R[(w >> 9) & 15] = R[(w >> 13) & 15] | i;
                break instruction;
              case 46: // EOR_I
                R[(w >> 9) & 15] = R[(w >> 13) & 15] ^ i;
                break instruction;
              case 47: // LSL_I
                R[(w >> 9) & 15] = R[(w >> 17) & 15] << i;
                break instruction;
              case 48: // LSR_I
                R[(w >> 9) & 15] = R[(w >> 17) & 15] >>> i;
                break instruction;
              case 49: // ASR_I
                R[(w >> 9) & 15] = R[(w >> 17) & 15] >> i;
                break instruction;
              case 50: // ROR_I
                a = R[(w >> 17) & 15];
                R[(w >> 9) & 15] = (a >>> i) | (a << (32 - i));
                break instruction;
              case 51: // LSL_R
                at = R[(w >> 17) & 15] & 255;
                R[(w >> 9) & 15] = at < 32 ? R[(w >> 13) & 15] << at : 0;
                break instruction;
              case 52: // LSR_R
                at = R[(w >> 17) & 15] & 255;
                R[(w >> 9) & 15] = at < 32 ? R[(w >> 13) & 15] >>> at : 0;
                break instruction;
              case 53: // ASR_R
                at = R[(w >> 17) & 15] & 255;
                R[(w >> 9) & 15] = R[(w >> 13) & 15] >> (at < 32 ? at : 31);
                break instruction;
              case 54: // MUL
                R[(w >> 9) & 15] = Math.imul(R[(w >> 13) & 15], R[(w >> 17) & 15]);
                break instruction;
              case 55: // MLA
                R[(w >> 9) & 15] =
                  (R[(w >> 21) & 15] + Math.imul(R[(w >> 13) & 15], R[(w >> 17) & 15])) | 0;
                break instruction;
              case 56: // MLS
                R[(w >> 9) & 15] =
                  (R[(w >> 21) & 15] - Math.imul(R[(w >> 13) & 15], R[(w >> 17) & 15])) | 0;
                break instruction;
              case 57: // MOVT
                R[(w >> 9) & 15] = (R[(w >> 9) & 15] & 0xffff) | i;
                break instruction;
              case 58: // SP_I
                r = (R[(w >> 13) & 15] + i) & ~3;
                if ((r ^ SIGN) < (state[LIMIT] ^ SIGN)) break overflow;
                R[13] = r;
                break instruction;
              case 59: // SP_R
                r = (R[(w >> 13) & 15] + R[(w >> 17) & 15]) & ~3;
                if ((r ^ SIGN) < (state[LIMIT] ^ SIGN)) break overflow;
                R[13] = r;
                break instruction;
              case 60: // UMULL
                a = R[(w >> 13) & 15];
                b = R[(w >> 17) & 15];
                R[(w >> 9) & 15] = Math.imul(a, b);
                R[(w >> 21) & 15] = highUnsigned(a, b);
                break instruction;
              case 61: // SMULL
                a = R[(w >> 13) & 15];
                b = R[(w >> 17) & 15];
                R[(w >> 9) & 15] = Math.imul(a, b);
                R[(w >> 21) & 15] =
                  (highUnsigned(a, b) - (a < 0 ? b : 0) - (b < 0 ? a : 0)) | 0;
                break instruction;
              case 62: // UDIV
                a = R[(w >> 13) & 15];
                b = R[(w >> 17) & 15];
                R[(w >> 9) & 15] = b === 0 ? 0 : ((a >>> 0) / (b >>> 0)) | 0;
                at = Math.clz32(b) - Math.clz32(a);
                d = at < 0 ? 2 : 3 + (at >> 2);
                break instruction;
              case 63: // SDIV
                a = R[(w >> 13) & 15];
                b = R[(w >> 17) & 15];
                R[(w >> 9) & 15] = b === 0 ? 0 : b === -1 ? 0 - a : (a / b) | 0;
                at = Math.clz32(b < 0 ? -b : b) - Math.clz32(a < 0 ? -a : a);
                d = at < 0 ? 2 : 3 + (at >> 2);
                break instruction;
              case 64: // SXTH
                R[(w >> 9) & 15] = (R[(w >> 17) & 15] << 16) >> 16;
                break instruction;
              case 65: // SXTB
                R[(w >> 9) & 15] = (R[(w >> 17) & 15] << 24) >> 24;
                break instruction;
              case 66: // UXTH
                R[(w >> 9) & 15] = R[(w >> 17) & 15] & 0xffff;
                break instruction;
              case 67: // UXTB
                R[(w >> 9) & 15] = R[(w >> 17) & 15] & 0xff;
                break instruction;
              case 68: // UBFX
                R[(w >> 9) & 15] = (R[(w >> 13) & 15] << (i & 63)) >>> (i >> 6);
                break instruction;
              case 69: // SBFX
                R[(w >> 9) & 15] = (R[(w >> 13) & 15] << (i & 63)) >> (i >> 6);
                break instruction;
              case 70: // BFI
                R[(w >> 9) & 15] =
                  (R[(w >> 9) & 15] & ~i) | ((R[(w >> 13) & 15] << ((w >> 17) & 31)) & i);
                break instruction;
              case 71: // CLZ
                R[(w >> 9) & 15] = Math.clz32(R[(w >> 17) & 15]);
                break instruction;
              case 72: // REV
                a = R[(w >> 17) & 15];
                R[(w >> 9) & 15] =
                  (a << 24) | ((a & 0xff00) << 8) | ((a >> 8) & 0xff00) | (a >>> 24);
                break instruction;
              case 73: // RBIT
                R[(w >> 9) & 15] = reversed(R[(w >> 17) & 15]);
                break instruction;
              case 74: // LDR_I
                a = (R[(w >> 13) & 15] + i) | 0;
                break word;
              case 75: // LDRB_I
                a = (R[(w >> 13) & 15] + i) | 0;
                break byte;
              case 76: // LDRH_I
                a = (R[(w >> 13) & 15] + i) | 0;
                break half;
              case 77: // LDRSB_I
                a = (R[(w >> 13) & 15] + i) | 0;
                list = 24;
                break byte;
              case 78: // LDRSH_I
                a = (R[(w >> 13) & 15] + i) | 0;
                list = 16;
                break half;
              case 79: // STR_I
                a = (R[(w >> 13) & 15] + i) | 0;
                break storeWord;
              case 80: // STRB_I
                a = (R[(w >> 13) & 15] + i) | 0;
                break storeByte;
              case 81: // STRH_I
                a = (R[(w >> 13) & 15] + i) | 0;
                break storeHalf;
              case 82: // LDR_R
                a = (R[(w >> 13) & 15] + (R[(w >> 17) & 15] << i)) | 0;
                break word;
              case 83: // LDRB_R
                a = (R[(w >> 13) & 15] + (R[(w >> 17) & 15] << i)) | 0;
                break byte;
              case 84: // LDRH_R
                a = (R[(w >> 13) & 15] + (R[(w >> 17) & 15] << i)) | 0;
                break half;
              case 85: // LDRSB_R
                a = (R[(w >> 13) & 15] + (R[(w >> 17) & 15] << i)) | 0;
                list = 24;
                break byte;
              case 86: // LDRSH_R
                a = (R[(w >> 13) & 15] + (R[(w >> 17) & 15] << i)) | 0;
                list = 16;
                break half;
              case 87: // STR_R
                a = (R[(w >> 13) & 15] + (R[(w >> 17) & 15] << i)) | 0;
                break storeWord;
              case 88: // STRB_R
                a = (R[(w >> 13) & 15] + (R[(w >> 17) & 15] << i)) | 0;
                break storeByte;
              case 89: // STRH_R
                a = (R[(w >> 13) & 15] + (R[(w >> 17) & 15] << i)) | 0;
                break storeHalf;
              case 90: // LDR_A
                a = i;
                break word;
              case 91: // LOAD_W: with write-back of its address, and literals that are not words
                b = (w >> 13) & 15;
                a = b === 15 ? 0 : R[b];
                r = (a + i) | 0;
                if (!(w & 0x10000000)) a = r; // bit 3 of the six: AFTER
                if (w & 0x20000000) R[b] = r; // bit 4: writes back
                at = (w >> 25) & 3;
                if (w & 0x8000000) list = at === 0 ? 24 : 16;
                if (at === 0) break byte;
                if (at === 1) break half;
                break word;
              case 92: // STORE_W
                b = (w >> 13) & 15;
                a = R[b];
                r = (a + i) | 0;
                at = w & 0x10000000 ? a : r;
                list = 1 << ((w >> 25) & 3);
                a = (at - SRAM_START) | 0;
                if (b === 13 && (r ^ SIGN) < (state[LIMIT] ^ SIGN)) break overflow;
                if (a >>> 0 < sram && (a & (list - 1)) === 0) {
                  if (marks[a >> 6] !== 0) forgetGranule(a);
                  if (list === 1) sram8[a] = R[(w >> 9) & 15];
                  else if (list === 2) sram16[a >> 1] = R[(w >> 9) & 15];
                  else sram32[a >> 2] = R[(w >> 9) & 15];
                } else {
                  state[SPENT] = cycles;
                  R[15] = (x << 1) + delta;
                  store(at, list, R[(w >> 9) & 15]);
                  cycles = state[SPENT];
                }
                R[b] = r;
                break instruction;
              case 93: // LDRD
                b = (w >> 13) & 15;
                a = b === 15 ? 0 : R[b];
                r = (a + i) | 0;
                at = w & 0x10000000 ? a : r;
                a = (at - SRAM_START) | 0;
                if (a >>> 0 < sram - 4 && (a & 3) === 0) {
                  list = sram32[a >> 2];
                  to = sram32[(a >> 2) + 1];
                } else {
                  state[SPENT] = cycles;
                  R[15] = (x << 1) + delta;
                  list = load(at, 4);
                  to = load(at + 4, 4);
                  cycles = state[SPENT];
                }
                if (w & 0x2000000) R[b] = r;
                R[(w >> 9) & 15] = list;
                R[(w >> 21) & 15] = to;
                d = 3;
                break instruction;
              case 94: // STRD
                b = (w >> 13) & 15;
                a = R[b];
                r = (a + i) | 0;
                at = w & 0x10000000 ? a : r;
                a = (at - SRAM_START) | 0;
                if (b === 13 && w & 0x2000000 && (r ^ SIGN) < (state[LIMIT] ^ SIGN)) break overflow;
                if (a >>> 0 < sram - 4 && (a & 3) === 0) {
                  if (marks[a >> 6] !== 0) forgetGranule(a);
                  if (marks[(a + 4) >> 6] !== 0) forgetGranule(a + 4);
                  sram32[a >> 2] = R[(w >> 9) & 15];
                  sram32[(a >> 2) + 1] = R[(w >> 21) & 15];
                } else {
                  state[SPENT] = cycles;
                  R[15] = (x << 1) + delta;
                  store(at, 4, R[(w >> 9) & 15]);
                  store(at + 4, 4, R[(w >> 21) & 15]);
                  cycles = state[SPENT];
                }
                if (w & 0x2000000) R[b] = r;
                d = 2;
                break instruction;
              case 95: // LDM
              case 97: // POP_PC: LDM of a list with the PC
                b = (w >> 13) & 15;
                d = (w >> 21) & 15;
                at = R[b];
                if (w & 0x4000000) {
                  at = (at - 4 * d) | 0;
                  r = at;
                } else r = (at + 4 * d) | 0;
                list = i & 0x7fff;
                a = (at - SRAM_START) | 0;
                if (stock && ((at & 3) !== 0 || (a >>> 0 >= sram && placeOf(at) < 0))) break elsewhere;
                if (w & 0x2000000) R[b] = r;
                if (a >>> 0 < sram - 64 && (a & 3) === 0) {
                  a >>= 2;
                  for (at = 0; list !== 0; at++, list >>= 1) if (list & 1) R[at] = sram32[a++];
                  to = sram32[a];
                } else {
                  state[SPENT] = cycles;
                  R[15] = (x << 1) + delta;
                  for (a = at, at = 0; list !== 0; at++, list >>= 1) {
                    if (list & 1) {
                      R[at] = load(a, 4);
                      a = (a + 4) | 0;
                    }
                  }
                  if (i & 0x8000) to = load(a, 4);
                  cycles = state[SPENT];
                }
                d += 1;
                if ((i & 0x8000) === 0) break instruction;
                d += 1;
                break jump;
              case 96: // STM
                b = (w >> 13) & 15;
                d = (w >> 21) & 15;
                at = R[b];
                if (w & 0x4000000) {
                  at = (at - 4 * d) | 0;
                  r = at;
                } else r = (at + 4 * d) | 0;
                if (b === 13 && (r ^ SIGN) < (state[LIMIT] ^ SIGN)) break overflow;
                list = i;
                a = (at - SRAM_START) | 0;
                if (a >>> 0 < sram - 64 && (a & 3) === 0) {
                  if (marks[a >> 6] !== 0) forgetGranule(a);
                  if (marks[(a + 4 * d - 4) >> 6] !== 0) forgetGranule(a + 4 * d - 4);
                  a >>= 2;
                  for (at = 0; list !== 0; at++, list >>= 1) if (list & 1) sram32[a++] = R[at];
                } else {
                  if (stock) break elsewhere;
                  state[SPENT] = cycles;
                  R[15] = (x << 1) + delta;
                  for (a = at, at = 0; list !== 0; at++, list >>= 1) {
                    if (list & 1) {
                      store(a, 4, R[at]);
                      a = (a + 4) | 0;
                    }
                  }
                  cycles = state[SPENT];
                }
                if (w & 0x2000000) R[b] = r;
                d += 1 - ((w >> 27) & 1);
                break instruction;
              case 98: // LDR_PC
                b = (w >> 13) & 15;
                a = b === 15 ? 0 : R[b];
                if (w & 0x20000000) r = (a + (R[(w >> 17) & 15] << i)) | 0;
                else r = (a + i) | 0;
                if (!(w & 0x10000000)) a = r;
                state[SPENT] = cycles;
                R[15] = (x << 1) + delta;
                to = load(a, 4);
                cycles = state[SPENT];
                if (w & 0x2000000) R[b] = r;
                d = 4;
                break jump;
              case 99: // BEQ
                if (z !== 0) break instruction;
                break branch;
              case 100: // BNE
                if (z === 0) break instruction;
                break branch;
              case 101: // BCS
                if (c === 0) break instruction;
                break branch;
              case 102: // BCC
                if (c !== 0) break instruction;
                break branch;
              case 103: // BMI
                if (n >= 0) break instruction;
                break branch;
              case 104: // BPL
                if (n < 0) break instruction;
                break branch;
              case 105: // BVS
                if (v === 0) break instruction;
                break branch;
              case 106: // BVC
                if (v !== 0) break instruction;
                break branch;
              case 107: // BHI
                if (z === 0 || c === 0) break instruction;
                break branch;
              case 108: // BLS
                if (z !== 0 && c !== 0) break instruction;
                break branch;
              case 109: // BGE
                if (n >>> 31 !== v) break instruction;
                break branch;
              case 110: // BLT
                if (n >>> 31 === v) break instruction;
                break branch;
              case 111: // BGT
                if (z === 0 || n >>> 31 !== v) break instruction;
                break branch;
              case 112: // BLE
                if (z !== 0 && n >>> 31 === v) break instruction;
                break branch;
              case 113: // B
                break branch;
              case 114: // BL
                R[14] = ((next << 1) + delta) | 1;
                next = i;
                d = call;
                break taken;
              case 115: // BX
                to = R[(w >> 13) & 15];
                d = 2;
                break jump;
              case 116: // BLX
                to = R[(w >> 13) & 15];
                R[14] = ((next << 1) + delta) | 1;
                d = 2;
                break jump;
              case 117: // CBZ
                if (R[(w >> 13) & 15] !== 0) break instruction;
                break branch;
              case 118: // CBNZ
                if (R[(w >> 13) & 15] === 0) break instruction;
                break branch;
              case 119: // TBB
                b = (w >> 13) & 15;
                a = ((b === 15 ? i : R[b]) + R[(w >> 17) & 15]) | 0;
                at = (a - FLASH_START) | 0;
                if (cache === null && at >>> 0 < length) r = flash8[at + base];
                else {
                  state[SPENT] = cycles;
                  R[15] = (x << 1) + delta;
                  r = load(a, 1);
                  cycles = state[SPENT];
                }
                next = x + 2 + r;
                d = 4;
                break instruction;
              case 120: // TBH
                b = (w >> 13) & 15;
                a = ((b === 15 ? i : R[b]) + (R[(w >> 17) & 15] << 1)) | 0;
                at = (a - FLASH_START) | 0;
                if (cache === null && at >>> 0 < length && (at & 1) === 0) r = flash16[(at + base) >> 1];
                else {
                  state[SPENT] = cycles;
                  R[15] = (x << 1) + delta;
                  r = load(a, 2);
                  cycles = state[SPENT];
                }
                next = x + 2 + r;
                d = 4;
                break instruction;
              case 121: // JUMP: MOV PC, ADD PC: no change of state
                to = (i + R[(w >> 13) & 15]) | 1;
                d = 2;
                break jump;
              case 122: // NOP
                d = 1 + ((w >> 25) & 3);
                break instruction;
              case 123: // IN_BLOCK
                at = ((n >>> 31) << 3) | (z === 0 ? 4 : 0) | (c << 1) | v;
                if (((HOLDS[(w >> 13) & 15] >> at) & 1) === 0) break instruction;
                w = conditionals[x];
                continue instruction;
              case 124: // STOCK
                break elsewhere;
              default:
                state[SPENT] = cycles;
                state[TARGET] = 0;
                R[15] = (x << 1) + delta;
                state[N] = n;
                state[Z] = z;
                state[C] = c;
                state[V] = v;
                d = uncommon(w, i);
                cycles = state[SPENT];
                n = state[N];
                z = state[Z];
                c = state[C];
                v = state[V];
                to = state[TARGET];
                if (to !== 0) break jump;
                break instruction;
            }
            } // add
            r = (a + b) | 0;
            c = (r ^ SIGN) < (a ^ SIGN) ? 1 : 0;
            v = ((a ^ r) & (b ^ r)) >>> 31;
            break result;
            } // subtract
            r = (a - b) | 0;
            c = (a ^ SIGN) >= (b ^ SIGN) ? 1 : 0;
            v = ((a ^ b) & (a ^ r)) >>> 31;
            break result;
            } // compare
            r = (a - b) | 0;
            c = (a ^ SIGN) >= (b ^ SIGN) ? 1 : 0;
            v = ((a ^ b) & (a ^ r)) >>> 31;
            n = z = r;
            break instruction;
            } // carry
            r = (a + b + c) | 0;
            v = ((a ^ r) & (b ^ r)) >>> 31;
            c = ((a & b) | ((a | b) & ~r)) >>> 31;
            } // result
            R[(w >> 9) & 15] = n = z = r;
            break instruction;
            } // word
            at = (a - SRAM_START) | 0;
            r = 4;
            if ((at & 3) !== 0) break outside;
            if (at >>> 0 < sram) {
              r = sram32[at >> 2];
              break loaded;
            }
            at = (a - FLASH_START) | 0;
            if (at >>> 0 >= length) break outside;
            r = flash32[(at + base) >> 2];
            break inFlash;
            } // byte
            at = (a - SRAM_START) | 0;
            if (at >>> 0 < sram) {
              r = sram8[at];
              break loaded;
            }
            at = (a - FLASH_START) | 0;
            r = 1;
            if (at >>> 0 >= length) break outside;
            r = flash8[at + base];
            break inFlash;
            } // half
            at = (a - SRAM_START) | 0;
            r = 2;
            if ((at & 1) !== 0) break outside;
            if (at >>> 0 < sram) {
              r = sram16[at >> 1];
              break loaded;
            }
            at = (a - FLASH_START) | 0;
            if (at >>> 0 >= length) break outside;
            r = flash16[(at + base) >> 1];
            break inFlash;
            } // outside: r bytes
            state[SPENT] = cycles;
            R[15] = (x << 1) + delta;
            r = load(a, r);
            cycles = state[SPENT];
            break loaded;
            } // inFlash
            if (cache !== null) cycles += cache.touch(a, link.core.time + cycles);
            } // loaded
            R[(w >> 9) & 15] = (r << list) >> list;
            d = 2;
            break instruction;
            } // storeWord
            at = (a - SRAM_START) | 0;
            if (at >>> 0 < sram && (at & 3) === 0) {
              if (marks[at >> 6] !== 0) forgetGranule(at);
              sram32[at >> 2] = R[(w >> 9) & 15];
            } else {
              state[SPENT] = cycles;
              R[15] = (x << 1) + delta;
              store(a, 4, R[(w >> 9) & 15]);
              cycles = state[SPENT];
            }
            d = stored;
            break instruction;
            } // storeByte
            at = (a - SRAM_START) | 0;
            if (at >>> 0 < sram) {
              if (marks[at >> 6] !== 0) forgetGranule(at);
              sram8[at] = R[(w >> 9) & 15];
            } else {
              state[SPENT] = cycles;
              R[15] = (x << 1) + delta;
              store(a, 1, R[(w >> 9) & 15]);
              cycles = state[SPENT];
            }
            d = stored;
            break instruction;
            } // storeHalf
            at = (a - SRAM_START) | 0;
            if (at >>> 0 < sram && (at & 1) === 0) {
              if (marks[at >> 6] !== 0) forgetGranule(at);
              sram16[at >> 1] = R[(w >> 9) & 15];
            } else {
              state[SPENT] = cycles;
              R[15] = (x << 1) + delta;
              store(a, 2, R[(w >> 9) & 15]);
              cycles = state[SPENT];
            }
            d = stored;
            break instruction;
            } // overflow
            why = OVERFLOW;
            R[15] = (x << 1) + delta;
            break burst;
            } // elsewhere
            why = STOCK;
            R[15] = (x << 1) + delta;
            break burst;
            } // branch
            next = i;
            d = 2;
            break taken;
          }
          // a jump to an address
          R[15] = to;
          cycles += d;
          if (to >> 24 === -1) {
            why = RETURNS;
            break burst;
          }
          if ((to & 1) === 0) {
            why = NO_THUMB;
            break burst;
          }
          to &= ~1;
          at = (to - FLASH_START) | 0;
          if (at >>> 0 < length) {
            next = at >> 1;
            delta = FLASH_START;
          } else {
            next = placeOf(to);
            if (next < 0) {
              R[15] = to;
              why = NOWHERE;
              break burst;
            }
            delta = next < SRAM_PLACE ? FLASH_START : next < ROM_PLACE ? SRAM_DELTA : ROM_DELTA;
          }
          d = 0;
        }
        // the target of a jump: is it hot enough to be translated, or translated already?
        fetched = -1;
        a = next & HEATS;
        if (heat[a] < HOT) heat[a]++;
        else if (cache === null) {
          why = HEATED;
          R[15] = (next << 1) + delta;
          cycles += d;
          break burst;
        }
        break instruction;
      }
      x = next;
      cycles += d;
    } while (cycles < state[BUDGET]);
    R[15] = (x << 1) + delta;
  }
  state[N] = n;
  state[Z] = z;
  state[C] = c;
  state[V] = v;
  state[SPENT] = cycles;
  return why;
}

/** Half the place of the last word that was fetched from the flash. */
let fetched = -1;

/**
 * Fetch the words of an instruction in the flash.
 * @param {number} x its place
 * @param {number} cycles spent in the burst
 * @returns {number} cycles to wait
 */
function fetch(x, cycles) {
  if (cache === null) return 0;
  const now = link.core.time + cycles;
  let waits = 0;
  if (x >> 1 !== fetched) waits = cache.touch(FLASH_START + 2 * x, now);
  fetched = (flash16[(2 * x + view.base) >> 1] >= 0xe800 ? x + 1 : x) >> 1;
  if (fetched !== x >> 1) waits += cache.touch(FLASH_START + 4 * fetched, now + waits);
  return waits;
}

/** @param {number} word @returns {number} with its bits in reverse order */
function reversed(word) {
  let bits = ((word >>> 1) & 0x55555555) | ((word & 0x55555555) << 1);
  bits = ((bits >>> 2) & 0x33333333) | ((bits & 0x33333333) << 2);
  bits = ((bits >>> 4) & 0x0f0f0f0f) | ((bits & 0x0f0f0f0f) << 4);
  bits = ((bits >>> 8) & 0x00ff00ff) | ((bits & 0x00ff00ff) << 8);
  return (bits >>> 16) | (bits << 16);
}

/** Two, so that the engine does not assume that there is only one, and never thrown away. */
const CORES = [link.core, { ...link.core }];

/**
 * Run operations of all kinds before the JavaScript engine compiles the loop: each kind that it
 * meets only later makes it compile the loop again.
 */
function practise() {
  const values = [SRAM_START + 0x100, FLASH_START + 0x40, 0x40000000, 5, -1, 0x100, SIGN, 33, 0];
  let dice = 1;
  const roll = (/** @type {number} */ below) => {
    dice = (Math.imul(dice, 1103515245) + 12345) & 0x7fffffff;
    return (dice >> 8) % below;
  };
  const homes = [SRAM_PLACE + 0x1000, 0x1000, ROM_PLACE + 0x1000];
  const starts = [SRAM_START, FLASH_START, 0];
  const cache = new Cache(8);
  // These change once before, because the compiler would otherwise take them for constants.
  mapFlash(4096, 4096);
  mapFlash(0, FLASH_SIZE);
  view.sram = SRAM_SIZE / 2;
  const others = [K.DP_I, K.DP_S, K.NO_PLACE, K.NONE];
  for (let turn = 0; turn < 50 * K.VLDR; turn++) {
    if (!roll(20)) begin(CORES[roll(2)], roll(2) ? null : cache, roll(2) ? M0 : M33);
    const number = turn % (K.VLDR + others.length);
    const kind = number < K.VLDR ? number : others[number - K.VLDR];
    const home = roll(3);
    const place = homes[home];
    const registers = (roll(13) << 9) | (roll(14) << 13) | (roll(13) << 17) | (roll(13) << 21);
    const w = kind | registers | (roll(4) << 25) | (roll(4) ? 0 : roll(4) << 28) | (roll(2) << 31);
    const branches = kind >= K.BEQ && kind <= K.CBNZ;
    operations[place] = kind === K.NONE ? 0 : w;
    immediates[place] = branches ? place : 1 + roll(roll(2) ? 31 : 0x1fff);
    operations.fill(K.NOP, place + 1, place + 6);
    if (kind === K.IN_BLOCK) {
      operations[place] = kind | (roll(15) << 13) | (w & (1 << 31));
      conditionals[place] = K.ADD_R | registers;
    }
    if (kind === K.LDR_A) immediates[place] = values[roll(values.length)];
    for (let at = 0; at < 15; at++) R[at] = values[roll(values.length)] + (roll(2) ? 0 : roll(9));
    if (roll(2)) R[(w >> 13) & 15] = values[roll(3)]; // an address, for loads and stores
    if (kind === K.POP_PC) immediates[place] |= 0x8000;
    R[13] = SRAM_START + 0x4000;
    R[15] = starts[home] + 0x2000;
    if (!roll(20)) heat.fill(roll(2) * HOT);
    state.fill(0);
    state[N] = roll(2) - 1;
    state[Z] = roll(2);
    state[C] = roll(2);
    state[V] = roll(2);
    state[LIMIT] = roll(9) ? 0 : -1;
    state[BUDGET] = 1 + (kind < K.POP_PC && kind !== K.NONE ? roll(4) : 0);
    if (!roll(50)) marks.fill(1);
    execute();
  }
  begin(CORES[0], null, M33);
  view.sram = SRAM_SIZE;
  heat.fill(0);
  for (const memory of [R, state, sram32, flash32, rom32]) memory.fill(0);
  forgetAll();
  for (const place of homes) operations.fill(0, place, place + 6);
}
practise();

/** Halfwords of a loop without end, for `rehearse`: R0 counts up in a word of the SRAM. */
const LOOP = [0x6808, 0x3001, 0x6008, 0x0002, 0x4042, 0x1c52, 0x2a00, 0xd1f7, 0xe7f6];

/**
 * Repeat a small loop until the JavaScript engine compiles `execute` with its best compiler, which
 * takes longer than the start of a board. To be called before there is a board, where somebody
 * waits for one: a page unpacks its image meanwhile.
 * @param {number} instructions about as many are executed
 */
export function rehearse(instructions) {
  sram16.set(LOOP, 0x800);
  for (let count = 0; count < instructions; count += 100) {
    R[1] = SRAM_START + 0x100;
    R[15] = SRAM_START + 0x1000;
    state[SPENT] = 0;
    state[BUDGET] = 150;
    heat[placeOf(R[15]) & HEATS] = 0;
    execute();
  }
  for (const memory of [R, state, sram32, heat]) memory.fill(0);
  forgetAll();
}
