// SPDX-License-Identifier: MIT
/**
 * A fast loop for rp2040js's Cortex-M0+: one look-up and one dense switch for each instruction.
 *
 * What it does not know (exceptions, sleep, special registers, breakpoints) is left to the stock
 * core, instruction by instruction. Cycles and times are the stock core's, so that a run is the
 * same on both, which a test compares; a second one compares each instruction with random
 * registers. There the stock core of 1.4.1 errs in a few carry and overflow flags (the test lists
 * them), and this one does what the manual says: ARMv6-M Architecture Reference Manual, A6.7.
 *
 * It is written for the compilers of JavaScript engines: whole numbers of 32 bits with a sign
 * everywhere (no `>>> 0`), no objects, and memory whose place is constant (memory.js). A function
 * of this size takes half a second to compile; it is not to be done again and again.
 */

import { CYCLE, goTo } from './clock.js';
import {
  FLASH_SIZE,
  FLASH_START,
  ROM_SIZE,
  SRAM_SIZE,
  SRAM_START,
  flash16,
  flash32,
  flash8,
  registers as R,
  rom16,
  rom32,
  rom8,
  sram16,
  sram32,
  sram8,
} from './memory.js';

/** @typedef {import('rp2040js').RP2040} RP2040 */

const MOST = 1 << 28; // cycles in one burst
const SIGN = -0x80000000; // x ^ SIGN: what is to be compared without sign

/** The case in `burst` for each opcode; 0 is left to the stock core. */
const CASE = new Uint8Array(65536);

/**
 * Fill in a case.
 * @param {number} number
 * @param {string} pattern 16 bits: 0, 1, or another sign for either
 */
function encode(number, pattern) {
  const bits = pattern.replaceAll(' ', '');
  const fixed = parseInt(bits.replace(/[^01]/g, '0'), 2);
  const mask = parseInt(bits.replace(/[01]/g, '1').replace(/[^1]/g, '0'), 2);
  for (let opcode = 0; opcode < 65536; opcode++) {
    if ((opcode & mask) === fixed) CASE[opcode] = number;
  }
}

