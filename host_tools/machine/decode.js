// SPDX-License-Identifier: MIT
/**
 * The instructions of an Armv8-M processor with the Main and DSP extensions, and those of Armv6-M
 * among them, decoded once for each place (memory.js) into an operation that execute.js can execute
 * quickly.
 *
 * Written from the Armv8-M Architecture Reference Manual (DDI 0553), chapter C2. 16-bit and 32-bit
 * encodings with the same effect become the same operation. Constants, addresses of literals and
 * targets of branches are computed here. An instruction in an IT block is the operation IN_BLOCK;
 * its effect if its condition holds is decoded next to it.
 *
 * An operation is a word: its kind (0 to 8), the registers d (9 to 12), n (13 to 16), m (17 to 20)
 * and a (21 to 24), six bits for other purposes (25 to 30), and whether it is of 32 bits (31). With
 * it goes an immediate of 32 bits.
 */

import { cache, model } from './access.js';
import {
  FLASH_END,
  FLASH_SIZE,
  FLASH_START,
  ROM_PLACE,
  SRAM_END,
  SRAM_PLACE,
  SRAM_START,
  conditionals,
  flash16,
  flash32,
  immediates,
  mark,
  operations,
  rom16,
  sram16,
  view,
} from './memory.js';

const NAMES = `NONE
  MOVS_I ADDS_R SUBS_R ADDS_I SUBS_I CMP_I CMP_R CMN_R ANDS_R EORS_R ORRS_R BICS_R MVNS_R TST_R TST_I
  MOVS_R LSLS_I LSRS_I ASRS_I LSLS_R LSRS_R ASRS_R RORS_R ADCS_R SBCS_R RSBS_I MULS
  MOV_I MOV_R ADD_R SUB_R ADD_I ADD_LSL SUB_LSL RSB_I AND_R EOR_R ORR_R BIC_R MVN_R AND_LSL ORR_LSL
  EOR_LSL AND_I ORR_I EOR_I LSL_I LSR_I ASR_I ROR_I LSL_R LSR_R ASR_R MUL MLA MLS MOVT SP_I SP_R
  UMULL SMULL UDIV SDIV SXTH SXTB UXTH UXTB UBFX SBFX BFI CLZ REV RBIT
  LDR_I LDRB_I LDRH_I LDRSB_I LDRSH_I STR_I STRB_I STRH_I
  LDR_R LDRB_R LDRH_R LDRSB_R LDRSH_R STR_R STRB_R STRH_R
  LDR_A LOAD_W STORE_W LDRD STRD LDM STM POP_PC LDR_PC
  BEQ BNE BCS BCC BMI BPL BVS BVC BHI BLS BGE BLT BGT BLE
  B BL BX BLX CBZ CBNZ TBB TBH JUMP NOP IN_BLOCK
  STOCK VLDR VSTR FP FP_FLAGS
  DP_I DP_S DP_SR  REV16 REVSH EXTEND MULTIPLY LONG PARALLEL SATURATE DSP
  EXCLUSIVE TT COPROCESSOR CPS MRS MSR SVC BKPT WFI WFE SEV CLREX UNDEFINED NO_PLACE`;

/**
 * The number of each kind of operation.
 * @type {Record<string, number>}
 */
export const K = Object.fromEntries(NAMES.split(/\s+/).map((name, number) => [name, number]));
/** The names of the kinds. */
export const KINDS = NAMES.split(/\s+/);

/** Data processing with a modified immediate or shifted register, by its number in the opcode. */
export const [AND, BIC, ORR, ORN, EOR, PKH, ADD, ADC, SBC, SUB, RSB] = [
  0, 1, 2, 3, 4, 6, 8, 10, 11, 13, 14,
];

/** What EXCLUSIVE does, in its six bits: the size is 1 << (bits 0, 1). */
export const [IS_LOAD, IS_EXCLUSIVE] = [4, 8];

/** What LOAD_W and STORE_W do: the size is 1 << (bits 0, 1); address and writeback. */
export const [SIGNED, AFTER] = [4, 8];

/** What LDM and STM do: write back; from the lower address up, or below. */
export const [WRITES_BACK, BEFORE] = [1, 2];

// The result of `decode32` and `decode16`.
let word = 0;
let immediate = 0;

const WIDE = 1 << 31;

/** @param {number} kind @param {number} d @param {number} n @param {number} m @param {number} i */
function put(kind, d, n, m, i) {
  word = kind | (d << 9) | (n << 13) | (m << 17);
  immediate = i;
}

/** @param {number} a @param {number} extra */
function more(a, extra) {
  word |= (a << 21) | (extra << 25);
}

/** @param {number} list bits of registers @returns {number} how many */
function count(list) {
  let bits = 0;
  for (let rest = list; rest; rest &= rest - 1) bits++;
  return bits & 15;
}

function undefinedInstruction() {
  put(model.stock ? K.STOCK : K.UNDEFINED, 0, 0, 0, 0);
}

/**
 * Return the address of a place.
 * @param {number} place
 */
export function addressOf(place) {
  if (place < SRAM_PLACE) return FLASH_START + (place << 1);
  if (place < ROM_PLACE) return SRAM_START + ((place - SRAM_PLACE) << 1);
  return (place - ROM_PLACE) << 1;
}

/**
 * Return the place of an address, or -1 where nothing can be executed.
 * @param {number} address with or without a sign
 */
export function placeOf(address) {
  const inFlash = (address - FLASH_START) | 0;
  if (inFlash >= 0 && inFlash < view.length) return inFlash >> 1;
  const inSram = (address - SRAM_START) | 0;
  if (inSram >= 0 && inSram < view.sram) return SRAM_PLACE + (inSram >> 1);
  return address >= 0 && address < view.rom ? ROM_PLACE + (address >> 1) : -1;
}

/** @param {number} place @returns {number} the halfword there */
export function halfword(place) {
  if (place < FLASH_END) return flash16[((view.base + (place << 1)) & (FLASH_SIZE - 1)) >> 1];
  if (place < SRAM_END) return sram16[place - SRAM_PLACE];
  return rom16[place - ROM_PLACE];
}

/** @param {number} place @returns {boolean} whether nothing can be executed there */
function isGap(place) {
  return placeOf(addressOf(place)) < 0;
}

