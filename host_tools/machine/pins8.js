// SPDX-License-Identifier: MIT
/**
 * The pins of the RP2350: pads, IO_BANK0, the SIO block, and the GPIO coprocessor.
 *
 * A pin itself is rp2040js's `GPIOPin`, with the additions of the RP2350: a third PIO block, and
 * the isolation latch of each pad. Only the 30 pins of the RP2350A exist; the registers of the
 * other 18 can be written and read. Data sheet: RP2350, chapters 3.1 (SIO), 3.6.1 (GPIO
 * coprocessor), 9.7 (isolation), 9.11.1 (IO_BANK0) and 9.11.3 (PADS_BANK0).
 *
 * Not modelled: the second core, and TMDS encoders; erratum E9 is in nets.js.
 */

import { BasePeripheral, GPIOPin } from 'rp2040js';

/** @typedef {import('./rp2350.js').Rp2350} Rp2350 */

export const PINS = 30;
const REGISTERS = 48;

const FUNCTION_PIO2 = 8;
const ISOLATED = 1 << 8; // of a pad
const PAD_RESET = 0x116; // isolated, 4 mA, pulled down, Schmitt trigger
const EDGES = 0xcccccccc; // what is kept in INTR until it is written; levels are not

/** A pin with its pad. */
export class Pin extends GPIOPin {
  /** @param {Rp2350} chip @param {number} index */
  constructor(chip, index) {
    super(chip, index);
    /** @private what was written to the pad's register */
    this.written = PAD_RESET;
    this.padValue = PAD_RESET & ~ISOLATED;
    this.ctrl = 0x1f;
    /** @private @type {{ enable: boolean, value: boolean } | null} output, while it is isolated */
    this.latched = { enable: false, value: false };
    /** @type {any} */ (this).lastValue = this.value;
  }

  get pad() {
    return this.written;
  }

  /** Set the pad register; an isolated pad keeps its state until the isolation ends. */
  set pad(value) {
    const { inputEnable } = this;
    this.written = value & 0x1ff;
    if (value & ISOLATED) {
      this.latched ??= { enable: super.outputEnable, value: super.outputValue };
    } else {
      this.latched = null;
      this.padValue = value & 0xff;
    }
    this.checkForUpdates();
    if (this.inputEnable !== inputEnable) this.refreshInput();
  }

  /** @override */
  get rawOutputEnable() {
    if (this.functionSelect !== FUNCTION_PIO2) return super.rawOutputEnable;
    return !!(this.rp2040.pio[2].pinDirections & (1 << this.index));
  }

  /** @override */
  get rawOutputValue() {
    if (this.functionSelect !== FUNCTION_PIO2) return super.rawOutputValue;
    return !!(this.rp2040.pio[2].pinValues & (1 << this.index));
  }

  /** @override */
  get outputEnable() {
    return this.latched?.enable ?? (super.outputEnable && !this.outputDisable);
  }

  /** @override */
  get outputValue() {
    return this.latched?.value ?? super.outputValue;
  }
}

/** PADS_BANK0. */
export class Pads extends BasePeripheral {
  /** @param {Rp2350} chip */
  constructor(chip) {
    super(chip, 'PADS_BANK0');
    /** @private of pins that do not exist, and VOLTAGE_SELECT, SWCLK, SWD */
    this.registers = new Uint32Array(0x40).fill(PAD_RESET);
    this.registers[0] = 0;
  }

  /** @private @param {number} offset @returns {Pin | undefined} */
  pin(offset) {
    return /** @type {any} */ (this.rp2040.gpio[(offset >> 2) - 1]);
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    return this.pin(offset)?.pad ?? this.registers[(offset >> 2) & 0x3f];
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    const pin = this.pin(offset);
    if (pin) pin.pad = value;
    else this.registers[(offset >> 2) & 0x3f] = value;
  }
}

const SUMMARY = 0x200; // IRQSUMMARY_PROC0_SECURE0
const INTR = 0x230;
const PROC0_INTE = 0x248;
const PROC0_INTF = 0x260;
const PROC0_INTS = 0x278;
const PROC1_INTE = 0x290;
const LAST = 0x320;

/** IO_BANK0: the function of each pin, and the interrupts of pins, eight in each register. */
export class IoBank extends BasePeripheral {
  /** @param {Rp2350} chip */
  constructor(chip) {
    super(chip, 'IO_BANK0');
    /** @private of pins that do not exist, and of the other core */
    this.registers = new Uint32Array(LAST >> 2);
    for (let at = PINS; at < REGISTERS; at++) this.registers[2 * at + 1] = 0x1f;
  }