encode(1, '00000 iiiii mmm ddd'); // LSLS Rd, Rm, #i
encode(2, '00001 iiiii mmm ddd'); // LSRS Rd, Rm, #i
encode(3, '00010 iiiii mmm ddd'); // ASRS Rd, Rm, #i
encode(4, '0001100 mmm nnn ddd'); // ADDS Rd, Rn, Rm
encode(5, '0001101 mmm nnn ddd'); // SUBS Rd, Rn, Rm
encode(6, '0001110 iii nnn ddd'); // ADDS Rd, Rn, #i
encode(7, '0001111 iii nnn ddd'); // SUBS Rd, Rn, #i
encode(8, '00100 ddd iiiiiiii'); // MOVS Rd, #i
encode(9, '00101 nnn iiiiiiii'); // CMP Rn, #i
encode(10, '00110 ddd iiiiiiii'); // ADDS Rd, #i
encode(11, '00111 ddd iiiiiiii'); // SUBS Rd, #i
encode(12, '0100000000 mmm ddd'); // ANDS
encode(13, '0100000001 mmm ddd'); // EORS
encode(14, '0100000010 mmm ddd'); // LSLS Rd, Rm
encode(15, '0100000011 mmm ddd'); // LSRS Rd, Rm
encode(16, '0100000100 mmm ddd'); // ASRS Rd, Rm
encode(17, '0100000101 mmm ddd'); // ADCS
encode(18, '0100000110 mmm ddd'); // SBCS
encode(19, '0100000111 mmm ddd'); // RORS
encode(20, '0100001000 mmm nnn'); // TST
encode(21, '0100001001 nnn ddd'); // RSBS Rd, Rn, #0
encode(22, '0100001010 mmm nnn'); // CMP Rn, Rm
encode(23, '0100001011 mmm nnn'); // CMN
encode(24, '0100001100 mmm ddd'); // ORRS
encode(25, '0100001101 nnn ddd'); // MULS
encode(26, '0100001110 mmm ddd'); // BICS
encode(27, '0100001111 mmm ddd'); // MVNS
encode(28, '01000100 d mmmm ddd'); // ADD Rd, Rm (any register)
encode(29, '01000101 n mmmm nnn'); // CMP (any register)
encode(30, '01000110 d mmmm ddd'); // MOV (any register)
encode(31, '010001110 mmmm 000'); // BX
encode(32, '010001111 mmmm 000'); // BLX
encode(33, '01001 ttt iiiiiiii'); // LDR Rt, [PC, #i]
encode(34, '0101000 mmm nnn ttt'); // STR Rt, [Rn, Rm]
encode(35, '0101001 mmm nnn ttt'); // STRH
encode(36, '0101010 mmm nnn ttt'); // STRB
encode(37, '0101011 mmm nnn ttt'); // LDRSB
encode(38, '0101100 mmm nnn ttt'); // LDR
encode(39, '0101101 mmm nnn ttt'); // LDRH
encode(40, '0101110 mmm nnn ttt'); // LDRB
encode(41, '0101111 mmm nnn ttt'); // LDRSH
encode(42, '01100 iiiii nnn ttt'); // STR Rt, [Rn, #i]
encode(43, '01101 iiiii nnn ttt'); // LDR
encode(44, '01110 iiiii nnn ttt'); // STRB
encode(45, '01111 iiiii nnn ttt'); // LDRB
encode(46, '10000 iiiii nnn ttt'); // STRH
encode(47, '10001 iiiii nnn ttt'); // LDRH
encode(48, '10010 ttt iiiiiiii'); // STR Rt, [SP, #i]
encode(49, '10011 ttt iiiiiiii'); // LDR Rt, [SP, #i]
encode(50, '10100 ddd iiiiiiii'); // ADR
encode(51, '10101 ddd iiiiiiii'); // ADD Rd, SP, #i
encode(52, '101100000 iiiiiii'); // ADD SP, #i
encode(53, '101100001 iiiiiii'); // SUB SP, #i
encode(54, '1011001000 mmm ddd'); // SXTH
encode(55, '1011001001 mmm ddd'); // SXTB
encode(56, '1011001010 mmm ddd'); // UXTH
encode(57, '1011001011 mmm ddd'); // UXTB
encode(58, '1011010 l rrrrrrrr'); // PUSH
encode(59, '1011110 p rrrrrrrr'); // POP
encode(60, '1011101000 mmm ddd'); // REV
encode(61, '1011111100000000'); // NOP
encode(62, '11000 nnn rrrrrrrr'); // STM
encode(63, '11001 nnn rrrrrrrr'); // LDM
encode(64, '1101 cccc iiiiiiii'); // B<c>
encode(0, '1101 111 x iiiiiiii'); // (SVC, UDF)
encode(65, '11100 iiiiiiiiiii'); // B
encode(66, '11110 iiiiiiiiiii'); // BL, if the next halfword is its second one
encode(67, '1111001110111111'); // barriers, likewise

/** How many registers each list of PUSH, POP, STM and LDM has. */
const COUNT = new Uint8Array(256);
for (let list = 1; list < 256; list++) COUNT[list] = COUNT[list >> 1] + (list & 1);

// What `burst` takes and leaves beside the registers.

/** The flags: N is the sign of `flagN`, Z that `flagZ` is 0. */
let [flagN, flagZ, flagC, flagV] = [0, 1, 0, 0];
/** Cycles since the burst began. */
let spent = 0;
/** Set by `load` and `store` when the burst has to end behind the instruction. */
let leave = false;
/** @type {(address: number, size: number) => number} reads what is no memory, signed */
let load = () => 0;
/** @type {(address: number, size: number, value: number) => void} writes what is no SRAM */
let store = () => {};

/**
 * Run until something needs the stock core, or for so many cycles.
 * @param {number} budget cycles; the last instruction may end after them
 * @returns {boolean} whether the next instruction is one for the stock core
 */
