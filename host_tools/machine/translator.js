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
  RUNS,
  SRAM_AT,
  SRAM_SIZE,
  SRAM_START,
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
  AT,
  C,
  D,
  DIFFERENCE,
  HERE,
  LOCALS,
  MOST_RUNS,
  PLACE,
  Run,
  STATE_AT,
  SUM,
  TOGETHER,
  V,
  inverted,
  peek,
  poke,
} from './recording.js';
import * as W from './wasm.js';

const { I32, NOTHING, compile, constant, reach } = W;

/**
 * The indices of `state`, next to RUNS of memory.js and the first ones: the entry of a run whose
 * code has changed; cycles that the stock core counts for the divider without taking them.
 */
export const STALE = 6;
export const DIVIDED = 8;

/** Returned by translated code instead of the next address when its code was changed. */
export const CHANGED = -1;
const SECTOR = 4096;
const SIGN = -0x80000000;

/** DIV_UDIVIDEND, the first register of the divider (RP2040 data sheet, 2.3.1.7). */
const SIO_DIVIDER = -0x30000000 + 0x60;
/** @param {number} address */
export const divides = (address) =>
  address >= SIO_DIVIDER && address <= SIO_DIVIDER + 0x18 && (address & 3) === 0;

const STORES = [W.STORE, W.STORE16, W.STORE8];

/**
 * Bytes, and the operation, of the instructions that load or store one register.
 * @type {Record<number, [number, number]>}
 */
const MOVES = {
  34: [4, W.STORE],
  35: [2, W.STORE16],
  36: [1, W.STORE8],
  37: [1, W.LOAD8_S],
  38: [4, W.LOAD],
  39: [2, W.LOAD16_U],
  40: [1, W.LOAD8_U],
  41: [2, W.LOAD16_S],
  42: [4, W.STORE],
  43: [4, W.LOAD],
  44: [1, W.STORE8],
  45: [1, W.LOAD8_U],
  46: [2, W.STORE16],
  47: [2, W.LOAD16_U],
};

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
  ...[W.LOOP, NOTHING],
  ...[W.GET, 0, ...constant(21), W.SHR_U, ...constant(FLASH_START >>> 21), W.EQ],
  ...[W.IF, NOTHING],
  ...[W.GET, 0, ...constant(FLASH_SIZE - 1), W.AND, W.SET, 1],
  W.ELSE,
  ...[W.GET, 0, ...constant(SRAM_START), W.SUB, W.TEE, 1, ...constant(SRAM_SIZE), W.GE_U],
  ...[W.IF, NOTHING, W.GET, 0, W.RETURN, W.END],
  ...[W.GET, 1, ...constant(FLASH_SIZE), W.ADD, W.SET, 1],
  W.END,
  ...[W.GET, 1, ...reach(W.LOAD16_U, ENTRIES_AT), W.TEE, 1, W.EQZ],
  ...[W.IF, NOTHING, W.GET, 0, W.RETURN, W.END],
  ...[W.GET, 1, W.CALL_INDIRECT, 0, 0, W.TEE, 0],
  ...[...constant(1), W.AND, W.EQZ, W.BR_IF, 0],
  W.END,
  ...[W.GET, 0],
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
export class Recording extends Run {
  /** @param {number} entry the address of its first instruction */
  constructor(entry) {
    super(entry, entry, SRAM_START, SRAM_SIZE);
    /** @private @type {[number, number][]} where its code begins and ends, piece by piece */
    this.pieces = [];
  }

  /**
   * Leave the run by one of the blocks of `epilogue`, which store C and V.
   * @override
   * @protected
   * @param {number[]} pc
   * @param {number} cycles
   */
  leave(pc, cycles) {
    let label = this.v === DIFFERENCE ? 3 : 4; // from the inmost on
    if (this.c === HERE) label = [5, 2, 1][this.v];
    this.emit(...constant(cycles), W.SET, D, ...pc, W.BR, this.depth + label);
  }

  /**
   * @private
   * @param {number[]} address on the stack
   * @param {number} size
   * @param {number} operation
   * @param {number} to a register
   */
  load(address, size, operation, to) {
    this.aim(address);
    this.emit(...this.fits(size), W.IF, I32);
    this.emit(W.GET, PLACE, ...reach(operation, SRAM_AT), W.ELSE);
    this.depth++;
    const flash = [W.GET, AT, ...constant(21), W.SHR_U, ...constant(FLASH_START >>> 21), W.EQ];
    if (size > 1) flash.push(W.GET, AT, ...constant(size - 1), W.AND, W.EQZ, W.AND);
    this.unless(flash);
    this.emit(W.GET, AT, ...constant(FLASH_SIZE - 1), W.AND, ...reach(operation, FLASH_AT), W.END);
    this.depth--;
    this.emit(...this.put(to));
  }

