// SPDX-License-Identifier: MIT
/** Emulated time: rp2040js's SimulationClock, made to arrive exactly where it is sent. */

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
 * Let the emulated clock go on to a time, calling what is due on the way.
 *
 * As `SimulationClock.tick`, but it arrives exactly where it was sent.
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
 * Let time pass, as while the firmware waits for something that takes it.
 * @param {import('rp2040js').RP2040} chip
 * @param {number} nanos
 */
export function pass(chip, nanos) {
  goTo(chip.clock, chip.clock.nanos + nanos);
}
