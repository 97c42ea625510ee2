// SPDX-License-Identifier: MIT
/**
 * A board with an RP2040 and 2 MiB of flash, on rp2040js.
 *
 * Faults of rp2040js 1.4.1 are corrected, with the reasons, in wires.js, usb.js, pio.js, flash.js,
 * execute.js, and here:
 *  - `reset` leaves the peripherals as they are: here a reset creates a new chip, which receives
 *    flash, SRAM and what a watchdog reset keeps;
 *  - a watchdog that has expired is called again without end within one tick of the clock;
 *  - a HardFault is only a warning, and the program runs on.
 *
 * Not modelled: a second core, and the PLLs (the CPU always runs at 125 MHz). The cache of the flash
 * and its time are modelled on request (`flashTime`).
 */

import { BasePeripheral, RP2040 } from 'rp2040js';
import { AnyBoard, BY } from './base.js';
import { VIEW, flash8, give, makeLoop, rom8, sram8 } from './core.js';
import { CacheControl, FlashInterface, QspiPins } from './flash.js';
import { Content, FLASH_START, SRAM_START, forget } from './memory.js';
import { makeRom, serveRom } from './rom.js';

/** @typedef {import('./base.js').Parts} Parts */
/** @typedef {import('./flash.js').Flash} Flash */

const BOOT2_SIZE = 256;
const BOOT2_ADDRESS = 0x20041f00; // where the boot ROM copies the second stage to

const WATCHDOG = 0x40058;
const CHIP_RESET = 0x40064;
const HAD_POWER_ON = 1 << 8;
const HAD_RUN = 1 << 16;

/** Warnings of rp2040js for what is a HardFault on the chip. */
const FATAL = [
  'not implemented yet', // an instruction
  'Read from invalid memory',
  'Write to undefined address',
  'not 32 bit aligned',
];

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

  /** The cache of the flash, if its time counts. @type {import('./cache.js').Cache | null} */
  cache = null;
  /** Cycles that accesses of the boot ROM and of the DMA have waited for the flash. */
  waited = 0;

  /** @private @param {number} address */
  check(address) {
    if (address >>> 26 !== FLASH_START >>> 26) return;
    if (this.nor?.busy) {
      this.crash(`the flash was read at ${hex(address)} while it could not be`);
    } else if (this.cache && address >>> 24 <= 0x13) {
      this.waited += address >>> 24 === 0x10 ? this.cache.touch(address, 0) : this.cache.pass();
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
    forget(address >>> 0, 4);
  }

  /** @override @param {number} address @param {number} value */
  writeUint16(address, value) {
    super.writeUint16(address, value);
    forget(address >>> 0, 2);
  }

  /** @override @param {number} address @param {number} value */
  writeUint8(address, value) {
    super.writeUint8(address, value);
    forget(address >>> 0, 1);
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

/** @extends {AnyBoard<Chip>} */
export class Board extends AnyBoard {
  /** @param {Parts} parts */
  constructor(parts) {
    super(parts, new Content(VIEW), flash8);
  }

  /** @override @protected @param {number} by @param {import('./base.js').Live<Chip> | null} last */
  build(by, last) {
    const { parts, flash } = this;
    if (!last) rom8.set(makeRom());
    const chip = new Chip();
    chip.crash = (why) => {
      this.crashed ||= why;
    };
    const warn = (/** @type {string} */ component, /** @type {string} */ message) => {
      if (FATAL.some((text) => message.includes(text))) chip.crash(`${component}: ${message}`);
    };
    chip.logger = { debug() {}, info() {}, warn, error: warn };
    give(chip);
    flash.begin(() => chip.clock.nanos);
    chip.nor = flash;
    const cache = this.cache(4);
    chip.cache = cache;
    const ssi = new FlashInterface(chip, flash, cache);
    Object.assign(/** @type {any} */ (chip).peripherals, {
      0x14000: new CacheControl(chip, cache),
      0x18000: ssi,
      0x40018: new QspiPins(chip, ssi),
      [CHIP_RESET]: new ChipReset(chip, by === BY.RUN ? HAD_RUN : HAD_POWER_ON),
    });
    chip.onBreak = (code) => {
      if (!serveRom(chip, flash, code)) chip.crash('breakpoint instruction');
    };
    const dog = /** @type {any} */ (chip).peripherals[WATCHDOG];
    let bitten = false;
    dog.onWatchdogTrigger = () => {
      dog.alarm.enable = dog.timer.enable = false;
      bitten = true;
    };
    if (last && by === BY.WATCHDOG) {
      const before = /** @type {any} */ (last.chip).peripherals[WATCHDOG];
      dog.scratchData.set(before.scratchData);
      dog.reason = before.reason;
    }
    const host = this.connect(chip);
    const run = makeLoop(
      chip,
      () => bitten || this.crashed !== '',
      () => parts.stock || flash.busy,
      cache,
    );
    // What the boot ROM does first: copy the second stage to SRAM and call it.
    sram8.set(flash8.subarray(0, BOOT2_SIZE), BOOT2_ADDRESS - SRAM_START);
    forget(BOOT2_ADDRESS, BOOT2_SIZE);
    chip.core.SP = chip.core.PC = BOOT2_ADDRESS;
    chip.core.LR = 0;
    const { core } = chip;
    return {
      chip,
      host,
      run,
      bitten: () => bitten,
      cycles: () => core.cycles,
      waiting: () => core.waiting,
    };
  }

  /** @returns everything by which the processors of two boards are compared */
  registers() {
    const { core } = this.chip;
    // the stock core sets the lowest bit of the PC in a handler until it branches
    const values = [...core.registers].map((value, at) => (at === 15 ? (value & ~1) >>> 0 : value));
    return {
      registers: values,
      flags: [core.N, core.Z, core.C, core.V, core.PM, core.IPSR, core.waiting],
      sram: sram8,
    };
  }
}
