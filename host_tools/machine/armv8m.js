// SPDX-License-Identifier: MIT
/**
 * A Cortex-M33 as in the RP2350: exceptions, interrupts, sleep, and the registers of its System
 * Control Space, around the instructions of execute.js and uncommon.js.
 *
 * Written from the Armv8-M Architecture Reference Manual (DDI 0553), chapters B3 (programmers'
 * model), B11 (SysTick), D1.2 (registers), and the RP2350 data sheet, chapter 3.7. It is always in
 * Secure state, like the images; the SAU and the MPU can be written and read, but have no effect.
 * Not modelled: a trap of divisions by 0, debugging, and exact cycles.
 * Each instruction takes one cycle, a load one more, a branch that is taken one more, a division up
 * to eleven.
 */

import {
  BUDGET,
  C,
  GE,
  LIMIT,
  M33,
  MONITOR,
  N,
  Q,
  SCR,
  SPENT,
  V,
  Z,
  begin,
  load,
  store,
} from './access.js';
import { HOLDS } from './conditions.js';
import { K, decodeBlock, placeOf } from './decode.js';
import { DoubleCoprocessor } from './doubles8.js';
import { NOWHERE, NO_THUMB, OVERFLOW, RETURNS, execute } from './execute.js';
import { setFpscr } from './fpu.js';
import {
  operations,
  registers as R,
  singleBits,
  singles,
  state,
  watcher,
} from './memory.js';
import { advance } from './translator.js';

/**
 * @typedef {object} Coprocessor
 * @property {(op1: number, crn: number, crm: number, op2: number, value: number) => void} mcr
 * @property {(op1: number, crn: number, crm: number, op2: number) => number} mrc
 * @property {(op1: number, crm: number, low: number, high: number) => void} mcrr
 * @property {(op1: number, crm: number) => number} mrrc returns the low word; `core.high` the other
 * @property {(op1: number, crd: number, crn: number, crm: number, op2: number) => void} cdp
 */

/**
 * @typedef {object} Bus the processor's connections
 * @property {(address: number, size: number) => number} read
 * @property {(address: number, size: number, value: number) => void} write
 * @property {(code: number) => boolean} breakpoint whether the BKPT at R15 was served
 * @property {(why: string) => void} fault called before a HardFault or a lock-up
 * @property {() => void} systemReset
 * @property {() => void} [sev]
 * @property {(address: number) => number} [cost] extra cycles of an access
 */

// Exceptions, by their numbers
const NMI = 2;
const HARD_FAULT = 3;
const BUS_FAULT = 5;
const USAGE_FAULT = 6;
const SV_CALL = 11;
const PEND_SV = 14;
const SYSTICK = 15;
const FIRST_INTERRUPT = 16;
export const INTERRUPTS = 52;

// Bits of CONTROL
const UNPRIVILEGED = 1;
const ON_PSP = 2;
const FLOATS = 4;

// Bits of FPCCR
const AUTOMATIC = 1 << 31;
const LAZY = 1 << 30;
const PENDING_SAVE = 1;

/** Cycles of a tick of SysTick's reference clock: 1 MHz at 150 MHz. */
const REFERENCE = 150;

/** Bits of the CFSR for each fault that has some. @type {Record<string, number>} */
const FAULTS = {
  IBUSERR: 1 << 8,
  PRECISERR: (1 << 9) | (1 << 15),
  UNDEFINSTR: 1 << 16,
  INVSTATE: 1 << 17,
  INVPC: 1 << 18,
  NOCP: 1 << 19,
  STKOF: 1 << 20,
  UNALIGNED: 1 << 24,
};
/** The four implemented priority bits. */
const PRIORITY_BITS = 0xf0;

/** @param {number} address */
const hex = (address) => `0x${(address >>> 0).toString(16).padStart(8, '0')}`;

