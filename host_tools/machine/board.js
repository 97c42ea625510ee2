// SPDX-License-Identifier: MIT
/**
 * A board with an RP2040: 2 MiB of flash, a panel, buttons and a USB cable to a computer.
 *
 * It runs on rp2040js in emulated time, without any part of Node or of a browser, so that both
 * can use it. Everything happens while `runTo` runs; the same calls give the same bytes at the
 * same emulated times.
 *
 * What is mended in rp2040js 1.4.1 stands with its reason where it is mended: in wires.js, usb.js,
 * pio.js, flash.js, core.js, and here:
 *  - `reset` leaves the peripherals as they are: here a reset makes a new chip, to which flash,
 *    SRAM and what a watchdog keeps are handed on;
 *  - a watchdog that has bitten is called again for ever within one tick of the clock;
 *  - what is a HardFault on the chip is a warning, and the program goes on for ever.
 *
 * Not modelled: a second core, the PLLs (the CPU always runs at 125 MHz), and flash wait states.
 */

import { BasePeripheral, RP2040 } from 'rp2040js';
import { makeLoop } from './core.js';
import { CacheControl, Flash, FlashInterface, QspiPins } from './flash.js';
import {
  Content,
  FLASH_START,
  SRAM_START,
  flash8,
  forget,
  give,
  replace,
  rom8,
  sram8,
} from './memory.js';
import { Panel } from './panel.js';
import { clockStateMachines } from './pio.js';
import { makeRom, serveRom } from './rom.js';
import { SerialHost } from './usb.js';
import { BitBangTarget, connectI2c, connectSpi } from './wires.js';

const BOOT2_SIZE = 256;
const BOOT2_ADDRESS = 0x20041f00; // where the boot ROM copies the second stage to

const TIMER = 0x40054;
const WATCHDOG = 0x40058;
const CHIP_RESET = 0x40064;
const HAD_POWER_ON = 1 << 8;
const HAD_RUN = 1 << 16;

const HIGH = 1.65; // volts
const REFERENCE = 3.3; // volts that the converter reads as 4096 (RP2040 data sheet, 4.9)
const FIRST_ANALOG = 26;

/** What rp2040js warns of that is a HardFault on the chip. */
const FATAL = [
  'not implemented yet', // an instruction
  'Read from invalid memory',
  'Write to undefined address',
  'not 32 bit aligned',
];

/**
 * @typedef {object} Parts
 * @property {Uint8Array} flash the content, at most 2 MiB
 * @property {number} filesystem where in it the filesystem begins
 * @property {ConstructorParameters<typeof Panel>[0]} panel
 * @property {Record<string, number>} buttons GPIO number of each; pressed, it is at ground
 * @property {[block: number, sda: number, scl: number]} [i2c]
 * @property {[block: number, cs: number, dc: number, reset: number]} [spi]
 * @property {Uint8Array} [rom] the genuine boot ROM, 16 KiB; our own without it
 * @property {boolean} [stock] run on rp2040js's own core alone, which is much slower
 * @property {(data: Uint8Array) => void} [onSerial] called with what the board sends
 * @property {(offset: number, length: number) => void} [onFlash] called after each change
 * @property {(pin: number, nanos: number, state: number) => void} [onEdge] called when a pin that
 *   is watched changes, with its GPIOPinState
 */

/**
 * An RP2040 whose flash cannot be read while it is being written, nor be written as memory.
 *
 * Its memory comes from memory.js and outlives it; so `reset`, which the constructor calls, does not
 * erase the flash.
 */
class Chip extends RP2040 {
  /** @type {(why: string) => void} */
  crash = () => {};
  /** @type {Flash | null} */
  nor = null;

  /** @override */
  reset() {
    this.core.reset();
    this.pwm.reset();
  }

  /** @private @param {number} address */
  check(address) {
    if (this.nor?.busy && address >>> 26 === FLASH_START >>> 26) {
      this.crash(`the flash was read at ${hex(address)} while it could not be`);
    }
  }

  /** @override @param {number} address */
  readUint32(address) {
    this.check(address);
    return super.readUint32(address);
  }

