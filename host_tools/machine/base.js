// SPDX-License-Identifier: MIT
/**
 * The common base of boards with an RP2040 and with an RP2350: a panel, buttons, and a USB cable to
 * a computer. board.js and board8.js add the chip.
 *
 * Everything runs in emulated time, only during `runTo`, and uses no API of Node or of a browser,
 * so that both can use it. The same calls give the same bytes at the same emulated times.
 */

import { Cache } from './cache.js';
import { Flash } from './flash.js';
import { Content, FLASH_START, forget, replace, sram8 } from './memory.js';
import { Nets, REST } from './nets.js';
import { Panel } from './panel.js';
import { SerialHost } from './usb.js';
import { BitBangTarget, clockSpi, connectI2c, connectSpi } from './wires.js';
import { clockStateMachines } from './pio.js';

/** @typedef {import('rp2040js').RP2040} RP2040 */

const TIMER = 0x40054;

const HIGH = 1.65; // volts
const REFERENCE = 3.3; // volts that the converter reads as 4096 (RP2040 data sheet, 4.9)
const FIRST_ANALOG = 26;

/** Why a chip starts. */
export const BY = { POWER: 0, RUN: 1, WATCHDOG: 2 };

/**
 * A button: while it is pressed, it connects `pin` to ground (`to` 0), to 3.3 V (1), or to another
 * pin (`with`), as in a matrix; or it puts `volts` on it, as in a ladder of resistors.
 * @typedef {{ pin: number, to?: number, with?: number, volts?: number }} Contact
 */

/**
 * @typedef {object} Parts
 * @property {string} [chip] RP2040, or RP2350
 * @property {Uint8Array} flash the content
 * @property {number} filesystem the offset in it at which the filesystem begins
 * @property {ConstructorParameters<typeof Panel>[0]} panel
 * @property {Record<string, number | Contact>} buttons for each its pin, and what it connects the
 *   pin to while it is pressed; a number alone means ground
 * @property {[block: number, sda: number, scl: number]} [i2c] the block does not matter: the pins do
 * @property {[block: number, cs: number, dc: number, reset: number, ...wires: number[]]} [spi]
 * @property {Record<number, number>} [rest] volts at a pin with a ladder of resistors or a joystick,
 *   while nobody touches it
 * @property {import('./flash.js').Time} [flashTime] how fast a chip the flash is; then its cache and
 *   the time of each access count too, which takes several times as long
 * @property {number[] | null} [flashId] its JEDEC ID, when it is not a Winbond's
 * @property {boolean} [stock] run only on rp2040js's own core, or, with an RP2350, translate
 *   nothing; both are much slower
 * @property {(data: Uint8Array) => void} [onSerial] called with what the board sends
 * @property {(offset: number, length: number) => void} [onFlash] called after each change
 * @property {(pin: number, nanos: number, state: number) => void} [onEdge] called when a pin that
 *   is watched changes, with its GPIOPinState
 */

/**
 * A chip since its last reset, with the objects that were created with it.
 * @template {RP2040} C
 * @typedef {object} Live
 * @property {C} chip
 * @property {SerialHost} host
 * @property {(end: number) => void} run runs it until its clock is at `end` (nanoseconds)
 * @property {() => boolean} bitten whether the watchdog has reset it
 * @property {() => number} cycles in which the processor was active
 * @property {() => boolean} waiting whether the processor sleeps
 */

/** @param {RP2040} chip @param {number} pin @param {number} volts */
function measure(chip, pin, volts) {
  if (pin >= FIRST_ANALOG) {
    const steps = Math.round((volts / REFERENCE) * 4096);
    chip.adc.channelValues[pin - FIRST_ANALOG] = Math.max(0, Math.min(4095, steps));
  }
}