export class Armv8m {
  /** Whether it waits, after WFI or WFE. */
  asleep = false;
  /** @private whether that was WFE */
  forEvent = false;
  /** @private whether it is locked up, and nothing wakes it */
  locked = false;
  /** @private */
  eventRegister = false;
  /** @private whether `leave` was called */
  left = false;
  /** The number of the exception that is handled, or 0. */
  ipsr = 0;
  primask = 0;
  faultmask = 0;
  basepri = 0;
  control = 0;
  /** @private the main stack pointer, while R13 is the other one */
  mainSp = 0;
  /** @private likewise */
  processSp = 0;
  msplim = 0;
  psplim = 0;
  /** @private the exception to be taken next, or 0 */
  due = 0;
  /** @private bits by number, of those below 16 */
  pendingSystem = 0;
  /** @private @type {number[]} the active exceptions, the latest at the end */
  active = [];
  /** @private */
  pending = new Int32Array(2);
  /** @private */
  priorities = new Uint8Array(INTERRUPTS + FIRST_INTERRUPT);
  /** @private a fault of the last instruction, or '' */
  faulting = '';
  /** @private */
  faultAt = 0;
  /** @private the last address outside of memory */
  reached = 0;
  /** @private */
  vtor = 0;
  /** @private AIRCR.PRIGROUP, and other bits of it that can be written */
  grouping = 0;
  /**
   * The values of SCS registers that have no effect, by offset.
   * @private @type {Map<number, number>}
   */
  kept = new Map();
  /** @private */
  scr = 0;
  /** @private */
  cfsr = 0;
  /** @private */
  hfsr = 0;
  /** @private */
  bfar = 0;
  /** @private SHCSR: which faults have handlers of their own */
  handled = 0;
  /** @private */
  cpacr = 0;
  /** @private */
  fpccr = AUTOMATIC | LAZY | 4;
  /** @private */
  fpcar = 0;
  /** @private */
  fpdscr = 0;
  /** Whether an instruction of the FPU can be executed without `prepareFpu`. */
  fpuReady = false;
  /** @private SysTick's CSR */
  tickControl = 0;
  /** @private SysTick's RVR */
  tickReload = 0;
  /** @private the time when it began to count from there */
  tickBase = 0;
  /** @private how often it has been 0 since then, as counted for interrupts */
  tickSeen = 0;
  /** @private the same, as counted for COUNTFLAG */
  tickRead = 0;
  /** @private */
  enabled = new Int32Array(2);

  /** @param {Bus} bus */
  constructor(bus) {
    this.bus = bus;
    /** @type {(Coprocessor | undefined)[]} by number */
    this.coprocessors = [];
    this.coprocessors[4] = new DoubleCoprocessor(this);
    /** The high word of a coprocessor's answer to MRRC. */
    this.high = 0;
    /** Active cycles. */
    this.cycles = 0;
    /** @private all cycles, for SysTick */
    this.time = 0;
    /** @private levels of the interrupt lines */
    this.lines = new Int32Array(2);
    /** @private whether `run` does */
    this.running = false;
    /** Whether translation is off. */
    this.interpreted = false;
    /** The flash's cache, if its time counts. @type {import('./cache.js').Cache | null} */
    this.cache = null;
    this.powerOn();
  }

  /** Set the state after a reset; the interrupt lines keep their levels. */
  powerOn() {
    this.asleep = false;
    this.forEvent = false;
    this.locked = false;
    this.eventRegister = false;
    this.left = false;
    this.ipsr = 0;
    this.primask = 0;
    this.faultmask = 0;
    this.basepri = 0;
    this.control = 0;
    this.mainSp = 0;
    this.processSp = 0;
    this.msplim = 0;
    this.psplim = 0;
    this.due = 0;
    this.pendingSystem = 0;
    this.active = [];
    this.enabled = new Int32Array(2);
    this.pending = new Int32Array(2);
    this.priorities = new Uint8Array(INTERRUPTS + FIRST_INTERRUPT);
    this.faulting = '';
    this.faultAt = 0;
    this.reached = 0;
    this.vtor = 0;
    this.grouping = 0;
    this.kept = new Map();
    this.scr = 0;
    this.cfsr = 0;
    this.hfsr = 0;
    this.bfar = 0;
    this.handled = 0;
    this.cpacr = 0;
    this.fpccr = AUTOMATIC | LAZY | 4;
    this.fpcar = 0;
    this.fpdscr = 0;
    this.fpuReady = false;
    this.tickControl = 0;
    this.tickReload = 0;
    this.tickBase = 0;
    this.tickSeen = 0;
    this.tickRead = 0;
    for (let index = 0; index < 2; index++) this.pending[index] = this.lines[index];
    R.fill(0);
    state.fill(0);
    singles.fill(0);
    state[Z] = 1;
    R[14] = -1;
    setFpscr(0);
  }

  /**
   * Start as after a reset.
   * @param {number} vectors the address of the vector table
   */
  reset(vectors) {
    this.powerOn();
    this.start(load(vectors + 4, 4), load(vectors, 4), vectors);
  }

  /**
   * Start at an address.
   * @param {number} pc
   * @param {number} sp
   * @param {number} [vectors] the address of the vector table
   */
  start(pc, sp, vectors) {
    R[15] = pc & ~1;
    R[13] = sp & ~3;
    if (vectors !== undefined) this.vtor = vectors & ~127;
  }

  // Running

  /**
   * Run for so many cycles, or until it sleeps or `leave` is called.
   * @param {number} budget cycles; the last instruction may end after them
   * @returns {number} the cycles spent
   */
  run(budget) {
    begin(this, this.cache, M33);
    state[SPENT] = 0;
    this.left = false;
    this.running = true;
    watcher.changed = () => this.leave();
    this.updateLimit();
    this.refresh();
    while (!this.asleep) {
      if (this.faulting) this.takeFault();
      else if (this.due) this.enter(this.due, R[15]);
      if (this.left || state[SPENT] >= budget) break;
      state[BUDGET] = Math.min(budget, state[SPENT] + this.untilTick());
      const why = this.interpreted || this.cache ? execute() : advance();
      if (this.tickControl & 1) this.countTicks();
      if (why && !this.faulting) this.leftWith(why);
    }
    this.running = false;
    const spent = state[SPENT];
    this.cycles += spent;
    this.time += spent;
    state[SPENT] = 0;
    return spent;
  }

