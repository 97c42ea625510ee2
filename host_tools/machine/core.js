// SPDX-License-Identifier: MIT
/**
 * A fast loop for rp2040js's Cortex-M0+: one look-up and one dense switch for each instruction, and
 * translator.js for what is executed often.
 *
 * Everything else (exceptions, sleep, special registers, breakpoints) is left to the stock core,
 * instruction by instruction. Cycles and times are those of the stock core, so that a run is the
 * same on both; a test compares them. A second test compares each instruction with random
 * registers. There the stock core of 1.4.1 sets a few carry and overflow flags wrongly (the test
 * lists them); this one follows the ARMv6-M Architecture Reference Manual, A6.7.
 *
 * It is written for the compilers of JavaScript engines: signed 32-bit integers everywhere (no
 * `>>> 0`), no objects, and memory at constant places (memory.js). A function of this size takes
 * half a second to compile, so it must not be compiled again and again.
 */

import { Cache } from './cache.js';
import { CYCLE, goTo } from './clock.js';
import { HOLDS } from './conditions.js';
import {
  FLASH_SIZE,
  FLASH_START,
  ROM_SIZE,
  RUNS,
  SRAM_SIZE,
  SRAM_START,
  entries,
  flash16,
  flash32,
  flash8,
  forgetAll,
  queue,
  registers as R,
  rom16,
  rom32,
  rom8,
  sram16,
  sram32,
  sram8,
  state,
} from './memory.js';
import { CASE, COUNT } from './opcodes.js';
import {
  BUDGET,
  FLAG_C,
  FLAG_N,
  FLAG_V,
  FLAG_Z,
  LONGEST,
  MOST_RUNS,
  SHORTEST,
  SPENT,
} from './recording.js';
import {
  CHANGED,
  DIVIDED,
  Recording,
  STALE,
  compileQueue,
  divides,
  place,
  run,
} from './translator.js';

/** @typedef {import('rp2040js').RP2040} RP2040 */

const MOST = 1 << 28; // cycles in one burst
const SIGN = -0x80000000; // x ^ SIGN: for unsigned comparisons

// Like translated code, the code here takes and leaves the registers and `state`.

/** Jumps to an address before it is translated; fewer would not make up for the time. */
export const HOT = 2000;
/** The jumps so far; several addresses share an entry. */
export const heat = new Uint16Array(1 << 17);
const HEATS = heat.length - 1;

/** Set by `load` and `store` when the burst has to end after the instruction. */
let leave = false;
/** Set by them after an access outside of memory. @type {boolean} */
let outside = false;
/** The address of that access. */
let reached = 0;
/** @type {(address: number, size: number) => number} reads outside of memory, signed */
let load = () => 0;
/** @type {(address: number, size: number, value: number) => void} writes outside of SRAM */
let store = () => {};
/** The flash's cache, if its time counts. @type {import('./cache.js').Cache | null} */
let cache = null;
/** The address of the last word that was fetched from the flash, divided by 4. */
let fetched = 0;

/** @param {number} address in the flash, of data @returns {number} cycles to wait */
const wait = (address) => (cache === null ? 0 : cache.touch(address, 0));

/**
 * Run until something needs the stock core, or for so many cycles.
 * @param {number} budget cycles; the last instruction may end after them
 * @returns {boolean} whether the next instruction is one for the stock core
 */
function burst(budget) {
  state[SPENT] = 0;
  state[BUDGET] = budget;
  if (cache !== null) return interpret(budget); // translated code knows nothing of it
  for (;;) {
    let pc = run(R[15] & ~1);
    if (pc === CHANGED) {
      R[15] = pc = state[STALE];
      entries[place(pc)] = 0;
    } else R[15] = pc & ~1;
    if (state[SPENT] >= budget) return false;
    const spot = (pc >> 1) & HEATS;
    let slow = false;
    if (pc & 1) slow = interpret(budget);
    else if (heat[spot] < HOT) {
      heat[spot]++;
      slow = interpret(budget);
    } else slow = record(pc, budget);
    if (slow) return true;
    if (leave || state[SPENT] >= budget) return false;
  }
}

/**
 * Run a few instructions, and translate them.
 * @param {number} entry address of the first one
 * @param {number} budget as for `burst`
 * @returns {boolean} as for `burst`
 */
