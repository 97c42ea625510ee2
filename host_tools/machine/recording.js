// SPDX-License-Identifier: MIT
/**
 * A run that is being translated: what does not depend on the instruction. translator.js says what
 * a run is.
 */

import { BUDGET, N as FLAG_N, SPENT } from './access.js';
import { REGISTERS_AT, SRAM_START, STATE_AT, view } from './memory.js';
import * as W from './wasm.js';

const { I32, NOTHING, constant, reach } = W;

export const MOST_RUNS = 8192;
/** The number of runs that are compiled together. */
export const TOGETHER = 16;
/** Instructions of a run: the most, and the least. */
export const LONGEST = 100;
export const SHORTEST = 3;

// Local variables of a run, after R0 to R14: the flags, the cycles at its start, the operands of
// the last sum or difference, an address, its offset in SRAM, the cycles since the start, others.
export const [N, Z, C, V, CYCLES, A, B, AT, PLACE, D, T] = [
  15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
];
export const LOCALS = 26;

/** Where C and V are: in their variables, or to be computed from A and B. */
export const [HERE, SUM, DIFFERENCE] = [0, 1, 2];

/** @param {number} index @returns {number[]} the value in `state`, on the stack */
export const peek = (index) => [...constant(0), ...reach(W.LOAD, STATE_AT + 4 * index)];

/** @param {number} at the address to store to @param {number[]} value on the stack */
export const poke = (at, value) => [...constant(0), ...value, ...reach(W.STORE, at)];

/** @param {number[]} code of a value @returns {number[]} all its bits inverted */
export const inverted = (code) => [...code, ...constant(-1), W.XOR];

export class Run {
  /**
   * @param {number} entry its key for the table of runs
   * @param {number} address of its first instruction
   */
  constructor(entry, address) {
    this.entry = entry;
    /** @protected */
    this.address = address;
    /** The number of its instructions. */
    this.count = 0;
    /** @protected @type {number[]} instructions of WebAssembly */
    this.body = [];
    /** @protected @type {Set<number>} where its instructions are */
    this.seen = new Set();
    /** @protected cycles up to the next instruction, and to the last one */
    this.cycles = 0;
    /** @protected */
    this.last = 0;
    /** @protected cycles that its divisions may take in addition */
    this.slack = 0;
    /** @protected blocks around the next instruction */
    this.depth = 0;
    /** @protected bits of registers that are used, and of those that are written */
    this.used = 0;
    /** @protected */
    this.written = 0;
    /** @protected how to get C and V */
    this.c = HERE;
    /** @protected */
    this.v = HERE;
    /** @protected whether N and Z are those of the sum or difference too */
    this.same = false;
    /** @protected whether it writes flags */
    this.flags = false;
    /** @protected the address of the instruction */
    this.pc = 0;
  }

  /** @protected @param {number} where the instruction is that was added @param {number} cycles of it */
  added(where, cycles) {
    this.seen.add(where);
    this.count++;
    this.last = this.cycles;
    this.cycles += cycles;
  }

  /** @protected @param {number[]} code */
  emit(...code) {
    for (const byte of code) this.body.push(byte);
  }

  /** @protected @param {number} number of a register @returns {number[]} its value on the stack */
  get(number) {
    this.used |= 1 << number;
    return [W.GET, number];
  }

  /** @protected @param {number} number @param {number} [how] SET, or TEE to keep it on the stack */
  put(number, how = W.SET) {
    this.used |= 1 << number;
    this.written |= 1 << number;
    return [how, number];
  }

  /** @protected set N and Z from the value on the stack, and drop it */
  test() {
    this.flags = true;
    this.same = false;
    this.emit(W.TEE, N, W.SET, Z);
  }

  /** @protected set a register from the value on the stack, with N and Z @param {number} to */
  result(to) {
    this.emit(...this.put(to, W.TEE));
    this.test();
  }

  /** @protected @returns {number[]} C on the stack */
  carry() {
    if (this.c === HERE) return [W.GET, C];
    if (this.c === DIFFERENCE) return [W.GET, A, W.GET, B, W.GE_U];
    return [W.GET, A, W.GET, B, W.ADD, W.GET, A, W.LT_U];
  }

  /** @protected @returns {number[]} V on the stack */
  overflow() {
    if (this.v === HERE) return [W.GET, V];
    const result = [W.GET, A, W.GET, B, this.v === SUM ? W.ADD : W.SUB];
    const other = this.v === SUM ? result : [W.GET, A];
    return [W.GET, A, ...result, W.XOR, W.GET, B, ...other, W.XOR, W.AND, ...constant(31), W.SHR_U];
  }