  /** End the burst after this instruction. */
  leave() {
    if (!this.running) return;
    this.left = true;
    state[BUDGET] = 0;
  }

  /** Cycles that the burst has taken so far. */
  get spent() {
    return state[SPENT];
  }

  /** @private @param {number} why of execute.js */
  leftWith(why) {
    this.faultAt = R[15];
    if (why === RETURNS) {
      if (this.ipsr) this.leaveException(R[15]);
      else this.faulting = 'INVPC';
    } else if (why === NOWHERE) {
      this.faulting = 'IBUSERR';
    } else if (why === NO_THUMB) this.faulting = 'INVSTATE';
    else if (why === OVERFLOW) this.faulting = 'STKOF';
  }

  /** @param {boolean} forEvent WFE; else WFI */
  sleep(forEvent) {
    if (forEvent && this.eventRegister) {
      this.eventRegister = false;
      return;
    }
    this.forEvent = forEvent;
    if (this.wakes()) return;
    this.asleep = true;
    state[BUDGET] = 0;
  }

  /** Signal an event, like SEV of the other core: it ends WFE. */
  event() {
    if (this.asleep && !this.locked) this.asleep = false;
    else this.eventRegister = true;
  }

  /** @param {number} cycles that have passed while it was asleep */
  tick(cycles) {
    this.time += cycles;
    if (this.tickControl & 1) this.countTicks();
  }

  /** Return the cycles until SysTick interrupts. */
  wakesIn() {
    return this.tickControl & 2 ? this.untilTick() : Infinity;
  }

  // Interrupts

  /** @param {number} line 0 to 51 @param {boolean} level */
  setInterrupt(line, level) {
    const bit = 1 << (line & 31);
    const index = line >> 5;
    if (level) {
      if (!(this.lines[index] & bit)) this.pending[index] |= bit;
      this.lines[index] |= bit;
    } else this.lines[index] &= ~bit; // a pending interrupt stays pending
    this.refresh();
  }

  setNmi() {
    this.pend(NMI);
  }

  /** @private @param {number} number of an exception below 16 */
  pend(number) {
    this.pendingSystem |= 1 << number;
    this.refresh();
  }

  /** @private @param {number} number @returns {number} its priority */
  priority(number) {
    if (number === NMI) return -2;
    if (number === HARD_FAULT) return -1;
    return this.group(this.priorities[number]);
  }

  /** @private @param {number} priority @returns {number} that of its group */
  group(priority) {
    return priority & ~((2 << ((this.grouping >> 8) & 7)) - 1);
  }

  /** @private @param {boolean} masked whether PRIMASK counts */
  executionPriority(masked) {
    let priority = 256;
    for (const number of this.active) priority = Math.min(priority, this.priority(number));
    if (this.basepri) priority = Math.min(priority, this.group(this.basepri));
    if (masked && this.primask) priority = Math.min(priority, 0);
    if (this.faultmask) priority = Math.min(priority, -1);
    return priority;
  }

  /** @private @returns {number} the pending exception that comes first, or 0 */
  first() {
    let best = 0;
    let least = 256;
    for (let rest = this.pendingSystem; rest; rest &= rest - 1) {
      const number = 31 - Math.clz32(rest & -rest);
      if (this.priority(number) < least) {
        least = this.priority(number);
        best = number;
      }
    }
    for (let index = 0; index < 2; index++) {
      for (let rest = this.pending[index] & this.enabled[index]; rest; rest &= rest - 1) {
        const number = FIRST_INTERRUPT + 32 * index + 31 - Math.clz32(rest & -rest);
        if (this.priority(number) < least) {
          least = this.priority(number);
          best = number;
        }
      }
    }
    return best;
  }

  /** @private whether an exception ends the sleep: PRIMASK does not keep it from ending WFI */
  wakes() {
    const number = this.first();
    return number !== 0 && this.priority(number) < this.executionPriority(this.forEvent);
  }

  /** @private update what depends on the exception that is to be taken next */
  refresh() {
    const number = this.first();
    this.due = 0;
    if (!number) return;
    const priority = this.priority(number);
    if (priority < this.executionPriority(true)) {
      this.due = number;
      if (this.running) state[BUDGET] = 0;
    }
    if (this.asleep && !this.locked) {
      if (priority < this.executionPriority(this.forEvent)) this.asleep = false;
      else if (this.scr & 16) this.event(); // SEVONPEND
    }
  }

