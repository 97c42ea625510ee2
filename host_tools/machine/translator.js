// SPDX-License-Identifier: MIT
/**
 * The translator of frequently executed instructions into WebAssembly.
 *
 * core.js names an address that many jumps lead to, and the instructions executed from there: a run
 * (a trace in the literature of dynamic translation: Bala, Duesterwald and Banerjia, Dynamo, PLDI
 * 2000). It has one entry and continues as long as everything happens as it did when it was
 * recorded: branches in the same direction, calls and their returns, and accesses to SRAM, to flash
 * or to the divider of the SIO block, with which MicroPython divides. Otherwise it is left before
 * the first other instruction, and registers, flags and cycles are the same as without it. So
 * nothing here depends on peripherals, exceptions or time. A run is entered only if the budget of
 * cycles ends after it.
 *
 * Each time code in SRAM is entered, it is compared with the translated code. Code in the flash is
 * dropped when something is written there (`forget`). Code that changes itself just ahead of its
 * own position would not be noticed; nothing does that.
 */

import { CASE, COUNT } from './opcodes.js';
import {
  DIVIDER_AT,
  ENTRIES_AT,
  FLASH_AT,
  FLASH_SIZE,
  FLASH_START,
  REGISTERS_AT,
  RUNS,
  SRAM_AT,
  SRAM_SIZE,
  SRAM_START,
  STATE_AT,
  entries,
  flash16,
  flash32,
  memory,
  queue,
  sram16,
  state,
  translated,
} from './memory.js';
import {
  ADD,
  AND,
  BLOCK,
  BR,
  BR_IF,
  CALL_INDIRECT,
  DIV_S,
  DIV_U,
  ELSE,
  END,
  EQ,
  EQZ,
  GET,
  GE_S,
  GE_U,
  GT_S,
  GT_U,
  I32,
  IF,
  LE_S,
  LE_U,
  LOAD,
  LOAD16_S,
  LOAD16_U,
  LOAD8_S,
  LOAD8_U,
  LOOP,
  LT_S,
  LT_U,
  MUL,
  NE,
  NOTHING,
  OR,
  REM_S,
  REM_U,
  RETURN,
  ROTR,
  SELECT,
  SET,
  SHL,
  SHR_S,
  SHR_U,
  STORE,
  STORE16,
  STORE8,
  SUB,
  SXTB,
  SXTH,
  TEE,
  UNREACHABLE,
  XOR,
  compile,
  constant,
  reach,
} from './wasm.js';

/**
 * The indices of `state`, next to RUNS of memory.js: the flags, where N is the sign of the first
 * and Z means that the second is 0; the cycles since the burst began, and those after which it
 * ends; the entry of a run whose code has changed; cycles that the stock core counts for the
 * divider without taking them.
 */
export const [FLAG_N, FLAG_Z, FLAG_C, FLAG_V, SPENT, BUDGET, STALE] = [0, 1, 2, 3, 4, 5, 6];
export const DIVIDED = 8;

/** Returned by translated code instead of the next address when its code was changed. */
export const CHANGED = -1;
export const MOST_RUNS = 8192;
const TOGETHER = 16;
const SECTOR = 4096;
const SIGN = -0x80000000;

/** DIV_UDIVIDEND, the first register of the divider (RP2040 data sheet, 2.3.1.7). */
const SIO_DIVIDER = -0x30000000 + 0x60;
/** @param {number} address */
export const divides = (address) =>
  address >= SIO_DIVIDER && address <= SIO_DIVIDER + 0x18 && (address & 3) === 0;

// Local variables of a run, after R0 to R14: the flags, the cycles at its start, the operands of
// the last sum or difference, an address, its offset in the memory, the cycles since the start.
const [N, Z, C, V, CYCLES, A, B, AT, PLACE, D] = [15, 16, 17, 18, 19, 20, 21, 22, 23, 24];
const LOCALS = 25;

const STORES = [STORE, STORE16, STORE8];

/**
 * Bytes, and the operation, of the instructions that load or store one register.
 * @type {Record<number, [number, number]>}
 */
const MOVES = {
  34: [4, STORE],
  35: [2, STORE16],
  36: [1, STORE8],
  37: [1, LOAD8_S],
  38: [4, LOAD],
  39: [2, LOAD16_U],
  40: [1, LOAD8_U],
  41: [2, LOAD16_S],
  42: [4, STORE],
  43: [4, LOAD],
  44: [1, STORE8],
  45: [1, LOAD8_U],
  46: [2, STORE16],
  47: [2, LOAD16_U],
};