/** @param {number} target address of a branch @returns {number} its place, or -1 */
function branchTo(target) {
  return placeOf(target & ~1);
}

/**
 * Decode a branch to an address; its immediate is the place.
 * @param {number} kind
 * @param {number} n
 * @param {number} target
 */
function branch(kind, n, target) {
  const place = branchTo(target);
  if (place < 0) put(model.stock ? K.STOCK : K.NO_PLACE, 0, 0, 0, target);
  else put(kind, 0, n, 0, place);
}

/**
 * Decode a load of a literal.
 * @param {number} place of the instruction
 * @param {number} t
 * @param {number} address of the word
 */
function literal(place, t, address) {
  const offset = address - FLASH_START;
  if (t === 15) put(K.LDR_PC, 0, 15, 0, address);
  else if (cache === null && place < SRAM_PLACE && offset >= 0 && offset < view.length && !(address & 3)) {
    put(K.MOV_I, t, 0, 0, flash32[((view.base + offset) & (FLASH_SIZE - 1)) >> 2]);
    more(0, 1); // takes the time of a load
  } else put(K.LDR_A, t, 0, 0, address);
}

/** ThumbExpandImm of the manual: the value, and what it does to the carry (-1: nothing). */
let expandedCarry = -1;

/** @param {number} twelve bits @returns {number} */
function expand(twelve) {
  const eight = twelve & 255;
  expandedCarry = -1;
  if (twelve >> 10 === 0) {
    switch (twelve >> 8) {
      case 0:
        return eight;
      case 1:
        return (eight << 16) | eight;
      case 2:
        return (eight << 24) | (eight << 8);
      default:
        return (eight << 24) | (eight << 16) | (eight << 8) | eight;
    }
  }
  const by = twelve >> 7;
  const value = 0x80 | (twelve & 127);
  const result = (value >>> by) | (value << (32 - by));
  expandedCarry = result >>> 31;
  return result;
}

/**
 * Decode a shift by a constant.
 * @param {number} type LSL, LSR, ASR; ROR if it writes no flags
 * @param {boolean} flags
 * @param {number} d
 * @param {number} m
 * @param {number} by 1 to 32
 */
function shift(type, flags, d, m, by) {
  if (flags) put([K.LSLS_I, K.LSRS_I, K.ASRS_I][type], d, 0, m, by);
  else if (by < 32) put([K.LSL_I, K.LSR_I, K.ASR_I, K.ROR_I][type], d, 0, m, by);
  else if (type === 1) put(K.MOV_I, d, 0, 0, 0);
  else put(K.ASR_I, d, 0, m, 31);
}

const CONDITIONS = K.BEQ;

/** @param {number} place @param {number} o @param {boolean} flags outside of an IT block */
function decode16(place, o, flags) {
  const pc = addressOf(place) + 4;
  const low = o & 7;
  const middle = (o >> 3) & 7;
  const high = (o >> 6) & 7;
  const five = (o >> 6) & 31;
  const eight = o & 255;
  const wide = (o >> 8) & 7;
  const any = (o >> 3) & 15;
  const to = ((o >> 4) & 8) | low;
  switch (o >> 11) {
    case 0:
      if (!five) put(flags ? K.MOVS_R : K.MOV_R, low, 0, middle, 0);
      else shift(0, flags, low, middle, five);
      return;
    case 1:
      shift(1, flags, low, middle, five || 32);
      return;
    case 2:
      shift(2, flags, low, middle, five || 32);
      return;
    case 3:
      if (o & 0x400) {
        if (o & 0x200) put(flags ? K.SUBS_I : K.ADD_I, low, middle, 0, flags ? high : -high);
        else put(flags ? K.ADDS_I : K.ADD_I, low, middle, 0, high);
      } else if (o & 0x200) put(flags ? K.SUBS_R : K.SUB_R, low, middle, high, 0);
      else put(flags ? K.ADDS_R : K.ADD_R, low, middle, high, 0);
      return;
    case 4:
      put(flags ? K.MOVS_I : K.MOV_I, wide, 0, 0, eight);
      return;
    case 5:
      put(K.CMP_I, 0, wide, 0, eight);
      return;
    case 6:
      put(flags ? K.ADDS_I : K.ADD_I, wide, wide, 0, eight);
      return;
    case 7:
      put(flags ? K.SUBS_I : K.ADD_I, wide, wide, 0, flags ? eight : -eight);
      return;
    case 8:
      if (o & 0x400) special(pc, o, any, to);
      else processing16((o >> 6) & 15, low, middle, flags);
      return;
    case 9:
      literal(place, wide, (pc & ~3) + (eight << 2));
      return;
    case 10:
    case 11: {
      const kinds = [K.STR_R, K.STRH_R, K.STRB_R, K.LDRSB_R, K.LDR_R, K.LDRH_R, K.LDRB_R, K.LDRSH_R];
      put(kinds[(o >> 9) & 7], low, middle, high, 0);
      return;
    }
    case 12:
      put(K.STR_I, low, middle, 0, five << 2);
      return;
    case 13:
      put(K.LDR_I, low, middle, 0, five << 2);
      return;
    case 14:
      put(K.STRB_I, low, middle, 0, five);
      return;
    case 15:
      put(K.LDRB_I, low, middle, 0, five);
      return;
    case 16:
      put(K.STRH_I, low, middle, 0, five << 1);
      return;
    case 17:
      put(K.LDRH_I, low, middle, 0, five << 1);
      return;
    case 18:
      put(K.STR_I, wide, 13, 0, eight << 2);
      return;
    case 19:
      put(K.LDR_I, wide, 13, 0, eight << 2);
      return;
    case 20: // ADR
      put(K.MOV_I, wide, 0, 0, (pc & ~3) + (eight << 2));
      return;
    case 21:
      put(K.ADD_I, wide, 13, 0, eight << 2);
      return;
    case 22:
    case 23:
      various16(place, pc, o, low, middle);
      return;
    case 24:
      put(K.STM, 0, wide, 0, eight);
      more(count(eight), model.stock && (eight >> wide) & 1 ? 0 : WRITES_BACK);
      if (!eight) undefinedInstruction();
      return;
    case 25:
      put(K.LDM, 0, wide, 0, eight);
      more(count(eight), (eight >> wide) & 1 ? 0 : WRITES_BACK);
      if (!eight) undefinedInstruction();
      return;
    case 26:
    case 27: {
      const condition = (o >> 8) & 15;
      if (condition === 14) undefinedInstruction();
      else if (condition === 15) put(K.SVC, 0, 0, 0, eight);
      else branch(CONDITIONS + condition, 0, pc + ((o << 24) >> 23));
      return;
    }
    default: // 28
      branch(K.B, 0, pc + ((o << 21) >> 20));
  }
}