function record(entry, budget) {
  if (place(entry) < 0) {
    heat[(entry >> 1) & HEATS] = 0;
    return interpret(budget);
  }
  if (queue.some((run) => run.entry === entry)) {
    compileQueue();
    return false;
  }
  if (state[RUNS] + queue.length === MOST_RUNS - 1) forgetAll();
  const recording = new Recording(entry);
  let pc = entry;
  let slow = false;
  let end = false;
  while (!end) {
    const at = place(pc);
    const o = at < 0 ? 0 : pc >> 28 === 1 ? flash16[at] : sram16[(pc - SRAM_START) >> 1];
    outside = false;
    reached = 0;
    slow = interpret(state[SPENT] + 1);
    if (divides(reached)) outside = leave;
    else reached = 0;
    if (!slow && state[SPENT] >= budget && R[15] !== entry) return false; // cut short: try later
    outside ||= slow || at < 0;
    end = outside || !recording.add(pc, o, R[15], reached);
    if (!end) {
      pc = R[15];
      end = pc === entry || recording.count === LONGEST || entries[place(pc)] !== 0;
    }
    end ||= leave;
  }
  if (recording.count >= (pc === entry ? 1 : SHORTEST)) recording.finish(pc, outside);
  heat[(entry >> 1) & HEATS] = 0;
  return slow;
}

/**
 * Execute instructions one by one. Stop when one needs the stock core, when the burst has taken
 * `budget` cycles, or when a jump leads to an address that many jumps have led to.
 * @param {number} budget
 * @returns {boolean} whether the next instruction is one for the stock core
 */