/** Where C and V are: in their variables, or to be computed from A and B. */
const [HERE, SUM, DIFFERENCE] = [0, 1, 2];

/** @param {number} index @returns {number[]} the value in `state`, on the stack */
const peek = (index) => [...constant(0), ...reach(LOAD, STATE_AT + 4 * index)];

/** @param {number} at the address to store to @param {number[]} value on the stack */
const poke = (at, value) => [...constant(0), ...value, ...reach(STORE, at)];

const table = new WebAssembly.Table({ element: 'anyfunc', initial: MOST_RUNS });

/**
 * The index of an address in `entries`.
 * @param {number} pc
 * @returns {number} -1 if nothing is translated there
 */
export function place(pc) {
  if (pc >> 21 === FLASH_START >> 21) return (pc & (FLASH_SIZE - 1)) >> 1;
  const at = (pc - SRAM_START) | 0;
  return at >= 0 && at < SRAM_SIZE ? (FLASH_SIZE + at) >> 1 : -1;
}

const loop = [
  ...[LOOP, NOTHING],
  ...[GET, 0, ...constant(21), SHR_U, ...constant(FLASH_START >>> 21), EQ],
  ...[IF, NOTHING],
  ...[GET, 0, ...constant(FLASH_SIZE - 1), AND, SET, 1],
  ELSE,
  ...[GET, 0, ...constant(SRAM_START), SUB, TEE, 1, ...constant(SRAM_SIZE), GE_U],
  ...[IF, NOTHING, GET, 0, RETURN, END],
  ...[GET, 1, ...constant(FLASH_SIZE), ADD, SET, 1],
  END,
  ...[GET, 1, ...reach(LOAD16_U, ENTRIES_AT), TEE, 1, EQZ],
  ...[IF, NOTHING, GET, 0, RETURN, END],
  ...[GET, 1, CALL_INDIRECT, 0, 0, TEE, 0],
  ...[...constant(1), AND, EQZ, BR_IF, 0],
  END,
  ...[GET, 0],
];

/**
 * Run translated code.
 * @type {(pc: number) => number} from an address to the next one where nothing is translated; odd
 *   if at least one instruction has to be executed without translated code
 */
export const run = compile(memory, table, MOST_RUNS, 1, 1, [[loop]])[0];

/** Compile the queued runs; several at once take little longer than one. */
export function compileQueue() {
  const functions = compile(memory, table, MOST_RUNS, 0, LOCALS, queue.map(({ code }) => code));
  queue.forEach(({ entry }, index) => {
    table.set(++state[RUNS], functions[index]);
    entries[place(entry)] = state[RUNS];
  });
  queue.length = 0;
}

/** A run that is being recorded and translated, instruction by instruction. */
export class Recording {
  /** @param {number} entry the address of its first instruction */
  constructor(entry) {
    this.entry = entry;
    /** The number of its instructions. */
    this.count = 0;
    /** @private @type {number[]} instructions of WebAssembly */
    this.body = [];
    /** @private @type {Set<number>} addresses of its instructions */
    this.seen = new Set();
    /** @private @type {[number, number][]} where its code begins and ends, piece by piece */
    this.pieces = [];
    /** @private cycles up to the next instruction, and to the last one */
    this.cycles = 0;
    /** @private */
    this.last = 0;
    /** @private blocks around the next instruction */
    this.depth = 0;
    /** @private bits of registers that are used, and of those that are written */
    this.used = 0;
    /** @private */
    this.written = 0;
    /** @private how to get C and V */
    this.c = HERE;
    /** @private */
    this.v = HERE;
    /** @private whether N and Z are those of the sum or difference too */
    this.same = false;
    /** @private whether it writes flags */
    this.flags = false;
  }

  /** @private @param {number[]} code */
  emit(...code) {
    for (const byte of code) this.body.push(byte);
  }

  /** @private @param {number} number of a register @returns {number[]} its value on the stack */
  get(number) {
    this.used |= 1 << number;
    return [GET, number];
  }

  /** @private @param {number} number @param {number} [how] SET, or TEE to keep it on the stack */
  put(number, how = SET) {
    this.used |= 1 << number;
    this.written |= 1 << number;
    return [how, number];
  }

  /** @private set N and Z from the value on the stack, and drop it */
  test() {
    this.flags = true;
    this.same = false;
    this.emit(TEE, N, SET, Z);
  }

  /** @private @returns {number[]} C on the stack */
  carry() {
    if (this.c === HERE) return [GET, C];
    if (this.c === DIFFERENCE) return [GET, A, GET, B, GE_U];
    return [GET, A, GET, B, ADD, GET, A, LT_U];
  }