/** @param {number} pc @param {number} o @param {number} any @param {number} to */
function special(pc, o, any, to) {
  switch ((o >> 8) & 3) {
    case 0:
      if (to === 15 && any === 15) branch(K.B, 0, 2 * pc);
      else if (to === 15) put(K.JUMP, 0, any, 0, pc); // ADD PC, Rm
      else if (any === 15) put(to === 13 ? K.SP_I : K.ADD_I, to, to, 0, pc);
      else put(to === 13 ? K.SP_R : K.ADD_R, to, to, any, 0);
      return;
    case 1:
      put(K.CMP_R, 0, to, any, 0);
      return;
    case 2:
      if (to === 15 && any === 15) branch(K.B, 0, pc);
      else if (to === 15) put(K.JUMP, 0, any, 0, 0);
      else if (any === 15) put(K.MOV_I, to, 0, 0, to === 13 ? pc & ~3 : pc);
      else if (to === 13 && model.stock) put(K.SP_I, to, any, 0, 0);
      else put(K.MOV_R, to, 0, any, 0);
      return;
    default:
      // BXNS and BLXNS have bit 2, and are nothing else here
      if (o & (model.stock ? 7 : 3)) undefinedInstruction();
      else put(o & 0x80 ? K.BLX : K.BX, 0, any, 0, 0);
  }
}

/** @param {number} op @param {number} low @param {number} middle @param {boolean} flags */
function processing16(op, low, middle, flags) {
  switch (op) {
    case 0:
      put(flags ? K.ANDS_R : K.AND_R, low, low, middle, 0);
      return;
    case 1:
      put(flags ? K.EORS_R : K.EOR_R, low, low, middle, 0);
      return;
    case 2:
      put(flags ? K.LSLS_R : K.LSL_R, low, low, middle, 0);
      return;
    case 3:
      put(flags ? K.LSRS_R : K.LSR_R, low, low, middle, 0);
      return;
    case 4:
      put(flags ? K.ASRS_R : K.ASR_R, low, low, middle, 0);
      return;
    case 5:
      if (flags) put(K.ADCS_R, low, low, middle, 0);
      else processing(ADC, 0, low, low, middle, 0, 0);
      return;
    case 6:
      if (flags) put(K.SBCS_R, low, low, middle, 0);
      else processing(SBC, 0, low, low, middle, 0, 0);
      return;
    case 7:
      if (flags) put(K.RORS_R, low, low, middle, 0);
      else {
        put(K.DP_SR, low, low, middle, 0);
        more(0, 3);
      }
      return;
    case 8:
      put(K.TST_R, 0, low, middle, 0);
      return;
    case 9:
      put(flags ? K.RSBS_I : K.RSB_I, low, middle, 0, 0);
      return;
    case 10:
      put(K.CMP_R, 0, low, middle, 0);
      return;
    case 11:
      put(K.CMN_R, 0, low, middle, 0);
      return;
    case 12:
      put(flags ? K.ORRS_R : K.ORR_R, low, low, middle, 0);
      return;
    case 13:
      put(flags ? K.MULS : K.MUL, low, low, middle, 0);
      return;
    case 14:
      put(flags ? K.BICS_R : K.BIC_R, low, low, middle, 0);
      return;
    default:
      put(flags ? K.MVNS_R : K.MVN_R, low, 0, middle, 0);
  }
}

/**
 * @param {number} place
 * @param {number} pc
 * @param {number} o
 * @param {number} low
 * @param {number} middle
 */
function various16(place, pc, o, low, middle) {
  switch ((o >> 8) & 15) {
    case 0:
      put(K.SP_I, 13, 13, 0, o & 0x80 ? -((o & 127) << 2) : (o & 127) << 2);
      return;
    case 1:
    case 3:
    case 9:
    case 11: {
      const target = pc + (((o >> 3) & 31) << 1) + ((o >> 9) & 1) * 64;
      branch(o & 0x800 ? K.CBNZ : K.CBZ, low, target);
      return;
    }
    case 2:
      put([K.SXTH, K.SXTB, K.UXTH, K.UXTB][(o >> 6) & 3], low, 0, middle, 0);
      return;
    case 4:
    case 5: {
      const list = (o & 255) | ((o & 0x100) << 6);
      put(K.STM, 0, 13, 0, list);
      // for rp2040js LR takes no cycle
      more(count(list), WRITES_BACK | BEFORE | (model.stock && o & 0x100 ? 4 : 0));
      if (!list) undefinedInstruction();
      return;
    }
    case 6:
      if ((o & 0xffec) === 0xb660) put(K.CPS, 0, 0, 0, o & 0x13);
      else undefinedInstruction();
      return;
    case 10: {
      const kind = [K.REV, K.REV16, K.NONE, K.REVSH][(o >> 6) & 3];
      if (kind) put(kind, low, 0, middle, 0);
      else undefinedInstruction();
      return;
    }
    case 12:
    case 13: {
      const list = (o & 255) | ((o & 0x100) << 7);
      put(list >> 15 ? K.POP_PC : K.LDM, 0, 13, 0, list);
      more(count(list), WRITES_BACK);
      if (!list) undefinedInstruction();
      return;
    }
    case 14:
      put(K.BKPT, 0, 0, 0, o & 255);
      return;
    case 15:
      if (o & 15) {
        decodeBlock(place + 1, o & 255);
        put(K.NOP, 0, 0, 0, 0);
      }
      else hint((o >> 4) & 15);
      return;
    default:
      undefinedInstruction();
  }
}

/** @param {number} number */
function hint(number) {
  put([K.NOP, K.NOP, K.WFE, K.WFI, K.SEV][number] ?? K.NOP, 0, 0, 0, 0);
}

/**
 * Decode the instructions of an IT block.
 * @param {number} place where the next instruction of it is
 * @param {number} its ITSTATE there: condition and mask
 */