  // Faults

  /** @param {string} name of FAULTS, or BREAKPOINT: of the instruction at R15 */
  raise(name) {
    if (this.faulting) return;
    this.faulting = name;
    this.faultAt = R[15];
    state[BUDGET] = 0;
  }

  /** Let the current access outside of memory fail. */
  busError() {
    this.raise('PRECISERR');
  }

  /** @private */
  takeFault() {
    const name = this.faulting;
    this.faulting = '';
    const bits = FAULTS[name] ?? 0;
    this.cfsr |= bits;
    if (name === 'PRECISERR') this.bfar = this.reached;
    let number = HARD_FAULT;
    if (bits) {
      number = bits >= 1 << 16 ? USAGE_FAULT : BUS_FAULT;
      const has = this.handled & (number === USAGE_FAULT ? 1 << 18 : 1 << 17);
      if (!has || this.priority(number) >= this.executionPriority(true)) number = HARD_FAULT;
    }
    let text = `${name} at ${hex(this.faultAt)}`;
    if (name === 'PRECISERR') text += `, of ${hex(this.reached)}`;
    if (number === HARD_FAULT) {
      this.hfsr |= bits ? 1 << 30 : 1 << 31;
      if (this.executionPriority(true) <= -1) {
        this.bus.fault(`lock-up: ${text}`);
        this.locked = this.asleep = true;
        return;
      }
      this.bus.fault(text);
    }
    this.enter(number, this.faultAt);
  }

  /** SVC */
  supervisorCall() {
    const next = R[15] + 2;
    if (this.priority(SV_CALL) >= this.executionPriority(true)) {
      this.raise('SVC');
      return;
    }
    this.pendingSystem |= 1 << SV_CALL;
    R[15] = next;
    this.refresh();
  }

  // Exceptions

  /** @private whether R13 is the stack pointer of the process */
  onProcess() {
    return this.ipsr === 0 && (this.control & ON_PSP) !== 0;
  }

  /** @private */
  updateLimit() {
    state[LIMIT] = this.onProcess() ? this.psplim : this.msplim;
  }

  /** @private save R13 */
  keepSp() {
    if (this.onProcess()) this.processSp = R[13];
    else this.mainSp = R[13];
  }

  /** @private restore R13 */
  bringSp() {
    R[13] = this.onProcess() ? this.processSp : this.mainSp;
    this.updateLimit();
  }

  /** @private @returns {number} ITSTATE at R15 */
  block() {
    const place = placeOf(R[15]);
    const word = place < 0 ? 0 : operations[place];
    return (word & 511) === K.IN_BLOCK ? (word >> 9) & 255 : 0;
  }

  /**
   * Take an exception.
   * @private
   * @param {number} number
   * @param {number} back the address to return to
   */
  enter(number, back) {
    const floats = this.control & FLOATS;
    R[15] = back;
    const its = this.block();
    const sp = R[13];
    const frame = (sp - (floats ? 0x68 : 0x20)) & ~7;
    const status = this.xpsr | (sp & 4 ? 1 << 9 : 0) | ((its & 3) << 25) | ((its >> 2) << 10);
    if (frame >>> 0 < state[LIMIT] >>> 0) {
      this.cfsr |= FAULTS.STKOF;
      this.hfsr |= 1 << 30;
      this.bus.fault(`no stack for exception ${number} at ${hex(back)}`);
      this.locked = this.asleep = true;
      return;
    }
    [R[0], R[1], R[2], R[3], R[12], R[14], back, status].forEach((word, index) => {
      store(frame + 4 * index, 4, word);
    });
    if (floats) {
      this.fpcar = frame + 0x20;
      if (this.fpccr & LAZY) this.fpccr |= PENDING_SAVE;
      else this.saveFloats();
    }
    R[13] = frame;
    const process = this.onProcess();
    const thread = this.ipsr === 0;
    this.keepSp();
    R[14] = -128 | 0x60 | (floats ? 0 : 16) | (thread ? 8 : 0) | (process ? 4 : 0) | 1;
    this.ipsr = number;
    this.control &= ~(ON_PSP | FLOATS);
    this.fpuReady = false;
    this.bringSp();
    state[MONITOR] = 0;
    this.eventRegister = true;
    this.active.push(number);
    if (number < FIRST_INTERRUPT) this.pendingSystem &= ~(1 << number);
    else {
      const line = number - FIRST_INTERRUPT;
      this.pending[line >> 5] &= ~(1 << (line & 31));
    }
    R[15] = load(this.vtor + 4 * number, 4) & ~1;
    state[SPENT] += 12;
    this.refresh();
  }