  /** @private @returns {number[]} V on the stack */
  overflow() {
    if (this.v === HERE) return [GET, V];
    const result = [GET, A, GET, B, this.v === SUM ? ADD : SUB];
    const other = this.v === SUM ? result : [GET, A];
    return [GET, A, ...result, XOR, GET, B, ...other, XOR, AND, ...constant(31), SHR_U];
  }

  /** @private store C and V in their variables */
  settle() {
    if (this.c !== HERE) this.emit(...this.carry(), SET, C);
    if (this.v !== HERE) this.emit(...this.overflow(), SET, V);
    this.c = this.v = HERE;
    this.same = false;
  }

  /**
   * Leave the run.
   * @private
   * @param {number[]} pc the next address, on the stack; odd if it is to be executed elsewhere
   * @param {number} cycles
   */
  leave(pc, cycles) {
    let label = this.v === DIFFERENCE ? 3 : 4; // the blocks of `epilogue`, from the inmost on
    if (this.c === HERE) label = [5, 2, 1][this.v];
    this.emit(...constant(cycles), SET, D, ...pc, BR, this.depth + label);
  }

  /** @private @param {number[]} condition on the stack @param {number} pc of this instruction */
  unless(condition, pc) {
    this.emit(...condition, EQZ, IF, NOTHING);
    this.depth++;
    this.leave(constant(pc | 1), this.cycles);
    this.depth--;
    this.emit(END);
  }

  /** @private @param {number} condition of a branch @returns {number[]} its value on the stack */
  condition(condition) {
    const whole = this.same && this.c === DIFFERENCE && this.v === DIFFERENCE;
    const compared = (/** @type {number} */ how) => [GET, A, GET, B, how];
    const less = () => [GET, N, ...constant(31), SHR_U, ...this.overflow(), XOR];
    switch (condition) {
      case 0: // EQ
        return [GET, Z, EQZ];
      case 1: // NE
        return [GET, Z];
      case 2: // CS
        return this.carry();
      case 3: // CC
        return [...this.carry(), EQZ];
      case 4: // MI
        return [GET, N, ...constant(0), LT_S];
      case 5: // PL
        return [GET, N, ...constant(0), GE_S];
      case 6: // VS
        return this.overflow();
      case 7: // VC
        return [...this.overflow(), EQZ];
      case 8: // HI
        if (whole) return compared(GT_U);
        return [GET, Z, EQZ, EQZ, ...this.carry(), AND];
      case 9: // LS
        if (whole) return compared(LE_U);
        return [GET, Z, EQZ, ...this.carry(), EQZ, OR];
      case 10: // GE
        return whole ? compared(GE_S) : [...less(), EQZ];
      case 11: // LT
        return whole ? compared(LT_S) : less();
      case 12: // GT
        if (whole) return compared(GT_S);
        return [GET, Z, EQZ, ...less(), OR, EQZ];
      default: // LE
        if (whole) return compared(LE_S);
        return [GET, Z, EQZ, ...less(), OR];
    }
  }

  /**
   * Emit a sum or difference of A and B, with flags.
   * @private
   * @param {number} kind
   * @param {number[]} a on the stack
   * @param {number[]} b on the stack
   * @param {number} [to] a register
   */
  sum(kind, a, b, to = -1) {
    this.emit(...a, ...b, SET, B, TEE, A, GET, B, kind === SUM ? ADD : SUB);
    if (to >= 0) this.emit(...this.put(to, TEE));
    this.test();
    this.c = this.v = kind;
    this.same = true;
  }

  /**
   * Set a register from the value on the stack, with N and Z.
   * @private
   * @param {number} to
   */
  result(to) {
    this.emit(...this.put(to, TEE));
    this.test();
  }

  /** @private @param {number[]} address on the stack: to AT, and from SRAM_START on to PLACE */
  aim(address) {
    this.emit(...address, TEE, AT, ...constant(SRAM_START), SUB, TEE, PLACE);
  }

  /** @private @param {number} size @returns {number[]} whether PLACE, on the stack, is in SRAM */
  fits(size) {
    // rotated right, an unaligned address becomes a large number
    if (size === 1) return [...constant(SRAM_SIZE), LT_U];
    return [...constant(size >> 1), ROTR, ...constant(SRAM_SIZE / size), LT_U];
  }