  /** @protected @returns {number[]} code that stores C and V in their variables */
  settling() {
    const code = [];
    if (this.c !== HERE) code.push(...this.carry(), W.SET, C);
    if (this.v !== HERE) code.push(...this.overflow(), W.SET, V);
    return code;
  }

  /** @protected */
  settle() {
    this.emit(...this.settling());
    this.c = this.v = HERE;
    this.same = false;
  }

  /**
   * Leave the run.
   * @protected
   * @param {number[]} pc the next address, on the stack; odd if it is to be executed elsewhere
   * @param {number} cycles
   */
  leave(pc, cycles) {
    this.emit(...this.settling(), ...constant(cycles), W.SET, D, ...pc, W.BR, this.depth + 1);
  }

  /** @protected @param {number[]} condition on the stack @param {number[]} pc @param {number} cycles */
  leaveIf(condition, pc, cycles) {
    this.emit(...condition, W.IF, NOTHING);
    this.depth++;
    this.leave(pc, cycles);
    this.depth--;
    this.emit(W.END);
  }

  /** @protected @param {number[]} condition on the stack, without which the run ends here */
  unless(condition) {
    this.leaveIf([...condition, W.EQZ], constant(this.pc | 1), this.cycles);
  }

  /** @protected @param {number} condition of a branch @returns {number[]} its value on the stack */
  condition(condition) {
    const whole = this.same && this.c === DIFFERENCE && this.v === DIFFERENCE;
    const compared = (/** @type {number} */ how) => [W.GET, A, W.GET, B, how];
    const less = () => [W.GET, N, ...constant(31), W.SHR_U, ...this.overflow(), W.XOR];
    switch (condition) {
      case 0: // EQ
        return [W.GET, Z, W.EQZ];
      case 1: // NE
        return [W.GET, Z];
      case 2: // CS
        return this.carry();
      case 3: // CC
        return [...this.carry(), W.EQZ];
      case 4: // MI
        return [W.GET, N, ...constant(0), W.LT_S];
      case 5: // PL
        return [W.GET, N, ...constant(0), W.GE_S];
      case 6: // VS
        return this.overflow();
      case 7: // VC
        return [...this.overflow(), W.EQZ];
      case 8: // HI
        if (whole) return compared(W.GT_U);
        return [W.GET, Z, W.EQZ, W.EQZ, ...this.carry(), W.AND];
      case 9: // LS
        if (whole) return compared(W.LE_U);
        return [W.GET, Z, W.EQZ, ...this.carry(), W.EQZ, W.OR];
      case 10: // GE
        return whole ? compared(W.GE_S) : [...less(), W.EQZ];
      case 11: // LT
        return whole ? compared(W.LT_S) : less();
      case 12: // GT
        if (whole) return compared(W.GT_S);
        return [W.GET, Z, W.EQZ, ...less(), W.OR, W.EQZ];
      case 13: // LE
        if (whole) return compared(W.LE_S);
        return [W.GET, Z, W.EQZ, ...less(), W.OR];
      default:
        return constant(1);
    }
  }

  /**
   * Emit a branch.
   * @protected
   * @param {number[]} condition on the stack, any number but 0 if it is taken
   * @param {number} target address
   * @param {number} behind the address after it
   * @param {number} next the address that followed
   * @returns {number} its cycles
   */
  branch(condition, target, behind, next) {
    const taken = next === target && target !== behind;
    const other = constant(taken ? behind : target);
    this.leaveIf(taken ? [...condition, W.EQZ] : condition, other, this.cycles + (taken ? 1 : 2));
    return taken ? 2 : 1;
  }

  /**
   * Emit a sum or difference of A and B, with flags.
   * @protected
   * @param {number} kind
   * @param {number[]} a on the stack
   * @param {number[]} b on the stack
   * @param {number} [to] a register
   */
  sum(kind, a, b, to = -1) {
    this.emit(...a, ...b, W.SET, B, W.TEE, A, W.GET, B, kind === SUM ? W.ADD : W.SUB);
    if (to >= 0) this.emit(...this.put(to, W.TEE));
    this.test();
    this.c = this.v = kind;
    this.same = true;
  }

  /**
   * Emit ADCS or SBCS.
   * @protected
   * @param {number} d
   * @param {number} n
   * @param {number[]} b the second operand, on the stack; for SBCS its bits are inverted
   */
  sumWithCarry(d, n, b) {
    this.emit(...this.carry(), W.SET, T, ...this.get(n), ...b, W.SET, B, W.SET, A);
    this.emit(W.GET, A, W.GET, B, W.ADD, W.GET, T, W.ADD, W.SET, PLACE);
    const result = [W.GET, PLACE];
    const [one, two] = [[W.GET, A], [W.GET, B]];
    this.emit(...one, ...result, W.XOR, ...two, ...result, W.XOR, W.AND);
    this.emit(...constant(31), W.SHR_U, W.SET, V);
    this.emit(...one, ...two, W.AND, ...one, ...two, W.OR, ...inverted(result), W.AND, W.OR);
    this.emit(...constant(31), W.SHR_U, W.SET, C, ...result);
    this.c = this.v = HERE;
    this.result(d);
  }