function burst(budget) {
  let cycles = 0;
  let pc = R[15] & ~1;
  let n = flagN;
  let z = flagZ;
  let c = flagC;
  let v = flagV;
  let slow = true;
  burst: {
    do {
      let o = 0;
      if (pc >> 21 === FLASH_START >> 21) o = flash16[(pc & (FLASH_SIZE - 1)) >> 1];
      else if (pc >= SRAM_START && pc < SRAM_START + SRAM_SIZE) o = sram16[(pc - SRAM_START) >> 1];
      else if (pc >= 0 && pc < ROM_SIZE) o = rom16[pc >> 1];
      else break burst;
      let d = 1; // the cycles of this instruction
      let a = 0;
      let b = 0;
      let r = 0;
      let i = 0;
      let list = 0;
      let at = 0;
      switch (CASE[o]) {
        case 1: // LSLS Rd, Rm, #i
          i = (o >> 6) & 31;
          a = R[(o >> 3) & 7];
          if (i) c = (a >> (32 - i)) & 1;
          R[o & 7] = n = z = a << i;
          pc += 2;
          break;
        case 2: // LSRS Rd, Rm, #i
          i = (o >> 6) & 31;
          a = R[(o >> 3) & 7];
          c = (a >> (i ? i - 1 : 31)) & 1;
          R[o & 7] = n = z = i ? a >>> i : 0;
          pc += 2;
          break;
        case 3: // ASRS Rd, Rm, #i
          i = (o >> 6) & 31;
          a = R[(o >> 3) & 7];
          c = (a >> (i ? i - 1 : 31)) & 1;
          R[o & 7] = n = z = a >> (i ? i : 31);
          pc += 2;
          break;
        case 4: // ADDS Rd, Rn, Rm
          a = R[(o >> 3) & 7];
          b = R[(o >> 6) & 7];
          r = (a + b) | 0;
          c = (r ^ SIGN) < (a ^ SIGN) ? 1 : 0;
          v = ((a ^ r) & (b ^ r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 5: // SUBS Rd, Rn, Rm
          a = R[(o >> 3) & 7];
          b = R[(o >> 6) & 7];
          r = (a - b) | 0;
          c = (a ^ SIGN) >= (b ^ SIGN) ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 6: // ADDS Rd, Rn, #i
          a = R[(o >> 3) & 7];
          b = (o >> 6) & 7;
          r = (a + b) | 0;
          c = (r ^ SIGN) < (a ^ SIGN) ? 1 : 0;
          v = ((a ^ r) & (b ^ r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 7: // SUBS Rd, Rn, #i
          a = R[(o >> 3) & 7];
          b = (o >> 6) & 7;
          r = (a - b) | 0;
          c = (a ^ SIGN) >= (b ^ SIGN) ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 8: // MOVS Rd, #i
          R[(o >> 8) & 7] = n = z = o & 255;
          pc += 2;
          break;
        case 9: // CMP Rn, #i
          a = R[(o >> 8) & 7];
          b = o & 255;
          r = (a - b) | 0;
          c = (a ^ SIGN) >= (b ^ SIGN) ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          n = z = r;
          pc += 2;
          break;
        case 10: // ADDS Rd, #i
          a = R[(o >> 8) & 7];
          b = o & 255;
          r = (a + b) | 0;
          c = (r ^ SIGN) < (a ^ SIGN) ? 1 : 0;
          v = ((a ^ r) & (b ^ r)) >>> 31;
          R[(o >> 8) & 7] = n = z = r;
          pc += 2;
          break;
        case 11: // SUBS Rd, #i
          a = R[(o >> 8) & 7];
          b = o & 255;
          r = (a - b) | 0;
          c = (a ^ SIGN) >= (b ^ SIGN) ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          R[(o >> 8) & 7] = n = z = r;
          pc += 2;
          break;
        case 12: // ANDS
          R[o & 7] = n = z = R[o & 7] & R[(o >> 3) & 7];
          pc += 2;
          break;
        case 13: // EORS
          R[o & 7] = n = z = R[o & 7] ^ R[(o >> 3) & 7];
          pc += 2;
          break;
        case 14: // LSLS Rd, Rm
          i = R[(o >> 3) & 7] & 255;
          r = R[o & 7];
          if (i) {
            c = i <= 32 ? (r >> (32 - i)) & 1 : 0;
            r = i < 32 ? r << i : 0;
          }
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 15: // LSRS Rd, Rm
          i = R[(o >> 3) & 7] & 255;
          r = R[o & 7];
          if (i) {
            c = i <= 32 ? (r >> (i - 1)) & 1 : 0;
            r = i < 32 ? r >>> i : 0;
          }
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 16: // ASRS Rd, Rm
          i = R[(o >> 3) & 7] & 255;
          r = R[o & 7];
          if (i) {
            if (i > 32) i = 32;
            c = (r >> (i - 1)) & 1;
            r = r >> (i < 32 ? i : 31);
          }
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 17: // ADCS
          a = R[o & 7];
          b = R[(o >> 3) & 7];
          r = (a + b + c) | 0;
          v = ((a ^ r) & (b ^ r)) >>> 31;
          c = ((a & b) | ((a | b) & ~r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 18: // SBCS
          a = R[o & 7];
          b = R[(o >> 3) & 7];
          r = (a - b - 1 + c) | 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          c = ((a & ~b) | ((a | ~b) & ~r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 19: // RORS
          i = R[(o >> 3) & 7] & 255;
          r = R[o & 7];
          if (i) {
            i = i & 31;
            if (i) r = (r >>> i) | (r << (32 - i));
            c = r >>> 31;
          }
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 20: // TST
          n = z = R[o & 7] & R[(o >> 3) & 7];
          pc += 2;
          break;
        case 21: // RSBS Rd, Rn, #0
          b = R[(o >> 3) & 7];
          r = (0 - b) | 0;
          c = b === 0 ? 1 : 0;
          v = (b & r) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 22: // CMP Rn, Rm
          a = R[o & 7];
          b = R[(o >> 3) & 7];
          r = (a - b) | 0;
          c = (a ^ SIGN) >= (b ^ SIGN) ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          n = z = r;
          pc += 2;
          break;
        case 23: // CMN
          a = R[o & 7];
          b = R[(o >> 3) & 7];
          r = (a + b) | 0;
          c = (r ^ SIGN) < (a ^ SIGN) ? 1 : 0;
          v = ((a ^ r) & (b ^ r)) >>> 31;
          n = z = r;
          pc += 2;
          break;
        case 24: // ORRS
          R[o & 7] = n = z = R[o & 7] | R[(o >> 3) & 7];
          pc += 2;
          break;
        case 25: // MULS
          R[o & 7] = n = z = Math.imul(R[o & 7], R[(o >> 3) & 7]);
          pc += 2;
          break;
        case 26: // BICS
          R[o & 7] = n = z = R[o & 7] & ~R[(o >> 3) & 7];
          pc += 2;
          break;
        case 27: // MVNS
          R[o & 7] = n = z = ~R[(o >> 3) & 7];
          pc += 2;
          break;
        case 28: // ADD Rd, Rm (any register)
          i = ((o >> 4) & 8) | (o & 7);
          b = (o >> 3) & 15;
          r = ((i === 15 ? pc + 4 : R[i]) + (b === 15 ? pc + 4 : R[b])) | 0;
          if (i === 15) {
            pc = r & ~1;
            d = 2;
          } else {
            R[i] = i === 13 ? r & ~3 : r;
            pc += 2;
          }
          break;
        case 29: // CMP (any register)
          i = ((o >> 4) & 8) | (o & 7);
          b = (o >> 3) & 15;
          a = i === 15 ? pc + 4 : R[i];
          b = b === 15 ? pc + 4 : R[b];
          r = (a - b) | 0;
          c = (a ^ SIGN) >= (b ^ SIGN) ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          n = z = r;
          pc += 2;
          break;
        case 30: // MOV (any register)
          i = ((o >> 4) & 8) | (o & 7);
          b = (o >> 3) & 15;
          r = b === 15 ? pc + 4 : R[b];
          if (i === 15) {
            pc = r & ~1;
            d = 2;
          } else {
            R[i] = i === 13 ? r & ~3 : r;
            pc += 2;
          }
          break;
        case 31: // BX
          i = (o >> 3) & 15;
          a = i === 15 ? pc + 4 : R[i];
          if (a >> 28 === -1) break burst; // the end of an exception
          pc = a & ~1;
          d = 2;
          break;
        case 32: // BLX
          a = R[(o >> 3) & 15];
          R[14] = (pc + 2) | 1;
          pc = a & ~1;
          d = 2;
          break;
        case 33: // LDR Rt, [PC, #i], from the memory where the program is
          a = ((pc + 4) & ~3) + ((o & 255) << 2);
          if (pc >> 28 === 1) r = flash32[(a & (FLASH_SIZE - 1)) >> 2];
          else if (pc >> 28 === 2) r = sram32[(a & 0xfffff) >> 2];
          else r = rom32[(a & (ROM_SIZE - 1)) >> 2];
          R[(o >> 8) & 7] = r;
          d = 2;
          pc += 2;
          break;
        case 34: // STR Rt, [Rn, Rm]
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - SRAM_START) | 0;
          if (i >= 0 && i < SRAM_SIZE && (i & 3) === 0) {
            sram32[i >> 2] = R[o & 7];
            d = 2;
          } else {
            spent = cycles;
            store(a, 4, R[o & 7]);
            d = ioCycles(a, 5);
            if (leave) budget = 0;
          }
          pc += 2;
          break;
        case 35: // STRH
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - SRAM_START) | 0;
          if (i >= 0 && i < SRAM_SIZE && (i & 1) === 0) {
            sram16[i >> 1] = R[o & 7];
            d = 2;
          } else {
            spent = cycles;
            store(a, 2, R[o & 7]);
            d = ioCycles(a, 5);
            if (leave) budget = 0;
          }
          pc += 2;
          break;
        case 36: // STRB
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - SRAM_START) | 0;
          if (i >= 0 && i < SRAM_SIZE) {
            sram8[i] = R[o & 7];
            d = 2;
          } else {
            spent = cycles;
            store(a, 1, R[o & 7]);
            d = ioCycles(a, 5);
            if (leave) budget = 0;
          }
          pc += 2;
          break;
        case 37: // LDRSB
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - SRAM_START) | 0;
          d = 2;
          if (i >= 0 && i < SRAM_SIZE) r = sram8[i];
          else if (a >> 21 === FLASH_START >> 21) r = flash8[(a & (FLASH_SIZE - 1))];
          else if (a >= 0 && a < ROM_SIZE) r = rom8[a];
          else {
            spent = cycles;
            r = load(a, 1);
            d = ioCycles(a, 4);
            if (leave) budget = 0;
          }
          R[o & 7] = (r << 24) >> 24;
          pc += 2;
          break;
        case 38: // LDR Rt, [Rn, Rm]
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - SRAM_START) | 0;
          d = 2;
          if (i >= 0 && i < SRAM_SIZE && (i & 3) === 0) r = sram32[i >> 2];
          else if (a >> 21 === FLASH_START >> 21 && (a & 3) === 0) r = flash32[(a & (FLASH_SIZE - 1)) >> 2];
          else {
            spent = cycles;
            r = load(a, 4);
            d = ioCycles(a, 4);
            if (leave) budget = 0;
          }
          R[o & 7] = r;
          pc += 2;
          break;
        case 39: // LDRH
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - SRAM_START) | 0;
          d = 2;
          if (i >= 0 && i < SRAM_SIZE && (i & 1) === 0) r = sram16[i >> 1];
          else if (a >> 21 === FLASH_START >> 21 && (a & 1) === 0) r = flash16[(a & (FLASH_SIZE - 1)) >> 1];
          else {
            spent = cycles;
            r = load(a, 2);
            d = ioCycles(a, 4);
            if (leave) budget = 0;
          }
          R[o & 7] = r;
          pc += 2;
          break;
        case 40: // LDRB
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - SRAM_START) | 0;
          d = 2;
          if (i >= 0 && i < SRAM_SIZE) r = sram8[i];
          else if (a >> 21 === FLASH_START >> 21) r = flash8[(a & (FLASH_SIZE - 1))];
          else if (a >= 0 && a < ROM_SIZE) r = rom8[a];
          else {
            spent = cycles;
            r = load(a, 1);
            d = ioCycles(a, 4);
            if (leave) budget = 0;
          }
          R[o & 7] = r;
          pc += 2;
          break;
        case 41: // LDRSH
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - SRAM_START) | 0;
          d = 2;
          if (i >= 0 && i < SRAM_SIZE && (i & 1) === 0) r = sram16[i >> 1];
          else if (a >> 21 === FLASH_START >> 21 && (a & 1) === 0) r = flash16[(a & (FLASH_SIZE - 1)) >> 1];
          else {
            spent = cycles;
            r = load(a, 2);
            d = ioCycles(a, 4);
            if (leave) budget = 0;
          }
          R[o & 7] = (r << 16) >> 16;
          pc += 2;
          break;
        case 42: // STR Rt, [Rn, #i]
          a = (R[(o >> 3) & 7] + ((o >> 4) & 0x7c)) | 0;
          i = (a - SRAM_START) | 0;
          if (i >= 0 && i < SRAM_SIZE && (i & 3) === 0) {
            sram32[i >> 2] = R[o & 7];
            d = 2;
          } else {
            spent = cycles;
            store(a, 4, R[o & 7]);
            d = ioCycles(a, 5);
            if (leave) budget = 0;
          }
          pc += 2;
          break;
        case 43: // LDR Rt, [Rn, #i]
          a = (R[(o >> 3) & 7] + ((o >> 4) & 0x7c)) | 0;
          i = (a - SRAM_START) | 0;
          d = 2;
          if (i >= 0 && i < SRAM_SIZE && (i & 3) === 0) r = sram32[i >> 2];
          else if (a >> 21 === FLASH_START >> 21 && (a & 3) === 0) r = flash32[(a & (FLASH_SIZE - 1)) >> 2];
          else {
            spent = cycles;
            r = load(a, 4);
            d = ioCycles(a, 4);
            if (leave) budget = 0;
          }
          R[o & 7] = r;
          pc += 2;
          break;
        case 44: // STRB
          a = (R[(o >> 3) & 7] + ((o >> 6) & 31)) | 0;
          i = (a - SRAM_START) | 0;
          if (i >= 0 && i < SRAM_SIZE) {
            sram8[i] = R[o & 7];
            d = 2;
          } else {
            spent = cycles;
            store(a, 1, R[o & 7]);
            d = ioCycles(a, 5);
            if (leave) budget = 0;
          }
          pc += 2;
          break;
        case 45: // LDRB
          a = (R[(o >> 3) & 7] + ((o >> 6) & 31)) | 0;
          i = (a - SRAM_START) | 0;
          d = 2;
          if (i >= 0 && i < SRAM_SIZE) r = sram8[i];
          else if (a >> 21 === FLASH_START >> 21) r = flash8[(a & (FLASH_SIZE - 1))];
          else if (a >= 0 && a < ROM_SIZE) r = rom8[a];
          else {
            spent = cycles;
            r = load(a, 1);
            d = ioCycles(a, 4);
            if (leave) budget = 0;
          }
          R[o & 7] = r;
          pc += 2;
          break;
        case 46: // STRH
          a = (R[(o >> 3) & 7] + ((o >> 5) & 62)) | 0;
          i = (a - SRAM_START) | 0;
          if (i >= 0 && i < SRAM_SIZE && (i & 1) === 0) {
            sram16[i >> 1] = R[o & 7];
            d = 2;
          } else {
            spent = cycles;
            store(a, 2, R[o & 7]);
            d = ioCycles(a, 5);
            if (leave) budget = 0;
          }
          pc += 2;
          break;
        case 47: // LDRH
          a = (R[(o >> 3) & 7] + ((o >> 5) & 62)) | 0;
          i = (a - SRAM_START) | 0;
          d = 2;
          if (i >= 0 && i < SRAM_SIZE && (i & 1) === 0) r = sram16[i >> 1];
          else if (a >> 21 === FLASH_START >> 21 && (a & 1) === 0) r = flash16[(a & (FLASH_SIZE - 1)) >> 1];
          else {
            spent = cycles;
            r = load(a, 2);
            d = ioCycles(a, 4);
            if (leave) budget = 0;
          }
          R[o & 7] = r;
          pc += 2;
          break;
        case 48: // STR Rt, [SP, #i]
          i = (R[13] + ((o & 255) << 2) - SRAM_START) | 0;
          if (i < 0 || i >= SRAM_SIZE) break burst;
          sram32[i >> 2] = R[(o >> 8) & 7];
          d = 2;
          pc += 2;
          break;
        case 49: // LDR Rt, [SP, #i]
          i = (R[13] + ((o & 255) << 2) - SRAM_START) | 0;
          if (i < 0 || i >= SRAM_SIZE) break burst;
          R[(o >> 8) & 7] = sram32[i >> 2];
          d = 2;
          pc += 2;
          break;
        case 50: // ADR
          R[(o >> 8) & 7] = (pc & ~3) + 4 + ((o & 255) << 2);
          pc += 2;
          break;
        case 51: // ADD Rd, SP, #i
          R[(o >> 8) & 7] = (R[13] + ((o & 255) << 2)) | 0;
          pc += 2;
          break;
        case 52: // ADD SP, #i
          R[13] = (R[13] + ((o & 127) << 2)) | 0;
          pc += 2;
          break;
        case 53: // SUB SP, #i
          R[13] = (R[13] - ((o & 127) << 2)) | 0;
          pc += 2;
          break;
        case 54: // SXTH
          R[o & 7] = (R[(o >> 3) & 7] << 16) >> 16;
          pc += 2;
          break;
        case 55: // SXTB
          R[o & 7] = (R[(o >> 3) & 7] << 24) >> 24;
          pc += 2;
          break;
        case 56: // UXTH
          R[o & 7] = R[(o >> 3) & 7] & 0xffff;
          pc += 2;
          break;
        case 57: // UXTB
          R[o & 7] = R[(o >> 3) & 7] & 0xff;
          pc += 2;
          break;
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
          pc += 2;
          break;
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
          if (b) {
            pc = a & ~1;
            d += 3;
          } else {
            pc += 2;
            d += 1;
          }
          break;
        case 60: // REV
          a = R[(o >> 3) & 7];
          R[o & 7] = (a << 24) | ((a & 0xff00) << 8) | ((a >> 8) & 0xff00) | (a >>> 24);
          pc += 2;
          break;
        case 61: // NOP
          pc += 2;
          break;
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
          pc += 2;
          break;
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
          } else break burst;
          if ((o & (1 << b)) === 0) R[b] = r;
          d += 1;
          pc += 2;
          break;
        case 64: // B<c>
          switch ((o >> 8) & 15) {
            case 0: // EQ
              i = z === 0 ? 1 : 0;
              break;
            case 1: // NE
              i = z !== 0 ? 1 : 0;
              break;
            case 2: // CS
              i = c;
              break;
            case 3: // CC
              i = 1 - c;
              break;
            case 4: // MI
              i = n < 0 ? 1 : 0;
              break;
            case 5: // PL
              i = n >= 0 ? 1 : 0;
              break;
            case 6: // VS
              i = v;
              break;
            case 7: // VC
              i = 1 - v;
              break;
            case 8: // HI
              i = z !== 0 ? c : 0;
              break;
            case 9: // LS
              i = z === 0 ? 1 : 1 - c;
              break;
            case 10: // GE
              i = 1 - ((n >>> 31) ^ v);
              break;
            case 11: // LT
              i = (n >>> 31) ^ v;
              break;
            case 12: // GT
              i = z !== 0 ? 1 - ((n >>> 31) ^ v) : 0;
              break;
            default: // LE
              i = z !== 0 ? (n >>> 31) ^ v : 1;
          }
          if (i !== 0) {
            pc += 4 + ((o << 24) >> 23);
            d = 2;
          } else pc += 2;
          break;
        case 65: // B
          pc += 4 + ((o << 21) >> 20);
          d = 2;
          break;
        case 66: // BL
          if (pc >> 28 === 1) b = flash16[((pc + 2) & (FLASH_SIZE - 1)) >> 1];
          else if (pc >> 28 === 2) b = sram16[((pc + 2) & 0xfffff) >> 1];
          else b = rom16[((pc + 2) & (ROM_SIZE - 1)) >> 1];
          if ((b & 0xd000) !== 0xd000) break burst; // MSR, MRS
          i = (o >> 10) & 1; // S; I1 and I2 are J1 and J2, turned over where S is 0
          a = (i ^ ((b >> 13) & 1) ^ 1) << 23;
          r = (i ^ ((b >> 11) & 1) ^ 1) << 22;
          R[14] = (pc + 4) | 1;
          pc += 4 + ((i ? -0x1000000 : 0) | a | r | ((o & 0x3ff) << 12) | ((b & 0x7ff) << 1));
          d = 3;
          break;
        case 67: // DMB, DSB, ISB
          if (pc >> 28 === 1) b = flash16[((pc + 2) & (FLASH_SIZE - 1)) >> 1];
          else if (pc >> 28 === 2) b = sram16[((pc + 2) & 0xfffff) >> 1];
          else b = rom16[((pc + 2) & (ROM_SIZE - 1)) >> 1];
          if (b >> 12 !== 8) break burst; // a BL
          d = 3;
          pc += 4;
          break;
        default:
          break burst;
      }
      cycles += d;
    } while (cycles < budget);
    slow = false;
  }
  R[15] = pc;
  flagN = n;
  flagZ = z;
  flagC = c;
  flagV = v;
  spent = cycles;
  return slow;
}