export function decodeBlock(place, its) {
  for (let next = place, rest = its; rest & 15 && !isGap(next); ) {
    next += decodeIn(next, rest);
    rest = rest & 7 ? (rest & 0xe0) | ((rest << 1) & 0x1f) : 0;
  }
}

/**
 * Decode one instruction of an IT block.
 * @param {number} place
 * @param {number} its ITSTATE: condition and mask
 * @returns {number} halfwords
 */
function decodeIn(place, its) {
  const first = halfword(place);
  const isWide = first >> 11 > 28;
  if (isWide) decode32(place, first, halfword(place + 1));
  else decode16(place, first, false);
  if (!(word & 511)) undefinedInstruction();
  const kind = word & 511;
  const branches = kind >= K.BEQ && kind <= K.BLE;
  if (kind === K.BKPT || branches) its = 0xe0 | (its & 15); // unconditional, or unpredictable
  conditionals[place] = isWide ? word | WIDE : word;
  immediates[place] = immediate;
  operations[place] = K.IN_BLOCK | (its << 9) | (isWide ? WIDE : 0);
  mark(place);
  if (isWide) mark(place + 1);
  return isWide ? 2 : 1;
}

/**
 * What rp2040js's core executes on an RP2040: mask and value of the first halfword of instructions
 * that control the processor, and of those that it does not have.
 */
const ELSEWHERE = [
  [0xff78, 0x4578], // CMP with the PC
  [0xff87, 0x4587],
  [0xff78, 0x4778], // BX and BLX to it
  [0xf500, 0xb100], // CBZ, CBNZ
  [0xff00, 0xb600], // CPS
  [0xff40, 0xba40], // REV16, REVSH
  [0xff00, 0xbe00], // BKPT
  [0xfe00, 0xde00], // UDF, SVC
  [0xf800, 0xe800],
  [0xf800, 0xf800],
];

/** @param {number} a an instruction's first halfword @param {number} b its second one, or the next */
function isElsewhere(a, b) {
  if (a >> 8 === 0xbf) return a !== 0xbf00; // hints, IT
  // of those with 32 bits, it has BL, and barriers, which execute.js executes
  if (a >> 11 === 30) return (b & 0xd000) !== 0xd000 && (a !== 0xf3bf || (b & 0xffc0) !== 0x8f40);
  return ELSEWHERE.some(([mask, value]) => (a & mask) === value);
}

/**
 * Decode the instruction at a place, outside of an IT block.
 * @param {number} place
 */
export function decode(place) {
  if (isGap(place)) {
    operations[place] = model.stock ? K.STOCK : K.NO_PLACE;
    immediates[place] = addressOf(place);
    return;
  }
  const first = halfword(place);
  const isWide = first >> 11 > 28;
  if (model.stock && isElsewhere(first, halfword(place + 1))) put(K.STOCK, 0, 0, 0, 0);
  else if (isWide) decode32(place, first, halfword(place + 1));
  else decode16(place, first, true);
  if (!(word & 511)) undefinedInstruction();
  immediates[place] = immediate;
  operations[place] = isWide ? word | WIDE : word;
  mark(place);
  if (isWide) mark(place + 1);
}

/**
 * Decode data processing on registers, the second one shifted by a constant.
 * @param {number} op
 * @param {number} s whether it writes flags
 * @param {number} d
 * @param {number} n
 * @param {number} m
 * @param {number} type of the shift: LSL, LSR, ASR, ROR
 * @param {number} by
 */
function processing(op, s, d, n, m, type, by) {
  put(K.DP_S, d, n, m, type | (by << 2));
  more(0, op | (s << 4));
}

/** @param {number} place @param {number} a the first halfword @param {number} b the second one */
function decode32(place, a, b) {
  const d = (b >> 8) & 15;
  const t = b >> 12;
  const n = a & 15;
  switch ((a >> 9) & 15) {
    case 4: // 1110 100: several, two, exclusive
      if (a & 0x40) pair(place, a, b, n, t, d);
      else several(a, b, n);
      return;
    case 5:
      registers32(a, b, d, n);
      return;
    case 6:
    case 7:
    case 14:
    case 15:
      coprocessor(a, b);
      if (((word & 511) === K.VLDR || (word & 511) === K.VSTR) && n === 15) {
        immediate += (addressOf(place) + 4) & ~3;
      }
      return;
    case 8:
    case 9:
    case 10:
    case 11: // 1111 0
      if (b & 0x8000) control(place, a, b, n, d);
      else if (a & 0x200) plain(place, a, b, d, n);
      else modified(a, b, d, n);
      return;
    case 12: // 1111 100
      single(place, a, b, n, t);
      return;
    default: // 13: 1111 101
      if (a & 0x100) multiply(a, b, t, d, n);
      else byRegister(a, b, d, n);
  }
}

/** @param {number} a @param {number} b @param {number} n */
function several(a, b, n) {
  const mode = (a >> 7) & 3;
  if (mode === 0 || mode === 3 || !b) return undefinedInstruction();
  const back = a & 0x20 ? WRITES_BACK : 0;
  const loading = a & 0x10;
  const jumps = loading && b >> 15;
  put(jumps ? K.POP_PC : loading ? K.LDM : K.STM, 0, n, 0, b);
  more(count(b & 0xdfff), back | (mode === 2 ? BEFORE : 0));
}

/**
 * Decode accesses of two registers, exclusive accesses, acquire and release, table branches, TT.
 * @param {number} place
 * @param {number} a
 * @param {number} b
 * @param {number} n
 * @param {number} t
 * @param {number} d
 */
function pair(place, a, b, n, t, d) {
  const loading = (a >> 4) & 1;
  if (a & 0x120) {
    if (a === 0xe97f && b === 0xe97f) return put(K.NOP, 0, 0, 0, 0); // SG
    const offset = a & 0x80 ? (b & 255) << 2 : -((b & 255) << 2);
    put(loading ? K.LDRD : K.STRD, t, n, 0, offset);
    if (n === 15) immediate = (addressOf(place) & ~3) + 4 + offset;
    more(d, ((a >> 5) & 1) | (a & 0x100 ? 0 : AFTER));
    return;
  }
  if (!(a & 0x80)) {
    if (!loading && t === 15) return put(K.TT, d, n, 0, (b >> 6) & 3);
    put(K.EXCLUSIVE, t, n, d, (b & 255) << 2);
    more(0, 2 | IS_EXCLUSIVE | (loading ? IS_LOAD : 0));
    return;
  }
  const op = (b >> 4) & 15;
  if (op < 2 && loading) {
    put(op ? K.TBH : K.TBB, 0, n, b & 15, addressOf(place) + 4);
    return;
  }
  const size = op & 3;
  if (op < 4 || size === 3) return undefinedInstruction();
  put(K.EXCLUSIVE, t, n, b & 15, 0);
  more(0, size | (op & 4 ? IS_EXCLUSIVE : 0) | (loading ? IS_LOAD : 0));
}

