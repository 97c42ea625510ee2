// SPDX-License-Identifier: MIT
/**
 * The translator of frequently executed operations of decode.js into WebAssembly.
 *
 * execute.js names an address that many jumps lead to, and the instructions executed from there
 * become a run (a trace in the literature of dynamic translation: Bala, Duesterwald and Banerjia,
 * Dynamo, PLDI 2000). It has one entry and continues as long as everything happens as it did when it
 * was recorded: branches in the same direction, calls and their returns, and accesses to memory, or
 * to the divider of the RP2040, with which MicroPython divides. Otherwise it is left before the first
 * other instruction, and registers, flags and cycles are the same as without it. So nothing here
 * depends on peripherals, exceptions or time. A run is entered only if the budget of cycles ends
 * after it.
 *
 * When something is written where its code is, memory.js drops it.
 */

import { BUDGET, DIVIDED, LIMIT, SPENT, link, model, outside } from './access.js';
import { AFTER, BEFORE, K, WRITES_BACK, addressOf, decode, placeOf } from './decode.js';
import { HEATED, HOT, execute } from './execute.js';
import {
  DIVIDER_AT,
  ENTRIES_AT,
  FLASH_AT,
  FLASH_SIZE,
  FLASH_START,
  MARKS_AT,
  SRAM_AT,
  SRAM_END,
  SRAM_PLACE,
  SRAM_SIZE,
  SRAM_START,
  STATE_AT,
  conditionals,
  entries,
  forgetRuns,
  heat,
  immediates,
  memory,
  operations,
  queue,
  registers as R,
  state,
  translated,
  view,
  watch,
} from './memory.js';
import {
  A,
  AT,
  B,
  C,
  CYCLES,
  D,
  DIFFERENCE,
  HERE,
  LOCALS,
  LONGEST,
  MOST_RUNS,
  PLACE,
  Run,
  SHORTEST,
  SUM,
  T,
  TOGETHER,
  inverted,
  peek,
  poke,
} from './recording.js';
import * as W from './wasm.js';

const { I32, NOTHING, compile, constant, reach } = W;
const HEATS = heat.length - 1;

const table = new WebAssembly.Table({ element: 'anyfunc', initial: MOST_RUNS });