/** @template {RP2040} C */
export class AnyBoard {
  /** @param {Parts} parts @param {Content} content its memory @param {Uint8Array} bytes all its flash */
  constructor(parts, content, bytes) {
    this.parts = parts;
    this.panel = new Panel(parts.panel);
    /** @type {Set<string>} names of the buttons that are held down */
    this.pressed = new Set();
    /** @type {Set<number>} GPIO numbers */
    this.watched = new Set();
    /** @type {Map<number, number>} volts that something holds at GPIO numbers */
    this.held = new Map();
    /** Why the firmware crashed; empty while it has not. */
    this.crashed = '';
    /** @type {Nets} what is connected to the pins; a new object after each reset */
    this.nets = /** @type {any} */ (null);
    /** @protected */
    this.content = content;
    /** @private the bytes of its flash, while it has the memory */
    this.bytes = bytes;
    const flash = new Uint8Array(parts.flash); // a copy: it may be what is in the memory
    content.bring();
    replace(() => bytes.fill(0xff).set(flash));
    const changed = (/** @type {number} */ offset, /** @type {number} */ length) => {
      parts.onFlash?.(offset, length);
    };
    /** The flash chip, with the faults in its use. */
    this.flash = new Flash(
      parts.filesystem,
      changed,
      { bytes, forget: (at, length) => forget(FLASH_START + at, length) },
      parts.flashTime,
    );
    if (parts.flashId) this.flash.id = parts.flashId;
    /** @private emulated nanoseconds from power-on to the last reset, and cycles likewise */
    this.before = 0;
    this.spent = 0;
    /** @protected @type {Live<C>} */
    this.live = this.build(BY.POWER, null);
  }

  /**
   * @abstract
   * @protected
   * @param {number} by why the chip starts, one of BY
   * @param {Live<C> | null} last the previous chip
   * @returns {Live<C>}
   */
  build(by, last) {
    throw new Error(`a board has a chip (${by}, ${last})`);
  }

  /**
   * Connect the parts around the chip.
   * @protected
   * @param {C} chip
   * @returns {SerialHost}
   */
  connect(chip) {
    const { parts } = this;
    clockStateMachines(chip);
    const host = new SerialHost(chip, (data) => parts.onSerial?.(data));
    const nets = new Nets(chip, parts.chip === 'RP2350');
    this.nets = nets;
    clockSpi(chip);
    if (parts.spi) connectSpi(nets, parts.spi, this.panel);
    else if (parts.i2c) {
      const [, ...lines] = parts.i2c;
      connectI2c(nets, lines, this.panel);
      new BitBangTarget(nets, lines, this.panel);
    }
    for (const name of Object.keys(parts.buttons)) this.solder(nets, name);
    for (const [pin, volts] of this.held) {
      nets.hold(pin, () => this.voltage(pin));
      measure(chip, pin, volts);
    }
    for (const pin of this.watched) this.listen(chip, pin);
    nets.updateAll();
    return host;
  }

  /** @protected @param {number} piece bytes of a miss @returns {Cache | null} an empty cache */
  cache(piece) {
    const { flashTime = 'none' } = this.parts;
    return flashTime === 'none' ? null : new Cache(piece);
  }

  /** @private @param {string} name of a button @returns {Contact} */
  contact(name) {
    const wired = this.parts.buttons[name];
    return typeof wired === 'number' ? { pin: wired, to: 0 } : wired;
  }

  /** @private @param {Nets} nets @param {string} name of a button */
  solder(nets, name) {
    const { pin, to, with: other, volts } = this.contact(name);
    if (volts !== undefined && !this.held.has(pin)) this.held.set(pin, this.atRest(pin));
    const closed = () => this.pressed.has(name);
    if (other !== undefined) nets.join([pin, other], closed);
    else if (to !== undefined) nets.hold(pin, () => (closed() ? to : REST));
  }

  /** @private @param {number} pin @returns {number} the level of the voltage at which it is held */
  voltage(pin) {
    const volts = this.held.get(pin);
    return volts === undefined ? REST : Number(volts > HIGH);
  }

  /** The chip; a new object after each reset. */
  get chip() {
    return this.live.chip;
  }

  /** The computer at the other end of the USB cable. */
  get host() {
    return this.live.host;
  }

  /** Pull the RUN pin low and release it: the chip restarts; panel and flash stay as they are. */
  reset() {
    this.restart(BY.RUN);
  }

  /** Cut the power of board and panel and switch it on again; emulated time restarts at 0. */
  powerCycle() {
    this.panel.reset();
    this.before = this.spent = 0;
    this.crashed = '';
    this.content.bring();
    replace(() => sram8.fill(0));
    this.live = this.build(BY.POWER, null);
  }