function interpret(budget) {
  let cycles = state[SPENT];
  let pc = R[15] & ~1;
  let n = state[FLAG_N];
  let z = state[FLAG_Z];
  let c = state[FLAG_C];
  let v = state[FLAG_V];
  let slow = true;
  burst: {
    do {
      let o = 0;
      if (pc >> 21 === FLASH_START >> 21) {
        o = flash16[(pc & (FLASH_SIZE - 1)) >> 1];
        if (cache !== null) cycles += fetch(pc, o);
      } else if (pc >= SRAM_START && pc < SRAM_START + SRAM_SIZE) o = sram16[(pc - SRAM_START) >> 1];
      else if (pc >= 0 && pc < ROM_SIZE) o = rom16[pc >> 1];
      else break burst;
      let d = 1; // the cycles of this instruction
      let a = 0;
      let b = 0;
      let r = 0;
      let i = 0;
      let list = 0;
      let at = 0;
      // What several instructions have in common stands behind the switch, at the end of the block
      // with its name.
      jump: { next: { send: { storeByte: { storeHalf: { storeWord: {
      loaded: { flash: { outer: { byte: { half: { word: {
      move: { result: { carry: { compare: { subtract: { add: {
      switch (CASE[o]) {
        case 1: // LSLS Rd, Rm, #i
          i = (o >> 6) & 31;
          a = R[(o >> 3) & 7];
          if (i) c = (a >> (32 - i)) & 1;
          R[o & 7] = n = z = a << i;
          break next;
        case 2: // LSRS Rd, Rm, #i
          i = (o >> 6) & 31;
          a = R[(o >> 3) & 7];
          c = (a >> (i ? i - 1 : 31)) & 1;
          R[o & 7] = n = z = i ? a >>> i : 0;
          break next;
        case 3: // ASRS Rd, Rm, #i
          i = (o >> 6) & 31;
          a = R[(o >> 3) & 7];
          c = (a >> (i ? i - 1 : 31)) & 1;
          R[o & 7] = n = z = a >> (i ? i : 31);
          break next;
        case 4: // ADDS Rd, Rn, Rm
          a = R[(o >> 3) & 7];
          b = R[(o >> 6) & 7];
          i = o & 7;
          break add;
        case 5: // SUBS Rd, Rn, Rm
          a = R[(o >> 3) & 7];
          b = R[(o >> 6) & 7];
          i = o & 7;
          break subtract;
        case 6: // ADDS Rd, Rn, #i
          a = R[(o >> 3) & 7];
          b = (o >> 6) & 7;
          i = o & 7;
          break add;
        case 7: // SUBS Rd, Rn, #i
          a = R[(o >> 3) & 7];
          b = (o >> 6) & 7;
          i = o & 7;
          break subtract;
        case 8: // MOVS Rd, #i
          R[(o >> 8) & 7] = n = z = o & 255;
          break next;
        case 9: // CMP Rn, #i
          a = R[(o >> 8) & 7];
          b = o & 255;
          break compare;
        case 10: // ADDS Rd, #i
          i = (o >> 8) & 7;
          a = R[i];
          b = o & 255;
          break add;
        case 11: // SUBS Rd, #i
          i = (o >> 8) & 7;
          a = R[i];
          b = o & 255;
          break subtract;
        case 12: // ANDS
          R[o & 7] = n = z = R[o & 7] & R[(o >> 3) & 7];
          break next;
        case 13: // EORS
          R[o & 7] = n = z = R[o & 7] ^ R[(o >> 3) & 7];
          break next;
        case 14: // LSLS Rd, Rm
          i = R[(o >> 3) & 7] & 255;
          r = R[o & 7];
          if (i) {
            c = i <= 32 ? (r >> (32 - i)) & 1 : 0;
            r = i < 32 ? r << i : 0;
          }
          break result;
        case 15: // LSRS Rd, Rm
          i = R[(o >> 3) & 7] & 255;
          r = R[o & 7];
          if (i) {
            c = i <= 32 ? (r >> (i - 1)) & 1 : 0;
            r = i < 32 ? r >>> i : 0;
          }
          break result;
        case 16: // ASRS Rd, Rm
          i = R[(o >> 3) & 7] & 255;
          r = R[o & 7];
          if (i) {
            if (i > 32) i = 32;
            c = (r >> (i - 1)) & 1;
            r = r >> (i < 32 ? i : 31);
          }
          break result;
        case 17: // ADCS
          a = R[o & 7];
          b = R[(o >> 3) & 7];
          break carry;
        case 18: // SBCS
          a = R[o & 7];
          b = ~R[(o >> 3) & 7];
          break carry;
        case 19: // RORS
          i = R[(o >> 3) & 7] & 255;
          r = R[o & 7];
          if (i) {
            i = i & 31;
            if (i) r = (r >>> i) | (r << (32 - i));
            c = r >>> 31;
          }
          break result;
        case 20: // TST
          n = z = R[o & 7] & R[(o >> 3) & 7];
          break next;
        case 21: // RSBS Rd, Rn, #0
          b = R[(o >> 3) & 7];
          i = o & 7;
          break subtract;
        case 22: // CMP Rn, Rm
          a = R[o & 7];
          b = R[(o >> 3) & 7];
          break compare;
        case 23: // CMN
          a = R[o & 7];
          b = R[(o >> 3) & 7];
          r = (a + b) | 0;
          c = (r ^ SIGN) < (a ^ SIGN) ? 1 : 0;
          v = ((a ^ r) & (b ^ r)) >>> 31;
          n = z = r;
          break next;
        case 24: // ORRS
          R[o & 7] = n = z = R[o & 7] | R[(o >> 3) & 7];
          break next;
        case 25: // MULS
          R[o & 7] = n = z = Math.imul(R[o & 7], R[(o >> 3) & 7]);
          break next;
        case 26: // BICS
          R[o & 7] = n = z = R[o & 7] & ~R[(o >> 3) & 7];
          break next;
        case 27: // MVNS
          R[o & 7] = n = z = ~R[(o >> 3) & 7];
          break next;
        case 28: // ADD Rd, Rm (any register)
          i = ((o >> 4) & 8) | (o & 7);
          b = (o >> 3) & 15;
          r = ((i === 15 ? pc + 4 : R[i]) + (b === 15 ? pc + 4 : R[b])) | 0;
          break move;
        case 29: // CMP (any register)
          i = ((o >> 4) & 8) | (o & 7);
          b = (o >> 3) & 15;
          a = i === 15 ? pc + 4 : R[i];
          b = b === 15 ? pc + 4 : R[b];
          break compare;
        case 30: // MOV (any register)
          i = ((o >> 4) & 8) | (o & 7);
          b = (o >> 3) & 15;
          r = b === 15 ? pc + 4 : R[b];
          break move;
        case 31: // BX
          i = (o >> 3) & 15;
          a = i === 15 ? pc + 4 : R[i];
          if (a >> 28 === -1) break burst; // the end of an exception
          pc = a & ~1;
          d = 2;
          break jump;
        case 32: // BLX
          i = (o >> 3) & 15;
          a = i === 15 ? pc + 4 : R[i];
          R[14] = (pc + 2) | 1;
          pc = a & ~1;
          d = 2;
          break jump;
        case 33: // LDR Rt, [PC, #i], from the memory where the program is
          a = ((pc + 4) & ~3) + ((o & 255) << 2);
          d = 2;
          if (pc >> 28 === 1) {
            r = flash32[(a & (FLASH_SIZE - 1)) >> 2];
            d += wait(a);
          } else if (pc >> 28 === 2) r = sram32[(a & 0xfffff) >> 2];
          else r = rom32[(a & (ROM_SIZE - 1)) >> 2];
          R[(o >> 8) & 7] = r;
          break next;
        case 34: // STR Rt, [Rn, Rm]
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          break storeWord;
        case 35: // STRH
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          break storeHalf;
        case 36: // STRB
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          break storeByte;
        case 37: // LDRSB
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          list = 24;
          break byte;
        case 38: // LDR Rt, [Rn, Rm]
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          break word;
        case 39: // LDRH
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          break half;
        case 40: // LDRB
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          break byte;
        case 41: // LDRSH
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          list = 16;
          break half;
        case 42: // STR Rt, [Rn, #i]
          a = (R[(o >> 3) & 7] + ((o >> 4) & 0x7c)) | 0;
          break storeWord;
        case 43: // LDR Rt, [Rn, #i]
          a = (R[(o >> 3) & 7] + ((o >> 4) & 0x7c)) | 0;
          break word;
        case 44: // STRB
          a = (R[(o >> 3) & 7] + ((o >> 6) & 31)) | 0;
          break storeByte;
        case 45: // LDRB
          a = (R[(o >> 3) & 7] + ((o >> 6) & 31)) | 0;
          break byte;
        case 46: // STRH
          a = (R[(o >> 3) & 7] + ((o >> 5) & 62)) | 0;
          break storeHalf;
        case 47: // LDRH
          a = (R[(o >> 3) & 7] + ((o >> 5) & 62)) | 0;
          break half;
        case 48: // STR Rt, [SP, #i]
          i = (R[13] + ((o & 255) << 2) - SRAM_START) | 0;
          if (i < 0 || i >= SRAM_SIZE) break burst;
          sram32[i >> 2] = R[(o >> 8) & 7];
          d = 2;
          break next;
        case 49: // LDR Rt, [SP, #i]
          i = (R[13] + ((o & 255) << 2) - SRAM_START) | 0;
          if (i < 0 || i >= SRAM_SIZE) break burst;
          R[(o >> 8) & 7] = sram32[i >> 2];
          d = 2;
          break next;
        case 50: // ADR
          R[(o >> 8) & 7] = (pc & ~3) + 4 + ((o & 255) << 2);
          break next;
        case 51: // ADD Rd, SP, #i
          R[(o >> 8) & 7] = (R[13] + ((o & 255) << 2)) | 0;
          break next;
        case 52: // ADD SP, #i
          R[13] = (R[13] + ((o & 127) << 2)) | 0;
          break next;
        case 53: // SUB SP, #i
          R[13] = (R[13] - ((o & 127) << 2)) | 0;
          break next;
        case 54: // SXTH
          R[o & 7] = (R[(o >> 3) & 7] << 16) >> 16;
          break next;
        case 55: // SXTB
          R[o & 7] = (R[(o >> 3) & 7] << 24) >> 24;
          break next;
        case 56: // UXTH
          R[o & 7] = R[(o >> 3) & 7] & 0xffff;
          break next;
        case 57: // UXTB
          R[o & 7] = R[(o >> 3) & 7] & 0xff;
          break next;
        case 58: // PUSH; as in the stock core, LR takes no cycle
          list = o & 255;
          b = (o >> 8) & 1;
          d = COUNT[list];
          a = (R[13] - 4 * (d + b)) | 0;
          i = (a - SRAM_START) | 0;
          if (i < 0 || i >= SRAM_SIZE - 36) break burst;
          R[13] = a;
          at = i >> 2;
          for (i = 0; list; i++, list >>= 1) if (list & 1) sram32[at++] = R[i];
          if (b) sram32[at] = R[14];
          d += 1;
          break next;
        case 59: // POP
          list = o & 255;
          b = (o >> 8) & 1;
          d = COUNT[list];
          i = (R[13] - SRAM_START) | 0;
          if (i < 0 || i >= SRAM_SIZE - 36) break burst;
          at = i >> 2;
          if (b) {
            a = sram32[at + d];
            if (a >> 28 === -1) break burst; // the end of an exception
          }
          for (i = 0; list; i++, list >>= 1) if (list & 1) R[i] = sram32[at++];
          R[13] = (R[13] + 4 * (d + b)) | 0;
          d += 1;
          if (!b) break next;
          pc = a & ~1;
          d += 2;
          break jump;
        case 60: // REV
          a = R[(o >> 3) & 7];
          R[o & 7] = (a << 24) | ((a & 0xff00) << 8) | ((a >> 8) & 0xff00) | (a >>> 24);
          break next;
        case 61: // NOP
          break next;
        case 62: // STM
          list = o & 255;
          b = (o >> 8) & 7;
          a = R[b];
          i = (a - SRAM_START) | 0;
          if (i < 0 || i >= SRAM_SIZE - 32 || (i & 3) !== 0) break burst;
          d = COUNT[list];
          r = (o & (1 << b)) === 0 ? (a + 4 * d) | 0 : a;
          at = i >> 2;
          for (i = 0; list; i++, list >>= 1) if (list & 1) sram32[at++] = R[i];
          R[b] = r;
          d += 1;
          break next;
        case 63: // LDM
          list = o & 255;
          b = (o >> 8) & 7;
          a = R[b];
          i = (a - SRAM_START) | 0;
          d = COUNT[list];
          r = (a + 4 * d) | 0;
          if (i >= 0 && i < SRAM_SIZE - 32 && (i & 3) === 0) {
            at = i >> 2;
            for (i = 0; list; i++, list >>= 1) if (list & 1) R[i] = sram32[at++];
          } else if (a >> 21 === FLASH_START >> 21 && (a & 3) === 0) {
            at = (a & (FLASH_SIZE - 1)) >> 2;
            for (i = 0; list; i++, list >>= 1) if (list & 1) R[i] = flash32[at++];
            for (i = a; i < r; i += 4) d += wait(i);
          } else break burst;
          if ((o & (1 << b)) === 0) R[b] = r;
          d += 1;
          break next;
        case 64: // B<c>
          i = ((n >>> 31) << 3) | (z === 0 ? 4 : 0) | (c << 1) | v;
          if (((HOLDS[(o >> 8) & 15] >> i) & 1) === 0) break next;
          pc += 4 + ((o << 24) >> 23);
          d = 2;
          break jump;
        case 65: // B
          pc += 4 + ((o << 21) >> 20);
          d = 2;
          break jump;
        case 66: // BL
          if (pc >> 28 === 1) b = flash16[((pc + 2) & (FLASH_SIZE - 1)) >> 1];
          else if (pc >> 28 === 2) b = sram16[((pc + 2) & 0xfffff) >> 1];
          else b = rom16[((pc + 2) & (ROM_SIZE - 1)) >> 1];
          if ((b & 0xd000) !== 0xd000) break burst; // MSR, MRS
          i = (o >> 10) & 1; // S; I1 and I2 are J1 and J2, inverted if S is 0
          a = (i ^ ((b >> 13) & 1) ^ 1) << 23;
          r = (i ^ ((b >> 11) & 1) ^ 1) << 22;
          R[14] = (pc + 4) | 1;
          pc += 4 + ((i ? -0x1000000 : 0) | a | r | ((o & 0x3ff) << 12) | ((b & 0x7ff) << 1));
          d = 3;
          break jump;
        case 67: // DMB, DSB, ISB
          if (pc >> 28 === 1) b = flash16[((pc + 2) & (FLASH_SIZE - 1)) >> 1];
          else if (pc >> 28 === 2) b = sram16[((pc + 2) & 0xfffff) >> 1];
          else b = rom16[((pc + 2) & (ROM_SIZE - 1)) >> 1];
          if (b >> 12 !== 8) break burst; // a BL
          d = 3;
          pc += 2;
          break next;
        default:
          break burst;
      }
      } // add
      r = (a + b) | 0;
      c = (r ^ SIGN) < (a ^ SIGN) ? 1 : 0;
      v = ((a ^ r) & (b ^ r)) >>> 31;
      R[i] = n = z = r;
      break next;
      } // subtract
      r = (a - b) | 0;
      c = (a ^ SIGN) >= (b ^ SIGN) ? 1 : 0;
      v = ((a ^ b) & (a ^ r)) >>> 31;
      R[i] = n = z = r;
      break next;
      } // compare
      r = (a - b) | 0;
      c = (a ^ SIGN) >= (b ^ SIGN) ? 1 : 0;
      v = ((a ^ b) & (a ^ r)) >>> 31;
      n = z = r;
      break next;
      } // carry
      r = (a + b + c) | 0;
      v = ((a ^ r) & (b ^ r)) >>> 31;
      c = ((a & b) | ((a | b) & ~r)) >>> 31;
      } // result
      R[o & 7] = n = z = r;
      break next;
      } // move
      if (i !== 15) {
        R[i] = i === 13 ? r & ~3 : r;
        break next;
      }
      pc = r & ~1;
      d = 2;
      break jump;
      } // word
      i = (a - SRAM_START) | 0;
      b = 4;
      if ((a & 3) !== 0) break outer;
      if (i >= 0 && i < SRAM_SIZE) {
        r = sram32[i >> 2];
        break loaded;
      }
      if (a >> 21 !== FLASH_START >> 21) break outer;
      r = flash32[(a & (FLASH_SIZE - 1)) >> 2];
      break flash;
      } // half
      i = (a - SRAM_START) | 0;
      b = 2;
      if ((a & 1) !== 0) break outer;
      if (i >= 0 && i < SRAM_SIZE) {
        r = sram16[i >> 1];
        break loaded;
      }
      if (a >> 21 !== FLASH_START >> 21) break outer;
      r = flash16[(a & (FLASH_SIZE - 1)) >> 1];
      break flash;
      } // byte
      i = (a - SRAM_START) | 0;
      if (i >= 0 && i < SRAM_SIZE) {
        r = sram8[i];
        break loaded;
      }
      if (a >> 21 === FLASH_START >> 21) {
        r = flash8[a & (FLASH_SIZE - 1)];
        break flash;
      }
      if (a >= 0 && a < ROM_SIZE) {
        r = rom8[a];
        break loaded;
      }
      b = 1;
      } // outer: b bytes
      state[SPENT] = cycles;
      r = load(a, b);
      R[o & 7] = (r << list) >> list;
      d = ioCycles(a, 4);
      if (leave) budget = 0;
      break next;
      } // flash
      d += wait(a);
      } // loaded
      R[o & 7] = (r << list) >> list;
      d += 1;
      break next;
      } // storeWord
      i = (a - SRAM_START) | 0;
      d = 2;
      if (i >= 0 && i < SRAM_SIZE && (i & 3) === 0) {
        sram32[i >> 2] = R[o & 7];
        break next;
      }
      b = 4;
      break send;
      } // storeHalf
      i = (a - SRAM_START) | 0;
      d = 2;
      if (i >= 0 && i < SRAM_SIZE && (i & 1) === 0) {
        sram16[i >> 1] = R[o & 7];
        break next;
      }
      b = 2;
      break send;
      } // storeByte
      i = (a - SRAM_START) | 0;
      d = 2;
      if (i >= 0 && i < SRAM_SIZE) {
        sram8[i] = R[o & 7];
        break next;
      }
      b = 1;
      } // send: b bytes
      state[SPENT] = cycles;
      store(a, b, R[o & 7]);
      d = ioCycles(a, 5);
      if (leave) budget = 0;
      } // next
      pc += 2;
      cycles += d;
      continue;
      } // jump
      fetched = 0;
      i = (pc >> 1) & HEATS;
      if (heat[i] < HOT) heat[i]++;
      else if (cache === null) budget = 0;
      cycles += d;
    } while (cycles < budget);
    slow = false;
  }
  R[15] = pc;
  state[FLAG_N] = n;
  state[FLAG_Z] = z;
  state[FLAG_C] = c;
  state[FLAG_V] = v;
  state[SPENT] = cycles;
  return slow;
}

