// SPDX-License-Identifier: MIT
/**
 * Programmable I/O on the emulated clock.
 *
 * rp2040js 1.4.1 lets state machines run a thousand instructions at once from a timer of the
 * JavaScript engine, whatever their clock divider says. Here each of them has an alarm of the
 * emulated clock for its next instruction, even while the processor sleeps.
 */

import { cycleOf } from './clock.js';

/** @typedef {import('rp2040js').RP2040} RP2040 */

const CTRL = 0;

/** @param {RP2040} chip whose PIO blocks are put on its clock */
export function clockStateMachines(chip) {
  for (const block of chip.pio) {
    const pio = /** @type {any} */ (block);
    pio.run = () => {};
    const wake = pio.machines.map((/** @type {any} */ machine) => onTheClock(chip, pio, machine));
    const stockWrite = pio.writeUint32.bind(pio);
    pio.writeUint32 = (/** @type {number} */ offset, /** @type {number} */ value) => {
      stockWrite(offset, value);
      if (offset === CTRL) wake.forEach((/** @type {() => void} */ start) => start());
      else pio.checkChangedPins(); // an instruction may have been written to be executed
    };
  }
}

/**
 * @param {RP2040} chip
 * @param {any} pio
 * @param {any} machine
 * @returns {() => void} continues the machine if it can run
 */
function onTheClock(chip, pio, machine) {
  let scheduled = false;
  const later = (/** @type {number} */ cycles) => {
    const divider = (machine.clockDivInt || 65536) + machine.clockDivFrac / 256;
    scheduled = true;
    alarm.schedule(Math.max(1, cycles) * divider * cycleOf(chip));
  };
  const alarm = chip.clock.createAlarm(() => {
    scheduled = false;
    if (!machine.enabled || machine.waiting) return;
    const before = machine.cycles;
    machine.step();
    pio.checkChangedPins();
    if (!machine.waiting && !scheduled) later(machine.cycles - before);
  });
  const start = () => {
    if (machine.enabled && !machine.waiting && !scheduled) later(1);
  };
  const stockCheck = machine.checkWait.bind(machine);
  machine.checkWait = () => {
    const waited = machine.waiting;
    stockCheck();
    // The wait is over: the stalled instruction ends now, with its delay.
    if (waited && !machine.waiting && machine.enabled && !scheduled) {
      later(1 + Math.max(0, machine.waitDelay));
    }
  };
  return start;
}
