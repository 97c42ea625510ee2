// SPDX-License-Identifier: MIT
/**
 * The RP2040's processor: execute.js and translator.js in front of rp2040js's Cortex-M0+.
 *
 * Almost all instructions of Armv6-M are also in Armv8-M. What is different or rare (exceptions,
 * sleep, special registers, breakpoints, accesses that fail) is left to the stock core, instruction
 * by instruction. Cycles and times are those of the stock core, so that a run is the same on both; a
 * test compares them. A second test compares each instruction with random registers. There the stock
 * core of 1.4.1 sets a few carry and overflow flags wrongly (the test lists them); this one follows
 * the ARMv6-M Architecture Reference Manual, A6.7.
 */

import { BUDGET, C, DIVIDED, M0, N, SPENT, V, Z, begin } from './access.js';
import { CYCLE, goTo } from './clock.js';
import { NOWHERE, RETURNS, STOCK, execute } from './execute.js';
import * as memory from './memory.js';
import { advance } from './translator.js';

const { registers: R, state } = memory;
const { buffer } = memory.memory;
const MOST = 1 << 28; // cycles in one burst

const SRAM_SIZE = 264 * 1024;
const FLASH_SIZE = 2 << 20;
const ROM_SIZE = 16 * 1024;

export const sram8 = memory.sram8.subarray(0, SRAM_SIZE);
export const flash8 = memory.flash8.subarray(0, FLASH_SIZE);
export const rom8 = memory.rom8.subarray(0, ROM_SIZE);

/** What it has of the memory. */
export const VIEW = { base: 0, length: FLASH_SIZE, mapped: 0, sram: SRAM_SIZE, rom: ROM_SIZE };

/** @param {import('rp2040js').RP2040} chip that gets this memory instead of its own */
export function give(chip) {
  const its = /** @type {any} */ (chip);
  const { divider } = memory;
  Object.assign(memory.view, VIEW);
  its.core.registers = new Uint32Array(buffer, R.byteOffset, 16);
  its.sram = sram8;
  its.sramView = new DataView(buffer, sram8.byteOffset, SRAM_SIZE);
  its.flash = flash8;
  its.flash16 = memory.flash16.subarray(0, FLASH_SIZE / 2);
  its.flashView = new DataView(buffer, flash8.byteOffset, FLASH_SIZE);
  its.bootrom = new Uint32Array(buffer, rom8.byteOffset, ROM_SIZE / 4);
  ['divDividend', 'divDivisor', 'divQuotient', 'divRemainder', 'divCSR'].forEach((name, at) => {
    divider[at] = its.sio[name];
    Object.defineProperty(its.sio, name, {
      get: () => divider[at] >>> 0,
      set: (value) => {
        divider[at] = value; // readers use only the integer part of a fraction
      },
    });
  });
}

/**
 * The cycles of a load or store outside of memory, beyond the two of one in memory.
 * @param {number} address
 * @param {number} apb cycles of the peripherals behind the APB bridge
 */
function extra(address, apb) {
  if (address >>> 28 === 0x4) return apb - 2;
  return address >>> 28 === 0xd ? -1 : 0; // 0xd0000000: SIO
}

/**
 * @param {import('./rom.js').Chip} chip that has the memory of `give`
 * @param {() => boolean} halted whether something ends the run; checked after everything but
 *   instructions on memory alone
 * @param {() => boolean} careful whether only the stock core may run
 * @param {import('./cache.js').Cache | null} [cache] the cache of the flash, if its time counts
 * @returns {(end: number) => void} runs the chip until its clock is at `end` (nanoseconds), or
 *   the first instruction ends after that; sleep ends there exactly
 */
export function makeLoop(chip, halted, careful, cache = null) {
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
   * @param {number} cycles that the access has taken
   */
  function depart(then, cycles) {
    state[SPENT] += cycles;
    start += clock.nanosCounter - then;
    const moved = clock.nanosCounter !== then || clock.nextAlarm !== alarm;
    if (moved || interrupted() || halted() || careful()) state[BUDGET] = 0;
  }

  const outside = {
    time: 0,
    /** @param {number} address @param {number} size @returns {number} signed if it is a word */
    readOutside(address, size) {
      const then = arrive();
      let value = 0;
      if (size === 4) value = chip.readUint32(address) | 0;
      else if (size === 2) value = chip.readUint16(address);
      else value = chip.readUint8(address);
      depart(then, extra(address, 4));
      return value;
    },
    /** @param {number} address @param {number} size @param {number} value */
    writeOutside(address, size, value) {
      const then = arrive();
      if (size === 4) chip.writeUint32(address, value >>> 0);
      else if (size === 2) chip.writeUint16(address, value >>> 0);
      else chip.writeUint8(address, value >>> 0);
      depart(then, extra(address, 5));
    },
  };

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
    state[DIVIDED] = 0;
    state[N] = core.N ? -1 : 0;
    state[Z] = core.Z ? 0 : 1;
    state[C] = core.C ? 1 : 0;
    state[V] = core.V ? 1 : 0;
    state[SPENT] = 0;
    state[BUDGET] = Math.min(Math.ceil((limit - start) / CYCLE), MOST);
    R[15] &= ~1; // it may be set after an exception or a jump
    const why = cache ? execute() : advance();
    core.N = state[N] < 0;
    core.Z = state[Z] === 0;
    core.C = state[C] !== 0;
    core.V = state[V] !== 0;
    core.cycles += state[SPENT] + state[DIVIDED];
    if (why === RETURNS) /** @type {any} */ (core).BXWritePC(core.PC);
    goTo(clock, start + state[SPENT] * CYCLE);
    // no alarm was due before this instruction, so it is the next one
    if (why === STOCK || (why === NOWHERE && state[SPENT] === 0)) step();
  }

  /** @param {number} end */
  return function go(end) {
    begin(outside, cache, M0);
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