/**
 * Fetch the words of an instruction in the flash.
 * @param {number} pc
 * @param {number} o its first halfword
 * @returns {number} cycles to wait
 */
function fetch(pc, o) {
  if (cache === null) return 0;
  let cycles = 0;
  if (pc >> 2 !== fetched) cycles = cache.touch(pc, 0);
  const last = (o >= 0xf000 ? pc + 2 : pc) >> 2;
  if (last !== pc >> 2) cycles += cache.touch(last << 2, 0);
  fetched = last;
  return cycles;
}

/**
 * The cycles of a load or store outside of memory.
 * @param {number} address
 * @param {number} apb of the peripherals behind the APB bridge
 */
function ioCycles(address, apb) {
  if (address >> 28 === 0x4) return apb;
  return address >> 28 === -3 ? 1 : 2; // 0xd0000000: SIO
}

/** Opcodes that practice must not miss: NOP, DMB, BX PC, BLX PC. */
const RARE = [0xbf00, 0xf3bf, 0x4778, 0x47f8];

/**
 * Run instructions of all kinds before the JavaScript engine compiles the loop: each kind that it
 * meets only later makes it compile the loop again.
 */
function practise() {
  const values = [SRAM_START + 0x100, FLASH_START, 0x40000000, -0x30000000, 5, -1, 0x100, SIGN, 33];
  const practised = new Cache(4);
  let dice = 1;
  /** @param {number} opcode */
  const one = (opcode) => {
    for (let at = 0; at < 13; at++) {
      dice = (Math.imul(dice, 1103515245) + 12345) & 0x7fffffff;
      R[at] = values[(dice >> 12) % values.length];
    }
    const low = SRAM_START + 0x1000;
    R[13] = low;
    R[14] = low | 1;
    const home = [SRAM_START, FLASH_START, 0][(dice >> 8) % 3];
    const memory = [sram16, flash16, rom16][(dice >> 8) % 3];
    const odd = (dice >> 4) & 1; // across two words of the flash
    memory[0x800 + odd] = opcode;
    memory[0x801 + odd] = dice & 32 ? 0xf800 : 0x8f5f; // the second half of BL, or of DMB
    R[15] = home + 0x1000 + 2 * odd;
    state.set([-(dice & 1), (dice >> 1) & 1, (dice >> 2) & 1, (dice >> 3) & 1, 0]);
    // Two of each, so that the compiler does not assume that there is only one.
    cache = dice & 2 ? null : practised;
    load = dice & 1 ? () => 0 : () => SIGN; // which is no small integer for the engine
    store = dice & 1 ? () => {} : () => undefined;
    leave = (dice & 64) !== 0;
    interpret(1);
  };
  for (const hot of [0, HOT]) {
    heat.fill(hot);
    for (let opcode = 0; opcode < 65536; opcode += (hot ? 32 : 1) + (dice & 7)) one(opcode);
    for (let turn = 0; turn < 24; turn++) RARE.forEach(one);
  }
  for (const memory of [R, sram32, flash32, rom32, heat]) memory.fill(0);
  cache = null;
  leave = false;
}
practise();