/**
 * The cycles of a load or store of what is no memory.
 * @param {number} address
 * @param {number} apb of the peripherals behind the APB bridge
 */
function ioCycles(address, apb) {
  if (address >> 28 === 0x4) return apb;
  return address >> 28 === -3 ? 1 : 2; // 0xd0000000: SIO
}

/**
 * Run instructions of all kinds, so that the compiler of the JavaScript engine has seen them all
 * before it begins: each kind that it meets later makes it begin again.
 */
function practise() {
  const values = [SRAM_START + 0x100, FLASH_START, 0x40000000, -0x30000000, 5, -1, 0x100, SIGN, 33];
  let dice = 1;
  for (let opcode = 0; opcode < 65536; opcode += 1 + (dice & 7)) {
    for (let at = 0; at < 13; at++) {
      dice = (Math.imul(dice, 1103515245) + 12345) & 0x7fffffff;
      R[at] = values[(dice >> 12) % values.length];
    }
    const low = SRAM_START + 0x1000;
    R[13] = low;
    R[14] = low | 1;
    const home = [SRAM_START, FLASH_START, 0][(dice >> 8) % 3];
    const memory = [sram16, flash16, rom16][(dice >> 8) % 3];
    memory[0x800] = opcode;
    memory[0x801] = 0xf800;
    R[15] = home + 0x1000;
    [flagN, flagZ, flagC, flagV] = [-(dice & 1), (dice >> 1) & 1, (dice >> 2) & 1, (dice >> 3) & 1];
    // Two of each, so that it does not take one for the only one.
    load = dice & 1 ? () => 0 : () => -1;
    store = dice & 1 ? () => {} : () => undefined;
    burst(1);
  }
  for (const memory of [R, sram32, flash32, rom32]) memory.fill(0);
}
practise();