  /**
   * Return from an exception.
   * @private
   * @param {number} how EXC_RETURN
   */
  leaveException(how) {
    const number = this.ipsr;
    this.active = this.active.filter((other) => other !== number);
    if (number !== NMI) this.faultmask = 0;
    const line = number - FIRST_INTERRUPT;
    if (line >= 0 && this.lines[line >> 5] & (1 << (line & 31))) {
      this.pending[line >> 5] |= 1 << (line & 31);
    }
    this.keepSp();
    const thread = (how & 8) !== 0;
    this.ipsr = thread ? 0 : number;
    this.control = (this.control & ~(ON_PSP | FLOATS)) | (how & 4 ? ON_PSP : 0);
    this.bringSp();
    const frame = R[13];
    const word = (/** @type {number} */ index) => load(frame + 4 * index, 4);
    for (let index = 0; index < 4; index++) R[index] = word(index);
    R[12] = word(4);
    R[14] = word(5);
    R[15] = word(6) & ~1;
    const status = word(7);
    this.xpsr = status;
    this.ipsr = status & 511;
    const floats = !(how & 16);
    if (floats) {
      this.control |= FLOATS;
      if (this.fpccr & PENDING_SAVE) this.fpccr &= ~PENDING_SAVE;
      else {
        for (let index = 0; index < 16; index++) singleBits[index] = word(8 + index);
        setFpscr(word(24));
      }
    }
    this.fpuReady = false;
    R[13] = (frame + (floats ? 0x68 : 0x20)) | (status & (1 << 9) ? 4 : 0);
    this.updateLimit();
    const its = ((status >> 25) & 3) | ((status >> 8) & 0xfc);
    const place = placeOf(R[15]);
    if (its && place >= 0) decodeBlock(place, its);
    state[MONITOR] = 0;
    this.eventRegister = true;
    state[SPENT] += 10;
    this.refresh();
    if (this.scr & 2 && this.ipsr === 0 && !this.due) this.sleep(false); // SLEEPONEXIT
  }

  // The FPU

  /** @private Save what belongs to the frame at FPCAR. */
  saveFloats() {
    for (let index = 0; index < 16; index++) store(this.fpcar + 4 * index, 4, singleBits[index]);
    store(this.fpcar + 64, 4, state[SCR]);
  }

  /** @returns {boolean} whether an instruction of the FPU may be executed; else it faults */
  prepareFpu() {
    const access = (this.cpacr >> 20) & 3;
    if (access === 0 || (access === 1 && !this.privileged)) {
      this.raise('NOCP');
      return false;
    }
    if (this.fpccr & PENDING_SAVE) {
      this.saveFloats();
      this.fpccr &= ~PENDING_SAVE;
    }
    if (this.fpccr & AUTOMATIC && !(this.control & FLOATS)) {
      this.control |= FLOATS;
      setFpscr(this.fpdscr);
    }
    this.fpuReady = true;
    return true;
  }

  /** @param {number} number @returns {Coprocessor | undefined} if it may be used */
  coprocessor(number) {
    const access = (this.cpacr >> (2 * number)) & 3;
    if (access === 0 || (access === 1 && !this.privileged)) return undefined;
    return this.coprocessors[number];
  }

  // Special registers

  /** Whether it runs in privileged mode. */
  get privileged() {
    return this.ipsr !== 0 || !(this.control & UNPRIVILEGED);
  }

  get N() {
    return state[N] < 0;
  }

  set N(value) {
    state[N] = value ? -1 : 0;
  }

  get Z() {
    return state[Z] === 0;
  }

  set Z(value) {
    state[Z] = value ? 0 : 1;
  }

  get C() {
    return state[C] !== 0;
  }

  set C(value) {
    state[C] = value ? 1 : 0;
  }

  get V() {
    return state[V] !== 0;
  }

  set V(value) {
    state[V] = value ? 1 : 0;
  }

  /** @param {number} condition as in an instruction @returns {boolean} whether it holds */
  holds(condition) {
    const flags = ((state[N] >>> 31) << 3) | (this.Z ? 4 : 0) | (state[C] << 1) | state[V];
    return ((HOLDS[condition] >> flags) & 1) !== 0;
  }

  get msp() {
    return this.onProcess() ? this.mainSp : R[13];
  }

  set msp(value) {
    if (this.onProcess()) this.mainSp = value & ~3;
    else R[13] = value & ~3;
  }

  get psp() {
    return this.onProcess() ? R[13] : this.processSp;
  }

  set psp(value) {
    if (this.onProcess()) R[13] = value & ~3;
    else this.processSp = value & ~3;
  }

  /** R0 to R15; the stack pointer is the current one. */
  get registers() {
    return R;
  }

  get s() {
    return singles;
  }

  get sBits() {
    return singleBits;
  }

  get fpscr() {
    return state[SCR];
  }

  set fpscr(value) {
    setFpscr(value);
  }

  /** @private the flags and the exception number, without ITSTATE */
  get xpsr() {
    const flags =
      (this.N ? 1 << 31 : 0) | (this.Z ? 1 << 30 : 0) | (state[C] << 29) | (state[V] << 28);
    return flags | (state[Q] << 27) | (1 << 24) | (state[GE] << 16) | this.ipsr;
  }