  /**
   * Emit LSLS, LSRS or ASRS by a register.
   * @protected
   * @param {number} how SHL, SHR_U or SHR_S
   * @param {number} d
   * @param {number} n
   * @param {number} m registers
   */
  shift(how, d, n, m) {
    this.settle();
    const by = [W.GET, PLACE];
    const upTo = (/** @type {number} */ how) => [...by, ...constant(32), how, W.SELECT];
    const bit = [...constant(1), W.AND];
    const one = [...by, ...constant(1), W.SUB];
    const value = this.get(n);
    this.emit(...value, W.SET, T, ...this.get(m), ...constant(255), W.AND, W.TEE, PLACE);
    this.emit(W.IF, NOTHING, ...value);
    if (how === W.SHL) {
      this.emit(...constant(32), ...by, W.SUB, W.SHR_U, ...bit, ...constant(0), ...upTo(W.LE_U));
      this.emit(W.SET, C, ...value, ...by, W.SHL, ...constant(0), ...upTo(W.LT_U));
    } else if (how === W.SHR_U) {
      this.emit(...one, W.SHR_U, ...bit, ...constant(0), ...upTo(W.LE_U), W.SET, C);
      this.emit(...value, ...by, W.SHR_U, ...constant(0), ...upTo(W.LT_U));
    } else {
      this.emit(...one, ...constant(31), ...upTo(W.LE_U), W.SHR_S, ...bit, W.SET, C);
      this.emit(...value, ...by, ...constant(31), ...upTo(W.LT_U), W.SHR_S);
    }
    this.emit(W.SET, T, W.END, W.GET, T);
    this.result(d);
  }

  /** @protected @param {number[]} address on the stack: to AT, and from the SRAM's start on to PLACE */
  aim(address) {
    this.emit(...address, W.TEE, AT, ...constant(SRAM_START), W.SUB, W.SET, PLACE);
  }

  /** @protected @param {number} size @param {number} [most] @returns {number[]} whether PLACE is in SRAM */
  fits(size, most = view.sram) {
    // rotated right, an unaligned address becomes a large number
    if (size === 1) return [W.GET, PLACE, ...constant(most), W.LT_U];
    return [W.GET, PLACE, ...constant(size >> 1), W.ROTR, ...constant(most / size), W.LT_U];
  }

  /**
   * End the run.
   * @protected
   * @param {number} next the address after it
   * @param {boolean} elsewhere whether the instruction there cannot be part of a run
   */
  end(next, elsewhere) {
    if (next === this.address) {
      this.settle();
      this.emit(W.GET, CYCLES, ...constant(this.cycles), W.ADD, W.SET, CYCLES, W.BR, 0);
    } else this.leave(constant(next | (elsewhere ? 1 : 0)), this.cycles);
  }

  /** @protected @returns {number[]} the code before the instructions */
  prologue() {
    const code = [];
    for (let number = 0; number < 15; number++) {
      if ((this.used >> number) & 1) {
        code.push(...constant(0), ...reach(W.LOAD, REGISTERS_AT + 4 * number), W.SET, number);
      }
    }
    for (let flag = 0; flag < 4; flag++) code.push(...peek(FLAG_N + flag), W.SET, N + flag);
    code.push(...peek(SPENT), W.SET, CYCLES);
    code.push(W.BLOCK, I32, W.LOOP, NOTHING);
    code.push(W.GET, CYCLES, ...constant(this.last + this.slack), W.ADD, ...peek(BUDGET), W.GE_S);
    code.push(W.IF, NOTHING, ...constant(0), W.SET, D);
    code.push(...constant(this.address | 1), W.BR, 2, W.END);
    return code;
  }

  /** @protected @returns {number[]} the code after the instructions */
  epilogue() {
    const code = [W.END, W.UNREACHABLE, W.END];
    for (let number = 0; number < 15; number++) {
      if ((this.written >> number) & 1) {
        code.push(...poke(REGISTERS_AT + 4 * number, [W.GET, number]));
      }
    }
    for (let flag = 0; this.flags && flag < 4; flag++) {
      code.push(...poke(STATE_AT + 4 * (FLAG_N + flag), [W.GET, N + flag]));
    }
    code.push(...poke(STATE_AT + 4 * SPENT, [W.GET, CYCLES, W.GET, D, W.ADD]));
    return code;
  }
}