  /**
   * @private
   * @param {number[]} address on the stack
   * @param {number} size
   * @param {number} operation
   * @param {number} from a register
   */
  store(address, size, operation, from) {
    this.aim(address);
    this.unless(this.fits(size));
    this.emit(W.GET, PLACE, ...this.get(from), ...reach(operation, SRAM_AT));
  }

  /**
   * Emit an instruction that loads or stores one register.
   * @private
   * @param {number} kind
   * @param {number[]} address on the stack
   * @param {number} number of the register
   * @param {number} reached as for `add`
   */
  move(kind, address, number, reached) {
    const [size, operation] = MOVES[kind];
    const storing = STORES.includes(operation);
    if (reached) this.divide(address, reached, number, storing);
    else if (storing) this.store(address, size, operation, number);
    else this.load(address, size, operation, number);
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
      if (storing) this.emit(W.GET, PLACE, ...this.get(number), ...reach(W.STORE, at));
      else this.emit(W.GET, PLACE, ...reach(W.LOAD, at), ...this.put(number));
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
    const target = [W.GET, AT, ...constant(-2), W.AND];
    this.leaveIf([...target, ...constant(next), W.NE], target, this.cycles + cycles);
  }

  /** @private leave the run if AT is the end of an exception */
  returning() {
    this.unless([W.GET, AT, ...constant(28), W.SHR_S, ...constant(-1), W.NE]);
  }