  /**
   * @private
   * @param {number} pc
   * @param {number[]} address on the stack
   * @param {number} size
   * @param {number} operation
   * @param {number} to a register
   */
  load(pc, address, size, operation, to) {
    this.aim(address);
    this.emit(...this.fits(size), IF, I32);
    this.emit(GET, PLACE, ...reach(operation, SRAM_AT), ELSE);
    this.depth++;
    const flash = [GET, AT, ...constant(21), SHR_U, ...constant(FLASH_START >>> 21), EQ];
    if (size > 1) flash.push(GET, AT, ...constant(size - 1), AND, EQZ, AND);
    this.unless(flash, pc);
    this.emit(GET, AT, ...constant(FLASH_SIZE - 1), AND, ...reach(operation, FLASH_AT), END);
    this.depth--;
    this.emit(...this.put(to));
  }

  /**
   * @private
   * @param {number} pc
   * @param {number[]} address on the stack
   * @param {number} size
   * @param {number} operation
   * @param {number} from a register
   */
  store(pc, address, size, operation, from) {
    this.aim(address);
    this.unless(this.fits(size), pc);
    this.emit(GET, PLACE, ...this.get(from), ...reach(operation, SRAM_AT));
  }

  /**
   * Emit an instruction that loads or stores one register.
   * @private
   * @param {number} kind
   * @param {number} pc
   * @param {number[]} address on the stack
   * @param {number} number of the register
   * @param {number} reached as for `add`
   */
  move(kind, pc, address, number, reached) {
    const [size, operation] = MOVES[kind];
    const storing = STORES.includes(operation);
    if (reached) this.divide(pc, address, reached, number, storing);
    else if (storing) this.store(pc, address, size, operation, number);
    else this.load(pc, address, size, operation, number);
  }

  /**
   * Load or store several words of SRAM, from PLACE on.
   * @private
   * @param {number} list bits of registers
   * @param {boolean} storing
   */
  several(list, storing) {
    let at = SRAM_AT;
    for (let number = 0; number < 15; number++) {
      if (!(list >> number & 1)) continue;
      if (storing) this.emit(GET, PLACE, ...this.get(number), ...reach(STORE, at));
      else this.emit(GET, PLACE, ...reach(LOAD, at), ...this.put(number));
      at += 4;
    }
  }

  /**
   * Continue at AT if that is the recorded address.
   * @private
   * @param {number} next
   * @param {number} cycles of the instruction
   */
  follow(next, cycles) {
    const target = [GET, AT, ...constant(-2), AND];
    this.emit(...target, ...constant(next), NE, IF, NOTHING);
    this.depth++;
    this.leave(target, this.cycles + cycles);
    this.depth--;
    this.emit(END);
  }

  /** @private leave the run if AT is the end of an exception @param {number} pc */
  returning(pc) {
    this.unless([GET, AT, ...constant(28), SHR_S, ...constant(-1), NE], pc);
  }

  /**
   * Emit a load or store of a register of the divider, as in rp2040js.
   * @private
   * @param {number} pc
   * @param {number[]} address on the stack
   * @param {number} register its address
   * @param {number} number of the register that is loaded or stored
   * @param {boolean} storing
   */
  divide(pc, address, register, number, storing) {
    this.unless([...address, ...constant(register), EQ], pc);
    const cell = (/** @type {number} */ index) => DIVIDER_AT + 4 * index;
    const has = (/** @type {number} */ index) => [...constant(0), ...reach(LOAD, cell(index))];
    const [DIVIDEND, DIVISOR, QUOTIENT, REMAINDER, CSR] = [0, 1, 2, 3, 4];
    const offset = register - SIO_DIVIDER;
    if (!storing) {
      this.emit(...has([0, 1, 0, 1, 2, 3, 4][offset >> 2]), ...this.put(number));
      if (offset === 16) this.emit(...poke(cell(CSR), [...has(CSR), ...constant(-3), AND]));
      return;
    }
    if (offset >= 16) {
      this.emit(...poke(cell(offset === 16 ? QUOTIENT : REMAINDER), this.get(number)));
    } else {
      const signed = offset >= 8;
      this.emit(...poke(cell(offset & 4 ? DIVISOR : DIVIDEND), this.get(number)));
      this.emit(...has(DIVIDEND), SET, AT, ...has(DIVISOR), TEE, PLACE, IF, NOTHING);
      const least = [GET, AT, ...constant(SIGN), EQ, GET, PLACE, ...constant(-1), EQ, AND];
      const quotient = [GET, AT, GET, PLACE, signed ? DIV_S : DIV_U];
      // the most negative number divided by -1 is itself
      const careful = [...least, IF, I32, GET, AT, ELSE, ...quotient, END];
      this.emit(...poke(cell(QUOTIENT), signed ? careful : quotient));
      this.emit(...poke(cell(REMAINDER), [GET, AT, GET, PLACE, signed ? REM_S : REM_U]), ELSE);
      this.emit(...poke(cell(QUOTIENT), [...constant(-1), ...constant(1), GET, AT, SELECT]));
      this.emit(...poke(cell(REMAINDER), [GET, AT]), END);
      const divided = STATE_AT + 4 * DIVIDED;
      this.emit(...poke(divided, [...peek(DIVIDED), ...constant(8), ADD]));
    }
    this.emit(...poke(cell(CSR), constant(3)));
  }