  /** @private @param {number} by */
  restart(by) {
    this.content.bring();
    this.before = this.nanos;
    this.spent = this.cycles;
    this.crashed = '';
    this.live = this.build(by, this.live);
  }

  /** Emulated nanoseconds since power-on. */
  get nanos() {
    return this.before + this.chip.clock.nanos;
  }

  /** Active processor cycles since power-on. */
  get cycles() {
    return this.spent + this.live.cycles();
  }

  /** Whether the processor sleeps. */
  get waiting() {
    return this.live.waiting();
  }

  /**
   * Run until a time, or until the firmware crashes (`crashed`).
   * @param {number} nanos emulated time since power-on
   */
  runTo(nanos) {
    this.content.bring();
    while (this.nanos < nanos && !this.crashed) {
      this.live.run(nanos - this.before);
      if (this.live.bitten()) this.restart(BY.WATCHDOG);
    }
  }

  /**
   * Advance the chip's timer, until its next reset, as if the chip had been on for longer; alarms
   * are not shortened.
   * @param {number} nanos
   */
  age(nanos) {
    const { clock } = this.chip;
    const timer = /** @type {any} */ (this.chip).peripherals[TIMER];
    const before = timer.clock.nanos - clock.nanos;
    timer.clock = {
      get nanos() {
        return clock.nanos + before + nanos;
      },
    };
  }

  /** @param {string} name of a button */
  press(name) {
    this.pressed.add(name);
    this.move(name);
  }

  /** @param {string} name of a button */
  release(name) {
    this.pressed.delete(name);
    this.move(name);
  }

  /** Update the pins after a contact has moved. @private @param {string} name of a button */
  move(name) {
    const { pin, with: other, volts } = this.contact(name);
    if (volts !== undefined) this.ladder(pin);
    this.nets.update(pin);
    if (other !== undefined) this.nets.update(other);
  }

  /** The voltage of a ladder: that of the first pressed button. @private @param {number} pin */
  ladder(pin) {
    const of = Object.keys(this.parts.buttons).map((name) => ({ name, ...this.contact(name) }));
    const pressed = of.find((button) => button.pin === pin && this.pressed.has(button.name));
    this.hold(pin, pressed?.volts ?? this.atRest(pin));
  }

  /** @private @param {number} pin of a ladder @returns {number} volts while nobody touches it */
  atRest(pin) {
    return this.parts.rest?.[pin] ?? REFERENCE;
  }

  /** Restore the panel from its `state`. @param {Uint8Array} state */
  become(state) {
    this.panel.restore(state);
    this.nets.updateAll(); // it may hold a line, or have released one
  }

  /**
   * Hold a pin at a voltage from now on: its level, and what the converter reads on GPIO 26 to 29.
   * @param {number} pin GPIO number
   * @param {number} volts
   */
  hold(pin, volts) {
    if (!this.held.has(pin)) this.nets.hold(pin, () => this.voltage(pin));
    this.held.set(pin, volts);
    measure(this.chip, pin, volts);
    this.nets.update(pin);
  }

  /** @param {number} pin GPIO number; `onEdge` receives its changes from now on */
  watch(pin) {
    if (this.watched.has(pin)) return;
    this.watched.add(pin);
    this.listen(this.chip, pin);
  }

  /** @private @param {C} chip @param {number} pin */
  listen(chip, pin) {
    chip.gpio[pin].addListener((state) => this.parts.onEdge?.(pin, this.nanos, state));
  }

  /**
   * Read a part of the flash.
   * @param {number} offset
   * @param {number} length
   * @returns {Uint8Array} a copy
   */
  read(offset, length) {
    this.content.bring();
    return this.bytes.slice(offset, offset + length);
  }

  /**
   * Load bytes into the flash, as if they had always been there.
   * @param {number} offset
   * @param {Uint8Array} bytes
   */
  load(offset, bytes) {
    this.content.bring();
    this.bytes.set(bytes, offset);
    forget(FLASH_START + offset, bytes.length);
  }
}

