// SPDX-License-Identifier: MIT
/** Emulated time: rp2040js's SimulationClock, made to stop at exactly the requested time. */

/** Nanoseconds of a cycle of the RP2040: the CPU always runs at 125 MHz. */
export const CYCLE = 8;

/**
 * @param {import('rp2040js').RP2040} chip
 * @returns {number} nanoseconds of a cycle of its system clock
 */
export function cycleOf(chip) {
  return /** @type {any} */ (chip).cycle ?? CYCLE;
}

/**
 * Advance the emulated clock to a time; alarms that are due on the way are called.
 *
 * Unlike `SimulationClock.tick`, it stops at exactly that time.
 * @param {any} clock a SimulationClock, whose list of alarms is private
 * @param {number} nanos
 */
export function goTo(clock, nanos) {
  let alarm = clock.nextAlarm;
  while (alarm && alarm.nanos <= nanos) {
    clock.nextAlarm = alarm.next;
    clock.nanosCounter = alarm.nanos;
    alarm.callback();
    alarm = clock.nextAlarm;
  }
  clock.nanosCounter = nanos;
}

/**
 * Let time pass in which the firmware only waits.
 * @param {import('rp2040js').RP2040} chip
 * @param {number} nanos
 */
export function pass(chip, nanos) {
  goTo(chip.clock, chip.clock.nanos + nanos);
}