  /**
   * Add the next instruction to the run.
   * @param {number} pc
   * @param {number} o its opcode
   * @param {number} next the address that followed
   * @param {number} reached the register of the divider that it has loaded or stored, or 0
   * @returns {boolean} whether it can be part of the run, and was added
   */
  add(pc, o, next, reached) {
    const kind = CASE[o];
    if (this.seen.has(pc) || !kind || place(pc) < 0) return false;
    const divides = reached !== 0;
    if (divides && MOVES[kind]?.[0] !== 4) return false;
    if (MOVES[kind]?.[1] === STORE && reached === SIO_DIVIDER + 24) return false; // read-only
    const inFlash = pc >> 28 === 1;
    const code16 = (/** @type {number} */ at) =>
      inFlash ? flash16[(at & (FLASH_SIZE - 1)) >> 1] : sram16[(at - SRAM_START) >> 1];
    const [low, middle, high] = [o & 7, (o >> 3) & 7, (o >> 6) & 7];
    const five = (o >> 6) & 31;
    const eight = o & 255;
    const wide = (o >> 8) & 7;
    const any = (o >> 3) & 15;
    const to = ((o >> 4) & 8) | low;
    /** @param {number} number @returns {number[]} a register, or the PC, on the stack */
    const value = (number) => (number === 15 ? constant(pc + 4) : this.get(number));
    let d = 1;
    let length = 2;
    switch (kind) {
      case 1: // LSLS Rd, Rm, #i
        if (five) {
          this.emit(...this.get(middle), ...constant(32 - five), SHR_U, ...constant(1), AND);
          this.emit(SET, C);
          this.c = HERE;
          this.emit(...this.get(middle), ...constant(five), SHL);
        } else this.emit(...this.get(middle));
        this.result(low);
        break;
      case 2: // LSRS Rd, Rm, #i
      case 3: // ASRS Rd, Rm, #i
        this.emit(...this.get(middle), ...constant(five ? five - 1 : 31), SHR_U, ...constant(1));
        this.emit(AND, SET, C);
        this.c = HERE;
        if (kind === 3) this.emit(...this.get(middle), ...constant(five || 31), SHR_S);
        else if (five) this.emit(...this.get(middle), ...constant(five), SHR_U);
        else this.emit(...constant(0));
        this.result(low);
        break;
      case 4: // ADDS Rd, Rn, Rm
        this.sum(SUM, this.get(middle), this.get(high), low);
        break;
      case 5: // SUBS Rd, Rn, Rm
        this.sum(DIFFERENCE, this.get(middle), this.get(high), low);
        break;
      case 6: // ADDS Rd, Rn, #i
        this.sum(SUM, this.get(middle), constant(high), low);
        break;
      case 7: // SUBS Rd, Rn, #i
        this.sum(DIFFERENCE, this.get(middle), constant(high), low);
        break;
      case 8: // MOVS Rd, #i
        this.emit(...constant(eight));
        this.result(wide);
        break;
      case 9: // CMP Rn, #i
        this.sum(DIFFERENCE, this.get(wide), constant(eight));
        break;
      case 10: // ADDS Rd, #i
        this.sum(SUM, this.get(wide), constant(eight), wide);
        break;
      case 11: // SUBS Rd, #i
        this.sum(DIFFERENCE, this.get(wide), constant(eight), wide);
        break;
      case 12: // ANDS
        this.emit(...this.get(low), ...this.get(middle), AND);
        this.result(low);
        break;
      case 13: // EORS
        this.emit(...this.get(low), ...this.get(middle), XOR);
        this.result(low);
        break;
      case 14: // LSLS Rd, Rm
      case 15: // LSRS Rd, Rm
      case 16: // ASRS Rd, Rm
        this.shift(kind, low, middle);
        break;
      case 17: // ADCS
      case 18: // SBCS
        this.sumWithCarry(kind === 18, low, middle);
        break;
      case 19: // RORS
        this.settle();
        this.emit(...this.get(middle), ...constant(255), AND, IF, NOTHING);
        this.emit(...this.get(low), ...this.get(middle), ROTR, ...this.put(low, TEE));
        this.emit(...constant(31), SHR_U, SET, C, END, ...this.get(low));
        this.test();
        break;
      case 20: // TST
        this.emit(...this.get(low), ...this.get(middle), AND);
        this.test();
        break;
      case 21: // RSBS Rd, Rn, #0
        this.sum(DIFFERENCE, constant(0), this.get(middle), low);
        break;
      case 22: // CMP Rn, Rm
        this.sum(DIFFERENCE, this.get(low), this.get(middle));
        break;
      case 23: // CMN
        this.sum(SUM, this.get(low), this.get(middle));
        break;
      case 24: // ORRS
        this.emit(...this.get(low), ...this.get(middle), OR);
        this.result(low);
        break;
      case 25: // MULS
        this.emit(...this.get(low), ...this.get(middle), MUL);
        this.result(low);
        break;
      case 26: // BICS
        this.emit(...this.get(low), ...this.get(middle), ...constant(-1), XOR, AND);
        this.result(low);
        break;
      case 27: // MVNS
        this.emit(...this.get(middle), ...constant(-1), XOR);
        this.result(low);
        break;
      case 28: // ADD Rd, Rm (any register)
      case 30: // MOV (any register)
        this.emit(...value(any));
        if (kind === 28) this.emit(...value(to), ADD);
        if (to === 15) {
          this.emit(SET, AT);
          this.follow(next, 2);
          d = 2;
        } else {
          if (to === 13) this.emit(...constant(-4), AND);
          this.emit(...this.put(to));
        }
        break;
      case 29: // CMP (any register)
        this.sum(DIFFERENCE, value(to), value(any));
        break;
      case 31: // BX
        this.emit(...value(any), SET, AT);
        this.returning(pc);
        this.follow(next, 2);
        d = 2;
        break;
      case 32: // BLX
        this.emit(...value(any), SET, AT, ...constant((pc + 2) | 1), ...this.put(14));
        this.follow(next, 2);
        d = 2;
        break;
      case 33: { // LDR Rt, [PC, #i]
        const at = ((pc + 4) & ~3) + (eight << 2);
        if (inFlash) {
          this.pieces.push([at, at + 4]);
          this.emit(...constant(flash32[(at & (FLASH_SIZE - 1)) >> 2]));
        } else {
          const offset = at & 0xfffff; // as core.js
          if (offset >= SRAM_SIZE) return false;
          this.emit(...constant(0), ...reach(LOAD, SRAM_AT + offset));
        }
        this.emit(...this.put(wide));
        d = 2;
        break;
      }
      case 34: // STR Rt, [Rn, Rm]
      case 35: // STRH
      case 36: // STRB
      case 37: // LDRSB
      case 38: // LDR
      case 39: // LDRH
      case 40: // LDRB
      case 41: // LDRSH
        this.move(kind, pc, [...this.get(middle), ...this.get(high), ADD], low, reached);
        d = divides ? 1 : 2;
        break;
      case 42: // STR Rt, [Rn, #i]
      case 43: // LDR
      case 44: // STRB
      case 45: // LDRB
      case 46: // STRH
      case 47: { // LDRH
        const [size] = MOVES[kind];
        const address = [...this.get(middle), ...constant(size * five), ADD];
        this.move(kind, pc, address, low, reached);
        d = divides ? 1 : 2;
        break;
      }
      case 48: // STR Rt, [SP, #i]
      case 49: // LDR Rt, [SP, #i]
        this.aim([...this.get(13), ...constant(4 * eight), ADD]);
        this.unless(this.fits(1), pc);
        this.emit(GET, PLACE, ...constant(-4), AND);
        if (kind === 48) this.emit(...this.get(wide), ...reach(STORE, SRAM_AT));
        else this.emit(...reach(LOAD, SRAM_AT), ...this.put(wide));
        d = 2;
        break;
      case 50: // ADR
        this.emit(...constant((pc & ~3) + 4 + (eight << 2)), ...this.put(wide));
        break;
      case 51: // ADD Rd, SP, #i
        this.emit(...this.get(13), ...constant(4 * eight), ADD, ...this.put(wide));
        break;
      case 52: // ADD SP, #i
        this.emit(...this.get(13), ...constant(4 * (o & 127)), ADD, ...this.put(13));
        break;
      case 53: // SUB SP, #i
        this.emit(...this.get(13), ...constant(4 * (o & 127)), SUB, ...this.put(13));
        break;
      case 54: // SXTH
        this.emit(...this.get(middle), SXTH, ...this.put(low));
        break;
      case 55: // SXTB
        this.emit(...this.get(middle), SXTB, ...this.put(low));
        break;
      case 56: // UXTH
        this.emit(...this.get(middle), ...constant(0xffff), AND, ...this.put(low));
        break;
      case 57: // UXTB
        this.emit(...this.get(middle), ...constant(0xff), AND, ...this.put(low));
        break;
      case 58: // PUSH
      case 59: // POP
        d = this.stack(pc, kind === 58, eight, (o >> 8) & 1, next);
        break;
      case 60: // REV
        this.emit(...this.get(middle), ...constant(0xff00ff), AND, ...constant(8), ROTR);
        this.emit(...this.get(middle), ...constant(24), ROTR, ...constant(0xff00ff), AND, OR);
        this.emit(...this.put(low));
        break;
      case 61: // NOP
        break;
      case 62: // STM
      case 63: { // LDM
        this.aim(this.get(wide));
        this.unless([...constant(2), ROTR, ...constant((SRAM_SIZE - 32) / 4), LT_U], pc);
        this.several(eight, kind === 62);
        if ((eight & (1 << wide)) === 0) {
          this.emit(GET, AT, ...constant(4 * COUNT[eight]), ADD, ...this.put(wide));
        }
        d = COUNT[eight] + 1;
        break;
      }
      case 64: { // B<c>
        const target = pc + 4 + ((o << 24) >> 23);
        const taken = next === target && target !== pc + 2;
        this.emit(...this.condition((o >> 8) & 15));
        if (taken) this.emit(EQZ);
        this.emit(IF, NOTHING);
        this.depth++;
        this.leave(constant(taken ? pc + 2 : target), this.cycles + (taken ? 1 : 2));
        this.depth--;
        this.emit(END);
        d = taken ? 2 : 1;
        break;
      }
      case 65: // B
        d = 2;
        break;
      case 66: // BL
        length = 4;
        if ((code16(pc + 2) & 0xd000) !== 0xd000) return false;
        this.emit(...constant((pc + 4) | 1), ...this.put(14));
        d = 3;
        break;
      case 67: // DMB, DSB, ISB
        length = 4;
        if (code16(pc + 2) >> 12 !== 8) return false;
        d = 3;
        break;
    }
    this.seen.add(pc);
    this.pieces.push([pc, pc + length]);
    this.count++;
    this.last = this.cycles;
    this.cycles += d;
    return true;
  }