/** @param {number} a @param {number} b @param {number} d @param {number} n */
function registers32(a, b, d, n) {
  const op = (a >> 5) & 15;
  const s = (a >> 4) & 1;
  const m = b & 15;
  const type = (b >> 4) & 3;
  let by = ((b >> 10) & 0x1c) | ((b >> 6) & 3);
  if (op === PKH) {
    put(K.DSP, d, n, m, (b & 0x20 ? 1 : 0) | (by << 1));
    return;
  }
  if (type && !by && type < 3) by = 32;
  const left = type === 0;
  const straight = left && by === 0;
  if (op === ORR && n === 15) {
    // MOV and shifts
    if (straight) return put(s ? K.MOVS_R : K.MOV_R, d, 0, m, 0);
    if (type === 3 && !by) return processing(op, s, d, n, m, type, by); // RRX
    if (type === 3 && s) return processing(op, s, d, n, m, type, by);
    return shift(type, s !== 0, d, m, by);
  }
  if (op === ORN && n === 15 && straight) return put(s ? K.MVNS_R : K.MVN_R, d, 0, m, 0);
  if (straight) {
    if (s && d === 15) {
      if (op === AND) return put(K.TST_R, 0, n, m, 0);
      if (op === ADD) return put(K.CMN_R, 0, n, m, 0);
      if (op === SUB) return put(K.CMP_R, 0, n, m, 0);
    } else {
      /** @type {Record<number, [number, number]>} */
      const kinds = {
        [AND]: [K.AND_R, K.ANDS_R],
        [BIC]: [K.BIC_R, K.BICS_R],
        [ORR]: [K.ORR_R, K.ORRS_R],
        [EOR]: [K.EOR_R, K.EORS_R],
        [ADD]: [d === 13 ? K.SP_R : K.ADD_R, K.ADDS_R],
        [SUB]: [K.SUB_R, K.SUBS_R],
        [ADC]: [K.NONE, K.ADCS_R],
        [SBC]: [K.NONE, K.SBCS_R],
      };
      const kind = kinds[op]?.[s];
      if (kind && !(op === SUB && d === 13)) return put(kind, d, n, m, 0);
    }
  } else if (left && !s) {
    /** @type {Record<number, number>} */
    const kinds = { [ADD]: K.ADD_LSL, [SUB]: K.SUB_LSL, [AND]: K.AND_LSL, [ORR]: K.ORR_LSL, [EOR]: K.EOR_LSL };
    if (kinds[op] && d !== 13) return put(kinds[op], d, n, m, by);
  }
  if ([5, 7, 9, 12, 15].includes(op)) return undefinedInstruction();
  processing(op, s, d, n, m, type, by);
}

/** @param {number} a @param {number} b @param {number} d @param {number} n */
function modified(a, b, d, n) {
  const op = (a >> 5) & 15;
  const s = (a >> 4) & 1;
  const value = expand(((a & 0x400) << 1) | ((b >> 4) & 0x700) | (b & 255));
  if ([5, 6, 7, 9, 12, 15].includes(op)) return undefinedInstruction();
  if (!s) {
    if (op === ORR && n === 15) return put(K.MOV_I, d, 0, 0, value);
    if (op === ORN && n === 15) return put(K.MOV_I, d, 0, 0, ~value);
    if (op === AND) return put(K.AND_I, d, n, 0, value);
    if (op === BIC) return put(K.AND_I, d, n, 0, ~value);
    if (op === ORR) return put(K.ORR_I, d, n, 0, value);
    if (op === ORN) return put(K.ORR_I, d, n, 0, ~value);
    if (op === EOR) return put(K.EOR_I, d, n, 0, value);
    if (op === ADD) return put(d === 13 ? K.SP_I : K.ADD_I, d, n, 0, value);
    if (op === SUB) return put(d === 13 ? K.SP_I : K.ADD_I, d, n, 0, -value | 0);
    if (op === RSB) return put(K.RSB_I, d, n, 0, value);
  } else if (op === ADD && d !== 15) {
    if (d !== 13) return put(K.ADDS_I, d, n, 0, value);
  } else if (op === SUB) {
    if (d === 15) return put(K.CMP_I, 0, n, 0, value);
    if (d !== 13) return put(K.SUBS_I, d, n, 0, value);
  } else if (op === RSB) return put(K.RSBS_I, d, n, 0, value);
  else if (op === AND && d === 15 && expandedCarry < 0) return put(K.TST_I, 0, n, 0, value);
  else if (op === ORR && n === 15 && expandedCarry < 0) return put(K.MOVS_I, d, 0, 0, value);
  put(K.DP_I, d, n, 0, value);
  more(expandedCarry + 1, op | (s << 4));
}

/**
 * @param {number} place
 * @param {number} a
 * @param {number} b
 * @param {number} d
 * @param {number} n
 */