  /**
   * Gather four bits of each of eight pins.
   * @private
   * @param {number} first number of the first pin
   * @param {(pin: Pin) => number} of
   */
  gather(first, of) {
    let word = 0;
    for (let index = 0; index < 8; index++) {
      const pin = /** @type {any} */ (this.rp2040.gpio[first + index]);
      if (pin) word |= of(pin) << (4 * index);
    }
    return word >>> 0;
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    const pin = this.rp2040.gpio[offset >> 3];
    if (pin) return offset & 4 ? pin.ctrl : pin.status;
    const first = ((offset - INTR) % 0x18) * 2;
    if (offset >= INTR && offset < PROC0_INTE) return this.gather(first, (pin) => pin.irqStatus);
    if (offset >= PROC0_INTE && offset < PROC0_INTF) {
      return this.gather(first, (pin) => pin.irqEnableMask);
    }
    if (offset >= PROC0_INTF && offset < PROC0_INTS) {
      return this.gather(first, (pin) => pin.irqForceMask);
    }
    if (offset >= PROC0_INTS && offset < PROC1_INTE) {
      return this.gather(first, (pin) => (pin.irqStatus & pin.irqEnableMask) | pin.irqForceMask);
    }
    if (offset === SUMMARY) {
      return this.rp2040.gpio.reduce((word, pin, at) => word | (Number(pin.irqValue) << at), 0) >>> 0;
    }
    return this.registers[offset >> 2] ?? 0;
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    const { gpio } = this.rp2040;
    const pin = gpio[offset >> 3];
    if (pin) {
      if (!(offset & 4)) return; // STATUS
      pin.ctrl = value;
      pin.checkForUpdates();
      return;
    }
    const first = ((offset - INTR) % 0x18) * 2;
    if (offset >= INTR && offset < PROC0_INTE) {
      const edges = this.rawWriteValue & EDGES;
      for (let at = 0; at < 8; at++) gpio[first + at]?.updateIRQValue((edges >>> (4 * at)) & 0xf);
    } else if (offset >= PROC0_INTE && offset < PROC0_INTS) {
      const name = offset < PROC0_INTF ? 'irqEnableMask' : 'irqForceMask';
      for (let at = 0; at < 8; at++) {
        if (gpio[first + at]) gpio[first + at][name] = (value >>> (4 * at)) & 0xf;
      }
      this.rp2040.updateIOInterrupt();
    } else if (offset < SUMMARY || (offset >= PROC1_INTE && offset < LAST)) {
      this.registers[offset >> 2] = value;
    }
  }
}

const GPIO_IN = 0x04;
const GPIO_HI_IN = 0x08;
const GPIO_OUT = 0x10;
const GPIO_LAST = 0x4c; // GPIO_HI_OE_XOR
const FIFO_ST = 0x50;
const FIFO_WR = 0x54;
const FIFO_RD = 0x58;
const SPINLOCK_ST = 0x5c;
const INTERPOLATORS = 0x80;
const SPINLOCKS_END = 0x180;
const DOORBELLS_END = 0x190;
const PERI_NONSEC = 0x190;
const MTIME_CTRL = 0x1a4;
const MTIME = 0x1b0;
const MTIMEH = 0x1b4;
const MTIMECMPH = 0x1bc;

/** The QSPI pins in GPIO_HI_IN: the chip-select line, and SD0 to SD3, are pulled up. */
const QSPI_HIGH = 0xf8000000;
const FIFO_READY = 2;
const ALL = (1 << PINS) - 1;

/** SIO, of core 0. */
export class Sio extends BasePeripheral {
  /**
   * @param {Rp2350} chip
   * @param {BasePeripheral} stock the RP2040's, which has the same spinlocks and interpolators
   */
  constructor(chip, stock) {
    super(chip, 'SIO');
    /** @private */
    this.stock = stock;
    /** Output and output enable of pins 0 to 31, and those of the upper word. */
    this.out = new Int32Array(2);
    this.enable = new Int32Array(2);
    /** Words that the second core has sent; after its reset a 0. @type {number[]} */
    this.inbox = [];
    /** @private */
    this.overflown = 0;
    /** @private */
    this.registers = new Uint32Array(0x80);
    this.registers[MTIME_CTRL >> 2] = 0xd;
    this.registers[MTIMECMPH >> 2] = 0xffffffff;
    this.registers[(MTIMECMPH >> 2) - 1] = 0xffffffff;
  }

  // The names that GPIOPin uses
  get gpioValue() {
    return this.out[0];
  }

  get gpioOutputEnable() {
    return this.enable[0];
  }

  /**
   * Change a word of outputs.
   * @param {Int32Array} words `out` or `enable`
   * @param {number} high 1 for the pins from 32 on
   * @param {number} how 0: write, 1: set, 2: clear, 3: toggle
   * @param {number} value
   */
  drive(words, high, how, value) {
    const before = words[high];
    if (how === 0) words[high] = value;
    else if (how === 1) words[high] |= value;
    else if (how === 2) words[high] &= ~value;
    else words[high] ^= value;
    if (high) return;
    words[0] &= ALL;
    for (let changed = before ^ words[0]; changed; changed &= changed - 1) {
      this.rp2040.gpio[31 - Math.clz32(changed & -changed)].checkForUpdates();
    }
  }