  /** @private @param {number} kind @param {number} d @param {number} m both registers */
  shift(kind, d, m) {
    this.settle();
    const by = [GET, PLACE];
    const upTo = (/** @type {number} */ how) => [...by, ...constant(32), how, SELECT];
    const bit = [...constant(1), AND];
    const one = [...by, ...constant(1), SUB];
    this.emit(...this.get(m), ...constant(255), AND, TEE, PLACE, IF, NOTHING, ...this.get(d));
    if (kind === 14) {
      this.emit(...constant(32), ...by, SUB, SHR_U, ...bit, ...constant(0), ...upTo(LE_U), SET, C);
      this.emit(...this.get(d), ...by, SHL, ...constant(0), ...upTo(LT_U));
    } else if (kind === 15) {
      this.emit(...one, SHR_U, ...bit, ...constant(0), ...upTo(LE_U), SET, C);
      this.emit(...this.get(d), ...by, SHR_U, ...constant(0), ...upTo(LT_U));
    } else {
      this.emit(...one, ...constant(31), ...upTo(LE_U), SHR_S, ...bit, SET, C);
      this.emit(...this.get(d), ...by, ...constant(31), ...upTo(LT_U), SHR_S);
    }
    this.emit(...this.put(d), END, ...this.get(d));
    this.test();
  }