function plain(place, a, b, d, n) {
  const twelve = ((a & 0x400) << 1) | ((b >> 4) & 0x700) | (b & 255);
  const sixteen = (n << 12) | twelve;
  const shift = ((b >> 10) & 0x1c) | ((b >> 6) & 3);
  const width = b & 31;
  const base = (addressOf(place) + 4) & ~3;
  const all = (/** @type {number} */ bits) => (bits >= 32 ? -1 : (1 << bits) - 1);
  switch ((a >> 4) & 31) {
    case 0:
      if (n === 15) return put(K.MOV_I, d, 0, 0, base + twelve);
      return put(d === 13 ? K.SP_I : K.ADD_I, d, n, 0, twelve);
    case 4:
      return put(K.MOV_I, d, 0, 0, sixteen);
    case 10:
      if (n === 15) return put(K.MOV_I, d, 0, 0, base - twelve);
      return put(d === 13 ? K.SP_I : K.ADD_I, d, n, 0, -twelve);
    case 12:
      return put(K.MOVT, d, 0, 0, sixteen << 16);
    case 16:
    case 18:
    case 24:
    case 26: {
      const unsigned = a & 0x80 ? 1 : 0;
      const by16 = a & 0x20 && !shift;
      put(K.SATURATE, d, n, 0, (unsigned ? width : width + 1) | (shift << 6));
      more(0, unsigned | (a & 0x20 ? 2 : 0) | (by16 ? 4 : 0));
      return;
    }
    case 20:
    case 28:
      if (shift + width > 31) return undefinedInstruction();
      // shifted left, then right
      put(a & 0x80 ? K.UBFX : K.SBFX, d, n, 0, (31 - shift - width) | ((31 - width) << 6));
      return;
    case 22: {
      const bits = width - shift + 1;
      if (bits < 1) return undefinedInstruction();
      const mask = all(bits) << shift;
      if (n === 15) return put(K.AND_I, d, d, 0, ~mask);
      put(K.BFI, d, n, shift & 15, mask);
      more(shift >> 4, 0);
      return;
    }
    default:
      undefinedInstruction();
  }
}

/**
 * Decode branches and the control of the processor.
 * @param {number} place
 * @param {number} a
 * @param {number} b
 * @param {number} n
 * @param {number} d
 */
function control(place, a, b, n, d) {
  const pc = addressOf(place) + 4;
  const s = (a >> 10) & 1;
  const j1 = (b >> 13) & 1;
  const j2 = (b >> 11) & 1;
  if (b & 0x1000) {
    const i1 = j1 ^ s ^ 1;
    const i2 = j2 ^ s ^ 1;
    const offset =
      (s ? -0x1000000 : 0) | (i1 << 23) | (i2 << 22) | ((a & 0x3ff) << 12) | ((b & 0x7ff) << 1);
    if (b & 0x4000) branch(K.BL, 0, pc + offset);
    else branch(K.B, 0, pc + offset);
    if (b & 0x4000 && (word & 511) === K.NO_PLACE) more(0, 1);
    return;
  }
  if (b & 0x4000) return undefinedInstruction();
  const condition = (a >> 6) & 15;
  if (condition < 14) {
    const offset =
      (s ? -0x100000 : 0) | (j2 << 19) | (j1 << 18) | ((a & 0x3f) << 12) | ((b & 0x7ff) << 1);
    return branch(CONDITIONS + condition, 0, pc + offset);
  }
  switch ((a >> 4) & 0x7f) {
    case 0x38:
    case 0x39:
      put(K.MSR, 0, n, 0, b & 255);
      more(0, (b >> 10) & 3);
      return;
    case 0x3a:
      if (b & 0x700) undefinedInstruction();
      else if (b & 0xf0) put(K.NOP, 0, 0, 0, 0); // DBG
      else hint(b & 15);
      return;
    case 0x3b: {
      const op = (b >> 4) & 15;
      if (op === 2) put(K.CLREX, 0, 0, 0, 0);
      else if (op >= 4 && op <= 7) {
        put(K.NOP, 0, 0, 0, 0);
        more(0, 2); // a barrier takes three cycles
      } else undefinedInstruction();
      return;
    }
    case 0x3e:
    case 0x3f:
      put(K.MRS, d, 0, 0, b & 255);
      return;
    default:
      undefinedInstruction();
  }
}

/**
 * Decode loads and stores of one register.
 * @param {number} place
 * @param {number} a
 * @param {number} b
 * @param {number} n
 * @param {number} t
 */
function single(place, a, b, n, t) {
  const size = (a >> 5) & 3;
  const loading = a & 0x10;
  const signed = a & 0x100;
  if (size === 3 || (signed && (!loading || size === 2))) return undefinedInstruction();
  const plainKinds = loading
    ? signed
      ? [K.LDRSB_I, K.LDRSH_I]
      : [K.LDRB_I, K.LDRH_I, K.LDR_I]
    : [K.STRB_I, K.STRH_I, K.STR_I];
  const kind = plainKinds[size];
  const hints = loading && t === 15 && size < 2; // PLD, PLI
  if (n === 15) {
    if (!loading) return undefinedInstruction();
    const base = (addressOf(place) + 4) & ~3;
    const address = a & 0x80 ? base + (b & 0xfff) : base - (b & 0xfff);
    if (hints) return put(K.NOP, 0, 0, 0, 0);
    if (size === 2) return literal(place, t, address);
    put(K.LOAD_W, t, 15, 0, address);
    more(0, size | (signed ? SIGNED : 0));
    return;
  }
  if (a & 0x80) {
    if (hints) return put(K.NOP, 0, 0, 0, 0);
    if (t === 15) return put(K.LDR_PC, 0, n, 0, b & 0xfff);
    return put(kind, t, n, 0, b & 0xfff);
  }
  if (!(b & 0x800)) {
    if (b & 0x7c0) return undefinedInstruction();
    if (hints) return put(K.NOP, 0, 0, 0, 0);
    const m = b & 15;
    const by = (b >> 4) & 3;
    if (t === 15) {
      put(K.LDR_PC, 0, n, m, by);
      more(0, 16);
      return;
    }
    put(kind + K.LDR_R - K.LDR_I, t, n, m, by);
    return;
  }
  const [before, up, back] = [b & 0x400, b & 0x200, b & 0x100];
  if (!before && !back) return undefinedInstruction();
  const offset = up ? b & 255 : -(b & 255);
  if (before && !back) {
    if (hints) return put(K.NOP, 0, 0, 0, 0);
    if (t === 15) return put(K.LDR_PC, 0, n, 0, offset);
    return put(kind, t, n, 0, offset); // also unprivileged accesses
  }
  if (t === 15) {
    if (size !== 2) return undefinedInstruction();
    put(K.LDR_PC, 0, n, 0, offset);
    more(0, before ? 1 : 1 | AFTER);
    return;
  }
  put(loading ? K.LOAD_W : K.STORE_W, t, n, 0, offset);
  more(0, size | (signed ? SIGNED : 0) | (before ? 0 : AFTER) | 16);
}