  /** Receive a word from the second core. @param {number} word */
  receive(word) {
    this.inbox.push(word);
    /** @type {Rp2350} */ (this.rp2040).raise('SIO_FIFO', true);
    /** @type {Rp2350} */ (this.rp2040).processor.event();
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    if (offset === GPIO_IN) return this.rp2040.gpioValues >>> 0;
    if (offset === GPIO_HI_IN) return QSPI_HIGH >>> 0;
    if (offset >= GPIO_OUT && offset <= GPIO_LAST) {
      const words = offset < 0x30 ? this.out : this.enable;
      return offset % 0x20 < 0x18 && offset % 0x20 >= 0x10 ? words[(offset >> 2) & 1] >>> 0 : 0;
    }
    if (offset === FIFO_ST) {
      return (this.inbox.length ? 1 : 0) | FIFO_READY | this.overflown;
    }
    if (offset === FIFO_RD) {
      if (!this.inbox.length) this.overflown |= 8;
      const word = this.inbox.shift() ?? 0;
      /** @type {Rp2350} */ (this.rp2040).raise('SIO_FIFO', this.inbox.length > 0);
      return word;
    }
    if (offset === SPINLOCK_ST || (offset >= INTERPOLATORS && offset < SPINLOCKS_END)) {
      return this.stock.readUint32(offset) >>> 0;
    }
    const micros = this.rp2040.clock.nanos / 1000;
    if (offset === MTIME) return micros >>> 0;
    if (offset === MTIMEH) return Math.floor(micros / 2 ** 32);
    return this.registers[offset >> 2] ?? 0;
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    if (offset >= GPIO_OUT && offset <= GPIO_LAST) {
      const words = offset < 0x30 ? this.out : this.enable;
      this.drive(words, (offset >> 2) & 1, ((offset - 0x10) & 0x1f) >> 3, value);
    } else if (offset === FIFO_ST) {
      this.overflown = 0;
    } else if (offset === FIFO_WR) {
      // Nobody reads it: the second core sleeps in the boot ROM.
    } else if (offset >= INTERPOLATORS && offset < SPINLOCKS_END) {
      this.stock.writeUint32(offset, value);
    } else if (offset >= DOORBELLS_END || offset === PERI_NONSEC) {
      this.registers[offset >> 2] = value;
    }
  }
}

/** Coprocessor 0: the outputs of the SIO block, one instruction for each change. */
export class GpioCoprocessor {
  /** @param {Rp2350} chip */
  constructor(chip) {
    /** @private */
    this.chip = chip;
    /** @private */
    this.sio = chip.pins;
  }

  /** @private @param {number} register c0 and c1 are outputs, c4 and c5 their enables, c8, c9 inputs */
  words(register) {
    return register & 4 ? this.sio.enable : this.sio.out;
  }

  /**
   * Op1 0 writes, 1 toggles, 2 sets, 3 clears a word; 5 to 7 do so to one bit, given its number.
   * @param {number} op1
   * @param {number} crn
   * @param {number} crm
   * @param {number} op2
   * @param {number} value
   */
  mcr(op1, crn, crm, op2, value) {
    if (op1 < 4) this.sio.drive(this.words(crm), crm & 1, [0, 3, 1, 2][op1], value);
    else if (op1 > 4) this.bit(this.words(crm), op1, value, true);
  }

  /**
   * Op1 0 to 3 change both words at once. With op1 4 bit number `low` gets bit 0 of `high`; with 5
   * to 7 it changes as in `mcr`, if bit 0 of `high` is set.
   * @param {number} op1
   * @param {number} crm
   * @param {number} low
   * @param {number} high
   */
  mcrr(op1, crm, low, high) {
    const words = this.words(crm);
    if (op1 < 4) {
      this.sio.drive(words, 0, [0, 3, 1, 2][op1], low);
      this.sio.drive(words, 1, [0, 3, 1, 2][op1], high);
    } else if (op1 === 4) this.bit(words, high & 1 ? 6 : 7, low, true);
    else this.bit(words, op1, low, (high & 1) !== 0);
  }

  /** @private @param {Int32Array} words @param {number} op1 @param {number} pin @param {boolean} act */
  bit(words, op1, pin, act) {
    if (act) this.sio.drive(words, (pin >> 5) & 1, [3, 1, 2][op1 - 5], 1 << (pin & 31));
  }

  /** @param {number} op1 @param {number} crn @param {number} crm */
  mrc(op1, crn, crm) {
    if (crm & 8) return this.sio.readUint32(crm & 1 ? GPIO_HI_IN : GPIO_IN);
    return this.words(crm)[crm & 1];
  }

  /** @param {number} op1 @param {number} crm @returns {number} the lower word; `high` is the other */
  mrrc(op1, crm) {
    this.chip.processor.high = this.mrc(op1, 0, crm | 1);
    return this.mrc(op1, 0, crm);
  }

  cdp() {}
}