  /** @private @param {boolean} difference @param {number} d @param {number} m both registers */
  sumWithCarry(difference, d, m) {
    this.emit(...this.carry(), SET, C, ...this.get(d), SET, A, ...this.get(m));
    if (difference) this.emit(...constant(-1), XOR);
    this.emit(SET, B, GET, A, GET, B, ADD, GET, C, ADD, TEE, PLACE, ...this.put(d));
    this.emit(GET, A, GET, PLACE, XOR, GET, B, GET, PLACE, XOR, AND, ...constant(31), SHR_U);
    this.emit(SET, V);
    this.emit(GET, A, GET, B, AND, GET, A, GET, B, OR, GET, PLACE, ...constant(-1), XOR, AND, OR);
    this.emit(...constant(31), SHR_U, SET, C, GET, PLACE);
    this.c = this.v = HERE;
    this.test();
  }

  /**
   * @private
   * @param {number} pc
   * @param {boolean} pushes
   * @param {number} list bits of R0 to R7
   * @param {number} more whether LR is pushed or the PC is popped as well: 1 or 0
   * @param {number} next
   * @returns {number} cycles; as in the stock core, LR takes none
   */
  stack(pc, pushes, list, more, next) {
    const size = 4 * (COUNT[list] + more);
    this.aim(pushes ? [...this.get(13), ...constant(size), SUB] : this.get(13));
    this.unless([...constant(SRAM_SIZE - 36), LT_U], pc);
    this.emit(GET, PLACE, ...constant(-4), AND, SET, PLACE);
    if (pushes) {
      this.several(list | (more << 14), true);
      this.emit(GET, AT, ...this.put(13));
      return COUNT[list] + 1;
    }
    if (more) {
      this.emit(GET, PLACE, ...reach(LOAD, SRAM_AT + 4 * COUNT[list]), SET, AT);
      this.returning(pc);
    }
    this.several(list, false);
    this.emit(...this.get(13), ...constant(size), ADD, ...this.put(13));
    if (!more) return COUNT[list] + 1;
    this.follow(next, COUNT[list] + 3);
    return COUNT[list] + 3;
  }