  /** @private */
  set xpsr(value) {
    state[N] = value >> 31;
    state[Z] = (~value >> 30) & 1;
    state[C] = (value >> 29) & 1;
    state[V] = (value >> 28) & 1;
    state[Q] = (value >> 27) & 1;
    state[GE] = (value >> 16) & 15;
  }

  /** @param {number} number of the special register @returns {number} */
  readSpecial(number) {
    if (number < 8) {
      let value = number & 1 ? this.ipsr : 0;
      if (!(number & 4)) value |= this.xpsr & 0xf80f0000;
      return value;
    }
    if (!this.privileged && number !== 20) return 0;
    switch (number) {
      case 8:
        return this.msp;
      case 9:
        return this.psp;
      case 10:
        return this.msplim;
      case 11:
        return this.psplim;
      case 16:
        return this.primask;
      case 17:
      case 18:
        return this.basepri;
      case 19:
        return this.faultmask;
      case 20:
        return this.control;
      default:
        return 0; // those of the other security state
    }
  }

  /** @param {number} number @param {number} value @param {number} mask 2: flags, 1: GE */
  writeSpecial(number, value, mask) {
    if (number < 4) {
      const ge = state[GE];
      const before = this.xpsr;
      this.xpsr = mask & 2 ? value : before;
      state[GE] = mask & 1 ? (value >> 16) & 15 : ge;
      return;
    }
    if (!this.privileged) return;
    switch (number) {
      case 8:
        this.msp = value;
        break;
      case 9:
        this.psp = value;
        break;
      case 10:
        this.msplim = value & ~7;
        this.updateLimit();
        break;
      case 11:
        this.psplim = value & ~7;
        this.updateLimit();
        break;
      case 16:
        this.primask = value & 1;
        break;
      case 17:
        this.basepri = value & PRIORITY_BITS;
        break;
      case 18: {
        const priority = value & PRIORITY_BITS;
        if (priority && (!this.basepri || priority < this.basepri)) this.basepri = priority;
        break;
      }
      case 19:
        if (!(value & 1) || this.executionPriority(true) > -1) this.faultmask = value & 1;
        break;
      case 20:
        this.keepSp();
        if (this.ipsr) this.control = (this.control & ON_PSP) | (value & (UNPRIVILEGED | FLOATS));
        else this.control = value & (UNPRIVILEGED | ON_PSP | FLOATS);
        this.fpuReady = false;
        this.bringSp();
        break;
      default: // those of the other security state
    }
    this.refresh();
  }

  /** CPS @param {number} bits 16: set, 2: PRIMASK, 1: FAULTMASK */
  changeMasks(bits) {
    if (!this.privileged) return;
    const value = bits & 16 ? 1 : 0;
    if (bits & 2) this.primask = value;
    if (bits & 1 && (!value || this.executionPriority(true) > -1)) this.faultmask = value;
    this.refresh();
  }

  // SysTick

  /** @private @returns {number} cycles of one tick of it */
  tickCycles() {
    return this.tickControl & 4 ? 1 : REFERENCE;
  }

  /** @private @returns {number} ticks since its base */
  ticks() {
    const now = this.time + (this.running ? state[SPENT] : 0);
    return Math.floor((now - this.tickBase) / this.tickCycles());
  }

  /** @private @returns {number} how often it has been 0 since its base */
  zeros() {
    return this.tickReload ? Math.floor((this.ticks() + 1) / (this.tickReload + 1)) : 0;
  }

  /** @private @returns {number} cycles until it interrupts, or Infinity */
  untilTick() {
    if ((this.tickControl & 3) !== 3 || !this.tickReload) return Infinity;
    const next = (this.tickSeen + 1) * (this.tickReload + 1) - 1;
    const now = this.time + (this.running ? state[SPENT] : 0);
    return Math.max(1, this.tickBase + next * this.tickCycles() - now);
  }

  /** @private */
  countTicks() {
    const zeros = this.zeros();
    if (zeros === this.tickSeen) return;
    this.tickSeen = zeros;
    if (this.tickControl & 2) this.pend(SYSTICK);
  }

  /** @private restart from the reload value */
  restartTick() {
    this.tickBase = this.time + (this.running ? state[SPENT] : 0) + this.tickCycles();
    this.tickSeen = this.tickRead = 0;
  }

  // Outside of memory

  /** @param {number} address @param {number} size @returns {number} */
  readOutside(address, size) {
    this.reached = address;
    if (address >>> 20 === 0xe00) {
      const word = this.readPrivate(address & 0xffffc);
      if (size === 4) return word;
      return (word >> (8 * (address & 3))) & (size === 2 ? 0xffff : 0xff);
    }
    if (address & (size - 1)) {
      this.raise('UNALIGNED');
      return 0;
    }
    state[SPENT] += this.cost(address);
    const value = this.bus.read(address, size);
    if (size === 4) return value | 0;
    return value & (size === 2 ? 0xffff : 0xff);
  }