  /** @override @param {number} address */
  readUint16(address) {
    this.check(address);
    return super.readUint16(address);
  }

  /** @override @param {number} address */
  readUint8(address) {
    this.check(address);
    return super.readUint8(address);
  }

  /** @override @param {number} address @param {number} value */
  writeUint32(address, value) {
    if (address >>> 26 === FLASH_START >>> 26) {
      this.crash(`something was stored into the flash at ${hex(address)}`);
    } else super.writeUint32(address, value);
  }
}

/** CHIP_RESET, which tells the boot ROM and the firmware why the chip starts. */
class ChipReset extends BasePeripheral {
  /** @param {RP2040} chip @param {number} cause */
  constructor(chip, cause) {
    super(chip, 'VREG_AND_CHIP_RESET');
    this.cause = cause;
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    return offset === 0x08 ? this.cause : 0;
  }

  /** @override */
  writeUint32() {}
}

/** @param {number} address */
const hex = (address) => `0x${(address >>> 0).toString(16).padStart(8, '0')}`;

/** @param {RP2040} chip @param {number} pin @param {number} volts */
function hold(chip, pin, volts) {
  chip.gpio[pin].setInputValue(volts > HIGH);
  if (pin >= FIRST_ANALOG) {
    const steps = Math.round((volts / REFERENCE) * 4096);
    chip.adc.channelValues[pin - FIRST_ANALOG] = Math.max(0, Math.min(4095, steps));
  }
}