  /**
   * End the run and queue its code.
   * @param {number} next the address after it
   * @param {boolean} outside whether the instruction there cannot be part of a run
   */
  finish(next, outside) {
    if (next === this.entry) {
      this.settle();
      this.emit(GET, CYCLES, ...constant(this.cycles), ADD, SET, CYCLES, BR, 0);
    } else this.leave(constant(next | (outside ? 1 : 0)), this.cycles);
    queue.push({ entry: this.entry, code: [this.prologue(), this.body, this.epilogue()] });
    if (queue.length === TOGETHER) compileQueue();
  }

  /** @private @returns {number[]} the code before the instructions */
  prologue() {
    const code = [];
    for (const [start, end] of this.pieces) {
      if (start >> 28 === 1) {
        for (let at = start; at < end + SECTOR; at += SECTOR) {
          translated.add((Math.min(at, end - 1) & (FLASH_SIZE - 1)) >> 12);
        }
      } else code.push(...this.compare(start, end));
    }
    for (let number = 0; number < 15; number++) {
      if (this.used >> number & 1) {
        code.push(...constant(0), ...reach(LOAD, REGISTERS_AT + 4 * number), SET, number);
      }
    }
    for (let flag = 0; flag < 4; flag++) code.push(...peek(FLAG_N + flag), SET, N + flag);
    code.push(...peek(SPENT), SET, CYCLES);
    for (let label = 0; label < 5; label++) code.push(BLOCK, I32);
    code.push(LOOP, NOTHING, GET, CYCLES, ...constant(this.last), ADD, ...peek(BUDGET), GE_S);
    code.push(IF, NOTHING, ...constant(0), SET, D, ...constant(this.entry | 1), BR, 6, END);
    return code;
  }

  /**
   * @private
   * @param {number} start
   * @param {number} end
   * @returns {number[]} code that returns if the SRAM there differs from the translated code
   */
  compare(start, end) {
    const code = [];
    for (let at = start - SRAM_START; at < end - SRAM_START; at += 2) {
      code.push(...constant(0), ...reach(LOAD16_U, SRAM_AT + at), ...constant(sram16[at >> 1]), NE);
      if (at > start - SRAM_START) code.push(OR);
    }
    code.push(IF, NOTHING, ...poke(STATE_AT + 4 * STALE, constant(this.entry)));
    code.push(...constant(CHANGED), RETURN, END);
    return code;
  }

  /** @private @returns {number[]} the code after the instructions */
  epilogue() {
    const code = [END, UNREACHABLE];
    const ends = [
      [HERE, DIFFERENCE, 3],
      [HERE, SUM, 2],
      [DIFFERENCE, DIFFERENCE, 1],
      [SUM, SUM, 0],
    ];
    for (const [c, v, outer] of ends) {
      [this.c, this.v] = [c, v];
      code.push(END);
      if (c !== HERE) code.push(...this.carry(), SET, C);
      code.push(...this.overflow(), SET, V, BR, outer);
    }
    code.push(END);
    for (let number = 0; number < 15; number++) {
      if (this.written >> number & 1) {
        code.push(...poke(REGISTERS_AT + 4 * number, [GET, number]));
      }
    }
    for (let flag = 0; this.flags && flag < 4; flag++) {
      code.push(...poke(STATE_AT + 4 * (FLAG_N + flag), [GET, N + flag]));
    }
    code.push(...poke(STATE_AT + 4 * SPENT, [GET, CYCLES, GET, D, ADD]));
    return code;
  }
}