/** @param {number} a @param {number} b @param {number} d @param {number} n */
function byRegister(a, b, d, n) {
  const m = b & 15;
  const op = (b >> 4) & 15;
  if (b >> 12 !== 15) return undefinedInstruction();
  if (!(a & 0x80)) {
    if (op === 0) {
      const type = (a >> 5) & 3;
      const s = a & 0x10;
      if (s) put([K.LSLS_R, K.LSRS_R, K.ASRS_R, K.RORS_R][type], d, n, m, 0);
      else if (type < 3) put([K.LSL_R, K.LSR_R, K.ASR_R][type], d, n, m, 0);
      else {
        put(K.DP_SR, d, n, m, 0);
        more(0, 3);
      }
      return;
    }
    const which = (a >> 4) & 7;
    if (op < 8 || op & 4 || which > 5) return undefinedInstruction();
    const rotation = (op & 3) << 3;
    if (n === 15 && !rotation && which !== 2 && which !== 3) {
      const kind = [K.SXTH, K.UXTH, 0, 0, K.SXTB, K.UXTB][which];
      return put(kind, d, 0, m, 0);
    }
    put(K.EXTEND, d, n, m, rotation);
    more(0, which);
    return;
  }
  if (op < 8) {
    const which = (a >> 4) & 7;
    if (which === 3 || which === 7 || (op & 3) === 3) return undefinedInstruction();
    put(K.PARALLEL, d, n, m, op);
    more(0, which);
    return;
  }
  if (op > 11 || a & 0x40) return undefinedInstruction();
  const way = op & 3;
  switch ((a >> 4) & 3) {
    case 0:
      put(K.DSP, d, n, m, 4 + way);
      more(0, 1);
      return;
    case 1:
      return put([K.REV, K.REV16, K.RBIT, K.REVSH][way], d, 0, m, 0);
    case 2:
      if (way) return undefinedInstruction();
      put(K.DSP, d, n, m, 0);
      more(0, 2);
      return;
    default:
      if (way) return undefinedInstruction();
      put(K.CLZ, d, 0, m, 0);
  }
}

/**
 * @param {number} a
 * @param {number} b
 * @param {number} t
 * @param {number} d
 * @param {number} n
 */
function multiply(a, b, t, d, n) {
  const m = b & 15;
  const op = (b >> 4) & 15;
  const which = (a >> 4) & 7;
  if (a & 0x80) {
    if (which === 1 && op === 15) return put(K.SDIV, d, n, m, 0);
    if (which === 3 && op === 15) return put(K.UDIV, d, n, m, 0);
    const known = [op === 0, false, op === 0, false, op === 0 || (op >= 8 && op < 14), op === 12 || op === 13, op === 0 || op === 6, false];
    if (!known[which]) return undefinedInstruction();
    put(which === 0 ? K.SMULL : which === 2 ? K.UMULL : K.LONG, t, n, m, op);
    more(d, which);
    return;
  }
  if (which === 0 && op < 2) {
    if (op === 0 && t === 15) return put(K.MUL, d, n, m, 0);
    put(op ? K.MLS : K.MLA, d, n, m, 0);
    more(t, 0);
    return;
  }
  const most = [0, 3, 1, 1, 1, 1, 1, 0][which];
  if (which === 0 || op > most) return undefinedInstruction();
  put(K.MULTIPLY, d, n, m, op);
  more(t, which);
}

/** The operations of FP, in its bits 25 to 30. S registers are in its immediate. */
export const F = Object.fromEntries(
  `NONE VMLA VMLS VNMLS VNMLA VMUL VNMUL VADD VSUB VDIV VFNMS VFNMA VFMA VFMS VMOV_I VMOV VABS VNEG
  VSQRT VCVT_HALF VCMP VRINT VCVT_FROM VCVT_TO VCVT_FIXED VSEL VMAXNM VMINNM TO_S FROM_S TO_TWO
  FROM_TWO VMSR VMRS VLDM VSTM VLAZY`
    .split(/\s+/)
    .map((name, number) => [name, number]),
);

/**
 * Decode an operation of the floating-point extension.
 * @param {number} which of F
 * @param {number} d an S register
 * @param {number} n another
 * @param {number} m another
 * @param {number} extra bits from 15 on of the immediate
 */
function float(which, d, n, m, extra) {
  put(which === F.VSEL || which === F.VMRS ? K.FP_FLAGS : K.FP, 0, 0, 0, 0);
  more(0, which);
  immediate = d | (n << 5) | (m << 10) | (extra << 15);
}

/**
 * VFPExpandImm of the manual.
 * @param {number} eight bits
 */
function expandFloat(eight) {
  const sign = (eight & 0x80) << 24;
  const high = eight & 0x40 ? 0x3e000000 : 0x40000000;
  return sign | high | ((eight & 0x3f) << 19);
}

/** The rounding modes of VRINT and VCVT: that of the FPSCR, or another one. */
export const [BY_FPSCR, TO_ZERO, AWAY, NEAREST, UP, DOWN] = [0, 1, 2, 3, 4, 5];

/**
 * Decode the floating-point extension, in single precision: coprocessors 10 and 11.
 * @param {number} a
 * @param {number} b
 */