export class Board {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.panel = new Panel(parts.panel);
    /** @type {Set<string>} names of the buttons that are held down */
    this.pressed = new Set();
    /** @type {Set<number>} GPIO numbers */
    this.watched = new Set();
    /** @type {Map<number, number>} volts at GPIO numbers that something holds there */
    this.held = new Map();
    /** Why the firmware crashed; empty while it has not. */
    this.crashed = '';
    const flash = new Uint8Array(parts.flash); // a copy: it may be what is in the memory
    /** @private */
    this.content = new Content();
    this.content.bring();
    replace(() => flash8.fill(0xff).set(flash));
    rom8.set(parts.rom ?? makeRom());
    /** The flash chip, and what was done to it that should not have been. */
    this.flash = new Flash(parts.filesystem, (offset, length) => parts.onFlash?.(offset, length));
    /** @private emulated nanoseconds from power-on to the last reset */
    this.before = 0;
    /** @private the chip since its last reset, and what was made anew with it */
    this.live = this.build(HAD_POWER_ON);
  }

  /** @private @param {number} cause bits of CHIP_RESET */
  build(cause) {
    const { parts, flash } = this;
    const chip = new Chip();
    chip.crash = (why) => {
      this.crashed ||= why;
    };
    const warn = (/** @type {string} */ component, /** @type {string} */ message) => {
      if (FATAL.some((text) => message.includes(text))) chip.crash(`${component}: ${message}`);
    };
    chip.logger = { debug() {}, info() {}, warn, error: warn };
    give(chip);
    flash.busy = false;
    chip.nor = flash;
    const ssi = new FlashInterface(chip, flash);
    Object.assign(/** @type {any} */ (chip).peripherals, {
      0x14000: new CacheControl(chip, 'XIP_CTRL'),
      0x18000: ssi,
      0x40018: new QspiPins(chip, ssi),
      [CHIP_RESET]: new ChipReset(chip, cause),
    });
    chip.onBreak = (code) => {
      if (parts.rom || !serveRom(chip, flash, code)) chip.crash('breakpoint instruction');
    };
    const dog = /** @type {any} */ (chip).peripherals[WATCHDOG];
    let bitten = false;
    dog.onWatchdogTrigger = () => {
      dog.alarm.enable = dog.timer.enable = false;
      bitten = true;
    };
    clockStateMachines(chip);
    const host = new SerialHost(chip, (data) => parts.onSerial?.(data));
    if (parts.spi) connectSpi(chip, parts.spi, this.panel);
    else if (parts.i2c) {
      const [block, sda, scl] = parts.i2c;
      connectI2c(chip, block, this.panel);
      new BitBangTarget(chip, sda, scl, this.panel);
    }
    for (const [name, pin] of Object.entries(parts.buttons)) {
      chip.gpio[pin].setInputValue(!this.pressed.has(name));
    }
    for (const [pin, volts] of this.held) hold(chip, pin, volts);
    for (const pin of this.watched) this.listen(chip, pin);
    const run = makeLoop(
      chip,
      () => bitten || this.crashed !== '',
      () => parts.stock || flash.busy,
    );
    // What the boot ROM does first: copy the second stage to SRAM and call it.
    sram8.set(flash8.subarray(0, BOOT2_SIZE), BOOT2_ADDRESS - SRAM_START);
    chip.core.SP = chip.core.PC = BOOT2_ADDRESS;
    chip.core.LR = 0;
    return { chip, dog, host, run, bitten: () => bitten };
  }

  /** The RP2040, another one after each reset. */
  get chip() {
    return this.live.chip;
  }

  /** The computer at the other end of the USB cable. */
  get host() {
    return this.live.host;
  }

  /** Pull the RUN pin low and let it go: the chip starts anew, panel and flash stay. */
  reset() {
    this.restart(HAD_RUN, false);
  }

  /** Cut the power of board and panel and switch it on again; emulated time begins anew. */
  powerCycle() {
    this.panel.reset();
    this.before = 0;
    this.crashed = '';
    this.content.bring();
    sram8.fill(0);
    this.live = this.build(HAD_POWER_ON);
  }

  /** @private @param {number} cause @param {boolean} bitten */
  restart(cause, bitten) {
    const { chip, dog } = this.live;
    this.content.bring();
    this.before = this.nanos;
    this.crashed = '';
    this.live = this.build(cause);
    this.chip.core.cycles = chip.core.cycles;
    if (bitten) {
      this.live.dog.scratchData.set(dog.scratchData);
      this.live.dog.reason = dog.reason;
    }
  }

  /** Emulated nanoseconds since power-on. */
  get nanos() {
    return this.before + this.chip.clock.nanos;
  }

  /** Processor cycles since power-on, in which it was not asleep. */
  get cycles() {
    return this.chip.core.cycles;
  }

  /** Whether the processor sleeps. */
  get waiting() {
    return this.chip.core.waiting;
  }

  /**
   * Run until a time, or until the firmware crashes (`crashed`).
   * @param {number} nanos emulated time since power-on
   */
  runTo(nanos) {
    this.content.bring();
    while (this.nanos < nanos && !this.crashed) {
      this.live.run(nanos - this.before);
      if (this.live.bitten()) this.restart(HAD_POWER_ON, true);
    }
  }

  /**
   * Let the chip's timer, until its next reset, tell that it has been on for longer; what waits for
   * it waits no less.
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
    this.chip.gpio[this.parts.buttons[name]].setInputValue(false);
  }

  /** @param {string} name of a button */
  release(name) {
    this.pressed.delete(name);
    this.chip.gpio[this.parts.buttons[name]].setInputValue(true); // its pull-up decides now
  }

  /**
   * Hold a pin at a voltage from now on: its level, and what the converter reads on GPIO 26 to 29.
   * @param {number} pin GPIO number
   * @param {number} volts
   */
  hold(pin, volts) {
    this.held.set(pin, volts);
    hold(this.chip, pin, volts);
  }

  /** @param {number} pin GPIO number; `onEdge` is told of its changes from now on */
  watch(pin) {
    if (this.watched.has(pin)) return;
    this.watched.add(pin);
    this.listen(this.chip, pin);
  }

  /** @private @param {RP2040} chip @param {number} pin */
  listen(chip, pin) {
    chip.gpio[pin].addListener((state) => this.parts.onEdge?.(pin, this.nanos, state));
  }

  /**
   * A part of the flash as it is now.
   * @param {number} offset
   * @param {number} length
   * @returns {Uint8Array} a copy
   */
  read(offset, length) {
    this.content.bring();
    return flash8.slice(offset, offset + length);
  }

  /**
   * Put something into the flash, as if it had always been there.
   * @param {number} offset
   * @param {Uint8Array} bytes
   */
  load(offset, bytes) {
    this.content.bring();
    flash8.set(bytes, offset);
    forget(offset, bytes.length);
  }
}