/** Halfwords of a loop without end, for `rehearse`: R0 counts up in a word of the SRAM. */
const LOOP = [0x6808, 0x3001, 0x6008, 0x0002, 0x4042, 0x1c52, 0x2a00, 0xd1f7, 0xe7f6];

/**
 * Repeat a small loop until the JavaScript engine compiles `interpret` with its best compiler, which
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
    heat[(R[15] >> 1) & HEATS] = 0;
    interpret(150);
  }
  for (const memory of [R, sram32, heat]) memory.fill(0);
}

/**
 * @param {import('./rom.js').Chip} chip that has the memory of memory.js
 * @param {() => boolean} halted whether something ends the run; checked after everything but
 *   instructions on memory alone
 * @param {() => boolean} careful whether only the stock core may run
 * @param {import('./cache.js').Cache | null} [flashCache] the cache of the flash, if its time counts
 * @returns {(end: number) => void} runs the chip until its clock is at `end` (nanoseconds), or
 *   the first instruction ends after that; sleep ends there exactly
 */
export function makeLoop(chip, halted, careful, flashCache = null) {
  const { core } = chip;
  const clock = /** @type {any} */ (chip.clock);
  let start = 0; // when the burst began, or would have begun if the clock had not been moved
  /** @type {unknown} */
  let alarm = null; // the next one when it began

  /** Whether an interrupt may be taken next: the stock core decides that in its next step. */
  function interrupted() {
    if (!core.interruptsUpdated) return false;
    core.interruptsUpdated =
      (core.pendingInterrupts & core.enabledInterrupts) !== 0 ||
      core.pendingNMI ||
      core.pendingPendSV ||
      core.pendingSVCall ||
      core.pendingSystick;
    return core.interruptsUpdated;
  }

  /** Bring the clock up to date for a peripheral; return its time. */
  function arrive() {
    clock.nanosCounter = start + state[SPENT] * CYCLE;
    return clock.nanosCounter;
  }

  /**
   * Continue after a peripheral, which may have moved the clock or changed the next alarm.
   * @param {number} then
   */
  function depart(then) {
    outside = true;
    start += clock.nanosCounter - then;
    leave =
      clock.nanosCounter !== then ||
      clock.nextAlarm !== alarm ||
      interrupted() ||
      halted() ||
      careful();
  }

  /** @param {number} address @param {number} size */
  function read(address, size) {
    reached = address;
    const then = arrive();
    let value = 0;
    if (size === 4) value = chip.readUint32(address >>> 0) | 0;
    else if (size === 2) value = chip.readUint16(address >>> 0);
    else value = chip.readUint8(address >>> 0);
    depart(then);
    return value;
  }

  /** @param {number} address @param {number} size @param {number} value */
  function write(address, size, value) {
    reached = address;
    const then = arrive();
    if (size === 4) chip.writeUint32(address >>> 0, value >>> 0);
    else if (size === 2) chip.writeUint16(address >>> 0, value >>> 0);
    else chip.writeUint8(address >>> 0, value >>> 0);
    depart(then);
  }

  /** Execute one instruction on the stock core. */
  function step() {
    chip.waited = 0;
    const cycles = core.executeInstruction() + chip.waited;
    core.cycles += chip.waited;
    goTo(clock, clock.nanosCounter + cycles * CYCLE);
  }

  /** @param {number} end */
  function hurry(end) {
    const next = clock.nextAlarm;
    const limit = next && next.nanos < end ? next.nanos : end;
    start = clock.nanosCounter;
    alarm = next;
    leave = false;
    state[DIVIDED] = 0;
    state[FLAG_N] = core.N ? -1 : 0;
    state[FLAG_Z] = core.Z ? 0 : 1;
    state[FLAG_C] = core.C ? 1 : 0;
    state[FLAG_V] = core.V ? 1 : 0;
    const slow = burst(Math.min(Math.ceil((limit - start) / CYCLE), MOST) | 0);
    core.N = state[FLAG_N] < 0;
    core.Z = state[FLAG_Z] === 0;
    core.C = state[FLAG_C] !== 0;
    core.V = state[FLAG_V] !== 0;
    core.cycles += state[SPENT] + state[DIVIDED];
    goTo(clock, start + state[SPENT] * CYCLE);
    if (slow) step(); // no alarm was due before it, so it is the next instruction
  }

  /** @param {number} end */
  return function go(end) {
    load = read;
    store = write;
    cache = flashCache;
    fetched = 0;
    while (clock.nanosCounter < end && !halted()) {
      if (core.waiting) {
        // Asleep: jump to the next alarm, or rather to the clock's next edge after it.
        const next = clock.nextAlarm ? Math.ceil(clock.nextAlarm.nanos) : Infinity;
        goTo(clock, Math.max(clock.nanosCounter, Math.min(next, end)));
      } else if (interrupted() || careful()) {
        step();
      } else {
        hurry(end);
      }
    }
  };
}