const loop = [
  ...[W.LOOP, NOTHING],
  ...[W.GET, 0, ...constant(FLASH_START), W.SUB, W.TEE, 1, ...constant(FLASH_SIZE), W.GE_U],
  ...[W.IF, NOTHING],
  ...[W.GET, 0, ...constant(SRAM_START), W.SUB, W.TEE, 1, ...constant(SRAM_SIZE), W.GE_U],
  ...[W.IF, NOTHING, W.GET, 0, W.RETURN, W.END],
  ...[W.GET, 1, ...constant(2 * SRAM_PLACE), W.ADD, W.SET, 1],
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
const run = compile(memory, table, MOST_RUNS, 1, 1, [[loop]])[0];

/** Compile the queued runs; several at once take little longer than one. */
function compileQueue() {
  const functions = compile(memory, table, MOST_RUNS, 0, LOCALS, queue.map(({ code }) => code));
  queue.forEach(({ entry }, index) => {
    table.set(++translated.runs, functions[index]);
    entries[entry] = translated.runs;
    heat[entry & HEATS] = HOT;
  });
  queue.length = 0;
}

/**
 * Run code, translated or not, until state[BUDGET] cycles are spent.
 * @returns {number} 0, or why it ended earlier: see execute.js
 */
export function advance() {
  for (;;) {
    const next = translated.runs && view.length ? run(R[15]) : R[15] | (view.length ? 0 : 1);
    R[15] = next & ~1;
    if (state[SPENT] >= state[BUDGET]) return 0;
    let place = placeOf(R[15]);
    // translated code counts no jumps
    const counts = (next & 1) === 0 && place >= 0;
    if (!counts || heat[place & HEATS] < HOT) {
      if (counts) heat[place & HEATS]++;
      const why = execute();
      if (why !== HEATED) return why;
      if (state[SPENT] >= state[BUDGET]) return 0;
      place = placeOf(R[15]);
    }
    if (place >= SRAM_END || entries[place] === 0) {
      const then = record(place);
      if (then || state[SPENT] >= state[BUDGET]) return then;
    }
  }
}

/**
 * Translate a run at once, for a test.
 * @param {number} entry the place of its first instruction
 */
export function translate(entry) {
  record(entry, 1);
  if (queue.length) compileQueue();
}

/** DIV_UDIVIDEND, the first register of the divider (RP2040 data sheet, 2.3.1.7). */
const SIO_DIVIDER = -0x30000000 + 0x60;
/** @param {number} address */
const divides = (address) =>
  model.stock && address >= SIO_DIVIDER && address <= SIO_DIVIDER + 0x18 && (address & 3) === 0;

/**
 * Run a few instructions, and translate them.
 * @param {number} entry the place of the first one
 * @param {number} [shortest] instructions that a run must have
 * @returns {number} as `execute`
 */
function record(entry, shortest = SHORTEST) {
  heat[entry & HEATS] = 0;
  if (entry >= SRAM_END) return 0;
  if (queue.some((other) => other.entry === entry)) {
    compileQueue();
    return 0;
  }
  if (translated.runs + queue.length >= MOST_RUNS - 1) forgetRuns();
  const recording = new Recording(entry);
  const budget = state[BUDGET];
  let x = entry;
  for (let end = false; !end; ) {
    if (!(operations[x] & 511)) decode(x);
    const w = operations[x];
    const holds = (w & 511) === K.IN_BLOCK && link.core.holds((w >> 13) & 15);
    const [i, inner] = [immediates[x], conditionals[x]];
    const reached = outside.count;
    state[BUDGET] = state[SPENT] + 1;
    const why = execute();
    const stopped = state[BUDGET] === 0;
    if (!stopped) state[BUDGET] = budget;
    // it jumps to no code, is one for the stock core, or something outside wants the burst to end
    const fails = stopped || (why !== 0 && why !== HEATED);
    if (!fails && state[SPENT] >= budget) {
      // Later, if it is not required now.
      if (shortest < SHORTEST && recording.count) recording.finish(x, true);
      return 0;
    }
    const next = placeOf(R[15]);
    const register = outside.count === reached ? 0 : outside.address | 0;
    const can =
      !fails && (!register || divides(register)) && recording.add(x, w, i, inner, holds, next, register);
    if (can) x = next;
    const inside = x >= 0 && x < SRAM_END;
    end = !can || x === entry || !inside || recording.count === LONGEST || entries[x] !== 0;
    if (end && recording.count >= (x === entry ? 1 : shortest)) recording.finish(x, !can);
    if (fails) return why === HEATED ? 0 : why;
  }
  return 0;
}

/** A run that is being recorded and translated, instruction by instruction. */
class Recording extends Run {
  /** @param {number} entry the place of its first instruction */
  constructor(entry) {
    super(entry, addressOf(entry));
    /** @private the register of the divider that the instruction reaches, or 0 */
    this.register = 0;
  }

  /** @private @param {number} offset @returns {number[]} whether nothing is decoded at PLACE plus it */
  unmarked(offset) {
    const at = [W.GET, PLACE, ...(offset ? [...constant(offset), W.ADD] : [])];
    return [...at, ...constant(6), W.SHR_U, ...reach(W.LOAD8_U, MARKS_AT), W.EQZ];
  }

  /** @private @param {number[]} address @param {number} size @param {number} operation @param {number} to */
  load(address, size, operation, to) {
    this.aim(address);
    this.emit(...this.fits(size), W.IF, I32, W.GET, PLACE, ...reach(operation, SRAM_AT), W.ELSE);
    this.depth++;
    this.emit(W.GET, AT, ...constant(FLASH_START), W.SUB, W.SET, T);
    const flash = [W.GET, T, ...constant(view.length), W.LT_U];
    if (size > 1) flash.push(W.GET, AT, ...constant(size - 1), W.AND, W.EQZ, W.AND);
    this.unless(flash);
    this.emit(W.GET, T, ...reach(operation, FLASH_AT + view.base), W.END);
    this.depth--;
    if (to >= 0) this.emit(...this.put(to)); // else it stays on the stack
  }

  /** @private @param {number[]} address @param {number} size @param {number} operation @param {number} from */
  store(address, size, operation, from) {
    this.aim(address);
    this.unless(this.fits(size));
    this.unless(this.unmarked(0));
    this.emit(W.GET, PLACE, ...this.get(from), ...reach(operation, SRAM_AT));
  }

  /**
   * Emit a load or store of a register of the divider, as in rp2040js.
   * @private
   * @param {number[]} address on the stack
   * @param {number} number of the register that is loaded or stored
   * @param {boolean} storing
   * @returns {number} cycles
   */
  divider(address, number, storing) {
    const { register } = this;
    this.unless([...address, ...constant(register), W.EQ]);
    const cell = (/** @type {number} */ index) => DIVIDER_AT + 4 * index;
    const has = (/** @type {number} */ index) => [...constant(0), ...reach(W.LOAD, cell(index))];
    const [DIVIDEND, DIVISOR, QUOTIENT, REMAINDER, CSR] = [0, 1, 2, 3, 4];
    const offset = register - SIO_DIVIDER;
    if (!storing) {
      this.emit(...has([0, 1, 0, 1, 2, 3, 4][offset >> 2]), ...this.put(number));
      if (offset === 16) this.emit(...poke(cell(CSR), [...has(CSR), ...constant(-3), W.AND]));
      return 1;
    }
    if (offset >= 16) {
      this.emit(...poke(cell(offset === 16 ? QUOTIENT : REMAINDER), this.get(number)));
    } else {
      const signed = offset >= 8;
      this.emit(...poke(cell(offset & 4 ? DIVISOR : DIVIDEND), this.get(number)));
      this.emit(...has(DIVIDEND), W.SET, AT, ...has(DIVISOR), W.TEE, PLACE, W.IF, NOTHING);
      const least = [W.GET, AT, ...constant(-0x80000000), W.EQ];
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
    return 1;
  }

  /** @private @param {number[]} sp @returns {number[]} whether it is not below the stack limit */
  above(sp) {
    return [...sp, ...peek(LIMIT), W.GE_U];
  }

  /**
   * Continue at AT if that is the recorded address.
   * @private
   * @param {number} next a place
   * @param {number} cycles of the instruction
   */
  follow(next, cycles) {
    const address = addressOf(next);
    const other = [W.GET, AT, ...constant(address | 1), W.NE];
    this.leaveIf(other, [W.GET, AT, ...constant(-2), W.AND], this.cycles + cycles);
  }

  /** @private leave the run unless AT is an address of Thumb code, not the end of an exception */
  isCode() {
    this.unless([
      ...[W.GET, AT, ...constant(24), W.SHR_S, ...constant(-1), W.NE],
      ...[W.GET, AT, ...constant(1), W.AND, W.AND],
    ]);
  }

  /**
   * Add the next instruction to the run.
   * @param {number} x its place
   * @param {number} w its operation
   * @param {number} i its immediate
   * @param {number} inner its effect in an IT block if its condition holds
   * @param {boolean} holds whether the condition held
   * @param {number} next the place that followed
   * @param {number} register of the divider that it has loaded or stored, or 0
   * @returns {boolean} whether it can be part of the run, and was added
   */
  add(x, w, i, inner, holds, next, register) {
    if (this.seen.has(x) || next < 0) return false;
    const [loads, stores] = [[K.LDR_I, K.LDR_R], [K.STR_I, K.STR_R]].map((kinds) => kinds.includes(w & 511));
    if (register && !loads && (!stores || register === SIO_DIVIDER + 24)) return false; // read-only
    this.register = register;
    this.pc = addressOf(x);
    let d = 0;
    if ((w & 511) === K.IN_BLOCK) {
      const condition = this.condition((w >> 13) & 15);
      const kind = inner & 511;
      // a literal takes its time only if the condition holds
      const simple = kind >= K.MOV_I && kind <= K.MOVT && !(inner & (1 << 25));
      if (simple) {
        this.emit(...condition, W.IF, NOTHING);
        this.depth++;
        this.operation(x, inner, i, next);
        this.depth--;
        this.emit(W.END);
        d = 1;
      } else {
        const length = this.body.length;
        this.unless(holds ? condition : [...condition, W.EQZ]);
        d = holds ? this.operation(x, inner, i, next) : 1;
        if (!d) this.body.length = length;
      }
    } else d = this.operation(x, w, i, next);
    if (!d) return false;
    this.added(x, d);
    return true;
  }

  /**
   * @private
   * @param {number} x
   * @param {number} w
   * @param {number} i
   * @param {number} next
   * @returns {number} its cycles, or 0 if it cannot be part of a run
   */
  operation(x, w, i, next) {
    const kind = w & 511;
    const d = (w >> 9) & 15;
    const n = (w >> 13) & 15;
    const m = (w >> 17) & 15;
    const a = (w >> 21) & 15;
    const extra = (w >> 25) & 63;
    const get = (/** @type {number} */ number) => this.get(number);
    const set = (/** @type {number[]} */ code) => {
      this.emit(...code, ...this.put(d));
      return 1;
    };
    const test = (/** @type {number[]} */ code) => {
      this.emit(...code);
      this.result(d);
      return 1;
    };
    const bit = (/** @type {number} */ by) => {
      this.emit(...get(m), ...constant(by), W.SHR_U, ...constant(1), W.AND, W.SET, C);
      this.c = HERE;
    };
    const shifted = () => [...get(m), ...constant(i), W.SHL];
    /** Shifts by a register: those of 32 and more. @param {number} how @param {number} large */
    const byRegister = (how, large) => [
      ...[...get(m), ...constant(255), W.AND, W.TEE, PLACE, ...constant(32), W.LT_U, W.IF, I32],
      ...[...get(n), W.GET, PLACE, how, W.ELSE],
      ...(large ? [...get(n), ...constant(31), W.SHR_S] : constant(0)),
      W.END,
    ];
    switch (kind) {
      case K.MOVS_I:
        return test(constant(i));
      case K.ADDS_R:
        this.sum(SUM, get(n), get(m), d);
        return 1;
      case K.SUBS_R:
        this.sum(DIFFERENCE, get(n), get(m), d);
        return 1;
      case K.ADDS_I:
        this.sum(SUM, get(n), constant(i), d);
        return 1;
      case K.SUBS_I:
        this.sum(DIFFERENCE, get(n), constant(i), d);
        return 1;
      case K.CMP_I:
        this.sum(DIFFERENCE, get(n), constant(i));
        return 1;
      case K.CMP_R:
        this.sum(DIFFERENCE, get(n), get(m));
        return 1;
      case K.CMN_R:
        this.sum(SUM, get(n), get(m));
        return 1;
      case K.RSBS_I:
        this.sum(DIFFERENCE, constant(i), get(n), d);
        return 1;
      case K.ANDS_R:
        return test([...get(n), ...get(m), W.AND]);
      case K.EORS_R:
        return test([...get(n), ...get(m), W.XOR]);
      case K.ORRS_R:
        return test([...get(n), ...get(m), W.OR]);
      case K.BICS_R:
        return test([...get(n), ...inverted(get(m)), W.AND]);
      case K.MVNS_R:
        return test(inverted(get(m)));
      case K.TST_R:
        this.emit(...get(n), ...get(m), W.AND);
        this.test();
        return 1;
      case K.TST_I:
        this.emit(...get(n), ...constant(i), W.AND);
        this.test();
        return 1;
      case K.MOVS_R:
        return test(get(m));
      case K.MULS:
        return test([...get(n), ...get(m), W.MUL]);
      case K.LSLS_I:
        this.settle();
        bit(32 - i);
        return test(shifted());
      case K.LSRS_I:
        this.settle();
        bit(i - 1);
        return test(i < 32 ? [...get(m), ...constant(i), W.SHR_U] : constant(0));
      case K.ASRS_I:
        this.settle();
        bit(i - 1);
        return test([...get(m), ...constant(Math.min(i, 31)), W.SHR_S]);
      case K.ADCS_R:
        this.sumWithCarry(d, n, get(m));
        return 1;
      case K.SBCS_R:
        this.sumWithCarry(d, n, inverted(get(m)));
        return 1;
      case K.MOV_I:
        set(constant(i));
        return 1 + (extra & 1);
      case K.MOV_R:
        return set(get(m));
      case K.ADD_R:
        return set([...get(n), ...get(m), W.ADD]);
      case K.SUB_R:
        return set([...get(n), ...get(m), W.SUB]);
      case K.ADD_I:
        return set([...get(n), ...constant(i), W.ADD]);
      case K.ADD_LSL:
        return set([...get(n), ...shifted(), W.ADD]);
      case K.SUB_LSL:
        return set([...get(n), ...shifted(), W.SUB]);
      case K.RSB_I:
        return set([...constant(i), ...get(n), W.SUB]);
      case K.AND_R:
        return set([...get(n), ...get(m), W.AND]);
      case K.EOR_R:
        return set([...get(n), ...get(m), W.XOR]);
      case K.ORR_R:
        return set([...get(n), ...get(m), W.OR]);
      case K.BIC_R:
        return set([...get(n), ...inverted(get(m)), W.AND]);
      case K.MVN_R:
        return set(inverted(get(m)));
      case K.AND_LSL:
        return set([...get(n), ...shifted(), W.AND]);
      case K.ORR_LSL:
        return set([...get(n), ...shifted(), W.OR]);
      case K.EOR_LSL:
        return set([...get(n), ...shifted(), W.XOR]);
      case K.AND_I:
        return set([...get(n), ...constant(i), W.AND]);
      case K.ORR_I:
        return set([...get(n), ...constant(i), W.OR]);
      case K.EOR_I:
        return set([...get(n), ...constant(i), W.XOR]);
      case K.LSL_I:
        return set(shifted());
      case K.LSR_I:
        return set([...get(m), ...constant(i), W.SHR_U]);
      case K.ASR_I:
        return set([...get(m), ...constant(i), W.SHR_S]);
      case K.ROR_I:
        return set([...get(m), ...constant(i), W.ROTR]);
      case K.LSL_R:
        return set(byRegister(W.SHL, 0));
      case K.LSR_R:
        return set(byRegister(W.SHR_U, 0));
      case K.ASR_R:
        return set(byRegister(W.SHR_S, 1));
      case K.MUL:
        return set([...get(n), ...get(m), W.MUL]);
      case K.MLA:
        return set([...get(a), ...get(n), ...get(m), W.MUL, W.ADD]);
      case K.MLS:
        return set([...get(a), ...get(n), ...get(m), W.MUL, W.SUB]);
      case K.MOVT:
        return set([...get(d), ...constant(0xffff), W.AND, ...constant(i), W.OR]);
      case K.SP_I:
      case K.SP_R: {
        const other = kind === K.SP_I ? constant(i) : get(m);
        this.emit(...get(n), ...other, W.ADD, ...constant(-4), W.AND, W.SET, AT);
        this.unless(this.above([W.GET, AT]));
        this.emit(W.GET, AT, ...this.put(13));
        return 1;
      }
      case K.LSLS_R:
        this.shift(W.SHL, d, n, m);
        return 1;
      case K.LSRS_R:
        this.shift(W.SHR_U, d, n, m);
        return 1;
      case K.ASRS_R:
        this.shift(W.SHR_S, d, n, m);
        return 1;
      case K.DP_I: {
        const before = a ? constant(a - 1) : null;
        return this.process(extra, d, n, constant(i), before ? () => before : null);
      }
      case K.DP_S: {
        const type = i & 3;
        const by = i >> 2;
        if (type === 3) {
          if (by === 0) return 0; // RRX
          const bits = () => [...get(m), ...constant((by - 1) & 31), W.SHR_U, ...constant(1), W.AND];
          return this.process(extra, d, n, [...get(m), ...constant(by), W.ROTR], bits);
        }
        if (by === 0) return this.process(extra, d, n, get(m), null);
        const lost = type === 0 ? 32 - by : by - 1;
        const bits = () => [...get(m), ...constant(lost), W.SHR_U, ...constant(1), W.AND];
        const how = [W.SHL, W.SHR_U, W.SHR_S][type];
        const moved = [...get(m), ...constant(type === 2 ? Math.min(by, 31) : by), how];
        return this.process(extra, d, n, by === 32 && type === 1 ? constant(0) : moved, bits);
      }
      case K.EXTEND: {
        if (extra === 2 || extra === 3) return 0;
        const turned = [...get(m), ...(i ? [...constant(i), W.ROTR] : [])];
        const kept = [[W.SXTH], [...constant(0xffff), W.AND], [], [], [W.SXTB], [...constant(255), W.AND]];
        return set([...turned, ...kept[extra], ...(n === 15 ? [] : [...get(n), W.ADD])]);
      }
      case K.MULTIPLY: {
        if (extra !== 1 || a !== 15) return 0; // SMULxy has no overflow
        const half = (/** @type {number} */ number, /** @type {number} */ upper) =>
          upper ? [...get(number), ...constant(16), W.SHR_S] : [...get(number), W.SXTH];
        return set([...half(n, i & 2), ...half(m, i & 1), W.MUL]);
      }
      case K.UDIV:
        return this.divide(d, [...get(n)], [...get(m)], false);
      case K.SDIV:
        return this.divide(d, [...get(n)], [...get(m)], true);
      case K.TBB:
      case K.TBH: {
        const wide = kind === K.TBH;
        const index = wide ? [...get(m), ...constant(1), W.SHL] : get(m);
        this.load([...(n === 15 ? constant(i) : get(n)), ...index, W.ADD], wide ? 2 : 1, wide ? W.LOAD16_U : W.LOAD8_U, -1);
        this.emit(...constant(1), W.SHL, ...constant(addressOf(x) + 4), W.ADD, W.TEE, AT);
        this.leaveIf([...constant(addressOf(next)), W.NE], [W.GET, AT], this.cycles + 4);
        return 4;
      }
      case K.LDR_PC: {
        if (n === 15 || extra & 1) return 0;
        this.load([...get(n), ...(extra & 16 ? shifted() : constant(i)), W.ADD], 4, W.LOAD, -1);
        this.emit(W.SET, AT);
        this.isCode();
        this.follow(next, 4);
        return 4;
      }
      case K.UMULL:
      case K.SMULL: {
        const long = kind === K.UMULL ? W.EXTEND_U : W.EXTEND_S;
        this.emit(...get(n), long, ...get(m), long, W.MUL64, W.CONST64, 32, W.SHR64_U, W.WRAP);
        this.emit(W.SET, T, ...get(n), ...get(m), W.MUL, ...this.put(d), W.GET, T, ...this.put(a));
        return 1;
      }
      case K.SXTH:
        return set([...get(m), W.SXTH]);
      case K.SXTB:
        return set([...get(m), W.SXTB]);
      case K.UXTH:
        return set([...get(m), ...constant(0xffff), W.AND]);
      case K.UXTB:
        return set([...get(m), ...constant(0xff), W.AND]);
      case K.UBFX:
      case K.SBFX: {
        const right = kind === K.UBFX ? W.SHR_U : W.SHR_S;
        return set([...get(n), ...constant(i & 63), W.SHL, ...constant(i >> 6), right]);
      }
      case K.BFI: {
        const moved = [...get(n), ...constant((w >> 17) & 31), W.SHL, ...constant(i), W.AND];
        return set([...get(d), ...constant(~i), W.AND, ...moved, W.OR]);
      }
      case K.CLZ:
        return set([...get(m), W.CLZ]);
      case K.REV:
        return set([
          ...[...get(m), ...constant(0xff00ff), W.AND, ...constant(8), W.ROTR],
          ...[...get(m), ...constant(24), W.ROTR, ...constant(0xff00ff), W.AND, W.OR],
        ]);
      case K.NOP:
        return 1 + extra;
      case K.LDR_A:
        this.load(constant(i), 4, W.LOAD, d);
        return 2;
      case K.LDR_I:
      case K.LDR_R:
      case K.LDRB_I:
      case K.LDRB_R:
      case K.LDRH_I:
      case K.LDRH_R:
      case K.LDRSB_I:
      case K.LDRSB_R:
      case K.LDRSH_I:
      case K.LDRSH_R: {
        const byIndex = kind >= K.LDR_R;
        const [size, operation] = LOADS[kind - (byIndex ? K.LDR_R : K.LDR_I)];
        const address = [...get(n), ...(byIndex ? shifted() : constant(i)), W.ADD];
        if (this.register) return this.divider(address, d, false);
        this.load(address, size, operation, d);
        return 2;
      }
      case K.STR_I:
      case K.STR_R:
      case K.STRB_I:
      case K.STRB_R:
      case K.STRH_I:
      case K.STRH_R: {
        const byIndex = kind >= K.STR_R;
        const [size, operation] = STORES[kind - (byIndex ? K.STR_R : K.STR_I)];
        const address = [...get(n), ...(byIndex ? shifted() : constant(i)), W.ADD];
        if (this.register) return this.divider(address, d, true);
        this.store(address, size, operation, d);
        return model.store;
      }
      case K.LOAD_W: {
        if (n === 15 || !(extra & 16) || n === d) return 0;
        const size = 1 << (extra & 3);
        const operation = extra & 4 ? [W.LOAD8_S, W.LOAD16_S][extra & 3] : [W.LOAD8_U, W.LOAD16_U, W.LOAD][extra & 3];
        this.load(extra & AFTER ? get(n) : [...get(n), ...constant(i), W.ADD], size, operation, d);
        this.emit(...get(n), ...constant(i), W.ADD, ...this.put(n));
        return 2;
      }
      case K.STORE_W: {
        if (n === 13) {
          this.emit(...get(n), ...constant(i), W.ADD, W.SET, T);
          this.unless(this.above([W.GET, T]));
        }
        const [size, operation] = [STORES[1], STORES[2], STORES[0]][extra & 3];
        this.store(extra & AFTER ? get(n) : [...get(n), ...constant(i), W.ADD], size, operation, d);
        this.emit(...get(n), ...constant(i), W.ADD, ...this.put(n));
        return 1;
      }
      case K.LDRD:
        if (n === 15 || extra) return 0;
        this.aim([...get(n), ...constant(i), W.ADD]);
        this.unless(this.fits(4, view.sram - 4));
        this.emit(W.GET, PLACE, ...reach(W.LOAD, SRAM_AT), ...this.put(d));
        this.emit(W.GET, PLACE, ...reach(W.LOAD, SRAM_AT + 4), ...this.put(a));
        return 3;
      case K.STRD:
        if (n === 15 || extra) return 0;
        this.aim([...get(n), ...constant(i), W.ADD]);
        this.unless(this.fits(4, view.sram - 4));
        this.unless([...this.unmarked(0), ...this.unmarked(4), W.AND]);
        this.emit(W.GET, PLACE, ...get(d), ...reach(W.STORE, SRAM_AT));
        this.emit(W.GET, PLACE, ...get(a), ...reach(W.STORE, SRAM_AT + 4));
        return 2;
      case K.LDM:
      case K.STM:
      case K.POP_PC:
        return this.several(kind, n, a, extra, i, next);
      case K.BX:
      case K.BLX: {
        if (n === 15) return 0;
        this.emit(...get(n), W.SET, AT);
        this.isCode();
        const back = addressOf(x) + (w < 0 ? 4 : 2);
        if (kind === K.BLX) this.emit(...constant(back | 1), ...this.put(14));
        this.follow(next, 2);
        return 2;
      }
      case K.JUMP:
        if (n === 15) return 0;
        this.emit(...get(n), ...constant(i), W.ADD, ...constant(1), W.OR, W.SET, AT);
        this.isCode();
        this.follow(next, 2);
        return 2;
      case K.B:
        return 2;
      case K.BL:
        this.emit(...constant((addressOf(x) + 4) | 1), ...this.put(14));
        return model.call;
      case K.CBZ:
      case K.CBNZ:
        return this.jump([...get(n), ...(kind === K.CBZ ? [W.EQZ] : [])], i, x + 1, next);
      default:
        if (kind >= K.BEQ && kind <= K.BLE) {
          return this.jump(this.condition(kind - K.BEQ), i, x + 1 - (w >> 31), next);
        }
        return 0;
    }
  }

  /**
   * Emit data processing in its general form.
   * @private
   * @param {number} extra the operation, and 16 for flags
   * @param {number} d
   * @param {number} n
   * @param {number[]} operand on the stack
   * @param {(() => number[]) | null} bits the carry of the operand, if it is another one
   * @returns {number} cycles
   */
  process(extra, d, n, operand, bits) {
    const op = extra & 15;
    const flags = extra & 16;
    if (d === 13 || (op > 8 && op < 13)) return 0;
    const a = n === 15 ? [] : this.get(n);
    const inverse = inverted(operand);
    if (op >= 8) {
      const kind = op === 8 ? SUM : DIFFERENCE;
      const [one, two] = op === 14 ? [operand, a] : [a, operand];
      if (flags) this.sum(kind, one, two, d === 15 ? -1 : d);
      else this.emit(...one, ...two, kind === SUM ? W.ADD : W.SUB, ...this.put(d));
      return 1;
    }
    if (flags) {
      this.settle();
      if (bits) this.emit(...bits(), W.SET, T);
    }
    if (op === 0) this.emit(...a, ...operand, W.AND);
    else if (op === 1) this.emit(...a, ...inverse, W.AND);
    else if (op === 2) this.emit(...a, ...operand, ...(n === 15 ? [] : [W.OR]));
    else if (op === 3) this.emit(...a, ...inverse, ...(n === 15 ? [] : [W.OR]));
    else this.emit(...a, ...operand, W.XOR);
    if (!flags) this.emit(...this.put(d));
    else {
      if (d === 15) this.test();
      else this.result(d);
      if (bits) this.emit(W.GET, T, W.SET, C);
    }
    return 1;
  }

  /**
   * Emit a division, whose time depends on the length of the numbers.
   * @private
   * @param {number} d
   * @param {number[]} a
   * @param {number[]} b on the stack
   * @param {boolean} signed
   * @returns {number} cycles; those that depend on the numbers are added at run time
   */
  divide(d, a, b, signed) {
    const long = (/** @type {number} */ local) => {
      const x = [W.GET, local];
      if (!signed) return [...x, W.CLZ];
      return [...constant(0), ...x, W.SUB, ...x, ...x, ...constant(0), W.LT_S, W.SELECT, W.CLZ];
    };
    this.settle();
    this.emit(...a, W.SET, A, ...b, W.SET, B);
    this.emit(...long(B), ...long(A), W.SUB, W.TEE, T, ...constant(2), W.SHR_S, ...constant(1), W.ADD);
    this.emit(...constant(0), W.GET, T, ...constant(0), W.GE_S, W.SELECT);
    this.emit(W.GET, CYCLES, W.ADD, W.SET, CYCLES); // beyond the two that there are always
    this.emit(W.GET, B, W.EQZ, W.IF, I32, ...constant(0), W.ELSE);
    if (signed) {
      // the most negative number divided by -1 is itself
      this.emit(W.GET, B, ...constant(-1), W.EQ, W.IF, I32, ...constant(0), W.GET, A, W.SUB, W.ELSE);
      this.emit(W.GET, A, W.GET, B, W.DIV_S, W.END, W.END, ...this.put(d));
    } else this.emit(W.GET, A, W.GET, B, W.DIV_U, W.END, ...this.put(d));
    this.slack += 10;
    return 2;
  }

  /**
   * Emit a branch as `branch`, with places.
   * @private
   * @param {number[]} condition
   * @param {number} target
   * @param {number} behind
   * @param {number} next
   */
  jump(condition, target, behind, next) {
    return this.branch(condition, addressOf(target), addressOf(behind), addressOf(next));
  }

  /**
   * @private
   * @param {number} kind
   * @param {number} n
   * @param {number} count
   * @param {number} extra
   * @param {number} list
   * @param {number} next
   */
  several(kind, n, count, extra, list, next) {
    const size = 4 * count;
    const back = extra & WRITES_BACK;
    this.aim(extra & BEFORE ? [...this.get(n), ...constant(size), W.SUB] : this.get(n));
    this.unless(this.fits(4, view.sram - 64));
    const after = extra & BEFORE ? [W.GET, AT] : [W.GET, AT, ...constant(size), W.ADD];
    if (kind === K.STM) {
      if (n === 13) this.unless(this.above(after));
      this.unless([...this.unmarked(0), ...this.unmarked(size - 4), W.AND]);
    }
    if (kind === K.POP_PC) {
      this.emit(W.GET, AT, W.SET, T, W.GET, PLACE, ...reach(W.LOAD, SRAM_AT + size - 4), W.SET, AT);
      this.isCode();
      this.emit(W.GET, AT, W.SET, D, W.GET, T, W.SET, AT, W.GET, D, W.SET, T);
    }
    if (back && kind !== K.STM) this.emit(...after, ...this.put(n));
    let at = SRAM_AT;
    for (let number = 0; number < 15; number++) {
      if (!((list >> number) & 1)) continue;
      if (kind === K.STM) this.emit(W.GET, PLACE, ...this.get(number), ...reach(W.STORE, at));
      else this.emit(W.GET, PLACE, ...reach(W.LOAD, at), ...this.put(number));
      at += 4;
    }
    if (back && kind === K.STM) this.emit(...after, ...this.put(n));
    if (kind !== K.POP_PC) return count + 1 - ((extra >> 2) & 1);
    this.emit(W.GET, T, W.SET, AT);
    this.follow(next, count + 2);
    return count + 2;
  }

  /**
   * End the run and queue its code.
   * @param {number} next the place after it
   * @param {boolean} elsewhere whether the instruction there cannot be part of a run
   */
  finish(next, elsewhere) {
    this.end(addressOf(next), elsewhere);
    for (const place of this.seen) watch(place, this.entry);
    queue.push({ entry: this.entry, code: [this.prologue(), this.body, this.epilogue()] });
    if (queue.length === TOGETHER) compileQueue();
  }
}

/** Bytes, and the operation, of LDR, LDRB, LDRH, LDRSB, LDRSH. @type {[number, number][]} */
const LOADS = [
  [4, W.LOAD],
  [1, W.LOAD8_U],
  [2, W.LOAD16_U],
  [1, W.LOAD8_S],
  [2, W.LOAD16_S],
];

/** Of STR, STRB, STRH. @type {[number, number][]} */
const STORES = [
  [4, W.STORE],
  [1, W.STORE8],
  [2, W.STORE16],
];
