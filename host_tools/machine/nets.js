// SPDX-License-Identifier: MIT
/**
 * The circuit around the chip's pins, and the levels that result.
 *
 * rp2040js leaves the level of an input to its callers, whatever its pull-up. Here a pin is a net:
 * what drives it (a contact, a panel, the chip itself) decides, low before high; then an external
 * resistor; then the pad's own pull-up or pull-down. A floating pin reads low; on an RP2350 it
 * stays high once it was high, even with its pull-down (erratum E9).
 */

import { GPIOPinState } from 'rp2040js';

/** @typedef {import('rp2040js').RP2040} RP2040 */

export const REST = -1;
const FUNCTION_SPI = 1;
const FUNCTION_I2C = 3;

/** @param {any} gpio @returns {boolean} the level at the pad, which is private in rp2040js */
const raw = (gpio) => gpio.rawInputValue;

export class Nets {
  /**
   * @param {RP2040} chip
   * @param {boolean} sticky whether an input that floats stays high
   */
  constructor(chip, sticky) {
    this.chip = chip;
    /** @private */
    this.sticky = sticky;
    /** @private @type {(() => number)[][]} for each pin its drivers: 0, 1, or REST */
    this.holders = chip.gpio.map(() => []);
    /** @private @type {(() => number)[][]} likewise resistors, to 3.3 V (1) or to ground (0) */
    this.resistors = chip.gpio.map(() => []);
    /** @private @type {{ pins: [number, number], closed: () => boolean }[]} */
    this.contacts = [];
    chip.gpio.forEach((pin, number) => pin.addListener(() => this.update(number)));
  }

  /** @param {number} pin @param {() => number} level 0, 1 or REST, queried at each `update` */
  hold(pin, level) {
    this.holders[pin].push(level);
  }

  /** @param {number} pin @param {() => number} level */
  pull(pin, level) {
    this.resistors[pin].push(level);
  }

  /** Connect two pins by a contact. @param {[number, number]} pins @param {() => boolean} closed */
  join(pins, closed) {
    this.contacts.push({ pins, closed });
  }

  /** @private @param {number} pin @returns {number[]} this pin, and those connected to it now */
  net(pin) {
    const found = [pin];
    for (const next of found) {
      for (const { pins, closed } of this.contacts) {
        if (!pins.includes(next) || !closed()) continue;
        const other = pins[0] === next ? pins[1] : pins[0];
        if (!found.includes(other)) found.push(other);
      }
    }
    return found;
  }

  /** @param {number} pin @returns {number} 0 or 1, of the whole net that it belongs to */
  level(pin) {
    const net = this.contacts.length ? this.net(pin) : [pin];
    const held = net.flatMap((number) => this.holders[number].map((level) => level()));
    for (const number of net) {
      const { value } = this.chip.gpio[number];
      if (value === GPIOPinState.Low || value === GPIOPinState.High) held.push(value);
    }
    const pulled = net.flatMap((number) => this.resistors[number].map((level) => level()));
    for (const levels of [held, pulled]) {
      if (levels.includes(0)) return 0;
      if (levels.includes(1)) return 1;
    }
    const states = net.map((number) => this.chip.gpio[number].value);
    const before = raw(this.chip.gpio[pin]) ? 1 : 0;
    if (states.includes(GPIOPinState.InputBusKeeper)) return before;
    if (states.includes(GPIOPinState.InputPullUp)) return 1;
    return this.sticky ? before : 0;
  }

  /** Update the level of a pin after a change of its drivers. @param {number} pin */
  update(pin) {
    const net = this.contacts.length ? this.net(pin) : [pin];
    for (const number of net) {
      const gpio = this.chip.gpio[number];
      // A pin that the chip itself drives is not read back: no input here needs it.
      if (net.length === 1 && !this.holders[pin].length && gpio.outputEnable) continue;
      const level = this.level(number) === 1;
      if (raw(gpio) !== level) gpio.setInputValue(level);
    }
  }

  /** Update all pins. */
  updateAll() {
    for (let pin = 0; pin < this.chip.gpio.length; pin++) this.update(pin);
  }

  /**
   * Return the pins of an I2C block, according to the pin multiplexer.
   * @param {number} block
   * @returns {{ sda: number[], scl: number[] }}
   */
  i2c(block) {
    const has = (/** @type {number} */ rest) =>
      this.chip.gpio.flatMap(({ functionSelect }, pin) =>
        functionSelect === FUNCTION_I2C && pin % 4 === 2 * block + rest ? [pin] : [],
      );
    return { sda: has(0), scl: has(1) };
  }

  /** Whether an SPI block has a pin. @param {number} pin */
  spi(pin) {
    return this.chip.gpio[pin].functionSelect === FUNCTION_SPI;
  }
}