  /** @param {number} address @param {number} size @param {number} value */
  writeOutside(address, size, value) {
    this.reached = address;
    if (address >>> 20 === 0xe00) {
      const offset = address & 0xffffc;
      if (size === 4) this.writePrivate(offset, value);
      else {
        const shift = 8 * (address & 3);
        const mask = (size === 2 ? 0xffff : 0xff) << shift;
        this.writePrivate(offset, (this.readPrivate(offset) & ~mask) | ((value << shift) & mask));
      }
      return;
    }
    if (address & (size - 1)) {
      this.raise('UNALIGNED');
      return;
    }
    state[SPENT] += this.cost(address);
    this.bus.write(address, size, size === 4 ? value : value & (size === 2 ? 0xffff : 0xff));
  }

  /** @private @param {number} address */
  cost(address) {
    if (this.bus.cost) return this.bus.cost(address);
    if (address >>> 28 === 4) return 3;
    return address >>> 28 === 5 ? 2 : 1;
  }

  /** @private @param {number} offset from 0xe0000000 @returns {number} */
  readPrivate(offset) {
    if (offset >= 0xe100 && offset < 0xe400) return this.readNvic(offset);
    if (offset >= 0xe400 && offset < 0xe440) return this.fourPriorities(FIRST_INTERRUPT + offset - 0xe400);
    switch (offset) {
      case 0x1004: // DWT_CYCCNT
        return (this.cycles + (this.running ? state[SPENT] : 0)) | 0;
      case 0xe004: // ICTR
        return (INTERRUPTS - 1) >> 5;
      case 0xe010: {
        const zeros = this.tickControl & 1 ? this.zeros() : 0;
        const value = this.tickControl | (zeros !== this.tickRead ? 1 << 16 : 0);
        this.tickRead = zeros;
        return value;
      }
      case 0xe014:
        return this.tickReload;
      case 0xe018:
        if (!(this.tickControl & 1) || !this.tickReload || this.ticks() < 0) return 0;
        return this.tickReload - (this.ticks() % (this.tickReload + 1));
      case 0xed00: // CPUID: Cortex-M33 r1p0
        return 0x411fd210;
      case 0xed04: {
        const pending = this.first();
        const rest = this.pending.some((bits, index) => bits & this.enabled[index]) ? 1 << 22 : 0;
        return (
          this.ipsr | (this.active.length <= 1 ? 1 << 11 : 0) | (pending << 12) | rest |
          (this.pendingSystem & (1 << SYSTICK) ? 1 << 26 : 0) |
          (this.pendingSystem & (1 << PEND_SV) ? 1 << 28 : 0) |
          (this.pendingSystem & (1 << NMI) ? 1 << 31 : 0)
        );
      }
      case 0xed08:
        return this.vtor;
      case 0xed0c:
        return 0xfa050000 | this.grouping;
      case 0xed10:
        return this.scr;
      case 0xed14:
        return (this.kept.get(offset) ?? 0) | 0x201;
      case 0xed18:
      case 0xed1c:
      case 0xed20:
        return this.fourPriorities(4 + offset - 0xed18);
      case 0xed24:
        return this.handled | this.activeFaults();
      case 0xed28:
        return this.cfsr;
      case 0xed2c:
        return this.hfsr;
      case 0xed38:
        return this.bfar;
      case 0xed88:
        return this.cpacr;
      case 0xed90: // MPU_TYPE
        return 8 << 8;
      case 0xedd4: // SAU_TYPE
        return 8;
      case 0xef34:
        return this.fpccr;
      case 0xef38:
        return this.fpcar;
      case 0xef3c:
        return this.fpdscr;
      case 0xef40:
        return 0x10110021;
      case 0xef44:
        return 0x11000011;
      case 0xef48:
        return 0x00000040;
      default:
        return this.kept.get(this.banked(offset)) ?? 0;
    }
  }