/**
 * @param {RP2040} chip that has the memory of memory.js
 * @param {() => boolean} halted whether something ends the run, looked at after everything that
 *   is not an instruction on memory alone
 * @param {() => boolean} careful whether only the stock core may run
 * @returns {(end: number) => void} runs the chip until its clock is at `end` (nanoseconds), or
 *   the first instruction ends after that; sleep ends there exactly
 */
export function makeLoop(chip, halted, careful) {
  const { core } = chip;
  const clock = /** @type {any} */ (chip.clock);
  let start = 0; // when the burst began, or would have begun if the clock had not been moved
  /** @type {unknown} */
  let alarm = null; // the next one when it began

  /** Whether an interrupt may be about to be taken: the stock core looks, at its next step. */
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

  /** Peripherals look at the clock. Returns its time. */
  function arrive() {
    clock.nanosCounter = start + spent * CYCLE;
    return clock.nanosCounter;
  }

  /**
   * After a peripheral: it may have moved the clock, or have changed what comes next.
   * @param {number} then
   */
  function depart(then) {
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
    const then = arrive();
    if (size === 4) chip.writeUint32(address >>> 0, value >>> 0);
    else if (size === 2) chip.writeUint16(address >>> 0, value >>> 0);
    else chip.writeUint8(address >>> 0, value >>> 0);
    depart(then);
  }

  /** One instruction of the stock core. */
  function step() {
    const cycles = core.executeInstruction();
    goTo(clock, clock.nanosCounter + cycles * CYCLE);
  }

  /** @param {number} end */
  function hurry(end) {
    const next = clock.nextAlarm;
    const limit = next && next.nanos < end ? next.nanos : end;
    start = clock.nanosCounter;
    alarm = next;
    leave = false;
    flagN = core.N ? -1 : 0;
    flagZ = core.Z ? 0 : 1;
    flagC = core.C ? 1 : 0;
    flagV = core.V ? 1 : 0;
    const slow = burst(Math.min(Math.ceil((limit - start) / CYCLE), MOST));
    core.N = flagN < 0;
    core.Z = flagZ === 0;
    core.C = flagC !== 0;
    core.V = flagV !== 0;
    core.cycles += spent;
    goTo(clock, start + spent * CYCLE);
    if (slow) step(); // no alarm was due before it, so it is the next instruction
  }

  /** @param {number} end */
  return function run(end) {
    load = read;
    store = write;
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