  /**
   * Emit a load or store of a register of the divider, as in rp2040js.
   * @private
   * @param {number[]} address on the stack
   * @param {number} register its address
   * @param {number} number of the register that is loaded or stored
   * @param {boolean} storing
   */
  divide(address, register, number, storing) {
    this.unless([...address, ...constant(register), W.EQ]);
    const cell = (/** @type {number} */ index) => DIVIDER_AT + 4 * index;
    const has = (/** @type {number} */ index) => [...constant(0), ...reach(W.LOAD, cell(index))];
    const [DIVIDEND, DIVISOR, QUOTIENT, REMAINDER, CSR] = [0, 1, 2, 3, 4];
    const offset = register - SIO_DIVIDER;
    if (!storing) {
      this.emit(...has([0, 1, 0, 1, 2, 3, 4][offset >> 2]), ...this.put(number));
      if (offset === 16) this.emit(...poke(cell(CSR), [...has(CSR), ...constant(-3), W.AND]));
      return;
    }
    if (offset >= 16) {
      this.emit(...poke(cell(offset === 16 ? QUOTIENT : REMAINDER), this.get(number)));
    } else {
      const signed = offset >= 8;
      this.emit(...poke(cell(offset & 4 ? DIVISOR : DIVIDEND), this.get(number)));
      this.emit(...has(DIVIDEND), W.SET, AT, ...has(DIVISOR), W.TEE, PLACE, W.IF, NOTHING);
      const least = [W.GET, AT, ...constant(SIGN), W.EQ];
      least.push(W.GET, PLACE, ...constant(-1), W.EQ, W.AND);
      const quotient = [W.GET, AT, W.GET, PLACE, signed ? W.DIV_S : W.DIV_U];
      // the most negative number divided by -1 is itself
      const careful = [...least, W.IF, I32, W.GET, AT, W.ELSE, ...quotient, W.END];
      this.emit(...poke(cell(QUOTIENT), signed ? careful : quotient));
      const remainder = [W.GET, AT, W.GET, PLACE, signed ? W.REM_S : W.REM_U];
      this.emit(...poke(cell(REMAINDER), remainder), W.ELSE);
      this.emit(...poke(cell(QUOTIENT), [...constant(-1), ...constant(1), W.GET, AT, W.SELECT]));
      this.emit(...poke(cell(REMAINDER), [W.GET, AT]), W.END);
      const divided = STATE_AT + 4 * DIVIDED;
      this.emit(...poke(divided, [...peek(DIVIDED), ...constant(8), W.ADD]));
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
    if (MOVES[kind]?.[1] === W.STORE && reached === SIO_DIVIDER + 24) return false; // read-only
    this.pc = pc;
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
          this.emit(...this.get(middle), ...constant(32 - five), W.SHR_U, ...constant(1), W.AND);
          this.emit(W.SET, C);
          this.c = HERE;
          this.emit(...this.get(middle), ...constant(five), W.SHL);
        } else this.emit(...this.get(middle));
        this.result(low);
        break;
      case 2: // LSRS Rd, Rm, #i
      case 3: // ASRS Rd, Rm, #i
        this.emit(...this.get(middle), ...constant(five ? five - 1 : 31), W.SHR_U, ...constant(1));
        this.emit(W.AND, W.SET, C);
        this.c = HERE;
        if (kind === 3) this.emit(...this.get(middle), ...constant(five || 31), W.SHR_S);
        else if (five) this.emit(...this.get(middle), ...constant(five), W.SHR_U);
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
        this.emit(...this.get(low), ...this.get(middle), W.AND);
        this.result(low);
        break;
      case 13: // EORS
        this.emit(...this.get(low), ...this.get(middle), W.XOR);
        this.result(low);
        break;
      case 14: // LSLS Rd, Rm
      case 15: // LSRS Rd, Rm
      case 16: // ASRS Rd, Rm
        this.shift([W.SHL, W.SHR_U, W.SHR_S][kind - 14], low, low, middle);
        break;
      case 17: // ADCS
        this.sumWithCarry(low, low, this.get(middle));
        break;
      case 18: // SBCS
        this.sumWithCarry(low, low, inverted(this.get(middle)));
        break;
      case 19: // RORS
        this.settle();
        this.emit(...this.get(middle), ...constant(255), W.AND, W.IF, NOTHING);
        this.emit(...this.get(low), ...this.get(middle), W.ROTR, ...this.put(low, W.TEE));
        this.emit(...constant(31), W.SHR_U, W.SET, C, W.END, ...this.get(low));
        this.test();
        break;
      case 20: // TST
        this.emit(...this.get(low), ...this.get(middle), W.AND);
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
        this.emit(...this.get(low), ...this.get(middle), W.OR);
        this.result(low);
        break;
      case 25: // MULS
        this.emit(...this.get(low), ...this.get(middle), W.MUL);
        this.result(low);
        break;
      case 26: // BICS
        this.emit(...this.get(low), ...inverted(this.get(middle)), W.AND);
        this.result(low);
        break;
      case 27: // MVNS
        this.emit(...inverted(this.get(middle)));
        this.result(low);
        break;
      case 28: // ADD Rd, Rm (any register)
      case 30: // MOV (any register)
        this.emit(...value(any));
        if (kind === 28) this.emit(...value(to), W.ADD);
        if (to === 15) {
          this.emit(W.SET, AT);
          this.follow(next, 2);
          d = 2;
        } else {
          if (to === 13) this.emit(...constant(-4), W.AND);
          this.emit(...this.put(to));
        }
        break;
      case 29: // CMP (any register)
        this.sum(DIFFERENCE, value(to), value(any));
        break;
      case 31: // BX
        this.emit(...value(any), W.SET, AT);
        this.returning();
        this.follow(next, 2);
        d = 2;
        break;
      case 32: // BLX
        this.emit(...value(any), W.SET, AT, ...constant((pc + 2) | 1), ...this.put(14));
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
          this.emit(...constant(0), ...reach(W.LOAD, SRAM_AT + offset));
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
        this.move(kind, [...this.get(middle), ...this.get(high), W.ADD], low, reached);
        d = divides ? 1 : 2;
        break;
      case 42: // STR Rt, [Rn, #i]
      case 43: // LDR
      case 44: // STRB
      case 45: // LDRB
      case 46: // STRH
      case 47: { // LDRH
        const [size] = MOVES[kind];
        const address = [...this.get(middle), ...constant(size * five), W.ADD];
        this.move(kind, address, low, reached);
        d = divides ? 1 : 2;
        break;
      }
      case 48: // STR Rt, [SP, #i]
      case 49: // LDR Rt, [SP, #i]
        this.aim([...this.get(13), ...constant(4 * eight), W.ADD]);
        this.unless(this.fits(1));
        this.emit(W.GET, PLACE, ...constant(-4), W.AND);
        if (kind === 48) this.emit(...this.get(wide), ...reach(W.STORE, SRAM_AT));
        else this.emit(...reach(W.LOAD, SRAM_AT), ...this.put(wide));
        d = 2;
        break;
      case 50: // ADR
        this.emit(...constant((pc & ~3) + 4 + (eight << 2)), ...this.put(wide));
        break;
      case 51: // ADD Rd, SP, #i
        this.emit(...this.get(13), ...constant(4 * eight), W.ADD, ...this.put(wide));
        break;
      case 52: // ADD SP, #i
        this.emit(...this.get(13), ...constant(4 * (o & 127)), W.ADD, ...this.put(13));
        break;
      case 53: // SUB SP, #i
        this.emit(...this.get(13), ...constant(4 * (o & 127)), W.SUB, ...this.put(13));
        break;
      case 54: // SXTH
        this.emit(...this.get(middle), W.SXTH, ...this.put(low));
        break;
      case 55: // SXTB
        this.emit(...this.get(middle), W.SXTB, ...this.put(low));
        break;
      case 56: // UXTH
        this.emit(...this.get(middle), ...constant(0xffff), W.AND, ...this.put(low));
        break;
      case 57: // UXTB
        this.emit(...this.get(middle), ...constant(0xff), W.AND, ...this.put(low));
        break;
      case 58: // PUSH
      case 59: // POP
        d = this.stack(kind === 58, eight, (o >> 8) & 1, next);
        break;
      case 60: // REV
        this.emit(...this.get(middle), ...constant(0xff00ff), W.AND, ...constant(8), W.ROTR);
        this.emit(...this.get(middle), ...constant(24), W.ROTR, ...constant(0xff00ff), W.AND, W.OR);
        this.emit(...this.put(low));
        break;
      case 61: // NOP
        break;
      case 62: // STM
      case 63: { // LDM
        this.aim(this.get(wide));
        this.unless(this.fits(4, SRAM_SIZE - 32));
        this.several(eight, kind === 62);
        if ((eight & (1 << wide)) === 0) {
          this.emit(W.GET, AT, ...constant(4 * COUNT[eight]), W.ADD, ...this.put(wide));
        }
        d = COUNT[eight] + 1;
        break;
      }
      case 64: // B<c>
        d = this.branch(this.condition((o >> 8) & 15), pc + 4 + ((o << 24) >> 23), pc + 2, next);
        break;
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
    this.pieces.push([pc, pc + length]);
    this.added(pc, d);
    return true;
  }