  /** @private @param {number} offset @param {number} value */
  writePrivate(offset, value) {
    if (offset >= 0xe100 && offset < 0xe400) {
      this.writeNvic(offset, value);
      return;
    }
    if (offset >= 0xe400 && offset < 0xe440) {
      this.putPriorities(FIRST_INTERRUPT + offset - 0xe400, value);
      return;
    }
    switch (offset) {
      case 0x1004:
        this.cycles = (value >>> 0) - (this.running ? state[SPENT] : 0);
        break;
      case 0xe010:
        if ((value & 5) !== (this.tickControl & 5)) {
          this.tickControl = value & 7;
          this.restartTick();
        }
        this.tickControl = value & 7;
        if (this.running) state[BUDGET] = 0;
        break;
      case 0xe014:
        this.tickReload = value & 0xffffff;
        this.restartTick();
        if (this.running) state[BUDGET] = 0;
        break;
      case 0xe018:
        this.restartTick();
        if (this.running) state[BUDGET] = 0;
        break;
      case 0xed04:
        if (value & (1 << 31)) this.pendingSystem |= 1 << NMI;
        if (value & (1 << 30)) this.pendingSystem &= ~(1 << NMI);
        if (value & (1 << 28)) this.pendingSystem |= 1 << PEND_SV;
        if (value & (1 << 27)) this.pendingSystem &= ~(1 << PEND_SV);
        if (value & (1 << 26)) this.pendingSystem |= 1 << SYSTICK;
        if (value & (1 << 25)) this.pendingSystem &= ~(1 << SYSTICK);
        break;
      case 0xed08:
        this.vtor = value & ~127;
        break;
      case 0xed0c:
        if (value >>> 16 !== 0x05fa) break;
        this.grouping = value & 0x6700;
        if (value & 4) this.bus.systemReset();
        break;
      case 0xed10:
        this.scr = value & 0x1e;
        break;
      case 0xed18:
      case 0xed1c:
      case 0xed20:
        this.putPriorities(4 + offset - 0xed18, value);
        break;
      case 0xed24:
        this.handled = value & 0xf0000;
        break;
      case 0xed28:
        this.cfsr &= ~value;
        break;
      case 0xed2c:
        this.hfsr &= ~value;
        break;
      case 0xed38:
        this.bfar = value;
        break;
      case 0xed88:
        this.cpacr = value & 0x00f0ffff;
        this.fpuReady = false;
        break;
      case 0xef00: // STIR
        this.pending[(value >> 5) & 1] |= 1 << (value & 31);
        break;
      case 0xef34:
        this.fpccr = value;
        this.fpuReady = false;
        break;
      case 0xef38:
        this.fpcar = value & ~7;
        break;
      case 0xef3c:
        this.fpdscr = value & 0x07c00000;
        break;
      default:
        this.kept.set(this.banked(offset), value);
    }
    this.refresh();
  }

  /** @private @param {number} offset @returns {number} distinct for each region of MPU or SAU */
  banked(offset) {
    if (offset === 0xed9c || offset === 0xeda0) return offset | ((this.kept.get(0xed98) ?? 0) << 20);
    if (offset === 0xeddc || offset === 0xede0) return offset | ((this.kept.get(0xedd8) ?? 0) << 20);
    return offset;
  }

  /** @private @returns {number} the bits of the SHCSR */
  activeFaults() {
    const bit = [0, 0, 1 << 5, 1 << 2, 1, 2, 8, 16, 0, 0, 0, 1 << 7, 1 << 8, 0, 1 << 10, 1 << 11];
    return this.active.reduce((bits, number) => bits | (bit[number] ?? 0), 0);
  }

  /** @private @param {number} number of the first exception @returns {number} */
  fourPriorities(number) {
    const p = this.priorities;
    const at = (/** @type {number} */ index) => p[number + index] ?? 0;
    return at(0) | (at(1) << 8) | (at(2) << 16) | (at(3) << 24);
  }

  /** @private @param {number} number @param {number} value */
  putPriorities(number, value) {
    for (let index = 0; index < 4 && number + index < this.priorities.length; index++) {
      this.priorities[number + index] = (value >> (8 * index)) & PRIORITY_BITS;
    }
    this.refresh();
  }

  /** @private @param {number} offset @returns {number} */
  readNvic(offset) {
    const index = (offset & 0x7f) >> 2;
    if (index > 1) return 0;
    switch ((offset - 0xe100) >> 7) {
      case 0:
      case 1:
        return this.enabled[index];
      case 2:
      case 3:
        return this.pending[index];
      case 4:
        return this.active.reduce((bits, number) => {
          const line = number - FIRST_INTERRUPT;
          return line >= 0 && line >> 5 === index ? bits | (1 << (line & 31)) : bits;
        }, 0);
      default:
        return this.kept.get(offset) ?? 0; // ITNS
    }
  }

  /** @private @param {number} offset @param {number} value */
  writeNvic(offset, value) {
    const index = (offset & 0x7f) >> 2;
    if (index > 1) return;
    const bits = index ? value & ((1 << (INTERRUPTS - 32)) - 1) : value;
    switch ((offset - 0xe100) >> 7) {
      case 0:
        this.enabled[index] |= bits;
        break;
      case 1:
        this.enabled[index] &= ~bits;
        break;
      case 2:
        this.pending[index] |= bits;
        break;
      case 3:
        // a level that stays pends again
        this.pending[index] = (this.pending[index] & ~bits) | (this.lines[index] & bits);
        break;
      case 4:
        break;
      default:
        this.kept.set(offset, value);
    }
    this.refresh();
  }
}