function floating(a, b) {
  const double = b & 0x100;
  const n4 = a & 15;
  const d = double ? ((b >> 12) << 1) | ((a & 0x40) >> 1) : ((b >> 12) << 1) | ((a >> 6) & 1);
  const n = (n4 << 1) | ((b >> 7) & 1);
  const m = ((b & 15) << 1) | ((b >> 5) & 1);
  if ((a & 0xfe00) === 0xec00) {
    if ((a & 0xffe0) === 0xec40) {
      // VMOV of two registers
      const [t, u] = [b >> 12, n4];
      const first = double ? (b & 15) << 1 : m;
      if ((b & 0xd0) !== 0x10 || (double && b & 0x20) || first === 31) return undefinedInstruction();
      float(a & 0x10 ? F.FROM_TWO : F.TO_TWO, first, 0, 0, 0);
      word |= (t << 9) | (u << 13);
      return;
    }
    return floatMove(a, b, d, n4, double);
  }
  if (a >> 8 === 0xee && b & 0x10) return floatTransfer(a, b, n);
  if (double) return undefinedInstruction(); // doubles can only be moved
  if (a >> 8 === 0xfe) {
    if (b & 0x10) return undefinedInstruction();
    if (!(a & 0x80)) {
      if (b & 0x40) return undefinedInstruction();
      return float(F.VSEL, d, n, m, (a >> 4) & 3);
    }
    const way = (a >> 4) & 3;
    if (way === 0) return float(b & 0x40 ? F.VMINNM : F.VMAXNM, d, n, m, 0);
    const mode = AWAY + (a & 3);
    if (way === 3 && (a & 12) === 8 && (b & 0xc0) === 0x40) {
      return float(F.VRINT, d, 0, m, mode);
    }
    if (way === 3 && (a & 12) === 12 && b & 0x40) {
      return float(F.VCVT_TO, d, 0, m, ((b >> 7) & 1) | (mode << 1));
    }
    return undefinedInstruction();
  }
  if (a >> 8 !== 0xee) return undefinedInstruction();
  const six = (b >> 6) & 1;
  switch (((a >> 5) & 4) | ((a >> 4) & 3)) {
    case 0:
      return float(six ? F.VMLS : F.VMLA, d, n, m, 0);
    case 1:
      return float(six ? F.VNMLA : F.VNMLS, d, n, m, 0);
    case 2:
      return float(six ? F.VNMUL : F.VMUL, d, n, m, 0);
    case 3:
      return float(six ? F.VSUB : F.VADD, d, n, m, 0);
    case 4:
      return six ? undefinedInstruction() : float(F.VDIV, d, n, m, 0);
    case 5:
      return float(six ? F.VFNMA : F.VFNMS, d, n, m, 0);
    case 6:
      return float(six ? F.VFMS : F.VFMA, d, n, m, 0);
    default:
      if (six) return floatOther(b, d, n4, m);
      if (b & 0xa0) return undefinedInstruction();
      float(F.VMOV_I, 0, 0, 0, 0);
      word |= ((d & 15) << 9) | ((d >> 4) << 13);
      immediate = expandFloat((n4 << 4) | (b & 15));
  }
}

/** @param {number} b @param {number} d @param {number} opcode2 @param {number} m */
function floatOther(b, d, opcode2, m) {
  const top = (b >> 7) & 1;
  switch (opcode2) {
    case 0:
      return float(top ? F.VABS : F.VMOV, d, 0, m, 0);
    case 1:
      return float(top ? F.VSQRT : F.VNEG, d, 0, m, 0);
    case 2:
    case 3:
      return float(F.VCVT_HALF, d, 0, m, (opcode2 & 1) | (top << 1));
    case 4:
    case 5:
      return float(F.VCMP, d, 0, m, top | ((opcode2 & 1) << 1));
    case 6:
      return float(F.VRINT, d, 0, m, top ? TO_ZERO : BY_FPSCR);
    case 7:
      if (top) return undefinedInstruction(); // to double
      return float(F.VRINT, d, 0, m, BY_FPSCR | 8);
    case 8:
      return float(F.VCVT_FROM, d, 0, m, top);
    case 12:
    case 13:
      return float(F.VCVT_TO, d, 0, m, (opcode2 & 1) | ((top ? TO_ZERO : BY_FPSCR) << 1));
    case 10:
    case 11:
    case 14:
    case 15: {
      // fixed point: of 16 or 32 bits, with so many fraction bits
      const bits = top ? 32 : 16;
      const fraction = bits - (((b & 15) << 1) | ((b >> 5) & 1));
      if (fraction < 0) return undefinedInstruction();
      const extra = (opcode2 & 1) | (opcode2 & 4 ? 2 : 0) | (top << 2) | (fraction << 3);
      return float(F.VCVT_FIXED, d, 0, 0, extra); // 1: unsigned, 2: to fixed point, 4: 32 bits
    }
    default:
      undefinedInstruction();
  }
}

/** @param {number} a @param {number} b @param {number} n an S register */
function floatTransfer(a, b, n) {
  const t = b >> 12;
  const up = a & 0x10;
  const way = (a >> 5) & 7;
  if (b & 0x100) {
    // one half of a D register
    if (way > 1 || b & 0x60) return undefinedInstruction();
    const half = ((a & 15) << 1) | way;
    if (b & 0x80) return undefinedInstruction();
    float(up ? F.FROM_S : F.TO_S, half, 0, 0, 0);
  } else if (way === 0) float(up ? F.FROM_S : F.TO_S, n, 0, 0, 0);
  else if (way === 7) float(up ? F.VMRS : F.VMSR, a & 15, 0, 0, 0);
  else return undefinedInstruction();
  word |= t << 9;
}

/**
 * Decode loads and stores of floating-point registers.
 * @param {number} a
 * @param {number} b
 * @param {number} d the first S register
 * @param {number} n
 * @param {number} double
 */
function floatMove(a, b, d, n, double) {
  const up = a & 0x80;
  const back = a & 0x20;
  const loading = a & 0x10;
  const eight = b & 255;
  if (double && a & 0x40) return undefinedInstruction(); // D16 to D31
  if (a & 0x100 && !back) {
    put(loading ? K.VLDR : K.VSTR, d & 15, n, d >> 4, up ? eight << 2 : -(eight << 2));
    more(0, (double ? 1 : 0) | (n === 15 ? 2 : 0));
    return;
  }
  if (!(a & 0x100) && !up) {
    // VLSTM and VLLDM do nothing in Secure state without a lazy frame of the other one
    if (back && eight === 0 && b >> 12 === 0) return float(F.VLAZY, 0, 0, 0, 0);
    return undefinedInstruction();
  }
  const below = a & 0x100;
  if (below ? up : !up) return undefinedInstruction();
  const registers = double ? eight & ~1 : eight;
  if (!registers || d + registers > 32 || (n === 15 && back)) return undefinedInstruction();
  put(K.FP, 0, n, 0, 0);
  more(0, loading ? F.VLDM : F.VSTM);
  immediate = d | (registers << 5) | (eight << 12) | (back ? 1 << 20 : 0) | (below ? 1 << 21 : 0);
}

/**
 * Decode coprocessor instructions; 10 and 11 are the floating-point extension.
 * @param {number} a
 * @param {number} b
 */
function coprocessor(a, b) {
  const number = (b >> 8) & 15;
  if ((a & 0xef00) === 0xef00) return undefinedInstruction(); // Advanced SIMD, MVE
  if (number === 10 || number === 11) return floating(a, b);
  if (number > 7) return undefinedInstruction();
  put(K.COPROCESSOR, 0, 0, 0, (a << 16) | b);
}