  /**
   * @private
   * @param {boolean} pushes
   * @param {number} list bits of R0 to R7
   * @param {number} more whether LR is pushed or the PC is popped as well: 1 or 0
   * @param {number} next
   * @returns {number} cycles; as in the stock core, LR takes none
   */
  stack(pushes, list, more, next) {
    const size = 4 * (COUNT[list] + more);
    this.aim(pushes ? [...this.get(13), ...constant(size), W.SUB] : this.get(13));
    this.unless(this.fits(1, SRAM_SIZE - 36));
    this.emit(W.GET, PLACE, ...constant(-4), W.AND, W.SET, PLACE);
    if (pushes) {
      this.several(list | (more << 14), true);
      this.emit(W.GET, AT, ...this.put(13));
      return COUNT[list] + 1;
    }
    if (more) {
      this.emit(W.GET, PLACE, ...reach(W.LOAD, SRAM_AT + 4 * COUNT[list]), W.SET, AT);
      this.returning();
    }
    this.several(list, false);
    this.emit(...this.get(13), ...constant(size), W.ADD, ...this.put(13));
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
    this.end(next, outside);
    queue.push({ entry: this.entry, code: [this.checks(), this.prologue(5), this.body, this.epilogue()] });
    if (queue.length === TOGETHER) compileQueue();
  }

  /** @private @returns {number[]} the code that returns if the code in SRAM has changed */
  checks() {
    const code = [];
    for (const [start, end] of this.pieces) {
      if (start >> 28 === 1) {
        for (let at = start; at < end + SECTOR; at += SECTOR) {
          translated.add((Math.min(at, end - 1) & (FLASH_SIZE - 1)) >> 12);
        }
      } else code.push(...this.compare(start, end));
    }
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
      code.push(...constant(0), ...reach(W.LOAD16_U, SRAM_AT + at));
      code.push(...constant(sram16[at >> 1]), W.NE);
      if (at > start - SRAM_START) code.push(W.OR);
    }
    code.push(W.IF, NOTHING, ...poke(STATE_AT + 4 * STALE, constant(this.entry)));
    code.push(...constant(CHANGED), W.RETURN, W.END);
    return code;
  }

  /**
   * @override
   * @protected
   * @returns {number[]} the code after the instructions
   */
  epilogue() {
    const code = [W.END, W.UNREACHABLE];
    const ends = [
      [HERE, DIFFERENCE, 3],
      [HERE, SUM, 2],
      [DIFFERENCE, DIFFERENCE, 1],
      [SUM, SUM, 0],
    ];
    for (const [c, v, outer] of ends) {
      [this.c, this.v] = [c, v];
      code.push(W.END);
      if (c !== HERE) code.push(...this.carry(), W.SET, C);
      code.push(...this.overflow(), W.SET, V, W.BR, outer);
    }
    return [...code, W.END, ...super.epilogue()];
  }
}
